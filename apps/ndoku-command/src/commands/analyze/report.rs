//! The report of a puzzle: all its parts, as JSON records hold them, and their computation.
//!
//! A requested part without a result is listed in `missing`, with the reason.

use std::collections::BTreeMap;

use ndoku::analysis::backdoor::find_backdoors;
use ndoku::analysis::canonical::{CanonicalError, CanonicalForm, Canonicalizer};
use ndoku::analysis::minimal::{self, Minimizer};
use ndoku::analysis::unavoidable::{self, bounds, hitting_set};
use ndoku::analysis::{CellSet81, Grid81, Symmetry, sampled_minimals};
use ndoku::count::{CountLimit, Counter};
use ndoku::format::Record;
use ndoku::rating::{Difficulty, HardestStep, Profile, RateError, Rater, RatingOutcome};
use ndoku::{Budget, Digit, Puzzle, Solution, Solver, StopReason, Verdict};
use serde::Serialize;

use crate::args::analyze::{AnalysisPart, Analyze};
use crate::json::Status;
use crate::output_format::{self, format_line};

/// Maximum number of counted solutions without --deep.
const MAX_COUNTED: u64 = 1_000;

/// Maximum number of steps of the clique bound: about ten milliseconds. Most grids need far fewer.
const CLIQUE_STEPS: u64 = 20_000;

/// Maximum number of steps of the hitting set: about ten milliseconds, and a few hundred with
/// --deep. Other choices are in `docs/experiments/generation.md`.
const HITTING_SET_STEPS: [u64; 2] = [2_000, 100_000];

/// All parts of the report. Parts that were not requested are `None`.
#[derive(Default, Serialize)]
pub(super) struct AnalysisReport {
    pub layout: String,
    pub cells: usize,
    pub clues: usize,
    /// Each digit as a symbol, with the number of its clues.
    pub by_digit: Vec<(String, usize)>,
    pub symmetry: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<SolutionsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<MinimalityReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<RatingReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<FormReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution_canonical: Option<FormReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavoidable: Option<UnavoidableReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backdoors: Option<BackdoorReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled_minimals: Option<SampleReport>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<&'static str, String>,
    /// The limit that prevented some part.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
}

#[derive(Serialize)]
pub(super) struct SolutionsReport {
    /// Decimal digits; see `json.rs`.
    pub count: String,
    pub exact: bool,
    /// The solution, if there is exactly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
}

#[derive(Serialize)]
pub(super) struct MinimalityReport {
    pub minimal: bool,
    /// The cells of the redundant clues, or the removed candidates that can be restored, such as
    /// `r3c7-5`.
    pub redundant: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct RatingReport {
    pub profile: &'static str,
    pub er: Option<f64>,
    pub ep: Option<f64>,
    pub ed: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<&'static str>,
    pub level: &'static str,
}

#[derive(Serialize)]
pub(super) struct FormReport {
    /// `pattern` for puzzles, `grid` for full grids.
    pub form: &'static str,
    pub line: String,
    /// A string, because the number can exceed any machine word.
    pub automorphisms: String,
    /// The transformation from the puzzle to the form.
    pub transformation: String,
}

#[derive(Serialize)]
pub(super) struct UnavoidableReport {
    /// Number of minimal sets with up to 12 cells, by number of cells.
    pub by_cells: BTreeMap<usize, usize>,
    /// Number of minimal sets of up to four digits, by number of cells, with --deep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_four_digits: Option<BTreeMap<usize, usize>>,
    /// Number of the sets with up to 12 cells, by number of clues in them.
    pub by_clues: BTreeMap<usize, usize>,
    /// The largest known number of disjoint sets, and whether it is the maximum.
    pub disjoint: usize,
    pub disjoint_is_maximum: bool,
    /// The lower bound for the number of clues of puzzles with this solution, by the sets with up
    /// to 12 cells.
    pub clues_needed: usize,
    /// Cells that hit all these sets, as many as the lower bound, if such were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hitting_set: Option<Vec<String>>,
}

#[derive(Serialize)]
pub(super) struct BackdoorReport {
    /// `true` if singles solve the puzzle.
    pub solved_by_singles: bool,
    pub cells: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<[String; 2]>>,
}

#[derive(Serialize)]
pub(super) struct SampleReport {
    pub orders: u64,
    pub distinct: u64,
    pub by_clues: BTreeMap<usize, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewest: Option<String>,
    pub seed: u64,
}

/// The reusable solvers of a thread.
pub(super) struct Analyzer<'a> {
    args: &'a Analyze,
    solver: Solver,
    counter: Counter<'a>,
    se121_rater: Rater,
    ndoku_rater: Rater,
    canonicalizer: Canonicalizer,
    minimizer: Minimizer,
}

