//! The portrait of a puzzle: all its parts, as they stand in records of JSON, and how they are found.
//!
//! A part that was asked for and is not there stands in `missing`, with the reason.

use std::collections::BTreeMap;

use ndoku::canonical::{CanonicalError, Canonizer};
use ndoku::count::{Counter, Reach};
use ndoku::format::Record;
use ndoku::generate::backdoor::backdoors;
use ndoku::generate::canonical;
use ndoku::generate::minimal::{self, Minimiser};
use ndoku::generate::unavoidable::{self, bounds, fewest};
use ndoku::generate::{Cells, Grid, Symmetry, met};
use ndoku::rating::{Hardest, Profile, RateError, Rated, Rater, Tenths};
use ndoku::{Budget, Digit, Puzzle, Solution, Solver, StopReason, Verdict};
use serde::Serialize;

use crate::args::analyse::{Analyse, Part};
use crate::json::Status;
use crate::render;

/// So many solutions are counted without --deep.
const COUNTED: u64 = 1_000;

/// So many steps are spent on sets without a common cell: some ten milliseconds at most; most grids need far fewer.
const STEPS: u64 = 20_000;

/// So many steps are spent on the fewest cells that meet all sets: about ten milliseconds, and with --deep some hundred.
/// Sets with more than 12 cells do not pay for themselves: tried with the smallest 1,000 and 4,000 of up to four digits.
const STEPS_TO_MEET: [u64; 2] = [2_000, 100_000];

/// All parts. Those that were not asked for are none.
#[derive(Default, Serialize)]
pub(super) struct Portrait {
    pub layout: String,
    pub cells: usize,
    pub clues: usize,
    /// Each digit as it is written, and how often it is a clue.
    pub by_digit: Vec<(String, usize)>,
    pub symmetry: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<Minimal>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<RatedAs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<Form>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution_canonical: Option<Form>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavoidable: Option<UnavoidableSets>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backdoors: Option<BackdoorCells>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<Met>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<&'static str, String>,
    /// The limit that kept some part from being found.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
}

#[derive(Serialize)]
pub(super) struct Solutions {
    /// Decimal digits; see `json.rs`.
    pub count: String,
    pub exact: bool,
    /// The solution, if there is but one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Minimal {
    pub minimal: bool,
    /// The clues that each may go alone, as their cells; and of pencilmarks the removed candidates that each may come back, as `r3c7-5`.
    pub redundant: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct RatedAs {
    pub profile: &'static str,
    pub er: Option<f64>,
    pub ep: Option<f64>,
    pub ed: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<&'static str>,
    pub level: &'static str,
}

#[derive(Serialize)]
pub(super) struct Form {
    /// `pattern` for puzzles, `grid` for full grids.
    pub form: &'static str,
    pub line: String,
    /// A string for the same reason as the number of solutions.
    pub automorphisms: String,
    /// What makes the form.
    pub transformation: String,
}

#[derive(Serialize)]
pub(super) struct UnavoidableSets {
    /// By number of cells, all minimal sets with up to 12.
    pub by_cells: BTreeMap<usize, usize>,
    /// By number of cells, all minimal sets of up to four digits; with --deep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_four_digits: Option<BTreeMap<usize, usize>>,
    /// By number of clues in them: how many of the former hold so many clues of the puzzle.
    pub by_clues: BTreeMap<usize, usize>,
    /// How many of the former can be taken without a common cell; and whether no more can be.
    pub disjoint: usize,
    pub disjoint_is_most: bool,
    /// As many clues has every puzzle with this solution at least: as many cells are needed to meet all sets with up to 12 cells.
    pub clues_needed: usize,
    /// As many cells that meet them, if such were found: then these sets tell no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meeting: Option<Vec<String>>,
}

#[derive(Serialize)]
pub(super) struct BackdoorCells {
    /// Singles solve it.
    pub open: bool,
    pub cells: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<[String; 2]>>,
}

#[derive(Serialize)]
pub(super) struct Met {
    pub orders: u64,
    pub distinct: u64,
    pub by_clues: BTreeMap<usize, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewest: Option<String>,
    pub seed: u64,
}

/// What a thread keeps from one puzzle to the next.
pub(super) struct Painter<'a> {
    args: &'a Analyse,
    solver: Solver,
    counter: Counter<'a>,
    classical: Rater,
    own: Rater,
    canonizer: Canonizer,
    minimiser: Minimiser,
}

