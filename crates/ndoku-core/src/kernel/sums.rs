//! The kernels of sums: segments with equal sums, and lines cut into stretches of one sum.
//!
//! ```text
//!   arrow                 [circle] = [shaft]
//!   little killer 20      [r1c4 r2c3 | r3c2 r4c1] = 20          | separates cells that may repeat
//!   zipper                [a e] = [b d] = [c]
//! ```
//!
//! A segment is a list of terms, a term is a group of cells whose digits differ. The possible sums
//! of a term are a set of bits. A segment adds its terms by shifting these sets, and all segments
//! must reach one of the targets. A backward pass keeps the sums of each term that take part.

use super::digit_sets::{SetTable, filter_by_sets};
use super::{MAX_SIZE, digits_of};

/// Segments of cells with equal sums.
#[derive(Clone, Debug)]
pub struct Sums {
    size: u8,
    segments: Box<[Segment]>,
    /// The sums allowed, ascending; `None` allows all.
    targets: Option<Box<[u32]>>,
    /// The largest sum that a segment can reach.
    largest: u32,
}

/// Terms that are added.
#[derive(Clone, Debug)]
pub struct Segment {
    /// A constant part of the sum.
    pub offset: u32,
    /// The terms. Their cells follow each other in the kernel.
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

/// A set of sums.
trait SumSet: Copy + PartialEq {
    const EMPTY: Self;
    /// One more than the largest sum.
    const LIMIT: u32;
    fn of(sum: u32) -> Self;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn up(self, by: u32) -> Self;
    fn down(self, by: u32) -> Self;
    fn for_each(self, each: impl FnMut(u32));

    /// Returns the sums of one member of each set.
    fn add(self, other: Self) -> Self {
        let mut sums = Self::EMPTY;
        other.for_each(|sum| sums = sums.or(self.up(sum)));
        sums
    }

    /// Returns the differences that are not negative: members of this set minus those of the other.
    fn subtract(self, other: Self) -> Self {
        let mut sums = Self::EMPTY;
        other.for_each(|sum| sums = sums.or(self.down(sum)));
        sums
    }
}

impl SumSet for u128 {
    const EMPTY: Self = 0;
    const LIMIT: u32 = 128;
    fn of(sum: u32) -> Self {
        1_u128.checked_shl(sum).unwrap_or(0)
    }
    fn or(self, other: Self) -> Self {
        self | other
    }
    fn and(self, other: Self) -> Self {
        self & other
    }
    fn up(self, by: u32) -> Self {
        self.checked_shl(by).unwrap_or(0)
    }
    fn down(self, by: u32) -> Self {
        self.checked_shr(by).unwrap_or(0)
    }
    fn for_each(mut self, mut each: impl FnMut(u32)) {
        while self != 0 {
            each(self.trailing_zeros());
            self &= self - 1;
        }
    }
}

/// A set of sums up to 511.
#[derive(Clone, Copy, PartialEq)]
struct WideSet([u128; 4]);

impl SumSet for WideSet {
    const EMPTY: Self = Self([0; 4]);
    const LIMIT: u32 = 512;
    fn of(sum: u32) -> Self {
        Self([0, 1, 2, 3].map(|word| sum.checked_sub(128 * word).map_or(0, u128::of)))
    }
    fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
    fn up(self, by: u32) -> Self {
        let (words, bits) = ((by / 128) as usize, by % 128);
        let word = |at: usize| {
            let get = |back: usize| at.checked_sub(words + back).map_or(0, |from| self.0[from]);
            get(0) << bits | if bits == 0 { 0 } else { get(1) >> (128 - bits) }
        };
        Self(std::array::from_fn(word))
    }
    fn down(self, by: u32) -> Self {
        let (words, bits) = ((by / 128) as usize, by % 128);
        let word = |at: usize| {
            let get = |on: usize| self.0.get(at + words + on).copied().unwrap_or(0);
            get(0) >> bits | if bits == 0 { 0 } else { get(1) << (128 - bits) }
        };
        Self(std::array::from_fn(word))
    }
    fn for_each(self, mut each: impl FnMut(u32)) {
        for (word, set) in (0..).zip(self.0) {
            set.for_each(|sum| each(sum + 128 * word));
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
        (largest < WideSet::LIMIT).then(|| Self {
            size,
            segments: segments.into(),
            targets: targets.map(Into::into),
            largest,
        })
    }

    /// Returns the segments. Their cells follow each other in the kernel.
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
        if self.largest < u128::LIMIT {
            self.filter_with::<u128>(masks)
        } else {
            self.filter_with::<WideSet>(masks)
        }
    }

