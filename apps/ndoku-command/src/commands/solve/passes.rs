//! `ndoku solve --passes`: solves by elimination, pass by pass, and shows the final state.

use ndoku::format::{Record, WriteOptions};
use ndoku::logic::elimination::{Elimination, EliminationEnd, Pass, eliminate};
use ndoku::{DigitSet, Puzzle};
use serde::Serialize;

use crate::args::Solve;
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::output_format::{self, OutputFormat};
use crate::progress::Progress;
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// The JSON record of a puzzle.
#[derive(Serialize)]
struct PassesReport {
    status: Status,
    passes: Vec<PassReport>,
    open_cells: usize,
    open_candidates: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
}

#[derive(Serialize)]
struct PassReport {
    pass: usize,
    known: usize,
    candidates_before: usize,
    candidates_after: usize,
    removed: usize,
    found: Vec<String>,
}

/// The solved or stuck puzzle in the requested form.
struct PassesOutcome {
    /// The text, unless records are written.
    text: String,
    /// The record, if records are written.
    report: Option<Box<PassesReport>>,
    is_solved: bool,
}

pub(super) fn run(context: &Context, args: &Solve) -> Result<ExitCode, CliError> {
    let output_format = args.output.format_for_many()?;
    if let Some(OutputFormat::Format(format)) = output_format
        && !OutputFormat::Format(format).is_multiline()
    {
        let message = format!(
            "--passes prints text, which cannot be in the format {}",
            format.id
        );
        let hint =
            "--to selects the drawing below the text: grid, rows or pm; --json prints records";
        return Err(CliError::usage(message).hint(hint));
    }
    let mut sink = Sink::open(args.output.path())?;
    let is_json = matches!(output_format, Some(OutputFormat::Ndjson));
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut code = ExitCode::Done;
    let mut written = 0;
    let worker = || {
        |_: &WorkItem, record: &Record| {
            if is_json {
                pass_report(record)
            } else {
                format_passes(record, output_format, args.output.ascii)
            }
        }
    };
    let input_code = batch::run(
        context,
        &args.input,
        args.search.run.threads(),
        &mut progress,
        WorkItem::reject_conflicts,
        worker,
        |ItemResult { item, answer }| {
            let Some(outcome) = answer else {
                return sink.write_any(json::invalid(&item, &args.input).filter(|_| is_json));
            };
            if !outcome.is_solved {
                code = code.or_worse(ExitCode::Negative);
            }
            if let Some(report) = outcome.report {
                return sink.write(&json::puzzle_record(&item, &args.input, report));
            }
            if written > 0 {
                sink.write("\n")?;
            }
            written += 1;
            sink.write(&outcome.text)
        },
    );
    Ok(code.or_worse(input_code).or_worse(sink.close(context)))
}

/// Solves a puzzle, and returns its record.
fn pass_report(record: &Record) -> PassesOutcome {
    let done = eliminate(&record.puzzle);
    let symbols = record.puzzle.symbols();
    let found = |pass: &Pass| {
        pass.found
            .iter()
            .map(|found| format!("{}={}", found.cell, symbols.symbol(found.digit)))
            .collect()
    };
    let passes = done.passes.iter().map(|pass| PassReport {
        pass: pass.number,
        known: pass.known,
        candidates_before: pass.candidates_before,
        candidates_after: pass.candidates_after,
        removed: pass.removed,
        found: found(pass),
    });
    let digits: Vec<_> = done.board.digits().iter().copied().flatten().collect();
    let solved = done.end == EliminationEnd::Solved;
    let report = PassesReport {
        status: match done.end {
            EliminationEnd::Solved => Status::Solved,
            EliminationEnd::Stuck => Status::Stuck,
            EliminationEnd::NoCandidate(_) | EliminationEnd::Conflict(_) => Status::Unsolvable,
        },
        passes: passes.collect(),
        open_cells: done.board.open_count(),
        open_candidates: done.board.open_candidates(),
        solution: solved.then(|| output_format::format_digits(&record.puzzle, &digits)),
    };
    PassesOutcome {
        text: String::new(),
        report: Some(Box::new(report)),
        is_solved: solved,
    }
}

/// Solves a puzzle, and returns its text.
fn format_passes(
    record: &Record,
    output_format: Option<OutputFormat>,
    ascii: bool,
) -> PassesOutcome {
    let puzzle = &record.puzzle;
    let symbols = puzzle.symbols();
    let done = eliminate(puzzle);
    let mut out = String::from("pass  known  candidates  removed  left  found\n");
    for Pass {
        number,
        known,
        candidates_before,
        removed,
        candidates_after,
        found,
    } in &done.passes
    {
        let mut names: Vec<String> = found
            .iter()
            .take(6)
            .map(|f| format!("{}={}", f.cell, symbols.symbol(f.digit)))
            .collect();
        if found.len() > names.len() {
            names.push(format!("and {} more", found.len() - names.len()));
        }
        let line = format!(
            "{number:>4}  {known:>5}  {candidates_before:>10}  {removed:>7}  {candidates_after:>4}  {}",
            names.join(" ")
        );
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push_str(&format_ending(puzzle, &done));
    out.push_str("\n\n");
    let solved = done.end == EliminationEnd::Solved;
    let usual = ndoku::format::find(if solved { "grid" } else { "pm" });
    let format = if let Some(OutputFormat::Format(format)) = output_format {
        Some(format)
    } else {
        usual
    };
    let written = format.map(|format| {
        output_format::format_record(
            &final_state(puzzle, &done),
            format,
            &WriteOptions { blank: None, ascii },
        )
    });
    match written {
        Some(Ok(text)) => out.push_str(&text),
        Some(Err(problem)) => out.push_str(&format!("({problem})\n")),
        None => {}
    }
    PassesOutcome {
        text: out,
        report: None,
        is_solved: solved,
    }
}

fn format_ending(puzzle: &Puzzle, done: &Elimination) -> String {
    let passes = match done.passes.len() {
        1 => "1 pass".to_owned(),
        number => format!("{number} passes"),
    };
    match &done.end {
        EliminationEnd::Solved => format!("solved by elimination in {passes}"),
        EliminationEnd::Stuck => format!(
            "stuck after {passes}: {} cells are open with {} candidates, and nothing more follows \
            by elimination alone",
            done.board.open_count(),
            done.board.open_candidates()
        ),
        EliminationEnd::NoCandidate(cell) => {
            format!("no solution: after {passes} no digit is left for {cell}")
        }
        EliminationEnd::Conflict(conflicts) => {
            let what = conflicts
                .first()
                .map(|conflict| conflict.describe(puzzle.layout(), puzzle.symbols()))
                .unwrap_or_default();
            format!("no solution: after {passes} {what}")
        }
    }
}

/// Returns the final state: known cells as clues, and the candidates of the others.
fn final_state(puzzle: &Puzzle, done: &Elimination) -> Record {
    let layout = puzzle.layout();
    let pencilmarks: Vec<DigitSet> = layout
        .cells()
        .map(|cell| done.board.candidates(cell))
        .collect();
    let digits = layout.cells().zip(done.board.digits().iter().copied());
    let mut stands = output_format::with_clues(puzzle, digits);
    // There are as many sets as cells, so this does not fail.
    let _ = stands.set_pencilmarks(&pencilmarks);
    Record::from(stands)
}
