//! `ndoku-bench compare [--seconds 1] [--seed 1] [--puzzles 5000] [--expect unique]
//! [--tdoku PROGRAM] FILE…`: measures `Simd9` and other solvers side by side.
//!
//! ```text
//! file     puzzles  solver        puzzles/s  wrong    avx512      avx2  portable  times as fast
//! minimal     5000  ndoku avx512    1925973      0      1.00      0.59      0.15
//!                   sudoku 0.8       312984      0      6.15      3.63      0.93
//! ```
//!
//! The last columns show how many times as fast ndoku is as the solver of the line: 6.15 times with
//! AVX-512, 0.93 times with portable Rust.
//!
//! The rates are puzzles per second on one core, each searched to the second solution. They include
//! reading the 81 bytes and writing a solution. From a larger file, a random sample is taken. All
//! puzzles are shuffled and transformed first (see `Transformation`), so that no solver benefits
//! from the order of a file. `docs/benchmarks/simd-solver.md` shows how to generate files.
//!
//! The solvers take turns on the same puzzles, so that other load on the machine affects all of
//! them. The first turn does not count, and the best turn does. A turn of tdoku takes a second,
//! because its program takes whole seconds; with `--seconds 7`, the other turns are as long.
//!
//! **wrong** counts wrong numbers of solutions and wrong solutions. `--expect` states the number
//! for all files. Without it, the oracle of `ndoku-testkit` decides where solvers disagree.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use ndoku::{Puzzle, Rng};
use ndoku_solver::BatchOutcome;
use ndoku_testkit::oracle;

use crate::board::{Clues, Transformation, has_clash};
use crate::puzzle_file::{self, PuzzleEntry};
use crate::solvers::{self, Solver};
use crate::tdoku::Tdoku;

/// Number of turns of each solver that count.
const ROUNDS: u32 = 7;

/// Maximum number of digits that the oracle places for one puzzle. It needs a few thousand for a
/// minimal puzzle, and some seconds for this number.
const MAX_ORACLE_PLACEMENTS: u64 = 100_000;

/// The options of the comparison.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Time for each solver on each file, in seconds; tdoku always takes 7
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Random seed for the order of the puzzles and for their transformation
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Maximum number of puzzles of each file
    #[arg(long, default_value_t = 5000)]
    puzzles: usize,
    /// Number of solutions of every puzzle
    #[arg(long, value_enum, value_name = "NUMBER")]
    expect: Option<ExpectedOutcome>,
    /// The program `run_benchmark` of tdoku, built from its repository, as another solver
    #[arg(long, value_name = "PROGRAM")]
    tdoku: Option<PathBuf>,
    /// Files of puzzles, in any format, plain or compressed; skips puzzles of other layouts
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

/// A known number of solutions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum ExpectedOutcome {
    /// No solution
    None,
    /// One solution
    Unique,
    /// Two or more solutions
    Multiple,
}

impl From<ExpectedOutcome> for BatchOutcome {
    fn from(expected: ExpectedOutcome) -> Self {
        match expected {
            ExpectedOutcome::None => Self::Unsolvable,
            ExpectedOutcome::Unique => Self::Unique,
            ExpectedOutcome::Multiple => Self::Multiple,
        }
    }
}

/// Compares on all files, one after the other.
///
/// # Errors
/// Returns the file that cannot be read, or the number of ndoku's wrong answers.
pub(crate) fn compare(options: &Options) -> Result<(), String> {
    let ours = solvers::ndoku();
    let mut table = Table {
        own: ours.len(),
        solvers: ours,
        seconds: options.seconds,
        tdoku: options.tdoku.clone(),
        own_wrong: 0,
    };
    table.solvers.extend(solvers::competitors());
    if table.solvers.len() == table.own {
        eprintln!("built without other solvers; `--features competitors` adds them");
    }
    table.print_header();
    for file in &options.files {
        let entries =
            puzzle_file::read_classic_puzzles(file).map_err(|error| format!("{file}: {error}"))?;
        let name = file.rsplit('/').next().unwrap_or(file);
        table.print_rows(
            name,
            &shuffle_and_transform(entries.iter().map(PuzzleEntry::bytes).collect(), options),
            options.expect.map(BatchOutcome::from),
        )?;
    }
    if table.own_wrong == 0 {
        Ok(())
    } else {
        Err(format!("{} answers of ndoku are wrong", table.own_wrong))
    }
}

/// Draws at most `--puzzles` puzzles, in random order, each transformed.
fn shuffle_and_transform(mut puzzles: Vec<Clues>, options: &Options) -> Vec<Clues> {
    let mut rng = Rng::new(options.seed);
    rng.shuffle(&mut puzzles);
    puzzles.truncate(options.puzzles);
    puzzles
        .iter()
        .map(|clues| Transformation::random(&mut rng).apply(clues))
        .collect()
}

