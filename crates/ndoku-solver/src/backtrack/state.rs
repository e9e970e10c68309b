//! `BacktrackState`: the candidates by cell and by house, with a trail to undo removals.
//!
//! ```text
//!   cell r1c1   {2 5 8}                      3 digits left        ┐ the same candidates,
//!   digit 5 in row 1   {c1 c4 c9}            3 places left        ┘ counted by item
//! ```
//!
//! A removal clears one bit and decrements one count for the cell and for each house of the cell. A
//! count of 1 is a naked or hidden single, which goes to the queue. A count of 0 is a
//! conflict. So the work is proportional to the changes at every size, and so is undoing them.
//! A candidate is removed at most once on a path to a leaf: the trail never holds more than N³
//! candidates.

use std::collections::VecDeque;

use ndoku_core::constraint::Candidates;
use ndoku_core::{BitSet, Candidate, Cell, Digit, DigitSet};

use super::tables::{CrossingCells, Tables};

/// The largest size for which the search looks for hidden pairs. `docs/experiments/backtracking.md`
/// compares it with other propagation rules.
const HIDDEN_PAIRS_MAX_SIZE: usize = 36;

/// Encodes a candidate in one word: the number of the cell, and the digit index in the low byte.
#[inline]
pub(super) fn encode(cell: usize, digit: usize) -> u32 {
    (cell << 8 | digit) as u32
}

/// Returns the number of the cell and the digit index.
#[inline]
pub(super) fn decode(candidate: u32) -> (usize, usize) {
    ((candidate >> 8) as usize, (candidate & 0xff) as usize)
}

/// A position of the trail to undo to.
#[derive(Copy, Clone)]
pub(super) struct TrailMark {
    trail: usize,
    open: usize,
}

/// A propagator that found a contradiction.
#[derive(Copy, Clone)]
pub(super) struct FailedPropagator {
    pub(super) number: u16,
    /// The index among its cells where no candidate was left, if it names one.
    pub(super) place: Option<usize>,
}

/// The remaining candidates, and the queues of propagation.
pub(super) struct BacktrackState<const W: usize> {
    /// Digits left in each cell.
    pub(super) digits: Vec<BitSet<W>>,
    /// Number of digits left in each cell.
    pub(super) digit_count: Vec<u8>,
    /// Places left for each digit in each house.
    pub(super) places: Vec<BitSet<W>>,
    /// Number of places left for each digit in each house.
    pub(super) place_count: Vec<u8>,
    /// Cells that are not placed, in any order, then the placed ones, the last one first.
    cells: Vec<u16>,
    /// Position of each cell in `cells`.
    position: Vec<u16>,
    open: usize,
    trail: Vec<u32>,
    /// Queue of singles to place.
    pub(super) singles: Vec<u32>,
    /// Queue of items whose places may have become locked, and a flag for each item in it.
    pub(super) item_queue: Vec<u32>,
    item_queued: Vec<bool>,
    /// Queue of watching constraints with a changed cell, and a flag for each constraint in it.
    pub(super) constraint_queue: Vec<u16>,
    constraint_queued: Vec<bool>,
    /// Queues of propagators with a changed cell by cost, the cheapest first, and a flag for each
    /// propagator in one of them. The propagator that waits longest runs first: its cells changed
    /// most.
    propagator_queues: [VecDeque<u16>; 3],
    propagator_queued: Vec<bool>,
    /// Candidates of the cells of a propagator, before and after it.
    masks: [Vec<u16>; 2],
    /// The item that lost its last candidate.
    pub(super) failed: Option<u32>,
    /// The propagator that found the contradiction. Then `failed` is one of its cells.
    pub(super) failed_propagator: Option<FailedPropagator>,
    /// Number of removals, those that were undone included: a measure of time.
    pub(super) removals: u64,
}

