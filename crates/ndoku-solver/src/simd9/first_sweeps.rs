//! The first sweeps of one puzzle, until it is solved or needs a guess. Most puzzles for people end
//! here, so this comes before the search in all lanes.
//!
//! ```text
//!   words ─▶ sweep ─▶ sweep ─▶ … ─┬─▶ solved: the grid
//!            few lanes, one used   ├─▶ failed: no solution
//!                                  └─▶ stuck: the words that remain ─▶ search in all lanes
//! ```

use super::WORDS;
use super::propagate::{Propagation, propagate};
use super::transpose::{solution_planes, store_grid};
use crate::simd::{Kernel, LaneWords, SimdVector};

/// The first sweeps over these candidates. They are left as the last sweep makes them.
pub(super) struct FirstSweeps<'a>(pub(super) &'a mut LaneWords);

/// The result of the first sweeps.
pub(super) enum FirstFound {
    /// The only solution.
    Solution([u8; 81]),
    /// There is no solution.
    None,
    /// A guess is needed.
    Stuck,
}

impl Kernel for FirstSweeps<'_> {
    /// The result, and the number of sweeps. The last sweep of a stuck puzzle, which changed
    /// nothing, is not counted.
    type Output = (FirstFound, u64);

    #[inline(always)]
    fn run<V: SimdVector>(self) -> Self::Output {
        let mut state = [V::splat(0); WORDS];
        V::store_lane(&mut state, 0, self.0);
        let mut sweeps = 0;
        loop {
            let Propagation {
                failed,
                open,
                changed,
            } = propagate::<false, V>(&mut state, [false; 2]);
            sweeps += 1;
            if failed & 1 == 1 {
                return (FirstFound::None, sweeps);
            }
            if open & 1 == 0 {
                let (planes, right) = solution_planes(&state);
                if right & 1 == 0 {
                    return (FirstFound::None, sweeps);
                }
                let mut grid = [0; 81];
                store_grid::<V>(&V::extract_lane(&planes, 0), &mut grid);
                return (FirstFound::Solution(grid), sweeps);
            }
            if changed & 1 == 0 {
                *self.0 = V::load_lane(&state, 0);
                return (FirstFound::Stuck, sweeps - 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Isa;
    use crate::simd9::Simd9;
    use crate::simd9::transpose::words_from_clues;

    const EASY: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const HARD: &[u8; 81] =
        b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    #[test]
    fn easy_puzzles_end_with_the_first_sweeps_and_hard_ones_do_not() {
        let mut wrong = *EASY;
        wrong[80] = b'1';
        for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
            let run = |clues| {
                let mut words = words_from_clues(clues);
                let (found, sweeps) = isa.run_narrow(FirstSweeps(&mut words));
                (found, sweeps, words)
            };
            let (_, solution) = Simd9::new(Some(isa)).solve_one(EASY);
            let (found, sweeps, _) = run(EASY);
            assert!(
                matches!(found, FirstFound::Solution(grid) if grid == solution),
                "{isa}"
            );
            assert!((2..20).contains(&sweeps), "{isa}: {sweeps} sweeps");
            assert!(matches!(run(&wrong).0, FirstFound::None), "{isa}");
            let (found, _, words) = run(HARD);
            assert!(matches!(found, FirstFound::Stuck), "{isa}");
            assert_ne!(words[..WORDS], words_from_clues(HARD)[..WORDS], "{isa}");
        }
    }
}
