//! A SAT solver as a program, such as kissat, as an opponent of [`nxn`](crate::nxn). It is built
//! outside the project, and gets the same clauses as the other solvers in a DIMACS file:
//!
//! ```text
//! p cnf 3 2            s SATISFIABLE
//! 1 2 0         ─▶     v 1 -2 3 0          the grid of the true candidates
//! -1 -2 0              s UNSATISFIABLE     no solution, or no other one
//! ```
//!
//! For the second solution it runs again, with a clause that excludes the first one. The shell
//! limits and measures its CPU time.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use cpu_time::ProcessTime;
use ndoku::Puzzle;

use crate::competitors::Solutions;
use crate::encoding::{clauses, grid_from_literals, grid_from_variables, propagate, true_literals};

/// The program with its options, and the file for its clauses.
#[derive(Debug)]
pub(crate) struct SatProgram {
    program: String,
    options: Vec<String>,
    file: PathBuf,
}

impl SatProgram {
    /// Creates an opponent from a program and its options, with spaces between them.
    pub(crate) fn new(line: &str) -> Self {
        let mut words = line.split_whitespace().map(str::to_owned);
        let name = format!("ndoku-bench-{}.cnf", std::process::id());
        Self {
            program: words.next().unwrap_or_default(),
            options: words.collect(),
            file: std::env::temp_dir().join(name),
        }
    }

    /// Returns the name in the table: that of the program, without its folder.
    pub(crate) fn name(&self) -> &str {
        self.program.rsplit('/').next().unwrap_or(&self.program)
    }

    /// Searches up to `wanted` solutions, for at most this number of CPU seconds. Returns the
    /// seconds and the solutions, if it finished.
    ///
    /// # Errors
    /// Returns the reason if the program does not run, or ends without an answer.
    pub(crate) fn solve(
        &self,
        puzzle: &Puzzle,
        wanted: usize,
        limit: f64,
    ) -> Result<(f64, Solutions), String> {
        let begin = ProcessTime::now();
        let open = propagate(puzzle)?;
        let mut seconds = begin.elapsed().as_secs_f64();
        let Some(open) = open else {
            return Ok((seconds, Some(Vec::new())));
        };
        if open.variable_count() == 0 {
            let grid = grid_from_variables(&open, std::iter::empty());
            return Ok((seconds, Some(vec![grid])));
        }
        let mut clauses = clauses(&open);
        let mut solutions = Vec::new();
        while solutions.len() < wanted {
            let text = dimacs(open.variable_count(), &clauses);
            std::fs::write(&self.file, text)
                .map_err(|error| format!("{}: {error}", self.file.display()))?;
            let (taken, model) = self.run((limit - seconds).max(0.0))?;
            seconds += taken;
            if seconds >= limit {
                return Ok((limit, None));
            }
            let Some(model) = model else { break };
            let true_literals = true_literals(model.into_iter());
            solutions.push(grid_from_literals(&open, &true_literals));
            clauses.push(true_literals.iter().map(|literal| -literal).collect());
        }
        Ok((seconds, Some(solutions)))
    }

    /// Runs the program on the file. Returns its CPU seconds, and the model if there is one. If it
    /// takes too long, the seconds are the limit or more.
    fn run(&self, limit: f64) -> Result<(f64, Option<Vec<i32>>), String> {
        let script = format!(
            "(ulimit -t {}; exec \"$0\" \"$@\"); times",
            limit.ceil() as u64 + 1
        );
        let output = Command::new("sh")
            .args(["-c", &script, &self.program])
            .args(&self.options)
            .arg(&self.file)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .map_err(|error| format!("sh: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let seconds = text
            .lines()
            .next_back()
            .and_then(seconds_of_children)
            .ok_or("the shell measures no time")?;
        if text.lines().any(|line| line == "s UNSATISFIABLE") {
            return Ok((seconds, None));
        }
        let model: Vec<i32> = text
            .lines()
            .filter_map(|line| line.strip_prefix("v "))
            .flat_map(str::split_whitespace)
            .filter_map(|literal| literal.parse().ok())
            .collect();
        if text.lines().any(|line| line == "s SATISFIABLE") && !model.is_empty() {
            Ok((seconds, Some(model)))
        } else if seconds >= limit {
            Ok((seconds, None))
        } else {
            Err(format!("{}: no answer", self.program))
        }
    }
}

impl Drop for SatProgram {
    fn drop(&mut self) {
        // A file that stays in the folder for temporary files does no harm.
        let _ = std::fs::remove_file(&self.file);
    }
}

/// Returns clauses as the text of a DIMACS file.
fn dimacs(variables: usize, clauses: &[Vec<i32>]) -> String {
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in clauses {
        for literal in clause {
            let _ = write!(text, "{literal} ");
        }
        text.push_str("0\n");
    }
    text
}

/// Returns the sum of the times in the last line of `times`: user and system time of all children,
/// such as `0m1.230s 0m0.040s`.
fn seconds_of_children(line: &str) -> Option<f64> {
    let times = line.split_whitespace().map(|time| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    });
    let times: Vec<f64> = times.collect::<Option<_>>()?;
    (times.len() == 2).then(|| times.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndoku::Layout;

    #[test]
    fn the_times_of_the_shell_are_read() {
        assert_eq!(seconds_of_children("1m2.500s 0m0.250000s"), Some(62.75));
        for line in ["", "0m1s", "s SATISFIABLE", "1m 2s", "0m1s 0m2s 0m3s"] {
            assert_eq!(seconds_of_children(line), None, "{line}");
        }
    }

    /// A program that answers each request as a solver would.
    #[test]
    fn answers_of_a_program_are_read() {
        let layout = Layout::for_size(4).unwrap();
        let puzzle = Puzzle::empty(&layout);
        let folder = std::env::temp_dir().join(format!("ndoku-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let solve = |answer: &str, wanted| {
            let script = folder.join("solver");
            std::fs::write(&script, answer).unwrap();
            SatProgram::new(&format!("sh {}", script.display())).solve(&puzzle, wanted, 5.0)
        };
        let (_, none) = solve("echo 's UNSATISFIABLE'", 2).unwrap();
        assert_eq!(none, Some(Vec::new()));
        let variables = propagate(&puzzle).unwrap().unwrap().variable_count();
        let model = format!("echo 's SATISFIABLE'; echo 'v {variables} -1 0'");
        let (seconds, found) = solve(&model, 2).unwrap();
        assert_eq!(found.map(|found| found.len()), Some(2));
        assert!(seconds < 5.0);
        assert!(solve("echo 's UNKNOWN'", 1).is_err());
        assert!(solve("exit 1", 1).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
