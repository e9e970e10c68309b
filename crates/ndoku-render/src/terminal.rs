//! Text: draws a grid with characters, in Unicode or ASCII, with or without colors.
//!
//! ```text
//! ┌───────┬───────┐      ┏━━━━━━━━━┯━━━━━━━━━┳━        ┌───────────┬──
//! │ 1 . . │ . . . │      ┃ [1] 2   │     2●  ┃         │ 1   24-   │ …
//! │ . . . │ 4 . . │      ┃  4− 5   │  4   6  ┃         │
//! digits only             candidates in rows            candidates in one line, if narrow
//! ```
//!
//! A highlighted candidate has a sign after it, the same on every terminal. A legend below the
//! grid lists the highlights. Colors and weights only repeat this information. Clues are bold.

use ndoku_core::ascii_grid::{Frame, Line};
use ndoku_core::{Boxes, Candidate, Cell, Digit, Highlight, HighlightRole, Puzzle};

use crate::canvas::Color;
use crate::document::{Document, DocumentPart, Table};
use crate::scene::{Content, Scene};
use crate::theme::Sign;
use crate::tokens::{self, Token};

/// The options of text.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Use only ASCII characters.
    pub ascii: bool,
    /// Use bold and colors with ANSI escape sequences.
    pub styled: bool,
    /// The colors, if they are used.
    pub palette: Palette,
    /// Width of the terminal in columns, or `None` for no limit. Candidates are in rows only if
    /// they fit.
    pub columns: Option<usize>,
}

/// The colors of text.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// The sixteen colors of the terminal, which suit every background.
    #[default]
    Sixteen,
    /// The colors of the page on a light background, in true color.
    Light,
    /// The colors of the page on a dark background, in true color.
    Dark,
}

impl Palette {
    /// Returns the parameters of a color, or a style of the sixteen colors.
    fn style(self, token: Token, modifiers: &str, sixteen: &str) -> String {
        let dark = match self {
            Self::Sixteen => return sixteen.to_owned(),
            Self::Light => false,
            Self::Dark => true,
        };
        let Color(red, green, blue) = token.on(dark);
        format!("{modifiers}38;2;{red};{green};{blue}")
    }
}

/// Writes a scene: heading, grid, footer and highlights.
#[must_use]
pub fn write(scene: &Scene, options: &Options) -> String {
    let mut out = scene.heading().map_or_else(String::new, |heading| {
        style_text(heading, "1", options) + "\n"
    });
    out += &write_grid(scene, options);
    let footer = scene.text_footer();
    if !footer.is_empty() {
        out += &(footer + "\n");
    }
    out + &legend(scene, options)
}

/// Writes a document: its pictures as scenes, and its paragraphs without changes.
#[must_use]
pub fn write_document(document: &Document, options: &Options) -> String {
    let parts: Vec<String> = document
        .parts
        .iter()
        .map(|part| match part {
            DocumentPart::Heading(_, text) => style_text(text, "1", options) + "\n",
            DocumentPart::Text(text) => format!("{text}\n"),
            DocumentPart::Picture(scene) => write(scene, options),
            DocumentPart::Table(table) => write_table(table, options),
        })
        .collect();
    parts.join("\n")
}

/// Writes a table with aligned columns.
fn write_table(table: &Table, options: &Options) -> String {
    let widths = table.widths(|text| text.chars().count() as f64);
    let line = |(number, cells): (usize, &Vec<String>)| {
        let padded: Vec<String> = cells
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}", width = *width as usize))
            .collect();
        let text = padded.join("  ");
        let style = if number == 0 { "1" } else { "" };
        style_text(text.trim_end(), style, options) + "\n"
    };
    table.lines().enumerate().map(line).collect()
}

/// Writes the grid only.
#[must_use]
pub fn write_grid(scene: &Scene, options: &Options) -> String {
    let candidate_grid = CandidateGrid::new(scene, options);
    if candidate_grid.fits(scene, options) {
        candidate_grid.draw(scene, options)
    } else {
        CompactGrid::new(scene, options).draw(scene, options)
    }
}

