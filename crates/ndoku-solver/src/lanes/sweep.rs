//! The sweep: what follows from the candidates of a puzzle, in every lane at once, without a branch.
//!
//! ```text
//!   a state: words[9·band + 3·row + i], bit 9·cc + 3·j + cb: digit 3·j + i may stand in this row of the band, in column cc of box cb
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
pub(crate) const ALL: u32 = (1 << 27) - 1;

/// Bits whose highest place (of three) is 0, 1, 2.
const HIGH: [u32; 3] = [0o777, 0o777_000, 0o777_000_000];
/// Bits whose middle place is 0, 1, 2.
pub(super) const MIDDLE: [u32; 3] = [0o007_007_007, 0o070_070_070, 0o700_700_700];

/// What a sweep says of each lane; bit l is lane l.
#[derive(Copy, Clone, Debug)]
pub(super) struct Swept {
    /// There is no solution. A lane may be contradicted without being marked; then a later sweep marks it.
    pub(super) failed: u32,
    /// Some digit has more than one place in a box. A lane that is neither open nor failed has one candidate in each cell, and
    /// boxes are right; the rest remains to be checked, see `pack::planes_of_grids`.
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
        x.down::<9>()
            .select(L::splat(HIGH[0] | HIGH[1]), x.up::<18>())
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

/// Three words side by side by their masks. Above the 27 bits stands something that means nothing.
#[inline(always)]
pub(super) fn join<L: Lanes>(masks: [u32; 3], a: L, b: L, c: L) -> L {
    a.join(b, c, masks)
}

/// The words of three digits, folded over the highest place: the place now says the digit.
#[inline(always)]
pub(super) fn fold_high<L: Lanes>([a, b, c]: [L; 3]) -> L {
    join(
        HIGH,
        a.or3(a.down::<9>(), a.down::<18>()),
        b.or3(b.up::<9>(), b.down::<9>()),
        c.or3(c.up::<9>(), c.up::<18>()),
    )
}

/// Copies the flags of each of three digits to all of the highest place; undoes [`fold_high`].
#[inline(always)]
fn unfold_high<L: Lanes>(p: L) -> [L; 3] {
    let (u, d) = (p.up::<9>(), p.down::<9>());
    [
        join(HIGH, p, u, p.up::<18>()),
        join(HIGH, d, p, u),
        join(HIGH, p.down::<18>(), d, p),
    ]
}

/// Of nine flags in three words of three, those that are part of a choice with one in each word and one at each place of three.
#[inline(always)]
fn choices<T: Turn, L: Lanes>([x, y, z]: [L; 3]) -> [L; 3] {
    let (xn, yn, zn) = (T::next(x), T::next(y), T::next(z));
    let (xa, ya, za) = (T::after(x), T::after(y), T::after(z));
    [
        x.and_any(yn.and(za), ya.and(zn)),
        y.and_any(zn.and(xa), za.and(xn)),
        z.and_any(xn.and(ya), xa.and(yn)),
    ]
}

/// What mini-columns say of three digits in the boxes of three bands.
struct Places<L> {
    /// For each band, bit 3·j + box: the digit has several places in the box.
    several: [L; 3],
    /// Bit 3·j + box: the digit has a place in the box of every band.
    placed: L,
}

/// The words of a band, by row and i.
#[inline(always)]
fn band<L: Lanes>(state: &[L; WORDS], band: usize) -> [[L; 3]; 3] {
    let mut words = [[state[0]; 3]; 3];
    for row in 0..3 {
        for i in 0..3 {
            words[row][i] = state[9 * band + 3 * row + i];
        }
    }
    words
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
        let (o, m) = (
            w[r][0].or3(w[r][1], w[r][2]),
            w[r][0].majority(w[r][1], w[r][2]),
        );
        let (n, a) = (Middle::next(o), Middle::after(o));
        others[r] = m.or3(n, a);
        *failed = failed.or_differing(o.or3(n, a), all);
    }
    let mut naked = others;
    for i in 0..3 {
        let single = w[0][i]
            .without(others[0])
            .or3(w[1][i].without(others[1]), w[2][i].without(others[2]));
        let f = single.or3(single.down::<9>(), single.down::<18>());
        naked[i] = f;
        let n = copies(f);
        for r in 0..3 {
            w[r][i] = w[r][i].without_both(n, others[r]);
        }
    }
    let kept = choices::<Low, L>([fold_high(w[0]), fold_high(w[1]), fold_high(w[2])]);
    for r in 0..3 {
        let [a, b, c] = unfold_high(kept[r]);
        w[r] = [w[r][0].and(a), w[r][1].and(b), w[r][2].and(c)];
    }
    (w, naked)
}

