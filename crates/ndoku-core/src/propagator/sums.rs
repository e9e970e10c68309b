//! The propagators of sums: segments with equal sums, and lines cut into stretches of one sum.
//!
//! ```text
//!   arrow                 [circle] = [shaft]
//!   little killer 20      [r1c4 r2c3 | r3c2 r4c1] = 20          | separates cells that may repeat
//!   zipper                [a e] = [b d] = [c]
//! ```
//!
//! A segment is a list of terms, a term is a group of cells whose digits differ. The possible sums
//! of a term are a set of bits: all sums of up to three cells, and all between the bounds of more.
//! A segment adds its terms by shifting these sets, and all segments must reach one of the targets.
//! A backward pass keeps the sums of each term that take part.

use super::sum_set::{SumSet, WideSet};
use super::{MAX_SIZE, digits_of};

/// Segments of cells with equal sums.
#[derive(Clone, Debug)]
pub struct Sums {
    segments: Box<[Segment]>,
    /// The sums allowed, ascending; `None` allows all.
    targets: Option<Box<[u32]>>,
    /// The largest sum that a segment can reach.
    largest: u32,
    /// The segments as the filter sees them, and the number of their parts.
    parts: Box<[Parts]>,
    part_count: usize,
}

/// Terms that are added.
#[derive(Clone, Debug)]
pub struct Segment {
    /// A constant part of the sum.
    pub offset: u32,
    /// The terms. Their cells follow each other in the propagator.
    pub terms: Vec<Term>,
}

/// A group of cells and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Cells with different digits; the value is `weight` times their sum.
    Distinct {
        /// Number of cells.
        count: usize,
        /// The factor of the sum, at least 1.
        weight: u32,
    },
    /// Cells read as the places of a decimal number. Only the first may hold 10 or more.
    Number {
        /// Number of cells, at least 1.
        count: usize,
    },
}

impl Term {
    const fn count(self) -> usize {
        match self {
            Self::Distinct { count, .. } | Self::Number { count } => count,
        }
    }

    /// Returns the largest value of the term.
    fn largest(self, size: u8) -> u32 {
        let size = u32::from(size);
        match self {
            Self::Distinct { count, weight } => {
                let count = count as u32;
                weight * (count * size).saturating_sub(count * count.saturating_sub(1) / 2)
            }
            Self::Number { count } => {
                let tens = 10_u32.pow(count.saturating_sub(1) as u32);
                size * tens + tens - 1
            }
        }
    }
}

/// Maximum number of terms of a segment.
const MAX_TERMS: usize = 32;

impl Sums {
    /// Creates the demand that all segments have one sum, which is a target if there are any.
    ///
    /// Returns `None` if a sum could exceed 511, a segment has more than 32 terms, or a term more
    /// than 16 cells.
    #[must_use]
    pub fn new(size: u8, segments: Vec<Segment>, targets: Option<Vec<u32>>) -> Option<Self> {
        let fits = |segment: &Segment| {
            segment.terms.len() <= MAX_TERMS
                && segment
                    .terms
                    .iter()
                    .all(|term| (1..=usize::from(MAX_SIZE)).contains(&term.count()))
        };
        if size > MAX_SIZE || !segments.iter().all(fits) {
            return None;
        }
        let sum = |segment: &Segment| {
            let terms = segment.terms.iter().map(|term| term.largest(size));
            terms.fold(segment.offset, u32::saturating_add)
        };
        // No segment can exceed the least of these.
        let least = segments.iter().map(sum).min().unwrap_or(0);
        let largest = match &targets {
            Some(targets) => targets.iter().copied().max().unwrap_or(0).min(least),
            None => least,
        };
        let parts: Box<[Parts]> = segments.iter().map(Parts::new).collect();
        (largest < WideSet::LIMIT).then(|| Self {
            segments: segments.into(),
            targets: targets.map(Into::into),
            largest,
            part_count: parts.iter().map(|segment| segment.parts.len()).sum(),
            parts,
        })
    }

    /// Returns the segments. Their cells follow each other in the propagator.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Returns the sums allowed, or `None` if all are.
    #[must_use]
    pub fn targets(&self) -> Option<&[u32]> {
        self.targets.as_deref()
    }

    pub(super) fn filter(&self, masks: &mut [u16]) -> bool {
        match self.largest {
            0..u64::LIMIT => self.filter_with::<u64>(masks),
            u64::LIMIT..u128::LIMIT => self.filter_with::<u128>(masks),
            _ => self.filter_with::<WideSet>(masks),
        }
    }

