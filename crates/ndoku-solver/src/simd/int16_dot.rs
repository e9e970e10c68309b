//! Sums of products of 16-bit numbers, 32 side by side: the hot loop of the band-stack sum, see
//! `ndoku-count`.
//!
//! ```text
//!   near[i]    a0  a1   a2  a3   …  a30 a31    32 numbers, a Row
//!   far[j]     b0  b1   b2  b3   …  b30 b31
//!   sum       a0·b0+a1·b1  a2·b2+a3·b3  …      16 sums of 32 bits over the pairs (i, j) of a group
//!   factor        f0           f1       …      16 factors per group
//!   total      Σ over groups, Σ over the 16 lanes, of factor · sum, in 64 bits
//! ```
//!
//! With AVX-512 VNNI, one instruction adds a pair of rows. Several far blocks are processed
//! together, so that near rows and row indices are loaded once for all of them.
//!
//! **Overflow:** [`Groups`] is built for the greatest numbers that rows may hold, and refuses a
//! group whose sum could exceed 31 bits. A total is then less than 2³¹ · 2¹⁵ · 16 · groups, so that
//! up to 2¹³ groups are allowed.
//!
//! **Cost:** 0.4 to 0.6 ns for a pair of rows with AVX-512, while both blocks of rows stay in the
//! level-1 cache.

use super::Isa;

/// 32 non-negative numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [i16; 32]);

impl Row {
    /// The row of zeros.
    pub const ZERO: Self = Self([0; 32]);
}

/// Multiple to which the pairs of a group are padded.
const UNROLLED: usize = 4;

/// Maximum number of groups, so that a total fits into 64 bits.
const MAX_GROUPS: usize = 1 << 13;

/// A set of groups, as bits.
pub type Chosen = Vec<u64>;

/// Two pairs in a word, each with the byte offsets of its near and its far row, 16 bits each.
type TwoPairs = u64;

/// The pairs of rows to multiply, in groups.
#[derive(Clone, Debug)]
pub struct Groups {
    /// The start of the pairs of each group in `pairs`, and the end of the last.
    ///
    /// All are multiples of half of [`UNROLLED`].
    starts: Vec<u32>,
    /// Rows below `near` and `far`; the constructor checks this, and the unsafe code relies on it.
    pairs: Vec<TwoPairs>,
    /// Minimum number of rows of a near block.
    near: usize,
    /// Minimum number of rows of a far block.
    far: usize,
}

impl Groups {
    /// Returns the maximum number of pairs of a padded group whose sum certainly fits into 31 bits.
    ///
    /// `near` and `far` are the greatest numbers of near and far rows.
    pub const fn max_pairs(near: u16, far: u16) -> usize {
        let product = 2 * near as u64 * far as u64;
        let max_pairs = match (i32::MAX as u64).checked_div(product) {
            Some(max_pairs) => max_pairs,
            None => u32::MAX as u64,
        };
        max_pairs as usize / UNROLLED * UNROLLED
    }

    /// Makes groups of pairs for blocks of `near` and `far` rows, at most 1024 of each.
    ///
    /// Groups are padded with the pair of the last near row and the first far row, so the last near
    /// row of a block must be [`Row::ZERO`]. Returns `None` in these cases:
    ///
    /// - A pair refers to a row that does not exist.
    /// - A group has more than `max_pairs` pairs.
    /// - There are too many groups or rows.
    pub fn new(
        groups: &[Vec<[u16; 2]>],
        near: usize,
        far: usize,
        max_pairs: usize,
    ) -> Option<Self> {
        const { assert!(size_of::<Row>() * 1024 == 1 << 16) }
        let mut made = Self {
            starts: vec![0],
            pairs: Vec::new(),
            near,
            far,
        };
        let zero = [u16::try_from(near.checked_sub(1)?).ok()?, 0];
        let fits = |[i, j]: &[u16; 2]| usize::from(*i) < near && usize::from(*j) < far;
        if groups.len() > MAX_GROUPS || near.max(far) > 1024 || !fits(&zero) {
            return None;
        }
        let bytes =
            |[i, j]: [u16; 2]| (u64::from(i) + (u64::from(j) << 16)) * size_of::<Row>() as u64;
        for group in groups {
            if !group.iter().all(fits) || group.len() > max_pairs {
                return None;
            }
            let mut filled = group.clone();
            filled.resize(group.len().next_multiple_of(UNROLLED), zero);
            made.pairs.extend(
                filled
                    .as_chunks::<2>()
                    .0
                    .iter()
                    .map(|[first, second]| bytes(*first) | bytes(*second) << 32),
            );
            made.starts.push(u32::try_from(made.pairs.len()).ok()?);
        }
        Some(made)
    }

