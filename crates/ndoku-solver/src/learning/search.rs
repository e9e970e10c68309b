//! The search: follow up, and either guess or learn from the contradiction and go back to where the lesson would have changed something.

use std::ops::ControlFlow;

use ndoku_core::{Digit, Puzzle, Solution};

use super::analyse::Analysis;
use super::clauses::Literal;
use super::heap::Heap;
use super::problem::Problem;
use super::proof::ProofStep;
use super::rhythm::Rhythm;
use super::state::{Conflict, Reason, State};
use crate::engine::{Budget, Order, Stats, StopReason};

/// List entries between two looks at the flag and the clock: some milliseconds.
const POLL_WORK: u64 = 1 << 21;

/// How much an older contradiction counts for the choice of a variable.
const FADE: f64 = 0.96;

/// The search with its memory.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) problem: Problem,
    state: State,
    analysis: Analysis,
    heap: Heap,
    rhythm: Rhythm,
    /// For each variable the value it had last.
    saved: Vec<bool>,
    /// The values of the longest trail without a contradiction since it was last forgotten, and how long that was.
    target: Vec<i8>,
    target_length: usize,
    /// Sorted order guesses the first open variable: none below this one is open.
    first: usize,
    /// How much of the trail constraints were asked about.
    asked: usize,
    grid: Vec<Digit>,
    next_poll: u64,
    /// Which of equal variables comes first at the beginning: with 0 the first, with any other number some.
    pub(super) seed: u64,
    /// Whether a proof is kept, and the clauses that were given up since it was told so.
    is_proving: bool,
    gone: Vec<Vec<Literal>>,
    /// A solution that no clause may violate before it is found.
    #[cfg(debug_assertions)]
    pub(super) known: Option<Vec<Digit>>,
}

