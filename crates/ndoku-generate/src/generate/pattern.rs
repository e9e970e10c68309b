//! Clues in given cells: digits for a pattern, so that there is one solution.
//!
//! ```text
//!   a random grid, seen through the pattern ─▶ 2,311 solutions ─▶ another digit in a cell ─▶ 940 ─▶ … ─▶ 1
//! ```
//!
//! Rejection is hopeless: of the grids seen through a pattern of 24 clues one in millions has one solution. So one or two digits change at a time, each time to those with
//! the fewest solutions, and what is no worse is taken: equal ones let it wander. If a difficulty is asked for too, it goes on among the puzzles with
//! one solution. Costs mostly the counting of solutions, up to [`MANY`] for each digit that is tried at the beginning, few later.

use super::NotMade;
use super::maker::{Draft, Maker};
use crate::Rng;

/// Solutions are not counted further.
const MANY: u64 = 20_000;
/// Steps that are no better before it begins anew.
const PATIENCE: u64 = 400;

/// Finds a puzzle with clues in exactly these cells.
pub(super) fn find(maker: &mut Maker<'_>, pattern: &[bool]) -> Result<Draft, NotMade> {
    let cells: Vec<usize> = (0..pattern.len()).filter(|cell| pattern[*cell]).collect();
    loop {
        maker.try_again()?;
        let grid = maker.grid()?;
        let mut clues: Vec<u8> = grid
            .iter()
            .zip(pattern)
            .map(|(digit, clue)| if *clue { *digit } else { 0 })
            .collect();
        let mut solutions = maker.prover.count(&clues, MANY, maker.budget)?;
        let mut draft = found(maker, &clues, solutions)?;
        let mut idle = 0;
        while draft.as_ref().is_none_or(|draft| draft.distance > 0)
            && idle < PATIENCE
            && !cells.is_empty()
        {
            maker.try_again()?;
            let (next, count) = step(maker, &clues, &cells, solutions)?;
            idle += 1;
            if count > solutions || count == 0 {
                continue;
            }
            let better = found(maker, &next, count)?;
            match (&draft, &better) {
                (Some(old), Some(new)) if new.distance > old.distance => continue,
                (Some(old), Some(new)) if new.distance == old.distance => {}
                (None, _) if count == solutions => {}
                _ => idle = 0,
            }
            (clues, solutions, draft) = (next, count, better);
        }
        if let Some(draft) = draft.filter(|draft| draft.distance == 0) {
            return Ok(draft);
        }
    }
}

/// The puzzle with its solution and distance, if it has one solution.
fn found(maker: &mut Maker<'_>, clues: &[u8], solutions: u64) -> Result<Option<Draft>, NotMade> {
    if solutions != 1 {
        return Ok(None);
    }
    let puzzle = maker.prover.puzzle(clues);
    let Some(grid) = maker.prover.solution(&puzzle, maker.budget)? else {
        return Ok(None);
    };
    let mut distance = maker.off(clues)?;
    if !maker.judge.is_idle() {
        distance += maker
            .judge
            .distance(maker.prover, clues, &grid, maker.budget)?;
    }
    Ok(Some(Draft {
        clues: clues.to_vec(),
        grid,
        distance,
    }))
}

/// Other digits in one or two cells, and the number of solutions with them: 0 or beyond `solutions` if there is nothing as good.
fn step(
    maker: &mut Maker<'_>,
    clues: &[u8],
    cells: &[usize],
    solutions: u64,
) -> Result<(Vec<u8>, u64), NotMade> {
    let size = maker.prover.layout.size();
    let pick = |rng: &mut Rng| cells[rng.below(cells.len() as u64) as usize];
    let mut next = clues.to_vec();
    let cell = pick(&mut maker.rng);
    let is_double = maker.rng.next_u64() & 1 == 1;
    if is_double {
        let other = pick(&mut maker.rng);
        next[other] = 1 + maker.rng.below(u64::from(size)) as u8;
    }
    let first = maker.rng.below(u64::from(size)) as u8;
    let mut best = (next.clone(), u64::MAX);
    for digit in (0..size).map(|offset| 1 + (first + offset) % size) {
        if (!is_double && digit == clues[cell]) || !fits(maker, &next, cell, digit) {
            continue;
        }
        next[cell] = digit;
        // One more than the best that is known says that it is worse.
        let limit = solutions.min(best.1).saturating_add(1).min(MANY);
        let count = maker.prover.count(&next, limit, maker.budget)?;
        if count > 0 && count < best.1 {
            best = (next.clone(), count);
        }
    }
    Ok(best)
}

/// Whether the digit stands nowhere among the clues that its cell sees.
fn fits(maker: &Maker<'_>, clues: &[u8], cell: usize, digit: u8) -> bool {
    let layout = &maker.prover.layout;
    let houses = layout.houses_of(layout.cell(cell));
    let mut seen = houses
        .iter()
        .flat_map(|house| layout.houses()[usize::from(*house)].cells());
    !seen.any(|other| layout.index(*other) != cell && clues[layout.index(*other)] == digit)
}
