//! `PuzzleInput`, a puzzle in a request, and `Layout`, its requested layout.

use std::ops::ControlFlow;

use ndoku::constraint::RuleRef;
use ndoku::format::{self, BoxChoice, ParseBoxesError, ReadOptions, Record};
use ndoku::{Alphabet, Boxes, Cell, Diagonal, Digit, DigitSet, LayoutError, Puzzle, Symbols};
use serde::{Deserialize, Serialize};

use crate::object::deserialize_object;
use crate::{Problem, ProblemKind};

/// A puzzle: a text in any format that ndoku reads, or numbers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "a puzzle is a text, or an object with `clues` and perhaps `candidates`"
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PuzzleInput {
    /// A text with one puzzle. The format is detected.
    Text(String),
    /// Numbers, in the layout of the request.
    Grid(#[serde(deserialize_with = "deserialize_object")] GridInput),
}

/// A puzzle as numbers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GridInput {
    /// N² clues, row by row: 1 to N, or 0 for a blank.
    pub clues: Vec<u8>,
    /// The candidates of each cell. The default is all digits.
    #[serde(default)]
    pub candidates: Option<Vec<Vec<u8>>>,
}

/// A requested layout. Missing fields are taken from the text, or from the usual layout of the
/// size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Layout {
    /// Number of rows, columns and digits, 1 to 255. Needed only if no puzzle shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u8>,
    /// The shape of the boxes as width x height, such as `3x2`, or `none`.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub boxes: Option<String>,
    /// Jigsaw regions instead of boxes: one character per cell, row by row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<String>,
    /// Long diagonals that contain every digit: `main` from the upper left, `anti` from the upper
    /// right. Both make an X-Sudoku.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagonals: Vec<Line>,
    /// Rules, such as `windoku` or `anti-knight`. The method `rules` lists them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Symbols of the digits: `dec`, `alnum`, `alpha` or `hex0`. Aliases such as `letters` are
    /// accepted, too. The default is detected from the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<crate::schema::SymbolsName>")
    )]
    pub symbols: Option<String>,
}

/// A long diagonal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Line {
    /// From the upper left to the lower right.
    Main,
    /// From the upper right to the lower left.
    Anti,
}

impl Layout {
    /// Converts the layout to options for reading.
    pub(crate) fn read_options(&self) -> Result<ReadOptions, Problem> {
        let wrong = |message: String| Problem::new(ProblemKind::Unreadable, message);
        let mut rules = Vec::new();
        for rule in &self.rules {
            rules.push(
                rule.parse::<RuleRef>()
                    .map_err(|error| layout_problem(&error))?,
            );
        }
        for line in &self.diagonals {
            let id = if *line == Line::Main {
                "diagonal-main"
            } else {
                "diagonal-anti"
            };
            rules.push(RuleRef { id, argument: None });
        }
        let boxes = match (&self.regions, &self.boxes) {
            (Some(_), Some(_)) => {
                return Err(wrong("a layout has either boxes or regions".to_owned()));
            }
            (Some(map), None) => Some(BoxChoice::Regions(map.clone())),
            (None, Some(text)) => Some(
                text.parse()
                    .map_err(|error: ParseBoxesError| wrong(error.to_string()))?,
            ),
            (None, None) => None,
        };
        let symbols = match &self.symbols {
            Some(name) => Some(parse_alphabet(name)?),
            None => None,
        };
        Ok(ReadOptions {
            boxes,
            rules,
            symbols,
            ..ReadOptions::default()
        })
    }

    /// Builds the layout without a puzzle.
    #[cfg(feature = "generate")]
    pub(crate) fn build(&self) -> Result<ndoku::Layout, Problem> {
        self.read_options()?
            .layout(self.size)
            .map_err(|error| layout_problem(&error))
    }

    /// Returns the request for the layout of a puzzle.
    pub(crate) fn for_puzzle(puzzle: &Puzzle) -> Self {
        let layout = puzzle.layout();
        let (boxes, regions) = match layout.boxes() {
            Boxes::None => (Some("none".to_owned()), None),
            Boxes::Rectangles { width, height } => (Some(format!("{width}x{height}")), None),
            regions @ Boxes::Regions(_) => (None, regions.to_map()),
        };
        let diagonals = [(Diagonal::Main, Line::Main), (Diagonal::Anti, Line::Anti)];
        let named = |rule: &&RuleRef| !["x", "diagonal-main", "diagonal-anti"].contains(&rule.id);
        Self {
            size: Some(layout.size()),
            boxes,
            regions,
            diagonals: diagonals
                .into_iter()
                .filter(|(diagonal, _)| layout.has_diagonal(*diagonal))
                .map(|(_, line)| line)
                .collect(),
            rules: layout
                .rules()
                .iter()
                .filter(named)
                .map(ToString::to_string)
                .collect(),
            symbols: None,
        }
    }
}

/// Converts an error of a layout to a problem.
fn layout_problem(error: &LayoutError) -> Problem {
    Problem::new(ProblemKind::Unreadable, error.to_string()).maybe_hint(error.hint())
}

