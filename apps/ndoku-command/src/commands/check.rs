//! The command `ndoku check`: one message for each conflict of each puzzle or grid. `worker.rs`
//! writes records of many puzzles together.

mod worker;

use std::ops::ControlFlow;

use ndoku::analysis::minimal::{Minimizer, RemovablePart};
use ndoku::format::{ReadError, Record};
use ndoku::{Conflict, Puzzle, Solver, StopReason, Symbols, Verdict, verify};
use serde::Serialize;
use worker::{CheckBatch, CheckWorker};

use crate::args::Check;
use crate::batch::{BatchAnswers, InputRun, LARGE_BLOCK, WorkResult};
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::line_batch::LineBatch;
use crate::located_lines::LocatedLines;
use crate::progress::{Progress, format_count, group_thousands};
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// Maximum number of puzzles without a solution whose reason is searched for. The search takes
/// much longer than the proof that there is none.
const MAX_EXPLAINED: usize = 100;

/// The `--json` record of a puzzle.
#[derive(Serialize)]
struct CheckRecord<'a> {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    clues: usize,
    cells: usize,
    conflicts: &'a [Finding],
}

#[derive(Serialize)]
struct Finding {
    message: String,
    cells: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

/// The outcome of a puzzle.
struct CheckOutcome {
    /// The status of the first finding.
    status: Status,
    findings: Vec<Finding>,
    stopped: Option<StopReason>,
}

pub(crate) fn run(context: &Context, args: &Check) -> Result<ExitCode, CliError> {
    let sink = Sink::open(args.output.path())?;
    let mut progress = Progress::new(context, sink.is_terminal());
    // Without additional checks, a line without a conflict has a short record.
    let together = args.output.json && !(args.unique || args.full || args.minimal);
    let mut run = CheckRun {
        context,
        args,
        sink,
        lines: LocatedLines::new(args.input.inputs.len()),
        puzzles: 0,
        faulty: 0,
        invalid: 0,
        explained: 0,
        has_open_cells: false,
        code: ExitCode::Done,
    };
    let with_file = args.input.inputs.len() > 1;
    let worker = || {
        let mut examiner = Examiner {
            context,
            args,
            solver: Solver::new().with_isa(args.search.isa),
            minimizer: Minimizer::new(args.search.isa),
        };
        CheckWorker {
            context,
            answer_one: move |record: &Record| examiner.examine(record),
            together,
            with_file,
            lines: LineBatch::default(),
        }
    };
    let batches = InputRun {
        context,
        input: &args.input,
        threads: args.search.run.threads(),
        prepare: |_| {},
        earlier: None,
        block_size: together.then_some(LARGE_BLOCK),
    };
    let input_code = batches.for_each_result(&mut progress, worker, |result| match result {
        WorkResult::Item(result) | WorkResult::LastEarlier(result) => run.write_outcome(result),
        WorkResult::Batch(batch) => run.write_batch(batch),
        WorkResult::Refused(_) => ControlFlow::Break(()),
    });
    Ok(run.close(input_code))
}

/// The state of a run: what was written so far, and the exit code.
struct CheckRun<'a> {
    context: &'a Context,
    args: &'a Check,
    sink: Sink,
    lines: LocatedLines,
    puzzles: u64,
    /// Number of puzzles with a finding.
    faulty: u64,
    /// Number of items that cannot be read.
    invalid: u64,
    /// Number of puzzles without a solution whose reason was searched for.
    explained: usize,
    /// Some puzzle without a finding has open cells, and its solutions were not counted.
    has_open_cells: bool,
    code: ExitCode,
}

