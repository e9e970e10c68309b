//! Any candidates of a 9×9 puzzle as a sum of cases whose candidates are rectangles.
//!
//! ```text
//!   requested    reduced      hull       propagated again
//!   . 5 5        . 5 .        . 5 .      . 5 .
//!   5 5 .   ──▶  5 . .   ──▶  5 5 .  ──▶ 5 . .
//!   . . .        . . .        . . .      . . .
//! ```
//!
//! - If the propagated hull is within the requested candidates, the hull has the same solutions.
//!   The band-stack sum can count it.
//! - Otherwise there is a case for each part of a digit's cells, or for each digit of a cell.
//!
//! A hull is no smaller than the reduced candidates, and propagation keeps its solutions. So if the
//! propagated hull is within the requested candidates, all three have the same solutions. In this
//! way, most eliminations follow from clues and other eliminations and need no case of their own.
//! Among the possible splits, the splitter takes the one with the fewest estimated cases after one
//! step. Cases that differ only in the names of digits are counted once.
//!
//! **Cost:** below 0.1 ms if there is one case; otherwise about a millisecond per case.

use std::collections::BTreeMap;

use ndoku_solver::{Budget, StopReason};

use super::box_candidates::BoxCandidates;
use super::plan::{Plan, Roles};

/// Maximum number of cases; more take longer than the search that a caller has time for.
const MAX_CASES: usize = 1000;

/// Maximum cost, in the pairs of rows of [`Plan::cost`]: twice that of the worst clues known.
const MAX_COST: f64 = 1.6e10;

/// Maximum number of offending sets that are tried to find the best split.
const MAX_SETS_TRIED: usize = 10;

/// A puzzle that adds to a number of solutions.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The candidates, which are rectangles.
    pub(crate) candidates: BoxCandidates,
    /// The number of times that its solutions count.
    pub(crate) multiplicity: u128,
}

/// A case and the cheapest plan to count it.
#[derive(Clone, Debug)]
pub(crate) struct PlannedCase {
    pub(crate) case: Case,
    transposed: bool,
    roles: Roles,
    cost: f64,
}

impl PlannedCase {
    /// Returns the plan; it is computed again, because storing it takes too much memory.
    pub(crate) fn plan(&self) -> Option<Plan> {
        Plan::with_roles(&self.case.candidates, self.transposed, self.roles)
    }
}

/// Plans the cases and sorts them by descending cost, without those that have no solution.
///
/// Returns `None` if they would take too long.
///
/// # Errors
/// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
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

