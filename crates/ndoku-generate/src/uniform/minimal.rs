//! Unbiased minimal puzzles: weighted samples in which every minimal puzzle of every classic grid
//! counts alike, and an estimate of their number.
//!
//! ```text
//!   start   a uniform grid, and 36 of its cells      kept if they are a unique puzzle: 15 of 100
//!     │
//!     ▼     k clues, u of which are redundant        weight × u / k
//!   chain   ─▶ remove one of the u uniformly ─▶ k − 1 clues …
//!     │     a clue that is needed once stays needed
//!     ▼
//!   no redundant clue: a minimal puzzle with s clues     weight × C(81, s)
//! ```
//!
//! **Correctness.** A unique puzzle of k − 1 clues extends to another one by any of 81 − (k − 1)
//! further clues, and each of these is reached from k sets. If the weighted chains represent all
//! unique puzzles of k clues uniformly, then after a step with the factor u / k they represent
//! those of k − 1 clues uniformly. The expected weight of each is 1 / C(81, k).
//!
//! The total weight of the puzzles of one start has a known expectation. For each number of clues,
//! it is the mean number of minimal puzzles per grid. Every such puzzle has the same share. Starts
//! are independent, so that their spread gives the standard error. The same seed gives the same
//! puzzles for any number of threads.
//!
//! **Splitting.** Plain chains end with 24 clues on average, but most minimal puzzles have 26 or
//! 27, with weights that differ by factors of millions. Therefore a chain with a large weight, or
//! with few redundant clues, is split into several that remove different clues. A chain with a
//! small weight is dropped with a probability that compensates for it. The thresholds are fixed,
//! because a start knows nothing of others. The weights stay correct for every plan; the plan only
//! affects the variance.
//!
//! The weighted descent from supersets is that of controlled-bias generators (Berthier, "Unbiased
//! Statistics of a CSP: A Controlled-Bias Generator", 2009). Using all redundant clues is
//! sequential importance sampling. Splitting by fixed thresholds is the pruned-enriched Rosenbluth
//! method (Grassberger, 1997).
//!
//! See `docs/benchmarks/generation.md` for measurements.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use ndoku_analysis::CellSet81;
use ndoku_analysis::transformation::Grid81;
use ndoku_core::Rng;
use ndoku_solver::{BatchOutcome, Budget, Isa, Simd9, StopReason};

use super::grids;

/// A minimal puzzle with its weight.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct WeightedPuzzle {
    /// Its clues, where 0 is a blank.
    pub puzzle: Grid81,
    /// Number of clues.
    pub clues: usize,
    /// Its weight. For each number of clues, the total weight of the puzzles of one start has an
    /// expectation: the mean number of minimal puzzles with this number of clues per grid.
    pub weight: f64,
}

/// Number of starts that are processed together, so that all lanes of the engine have work.
const STARTS_PER_BATCH: u64 = 4096;

/// Number of puzzles that are solved between two polls of the budget.
const PUZZLES_PER_POLL: usize = 4096;

/// Maximum number of chains into which a chain is split at a step.
const MAX_COPIES: f64 = 32.0;

/// The thresholds for splitting and dropping chains.
#[derive(Clone, Debug)]
struct SplittingPlan {
    /// Number of clues at the start.
    start: usize,
    /// For each number of clues, the weight times the value at which a chain continues as one.
    /// Infinity leaves all chains unchanged.
    unit: [f64; 82],
    /// The value of a chain by its number of redundant clues, for puzzles with at most `few` clues.
    value: [f64; 16],
    few: usize,
}

/// A source of grids and a test of uniqueness.
trait GridModel {
    /// Number of cells of a grid. The other places of [`Grid81`] are blank.
    const CELLS: usize;
    /// Samples a grid uniformly.
    fn sample_grid(&mut self, rng: &mut Rng) -> Grid81;
    /// Tests for each puzzle, which has a solution, if it has only one.
    fn are_unique(&mut self, puzzles: &[Grid81], unique: &mut Vec<bool>);
}

/// Classic grids.
#[derive(Debug, Default)]
struct ClassicModel {
    engine: Simd9,
    solutions: Vec<Grid81>,
    outcomes: Vec<BatchOutcome>,
}

impl GridModel for ClassicModel {
    const CELLS: usize = 81;

    fn sample_grid(&mut self, rng: &mut Rng) -> Grid81 {
        grids::sample(rng)
    }

    fn are_unique(&mut self, puzzles: &[Grid81], unique: &mut Vec<bool>) {
        self.solutions.resize(puzzles.len(), [0; 81]);
        self.outcomes.resize(puzzles.len(), BatchOutcome::default());
        self.engine
            .solve_all(puzzles, &mut self.solutions, &mut self.outcomes);
        unique.extend(
            self.outcomes
                .iter()
                .map(|outcome| *outcome == BatchOutcome::Unique),
        );
    }
}

