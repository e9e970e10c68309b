//! Many classic puzzles: those with few solutions are searched together, the others counted one by one.

use ndoku_core::{Layout, Puzzle};
use ndoku_solver::count::{ExactCount, Method, PRESEARCH_SOLUTIONS};
use ndoku_solver::{Budget, StopReason};

use super::{Count, CountLimit, Counter, Incomplete, Progress};

/// With fewer clues no solution is the only one, nearly all puzzles have far too many, and there are some without any for which a search needs millions of
/// guesses.
const CLUES: usize = 17;

/// So many are searched between two looks at the budget: milliseconds' work, or a second's if all have many solutions.
const AT_ONCE: usize = 512;

impl Counter<'_> {
    /// Counts classic puzzles, of nine rows one after the other, digits as numbers or characters, anything else blank: the same numbers as by
    /// [`count`](Self::count), the fastest way to them if most puzzles have few solutions. Clues that contradict each other leave no solution.
    ///
    /// The budget holds for all puzzles together, its limit of guesses for each that has many solutions. `progress` is told the tasks of those.
    ///
    /// ```
    /// use ndoku::Budget;
    /// use ndoku::count::{Cores, Counter, CountLimit};
    /// use std::num::NonZeroUsize;
    ///
    /// let cores = Cores::new(NonZeroUsize::MIN);
    /// let unique = *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let counts = Counter::new(&cores).count_all(&[unique, [b'.'; 81]], CountLimit::UNLIMITED, &Budget::default(), &|_, _| {});
    /// assert_eq!([counts[0].number, counts[1].number], [1, 6_670_903_752_021_072_936_960]);
    /// ```
    pub fn count_all(
        &mut self,
        clues: &[[u8; 81]],
        limit: CountLimit,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Vec<Count> {
        let _core = self.cores.take();
        let most = PRESEARCH_SOLUTIONS.min(limit.max_count);
        let mut counts = vec![0; AT_ONCE.min(clues.len())];
        let mut together = Vec::new();
        let mut all = Vec::with_capacity(clues.len());
        for clues in clues.chunks(AT_ONCE) {
            together.clear();
            if budget.guess_limit().is_none() && budget.poll().is_none() {
                together.extend(clues.iter().filter(|clues| searched(clues)));
            }
            self.solver
                .batches()
                .count_all(&together, most.saturating_add(1), &mut counts);
            let mut searched_counts = together.iter().zip(&counts).peekable();
            for clues in clues {
                let few = searched_counts
                    .next_if(|(searched, _)| *searched == clues)
                    .map(|(_, count)| *count);
                all.push(match few {
                    Some(count) if count <= most => Count {
                        number: count.into(),
                        incomplete: None,
                        method: Method::Search,
                    },
                    found => self.count_clues(clues, found.is_some(), limit, budget, progress),
                });
            }
        }
        all
    }

    /// Counts one on its own; `many`: more solutions have been found than are worth a search.
    fn count_clues(
        &mut self,
        clues: &[u8; 81],
        many: bool,
        limit: CountLimit,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Count {
        let incomplete_count = |reason| Count {
            number: 0,
            incomplete: Some(Incomplete::Stopped(reason)),
            method: Method::Search,
        };
        // Digits from 0 to 9 make a puzzle.
        let Ok(puzzle) = Puzzle::from_array(&Layout::classic(), &clues.map(digit)) else {
            return incomplete_count(StopReason::Fault);
        };
        if many && limit.max_count > PRESEARCH_SOLUTIONS {
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

/// Whether a puzzle is searched together with others at first.
fn searched(clues: &[u8; 81]) -> bool {
    clues.iter().filter(|clue| digit(**clue) != 0).count() >= CLUES
}

const fn digit(clue: u8) -> u8 {
    match clue {
        1..=9 => clue,
        b'1'..=b'9' => clue - b'0',
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::Cores;
    use super::*;

    #[test]
    fn together_they_are_counted_as_one_by_one() {
        let full =
            *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        // From all clues down to none, and some that contradict each other.
        let mut puzzles = Vec::new();
        let mut clues = full;
        for turn in 0..81 {
            puzzles.push(clues);
            puzzles.push(clues.map(digit));
            let mut wrong = clues;
            wrong[(turn * 7 + 3) % 81] = b'1' + (turn % 9) as u8;
            puzzles.push(wrong);
            clues[(turn * 37 + 5) % 81] = b'.';
        }
        let cores = Cores::new(NonZeroUsize::MIN);
        let mut counter = Counter::new(&cores);
        for limit in [
            CountLimit::new(1),
            CountLimit::new(70),
            CountLimit::new(1_500),
        ] {
            let together = counter.count_all(&puzzles, limit, &Budget::default(), &|_, _| {});
            assert_eq!(together.len(), puzzles.len());
            for (clues, count) in puzzles.iter().zip(together) {
                let puzzle = Puzzle::from_array(&Layout::classic(), &clues.map(digit)).unwrap();
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
    fn what_has_too_many_for_a_search_is_counted_exactly() {
        let full =
            *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        // Fewer and fewer of a full grid's digits: from some hundreds of solutions to some millions.
        let kept = |most: usize| {
            std::array::from_fn(|cell| {
                if (cell * 50 + 7) % 81 < most {
                    full[cell]
                } else {
                    b'.'
                }
            })
        };
        let puzzles: Vec<[u8; 81]> = (CLUES..30).map(kept).collect();
        let cores = Cores::new(NonZeroUsize::MIN);
        let mut counter = Counter::new(&cores);
        for limit in [
            CountLimit::UNLIMITED,
            CountLimit::new(PRESEARCH_SOLUTIONS + 1),
        ] {
            let together = counter.count_all(&puzzles, limit, &Budget::default(), &|_, _| {});
            let many = together
                .iter()
                .filter(|count| count.method == Method::BandStackSum)
                .count();
            assert!(
                (3..puzzles.len()).contains(&many),
                "{many} of {}",
                puzzles.len()
            );
            for (clues, count) in puzzles.iter().zip(together) {
                let puzzle = Puzzle::from_array(&Layout::classic(), &clues.map(digit)).unwrap();
                assert_eq!(
                    count,
                    counter.count(&puzzle, limit, &Budget::default(), &|_, _| {}),
                    "{limit:?}"
                );
            }
        }
    }

    #[test]
    fn a_budget_that_is_spent_gives_no_numbers() {
        let flag = std::sync::atomic::AtomicBool::new(true);
        let cores = Cores::new(NonZeroUsize::MIN);
        let full =
            *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let counts = Counter::new(&cores).count_all(
            &[full, [0; 81]],
            CountLimit::UNLIMITED,
            &Budget::default().stop_flag(&flag),
            &|_, _| {},
        );
        assert!(
            counts
                .iter()
                .all(|count| count.incomplete == Some(Incomplete::Stopped(StopReason::Flag))),
            "{counts:?}"
        );
    }
}
