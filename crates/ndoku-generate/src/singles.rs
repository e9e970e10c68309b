//! `Singles`: a solver by singles alone, for any layout of up to 64 digits. Its behavior never
//! changes.
//!
//! ```text
//!   place r4c4=7 ─▶ remove 7 from the peers, and other digits from r4c4
//!                ─▶ a cell with one candidate, or a digit with one place ─▶ place …
//! ```
//!
//! Generators test thousands of times if singles solve a puzzle, and fill grids by guessing and
//! propagating. Engines are faster, but tuning changes which solution they find first and after how
//! many guesses. The result of a seed must not change, so this solver stays simple and fixed. It
//! counts candidates of cells, places of digits in houses of N cells, and open cells of houses.
//!
//! A 9×9 puzzle takes a few microseconds. A state has 8 bytes per cell and one byte per house and
//! digit.

use ndoku_core::constraint::Candidates;
use ndoku_core::{Candidate, Cell, Digit, DigitSet, HouseKind, Layout};
use ndoku_logic::singles::SinglesGrid9;

/// The largest supported size. Larger ones do not fit into a word.
pub(crate) const MAX_SIZE: u8 = 64;

/// A set of singles techniques.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SinglesKind {
    /// The last open cell of a house, and hidden singles in boxes, as beginners see them.
    Boxes,
    /// All hidden and naked singles.
    All,
}

/// Houses and peers of a layout as numbers.
#[derive(Debug)]
pub(crate) struct LayoutTables {
    layout: Layout,
    size: usize,
    /// For each cell, the cells that share a house with it.
    peers: Vec<Vec<u16>>,
    /// The cells of each house.
    houses: Vec<Vec<u16>>,
    /// For each house, two flags: it is a box, and it holds every digit.
    kinds: Vec<(bool, bool)>,
    /// For each cell, its houses.
    houses_of: Vec<Vec<u16>>,
    /// For each cell, the constraints that name it.
    watched: Vec<Vec<u16>>,
    /// The constraints that are more than their weak links.
    wide: Vec<u16>,
    is_classic: bool,
}

impl LayoutTables {
    /// Creates the tables. Returns `None` for sizes above [`MAX_SIZE`], and for constraints that
    /// name cells outside the grid.
    pub(crate) fn new(layout: &Layout) -> Option<Self> {
        let size = usize::from(layout.size());
        let inside = layout
            .constraints()
            .iter()
            .all(|constraint| constraint.cells().iter().all(|cell| layout.contains(*cell)));
        if layout.size() > MAX_SIZE || !inside {
            return None;
        }
        let index = |cell: &Cell| layout.index(*cell) as u16;
        let mut watched = vec![Vec::new(); layout.cell_count()];
        let mut wide = Vec::new();
        for (number, constraint) in layout.constraints().iter().enumerate() {
            for cell in constraint.cells() {
                watched[layout.index(*cell)].push(number as u16);
            }
            if !constraint.is_pairwise() {
                wide.push(number as u16);
            }
        }
        Some(Self {
            layout: layout.clone(),
            size,
            peers: layout
                .cells()
                .map(|cell| layout.peers(cell).iter().map(index).collect())
                .collect(),
            houses: layout
                .houses()
                .iter()
                .map(|house| house.cells().iter().map(index).collect())
                .collect(),
            kinds: layout
                .houses()
                .iter()
                .map(|house| (house.kind() == HouseKind::Box, house.cells().len() == size))
                .collect(),
            houses_of: layout
                .cells()
                .map(|cell| layout.houses_of(cell).to_vec())
                .collect(),
            watched,
            wide,
            is_classic: layout.is_classic(),
        })
    }

    /// Returns the cells of a house.
    pub(crate) fn house(&self, house: usize) -> &[u16] {
        &self.houses[house]
    }

    /// Returns the number of houses.
    pub(crate) fn house_count(&self) -> usize {
        self.houses.len()
    }

    /// Returns `true` if the house holds every digit.
    pub(crate) fn is_full(&self, house: usize) -> bool {
        self.kinds[house].1
    }

