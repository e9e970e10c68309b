//! Forcing chains and nets: an assumption that leads to a contradiction is false. A common
//! implication of all possible cases is true.
//!
//! ```text
//! contradiction   a ─▶ … ─▶ b and not b, or a cell or house without candidate    so not a
//! cell, region    a ─▶ … ─▶ c   b ─▶ … ─▶ c     one of a, b … must be true       so c
//! double          a ─▶ … ─▶ c   not a ─▶ … ─▶ c                                  so c
//! ```
//!
//! The rules differ in their [`InferenceLevel`]:
//!
//! - Nishio stays within a digit.
//! - Chains use the links of the current board.
//! - Nets use the singles that appear on the way.
//! - Pattern nets also use locked candidates, pairs and X-Wings.
//! - Nested nets start from the assumption of another net, if all of these find nothing.
//!
//! The difficulty grows with the depth of a conclusion, which is its level in the deepest branch.
//! Each conclusion is emitted once, with its smallest depth.

mod conclusions;
mod explain;
mod nested;

use conclusions::{ConclusionKind, emit_conclusions};

use crate::difficulty::Difficulty;
use crate::implications::InferenceLevel;
use crate::technique::{HodokuEntry, HodokuLevel, technique};

const FAMILY: &str = "Forcing chains and nets";
const CHAIN: Option<HodokuEntry> = Some(HodokuEntry::enabled(8500, HodokuLevel::Extreme, 500));
const NET: Option<HodokuEntry> = Some(HodokuEntry::enabled(8600, HodokuLevel::Extreme, 700));

technique! {
    NISHIO = "nishio" {
        name: "Nishio",
        aliases: &["nishio forcing chain"],
        family: FAMILY,
        summary: "A candidate leads to a contradiction through the links of its digit alone: a \
            house has no place left for it.",
        difficulty: Difficulty(75),
        sudoku_explainer: Some(Difficulty(75)),
        hodoku: None,
        needs_unique: false,
        find: |position, sink| {
            emit_conclusions(
                position,
                sink,
                InferenceLevel::Digit,
                &[ConclusionKind::Contradictions],
            )
        },
    }
}

technique! {
    CELL_FORCING_CHAIN = "cell-forcing-chain" {
        name: "Cell Forcing Chain",
        aliases: &["cell reduction", "unary forcing chain (cell)"],
        family: FAMILY,
        summary: "Chains from all candidates of a cell lead to the same conclusion.",
        difficulty: Difficulty(80),
        sudoku_explainer: Some(Difficulty(80)),
        hodoku: CHAIN,
        needs_unique: false,
        find: |position, sink| {
            emit_conclusions(
                position,
                sink,
                InferenceLevel::Links,
                &[ConclusionKind::Cells],
            )
        },
    }
}

technique! {
    REGION_FORCING_CHAIN = "region-forcing-chain" {
        name: "Region Forcing Chain",
        aliases: &["house forcing chain", "region reduction"],
        family: FAMILY,
        summary: "Chains from all places of a digit in a house lead to the same conclusion.",
        difficulty: Difficulty(80),
        sudoku_explainer: Some(Difficulty(80)),
        hodoku: CHAIN,
        needs_unique: false,
        find: |position, sink| {
            emit_conclusions(
                position,
                sink,
                InferenceLevel::Links,
                &[ConclusionKind::Houses],
            )
        },
    }
}

technique! {
    CONTRADICTION_CHAIN = "contradiction-chain" {
        name: "Contradiction Chain",
        aliases: &["contradiction forcing chain", "forcing chain contradiction"],
        family: FAMILY,
        summary: "Chains from one assumption lead to a contradiction.",
        difficulty: Difficulty(82),
        sudoku_explainer: None,
        hodoku: CHAIN,
        needs_unique: false,
        find: |position, sink| {
            emit_conclusions(
                position,
                sink,
                InferenceLevel::Links,
                &[ConclusionKind::Contradictions],
            )
        },
    }
}

