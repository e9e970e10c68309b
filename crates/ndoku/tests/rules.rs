//! Tests of every rule of variants on small grids: the answers of the facade are those of the naive
//! oracle.
//!
//! Each rule stands alone, so that a failure names it. `ndoku-solver/tests/variants.rs` mixes the
//! rules, and `ndoku-solver/tests/proof.rs` verifies proofs.

use std::ops::ControlFlow;

use ndoku::{Budget, Digit, DigitSet, EngineKind, Order, Puzzle, Solver, Verdict};
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::{oracle, variants};

/// Number of puzzles that are compared for each rule.
const PUZZLES: usize = 12;
/// Maximum number of solutions of a compared puzzle.
const MAX_SOLUTIONS: usize = 80;

/// Calls `check` with random puzzles of each rule and all of their solutions, ascending.
fn for_each_puzzle(seed: u64, mut check: impl FnMut(&Puzzle, &[Vec<Digit>], &str)) {
    for id in variants::rules() {
        let mut rng = SplitMix64::new(seed);
        let (mut compared, mut solvable) = (0, 0);
        for _ in 0..40 * PUZZLES {
            let size = if rng.once_in(3) { 4 } else { 6 };
            let Some(layout) = variants::layout_of_rule(&mut rng, size, id) else {
                continue;
            };
            let puzzle = random::puzzle(&mut rng, &layout);
            let Some(solutions) = oracle::solutions(&puzzle, MAX_SOLUTIONS + 1, 3_000) else {
                continue;
            };
            if solutions.len() > MAX_SOLUTIONS {
                continue;
            }
            let label = format!("{:?}, clues {:?}", puzzle.layout(), puzzle.clues());
            check(&puzzle, &solutions, &label);
            compared += 1;
            solvable += usize::from(!solutions.is_empty());
            if compared == PUZZLES {
                break;
            }
        }
        assert_eq!(compared, PUZZLES, "{id}: too few puzzles");
        // No grid of size 6 obeys some of the rules that hold everywhere.
        let is_rare = matches!(
            id,
            "non-consecutive" | "anti-king" | "difference-negative" | "global-entropy"
        );
        assert!(is_rare || solvable >= 3, "{id}: {solvable} have solutions");
    }
}

#[test]
fn the_testkit_has_every_rule_with_a_constraint() {
    let known: Vec<&str> = variants::rules().collect();
    for rule in ndoku::constraint::RULES {
        assert_ne!(
            known.contains(&rule.id),
            variants::HOUSE_RULES.contains(&rule.id),
            "{}: add it to `RULES` in ndoku-testkit/src/variants.rs",
            rule.id
        );
    }
}

#[test]
fn verdicts_and_enumerations_agree_with_the_oracle() {
    for_each_puzzle(1, |puzzle, solutions, label| {
        for engine in [EngineKind::Auto, EngineKind::Backtrack, EngineKind::Cdcl] {
            let mut solver = Solver::new().with_engine(engine);
            let verdict = solver.solve(puzzle).expect("no limit");
            let fits = match (&verdict, solutions) {
                (Verdict::Unsolvable, []) => true,
                (Verdict::Unique(found), [only]) => found.digits() == only,
                (Verdict::Multiple(a, b), [_, _, ..]) => {
                    let is_known = |one: &[Digit]| solutions.iter().any(|known| known == one);
                    a != b && is_known(a.digits()) && is_known(b.digits())
                }
                _ => false,
            };
            assert!(fits, "{label}: {verdict:?} instead of {}", solutions.len());
            for order in [Order::Search, Order::Sorted] {
                let mut found: Vec<Vec<Digit>> = Vec::new();
                let budget = Budget::default().order(order);
                solver
                    .for_each_solution(puzzle, &budget, &mut |digits| {
                        found.push(digits.to_vec());
                        ControlFlow::Continue(())
                    })
                    .expect("no limit");
                if order == Order::Search {
                    found.sort_unstable();
                }
                assert_eq!(found, solutions, "{label}: {engine:?}, {order:?}");
            }
        }
    });
}

#[test]
fn true_candidates_agree_with_the_oracle() {
    let mut solver = Solver::new();
    for_each_puzzle(2, |puzzle, solutions, label| {
        let mut expected = vec![DigitSet::default(); puzzle.layout().cell_count()];
        for solution in solutions {
            for (set, digit) in expected.iter_mut().zip(solution) {
                set.insert(*digit);
            }
        }
        let found = solver.true_candidates(puzzle, &Budget::default());
        assert_eq!(found, (expected, None), "{label}");
    });
}

#[cfg(feature = "count")]
#[test]
fn counts_agree_with_the_oracle() {
    use std::num::NonZeroUsize;

    use ndoku::ThreadBudget;
    use ndoku::count::{CountLimit, Counter};

    let threads = ThreadBudget::new(NonZeroUsize::MIN);
    let mut counter = Counter::new(&threads);
    for_each_puzzle(3, |puzzle, solutions, label| {
        let budget = Budget::default();
        let all = counter.count(puzzle, CountLimit::UNLIMITED, &budget, &|_, _| {});
        let expected = solutions.len() as u128;
        assert!(all.is_exact() && all.number == expected, "{label}: {all:?}");
        let limit = expected / 2;
        let some = counter.count(puzzle, CountLimit::new(limit as u64), &budget, &|_, _| {});
        let is_all = limit == expected;
        assert!(
            some.number == limit && some.is_exact() == is_all,
            "{label}: {some:?}"
        );
    });
}
