//! Puzzles with random constraints: killer cages, thermometers, dots and others.
//!
//! ```text
//!   a full grid ─▶ its constraints ─▶ clues are left out while one solution remains,
//!       ▲                             then constraints
//!       │                               │
//!       └── another attempt ◀── too many clues, too easy, too hard ──▶ items come back
//! ```
//!
//! Clues go first, so that the constraints matter. Then constraints go, in random order. If that
//! makes proofs too hard, some clues go only after the constraints. Items are orbits if there is a
//! symmetry. Cages that cover the grid stay, unless every constraint must be needed or there are
//! other kinds. Such cages are divided at first, until no clue is needed.
//!
//! A proof that an item cannot go finds a second solution. Another item cannot go either if it
//! alone contradicts such a solution. So second solutions are kept: they answer many questions
//! without a search. They change no answer.
//!
//! An attempt ends without a puzzle in these cases:
//!
//! - more clues remain than requested, or fewer;
//! - no constraint of a kind remains;
//! - proofs take more than [`MAX_PROOF_GUESSES`] guesses;
//! - the difficulty is not as requested, even with some items back.

use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku_analysis::Symmetry;
use ndoku_core::constraint::{Constraint, RuleRef};
use ndoku_core::{Digit, Layout, Puzzle, Solution};
use ndoku_solver::{Budget, Engine, HybridEngine, StopReason};

use super::difficulty_filter::Fit;
use super::puzzle_search::SearchState;
use super::reduce::{Reducer, reduce_by_bisection};
use super::request::Request;
use super::rule_kinds::SolvedGrid;
use super::rule_kinds::shapes::{GeneratedConstraint, cage, divisions, make_constraints};
use super::uniqueness_checker::digits;
use super::workspace::Workspace;
use super::{GenerateError, GeneratedPuzzle};
use crate::grid_generator::shuffled_indices;

/// Maximum number of guesses of a proof, and of all proofs of an attempt, while clues go first.
/// With a harder proof, some clues go last.
const MAX_FIRST_GUESSES: u64 = 1_000;
const MAX_FIRST_TOTAL: u64 = 4_000;
/// Maximum number of guesses of a proof, and of all proofs of an attempt. An attempt with a harder
/// proof ends.
const MAX_PROOF_GUESSES: u64 = 4_000;
const MAX_TOTAL: u64 = 20_000;
/// Share of the cells that keep their clues until the constraints have been left out, if proofs are
/// hard otherwise.
const KEPT_CLUES_PERCENT: usize = 15;
/// Maximum number of other solutions that divisions of cages exclude.
const MAX_SOLUTIONS: usize = 500;
/// Number of second solutions that are kept.
const MAX_ALTERNATIVES: usize = 256;
/// Number of times that items come back to a puzzle that is too hard.
const MAX_RETURNS: usize = 3;

/// Searches until a puzzle meets the request.
pub(super) fn search(
    search: &mut SearchState,
    workspace: &mut Workspace<'_>,
) -> Result<GeneratedPuzzle, GenerateError> {
    let mut engine = HybridEngine::default();
    loop {
        search.count_attempt(workspace)?;
        let grid = search.next_grid(workspace)?;
        match attempt(search, workspace, &mut engine, &grid) {
            Ok(Some((puzzle, rating))) => {
                return verify(search, workspace, &mut engine, (puzzle, rating), &grid);
            }
            Ok(None) => {}
            // The limit is that of this file, unless the caller has one.
            Err(GenerateError::Stopped(StopReason::GuessLimit))
                if workspace.budget.guess_limit().is_none() => {}
            Err(error) => return Err(error),
        }
    }
}

/// Returns the digits of a grid. Every byte of a full grid is a digit.
fn solution_of(layout: &Layout, grid: &[u8]) -> Result<Solution, GenerateError> {
    Solution::new(layout, &digits(grid)).map_err(|_| GenerateError::Stopped(StopReason::Internal))
}

