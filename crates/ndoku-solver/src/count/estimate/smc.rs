//! A run: particles that fill the grid stage by stage, and are resampled where their weights have drifted apart.
//!
//! ```text
//!   stage 1      stage 2            resampled             stage 3
//!   ● 1.0        ● 1.8     weights uneven:                ● …        mean of the weights at the end:
//!   ● 1.1   ─▶   ● 0.1     ● ● ● each go on as       ─▶   ● …        an unbiased estimate
//!   ● 0.9        ✗ 0       often as they weigh            ● …
//! ```
//!
//! The weight of a particle is the product of one over the probability of every choice that it made: the mean over all choices is the number of ways to go
//! on. Where particles are resampled, number i goes on m times, m with the mean n·pᵢ, for any probabilities pᵢ that are positive where the weight is; each copy has
//! the weight wᵢ / (n·pᵢ), so that the mean of every sum over the particles is kept and the estimate stays unbiased (Doucet, de Freitas, Gordon: "Sequential Monte
//! Carlo Methods in Practice", 2001; Chopin, Papaspiliopoulos: "An Introduction to Sequential Monte Carlo", 2020, chapter 10). Here pᵢ is as wᵢ·ψᵢ, with the *promise* ψ of the
//! model: a guess of how many ways there are from there on. The copies are chosen systematically, with one random number.

use super::wide_float::Magnitude;
use crate::engine::{Budget, StopReason};

/// Random bits, and what is drawn with them.
pub(super) struct Chance<'a> {
    bits: &'a mut dyn FnMut() -> u64,
}

impl Chance<'_> {
    /// From 0 up to but not including 1, in steps of 2⁻⁵³.
    pub(super) fn unit(&mut self) -> f64 {
        ((self.bits)() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A place of a list of odds, and its probability; `None` if they add up to nothing.
    pub(super) fn pick(&mut self, odds: &[f64]) -> Option<(usize, f64)> {
        let sum: f64 = odds.iter().sum();
        let last = odds.iter().rposition(|odd| *odd > 0.0)?;
        let mut rest = self.unit() * sum;
        let place = odds[..last].iter().position(|odd| {
            rest -= odd;
            rest < 0.0
        });
        let place = place.unwrap_or(last);
        Some((place, odds[place] / sum))
    }
}

/// What fills the grid.
pub(super) trait Model {
    /// A grid that is filled in part.
    type State: Clone;

    /// Where all particles begin; `None` if there is no solution.
    fn start(&self) -> Option<Self::State>;

    /// After so many stages the grid is full.
    fn stages(&self) -> usize;

    /// Goes on by a stage: what the weight is multiplied by, `None` at a dead end.
    fn advance(
        &self,
        state: &mut Self::State,
        stage: usize,
        chance: &mut Chance<'_>,
    ) -> Option<Magnitude>;

    /// The logarithm of the promise of a particle that has this stage behind it.
    fn promise(&self, state: &Self::State, stage: usize) -> f64;
}

/// What one run gives.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Run {
    /// The estimate: over all seeds its mean is the number of solutions. 0 if no particle came to a solution.
    pub estimate: Magnitude,
    /// So many independent solutions, drawn with equal weights, would leave the same error, as far as the weights tell: one over the sum of one over
    /// (Σw)² / Σw², taken at every resampling and at the end. 0 if the estimate is.
    pub effective: f64,
    /// How many particles there were.
    pub particles: usize,
}

impl Run {
    /// The decimal logarithm of the estimate; `None` if no solution was found.
    #[must_use]
    pub fn log10(&self) -> Option<f64> {
        self.estimate.log10()
    }
}

/// Runs so many particles, at least one.
pub(super) fn run<M: Model>(
    model: &M,
    particles: usize,
    bits: &mut dyn FnMut() -> u64,
    budget: &Budget<'_>,
) -> Result<Run, StopReason> {
    /// Between two looks at the clock.
    const POLL: usize = 16;
    let mut chance = Chance { bits };
    let none = Run {
        estimate: Magnitude::ZERO,
        effective: 0.0,
        particles,
    };
    let Some(start) = model.start() else {
        return Ok(none);
    };
    let mut states = vec![start; particles];
    let mut spare = states.clone();
    let mut weights = vec![Magnitude::ONE; particles];
    let mut pulls = vec![0.0; particles];
    // Σ of one over the effective sizes so far.
    let mut spread = 0.0;
    let stages = model.stages();
    for stage in 0..stages {
        for (number, (state, weight)) in states.iter_mut().zip(&mut weights).enumerate() {
            if number % POLL == 0
                && let Some(reason) = budget.poll()
            {
                return Err(reason);
            }
            if !weight.is_zero() {
                *weight = model
                    .advance(state, stage, &mut chance)
                    .map_or(Magnitude::ZERO, |factor| weight.multiply(factor));
            }
        }
        let Some(greatest) = weights
            .iter()
            .copied()
            .max_by(|a, b| a.compare(*b))
            .filter(|weight| !weight.is_zero())
        else {
            return Ok(none);
        };
        let last = stage + 1 == stages;
        // What each particle pulls: its weight times its promise, both beside the greatest.
        let mut promises: Vec<f64> = Vec::new();
        if !last {
            promises = states
                .iter()
                .zip(&weights)
                .map(|(state, weight)| {
                    if weight.is_zero() {
                        f64::NEG_INFINITY
                    } else {
                        model.promise(state, stage)
                    }
                })
                .collect();
            let most = promises.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            promises
                .iter_mut()
                .for_each(|promise| *promise = (*promise - most).max(-600.0).exp());
        }
        for (number, (pull, weight)) in pulls.iter_mut().zip(&weights).enumerate() {
            *pull = weight.beside(greatest) * promises.get(number).copied().unwrap_or(1.0);
        }
        let sum: f64 = pulls.iter().sum();
        let effective = sum * sum / pulls.iter().map(|pull| pull * pull).sum::<f64>();
        if last {
            let estimate = greatest.unit().times(sum / particles as f64);
            return Ok(Run {
                estimate,
                effective: 1.0 / (spread + 1.0 / effective),
                particles,
            });
        }
        if effective * 2.0 >= particles as f64 {
            continue;
        }
        spread += 1.0 / effective;
        // Systematic: n points at equal distances, moved together by a random part of one; a particle goes on for each point in its part of the sum.
        let step = sum / particles as f64;
        let mut point = chance.unit() * step;
        let mut kept = 0;
        let mut reached = 0.0;
        for (number, pull) in pulls.iter().enumerate() {
            reached += pull;
            while point < reached && kept < particles {
                spare[kept].clone_from(&states[number]);
                promises.push(promises[number]);
                kept += 1;
                point += step;
            }
        }
        // Rounding may leave the last point beyond the sum: it belongs to the last particle that pulls.
        while kept < particles {
            let Some(number) = pulls.iter().rposition(|pull| *pull > 0.0) else {
                return Ok(none);
            };
            spare[kept].clone_from(&states[number]);
            promises.push(promises[number]);
            kept += 1;
        }
        for (weight, promise) in weights.iter_mut().zip(&promises[particles..]) {
            *weight = greatest.unit().times(step / promise);
        }
        std::mem::swap(&mut states, &mut spare);
    }
    Ok(none)
}
