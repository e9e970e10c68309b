//! The possible contents of the columns of a stack: triples with their weights, and orbits of
//! triples under renaming of digits.
//!
//! ```text
//!   band 0   P0 = {..} {..} {..}     a triple: one partition for each band, compatible in
//!   band 1   P1 = {..} {..} {..}     some order, regardless of which block is in which column
//!   band 2   P2 = {..} {..} {..}
//! ```
//!
//! The weight of a triple is the number of orders of the three columns in which each digit is where
//! it may be. It is 6 if all digits may be anywhere, and 12 for p, p, p, which is compatible in two
//! ways. It is 0 if there is no such order.
//!
//! Digits that may be in the same places can swap their names. This splits the triples into
//! *orbits*, whose members all have the same number of solutions. There are 2 orbits in the empty
//! grid, 3 with one clue, and about a fifth of 15,400 with six different digits.
//!
//! **Cost:** well below a millisecond for a stack.

use super::partition::{ALL, ORDERS, Tables};

/// Number of orders in which three blocks fit into three columns.
///
/// Bits 0 to 2 of the index are the columns where the first block may be, and so on.
const ORDER_COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut places = 0;
    while places < 512 {
        let mut order = 0;
        while order < 6 {
            let [a, b, c] = ORDERS[order];
            counts[places] += (places >> a & places >> (3 + b) & places >> (6 + c) & 1) as u8;
            order += 1;
        }
        places += 1;
    }
    counts
};

/// Returns for each set of digits the columns, as bits, where all of them may be.
fn allowed_columns(allowed: &[u16; 3]) -> Vec<u8> {
    let columns = |set: u16| {
        (0..)
            .zip(allowed)
            .map(|(column, allowed)| u8::from(set & !allowed == 0) << column)
            .sum()
    };
    (0..=ALL).map(columns).collect()
}

/// Returns a function that counts the orders in which the blocks of a partition fit into the rows,
/// or columns, of a box.
///
/// `allowed` holds the digits that each row or column may hold.
pub(crate) fn count_orders(allowed: &[u16; 3]) -> impl Fn(&[u16; 3]) -> u8 {
    let columns = allowed_columns(allowed);
    move |blocks| {
        let [a, b, c] = blocks.map(|block| usize::from(columns[usize::from(block)]));
        ORDER_COUNTS[a | b << 3 | c << 6]
    }
}

/// Returns the weight, 0 to 12, of each triple of [`Tables::triples`].
///
/// `allowed[band][column]` holds the digits that may be in a column.
pub(crate) fn triple_weights(tables: &Tables, allowed: &[[u16; 3]; 3]) -> Vec<u8> {
    let [upper, middle, lower] = allowed.each_ref().map(allowed_columns);
    let mut weights = vec![0; tables.triples.len()];
    for (p, blocks) in (0..).zip(&tables.blocks) {
        let upper = blocks.map(|block| upper[usize::from(block)]);
        for (y, z) in &tables.compatible[usize::from(p)] {
            let (y_sets, z_sets) = (tables.sets(*y), tables.sets(*z));
            let place = |block: usize| {
                usize::from(
                    upper[block]
                        & middle[usize::from(y_sets[block])]
                        & lower[usize::from(z_sets[block])],
                )
            };
            let orders = ORDER_COUNTS[place(0) | place(1) << 3 | place(2) << 6];
            if orders > 0 {
                weights[usize::from(tables.triple_of(p, y / 6))] += orders;
            }
        }
    }
    weights
}

/// An orbit of triples.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Orbit {
    /// A representative for each band: the triple whose partition there is the least.
    ///
    /// This choice leaves outer triples with few distinct partitions in the near band.
    pub(crate) triples: [u16; 3],
    /// Number of triples of the orbit.
    pub(crate) size: u32,
}

