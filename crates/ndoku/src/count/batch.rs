//! Batches of classic puzzles: those with few solutions are searched together, the others are
//! counted one by one.

use ndoku_core::{Layout, Puzzle};
use ndoku_count::{CountMethod, ExactCount, PRESEARCH_SOLUTIONS};
use ndoku_solver::{Budget, StopReason};

use super::{Count, CountLimit, Counter, Incomplete, Progress};

/// Minimum number of clues for a search.
///
/// With fewer clues, no puzzle has a unique solution, and nearly all have far too many solutions.
/// Some have none, and a search then needs millions of guesses.
const MIN_SEARCH_CLUES: usize = 17;

/// Number of puzzles that are searched between two polls of the budget.
///
/// This takes milliseconds, or a second if all have many solutions.
const BATCH_SIZE: usize = 512;

impl Counter<'_> {
    /// Counts classic puzzles of nine rows each; the counts equal those of [`count`](Self::count).
    ///
    /// Digits are numbers or characters, and any other byte is an open cell. This is the fastest
    /// method if most puzzles have few solutions. Contradicting clues have no solution.
    ///
    /// The budget applies to all puzzles together, and its guess limit to each puzzle with many
    /// solutions. `progress` gets the tasks of the latter.
    ///
    /// ```
    /// use ndoku::count::{CountLimit, Counter};
    /// use ndoku::{Budget, ThreadBudget};
    /// use std::num::NonZeroUsize;
    ///
    /// let threads = ThreadBudget::new(NonZeroUsize::MIN);
    /// let unique =
    ///     *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let counts = Counter::new(&threads).count_batch(
    ///     &[unique, [b'.'; 81]],
    ///     CountLimit::UNLIMITED,
    ///     &Budget::default(),
    ///     &|_, _| {},
    /// );
    /// assert_eq!([counts[0].number, counts[1].number], [1, 6_670_903_752_021_072_936_960]);
    /// ```
    pub fn count_batch(
        &mut self,
        clues: &[[u8; 81]],
        limit: CountLimit,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Vec<Count> {
        let _permit = self.threads.acquire();
        let most = PRESEARCH_SOLUTIONS.min(limit.max_count);
        let mut counts = vec![0; BATCH_SIZE.min(clues.len())];
        let mut batch = Vec::new();
        let mut all = Vec::with_capacity(clues.len());
        for clues in clues.chunks(BATCH_SIZE) {
            batch.clear();
            if budget.guess_limit().is_none() && budget.poll().is_none() {
                batch.extend(clues.iter().filter(|clues| is_searched_first(clues)));
            }
            self.solver
                .batch_engine()
                .count_all(&batch, most.saturating_add(1), &mut counts);
            let mut searched_counts = batch.iter().zip(&counts).peekable();
            for clues in clues {
                let few = searched_counts
                    .next_if(|(searched, _)| *searched == clues)
                    .map(|(_, count)| *count);
                all.push(match few {
                    Some(count) if count <= most => Count {
                        number: count.into(),
                        incomplete: None,
                        method: CountMethod::Search,
                    },
                    found => self.count_clues(clues, found.is_some(), limit, budget, progress),
                });
            }
        }
        all
    }

    /// Counts a single puzzle.
    ///
    /// `has_many` is `true` if the search found more solutions than it is worth.
    fn count_clues(
        &mut self,
        clues: &[u8; 81],
        has_many: bool,
        limit: CountLimit,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Count {
        let incomplete_count = |reason| Count {
            number: 0,
            incomplete: Some(Incomplete::Stopped(reason)),
            method: CountMethod::Search,
        };
        // Digits from 0 to 9 make a puzzle.
        let Ok(puzzle) = Puzzle::from_array(&Layout::classic(), &clues.map(parse_digit)) else {
            return incomplete_count(StopReason::Internal);
        };
        if has_many && limit.max_count > PRESEARCH_SOLUTIONS {
            match ExactCount::new(&puzzle, self.isa, budget) {
                Ok(Some(exact)) => return self.run(&exact, limit.max_count, budget, progress),
                Ok(None) => {}
                Err(reason) => {
                    return Count {
                        number: PRESEARCH_SOLUTIONS.into(),
                        ..incomplete_count(reason)
                    };
                }
            }
        }
        self.count_here(&puzzle, limit, budget, progress)
    }
}

/// Returns `true` if a puzzle is searched together with others first.
fn is_searched_first(clues: &[u8; 81]) -> bool {
    clues.iter().filter(|clue| parse_digit(**clue) != 0).count() >= MIN_SEARCH_CLUES
}

const fn parse_digit(clue: u8) -> u8 {
    match clue {
        1..=9 => clue,
        b'1'..=b'9' => clue - b'0',
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use ndoku_solver::ThreadBudget;

    #[test]
    fn a_batch_gives_the_same_counts_as_single_puzzles() {
        let full =
            *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        // From all clues down to none, and some that contradict each other.
        let mut puzzles = Vec::new();
        let mut clues = full;
        for turn in 0..81 {
            puzzles.push(clues);
            puzzles.push(clues.map(parse_digit));
            let mut wrong = clues;
            wrong[(turn * 7 + 3) % 81] = b'1' + (turn % 9) as u8;
            puzzles.push(wrong);
            clues[(turn * 37 + 5) % 81] = b'.';
        }
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        let mut counter = Counter::new(&threads);
        for limit in [
            CountLimit::new(1),
            CountLimit::new(70),
            CountLimit::new(1_500),
        ] {
            let batch = counter.count_batch(&puzzles, limit, &Budget::default(), &|_, _| {});
            assert_eq!(batch.len(), puzzles.len());
            for (clues, count) in puzzles.iter().zip(batch) {
                let puzzle =
                    Puzzle::from_array(&Layout::classic(), &clues.map(parse_digit)).unwrap();
                let one = counter.count(&puzzle, limit, &Budget::default(), &|_, _| {});
                assert_eq!(
                    (count.number, count.incomplete),
                    (one.number, one.incomplete),
                    "{limit:?} {clues:?}"
                );
            }
        }
    }

    #[test]
    fn puzzles_with_many_solutions_are_counted_exactly() {
        let full =
            *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        // Fewer and fewer digits of a full grid: from hundreds of solutions to a few million.
        let kept = |most: usize| {
            std::array::from_fn(|cell| {
                if (cell * 50 + 7) % 81 < most {
                    full[cell]
                } else {
                    b'.'
                }
            })
        };
        let puzzles: Vec<[u8; 81]> = (MIN_SEARCH_CLUES..30).map(kept).collect();
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        let mut counter = Counter::new(&threads);
        for limit in [
            CountLimit::UNLIMITED,
            CountLimit::new(PRESEARCH_SOLUTIONS + 1),
        ] {
            let batch = counter.count_batch(&puzzles, limit, &Budget::default(), &|_, _| {});
            let many = batch
                .iter()
                .filter(|count| count.method == CountMethod::BandStackSum)
                .count();
            assert!(
                (3..puzzles.len()).contains(&many),
                "{many} of {}",
                puzzles.len()
            );
            for (clues, count) in puzzles.iter().zip(batch) {
                let puzzle =
                    Puzzle::from_array(&Layout::classic(), &clues.map(parse_digit)).unwrap();
                assert_eq!(
                    count,
                    counter.count(&puzzle, limit, &Budget::default(), &|_, _| {}),
                    "{limit:?}"
                );
            }
        }
    }

    #[test]
    fn a_spent_budget_gives_no_counts() {
        let flag = std::sync::atomic::AtomicBool::new(true);
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        let full =
            *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let counts = Counter::new(&threads).count_batch(
            &[full, [0; 81]],
            CountLimit::UNLIMITED,
            &Budget::default().stop_flag(&flag),
            &|_, _| {},
        );
        assert!(
            counts
                .iter()
                .all(|count| count.incomplete == Some(Incomplete::Stopped(StopReason::Canceled))),
            "{counts:?}"
        );
    }
}