impl<'a> Analyzer<'a> {
    pub(super) fn new(args: &'a Analyze, thread_budget: &'a ndoku::ThreadBudget) -> Self {
        Self {
            args,
            solver: Solver::new(),
            counter: Counter::new(thread_budget),
            se121_rater: Rater::new(Profile::Se121),
            ndoku_rater: Rater::new(Profile::Ndoku),
            canonicalizer: Canonicalizer::new(),
            minimizer: Minimizer::new(None),
        }
    }

    /// Analyzes a puzzle. The budget applies to all parts together.
    pub(super) fn analyze(&mut self, record: &Record, budget: &Budget<'_>) -> AnalysisReport {
        let puzzle = &record.puzzle;
        let layout = puzzle.layout();
        let mut report = AnalysisReport::for_clues(puzzle);
        let solution = self.count_solutions(puzzle, &mut report, budget);
        let is_full = puzzle.clue_count() == layout.cell_count();
        if self.args.wants(AnalysisPart::Minimal) {
            self.add_minimality(puzzle, solution.is_some(), &mut report, budget);
        }
        if self.args.wants(AnalysisPart::Rating) && !is_full {
            self.add_ratings(puzzle, &mut report, budget);
        }
        if self.args.wants(AnalysisPart::Canonical) {
            self.add_canonical_forms(puzzle, solution.as_ref(), &mut report, budget);
        }
        if self.args.wants(AnalysisPart::Unavoidable) {
            let grid = solution.as_ref().filter(|_| layout.is_classic());
            match grid.map(|grid| to_grid81(grid.digits().iter().map(|digit| digit.get()))) {
                Some(grid) => report.add_unavoidable_sets(&grid, puzzle, self.args.deep, budget),
                None => report.note_missing("unavoidable", solution.is_none()),
            }
        }
        if self.args.wants(AnalysisPart::Backdoors) && !is_full {
            self.add_backdoors(puzzle, solution.as_ref(), &mut report, budget);
        }
        let orders = self.args.samples();
        if orders > 0 {
            let is_supported =
                layout.is_classic() && puzzle.pencilmarks().is_none() && solution.is_some();
            let clues = || to_grid81(puzzle.clues().iter().map(|clue| clue.map_or(0, Digit::get)));
            let found = is_supported.then(clues).and_then(|clues| {
                sampled_minimals::sample(&clues, orders, self.args.seed(), budget)
            });
            match found {
                Some(found) => {
                    report.add_sampled_minimals(&found, orders, self.args.seed(), budget);
                }
                None => report.note_missing("sampled_minimals", solution.is_none()),
            }
        }
        report
    }

    /// Counts the solutions, and returns the solution if it is unique.
    fn count_solutions(
        &mut self,
        puzzle: &Puzzle,
        report: &mut AnalysisReport,
        budget: &Budget<'_>,
    ) -> Option<Solution> {
        let verdict = match self.solver.solve_within(puzzle, budget) {
            Ok(answer) => answer.verdict,
            Err(stopped) => {
                report.stop("solutions", stopped.reason);
                return None;
            }
        };
        let (count, exact, solution) = match verdict {
            Verdict::Unsolvable => (0, true, None),
            Verdict::Unique(solution) => (1, true, Some(solution)),
            Verdict::Multiple(..) => {
                let limit = if self.args.deep {
                    CountLimit::default()
                } else {
                    CountLimit::new(MAX_COUNTED)
                };
                let count = self.counter.count(puzzle, limit, budget, &|_, _| {});
                (count.number, count.is_exact(), None)
            }
        };
        let line = solution
            .as_ref()
            .map(|solution| output_format::format_digits(puzzle, solution.digits()));
        report.solutions = Some(SolutionsReport {
            count: count.to_string(),
            exact,
            solution: line,
        });
        solution
    }

    /// Finds the redundant parts, each on its own.
    fn add_minimality(
        &mut self,
        puzzle: &Puzzle,
        is_unique: bool,
        report: &mut AnalysisReport,
        budget: &Budget<'_>,
    ) {
        if !is_unique {
            report.note_missing("minimal", true);
            return;
        }
        match self.minimizer.redundant(puzzle, budget) {
            Ok(parts) => {
                let name = |part: &minimal::RemovablePart| match part {
                    minimal::RemovablePart::Clue(cell) => cell.to_string(),
                    minimal::RemovablePart::Removed(candidate) => format!(
                        "{}-{}",
                        candidate.cell,
                        puzzle.symbols().symbol(candidate.digit)
                    ),
                };
                report.minimal = Some(MinimalityReport {
                    minimal: parts.is_empty(),
                    redundant: parts.iter().map(name).collect(),
                });
            }
            Err(stopped) => report.stop("minimal", stopped.reason),
        }
    }

