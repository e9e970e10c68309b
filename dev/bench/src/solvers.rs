//! The solvers of `compare`: what each is asked, and how it is called.
//!
//! | name | licence | |
//! |---|---|---|
//! | `ndoku` and an instruction set | ours | `Classic`, the whole set as one batch |
//! | `sudoku` 0.8 | AGPL-3.0 | by Emerentius, after JCZSolve; with its feature `unchecked_indexing` |
//! | `msolve` 0.6 | MIT | by Alex Williams |
//!
//! All are given 81 bytes, search to the second solution and write the first one down. The competitors are handed digits 0 to 9, which is their fastest way in.
//! They choose no instructions at run time; `RUSTFLAGS="-C target-cpu=native"` lets the compiler do it for them, and then the line `ndoku avx2` is not
//! what an AVX2 machine does, since it gets the same freedom. They are run and nothing more: see the remark on licences in `Cargo.toml`.

use ndoku_solver::{Classic, Isa, Outcome};

use crate::board::Clues;

/// A solver under measurement.
pub(crate) trait Solver {
    /// What the table calls it.
    fn name(&self) -> String;

    /// Searches each puzzle to the second solution, and writes one solution (digits 1 to 9) for each that has any. All slices have the same length.
    fn solve(&mut self, clues: &[Clues], solutions: &mut [[u8; 81]], outcomes: &mut [Outcome]);
}

/// Ours, the fastest instruction set first.
pub(crate) fn ndoku() -> Vec<Box<dyn Solver>> {
    let available = Isa::ALL.iter().rev().filter(|isa| isa.is_available());
    available
        .map(|isa| Box::new(Classic::new(Some(*isa))) as Box<dyn Solver>)
        .collect()
}

/// The others; none without the feature `competitors`.
pub(crate) fn competitors() -> Vec<Box<dyn Solver>> {
    vec![
        #[cfg(feature = "competitors")]
        Box::new(external::Sudoku),
        #[cfg(feature = "competitors")]
        Box::new(external::Msolve),
    ]
}

impl Solver for Classic {
    fn name(&self) -> String {
        format!("ndoku {}", self.isa().name())
    }

    fn solve(&mut self, clues: &[Clues], solutions: &mut [[u8; 81]], outcomes: &mut [Outcome]) {
        self.solve_all(clues, solutions, outcomes);
    }
}

#[cfg(feature = "competitors")]
mod external {
    use ndoku_solver::Outcome;

    use super::Solver;
    use crate::board::Clues;

    /// Digits as numbers, 0 for an open cell.
    fn numbers(clues: &Clues) -> [u8; 81] {
        clues.map(|byte| byte.saturating_sub(b'0'))
    }

    const fn outcome(solutions: usize) -> Outcome {
        match solutions {
            0 => Outcome::Unsolvable,
            1 => Outcome::Unique,
            _ => Outcome::Multiple,
        }
    }

    pub(super) struct Sudoku;

    impl Solver for Sudoku {
        fn name(&self) -> String {
            "sudoku 0.8".to_owned()
        }

        fn solve(&mut self, clues: &[Clues], solutions: &mut [[u8; 81]], outcomes: &mut [Outcome]) {
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

        fn solve(&mut self, clues: &[Clues], solutions: &mut [[u8; 81]], outcomes: &mut [Outcome]) {
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
