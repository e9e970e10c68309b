//! Output formats: [`OUTPUTS`], the registry for commands, help and servers.

use std::collections::BTreeSet;

use crate::canvas::Canvas;
use crate::document::Document;
use crate::{RenderError, Style, Theme, font, html, latex, markdown, svg, terminal};

/// The input of an output format, with the function that writes it.
#[derive(Copy, Clone, Debug)]
pub enum OutputKind {
    /// A document as text: any number of pictures in one file.
    Flow(fn(&Document, &Style) -> String),
    /// One picture or one page.
    Picture(fn(&Canvas, &Style) -> Result<Vec<u8>, RenderError>),
    /// Pages of a file.
    Pages(FileWriter),
}

/// Writes pages as a file with a title and the code of its language.
pub type FileWriter =
    fn(pages: &[Canvas], title: &str, language: &str) -> Result<Vec<u8>, RenderError>;

/// Writes pages with a title in the colors of a theme.
pub type PageWriter = fn(pages: &[Canvas], title: &str, theme: &Theme) -> String;

/// An output format.
#[derive(Copy, Clone, Debug)]
pub struct Output {
    /// The name.
    pub id: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// Extensions of file names, without the dot.
    pub extensions: &'static [&'static str],
    /// A short description.
    pub summary: &'static str,
    /// The input, and the function that writes it.
    pub kind: OutputKind,
    /// The function that writes pages as text, for a [`OutputKind::Flow`] that can hold pages.
    pub write_pages: Option<PageWriter>,
    /// `true` if the format uses only the [embedded font](crate::font), so that a missing character
    /// becomes an empty box. Other formats use the fonts of the viewer.
    pub embedded_font_only: bool,
}

impl Output {
    /// Returns the characters that would become empty boxes, each once.
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

/// All output formats, text first. PNG and PDF depend on the features of the crate.
pub const OUTPUTS: &[Output] = &[
    Output {
        id: "text",
        aliases: &["terminal", "txt"],
        extensions: &["txt"],
        summary: "characters, in Unicode or ASCII",
        kind: OutputKind::Flow(|document, style| {
            terminal::write_document(document, &style.terminal)
        }),
        write_pages: None,
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
        write_pages: None,
        embedded_font_only: false,
    },
    #[cfg(feature = "png")]
    Output {
        id: "png",
        aliases: &[],
        extensions: &["png"],
        summary: "a picture of pixels",
        kind: OutputKind::Picture(|canvas, style| crate::png::write(canvas, style.size)),
        write_pages: None,
        embedded_font_only: true,
    },
    #[cfg(feature = "pdf")]
    Output {
        id: "pdf",
        aliases: &[],
        extensions: &["pdf"],
        summary: "pages to print",
        kind: OutputKind::Pages(crate::pdf::write),
        write_pages: None,
        embedded_font_only: true,
    },
    Output {
        id: "html",
        aliases: &[],
        extensions: &["html", "htm"],
        summary: "a page for a browser, with pictures",
        kind: OutputKind::Flow(|document, style| html::write(document, style.theme)),
        write_pages: Some(html::write_pages),
        embedded_font_only: false,
    },
    Output {
        id: "markdown",
        aliases: &["md"],
        extensions: &["md", "markdown"],
        summary: "text with headings, grids in ASCII",
        kind: OutputKind::Flow(|document, _| markdown::write(document)),
        write_pages: None,
        embedded_font_only: false,
    },
    Output {
        id: "latex",
        aliases: &["tex"],
        extensions: &["tex"],
        summary: "LaTeX with pictures in TikZ",
        kind: OutputKind::Flow(|document, style| latex::write(document, style.theme)),
        write_pages: None,
        embedded_font_only: false,
    },
];

/// Finds the output format with a name.
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

/// Returns the Cargo feature, `png` or `pdf`, that this build lacks for a name or a file extension.
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

/// Finds the output format for a file extension.
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
    fn missing_characters_are_reported_for_png_and_pdf_only() {
        let puzzle: ndoku_core::Puzzle = "1.......4......2".parse().unwrap();
        let canvas = |heading| {
            crate::draw_scene(
                &crate::Scene::from_puzzle(&puzzle).with_heading(heading),
                &crate::theme::LIGHT,
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