impl CheckRun<'_> {
    fn write_batch(&mut self, mut batch: CheckBatch) -> ControlFlow<()> {
        self.puzzles += batch.len() as u64;
        let flow = self.sink.write_bytes(batch.text.finish());
        batch.origin.recycle(batch.text.bytes);
        flow
    }

    fn write_outcome(&mut self, result: ItemResult<CheckOutcome>) -> ControlFlow<()> {
        self.lines.write_first(&mut self.sink)?;
        let ItemResult { item, answer } = result;
        let (Ok(record), Some(mut outcome)) = (&item.record, answer) else {
            self.invalid += 1;
            let invalid = json::invalid(&item, &self.args.input);
            return self
                .sink
                .write_any(invalid.filter(|_| self.args.output.json));
        };
        self.explain(&record.puzzle, &mut outcome);
        self.count(&item, &outcome);
        let clues = record.puzzle.clue_count()
            + record
                .entries
                .iter()
                .flat_map(|placed| placed.iter().flatten())
                .count();
        let cells = record.puzzle.clues().len();
        if self.args.output.json {
            let report = CheckRecord {
                status: outcome.status,
                reason: outcome.stopped.map(StopReason::name),
                clues,
                cells,
                conflicts: &outcome.findings,
            };
            let record = json::puzzle_record(&item, &self.args.input, report);
            return self.sink.write(&record);
        }
        let checks_solutions = self.args.unique || self.args.minimal || self.args.full;
        self.has_open_cells |= outcome.status == Status::Ok && !checks_solutions && clues < cells;
        let messages = self.messages(&outcome, clues, cells);
        self.lines.write(&mut self.sink, &item, messages)
    }

    /// Adds the reason to the finding that a puzzle has no solution, if easy steps show it.
    fn explain(&mut self, puzzle: &Puzzle, outcome: &mut CheckOutcome) {
        if outcome.status != Status::Unsolvable || self.explained == MAX_EXPLAINED {
            return;
        }
        self.explained += 1;
        if let (Some(refutation), [finding]) =
            (self.context.refute(puzzle), &mut outcome.findings[..])
        {
            finding.message = format!("{}: {}", finding.message, refutation.text);
            finding.cells = refutation.cells.iter().map(ToString::to_string).collect();
        }
    }

    /// Counts an outcome, and reports a limit that was reached.
    fn count(&mut self, item: &WorkItem, outcome: &CheckOutcome) {
        self.puzzles += 1;
        if !outcome.findings.is_empty() {
            self.faulty += 1;
            self.code = self.code.or_worse(ExitCode::Negative);
        }
        if let Some(reason) = outcome.stopped {
            self.code = self.code.or_worse(ExitCode::from_stop_reason(reason));
            self.context
                .messages
                .print_line(&format!("{}given up: {reason}", item.prefix()));
        }
    }

    /// Returns the lines about a puzzle with this number of clues and cells.
    fn messages(&self, outcome: &CheckOutcome, clues: usize, cells: usize) -> Vec<String> {
        if !outcome.findings.is_empty() {
            let messages = outcome.findings.iter();
            return messages
                .map(|finding| format!("{}\n", finding.message))
                .collect();
        }
        let filled = format!("{clues} of {cells} cells are filled, no conflict");
        if let Some(reason) = outcome.stopped {
            return vec![format!("given up: {filled}, but {reason}\n")];
        }
        let shown = |asked: bool, words: &'static str| if asked { words } else { "" };
        let unique = shown(self.args.unique, ", exactly one solution");
        let minimal = shown(self.args.minimal, ", every clue is needed");
        vec![format!("ok: {filled}{unique}{minimal}\n")]
    }

    /// Writes the end of the output, and returns the exit code.
    fn close(mut self, input_code: ExitCode) -> ExitCode {
        // Closing the sink reports a closed pipe.
        let _ = self.lines.finish(&mut self.sink);
        if self.has_open_cells {
            self.context
                .info("hint: --unique also checks that there is exactly one solution");
        }
        let total = self.puzzles + self.invalid;
        if total > 1 {
            let invalid = match self.invalid {
                0 => String::new(),
                count => format!(", {} invalid", group_thousands(count)),
            };
            self.context.info(&format!(
                "{}: {} ok, {} with a finding{invalid}",
                format_count(total, "puzzle"),
                group_thousands(self.puzzles - self.faulty),
                group_thousands(self.faulty)
            ));
        }
        self.code
            .or_worse(input_code)
            .or_worse(self.sink.close(self.context))
    }
}

/// Examines puzzles, with the solvers of a thread.
struct Examiner<'a> {
    context: &'a Context,
    args: &'a Check,
    solver: Solver,
    minimizer: Minimizer,
}