impl<const W: usize> BacktrackState<W> {
    /// Creates an empty state; [`reset`](Self::reset) must come before the first puzzle.
    pub(super) fn new(tables: &Tables<W>) -> Self {
        Self {
            digits: Vec::new(),
            digit_count: Vec::new(),
            places: Vec::new(),
            place_count: Vec::new(),
            cells: Vec::new(),
            position: Vec::new(),
            open: 0,
            trail: Vec::new(),
            singles: Vec::new(),
            item_queue: Vec::new(),
            item_queued: vec![false; tables.houses * tables.size],
            constraint_queue: Vec::new(),
            constraint_queued: vec![false; tables.watching.len()],
            propagator_queues: [const { VecDeque::new() }; 3],
            propagator_queued: vec![false; tables.propagators().len()],
            masks: [const { Vec::new() }; 2],
            failed: None,
            failed_propagator: None,
            removals: 0,
        }
    }

    /// Makes every digit possible everywhere. Needs N³ bits for the cells and as many for each
    /// house of a cell, in whole words for each set.
    pub(super) fn reset(&mut self, tables: &Tables<W>) {
        let (size, full) = (tables.size, BitSet::below(tables.size));
        refill(&mut self.digits, tables.cells, full);
        refill(&mut self.digit_count, tables.cells, size as u8);
        refill(&mut self.places, tables.houses * size, full);
        refill(&mut self.place_count, tables.houses * size, size as u8);
        self.cells.clear();
        self.cells.extend((0..tables.cells).map(|cell| cell as u16));
        self.position.clear();
        self.position
            .extend((0..tables.cells).map(|cell| cell as u16));
        self.open = tables.cells;
        self.trail.clear();
        self.clear_queues();
        // In a grid of one cell the digit is a single from the start.
        if size == 1 {
            self.singles.push(encode(0, 0));
        }
        for number in 0..tables.watching.len() {
            self.enqueue_constraint(number as u16);
        }
        for number in 0..tables.propagators().len() {
            self.enqueue_propagator(tables, number as u16);
        }
        self.removals = 0;
    }

    /// Empties all queues.
    pub(super) fn clear_queues(&mut self) {
        self.singles.clear();
        self.item_queue
            .iter()
            .for_each(|item| self.item_queued[*item as usize] = false);
        self.item_queue.clear();
        self.constraint_queue
            .iter()
            .for_each(|number| self.constraint_queued[usize::from(*number)] = false);
        self.constraint_queue.clear();
        for queue in &mut self.propagator_queues {
            queue
                .drain(..)
                .for_each(|number| self.propagator_queued[usize::from(number)] = false);
        }
        self.failed = None;
        self.failed_propagator = None;
    }

    /// Takes the next item whose places may be locked from the queue.
    #[inline]
    pub(super) fn pop_item(&mut self) -> Option<u32> {
        let item = self.item_queue.pop()?;
        self.item_queued[item as usize] = false;
        Some(item)
    }

    /// Takes the next constraint to propagate from the queue.
    #[inline]
    pub(super) fn pop_constraint(&mut self) -> Option<u16> {
        let number = self.constraint_queue.pop()?;
        self.constraint_queued[usize::from(number)] = false;
        Some(number)
    }

    fn enqueue_constraint(&mut self, number: u16) {
        if !std::mem::replace(&mut self.constraint_queued[usize::from(number)], true) {
            self.constraint_queue.push(number);
        }
    }

    fn enqueue_propagator(&mut self, tables: &Tables<W>, number: u16) {
        if !std::mem::replace(&mut self.propagator_queued[usize::from(number)], true) {
            let cost = tables.propagators()[usize::from(number)].cost();
            self.propagator_queues[cost].push_back(number);
        }
    }

    /// Takes the next propagator up to a cost from its queue.
    #[inline]
    pub(super) fn pop_propagator(&mut self, cost: usize) -> Option<u16> {
        let number = self.propagator_queues[..=cost]
            .iter_mut()
            .find_map(VecDeque::pop_front)?;
        self.propagator_queued[usize::from(number)] = false;
        Some(number)
    }

