//! Which candidate to try when nothing follows any more.
//!
//! Among cells with two candidates, the one that will do the most: it sees many other candidates of its two digits, and above all many cells with two
//! candidates that share a digit with it, since these become decided at once. Where there is no such cell, the open cell with the fewest candidates.
//!
//! Of the two digits the one that sees more is tried first. Where there is one solution, both have to be tried anyway; where there are several, that
//! takes 11 % fewer guesses than the smaller digit first. tried: the one that sees less: 24 % more.
//! tried: of cells with three candidates, the digit that sees most: no puzzle of the usual sets is without pairs for long; 0.5 % more guesses on the hardest.

use super::pack::{CELL, place};
use super::sweep::{ALL, bands};
use crate::simd::{Lanes, WORDS, Words};

/// What a cell with two candidates that shares a digit counts, where another candidate of the digit counts one.
/// tried: 3: 1 % fewer guesses on the hardest puzzles, 3 % more on those with 17 clues; 6: 3 % more and 3 % fewer. Without the other candidates, pairs alone:
/// 50 % more guesses on the hardest.
pub(crate) const PAIR: u32 = 4;

/// How many cells with two candidates are looked at in each band: the time of a guess, against 1 % more guesses than if all were.
/// tried: 2: 9 % more guesses; 3: 3 % more; no time is won by either.
pub(crate) const LOOKED_AT: u32 = 5;

/// A candidate: bit `bit` of word `word`, digit by digit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guess {
    word: usize,
    bit: u32,
}

impl Guess {
    /// Bit `bit`, less than 27, of word `word`, less than [`WORDS`].
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) const fn new(word: usize, bit: u32) -> Self {
        Self { word, bit }
    }

    /// Its cell, by number, and its digit, from 0.
    #[inline(always)]
    const fn cell_and_digit(self) -> (usize, usize) {
        let (cc, row, cb) = (self.bit / 9, self.bit / 3 % 3, self.bit % 3);
        (27 * (self.word / 9) + (9 * row + 3 * cb + cc) as usize, self.word % 9)
    }

    /// Makes the candidate the only one of its cell, in one lane of a state.
    #[inline(always)]
    pub(super) fn place<L: Lanes>(self, state: &mut [L; WORDS], lane: usize) {
        let (cell, digit) = self.cell_and_digit();
        let here = L::lanes(1 << lane);
        // The nine digits of a cell: three words, three places in each.
        let (first, low) = place(cell, 0);
        let others = here.and(L::splat(0o111 << low));
        for word in [first, first + 3, first + 6] {
            state[word] = state[word].without(others);
        }
        let (word, bit) = place(cell, digit);
        state[word] = state[word].or(here.and(L::splat(1 << bit)));
    }

    /// Removes the candidate from the words of a state.
    #[inline(always)]
    pub(super) fn remove(self, words: &mut Words) {
        let (cell, digit) = self.cell_and_digit();
        let (word, bit) = place(cell, digit);
        words[word] &= !(1 << bit);
    }
}

/// The cells of the three bands that a cell sees: in its own band those of its row and box, in the two others those of its column.
const fn sees(bit: u32) -> (u32, u32) {
    let (cc, rr, cb) = (bit / 9, bit / 3 % 3, bit % 3);
    let row = 0o007_007_007 << (3 * rr);
    let in_box = 0o111_111_111 << cb;
    let column = 0o111 << (9 * cc + cb);
    ((row | in_box) & !(1 << bit), column)
}

/// The cells that each cell of a band sees: in its own band, and in each of the others. Padded to whole vectors.
pub(crate) const SEES: ([u32; 32], [u32; 32]) = {
    let mut tables = ([0; 32], [0; 32]);
    let mut bit = 0;
    while bit < 27 {
        (tables.0[bit], tables.1[bit]) = sees(bit as u32);
        bit += 1;
    }
    tables
};

/// The cells with exactly two candidates, for each band, and behind them those with exactly three; of words digit by digit.
#[inline(always)]
pub(super) fn few<L: Lanes>(words: &[L; WORDS]) -> [L; 6] {
    let mut few = [words[0]; 6];
    for (band, v) in bands(words).into_iter().enumerate() {
        // Three groups of three digits: how often, in binary.
        let s = [v[0].xor(v[1]).xor(v[2]), v[3].xor(v[4]).xor(v[5]), v[6].xor(v[7]).xor(v[8])];
        let c = [v[0].majority(v[1], v[2]), v[3].majority(v[4], v[5]), v[6].majority(v[7], v[8])];
        let odd = s[0].xor(s[1]).xor(s[2]);
        let carried = s[0].majority(s[1], s[2]);
        let any = c[0].or3(c[1], c[2]);
        let several = c[0].majority(c[1], c[2]).or_both(any, carried);
        let two_or_three = any.or(carried).without(several);
        few[band] = two_or_three.without(odd);
        few[3 + band] = two_or_three.and(odd);
    }
    few
}

/// The guess for these words, digit by digit, whose cells with two and three candidates are given; `None` if each cell has at most one candidate.
#[inline(always)]
pub(super) fn choose<L: Lanes>(words: &Words, few: &[u32; 6]) -> Option<Guess> {
    let [pairs @ .., d, e, f] = few;
    if let Some(guess) = L::best_pair(words, pairs) {
        return Some(guess);
    }
    let band = match (*d, *e) {
        (0, 0) if *f == 0 => return fewest(words),
        (0, 0) => 2,
        (0, _) => 1,
        _ => 0,
    };
    first_digit(words, band, few[3 + band].trailing_zeros())
}

