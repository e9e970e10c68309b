//! A run of sequential Monte Carlo: particles fill the grid stage by stage, and are resampled where
//! their weights diverge.
//!
//! ```text
//!   stage 1      stage 2      resampled by weight     stage 3
//!   ● 1.0        ● 1.8            ● 0.63              ● …
//!   ● 1.1   ─▶   ● 0.1      ─▶    ● 0.63         ─▶   ● …   ─▶  mean of the weights at the end:
//!   ● 0.9        ✗ 0              ● 0.63              ● …       an unbiased estimate
//! ```
//!
//! The weight of a particle is the product of the inverse probabilities of its choices. Its mean
//! over all choices is the number of completions.
//!
//! Resampling makes mᵢ copies of particle i, with mean n·pᵢ, for any probabilities pᵢ that are
//! positive where the weight is. Each copy has the weight wᵢ / (n·pᵢ). This keeps the mean of every
//! sum over the particles, so the estimate stays unbiased. Here pᵢ is proportional to wᵢ·ψᵢ. The
//! *twisting function* ψ of the model guesses the number of completions. The copies are chosen by
//! systematic resampling, with one random number.
//!
//! Sources: Doucet, de Freitas, Gordon, "Sequential Monte Carlo Methods in Practice", 2001; Chopin,
//! Papaspiliopoulos, "An Introduction to Sequential Monte Carlo", 2020, chapter 10.

use ndoku_solver::{Budget, StopReason};

use super::wide_float::WideFloat;

/// A source of random bits with the distributions that proposals need.
pub(super) struct RandomBits<'a> {
    bits: &'a mut dyn FnMut() -> u64,
}

impl RandomBits<'_> {
    /// Returns a uniform number from 0 up to but not including 1, in steps of 2⁻⁵³.
    pub(super) fn next_unit(&mut self) -> f64 {
        ((self.bits)() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Chooses an index in proportion to the odds, and returns it with its probability.
    ///
    /// Returns `None` if the odds add up to nothing.
    pub(super) fn choose(&mut self, odds: &[f64]) -> Option<(usize, f64)> {
        let sum: f64 = odds.iter().sum();
        let last = odds.iter().rposition(|odd| *odd > 0.0)?;
        let mut rest = self.next_unit() * sum;
        let place = odds[..last].iter().position(|odd| {
            rest -= odd;
            rest < 0.0
        });
        let place = place.unwrap_or(last);
        Some((place, odds[place] / sum))
    }
}

/// A proposal that fills the grid in stages.
pub(super) trait SmcModel {
    /// A partially filled grid.
    type State: Clone;

    /// Returns the initial state of all particles, or `None` if there is no solution.
    fn initial_state(&self) -> Option<Self::State>;

    /// Returns the number of stages after which the grid is full.
    fn stage_count(&self) -> usize;

    /// Advances by a stage and returns the factor of the weight, or `None` at a dead end.
    fn advance(
        &self,
        state: &mut Self::State,
        stage: usize,
        random: &mut RandomBits<'_>,
    ) -> Option<WideFloat>;

    /// Returns the logarithm of the twisting function after this stage.
    fn log_twist(&self, state: &Self::State, stage: usize) -> f64;
}

/// The result of one run.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SmcRun {
    /// The estimate, whose mean over all seeds is the number of solutions.
    ///
    /// It is 0 if no particle found a solution.
    pub estimate: WideFloat,
    /// The effective size: the number of independent uniform samples of solutions with the same
    /// error.
    ///
    /// It is the inverse of the sum of 1 / ((Σw)² / Σw²), taken at every resampling and at the end.
    /// It is 0 if the estimate is 0.
    pub effective_size: f64,
    /// Number of particles.
    pub particles: usize,
}

impl SmcRun {
    /// Returns the decimal logarithm of the estimate, or `None` if no solution was found.
    #[must_use]
    pub fn log10(&self) -> Option<f64> {
        self.estimate.log10()
    }
}

/// Runs `particles` particles, at least one.
///
/// # Errors
/// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
pub(super) fn run<M: SmcModel>(
    model: &M,
    particles: usize,
    bits: &mut dyn FnMut() -> u64,
    budget: &Budget<'_>,
) -> Result<SmcRun, StopReason> {
    let mut random = RandomBits { bits };
    let none = SmcRun {
        estimate: WideFloat::ZERO,
        effective_size: 0.0,
        particles,
    };
    let Some(start) = model.initial_state() else {
        return Ok(none);
    };
    let mut population = Population::new(&start, particles);
    // The sum of the inverse effective sizes so far.
    let mut inverse_sizes = 0.0;
    let stages = model.stage_count();
    for stage in 0..stages {
        population.advance(model, stage, &mut random, budget)?;
        let is_last = stage + 1 == stages;
        let Some(greatest) = population.weigh(model, (!is_last).then_some(stage)) else {
            return Ok(none);
        };
        let (sum, effective_size) = population.sum_and_effective_size();
        if is_last {
            let estimate = greatest.power_of_two().times(sum / particles as f64);
            return Ok(SmcRun {
                estimate,
                effective_size: 1.0 / (inverse_sizes + 1.0 / effective_size),
                particles,
            });
        }
        if effective_size * 2.0 >= particles as f64 {
            continue;
        }
        inverse_sizes += 1.0 / effective_size;
        let shift = random.next_unit();
        if !population.resample(sum, shift, greatest) {
            return Ok(none);
        }
    }
    Ok(none)
}

