//! `ndoku rate`: rates the difficulty of puzzles on the scale of Sudoku Explainer and others.

use std::collections::BTreeMap;
use std::time::Instant;

use ndoku::StopReason;
use ndoku::format::{self, Record, WriteOptions};
use ndoku::rating::{
    AnyLevel, Difficulty, HardestStep, RateError, Rater, Rating, RatingOutcome, Template,
};
use serde::Serialize;

use crate::args::{Rate, RateTo};
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Progress, format_count, group_thousands};
use crate::render;
use crate::sink::Sink;

/// The JSON record of a puzzle.
#[derive(Serialize)]
struct Report<'a> {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The reason why the puzzle is not supported.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a str>,
    profile: &'static str,
    /// `null` if there is no rating, like `ep` and `ed`.
    er: Option<f64>,
    ep: Option<f64>,
    ed: Option<f64>,
    /// The technique of the hardest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    /// Only with the profile `hodoku`.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    seconds: f64,
}

/// The outcome of a puzzle.
struct Outcome {
    rated: Result<RatingOutcome, RateError>,
    seconds: f64,
}

/// Numbers of puzzles by outcome.
#[derive(Default)]
struct RatingCounts {
    rated: u64,
    several: u64,
    none: u64,
    invalid: u64,
    unsupported: u64,
    stopped: u64,
    /// Numbers of puzzles by ER.
    ratings: BTreeMap<Difficulty, u64>,
    /// Numbers of puzzles by level.
    levels: BTreeMap<AnyLevel, u64>,
}

pub(crate) fn run(context: &Context, args: &Rate) -> ExitCode {
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    context.debug(&format!("rated by the profile {}", args.profile));
    let mut progress = Progress::new(context, sink.is_terminal());
    let to = if args.json { RateTo::Ndjson } else { args.to };
    let mut code = ExitCode::Done;
    let mut counts = RatingCounts::default();
    let worker = || {
        let mut rater = Rater::new(args.profile);
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => {
                let began = Instant::now();
                let rated = context.with_timeout(args.run.timeout, |budget| {
                    rater.rate(&record.puzzle, budget)
                });
                Some(Outcome {
                    rated,
                    seconds: began.elapsed().as_secs_f64(),
                })
            }
            _ => None,
        }
    };
    if to == RateTo::Csv
        && sink
            .write_frame("puzzle,er,ep,ed,hardest,level,score\n")
            .is_break()
    {
        return sink.close(context);
    }
    let consume = |job: Job, outcome: Option<Outcome>| {
        code = code.or_worse(counts.add(context, &job, outcome.as_ref()));
        let text = match &job.item {
            Item::Puzzle(record) => format_line(record),
            _ => String::new(),
        };
        let out = match to {
            RateTo::Text => format_text(&args.template, &text, job.number, outcome.as_ref()),
            RateTo::Csv => format_csv(&text, outcome.as_ref()),
            RateTo::Ndjson => return sink.write(&format_json(args, &text, &job, outcome.as_ref())),
        };
        sink.write(&(out + "\n"))
    };
    let input_code = batch::run(
        context,
        &args.input,
        args.run.threads(),
        &mut progress,
        Job::refuse_conflicts,
        worker,
        consume,
    );
    if counts.total() > 1 {
        context.info(&counts.summary());
    }
    if args.histogram {
        context.info(counts.histogram().trim_end());
    }
    code.or_worse(input_code).or_worse(sink.close(context))
}

/// Formats the puzzle as a line; empty if that is not possible.
fn format_line(record: &Record) -> String {
    let written = format::find("line")
        .and_then(|format| render::format_record(record, format, &WriteOptions::default()).ok());
    written.unwrap_or_default().trim_end().to_owned()
}

/// Returns the rating of a puzzle that has one.
fn rating(outcome: Option<&Outcome>) -> Option<Rating> {
    outcome?.rated.ok()?.rating()
}

fn format_text(
    template: &Template,
    puzzle: &str,
    number: usize,
    outcome: Option<&Outcome>,
) -> String {
    match outcome {
        Some(outcome) => template.fill(
            puzzle,
            number,
            rating(Some(outcome)).as_ref(),
            outcome.seconds,
        ),
        None => "invalid".to_owned(),
    }
}

fn format_csv(puzzle: &str, outcome: Option<&Outcome>) -> String {
    let Some(rating) = rating(outcome) else {
        return format!("{puzzle},,,,,,");
    };
    let known = |hardest: HardestStep| {
        hardest
            .known()
            .map_or_else(String::new, |rating| rating.to_string())
    };
    let [er, ep, ed] = [rating.puzzle, rating.pearl, rating.diamond].map(known);
    let (hardest, level) = (rating.puzzle.technique.unwrap_or(""), rating.level.name());
    let score = rating
        .score
        .map_or_else(String::new, |score| score.to_string());
    format!("{puzzle},{er},{ep},{ed},{hardest},{level},{score}")
}

fn format_json(args: &Rate, puzzle: &str, job: &Job, outcome: Option<&Outcome>) -> String {
    let Some(Outcome { rated, seconds }) = outcome else {
        return json::invalid(job, &args.input).unwrap_or_default();
    };
    let rating = rating(outcome);
    let (status, reason, message) = match rated {
        Ok(RatingOutcome::Unique(_)) => (Status::Unique, None, None),
        Ok(RatingOutcome::Unsolvable) => (Status::None, None, None),
        Ok(RatingOutcome::Several) => (Status::Multiple, None, None),
        Err(RateError::Stopped(reason)) => {
            (Status::Stopped, Some(json::stop_reason_name(*reason)), None)
        }
        Err(error @ (RateError::Layout | RateError::Pencilmarks)) => {
            (Status::Unsupported, None, Some(error.to_string()))
        }
    };
    let known = |part: fn(&Rating) -> HardestStep| {
        rating
            .and_then(|rating| part(&rating).known())
            .map(Difficulty::to_f64)
    };
    let report = Report {
        status,
        reason,
        message,
        puzzle: (!puzzle.is_empty()).then_some(puzzle),
        profile: args.profile.name(),
        er: known(|rating| rating.puzzle),
        ep: known(|rating| rating.pearl),
        ed: known(|rating| rating.diamond),
        hardest: rating.and_then(|rating| rating.puzzle.technique),
        level: rating.map(|rating| rating.level.name()),
        score: rating.and_then(|rating| rating.score),
        // Microseconds are enough.
        seconds: (seconds * 1e6).round() / 1e6,
    };
    json::puzzle_record(job, &args.input, report)
}

