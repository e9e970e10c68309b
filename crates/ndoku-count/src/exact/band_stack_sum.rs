//! The exact number of solutions of a 9×9 puzzle with any clues, and some pencilmarks.
//!
//! The band-stack sum runs over the contents of stacks and bands, not over solutions.
//!
//! ```text
//!            stack A  stack B  stack C
//!   band 0 ┌   pA       pB       pC   ┐  g0(pA, pB, pC)   fillings of the rows of band 0
//!   band 1 │   qA       qB       qC   │  g1(qA, qB, qC)   for known column sets
//!   band 2 └   rA       rB       rC   ┘  g2(rA, rB, rC)
//!             w(A)     w(B)     w(C)     placements of the blocks of a triple
//!                                        (p, q, r) in the columns of a stack
//!
//!   N = Σ over triples A, B, C of  w(A) w(B) w(C) · g0 · g1 · g2
//! ```
//!
//! The sum is correct because a clue makes two independent statements: its digit is in a column of
//! the box, and in a row of the box. Its column sets and its row sets determine a box. The same
//! holds for a digit that must be in some rows and some columns of a box; see `candidates`.
//!
//! Without clues there are 15,400 triples in each stack, so 3.65 · 10¹² products. Two ideas reduce
//! the work. Digits without clues can be renamed, so one outer triple of each orbit is enough. And
//! 32 triples of the lanes' stack are multiplied side by side in 16-bit numbers:
//!
//! ```text
//!   task: 32 triples B
//!     near[qA][qC] = Row of g1(qA, qB, qC)      computed once per task
//!     far[rA][rC]  = Row of g2(rA, rB, rC)
//!   for each outer triple A
//!     Σ over pC of g0(pA, pB, pC) · Σ over (qC, rC) that go with pC of near[qA][qC] · far[rA][rC]
//! ```
//!
//! Two lanes that are added to one sum share pB. The near rows hold entries times the weights of
//! their lanes. The weight of an inner triple is either its number of copies in its group, or a
//! multiplier of the group's factors. A common divisor of all weights of a stack is multiplied in
//! at the end.
//!
//! **Limits.** A table entry is at most 1728 and a weight at most 12, so numbers have 15 bits.
//! [`Groups`] checks that the pairs of a group fit: a sum of products of two lanes has 31 bits. The
//! total of a task and an outer triple is below 2⁶³. Everything above is `u128`.
//!
//! **Memory:** the tables take about 80 MB for the worst clues known and at most 135 MB. Each
//! worker takes 14 MB.
//!
//! **Cost:** see `docs/benchmarks/counting.md`. Source: the decomposition into bands is by
//! Felgenhauer and Jarvis (2005) and by Pettersen; here it is extended to clues.

use std::ops::ControlFlow;

use ndoku_solver::simd::int16_dot::{self, Chosen, Far, Groups, Job, Row};
use ndoku_solver::{Budget, Isa, StopReason};

use super::band::{self, Band, BandTable};
use super::box_candidates::BoxCandidates;
use super::partition::{PARTITIONS, Tables};
use super::plan::{Grouping, Plan, Stack, common_divisor};

/// Number of lanes of a task.
const LANES: usize = 32;

/// The representative of an orbit of outer triples.
#[derive(Copy, Clone, Debug)]
pub(crate) struct OuterTriple {
    /// The number of the triple.
    pub(crate) triple: u16,
    /// The indices of its partitions in the lists of the group, near and far band.
    indices: [u16; 3],
    /// Its weight times the size of its orbit: at most 12 · 15,120.
    multiplicity: u32,
}

/// A triple of the lanes' stack.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LaneTriple {
    /// The number of the triple.
    pub(crate) triple: u16,
    /// The indices of its partitions, as in [`OuterTriple`].
    indices: [u16; 3],
    /// Its weight divided by the common divisor of all weights of the stack: at most 12.
    weight: u16,
}

/// A group of inner triples, without its pairs.
#[derive(Clone, Debug)]
pub(crate) struct InnerGroup {
    /// The index of its partition in the list of the group band.
    index: u16,
    /// The multiplier of the group's factors: at most 12.
    weight: u16,
    /// Its triples, as many as it has pairs.
    triples: Vec<u16>,
}

