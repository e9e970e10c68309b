//! What is told of a count: the number, a remark where it is not exact, a record of JSON.

use ndoku::StopReason;
use ndoku::count::{Estimate, Method, Short, Unsure, Way};
use serde::Serialize;

use super::Counted;
use crate::json::{self, Status};
use crate::progress::group_thousands;

/// What a record of `--json` says of a puzzle.
#[derive(Serialize)]
pub(super) struct Report {
    status: Status,
    /// Decimal digits; see `json.rs`.
    count: String,
    exact: bool,
    /// What was found, if `count` is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    #[serde(flatten)]
    estimate: Option<Interval>,
    method: &'static str,
    /// Only with --verbose, so that a record depends on the puzzle alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// Why there is no estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    unsure: Option<String>,
}

/// How far an estimate can be trusted, and what makes it again.
#[derive(Serialize)]
struct Interval {
    /// From here
    low: String,
    /// to here, with this probability.
    high: String,
    confidence: f64,
    relative_error: f64,
    /// So many independent draws would be worth as much.
    effective: f64,
    runs: usize,
    samples: usize,
    seed: u64,
    way: &'static str,
}

impl Report {
    /// Returns what is said of a count; with its time if that is wanted.
    pub(super) fn new(counted: &Counted, with_seconds: bool) -> Self {
        let exact = counted.is_exact();
        let estimate = counted.estimate();
        Self {
            status: match estimate {
                _ if exact => Status::from_count(counted.count.number),
                Some(_) => Status::Estimated,
                None => Status::Stopped,
            },
            count: counted.text(),
            exact,
            at_least: (!exact).then(|| counted.count.number.to_string()),
            estimate: estimate.and_then(|estimate| Interval::new(counted, estimate)),
            method: if estimate.is_some() {
                "estimate"
            } else {
                counted.count.method.name()
            },
            // Microseconds are enough.
            seconds: with_seconds.then(|| (counted.seconds * 1e6).round() / 1e6),
            reason: match (estimate, counted.unsure()) {
                (Some(_), _) => None,
                (None, Some(_)) => Some("unsure"),
                (None, None) => counted.count.short.map(name),
            },
            unsure: counted.unsure().map(ToString::to_string),
        }
    }
}

impl Interval {
    fn new(counted: &Counted, estimate: &Estimate) -> Option<Self> {
        let about = counted.about.as_ref()?;
        let places = places(estimate) + 1;
        Some(Self {
            low: format!("{:.places$}", estimate.interval.0),
            high: format!("{:.places$}", estimate.interval.1),
            confidence: 0.95,
            relative_error: rounded(estimate.relative_error),
            effective: estimate.effective.round(),
            runs: estimate.runs,
            samples: about.samples,
            seed: counted.seed,
            way: match about.way {
                Way::Bands => "bands",
                Way::Cells => "cells",
            },
        })
    }
}

/// To three digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// Digits behind the point that an estimate deserves: the last of them is uncertain.
fn places(estimate: &Estimate) -> usize {
    (-estimate.relative_error.max(1e-9).log10())
        .ceil()
        .clamp(1.0, 9.0) as usize
}

impl Counted {
    /// The number alone: with an exponent if it is an estimate.
    pub(super) fn text(&self) -> String {
        match self.estimate() {
            Some(estimate) => format!("{:.*}", places(estimate), estimate.mean),
            None => self.count.number.to_string(),
        }
    }

    fn unsure(&self) -> Option<&Unsure> {
        self.about.as_ref()?.estimate.as_ref().err()
    }

    /// An estimate with its interval.
    pub(super) fn known(&self) -> Option<String> {
        let estimate = self.estimate()?;
        let places = places(estimate);
        let (low, high) = estimate.interval;
        Some(format!(
            "about {:.places$}, with 95 % from {low:.places$} to {high:.places$}",
            estimate.mean
        ))
    }

    /// What is said where the number is not exact.
    pub(super) fn remark(&self) -> Option<String> {
        let short = self.count.short?;
        let least = group_thousands(self.count.number);
        let Some(about) = &self.about else {
            return Some(format!(
                "at least {least}: {}",
                why(short, self.count.method)
            ));
        };
        let again = match about.stopped {
            None => format!(" (--seed {} --samples {})", self.seed, about.samples),
            Some(reason) => format!(" ({reason})"),
        };
        Some(match (self.known(), &about.estimate) {
            (Some(known), _) => known + &again,
            (None, Err(unsure)) => {
                format!("at least {least}; no honest interval in this time: {unsure}{again}")
            }
            (None, Ok(_)) => format!("at least {least}"),
        })
    }
}

/// The word in a record of JSON.
const fn name(short: Short) -> &'static str {
    match short {
        Short::Limit => "limit",
        Short::Stopped(reason) => json::stop_reason_name(reason),
    }
}

/// The sentence why there may be more.
fn why(short: Short, method: Method) -> String {
    match short {
        Short::Limit if method == Method::Search => {
            "more than the limit (--limit 0 for none)".to_owned()
        }
        Short::Limit => "more than the limit".to_owned(),
        Short::Stopped(StopReason::Unsupported) => {
            "there is no estimate with rules that are no houses, or beyond 64x64".to_owned()
        }
        Short::Stopped(reason) => reason.to_string(),
    }
}
