//! `ClauseExchange`: clause sharing between searches of one puzzle on several threads.
//!
//! ```text
//!   search A ── learns ──▶ exports ── restart ──▶ exchange ── restart ──▶ search B imports
//!                                      implied ─────────▶ by all others
//!                                      after a solution ▶ by those that have found it too
//! ```
//!
//! A blocking clause excludes each solution that a search has found. Clauses learned afterwards may
//! be false in that solution. So only searches that have found the same solution import them. After
//! a second solution a search exports nothing. Therefore no solution is lost, whichever search ends
//! first.
//!
//! A clause is a list of numbers of variables. So all searches must have the same problem, with the
//! same numbers; the first one to begin sets it, and another problem shares nothing.
//!
//! Short clauses, and those of low glue, are worth sharing: Hamadi, Jabbour and Sais, "ManySAT: a
//! Parallel SAT Solver" (2009); Audemard and Simon, "Lazy Clause Exchange Policy for Parallel SAT
//! Solvers" (2014).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ndoku_core::Digit;

use super::clause_db::Literal;

/// Maximum glue of shared clauses, see `docs/experiments/large-grids.md`.
const MAX_GLUE: u32 = 3;
/// Maximum number of literals of shared clauses.
const MAX_LENGTH: usize = 40;
/// Number of words above which a list drops the older half of its clauses: 8 MiB. Tests have little
/// room, so that lists are full.
const MAX_WORDS: usize = if cfg!(test) { 1 << 9 } else { 1 << 21 };
/// Number of words that a search imports at a restart. Others wait for the next one, so that a
/// search polls its budget in between.
const IMPORT_WORDS: usize = if cfg!(test) { 1 << 5 } else { 1 << 16 };
/// Number of words before the literals of a clause: the search that learned it, glue and length.
const HEADER: usize = 3;

/// Clauses in the order of their export.
#[derive(Debug, Default)]
struct ClauseList {
    words: Vec<u32>,
    /// Number of words that were dropped before these.
    dropped: usize,
}

impl ClauseList {
    /// Returns the number of words of the clause that begins at an index.
    fn clause_len(&self, start: usize) -> usize {
        HEADER + self.words[start + 2] as usize
    }

    /// Adds clauses, and drops old ones if there are too many.
    fn append(&mut self, clauses: &mut Vec<u32>) {
        self.words.append(clauses);
        if self.words.len() > MAX_WORDS {
            let mut end = 0;
            while end < self.words.len() / 2 {
                end += self.clause_len(end);
            }
            self.words.drain(..end);
            self.dropped += end;
        }
    }

    /// Copies the next clauses to a buffer, up to [`IMPORT_WORDS`]. `next_unread` counts the words
    /// that were read or dropped.
    fn read(&self, next_unread: &mut usize, to: &mut Vec<u32>) {
        let start = next_unread.saturating_sub(self.dropped);
        let mut end = start;
        while end < self.words.len() && end - start < IMPORT_WORDS {
            end += self.clause_len(end);
        }
        to.extend_from_slice(&self.words[start..end]);
        *next_unread = self.dropped + end;
    }
}

/// The content of an exchange.
#[derive(Debug, Default)]
struct SharedClauses {
    /// The fingerprint of the problem of the first search.
    problem: Option<u64>,
    /// Clauses that the problem implies.
    implied: ClauseList,
    /// Clauses that the problem implies together with a blocking clause of `solution`.
    after_solution: ClauseList,
    solution: Option<Vec<Digit>>,
}

/// The clauses that the searches of one puzzle share.
#[derive(Debug, Default)]
pub(crate) struct ClauseExchange(Mutex<SharedClauses>);

impl ClauseExchange {
    fn lock(&self) -> MutexGuard<'_, SharedClauses> {
        // Clauses are complete before they are added, so a panic elsewhere leaves nothing broken.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The solutions that a search has found.
#[derive(Debug, Default)]
enum FoundSolutions {
    #[default]
    None,
    One(Vec<Digit>),
    Several,
}

/// The access of one search to the exchange.
#[derive(Debug)]
pub(super) struct ExchangeHandle {
    exchange: Arc<ClauseExchange>,
    /// The number of this search on the exchange.
    search_id: u32,
    /// `true` if the search has the problem of the exchange.
    has_joined: bool,
    found: FoundSolutions,
    /// Learned clauses that are not in the exchange yet.
    exports: Vec<u32>,
    /// Clauses from the exchange.
    imports: Vec<u32>,
    /// Number of words read of the implied clauses, and of those after a solution.
    next_unread: [usize; 2],
}

impl ExchangeHandle {
    /// Creates the access of a search. Each search has its own number.
    pub(super) fn new(exchange: Arc<ClauseExchange>, search_id: u32) -> Self {
        Self {
            exchange,
            search_id,
            has_joined: false,
            found: FoundSolutions::None,
            exports: Vec::new(),
            imports: Vec::new(),
            next_unread: [0; 2],
        }
    }

