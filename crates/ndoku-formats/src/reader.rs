//! The type [`Reader`], the environment of a format's reader. It creates each layout once, from the
//! file and the options of the user, and receives the records.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::str::FromStr;

use ndoku_core::constraint::RuleRef;
use ndoku_core::{
    Alphabet, Boxes, Diagonal, Layout, LayoutBuilder, LayoutError, SymbolError, Symbols,
};

use super::{Format, ReadError, Record, Span};

/// The boxes that the user requests. They override those of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoxChoice {
    /// Rectangles.
    Rectangles {
        /// Columns of a box.
        width: u8,
        /// Rows of a box.
        height: u8,
    },
    /// No boxes: a Latin square.
    None,
    /// Jigsaw regions: one character for each cell, row by row. White space is ignored.
    Regions(String),
}

impl BoxChoice {
    /// Returns the size N that these boxes determine, if they determine one.
    ///
    /// # Errors
    /// Returns [`LayoutError::Size`] if it is above 255.
    pub fn size(&self) -> Result<Option<u8>, LayoutError> {
        let size = match self {
            Self::Rectangles { width, height } => usize::from(*width) * usize::from(*height),
            // A map whose length is not a square fits no size. The next smaller size makes the
            // error show the surplus.
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

/// Reads `3x2` (width x height) and `none`. Region maps are not read, since they cannot be told
/// from other words.
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

/// The error for a text that is not a shape of boxes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the shape of a box is written WIDTHxHEIGHT, such as 3x2, or none")]
pub struct ParseBoxesError(pub String);

/// The options of the user for reading a text.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format. `None` detects it.
    pub format: Option<&'static Format>,
    /// The extension of the file name, without the dot. It resolves ambiguities.
    pub extension: Option<String>,
    /// The boxes. `None` uses those of the file.
    pub boxes: Option<BoxChoice>,
    /// Rules in addition to those of the file.
    pub rules: Vec<RuleRef>,
    /// The symbols. `None` infers them.
    pub symbols: Option<Alphabet>,
    /// `true` to drop unsupported demands of a file instead of rejecting the puzzle.
    pub ignore_unsupported: bool,
}

impl ReadOptions {
    /// Returns the layout of the boxes and rules alone. Its size is `size`, else the size of the
    /// boxes, else 9.
    ///
    /// # Errors
    /// Returns an error if the size, boxes and rules do not fit together.
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

/// The layout of a puzzle as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetectedLayout {
    /// The size N.
    pub size: u8,
    /// The boxes, if the file specifies or draws them.
    pub boxes: Option<Boxes>,
    /// `true` if the main diagonal is a house.
    pub main: bool,
    /// `true` if the anti-diagonal is a house.
    pub anti: bool,
    /// Named rules.
    pub rules: Vec<RuleRef>,
}

impl DetectedLayout {
    /// Creates a layout of which only the size is known.
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

/// The place of a rule in a file, for errors.
#[derive(Clone, Debug)]
pub(super) struct RulePlace {
    /// The position of the rule.
    pub(super) span: Span,
    /// The name of the rule in the file, perhaps with a number.
    pub(super) name: String,
}

/// The environment in which a format's reader reads a block.
pub struct Reader<'a> {
    options: &'a ReadOptions,
    sink: &'a mut dyn FnMut(Result<Record, ReadError>) -> ControlFlow<()>,
    layouts: Vec<(DetectedLayout, Layout)>,
    symbols: HashMap<(u8, u8), Symbols>,
    /// The last result of [`Reader::layout_and_symbols`].
    last_layout: Option<(u8, Alphabet, Layout, Symbols)>,
    /// The comment above the next record.
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
    /// Creates a reader that passes its results to `sink`. `Break` ends the reading.
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

    /// Returns the options of the user.
    #[must_use]
    pub const fn options(&self) -> &'a ReadOptions {
        self.options
    }

    /// Passes on a record, or the error in its place.
    ///
    /// # Errors
    /// Returns `Break` if no more records are wanted. The caller must then return immediately.
    pub fn emit(&mut self, mut record: Result<Record, ReadError>) -> ControlFlow<()> {
        if let (Some(comment), Ok(record)) = (self.comment.take(), &mut record) {
            record.metadata.comment.get_or_insert(comment);
        }
        // A message that quotes the input may contain a line end. The message must be one line.
        if let Err(error) = &mut record
            && error.message.contains('\n')
        {
            error.message = error.message.replace('\n', " ");
        }
        (self.sink)(record)
    }

    /// Sets the comment above the next record. A comment within the record takes precedence.
    pub(super) fn set_comment(&mut self, comment: Option<String>) {
        self.comment = comment;
    }

    /// Returns the layout of a size as [`layout`](Self::layout) does, and symbols. Repeated calls
    /// with one size are fast.
    ///
    /// # Errors
    /// Returns a [`ReadError`] at `span` if the options of the user do not fit.
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

    /// Returns the layout that the file and the options describe. Equal descriptions share one
    /// object.
    ///
    /// # Errors
    /// Returns a [`ReadError`] at `span` if they do not fit together.
    pub fn layout(&mut self, found: &DetectedLayout, span: Span) -> Result<Layout, ReadError> {
        // Most files use one layout, so the last one usually matches.
        if let Some((_, layout)) = self.layouts.iter().rev().find(|(known, _)| known == found) {
            return Ok(layout.clone());
        }
        let layout = self.build(found).map_err(|error| {
            let mut wrong = ReadError::at(span, error.to_string());
            wrong.hint = error.hint();
            // The file is right. The text at `span` only tells which puzzle is meant.
            if self.describe(found).build().is_ok() {
                let size = found.size;
                wrong.label = format!("the selected options do not fit this {size}×{size} puzzle");
            }
            wrong
        })?;
        // A file may hold thousands of jigsaws with different maps. Only a few layouts are kept.
        if self.layouts.len() >= 16 {
            self.layouts.remove(0);
        }
        self.layouts.push((found.clone(), layout.clone()));
        Ok(layout)
    }

    /// Returns the layout as [`layout`](Self::layout) does. An error that one rule causes is at the
    /// place of that rule. `places` belong to the last rules of `found`.
    ///
    /// # Errors
    /// Returns a [`ReadError`] if the layout cannot be built.
    pub(super) fn layout_with_rules(
        &mut self,
        found: &DetectedLayout,
        span: Span,
        places: &[RulePlace],
    ) -> Result<Layout, ReadError> {
        self.layout(found, span)
            .map_err(|error| self.first_misfit(found, places).unwrap_or(error))
    }

    /// Returns the error of the first rule that does not even fit alone.
    fn first_misfit(&self, found: &DetectedLayout, places: &[RulePlace]) -> Option<ReadError> {
        let first = found.rules.len().checked_sub(places.len())?;
        let mut alone = DetectedLayout {
            rules: Vec::new(),
            ..found.clone()
        };
        self.build(&alone).ok()?;
        for (rule, place) in found.rules[first..].iter().zip(places) {
            alone.rules = vec![rule.clone()];
            if let Err(error) = self.build(&alone) {
                let message = error.to_string().replacen("extra house 1", "the house", 1);
                let mut wrong = ReadError::at(place.span, format!("{}: {message}", place.name));
                wrong.hint = error.hint();
                return Some(wrong);
            }
        }
        None
    }

    fn build(&self, found: &DetectedLayout) -> Result<Layout, LayoutError> {
        self.options.extend(self.describe(found)).build()
    }

    /// Returns the description of a layout without the rules of the options.
    fn describe(&self, found: &DetectedLayout) -> LayoutBuilder {
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
        builder
    }

    /// Returns the symbols of an alphabet for this size. Equal arguments share one object.
    ///
    /// # Errors
    /// Returns [`SymbolError::Capacity`] if the alphabet is too small.
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
