//! The nine digits cut into three sets of three: what the mini-columns, or the mini-rows, of a box hold.
//!
//! ```text
//!   5 3 4        columns  {5,6,1} {3,7,9} {4,2,8}      a partition, written P; as blocks in the order of their least digit it is one of 280
//!   6 7 2        rows     {5,3,4} {6,7,2} {1,9,8}      a partition, written Q
//!   1 9 8        every column meets every row in one digit: P and Q are *orthogonal*, and together they are the box
//! ```
//!
//! Three boxes side by side are a band if in each row their three sets make up all digits: their row partitions, in order, are *compatible*. For an ordered
//! partition (X0, X1, X2) there are 56 compatible pairs: of k digits of X1 and 3 − k of X2 the first set of Y is made, and so on round;
//! C(3,k)³ ways for k = 0 to 3. The same holds for the column partitions of three boxes one below the other.
//!
//! **Cost:** the tables take 0.4 MB, and up to 1 MB more for exchanges of digits, and about a millisecond to make; they are made once in a process.

use std::sync::OnceLock;

/// Partitions of nine digits in three sets of three.
pub(crate) const PARTITIONS: usize = 280;
/// The same with an order of the sets.
pub(crate) const ORDERED: usize = 6 * PARTITIONS;
/// Compatible pairs for an ordered partition.
pub(crate) const COMPATIBLE: usize = 56;
/// All digits, as a set of bits.
pub(crate) const ALL: u16 = 0x1ff;

/// The orders of three things; the first leaves them as they are.
pub(crate) const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// An ordered partition, as a number below [`ORDERED`]: six times the partition, plus the place in [`ORDERS`] of the order in which its blocks stand.
pub(crate) type Ordered = u16;

/// Everything about partitions that never changes.
pub(crate) struct Tables {
    /// The blocks of each partition as sets of bits, in the order of their least digit.
    pub(crate) blocks: Vec<[u16; 3]>,
    /// For each set of bits its number among the 84 sets of three digits.
    rank: Vec<u8>,
    /// For the numbers of two disjoint sets of three digits the ordered partition that begins with them.
    ordered: Vec<Ordered>,
    /// For each partition, with its blocks in order, the compatible pairs.
    pub(crate) compatible: Vec<[(Ordered, Ordered); COMPATIBLE]>,
    /// Whether two partitions are orthogonal.
    orthogonal: Vec<bool>,
    /// All that the columns of three boxes, one below the other, can hold, up to the order of the columns: three partitions that are compatible
    /// in some order, ascending.
    pub(crate) triples: Vec<[u16; 3]>,
    /// For the first two partitions of a triple its number, or `u16::MAX`; the third follows from them.
    triple_of: Vec<u16>,
    /// What [`exchanged`](Self::exchanged) made.
    exchanged: [[OnceLock<Vec<u16>>; 9]; 9],
    /// `after[a][b]`: the order that takes first `b`, then `a`: position i holds what position `ORDERS[b][i]` of order `a` holds.
    pub(crate) after: [[u8; 6]; 6],
}

