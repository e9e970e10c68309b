//! `CoverMatrix`: the candidates that are open after propagation, as variables, and what is demanded of them.
//!
//! ```text
//!   variables   r1c1=2  r1c1=5  r1c3=5  …          in the order of cells and digits
//!   items       cell r1c1: {r1c1=2 r1c1=5}         exactly one of them is true: a cell, a digit in a house of N cells
//!               5 in row 1: {r1c1=5 r1c3=5 …}
//!   groups      5 in a house of fewer cells         at most one is true
//!   links       r1c1=5 – r2c3=5                     not both: what constraints say
//! ```
//!
//! Nothing is written as clauses: an item with N candidates would be N²/2 of them.

use std::ops::Range;

use ndoku_core::{Digit, Puzzle};

/// Lists in one array.
#[derive(Debug)]
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

    fn push(&mut self, members: impl IntoIterator<Item = u32>) {
        self.members.extend(members);
        self.starts.push(self.members.len() as u32);
    }

    /// How many lists.
    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where a list lies in [`at`](Self::at).
    #[inline]
    pub(crate) fn range(&self, list: u32) -> Range<usize> {
        self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize
    }

    /// The member at a place of the array.
    #[inline]
    pub(crate) fn member(&self, place: usize) -> u32 {
        self.members[place]
    }

    /// One list.
    #[inline]
    pub(crate) fn list(&self, list: u32) -> &[u32] {
        &self.members[self.range(list)]
    }

    /// For each of `count` members, the lists that hold it.
    fn transpose_into(&self, count: usize, out: &mut Self) {
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
                let place = &mut next[*member as usize];
                out.members[*place as usize] = list;
                *place += 1;
            }
        }
    }
}

/// What a search works on.
#[derive(Debug, Default)]
pub(crate) struct CoverMatrix {
    /// For each variable its cell's number and its digit's index.
    pub(crate) candidates: Vec<(u16, u8)>,
    /// For each cell its digit's index if it is decided.
    pub(crate) decided: Vec<Option<u8>>,
    /// Where the variables of each cell begin.
    cell_starts: Vec<u32>,
    /// The variables of each item, and from [`primary_count`](Self::primary_count) on those of each group.
    pub(crate) items: CsrLists,
    /// How many items there are; what follows are groups.
    pub(crate) primary_count: u32,
    /// The items and groups of each variable.
    pub(crate) items_of: CsrLists,
    /// Variables that are false if one is true.
    pub(crate) links: CsrLists,
    /// For each cell the constraints that weak links do not say in full, by their number in the layout.
    pub(crate) non_pairwise: Vec<(u16, u16)>,
}

/// No variable.
const NONE: u32 = u32::MAX;

impl CoverMatrix {
    /// What is left of a puzzle: its open candidates as cell and digit's index, in order; at least one for each cell.
    pub(crate) fn load(&mut self, puzzle: &Puzzle, open: &[(u16, u8)]) {
        let layout = puzzle.layout();
        let (cells, size) = (layout.cell_count(), usize::from(layout.size()));
        self.candidates.clear();
        self.decided.clear();
        self.decided.resize(cells, None);
        self.cell_starts.clear();
        let mut numbers = vec![NONE; cells * size];
        for of_cell in open.chunk_by(|one, other| one.0 == other.0) {
            self.cell_starts.push(self.candidates.len() as u32);
            if let [(cell, digit)] = of_cell {
                self.decided[usize::from(*cell)] = Some(*digit);
                continue;
            }
            for (cell, digit) in of_cell {
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
        // Houses with the same cells (a row that is an extra house too) demand the same.
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
                self.primary_count = self.items.count() as u32;
            }
        }
        self.items
            .transpose_into(self.candidates.len(), &mut self.items_of);
        self.load_links(puzzle, &numbers);
    }

    /// The variables of a cell.
    pub(crate) fn cell_variables(&self, cell: usize) -> Range<u32> {
        self.cell_starts[cell]..self.cell_starts[cell + 1]
    }

    fn load_links(&mut self, puzzle: &Puzzle, numbers: &[u32]) {
        let layout = puzzle.layout();
        let size = usize::from(layout.size());
        let constraints = layout.constraints();
        self.non_pairwise.clear();
        let mut of_cell: Vec<Vec<u16>> = vec![
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
                of_cell[cell].push(number as u16);
                if !constraint.is_pairwise() {
                    self.non_pairwise.push((cell as u16, number as u16));
                }
            }
        }
        self.non_pairwise.sort_unstable();
        self.links.clear();
        if constraints.is_empty() {
            return;
        }
        // A link may be named from one side only.
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (variable, (cell, digit)) in self.candidates.iter().enumerate() {
            let from = ndoku_core::Candidate::new(
                layout.cell(usize::from(*cell)),
                Digit::from_index(usize::from(*digit)),
            );
            for number in &of_cell[usize::from(*cell)] {
                constraints[usize::from(*number)].weak_links(from, size as u8, &mut |to| {
                    let other = if layout.contains(to.cell) && to.digit.index() < size {
                        numbers[layout.index(to.cell) * size + to.digit.index()]
                    } else {
                        NONE
                    };
                    if other != NONE {
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