    pub(super) fn is_feasible(&self, masks: &[u16]) -> bool {
        match self.largest {
            0..u64::LIMIT => self.common_sums::<u64>(masks, &mut |_| {}) != u64::EMPTY,
            u64::LIMIT..u128::LIMIT => self.common_sums::<u128>(masks, &mut |_| {}) != u128::EMPTY,
            _ => self.common_sums::<WideSet>(masks, &mut |_| {}) != WideSet::EMPTY,
        }
    }

    /// Returns the sums that all segments can reach. Calls `each` with the sums of each part and
    /// those of the parts before it in its segment.
    fn common_sums<S: SumSet>(&self, masks: &[u16], each: &mut impl FnMut([S; 2])) -> S {
        let mut common = match &self.targets {
            None => S::range(0, self.largest),
            Some(targets) => targets
                .iter()
                .fold(S::EMPTY, |all, target| all.or(S::from_sum(*target))),
        };
        let mut rest = masks;
        for segment in &self.parts {
            let mut total = S::from_sum(segment.offset);
            for part in &segment.parts {
                let (cells, others) = rest.split_at(part.count);
                rest = others;
                let own: S = part.sums(cells);
                each([own, total]);
                total = total.add(own);
            }
            common = common.and(total);
            if common == S::EMPTY {
                break;
            }
        }
        common
    }

    fn filter_with<S: SumSet>(&self, masks: &mut [u16]) -> bool {
        const FEW: usize = 24;
        let mut few = [[S::EMPTY; 2]; FEW];
        let mut many = Vec::new();
        let found: &mut [[S; 2]] = if self.part_count <= FEW {
            &mut few
        } else {
            many.resize(self.part_count, [S::EMPTY; 2]);
            &mut many
        };
        let mut number = 0;
        let common = self.common_sums::<S>(masks, &mut |sums| {
            found[number] = sums;
            number += 1;
        });
        if common == S::EMPTY {
            return false;
        }
        let (mut rest, mut start) = (masks, 0);
        self.parts.iter().all(|segment| {
            let (cells, others) = std::mem::take(&mut rest).split_at_mut(segment.cells);
            rest = others;
            let sums = &found[start..start + segment.parts.len()];
            start += segment.parts.len();
            segment.filter(cells, sums, common)
        })
    }
}

/// A segment as the filter sees it: all of its terms are groups of different digits.
#[derive(Clone, Debug)]
struct Parts {
    offset: u32,
    /// Number of cells of all parts.
    cells: usize,
    parts: Box<[Part]>,
}

/// A group of cells with different digits.
#[derive(Clone, Copy, Debug)]
struct Part {
    count: usize,
    weight: u32,
    /// The digits that the cells may hold.
    digits: u16,
}

impl Parts {
    fn new(segment: &Segment) -> Self {
        let mut parts = Vec::new();
        for term in &segment.terms {
            match *term {
                Term::Distinct { count, weight } => parts.push(Part {
                    count,
                    weight,
                    digits: u16::MAX,
                }),
                Term::Number { count } => {
                    let part = |place: usize| Part {
                        count: 1,
                        weight: 10_u32.pow((count - 1 - place) as u32),
                        digits: if place == 0 { u16::MAX } else { (1 << 9) - 1 },
                    };
                    parts.extend((0..count).map(part));
                }
            }
        }
        Self {
            offset: segment.offset,
            cells: parts.iter().map(|part| part.count).sum(),
            parts: parts.into(),
        }
    }

    /// Keeps the candidates with which the segment reaches one of the sums. `found` has the sums of
    /// each part, and those before it.
    fn filter<S: SumSet>(&self, cells: &mut [u16], found: &[[S; 2]], sums: S) -> bool {
        let (mut reach, mut end) = (sums, self.cells);
        for (part, [own, before]) in self.parts.iter().zip(found).rev() {
            let cells = &mut cells[end - part.count..end];
            end -= part.count;
            let kept = if own.len() <= before.len() && !before.is_run() {
                let mut kept = S::EMPTY;
                own.for_each(|sum| {
                    if reach.down(sum).and(*before) != S::EMPTY {
                        kept = kept.or(S::from_sum(sum));
                    }
                });
                kept
            } else {
                own.and(reach.subtract(*before))
            };
            if kept == S::EMPTY || !part.keep(cells, kept, kept == *own) {
                return false;
            }
            reach = reach.subtract(kept).and(*before);
        }
        true
    }
}

