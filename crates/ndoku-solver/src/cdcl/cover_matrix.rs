//! `CoverMatrix`: the exact cover problem of a puzzle after propagation.
//!
//! The variables are the open candidates.
//!
//! ```text
//!   variables         r1c1=2  r1c1=5  r1c3=5  …      in the order of cells and digits
//!   primary items     cell r1c1: {r1c1=2 r1c1=5}     exactly one is true: a cell, or a digit in a
//!                     5 in row 1: {r1c1=5 r1c3=5 …}  house of N cells
//!   secondary items   5 in a house of fewer cells    at most one is true
//!   links             r1c1=5 – r2c3=5                not both are true: from constraints
//! ```
//!
//! Primary and secondary items are the terms of Knuth, "The Art of Computer Programming", volume
//! 4B. An item with N candidates replaces about N²/2 clauses.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use ndoku_core::propagator::Propagator;
use ndoku_core::{Digit, Puzzle};

use super::clause_db::Literal;

/// Lists of numbers in one array, in the CSR format (compressed sparse row).
#[derive(Debug, Hash)]
pub(crate) struct CsrLists {
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Default for CsrLists {
    fn default() -> Self {
        Self {
            starts: vec![0],
            members: Vec::new(),
        }
    }
}

impl CsrLists {
    fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.members.clear();
    }

    pub(super) fn push(&mut self, members: impl IntoIterator<Item = u32>) {
        self.members.extend(members);
        self.starts.push(self.members.len() as u32);
    }

    /// Creates lists of numbers.
    pub(crate) fn from_lists(lists: impl Iterator<Item = Vec<u32>>) -> Self {
        let mut all = Self::default();
        lists.for_each(|list| all.push(list));
        all
    }

    /// Returns the number of lists.
    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the range of indices of a list, for [`member`](Self::member).
    #[inline]
    pub(crate) fn range(&self, list: u32) -> Range<usize> {
        self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize
    }

    /// Returns the member at an index of the array.
    #[inline]
    pub(crate) fn member(&self, index: usize) -> u32 {
        self.members[index]
    }

    /// Returns a list.
    #[inline]
    pub(crate) fn list(&self, list: u32) -> &[u32] {
        &self.members[self.range(list)]
    }

    /// Writes to `out`, for each of `count` members, the lists that contain it.
    pub(crate) fn transpose_into(&self, count: usize, out: &mut Self) {
        let starts = &mut out.starts;
        starts.clear();
        starts.resize(count + 1, 0);
        self.members
            .iter()
            .for_each(|member| starts[*member as usize + 1] += 1);
        for member in 0..count {
            starts[member + 1] += starts[member];
        }
        let mut next = starts.clone();
        out.members.clear();
        out.members.resize(self.members.len(), 0);
        for list in 0..self.count() as u32 {
            for member in self.list(list) {
                let index = &mut next[*member as usize];
                out.members[*index as usize] = list;
                *index += 1;
            }
        }
    }
}

/// The exact cover problem of a puzzle after propagation.
#[derive(Debug, Default)]
pub(crate) struct CoverMatrix {
    /// For each variable, the number of its cell and the index of its digit. The auxiliary
    /// variables of `digit_sets` come last. Their cell is the number of cells.
    pub(crate) candidates: Vec<(u16, u8)>,
    /// Clauses that hold besides the items.
    pub(super) clauses: Vec<Vec<Literal>>,
    /// For each propagator, `true` if items and clauses express it.
    pub(super) is_encoded: Vec<bool>,
    /// For each cell, the index of its digit if it is decided.
    pub(crate) decided: Vec<Option<u8>>,
    /// For each cell, its first variable. The last entry is the number of open candidates.
    cell_starts: Vec<u32>,
    /// The variables of each item: first the primary items, then the secondary ones.
    pub(crate) items: CsrLists,
    /// Number of primary items.
    pub(crate) primary_count: u32,
    /// The items of each variable, ascending.
    pub(crate) items_of: CsrLists,
    /// For each variable, the variables that are false if it is true. Empty without constraints.
    pub(crate) links: CsrLists,
    /// Variables that a constraint makes false by itself.
    pub(crate) never: Vec<u32>,
    /// Pairs of a cell and a constraint that neither weak links nor propagators express, ascending.
    ///
    /// A constraint is given by its number in the layout.
    pub(crate) non_pairwise: Vec<(u16, u16)>,
}

/// The number of a candidate that is not a variable.
pub(super) const NONE: u32 = u32::MAX;