/// Adds terminal styles to a text in any format with one token per cell in reading order, separated
/// by lines and spaces. Clues are bold. Other digits have another color, so that neither color nor
/// weight alone distinguishes them.
#[must_use]
pub fn emphasize(text: &str, puzzle: &Puzzle) -> String {
    let options = Options {
        styled: true,
        ..Options::default()
    };
    let mut clues = puzzle.clues().iter();
    let mut out = String::with_capacity(text.len() * 3);
    let mut token = String::new();
    let mut flush = |token: &mut String, out: &mut String| {
        if !token.is_empty() {
            let is_clue = clues.next().is_some_and(Option::is_some);
            *out += &style_text(token, if is_clue { CLUE } else { ENTERED }, &options);
            token.clear();
        }
    };
    for c in text.chars() {
        if c.is_alphanumeric() || c == '*' || c == '.' {
            token.push(c);
        } else {
            flush(&mut token, &mut out);
            out.push(c);
        }
    }
    flush(&mut token, &mut out);
    out
}

/// The styles of clues and of other digits.
const CLUE: &str = "1";
const ENTERED: &str = "36";

/// Adds a style, given as ANSI parameters, to a text. Spaces are not styled.
fn style_text(text: &str, style: &str, options: &Options) -> String {
    if options.styled && !style.is_empty() && !text.trim().is_empty() {
        format!("\u{1b}[{style}m{text}\u{1b}[0m")
    } else {
        text.to_owned()
    }
}

/// Returns the sign of a role, one column wide.
fn sign(role: HighlightRole, ascii: bool) -> char {
    let (plain, fine) = match Sign::for_role(role) {
        Sign::Disc => ('*', '●'),
        Sign::FilledDisc => ('=', '='),
        Sign::DashedDisc => ('o', '○'),
        Sign::Square => ('#', '■'),
        Sign::DashedSquare => ('/', '□'),
        Sign::Diamond => ('!', '◆'),
        Sign::Hexagon => ('@', '⬢'),
        Sign::Triangle => ('^', '▲'),
        Sign::TurnedTriangle => ('v', '▼'),
        Sign::Strike => ('-', '−'),
    };
    if ascii { plain } else { fine }
}

/// Returns the style of a role.
fn style(role: HighlightRole, options: &Options) -> String {
    const GROUPS: [(Token, &str); 6] = [
        (tokens::ON, "1;32"),
        (tokens::COVER, "1;34"),
        (tokens::PIVOT, "1;35"),
        (tokens::OFF, "1;33"),
        (tokens::FIN, "1;36"),
        (tokens::GREY, "1;37"),
    ];
    let (token, modifiers, sixteen) = match role {
        HighlightRole::Pattern | HighlightRole::Base | HighlightRole::On => {
            (tokens::ON, "1;", "1;32")
        }
        HighlightRole::Placed => (tokens::ON, "1;7;", "1;7;32"),
        HighlightRole::Cover => (tokens::COVER, "1;", "1;34"),
        HighlightRole::Off => (tokens::OFF, "1;", "1;33"),
        HighlightRole::Fin => (tokens::FIN, "1;", "1;36"),
        HighlightRole::Pivot => (tokens::PIVOT, "1;4;", "1;4;35"),
        HighlightRole::Eliminated => (tokens::BAD, "1;9;", "1;9;31"),
        HighlightRole::Group(number) => {
            let (token, sixteen) = GROUPS[usize::from(number) % GROUPS.len()];
            (token, "1;", sixteen)
        }
    };
    options.palette.style(token, modifiers, sixteen)
}

