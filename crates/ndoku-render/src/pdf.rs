//! PDF: writes pages of canvases with `krilla`. Everything is vector graphics. The file embeds the
//! used part of the font, so that text can be searched and copied. The same pages give the same
//! bytes.

use std::collections::BTreeMap;
use std::num::NonZeroU16;

use krilla::color::rgb;
use krilla::configure::{Accessibility, Configuration, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{self, Artifact, ArtifactType, ContentTag, TagGroup, TagTree};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};

use crate::RenderError;
use crate::canvas::{Canvas, Color, HALO_WIDTH, Path, Segment, Shape, Tag, Text};
use crate::font::{self, UNITS, Weight};

/// Writes pages as a PDF file. A unit of a canvas is a point. `language` is the code of the
/// language of the texts, such as `en`.
///
/// The file is tagged: headings, paragraphs and pictures have their meaning and their description,
/// and headings are bookmarks. It declares PDF/UA-1 if its first heading has level 1 and the font
/// has all characters.
///
/// # Errors
/// Returns [`RenderError::Page`] for a page without an area, and [`RenderError::Library`] if krilla
/// fails.
pub fn write(pages: &[Canvas], title: &str, language: &str) -> Result<Vec<u8>, RenderError> {
    let failed = |message: &str| RenderError::Library {
        library: "krilla",
        message: message.to_owned(),
    };
    let mut fonts = BTreeMap::new();
    for weight in Weight::ALL {
        let font = Font::new(weight.data().into(), 0)
            .ok_or_else(|| failed("the embedded font cannot be read"))?;
        fonts.insert(weight, font);
    }
    let mut document = Document::new_with(SerializeSettings {
        configuration: configuration(pages, title),
        ..SerializeSettings::default()
    });
    let mut structure = Structure::default();
    for (number, canvas) in pages.iter().enumerate() {
        let settings = PageSettings::from_wh(canvas.width as f32, canvas.height as f32);
        let settings =
            settings.ok_or_else(|| RenderError::Page("a page without an area".to_owned()))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        for part in parts_of(canvas) {
            structure.start(&part, number, &mut surface);
            part.shapes
                .iter()
                .for_each(|shape| draw_shape(shape, &fonts, &mut surface));
            surface.end_tagged();
        }
        surface.finish();
        page.finish();
    }
    document.set_tag_tree(structure.tree);
    if structure.has_headings {
        document.set_outline(structure.outline);
    }
    document.set_metadata(
        Metadata::new()
            .title(title.to_owned())
            .creator("ndoku".to_owned())
            .language(language.to_owned()),
    );
    document
        .finish()
        .map_err(|error| failed(&format!("{error:?}")))
}

/// Returns the standard that the file declares.
fn configuration(pages: &[Canvas], title: &str) -> Configuration {
    // The first heading must have level 1.
    let first_level = pages
        .iter()
        .flat_map(|page| &page.shapes)
        .find_map(|shape| match shape {
            Shape::Tag(Tag::Heading(level)) => Some(*level),
            _ => None,
        });
    let has_characters = pages
        .iter()
        .flat_map(Canvas::texts)
        .all(|text| font::covers(&text.text));
    if first_level != Some(1) || !has_characters || title.is_empty() {
        return Configuration::default();
    }
    ConfigurationBuilder::new()
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .unwrap_or_default()
}

/// A part of a page: a tag, and the shapes up to the next one.
struct Part<'a> {
    tag: &'a Tag,
    shapes: &'a [Shape],
}

impl Part<'_> {
    /// Returns the texts of the part.
    fn text(&self) -> String {
        let texts = self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// Cuts a page into its parts. Shapes before the first tag are decoration.
fn parts_of(canvas: &Canvas) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut tag, mut start) = (&Tag::Artifact, 0);
    for (at, shape) in canvas.shapes.iter().enumerate() {
        if let Shape::Tag(next) = shape {
            parts.push(Part {
                tag,
                shapes: &canvas.shapes[start..at],
            });
            (tag, start) = (next, at + 1);
        }
    }
    parts.push(Part {
        tag,
        shapes: &canvas.shapes[start..],
    });
    parts.retain(|part| !part.shapes.is_empty());
    parts
}

/// The logical structure of the file.
#[derive(Default)]
struct Structure {
    tree: TagTree,
    outline: Outline,
    has_headings: bool,
}

impl Structure {
    /// Starts a part on a page. The caller ends it.
    fn start(&mut self, part: &Part<'_>, page: usize, surface: &mut Surface<'_>) {
        let mut group = match part.tag {
            Tag::Artifact => {
                let artifact = Artifact::with_kind(ArtifactType::Other);
                let _ = surface.start_tagged(ContentTag::Artifact(artifact));
                return;
            }
            Tag::Heading(level) => {
                let text = part.text();
                let level = NonZeroU16::new(u16::from(*level)).unwrap_or(NonZeroU16::MIN);
                self.has_headings = true;
                let place = XyzDestination::new(page, Point::from_xy(0.0, 0.0));
                self.outline
                    .push_child(OutlineNode::new(text.clone(), place));
                TagGroup::new(tagging::Tag::Hn(level, Some(text)))
            }
            Tag::Paragraph => TagGroup::new(tagging::Tag::P),
            Tag::Figure(description) => {
                TagGroup::new(tagging::Tag::Figure(Some(description.clone())))
            }
        };
        group.push(surface.start_tagged(ContentTag::Other));
        self.tree.push(group);
    }
}

/// Draws a shape.
fn draw_shape(shape: &Shape, fonts: &BTreeMap<Weight, Font>, surface: &mut Surface<'_>) {
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
                draw_text(text, font, surface);
            }
        }
        Shape::Tag(_) => {}
    }
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
    let start = Point::from_xy(text.start() as f32, text.at.1 as f32);
    if let Some(color) = text.halo {
        // The edge is a path, so that a search finds the text once.
        surface.set_fill(None);
        surface.set_stroke(Some(Stroke {
            paint: convert_color(color).into(),
            width: (text.size * HALO_WIDTH) as f32,
            line_join: LineJoin::Round,
            ..Stroke::default()
        }));
        let size = text.size as f32;
        surface.draw_glyphs(start, &glyphs, font.clone(), &text.text, size, true);
    }
    surface.set_fill(Some(convert_fill(text.color)));
    surface.set_stroke(None);
    surface.draw_glyphs(
        start,
        &glyphs,
        font.clone(),
        &text.text,
        text.size as f32,
        false,
    );
}
