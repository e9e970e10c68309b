//! `ndoku-bench nxn [OPTIONS] FILE…`: measures ndoku's engines and other solvers on puzzles of any
//! size.
//!
//! ```text
//! file              puzzles  solver         median   maximum       sum  solved  wrong
//! n25_plain_hard          6  cdcl           0.0021    0.0113     0.031     6/6      0
//!                            cadical        0.0164    0.0310     0.112     6/6      0
//! ```
//!
//! Times are CPU seconds of one core, from the parsed puzzle to the verified result. They include
//! propagation and the generation of clauses. The solvers take turns puzzle by puzzle, so that
//! other load on the machine affects all of them. An unfinished puzzle counts with the time limit.
//! If the file says `status=unique`, solvers search for two solutions, which proves uniqueness;
//! otherwise for one. With `--first` they search for one. **wrong** counts answers that contradict
//! the file, grids that are not solutions, and failures of a solver.
//!
//! With `--threads` above 1, `ndoku` searches hard puzzles on several threads. All times of solvers
//! in this process are then wall-clock seconds.
//!
//! A solver that does not check the clock runs in a separate process, which the system ends. It
//! measures its own solving time. Programs of `--sat-program` read a file, and reading it counts as
//! their time.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::process::Stdio;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use cpu_time::{ProcessTime, ThreadTime};
use ndoku::{Digit, Puzzle, Solution};
use ndoku_solver::Budget;

use crate::cpu_limit::limited_command;
use crate::figures::median;
use crate::linked_solvers::{LinkedSolver, Solutions};
use crate::puzzle_file::{self, PuzzleEntry};
use crate::sat_program::SatProgram;

/// The options of the comparison.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Time limit per puzzle, in seconds: CPU time, or wall-clock time with several threads
    #[arg(long, default_value_t = 20.0)]
    limit: f64,
    /// Compare only this solver (repeatable)
    #[arg(long = "solver", value_enum, value_name = "NAME")]
    solvers: Vec<LinkedSolver>,
    /// Compare this SAT solver too: a program for DIMACS files, such as "kissat --sat" (repeatable)
    #[arg(long = "sat-program", value_name = "PROGRAM")]
    sat_programs: Vec<String>,
    /// Number of turns of each solver on each puzzle; the fastest counts
    #[arg(long, default_value_t = 1)]
    best_of: u32,
    /// Search for one solution only, without proof of uniqueness
    #[arg(long)]
    first: bool,
    /// Threads of `ndoku` for each puzzle
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
    /// Print a line for each puzzle
    #[arg(long)]
    each: bool,
    /// Files of puzzles, in any format, plain or compressed
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

/// One puzzle of a file for one solver.
#[derive(Debug, Args)]
pub(crate) struct ChildArguments {
    #[arg(value_enum)]
    solver: LinkedSolver,
    wanted: usize,
    /// Index of the puzzle in the file, from 0
    index: usize,
    file: String,
}

/// Compares on all files, one after the other.
///
/// # Errors
/// Returns the file that cannot be read, or the number of wrong answers.
pub(crate) fn compare(options: &Options) -> Result<(), String> {
    let selected = if options.solvers.is_empty() {
        LinkedSolver::value_variants()
    } else {
        &options.solvers
    };
    let programs: Vec<SatProgram> = options
        .sat_programs
        .iter()
        .map(|line| SatProgram::new(line))
        .collect();
    let solvers: Vec<NxnSolver<'_>> = selected
        .iter()
        .copied()
        .map(NxnSolver::Linked)
        .chain(programs.iter().map(NxnSolver::Program))
        .collect();
    if !cfg!(feature = "competitors") {
        eprintln!("built without other solvers; `--features competitors` adds them");
    }
    println!(
        "{:<24} {:>7}  {:<16} {:>9} {:>9} {:>9} {:>7} {:>6}",
        "file", "puzzles", "solver", "median", "maximum", "sum", "solved", "wrong"
    );
    let mut wrong = 0;
    for file in &options.files {
        let entries =
            puzzle_file::read_puzzles(file).map_err(|error| format!("{file}: {error}"))?;
        let mut runs = vec![Vec::new(); solvers.len()];
        for (index, entry) in entries.iter().enumerate() {
            for (solver, runs) in solvers.iter().zip(&mut runs) {
                let run = run_best_of(*solver, entry, file, index, options);
                if options.each || run.problem.is_some() {
                    let end = if run.is_solved { "solved" } else { "open" };
                    println!(
                        "  {:<32} {:<16} {:>9.4} {end} {}",
                        entry.name,
                        solver.name(),
                        run.seconds,
                        run.problem.as_deref().unwrap_or("")
                    );
                }
                runs.push(run);
            }
        }
        let name = file.rsplit('/').next().unwrap_or(file);
        for (number, (solver, runs)) in solvers.iter().zip(&runs).enumerate() {
            let (name, count) = if number == 0 {
                (name.trim_end_matches(".txt"), entries.len().to_string())
            } else {
                ("", String::new())
            };
            wrong += print_row(name, &count, *solver, runs);
        }
        let _ = std::io::stdout().flush();
    }
    if wrong == 0 {
        Ok(())
    } else {
        Err(format!("{wrong} answers are wrong"))
    }
}

