//! The command `ndoku check`: one message for each conflict of each puzzle or grid. `worker.rs`
//! writes records of many puzzles together.

mod worker;

use std::ops::ControlFlow;

use ndoku::format::{ReadError, Record};
use ndoku::generate::minimal::{Minimizer, RemovablePart};
use ndoku::{Conflict, Solver, StopReason, Symbols, Verdict, verify};
use serde::Serialize;

use worker::CheckWorker;

use crate::args::Check;
use crate::batch::{BatchResult, BatchRun, Item, ItemResult, Job, LARGE_BLOCK};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::line_batch::LineBatch;
use crate::progress::Progress;
use crate::sink::Sink;

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

struct Examined {
    /// The status of the first finding.
    status: Status,
    findings: Vec<Finding>,
    stopped: Option<StopReason>,
}

pub(crate) fn run(context: &Context, args: &Check) -> ExitCode {
    let is_json = args.output.json;
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut code = ExitCode::Done;
    let mut puzzles = 0_u64;
    let mut faulty = 0_u64;
    let several = args.input.inputs.len() > 1;
    // Without additional checks, a line without a conflict has a short record.
    let together = is_json && !(args.unique || args.full || args.minimal);
    let worker = || {
        let (mut solver, mut minimizer) = (
            Solver::new().with_isa(args.search.isa),
            Minimizer::new(args.search.isa),
        );
        let answer_one = move |job: &Job| match &job.item {
            Item::Puzzle(record) => Some(examine(
                context,
                args,
                (&mut solver, &mut minimizer),
                record,
            )),
            _ => None,
        };
        CheckWorker {
            answer_one,
            together,
            with_file: several,
            lines: LineBatch::default(),
        }
    };
    let run = BatchRun {
        context,
        input: &args.input,
        threads: args.search.run.threads(),
        prepare: |_| {},
        earlier: None,
        block_size: together.then_some(LARGE_BLOCK),
    };
    let mut first: Option<(String, Vec<String>)> = None;
    let input_code = run.for_each_result(&mut progress, worker, |part| {
        let (job, examined) = match part {
            ItemResult::Single(job, examined) | ItemResult::LastAnswered(job, examined) => {
                (job, examined)
            }
            ItemResult::Batch(mut batch) => {
                puzzles += batch.count() as u64;
                let flow = sink.write_bytes(batch.text.finish());
                batch.origin.recycle(batch.text.bytes);
                return flow;
            }
            ItemResult::TooFewItems(_) | ItemResult::Mismatch(_) => {
                return ControlFlow::Continue(());
            }
        };
        if let Some((place, messages)) = first.take() {
            messages
                .iter()
                .try_for_each(|message| sink.write(&format!("{place}{message}")))?;
        }
        let (
            Item::Puzzle(record),
            Some(Examined {
                status,
                findings,
                stopped,
            }),
        ) = (&job.item, examined)
        else {
            let bad = json::invalid(&job, &args.input).filter(|_| is_json);
            return bad.map_or(ControlFlow::Continue(()), |bad| sink.write(&bad));
        };
        puzzles += 1;
        faulty += u64::from(!findings.is_empty());
        if !findings.is_empty() {
            code = code.or_worse(ExitCode::Negative);
        }
        if let Some(reason) = stopped {
            code = code.or_worse(ExitCode::from_stop_reason(reason));
            context
                .messages
                .print_line(&format!("{}given up: {reason}", job.place()));
        }
        let cells = record.puzzle.clues().len();
        let clues = record.puzzle.clue_count()
            + record
                .entries
                .iter()
                .flat_map(|placed| placed.iter().flatten())
                .count();
        if is_json {
            let report = CheckRecord {
                status,
                reason: stopped.map(json::stop_reason_name),
                clues,
                cells,
                conflicts: &findings,
            };
            return sink.write(&json::puzzle_record(&job, &args.input, report));
        }
        let place = match &job.source {
            Some(source) if several => format!("{}:{}: ", source.name, job.line),
            _ => format!("line {}: ", job.line),
        };
        let messages: Vec<String> = if findings.is_empty() {
            let shown = |asked: bool, words: &'static str| {
                if asked && stopped.is_none() {
                    words
                } else {
                    ""
                }
            };
            let unique = shown(args.unique, ", exactly one solution");
            let minimal = shown(args.minimal, ", every clue is needed");
            vec![format!(
                "ok: {clues} of {cells} cells are occupied, no conflict{unique}{minimal}\n"
            )]
        } else {
            findings
                .iter()
                .map(|finding| format!("{}\n", finding.message))
                .collect()
        };
        // The messages of a single puzzle need no position, and the first puzzle may be the only
        // one.
        if job.number == 1 && !several {
            first = Some((place, messages));
            return ControlFlow::Continue(());
        }
        messages
            .iter()
            .try_for_each(|message| sink.write(&format!("{place}{message}")))
    });
    if let Some((_, messages)) = first {
        // Closing the sink reports a closed pipe.
        let _ = messages.iter().try_for_each(|message| sink.write(message));
    }
    if puzzles > 1 {
        context.info(&format!(
            "{puzzles} puzzles: {} ok, {faulty} with a finding",
            puzzles - faulty
        ));
    }
    code.or_worse(input_code).or_worse(sink.close(context))
}