/// Lists the highlights with their signs.
fn legend(scene: &Scene, options: &Options) -> String {
    let mut signs: Vec<(String, char)> = Vec::new();
    for highlight in scene.highlights() {
        if let Highlight::Candidate(_, role) = highlight {
            signs.push((scene.words().role(*role), sign(*role, options.ascii)));
        }
    }
    let line = |(what, list): (String, Vec<String>)| {
        let sign = signs
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(&what))
            .map_or_else(String::new, |(_, sign)| format!(" ({sign})"));
        format!("{what}{sign}: {}\n", list.join(", "))
    };
    scene.describe_highlights().into_iter().map(line).collect()
}

/// Returns the role of a candidate to show. Placement and elimination take precedence.
fn shown_role(scene: &Scene, candidate: Candidate) -> Option<HighlightRole> {
    let roles = scene.roles(candidate);
    let first = |wanted: HighlightRole| roles.iter().copied().find(|role| *role == wanted);
    first(HighlightRole::Placed)
        .or_else(|| first(HighlightRole::Eliminated))
        .or_else(|| roles.first().copied())
}

/// Returns the first role of a cell.
fn cell_role(scene: &Scene, cell: Cell) -> Option<HighlightRole> {
    scene.highlights().iter().find_map(|highlight| {
        if let Highlight::Cell(highlighted, role) = highlight {
            (*highlighted == cell).then_some(*role)
        } else {
            None
        }
    })
}

/// A text with styles, and its width without them.
#[derive(Default)]
struct StyledText {
    text: String,
    width: usize,
}

impl StyledText {
    fn push(&mut self, text: &str, style: &str, options: &Options) {
        self.width += text.chars().count();
        self.text += &style_text(text, style, options);
    }

    fn pad(&mut self, width: usize) {
        self.text
            .extend(std::iter::repeat_n(' ', width.saturating_sub(self.width)));
        self.width = self.width.max(width);
    }
}

/// Returns the digit of a cell with its style, if any.
fn digit(scene: &Scene, cell: Cell, options: &Options) -> Option<StyledText> {
    let content = scene.content(cell);
    let symbol = scene.symbol(content.digit()?);
    let style = match content {
        _ if scene.is_wrong(cell) => options.palette.style(tokens::BAD, "1;4;", "1;4;31"),
        Content::Clue(_) => CLUE.to_owned(),
        _ => options.palette.style(tokens::ENTERED, "", ENTERED),
    };
    let mut run = StyledText::default();
    run.push(symbol, &style, options);
    Some(run)
}

/// Returns a candidate with its sign.
fn candidate(
    scene: &Scene,
    cell: Cell,
    digit: Digit,
    width: usize,
    options: &Options,
) -> StyledText {
    let role = shown_role(scene, Candidate::new(cell, digit));
    let mut run = StyledText::default();
    let style = role.map_or_else(|| "2".to_owned(), |role| style(role, options));
    run.push(scene.symbol(digit), &style, options);
    if let Some(role) = role {
        run.push(&sign(role, options.ascii).to_string(), &style, options);
    }
    run.pad(width);
    run
}

/// Returns the line between two cells: one line between boxes, and another, possibly none, inside a
/// box.
fn line_between<'a>(
    scene: &'a Scene,
    (boxes, cells): (Line, Line),
) -> impl Fn(usize, usize) -> Line + 'a {
    let layout = scene.layout();
    move |a, b| {
        if layout.box_number(layout.cell(a)) == layout.box_number(layout.cell(b)) {
            cells
        } else {
            boxes
        }
    }
}

/// A grid with candidates in rows, as many as in a box, and lines between all cells.
struct CandidateGrid {
    across: usize,
    down: usize,
    /// Width of a candidate with its sign.
    step: usize,
}

impl CandidateGrid {
    fn new(scene: &Scene, _: &Options) -> Self {
        let (across, down) = crate::picture::candidate_arrangement(scene);
        Self {
            across,
            down,
            step: scene.symbols().width() + 1,
        }
    }

    fn width(&self) -> usize {
        self.across * self.step + 1
    }

    fn fits(&self, scene: &Scene, options: &Options) -> bool {
        let size = usize::from(scene.layout().size());
        let labels = if scene.has_coordinates() { 4 } else { 0 };
        scene.has_candidates()
            && options
                .columns
                .is_none_or(|columns| size * (self.width() + 1) + 1 + labels <= columns)
    }

