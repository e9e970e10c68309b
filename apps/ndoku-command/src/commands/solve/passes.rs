//! `ndoku solve --passes`: solves by elimination, pass by pass, and shows the final state.

use std::ops::ControlFlow;

use ndoku::elimination::{Elimination, EliminationEnd, Pass, eliminate};
use ndoku::format::{Record, WriteOptions};
use ndoku::{DigitSet, Puzzle};
use serde::Serialize;

use crate::args::Solve;
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::Progress;
use crate::render::{self, OutputFormat};
use crate::sink::Sink;

/// The JSON record of a puzzle.
#[derive(Serialize)]
struct Report {
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

/// The output for a puzzle.
enum PassOutput {
    Text(String),
    Report(Box<Report>),
}

pub(super) fn run(context: &Context, args: &Solve) -> ExitCode {
    let output_format = match OutputFormat::requested(context, &args.output) {
        Ok(output_format) => output_format,
        Err(code) => return code,
    };
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let json_wanted = matches!(output_format, Some(OutputFormat::Ndjson));
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut code = ExitCode::Done;
    let mut written = 0;
    let worker = || {
        |job: &Job| match &job.item {
            Item::Puzzle(record) if json_wanted => {
                let report = pass_report(record);
                Some((PassOutput::Report(Box::new(report.0)), report.1))
            }
            Item::Puzzle(record) => {
                let (text, solved) = format_passes(record, output_format, args.output.ascii);
                Some((PassOutput::Text(text), solved))
            }
            _ => None,
        }
    };
    let input_code = batch::run(
        context,
        &args.input,
        args.search.run.threads(),
        &mut progress,
        Job::refuse_conflicts,
        worker,
        |job, result| {
            let Some((shown, solved)) = result else {
                let bad = json::invalid(&job, &args.input).filter(|_| json_wanted);
                return bad.map_or(ControlFlow::Continue(()), |bad| sink.write(&bad));
            };
            if !solved {
                code = code.or_worse(ExitCode::Negative);
            }
            if written > 0 && !json_wanted {
                sink.write("\n")?;
            }
            written += 1;
            match shown {
                PassOutput::Text(text) => sink.write(&text),
                PassOutput::Report(report) => {
                    sink.write(&json::puzzle_record(&job, &args.input, report))
                }
            }
        },
    );
    code.or_worse(input_code).or_worse(sink.close(context))
}

/// Returns the report on a puzzle, and `true` if it is solved.
fn pass_report(record: &Record) -> (Report, bool) {
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
    let report = Report {
        status: match done.end {
            EliminationEnd::Solved => Status::Solved,
            EliminationEnd::Stuck => Status::Stuck,
            EliminationEnd::NoCandidate(_) | EliminationEnd::Conflict(_) => Status::None,
        },
        passes: passes.collect(),
        open_cells: done.board.open_count(),
        open_candidates: done.board.open_candidates(),
        solution: solved.then(|| render::format_digits(&record.puzzle, &digits)),
    };
    (report, solved)
}

fn format_passes(
    record: &Record,
    output_format: Option<OutputFormat>,
    ascii: bool,
) -> (String, bool) {
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
        render::format_record(
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
    (out, solved)
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
    let marks: Vec<DigitSet> = layout
        .cells()
        .map(|cell| done.board.candidates(cell))
        .collect();
    let digits = layout.cells().zip(done.board.digits().iter().copied());
    let mut stands = render::with_clues(puzzle, digits);
    // There are as many sets as cells, so this does not fail.
    let _ = stands.set_pencilmarks(&marks);
    Record::from(stands)
}
