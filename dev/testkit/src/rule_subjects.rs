//! Random puzzles with rules of variants: constraints that a random grid satisfies, and as few
//! clues as are needed beside them.
//!
//! The functions here are for tests: they panic like assertions.

use ndoku_core::{Cell, Digit, Layout, Puzzle, Solution, conflicts};
use ndoku_solver::{Backtrack, Budget, Engine, Verdict};

use crate::random::{self, SplitMix64};

/// Returns the rules that show a technique, or nothing for techniques that need none.
#[must_use]
pub fn kinds(technique: &str) -> &'static [&'static str] {
    match technique {
        "cell-rule" => &["odd", "even"],
        "pair-rule" => &["difference", "ratio", "xv"],
        "order-bounds" => &["thermo"],
        "line-class" => &["entropic"],
        "index" => &["numbered-room", "column-indexer"],
        "single-combination" | "cage-combinations" | "cage-digit" => &["killer"],
        "renban-window" => &["renban"],
        "innies-outies" => &["box-killer"],
        "sum-bounds" => &["arrow"],
        "sum-combinations" => &["little-killer", "arrow"],
        "equal-sums" => &["zipper", "region-sum"],
        "line-ends" => &["between"],
        "quota" => &["quadruple"],
        "outside-clue" => &["sandwich", "x-sum"],
        "common-peers" | "rule-chain" => &["killer", "arrow"],
        _ => &[],
    }
}

/// Number of rules of a puzzle.
const RULES: usize = 6;

/// Creates a puzzle with random rules of these kinds, and its solution. Its clues leave one
/// solution, and most of them are needed.
///
/// # Panics
/// Panics if the engine contradicts itself.
#[must_use]
pub fn create(rng: &mut SplitMix64, kinds: &[&str]) -> (Puzzle, Solution) {
    let classic = Layout::classic();
    loop {
        let Some(grid) = random::grid(rng, &classic) else {
            continue;
        };
        let rules = rules(rng, kinds, &grid);
        let builder = rules
            .iter()
            .fold(Layout::builder(9), |builder, rule| builder.rule(rule));
        let Ok(layout) = builder.build() else {
            continue;
        };
        let mut puzzle = Puzzle::empty(&layout);
        for (cell, digit) in layout.cells().zip(&grid) {
            puzzle
                .set_clue(cell, Some(*digit))
                .expect("a digit of the grid");
        }
        let mut engine = Backtrack::new();
        for cell in rng.permutation(81) {
            let cell = layout.cell(cell);
            let clue = puzzle.clue(cell);
            puzzle.set_clue(cell, None).expect("no digit");
            let report = engine.solve(&puzzle, &Budget::default()).expect("no limit");
            if !matches!(report.verdict, Verdict::Unique(_)) {
                puzzle.set_clue(cell, clue).expect("a digit of the grid");
            }
        }
        let solution = Solution::new(&layout, &grid).expect("a full grid");
        return (puzzle, solution);
    }
}

/// Returns random rules that hold for a grid. No two share a cell.
fn rules(rng: &mut SplitMix64, kinds: &[&str], grid: &[Digit]) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    let mut used = [false; 81];
    for attempt in 0..20_000 {
        let kind = kinds[rng.below(kinds.len())];
        let Some((rule, cells)) = random_rule(rng, kind, grid, attempt) else {
            continue;
        };
        if cells.iter().any(|cell| used[cell.index(9)]) || !holds(&rule, grid) {
            continue;
        }
        cells.iter().for_each(|cell| used[cell.index(9)] = true);
        rules.push(rule);
        if rules.len() == RULES {
            break;
        }
    }
    rules
}

/// Returns whether a rule can be read and holds for a grid.
fn holds(rule: &str, grid: &[Digit]) -> bool {
    let digits: Vec<Option<Digit>> = grid.iter().copied().map(Some).collect();
    let layout = Layout::builder(9).rule(rule).build();
    layout.is_ok_and(|layout| conflicts(&layout, &digits).is_empty())
}

