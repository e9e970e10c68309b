//! `VicinitySearch`: {-n+m}, the puzzles with one solution that have n clues of a 9×9 puzzle
//! removed and m other clues added.
//!
//! ```text
//!   {-1+1}  remove a clue ─▶ all solutions ─▶ count placements ─▶ those in one solution:
//!                              12             r4c7=3: 5, r4c7=8: 1    each gives a unique puzzle
//!   {-1+2}                                    pairs of placements, by sets of solutions:
//!                                             r4c7=3 ∧ r9c9=1: 1
//! ```
//!
//! Each solution is enumerated once, and no puzzle is solved again to prove uniqueness. A removed
//! clue is never added again. So no result lies in a nearer vicinity, and no result appears twice.
//!
//! **Minimal puzzles** are the most wanted, and they are few. Each clue q that stays must be needed
//! together with the new ones: some solution breaks q.
//!
//! - If n is 1 or more, the solutions without q alone are known already. All placements in those
//!   that break q pass, whatever else is removed.
//! - Otherwise a bulk test decides, and the solution that it finds serves for all its placements.
//! - Clues with few solutions are tested first, because most puzzles that are not minimal fail
//!   there.
//!
//! See `docs/benchmarks/generation.md` for measurements.

use std::ops::ControlFlow;

use ndoku_solver::{BatchOutcome, Budget, CandidateGrid9, Interrupted, Isa, Simd9};

use crate::CellSet81;

/// Approximate number of puzzles whose minimality is tested together.
const BATCH_SIZE: usize = 2048;

/// Maximum number of removed and of added clues in [`VicinitySearch::for_each`].
pub const MAX_CHANGES: usize = 2;

/// A selection of puzzles in the vicinity.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct VicinityQuery {
    /// Number of removed clues, from 0 to [`MAX_CHANGES`].
    pub minus: usize,
    /// Number of added clues, from 0 to [`MAX_CHANGES`].
    pub plus: usize,
    /// `true` to select only minimal puzzles.
    pub minimal: bool,
    /// Maximum number of solutions after a removal, at least 1. Removals that leave more are
    /// skipped.
    pub solutions: usize,
}

impl VicinityQuery {
    /// Selects minimal puzzles at this distance, where removals leave up to 100,000 solutions. Two
    /// removed clues sometimes leave more, one hardly ever.
    #[must_use]
    pub const fn minimal(minus: usize, plus: usize) -> Self {
        Self {
            minus,
            plus,
            minimal: true,
            solutions: 100_000,
        }
    }
}

/// The statistics of a search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct VicinityStats {
    /// Number of puzzles found.
    pub found: u64,
    /// Number of skipped removals, which leave too many solutions.
    pub skipped: u64,
}

/// A digit in a cell.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Placement {
    cell: u8,
    digit: u8,
}

/// A set of placements: for each digit its cells.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Placements([CellSet81; 9]);

impl Placements {
    const EMPTY: Self = Self([CellSet81::EMPTY; 9]);

    fn insert(&mut self, cell: usize, digit: u8) {
        self.0[usize::from(digit - 1) % 9].insert(cell);
    }

    fn contains(&self, Placement { cell, digit }: Placement) -> bool {
        self.0[usize::from(digit - 1) % 9].contains(usize::from(cell))
    }

    fn add_all(&mut self, grid: &[u8; 81]) {
        grid.iter()
            .enumerate()
            .for_each(|(cell, digit)| self.insert(cell, *digit));
    }
}

/// Frequencies of placements: 16 counters per cell, of which those of the digits count.
type Counts = [u32; 16 * 81];

fn count_placements(counts: &mut Counts, grid: &[u8; 81]) {
    for (counts, digit) in counts.as_chunks_mut::<16>().0.iter_mut().zip(grid) {
        counts[usize::from(digit & 15)] += 1;
    }
}

/// Returns all placements, cell by cell.
fn placements() -> impl Iterator<Item = Placement> {
    (0..81).flat_map(|cell| (1..=9).map(move |digit| Placement { cell, digit }))
}

fn placement_count(counts: &Counts, Placement { cell, digit }: Placement) -> u32 {
    counts[16 * usize::from(cell) + usize::from(digit)]
}

/// The puzzle after a removal.
#[derive(Clone, Debug)]
struct Remainder {
    clues: CellSet81,
    candidates: CandidateGrid9,
    /// For each clue of the puzzle, by rank, the placements in known solutions that break this clue
    /// and keep all others.
    shown: Vec<Placements>,
}

