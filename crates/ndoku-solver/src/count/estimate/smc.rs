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

use super::wide_float::WideFloat;
use crate::engine::{Budget, StopReason};

/// Random bits, and what is drawn with them.
pub(super) struct RandomBits<'a> {
    bits: &'a mut dyn FnMut() -> u64,
}

impl RandomBits<'_> {
    /// From 0 up to but not including 1, in steps of 2⁻⁵³.
    pub(super) fn next_unit(&mut self) -> f64 {
        ((self.bits)() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A place of a list of odds, and its probability; `None` if they add up to nothing.
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

/// What fills the grid.
pub(super) trait SmcModel {
    /// A grid that is filled in part.
    type State: Clone;

    /// Where all particles begin; `None` if there is no solution.
    fn initial_state(&self) -> Option<Self::State>;

    /// After so many stages the grid is full.
    fn stage_count(&self) -> usize;

    /// Goes on by a stage: what the weight is multiplied by, `None` at a dead end.
    fn advance(
        &self,
        state: &mut Self::State,
        stage: usize,
        random: &mut RandomBits<'_>,
    ) -> Option<WideFloat>;

    /// The logarithm of the promise of a particle that has this stage behind it.
    fn log_twist(&self, state: &Self::State, stage: usize) -> f64;
}

/// What one run gives.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SmcRun {
    /// The estimate: over all seeds its mean is the number of solutions. 0 if no particle came to a solution.
    pub estimate: WideFloat,
    /// So many independent solutions, drawn with equal weights, would leave the same error, as far as the weights tell: one over the sum of one over
    /// (Σw)² / Σw², taken at every resampling and at the end. 0 if the estimate is.
    pub effective_size: f64,
    /// How many particles there were.
    pub particles: usize,
}

impl SmcRun {
    /// The decimal logarithm of the estimate; `None` if no solution was found.
    #[must_use]
    pub fn log10(&self) -> Option<f64> {
        self.estimate.log10()
    }
}

/// Runs so many particles, at least one.
pub(super) fn run<M: SmcModel>(
    model: &M,
    particles: usize,
    bits: &mut dyn FnMut() -> u64,
    budget: &Budget<'_>,
) -> Result<SmcRun, StopReason> {
    /// Between two looks at the clock.
    const POLL: usize = 16;
    let mut random = RandomBits { bits };
    let none = SmcRun {
        estimate: WideFloat::ZERO,
        effective_size: 0.0,
        particles,
    };
    let Some(start) = model.initial_state() else {
        return Ok(none);
    };
    let mut states = vec![start; particles];
    let mut spare = states.clone();
    let mut weights = vec![WideFloat::ONE; particles];
    let mut twisted_weights = vec![0.0; particles];
    // Σ of one over the effective sizes so far.
    let mut inverse_sizes = 0.0;
    let stages = model.stage_count();
    for stage in 0..stages {
        for (number, (state, weight)) in states.iter_mut().zip(&mut weights).enumerate() {
            if number % POLL == 0
                && let Some(reason) = budget.poll()
            {
                return Err(reason);
            }
            if !weight.is_zero() {
                *weight = model
                    .advance(state, stage, &mut random)
                    .map_or(WideFloat::ZERO, |factor| weight.multiply(factor));
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
        let mut twists: Vec<f64> = Vec::new();
        if !last {
            twists = states
                .iter()
                .zip(&weights)
                .map(|(state, weight)| {
                    if weight.is_zero() {
                        f64::NEG_INFINITY
                    } else {
                        model.log_twist(state, stage)
                    }
                })
                .collect();
            let most = twists.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            twists
                .iter_mut()
                .for_each(|twist| *twist = (*twist - most).max(-600.0).exp());
        }
        for (number, (twisted_weight, weight)) in
            twisted_weights.iter_mut().zip(&weights).enumerate()
        {
            *twisted_weight =
                weight.in_units_of(greatest) * twists.get(number).copied().unwrap_or(1.0);
        }
        let sum: f64 = twisted_weights.iter().sum();
        let effective_size = sum * sum
            / twisted_weights
                .iter()
                .map(|twisted_weight| twisted_weight * twisted_weight)
                .sum::<f64>();
        if last {
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
        // Systematic: n points at equal distances, moved together by a random part of one; a particle goes on for each point in its part of the sum.
        let step = sum / particles as f64;
        let mut point = random.next_unit() * step;
        let mut kept = 0;
        let mut reached = 0.0;
        for (number, twisted_weight) in twisted_weights.iter().enumerate() {
            reached += twisted_weight;
            while point < reached && kept < particles {
                spare[kept].clone_from(&states[number]);
                twists.push(twists[number]);
                kept += 1;
                point += step;
            }
        }
        // Rounding may leave the last point beyond the sum: it belongs to the last particle that pulls.
        while kept < particles {
            let Some(number) = twisted_weights
                .iter()
                .rposition(|twisted_weight| *twisted_weight > 0.0)
            else {
                return Ok(none);
            };
            spare[kept].clone_from(&states[number]);
            twists.push(twists[number]);
            kept += 1;
        }
        for (weight, twist) in weights.iter_mut().zip(&twists[particles..]) {
            *weight = greatest.power_of_two().times(step / twist);
        }
        std::mem::swap(&mut states, &mut spare);
    }
    Ok(none)
}