/// A prepared count: independent tasks whose sum is the number of solutions.
///
/// Workers on several threads can share it.
///
/// ```
/// use ndoku_solver::Budget;
/// use ndoku_count::BandStackSum;
///
/// let budget = Budget::default();
/// let empty = BandStackSum::new(&[0; 81], None, &budget)?;
/// let mut worker = empty.worker();
/// let mut sum = 0;
/// for task in 0..empty.task_count() {
///     sum += worker.run(task, &budget)?;
/// }
/// assert_eq!(sum, 6_670_903_752_021_072_936_960);
/// # Ok::<(), ndoku_solver::StopReason>(())
/// ```
#[derive(Debug)]
pub struct BandStackSum {
    /// The tables and lists; `None` if there is no solution.
    pub(crate) prepared: Option<Box<PreparedSum>>,
}

/// The tables and lists of a band-stack sum.
#[derive(Debug)]
pub(crate) struct PreparedSum {
    isa: Isa,
    pub(crate) plan: Plan,
    /// Tables of the group, near and far band; the order of the boxes is outer, lanes, inner.
    tables: [BandTable; 3],
    /// Number of distinct partitions of the outer triples in the group, near and far band.
    outer_kinds: [usize; 3],
    /// The outer triples in ascending order of their near partition.
    pub(crate) outer: Vec<OuterTriple>,
    /// 32 lanes for each task; the last pairs of a partition and the last task can have empty
    /// lanes.
    pub(crate) lanes: Vec<Option<LaneTriple>>,
    pairs: Groups,
    groups: Vec<InnerGroup>,
    /// The index of each partition among the rows of a near block, and of a far block.
    inner_row_indices: [[u16; PARTITIONS]; 2],
    /// Number of rows of a near block, and of a far block.
    block: [usize; 2],
    /// The factor by which the sum of all tasks is multiplied.
    pub(crate) factor: u128,
}

impl BandStackSum {
    /// Prepares a count in 5 to 200 ms.
    ///
    /// `clues` holds the cells row by row: 1 to 9 for a clue, any other number for an open cell.
    /// `isa` selects the instruction set; the fastest one is used if it is `None` or not available.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work. The
    /// guess limit has no effect, since the method does not guess.
    pub fn new(
        clues: &[u8; 81],
        isa: Option<Isa>,
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let mut candidates = BoxCandidates::from_clues(clues);
        let plan = if candidates.propagate_subsets() {
            Plan::find_cheapest(&candidates)
        } else {
            None
        };
        Self::with_plan(plan, isa, budget)
    }

    /// Prepares a count by a plan; without a plan there is no solution.
    pub(crate) fn with_plan(
        plan: Option<Plan>,
        isa: Option<Isa>,
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let isa = isa
            .filter(|isa| isa.is_available())
            .unwrap_or_else(Isa::best);
        let prepared = plan
            .map(|plan| PreparedSum::new(plan, isa, budget))
            .transpose()?;
        Ok(Self {
            prepared: prepared.map(Box::new),
        })
    }

    /// Returns the number of tasks, which take about the same time each.
    ///
    /// There are at most 490 tasks, and none if preparation shows that there is no solution. A task
    /// takes at most about 15 ms with AVX-512.
    #[must_use]
    pub fn task_count(&self) -> usize {
        self.prepared
            .as_ref()
            .map_or(0, |prepared| prepared.lanes.len() / LANES)
    }

    /// Returns the approximate number of multiplications of 32 lanes in all tasks.
    ///
    /// With AVX-512, each takes half a nanosecond.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.prepared.as_ref().map_or(0, |prepared| {
            (self.task_count() * prepared.outer.len() * prepared.pairs.pairs()) as u64
        })
    }

    /// Returns the working memory for one thread that runs tasks.
    #[must_use]
    pub fn worker(&self) -> BandStackSumWorker<'_> {
        BandStackSumWorker {
            sum: self,
            scratch: SumScratch::default(),
        }
    }

    /// Runs all tasks one after the other and returns the number of solutions.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub fn run(&self, budget: &Budget<'_>) -> Result<u128, StopReason> {
        let mut worker = self.worker();
        (0..self.task_count()).try_fold(0, |sum, task| Ok(sum + worker.run(task, budget)?))
    }
}

/// The partitions that occur, and their places in the lists. Bands and stacks are in the order of
/// the plan: group, near and far; outer, lanes and inner.
struct Partitions {
    /// The bands of the grid in the order of the plan.
    bands: [usize; 3],
    /// The partitions of each band and stack, ascending and distinct.
    columns: [[Vec<u16>; 3]; 3],
    /// The place of each partition in its list.
    places: [[[u16; PARTITIONS]; 3]; 3],
}

