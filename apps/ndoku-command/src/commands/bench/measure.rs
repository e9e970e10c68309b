//! Measures the solving speed during a given time: of as many puzzles as possible on some threads,
//! or of one after the other with the time of each.

use std::num::NonZeroUsize;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use ndoku::format::line81::{self, LineGroup};
use ndoku::{BatchOutcome, Budget, Isa, Puzzle, Simd9, Solver};

use super::{Measurement, Workload};

/// Lines per block, about as many as in a block of `solve` (256 KiB).
const LINES_PER_BLOCK: usize = 3200;

/// Share of the measuring time that is spent before the measurement.
const WARMUP_SHARE: f64 = 0.1;

/// Maximum number of latencies that are kept, one for each puzzle.
const MAX_LATENCIES: usize = 1 << 20;

/// A loop over puzzles that can be measured.
trait SolveLoop {
    /// Solves the next puzzles and returns their number.
    fn solve_next(&mut self) -> u64;
    /// Returns the number of guesses and sweeps so far.
    fn stats(&self) -> (u64, Option<u64>);
}

/// A loop over blocks of lines, from the bytes of the puzzles to those of the solutions.
struct LineBlocks<'a> {
    text: &'a [u8],
    block: usize,
    limit: u64,
    engine: Simd9,
    clues: Vec<[u8; 81]>,
    solutions: Vec<[u8; 81]>,
    outcomes: Vec<BatchOutcome>,
    counts: Vec<u64>,
}

impl SolveLoop for LineBlocks<'_> {
    fn solve_next(&mut self) -> u64 {
        let lines = 82 * LINES_PER_BLOCK;
        let blocks = self.text.len().div_ceil(lines);
        let start = self.block % blocks * lines;
        self.block += 1;
        self.clues.clear();
        for group in line81::line_groups(&self.text[start..self.text.len().min(start + lines)], 1) {
            match group {
                LineGroup::Line { cells, .. } => self.clues.push(*cells),
                // The reader is cautious with lines next to other text, but every line of a
                // workload is a puzzle.
                LineGroup::Other { text, .. } => {
                    self.clues.extend(
                        text.chunks_exact(82)
                            .filter_map(|line| <[u8; 81]>::try_from(&line[..81]).ok()),
                    );
                }
            }
        }
        let count = self.clues.len();
        self.solutions.resize(count, [0; 81]);
        self.outcomes.resize(count, BatchOutcome::default());
        match self.limit {
            1 => {
                self.engine
                    .find_one_of_each(&self.clues, &mut self.solutions, &mut self.outcomes);
            }
            2 => self
                .engine
                .solve_all(&self.clues, &mut self.solutions, &mut self.outcomes),
            limit => {
                self.counts.resize(count, 0);
                self.engine.count_all(&self.clues, limit, &mut self.counts);
            }
        }
        count as u64
    }

    fn stats(&self) -> (u64, Option<u64>) {
        let stats = self.engine.batch_stats();
        (stats.guesses, Some(stats.sweeps))
    }
}

/// A loop over puzzles of any layout.
struct SinglePuzzles<'a> {
    puzzles: &'a [Puzzle],
    place: usize,
    limit: u64,
    solver: Solver,
    guesses: u64,
}

impl<'a> SinglePuzzles<'a> {
    fn new(puzzles: &'a [Puzzle], isa: Isa, limit: u64) -> Self {
        Self {
            puzzles,
            place: 0,
            limit,
            solver: Solver::new().with_isa(Some(isa)),
            guesses: 0,
        }
    }
}

impl SolveLoop for SinglePuzzles<'_> {
    fn solve_next(&mut self) -> u64 {
        let puzzle = &self.puzzles[self.place % self.puzzles.len()];
        self.place += 1;
        let tally =
            self.solver
                .engine(puzzle)
                .count_up_to(puzzle, self.limit - 1, &Budget::default());
        self.guesses += tally.map_or(0, |tally| tally.stats.guesses);
        1
    }

    fn stats(&self) -> (u64, Option<u64>) {
        (self.guesses, None)
    }
}

/// Creates the loop of a thread. Threads begin at different puzzles.
fn solve_loop(
    workload: &Workload,
    isa: Isa,
    limit: u64,
    thread: usize,
    threads: usize,
) -> Box<dyn SolveLoop + '_> {
    match workload {
        Workload::Lines(text) => Box::new(LineBlocks {
            text,
            block: text.len() / 82 / LINES_PER_BLOCK * thread / threads,
            limit,
            engine: Simd9::new(Some(isa)),
            clues: Vec::new(),
            solutions: Vec::new(),
            outcomes: Vec::new(),
            counts: Vec::new(),
        }),
        Workload::Puzzles(puzzles) => Box::new(SinglePuzzles {
            place: puzzles.len() * thread / threads,
            ..SinglePuzzles::new(puzzles, isa, limit)
        }),
    }
}

