//! Styles: the palette of the page in true color, or the nearest of 256 colors. Every pair of
//! colors is readable, and a sign, a letter or the weight repeats what a color means.

use ndoku::HighlightRole;
use ndoku_game::CellColor;
use ndoku_render::canvas;
use ndoku_render::tokens::{self, Token};
use ratatui::style::{Color, Modifier, Style};

/// The colors that a terminal can show.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ColorDepth {
    /// Only bold, underlined and reversed text.
    None,
    /// The 256 colors of xterm.
    Indexed,
    /// All colors.
    True,
}

impl ColorDepth {
    /// Returns the depth of a terminal that shows colors, according to its variables `COLORTERM`
    /// and `TERM`.
    pub(super) fn detect(color_term: Option<&str>, term: Option<&str>) -> Self {
        let says_true = color_term.is_some_and(|value| value == "truecolor" || value == "24bit");
        let is_direct = term.is_some_and(|value| value.ends_with("-direct"));
        if says_true || is_direct {
            Self::True
        } else {
            Self::Indexed
        }
    }
}

/// The colors and characters of the screen.
#[derive(Copy, Clone, Debug)]
pub(super) struct Theme {
    pub depth: ColorDepth,
    /// Use colors for a dark background.
    pub dark: bool,
    /// Use only ASCII characters.
    pub ascii: bool,
}

/// Returns the nearest of the 240 fixed colors of xterm: a cube of 216 and a ramp of 24 grays.
fn nearest_indexed(canvas::Color(red, green, blue): canvas::Color) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |value: u8| {
        let near = |index: &usize| STEPS[*index].abs_diff(value);
        (0..STEPS.len()).min_by_key(near).unwrap_or(0)
    };
    let distance = |r: u8, g: u8, b: u8| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        // The eye sees green best, and blue worst.
        3 * square(r, red) + 6 * square(g, green) + square(b, blue)
    };
    let cube = [red, green, blue].map(nearest);
    let [r, g, b] = cube.map(|index| STEPS[index]);
    let in_cube = (
        distance(r, g, b),
        16 + 36 * cube[0] as u8 + 6 * cube[1] as u8 + cube[2] as u8,
    );
    let ramp = (0..24_u8).map(|number| {
        let gray = 8 + 10 * number;
        (distance(gray, gray, gray), 232 + number)
    });
    ramp.chain([in_cube])
        .min_by_key(|(distance, _)| *distance)
        .map_or(7, |(_, index)| index)
}

impl Theme {
    /// Returns `true` if colors are shown.
    pub(super) fn has_color(self) -> bool {
        self.depth != ColorDepth::None
    }

    /// Returns a color of the palette, if colors are shown.
    fn color(self, token: Token) -> Option<Color> {
        let color = token.on(self.dark);
        match self.depth {
            ColorDepth::None => None,
            ColorDepth::Indexed => Some(Color::Indexed(nearest_indexed(color))),
            ColorDepth::True => Some(Color::Rgb(color.0, color.1, color.2)),
        }
    }

    /// Returns a background with readable text.
    fn background(self, token: Token) -> Style {
        Style {
            fg: self.color(tokens::GIVEN),
            bg: self.color(token),
            ..Style::new()
        }
    }

    /// Returns a foreground on the background of the terminal.
    fn foreground(self, token: Token) -> Style {
        Style {
            fg: self.color(token),
            ..Style::new()
        }
    }

