//! Lower bounds for the number of clues, and the clue counts that a symmetry allows.
//!
//! ```text
//! classic 9×9              17   McGuire, Tugemann, Civario: "There is no 16-clue Sudoku" (2012),
//!                               an exhaustive search
//! 4×4 with 2×2 boxes        4   all 288 grids
//! houses of N cells only  N−1   two digits without clues can be exchanged
//! non-consecutive           1   replacing each digit d by N+1−d gives another solution
//! any other rule            0   no bound is known
//! ```
//!
//! A layout can need more clues than its bound.

use ndoku_analysis::Symmetry;
use ndoku_core::{Boxes, Layout};

/// Returns the best known lower bound for the number of clues of a puzzle of this layout.
#[must_use]
pub fn min_clues(layout: &Layout) -> usize {
    let size = usize::from(layout.size());
    if layout.is_classic() {
        return 17;
    }
    if layout.is_plain()
        && *layout.boxes()
            == (Boxes::Rectangles {
                width: 2,
                height: 2,
            })
    {
        return 4;
    }
    let only = |ids: &[&str]| {
        layout
            .constraints()
            .iter()
            .all(|constraint| ids.contains(&constraint.id()))
    };
    if only(&["anti-king", "anti-knight"]) {
        // The digits are interchangeable.
        size - 1
    } else if only(&["anti-king", "anti-knight", "non-consecutive"]) {
        usize::from(size > 1)
    } else {
        0
    }
}

/// Returns the numbers of clues next to `clues`, below and above, that a pattern with this symmetry
/// can have in a grid of `size` rows; `None` if it can have a number in the range itself.
pub(super) fn next_symmetric(
    symmetries: &[Symmetry],
    size: usize,
    clues: &std::ops::RangeInclusive<usize>,
) -> Option<(Option<usize>, Option<usize>)> {
    let orbits: Vec<[usize; 4]> = symmetries
        .iter()
        .map(|symmetry| orbits_of(*symmetry, size))
        .collect();
    let fits = |number: &usize| orbits.iter().any(|orbits| is_sum(*number, orbits));
    if clues.clone().any(|number| fits(&number)) {
        return None;
    }
    Some((
        (0..*clues.start()).rev().find(fits),
        (clues.end() + 1..=size * size).find(fits),
    ))
}

/// Counts the orbits of 1, 2, 4 and 8 cells.
fn orbits_of(symmetry: Symmetry, size: usize) -> [usize; 4] {
    let mut counts = [0; 4];
    for orbit in symmetry.orbits(size) {
        counts[orbit.len().ilog2().min(3) as usize] += 1;
    }
    counts
}

/// Returns `true` if some of the orbits have `number` cells together. Each size divides the next,
/// so that the largest fitting orbits can be taken first.
fn is_sum(number: usize, orbits: &[usize; 4]) -> bool {
    let rest = (0..4).rev().fold(number, |rest, place| {
        rest - (rest >> place).min(orbits[place]) * (1 << place)
    });
    rest == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn min_clues_depends_on_the_layout() {
        let of = |builder: ndoku_core::LayoutBuilder| min_clues(&builder.build().unwrap());
        assert_eq!(min_clues(&Layout::classic()), 17);
        // There are X-Sudokus with 12 clues and jigsaws with 8.
        assert_eq!(of(Layout::builder(9).x()), 8);
        assert_eq!(min_clues(&Layout::with_boxes(2, 2).unwrap()), 4);
        assert_eq!(of(Layout::builder(4).rule("anti-king")), 3);
        assert_eq!(of(Layout::builder(9).rule("non-consecutive")), 1);
        assert_eq!(min_clues(&Layout::for_size(1).unwrap()), 0);
    }

    #[test]
    fn is_sum_agrees_with_subset_sums() {
        for symmetry in Symmetry::ALL {
            for size in 1..=6 {
                let mut sums = vec![false; size * size + 1];
                sums[0] = true;
                for orbit in symmetry.orbits(size) {
                    for sum in (orbit.len()..sums.len()).rev() {
                        sums[sum] |= sums[sum - orbit.len()];
                    }
                }
                for (number, reached) in sums.into_iter().enumerate() {
                    assert_eq!(
                        is_sum(number, &orbits_of(*symmetry, size)),
                        reached,
                        "{symmetry} {size} {number}"
                    );
                }
            }
        }
    }
}
