//! Styles: every pair of colors is readable, and a sign, a letter or the weight repeats what a
//! color means.

use ndoku::HighlightRole;
use ndoku_game::CellColor;
use ratatui::style::{Color, Modifier, Style};

/// The colors and characters of the screen.
#[derive(Copy, Clone, Debug)]
pub(super) struct Theme {
    /// Use colors. Without them, only bold, underlined and reversed text remain.
    pub color: bool,
    /// Use colors for a dark background.
    pub dark: bool,
    /// Use only ASCII characters.
    pub ascii: bool,
}

impl Theme {
    /// Returns a foreground and a background from the 256 terminal colors, for dark and light
    /// terminals.
    fn pair(self, dark: (u8, u8), light: (u8, u8)) -> Style {
        let (fore, back) = if self.dark { dark } else { light };
        if self.color {
            Style::new()
                .fg(Color::Indexed(fore))
                .bg(Color::Indexed(back))
        } else {
            Style::new()
        }
    }

    /// Returns a foreground on the default background.
    fn foreground(self, dark: u8, light: u8) -> Style {
        if self.color {
            Style::new().fg(Color::Indexed(if self.dark { dark } else { light }))
        } else {
            Style::new()
        }
    }

    pub(super) fn clue(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn entered(self) -> Style {
        self.foreground(117, 25)
    }

    pub(super) fn wrong(self) -> Style {
        self.foreground(210, 160).add_modifier(Modifier::UNDERLINED)
    }

    pub(super) fn selected(self) -> Style {
        if self.color {
            self.pair((231, 24), (16, 153))
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    pub(super) fn peer(self) -> Style {
        self.pair((252, 236), (235, 254))
    }

    pub(super) fn focus_digit(self) -> Style {
        self.pair((230, 58), (16, 229))
    }

    pub(super) fn open_to_filter(self) -> Style {
        self.pair((231, 22), (16, 194))
    }

    /// Returns the style of the highlighted digit, in cells and among marks.
    pub(super) fn focus(self) -> Style {
        Style::new().add_modifier(Modifier::UNDERLINED)
    }

    pub(super) fn faint(self) -> Style {
        if self.color {
            self.foreground(245, 243)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }

    pub(super) fn heading(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the selected entry of a menu.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the background of a cell that the player has colored.
    pub(super) fn cell_color(self, color: CellColor) -> Style {
        const BACK: [u8; 9] = [217, 223, 229, 157, 159, 153, 183, 250, 180];
        let back = BACK[usize::from(color.number() - 1) % BACK.len()];
        self.pair((16, back), (16, back))
    }

    /// Returns the style of a cell or a house of a hint.
    pub(super) fn cell_role(self, role: HighlightRole) -> Style {
        const GROUPS: [((u8, u8), (u8, u8)); 4] = [
            ((231, 53), (16, 225)),
            ((231, 94), (16, 223)),
            ((231, 23), (16, 159)),
            ((231, 60), (16, 189)),
        ];
        match role {
            HighlightRole::Pattern | HighlightRole::On | HighlightRole::Placed => {
                self.pair((231, 22), (16, 194))
            }
            HighlightRole::Eliminated | HighlightRole::Off => self.pair((231, 52), (16, 224)),
            HighlightRole::Base => self.pair((231, 18), (16, 153)),
            HighlightRole::Cover => self.pair((230, 58), (16, 229)),
            HighlightRole::Fin => self.pair((231, 24), (16, 159)),
            HighlightRole::Pivot => self.pair((231, 94), (16, 223)),
            HighlightRole::Group(number) => {
                let (dark, light) = GROUPS[usize::from(number) % GROUPS.len()];
                self.pair(dark, light)
            }
        }
    }

    /// Returns the style of a candidate of a hint.
    pub(super) fn candidate_role(self, role: HighlightRole) -> Style {
        const GROUPS: [(u8, u8); 4] = [(213, 90), (215, 130), (80, 30), (147, 61)];
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match role {
            HighlightRole::Pattern | HighlightRole::Base | HighlightRole::On => {
                self.foreground(120, 28).patch(bold)
            }
            HighlightRole::Placed => self
                .foreground(120, 28)
                .patch(bold)
                .add_modifier(Modifier::UNDERLINED),
            HighlightRole::Cover => self.foreground(229, 94),
            HighlightRole::Fin => self.foreground(111, 26).patch(bold),
            HighlightRole::Pivot => self.foreground(215, 130).patch(bold),
            HighlightRole::Eliminated => self
                .foreground(210, 160)
                .add_modifier(Modifier::CROSSED_OUT),
            HighlightRole::Off => self.foreground(210, 160),
            HighlightRole::Group(number) => {
                let (dark, light) = GROUPS[usize::from(number) % GROUPS.len()];
                self.foreground(dark, light).patch(bold)
            }
        }
    }

    /// Returns the sign before a candidate with a role.
    pub(super) fn sign(self, role: HighlightRole) -> char {
        let [unicode, ascii] = match role {
            HighlightRole::Pattern | HighlightRole::Base => ['●', '*'],
            HighlightRole::Cover => ['○', 'o'],
            HighlightRole::Fin => ['◇', '~'],
            HighlightRole::Pivot => ['▲', '^'],
            HighlightRole::On => ['=', '='],
            HighlightRole::Off => ['≠', '/'],
            HighlightRole::Placed => ['+', '+'],
            HighlightRole::Eliminated => ['✗', '-'],
            HighlightRole::Group(number) => [char::from(b'A' + number % 26); 2],
        };
        if self.ascii { ascii } else { unicode }
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
            color: true,
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
    fn no_information_depends_on_color() {
        let theme = Theme {
            color: false,
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