impl Partitions {
    /// Lists the partitions of the triples of each stack.
    fn new(bands: [usize; 3], triples: &[Vec<u16>; 3]) -> Self {
        let columns: [[Vec<u16>; 3]; 3] = std::array::from_fn(|band| {
            triples
                .each_ref()
                .map(|list| sorted_distinct(list.iter().map(|t| partitions_of(bands, *t)[band])))
        });
        let places = columns
            .each_ref()
            .map(|lists| lists.each_ref().map(|list| index_by_partition(list)));
        Self {
            bands,
            columns,
            places,
        }
    }

    /// Returns the partitions of a triple.
    fn of(&self, triple: u16) -> [u16; 3] {
        partitions_of(self.bands, triple)
    }

    /// Returns the places of the partitions of a triple of a stack.
    fn indices_of(&self, stack: usize, triple: u16) -> [u16; 3] {
        let partitions = self.of(triple);
        std::array::from_fn(|band| self.places[band][stack][usize::from(partitions[band])])
    }
}

/// Returns the partitions of a triple in these bands.
fn partitions_of(bands: [usize; 3], triple: u16) -> [u16; 3] {
    let triple = Tables::get().triples[usize::from(triple)];
    bands.map(|band| triple[band])
}

/// Returns the triples with a weight, ascending.
fn weighted(weights: &[u8]) -> Vec<u16> {
    (0..)
        .zip(weights)
        .filter(|(_, weight)| **weight != 0)
        .map(|(triple, _)| triple)
        .collect()
}

/// The weights of the triples of a stack, divided by their common divisor.
struct Weights<'a> {
    weights: &'a [u8],
    divisor: u8,
}

impl<'a> Weights<'a> {
    fn new(stack: &'a Stack) -> Self {
        Self {
            weights: &stack.weights,
            divisor: common_divisor(&stack.weights),
        }
    }

    fn of(&self, triple: u16) -> u16 {
        u16::from(self.weights[usize::from(triple)] / self.divisor)
    }
}

/// Returns the representatives of the orbits of outer triples, ascending by their near partition.
fn outer_triples(stack: &Stack, triples: &[u16], partitions: &Partitions) -> Vec<OuterTriple> {
    let mut outer: Vec<OuterTriple> = stack
        .orbits
        .iter()
        .zip(triples)
        .map(|(orbit, triple)| {
            let weight = stack.weights[usize::from(*triple)];
            OuterTriple {
                triple: *triple,
                indices: partitions.indices_of(0, *triple),
                multiplicity: orbit.size * u32::from(weight),
            }
        })
        .collect();
    outer.sort_by_key(|outer| (outer.indices[1], outer.indices[2], outer.indices[0]));
    outer
}

/// Returns the triples of the lanes' stack. The two lanes of a pair share their partition in the
/// group band, so a pair or the last task may have an empty lane.
fn lane_triples(
    triples: &[u16],
    weights: &Weights<'_>,
    partitions: &Partitions,
) -> Vec<Option<LaneTriple>> {
    let mut sorted = triples.to_vec();
    sorted.sort_by_key(|triple| partitions.of(*triple)[0]);
    let mut lanes = Vec::new();
    for same in sorted.chunk_by(|a, b| partitions.of(*a)[0] == partitions.of(*b)[0]) {
        let lane = |triple: &u16| LaneTriple {
            triple: *triple,
            indices: partitions.indices_of(1, *triple),
            weight: weights.of(*triple),
        };
        lanes.extend(same.iter().map(|triple| Some(lane(triple))));
        lanes.resize(lanes.len().next_multiple_of(2), None);
    }
    lanes.resize(lanes.len().next_multiple_of(LANES), None);
    lanes
}

/// Divides the triples of the inner stack into groups of at most `max_pairs` that share their
/// partition in the group band.
fn inner_groups(
    triples: &[u16],
    weights: &Weights<'_>,
    partitions: &Partitions,
    max_pairs: usize,
) -> Vec<InnerGroup> {
    let mut sorted: Vec<(u16, u16, u16)> = triples
        .iter()
        .map(|triple| {
            let index = partitions.indices_of(2, *triple)[0];
            (index, weights.of(*triple), *triple)
        })
        .collect();
    sorted.sort_unstable();
    let mut groups = Vec::new();
    for same in sorted.chunk_by(|(a, ..), (b, ..)| a == b) {
        let mut counts = [0; 13];
        same.iter()
            .for_each(|(_, weight, _)| counts[usize::from(*weight)] += 1);
        let by_weight = Grouping::best(&counts).by_weight;
        for same in same.chunk_by(|(_, a, _), (_, b, _)| !by_weight || a == b) {
            let (index, weight, _) = same[0];
            let times = |weight: u16| if by_weight { 1 } else { usize::from(weight) };
            let triples: Vec<u16> = same
                .iter()
                .flat_map(|(_, weight, triple)| std::iter::repeat_n(*triple, times(*weight)))
                .collect();
            let weight = if by_weight { weight } else { 1 };
            groups.extend(triples.chunks(max_pairs).map(|triples| InnerGroup {
                index,
                weight,
                triples: triples.to_vec(),
            }));
        }
    }
    // Groups of the same length are adjacent, so that the processor predicts the ends of loops.
    groups.sort_by_key(|group| (group.triples.len(), group.index, group.weight));
    groups
}

