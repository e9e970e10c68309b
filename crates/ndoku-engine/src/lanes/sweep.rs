//! The sweep: what follows from the candidates of a puzzle, in every lane at once, without a branch.
//!
//! ```text
//!   a state: words[9·band + 3·i + row], bit 9·cc + 3·j + cb: digit 3·j + i may stand in this row of the band, in column cc of box cb
//!
//!        box 0    box 1    box 2            cc = 2     cc = 1     cc = 0
//!       ┌────────┬────────┬────────┐      ┌─────────┬─────────┬─────────┐
//! j = 0 │ 0 9 18 │ 1 10 19│ 2 11 20│      │ 876 543 │ 876 543 │ 876 543 │
//! j = 1 │ 3 12 21│ 4 13 22│ 5 14 23│      │     210 │     210 │     210 │
//! j = 2 │ 6 15 24│ 7 16 25│ 8 17 26│      └─────────┴─────────┴─────────┘
//!       └────────┴────────┴────────┘      highest place: cc; middle: j; lowest: cb
//! ```
//!
//! A word is one row of a band for three digits, i, 3 + i and 6 + i, which stand in its middle place. So mini-columns, and how often a digit stands in
//! them, are one operation on the three rows; mini-rows come from folding words over cc; and the digits of a cell are three words and three places.
//! Guesses and solutions are easier to look at digit by digit: [`by_digit`] and [`by_row`] exchange rows and j, so that `words[9·band + digit]` has the
//! rows in the middle place.
//!
//! 1. **Cells.** No candidate: contradiction. One: the digit leaves the other cells of the box; two cells with nothing but this digit contradict each other.
//! 2. **Mini-rows.** A digit stands in one mini-row of each row and each box of a band. A mini-row stays possible only if the two other rows and boxes can be
//!    served too: locked candidates in both directions, and much of what a placed digit does to its row.
//! 3. **Mini-columns.** The same for columns and stacks.
//! 4. **Boxes.** A digit with one cell in a box takes it from all others. Without any cell: contradiction, as two digits that claim one cell.
//!
//! About 970 operations; 27 words are too many for the registers of today, so part of them are loads and stores as well.
//! tried: words of one digit and all rows of a band: 1240 operations, since mini-columns and their doubles have to be folded for each digit.

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

/// Groups at the middle place: the digits of a word.
struct Middle;

