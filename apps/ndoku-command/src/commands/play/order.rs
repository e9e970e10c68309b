//! Which puzzle is made when none is given.

use ndoku::generate::generate::DifficultyTarget;
use ndoku::generate::{GenerateError, GeneratedPuzzle, Generator, Request, Symmetry};
use ndoku::rating::Level;
use ndoku::{Budget, Layout, Symbols};

/// What a new puzzle shall be like.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub layout: Layout,
    /// Each puzzle has jigsaw regions of its own.
    pub random_regions: bool,
    pub level: Option<Level>,
    pub symmetries: Vec<Symmetry>,
    pub symbols: Option<Symbols>,
    /// The puzzle depends on this number.
    pub seed: u64,
}

impl Order {
    /// Makes the puzzle.
    ///
    /// # Errors
    /// The sentence why there is none; `None` if it was told to stop.
    pub(super) fn make(&self, budget: &Budget<'_>) -> Result<GeneratedPuzzle, Option<String>> {
        let mut request = Request::new(&self.layout).symmetry(&self.symmetries);
        if self.random_regions {
            request = request.random_regions();
        }
        if let Some(level) = self.level {
            request = request.difficulty(DifficultyTarget::for_level(level, &self.layout));
        }
        let mut generator = Generator::new(request).map_err(|error| Some(error.to_string()))?;
        let mut made = generator
            .generate(self.seed, 1, budget)
            .map_err(|reason| match reason {
                GenerateError::Stopped(ndoku::StopReason::Cancelled) => None,
                reason => Some(reason.to_string()),
            })?;
        if let Some(symbols) = &self.symbols {
            made.puzzle = made
                .puzzle
                .clone()
                .with_symbols(symbols.clone())
                .unwrap_or(made.puzzle);
        }
        Ok(made)
    }

    /// What it is called on the screen: `medium 9×9`.
    pub(super) fn name(&self) -> String {
        let size = self.layout.size();
        self.level.map_or_else(
            || format!("{size}×{size}"),
            |level| format!("{} {size}×{size}", level.name()),
        )
    }
}
