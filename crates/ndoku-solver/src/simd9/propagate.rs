//! One sweep: propagation of the candidates of a puzzle, in every lane at the same time, without a
//! branch.
//!
//! ```text
//!   a state: words[9·band + 3·row + i], bit 9·cc + 3·j + cb:
//!            digit 3·j + i may stand in this row of the band, in column cc of box cb
//!
//!        box 0    box 1    box 2            cc = 2     cc = 1     cc = 0
//!       ┌────────┬────────┬────────┐      ┌─────────┬─────────┬─────────┐
//! j = 0 │ 0 9 18 │ 1 10 19│ 2 11 20│      │ 876 543 │ 876 543 │ 876 543 │
//! j = 1 │ 3 12 21│ 4 13 22│ 5 14 23│      │     210 │     210 │     210 │
//! j = 2 │ 6 15 24│ 7 16 25│ 8 17 26│      └─────────┴─────────┴─────────┘
//!       └────────┴────────┴────────┘      highest place: cc; middle: j; lowest: cb
//! ```
//!
//! A word is one row of a band for three digits, i, 3 + i and 6 + i, which stand in its middle
//! place. So mini-columns, and how often a digit stands in them, are one operation on the three
//! rows. Mini-rows result from folding words over cc. The digits of a cell are three words and
//! three places.
//!
//! 1. **Cells.** No candidate is a contradiction. A naked single is removed from the other cells of
//!    its box. Two naked singles of a box with the same digit contradict each other.
//! 2. **Mini-rows.** A digit stands in one mini-row of each row and each box of a band. A mini-row
//!    stays possible only if the two other rows and boxes can be served too. This covers locked
//!    candidates in both directions, and much of the effect of a placed digit on its row.
//! 3. **Mini-columns.** The rule of mini-rows for columns and stacks.
//! 4. **Boxes.** A digit with one cell in a box removes all other digits from it. No cell is a
//!    contradiction, and so are two digits that claim one cell.
//!
//! A sweep takes about 970 operations. 27 words exceed the registers of current processors, so that
//! some operations are loads and stores as well. `docs/experiments/simd-solver.md` compares another
//! layout of the words.

use super::WORDS;
use crate::simd::SimdVector;

/// All 27 cells of a band.
pub(super) const ALL: u32 = (1 << 27) - 1;

/// Bits whose highest place (of three) is 0, 1, 2.
pub(super) const HIGH: [u32; 3] = [0o777, 0o777_000, 0o777_000_000];
/// Bits whose middle place is 0, 1, 2.
pub(super) const MIDDLE: [u32; 3] = [0o007_007_007, 0o070_070_070, 0o700_700_700];

/// The result of a sweep for each lane; bit l is lane l.
#[derive(Copy, Clone, Debug)]
pub(super) struct Propagation {
    /// There is no solution. A contradictory lane may stay unmarked; then a later sweep marks it.
    pub(super) failed: u32,
    /// Some digit has more than one place in a box. A lane that is neither open nor failed has one
    /// candidate in each cell, and its boxes are valid; `transpose::solution_planes` checks the
    /// rest.
    pub(super) open: u32,
    /// A candidate was removed.
    pub(super) changed: u32,
}

/// A rotation of flags in groups of three.
trait Rotate {
    /// Moves to each place the flag of the next place, cyclically.
    fn next<V: SimdVector>(x: V) -> V;
    /// Moves to each place the flag two places on, cyclically.
    fn after_next<V: SimdVector>(x: V) -> V;
}

/// Groups at the lowest place: the boxes of a band.
struct Low;

impl Rotate for Low {
    #[inline(always)]
    fn next<V: SimdVector>(x: V) -> V {
        x.shr::<1>().select(V::splat(0o333_333_333), x.shl::<2>())
    }
    #[inline(always)]
    fn after_next<V: SimdVector>(x: V) -> V {
        x.shr::<2>().select(V::splat(0o111_111_111), x.shl::<1>())
    }
}

/// Groups at the highest place: the columns of a box.
struct High;

impl Rotate for High {
    #[inline(always)]
    fn next<V: SimdVector>(x: V) -> V {
        x.shr::<9>()
            .select(V::splat(HIGH[0] | HIGH[1]), x.shl::<18>())
    }
    #[inline(always)]
    fn after_next<V: SimdVector>(x: V) -> V {
        x.shr::<18>().select(V::splat(HIGH[0]), x.shl::<9>())
    }
}

