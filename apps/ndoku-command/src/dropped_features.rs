//! Warnings about the features of puzzles that an output format cannot keep.

use std::collections::BTreeSet;

use ndoku::Digit;
use ndoku::format::{Feature, Format, Record};

use crate::context::Context;
use crate::output_format::solution_record;

/// The features that a format has dropped so far. Each is reported once.
#[derive(Default)]
pub(crate) struct DroppedFeatures(BTreeSet<Feature>);

impl DroppedFeatures {
    /// Warns of the features of a record that the format drops. Returns `true` if the record has
    /// other solutions without them.
    pub(crate) fn warn(
        &mut self,
        context: &Context,
        prefix: &str,
        format: &Format,
        dropped: &[Feature],
    ) -> bool {
        for feature in dropped {
            if self.0.insert(*feature) {
                context.info(&format!(
                    "warning: {prefix}the format {} cannot keep {}",
                    format.id,
                    feature.name()
                ));
            }
        }
        dropped.iter().any(|feature| changes_solutions(*feature))
    }

    /// Warns of what the format drops beside a solution. These are symbols that begin with 0, which
    /// the format writes as others. If the format writes the puzzle too, they are also the features
    /// of the puzzle that change its solutions.
    pub(crate) fn warn_of_solution(
        &mut self,
        context: &Context,
        prefix: &str,
        format: &Format,
        record: &Record,
        digits: &[Digit],
    ) {
        if format.supports.contains(&Feature::Solution) {
            let mut dropped = format.unsupported(record);
            dropped.retain(|feature| changes_solutions(*feature));
            self.warn(context, prefix, format, &dropped);
        }
        // A line keeps the symbols of the puzzle.
        if format.id == "line" || record.puzzle.symbols().digit("0").is_none() {
            return;
        }
        let mut dropped = format.unsupported(&solution_record(record, digits, format));
        dropped.retain(|feature| *feature == Feature::Symbols);
        self.warn(context, prefix, format, &dropped);
    }
}

/// Returns `true` if dropping the feature changes the solutions.
const fn changes_solutions(feature: Feature) -> bool {
    match feature {
        Feature::AnySize
        | Feature::BoxShape
        | Feature::Regions
        | Feature::NoBoxes
        | Feature::Diagonals
        | Feature::Rules
        | Feature::Pencilmarks => true,
        Feature::Entries | Feature::Solution | Feature::Metadata | Feature::Symbols => false,
    }
}
