//! Optimization by an evolving population: a selected puzzle gets a neighbor, and the neighbor
//! replaces the worst puzzle if it is not worse.
//!
//! Each requested puzzle is the best of its own population, so that it depends only on its own
//! random stream. Selection takes the better of two random puzzles. Among equal puzzles the younger
//! one stays, so that the population drifts.

use ndoku_core::Rng;
use ndoku_rating::Profile;

use super::GenerateError;
use super::difficulty_filter::DifficultyFilter;
use super::puzzle_search::{CandidatePuzzle, SearchState};
use super::request::{DifficultyTarget, Objective, Optimization, Request};
use super::uniqueness_checker::clue_count;
use super::workspace::Workspace;

/// Returns the best puzzle of a population after its generations.
pub(super) fn evolve(
    search: &mut SearchState,
    workspace: &mut Workspace<'_>,
    optimization: Optimization,
) -> Result<CandidatePuzzle, GenerateError> {
    let mut scorer = Scorer::new(workspace, optimization.objective);
    let mut population = Population::default();
    for _ in 0..optimization.population {
        search.attempts += 1;
        let candidate = search.new_candidate(workspace)?;
        let score = scorer.score(workspace, &candidate)?;
        population.members.push((score, candidate));
    }
    for _ in 0..optimization.generations {
        search.attempts += 1;
        let parent = population.select_parent(&mut search.rng);
        let child = search.neighbor(workspace, parent)?;
        if !population.contains(&child) {
            let score = scorer.score(workspace, &child)?;
            population.replace_worst(score, child);
        }
    }
    population.into_best().ok_or(GenerateError::NotFound {
        attempts: search.attempts,
    })
}

/// A score: first the distance from the request, then the objective. Lower is better.
type Score = (u32, u32);

/// Computes scores for an objective.
struct Scorer {
    objective: Objective,
    scale: DifficultyFilter,
}

impl Scorer {
    fn new(workspace: &Workspace<'_>, objective: Objective) -> Self {
        let layout = &workspace.checker.layout;
        let any_difficulty = DifficultyTarget {
            profile: Profile::for_layout(layout),
            min: 0,
            max: u32::MAX,
        };
        Self {
            objective,
            scale: DifficultyFilter::new(&Request::new(layout).difficulty(any_difficulty)),
        }
    }

    fn score(
        &mut self,
        workspace: &Workspace<'_>,
        candidate: &CandidatePuzzle,
    ) -> Result<Score, GenerateError> {
        let CandidatePuzzle {
            clues,
            grid,
            distance,
        } = candidate;
        let value = match self.objective {
            Objective::FewClues => clue_count(clues) as u32,
            Objective::Hard => {
                let (checker, budget) = (&*workspace.checker, workspace.budget);
                u32::MAX - self.scale.rate(checker, clues, grid, budget)?
            }
        };
        Ok((*distance, value))
    }
}

/// The puzzles of a population with their scores.
#[derive(Default)]
struct Population {
    members: Vec<(Score, CandidatePuzzle)>,
}

impl Population {
    /// Returns the better of two random members.
    fn select_parent(&self, rng: &mut Rng) -> &CandidatePuzzle {
        let [one, other] =
            [0; 2].map(|_: u8| &self.members[rng.below(self.members.len() as u64) as usize]);
        if one.0 <= other.0 { &one.1 } else { &other.1 }
    }

    fn contains(&self, candidate: &CandidatePuzzle) -> bool {
        self.members
            .iter()
            .any(|(_, member)| member.clues == candidate.clues)
    }

    /// Replaces the worst member by a puzzle that is not worse.
    fn replace_worst(&mut self, score: Score, candidate: CandidatePuzzle) {
        let worst = self.members.iter_mut().max_by_key(|(score, _)| *score);
        if let Some(worst) = worst
            && score <= worst.0
        {
            *worst = (score, candidate);
        }
    }

    /// Returns the best member, if it meets the request.
    fn into_best(self) -> Option<CandidatePuzzle> {
        let ((distance, _), best) = self.members.into_iter().min_by_key(|(score, _)| *score)?;
        (distance == 0).then_some(best)
    }
}
