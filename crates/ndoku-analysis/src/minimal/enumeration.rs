//! The enumeration of all minimal puzzles within a puzzle. They are the minimal hitting sets of the
//! parts that other solutions break.
//!
//! ```text
//!   parts  a b c d e      another solution breaks a c    hit by a or c, and by both only if each
//!                         another solution breaks c d e  is needed elsewhere
//!
//!   chosen {}   edge {a c} ─┬─ a ─▶ chosen {a},  edge {c d e}, without c ─┬─ d ─▶ …
//!                           │                                             └─ e ─▶ …
//!                           └─ c ─▶ chosen {c}   …
//!   each branch excludes the later parts of its edge, so that nothing is found twice
//! ```
//!
//! The parts that another solution breaks are an *edge*. A puzzle with a unique solution keeps at
//! least one part of each edge. The minimal hitting sets of all edges are enumerated as by MMCS
//! (Murakami and Uno, "Efficient algorithms for dualizing large-scale hypergraphs", 2014). A set
//! that grows step by step can become minimal only if each of its parts alone hits some edge.
//!
//! There are far too many edges to list, so that they are generated on demand. If all known edges
//! are hit, an engine searches for another solution. If no known edge shows that a chosen part is
//! needed, an engine searches for a solution that breaks only this chosen part. Both searches are
//! complete. So no minimal puzzle is missed, and every branch leads to one.
//!
//! New edges are reduced to minimal ones, because a branch has a child for each part of its edge. A
//! branch takes a few searches and a scan of the known edges.

use std::ops::ControlFlow;

use ndoku_solver::Interrupted;

/// Maximum number of stored edges. Further edges are used once.
const MAX_EDGES: usize = 4096;

/// A set of parts, by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PartSet(Vec<u64>);

impl PartSet {
    pub(super) fn empty(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, part: usize) {
        self.0[part / 64] |= 1 << (part % 64);
    }

    fn remove(&mut self, part: usize) {
        self.0[part / 64] &= !(1 << (part % 64));
    }

    fn contains(&self, part: usize) -> bool {
        self.0[part / 64] >> (part % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns the number of parts in both sets.
    fn intersection_count(&self, other: &Self) -> u32 {
        self.0
            .iter()
            .zip(&other.0)
            .map(|(a, b)| (a & b).count_ones())
            .sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        let bits = |(place, word): (usize, &u64)| {
            let word = *word;
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| 64 * place + bit)
        };
        self.0.iter().enumerate().flat_map(bits)
    }
}

/// A source of solutions.
pub(super) trait Oracle {
    /// Returns the number of parts of the puzzle.
    fn count(&self) -> usize;

    /// Finds another solution that satisfies every part whose entry in `kept` is `true`. Returns
    /// the parts that the solution breaks, or `None` if there is no such solution. If `against` is
    /// given, the solution breaks this part, whose entry is `false`.
    fn broken_parts(
        &mut self,
        kept: &[bool],
        against: Option<usize>,
    ) -> Result<Option<PartSet>, Interrupted>;
}

/// A branch: the parts of an edge, which are tried one after the other.
struct Branch {
    parts: Vec<usize>,
    /// The index of the chosen part.
    position: usize,
}

struct HittingSetEnumeration<'a, O> {
    oracle: &'a mut O,
    edges: Vec<PartSet>,
    chosen: PartSet,
    /// The parts that can still be chosen.
    open: PartSet,
}

