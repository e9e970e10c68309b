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

use super::GenerateError;

/// How many states are asked about at once.
const BATCH_SIZE: usize = 16;

/// What is taken from, and what says whether it still passes.
pub(super) trait Reducer {
    /// What is left.
    type State: Clone;

    /// Takes an item away.
    fn remove(&self, state: &mut Self::State, item: usize);

    /// Whether an item may go at all, from this state.
    fn can_remove(&self, state: &Self::State, item: usize) -> bool;

    /// For each state, up to [`BATCH_SIZE`] of them, whether it passes.
    fn accepts(&mut self, states: &[Self::State]) -> Result<Vec<bool>, GenerateError>;
}

/// Takes items away in their order, each if the state passes without it and it may go.
pub(super) fn reduce<T: Reducer>(
    kind: &mut T,
    state: &mut T::State,
    order: &[usize],
) -> Result<(), GenerateError> {
    // Most that come first may go: how many, in large steps.
    let stride = order.len() / BATCH_SIZE + 1;
    let (states, lengths) = prefixes(kind, state, order, stride);
    let passed = count_accepted(kind, &states)?;
    let mut open: Vec<usize> = order.to_vec();
    if passed > 0 {
        state.clone_from(&states[passed - 1]);
        open.drain(..lengths[passed - 1]);
    }
    while !open.is_empty() {
        let (states, _) = prefixes(kind, state, &open, 1);
        let passed = count_accepted(kind, &states)?;
        if passed > 0 {
            state.clone_from(&states[passed - 1]);
        }
        // The one behind those that went stays: without it there was more than one solution, or it may not go from here.
        let is_refused =
            passed < states.len() || (states.len() < BATCH_SIZE && states.len() < open.len());
        open.drain(..passed + usize::from(is_refused));
        if passed == states.len() {
            continue;
        }
        // Each alone.
        let mut kept = Vec::with_capacity(open.len());
        for part in open.chunks(BATCH_SIZE) {
            let alone = |item: &usize| {
                let mut without = state.clone();
                kind.remove(&mut without, *item);
                without
            };
            let states: Vec<T::State> = part.iter().map(alone).collect();
            let passes = kind.accepts(&states)?;
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
fn prefixes<T: Reducer>(
    kind: &T,
    state: &T::State,
    items: &[usize],
    stride: usize,
) -> (Vec<T::State>, Vec<usize>) {
    let (mut states, mut lengths) = (
        Vec::with_capacity(BATCH_SIZE),
        Vec::with_capacity(BATCH_SIZE),
    );
    let mut last = state.clone();
    for (place, item) in items.iter().enumerate() {
        if states.len() == BATCH_SIZE || !kind.can_remove(&last, *item) {
            break;
        }
        kind.remove(&mut last, *item);
        if (place + 1).is_multiple_of(stride) {
            states.push(last.clone());
            lengths.push(place + 1);
        }
    }
    (states, lengths)
}

/// How many of these states, each of which has less than the one before, pass.
fn count_accepted<T: Reducer>(kind: &mut T, states: &[T::State]) -> Result<usize, GenerateError> {
    Ok(kind
        .accepts(states)?
        .iter()
        .take_while(|passes| **passes)
        .count())
}

/// The same where asking about many at once costs as much as about each: the first that stays is found by halving, since most that come first may go.
pub(super) fn reduce_by_bisection<T: Reducer>(
    kind: &mut T,
    state: &mut T::State,
    order: &[usize],
) -> Result<(), GenerateError> {
    let without = |kind: &T, state: &T::State, items: &[usize]| {
        let mut left = state.clone();
        for item in items {
            if !kind.can_remove(&left, *item) {
                return None;
            }
            kind.remove(&mut left, *item);
        }
        Some(left)
    };
    // So many may go; so many may not.
    let (mut some, mut many) = (0, order.len() + 1);
    while many - some > 1 {
        let middle = some.midpoint(many);
        let passes = match without(kind, state, &order[..middle]) {
            Some(left) => kind.accepts(&[left])?[0],
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
            && kind.accepts(std::slice::from_ref(&left))?[0]
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
    use crate::grid_generator::shuffled_indices;

    /// Sets of numbers that pass if they meet some other sets.
    struct HittingReducer(Vec<u64>, u32);

    impl Reducer for HittingReducer {
        type State = u64;

        fn remove(&self, state: &mut u64, item: usize) {
            *state &= !(1 << item);
        }

        fn can_remove(&self, state: &u64, _: usize) -> bool {
            state.count_ones() > self.1
        }

        fn accepts(&mut self, states: &[u64]) -> Result<Vec<bool>, GenerateError> {
            assert!(states.len() <= BATCH_SIZE);
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
            let mut kind = HittingReducer(sets, (round % 3 * 12) as u32);
            let order = shuffled_indices(64, &mut rng);
            let mut expected = u64::MAX;
            for item in &order {
                let mut without = expected;
                kind.remove(&mut without, *item);
                if kind.can_remove(&expected, *item) && kind.accepts(&[without]).unwrap()[0] {
                    expected = without;
                }
            }
            let mut state = u64::MAX;
            reduce(&mut kind, &mut state, &order).unwrap();
            assert_eq!(state, expected, "{round}");
            state = u64::MAX;
            reduce_by_bisection(&mut kind, &mut state, &order).unwrap();
            assert_eq!(state, expected, "{round}");
        }
    }
}
