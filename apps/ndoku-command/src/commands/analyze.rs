//! `ndoku analyze`: properties of a puzzle or a full grid.
//!
//! ```text
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//!   layout       9×9, boxes 3×3
//!   clues        30 of 81; by digit 1×3 2×2 …; symmetry rotational
//!   solutions    1
//!   …
//! ```

mod report;

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use ndoku::count::Cores;
use ndoku::format::{self, Record, WriteOptions};
use report::{
    AnalysisReport, Analyzer, BackdoorReport, FormReport, SampleReport, UnavoidableReport,
};
use serde::Serialize;

use crate::args::analyze::Analyze;
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Progress, format_count, group_thousands};
use crate::render;
use crate::sink::Sink;

/// The command's part of a `--json` record.
#[derive(Serialize)]
struct RecordBody<'a> {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a str>,
    #[serde(flatten)]
    report: &'a AnalysisReport,
}

pub(crate) fn run(context: &Context, args: &Analyze) -> ExitCode {
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut code = ExitCode::Done;
    let threads = args.run.threads();
    let cores = Cores::new(threads);
    let worker = || {
        let mut analyzer = Analyzer::new(args, &cores);
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => Some(
                context.with_timeout(args.run.timeout, |budget| analyzer.analyze(record, budget)),
            ),
            _ => None,
        }
    };
    let consume = |job: Job, report: Option<AnalysisReport>| {
        if let Some(reason) = report.as_ref().and_then(|report| report.stopped) {
            code = code.or_worse(ExitCode::from_stop_reason(reason));
        }
        let puzzle = match &job.item {
            Item::Puzzle(record) => line(record),
            _ => String::new(),
        };
        let before = if job.number > 1 { "\n" } else { "" };
        let out = match &report {
            Some(report) if args.output.json => {
                let puzzle = (!puzzle.is_empty()).then_some(puzzle.as_str());
                let (status, reason) =
                    (report.status(), report.stopped.map(json::stop_reason_name));
                json::puzzle_record(
                    &job,
                    &args.input,
                    RecordBody {
                        status,
                        reason,
                        puzzle,
                        report,
                    },
                )
            }
            Some(report) => before.to_owned() + &text(&puzzle, report),
            None if args.output.json => json::invalid(&job, &args.input).unwrap_or_default(),
            None => format!("{before}invalid\n"),
        };
        sink.write(&out)
    };
    let input_code = batch::run(
        context,
        &args.input,
        threads,
        &mut progress,
        Job::refuse_conflicts,
        worker,
        consume,
    );
    code.or_worse(input_code).or_worse(sink.close(context))
}

/// Returns the puzzle on one line, if the line format supports it.
fn line(record: &Record) -> String {
    let written = format::find("line")
        .and_then(|format| render::format_record(record, format, &WriteOptions::default()).ok());
    written.unwrap_or_default().trim_end().to_owned()
}

/// Formats a report as text: the puzzle, and a line for each part.
fn text(puzzle: &str, report: &AnalysisReport) -> String {
    let mut out = String::new();
    let mut write_row = |part: &str, what: &str| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "  {part:<13} {what}");
    };
    let digits: Vec<String> = report
        .by_digit
        .iter()
        .map(|(symbol, often)| format!("{symbol}×{often}"))
        .collect();
    write_row("layout", &report.layout);
    write_row(
        "clues",
        &format!(
            "{} of {}; by digit {}; symmetry {}",
            report.clues,
            report.cells,
            digits.join(" "),
            report.symmetry
        ),
    );
    if let Some(solutions) = &report.solutions {
        let count = solutions
            .count
            .parse::<u128>()
            .map_or_else(|_| solutions.count.clone(), group_thousands);
        write_row(
            "solutions",
            &format!("{}{count}", if solutions.exact { "" } else { "at least " }),
        );
        if let Some(solution) = solutions
            .solution
            .as_ref()
            .filter(|solution| *solution != puzzle)
        {
            write_row("solution", solution);
        }
    }
    if let Some(minimal) = &report.minimal {
        // With pencilmarks, removed candidates can be redundant too.
        let only_clues = minimal.redundant.iter().all(|part| !part.contains('-'));
        let parts = format_count(
            minimal.redundant.len() as u64,
            if only_clues { "clue" } else { "part" },
        );
        let may = if minimal.minimal {
            "yes: every clue is needed".to_owned()
        } else {
            format!(
                "no: {parts} may go, each alone: {}",
                few(&minimal.redundant)
            )
        };
        write_row("minimal", &may);
    }
    for rating in &report.ratings {
        let hardest = rating
            .hardest
            .map_or_else(String::new, |hardest| format!(", {hardest}"));
        let known = |rating: Option<f64>| {
            rating.map_or_else(|| "-".to_owned(), |rating| format!("{rating:.1}"))
        };
        let numbers = [rating.er, rating.ep, rating.ed].map(known).join("/");
        write_row(
            rating.profile,
            &format!("{numbers}, {}{hardest}", rating.level),
        );
    }
    for (part, form) in [
        ("canonical", &report.canonical),
        ("grid form", &report.solution_canonical),
    ] {
        if let Some(form) = form {
            write_row(part, &describe_form(form));
        }
    }
    if let Some(sets) = &report.unavoidable {
        describe_sets(sets)
            .iter()
            .for_each(|(part, what)| write_row(part, what));
    }
    if let Some(backdoors) = &report.backdoors {
        write_row("backdoors", &describe_backdoors(backdoors));
    }
    if let Some(sampled_minimals) = &report.sampled_minimals {
        describe_sample(sampled_minimals)
            .iter()
            .for_each(|(part, what)| write_row(part, what));
    }
    for (part, reason) in &report.missing {
        write_row(part, &format!("— {reason}"));
    }
    format!("{puzzle}\n{out}")
}

