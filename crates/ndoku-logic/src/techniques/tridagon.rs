//! The tridagon, or Thor's hammer: twelve cells in four boxes that three digits cannot fill.
//!
//! ```text
//! a . . | a . .    Three cells in each of four boxes that form a rectangle, one in each row and
//! . a . | . a .    column of the box. From row to row, the three digits of a box follow each other
//! . . a | . . a    in one of two cyclic orders. Boxes side by side must have the same order, since
//! ------+------    no row has a digit twice. The columns give the same rule for boxes one below
//! a . . | . . a    the other. In falling cells (like a backslash) the orders by row and by column
//! . a . | . a .    agree, in rising cells they differ. With an odd number of rising boxes the
//! . . a | a . .    rules contradict each other.
//! ```
//!
//! Cells rise or fall by the parity of the permutation that gives the column for each row. If the
//! number of rising boxes is odd, at least one of the cells holds another digit, a guardian. The
//! proof needs only rows, columns and boxes of 3×3, so additional rules of a layout do not matter.

use std::ops::ControlFlow;

use ndoku_core::{Boxes, Digit, DigitSet, Highlight, HighlightRole};

use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{StepSink, technique};
use crate::text;

technique! {
    TRIDAGON = "tridagon" {
        name: "Tridagon",
        aliases: &["Thor's hammer", "trivalue oddagon"],
        family: "Impossible patterns",
        summary: "Twelve cells in four boxes cannot be filled with three digits alone, so one of \
            their other candidates is true.",
        difficulty: Difficulty(77),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_tridagons,
    }
}

/// The column within the box for each row within the box. Even permutations come first.
const FALLING_THEN_RISING: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
];

/// Three cells of a box, one in each of its rows and columns, or those of several boxes together.
#[derive(Clone, Default)]
struct TridagonCells {
    cells: Vec<usize>,
    /// The cells with candidates other than the three digits.
    rich: Vec<usize>,
    extras: DigitSet,
    is_rising: bool,
}

impl TridagonCells {
    /// Returns whether a deduction is possible: the other candidates lie in one cell, or they are
    /// one digit.
    fn is_useful(&self) -> bool {
        self.rich.len() <= 1 || self.extras.len() <= 1
    }

    fn merged_with(&self, other: &Self) -> Self {
        Self {
            cells: [&self.cells[..], &other.cells].concat(),
            rich: [&self.rich[..], &other.rich].concat(),
            extras: self.extras | other.extras,
            is_rising: self.is_rising != other.is_rising,
        }
    }
}

