//! A pool of puzzles that evolves: a puzzle that is chosen gets a neighbour, and the neighbour takes the place of the worst if it is better than that.
//!
//! Each puzzle that is asked for is the best of a pool of its own, so that it depends on its own chance alone. The better of two puzzles drawn at random is chosen; of equal
//! ones the younger stays, so that the pool wanders.

use super::GenerateError;
use super::difficulty_filter::DifficultyFilter;
use super::puzzle_search::{CandidatePuzzle, PuzzleSearch};
use super::request::{DifficultyTarget, Objective, Optimization, Request, Scale};
use super::uniqueness_checker::clue_count;

/// The best puzzle of a pool after its rounds.
pub(super) fn evolve(
    search: &mut PuzzleSearch<'_>,
    optimization: Optimization,
) -> Result<CandidatePuzzle, GenerateError> {
    let layout = search.checker.layout.clone();
    let mut scale = DifficultyFilter::new(&Request::new(&layout).difficulty(DifficultyTarget {
        scale: Scale::for_layout(&layout),
        min: 0,
        max: u32::MAX,
    }));
    // Lower is better: how far off the number of clues is, and then what the goal says.
    let mut score = |search: &mut PuzzleSearch<'_>,
                     candidate: &CandidatePuzzle|
     -> Result<(u32, u32), GenerateError> {
        let value = match optimization.objective {
            Objective::FewClues => clue_count(&candidate.clues) as u32,
            Objective::Hard => {
                u32::MAX
                    - scale.rate(
                        search.checker,
                        &candidate.clues,
                        &candidate.grid,
                        search.budget,
                    )?
            }
        };
        Ok((candidate.distance, value))
    };
    let mut members: Vec<((u32, u32), CandidatePuzzle)> = Vec::new();
    for _ in 0..optimization.population {
        search.attempts += 1;
        let candidate = search.new_candidate()?;
        members.push((score(search, &candidate)?, candidate));
    }
    for _ in 0..optimization.generations {
        search.attempts += 1;
        let [one, other] = [0; 2].map(|_: u8| search.rng.below(members.len() as u64) as usize);
        let parent = if members[one].0 <= members[other].0 {
            one
        } else {
            other
        };
        let child = search.neighbor(&members[parent].1)?;
        if members
            .iter()
            .any(|(_, member)| member.clues == child.clues)
        {
            continue;
        }
        let value = score(search, &child)?;
        let worst = members
            .iter()
            .enumerate()
            .max_by_key(|(_, (score, _))| *score)
            .map(|(place, _)| place);
        if let Some(worst) = worst
            && value <= members[worst].0
        {
            members[worst] = (value, child);
        }
    }
    let best = members.into_iter().min_by_key(|(score, _)| *score);
    match best {
        Some(((0, _), candidate)) => Ok(candidate),
        _ => Err(GenerateError::NotFound {
            attempts: search.attempts,
        }),
    }
}
