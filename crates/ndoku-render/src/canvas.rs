//! `Canvas`: shapes in painting order. A scene is drawn on a canvas before it is written to a file.
//!
//! The caller chooses the unit of lengths. A page uses points, and a picture uses 1/64 of a cell.
//! The x axis points right, and the y axis points down.

/// A font: a weight of a family.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// Noto Sans for candidates, entered digits and running text.
    Regular,
    /// Noto Sans for clues and headings.
    Bold,
    /// Figtree for candidates, entered digits and running text.
    FigtreeRegular,
    /// Figtree for clues and headings.
    FigtreeBold,
}

impl Weight {
    /// All weights of all families.
    pub const ALL: [Self; 4] = [
        Self::Regular,
        Self::Bold,
        Self::FigtreeRegular,
        Self::FigtreeBold,
    ];

    /// Returns `true` for the weight of clues and headings.
    #[must_use]
    pub const fn is_bold(self) -> bool {
        matches!(self, Self::Bold | Self::FigtreeBold)
    }
}

/// An opaque color: red, green, blue.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// Creates a color from a number such as `0x1b1b1f`.
    #[must_use]
    pub const fn from_hex(number: u32) -> Self {
        Self((number >> 16) as u8, (number >> 8) as u8, number as u8)
    }

    /// Returns the color as in CSS: `#1b1b1f`.
    #[must_use]
    pub fn to_css(self) -> String {
        let Self(red, green, blue) = self;
        let doubled = |part: u8| part >> 4 == part & 15;
        if doubled(red) && doubled(green) && doubled(blue) {
            return format!("#{:x}{:x}{:x}", red & 15, green & 15, blue & 15);
        }
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Mixes this percentage of the color with the rest of another color.
    #[must_use]
    pub fn mix(self, hundredths: u32, other: Self) -> Self {
        let share = hundredths.min(100);
        let mix =
            |a: u8, b: u8| ((u32::from(a) * share + u32::from(b) * (100 - share) + 50) / 100) as u8;
        Self(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }

    /// Returns the contrast of two colors by WCAG, 1 to 21. Text needs 4.5, and other visible
    /// elements 3.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

/// A point.
pub type Point = (f64, f64);

/// A segment of a path.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Segment {
    /// Moves to a point and starts a new line.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A curve with one control point.
    Quad(Point, Point),
    /// A curve with two control points.
    Curve(Point, Point, Point),
    /// Closes the line.
    Close,
    /// A separate circle: its center and radius.
    Circle(Point, f64),
}

/// A path of lines and curves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(pub Vec<Segment>);

impl Path {
    /// Returns `true` if the path is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Moves to a point.
    pub fn move_to(&mut self, x: f64, y: f64) {
        self.0.push(Segment::Move((x, y)));
    }

    /// Adds a straight line.
    pub fn line_to(&mut self, x: f64, y: f64) {
        self.0.push(Segment::Line((x, y)));
    }

    /// Adds a curve with one control point.
    pub fn quad_to(&mut self, control: Point, to: Point) {
        self.0.push(Segment::Quad(control, to));
    }

    /// Adds a curve with two control points.
    pub fn curve_to(&mut self, first: Point, second: Point, to: Point) {
        self.0.push(Segment::Curve(first, second, to));
    }

    /// Closes the line.
    pub fn close(&mut self) {
        self.0.push(Segment::Close);
    }

    /// Creates a line.
    #[must_use]
    pub fn line(from: Point, to: Point) -> Self {
        Self(vec![Segment::Move(from), Segment::Line(to)])
    }

    /// Creates a line through points.
    #[must_use]
    pub fn polyline(points: &[Point]) -> Self {
        let segment = |(number, point): (usize, &Point)| match number {
            0 => Segment::Move(*point),
            _ => Segment::Line(*point),
        };
        Self(points.iter().enumerate().map(segment).collect())
    }

    /// Creates a polygon.
    #[must_use]
    pub fn polygon(corners: &[Point]) -> Self {
        let mut path = Self::polyline(corners);
        if !corners.is_empty() {
            path.close();
        }
        path
    }

    /// Creates a rectangle.
    #[must_use]
    pub fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self::polygon(&[
            (x, y),
            (x + width, y),
            (x + width, y + height),
            (x, y + height),
        ])
    }

    /// Creates a circle.
    #[must_use]
    pub fn circle(center: Point, radius: f64) -> Self {
        Self(vec![Segment::Circle(center, radius)])
    }

    fn map(&self, point: &dyn Fn(Point) -> Point, scale: f64) -> Self {
        let moved = self.0.iter().map(|segment| match *segment {
            Segment::Move(to) => Segment::Move(point(to)),
            Segment::Line(to) => Segment::Line(point(to)),
            Segment::Quad(control, to) => Segment::Quad(point(control), point(to)),
            Segment::Curve(first, second, to) => {
                Segment::Curve(point(first), point(second), point(to))
            }
            Segment::Close => Segment::Close,
            Segment::Circle(center, radius) => Segment::Circle(point(center), radius * scale),
        });
        Self(moved.collect())
    }
}

