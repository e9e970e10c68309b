//! Elimination in passes, the first method with pencil and paper.
//!
//! Every unknown cell keeps the set of digits that it may hold. In a **pass**, each cell that was
//! known at its beginning removes its digit from its peers, and from all other cells that a rule of
//! the layout links to it. Unknown cells with one candidate left become known for the next pass.
//! Passes repeat until one would change nothing. That one is not counted.
//!
//! ```text
//!  1 . | . 4       pass 1: r1c2 r1c3 lose 1 and 4, r2c1 r2c2 lose 1, r2c4 loses 1 and 4, …
//!  . . | 1 .       pass 2: the cells that pass 1 left with one candidate do the same
//!  ----+----       …
//!  …
//! ```
//!
//! The passes end in one of three ways: the grid is solved, there is a contradiction (a cell
//! without candidates, or a digit twice in a house), or elimination alone is not enough. One pass
//! costs at most N² cells × the houses of a cell × N.

use ndoku_core::{Board, Candidate, Cell, Conflict, Digit, Puzzle, conflicts};

/// The result of one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Its number, from 1.
    pub number: usize,
    /// The number of known cells at its beginning.
    pub known: usize,
    /// The number of candidates of the unknown cells at its beginning.
    pub candidates_before: usize,
    /// The number of candidates that it removed.
    pub removed: usize,
    /// The number of candidates of the cells that are still unknown after it.
    pub candidates_after: usize,
    /// The cells that became known, in reading order.
    pub found: Vec<Candidate>,
}

/// The reason why the passes ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EliminationEnd {
    /// Every cell is known and no rule is broken.
    Solved,
    /// Elimination alone finds nothing more.
    Stuck,
    /// No digit is left for this cell.
    NoCandidate(Cell),
    /// Some digits contradict each other. The list has at least one conflict.
    Conflict(Vec<Conflict>),
}

/// The passes and the final board.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Elimination {
    /// The board after the last pass.
    pub board: Board,
    /// The passes that changed something.
    pub passes: Vec<Pass>,
    /// The reason why there is no further pass.
    pub end: EliminationEnd,
}

/// Eliminates in passes until nothing changes or a contradiction appears.
#[must_use]
pub fn eliminate(puzzle: &Puzzle) -> Elimination {
    let mut board = Board::from_puzzle(puzzle);
    let layout = puzzle.layout().clone();
    let mut passes = Vec::new();
    // Pencilmarks may leave single candidates from the start. Those cells are known as well.
    decide(&mut board);
    // Known cells that have removed their digit from their peers. Once is enough.
    let mut spent = vec![false; layout.cell_count()];
    loop {
        let clashes = conflicts(&layout, board.digits());
        if !clashes.is_empty() {
            return Elimination {
                board,
                passes,
                end: EliminationEnd::Conflict(clashes),
            };
        }
        if let Some(cell) = layout
            .cells()
            .find(|cell| board.candidates(*cell).is_empty())
        {
            return Elimination {
                board,
                passes,
                end: EliminationEnd::NoCandidate(cell),
            };
        }
        if board.open_count() == 0 {
            return Elimination {
                board,
                passes,
                end: EliminationEnd::Solved,
            };
        }
        let fresh: Vec<Candidate> = known(&board)
            .filter(|known| !spent[layout.index(known.cell)])
            .collect();
        let (known, candidates_before) = (
            layout.cell_count() - board.open_count(),
            board.open_candidates(),
        );
        let mut removed = 0;
        for candidate in fresh {
            spent[layout.index(candidate.cell)] = true;
            removed += board.place(candidate);
        }
        if removed == 0 {
            return Elimination {
                board,
                passes,
                end: EliminationEnd::Stuck,
            };
        }
        let found = decide(&mut board);
        let candidates_after = board.open_candidates();
        passes.push(Pass {
            number: passes.len() + 1,
            known,
            candidates_before,
            removed,
            candidates_after,
            found,
        });
    }
}

fn known(board: &Board) -> impl Iterator<Item = Candidate> {
    let digits = board.layout().cells().zip(board.digits());
    digits.filter_map(|(cell, digit): (Cell, &Option<Digit>)| Some(Candidate::new(cell, (*digit)?)))
}