/// A chain of removals.
#[derive(Clone, Debug)]
struct Chain {
    /// The index of its start within the batch.
    start: usize,
    clues: CellSet81,
    /// Clues that are needed.
    needed: CellSet81,
    weight: f64,
}

/// A sampler of weighted minimal puzzles; see the [module](self).
///
/// ```
/// use ndoku_solver::Budget;
/// use ndoku_generate::uniform::minimal::{MinimalPuzzleSampler, MinimalPuzzleEstimator};
///
/// let mut estimator = MinimalPuzzleEstimator::default();
/// let mut sampler = MinimalPuzzleSampler::new(None);
/// sampler.sample(1, 0..300, &Budget::default(), &mut |found| estimator.add(found))?;
/// let per_grid = estimator.total();
/// assert!(per_grid.mean > 1e14 && per_grid.mean < 1e17);
/// # Ok::<(), ndoku_solver::StopReason>(())
/// ```
#[derive(Debug)]
pub struct MinimalPuzzleSampler(SamplerState<ClassicModel>);

impl MinimalPuzzleSampler {
    /// Creates a sampler for this instruction set, or for the fastest one of the machine. The
    /// choice does not change results.
    #[must_use]
    pub fn new(isa: Option<Isa>) -> Self {
        Self(SamplerState::new(
            ClassicModel {
                engine: Simd9::new(isa),
                ..ClassicModel::default()
            },
            SplittingPlan::classic(),
        ))
    }

    /// Restricts the sampler to puzzles with these numbers of clues. They keep their weights, and
    /// the search ends at the lowest number.
    #[must_use]
    pub fn clues(self, clues: RangeInclusive<usize>) -> Self {
        Self(SamplerState { clues, ..self.0 })
    }

    /// Calls `found` with the puzzles of each start of this range, in order. Most starts find none.
    /// The n-th start of a seed always finds the same puzzles.
    ///
    /// # Errors
    /// A [`StopReason`] if the flag or the clock of the budget stops the search. All earlier starts
    /// have been reported then. Limits of guesses have no effect.
    pub fn sample(
        &mut self,
        seed: u64,
        numbers: std::ops::Range<u64>,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[WeightedPuzzle]),
    ) -> Result<(), StopReason> {
        self.0.sample(seed, numbers, budget, found)
    }
}

/// A sampler for any grids, with its memory.
#[derive(Debug)]
struct SamplerState<S> {
    model: S,
    plan: SplittingPlan,
    /// The requested numbers of clues.
    clues: RangeInclusive<usize>,
    puzzles: Vec<Grid81>,
    unique: Vec<bool>,
    /// Number of solved puzzles.
    tests: u64,
}

impl<S: GridModel> SamplerState<S> {
    const fn new(model: S, plan: SplittingPlan) -> Self {
        Self {
            model,
            plan,
            clues: 0..=81,
            puzzles: Vec::new(),
            unique: Vec::new(),
            tests: 0,
        }
    }

