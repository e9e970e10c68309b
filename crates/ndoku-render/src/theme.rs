//! Themes: the colors of a picture. Light, dark, and one for paper without colors.
//!
//! Color is never the only information. Clues are bold, and a highlight has a shape, an outline or
//! a line ([`Sign`], [`outline_dash`]). Text has a contrast of at least 4.5 on every background,
//! and edges of at least 3. Tests check all themes. The hues are distinguishable for people who
//! cannot tell red from green.

use ndoku_core::HighlightRole;

use crate::canvas::{Color, Dash};

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
    /// Clues, borders of boxes, headings.
    pub ink: Color,
    /// Entered digits.
    pub entered: Color,
    /// Candidates.
    pub candidate: Color,
    /// Lines between cells.
    pub line: Color,
    /// Diagonals and other lines of a layout, below the digits.
    pub decoration: Color,
    /// Conflicting digits and eliminated candidates.
    pub wrong: Color,
    /// Green, blue, orange, purple, yellow, teal, red.
    pub hues: [Hue; 7],
    /// The background of windows and other extra houses.
    pub shade: Color,
    /// `false` if decorations have only shades of gray.
    pub has_color: bool,
}

const fn new_hue(fill: u32, edge: u32) -> Hue {
    Hue {
        fill: Color::from_hex(fill),
        edge: Color::from_hex(edge),
    }
}

/// A theme for screens, dark on white.
pub const LIGHT: Theme = Theme {
    name: "light",
    paper: Color::from_hex(0xff_ff_ff),
    ink: Color::from_hex(0x1b_1b_1f),
    entered: Color::from_hex(0x1a_4f_a0),
    candidate: Color::from_hex(0x4a_4a_54),
    line: Color::from_hex(0x9a_9a_a6),
    decoration: Color::from_hex(0xb4_b4_c0),
    wrong: Color::from_hex(0xa8_1a_12),
    hues: [
        new_hue(0xa4_dd_b4, 0x0a_74_40),
        new_hue(0xac_d4_f8, 0x0b_5f_a5),
        new_hue(0xff_cc_85, 0xa0_55_00),
        new_hue(0xdd_c6_f2, 0x76_3a_a5),
        new_hue(0xf6_e5_6c, 0x76_64_00),
        new_hue(0xa2_e2_dd, 0x00_6c_67),
        new_hue(0xff_d5_cf, 0xa8_1a_12),
    ],
    shade: Color::from_hex(0xe4_e6_ec),
    has_color: true,
};

/// A theme for screens, light on black.
pub const DARK: Theme = Theme {
    name: "dark",
    paper: Color::from_hex(0x15_17_1c),
    ink: Color::from_hex(0xf4_f4_f7),
    entered: Color::from_hex(0x9c_c8_ff),
    candidate: Color::from_hex(0xc6_c8_d2),
    line: Color::from_hex(0x5e_62_6e),
    decoration: Color::from_hex(0x55_59_66),
    wrong: Color::from_hex(0xff_a3_9b),
    hues: [
        new_hue(0x1b_55_34, 0x5f_d0_8f),
        new_hue(0x1a_48_77, 0x6d_b8_ff),
        new_hue(0x6a_40_08, 0xff_b4_54),
        new_hue(0x52_30_72, 0xc9_9f_f3),
        new_hue(0x56_4c_08, 0xe8_d3_4a),
        new_hue(0x0c_52_4e, 0x4f_d0_c8),
        new_hue(0x64_1f_1a, 0xff_8a_80),
    ],
    shade: Color::from_hex(0x2b_2f_39),
    has_color: true,
};

/// A theme for paper, black on white. Only shapes and lines distinguish highlights.
pub const PRINT: Theme = Theme {
    name: "print",
    paper: Color::from_hex(0xff_ff_ff),
    ink: Color::from_hex(0),
    entered: Color::from_hex(0x22_22_22),
    candidate: Color::from_hex(0x33_33_33),
    line: Color::from_hex(0x77_77_77),
    decoration: Color::from_hex(0xb0_b0_b0),
    wrong: Color::from_hex(0),
    hues: [
        new_hue(0xd8_d8_d8, 0),
        new_hue(0xf2_f2_f2, 0x33_33_33),
        new_hue(0xff_ff_ff, 0),
        new_hue(0xe6_e6_e6, 0),
        new_hue(0xff_ff_ff, 0),
        new_hue(0xcc_cc_cc, 0),
        new_hue(0xff_ff_ff, 0),
    ],
    shade: Color::from_hex(0xe4_e4_e4),
    has_color: false,
};

