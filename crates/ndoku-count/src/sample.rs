//! Uniform sampling of solutions: a random number below their count selects a term of the sum.
//!
//! ```text
//!   number below N ─▶ task ─▶ outer triple ─▶ lane and inner triple
//!                  ─▶ an order of the columns of each stack
//!                  ─▶ row sets of each band
//!                  ─▶ new names for interchangeable digits
//! ```
//!
//! - Task and triples are selected in proportion to their share of the sum in `band_stack_sum`.
//! - Column orders and row sets that respect the candidates are equally likely.
//! - An outer triple stands for its whole orbit, so the names of interchangeable digits are
//!   shuffled.
//!
//! Every choice is exact: random numbers have no modulo bias, and shares are integers.
//!
//! **Cost:** preparing costs as much as counting. Each solution then costs one task of the count
//! and some single products, which takes 2 to 20 ms; see `docs/benchmarks/counting.md`.

use std::ops::ControlFlow;

use ndoku_solver::{Budget, StopReason};

use crate::exact::band::are_rows_allowed;
use crate::exact::band_stack_sum::{BandStackSum, PreparedSum, SumScratch};
use crate::exact::partition::{ORDERED, ORDERS, Tables};

/// A uniform sampler of the solutions of a 9×9 puzzle.
///
/// ```
/// use ndoku_solver::Budget;
/// use ndoku_count::{BandStackSum, SolutionSampler};
/// use rand_xoshiro::Xoshiro256PlusPlus;
/// use rand_xoshiro::rand_core::{Rng, SeedableRng};
///
/// let budget = Budget::default();
/// let mut sampler = SolutionSampler::new(BandStackSum::new(&[0; 81], None, &budget)?, &budget)?;
/// // The caller's random number generator.
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(42);
/// let grid = sampler.sample(&mut || rng.next_u64()).expect("there are solutions");
/// assert!(grid[..9].iter().copied().sum::<u8>() == 45);
/// # Ok::<(), ndoku_solver::StopReason>(())
/// ```
#[derive(Debug)]
pub struct SolutionSampler {
    stack_sum: BandStackSum,
    /// The summand of each task.
    task_sums: Vec<u128>,
    count: u128,
    scratch: SumScratch,
}

impl SolutionSampler {
    /// Counts the solutions on this thread and returns a sampler.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub fn new(stack_sum: BandStackSum, budget: &Budget<'_>) -> Result<Self, StopReason> {
        let task_sums: Vec<u128> = {
            let mut worker = stack_sum.worker();
            (0..stack_sum.task_count())
                .map(|task| worker.run(task, budget))
                .collect::<Result<_, _>>()?
        };
        Ok(Self::with_task_sums(stack_sum, task_sums))
    }

    /// Returns a sampler that uses the results of all tasks, in order.
    ///
    /// This allows counting on several threads first. Wrong numbers cause a wrong distribution.
    #[must_use]
    pub fn with_task_sums(stack_sum: BandStackSum, mut task_sums: Vec<u128>) -> Self {
        task_sums.resize(stack_sum.task_count(), 0);
        let count = task_sums.iter().copied().fold(0, u128::saturating_add);
        Self {
            stack_sum,
            task_sums,
            count,
            scratch: SumScratch::default(),
        }
    }

    /// Returns the number of solutions.
    #[must_use]
    pub const fn count(&self) -> u128 {
        self.count
    }

    /// Samples a solution, row by row with digits 1 to 9, or returns `None` if there is none.
    ///
    /// `bits` returns 64 random bits per call. The same bits give the same solution.
    pub fn sample(&mut self, bits: &mut dyn FnMut() -> u64) -> Option<[u8; 81]> {
        let Self {
            stack_sum,
            task_sums,
            count,
            scratch,
        } = self;
        sample_solution(stack_sum, task_sums, *count, scratch, bits)
    }

    /// Returns the working memory for one of several threads that sample.
    #[must_use]
    pub fn worker(&self) -> SamplerWorker<'_> {
        SamplerWorker {
            sampler: self,
            scratch: SumScratch::default(),
        }
    }
}

/// The working memory of one sampling thread.
#[derive(Debug)]
pub struct SamplerWorker<'a> {
    sampler: &'a SolutionSampler,
    scratch: SumScratch,
}

impl SamplerWorker<'_> {
    /// Samples a solution as [`SolutionSampler::sample`] does.
    pub fn sample(&mut self, bits: &mut dyn FnMut() -> u64) -> Option<[u8; 81]> {
        sample_solution(
            &self.sampler.stack_sum,
            &self.sampler.task_sums,
            self.sampler.count,
            &mut self.scratch,
            bits,
        )
    }
}