/// Mini-columns of the digits of word i, in all three bands.
#[inline(always)]
fn columns<L: Lanes>(bands: [&mut [[L; 3]; 3]; 3], i: usize) -> Places<L> {
    let [x, y, z] = [&*bands[0], &*bands[1], &*bands[2]];
    let kept = choices::<High, L>([
        x[0][i].or3(x[1][i], x[2][i]),
        y[0][i].or3(y[1][i], y[2][i]),
        z[0][i].or3(z[1][i], z[2][i]),
    ]);
    let mut places = Places {
        several: kept,
        placed: L::splat(ALL),
    };
    for (band, w) in bands.into_iter().enumerate() {
        let k = kept[band];
        let t = w[0][i].majority(w[1][i], w[2][i]).and(k);
        let (d, dd) = (k.down::<9>(), k.down::<18>());
        places.placed = places.placed.and(k.or3(d, dd));
        places.several[band] = t.or3(t.down::<9>(), t.down::<18>()).or(k.majority(d, dd));
        for row in w.iter_mut() {
            row[i] = row[i].and(k);
        }
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
fn boxes<L: Lanes>(
    state: &mut [L; WORDS],
    first: usize,
    w: &[[L; 3]; 3],
    naked: &[L; 3],
    several: [L; 3],
    seen: &mut Seen<L>,
) {
    seen.open = seen.open.or(several[0].or3(several[1], several[2]));
    // Still several after one cell took the digit from the rest of the box: two cells that have nothing else.
    seen.twins = seen
        .twins
        .or_both(several[0], naked[0])
        .or_both(several[1], naked[1])
        .or_both(several[2], naked[2]);
    let spread = [copies(several[0]), copies(several[1]), copies(several[2])];
    for row in 0..3 {
        let claims = [
            w[row][0].without(spread[0]),
            w[row][1].without(spread[1]),
            w[row][2].without(spread[2]),
        ];
        let (o, m) = (
            claims[0].or3(claims[1], claims[2]),
            claims[0].majority(claims[1], claims[2]),
        );
        let (n, a) = (Middle::next(o), Middle::after(o));
        let claimed = o.or3(n, a);
        seen.failed = seen.failed.or(m.or(o.and_any(n, a)));
        for i in 0..3 {
            let new = w[row][i].without_both(spread[i], claimed);
            seen.changed = seen.changed.or_differing(new, state[first + 3 * row + i]);
            state[first + 3 * row + i] = new;
        }
    }
}

/// Naked and hidden singles of a diagonal. Its cells stand in row r of band b, and are of the box and of the column in it with the numbers `of[b]` and `of[r]`:
///
/// ```text
///   main  0 . .   other  . . 2     its candidates as three words like those of a row:
///         . 1 .          . 1 .     bit 9·of[r] + 3·j + of[b] of word i: the digit 3·j + i in the cell of band b and row r
///         . . 2          0 . .
/// ```
///
/// A lane that holds a full grid is marked as failed if a digit is missing here: with one digit in each cell, that is so unless each stands here once.
#[inline(always)]
fn diagonal<L: Lanes>(state: &mut [L; WORDS], of: [usize; 3], seen: &mut Seen<L>) {
    const LOW: [u32; 3] = [0o111_111_111, 0o222_222_222, 0o444_444_444];
    let none = L::splat(0);
    let mut cells = [none; 3];
    for i in 0..3 {
        let mut bands = [none; 3];
        for band in 0..3 {
            for row in 0..3 {
                bands[of[band]] =
                    bands[of[band]].or(state[9 * band + 3 * row + i].and(L::splat(HIGH[of[row]])));
            }
        }
        cells[i] = join(LOW, bands[0], bands[1], bands[2]).and(L::splat(ALL));
    }
    // Candidates of each cell besides the one at a place.
    let (o, m) = (
        cells[0].or3(cells[1], cells[2]),
        cells[0].majority(cells[1], cells[2]),
    );
    let others = m.or3(Middle::next(o), Middle::after(o));
    let mut left = cells;
    let mut several = cells;
    for i in 0..3 {
        let single = cells[i].without(others);
        let f = single.or3(single.down::<9>(), single.down::<18>());
        left[i] = cells[i].without_both(copies(f.or3(Low::next(f), Low::after(f))), others);
        let x = left[i];
        let (any, two) = (
            x.or3(x.down::<9>(), x.down::<18>()),
            x.majority(x.down::<9>(), x.down::<18>()),
        );
        let (next, after) = (Low::next(any), Low::after(any));
        seen.failed = seen
            .failed
            .or(L::splat(HIGH[0]).without(any.or3(next, after)));
        several[i] = copies(
            two.or3(Low::next(two), Low::after(two))
                .or(any.majority(next, after)),
        );
    }
    let claims = [
        left[0].without(several[0]),
        left[1].without(several[1]),
        left[2].without(several[2]),
    ];
    let (o, m) = (
        claims[0].or3(claims[1], claims[2]),
        claims[0].majority(claims[1], claims[2]),
    );
    let (n, a) = (Middle::next(o), Middle::after(o));
    seen.failed = seen.failed.or(m.or(o.and_any(n, a)));
    let claimed = o.or3(n, a);
    for i in 0..3 {
        let gone = cells[i].without(left[i].without_both(several[i], claimed));
        seen.changed = seen.changed.or(gone);
        for band in 0..3 {
            for row in 0..3 {
                let word = &mut state[9 * band + 3 * row + i];
                *word = word.without(gone.and(L::splat(HIGH[of[row]] & LOW[of[band]])));
            }
        }
    }
}

/// One sweep over all lanes. With `X` also over the diagonals that there are, the main one and the other.
#[inline(always)]
pub(super) fn sweep<const X: bool, L: Lanes>(
    state: &mut [L; WORDS],
    diagonals: [bool; 2],
) -> Swept {
    let none = L::splat(0);
    let mut failed = none;
    let (mut t0, n0) = cells_and_rows(band(state, 0), &mut failed);
    let (mut t1, n1) = cells_and_rows(band(state, 1), &mut failed);
    let (mut t2, n2) = cells_and_rows(band(state, 2), &mut failed);
    let p0 = columns([&mut t0, &mut t1, &mut t2], 0);
    let p1 = columns([&mut t0, &mut t1, &mut t2], 1);
    let p2 = columns([&mut t0, &mut t1, &mut t2], 2);
    let mut seen = Seen {
        failed,
        open: none,
        twins: none,
        changed: none,
    };
    boxes(
        state,
        0,
        &t0,
        &n0,
        [p0.several[0], p1.several[0], p2.several[0]],
        &mut seen,
    );
    boxes(
        state,
        9,
        &t1,
        &n1,
        [p0.several[1], p1.several[1], p2.several[1]],
        &mut seen,
    );
    boxes(
        state,
        18,
        &t2,
        &n2,
        [p0.several[2], p1.several[2], p2.several[2]],
        &mut seen,
    );
    if X && diagonals[0] {
        diagonal(state, [0, 1, 2], &mut seen);
    }
    if X && diagonals[1] {
        diagonal(state, [2, 1, 0], &mut seen);
    }
    let Seen {
        failed,
        open,
        twins,
        changed,
    } = seen;
    let placed = p0.placed.and(p1.placed.and(p2.placed));
    let failed = failed
        .and(L::splat(ALL))
        .or(L::splat(HIGH[0]).and(twins))
        .or(L::splat(HIGH[0]).without(placed));
    Swept {
        failed: failed.filled(),
        open: open.and(L::splat(HIGH[0])).filled(),
        changed: changed.filled(),
    }
}
