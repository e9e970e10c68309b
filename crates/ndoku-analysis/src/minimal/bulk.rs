//! `BulkMinimizer`: redundant clues, minimality and minimal puzzles of many 9×9 puzzles at once.
//!
//! ```text
//!   needed?     remove the clue, forbid its digit there: a solution ─▶ needed; none ─▶ redundant
//!
//!   minimize    units in random order   u₀ u₁ u₂ │ …  u₃₈ u₃₉ │ u₄₀ u₄₁ … u₈₀
//!                                       removed together      │ one by one: remove redundant ones
//!                                       (bisection: the first whose removal fails)
//! ```
//!
//! A test is a lane, and tests of many puzzles fill the lanes. Each puzzle has one test per round,
//! and its next test depends on the result. The outcome equals that of the plain method, which goes
//! through the clues in random order and removes each redundant one. These facts make it fast:
//!
//! - A needed clue stays needed when more clues are removed, so that each clue is decided once.
//! - The first removals nearly always succeed, so that bisection finds the first one that fails.
//!   Another solution found there shows more: the cells where it differs are an unavoidable set.
//!   The last of them in the order cannot be removed either, which lowers the upper end of the
//!   interval.
//! - A clue that is the only one in an unavoidable set of two digits is needed without a test.
//!   These sets also bound the range of the bisection.
//! - With few puzzles left, a round tests several clues of each. The answer "needed" holds whatever
//!   is removed in between. "Redundant" holds for the first such clue only, and the others are
//!   tested again.
//!
//! See `docs/benchmarks/generation.md` for measurements.

use ndoku_core::Rng;
use ndoku_solver::{BatchOutcome, BatchStats, CandidateGrid9, Isa, Simd9};

use super::two_digits::{self, list_sets, single_hit_clues};
use super::two_lines;
use crate::CellSet81;
use crate::symmetry::Symmetry;

/// Number of puzzles that are minimized at the same time. Other values are in
/// `docs/experiments/generation.md`.
const POOL_SIZE: usize = 256;

/// Minimum number of tests of a round, while clues are undecided. It fills all lanes a few times.
const MIN_TESTS: usize = 64;

/// Approximate number of tests in a batch of bulk checks.
const BATCH_SIZE: usize = 1024;

/// Number of clues per puzzle that a round of [`BulkMinimizer::are_minimal`] tests.
const CLUES_PER_ROUND: usize = 4;

/// Finds redundant clues and minimal puzzles of many 9×9 puzzles. Clues are numbers from 1 to 9,
/// and any other byte is a blank. Memory is constant, about one MiB.
#[derive(Debug)]
pub struct BulkMinimizer {
    engine: Simd9,
    tests: Vec<CandidateGrid9>,
    /// For each test, its puzzle and its cell or unit.
    sources: Vec<(u32, u32)>,
    outcomes: Vec<BatchOutcome>,
    solutions: [Vec<[u8; 81]>; 2],
    runs: Vec<MinimizationRun>,
}

/// The minimization of one puzzle.
#[derive(Clone, Debug)]
struct MinimizationRun {
    /// Its index in the batch.
    number: usize,
    solution: [u8; 81],
    clues: CellSet81,
    /// The candidates with the clues that remain after the first units are removed.
    base: CandidateGrid9,
    /// The units of clues that are removed together, in the order in which they are tried.
    units: Vec<CellSet81>,
    /// Without the first `good` units one solution remains, without the first `bad` units it does
    /// not.
    good: usize,
    bad: usize,
    /// The undecided units, the last one first.
    open: Vec<u32>,
    /// Unavoidable sets of the solution.
    sets: Vec<CellSet81>,
    /// Clues that these sets prove to be needed.
    needed: CellSet81,
    /// `true` once the bisection has started.
    probed: bool,
}

impl MinimizationRun {
    /// Returns the clues without the first `count` units.
    fn without_first(&self, count: usize) -> CellSet81 {
        self.units[..count]
            .iter()
            .fold(self.clues, |clues, unit| clues - *unit)
    }

    /// Records that another solution exists without the first `tried` units.
    fn record_failure(&mut self, tried: usize, other: &[u8; 81]) {
        let differing = differing(&self.solution, other);
        let last = self.units[..tried]
            .iter()
            .rposition(|unit| unit.intersects(differing));
        self.bad = self
            .bad
            .min(last.map_or(tried, |last| last + 1))
            .max(self.good + 1);
    }