fn describe_form(form: &FormReport) -> String {
    let automorphisms = form.automorphisms.parse::<u128>().map_or_else(
        |_| form.automorphisms.clone(),
        |number| format_count(number, "automorphism"),
    );
    format!("{} ({automorphisms})", form.line)
}

fn describe_sets(sets: &UnavoidableReport) -> Vec<(&'static str, String)> {
    let total = |by_cells: &BTreeMap<usize, usize>| {
        group_thousands(by_cells.values().sum::<usize>() as u64)
    };
    let mut out = vec![(
        "unavoidable",
        format!(
            "{} sets of up to 12 cells: {}",
            total(&sets.by_cells),
            numbers(&sets.by_cells)
        ),
    )];
    if let Some(few) = &sets.of_four_digits {
        out.push((
            "",
            format!("{} sets of up to 4 digits: {}", total(few), numbers(few)),
        ));
    }
    // A full grid has a clue in every cell.
    if sets.by_clues != sets.by_cells {
        out.push(("clues in them", numbers(&sets.by_clues)));
    }
    let most = if sets.disjoint_is_most {
        ""
    } else {
        "at least "
    };
    let needed = format!(
        "at least {} for this solution; {most}{} sets have no cell in common",
        sets.clues_needed, sets.disjoint
    );
    out.push(("clues needed", needed));
    // A hitting set of this size shows that these sets give no better bound.
    out.extend(sets.hitting_set.as_ref().map(|cells| {
        (
            "",
            format!(
                "{} hit all sets of up to 12 cells: {}",
                cells.len(),
                cells.join(" ")
            ),
        )
    }));
    out
}

fn describe_backdoors(backdoors: &BackdoorReport) -> String {
    if backdoors.open {
        return "none needed: singles solve it".to_owned();
    }
    let cells = match backdoors.cells.len() {
        0 => "no cell".to_owned(),
        number => format!(
            "{}: {}",
            format_count(number as u64, "cell"),
            few(&backdoors.cells)
        ),
    };
    let pairs = backdoors.pairs.as_ref().map(|pairs| {
        let names: Vec<String> = pairs
            .iter()
            .map(|[one, other]| format!("{one}+{other}"))
            .collect();
        match names.len() {
            0 => "; no pair".to_owned(),
            number => format!("; {}: {}", format_count(number as u64, "pair"), few(&names)),
        }
    });
    cells + &pairs.unwrap_or_default()
}

fn describe_sample(sample: &SampleReport) -> Vec<(&'static str, String)> {
    let puzzles = format_count(sample.distinct, "minimal puzzle");
    let mut out = vec![(
        "sample",
        format!(
            "{puzzles} in {} (seed {}), by clues: {}",
            format_count(sample.orders, "order"),
            sample.seed,
            numbers(&sample.by_clues)
        ),
    )];
    out.extend(
        sample
            .fewest
            .as_ref()
            .map(|fewest| ("fewest", fewest.clone())),
    );
    out
}

/// Formats the number of items of each size as `4×11 6×5`.
fn numbers<T: Display>(tally: &BTreeMap<usize, T>) -> String {
    tally
        .iter()
        .map(|(size, often)| format!("{size}×{often}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Formats the first names of a list.
fn few(names: &[String]) -> String {
    const SHOWN: usize = 12;
    let more = if names.len() > SHOWN { " …" } else { "" };
    names
        .iter()
        .take(SHOWN)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" ")
        + more
}
