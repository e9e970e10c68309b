//! `EqualSums`: a constraint made of groups of cells with equal sums, the base of cages, arrows,
//! little killers and lines with sums.
//!
//! ```text
//!   cage 9: r1c1 r1c2          [r1c1 + r1c2] = 9
//!   arrow r1c1; r1c2 r1c3      [r1c1] = [r1c2 + r1c3]
//!   pill r1c1 r1c2; r2c2 r3c2  [10 · r1c1 + r1c2] = [r2c2 + r3c2]
//! ```

use super::{Constraint, notation};
use crate::propagator::{
    DigitSets, LayoutFacts, MAX_SIZE, Propagator, PropagatorRule, Segment, Sums, Term,
};
use crate::{Cell, Decoration, Digit};

/// One side of the equation.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    /// Places in the list of cells, and the factor of each.
    terms: Vec<(usize, u32)>,
    offset: u32,
    /// The cells are the places of a decimal number. Only the first may hold 10 or more.
    is_number: bool,
}

/// A constraint that holds if all sides have one sum, which is a target if there are any.
pub(super) struct EqualSums {
    id: &'static str,
    size: u8,
    /// The argument of the rule.
    argument: String,
    /// The properties that it takes from the boxes, for comparisons of layouts.
    details: String,
    /// The rule as a person types it.
    note: String,
    cells: Vec<Cell>,
    sides: Vec<Side>,
    targets: Option<Vec<u32>>,
    decorations: Vec<Decoration>,
}

impl std::fmt::Debug for EqualSums {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}{}", self.id, self.argument, self.details)
    }
}

impl EqualSums {
    /// Creates a constraint without sides. `argument` is that of the rule.
    pub(super) fn new(id: &'static str, size: u8, argument: Option<&str>) -> Self {
        Self {
            id,
            size,
            argument: argument.unwrap_or_default().to_owned(),
            details: String::new(),
            note: notation(id, argument),
            cells: Vec::new(),
            sides: Vec::new(),
            targets: None,
            decorations: Vec::new(),
        }
    }

    /// Adds text to the details, for rules that depend on the boxes.
    pub(super) fn describe(&mut self, text: &str) {
        self.details.push_str(text);
    }

    /// Demands one of these sums.
    pub(super) fn set_targets(&mut self, targets: Vec<u32>) {
        self.targets = Some(targets);
    }

    /// Adds a decoration.
    pub(super) fn decorate(&mut self, decoration: Decoration) {
        self.decorations.push(decoration);
    }

    fn place(&mut self, cell: Cell) -> usize {
        self.cells
            .iter()
            .position(|known| *known == cell)
            .unwrap_or_else(|| {
                self.cells.push(cell);
                self.cells.len() - 1
            })
    }

    /// Adds a side: the sum of cells.
    pub(super) fn add(&mut self, cells: &[Cell]) {
        let weighted: Vec<(Cell, u32)> = cells.iter().map(|cell| (*cell, 1)).collect();
        self.add_weighted(&weighted, 0);
    }

    /// Adds a side: the sum of cells times their factors, and a constant.
    pub(super) fn add_weighted(&mut self, cells: &[(Cell, u32)], offset: u32) {
        let terms = cells
            .iter()
            .map(|(cell, weight)| (self.place(*cell), *weight))
            .collect();
        self.sides.push(Side {
            terms,
            offset,
            is_number: false,
        });
    }

    /// Adds a side: cells read as a decimal number.
    pub(super) fn add_number(&mut self, cells: &[Cell]) {
        let mut weight = 10_u32.pow(cells.len().saturating_sub(1) as u32);
        let mut terms = Vec::new();
        for cell in cells {
            terms.push((self.place(*cell), weight));
            weight /= 10;
        }
        self.sides.push(Side {
            terms,
            offset: 0,
            is_number: cells.len() > 1,
        });
    }

