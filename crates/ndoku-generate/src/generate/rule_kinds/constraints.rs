//! Constraints that cells of a full grid satisfy, one function for each kind of rule, and the
//! beginnings of lines.
//!
//! The argument of a rule has the canonical form that readers write: every cell by its name,
//! separated by one blank.

use ndoku_core::constraint::RuleRef;
use ndoku_core::{Boxes, Cell, Rng};

use super::SolvedGrid;

impl SolvedGrid<'_> {
    /// Returns the digit of a cell.
    pub(super) fn digit(&self, cell: usize) -> u32 {
        u32::from(self.grid[cell])
    }

    fn digits(&self, cells: &[usize]) -> impl Iterator<Item = u32> + Clone {
        cells.iter().map(|cell| self.digit(*cell))
    }

    fn sum(&self, cells: &[usize]) -> u32 {
        self.digits(cells).sum()
    }

    fn cell(&self, cell: usize) -> Cell {
        Cell::from_index(cell, self.size as u8)
    }

    /// Returns the names of cells, separated by blanks.
    fn names(&self, cells: &[usize]) -> String {
        let names: Vec<String> = cells
            .iter()
            .map(|cell| self.cell(*cell).to_string())
            .collect();
        names.join(" ")
    }

    /// Returns the name of a line from its first two cells: `row 3`, `column 2 from below`.
    fn line_name(&self, cells: &[usize]) -> String {
        let (first, next) = (self.cell(cells[0]), self.cell(cells[1]));
        let (kind, number, end) = if first.row() == next.row() {
            ("row", first.row(), "right")
        } else {
            ("column", first.column(), "below")
        };
        let number = u16::from(number) + 1;
        if cells[1] < cells[0] {
            format!("{kind} {number} from {end}")
        } else {
            format!("{kind} {number}")
        }
    }

    /// Returns the number of the box of a cell.
    fn box_of(&self, cell: usize) -> Option<usize> {
        self.layout.boxes().number(self.cell(cell), self.size as u8)
    }

    /// Returns the cells above, left, right and below.
    pub(super) fn orthogonal(&self, cell: usize) -> Vec<usize> {
        self.around(cell, &[(-1, 0), (0, -1), (0, 1), (1, 0)])
    }

    /// Returns the cells that share a side or a corner with a cell.
    pub(super) fn adjacent(&self, cell: usize) -> Vec<usize> {
        const STEPS: [(i16, i16); 8] = [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ];
        self.around(cell, &STEPS)
    }

    fn around(&self, cell: usize, steps: &[(i16, i16)]) -> Vec<usize> {
        let (cell, size) = (self.cell(cell), self.size as u8);
        steps
            .iter()
            .filter_map(|(rows, columns)| cell.offset(*rows, *columns, size))
            .map(|cell| cell.index(size))
            .collect()
    }
}

fn rule(id: &'static str, argument: String) -> RuleRef {
    RuleRef {
        id,
        argument: Some(argument),
    }
}

fn bare(id: &'static str) -> RuleRef {
    RuleRef { id, argument: None }
}

fn is_distinct(digits: impl Iterator<Item = u32>) -> bool {
    let mut seen = 0_u64;
    digits.into_iter().all(|digit| {
        let is_new = seen >> digit & 1 == 0;
        seen |= 1 << digit;
        is_new
    })
}

/// Returns the difference of the largest and the smallest digit.
fn spread(digits: impl Iterator<Item = u32> + Clone) -> u32 {
    digits.clone().max().unwrap_or(0) - digits.min().unwrap_or(0)
}

// Cages and sums.

pub(super) fn killer(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    is_distinct(solved.digits(cells)).then(|| killer_rule(solved, cells))
}

/// Returns the cage of cells whose digits differ.
pub(super) fn killer_rule(solved: &SolvedGrid<'_>, cells: &[usize]) -> RuleRef {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    let (sum, names) = (solved.sum(&cells), solved.names(&cells));
    rule("killer", format!("{sum}: {names}"))
}

pub(super) fn little_killer(
    solved: &SolvedGrid<'_>,
    cells: &[usize],
    _: &mut Rng,
) -> Option<RuleRef> {
    let (first, next) = (solved.cell(cells[0]), solved.cell(cells[1]));
    let down = if next.row() > first.row() {
        "down"
    } else {
        "up"
    };
    let right = if next.column() > first.column() {
        "right"
    } else {
        "left"
    };
    let sum = solved.sum(cells);
    Some(rule(
        "little-killer",
        format!("{sum}: {first} {down}-{right}"),
    ))
}

