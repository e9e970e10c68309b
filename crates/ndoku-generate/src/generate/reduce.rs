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

/// A planned reduction: a full grid, and the order in which its clues are removed.
pub(super) struct ReductionPlan {
    pub(super) grid: Vec<u8>,
    /// The orbits, by number, in the order of removal.
    pub(super) order: Vec<usize>,
    /// Minimum number of clues that the reduction keeps.
    pub(super) floor: usize,
    /// Number of clues to restore afterwards, where redundant clues are allowed.
    pub(super) clue_target: usize,
}

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
    let removed = remove_prefix(kind, state, order, stride)?.removed;
    let mut open: Vec<usize> = order[removed..].to_vec();
    while !open.is_empty() {
        let prefix = remove_prefix(kind, state, &open, 1)?;
        // The item after the removed ones stays: without it the state is rejected, or it is not
        // removable.
        let is_refused =
            prefix.is_rejected || (prefix.tested < BATCH_SIZE && prefix.tested < open.len());
        open.drain(..prefix.removed + usize::from(is_refused));
        if prefix.is_rejected {
            open = removable_alone(kind, state, &open)?;
        }
    }
    Ok(())
}

/// The result of [`remove_prefix`].
struct RemovedPrefix {
    /// Number of tested states.
    tested: usize,
    /// Some tested state was rejected.
    is_rejected: bool,
    /// Number of removed items.
    removed: usize,
}

/// Tests prefixes of the items, `stride` longer each, and removes the longest accepted one.
fn remove_prefix<T: Reducer>(
    kind: &mut T,
    state: &mut T::State,
    items: &[usize],
    stride: usize,
) -> Result<RemovedPrefix, GenerateError> {
    let (states, lengths) = prefixes(kind, state, items, stride);
    let passed = count_accepted(kind, &states)?;
    if passed > 0 {
        state.clone_from(&states[passed - 1]);
    }
    Ok(RemovedPrefix {
        tested: states.len(),
        is_rejected: passed < states.len(),
        removed: if passed > 0 { lengths[passed - 1] } else { 0 },
    })
}

/// Tests each item alone. Returns those without which the state is accepted.
fn removable_alone<T: Reducer>(
    kind: &mut T,
    state: &T::State,
    items: &[usize],
) -> Result<Vec<usize>, GenerateError> {
    let mut removable = Vec::with_capacity(items.len());
    for part in items.chunks(BATCH_SIZE) {
        let without = |item: &usize| {
            let mut without = state.clone();
            kind.remove(&mut without, *item);
            without
        };
        let states: Vec<T::State> = part.iter().map(without).collect();
        let passes = kind.accepts(&states)?;
        let passed = part.iter().zip(passes).filter(|(_, passes)| *passes);
        removable.extend(passed.map(|(item, _)| *item));
    }
    Ok(removable)
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
    // The first `some` items are removable, the first `many` are not.
    let (mut some, mut many) = (0, order.len() + 1);
    let mut left = None;
    while many - some > 1 {
        let middle = some.midpoint(many);
        if let Some(accepted) = accepted_without(kind, state, &order[..middle])? {
            some = middle;
            left = Some(accepted);
        } else {
            many = middle;
        }
    }
    if let Some(left) = left {
        *state = left;
    }
    for item in order.iter().skip(some + 1) {
        if let Some(left) = accepted_without(kind, state, &[*item])? {
            *state = left;
        }
    }
    Ok(())
}

/// Returns the state without these items, if each is removable and the rest is accepted.
fn accepted_without<T: Reducer>(
    kind: &mut T,
    state: &T::State,
    items: &[usize],
) -> Result<Option<T::State>, GenerateError> {
    let mut left = state.clone();
    for item in items {
        if !kind.can_remove(&left, *item) {
            return Ok(None);
        }
        kind.remove(&mut left, *item);
    }
    let is_accepted = kind.accepts(std::slice::from_ref(&left))?[0];
    Ok(is_accepted.then_some(left))
}

#[cfg(test)]
mod tests {
    use ndoku_core::Rng;

    use super::*;
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
