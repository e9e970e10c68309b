//! Randomness for tests: a small seeded generator, random layouts of every kind, random puzzles.

use std::sync::Arc;

use ndoku_core::constraint::{Constraint, RULES};
use ndoku_core::{Boxes, Cell, Diagonal, Digit, DigitSet, Layout, LayoutBuilder, Puzzle};
use ndoku_solver::{Backtrack, Budget, Engine};
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The generator SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
/// 2014), with the choices that tests make.
#[derive(Clone, Debug)]
pub struct SplitMix64(rand_xoshiro::SplitMix64);

impl SplitMix64 {
    /// Creates the sequence of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(rand_xoshiro::SplitMix64::seed_from_u64(seed))
    }

    /// Returns the next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// Returns `true` with probability 1 / `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }

    /// Returns the numbers 0..count in random order.
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut list: Vec<usize> = (0..count).collect();
        self.shuffle(&mut list);
        list
    }
}

/// A constraint with the three required methods only: the digits of two cells add up to a sum, or
/// do not.
#[derive(Debug)]
pub struct PairSum {
    cells: [Cell; 2],
    sum: u16,
    wanted: bool,
}

impl PairSum {
    /// Creates a constraint that demands (`wanted`) or forbids this sum.
    #[must_use]
    pub const fn new(cells: [Cell; 2], sum: u16, wanted: bool) -> Self {
        Self { cells, sum, wanted }
    }
}

impl Constraint for PairSum {
    fn id(&self) -> &'static str {
        "pair-sum"
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        match digits {
            [Some(a), Some(b)] => {
                (u16::from(a.get()) + u16::from(b.get()) == self.sum) == self.wanted
            }
            _ => true,
        }
    }
}

/// A constraint with the laziest valid `allows`: digits rise along a line of cells, checked only
/// when all are decided.
#[derive(Debug)]
pub struct LazyRise {
    cells: Vec<Cell>,
}

impl LazyRise {
    /// Creates a constraint along these cells.
    #[must_use]
    pub const fn new(cells: Vec<Cell>) -> Self {
        Self { cells }
    }
}

impl Constraint for LazyRise {
    fn id(&self) -> &'static str {
        "lazy-rise"
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        let decided: Option<Vec<Digit>> = digits.iter().copied().collect();
        decided.is_none_or(|digits| digits.windows(2).all(|pair| pair[0] < pair[1]))
    }
}

/// Returns `count` different cells.
fn cells(rng: &mut SplitMix64, size: u8, count: usize) -> Vec<Cell> {
    let all = usize::from(size) * usize::from(size);
    rng.permutation(all)
        .into_iter()
        .take(count)
        .map(|index| Cell::from_index(index, size))
        .collect()
}

/// Creates a layout of this size: rectangular boxes of any shape, jigsaw regions or none. Some
/// Returns `true` for rules of all pairs or squares of cells. They are left out of random layouts,
/// whose streams stay as they are; tests of their own cover them.
fn is_of_pairs_or_squares(rule: &str) -> bool {
    rule.ends_with("-negative") || rule.starts_with("global-")
}

/// layouts have diagonals, extra houses with N or fewer cells, rules or constraints.
pub fn layout(rng: &mut SplitMix64, size: u8) -> Layout {
    let mut builder = Layout::builder(size);
    match rng.below(5) {
        0 => builder = builder.no_boxes(),
        1 => builder = builder.regions(&regions(rng, size)),
        2 => {}
        _ => {
            let heights: Vec<u8> = (1..=size)
                .filter(|height| size.is_multiple_of(*height))
                .collect();
            let height = heights[rng.below(heights.len())];
            builder = builder.boxes(size / height, height);
        }
    }
    if rng.once_in(3) {
        builder = builder.diagonal(Diagonal::Main);
    }
    if rng.once_in(4) {
        builder = builder.diagonal(Diagonal::Anti);
    }
    while rng.once_in(4) {
        let count = if rng.once_in(2) {
            usize::from(size)
        } else {
            1 + rng.below(usize::from(size))
        };
        let cells = cells(rng, size, count);
        builder = builder.house("", &cells);
    }
    if rng.once_in(4) {
        let rules: Vec<&str> = RULES
            .iter()
            .filter(|rule| rule.argument.is_none() && !is_of_pairs_or_squares(rule.id))
            .map(|rule| rule.id)
            .collect();
        builder = if_it_fits(builder, |builder| {
            builder.rule(rules[rng.below(rules.len())])
        });
    }
    if rng.once_in(12) {
        let map: String = (0..usize::from(size).pow(2))
            .map(|_| {
                if rng.once_in(4) {
                    ["a", "b"][rng.below(2)]
                } else {
                    "."
                }
            })
            .collect();
        builder = if_it_fits(builder, |builder| builder.rule(&format!("colours={map}")));
    }
    while size > 1 && rng.once_in(5) {
        let pair = cells(rng, size, 2);
        let constraint = PairSum::new(
            [pair[0], pair[1]],
            2 + rng.below(2 * usize::from(size)) as u16,
            rng.once_in(2),
        );
        builder = builder.constraint(Arc::new(constraint));
    }
    if rng.once_in(10) {
        let count = 1 + rng.below(usize::from(size).min(4));
        builder = builder.constraint(Arc::new(LazyRise::new(cells(rng, size, count))));
    }
    builder
        .build()
        .expect("every part was tried or fits any size")
}