/// Returns the maximum number of pairs of a group whose sums fit into their numbers.
fn max_pairs(tables: &[BandTable; 3], lanes: &[Option<LaneTriple>]) -> usize {
    // Near numbers and factors are at most an entry times a weight.
    const { assert!(band::MAX_ENTRY as u32 * 12 < 1 << 15) }
    let [_, max_near, max_far] = tables
        .each_ref()
        .map(|table| band::MAX_ENTRY / u16::from(table.factor));
    let weights = lanes.iter().flatten().map(|lane| lane.weight);
    Groups::max_pairs(max_near * weights.max().unwrap_or(1), max_far)
}

impl PreparedSum {
    pub(crate) fn new(plan: Plan, isa: Isa, budget: &Budget<'_>) -> Result<Self, StopReason> {
        let roles = plan.roles;
        let [outer_stack, lanes_stack, inner_stack] = roles.stacks.map(|stack| &plan.stacks[stack]);
        let representatives = outer_stack.orbits.iter();
        let triples = [
            representatives
                .map(|orbit| orbit.triples[roles.bands[1]])
                .collect(),
            weighted(&lanes_stack.weights),
            weighted(&inner_stack.weights),
        ];
        let partitions = Partitions::new(roles.bands, &triples);
        let columns = &partitions.columns;
        let table = |band: usize| {
            let allowed = roles
                .stacks
                .map(|stack| plan.allowed.rows[roles.bands[band]][stack]);
            let columns = columns[band].each_ref().map(Vec::as_slice);
            BandTable::new(isa, &Band { allowed, columns }, budget)
        };
        let tables = [table(0)?, table(1)?, table(2)?];

        let outer = outer_triples(outer_stack, &triples[0], &partitions);
        let [lane_weights, inner_weights] = [lanes_stack, inner_stack].map(Weights::new);
        let lanes = lane_triples(&triples[1], &lane_weights, &partitions);
        let max_pairs = max_pairs(&tables, &lanes);
        let groups = inner_groups(&triples[2], &inner_weights, &partitions, max_pairs);
        let pair = |triple: &u16| {
            let [_, near, far] = partitions.indices_of(2, *triple);
            [near, far]
        };
        let pairs: Vec<Vec<[u16; 2]>> = groups
            .iter()
            .map(|group| group.triples.iter().map(pair).collect())
            .collect();
        let (near_rows, far_rows) = (columns[1][2].len() + 1, columns[2][2].len());
        let pairs =
            Groups::new(&pairs, near_rows, far_rows, max_pairs).ok_or(StopReason::Internal)?;

        let divisors = [lane_weights.divisor, inner_weights.divisor];
        let factor = divisors
            .iter()
            .chain(&tables.each_ref().map(|table| table.factor))
            .map(|factor| u128::from(*factor))
            .product();
        Ok(Self {
            isa,
            outer_kinds: columns.each_ref().map(|lists| lists[0].len()),
            block: [tables[1].stride(), tables[2].stride()],
            inner_row_indices: [partitions.places[1][2], partitions.places[2][2]],
            tables,
            outer,
            lanes,
            pairs,
            groups,
            factor,
            plan,
        })
    }
}

impl PreparedSum {
    /// Returns the indices of the near and far partition of a triple of the inner stack.
    fn inner_indices(&self, triple: u16) -> [usize; 2] {
        let triple = Tables::get().triples[usize::from(triple)];
        [0, 1].map(|side| {
            usize::from(
                self.inner_row_indices[side][usize::from(triple[self.plan.roles.bands[1 + side]])],
            )
        })
    }

