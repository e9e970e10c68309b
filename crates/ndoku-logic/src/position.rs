//! `Position`: a board as techniques look at it: candidates by cell, places by digit, houses and peers as sets.
//!
//! ```text
//!   Layout ─▶ Geometry   houses, peers: made once for a layout
//!   Puzzle, Board ─▶ Position   candidates, places: made anew for each step, some microseconds for 9×9
//! ```
//!
//! Cells are numbers here, from 0 row by row. A decided cell has no candidates in a position: what it rules out is gone from its peers already.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use ndoku_core::{Board, Boxes, Candidate, Cell, Digit, DigitSet, HouseKind, Layout, Puzzle};

use crate::als::AlmostLockedSets;
use crate::cells::CellSet;
use crate::implications::{ImplicationCache, Implications, InferenceLevel};
use crate::links::Links;
use crate::technique::StepSink;
use crate::text;

/// A house as a set.
#[derive(Clone, Debug)]
pub struct House {
    /// Its cells, ascending.
    pub cells: Vec<usize>,
    /// The same as a set.
    pub set: CellSet,
    /// Row, column, box, diagonal or extra.
    pub kind: HouseKind,
    /// Whether it has N cells, so that each digit has a place in it; a smaller one holds no digit twice, and that is all.
    pub is_full: bool,
}

/// What techniques want to know of a layout.
#[derive(Debug)]
pub struct Geometry {
    layout: Layout,
    houses: Vec<House>,
    peers: Vec<CellSet>,
    /// See [`Position::overlapping_houses`].
    overlapping: OnceLock<Vec<(usize, usize)>>,
}

impl Geometry {
    /// Makes it. Costs time in proportion to cells × peers; that of the classic layout is made once and kept.
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
        let houses: Vec<House> = layout
            .houses()
            .iter()
            .map(|house| {
                let cells: Vec<usize> = house
                    .cells()
                    .iter()
                    .map(|cell| layout.index(*cell))
                    .collect();
                House {
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
            // Cells that a constraint forbids to be equal, whatever the digit, are as good as in a house together.
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
        }
    }

    /// The layout that it was made for.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
}

/// A board as techniques look at it.
#[derive(Debug)]
pub struct Position<'b> {
    puzzle: &'b Puzzle,
    board: &'b Board,
    geometry: &'b Geometry,
    /// The candidates of open cells.
    candidates: Vec<DigitSet>,
    /// For each digit the open cells that may hold it.
    places: Vec<CellSet>,
    /// For each house the digits that are not placed in it.
    missing: Vec<DigitSet>,
    bivalue: CellSet,
    is_unique: bool,
    links: OnceCell<Links>,
    group_links: OnceCell<Links>,
    implications: ImplicationCache,
    /// See [`Position::almost_locked_sets`].
    als: OnceCell<AlmostLockedSets>,
}

