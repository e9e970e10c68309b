//! `RuleTrial`: supposes a candidate, and follows the consequences through links, houses and the
//! propagators of rules until a contradiction appears.
//!
//! ```text
//! suppose r1c1 = 5 ─▶ its links remove 5 …        level 1
//!                  ─▶ cages, lines, clues filter  level 1
//!                  ─▶ naked and hidden singles    level 2, and again
//! ```
//!
//! Each removal is an event with its cause. Backward from the contradiction, only the events that
//! it needs remain, so that a person can follow the text.

use std::collections::HashMap;
use std::ops::Range;

use ndoku_core::propagator::Propagator;

use crate::links::iter_bits;
use crate::position::Position;
use crate::rules::mask_digits;

/// The cause of a removal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The supposition.
    Supposed,
    /// The only candidate of this cell rules it out.
    RuledOut(usize),
    /// The cell is the last place of its digit in this house.
    LastPlace(usize),
    /// The propagator of this number rules it out.
    Propagator(usize),
}

/// The removal of candidates from a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The cell.
    pub cell: usize,
    /// The removed candidates.
    pub removed: u16,
    /// The candidates that are left.
    pub left: u16,
    /// The cause.
    pub cause: Cause,
}

/// The contradiction at the end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// No candidate is left in this cell.
    Cell(usize),
    /// No place is left for the digit of this bit in this house.
    House(usize, u16),
    /// The propagator of this number cannot be satisfied.
    Propagator(usize),
}

/// The masks that a propagator leaves, or `None` for a contradiction.
type Filtered = Option<Box<[u16]>>;

/// The tables of a position for trials of its candidates.
#[derive(Debug)]
pub struct RuleTrial {
    /// The propagators, as numbers of a rule and of a propagator in it.
    propagators: Vec<(usize, usize)>,
    propagators_of: Vec<Vec<u32>>,
    /// The removals that each candidate, by cell and digit, demands.
    links: Vec<Vec<(u16, u16)>>,
    initial: Vec<u16>,
    masks: Vec<u16>,
    events: Vec<Event>,
    /// Results of propagators by their masks.
    memo: HashMap<(u32, Box<[u16]>), Filtered>,
}

impl RuleTrial {
    /// Creates the tables of a position.
    #[must_use]
    pub fn new(position: &Position<'_>) -> Self {
        let count = position.cell_count();
        let mut propagators = Vec::new();
        let mut propagators_of = vec![Vec::new(); count];
        for (rule, own) in position.rules().iter().enumerate() {
            for (number, propagator) in own.propagators.iter().enumerate() {
                for cell in propagator.watched() {
                    let of: &mut Vec<u32> = &mut propagators_of[usize::from(*cell)];
                    if of.last() != Some(&(propagators.len() as u32)) {
                        of.push(propagators.len() as u32);
                    }
                }
                propagators.push((rule, number));
            }
        }
        let nodes = position.links();
        let mut links: Vec<Vec<(u16, u16)>> = vec![Vec::new(); count * 16];
        for node in 0..nodes.candidate_count() {
            let (cell, digit) = (nodes.cell(node), nodes.digit(node));
            let own: &mut Vec<(u16, u16)> = &mut links[16 * cell + digit.index()];
            for other in iter_bits(nodes.weak(node)) {
                let (other, bit) = (nodes.cell(other), 1 << nodes.digit(other).index());
                if other == cell {
                    continue;
                }
                match own.last_mut() {
                    Some((last, mask)) if usize::from(*last) == other => *mask |= bit,
                    _ => own.push((other as u16, bit)),
                }
            }
        }
        let initial = position.masks().0.clone();
        Self {
            propagators,
            propagators_of,
            links,
            masks: initial.clone(),
            initial,
            events: Vec::new(),
            memo: HashMap::new(),
        }
    }

    /// Returns the rule and the propagator of a number.
    #[must_use]
    pub fn propagator(&self, number: usize) -> (usize, usize) {
        self.propagators[number]
    }

