//! Partitions of the nine digits into three sets of three: the contents of the mini-columns, or of
//! the mini-rows, of a box.
//!
//! ```text
//!   5 3 4      columns  {5,6,1} {3,7,9} {4,2,8}     a partition P
//!   6 7 2      rows     {5,3,4} {6,7,2} {1,9,8}     a partition Q
//!   1 9 8
//! ```
//!
//! Every column shares one digit with every row. P and Q are then *orthogonal*, and together they
//! determine the box. The blocks of a partition are listed in the order of their least digit, so
//! there are 280 partitions.
//!
//! Three boxes side by side form a band if in each row their three sets contain all digits. Their
//! row partitions, in order, are then *compatible*. An ordered partition (X0, X1, X2) has 56
//! compatible pairs (Y, Z). The first set of Y takes k digits of X1 and 3 − k of X2, and so on
//! cyclically, which makes C(3,k)³ pairs for each k from 0 to 3. The same holds for the column
//! partitions of three boxes one below the other.
//!
//! **Cost:** the tables take 0.4 MB and about a millisecond, once per process. Swaps of digits take
//! up to 1 MB more.

use std::sync::OnceLock;

/// Number of partitions of nine digits into three sets of three.
pub(crate) const PARTITIONS: usize = 280;
/// Number of partitions with an order of the sets.
pub(crate) const ORDERED: usize = 6 * PARTITIONS;
/// Number of compatible pairs of an ordered partition.
pub(crate) const COMPATIBLE: usize = 56;
/// All digits, as a set of bits.
pub(crate) const ALL: u16 = 0x1ff;

/// The permutations of three items; the first is the identity.
pub(crate) const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// An ordered partition, as a number below [`ORDERED`].
///
/// It is six times the partition, plus the index in [`ORDERS`] of the order of its blocks.
pub(crate) type Ordered = u16;

/// The constant tables about partitions.
pub(crate) struct Tables {
    /// The blocks of each partition as sets of bits, in the order of their least digit.
    pub(crate) blocks: Vec<[u16; 3]>,
    /// The rank of each set of bits among the 84 sets of three digits.
    rank: Vec<u8>,
    /// The ordered partition that begins with two disjoint sets of three digits, by their ranks.
    ordered: Vec<Ordered>,
    /// The compatible pairs of each partition, with its blocks in order.
    pub(crate) compatible: Vec<[(Ordered, Ordered); COMPATIBLE]>,
    /// `true` for each pair of orthogonal partitions.
    orthogonal: Vec<bool>,
    /// The possible column partitions of three boxes one below the other, up to the order of the
    /// columns.
    ///
    /// A triple consists of three partitions that are compatible in some order; the triples ascend.
    pub(crate) triples: Vec<[u16; 3]>,
    /// The number of the triple that begins with two partitions, or `u16::MAX`; these determine the
    /// third.
    triple_of: Vec<u16>,
    /// The results of [`swapped`](Self::swapped).
    swapped: [[OnceLock<Vec<u16>>; 9]; 9],
    /// `composed[a][b]`: the order that applies `b` first, then `a`.
    ///
    /// Position i holds what position `ORDERS[b][i]` of order `a` holds.
    pub(crate) composed: [[u8; 6]; 6],
}

impl Tables {
    /// Returns the tables of this process.
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
        let composed = ORDERS.map(|a| {
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
            swapped: Default::default(),
            composed,
        }
    }

    /// Returns the ordered partition that begins with these two disjoint sets of three digits.
    pub(crate) fn ordered(&self, first: u16, second: u16) -> Ordered {
        self.ordered[usize::from(self.rank[usize::from(first)]) * 84
            + usize::from(self.rank[usize::from(second)])]
    }

    /// Returns the sets of an ordered partition.
    pub(crate) fn sets(&self, ordered: Ordered) -> [u16; 3] {
        let blocks = &self.blocks[usize::from(ordered / 6)];
        ORDERS[usize::from(ordered % 6)].map(|place| blocks[usize::from(place)])
    }

    /// Returns `true` if each block of one partition shares one digit with each block of the other.
    pub(crate) fn orthogonal(&self, p: u16, q: u16) -> bool {
        self.orthogonal[usize::from(p) * PARTITIONS + usize::from(q)]
    }

    /// Iterates over the compatible pairs of an ordered partition.
    pub(crate) fn pairs(&self, ordered: Ordered) -> impl Iterator<Item = (Ordered, Ordered)> + '_ {
        let turn = usize::from(ordered % 6);
        let turned = move |other: Ordered| {
            other - other % 6 + u16::from(self.composed[usize::from(other % 6)][turn])
        };
        self.compatible[usize::from(ordered / 6)]
            .iter()
            .map(move |(y, z)| (turned(*y), turned(*z)))
    }

    /// Returns the number of the triple that begins with these two partitions, which must exist.
    pub(crate) fn triple_of(&self, p: u16, q: u16) -> u16 {
        self.triple_of[usize::from(p) * PARTITIONS + usize::from(q)]
    }

    /// Returns for each triple its image when two digits change places.
    ///
    /// Computed once per pair of digits, in a tenth of a millisecond.
    pub(crate) fn swapped(&self, a: u8, b: u8) -> &[u16] {
        self.swapped[usize::from(a)][usize::from(b)].get_or_init(|| self.compute_swap(a, b))
    }

    fn compute_swap(&self, a: u8, b: u8) -> Vec<u16> {
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

/// Returns the compatible pairs for the blocks of a partition in this order.
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
        // Y0 takes k digits of X1 and the rest from X2. Y1 takes what is left of X2 and 3 − k
        // digits of X0. Y2 takes what is left of X0 and X1.
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
    fn partitions_and_triples_have_the_published_numbers() {
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

    /// Every pair is compatible, and the 56 pairs are distinct, whatever the order.
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

    /// Two partitions of a triple determine the third, which `swapped` relies on.
    #[test]
    fn two_partitions_of_a_triple_determine_the_third() {
        let tables = Tables::get();
        let pairs: std::collections::BTreeSet<_> =
            tables.triples.iter().map(|[p, q, _]| (p, q)).collect();
        assert_eq!(pairs.len(), tables.triples.len());
        let mut image = tables.swapped(2, 7).to_vec();
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
