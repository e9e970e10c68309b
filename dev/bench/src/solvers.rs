//! The solvers of `compare`, and the calls to them.
//!
//! | name | license | |
//! |---|---|---|
//! | `ndoku` and an instruction set | ours | `Simd9`, the whole set as one batch |
//! | `sudoku` 0.8 | AGPL-3.0 | Emerentius, after JCZSolve; feature `unchecked_indexing` |
//! | `msolve` 0.6 | MIT | Alex Williams |
//!
//! Every solver gets 81 bytes, searches to the second solution and writes the first one. The
//! competitors get digits 0 to 9, which is their fastest input. They do not select instructions at
//! run time. `RUSTFLAGS="-C target-cpu=native"` lets the compiler select them. Then ndoku's lines
//! profit, too, and do not represent the named instruction sets. The competitors are only run, for
//! the reason of licenses given in `Cargo.toml`.

use ndoku_solver::{BatchOutcome, Isa, Simd9};

use crate::board::Clues;

/// A solver to measure.
pub(crate) trait Solver {
    /// Returns the name in the table.
    fn name(&self) -> String;

    /// Searches each puzzle to the second solution. Writes one solution (digits 1 to 9) of each
    /// puzzle that has any. All slices have the same length.
    fn solve(&mut self, clues: &[Clues], solutions: &mut [[u8; 81]], outcomes: &mut [BatchOutcome]);
}

/// Returns ndoku's solvers, the fastest instruction set first.
pub(crate) fn ndoku() -> Vec<Box<dyn Solver>> {
    let available = Isa::ALL.iter().rev().filter(|isa| isa.is_available());
    available
        .map(|isa| Box::new(Simd9::new(Some(*isa))) as Box<dyn Solver>)
        .collect()
}

/// Returns the competitors; none without the feature `competitors`.
pub(crate) fn competitors() -> Vec<Box<dyn Solver>> {
    vec![
        #[cfg(feature = "competitors")]
        Box::new(external::Sudoku),
        #[cfg(feature = "competitors")]
        Box::new(external::Msolve),
    ]
}

impl Solver for Simd9 {
    fn name(&self) -> String {
        format!("ndoku {}", self.isa().name())
    }

    fn solve(
        &mut self,
        clues: &[Clues],
        solutions: &mut [[u8; 81]],
        outcomes: &mut [BatchOutcome],
    ) {
        self.solve_all(clues, solutions, outcomes);
    }
}

#[cfg(feature = "competitors")]
mod external {
    use ndoku_solver::BatchOutcome;

    use super::Solver;
    use crate::board::Clues;

    /// Converts clues to numbers, 0 for an open cell.
    fn numbers(clues: &Clues) -> [u8; 81] {
        clues.map(|byte| byte.saturating_sub(b'0'))
    }

    const fn outcome(solutions: usize) -> BatchOutcome {
        match solutions {
            0 => BatchOutcome::Unsolvable,
            1 => BatchOutcome::Unique,
            _ => BatchOutcome::Multiple,
        }
    }

    pub(super) struct Sudoku;

    impl Solver for Sudoku {
        fn name(&self) -> String {
            "sudoku 0.8".to_owned()
        }

        fn solve(
            &mut self,
            clues: &[Clues],
            solutions: &mut [[u8; 81]],
            outcomes: &mut [BatchOutcome],
        ) {
            for ((clues, solution), result) in clues.iter().zip(solutions).zip(outcomes) {
                let puzzle =
                    sudoku::Sudoku::from_bytes(numbers(clues)).expect("all bytes are 0 to 9");
                *result = outcome(puzzle.solutions_up_to_buffer(std::slice::from_mut(solution), 2));
            }
        }
    }

    pub(super) struct Msolve;

    impl Solver for Msolve {
        fn name(&self) -> String {
            "msolve 0.6".to_owned()
        }

        fn solve(
            &mut self,
            clues: &[Clues],
            solutions: &mut [[u8; 81]],
            outcomes: &mut [BatchOutcome],
        ) {
            for ((clues, solution), result) in clues.iter().zip(solutions).zip(outcomes) {
                let mut found = msolve::Sudoku::from(numbers(clues)).iter();
                let mut count = 0;
                if let Some(first) = found.next() {
                    *solution = first.to_array();
                    count = 1 + usize::from(found.next().is_some());
                }
                *result = outcome(count);
            }
        }
    }
}