    /// Removes the candidates that a propagator rules out.
    pub(super) fn apply_propagator(&mut self, tables: &Tables<W>, number: u16) {
        let propagator = &tables.propagators()[usize::from(number)];
        let [mut before, mut after] = std::mem::take(&mut self.masks);
        before.clear();
        before.extend(
            propagator
                .cells()
                .iter()
                .map(|cell| self.digits[usize::from(*cell)].words()[0] as u16),
        );
        after.clone_from(&before);
        self.removals += before.len() as u64;
        if propagator.filter(&mut after) {
            for ((cell, old), new) in propagator.cells().iter().zip(&before).zip(&after) {
                let mut removed = old & !new;
                while removed != 0 && self.failed.is_none() {
                    let digit = removed.trailing_zeros() as usize;
                    removed &= removed - 1;
                    self.remove(tables, usize::from(*cell), digit);
                }
            }
        } else {
            self.failed = Some(u32::from(propagator.cells()[0]));
            self.failed_propagator = Some(FailedPropagator {
                number,
                place: after.iter().position(|digits| *digits == 0),
            });
        }
        self.masks = [before, after];
    }

    /// Returns the cells that are not placed.
    #[inline]
    pub(super) fn open_cells(&self) -> &[u16] {
        &self.cells[..self.open]
    }

    #[inline]
    fn is_placed(&self, cell: usize) -> bool {
        usize::from(self.position[cell]) >= self.open
    }

    /// Removes a candidate, if it is there.
    #[inline]
    pub(super) fn remove(&mut self, tables: &Tables<W>, cell: usize, digit: usize) {
        if !self.digits[cell].contains(digit) {
            return;
        }
        self.removals += 1;
        self.trail.push(encode(cell, digit));
        self.digits[cell].remove(digit);
        self.digit_count[cell] -= 1;
        match self.digit_count[cell] {
            0 => self.failed = Some(cell as u32),
            1 => self
                .singles
                .push(encode(cell, self.digits[cell].first().unwrap_or(0))),
            _ => {}
        }
        for member in tables.members(cell) {
            let item = member.base as usize + digit;
            let places = &mut self.places[item];
            places.remove(usize::from(member.place));
            let left = self.place_count[item] - 1;
            self.place_count[item] = left;
            // Most items have many places left: they need one comparison.
            if left > tables.widest_of_all {
                continue;
            }
            if left == 0 {
                self.failed = Some((tables.cells + item) as u32);
            } else if left == 1 {
                let last = tables.cell_at(usize::from(member.house), places.first().unwrap_or(0));
                if usize::from(self.position[last]) < self.open {
                    self.singles.push(encode(last, digit));
                }
            } else if left <= tables.widest[usize::from(member.house)] && !self.item_queued[item] {
                self.item_queued[item] = true;
                self.item_queue.push(item as u32);
            }
        }
        if tables.has_watchers() {
            self.enqueue_watchers(tables, cell);
        }
    }

    /// Puts the constraints and propagators that watch a cell into their queues. A call of its own
    /// keeps [`remove`](Self::remove) short for layouts without any.
    #[inline(never)]
    fn enqueue_watchers(&mut self, tables: &Tables<W>, cell: usize) {
        for number in tables.watching_at(cell) {
            self.enqueue_constraint(*number);
        }
        for number in tables.propagators_at(cell) {
            self.enqueue_propagator(tables, *number);
        }
    }

    /// Places a digit in a cell and removes what it excludes. Returns early after a conflict.
    pub(super) fn place(&mut self, tables: &Tables<W>, candidate: u32) {
        let (cell, digit) = decode(candidate);
        if !self.digits[cell].contains(digit) {
            self.failed = Some(cell as u32);
            return;
        }
        if self.is_placed(cell) {
            return;
        }
        self.open -= 1;
        let (here, last) = (self.position[cell], self.cells[self.open]);
        self.cells.swap(usize::from(here), self.open);
        self.position[usize::from(last)] = here;
        self.position[cell] = self.open as u16;

        let mut rest = self.digits[cell];
        rest.remove(digit);
        while let Some(other) = rest.pop() {
            self.remove(tables, cell, other);
        }
        for member in tables.members(cell) {
            let mut rest = self.places[member.base as usize + digit];
            rest.remove(usize::from(member.place));
            while let Some(place) = rest.pop() {
                self.remove(
                    tables,
                    tables.cell_at(usize::from(member.house), place),
                    digit,
                );
            }
            if self.failed.is_some() {
                return;
            }
        }
        for peer in tables.peers(cell) {
            self.remove(tables, usize::from(*peer), digit);
        }
        for number in tables.linking_at(cell) {
            let from = Candidate::new(tables.layout.cell(cell), Digit::from_index(digit));
            tables.linking[usize::from(*number)].weak_links(from, tables.size as u8, &mut |to| {
                if tables.layout.contains(to.cell) && to.digit.index() < tables.size {
                    self.remove(tables, tables.layout.index(to.cell), to.digit.index());
                }
            });
        }
    }

