//! Themes: the colors of a picture. Light, dark, one for paper without colors, and one with
//! nothing but black.
//!
//! Color is never the only information. Clues are bold, and a highlight has a shape, an outline or
//! a line ([`Sign`], [`outline_dash`]). Text has a contrast of at least 4.5 on every background,
//! and edges of at least 3. Tests check all themes. The hues are distinguishable for people who
//! cannot tell red from green.

use ndoku_core::HighlightRole;

use crate::canvas::{Color, Dash};
use crate::tokens::{self, Token};

/// The colors of a role: a background for text, and a line that is darker, or lighter on dark
/// paper.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Hue {
    /// The fill behind text.
    pub fill: Color,
    /// Lines and signs on the paper.
    pub edge: Color,
}

/// The colors of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name.
    pub name: &'static str,
    /// The paper.
    pub paper: Color,
    /// Clues and headings.
    pub ink: Color,
    /// Entered digits.
    pub entered: Color,
    /// Candidates.
    pub candidate: Color,
    /// Lines between cells.
    pub line: Color,
    /// Lines between boxes, and the border.
    pub border: Color,
    /// Diagonals and other lines of a layout, below the digits.
    pub decoration: Color,
    /// Conflicting digits and eliminated candidates.
    pub wrong: Color,
    /// Links of chains.
    pub link: Color,
    /// The colors of roles: true, cover, pivot, false, fin, sixth group, ruled out.
    pub hues: [Hue; 7],
    /// The background of windows and other extra houses.
    pub shade: Color,
    /// `false` if decorations have only shades of gray.
    pub has_color: bool,
    /// `false` if everything is black or paper.
    pub has_gray: bool,
}

const fn gray_hue(fill: u32, edge: u32) -> Hue {
    Hue {
        fill: Color::from_hex(fill),
        edge: Color::from_hex(edge),
    }
}

const fn token_hue(soft: Token, strong: Token, dark: bool) -> Hue {
    Hue {
        fill: soft.on(dark),
        edge: strong.on(dark),
    }
}

const fn screen_theme(name: &'static str, dark: bool) -> Theme {
    Theme {
        name,
        paper: tokens::PAPER.on(dark),
        ink: tokens::GIVEN.on(dark),
        entered: tokens::ENTERED.on(dark),
        candidate: tokens::MARK.on(dark),
        line: tokens::LINE.on(dark),
        border: tokens::LINE_THICK.on(dark),
        decoration: tokens::DIAGONAL.on(dark),
        wrong: tokens::BAD.on(dark),
        link: tokens::LINK.on(dark),
        hues: [
            token_hue(tokens::ON_SOFT, tokens::ON, dark),
            token_hue(tokens::COVER_SOFT, tokens::COVER, dark),
            token_hue(tokens::PIVOT_SOFT, tokens::PIVOT, dark),
            token_hue(tokens::OFF_SOFT, tokens::OFF, dark),
            token_hue(tokens::FIN_SOFT, tokens::FIN, dark),
            token_hue(tokens::GREY_SOFT, tokens::GREY, dark),
            token_hue(tokens::BAD_SOFT, tokens::BAD, dark),
        ],
        shade: tokens::EXTRA.on(dark),
        has_color: true,
        has_gray: true,
    }
}

/// A theme for screens, dark on white, with the colors of the page.
pub const LIGHT: Theme = screen_theme("light", false);

/// A theme for screens, light on dark, with the colors of the page.
pub const DARK: Theme = screen_theme("dark", true);

/// A theme for paper, black on white. Only shapes and lines distinguish highlights.
pub const PRINT: Theme = Theme {
    name: "print",
    paper: Color::from_hex(0xff_ff_ff),
    ink: Color::from_hex(0),
    entered: Color::from_hex(0x22_22_22),
    candidate: Color::from_hex(0x33_33_33),
    line: Color::from_hex(0x77_77_77),
    border: Color::from_hex(0),
    decoration: Color::from_hex(0xb0_b0_b0),
    wrong: Color::from_hex(0),
    link: Color::from_hex(0),
    hues: [
        gray_hue(0xd8_d8_d8, 0),
        gray_hue(0xf2_f2_f2, 0x33_33_33),
        gray_hue(0xff_ff_ff, 0),
        gray_hue(0xff_ff_ff, 0x33_33_33),
        gray_hue(0xe6_e6_e6, 0),
        gray_hue(0xcc_cc_cc, 0),
        gray_hue(0xff_ff_ff, 0),
    ],
    shade: Color::from_hex(0xe4_e4_e4),
    has_color: false,
    has_gray: true,
};

