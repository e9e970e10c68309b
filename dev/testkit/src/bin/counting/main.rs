//! Tests and measurements of exact counts and estimates.
//!
//! - `counting figures` prints the time for known grids.
//! - `counting growth` measures random clues and samples.
//! - `counting pencilmarks` measures pencilmarks.
//! - `counting check [ROUNDS] [SEED]` compares counts; see `check.rs`.
//! - `counting estimate LAYOUT|FILE [OPTION VALUE]…` estimates; `estimates.rs` has the options.
//! - `counting coverage [SEEDS]` compares intervals with exact numbers (part of `check`).
//! - `counting FILE…` counts classic puzzles, one on each line, and compares the number behind it.

mod check;
mod estimates;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use check::check;
use estimates::{coverage, estimate};
use ndoku_core::{Candidate, Diagonal, Digit, Layout, Puzzle};
use ndoku_count::estimate::{Estimate, Estimator, Proposal, SmcRun, WideFloat};
use ndoku_count::{
    BandStackSum, CountMethod, PRESEARCH_SOLUTIONS, PreparedCount, SolutionSampler, prepare_count,
};
use ndoku_formats::ReadOptions;
use ndoku_solver::{Budget, Engine, Isa, Simd9};
use ndoku_testkit::random::{self, SplitMix64};

/// The pattern with the longest known time, found by a search.
const WORST: &str =
    ".......8.....1...................6.....9..............4..................3.......";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["figures"] => figures(),
        ["growth"] => growth(),
        ["pencilmarks"] => measure_pencilmarks(0),
        ["pencilmarks", most] => measure_pencilmarks(most.parse().unwrap_or(0)),
        ["estimate", what, ref options @ ..] => {
            return if estimate(what, options) {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            };
        }
        ["coverage"] => coverage(200, 1),
        ["coverage", seeds] => coverage(seeds.parse().unwrap_or(200), 1),
        ["check"] => check(20, 1),
        ["check", rounds] => check(rounds.parse().unwrap_or(20), 1),
        ["check", rounds, seed] => check(rounds.parse().unwrap_or(20), seed.parse().unwrap_or(1)),
        [] => {
            eprintln!(
                "usage: counting figures | growth | pencilmarks | check [ROUNDS] [SEED] | coverage \
                [SEEDS] | estimate LAYOUT|FILE [OPTION VALUE]… | FILE…"
            );
            return ExitCode::FAILURE;
        }
        ref files => {
            return if files.iter().all(|file| cases(file)) {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            };
        }
    }
    ExitCode::SUCCESS
}

fn clues(text: &str) -> [u8; 81] {
    let mut clues = [0; 81];
    for (clue, byte) in clues.iter_mut().zip(text.bytes()) {
        *clue = if byte.is_ascii_digit() {
            byte - b'0'
        } else {
            0
        };
    }
    clues
}

/// Returns the number of solutions, as a program would count them, and the method.
fn counted(puzzle: &Puzzle, isa: Option<Isa>) -> (u128, CountMethod) {
    let budget = Budget::default();
    match prepare_count(puzzle, PRESEARCH_SOLUTIONS, isa, &budget).expect("there is no limit") {
        PreparedCount::Counted(count) => (u128::from(count), CountMethod::Search),
        PreparedCount::Exact(exact) => (
            exact.run(&budget).expect("there is no limit"),
            exact.method(),
        ),
        PreparedCount::AtLeast(_) => panic!("not in reach: {puzzle:?}"),
    }
}

fn classic(clues: &[u8; 81]) -> Puzzle {
    Puzzle::from_array(&Layout::classic(), clues).expect("81 digits")
}

/// Counts the puzzles of a file. Returns `true` if none is wrong.
fn cases(file: &str) -> bool {
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let mut right = true;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let Some(puzzle) = words.next() else { continue };
        let begin = Instant::now();
        let (count, method) = counted(&classic(&clues(puzzle)), None);
        let took = begin.elapsed();
        let wanted: Option<u128> = words.next().and_then(|word| word.parse().ok());
        let verdict = if wanted.is_none_or(|wanted| wanted == count) {
            ""
        } else {
            "  WRONG"
        };
        println!(
            "{puzzle} {count} {method} {:.1} ms{verdict}",
            1e3 * took.as_secs_f64()
        );
        right &= verdict.is_empty();
    }
    right
}

