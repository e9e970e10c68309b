//! The scenes of the tests. Each kind of cell, layout, decoration and highlight occurs in at least
//! one.

pub(crate) mod rules;

use std::sync::Arc;

use ndoku_core::constraint::Constraint;
use ndoku_core::{
    Alphabet, Board, Candidate, Cell, Decoration, Diagonal, Digit, Highlight, HighlightRole,
    Layout, LineStyle, Puzzle, Symbols,
};
use ndoku_render::Scene;

pub(crate) const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn candidates(text: &str) -> Vec<Candidate> {
    let candidate = |text: &str| {
        let (cell, digit) = text.split_once('=').unwrap();
        Candidate::new(
            cell.parse().unwrap(),
            Digit::new(digit.parse().unwrap()).unwrap(),
        )
    };
    text.split_whitespace().map(candidate).collect()
}

fn cells(text: &str) -> Box<[Cell]> {
    text.split_whitespace()
        .map(|cell| cell.parse().unwrap())
        .collect()
}

fn roles(role: HighlightRole, text: &str) -> Vec<Highlight> {
    candidates(text)
        .into_iter()
        .map(|candidate| Highlight::Candidate(candidate, role))
        .collect()
}

fn link(from: &str, to: &str, strong: bool) -> Highlight {
    Highlight::Link {
        from: candidates(from).into(),
        to: candidates(to).into(),
        strong,
    }
}

/// Returns a puzzle with candidates and all kinds of highlights. It is not a valid step.
pub(crate) fn marked() -> Scene {
    let puzzle: Puzzle = EASY.parse().unwrap();
    let mut highlights = vec![
        Highlight::House(1, HighlightRole::Base),
        Highlight::House(13, HighlightRole::Cover),
        Highlight::House(22, HighlightRole::Pattern),
    ];
    for (cell, role) in [
        ("r1c3", HighlightRole::Pivot),
        ("r8c1", HighlightRole::Group(0)),
        ("r8c2", HighlightRole::Group(1)),
        ("r8c3", HighlightRole::Group(2)),
        ("r9c2", HighlightRole::Group(3)),
        ("r9c5", HighlightRole::Fin),
    ] {
        highlights.push(Highlight::Cell(cell.parse().unwrap(), role));
    }
    highlights.extend(roles(HighlightRole::On, "r4c2=1 r4c2=5 r3c1=2"));
    highlights.extend(roles(HighlightRole::Off, "r4c3=1 r5c3=2 r3c6=2"));
    highlights.extend(roles(HighlightRole::Fin, "r2c2=4"));
    highlights.extend(roles(HighlightRole::Pivot, "r1c3=4"));
    for number in 0..5 {
        highlights.extend(roles(
            HighlightRole::Group(number),
            &format!("r{}c7=4", 1 + number),
        ));
    }
    highlights.extend([
        link("r4c2=1", "r4c3=1", true),
        link("r3c1=2", "r3c6=2", true),
        link("r3c6=2", "r6c6=1", false),
        link("r8c1=2 r8c2=2", "r5c3=2", false),
        link("r1c3=2", "r5c3=2", true),
        link("r1c3=2", "r8c3=2", false),
    ]);
    highlights.extend(roles(HighlightRole::Placed, "r5c5=5 r7c6=7"));
    highlights.extend(roles(HighlightRole::Eliminated, "r6c8=9 r1c7=4 r9c7=1"));
    Scene::from_board(&puzzle, &Board::with_clues_placed(&puzzle))
        .with_highlights(&highlights)
        .with_coordinates(true)
        .with_heading("Every mark there is")
}

/// Returns links between candidates of one cell, whose signs touch.
fn neighbors() -> Scene {
    let puzzle: Puzzle = EASY.parse().unwrap();
    let mut highlights = roles(HighlightRole::On, "r1c3=2 r4c2=2 r9c1=2");
    highlights.extend(roles(
        HighlightRole::Off,
        "r1c3=1 r1c3=4 r4c2=1 r4c2=5 r9c1=1 r9c1=3",
    ));
    highlights.extend([
        link("r1c3=1", "r1c3=2", true),
        link("r1c3=2", "r1c3=4", false),
        link("r4c2=1", "r4c2=2", false),
        link("r4c2=2", "r4c2=5", true),
        link("r9c1=1", "r9c1=2", false),
        link("r9c1=2", "r9c1=3", false),
    ]);
    Scene::from_board(&puzzle, &Board::with_clues_placed(&puzzle)).with_highlights(&highlights)
}

#[derive(Debug)]
struct Drawn {
    cells: Box<[Cell]>,
    decorations: Vec<Decoration>,
}

impl Constraint for Drawn {
    fn id(&self) -> &'static str {
        "drawn"
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn allows(&self, _: &[Option<Digit>]) -> bool {
        true
    }

    fn decorations(&self) -> Vec<Decoration> {
        self.decorations.clone()
    }
}