/// The first cell is the circle.
pub(super) fn grows_arrow(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    solved.sum(&cells[1..]) <= solved.digit(cells[0])
}

pub(super) fn arrow(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let (circle, shaft) = cells.split_at(1);
    (solved.sum(shaft) == solved.digit(circle[0])).then(|| {
        let (circle, shaft) = (solved.names(circle), solved.names(shaft));
        rule("arrow", format!("{circle}; {shaft}"))
    })
}

pub(super) fn grows_double_arrow(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    solved.sum(&cells[1..]) <= 3 * solved.size as u32
}

pub(super) fn double_arrow(
    solved: &SolvedGrid<'_>,
    cells: &[usize],
    _: &mut Rng,
) -> Option<RuleRef> {
    let [first, inner @ .., last] = cells else {
        return None;
    };
    (!inner.is_empty() && solved.sum(inner) == solved.digit(*first) + solved.digit(*last))
        .then(|| rule("double-arrow", solved.names(cells)))
}

pub(super) fn grows_zipper(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    solved.digit(first) + solved.digit(last) == solved.digit(cells[cells.len() / 2])
}

pub(super) fn zipper(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let is_true = around_middle(cells).all(|part| grows_zipper(solved, part, 0));
    is_true.then(|| rule("zipper", solved.names(cells)))
}

/// Returns the parts of a line that are left without the same number of cells at each end.
fn around_middle(cells: &[usize]) -> impl Iterator<Item = &[usize]> {
    (0..cells.len() / 2).map(|place| &cells[place..cells.len() - place])
}

/// Returns the sums of the stretches of a line in one box each.
fn region_sums(solved: &SolvedGrid<'_>, cells: &[usize]) -> Vec<u32> {
    cells
        .chunk_by(|a, b| solved.box_of(*a) == solved.box_of(*b))
        .map(|stretch| solved.sum(stretch))
        .collect()
}

pub(super) fn grows_region_sum(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    let sums = region_sums(solved, cells);
    let (last, done) = sums.split_last().unwrap_or((&0, &[]));
    done.iter().all(|sum| *sum == sums[0]) && *last <= sums[0]
}

pub(super) fn region_sum(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let sums = region_sums(solved, cells);
    (sums.len() > 1 && sums.iter().all(|sum| *sum == sums[0]))
        .then(|| rule("region-sum", solved.names(cells)))
}

/// Returns the sum after the last full stretch, or `None` if a stretch misses the sum.
fn open_stretch(solved: &SolvedGrid<'_>, cells: &[usize]) -> Option<u32> {
    let whole = solved.size as u32 + 1;
    solved
        .digits(cells)
        .try_fold(0, |sum, digit| match sum + digit {
            sum if sum < whole => Some(sum),
            sum => (sum == whole).then_some(0),
        })
}

pub(super) fn grows_sum_line(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    open_stretch(solved, cells).is_some()
}

pub(super) fn sum_line(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    (open_stretch(solved, cells) == Some(0)).then(|| {
        let (sum, names) = (solved.size + 1, solved.names(cells));
        rule("sum-line", format!("{sum}: {names}"))
    })
}

// Signs between two cells.

pub(super) fn consecutive(
    solved: &SolvedGrid<'_>,
    cells: &[usize],
    _: &mut Rng,
) -> Option<RuleRef> {
    (spread(solved.digits(cells)) == 1).then(|| rule("difference", solved.names(cells)))
}

pub(super) fn kropki(solved: &SolvedGrid<'_>, cells: &[usize], rng: &mut Rng) -> Option<RuleRef> {
    let (a, b) = (solved.digit(cells[0]), solved.digit(cells[1]));
    let is_double = a == 2 * b || b == 2 * a;
    let id = match (a.abs_diff(b) == 1, is_double) {
        // The pair of 1 and 2 can have either dot.
        (true, true) if rng.below(2) == 0 => "difference",
        (_, true) => "ratio",
        (true, false) => "difference",
        (false, false) => return None,
    };
    Some(rule(id, solved.names(cells)))
}

pub(super) fn xv(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let sign = match solved.sum(cells) {
        5 => "V",
        10 => "X",
        _ => return None,
    };
    Some(rule("xv", format!("{sign}: {}", solved.names(cells))))
}

pub(super) fn inequality(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let [a, b] = *cells else {
        return None;
    };
    let is_comparable =
        *solved.layout.boxes() == Boxes::None || solved.box_of(a) == solved.box_of(b);
    let pair = if solved.digit(a) > solved.digit(b) {
        [a, b]
    } else {
        [b, a]
    };
    is_comparable.then(|| rule("greater", solved.names(&pair)))
}