/// Returns a rule of a kind that may hold, and its cells.
fn random_rule(
    rng: &mut SplitMix64,
    kind: &str,
    grid: &[Digit],
    attempt: usize,
) -> Option<(String, Vec<Cell>)> {
    let value = |cell: &Cell| u32::from(grid[cell.index(9)].get());
    let sum = |cells: &[Cell]| cells.iter().map(value).sum::<u32>();
    let names = |cells: &[Cell]| {
        cells
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let walk = |rng: &mut SplitMix64, count: usize, diagonal: bool| walk(rng, count, diagonal);
    match kind {
        "killer" => {
            let count = 2 + rng.below(3);
            let cells = walk(rng, count, false)?;
            Some((format!("killer={}: {}", sum(&cells), names(&cells)), cells))
        }
        // Cages that fill a box but for one cell.
        "box-killer" => {
            let (top, left) = (3 * rng.below(3) as u8, 3 * rng.below(3) as u8);
            let cell = |place: u8| Cell::new(top + place / 3, left + place % 3);
            let cells: Vec<Cell> = match attempt % 3 {
                0 => [0, 1, 2, 3].map(cell).to_vec(),
                1 => [6, 7, 8].map(cell).to_vec(),
                _ => [4, 5].map(cell).to_vec(),
            };
            Some((format!("killer={}: {}", sum(&cells), names(&cells)), cells))
        }
        "odd" | "even" => {
            let cell = Cell::from_index(rng.below(81), 9);
            Some((format!("{kind}={cell}"), vec![cell]))
        }
        "difference" | "ratio" => {
            let cells = walk(rng, 2, false)?;
            Some((format!("{kind}={}", names(&cells)), cells))
        }
        "xv" => {
            let cells = walk(rng, 2, false)?;
            let sign = if rng.once_in(2) { "X" } else { "V" };
            Some((format!("xv={sign}: {}", names(&cells)), cells))
        }
        "thermo" | "renban" | "entropic" | "between" | "zipper" | "region-sum" => {
            let count = 4 + rng.below(2);
            let cells = walk(rng, count, kind != "region-sum")?;
            Some((format!("{kind}={}", names(&cells)), cells))
        }
        "arrow" => {
            let count = 3 + rng.below(2);
            let cells = walk(rng, count, true)?;
            Some((format!("arrow={}; {}", cells[0], names(&cells[1..])), cells))
        }
        "little-killer" => {
            let first = Cell::new(0, 2 + rng.below(5) as u8);
            let cells: Vec<Cell> = (0..=first.column())
                .map(|step| Cell::new(step, first.column() - step))
                .collect();
            Some((
                format!("little-killer={}: {first} down-left", sum(&cells)),
                cells,
            ))
        }
        "quadruple" => {
            let corner = Cell::new(rng.below(8) as u8, rng.below(8) as u8);
            let cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
                .map(|(rows, columns)| Cell::new(corner.row() + rows, corner.column() + columns));
            let digits = format!(
                "{} {} {}",
                value(&cells[0]),
                value(&cells[1]),
                value(&cells[3])
            );
            Some((format!("quadruple={digits}: {corner}"), cells.to_vec()))
        }
        "sandwich" | "x-sum" | "numbered-room" => {
            let row = rng.below(9) as u8;
            let cells: Vec<Cell> = (0..9).map(|column| Cell::new(row, column)).collect();
            let clue = match kind {
                "sandwich" => {
                    let place = |wanted: u32| cells.iter().position(|cell| value(cell) == wanted);
                    let (a, b) = (place(1)?, place(9)?);
                    sum(&cells[a.min(b) + 1..a.max(b)])
                }
                "x-sum" => sum(&cells[..value(&cells[0]) as usize]),
                _ => value(&cells[value(&cells[0]) as usize - 1]),
            };
            Some((format!("{kind}={clue}: row {}", row + 1), cells))
        }
        "column-indexer" => {
            let cell = Cell::from_index(rng.below(81), 9);
            Some((format!("{kind}={cell}"), vec![cell]))
        }
        _ => None,
    }
}

/// Returns a path of different cells that touch.
fn walk(rng: &mut SplitMix64, count: usize, diagonal: bool) -> Option<Vec<Cell>> {
    let mut path = vec![Cell::from_index(rng.below(81), 9)];
    while path.len() < count {
        let last = path[path.len() - 1];
        let step = |rng: &mut SplitMix64| rng.below(3) as i16 - 1;
        let (rows, columns) = (step(rng), step(rng));
        if !diagonal && rows != 0 && columns != 0 {
            continue;
        }
        let next = last
            .offset(rows, columns, 9)
            .filter(|next| !path.contains(next))?;
        path.push(next);
    }
    Some(path)
}