impl<'b> Position<'b> {
    /// Looks at a board: `puzzle` says what the clues are and how digits are written, `geometry` was made for the same layout.
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
        }
    }

    /// Whether techniques may rely on it that the puzzle has only one solution; they may, unless this says no.
    #[must_use]
    pub fn with_uniqueness(self, is_unique: bool) -> Self {
        Self { is_unique, ..self }
    }

    /// Whether techniques may rely on it that the puzzle has only one solution.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.is_unique
    }

    /// The puzzle with its clues.
    #[must_use]
    pub fn puzzle(&self) -> &'b Puzzle {
        self.puzzle
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'b Board {
        self.board
    }

    /// Houses and constraints.
    #[must_use]
    pub fn layout(&self) -> &'b Layout {
        &self.geometry.layout
    }

    /// N.
    #[must_use]
    pub fn size(&self) -> usize {
        usize::from(self.layout().size())
    }

    /// N².
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.candidates.len()
    }

    /// No cell yet.
    #[must_use]
    pub fn no_cells(&self) -> CellSet {
        CellSet::new(self.cell_count())
    }

    /// These cells as a set.
    #[must_use]
    pub fn cells(&self, cells: impl IntoIterator<Item = usize>) -> CellSet {
        CellSet::from_cells(self.cell_count(), cells)
    }

    /// The candidates of a cell; none if it is decided.
    #[must_use]
    pub fn candidates(&self, cell: usize) -> DigitSet {
        self.candidates[cell]
    }

    /// Whether a cell is not decided.
    #[must_use]
    pub fn is_open(&self, cell: usize) -> bool {
        self.digit(cell).is_none()
    }

    /// The digit of a decided cell.
    #[must_use]
    pub fn digit(&self, cell: usize) -> Option<Digit> {
        self.board.digits()[cell]
    }

    /// Whether a cell's digit was there from the start.
    #[must_use]
    pub fn is_clue(&self, cell: usize) -> bool {
        self.puzzle.clues()[cell].is_some()
    }

    /// The open cells that may hold a digit.
    #[must_use]
    pub fn places(&self, digit: Digit) -> &CellSet {
        &self.places[digit.index()]
    }

    /// The open cells with exactly two candidates.
    #[must_use]
    pub fn bivalue(&self) -> &CellSet {
        &self.bivalue
    }

    /// All houses, in the order of [`Layout::houses`]; a house is named by its place in this order.
    #[must_use]
    pub fn houses(&self) -> &'b [House] {
        &self.geometry.houses
    }

    /// The numbers of the houses of a cell, ascending.
    pub fn houses_of(&self, cell: usize) -> impl Iterator<Item = usize> + Clone + use<'b> {
        let layout = self.layout();
        layout
            .houses_of(layout.cell(cell))
            .iter()
            .map(|house| usize::from(*house))
    }

    /// The digits that are not placed in a house.
    #[must_use]
    pub fn missing(&self, house: usize) -> DigitSet {
        self.missing[house]
    }

    /// The open cells of a house that may hold a digit.
    #[must_use]
    pub fn places_in(&self, house: usize, digit: Digit) -> CellSet {
        &self.houses()[house].set & self.places(digit)
    }

    /// The open cells of a house, ascending.
    #[must_use]
    pub fn open_cells(&self, house: usize) -> Vec<usize> {
        self.houses()[house]
            .cells
            .iter()
            .copied()
            .filter(|cell| self.is_open(*cell))
            .collect()
    }

    /// The candidates of some cells together.
    #[must_use]
    pub fn candidates_of(&self, cells: &CellSet) -> DigitSet {
        cells
            .iter()
            .fold(DigitSet::default(), |all, cell| all | self.candidates[cell])
    }

    /// The cells that cannot hold the digit of this one: those of its houses, and those that a constraint of pairs forbids to be equal.
    #[must_use]
    pub fn peers(&self, cell: usize) -> &'b CellSet {
        &self.geometry.peers[cell]
    }

    /// Whether two cells cannot hold the same digit.
    #[must_use]
    pub fn sees(&self, a: usize, b: usize) -> bool {
        self.peers(a).contains(b)
    }

    /// The cells that see all of these; every cell if there are none. Never one of them.
    #[must_use]
    pub fn common_peers(&self, cells: &CellSet) -> CellSet {
        let mut all = CellSet::from_cells(self.cell_count(), 0..self.cell_count());
        cells
            .iter()
            .for_each(|cell| all.intersect_with(self.peers(cell)));
        all
    }

    /// Whether each of the cells sees all others.
    #[must_use]
    pub fn see_each_other(&self, cells: &CellSet) -> bool {
        cells.iter().all(|cell| {
            let mut others = cells.clone();
            others.remove(cell);
            others.is_subset(self.peers(cell))
        })
    }

    /// The houses that hold all of these cells.
    #[must_use]
    pub fn houses_with(&self, cells: &CellSet) -> Vec<usize> {
        let Some(first) = cells.first() else {
            return Vec::new();
        };
        self.houses_of(first)
            .filter(|house| cells.is_subset(&self.houses()[*house].set))
            .collect()
    }

    /// The pairs of different houses that share at least two cells, in both orders: where locked candidates may be.
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

    /// The links between the candidates; made when first asked for.
    #[must_use]
    pub fn links(&self) -> &Links {
        self.links.get_or_init(|| Links::new(self))
    }

    /// The same with groups of candidates as further nodes.
    #[must_use]
    pub fn group_links(&self) -> &Links {
        self.group_links
            .get_or_init(|| self.links().with_groups(self))
    }

    /// What follows from each candidate, as far as `inference` goes; made when first asked for, which breaks if the sink shall stop.
    pub fn implications(
        &self,
        inference: InferenceLevel,
        sink: &StepSink<'_>,
    ) -> ControlFlow<(), &Implications> {
        self.implications.get(self.links(), inference, sink)
    }

    /// The almost locked sets, listed when they are first asked for.
    #[must_use]
    pub fn almost_locked_sets(&self) -> &AlmostLockedSets {
        self.als.get_or_init(|| AlmostLockedSets::new(self))
    }

    /// A candidate by numbers.
    #[must_use]
    pub fn candidate(&self, cell: usize, digit: Digit) -> Candidate {
        Candidate::new(self.layout().cell(cell), digit)
    }

    /// The candidates of a digit in those of the cells that may hold it: what an elimination there removes.
    #[must_use]
    pub fn candidates_of_digit(&self, cells: &CellSet, digit: Digit) -> Vec<Candidate> {
        (cells & self.places(digit))
            .iter()
            .map(|cell| self.candidate(cell, digit))
            .collect()
    }

    /// Whether rows, columns and boxes of equal rights are all there is, so that patterns with two solutions can be told by houses alone.
    #[must_use]
    pub fn has_standard_houses(&self) -> bool {
        self.layout().is_plain() && !matches!(self.layout().boxes(), Boxes::None)
    }

    /// Something that is wrong with the board: a cell without candidate, or a house without a place for a digit.
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

    /// A digit as the puzzle writes it.
    #[must_use]
    pub fn format_digit(&self, digit: Digit) -> String {
        self.puzzle.symbols().symbol(digit).to_owned()
    }

    /// Digits as the puzzle writes them: `3, 5 and 7`.
    #[must_use]
    pub fn format_digits(&self, digits: DigitSet) -> String {
        text::join_and(digits.iter().map(|digit| self.format_digit(digit)))
    }

    /// The name of a cell: `r3c7`.
    #[must_use]
    pub fn format_cell(&self, cell: usize) -> String {
        self.layout().cell(cell).to_string()
    }

    /// The names of cells: `r3c7, r3c8 and r4c7`.
    #[must_use]
    pub fn format_cells(&self, cells: &CellSet) -> String {
        text::join_and(cells.iter().map(|cell| self.format_cell(cell)))
    }

    /// The name of a house: `row 3`, `box 2`.
    #[must_use]
    pub fn house_name(&self, house: usize) -> &'b str {
        self.layout().houses()[house].name()
    }

    /// The names of houses: `rows 3 and 7`, `row 3 and box 2`.
    #[must_use]
    pub fn format_houses(&self, houses: &[usize]) -> String {
        let names: Vec<&str> = houses.iter().map(|house| self.house_name(*house)).collect();
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
                let plural = if *kind == "box" {
                    "boxes".to_owned()
                } else {
                    format!("{kind}s")
                };
                format!(
                    "{plural} {}",
                    text::join_and(parts.iter().map(|(_, number)| (*number).to_owned()))
                )
            }
            _ => text::join_and(names.iter().map(|name| (*name).to_owned())),
        }
    }

    /// The number of a cell.
    #[must_use]
    pub fn index(&self, cell: Cell) -> usize {
        self.layout().index(cell)
    }
}

/// Why a board has no solution, at a glance.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// No digit is left for this cell.
    Cell(Cell),
    /// No place is left in this house, by its number, for this digit.
    House(usize, Digit),
}