/// Returns the constraints about all pairs of neighbors, and rules about the pairs without one.
fn all_pairs(
    solved: &SolvedGrid<'_>,
    rng: &mut Rng,
    state: super::MakeConstraint,
    negative: &[&'static str],
) -> Vec<RuleRef> {
    let pairs = super::shapes::pairs(solved);
    let rules: Vec<RuleRef> = pairs
        .iter()
        .filter_map(|pair| state(solved, pair, rng))
        .collect();
    let negative = negative.iter().map(|id| bare(id));
    rules.into_iter().chain(negative).collect()
}

pub(super) fn strict_kropki(solved: &SolvedGrid<'_>, rng: &mut Rng) -> Vec<RuleRef> {
    const NEGATIVE: &[&str] = &["difference-negative", "ratio-negative"];
    all_pairs(solved, rng, kropki, NEGATIVE)
}

pub(super) fn strict_xv(solved: &SolvedGrid<'_>, rng: &mut Rng) -> Vec<RuleRef> {
    all_pairs(solved, rng, xv, &["xv-negative"])
}

// Lines.

pub(super) fn grows_thermo(solved: &SolvedGrid<'_>, cells: &[usize], length: usize) -> bool {
    let left = (length.max(cells.len()) - cells.len()) as u32;
    let rises = |pair: &[usize]| solved.digit(pair[0]) < solved.digit(pair[1]);
    cells.windows(2).all(rises)
        && (cells.len() > 1 || solved.digit(cells[0]) + left <= solved.size as u32)
}

pub(super) fn thermo(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    grows_thermo(solved, cells, 0).then(|| rule("thermo", solved.names(cells)))
}

pub(super) fn grows_slow_thermo(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    let rises = |pair: &[usize]| solved.digit(pair[0]) <= solved.digit(pair[1]);
    cells.windows(2).all(rises)
}

pub(super) fn slow_thermo(
    solved: &SolvedGrid<'_>,
    cells: &[usize],
    _: &mut Rng,
) -> Option<RuleRef> {
    grows_slow_thermo(solved, cells, 0).then(|| rule("slow-thermo", solved.names(cells)))
}

pub(super) fn grows_whisper(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    let least = (solved.size as u32).div_ceil(2);
    let differs = |pair: &[usize]| solved.digit(pair[0]).abs_diff(solved.digit(pair[1])) >= least;
    cells.windows(2).all(differs)
}

pub(super) fn whisper(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    grows_whisper(solved, cells, 0).then(|| rule("whisper", solved.names(cells)))
}

pub(super) fn grows_renban(solved: &SolvedGrid<'_>, cells: &[usize], length: usize) -> bool {
    let digits = solved.digits(cells);
    is_distinct(digits.clone()) && (spread(digits) as usize) < length
}

pub(super) fn renban(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    grows_renban(solved, cells, cells.len()).then(|| rule("renban", solved.names(cells)))
}

pub(super) fn grows_nabner(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    cells.iter().enumerate().all(|(place, a)| {
        let differs = |b: &usize| solved.digit(*a).abs_diff(solved.digit(*b)) >= 2;
        cells[..place].iter().all(differs)
    })
}

pub(super) fn nabner(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    grows_nabner(solved, cells, 0).then(|| rule("nabner", solved.names(cells)))
}

pub(super) fn grows_palindrome(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    solved.digit(cells[0]) == solved.digit(cells[cells.len() - 1])
}

pub(super) fn palindrome(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let is_true = around_middle(cells).all(|part| grows_palindrome(solved, part, 0));
    is_true.then(|| rule("palindrome", solved.names(cells)))
}

/// Every cell but the first is on one side of it, as far as the last cell can be the other end.
pub(super) fn grows_between(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    let first = solved.digit(cells[0]);
    let mut rest = solved.digits(&cells[1..]);
    rest.clone().all(|digit| digit > first) || rest.all(|digit| digit < first)
}

pub(super) fn between(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let [a, inner @ .., b] = cells else {
        return None;
    };
    let (a, b) = (solved.digit(*a), solved.digit(*b));
    let (low, high) = (a.min(b), a.max(b));
    let is_inside = |digit: u32| low < digit && digit < high;
    (!inner.is_empty() && solved.digits(inner).all(is_inside))
        .then(|| rule("between", solved.names(cells)))
}

pub(super) fn grows_lockout(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    let first = solved.digit(cells[0]);
    solved.digits(&cells[1..]).all(|digit| digit != first)
}

pub(super) fn lockout(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    const LEAST: u32 = 4;
    let [a, inner @ .., b] = cells else {
        return None;
    };
    let (a, b) = (solved.digit(*a), solved.digit(*b));
    let range = a.min(b)..=a.max(b);
    let is_true = a.abs_diff(b) >= LEAST
        && !inner.is_empty()
        && solved.digits(inner).all(|digit| !range.contains(&digit));
    is_true.then(|| rule("lockout", solved.names(cells)))
}

/// Returns the third of a digit, as the rules of `ndoku-core` do.
const fn third(digit: u32, size: u32) -> u32 {
    let low = if size % 3 == 2 {
        size / 3 + 1
    } else {
        size / 3
    };
    (digit > low) as u32 + (digit > size - low) as u32
}

/// Returns `true` if any three successive cells have different classes, and the classes repeat.
fn alternates(cells: &[usize], class: impl Fn(usize) -> u32) -> bool {
    cells.windows(3).all(|three| {
        let [a, b, c] = [class(three[0]), class(three[1]), class(three[2])];
        a != b && b != c && a != c
    })
}

pub(super) fn grows_entropic(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    alternates(cells, |cell| third(solved.digit(cell), solved.size as u32))
}

pub(super) fn entropic(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    grows_entropic(solved, cells, 0).then(|| rule("entropic", solved.names(cells)))
}

pub(super) fn grows_modular(solved: &SolvedGrid<'_>, cells: &[usize], _: usize) -> bool {
    alternates(cells, |cell| solved.digit(cell) % 3)
}

pub(super) fn modular(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    grows_modular(solved, cells, 0).then(|| rule("modular", solved.names(cells)))
}

// Clues beside a row or column.

fn outside(solved: &SolvedGrid<'_>, id: &'static str, value: u32, cells: &[usize]) -> RuleRef {
    rule(id, format!("{value}: {}", solved.line_name(cells)))
}

pub(super) fn sandwich(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let place = |digit: usize| {
        cells
            .iter()
            .position(|cell| solved.digit(*cell) as usize == digit)
    };
    let (a, b) = (place(1)?, place(solved.size)?);
    let sum = solved.sum(&cells[a.min(b) + 1..a.max(b)]);
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    Some(outside(solved, "sandwich", sum, &cells))
}

pub(super) fn x_sum(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let count = solved.digit(cells[0]) as usize;
    let sum = solved.sum(&cells[..count]);
    Some(outside(solved, "x-sum", sum, cells))
}

pub(super) fn skyscraper(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let mut highest = 0;
    let mut count = 0;
    for digit in solved.digits(cells) {
        count += u32::from(digit > highest);
        highest = highest.max(digit);
    }
    Some(outside(solved, "skyscraper", count, cells))
}

pub(super) fn numbered_room(
    solved: &SolvedGrid<'_>,
    cells: &[usize],
    _: &mut Rng,
) -> Option<RuleRef> {
    let place = solved.digit(cells[0]) as usize - 1;
    let digit = solved.digit(cells[place]);
    Some(outside(solved, "numbered-room", digit, cells))
}

// Corners and single cells.

/// Names some of the four digits, at least two.
pub(super) fn quadruple(
    solved: &SolvedGrid<'_>,
    cells: &[usize],
    rng: &mut Rng,
) -> Option<RuleRef> {
    let mut digits: Vec<u32> = solved.digits(cells).collect();
    rng.shuffle(&mut digits);
    digits.truncate(2 + rng.below(3) as usize);
    digits.sort_unstable();
    let digits: Vec<String> = digits.iter().map(u32::to_string).collect();
    let corner = solved.names(cells.iter().min().map_or(&[], std::slice::from_ref));
    Some(rule("quadruple", format!("{}: {corner}", digits.join(" "))))
}

pub(super) fn odd_even(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let id = if solved.digit(cells[0]) % 2 == 1 {
        "odd"
    } else {
        "even"
    };
    Some(rule(id, solved.names(cells)))
}

pub(super) fn min_max(solved: &SolvedGrid<'_>, cells: &[usize], _: &mut Rng) -> Option<RuleRef> {
    let digit = solved.digit(cells[0]);
    let around = solved.orthogonal(cells[0]);
    let id = match () {
        () if solved.digits(&around).all(|other| other > digit) => "minimum",
        () if solved.digits(&around).all(|other| other < digit) => "maximum",
        () => return None,
    };
    Some(rule(id, solved.names(cells)))
}