fn find_tridagons(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    if *position.layout().boxes()
        != (Boxes::Rectangles {
            width: 3,
            height: 3,
        })
    {
        return ControlFlow::Continue(());
    }
    // Whatever the guardians are, eleven of the cells have at most four candidates.
    let few = (0..81)
        .filter(|cell| position.is_open(*cell) && position.candidates(*cell).len() <= 4)
        .count();
    if few < 11 {
        return ControlFlow::Continue(());
    }
    let digits: Vec<Digit> = position.layout().digits().collect();
    for (at, a) in digits.iter().enumerate() {
        for (next, b) in digits.iter().enumerate().skip(at + 1) {
            for c in &digits[next + 1..] {
                find_with_digits(position, sink, [*a, *b, *c].into_iter().collect())?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds the tridagons of these three digits.
fn find_with_digits(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    three: DigitSet,
) -> ControlFlow<()> {
    let boxes: Vec<Vec<TridagonCells>> = (0..9)
        .map(|number| choices_in_box(position, number, three))
        .collect();
    for without in 0..3 {
        for beside in 0..3 {
            let two = |without: usize| [(without + 1) % 3, (without + 2) % 3];
            let four: Vec<usize> = two(without)
                .into_iter()
                .flat_map(|band| two(beside).map(|stack| 3 * band + stack))
                .collect();
            add_boxes(
                position,
                sink,
                three,
                &four
                    .iter()
                    .map(|number| &boxes[*number][..])
                    .collect::<Vec<_>>(),
                &TridagonCells::default(),
            )?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the choices of cells in a box.
fn choices_in_box(position: &Position<'_>, number: usize, three: DigitSet) -> Vec<TridagonCells> {
    let first = number / 3 * 27 + number % 3 * 3;
    let choice = |(at, columns): (usize, &[usize; 3])| {
        let cells: Vec<usize> = columns
            .iter()
            .enumerate()
            .map(|(row, column)| first + 9 * row + column)
            .collect();
        let rich: Vec<usize> = cells
            .iter()
            .copied()
            .filter(|cell| !position.candidates(*cell).is_subset(three))
            .collect();
        let extras = rich.iter().fold(DigitSet::default(), |all, cell| {
            all | position.candidates(*cell)
        }) - three;
        let fits = cells
            .iter()
            .all(|cell| !(position.candidates(*cell) & three).is_empty());
        fits.then_some(TridagonCells {
            cells,
            rich,
            extras,
            is_rising: at >= 3,
        })
        .filter(TridagonCells::is_useful)
    };
    FALLING_THEN_RISING
        .iter()
        .enumerate()
        .filter_map(choice)
        .collect()
}

/// Adds cells of the remaining boxes, and emits complete patterns.
fn add_boxes(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    three: DigitSet,
    left: &[&[TridagonCells]],
    so_far: &TridagonCells,
) -> ControlFlow<()> {
    let Some((choices, left)) = left.split_first() else {
        return emit(position, sink, three, so_far);
    };
    if left.iter().any(|choices| choices.is_empty()) {
        return ControlFlow::Continue(());
    }
    sink.check_stop()?;
    for choice in *choices {
        let all = so_far.merged_with(choice);
        if all.is_useful() {
            add_boxes(position, sink, three, left, &all)?;
        }
    }
    ControlFlow::Continue(())
}

fn emit(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    three: DigitSet,
    found: &TridagonCells,
) -> ControlFlow<()> {
    if !found.is_rising {
        return ControlFlow::Continue(());
    }
    let rich = position.cells(found.rich.iter().copied());
    let (harder, deduction) = match (found.rich.len(), found.extras.single()) {
        (0, _) => return ControlFlow::Continue(()),
        (1, _) => (
            0,
            Deduction::from_eliminations(
                three
                    .iter()
                    .flat_map(|digit| position.candidates_of_digit(&rich, digit))
                    .collect(),
            ),
        ),
        (_, Some(extra)) => (
            1,
            Deduction::from_eliminations(
                position.candidates_of_digit(&position.common_peers(&rich), extra),
            ),
        ),
        _ => return ControlFlow::Continue(()),
    };
    sink.emit_harder(harder, deduction.clone(), || {
        let cells = position.cells(found.cells.iter().copied());
        let mut highlights: Vec<Highlight> = cells
            .iter()
            .map(|cell| Highlight::Cell(position.layout().cell(cell), HighlightRole::Pattern))
            .collect();
        let of = |digit: Digit, role: HighlightRole| {
            position
                .candidates_of_digit(&cells, digit)
                .into_iter()
                .map(move |place| Highlight::Candidate(place, role))
        };
        highlights.extend(
            three
                .iter()
                .flat_map(|digit| of(digit, HighlightRole::Pattern)),
        );
        highlights.extend(
            found
                .extras
                .iter()
                .flat_map(|digit| of(digit, HighlightRole::Fin)),
        );
        let extras = text::join_or(
            found
                .extras
                .iter()
                .map(|digit| position.format_digit(digit)),
        );
        let last = match found.rich.len() {
            1 => phrase!(
                "Only {cell} has other candidates, so it holds {extras}.",
                cell = position.format_cells(&rich),
                extras
            ),
            _ => phrase!(
                "The only other candidate is {extras} in {cells}, so one of these holds it.",
                cells = position.format_cells(&rich),
                extras
            ),
        };
        let text = phrase!(
            "{cells} are three cells of each of four boxes, one in each of its rows and columns. \
            With {digits} only, boxes side by side would have these in the same cyclic order, and so \
            would boxes one below the other. But the cells rise instead of falling in an odd number of \
            these boxes, so the orders contradict each other.",
            cells = position.format_cells(&cells),
            digits = position.format_digits(three)
        );
        Explanation {
            highlights,
            text: Phrase::sentences([text, last, format_conclusion(position, &deduction)]),
        }
    })
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Board, Candidate, Layout, Puzzle};

    use super::*;
    use crate::position::Geometry;

    #[test]
    fn several_guardians_must_be_one_digit() {
        // The digits 1 to 3 in falling cells of boxes 1, 2 and 4 and in rising cells of box 5. Two
        // of these may also hold 4.
        let puzzle = Puzzle::empty(&Layout::classic());
        let mut board = Board::from_puzzle(&puzzle);
        let pattern = [0, 10, 20, 3, 13, 23, 27, 37, 47, 32, 40, 48];
        let guardians = [32, 48];
        for cell in pattern {
            let most = if guardians.contains(&cell) { 4 } else { 3 };
            for digit in Layout::classic()
                .digits()
                .filter(|digit| digit.get() > most)
            {
                board.remove(Candidate::new(Layout::classic().cell(cell), digit));
            }
        }
        let geometry = Geometry::for_layout(&Layout::classic());
        let steps = TRIDAGON.all_steps(&Position::new(&puzzle, &board, &geometry), true);
        // The other cells of the box see both.
        let gone = "r4c4-4 r4c5-4 r5c4-4 r5c6-4 r6c5-4 r6c6-4";
        let [step] = &steps[..] else {
            panic!("{steps:?}")
        };
        assert_eq!(
            (step.deduction.to_string().as_str(), step.difficulty),
            (gone, Difficulty(78))
        );
        assert!(
            step.explanation
                .text
                .to_string()
                .contains("The only other candidate is 4 in r4c6 and r6c4"),
            "{}",
            step.explanation.text
        );
        // Without guardians the board has a contradiction and no step. One guardian decides its
        // cell.
        let mut more = board.clone();
        for cell in guardians {
            more.remove(Candidate::new(
                Layout::classic().cell(cell),
                Digit::from_index(3),
            ));
        }
        assert!(
            TRIDAGON
                .all_steps(&Position::new(&puzzle, &more, &geometry), false)
                .is_empty()
        );
        board.remove(Candidate::new(
            Layout::classic().cell(guardians[0]),
            Digit::from_index(3),
        ));
        let steps = TRIDAGON.all_steps(&Position::new(&puzzle, &board, &geometry), false);
        assert_eq!(
            steps
                .iter()
                .map(|step| step.deduction.to_string())
                .collect::<Vec<_>>(),
            ["r6c4-1 r6c4-2 r6c4-3"]
        );
    }

    /// Returns whether three digits fit into three cells of each of four boxes, by trial. A box is
    /// given by the column for each row.
    fn can_be_filled(boxes: [[usize; 3]; 4]) -> bool {
        // A filling of a box is the digit for each row. The digits by column follow.
        let orders = FALLING_THEN_RISING;
        let by_column = |cells: [usize; 3], digits: [usize; 3]| {
            let mut columns = [0; 3];
            (0..3).for_each(|row| columns[cells[row]] = digits[row]);
            columns
        };
        let differ = |a: [usize; 3], b: [usize; 3]| (0..3).all(|at| a[at] != b[at]);
        orders.iter().any(|one| {
            orders.iter().filter(|two| differ(*one, **two)).any(|two| {
                let below = orders.iter().filter(|three| {
                    differ(by_column(boxes[0], *one), by_column(boxes[2], **three))
                });
                below.into_iter().any(|three| {
                    orders.iter().any(|four| {
                        differ(*three, *four)
                            && differ(by_column(boxes[1], *two), by_column(boxes[3], *four))
                    })
                })
            })
        })
    }

    #[test]
    fn twelve_cells_are_impossible_iff_an_odd_number_of_boxes_rises() {
        let choices: Vec<(bool, [usize; 3])> = FALLING_THEN_RISING
            .iter()
            .enumerate()
            .map(|(at, columns)| (at >= 3, *columns))
            .collect();
        for number in 0..6_usize.pow(4) {
            let four = [0, 1, 2, 3].map(|place| choices[number / 6_usize.pow(place) % 6]);
            let rising = four.iter().filter(|(rises, _)| *rises).count();
            assert_eq!(
                can_be_filled(four.map(|(_, columns)| columns)),
                rising % 2 == 0,
                "{four:?}"
            );
        }
    }
}
