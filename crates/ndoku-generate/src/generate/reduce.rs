//! Removal of items that are not needed, in a given order. This is the core of every generator.
//!
//! ```text
//!   order     a  b  c  d  e  f  g  …      removes each item in turn if the rest is accepted
//!   prefixes  ab ─ abc ─ abcd ─ abcde ✗   tests many prefixes at once: the longest accepted one is
//!                                         removed, and the next item stays
//!   single    f? g? h? …                  tests each item alone: a rejected item stays rejected,
//!                                         because the state only shrinks
//! ```
//!
//! Acceptance must be monotone: an accepted state stays accepted with more items in it. Then the
//! result equals that of removal one by one. It depends only on the order and the answers, not on
//! the batch size.

use super::GenerateError;

/// Number of states that are tested at once.
const BATCH_SIZE: usize = 16;

/// A state from which items are removed, and a test that accepts states.
pub(super) trait Reducer {
    /// The remaining items.
    type State: Clone;

    /// Removes an item.
    fn remove(&self, state: &mut Self::State, item: usize);

    /// Returns `true` if an item is removable from this state at all.
    fn can_remove(&self, state: &Self::State, item: usize) -> bool;

    /// Tests up to [`BATCH_SIZE`] states.
    fn accepts(&mut self, states: &[Self::State]) -> Result<Vec<bool>, GenerateError>;
}

/// Removes items in their order, each if it is removable and the rest is accepted.
pub(super) fn reduce<T: Reducer>(
    kind: &mut T,
    state: &mut T::State,
    order: &[usize],
) -> Result<(), GenerateError> {
    // Most of the first items are removable. A large stride finds how many.
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
        // The item after the removed ones stays: without it the state is rejected, or it is not
        // removable.
        let is_refused =
            passed < states.len() || (states.len() < BATCH_SIZE && states.len() < open.len());
        open.drain(..passed + usize::from(is_refused));
        if passed == states.len() {
            continue;
        }
        // Tests each item alone.
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

/// Returns the states without the first items: without `stride` of them, twice as many, and so on
/// while each item is removable. Also returns the number of removed items of each state.
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

/// Counts the accepted states at the start of a list in which each state is a subset of the one
/// before.
fn count_accepted<T: Reducer>(kind: &mut T, states: &[T::State]) -> Result<usize, GenerateError> {
    Ok(kind
        .accepts(states)?
        .iter()
        .take_while(|passes| **passes)
        .count())
}

/// Removes items as [`reduce`] does, for tests whose costs are proportional to the batch. Finds the
/// first item that stays by bisection, because most of the first items are removable.
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
    // The first `some` items are removable, the first `many` are not.
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

    /// Sets of numbers that are accepted if they hit each of some other sets.
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
    fn batched_and_bisected_reduction_equal_removal_one_by_one() {
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
