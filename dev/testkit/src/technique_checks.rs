//! Random puzzles solved step by step with techniques, and checks of every technique against the
//! solutions on the way.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ndoku_core::{Board, Candidate, Digit, Layout, Puzzle, Solution};
use ndoku_logic::handbook::{Case, PuzzleState};
use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_logic::position::Geometry;
use ndoku_logic::step::Deduction;
use ndoku_logic::{Position, TECHNIQUES, Technique};
use ndoku_rating::path_rating;
use ndoku_solver::{Backtrack, Budget, Engine, Simd9, Verdict};

use crate::minimal;
use crate::random::{self, SplitMix64};
use crate::rule_subjects;
use crate::symmetry::Symmetry;

/// Statistics of one technique over many positions.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Number of instances with an effect.
    pub instances: u64,
    /// Number of positions with at least one instance.
    pub positions: u64,
    /// Time of all searches.
    pub time: Duration,
}

/// Statistics by technique id.
pub type Tallies = BTreeMap<&'static str, Tally>;

/// A puzzle and all its solutions.
pub struct Subject {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// One or more solutions.
    pub solutions: Vec<Solution>,
}

fn puzzle_of(clues: &[u8; 81]) -> Puzzle {
    Puzzle::from_array(&Layout::classic(), clues).expect("81 cells")
}