/// Groups at the middle place: the digits of a word.
struct Middle;

impl Rotate for Middle {
    #[inline(always)]
    fn next<V: SimdVector>(x: V) -> V {
        x.shr::<3>().select(V::splat(0o077_077_077), x.shl::<6>())
    }
    #[inline(always)]
    fn after_next<V: SimdVector>(x: V) -> V {
        x.shr::<6>().select(V::splat(0o007_007_007), x.shl::<3>())
    }
}

/// Joins three words by their masks. The bits above the lowest 27 are undefined.
#[inline(always)]
pub(super) fn join<V: SimdVector>(masks: [u32; 3], a: V, b: V, c: V) -> V {
    a.blend3(b, c, masks)
}

/// Folds the words of three digits over the highest place; this place then holds the digit.
#[inline(always)]
pub(super) fn fold_high<V: SimdVector>([a, b, c]: [V; 3]) -> V {
    join(
        HIGH,
        a.or3(a.shr::<9>(), a.shr::<18>()),
        b.or3(b.shl::<9>(), b.shr::<9>()),
        c.or3(c.shl::<9>(), c.shl::<18>()),
    )
}

/// Copies the flags of each of three digits to all three of the highest place. This is the inverse
/// of [`fold_high`].
#[inline(always)]
fn unfold_high<V: SimdVector>(p: V) -> [V; 3] {
    let (u, d) = (p.shl::<9>(), p.shr::<9>());
    [
        join(HIGH, p, u, p.shl::<18>()),
        join(HIGH, d, p, u),
        join(HIGH, p.shr::<18>(), d, p),
    ]
}

/// Keeps those of nine flags, in three words of three, that are part of a perfect matching: one
/// flag in each word and one at each place of three.
#[inline(always)]
fn matchings<T: Rotate, V: SimdVector>([x, y, z]: [V; 3]) -> [V; 3] {
    let (xn, yn, zn) = (T::next(x), T::next(y), T::next(z));
    let (xa, ya, za) = (T::after_next(x), T::after_next(y), T::after_next(z));
    [
        x.and_or(yn.and(za), ya.and(zn)),
        y.and_or(zn.and(xa), za.and(xn)),
        z.and_or(xn.and(ya), xa.and(yn)),
    ]
}

/// The places of three digits in the boxes of three bands, by mini-columns.
struct ColumnPlaces<V> {
    /// For each band, bit 3·j + box: the digit has several places in the box.
    several: [V; 3],
    /// Bit 3·j + box: the digit has a place in the box of every band.
    placed: V,
}

/// Returns the words of a band, by row and i.
#[inline(always)]
fn band_words<V: SimdVector>(state: &[V; WORDS], band: usize) -> [[V; 3]; 3] {
    let mut words = [[state[0]; 3]; 3];
    for row in 0..3 {
        for i in 0..3 {
            words[row][i] = state[9 * band + 3 * row + i];
        }
    }
    words
}

/// Copies flags in the lowest nine bits to all three positions of the highest place.
#[inline(always)]
fn broadcast_high<V: SimdVector>(x: V) -> V {
    let x = x.and(V::splat(0o777));
    x.or3(x.shl::<9>(), x.shl::<18>())
}

/// Propagates cells and mini-rows of a band. Returns its words, and for each i bit 3·j + box where
/// the digit is the only candidate of some cell of the box.
#[inline(always)]
fn propagate_cells_and_rows<V: SimdVector>(
    mut w: [[V; 3]; 3],
    failed: &mut V,
) -> ([[V; 3]; 3], [V; 3]) {
    let all = V::splat(ALL);
    // The other candidates of the cell of each place.
    let mut others = [w[0][0]; 3];
    for r in 0..3 {
        let (o, m) = (
            w[r][0].or3(w[r][1], w[r][2]),
            w[r][0].majority(w[r][1], w[r][2]),
        );
        let (n, a) = (Middle::next(o), Middle::after_next(o));
        others[r] = m.or3(n, a);
        *failed = failed.or_xor(o.or3(n, a), all);
    }
    let mut naked = others;
    for i in 0..3 {
        let single = w[0][i]
            .and_not(others[0])
            .or3(w[1][i].and_not(others[1]), w[2][i].and_not(others[2]));
        let f = single.or3(single.shr::<9>(), single.shr::<18>());
        naked[i] = f;
        let n = broadcast_high(f);
        for r in 0..3 {
            w[r][i] = w[r][i].and_not_both(n, others[r]);
        }
    }
    let kept = matchings::<Low, V>([fold_high(w[0]), fold_high(w[1]), fold_high(w[2])]);
    for r in 0..3 {
        let [a, b, c] = unfold_high(kept[r]);
        w[r] = [w[r][0].and(a), w[r][1].and(b), w[r][2].and(c)];
    }
    (w, naked)
}

