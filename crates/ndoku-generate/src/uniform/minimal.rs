//! Minimal puzzles without a bias: drawn at random with weights, so that every minimal puzzle of every classic grid counts alike; and an estimate of how many there are.
//!
//! ```text
//!   start      a grid, each as likely as any other, and 36 of its cells     kept if they are a unique puzzle: 15 of 100
//!     │
//!     ▼        k clues, of which u can go: their removal leaves a unique puzzle         weight × u / k
//!   chain      ─▶ one of the u is removed, all alike ─▶ k − 1 clues …
//!     │           once it is known that a clue cannot go, it never can
//!     ▼
//!   none can go: a minimal puzzle with s clues            weight × C(81, s)
//! ```
//!
//! **Why it is right.** A set of k − 1 clues that is a unique puzzle becomes another one by any of the 81 − (k − 1) clues that are added, and each of these is reached from
//! k sets in turn. So if the weighted chains stand for all unique puzzles of k clues alike, then after a step, with the factor u / k, they stand for all of k − 1
//! alike: the expected weight of each is 1 / C(81, k). What one start finds has, summed over its puzzles, the expected weight of the number of minimal puzzles that a
//! grid has on average, for each number of clues; every one of them has the same share. Starts have nothing to do with each other, so the estimates have errors that can
//! be told from what the starts found, and the same seed gives the same puzzles with any number of threads.
//!
//! **Splitting.** Left alone, chains come to their end with 24 clues on average, while most minimal puzzles have 26 or 27, with weights that differ by millions. So a chain
//! that has a great weight, or few clues that can go, is split into several that remove different clues, and one that has a small weight is dropped with
//! a probability that makes up for it. By how much is fixed: a start knows nothing of others. The weights stay right whatever
//! the plan; it only decides how much a puzzle tells.
//!
//! The weighted descent from supersets is that of controlled-bias generators (Berthier, "Unbiased Statistics of a CSP: A Controlled-Bias Generator", 2009), its use of all clues
//! that can go is sequential importance sampling; splitting by fixed thresholds is the pruned-enriched Rosenbluth method (Grassberger, 1997).
//!
//! **Cost:** see `docs/MAKING.md`.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use ndoku_solver::{Budget, Classic, Isa, Outcome, StopReason};

use super::grids;
use crate::CellSet81;
use crate::rng::Rng;
use crate::transformation::Grid;

/// A minimal puzzle, and for how many it stands.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct WeightedPuzzle {
    /// Its clues; 0 is blank.
    pub puzzle: Grid,
    /// How many there are.
    pub clues: usize,
    /// Its weight. The weights of all puzzles with so many clues that one start finds add up, on average over starts, to the number of minimal puzzles with so many
    /// clues that a grid has on average.
    pub weight: f64,
}

/// So many starts are worked on together, so that all lanes of the engine have work.
const STARTS_PER_BATCH: u64 = 4096;

/// So many puzzles are searched between two looks at the budget.
const PUZZLES_PER_POLL: usize = 4096;

/// A chain is split into at most so many at a step.
const MAX_COPIES: f64 = 32.0;

/// When chains are split, or dropped.
#[derive(Clone, Debug)]
struct SplittingPlan {
    /// Clues at the start.
    start: usize,
    /// For each number of clues the weight, times the value, at which a chain goes on as one; infinite ones leave all chains as they are.
    unit: [f64; 82],
    /// By how many times a chain is worth more than its weight, for the number of clues that can go, if there are at most as many clues.
    value: [f64; 16],
    few: usize,
}

/// What puzzles are made of.
trait GridModel {
    /// Cells of a grid; the other places of [`Grid`] are blank.
    const CELLS: usize;
    /// A grid, each with the same probability.
    fn sample_grid(&mut self, rng: &mut Rng) -> Grid;
    /// For each puzzle, which has a solution, whether it has only one.
    fn are_unique(&mut self, puzzles: &[Grid], unique: &mut Vec<bool>);
}

