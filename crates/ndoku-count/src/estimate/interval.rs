//! The mean of several independent runs with a confidence interval, or the reason why there is
//! none.
//!
//! ```text
//!   runs   6.61e21  6.70e21  6.65e21  …        mean ± t · (deviation of the runs) / √runs
//! ```
//!
//! The runs are independent and identically distributed, and the mean of their distribution is the
//! number of solutions. If their mean is nearly normally distributed, it follows Student's t. That
//! fails if a few runs hold nearly all of the sum: the mean and the deviation are then too small
//! most of the time. So an interval is given only if all of these rules hold:
//!
//! | rule | reason |
//! |---|---|
//! | at least [`MIN_RUNS`](Estimate::MIN_RUNS) runs | fewer do not show their deviation |
//! | a total effective size of [`MIN_EFFECTIVE_SIZE`](Estimate::MIN_EFFECTIVE_SIZE) | (1) |
//! | a relative error up to [`MAX_RELATIVE_ERROR`](Estimate::MAX_RELATIVE_ERROR) | (2) |
//! | a disagreement up to [`MAX_DISAGREEMENT`](Estimate::MAX_DISAGREEMENT) | (3) |
//!
//! 1. If the weights are more uneven, the runs may have missed the heaviest ones.
//! 2. If the runs are log-normal, the skewness of their mean is about three times its relative
//!    error.
//! 3. The disagreement is the relative error over the one that the effective sizes predict. Above
//!    the limit, the runs differ more than their weights explain.

use std::fmt;

use super::smc::SmcRun;
use super::wide_float::WideFloat;

/// The mean of several runs and its confidence interval.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The estimate of the number of solutions.
    pub mean: WideFloat,
    /// The standard error of the mean, divided by the mean.
    pub relative_error: f64,
    /// The bounds of the interval that holds the number of solutions with a probability of 95%.
    pub interval: (WideFloat, WideFloat),
    /// Number of runs.
    pub runs: usize,
    /// The total effective size of all runs.
    pub effective_size: f64,
}

/// A reason why there is no confidence interval.
#[derive(Copy, Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EstimateError {
    /// There were too few runs.
    #[error(
        "{runs} runs are too few for an interval, which needs {}",
        Estimate::MIN_RUNS
    )]
    TooFewRuns {
        /// Number of runs.
        runs: usize,
    },
    /// No particle of any run found a solution: there may be none, or they are hard to find.
    #[error("no solution was found in {runs} runs")]
    NoSolutionFound {
        /// Number of runs.
        runs: usize,
    },
    /// The weights are too uneven.
    #[error(
        "the effective sample size is {effective_size:.0}, but an interval needs {}",
        Estimate::MIN_EFFECTIVE_SIZE
    )]
    EffectiveSizeTooSmall {
        /// The total effective size of all runs.
        effective_size: f64,
    },
    /// The runs differ too much.
    #[error("the runs differ so much that their mean has a standard error of {:.0}%", 100.0 * relative_error)]
    RelativeErrorTooLarge {
        /// The standard error of the mean, divided by the mean.
        relative_error: f64,
    },
    /// The runs differ more than their weights explain.
    #[error("the runs differ {times:.1} times as much as their weights explain")]
    RunsDisagree {
        /// The standard error of the mean, divided by the one that the effective sizes predict.
        times: f64,
    },
}

impl Estimate {
    /// Minimum number of runs for an interval.
    pub const MIN_RUNS: usize = 10;
    /// Minimum total effective size for an interval.
    pub const MIN_EFFECTIVE_SIZE: f64 = 400.0;
    /// Maximum relative error for an interval.
    pub const MAX_RELATIVE_ERROR: f64 = 0.1;
    /// Maximum disagreement for an interval.
    pub const MAX_DISAGREEMENT: f64 = 3.0;

    /// Computes the mean and its interval from runs of one estimator with independent random bits.
    ///
    /// The number of runs must not depend on their results. A run that was stopped by the clock may
    /// be left out, since all runs take about the same time.
    ///
    /// # Errors
    /// Returns the reason if there is no interval.
    pub fn new(runs: &[SmcRun]) -> Result<Self, EstimateError> {
        let count = runs.len();
        if count < Self::MIN_RUNS {
            return Err(EstimateError::TooFewRuns { runs: count });
        }
        let greatest = runs
            .iter()
            .map(|run| run.estimate)
            .max_by(|a, b| a.compare(*b))
            .unwrap_or(WideFloat::ZERO);
        if greatest.is_zero() {
            return Err(EstimateError::NoSolutionFound { runs: count });
        }
        let unit = greatest.power_of_two();
        let values: Vec<f64> = runs
            .iter()
            .map(|run| run.estimate.in_units_of(greatest))
            .collect();
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values
            .iter()
            .map(|value| (value - mean) * (value - mean))
            .sum();
        let relative_error = (squares / (count - 1) as f64 / count as f64).sqrt() / mean;
        let effective_size: f64 = runs.iter().map(|run| run.effective_size).sum();
        let times = relative_error * effective_size.sqrt();
        // If the weights differ too much to be squared, the effective size is not a number.
        if effective_size.is_nan() || effective_size < Self::MIN_EFFECTIVE_SIZE {
            return Err(EstimateError::EffectiveSizeTooSmall { effective_size });
        }
        if relative_error > Self::MAX_RELATIVE_ERROR {
            return Err(EstimateError::RelativeErrorTooLarge { relative_error });
        }
        if times > Self::MAX_DISAGREEMENT {
            return Err(EstimateError::RunsDisagree { times });
        }
        let half = t_quantile(count - 1) * relative_error;
        let at = |factor: f64| unit.times(mean * factor.max(0.0));
        Ok(Self {
            mean: at(1.0),
            relative_error,
            interval: (at(1.0 - half), at(1.0 + half)),
            runs: count,
            effective_size,
        })
    }

