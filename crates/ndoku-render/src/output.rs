//! Ways to write what is drawn: [`OUTPUTS`], the registry from which commands, help and servers read.

use std::collections::BTreeSet;

use crate::canvas::Canvas;
use crate::document::Document;
use crate::{RenderError, Theme, font, html, latex, markdown, svg, terminal, theme};

/// How large a picture of pixels is.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Size {
    /// So many pixels for each unit of the canvas; the cells of a picture have 64 units or more.
    Scale(f64),
    /// So many pixels wide.
    Width(u32),
}

/// What holds for all ways to write.
#[derive(Clone, Debug)]
pub struct Style {
    /// The colors of pictures.
    pub theme: &'static Theme,
    /// Pixels, where there are any.
    pub size: Size,
    /// Characters, where there are no pictures.
    pub terminal: terminal::Options,
}

impl Default for Style {
    /// The light theme, one pixel a unit, plain Unicode.
    fn default() -> Self {
        Self {
            theme: &theme::LIGHT,
            size: Size::Scale(1.0),
            terminal: terminal::Options::default(),
        }
    }
}

/// What a way to write takes.
#[derive(Copy, Clone, Debug)]
pub enum OutputKind {
    /// A document, as text: any number of pictures in one file.
    Flow(fn(&Document, &Style) -> String),
    /// One picture, or one page.
    Picture(fn(&Canvas, &Style) -> Result<Vec<u8>, RenderError>),
    /// Pages, with the title of the file.
    Pages(fn(&[Canvas], &str) -> Result<Vec<u8>, RenderError>),
}

/// A way to write what is drawn.
#[derive(Copy, Clone, Debug)]
pub struct Output {
    /// Its name.
    pub id: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// Ends of file names, without the dot.
    pub extensions: &'static [&'static str],
    /// What it is, in a few words.
    pub summary: &'static str,
    /// What it takes, and how it is written.
    pub kind: OutputKind,
    /// Whether letters come from the [embedded font](crate::font) alone: a character that it lacks becomes an empty box. Elsewhere it is left to the fonts of whatever
    /// shows it.
    pub embedded_font_only: bool,
}

impl Output {
    /// The characters of pictures or pages of which this way to write would make empty boxes, each once.
    #[must_use]
    pub fn missing_characters<'a>(
        &self,
        canvases: impl IntoIterator<Item = &'a Canvas>,
    ) -> Vec<char> {
        if !self.embedded_font_only {
            return Vec::new();
        }
        let lacking: BTreeSet<char> = canvases
            .into_iter()
            .flat_map(Canvas::texts)
            .flat_map(|text| font::missing_characters(&text.text))
            .collect();
        lacking.into_iter().collect()
    }
}

/// All ways to write, the plainest first. PNG and PDF are there if the crate was built with them.
pub const OUTPUTS: &[Output] = &[
    Output {
        id: "text",
        aliases: &["terminal", "txt"],
        extensions: &["txt"],
        summary: "characters, in Unicode or ASCII",
        kind: OutputKind::Flow(|document, style| terminal::document(document, &style.terminal)),
        embedded_font_only: false,
    },
    Output {
        id: "svg",
        aliases: &[],
        extensions: &["svg"],
        summary: "a picture of lines, for the web and for drawing programs",
        kind: OutputKind::Picture(|canvas, _| {
            Ok(svg::write_canvas(canvas, svg::Options::default()).into_bytes())
        }),
        embedded_font_only: false,
    },
    #[cfg(feature = "png")]
    Output {
        id: "png",
        aliases: &[],
        extensions: &["png"],
        summary: "a picture of pixels",
        kind: OutputKind::Picture(|canvas, style| crate::png::write(canvas, style.size)),
        embedded_font_only: true,
    },
    #[cfg(feature = "pdf")]
    Output {
        id: "pdf",
        aliases: &[],
        extensions: &["pdf"],
        summary: "pages to print",
        kind: OutputKind::Pages(crate::pdf::write),
        embedded_font_only: true,
    },
    Output {
        id: "html",
        aliases: &[],
        extensions: &["html", "htm"],
        summary: "a page for a browser, with pictures",
        kind: OutputKind::Flow(|document, style| html::write(document, style.theme)),
        embedded_font_only: false,
    },
    Output {
        id: "markdown",
        aliases: &["md"],
        extensions: &["md", "markdown"],
        summary: "text with headings, grids in ASCII",
        kind: OutputKind::Flow(|document, _| markdown::write(document)),
        embedded_font_only: false,
    },
    Output {
        id: "latex",
        aliases: &["tex"],
        extensions: &["tex"],
        summary: "LaTeX with pictures in TikZ",
        kind: OutputKind::Flow(|document, style| latex::write(document, style.theme)),
        embedded_font_only: false,
    },
];

/// The way of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Output> {
    OUTPUTS.iter().find(|output| {
        output.id.eq_ignore_ascii_case(name)
            || output
                .aliases
                .iter()
                .any(|alias| alias.eq_ignore_ascii_case(name))
    })
}

/// The Cargo feature that this build lacks for an output of this name or file extension: `png` or `pdf`.
#[must_use]
pub fn missing_feature(name: &str) -> Option<&'static str> {
    [
        ("png", cfg!(feature = "png")),
        ("pdf", cfg!(feature = "pdf")),
    ]
    .into_iter()
    .find(|(feature, built)| !built && feature.eq_ignore_ascii_case(name))
    .map(|(feature, _)| feature)
}

/// The way for files with this end.
#[must_use]
pub fn for_extension(extension: &str) -> Option<&'static Output> {
    OUTPUTS.iter().find(|output| {
        output
            .extensions
            .iter()
            .any(|known| known.eq_ignore_ascii_case(extension))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_the_font_lacks_is_known_where_it_becomes_a_box() {
        let puzzle: ndoku_core::Puzzle = "1.......4......2".parse().unwrap();
        let canvas = |heading| {
            crate::draw_scene(
                &crate::Scene::from_puzzle(&puzzle).with_heading(heading),
                &theme::LIGHT,
            )
        };
        let canvases = [canvas("Łódź"), canvas("☃ and 数独 and ☃")];
        for output in OUTPUTS {
            let lacking: String = output.missing_characters(&canvases).into_iter().collect();
            assert_eq!(
                lacking,
                if ["png", "pdf"].contains(&output.id) {
                    "☃数独"
                } else {
                    ""
                },
                "{}",
                output.id
            );
            assert!(output.missing_characters(&canvases[..1]).is_empty());
        }
    }

    #[test]
    fn names_and_extensions_are_unique() {
        let names: Vec<&str> = OUTPUTS
            .iter()
            .flat_map(|output| output.aliases.iter().copied().chain([output.id]))
            .collect();
        let ends: Vec<&str> = OUTPUTS
            .iter()
            .flat_map(|output| output.extensions.iter().copied())
            .collect();
        for list in [&names, &ends] {
            assert_eq!(list.iter().collect::<BTreeSet<_>>().len(), list.len());
        }
        assert_eq!(find("MD").map(|output| output.id), Some("markdown"));
        assert_eq!(for_extension("HTM").map(|output| output.id), Some("html"));
        assert!(find("gif").is_none() && for_extension("").is_none());
    }
}
