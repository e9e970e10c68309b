//! Taking away what is not needed, in a given order: the heart of every generator.
//!
//! ```text
//!   order     a  b  c  d  e  f  g  …           each in turn goes, if the puzzle without it still passes
//!   together  ab ─ abc ─ abcd ─ abcde ✗        "all up to here" for many lengths at once: the longest that passes; the next one stays
//!   alone     f? g? h? …                       each alone: what fails now fails later too, since the puzzle only gets less
//! ```
//!
//! Whatever passes must pass with more in it. Then what comes out is the same as one after the other: it depends on the order and the answers alone, not on
//! how many are asked at once.

use super::NotMade;

/// How many states are asked about at once.
const AT_ONCE: usize = 16;

/// What is taken from, and what says whether it still passes.
pub(super) trait Thinning {
    /// What is left.
    type State: Clone;

    /// Takes an item away.
    fn take(&self, state: &mut Self::State, item: usize);

    /// Whether an item may go at all, from this state.
    fn may_go(&self, state: &Self::State, item: usize) -> bool;

    /// For each state, up to [`AT_ONCE`] of them, whether it passes.
    fn pass(&mut self, states: &[Self::State]) -> Result<Vec<bool>, NotMade>;
}

/// Takes items away in their order, each if the state passes without it and it may go.
pub(super) fn thin<T: Thinning>(
    kind: &mut T,
    state: &mut T::State,
    order: &[usize],
) -> Result<(), NotMade> {
    // Most that come first may go: how many, in large steps.
    let stride = order.len() / AT_ONCE + 1;
    let (states, lengths) = all_up_to(kind, state, order, stride);
    let passed = passing(kind, &states)?;
    let mut open: Vec<usize> = order.to_vec();
    if passed > 0 {
        state.clone_from(&states[passed - 1]);
        open.drain(..lengths[passed - 1]);
    }
    while !open.is_empty() {
        let (states, _) = all_up_to(kind, state, &open, 1);
        let passed = passing(kind, &states)?;
        if passed > 0 {
            state.clone_from(&states[passed - 1]);
        }
        // The one behind those that went stays: without it there was more than one solution, or it may not go from here.
        let is_refused =
            passed < states.len() || (states.len() < AT_ONCE && states.len() < open.len());
        open.drain(..passed + usize::from(is_refused));
        if passed == states.len() {
            continue;
        }
        // Each alone.
        let mut kept = Vec::with_capacity(open.len());
        for part in open.chunks(AT_ONCE) {
            let alone = |item: &usize| {
                let mut without = state.clone();
                kind.take(&mut without, *item);
                without
            };
            let states: Vec<T::State> = part.iter().map(alone).collect();
            let passes = kind.pass(&states)?;
            kept.extend(
                part.iter()
                    .zip(passes)
                    .filter(|(_, passes)| *passes)
                    .map(|(item, _)| *item),
            );
        }
        open = kept;
    }
    Ok(())
}

/// The states without the first items: `stride` of them, twice as many, and so on, as long as each may go; and how many are gone in each.
fn all_up_to<T: Thinning>(
    kind: &T,
    state: &T::State,
    items: &[usize],
    stride: usize,
) -> (Vec<T::State>, Vec<usize>) {
    let (mut states, mut lengths) = (Vec::with_capacity(AT_ONCE), Vec::with_capacity(AT_ONCE));
    let mut last = state.clone();
    for (place, item) in items.iter().enumerate() {
        if states.len() == AT_ONCE || !kind.may_go(&last, *item) {
            break;
        }
        kind.take(&mut last, *item);
        if (place + 1).is_multiple_of(stride) {
            states.push(last.clone());
            lengths.push(place + 1);
        }
    }
    (states, lengths)
}

/// How many of these states, each of which has less than the one before, pass.
fn passing<T: Thinning>(kind: &mut T, states: &[T::State]) -> Result<usize, NotMade> {
    Ok(kind
        .pass(states)?
        .iter()
        .take_while(|passes| **passes)
        .count())
}

/// The same where asking about many at once costs as much as about each: the first that stays is found by halving, since most that come first may go.
pub(super) fn thin_by_halves<T: Thinning>(
    kind: &mut T,
    state: &mut T::State,
    order: &[usize],
) -> Result<(), NotMade> {
    let without = |kind: &T, state: &T::State, items: &[usize]| {
        let mut left = state.clone();
        for item in items {
            if !kind.may_go(&left, *item) {
                return None;
            }
            kind.take(&mut left, *item);
        }
        Some(left)
    };
    // So many may go; so many may not.
    let (mut some, mut many) = (0, order.len() + 1);
    while many - some > 1 {
        let middle = some.midpoint(many);
        let passes = match without(kind, state, &order[..middle]) {
            Some(left) => kind.pass(&[left])?[0],
            None => false,
        };
        if passes {
            some = middle;
        } else {
            many = middle;
        }
    }
    if let Some(left) = without(kind, state, &order[..some]) {
        *state = left;
    }
    for item in order.iter().skip(some + 1) {
        if let Some(left) = without(kind, state, &[*item])
            && kind.pass(std::slice::from_ref(&left))?[0]
        {
            *state = left;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::fill::shuffled;

    /// Sets of numbers that pass if they meet some other sets.
    struct Hitting(Vec<u64>, u32);

    impl Thinning for Hitting {
        type State = u64;

        fn take(&self, state: &mut u64, item: usize) {
            *state &= !(1 << item);
        }

        fn may_go(&self, state: &u64, _: usize) -> bool {
            state.count_ones() > self.1
        }

        fn pass(&mut self, states: &[u64]) -> Result<Vec<bool>, NotMade> {
            assert!(states.len() <= AT_ONCE);
            Ok(states
                .iter()
                .map(|state| self.0.iter().all(|set| set & state != 0))
                .collect())
        }
    }

    #[test]
    fn many_at_once_are_as_one_after_the_other() {
        let mut rng = Rng::new(1);
        for round in 0..300 {
            let sets = (0..5 + round % 40)
                .map(|_| rng.next_u64() & rng.next_u64() & rng.next_u64() | 1 << rng.below(64))
                .collect();
            let mut kind = Hitting(sets, (round % 3 * 12) as u32);
            let order = shuffled(64, &mut rng);
            let mut expected = u64::MAX;
            for item in &order {
                let mut without = expected;
                kind.take(&mut without, *item);
                if kind.may_go(&expected, *item) && kind.pass(&[without]).unwrap()[0] {
                    expected = without;
                }
            }
            let mut state = u64::MAX;
            thin(&mut kind, &mut state, &order).unwrap();
            assert_eq!(state, expected, "{round}");
            state = u64::MAX;
            thin_by_halves(&mut kind, &mut state, &order).unwrap();
            assert_eq!(state, expected, "{round}");
        }
    }
}
