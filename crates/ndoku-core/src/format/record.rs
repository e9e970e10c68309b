//! `Record`: a puzzle as it was read, with all that stood beside it, and where.

use super::{Feature, ReadError, Span};
use crate::{Alphabet, Boxes, Candidate, Conflict, Diagonal, Digit, Layout, Puzzle, Symbols};

/// What a file says about a puzzle besides the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Its name.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Where it was published.
    pub source: Option<String>,
    /// Its address.
    pub url: Option<String>,
    /// When it was published, as written.
    pub date: Option<String>,
    /// Its level in words.
    pub level: Option<String>,
    /// Free text.
    pub comment: Option<String>,
    /// Its difficulty as a number, as written.
    pub rating: Option<String>,
    /// Its key in a collection.
    pub id: Option<String>,
    /// Anything else, name and text, in the order of the file.
    pub extra: Vec<(String, String)>,
}

impl Metadata {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Where the cells of a record stand in its source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SourceMap {
    /// Not known.
    #[default]
    Unknown,
    /// In one line, one character each.
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
    /// The place of a cell by its number.
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

/// A puzzle as it stands in a file.
#[derive(Clone, Debug)]
pub struct Record {
    /// Layout, symbols, clues, pencilmarks.
    pub puzzle: Puzzle,
    /// The digits that a player has put in, row by row, `None` for clues and blanks; if the file has any.
    pub entries: Option<Box<[Option<Digit>]>>,
    /// The solution as the file gives it, row by row; not checked.
    pub solution: Option<Box<[Digit]>>,
    /// What else is said of it.
    pub metadata: Metadata,
    /// The line where it begins, from 1; 0 for a record that was not read.
    pub line: usize,
    /// Where its cells stand.
    pub source_map: SourceMap,
}

/// Equal in content; where it stood does not count.
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
    /// The record of a puzzle that stands at `span`, from what was read of it.
    ///
    /// # Errors
    /// If a digit is beyond the layout, or there are not N² cells and N symbols.
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

    /// What it has beyond a classic puzzle's clues, in the order of [`Feature`].
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

    /// Everything that is wrong with the clues as they stand, each with its place in the source: see [`Puzzle::conflicts`].
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
                Conflict::Broken { rule, .. } => format!(
                    "the puzzle was read with the rule {rule}; without it the clues may be right"
                ),
                _ => "the pencilmarks forbid the clue, or forbid everything".to_owned(),
            });
            (conflict, error)
        };
        self.puzzle.conflicts().into_iter().map(described).collect()
    }

    /// The candidates that pencilmarks take away, for formats that list them one by one.
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
