//! Reads files of puzzles in any format that ndoku reads, plain or compressed. A comment above a
//! puzzle may contain `name=… box=WxH X=yes status=…`.

use std::collections::HashMap;

use ndoku::decompress::decompress;
use ndoku::format::{self, ReadOptions};
use ndoku::{Layout, Puzzle};

use crate::board::{BLANK, Clues};

/// A puzzle and the fields of its comment.
pub(crate) struct PuzzleEntry {
    pub(crate) name: String,
    pub(crate) status: String,
    pub(crate) puzzle: Puzzle,
}

impl PuzzleEntry {
    /// Returns the clues of a classic puzzle as bytes.
    pub(crate) fn bytes(&self) -> Clues {
        std::array::from_fn(|cell| {
            self.puzzle.clues()[cell].map_or(BLANK, |digit| b'0' + digit.get())
        })
    }
}

/// Reads the classic puzzles of a file.
///
/// # Errors
/// Returns the first item that cannot be read.
pub(crate) fn read_classic_puzzles(path: &str) -> Result<Vec<PuzzleEntry>, String> {
    Ok(read_puzzles(path)?
        .into_iter()
        .filter(|entry| entry.puzzle.layout().is_classic())
        .collect())
}

/// Reads all puzzles of a file.
///
/// # Errors
/// Returns the first item that cannot be read.
pub(crate) fn read_puzzles(path: &str) -> Result<Vec<PuzzleEntry>, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let decompressed = decompress(&bytes, 1 << 32).map_err(|error| error.to_string())?;
    let text = format::decode(&decompressed).map_err(|error| error.to_string())?;
    // Puzzles that share a layout object share the engine's tables.
    let mut layouts: HashMap<(u8, String, bool), Layout> = HashMap::new();
    let records = format::read_all(&text, &ReadOptions::default());
    let entries = records.into_iter().map(|record| {
        let record = record.map_err(|error| error.to_string())?;
        let comment = record.metadata.comment.unwrap_or_default();
        let fields: HashMap<&str, &str> = comment
            .split_whitespace()
            .filter_map(|field| field.split_once('='))
            .collect();
        let field = |name: &str| fields.get(name).copied().unwrap_or_default();
        let size = record.puzzle.size();
        let key = (size, field("box").to_owned(), field("X") == "yes");
        if !layouts.contains_key(&key) {
            let mut builder = record.puzzle.layout().to_builder();
            if let Some((width, height)) = key.1.split_once('x') {
                let side = |text: &str| {
                    text.parse::<u8>()
                        .map_err(|error| format!("{comment}: {error}"))
                };
                builder = builder.boxes(side(width)?, side(height)?);
            }
            let builder = if key.2 { builder.x() } else { builder };
            layouts.insert(
                key.clone(),
                builder.build().map_err(|error| error.to_string())?,
            );
        }
        let puzzle = record
            .puzzle
            .with_layout(&layouts[&key])
            .map_err(|error| error.to_string())?;
        let name = if field("name").is_empty() {
            record.line.to_string()
        } else {
            field("name").to_owned()
        };
        Ok(PuzzleEntry {
            name,
            status: field("status").to_owned(),
            puzzle,
        })
    });
    entries.collect()
}