    /// Calls `visit` with the products of one outer triple of a task, in a fixed order.
    ///
    /// It gets the triple of the lane, the inner triple and their product, without the common
    /// factor and the multiplicity of the outer triple. Zeros are skipped.
    pub(crate) fn visit_products(
        &self,
        task: usize,
        outer: usize,
        mut visit: impl FnMut(u16, u16, u64) -> ControlFlow<()>,
    ) {
        let (Some(lanes), Some(outer)) = (
            self.lanes.as_chunks::<LANES>().0.get(task),
            self.outer.get(outer),
        ) else {
            return;
        };
        let [group_table, near_table, far_table] = &self.tables;
        let [of_group, of_near, of_far] = outer.indices.map(usize::from);
        let rows = lanes.map(|lane| {
            lane.map(|lane| {
                let [group, near, far] = lane.indices.map(usize::from);
                (
                    lane,
                    group_table.row(of_group, group),
                    near_table.row(of_near, near),
                    far_table.row(of_far, far),
                )
            })
        });
        for group in &self.groups {
            let place = usize::from(group.index);
            if rows
                .iter()
                .flatten()
                .all(|(_, factors, ..)| factors[place] == 0)
            {
                continue;
            }
            for triple in &group.triples {
                let [near, far] = self.inner_indices(*triple);
                for (lane, factors, nears, fars) in rows.iter().flatten() {
                    let weights = u64::from(group.weight) * u64::from(lane.weight);
                    let product = weights
                        * u64::from(factors[place])
                        * u64::from(nears[near])
                        * u64::from(fars[far]);
                    if product != 0 && visit(lane.triple, *triple, product).is_break() {
                        return;
                    }
                }
            }
        }
    }
}

/// Returns each number once, ascending.
fn sorted_distinct(numbers: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut list: Vec<u16> = numbers.collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// Returns the index of each partition in a list.
fn index_by_partition(list: &[u16]) -> [u16; PARTITIONS] {
    let mut places = [0; PARTITIONS];
    for (place, partition) in (0..).zip(list) {
        places[usize::from(*partition)] = place;
    }
    places
}

/// The working memory of one thread: about 14 MB after its first task.
#[derive(Debug)]
pub struct BandStackSumWorker<'a> {
    sum: &'a BandStackSum,
    scratch: SumScratch,
}