impl Turn for Middle {
    #[inline(always)]
    fn next<L: Lanes>(x: L) -> L {
        x.down::<3>().select(L::splat(0o077_077_077), x.up::<6>())
    }
    #[inline(always)]
    fn after<L: Lanes>(x: L) -> L {
        x.down::<6>().select(L::splat(0o007_007_007), x.up::<3>())
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
fn fold_high<L: Lanes>([a, b, c]: [L; 3]) -> L {
    join(HIGH, a.or3(a.down::<9>(), a.down::<18>()), b.or3(b.up::<9>(), b.down::<9>()), c.or3(c.up::<9>(), c.up::<18>()))
}

/// Copies the flags of each of three digits to all of the highest place; undoes [`fold_high`].
#[inline(always)]
fn unfold_high<L: Lanes>(p: L) -> [L; 3] {
    let (u, d) = (p.up::<9>(), p.down::<9>());
    [join(HIGH, p, u, p.up::<18>()), join(HIGH, d, p, u), join(HIGH, p.down::<18>(), d, p)]
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

/// What mini-columns say of three digits in the boxes of three bands.
struct Places<L> {
    /// For each band, bit 3·j + box: the digit has several places in the box.
    several: [L; 3],
    /// Bit 3·j + box: the digit has a place in the box of every band.
    placed: L,
}

/// The lanes that hold a full valid grid, of those that a sweep has just left neither open nor failed.
///
/// The sweep has seen one place for each digit in each box, so that there are 81 candidates; and mini-columns of which each is part of a choice with one
/// in each band and each column, so that, with one to a box, they are that choice: columns are right. Rows are not certain, since mini-columns may have
/// taken away what made a choice of mini-rows possible. With a digit in each cell, there is one in each.
#[inline(always)]
pub(super) fn solved<L: Lanes>(state: &[L; WORDS]) -> u32 {
    let mut wrong = L::splat(0);
    let mut rows = L::splat(ALL);
    for words in bands(state) {
        let words = triples(words);
        for row in 0..3 {
            let [a, b, c] = [words[0][row], words[1][row], words[2][row]];
            let some = a.or3(b, c);
            wrong = wrong.or(L::splat(ALL).without(some.or3(Middle::next(some), Middle::after(some))));
            let flags = fold_high([a, b, c]);
            rows = rows.and(flags.or3(flags.down::<1>(), flags.down::<2>()));
        }
    }
    !wrong.or(L::splat(0o111_111_111).without(rows)).filled()
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

/// The words of a state digit by digit: word 9·band + digit, with the rows in the middle place, and nothing above the 27 bits.
#[inline(always)]
pub(super) fn by_digit<L: Lanes>(state: &[L; WORDS]) -> [L; WORDS] {
    let all = L::splat(ALL);
    let mut words = *state;
    for band in bands_from() {
        for i in 0..3 {
            let [a, b, c] = exchange_middle([state[band + 3 * i], state[band + 3 * i + 1], state[band + 3 * i + 2]]);
            [words[band + i], words[band + 3 + i], words[band + 6 + i]] = [a.and(all), b.and(all), c.and(all)];
        }
    }
    words
}

/// Undoes [`by_digit`].
#[inline(always)]
pub(super) fn by_row<L: Lanes>(words: &[L; WORDS]) -> [L; WORDS] {
    let all = L::splat(ALL);
    let mut state = *words;
    for band in bands_from() {
        for i in 0..3 {
            let [a, b, c] = exchange_middle([words[band + i], words[band + 3 + i], words[band + 6 + i]]);
            [state[band + 3 * i], state[band + 3 * i + 1], state[band + 3 * i + 2]] = [a.and(all), b.and(all), c.and(all)];
        }
    }
    state
}

/// The first word of each band.
const fn bands_from() -> [usize; 3] {
    [0, 9, 18]
}

/// Copies flags in the lowest nine bits to all of the highest place.
#[inline(always)]
fn copies<L: Lanes>(x: L) -> L {
    let x = x.and(L::splat(0o777));
    x.or3(x.up::<9>(), x.up::<18>())
}

/// Cells and mini-rows of a band: its words, and for each i bit 3·j + box where the digit is alone in some cell of the box.
#[inline(always)]
fn cells_and_rows<L: Lanes>(mut w: [[L; 3]; 3], failed: &mut L) -> ([[L; 3]; 3], [L; 3]) {
    let all = L::splat(ALL);
    // Candidates of each cell besides the one at a place.
    let mut others = [w[0][0]; 3];
    for r in 0..3 {
        let (o, m) = (w[0][r].or3(w[1][r], w[2][r]), w[0][r].majority(w[1][r], w[2][r]));
        let (n, a) = (Middle::next(o), Middle::after(o));
        others[r] = m.or3(n, a);
        *failed = failed.or_differing(o.or3(n, a), all);
    }
    let mut naked = others;
    for i in 0..3 {
        let single = w[i][0].without(others[0]).or3(w[i][1].without(others[1]), w[i][2].without(others[2]));
        let f = single.or3(single.down::<9>(), single.down::<18>());
        naked[i] = f;
        let n = copies(f);
        for r in 0..3 {
            w[i][r] = w[i][r].without_both(n, others[r]);
        }
    }
    let rows = [fold_high([w[0][0], w[1][0], w[2][0]]), fold_high([w[0][1], w[1][1], w[2][1]]), fold_high([w[0][2], w[1][2], w[2][2]])];
    let kept = choices::<Low, L>(rows);
    for r in 0..3 {
        let [a, b, c] = unfold_high(kept[r]);
        w[0][r] = w[0][r].and(a);
        w[1][r] = w[1][r].and(b);
        w[2][r] = w[2][r].and(c);
    }
    (w, naked)
}

/// Mini-columns of three digits, whose rows in each band are given.
#[inline(always)]
fn columns<L: Lanes>(words: [&mut [L; 3]; 3]) -> Places<L> {
    let [x, y, z] = [*words[0], *words[1], *words[2]];
    let kept = choices::<High, L>([x[0].or3(x[1], x[2]), y[0].or3(y[1], y[2]), z[0].or3(z[1], z[2])]);
    let mut places = Places { several: kept, placed: L::splat(ALL) };
    for (band, words) in words.into_iter().enumerate() {
        let k = kept[band];
        let t = words[0].majority(words[1], words[2]).and(k);
        let (d, dd) = (k.down::<9>(), k.down::<18>());
        places.placed = places.placed.and(k.or3(d, dd));
        places.several[band] = t.or3(t.down::<9>(), t.down::<18>()).or(k.majority(d, dd));
        *words = [words[0].and(k), words[1].and(k), words[2].and(k)];
    }
    places
}

/// What the last step gathers over the bands.
struct Seen<L> {
    failed: L,
    open: L,
    twins: L,
    changed: L,
}

/// Hidden singles in the boxes of a band, whose words begin at `first`: its state becomes what is left of the words `w`.
#[inline(always)]
fn boxes<L: Lanes>(state: &mut [L; WORDS], first: usize, w: &[[L; 3]; 3], naked: &[L; 3], several: [L; 3], seen: &mut Seen<L>) {
    seen.open = seen.open.or(several[0].or3(several[1], several[2]));
    // Still several after one cell took the digit from the rest of the box: two cells that have nothing else.
    seen.twins = seen.twins.or_both(several[0], naked[0]).or_both(several[1], naked[1]).or_both(several[2], naked[2]);
    let spread = [copies(several[0]), copies(several[1]), copies(several[2])];
    for row in 0..3 {
        let claims = [w[0][row].without(spread[0]), w[1][row].without(spread[1]), w[2][row].without(spread[2])];
        let (o, m) = (claims[0].or3(claims[1], claims[2]), claims[0].majority(claims[1], claims[2]));
        let (n, a) = (Middle::next(o), Middle::after(o));
        let claimed = o.or3(n, a);
        seen.failed = seen.failed.or(m.or(o.and_any(n, a)));
        for i in 0..3 {
            let new = w[i][row].without_both(spread[i], claimed);
            seen.changed = seen.changed.or_differing(new, state[first + 3 * i + row]);
            state[first + 3 * i + row] = new;
        }
    }
}

/// One sweep over all lanes.
#[inline(always)]
pub(super) fn sweep<L: Lanes>(state: &mut [L; WORDS]) -> Swept {
    let none = L::splat(0);
    let mut failed = none;
    let [s0, s1, s2] = bands(state);
    let (mut t0, n0) = cells_and_rows(triples(s0), &mut failed);
    let (mut t1, n1) = cells_and_rows(triples(s1), &mut failed);
    let (mut t2, n2) = cells_and_rows(triples(s2), &mut failed);
    let p0 = columns([&mut t0[0], &mut t1[0], &mut t2[0]]);
    let p1 = columns([&mut t0[1], &mut t1[1], &mut t2[1]]);
    let p2 = columns([&mut t0[2], &mut t1[2], &mut t2[2]]);
    let mut seen = Seen { failed, open: none, twins: none, changed: none };
    boxes(state, 0, &t0, &n0, [p0.several[0], p1.several[0], p2.several[0]], &mut seen);
    boxes(state, 9, &t1, &n1, [p0.several[1], p1.several[1], p2.several[1]], &mut seen);
    boxes(state, 18, &t2, &n2, [p0.several[2], p1.several[2], p2.several[2]], &mut seen);
    let Seen { failed, open, twins, changed } = seen;
    let placed = p0.placed.and(p1.placed.and(p2.placed));
    let failed = failed.and(L::splat(ALL)).or(L::splat(HIGH[0]).and(twins)).or(L::splat(HIGH[0]).without(placed));
    Swept { failed: failed.filled(), open: open.and(L::splat(HIGH[0])).filled(), changed: changed.filled() }
}