    fn propagator_of<'p>(&self, position: &Position<'p>, number: usize) -> &'p Propagator {
        let (rule, propagator) = self.propagators[number];
        &position.rules()[rule].propagators[propagator]
    }

    /// Filters the masks of a propagator. Returns `None` for a contradiction.
    fn filter(&mut self, position: &Position<'_>, number: usize, masks: Vec<u16>) -> Filtered {
        let propagator = self.propagator_of(position, number);
        if propagator.cost() == 0 {
            let mut masks = masks;
            return propagator.filter(&mut masks).then(|| masks.into());
        }
        self.memo
            .entry((number as u32, masks.into()))
            .or_insert_with_key(|(_, masks)| {
                let mut masks = masks.clone();
                propagator.filter(&mut masks).then_some(masks)
            })
            .clone()
    }

    /// Removes candidates. Returns `false` if none is left.
    fn remove(&mut self, cell: usize, mask: u16, cause: Cause) -> bool {
        let removed = self.masks[cell] & mask;
        if removed != 0 {
            self.masks[cell] &= !mask;
            let left = self.masks[cell];
            self.events.push(Event {
                cell,
                removed,
                left,
                cause,
            });
        }
        self.masks[cell] != 0
    }

    /// Supposes a candidate and follows its consequences for some levels. Returns the contradiction
    /// and the events that it needs, in order.
    ///
    /// Level 0 uses only the links of the candidate itself.
    pub fn suppose(
        &mut self,
        position: &Position<'_>,
        (cell, bit): (usize, u16),
        levels: usize,
    ) -> Option<(Clash, Vec<Event>)> {
        self.masks.copy_from_slice(&self.initial);
        self.events.clear();
        self.remove(cell, !bit, Cause::Supposed);
        let clash = if levels == 0 {
            self.check_directly(position, cell)
        } else {
            self.propagate(position, cell, levels)
        };
        clash.map(|clash| (clash, self.needed(position, clash)))
    }

    /// Removes the candidates that the only candidate of a cell rules out.
    fn follow_links(&mut self, cell: usize) -> Option<Clash> {
        let digit = self.masks[cell].trailing_zeros() as usize;
        for place in 0..self.links[16 * cell + digit].len() {
            let (other, mask) = self.links[16 * cell + digit][place];
            if !self.remove(usize::from(other), mask, Cause::RuledOut(cell)) {
                return Some(Clash::Cell(usize::from(other)));
            }
        }
        None
    }

    /// Finds a cell, house or propagator that the links of one candidate leave without a way.
    fn check_directly(&mut self, position: &Position<'_>, cell: usize) -> Option<Clash> {
        if let Some(clash) = self.follow_links(cell) {
            return Some(clash);
        }
        for event in &self.events {
            for house in position.houses_of(event.cell) {
                let own = &position.houses()[house];
                let is_lost = |bit: u16| own.cells.iter().all(|cell| self.masks[*cell] & bit == 0);
                let mut bits = mask_digits(event.removed).map(|digit| 1 << digit.index());
                if let Some(bit) = bits.find(|bit| own.is_full && is_lost(*bit)) {
                    return Some(Clash::House(house, bit));
                }
            }
        }
        for number in self.dirty_propagators(position, 0) {
            let number = number as usize;
            let cells = self.propagator_of(position, number).cells();
            // The loss of one cell was filtered out before: the propagator forced that candidate.
            let is_changed =
                |cell: &&u16| self.masks[usize::from(**cell)] != self.initial[usize::from(**cell)];
            if cells.iter().filter(is_changed).nth(1).is_none() {
                continue;
            }
            let masks = cells
                .iter()
                .map(|cell| self.masks[usize::from(*cell)])
                .collect();
            if self.filter(position, number, masks).is_none() {
                return Some(Clash::Propagator(number));
            }
        }
        None
    }

    /// Propagates level by level. A level uses the events of the levels before, and its own links.
    fn propagate(&mut self, position: &Position<'_>, cell: usize, levels: usize) -> Option<Clash> {
        let mut fresh = vec![cell];
        // The houses and propagators know the events before this number.
        let mut known = 0;
        for _ in 0..levels {
            let start = self.events.len();
            for cell in std::mem::take(&mut fresh) {
                if let Some(clash) = self.follow_links(cell) {
                    return Some(clash);
                }
            }
            let linked = self.events.len();
            if let Some(clash) = self.check_houses(position, known..linked) {
                return Some(clash);
            }
            if let Some(clash) = self.run_propagators(position, known) {
                return Some(clash);
            }
            known = linked;
            for event in &self.events[start..] {
                if event.left.is_power_of_two() && event.left == self.masks[event.cell] {
                    fresh.push(event.cell);
                }
            }
            if fresh.is_empty() && known == self.events.len() {
                return None;
            }
        }
        None
    }

    /// Finds houses without a place for a digit that one of these events removed, and places the
    /// digits with one place left.
    fn check_houses(&mut self, position: &Position<'_>, events: Range<usize>) -> Option<Clash> {
        for number in events {
            let event = self.events[number];
            for house in position.houses_of(event.cell) {
                let own = &position.houses()[house];
                if !own.is_full {
                    continue;
                }
                for digit in mask_digits(event.removed) {
                    let bit = 1 << digit.index();
                    let mut places = own
                        .cells
                        .iter()
                        .filter(|cell| self.masks[**cell] & bit != 0);
                    match (places.next(), places.next()) {
                        (None, _) => return Some(Clash::House(house, bit)),
                        (Some(only), None) => {
                            self.remove(*only, !bit, Cause::LastPlace(house));
                        }
                        _ => {}
                    }
                }
            }
        }
        None
    }

    /// Returns the propagators whose cells changed since an event, cheap ones first.
    fn dirty_propagators(&self, position: &Position<'_>, from: usize) -> Vec<u32> {
        let mut dirty: Vec<u32> = self.events[from..]
            .iter()
            .flat_map(|event| self.propagators_of[event.cell].iter().copied())
            .collect();
        dirty.sort_unstable();
        dirty.dedup();
        dirty.sort_by_key(|number| self.propagator_of(position, *number as usize).cost());
        dirty
    }

    /// Filters the propagators whose cells changed since an event, each once.
    fn run_propagators(&mut self, position: &Position<'_>, from: usize) -> Option<Clash> {
        for number in self.dirty_propagators(position, from) {
            let number = number as usize;
            let cells = self.propagator_of(position, number).cells();
            let before: Vec<u16> = cells
                .iter()
                .map(|cell| self.masks[usize::from(*cell)])
                .collect();
            let Some(after) = self.filter(position, number, before) else {
                return Some(Clash::Propagator(number));
            };
            for (cell, kept) in cells.iter().zip(after.iter()) {
                if !self.remove(usize::from(*cell), !kept, Cause::Propagator(number)) {
                    return Some(Clash::Cell(usize::from(*cell)));
                }
            }
        }
        None
    }

    /// Returns the events that a contradiction needs, in order.
    fn needed(&mut self, position: &Position<'_>, clash: Clash) -> Vec<Event> {
        // wanted[cell]: removed candidates that the contradiction needs.
        let mut wanted = vec![0_u16; self.masks.len()];
        let end = self.events.len();
        match clash {
            Clash::Cell(cell) => wanted[cell] |= self.initial[cell],
            Clash::House(house, bit) => {
                for cell in &position.houses()[house].cells {
                    wanted[*cell] |= self.initial[*cell] & bit;
                }
            }
            Clash::Propagator(number) => {
                self.want_premises(position, number, end, None, &mut wanted);
            }
        }
        let mut needed = Vec::new();
        for number in (0..end).rev() {
            let event = self.events[number];
            let part = event.removed & wanted[event.cell];
            if part == 0 {
                continue;
            }
            wanted[event.cell] &= !part;
            needed.push(Event {
                removed: part,
                ..event
            });
            match event.cause {
                Cause::Supposed => {}
                Cause::RuledOut(source) => {
                    let last = self.masks_before(number)[source];
                    wanted[source] |= self.initial[source] & !last;
                }
                Cause::LastPlace(house) => {
                    for cell in &position.houses()[house].cells {
                        if *cell != event.cell {
                            wanted[*cell] |= self.initial[*cell] & event.left;
                        }
                    }
                }
                Cause::Propagator(propagator) => {
                    let target = Some((event.cell, part));
                    self.want_premises(position, propagator, number, target, &mut wanted);
                }
            }
        }
        needed.reverse();
        needed
    }

    /// Returns the masks before an event.
    fn masks_before(&self, number: usize) -> Vec<u16> {
        let mut masks = self.initial.clone();
        self.events[..number]
            .iter()
            .for_each(|event| masks[event.cell] = event.left);
        masks
    }

    /// Adds the removals that a propagator needs for its removals from a cell, or for a
    /// contradiction.
    fn want_premises(
        &mut self,
        position: &Position<'_>,
        propagator: usize,
        before: usize,
        target: Option<(usize, u16)>,
        wanted: &mut [u16],
    ) {
        // A propagator removes candidates from several cells, each an event. Those are not
        // premises.
        let mut first = before;
        while first > 0
            && target.is_some()
            && self.events[first - 1].cause == Cause::Propagator(propagator)
        {
            first -= 1;
        }
        let all = self.masks_before(first);
        let cells: Vec<u16> = self.propagator_of(position, propagator).cells().to_vec();
        let mut masks: Vec<u16> = cells.iter().map(|cell| all[usize::from(*cell)]).collect();
        for place in 0..cells.len() {
            let cell = usize::from(cells[place]);
            let now = masks[place];
            if now == self.initial[cell] {
                continue;
            }
            // Restores the candidates of the cell if the propagator works without their removal.
            let mut trial = masks.clone();
            trial
                .iter_mut()
                .zip(&cells)
                .filter(|(_, own)| usize::from(**own) == cell)
                .for_each(|(mask, _)| *mask = self.initial[cell]);
            let holds = match (self.filter(position, propagator, trial.clone()), target) {
                (None, _) => target.is_none(),
                (Some(_), None) => false,
                (Some(after), Some((aim, part))) => cells
                    .iter()
                    .zip(after.iter())
                    .any(|(own, kept)| usize::from(*own) == aim && kept & part == 0),
            };
            if holds {
                masks = trial;
            } else {
                wanted[cell] |= self.initial[cell] & !now;
            }
        }
    }
}