/// Finds the orbits with a positive weight.
///
/// `swaps` holds the images of all triples under swaps of two digits, which must keep the weights.
pub(crate) fn find_orbits(tables: &Tables, weights: &[u8], swaps: &[&[u16]]) -> Vec<Orbit> {
    let mut seen = vec![false; weights.len()];
    let mut open = Vec::new();
    let mut orbits = Vec::new();
    for first in (0..weights.len()).filter(|triple| weights[*triple] != 0) {
        if seen[first] {
            continue;
        }
        seen[first] = true;
        open.push(first as u16);
        let mut orbit = Orbit {
            triples: [first as u16; 3],
            size: 0,
        };
        while let Some(triple) = open.pop() {
            orbit.size += 1;
            for (band, least) in orbit.triples.iter_mut().enumerate() {
                let key = |triple: u16| (tables.triples[usize::from(triple)][band], triple);
                if key(triple) < key(*least) {
                    *least = triple;
                }
            }
            for swap in swaps {
                let image = swap[usize::from(triple)];
                if !seen[usize::from(image)] {
                    seen[usize::from(image)] = true;
                    open.push(image);
                }
            }
        }
        orbits.push(orbit);
    }
    orbits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_stack_has_two_orbits_and_every_order() {
        let tables = Tables::get();
        let weights = triple_weights(tables, &[[ALL; 3]; 3]);
        // 1680 column partitions for the upper box, 56 for those below.
        assert_eq!(
            weights.iter().map(|weight| u32::from(*weight)).sum::<u32>(),
            1680 * 56
        );
        let swaps: Vec<_> = (1..9)
            .map(|digit| tables.swapped(digit - 1, digit))
            .collect();
        let orbits = find_orbits(tables, &weights, &swaps);
        assert_eq!(
            orbits.iter().map(|orbit| orbit.size).collect::<Vec<_>>(),
            [280, 15_120]
        );
    }

    #[test]
    fn contradicting_conditions_leave_no_triples() {
        let tables = Tables::get();
        let total = |allowed: &[[u16; 3]; 3]| {
            triple_weights(tables, allowed)
                .iter()
                .map(|weight| u32::from(*weight))
                .sum::<u32>()
        };
        let (any, not_0) = ([ALL; 3], [ALL, ALL & !1, ALL & !1]);
        // The digit 0 twice in a column, in no column, and four digits in one column.
        for allowed in [
            [not_0, not_0, any],
            [[ALL & !1; 3], any, any],
            [[ALL, ALL & !0b1111, ALL & !0b1111], any, any],
        ] {
            assert_eq!(total(&allowed), 0);
        }
        assert_eq!(total(&[not_0, any, any]), 1680 * 56 / 3);
        assert_eq!(total(&[any, [ALL & !4, ALL, ALL], any]), 1680 * 56 / 3 * 2);
    }

    /// Counts the orders one by one.
    #[test]
    fn weights_count_orders() {
        let tables = Tables::get();
        let allowed = [
            [0o777, 0o776, 0o757],
            [0o677, 0o777, 0o777],
            [0o737, 0o577, 0o775],
        ];
        let mut expected = vec![0; tables.triples.len()];
        for (p, blocks) in (0..).zip(&tables.blocks) {
            for (y, z) in &tables.compatible[usize::from(p)] {
                let bands = [*blocks, tables.sets(*y), tables.sets(*z)];
                for order in ORDERS.map(|order| order.map(usize::from)) {
                    let agrees = |band: usize| {
                        (0..3)
                            .all(|column| bands[band][order[column]] & !allowed[band][column] == 0)
                    };
                    expected[usize::from(tables.triple_of(p, y / 6))] +=
                        u8::from((0..3).all(agrees));
                }
            }
        }
        assert_eq!(triple_weights(tables, &allowed), expected);
        assert!((0..=3).all(|weight| expected.contains(&weight)));
        let count = count_orders(&allowed[0]);
        let one_by_one = |blocks: &[u16; 3]| {
            let fits = |order: &&[u8; 3]| {
                (0..3).all(|row| blocks[usize::from(order[row])] & !allowed[0][row] == 0)
            };
            ORDERS.iter().filter(fits).count()
        };
        assert!(
            tables
                .blocks
                .iter()
                .all(|blocks| usize::from(count(blocks)) == one_by_one(blocks))
        );
    }
}
