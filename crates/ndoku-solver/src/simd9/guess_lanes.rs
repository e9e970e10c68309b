//! Guesses for several puzzles at once, one in each lane: the cells of `guess::best_bivalue_guess`,
//! and both branches that follow from them.
//!
//! ```text
//!   27 vectors ─▶ digit by digit ─▶ bivalue cells of each band
//!                                        │ for the four lowest of each band: the cells and
//!                                        ▼ bivalue cells with its digits that it sees ─▶ a score
//!                               the best cell of each lane, and its digits a and b
//!                                        │
//!                     ┌──────────────────┴──────────────────┐
//!            with a: without b in the cell,       without a: the cell holds b,
//!            without a in the peers               without b in the peers
//! ```
//!
//! A set of cells of a band is a word as in [`guess`](super::guess): bit 9·cc + 3·row + cb.
#![expect(
    clippy::needless_range_loop,
    reason = "chains of iterators are not always inlined, and then call the vector instructions"
)]

use super::WORDS;
use super::guess::{BIVALUE_WEIGHT, BIVALUES_PER_BAND};
use super::propagate::{ALL, HIGH, MIDDLE, join};
use crate::simd::SimdVector;

/// Guesses a candidate of a bivalue cell in each lane. Removes the digit that the cell then holds
/// from its peers, in both branches.
///
/// Writes the states with the guess and those without it. Returns the lanes with a guess. The
/// others have no bivalue cell, and both states are unchanged.
#[inline(always)]
pub(super) fn branch_lanes<V: SimdVector>(
    state: &[V; WORDS],
    with: &mut [V; WORDS],
    without: &mut [V; WORDS],
) -> u32 {
    let digits = by_digit(state);
    let bivalues = [
        bivalue_cells(&digits[0]),
        bivalue_cells(&digits[1]),
        bivalue_cells(&digits[2]),
    ];
    let cell = best_cell(&digits, bivalues);
    let pair = DigitPair::new(&digits, &cell);
    for band in 0..3 {
        let (seen, own) = (cell.seen_in(band), cell.cell.and(cell.bands[band]));
        for row in 0..3 {
            let (seen, own) = (in_row(seen, row), in_row(own, row));
            for i in 0..3 {
                let word = 9 * band + 3 * row + i;
                let [first, second] = [pair.first[i], pair.second[i]];
                with[word] = state[word].and_not(seen.and(first).or_and(own, second));
                without[word] = state[word].and_not(seen.and(second).or_and(own, first));
            }
        }
    }
    cell.cell.nonzero_lanes()
}

/// Returns the words of a state by band and digit; see `guess::by_digit`. The bits above the lowest
/// 27 are undefined.
#[inline(always)]
fn by_digit<V: SimdVector>(state: &[V; WORDS]) -> [[V; 9]; 3] {
    let mut digits = [[state[0]; 9]; 3];
    for band in 0..3 {
        for i in 0..3 {
            let first = 9 * band + i;
            let [a, b, c] = [state[first], state[first + 3], state[first + 6]];
            digits[band][i] = join(MIDDLE, a, b.shl::<3>(), c.shl::<6>());
            digits[band][3 + i] = join(MIDDLE, a.shr::<3>(), b, c.shl::<3>());
            digits[band][6 + i] = join(MIDDLE, a.shr::<6>(), b.shr::<3>(), c);
        }
    }
    digits
}

/// Returns the bivalue cells of a band, from its words digit by digit.
#[inline(always)]
fn bivalue_cells<V: SimdVector>(v: &[V; 9]) -> V {
    // Counts three groups of three digits in binary.
    let ones = [
        v[0].xor3(v[1], v[2]),
        v[3].xor3(v[4], v[5]),
        v[6].xor3(v[7], v[8]),
    ];
    let twos = [
        v[0].majority(v[1], v[2]),
        v[3].majority(v[4], v[5]),
        v[6].majority(v[7], v[8]),
    ];
    let odd = ones[0].xor3(ones[1], ones[2]);
    let carried = ones[0].majority(ones[1], ones[2]);
    let any = twos[0].or3(twos[1], twos[2]);
    let several = twos[0].majority(twos[1], twos[2]).or_and(any, carried);
    let two_or_three = any.or(carried).and_not(several);
    two_or_three.and_not(odd).and(V::splat(ALL))
}

/// Sets all three bits of each group at the lowest place of which one is set.
#[inline(always)]
fn spread_low<V: SimdVector>(x: V) -> V {
    let any = x
        .or3(x.shr::<1>(), x.shr::<2>())
        .and(V::splat(0o111_111_111));
    any.or3(any.shl::<1>(), any.shl::<2>())
}

/// Sets all three bits of each group at the middle place of which one is set.
#[inline(always)]
fn spread_middle<V: SimdVector>(x: V) -> V {
    let any = x.or3(x.shr::<3>(), x.shr::<6>()).and(V::splat(MIDDLE[0]));
    any.or3(any.shl::<3>(), any.shl::<6>())
}

