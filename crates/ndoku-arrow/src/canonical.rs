//! `canonical`: a form that equivalent puzzles share.

use ndoku::Solver;
use ndoku::analysis::canonical::{CanonicalError, CanonicalForm, Canonicalizer};
use ndoku::format::ReadOptions;
use ndoku::table::RowStatus;
use ndoku::{Digit, Puzzle};

use crate::block::{Block, RowKind, to_numbers};
use crate::interrupts::Interrupts;
use crate::options::Options;
use crate::output::{Output, Value};
use crate::rows::Row;
use crate::solve::BatchSolver;
use crate::status::{outcome_status, read_puzzle, verdict_status};
use crate::worker::Worker;

pub(crate) fn worker(options: &Options) -> Box<dyn Worker> {
    Box::new(CanonicalWorker {
        batch: BatchSolver::default(),
        canonicalizer: Canonicalizer::new(),
        solver: Solver::new(),
        read: options.read_options(),
        form: options.form,
    })
}

struct CanonicalWorker {
    batch: BatchSolver,
    canonicalizer: Canonicalizer,
    solver: Solver,
    read: ReadOptions,
    form: CanonicalForm,
}

impl Worker for CanonicalWorker {
    fn answer(&mut self, block: &Block<'_>, interrupts: &Interrupts<'_>, out: &mut Output) {
        self.batch.solve(&block.plain);
        let mut next = 0;
        for row in 0..block.len() {
            match block.kind(row) {
                RowKind::Null => out.push_null(),
                RowKind::Plain => {
                    self.answer_plain(&block.plain[next], next, out);
                    next += 1;
                }
                RowKind::Other => match read_puzzle(block.text(row), &self.read) {
                    Some(puzzle) => self.answer_other(&puzzle, interrupts, out),
                    None => out.push(RowStatus::Invalid, &[]),
                },
            }
        }
    }
}

impl CanonicalWorker {
    /// Appends the form of a plain row, which has this number in the batch.
    fn answer_plain(&mut self, row: &Row, number: usize, out: &mut Output) {
        let status = outcome_status(self.batch.outcomes[number]);
        let clues = to_numbers(row);
        let classic = self.canonicalizer.classic();
        let found = match self.form {
            CanonicalForm::Solution if status != RowStatus::Unique => {
                return out.push(status, &[]);
            }
            CanonicalForm::Solution => {
                classic.canonicalize_by_solution(&clues, &self.batch.grids[number])
            }
            form => classic.canonicalize(form, &clues),
        };
        match found {
            Ok(found) => {
                let text = found.form.map(to_character);
                let automorphisms = u64::try_from(found.automorphisms);
                let automorphisms = automorphisms.map_or(Value::Null, Value::U64);
                out.push(status, &[Value::Text(&text), automorphisms]);
            }
            // Contradicting clues have no form and no solution.
            Err(_) => out.push(status, &[]),
        }
    }

    fn answer_other(&mut self, puzzle: &Puzzle, interrupts: &Interrupts<'_>, out: &mut Output) {
        let solver = &mut self.solver;
        let solved = interrupts.with_budget(|budget| solver.solve_within(puzzle, budget));
        let Ok(report) = solved else {
            return out.push(RowStatus::Unfinished, &[]);
        };
        let status = verdict_status(&report.verdict);
        let (canonicalizer, form) = (&mut self.canonicalizer, self.form);
        let found =
            interrupts.with_budget(|budget| canonicalizer.canonicalize(form, puzzle, budget));
        match found {
            Ok(found) => {
                let text = format_form(puzzle, &found.form);
                let automorphisms = found.automorphisms().parse().ok();
                let automorphisms = automorphisms.map_or(Value::Null, Value::U64);
                out.push(status, &[Value::Text(text.as_bytes()), automorphisms]);
            }
            Err(CanonicalError::Stopped(_)) => out.push(RowStatus::Unfinished, &[]),
            Err(CanonicalError::NoForm(_)) => out.push(status, &[]),
        }
    }
}

fn to_character(digit: u8) -> u8 {
    if digit == 0 { b'.' } else { digit + b'0' }
}

/// Writes a form with the symbols of the puzzle.
fn format_form(puzzle: &Puzzle, form: &[u8]) -> String {
    let symbols = puzzle.symbols();
    let separator = if symbols.is_compact() { "" } else { " " };
    let cells: Vec<&str> = form
        .iter()
        .map(|digit| Digit::new(*digit).map_or(".", |digit| symbols.symbol(digit)))
        .collect();
    cells.join(separator)
}