    /// Lowers the upper end by the unavoidable sets: they bound the number of removable units.
    fn apply_set_bound(&mut self) {
        let (mut low, mut high) = (self.good, self.bad);
        while high - low > 1 {
            let middle = low.midpoint(high);
            let left = self.without_first(middle);
            if self.sets.iter().all(|set| set.intersects(left)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.bad = high;
    }

    /// Returns the number of units to remove in the next test of the bisection. The first test
    /// removes as many as the unavoidable sets allow, which is right most often.
    fn next_probe(&mut self) -> Option<usize> {
        let last = self.bad - 1;
        let count = if std::mem::replace(&mut self.probed, true) {
            self.good.midpoint(last) + 1
        } else {
            last
        };
        (last > self.good).then_some(count.min(last))
    }
}

/// Returns the cells where two grids differ.
fn differing(one: &[u8; 81], other: &[u8; 81]) -> CellSet81 {
    CellSet81::from_bits(
        one.iter()
            .zip(other)
            .enumerate()
            .fold(0, |bits, (cell, (a, b))| bits | u128::from(a != b) << cell),
    )
}

/// Returns the clues of each orbit of cells, in random order.
pub(super) fn random_units(clues: CellSet81, symmetry: Symmetry, rng: &mut Rng) -> Vec<CellSet81> {
    let mut units: Vec<CellSet81> = if symmetry == Symmetry::None {
        clues.into_iter().map(CellSet81::from_cell).collect()
    } else {
        let orbits = symmetry
            .orbits(9)
            .into_iter()
            .map(|orbit| orbit.into_iter().collect::<CellSet81>() & clues);
        orbits.filter(|unit| !unit.is_empty()).collect()
    };
    rng.shuffle(&mut units);
    units
}

impl Default for BulkMinimizer {
    fn default() -> Self {
        Self::new(None)
    }
}

impl BulkMinimizer {
    /// Creates a minimizer for this instruction set, or for the fastest one of the machine.
    #[must_use]
    pub fn new(isa: Option<Isa>) -> Self {
        let engine = Simd9::new(isa);
        Self {
            engine,
            tests: Vec::new(),
            sources: Vec::new(),
            outcomes: Vec::new(),
            solutions: [Vec::new(), Vec::new()],
            runs: Vec::new(),
        }
    }

    /// Returns the work of all tests so far, where each test counts as a puzzle.
    #[must_use]
    pub const fn batch_stats(&self) -> BatchStats {
        self.engine.batch_stats()
    }

    /// Returns the clues that are removable on their own without another solution. A puzzle with
    /// several solutions keeps these, and a puzzle without a solution stays without one.
    #[must_use]
    pub fn redundant(&mut self, puzzle: &[u8; 81]) -> CellSet81 {
        let mut redundant = [CellSet81::EMPTY];
        self.redundant_all(std::slice::from_ref(puzzle), &mut redundant);
        redundant[0]
    }

    /// Computes [`redundant`](Self::redundant) for many puzzles, up to the length of the shortest
    /// slice.
    pub fn redundant_all(&mut self, puzzles: &[[u8; 81]], redundant: &mut [CellSet81]) {
        let count = puzzles.len().min(redundant.len());
        let mut from = 0;
        while from < count {
            let to = count.min(from + BATCH_SIZE / 16);
            redundant[from..to].fill(CellSet81::EMPTY);
            let left = self.undecided_clues(&puzzles[from..to]);
            self.clear();
            for (number, clues, base) in left {
                for cell in clues {
                    self.push_test(&base, cell, puzzles[from + number][cell], from + number);
                }
            }
            self.test_solvable();
            for ((puzzle, cell), outcome) in self.sources.iter().zip(&self.outcomes) {
                if *outcome == BatchOutcome::Unsolvable {
                    redundant[*puzzle as usize].insert(*cell as usize);
                }
            }
            from = to;
        }
    }

    /// Returns `true` if no clue of a puzzle is [`redundant`](Self::redundant).
    #[must_use]
    pub fn is_minimal(&mut self, puzzle: &[u8; 81]) -> bool {
        self.redundant(puzzle).is_empty()
    }

    /// Tests for many puzzles if no clue is [`redundant`](Self::redundant). This is faster than
    /// listing the redundant clues, because one of them decides.
    pub fn are_minimal(&mut self, puzzles: &[[u8; 81]], minimal: &mut [bool]) {
        let count = puzzles.len().min(minimal.len());
        let (puzzles, minimal) = (&puzzles[..count], &mut minimal[..count]);
        for (puzzles, minimal) in puzzles
            .chunks(BATCH_SIZE / CLUES_PER_ROUND)
            .zip(minimal.chunks_mut(BATCH_SIZE / CLUES_PER_ROUND))
        {
            let mut left = self.undecided_clues(puzzles);
            minimal.fill(true);
            while !left.is_empty() {
                self.clear();
                // With few puzzles left, a round tests more clues of each.
                let asked = CLUES_PER_ROUND.max(BATCH_SIZE / 2 / left.len());
                for (number, clues, base) in &mut left {
                    for cell in clues.into_iter().take(asked) {
                        self.push_test(base, cell, puzzles[*number][cell], *number);
                        clues.remove(cell);
                    }
                }
                self.test_solvable();
                for ((number, _), outcome) in self.sources.iter().zip(&self.outcomes) {
                    minimal[*number as usize] &= *outcome != BatchOutcome::Unsolvable;
                }
                left.retain(|(number, clues, _)| minimal[*number] && !clues.is_empty());
            }
        }
    }

    /// Finds one random minimal puzzle within each puzzle. Removes units in random order, each if
    /// one solution remains. The result is `None` for a puzzle that does not have exactly one
    /// solution.
    ///
    /// A unit is the clues of an orbit of `symmetry`. The result keeps the symmetry of the puzzle,
    /// and no orbit is redundant. Each puzzle has its own random number generator, so that its
    /// result does not depend on the others. Processes as many puzzles as the shortest slice holds.
    pub fn minimize_all(
        &mut self,
        puzzles: &[[u8; 81]],
        symmetry: Symmetry,
        rngs: &mut [Rng],
        minimal: &mut [Option<[u8; 81]>],
    ) {
        let count = puzzles.len().min(rngs.len()).min(minimal.len());
        let mut from = 0;
        while from < count {
            let to = count.min(from + POOL_SIZE);
            let draw = |(puzzle, rng): (&[u8; 81], &mut Rng)| {
                random_units(CellSet81::from_clues(puzzle), symmetry, rng)
            };
            let orders: Vec<_> = puzzles[from..to]
                .iter()
                .zip(&mut rngs[from..to])
                .map(draw)
                .collect();
            self.reduce_pool(&puzzles[from..to], &orders, &mut minimal[from..to]);
            from = to;
        }
    }

    /// Removes units, which are disjoint sets of clues, in this order, each if one solution
    /// remains. The result is `None` for a puzzle that does not have exactly one solution. It
    /// depends only on the puzzle and its order. Processes as many puzzles as the shortest slice
    /// holds.
    pub fn reduce_all(
        &mut self,
        puzzles: &[[u8; 81]],
        orders: &[Vec<CellSet81>],
        left: &mut [Option<[u8; 81]>],
    ) {
        for ((puzzles, orders), left) in puzzles
            .chunks(POOL_SIZE)
            .zip(orders.chunks(POOL_SIZE))
            .zip(left.chunks_mut(POOL_SIZE))
        {
            self.reduce_pool(puzzles, orders, left);
        }
    }

    fn reduce_pool(
        &mut self,
        puzzles: &[[u8; 81]],
        orders: &[Vec<CellSet81>],
        left: &mut [Option<[u8; 81]>],
    ) {
        let count = puzzles.len().min(orders.len()).min(left.len());
        left[..count].fill(None);
        self.start_runs(&puzzles[..count], &orders[..count]);
        self.bisect();
        self.decide();
        for run in self.runs.drain(..) {
            left[run.number] = Some(run.clues.mask(&run.solution));
        }
    }

    /// Computes [`minimize_all`](Self::minimize_all) for one puzzle.
    pub fn minimize(
        &mut self,
        puzzle: &[u8; 81],
        symmetry: Symmetry,
        rng: &mut Rng,
    ) -> Option<[u8; 81]> {
        let mut minimal = [None];
        self.minimize_all(
            std::slice::from_ref(puzzle),
            symmetry,
            std::slice::from_mut(rng),
            &mut minimal,
        );
        minimal[0]
    }

    /// Returns for each puzzle its number, the clues that the unavoidable sets of a solution do not
    /// prove to be needed, and its candidates.
    fn undecided_clues(&mut self, puzzles: &[[u8; 81]]) -> Vec<(usize, CellSet81, CandidateGrid9)> {
        self.clear();
        self.tests
            .extend(puzzles.iter().map(CandidateGrid9::from_clues));
        self.outcomes.resize(puzzles.len(), BatchOutcome::default());
        let solutions = &mut self.solutions[0];
        solutions.resize(solutions.len().max(puzzles.len()), [0; 81]);
        self.engine
            .find_one_of_each_candidates(&self.tests, solutions, &mut self.outcomes);
        let clues_of = |(number, puzzle): (usize, &[u8; 81])| {
            let mut clues = CellSet81::from_clues(puzzle);
            if self.outcomes[number] == BatchOutcome::Solvable {
                let grid = &self.solutions[0][number];
                let needed = two_digits::find_single_hits(grid, clues)
                    | two_lines::find_single_hits(grid, clues);
                clues = clues - needed;
            }
            (number, clues, self.tests[number])
        };
        puzzles.iter().enumerate().map(clues_of).collect()
    }

    /// Solves the puzzles, and starts a run for each one with exactly one solution.
    fn start_runs(&mut self, puzzles: &[[u8; 81]], orders: &[Vec<CellSet81>]) {
        self.clear();
        self.tests
            .extend(puzzles.iter().map(CandidateGrid9::from_clues));
        self.test_unique();
        self.runs.clear();
        for (number, (puzzle, units)) in puzzles.iter().zip(orders).enumerate() {
            let clues = CellSet81::from_clues(puzzle);
            if self.outcomes[number] == BatchOutcome::Unique {
                // A puzzle without clues has many solutions.
                let (good, bad) = (0, units.len().max(1));
                let solution = self.solutions[0][number];
                let mut sets = Vec::with_capacity(96);
                list_sets(&solution, &mut sets);
                let (base, open, needed) = (CandidateGrid9::ALL, Vec::new(), CellSet81::EMPTY);
                let units = units.clone();
                let mut run = MinimizationRun {
                    number,
                    solution,
                    clues,
                    base,
                    units,
                    good,
                    bad,
                    open,
                    sets,
                    needed,
                    probed: false,
                };
                run.apply_set_bound();
                self.runs.push(run);
            }
        }
    }

    /// Finds the first units that are removable together, and removes them.
    fn bisect(&mut self) {
        let mut runs = std::mem::take(&mut self.runs);
        loop {
            self.clear();
            for (place, run) in runs.iter_mut().enumerate() {
                if let Some(count) = run.next_probe() {
                    self.tests.push(CandidateGrid9::from_clues(
                        &run.without_first(count).mask(&run.solution),
                    ));
                    self.sources.push((place as u32, count as u32));
                }
            }
            if self.tests.is_empty() {
                break;
            }
            self.test_unique();
            for (test, (place, count)) in self.sources.iter().enumerate() {
                let (run, count) = (&mut runs[*place as usize], *count as usize);
                match self.other_solution(test, &run.solution) {
                    None => run.good = count,
                    Some(other) => run.record_failure(count, &other),
                }
            }
        }
        for run in &mut runs {
            run.clues = run.without_first(run.good);
            run.base = CandidateGrid9::from_clues(&run.clues.mask(&run.solution));
            run.needed = single_hit_clues(&run.sets, run.clues);
            run.open.clear();
            run.open
                .extend((run.bad as u32..run.units.len() as u32).rev());
        }
        self.runs = runs;
    }

    /// Decides the remaining units one by one.
    fn decide(&mut self) {
        let mut runs = std::mem::take(&mut self.runs);
        let mut at_work: Vec<u32> = (0..runs.len() as u32).collect();
        let mut several = Vec::new();
        loop {
            at_work.retain(|place| {
                let MinimizationRun {
                    open,
                    units,
                    needed,
                    ..
                } = &mut runs[*place as usize];
                // A unit with a needed clue is needed.
                while open
                    .pop_if(|unit| units[*unit as usize].intersects(*needed))
                    .is_some()
                {}
                !open.is_empty()
            });
            if at_work.is_empty() {
                break;
            }
            let asked = (MIN_TESTS / at_work.len()).max(1);
            self.clear();
            several.clear();
            for place in &at_work {
                let run = &runs[*place as usize];
                for unit in run.open.iter().rev().take(asked) {
                    let cells = run.units[*unit as usize];
                    let mut test = run.base;
                    cells.into_iter().for_each(|cell| test.reopen(cell));
                    // For one clue, any solution with another digit there decides. For several
                    // clues, the differing clue is not known.
                    if let (1, Some(cell)) = (cells.len(), cells.first()) {
                        test.forbid(cell, run.solution[cell]);
                        self.tests.push(test);
                        self.sources.push((*place, *unit));
                    } else {
                        several.push((test, *place, *unit));
                    }
                }
            }
            self.test_solvable();
            let mut answers: Vec<(u32, u32, bool)> = self
                .sources
                .iter()
                .zip(&self.outcomes)
                .map(|((place, unit), outcome)| {
                    (*place, *unit, *outcome != BatchOutcome::Unsolvable)
                })
                .collect();
            if !several.is_empty() {
                self.clear();
                self.tests.extend(several.iter().map(|(test, ..)| *test));
                self.test_unique();
                let needed = self
                    .outcomes
                    .iter()
                    .map(|outcome| *outcome == BatchOutcome::Multiple);
                answers.extend(
                    several
                        .iter()
                        .zip(needed)
                        .map(|((_, place, unit), needed)| (*place, *unit, needed)),
                );
                answers.sort_unstable();
            }
            // The answers of each run are adjacent, in the order of its units.
            for of_run in answers.chunk_by(|a, b| a.0 == b.0) {
                let run = &mut runs[of_run[0].0 as usize];
                let mut removed = false;
                let (from, mut kept) = (run.open.len() - of_run.len(), Vec::new());
                for (_, unit, needed) in of_run {
                    if *needed {
                        continue;
                    }
                    if removed {
                        kept.push(*unit);
                    } else {
                        let cells = run.units[*unit as usize];
                        run.clues = run.clues - cells;
                        cells.into_iter().for_each(|cell| run.base.reopen(cell));
                        run.needed = single_hit_clues(&run.sets, run.clues);
                        removed = true;
                    }
                }
                run.open.truncate(from);
                run.open.extend(kept.into_iter().rev());
            }
        }
        self.runs = runs;
    }

    fn clear(&mut self) {
        self.tests.clear();
        self.sources.clear();
        self.outcomes.clear();
    }

    /// Adds a test if a clue can be another digit.
    fn push_test(&mut self, base: &CandidateGrid9, cell: usize, digit: u8, puzzle: usize) {
        let mut test = *base;
        test.reopen(cell);
        test.forbid(cell, digit);
        self.tests.push(test);
        self.sources.push((puzzle as u32, cell as u32));
    }

    /// Decides for all tests if they have a solution.
    fn test_solvable(&mut self) {
        self.outcomes
            .resize(self.tests.len(), BatchOutcome::default());
        self.engine
            .check_all_candidates(&self.tests, &mut self.outcomes);
    }

    /// Counts the solutions of all tests, up to two, and stores them.
    fn test_unique(&mut self) {
        let count = self.tests.len();
        self.outcomes.resize(count, BatchOutcome::default());
        self.solutions
            .iter_mut()
            .for_each(|solutions| solutions.resize(solutions.len().max(count), [0; 81]));
        let [first, second] = &mut self.solutions;
        self.engine.solve_all_candidates(
            &self.tests,
            &mut first[..count],
            &mut second[..count],
            &mut self.outcomes,
        );
    }

    /// Returns a solution of a test of [`test_unique`](Self::test_unique) other than the known one.
    fn other_solution(&self, test: usize, solution: &[u8; 81]) -> Option<[u8; 81]> {
        if self.outcomes[test] != BatchOutcome::Multiple {
            return None;
        }
        let [first, second] = [self.solutions[0][test], self.solutions[1][test]];
        Some(if first == *solution { second } else { first })
    }
}
