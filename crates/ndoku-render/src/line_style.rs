//! The look of lines: color, width, pattern and ends of each [`LineStyle`].
//!
//! ```text
//!   thermo   (##)########        renban   ====.====.====     core: a thin line in the middle
//!   between  (  )----(  )        lockout  <  >----<  >       ends
//!   whisper  ############        palindrome ============     hollow: the middle is paper
//! ```
//!
//! The colors are those of the community, so that setters recognize their rules. The width, the
//! core and the ends together differ between any two styles, so that nobody needs the colors.

use ndoku_core::LineStyle;

use crate::canvas::{Color, Dash};

/// The middle of a wide line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineCore {
    /// The line has one color.
    None,
    /// The middle shows the paper.
    Hollow,
    /// A thin dark line runs along the middle.
    Thin(Dash),
}

/// The ends of a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineEnds {
    /// Round ends.
    None,
    /// A bulb at the first cell.
    Bulb,
    /// The line begins at the circle of an arrow, and ends with an arrowhead.
    Arrow,
    /// Empty circles. The line begins at their edges.
    OpenCircles,
    /// Filled circles.
    Circles,
    /// Filled diamonds.
    Diamonds,
}

/// The look of a line.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LineLook {
    /// The color on white paper.
    pub(crate) color: Color,
    /// The width, in cells.
    pub(crate) width: f64,
    pub(crate) core: LineCore,
    pub(crate) ends: LineEnds,
}

impl LineLook {
    /// Returns `true` if digits cannot be read beside the line, but lie on it.
    pub(crate) fn is_wide(&self) -> bool {
        self.width > 0.08
    }
}

/// Returns the look of a style.
pub(crate) const fn line_look(style: LineStyle) -> LineLook {
    use LineCore::{Hollow, None, Thin};
    let (color, width, core, ends) = match style {
        LineStyle::Plain => (0xb4_b4_c0, 0.06, None, LineEnds::None),
        LineStyle::Thermo => (0xcf_cf_cf, 0.3, None, LineEnds::Bulb),
        LineStyle::SlowThermo => (0x64_95_ed, 0.3, Thin(Dash::Dashed), LineEnds::Bulb),
        LineStyle::Arrow => (0x6f_76_9c, 0.055, None, LineEnds::Arrow),
        LineStyle::DoubleArrow => (0xc5_4b_8b, 0.055, None, LineEnds::OpenCircles),
        LineStyle::Whisper => (0x67_f0_67, 0.1875, None, LineEnds::None),
        LineStyle::DutchWhisper => (0xff_9a_00, 0.1875, Thin(Dash::Dashed), LineEnds::None),
        LineStyle::Renban => (0xf0_67_f0, 0.25, Thin(Dash::Solid), LineEnds::None),
        LineStyle::Nabner => (0xc9_c8_83, 0.25, Thin(Dash::Dotted), LineEnds::None),
        LineStyle::Palindrome => (0xcf_cf_cf, 0.25, Hollow, LineEnds::None),
        LineStyle::Entropic => (0xff_cc_aa, 0.25, Thin(Dash::Dashed), LineEnds::None),
        LineStyle::Modular => (0x33_bb_bb, 0.25, Thin(Dash::Mixed), LineEnds::None),
        LineStyle::Between => (0xcf_cf_cf, 0.1, None, LineEnds::Circles),
        LineStyle::Lockout => (0x9d_b6_f0, 0.1, None, LineEnds::Diamonds),
        LineStyle::RegionSum => (0x2e_cb_ff, 0.25, None, LineEnds::None),
        LineStyle::Zipper => (0xcd_b1_ec, 0.156, Hollow, LineEnds::None),
        LineStyle::SumLine => (0xe8_b2_4a, 0.156, Thin(Dash::Mixed), LineEnds::None),
    };
    LineLook {
        color: Color::from_hex(color),
        width,
        core,
        ends,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_differ_without_color() {
        // A difference of a third in width is visible side by side.
        for a in LineStyle::ALL {
            for b in LineStyle::ALL.into_iter().filter(|b| *b != a) {
                let (x, y) = (line_look(a), line_look(b));
                let ratio = f64::max(x.width / y.width, y.width / x.width);
                assert!(
                    x.core != y.core || x.ends != y.ends || ratio > 1.3,
                    "{a:?} looks like {b:?}"
                );
            }
        }
    }
}
