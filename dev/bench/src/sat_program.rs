//! A SAT solver as a program, such as kissat, as an opponent of [`nxn`](crate::nxn). It is built
//! outside the project, and gets the same clauses as the other solvers in a DIMACS file:
//!
//! ```text
//! p cnf 3 2            s SATISFIABLE
//! 1 2 0         ─▶     v 1 -2 3 0          the grid of the true candidates
//! -1 -2 0              s UNSATISFIABLE     no solution, or no other one
//! ```
//!
//! For the second solution it runs again, with a clause that excludes the first one. The system
//! limits and measures its CPU time.

use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::Stdio;

use cpu_time::ProcessTime;
use ndoku::Puzzle;
use tempfile::NamedTempFile;

use crate::cpu_limit::{limited_command, seconds_of_children};
use crate::encoding::{Propagated, find_solutions, propagate};
use crate::linked_solvers::Solutions;

/// A model, with literals as in DIMACS files; `None` if there is none.
type Model = Option<Vec<i32>>;

/// The program with its options.
#[derive(Debug)]
pub(crate) struct SatProgram {
    program: String,
    options: Vec<String>,
}

/// Why a program gives no answer.
#[derive(Debug)]
enum Stopped {
    OutOfTime,
    Failed(String),
}

impl From<String> for Stopped {
    fn from(problem: String) -> Self {
        Self::Failed(problem)
    }
}

impl SatProgram {
    /// Creates an opponent from a program and its options, with spaces between them.
    pub(crate) fn new(line: &str) -> Self {
        let mut words = line.split_whitespace().map(str::to_owned);
        Self {
            program: words.next().unwrap_or_default(),
            options: words.collect(),
        }
    }

    /// Returns the name in the table: the program without its folder, and its options.
    pub(crate) fn name(&self) -> String {
        let program = self.program.rsplit('/').next().unwrap_or(&self.program);
        let words = std::iter::once(program).chain(self.options.iter().map(String::as_str));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Searches for up to `wanted` solutions, for at most this number of CPU seconds. Returns the
    /// seconds and the solutions, if it finished. Its time includes making and reading the clauses,
    /// but not writing them.
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
        let open = match propagate(puzzle)? {
            Propagated::Solved(solutions) => {
                return Ok((begin.elapsed().as_secs_f64(), Some(solutions)));
            }
            Propagated::Open(open) => open,
        };
        // Seconds of the program, and of this process for writing.
        let (mut taken, mut writing) = (0.0, 0.0);
        let found = find_solutions(&open, wanted, |clauses| {
            let begin_writing = ProcessTime::now();
            let file = write_dimacs(open.variable_count(), clauses)
                .map_err(|error| format!("temporary file: {error}"))?;
            writing += begin_writing.elapsed().as_secs_f64();
            let left = limit - taken - (begin.elapsed().as_secs_f64() - writing);
            if left <= 0.0 {
                return Err(Stopped::OutOfTime);
            }
            let (seconds, model) = self.run(file.path(), left)?;
            taken += seconds;
            Ok(model)
        });
        match found {
            Ok(solutions) => {
                let seconds = taken + begin.elapsed().as_secs_f64() - writing;
                Ok((seconds, Some(solutions)))
            }
            Err(Stopped::OutOfTime) => Ok((limit, None)),
            Err(Stopped::Failed(problem)) => Err(problem),
        }
    }

    /// Runs the program on a file. Returns its CPU seconds and its answer.
    fn run(&self, file: &Path, limit: f64) -> Result<(f64, Model), Stopped> {
        let before = seconds_of_children()?;
        let output = limited_command(limit)
            .arg(&self.program)
            .args(&self.options)
            .arg(file)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .map_err(|error| format!("sh: {error}"))?;
        let seconds = seconds_of_children()? - before;
        if seconds >= limit {
            return Err(Stopped::OutOfTime);
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let has_line = |wanted: &str| text.lines().any(|line| line == wanted);
        if has_line("s UNSATISFIABLE") {
            return Ok((seconds, None));
        }
        let model: Vec<i32> = text
            .lines()
            .filter_map(|line| line.strip_prefix("v "))
            .flat_map(str::split_whitespace)
            .filter_map(|literal| literal.parse().ok())
            .collect();
        if has_line("s SATISFIABLE") && !model.is_empty() {
            return Ok((seconds, Some(model)));
        }
        Err(format!("{}: no answer, {}", self.program, output.status).into())
    }
}

/// Writes clauses to a DIMACS file, which is deleted with the value that is returned.
fn write_dimacs(variables: usize, clauses: &[Vec<i32>]) -> std::io::Result<NamedTempFile> {
    let mut file = BufWriter::new(NamedTempFile::new()?);
    writeln!(file, "p cnf {variables} {}", clauses.len())?;
    for clause in clauses {
        for literal in clause {
            write!(file, "{literal} ")?;
        }
        writeln!(file, "0")?;
    }
    Ok(file.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndoku::Layout;

    /// A program that answers each request as a solver would.
    #[test]
    fn answers_of_a_program_are_read() {
        let layout = Layout::for_size(4).unwrap();
        let puzzle = Puzzle::empty(&layout);
        let solve = |answer: &str, wanted, limit| {
            let mut script = NamedTempFile::new().unwrap();
            script.write_all(answer.as_bytes()).unwrap();
            SatProgram::new(&format!("sh {}", script.path().display()))
                .solve(&puzzle, wanted, limit)
        };
        let (_, none) = solve("echo 's UNSATISFIABLE'", 2, 5.0).unwrap();
        assert_eq!(none, Some(Vec::new()));
        let (seconds, found) = solve("echo 's SATISFIABLE'; echo 'v 64 -1 0'", 2, 5.0).unwrap();
        assert_eq!(found.map(|found| found.len()), Some(2));
        assert!(seconds > 0.0 && seconds < 5.0);
        assert!(solve("echo 's UNKNOWN'", 1, 5.0).is_err());
        assert!(solve("exit 1", 1, 5.0).is_err());
        // The system ends it.
        let (_, none) = solve("while :; do :; done", 1, 0.5).unwrap();
        assert_eq!(none, None);
    }

    #[test]
    fn the_file_has_the_format_of_dimacs() {
        let file = write_dimacs(3, &[vec![1, 2], vec![-1, -2], vec![]]).unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        assert_eq!(text, "p cnf 3 3\n1 2 0\n-1 -2 0\n0\n");
    }

    #[test]
    fn the_name_has_the_options() {
        assert_eq!(
            SatProgram::new("/some/folder/kissat -q --sat").name(),
            "kissat -q --sat"
        );
    }
}
