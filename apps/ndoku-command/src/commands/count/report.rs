//! The output of a count: the number, a remark if it is not exact, a JSON record.

use ndoku::StopReason;
use ndoku::count::{CountMethod, Estimate, EstimateError, Incomplete, Proposal};
use serde::Serialize;

use super::Counted;
use crate::json::Status;
use crate::progress::group_thousands;

/// A record of `--json` about a puzzle.
#[derive(Serialize)]
pub(super) struct CountReport {
    status: Status,
    /// Decimal digits; see `json.rs`.
    count: String,
    exact: bool,
    /// The lower bound if `count` is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    #[serde(flatten)]
    estimate: Option<EstimateInterval>,
    method: &'static str,
    /// Only with --verbose, so that a record depends on the puzzle alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The reason why there is no estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate_error: Option<String>,
}

/// The confidence interval of an estimate, and the options that reproduce it.
#[derive(Serialize)]
struct EstimateInterval {
    /// The lower bound of the interval.
    low: String,
    /// The upper bound of the interval.
    high: String,
    confidence: f64,
    relative_error: f64,
    /// The effective size: the number of independent samples with the same error.
    effective_size: f64,
    runs: usize,
    samples: usize,
    seed: u64,
    proposal: &'static str,
}

impl CountReport {
    /// Creates the record of a count, with its time if `with_seconds` is set.
    pub(super) fn new(counted: &Counted, with_seconds: bool) -> Self {
        let exact = counted.is_exact();
        let estimate = counted.estimate();
        Self {
            status: match estimate {
                _ if exact => Status::from_count(counted.count.number),
                Some(_) => Status::Estimated,
                None => Status::Stopped,
            },
            count: counted.number_text(),
            exact,
            at_least: (!exact).then(|| counted.count.number.to_string()),
            estimate: estimate.and_then(|estimate| EstimateInterval::new(counted, estimate)),
            method: if estimate.is_some() {
                "estimate"
            } else {
                counted.count.method.name()
            },
            // Microseconds are precise enough.
            seconds: with_seconds.then(|| (counted.seconds * 1e6).round() / 1e6),
            reason: match (estimate, counted.estimate_error()) {
                (Some(_), _) => None,
                (None, Some(_)) => Some("no-interval"),
                (None, None) => counted.count.incomplete.map(reason_name),
            },
            estimate_error: counted.estimate_error().map(ToString::to_string),
        }
    }
}

impl EstimateInterval {
    fn new(counted: &Counted, estimate: &Estimate) -> Option<Self> {
        let estimate_report = counted.estimate_report.as_ref()?;
        let places = decimal_places(estimate) + 1;
        Some(Self {
            low: format!("{:.places$}", estimate.interval.0),
            high: format!("{:.places$}", estimate.interval.1),
            confidence: 0.95,
            relative_error: round_to_three_digits(estimate.relative_error),
            effective_size: estimate.effective_size.round(),
            runs: estimate.runs,
            samples: estimate_report.samples,
            seed: counted.seed,
            proposal: match estimate_report.proposal {
                Proposal::Bands => "bands",
                Proposal::Cells => "cells",
            },
        })
    }
}

/// Rounds to three significant digits.
fn round_to_three_digits(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// Returns the number of decimals of the mantissa that an estimate warrants; the last is uncertain.
fn decimal_places(estimate: &Estimate) -> usize {
    (-estimate.relative_error.max(1e-9).log10())
        .ceil()
        .clamp(1.0, 9.0) as usize
}

impl Counted {
    /// Returns the number alone, with an exponent if it is an estimate.
    pub(super) fn number_text(&self) -> String {
        match self.estimate() {
            Some(estimate) => format!("{:.*}", decimal_places(estimate), estimate.mean),
            None => self.count.number.to_string(),
        }
    }

    fn estimate_error(&self) -> Option<&EstimateError> {
        self.estimate_report.as_ref()?.estimate.as_ref().err()
    }

    /// Returns an estimate with its interval.
    pub(super) fn interval_text(&self) -> Option<String> {
        let estimate = self.estimate()?;
        let places = decimal_places(estimate);
        let (low, high) = estimate.interval;
        Some(format!(
            "about {:.places$}; 95% confidence interval from {low:.places$} to {high:.places$}",
            estimate.mean
        ))
    }

    /// Returns the remark on a number that is not exact.
    pub(super) fn remark(&self) -> Option<String> {
        let incomplete = self.count.incomplete?;
        let least = group_thousands(self.count.number);
        let Some(estimate_report) = &self.estimate_report else {
            return Some(format!(
                "at least {least}: {}",
                explain_incomplete(incomplete, self.count.method)
            ));
        };
        let again = match estimate_report.stopped {
            None => format!(
                " (--seed {} --samples {})",
                self.seed, estimate_report.samples
            ),
            Some(reason) => format!(" ({reason})"),
        };
        Some(match (self.interval_text(), &estimate_report.estimate) {
            (Some(known), _) => known + &again,
            (None, Err(error)) => {
                format!("at least {least}; no confidence interval: {error}{again}")
            }
            (None, Ok(_)) => format!("at least {least}"),
        })
    }
}

/// Returns the reason as it is written in a JSON record.
const fn reason_name(incomplete: Incomplete) -> &'static str {
    match incomplete {
        Incomplete::Limit => "limit",
        Incomplete::Stopped(reason) => reason.name(),
    }
}

/// Explains why there can be more solutions.
fn explain_incomplete(incomplete: Incomplete, method: CountMethod) -> String {
    match incomplete {
        Incomplete::Limit if method == CountMethod::Search => {
            "more than the limit (--limit 0 for none)".to_owned()
        }
        Incomplete::Limit => "more than the limit".to_owned(),
        Incomplete::Stopped(StopReason::Unsupported) => {
            "only layouts up to 64x64 whose rules are houses can be estimated".to_owned()
        }
        // Before its end, an exact count knows only a small part of the number.
        Incomplete::Stopped(reason @ StopReason::Timeout) if method != CountMethod::Search => {
            format!("{reason}; --estimate may need seconds only")
        }
        Incomplete::Stopped(reason) => reason.to_string(),
    }
}
