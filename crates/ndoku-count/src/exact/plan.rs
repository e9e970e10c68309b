//! The roles of stacks and bands in the sum of [`band_stack_sum`](super::band_stack_sum), and
//! whether the grid is transposed first.
//!
//! ```text
//!   stacks   outer   one triple of each orbit
//!            lanes   32 triples side by side
//!            inner   all triples, in groups with the same partition in the group band
//!   bands    group   its table is multiplied once per group
//!            near    its rows stay while outer triples with the same partition follow each other
//!            far     its rows change with every outer triple
//! ```
//!
//! A stack with few orbits makes a good outer stack: many digits are interchangeable, or its
//! conditions leave few triples. There are 2 · 6 · 6 plans. Their costs are estimated in pairs of
//! rows; with AVX-512 a pair takes half a nanosecond.
//!
//! **Cost:** 2 to 5 ms, most of it for orbits.

use super::band::interchangeable_rows;
use super::box_candidates::{BoxCandidates, LineConditions};
use super::partition::{ORDERS, PARTITIONS, Tables};
use super::stack::{Orbit, count_orders, find_orbits, triple_weights};

/// The possible contents of a stack.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    /// The weight of each triple of the tables.
    pub(crate) weights: Vec<u8>,
    /// The orbits of these triples under renaming of interchangeable digits.
    pub(crate) orbits: Vec<Orbit>,
}

/// The roles of the stacks and bands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Roles {
    /// The stacks that are outer, lanes and inner.
    pub(crate) stacks: [usize; 3],
    /// The bands that are group, near and far.
    pub(crate) bands: [usize; 3],
}

/// A plan for a band-stack sum.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// `true` if rows and columns change places.
    pub(crate) transposed: bool,
    /// The digits that columns and rows may hold, transposed if the plan is.
    pub(crate) allowed: LineConditions,
    /// The classes of digits whose names can be swapped.
    pub(crate) classes: Vec<Vec<u8>>,
    /// The stacks, transposed if the plan is.
    pub(crate) stacks: Vec<Stack>,
    /// The roles of stacks and bands.
    pub(crate) roles: Roles,
    /// The estimated cost in pairs of rows.
    pub(crate) cost: f64,
}

impl Plan {
    /// Finds the cheapest plan for the conditions that these candidates put on columns and rows
    /// alone.
    ///
    /// Returns `None` if the contents of some stack are impossible, so that there is no solution.
    pub(crate) fn find_cheapest(candidates: &BoxCandidates) -> Option<Self> {
        let mut best: Option<Self> = None;
        for transposed in [false, true] {
            let plan = Self::with_roles(
                candidates,
                transposed,
                Roles {
                    stacks: [0, 1, 2],
                    bands: [0, 1, 2],
                },
            )?;
            let figures: Vec<StackFigures> = plan.stacks.iter().map(StackFigures::new).collect();
            let lists = plan
                .allowed
                .rows
                .map(|boxes| boxes.each_ref().map(mean_row_partitions));
            let costs = all_roles().map(|roles| {
                (
                    estimate_cost(&figures, &lists, &plan.allowed, &roles),
                    roles,
                )
            });
            let least = costs.min_by(|(a, _), (b, _)| a.total_cmp(b));
            if let Some((cost, roles)) = least
                && best.as_ref().is_none_or(|best| cost < best.cost)
            {
                best = Some(Self {
                    roles,
                    cost,
                    ..plan
                });
            }
        }
        best
    }

    /// Returns the plan with these roles; its cost is not estimated.
    pub(crate) fn with_roles(
        candidates: &BoxCandidates,
        transposed: bool,
        roles: Roles,
    ) -> Option<Self> {
        let tables = Tables::get();
        let allowed = LineConditions::new(candidates, transposed);
        let classes = allowed.classes();
        let swaps: Vec<&[u16]> = classes
            .iter()
            .flat_map(|class| class.windows(2))
            .map(|pair| tables.swapped(pair[0], pair[1]))
            .collect();
        let stacks: Vec<Stack> = allowed
            .columns
            .iter()
            .map(|allowed| {
                let weights = triple_weights(tables, allowed);
                let orbits = find_orbits(tables, &weights, &swaps);
                Stack { weights, orbits }
            })
            .collect();
        let some = stacks.iter().all(|stack| !stack.orbits.is_empty());
        some.then_some(Self {
            transposed,
            allowed,
            classes,
            stacks,
            roles,
            cost: f64::INFINITY,
        })
    }
}

