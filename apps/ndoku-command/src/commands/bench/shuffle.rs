//! Shuffles and transforms puzzles, so that the order of a collection gives no advantage.

use ndoku::Puzzle;
use ndoku::Rng;

use super::Workload;

/// Shuffles puzzles, depending only on the seed. If all are classic puzzles without pencilmarks,
/// each is also replaced by an equivalent one. That relabels digits, permutes bands, stacks, and
/// lines within them, and may transpose the grid.
pub(super) fn shuffle_puzzles(mut puzzles: Vec<Puzzle>, seed: u64) -> Workload {
    let mut rng = Rng::new(seed);
    rng.shuffle(&mut puzzles);
    if !puzzles
        .iter()
        .all(|puzzle| puzzle.layout().is_classic() && puzzle.pencilmarks().is_none())
    {
        return Workload::Puzzles(puzzles);
    }
    let mut text = Vec::with_capacity(82 * puzzles.len());
    for puzzle in &puzzles {
        let (rows, columns) = (shuffle_lines(&mut rng), shuffle_lines(&mut rng));
        let mut names = *b"123456789";
        rng.shuffle(&mut names);
        let reflected = rng.below(2) == 1;
        for row in rows {
            for column in columns {
                let cell = if reflected {
                    9 * column + row
                } else {
                    9 * row + column
                };
                text.push(puzzle.clues()[cell].map_or(b'.', |digit| names[digit.index()]));
            }
        }
        text.push(b'\n');
    }
    Workload::Lines(text)
}

/// Returns the nine rows or columns, with bands and the lines within them permuted.
fn shuffle_lines(rng: &mut Rng) -> [usize; 9] {
    let mut bands = [0, 1, 2];
    rng.shuffle(&mut bands);
    let mut lines = [0; 9];
    for (place, band) in bands.into_iter().enumerate() {
        let mut within = [0, 1, 2];
        rng.shuffle(&mut within);
        for (offset, line) in within.into_iter().enumerate() {
            lines[3 * place + offset] = 3 * band + line;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_keeps_the_clue_count_and_depends_on_the_seed() {
        let puzzle: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let text = |seed| match shuffle_puzzles(vec![puzzle.clone(); 20], seed) {
            Workload::Lines(text) => String::from_utf8(text).unwrap(),
            Workload::Puzzles(_) => panic!("these are classic puzzles"),
        };
        let lines: Vec<Puzzle> = text(5).lines().map(|line| line.parse().unwrap()).collect();
        assert!(
            lines.len() == 20
                && lines
                    .iter()
                    .all(|line| line.clue_count() == puzzle.clue_count()
                        && line.conflicts().is_empty())
        );
        assert_ne!(lines[0], lines[1]);
        assert_eq!(text(5), text(5));
        assert_ne!(text(5), text(6));
        let mut solver = ndoku::Solver::new();
        assert!(
            lines
                .iter()
                .all(|line| solver.solve(line).unwrap().is_unique())
        );
    }
}