impl Part {
    /// Returns the possible values. For four and more cells, these are all between the bounds.
    fn sums<S: SumSet>(&self, cells: &[u16]) -> S {
        let sums: S = match *cells {
            [a] => S::from_digits(a & self.digits),
            [a, b] => pair_sums(a, b),
            [a, b, c] => {
                let mut sums = S::EMPTY;
                for digit in digits_of(a) {
                    let other = !(1 << (digit - 1));
                    sums = sums.or(pair_sums::<S>(b & other, c & other).up(digit));
                }
                sums
            }
            _ => match bounds(cells) {
                Some((least, most)) => S::range(least, most),
                None => S::EMPTY,
            },
        };
        if self.weight == 1 {
            return sums;
        }
        let mut weighted = S::EMPTY;
        sums.for_each(|sum| weighted = weighted.or(S::from_sum(self.weight * sum)));
        weighted
    }

    /// Keeps the candidates with which the part has one of the values. `all` says that these are
    /// all values it can have.
    fn keep<S: SumSet>(&self, cells: &mut [u16], values: S, all: bool) -> bool {
        if all {
            if let [only] = cells {
                *only &= self.digits;
            }
            return true;
        }
        let mut sums = values;
        if self.weight > 1 {
            sums = S::EMPTY;
            values.for_each(|value| sums = sums.or(S::from_sum(value / self.weight)));
        }
        match cells {
            [a] => *a &= sums.digits(),
            [a, b] => [*a, *b] = keep_pair(*a, *b, sums),
            [a, b, c] => {
                let mut kept = [0; 3];
                for digit in digits_of(*a) {
                    let own = 1 << (digit - 1);
                    let [second, third] = keep_pair(*b & !own, *c & !own, sums.down(digit));
                    if second != 0 {
                        kept[0] |= own;
                        kept[1] |= second;
                        kept[2] |= third;
                    }
                }
                [*a, *b, *c] = kept;
            }
            _ => keep_between(cells, sums.first(), sums.last()),
        }
        !cells.contains(&0)
    }
}

/// Returns the sums of two different digits.
fn pair_sums<S: SumSet>(a: u16, b: u16) -> S {
    let mut sums = S::EMPTY;
    for digit in digits_of(a) {
        sums = sums.or(S::from_digits(b & !(1 << (digit - 1))).up(digit));
    }
    sums
}

/// Keeps the candidates of two different cells with which they have one of the sums.
fn keep_pair<S: SumSet>(a: u16, b: u16, sums: S) -> [u16; 2] {
    let mut kept = [0; 2];
    for digit in digits_of(a) {
        let own = 1 << (digit - 1);
        let others = b & sums.down(digit).digits() & !own;
        if others != 0 {
            kept[0] |= own;
            kept[1] |= others;
        }
    }
    kept
}

/// Returns the digits of the least sum of different cells, as a mask.
///
/// Each cell takes its least digit, or the next larger one that is free. The mask does not depend
/// on the order of the cells.
fn least_digits(cells: impl Iterator<Item = u16>) -> u32 {
    let mut used = 0_u32;
    for cell in cells {
        // The lowest free bit at or above the least digit.
        let least = u32::from(cell) & u32::from(cell).wrapping_neg();
        let free = !used & !(least.wrapping_sub(1));
        used |= free & free.wrapping_neg();
    }
    used
}

/// Returns the sum of the digits of a mask with up to 32 bits.
fn digit_sum(mask: u32) -> u32 {
    const SUMS: [u8; 256] = {
        let mut sums = [0; 256];
        let mut mask = 1_usize;
        while mask < 256 {
            sums[mask] = sums[mask & (mask - 1)] + mask.trailing_zeros() as u8 + 1;
            mask += 1;
        }
        sums
    };
    let byte = |number: u32| {
        let bits = mask >> (8 * number) & 0xff;
        u32::from(SUMS[bits as usize]) + 8 * number * bits.count_ones()
    };
    if mask < 1 << 16 {
        byte(0) + byte(1)
    } else {
        (0..4).map(byte).sum()
    }
}

/// Returns bounds of the sum of different digits, or `None` if the cells cannot differ.
fn bounds(cells: &[u16]) -> Option<(u32, u32)> {
    let used = least_digits(cells.iter().copied());
    let mirrored = least_digits(cells.iter().map(|cell| cell.reverse_bits()));
    if (used | mirrored) >> 16 != 0 {
        return None;
    }
    let most = 17 * cells.len() as u32 - digit_sum(mirrored);
    Some((digit_sum(used), most))
}

