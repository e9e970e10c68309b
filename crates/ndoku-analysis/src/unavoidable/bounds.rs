//! Lower bounds for the number of clues of a grid, by its unavoidable sets.
//!
//! ```text
//!   ■ ■ · · ▲ ▲ · ·
//!   ■ ■ · · · · · ·      three disjoint sets: at least three clues
//!   · · · · ▲ ▲ ● ●
//! ```
//!
//! [`clique_bound`] searches for a maximum number of disjoint sets: a maximum clique of the graph
//! that joins disjoint sets. The search adds one set at a time. It prunes a branch if the remaining
//! sets fall into too few classes of pairwise intersecting sets, because a clique takes at most one
//! set of each class (Tomita's coloring, on bits).
//!
//! [`fractional_bound`] is finer. Take some sets a number of times each, T in total, so that no
//! cell lies in more than L of the taken sets. Then each clue hits at most L of them, and ⌈T / L⌉
//! clues are needed. Good numbers come from repeatedly taking the set with the smallest weight,
//! where the weight of a cell grows with each taken set that contains it (after Garg and Könemann,
//! "Faster and simpler algorithms for multicommodity flow and other fractional packing problems",
//! 2007). The result is a proof by its own numbers, whatever sets were taken.

use crate::CellSet81;

/// Disjoint sets, and with them a lower bound for the number of clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CliqueBound {
    /// The disjoint sets. Each of them needs a clue.
    pub sets: Vec<CellSet81>,
    /// `true` if no larger number of the given sets is disjoint.
    pub is_maximum: bool,
}

/// Finds as many disjoint sets as possible. The search ends after this number of steps, and returns
/// the best result so far. A step takes microseconds for hundreds of sets.
#[must_use]
pub fn clique_bound(sets: &[CellSet81], steps: u64) -> CliqueBound {
    let mut sets: Vec<CellSet81> = sets.iter().copied().filter(|set| !set.is_empty()).collect();
    sets.sort_unstable_by_key(|set| (set.len(), *set));
    sets.dedup();
    let words = sets.len().div_ceil(64);
    let mut disjoint = vec![0_u64; sets.len() * words];
    for (number, set) in sets.iter().enumerate() {
        for (other, cells) in sets.iter().enumerate() {
            if !set.intersects(*cells) {
                disjoint[number * words + other / 64] |= 1 << (other % 64);
            }
        }
    }
    let mut all = vec![0_u64; words];
    for number in 0..sets.len() {
        all[number / 64] |= 1 << (number % 64);
    }
    let mut search = CliqueSearch {
        disjoint: &disjoint,
        words,
        steps,
        taken: Vec::new(),
        best: Vec::new(),
    };
    let is_maximum = search.expand(&all);
    CliqueBound {
        sets: search.best.iter().map(|number| sets[*number]).collect(),
        is_maximum,
    }
}

/// A search for a maximum clique.
struct CliqueSearch<'a> {
    /// For each set, the sets that are disjoint from it.
    disjoint: &'a [u64],
    words: usize,
    steps: u64,
    taken: Vec<usize>,
    best: Vec<usize>,
}

impl CliqueSearch<'_> {
    /// Extends the taken sets by sets of this list. Returns `true` if the search was completed.
    fn expand(&mut self, sets: &[u64]) -> bool {
        let Some(left) = self.steps.checked_sub(1) else {
            return false;
        };
        self.steps = left;
        if self.taken.len() > self.best.len() {
            self.best.clone_from(&self.taken);
        }
        // Classes of pairwise intersecting sets.
        let (mut rest, mut order) = (sets.to_vec(), Vec::new());
        let mut class = 0;
        while rest.iter().any(|word| *word != 0) {
            class += 1;
            let mut open = rest.clone();
            while let Some(number) = first(&open) {
                rest[number / 64] &= !(1 << (number % 64));
                open[number / 64] &= !(1 << (number % 64));
                let disjoint = &self.disjoint[number * self.words..][..self.words];
                open.iter_mut()
                    .zip(disjoint)
                    .for_each(|(open, disjoint)| *open &= !disjoint);
                order.push((number, class));
            }
        }
        let mut sets = sets.to_vec();
        for (number, class) in order.into_iter().rev() {
            if self.taken.len() + class <= self.best.len() {
                break;
            }
            let disjoint = &self.disjoint[number * self.words..][..self.words];
            let next: Vec<u64> = sets
                .iter()
                .zip(disjoint)
                .map(|(sets, disjoint)| sets & disjoint)
                .collect();
            self.taken.push(number);
            let ended = self.expand(&next);
            self.taken.pop();
            if !ended {
                return false;
            }
            sets[number / 64] &= !(1 << (number % 64));
        }
        true
    }
}

/// Returns the first element of a set.
fn first(set: &[u64]) -> Option<usize> {
    let word = set.iter().position(|word| *word != 0)?;
    Some(64 * word + set[word].trailing_zeros() as usize)
}

/// Returns a lower bound for the number of clues that hit all of these sets. It is seldom below
/// [`clique_bound`] and often above it.
///
/// `rounds` is the number of taken sets. Two thousand come near to the limit. A round takes about a
/// microsecond for hundreds of sets.
#[must_use]
pub fn fractional_bound(sets: &[CellSet81], rounds: usize) -> usize {
    let sets: Vec<CellSet81> = sets.iter().copied().filter(|set| !set.is_empty()).collect();
    FractionalBound::new(&sets, rounds).clues
}

