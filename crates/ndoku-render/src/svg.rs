//! SVG: small, identical on every machine, and self-contained: no style sheets, scripts, fonts or
//! external references.
//!
//! Text is drawn as outlines of the embedded font. Each glyph is defined once and used by its ID.
//! So a picture looks the same in a browser, in an image tag, where no font can be loaded, and in
//! other programs. An embedded font would be larger than the picture, and many programs ignore it.
//! `<title>` and `<desc>` contain the text.
//!
//! Colors are attributes, because the security policy of a page may forbid styles.
//!
//! Glyph IDs start with `nd-`. An ID means the same outline in every picture, so several pictures
//! can share a page.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::canvas::{Anchor, Canvas, HALO_WIDTH, Path, Segment, Shape, Stroke, Text};
use crate::font::{self, UNITS, Weight};
use crate::{Scene, Theme, draw_scene};

/// The options of an SVG.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Draw boxes for characters that the embedded font lacks. By default, such texts use the fonts
    /// of the viewer.
    pub embedded_font_only: bool,
    /// Omit `width` and `height`, so that the picture fills the available space.
    pub fluid: bool,
    /// Do not define the glyphs: [`glyph_definitions`] defines them elsewhere in the page.
    pub shared_glyphs: bool,
}

/// Writes the picture of a scene.
#[must_use]
pub fn write(scene: &Scene, theme: &Theme) -> String {
    write_canvas(&draw_scene(scene, theme), Options::default())
}

/// Writes a canvas as SVG. A unit of the canvas is a pixel.
#[must_use]
pub fn write_canvas(canvas: &Canvas, options: Options) -> String {
    let (width, height) = (format_number(canvas.width), format_number(canvas.height));
    let mut out =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"");
    if !options.fluid {
        let _ = write!(out, " width=\"{width}\" height=\"{height}\"");
    }
    out += " role=\"img\">\n";
    let _ = writeln!(out, "<title>{}</title>", escape(&canvas.title));
    if !canvas.description.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", escape(&canvas.description));
    }
    let is_drawn = |text: &Text| options.embedded_font_only || font::covers(&text.text);
    if !options.shared_glyphs {
        define_glyphs(&[canvas], &is_drawn, &mut out);
    }
    let mut shapes = canvas.shapes.iter().peekable();
    while let Some(shape) = shapes.next() {
        match shape {
            Shape::Path { path, fill, stroke } => {
                let _ = write!(out, "<path d=\"{}\"", format_path(path));
                match fill {
                    Some(fill) => drop(write!(out, " fill=\"{}\"", fill.to_css())),
                    None => out += " fill=\"none\"",
                }
                if let Some(stroke) = stroke {
                    out += &format_stroke(stroke);
                }
                out += "/>\n";
            }
            Shape::Text(text) if is_drawn(text) => {
                let alike = |other: &Text| {
                    (other.size, other.color, other.halo) == (text.size, text.color, text.halo)
                        && is_drawn(other)
                };
                let scale = text.size / UNITS;
                let _ = writeln!(
                    out,
                    "<g fill=\"{}\"{} transform=\"scale({})\">",
                    text.color.to_css(),
                    format_halo(text, UNITS),
                    format_precise(scale)
                );
                write_glyph_uses(text, scale, &mut out);
                while let Some(Shape::Text(other)) =
                    shapes.next_if(|shape| matches!(shape, Shape::Text(other) if alike(other)))
                {
                    write_glyph_uses(other, scale, &mut out);
                }
                out += "</g>\n";
            }
            Shape::Text(text) => write_fallback_text(text, &mut out),
            Shape::Tag(_) => {}
        }
    }
    out + "</svg>\n"
}

/// Returns the definitions of all glyphs of several pictures, to be put into an empty `<svg>` of
/// their page.
#[must_use]
pub fn glyph_definitions(pictures: &[&Canvas]) -> String {
    let mut out = String::new();
    define_glyphs(pictures, &|text| font::covers(&text.text), &mut out);
    out
}

