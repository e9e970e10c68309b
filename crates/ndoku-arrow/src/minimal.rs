//! `minimal`: whether each puzzle has one solution and no redundant clue.

use ndoku::analysis::minimal::{BulkMinimizer, Minimizer};
use ndoku::format::ReadOptions;
use ndoku::table::RowStatus;
use ndoku::{Puzzle, Solver};

use crate::block::{Block, RowKind};
use crate::interrupts::Interrupts;
use crate::options::Options;
use crate::output::{Output, Value};
use crate::rows::Row;
use crate::solve::BatchSolver;
use crate::status::{outcome_status, read_puzzle, verdict_status};
use crate::worker::Worker;

pub(crate) fn worker(options: &Options) -> Box<dyn Worker> {
    Box::new(MinimalWorker {
        batch: BatchSolver::default(),
        bulk: BulkMinimizer::default(),
        other: Minimizer::default(),
        solver: Solver::new(),
        read: options.read_options(),
        clues: Vec::new(),
        minimal: Vec::new(),
    })
}

struct MinimalWorker {
    batch: BatchSolver,
    bulk: BulkMinimizer,
    other: Minimizer,
    solver: Solver,
    read: ReadOptions,
    /// The clues of the puzzles of a block with one solution.
    clues: Vec<Row>,
    minimal: Vec<bool>,
}

impl Worker for MinimalWorker {
    fn answer(&mut self, block: &Block<'_>, interrupts: &Interrupts<'_>, out: &mut Output) {
        self.test_plain(&block.plain);
        let (mut next, mut next_unique) = (0, 0);
        for row in 0..block.len() {
            match block.kind(row) {
                RowKind::Null => out.push_null(),
                RowKind::Plain => {
                    let status = outcome_status(self.batch.outcomes[next]);
                    let is_unique = status == RowStatus::Unique;
                    let is_minimal = is_unique && self.minimal[next_unique];
                    next_unique += usize::from(is_unique);
                    let clues = count_clues(&block.plain[next]);
                    next += 1;
                    push(status, is_minimal, clues, out);
                }
                RowKind::Other => match read_puzzle(block.text(row), &self.read) {
                    Some(puzzle) => self.answer_other(&puzzle, interrupts, out),
                    None => out.push(RowStatus::Invalid, &[]),
                },
            }
        }
    }
}

impl MinimalWorker {
    /// Tests the plain rows that have one solution.
    fn test_plain(&mut self, plain: &[Row]) {
        self.batch.solve(plain);
        self.clues.clear();
        let rows = plain.iter().zip(&self.batch.outcomes);
        let unique = rows.filter(|(_, outcome)| outcome_status(**outcome) == RowStatus::Unique);
        self.clues
            .extend(unique.map(|(row, _)| crate::block::to_numbers(row)));
        self.minimal.clear();
        self.minimal.resize(self.clues.len(), false);
        self.bulk.are_minimal(&self.clues, &mut self.minimal);
    }

    fn answer_other(&mut self, puzzle: &Puzzle, interrupts: &Interrupts<'_>, out: &mut Output) {
        let (solver, minimizer) = (&mut self.solver, &mut self.other);
        let found = interrupts.with_budget(|budget| {
            let report = solver.solve_within(puzzle, budget)?;
            let status = verdict_status(&report.verdict);
            let is_minimal =
                status == RowStatus::Unique && minimizer.redundant(puzzle, budget)?.is_empty();
            Ok::<_, ndoku::Interrupted>((status, is_minimal))
        });
        match found {
            Ok((status, is_minimal)) => push(status, is_minimal, puzzle.clue_count(), out),
            Err(_) => out.push(RowStatus::Unfinished, &[]),
        }
    }
}

/// Returns the number of clues of a plain row.
pub(crate) fn count_clues(row: &Row) -> usize {
    row.iter()
        .filter(|byte| (b'1'..=b'9').contains(byte))
        .count()
}

fn push(status: RowStatus, is_minimal: bool, clues: usize, out: &mut Output) {
    let minimal = match status {
        RowStatus::Unique => Value::Bool(is_minimal),
        _ => Value::Null,
    };
    out.push(status, &[minimal, Value::U32(clues as u32)]);
}