/// Sets all three bits of each group at the highest place of which one is set.
#[inline(always)]
fn spread_high<V: SimdVector>(x: V) -> V {
    let any = x.or3(x.shr::<9>(), x.shr::<18>()).and(V::splat(HIGH[0]));
    any.or3(any.shl::<9>(), any.shl::<18>())
}

/// Returns the cells of one row of a band, copied to all three positions of the middle place.
#[inline(always)]
fn in_row<V: SimdVector>(x: V, row: usize) -> V {
    let lowest = match row {
        0 => x,
        1 => x.shr::<3>(),
        _ => x.shr::<6>(),
    };
    let lowest = lowest.and(V::splat(MIDDLE[0]));
    lowest.or3(lowest.shl::<3>(), lowest.shl::<6>())
}

/// Returns the other cells of the row and the box of a cell, and the cells of its column in any
/// band. Without a cell there are none.
#[inline(always)]
fn peers<V: SimdVector>(cell: V) -> [V; 2] {
    if V::HAS_TABLES {
        return [cell.look_up(&PEERS[0]), cell.look_up(&PEERS[1])];
    }
    let column = spread_middle(cell);
    let row = spread_low(spread_high(cell));
    [row.or(spread_high(column)).and_not(cell), column]
}

/// The two words of [`peers`] for each cell, by the leading zeros of its word. At 0, there is no
/// cell.
const PEERS: [[u32; 32]; 2] = {
    let mut peers = [[0; 32]; 2];
    let mut bit = 0;
    while bit < 27 {
        // Bit 9·cc + 3·row + cb.
        let (cc, row, cb) = (bit / 9, bit / 3 % 3, bit % 3);
        let column = 0o111 << (9 * cc + cb);
        let in_row = 0o007_007_007 << (3 * row);
        let in_box = 0o111_111_111 << cb;
        peers[0][31 - bit] = (in_row | in_box) & !(1 << bit);
        peers[1][31 - bit] = column;
        bit += 1;
    }
    peers
};

/// A cell in each lane.
struct LaneCell<V> {
    /// The cell as a bit of its band; 0 in lanes without a cell.
    cell: V,
    /// For each band, all bits in the lanes whose cell is in it.
    bands: [V; 3],
    /// The other cells of its row and its box.
    seen: V,
    /// The cells of its column in any other band.
    column: V,
}

impl<V: SimdVector> LaneCell<V> {
    /// Returns the cells of a band that the cell sees.
    #[inline(always)]
    fn seen_in(&self, band: usize) -> V {
        self.seen.select(self.bands[band], self.column)
    }
}

/// Returns the cell with the highest score among the lowest bivalue cells of each band; of several,
/// the first.
#[inline(always)]
fn best_cell<V: SimdVector>(digits: &[[V; 9]; 3], bivalues: [V; 3]) -> LaneCell<V> {
    let none = V::splat(0);
    let (mut best, mut cell, mut bands) = (none, none, [none; 3]);
    for band in 0..3 {
        let (next, after) = ((band + 1) % 3, (band + 2) % 3);
        let digits = [&digits[band], &digits[next], &digits[after]];
        let bivalues = [bivalues[band], bivalues[next], bivalues[after]];
        let mut left = bivalues[0];
        let mut better_here = none;
        for _ in 0..BIVALUES_PER_BAND {
            let without_lowest = left.and(left.add(V::splat(u32::MAX)));
            let lowest = left.and_not(without_lowest);
            left = without_lowest;
            let score = score(digits, bivalues, lowest);
            let better = score.greater_mask(best);
            best = score.select(better, best);
            cell = lowest.select(better, cell);
            better_here = better_here.or(better);
        }
        for lanes in &mut bands {
            *lanes = lanes.and_not(better_here);
        }
        bands[band] = better_here;
    }
    let [seen, column] = peers(cell);
    LaneCell {
        cell,
        bands,
        seen,
        column,
    }
}

/// Returns the score of a bivalue cell in the first of three bands, from 1; 0 without a cell.
#[inline(always)]
fn score<V: SimdVector>(digits: [&[V; 9]; 3], bivalues: [V; 3], cell: V) -> V {
    const { assert!(BIVALUE_WEIGHT == 3) };
    let none = V::splat(0);
    let [seen, column] = peers(cell);
    // The cells with a digit of this cell.
    let mut any = [none; 3];
    for digit in 0..9 {
        let held = digits[0][digit].and(cell);
        for band in 0..3 {
            any[band] = any[band].or_where(held, digits[band][digit]);
        }
    }
    let (near_any, far_any) = (any[0].and(seen), far(&any, column));
    let cells = near_any.count_ones().add(far_any.count_ones());
    let pairs = near_any
        .and(bivalues[0])
        .count_ones()
        .add(far_any.and(far(&bivalues, column)).count_ones());
    let score = cells.add(pairs.add(pairs.shl::<1>())).add(V::splat(1));
    score.and_not(cell.zero_mask())
}