/// Classic grids.
#[derive(Debug, Default)]
struct ClassicModel {
    engine: Classic,
    solutions: Vec<Grid>,
    outcomes: Vec<Outcome>,
}

impl GridModel for ClassicModel {
    const CELLS: usize = 81;

    fn sample_grid(&mut self, rng: &mut Rng) -> Grid {
        grids::sample(rng)
    }

    fn are_unique(&mut self, puzzles: &[Grid], unique: &mut Vec<bool>) {
        self.solutions.resize(puzzles.len(), [0; 81]);
        self.outcomes.resize(puzzles.len(), Outcome::default());
        self.engine
            .solve_all(puzzles, &mut self.solutions, &mut self.outcomes);
        unique.extend(
            self.outcomes
                .iter()
                .map(|outcome| *outcome == Outcome::Unique),
        );
    }
}

/// A chain on its way.
#[derive(Clone, Debug)]
struct Chain {
    /// The start it belongs to, by its place among those worked on.
    start: usize,
    clues: CellSet81,
    /// Clues that cannot go.
    needed: CellSet81,
    weight: f64,
}

/// Draws minimal puzzles with weights; see the [module](self).
///
/// ```
/// use ndoku_solver::Budget;
/// use ndoku_generate::uniform::minimal::{MinimalPuzzleSampler, MinimalPuzzleEstimator};
///
/// let mut estimator = MinimalPuzzleEstimator::default();
/// MinimalPuzzleSampler::new(None).sample(1, 0..300, &Budget::default(), &mut |found| estimator.add(found))?;
/// let per_grid = estimator.total();
/// assert!(per_grid.mean > 1e14 && per_grid.mean < 1e17);
/// # Ok::<(), ndoku_solver::StopReason>(())
/// ```
#[derive(Debug)]
pub struct MinimalPuzzleSampler(SamplerState<ClassicModel>);

impl MinimalPuzzleSampler {
    /// One that solves with this instruction set, or the fastest of this machine; it changes no answer.
    #[must_use]
    pub fn new(isa: Option<Isa>) -> Self {
        Self(SamplerState::new(
            ClassicModel {
                engine: Classic::new(isa),
                ..ClassicModel::default()
            },
            SplittingPlan::classic(),
        ))
    }

    /// Finds puzzles with so many clues only. Their weights are those that they have among all, and the search ends with the fewest.
    #[must_use]
    pub fn clues(self, clues: RangeInclusive<usize>) -> Self {
        Self(SamplerState { clues, ..self.0 })
    }

    /// What the starts with these numbers find, one after the other: all their puzzles, none for most starts. The n-th start of a seed always finds the same.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so: at once, with the starts before that have been told; limits of guesses do not matter.
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

/// Memory and what it works for.
#[derive(Debug)]
struct SamplerState<S> {
    model: S,
    plan: SplittingPlan,
    /// How many clues puzzles have that are wanted.
    clues: RangeInclusive<usize>,
    puzzles: Vec<Grid>,
    unique: Vec<bool>,
    /// Puzzles searched.
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

    /// Searches all puzzles.
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

