//! Any candidates of a 9×9 puzzle as puzzles whose candidates are rectangles, and whose numbers of solutions add up.
//!
//! ```text
//!   asked      settled      hull             settled again
//!   . 5 5      . 5 .        . 5 .            . 5 .      within what was asked: the hull has the same solutions, and the contraction counts it
//!   5 5 .  ──▶ 5 . .  ──▶   5 5 .   ──▶      5 . .
//!   . . .      . . .        . . .            . . .      not within: a case for each part of a digit's cells, or each digit of a cell
//! ```
//!
//! A hull is no smaller than what is settled, and what it settles to has the same solutions as it; so if that is within what was asked, all three have the same.
//! Most eliminations follow from clues and other eliminations in this way and need no case of their own. Of the ways to make cases that is taken after
//! which least is missing, one step ahead. Cases that are the same but for the names of digits are counted once.
//!
//! **Cost:** below 0.1 ms if there is one case; about a millisecond for each otherwise.

use std::collections::BTreeMap;

use super::candidates::Candidates;
use super::plan::{Plan, Roles};
use crate::engine::{Budget, StopReason};

/// More cases than this take longer than a search of what a caller has time for.
const MAX_CASES: usize = 1000;

/// More than this, in the pairs of rows of [`Plan::cost`], is out of reach: twice what the worst clues known take.
const MAX_COST: f64 = 1.6e10;

/// So many offending sets are looked at to find the best way to make cases.
const MAX_SETS_TRIED: usize = 10;

/// A puzzle that adds to a number of solutions.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Rectangles.
    pub(crate) candidates: Candidates,
    /// How often it counts.
    pub(crate) multiplicity: u128,
}

/// A case and the cheapest way to count it.
#[derive(Clone, Debug)]
pub(crate) struct PlannedCase {
    pub(crate) case: Case,
    transposed: bool,
    roles: Roles,
    cost: f64,
}

impl PlannedCase {
    /// The plan, made again: it takes more room than all else.
    pub(crate) fn plan(&self) -> Option<Plan> {
        Plan::with_roles(&self.case.candidates, self.transposed, self.roles)
    }
}