impl BandStackSumWorker<'_> {
    /// Returns the part of the number of solutions that this task adds; 0 for a task that does not
    /// exist.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work. Both are
    /// checked every few milliseconds.
    pub fn run(&mut self, task: usize, budget: &Budget<'_>) -> Result<u128, StopReason> {
        let Some(prepared) = &self.sum.prepared else {
            return Ok(0);
        };
        let mut sum = 0;
        let mut stopped = None;
        self.scratch
            .visit_outer_sums(prepared, task, |number, part| {
                sum += part;
                if number % 32 == 0 {
                    stopped = budget.poll();
                }
                if stopped.is_some() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        stopped.map_or(Ok(sum * prepared.factor), Err)
    }
}

/// The working memory for tasks.
#[derive(Debug, Default)]
pub(crate) struct SumScratch {
    /// A block of rows for each near partition of outer triples.
    near: Vec<Row>,
    /// A block of rows for each far partition of outer triples.
    far: Vec<Row>,
    /// The factors of the lanes' pairs, for each group partition of outer triples and each group.
    factors: Vec<[u16; 16]>,
    /// The groups whose factors are not all 0, for each group partition of outer triples.
    chosen: Chosen,
}

impl SumScratch {
    /// Calls `visit` with the index of each outer triple of a task and its summand, without the
    /// common factor.
    pub(crate) fn visit_outer_sums(
        &mut self,
        prepared: &PreparedSum,
        task: usize,
        mut visit: impl FnMut(usize, u128) -> ControlFlow<()>,
    ) {
        let Some(lanes) = prepared.lanes.as_chunks::<LANES>().0.get(task) else {
            return;
        };
        self.fill_blocks(prepared, lanes);
        // Two outer triples are computed together if they have the same near partition.
        let mut jobs = prepared
            .outer
            .chunk_by(|a, b| a.indices[1] == b.indices[1])
            .flat_map(|same| same.chunks(2))
            .peekable();
        let mut number = 0;
        while let Some(outers) = jobs.next() {
            let next = *jobs.peek().unwrap_or(&outers);
            let totals = match (outers, next) {
                ([a, b], [next, .., after]) => self
                    .sum_outer_triples(prepared, [a, b], [next, after])
                    .to_vec(),
                ([a, b], [next]) => self
                    .sum_outer_triples(prepared, [a, b], [next, next])
                    .to_vec(),
                ([a, ..], [next, ..]) => self.sum_outer_triples(prepared, [a], [next]).to_vec(),
                _ => Vec::new(),
            };
            for (outer, total) in outers.iter().zip(totals) {
                // No term is negative.
                if visit(
                    number,
                    u128::from(total.cast_unsigned()) * u128::from(outer.multiplicity),
                )
                .is_break()
                {
                    return;
                }
                number += 1;
            }
        }
    }

    /// Computes the sums over groups for outer triples with the same near partition.
    ///
    /// The triples in `next` follow; their rows are prefetched.
    fn sum_outer_triples<const K: usize>(
        &self,
        prepared: &PreparedSum,
        outers: [&OuterTriple; K],
        next: [&OuterTriple; K],
    ) -> [i64; K] {
        let rows = |outer: &OuterTriple| {
            &self.far[usize::from(outer.indices[2]) * prepared.block[1]..][..prepared.block[1]]
        };
        let far = |number: usize| {
            let (outer, groups) = (outers[number], prepared.groups.len());
            let group = usize::from(outer.indices[0]);
            let chosen = groups.div_ceil(64);
            Far {
                rows: rows(outer),
                factors: &self.factors[group * groups..][..groups],
                chosen: &self.chosen[group * chosen..][..chosen],
                next: rows(next[number]),
            }
        };
        let near = outers
            .first()
            .map_or(0, |outer| usize::from(outer.indices[1]));
        let near = &self.near[near * prepared.block[0]..][..prepared.block[0]];
        int16_dot::totals(
            prepared.isa,
            &Job {
                groups: &prepared.pairs,
                near,
                far: std::array::from_fn(far),
            },
        )
    }

    /// Fills the blocks of rows and the factors for the lanes of a task.
    fn fill_blocks(&mut self, prepared: &PreparedSum, lanes: &[Option<LaneTriple>; LANES]) {
        let zeros = vec![
            0;
            prepared.block[0]
                .max(prepared.block[1])
                .max(prepared.tables[0].stride())
        ];
        let rows = |band: usize, outer: usize| {
            lanes.map(|lane| {
                lane.map_or(&zeros[..prepared.tables[band].stride()], |lane| {
                    prepared.tables[band].row(outer, usize::from(lane.indices[band]))
                })
            })
        };
        for (block, band) in [(&mut self.near, 1), (&mut self.far, 2)] {
            block.resize(
                prepared.outer_kinds[band] * prepared.block[band - 1],
                Row::ZERO,
            );
            for (outer, block) in block.chunks_exact_mut(prepared.block[band - 1]).enumerate() {
                int16_dot::transpose(&rows(band, outer), block);
            }
        }
        let weights = lanes.map(|lane| lane.map_or(1, |lane| lane.weight.cast_signed()));
        if weights != [1; LANES] {
            for row in &mut self.near {
                for (number, weight) in row.0.iter_mut().zip(weights) {
                    *number *= weight;
                }
            }
        }
        let groups = prepared.groups.len();
        self.factors
            .resize(prepared.outer_kinds[0] * groups, [0; 16]);
        let words = groups.div_ceil(64);
        self.chosen.clear();
        self.chosen.resize(prepared.outer_kinds[0] * words, 0);
        // The first lane of each pair stands for both; pairs with the same partition are adjacent.
        let pairs: Vec<Option<usize>> = lanes
            .as_chunks::<2>()
            .0
            .iter()
            .map(|[lane, _]| lane.map(|lane| usize::from(lane.indices[0])))
            .collect();
        for (outer, factors) in self.factors.chunks_exact_mut(groups.max(1)).enumerate() {
            let parts: Vec<(usize, &[u16])> = pairs
                .chunk_by(|a, b| a == b)
                .map(|same| {
                    (
                        same.len(),
                        same[0].map_or(&zeros[..], |lane| prepared.tables[0].row(outer, lane)),
                    )
                })
                .collect();
            for (number, (factors, group)) in factors.iter_mut().zip(&prepared.groups).enumerate() {
                let (mut begin, mut any) = (0, 0);
                for (length, row) in &parts {
                    let factor = row[usize::from(group.index)] * group.weight;
                    factors[begin..begin + length].fill(factor);
                    begin += length;
                    any |= factor;
                }
                self.chosen[outer * words + number / 64] |= u64::from(any != 0) << (number % 64);
            }
        }
    }
}
