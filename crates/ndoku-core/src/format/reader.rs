//! `Reader`: what a format's reader works with. It makes layouts (each only once) from what the file says and what the user asks for, and takes the records.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::{Format, ReadError, Record, Span};
use crate::constraint::RuleRef;
use crate::{Alphabet, Boxes, Diagonal, Layout, LayoutBuilder, LayoutError, SymbolError, Symbols};

/// The boxes that a user asks for; they win over those of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoxChoice {
    /// Rectangles.
    Rectangles {
        /// Columns of a box.
        width: u8,
        /// Rows of a box.
        height: u8,
    },
    /// None: a Latin square.
    None,
    /// Jigsaw regions: one mark for each cell, row by row; white space does not count.
    Regions(String),
}

impl BoxChoice {
    /// The number of rows of a grid that these boxes fit, if they say it.
    ///
    /// # Errors
    /// [`LayoutError::Size`] if it is above 255.
    pub fn size(&self) -> Result<Option<u8>, LayoutError> {
        let size = match self {
            Self::Rectangles { width, height } => usize::from(*width) * usize::from(*height),
            // A map that is no square fits no size; the next smaller one shows what is left over.
            Self::Regions(map) => map
                .chars()
                .filter(|mark| !mark.is_whitespace())
                .count()
                .isqrt(),
            Self::None => return Ok(None),
        };
        u8::try_from(size)
            .map(Some)
            .map_err(|_| LayoutError::Size { size })
    }

    fn apply_to(&self, builder: LayoutBuilder) -> LayoutBuilder {
        match self {
            Self::Rectangles { width, height } => builder.boxes(*width, *height),
            Self::None => builder.no_boxes(),
            Self::Regions(map) => {
                let map: Vec<char> = map.chars().filter(|mark| !mark.is_whitespace()).collect();
                builder.regions(&map)
            }
        }
    }
}

/// Reads `3x2` (wide x high) and `none`; maps of regions cannot be told from other words and are not read.
impl FromStr for BoxChoice {
    type Err = ParseBoxesError;

    fn from_str(text: &str) -> Result<Self, ParseBoxesError> {
        if text.eq_ignore_ascii_case("none") {
            return Ok(Self::None);
        }
        let side = |text: &str| text.trim().parse::<u8>().ok().filter(|side| *side > 0);
        let sides = text
            .split_once(['x', 'X', '×'])
            .and_then(|(width, height)| Some((side(width)?, side(height)?)));
        sides
            .map(|(width, height)| Self::Rectangles { width, height })
            .ok_or_else(|| ParseBoxesError(text.to_owned()))
    }
}

/// No boxes are written so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the shape of a box is written WIDTHxHEIGHT, such as 3x2, or none")]
pub struct ParseBoxesError(pub String);

/// What the user asks for when a text is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// This format, instead of finding out.
    pub format: Option<&'static Format>,
    /// The extension of the file's name, without the dot, to break ties.
    pub extension: Option<String>,
    /// These boxes.
    pub boxes: Option<BoxChoice>,
    /// These rules, besides those of the file.
    pub rules: Vec<RuleRef>,
    /// These symbols, instead of finding out.
    pub symbols: Option<Alphabet>,
    /// Leave out what a file demands and ndoku cannot keep, instead of refusing the puzzle.
    pub ignore_unsupported: bool,
}

impl ReadOptions {
    /// The layout that the boxes and rules describe without any file: of `size` rows, or as many as the boxes say, or 9.
    ///
    /// # Errors
    /// A size that the boxes do not fit, and whatever else makes no layout.
    pub fn layout(&self, size: Option<u8>) -> Result<Layout, LayoutError> {
        let told = self
            .boxes
            .as_ref()
            .map(BoxChoice::size)
            .transpose()?
            .flatten();
        self.extend(Layout::builder(size.or(told).unwrap_or(9)))
            .build()
    }

    fn extend(&self, builder: LayoutBuilder) -> LayoutBuilder {
        let builder = match &self.boxes {
            Some(boxes) => boxes.apply_to(builder),
            None => builder,
        };
        self.rules
            .iter()
            .cloned()
            .fold(builder, LayoutBuilder::rule_ref)
    }
}

/// What a file says of a puzzle's layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetectedLayout {
    /// N.
    pub size: u8,
    /// The boxes, if the file says or shows them.
    pub boxes: Option<Boxes>,
    /// Whether the main diagonal is a house.
    pub main: bool,
    /// Whether the anti-diagonal is a house.
    pub anti: bool,
    /// Named rules.
    pub rules: Vec<RuleRef>,
}

impl DetectedLayout {
    /// Nothing but a size.
    #[must_use]
    pub const fn for_size(size: u8) -> Self {
        Self {
            size,
            boxes: None,
            main: false,
            anti: false,
            rules: Vec::new(),
        }
    }
}

