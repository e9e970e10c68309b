//! LaTeX: writes a document with TikZ pictures.
//!
//! Text is set in the sans serif font of the document, centered as with the embedded font. Symbols
//! that LaTeX does not know need XeLaTeX or LuaLaTeX.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::canvas::{Anchor, Canvas, Color, HALO_WIDTH, Path, Segment, Shape, Stroke, Text};
use crate::document::{Document, DocumentPart, Table};
use crate::svg::format_number;
use crate::{Theme, draw_scene};

/// Writes the file.
#[must_use]
pub fn write(document: &Document, theme: &Theme) -> String {
    let mut colors = ColorNames::default();
    let mut body = String::new();
    let mut headings = 0;
    for part in &document.parts {
        match part {
            DocumentPart::Heading(1, text) => {
                headings += 1;
                let _ = writeln!(
                    body,
                    "{}\\section*{{{}}}",
                    if headings > 1 { "\\clearpage\n" } else { "" },
                    escape(text)
                );
            }
            DocumentPart::Heading(_, text) => {
                let _ = writeln!(body, "\\subsection*{{{}}}", escape(text));
            }
            DocumentPart::Text(text) => drop(writeln!(body, "{}\n", escape(text))),
            DocumentPart::Table(table) => body += &format_table(table),
            DocumentPart::Picture(scene) => {
                let _ = writeln!(
                    body,
                    "\\begin{{center}}\n{}\\end{{center}}",
                    format_picture(&draw_scene(scene, theme), &mut colors)
                );
            }
        }
    }
    let mut out = String::from(
        "% Any LaTeX with TikZ sets this; symbols beyond Latin letters need XeLaTeX or LuaLaTeX.\n\\documentclass[a4paper]{article}\n% Letters of any size need fonts of outlines.\n\\IfFileExists{lmodern.sty}{\\usepackage[T1]{fontenc}\\usepackage{lmodern}}{\\usepackage{fix-cm}}\n\\usepackage{tikz}\n\\usepackage{longtable}\n\\setlength{\\parindent}{0pt}\n\\setlength{\\parskip}{6pt}\n",
    );
    for (color, name) in &colors.0 {
        let Color(red, green, blue) = color;
        let _ = writeln!(
            out,
            "\\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}"
        );
    }
    let _ = write!(out, "\\begin{{document}}\n{body}\\end{{document}}\n");
    out
}

/// Formats a table. `longtable` breaks it across pages.
fn format_table(table: &Table) -> String {
    let columns = "l".repeat(table.header.len());
    let line = |cells: &Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let rows: String = table.rows.iter().map(line).collect();
    format!(
        "\\begin{{longtable}}[l]{{{columns}}}\n{}\\hline\n\\endhead\n{rows}\\end{{longtable}}\n",
        line(&table.header)
    )
}

/// Names of colors: `nda`, `ndb` … in the order of their first use.
#[derive(Default)]
struct ColorNames(BTreeMap<Color, String>);

impl ColorNames {
    fn name(&mut self, color: Color) -> String {
        let number = self.0.len();
        let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
        let fresh = || {
            format!(
                "nd{}{}",
                if number < 26 {
                    String::new()
                } else {
                    letter(number / 26 - 1).to_string()
                },
                letter(number)
            )
        };
        self.0.entry(color).or_insert_with(fresh).clone()
    }
}

/// Formats a canvas as a TikZ picture, no wider than the text.
fn format_picture(canvas: &Canvas, colors: &mut ColorNames) -> String {
    // The cells of a classic puzzle are 26 points wide. Larger puzzles have smaller cells to fit on
    // the page.
    let scale = f64::min(0.4, f64::min(345.0 / canvas.width, 480.0 / canvas.height));
    let unit = format_number(scale);
    let mut out = format!("\\begin{{tikzpicture}}[x={unit}pt,y=-{unit}pt,inner sep=0pt]\n");
    for shape in &canvas.shapes {
        match shape {
            Shape::Path { path, fill, stroke } => {
                let mut how: Vec<String> = Vec::new();
                how.extend(fill.map(|fill| format!("fill={}", colors.name(fill))));
                how.extend(stroke.map(|stroke| format_stroke(&stroke, scale, colors)));
                let _ = writeln!(out, "\\path[{}] {};", how.join(","), format_path(path));
            }
            Shape::Text(text) => write_node(text, scale, colors, &mut out),
            Shape::Tag(_) => {}
        }
    }
    out + "\\end{tikzpicture}\n"
}