/// The dash pattern of a line.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dash {
    /// A solid line.
    #[default]
    Solid,
    /// Dashes.
    Dashed,
    /// Dots.
    Dotted,
    /// Alternating dashes and dots.
    Mixed,
}

impl Dash {
    /// Returns the alternating lengths of dashes and gaps, as multiples of the line width. Empty
    /// for a solid line.
    #[must_use]
    pub const fn pattern(self) -> &'static [f64] {
        match self {
            Self::Solid => &[],
            Self::Dashed => &[3.0, 2.0],
            Self::Dotted => &[1.0, 1.5],
            Self::Mixed => &[4.0, 1.5, 1.0, 1.5],
        }
    }
}

/// The style of a line.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Stroke {
    /// The color.
    pub color: Color,
    /// The width.
    pub width: f64,
    /// The dash pattern.
    pub dash: Dash,
    /// `true` if ends and corners are round.
    pub round: bool,
}

impl Stroke {
    /// Creates a solid line.
    #[must_use]
    pub const fn solid(color: Color, width: f64) -> Self {
        Self {
            color,
            width,
            dash: Dash::Solid,
            round: false,
        }
    }

    /// Creates a solid line with round ends and corners.
    #[must_use]
    pub const fn rounded(color: Color, width: f64) -> Self {
        Self {
            round: true,
            ..Self::solid(color, width)
        }
    }

    /// Creates a line with a dash pattern.
    #[must_use]
    pub const fn dashed(color: Color, width: f64, dash: Dash) -> Self {
        Self {
            dash,
            ..Self::solid(color, width)
        }
    }
}

/// The position of a text relative to its point.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text starts at the point.
    Start,
    /// The text is centered at the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// A text on one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The characters.
    pub text: String,
    /// The point on the baseline.
    pub at: Point,
    /// The position relative to the point.
    pub anchor: Anchor,
    /// The font size: the length of an em.
    pub size: f64,
    /// The font weight.
    pub weight: Weight,
    /// The color.
    pub color: Color,
    /// The color of an edge around the characters, which keeps them readable on lines.
    pub halo: Option<Color>,
}

/// The width of the halo of a text, as a fraction of the font size.
pub const HALO_WIDTH: f64 = 0.24;

impl Text {
    /// Returns the x coordinate of the start of the text.
    #[must_use]
    pub fn start(&self) -> f64 {
        let width = || self.weight.width(&self.text) * self.size;
        match self.anchor {
            Anchor::Start => self.at.0,
            Anchor::Middle => self.at.0 - width() / 2.0,
            Anchor::End => self.at.0 - width(),
        }
    }
}

/// A painted shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A path with a fill, a stroke or both.
    Path {
        /// The path.
        path: Path,
        /// The fill color.
        fill: Option<Color>,
        /// The stroke.
        stroke: Option<Stroke>,
    },
    /// A text.
    Text(Text),
    /// The meaning of the shapes up to the next tag. It paints nothing.
    Tag(Tag),
}

/// The meaning of a part of a page, for tagged PDF. Without a tag, shapes are decoration.
#[derive(Clone, Debug, PartialEq)]
pub enum Tag {
    /// Decoration without meaning, such as page numbers and rules.
    Artifact,
    /// A heading: level 1 for the title, level 2 for a puzzle.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// A picture with its description.
    Figure(String),
}

/// A canvas with shapes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Canvas {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The shapes, from the bottom to the top.
    pub shapes: Vec<Shape>,
    /// A short title.
    pub title: String,
    /// A description for people who cannot see the picture. May be long or empty.
    pub description: String,
}