impl Tables {
    /// The tables of this process.
    pub(crate) fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Self::new)
    }

    fn new() -> Self {
        let sets: Vec<u16> = (0..=ALL)
            .filter(|set: &u16| set.count_ones() == 3)
            .collect();
        let mut rank = vec![0; usize::from(ALL) + 1];
        for (number, set) in (0..).zip(&sets) {
            rank[usize::from(*set)] = number;
        }
        let mut blocks = Vec::with_capacity(PARTITIONS);
        for first in sets.iter().filter(|set| **set & 1 != 0) {
            let rest = ALL & !first;
            let least = rest & rest.wrapping_neg();
            blocks.extend(
                sets.iter()
                    .filter(|set| *first & **set == 0 && **set & least != 0)
                    .map(|set| [*first, *set, rest & !set]),
            );
        }
        let place = |a: u16, b: u16| {
            usize::from(rank[usize::from(a)]) * sets.len() + usize::from(rank[usize::from(b)])
        };
        let mut ordered = vec![0; sets.len() * sets.len()];
        for (number, blocks) in (0..).zip(&blocks) {
            for (order, turn) in (0..).zip(ORDERS) {
                ordered[place(blocks[usize::from(turn[0])], blocks[usize::from(turn[1])])] =
                    6 * number + order;
            }
        }
        let compatible: Vec<_> = blocks
            .iter()
            .map(|blocks| compatible(blocks, |a, b| ordered[place(a, b)]))
            .collect();
        let meets_once = |p: &[u16; 3], q: &[u16; 3]| {
            p.iter()
                .all(|a| q.iter().all(|b| (a & b).count_ones() == 1))
        };
        let orthogonal = blocks
            .iter()
            .flat_map(|p| blocks.iter().map(move |q| meets_once(p, q)))
            .collect();
        let mut triples: Vec<[u16; 3]> = (0..)
            .zip(&compatible)
            .flat_map(|(p, pairs)| pairs.iter().map(move |(y, z)| [p, y / 6, z / 6]))
            .collect();
        triples.sort_unstable();
        triples.dedup();
        let mut triple_of = vec![u16::MAX; PARTITIONS * PARTITIONS];
        for (number, [p, q, _]) in (0..).zip(&triples) {
            triple_of[usize::from(*p) * PARTITIONS + usize::from(*q)] = number;
        }
        let after = ORDERS.map(|a| {
            ORDERS.map(|b| {
                let both = b.map(|place| a[usize::from(place)]);
                ORDERS.iter().position(|order| *order == both).unwrap_or(0) as u8
            })
        });
        Self {
            blocks,
            rank,
            ordered,
            compatible,
            orthogonal,
            triples,
            triple_of,
            exchanged: Default::default(),
            after,
        }
    }

    /// The ordered partition that begins with these two disjoint sets of three digits.
    pub(crate) fn ordered(&self, first: u16, second: u16) -> Ordered {
        self.ordered[usize::from(self.rank[usize::from(first)]) * 84
            + usize::from(self.rank[usize::from(second)])]
    }

    /// The sets of an ordered partition.
    pub(crate) fn sets(&self, ordered: Ordered) -> [u16; 3] {
        let blocks = &self.blocks[usize::from(ordered / 6)];
        ORDERS[usize::from(ordered % 6)].map(|place| blocks[usize::from(place)])
    }

    /// Whether each block of one partition meets each of the other in one digit.
    pub(crate) fn orthogonal(&self, p: u16, q: u16) -> bool {
        self.orthogonal[usize::from(p) * PARTITIONS + usize::from(q)]
    }

    /// The compatible pairs of an ordered partition.
    pub(crate) fn pairs(&self, ordered: Ordered) -> impl Iterator<Item = (Ordered, Ordered)> + '_ {
        let turn = usize::from(ordered % 6);
        let turned = move |other: Ordered| {
            other - other % 6 + u16::from(self.after[usize::from(other % 6)][turn])
        };
        self.compatible[usize::from(ordered / 6)]
            .iter()
            .map(move |(y, z)| (turned(*y), turned(*z)))
    }

    /// The number of the triple that begins with these two partitions, which must stand in one.
    pub(crate) fn triple_of(&self, p: u16, q: u16) -> u16 {
        self.triple_of[usize::from(p) * PARTITIONS + usize::from(q)]
    }

    /// For each triple the one that it becomes when two digits change places. Made once for two digits, in a tenth of a millisecond.
    pub(crate) fn exchanged(&self, a: u8, b: u8) -> &[u16] {
        self.exchanged[usize::from(a)][usize::from(b)].get_or_init(|| self.exchange(a, b))
    }

    fn exchange(&self, a: u8, b: u8) -> Vec<u16> {
        let change = |set: u16| {
            let differ = (set >> a ^ set >> b) & 1;
            set ^ (differ << a | differ << b)
        };
        let partition: Vec<u16> = self
            .blocks
            .iter()
            .map(|blocks| self.ordered(change(blocks[0]), change(blocks[1])) / 6)
            .collect();
        let image = |[p, q, _]: &[u16; 3]| {
            self.triple_of(partition[usize::from(*p)], partition[usize::from(*q)])
        };
        self.triples.iter().map(image).collect()
    }
}