/// Prints the results of a solver on a file. Returns the number of wrong answers.
fn print_row(name: &str, count: &str, solver: NxnSolver<'_>, runs: &[RunResult]) -> usize {
    let mut times: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
    times.sort_by(f64::total_cmp);
    let solved = runs.iter().filter(|run| run.is_solved).count();
    let wrong = runs.iter().filter(|run| run.problem.is_some()).count();
    println!(
        "{name:<24} {count:>7}  {:<16} {:>9.4} {:>9.4} {:>9.3} {:>7} {wrong:>6}",
        solver.name(),
        median(&times),
        times.last().copied().unwrap_or(0.0),
        times.iter().sum::<f64>(),
        format!("{solved}/{}", runs.len())
    );
    wrong
}

/// A solver to compare.
#[derive(Copy, Clone, Debug)]
enum NxnSolver<'a> {
    Linked(LinkedSolver),
    Program(&'a SatProgram),
}

impl NxnSolver<'_> {
    /// Returns the name in the table.
    fn name(self) -> String {
        match self {
            Self::Linked(solver) => solver.name(),
            Self::Program(program) => program.name(),
        }
    }
}

/// The result of one solver on one puzzle.
#[derive(Clone, Debug)]
struct RunResult {
    /// Seconds, at most the limit.
    seconds: f64,
    is_solved: bool,
    /// The error in the answer.
    problem: Option<String>,
}

/// Returns the fastest of some turns, or a turn with a wrong answer.
fn run_best_of(
    solver: NxnSolver<'_>,
    entry: &PuzzleEntry,
    file: &str,
    index: usize,
    options: &Options,
) -> RunResult {
    let mut best: Option<RunResult> = None;
    for _ in 0..options.best_of.max(1) {
        let wanted = if entry.status == "unique" && !options.first {
            2
        } else {
            1
        };
        let run = run_once(solver, entry, (file, index), wanted, options);
        if run.problem.is_some() {
            return run;
        }
        if best
            .as_ref()
            .is_none_or(|best| (!run.is_solved, run.seconds) < (!best.is_solved, best.seconds))
        {
            best = Some(run);
        }
    }
    best.unwrap_or(RunResult {
        seconds: 0.0,
        is_solved: false,
        problem: Some("no turn".to_owned()),
    })
}

/// Runs a solver once. `place` is the file and the index of the puzzle.
fn run_once(
    solver: NxnSolver<'_>,
    entry: &PuzzleEntry,
    place: (&str, usize),
    wanted: usize,
    Options { limit, threads, .. }: &Options,
) -> RunResult {
    let (limit, threads) = (*limit, *threads);
    let answer = match solver {
        NxnSolver::Program(program) => program.solve(&entry.puzzle, wanted, limit),
        NxnSolver::Linked(solver) if solver.respects_budget() => {
            let (begin, wall_start) = (ProcessTime::now(), Instant::now());
            let elapsed = || {
                let time = if threads == NonZeroUsize::MIN {
                    begin.elapsed()
                } else {
                    wall_start.elapsed()
                };
                time.as_secs_f64()
            };
            let expired = || elapsed() > limit;
            let budget = Budget::default().stop_when(&expired);
            let found = solver.solve(&entry.puzzle, wanted, &budget, threads);
            found.map(|found| (elapsed(), found))
        }
        NxnSolver::Linked(solver) => run_in_process(solver, wanted, place, limit),
    };
    match answer {
        Err(problem) => RunResult {
            seconds: limit,
            is_solved: false,
            problem: Some(problem),
        },
        Ok((seconds, Some(solutions))) if seconds <= limit => RunResult {
            seconds,
            is_solved: true,
            problem: find_problem(&entry.puzzle, &entry.status, &solutions),
        },
        Ok(_) => RunResult {
            seconds: limit,
            is_solved: false,
            problem: None,
        },
    }
}