/// Calls `found` with every minimal choice of parts, until it returns break.
pub(super) fn for_each_minimal<O: Oracle>(
    oracle: &mut O,
    found: &mut dyn FnMut(&[bool], &O) -> ControlFlow<()>,
) -> Result<(), Interrupted> {
    let count = oracle.count();
    let mut open = PartSet::empty(count);
    (0..count).for_each(|part| open.insert(part));
    let mut search = HittingSetEnumeration {
        oracle,
        edges: Vec::new(),
        chosen: PartSet::empty(count),
        open,
    };
    let mut branches: Vec<Branch> = Vec::new();
    // `true` if the last step chose a part, so that the choice must be processed.
    let mut is_new = true;
    loop {
        if is_new {
            match search.next_edge()? {
                None => {
                    let kept: Vec<bool> = (0..count)
                        .map(|part| search.chosen.contains(part))
                        .collect();
                    if found(&kept, search.oracle).is_break() {
                        return Ok(());
                    }
                }
                Some(edge) => {
                    let parts: Vec<usize> = edge
                        .iter()
                        .filter(|part| search.open.contains(*part))
                        .collect();
                    parts.iter().for_each(|part| search.open.remove(*part));
                    branches.push(Branch { parts, position: 0 });
                    if search.descend(&mut branches)? {
                        continue;
                    }
                }
            }
        }
        // Returns to the last branch and continues with its next part.
        let Some(branch) = branches.last_mut() else {
            return Ok(());
        };
        if branch.position < branch.parts.len() {
            let part = branch.parts[branch.position];
            search.chosen.remove(part);
            // Choices with later parts of the edge can include this one.
            search.open.insert(part);
            branch.position += 1;
            is_new = search.descend(&mut branches)?;
        } else {
            branch
                .parts
                .iter()
                .for_each(|part| search.open.insert(*part));
            branches.pop();
            is_new = false;
        }
    }
}

impl<O: Oracle> HittingSetEnumeration<'_, O> {
    /// Chooses the next possible part of the last branch. Returns `true` if there is one.
    fn descend(&mut self, branches: &mut [Branch]) -> Result<bool, Interrupted> {
        let Some(branch) = branches.last_mut() else {
            return Ok(false);
        };
        while let Some(part) = branch.parts.get(branch.position) {
            self.chosen.insert(*part);
            if self.may_be_minimal(*part)? {
                return Ok(true);
            }
            // No superset can be minimal either.
            self.chosen.remove(*part);
            branch.position += 1;
        }
        Ok(false)
    }

    /// Returns `true` if each chosen part, except the last one, is the only chosen part of some
    /// edge.
    fn may_be_minimal(&mut self, last: usize) -> Result<bool, Interrupted> {
        let mut needed = PartSet::empty(self.oracle.count());
        for edge in &self.edges {
            if edge.intersection_count(&self.chosen) == 1 {
                edge.0
                    .iter()
                    .zip(&self.chosen.0)
                    .zip(&mut needed.0)
                    .for_each(|((edge, chosen), needed)| *needed |= edge & chosen);
            }
        }
        let chosen: Vec<usize> = self.chosen.iter().collect();
        for part in chosen {
            if part == last || needed.contains(part) {
                continue;
            }
            let mut kept: Vec<bool> = (0..self.oracle.count())
                .map(|part| self.chosen.contains(part))
                .collect();
            kept[part] = false;
            let Some(edge) = self.oracle.broken_parts(&kept, Some(part))? else {
                return Ok(false);
            };
            self.store_edge(edge);
        }
        Ok(true)
    }

    /// Returns an edge that is not hit, with the fewest open parts, or `None` if all edges are hit.
    fn next_edge(&mut self) -> Result<Option<PartSet>, Interrupted> {
        let not_hit = self
            .edges
            .iter()
            .filter(|edge| !edge.intersects(&self.chosen));
        if let Some(edge) = not_hit.min_by_key(|edge| edge.intersection_count(&self.open)) {
            return Ok(Some(edge.clone()));
        }
        let kept: Vec<bool> = (0..self.oracle.count())
            .map(|part| self.chosen.contains(part))
            .collect();
        let Some(mut edge) = self.oracle.broken_parts(&kept, None)? else {
            return Ok(None);
        };
        // Reduces the edge: a part is dropped if there is still another solution.
        let mut kept: Vec<bool> = (0..self.oracle.count())
            .map(|part| !edge.contains(part))
            .collect();
        for part in edge.clone().iter() {
            if !edge.contains(part) {
                continue;
            }
            kept[part] = true;
            if let Some(smaller) = self.oracle.broken_parts(&kept, None)? {
                edge = smaller;
                (0..kept.len()).for_each(|part| kept[part] = !edge.contains(part));
            } else {
                kept[part] = false;
            }
        }
        self.store_edge(edge.clone());
        Ok(Some(edge))
    }

    fn store_edge(&mut self, edge: PartSet) {
        if self.edges.len() < MAX_EDGES {
            self.edges.push(edge);
        }
    }
}