/// Returns the median time of five runs.
fn median(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..5)
        .map(|_| {
            let begin = Instant::now();
            run();
            begin.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[2]
}

fn show(what: &str, puzzle: &Puzzle, isa: Option<Isa>) {
    let mut found = None;
    let took = median(|| found = Some(counted(puzzle, isa)));
    let (count, method) = found.expect("it was counted five times");
    println!(
        "{what:42} {count:32} {method:12} {:9.2} ms",
        1e3 * took.as_secs_f64()
    );
}

fn figures() {
    println!(
        "instruction set {}; one thread; medians of five runs\n",
        Isa::best()
    );
    let empty = |layout: &Layout| Puzzle::empty(layout);
    show("9×9 empty", &empty(&Layout::classic()), None);
    show("9×9 worst known pattern", &classic(&clues(WORST)), None);
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let six =
            ".................2.......5......6.......1...............................6.......7";
        show(
            &format!("9×9 six clues, {isa}"),
            &classic(&clues(six)),
            Some(isa),
        );
    }
    let full = "123456789456789123789123456231674895875912364694538217317265948542897631968341572";
    show("9×9 full", &classic(&clues(full)), None);
    show(
        "9×9 unique, 17 clues",
        &classic(&clues(
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        )),
        None,
    );
    show(
        "9×9 impossible",
        &classic(&clues(
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
        )),
        None,
    );
    for (width, height) in [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (5, 2), (2, 5)] {
        let layout = Layout::with_boxes(width, height).expect("a size");
        show(&format!("{layout}, empty"), &empty(&layout), None);
    }
    let eight = Layout::with_boxes(2, 4).expect("a size");
    let mut rng = SplitMix64::new(8);
    let mut slowest = (Duration::ZERO, 0, 0);
    for kept in 3..=12 {
        for _ in 0..6 {
            let grid = random::grid(&mut rng, &eight).expect("8×8 grids are found");
            let mut puzzle = empty(&eight);
            for index in rng.permutation(64).into_iter().take(kept) {
                puzzle
                    .set_clue(eight.cell(index), Some(grid[index]))
                    .expect("in the grid");
            }
            let begin = Instant::now();
            let (count, _) = counted(&puzzle, None);
            slowest = slowest.max((begin.elapsed(), kept, count));
        }
    }
    println!(
        "8×8, 3 to 12 random clues, slowest of 60: {} clues, {} solutions, {:.0} ms",
        slowest.1,
        slowest.2,
        1e3 * slowest.0.as_secs_f64()
    );
    show(
        "X empty",
        &empty(&Layout::builder(9).x().build().expect("a layout")),
        None,
    );
    show(
        "one diagonal, empty",
        &empty(
            &Layout::builder(9)
                .diagonal(Diagonal::Main)
                .build()
                .expect("a layout"),
        ),
        None,
    );
    for order in 5..=7 {
        show(
            &format!("Latin squares of order {order}"),
            &empty(&Layout::builder(order).no_boxes().build().expect("a layout")),
            None,
        );
    }
}

fn growth() {
    random_clues();
    sampling();
}

/// Creates a sampler of all grids.
fn grids() -> SolutionSampler {
    let budget = Budget::default();
    let stack_sum = BandStackSum::new(&[0; 81], None, &budget).expect("there is no limit");
    SolutionSampler::new(stack_sum, &budget).expect("there is no limit")
}

/// Returns `kept` clues of a random grid.
fn some_clues(rng: &mut SplitMix64, grids: &mut SolutionSampler, kept: usize) -> [u8; 81] {
    let grid = grids.sample(&mut || rng.bits()).expect("there are grids");
    let mut clues = [0; 81];
    for cell in rng.permutation(81).into_iter().take(kept) {
        clues[cell] = grid[cell];
    }
    clues
}

