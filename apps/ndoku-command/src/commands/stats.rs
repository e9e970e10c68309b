//! The command `ndoku stats`: a summary of puzzle files.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use ndoku::format::Record;
use serde::Serialize;

use crate::args::StatsArgs;
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::progress::{Progress, format_count, group_thousands};
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// A summary of puzzles. Only a hash of each puzzle is kept, to find duplicates.
#[derive(Default, Serialize)]
struct Summary {
    puzzles: u64,
    bad: u64,
    conflicting: u64,
    repeated: u64,
    full: u64,
    with_pencilmarks: u64,
    with_solution: u64,
    rotationally_symmetric: u64,
    layouts: BTreeMap<String, Clues>,
    #[serde(skip)]
    seen: HashSet<u64>,
}

/// The clues of the puzzles of one layout.
#[derive(Default, Serialize)]
struct Clues {
    puzzles: u64,
    /// The number of puzzles with each number of clues.
    clues: BTreeMap<usize, u64>,
}

impl Clues {
    fn mean(&self) -> f64 {
        let sum: f64 = self
            .clues
            .iter()
            .map(|(clues, count)| *clues as f64 * *count as f64)
            .sum();
        sum / self.puzzles.max(1) as f64
    }

    /// Formats the numbers of clues, with a histogram of at most 24 steps.
    fn text(&self, layout: &str) -> String {
        let numbers = || self.clues.keys().copied();
        let (least, most) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        let range = if least == most {
            format_count(least as u64, "clue")
        } else {
            format!("{least} to {most} clues, mean {:.1}", self.mean())
        };
        let mut out = format!(
            "\n{layout}: {}, {range}\n",
            format_count(self.puzzles, "puzzle")
        );
        let step = (most - least) / 24 + 1;
        let mut bins: BTreeMap<usize, u64> = BTreeMap::new();
        for (number, count) in &self.clues {
            *bins.entry((number - least) / step).or_default() += count;
        }
        let highest = bins.values().max().copied().unwrap_or(1);
        for (bin, count) in bins {
            let from = least + bin * step;
            let name = if step == 1 {
                from.to_string()
            } else {
                format!("{from}-{}", (from + step - 1).min(most))
            };
            let bar = "#".repeat((count * 50).div_ceil(highest) as usize);
            out.push_str(&format!("{name:>9} {:>10} {bar}\n", group_thousands(count)));
        }
        out
    }
}

impl Summary {
    fn add(&mut self, record: &Record) {
        let puzzle = &record.puzzle;
        self.puzzles += 1;
        self.conflicting += u64::from(!puzzle.conflicts().is_empty());
        self.full += u64::from(puzzle.clue_count() == puzzle.clues().len());
        self.with_pencilmarks += u64::from(puzzle.pencilmarks().is_some());
        self.with_solution += u64::from(record.solution.is_some());
        let turned = puzzle
            .clues()
            .iter()
            .zip(puzzle.clues().iter().rev())
            .all(|(a, b)| a.is_some() == b.is_some());
        self.rotationally_symmetric += u64::from(turned);
        let mut hasher = DefaultHasher::new();
        (puzzle.clues(), puzzle.pencilmarks(), puzzle.layout()).hash(&mut hasher);
        self.repeated += u64::from(!self.seen.insert(hasher.finish()));
        let clues = self.layouts.entry(puzzle.layout().to_string()).or_default();
        clues.puzzles += 1;
        *clues.clues.entry(puzzle.clue_count()).or_default() += 1;
    }

    fn text(&self) -> String {
        let mut out = format!("{}\n", format_count(self.puzzles, "puzzle"));
        let remarks = [
            (self.bad, "could", "could", "not be read"),
            (
                self.conflicting,
                "has",
                "have",
                "clues that contradict each other",
            ),
            (
                self.repeated,
                "is an exact duplicate",
                "are exact duplicates",
                "of an earlier puzzle",
            ),
            (self.full, "is a full grid", "are full grids", ""),
            (self.with_pencilmarks, "has", "have", "pencilmarks"),
            (self.with_solution, "comes", "come", "with a solution"),
            (
                self.rotationally_symmetric,
                "has",
                "have",
                "rotationally symmetric clues (180°)",
            ),
        ];
        for (count, one, several, rest) in remarks.iter().filter(|remark| remark.0 > 0) {
            let line = format!(
                "{:>12} {} {rest}",
                group_thousands(*count),
                if *count == 1 { one } else { several }
            );
            out.push_str(line.trim_end());
            out.push('\n');
        }
        for (layout, clues) in &self.layouts {
            out += &clues.text(layout);
        }
        out
    }
}

pub(crate) fn run(context: &Context, args: &StatsArgs) -> Result<ExitCode, CliError> {
    let mut sink = Sink::open(None)?;
    let mut progress = Progress::new(context, false);
    let mut summary = Summary::default();
    let input_code = batch::run(
        context,
        &args.input,
        crate::args::cores(),
        &mut progress,
        |_| {},
        || |_: &WorkItem, _: &Record| (),
        |ItemResult { item, .. }| {
            match &item.record {
                Ok(record) => summary.add(record),
                Err(_) => summary.bad += 1,
            }
            ControlFlow::Continue(())
        },
    );
    let text = if args.json {
        serde_json::to_string(&summary).unwrap_or_default() + "\n"
    } else {
        summary.text()
    };
    let _ = sink.write(&text);
    Ok(input_code.or_worse(sink.close(context)))
}