/// Propagates mini-columns of the digits of word i, in all three bands.
#[inline(always)]
fn propagate_columns<V: SimdVector>(bands: [&mut [[V; 3]; 3]; 3], i: usize) -> ColumnPlaces<V> {
    let [x, y, z] = [&*bands[0], &*bands[1], &*bands[2]];
    let kept = matchings::<High, V>([
        x[0][i].or3(x[1][i], x[2][i]),
        y[0][i].or3(y[1][i], y[2][i]),
        z[0][i].or3(z[1][i], z[2][i]),
    ]);
    let mut places = ColumnPlaces {
        several: kept,
        placed: V::splat(ALL),
    };
    for (band, w) in bands.into_iter().enumerate() {
        let k = kept[band];
        let t = w[0][i].majority(w[1][i], w[2][i]).and(k);
        let (d, dd) = (k.shr::<9>(), k.shr::<18>());
        places.placed = places.placed.and(k.or3(d, dd));
        places.several[band] = t.or3(t.shr::<9>(), t.shr::<18>()).or(k.majority(d, dd));
        for row in w.iter_mut() {
            row[i] = row[i].and(k);
        }
    }
    places
}

/// The flags that the last step collects over the bands.
struct Flags<V> {
    failed: V,
    open: V,
    naked_twins: V,
    changed: V,
}

/// Propagates hidden singles in the boxes of a band, whose words begin at `first`. Writes the
/// remaining words `w` to the state.
#[inline(always)]
fn propagate_boxes<V: SimdVector>(
    state: &mut [V; WORDS],
    first: usize,
    w: &[[V; 3]; 3],
    naked: &[V; 3],
    several: [V; 3],
    seen: &mut Flags<V>,
) {
    seen.open = seen.open.or(several[0].or3(several[1], several[2]));
    // Several places remain although one cell removed the digit from the rest of the box: two cells
    // have nothing else.
    seen.naked_twins = seen
        .naked_twins
        .or_and(several[0], naked[0])
        .or_and(several[1], naked[1])
        .or_and(several[2], naked[2]);
    let spread = [
        broadcast_high(several[0]),
        broadcast_high(several[1]),
        broadcast_high(several[2]),
    ];
    for row in 0..3 {
        let claims = [
            w[row][0].and_not(spread[0]),
            w[row][1].and_not(spread[1]),
            w[row][2].and_not(spread[2]),
        ];
        let (o, m) = (
            claims[0].or3(claims[1], claims[2]),
            claims[0].majority(claims[1], claims[2]),
        );
        let (n, a) = (Middle::next(o), Middle::after_next(o));
        let claimed = o.or3(n, a);
        seen.failed = seen.failed.or(m.or(o.and_or(n, a)));
        for i in 0..3 {
            let new = w[row][i].and_not_both(spread[i], claimed);
            seen.changed = seen.changed.or_xor(new, state[first + 3 * row + i]);
            state[first + 3 * row + i] = new;
        }
    }
}

