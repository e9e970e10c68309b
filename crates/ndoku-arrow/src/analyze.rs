//! `analyze`: clues, symmetry, minimality, automorphisms and backdoors of each puzzle.

use ndoku::analysis::Symmetry;
use ndoku::analysis::backdoor::find_backdoors;
use ndoku::analysis::canonical::{CanonicalForm, Canonicalizer};
use ndoku::analysis::minimal::Minimizer;
use ndoku::format::ReadOptions;
use ndoku::table::RowStatus;
use ndoku::{Budget, Layout, Puzzle, Solver, Verdict};

use crate::block::{Block, RowKind, to_numbers};
use crate::interrupts::Interrupts;
use crate::options::Options;
use crate::output::{Output, Value};
use crate::status::{read_puzzle, verdict_status};
use crate::worker::Worker;

pub(crate) fn worker(options: &Options) -> Box<dyn Worker> {
    Box::new(AnalyzeWorker {
        solver: Solver::new(),
        minimizer: Minimizer::default(),
        canonicalizer: Canonicalizer::new(),
        layout: Layout::classic(),
        read: options.read_options(),
    })
}

struct AnalyzeWorker {
    solver: Solver,
    minimizer: Minimizer,
    canonicalizer: Canonicalizer,
    layout: Layout,
    read: ReadOptions,
}

impl Worker for AnalyzeWorker {
    fn answer(&mut self, block: &Block<'_>, interrupts: &Interrupts<'_>, out: &mut Output) {
        let mut plain = block.plain.iter();
        for row in 0..block.len() {
            let puzzle = match block.kind(row) {
                RowKind::Null => {
                    out.push_null();
                    continue;
                }
                RowKind::Plain => plain
                    .next()
                    .and_then(|row| Puzzle::from_array(&self.layout, &to_numbers(row)).ok()),
                RowKind::Other => read_puzzle(block.text(row), &self.read),
            };
            match puzzle {
                Some(puzzle) => {
                    interrupts.with_budget(|budget| self.analyze(&puzzle, budget, out));
                }
                None => out.push(RowStatus::Invalid, &[]),
            }
        }
    }
}

impl AnalyzeWorker {
    /// Appends the analysis of a puzzle. What the budget leaves open is null, and the row is
    /// `stopped`.
    fn analyze(&mut self, puzzle: &Puzzle, budget: &Budget<'_>, out: &mut Output) {
        let pattern: Vec<bool> = puzzle.clues().iter().map(Option::is_some).collect();
        let symmetry = Symmetry::of_pattern(&pattern).name();
        let mut values = [Value::Null; 7];
        values[0] = Value::U32(puzzle.clue_count() as u32);
        values[1] = Value::Text(symmetry.as_bytes());
        let status = match self.solver.solve_within(puzzle, budget) {
            Ok(report) => {
                let is_complete = self.fill(puzzle, &report.verdict, budget, &mut values);
                if is_complete {
                    verdict_status(&report.verdict)
                } else {
                    RowStatus::Unfinished
                }
            }
            Err(_) => RowStatus::Unfinished,
        };
        out.push(status, &values);
    }

    /// Fills in what depends on the solution. Returns whether the budget sufficed.
    fn fill(
        &mut self,
        puzzle: &Puzzle,
        verdict: &Verdict,
        budget: &Budget<'_>,
        values: &mut [Value<'_>; 7],
    ) -> bool {
        let pattern = CanonicalForm::Pattern;
        if let Ok(found) = self.canonicalizer.canonicalize(pattern, puzzle, budget)
            && let Ok(automorphisms) = found.automorphisms().parse()
        {
            values[4] = Value::U64(automorphisms);
        }
        let Verdict::Unique(solution) = verdict else {
            return budget.poll().is_none();
        };
        if let Ok(redundant) = self.minimizer.redundant(puzzle, budget) {
            values[2] = Value::Bool(redundant.is_empty());
            values[3] = Value::U32(redundant.len() as u32);
        }
        if let Ok(Some(backdoors)) = find_backdoors(puzzle, solution, false, budget) {
            values[5] = Value::Bool(backdoors.solved_by_singles);
            values[6] = Value::U32(backdoors.cells.len() as u32);
        }
        budget.poll().is_none()
    }
}
