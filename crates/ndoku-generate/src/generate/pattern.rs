//! Clues in given cells: finds digits for a pattern that give exactly one solution.
//!
//! ```text
//!   random grid, pattern cells only ─▶ 2,311 solutions ─▶ change a digit ─▶ 940 ─▶ … ─▶ 1
//! ```
//!
//! Rejection is hopeless: for a pattern of 24 clues, one grid in millions has one solution. The
//! search changes one or two digits at a time to those with the fewest solutions. It accepts every
//! change that is not worse, so that it can move between equal states. If a difficulty is
//! requested, it continues among puzzles with one solution. Most time goes into counting solutions:
//! up to [`MAX_COUNTED_SOLUTIONS`] per digit at the start, and few later.

use ndoku_core::{Layout, Rng};

use super::GenerateError;
use super::puzzle_search::{CandidatePuzzle, SearchState};
use super::workspace::Workspace;

/// Maximum number of counted solutions.
const MAX_COUNTED_SOLUTIONS: u64 = 20_000;
/// Number of changes without progress before the search takes another grid.
const MAX_FAILURES: u64 = 400;

/// Finds a puzzle with clues in exactly these cells.
pub(super) fn search_digits(
    search: &mut SearchState,
    workspace: &mut Workspace<'_>,
    pattern: &[bool],
) -> Result<CandidatePuzzle, GenerateError> {
    let cells: Vec<usize> = (0..pattern.len()).filter(|cell| pattern[*cell]).collect();
    loop {
        search.count_attempt(workspace)?;
        let grid = search.next_grid(workspace)?;
        let mut clues: Vec<u8> = grid
            .iter()
            .zip(pattern)
            .map(|(digit, clue)| if *clue { *digit } else { 0 })
            .collect();
        let mut solutions = workspace.count_solutions(&clues, MAX_COUNTED_SOLUTIONS)?;
        let mut candidate = evaluate(search, workspace, &clues, solutions)?;
        let mut failures = 0;
        while candidate
            .as_ref()
            .is_none_or(|candidate| candidate.distance > 0)
            && failures < MAX_FAILURES
            && !cells.is_empty()
        {
            search.count_attempt(workspace)?;
            let (next, count) = propose_change(search, workspace, &clues, &cells, solutions)?;
            failures += 1;
            if count > solutions || count == 0 {
                continue;
            }
            let better = evaluate(search, workspace, &next, count)?;
            match (&candidate, &better) {
                (Some(old), Some(new)) if new.distance > old.distance => continue,
                (Some(old), Some(new)) if new.distance == old.distance => {}
                (None, _) if count == solutions => {}
                _ => failures = 0,
            }
            (clues, solutions, candidate) = (next, count, better);
        }
        if let Some(candidate) = candidate.filter(|candidate| candidate.distance == 0) {
            return Ok(candidate);
        }
    }
}

/// Returns the puzzle with its solution and distance, if it has one solution.
fn evaluate(
    search: &SearchState,
    workspace: &mut Workspace<'_>,
    clues: &[u8],
    solutions: u64,
) -> Result<Option<CandidatePuzzle>, GenerateError> {
    if solutions != 1 {
        return Ok(None);
    }
    let puzzle = workspace.checker.puzzle(clues);
    let Some(grid) = workspace.unique_solution(&puzzle)? else {
        return Ok(None);
    };
    let distance =
        search.clue_penalty(workspace, clues)? + workspace.difficulty_distance(clues, &grid)?;
    Ok(Some(CandidatePuzzle {
        clues: clues.to_vec(),
        grid,
        distance,
    }))
}

/// Proposes other digits in one or two cells. Returns their number of solutions, which is 0 or
/// above `solutions` if no change is as good.
fn propose_change(
    search: &mut SearchState,
    workspace: &mut Workspace<'_>,
    clues: &[u8],
    cells: &[usize],
    solutions: u64,
) -> Result<(Vec<u8>, u64), GenerateError> {
    let layout = workspace.checker.layout.clone();
    let size = layout.size();
    let pick = |rng: &mut Rng| cells[rng.below(cells.len() as u64) as usize];
    let mut next = clues.to_vec();
    let cell = pick(&mut search.rng);
    let is_double = search.rng.next_u64() & 1 == 1;
    if is_double {
        let other = pick(&mut search.rng);
        next[other] = 1 + search.rng.below(u64::from(size)) as u8;
    }
    let first = search.rng.below(u64::from(size)) as u8;
    let mut best = (next.clone(), u64::MAX);
    for digit in (0..size).map(|offset| 1 + (first + offset) % size) {
        if (!is_double && digit == clues[cell]) || !fits(&layout, &next, cell, digit) {
            continue;
        }
        next[cell] = digit;
        // One solution more than the best known number proves that a change is worse.
        let limit = solutions
            .min(best.1)
            .saturating_add(1)
            .min(MAX_COUNTED_SOLUTIONS);
        let count = workspace.count_solutions(&next, limit)?;
        if count > 0 && count < best.1 {
            best = (next.clone(), count);
        }
    }
    Ok(best)
}

/// Returns `true` if no clue in a house of the cell has this digit.
fn fits(layout: &Layout, clues: &[u8], cell: usize, digit: u8) -> bool {
    let houses = layout.houses_of(layout.cell(cell));
    let mut seen = houses
        .iter()
        .flat_map(|house| layout.houses()[usize::from(*house)].cells());
    !seen.any(|other| layout.index(*other) != cell && clues[layout.index(*other)] == digit)
}