/// Splits candidates into cases.
///
/// Returns no cases if there is no solution, and `None` if there are too many cases.
///
/// # Errors
/// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
pub(crate) fn split_into_cases(
    candidates: &BoxCandidates,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Case>>, StopReason> {
    let mut splitter = CaseSplitter {
        cases: BTreeMap::new(),
        ended_parts: 0,
        ended_share: 0.0,
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

/// Candidates that are not split into cases yet.
#[derive(Copy, Clone)]
struct PartialCase {
    /// The candidates whose solutions are counted.
    requested: BoxCandidates,
    /// A subset of `requested` with the same solutions.
    reduced: BoxCandidates,
    multiplicity: u128,
}

impl PartialCase {
    /// Returns the part in which a digit is in certain cells of a box.
    fn restricted_to(&self, number: usize, digit: usize, cells: u16) -> Self {
        let mut part = *self;
        part.requested.sets[number][digit] &= cells;
        part.reduced.sets[number][digit] &= cells;
        part
    }

    /// Returns for each box and digit the cells of the propagated hull that were not requested.
    fn offending(&self, propagate: fn(&mut BoxCandidates) -> bool) -> Vec<(usize, usize, u16)> {
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

    /// Estimates the number of cases that this part needs.
    fn estimated_cases(mut self) -> f64 {
        if !self.reduced.propagate() {
            return 0.0;
        }
        1.5_f64.powi(self.offending(BoxCandidates::propagate).len().min(1000) as i32)
    }

    /// Returns `true` if the names of two digits can be swapped.
    fn are_interchangeable(&self, a: usize, b: usize) -> bool {
        (0..9).all(|number| {
            [&self.requested, &self.reduced]
                .iter()
                .all(|of| of.sets[number][a] == of.sets[number][b])
        })
    }

    /// Splits by the digits that a cell can hold; interchangeable digits share a part.
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

    /// Splits the cells of a digit in two: one row or column of the box, and the others.
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
    /// The cases by their candidates, with digits in order, and their multiplicities.
    cases: BTreeMap<BoxCandidates, u128>,
    /// Number of parts that are finished.
    ended_parts: u32,
    /// Their estimated share of the whole, if all parts of a split are alike.
    ended_share: f64,
    budget: &'a Budget<'a>,
}

impl CaseSplitter<'_> {
    /// Splits a part into cases. Returns `false` if there are too many.
    fn split(&mut self, mut part: PartialCase, share: f64) -> Result<bool, StopReason> {
        if let Some(reason) = self.budget.poll() {
            return Err(reason);
        }
        if !part.reduced.propagate_subsets() {
            return Ok(self.record_end(share));
        }
        let mut offending = part.offending(BoxCandidates::propagate_subsets);
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
            return Err(StopReason::Internal);
        };
        let share = share / parts.len() as f64;
        for part in parts {
            if !self.split(part, share)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Records that a part is finished. Returns `false` if the estimated number of parts is too
    /// large.
    fn record_end(&mut self, share: f64) -> bool {
        self.ended_parts += 1;
        self.ended_share += share;
        let all = f64::from(self.ended_parts) / self.ended_share;
        self.cases.len() <= MAX_CASES && (self.ended_parts < 50 || all < 20.0 * MAX_CASES as f64)
    }
}

/// Renames digits to a form that is equal for all candidates that differ only in names.
fn with_canonical_names(candidates: &BoxCandidates) -> BoxCandidates {
    let mut digits: [[u16; 9]; 9] =
        std::array::from_fn(|digit| candidates.sets.map(|sets| sets[digit]));
    digits.sort_unstable();
    BoxCandidates {
        sets: std::array::from_fn(|number| digits.map(|sets| sets[number])),
    }
}

#[cfg(test)]
mod tests {
    use super::super::partition::ALL;
    use super::*;

    fn multiplicities(candidates: &BoxCandidates) -> Option<Vec<u128>> {
        let cases = split_into_cases(candidates, &Budget::default()).unwrap()?;
        assert!(
            cases
                .iter()
                .all(|case| case.candidates == case.candidates.hull())
        );
        Some(cases.iter().map(|case| case.multiplicity).collect())
    }

    /// Returns the empty grid without these cells, as bits, of a box for the first digits.
    fn without(cells: &[(usize, u16)]) -> BoxCandidates {
        let mut candidates = BoxCandidates {
            sets: [[ALL; 9]; 9],
        };
        for (digit, (number, cells)) in cells.iter().enumerate() {
            candidates.sets[*number][digit] &= !cells;
        }
        candidates
    }

    #[test]
    fn rectangles_are_one_case() {
        assert_eq!(multiplicities(&without(&[])), Some(vec![1]));
        assert_eq!(
            multiplicities(&without(&[(0, 0o007), (4, 0o111), (4, 0o757)])),
            Some(vec![1])
        );
        // A row and a column: the digit is in a rectangle of four cells.
        assert_eq!(multiplicities(&without(&[(0, 0o117)])), Some(vec![1]));
        assert_eq!(multiplicities(&without(&[(3, ALL)])), Some(Vec::new()));
    }

    /// One digit is missing in a cell: each of the eight others can be there, and they are
    /// interchangeable.
    #[test]
    fn interchangeable_digits_share_a_case() {
        assert_eq!(multiplicities(&without(&[(0, 0o001)])), Some(vec![8]));
        assert_eq!(
            multiplicities(&without(&[(0, 0o001), (0, 0o001), (0, 0o001)])),
            Some(vec![6])
        );
        // In two independent cells: the same digit in both, each of two, neither.
        let two = multiplicities(&without(&[(0, 0o001), (8, 0o400)])).unwrap();
        assert!((2..=4).contains(&two.len()), "{two:?}");
    }

    /// Eliminations that other clues and pencilmarks imply need no case.
    #[test]
    fn implied_eliminations_need_no_case() {
        let mut clues = [0; 81];
        (clues[0], clues[12], clues[30]) = (1, 1, 2);
        let mut candidates = BoxCandidates::from_clues(&clues);
        candidates.sets[2][0] &= !0o001;
        candidates.sets[3][0] &= !0o010;
        candidates.sets[4][4] &= !0o001;
        assert_eq!(multiplicities(&candidates), Some(vec![1]));
        candidates.sets[4][4] &= !0o020;
        assert_ne!(multiplicities(&candidates), Some(vec![1]));
    }

    #[test]
    fn too_many_cases_are_refused_and_the_budget_is_polled() {
        // A diagonal of each box lacks the digits 1 to 4.
        let mut candidates = without(&[]);
        candidates
            .sets
            .iter_mut()
            .for_each(|digits| digits[..4].fill(0o356));
        assert_eq!(multiplicities(&candidates), None);
        let expired = || true;
        let budget = Budget::default().stop_when(&expired);
        assert_eq!(
            split_into_cases(&candidates, &budget).err(),
            Some(StopReason::Timeout)
        );
        let case = Case {
            candidates: without(&[]),
            multiplicity: 1,
        };
        assert_eq!(
            plan_cases(vec![case.clone()], &budget).err(),
            Some(StopReason::Timeout)
        );
        // Each digit has its own lines: no names can be swapped.
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
