//! HTML: writes a document as one self-contained, printable page with SVG pictures. It has no
//! scripts and no external resources.

use std::fmt::Write as _;

use crate::canvas::Canvas;
use crate::document::{Document, DocumentPart, Table};
use crate::svg::{self, escape};
use crate::{Theme, draw_scene};

/// Writes the page.
#[must_use]
pub fn write(document: &Document, theme: &Theme) -> String {
    let pictures: Vec<Option<Canvas>> = document
        .parts
        .iter()
        .map(|part| {
            if let DocumentPart::Picture(scene) = part {
                Some(draw_scene(scene, theme))
            } else {
                None
            }
        })
        .collect();
    let drawn: Vec<&Canvas> = pictures.iter().flatten().collect();
    let mut out = format_head(document, theme);
    if !drawn.is_empty() {
        let _ = write!(
            out,
            "<svg width=\"0\" height=\"0\" class=\"glyphs\" aria-hidden=\"true\">\n{}</svg>\n",
            svg::glyph_definitions(&drawn)
        );
    }
    out += "<article>\n";
    let mut in_row = false;
    for (index, (part, picture)) in document.parts.iter().zip(&pictures).enumerate() {
        // Consecutive pictures stand side by side.
        if in_row != picture.is_some() {
            out += if in_row {
                "</div>\n"
            } else {
                "<div class=\"row\">\n"
            };
            in_row = !in_row;
        }
        match (part, picture) {
            (DocumentPart::Heading(1, text), _) => {
                out += if index > 0 {
                    "</article>\n<article>\n"
                } else {
                    ""
                };
                let _ = writeln!(out, "<h1>{}</h1>", escape(text));
            }
            (DocumentPart::Heading(_, text), _) => drop(writeln!(out, "<h2>{}</h2>", escape(text))),
            (DocumentPart::Text(text), _) => drop(writeln!(out, "<p>{}</p>", escape(text))),
            (DocumentPart::Table(table), _) => out += &format_table(table),
            (DocumentPart::Picture(_), Some(picture)) => {
                // The width depends on the cells, and is limited by the page.
                let width = svg::format_number((picture.width * 0.62).round());
                let options = svg::Options {
                    fluid: true,
                    shared_glyphs: true,
                    ..svg::Options::default()
                };
                let _ = writeln!(
                    out,
                    "<figure style=\"width:{width}px\">{}</figure>",
                    svg::write_canvas(picture, options).trim_end()
                );
            }
            (DocumentPart::Picture(_), None) => {}
        }
    }
    out += if in_row { "</div>\n" } else { "" };
    out + "</article>\n</body>\n</html>\n"
}

/// Writes pages, such as those of a booklet, as one file. Each page has its size on paper.
#[must_use]
pub fn write_pages(pages: &[Canvas], title: &str, theme: &Theme) -> String {
    let (width, height) = pages
        .first()
        .map_or((595.0, 842.0), |page| (page.width, page.height));
    let [width, height] = [width, height].map(svg::format_number);
    let [ink, paper] = [theme.ink, theme.paper].map(crate::canvas::Color::to_css);
    let title = escape(if title.is_empty() { "Sudoku" } else { title });
    let drawn: Vec<&Canvas> = pages.iter().collect();
    let mut out = format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
@page {{ size: {width}pt {height}pt; margin: 0; }}
body {{ margin: 0; color: {ink}; background: #8888; }}
section {{ width: min({width}pt, 100vw); margin: 1rem auto; background: {paper}; }}
section svg {{ display: block; width: 100%; height: auto; }}
.glyphs {{ position: absolute; }}
@media print {{ body {{ background: none; }} section {{ width: {width}pt; height: {height}pt; margin: 0; break-after: page; overflow: hidden; }} section:last-child {{ break-after: auto; }} * {{ -webkit-print-color-adjust: exact; print-color-adjust: exact; }} }}
</style>
</head>
<body>
<svg width="0" height="0" class="glyphs" aria-hidden="true">
{}</svg>
"#,
        svg::glyph_definitions(&drawn)
    );
    let options = svg::Options {
        fluid: true,
        shared_glyphs: true,
        ..svg::Options::default()
    };
    for (number, page) in pages.iter().enumerate() {
        let _ = writeln!(
            out,
            "<section aria-label=\"Page {}\">{}</section>",
            number + 1,
            svg::write_canvas(page, options).trim_end()
        );
    }
    out + "</body>\n</html>\n"
}

fn format_table(table: &Table) -> String {
    let line = |cells: &Vec<String>, tag: &str| {
        let cells: String = cells
            .iter()
            .map(|cell| format!("<{tag}>{}</{tag}>", escape(cell)))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = table.rows.iter().map(|row| line(row, "td")).collect();
    format!(
        "<table>\n<thead>{}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n",
        line(&table.header, "th").trim_end()
    )
}

fn format_head(document: &Document, theme: &Theme) -> String {
    let (title, language) = (&document.title, document.language);
    format!(
        r#"<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color: {}; background: {}; }}
h1 {{ font-size: 1.5rem; }} h2 {{ font-size: 1.1rem; margin: 1.6rem 0 .4rem; break-after: avoid; }}
.row {{ display: flex; flex-wrap: wrap; gap: 1rem; }}
figure {{ margin: .6rem 0; max-width: 100%; break-inside: avoid; }} figure svg {{ display: block; width: 100%; height: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }} th {{ text-align: start; border-bottom: 1px solid; }} td, th {{ padding: 0 1rem .1rem 0; }}
.glyphs {{ position: absolute; }}
@media print {{ body {{ max-width: none; margin: 0; font-size: 11pt; }} * {{ -webkit-print-color-adjust: exact; print-color-adjust: exact; }} article + article {{ break-before: page; }} }}
</style>
</head>
<body>
"#,
        escape(if title.is_empty() { "Sudoku" } else { title }),
        theme.ink.to_css(),
        theme.paper.to_css()
    )
}
