//! Every minimal puzzle within a puzzle, once: the minimal hitting sets of all that other solutions would break.
//!
//! ```text
//!   parts  a b c d e      another solution breaks a c     hit by a, or by c, not by both unless each is needed elsewhere
//!                         another solution breaks c d e
//!
//!   chosen {}   edge {a c} ─┬─ a ─▶ chosen {a},  edge {c d e}, without c ─┬─ d ─▶ …     each branch gives up the parts of the edge that come after its own
//!                           │                                            └─ e ─▶ …     so that nothing comes up twice
//!                           └─ c ─▶ chosen {c}   …
//! ```
//!
//! The parts that another solution breaks are an *edge*: a puzzle with this solution alone keeps one of them. Minimal sets that hit every edge are enumerated as by MMCS
//! (Murakami and Uno, "Efficient algorithms for dualizing large-scale hypergraphs", 2014): a set that is chosen step by step can become minimal only if each part in it
//! hits some edge alone. There are far too many edges to list, so that they are met on the way: an engine is asked for another solution where no known edge is left, and
//! for a solution that breaks nothing but one of the chosen parts where no known edge shows that it is needed. Its "no" is exact, so that no branch is lost or followed
//! in vain for want of edges.
//!
//! Edges are made minimal when they are met, since a branch has a child for each part of the edge. Cost: some searches for each branch, and a look at the edges known.

use std::ops::ControlFlow;

use ndoku_solver::Stopped;

/// So many edges are kept; more are used once.
const MAX_EDGES: usize = 4096;

/// A set of parts by their numbers.
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

    /// How many parts are in both.
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

/// Knows the solutions.
pub(super) trait Oracle {
    /// How many parts the puzzle has.
    fn count(&self) -> usize;

    /// The parts that some solution breaks, of those that keep the parts marked in `kept` and are not the only solution of all; one that breaks `against`, if that is given,
    /// which is not kept. `None` if there is no such solution.
    fn broken_parts(
        &mut self,
        kept: &[bool],
        against: Option<usize>,
    ) -> Result<Option<PartSet>, Stopped>;
}

/// A branch: the parts of an edge that are tried one after the other.
struct Branch {
    parts: Vec<usize>,
    /// Which of them is chosen.
    position: usize,
}

struct Search<'a, O> {
    oracle: &'a mut O,
    edges: Vec<PartSet>,
    chosen: PartSet,
    /// What may still be chosen.
    open: PartSet,
}

/// Calls `found` with every minimal choice of parts, until it says break.
pub(super) fn for_each_minimal<O: Oracle>(
    oracle: &mut O,
    found: &mut dyn FnMut(&[bool], &O) -> ControlFlow<()>,
) -> Result<(), Stopped> {
    let count = oracle.count();
    let mut open = PartSet::empty(count);
    (0..count).for_each(|part| open.insert(part));
    let mut search = Search {
        oracle,
        edges: Vec::new(),
        chosen: PartSet::empty(count),
        open,
    };
    let mut branches: Vec<Branch> = Vec::new();
    // Whether the last step was down, to a choice that has not been looked at.
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
        // Back to the last branch, and on with its next part.
        let Some(branch) = branches.last_mut() else {
            return Ok(());
        };
        if branch.position < branch.parts.len() {
            let part = branch.parts[branch.position];
            search.chosen.remove(part);
            // What comes with the later parts may have this one too.
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

impl<O: Oracle> Search<'_, O> {
    /// Chooses the next part of the last branch that can be chosen together with all others; says whether there is one.
    fn descend(&mut self, branches: &mut [Branch]) -> Result<bool, Stopped> {
        let Some(branch) = branches.last_mut() else {
            return Ok(false);
        };
        while let Some(part) = branch.parts.get(branch.position) {
            self.chosen.insert(*part);
            if self.may_be_minimal(*part)? {
                return Ok(true);
            }
            // Nor can it with more.
            self.chosen.remove(*part);
            branch.position += 1;
        }
        Ok(false)
    }

    /// Whether each chosen part, but for the last one, is the only chosen part of some edge.
    fn may_be_minimal(&mut self, last: usize) -> Result<bool, Stopped> {
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

    /// An edge that is not hit, with the fewest parts that may be chosen; none if all are.
    fn next_edge(&mut self) -> Result<Option<PartSet>, Stopped> {
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
        // As few parts as can be: each is kept if there is still another solution.
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