    /// Begins a search of the problem with this fingerprint. Nothing is shared if the exchange has
    /// another problem.
    pub(super) fn join(&mut self, problem: u64) {
        self.has_joined = *self.exchange.lock().problem.get_or_insert(problem) == problem;
        self.found = FoundSolutions::None;
        self.exports.clear();
        self.next_unread = [0; 2];
    }

    /// Keeps a learned clause for export if it is worth sharing.
    pub(super) fn export(&mut self, literals: &[Literal], glue: u32) {
        let is_worth_sharing =
            literals.len() <= 2 || glue <= MAX_GLUE && literals.len() <= MAX_LENGTH;
        if self.has_joined && is_worth_sharing && !matches!(self.found, FoundSolutions::Several) {
            self.exports
                .extend([self.search_id, glue, literals.len() as u32]);
            self.exports.extend_from_slice(literals);
        }
    }

    /// Records a solution. Clauses learned from now on may be false in it.
    pub(super) fn record_solution(&mut self, digits: &[Digit]) {
        self.flush_exports();
        self.found = match self.found {
            FoundSolutions::None => FoundSolutions::One(digits.to_vec()),
            FoundSolutions::One(_) | FoundSolutions::Several => FoundSolutions::Several,
        };
    }

    /// Adds the kept clauses to the exchange.
    fn flush_exports(&mut self) {
        if self.exports.is_empty() {
            return;
        }
        let mut shared = self.exchange.lock();
        match &self.found {
            FoundSolutions::None => shared.implied.append(&mut self.exports),
            FoundSolutions::One(digits) => {
                if shared.solution.get_or_insert_with(|| digits.clone()) == digits {
                    shared.after_solution.append(&mut self.exports);
                }
            }
            FoundSolutions::Several => {}
        }
        self.exports.clear();
    }

