//! A simple reference solver: naked and hidden singles, then a guess in the cell with the fewest
//! candidates. It searches to the end.
//!
//! It grades puzzles when sets are generated. A measured solver must not do that: a set that is
//! hard for one solver would be unfair to it, and sets would change with the engines. In `compare`,
//! it decides where solvers disagree. It takes about 10 µs for a minimal puzzle.

use crate::board::{Clues, sees};

const ALL: u16 = 0x1ff;

/// The cells that each cell sees, without itself.
const PEERS: [[u8; 20]; 81] = {
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut other, mut count) = (0, 0);
        while other < 81 {
            if other != cell && sees(cell, other) {
                peers[cell][count] = other as u8;
                count += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// The cells of each row, column and box.
const HOUSES: [[u8; 9]; 27] = {
    let mut houses = [[0; 9]; 27];
    let mut i = 0;
    while i < 81 {
        let (house, place) = (i / 9, i % 9);
        houses[house][place] = i as u8;
        houses[9 + house][place] = (9 * place + house) as u8;
        houses[18 + house][place] =
            (27 * (house / 3) + 3 * (house % 3) + 9 * (place / 3) + place % 3) as u8;
        i += 1;
    }
    houses
};

/// Returns `true` if naked singles alone fill the grid.
pub(crate) fn naked_singles_finish(clues: &Clues) -> bool {
    State::from_clues(clues).is_some_and(|state| state.open == 0)
}

/// The result of a complete search.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct SearchResult {
    /// Number of solutions, up to the limit.
    pub(crate) solutions: usize,
    /// Number of guesses.
    pub(crate) guesses: u64,
}

/// Searches for all solutions, up to `limit`.
pub(crate) fn search(clues: &Clues, limit: usize) -> SearchResult {
    let mut search = SearchResult::default();
    if let Some(state) = State::from_clues(clues) {
        descend(state, limit, &mut search);
    }
    search
}

fn descend(mut state: State, limit: usize, search: &mut SearchResult) {
    if !state.enter_hidden_singles() {
        return;
    }
    if state.open == 0 {
        search.solutions += 1;
        return;
    }
    let choices = |cell: &usize| state.candidates[*cell].count_ones();
    let cell = (0..81)
        .filter(|cell| !state.done[*cell])
        .min_by_key(choices)
        .expect("a cell is open");
    for digit in (0..9)
        .map(|digit| 1 << digit)
        .filter(|digit| state.candidates[cell] & digit != 0)
    {
        if search.solutions >= limit {
            return;
        }
        search.guesses += 1;
        let mut branch = state;
        if branch.enter(cell, digit) {
            descend(branch, limit, search);
        }
    }
}

/// A board on which all naked singles are entered.
#[derive(Copy, Clone)]
struct State {
    candidates: [u16; 81],
    done: [bool; 81],
    open: usize,
}

impl State {
    /// Enters the clues and their naked singles; `None` if they contradict each other.
    fn from_clues(clues: &Clues) -> Option<Self> {
        let mut state = Self {
            candidates: [ALL; 81],
            done: [false; 81],
            open: 81,
        };
        for (cell, byte) in clues
            .iter()
            .enumerate()
            .filter(|(_, byte)| byte.is_ascii_digit())
        {
            if !state.enter(cell, 1 << (byte - b'1')) {
                return None;
            }
        }
        Some(state)
    }

    /// Enters a digit and all naked singles that follow. Returns `false` on a contradiction.
    fn enter(&mut self, cell: usize, digit: u16) -> bool {
        if self.candidates[cell] & digit == 0 {
            return false;
        }
        self.candidates[cell] = digit;
        let (mut queue, mut end) = ([0_u8; 81], 0);
        if !self.done[cell] {
            self.done[cell] = true;
            queue[0] = cell as u8;
            end = 1;
        }
        let mut next = 0;
        while next < end {
            let cell = usize::from(queue[next]);
            let digit = self.candidates[cell];
            next += 1;
            self.open -= 1;
            for other in PEERS[cell].map(usize::from) {
                self.candidates[other] &= !digit;
                match self.candidates[other].count_ones() {
                    0 => return false,
                    1 if !self.done[other] => {
                        self.done[other] = true;
                        queue[end] = other as u8;
                        end += 1;
                    }
                    _ => {}
                }
            }
        }
        true
    }

    /// Enters hidden singles until there are none. Returns `false` if a digit has no place or a
    /// cell no candidate.
    fn enter_hidden_singles(&mut self) -> bool {
        let mut before = 82;
        while self.open != 0 && self.open < before {
            before = self.open;
            for house in HOUSES {
                let (mut once, mut twice) = (0, 0);
                for cell in house.map(usize::from) {
                    twice |= once & self.candidates[cell];
                    once |= self.candidates[cell];
                }
                if once != ALL {
                    return false;
                }
                for cell in house.map(usize::from) {
                    let single = self.candidates[cell] & !twice;
                    if single != 0
                        && !self.done[cell]
                        && !(single.is_power_of_two() && self.enter(cell, single))
                    {
                        return false;
                    }
                }
            }
        }
        true
    }
}
