//! The benchmark program of tdoku, `run_benchmark`, as an opponent of [`compare`](crate::compare).
//! It is built outside the project, from the repository `t-dillon/tdoku` on GitHub:
//!
//! ```text
//! CC=clang CXX=clang++ cmake -B build -DCMAKE_BUILD_TYPE=Release && make -C build run_benchmark
//! ```

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::board::Clues;

/// The program, and a file with the puzzles that it solves.
#[derive(Debug)]
pub(crate) struct Tdoku {
    program: PathBuf,
    file: PathBuf,
    count: usize,
}

impl Tdoku {
    /// Writes the puzzles to a temporary file, one on each line.
    ///
    /// # Errors
    /// Returns the reason if that fails.
    pub(crate) fn new(program: &Path, puzzles: &[Clues]) -> Result<Self, String> {
        let name = format!("ndoku-bench-{}.txt", std::process::id());
        let file = std::env::temp_dir().join(name);
        let lines: Vec<u8> = puzzles
            .iter()
            .flat_map(|clues| clues.iter().chain(b"\n").copied())
            .collect();
        std::fs::write(&file, lines).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(Self {
            program: program.to_owned(),
            file,
            count: puzzles.len(),
        })
    }

    /// Returns the puzzles per second of one turn: a second to warm up, and a second that counts.
    /// The program takes whole seconds only.
    ///
    /// # Errors
    /// Returns the reason if the program does not run, or what it says instead of a rate.
    pub(crate) fn measure(&self) -> Result<f64, String> {
        let output = Command::new(&self.program)
            .args(["-s", "tdoku", "-c", "1", "-r", "0", "-w", "1", "-t", "1"])
            .args(["-n", &self.count.to_string()])
            .arg(&self.file)
            .output()
            .map_err(|error| format!("{}: {error}", self.program.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        rate(&text).ok_or_else(|| {
            let last = text.lines().next_back().unwrap_or("no output");
            format!("{}: no rate but: {last}", self.program.display())
        })
    }
}

impl Drop for Tdoku {
    fn drop(&mut self) {
        // A file that stays in the folder for temporary files does no harm.
        let _ = std::fs::remove_file(&self.file);
    }
}

/// Returns the puzzles per second from a line of the program. It ends with the name of the solver,
/// the rate, microseconds per puzzle, the share without guesses, and guesses per puzzle.
fn rate(text: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.contains(",tdoku,"))?;
    let rate: f64 = line.rsplit(',').nth(3)?.parse().ok()?;
    rate.is_finite().then_some(rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_read_from_the_line_of_the_solver() {
        let line = "Clang,14.0.6, -O3  -march=native,/a/file.txt,tdoku,12844.5,77.9,0.0,110.3\n";
        assert_eq!(rate(line), Some(12_844.5));
        assert_eq!(rate(&line.replace("12844.5", "-nan")), None);
        assert_eq!(rate("Error during warmup\n"), None);
    }

    #[test]
    fn a_program_that_is_missing_is_named() {
        let tdoku = Tdoku::new(Path::new("/nowhere/run_benchmark"), &[[b'.'; 81]]).unwrap();
        assert_eq!(std::fs::read(&tdoku.file).unwrap().len(), 82);
        let error = tdoku.measure().unwrap_err();
        assert!(error.starts_with("/nowhere/run_benchmark: "), "{error}");
    }
}