    fn draw(&self, scene: &Scene, options: &Options) -> String {
        let between = line_between(scene, (Line::Heavy, Line::Light));
        let frame = Frame {
            size: scene.layout().size(),
            width: self.width(),
            height: self.down,
            between: &between,
            around: Line::Heavy,
            padded: false,
            ascii: options.ascii,
        };
        let middle = self.down.saturating_sub(1) / 2;
        draw(scene, &frame, options, &mut |cell, line| {
            let mut run = highlight_bar(scene, cell, options);
            let placed = scene
                .layout()
                .digits()
                .find(|digit| is_placed_alone(scene, Candidate::new(cell, *digit)));
            let alone = digit(scene, cell, options)
                .or_else(|| placed.map(|digit| candidate(scene, cell, digit, self.step, options)));
            match alone {
                Some(digit) => {
                    if line == middle {
                        run.pad(1 + (self.width() - 1).saturating_sub(digit.width) / 2);
                        run.width += digit.width;
                        run.text += &digit.text;
                    }
                }
                None => {
                    let shown = scene.shown_candidates(cell);
                    for place in line * self.across..(line + 1) * self.across {
                        match shown.iter().find(|digit| digit.index() == place) {
                            Some(shown) => {
                                let one = candidate(scene, cell, *shown, self.step, options);
                                run.width += one.width;
                                run.text += &one.text;
                            }
                            None => run.pad(run.width + self.step),
                        }
                    }
                }
            }
            run
        })
    }
}

/// Returns `true` if a digit is placed in a cell that shows no candidates.
fn is_placed_alone(scene: &Scene, candidate: Candidate) -> bool {
    scene.content(candidate.cell) == Content::Empty
        && scene.roles(candidate).contains(&HighlightRole::Placed)
}

/// Returns the prefix of a cell: a bar if the cell is highlighted.
fn highlight_bar(scene: &Scene, cell: Cell, options: &Options) -> StyledText {
    let mut run = StyledText::default();
    if let Some(role) = cell_role(scene, cell) {
        let bar = if options.ascii { "[" } else { "▐" };
        run.push(bar, &style(role, options), options);
    }
    run.pad(1);
    run
}

/// A grid with one line per row, and lines between boxes only.
struct CompactGrid {
    width: usize,
    /// `true` if a column is reserved for the bars of highlighted cells.
    barred: bool,
}

impl CompactGrid {
    fn new(scene: &Scene, options: &Options) -> Self {
        let mut compact = Self {
            width: 0,
            barred: scene
                .highlights()
                .iter()
                .any(|highlight| matches!(highlight, Highlight::Cell(..))),
        };
        compact.width = scene
            .layout()
            .cells()
            .map(|cell| compact.cell(scene, cell, options).width)
            .max()
            .unwrap_or(1);
        compact
    }

    fn cell(&self, scene: &Scene, cell: Cell, options: &Options) -> StyledText {
        let mut run = if self.barred {
            highlight_bar(scene, cell, options)
        } else {
            StyledText::default()
        };
        match digit(scene, cell, options) {
            Some(digit) => {
                run.width += digit.width;
                run.text += &digit.text;
            }
            None => {
                let shown = scene.shown_candidates(cell);
                if shown.is_empty() {
                    run.push(".", "", options);
                }
                for (number, shown) in shown.into_iter().enumerate() {
                    // Symbols with several characters need a separator.
                    if number > 0 && !scene.symbols().is_compact() {
                        run.push(",", "", options);
                    }
                    let one = candidate(scene, cell, shown, 0, options);
                    run.width += one.width;
                    run.text += &one.text;
                }
            }
        }
        run
    }