impl RatingCounts {
    /// Counts an outcome, prints its messages and returns its exit code.
    fn add(&mut self, context: &Context, job: &Job, outcome: Option<&Outcome>) -> ExitCode {
        let Some(outcome) = outcome else {
            self.invalid += 1;
            return ExitCode::Done;
        };
        let place = job.place();
        match outcome.rated {
            Ok(RatingOutcome::Unique(rating)) => {
                self.rated += 1;
                match rating.puzzle.known() {
                    Some(known) => *self.ratings.entry(known).or_default() += 1,
                    None => {
                        context.info(&format!("{place}not rated: there is nothing left to solve"));
                    }
                }
                *self.levels.entry(rating.level).or_default() += 1;
                ExitCode::Done
            }
            Ok(RatingOutcome::Several) => {
                self.several += 1;
                context.info(&format!("{place}not rated: more than one solution"));
                ExitCode::Negative
            }
            Ok(RatingOutcome::Unsolvable) => {
                self.none += 1;
                context.info(&format!("{place}not rated: no solution"));
                ExitCode::Negative
            }
            Err(RateError::Stopped(StopReason::Cancelled)) => ExitCode::Done,
            Err(RateError::Stopped(reason)) => {
                self.stopped += 1;
                context.info(&format!("{place}not rated: {reason}"));
                ExitCode::from_stop_reason(reason)
            }
            Err(unsupported) => {
                self.unsupported += 1;
                context.info(&format!("{place}not rated: {unsupported}"));
                ExitCode::Negative
            }
        }
    }

    fn total(&self) -> u64 {
        self.rated + self.several + self.none + self.invalid + self.unsupported + self.stopped
    }

    fn summary(&self) -> String {
        let mut out = format!(
            "{}: {} rated",
            format_count(self.total(), "puzzle"),
            group_thousands(self.rated)
        );
        if let (Some((least, _)), Some((most, _))) = (
            self.ratings.first_key_value(),
            self.ratings.last_key_value(),
        ) {
            let mut before = 0;
            let median = self.ratings.iter().find(|(_, count)| {
                before += **count;
                2 * before >= self.rated
            });
            out += &format!(", from {least} to {most}");
            out += &median.map_or_else(String::new, |(median, _)| format!(", median {median}"));
        }
        for (count, what) in [
            (self.several, "with several solutions"),
            (self.none, "without solution"),
            (self.unsupported, "that cannot be rated"),
            (self.stopped, "given up"),
            (self.invalid, "that could not be read"),
        ] {
            if count > 0 {
                out += &format!("; {} {what}", group_thousands(count));
            }
        }
        out
    }

    /// Formats a bar for each level, and one for each whole number of the scale.
    fn histogram(&self) -> String {
        let levels = self
            .levels
            .iter()
            .map(|(level, count)| (level.name().to_owned(), *count))
            .collect();
        let mut bins: BTreeMap<u16, u64> = BTreeMap::new();
        self.ratings
            .iter()
            .for_each(|(rating, count)| *bins.entry(rating.0 / 10).or_default() += count);
        let range = bins
            .first_key_value()
            .zip(bins.last_key_value())
            .map(|((first, _), (last, _))| *first..=*last);
        let of = |bin: u16| (format!("{bin:>4}.x"), bins.get(&bin).copied().unwrap_or(0));
        format_bars(levels) + &format_bars(range.into_iter().flatten().map(of).collect())
    }
}

/// Formats a line with a bar for each number.
fn format_bars(numbers: Vec<(String, u64)>) -> String {
    const WIDTH: u64 = 40;
    let most = numbers
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(1)
        .max(1);
    let mut out = String::new();
    for (name, count) in numbers {
        // Any number above 0 has a visible bar.
        let bar = "█".repeat((count * WIDTH).div_ceil(most) as usize);
        out += format!("{name:<8} {:>8} {bar}", group_thousands(count)).trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use ndoku::rating::Level;

    use super::*;

    #[test]
    fn the_summary_has_range_and_median_and_the_histogram_all_bins() {
        let mut counts = RatingCounts {
            rated: 5,
            several: 1,
            ..RatingCounts::default()
        };
        counts.ratings.extend([
            (Difficulty(12), 2),
            (Difficulty(34), 1),
            (Difficulty(35), 2),
        ]);
        assert_eq!(
            counts.summary(),
            "6 puzzles: 5 rated, from 1.2 to 3.5, median 3.4; 1 with several solutions"
        );
        counts.levels.insert(AnyLevel::Ours(Level::Medium), 5);
        let mut lines: Vec<String> = counts.histogram().lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(
            lines.remove(0),
            format!("medium          5 {}", "█".repeat(40))
        );
        assert!(
            lines[0].matches('█').count() == 27
                && lines[1].ends_with(" 0")
                && lines[2].matches('█').count() == 40,
            "{lines:?}"
        );
        assert_eq!(RatingCounts::default().histogram(), "");
    }
}
