//! `Pairwise`: a constraint made of relations between two cells, the base of dots, lines and
//! comparisons.
//!
//! ```text
//!   relation "differ by 5 or more", 1..9          b = 1 2 3 4 5 6 7 8 9
//!                                           a = 1     . . . . . x x x x
//!                                           a = 5     . . . . . . . . .
//!                                           a = 9     x x x x . . . . .
//! ```
//!
//! A relation of a cell with itself restricts the cell alone: only the diagonal counts.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Constraint, linked_pairs, notation};
use crate::propagator::{DigitSets, LayoutFacts, PairTable, Propagator, PropagatorRule};
use crate::{Candidate, Cell, CellShape, Decoration, Digit, DigitSet};

/// The pairs of digits that two cells may hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Relation {
    /// The digits of the second cell, for each digit of the first one.
    rows: Box<[DigitSet]>,
}

impl Relation {
    /// Creates the relation of the pairs for which `allows` is true. Digits are numbers from 1.
    pub(super) fn new(size: u8, allows: impl Fn(u32, u32) -> bool) -> Self {
        let row = |a: Digit| {
            Digit::all(size)
                .filter(|b| allows(u32::from(a.get()), u32::from(b.get())))
                .collect()
        };
        Self {
            rows: Digit::all(size).map(row).collect(),
        }
    }

    /// Returns `true` if the two cells may hold these digits.
    fn allows(&self, a: Digit, b: Digit) -> bool {
        self.rows.get(a.index()).is_some_and(|row| row.contains(b))
    }

    /// Returns the same relation with the cells exchanged.
    fn transpose(&self, size: u8) -> Self {
        Self {
            rows: Digit::all(size)
                .map(|b| Digit::all(size).filter(|a| self.allows(*a, b)).collect())
                .collect(),
        }
    }
}

/// Two cells and the relation between their digits.
struct Pair {
    /// Places in the list of cells.
    places: [u16; 2],
    /// Number of the relation.
    relation: u16,
    /// The other pairs imply this one. It has weak links, but no propagator.
    is_implied: bool,
}

/// A constraint that holds if and only if a list of pairs of cells satisfy their relations.
pub(super) struct Pairwise {
    id: &'static str,
    size: u8,
    /// The argument of the rule.
    argument: String,
    /// The properties that it takes from other rules, for comparisons of layouts.
    details: String,
    /// The rule as a person types it.
    note: String,
    cells: Vec<Cell>,
    place_of: HashMap<Cell, u16>,
    /// Each relation, followed by its transposed one.
    relations: Vec<[Relation; 2]>,
    pairs: Vec<Pair>,
    /// The pairs of each cell: the number of the pair, and 1 if the cell is its second one.
    pairs_of: Vec<Vec<(u32, u8)>>,
    /// Distinct cells with the sets that their digits may form. They follow from the pairs.
    digit_sets: Vec<(Vec<Cell>, DigitSets)>,
    decorations: Vec<Decoration>,
}

impl std::fmt::Debug for Pairwise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}{}", self.id, self.argument, self.details)
    }
}

impl Pairwise {
    /// Creates a constraint without pairs. `argument` is that of the rule.
    pub(super) fn new(id: &'static str, size: u8, argument: Option<&str>) -> Self {
        Self {
            id,
            size,
            argument: argument.unwrap_or_default().to_owned(),
            details: String::new(),
            note: notation(id, argument),
            cells: Vec::new(),
            place_of: HashMap::new(),
            relations: Vec::new(),
            pairs: Vec::new(),
            pairs_of: Vec::new(),
            digit_sets: Vec::new(),
            decorations: Vec::new(),
        }
    }

    /// Adds text to the details, for rules that depend on other rules.
    pub(super) fn describe(&mut self, text: &str) {
        self.details.push_str(text);
    }

    /// Adds a decoration.
    pub(super) fn decorate(&mut self, decoration: Decoration) {
        self.decorations.push(decoration);
    }

    /// Adds cells with a shape to the decorations.
    pub(super) fn decorate_cells(&mut self, shape: CellShape, cells: &[Cell]) {
        self.decorate(Decoration::Cells {
            shape,
            cells: cells.into(),
            label: "".into(),
        });
    }

    /// Adds a cell, if no pair has added it.
    pub(super) fn add_cell(&mut self, cell: Cell) {
        self.place(cell);
    }

    /// Names the sets that the digits of distinct cells may form. The pairs must imply that.
    pub(super) fn add_digit_sets(&mut self, cells: &[Cell], sets: DigitSets) {
        self.digit_sets.push((cells.to_vec(), sets));
    }

    /// Adds a relation. Returns its number.
    pub(super) fn add_relation(&mut self, relation: Relation) -> u16 {
        let transposed = relation.transpose(self.size);
        self.relations.push([relation, transposed]);
        (self.relations.len() - 1) as u16
    }

