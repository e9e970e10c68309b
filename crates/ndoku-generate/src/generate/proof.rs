//! `Prover`: has a puzzle one solution? How many? The one place that asks engines. Only answers that depend on the puzzle alone come out of here: numbers of
//! solutions, and the solution of a puzzle that has one; never the solution found first, or a number of guesses.

use std::ops::ControlFlow;

use ndoku_core::{Digit, DigitSet, Layout, Puzzle};
use ndoku_solver::{Budget, Classic, Engine, General, Outcome, StopReason};

use super::NotMade;
use super::maker::Begun;
use super::thin::{Thinning, thin, thin_by_halves};
use crate::CellSet81;
use crate::minimal::Bulk;
use crate::singles::{Reach, Singles, Tables};

/// Proves for one layout.
pub(super) struct Prover {
    pub(super) layout: Layout,
    classic: Option<Box<Classic>>,
    bulk: Bulk,
    general: General,
    /// None for sizes that do not fit.
    pub(super) tables: Option<Tables>,
    pub(super) singles: Option<Singles>,
    solutions: Vec<[u8; 81]>,
    outcomes: Vec<Outcome>,
}

/// From this size on clues are only taken away while singles solve the puzzle, unless every clue shall be needed: proofs by search can take forever there.
const BY_SINGLES: u8 = 17;

