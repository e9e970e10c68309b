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
}

/// A document from top to bottom.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The title of the file.
    pub title: String,
    /// The parts.
    pub parts: Vec<DocumentPart>,
}

impl Document {
    /// Creates an empty document.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            parts: Vec::new(),
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

    /// Adds a picture.
    pub fn add_picture(&mut self, scene: Scene) {
        self.parts.push(DocumentPart::Picture(Box::new(scene)));
    }
}
