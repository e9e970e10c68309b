//! Pages: paper sizes, line wrapping, and documents on several pages. Lengths are in points, 72 per
//! inch.

mod columns;

use crate::canvas::{Anchor, Canvas, Path, Tag, Text};
use crate::document::Document;
use crate::font::Weight;
use crate::{RenderError, Theme};

/// A sheet of paper.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Paper {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The margin on every side.
    pub margin: f64,
}

/// Points per millimeter.
pub const POINTS_PER_MM: f64 = 72.0 / 25.4;

/// Paper sizes by name: width and height in millimeters, in portrait orientation.
pub const PAPER_SIZES: &[(&str, f64, f64)] = &[
    ("a3", 297.0, 420.0),
    ("a4", 210.0, 297.0),
    ("a5", 148.0, 210.0),
    ("a6", 105.0, 148.0),
    ("letter", 215.9, 279.4),
    ("legal", 215.9, 355.6),
];

/// The height of the footer with the page number.
const FOOTER_HEIGHT: f64 = 22.0;

impl Default for Paper {
    /// Returns A4 with margins of 15 mm.
    fn default() -> Self {
        Self {
            width: 210.0 * POINTS_PER_MM,
            height: 297.0 * POINTS_PER_MM,
            margin: 15.0 * POINTS_PER_MM,
        }
    }
}

impl Paper {
    /// Returns the paper with another size and the same margins. The size is a name of
    /// [`PAPER_SIZES`], optionally with `-landscape`, or width and height in millimeters:
    /// `150x200`.
    #[must_use]
    pub fn with_size(self, text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let (name, lies) = text
            .strip_suffix("-landscape")
            .map_or((text.as_str(), false), |name| (name, true));
        let known = PAPER_SIZES
            .iter()
            .find(|(known, ..)| *known == name)
            .map(|(_, width, height)| (*width, *height));
        let side = |text: &str| {
            text.trim()
                .trim_end_matches("mm")
                .parse::<f64>()
                .ok()
                .filter(|side| (20.0..=5000.0).contains(side))
        };
        let (width, height) = known.or_else(|| {
            let (width, height) = name.split_once(['x', '×'])?;
            Some((side(width)?, side(height)?))
        })?;
        let (width, height) = if lies {
            (height, width)
        } else {
            (width, height)
        };
        Some(Self {
            width: width * POINTS_PER_MM,
            height: height * POINTS_PER_MM,
            ..self
        })
    }

    /// Returns left, top, width and height of the area inside the margins, above the footer.
    ///
    /// # Errors
    /// Fails if the margins leave no more than half an inch.
    pub(crate) fn content_area(&self) -> Result<(f64, f64, f64, f64), RenderError> {
        let (width, height) = (
            self.width - 2.0 * self.margin,
            self.height - 2.0 * self.margin - FOOTER_HEIGHT,
        );
        if width >= 36.0 && height >= 36.0 && self.margin >= 0.0 {
            Ok((self.margin, self.margin, width, height))
        } else {
            Err(RenderError::Page(
                "the margins leave no room on the page".to_owned(),
            ))
        }
    }

    /// Creates an empty page.
    pub(crate) fn page(&self, theme: &Theme, title: String) -> Canvas {
        let mut page = Canvas {
            width: self.width,
            height: self.height,
            title,
            ..Canvas::default()
        };
        if theme.paper != crate::theme::LIGHT.paper {
            page.fill(
                Path::rectangle(0.0, 0.0, self.width, self.height),
                theme.paper,
            );
        }
        page
    }

    /// Adds page numbers, unless there is only one page.
    pub(crate) fn number_pages(&self, pages: &mut [Canvas], theme: &Theme) {
        let of = pages.len();
        for (number, page) in pages.iter_mut().enumerate().filter(|_| of > 1) {
            let at = (self.width / 2.0, self.height - self.margin - 2.0);
            page.tag(Tag::Artifact);
            page.text(Text {
                text: (number + 1).to_string(),
                at,
                anchor: Anchor::Middle,
                size: 10.0,
                weight: Weight::Regular,
                color: theme.ink,
                halo: None,
            });
        }
    }
}

/// Wraps a text into lines of at most `width` points, at spaces, and within words that are wider.
pub(crate) fn wrap_lines(text: &str, size: f64, weight: Weight, width: f64) -> Vec<String> {
    let fits = |line: &str| weight.width(line) * size <= width;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if fits(&longer) {
            *line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(String::new());
        }
        for character in word.chars() {
            let line = lines.last_mut().expect("there is always a line");
            line.push(character);
            if !fits(line) && line.chars().count() > 1 {
                line.pop();
                lines.push(character.to_string());
            }
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Lays out a document on pages, in two columns if the paper is wide enough.
///
/// A heading of level 1 begins a page and spans both columns, with the paragraphs that follow it
/// immediately. A heading of level 2 stays with the part after it. The columns of the last page of
/// a heading of level 1 have the same height.
///
/// # Errors
/// Returns [`RenderError::Page`] if the margins leave no space.
pub fn paginate(
    document: &Document,
    paper: &Paper,
    theme: &Theme,
) -> Result<Vec<Canvas>, RenderError> {
    columns::paginate(document, paper, theme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_has_names_and_sizes() {
        let paper = Paper::default();
        let size = |text: &str| {
            paper.with_size(text).map(|paper| {
                (
                    (paper.width / POINTS_PER_MM).round(),
                    (paper.height / POINTS_PER_MM).round(),
                )
            })
        };
        assert_eq!(size("A5"), Some((148.0, 210.0)));
        assert_eq!(size("a5-landscape"), Some((210.0, 148.0)));
        assert_eq!(size("100x150mm"), Some((100.0, 150.0)));
        for wrong in ["b9", "0x10", "100", "1e9x5", "nanxnan"] {
            assert_eq!(size(wrong), None, "{wrong}");
        }
        assert!(
            Paper {
                margin: 1000.0,
                ..paper
            }
            .content_area()
            .is_err()
        );
    }

    #[test]
    fn wrapped_lines_fit_and_keep_all_characters() {
        let text = "In box 2, the digit 8 can only go into r1c6. \
            Donaudampfschifffahrtselektrizitätenhauptbetriebswerk.";
        for width in [40.0, 90.0, 1e6] {
            let lines = wrap_lines(text, 10.0, Weight::Regular, width);
            assert!(
                lines
                    .iter()
                    .all(|line| Weight::Regular.width(line) * 10.0 <= width),
                "{lines:?}"
            );
            let bare = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(bare(&lines.concat()), bare(text));
        }
    }
}