    /// Returns `true` if the interval contains this number.
    #[must_use]
    pub fn covers(&self, number: WideFloat) -> bool {
        // The rounding error of a sum of f64.
        let slack = 1e-9;
        self.interval.0.times(1.0 - slack).compare(number).is_le()
            && self.interval.1.times(1.0 + slack).compare(number).is_ge()
    }
}

/// Formats as `6.6709e21, 95%: 6.65e21 to 6.69e21`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, 95%: {} to {}",
            self.mean, self.interval.0, self.interval.1
        )
    }
}

/// Returns the value that Student's t exceeds with a probability of 2.5%, for at least 9 degrees
/// of freedom.
///
/// This is the expansion of Fisher and Cornish (1960), which is right to four places.
fn t_quantile(freedom: usize) -> f64 {
    let (z, n) = (1.959_963_985_f64, freedom as f64);
    let evaluate_odd_powers = |coefficients: &[f64]| {
        coefficients
            .iter()
            .rev()
            .fold(0.0, |sum, c| sum * z * z + c)
            * z
    };
    z + evaluate_odd_powers(&[1.0, 1.0]) / (4.0 * n)
        + evaluate_odd_powers(&[3.0, 16.0, 5.0]) / (96.0 * n * n)
        + evaluate_odd_powers(&[-15.0, 17.0, 19.0, 3.0]) / (384.0 * n.powi(3))
        + evaluate_odd_powers(&[-945.0, -1920.0, 1482.0, 776.0, 79.0]) / (92_160.0 * n.powi(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(values: &[f64], effective_size: f64) -> Vec<SmcRun> {
        values
            .iter()
            .map(|value| SmcRun {
                estimate: WideFloat::new(*value),
                effective_size,
                particles: 100,
            })
            .collect()
    }

    #[test]
    fn quantiles_agree_with_tables() {
        for (freedom, wanted) in [
            (9, 2.2622),
            (12, 2.1788),
            (19, 2.0930),
            (30, 2.0423),
            (120, 1.9799),
        ] {
            assert!(
                (t_quantile(freedom) - wanted).abs() < 1e-4,
                "{freedom}: {}",
                t_quantile(freedom)
            );
        }
    }

    #[test]
    fn the_interval_follows_student_t() {
        let estimate = Estimate::new(&runs(
            &[9.0, 10.0, 11.0, 9.0, 10.0, 11.0, 9.0, 10.0, 11.0, 10.0],
            100.0,
        ))
        .unwrap();
        assert!((estimate.mean.to_f64() - 10.0).abs() < 1e-12);
        // Deviation √(6/9), over √10.
        let half = 2.2622 * (6.0_f64 / 9.0 / 10.0).sqrt();
        assert!(
            (estimate.interval.0.to_f64() - (10.0 - half)).abs() < 1e-3
                && (estimate.interval.1.to_f64() - (10.0 + half)).abs() < 1e-3
        );
        assert!(estimate.covers(WideFloat::new(10.5)) && !estimate.covers(WideFloat::new(10.7)));
    }

    #[test]
    fn unreliable_runs_give_no_interval() {
        let even = [10.0, 10.5, 9.5, 10.0, 10.5, 9.5, 10.0, 10.5, 9.5, 10.0];
        assert_eq!(
            Estimate::new(&runs(&even[1..], 100.0)),
            Err(EstimateError::TooFewRuns { runs: 9 })
        );
        assert_eq!(
            Estimate::new(&runs(&[0.0; 10], 0.0)),
            Err(EstimateError::NoSolutionFound { runs: 10 })
        );
        assert_eq!(
            Estimate::new(&runs(&even, 10.0)),
            Err(EstimateError::EffectiveSizeTooSmall {
                effective_size: 100.0
            })
        );
        assert!(matches!(
            Estimate::new(&runs(&even, f64::NAN)),
            Err(EstimateError::EffectiveSizeTooSmall { .. })
        ));
        assert!(matches!(
            Estimate::new(&runs(&even, 1e6)),
            Err(EstimateError::RunsDisagree { .. })
        ));
        let mut uneven = even;
        uneven[4] = 1000.0;
        assert!(matches!(
            Estimate::new(&runs(&uneven, 100.0)),
            Err(EstimateError::RelativeErrorTooLarge { .. })
        ));
        assert!(Estimate::new(&runs(&even, 100.0)).is_ok());
    }
}