impl CoverMatrix {
    /// Builds the matrix from the open candidates of a puzzle.
    ///
    /// `open` lists them as cell and index of the digit, in ascending order. Each cell has at least
    /// one. Propagators of digit sets become items and clauses.
    pub(crate) fn load(&mut self, puzzle: &Puzzle, open: &[(u16, u8)], propagators: &[Propagator]) {
        let layout = puzzle.layout();
        let (cells, size) = (layout.cell_count(), usize::from(layout.size()));
        self.candidates.clear();
        self.decided.clear();
        self.decided.resize(cells, None);
        self.cell_starts.clear();
        let mut numbers = vec![NONE; cells * size];
        for cell_candidates in open.chunk_by(|one, other| one.0 == other.0) {
            self.cell_starts.push(self.candidates.len() as u32);
            if let [(cell, digit)] = cell_candidates {
                self.decided[usize::from(*cell)] = Some(*digit);
                continue;
            }
            for (cell, digit) in cell_candidates {
                numbers[usize::from(*cell) * size + usize::from(*digit)] =
                    self.candidates.len() as u32;
                self.candidates.push((*cell, *digit));
            }
        }
        self.cell_starts.push(self.candidates.len() as u32);
        self.items.clear();
        for variables in self.cell_starts.windows(2).filter(|ends| ends[0] < ends[1]) {
            self.items.push(variables[0]..variables[1]);
        }
        // Houses with the same cells, such as a row that is also an extra house, give the same
        // items.
        let mut seen = std::collections::HashSet::new();
        let mut list = Vec::new();
        for is_full in [true, false] {
            for house in layout
                .houses()
                .iter()
                .filter(|house| (house.cells().len() == size) == is_full)
            {
                let members: Vec<u16> = house
                    .cells()
                    .iter()
                    .map(|cell| layout.index(*cell) as u16)
                    .collect();
                if !seen.insert(members.clone()) {
                    continue;
                }
                for digit in 0..size {
                    list.clear();
                    list.extend(
                        members
                            .iter()
                            .map(|cell| numbers[usize::from(*cell) * size + digit])
                            .filter(|variable| *variable != NONE),
                    );
                    if list.len() > 1 {
                        self.items.push(list.iter().copied());
                    }
                }
            }
            if is_full {
                self.encode_digit_sets(&numbers, size, propagators);
                self.primary_count = self.items.count() as u32;
            }
        }
        self.items
            .transpose_into(self.candidates.len(), &mut self.items_of);
        self.load_links(puzzle, &numbers);
    }

    /// Returns a number that differs between problems, and between numberings of their variables.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let Self {
            candidates,
            clauses,
            decided,
            items,
            links,
            non_pairwise,
            ..
        } = self;
        (candidates, clauses, decided, items, links, non_pairwise).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the number of variables that are open candidates. The others are auxiliary.
    pub(crate) fn open_count(&self) -> usize {
        self.cell_starts.last().map_or(0, |count| *count as usize)
    }

    /// Returns the variables of a cell: an empty range if the cell is decided.
    pub(crate) fn cell_variables(&self, cell: usize) -> Range<u32> {
        self.cell_starts[cell]..self.cell_starts[cell + 1]
    }

    /// Returns the variable of a candidate, if it is open and its cell is not decided.
    pub(crate) fn variable_of(&self, cell: u16, digit: u8) -> Option<u32> {
        self.cell_variables(usize::from(cell))
            .find(|variable| self.candidates[*variable as usize].1 == digit)
    }

    /// Builds `links` and `non_pairwise` from the constraints of the layout.
    fn load_links(&mut self, puzzle: &Puzzle, numbers: &[u32]) {
        let layout = puzzle.layout();
        let size = usize::from(layout.size());
        let constraints = layout.constraints();
        let others = &layout.propagators().others;
        self.non_pairwise.clear();
        let mut constraints_of: Vec<Vec<u16>> = vec![
            Vec::new();
            if constraints.is_empty() {
                0
            } else {
                layout.cell_count()
            }
        ];
        for (number, constraint) in constraints.iter().enumerate() {
            for cell in constraint.cells() {
                let cell = layout.index(*cell);
                constraints_of[cell].push(number as u16);
                if !constraint.is_pairwise() && others.contains(&number) {
                    self.non_pairwise.push((cell as u16, number as u16));
                }
            }
        }
        self.non_pairwise.sort_unstable();
        self.links.clear();
        self.never.clear();
        if constraints.is_empty() {
            return;
        }
        // A constraint may report a link from one side only.
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let open = self.candidates[..self.open_count()].iter();
        for (variable, (cell, digit)) in open.enumerate() {
            let from = ndoku_core::Candidate::new(
                layout.cell(usize::from(*cell)),
                Digit::from_index(usize::from(*digit)),
            );
            for number in &constraints_of[usize::from(*cell)] {
                constraints[usize::from(*number)].weak_links(from, size as u8, &mut |to| {
                    let other = if layout.contains(to.cell) && to.digit.index() < size {
                        numbers[layout.index(to.cell) * size + to.digit.index()]
                    } else {
                        NONE
                    };
                    if other == variable as u32 {
                        self.never.push(other);
                    } else if other != NONE {
                        pairs.push((variable as u32, other));
                        pairs.push((other, variable as u32));
                    }
                });
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut rest = pairs.into_iter().peekable();
        for variable in 0..self.candidates.len() as u32 {
            while let Some((_, other)) = rest.next_if(|pair| pair.0 == variable) {
                self.links.members.push(other);
            }
            self.links.push([]);
        }
    }
}
