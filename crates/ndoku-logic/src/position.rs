//! `Position`: a board with the lookups that techniques need: candidates by cell, places by digit,
//! houses and peers as sets.
//!
//! ```text
//! Layout        ─▶ Geometry   houses and peers: computed once for a layout
//! Puzzle, Board ─▶ Position   candidates and places: computed for each step, some µs for 9×9
//! ```
//!
//! A cell is an index here, counted from 0 row by row. A decided cell has no candidates in a
//! position, because its digit is already removed from its peers.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use ndoku_core::{Board, Boxes, Candidate, Cell, Digit, DigitSet, HouseKind, Layout, Puzzle};

use crate::als::AlmostLockedSets;
use crate::cells::CellSet;
use crate::implications::{ImplicationCache, Implications, InferenceLevel};
use crate::known_sums::KnownSums;
use crate::links::Links;
use crate::phrase::Phrase;
use crate::rule_trial::RuleTrial;
use crate::rules::{Masks, RulePropagators};
use crate::technique::StepSink;
use crate::text;

/// A house as a set.
#[derive(Clone, Debug)]
pub struct HouseCells {
    /// Its cells, ascending.
    pub cells: Vec<usize>,
    /// Its cells as a set.
    pub set: CellSet,
    /// Row, column, box, diagonal or extra.
    pub kind: HouseKind,
    /// `true` if it has N cells, so that each digit has a place in it. A smaller house only holds
    /// no digit twice.
    pub is_full: bool,
}

/// The lookups that depend on the layout alone.
#[derive(Debug)]
pub struct Geometry {
    layout: Layout,
    houses: Vec<HouseCells>,
    peers: Vec<CellSet>,
    /// The result of [`Position::overlapping_houses`].
    overlapping: OnceLock<Vec<(usize, usize)>>,
    /// The result of [`Position::rules`].
    rules: OnceLock<Vec<RulePropagators>>,
    /// The result of [`Position::known_sums`].
    sums: OnceLock<KnownSums>,
}

impl Geometry {
    /// Returns the geometry of a layout. The time grows with cells × peers. The result for the
    /// classic layout is cached.
    #[must_use]
    pub fn for_layout(layout: &Layout) -> Arc<Self> {
        static CLASSIC: OnceLock<Arc<Geometry>> = OnceLock::new();
        if layout.is_classic() {
            Arc::clone(CLASSIC.get_or_init(|| Arc::new(Self::new(layout))))
        } else {
            Arc::new(Self::new(layout))
        }
    }

    fn new(layout: &Layout) -> Self {
        let count = layout.cell_count();
        let houses: Vec<HouseCells> = layout
            .houses()
            .iter()
            .map(|house| {
                let cells: Vec<usize> = house
                    .cells()
                    .iter()
                    .map(|cell| layout.index(*cell))
                    .collect();
                HouseCells {
                    set: CellSet::from_cells(count, cells.iter().copied()),
                    kind: house.kind(),
                    is_full: cells.len() == usize::from(layout.size()),
                    cells,
                }
            })
            .collect();
        let mut peers = vec![CellSet::new(count); count];
        for house in &houses {
            for cell in &house.cells {
                peers[*cell].union_with(&house.set);
            }
        }
        for (cell, own) in peers.iter_mut().enumerate() {
            own.remove(cell);
            // Two cells that a constraint forbids to be equal, for every digit, count as peers.
            let mut linked: std::collections::BTreeMap<usize, usize> =
                std::collections::BTreeMap::new();
            let place = layout.cell(cell);
            for constraint in layout
                .constraints()
                .iter()
                .filter(|constraint| constraint.cells().contains(&place))
            {
                for digit in layout.digits() {
                    constraint.weak_links(
                        Candidate::new(place, digit),
                        layout.size(),
                        &mut |other| {
                            if other.digit == digit && other.cell != place {
                                *linked.entry(layout.index(other.cell)).or_default() += 1;
                            }
                        },
                    );
                }
            }
            linked
                .iter()
                .filter(|(_, digits)| **digits >= usize::from(layout.size()))
                .for_each(|(other, _)| own.insert(*other));
        }
        Self {
            layout: layout.clone(),
            houses,
            peers,
            overlapping: OnceLock::new(),
            rules: OnceLock::new(),
            sums: OnceLock::new(),
        }
    }

    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
}

