//! `ndoku rate`: rates the difficulty of puzzles on the scale of Sudoku Explainer and others.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Instant;

use ndoku::StopReason;
use ndoku::format::{Record, csv_field};
use ndoku::rating::{
    AnyLevel, Difficulty, HardestStep, Profile, RateError, Rater, Rating, RatingOutcome, Template,
};
use serde::Serialize;

use crate::args::{Rate, RateTo};
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::output_format::format_line;
use crate::progress::{Progress, format_count, group_thousands};
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// The JSON record of a puzzle.
#[derive(Serialize)]
struct RateReport<'a> {
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
struct RateOutcome {
    rated: Result<RatingOutcome, RateError>,
    seconds: f64,
}

/// Numbers of puzzles by outcome.
#[derive(Default)]
struct RatingCounts {
    rated: u64,
    multiple: u64,
    none: u64,
    invalid: u64,
    unsupported: u64,
    stopped: u64,
    /// Numbers of puzzles by ER in tenths, or by score with the profile `hodoku`.
    ratings: BTreeMap<u32, u64>,
    /// The ratings are scores.
    has_scores: bool,
    /// Numbers of puzzles by level.
    levels: BTreeMap<AnyLevel, u64>,
    /// The rating of the last puzzle.
    last: Option<Rating>,
}

pub(crate) fn run(context: &Context, args: &Rate) -> Result<ExitCode, CliError> {
    let mut sink = Sink::open(args.output.path())?;
    context.debug(&format!("rated by the profile {}", args.profile));
    let mut progress = Progress::new(context, sink.is_terminal());
    let to = match args.to {
        _ if args.json => RateTo::Ndjson,
        to => to.unwrap_or(RateTo::Text),
    };
    let mut code = ExitCode::Done;
    let mut counts = RatingCounts {
        has_scores: args.profile == Profile::Hodoku,
        ..RatingCounts::default()
    };
    let template = template(args)?;
    let worker = || {
        let mut rater = Rater::new(args.profile);
        move |_: &WorkItem, record: &Record| {
            let began = Instant::now();
            let rated = context.with_timeout(args.run.timeout, |budget| {
                rater.rate(&record.puzzle, budget)
            });
            RateOutcome {
                rated,
                seconds: began.elapsed().as_secs_f64(),
            }
        }
    };
    if to == RateTo::Csv
        && sink
            .write_frame("puzzle,er,ep,ed,hardest,level,score,id\n")
            .is_break()
    {
        return Ok(sink.close(context));
    }
    let input_code = batch::run(
        context,
        &args.input,
        args.run.threads(),
        &mut progress,
        WorkItem::reject_conflicts,
        worker,
        |ItemResult { item, answer }| {
            code = code.or_worse(counts.add(context, &item, answer.as_ref()));
            sink.write(&format_result(args, to, &template, &item, answer.as_ref()))
        },
    );
    if counts.total() > 1 {
        context.info(&counts.summary());
    } else if let (RateTo::Text, None, Some(rating)) = (to, &args.template, counts.last) {
        context.info(&describe(&rating));
    }
    if args.histogram {
        context.info(counts.histogram().trim_end());
    }
    Ok(code.or_worse(input_code).or_worse(sink.close(context)))
}

/// Returns the level and the hardest step of a puzzle.
fn describe(rating: &Rating) -> String {
    let level = rating.level.name();
    match rating.puzzle.technique {
        Some(technique) => format!("level {level}; the hardest step is {technique}"),
        None => format!("level {level}"),
    }
}

/// Formats a result in the requested form.
fn format_result(
    args: &Rate,
    to: RateTo,
    template: &Template,
    item: &WorkItem,
    outcome: Option<&RateOutcome>,
) -> String {
    let puzzle = item.record.as_ref().map(|record| format_line(record));
    let puzzle = puzzle.unwrap_or_default();
    match to {
        RateTo::Text => format_text(template, &puzzle, item.number(), outcome) + "\n",
        RateTo::Csv => format_csv(&puzzle, item, outcome) + "\n",
        RateTo::Ndjson => format_json(args, &puzzle, item, outcome),
    }
}

/// Returns the requested template, or else the one of the profile.
fn template(args: &Rate) -> Result<Template, CliError> {
    match &args.template {
        Some(template) => Ok(template.clone()),
        // A test parses the default templates.
        None => default_template(args.profile)
            .parse::<Template>()
            .map_err(|error| CliError::new(ExitCode::Internal, error.to_string())),
    }
}