/// All themes, the default first.
pub const THEMES: &[&Theme] = &[&LIGHT, &DARK, &PRINT];

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
        let [green, blue, orange, purple, yellow, teal, red] = self.hues;
        match role {
            HighlightRole::Pattern | HighlightRole::On | HighlightRole::Placed => green,
            HighlightRole::Base => blue,
            HighlightRole::Cover | HighlightRole::Off => orange,
            HighlightRole::Fin => purple,
            HighlightRole::Pivot => yellow,
            HighlightRole::Eliminated => red,
            HighlightRole::Group(number) => {
                [blue, orange, purple, teal, yellow, green][usize::from(number) % 6]
            }
        }
    }

    /// Returns the background of a highlighted cell.
    #[must_use]
    pub fn cell_background(&self, role: HighlightRole) -> Color {
        self.hue(role).fill.mix(55, self.paper)
    }

    /// Returns the background of a highlighted house.
    #[must_use]
    pub fn house_background(&self, role: HighlightRole) -> Color {
        self.hue(role).fill.mix(28, self.paper)
    }

    /// Returns a background of extra houses by its number.
    #[must_use]
    pub fn region_background(&self, number: u8) -> Color {
        match number {
            0 => self.shade,
            _ => self.hues[usize::from(number) % self.hues.len()]
                .fill
                .mix(45, self.paper),
        }
    }
}

impl Theme {
    /// Returns the color of a decoration behind digits: as strong as the contrast of text allows.
    #[must_use]
    pub fn tint(&self, color: Color) -> Color {
        let color = if self.has_color {
            color
        } else {
            self.decoration
        };
        let texts = [self.ink, self.entered, self.candidate, self.wrong];
        (0..=100)
            .rev()
            .map(|share| color.mix(share, self.paper))
            .find(|ground| texts.iter().all(|text| text.contrast(*ground) >= 4.5))
            .unwrap_or(self.paper)
    }

    /// Returns the color of a thin line of a decoration.
    #[must_use]
    pub fn thin_line(&self, color: Color) -> Color {
        if self.has_color { color } else { self.line }
    }
}

/// The shape behind a highlighted candidate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A disc.
    Disc,
    /// A square.
    Square,
    /// A square standing on its corner.
    Diamond,
    /// A hexagon.
    Hexagon,
    /// A disc with a ring around it.
    Ring,
    /// A triangle on its base.
    Triangle,
    /// A line through the candidate.
    Strike,
}

impl Sign {
    /// Returns the shape of a role.
    #[must_use]
    pub const fn for_role(role: HighlightRole) -> Self {
        match role {
            HighlightRole::Pattern | HighlightRole::Base | HighlightRole::On => Self::Disc,
            HighlightRole::Cover | HighlightRole::Off => Self::Square,
            HighlightRole::Fin => Self::Diamond,
            HighlightRole::Pivot => Self::Hexagon,
            HighlightRole::Placed => Self::Ring,
            HighlightRole::Eliminated => Self::Strike,
            HighlightRole::Group(number) => [
                Self::Disc,
                Self::Square,
                Self::Diamond,
                Self::Hexagon,
                Self::Triangle,
            ][number as usize % 5],
        }
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
            let grounds: Vec<Color> = houses
                .chain((0..26).map(|tone| theme.region_background(tone)))
                .chain([theme.paper])
                .collect();
            for ground in &grounds {
                for (what, color) in [
                    ("ink", theme.ink),
                    ("entered", theme.entered),
                    ("candidate", theme.candidate),
                    ("wrong", theme.wrong),
                ] {
                    let contrast = color.contrast(*ground);
                    assert!(
                        contrast >= 4.5,
                        "{} {what} {} on {}: {contrast:.2}",
                        theme.name,
                        color.to_css(),
                        ground.to_css()
                    );
                }
                for role in ROLES {
                    let contrast = theme.hue(role).edge.contrast(*ground);
                    assert!(
                        contrast >= 3.0,
                        "{} {role:?} on {}: {contrast:.2}",
                        theme.name,
                        ground.to_css()
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
                let (ground, least) = if look.is_wide() {
                    (theme.tint(look.color), 1.25)
                } else {
                    (theme.thin_line(look.color), 2.0)
                };
                assert!(
                    ground.contrast(theme.paper) >= least,
                    "{} {style:?} {}",
                    theme.name,
                    ground.to_css()
                );
                if look.is_wide() {
                    assert!(theme.candidate.contrast(ground) >= 4.5, "{style:?}");
                    assert!(theme.ink.contrast(ground) >= 4.5, "{style:?}");
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
            (HighlightRole::On, HighlightRole::Placed),
        ] {
            assert!(differ(a, b), "{a:?} {b:?}");
        }
        for number in 1..5 {
            assert!(
                (0..number)
                    .all(|other| differ(HighlightRole::Group(number), HighlightRole::Group(other)))
            );
        }
        assert_eq!(Theme::from_name("Dark"), Some(&DARK));
        assert_eq!(Theme::from_name("grey"), None);
    }
}
