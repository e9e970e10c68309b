//! Sums of products of 16-bit numbers, 32 side by side: what counting solutions by contraction spends its time on, see [`crate::count`].
//!
//! ```text
//!   near[i]    a0  a1   a2  a3   …  a30 a31        32 numbers, a Row; i and j come in pairs, and pairs in groups
//!   far[j]     b0  b1   b2  b3   …  b30 b31
//!   sum       a0·b0+a1·b1  a2·b2+a3·b3  …          16 sums of 32 bits for the pairs (i, j) of a group: one instruction with AVX-512 VNNI
//!   factor        f0           f1       …          each group has 16 factors
//!   total      Σ over groups, Σ over the 16 places, of factor · sum, in 64 bits
//! ```
//!
//! **Overflow:** [`Groups`] is made for the greatest numbers that rows may hold, and takes no group for which a sum could exceed 31 bits.
//! A total is then less than 2³¹ · 2¹⁵ · 16 · groups, so that up to 2¹³ groups are allowed.
//!
//! **Cost:** 0.4 to 0.6 ns for a pair of rows with AVX-512, while both blocks of rows stay in the nearest cache.

use super::Isa;

/// 32 numbers, none of them negative.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [i16; 32]);

impl Row {
    /// All numbers 0.
    pub(crate) const ZERO: Self = Self([0; 32]);
}

/// Pairs of a group are filled up to a multiple of this.
const UNROLLED: usize = 4;

/// At most so many groups, so that a total keeps within 64 bits.
const MOST_GROUPS: usize = 1 << 13;

/// Which rows are multiplied with which, in groups.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    /// Where the pairs of each group begin, and where the last end; multiples of [`UNROLLED`].
    starts: Vec<u32>,
    /// Numbers of the rows: below `near` and `far`, which is checked here and relied on below.
    pairs: Vec<[u16; 2]>,
    /// How many rows a near block must have.
    near: usize,
    /// How many rows a far block must have.
    far: usize,
}

impl Groups {
    /// How many pairs a group may have, filled up, if the numbers of near and far rows are at most these: as many as a sum of 31 bits surely holds.
    pub(crate) const fn most_pairs(near: u16, far: u16) -> usize {
        let product = 2 * near as u64 * far as u64;
        let most = if product == 0 { u32::MAX as u64 } else { i32::MAX as u64 / product };
        most as usize / UNROLLED * UNROLLED
    }

    /// Groups of pairs for blocks of `near` and `far` rows. Groups are filled up with the pair of the last near row and the first far row, so the last near
    /// row of a block must be [`Row::ZERO`]. `None` if a pair names a row that is not there, a group has more than `most` pairs, or there are
    /// too many groups.
    pub(crate) fn new(groups: &[Vec<[u16; 2]>], near: usize, far: usize, most: usize) -> Option<Self> {
        let mut made = Self { starts: vec![0], pairs: Vec::new(), near, far };
        let zero = [u16::try_from(near.checked_sub(1)?).ok()?, 0];
        let fits = |[i, j]: &[u16; 2]| usize::from(*i) < near && usize::from(*j) < far;
        if groups.len() > MOST_GROUPS || !fits(&zero) {
            return None;
        }
        for group in groups {
            if !group.iter().all(fits) || group.len() > most {
                return None;
            }
            made.pairs.extend(group);
            made.pairs.resize(made.pairs.len().next_multiple_of(UNROLLED), zero);
            made.starts.push(u32::try_from(made.pairs.len()).ok()?);
        }
        Some(made)
    }