/// Checks that a puzzle has exactly this solution.
fn verify(
    search: &SearchState,
    workspace: &Workspace<'_>,
    engine: &mut HybridEngine,
    (puzzle, rating): (Puzzle, Option<u32>),
    grid: &[u8],
) -> Result<GeneratedPuzzle, GenerateError> {
    let solution = solution_of(puzzle.layout(), grid)?;
    let mut found: Vec<Vec<Digit>> = Vec::new();
    engine.search(&puzzle, workspace.budget, &mut |digits| {
        found.push(digits.to_vec());
        if found.len() < 2 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    if found.len() != 1 || found[0] != solution.digits() {
        return Err(GenerateError::Stopped(StopReason::Internal));
    }
    Ok(GeneratedPuzzle {
        puzzle,
        solution,
        attempts: search.attempts,
        rating,
        profile: workspace.request.target.map(|target| target.profile),
    })
}

/// Makes constraints that a grid satisfies, and leaves out what is not needed. Returns the puzzle
/// and its rating if it meets the request.
fn attempt(
    search: &mut SearchState,
    workspace: &Workspace<'_>,
    engine: &mut HybridEngine,
    grid: &[u8],
) -> Result<Option<(Puzzle, Option<u32>)>, GenerateError> {
    let request = workspace.request;
    let base = &workspace.checker.layout;
    let solved = SolvedGrid {
        layout: base,
        grid,
        size: usize::from(base.size()),
    };
    let kinds = &request.rule_kinds;
    let mut groups = make_constraints(kinds, &solved, search.symmetry, &mut search.rng);
    let is_killer = kinds.len() == 1 && kinds[0].covers();
    let clue_target = search.choose_clue_target(workspace);
    if is_killer && search.symmetry == Symmetry::None && clue_target == 0 {
        divide_cages(&solved, &mut groups, engine, workspace.budget)?;
    }
    let constraints = groups.concat();
    let mut proofs = Proofs::new(base, grid, constraints, engine, workspace.budget)?;
    if !proofs.has_every_kind(&proofs.all(), kinds.len()) {
        return Ok(None);
    }
    let items = Items::new(&search.orbits, &groups, base.cell_count());
    let mut order = Order {
        clues: match request.pattern {
            Some(_) => Vec::new(),
            None => shuffled_indices(items.clue_items, &mut search.rng),
        },
        constraints: shuffled_indices(groups.len(), &mut search.rng)
            .into_iter()
            .filter(|group| {
                let kind = kinds[groups[*group][0].kind];
                !kind.is_whole() && (!is_killer || request.is_minimal)
            })
            .map(|group| items.clue_items + group)
            .collect(),
        kept_clues: 0,
    };
    let least = clue_target;
    let reduced = match proofs.reduce_in_order(request, &items, &order, least) {
        Err(GenerateError::Stopped(StopReason::GuessLimit))
            if request.pattern.is_none() && proofs.is_limited =>
        {
            // More clues make easier proofs.
            order.kept_clues = base.cell_count() * KEPT_CLUES_PERCENT / 100;
            proofs.extend_limits();
            proofs.reduce_in_order(request, &items, &order, least)?
        }
        reduced => reduced?,
    };
    let Some(mut state) = reduced else {
        return Ok(None);
    };
    let cells = base.cell_count();
    let present: Vec<usize> = (0..state.len()).filter(|atom| state[*atom]).collect();
    let (_, constraints) = present.split_at(clue_count(&state, cells));
    if !proofs.has_every_kind(constraints, kinds.len()) {
        return Ok(None);
    }
    if request.is_minimal {
        // Orbits can have redundant members. Clues that the requested number has kept can be
        // redundant, too.
        let can_go = |atom: &usize| {
            *atom < cells || !kinds[proofs.constraints[*atom - cells].constraint.kind].is_whole()
        };
        let atoms: Vec<usize> = present.iter().copied().filter(can_go).collect();
        if !proofs.are_needed(&state, &atoms)? {
            return Ok(None);
        }
    }
    let mut rating = None;
    if !workspace.filter.is_idle() {
        let Some(fitting) = fit(search, workspace, &mut proofs, &items.atoms, &state)? else {
            return Ok(None);
        };
        (state, rating) = fitting;
    }
    let is_requested = request.clues.contains(&clue_count(&state, cells));
    if !is_requested && request.pattern.is_none() {
        return Ok(None);
    }
    Ok(Some((proofs.puzzle(&state)?, rating)))
}

/// The items that are left out: orbits of clues, then groups of constraints.
struct Items {
    /// The clues and constraints of each item.
    atoms: Vec<Vec<usize>>,
    /// Number of items that are orbits of clues.
    clue_items: usize,
}

impl Items {
    fn new(orbits: &[Vec<usize>], groups: &[Vec<GeneratedConstraint>], cells: usize) -> Self {
        let mut next = cells;
        let groups = groups.iter().map(|group| {
            next += group.len();
            (next - group.len()..next).collect()
        });
        Self {
            atoms: orbits.iter().cloned().chain(groups).collect(),
            clue_items: orbits.len(),
        }
    }
}

/// The order in which items are left out.
struct Order {
    clues: Vec<usize>,
    constraints: Vec<usize>,
    /// Number of clues that stay until the constraints have been left out.
    kept_clues: usize,
}

/// Divides cages until the puzzle without clues has one solution. Leaves them as they are if it has
/// too many solutions, or if divisions do not suffice.
///
/// The choice depends on the set of all solutions, and so on no engine.
fn divide_cages(
    solved: &SolvedGrid<'_>,
    groups: &mut Vec<Vec<GeneratedConstraint>>,
    engine: &mut HybridEngine,
    budget: &Budget<'_>,
) -> Result<(), GenerateError> {
    let rules: Vec<RuleRef> = groups
        .iter()
        .flatten()
        .flat_map(|cage| cage.rules.clone())
        .collect();
    let puzzle = Puzzle::empty(&with_rules(solved.layout, &rules)?);
    let limit = budget.guess_limit().unwrap_or(MAX_PROOF_GUESSES);
    let mut others: Vec<Vec<u8>> = Vec::new();
    let searched = engine.search(&puzzle, &budget.max_guesses(limit), &mut |digits| {
        let other: Vec<u8> = digits.iter().map(|digit| digit.get()).collect();
        if other != solved.grid {
            others.push(other);
        }
        if others.len() > MAX_SOLUTIONS {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    match searched {
        Err(interrupted) if interrupted.reason != StopReason::GuessLimit => {
            return Err(interrupted.into());
        }
        Err(_) => return Ok(()),
        Ok(_) if others.len() > MAX_SOLUTIONS => return Ok(()),
        Ok(_) => {}
    }
    let mut divided = groups.clone();
    while !others.is_empty() {
        let sum = |grid: &[u8], cells: &[usize]| -> u32 {
            cells.iter().map(|cell| u32::from(grid[*cell])).sum()
        };
        let keeps = |other: &Vec<u8>, cells: &[usize]| sum(other, cells) == sum(solved.grid, cells);
        let choices = divided.iter().enumerate().flat_map(|(number, cage)| {
            let divisions = divisions(solved, &cage[0].cells).into_iter();
            divisions.map(move |sides| (number, sides))
        });
        // The first of the best divisions.
        let best = choices
            .map(|(number, sides)| {
                let left = others.iter().filter(|other| keeps(other, &sides[0]));
                (left.count(), number, sides)
            })
            .min_by_key(|(left, number, _)| (*left, *number));
        let Some((left, number, [one, other])) = best else {
            return Ok(());
        };
        if left == others.len() {
            return Ok(());
        }
        others.retain(|grid| keeps(grid, &one));
        let kind = divided[number][0].kind;
        divided[number] = vec![cage(solved, kind, one)];
        divided.push(vec![cage(solved, kind, other)]);
    }
    *groups = divided;
    Ok(())
}

/// Returns a state of the requested difficulty and its rating: this one, or one with some items
/// back.
fn fit(
    search: &mut SearchState,
    workspace: &Workspace<'_>,
    proofs: &mut Proofs<'_>,
    items: &[Vec<usize>],
    state: &Present,
) -> Result<Option<(Present, Option<u32>)>, GenerateError> {
    let (request, cells) = (workspace.request, proofs.cells());
    let solution = |puzzle: &Puzzle| solution_of(puzzle.layout(), proofs.grid);
    let classify = |state: &Present| {
        let puzzle = proofs.puzzle(state)?;
        let (budget, filter) = (workspace.budget, &*workspace.filter);
        filter.classify_by_steps(&puzzle, &solution(&puzzle)?, budget)
    };
    let (fit, rating) = classify(state)?;
    match fit {
        Fit::Within => return Ok(Some((state.clone(), rating))),
        Fit::Easier => return Ok(None),
        Fit::Harder if request.is_minimal || request.pattern.is_some() => return Ok(None),
        Fit::Harder => {}
    }
    for _ in 0..MAX_RETURNS {
        let mut easier = state.clone();
        for item in shuffled_indices(items.len(), &mut search.rng) {
            workspace.poll()?;
            let missing = items[item].iter().filter(|atom| !easier[**atom]).count();
            let is_clue = items[item].iter().all(|atom| *atom < cells);
            let count = clue_count(&easier, cells);
            if missing == 0 || is_clue && count + missing > *request.clues.end() {
                continue;
            }
            let mut with = easier.clone();
            items[item].iter().for_each(|atom| with[*atom] = true);
            match classify(&with)? {
                (Fit::Within, rating) => return Ok(Some((with, rating))),
                (Fit::Harder, _) => easier = with,
                (Fit::Easier, _) => {}
            }
        }
    }
    Ok(None)
}

/// For each cell, if it has a clue, and then for each constraint, if it is in the puzzle.
type Present = Vec<bool>;

fn clue_count(state: &Present, cells: usize) -> usize {
    state[..cells].iter().filter(|present| **present).count()
}

/// A constraint with its demands, which judge other grids.
struct JudgedConstraint {
    constraint: GeneratedConstraint,
    demands: Vec<Arc<dyn Constraint>>,
    /// Cells with different digits.
    houses: Vec<Vec<usize>>,
}

/// Proofs about the puzzles of one grid and its constraints.
struct Proofs<'a> {
    base: &'a Layout,
    grid: &'a [u8],
    constraints: Vec<JudgedConstraint>,
    engine: &'a mut HybridEngine,
    budget: Budget<'a>,
    /// The limits of guesses are those of this file.
    is_limited: bool,
    /// Number of guesses that all proofs together can still take.
    guesses_left: u64,
    /// For each other grid, the clues and constraints that it contradicts, as bits.
    alternatives: Vec<Vec<u64>>,
}

impl<'a> Proofs<'a> {
    fn new(
        base: &'a Layout,
        grid: &'a [u8],
        constraints: Vec<GeneratedConstraint>,
        engine: &'a mut HybridEngine,
        budget: &Budget<'a>,
    ) -> Result<Self, GenerateError> {
        let judged = |constraint: GeneratedConstraint| {
            let layout = with_rules(base, &constraint.rules)?;
            let demands = &layout.constraints()[base.constraints().len()..];
            let houses = &layout.houses()[base.houses().len()..];
            let indices = |house: &ndoku_core::House| {
                house
                    .cells()
                    .iter()
                    .map(|cell| layout.index(*cell))
                    .collect()
            };
            Ok(JudgedConstraint {
                constraint,
                demands: demands.to_vec(),
                houses: houses.iter().map(indices).collect(),
            })
        };
        let limit = budget.guess_limit().unwrap_or(MAX_FIRST_GUESSES);
        let is_limited = budget.guess_limit().is_none();
        Ok(Self {
            is_limited,
            guesses_left: if is_limited {
                MAX_FIRST_TOTAL
            } else {
                u64::MAX
            },
            base,
            grid,
            constraints: constraints
                .into_iter()
                .map(judged)
                .collect::<Result<_, GenerateError>>()?,
            engine,
            budget: budget.max_guesses(limit),
            alternatives: Vec::new(),
        })
    }

    fn cells(&self) -> usize {
        self.grid.len()
    }

    /// Raises the limits of guesses.
    fn extend_limits(&mut self) {
        self.budget = self.budget.max_guesses(MAX_PROOF_GUESSES);
        self.guesses_left = MAX_TOTAL;
    }

    /// Returns all constraints.
    fn all(&self) -> Vec<usize> {
        (self.cells()..self.cells() + self.constraints.len()).collect()
    }

    /// Returns `true` if these constraints are of all kinds of the request.
    fn has_every_kind(&self, constraints: &[usize], kinds: usize) -> bool {
        (0..kinds).all(|kind| {
            constraints
                .iter()
                .any(|atom| self.constraints[atom - self.cells()].constraint.kind == kind)
        })
    }

    /// Creates the puzzle of a state.
    fn puzzle(&self, state: &Present) -> Result<Puzzle, GenerateError> {
        let (clues, constraints) = state.split_at(self.cells());
        let mut chosen: Vec<&GeneratedConstraint> = self
            .constraints
            .iter()
            .zip(constraints)
            .filter(|(_, present)| **present)
            .map(|(judged, _)| &judged.constraint)
            .collect();
        chosen.sort_by_key(|constraint| {
            let first = constraint.cells.iter().min().copied();
            (constraint.kind, first, constraint.cells.first().copied())
        });
        let rules: Vec<RuleRef> = chosen
            .iter()
            .flat_map(|constraint| constraint.rules.iter().cloned())
            .collect();
        let layout = with_rules(self.base, &merged(rules))?;
        let clues: Vec<u8> = clues
            .iter()
            .zip(self.grid)
            .map(|(present, digit)| if *present { *digit } else { 0 })
            .collect();
        Puzzle::from_array(&layout, &clues)
            .map_err(|_| GenerateError::Stopped(StopReason::Internal))
    }

    /// Returns `true` if the grid is the only solution of a state.
    fn is_unique(&mut self, state: &Present) -> Result<bool, GenerateError> {
        if let Some(reason) = self.budget.poll() {
            return Err(GenerateError::Stopped(reason));
        }
        let bits = bits_of(state);
        let fits = |violated: &Vec<u64>| bits.iter().zip(violated).all(|(a, b)| a & b == 0);
        if self.alternatives.iter().any(fits) {
            return Ok(false);
        }
        let puzzle = self.puzzle(state)?;
        let mut other: Option<Vec<u8>> = None;
        let mut count = 0;
        let limit = self.budget.guess_limit().unwrap_or(u64::MAX);
        let budget = self.budget.max_guesses(limit.min(self.guesses_left));
        let stats = self.engine.search(&puzzle, &budget, &mut |digits| {
            count += 1;
            let grid: Vec<u8> = digits.iter().map(|digit| digit.get()).collect();
            if grid == self.grid {
                return ControlFlow::Continue(());
            }
            other = Some(grid);
            ControlFlow::Break(())
        })?;
        self.guesses_left = self.guesses_left.saturating_sub(stats.guesses);
        match other {
            Some(other) => {
                if self.alternatives.len() < MAX_ALTERNATIVES {
                    self.alternatives.push(self.violated(&other));
                }
                Ok(false)
            }
            None if count == 1 => Ok(true),
            // The grid itself is a solution, so an engine or a constraint is wrong.
            None => Err(GenerateError::Stopped(StopReason::Internal)),
        }
    }

    /// Returns the clues and constraints that another grid contradicts, as bits.
    fn violated(&self, other: &[u8]) -> Vec<u64> {
        let clues = self.grid.iter().zip(other).map(|(a, b)| a != b);
        let constraints = self.constraints.iter().map(|judged| {
            let allows = |demand: &Arc<dyn Constraint>| {
                let digit = |cell: &ndoku_core::Cell| Digit::new(other[self.base.index(*cell)]);
                let digits: Vec<Option<Digit>> = demand.cells().iter().map(digit).collect();
                demand.allows(&digits)
            };
            let differ = |cells: &Vec<usize>| {
                let mut digits: Vec<u8> = cells.iter().map(|cell| other[*cell]).collect();
                digits.sort_unstable();
                digits.windows(2).all(|pair| pair[0] != pair[1])
            };
            !(judged.demands.iter().all(allows) && judged.houses.iter().all(differ))
        });
        bits_of(&clues.chain(constraints).collect())
    }

    /// Leaves out clues and then constraints, in these orders. Returns `None` if too many clues
    /// remain.
    fn reduce_in_order(
        &mut self,
        request: &Request,
        items: &Items,
        order: &Order,
        least: usize,
    ) -> Result<Option<Present>, GenerateError> {
        let cells = self.cells();
        let clues: Vec<bool> = request.pattern.clone().unwrap_or_else(|| vec![true; cells]);
        let constraints = self.constraints.iter().map(|_| true);
        let mut state: Present = clues.into_iter().chain(constraints).collect();
        let most = *request.clues.end();
        if request.pattern.is_some() || most == 0 {
            if most == 0 {
                state[..cells].fill(false);
            }
            if !self.is_unique(&state)? {
                return Ok(None);
            }
        } else {
            let kept = least.max(order.kept_clues);
            self.reduce(&mut state, &items.atoms, &order.clues, kept)?;
            if clue_count(&state, cells) > most.max(kept) {
                return Ok(None);
            }
        }
        self.reduce(&mut state, &items.atoms, &order.constraints, 0)?;
        if order.kept_clues > least {
            self.reduce(&mut state, &items.atoms, &order.clues, least)?;
        }
        let is_requested = clue_count(&state, cells) <= most || request.pattern.is_some();
        Ok(is_requested.then_some(state))
    }

    /// Leaves out items in this order, while the grid is the only solution. Keeps at least `least`
    /// clues.
    fn reduce(
        &mut self,
        state: &mut Present,
        items: &[Vec<usize>],
        order: &[usize],
        least: usize,
    ) -> Result<(), GenerateError> {
        let mut reducer = ItemReducer {
            proofs: self,
            items,
            least,
        };
        // Strong constraints need no clue at all.
        if least == 0 {
            let mut without = state.clone();
            order
                .iter()
                .for_each(|item| reducer.remove(&mut without, *item));
            if reducer.proofs.is_unique(&without)? {
                *state = without;
                return Ok(());
            }
        }
        reduce_by_bisection(&mut reducer, state, order)
    }

    /// Returns `true` if none of these clues and constraints can go alone.
    fn are_needed(&mut self, state: &Present, atoms: &[usize]) -> Result<bool, GenerateError> {
        for atom in atoms {
            let mut without = state.clone();
            without[*atom] = false;
            if self.is_unique(&without)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn bits_of(state: &Present) -> Vec<u64> {
    state
        .chunks(64)
        .map(|chunk| {
            let bits = chunk.iter().zip(0..).filter(|(present, _)| **present);
            bits.fold(0, |word, (_, bit)| word | 1 << bit)
        })
        .collect()
}

fn with_rules(base: &Layout, rules: &[RuleRef]) -> Result<Layout, GenerateError> {
    rules
        .iter()
        .fold(base.to_builder(), |builder, rule| {
            builder.rule_ref(rule.clone())
        })
        .build()
        .map_err(|_| GenerateError::Stopped(StopReason::Internal))
}

/// Joins the rules that name single cells.
fn merged(rules: Vec<RuleRef>) -> Vec<RuleRef> {
    const JOINED: &[&str] = &["odd", "even", "minimum", "maximum"];
    let mut joined: Vec<RuleRef> = Vec::with_capacity(rules.len());
    for rule in rules {
        let known = joined.iter_mut().find(|known| known.id == rule.id);
        match (known, &rule.argument) {
            (Some(known), Some(cells)) if JOINED.contains(&rule.id) => {
                let all = known.argument.get_or_insert_default();
                all.push(' ');
                all.push_str(cells);
            }
            _ => joined.push(rule),
        }
    }
    joined
}

/// Clues and constraints that are left out in items.
struct ItemReducer<'a, 'b> {
    proofs: &'a mut Proofs<'b>,
    items: &'a [Vec<usize>],
    /// Minimum number of clues.
    least: usize,
}

impl Reducer for ItemReducer<'_, '_> {
    type State = Present;

    fn remove(&self, state: &mut Present, item: usize) {
        self.items[item]
            .iter()
            .for_each(|atom| state[*atom] = false);
    }

    fn can_remove(&self, state: &Present, item: usize) -> bool {
        let cells = self.proofs.cells();
        let lost = self.items[item]
            .iter()
            .filter(|atom| **atom < cells && state[**atom]);
        self.least == 0 || clue_count(state, cells) >= self.least + lost.count()
    }

    fn accepts(&mut self, states: &[Present]) -> Result<Vec<bool>, GenerateError> {
        states
            .iter()
            .map(|state| self.proofs.is_unique(state))
            .collect()
    }
}