/// The cases, those that take longest first, without those that can hold nothing; `None` if they would take too long.
///
/// # Errors
/// If the flag or the clock of the budget says so.
pub(crate) fn plan_cases(
    cases: Vec<Case>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<PlannedCase>>, StopReason> {
    let mut planned = Vec::new();
    let mut sum = 0.0;
    for case in cases {
        if let Some(reason) = budget.poll() {
            return Err(reason);
        }
        if let Some(Plan {
            transposed,
            roles,
            cost,
            ..
        }) = Plan::find_cheapest(&case.candidates)
        {
            sum += cost;
            planned.push(PlannedCase {
                case,
                transposed,
                roles,
                cost,
            });
        }
        if sum > MAX_COST {
            return Ok(None);
        }
    }
    planned.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    Ok(Some(planned))
}

/// The cases; none if there is no solution, `None` if there are too many.
///
/// # Errors
/// If the flag or the clock of the budget says so.
pub(crate) fn split_into_cases(
    candidates: &Candidates,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Case>>, StopReason> {
    let mut splitter = CaseSplitter {
        cases: BTreeMap::new(),
        ended: 0,
        share: 0.0,
        budget,
    };
    let whole = PartialCase {
        requested: *candidates,
        reduced: *candidates,
        multiplicity: 1,
    };
    if !splitter.split(whole, 1.0)? {
        return Ok(None);
    }
    Ok(Some(
        splitter
            .cases
            .into_iter()
            .map(|(candidates, multiplicity)| Case {
                candidates,
                multiplicity,
            })
            .collect(),
    ))
}

/// Candidates on their way to cases.
#[derive(Copy, Clone)]
struct PartialCase {
    /// What is to be counted.
    requested: Candidates,
    /// No more than that, with the same solutions.
    reduced: Candidates,
    multiplicity: u128,
}

impl PartialCase {
    /// The part in which a digit is in certain cells of a box.
    fn restricted_to(&self, number: usize, digit: usize, cells: u16) -> Self {
        let mut part = *self;
        part.requested.sets[number][digit] &= cells;
        part.reduced.sets[number][digit] &= cells;
        part
    }

    /// For each box and digit the cells that the hull has, after settling, though they were not asked for.
    fn offending(&self, propagate: fn(&mut Candidates) -> bool) -> Vec<(usize, usize, u16)> {
        let mut back = self.reduced.hull();
        propagate(&mut back);
        let sets = (0..9).flat_map(|number| (0..9).map(move |digit| (number, digit)));
        let offending = sets.map(|(number, digit)| {
            (
                number,
                digit,
                back.sets[number][digit] & !self.requested.sets[number][digit],
            )
        });
        offending.filter(|(.., cells)| *cells != 0).collect()
    }

    /// How far it is from a case: about how many it will need.
    fn estimated_cases(mut self) -> f64 {
        if !self.reduced.propagate() {
            return 0.0;
        }
        1.5_f64.powi(self.offending(Candidates::propagate).len().min(1000) as i32)
    }

    /// Whether the names of two digits can be exchanged.
    fn are_interchangeable(&self, a: usize, b: usize) -> bool {
        (0..9).all(|number| {
            [&self.requested, &self.reduced]
                .iter()
                .all(|of| of.sets[number][a] == of.sets[number][b])
        })
    }

    /// Parts that make it up: each digit that a cell can hold, one for all that are alike.
    fn split_by_digits(&self, number: usize, cell: u16) -> Vec<Self> {
        let mut parts: Vec<(usize, Self)> = Vec::new();
        for digit in (0..9).filter(|digit| self.reduced.sets[number][*digit] & cell != 0) {
            match parts
                .iter_mut()
                .find(|(other, _)| self.are_interchangeable(*other, digit))
            {
                Some((_, part)) => part.multiplicity += self.multiplicity,
                None => parts.push((digit, self.restricted_to(number, digit, cell))),
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// The ways to cut the cells of a digit in two: one row or column of the box, and the others.
    fn split_by_lines(&self, number: usize, digit: usize) -> impl Iterator<Item = Vec<Self>> {
        let cells = self.reduced.sets[number][digit];
        let lines = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444]
            .into_iter()
            .filter(move |line| cells & line != 0 && cells & !line != 0);
        lines.map(move |line| {
            vec![
                self.restricted_to(number, digit, line),
                self.restricted_to(number, digit, !line),
            ]
        })
    }
}

struct CaseSplitter<'a> {
    /// The cases by their candidates, digits in order, and how often each counts.
    cases: BTreeMap<Candidates, u128>,
    /// How many parts came to an end.
    ended: u32,
    /// What they are of the whole, if the parts that something is cut into are taken to be alike.
    share: f64,
    budget: &'a Budget<'a>,
}

impl CaseSplitter<'_> {
    /// Follows a part to its cases; whether there are not too many.
    fn split(&mut self, mut part: PartialCase, share: f64) -> Result<bool, StopReason> {
        if let Some(reason) = self.budget.poll() {
            return Err(reason);
        }
        if !part.reduced.propagate_subsets() {
            return Ok(self.record_end(share));
        }
        let mut offending = part.offending(Candidates::propagate_subsets);
        if offending.is_empty() {
            *self
                .cases
                .entry(with_canonical_names(&part.reduced.hull()))
                .or_insert(0) += part.multiplicity;
            return Ok(self.record_end(share));
        }
        offending.sort_by_key(|(number, digit, _)| part.reduced.sets[*number][*digit].count_ones());
        offending.truncate(MAX_SETS_TRIED);
        let mut best: Option<(f64, Vec<PartialCase>)> = None;
        let mut cells = Vec::new();
        for (number, digit, more) in offending {
            let mut ways: Vec<Vec<PartialCase>> = part.split_by_lines(number, digit).collect();
            let cell = more & more.wrapping_neg();
            if !cells.contains(&(number, cell)) {
                cells.push((number, cell));
                ways.push(part.split_by_digits(number, cell));
            }
            for way in ways {
                let estimate = way.iter().map(|part| part.estimated_cases()).sum::<f64>();
                if best.as_ref().is_none_or(|(least, _)| estimate < *least) {
                    best = Some((estimate, way));
                }
            }
        }
        let Some((_, parts)) = best else {
            return Err(StopReason::Fault);
        };
        let share = share / parts.len() as f64;
        for part in parts {
            if !self.split(part, share)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Notes that a part came to its end; whether it looks as if all do in time.
    fn record_end(&mut self, share: f64) -> bool {
        self.ended += 1;
        self.share += share;
        let all = f64::from(self.ended) / self.share;
        self.cases.len() <= MAX_CASES && (self.ended < 50 || all < 20.0 * MAX_CASES as f64)
    }
}

/// The same candidates with other names for the digits: the same for all that differ by names.
fn with_canonical_names(candidates: &Candidates) -> Candidates {
    let mut digits: [[u16; 9]; 9] =
        std::array::from_fn(|digit| candidates.sets.map(|sets| sets[digit]));
    digits.sort_unstable();
    Candidates {
        sets: std::array::from_fn(|number| digits.map(|sets| sets[number])),
    }
}

#[cfg(test)]
mod tests {
    use super::super::partition::ALL;
    use super::*;

    fn cut(candidates: &Candidates) -> Option<Vec<u128>> {
        let cases = split_into_cases(candidates, &Budget::default()).unwrap()?;
        assert!(
            cases
                .iter()
                .all(|case| case.candidates == case.candidates.hull())
        );
        Some(cases.iter().map(|case| case.multiplicity).collect())
    }

    /// The empty grid without these cells, as bits, of a box for the first digits.
    fn without(cells: &[(usize, u16)]) -> Candidates {
        let mut candidates = Candidates {
            sets: [[ALL; 9]; 9],
        };
        for (digit, (number, cells)) in cells.iter().enumerate() {
            candidates.sets[*number][digit] &= !cells;
        }
        candidates
    }

    #[test]
    fn rectangles_are_one_case() {
        assert_eq!(cut(&without(&[])), Some(vec![1]));
        assert_eq!(
            cut(&without(&[(0, 0o007), (4, 0o111), (4, 0o757)])),
            Some(vec![1])
        );
        // A row and a column: the digit is in a rectangle of four cells.
        assert_eq!(cut(&without(&[(0, 0o117)])), Some(vec![1]));
        assert_eq!(cut(&without(&[(3, ALL)])), Some(Vec::new()));
    }

    /// One digit less in a cell: each of the eight others can be there, and they are alike.
    #[test]
    fn digits_that_are_alike_are_one_case() {
        assert_eq!(cut(&without(&[(0, 0o001)])), Some(vec![8]));
        assert_eq!(
            cut(&without(&[(0, 0o001), (0, 0o001), (0, 0o001)])),
            Some(vec![6])
        );
        // In two cells that have nothing to do with each other: the same digit in both, each of two, neither.
        let two = cut(&without(&[(0, 0o001), (8, 0o400)])).unwrap();
        assert!((2..=4).contains(&two.len()), "{two:?}");
    }

    /// What other clues and pencilmarks shut out needs no case.
    #[test]
    fn what_follows_needs_no_case() {
        let mut clues = [0; 81];
        (clues[0], clues[12], clues[30]) = (1, 1, 2);
        let mut candidates = Candidates::from_clues(&clues);
        candidates.sets[2][0] &= !0o001;
        candidates.sets[3][0] &= !0o010;
        candidates.sets[4][4] &= !0o001;
        assert_eq!(cut(&candidates), Some(vec![1]));
        candidates.sets[4][4] &= !0o020;
        assert_ne!(cut(&candidates), Some(vec![1]));
    }

    #[test]
    fn too_many_cases_are_refused_and_a_budget_is_asked() {
        // A diagonal of each box without the digits 1 to 4.
        let mut candidates = without(&[]);
        candidates
            .sets
            .iter_mut()
            .for_each(|digits| digits[..4].fill(0o356));
        assert_eq!(cut(&candidates), None);
        let expired = || true;
        let budget = Budget::default().expired(&expired);
        assert_eq!(
            split_into_cases(&candidates, &budget).err(),
            Some(StopReason::Time)
        );
        let case = Case {
            candidates: without(&[]),
            multiplicity: 1,
        };
        assert_eq!(
            plan_cases(vec![case.clone()], &budget).err(),
            Some(StopReason::Time)
        );
        // Each digit has lines of its own: no names can be exchanged.
        let lines = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o007, 0o070]
            .into_iter()
            .enumerate();
        let hard: Vec<(usize, u16)> = lines.map(|(number, cells)| (number % 9, cells)).collect();
        let hard = Case {
            candidates: without(&hard),
            multiplicity: 1,
        };
        let plans = |cases: Vec<Case>| plan_cases(cases, &Budget::default()).unwrap();
        assert!(plans(vec![hard]).is_none() && plans(vec![case]).is_some());
    }
}