    fn filter_with<S: SumSet>(&self, masks: &mut [u16]) -> bool {
        let mut common = (0..=self.largest).fold(S::EMPTY, |all, sum| all.or(S::of(sum)));
        if let Some(targets) = &self.targets {
            let allowed = targets
                .iter()
                .fold(S::EMPTY, |all, target| all.or(S::of(*target)));
            common = common.and(allowed);
        }
        let mut start = 0;
        for segment in &self.segments {
            let mut total = S::of(segment.offset);
            for term in &segment.terms {
                let cells = &masks[start..start + term.count()];
                total = total.add(sums_of(self.size, *term, cells));
                start += term.count();
            }
            common = common.and(total);
        }
        if common == S::EMPTY {
            return false;
        }
        let mut rest = masks;
        self.segments.iter().all(|segment| {
            let count = segment.terms.iter().map(|term| term.count()).sum();
            let (cells, others) = std::mem::take(&mut rest).split_at_mut(count);
            rest = others;
            self.filter_segment(segment, cells, common)
        })
    }

    /// Keeps the candidates with which a segment reaches one of the sums.
    fn filter_segment<S: SumSet>(&self, segment: &Segment, cells: &mut [u16], sums: S) -> bool {
        let mut before = [S::EMPTY; MAX_TERMS + 1];
        let mut own = [S::EMPTY; MAX_TERMS];
        before[0] = S::of(segment.offset);
        let mut start = 0;
        for (number, term) in segment.terms.iter().enumerate() {
            own[number] = sums_of(self.size, *term, &cells[start..start + term.count()]);
            before[number + 1] = before[number].add(own[number]);
            start += term.count();
        }
        let mut reach = sums.and(before[segment.terms.len()]);
        for (number, term) in segment.terms.iter().enumerate().rev() {
            start -= term.count();
            let kept = own[number].and(reach.subtract(before[number]));
            if kept == S::EMPTY {
                return false;
            }
            if (kept != own[number] || segment.terms.len() == 1)
                && !keep_sums(
                    self.size,
                    *term,
                    &mut cells[start..start + term.count()],
                    kept,
                )
            {
                return false;
            }
            reach = reach.subtract(kept).and(before[number]);
        }
        true
    }
}

/// Returns the possible values of a term.
fn sums_of<S: SumSet>(size: u8, term: Term, cells: &[u16]) -> S {
    let mut sums = S::EMPTY;
    match (term, cells) {
        (Term::Number { .. }, _) => {
            for_each_number(
                cells,
                0,
                &mut |number, _| sums = sums.or(S::of(number)),
                &mut [0; 16],
            );
        }
        (Term::Distinct { weight, .. }, [only]) => {
            digits_of(*only).for_each(|digit| sums = sums.or(S::of(weight * digit)));
        }
        (Term::Distinct { weight, .. }, [a, b]) => {
            for digit in digits_of(*a) {
                let others = *b & !(1 << (digit - 1));
                for other in digits_of(others) {
                    sums = sums.or(S::of(weight * (digit + other)));
                }
            }
        }
        (Term::Distinct { weight, .. }, _) => {
            for_each_set(size, cells, |set| {
                sums = sums.or(S::of(weight * digits_of(set).sum::<u32>()));
            });
        }
    }
    sums
}

/// Calls `each` with the sets of digits that distinct cells may have. Some of these may fail.
fn for_each_set(size: u8, cells: &[u16], mut each: impl FnMut(u16)) {
    let (mut all, mut fixed) = (0, 0);
    for cell in cells {
        all |= cell;
        if cell.is_power_of_two() {
            if fixed & cell != 0 {
                return;
            }
            fixed |= cell;
        }
    }
    for set in SetTable::get(size).with_count(cells.len()) {
        if set & !all == 0 && fixed & !set == 0 && cells.iter().all(|cell| cell & set != 0) {
            each(*set);
        }
    }
}

/// Calls `each` with every number that the cells can form, and its digits.
fn for_each_number(
    cells: &[u16],
    before: u32,
    each: &mut impl FnMut(u32, &[u32; 16]),
    digits: &mut [u32; 16],
) {
    fn step(
        cells: &[u16],
        at: usize,
        before: u32,
        each: &mut impl FnMut(u32, &[u32; 16]),
        digits: &mut [u32; 16],
    ) {
        let Some(cell) = cells.get(at) else {
            return each(before, digits);
        };
        for digit in digits_of(*cell).filter(|digit| at == 0 || *digit < 10) {
            digits[at] = digit;
            step(cells, at + 1, 10 * before + digit, each, digits);
        }
    }
    step(cells, 0, before, each, digits);
}

/// Keeps the candidates with which a term has one of the values.
fn keep_sums<S: SumSet>(size: u8, term: Term, cells: &mut [u16], sums: S) -> bool {
    let has = |sum: u32| S::of(sum).and(sums) != S::EMPTY;
    let mut kept = [0_u16; MAX_SIZE as usize];
    match (term, &*cells) {
        (Term::Number { count }, _) => {
            let mut each = |number: u32, digits: &[u32; 16]| {
                if has(number) {
                    for (kept, digit) in kept.iter_mut().zip(&digits[..count]) {
                        *kept |= 1 << (digit - 1);
                    }
                }
            };
            for_each_number(cells, 0, &mut each, &mut [0; 16]);
        }
        (Term::Distinct { weight, .. }, [only]) => {
            for digit in digits_of(*only).filter(|digit| has(weight * digit)) {
                kept[0] |= 1 << (digit - 1);
            }
        }
        (Term::Distinct { weight, .. }, [a, b]) => {
            for digit in digits_of(*a) {
                for other in digits_of(*b & !(1 << (digit - 1))) {
                    if has(weight * (digit + other)) {
                        kept[0] |= 1 << (digit - 1);
                        kept[1] |= 1 << (other - 1);
                    }
                }
            }
        }
        (Term::Distinct { weight, .. }, _) => {
            let sets = SetTable::get(size).with_count(cells.len()).iter().copied();
            let sets = sets.filter(|set| has(weight * digits_of(*set).sum::<u32>()));
            return filter_by_sets(cells, sets).is_some();
        }
    }
    for (cell, kept) in cells.iter_mut().zip(kept) {
        *cell &= kept;
    }
    !cells.contains(&0)
}

/// A line that can be cut into stretches of one sum.
#[derive(Clone, Debug)]
pub struct SumLine {
    sum: u32,
}

impl SumLine {
    /// Creates the demand for stretches of this sum, 1 to 63. Returns `None` for other sums.
    #[must_use]
    pub fn new(sum: u32) -> Option<Self> {
        (1..64).contains(&sum).then_some(Self { sum })
    }

    /// Filters by the sums of the stretch at each place, forward and backward.
    pub(super) fn filter(&self, masks: &mut [u16]) -> bool {
        // Bit s: the stretch has the sum s so far; 0 at its start.
        let step = |before: u64, digit: u32| {
            let next = before << digit & ((1 << self.sum) | ((1 << self.sum) - 1));
            // A full stretch begins the next one.
            next & !(1 << self.sum) | next >> self.sum & 1
        };
        let mut before = vec![1_u64];
        for mask in &*masks {
            let last = before[before.len() - 1];
            before.push(digits_of(*mask).fold(0, |all, digit| all | step(last, digit)));
        }
        let mut after = before[masks.len()] & 1;
        for (place, mask) in masks.iter_mut().enumerate().rev() {
            let (mut digits, mut starts) = (0_u16, 0_u64);
            for digit in digits_of(*mask) {
                for start in 0..self.sum {
                    if before[place] >> start & 1 != 0 && step(1 << start, digit) & after != 0 {
                        digits |= 1 << (digit - 1);
                        starts |= 1 << start;
                    }
                }
            }
            *mask = digits;
            after = starts;
            if digits == 0 {
                return false;
            }
        }
        true
    }
}
