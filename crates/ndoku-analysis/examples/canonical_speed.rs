//! Measures canonical forms per second on one core.
//!
//! ```text
//! cargo run --release -p ndoku-analysis --example canonical_speed -- FILE…  lines of 81 characters
//! ```
//!
//! The environment variable `ONLY=TEXT` selects the measurements whose names contain this text.
//! `ONCE` runs each measurement once without timing, for tools that count instructions.
//!
//! Prints for each file the number of different forms of its puzzles. Then it prints the rates for
//! the forms of its puzzles, for their solutions as grids, and for patterns with many symmetries. A
//! rate is the best of several rounds by processor time of the thread. Reading is not included.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::Instant;

use ndoku_analysis::canonical::{CanonicalForm, ClassicCanonicalizer, grid};
use ndoku_analysis::transformation::Grid81;
use ndoku_solver::{BatchOutcome, Simd9};

/// Decides by row and column if a cell keeps its clue.
type Keep = fn(usize, usize) -> bool;

/// Maximum number of puzzles per file.
const MOST: usize = 20_000;

/// Returns the processor time of this thread in seconds, if the system provides it.
fn busy() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ')
        .next()?
        .parse::<f64>()
        .ok()
        .map(|nanoseconds| nanoseconds * 1e-9)
}

/// Minimum duration of a round in seconds, because the system counts milliseconds.
const ROUND: f64 = 0.1;

fn rate(what: &str, count: usize, mut work: impl FnMut()) {
    if std::env::var_os("ONCE").is_some() {
        work();
        return;
    }
    let (mut best, mut times) = (f64::MAX, 1_u32);
    for _ in 0..5 {
        loop {
            let (began, used) = (Instant::now(), busy());
            (0..times).for_each(|_| work());
            let used = busy()
                .zip(used)
                .map(|(after, before)| after - before)
                .unwrap_or_else(|| began.elapsed().as_secs_f64());
            if used >= ROUND {
                best = best.min(used / f64::from(times));
                break;
            }
            times *= 2;
        }
    }
    println!("{what:<44} {:>10.0}/s", count as f64 / best);
}

fn main() {
    let mut forms = ClassicCanonicalizer::new();
    let mut some = Vec::new();
    let only = std::env::var("ONLY").unwrap_or_default();
    let rate = |what: &str, count: usize, work: &mut dyn FnMut()| {
        if what.contains(&only) {
            rate(what, count, work);
        }
    };
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).expect("a file that can be read");
        let lines = text
            .lines()
            .filter(|line| line.len() >= 81 && !line.starts_with('#'));
        let mut puzzles: Vec<Grid81> = lines
            .map(|line| {
                let bytes = line.as_bytes();
                std::array::from_fn(|cell| {
                    if bytes[cell].is_ascii_digit() {
                        bytes[cell] - b'0'
                    } else {
                        0
                    }
                })
            })
            .collect();
        let distinct = |form: CanonicalForm, forms: &mut ClassicCanonicalizer| {
            puzzles
                .iter()
                .filter_map(|puzzle| forms.canonical_form(form, puzzle).ok())
                .collect::<HashSet<_>>()
                .len()
        };
        let (by_pattern, by_string) = (
            distinct(CanonicalForm::Pattern, &mut forms),
            distinct(CanonicalForm::Minlex, &mut forms),
        );
        println!(
            "{file}: {} puzzles, {by_pattern} forms pattern first, {by_string} least strings",
            puzzles.len()
        );
        puzzles.truncate(MOST);
        let count = puzzles.len();
        let name = std::path::Path::new(&file)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for form in [CanonicalForm::Pattern, CanonicalForm::Minlex] {
            rate(&format!("{name} {form}"), count, &mut || {
                for puzzle in &puzzles {
                    let _ = black_box(forms.canonical_form(form, puzzle));
                }
            });
        }
        rate(&format!("{name} solution"), count, &mut || {
            let _ = black_box(forms.canonical_forms(CanonicalForm::Solution, &puzzles));
        });
        let mut solutions = vec![[0; 81]; count];
        let mut outcomes = vec![BatchOutcome::default(); count];
        Simd9::new(None).solve_all(&puzzles, &mut solutions, &mut outcomes);
        rate(&format!("{name} solving alone"), count, &mut || {
            Simd9::new(None).solve_all(&puzzles, &mut solutions, &mut outcomes);
        });
        rate(&format!("{name} grids"), count, &mut || {
            for solution in &solutions {
                let _ = black_box(grid::minlex_form(solution));
            }
        });
        some.extend(
            solutions
                .into_iter()
                .zip(outcomes)
                .filter(|(_, outcome)| *outcome == BatchOutcome::Unique)
                .map(|(grid, _)| grid)
                .take(1_000),
        );
    }
    // Symmetric patterns.
    let kinds: [(&str, Keep); 16] = [
        ("all clues", |_, _| true),
        ("one open cell", |r, c| (r, c) != (0, 0)),
        ("two open cells", |r, c| {
            (r, c) != (0, 0) && (r, c) != (4, 4)
        }),
        ("one open cell in each row, column, box", |r, c| {
            c != r % 3 * 3 + r / 3
        }),
        ("one clue in each row, column, box", |r, c| {
            c == r % 3 * 3 + r / 3
        }),
        ("two clues in each row, column, box", |r, c| {
            c == r % 3 * 3 + r / 3 || c == (r + 1) % 3 * 3 + r / 3
        }),
        ("blank row and column", |r, c| r != 0 && c != 0),
        ("blank row", |r, _| r != 0),
        ("three blank boxes", |r, c| r / 3 != c / 3),
        ("three full boxes", |r, c| r / 3 == c / 3),
        ("one full band", |r, _| r < 3),
        ("two full bands", |r, _| r > 2),
        ("diagonal in each box", |r, c| r % 3 == c % 3),
        ("all but diagonal in each box", |r, c| r % 3 != c % 3),
        ("checkerboard", |r, c| (r + c) % 2 == 0),
        ("nothing", |_, _| false),
    ];
    for (name, keep) in kinds {
        let puzzles: Vec<Grid81> = some
            .iter()
            .map(|grid| {
                std::array::from_fn(|cell| {
                    if keep(cell / 9, cell % 9) {
                        grid[cell]
                    } else {
                        0
                    }
                })
            })
            .collect();
        for form in [CanonicalForm::Pattern, CanonicalForm::Minlex] {
            rate(&format!("{name} {form}"), puzzles.len(), &mut || {
                for puzzle in &puzzles {
                    let _ = black_box(forms.canonical_form(form, puzzle));
                }
            });
        }
    }
    // Random patterns with this number of clues, from full grids.
    for clues in (5..81).step_by(5) {
        let mut rng = ndoku_core::Rng::new(clues as u64);
        let puzzles: Vec<Grid81> = some
            .iter()
            .map(|grid| {
                let mut puzzle = *grid;
                let mut left = 81;
                while left > clues {
                    let cell = rng.below(81) as usize;
                    left -= usize::from(puzzle[cell] != 0);
                    puzzle[cell] = 0;
                }
                puzzle
            })
            .collect();
        for form in [CanonicalForm::Pattern, CanonicalForm::Minlex] {
            rate(
                &format!("{clues} random clues {form}"),
                puzzles.len(),
                &mut || {
                    for puzzle in &puzzles {
                        let _ = black_box(forms.canonical_form(form, puzzle));
                    }
                },
            );
        }
    }
}
