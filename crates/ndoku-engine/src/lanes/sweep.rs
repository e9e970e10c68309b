//! The sweep: what follows from the candidates of a puzzle, in every lane at once, without a branch.
//!
//! ```text
//!                     bit 9·cc + 3·rr + cb of a word: column cc of box cb in row rr of a band
//!
//!        box 0    box 1    box 2            cc = 2     cc = 1     cc = 0
//!       ┌────────┬────────┬────────┐      ┌─────────┬─────────┬─────────┐
//!  rr 0 │ 0 9 18 │ 1 10 19│ 2 11 20│      │ 876 543 │ 876 543 │ 876 543 │
//!  rr 1 │ 3 12 21│ 4 13 22│ 5 14 23│      │     210 │     210 │     210 │
//!  rr 2 │ 6 15 24│ 7 16 25│ 8 17 26│      └─────────┴─────────┴─────────┘
//!       └────────┴────────┴────────┘
//! ```
//!
//! With the box in the lowest place, folding a word over the other two leaves three flags, one for each box, in its lowest three bits; a table in a register
//! ([`Lanes::spread`]) turns them back into whole boxes. Where a digit needs only nine flags (mini-rows, mini-columns), three digits share a word: the digit
//! takes the place that was folded away.
//!
//! 1. **Cells.** No candidate: contradiction. One: the digit leaves the other cells of the box; two cells with nothing but this digit contradict each other.
//! 2. **Mini-rows.** A digit stands in one mini-row of each row and each box of a band. A mini-row stays possible only if the two other rows and boxes can be
//!    served too: locked candidates in both directions, and much of what a placed digit does to its row.
//! 3. **Mini-columns.** The same for columns and stacks.
//! 4. **Boxes.** A digit with one cell in a box takes it from all others. Without any cell: contradiction, as two digits that claim one cell.
//!
//! About 1200 operations; 27 words are too many for the registers of today, so part of them are loads and stores as well.

use crate::simd::{Lanes, WORDS};

/// All 27 cells of a band.
pub(super) const ALL: u32 = (1 << 27) - 1;

/// Bits whose highest place (of three) is 0, 1, 2.
const HIGH: [u32; 3] = [0o777, 0o777_000, 0o777_000_000];
/// Bits whose middle place is 0, 1, 2.
const MIDDLE: [u32; 3] = [0o007_007_007, 0o070_070_070, 0o700_700_700];

/// What a sweep says of each lane; bit l is lane l.
#[derive(Copy, Clone, Debug)]
pub(super) struct Swept {
    /// There is no solution. A lane may be contradicted without being marked; then a later sweep marks it.
    pub(super) failed: u32,
    /// Some digit has more than one place in a box. A lane that is neither open nor failed has one candidate in each cell, and
    /// boxes are right; rows and columns remain to be checked.
    pub(super) open: u32,
    /// Something was removed.
    pub(super) changed: u32,
}

/// How three words are folded into one. A type and not a closure, since a closure cannot be told to be inlined.
trait Fold {
    fn of<L: Lanes>(a: L, b: L, c: L) -> L;
}

/// In any of three.
struct Any;

impl Fold for Any {
    #[inline(always)]
    fn of<L: Lanes>(a: L, b: L, c: L) -> L {
        a.or3(b, c)
    }
}

/// In two or three of three.
struct Two;

impl Fold for Two {
    #[inline(always)]
    fn of<L: Lanes>(a: L, b: L, c: L) -> L {
        a.majority(b, c)
    }
}

/// Moves flags around in groups of three.
trait Turn {
    /// To each place what stands at the next one, cyclically.
    fn next<L: Lanes>(x: L) -> L;
    /// To each place what stands two places on, cyclically.
    fn after<L: Lanes>(x: L) -> L;
}

/// Groups at the lowest place: the boxes of a band.
struct Low;

impl Turn for Low {
    #[inline(always)]
    fn next<L: Lanes>(x: L) -> L {
        x.down::<1>().select(L::splat(0o333_333_333), x.up::<2>())
    }
    #[inline(always)]
    fn after<L: Lanes>(x: L) -> L {
        x.down::<2>().select(L::splat(0o111_111_111), x.up::<1>())
    }
}

/// Groups at the highest place: the columns of a box.
struct High;

impl Turn for High {
    #[inline(always)]
    fn next<L: Lanes>(x: L) -> L {
        x.down::<9>().select(L::splat(HIGH[0] | HIGH[1]), x.up::<18>())
    }
    #[inline(always)]
    fn after<L: Lanes>(x: L) -> L {
        x.down::<18>().select(L::splat(HIGH[0]), x.up::<9>())
    }
}

/// At least one, and at least two, of nine.
#[inline(always)]
pub(super) fn one_two<L: Lanes>(v: &[L; 9]) -> (L, L) {
    let [a, b, c] = [v[0].or3(v[1], v[2]), v[3].or3(v[4], v[5]), v[6].or3(v[7], v[8])];
    let twice = v[0].majority(v[1], v[2]).or3(v[3].majority(v[4], v[5]), v[6].majority(v[7], v[8]));
    (a.or3(b, c), twice.or(a.majority(b, c)))
}