/// Who is told the steps of a proof.
pub(super) type Listener<'a> = &'a mut dyn FnMut(ProofStep<'_>);

/// What became of propagation.
enum Flow {
    Fixpoint,
    Contradiction(Conflict),
}

impl Search {
    /// Searches what [`problem`](Self::problem) says.
    pub(super) fn run(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        stats: &mut Stats,
    ) -> Result<(), StopReason> {
        self.reset();
        self.go_on(puzzle, budget, found, stats, None)
    }

    /// Looks for a solution in which these literals are true, and tells the steps of a proof if there is none; ends at the first solution.
    pub(super) fn refute(
        &mut self,
        puzzle: &Puzzle,
        given: impl Iterator<Item = Literal>,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        proof: Listener<'_>,
    ) -> Result<Stats, (StopReason, Stats)> {
        self.reset();
        self.is_proving = true;
        let mut stats = Stats::default();
        for literal in given {
            match self.state.value(literal) {
                0 => self.state.assign(literal, Reason::NOTHING),
                1 => {}
                _ => {
                    proof(ProofStep::Learnt(&[]));
                    return Ok(Stats {
                        contradictions: 1,
                        exhausted: true,
                        ..stats
                    });
                }
            }
        }
        match self.go_on(puzzle, budget, found, &mut stats, Some(proof)) {
            Ok(()) => Ok(stats),
            Err(reason) => Err((reason, stats)),
        }
    }

    fn go_on(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        stats: &mut Stats,
        mut proof: Option<Listener<'_>>,
    ) -> Result<(), StopReason> {
        let is_sorted = budget.wanted_order() == Order::Sorted;
        loop {
            if self.state.work >= self.next_poll {
                self.next_poll = self.state.work + POLL_WORK;
                if let Some(reason) = budget.poll() {
                    return Err(reason);
                }
            }
            match self.propagate(puzzle) {
                Flow::Contradiction(conflict) => {
                    stats.contradictions += 1;
                    if self.state.level() == 0 {
                        if let Some(proof) = proof {
                            proof(ProofStep::Learnt(&[]));
                        }
                        stats.exhausted = true;
                        return Ok(());
                    }
                    self.learn(conflict);
                    if let Some(proof) = &mut proof {
                        proof(ProofStep::Learnt(&self.analysis.learnt));
                    }
                }
                Flow::Fixpoint => {
                    if !is_sorted && self.keep_rhythm() {
                        stats.restarts += 1;
                        self.back_to(0);
                        continue;
                    }
                    if let Some(proof) = &mut proof {
                        self.gone
                            .drain(..)
                            .for_each(|clause| proof(ProofStep::Forgotten(&clause)));
                    }
                    if let Some(literal) = if is_sorted {
                        self.first_open()
                    } else {
                        self.choose()
                    } {
                        if !budget.allows_guess(stats.guesses) {
                            return Err(StopReason::GuessLimit);
                        }
                        stats.guesses += 1;
                        self.state.levels.push(self.state.trail.len() as u32);
                        self.state.assign(literal, Reason::NOTHING);
                        continue;
                    }
                    self.check(puzzle)?;
                    stats.solutions += 1;
                    #[cfg(debug_assertions)]
                    if self.known.as_ref() == Some(&self.grid) {
                        self.known = None;
                    }
                    if found(&self.grid).is_break() {
                        return Ok(());
                    }
                    if !self.forbid_this() {
                        stats.exhausted = true;
                        return Ok(());
                    }
                }
            }
        }
    }

    fn reset(&mut self) {
        let Self { problem, state, .. } = self;
        let variables = problem.candidates.len();
        state.reset(problem);
        self.analysis.reset(variables);
        // Before anything is known, what has the fewest alternatives comes first; of equal ones the first, or with a seed any.
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.heap.reset((0..variables as u32).map(|variable| {
            let fewest = problem
                .items_of
                .list(variable)
                .iter()
                .map(|item| problem.items.range(*item).len())
                .min();
            let chance = (u64::from(variable) + 1).wrapping_mul(seed) >> 40;
            (1e-3 + 1e-5 * chance as f64 / f64::from(1 << 24)) / fewest.unwrap_or(1) as f64
        }));
        self.rhythm = Rhythm::new();
        self.saved.clear();
        self.saved.resize(variables, true);
        self.target.clear();
        self.target.resize(variables, 0);
        self.target_length = 0;
        (self.first, self.asked, self.next_poll) = (0, 0, POLL_WORK);
        self.is_proving = false;
        self.gone.clear();
    }

    fn propagate(&mut self, puzzle: &Puzzle) -> Flow {
        if let Err(conflict) = self.state.propagate(&self.problem) {
            return Flow::Contradiction(conflict);
        }
        if !self.problem.watching.is_empty() && !self.is_allowed(puzzle) {
            return Flow::Contradiction(Conflict::Forbidden);
        }
        Flow::Fixpoint
    }

    /// Asks the constraints of cells that were decided since the last time whether they allow what is decided. If one does not, its decided candidates are forbidden.
    fn is_allowed(&mut self, puzzle: &Puzzle) -> bool {
        let Self {
            problem,
            state,
            asked,
            ..
        } = self;
        let layout = puzzle.layout();
        // At the very start the clues are asked about as well.
        let from_start = *asked == 0;
        let start = std::mem::replace(asked, state.trail.len());
        let mut numbers: Vec<u16> = if from_start {
            problem.watching.iter().map(|watching| watching.1).collect()
        } else {
            let cells = state.trail[start..]
                .iter()
                .filter(|literal| **literal & 1 == 0)
                .map(|literal| problem.candidates[*literal as usize / 2].0);
            cells
                .flat_map(|cell| {
                    let first = problem
                        .watching
                        .partition_point(|watching| watching.0 < cell);
                    problem.watching[first..]
                        .iter()
                        .take_while(move |watching| watching.0 == cell)
                        .map(|watching| watching.1)
                })
                .collect()
        };
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            let constraint = &layout.constraints()[usize::from(number)];
            state.forbidden.clear();
            let mut digits = Vec::with_capacity(constraint.cells().len());
            for cell in constraint.cells() {
                let index = layout.index(*cell);
                let variables = problem.variables(index);
                let variable = variables
                    .clone()
                    .find(|variable| state.value(2 * variable) > 0);
                state.forbidden.extend(variable);
                let digit = variable
                    .map(|variable| problem.candidates[variable as usize].1)
                    .or(problem.decided[index]);
                digits.push(digit.map(|digit| Digit::from_index(usize::from(digit))));
            }
            state.work += 64 + digits.len() as u64;
            if !constraint.allows(&digits) {
                return false;
            }
        }
        true
    }

    /// Learns from a contradiction above level 0, goes back and draws the conclusion.
    fn learn(&mut self, conflict: Conflict) {
        self.analysis.run(&self.problem, &self.state, conflict);
        for place in 0..self.analysis.blamed.len() {
            self.heap.blame(self.analysis.blamed[place]);
        }
        for place in 0..self.analysis.used.len() {
            let name = self.analysis.used[place];
            if self.state.clauses.is_loose(name) {
                let glue = self.analysis.count_levels(&self.state, Some(name));
                self.state.clauses.used(name, glue);
            }
        }
        #[cfg(debug_assertions)]
        self.hold_against_known();
        self.heap.fade(FADE);
        self.rhythm.contradiction();
        self.keep_target();
        self.back_to(self.analysis.level);
        let learnt = &self.analysis.learnt;
        let reason = match learnt.len() {
            1 => Reason::NOTHING,
            _ => Reason::clause(self.state.clauses.add(learnt, self.analysis.glue, false)),
        };
        self.state.assign(learnt[0], reason);
    }

    #[cfg(debug_assertions)]
    fn hold_against_known(&self) {
        let Some(known) = &self.known else { return };
        let is_true = |literal: &Literal| {
            let (cell, digit) = self.problem.candidates[*literal as usize / 2];
            (known[usize::from(cell)].index() == usize::from(digit)) != (literal & 1 == 1)
        };
        assert!(
            self.analysis.learnt.iter().any(is_true),
            "a learnt clause forbids a solution: {:?}",
            self.analysis.learnt
        );
    }

    /// Forbids the solution that stands: one of its guesses must be otherwise. False if there is none.
    fn forbid_this(&mut self) -> bool {
        let Some(last) = self.state.level().checked_sub(1) else {
            return false;
        };
        let guesses: Vec<Literal> = self
            .state
            .levels
            .iter()
            .rev()
            .map(|place| self.state.trail[*place as usize] ^ 1)
            .collect();
        self.back_to(last);
        let reason = match guesses.len() {
            1 => Reason::NOTHING,
            levels => Reason::clause(self.state.clauses.add(&guesses, levels as u32, true)),
        };
        self.state.assign(guesses[0], reason);
        true
    }

    /// Remembers the values of the longest trail in which nothing was wrong: that of the guesses before the last.
    fn keep_target(&mut self) {
        let Some(length) = self.state.levels.last().map(|length| *length as usize) else {
            return;
        };
        if length > self.target_length {
            self.target_length = length;
            for literal in &self.state.trail[..length] {
                self.target[*literal as usize / 2] = if literal & 1 == 0 { 1 } else { -1 };
            }
        }
    }

    fn back_to(&mut self, level: u32) {
        let Self {
            problem,
            state,
            heap,
            saved,
            first,
            ..
        } = self;
        state.back_to(problem, level, |variable, value| {
            saved[variable as usize] = value;
            heap.insert(variable);
            *first = (*first).min(variable as usize);
        });
        self.asked = self.asked.min(self.state.trail.len());
    }

    /// Gives up clauses and forgets the longest trail when it is time; says whether it is time to begin anew.
    fn keep_rhythm(&mut self) -> bool {
        let restarts = self.rhythm.restarts();
        if restarts && self.rhythm.forgets() {
            self.target.fill(0);
            self.target_length = 0;
        }
        if self.rhythm.reduces() {
            self.reduce();
        }
        restarts
    }

    fn reduce(&mut self) {
        let State {
            values,
            places,
            clauses,
            ..
        } = &mut self.state;
        let mut moves = Vec::new();
        clauses.reduce(
            |name, literal| {
                values[literal as usize] > 0
                    && places[literal as usize / 2].reason == Reason::clause(name)
            },
            |literal| values[literal as usize] > 0 && places[literal as usize / 2].level == 0,
            |_, literal, name| moves.push((literal, name)),
            |clause| {
                if self.is_proving {
                    self.gone.push(clause.to_vec());
                }
            },
        );
        for (literal, name) in moves {
            places[literal as usize / 2].reason = Reason::clause(name);
        }
    }

    /// The next guess: the variable that took part most in late contradictions, with the value that it had before.
    fn choose(&mut self) -> Option<Literal> {
        while let Some(variable) = self.heap.pop() {
            if self.state.is_open(variable) {
                let target = self.target[variable as usize];
                let value = if target == 0 {
                    self.saved[variable as usize]
                } else {
                    target > 0
                };
                return Some(2 * variable + u32::from(!value));
            }
        }
        None
    }

    /// The next guess in sorted order: the first open cell's smallest digit.
    fn first_open(&mut self) -> Option<Literal> {
        let variables = self.problem.candidates.len();
        while self.first < variables && !self.state.is_open(self.first as u32) {
            self.first += 1;
        }
        (self.first < variables).then_some(2 * self.first as u32)
    }

    /// Writes the grid and verifies it.
    fn check(&mut self, puzzle: &Puzzle) -> Result<(), StopReason> {
        let Self {
            problem,
            state,
            grid,
            ..
        } = self;
        grid.clear();
        grid.extend(
            problem
                .decided
                .iter()
                .map(|digit| Digit::from_index(usize::from(digit.unwrap_or(0)))),
        );
        for literal in state.trail.iter().filter(|literal| **literal & 1 == 0) {
            let (cell, digit) = problem.candidates[*literal as usize / 2];
            grid[usize::from(cell)] = Digit::from_index(usize::from(digit));
        }
        let is_solved =
            Solution::new(puzzle.layout(), grid).is_ok_and(|solution| solution.solves(puzzle));
        debug_assert!(is_solved, "the engine made a wrong grid");
        if is_solved {
            Ok(())
        } else {
            Err(StopReason::Internal)
        }
    }
}