    /// Applies a hidden pair: if another digit of the house has the same two places, these two
    /// cells lose all other digits.
    fn apply_hidden_pair(&mut self, tables: &Tables<W>, item: usize) {
        let (base, digit) = (item / tables.size * tables.size, item % tables.size);
        let places = self.places[item];
        let same = |other: &usize| {
            *other != digit
                && self.place_count[base + other] == 2
                && self.places[base + other] == places
        };
        let Some(other) = (0..tables.size).find(same) else {
            return;
        };
        for place in places.iter() {
            let cell = tables.cell_at(item / tables.size, place);
            let mut rest = self.digits[cell];
            rest.remove(digit);
            rest.remove(other);
            while let Some(extra) = rest.pop() {
                self.remove(tables, cell, extra);
            }
        }
    }

    /// Applies hidden pairs and locked candidates. If all places of an item lie where its house
    /// crosses another, the digit leaves the rest of the other house.
    pub(super) fn apply_locked_candidates(&mut self, tables: &Tables<W>, item: u32) {
        let item = item as usize;
        if self.place_count[item] < 2 {
            return;
        }
        if self.place_count[item] == 2 && tables.size <= HIDDEN_PAIRS_MAX_SIZE {
            self.apply_hidden_pair(tables, item);
            if self.failed.is_some() {
                return;
            }
        }
        let (house, digit) = (item / tables.size, item % tables.size);
        for crossing in tables.crossings(house) {
            if !self.places[item].without(&crossing.shared).is_empty() {
                continue;
            }
            match &crossing.others {
                CrossingCells::Places(other, outside) => {
                    let other = usize::from(*other);
                    let mut rest = self.places[other * tables.size + digit].and(outside);
                    while let Some(place) = rest.pop() {
                        self.remove(tables, tables.cell_at(other, place), digit);
                    }
                }
                CrossingCells::Cells(cells) => cells
                    .iter()
                    .for_each(|cell| self.remove(tables, usize::from(*cell), digit)),
            }
            if self.failed.is_some() {
                return;
            }
        }
    }

    /// Returns a mark for [`undo`](Self::undo).
    pub(super) fn mark(&self) -> TrailMark {
        TrailMark {
            trail: self.trail.len(),
            open: self.open,
        }
    }

    /// Undoes every removal and placement since a mark, and empties the queues.
    pub(super) fn undo(&mut self, tables: &Tables<W>, mark: TrailMark) {
        self.clear_queues();
        self.open = mark.open;
        for candidate in self.trail.drain(mark.trail..).rev() {
            let (cell, digit) = decode(candidate);
            self.digits[cell].insert(digit);
            self.digit_count[cell] += 1;
            for member in tables.members(cell) {
                let item = member.base as usize + digit;
                self.places[item].insert(usize::from(member.place));
                self.place_count[item] += 1;
            }
        }
    }
}

fn refill<T: Copy>(list: &mut Vec<T>, count: usize, value: T) {
    list.clear();
    list.resize(count, value);
}

/// The state as constraints see it.
pub(super) struct StateView<'a, const W: usize> {
    pub(super) state: &'a mut BacktrackState<W>,
    pub(super) tables: &'a Tables<W>,
}

impl<const W: usize> Candidates for StateView<'_, W> {
    fn candidates(&self, cell: Cell) -> DigitSet {
        if !self.tables.layout.contains(cell) {
            return DigitSet::EMPTY;
        }
        DigitSet::from_words(
            *self.state.digits[self.tables.layout.index(cell)]
                .resize()
                .words(),
        )
    }

    fn remove(&mut self, candidate: Candidate) {
        if self.tables.layout.contains(candidate.cell) && candidate.digit.index() < self.tables.size
        {
            self.state.remove(
                self.tables,
                self.tables.layout.index(candidate.cell),
                candidate.digit.index(),
            );
        }
    }
}