impl<'a> Painter<'a> {
    pub(super) fn new(args: &'a Analyse, cores: &'a ndoku::count::Cores) -> Self {
        Self {
            args,
            solver: Solver::new(),
            counter: Counter::new(cores),
            classical: Rater::new(Profile::Se121),
            own: Rater::new(Profile::Ndoku),
            canonizer: Canonizer::new(),
            minimiser: Minimiser::new(None),
        }
    }

    /// The portrait of a puzzle. The budget counts for all parts together.
    pub(super) fn paint(&mut self, record: &Record, budget: &Budget<'_>) -> Portrait {
        let puzzle = &record.puzzle;
        let (layout, symbols) = (puzzle.layout(), puzzle.symbols());
        let pattern: Vec<bool> = puzzle.clues().iter().map(Option::is_some).collect();
        let often = |digit| {
            puzzle
                .clues()
                .iter()
                .flatten()
                .filter(|clue| **clue == digit)
                .count()
        };
        let mut portrait = Portrait {
            layout: layout.to_string(),
            cells: layout.cell_count(),
            clues: puzzle.clue_count(),
            by_digit: layout
                .digits()
                .map(|digit| (symbols.symbol(digit).to_owned(), often(digit)))
                .collect(),
            symmetry: Symmetry::of(&pattern).name(),
            ..Portrait::default()
        };
        let solution = self.solutions(puzzle, &mut portrait, budget);
        let is_full = puzzle.clue_count() == layout.cell_count();
        let classic = (layout.is_classic() && puzzle.pencilmarks().is_none())
            .then(|| bytes(puzzle.clues().iter().map(|clue| clue.map_or(0, Digit::get))));
        if self.args.wants(Part::Minimal) {
            self.minimal(puzzle, solution.is_some(), &mut portrait, budget);
        }
        if self.args.wants(Part::Rating) && !is_full {
            self.ratings(puzzle, &mut portrait, budget);
        }
        let grid = solution.as_ref().and_then(|solution| {
            layout
                .is_classic()
                .then(|| bytes(solution.digits().iter().map(|digit| digit.get())))
        });
        if self.args.wants(Part::Canonical) {
            self.forms(puzzle, solution.as_ref(), &mut portrait, budget);
        }
        if self.args.wants(Part::Unavoidable) {
            match grid {
                Some(grid) => portrait.sets(&grid, puzzle, self.args.deep, budget),
                None => portrait.leave_out("unavoidable", solution.is_none()),
            }
        }
        if self.args.wants(Part::Backdoors) && !is_full {
            self.backdoors(puzzle, solution.as_ref(), &mut portrait, budget);
        }
        let orders = self.args.orders();
        if orders > 0 {
            let found = classic
                .filter(|_| solution.is_some())
                .and_then(|clues| met::minimal(&clues, orders, self.args.seed, budget));
            match found {
                Some(found) => portrait.met(&found, orders, self.args.seed, budget),
                None => portrait.leave_out("met", solution.is_none()),
            }
        }
        portrait
    }

    /// How many solutions there are; the only one, if there is one.
    fn solutions(
        &mut self,
        puzzle: &Puzzle,
        portrait: &mut Portrait,
        budget: &Budget<'_>,
    ) -> Option<Solution> {
        let verdict = match self.solver.solve_within(puzzle, budget) {
            Ok(answer) => answer.verdict,
            Err(stopped) => {
                portrait.stop("solutions", stopped.reason);
                return None;
            }
        };
        let (count, exact, solution) = match verdict {
            Verdict::Unsolvable => (0, true, None),
            Verdict::Unique(solution) => (1, true, Some(solution)),
            Verdict::Multiple(..) => {
                let reach = if self.args.deep {
                    Reach::default()
                } else {
                    Reach::up_to(COUNTED)
                };
                let count = self.counter.count(puzzle, reach, budget, &|_, _| {});
                (count.number, count.is_exact(), None)
            }
        };
        let line = solution
            .as_ref()
            .map(|solution| render::format_digits(puzzle, solution.digits()));
        portrait.solutions = Some(Solutions {
            count: count.to_string(),
            exact,
            solution: line,
        });
        solution
    }

