//! Explanations of format detection: [`explain_detection`], for `ndoku convert --explain-format`.
//!
//! ```text
//! line 3: looks like hodoku: 7 colons, code 0300
//!   not sdk: has neither two tag lines nor a section [Puzzle]
//!   not line: 83 characters do not make a grid; 81 make 9×9
//! ```

use std::fmt;
use std::ops::ControlFlow;

use super::spaces;
use super::splitter::{self, Splitter, Unit};
use super::{Block, Detection, FORMATS, Format, ReadError, ReadOptions, Reader, Scope};

/// The result of format detection for the first unit of a text.
#[derive(Debug)]
pub struct DetectionReport {
    /// The first line of the unit, from 1.
    pub line: usize,
    /// The format of the options, or else the detected one.
    pub chosen: Option<&'static Format>,
    /// Every readable format with its reason for or against, in the order of detection.
    pub reasons: Vec<(&'static Format, Detection)>,
    /// If no format was detected, the two closest formats with their first errors, the closest
    /// first.
    pub closest: Vec<(&'static Format, ReadError)>,
}

/// Explains which formats the first unit of a text could have, and why. Errors in later units do
/// not matter.
///
/// Documents are detected on the whole text, other formats on the unit.
#[must_use]
pub fn explain_detection(text: &str, options: &ReadOptions) -> DetectionReport {
    let pointed = spaces::with_dots(text).filter(|_| options.format.is_none());
    let text = pointed.as_deref().unwrap_or(text);
    let whole = Block::whole(text);
    let unit = first_unit(text, options);
    let readable = FORMATS
        .iter()
        .copied()
        .filter(|format| format.read.is_some());
    let reasons: Vec<(&'static Format, Detection)> = readable
        .map(|format| {
            (
                format,
                (format.detect)(if format.scope == Scope::Document {
                    &whole
                } else {
                    &unit
                }),
            )
        })
        .collect();
    let detected = super::document(&whole, options).or_else(|| splitter::detect(&unit));
    let chosen = options.format.or(detected);
    let closest = if chosen.is_some() {
        Vec::new()
    } else {
        closest_formats(&unit, options)
    };
    let line = if chosen.is_some_and(|format| format.scope == Scope::Document) {
        1
    } else {
        unit.line
    };
    DetectionReport {
        line,
        chosen,
        reasons,
        closest,
    }
}

/// Returns the first unit that is neither a comment nor blank.
fn first_unit<'a>(text: &'a str, options: &'a ReadOptions) -> Block<'a> {
    let mut splitter = Splitter::new(Block::whole(text), options);
    loop {
        let (position, line) = splitter.position();
        match splitter.next() {
            Some(Unit::Empty | Unit::Comment(_)) => {}
            Some(Unit::Block(block)) => return block,
            Some(Unit::Error(_)) => {
                return Block {
                    text: &text[position..splitter.position().0],
                    line,
                };
            }
            None => {
                return Block {
                    text: &text[position..],
                    line,
                };
            }
        }
    }
}

/// Returns the two formats whose first error comes latest in the unit.
fn closest_formats(unit: &Block<'_>, options: &ReadOptions) -> Vec<(&'static Format, ReadError)> {
    let mut found: Vec<(&'static Format, ReadError)> = Vec::new();
    for format in FORMATS.iter().filter(|format| format.scope == Scope::Unit) {
        let Some(read) = format.read else { continue };
        let mut first = None;
        let mut keep = |record: Result<super::Record, ReadError>| {
            first.get_or_insert(record.err());
            ControlFlow::Break(())
        };
        // Only the first record counts. The control flow is ignored.
        let _ = read(unit, &mut Reader::new(options, &mut keep));
        if let Some(Some(error)) = first {
            found.push((format, error));
        }
    }
    found.sort_by_key(|(_, error)| {
        std::cmp::Reverse(error.span.map_or((0, 0), |span| (span.line, span.column)))
    });
    // Formats that share a reader give equal errors. One of them suffices.
    let mut two: Vec<(&'static Format, ReadError)> = Vec::new();
    for (format, error) in found {
        if two.len() < 2 && !two.iter().any(|(_, other)| other.message == error.message) {
            two.push((format, error));
        }
    }
    two
}

impl fmt::Display for DetectionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.chosen {
            Some(chosen) => {
                let reason = self
                    .reasons
                    .iter()
                    .find(|(format, _)| format.id == chosen.id)
                    .map(|(_, reason)| reason);
                let reason = reason.map_or("", |reason| match reason {
                    Ok(reason) | Err(reason) => reason,
                });
                writeln!(f, "line {}: looks like {}: {reason}", self.line, chosen.id)?;
            }
            None => {
                writeln!(f, "line {}: in no known format", self.line)?;
                for (format, error) in &self.closest {
                    writeln!(f, "  nearly {}: {error}", format.id)?;
                }
            }
        }
        for (format, reason) in self
            .reasons
            .iter()
            .filter(|(format, _)| self.chosen.is_none_or(|chosen| chosen.id != format.id))
        {
            match reason {
                Ok(reason) => writeln!(f, "  also {}: {reason}", format.id)?,
                Err(reason) => writeln!(f, "  not {}: {reason}", format.id)?,
            }
        }
        Ok(())
    }
}
