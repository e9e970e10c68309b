//! A small scene for each rule with a picture, and scenes that mix rules with candidates.

use ndoku_core::{Board, Digit, Layout, Puzzle};
use ndoku_render::Scene;

/// The rules by the name of their picture, with the size of the grid.
const RULES: &[(&str, u8, &[&str])] = &[
    (
        "killer",
        4,
        &[
            "killer=6: r1c1 r1c2 r2c1",
            "killer=r1c3 r1c4",
            "killer=10: r3c2 r3c3 r4c2 r4c3",
        ],
    ),
    ("killer-apart", 4, &["killer=5: r1c1 r3c3"]),
    ("sum", 4, &["sum=9: r1c1 2*r1c2 r2c3"]),
    (
        "arrow",
        6,
        &[
            "arrow=r1c1; r1c2-r1c3-r2c4",
            "arrow=r1c1; r2c1-r3c2",
            "arrow=r5c2 r5c3; r4c4-r3c5-r3c6",
            "arrow=r4c1 r5c1; r6c2-r6c4",
        ],
    ),
    ("double-arrow", 4, &["double-arrow=r1c1-r2c2-r2c4"]),
    (
        "little-killer",
        4,
        &[
            "little-killer=7: r1c3 down-left",
            "little-killer=10: r1c1 down-right",
            "little-killer=5: r2c4 down-left",
            "little-killer=12: r3c1 up-right",
            "little-killer=4: r4c2 up-left",
        ],
    ),
    ("region-sum", 6, &["region-sum=r1c1-r3c3-r3c6"]),
    ("zipper", 4, &["zipper=r1c1-r1c3-r3c3"]),
    (
        "sum-line",
        6,
        &[
            "sum-line=10: r1c1-r1c5",
            "sum-line=8: r3c2-r3c4-r5c4-r5c2-r4c2 loop",
        ],
    ),
    (
        "difference",
        4,
        &["difference=r1c1 r1c2", "difference=3: r2c1 r3c1"],
    ),
    ("ratio", 4, &["ratio=r1c1 r1c2", "ratio=3: r2c1 r3c1"]),
    (
        "xv",
        4,
        &["xv=V: r1c1 r1c2", "xv=IV: r2c3 r3c3", "xv=VII: r4c1 r4c2"],
    ),
    (
        "negative",
        4,
        &[
            "difference=r1c1 r1c2",
            "difference-negative",
            "ratio-negative",
            "xv-negative",
        ],
    ),
    (
        "thermo",
        6,
        &["thermo=r1c1-r1c4-r3c6", "thermo=r6c1-r5c1-r4c2-r4c3-r5c3"],
    ),
    ("slow-thermo", 4, &["slow-thermo=r4c1-r2c1-r1c2"]),
    (
        "greater",
        4,
        &[
            "greater=r1c1 r1c2",
            "greater=r2c2 r1c2",
            "greater=r3c3 r4c3",
            "greater=r4c2 r4c1",
        ],
    ),
    (
        "minimum",
        4,
        &["minimum=r1c1 r3c3", "maximum=r4c1 r4c2 r2c4"],
    ),
    (
        "whisper",
        6,
        &["whisper=r1c1-r2c2-r1c3-r2c4", "whisper=2: r4c1-r4c4-r6c4"],
    ),
    (
        "whispers",
        6,
        &["whisper=r1c1-r1c4", "whisper=4: r3c1-r3c4"],
    ),
    ("renban", 4, &["renban=r1c1-r2c2-r2c4"]),
    ("nabner", 4, &["nabner=r1c1-r2c2-r2c4"]),
    ("palindrome", 4, &["palindrome=r1c1-r2c2-r2c4"]),
    (
        "clone",
        6,
        &[
            "clone=r1c1 r1c2; r3c3 r3c4",
            "clone=r5c1 r6c1 r6c2; r4c5 r5c5 r5c6",
        ],
    ),
    ("clone-turned", 4, &["clone=r1c1 r1c2; r3c3 r4c3"]),
    ("entropic", 6, &["entropic=r1c1-r2c2-r2c5"]),
    (
        "modular",
        6,
        &["modular=r1c1-r2c2-r2c5", "modular=2: r5c1-r5c4"],
    ),
    ("between", 4, &["between=r1c1-r2c2-r2c4"]),
    ("lockout", 6, &["lockout=r1c1-r2c2-r2c5"]),
    ("odd", 4, &["odd=r1c1 r2c2", "even=r1c2 r3c4"]),
    ("pairs", 4, &["pairs=0111101111011110: r1c1 r1c2 r2c3"]),
    (
        "sandwich",
        4,
        &["sandwich=5: row 1", "sandwich=0: column 3 from below"],
    ),
    ("x-sum", 4, &["x-sum=10: row 2 from right"]),
    (
        "skyscraper",
        4,
        &["skyscraper=3: column 1", "skyscraper=2: row 4"],
    ),
    ("numbered-room", 4, &["numbered-room=3: row 1 from right"]),
    (
        "outside",
        6,
        &[
            "sandwich=12: row 1",
            "x-sum=6: row 2",
            "skyscraper=3: row 3",
            "numbered-room=4: row 4",
            "sandwich=5: column 2",
            "skyscraper=2: column 2",
            "little-killer=20: r1c1 down-right",
            "little-killer=9: r1c3 down-left",
        ],
    ),
    (
        "indexers",
        4,
        &[
            "row-indexer=r1c1 r1c2",
            "column-indexer=r2c1 r2c2",
            "box-indexer=r3c1 r3c4",
        ],
    ),
    (
        "quadruple",
        4,
        &[
            "quadruple=4: r1c1",
            "quadruple=1 2: r1c3",
            "quadruple=3 1 1: r3c1",
            "quadruple=1 2 3 4: r3c3",
        ],
    ),
    (
        "counting-circles",
        4,
        &[
            "counting-circles=r1c1 r1c3 r2c2",
            "global-entropy",
            "global-mod",
        ],
    ),
    ("extra-region", 4, &["house=r1c1 r2c1 r2c2 r3c2"]),
    (
        "everywhere",
        4,
        &["anti-king", "anti-knight", "non-consecutive"],
    ),
];