/// Makes cells with a single candidate known. Does not remove the digit from other cells yet.
fn decide(board: &mut Board) -> Vec<Candidate> {
    let open = board
        .layout()
        .cells()
        .filter(|cell| board.digit(*cell).is_none());
    let found: Vec<Candidate> = open
        .filter_map(|cell| Some(Candidate::new(cell, board.candidates(cell).single()?)))
        .collect();
    found.iter().for_each(|candidate| board.decide(*candidate));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndoku_core::Layout;

    fn puzzle(layout: &Layout, text: &str) -> Puzzle {
        let digits: Vec<u8> = text
            .bytes()
            .map(|byte| byte.saturating_sub(b'0'))
            .map(|n| if n > 9 { 0 } else { n })
            .collect();
        Puzzle::from_array(layout, &digits).unwrap()
    }

    /// Counts passes by definition: a pass looks only at cells that were known before it.
    fn naive(puzzle: &Puzzle) -> (usize, Vec<Vec<u8>>) {
        let layout = puzzle.layout();
        let mut sets: Vec<Vec<u8>> = layout
            .cells()
            .map(|cell| puzzle.candidates(cell).iter().map(Digit::get).collect())
            .collect();
        for passes in 0.. {
            let before = sets.clone();
            for (a, cell) in layout.cells().enumerate() {
                if let [digit] = before[a][..] {
                    for (b, other) in layout.cells().enumerate() {
                        if layout.sees(cell, other) {
                            sets[b].retain(|held| *held != digit);
                        }
                    }
                }
            }
            if sets == before || sets.iter().any(Vec::is_empty) {
                return (passes + usize::from(sets != before), sets);
            }
        }
        unreachable!("sets only shrink")
    }

    #[test]
    fn passes_equal_the_definition() {
        let classic = Layout::classic();
        let x = Layout::builder(4).x().build().unwrap();
        let cases = [
            puzzle(
                &classic,
                "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
            ),
            puzzle(
                &classic,
                "645900000073100050200050000590037600000000000004580039000070003030004190000001827",
            ),
            puzzle(
                &classic,
                "000000005000075060715000002074031006100706003600520970300000859020980000400000000",
            ),
            puzzle(
                &classic,
                "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
            ),
            puzzle(&x, "1000000000000000"),
            puzzle(&x, "1000000000000020"),
            puzzle(&classic, &"0".repeat(81)),
        ];
        for case in cases {
            let done = eliminate(&case);
            let (passes, sets) = naive(&case);
            assert_eq!(done.passes.len(), passes);
            for (cell, set) in case.layout().cells().zip(sets) {
                assert_eq!(
                    done.board
                        .candidates(cell)
                        .iter()
                        .map(Digit::get)
                        .collect::<Vec<_>>(),
                    set,
                    "{cell}"
                );
            }
        }
    }

    #[test]
    fn an_easy_puzzle_is_solved_and_a_hard_one_gets_stuck() {
        let classic = Layout::classic();
        let easy = eliminate(&puzzle(
            &classic,
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        ));
        assert_eq!(easy.end, EliminationEnd::Solved);
        assert_eq!(
            easy.passes
                .iter()
                .map(|pass| pass.found.len())
                .sum::<usize>(),
            51
        );
        for pair in easy.passes.windows(2) {
            assert_eq!(pair[0].candidates_after, pair[1].candidates_before);
            assert_eq!(pair[0].known + pair[0].found.len(), pair[1].known);
        }
        let hard = eliminate(&puzzle(
            &classic,
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
                .replace('.', "0")
                .as_str(),
        ));
        assert_eq!(hard.end, EliminationEnd::Stuck);
        assert!(hard.board.open_count() > 0);
    }

    #[test]
    fn contradictions_are_reported() {
        let layout = Layout::for_size(4).unwrap();
        assert!(matches!(
            eliminate(&puzzle(&layout, "1100000000000000")).end,
            EliminationEnd::Conflict(_)
        ));
        assert_eq!(
            eliminate(&puzzle(&layout, "0234000010000000")).end,
            EliminationEnd::NoCandidate(Cell::new(0, 0))
        );
    }

    #[test]
    fn elimination_solves_16x16() {
        let layout = Layout::for_size(16).unwrap();
        // A full grid made by shifting rows, without its first row and one more cell.
        let full = (0..16_u8).flat_map(|r| (0..16_u8).map(move |c| (r * 4 + r / 4 + c) % 16 + 1));
        let clues: Vec<u8> = full
            .clone()
            .enumerate()
            .map(|(i, d)| if i < 16 || i == 40 { 0 } else { d })
            .collect();
        let done = eliminate(&Puzzle::from_array(&layout, &clues).unwrap());
        assert_eq!(done.end, EliminationEnd::Solved);
        let solved: Vec<u8> = done
            .board
            .digits()
            .iter()
            .map(|digit| digit.unwrap().get())
            .collect();
        assert_eq!(solved, full.collect::<Vec<u8>>());
    }
}