/// Three words side by side by their masks. Above the 27 bits stands something that means nothing.
#[inline(always)]
fn join<L: Lanes>(masks: [u32; 3], a: L, b: L, c: L) -> L {
    a.join(b, c, masks)
}

/// The words of three digits, folded over the highest place: the place now says the digit.
#[inline(always)]
fn fold_high<F: Fold, L: Lanes>([a, b, c]: [L; 3]) -> L {
    join(HIGH, F::of(a, a.down::<9>(), a.down::<18>()), F::of(b, b.up::<9>(), b.down::<9>()), F::of(c, c.up::<9>(), c.up::<18>()))
}

/// Copies the flags of each of three digits to all of the highest place; undoes [`fold_high`].
#[inline(always)]
fn unfold_high<L: Lanes>(p: L) -> [L; 3] {
    let (u, d) = (p.up::<9>(), p.down::<9>());
    [join(HIGH, p, u, p.up::<18>()), join(HIGH, d, p, u), join(HIGH, p.down::<18>(), d, p)]
}

/// The words of three digits, folded over the middle place: the place now says the digit.
#[inline(always)]
fn fold_middle<F: Fold, L: Lanes>([a, b, c]: [L; 3]) -> L {
    join(MIDDLE, F::of(a, a.down::<3>(), a.down::<6>()), F::of(b, b.up::<3>(), b.down::<3>()), F::of(c, c.up::<3>(), c.up::<6>()))
}

/// Copies the flags of each of three digits to all of the middle place; undoes [`fold_middle`].
#[inline(always)]
fn unfold_middle<L: Lanes>(p: L) -> [L; 3] {
    let (u, d) = (p.up::<3>(), p.down::<3>());
    [join(MIDDLE, p, u, p.up::<6>()), join(MIDDLE, d, p, u), join(MIDDLE, p.down::<6>(), d, p)]
}

/// Exchanges the middle place with the number of the word.
#[inline(always)]
fn exchange_middle<L: Lanes>([a, b, c]: [L; 3]) -> [L; 3] {
    [join(MIDDLE, a, b.up::<3>(), c.up::<6>()), join(MIDDLE, a.down::<3>(), b, c.up::<3>()), join(MIDDLE, a.down::<6>(), b.down::<3>(), c)]
}

/// Of nine flags in three words of three, those that are part of a choice with one in each word and one at each place of three.
#[inline(always)]
fn choices<T: Turn, L: Lanes>([x, y, z]: [L; 3]) -> [L; 3] {
    let (xn, yn, zn) = (T::next(x), T::next(y), T::next(z));
    let (xa, ya, za) = (T::after(x), T::after(y), T::after(z));
    [x.and_any(yn.and(za), ya.and(zn)), y.and_any(zn.and(xa), za.and(xn)), z.and_any(xn.and(ya), xa.and(yn))]
}

/// What the first step of a sweep makes of a band: its words, and what the later steps need.
struct Band<L> {
    words: [L; 9],
    /// For three digits, bit 3·digit + box: the digit is alone in some cell of the box.
    naked: [L; 3],
    /// Cells with a candidate.
    one: L,
}

/// Cells and mini-rows of a band.
#[inline(always)]
fn cells_and_rows<L: Lanes>(mut v: [L; 9]) -> Band<L> {
    let (one, two) = one_two(&v);
    let single = one.without(two);
    let mut naked = [single; 3];
    let mut by_digit = [single; 3];
    for j in 0..3 {
        let [a, b, c] = [v[3 * j], v[3 * j + 1], v[3 * j + 2]];
        let n = fold_middle::<Any, L>([a.and(single), b.and(single), c.and(single)]);
        let boxes = n.or3(n.down::<9>(), n.down::<18>());
        naked[j] = boxes;
        let a = a.without(boxes.spread().without(single));
        let b = b.without(boxes.down::<3>().spread().without(single));
        let c = c.without(boxes.down::<6>().spread().without(single));
        [v[3 * j], v[3 * j + 1], v[3 * j + 2]] = [a, b, c];
        by_digit[j] = fold_high::<Any, L>([a, b, c]);
    }
    let kept = exchange_middle(choices::<Low, L>(exchange_middle(by_digit)));
    for j in 0..3 {
        let [a, b, c] = unfold_high(kept[j]);
        v[3 * j] = v[3 * j].and(a);
        v[3 * j + 1] = v[3 * j + 1].and(b);
        v[3 * j + 2] = v[3 * j + 2].and(c);
    }
    Band { words: v, naked, one }
}

/// What mini-columns say of three digits in the boxes of three bands.
struct Places<L> {
    /// For each band, bit 3·digit + box: the digit has several places in the box.
    several: [L; 3],
    /// Bit 3·digit + box: the digit has a place in the box of every band.
    placed: L,
}