    /// Returns all digits as bits.
    fn all(&self) -> u64 {
        if self.size == 64 {
            u64::MAX
        } else {
            (1 << self.size) - 1
        }
    }
}

/// The state of the propagation.
#[derive(Clone, Debug)]
pub(crate) struct Singles {
    /// For each cell, its candidates. Bit 0 is the digit 1.
    candidates: Vec<u64>,
    /// For each cell, `true` if its digit has been placed.
    placed: Vec<bool>,
    /// For each house and digit, the number of cells with this candidate.
    places: Vec<u8>,
    /// For each house, the number of cells that are not placed.
    open: Vec<u8>,
    /// Number of cells that are not placed.
    left: usize,
    /// Placements that are due: cell and digit from 0.
    queue: Vec<(u16, u8)>,
    kind: SinglesKind,
    failed: bool,
}

impl Singles {
    /// Creates an empty state.
    pub(crate) fn new(tables: &LayoutTables, kind: SinglesKind) -> Self {
        let mut fresh = Self {
            candidates: Vec::new(),
            placed: Vec::new(),
            places: Vec::new(),
            open: Vec::new(),
            left: 0,
            queue: Vec::new(),
            kind,
            failed: false,
        };
        fresh.reset(tables, kind);
        fresh
    }

    /// Resets to the empty state.
    pub(crate) fn reset(&mut self, tables: &LayoutTables, kind: SinglesKind) {
        let cells = tables.peers.len();
        self.candidates.clear();
        self.candidates.resize(cells, tables.all());
        self.placed.clear();
        self.placed.resize(cells, false);
        self.places.clear();
        self.open.clear();
        for house in &tables.houses {
            self.places
                .resize(self.places.len() + tables.size, house.len() as u8);
            self.open.push(house.len() as u8);
        }
        self.left = cells;
        self.queue.clear();
        self.kind = kind;
        self.failed = false;
        if tables.size == 1 {
            self.queue.push((0, 0));
        }
    }

