//! Which stack and which band plays which part in the sum of [`contract`](super::contract), and whether the grid is turned first.
//!
//! ```text
//!   stacks   outer   one triple of each orbit             few orbits: many digits without clues, clues that leave few triples
//!            lanes   32 triples side by side
//!            inner   all triples, in groups with the same partition in the group band
//!   bands    group   its table is multiplied with once a group
//!            near    its rows stay while outer triples with the same partition follow each other
//!            far     its rows change with every outer triple
//! ```
//!
//! There are 2 · 6 · 6 ways. Their costs are estimated in pairs of rows, which a machine with AVX-512 multiplies in half a nanosecond.
//!
//! **Cost:** 2 to 5 ms, most of it for orbits.

use super::partition::{ORDERS, PARTITIONS, Tables};
use super::stack::{Orbit, orbits, weights};

/// What clues demand of partitions. A clue in a cell demands something of the columns of its stack, and something of the rows of its band.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Needs {
    /// `columns[stack][band][column]`: digits that must be in the column.
    pub(crate) columns: [[[u16; 3]; 3]; 3],
    /// `rows[band][stack][row]`: digits that must be in the row of the box.
    pub(crate) rows: [[[u16; 3]; 3]; 3],
}

impl Needs {
    /// The demands of 81 bytes row by row, 1 to 9 for a clue, in this grid or in the one where rows are columns.
    pub(crate) fn new(clues: &[u8; 81], turned: bool) -> Self {
        let mut needs = Self { columns: [[[0; 3]; 3]; 3], rows: [[[0; 3]; 3]; 3] };
        for (cell, digit) in clues.iter().enumerate().filter(|(_, digit)| (1..=9).contains(*digit)) {
            let (row, column) = if turned { (cell % 9, cell / 9) } else { (cell / 9, cell % 9) };
            let digit = 1 << (digit - 1);
            needs.columns[column / 3][row / 3][column % 3] |= digit;
            needs.rows[row / 3][column / 3][row % 3] |= digit;
        }
        needs
    }
}

/// A stack: what it can hold.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    /// For each triple of the tables its weight.
    pub(crate) weights: Vec<u8>,
    /// The classes of these triples under other names for digits without clues.
    pub(crate) orbits: Vec<Orbit>,
}

/// The parts that stacks and bands play.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Roles {
    /// The stacks that are outer, lanes, inner.
    pub(crate) stacks: [usize; 3],
    /// The bands that are group, near, far.
    pub(crate) bands: [usize; 3],
}

/// What is to be summed, and how.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Whether rows and columns have changed places.
    pub(crate) turned: bool,
    /// The demands of the clues, turned if the plan is.
    pub(crate) needs: Needs,
    /// The stacks, turned if the plan is.
    pub(crate) stacks: Vec<Stack>,
    /// Who plays what.
    pub(crate) roles: Roles,
}

impl Plan {
    /// The cheapest way for these clues (81 bytes, 1 to 9 for a clue); `None` if some stack can hold nothing, so that there is no solution.
    pub(crate) fn cheapest(clues: &[u8; 81]) -> Option<Self> {
        let free = free_digits(clues);
        let tables = Tables::get();
        let exchanges: Vec<Vec<u16>> = free.windows(2).map(|pair| tables.exchanged(pair[0], pair[1])).collect();
        let mut best: Option<(f64, Self)> = None;
        for turned in [false, true] {
            let (needs, stacks) = Self::stacks(clues, turned, &exchanges)?;
            let figures: Vec<Figures> = stacks.iter().map(|stack| Figures::new(tables, stack)).collect();
            for roles in all_roles() {
                let cost = cost(&figures, &needs, &roles);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, Self { turned, needs, stacks: stacks.clone(), roles }));
                }
            }
        }
        best.map(|(_, plan)| plan)
    }

    /// A certain way, for tests that hold one against the other.
    #[cfg(test)]
    pub(crate) fn certain(clues: &[u8; 81], turned: bool, roles: Roles) -> Option<Self> {
        let tables = Tables::get();
        let exchanges: Vec<Vec<u16>> = free_digits(clues).windows(2).map(|pair| tables.exchanged(pair[0], pair[1])).collect();
        let (needs, stacks) = Self::stacks(clues, turned, &exchanges)?;
        Some(Self { turned, needs, stacks, roles })
    }

    fn stacks(clues: &[u8; 81], turned: bool, exchanges: &[Vec<u16>]) -> Option<(Needs, Vec<Stack>)> {
        let needs = Needs::new(clues, turned);
        let stacks: Vec<Stack> = needs
            .columns
            .iter()
            .map(|need| {
                let weights = weights(Tables::get(), need);
                let orbits = orbits(Tables::get(), &weights, exchanges);
                Stack { weights, orbits }
            })
            .collect();
        stacks.iter().all(|stack| !stack.orbits.is_empty()).then_some((needs, stacks))
    }
}

/// The digits that no clue has, from 0.
pub(crate) fn free_digits(clues: &[u8; 81]) -> Vec<u8> {
    (0..9).filter(|digit| !clues.contains(&(digit + 1))).collect()
}