/// Returns the template that names the scale of a profile. Collectors write `ED=` before ratings of
/// Sudoku Explainer.
const fn default_template(profile: Profile) -> &'static str {
    match profile {
        Profile::Se121 | Profile::Sukaku => "%g ED=%r/%p/%d",
        Profile::Ndoku => "%g ndoku=%r/%p/%d",
        Profile::Hodoku => "%g hodoku=%s %l",
    }
}

/// Returns the rating of a puzzle that has one. A rating by scores has no ER, which would be on
/// another scale than its level.
fn rating(outcome: Option<&RateOutcome>) -> Option<Rating> {
    let mut rating = outcome?.rated.ok()?.rating()?;
    if rating.score.is_some() {
        rating.puzzle.rating = Difficulty::default();
    }
    Some(rating)
}

fn format_text(
    template: &Template,
    puzzle: &str,
    number: usize,
    outcome: Option<&RateOutcome>,
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

fn format_csv(puzzle: &str, item: &WorkItem, outcome: Option<&RateOutcome>) -> String {
    let record = item.record.as_ref().ok();
    let id = record.and_then(|record| record.metadata.id.as_deref());
    let id = id.map_or(Cow::Borrowed(""), |id| csv_field(id, ','));
    let Some(rating) = rating(outcome) else {
        return format!("{puzzle},,,,,,,{id}");
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
    format!("{puzzle},{er},{ep},{ed},{hardest},{level},{score},{id}")
}

fn format_json(
    args: &Rate,
    puzzle: &str,
    item: &WorkItem,
    outcome: Option<&RateOutcome>,
) -> String {
    let Some(RateOutcome { rated, seconds }) = outcome else {
        return json::invalid(item, &args.input).unwrap_or_default();
    };
    let rating = rating(outcome);
    let (status, reason, message) = match rated {
        Ok(RatingOutcome::Unique(_)) => (Status::Unique, None, None),
        Ok(RatingOutcome::Unsolvable) => (Status::Unsolvable, None, None),
        Ok(RatingOutcome::Multiple) => (Status::Multiple, None, None),
        Err(RateError::Stopped(reason)) => (Status::Stopped, Some(reason.name()), None),
        Err(error) => (Status::Unsupported, None, Some(error.to_string())),
    };
    let known = |part: fn(&Rating) -> HardestStep| {
        rating
            .and_then(|rating| part(&rating).known())
            .map(Difficulty::to_f64)
    };
    let report = RateReport {
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
    json::puzzle_record(item, &args.input, report)
}

impl RatingCounts {
    /// Counts an outcome, prints its messages and returns its exit code.
    fn add(
        &mut self,
        context: &Context,
        item: &WorkItem,
        outcome: Option<&RateOutcome>,
    ) -> ExitCode {
        let Some(outcome) = outcome else {
            self.invalid += 1;
            return ExitCode::Done;
        };
        let prefix = item.prefix();
        match outcome.rated {
            Ok(RatingOutcome::Unique(rating)) => {
                self.rated += 1;
                match rating.puzzle.known() {
                    Some(known) => {
                        let number = rating.score.unwrap_or(u32::from(known.0));
                        *self.ratings.entry(number).or_default() += 1;
                        self.last = Some(rating);
                    }
                    None => {
                        context.info(&format!(
                            "{prefix}not rated: there is nothing left to solve"
                        ));
                    }
                }
                *self.levels.entry(rating.level).or_default() += 1;
                ExitCode::Done
            }
            Ok(RatingOutcome::Multiple) => {
                self.multiple += 1;
                context.info(&format!("{prefix}not rated: more than one solution"));
                ExitCode::Negative
            }
            Ok(RatingOutcome::Unsolvable) => {
                self.none += 1;
                context.info(&format!("{prefix}not rated: no solution"));
                ExitCode::Negative
            }
            Err(RateError::Stopped(StopReason::Canceled)) => ExitCode::Done,
            Err(RateError::Stopped(reason)) => {
                self.stopped += 1;
                context.info(&format!("{prefix}not rated: {reason}"));
                ExitCode::from_stop_reason(reason)
            }
            Err(unsupported) => {
                self.unsupported += 1;
                context.info(&format!("{prefix}not rated: {unsupported}"));
                ExitCode::Negative
            }
        }
    }

    /// Returns the median rating in the unit of `ratings`: the mean of both middle values of an
    /// even number of puzzles.
    fn median(&self) -> f64 {
        let number: u64 = self.ratings.values().sum();
        let at = |place: u64| {
            let mut before = 0;
            let found = self.ratings.iter().find(|(_, count)| {
                before += **count;
                before > place
            });
            found.map_or(0.0, |(rating, _)| f64::from(*rating))
        };
        f64::midpoint(at(number.saturating_sub(1) / 2), at(number / 2))
    }

    fn total(&self) -> u64 {
        self.rated + self.multiple + self.none + self.invalid + self.unsupported + self.stopped
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
            let number = |value: f64| match self.has_scores {
                true => group_thousands(value.round() as u64),
                // The mean of two ratings can end between two tenths.
                false if value.fract() > 0.0 => format!("{:.2}", value / 10.0),
                false => format!("{:.1}", value / 10.0),
            };
            let score = if self.has_scores { "score " } else { "" };
            let [least, most] = [least, most].map(|rating| number(f64::from(*rating)));
            let median = number(self.median());
            out += &format!(", {score}from {least} to {most}, median {median}");
        }
        for (count, what) in [
            (self.multiple, "with several solutions"),
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

    /// Formats a bar for each level, and one for each part of the scale: a whole number of ER, or a
    /// range of scores.
    fn histogram(&self) -> String {
        let levels = self
            .levels
            .iter()
            .map(|(level, count)| (level.name().to_owned(), *count))
            .collect();
        let most = self.ratings.last_key_value().map_or(0, |(most, _)| *most);
        let width = if self.has_scores {
            score_bin_width(most)
        } else {
            10
        };
        let mut bins: BTreeMap<u32, u64> = BTreeMap::new();
        self.ratings
            .iter()
            .for_each(|(rating, count)| *bins.entry(rating / width).or_default() += count);
        let range = bins
            .first_key_value()
            .zip(bins.last_key_value())
            .map(|((first, _), (last, _))| *first..=*last);
        let name = |bin: u32| match self.has_scores {
            true => format!("{:>6}+", bin * width),
            false => format!("{bin:>4}.x"),
        };
        let of = |bin: u32| (name(bin), bins.get(&bin).copied().unwrap_or(0));
        format_bars(levels) + &format_bars(range.into_iter().flatten().map(of).collect())
    }
}

/// Returns the width of a bar of the histogram of scores, so that there are at most 20 bars.
fn score_bin_width(most: u32) -> u32 {
    let widths = (2..).flat_map(|exponent| [1, 2, 5].map(|digit| digit * 10_u32.pow(exponent)));
    widths
        .take(20)
        .find(|width| most / width < 20)
        .unwrap_or(u32::MAX)
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
            multiple: 1,
            ..RatingCounts::default()
        };
        counts.ratings.extend([(12, 2), (34, 1), (35, 2)]);
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

    #[test]
    fn the_median_is_between_both_middle_ratings() {
        let median = |ratings: &[(u32, u64)]| {
            let mut counts = RatingCounts::default();
            counts.ratings.extend(ratings.iter().copied());
            counts.median()
        };
        assert_eq!(median(&[(12, 2), (34, 1), (35, 2)]), 34.0);
        assert_eq!(median(&[(12, 1), (35, 1)]), 23.5);
        assert_eq!(median(&[(12, 3), (35, 1)]), 12.0);
    }

    #[test]
    fn scores_have_a_summary_and_bars_of_their_own() {
        let mut counts = RatingCounts {
            rated: 2,
            has_scores: true,
            ..RatingCounts::default()
        };
        counts.ratings.extend([(208, 1), (3_918, 1)]);
        assert_eq!(
            counts.summary(),
            "2 puzzles: 2 rated, score from 208 to 3,918, median 2,063"
        );
        let histogram = counts.histogram();
        let bars: Vec<&str> = histogram.lines().collect();
        assert_eq!(bars.len(), 19, "{histogram}");
        assert!(bars[0].starts_with("   200+         1 █"), "{histogram}");
        assert_eq!([0, 3_999, 4_000].map(score_bin_width), [100, 200, 500]);
        for profile in Profile::ALL {
            assert!(default_template(profile).parse::<Template>().is_ok());
        }
    }
}
