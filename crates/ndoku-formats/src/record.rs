//! The type [`Record`]: a puzzle with its metadata and its position in the source.

use ndoku_core::{
    Alphabet, Boxes, Candidate, Cell, Conflict, Diagonal, Digit, Layout, Puzzle, Symbols,
};

use super::{Feature, ReadError, Span};

/// Descriptive data of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The publication.
    pub source: Option<String>,
    /// The web address.
    pub url: Option<String>,
    /// The date of publication, as written.
    pub date: Option<String>,
    /// The level as a word.
    pub level: Option<String>,
    /// A free text.
    pub comment: Option<String>,
    /// The difficulty as a number, as written.
    pub rating: Option<String>,
    /// The identifier in a collection.
    pub id: Option<String>,
    /// All other data as name and text, in the order of the file.
    pub extra: Vec<(String, String)>,
}

impl Metadata {
    /// Returns `true` if no field is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The positions of the cells of a record in its source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SourceMap {
    /// The positions are unknown.
    #[default]
    Unknown,
    /// The cells are in one line, one character each.
    Contiguous {
        /// The line, from 1.
        line: usize,
        /// The column of the first cell, from 1.
        column: usize,
    },
    /// The line and column of every cell, from 1, and its length in characters.
    PerCell(Box<[(u32, u32, u8)]>),
}

impl SourceMap {
    /// Returns the position of a cell, given by its index.
    #[must_use]
    pub fn span(&self, index: usize) -> Option<Span> {
        match self {
            Self::Unknown => None,
            Self::Contiguous { line, column } => Some(Span::new(*line, column + index, 1)),
            Self::PerCell(places) => {
                let (line, column, length) = *places.get(index)?;
                Some(Span::new(
                    line as usize,
                    column as usize,
                    usize::from(length),
                ))
            }
        }
    }
}

/// A puzzle of a file.
#[derive(Clone, Debug)]
pub struct Record {
    /// The layout, symbols, clues and pencilmarks.
    pub puzzle: Puzzle,
    /// The digits that the player has entered, row by row, if the file has any. `None` for clues
    /// and blank cells.
    pub entries: Option<Box<[Option<Digit>]>>,
    /// The solution in the file, row by row. Readers do not check it: see
    /// [`solution_error`](Self::solution_error).
    pub solution: Option<Box<[Digit]>>,
    /// The descriptive data.
    pub metadata: Metadata,
    /// The first line of the record, from 1. 0 if the record was not read.
    pub line: usize,
    /// The positions of the cells.
    pub source_map: SourceMap,
}

/// Records are equal if their contents are. The position does not matter.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let content = |record: &Self| {
            (
                record.puzzle.clone(),
                record.entries.clone(),
                record.solution.clone(),
                record.metadata.clone(),
            )
        };
        content(self) == content(other)
    }
}

impl From<Puzzle> for Record {
    fn from(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            entries: None,
            solution: None,
            metadata: Metadata::default(),
            line: 0,
            source_map: SourceMap::Unknown,
        }
    }
}

impl Record {
    /// Creates the record of a puzzle at `span` from its cells.
    ///
    /// # Errors
    /// Returns an error if a digit is above N, or there are not N² cells and N symbols.
    pub(super) fn from_cells(
        layout: &Layout,
        cells: &[Option<Digit>],
        symbols: Symbols,
        span: Span,
    ) -> Result<Self, ReadError> {
        let numbers: Vec<u8> = cells
            .iter()
            .map(|cell| cell.map_or(0, Digit::get))
            .collect();
        let made =
            Puzzle::from_array(layout, &numbers).and_then(|puzzle| puzzle.with_symbols(symbols));
        let puzzle = made.map_err(|error| ReadError::at(span, error.to_string()))?;
        Ok(Self {
            line: span.line,
            ..Self::from(puzzle)
        })
    }

