//! One puzzle in one lane of plain words: all solutions in order, with clues, pencilmarks and a budget.
//!
//! The same sweep and the same guesses as in a batch; a vector would have nothing in its other lanes.

use std::ops::ControlFlow;

use ndoku_core::{Digit, Puzzle};

use super::guess::{choose, few, first_open};
use super::pack::{BIT, is_solution, planes_of_grid, store};
use super::schedule::Slot;
use super::sweep::sweep;
use crate::engine::{Budget, Order, Stats, StopReason};
use crate::simd::{Lanes, WORDS, Word, Words};

/// Sweeps between two looks at the flag and the clock: well below a millisecond.
const POLL: u32 = 256;

/// The candidates of a puzzle of the classic layout.
fn words_of(puzzle: &Puzzle) -> Words {
    let mut words = Words::NONE;
    for (index, cell) in puzzle.layout().cells().enumerate() {
        for digit in puzzle.candidates(cell).iter() {
            words[9 * (index / 27) + digit.index()] |= 1 << BIT[index % 27];
        }
    }
    words
}

/// Gives each solution to `found`, as [`Engine::search`](crate::Engine::search) promises.
pub(super) fn search(
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    slot: &mut Slot,
    found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    stats: &mut Stats,
) -> Result<(), StopReason> {
    let sorted = budget.wanted_order() == Order::Sorted;
    let stack = slot.clear();
    stack.push(words_of(puzzle));
    let mut until_poll = 0;
    while let Some(words) = stack.pop() {
        let mut state = [Word::of(0); WORDS];
        Word::set_words(&mut state, 0, &words);
        loop {
            if until_poll == 0 {
                until_poll = POLL;
                if let Some(reason) = budget.poll() {
                    return Err(reason);
                }
            }
            until_poll -= 1;
            let swept = sweep(&mut state);
            if swept.failed != 0 {
                stats.contradictions += 1;
                break;
            }
            if swept.open != 0 && swept.changed != 0 {
                continue;
            }
            let mut words = Word::words(&state, 0);
            if swept.open == 0 {
                if !is_solution(&words) {
                    stats.contradictions += 1;
                    break;
                }
                let mut bytes = [0; 81];
                store::<Word>(&planes_of_grid(&state).map(Word::word), &mut bytes);
                let grid = bytes.map(|digit| Digit::from_index(usize::from(digit - 1)));
                let kept = puzzle.layout().cells().zip(grid).all(|(cell, digit)| puzzle.candidates(cell).contains(digit));
                debug_assert!(kept, "a solution without the clues");
                if !kept {
                    return Err(StopReason::Fault);
                }
                stats.solutions += 1;
                if found(&grid).is_break() {
                    return Ok(());
                }
                break;
            }
            let guess = if sorted { first_open(&words) } else { choose::<Word>(&words, &few(&state).map(Word::word)) };
            // Open, and yet one candidate in each cell: a box then has a digit twice and another one not at all.
            let Some(guess) = guess else {
                stats.contradictions += 1;
                break;
            };
            if !budget.allows_guess(stats.guesses) {
                return Err(StopReason::Guesses);
            }
            stats.guesses += 1;
            guess.remove(&mut words);
            stack.push(words);
            guess.place(&mut state, 0);
        }
    }
    stats.exhausted = true;
    Ok(())
}