    /// Returns the number of pairs, padding included.
    pub fn pairs(&self) -> usize {
        2 * self.pairs.len()
    }

    /// Returns the pairs of a group.
    #[inline(always)]
    fn pairs_of(&self, group: usize) -> &[TwoPairs] {
        &self.pairs[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

/// The inputs that differ between totals that are computed together.
#[derive(Copy, Clone, Debug)]
pub struct Far<'a> {
    /// The far rows.
    pub rows: &'a [Row],
    /// The factors of each group, below 2¹⁵.
    pub factors: &'a [[u16; 16]],
    /// The groups whose factors are not all 0; other groups can be skipped.
    pub chosen: &'a [u64],
    /// The far rows of the next job, which are prefetched.
    pub next: &'a [Row],
}

/// A computation of totals.
#[derive(Copy, Clone, Debug)]
pub struct Job<'a, const K: usize> {
    /// The pairs of rows to multiply.
    pub groups: &'a Groups,
    /// The near rows; the last row that the groups use is zero.
    pub near: &'a [Row],
    /// The inputs of each total.
    pub far: [Far<'a>; K],
}

/// Computes the totals, which are the same with every instruction set.
///
/// # Panics
/// Panics if blocks have fewer rows than the groups were built for, or if a chosen group does not
/// exist.
pub fn totals<const K: usize>(isa: Isa, job: &Job<'_, K>) -> [i64; K] {
    assert!(
        job.near.len() >= job.groups.near
            && job.far.iter().all(|far| far.rows.len() >= job.groups.far),
        "a block is too short"
    );
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 if x86::has_vnni() => {
            // SAFETY: the guard checked that the processor has the instruction set.
            unsafe { x86::totals_vnni(job) }
        }
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 if isa.is_available() => {
            // SAFETY: the guard has checked that the processor has the set.
            unsafe { x86::totals_avx512(job) }
        }
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 if isa.is_available() => {
            // SAFETY: the guard has checked that the processor has the set.
            unsafe { x86::totals_avx2(job) }
        }
        #[cfg(target_arch = "x86_64")]
        Isa::Sse2 => run::<x86::Sse2, K>(job),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Isa::Wasm => run::<wasm::Simd128, K>(job),
        _ => run::<Plain, K>(job),
    }
}

/// Transposes 32 lists: row i of `out` gets number i of each list.
///
/// Fills as many rows as `out` has, but at most the length of the shortest list.
pub fn transpose(lists: &[&[u16]; 32], out: &mut [Row]) {
    let count = lists
        .iter()
        .map(|list| list.len())
        .min()
        .unwrap_or(0)
        .min(out.len());
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

/// Sixteen sums of 32 bits, and totals of 64 bits.
trait Sums: Copy {
    /// The type of the totals.
    type Totals: Copy;
    fn zero() -> Self;
    fn no_total() -> Self::Totals;
    /// Adds the products of two rows, two neighbors into each sum.
    fn add_products(self, near: &Row, far: &Row) -> Self;
    fn add(self, other: Self) -> Self;
    /// Adds each sum times its factor to the totals.
    fn into_totals(self, totals: Self::Totals, factors: &[u16; 16]) -> Self::Totals;
    fn total(totals: Self::Totals) -> i64;
    /// Prefetches a row into the cache.
    fn prefetch(row: &Row);
}

/// Computes the totals with this type of sums.
#[inline(always)]
fn run<S: Sums, const K: usize>(job: &Job<'_, K>) -> [i64; K] {
    let Job { groups, near, far } = job;
    let mut totals = [S::no_total(); K];
    let mut turn = 0;
    let words = far.iter().map(|far| far.chosen.len()).min().unwrap_or(0);
    for word in 0..words {
        let mut rest = far.iter().fold(0, |chosen, far| chosen | far.chosen[word]);
        while rest != 0 {
            let group = 64 * word + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            for far in far {
                if let Some(row) = far.next.get(turn) {
                    S::prefetch(row);
                }
            }
            turn += 1;
            // Four independent sums, so that an addition does not wait for the previous one.
            let mut sums = [[S::zero(); UNROLLED]; K];
            for pairs in groups.pairs_of(group).as_chunks::<{ UNROLLED / 2 }>().0 {
                for (word, pairs) in pairs.iter().enumerate() {
                    for half in 0..2 {
                        let (i, j) = (
                            pairs >> (32 * half) & 0xffff,
                            pairs >> (32 * half + 16) & 0xffff,
                        );
                        for (sums, far) in sums.iter_mut().zip(far) {
                            // SAFETY: `Groups::new` checked that both are byte offsets of rows
                            // below its numbers of rows, and `totals` checked that blocks have as
                            // many.
                            let (near, far) = unsafe {
                                (
                                    &*near.as_ptr().byte_add(i as usize),
                                    &*far.rows.as_ptr().byte_add(j as usize),
                                )
                            };
                            sums[2 * word + half] = sums[2 * word + half].add_products(near, far);
                        }
                    }
                }
            }
            for ((totals, sums), far) in totals.iter_mut().zip(sums).zip(far) {
                *totals = sums[0]
                    .add(sums[1])
                    .add(sums[2].add(sums[3]))
                    .into_totals(*totals, &far.factors[group]);
            }
        }
    }
    totals.map(S::total)
}

/// Sums in plain Rust, one for each of the 32 places, which the compiler vectorizes.
/// `docs/experiments/simd-solver.md` compares it with 16 sums.
#[derive(Copy, Clone)]
struct Plain([i32; 32]);

impl Sums for Plain {
    type Totals = i64;

    #[inline(always)]
    fn zero() -> Self {
        Self([0; 32])
    }
    #[inline(always)]
    fn no_total() -> i64 {
        0
    }
    #[inline(always)]
    fn add_products(mut self, near: &Row, far: &Row) -> Self {
        for ((sum, near), far) in self.0.iter_mut().zip(near.0).zip(far.0) {
            *sum += i32::from(near) * i32::from(far);
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
        let pairs = self.0.as_chunks::<2>().0.iter();
        totals
            + pairs
                .zip(factors)
                .map(|([a, b], factor)| i64::from(a + b) * i64::from(*factor))
                .sum::<i64>()
    }
    #[inline(always)]
    fn total(totals: i64) -> i64 {
        totals
    }
    #[inline(always)]
    fn prefetch(_: &Row) {}
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    //! Sixteen sums in four vectors of WebAssembly. A module compiled with them needs them, so
    //! that no run-time check is necessary.

    use std::arch::wasm32::{
        i32x4_add, i32x4_dot_i16x8, i32x4_splat, i64x2_add, i64x2_extmul_high_i32x4,
        i64x2_extmul_low_i32x4, i64x2_extract_lane, i64x2_splat, u32x4_extend_high_u16x8,
        u32x4_extend_low_u16x8, v128, v128_load,
    };

    use super::{Row, Sums};

    /// Returns vector `at` of 16-bit numbers.
    #[inline(always)]
    fn load<T: Copy, const N: usize>(numbers: &[T; N], at: usize) -> v128 {
        const { assert!(size_of::<T>() == 2 && N.is_multiple_of(8)) }
        let eight = &numbers[8 * at..8 * at + 8];
        // SAFETY: the slice has the 16 bytes that the load reads, at any address.
        unsafe { v128_load(eight.as_ptr().cast()) }
    }

    #[derive(Copy, Clone)]
    pub(super) struct Simd128([v128; 4]);

    impl Sums for Simd128 {
        type Totals = v128;

        #[inline(always)]
        fn zero() -> Self {
            Self([i32x4_splat(0); 4])
        }
        #[inline(always)]
        fn no_total() -> v128 {
            i64x2_splat(0)
        }
        #[inline(always)]
        fn add_products(mut self, near: &Row, far: &Row) -> Self {
            for at in 0..4 {
                let products = i32x4_dot_i16x8(load(&near.0, at), load(&far.0, at));
                self.0[at] = i32x4_add(self.0[at], products);
            }
            self
        }
        #[inline(always)]
        fn add(mut self, other: Self) -> Self {
            for at in 0..4 {
                self.0[at] = i32x4_add(self.0[at], other.0[at]);
            }
            self
        }
        #[inline(always)]
        fn into_totals(self, mut totals: v128, factors: &[u16; 16]) -> v128 {
            for half in 0..2 {
                let factors = load(factors, half);
                let wide = [
                    u32x4_extend_low_u16x8(factors),
                    u32x4_extend_high_u16x8(factors),
                ];
                for (at, factors) in wide.into_iter().enumerate() {
                    let sums = self.0[2 * half + at];
                    totals = i64x2_add(totals, i64x2_extmul_low_i32x4(sums, factors));
                    totals = i64x2_add(totals, i64x2_extmul_high_i32x4(sums, factors));
                }
            }
            totals
        }
        #[inline(always)]
        fn total(totals: v128) -> i64 {
            i64x2_extract_lane::<0>(totals) + i64x2_extract_lane::<1>(totals)
        }
        #[inline(always)]
        fn prefetch(_: &Row) {}
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    //! Implementations with AVX2 and AVX-512, and a transposition with SSE2, which every x86-64
    //! has.

    use std::arch::x86_64::*;

    use super::{Job, Row, Sums, run};

    /// Returns `true` if the processor has the instruction that multiplies and adds.
    pub(super) fn has_vnni() -> bool {
        crate::simd::Isa::Avx512.is_available() && is_x86_feature_detected!("avx512vnni")
    }

    /// Computes the totals with AVX-512 VNNI.
    ///
    /// # Safety
    /// [`has_vnni`] must have returned `true`.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub(super) unsafe fn totals_vnni<const K: usize>(job: &Job<'_, K>) -> [i64; K] {
        run::<Vnni, K>(job)
    }

    /// Computes the totals with AVX-512.
    ///
    /// # Safety
    /// The processor must have AVX-512F, BW and VL.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) unsafe fn totals_avx512<const K: usize>(job: &Job<'_, K>) -> [i64; K] {
        run::<Avx512, K>(job)
    }

    /// Computes the totals with AVX2.
    ///
    /// # Safety
    /// The processor must have AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn totals_avx2<const K: usize>(job: &Job<'_, K>) -> [i64; K] {
        run::<Avx2, K>(job)
    }

    /// Sums in one register. Values are only created inside [`totals_avx512`].
    #[derive(Copy, Clone)]
    struct Avx512(__m512i);

    impl Sums for Avx512 {
        type Totals = __m512i;

        #[inline(always)]
        fn zero() -> Self {
            // SAFETY: inside `totals_avx512`, so the processor has AVX-512F.
            Self(unsafe { _mm512_setzero_si512() })
        }
        #[inline(always)]
        fn no_total() -> __m512i {
            // SAFETY: see `zero`.
            unsafe { _mm512_setzero_si512() }
        }
        #[inline(always)]
        fn add_products(self, near: &Row, far: &Row) -> Self {
            // SAFETY: see `zero`, and the processor has BW; a row is 64 bytes.
            Self(unsafe {
                let products = _mm512_madd_epi16(
                    _mm512_load_si512(near.0.as_ptr().cast()),
                    _mm512_load_si512(far.0.as_ptr().cast()),
                );
                _mm512_add_epi32(self.0, products)
            })
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: see `zero`.
            Self(unsafe { _mm512_add_epi32(self.0, other.0) })
        }
        #[inline(always)]
        fn into_totals(self, totals: __m512i, factors: &[u16; 16]) -> __m512i {
            // SAFETY: as in `zero`; the load reads 32 bytes at any address. Sums and factors are
            // nonnegative, so each product equals that of the lower halves.
            unsafe {
                let factors = _mm512_cvtepu16_epi32(_mm256_loadu_si256(factors.as_ptr().cast()));
                let even = _mm512_mul_epi32(self.0, factors);
                let odd = _mm512_mul_epi32(
                    _mm512_srli_epi64::<32>(self.0),
                    _mm512_srli_epi64::<32>(factors),
                );
                _mm512_add_epi64(totals, _mm512_add_epi64(even, odd))
            }
        }
        #[inline(always)]
        fn total(totals: __m512i) -> i64 {
            // SAFETY: see `zero`.
            unsafe { _mm512_reduce_add_epi64(totals) }
        }
        #[inline(always)]
        fn prefetch(row: &Row) {
            // SAFETY: the address of a row; a prefetch reads nothing that the program sees.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(row.0.as_ptr().cast()) }
        }
    }

    /// Adds the products of two rows in assembly. The compiler splits the intrinsic into two slower
    /// instructions, see `docs/experiments/simd-solver.md`.
    ///
    /// # Safety
    /// [`has_vnni`] must have returned `true`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vnni")]
    unsafe fn add_products(mut sum: __m512i, near: &Row, far: &Row) -> __m512i {
        // SAFETY: the processor has the instruction. It reads a row, 64 bytes, and no other memory.
        // So does the load.
        unsafe {
            std::arch::asm!(
                "vpdpwssd {sum}, {near}, [{far}]",
                sum = inout(zmm_reg) sum,
                near = in(zmm_reg) _mm512_load_si512(near.0.as_ptr().cast()),
                far = in(reg) far.0.as_ptr(),
                options(pure, readonly, nostack, preserves_flags)
            );
        }
        sum
    }

    /// Sums like [`Avx512`], but with one instruction for multiplication and addition. Values are
    /// only created inside [`totals_vnni`].
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
            // SAFETY: inside `totals_vnni`, so the processor has AVX-512 VNNI.
            Self(Avx512(unsafe { add_products(self.0.0, near, far) }))
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

    /// Sums in two registers. Values are only created inside [`totals_avx2`].
    #[derive(Copy, Clone)]
    struct Avx2([__m256i; 2]);

    impl Sums for Avx2 {
        type Totals = __m256i;

        #[inline(always)]
        fn zero() -> Self {
            // SAFETY: inside `totals_avx2`, so the processor has AVX2.
            Self(unsafe { [_mm256_setzero_si256(); 2] })
        }
        #[inline(always)]
        fn no_total() -> __m256i {
            // SAFETY: see `zero`.
            unsafe { _mm256_setzero_si256() }
        }
        #[inline(always)]
        fn add_products(self, near: &Row, far: &Row) -> Self {
            let half = |half: usize| {
                // SAFETY: see `zero`; each load reads half of a row, at an address that is a
                // multiple of 32.
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
            // SAFETY: see `zero`.
            Self(unsafe {
                [
                    _mm256_add_epi32(self.0[0], other.0[0]),
                    _mm256_add_epi32(self.0[1], other.0[1]),
                ]
            })
        }
        #[inline(always)]
        fn into_totals(self, mut totals: __m256i, factors: &[u16; 16]) -> __m256i {
            for (half, sums) in self.0.into_iter().enumerate() {
                // SAFETY: see `zero`; each load reads half of the factors, at any address. Sums
                // and
                // factors are nonnegative.
                unsafe {
                    let factors = _mm256_cvtepu16_epi32(_mm_loadu_si128(
                        factors.as_ptr().cast::<__m128i>().add(half),
                    ));
                    let even = _mm256_mul_epi32(sums, factors);
                    let odd = _mm256_mul_epi32(
                        _mm256_srli_epi64::<32>(sums),
                        _mm256_srli_epi64::<32>(factors),
                    );
                    totals = _mm256_add_epi64(totals, _mm256_add_epi64(even, odd));
                }
            }
            totals
        }
        #[inline(always)]
        fn total(totals: __m256i) -> i64 {
            let mut parts = [0_i64; 4];
            // SAFETY: see `zero`; the store writes 32 bytes at any address.
            unsafe { _mm256_storeu_si256(parts.as_mut_ptr().cast(), totals) };
            parts.iter().sum()
        }
        #[inline(always)]
        fn prefetch(row: &Row) {
            // SAFETY: the address of a row; a prefetch reads nothing that the program sees.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(row.0.as_ptr().cast()) }
        }
    }

    /// Sums in four registers. SSE2 is part of x86-64.
    #[derive(Copy, Clone)]
    pub(super) struct Sse2([__m128i; 4]);

    impl Sums for Sse2 {
        type Totals = __m128i;

        #[inline(always)]
        fn zero() -> Self {
            // SAFETY: every x86-64 has SSE2.
            Self(unsafe { [_mm_setzero_si128(); 4] })
        }
        #[inline(always)]
        fn no_total() -> __m128i {
            // SAFETY: see `zero`.
            unsafe { _mm_setzero_si128() }
        }
        #[inline(always)]
        fn add_products(self, near: &Row, far: &Row) -> Self {
            let quarter = |quarter: usize| {
                // SAFETY: see `zero`; each load reads a quarter of a row, at an address that is a
                // multiple of 16.
                unsafe {
                    let near = _mm_load_si128(near.0.as_ptr().cast::<__m128i>().add(quarter));
                    let far = _mm_load_si128(far.0.as_ptr().cast::<__m128i>().add(quarter));
                    _mm_add_epi32(self.0[quarter], _mm_madd_epi16(near, far))
                }
            };
            Self([quarter(0), quarter(1), quarter(2), quarter(3)])
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: see `zero`.
            Self(std::array::from_fn(|quarter| unsafe {
                _mm_add_epi32(self.0[quarter], other.0[quarter])
            }))
        }
        #[inline(always)]
        fn into_totals(self, mut totals: __m128i, factors: &[u16; 16]) -> __m128i {
            for (quarter, sums) in self.0.into_iter().enumerate() {
                // SAFETY: see `zero`; each load reads a quarter of the factors, at any address.
                // Sums and factors are nonnegative.
                unsafe {
                    let factors =
                        _mm_loadl_epi64(factors.as_ptr().cast::<__m128i>().byte_add(8 * quarter));
                    let factors = _mm_unpacklo_epi16(factors, _mm_setzero_si128());
                    let even = _mm_mul_epu32(sums, factors);
                    let odd =
                        _mm_mul_epu32(_mm_srli_epi64::<32>(sums), _mm_srli_epi64::<32>(factors));
                    totals = _mm_add_epi64(totals, _mm_add_epi64(even, odd));
                }
            }
            totals
        }
        #[inline(always)]
        fn total(totals: __m128i) -> i64 {
            let mut parts = [0_i64; 2];
            // SAFETY: see `zero`; the store writes 16 bytes at any address.
            unsafe { _mm_storeu_si128(parts.as_mut_ptr().cast(), totals) };
            parts[0] + parts[1]
        }
        #[inline(always)]
        fn prefetch(row: &Row) {
            // SAFETY: the address of a row; a prefetch reads nothing that the program sees.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(row.0.as_ptr().cast()) }
        }
    }

    /// Transposes eight rows of `out` at a time, eight lanes each, and returns the number of rows
    /// done.
    ///
    /// Lists must be at least as long as `out`.
    pub(super) fn transpose(lists: &[&[u16]; 32], out: &mut [Row]) -> usize {
        let blocks = out.len() / 8;
        assert!(lists.iter().all(|list| list.len() >= 8 * blocks));
        for (block, rows) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            for (quarter, lists) in lists.as_chunks::<8>().0.iter().enumerate() {
                // SAFETY: SSE2 is part of x86-64. Each load reads eight numbers at any address,
                // those from 8 · block on, which the list has. Each store writes eight numbers of a
                // row, at an address that is a multiple of 16.
                unsafe {
                    let load = |list: &[u16]| _mm_loadu_si128(list.as_ptr().add(8 * block).cast());
                    let a = lists.map(load);
                    // Interleaves the numbers of two lists, then of four, then of eight.
                    let b: [__m128i; 8] = std::array::from_fn(|i| {
                        let (first, second) = (a[i / 2 * 2], a[i / 2 * 2 + 1]);
                        if i % 2 == 0 {
                            _mm_unpacklo_epi16(first, second)
                        } else {
                            _mm_unpackhi_epi16(first, second)
                        }
                    });
                    let c: [__m128i; 8] = std::array::from_fn(|i| {
                        let (first, second) =
                            (b[i / 4 * 4 + i / 2 % 2], b[i / 4 * 4 + i / 2 % 2 + 2]);
                        if i % 2 == 0 {
                            _mm_unpacklo_epi32(first, second)
                        } else {
                            _mm_unpackhi_epi32(first, second)
                        }
                    });
                    for (i, row) in rows.iter_mut().enumerate() {
                        let (first, second) = (c[i / 2], c[i / 2 + 4]);
                        let column = if i % 2 == 0 {
                            _mm_unpacklo_epi64(first, second)
                        } else {
                            _mm_unpackhi_epi64(first, second)
                        };
                        _mm_store_si128(row.0.as_mut_ptr().cast::<__m128i>().add(quarter), column);
                    }
                }
            }
        }
        8 * blocks
    }
}

#[cfg(test)]
mod tests;