fn random_clues() {
    let mut grids = grids();
    let mut rng = SplitMix64::new(1);
    println!(
        "\nrandom clues of random grids, 20 each: median count, mean and greatest time in ms; \
        plain search where it ends in 20 s"
    );
    let (mut all, mut greatest) = (Vec::new(), 0.0_f64);
    for kept in 1..=30 {
        let mut counts = Vec::new();
        let mut times = Vec::new();
        for _ in 0..20 {
            let puzzle = classic(&some_clues(&mut rng, &mut grids, kept));
            let begin = Instant::now();
            counts.push(counted(&puzzle, None).0);
            times.push(1e3 * begin.elapsed().as_secs_f64());
        }
        counts.sort_unstable();
        let most = times.iter().copied().fold(0.0, f64::max);
        println!(
            "{kept:3} clues {:24} {:9.2} {most:9.2}",
            counts[10],
            times.iter().sum::<f64>() / 20.0
        );
        if kept <= 20 {
            all.extend(times);
            greatest = greatest.max(most);
        }
    }
    println!(
        "1 to 20 clues: mean {:.1} ms, greatest {greatest:.1} ms",
        all.iter().sum::<f64>() / all.len() as f64
    );
    println!("\nbeside plain enumeration by the 9×9 engine:");
    for (kept, least) in [(22, 100_000), (20, 1_000_000), (18, 10_000_000)] {
        let (puzzle, count) = loop {
            let puzzle = classic(&some_clues(&mut rng, &mut grids, kept));
            let (count, _) = counted(&puzzle, None);
            if (least..3 * least).contains(&count) {
                break (puzzle, count);
            }
        };
        let exact = median(|| {
            counted(&puzzle, None);
        });
        let begin = Instant::now();
        let tally = Simd9::new(None)
            .count_up_to(&puzzle, u64::MAX, &Budget::default())
            .expect("there is no limit");
        let search = begin.elapsed();
        assert_eq!(u128::from(tally.number), count);
        println!(
            "{count:12} solutions: {:10.1} ms against {:8.2} ms, {:.0} times",
            1e3 * search.as_secs_f64(),
            1e3 * exact.as_secs_f64(),
            search.as_secs_f64() / exact.as_secs_f64()
        );
    }
}

/// Removes candidates that a grid does not need: `lines` lines of boxes, then `singles` single
/// ones. The `kept` clues come first.
fn create_pencilmark_puzzle(
    rng: &mut SplitMix64,
    grids: &mut SolutionSampler,
    kept: usize,
    lines: usize,
    singles: usize,
) -> Puzzle {
    let layout = Layout::classic();
    let grid = grids.sample(&mut || rng.bits()).expect("there are grids");
    let mut puzzle = Puzzle::empty(&layout);
    for cell in rng.permutation(81).into_iter().take(kept) {
        puzzle
            .set_clue(layout.cell(cell), Digit::new(grid[cell]))
            .expect("in the grid");
    }
    let remove = |puzzle: &mut Puzzle, cell: usize, digit: u8| {
        let digit = Digit::new(digit).expect("1 to 9");
        puzzle
            .remove_candidate(Candidate::new(layout.cell(cell), digit))
            .expect("in the grid");
    };
    let mut left = lines;
    while left > 0 {
        let (number, digit, line, turned) = (
            rng.below(9),
            1 + rng.below(9) as u8,
            rng.below(3),
            rng.once_in(2),
        );
        let cells = [0, 1, 2].map(|place| {
            let (row, column) = if turned { (place, line) } else { (line, place) };
            (number / 3 * 3 + row) * 9 + number % 3 * 3 + column
        });
        if cells.iter().all(|cell| grid[*cell] != digit) {
            cells
                .into_iter()
                .for_each(|cell| remove(&mut puzzle, cell, digit));
            left -= 1;
        }
    }
    left = singles;
    while left > 0 {
        let (cell, digit) = (rng.below(81), 1 + rng.below(9) as u8);
        if grid[cell] != digit && puzzle.clue(layout.cell(cell)).is_none() {
            remove(&mut puzzle, cell, digit);
            left -= 1;
        }
    }
    puzzle
}