/// Returns the cells of a column in the second and third of three bands. Those of the third are
/// shifted by one bit, so that they stand between those of the second.
#[inline(always)]
fn far<V: SimdVector>(cells: &[V; 3], column: V) -> V {
    cells[1].and(column).or(cells[2].and(column).shl::<1>())
}

/// The two digits of a cell, as masks of the words of its digits: all bits of the middle place of
/// digit 3·j + i in word i. The guess is the first.
struct DigitPair<V> {
    first: [V; 3],
    second: [V; 3],
}

impl<V: SimdVector> DigitPair<V> {
    /// Returns the digits of a bivalue cell, the one that sees more candidates first.
    #[inline(always)]
    fn new(digits: &[[V; 9]; 3], cell: &LaneCell<V>) -> Self {
        let none = V::splat(0);
        let mut masks = [[none; 3]; 2];
        let mut candidates = [[none; 3]; 2];
        let mut has_first = none;
        for digit in 0..9 {
            let (i, j) = (digit % 3, digit / 3);
            let of_bands = [digits[0][digit], digits[1][digit], digits[2][digit]];
            let held = of_bands[0]
                .and(cell.bands[0])
                .or_and(of_bands[1], cell.bands[1])
                .or_and(of_bands[2], cell.bands[2])
                .and(cell.cell);
            let absent = held.zero_mask();
            let is_digit = [
                V::splat(u32::MAX).and_not(absent.or(has_first)),
                has_first.and_not(absent),
            ];
            has_first = has_first.or(is_digit[0]);
            for number in 0..2 {
                let here = is_digit[number];
                masks[number][i] = masks[number][i].or_and(here, V::splat(MIDDLE[0] << (3 * j)));
                for band in 0..3 {
                    candidates[number][band] =
                        candidates[number][band].or_and(here, of_bands[band]);
                }
            }
        }
        let mut counts = [none; 2];
        for band in 0..3 {
            let seen = cell.seen_in(band);
            for number in 0..2 {
                let cells = candidates[number][band].and(seen);
                counts[number] = counts[number].add(cells.count_ones());
            }
        }
        let is_swapped = counts[1].greater_mask(counts[0]);
        let [a, b] = masks;
        let mut pair = Self {
            first: a,
            second: b,
        };
        for i in 0..3 {
            pair.first[i] = b[i].select(is_swapped, a[i]);
            pair.second[i] = a[i].select(is_swapped, b[i]);
        }
        pair
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Isa, Kernel, LaneWords};
    use crate::simd9::guess;
    use crate::simd9::propagate::propagate;
    use crate::simd9::transpose::words_from_clues;

    /// Returns states as a search has them: of three hard puzzles, after some guesses.
    fn states<V: SimdVector>() -> Vec<LaneWords> {
        const CLUES: [&[u8; 81]; 3] = [
            b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            b"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        ];
        let mut states = Vec::new();
        for clues in CLUES {
            let mut left = vec![words_from_clues(clues)];
            for _ in 0..40 {
                let Some(words) = left.pop() else {
                    break;
                };
                let mut state = [V::splat(0); WORDS];
                V::store_lane(&mut state, 0, &words);
                for _ in 0..20 {
                    propagate::<false, V>(&mut state, [false; 2]);
                }
                let mut words = V::load_lane(&state, 0);
                states.push(words);
                if let Some(guess) = guess::best_bivalue_guess(&words) {
                    let with = guess.placed(&words);
                    guess.remove(&mut words);
                    left.extend([words, with]);
                }
            }
        }
        states
    }

    /// Compares the branches of all lanes with those of single guesses. Returns the number of
    /// guesses.
    struct Comparison;

    impl Kernel for Comparison {
        type Output = usize;

        #[inline(always)]
        fn run<V: SimdVector>(self) -> usize {
            let mut guesses = 0;
            for states in states::<V>().chunks(V::WIDTH) {
                let mut state = [V::splat(0); WORDS];
                for (lane, words) in states.iter().enumerate() {
                    V::store_lane(&mut state, lane, words);
                }
                let (mut with, mut without) = (state, state);
                let found = branch_lanes(&state, &mut with, &mut without);
                for (lane, words) in states.iter().enumerate() {
                    let [with, without] = [&with, &without].map(|x| V::load_lane(x, lane));
                    let guess = guess::best_bivalue_guess(words);
                    assert_eq!(found >> lane & 1 == 1, guess.is_some());
                    let Some(guess) = guess else {
                        continue;
                    };
                    guesses += 1;
                    let mut other = *words;
                    guess.remove(&mut other);
                    assert_eq!(with[..WORDS], guess.placed(words)[..WORDS]);
                    assert_eq!(without[..WORDS], other[..WORDS]);
                }
            }
            guesses
        }
    }

    #[test]
    fn lanes_branch_like_single_guesses() {
        for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
            let guesses = isa.run(Comparison);
            assert!(guesses > 20, "{isa}: {guesses} guesses");
        }
    }
}
