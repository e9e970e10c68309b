//! The colors of page, drawings, print and terminal: a value for light background and one for dark
//! background, by the name of their role.
//!
//! `web/src/style/tokens.css` has the same values for the page. A test compares the two files.
//! `docs/design/page.md` explains the roles.

use crate::canvas::Color;

/// A color on light and on dark background.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The value on light background.
    pub light: Color,
    /// The value on dark background.
    pub dark: Color,
}

impl Token {
    /// Returns the value for a background.
    #[must_use]
    pub const fn on(self, dark: bool) -> Color {
        if dark { self.dark } else { self.light }
    }
}

macro_rules! tokens {
    ($($(#[$doc:meta])* $name:ident $css:literal $light:literal $dark:literal)*) => {
        $($(#[$doc])*
        pub const $name: Token = Token {
            light: Color::from_hex($light),
            dark: Color::from_hex($dark),
        };)*

        /// All tokens with their names in the style sheet of the page.
        pub const TOKENS: &[(&str, Token)] = &[$(($css, $name)),*];
    };
}

tokens! {
    /// The background of the grid.
    PAPER "paper" 0xff_ff_ff 0x18_1b_3a
    /// Text.
    INK "ink" 0x15_18_3a 0xf1_f3_ff
    /// Text of less weight.
    QUIET "quiet" 0x4d_53_78 0xad_b4_dd
    /// Lines between cells.
    LINE "line" 0xb7_bd_d4 0x45_4c_82
    /// Lines between boxes.
    LINE_THICK "line-thick" 0x1e_22_50 0xb3_bb_ee
    /// Everything that is the player's own.
    ACCENT "accent" 0x2f_35_cc 0xa9_b6_ff
    /// The background of what is the player's own.
    ACCENT_SOFT "accent-soft" 0xe0_e4_fc 0x2d_34_78
    /// Everything that a hint says.
    COACH "coach" 0xff_c2_3d 0xff_c9_5c
    /// Text of a hint.
    COACH_INK "coach-ink" 0x7a_4a_00 0xff_d6_84
    /// Clues.
    GIVEN "given" 0x15_18_3a 0xff_ff_ff
    /// Digits of the player.
    ENTERED "entered" 0x2b_30_bd 0xa9_b9_ff
    /// Automatic candidates.
    MARK "mark" 0x4a_50_78 0xb9_c0_e6
    /// The ring around selected cells.
    SELECTION "selection" 0x2f_35_cc 0xa9_b6_ff
    /// Cells that see the selected one.
    PEER "peer" 0xe6_ea_f5 0x23_28_52
    /// Cells with the same digit.
    SAME "same" 0xc2_ca_fa 0x41_4b_b0
    /// Extra houses.
    EXTRA "extra" 0xec_ef_fa 0x22_27_53
    /// Diagonals.
    DIAGONAL "diagonal" 0xc3_ca_e6 0x3b_42_82
    /// Conflicts and ruled out candidates.
    BAD "bad" 0xbd_10_36 0xff_8f_a3
    /// The background of a conflict.
    BAD_SOFT "bad-soft" 0xff_dd_e3 0x5c_17_37
    /// Digits that a hint has shown.
    SHOWN "shown" 0x0b_6b_43 0x74_e0_a6
    /// Success.
    GOOD "good" 0x0b_6b_43 0x74_e0_a6
    /// The background of success.
    GOOD_SOFT "good-soft" 0xd2_f3_df 0x0d_4a_38
    /// True candidates and patterns.
    ON "on" 0x07_52_2f 0x5b_d6_96
    /// The background of a true candidate.
    ON_SOFT "on-soft" 0xd2_f3_df 0x0d_4a_38
    /// False candidates.
    OFF "off" 0x8a_4a_00 0xff_be_70
    /// The background of a false candidate.
    OFF_SOFT "off-soft" 0xff_e7_c2 0x5a_33_06
    /// Covers of fish.
    COVER "cover" 0x1d_55_b8 0x8f_b9_ff
    /// The background of a cover.
    COVER_SOFT "cover-soft" 0xdc_e8_ff 0x1b_3f_86
    /// Pivots.
    PIVOT "pivot" 0x5a_17_88 0xe6_c2_ff
    /// The background of a pivot.
    PIVOT_SOFT "pivot-soft" 0xf0_e0_ff 0x52_24_7f
    /// Fins.
    FIN "fin" 0x07_70_7c 0xa6_f0_fb
    /// The background of a fin.
    FIN_SOFT "fin-soft" 0xcf_f1_f3 0x0a_4a_59
    /// The sixth group of candidates.
    GREY "grey" 0x4f_54_68 0xbc_c1_d8
    /// The background of the sixth group.
    GREY_SOFT "grey-soft" 0xe4_e6_ee 0x3a_3f_5c
    /// Links of chains.
    LINK "link" 0x6a_2c_c0 0xcf_9f_ff
    /// Outlines of cages.
    CAGE "cage" 0x4d_53_78 0xad_b4_dd
    /// Thermometers.
    THERMO "thermo" 0xc9_cf_e0 0x3a_40_75
    /// Arrows.
    ARROW "arrow" 0x6f_76_9c 0x8b_93_c8
    /// The first color of the player.
    C1 "c1" 0xcd_d1_df 0x5e_5d_6a
    /// The second color of the player.
    C2 "c2" 0xac_cb_9a 0x29_5e_42
    /// The third color of the player.
    C3 "c3" 0xa4_9c_f7 0x52_35_8e
    /// The fourth color of the player.
    C4 "c4" 0xfe_d8_a4 0x63_39_02
    /// The fifth color of the player.
    C5 "c5" 0xe0_93_80 0x64_0f_21
    /// The sixth color of the player.
    C6 "c6" 0xc5_aa_3b 0x70_5c_01
    /// The seventh color of the player.
    C7 "c7" 0x5d_cb_ff 0x25_5d_9d
    /// The eighth color of the player.
    C8 "c8" 0xe0_a6_d7 0x7b_27_69
    /// The ninth color of the player.
    C9 "c9" 0x46_c0_ae 0x01_42_47
}

/// The nine colors of the player, in order.
pub const PLAYER_COLORS: [Token; 9] = [C1, C2, C3, C4, C5, C6, C7, C8, C9];

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Returns the colors of a style sheet: `--name: light-dark(#ffffff, #181b3a);`.
    fn parse(css: &str) -> BTreeMap<&str, (Color, Color)> {
        let color = |text: &str| {
            let digits = text.trim().strip_prefix('#')?;
            u32::from_str_radix(digits, 16).ok().map(Color::from_hex)
        };
        let entry = |line: &'static str| -> Option<(&'static str, (Color, Color))> {
            let (name, value) = line.trim().strip_prefix("--")?.split_once(':')?;
            let value = value.trim().trim_end_matches(';');
            let both = value.strip_prefix("light-dark(")?.strip_suffix(')')?;
            let (light, dark) = both.split_once(',')?;
            Some((name, (color(light)?, color(dark)?)))
        };
        let css: &'static str = Box::leak(css.to_owned().into_boxed_str());
        css.lines().filter_map(entry).collect()
    }

    #[test]
    fn the_style_sheet_of_the_page_has_the_same_values() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../web/src/style/tokens.css"
        );
        // A published package has no page.
        if !std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web")).exists() {
            return;
        }
        let css = std::fs::read_to_string(path).unwrap();
        let page = parse(&css);
        for (name, token) in TOKENS {
            assert_eq!(
                page.get(name),
                Some(&(token.light, token.dark)),
                "--{name}: compare src/tokens.rs with web/src/style/tokens.css"
            );
        }
    }
}