    /// Rates the puzzle on the scale of Sudoku Explainer, where it is defined, and on that of
    /// ndoku.
    fn add_ratings(&mut self, puzzle: &Puzzle, report: &mut AnalysisReport, budget: &Budget<'_>) {
        let known = |hardest: HardestStep| hardest.known().map(Difficulty::to_f64);
        for (key, profile, rater) in [
            ("se121", Profile::Se121, &mut self.se121_rater),
            ("ndoku", Profile::Ndoku, &mut self.ndoku_rater),
        ] {
            match rater.rate(puzzle, budget) {
                Ok(RatingOutcome::Unique(rating)) => report.ratings.push(RatingReport {
                    profile: profile.name(),
                    er: known(rating.puzzle),
                    ep: known(rating.pearl),
                    ed: known(rating.diamond),
                    hardest: rating.puzzle.technique,
                    level: rating.level.name(),
                }),
                Ok(_) => report.note_missing(key, true),
                Err(RateError::Stopped(reason)) => report.stop(key, reason),
                Err(_) => report.note_missing(key, false),
            }
        }
    }

    /// Finds the backdoors for singles.
    fn add_backdoors(
        &self,
        puzzle: &Puzzle,
        solution: Option<&Solution>,
        report: &mut AnalysisReport,
        budget: &Budget<'_>,
    ) {
        let found = solution.map_or(Ok(None), |solution| {
            find_backdoors(puzzle, solution, self.args.deep, budget)
        });
        match found {
            Ok(Some(found)) => {
                let name = |cell: usize| puzzle.layout().cell(cell).to_string();
                let wanted = self.args.deep && !found.solved_by_singles;
                report.backdoors = Some(BackdoorReport {
                    solved_by_singles: found.solved_by_singles,
                    cells: found.cells.iter().copied().map(name).collect(),
                    pairs: wanted.then(|| found.pairs.iter().map(|pair| pair.map(name)).collect()),
                });
            }
            Ok(None) => report.note_missing("backdoors", true),
            Err(reason) => report.stop("backdoors", reason),
        }
    }

    /// Finds the canonical forms of the puzzle, unless it is a full grid, and of its solution.
    fn add_canonical_forms(
        &mut self,
        puzzle: &Puzzle,
        solution: Option<&Solution>,
        report: &mut AnalysisReport,
        budget: &Budget<'_>,
    ) {
        let is_full = puzzle.clue_count() == puzzle.layout().cell_count();
        let of_clues = (!is_full)
            .then(|| self.canonicalize("pattern", puzzle, budget))
            .transpose();
        let full = |solution: &Solution| {
            let digits: Vec<u8> = solution.digits().iter().map(|digit| digit.get()).collect();
            Puzzle::from_array(puzzle.layout(), &digits)
                .and_then(|full| full.with_symbols(puzzle.symbols().clone()))
                .ok()
        };
        let of_solution = solution
            .and_then(full)
            .map(|full| self.canonicalize("grid", &full, budget))
            .transpose();
        for error in [&of_clues, &of_solution]
            .into_iter()
            .filter_map(|form| form.as_ref().err())
        {
            match error {
                CanonicalError::Stopped(reason) => report.stop("canonical", *reason),
                error => report.note("canonical", error.to_string()),
            }
        }
        (report.canonical, report.solution_canonical) =
            (of_clues.ok().flatten(), of_solution.ok().flatten());
    }

    fn canonicalize(
        &mut self,
        form: &'static str,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<FormReport, CanonicalError> {
        let found = self
            .canonicalizer
            .canonicalize(CanonicalForm::Pattern, puzzle, budget)?;
        let as_puzzle = Puzzle::from_array(puzzle.layout(), &found.form)
            .and_then(|form| form.with_symbols(puzzle.symbols().clone()));
        Ok(FormReport {
            form,
            line: as_puzzle.map_or_else(
                |_| String::new(),
                |puzzle| format_line(&Record::from(puzzle)),
            ),
            automorphisms: found.automorphisms(),
            transformation: found.transformation().to_string(),
        })
    }
}