struct Table {
    /// The solvers, with ndoku's first.
    solvers: Vec<Box<dyn Solver>>,
    own: usize,
    seconds: f64,
    /// The program of tdoku.
    tdoku: Option<PathBuf>,
    own_wrong: usize,
}

impl Table {
    fn print_header(&self) {
        print!(
            "{:<36} {:>7}  {:<16} {:>10} {:>6}",
            "file", "puzzles", "solver", "puzzles/s", "wrong"
        );
        for solver in &self.solvers[..self.own] {
            print!(" {:>9}", solver.name().trim_start_matches("ndoku "));
        }
        println!("  times as fast");
    }

    /// Measures all solvers on the puzzles of a file, and prints a row for each.
    fn print_rows(
        &mut self,
        name: &str,
        puzzles: &[Clues],
        expected: Option<BatchOutcome>,
    ) -> Result<(), String> {
        if puzzles.is_empty() {
            println!("{name:<36} {:>7}", 0);
            return Ok(());
        }
        let wrong = count_wrong_answers(&self.answers(puzzles), puzzles, expected, find_outcome);
        self.own_wrong += wrong[..self.own].iter().sum::<usize>();
        let tdoku = match &self.tdoku {
            Some(program) => Some(Tdoku::new(program, puzzles)?),
            None => None,
        };
        let rates = self.rates(puzzles, tdoku.as_ref())?;
        for (i, rate) in rates.iter().enumerate() {
            let (name, count) = if i == 0 {
                (name, puzzles.len().to_string())
            } else {
                ("", String::new())
            };
            // The program reports no answers.
            let (solver, wrong) = match (self.solvers.get(i), wrong.get(i)) {
                (Some(solver), Some(wrong)) => (solver.name(), wrong.to_string()),
                _ => ("tdoku".to_owned(), String::new()),
            };
            print!("{name:<36} {count:>7}  {solver:<16} {rate:>10.0} {wrong:>6}");
            for own in &rates[..self.own] {
                print!(" {:>9.2}", own / rate);
            }
            println!();
        }
        Ok(())
    }

    /// Returns the answers of each solver.
    fn answers(&mut self, puzzles: &[Clues]) -> Vec<Vec<Answer>> {
        let answers = self.solvers.iter_mut().map(|solver| {
            let (mut solutions, mut outcomes) = (
                vec![[0; 81]; puzzles.len()],
                vec![BatchOutcome::default(); puzzles.len()],
            );
            solver.solve(puzzles, &mut solutions, &mut outcomes);
            outcomes.into_iter().zip(solutions).collect()
        });
        answers.collect()
    }

    /// Returns the puzzles per second of each solver, and then of tdoku.
    fn rates(&mut self, puzzles: &[Clues], tdoku: Option<&Tdoku>) -> Result<Vec<f64>, String> {
        let (mut solutions, mut outcomes) = (
            vec![[0; 81]; puzzles.len()],
            vec![BatchOutcome::default(); puzzles.len()],
        );
        let turn = Duration::from_secs_f64(self.seconds.max(0.0) / f64::from(ROUNDS));
        let mut best = vec![0.0; self.solvers.len()];
        let mut best_of_tdoku = tdoku.map(|_| 0.0);
        for round in 0..=ROUNDS {
            for (solver, best) in self.solvers.iter_mut().zip(&mut best) {
                let begin = Instant::now();
                let mut passes = 0;
                while passes == 0 || begin.elapsed() < turn {
                    solver.solve(puzzles, &mut solutions, &mut outcomes);
                    passes += 1;
                }
                if round > 0 {
                    *best = f64::max(
                        *best,
                        f64::from(passes) * puzzles.len() as f64 / begin.elapsed().as_secs_f64(),
                    );
                }
            }
            // Its program warms up by itself.
            if let (1.., Some(tdoku), Some(best)) = (round, tdoku, &mut best_of_tdoku) {
                *best = f64::max(*best, tdoku.measure()?);
            }
        }
        best.extend(best_of_tdoku);
        Ok(best)
    }
}

/// The number of solutions up to two, and one solution.
type Answer = (BatchOutcome, [u8; 81]);

/// Returns the number of wrong answers of each solver. `decide` finds the right answer where they
/// disagree. If it cannot, all of them count as wrong.
fn count_wrong_answers(
    answers: &[Vec<Answer>],
    puzzles: &[Clues],
    expected: Option<BatchOutcome>,
    decide: impl Fn(&Clues) -> Option<BatchOutcome>,
) -> Vec<usize> {
    let mut wrong = vec![0; answers.len()];
    for (i, clues) in puzzles.iter().enumerate() {
        let first = answers.first().map(|answers| answers[i].0);
        let agreed = first.filter(|first| answers.iter().all(|answers| answers[i].0 == *first));
        let right = expected.or(agreed).or_else(|| decide(clues));
        for (wrong, answers) in wrong.iter_mut().zip(answers) {
            let (outcome, solution) = &answers[i];
            let stands = *outcome == BatchOutcome::Unsolvable || is_solution(solution, clues);
            *wrong += usize::from(Some(*outcome) != right || !stands);
        }
    }
    wrong
}