/// Finds the alphabet with a name.
fn parse_alphabet(name: &str) -> Result<Alphabet, Problem> {
    let known = Alphabet::NAMES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map(|(_, alphabet)| *alphabet).ok_or_else(|| {
        let names: Vec<&str> = Alphabet::NAMES.iter().map(|(name, _)| *name).collect();
        Problem::new(
            ProblemKind::Unreadable,
            format!("there is no alphabet `{name}`"),
        )
        .maybe_hint(Some(format!("there are {}", names.join(", "))))
    })
}

impl PuzzleInput {
    /// Reads the puzzle.
    pub(crate) fn record(&self, layout: &Layout) -> Result<Record, Problem> {
        let options = layout.read_options()?;
        match self {
            Self::Text(text) => read_single(text, &options),
            Self::Grid(grid) => grid.record(layout, &options),
        }
    }

    /// Reads the puzzle, and refuses contradictory clues.
    #[cfg(any(feature = "solve", feature = "logic"))]
    pub(crate) fn record_without_conflicts(&self, layout: &Layout) -> Result<Record, Problem> {
        let record = self.record(layout)?;
        let conflicts = record.conflicts();
        let Some((conflict, error)) = conflicts.first() else {
            return Ok(record);
        };
        let cells = cell_indices(record.puzzle.layout(), conflict.cells());
        let place = error.span;
        let detail = conflict.describe(record.puzzle.layout(), record.puzzle.symbols());
        let more = conflicts.len() - 1;
        let hint = (more > 0).then(|| format!("{more} more; the method `check` lists all"));
        let mut problem = Problem::new(ProblemKind::Contradictory, detail).maybe_hint(hint);
        (problem.cells, problem.line, problem.column) = (
            cells,
            place.map(|span| span.line),
            place.map(|span| span.column),
        );
        Err(problem)
    }
}

/// Returns the numbers of cells.
pub(crate) fn cell_indices(layout: &ndoku::Layout, cells: &[Cell]) -> Vec<usize> {
    cells.iter().map(|cell| layout.index(*cell)).collect()
}

/// Reads the only record of a text.
fn read_single(text: &str, options: &ReadOptions) -> Result<Record, Problem> {
    let mut found = None;
    let mut is_more = false;
    format::read(text, options, &mut |record| {
        is_more = found.is_some();
        if !is_more {
            found = Some(record);
        }
        if is_more {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if is_more {
        let hint = "the method `read` reads several puzzles".to_owned();
        return Err(Problem::new(
            ProblemKind::Unreadable,
            "the text holds more than one puzzle",
        )
        .maybe_hint(Some(hint)));
    }
    Ok(
        found
            .ok_or_else(|| Problem::new(ProblemKind::Unreadable, "the text holds no puzzle"))??,
    )
}

impl GridInput {
    fn record(&self, layout: &Layout, options: &ReadOptions) -> Result<Record, Problem> {
        let wrong = |message: String| Problem::new(ProblemKind::Unreadable, message);
        let side = self.clues.len().isqrt();
        let size = layout.size.map_or(side, usize::from);
        if size * size != self.clues.len() {
            return Err(wrong(format!(
                "there are {} clues, but a grid of size {size} has {} cells",
                self.clues.len(),
                size * size
            )));
        }
        let size = u8::try_from(size).map_err(|_| layout_problem(&LayoutError::Size { size }))?;
        let built = options
            .layout(Some(size))
            .map_err(|error| layout_problem(&error))?;
        let mut puzzle =
            Puzzle::from_array(&built, &self.clues).map_err(|error| wrong(error.to_string()))?;
        if let Some(alphabet) = options.symbols {
            let symbols =
                Symbols::from_alphabet(alphabet, size).map_err(|error| wrong(error.to_string()))?;
            puzzle = puzzle
                .with_symbols(symbols)
                .map_err(|error| wrong(error.to_string()))?;
        }
        if let Some(candidates) = &self.candidates {
            let marks = digit_sets(candidates, &built)?;
            puzzle
                .set_pencilmarks(&marks)
                .map_err(|error| wrong(error.to_string()))?;
        }
        Ok(Record::from(puzzle))
    }
}

/// Converts the candidates of each cell to sets.
pub(crate) fn digit_sets(
    candidates: &[Vec<u8>],
    layout: &ndoku::Layout,
) -> Result<Vec<DigitSet>, Problem> {
    let wrong = |message: String| Problem::new(ProblemKind::Unreadable, message);
    if candidates.len() != layout.cell_count() {
        return Err(wrong(format!(
            "there are candidates for {} cells, but the grid has {}",
            candidates.len(),
            layout.cell_count()
        )));
    }
    let set = |(cell, digits): (usize, &Vec<u8>)| {
        let mut set = DigitSet::default();
        for number in digits {
            let digit = Digit::new(*number).filter(|_| *number <= layout.size());
            set.insert(digit.ok_or_else(|| wrong(format!("cell {cell} cannot hold {number}")))?);
        }
        Ok(set)
    };
    candidates.iter().enumerate().map(set).collect()
}