    /// Copies another state without allocations.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.candidates.clone_from(&other.candidates);
        self.placed.clone_from(&other.placed);
        self.places.clone_from(&other.places);
        self.open.clone_from(&other.open);
        self.queue.clone_from(&other.queue);
        (self.left, self.kind, self.failed) = (other.left, other.kind, other.failed);
    }

    /// Returns `true` if singles alone solve the clues, where 0 is a blank.
    pub(crate) fn solves(
        &mut self,
        tables: &LayoutTables,
        clues: &[u8],
        kind: SinglesKind,
    ) -> bool {
        match clues.try_into() {
            Ok(clues) if tables.is_classic => solves_classic(clues, kind),
            _ => self.solves_any_layout(tables, clues, kind),
        }
    }

    /// Solves clues of any layout, as [`solves`](Self::solves) does.
    fn solves_any_layout(
        &mut self,
        tables: &LayoutTables,
        clues: &[u8],
        kind: SinglesKind,
    ) -> bool {
        self.reset(tables, kind);
        for (cell, digit) in clues.iter().enumerate() {
            if *digit > 0 {
                self.queue.push((cell as u16, digit - 1));
            }
        }
        self.propagate(tables);
        !self.failed && self.left == 0
    }

    /// Queues the placement of a digit, from 0. [`propagate`](Self::propagate) applies it.
    pub(crate) fn place(&mut self, cell: usize, digit: u8) {
        self.queue.push((cell as u16, digit));
    }

    /// Removes a candidate.
    pub(crate) fn remove_candidate(&mut self, tables: &LayoutTables, cell: usize, digit: u8) {
        self.remove(tables, cell, digit);
    }

    /// Applies all queued placements and all singles that follow.
    pub(crate) fn propagate(&mut self, tables: &LayoutTables) {
        loop {
            while let Some((cell, digit)) = self.queue.pop() {
                if self.failed {
                    return;
                }
                self.assign(tables, usize::from(cell), digit);
            }
            if self.failed || tables.wide.is_empty() || self.left == 0 {
                return;
            }
            let before: u32 = self
                .candidates
                .iter()
                .map(|candidates| candidates.count_ones())
                .sum();
            for number in &tables.wide {
                let constraint = &tables.layout.constraints()[usize::from(*number)];
                constraint.propagate(&mut SinglesView {
                    state: self,
                    tables,
                });
            }
            if self.queue.is_empty()
                && before
                    == self
                        .candidates
                        .iter()
                        .map(|candidates| candidates.count_ones())
                        .sum::<u32>()
            {
                return;
            }
        }
    }

    /// Returns `true` if the state has a contradiction.
    pub(crate) const fn is_failed(&self) -> bool {
        self.failed
    }

    /// Returns the number of cells that are not placed.
    pub(crate) const fn open_count(&self) -> usize {
        self.left
    }

    /// Returns the candidates of a cell as bits.
    pub(crate) fn candidates(&self, cell: usize) -> u64 {
        self.candidates[cell]
    }

    /// Returns `true` if the digit of a cell has been placed.
    pub(crate) fn is_placed(&self, cell: usize) -> bool {
        self.placed[cell]
    }

    /// Returns the number of cells of a house with this candidate.
    pub(crate) fn place_count(&self, tables: &LayoutTables, house: usize, digit: usize) -> u8 {
        self.places[house * tables.size + digit]
    }

    /// Returns the digits of a full grid.
    pub(crate) fn grid(&self) -> Vec<u8> {
        self.candidates
            .iter()
            .map(|candidates| 1 + candidates.trailing_zeros() as u8)
            .collect()
    }

    fn assign(&mut self, tables: &LayoutTables, cell: usize, digit: u8) {
        if self.candidates[cell] >> digit & 1 == 0 {
            self.failed = true;
            return;
        }
        if self.placed[cell] {
            return;
        }
        self.placed[cell] = true;
        self.left -= 1;
        let mut others = self.candidates[cell] & !(1 << digit);
        while others != 0 {
            self.remove(tables, cell, others.trailing_zeros() as u8);
            others &= others - 1;
        }
        for peer in &tables.peers[cell] {
            if self.candidates[usize::from(*peer)] >> digit & 1 == 1 {
                self.remove(tables, usize::from(*peer), digit);
            }
        }
        for house in &tables.houses_of[cell] {
            let house = usize::from(*house);
            self.open[house] -= 1;
            // The last open cell of a house. With all singles, the other rules find it too.
            if self.kind == SinglesKind::Boxes && self.open[house] == 1 && tables.kinds[house].1 {
                let last = tables.houses[house]
                    .iter()
                    .find(|cell| !self.placed[usize::from(**cell)]);
                if let Some(last) = last
                    && self.candidates[usize::from(*last)].count_ones() == 1
                {
                    self.queue.push((
                        *last,
                        self.candidates[usize::from(*last)].trailing_zeros() as u8,
                    ));
                }
            }
        }
        for number in &tables.watched[cell] {
            let constraint = &tables.layout.constraints()[usize::from(*number)];
            let from = Candidate::new(
                tables.layout.cell(cell),
                Digit::from_index(usize::from(digit)),
            );
            constraint.weak_links(from, tables.size as u8, &mut |to| {
                if tables.layout.contains(to.cell) && to.digit.index() < tables.size {
                    self.remove(tables, tables.layout.index(to.cell), to.digit.index() as u8);
                }
            });
        }
    }

    fn remove(&mut self, tables: &LayoutTables, cell: usize, digit: u8) {
        let bit = 1 << digit;
        if self.candidates[cell] & bit == 0 {
            return;
        }
        self.candidates[cell] &= !bit;
        let rest = self.candidates[cell];
        if rest == 0 {
            self.failed = true;
            return;
        }
        if self.kind == SinglesKind::All && rest & (rest - 1) == 0 && !self.placed[cell] {
            self.queue.push((cell as u16, rest.trailing_zeros() as u8));
        }
        for house in &tables.houses_of[cell] {
            let house = usize::from(*house);
            let places = &mut self.places[house * tables.size + usize::from(digit)];
            *places -= 1;
            let (is_box, is_full) = tables.kinds[house];
            if !is_full
                || *places > 1
                || (self.kind == SinglesKind::Boxes && !is_box && *places == 1)
            {
                continue;
            }
            if *places == 0 {
                self.failed = true;
                return;
            }
            let place = tables.houses[house]
                .iter()
                .find(|cell| self.candidates[usize::from(**cell)] & bit != 0);
            if let Some(place) = place
                && !self.placed[usize::from(*place)]
            {
                self.queue.push((*place, digit));
            }
        }
    }
}

