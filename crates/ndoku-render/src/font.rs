//! The embedded fonts, so that pictures look the same everywhere: Noto Sans and Figtree, each in
//! two weights.
//!
//! Noto Sans has 501 characters in 40 KB: Latin with all European letters, Greek, Cyrillic, digits
//! and punctuation, without hinting and kerning. Figtree is the font of the page. It has 222 Latin
//! characters in 17 KB. The licenses (OFL 1.1) and the origin of the files are in `font/`.

use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

pub use crate::canvas::Weight;
use crate::canvas::{Canvas, Path, Shape};

/// Font units per em. Sizes are measured in ems.
pub const UNITS: f64 = 1000.0;

/// The height of digits and capital letters, in ems.
pub const CAP_HEIGHT: f64 = 0.714;

/// A family of fonts.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Family {
    /// Noto Sans.
    #[default]
    Noto,
    /// Figtree, the font of the page.
    Figtree,
}

impl Family {
    /// All families, the default first.
    pub const ALL: [Self; 2] = [Self::Noto, Self::Figtree];

    /// Returns the name: `noto` or `figtree`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Noto => "noto",
            Self::Figtree => "figtree",
        }
    }

    /// Finds the family with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|family| family.name().eq_ignore_ascii_case(name))
    }
}

impl Canvas {
    /// Sets the texts in a family. A text with a character that the family lacks keeps its font.
    #[must_use]
    pub fn with_family(mut self, family: Family) -> Self {
        for shape in &mut self.shapes {
            if let Shape::Text(text) = shape {
                let weight = text.weight.in_family(family);
                if weight.covers(&text.text) {
                    text.weight = weight;
                }
            }
        }
        self
    }
}

impl Weight {
    /// Returns the font file.
    #[must_use]
    pub fn data(self) -> &'static [u8] {
        match self {
            Self::Regular => include_bytes!("../font/NotoSans-Regular.ttf"),
            Self::Bold => include_bytes!("../font/NotoSans-Bold.ttf"),
            Self::FigtreeRegular => include_bytes!("../font/Figtree-Regular.ttf"),
            Self::FigtreeBold => include_bytes!("../font/Figtree-Bold.ttf"),
        }
    }

    /// Returns the font of another family with the same weight.
    #[must_use]
    pub const fn in_family(self, family: Family) -> Self {
        match (family, self.is_bold()) {
            (Family::Noto, false) => Self::Regular,
            (Family::Noto, true) => Self::Bold,
            (Family::Figtree, false) => Self::FigtreeRegular,
            (Family::Figtree, true) => Self::FigtreeBold,
        }
    }

    /// Returns `true` if the font has all characters of a text.
    #[must_use]
    pub fn covers(self, text: &str) -> bool {
        text.chars().all(|character| self.glyph(character) != 0)
    }

    fn face(self) -> Option<&'static Face<'static>> {
        static FACES: [OnceLock<Option<Face<'static>>>; 4] = [const { OnceLock::new() }; 4];
        FACES[self as usize]
            .get_or_init(|| Face::parse(self.data(), 0).ok())
            .as_ref()
    }

    /// Returns the glyph ID of a character, or 0, an empty box, if the font lacks it.
    #[must_use]
    pub fn glyph(self, character: char) -> u16 {
        self.face()
            .and_then(|face| face.glyph_index(character))
            .map_or(0, |glyph| glyph.0)
    }

    /// Returns the advance width of a glyph, in [`UNITS`].
    #[must_use]
    pub fn advance(self, glyph: u16) -> f64 {
        let advance = self
            .face()
            .and_then(|face| face.glyph_hor_advance(GlyphId(glyph)));
        f64::from(advance.unwrap_or(600))
    }

    /// Returns the width of a text in ems.
    #[must_use]
    pub fn width(self, text: &str) -> f64 {
        text.chars()
            .map(|character| self.advance(self.glyph(character)))
            .sum::<f64>()
            / UNITS
    }

    /// Returns the outline of a glyph in [`UNITS`], relative to its origin on the baseline, with
    /// the y axis down.
    #[must_use]
    pub fn outline(self, glyph: u16) -> Path {
        let mut outline = Outline(Path::default());
        if let Some(face) = self.face() {
            let _ = face.outline_glyph(GlyphId(glyph), &mut outline);
        }
        outline.0
    }
}

/// Returns `true` if the font has all characters of a text.
#[must_use]
pub fn covers(text: &str) -> bool {
    missing_characters(text).next().is_none()
}

/// Returns the characters of a text that the font lacks.
pub fn missing_characters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars()
        .filter(|character| Weight::Regular.glyph(*character) == 0)
}

struct Outline(Path);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(f64::from(x), -f64::from(y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(f64::from(x), -f64::from(y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(
            (f64::from(x1), -f64::from(y1)),
            (f64::from(x), -f64::from(y)),
        );
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [a, b, c] = [(x1, y1), (x2, y2), (x, y)].map(|(x, y)| (f64::from(x), -f64::from(y)));
        self.0.curve_to(a, b, c);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_keep_the_weight_and_fall_back_for_missing_characters() {
        for weight in Weight::ALL {
            for family in Family::ALL {
                let other = weight.in_family(family);
                assert_eq!(other.is_bold(), weight.is_bold());
                assert_eq!(other.in_family(family), other);
            }
            let digits: Vec<f64> = ('0'..='9')
                .map(|digit| weight.advance(weight.glyph(digit)))
                .collect();
            assert!(digits.iter().all(|width| *width == digits[0]), "{digits:?}");
        }
        assert!(Weight::FigtreeBold.covers("9 · é") && !Weight::FigtreeBold.covers("Ж"));
        let mut canvas = Canvas::default();
        for text in ["9", "Ж"] {
            canvas.text(crate::canvas::Text {
                text: text.to_owned(),
                at: (0.0, 0.0),
                anchor: crate::canvas::Anchor::Start,
                size: 1.0,
                weight: Weight::Bold,
                color: crate::canvas::Color::from_hex(0),
                halo: None,
            });
        }
        let weights: Vec<Weight> = canvas
            .with_family(Family::Figtree)
            .texts()
            .map(|text| text.weight)
            .collect();
        assert_eq!(weights, [Weight::FigtreeBold, Weight::Bold]);
    }

    #[test]
    fn both_weights_have_the_same_characters_and_equally_wide_digits() {
        for character in ('!'..='~').chain("ÄßéŁžΩαЖя–“”…×".chars()) {
            for weight in [Weight::Regular, Weight::Bold] {
                let glyph = weight.glyph(character);
                assert!(
                    glyph != 0 && !weight.outline(glyph).is_empty(),
                    "{character}"
                );
            }
        }
        assert!(covers("16 Łódź") && !covers("☃"));
        for weight in [Weight::Regular, Weight::Bold] {
            assert!(('0'..='9').all(|digit| weight.advance(weight.glyph(digit)) == 572.0));
            assert!((weight.width("10") - 1.144).abs() < 1e-9);
        }
    }
}
