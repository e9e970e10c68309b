//! Random layouts with rules of variants: several rules mixed with each other and with other
//! layouts, or one rule alone.

use ndoku_core::{Cell, Digit, Layout};

use crate::random::{self, SplitMix64};

/// The rules of variants with a constraint, and the shape of their argument. [`HOUSE_RULES`] are
/// the others.
const RULES: &[(&str, Shape)] = &[
    ("killer", Shape::Sum),
    ("sum", Shape::Sum),
    ("arrow", Shape::Two),
    ("double-arrow", Shape::Line),
    ("region-sum", Shape::Line),
    ("zipper", Shape::Line),
    ("sum-line", Shape::Sum),
    ("difference", Shape::Pair),
    ("ratio", Shape::Pair),
    ("xv", Shape::Pair),
    ("thermo", Shape::Line),
    ("slow-thermo", Shape::Line),
    ("whisper", Shape::Line),
    ("renban", Shape::Line),
    ("nabner", Shape::Pair),
    ("palindrome", Shape::Line),
    ("clone", Shape::Two),
    ("entropic", Shape::Line),
    ("modular", Shape::Line),
    ("between", Shape::Line),
    ("lockout", Shape::Line),
    ("greater", Shape::Pair),
    ("minimum", Shape::Cell),
    ("maximum", Shape::Cell),
    ("odd", Shape::Cell),
    ("even", Shape::Cell),
    ("pairs", Shape::Pair),
    ("sandwich", Shape::Outside),
    ("x-sum", Shape::Outside),
    ("skyscraper", Shape::Outside),
    ("numbered-room", Shape::Outside),
    ("row-indexer", Shape::Cell),
    ("column-indexer", Shape::Cell),
    ("box-indexer", Shape::Cell),
    ("quadruple", Shape::Corner),
    ("counting-circles", Shape::Line),
    ("little-killer", Shape::Diagonal),
    ("difference-negative", Shape::Nothing),
    ("ratio-negative", Shape::Nothing),
    ("xv-negative", Shape::Nothing),
    ("global-entropy", Shape::Nothing),
    ("global-mod", Shape::Nothing),
    ("non-consecutive", Shape::Nothing),
    ("anti-knight", Shape::Nothing),
    ("anti-king", Shape::Nothing),
];

/// The rules that only add houses.
pub const HOUSE_RULES: &[&str] = &[
    "x",
    "diagonal-main",
    "diagonal-anti",
    "windoku",
    "disjoint-groups",
    "center-dot",
    "asterisk",
    "girandola",
    "colors",
    "house",
];

/// The shape of an argument.
#[derive(Clone, Copy)]
enum Shape {
    Nothing,
    Cell,
    Pair,
    Line,
    /// Two groups of cells of one size, or a cell and a line.
    Two,
    /// A sum and a line.
    Sum,
    /// A sum and a diagonal.
    Diagonal,
    /// A number beside a row or column.
    Outside,
    /// Digits around a corner.
    Corner,
}

/// Returns the identifiers of the rules.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|(id, _)| *id)
}

/// Creates a layout with one rule once or twice, without boxes at random.
///
/// Nearly all layouts of a rule with an argument have a solution. Returns `None` if the rule does
/// not fit the size.
pub fn layout_of_rule(rng: &mut SplitMix64, size: u8, id: &str) -> Option<Layout> {
    let (id, shape) = *RULES.iter().find(|(known, _)| *known == id)?;
    let mut builder = Layout::builder(size);
    if rng.once_in(4) {
        builder = builder.no_boxes();
    }
    let plain = builder.build().ok()?;
    let grid = random::grid(rng, &plain)?;
    let wanted = 1 + rng.below(2);
    let mut layout = plain.clone();
    for _ in 0..200 {
        let rule = match argument(rng, size, &grid, id, shape) {
            Some(argument) => format!("{id}={argument}"),
            None => id.to_owned(),
        };
        let Ok(more) = layout.to_builder().rule(&rule).build() else {
            continue;
        };
        if matches!(shape, Shape::Nothing) {
            return Some(more);
        }
        if accepts(&more, &grid) {
            layout = more;
        }
        if layout.rules().len() == wanted {
            break;
        }
    }
    (layout != plain).then_some(layout)
}

/// Returns `true` if the constraints of a layout accept a grid.
fn accepts(layout: &Layout, grid: &[Digit]) -> bool {
    layout.constraints().iter().all(|constraint| {
        let digits = constraint.cells().iter();
        let digits: Vec<Option<Digit>> =
            digits.map(|cell| Some(grid[layout.index(*cell)])).collect();
        constraint.allows(&digits)
    })
}

