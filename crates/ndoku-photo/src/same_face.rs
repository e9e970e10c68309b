//! Doubtful cells that look like other cells of the same picture.
//!
//! All digits of a puzzle are printed in one face. If the face is unusual, the classifier may know
//! some of its ones and call others handwriting. A cell whose ink covers that of a sure one is a
//! one, too. If most doubtful cells have the same ink as another one, they are no handwriting.

use crate::classifier::{CLASSES, OTHER};
use crate::patches::{PATCH_AREA, PATCH_SIDE};

/// Probability from which a digit is an example of its face, and from which a cell is not compared.
const SURE: f32 = 0.98;

/// Maximum number of doubtful cells that are compared with each other. Noise, and grids that are
/// read upside down, have more.
const MAX_DOUBTFUL: usize = 45;

/// Maximum number of examples of a digit.
const MAX_EXAMPLES: usize = 4;

/// Correlation with an example from which two cells hold the same digit.
const MIN_LIKENESS: f32 = 0.95;

/// Correlation of two doubtful cells from which they have the same shape.
const MIN_SAME: f32 = 0.97;

/// Share of the doubtful cells that must have the shape of another one.
const MIN_TWIN_SHARE: f32 = 0.5;

/// Smallest number of such cells that are not likeliest a one. Written ones may be alike, and other
/// written digits hardly are.
const MIN_TWINS: usize = 2;

/// Amount by which the correlation with any other digit must be smaller.
const MIN_LEAD: f32 = 0.06;

/// Range of the ratio of ink in two cells that hold the same digit. A pen or a pencil has other
/// strokes than print.
const INK_RATIO: std::ops::RangeInclusive<f32> = 0.8..=1.25;

/// The probability that a cell is printed if another one looks like it.
const TRUST: f32 = 0.9;

/// Distance in pixels by which a digit may be shifted in its cell.
const MAX_SHIFT: usize = 2;

/// Width of the border of a patch that is not compared. Lines of the grid lie there.
const BORDER: usize = 6;

/// Side of the square that is compared.
const SIDE: usize = PATCH_SIDE - 2 * BORDER;

/// Moves the probability of handwriting to digits in doubtful cells that look like other cells.
/// There is a patch for each cell. Returns `true` if the face is unusual.
pub(crate) fn recognize(
    patches: &[[f32; PATCH_AREA]],
    probabilities: &mut [[f32; CLASSES]],
) -> bool {
    let mut examples: [Vec<Window>; 10] = Default::default();
    for (patch, probabilities) in patches.iter().zip(probabilities.iter()) {
        for (digit, known) in examples.iter_mut().enumerate().skip(1) {
            if probabilities[digit] >= SURE && known.len() < MAX_EXAMPLES {
                known.extend(Window::new(patch, BORDER, BORDER));
            }
        }
    }
    let doubtful: Vec<usize> = (0..patches.len().min(probabilities.len()))
        .filter(|cell| probabilities[*cell][..OTHER].iter().all(|one| *one < SURE))
        .collect();
    if doubtful.len() > MAX_DOUBTFUL {
        return false;
    }
    let windows: Vec<Vec<Window>> = doubtful
        .iter()
        .map(|cell| shifted(&patches[*cell]))
        .collect();
    let has_twin = |at: usize| {
        let mut others = windows.iter().enumerate().filter(|(other, _)| *other != at);
        others.any(|(_, other)| is_same(other, &windows[at]))
    };
    let twins: Vec<bool> = (0..doubtful.len()).map(has_twin).collect();
    let with_ink = windows.iter().filter(|windows| !windows.is_empty()).count();
    let twin_count = twins.iter().filter(|has_twin| **has_twin).count();
    let is_one = |cell: &[f32; CLASSES]| cell[2..OTHER].iter().all(|other| *other <= cell[1]);
    let others = doubtful.iter().zip(&twins);
    let others = others.filter(|(cell, has_twin)| **has_twin && !is_one(&probabilities[**cell]));
    let is_unusual =
        others.count() >= MIN_TWINS && twin_count as f32 >= MIN_TWIN_SHARE * with_ink as f32;
    for (at, cell) in doubtful.iter().enumerate() {
        let probabilities = &mut probabilities[*cell];
        if let Some(digit) = likely_digit(&windows[at], &examples) {
            probabilities[digit] += TRUST * probabilities[OTHER];
            probabilities[OTHER] *= 1.0 - TRUST;
        } else if twins[at] && is_unusual {
            let printed: f32 = probabilities[1..OTHER].iter().sum();
            let moved = TRUST * probabilities[OTHER];
            if printed > 0.0 {
                for digit in &mut probabilities[1..OTHER] {
                    *digit *= 1.0 + moved / printed;
                }
                probabilities[OTHER] -= moved;
            }
        }
    }
    is_unusual
}

/// Returns `true` if two cells hold the same shape.
fn is_same(a: &[Window], b: &[Window]) -> bool {
    let unshifted = a.get(a.len() / 2);
    unshifted.is_some_and(|one| likeness(std::slice::from_ref(one), b) >= MIN_SAME)
}