/// Defines each glyph that occurs.
fn define_glyphs(canvases: &[&Canvas], is_drawn: &dyn Fn(&Text) -> bool, out: &mut String) {
    let texts = canvases
        .iter()
        .flat_map(|canvas| &canvas.shapes)
        .filter_map(|shape| {
            if let Shape::Text(text) = shape {
                Some(text)
            } else {
                None
            }
        });
    let glyphs: BTreeSet<(Weight, u16)> = texts
        .filter(|text| is_drawn(text))
        .flat_map(|text| {
            text.text
                .chars()
                .map(|c| (text.weight, text.weight.glyph(c)))
        })
        .collect();
    // A space has no outline.
    let outlines: Vec<_> = glyphs
        .into_iter()
        .map(|(weight, glyph)| (weight, glyph, weight.outline(glyph)))
        .filter(|(.., path)| !path.is_empty())
        .collect();
    if outlines.is_empty() {
        return;
    }
    *out += "<defs>\n";
    for (weight, glyph, path) in outlines {
        let _ = writeln!(
            out,
            "<path id=\"{}\" d=\"{}\"/>",
            glyph_id(weight, glyph),
            format_path(&path)
        );
    }
    *out += "</defs>\n";
}

fn glyph_id(weight: Weight, glyph: u16) -> String {
    let font = match weight {
        Weight::Regular => "r",
        Weight::Bold => "b",
        Weight::FigtreeRegular => "fr",
        Weight::FigtreeBold => "fb",
    };
    format!("nd-{font}{glyph}")
}

/// Writes the glyphs of a text, in font units.
fn write_glyph_uses(text: &Text, scale: f64, out: &mut String) {
    let (mut x, y) = (text.start() / scale, (text.at.1 / scale).round());
    for character in text.text.chars() {
        let glyph = text.weight.glyph(character);
        if character != ' ' && character != '\u{a0}' {
            let _ = writeln!(
                out,
                "<use href=\"#{}\" x=\"{}\" y=\"{y}\"/>",
                glyph_id(text.weight, glyph),
                x.round()
            );
        }
        x += text.weight.advance(glyph);
    }
}

/// Writes a text in a font of the viewer.
fn write_fallback_text(text: &Text, out: &mut String) {
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = if text.weight.is_bold() {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let (x, y, size) = (
        format_number(text.at.0),
        format_number(text.at.1),
        format_number(text.size),
    );
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" \
        font-size=\"{size}\"{weight}{anchor} fill=\"{}\"{}>{}</text>",
        text.color.to_css(),
        format_halo(text, text.size),
        escape(&text.text)
    );
}

/// Returns the attributes of the halo of a text, if it has one. `size` is the length of an em.
fn format_halo(text: &Text, size: f64) -> String {
    text.halo.map_or_else(String::new, |color| {
        format!(
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
            color.to_css(),
            format_number(HALO_WIDTH * size)
        )
    })
}

fn format_stroke(stroke: &Stroke) -> String {
    let mut out = format!(
        " stroke=\"{}\" stroke-width=\"{}\"",
        stroke.color.to_css(),
        format_number(stroke.width)
    );
    let dashes: Vec<String> = stroke
        .dash
        .pattern()
        .iter()
        .map(|length| format_number(length * stroke.width))
        .collect();
    if stroke.round {
        out += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    }
    if !dashes.is_empty() {
        let _ = write!(out, " stroke-dasharray=\"{}\"", dashes.join(" "));
    }
    out
}