/// Iterates over all assignments of roles.
pub(crate) fn all_roles() -> impl Iterator<Item = Roles> {
    let orders = || ORDERS.iter().map(|order| order.map(usize::from));
    orders().flat_map(move |stacks| orders().map(move |bands| Roles { stacks, bands }))
}

/// The figures of a stack that its cost depends on, for each band.
struct StackFigures {
    orbits: f64,
    /// `outer[near][band]`: distinct partitions in a band of the outer triples for this near band.
    outer: [[f64; 3]; 3],
    /// Number of distinct partitions of all triples, which is the number of rows of an inner stack.
    all: [f64; 3],
    /// Number of groups of an inner stack.
    groups: [f64; 3],
    /// Number of pairs of an inner stack, with groups filled up to multiples of four.
    pairs: [f64; 3],
    /// Number of vectors of 32 lanes, with an even number of lanes for each partition.
    vectors: [f64; 3],
}

impl StackFigures {
    fn new(stack: &Stack) -> Self {
        let triples = &Tables::get().triples;
        let divisor = common_divisor(&stack.weights);
        let figures_of_band = |band: usize| {
            let mut counts = vec![[0_u16; 13]; PARTITIONS];
            for (triple, weight) in triples
                .iter()
                .zip(&stack.weights)
                .filter(|(_, weight)| **weight != 0)
            {
                counts[usize::from(triple[band])][usize::from(weight / divisor)] += 1;
            }
            counts.retain(|counts| *counts != [0; 13]);
            let lanes: u32 = counts
                .iter()
                .map(|counts| u32::from(counts.iter().sum::<u16>()).next_multiple_of(2))
                .sum();
            let [groups, pairs] = counts
                .iter()
                .map(Grouping::best)
                .fold([0, 0], |[groups, pairs], grouping| {
                    [groups + grouping.groups, pairs + grouping.pairs]
                });
            [
                counts.len() as f64,
                f64::from(groups),
                f64::from(pairs),
                (f64::from(lanes) / 32.0).ceil(),
            ]
        };
        let bands: [[f64; 4]; 3] = std::array::from_fn(figures_of_band);
        let column = |figure: usize| bands.map(|figures| figures[figure]);
        let outer = |near: usize, band: usize| {
            let mut seen = [false; PARTITIONS];
            for orbit in &stack.orbits {
                seen[usize::from(triples[usize::from(orbit.triples[near])][band])] = true;
            }
            seen.iter().filter(|seen| **seen).count() as f64
        };
        let outer = std::array::from_fn(|near| std::array::from_fn(|band| outer(near, band)));
        let orbits = stack.orbits.len() as f64;
        Self {
            orbits,
            outer,
            all: column(0),
            groups: column(1),
            pairs: column(2),
            vectors: column(3),
        }
    }
}

/// The grouping of the triples of an inner stack with the same partition.
///
/// Either all are in one group, each repeated by its weight, or there is a group for each weight,
/// whose factors are multiplied by it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grouping {
    /// `true` if there is a group for each weight.
    pub(crate) by_weight: bool,
    /// Number of groups.
    groups: u32,
    /// Number of pairs in all groups, filled up to multiples of four.
    pairs: u32,
}

impl Grouping {
    /// Returns the faster grouping for these numbers of triples by weight.
    pub(crate) fn best(counts: &[u16; 13]) -> Self {
        let filled = |count: u32| count.next_multiple_of(4);
        let together = filled(
            (0..)
                .zip(counts)
                .map(|(weight, count)| weight * u32::from(*count))
                .sum(),
        );
        let apart = counts.iter().map(|count| filled((*count).into())).sum();
        let weights = counts.iter().filter(|count| **count != 0).count() as u32;
        let by_weight = apart + GROUP_COST as u32 * weights < together + GROUP_COST as u32;
        Self {
            by_weight,
            groups: if by_weight { weights } else { 1 },
            pairs: if by_weight { apart } else { together },
        }
    }
}