fn examine(
    context: &Context,
    args: &Check,
    (solver, minimizer): (&mut Solver, &mut Minimizer),
    record: &Record,
) -> Examined {
    let (layout, symbols) = (record.puzzle.layout(), record.puzzle.symbols());
    let finding = |conflict: &Conflict, place: Option<&ReadError>| {
        let span = place.and_then(|error| error.span);
        Finding {
            message: conflict.describe(layout, symbols),
            cells: conflict.cells().iter().map(ToString::to_string).collect(),
            line: span.map(|span| span.line),
            column: span.map(|span| span.column),
        }
    };
    let plain = |message: &str| Finding {
        message: message.to_owned(),
        cells: Vec::new(),
        line: None,
        column: None,
    };
    let mut findings: Vec<Finding> = Vec::new();
    // The player's digits are checked together with the clues.
    let placed = record.entries.as_deref().unwrap_or_default();
    if placed.iter().any(Option::is_some) {
        let all: Vec<_> = record
            .puzzle
            .clues()
            .iter()
            .zip(placed)
            .map(|(clue, placed)| clue.or(*placed))
            .collect();
        findings.extend(
            ndoku::conflicts(layout, &all)
                .iter()
                .map(|conflict| finding(conflict, None)),
        );
    } else {
        findings.extend(
            record
                .conflicts()
                .iter()
                .map(|(conflict, error)| finding(conflict, Some(error))),
        );
    }
    let mut status = if findings.is_empty() {
        Status::Ok
    } else {
        Status::Conflict
    };
    if args.full
        && let Err(conflicts) = verify(layout, record.puzzle.clues())
    {
        let blanks = conflicts
            .iter()
            .filter(|conflict| matches!(conflict, Conflict::Blank { .. }));
        findings.extend(blanks.map(|conflict| finding(conflict, None)));
        if status == Status::Ok && !findings.is_empty() {
            status = Status::Blank;
        }
    }
    let mut stopped = None;
    if (args.unique || args.minimal) && findings.is_empty() {
        match context.with_budget(&args.search, |budget| {
            solver.engine(&record.puzzle).solve(&record.puzzle, budget)
        }) {
            Ok(answer) => match answer.verdict {
                Verdict::Unique(_) => {}
                Verdict::Unsolvable => {
                    status = Status::None;
                    findings.push(plain("no solution"));
                }
                Verdict::Multiple(one, other) => {
                    status = Status::Multiple;
                    let differing = layout
                        .cells()
                        .find(|cell| one.digit(*cell) != other.digit(*cell));
                    let at = differing.map(|cell| {
                        let (a, b) = (
                            symbols.symbol(one.digit(cell)),
                            symbols.symbol(other.digit(cell)),
                        );
                        format!("not unique: {cell} may be {a} or {b}")
                    });
                    findings.push(plain(&at.unwrap_or_else(|| "not unique".to_owned())));
                }
            },
            Err(error) => stopped = Some(error.reason),
        }
    }
    if args.minimal && findings.is_empty() && stopped.is_none() {
        match context.with_budget(&args.search, |budget| {
            minimizer.redundant(&record.puzzle, budget)
        }) {
            Ok(parts) => {
                findings.extend(redundant(&parts, symbols));
                if !findings.is_empty() {
                    status = Status::Redundant;
                }
            }
            Err(error) => stopped = Some(error.reason),
        }
    }
    if stopped.is_some() {
        status = Status::Stopped;
    }
    Examined {
        status,
        findings,
        stopped,
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