/// Returns the middle of a patch in all shifts, or nothing without ink. The unshifted one is in the
/// middle.
fn shifted(patch: &[f32; PATCH_AREA]) -> Vec<Window> {
    let shifts = BORDER - MAX_SHIFT..=BORDER + MAX_SHIFT;
    let places = shifts
        .clone()
        .flat_map(|top| shifts.clone().map(move |left| (top, left)));
    let windows: Option<Vec<Window>> = places
        .map(|(top, left)| Window::new(patch, top, left))
        .collect();
    windows.unwrap_or_default()
}

/// Returns the largest correlation of two windows with about the same amount of ink.
fn likeness(examples: &[Window], windows: &[Window]) -> f32 {
    let pairs = examples
        .iter()
        .flat_map(|example| windows.iter().map(move |window| (example, window)));
    pairs
        .filter(|(example, window)| INK_RATIO.contains(&(window.ink / example.ink)))
        .map(|(example, window)| example.correlation(window))
        .fold(0.0, f32::max)
}

/// Returns the digit whose examples a cell looks like.
fn likely_digit(windows: &[Window], examples: &[Vec<Window>; 10]) -> Option<usize> {
    let likenesses: Vec<f32> = examples
        .iter()
        .map(|examples| likeness(examples, windows))
        .collect();
    let best = (1..10).max_by(|a, b| likenesses[*a].total_cmp(&likenesses[*b]))?;
    let others = (1..10).filter(|digit| *digit != best);
    let second = others.map(|digit| likenesses[digit]).fold(0.0, f32::max);
    let is_like = likenesses[best] >= MIN_LIKENESS && likenesses[best] - second >= MIN_LEAD;
    is_like.then_some(best)
}

/// A part of a patch, with the mean 0 and the length 1.
struct Window {
    values: [f32; SIDE * SIDE],
    /// The sum of its ink.
    ink: f32,
}

impl Window {
    /// Returns the part of a patch at a place, unless it has no ink.
    fn new(patch: &[f32; PATCH_AREA], top: usize, left: usize) -> Option<Self> {
        let mut values = [0.0; SIDE * SIDE];
        for (row, line) in values.chunks_exact_mut(SIDE).enumerate() {
            let from = (top + row) * PATCH_SIDE + left;
            line.copy_from_slice(&patch[from..from + SIDE]);
        }
        let ink: f32 = values.iter().sum();
        let mean = ink / values.len() as f32;
        for value in &mut values {
            *value -= mean;
        }
        let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        if length < 0.5 {
            return None;
        }
        for value in &mut values {
            *value /= length;
        }
        Some(Self { values, ink })
    }

    fn correlation(&self, other: &Self) -> f32 {
        let pairs = self.values.iter().zip(&other.values);
        pairs.map(|(a, b)| a * b).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a patch with a bar of ink: its first column, and its width.
    fn bar(left: usize, width: usize) -> [f32; PATCH_AREA] {
        std::array::from_fn(|at| {
            let (row, column) = (at / PATCH_SIDE, at % PATCH_SIDE);
            let is_ink = (8..24).contains(&row) && (left..left + width).contains(&column);
            f32::from(u8::from(is_ink))
        })
    }

    /// Returns the probabilities of a cell that holds this digit or handwriting.
    fn printed(digit: usize, share: f32) -> [f32; CLASSES] {
        let mut probabilities = [0.0; CLASSES];
        (probabilities[digit], probabilities[OTHER]) = (share, 1.0 - share);
        probabilities
    }

    #[test]
    fn a_cell_that_looks_like_a_sure_digit_is_that_digit() {
        let patches = [bar(14, 4), bar(15, 4), bar(14, 9)];
        let mut probabilities = [printed(1, 0.99), printed(7, 0.01), printed(7, 0.01)];
        recognize(&patches, &mut probabilities);
        assert_eq!(probabilities[0], printed(1, 0.99));
        assert!(probabilities[1][1] > 0.8, "{:?}", probabilities[1]);
        assert_eq!(probabilities[2], printed(7, 0.01));
    }

    #[test]
    fn cells_of_a_face_whose_shapes_repeat_are_printed() {
        let shape = |cell: usize| bar([14, 14, 12, 12][cell], [4, 4, 8, 8][cell]);
        let mut patches: Vec<_> = (0..4).map(shape).collect();
        patches.extend([bar(10, 13), [0.0; PATCH_AREA]]);
        let mut probabilities = [printed(7, 0.1); 6];
        assert!(recognize(&patches, &mut probabilities));
        for (cell, probabilities) in probabilities.iter().enumerate() {
            assert_eq!(probabilities[7] > 0.5, cell < 4, "{cell}");
            let sum: f32 = probabilities.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{cell}: {sum}");
        }
        // Two ones may be written by hand.
        let mut probabilities = [printed(1, 0.1); 2];
        assert!(!recognize(&patches[..2], &mut probabilities));
        assert_eq!(probabilities, [printed(1, 0.1); 2]);
    }
}