/// Propagates naked and hidden singles of a diagonal. Its cell in row r of band b belongs to box
/// `of[b]` and, within that box, to column `of[r]`:
///
/// ```text
///   main  0 . .   other  . . 2     its candidates as three words like those of a row:
///         . 1 .          . 1 .     bit 9·of[r] + 3·j + of[b] of word i: the digit 3·j + i
///         . . 2          0 . .     in the cell of band b and row r
/// ```
///
/// A lane that holds a full grid is marked as failed if a digit is missing on the diagonal. With
/// one digit in each cell, no digit is missing only if each occurs once.
#[inline(always)]
fn propagate_diagonal<V: SimdVector>(state: &mut [V; WORDS], of: [usize; 3], seen: &mut Flags<V>) {
    const LOW: [u32; 3] = [0o111_111_111, 0o222_222_222, 0o444_444_444];
    let none = V::splat(0);
    let mut cells = [none; 3];
    for i in 0..3 {
        let mut bands = [none; 3];
        for band in 0..3 {
            for row in 0..3 {
                bands[of[band]] =
                    bands[of[band]].or(state[9 * band + 3 * row + i].and(V::splat(HIGH[of[row]])));
            }
        }
        cells[i] = join(LOW, bands[0], bands[1], bands[2]).and(V::splat(ALL));
    }
    // The other candidates of the cell of each place.
    let (o, m) = (
        cells[0].or3(cells[1], cells[2]),
        cells[0].majority(cells[1], cells[2]),
    );
    let others = m.or3(Middle::next(o), Middle::after_next(o));
    let mut left = cells;
    let mut several = cells;
    for i in 0..3 {
        let single = cells[i].and_not(others);
        let f = single.or3(single.shr::<9>(), single.shr::<18>());
        left[i] = cells[i].and_not_both(
            broadcast_high(f.or3(Low::next(f), Low::after_next(f))),
            others,
        );
        let x = left[i];
        let (any, two) = (
            x.or3(x.shr::<9>(), x.shr::<18>()),
            x.majority(x.shr::<9>(), x.shr::<18>()),
        );
        let (next, after) = (Low::next(any), Low::after_next(any));
        seen.failed = seen
            .failed
            .or(V::splat(HIGH[0]).and_not(any.or3(next, after)));
        several[i] = broadcast_high(
            two.or3(Low::next(two), Low::after_next(two))
                .or(any.majority(next, after)),
        );
    }
    let claims = [
        left[0].and_not(several[0]),
        left[1].and_not(several[1]),
        left[2].and_not(several[2]),
    ];
    let (o, m) = (
        claims[0].or3(claims[1], claims[2]),
        claims[0].majority(claims[1], claims[2]),
    );
    let (n, a) = (Middle::next(o), Middle::after_next(o));
    seen.failed = seen.failed.or(m.or(o.and_or(n, a)));
    let claimed = o.or3(n, a);
    for i in 0..3 {
        let gone = cells[i].and_not(left[i].and_not_both(several[i], claimed));
        seen.changed = seen.changed.or(gone);
        for band in 0..3 {
            for row in 0..3 {
                let word = &mut state[9 * band + 3 * row + i];
                *word = word.and_not(gone.and(V::splat(HIGH[of[row]] & LOW[of[band]])));
            }
        }
    }
}

/// Runs one sweep over all lanes. With `X` it includes the enabled diagonals: the main one and the
/// other.
#[inline(always)]
pub(super) fn propagate<const X: bool, V: SimdVector>(
    state: &mut [V; WORDS],
    diagonals: [bool; 2],
) -> Propagation {
    let none = V::splat(0);
    let mut failed = none;
    let (mut t0, n0) = propagate_cells_and_rows(band_words(state, 0), &mut failed);
    let (mut t1, n1) = propagate_cells_and_rows(band_words(state, 1), &mut failed);
    let (mut t2, n2) = propagate_cells_and_rows(band_words(state, 2), &mut failed);
    let p0 = propagate_columns([&mut t0, &mut t1, &mut t2], 0);
    let p1 = propagate_columns([&mut t0, &mut t1, &mut t2], 1);
    let p2 = propagate_columns([&mut t0, &mut t1, &mut t2], 2);
    let mut seen = Flags {
        failed,
        open: none,
        naked_twins: none,
        changed: none,
    };
    propagate_boxes(
        state,
        0,
        &t0,
        &n0,
        [p0.several[0], p1.several[0], p2.several[0]],
        &mut seen,
    );
    propagate_boxes(
        state,
        9,
        &t1,
        &n1,
        [p0.several[1], p1.several[1], p2.several[1]],
        &mut seen,
    );
    propagate_boxes(
        state,
        18,
        &t2,
        &n2,
        [p0.several[2], p1.several[2], p2.several[2]],
        &mut seen,
    );
    if X && diagonals[0] {
        propagate_diagonal(state, [0, 1, 2], &mut seen);
    }
    if X && diagonals[1] {
        propagate_diagonal(state, [2, 1, 0], &mut seen);
    }
    let Flags {
        failed,
        open,
        naked_twins,
        changed,
    } = seen;
    let placed = p0.placed.and(p1.placed.and(p2.placed));
    let failed = failed
        .and(V::splat(ALL))
        .or(V::splat(HIGH[0]).and(naked_twins))
        .or(V::splat(HIGH[0]).and_not(placed));
    Propagation {
        failed: failed.nonzero_lanes(),
        open: open.and(V::splat(HIGH[0])).nonzero_lanes(),
        changed: changed.nonzero_lanes(),
    }
}