/// Samples a solution from the summands of all tasks and their sum.
fn sample_solution(
    stack_sum: &BandStackSum,
    task_sums: &[u128],
    count: u128,
    scratch: &mut SumScratch,
    bits: &mut dyn FnMut() -> u64,
) -> Option<[u8; 81]> {
    let prepared = stack_sum.prepared.as_ref()?;
    if count == 0 {
        return None;
    }
    let task = select_interval(task_sums.iter().copied(), random_below(count, bits))?;

    let mut totals = Vec::new();
    scratch.visit_outer_sums(prepared, task, |_, total| {
        totals.push(total);
        ControlFlow::Continue(())
    });
    let outer = select_interval(
        totals.iter().copied(),
        random_below(totals.iter().sum(), bits),
    )?;

    let mut sum = 0;
    prepared.visit_products(task, outer, |_, _, product| {
        sum += u128::from(product);
        ControlFlow::Continue(())
    });
    let mut rest = random_below(sum, bits);
    let mut chosen = None;
    prepared.visit_products(task, outer, |lane, inner, product| {
        let here = u128::from(product);
        if rest < here {
            chosen = Some((lane, inner));
            return ControlFlow::Break(());
        }
        rest -= here;
        ControlFlow::Continue(())
    });
    let (lane, inner) = chosen?;
    let grid = fill_grid(prepared, [prepared.outer[outer].triple, lane, inner], bits)?;

    let names = shuffle_names(&prepared.plan.classes, bits);
    let mut named = grid.map(|digit| names[usize::from(digit)] + 1);
    if prepared.plan.transposed {
        let grid = named;
        named = std::array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
    }
    Some(named)
}

/// Samples a grid with these triples in the outer, lanes' and inner stack, uniformly; digits from
/// 0.
fn fill_grid(
    prepared: &PreparedSum,
    triples: [u16; 3],
    bits: &mut dyn FnMut() -> u64,
) -> Option<[u8; 81]> {
    let tables = Tables::get();
    let allowed = &prepared.plan.allowed;
    // `columns[stack][band]`: the sets of the three columns.
    let mut columns = [[[0_u16; 3]; 3]; 3];
    // `partitions[stack][band]`: the same sets as a partition.
    let mut partitions = [[0_u16; 3]; 3];
    for (stack, triple) in prepared.plan.roles.stacks.into_iter().zip(triples) {
        let [p, q, r] = tables.triples[usize::from(triple)];
        partitions[stack] = [p, q, r];
        let mut ways = Vec::new();
        for (y, z) in tables.compatible[usize::from(p)]
            .iter()
            .filter(|(y, z)| y / 6 == q && z / 6 == r)
        {
            let blocks = [
                tables.blocks[usize::from(p)],
                tables.sets(*y),
                tables.sets(*z),
            ];
            for order in ORDERS {
                let columns = blocks.map(|blocks| order.map(|place| blocks[usize::from(place)]));
                let agrees = |band: usize| {
                    (0..3).all(|column| {
                        columns[band][column] & !allowed.columns[stack][band][column] == 0
                    })
                };
                if (0..3).all(agrees) {
                    ways.push(columns);
                }
            }
        }
        columns[stack] = *choose(&ways, bits)?;
    }

    let mut grid = [0; 81];
    for band in 0..3 {
        let fits = |stack: usize, rows: u16| {
            tables.orthogonal(partitions[stack][band], rows / 6)
                && are_rows_allowed(tables, &allowed.rows[band][stack], rows)
        };
        let ways: Vec<[u16; 3]> = (0..ORDERED as u16)
            .filter(|first| fits(0, *first))
            .flat_map(|first| {
                tables
                    .pairs(first)
                    .map(move |(second, third)| [first, second, third])
            })
            .filter(|[_, second, third]| fits(1, *second) && fits(2, *third))
            .collect();
        for (stack, rows) in choose(&ways, bits)?.iter().enumerate() {
            for (row, set) in tables.sets(*rows).into_iter().enumerate() {
                for column in 0..3 {
                    grid[(3 * band + row) * 9 + 3 * stack + column] =
                        (set & columns[stack][band][column]).trailing_zeros() as u8;
                }
            }
        }
    }
    Some(grid)
}

/// Shuffles the names of the digits of each class; all permutations are equally likely.
fn shuffle_names(classes: &[Vec<u8>], bits: &mut dyn FnMut() -> u64) -> [u8; 9] {
    let mut names = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for class in classes {
        for last in (1..class.len()).rev() {
            let other = random_below(last as u128 + 1, bits) as usize;
            names.swap(usize::from(class[last]), usize::from(class[other]));
        }
    }
    names
}

/// Returns a uniformly chosen item, or `None` if the list is empty.
fn choose<'a, T>(list: &'a [T], bits: &mut dyn FnMut() -> u64) -> Option<&'a T> {
    if list.is_empty() {
        None
    } else {
        list.get(random_below(list.len() as u128, bits) as usize)
    }
}

/// Returns the index of the interval that contains a number, for adjacent intervals of these
/// lengths.
fn select_interval(lengths: impl Iterator<Item = u128>, mut number: u128) -> Option<usize> {
    for (place, length) in lengths.enumerate() {
        if number < length {
            return Some(place);
        }
        number -= length;
    }
    None
}

/// Returns a uniform number below `bound`, or 0 if `bound` is 0.
///
/// It takes as many bits as needed, and rejects numbers that are too large.
fn random_below(bound: u128, bits: &mut dyn FnMut() -> u64) -> u128 {
    let Some(most) = bound.checked_sub(1) else {
        return 0;
    };
    let needed = u128::BITS - most.leading_zeros();
    if needed == 0 {
        return 0;
    }
    loop {
        let high = if needed > 64 {
            u128::from(bits()) << 64
        } else {
            0
        };
        let number = (high | u128::from(bits())) & (u128::MAX >> (u128::BITS - needed));
        if number < bound {
            return number;
        }
    }
}