/// A board with its lookups.
pub struct Position<'b> {
    puzzle: &'b Puzzle,
    board: &'b Board,
    geometry: &'b Geometry,
    /// The candidates of each cell, empty for decided cells.
    candidates: Vec<DigitSet>,
    /// The open cells that may hold each digit.
    places: Vec<CellSet>,
    /// The digits that are not placed in each house.
    missing: Vec<DigitSet>,
    bivalue: CellSet,
    is_unique: bool,
    links: OnceCell<Links>,
    group_links: OnceCell<Links>,
    implications: ImplicationCache,
    /// The result of [`Position::almost_locked_sets`].
    als: OnceCell<AlmostLockedSets>,
    /// The result of [`Position::masks`].
    masks: OnceCell<Masks>,
    /// The tables of [`Position::with_rule_trial`].
    trial: std::cell::Cell<Option<Box<RuleTrial>>>,
}

impl std::fmt::Debug for Position<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Position")
            .field("puzzle", &self.puzzle)
            .field("board", &self.board)
            .finish_non_exhaustive()
    }
}

impl<'b> Position<'b> {
    /// Returns the position of a board. `puzzle` has the clues and symbols. `geometry` must be that
    /// of the layout.
    #[must_use]
    pub fn new(puzzle: &'b Puzzle, board: &'b Board, geometry: &'b Geometry) -> Self {
        let layout = board.layout();
        let (count, size) = (layout.cell_count(), usize::from(layout.size()));
        let mut candidates = vec![DigitSet::default(); count];
        let mut places = vec![CellSet::new(count); size];
        let mut bivalue = CellSet::new(count);
        for (cell, name) in layout
            .cells()
            .enumerate()
            .filter(|(_, name)| board.digit(*name).is_none())
        {
            candidates[cell] = board.candidates(name);
            candidates[cell]
                .iter()
                .for_each(|digit| places[digit.index()].insert(cell));
            if candidates[cell].len() == 2 {
                bivalue.insert(cell);
            }
        }
        let missing = layout.houses().iter().map(|house| {
            let placed: DigitSet = house
                .cells()
                .iter()
                .filter_map(|cell| board.digit(*cell))
                .collect();
            DigitSet::full(layout.size()) - placed
        });
        Self {
            puzzle,
            board,
            geometry,
            missing: missing.collect(),
            candidates,
            places,
            bivalue,
            is_unique: true,
            links: OnceCell::new(),
            group_links: OnceCell::new(),
            implications: ImplicationCache::default(),
            als: OnceCell::new(),
            masks: OnceCell::new(),
            trial: std::cell::Cell::default(),
        }
    }

    /// Sets whether techniques may assume a unique solution (default `true`).
    #[must_use]
    pub fn with_uniqueness(self, is_unique: bool) -> Self {
        Self { is_unique, ..self }
    }

    /// Returns whether techniques may assume a unique solution.
    #[must_use]
    pub fn assumes_uniqueness(&self) -> bool {
        self.is_unique
    }