/// Keeps the candidates of different cells with which their sum can lie between two bounds.
fn keep_between(cells: &mut [u16], low: u32, high: u32) {
    let Some((least, most)) = bounds(cells) else {
        return cells.fill(0);
    };
    if low <= least && most <= high {
        return;
    }
    let mut kept = [0; MAX_SIZE as usize];
    for (place, cell) in cells.iter().enumerate() {
        if cell.is_power_of_two() {
            kept[place] = *cell;
            continue;
        }
        let others = cells
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        let others = others.map(|(_, mask)| *mask);
        let least = digit_sum(least_digits(others.clone()));
        let mirrored = least_digits(others.map(u16::reverse_bits));
        let most = 17 * (cells.len() as u32 - 1) - digit_sum(mirrored);
        // Digits from low − most to high − least.
        let up_to = |digit: u32| ((1_u32 << digit.min(16)) - 1) as u16;
        kept[place] =
            cell & up_to(high.saturating_sub(least)) & !up_to(low.saturating_sub(most + 1));
    }
    cells.copy_from_slice(&kept[..cells.len()]);
}

/// A line that can be cut into stretches of one sum.
///
/// It is an automaton. Its state is the sum of the stretch so far, and the digit of the last cell
/// if the next cell sees it.
#[derive(Clone, Debug)]
pub struct SumLine {
    sum: u32,
    size: usize,
    /// For each place, whether its digit differs from that of the place before.
    differs: Box<[bool]>,
}

/// For each digit, a set of sums of the stretch so far: bit s stands for the sum s, from 0.
type SumsByDigit = [u64; 16];

impl SumLine {
    /// Creates the demand for stretches of this sum, 1 to 63. Returns `None` for other sums.
    ///
    /// `size` is the largest digit, at most 16. `differs` has an entry for each cell of the line:
    /// `true` if it cannot have the digit of the cell before.
    #[must_use]
    pub fn new(sum: u32, size: u8, differs: &[bool]) -> Option<Self> {
        ((1..64).contains(&sum) && size <= 16).then(|| Self {
            sum,
            size: usize::from(size),
            differs: differs.into(),
        })
    }

    /// Filters by the states at each place, forward and backward. A place that no state reaches
    /// has no digit afterwards.
    pub(super) fn filter(&self, masks: &mut [u16]) -> bool {
        let full = 1_u64 << self.sum;
        let sums_up_to_full = full | (full - 1);
        // What each place can begin with.
        let mut starts = vec![[0; 16]; masks.len()];
        let mut reached = [1; 16];
        for (place, mask) in masks.iter_mut().enumerate() {
            starts[place] = self.beside(place, &reached);
            reached = [0; 16];
            for digit in digits_of(*mask) {
                let sums = starts[place][digit as usize - 1] << digit & sums_up_to_full;
                // A full stretch begins the next one.
                reached[digit as usize - 1] = sums & !full | sums >> self.sum & 1;
            }
            if reached == [0; 16] {
                *mask = 0;
                return false;
            }
        }
        // What each place must end with.
        let mut ends = [1; 16];
        for (place, mask) in masks.iter_mut().enumerate().rev() {
            let (mut digits, mut needed) = (0_u16, [0; 16]);
            for digit in digits_of(*mask) {
                // A full stretch and the start of the next one are the same state.
                let end = ends[digit as usize - 1];
                let sums = (end | (end & 1) << self.sum) >> digit & (full - 1);
                needed[digit as usize - 1] = sums;
                if starts[place][digit as usize - 1] & sums != 0 {
                    digits |= 1 << (digit - 1);
                }
            }
            *mask = digits;
            if digits == 0 {
                return false;
            }
            ends = self.beside(place, &needed);
        }
        true
    }

    /// Takes the sums at one side of the boundary before a place, for each digit there. Returns
    /// those at the other side: the sums of all digits, or of all others if the two cells differ.
    fn beside(&self, place: usize, sums: &SumsByDigit) -> SumsByDigit {
        // Before the first cell is no digit.
        if place == 0 || !self.differs[place] {
            return [sums.iter().fold(0, |all, sums| all | sums); 16];
        }
        let mut others = [0; 16];
        let (mut below, mut above) = (0, 0);
        for digit in 0..self.size {
            let mirrored = self.size - 1 - digit;
            others[digit] |= below;
            below |= sums[digit];
            others[mirrored] |= above;
            above |= sums[mirrored];
        }
        others
    }
}