/// Returns a layout with all decorations of constraints.
fn decorations() -> Scene {
    let dot = |a: &str, b: &str, filled, label: &str| Decoration::Dot {
        between: [a.parse().unwrap(), b.parse().unwrap()],
        filled,
        label: label.into(),
    };
    let line = |text: &str, style| Decoration::Line {
        style,
        cells: cells(text),
        label: "".into(),
    };
    let decorations = vec![
        line("r1c1 r2c1 r3c2 r3c3", LineStyle::Thermo),
        line("r4c6 r3c6 r2c5", LineStyle::Arrow),
        line("r6c1 r6c2 r5c3", LineStyle::Plain),
        Decoration::Cage {
            cells: cells("r1c3 r1c4 r2c4"),
            label: "14".into(),
        },
        Decoration::Cage {
            cells: cells("r4c1 r5c1 r5c2"),
            label: "".into(),
        },
        dot("r3c4", "r4c4", true, ""),
        dot("r4c4", "r4c5", false, ""),
        Decoration::BorderText {
            between: ["r6c4".parse().unwrap(), "r6c5".parse().unwrap()],
            text: "X".into(),
        },
        Decoration::Note("a rule without picture".into()),
    ];
    let layout = Layout::builder(6)
        .boxes(3, 2)
        .constraint(Arc::new(Drawn {
            cells: cells("r1c1"),
            decorations,
        }))
        .build()
        .unwrap();
    let mut puzzle = Puzzle::empty(&layout);
    for (cell, digit) in [
        ("r1c1", 1),
        ("r2c4", 5),
        ("r4c4", 6),
        ("r1c3", 3),
        ("r6c2", 2),
    ] {
        puzzle
            .set_clue(cell.parse().unwrap(), Digit::new(digit))
            .unwrap();
    }
    Scene::from_puzzle(&puzzle).with_caption("glyphs")
}

/// Returns a jigsaw layout with one diagonal.
pub(crate) fn jigsaw() -> Scene {
    let map =
        "111223333 141223333 141222223 145556666 144455666 774555566 744888999 777888999 777888999";
    let map: Vec<char> = map.chars().filter(|c| *c != ' ').collect();
    let layout = Layout::builder(9)
        .regions(&map)
        .diagonal(Diagonal::Anti)
        .build()
        .unwrap();
    let mut puzzle = Puzzle::empty(&layout);
    for (cell, digit) in [
        ("r1c1", 1),
        ("r2c4", 5),
        ("r4c4", 6),
        ("r5c5", 9),
        ("r9c9", 2),
    ] {
        puzzle
            .set_clue(cell.parse().unwrap(), Digit::new(digit))
            .unwrap();
    }
    Scene::from_puzzle(&puzzle)
}

fn with_rules(rules: &[&str]) -> Scene {
    let layout = rules
        .iter()
        .fold(Layout::builder(9), |builder, rule| builder.rule(rule))
        .build()
        .unwrap();
    let easy: Puzzle = EASY.parse().unwrap();
    Scene::from_puzzle(&easy.with_layout(&layout).unwrap())
}

/// Returns a map of three adjacent colors.
fn striped() -> String {
    (0..81)
        .map(|index| ['a', 'b', 'c', '.', '.', '.', '.', '.', '.'][(index % 9 + index / 9) % 9])
        .collect()
}

fn sixteen() -> Scene {
    let layout = Layout::for_size(16).unwrap();
    let mut puzzle = Puzzle::empty(&layout)
        .with_symbols(Symbols::from_alphabet(Alphabet::Numbers, 16).unwrap())
        .unwrap();
    for number in 0..16_u8 {
        puzzle
            .set_clue(Cell::new(number, number), Digit::new(number + 1))
            .unwrap();
    }
    Scene::from_puzzle(&puzzle)
}

/// Returns all scenes by name.
pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    let easy: Puzzle = EASY.parse().unwrap();
    let solved: Puzzle = SOLVED.parse().unwrap();
    let solution: Vec<Digit> = solved.clues().iter().copied().flatten().collect();
    let greek = Symbols::from_tokens(["α", "β", "γ", "Ω"]);
    let small: Puzzle = "1.......4......2".parse().unwrap();
    let mut wrong = easy.clone();
    wrong.set_clue(Cell::new(0, 2), Digit::new(5)).unwrap();
    vec![
        (
            "classic",
            Scene::from_puzzle(&easy)
                .with_heading("No. 1")
                .with_caption("easy · 1.5"),
        ),
        (
            "solution",
            Scene::from_puzzle(&easy)
                .with_digits(&solution)
                .with_coordinates(true),
        ),
        ("dark", marked()),
        ("print", marked()),
        ("marked", marked()),
        ("neighbours", neighbors()),
        (
            "placed",
            Scene::from_puzzle(&easy)
                .with_highlights(&[Highlight::House(22, HighlightRole::Pattern)])
                .with_highlights(&roles(HighlightRole::Placed, "r5c5=5")),
        ),
        ("wrong", Scene::from_puzzle(&wrong)),
        (
            "symbols",
            Scene::from_puzzle(&small.with_symbols(greek).unwrap()),
        ),
        ("jigsaw", jigsaw()),
        ("windoku-x", with_rules(&["windoku", "x", "anti-knight"])),
        ("colours", with_rules(&[&format!("colours={}", striped())])),
        ("glyphs", decorations()),
        ("sixteen", sixteen()),
    ]
}