/// Cost of multiplying the sums of a group by its factors, in pairs of rows.
const GROUP_COST: f64 = 8.0;

/// Returns the greatest number that divides all weights, at least 1.
pub(crate) fn common_divisor(weights: &[u8]) -> u8 {
    const fn common(a: u8, b: u8) -> u8 {
        if b == 0 { a } else { common(b, a % b) }
    }
    weights
        .iter()
        .fold(0, |divisor, weight| common(divisor, *weight))
        .max(1)
}

/// Returns the average number of row partitions for a column partition of a box with these rows.
fn mean_row_partitions(allowed: &[u16; 3]) -> f64 {
    let orders = count_orders(allowed);
    let all: u32 = Tables::get()
        .blocks
        .iter()
        .map(|blocks| u32::from(orders(blocks)))
        .sum();
    f64::from(all) * 36.0 / PARTITIONS as f64
}

/// Estimates the cost in pairs of rows.
///
/// `lists[band][stack]` is the average number of row partitions for a column partition.
fn estimate_cost(
    stacks: &[StackFigures],
    lists: &[[f64; 3]; 3],
    allowed: &LineConditions,
    roles: &Roles,
) -> f64 {
    /// Cost of making a row of 32 numbers.
    const ROW_COST: f64 = 7.0;
    /// Cost of making the factors of a group.
    const FACTORS_COST: f64 = 16.0;
    /// Cost of adding up 32 entries of a table.
    const ENTRIES_COST: f64 = 0.7;
    let [outer, lanes, inner] = roles.stacks.map(|stack| &stacks[stack]);
    let [group, near, far] = roles.bands;
    let kinds = outer.outer[near];
    let vectors = lanes.vectors[group];
    let sum = outer.orbits * (inner.pairs[group] + GROUP_COST * inner.groups[group]);
    let rows = [near, far]
        .map(|band| kinds[band] * inner.all[band] * ROW_COST)
        .iter()
        .sum::<f64>();
    let factors = kinds[group] * inner.groups[group] * FACTORS_COST;
    let tables = roles.bands.map(|band| {
        let list = lists[band][roles.stacks[1]]
            / [1.0, 1.0, 2.0, 6.0][interchangeable_rows(&allowed.rows[band]).len()];
        kinds[band]
            * (lanes.all[band] * inner.all[band] / 32.0 * list * ENTRIES_COST
                + 12_096.0 * ENTRIES_COST * inner.all[band] / 32.0)
    });
    vectors * (sum + rows + factors) + tables.iter().sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_roles_are_distinct() {
        let roles: Vec<Roles> = all_roles().collect();
        assert_eq!(roles.len(), 36);
        assert!(
            roles
                .iter()
                .enumerate()
                .all(|(place, role)| !roles[..place].contains(role))
        );
    }

    #[test]
    fn the_common_divisor_divides_all_weights() {
        assert_eq!(
            [
                common_divisor(&[0, 6, 12]),
                common_divisor(&[2, 4, 0]),
                common_divisor(&[0, 0]),
                common_divisor(&[1, 2])
            ],
            [6, 2, 1, 1]
        );
    }

    #[test]
    fn groups_are_split_by_weight_where_that_is_cheaper() {
        let counts = |some: &[(usize, u16)]| {
            let mut counts = [0; 13];
            some.iter()
                .for_each(|(weight, count)| counts[*weight] = *count);
            Grouping::best(&counts)
        };
        assert_eq!(
            counts(&[(1, 50), (2, 1)]),
            Grouping {
                by_weight: false,
                groups: 1,
                pairs: 52
            }
        );
        assert_eq!(
            counts(&[(2, 30), (3, 20)]),
            Grouping {
                by_weight: true,
                groups: 2,
                pairs: 52
            }
        );
        assert_eq!(
            counts(&[(3, 1)]),
            Grouping {
                by_weight: false,
                groups: 1,
                pairs: 4
            }
        );
    }

    #[test]
    fn mean_row_partitions_are_exact() {
        let all = super::super::partition::ALL;
        assert!((mean_row_partitions(&[all; 3]) - 216.0).abs() < 1e-9);
        assert!((mean_row_partitions(&[all, all & !1, all & !1]) - 72.0).abs() < 1e-9);
    }
}