    /// What some starts find, by their place among them; in the order in which chains end.
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
        // C(n, k) for the number k of clues that the chains have.
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

/// The puzzles of one start, each once: chains that remove the same clues in another order meet again, and their weights add up.
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

/// So many of the first `all` cells, each choice as likely as any other.
fn random_cells(all: usize, number: usize, rng: &mut Rng) -> CellSet81 {
    let mut cells: [usize; 81] = std::array::from_fn(|cell| cell);
    for place in 0..number {
        cells.swap(place, place + rng.below((all - place) as u64) as usize);
    }
    cells[..number].iter().copied().collect()
}

impl SplittingPlan {
    /// For classic grids; found by trial, see `docs/MAKING.md`. What a seed gives depends on it.
    fn classic() -> Self {
        // For 20 to 34 clues: what all chains of a start weigh on average, divided by how many there shall be.
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

    /// What becomes of a chain of so many clues of which these can go: no chain, one, or several.
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
        // A number from 0 to 1 of 53 bits; only the four kinds of arithmetic are used, which are the same on every machine.
        let fraction = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let copies = (times + fraction) as usize;
        let mut order: Vec<usize> = can_go.into_iter().collect();
        for copy in 0..copies {
            // Different ones as long as there are.
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
/// What starts found, added up.
#[derive(Clone, Debug)]
pub struct MinimalPuzzleEstimator {
    starts: u64,
    puzzles: [u64; 82],
    /// Weights by clues, and the squares of what each start found.
    sums: [f64; 82],
    squares: [f64; 82],
    /// The squares of single weights.
    single: [f64; 82],
    /// The squares of all that each start found.
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

/// A mean over starts.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct MinimalPuzzleEstimate {
    /// The estimate: how many minimal puzzles a grid has on average.
    pub mean: f64,
    /// Its standard error; 1.96 of them on both sides are an interval of 95 %, as far as the effective size is in the hundreds.
    pub error: f64,
    /// Puzzles that were found.
    pub puzzles: u64,
    /// As many puzzles of equal weight would tell as much: (Σ w)² / Σ w².
    pub effective: f64,
    /// As many starts of equal weight would: the same for what starts found together. What matters where puzzles of one grid are too much alike.
    pub independent: f64,
}

impl MinimalPuzzleEstimator {
    /// What one start found; nothing counts as well.
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

    /// Starts so far.
    #[must_use]
    pub const fn starts(&self) -> u64 {
        self.starts
    }

    /// Minimal puzzles with so many clues a grid.
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

    /// All minimal puzzles a grid.
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
mod tests {
    use super::*;

    /// Grids of 4×4, of which all are known.
    #[derive(Debug)]
    struct FourByFourModel {
        /// The 288 grids, digits in the first 16 places.
        grids: Vec<Grid>,
    }

    impl FourByFourModel {
        fn new() -> Self {
            let mut grids = Vec::new();
            Self::fill([0; 81], 0, &mut grids);
            Self { grids }
        }

        fn fill(grid: Grid, cell: usize, grids: &mut Vec<Grid>) {
            if cell == 16 {
                grids.push(grid);
                return;
            }
            let sees = |other: usize| {
                other % 4 == cell % 4
                    || other / 4 == cell / 4
                    || (other / 8 == cell / 8 && other % 4 / 2 == cell % 4 / 2)
            };
            for digit in
                (1..=4).filter(|digit| (0..cell).all(|other| !sees(other) || grid[other] != *digit))
            {
                let mut next = grid;
                next[cell] = digit;
                Self::fill(next, cell + 1, grids);
            }
        }

        /// For each number of clues how many minimal puzzles a grid has on average: of all sets of cells those that meet the differences to all other grids, and no longer
        /// do without any of the cells.
        fn minimal(&self) -> [f64; 17] {
            let mut found = [0.0; 17];
            let some: Vec<&Grid> = self
                .grids
                .iter()
                .filter(|grid| grid[..4] == [1, 2, 3, 4])
                .collect();
            for grid in &some {
                let others = self.grids.iter().map(|other| {
                    (0..16)
                        .filter(|cell| grid[*cell] != other[*cell])
                        .fold(0_u16, |set, cell| set | 1 << cell)
                });
                let others: Vec<u16> = others.filter(|differ| *differ != 0).collect();
                let unique: Vec<bool> = (0..=u16::MAX)
                    .map(|set| others.iter().all(|differ| set & differ != 0))
                    .collect();
                for set in (0..=u16::MAX).filter(|set| unique[usize::from(*set)]) {
                    if (0..16).all(|cell| {
                        set >> cell & 1 == 0 || !unique[usize::from(set & !(1 << cell))]
                    }) {
                        found[set.count_ones() as usize] += 1.0 / some.len() as f64;
                    }
                }
            }
            found
        }
    }

    impl GridModel for FourByFourModel {
        const CELLS: usize = 16;

        fn sample_grid(&mut self, rng: &mut Rng) -> Grid {
            self.grids[rng.below(288) as usize]
        }

        fn are_unique(&mut self, puzzles: &[Grid], unique: &mut Vec<bool>) {
            let agrees = |puzzle: &Grid, grid: &Grid| {
                (0..16).all(|cell| puzzle[cell] == 0 || puzzle[cell] == grid[cell])
            };
            unique.extend(puzzles.iter().map(|puzzle| {
                self.grids
                    .iter()
                    .filter(|grid| agrees(puzzle, grid))
                    .count()
                    == 1
            }));
        }
    }

    #[test]
    fn numbers_of_minimal_puzzles_of_four_by_four_are_the_true_ones() {
        let exact = FourByFourModel::new().minimal();
        assert_eq!(FourByFourModel::new().grids.len(), 288);
        let plain = SplittingPlan {
            start: 9,
            unit: [f64::INFINITY; 82],
            value: [1.0; 16],
            few: 0,
        };
        let mut split = SplittingPlan {
            few: 8,
            value: SplittingPlan::classic().value,
            ..plain.clone()
        };
        split.unit[4..9].copy_from_slice(&[0.02, 0.1, 0.5, 1.0, 1.5]);
        for (seed, plan) in [(1, plain), (2, split)] {
            let mut estimator = MinimalPuzzleEstimator::default();
            SamplerState::new(FourByFourModel::new(), plan)
                .sample(seed, 0..2_500, &Budget::default(), &mut |found| {
                    estimator.add(found)
                })
                .unwrap();
            // More than six clues none needs; up to nine a start has.
            for (clues, exact) in exact.iter().enumerate() {
                let MinimalPuzzleEstimate {
                    mean,
                    error,
                    puzzles,
                    ..
                } = estimator.with_clues(clues);
                assert!(
                    (mean - exact).abs() <= 4.5 * error,
                    "{clues} clues: {mean} ± {error} for {exact}, {puzzles} puzzles"
                );
                assert!(
                    *exact < 10.0 || error < 0.2 * exact,
                    "{clues} clues: {mean} ± {error} for {exact}, {puzzles} puzzles"
                );
            }
            let (all, exact) = (estimator.total(), exact.iter().sum::<f64>());
            assert!(
                (all.mean - exact).abs() < 4.0 * all.error && all.error < 0.04 * exact,
                "{all:?} for {exact}"
            );
            assert!(
                all.independent <= 2_500.0 && all.independent > 400.0 && all.effective > 400.0,
                "{all:?}"
            );
        }
    }

    fn found(seed: u64, numbers: std::ops::Range<u64>) -> Vec<Vec<WeightedPuzzle>> {
        let mut all = Vec::new();
        MinimalPuzzleSampler::new(None)
            .sample(seed, numbers, &Budget::default(), &mut |found| {
                all.push(found.to_vec())
            })
            .unwrap();
        all
    }

    #[test]
    fn a_start_finds_the_same_whatever_is_beside_it() {
        let all = found(7, 0..120);
        assert_eq!(all.len(), 120);
        assert_eq!(
            [found(7, 0..50), found(7, 50..51), found(7, 51..120)].concat(),
            all
        );
        let puzzles: Vec<WeightedPuzzle> = all.concat();
        let own = &puzzles[0];
        let line: String = own
            .puzzle
            .iter()
            .map(|digit| {
                if *digit == 0 {
                    '.'
                } else {
                    char::from(b'0' + digit)
                }
            })
            .collect();
        assert_eq!(
            (line.as_str(), own.clues, own.weight.to_bits()),
            (
                "3..49...........12.8..3.....738..2....27..........9.4.....8...18...7.46..4..1.9.8",
                25,
                4_827_615_671_260_773_802
            )
        );
        // Each is unique, and no longer without any of its clues.
        let mut nine = ClassicModel::default();
        for WeightedPuzzle {
            puzzle,
            clues,
            weight,
        } in puzzles.iter().take(50)
        {
            let cells = CellSet81::from_clues(puzzle);
            let mut unique = Vec::new();
            nine.are_unique(&[*puzzle], &mut unique);
            nine.are_unique(
                &cells
                    .into_iter()
                    .map(|clue| (cells - CellSet81::from_cell(clue)).mask(puzzle))
                    .collect::<Vec<_>>(),
                &mut unique,
            );
            assert!(
                unique[0] && unique[1..].iter().all(|unique| !unique),
                "{puzzle:?}"
            );
            assert!(cells.len() == *clues && *weight > 0.0);
        }
    }

    #[test]
    fn puzzles_with_some_numbers_of_clues_are_those_among_all() {
        let all = found(7, 0..120);
        for (wanted, are_there) in [(24..=25, true), (26..=81, true), (37..=81, false)] {
            let mut some = Vec::new();
            let mut sampler = MinimalPuzzleSampler::new(None).clues(wanted.clone());
            sampler
                .sample(7, 0..120, &Budget::default(), &mut |found| {
                    some.push(found.to_vec())
                })
                .unwrap();
            let chosen = |own: &Vec<WeightedPuzzle>| {
                own.iter()
                    .filter(|weighted| wanted.contains(&weighted.clues))
                    .copied()
                    .collect::<Vec<_>>()
            };
            assert_eq!(
                some,
                all.iter().map(chosen).collect::<Vec<_>>(),
                "{wanted:?}"
            );
            assert_eq!(!some.concat().is_empty(), are_there, "{wanted:?}");
        }
    }

    #[test]
    fn a_budget_ends_it() {
        let stop = std::sync::atomic::AtomicBool::new(true);
        let ended = MinimalPuzzleSampler::new(None).sample(
            1,
            0..u64::MAX,
            &Budget::default().stop_flag(&stop),
            &mut |_| {},
        );
        assert_eq!(ended, Err(StopReason::Flag));
        assert_eq!(
            MinimalPuzzleEstimator::default().total(),
            MinimalPuzzleEstimate {
                mean: 0.0,
                error: 0.0,
                puzzles: 0,
                effective: 0.0,
                independent: 0.0
            }
        );
    }

    /// The shares that are known by clues, 22 to 28, and the number of all that a grid has.
    #[test]
    #[ignore = "takes half a minute; `cargo xtask long` runs it"]
    fn shares_by_clues_are_those_that_are_known() {
        const PER_CENT: [f64; 7] = [0.004, 0.154, 2.38, 14.0, 33.3, 34.1, 16.1];
        let mut estimator = MinimalPuzzleEstimator::default();
        MinimalPuzzleSampler::new(None)
            .sample(11, 0..400_000, &Budget::default(), &mut |found| {
                estimator.add(found)
            })
            .unwrap();
        let sum: f64 = (22..29).map(|clues| estimator.with_clues(clues).mean).sum();
        for (clues, share) in (22..).zip(PER_CENT) {
            let own = estimator.with_clues(clues);
            // What is known was estimated too, and is rounded.
            let wrong = 4.0 * own.error / sum + 0.02 * share / 100.0 + 0.000_005;
            assert!(
                (own.mean / sum - share / 100.0).abs() < wrong,
                "{clues} clues: {} of 100",
                100.0 * own.mean / sum
            );
        }
        let all = estimator.total();
        assert!(
            (all.mean - 4.67e15).abs() < 4.0 * all.error && all.error < 0.03 * all.mean,
            "{all:?}"
        );
        assert!(
            all.effective > 2_000.0 && all.independent > 1_000.0,
            "{all:?}"
        );
    }
}