/// All ways to give the parts.
pub(crate) fn all_roles() -> impl Iterator<Item = Roles> {
    let orders = || ORDERS.iter().map(|order| order.map(usize::from));
    orders().flat_map(move |stacks| orders().map(move |bands| Roles { stacks, bands }))
}

/// What the cost of a stack depends on, for each band.
struct Figures {
    orbits: f64,
    /// `outer[near][band]`: different partitions in a band of the outer triples for this near band.
    outer: [[f64; 3]; 3],
    /// Different partitions of all triples: what an inner stack has of groups and rows.
    all: [f64; 3],
    /// Pairs of an inner stack, groups filled up to fours.
    pairs: [f64; 3],
    /// Vectors of 32 lanes, with an even number of lanes for each partition.
    vectors: [f64; 3],
}

impl Figures {
    fn new(tables: &Tables, stack: &Stack) -> Self {
        let unit = unit(&stack.weights);
        let of_band = |band: usize| {
            let mut lengths = [0_u32; PARTITIONS];
            for (triple, weight) in tables.triples.iter().zip(&stack.weights) {
                lengths[usize::from(triple[band])] += u32::from(weight / unit);
            }
            let sum = |step: u32| f64::from(lengths.iter().map(|length| length.next_multiple_of(step)).sum::<u32>());
            [lengths.iter().filter(|length| **length != 0).count() as f64, sum(4), (sum(2) / 32.0).ceil()]
        };
        let bands: [[f64; 3]; 3] = std::array::from_fn(of_band);
        let column = |figure: usize| bands.map(|figures| figures[figure]);
        let outer = |near: usize, band: usize| {
            let mut seen = [false; PARTITIONS];
            for orbit in &stack.orbits {
                seen[usize::from(tables.triples[usize::from(orbit.triples[near])][band])] = true;
            }
            seen.iter().filter(|seen| **seen).count() as f64
        };
        let outer = std::array::from_fn(|near| std::array::from_fn(|band| outer(near, band)));
        Self { orbits: stack.orbits.len() as f64, outer, all: column(0), pairs: column(1), vectors: column(2) }
    }
}

/// The greatest number that divides all weights, at least 1.
pub(crate) fn unit(weights: &[u8]) -> u8 {
    const fn common(a: u8, b: u8) -> u8 {
        if b == 0 { a } else { common(b, a % b) }
    }
    weights.iter().fold(0, |unit, weight| common(unit, *weight)).max(1)
}

/// About how long it takes, in pairs of rows.
fn cost(stacks: &[Figures], needs: &Needs, roles: &Roles) -> f64 {
    /// To multiply the sums of a group by its factors.
    const GROUP: f64 = 8.0;
    /// To make a row of 32 numbers.
    const ROW: f64 = 7.0;
    /// To make the factors of a group.
    const FACTORS: f64 = 16.0;
    /// To add up 32 entries of a table.
    const ENTRIES: f64 = 0.7;
    let [outer, lanes, inner] = roles.stacks.map(|stack| &stacks[stack]);
    let [group, near, far] = roles.bands;
    let kinds = outer.outer[near];
    let vectors = lanes.vectors[group];
    let sum = outer.orbits * (inner.pairs[group] + GROUP * inner.all[group]);
    let rows = [near, far].map(|band| kinds[band] * inner.all[band] * ROW).iter().sum::<f64>();
    let factors = kinds[group] * inner.all[group] * FACTORS;
    let tables = roles.bands.map(|band| {
        let need = &needs.rows[band];
        let free = (0..3).filter(|row| need.iter().all(|need| need[*row] == 0)).count();
        // Row partitions of the lanes' box that a column partition has: a third for each clue, a half or sixth for free rows.
        let clues: u32 = need[roles.stacks[1]].iter().map(|need| need.count_ones()).sum();
        let list = 216.0 / [1.0, 1.0, 2.0, 6.0][free] / 3.0_f64.powi(clues.min(9).cast_signed());
        kinds[band] * (lanes.all[band] * inner.all[band] / 32.0 * list * ENTRIES + 12_096.0 * ENTRIES * inner.all[band] / 32.0)
    });
    vectors * (sum + rows + factors) + tables.iter().sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_demand_of_columns_and_rows() {
        let mut clues = [0; 81];
        clues[9 * 4 + 8] = 7;
        let needs = Needs::new(&clues, false);
        assert_eq!((needs.columns[2][1][2], needs.rows[1][2][1]), (1 << 6, 1 << 6));
        let turned = Needs::new(&clues, true);
        assert_eq!((turned.columns[1][2][1], turned.rows[2][1][2]), (1 << 6, 1 << 6));
        assert_eq!(free_digits(&clues), [0, 1, 2, 3, 4, 5, 7, 8]);
    }

    #[test]
    fn there_are_all_roles() {
        let roles: Vec<Roles> = all_roles().collect();
        assert_eq!(roles.len(), 36);
        assert!(roles.iter().enumerate().all(|(place, role)| !roles[..place].contains(role)));
    }

    #[test]
    fn a_unit_divides_all_weights() {
        assert_eq!([unit(&[0, 6, 12]), unit(&[2, 4, 0]), unit(&[0, 0]), unit(&[1, 2])], [6, 2, 1, 1]);
    }
}
