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

use ndoku::ThreadBudget;
use ndoku::format::Record;
use report::{
    AnalysisReport, Analyzer, BackdoorReport, FormReport, SampleReport, UnavoidableReport,
};
use serde::Serialize;

use crate::args::analyze::Analyze;
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::output_format::format_line;
use crate::progress::{Progress, format_count, group_thousands};
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

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

pub(crate) fn run(context: &Context, args: &Analyze) -> Result<ExitCode, CliError> {
    let mut sink = Sink::open(args.output.path())?;
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut code = ExitCode::Done;
    let threads = args.run.threads();
    let thread_budget = ThreadBudget::new(threads);
    let worker = || {
        let mut analyzer = Analyzer::new(args, &thread_budget);
        move |_: &WorkItem, record: &Record| {
            context.with_timeout(args.run.timeout, |budget| analyzer.analyze(record, budget))
        }
    };
    let input_code = batch::run(
        context,
        &args.input,
        threads,
        &mut progress,
        WorkItem::reject_conflicts,
        worker,
        |ItemResult { item, answer }| {
            if let Some(reason) = answer.as_ref().and_then(|report| report.stopped) {
                code = code.or_worse(ExitCode::from_stop_reason(reason));
            }
            sink.write(&format_result(args, &item, answer.as_ref()))
        },
    );
    Ok(code.or_worse(input_code).or_worse(sink.close(context)))
}

/// Formats a result as a record or as text.
fn format_result(args: &Analyze, item: &WorkItem, report: Option<&AnalysisReport>) -> String {
    let puzzle = item.record.as_ref().map(|record| format_line(record));
    let puzzle = puzzle.unwrap_or_default();
    let before = if item.number() > 1 { "\n" } else { "" };
    match report {
        Some(report) if args.output.json => {
            let body = RecordBody {
                status: report.status(),
                reason: report.stopped.map(ndoku::StopReason::name),
                puzzle: (!puzzle.is_empty()).then_some(puzzle.as_str()),
                report,
            };
            json::puzzle_record(item, &args.input, body)
        }
        Some(report) => before.to_owned() + &text(&puzzle, report),
        None if args.output.json => json::invalid(item, &args.input).unwrap_or_default(),
        None => format!("{before}invalid\n"),
    }
}

/// Formats a report as text: the puzzle, and a line for each part.
fn text(puzzle: &str, report: &AnalysisReport) -> String {
    let mut rows = Vec::new();
    add_clues(report, &mut rows);
    add_solutions(puzzle, report, &mut rows);
    add_minimality(report, &mut rows);
    add_ratings(report, &mut rows);
    for (part, form) in [
        ("canonical", &report.canonical),
        ("grid form", &report.solution_canonical),
    ] {
        rows.extend(form.as_ref().map(|form| (part, describe_form(form))));
    }
    rows.extend(report.unavoidable.iter().flat_map(describe_sets));
    let backdoors = report.backdoors.as_ref();
    rows.extend(backdoors.map(|backdoors| ("backdoors", describe_backdoors(backdoors))));
    rows.extend(report.sampled_minimals.iter().flat_map(describe_sample));
    let missing = report.missing.iter();
    rows.extend(missing.map(|(part, reason)| (*part, format!("— {reason}"))));
    let mut out = format!("{puzzle}\n");
    for (part, description) in rows {
        // Writing to a string does not fail.
        let _ = writeln!(out, "  {part:<13} {description}");
    }
    out
}

/// A line of the text: the part, and its description.
type ReportRow = (&'static str, String);

fn add_clues(report: &AnalysisReport, rows: &mut Vec<ReportRow>) {
    let digits: Vec<String> = report
        .by_digit
        .iter()
        .map(|(symbol, often)| format!("{symbol}×{often}"))
        .collect();
    let clues = format!(
        "{} of {}; by digit {}; symmetry {}",
        report.clues,
        report.cells,
        digits.join(" "),
        report.symmetry
    );
    rows.extend([("layout", report.layout.clone()), ("clues", clues)]);
}

fn add_solutions(puzzle: &str, report: &AnalysisReport, rows: &mut Vec<ReportRow>) {
    let Some(solutions) = &report.solutions else {
        return;
    };
    let count = solutions
        .count
        .parse::<u128>()
        .map_or_else(|_| solutions.count.clone(), group_thousands);
    let least = if solutions.exact { "" } else { "at least " };
    rows.push(("solutions", format!("{least}{count}")));
    let solution = solutions.solution.as_ref();
    let solution = solution.filter(|solution| *solution != puzzle);
    rows.extend(solution.map(|solution| ("solution", solution.clone())));
}

fn add_minimality(report: &AnalysisReport, rows: &mut Vec<ReportRow>) {
    let Some(minimal) = &report.minimal else {
        return;
    };
    // With pencilmarks, removed candidates can be redundant too.
    let only_clues = minimal.redundant.iter().all(|part| !part.contains('-'));
    let number = minimal.redundant.len();
    let parts = format_count(
        number as u64,
        if only_clues {
            "redundant clue"
        } else {
            "redundant part"
        },
    );
    let each = if number > 1 { ", each on its own" } else { "" };
    let answer = if minimal.minimal {
        "yes: every clue is needed".to_owned()
    } else {
        format!("no: {parts}{each}: {}", few(&minimal.redundant))
    };
    rows.push(("minimal", answer));
}

fn add_ratings(report: &AnalysisReport, rows: &mut Vec<ReportRow>) {
    for rating in &report.ratings {
        let hardest = rating
            .hardest
            .map_or_else(String::new, |hardest| format!(", {hardest}"));
        let known = |rating: Option<f64>| {
            rating.map_or_else(|| "-".to_owned(), |rating| format!("{rating:.1}"))
        };
        let numbers = [rating.er, rating.ep, rating.ed].map(known).join("/");
        let description = format!("{numbers}, {}{hardest}", rating.level);
        rows.push((rating.profile, description));
    }
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
    let most = if sets.disjoint_is_maximum {
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
    if backdoors.solved_by_singles {
        return "none needed: singles solve it".to_owned();
    }
    let cells = match backdoors.cells.len() {
        0 => "no single cell".to_owned(),
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
