//! `ndoku bench --rate`: measures how many puzzles per second are rated on one thread, by parts of
//! the scale.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ndoku::Puzzle;
use ndoku::rating::{Rater, RatingOutcome};
use serde::Serialize;

use super::median;
use crate::args::Bench;
use crate::context::Context;
use crate::progress::format_count;

/// The figures of the puzzles between two whole numbers of the scale.
#[derive(Serialize)]
struct RatingFigures {
    /// The lower whole number; `None` for all puzzles.
    from: Option<u16>,
    puzzles: usize,
    puzzles_per_second: f64,
    median_ms: f64,
    longest_ms: f64,
    /// The number of the slowest puzzle in the input, from 1.
    longest: usize,
}

/// The JSON record.
#[derive(Serialize)]
struct RatingsReport {
    profile: &'static str,
    runs: u32,
    /// Number of puzzles without a rating.
    not_rated: usize,
    /// The figures by part. The last entry covers all puzzles.
    parts: Vec<RatingFigures>,
}

/// Rates the puzzles in order. Returns a table or a line of JSON.
pub(super) fn measure_ratings(context: &Context, args: &Bench, puzzles: &[Puzzle]) -> String {
    let mut rater = Rater::new(args.profile);
    let mut parts: BTreeMap<u16, Vec<(Duration, usize)>> = BTreeMap::new();
    let mut not_rated = 0;
    'all: for (place, puzzle) in puzzles.iter().enumerate() {
        let mut times = Vec::new();
        let mut part = None;
        for _ in 0..args.runs {
            let began = Instant::now();
            let rated = context.with_timeout(None, |budget| rater.rate(puzzle, budget));
            times.push(began.elapsed());
            if context.is_interrupted() {
                break 'all;
            }
            if let Ok(RatingOutcome::Unique(rating)) = rated {
                part = Some(rating.puzzle.rating.0 / 10);
            } else {
                break;
            }
        }
        times.sort_unstable();
        match part {
            Some(part) => parts
                .entry(part)
                .or_default()
                .push((median(&times), place + 1)),
            None => not_rated += 1,
        }
    }
    let all: Vec<(Duration, usize)> = parts.values().flatten().copied().collect();
    let mut figures: Vec<RatingFigures> = parts
        .into_iter()
        .filter_map(|(part, timed)| RatingFigures::from_times(Some(part), timed))
        .collect();
    figures.extend(RatingFigures::from_times(None, all));
    let report = RatingsReport {
        profile: args.profile.name(),
        runs: args.runs,
        not_rated,
        parts: figures,
    };
    if args.json {
        serde_json::to_string(&report).unwrap_or_default() + "\n"
    } else {
        report.text()
    }
}

impl RatingFigures {
    /// Returns the figures of some puzzles; `None` if there are none.
    fn from_times(from: Option<u16>, mut timed: Vec<(Duration, usize)>) -> Option<Self> {
        timed.sort_unstable();
        let (longest, number) = *timed.last()?;
        let ms = |time: Duration| 1e3 * time.as_secs_f64();
        let times: Vec<Duration> = timed.iter().map(|(time, _)| *time).collect();
        let sum: Duration = times.iter().sum();
        Some(Self {
            from,
            puzzles: timed.len(),
            puzzles_per_second: timed.len() as f64 / sum.as_secs_f64().max(1e-9),
            median_ms: ms(median(&times)),
            longest_ms: ms(longest),
            longest: number,
        })
    }
}

impl RatingsReport {
    fn text(&self) -> String {
        let mut out = format!(
            "rated by {}, 1 thread; of each puzzle the median of {}\n",
            self.profile,
            format_count(self.runs, "run")
        );
        out.push_str("rating    puzzles   puzzles/s   median ms  longest ms  which\n");
        for RatingFigures {
            from,
            puzzles,
            puzzles_per_second,
            median_ms,
            longest_ms,
            longest,
        } in &self.parts
        {
            let rating = from.map_or_else(|| "all".to_owned(), |from| format!("{from}.x"));
            out.push_str(&format!(
                "{rating:<8} {puzzles:>8} {puzzles_per_second:>11.1} {median_ms:>11.3} \
                {longest_ms:>11.3} {longest:>6}\n"
            ));
        }
        if self.not_rated > 0 {
            out.push_str(&format!(
                "{} without a rating\n",
                format_count(self.not_rated as u64, "puzzle")
            ));
        }
        out
    }
}