/// The clues to add to a puzzle. If there are fewer, the rest is [`Placement::default`].
type AddedClues = [Placement; MAX_CHANGES];

/// Returns `Break` if a condition holds.
const fn break_if(condition: bool) -> ControlFlow<()> {
    if condition {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// A puzzle that is possibly minimal.
#[derive(Copy, Clone, Debug)]
struct PendingPuzzle {
    /// The index in the list of remainders.
    remainder: u32,
    added: AddedClues,
    /// The clues, by rank, that are not yet known to be needed.
    open: u128,
}

/// A search in the vicinity of puzzles. Reuse one, because it keeps its memory.
#[derive(Debug)]
pub struct VicinitySearch {
    engine: Simd9,
    tests: Vec<CandidateGrid9>,
    sources: Vec<(usize, u32)>,
    outcomes: Vec<BatchOutcome>,
    solutions: Vec<[u8; 81]>,
    /// For each placement, the set of solutions that contain it, one after the other.
    holders: Vec<u64>,
}

impl Default for VicinitySearch {
    fn default() -> Self {
        Self::new(None)
    }
}

/// The search around one puzzle.
struct SearchRun<'a, 'b> {
    engines: &'a mut VicinitySearch,
    puzzle: &'a [u8; 81],
    query: VicinityQuery,
    budget: &'a Budget<'b>,
    found: &'a mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    /// The clues, in the order in which they are tested.
    ranked: Vec<u8>,
    /// For each of these clues, the result of its removal alone.
    single_removals: Vec<SingleRemoval>,
    remainders: Vec<Remainder>,
    waiting: Vec<PendingPuzzle>,
    stats: VicinityStats,
}

/// The result of removing a single clue.
#[derive(Clone, Debug)]
struct SingleRemoval {
    /// Placements in solutions that break the clue.
    shown: Placements,
    /// Placements in exactly one solution, or `None` if there were too many solutions.
    single: Option<Vec<Placement>>,
}

impl VicinitySearch {
    /// Creates a search for this instruction set, or for the fastest one of the machine.
    #[must_use]
    pub fn new(isa: Option<Isa>) -> Self {
        let engine = Simd9::new(isa);
        Self {
            engine,
            tests: Vec::new(),
            sources: Vec::new(),
            outcomes: Vec::new(),
            solutions: Vec::new(),
            holders: Vec::new(),
        }
    }

    /// Calls `found` with every selected puzzle of the vicinity, each once, until it returns
    /// [`Break`](ControlFlow::Break). Clues are numbers from 1 to 9, and any other byte is a blank.
    /// The order depends only on the puzzle and the query. Numbers of changes are limited to
    /// [`MAX_CHANGES`].
    ///
    /// # Errors
    /// [`Interrupted`] if the budget ran out. Its guess limit applies to each search.
    pub fn for_each(
        &mut self,
        puzzle: &[u8; 81],
        query: VicinityQuery,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> Result<VicinityStats, Interrupted> {
        let query = VicinityQuery {
            minus: query.minus.min(MAX_CHANGES),
            plus: query.plus.min(MAX_CHANGES),
            solutions: query.solutions.max(1),
            ..query
        };
        let clues = CellSet81::from_clues(puzzle);
        let ranked = clues.into_iter().map(|cell| cell as u8).collect();
        let puzzle = &clues.mask(puzzle);
        let mut search = SearchRun {
            engines: self,
            puzzle,
            query,
            budget,
            found,
            ranked,
            single_removals: Vec::new(),
            remainders: Vec::new(),
            waiting: Vec::new(),
            stats: VicinityStats::default(),
        };
        let _ = search.run(clues)?;
        Ok(search.stats)
    }
}

impl SearchRun<'_, '_> {
    fn run(&mut self, clues: CellSet81) -> Result<ControlFlow<()>, Interrupted> {
        if self.query.minus == 1 && self.query.plus == 1
            || self.query.minimal && self.query.minus > 0
        {
            self.analyze_single_removals(clues)?;
        }
        let ranked = self.ranked.clone();
        match self.query.minus {
            0 => {
                if self.search_removal(clues, &[])?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            1 => {
                for one in &ranked {
                    if self.search_removal(clues, &[usize::from(*one)])?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            _ => {
                for (place, one) in ranked.iter().enumerate() {
                    for other in &ranked[..place] {
                        if self
                            .search_removal(clues, &[usize::from(*other), usize::from(*one)])?
                            .is_break()
                        {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                }
            }
        }
        Ok(self.flush())
    }

    /// Enumerates the solutions without each single clue, and sorts the clues by their number of
    /// solutions.
    fn analyze_single_removals(&mut self, clues: CellSet81) -> Result<(), Interrupted> {
        let mut all = Vec::new();
        for cell in clues {
            let candidates =
                CandidateGrid9::from_clues(&(clues - CellSet81::from_cell(cell)).mask(self.puzzle));
            let (mut counts, mut kept): (Counts, Counts) = ([0; 16 * 81], [0; 16 * 81]);
            let mut solutions = 0;
            let own = self.puzzle[cell];
            let most = self.query.solutions;
            self.engines.engine.for_each_solution_of(
                &candidates,
                false,
                self.budget,
                &mut |grids| {
                    for grid in grids {
                        count_placements(&mut counts, grid);
                        if grid[cell] == own {
                            count_placements(&mut kept, grid);
                        }
                    }
                    solutions += grids.len();
                    break_if(solutions > most)
                },
            )?;
            let mut shown = Placements::EMPTY;
            let mut single = Vec::new();
            // With one solution, every added clue is redundant.
            let is_wanted = solutions > usize::from(self.query.minimal);
            for placement in placements() {
                let number = placement_count(&counts, placement);
                if number > placement_count(&kept, placement) {
                    shown.insert(usize::from(placement.cell), placement.digit);
                }
                if number == 1 && is_wanted {
                    single.push(placement);
                }
            }
            // The excess depends on the machine, so it is cut off.
            all.push((
                solutions.min(most.saturating_add(1)),
                cell as u8,
                SingleRemoval {
                    shown,
                    single: (solutions <= most).then_some(single),
                },
            ));
        }
        all.sort_by_key(|(solutions, cell, _)| (*solutions, *cell));
        self.ranked = all.iter().map(|(_, cell, _)| *cell).collect();
        self.single_removals = all.into_iter().map(|(_, _, removal)| removal).collect();
        Ok(())
    }

    /// Searches for the clues to add after the removal of these clues.
    fn search_removal(
        &mut self,
        clues: CellSet81,
        out: &[usize],
    ) -> Result<ControlFlow<()>, Interrupted> {
        let left = out
            .iter()
            .fold(clues, |left, cell| left - CellSet81::from_cell(*cell));
        let candidates = CandidateGrid9::from_clues(&left.mask(self.puzzle));
        let added = match (self.query.plus, out) {
            (1, [cell]) if !self.single_removals.is_empty() => self.known_additions(left, *cell),
            (0, _) => self.no_addition(&candidates)?,
            (2, _) => self.pair_additions(left, &candidates)?,
            _ => self.single_additions(left, &candidates)?,
        };
        let Some(added) = added else {
            self.stats.skipped += 1;
            return Ok(ControlFlow::Continue(()));
        };
        if self.query.minimal {
            return Ok(self.queue(left, candidates, added));
        }
        for added in added {
            if self.report(left, added).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns `true` if a clue may be added to the clues that are left: the cell is free, and the
    /// digit is not that of the puzzle.
    fn may_add(&self, left: CellSet81, placement: Placement) -> bool {
        let cell = usize::from(placement.cell);
        !left.contains(cell) && self.puzzle[cell] != placement.digit
    }

    /// Returns the single clues to add after the removal of one clue, from the analysis of single
    /// removals. Returns `None` if there are too many solutions.
    fn known_additions(&self, left: CellSet81, cell: usize) -> Option<Vec<AddedClues>> {
        let is_removed = |other: &u8| usize::from(*other) == cell;
        let rank = self.ranked.iter().position(is_removed)?;
        let single = self.single_removals[rank].single.as_ref()?;
        let allowed = single.iter().filter(|one| self.may_add(left, **one));
        Some(allowed.map(|one| [*one, Placement::default()]).collect())
    }

    /// Returns the empty addition if the puzzle has one solution without further clues.
    fn no_addition(
        &mut self,
        candidates: &CandidateGrid9,
    ) -> Result<Option<Vec<AddedClues>>, Interrupted> {
        let mut solutions = 0;
        self.engines
            .engine
            .for_each_solution_of(candidates, true, self.budget, &mut |grids| {
                solutions += grids.len();
                break_if(solutions > 1)
            })?;
        let is_unique = solutions == 1;
        Ok(Some(Vec::from_iter(is_unique.then(AddedClues::default))))
    }

    /// Returns the single clues to add, each of which occurs in one solution. Returns `None` if
    /// there are too many solutions.
    fn single_additions(
        &mut self,
        left: CellSet81,
        candidates: &CandidateGrid9,
    ) -> Result<Option<Vec<AddedClues>>, Interrupted> {
        let (mut counts, mut solutions): (Counts, usize) = ([0; 16 * 81], 0);
        let most = self.query.solutions;
        self.engines
            .engine
            .for_each_solution_of(candidates, false, self.budget, &mut |grids| {
                grids
                    .iter()
                    .for_each(|grid| count_placements(&mut counts, grid));
                solutions += grids.len();
                break_if(solutions > most)
            })?;
        if solutions > most {
            return Ok(None);
        }
        // With one solution, every added clue is redundant.
        if self.query.minimal && solutions == 1 {
            return Ok(Some(Vec::new()));
        }
        let unique = placements().filter(|one| placement_count(&counts, *one) == 1);
        let allowed = unique.filter(|one| self.may_add(left, *one));
        Ok(Some(
            allowed.map(|one| [one, Placement::default()]).collect(),
        ))
    }

    /// Returns the pairs of clues to add, each of which occurs in one solution. Returns `None` if
    /// there are too many solutions.
    fn pair_additions(
        &mut self,
        left: CellSet81,
        candidates: &CandidateGrid9,
    ) -> Result<Option<Vec<AddedClues>>, Interrupted> {
        let mut solutions = std::mem::take(&mut self.engines.solutions);
        let mut holders = std::mem::take(&mut self.engines.holders);
        solutions.clear();
        let most = self.query.solutions;
        let result = self.engines.engine.for_each_solution_of(
            candidates,
            false,
            self.budget,
            &mut |grids| {
                solutions.extend_from_slice(grids);
                break_if(solutions.len() > most)
            },
        );
        let mut added = Vec::new();
        let is_complete = result.is_ok() && solutions.len() <= most;
        if is_complete {
            let minimal = self.query.minimal;
            let mut may_add = |placement: &Placement| self.may_add(left, *placement);
            unique_pairs(&solutions, &mut holders, minimal, &mut may_add, &mut added);
        }
        self.engines.solutions = solutions;
        self.engines.holders = holders;
        result?;
        Ok(is_complete.then_some(added))
    }

    /// Queues puzzles for the test that they are minimal. Runs the tests if there are enough.
    fn queue(
        &mut self,
        left: CellSet81,
        candidates: CandidateGrid9,
        added: Vec<AddedClues>,
    ) -> ControlFlow<()> {
        if added.is_empty() {
            return ControlFlow::Continue(());
        }
        let remainder = self.remainders.len() as u32;
        let ranks = self.ranked.iter().enumerate();
        let open = ranks
            .filter(|(_, cell)| left.contains(usize::from(**cell)))
            .fold(0, |open, (rank, _)| open | 1_u128 << rank);
        let shown = if self.query.plus == 1 {
            vec![Placements::EMPTY; self.ranked.len()]
        } else {
            Vec::new()
        };
        self.remainders.push(Remainder {
            clues: left,
            candidates,
            shown,
        });
        let pending = added.into_iter().map(|added| PendingPuzzle {
            remainder,
            added,
            open,
        });
        self.waiting.extend(pending);
        if self.waiting.len() >= BATCH_SIZE {
            self.flush()
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Tests all pending puzzles and reports the minimal ones.
    fn flush(&mut self) -> ControlFlow<()> {
        let mut waiting = std::mem::take(&mut self.waiting);
        let is_single = self.query.plus == 1;
        if is_single && !self.single_removals.is_empty() {
            for found in &mut waiting {
                for (rank, removal) in self.single_removals.iter().enumerate() {
                    if removal.shown.contains(found.added[0]) {
                        found.open &= !(1 << rank);
                    }
                }
            }
        }
        loop {
            let VicinitySearch {
                engine,
                tests,
                sources,
                outcomes,
                solutions,
                ..
            } = &mut *self.engines;
            tests.clear();
            sources.clear();
            for (place, found) in waiting.iter_mut().enumerate() {
                let remainder = &self.remainders[found.remainder as usize];
                while found.open != 0 {
                    let rank = found.open.trailing_zeros();
                    if !is_single || !remainder.shown[rank as usize].contains(found.added[0]) {
                        let mut test = remainder.candidates;
                        found.added[..self.query.plus]
                            .iter()
                            .for_each(|added| test.place(usize::from(added.cell), added.digit));
                        let cell = usize::from(self.ranked[rank as usize]);
                        test.reopen(cell);
                        test.forbid(cell, self.puzzle[cell]);
                        tests.push(test);
                        sources.push((place, rank));
                        break;
                    }
                    found.open &= found.open - 1;
                }
            }
            if tests.is_empty() {
                break;
            }
            outcomes.clear();
            outcomes.resize(tests.len(), BatchOutcome::default());
            solutions.resize(solutions.len().max(tests.len()), [0; 81]);
            engine.find_one_of_each_candidates(tests, solutions, outcomes);
            for (test, (place, rank)) in sources.iter().enumerate() {
                let found = &mut waiting[*place];
                found.open &= !(1 << rank);
                if outcomes[test] == BatchOutcome::Unsolvable {
                    found.remainder = u32::MAX;
                    found.open = 0;
                } else if is_single {
                    self.remainders[found.remainder as usize].shown[*rank as usize]
                        .add_all(&solutions[test]);
                }
            }
            waiting.retain(|found| found.remainder != u32::MAX);
        }
        let remainders = std::mem::take(&mut self.remainders);
        waiting.iter().try_for_each(|found| {
            self.report(remainders[found.remainder as usize].clues, found.added)
        })
    }

    fn report(&mut self, left: CellSet81, added: AddedClues) -> ControlFlow<()> {
        let mut puzzle = left.mask(self.puzzle);
        added[..self.query.plus]
            .iter()
            .for_each(|added| puzzle[usize::from(added.cell)] = added.digit);
        self.stats.found += 1;
        (self.found)(&puzzle)
    }
}

/// Finds the pairs of placements that exactly one of the solutions contains. With `minimal`, each
/// placement of a pair must lie in several solutions.
fn unique_pairs(
    solutions: &[[u8; 81]],
    holders: &mut Vec<u64>,
    minimal: bool,
    may_add: &mut dyn FnMut(&Placement) -> bool,
    added: &mut Vec<AddedClues>,
) {
    let mut counts: Counts = [0; 16 * 81];
    solutions
        .iter()
        .for_each(|grid| count_placements(&mut counts, grid));
    let usable: Vec<Placement> = placements()
        .filter(|one| placement_count(&counts, *one) > u32::from(minimal) && may_add(one))
        .collect();
    let mut number = [0_u32; 16 * 81];
    for (place, Placement { cell, digit }) in usable.iter().enumerate() {
        number[16 * usize::from(*cell) + usize::from(*digit)] = place as u32 + 1;
    }
    // For each placement, the set of solutions that contain it.
    let words = solutions.len().div_ceil(64);
    holders.clear();
    holders.resize(words * usable.len(), 0);
    for (solution, grid) in solutions.iter().enumerate() {
        for (cell, digit) in grid.iter().enumerate() {
            if let Some(place) = number[16 * cell + usize::from(digit & 15)].checked_sub(1) {
                holders[place as usize * words + solution / 64] |= 1 << (solution % 64);
            }
        }
    }
    let of = |place: usize| &holders[place * words..(place + 1) * words];
    for (place, one) in usable.iter().enumerate() {
        for (after, other) in usable
            .iter()
            .enumerate()
            .skip(place + 1)
            .filter(|(_, other)| other.cell != one.cell)
        {
            let mut together = 0;
            for (a, b) in of(place).iter().zip(of(after)) {
                together += (a & b).count_ones();
                if together > 1 {
                    break;
                }
            }
            if together == 1 {
                added.push([*one, *other]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placement_sets_contain_the_digits_of_a_grid() {
        let mut set = Placements::EMPTY;
        let grid: [u8; 81] = std::array::from_fn(|cell| (cell % 9) as u8 + 1);
        set.add_all(&grid);
        assert!(
            placements().all(|one| set.contains(one) == (grid[usize::from(one.cell)] == one.digit))
        );
        assert_eq!(placements().count(), 729);
    }

    #[test]
    fn unique_pairs_lie_in_one_solution() {
        // Three solutions that differ in the first three cells.
        let mut solutions = vec![[9; 81]; 3];
        for (solution, digits) in solutions.iter_mut().zip([[1, 1, 1], [1, 2, 2], [2, 2, 1]]) {
            solution[..3].copy_from_slice(&digits);
        }
        let mut added = Vec::new();
        unique_pairs(
            &solutions,
            &mut Vec::new(),
            true,
            &mut |one| one.cell < 3,
            &mut added,
        );
        let place = |cell, digit| Placement { cell, digit };
        assert_eq!(
            added,
            [
                [place(0, 1), place(1, 2)],
                [place(0, 1), place(2, 1)],
                [place(1, 2), place(2, 1)]
            ]
        );
    }
}