/// A theme for printers that print nothing but black: no gray, and every line is black.
pub const BLACK: Theme = Theme {
    name: "black",
    entered: Color::from_hex(0),
    candidate: Color::from_hex(0),
    line: Color::from_hex(0),
    decoration: Color::from_hex(0),
    hues: [gray_hue(0xff_ff_ff, 0); 7],
    shade: Color::from_hex(0xff_ff_ff),
    has_gray: false,
    ..PRINT
};

/// All themes, the default first.
pub const THEMES: &[&Theme] = &[&LIGHT, &DARK, &PRINT, &BLACK];

impl Theme {
    /// Finds the theme with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        THEMES
            .iter()
            .copied()
            .find(|theme| theme.name.eq_ignore_ascii_case(name))
    }

    /// Returns the colors of a role.
    #[must_use]
    pub fn hue(&self, role: HighlightRole) -> Hue {
        let [on, cover, pivot, off, fin, grey, bad] = self.hues;
        match role {
            HighlightRole::Pattern
            | HighlightRole::Base
            | HighlightRole::On
            | HighlightRole::Placed => on,
            HighlightRole::Cover => cover,
            HighlightRole::Pivot => pivot,
            HighlightRole::Off => off,
            HighlightRole::Fin => fin,
            HighlightRole::Eliminated => bad,
            HighlightRole::Group(number) => {
                [on, cover, pivot, off, fin, grey][usize::from(number) % 6]
            }
        }
    }

    /// Returns the background of a highlighted cell.
    #[must_use]
    pub fn cell_background(&self, role: HighlightRole) -> Color {
        self.hue(role).fill
    }

    /// Returns the background of a highlighted house.
    #[must_use]
    pub fn house_background(&self, role: HighlightRole) -> Color {
        self.hue(role).fill.mix(50, self.paper)
    }

    /// Returns a background of extra houses by its number.
    #[must_use]
    pub fn region_background(&self, number: u8) -> Color {
        match number {
            0 => self.shade,
            _ => self.hues[usize::from(number) % self.hues.len()]
                .fill
                .mix(80, self.paper),
        }
    }
}

impl Theme {
    /// Returns the color of a decoration behind digits: as strong as the contrast of text allows.
    /// Without gray it is the paper, and the decoration needs an edge.
    #[must_use]
    pub fn tint(&self, color: Color) -> Color {
        if !self.has_gray {
            return self.paper;
        }
        let color = if self.has_color {
            color
        } else {
            self.decoration
        };
        let texts = [self.ink, self.entered, self.candidate, self.wrong];
        (0..=100)
            .rev()
            .map(|share| color.mix(share, self.paper))
            .find(|background| texts.iter().all(|text| text.contrast(*background) >= 4.5))
            .unwrap_or(self.paper)
    }

    /// Returns the color of a thin line of a decoration.
    #[must_use]
    pub fn thin_line(&self, color: Color) -> Color {
        if self.has_color { color } else { self.line }
    }
}

/// The shape behind a highlighted candidate. The page draws the same shapes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A disc.
    Disc,
    /// A disc filled with the strong color, and a digit in the color of the paper.
    FilledDisc,
    /// A disc with a dashed edge.
    DashedDisc,
    /// A square.
    Square,
    /// A square with a dashed edge.
    DashedSquare,
    /// A square standing on its corner.
    Diamond,
    /// A hexagon.
    Hexagon,
    /// A triangle on its base.
    Triangle,
    /// A triangle on its tip.
    TurnedTriangle,
    /// A square with a line through the candidate.
    Strike,
}

impl Sign {
    /// Returns the shape of a role.
    #[must_use]
    pub const fn for_role(role: HighlightRole) -> Self {
        match role {
            HighlightRole::Pattern | HighlightRole::Base => Self::Disc,
            HighlightRole::On | HighlightRole::Placed => Self::FilledDisc,
            HighlightRole::Cover => Self::DashedDisc,
            HighlightRole::Off => Self::DashedSquare,
            HighlightRole::Fin => Self::Triangle,
            HighlightRole::Pivot => Self::Diamond,
            HighlightRole::Eliminated => Self::Strike,
            HighlightRole::Group(number) => [
                Self::Disc,
                Self::Square,
                Self::Diamond,
                Self::Triangle,
                Self::Hexagon,
                Self::TurnedTriangle,
            ][number as usize % 6],
        }
    }

    /// Returns `true` if the edge is dashed.
    #[must_use]
    pub const fn is_dashed(self) -> bool {
        matches!(self, Self::DashedDisc | Self::DashedSquare)
    }
}