/// Creates a layout with one to five rules that a random grid obeys as far as numbers can tell.
pub fn layout(rng: &mut SplitMix64, size: u8) -> Layout {
    let mut builder = Layout::builder(size);
    if rng.once_in(4) {
        builder = builder.no_boxes();
    }
    if rng.once_in(4) {
        builder = builder.x();
    }
    let mut layout = builder.build().expect("these parts fit any size");
    let Some(grid) = random::grid(rng, &layout) else {
        return layout;
    };
    for _ in 0..1 + rng.below(5) {
        let (id, shape) = RULES[rng.below(RULES.len())];
        let rule = match argument(rng, size, &grid, id, shape) {
            Some(argument) => format!("{id}={argument}"),
            None => id.to_owned(),
        };
        if let Ok(more) = layout.to_builder().rule(&rule).build() {
            // Most layouts keep a solution, so that puzzles have clues to compare.
            if accepts(&more, &grid) || rng.once_in(8) {
                layout = more;
            }
        }
    }
    layout
}

/// Writes an argument. Sums and numbers are those of the grid.
fn argument(
    rng: &mut SplitMix64,
    size: u8,
    grid: &[Digit],
    id: &str,
    shape: Shape,
) -> Option<String> {
    let at = |cell: &Cell| u32::from(grid[cell.index(size)].get());
    let names = |cells: &[Cell]| {
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        names.join(" ")
    };
    let count = 2 + rng.below(4);
    let line = walk(rng, size, count);
    Some(match shape {
        Shape::Nothing => return None,
        Shape::Cell => names(&line[..1]),
        Shape::Pair if id == "xv" => {
            let sum: u32 = line.iter().take(2).map(at).sum();
            format!("{sum}: {}", names(&line[..line.len().min(2)]))
        }
        Shape::Pair if id == "pairs" => {
            let marks = |_| if rng.once_in(3) { '0' } else { '1' };
            let table: String = (0..u32::from(size).pow(2)).map(marks).collect();
            format!("{table}: {}", names(&line[..line.len().min(2)]))
        }
        Shape::Pair => names(&line[..line.len().min(2)]),
        Shape::Line => names(&line),
        Shape::Two if id == "clone" => {
            let half = line.len() / 2;
            format!("{}; {}", names(&line[..half]), names(&line[half..2 * half]))
        }
        Shape::Two => format!("{}; {}", names(&line[..1]), names(&line[1..])),
        Shape::Sum => {
            let sum: u32 = line.iter().map(at).sum();
            format!("{sum}: {}", names(&line))
        }
        Shape::Diagonal => {
            let first = Cell::new(0, rng.below(usize::from(size)) as u8);
            let cells = std::iter::successors(Some(first), |cell| cell.offset(1, 1, size));
            let sum: u32 = cells.map(|cell| at(&cell)).sum();
            format!("{sum}: {first} down-right")
        }
        Shape::Outside => {
            let row = rng.below(usize::from(size)) as u8;
            let line: Vec<u32> = (0..size)
                .map(|column| at(&Cell::new(row, column)))
                .collect();
            let number = match id {
                "sandwich" => {
                    let place = |digit: u32| line.iter().position(|one| *one == digit).unwrap_or(0);
                    let ends = [place(1), place(u32::from(size))];
                    let (left, right) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                    line[(left + 1).min(right)..right].iter().sum()
                }
                "x-sum" => line[..line[0] as usize].iter().sum(),
                "numbered-room" => line[line[0] as usize - 1],
                _ => {
                    let mut highest = 0;
                    let visible = line.iter().filter(|digit| {
                        let is_visible = **digit > highest;
                        highest = highest.max(**digit);
                        is_visible
                    });
                    visible.count() as u32
                }
            };
            format!("{number}: row {}", row + 1)
        }
        Shape::Corner => {
            let [row, column] = [(); 2].map(|()| rng.below(usize::from(size.max(2)) - 1) as u8);
            let corner = Cell::new(row, column);
            let digits: Vec<String> = (0..1 + rng.below(2))
                .map(|step| {
                    let cell = corner.offset(step as _, 0, size).unwrap_or(corner);
                    at(&cell).to_string()
                })
                .collect();
            format!("{}: {corner}", digits.join(" "))
        }
    })
}

/// Walks over neighboring cells, at most `count` of them, without a repeat.
fn walk(rng: &mut SplitMix64, size: u8, count: usize) -> Vec<Cell> {
    let cell = rng.below(usize::from(size) * usize::from(size));
    let mut line = vec![Cell::from_index(cell, size)];
    for _ in 0..4 * count {
        let last = line[line.len() - 1];
        let (rows, columns) = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1)][rng.below(6)];
        if let Some(next) = last.offset(rows, columns, size)
            && !line.contains(&next)
        {
            line.push(next);
        }
        if line.len() == count {
            break;
        }
    }
    line
}
