//! `check`: whether the grids of a second column solve the puzzles of the first.

use ndoku::format::ReadOptions;
use ndoku::table::{RowStatus, parse_row};
use ndoku::{Digit, Layout, Puzzle, Solution, Solver};

use crate::block::{Block, RowKind, to_numbers};
use crate::interrupts::Interrupts;
use crate::options::Options;
use crate::output::{Output, Value};
use crate::rows::Row;
use crate::solve::BatchSolver;
use crate::status::{outcome_status, read_puzzle, verdict_status};
use crate::worker::Worker;

pub(crate) fn worker(options: &Options) -> Box<dyn Worker> {
    Box::new(CheckWorker {
        batch: BatchSolver::default(),
        solver: Solver::new(),
        layout: Layout::classic(),
        read: options.read_options(),
    })
}

struct CheckWorker {
    batch: BatchSolver,
    solver: Solver,
    layout: Layout,
    read: ReadOptions,
}

impl Worker for CheckWorker {
    fn answer(&mut self, block: &Block<'_>, interrupts: &Interrupts<'_>, out: &mut Output) {
        self.batch.solve(&block.plain);
        let mut next = 0;
        for row in 0..block.len() {
            let second = block.second(row);
            match block.kind(row) {
                RowKind::Null => out.push_null(),
                RowKind::Plain => {
                    let status = outcome_status(self.batch.outcomes[next]);
                    let (puzzle, grid) = (&block.plain[next], &self.batch.grids[next]);
                    let is_solution = |second| self.solves_plain(puzzle, status, grid, second);
                    push(status, second.map(is_solution), out);
                    next += 1;
                }
                RowKind::Other => match read_puzzle(block.text(row), &self.read) {
                    Some(puzzle) => self.answer_other(&puzzle, second, interrupts, out),
                    None => out.push(RowStatus::Invalid, &[]),
                },
            }
        }
    }
}

impl CheckWorker {
    /// Returns whether a text is a solution of a plain puzzle with this status and this first
    /// solution.
    fn solves_plain(&self, puzzle: &Row, status: RowStatus, grid: &Row, second: &[u8]) -> bool {
        if status == RowStatus::Unsolvable {
            return false;
        }
        // Most are the only solution as a plain row: then the engine has checked it.
        let Some(digits) = parse_row(second) else {
            let puzzle = Puzzle::from_array(&self.layout, &to_numbers(puzzle));
            return puzzle.is_ok_and(|puzzle| self.solves(&puzzle, second));
        };
        if status == RowStatus::Unique {
            return digits == *grid;
        }
        let puzzle = Puzzle::from_array(&self.layout, &to_numbers(puzzle));
        puzzle.is_ok_and(|puzzle| self.solves(&puzzle, second))
    }

    /// Returns whether a text is a grid that solves a puzzle.
    fn solves(&self, puzzle: &Puzzle, second: &[u8]) -> bool {
        let Some(grid) = read_puzzle(second, &self.read) else {
            return false;
        };
        let symbols = (puzzle.symbols(), grid.symbols());
        let digits: Option<Vec<Digit>> = grid
            .clues()
            .iter()
            // The two rows may have different symbols, if not all digits are in the clues.
            .map(|digit| symbols.0.digit(symbols.1.symbol((*digit)?)))
            .collect();
        let solution = digits.map(|digits| Solution::new(puzzle.layout(), &digits));
        solution.is_some_and(|solution| solution.is_ok_and(|solution| solution.solves(puzzle)))
    }

    fn answer_other(
        &mut self,
        puzzle: &Puzzle,
        second: Option<&[u8]>,
        interrupts: &Interrupts<'_>,
        out: &mut Output,
    ) {
        let solver = &mut self.solver;
        let solved = interrupts.with_budget(|budget| solver.solve_within(puzzle, budget));
        let status = match solved {
            Ok(report) => verdict_status(&report.verdict),
            Err(_) => RowStatus::Unfinished,
        };
        push(
            status,
            second.map(|second| self.solves(puzzle, second)),
            out,
        );
    }
}

fn push(status: RowStatus, is_solution: Option<bool>, out: &mut Output) {
    out.push(status, &[is_solution.map_or(Value::Null, Value::Bool)]);
}