fn layout(size: u8, rules: &[&str]) -> Layout {
    rules
        .iter()
        .fold(Layout::builder(size), |builder, rule| builder.rule(rule))
        .build()
        .unwrap_or_else(|error| panic!("{rules:?}: {error}"))
}

fn with_clue(size: u8, rules: &[&str]) -> Puzzle {
    let mut puzzle = Puzzle::empty(&layout(size, rules));
    // A digit shows the layers.
    let cell = "r2c2".parse().unwrap();
    let digit = Digit::all(size).find(|digit| {
        let mut tried = puzzle.clone();
        tried.set_clue(cell, Some(*digit)).is_ok() && tried.conflicts().is_empty()
    });
    puzzle.set_clue(cell, digit).unwrap();
    puzzle
}

fn with_candidates(size: u8, rules: &[&str]) -> Scene {
    let puzzle = with_clue(size, rules);
    Scene::from_board(&puzzle, &Board::with_clues_placed(&puzzle))
}

/// Lines and shapes of all kinds below candidates.
const LINES: &[&str] = &[
    "thermo=r1c1-r1c4-r2c4",
    "renban=r2c1-r3c2-r2c3",
    "whisper=r3c1-r4c1-r5c2",
    "palindrome=r6c1-r6c3-r5c3",
    "region-sum=r3c3-r3c5-r1c5",
    "between=r1c6-r4c6",
    "lockout=r6c4-r6c6",
    "arrow=r5c4; r4c4-r4c5",
    "entropic=r4c2-r4c3-r3c4",
    "odd=r5c6",
    "even=r5c1",
];

/// Cages and signs on borders beside candidates.
const SIGNS: &[&str] = &[
    "killer=9: r1c1 r1c2 r2c1",
    "killer=21: r1c3-r1c6 r2c3 r2c4",
    "killer=r5c1 r6c1 r6c2",
    "difference=r3c1 r4c1",
    "ratio=3: r3c2 r4c2",
    "xv=X: r3c3 r3c4",
    "greater=r4c4 r4c5",
    "quadruple=1 2 3: r5c4",
    "minimum=r3c6",
    "maximum=r6c6",
    "sandwich=8: row 2",
    "counting-circles=r2c5 r5c3 r6c4",
];

/// Returns all scenes by the name of their picture.
pub(crate) fn all() -> Vec<(String, Scene)> {
    let rules = RULES.iter().map(|(name, size, rules)| {
        let scene = Scene::from_puzzle(&with_clue(*size, rules));
        (format!("rule-{name}"), scene)
    });
    let mixed = [("lines", LINES), ("signs", SIGNS)];
    let mixed = mixed.iter().flat_map(|(name, rules)| {
        ["", "-dark", "-print"].map(|theme| (format!("{name}{theme}"), with_candidates(6, rules)))
    });
    let coordinates = (
        "outside-coordinates".to_owned(),
        with_candidates(4, &["sandwich=3: row 2", "skyscraper=2: column 1"])
            .with_coordinates(true)
            .with_heading("Two clues")
            .with_caption("hard · 3.2"),
    );
    rules.chain(mixed).chain([coordinates]).collect()
}
