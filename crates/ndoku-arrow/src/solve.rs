//! `solve`: the only solution of each puzzle.

use ndoku::format::ReadOptions;
use ndoku::table::RowStatus;
use ndoku::{BatchOutcome, Simd9, Solver, Verdict};

use crate::block::{Block, RowKind, is_plain};
use crate::interrupts::Interrupts;
use crate::options::Options;
use crate::output::{Output, Value};
use crate::rows::Row;
use crate::status::{format_grid, outcome_status, read_puzzle, verdict_status};
use crate::worker::Worker;

/// Number of rows that are checked before a block is solved.
const FIRST_ROWS: usize = 64;

/// The plain rows of a block with their outcomes and solutions, for all functions that need them.
#[derive(Debug, Default)]
pub(crate) struct BatchSolver {
    engine: Simd9,
    pub(crate) grids: Vec<Row>,
    pub(crate) outcomes: Vec<BatchOutcome>,
}

impl BatchSolver {
    /// Solves plain rows. Grids hold numbers; they are unspecified if there is no solution.
    pub(crate) fn solve(&mut self, plain: &[Row]) {
        self.grids
            .resize(self.grids.len().max(plain.len()), [0; 81]);
        self.outcomes.clear();
        self.outcomes.resize(plain.len(), BatchOutcome::default());
        self.engine
            .solve_all(plain, &mut self.grids[..plain.len()], &mut self.outcomes);
    }
}

pub(crate) fn worker(options: &Options) -> Box<dyn Worker> {
    Box::new(SolveWorker {
        batch: BatchSolver::default(),
        solver: Solver::new(),
        read: options.read_options(),
        first: options.first,
    })
}

struct SolveWorker {
    batch: BatchSolver,
    solver: Solver,
    read: ReadOptions,
    first: bool,
}

impl Worker for SolveWorker {
    fn answer_flat(&mut self, rows: &[Row], out: &mut Output) -> bool {
        // Columns with other signs for a blank are told by their first rows.
        let first = &rows[..rows.len().min(FIRST_ROWS)];
        is_plain(first.as_flattened()) && self.answer_plain(rows, false, out)
    }

    fn answer(&mut self, block: &Block<'_>, interrupts: &Interrupts<'_>, out: &mut Output) {
        if block.is_all_plain() && self.answer_plain(&block.plain, true, out) {
            return;
        }
        self.batch.solve(&block.plain);
        let mut next = 0;
        for row in 0..block.len() {
            match block.kind(row) {
                RowKind::Null => out.push_null(),
                RowKind::Plain => {
                    let status = outcome_status(self.batch.outcomes[next]);
                    let text = self.batch.grids[next].map(|digit| digit.wrapping_add(b'0'));
                    next += 1;
                    if self.has_solution(status) {
                        out.push(status, &[Value::Text(&text)]);
                    } else {
                        out.push(status, &[]);
                    }
                }
                RowKind::Other => self.answer_other(block.text(row), interrupts, out),
            }
        }
    }
}

impl SolveWorker {
    fn has_solution(&self, status: RowStatus) -> bool {
        status == RowStatus::Unique || (self.first && status == RowStatus::Multiple)
    }

    /// Solves rows right into the memory of the answers. With `is_checked`, they are plain. Returns
    /// `false` and appends nothing if they are not, or if the output has other columns.
    fn answer_plain(&mut self, plain: &[Row], is_checked: bool, out: &mut Output) -> bool {
        let Some((status, solution)) = out.texts() else {
            return false;
        };
        let start = solution.values.len();
        let mut outcomes = std::mem::take(&mut self.batch.outcomes);
        outcomes.clear();
        outcomes.resize(plain.len(), BatchOutcome::default());
        let grids = solution.values.grow(81 * plain.len()).as_chunks_mut().0;
        self.batch
            .engine
            .solve_all_as_text(plain, grids, &mut outcomes);
        // After the search, the rows are in the cache.
        if !is_checked && !is_plain(plain.as_flattened()) {
            solution.values.truncate(start);
            self.batch.outcomes = outcomes;
            return false;
        }
        if outcomes
            .iter()
            .all(|outcome| *outcome == BatchOutcome::Unique)
        {
            solution.end_equal_texts(plain.len(), 81);
            status.push_equal(RowStatus::Unique.name().as_bytes(), plain.len());
        } else {
            // Solutions move to the front, over the rows that have none.
            let mut end = start;
            for (row, outcome) in outcomes.iter().enumerate() {
                let row_status = outcome_status(*outcome);
                status.push_equal(row_status.name().as_bytes(), 1);
                let has_solution = self.has_solution(row_status);
                if has_solution {
                    let values = solution.values.bytes_mut(start);
                    let (from, to) = (81 * row, end - start);
                    values.copy_within(from..from + 81, to);
                    end += 81;
                }
                solution.end_text_at(end, has_solution);
            }
            solution.values.truncate(end);
        }
        out.add_rows(plain.len());
        self.batch.outcomes = outcomes;
        true
    }

    fn answer_other(&mut self, row: &[u8], interrupts: &Interrupts<'_>, out: &mut Output) {
        let Some(puzzle) = read_puzzle(row, &self.read) else {
            return out.push(RowStatus::Invalid, &[]);
        };
        let solver = &mut self.solver;
        let solved = interrupts.with_budget(|budget| solver.solve_within(&puzzle, budget));
        let Ok(report) = solved else {
            return out.push(RowStatus::Unfinished, &[]);
        };
        let status = verdict_status(&report.verdict);
        let solution = match &report.verdict {
            Verdict::Unique(solution) => Some(solution),
            Verdict::Multiple(solution, _) if self.first => Some(solution),
            _ => None,
        };
        match solution {
            Some(solution) => {
                let text = format_grid(puzzle.symbols(), solution.digits());
                out.push(status, &[Value::Text(text.as_bytes())]);
            }
            None => out.push(status, &[]),
        }
    }
}