    fn sample(
        &mut self,
        seed: u64,
        numbers: std::ops::Range<u64>,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[WeightedPuzzle]),
    ) -> Result<(), StopReason> {
        let mut first = numbers.start;
        while first < numbers.end {
            let end = numbers.end.min(first.saturating_add(STARTS_PER_BATCH));
            let mut puzzles = self.run_batch(seed, first..end, budget)?;
            puzzles.sort_by_key(|(start, _)| *start);
            let mut rest: &[(usize, WeightedPuzzle)] = &puzzles;
            for start in 0..(end - first) as usize {
                let (own, others) =
                    rest.split_at(rest.partition_point(|(other, _)| *other == start));
                found(&merge_duplicates(own));
                rest = others;
            }
            first = end;
        }
        Ok(())
    }

    /// Tests all puzzles.
    fn run_tests(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        self.unique.clear();
        for puzzles in self.puzzles.chunks(PUZZLES_PER_POLL) {
            if let Some(reason) = budget.poll() {
                return Err(reason);
            }
            self.model.are_unique(puzzles, &mut self.unique);
        }
        self.tests += self.puzzles.len() as u64;
        Ok(())
    }

    /// Returns the puzzles of a batch of starts with the index of their start, in the order in
    /// which chains end.
    fn run_batch(
        &mut self,
        seed: u64,
        numbers: std::ops::Range<u64>,
        budget: &Budget<'_>,
    ) -> Result<Vec<(usize, WeightedPuzzle)>, StopReason> {
        let mut rngs: Vec<Rng> = numbers.map(|number| Rng::stream(seed, number)).collect();
        let mut starts = Vec::with_capacity(rngs.len());
        self.puzzles.clear();
        for rng in &mut rngs {
            let grid = self.model.sample_grid(rng);
            let clues = random_cells(S::CELLS, self.plan.start, rng);
            self.puzzles.push(clues.mask(&grid));
            starts.push((grid, clues));
        }
        self.run_tests(budget)?;
        let mut chains: Vec<Chain> = (0..)
            .zip(&starts)
            .zip(&self.unique)
            .filter(|(_, is_unique)| **is_unique)
            .map(|((start, (_, clues)), _)| Chain {
                start,
                clues: *clues,
                needed: CellSet81::EMPTY,
                weight: 1.0,
            })
            .collect();
        let (mut found, wanted) = (Vec::new(), self.clues.clone());
        // C(n, k) for the number k of clues of the chains.
        let mut sets =
            (1..=self.plan.start).fold(1.0, |sets, k| sets * (S::CELLS - k + 1) as f64 / k as f64);
        for clues in (1..=self.plan.start)
            .rev()
            .take_while(|clues| clues >= wanted.start())
        {
            self.puzzles.clear();
            for chain in &chains {
                let grid = &starts[chain.start].0;
                self.puzzles.extend(
                    (chain.clues - chain.needed)
                        .into_iter()
                        .map(|clue| (chain.clues - CellSet81::from_cell(clue)).mask(grid)),
                );
            }
            self.run_tests(budget)?;
            let mut answers = self.unique.iter();
            let mut next = Vec::with_capacity(chains.len());
            for mut chain in chains {
                let unknown = chain.clues - chain.needed;
                let can_go: CellSet81 = unknown
                    .into_iter()
                    .zip(&mut answers)
                    .filter(|(_, is_unique)| **is_unique)
                    .map(|(clue, _)| clue)
                    .collect();
                chain.needed = chain.clues - can_go;
                if can_go.is_empty() && !wanted.contains(&clues) {
                    continue;
                }
                if can_go.is_empty() {
                    let puzzle = chain.clues.mask(&starts[chain.start].0);
                    found.push((
                        chain.start,
                        WeightedPuzzle {
                            puzzle,
                            clues,
                            weight: sets * chain.weight,
                        },
                    ));
                } else {
                    self.plan
                        .split_chain(&chain, clues, can_go, &mut rngs[chain.start], &mut next);
                }
            }
            chains = next;
            sets *= clues as f64 / (S::CELLS - clues + 1) as f64;
        }
        Ok(found)
    }
}

/// Returns the puzzles of one start without duplicates. Chains that remove the same clues in
/// another order end in the same puzzle, and their weights add up.
fn merge_duplicates(found: &[(usize, WeightedPuzzle)]) -> Vec<WeightedPuzzle> {
    let mut all: Vec<WeightedPuzzle> = Vec::with_capacity(found.len());
    let mut places = BTreeMap::new();
    for (_, weighted) in found {
        let place = *places.entry(weighted.puzzle).or_insert(all.len());
        match all.get_mut(place) {
            Some(same) => same.weight += weighted.weight,
            None => all.push(*weighted),
        }
    }
    all
}

/// Returns a uniformly distributed set of `number` cells among the first `all` cells.
fn random_cells(all: usize, number: usize, rng: &mut Rng) -> CellSet81 {
    let mut cells: [usize; 81] = std::array::from_fn(|cell| cell);
    for place in 0..number {
        cells.swap(place, place + rng.below((all - place) as u64) as usize);
    }
    cells[..number].iter().copied().collect()
}

impl SplittingPlan {
    /// Returns the plan for classic grids, which was found by trial; see
    /// `docs/experiments/generation.md`. The results of seeds depend on it.
    fn classic() -> Self {
        // For 20 to 34 clues: the mean total weight of the chains of a start, divided by the
        // intended number of chains.
        let units = [
            1.4e-9, 4e-9, 5.4e-7, 2.3e-5, 1.4e-4, 3.9e-4, 5.7e-4, 5e-4, 8.6e-4, 2.6e-3, 8.3e-3,
            2.6e-2, 7.8e-2, 0.17, 0.36,
        ];
        let mut unit = [f64::INFINITY; 82];
        unit[20..35].copy_from_slice(&units);
        let value = [
            1.0, 547.0, 144.0, 50.2, 21.9, 11.4, 6.8, 4.53, 3.29, 2.56, 2.1, 1.79, 1.58, 1.44,
            1.33, 1.25,
        ];
        Self {
            start: 36,
            unit,
            value,
            few: 32,
        }
    }