/// A fractional packing of sets.
pub(super) struct FractionalBound {
    /// For each set, how often it was taken since the last round whose number is a power of two.
    pub counts: Vec<u32>,
    /// The largest number of these taken sets that share a cell.
    pub max_count: u32,
    /// The lower bound for the number of clues. It also uses earlier rounds.
    pub clues: usize,
}

impl FractionalBound {
    /// Takes sets, none of which is empty, in this number of rounds.
    pub(super) fn new(sets: &[CellSet81], rounds: usize) -> Self {
        /// The factor by which a taken set multiplies the weights of its cells. Other values are in
        /// `docs/experiments/generation.md`.
        const GROWTH: f64 = 1.1;
        // Far below the largest number, so that sums stay finite.
        const MAX_WEIGHT: f64 = 1e200;
        let mut holders = vec![Vec::new(); 81];
        for (number, set) in sets.iter().enumerate() {
            set.iter().for_each(|cell| holders[cell].push(number));
        }
        let (mut weights, mut met, mut since) = ([1.0_f64; 81], [0_u32; 81], 0);
        let mut sums: Vec<f64> = sets.iter().map(|set| set.len() as f64).collect();
        let mut bound = Self {
            counts: vec![0; sets.len()],
            max_count: 0,
            clues: usize::from(!sets.is_empty()),
        };
        for round in 1..=rounds {
            let lightest = sums
                .iter()
                .enumerate()
                .min_by(|(_, one), (_, other)| one.total_cmp(other));
            let Some((set, _)) = lightest else { break };
            bound.counts[set] = bound.counts[set].saturating_add(1);
            for cell in sets[set] {
                met[cell] = met[cell].saturating_add(1);
                let more = weights[cell] * (GROWTH - 1.0);
                weights[cell] += more;
                holders[cell]
                    .iter()
                    .for_each(|holder| sums[*holder] += more);
            }
            if weights.iter().any(|weight| *weight > MAX_WEIGHT) {
                weights
                    .iter_mut()
                    .chain(&mut sums)
                    .for_each(|weight| *weight /= MAX_WEIGHT);
            }
            // The first choices are poor. The sets taken since any round are a proof by themselves.
            if round.is_power_of_two() {
                (met, since) = ([0; 81], round);
                bound.counts.fill(0);
            } else {
                let most = met.iter().copied().max().unwrap_or(1).max(1);
                bound.clues = bound.clues.max((round - since).div_ceil(most as usize));
            }
        }
        bound.max_count = met.into_iter().max().unwrap_or(0);
        bound
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::Rng;

    use super::*;

    /// Finds the maximum number of disjoint sets by brute force.
    fn brute_force_clique(sets: &[CellSet81], free: CellSet81) -> usize {
        let Some((set, rest)) = sets.split_first() else {
            return 0;
        };
        let without = brute_force_clique(rest, free);
        if free.is_superset(*set) {
            without.max(1 + brute_force_clique(rest, free - *set))
        } else {
            without
        }
    }

    /// Finds the minimum number of cells that hit all sets by brute force.
    fn brute_force_hitting_set(sets: &[CellSet81], most: usize) -> usize {
        let Some(set) = sets.first() else { return 0 };
        if most == 0 {
            return 1;
        }
        let mut best = most + 1;
        for cell in *set {
            let rest: Vec<CellSet81> = sets
                .iter()
                .copied()
                .filter(|other| !other.contains(cell))
                .collect();
            best = best.min(1 + brute_force_hitting_set(&rest, best - 2));
            if best == 1 {
                break;
            }
        }
        best
    }

    #[test]
    fn bounds_agree_with_brute_force() {
        let mut rng = Rng::new(5);
        let mut differ = 0;
        for _ in 0..300 {
            let (count, cells) = (rng.below(14) as usize, 6 + rng.below(15));
            let draw = |rng: &mut Rng| {
                (0..2 + rng.below(3))
                    .map(|_| rng.below(cells) as usize * 4)
                    .collect()
            };
            let sets: Vec<CellSet81> = (0..count).map(|_| draw(&mut rng)).collect();
            let found = clique_bound(&sets, u64::MAX);
            assert!(
                found.is_maximum && found.sets.len() == brute_force_clique(&sets, CellSet81::ALL),
                "{sets:?}"
            );
            assert!(found.sets.iter().all(|set| sets.contains(set)));
            let needed = brute_force_hitting_set(&sets, 81);
            let bound = fractional_bound(&sets, 1_000);
            assert!(
                bound <= needed && bound >= 1.min(count),
                "{bound} {needed} {sets:?}"
            );
            differ += usize::from(bound > found.sets.len());
            assert!(bound + 1 >= found.sets.len(), "{bound} {sets:?}");
        }
        assert!(
            differ > 10,
            "the fractional bound was rarely larger: {differ}"
        );
    }

    #[test]
    fn limited_search_is_not_maximum() {
        let sets: Vec<CellSet81> = (0..80)
            .map(|cell| [cell, cell + 1].into_iter().collect())
            .collect();
        let (all, some) = (clique_bound(&sets, u64::MAX), clique_bound(&sets, 3));
        assert!(all.is_maximum && all.sets.len() == 40);
        assert!(!some.is_maximum && some.sets.len() < 40);
        assert_eq!(
            clique_bound(&[], 1),
            CliqueBound {
                sets: Vec::new(),
                is_maximum: true
            }
        );
        assert_eq!(
            (fractional_bound(&[], 9), fractional_bound(&sets, 0)),
            (0, 1)
        );
    }
}
