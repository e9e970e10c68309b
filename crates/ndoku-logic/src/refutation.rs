//! `Refutation`: why a puzzle has no solution, where easy steps show it.

use ndoku_core::{Board, Cell, Puzzle};

use crate::level::Level;
use crate::logical_solver::{LogicalSolver, SolveEnd};
use crate::phrase::{Phrase, phrase};
use crate::position::Contradiction;
use crate::technique::Technique;
use crate::techniques::TECHNIQUES;

/// The visible reason why a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// Number of steps before the contradiction is visible.
    pub steps: usize,
    /// The cell without a digit, or the cells of the house without a place for a digit.
    pub cells: Vec<Cell>,
    /// The reason, without a full stop: `after 5 steps of logic, row 3 has no place for 7`.
    pub text: Phrase,
}

impl Refutation {
    /// Applies steps up to the level `medium` until a contradiction is visible. Returns `None` if
    /// these steps end before. `stop` is called every few milliseconds, and returns `true` to stop.
    #[must_use]
    pub fn find(puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Option<Self> {
        let is_easy =
            |technique: &Technique| Level::for_difficulty(technique.difficulty) <= Level::Medium;
        let techniques: Vec<&'static Technique> = TECHNIQUES
            .iter()
            .copied()
            .filter(|technique| is_easy(technique))
            .collect();
        let board = Board::with_clues_placed(puzzle);
        let mut solver = LogicalSolver::new(puzzle, board, &techniques)
            .with_uniqueness(false)
            .with_stop(stop);
        let mut steps = 0;
        let end = solver.run(&mut |_| steps += 1);
        let SolveEnd::Contradiction(contradiction) = end else {
            return None;
        };
        let (cells, reason) = describe(puzzle, contradiction);
        let text = match steps {
            0 => reason,
            1 => phrase!("after 1 step of logic, {reason}", reason),
            _ => phrase!("after {steps} steps of logic, {reason}", steps, reason),
        };
        Some(Self { steps, cells, text })
    }
}

/// Returns the cells of a contradiction, and its text.
fn describe(puzzle: &Puzzle, contradiction: Contradiction) -> (Vec<Cell>, Phrase) {
    match contradiction {
        Contradiction::Cell(cell) => (vec![cell], phrase!("no digit is left for {cell}", cell)),
        Contradiction::House(house, digit) => {
            let house = &puzzle.layout().houses()[house];
            let digits = Phrase::plain(puzzle.symbols().symbol(digit));
            let name = Phrase::house(house.name());
            let text = phrase!("{house} has no place for {digits}", house = name, digits);
            (house.cells().to_vec(), text)
        }
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::Layout;

    use super::*;

    fn refute(clues: &str) -> Option<Refutation> {
        let puzzle: Puzzle = clues.parse().unwrap();
        Refutation::find(&puzzle, &|| false)
    }

    #[test]
    fn a_contradiction_of_the_clues_needs_no_step() {
        let found = refute("12.....3........").unwrap();
        assert_eq!(found.steps, 0);
        assert_eq!(found.text, "row 1 has no place for 3");
        assert_eq!(found.cells.len(), 4);
    }

    #[test]
    fn steps_before_a_contradiction_are_counted() {
        let found = refute("..1..4..2.3.....").unwrap();
        assert_eq!(
            found.text,
            "after 4 steps of logic, row 3 has no place for 4"
        );
        assert_eq!((found.steps, found.cells.len()), (4, 4));
    }

    #[test]
    fn a_puzzle_with_a_solution_has_no_refutation() {
        assert_eq!(refute("1234341221434321"), None);
        assert_eq!(refute("1.............2."), None);
        let stopped = Layout::builder(4).build().unwrap();
        assert_eq!(Refutation::find(&Puzzle::empty(&stopped), &|| true), None);
    }
}