fn format_stroke(stroke: &Stroke, scale: f64, colors: &mut ColorNames) -> String {
    let width = stroke.width * scale;
    let mut out = format!(
        "draw={},line width={}pt",
        colors.name(stroke.color),
        format_number(width)
    );
    if stroke.round {
        out += ",line cap=round,line join=round";
    }
    for (place, length) in stroke.dash.pattern().iter().enumerate() {
        let word = match place {
            0 => ",dash pattern=on",
            _ if place % 2 == 0 => " on",
            _ => " off",
        };
        let _ = write!(out, "{word} {}pt", format_number(length * width));
    }
    out
}

fn format_path(path: &Path) -> String {
    let mut out = String::new();
    let at = |(x, y): (f64, f64)| format!("({},{})", format_number(x), format_number(y));
    let mut here = (0.0, 0.0);
    for segment in &path.0 {
        match *segment {
            Segment::Move(to) => drop(write!(out, " {}", at(to))),
            Segment::Line(to) => drop(write!(out, "--{}", at(to))),
            Segment::Quad(control, to) => {
                // A quadratic curve as a cubic one: both control points lie two thirds of the way
                // to the original one.
                let toward = |from: (f64, f64)| {
                    (
                        from.0 + (control.0 - from.0) * 2.0 / 3.0,
                        from.1 + (control.1 - from.1) * 2.0 / 3.0,
                    )
                };
                let _ = write!(
                    out,
                    "..controls {} and {}..{}",
                    at(toward(here)),
                    at(toward(to)),
                    at(to)
                );
            }
            Segment::Curve(a, b, to) => drop(write!(
                out,
                "..controls {} and {}..{}",
                at(a),
                at(b),
                at(to)
            )),
            Segment::Close => out += "--cycle",
            Segment::Circle(center, radius) => drop(write!(
                out,
                " {} circle [radius={}]",
                at(center),
                format_number(radius)
            )),
        }
        if let Segment::Move(to)
        | Segment::Line(to)
        | Segment::Quad(_, to)
        | Segment::Curve(_, _, to) = *segment
        {
            here = to;
        }
    }
    out.trim_start().to_owned()
}

fn write_node(text: &Text, scale: f64, colors: &mut ColorNames, out: &mut String) {
    let anchor = match text.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let size = text.size * scale;
    let weight = if text.weight.is_bold() {
        "\\bfseries"
    } else {
        ""
    };
    // TikZ has no edges around letters. A patch of paper serves the same purpose.
    let halo = text.halo.map_or_else(String::new, |color| {
        format!(
            ",fill={},inner sep={}pt,rounded corners=1pt",
            colors.name(color),
            format_number(size * HALO_WIDTH / 4.0)
        )
    });
    let _ = writeln!(
        out,
        "\\node[anchor={anchor}{halo},text={},font=\\fontsize{{{}}}{{{}}}\\selectfont\\sffamily{weight}] at ({},{}) {{{}}};",
        colors.name(text.color),
        format_number(size),
        format_number(size * 1.2),
        format_number(text.at.0),
        format_number(text.at.1),
        escape(&text.text)
    );
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => out += "\\textbackslash{}",
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => {
                out.push('\\');
                out.push(character);
            }
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' => out += "\\textless{}",
            '>' => out += "\\textgreater{}",
            '×' => out += "$\\times$",
            '·' => out += "\\textperiodcentered{}",
            '−' => out += "$-$",
            _ if character.is_control() => out.push(' '),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped_and_colors_have_names() {
        assert_eq!(
            escape("50% \\x_{1} ~"),
            "50\\% \\textbackslash{}x\\_\\{1\\} \\textasciitilde{}"
        );
        let mut colors = ColorNames::default();
        let names: Vec<String> = (0..60)
            .map(|number| colors.name(Color(number, 0, 0)))
            .collect();
        assert_eq!(
            (&*names[0], &*names[25], &*names[26], &*names[53]),
            ("nda", "ndz", "ndaa", "ndbb")
        );
        assert_eq!(colors.name(Color(3, 0, 0)), "ndd");
    }
}