/// Mini-columns of three digits, whose words in each band are given.
#[inline(always)]
fn columns<L: Lanes>(words: [&mut [L; 3]; 3]) -> Places<L> {
    let flags = [fold_middle::<Any, L>(*words[0]), fold_middle::<Any, L>(*words[1]), fold_middle::<Any, L>(*words[2])];
    let kept = choices::<High, L>(flags);
    let mut places = Places { several: kept, placed: L::splat(ALL) };
    for (band, words) in words.into_iter().enumerate() {
        let k = kept[band];
        let t = fold_middle::<Two, L>(*words).and(k);
        let (d, dd) = (k.down::<9>(), k.down::<18>());
        places.placed = places.placed.and(k.or3(d, dd));
        places.several[band] = t.or3(t.down::<9>(), t.down::<18>()).or(k.majority(d, dd));
        let [x, y, z] = unfold_middle(k);
        let [a, b, c] = *words;
        *words = [a.and(x), b.and(y), c.and(z)];
    }
    places
}

/// One sweep over all lanes.
#[inline(always)]
pub(super) fn sweep<L: Lanes>(state: &mut [L; WORDS]) -> Swept {
    let none = L::splat(0);
    let all = L::splat(ALL);
    let [s0, s1, s2] = bands(state);
    let (b0, b1, b2) = (cells_and_rows(s0), cells_and_rows(s1), cells_and_rows(s2));
    let mut failed = none.or_differing(b0.one, all).or_differing(b1.one, all).or_differing(b2.one, all);

    let (mut t0, mut t1, mut t2) = (triples(b0.words), triples(b1.words), triples(b2.words));
    let p0 = columns([&mut t0[0], &mut t1[0], &mut t2[0]]);
    let p1 = columns([&mut t0[1], &mut t1[1], &mut t2[1]]);
    let p2 = columns([&mut t0[2], &mut t1[2], &mut t2[2]]);
    let mut open = none;
    let mut twins = none;
    let mut changed = none;
    for (band, words, naked, old) in [(0, t0, b0.naked, s0), (1, t1, b1.naked, s1), (2, t2, b2.naked, s2)] {
        let several = [p0.several[band], p1.several[band], p2.several[band]];
        open = open.or(several[0].or3(several[1], several[2]));
        // Still several after one cell took the digit from the rest of the box: two cells that have nothing else.
        for j in 0..3 {
            twins = twins.or_both(several[j], naked[j]);
        }
        let (new, clash) = boxes(words, several);
        failed = failed.or(clash);
        for digit in 0..9 {
            changed = changed.or_differing(new[digit], old[digit]);
            state[9 * band + digit] = new[digit];
        }
    }
    let placed = p0.placed.and(p1.placed.and(p2.placed));
    let failed = failed.or(L::splat(HIGH[0]).and(twins)).or(L::splat(HIGH[0]).without(placed));
    Swept { failed: failed.filled(), open: open.and(L::splat(HIGH[0])).filled(), changed: changed.filled() }
}

/// The lanes that hold a full valid grid, of those that a sweep has just left neither open nor failed.
///
/// The sweep has seen one place for each digit in each box, so that there are 81 candidates; and mini-columns of which each is part of a choice with one
/// in each band and each column, so that, with one to a box, they are that choice: columns are right. Rows are not certain, since mini-columns may have
/// taken away what made a choice of mini-rows possible. With a digit in each cell, there is one in each.
#[inline(always)]
pub(super) fn solved<L: Lanes>(state: &[L; WORDS]) -> u32 {
    let all = L::splat(ALL);
    let mut wrong = L::splat(0);
    let mut rows = all;
    for words in bands(state) {
        wrong = wrong.or_differing(one_two(&words).0, all);
        for triple in triples(words) {
            let flags = fold_high::<Any, L>(triple);
            rows = rows.and(flags.or3(flags.down::<1>(), flags.down::<2>()));
        }
    }
    !wrong.or(L::splat(0o111_111_111).without(rows)).filled()
}

/// Hidden singles in the boxes of a band: its new words, and the cells that two digits claim.
#[inline(always)]
fn boxes<L: Lanes>(words: [[L; 3]; 3], several: [L; 3]) -> ([L; 9], L) {
    let mut spread = [several[0]; 9];
    let mut claims = spread;
    for j in 0..3 {
        spread[3 * j] = several[j].spread();
        spread[3 * j + 1] = several[j].down::<3>().spread();
        spread[3 * j + 2] = several[j].down::<6>().spread();
        for i in 0..3 {
            claims[3 * j + i] = words[j][i].without(spread[3 * j + i]);
        }
    }
    let (claimed, twice) = one_two(&claims);
    let mut new = claims;
    for digit in 0..9 {
        new[digit] = words[digit / 3][digit % 3].without_both(spread[digit], claimed);
    }
    (new, twice)
}

/// The words of each band.
#[inline(always)]
pub(super) fn bands<L: Lanes>(state: &[L; WORDS]) -> [[L; 9]; 3] {
    let mut bands = [[state[0]; 9]; 3];
    for band in 0..3 {
        for digit in 0..9 {
            bands[band][digit] = state[9 * band + digit];
        }
    }
    bands
}

/// Nine words in three times three.
#[inline(always)]
fn triples<L: Lanes>(v: [L; 9]) -> [[L; 3]; 3] {
    [[v[0], v[1], v[2]], [v[3], v[4], v[5]], [v[6], v[7], v[8]]]
}