    /// What may go, each part alone.
    fn minimal(
        &mut self,
        puzzle: &Puzzle,
        is_unique: bool,
        portrait: &mut Portrait,
        budget: &Budget<'_>,
    ) {
        if !is_unique {
            portrait.leave_out("minimal", true);
            return;
        }
        match self.minimiser.redundant(puzzle, budget) {
            Ok(parts) => {
                let name = |part: &minimal::Part| match part {
                    minimal::Part::Clue(cell) => cell.to_string(),
                    minimal::Part::Removed(candidate) => format!(
                        "{}-{}",
                        candidate.cell,
                        puzzle.symbols().symbol(candidate.digit)
                    ),
                };
                portrait.minimal = Some(Minimal {
                    minimal: parts.is_empty(),
                    redundant: parts.iter().map(name).collect(),
                });
            }
            Err(stopped) => portrait.stop("minimal", stopped.reason),
        }
    }

    /// On the community's scale where it is defined, and on our own.
    fn ratings(&mut self, puzzle: &Puzzle, portrait: &mut Portrait, budget: &Budget<'_>) {
        let known = |hardest: Hardest| hardest.known().map(Tenths::to_f64);
        for (key, profile, rater) in [
            ("se121", Profile::Se121, &mut self.classical),
            ("ndoku", Profile::Ndoku, &mut self.own),
        ] {
            match rater.rate(puzzle, budget) {
                Ok(Rated::Unique(rating)) => portrait.ratings.push(RatedAs {
                    profile: profile.name(),
                    er: known(rating.puzzle),
                    ep: known(rating.pearl),
                    ed: known(rating.diamond),
                    hardest: rating.puzzle.technique,
                    level: rating.level.name(),
                }),
                Ok(_) => portrait.leave_out(key, true),
                Err(RateError::Stopped(reason)) => portrait.stop(key, reason),
                Err(RateError::Layout | RateError::Pencilmarks) => portrait.leave_out(key, false),
            }
        }
    }

    /// Cells that leave nothing but singles.
    fn backdoors(
        &self,
        puzzle: &Puzzle,
        solution: Option<&Solution>,
        portrait: &mut Portrait,
        budget: &Budget<'_>,
    ) {
        let found = solution.map_or(Ok(None), |solution| {
            backdoors(puzzle, solution, self.args.deep, budget)
        });
        match found {
            Ok(Some(found)) => {
                let name = |cell: usize| puzzle.layout().cell(cell).to_string();
                let wanted = self.args.deep && !found.open;
                portrait.backdoors = Some(BackdoorCells {
                    open: found.open,
                    cells: found.cells.iter().copied().map(name).collect(),
                    pairs: wanted.then(|| found.pairs.iter().map(|pair| pair.map(name)).collect()),
                });
            }
            Ok(None) => portrait.leave_out("backdoors", true),
            Err(reason) => portrait.stop("backdoors", reason),
        }
    }

    /// The form of the puzzle's clues, unless they are a full grid, and that of its solution.
    fn forms(
        &mut self,
        puzzle: &Puzzle,
        solution: Option<&Solution>,
        portrait: &mut Portrait,
        budget: &Budget<'_>,
    ) {
        let is_full = puzzle.clue_count() == puzzle.layout().cell_count();
        let of_clues = (!is_full)
            .then(|| self.form("pattern", puzzle, budget))
            .transpose();
        let full = |solution: &Solution| {
            let digits: Vec<u8> = solution.digits().iter().map(|digit| digit.get()).collect();
            Puzzle::from_array(puzzle.layout(), &digits)
                .and_then(|full| full.with_symbols(puzzle.symbols().clone()))
                .ok()
        };
        let of_solution = solution
            .and_then(full)
            .map(|full| self.form("grid", &full, budget))
            .transpose();
        for error in [&of_clues, &of_solution]
            .into_iter()
            .filter_map(|form| form.as_ref().err())
        {
            match error {
                CanonicalError::Stopped(reason) => portrait.stop("canonical", *reason),
                error => portrait.note("canonical", error.to_string()),
            }
        }
        (portrait.canonical, portrait.solution_canonical) =
            (of_clues.ok().flatten(), of_solution.ok().flatten());
    }