    /// Adds the relation of the pairs for which `allows` is true. Returns its number.
    pub(super) fn relation(&mut self, allows: impl Fn(u32, u32) -> bool) -> u16 {
        self.add_relation(Relation::new(self.size, allows))
    }

    fn place(&mut self, cell: Cell) -> u16 {
        let Self {
            cells,
            place_of,
            pairs_of,
            ..
        } = self;
        *place_of.entry(cell).or_insert_with(|| {
            cells.push(cell);
            pairs_of.push(Vec::new());
            (cells.len() - 1) as u16
        })
    }

    fn push(&mut self, a: Cell, b: Cell, relation: u16, is_implied: bool) {
        let places = [self.place(a), self.place(b)];
        let number = self.pairs.len() as u32;
        self.pairs_of[usize::from(places[0])].push((number, 0));
        if places[0] != places[1] {
            self.pairs_of[usize::from(places[1])].push((number, 1));
        }
        self.pairs.push(Pair {
            places,
            relation,
            is_implied,
        });
    }

    /// Demands a relation between two cells.
    pub(super) fn pair(&mut self, a: Cell, b: Cell, relation: u16) {
        self.push(a, b, relation, false);
    }

    /// Adds a relation that follows from the others. It makes the weak links complete.
    pub(super) fn implied_pair(&mut self, a: Cell, b: Cell, relation: u16) {
        self.push(a, b, relation, true);
    }

    /// Restricts one cell.
    pub(super) fn restrict(&mut self, cell: Cell, allows: impl Fn(u32) -> bool) {
        let relation = self.relation(|a, b| a == b && allows(a));
        self.pair(cell, cell, relation);
    }

    fn relation_of(&self, pair: &Pair, from: u8) -> &Relation {
        &self.relations[usize::from(pair.relation)][usize::from(from)]
    }
}

impl Constraint for Pairwise {
    fn id(&self) -> &'static str {
        self.id
    }

    fn argument(&self) -> &str {
        &self.argument
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        self.pairs.iter().all(|pair| {
            let [a, b] = pair.places.map(|place| digits[usize::from(place)]);
            match (a, b) {
                (Some(a), Some(b)) => self.relation_of(pair, 0).allows(a, b),
                _ => true,
            }
        })
    }

    fn weak_links(&self, from: Candidate, _size: u8, link: &mut dyn FnMut(Candidate)) {
        let Some(place) = self.place_of.get(&from.cell) else {
            return;
        };
        for (number, side) in &self.pairs_of[usize::from(*place)] {
            let pair = &self.pairs[*number as usize];
            let row = self
                .relation_of(pair, *side)
                .rows
                .get(from.digit.index())
                .copied()
                .unwrap_or(DigitSet::EMPTY);
            let other = usize::from(pair.places[usize::from(1 - side)]);
            if pair.places[0] == pair.places[1] {
                if !row.contains(from.digit) {
                    link(from);
                }
                continue;
            }
            for digit in (DigitSet::full(self.size) - row).iter() {
                link(Candidate::new(self.cells[other], digit));
            }
        }
    }

    fn is_pairwise(&self) -> bool {
        true
    }

    fn propagators(&self, facts: &LayoutFacts<'_>) -> Option<Vec<Propagator>> {
        let mut propagators = Vec::new();
        let mut tables: HashMap<u16, Arc<PairTable>> = HashMap::new();
        for pair in self.pairs.iter().filter(|pair| !pair.is_implied) {
            let relation = self.relation_of(pair, 0);
            let [a, b] = pair
                .places
                .map(|place| facts.index(self.cells[usize::from(place)]));
            if a == b {
                let allowed = Digit::all(self.size)
                    .filter(|digit| relation.allows(*digit, *digit))
                    .collect();
                propagators.push(Propagator::domain(a, allowed));
            } else {
                let table = tables
                    .entry(pair.relation)
                    .or_insert_with(|| facts.pair_table(&relation.rows));
                let rule = PropagatorRule::Pair(Arc::clone(table));
                propagators.push(Propagator::new(vec![a, b], rule));
            }
        }
        for (cells, sets) in &self.digit_sets {
            let cells = facts.indices(cells);
            let targets = facts.common_peers(&cells);
            let propagator = Propagator::new(cells, PropagatorRule::DigitSets(sets.clone()));
            propagators.push(propagator.with_targets(&targets));
        }
        Some(propagators)
    }

    fn breaches(&self, digits: &[Option<Digit>]) -> Vec<Vec<Cell>> {
        linked_pairs(self, self.size, digits)
    }

    fn decorations(&self) -> Vec<Decoration> {
        if self.decorations.is_empty() {
            vec![Decoration::Note(self.note.as_str().into())]
        } else {
            self.decorations.clone()
        }
    }
}