    fn draw(&self, scene: &Scene, options: &Options) -> String {
        // If the boxes are whole rows or columns, lines between them do not help, so there are
        // none.
        let size = scene.layout().size();
        let bare = matches!(scene.layout().boxes(), Boxes::Rectangles { width, height } if *width == 1 || *height == 1);
        let between = line_between(
            scene,
            (if bare { Line::None } else { Line::Light }, Line::None),
        );
        let frame = Frame {
            size,
            width: self.width,
            height: 1,
            between: &between,
            around: Line::Light,
            padded: true,
            ascii: options.ascii,
        };
        let right = !scene.has_candidates();
        // Digits are aligned, with or without a sign.
        let signs = usize::from(
            scene
                .highlights()
                .iter()
                .any(|highlight| matches!(highlight, Highlight::Candidate(..))),
        );
        draw(scene, &frame, options, &mut |cell, _| {
            let mut run = self.cell(scene, cell, options);
            if right
                && !scene
                    .layout()
                    .digits()
                    .any(|digit| !scene.roles(Candidate::new(cell, digit)).is_empty())
            {
                run.pad(run.width + signs);
            }
            if right && run.width < self.width {
                run = StyledText {
                    text: " ".repeat(self.width - run.width) + &run.text,
                    width: self.width,
                };
            }
            run
        })
    }
}