/// Formats the attribute `d` of a path. Horizontal and vertical lines have shorter commands.
fn format_path(path: &Path) -> String {
    let mut out = String::new();
    let mut at = None;
    let mut start = None;
    for segment in &path.0 {
        // Coordinates are compared after rounding.
        let place = |(x, y): (f64, f64)| (format_number(x), format_number(y));
        let pair =
            |point: (f64, f64)| join_numbers(&[format_number(point.0), format_number(point.1)]);
        match *segment {
            Segment::Move(to) => {
                out += &format!("M{}", pair(to));
                (at, start) = (Some(place(to)), Some(place(to)));
            }
            Segment::Line(to) => {
                let (x, y) = place(to);
                match &at {
                    Some((_, same)) if *same == y => out += &format!("H{x}"),
                    Some((same, _)) if *same == x => out += &format!("V{y}"),
                    _ => out += &format!("L{}", pair(to)),
                }
                at = Some((x, y));
            }
            Segment::Quad(control, to) => {
                out += &format!(
                    "Q{}",
                    join_numbers(&[control.0, control.1, to.0, to.1].map(format_number))
                );
                at = Some(place(to));
            }
            Segment::Curve(first, second, to) => {
                out += &format!(
                    "C{}",
                    join_numbers(
                        &[first.0, first.1, second.0, second.1, to.0, to.1].map(format_number)
                    )
                );
                at = Some(place(to));
            }
            Segment::Close => {
                out.push('Z');
                at.clone_from(&start);
            }
            Segment::Circle((x, y), radius) => {
                let (r, d) = (format_number(radius), format_number(2.0 * radius));
                out += &format!(
                    "M{}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0Z",
                    pair((x - radius, y))
                );
                (at, start) = (None, None);
            }
        }
    }
    out
}

/// Joins numbers with spaces, except before a minus sign.
fn join_numbers(numbers: &[String]) -> String {
    let mut out = String::new();
    for (index, number) in numbers.iter().enumerate() {
        if index > 0 && !number.starts_with('-') {
            out.push(' ');
        }
        out += number;
    }
    out
}

/// Formats a number with at most two decimals.
pub(crate) fn format_number(value: f64) -> String {
    trim_zeros(&format!("{value:.2}"))
}

fn format_precise(value: f64) -> String {
    trim_zeros(&format!("{value:.6}"))
}

fn trim_zeros(text: &str) -> String {
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Escapes text for elements and attributes. Characters that XML forbids are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(character),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ if character.is_control() => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Color;

    #[test]
    fn paths_are_written_compactly() {
        let path = Path::rectangle(1.0, 2.0, 10.5, 0.333);
        assert_eq!(format_path(&path), "M1 2H11.5V2.33H1Z");
        assert_eq!(
            format_path(&Path::line((0.0, 0.0), (-1.0, -0.001))),
            "M0 0H-1"
        );
        assert_eq!(
            format_path(&Path::line((0.0, 0.0), (-1.0, -2.0))),
            "M0 0L-1-2"
        );
        assert_eq!(
            format_path(&Path::circle((5.0, 5.0), 2.0)),
            "M3 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z"
        );
    }

    #[test]
    fn missing_characters_use_other_fonts_unless_forbidden() {
        let mut canvas = Canvas {
            width: 10.0,
            height: 10.0,
            title: "<&>".to_owned(),
            ..Canvas::default()
        };
        let text = Text {
            text: "☃".to_owned(),
            at: (5.0, 5.0),
            anchor: Anchor::Middle,
            size: 8.0,
            weight: Weight::Bold,
            color: Color::from_hex(0),
            halo: None,
        };
        canvas.text(text);
        let svg = write_canvas(&canvas, Options::default());
        assert!(
            svg.contains(">☃</text>")
                && !svg.contains("<use")
                && svg.contains("<title>&lt;&amp;&gt;</title>"),
            "{svg}"
        );
        let own = write_canvas(
            &canvas,
            Options {
                embedded_font_only: true,
                fluid: true,
                ..Options::default()
            },
        );
        assert!(
            own.contains("<use href=\"#nd-b0\"")
                && !own.contains("<text")
                && !own.contains(" height="),
            "{own}"
        );
    }
}