    /// Returns the puzzle with its clues.
    #[must_use]
    pub fn puzzle(&self) -> &'b Puzzle {
        self.puzzle
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &'b Board {
        self.board
    }

    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> &'b Layout {
        &self.geometry.layout
    }

    /// Returns N.
    #[must_use]
    pub fn size(&self) -> usize {
        usize::from(self.layout().size())
    }

    /// Returns N².
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.candidates.len()
    }

    /// Returns an empty set of cells.
    #[must_use]
    pub fn no_cells(&self) -> CellSet {
        CellSet::new(self.cell_count())
    }

    /// Returns these cells as a set.
    #[must_use]
    pub fn cells(&self, cells: impl IntoIterator<Item = usize>) -> CellSet {
        CellSet::from_cells(self.cell_count(), cells)
    }

    /// Returns the candidates of a cell. A decided cell has none.
    #[must_use]
    pub fn candidates(&self, cell: usize) -> DigitSet {
        self.candidates[cell]
    }

    /// Returns whether a cell is not decided.
    #[must_use]
    pub fn is_open(&self, cell: usize) -> bool {
        self.digit(cell).is_none()
    }

    /// Returns the digit of a decided cell.
    #[must_use]
    pub fn digit(&self, cell: usize) -> Option<Digit> {
        self.board.digits()[cell]
    }

    /// Returns whether a cell has a clue.
    #[must_use]
    pub fn is_clue(&self, cell: usize) -> bool {
        self.puzzle.clues()[cell].is_some()
    }

    /// Returns the open cells that may hold a digit.
    #[must_use]
    pub fn places(&self, digit: Digit) -> &CellSet {
        &self.places[digit.index()]
    }

    /// Returns the open cells with exactly two candidates.
    #[must_use]
    pub fn bivalue(&self) -> &CellSet {
        &self.bivalue
    }

    /// Returns all houses in the order of [`Layout::houses`]. The index in this order is the number
    /// of a house.
    #[must_use]
    pub fn houses(&self) -> &'b [HouseCells] {
        &self.geometry.houses
    }

    /// Returns the numbers of the houses of a cell, ascending.
    pub fn houses_of(&self, cell: usize) -> impl Iterator<Item = usize> + Clone + use<'b> {
        let layout = self.layout();
        layout
            .houses_of(layout.cell(cell))
            .iter()
            .map(|house| usize::from(*house))
    }

    /// Returns the digits that are not placed in a house yet.
    #[must_use]
    pub fn missing(&self, house: usize) -> DigitSet {
        self.missing[house]
    }

    /// Returns the open cells of a house that may hold a digit.
    #[must_use]
    pub fn places_in(&self, house: usize, digit: Digit) -> CellSet {
        &self.houses()[house].set & self.places(digit)
    }

    /// Returns the open cells of a house, ascending.
    #[must_use]
    pub fn open_cells(&self, house: usize) -> Vec<usize> {
        self.houses()[house]
            .cells
            .iter()
            .copied()
            .filter(|cell| self.is_open(*cell))
            .collect()
    }

    /// Returns the union of the candidates of some cells.
    #[must_use]
    pub fn candidates_of(&self, cells: &CellSet) -> DigitSet {
        cells
            .iter()
            .fold(DigitSet::default(), |all, cell| all | self.candidates[cell])
    }

    /// Returns the cells that cannot hold the digit of this one: the cells of its houses, and those
    /// that a pair constraint forbids to be equal.
    #[must_use]
    pub fn peers(&self, cell: usize) -> &'b CellSet {
        &self.geometry.peers[cell]
    }

    /// Returns whether two cells cannot hold the same digit.
    #[must_use]
    pub fn sees(&self, a: usize, b: usize) -> bool {
        self.peers(a).contains(b)
    }

    /// Returns the cells that see all of these. The result contains none of them, and every cell if
    /// the set is empty.
    #[must_use]
    pub fn common_peers(&self, cells: &CellSet) -> CellSet {
        let mut all = CellSet::from_cells(self.cell_count(), 0..self.cell_count());
        cells
            .iter()
            .for_each(|cell| all.intersect_with(self.peers(cell)));
        all
    }

    /// Returns whether each of these cells sees all others.
    #[must_use]
    pub fn see_each_other(&self, cells: &CellSet) -> bool {
        cells.iter().all(|cell| {
            let mut others = cells.clone();
            others.remove(cell);
            others.is_subset(self.peers(cell))
        })
    }

    /// Returns the houses that contain all of these cells.
    #[must_use]
    pub fn houses_with(&self, cells: &CellSet) -> Vec<usize> {
        let Some(first) = cells.first() else {
            return Vec::new();
        };
        self.houses_of(first)
            .filter(|house| cells.is_subset(&self.houses()[*house].set))
            .collect()
    }

    /// Returns the ordered pairs of different houses that share at least two cells. Locked
    /// candidates need such a pair.
    #[must_use]
    pub fn overlapping_houses(&self) -> &'b [(usize, usize)] {
        self.geometry.overlapping.get_or_init(|| {
            let houses = self.houses();
            let shared = |a: usize, b: usize| a != b && (&houses[a].set & &houses[b].set).len() > 1;
            (0..houses.len())
                .flat_map(|a| {
                    (0..houses.len())
                        .filter(move |b| shared(a, *b))
                        .map(move |b| (a, b))
                })
                .collect()
        })
    }

    /// Returns the links between the candidates, computed on first use.
    #[must_use]
    pub fn links(&self) -> &Links {
        self.links.get_or_init(|| Links::new(self))
    }

    /// Returns the links with groups of candidates as additional nodes, computed on first use.
    #[must_use]
    pub fn group_links(&self) -> &Links {
        self.group_links
            .get_or_init(|| self.links().with_groups(self))
    }

    /// Returns the implications of each candidate at this inference level, computed on first use.
    /// Breaks if the sink stops the computation.
    pub fn implications(
        &self,
        inference: InferenceLevel,
        sink: &StepSink<'_>,
    ) -> ControlFlow<(), &Implications> {
        self.implications.get(self.links(), inference, sink)
    }

    /// Returns the almost locked sets, computed on first use.
    #[must_use]
    pub fn almost_locked_sets(&self) -> &AlmostLockedSets {
        self.als.get_or_init(|| AlmostLockedSets::new(self))
    }

    /// Returns the constraints of the layout with their propagators, computed on first use. Empty
    /// for layouts without constraints and for those above 16×16.
    #[must_use]
    pub fn rules(&self) -> &'b [RulePropagators] {
        self.geometry
            .rules
            .get_or_init(|| RulePropagators::for_layout(self.layout()))
    }

    /// Returns the sums that cages and houses have, computed on first use.
    #[must_use]
    pub fn known_sums(&self) -> &'b KnownSums {
        self.geometry.sums.get_or_init(|| KnownSums::new(self))
    }

    /// Returns the candidates of all cells as masks, computed on first use. The size must be at
    /// most 16.
    #[must_use]
    pub fn masks(&self) -> &Masks {
        self.masks.get_or_init(|| Masks::new(self))
    }

    /// Calls a function with the tables for trials of candidates, and keeps them for the next call.
    pub fn with_rule_trial<T>(&self, run: impl FnOnce(&mut RuleTrial) -> T) -> T {
        let kept = self.trial.take();
        let mut trial = kept.unwrap_or_else(|| Box::new(RuleTrial::new(self)));
        let result = run(&mut trial);
        self.trial.set(Some(trial));
        result
    }

    /// Returns the candidate of a cell index and a digit.
    #[must_use]
    pub fn candidate(&self, cell: usize, digit: Digit) -> Candidate {
        Candidate::new(self.layout().cell(cell), digit)
    }

    /// Returns the candidates of a digit in these cells.
    #[must_use]
    pub fn candidates_of_digit(&self, cells: &CellSet, digit: Digit) -> Vec<Candidate> {
        (cells & self.places(digit))
            .iter()
            .map(|cell| self.candidate(cell, digit))
            .collect()
    }

    /// Returns whether rows, columns and boxes are the only houses and there are no constraints.
    /// Then houses alone decide whether a pattern has two solutions.
    #[must_use]
    pub fn has_standard_houses(&self) -> bool {
        self.layout().is_plain() && !matches!(self.layout().boxes(), Boxes::None)
    }

    /// Returns a contradiction: a cell without a candidate, or a house without a place for a digit.
    #[must_use]
    pub fn contradiction(&self) -> Option<Contradiction> {
        let bare = (0..self.cell_count())
            .find(|cell| self.is_open(*cell) && self.candidates[*cell].is_empty());
        bare.map(|cell| Contradiction::Cell(self.layout().cell(cell)))
            .or_else(|| {
                let full = self
                    .houses()
                    .iter()
                    .enumerate()
                    .filter(|(_, house)| house.is_full);
                full.flat_map(|(house, _)| {
                    self.missing[house].iter().map(move |digit| (house, digit))
                })
                .find(|(house, digit)| !self.houses()[*house].set.intersects(self.places(*digit)))
                .map(|(house, digit)| Contradiction::House(house, digit))
            })
    }

    /// Returns a digit as the puzzle writes it.
    #[must_use]
    pub fn format_digit(&self, digit: Digit) -> Phrase {
        Phrase::plain(self.puzzle.symbols().symbol(digit))
    }

    /// Returns digits as the puzzle writes them: `3, 5 and 7`.
    #[must_use]
    pub fn format_digits(&self, digits: DigitSet) -> Phrase {
        text::join_and(digits.iter().map(|digit| self.format_digit(digit)))
    }

    /// Returns the name of a cell: `r3c7`.
    #[must_use]
    pub fn format_cell(&self, cell: usize) -> Phrase {
        Phrase::from(self.layout().cell(cell))
    }

    /// Returns the names of cells: `r3c7, r3c8 and r4c7`.
    #[must_use]
    pub fn format_cells(&self, cells: &CellSet) -> Phrase {
        text::join_and(cells.iter().map(|cell| self.format_cell(cell)))
    }

    /// Returns the name of a house: `row 3`, `box 2`.
    #[must_use]
    pub fn house_name(&self, house: usize) -> Phrase {
        Phrase::house(self.layout().houses()[house].name())
    }

    /// Returns the names of houses: `rows 3 and 7`, `row 3 and box 2`.
    #[must_use]
    pub fn format_houses(&self, houses: &[usize]) -> Phrase {
        let names: Vec<&str> = houses
            .iter()
            .map(|house| self.layout().houses()[*house].name())
            .collect();
        let parts: Vec<(&str, &str)> = names
            .iter()
            .filter_map(|name| name.rsplit_once(' '))
            .collect();
        match parts.first() {
            Some((kind, _))
                if parts.len() == names.len()
                    && names.len() > 1
                    && parts.iter().all(|(other, _)| other == kind) =>
            {
                let numbers = parts.iter().map(|(_, number)| Phrase::plain(*number));
                Phrase::houses(kind, text::join_and(numbers))
            }
            _ => text::join_and(names.iter().map(|name| Phrase::house(name))),
        }
    }

    /// Returns the index of a cell.
    #[must_use]
    pub fn index(&self, cell: Cell) -> usize {
        self.layout().index(cell)
    }
}

/// A visible reason why a board has no solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// No digit is left for this cell.
    Cell(Cell),
    /// No place is left in the house of this number for this digit.
    House(usize, Digit),
}
