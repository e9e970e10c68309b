//! The share of handwriting in a picture, which says how likely it is in a doubtful cell.
//!
//! The classifier expects the same share in every picture. A printed digit of an unusual face then
//! counts as handwriting beside twenty that do not. The share of the picture itself is estimated by
//! expectation and maximization (Saerens, Latinne and Decaestecker, Neural Computation 14, 2002).

use crate::classifier::{CLASSES, OTHER};

/// The share of cells with handwriting for which the probabilities of the network hold.
const EXPECTED: f32 = 0.04;

/// The weight of the expected share, in cells. It is small, because most pictures have no
/// handwriting, and others have it in many cells.
const EXPECTED_CELLS: f32 = 2.5;

/// The probability that is added to an empty cell where handwriting is not considered.
const MIN_REST: f32 = 1e-6;

/// Number of rounds of the estimate, which changes little after them.
const ROUNDS: usize = 12;

/// Adapts probabilities to the share of handwriting that they show together.
pub(crate) fn adapt_to_share(probabilities: &mut [[f32; CLASSES]]) {
    let count = probabilities.len() as f32;
    let mut factor = 1.0;
    for _ in 0..ROUNDS {
        let written: f32 = probabilities
            .iter()
            .map(|cell| cell[OTHER] * factor / (1.0 - cell[OTHER] + cell[OTHER] * factor))
            .sum();
        let share = (EXPECTED_CELLS * EXPECTED + written) / (EXPECTED_CELLS + count);
        factor = share / (1.0 - share) * (1.0 - EXPECTED) / EXPECTED;
    }
    for cell in probabilities {
        let sum = 1.0 - cell[OTHER] + cell[OTHER] * factor;
        cell[OTHER] *= factor;
        for probability in cell {
            *probability /= sum;
        }
    }
}

/// Returns the probabilities under the condition that no cell has handwriting.
pub(crate) fn exclude(probabilities: &[[f32; CLASSES]]) -> Vec<[f32; CLASSES]> {
    let conditional = |cell: &[f32; CLASSES]| {
        let mut cell = *cell;
        cell[OTHER] = 0.0;
        // A cell that is handwriting for sure has hardly anything else; it becomes empty.
        cell[0] += MIN_REST;
        let sum: f32 = cell.iter().sum();
        cell.map(|probability| probability / sum)
    };
    probabilities.iter().map(conditional).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns 81 cells: some with handwriting by this probability, and else the digit 1.
    fn cells(written: usize, probability: f32) -> Vec<[f32; CLASSES]> {
        let cell = |at: usize| {
            let mut cell = [0.0; CLASSES];
            cell[OTHER] = if at < written { probability } else { 0.0 };
            cell[1] = 1.0 - cell[OTHER];
            cell
        };
        (0..81).map(cell).collect()
    }

    #[test]
    fn a_doubtful_cell_follows_the_others() {
        let mut printed = cells(1, 0.6);
        adapt_to_share(&mut printed);
        assert!(printed[0][OTHER] < 0.2, "{}", printed[0][OTHER]);
        let mut written = cells(40, 0.99);
        written[50] = cells(1, 0.6)[0];
        adapt_to_share(&mut written);
        assert!(written[50][OTHER] > 0.9, "{}", written[50][OTHER]);
    }

    #[test]
    fn clear_handwriting_stays() {
        let mut probabilities = cells(1, 0.995);
        adapt_to_share(&mut probabilities);
        assert!(
            probabilities[0][OTHER] > 0.95,
            "{}",
            probabilities[0][OTHER]
        );
    }

    #[test]
    fn without_handwriting_the_digit_counts_unless_there_is_none() {
        let mut probabilities = cells(1, 0.99);
        probabilities[7] = [0.0; CLASSES];
        probabilities[7][OTHER] = 1.0;
        let printed = exclude(&probabilities);
        assert!(printed[0][1] > 0.98 && printed[7][0] > 0.99);
        assert!(printed.iter().all(|cell| cell[OTHER] == 0.0));
    }

    #[test]
    fn probabilities_still_have_the_sum_1() {
        let mut probabilities = cells(3, 0.7);
        adapt_to_share(&mut probabilities);
        for cell in &probabilities {
            assert!((cell.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }
}