/// The best of some of the cells with two candidates: for each band those of the lowest bits.
#[inline(always)]
pub(crate) fn best_pair<L: Lanes>(words: &Words, pairs: &[u32; 3]) -> Option<Guess> {
    let bands: [[u32; 9]; 3] = std::array::from_fn(|band| std::array::from_fn(|digit| words[9 * band + digit]));
    let mut best = (0, 0, 0);
    for band in 0..3 {
        let (next, after) = ((band + 1) % 3, (band + 2) % 3);
        let far = |a: u32, b: u32| u64::from(a) | u64::from(b) << 32;
        let far_pairs = far(pairs[next], pairs[after]);
        let mut left = pairs[band];
        let mut more = LOOKED_AT;
        while left != 0 && more != 0 {
            more -= 1;
            let bit = left.trailing_zeros();
            let digits = L::holders(&bands[band], left & left.wrapping_neg());
            left &= left - 1;
            let (a, b) = (digits.trailing_zeros() as usize, digits.ilog2() as usize);
            let (seen, column) = (SEES.0[bit as usize], SEES.1[bit as usize]);
            let seen_far = far(column, column);
            let (near_a, near_b) = (bands[band][a] & seen, bands[band][b] & seen);
            let (far_a, far_b) = (far(bands[next][a], bands[after][a]) & seen_far, far(bands[next][b], bands[after][b]) & seen_far);
            let (of_a, of_b) = (near_a.count_ones() + far_a.count_ones(), near_b.count_ones() + far_b.count_ones());
            let score = of_a + of_b + PAIR * ((pairs[band] & (near_a | near_b)).count_ones() + (far_pairs & (far_a | far_b)).count_ones());
            let key = score + 1;
            let first = if of_b > of_a { b } else { a };
            best = if key > best.0 { (key, 9 * band + first, bit) } else { best };
        }
    }
    (best.0 > 0).then_some(Guess { word: best.1, bit: best.2 })
}

/// The first candidate of a cell with the fewest above one.
fn fewest(words: &Words) -> Option<Guess> {
    // Cells of each band with at least 1, 2, … candidates.
    let mut least = [[0; 3]; 10];
    for digit in 0..9 {
        for count in (1..=digit).rev() {
            for band in 0..3 {
                least[count][band] |= least[count - 1][band] & words[9 * band + digit];
            }
        }
        for band in 0..3 {
            least[0][band] |= words[9 * band + digit];
        }
    }
    (1..9).find_map(|count| {
        (0..3).find_map(|band| {
            let cells = least[count][band] & !least[count + 1][band];
            if cells == 0 { None } else { first_digit(words, band, cells.trailing_zeros()) }
        })
    })
}

/// The smallest digit of the first open cell in reading order.
pub(super) fn first_open(words: &Words) -> Option<Guess> {
    let two = |band: usize| words[9 * band..9 * band + 9].iter().fold((0, 0), |(one, two), word| (one | word, two | (one & word))).1;
    let open = |band: usize| (0..27).filter(|bit| two(band) >> bit & 1 == 1).min_by_key(|bit| CELL[*bit as usize]);
    (0..3).find_map(|band| first_digit(words, band, open(band)?))
}

fn first_digit(words: &Words, band: usize, bit: u32) -> Option<Guess> {
    (9 * band..9 * band + 9).find(|word| words[*word] >> bit & 1 == 1).map(|word| Guess { word, bit })
}

const _: () = assert!(WORDS == 27 && ALL.count_ones() == 27);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Pair;

    #[test]
    fn a_cell_sees_twenty_others() {
        for (near, far) in SEES.0.iter().zip(&SEES.1).take(27) {
            assert_eq!((near.count_ones(), far.count_ones()), (14, 3));
        }
    }

    #[test]
    fn branches_divide_the_candidates_of_a_cell() {
        let mut words = Words::NONE;
        words[..WORDS].fill(ALL);
        let guess = choose::<Pair>(&words, &[0; 6]).unwrap();
        let mut without = words;
        guess.remove(&mut without);
        let mut state = [Pair::splat(0); WORDS];
        Pair::set_words(&mut state, 0, &words);
        guess.place(&mut state, 0);
        let with = Pair::words(&state, 0);
        let (cell, digit) = guess.cell_and_digit();
        let left = |words: &Words, wanted| (0..9).map(|d| place(cell, d)).filter(|(word, bit)| words[*word] >> bit & 1 == wanted).count();
        assert_eq!((left(&with, 1), left(&without, 0)), (1, 1));
        let (word, bit) = place(cell, digit);
        assert_eq!((with[word] >> bit & 1, without[word] >> bit & 1), (1, 0));
        assert_eq!(with[..WORDS].iter().map(|word| word.count_ones()).sum::<u32>(), 729 - 8);
        assert_eq!(first_open(&words), Some(Guess { word: 0, bit: 0 }));
        assert_eq!(choose::<Pair>(&Words::NONE, &[0; 6]), None);
    }
}
