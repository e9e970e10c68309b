//! Alternating inference chains: alternating strong and weak links. If one end is false, the other
//! one is true.
//!
//! ```text
//! a ═ b ─ c ═ d ─ e ═ f        ═ at least one of the two is true, ─ at most one
//! not a ⇒ b ⇒ not c ⇒ d ⇒ not e ⇒ f:  a or f is true, and what both rule out is false
//! a ═ b ─ c ═ d ─ a            The ends rule each other out: a ring. Each ─ in it is a ═ as well.
//! a ═ b ─ c ═ a                Both ends are one node: a is true.
//! ```
//!
//! A breadth-first search from every node finds the shortest chain between two ends, and the
//! shortest ring through each link. All eliminations of two ends form one step. X-chains use one
//! digit, XY-chains only bivalue cells. Grouped chains have groups as nodes. They are emitted only
//! if no chain of single candidates is as short.

pub(crate) mod explain;
mod search;

use crate::difficulty::Difficulty;
use crate::technique::{HodokuEntry, HodokuLevel, technique};
pub(crate) use search::length_difficulty;
use search::{ChainFilter, ChainGraph, find_chains, find_rings};

const FAMILY: &str = "Chains";

technique! {
    X_CHAIN = "x-chain" {
        name: "X-Chain",
        aliases: &["single-digit chain", "strong link chain"],
        family: FAMILY,
        summary: "Alternating strong and weak links of one digit: one end of the chain or the \
            other holds the digit.",
        difficulty: Difficulty(60),
        sudoku_explainer: Some(Difficulty(66)),
        hodoku: Some(HodokuEntry::enabled(5400, HodokuLevel::Unfair, 260)),
        needs_unique: false,
        find: |position, sink| {
            find_chains(
                position,
                sink,
                &ChainGraph::one_digit(position.links()),
                &ChainFilter { min_links: 3, exclude_rings: false, shorter_than: None },
            )
        },
    }
}

technique! {
    XY_CHAIN = "xy-chain" {
        name: "XY-Chain",
        aliases: &["bivalue chain", "Y-chain"],
        family: FAMILY,
        summary: "A chain of four or more cells with two candidates each: one end or the other is \
            true.",
        difficulty: Difficulty(61),
        sudoku_explainer: Some(Difficulty(70)),
        hodoku: Some(HodokuEntry::enabled(5500, HodokuLevel::Unfair, 260)),
        needs_unique: false,
        find: |position, sink| {
            find_chains(
                position,
                sink,
                &ChainGraph::bivalue(position.links()),
                &ChainFilter { min_links: 4, exclude_rings: false, shorter_than: None },
            )
        },
    }
}

technique! {
    GROUPED_X_CHAIN = "grouped-x-chain" {
        name: "Grouped X-Chain",
        aliases: &["single-digit chain with groups"],
        family: FAMILY,
        summary: "An X-chain in which the candidates that a box and a line share count as one.",
        difficulty: Difficulty(63),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(5650, HodokuLevel::Unfair, 300)),
        needs_unique: false,
        find: |position, sink| {
            let (graph, shorter_than) = (ChainGraph::one_digit(position.group_links()), ChainGraph::one_digit(position.links()));
            find_chains(position, sink, &graph, &ChainFilter { min_links: 3, exclude_rings: false, shorter_than: Some(&shorter_than) })
        },
    }
}

technique! {
    CONTINUOUS_NICE_LOOP = "continuous-nice-loop" {
        name: "Continuous Nice Loop",
        aliases: &["nice loop", "AIC ring", "bidirectional cycle", "X-cycle", "Y-cycle"],
        family: FAMILY,
        summary: "A chain whose ends rule each other out: a ring, in which every weak link is a \
            strong one too.",
        difficulty: Difficulty(64),
        sudoku_explainer: Some(Difficulty(65)),
        hodoku: Some(HodokuEntry::enabled(5600, HodokuLevel::Unfair, 280)),
        needs_unique: false,
        find: |position, sink| {
            find_rings(
                position,
                sink,
                &ChainGraph::all(position.links()),
                &ChainFilter { min_links: 3, exclude_rings: false, shorter_than: None },
            )
        },
    }
}

technique! {
    AIC = "aic" {
        name: "Alternating Inference Chain",
        aliases: &["discontinuous nice loop", "forcing chain"],
        family: FAMILY,
        summary: "Alternating strong and weak links: one end of the chain or the other is true.",
        difficulty: Difficulty(65),
        sudoku_explainer: Some(Difficulty(70)),
        hodoku: Some(HodokuEntry::enabled(5600, HodokuLevel::Unfair, 280)),
        needs_unique: false,
        find: |position, sink| {
            find_chains(
                position,
                sink,
                &ChainGraph::all(position.links()),
                &ChainFilter { min_links: 2, exclude_rings: true, shorter_than: None },
            )
        },
    }
}

technique! {
    GROUPED_AIC = "grouped-aic" {
        name: "Grouped Alternating Inference Chain",
        aliases: &["grouped discontinuous nice loop"],
        family: FAMILY,
        summary: "A chain of strong and weak links in which the candidates that a box and a line \
            share count as one.",
        difficulty: Difficulty(68),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(5650, HodokuLevel::Unfair, 300)),
        needs_unique: false,
        find: |position, sink| {
            let (graph, shorter_than) = (ChainGraph::all(position.group_links()), ChainGraph::all(position.links()));
            find_chains(position, sink, &graph, &ChainFilter { min_links: 2, exclude_rings: true, shorter_than: Some(&shorter_than) })
        },
    }
}

technique! {
    GROUPED_CONTINUOUS_NICE_LOOP = "grouped-continuous-nice-loop" {
        name: "Grouped Continuous Nice Loop",
        aliases: &["grouped nice loop", "grouped continuous loop", "grouped AIC ring"],
        family: FAMILY,
        summary: "A ring of strong and weak links in which the candidates that a box and a line \
            share count as one.",
        difficulty: Difficulty(69),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(5650, HodokuLevel::Unfair, 300)),
        needs_unique: false,
        find: |position, sink| {
            let (graph, shorter_than) = (ChainGraph::all(position.group_links()), ChainGraph::all(position.links()));
            find_rings(position, sink, &graph, &ChainFilter { min_links: 2, exclude_rings: false, shorter_than: Some(&shorter_than) })
        },
    }
}