impl Examiner<'_> {
    fn examine(&mut self, record: &Record) -> CheckOutcome {
        let findings = find_errors(record);
        let mut outcome = CheckOutcome {
            status: if findings.is_empty() {
                Status::Ok
            } else {
                Status::Conflict
            },
            findings,
            stopped: None,
        };
        if self.args.full {
            find_blanks(record, &mut outcome);
        }
        if (self.args.unique || self.args.minimal) && outcome.findings.is_empty() {
            self.check_unique(record, &mut outcome);
        }
        if self.args.minimal && outcome.findings.is_empty() && outcome.stopped.is_none() {
            self.check_minimal(record, &mut outcome);
        }
        if outcome.stopped.is_some() {
            outcome.status = Status::Stopped;
        }
        outcome
    }

    fn check_unique(&mut self, record: &Record, outcome: &mut CheckOutcome) {
        let (layout, symbols) = (record.puzzle.layout(), record.puzzle.symbols());
        let solved = self.context.with_budget(&self.args.search, |budget| {
            let engine = self.solver.engine(&record.puzzle);
            engine.solve(&record.puzzle, budget)
        });
        match solved.map(|answer| answer.verdict) {
            Ok(Verdict::Unique(_)) => {}
            Ok(Verdict::Unsolvable) => {
                outcome.status = Status::Unsolvable;
                outcome.findings.push(Finding::new("no solution"));
            }
            Ok(Verdict::Multiple(one, other)) => {
                outcome.status = Status::Multiple;
                let differing = layout
                    .cells()
                    .find(|cell| one.digit(*cell) != other.digit(*cell));
                let message = differing.map(|cell| {
                    let (a, b) = (
                        symbols.symbol(one.digit(cell)),
                        symbols.symbol(other.digit(cell)),
                    );
                    format!("not unique: {cell} may be {a} or {b}")
                });
                let message = message.unwrap_or_else(|| "not unique".to_owned());
                outcome.findings.push(Finding::new(message));
            }
            Err(error) => outcome.stopped = Some(error.reason),
        }
    }

    fn check_minimal(&mut self, record: &Record, outcome: &mut CheckOutcome) {
        match self.context.with_budget(&self.args.search, |budget| {
            self.minimizer.redundant(&record.puzzle, budget)
        }) {
            Ok(parts) => {
                if let Some(finding) = redundant(&parts, record.puzzle.symbols()) {
                    outcome.findings.push(finding);
                    outcome.status = Status::Redundant;
                }
            }
            Err(error) => outcome.stopped = Some(error.reason),
        }
    }
}

impl Finding {
    /// Creates a finding that concerns no cell.
    fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            cells: Vec::new(),
            line: None,
            column: None,
        }
    }

    /// Creates the finding for a conflict. `error` has its location in the input, if known.
    fn from_conflict(record: &Record, conflict: &Conflict, error: Option<&ReadError>) -> Self {
        let (layout, symbols) = (record.puzzle.layout(), record.puzzle.symbols());
        let span = error.and_then(|error| error.span);
        Self {
            message: conflict.describe(layout, symbols),
            cells: conflict.cells().iter().map(ToString::to_string).collect(),
            line: span.map(|span| span.line),
            column: span.map(|span| span.column),
        }
    }
}

/// Finds the conflicts of a puzzle. Without any, finds the error of the solution in the input.
fn find_errors(record: &Record) -> Vec<Finding> {
    let mut findings = find_conflicts(record);
    if findings.is_empty() {
        findings.extend(record.solution_error().map(Finding::new));
    }
    findings
}

/// Finds the conflicts of the clues, and of the player's digits together with the clues.
fn find_conflicts(record: &Record) -> Vec<Finding> {
    let placed = record.entries.as_deref().unwrap_or_default();
    if placed.iter().any(Option::is_some) {
        let all: Vec<_> = record
            .puzzle
            .clues()
            .iter()
            .zip(placed)
            .map(|(clue, placed)| clue.or(*placed))
            .collect();
        return ndoku::conflicts(record.puzzle.layout(), &all)
            .iter()
            .map(|conflict| Finding::from_conflict(record, conflict, None))
            .collect();
    }
    record
        .conflicts()
        .iter()
        .map(|(conflict, error)| Finding::from_conflict(record, conflict, Some(error)))
        .collect()
}

/// Adds the open cells of a grid that should be full.
fn find_blanks(record: &Record, outcome: &mut CheckOutcome) {
    let Err(conflicts) = verify(record.puzzle.layout(), record.puzzle.clues()) else {
        return;
    };
    let blanks = conflicts
        .iter()
        .filter(|conflict| matches!(conflict, Conflict::Blank { .. }));
    outcome
        .findings
        .extend(blanks.map(|conflict| Finding::from_conflict(record, conflict, None)));
    if outcome.status == Status::Ok && !outcome.findings.is_empty() {
        outcome.status = Status::Blank;
    }
}

/// Names each part that is not needed on its own.
fn redundant(parts: &[RemovablePart], symbols: &Symbols) -> Option<Finding> {
    let name = |part: &RemovablePart| match part {
        RemovablePart::Clue(cell) => cell.to_string(),
        RemovablePart::Removed(candidate) => {
            format!("{}-{}", candidate.cell, symbols.symbol(candidate.digit))
        }
    };
    let names: Vec<String> = parts.iter().map(name).collect();
    let message = match names.len() {
        0 => return None,
        1 => format!("not minimal: {} is not needed", names[0]),
        _ => format!(
            "not minimal: each of these could be removed: {}",
            names.join(", ")
        ),
    };
    let mut cells: Vec<String> = parts.iter().map(|part| part.cell().to_string()).collect();
    cells.dedup();
    Some(Finding {
        message,
        cells,
        line: None,
        column: None,
    })
}