    /// Exports the kept clauses, and calls `import` with new clauses of other searches that hold
    /// for this one, and with their glue.
    pub(super) fn exchange(&mut self, mut import: impl FnMut(&[Literal], u32)) {
        if !self.has_joined {
            return;
        }
        self.flush_exports();
        self.imports.clear();
        let shared = self.exchange.lock();
        let [implied, after_solution] = &mut self.next_unread;
        shared.implied.read(implied, &mut self.imports);
        if let FoundSolutions::One(digits) = &self.found
            && shared.solution.as_ref() == Some(digits)
        {
            shared
                .after_solution
                .read(after_solution, &mut self.imports);
        }
        drop(shared);
        let mut rest = &self.imports[..];
        while let [sender, glue, length, clauses @ ..] = rest {
            let (literals, others) = clauses.split_at(*length as usize);
            if *sender != self.search_id {
                import(literals, *glue);
            }
            rest = others;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use ndoku_core::{Layout, Puzzle};
    use ndoku_testkit::oracle;
    use ndoku_testkit::random::{self, SplitMix64};

    use super::*;
    use crate::{Budget, Cdcl, Engine, Simd9};

    /// Returns all solutions, sorted.
    fn solutions(cdcl: &mut Cdcl, puzzle: &Puzzle) -> Vec<Vec<Digit>> {
        let mut all = Vec::new();
        let searched = cdcl.search(puzzle, &Budget::default(), &mut |digits| {
            all.push(digits.to_vec());
            ControlFlow::Continue(())
        });
        assert!(searched.unwrap().exhausted);
        all.sort();
        all
    }

    /// Creates searches that restart after each conflict or two, and share clauses.
    fn searches(exchange: &Arc<ClauseExchange>) -> [Cdcl; 3] {
        [0, 1, 2].map(|number| {
            let mut cdcl = Cdcl::new()
                .with_seed(u64::from(number))
                .with_restart_unit(1);
            cdcl.share_clauses(Some((exchange, number)));
            cdcl
        })
    }

    /// Checks that each clause of a list is true in these solutions. Returns the number of clauses.
    fn check_clauses(list: &ClauseList, cdcl: &Cdcl, solutions: &[&Vec<Digit>]) -> usize {
        let (mut rest, mut count) = (&list.words[..], 0);
        while let [_, _, length, clauses @ ..] = rest {
            let (literals, others) = clauses.split_at(*length as usize);
            for solution in solutions {
                let is_true = |literal: &Literal| {
                    cdcl.search.matrix.value_in(solution, literal / 2) != (literal & 1 == 1)
                };
                assert!(literals.iter().any(is_true), "{literals:?}");
            }
            (rest, count) = (others, count + 1);
        }
        count
    }

    /// Runs searches one after the other, each of them twice. Returns the numbers of shared
    /// clauses.
    fn check(puzzle: &Puzzle, expected: &[Vec<Digit>]) -> [usize; 2] {
        let exchange = Arc::default();
        let mut searches = searches(&exchange);
        for _ in 0..2 {
            for cdcl in &mut searches {
                assert_eq!(solutions(cdcl, puzzle), expected, "{puzzle:?}");
            }
        }
        let shared = exchange.lock();
        let all: Vec<_> = expected.iter().collect();
        let others: Vec<_> = all
            .iter()
            .copied()
            .filter(|solution| shared.solution.as_ref() != Some(solution))
            .collect();
        [
            check_clauses(&shared.implied, &searches[0], &all),
            check_clauses(&shared.after_solution, &searches[0], &others),
        ]
    }

    /// Returns hard puzzles with one solution and with several, and their solutions, sorted.
    fn hard_puzzles() -> Vec<(Puzzle, Vec<Vec<Digit>>)> {
        const HARDEST: [&str; 3] = [
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "98.7..6..5...8..7...7..4...32.........94...8.....1...2.9...31....68...5.....9...7",
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        ];
        let mut puzzles = Vec::new();
        for text in HARDEST {
            // The whole puzzle, and without each clue.
            for removed in 0..=text.len() {
                if text.as_bytes().get(removed) == Some(&b'.') {
                    continue;
                }
                let digit = |(cell, byte)| match byte {
                    b'1'..=b'9' if cell != removed => byte - b'0',
                    _ => 0,
                };
                let clues: Vec<u8> = text.bytes().enumerate().map(digit).collect();
                let puzzle = Puzzle::from_array(&Layout::classic(), &clues).unwrap();
                let found = Simd9::new(None).find_solutions(&puzzle, 1000, &Budget::default());
                let found = found.unwrap().solutions;
                if found.len() < 1000 {
                    let mut digits: Vec<Vec<Digit>> =
                        found.iter().map(|one| one.digits().to_vec()).collect();
                    digits.sort();
                    puzzles.push((puzzle, digits));
                }
            }
        }
        puzzles
    }

    #[test]
    fn searches_that_share_clauses_find_all_solutions() {
        let (mut shared, mut several) = ([0, 0], 0);
        for (puzzle, expected) in hard_puzzles() {
            let counts = check(&puzzle, &expected);
            shared = [shared[0] + counts[0], shared[1] + counts[1]];
            several += usize::from(expected.len() > 1);
        }
        assert!(several > 10, "{several} puzzles with several solutions");
        assert!(shared.iter().all(|count| *count > 10), "{shared:?}");
    }

    #[test]
    fn clauses_of_all_layouts_can_be_shared() {
        let rng = &mut SplitMix64::new(23);
        let mut shared = 0;
        for round in 0..100 {
            let layout = random::layout(rng, 4 + round % 4);
            let puzzle = random::puzzle(rng, &layout);
            let all = oracle::solutions(&puzzle, 500, 100_000);
            let Some(mut expected) = all.filter(|all| all.len() < 500) else {
                continue;
            };
            expected.sort();
            shared += check(&puzzle, &expected).iter().sum::<usize>();
        }
        assert!(shared > 10, "{shared}");
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "needs more than one thread")]
    fn searches_share_clauses_while_they_run() {
        for (puzzle, expected) in hard_puzzles() {
            let mut searches = searches(&Arc::default());
            std::thread::scope(|scope| {
                let running = searches
                    .each_mut()
                    .map(|cdcl| scope.spawn(|| solutions(cdcl, &puzzle)));
                for search in running {
                    assert_eq!(search.join().unwrap(), expected, "{puzzle:?}");
                }
            });
        }
    }

    #[test]
    fn clauses_of_another_problem_are_not_imported() {
        let puzzles = hard_puzzles();
        let shares = |(puzzle, expected): &&(Puzzle, Vec<_>)| check(puzzle, expected)[0] > 0;
        let (first, solved) = puzzles.iter().find(shares).unwrap();
        let exchange = Arc::default();
        let mut searches = searches(&exchange);
        for cdcl in &mut searches {
            assert_eq!(solutions(cdcl, first), *solved);
        }
        assert!(!exchange.lock().implied.words.is_empty());
        for (puzzle, expected) in &puzzles {
            for cdcl in &mut searches {
                assert_eq!(solutions(cdcl, puzzle), *expected, "{puzzle:?}");
            }
        }
    }

    #[test]
    fn a_full_list_drops_its_oldest_clauses() {
        let (mut list, mut next_unread) = (ClauseList::default(), 0);
        let mut clauses = Vec::new();
        for number in 0..1_000 {
            list.append(&mut vec![0, 2, 5, number, 1, 2, 3, 4]);
            assert!(list.words.len() <= MAX_WORDS);
        }
        while next_unread < list.dropped + list.words.len() {
            let before = clauses.len();
            list.read(&mut next_unread, &mut clauses);
            assert!(clauses.len() - before <= IMPORT_WORDS + 8);
            assert!(clauses.len() <= list.words.len());
        }
        assert_eq!(clauses, list.words);
        assert_eq!((list.words.len() + list.dropped) / 8, 1_000);
        assert!(list.dropped > 0);
    }
}
