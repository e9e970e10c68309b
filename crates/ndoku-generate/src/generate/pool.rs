//! A pool of puzzles that evolves: a puzzle that is chosen gets a neighbour, and the neighbour takes the place of the worst if it is better than that.
//!
//! Each puzzle that is asked for is the best of a pool of its own, so that it depends on its own chance alone. The better of two puzzles drawn at random is chosen; of equal
//! ones the younger stays, so that the pool wanders.

use super::NotMade;
use super::judge::Judge;
use super::maker::{Draft, Maker};
use super::proof::clue_count;
use super::request::{Aim, Goal, Pool, Request, Scale};

/// The best puzzle of a pool after its rounds.
pub(super) fn evolve(maker: &mut Maker<'_>, pool: Pool) -> Result<Draft, NotMade> {
    let layout = maker.prover.layout.clone();
    let mut scale = Judge::new(&Request::new(&layout).aim(Aim {
        scale: Scale::of(&layout),
        least: 0,
        most: u32::MAX,
    }));
    // Lower is better: how far off the number of clues is, and then what the goal says.
    let mut score = |maker: &mut Maker<'_>, draft: &Draft| -> Result<(u32, u32), NotMade> {
        let value = match pool.goal {
            Goal::FewClues => clue_count(&draft.clues) as u32,
            Goal::Hard => {
                u32::MAX - scale.rate(maker.prover, &draft.clues, &draft.grid, maker.budget)?
            }
        };
        Ok((draft.distance, value))
    };
    let mut members: Vec<((u32, u32), Draft)> = Vec::new();
    for _ in 0..pool.size {
        maker.tries += 1;
        let draft = maker.fresh()?;
        members.push((score(maker, &draft)?, draft));
    }
    for _ in 0..pool.rounds {
        maker.tries += 1;
        let [one, other] = [0; 2].map(|_: u8| maker.rng.below(members.len() as u64) as usize);
        let parent = if members[one].0 <= members[other].0 {
            one
        } else {
            other
        };
        let child = maker.neighbour(&members[parent].1)?;
        if members
            .iter()
            .any(|(_, member)| member.clues == child.clues)
        {
            continue;
        }
        let value = score(maker, &child)?;
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
        Some(((0, _), draft)) => Ok(draft),
        _ => Err(NotMade::NotFound { tries: maker.tries }),
    }
}
