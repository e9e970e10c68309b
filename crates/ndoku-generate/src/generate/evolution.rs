//! Optimization by an evolving population: a selected puzzle gets a neighbor, and the neighbor
//! replaces the worst puzzle if it is not worse.
//!
//! Each requested puzzle is the best of its own population, so that it depends only on its own
//! random stream. Selection takes the better of two random puzzles. Among equal puzzles the younger
//! one stays, so that the population drifts.

use super::GenerateError;
use super::difficulty_filter::DifficultyFilter;
use super::puzzle_search::{CandidatePuzzle, PuzzleSearch};
use super::request::{DifficultyTarget, Objective, Optimization, Request, Scale};
use super::uniqueness_checker::clue_count;

/// Returns the best puzzle of a population after its generations.
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
    // Lower is better: first the distance from the requested clues, then the objective.
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
