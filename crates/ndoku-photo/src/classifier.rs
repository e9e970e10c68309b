//! [`CellClassifier`]: what tells a printed digit from an empty cell and from handwriting.

use crate::patches::PATCH_AREA;

/// Number of classes: 0 is an empty cell, 1 to 9 are printed digits, and 10 is anything else, such
/// as handwriting.
pub const CLASSES: usize = 11;

/// Number of the class of handwriting and anything else.
pub const OTHER: usize = 10;

/// Gives each class of a cell patch its probability.
pub trait CellClassifier {
    /// Returns the probabilities of the classes for a patch. Their sum is 1.
    fn classify(&self, patch: &[f32; PATCH_AREA]) -> [f32; CLASSES];
}