    /// Returns the least and the largest sum of a side.
    fn range(&self, side: &Side, digits: &[Option<Digit>]) -> (u32, u32) {
        let (mut least, mut most) = (side.offset, side.offset);
        for (number, (place, weight)) in side.terms.iter().enumerate() {
            let top = if side.is_number && number > 0 {
                self.size.min(9)
            } else {
                self.size
            };
            let (low, high) = match digits[*place] {
                Some(digit) => (u32::from(digit.get()), u32::from(digit.get())),
                None => (1, u32::from(top)),
            };
            least = least.saturating_add(weight * low);
            most = most.saturating_add(weight * high);
        }
        (least, most)
    }

    fn lower_side(&self, side: &Side, facts: &LayoutFacts<'_>) -> (Segment, Vec<u16>) {
        let index = |place: usize| facts.index(self.cells[place]);
        let mut lowered = Segment {
            offset: side.offset,
            terms: Vec::new(),
        };
        if side.is_number {
            let cells: Vec<u16> = side.terms.iter().map(|(place, _)| index(*place)).collect();
            lowered.terms.push(Term::Number { count: cells.len() });
            return (lowered, cells);
        }
        let mut weights: Vec<u32> = side.terms.iter().map(|(_, weight)| *weight).collect();
        weights.sort_unstable();
        weights.dedup();
        let mut all = Vec::new();
        for weight in weights {
            let cells: Vec<u16> = side
                .terms
                .iter()
                .filter(|(_, own)| *own == weight)
                .map(|(place, _)| index(*place))
                .collect();
            for group in facts.distinct_groups(&cells) {
                lowered.terms.push(Term::Distinct {
                    count: group.len(),
                    weight,
                });
                all.extend(group);
            }
        }
        (lowered, all)
    }
}

impl Constraint for EqualSums {
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
        let (mut least, mut most) = (0, u32::MAX);
        for side in &self.sides {
            let (low, high) = self.range(side, digits);
            (least, most) = (least.max(low), most.min(high));
            let small = |(place, _): &(usize, u32)| digits[*place].is_none_or(|d| d.get() < 10);
            if side.is_number && !side.terms.iter().skip(1).all(small) {
                return false;
            }
        }
        match &self.targets {
            Some(targets) => targets.iter().any(|sum| (least..=most).contains(sum)),
            None => least <= most,
        }
    }

    fn is_pairwise(&self) -> bool {
        self.sides.is_empty()
    }

    fn propagators(&self, facts: &LayoutFacts<'_>) -> Option<Vec<Propagator>> {
        if self.sides.is_empty() {
            return Some(Vec::new());
        }
        let (mut sides, mut cells) = (Vec::new(), Vec::new());
        for side in &self.sides {
            let (lowered, own) = self.lower_side(side, facts);
            sides.push(lowered);
            cells.extend(own);
        }
        if let ([side], Some([sum])) = (&sides[..], self.targets.as_deref())
            && side.offset == 0
        {
            if let [Term::Distinct { count, weight: 1 }] = side.terms[..]
                && count <= usize::from(facts.size().min(MAX_SIZE))
            {
                let targets = facts.common_peers(&cells);
                let sets = DigitSets::with_sum(facts.size(), count, *sum);
                let propagator = Propagator::new(cells, PropagatorRule::DigitSets(sets))
                    .with_targets(&targets)
                    .with_total(*sum);
                return Some(vec![propagator]);
            }
            let is_plain = |term: &Term| matches!(term, Term::Distinct { weight: 1, .. });
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            let repeats = sorted.windows(2).any(|pair| pair[0] == pair[1]);
            if side.terms.iter().all(is_plain) && !repeats {
                let rule =
                    PropagatorRule::Sums(Sums::new(facts.size(), sides, self.targets.clone())?);
                return Some(vec![Propagator::new(cells, rule).with_total(*sum)]);
            }
        }
        let sums = Sums::new(facts.size(), sides, self.targets.clone())?;
        Some(vec![Propagator::new(cells, PropagatorRule::Sums(sums))])
    }

    fn decorations(&self) -> Vec<Decoration> {
        if self.decorations.is_empty() {
            vec![Decoration::Note(self.note.as_str().into())]
        } else {
            self.decorations.clone()
        }
    }
}