    /// Removes a redundant clue of a chain. The chain is dropped, continues, or is split.
    fn split_chain(
        &self,
        chain: &Chain,
        clues: usize,
        can_go: CellSet81,
        rng: &mut Rng,
        next: &mut Vec<Chain>,
    ) {
        let weight = chain.weight * can_go.len() as f64 / clues as f64;
        let value = if clues <= self.few {
            self.value.get(can_go.len()).copied().unwrap_or(1.0)
        } else {
            1.0
        };
        let unit = self.unit[clues];
        let times = if unit.is_finite() {
            (weight * value / unit).min(MAX_COPIES)
        } else {
            1.0
        };
        // A number from 0 to 1 with 53 bits. Only basic arithmetic is used, which is the same on
        // every machine.
        let fraction = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let copies = (times + fraction) as usize;
        let mut order: Vec<usize> = can_go.into_iter().collect();
        for copy in 0..copies {
            // Copies remove different clues as long as there are enough.
            let place = copy % order.len();
            let other = place + rng.below((order.len() - place) as u64) as usize;
            order.swap(place, other);
            let clues = chain.clues - CellSet81::from_cell(order[place]);
            next.push(Chain {
                start: chain.start,
                clues,
                needed: chain.needed,
                weight: weight / times,
            });
        }
    }
}
/// An estimator of numbers of minimal puzzles, from the results of starts.
#[derive(Clone, Debug)]
pub struct MinimalPuzzleEstimator {
    starts: u64,
    puzzles: [u64; 82],
    /// Weights by clues, and the squared totals of each start.
    sums: [f64; 82],
    squares: [f64; 82],
    /// The squares of single weights.
    single: [f64; 82],
    /// The squared totals of each start over all clues.
    all: f64,
}

impl Default for MinimalPuzzleEstimator {
    fn default() -> Self {
        Self {
            starts: 0,
            puzzles: [0; 82],
            sums: [0.0; 82],
            squares: [0.0; 82],
            single: [0.0; 82],
            all: 0.0,
        }
    }
}

/// An estimate with its error.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MinimalPuzzleEstimate {
    /// The mean number of minimal puzzles per grid.
    pub mean: f64,
    /// The standard error. An interval of ± 1.96 standard errors has 95% confidence if the
    /// effective size is in the hundreds.
    pub error: f64,
    /// Number of puzzles found.
    pub puzzles: u64,
    /// The effective number of puzzles of equal weight: (Σ w)² / Σ w².
    pub effective: f64,
    /// The effective number of starts of equal weight. It matters if puzzles of one grid are too
    /// similar.
    pub independent: f64,
}

impl MinimalPuzzleEstimator {
    /// Adds the result of one start, which can be empty.
    pub fn add(&mut self, found: &[WeightedPuzzle]) {
        self.starts += 1;
        let mut of_start = [0.0; 82];
        for WeightedPuzzle { clues, weight, .. } in found {
            let clues = (*clues).min(81);
            self.puzzles[clues] += 1;
            self.single[clues] += weight * weight;
            of_start[clues] += weight;
        }
        let mut all = 0.0;
        for (clues, own) in of_start.into_iter().enumerate() {
            self.sums[clues] += own;
            self.squares[clues] += own * own;
            all += own;
        }
        self.all += all * all;
    }

    /// Returns the number of starts.
    #[must_use]
    pub const fn starts(&self) -> u64 {
        self.starts
    }

    /// Estimates the number of minimal puzzles with this number of clues per grid.
    #[must_use]
    pub fn with_clues(&self, clues: usize) -> MinimalPuzzleEstimate {
        let clues = clues.min(81);
        self.estimate(
            self.sums[clues],
            self.squares[clues],
            self.single[clues],
            self.puzzles[clues],
        )
    }

    /// Estimates the number of all minimal puzzles per grid.
    #[must_use]
    pub fn total(&self) -> MinimalPuzzleEstimate {
        self.estimate(
            self.sums.iter().sum(),
            self.all,
            self.single.iter().sum(),
            self.puzzles.iter().sum(),
        )
    }

    fn estimate(&self, sum: f64, squares: f64, single: f64, puzzles: u64) -> MinimalPuzzleEstimate {
        let starts = self.starts.max(1) as f64;
        let mean = sum / starts;
        let variance = (squares / starts - mean * mean).max(0.0) / (starts - 1.0).max(1.0);
        let effective = |squares: f64| {
            if squares > 0.0 {
                sum * sum / squares
            } else {
                0.0
            }
        };
        MinimalPuzzleEstimate {
            mean,
            error: variance.sqrt(),
            puzzles,
            effective: effective(single),
            independent: effective(squares),
        }
    }
}

#[cfg(test)]
mod tests;