    /// Returns the features that the record has beyond the clues of a classic puzzle, in the order
    /// of [`Feature`].
    #[must_use]
    pub fn features(&self) -> Vec<Feature> {
        let layout = self.puzzle.layout();
        let size = layout.size();
        let usual_box = *layout.boxes() == Boxes::for_size(size);
        let numbers = *self.puzzle.symbols() == Symbols::numbers(size)
            || Symbols::from_alphabet(Alphabet::Alnum, size)
                .is_ok_and(|symbols| symbols == *self.puzzle.symbols());
        let has = [
            (Feature::AnySize, size != 9),
            (
                Feature::BoxShape,
                matches!(layout.boxes(), Boxes::Rectangles { .. }) && !usual_box,
            ),
            (
                Feature::Regions,
                matches!(layout.boxes(), Boxes::Regions(_)),
            ),
            (Feature::NoBoxes, matches!(layout.boxes(), Boxes::None)),
            (
                Feature::Diagonals,
                layout.has_diagonal(Diagonal::Main) || layout.has_diagonal(Diagonal::Anti),
            ),
            (
                Feature::Rules,
                !layout.rules().is_empty() || !layout.constraints().is_empty(),
            ),
            (Feature::Pencilmarks, self.puzzle.pencilmarks().is_some()),
            (
                Feature::Entries,
                self.entries
                    .as_ref()
                    .is_some_and(|entries| entries.iter().any(Option::is_some)),
            ),
            (Feature::Solution, self.solution.is_some()),
            (Feature::Metadata, !self.metadata.is_empty()),
            (Feature::Symbols, !numbers),
        ];
        has.into_iter()
            .filter(|(_, has)| *has)
            .map(|(feature, _)| feature)
            .collect()
    }

    /// Returns all conflicts of the puzzle, each with its position in the source: see
    /// [`Puzzle::conflicts`].
    #[must_use]
    pub fn conflicts(&self) -> Vec<(Conflict, ReadError)> {
        let layout = self.puzzle.layout();
        let described = |conflict: Conflict| {
            let mut error = ReadError::new(conflict.message(layout, self.puzzle.symbols()));
            for cell in conflict.cells() {
                let Some(span) = self.source_map.span(layout.index(*cell)) else {
                    continue;
                };
                if error.span.is_none() {
                    error.span = Some(span);
                    error.label = cell.to_string();
                } else {
                    error.also.push((span, cell.to_string()));
                }
            }
            if error.span.is_none() {
                error.message = conflict.describe(layout, self.puzzle.symbols());
            }
            error.hint = Some(match &conflict {
                Conflict::Repeated { cells, .. } if cells.len() == 2 => {
                    "one of the two is a typo".to_owned()
                }
                Conflict::Repeated { .. } => "no more than one of them can be right".to_owned(),
                Conflict::Broken { rule, cells } if cells.is_empty() => {
                    format!("`ndoku rules {rule}` shows what its argument means")
                }
                Conflict::Broken { rule, .. } => format!(
                    "the puzzle was read with the rule {rule}; without it the clues may be right"
                ),
                _ => "the pencilmarks forbid the clue, or forbid everything".to_owned(),
            });
            (conflict, error)
        };
        self.puzzle.conflicts().into_iter().map(described).collect()
    }

    /// Returns the first reason why the solution in the file cannot be one of the puzzle, if there
    /// is a reason.
    #[must_use]
    pub fn solution_error(&self) -> Option<String> {
        let solution = self.solution.as_deref()?;
        let (layout, symbols) = (self.puzzle.layout(), self.puzzle.symbols());
        let clues = self.puzzle.clues();
        if solution.len() != clues.len() {
            return Some(format!(
                "the given solution has {} cells, but the puzzle has {}",
                solution.len(),
                clues.len()
            ));
        }
        let marks = self.puzzle.pencilmarks();
        for (index, (digit, clue)) in solution.iter().zip(clues).enumerate() {
            let cell = || Cell::from_index(index, layout.size());
            let symbol = symbols.symbol(*digit);
            if let Some(clue) = clue.filter(|clue| clue != digit) {
                return Some(format!(
                    "the given solution has {symbol} in {}, but the clue is {}",
                    cell(),
                    symbols.symbol(clue)
                ));
            }
            if marks.is_some_and(|marks| !marks[index].contains(*digit)) {
                return Some(format!(
                    "the given solution has {symbol} in {}, but the pencilmarks exclude it",
                    cell()
                ));
            }
        }
        let digits: Vec<Option<Digit>> = solution.iter().copied().map(Some).collect();
        let conflicts = ndoku_core::verify(layout, &digits).err()?;
        let conflict = conflicts.first()?.describe(layout, symbols);
        Some(format!("the given solution is wrong: {conflict}"))
    }

    /// Returns the candidates that the pencilmarks exclude.
    pub fn eliminations(&self) -> impl Iterator<Item = Candidate> {
        let layout = self.puzzle.layout().clone();
        let marks = self.puzzle.pencilmarks().unwrap_or_default();
        layout.cells().zip(marks).flat_map(move |(cell, set)| {
            Digit::all(layout.size())
                .filter(|digit| !set.contains(*digit))
                .map(move |digit| Candidate::new(cell, digit))
        })
    }
}