/// Returns the outline of a highlighted cell or house.
#[must_use]
pub const fn outline_dash(role: HighlightRole) -> Dash {
    match role {
        HighlightRole::Pattern
        | HighlightRole::Base
        | HighlightRole::On
        | HighlightRole::Placed
        | HighlightRole::Pivot => Dash::Solid,
        HighlightRole::Cover | HighlightRole::Off => Dash::Dashed,
        HighlightRole::Fin | HighlightRole::Eliminated => Dash::Dotted,
        HighlightRole::Group(number) => {
            [Dash::Solid, Dash::Dashed, Dash::Dotted, Dash::Mixed][number as usize % 4]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROLES: [HighlightRole; 16] = [
        HighlightRole::Pattern,
        HighlightRole::Base,
        HighlightRole::Cover,
        HighlightRole::Fin,
        HighlightRole::Pivot,
        HighlightRole::On,
        HighlightRole::Off,
        HighlightRole::Placed,
        HighlightRole::Eliminated,
        HighlightRole::Group(0),
        HighlightRole::Group(1),
        HighlightRole::Group(2),
        HighlightRole::Group(3),
        HighlightRole::Group(4),
        HighlightRole::Group(5),
        HighlightRole::Group(255),
    ];

    #[test]
    fn text_and_edges_have_enough_contrast_on_every_background() {
        for theme in THEMES {
            let houses = ROLES
                .iter()
                .flat_map(|role| [theme.cell_background(*role), theme.house_background(*role)]);
            let backgrounds: Vec<Color> = houses
                .chain((0..26).map(|tone| theme.region_background(tone)))
                .chain([theme.paper])
                .collect();
            for background in &backgrounds {
                for (what, color) in [
                    ("ink", theme.ink),
                    ("entered", theme.entered),
                    ("candidate", theme.candidate),
                    ("wrong", theme.wrong),
                ] {
                    let contrast = color.contrast(*background);
                    assert!(
                        contrast >= 4.5,
                        "{} {what} {} on {}: {contrast:.2}",
                        theme.name,
                        color.to_css(),
                        background.to_css()
                    );
                }
                for role in ROLES {
                    let contrast = theme.hue(role).edge.contrast(*background);
                    assert!(
                        contrast >= 3.0,
                        "{} {role:?} on {}: {contrast:.2}",
                        theme.name,
                        background.to_css()
                    );
                }
            }
            for role in ROLES {
                let contrast = theme.ink.contrast(theme.hue(role).fill);
                assert!(
                    contrast >= 4.5,
                    "{} text in {role:?}: {contrast:.2}",
                    theme.name
                );
            }
        }
    }

    #[test]
    fn text_on_lines_has_enough_contrast_and_lines_are_visible() {
        for theme in THEMES {
            for style in ndoku_core::LineStyle::ALL {
                let look = crate::line_style::line_look(style);
                let (background, least) = if look.is_wide() {
                    (theme.tint(look.color), 1.25)
                } else {
                    (theme.thin_line(look.color), 2.0)
                };
                // Without gray, a wide line is white between two edges.
                let visible = if look.is_wide() && !theme.has_gray {
                    theme.line
                } else {
                    background
                };
                assert!(
                    visible.contrast(theme.paper) >= least,
                    "{} {style:?} {}",
                    theme.name,
                    background.to_css()
                );
                if look.is_wide() {
                    assert!(theme.candidate.contrast(background) >= 4.5, "{style:?}");
                    assert!(theme.ink.contrast(background) >= 4.5, "{style:?}");
                }
            }
        }
    }

    #[test]
    fn roles_in_the_same_step_differ_without_color() {
        let differ = |a: HighlightRole, b: HighlightRole| Sign::for_role(a) != Sign::for_role(b);
        for (a, b) in [
            (HighlightRole::On, HighlightRole::Off),
            (HighlightRole::Base, HighlightRole::Cover),
            (HighlightRole::Pattern, HighlightRole::Fin),
            (HighlightRole::Pattern, HighlightRole::Pivot),
            (HighlightRole::Fin, HighlightRole::Eliminated),
            (HighlightRole::Pattern, HighlightRole::On),
        ] {
            assert!(differ(a, b), "{a:?} {b:?}");
        }
        for number in 1..6 {
            assert!(
                (0..number)
                    .all(|other| differ(HighlightRole::Group(number), HighlightRole::Group(other)))
            );
        }
        assert_eq!(Theme::from_name("Dark"), Some(&DARK));
        assert_eq!(Theme::from_name("grey"), None);
    }
}
