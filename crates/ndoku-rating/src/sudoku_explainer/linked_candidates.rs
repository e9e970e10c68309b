//! A fast test for chains: most reduced grids of nested searches have none.
//!
//! ```text
//! start on ─ weak ─▶ off ─ strong ─▶ on ─▶ … ─▶ on ─ weak ─▶ start off
//!                    └──────── candidates with strong links ──────┘
//! ```
//!
//! All candidates between the start and its negation have strong links. There are rarely more than
//! 128 of them, so a set of them is one word.

use super::grid::CandidateGrid;
use super::tables::{CELLS, REGIONS, members};

/// Maximum number of candidates with strong links.
const MAX_LINKED: usize = 128;

/// A set of candidates with strong links.
type LinkedSet = u128;

/// The candidates with strong links, numbered in order of discovery.
struct LinkedCandidates {
    /// The cell and the digit of each.
    list: Vec<(usize, usize)>,
    /// The ends of the strong links of each.
    strong: [LinkedSet; MAX_LINKED],
    /// Those of each digit in each region, and those of each cell.
    in_regions: [[LinkedSet; 9]; 27],
    in_cells: [LinkedSet; 81],
}

/// Returns whether a forcing chain of weak and strong links has a deduction. It may return `true`
/// without one if very many candidates have strong links.
pub(super) fn may_have_chain(grid: &CandidateGrid) -> bool {
    LinkedCandidates::new(grid).is_none_or(|linked| linked.has_chain(grid))
}

impl LinkedCandidates {
    /// Returns `None` if there are more than [`MAX_LINKED`].
    fn new(grid: &CandidateGrid) -> Option<Self> {
        let mut linked = Self {
            list: Vec::with_capacity(MAX_LINKED),
            strong: [0; MAX_LINKED],
            in_regions: [[0; 9]; 27],
            in_cells: [0; 81],
        };
        let mut numbers = [[u8::MAX; 9]; 81];
        for (cell, digits) in grid.cells.iter().enumerate() {
            if digits.count_ones() == 2 {
                let [one, other] =
                    [digits.trailing_zeros(), digits.ilog2()].map(|digit| (cell, digit as usize));
                linked.link(&mut numbers, one, other)?;
            }
        }
        for (region, places) in grid.places.iter().enumerate() {
            for (digit, places) in places.iter().enumerate() {
                if places.count_ones() == 2 {
                    let [one, other] = [places.trailing_zeros(), places.ilog2()]
                        .map(|place| (usize::from(CELLS[region][place as usize]), digit));
                    linked.link(&mut numbers, one, other)?;
                }
            }
        }
        Some(linked)
    }

    /// Adds a strong link. Returns `None` if there is no room.
    fn link(
        &mut self,
        numbers: &mut [[u8; 9]; 81],
        one: (usize, usize),
        other: (usize, usize),
    ) -> Option<()> {
        let mut number = |(cell, digit): (usize, usize)| {
            let number = &mut numbers[cell][digit];
            if *number == u8::MAX {
                if self.list.len() == MAX_LINKED {
                    return None;
                }
                *number = self.list.len() as u8;
                self.list.push((cell, digit));
                let bit = 1 << *number;
                self.in_cells[cell] |= bit;
                for region in REGIONS[cell] {
                    self.in_regions[usize::from(region)][digit] |= bit;
                }
            }
            Some(*number)
        };
        let (one, other) = (number(one)?, number(other)?);
        self.strong[usize::from(one)] |= 1 << other;
        self.strong[usize::from(other)] |= 1 << one;
        Some(())
    }

    /// Returns the candidates with strong links that are off if this candidate is on. The set may
    /// contain the candidate itself.
    fn weak(&self, cell: usize, digit: usize) -> LinkedSet {
        let in_region = |region: u8| self.in_regions[usize::from(region)][digit];
        let [block, row, column] = REGIONS[cell];
        self.in_cells[cell] | in_region(block) | in_region(row) | in_region(column)
    }

    fn has_chain(&self, grid: &CandidateGrid) -> bool {
        // Those that are on if one is off, directly or indirectly.
        let closures = self.closures();
        let mut through = [0; MAX_LINKED];
        let (mut through_cells, mut through_regions) = ([0; 81], [[0; 9]; 27]);
        for ((through, strong), (cell, digit)) in
            through.iter_mut().zip(&self.strong).zip(&self.list)
        {
            *through = union_of(*strong, |on| closures[on] | 1 << on);
            through_cells[*cell] |= *through;
            for region in REGIONS[*cell] {
                through_regions[usize::from(region)][*digit] |= *through;
            }
        }
        grid.cells.iter().enumerate().any(|(cell, digits)| {
            members(*digits).any(|digit| {
                let own = self.own(cell, digit);
                let weak = self.weak(cell, digit) & !own;
                let in_region = |region: u8| through_regions[usize::from(region)][digit];
                let [block, row, column] = REGIONS[cell];
                let all =
                    through_cells[cell] | in_region(block) | in_region(row) | in_region(column);
                // A candidate with strong links is one of those that the union goes through.
                all & weak != 0 && (own == 0 || union_of(weak, |off| through[off]) & weak != 0)
            })
        })
    }

    /// Returns the candidate as a set if it has a strong link.
    fn own(&self, cell: usize, digit: usize) -> LinkedSet {
        self.in_cells[cell] & self.in_regions[usize::from(REGIONS[cell][0])][digit]
    }

    /// Returns for each candidate those that it turns on, directly or indirectly.
    ///
    /// Each closure uses the earlier ones, which are complete.
    fn closures(&self) -> Vec<LinkedSet> {
        let next: Vec<LinkedSet> = (0..)
            .zip(&self.list)
            .map(|(number, (cell, digit))| {
                let weak = self.weak(*cell, *digit) & !(1 << number);
                union_of(weak, |off| self.strong[off])
            })
            .collect();
        let mut closures: Vec<LinkedSet> = Vec::with_capacity(next.len());
        for next_of_one in &next {
            let (mut closure, mut open) = (*next_of_one, *next_of_one);
            while open != 0 {
                let on = open.trailing_zeros() as usize;
                open &= open - 1;
                if let Some(known) = closures.get(on) {
                    open &= !known;
                    closure |= known;
                } else {
                    open |= next[on] & !closure;
                    closure |= next[on];
                }
            }
            closures.push(closure);
        }
        closures
    }
}

/// Returns the union of the sets of these members.
fn union_of(mut members: LinkedSet, set: impl Fn(usize) -> LinkedSet) -> LinkedSet {
    let mut union = 0;
    while members != 0 {
        union |= set(members.trailing_zeros() as usize);
        members &= members - 1;
    }
    union
}
