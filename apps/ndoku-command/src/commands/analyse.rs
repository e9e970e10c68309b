//! `ndoku analyse`: what a puzzle or a full grid is made of, and what is known of it.
//!
//! ```text
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//!   clues        30 of 81; digits 1 ×3, 2 ×2, …; symmetry rotational
//!   solutions    1
//!   …
//! ```

mod portrait;

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use ndoku::count::Cores;
use ndoku::format::{self, Record, WriteOptions};
use portrait::{BackdoorCells, Form, Met, Painter, Portrait, UnavoidableSets};
use serde::Serialize;

use crate::args::analyse::Analyse;
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Progress, format_count, group_thousands};
use crate::render;
use crate::sink::Sink;

/// What a record of `--json` says of a puzzle.
#[derive(Serialize)]
struct Report<'a> {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a str>,
    #[serde(flatten)]
    portrait: &'a Portrait,
}

pub(crate) fn run(context: &Context, args: &Analyse) -> ExitCode {
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut code = ExitCode::Done;
    let threads = args.run.threads();
    let cores = Cores::new(threads);
    let worker = || {
        let mut painter = Painter::new(args, &cores);
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => {
                Some(context.with_timeout(args.run.timeout, |budget| painter.paint(record, budget)))
            }
            _ => None,
        }
    };
    let consume = |job: Job, portrait: Option<Portrait>| {
        if let Some(reason) = portrait.as_ref().and_then(|portrait| portrait.stopped) {
            code = code.or_worse(ExitCode::from_stop_reason(reason));
        }
        let puzzle = match &job.item {
            Item::Puzzle(record) => line(record),
            _ => String::new(),
        };
        let before = if job.number > 1 { "\n" } else { "" };
        let out = match &portrait {
            Some(portrait) if args.output.json => {
                let puzzle = (!puzzle.is_empty()).then_some(puzzle.as_str());
                let (status, reason) = (
                    portrait.status(),
                    portrait.stopped.map(json::stop_reason_name),
                );
                json::puzzle_record(
                    &job,
                    &args.input,
                    Report {
                        status,
                        reason,
                        puzzle,
                        portrait,
                    },
                )
            }
            Some(portrait) => before.to_owned() + &text(&puzzle, portrait),
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

/// The puzzle on one line, if it can be written so.
fn line(record: &Record) -> String {
    let written = format::find("line")
        .and_then(|format| render::format_record(record, format, &WriteOptions::default()).ok());
    written.unwrap_or_default().trim_end().to_owned()
}

/// A portrait to be read: the puzzle, and a line for each part.
fn text(puzzle: &str, portrait: &Portrait) -> String {
    let mut out = String::new();
    let mut say = |part: &str, what: &str| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "  {part:<13} {what}");
    };
    let digits: Vec<String> = portrait
        .by_digit
        .iter()
        .map(|(symbol, often)| format!("{symbol}×{often}"))
        .collect();
    say("layout", &portrait.layout);
    say(
        "clues",
        &format!(
            "{} of {}; by digit {}; symmetry {}",
            portrait.clues,
            portrait.cells,
            digits.join(" "),
            portrait.symmetry
        ),
    );
    if let Some(solutions) = &portrait.solutions {
        let count = solutions
            .count
            .parse::<u128>()
            .map_or_else(|_| solutions.count.clone(), group_thousands);
        say(
            "solutions",
            &format!("{}{count}", if solutions.exact { "" } else { "at least " }),
        );
        if let Some(solution) = solutions
            .solution
            .as_ref()
            .filter(|solution| *solution != puzzle)
        {
            say("solution", solution);
        }
    }
    if let Some(minimal) = &portrait.minimal {
        // Of pencilmarks there are more than clues: removals that are not needed.
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
        say("minimal", &may);
    }
    for rating in &portrait.ratings {
        let hardest = rating
            .hardest
            .map_or_else(String::new, |hardest| format!(", {hardest}"));
        let known = |rating: Option<f64>| {
            rating.map_or_else(|| "-".to_owned(), |rating| format!("{rating:.1}"))
        };
        let numbers = [rating.er, rating.ep, rating.ed].map(known).join("/");
        say(
            rating.profile,
            &format!("{numbers}, {}{hardest}", rating.level),
        );
    }
    for (part, form) in [
        ("canonical", &portrait.canonical),
        ("grid form", &portrait.solution_canonical),
    ] {
        if let Some(form) = form {
            say(part, &of_form(form));
        }
    }
    if let Some(sets) = &portrait.unavoidable {
        of_sets(sets)
            .iter()
            .for_each(|(part, what)| say(part, what));
    }
    if let Some(backdoors) = &portrait.backdoors {
        say("backdoors", &of_backdoors(backdoors));
    }
    if let Some(met) = &portrait.met {
        of_met(met).iter().for_each(|(part, what)| say(part, what));
    }
    for (part, reason) in &portrait.missing {
        say(part, &format!("— {reason}"));
    }
    format!("{puzzle}\n{out}")
}

fn of_form(form: &Form) -> String {
    let automorphisms = form.automorphisms.parse::<u128>().map_or_else(
        |_| form.automorphisms.clone(),
        |number| format_count(number, "automorphism"),
    );
    format!("{} ({automorphisms})", form.line)
}

fn of_sets(sets: &UnavoidableSets) -> Vec<(&'static str, String)> {
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
    // With this the sets have told all that they can.
    out.extend(sets.meeting.as_ref().map(|cells| {
        (
            "",
            format!(
                "{} meet all sets of up to 12 cells: {}",
                cells.len(),
                cells.join(" ")
            ),
        )
    }));
    out
}

fn of_backdoors(backdoors: &BackdoorCells) -> String {
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

fn of_met(met: &Met) -> Vec<(&'static str, String)> {
    let puzzles = format_count(met.distinct, "minimal puzzle");
    let mut out = vec![(
        "met",
        format!(
            "{puzzles} in {} (seed {}), by clues: {}",
            format_count(met.orders, "order"),
            met.seed,
            numbers(&met.by_clues)
        ),
    )];
    out.extend(met.fewest.as_ref().map(|fewest| ("fewest", fewest.clone())));
    out
}

/// `4×11 6×5`: for each size how many.
fn numbers<T: Display>(tally: &BTreeMap<usize, T>) -> String {
    tally
        .iter()
        .map(|(size, often)| format!("{size}×{often}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The first few of a list.
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