/// Solves as many puzzles as possible in the given time.
pub(super) fn measure_throughput(
    workload: &Workload,
    isa: Isa,
    limit: u64,
    threads: NonZeroUsize,
    time: Duration,
    stop: &(dyn Fn() -> bool + Sync),
) -> Measurement {
    let barrier = Barrier::new(threads.get());
    let one = |thread: usize| {
        let mut solve_loop = solve_loop(workload, isa, limit, thread, threads.get());
        let warm = Instant::now();
        while warm.elapsed() < time.mul_f64(WARMUP_SHARE) && !stop() {
            solve_loop.solve_next();
        }
        barrier.wait();
        let (began, before) = (Instant::now(), solve_loop.stats());
        let mut puzzles = 0;
        loop {
            puzzles += solve_loop.solve_next();
            if began.elapsed() >= time || stop() {
                break;
            }
        }
        let (after, elapsed) = (solve_loop.stats(), began.elapsed());
        let sweeps = after.1.zip(before.1).map(|(after, before)| after - before);
        Measurement {
            puzzles,
            guesses: after.0 - before.0,
            sweeps,
            elapsed,
            latencies: Vec::new(),
        }
    };
    let all: Vec<Measurement> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.get())
            .map(|thread| scope.spawn(move || one(thread)))
            .collect();
        let first = one(0);
        std::iter::once(first)
            .chain(others.into_iter().filter_map(|other| other.join().ok()))
            .collect()
    });
    let mut sum = Measurement::default();
    let mut rate = 0.0;
    for measured in all {
        rate += measured.puzzles as f64 / measured.elapsed.as_secs_f64().max(1e-9);
        sum.puzzles += measured.puzzles;
        sum.guesses += measured.guesses;
        sum.sweeps = sum
            .sweeps
            .or(measured.sweeps.map(|_| 0))
            .zip(measured.sweeps)
            .map(|(sum, sweeps)| sum + sweeps);
    }
    // Threads end within a block of each other. Each has its own time.
    sum.elapsed = Duration::from_secs_f64(sum.puzzles as f64 / rate.max(1e-9));
    sum
}

/// A loop over single puzzles.
enum LatencyLoop<'a> {
    Lines {
        text: &'a [u8],
        limit: u64,
        engine: Simd9,
        count: [u64; 1],
    },
    Puzzles(SinglePuzzles<'a>),
}

impl LatencyLoop<'_> {
    fn solve(&mut self, place: usize) {
        match self {
            Self::Lines {
                text,
                limit,
                engine,
                count,
            } => {
                let start = place % (text.len() / 82) * 82;
                let Ok(clues) = <[u8; 81]>::try_from(&text[start..start + 81]) else {
                    return;
                };
                match limit {
                    1 => drop(std::hint::black_box(engine.find_one(&clues))),
                    2 => drop(std::hint::black_box(engine.solve_one(&clues))),
                    limit => engine.count_all(&[clues], *limit, count),
                }
            }
            Self::Puzzles(puzzles) => drop(puzzles.solve_next()),
        }
    }

    fn guesses(&self) -> u64 {
        match self {
            Self::Lines { engine, .. } => engine.batch_stats().guesses,
            Self::Puzzles(puzzles) => puzzles.guesses,
        }
    }
}

/// Solves one puzzle after the other in the given time, on this thread.
pub(super) fn measure_latency(
    workload: &Workload,
    isa: Isa,
    limit: u64,
    time: Duration,
    stop: &dyn Fn() -> bool,
) -> Measurement {
    let mut solver = match workload {
        Workload::Lines(text) => LatencyLoop::Lines {
            text,
            limit,
            engine: Simd9::new(Some(isa)),
            count: [0],
        },
        Workload::Puzzles(puzzles) => LatencyLoop::Puzzles(SinglePuzzles::new(puzzles, isa, limit)),
    };
    let mut place = 0;
    let warm = Instant::now();
    while warm.elapsed() < time.mul_f64(WARMUP_SHARE) && !stop() {
        solver.solve(place);
        place += 1;
    }
    let mut measured = Measurement::default();
    let guesses = solver.guesses();
    let began = Instant::now();
    let mut before = began;
    loop {
        solver.solve(place);
        place += 1;
        let now = Instant::now();
        measured.puzzles += 1;
        if measured.latencies.len() < MAX_LATENCIES {
            measured.latencies.push(now - before);
        }
        before = now;
        if now - began >= time || stop() {
            break;
        }
    }
    measured.elapsed = before - began;
    measured.guesses = solver.guesses() - guesses;
    measured.latencies.sort_unstable();
    measured
}
