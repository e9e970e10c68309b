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
    #[expect(
        clippy::mutable_key_type,
        reason = "equality and hash ignore the tables that a layout computes when needed"
    )]
    let mut layouts: HashMap<(Layout, String, bool), Layout> = HashMap::new();
    let records = format::read_all(&text, &ReadOptions::default());
    let entries = records.into_iter().map(|record| {
        let record = record.map_err(|error| error.to_string())?;
        let comment = record.metadata.comment.unwrap_or_default();
        let fields: HashMap<&str, &str> = comment
            .split_whitespace()
            .filter_map(|field| field.split_once('='))
            .collect();
        let field = |name: &str| fields.get(name).copied().unwrap_or_default();
        let own = record.puzzle.layout().clone();
        let key = (own, field("box").to_owned(), field("X") == "yes");
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

#[cfg(test)]
mod tests {
    use ndoku::Layout;

    use super::read_puzzles;

    #[test]
    fn puzzles_keep_their_layouts_and_share_equal_ones() {
        let record = |rule: &str| {
            let givens = ".".repeat(36);
            format!(
                r#"{{"schema":"ndoku/1","size":6,"box":[3,2],"givens":"{givens}","rules":{{{rule}}}}}"#
            )
        };
        let text = [
            record(r#""killer":["7: r1c6 r2c6"]"#),
            record(r#""thermo":"r3c4 r4c3""#),
            record(""),
            record(r#""killer":["7: r1c6 r2c6"]"#),
        ]
        .join("\n");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let puzzles = read_puzzles(file.path().to_str().unwrap()).unwrap();
        let layouts: Vec<&Layout> = puzzles.iter().map(|one| one.puzzle.layout()).collect();
        let [killer, thermo, plain, again] = layouts[..] else {
            panic!("{} puzzles", layouts.len());
        };
        assert!(killer != thermo && killer != plain && thermo != plain && killer == again);
        assert_eq!(thermo.constraints().len(), 1);
    }

    #[test]
    fn comments_state_the_layout() {
        let rows = [["_"; 6].join(" ").as_str(); 6].join("\n");
        let text =
            format!("# name=a box=2x3 X=yes status=sat\n{rows}\n\n# name=b box=3x2\n{rows}\n");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let puzzles = read_puzzles(file.path().to_str().unwrap()).unwrap();
        let described: Vec<String> = puzzles
            .iter()
            .map(|one| format!("{} {}: {}", one.name, one.status, one.puzzle.layout()))
            .collect();
        assert_eq!(
            described,
            [
                "a sat: 6×6, boxes 2×3, main diagonal, anti-diagonal",
                "b : 6×6, boxes 3×2"
            ]
        );
    }
}
