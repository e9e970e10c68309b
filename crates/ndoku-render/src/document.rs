//! `Document`: a sequence of headings, paragraphs and pictures, for formats without pages, such as
//! worked solutions and text.

use crate::Scene;

/// A part of a document.
#[derive(Clone, Debug)]
pub enum DocumentPart {
    /// A heading: level 1 for a puzzle, level 2 for a step.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// A picture.
    Picture(Box<Scene>),
    /// A table.
    Table(Table),
}

/// A table of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The headings of the columns.
    pub header: Vec<String>,
    /// The rows, each with a text for every column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns the header and the rows.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.header).chain(&self.rows)
    }

    /// Returns the width of each column, according to a measure of texts.
    pub(crate) fn widths(&self, measure: impl Fn(&str) -> f64) -> Vec<f64> {
        let columns = self.lines().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.lines()
                .filter_map(|line| line.get(column))
                .map(|text| measure(text))
                .fold(0.0, f64::max)
        };
        (0..columns).map(width).collect()
    }
}

/// A document from top to bottom.
#[derive(Clone, Debug)]
pub struct Document {
    /// The title of the file.
    pub title: String,
    /// The parts.
    pub parts: Vec<DocumentPart>,
    /// The code of the language of the texts, by ISO 639-1: `en`. Screen readers need it.
    pub language: &'static str,
}

impl Default for Document {
    fn default() -> Self {
        Self {
            title: String::new(),
            parts: Vec::new(),
            language: "en",
        }
    }
}

impl Document {
    /// Creates an empty document.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// Adds a heading of level 1 or 2.
    pub fn add_heading(&mut self, level: u8, text: impl Into<String>) {
        self.parts.push(DocumentPart::Heading(level, text.into()));
    }

    /// Adds a paragraph, unless it is empty.
    pub fn add_text(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.parts.push(DocumentPart::Text(text));
        }
    }

    /// Adds a table, unless it has no rows.
    pub fn add_table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.parts.push(DocumentPart::Table(table));
        }
    }

    /// Adds a picture.
    pub fn add_picture(&mut self, scene: Scene) {
        self.parts.push(DocumentPart::Picture(Box::new(scene)));
    }
}