/// Creates a random minimal puzzle. With `several` it removes one clue, so that the puzzle has two
/// to a thousand solutions.
///
/// # Panics
/// Panics if the engine contradicts itself.
pub fn create_subject(rng: &mut SplitMix64, classic: &mut Simd9, several: bool) -> Subject {
    let layout = Layout::classic();
    loop {
        let (mut clues, solution) = minimal::puzzle(rng, classic);
        if !several {
            let digits: Vec<Digit> = solution
                .iter()
                .filter_map(|digit| Digit::new(*digit))
                .collect();
            return Subject {
                puzzle: puzzle_of(&clues),
                solutions: vec![Solution::new(&layout, &digits).expect("a full grid")],
            };
        }
        let there: Vec<usize> = (0..81).filter(|cell| clues[*cell] != 0).collect();
        clues[there[rng.below(there.len())]] = 0;
        let puzzle = puzzle_of(&clues);
        let mut solutions = Vec::new();
        let _ = classic.search(&puzzle, &Budget::default(), &mut |digits| {
            solutions.push(Solution::new(&layout, digits).expect("a full grid"));
            if solutions.len() > 1000 {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
        if (2..=1000).contains(&solutions.len()) {
            return Subject { puzzle, solutions };
        }
    }
}

/// Checks all instances of these techniques in a position against the solutions, and counts them.
///
/// # Errors
/// Returns the position and the wrong step, as text.
pub fn check(
    position: &Position<'_>,
    techniques: &[&'static Technique],
    solutions: &[Solution],
    tallies: &mut Tallies,
) -> Result<(), String> {
    for technique in techniques.iter().copied() {
        let began = Instant::now();
        let steps = technique.all_steps(position, false);
        let tally = tallies.entry(technique.id).or_default();
        tally.time += began.elapsed();
        tally.instances += steps.len() as u64;
        tally.positions += u64::from(!steps.is_empty());
        for step in steps {
            let nothing = step.deduction.eliminations.iter().find(|gone| {
                !position
                    .candidates(position.index(gone.cell))
                    .contains(gone.digit)
            });
            let placed_twice = step
                .deduction
                .placements
                .iter()
                .find(|placed| !position.is_open(position.index(placed.cell)));
            if nothing.is_some()
                || placed_twice.is_some()
                || solutions
                    .iter()
                    .any(|solution| step.deduction.find_error(solution).is_some())
            {
                return Err(format!(
                    "{}\nstep: {step:?}",
                    format_example(position, &step.deduction)
                ));
            }
        }
    }
    Ok(())
}

/// Formats a position and a step as in the handbook.
pub fn format_example(position: &Position<'_>, deduction: &Deduction) -> String {
    let state = PuzzleState {
        puzzle: position.puzzle().clone(),
        board: position.board().clone(),
    };
    let (grid, gone) = state.write();
    let rules = rule_lines(&state);
    format!("<!-- example\ngrid: {grid}\ngone: {gone}\n{rules}step: {deduction}\n-->")
}

/// Returns the rules of a state as lines of the handbook.
fn rule_lines(state: &PuzzleState) -> String {
    state
        .rules()
        .iter()
        .map(|rule| format!("rule: {rule}\n"))
        .collect()
}

/// Creates random puzzles, every fourth of them with several solutions.
pub fn create_subjects(puzzles: usize, seed: u64) -> impl Iterator<Item = Subject> {
    let (mut rng, mut classic) = (SplitMix64::new(seed), Simd9::new(None));
    (0..puzzles).map(move |number| create_subject(&mut rng, &mut classic, number % 4 == 3))
}

/// Reads puzzles from a text, one at the beginning of each line. Skips lines without a puzzle that
/// has one solution.
pub fn read_subjects(text: &str) -> impl Iterator<Item = Subject> {
    let mut classic = Simd9::new(None);
    text.lines().filter_map(move |line| {
        let puzzle: Puzzle = line
            .get(..81)?
            .parse()
            .ok()
            .filter(|puzzle: &Puzzle| puzzle.layout().is_classic())?;
        match classic.solve(&puzzle, &Budget::default()).ok()?.verdict {
            Verdict::Unique(solution) => Some(Subject {
                puzzle,
                solutions: vec![solution],
            }),
            _ => None,
        }
    })
}

/// Solves puzzles with all techniques, and checks the techniques in one of `each` positions, which
/// `seed` chooses. Returns the statistics, the number of puzzles, and the number of solved ones.
///
/// # Errors
/// Returns the defect, as text.
pub fn check_soundness(
    subjects: impl Iterator<Item = Subject>,
    seed: u64,
    techniques: &[&'static Technique],
    each: usize,
) -> Result<(Tallies, usize, usize), String> {
    let mut rng = SplitMix64::new(seed);
    let mut tallies = Tallies::new();
    let (mut puzzles, mut solved) = (0, 0);
    for subject in subjects {
        puzzles += 1;
        let is_unique = subject.solutions.len() == 1;
        let mut solver = LogicalSolver::new(
            &subject.puzzle,
            Board::with_clues_placed(&subject.puzzle),
            TECHNIQUES,
        )
        .with_uniqueness(is_unique);
        let end = loop {
            if rng.once_in(each) {
                check(
                    &solver.position(),
                    techniques,
                    &subject.solutions,
                    &mut tallies,
                )?;
            }
            match solver.apply_next_step() {
                Ok(step)
                    if subject
                        .solutions
                        .iter()
                        .any(|solution| step.deduction.find_error(solution).is_some()) =>
                {
                    return Err(format!("{:?}: {step:?}", subject.puzzle));
                }
                Ok(_) => {}
                Err(end) => break end,
            }
        };
        if let SolveEnd::Contradiction(what) = end {
            return Err(format!("{:?}: {what:?}", subject.puzzle));
        }
        solved += usize::from(end == SolveEnd::Solved);
    }
    Ok((tallies, puzzles, solved))
}

/// Checks the techniques at every position on random layouts of sizes 4 to 9, for puzzles with one
/// to 200 solutions. Techniques that assume a unique solution are not used.
///
/// # Errors
/// Returns the defect, as text.
pub fn check_soundness_on_random_layouts(
    rounds: usize,
    seed: u64,
    techniques: &[&'static Technique],
) -> Result<Tallies, String> {
    let mut rng = SplitMix64::new(seed);
    let mut tallies = Tallies::new();
    let walked: Vec<&'static Technique> = TECHNIQUES
        .iter()
        .copied()
        .filter(|technique| !technique.needs_unique)
        .collect();
    for _ in 0..rounds {
        let size = 4 + rng.below(6) as u8;
        let layout = random::layout(&mut rng, size);
        let puzzle = random::puzzle(&mut rng, &layout);
        let budget = Budget::default().max_guesses(2000);
        let Ok(found) = Backtrack::new().find_solutions(&puzzle, 200, &budget) else {
            continue;
        };
        if found.has_more || found.solutions.is_empty() {
            continue;
        }
        let mut solver = LogicalSolver::new(&puzzle, Board::with_clues_placed(&puzzle), &walked)
            .with_uniqueness(false);
        loop {
            check(
                &solver.position(),
                techniques,
                &found.solutions,
                &mut tallies,
            )
            .map_err(|wrong| format!("{layout:?}\n{wrong}"))?;
            match solver.apply_next_step() {
                Ok(step)
                    if found
                        .solutions
                        .iter()
                        .any(|solution| step.deduction.find_error(solution).is_some()) =>
                {
                    return Err(format!("{layout:?}\n{puzzle:?}: {step:?}"));
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
    }
    Ok(tallies)
}

/// Checks that these techniques find equivalent steps in a position and in another form of it, in
/// one of `each` positions of random puzzles. Returns the number of compared instances.
///
/// # Errors
/// Returns the position and the difference, as text.
pub fn check_invariance(
    puzzles: usize,
    seed: u64,
    techniques: &[&'static Technique],
    each: usize,
) -> Result<u64, String> {
    let mut rng = SplitMix64::new(seed);
    let mut classic = Simd9::new(None);
    let mut compared = 0;
    for _ in 0..puzzles {
        let subject = create_subject(&mut rng, &mut classic, false);
        let mut solver = LogicalSolver::new(
            &subject.puzzle,
            Board::with_clues_placed(&subject.puzzle),
            TECHNIQUES,
        );
        loop {
            if rng.once_in(each) {
                let symmetry = Symmetry::random(&mut rng, subject.puzzle.layout());
                let (puzzle, board) = (
                    symmetry.puzzle(&subject.puzzle),
                    symmetry.board(solver.board()),
                );
                let geometry = Geometry::for_layout(puzzle.layout());
                let other = Position::new(&puzzle, &board, &geometry);
                for technique in techniques.iter().copied() {
                    let mut here = deductions(technique, &solver.position());
                    here.iter_mut().for_each(|(_, deduction)| {
                        deduction
                            .placements
                            .iter_mut()
                            .chain(&mut deduction.eliminations)
                            .for_each(|one| *one = symmetry.candidate(*one));
                    });
                    compared += here.len() as u64;
                    let (here, there) = (sorted(here), sorted(deductions(technique, &other)));
                    if here != there {
                        let missing: Vec<String> = here
                            .iter()
                            .filter(|one| !there.contains(one))
                            .map(|(d, e)| format!("{d} {e}"))
                            .collect();
                        let more: Vec<String> = there
                            .iter()
                            .filter(|one| !here.contains(one))
                            .map(|(d, e)| format!("{d} {e}"))
                            .collect();
                        let place = format_example(&other, &Deduction::default());
                        return Err(format!(
                            "{technique:?} finds {} here and {} there\n{place}\nonly elsewhere: \
                            {missing:?}\nonly here: {more:?}",
                            here.len(),
                            there.len()
                        ));
                    }
                }
            }
            if solver.apply_next_step().is_err() {
                break;
            }
        }
    }
    Ok(compared)
}

/// Effects of a technique, with their difficulty.
type Effects = Vec<(ndoku_rating::Difficulty, Deduction)>;

fn deductions(technique: &'static Technique, position: &Position<'_>) -> Effects {
    technique
        .all_steps(position, false)
        .into_iter()
        .map(|step| (step.difficulty, step.deduction))
        .collect()
}

/// Sorts effects and removes duplicates, for comparison.
fn sorted(mut deductions: Effects) -> Effects {
    deductions.iter_mut().for_each(|(_, deduction)| {
        deduction.placements.sort_unstable();
        deduction.eliminations.sort_unstable();
    });
    deductions.sort_unstable();
    deductions.dedup();
    deductions
}

/// Finds positions of random puzzles in which a technique finds a step that easier techniques do
/// not need; those with the fewest open cells come first. If there are none, since something easier
/// is always possible too, it finds positions with any step of the technique. The last resort are
/// positions with any digits of the solution placed.
pub fn find_examples(technique: &'static Technique, puzzles: usize, seed: u64) -> Vec<String> {
    let mut found = find_examples_if(technique, puzzles, seed, false);
    if found.is_empty() {
        found = find_examples_if(technique, puzzles, seed, true);
    }
    if found.is_empty() && rule_subjects::kinds(technique.id).is_empty() {
        let (mut rng, mut classic) = (SplitMix64::new(seed), Simd9::new(None));
        for _ in 0..puzzles {
            let subject = create_subject(&mut rng, &mut classic, false);
            (0..ORDERS).for_each(|_| found.extend(in_any_order(&mut rng, technique, &subject)));
        }
    }
    found.sort();
    found
        .into_iter()
        .map(|(_, block, text)| format!("{block}\n> {text}\n"))
        .collect()
}

/// The number of open candidates, the position and the text.
type Example = (usize, String, String);

fn find_examples_if(
    technique: &'static Technique,
    puzzles: usize,
    seed: u64,
    anywhere: bool,
) -> Vec<Example> {
    let mut rng = SplitMix64::new(seed);
    let mut classic = Simd9::new(None);
    let mut found = Vec::new();
    // Singles never block a position: all of them are used on the way.
    let singles = TECHNIQUES
        .iter()
        .take_while(|other| other.family == TECHNIQUES[0].family)
        .count();
    let is_easier = |(number, other): &(usize, &&'static Technique)| {
        *number < singles || other.difficulty < technique.difficulty
    };
    let easier: Vec<&Technique> = TECHNIQUES
        .iter()
        .enumerate()
        .filter(is_easier)
        .map(|(_, other)| *other)
        .collect();
    for _ in 0..puzzles {
        let subject = match rule_subjects::kinds(technique.id) {
            [] => create_subject(&mut rng, &mut classic, false),
            kinds => {
                let (puzzle, solution) = rule_subjects::create(&mut rng, kinds);
                let solutions = vec![solution];
                Subject { puzzle, solutions }
            }
        };
        let mut solver = LogicalSolver::new(
            &subject.puzzle,
            Board::with_clues_placed(&subject.puzzle),
            &easier,
        );
        loop {
            let next = solver.next_step();
            let has_easier = next
                .as_ref()
                .is_some_and(|step| step.technique.difficulty < technique.difficulty);
            if (anywhere || !has_easier)
                && let Some(step) = technique.first_step(&solver.position())
            {
                found.push((
                    solver.board().open_candidates(),
                    format_example(&solver.position(), &step.deduction),
                    step.explanation.text.to_string(),
                ));
                break;
            }
            match next {
                Some(step) if solver.apply(&step.deduction).is_ok() => {}
                _ => break,
            }
        }
    }
    found
}

/// Number of random orders for each puzzle.
const ORDERS: usize = 20;

/// Places the digits of the solution in a random order until the technique finds something.
fn in_any_order(
    rng: &mut SplitMix64,
    technique: &'static Technique,
    subject: &Subject,
) -> Option<Example> {
    let (layout, solution) = (subject.puzzle.layout(), subject.solutions.first()?);
    let geometry = Geometry::for_layout(layout);
    let mut board = Board::with_clues_placed(&subject.puzzle);
    for cell in rng
        .permutation(layout.cell_count())
        .into_iter()
        .map(|cell| layout.cell(cell))
    {
        if board.digit(cell).is_some() {
            continue;
        }
        board.place(Candidate::new(cell, solution.digit(cell)));
        let position = Position::new(&subject.puzzle, &board, &geometry);
        if let Some(step) = technique.first_step(&position) {
            return Some((
                board.open_candidates(),
                format_example(&position, &step.deduction),
                step.explanation.text.to_string(),
            ));
        }
    }
    None
}

/// Creates variants of an example in which the technique has none of its effects: with one
/// candidate restored, or one placed digit removed. If there are none, it removes a clue and adds
/// others.
///
/// # Panics
/// Panics if the position cannot be written and read.
pub fn find_near_misses(technique: &'static Technique, case: &Case) -> Vec<String> {
    let (grid, gone) = case.state.write();
    let mut variants = Vec::new();
    for (at, word) in gone.split_whitespace().enumerate() {
        let (cell, digits) = word.split_once('-').expect("r1c2-34");
        for digit in digits.chars() {
            let words =
                gone.split_whitespace()
                    .enumerate()
                    .map(|(other, word)| match other == at {
                        true => format!("{cell}-{}", digits.replace(digit, "")),
                        false => word.to_owned(),
                    });
            let rest: Vec<String> = words.filter(|word| !word.ends_with('-')).collect();
            variants.push((
                format!("near miss: {digit} is left in {cell}"),
                grid.clone(),
                rest.join(" "),
            ));
        }
    }
    for (at, _) in grid.match_indices('+') {
        let cell = grid[..at].chars().filter(|letter| *letter != '+').count();
        let without = format!("{}.{}", &grid[..at], &grid[at + 2..]);
        variants.push((
            format!("near miss: {} is open", Layout::classic().cell(cell)),
            without,
            gone.clone(),
        ));
    }
    let rules = case.state.rules();
    let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
    let geometry = Geometry::for_layout(case.state.board.layout());
    let mut found = Vec::new();
    for (title, grid, gone) in variants {
        let state =
            PuzzleState::read_with_rules(&grid, &gone, &rules).expect("what was written is read");
        let position = Position::new(&state.puzzle, &state.board, &geometry);
        let meets = |deduction: &Deduction| {
            let gone = deduction
                .eliminations
                .iter()
                .any(|one| case.deduction.eliminations.contains(one));
            gone || deduction
                .placements
                .iter()
                .any(|one| case.deduction.placements.contains(one))
        };
        if !technique
            .all_steps(&position, false)
            .iter()
            .any(|step| meets(&step.deduction))
        {
            found.push(format!(
                "<!-- {title}\ngrid: {grid}\ngone: {gone}\n{}never: {}\n-->\n",
                rule_lines(&case.state),
                case.deduction
            ));
        }
    }
    if found.is_empty() {
        found.extend(with_other_clues(technique, case));
    }
    if found.is_empty() {
        found.extend(after_all_steps(technique, case));
    }
    found
}

/// Applies the steps of a technique to an example, so that none is left.
fn after_all_steps(technique: &'static Technique, case: &Case) -> Option<String> {
    let techniques = [technique];
    let board = case.state.board.clone();
    let mut solver = LogicalSolver::new(&case.state.puzzle, board, &techniques);
    if solver.run(&mut |_| {}) != SolveEnd::Stuck {
        return None;
    }
    let state = PuzzleState {
        puzzle: case.state.puzzle.clone(),
        board: solver.board().clone(),
    };
    let (grid, gone) = state.write();
    let rules = rule_lines(&state);
    Some(format!(
        "<!-- near miss: the candidates are gone already\ngrid: {grid}\ngone: {gone}\n{rules}-->\n"
    ))
}

/// Replaces a clue of an example by others, so that the technique misses some of its eliminations
/// although the candidates are there.
fn with_other_clues(technique: &'static Technique, case: &Case) -> Option<String> {
    let layout = case.state.board.layout();
    let geometry = Geometry::for_layout(layout);
    let report = Backtrack::new()
        .solve(&case.state.puzzle, &Budget::default())
        .ok()?;
    let Verdict::Unique(solution) = report.verdict else {
        return None;
    };
    // The eliminations of the example that are possible but not found.
    let missed = |puzzle: &Puzzle| -> Vec<Candidate> {
        let board = Board::with_clues_placed(puzzle);
        let position = Position::new(puzzle, &board, &geometry);
        let found: Vec<Candidate> = technique
            .all_steps(&position, false)
            .into_iter()
            .flat_map(|step| [step.deduction.eliminations, step.deduction.placements].concat())
            .collect();
        let is_there = |one: &&Candidate| {
            board.digit(one.cell).is_none() && board.candidates(one.cell).contains(one.digit)
        };
        let effects = case.deduction.eliminations.iter();
        effects
            .filter(is_there)
            .filter(|one| !found.contains(one))
            .copied()
            .collect()
    };
    let is_miss = |puzzle: &Puzzle| !missed(puzzle).is_empty();
    let mut rng = SplitMix64::new(1);
    for opened in rng.permutation(layout.cell_count()) {
        let opened = layout.cell(opened);
        let mut puzzle = case.state.puzzle.clone();
        if puzzle.clue(opened).is_none() || puzzle.set_clue(opened, None).is_err() {
            continue;
        }
        for cell in rng.permutation(layout.cell_count()) {
            let cell = layout.cell(cell);
            let report = Backtrack::new().solve(&puzzle, &Budget::default()).ok()?;
            if matches!(report.verdict, Verdict::Unique(_)) {
                break;
            }
            let mut more = puzzle.clone();
            if cell != opened
                && puzzle.clue(cell).is_none()
                && more.set_clue(cell, Some(solution.digit(cell))).is_ok()
                && is_miss(&more)
            {
                puzzle = more;
            }
        }
        let report = Backtrack::new().solve(&puzzle, &Budget::default()).ok()?;
        if matches!(report.verdict, Verdict::Unique(_)) && is_miss(&puzzle) {
            let board = Board::with_clues_placed(&puzzle);
            let state = PuzzleState { puzzle, board };
            let (grid, gone) = state.write();
            let title = format!("near miss: {opened} is open");
            let never = Deduction::from_eliminations(missed(&state.puzzle));
            return Some(format!(
                "<!-- {title}\ngrid: {grid}\ngone: {gone}\n{}never: {never}\n-->\n",
                rule_lines(&state)
            ));
        }
    }
    None
}

/// Checks that the rating by the profile `ndoku` is equal for several forms of each puzzle. Returns
/// the number of puzzles for each level.
///
/// # Errors
/// Returns the puzzle, its form, and both ratings, as text.
pub fn check_rating_invariance(
    puzzles: usize,
    forms: usize,
    seed: u64,
) -> Result<BTreeMap<&'static str, usize>, String> {
    let mut rng = SplitMix64::new(seed);
    let mut classic = Simd9::new(None);
    let mut levels = BTreeMap::new();
    for _ in 0..puzzles {
        let Subject { puzzle, solutions } = create_subject(&mut rng, &mut classic, false);
        let rating = path_rating::rate_ndoku(&puzzle, &solutions[0], &|| false)
            .map_err(|error| format!("{puzzle:?}: {error}"))?;
        *levels.entry(rating.level.name()).or_default() += 1;
        for _ in 0..forms {
            let symmetry = Symmetry::random(&mut rng, puzzle.layout());
            let (form, solution) = (symmetry.puzzle(&puzzle), symmetry.solution(&solutions[0]));
            let other = path_rating::rate_ndoku(&form, &solution, &|| false)
                .map_err(|error| format!("{form:?}: {error}"))?;
            if other != rating {
                return Err(format!("{puzzle:?}: {rating:?}\n{form:?}: {other:?}"));
            }
        }
    }
    Ok(levels)
}