/// The view of a state that constraints use.
struct SinglesView<'a> {
    state: &'a mut Singles,
    tables: &'a LayoutTables,
}

impl Candidates for SinglesView<'_> {
    fn candidates(&self, cell: Cell) -> DigitSet {
        DigitSet::from_words([
            self.state.candidates[self.tables.layout.index(cell)],
            0,
            0,
            0,
        ])
    }

    fn remove(&mut self, candidate: Candidate) {
        if self.tables.layout.contains(candidate.cell) && candidate.digit.index() < self.tables.size
        {
            self.state.remove(
                self.tables,
                self.tables.layout.index(candidate.cell),
                candidate.digit.index() as u8,
            );
        }
    }
}

/// Tests if singles solve a classic puzzle. Gives the same answers as [`Singles`], but several
/// times faster.
fn solves_classic(clues: &[u8; 81], kind: SinglesKind) -> bool {
    let mut nine = SinglesGrid9::from_clues(clues);
    match kind {
        SinglesKind::All => nine.fill_singles(),
        SinglesKind::Boxes => nine.fill_beginner_singles(),
    }
    nine.is_solved()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_solved(text: &str, kind: SinglesKind) -> bool {
        let tables = LayoutTables::new(&Layout::classic()).unwrap();
        let clues: Vec<u8> = text
            .bytes()
            .map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
            .collect();
        Singles::new(&tables, kind).solves(&tables, &clues, kind)
    }

    #[test]
    fn singles_solve_easy_puzzles_only() {
        let easy =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert!(is_solved(easy, SinglesKind::All) && is_solved(easy, SinglesKind::Boxes));
        let hard =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        assert!(!is_solved(hard, SinglesKind::All));
        let wrong = easy.replacen("53", "55", 1);
        assert!(!is_solved(&wrong, SinglesKind::All));
        let tables = LayoutTables::new(&Layout::for_size(1).unwrap()).unwrap();
        assert!(Singles::new(&tables, SinglesKind::All).solves(&tables, &[0], SinglesKind::All));
        assert!(LayoutTables::new(&Layout::for_size(65).unwrap()).is_none());
    }

    #[test]
    fn fast_classic_path_agrees() {
        use crate::grid_generator::{GridGenerator, shuffled_indices};
        let tables = LayoutTables::new(&Layout::classic()).unwrap();
        let mut rng = ndoku_core::Rng::new(1);
        let mut singles = Singles::new(&tables, SinglesKind::All);
        let mut solved = [0; 2];
        for round in 0..2_000 {
            let mut clues = GridGenerator::generate_classic(&mut rng);
            shuffled_indices(81, &mut rng)[..30 + round % 26]
                .iter()
                .for_each(|cell| clues[*cell] = 0);
            for (place, kind) in [SinglesKind::Boxes, SinglesKind::All]
                .into_iter()
                .enumerate()
            {
                let expected = singles.solves_any_layout(&tables, &clues, kind);
                assert_eq!(solves_classic(&clues, kind), expected, "{kind:?} {clues:?}");
                solved[place] += u32::from(expected);
            }
        }
        assert!(
            solved.iter().all(|solved| (200..1_900).contains(solved)) && solved[0] < solved[1],
            "{solved:?}"
        );
    }
}