/// Measures puzzles with random candidates removed: the number that can be counted, their cases,
/// and their time.
fn measure_pencilmarks(most: usize) {
    let mut grids = grids();
    let mut rng = SplitMix64::new(1);
    println!(
        "of 20 puzzles so many are counted by search, by band-stack sums, not at all; then for the \
        second: median of cases and solutions, time in ms"
    );
    println!(
        "clues lines singles | search exact none | cases {:>24} | median mean greatest | longest \
        refusal",
        "solutions"
    );
    for (kept, lines, singles) in [
        (0, 4, 0),
        (0, 20, 0),
        (0, 60, 0),
        (0, 120, 0),
        (0, 0, 2),
        (0, 0, 4),
        (0, 60, 8),
        (0, 120, 16),
        (6, 0, 4),
        (6, 60, 8),
        (12, 0, 8),
        (12, 0, 16),
        (12, 0, 32),
        (16, 0, 16),
        (16, 0, 32),
        (16, 0, 64),
        (20, 0, 16),
        (20, 0, 32),
        (20, 0, 64),
        (0, 0, 350),
        (0, 0, 400),
    ]
    .into_iter()
    .filter(|(kept, lines, singles)| kept * 12 + lines + singles >= most)
    {
        let (mut cases, mut counts, mut times, mut refused) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..20 {
            let puzzle = create_pencilmark_puzzle(&mut rng, &mut grids, kept, lines, singles);
            let budget = Budget::default();
            let start = Instant::now();
            match prepare_count(&puzzle, PRESEARCH_SOLUTIONS, None, &budget)
                .expect("there is no limit")
            {
                PreparedCount::Counted(_) => {}
                PreparedCount::AtLeast(_) => refused.push(1e3 * start.elapsed().as_secs_f64()),
                PreparedCount::Exact(exact) => {
                    counts.push(exact.run(&budget).expect("there is no limit"));
                    times.push(1e3 * start.elapsed().as_secs_f64());
                    cases.push(exact.case_count());
                }
            }
        }
        cases.sort_unstable();
        counts.sort_unstable();
        times.sort_unstable_by(f64::total_cmp);
        let exact = counts.len();
        print!(
            "{kept:5} {lines:5} {singles:7} | {:6} {exact:5} {:4} |",
            20 - exact - refused.len(),
            refused.len()
        );
        match (cases.get(exact / 2), counts.get(exact / 2)) {
            (Some(cases), Some(count)) => {
                let mean = times.iter().sum::<f64>() / exact as f64;
                print!(
                    " {cases:5} {count:24} | {:6.0} {mean:4.0} {:8.0} |",
                    times[exact / 2],
                    times[exact - 1]
                );
            }
            _ => print!(" {:5} {:24} | {:6} {:4} {:8} |", "", "", "", "", ""),
        }
        println!(" {:6.0}", refused.iter().copied().fold(0.0, f64::max));
    }
}

fn sampling() {
    println!("\nsampling:");
    let mut rng = SplitMix64::new(3);
    for (what, puzzle) in [
        ("the empty grid", [0; 81]),
        (
            "six clues",
            clues(
                ".................2.......5......6.......1...............................6.......7",
            ),
        ),
    ] {
        let budget = Budget::default();
        let stack_sum = BandStackSum::new(&puzzle, None, &budget).expect("there is no limit");
        let mut sampler = SolutionSampler::new(stack_sum, &budget).expect("there is no limit");
        let begin = Instant::now();
        for _ in 0..200 {
            sampler
                .sample(&mut || rng.bits())
                .expect("there are solutions");
        }
        println!(
            "{what:20} {:.2} ms a solution",
            1e3 * begin.elapsed().as_secs_f64() / 200.0
        );
    }
}