    fn form(
        &mut self,
        form: &'static str,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<Form, CanonicalError> {
        let found = self
            .canonizer
            .canonical(canonical::Form::Pattern, puzzle, budget)?;
        let as_puzzle = Puzzle::from_array(puzzle.layout(), &found.form)
            .and_then(|form| form.with_symbols(puzzle.symbols().clone()));
        Ok(Form {
            form,
            line: as_puzzle.map_or_else(
                |_| String::new(),
                |puzzle| super::line(&Record::from(puzzle)),
            ),
            automorphisms: found.automorphisms(),
            transformation: found.transformation().to_string(),
        })
    }
}

impl Portrait {
    /// Returns what is known of the solutions.
    pub(super) fn status(&self) -> Status {
        let Some(Solutions { count, .. }) = &self.solutions else {
            return Status::Stopped;
        };
        // A count that is no number of this width is a large one.
        Status::from_count(count.parse().unwrap_or(u128::MAX))
    }

    /// Notes that there is no such part: for want of a single solution, or since it is one of classic puzzles.
    fn leave_out(&mut self, part: &'static str, for_solutions: bool) {
        let reason = if for_solutions {
            "there is not exactly one solution"
        } else {
            "only for classic 9×9 puzzles of clues"
        };
        self.note(part, reason.to_owned());
    }

    /// Notes why there is no such part.
    fn note(&mut self, part: &'static str, reason: String) {
        self.missing.insert(part, reason);
    }

    fn stop(&mut self, part: &'static str, reason: StopReason) {
        self.note(part, reason.to_string());
        self.stopped = Some(reason);
    }

    /// The unavoidable sets of a solution.
    fn sets(&mut self, grid: &Grid, puzzle: &Puzzle, deep: bool, budget: &Budget<'_>) {
        if let Some(reason) = budget.poll() {
            return self.stop("unavoidable", reason);
        }
        let small = unavoidable::of_cells(grid, unavoidable::MOST_CELLS).unwrap_or_default();
        let few = deep.then(|| unavoidable::of_digits(grid, 4).unwrap_or_default());
        let by_size = |sets: &[Cells]| tally(sets.iter().map(|set| set.len()));
        let clues: Cells = puzzle
            .clues()
            .iter()
            .enumerate()
            .filter(|(_, clue)| clue.is_some())
            .map(|(cell, _)| cell)
            .collect();
        let disjoint = bounds::disjoint(&small, STEPS);
        let fewest = fewest::fewest(&small, STEPS_TO_MEET[usize::from(deep)], budget);
        self.stopped = self.stopped.or(fewest.stopped);
        let name = |cell| puzzle.layout().cell(cell).to_string();
        self.unavoidable = Some(UnavoidableSets {
            by_cells: by_size(&small),
            of_four_digits: few.as_deref().map(by_size),
            by_clues: tally(small.iter().map(|set| (*set & clues).len())),
            disjoint: disjoint.sets.len(),
            disjoint_is_most: disjoint.is_most,
            clues_needed: fewest.at_least.max(disjoint.sets.len()),
            meeting: fewest.cells.map(|cells| cells.iter().map(name).collect()),
        });
    }

    fn met(&mut self, found: &met::Met, orders: u64, seed: u64, budget: &Budget<'_>) {
        // Only the budget ends it before.
        if found.orders < orders {
            self.stopped = self.stopped.or(budget.poll()).or(Some(StopReason::Time));
        }
        self.met = Some(Met {
            orders: found.orders,
            distinct: found.distinct(),
            by_clues: found.puzzles.clone(),
            fewest: found.fewest.as_ref().map(line),
            seed,
        });
    }
}

/// How often each number is there.
fn tally(numbers: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    let mut tally = BTreeMap::new();
    numbers.for_each(|number| *tally.entry(number).or_default() += 1);
    tally
}

/// Digits as bytes; 81 of them.
fn bytes(digits: impl Iterator<Item = u8>) -> Grid {
    let mut grid = [0; 81];
    grid.iter_mut()
        .zip(digits)
        .for_each(|(cell, digit)| *cell = digit);
    grid
}

/// A grid as 81 characters.
fn line(grid: &Grid) -> String {
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
