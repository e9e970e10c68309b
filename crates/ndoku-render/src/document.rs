//! `Document`: headings, paragraphs and pictures one after the other, for outputs that flow: a worked solution, a sheet of puzzles as text.

use crate::Scene;

/// A part of a document.
#[derive(Clone, Debug)]
pub enum Part {
    /// A heading: 1 begins a puzzle, 2 a step.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// A picture.
    Picture(Box<Scene>),
}

/// What is written from top to bottom.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What it is called where a file has a title besides its text.
    pub title: String,
    /// What stands in it.
    pub parts: Vec<Part>,
}

impl Document {
    /// An empty document.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            parts: Vec::new(),
        }
    }

    /// Adds a heading of level 1 or 2.
    pub fn add_heading(&mut self, level: u8, text: impl Into<String>) {
        self.parts.push(Part::Heading(level, text.into()));
    }

    /// Adds a paragraph, if there is anything in it.
    pub fn add_text(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.parts.push(Part::Text(text));
        }
    }

    /// Adds a picture.
    pub fn add_picture(&mut self, scene: Scene) {
        self.parts.push(Part::Picture(Box::new(scene)));
    }
}