    /// How many groups there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many pairs there are, with those that fill up.
    pub(crate) fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// The pairs of a group.
    #[inline(always)]
    fn of(&self, group: usize) -> &[[u16; 2]] {
        &self.pairs[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

/// One total to compute.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Job<'a> {
    /// Which rows are multiplied.
    pub(crate) groups: &'a Groups,
    /// Rows; the last that the groups speak of is zero.
    pub(crate) near: &'a [Row],
    /// Rows.
    pub(crate) far: &'a [Row],
    /// For each group its factors, below 2¹⁵.
    pub(crate) factors: &'a [[u16; 16]],
    /// The groups that count: those whose factors are not all 0.
    pub(crate) chosen: &'a [u16],
    /// Rows that will be far in the next job, to be brought nearer meanwhile.
    pub(crate) next: &'a [Row],
}

/// The total. Every instruction set gives the same.
///
/// # Panics
/// If blocks have fewer rows than the groups were made for, or if a group is chosen that is not there.
pub(crate) fn total(isa: Isa, job: &Job<'_>) -> i64 {
    assert!(job.near.len() >= job.groups.near && job.far.len() >= job.groups.far, "a block is too short");
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 if x86::has_vnni() => {
            // SAFETY: the guard has seen that the processor has the set.
            unsafe { x86::total_vnni(job) }
        }
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 if isa.is_available() => {
            // SAFETY: as above.
            unsafe { x86::total_avx512(job) }
        }
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 if isa.is_available() => {
            // SAFETY: as above.
            unsafe { x86::total_avx2(job) }
        }
        _ => run::<Plain>(job),
    }
}

/// Rows made of columns: `out[i]` gets, for each of 32 lists, its number i. As many rows as `out` has, but no more than the shortest list has numbers.
pub(crate) fn transpose(lists: &[&[u16]; 32], out: &mut [Row]) {
    let count = lists.iter().map(|list| list.len()).min().unwrap_or(0).min(out.len());
    let done = {
        #[cfg(target_arch = "x86_64")]
        {
            x86::transpose(lists, &mut out[..count])
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            0
        }
    };
    for (lane, list) in lists.iter().enumerate() {
        for (row, number) in out[done..count].iter_mut().zip(&list[done..count]) {
            row.0[lane] = number.cast_signed();
        }
    }
}

/// Sixteen sums of 32 bits, and totals of 64.
trait Sums: Copy {
    /// Totals.
    type Totals: Copy;
    fn zero() -> Self;
    fn no_total() -> Self::Totals;
    /// Adds the products of two rows, two side by side into each sum.
    fn add_products(self, near: &Row, far: &Row) -> Self;
    fn add(self, other: Self) -> Self;
    /// Adds each sum times its factor.
    fn into_totals(self, totals: Self::Totals, factors: &[u16; 16]) -> Self::Totals;
    fn total(totals: Self::Totals) -> i64;
    /// Brings a row nearer.
    fn prefetch(row: &Row);
}

/// The total with this kind of sums.
#[inline(always)]
fn run<S: Sums>(job: &Job<'_>) -> i64 {
    let Job { groups, near, far, factors, chosen, next } = *job;
    let mut totals = S::no_total();
    let product = |sum: S, pair: &[u16; 2]| {
        // SAFETY: `Groups::new` has seen that the numbers are below those of the rows, and `total` that blocks have as many.
        let (near, far) = unsafe { (near.get_unchecked(usize::from(pair[0])), far.get_unchecked(usize::from(pair[1]))) };
        sum.add_products(near, far)
    };
    for (turn, group) in chosen.iter().enumerate() {
        if let Some(row) = next.get(turn) {
            S::prefetch(row);
        }
        let mut sums = [S::zero(); UNROLLED];
        for pairs in groups.of(usize::from(*group)).as_chunks::<UNROLLED>().0 {
            for (sum, pair) in sums.iter_mut().zip(pairs) {
                *sum = product(*sum, pair);
            }
        }
        let sum = sums[0].add(sums[1]).add(sums[2].add(sums[3]));
        totals = sum.into_totals(totals, &factors[usize::from(*group)]);
    }
    S::total(totals)
}

/// Plain Rust.
#[derive(Copy, Clone)]
struct Plain([i32; 16]);

impl Sums for Plain {
    type Totals = i64;

    #[inline(always)]
    fn zero() -> Self {
        Self([0; 16])
    }
    #[inline(always)]
    fn no_total() -> i64 {
        0
    }
    #[inline(always)]
    fn add_products(mut self, near: &Row, far: &Row) -> Self {
        for (place, sum) in self.0.iter_mut().enumerate() {
            let product = |at: usize| i32::from(near.0[at]) * i32::from(far.0[at]);
            *sum += product(2 * place) + product(2 * place + 1);
        }
        self
    }
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        for (sum, other) in self.0.iter_mut().zip(other.0) {
            *sum += other;
        }
        self
    }
    #[inline(always)]
    fn into_totals(self, totals: i64, factors: &[u16; 16]) -> i64 {
        totals + self.0.iter().zip(factors).map(|(sum, factor)| i64::from(*sum) * i64::from(*factor)).sum::<i64>()
    }
    #[inline(always)]
    fn total(totals: i64) -> i64 {
        totals
    }
    #[inline(always)]
    fn prefetch(_: &Row) {}
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    //! The same with AVX2 and AVX-512; transposing with SSE2, which every x86-64 has.

    use std::arch::x86_64::*;

    use super::{Job, Row, Sums, run};

    /// Whether the processor has the instruction that multiplies and adds in one.
    pub(super) fn has_vnni() -> bool {
        crate::simd::Isa::Avx512.is_available() && is_x86_feature_detected!("avx512vnni")
    }

