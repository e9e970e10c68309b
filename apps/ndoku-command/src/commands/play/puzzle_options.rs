//! The options of new puzzles.

use ndoku::analysis::Symmetry;
use ndoku::generate::{DifficultyTarget, GenerateError, GeneratedPuzzle, Generator, Request};
use ndoku::rating::{Level, Profile};
use ndoku::{Budget, Layout, Symbols};

/// The requested properties of a new puzzle.
#[derive(Clone, Debug)]
pub(super) struct PuzzleOptions {
    pub layout: Layout,
    /// Generate random jigsaw regions for each puzzle.
    pub random_regions: bool,
    pub level: Option<Level>,
    pub symmetries: Vec<Symmetry>,
    pub symbols: Option<Symbols>,
    /// Random seed.
    pub seed: u64,
}

impl PuzzleOptions {
    /// Generates the puzzle.
    ///
    /// # Errors
    /// Returns a message, or `None` after cancellation.
    pub(super) fn generate(&self, budget: &Budget<'_>) -> Result<GeneratedPuzzle, Option<String>> {
        let mut request = Request::new(&self.layout).symmetry(&self.symmetries);
        if self.random_regions {
            request = request.random_regions();
        }
        if let Some(level) = self.level {
            // The title and the solution path use the same scale.
            request = request.difficulty(DifficultyTarget {
                profile: Profile::Ndoku,
                ..DifficultyTarget::for_level(level, &self.layout)
            });
        }
        let mut generator = Generator::new(request).map_err(|error| Some(error.to_string()))?;
        let mut generated =
            generator
                .generate(self.seed, 1, budget)
                .map_err(|reason| match reason {
                    GenerateError::Stopped(ndoku::StopReason::Canceled) => None,
                    reason => Some(reason.to_string()),
                })?;
        if let Some(symbols) = &self.symbols {
            generated.puzzle = generated
                .puzzle
                .clone()
                .with_symbols(symbols.clone())
                .unwrap_or(generated.puzzle);
        }
        Ok(generated)
    }

    /// Returns the description on the screen: `medium 9×9`.
    pub(super) fn description(&self) -> String {
        let size = self.layout.size();
        self.level.map_or_else(
            || format!("{size}×{size}"),
            |level| format!("{} {size}×{size}", level.name()),
        )
    }
}