/// The particles, their weights, and the memory that each stage uses again.
struct Population<S> {
    states: Vec<S>,
    weights: Vec<WideFloat>,
    /// The twisting function of each particle, relative to the greatest. Empty in the last stage.
    twists: Vec<f64>,
    /// The weight times the twisting function, both relative to the greatest.
    twisted_weights: Vec<f64>,
    spare: Vec<S>,
}

impl<S: Clone> Population<S> {
    fn new(start: &S, particles: usize) -> Self {
        let states = vec![start.clone(); particles];
        Self {
            spare: states.clone(),
            states,
            weights: vec![WideFloat::ONE; particles],
            twists: Vec::new(),
            twisted_weights: vec![0.0; particles],
        }
    }

    /// Advances each particle by a stage, and multiplies its weight.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    fn advance<M: SmcModel<State = S>>(
        &mut self,
        model: &M,
        stage: usize,
        random: &mut RandomBits<'_>,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        /// Number of particles between two polls of the budget.
        const POLL_INTERVAL: usize = 16;
        for (number, (state, weight)) in self.states.iter_mut().zip(&mut self.weights).enumerate() {
            if number % POLL_INTERVAL == 0
                && let Some(reason) = budget.poll()
            {
                return Err(reason);
            }
            if !weight.is_zero() {
                *weight = model
                    .advance(state, stage, random)
                    .map_or(WideFloat::ZERO, |factor| weight.multiply(factor));
            }
        }
        Ok(())
    }

    /// Computes the twisted weights. The last stage, `None`, has no twisting function. Returns the
    /// greatest weight, unless all weights are 0.
    fn weigh<M: SmcModel<State = S>>(
        &mut self,
        model: &M,
        stage: Option<usize>,
    ) -> Option<WideFloat> {
        let greatest = self
            .weights
            .iter()
            .copied()
            .max_by(|a, b| a.compare(*b))
            .filter(|weight| !weight.is_zero())?;
        self.twists.clear();
        if let Some(stage) = stage {
            let log_twists = self
                .states
                .iter()
                .zip(&self.weights)
                .map(|(state, weight)| {
                    if weight.is_zero() {
                        f64::NEG_INFINITY
                    } else {
                        model.log_twist(state, stage)
                    }
                });
            self.twists.extend(log_twists);
            let most = self
                .twists
                .iter()
                .copied()
                .fold(f64::NEG_INFINITY, f64::max);
            self.twists
                .iter_mut()
                .for_each(|twist| *twist = (*twist - most).max(-600.0).exp());
        }
        for (number, weight) in self.weights.iter().enumerate() {
            self.twisted_weights[number] =
                weight.in_units_of(greatest) * self.twists.get(number).copied().unwrap_or(1.0);
        }
        Some(greatest)
    }

    /// Returns the sum of the twisted weights and the effective number of particles.
    fn sum_and_effective_size(&self) -> (f64, f64) {
        let sum: f64 = self.twisted_weights.iter().sum();
        let squares = self.twisted_weights.iter().map(|weight| weight * weight);
        (sum, sum * sum / squares.sum::<f64>())
    }

    /// Resamples the particles systematically: n equidistant points are shifted together by
    /// `shift`, from 0 to 1, of their distance. A particle gets a copy for each point in its part
    /// of the sum of the twisted weights. Returns `false` if no particle has a positive one.
    fn resample(&mut self, sum: f64, shift: f64, greatest: WideFloat) -> bool {
        let particles = self.states.len();
        let step = sum / particles as f64;
        let mut point = shift * step;
        let mut reached = 0.0;
        let mut kept: Vec<usize> = Vec::with_capacity(particles);
        for (number, twisted_weight) in self.twisted_weights.iter().enumerate() {
            reached += twisted_weight;
            while point < reached && kept.len() < particles {
                kept.push(number);
                point += step;
            }
        }
        // Rounding can leave the last point beyond the sum. It belongs to the last particle with a
        // positive twisted weight.
        if kept.len() < particles {
            let positive = |weight: &f64| *weight > 0.0;
            let Some(last) = self.twisted_weights.iter().rposition(positive) else {
                return false;
            };
            kept.resize(particles, last);
        }
        for (place, number) in kept.into_iter().enumerate() {
            self.spare[place].clone_from(&self.states[number]);
            self.weights[place] = greatest.power_of_two().times(step / self.twists[number]);
        }
        std::mem::swap(&mut self.states, &mut self.spare);
        true
    }
}