    /// # Safety
    /// [`has_vnni`] must have said yes.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub(super) unsafe fn total_vnni(job: &Job<'_>) -> i64 {
        run::<Vnni>(job)
    }

    /// # Safety
    /// The processor must have AVX-512F, BW and VL.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) unsafe fn total_avx512(job: &Job<'_>) -> i64 {
        run::<Avx512>(job)
    }

    /// # Safety
    /// The processor must have AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn total_avx2(job: &Job<'_>) -> i64 {
        run::<Avx2>(job)
    }

    /// Sums in one register. Only made inside [`total_avx512`].
    #[derive(Copy, Clone)]
    struct Avx512(__m512i);

    impl Sums for Avx512 {
        type Totals = __m512i;

        #[inline(always)]
        fn zero() -> Self {
            // SAFETY: inside `total_avx512`, so the processor has AVX-512F.
            Self(unsafe { _mm512_setzero_si512() })
        }
        #[inline(always)]
        fn no_total() -> __m512i {
            // SAFETY: as in `zero`.
            unsafe { _mm512_setzero_si512() }
        }
        #[inline(always)]
        fn add_products(self, near: &Row, far: &Row) -> Self {
            // SAFETY: as in `zero`, and the processor has BW; a row is 64 bytes.
            Self(unsafe {
                let products = _mm512_madd_epi16(_mm512_load_si512(near.0.as_ptr().cast()), _mm512_load_si512(far.0.as_ptr().cast()));
                _mm512_add_epi32(self.0, products)
            })
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: as in `zero`.
            Self(unsafe { _mm512_add_epi32(self.0, other.0) })
        }
        #[inline(always)]
        fn into_totals(self, totals: __m512i, factors: &[u16; 16]) -> __m512i {
            // SAFETY: as in `zero`; the load reads 32 bytes at any address. Sums and factors are not negative, so each product is that of the lower halves.
            unsafe {
                let factors = _mm512_cvtepu16_epi32(_mm256_loadu_si256(factors.as_ptr().cast()));
                let even = _mm512_mul_epi32(self.0, factors);
                let odd = _mm512_mul_epi32(_mm512_srli_epi64::<32>(self.0), _mm512_srli_epi64::<32>(factors));
                _mm512_add_epi64(totals, _mm512_add_epi64(even, odd))
            }
        }
        #[inline(always)]
        fn total(totals: __m512i) -> i64 {
            // SAFETY: as in `zero`.
            unsafe { _mm512_reduce_add_epi64(totals) }
        }
        #[inline(always)]
        fn prefetch(row: &Row) {
            // SAFETY: an address of a row; a prefetch reads nothing that the program sees.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(row.0.as_ptr().cast()) }
        }
    }

    /// As [`Avx512`], multiplying and adding in one instruction. Only made inside [`total_vnni`].
    #[derive(Copy, Clone)]
    struct Vnni(Avx512);

    impl Sums for Vnni {
        type Totals = __m512i;

        #[inline(always)]
        fn zero() -> Self {
            Self(Avx512::zero())
        }
        #[inline(always)]
        fn no_total() -> __m512i {
            Avx512::no_total()
        }
        #[inline(always)]
        fn add_products(self, near: &Row, far: &Row) -> Self {
            // SAFETY: inside `total_vnni`, so the processor has AVX-512 VNNI; a row is 64 bytes.
            Self(Avx512(unsafe {
                _mm512_dpwssd_epi32(self.0.0, _mm512_load_si512(near.0.as_ptr().cast()), _mm512_load_si512(far.0.as_ptr().cast()))
            }))
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            Self(self.0.add(other.0))
        }
        #[inline(always)]
        fn into_totals(self, totals: __m512i, factors: &[u16; 16]) -> __m512i {
            self.0.into_totals(totals, factors)
        }
        #[inline(always)]
        fn total(totals: __m512i) -> i64 {
            Avx512::total(totals)
        }
        #[inline(always)]
        fn prefetch(row: &Row) {
            Avx512::prefetch(row);
        }
    }

    /// Sums in two registers. Only made inside [`total_avx2`].
    #[derive(Copy, Clone)]
    struct Avx2([__m256i; 2]);

    impl Sums for Avx2 {
        type Totals = __m256i;

        #[inline(always)]
        fn zero() -> Self {
            // SAFETY: inside `total_avx2`, so the processor has AVX2.
            Self(unsafe { [_mm256_setzero_si256(); 2] })
        }
        #[inline(always)]
        fn no_total() -> __m256i {
            // SAFETY: as in `zero`.
            unsafe { _mm256_setzero_si256() }
        }
        #[inline(always)]
        fn add_products(self, near: &Row, far: &Row) -> Self {
            let half = |half: usize| {
                // SAFETY: as in `zero`; each load reads half of a row, at an address that is a multiple of 32.
                unsafe {
                    let near = _mm256_load_si256(near.0.as_ptr().cast::<__m256i>().add(half));
                    let far = _mm256_load_si256(far.0.as_ptr().cast::<__m256i>().add(half));
                    _mm256_add_epi32(self.0[half], _mm256_madd_epi16(near, far))
                }
            };
            Self([half(0), half(1)])
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: as in `zero`.
            Self(unsafe { [_mm256_add_epi32(self.0[0], other.0[0]), _mm256_add_epi32(self.0[1], other.0[1])] })
        }
        #[inline(always)]
        fn into_totals(self, mut totals: __m256i, factors: &[u16; 16]) -> __m256i {
            for (half, sums) in self.0.into_iter().enumerate() {
                // SAFETY: as in `zero`; each load reads half of the factors, at any address. Sums and factors are not negative.
                unsafe {
                    let factors = _mm256_cvtepu16_epi32(_mm_loadu_si128(factors.as_ptr().cast::<__m128i>().add(half)));
                    let even = _mm256_mul_epi32(sums, factors);
                    let odd = _mm256_mul_epi32(_mm256_srli_epi64::<32>(sums), _mm256_srli_epi64::<32>(factors));
                    totals = _mm256_add_epi64(totals, _mm256_add_epi64(even, odd));
                }
            }
            totals
        }
        #[inline(always)]
        fn total(totals: __m256i) -> i64 {
            let mut parts = [0_i64; 4];
            // SAFETY: as in `zero`; the store writes 32 bytes at any address.
            unsafe { _mm256_storeu_si256(parts.as_mut_ptr().cast(), totals) };
            parts.iter().sum()
        }
        #[inline(always)]
        fn prefetch(row: &Row) {
            // SAFETY: an address of a row; a prefetch reads nothing that the program sees.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(row.0.as_ptr().cast()) }
        }
    }

    /// Transposes eight rows of `out` at a time, of each eight places; how many rows were done. Lists must be at least as long as `out`.
    pub(super) fn transpose(lists: &[&[u16]; 32], out: &mut [Row]) -> usize {
        let blocks = out.len() / 8;
        assert!(lists.iter().all(|list| list.len() >= 8 * blocks));
        for (block, rows) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            for (quarter, lists) in lists.as_chunks::<8>().0.iter().enumerate() {
                // SAFETY: SSE2 is part of x86-64. Each load reads eight numbers at any address, those from 8 · block on, which the list has;
                // each store writes eight numbers of a row, at an address that is a multiple of 16.
                unsafe {
                    let load = |list: &[u16]| _mm_loadu_si128(list.as_ptr().add(8 * block).cast());
                    let a = lists.map(load);
                    // Numbers of two lists in turn, then of four, then of eight.
                    let b: [__m128i; 8] = std::array::from_fn(|i| {
                        let (first, second) = (a[i / 2 * 2], a[i / 2 * 2 + 1]);
                        if i % 2 == 0 { _mm_unpacklo_epi16(first, second) } else { _mm_unpackhi_epi16(first, second) }
                    });
                    let c: [__m128i; 8] = std::array::from_fn(|i| {
                        let (first, second) = (b[i / 4 * 4 + i / 2 % 2], b[i / 4 * 4 + i / 2 % 2 + 2]);
                        if i % 2 == 0 { _mm_unpacklo_epi32(first, second) } else { _mm_unpackhi_epi32(first, second) }
                    });
                    for (i, row) in rows.iter_mut().enumerate() {
                        let (first, second) = (c[i / 2], c[i / 2 + 4]);
                        let column = if i % 2 == 0 { _mm_unpacklo_epi64(first, second) } else { _mm_unpackhi_epi64(first, second) };
                        _mm_store_si128(row.0.as_mut_ptr().cast::<__m128i>().add(quarter), column);
                    }
                }
            }
        }
        8 * blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    fn block(state: &mut u64, rows: usize, most: u16) -> Vec<Row> {
        let mut block: Vec<Row> =
            (1..rows).map(|_| Row(std::array::from_fn(|_| (mixed(state) % (u64::from(most) + 1)) as i16))).collect();
        block.push(Row::ZERO);
        block
    }

    /// The definition, in wide numbers.
    fn expected(groups: &[Vec<[u16; 2]>], job: &Job<'_>) -> i128 {
        let mut total = 0_i128;
        for group in job.chosen {
            for [i, j] in &groups[usize::from(*group)] {
                let (near, far) = (&job.near[usize::from(*i)], &job.far[usize::from(*j)]);
                for place in 0..32 {
                    let factor = i128::from(job.factors[usize::from(*group)][place / 2]);
                    total += factor * i128::from(near.0[place]) * i128::from(far.0[place]);
                }
            }
        }
        total
    }

    #[test]
    fn every_set_gives_the_same_total() {
        let mut state = 1;
        for round in 0..40 {
            let (near, far) = (1 + (mixed(&mut state) % 40) as usize, 1 + (mixed(&mut state) % 40) as usize);
            let groups: Vec<Vec<[u16; 2]>> = (0..mixed(&mut state) % 20)
                .map(|_| {
                    let mut number = |below: usize| (mixed(&mut state) % below as u64) as u16;
                    let length = number(60);
                    (0..length).map(|_| [number(near), number(far)]).collect()
                })
                .collect();
            let most = Groups::most_pairs(1728, 1728);
            let made = Groups::new(&groups, near, far, most).unwrap();
            let (near, far) = (block(&mut state, near, 1728), block(&mut state, far, 1728));
            let factors: Vec<[u16; 16]> = groups.iter().map(|_| std::array::from_fn(|_| (mixed(&mut state) % 1729) as u16)).collect();
            let chosen: Vec<u16> = (0..groups.len() as u16).filter(|group| round % 2 == 0 || group % 3 != 0).collect();
            let job = Job { groups: &made, near: &near, far: &far, factors: &factors, chosen: &chosen, next: &far };
            let wanted = expected(&groups, &job);
            for isa in Isa::ALL.iter().copied() {
                assert_eq!(i128::from(total(isa, &job)), wanted, "{isa}, round {round}");
            }
            assert_eq!(i128::from(run::<Plain>(&job)), wanted);
            #[cfg(target_arch = "x86_64")]
            if Isa::Avx512.is_available() {
                // SAFETY: the processor has the set.
                assert_eq!(i128::from(unsafe { x86::total_avx512(&job) }), wanted);
            }
        }
    }

    /// As many of the greatest numbers as are allowed do not overflow; one more group than allowed is refused.
    #[test]
    fn the_guard_holds_at_its_edge() {
        for (near, far) in [(1728, 1728), (32_767, 1000), (3456, 20_736), (4096, 8192), (32_767, 1)] {
            let most = Groups::most_pairs(near, far);
            let blocks = [near, far].map(|most| [Row([most as i16; 32]), Row::ZERO]);
            let groups = vec![vec![[0, 0]; most]; 3];
            let made = Groups::new(&groups, 2, 2, most).unwrap();
            assert!(Groups::new(&[vec![[0, 0]; most + 1]], 2, 2, most).is_none());
            // The next step of four pairs might overflow.
            assert!(2 * i64::from(near) * i64::from(far) * (most as i64 + 4) > i64::from(i32::MAX));
            let factors = [[0x7fff; 16]; 3];
            let job = Job { groups: &made, near: &blocks[0], far: &blocks[1], factors: &factors, chosen: &[0, 1, 2], next: &[] };
            for isa in Isa::ALL.iter().copied() {
                assert_eq!(i128::from(total(isa, &job)), expected(&groups, &job), "{isa}");
            }
        }
        assert_eq!(Groups::most_pairs(0, 5), u32::MAX as usize / 4 * 4);
        assert!(Groups::new(&[vec![[2, 0]]], 2, 2, 4).is_none() && Groups::new(&[vec![[0, 2]]], 2, 2, 4).is_none());
        assert!(Groups::new(&vec![Vec::new(); MOST_GROUPS + 1], 1, 1, 4).is_none());
        assert!(Groups::new(&[], 0, 1, 4).is_none());
        // The bound on totals: 2³¹ · 2¹⁵ · 16 · groups.
        assert!(31 + 15 + 4 + MOST_GROUPS.ilog2() <= 63);
    }

    #[test]
    fn lists_become_columns() {
        let mut state = 5;
        for length in [0, 1, 7, 8, 9, 31, 64, 288] {
            let lists: [Vec<u16>; 32] = std::array::from_fn(|_| (0..length).map(|_| (mixed(&mut state) % 30_000) as u16).collect());
            let mut out = vec![Row([-1; 32]); length + 1];
            transpose(&lists.each_ref().map(Vec::as_slice), &mut out);
            for (number, row) in out[..length].iter().enumerate() {
                assert_eq!(row.0.map(i16::cast_unsigned), std::array::from_fn::<u16, 32, _>(|lane| lists[lane][number]));
            }
            assert_eq!(out[length], Row([-1; 32]));
        }
    }
}