/// The compatible pairs for the blocks of a partition in this order.
fn compatible(
    x: &[u16; 3],
    ordered: impl Fn(u16, u16) -> Ordered,
) -> [(Ordered, Ordered); COMPATIBLE] {
    let parts = |set: u16, size: u32| {
        (0..=ALL).filter(move |part: &u16| part & !set == 0 && part.count_ones() == size)
    };
    let mut pairs = [(0, 0); COMPATIBLE];
    let mut number = 0;
    for k in 0..=3 {
        // Y0 takes k digits of X1 and the rest from X2; what is left of X2 goes to Y1 with 3 − k digits of X0; what is left of both to Y2.
        for of_1 in parts(x[1], k) {
            for of_2 in parts(x[2], 3 - k) {
                for of_0 in parts(x[0], 3 - k) {
                    let y = [of_1 | of_2, of_0 | x[2] & !of_2];
                    let z = [ALL & !(x[0] | y[0]), ALL & !(x[1] | y[1])];
                    pairs[number] = (ordered(y[0], y[1]), ordered(z[0], z[1]));
                    number += 1;
                }
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_field() {
        let tables = Tables::get();
        assert_eq!(tables.blocks.len(), PARTITIONS);
        assert_eq!(tables.triples.len(), 15_400);
        for ordered in 0..ORDERED as u16 {
            let [a, b, c] = tables.sets(ordered);
            assert_eq!(a | b | c, ALL);
            assert_eq!(tables.ordered(a, b), ordered);
        }
        for p in 0..PARTITIONS as u16 {
            assert_eq!(
                (0..PARTITIONS as u16)
                    .filter(|q| tables.orthogonal(p, *q))
                    .count(),
                36
            );
        }
    }

    /// Every pair is compatible, and no pair stands twice: 56 of them, whatever the order.
    #[test]
    fn pairs_are_compatible() {
        let tables = Tables::get();
        for x in 0..ORDERED as u16 {
            let pairs: std::collections::BTreeSet<_> = tables.pairs(x).collect();
            assert_eq!(pairs.len(), COMPATIBLE);
            let x = tables.sets(x);
            for (y, z) in pairs {
                let (y, z) = (tables.sets(y), tables.sets(z));
                assert!(
                    (0..3).all(|row| x[row] ^ y[row] ^ z[row] == ALL && x[row] & y[row] == 0),
                    "{x:?} {y:?} {z:?}"
                );
            }
        }
    }

    /// Two partitions of a triple say which the third is, which `exchanged` rests on.
    #[test]
    fn two_of_a_triple_tell_the_third() {
        let tables = Tables::get();
        let pairs: std::collections::BTreeSet<_> =
            tables.triples.iter().map(|[p, q, _]| (p, q)).collect();
        assert_eq!(pairs.len(), tables.triples.len());
        let mut image = tables.exchanged(2, 7).to_vec();
        for (triple, image) in tables.triples.iter().zip(&image) {
            let change = |set: u16| {
                if (set >> 2 ^ set >> 7) & 1 != 0 {
                    set ^ (1 << 2 | 1 << 7)
                } else {
                    set
                }
            };
            let partition = |p: &u16| {
                let blocks = tables.blocks[usize::from(*p)];
                tables.ordered(change(blocks[0]), change(blocks[1])) / 6
            };
            assert_eq!(
                triple.each_ref().map(partition),
                tables.triples[usize::from(*image)]
            );
        }
        image.sort_unstable();
        image.dedup();
        assert_eq!(image.len(), tables.triples.len());
    }
}