/// Draws the lines of a frame, optionally with the numbers of rows and columns.
fn draw(
    scene: &Scene,
    frame: &Frame<'_>,
    options: &Options,
    cell: &mut dyn FnMut(Cell, usize) -> StyledText,
) -> String {
    let layout = scene.layout();
    let lines = frame.draw(&mut |index, line, out| {
        let mut run = cell(layout.cell(index), line);
        run.pad(frame.width);
        out.push_str(&run.text);
    });
    let labels = if scene.has_coordinates() {
        layout.size().to_string().len() + 1
    } else {
        0
    };
    let mut out = String::new();
    if labels > 0 {
        let mut head = String::new();
        for (number, column) in frame.columns().into_iter().enumerate() {
            let name = (number + 1).to_string();
            let at = labels + column + frame.width.saturating_sub(name.len()) / 2;
            head.extend(std::iter::repeat_n(' ', at.saturating_sub(head.len())));
            head += &name;
        }
        out += &(style_text(&head, "2", options) + "\n");
    }
    let middle = frame.height.saturating_sub(1) / 2;
    for line in lines {
        let name = match line.row {
            Some((row, number)) if number == middle => (row + 1).to_string(),
            _ => String::new(),
        };
        if labels > 0 {
            out += &style_text(
                &format!("{name:>width$} ", width = labels - 1),
                "2",
                options,
            );
        }
        out += line.text.trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Board, Layout, Symbols};

    use super::*;

    fn puzzle() -> Puzzle {
        "1.......4......2".parse().unwrap()
    }

    fn candidate(cell: &str, digit: u8) -> Candidate {
        Candidate::new(cell.parse().unwrap(), Digit::new(digit).unwrap())
    }

    const ASCII: Options = Options {
        ascii: true,
        styled: false,
        palette: Palette::Sixteen,
        columns: None,
    };

    #[test]
    fn true_color_uses_the_palette_of_the_page() {
        let scene = Scene::from_puzzle(&puzzle()).with_highlights(&[Highlight::Candidate(
            candidate("r1c2", 3),
            HighlightRole::Placed,
        )]);
        let text = |palette| {
            write(
                &scene,
                &Options {
                    styled: true,
                    palette,
                    ..Options::default()
                },
            )
        };
        assert!(text(Palette::Sixteen).contains("\u{1b}[1;7;32m3"));
        assert!(text(Palette::Light).contains("\u{1b}[1;7;38;2;7;82;47m3"));
        assert!(text(Palette::Dark).contains("\u{1b}[1;7;38;2;91;214;150m3"));
    }

    #[test]
    fn digits_without_candidates_are_compact() {
        let text = write(
            &Scene::from_puzzle(&puzzle()).with_heading("Four"),
            &Options::default(),
        );
        assert_eq!(
            text,
            "Four\n┌─────┬─────┐\n│ 1 . │ . . │\n│ . . │ . . │\n├─────┼─────┤\n│ 4 . │ . . │\n│ . \
            . │ . 2 │\n└─────┴─────┘\n"
        );
        let ascii = write(
            &Scene::from_puzzle(&puzzle()).with_coordinates(true),
            &ASCII,
        );
        assert!(
            ascii.starts_with("    1 2   3 4\n  +-----+-----+\n1 | 1 . | . . |\n"),
            "{ascii}"
        );
    }

    #[test]
    fn candidates_and_highlights_are_in_rows_or_in_one_line() {
        let scene = Scene::from_board(&puzzle(), &Board::with_clues_placed(&puzzle()))
            .with_highlights(&[
                Highlight::Cell(Cell::new(0, 1), HighlightRole::Pattern),
                Highlight::Candidate(candidate("r1c3", 4), HighlightRole::Group(1)),
                Highlight::Candidate(candidate("r2c2", 3), HighlightRole::Placed),
                Highlight::Candidate(candidate("r1c2", 3), HighlightRole::Eliminated),
            ]);
        let wide = write(&scene, &ASCII);
        let lines: Vec<&str> = wide.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "#=====+=====#=====+=====#",
                "#  1  |[  2 #   2 |     #",
                "#     |[3-4 # 3 4#| 3 4 #",
                "#-----+-----#-----+-----#"
            ],
            "{wide}"
        );
        assert!(
            wide.ends_with(
                "Pattern: r1c2\nGroup 2 (#): 4 in r1c3\nPlaced (=): 3 in \
            r2c2\nRuled out (-): 3 in r1c2\n"
            ),
            "{wide}"
        );
        let narrow = write(
            &scene,
            &Options {
                columns: Some(20),
                ..ASCII
            },
        );
        assert!(
            narrow.contains("|  1    [23-4 |  234#  34   |\n"),
            "{narrow}"
        );
    }

    #[test]
    fn styles_do_not_change_the_text() {
        let scene = Scene::from_puzzle(&puzzle()).with_digits(&[Digit::from_index(2); 16]);
        let plain = write(&scene, &Options::default());
        let styled = write(
            &scene,
            &Options {
                styled: true,
                ..Options::default()
            },
        );
        assert!(
            styled.contains("\u{1b}[1m1\u{1b}[0m \u{1b}[36m3\u{1b}[0m"),
            "{styled:?}"
        );
        let mut bare = String::new();
        let mut rest = styled.as_str();
        while let Some((text, after)) = rest.split_once('\u{1b}') {
            bare += text;
            rest = after.split_once('m').unwrap().1;
        }
        assert_eq!(bare + rest, plain);
    }

    #[test]
    fn regions_and_wide_symbols_keep_the_columns_aligned() {
        let layout = Layout::builder(4)
            .regions(b"AAABACBBCCBDCDDD")
            .build()
            .unwrap();
        let empty = Puzzle::empty(&layout)
            .with_symbols(Symbols::from_tokens(["1", "22", "3", "4"]))
            .unwrap();
        let text = write(
            &Scene::from_board(&empty, &Board::empty(&layout)),
            &Options::default(),
        );
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|width| *width == widths[0]), "{text}");
    }

    #[test]
    fn only_clues_in_the_text_of_a_format_are_bold() {
        let text = "+-----+-----+\n| 1 2 | 3 4 |\n| 3 4 | 1 2 |\n+-----+-----+\n| 4 1 | 2 3 |\n| \
            2 3 | 4 1 |\n+-----+-----+\n";
        let shown = emphasize(text, &puzzle());
        assert!(
            shown.contains("\u{1b}[1m1\u{1b}[0m \u{1b}[36m2\u{1b}[0m"),
            "{shown:?}"
        );
        assert_eq!(
            (
                shown.matches("\u{1b}[1m").count(),
                shown.matches("\u{1b}[36m").count()
            ),
            (3, 13)
        );
    }
}