/// Returns the error in the solutions of a puzzle, if there is one.
fn find_problem(puzzle: &Puzzle, status: &str, solutions: &[Vec<u8>]) -> Option<String> {
    for grid in solutions {
        let digits: Option<Vec<Digit>> = grid.iter().map(|digit| Digit::new(*digit)).collect();
        let solution = digits.and_then(|digits| Solution::new(puzzle.layout(), &digits).ok());
        if !solution.is_some_and(|solution| solution.solves(puzzle)) {
            return Some("a grid that is no solution".to_owned());
        }
    }
    if solutions.len() == 2 && solutions[0] == solutions[1] {
        return Some("the same solution twice".to_owned());
    }
    let agrees = match status {
        "unique" => solutions.len() == 1,
        "unsat" => solutions.is_empty(),
        "sat" | "multi" => !solutions.is_empty(),
        _ => true,
    };
    (!agrees).then(|| format!("status={status}, but {} solutions", solutions.len()))
}

/// Runs a solver that cannot be stopped, in a process whose CPU time the shell limits to whole
/// seconds. Returns the seconds and the solutions, if it finished.
fn run_in_process(
    solver: LinkedSolver,
    wanted: usize,
    (file, index): (&str, usize),
    limit: f64,
) -> Result<(f64, Solutions), String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let child = limited_command(limit)
        .arg(own)
        .args([
            "nxn-child",
            &solver.name(),
            &wanted.to_string(),
            &index.to_string(),
            file,
        ])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    if !child.status.success() {
        // Ended by a signal: time limit. Ended with a code: failure.
        return if child.status.code().is_none_or(|code| code > 128) {
            Ok((limit, None))
        } else {
            Err(format!("ended with {}", child.status))
        };
    }
    let text = String::from_utf8_lossy(&child.stdout);
    let mut lines = text.lines();
    let seconds: f64 = lines
        .next()
        .and_then(|line| line.parse().ok())
        .ok_or("no answer")?;
    let solutions = lines
        .map(|line| {
            line.split(' ')
                .map(|digit| digit.parse().unwrap_or(0))
                .collect()
        })
        .collect();
    Ok((seconds, Some(solutions)))
}

/// Solves one puzzle. Prints CPU seconds, and a line for each solution.
///
/// # Errors
/// Returns the file that cannot be read, or the failure of the solver.
pub(crate) fn run_as_child(child: &ChildArguments) -> Result<(), String> {
    let entries = puzzle_file::read_puzzles(&child.file)?;
    let entry = entries.get(child.index).ok_or("no such puzzle")?;
    // The clock of the thread: with a limit of CPU time, the clock of the process advances in whole
    // ticks.
    let begin = ThreadTime::now();
    let found = child.solver.solve(
        &entry.puzzle,
        child.wanted,
        &Budget::default(),
        NonZeroUsize::MIN,
    )?;
    let seconds: Duration = begin.elapsed();
    println!("{:.6}", seconds.as_secs_f64());
    for grid in found.unwrap_or_default() {
        let digits: Vec<String> = grid.iter().map(u8::to_string).collect();
        println!("{}", digits.join(" "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndoku::Layout;

    #[test]
    fn wrong_answers_are_reported() {
        let layout = Layout::for_size(4).unwrap();
        let puzzle =
            Puzzle::from_array(&layout, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 0, 0, 0, 0]).unwrap();
        let good = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let mut bad = good.clone();
        bad.swap(12, 13);
        for (status, solutions, is_right) in [
            ("unique", vec![good.clone()], true),
            ("unique", vec![good.clone(), good.clone()], false),
            ("unique", vec![bad], false),
            ("unique", vec![], false),
            ("unsat", vec![], true),
            ("unsat", vec![good.clone()], false),
            ("sat", vec![good.clone()], true),
            ("multi", vec![], false),
            ("unknown", vec![], true),
        ] {
            assert_eq!(
                find_problem(&puzzle, status, &solutions).is_none(),
                is_right,
                "{status}, {solutions:?}"
            );
        }
    }

    /// Covers the solvers that need no process of their own, because a test program cannot call
    /// itself.
    #[test]
    fn all_solvers_agree() {
        let layout = Layout::builder(9).x().build().unwrap();
        let mut puzzle = Puzzle::empty(&layout);
        puzzle.set_clue(layout.cell(3), Digit::new(5)).unwrap();
        for solver in LinkedSolver::value_variants() {
            let found = solver
                .solve(&puzzle, 2, &Budget::default(), NonZeroUsize::MIN)
                .unwrap()
                .unwrap();
            assert_eq!(
                (found.len(), find_problem(&puzzle, "multi", &found)),
                (2, None),
                "{solver:?}"
            );
            let mut none = puzzle.clone();
            none.set_clue(layout.cell(30), Digit::new(5)).unwrap();
            assert_eq!(
                solver
                    .solve(&none, 2, &Budget::default(), NonZeroUsize::MIN)
                    .unwrap(),
                Some(Vec::new()),
                "{solver:?}"
            );
        }
    }
}