impl Prover {
    pub(super) fn new(layout: &Layout) -> Self {
        let tables = Tables::new(layout);
        Self {
            layout: layout.clone(),
            classic: layout.is_classic().then(|| Box::new(Classic::new(None))),
            bulk: Bulk::default(),
            general: General::new(),
            singles: tables
                .as_ref()
                .map(|tables| Singles::new(tables, Reach::All)),
            tables,
            solutions: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Whether singles alone solve it; never for sizes that they are not made for.
    pub(super) fn by_singles(&mut self, clues: &[u8], reach: Reach) -> bool {
        match (&self.tables, &mut self.singles) {
            (Some(tables), Some(singles)) => singles.solves(tables, clues, reach),
            _ => false,
        }
    }

    /// The puzzle of these clues.
    pub(super) fn puzzle(&self, clues: &[u8]) -> Puzzle {
        Puzzle::from_array(&self.layout, clues).unwrap_or_else(|_| Puzzle::empty(&self.layout))
    }

    /// For each puzzle whether it has exactly one solution.
    pub(super) fn unique(
        &mut self,
        puzzles: &[Vec<u8>],
        budget: &Budget<'_>,
    ) -> Result<Vec<bool>, NotMade> {
        if let Some(reason) = budget.poll() {
            return Err(NotMade::Stopped(reason));
        }
        if let Some(classic) = &mut self.classic {
            let clues: Vec<[u8; 81]> = puzzles
                .iter()
                .filter_map(|clues| clues[..].try_into().ok())
                .collect();
            self.solutions
                .resize(clues.len().max(self.solutions.len()), [0; 81]);
            self.outcomes.clear();
            self.outcomes.resize(clues.len(), Outcome::Unsolvable);
            classic.solve_all(&clues, &mut self.solutions, &mut self.outcomes);
            return Ok(self
                .outcomes
                .iter()
                .map(|outcome| *outcome == Outcome::Unique)
                .collect());
        }
        puzzles
            .iter()
            .map(|clues| {
                Ok(self.by_singles(clues, Reach::All) || self.count(clues, 2, budget)? == 1)
            })
            .collect()
    }

    /// How many solutions, up to a limit.
    pub(super) fn count(
        &mut self,
        clues: &[u8],
        limit: u64,
        budget: &Budget<'_>,
    ) -> Result<u64, NotMade> {
        if let (Some(classic), Ok(clues)) = (&mut self.classic, clues.try_into()) {
            if let Some(reason) = budget.poll() {
                return Err(NotMade::Stopped(reason));
            }
            let mut counts = [0];
            classic.count_all(&[clues], limit, &mut counts);
            return Ok(counts[0]);
        }
        let puzzle = self.puzzle(clues);
        Ok(self.general.count(&puzzle, limit, budget)?.count)
    }

    /// The only solution of a puzzle; none if there is none, or several.
    pub(super) fn solution(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<u8>>, NotMade> {
        let mut found: Vec<Vec<u8>> = Vec::new();
        let engine: &mut dyn Engine = match &mut self.classic {
            Some(classic) => &mut **classic,
            None => &mut self.general,
        };
        engine.search(puzzle, budget, &mut |digits| {
            found.push(digits.iter().map(|digit| digit.get()).collect());
            if found.len() < 2 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        Ok(if found.len() == 1 { found.pop() } else { None })
    }

    /// Takes away clues of these sets of cells in this order, each if one solution remains without it, but leaves at least so many. With `strictly` every size is proven by
    /// search, and not by singles above 16×16.
    pub(super) fn thin(
        &mut self,
        clues: &mut Vec<u8>,
        (sets, order): (&[Vec<usize>], &[usize]),
        least: usize,
        strictly: bool,
        budget: &Budget<'_>,
    ) -> Result<(), NotMade> {
        let by_singles = self.layout.size() >= BY_SINGLES && !strictly && self.tables.is_some();
        let reach = by_singles.then_some(Reach::All);
        self.thin_while(clues, (sets, order), least, reach, budget)
    }

    /// The same, as long as singles of this reach solve it, or, without a reach, as long as there is one solution.
    pub(super) fn thin_while(
        &mut self,
        clues: &mut Vec<u8>,
        (sets, order): (&[Vec<usize>], &[usize]),
        least: usize,
        reach: Option<Reach>,
        budget: &Budget<'_>,
    ) -> Result<(), NotMade> {
        // Sets without a clue in them are done with.
        let order: Vec<usize> = order
            .iter()
            .copied()
            .filter(|set| sets[*set].iter().any(|cell| clues[*cell] > 0))
            .collect();
        if reach.is_none()
            && self.classic.is_some()
            && (least == 0 || sets.iter().all(|set| set.len() == 1))
        {
            let order: Vec<CellSet81> = order
                .iter()
                .map(|set| sets[*set].iter().copied().collect())
                .collect();
            return self.thin_classic(clues, &order, least, budget);
        }
        // Engines are asked about many puzzles at once, singles about one after the other.
        let thin = if reach.is_some() {
            thin_by_halves
        } else {
            thin
        };
        thin(
            &mut Clues {
                prover: self,
                sets,
                least,
                reach,
                budget,
            },
            clues,
            &order,
        )
    }

    /// The same for a classic puzzle, with sets of one cell or as far as possible.
    fn thin_classic(
        &mut self,
        clues: &mut [u8],
        order: &[CellSet81],
        least: usize,
        budget: &Budget<'_>,
    ) -> Result<(), NotMade> {
        if let Some(reason) = budget.poll() {
            return Err(NotMade::Stopped(reason));
        }
        let Ok(puzzle) = <[u8; 81]>::try_from(&*clues) else {
            return Ok(());
        };
        let mut left = [None];
        self.bulk.thin_all(&[puzzle], &[order.to_vec()], &mut left);
        if let [Some(left)] = &left {
            clues.copy_from_slice(left);
            put_back(clues, &puzzle, order, least);
        }
        Ok(())
    }

    /// The same for many full classic grids side by side.
    pub(super) fn thin_many<'a>(
        &mut self,
        begun: impl Iterator<Item = (&'a [Vec<usize>], &'a Begun)>,
    ) -> Vec<Option<Vec<u8>>> {
        let (mut grids, mut orders, mut floors) = (Vec::new(), Vec::new(), Vec::new());
        for (sets, begun) in begun {
            // What is no classic grid has no solution then.
            grids.push(<[u8; 81]>::try_from(&begun.grid[..]).unwrap_or([10; 81]));
            orders.push(
                begun
                    .order
                    .iter()
                    .map(|set| sets[*set].iter().copied().collect())
                    .collect::<Vec<CellSet81>>(),
            );
            floors.push(begun.floor);
        }
        let mut left = vec![None; grids.len()];
        self.bulk.thin_all(&grids, &orders, &mut left);
        let finish = |(place, left): (usize, Option<[u8; 81]>)| {
            let mut clues = left?.to_vec();
            put_back(&mut clues, &grids[place], &orders[place], floors[place]);
            Some(clues)
        };
        left.into_iter().enumerate().map(finish).collect()
    }

    /// Which of these pencilmarks, a word of bits for each cell, leave one solution.
    pub(super) fn unique_marks(
        &mut self,
        states: &[Vec<u64>],
        budget: &Budget<'_>,
    ) -> Result<Vec<bool>, NotMade> {
        if let Some(reason) = budget.poll() {
            return Err(NotMade::Stopped(reason));
        }
        if let Some(classic) = &mut self.classic {
            let marks: Vec<[u8; 729]> = states.iter().map(|state| marks_of(state)).collect();
            self.solutions
                .resize(marks.len().max(self.solutions.len()), [0; 81]);
            self.outcomes.clear();
            self.outcomes.resize(marks.len(), Outcome::Unsolvable);
            classic.solve_all_marks(&marks, &mut self.solutions, &mut self.outcomes);
            return Ok(self
                .outcomes
                .iter()
                .map(|outcome| *outcome == Outcome::Unique)
                .collect());
        }
        states
            .iter()
            .map(|state| {
                let puzzle = marked(&self.layout, state);
                Ok(self.general.count(&puzzle, 2, budget)?.count == 1)
            })
            .collect()
    }
}

/// Nine bytes a cell, as the engine wants them.
fn marks_of(state: &[u64]) -> [u8; 729] {
    std::array::from_fn(|place| {
        if state[place / 9] >> (place % 9) & 1 == 1 {
            1 + (place % 9) as u8
        } else {
            0
        }
    })
}

/// The puzzle of pencilmarks; bit 0 is the digit 1.
pub(super) fn marked(layout: &Layout, state: &[u64]) -> Puzzle {
    let mut puzzle = Puzzle::empty(layout);
    let marks: Vec<DigitSet> = state
        .iter()
        .map(|bits| DigitSet::from_words([*bits, 0, 0, 0]))
        .collect();
    // There is one set for each cell.
    let _ = puzzle.set_pencilmarks(&marks);
    puzzle
}

/// Clues that are taken away in sets of cells.
struct Clues<'a> {
    prover: &'a mut Prover,
    sets: &'a [Vec<usize>],
    least: usize,
    reach: Option<Reach>,
    budget: &'a Budget<'a>,
}

impl Thinning for Clues<'_> {
    type State = Vec<u8>;

    fn take(&self, state: &mut Vec<u8>, item: usize) {
        self.sets[item].iter().for_each(|cell| state[*cell] = 0);
    }

    fn may_go(&self, state: &Vec<u8>, item: usize) -> bool {
        self.least == 0 || {
            let gone = self.sets[item]
                .iter()
                .filter(|cell| state[**cell] > 0)
                .count();
            clue_count(state) >= self.least + gone
        }
    }

    fn pass(&mut self, states: &[Vec<u8>]) -> Result<Vec<bool>, NotMade> {
        let Some(reach) = self.reach else {
            return self.prover.unique(states, self.budget);
        };
        if let Some(reason) = self.budget.poll() {
            return Err(NotMade::Stopped(reason));
        }
        Ok(states
            .iter()
            .map(|clues| self.prover.by_singles(clues, reach))
            .collect())
    }
}

/// Puts back the sets that went last, of one cell each, until there are so many clues: those are the ones that would have stayed.
pub(super) fn put_back(clues: &mut [u8], puzzle: &[u8; 81], order: &[CellSet81], least: usize) {
    let mut missing = least.saturating_sub(clue_count(clues));
    for cell in order.iter().rev().flat_map(|set| set.iter()) {
        if missing == 0 {
            return;
        }
        if clues[cell] == 0 && puzzle[cell] > 0 {
            clues[cell] = puzzle[cell];
            missing -= 1;
        }
    }
}

/// How many cells have a clue.
pub(super) fn clue_count(clues: &[u8]) -> usize {
    clues.iter().filter(|digit| **digit > 0).count()
}

impl From<ndoku_solver::Stopped> for NotMade {
    fn from(stopped: ndoku_solver::Stopped) -> Self {
        Self::Stopped(stopped.reason)
    }
}

impl From<StopReason> for NotMade {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// The digits of bytes; those of a grid are all digits.
pub(super) fn digits(grid: &[u8]) -> Vec<Digit> {
    grid.iter().filter_map(|digit| Digit::new(*digit)).collect()
}