impl Canvas {
    /// Returns the texts, from the bottom to the top.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.shapes.iter().filter_map(|shape| {
            if let Shape::Text(text) = shape {
                Some(text)
            } else {
                None
            }
        })
    }

    /// Fills a path. Adjacent paths with the same style are merged.
    pub fn fill(&mut self, path: Path, color: Color) {
        self.path(path, Some(color), None);
    }

    /// Strokes a path.
    pub fn stroke(&mut self, path: Path, stroke: Stroke) {
        self.path(path, None, Some(stroke));
    }

    /// Fills and strokes a path.
    pub fn path(&mut self, path: Path, fill: Option<Color>, stroke: Option<Stroke>) {
        if path.is_empty() {
            return;
        }
        if let Some(Shape::Path { path: last, fill: same, stroke: alike }) = self.shapes.last_mut()
            && (*same, *alike) == (fill, stroke)
            // Merging would apply the fill rule to overlapping parts.
            && !(fill.is_some() && stroke.is_some())
        {
            last.0.extend(path.0);
            return;
        }
        self.shapes.push(Shape::Path { path, fill, stroke });
    }

    /// Begins a part of a page with a meaning.
    pub fn tag(&mut self, tag: Tag) {
        self.shapes.push(Shape::Tag(tag));
    }

    /// Adds a text, unless it is empty.
    pub fn text(&mut self, text: Text) {
        if !text.text.is_empty() {
            self.shapes.push(Shape::Text(text));
        }
    }

    /// Paints another canvas on this one, scaled by `scale`, with its upper left corner at a point.
    pub fn paste(&mut self, other: &Self, at: Point, scale: f64) {
        let point = |(x, y): Point| (at.0 + x * scale, at.1 + y * scale);
        for shape in &other.shapes {
            self.shapes.push(match shape {
                Shape::Path { path, fill, stroke } => Shape::Path {
                    path: path.map(&point, scale),
                    fill: *fill,
                    stroke: stroke.map(|stroke| Stroke {
                        width: stroke.width * scale,
                        ..stroke
                    }),
                },
                Shape::Text(text) => Shape::Text(Text {
                    at: point(text.at),
                    size: text.size * scale,
                    ..text.clone()
                }),
                Shape::Tag(tag) => Shape::Tag(tag.clone()),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_matches_wcag() {
        let (black, white) = (Color::from_hex(0), Color::from_hex(0xff_ff_ff));
        assert!(
            (black.contrast(white) - 21.0).abs() < 1e-9
                && (white.contrast(white) - 1.0).abs() < 1e-9
        );
        // #767676 on white is the well-known gray with just enough contrast.
        assert!((Color::from_hex(0x76_76_76).contrast(white) - 4.54).abs() < 0.01);
        assert_eq!(
            (
                Color::from_hex(0x11_aa_ff).to_css(),
                Color::from_hex(0x12_aa_ff).to_css()
            ),
            ("#1af".to_owned(), "#12aaff".to_owned())
        );
        assert_eq!(black.mix(50, white), Color(128, 128, 128));
    }

    #[test]
    fn paths_of_one_style_are_merged_and_pasted_shapes_are_moved() {
        let mut canvas = Canvas::default();
        let ink = Color::from_hex(0);
        canvas.stroke(Path::line((0.0, 0.0), (1.0, 0.0)), Stroke::solid(ink, 1.0));
        canvas.stroke(Path::line((0.0, 1.0), (1.0, 1.0)), Stroke::solid(ink, 1.0));
        canvas.fill(Path::circle((0.0, 0.0), 1.0), ink);
        assert_eq!(canvas.shapes.len(), 2);
        let mut page = Canvas::default();
        page.paste(&canvas, (10.0, 20.0), 2.0);
        let Shape::Path { path, stroke, .. } = &page.shapes[0] else {
            unreachable!()
        };
        assert_eq!(
            (path.0[3], stroke.map(|stroke| stroke.width)),
            (Segment::Line((12.0, 22.0)), Some(2.0))
        );
        let Shape::Path { path, .. } = &page.shapes[1] else {
            unreachable!()
        };
        assert_eq!(path.0, [Segment::Circle((10.0, 20.0), 2.0)]);
    }
}