/// Applies a change to the builder, unless the result cannot be built.
fn if_it_fits(
    builder: LayoutBuilder,
    change: impl FnOnce(LayoutBuilder) -> LayoutBuilder,
) -> LayoutBuilder {
    let changed = change(builder.clone());
    if changed.clone().build().is_ok() {
        changed
    } else {
        builder
    }
}

/// Creates regions of N cells: boxes with some cells exchanged.
fn regions(rng: &mut SplitMix64, size: u8) -> Vec<usize> {
    let boxes = Boxes::for_size(size);
    let count = usize::from(size) * usize::from(size);
    let mut map: Vec<usize> = (0..count)
        .filter_map(|index| boxes.number(Cell::from_index(index, size), size))
        .collect();
    for _ in 0..rng.below(2 * usize::from(size) + 1) {
        let a = rng.below(count);
        let b = if rng.once_in(3) {
            rng.below(count)
        } else {
            (a + [1, usize::from(size)][rng.below(2)]) % count
        };
        map.swap(a, b);
    }
    map
}

/// Finds a full grid of this layout with a few random digits, if the search ends soon.
pub fn grid(rng: &mut SplitMix64, layout: &Layout) -> Option<Vec<Digit>> {
    let mut seeded = Puzzle::empty(layout);
    for _ in 0..layout.size() {
        let mut tried = seeded.clone();
        let (cell, digit) = (
            layout.cell(rng.below(layout.cell_count())),
            Digit::from_index(rng.below(usize::from(layout.size()))),
        );
        tried
            .set_clue(cell, Some(digit))
            .expect("cell and digit are in the grid");
        if tried.conflicts().is_empty() {
            seeded = tried;
        }
    }
    let budget = Budget::default().max_guesses(200);
    let first = |puzzle: &Puzzle| {
        Backtrack::new()
            .find_solutions(puzzle, 1, &budget)
            .unwrap_or_else(|stopped| ndoku_solver::Solutions {
                solutions: stopped.solutions,
                has_more: false,
                stats: stopped.stats,
            })
    };
    let found = first(&seeded)
        .solutions
        .pop()
        .or_else(|| first(&Puzzle::empty(layout)).solutions.pop())?;
    Some(found.digits().to_vec())
}

/// Creates a puzzle. It holds some clues of a grid (so that few solutions are likely), or random
/// clues only. Some puzzles have a wrong clue or pencilmarks.
pub fn puzzle(rng: &mut SplitMix64, layout: &Layout) -> Puzzle {
    let size = usize::from(layout.size());
    let mut puzzle = Puzzle::empty(layout);
    let grid = grid(rng, layout);
    // Percentage of cells with a clue: fewer in small grids, where the oracle is fast.
    let kept = if size <= 4 {
        rng.below(60)
    } else if size <= 6 {
        15 + rng.below(50)
    } else {
        35 + rng.below(40)
    };
    for cell in layout.cells() {
        let clue = match &grid {
            Some(grid) => grid[layout.index(cell)],
            None => Digit::from_index(rng.below(size)),
        };
        let share = if grid.is_some() { kept } else { 8 };
        if rng.below(100) < share {
            puzzle.set_clue(cell, Some(clue)).expect("in the grid");
        }
    }
    if rng.once_in(6) {
        let (cell, digit) = (
            layout.cell(rng.below(layout.cell_count())),
            Digit::from_index(rng.below(size)),
        );
        puzzle.set_clue(cell, Some(digit)).expect("in the grid");
    }
    if rng.once_in(4) {
        let pencilmarks: Vec<DigitSet> = layout
            .cells()
            .map(|cell| {
                let truth = grid.as_ref().map(|grid| grid[layout.index(cell)]);
                let once = 2 + rng.below(6);
                layout
                    .digits()
                    .filter(|digit| truth == Some(*digit) || !rng.once_in(once))
                    .collect()
            })
            .collect();
        puzzle
            .set_pencilmarks(&pencilmarks)
            .expect("as many as cells");
    }
    puzzle
}
