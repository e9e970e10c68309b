//! Lane access for vectors of four words, by instructions that need the lane as a constant.

/// Implements the methods of [`SimdVector`](super::SimdVector) that access single lanes. The macro
/// takes two functions with the lane as a constant: one returns the word of a lane, the other the
/// vector with another word in it.
macro_rules! impl_lane_access {
    ($get:ident, $with:ident) => {
        const WIDTH: usize = 4;

        #[inline(always)]
        fn extract_lane<const K: usize>(vectors: &[Self; K], lane: usize) -> [u32; K] {
            let mut words = [0; K];
            macro_rules! of_lane {
                ($lane:literal) => {
                    for (word, vector) in words.iter_mut().zip(vectors) {
                        *word = $get::<$lane>(vector.0);
                    }
                };
            }
            match lane & 3 {
                0 => of_lane!(0),
                1 => of_lane!(1),
                2 => of_lane!(2),
                _ => of_lane!(3),
            }
            words
        }
        #[inline(always)]
        fn store_lane<const K: usize>(vectors: &mut [Self; K], lane: usize, words: &LaneWords) {
            macro_rules! in_lane {
                ($lane:literal) => {
                    for (vector, word) in vectors.iter_mut().zip(words.iter()) {
                        vector.0 = $with::<$lane>(vector.0, *word);
                    }
                };
            }
            match lane & 3 {
                0 => in_lane!(0),
                1 => in_lane!(1),
                2 => in_lane!(2),
                _ => in_lane!(3),
            }
        }
        #[inline(always)]
        fn from_lane_mask(mask: u32) -> Self {
            let word = |lane: u32| (mask >> lane & 1).wrapping_neg();
            let first = $with::<0>(Self::splat(0).0, word(0));
            Self($with::<3>(
                $with::<2>($with::<1>(first, word(1)), word(2)),
                word(3),
            ))
        }
        #[inline(always)]
        fn deal(self, words: &$crate::simd::DealtWords, from: usize, mask: u32) -> Self {
            let mut dealt = self.0;
            let mut next = from % 32;
            macro_rules! to_lane {
                ($lane:literal) => {
                    if mask >> $lane & 1 == 1 {
                        dealt = $with::<$lane>(dealt, words.0[next % 32]);
                        next += 1;
                    }
                };
            }
            to_lane!(0);
            to_lane!(1);
            to_lane!(2);
            if mask >> 3 & 1 == 1 {
                dealt = $with::<3>(dealt, words.0[next % 32]);
            }
            Self(dealt)
        }
    };
}

pub(super) use impl_lane_access;
