//! The study of puzzles: which are equivalent, which clues they need, what their structure is.

pub mod canonical;

pub use ndoku_analysis::{
    CellSet81, ClassicTransformation, Grid81, Symmetry, backdoor, minimal, sampled_minimals,
    symmetry, transformation, unavoidable, vicinity,
};