/// Returns the answer of the oracle; `None` if that takes too long.
fn find_outcome(clues: &Clues) -> Option<BatchOutcome> {
    let puzzle: Puzzle = std::str::from_utf8(clues).ok()?.parse().ok()?;
    let solutions = oracle::solutions(&puzzle, 2, MAX_ORACLE_PLACEMENTS)?;
    Some(match solutions.len() {
        0 => BatchOutcome::Unsolvable,
        1 => BatchOutcome::Unique,
        _ => BatchOutcome::Multiple,
    })
}

/// Returns `true` if the digits 1 to 9 are a solution of the puzzle.
fn is_solution(solution: &[u8; 81], clues: &Clues) -> bool {
    let grid: Clues = solution.map(|digit| digit.wrapping_add(b'0'));
    (0..81).all(|cell| (b'1'..=b'9').contains(&grid[cell]) && !has_clash(&grid, cell, grid[cell]))
        && clues
            .iter()
            .zip(&grid)
            .all(|(clue, digit)| !clue.is_ascii_digit() || clue == digit)
}

#[cfg(test)]
mod tests {
    use ndoku::Layout;
    use ndoku::generate::{Generator, Request};
    use ndoku_solver::Budget;

    use super::*;
    use crate::board::BLANK;

    #[test]
    fn wrong_answers_are_counted() {
        let puzzle =
            *b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let mut solver = ndoku_solver::Simd9::default();
        let (mut solutions, mut outcomes) = ([[0; 81]], [BatchOutcome::default()]);
        solver.solve(&[puzzle], &mut solutions, &mut outcomes);
        let good = vec![(BatchOutcome::Unique, solutions[0])];
        let mut other = solutions[0];
        other.swap(1, 2);
        let answers = [
            good.clone(),
            good,
            vec![(BatchOutcome::Unique, other)],
            vec![(BatchOutcome::Multiple, solutions[0])],
            vec![(BatchOutcome::Unsolvable, [0; 81])],
        ];
        assert_eq!(
            count_wrong_answers(&answers, &[puzzle], None, find_outcome),
            [0, 0, 1, 1, 1]
        );
        // Nobody can decide between them.
        assert_eq!(
            count_wrong_answers(&answers, &[puzzle], None, |_| None),
            [1, 1, 1, 1, 1]
        );
        assert_eq!(
            count_wrong_answers(
                &answers,
                &[puzzle],
                Some(BatchOutcome::Multiple),
                find_outcome
            ),
            [1, 1, 1, 0, 1]
        );
    }

    /// Returns generated minimal puzzles with one solution.
    fn minimal_puzzles(count: u64) -> Vec<Clues> {
        let layout = Layout::classic();
        let mut generator = Generator::new(Request::new(&layout)).unwrap();
        let generated = generator.generate_batch(7, 1..1 + count, &Budget::default());
        generated
            .into_iter()
            .map(|generated| {
                let puzzle = generated.unwrap().puzzle;
                std::array::from_fn(|cell| {
                    puzzle.clues()[cell].map_or(BLANK, |digit| b'0' + digit.get())
                })
            })
            .collect()
    }

    #[test]
    fn all_solvers_agree_with_the_oracle_and_with_known_numbers() {
        let unique = minimal_puzzles(40);
        let first_clue = |clues: &Clues| clues.iter().position(|clue| *clue != BLANK).unwrap();
        let with = |clues: &Clues, byte: u8| {
            let mut changed = *clues;
            changed[first_clue(clues)] = byte;
            changed
        };
        // Every clue of a minimal puzzle is needed.
        let multiple: Vec<Clues> = unique.iter().map(|clues| with(clues, BLANK)).collect();
        let none: Vec<Clues> = unique
            .iter()
            .flat_map(|clues| (b'1'..=b'9').map(|digit| with(clues, digit)))
            .filter(|clues| find_outcome(clues) == Some(BatchOutcome::Unsolvable))
            .take(40)
            .collect();
        assert!(unique.len() == 40 && none.len() == 40);
        let ours = solvers::ndoku();
        let mut table = Table {
            own: ours.len(),
            solvers: ours,
            seconds: 0.0,
            tdoku: None,
            own_wrong: 0,
        };
        table.solvers.extend(solvers::competitors());
        for (puzzles, expected) in [
            (unique, ExpectedOutcome::Unique),
            (multiple, ExpectedOutcome::Multiple),
            (none, ExpectedOutcome::None),
        ] {
            assert!(
                puzzles
                    .iter()
                    .all(|clues| find_outcome(clues) == Some(expected.into())),
                "{expected:?}"
            );
            let answers = table.answers(&puzzles);
            assert_eq!(
                count_wrong_answers(&answers, &puzzles, Some(expected.into()), find_outcome),
                vec![0; table.solvers.len()],
                "{expected:?}"
            );
        }
    }
}
