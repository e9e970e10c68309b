//! PDF: writes pages of canvases with `krilla`. Everything is vector graphics. The file embeds the
//! used part of the font, so that text can be searched and copied. The same pages give the same
//! bytes.

use std::collections::BTreeMap;

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use crate::RenderError;
use crate::canvas::{Canvas, Color, Path, Segment, Shape, Text};
use crate::font::{UNITS, Weight};

/// Writes pages as a PDF file. A unit of a canvas is a point.
///
/// # Errors
/// Returns [`RenderError::Page`] for a page without an area, and [`RenderError::Library`] if krilla
/// fails.
pub fn write(pages: &[Canvas], title: &str) -> Result<Vec<u8>, RenderError> {
    let failed = |message: &str| RenderError::Library {
        library: "krilla",
        message: message.to_owned(),
    };
    let mut fonts = BTreeMap::new();
    for weight in [Weight::Regular, Weight::Bold] {
        let font = Font::new(weight.data().into(), 0)
            .ok_or_else(|| failed("the embedded font cannot be read"))?;
        fonts.insert(weight, font);
    }
    let mut document = Document::new();
    for canvas in pages {
        let settings = PageSettings::from_wh(canvas.width as f32, canvas.height as f32);
        let settings =
            settings.ok_or_else(|| RenderError::Page("a page without an area".to_owned()))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        for shape in &canvas.shapes {
            match shape {
                Shape::Path { path, fill, stroke } => {
                    surface.set_fill(fill.map(convert_fill));
                    surface.set_stroke(stroke.map(|stroke| Stroke {
                        paint: convert_color(stroke.color).into(),
                        width: stroke.width as f32,
                        dash: convert_dash(&stroke),
                        line_cap: if stroke.round {
                            LineCap::Round
                        } else {
                            LineCap::Butt
                        },
                        line_join: if stroke.round {
                            LineJoin::Round
                        } else {
                            LineJoin::Miter
                        },
                        ..Stroke::default()
                    }));
                    if let Some(path) = convert_path(path) {
                        surface.draw_path(&path);
                    }
                }
                Shape::Text(text) => {
                    if let Some(font) = fonts.get(&text.weight) {
                        draw_text(text, font, &mut surface);
                    }
                }
            }
        }
        surface.finish();
        page.finish();
    }
    document.set_metadata(
        Metadata::new()
            .title(title.to_owned())
            .creator("ndoku".to_owned())
            .language("en".to_owned()),
    );
    document
        .finish()
        .map_err(|error| failed(&format!("{error:?}")))
}

fn convert_color(Color(red, green, blue): Color) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}

fn convert_fill(of: Color) -> Fill {
    Fill {
        paint: convert_color(of).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::default(),
    }
}

fn convert_dash(stroke: &crate::canvas::Stroke) -> Option<StrokeDash> {
    let array: Vec<f32> = stroke
        .dash
        .pattern()
        .iter()
        .map(|length| (length * stroke.width) as f32)
        .collect();
    (!array.is_empty()).then_some(StrokeDash { array, offset: 0.0 })
}

fn convert_path(path: &Path) -> Option<krilla::geom::Path> {
    // The distance of the control points of a quarter circle, as a fraction of the radius.
    const CIRCLE_CONTROL: f64 = 0.552_284_75;
    let mut builder = PathBuilder::new();
    for segment in &path.0 {
        let at = |(x, y): (f64, f64)| (x as f32, y as f32);
        match *segment {
            Segment::Move(to) => builder.move_to(at(to).0, at(to).1),
            Segment::Line(to) => builder.line_to(at(to).0, at(to).1),
            Segment::Quad(control, to) => {
                builder.quad_to(at(control).0, at(control).1, at(to).0, at(to).1);
            }
            Segment::Curve(a, b, to) => {
                builder.cubic_to(at(a).0, at(a).1, at(b).0, at(b).1, at(to).0, at(to).1);
            }
            Segment::Close => builder.close(),
            Segment::Circle((x, y), r) => {
                let k = r * CIRCLE_CONTROL;
                let begin = at((x + r, y));
                let quarters = [
                    ((x + r, y + k), (x + k, y + r), (x, y + r)),
                    ((x - k, y + r), (x - r, y + k), (x - r, y)),
                    ((x - r, y - k), (x - k, y - r), (x, y - r)),
                    ((x + k, y - r), (x + r, y - k), (x + r, y)),
                ];
                builder.move_to(begin.0, begin.1);
                for (a, b, to) in quarters {
                    builder.cubic_to(at(a).0, at(a).1, at(b).0, at(b).1, at(to).0, at(to).1);
                }
                builder.close();
            }
        }
    }
    builder.finish()
}

fn draw_text(text: &Text, font: &Font, surface: &mut Surface<'_>) {
    let glyph = |(at, character): (usize, char)| {
        let number = text.weight.glyph(character);
        let advance = (text.weight.advance(number) / UNITS) as f32;
        KrillaGlyph::new(
            GlyphId::new(u32::from(number)),
            advance,
            0.0,
            0.0,
            0.0,
            at..at + character.len_utf8(),
            None,
        )
    };
    let glyphs: Vec<KrillaGlyph> = text.text.char_indices().map(glyph).collect();
    surface.set_fill(Some(convert_fill(text.color)));
    surface.set_stroke(None);
    let start = Point::from_xy(text.start() as f32, text.at.1 as f32);
    surface.draw_glyphs(
        start,
        &glyphs,
        font.clone(),
        &text.text,
        text.size as f32,
        false,
    );
}