/// Given to a format's reader together with a block.
pub struct Reader<'a> {
    options: &'a ReadOptions,
    sink: &'a mut dyn FnMut(Result<Record, ReadError>) -> ControlFlow<()>,
    layouts: Vec<(DetectedLayout, Layout)>,
    symbols: HashMap<(u8, u8), Symbols>,
    /// The layout and symbols that [`Reader::layout_and_symbols`] gave last.
    last_layout: Option<(u8, Alphabet, Layout, Symbols)>,
    /// What stood above the record that comes next.
    comment: Option<String>,
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader")
            .field("options", self.options)
            .finish_non_exhaustive()
    }
}

impl<'a> Reader<'a> {
    /// A reader that gives what it reads to `sink`; `Break` ends the reading.
    pub fn new(
        options: &'a ReadOptions,
        sink: &'a mut dyn FnMut(Result<Record, ReadError>) -> ControlFlow<()>,
    ) -> Self {
        Self {
            options,
            sink,
            layouts: Vec::new(),
            symbols: HashMap::new(),
            last_layout: None,
            comment: None,
        }
    }

    /// What the user asks for.
    #[must_use]
    pub const fn options(&self) -> &'a ReadOptions {
        self.options
    }

    /// Hands over a record, or the error that stands in its place.
    ///
    /// # Errors
    /// Not one: `Break` means that nothing more is wanted, and is to be returned at once.
    pub fn emit(&mut self, mut record: Result<Record, ReadError>) -> ControlFlow<()> {
        if let (Some(comment), Ok(record)) = (self.comment.take(), &mut record) {
            record.metadata.comment.get_or_insert(comment);
        }
        // A message that quotes the input may have got a line end with it; it stays one line.
        if let Err(error) = &mut record
            && error.message.contains('\n')
        {
            error.message = error.message.replace('\n', " ");
        }
        (self.sink)(record)
    }

    /// The comment that stands above the next record; a comment within the record has precedence.
    pub(super) fn set_comment(&mut self, comment: Option<String>) {
        self.comment = comment;
    }

    /// The layout of a size as [`layout`](Self::layout) gives it, and symbols; quick for one puzzle after another of the same size.
    ///
    /// # Errors
    /// A [`ReadError`] at `span`, if what the user asks for does not fit.
    pub(super) fn layout_and_symbols(
        &mut self,
        size: u8,
        alphabet: Alphabet,
        span: Span,
    ) -> Result<(Layout, Symbols), ReadError> {
        if let Some((known, written, layout, symbols)) = &self.last_layout
            && (*known, *written) == (size, alphabet)
        {
            return Ok((layout.clone(), symbols.clone()));
        }
        let layout = self.layout(&DetectedLayout::for_size(size), span)?;
        let symbols = self
            .symbols(alphabet, size)
            .map_err(|error| ReadError::at(span, error.to_string()))?;
        self.last_layout = Some((size, alphabet, layout.clone(), symbols.clone()));
        Ok((layout, symbols))
    }

    /// The layout that the file and the user together describe; the same object for the same description.
    ///
    /// # Errors
    /// A [`ReadError`] at `span`, if they do not fit.
    pub fn layout(&mut self, found: &DetectedLayout, span: Span) -> Result<Layout, ReadError> {
        // The last one used is almost always the one wanted.
        if let Some((_, layout)) = self.layouts.iter().rev().find(|(known, _)| known == found) {
            return Ok(layout.clone());
        }
        let layout = self.build(found).map_err(|error| {
            let mut wrong = ReadError::at(span, error.to_string());
            wrong.hint = error.hint();
            wrong
        })?;
        // A file may hold thousands of jigsaws, each with a map of its own: keep a few.
        if self.layouts.len() >= 16 {
            self.layouts.remove(0);
        }
        self.layouts.push((found.clone(), layout.clone()));
        Ok(layout)
    }

    fn build(&self, found: &DetectedLayout) -> Result<Layout, LayoutError> {
        let mut builder = Layout::builder(found.size);
        if let (None, Some(boxes)) = (&self.options.boxes, &found.boxes) {
            builder = builder.any_boxes(boxes.clone());
        }
        for (wanted, diagonal) in [(found.main, Diagonal::Main), (found.anti, Diagonal::Anti)] {
            if wanted {
                builder = builder.diagonal(diagonal);
            }
        }
        for rule in &found.rules {
            builder = builder.rule_ref(rule.clone());
        }
        self.options.extend(builder).build()
    }

    /// The symbols of an alphabet for this size; the same object each time.
    ///
    /// # Errors
    /// [`SymbolError::Capacity`] if the alphabet is too small.
    pub fn symbols(&mut self, alphabet: Alphabet, size: u8) -> Result<Symbols, SymbolError> {
        let key = (alphabet as u8, size);
        if let Some(symbols) = self.symbols.get(&key) {
            return Ok(symbols.clone());
        }
        let symbols = Symbols::from_alphabet(alphabet, size)?;
        self.symbols.insert(key, symbols.clone());
        Ok(symbols)
    }
}