impl AnalysisReport {
    /// Creates the report of the layout and the clues.
    fn for_clues(puzzle: &Puzzle) -> Self {
        let (layout, symbols) = (puzzle.layout(), puzzle.symbols());
        let pattern: Vec<bool> = puzzle.clues().iter().map(Option::is_some).collect();
        let clue_count_of = |digit| {
            let clues = puzzle.clues().iter().flatten();
            clues.filter(|clue| **clue == digit).count()
        };
        Self {
            layout: layout.to_string(),
            cells: layout.cell_count(),
            clues: puzzle.clue_count(),
            by_digit: layout
                .digits()
                .map(|digit| (symbols.symbol(digit).to_owned(), clue_count_of(digit)))
                .collect(),
            symmetry: Symmetry::of_pattern(&pattern).name(),
            ..Self::default()
        }
    }

    /// Returns the status by the number of solutions.
    pub(super) fn status(&self) -> Status {
        let Some(SolutionsReport { count, .. }) = &self.solutions else {
            return Status::Stopped;
        };
        // A count that exceeds this type is large.
        Status::from_count(count.parse().unwrap_or(u128::MAX))
    }

    /// Notes that a part is missing, because the solution is not unique or the puzzle is not
    /// classic.
    fn note_missing(&mut self, part: &'static str, for_solutions: bool) {
        let reason = if for_solutions {
            "there is not exactly one solution"
        } else {
            "only for classic 9×9 puzzles without pencilmarks"
        };
        self.note(part, reason.to_owned());
    }

    /// Notes the reason why a part is missing.
    fn note(&mut self, part: &'static str, reason: String) {
        self.missing.insert(part, reason);
    }

    fn stop(&mut self, part: &'static str, reason: StopReason) {
        self.note(part, reason.to_string());
        self.stopped = Some(reason);
    }

    /// Adds the unavoidable sets of a solution.
    fn add_unavoidable_sets(
        &mut self,
        grid: &Grid81,
        puzzle: &Puzzle,
        deep: bool,
        budget: &Budget<'_>,
    ) {
        if let Some(reason) = budget.poll() {
            return self.stop("unavoidable", reason);
        }
        let small = unavoidable::sets_of_cells(grid, unavoidable::MAX_CELLS).unwrap_or_default();
        let few = deep.then(|| unavoidable::sets_of_digits(grid, 4).unwrap_or_default());
        let by_size = |sets: &[CellSet81]| tally(sets.iter().map(|set| set.len()));
        let clues: CellSet81 = puzzle
            .clues()
            .iter()
            .enumerate()
            .filter(|(_, clue)| clue.is_some())
            .map(|(cell, _)| cell)
            .collect();
        let disjoint = bounds::clique_bound(&small, CLIQUE_STEPS);
        let hitting_set =
            hitting_set::find_minimum(&small, HITTING_SET_STEPS[usize::from(deep)], budget);
        self.stopped = self.stopped.or(hitting_set.stopped);
        let name = |cell| puzzle.layout().cell(cell).to_string();
        self.unavoidable = Some(UnavoidableReport {
            by_cells: by_size(&small),
            of_four_digits: few.as_deref().map(by_size),
            by_clues: tally(small.iter().map(|set| (*set & clues).len())),
            disjoint: disjoint.sets.len(),
            disjoint_is_maximum: disjoint.is_maximum,
            clues_needed: hitting_set.at_least.max(disjoint.sets.len()),
            hitting_set: hitting_set
                .cells
                .map(|cells| cells.iter().map(name).collect()),
        });
    }

    fn add_sampled_minimals(
        &mut self,
        found: &sampled_minimals::SampledMinimals,
        orders: u64,
        seed: u64,
        budget: &Budget<'_>,
    ) {
        // Only the budget ends the sampling early.
        if found.orders < orders {
            self.stopped = self.stopped.or(budget.poll()).or(Some(StopReason::Timeout));
        }
        self.sampled_minimals = Some(SampleReport {
            orders: found.orders,
            distinct: found.distinct(),
            by_clues: found.puzzles.clone(),
            fewest: found.fewest.as_ref().map(format_grid81),
            seed,
        });
    }
}

/// Counts how often each number occurs.
fn tally(numbers: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    let mut tally = BTreeMap::new();
    numbers.for_each(|number| *tally.entry(number).or_default() += 1);
    tally
}

/// Collects 81 digits as bytes.
fn to_grid81(digits: impl Iterator<Item = u8>) -> Grid81 {
    let mut grid = [0; 81];
    grid.iter_mut()
        .zip(digits)
        .for_each(|(cell, digit)| *cell = digit);
    grid
}

/// Formats a grid as 81 characters.
fn format_grid81(grid: &Grid81) -> String {
    grid.iter()
        .map(|digit| {
            if *digit == 0 {
                '.'
            } else {
                char::from(b'0' + digit)
            }
        })
        .collect()
}