    pub(super) fn clue(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn entered(self) -> Style {
        self.foreground(tokens::ENTERED)
    }

    pub(super) fn wrong(self) -> Style {
        self.foreground(tokens::BAD)
            .add_modifier(Modifier::UNDERLINED)
    }

    pub(super) fn selected(self) -> Style {
        if self.has_color() {
            self.background(tokens::ACCENT_SOFT)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    pub(super) fn peer(self) -> Style {
        self.background(tokens::PEER)
    }

    pub(super) fn focus_digit(self) -> Style {
        self.background(tokens::SAME)
    }

    pub(super) fn open_to_filter(self) -> Style {
        self.background(tokens::GOOD_SOFT)
    }

    /// Returns the style of the highlighted digit, in cells and among marks.
    pub(super) fn focus(self) -> Style {
        Style::new().add_modifier(Modifier::UNDERLINED)
    }

    pub(super) fn faint(self) -> Style {
        if self.has_color() {
            self.foreground(tokens::QUIET)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }

    pub(super) fn heading(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of what a hint says.
    pub(super) fn coach(self) -> Style {
        self.foreground(tokens::COACH_INK)
            .add_modifier(Modifier::BOLD)
    }

    /// Returns the style of lines between boxes.
    pub(super) fn border(self) -> Style {
        self.foreground(tokens::LINE_THICK)
    }

    /// Returns the style of lines between cells.
    pub(super) fn cell_line(self) -> Style {
        if self.has_color() {
            self.foreground(tokens::LINE)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }

    /// Returns the style of a link between candidates.
    pub(super) fn link(self) -> Style {
        self.foreground(tokens::LINK).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of signs of rules: sums, dots and lines.
    pub(super) fn rule(self) -> Style {
        if self.has_color() {
            self.foreground(tokens::CAGE)
        } else {
            Style::new()
        }
    }

    /// Returns the style of a line of a rule. Lines of different styles have different colors.
    pub(super) fn rule_line(self, style: ndoku::LineStyle) -> Style {
        use ndoku::LineStyle as Line;
        self.foreground(match style {
            Line::Plain | Line::Thermo | Line::Palindrome | Line::Between => tokens::QUIET,
            Line::Arrow | Line::DoubleArrow => tokens::ARROW,
            Line::Whisper | Line::Nabner => tokens::GOOD,
            Line::Renban | Line::Zipper => tokens::LINK,
            Line::SlowThermo | Line::Lockout | Line::RegionSum => tokens::COVER,
            Line::Modular => tokens::FIN,
            Line::DutchWhisper | Line::Entropic | Line::SumLine => tokens::OFF,
        })
    }

    /// Returns the background of a cage or an extra house. Adjacent ones have different tones.
    pub(super) fn rule_background(self, tone: usize) -> Style {
        const TONES: [Token; 5] = [
            tokens::EXTRA,
            tokens::ON_SOFT,
            tokens::OFF_SOFT,
            tokens::PIVOT_SOFT,
            tokens::FIN_SOFT,
        ];
        self.background(TONES[tone % TONES.len()])
    }

    /// Returns the style of the selected entry of a menu.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the background of a cell that the player has colored.
    pub(super) fn cell_color(self, color: CellColor) -> Style {
        let colors = tokens::PLAYER_COLORS;
        self.background(colors[usize::from(color.number() - 1) % colors.len()])
    }

    /// Returns the strong color and the background of a role.
    fn role_tokens(role: HighlightRole) -> (Token, Token) {
        const ON: (Token, Token) = (tokens::ON, tokens::ON_SOFT);
        const COVER: (Token, Token) = (tokens::COVER, tokens::COVER_SOFT);
        const PIVOT: (Token, Token) = (tokens::PIVOT, tokens::PIVOT_SOFT);
        const OFF: (Token, Token) = (tokens::OFF, tokens::OFF_SOFT);
        const FIN: (Token, Token) = (tokens::FIN, tokens::FIN_SOFT);
        const GREY: (Token, Token) = (tokens::GREY, tokens::GREY_SOFT);
        match role {
            HighlightRole::Pattern
            | HighlightRole::Base
            | HighlightRole::On
            | HighlightRole::Placed => ON,
            HighlightRole::Cover => COVER,
            HighlightRole::Pivot => PIVOT,
            HighlightRole::Off => OFF,
            HighlightRole::Fin => FIN,
            HighlightRole::Eliminated => (tokens::BAD, tokens::BAD_SOFT),
            HighlightRole::Group(number) => {
                [ON, COVER, PIVOT, OFF, FIN, GREY][usize::from(number) % 6]
            }
        }
    }

    /// Returns the style of a cell or a house of a hint.
    pub(super) fn cell_role(self, role: HighlightRole) -> Style {
        self.background(Self::role_tokens(role).1)
    }

    /// Returns the style of a candidate of a hint.
    pub(super) fn candidate_role(self, role: HighlightRole) -> Style {
        let style = self
            .foreground(Self::role_tokens(role).0)
            .add_modifier(Modifier::BOLD);
        match role {
            HighlightRole::Placed => style.add_modifier(Modifier::UNDERLINED),
            HighlightRole::Eliminated => style.add_modifier(Modifier::CROSSED_OUT),
            _ => style,
        }
    }

    /// Returns the sign before a candidate with a role.
    pub(super) fn sign(self, role: HighlightRole) -> char {
        let [unicode, ascii] = match role {
            HighlightRole::Pattern | HighlightRole::Base => ['●', '*'],
            HighlightRole::Cover => ['○', 'o'],
            HighlightRole::Fin => ['▲', '^'],
            HighlightRole::Pivot => ['◆', '!'],
            HighlightRole::On => ['=', '='],
            HighlightRole::Off => ['□', '/'],
            HighlightRole::Placed => ['+', '+'],
            HighlightRole::Eliminated => ['−', '-'],
            HighlightRole::Group(number) => [char::from(b'A' + number % 26); 2],
        };
        if self.ascii { ascii } else { unicode }
    }

    /// Returns the name of a role in a legend. The page uses the same words.
    pub(super) fn role_name(role: HighlightRole) -> String {
        match role {
            HighlightRole::On => "true".to_owned(),
            HighlightRole::Off => "false".to_owned(),
            HighlightRole::Placed => "goes here".to_owned(),
            HighlightRole::Eliminated => "ruled out".to_owned(),
            _ => role.name(),
        }
    }

    /// Returns the sign for omitted text.
    pub(super) fn ellipsis(self) -> char {
        if self.ascii { '+' } else { '…' }
    }

    /// Returns the line character with these arms: up, right, down, left. Each is missing (0),
    /// light (1) or heavy (2).
    pub(super) fn joint(self, arms: [u8; 4]) -> char {
        const JOINTS: &str =
            " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";
        let [up, right, down, left] = arms;
        if !self.ascii {
            let index = arms
                .iter()
                .fold(0, |index, arm| index * 3 + usize::from((*arm).min(2)));
            return JOINTS.chars().nth(index).unwrap_or(' ');
        }
        let (vertical, horizontal) = (up.max(down), right.max(left));
        match (vertical, horizontal) {
            (0, 0) => ' ',
            (2, 0) => '|',
            (_, 0) => ':',
            (0, 2) => '-',
            (0, _) | (1, 1) => '.',
            _ => '+',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_have_the_given_arms() {
        let theme = Theme {
            depth: ColorDepth::True,
            dark: true,
            ascii: false,
        };
        let joints = [
            [0, 0, 0, 0],
            [1, 1, 1, 1],
            [2, 2, 2, 2],
            [0, 2, 2, 0],
            [1, 2, 1, 2],
            [2, 1, 2, 1],
            [2, 0, 2, 0],
            [0, 1, 0, 1],
            [2, 2, 1, 0],
        ];
        assert_eq!(
            joints
                .map(|arms| theme.joint(arms))
                .iter()
                .collect::<String>(),
            " ┼╋┏┿╂┃─┡"
        );
        let plain = Theme {
            ascii: true,
            ..theme
        };
        assert_eq!(
            joints
                .map(|arms| plain.joint(arms))
                .iter()
                .collect::<String>(),
            " .++++|.+"
        );
        let all: std::collections::BTreeSet<char> = (0..81)
            .map(|n: u8| theme.joint([n / 27, n / 9 % 3, n / 3 % 3, n % 3]))
            .collect();
        assert_eq!(all.len(), 81);
    }

    #[test]
    fn terminals_without_true_color_get_the_nearest_of_256() {
        let hex = canvas::Color::from_hex;
        assert_eq!(nearest_indexed(hex(0x00_00_00)), 16);
        assert_eq!(nearest_indexed(hex(0xff_ff_ff)), 231);
        assert_eq!(nearest_indexed(hex(0x87_af_ff)), 111);
        assert_eq!(nearest_indexed(hex(0x81_81_82)), 244);
        assert_eq!(
            ColorDepth::detect(Some("truecolor"), None),
            ColorDepth::True
        );
        assert_eq!(
            ColorDepth::detect(None, Some("xterm-direct")),
            ColorDepth::True
        );
        assert_eq!(
            ColorDepth::detect(Some(""), Some("xterm-256color")),
            ColorDepth::Indexed
        );
    }

    #[test]
    fn text_stays_readable_in_256_colors() {
        // The colors of the cube and the ramp, as terminals show them.
        let value = |index: u8| {
            let step = |number: u8| if number == 0 { 0 } else { 55 + 40 * number };
            match index {
                16..=231 => {
                    let cube = index - 16;
                    canvas::Color(step(cube / 36), step(cube / 6 % 6), step(cube % 6))
                }
                _ => canvas::Color(
                    8 + 10 * (index - 232),
                    8 + 10 * (index - 232),
                    8 + 10 * (index - 232),
                ),
            }
        };
        let shown = |token: Token, dark: bool| value(nearest_indexed(token.on(dark)));
        for dark in [false, true] {
            for background in [
                tokens::ACCENT_SOFT,
                tokens::PEER,
                tokens::SAME,
                tokens::GOOD_SOFT,
                tokens::ON_SOFT,
                tokens::OFF_SOFT,
                tokens::COVER_SOFT,
                tokens::PIVOT_SOFT,
                tokens::FIN_SOFT,
                tokens::GREY_SOFT,
                tokens::BAD_SOFT,
            ]
            .into_iter()
            .chain(tokens::PLAYER_COLORS)
            {
                let contrast = shown(tokens::GIVEN, dark).contrast(shown(background, dark));
                assert!(contrast >= 4.5, "{dark} {background:?}: {contrast:.2}");
            }
            let paper = canvas::Color::from_hex(if dark { 0 } else { 0xff_ff_ff });
            for text in [
                tokens::ENTERED,
                tokens::BAD,
                tokens::QUIET,
                tokens::COACH_INK,
                tokens::LINK,
                tokens::ON,
                tokens::OFF,
                tokens::COVER,
                tokens::PIVOT,
                tokens::FIN,
                tokens::GREY,
            ] {
                let contrast = shown(text, dark).contrast(paper);
                assert!(contrast >= 4.5, "{dark} {text:?}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn no_information_depends_on_color() {
        let theme = Theme {
            depth: ColorDepth::None,
            dark: true,
            ascii: false,
        };
        for style in [
            theme.clue(),
            theme.wrong(),
            theme.selected(),
            theme.focus_digit(),
            theme.focus(),
            theme.entered(),
            theme.candidate_role(HighlightRole::Eliminated),
        ] {
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert_ne!(theme.clue(), theme.entered());
        for ascii in [false, true] {
            let theme = Theme { ascii, ..theme };
            let kinds = [
                HighlightRole::Pattern,
                HighlightRole::Cover,
                HighlightRole::Fin,
                HighlightRole::Pivot,
                HighlightRole::On,
                HighlightRole::Off,
                HighlightRole::Placed,
                HighlightRole::Eliminated,
                HighlightRole::Group(0),
                HighlightRole::Group(1),
            ];
            let signs: std::collections::BTreeSet<char> =
                kinds.into_iter().map(|role| theme.sign(role)).collect();
            assert_eq!(signs.len(), kinds.len());
            assert!(!ascii || signs.iter().all(char::is_ascii));
        }
    }
}