technique! {
    DOUBLE_FORCING_CHAIN = "double-forcing-chain" {
        name: "Double Forcing Chain",
        aliases: &["verity chain", "binary forcing chain"],
        family: FAMILY,
        summary: "Chains from a candidate being true and from it being false lead to the same \
            conclusion.",
        difficulty: Difficulty(83),
        sudoku_explainer: None,
        hodoku: CHAIN,
        needs_unique: false,
        find: |position, sink| {
            emit_conclusions(
                position,
                sink,
                InferenceLevel::Links,
                &[ConclusionKind::Doubles],
            )
        },
    }
}

technique! {
    CONTRADICTION_NET = "contradiction-net" {
        name: "Contradiction Net",
        aliases: &["dynamic contradiction forcing chain", "forcing net contradiction"],
        family: FAMILY,
        summary: "All singles that follow from one assumption lead to a contradiction.",
        difficulty: Difficulty(88),
        sudoku_explainer: Some(Difficulty(85)),
        hodoku: NET,
        needs_unique: false,
        find: |position, sink| {
            emit_conclusions(
                position,
                sink,
                InferenceLevel::Singles,
                &[ConclusionKind::Contradictions],
            )
        },
    }
}

technique! {
    CELL_FORCING_NET = "cell-forcing-net" {
        name: "Cell Forcing Net",
        aliases: &["dynamic cell forcing chain"],
        family: FAMILY,
        summary: "All singles that follow from each candidate of a cell lead to the same \
            conclusion.",
        difficulty: Difficulty(90),
        sudoku_explainer: Some(Difficulty(85)),
        hodoku: NET,
        needs_unique: false,
        find: |position, sink| {
            emit_conclusions(
                position,
                sink,
                InferenceLevel::Singles,
                &[ConclusionKind::Cells],
            )
        },
    }
}

technique! {
    REGION_FORCING_NET = "region-forcing-net" {
        name: "Region Forcing Net",
        aliases: &["dynamic region forcing chain"],
        family: FAMILY,
        summary: "All singles that follow from each place of a digit in a house lead to the same \
            conclusion.",
        difficulty: Difficulty(90),
        sudoku_explainer: Some(Difficulty(85)),
        hodoku: NET,
        needs_unique: false,
        find: |position, sink| {
            emit_conclusions(
                position,
                sink,
                InferenceLevel::Singles,
                &[ConclusionKind::Houses],
            )
        },
    }
}

technique! {
    DOUBLE_FORCING_NET = "double-forcing-net" {
        name: "Double Forcing Net",
        aliases: &["dynamic double forcing chain", "forcing net verity", "double net"],
        family: FAMILY,
        summary: "All singles that follow from a candidate being true, and from it being false, \
            lead to the same conclusion.",
        difficulty: Difficulty(90),
        sudoku_explainer: Some(Difficulty(85)),
        hodoku: NET,
        needs_unique: false,
        find: |position, sink| {
            emit_conclusions(
                position,
                sink,
                InferenceLevel::Singles,
                &[ConclusionKind::Doubles],
            )
        },
    }
}

technique! {
    PATTERN_FORCING_NET = "pattern-forcing-net" {
        name: "Pattern Forcing Net",
        aliases: &["dynamic forcing chains plus", "forcing net with pairs", "pattern net"],
        family: FAMILY,
        summary: "A forcing net that uses locked candidates, pairs and X-Wings where no single is \
            left.",
        difficulty: Difficulty(95),
        sudoku_explainer: Some(Difficulty(90)),
        hodoku: NET,
        needs_unique: false,
        find: |position, sink| {
            emit_conclusions(
                position,
                sink,
                InferenceLevel::Patterns,
                &[ConclusionKind::Contradictions, ConclusionKind::Cells, ConclusionKind::Houses, ConclusionKind::Doubles],
            )
        },
    }
}

technique! {
    NESTED_FORCING_NET = "nested-forcing-net" {
        name: "Nested Forcing Net",
        aliases: &["nested forcing chains", "dynamic forcing chains with nested chains", "nested net"],
        family: FAMILY,
        summary: "A forcing net that contains further forcing nets leads to a contradiction.",
        difficulty: Difficulty(105),
        sudoku_explainer: Some(Difficulty(95)),
        hodoku: None,
        needs_unique: false,
        find: nested::find_nested_nets,
    }
}
