//! Rules of variants on the screen: backgrounds and sums of cages, signs in cells, dots between
//! cells, lines, and clues beside the grid.
//!
//! ```text
//!      12         clue beside the grid
//!   ┏━━━━━┯━━━━━
//!   ┃12   ●   4   sum of a cage, dot between two cells
//!   ┃     │
//!   ┃◉════════•   line from its bulb, through the gaps between cells
//! ```
//!
//! Signs between cells need a gap there. `RuleMarks::undrawn` returns the rules that a geometry
//! cannot show completely, for a list.

use ndoku::constraint::RuleRef;
use ndoku::{Cell, CellShape, Decoration, Digit, Layout, LineStyle, OutsideClue, Symbols};

/// The meaning of a sign, for its style.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum SignKind {
    /// A line of a rule.
    Line(LineStyle),
    /// Any other rule.
    Rule,
}

/// A sign of one character.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Sign {
    pub character: char,
    pub kind: SignKind,
}

/// A side of the grid.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

/// A clue beside the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutsideText {
    pub side: Side,
    /// The row or the column, from 0. It can be one before the first or after the last.
    pub line: i16,
    pub text: String,
    /// Number of clues between this one and the grid.
    pub behind: u16,
}

/// The room that clues beside the grid need, in columns and rows.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Margins {
    pub left: u16,
    pub top: u16,
    pub right: u16,
    pub bottom: u16,
}

/// The places for signs between cells that a geometry has.
#[derive(Copy, Clone, Debug)]
pub(super) struct Gaps {
    pub across: bool,
    pub down: bool,
    /// The height of a cell.
    pub height: u16,
    /// `true` if backgrounds have colors.
    pub has_color: bool,
}

/// The marks of all rules of a layout.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleMarks {
    size: usize,
    /// The cage of each cell.
    cages: Vec<Option<usize>>,
    /// The tone of the background of each cell.
    backgrounds: Vec<Option<usize>>,
    /// The sum in the upper left corner of a cell.
    labels: Vec<String>,
    /// The signs in the lower left corner of a cell.
    signs: Vec<Vec<Sign>>,
    /// The sign in the gap at the right of a cell, below it, and at its lower right corner.
    right: Vec<Option<Sign>>,
    below: Vec<Option<Sign>>,
    corner: Vec<Option<Sign>>,
    pub outside: Vec<OutsideText>,
    /// Pictures for which another rule left no place.
    hidden: Vec<Decoration>,
    /// Each rule as a person types it, with its pictures.
    rules: Vec<(String, Vec<Decoration>)>,
}

impl RuleMarks {
    pub(super) fn new(layout: &Layout, symbols: &Symbols, ascii: bool) -> Self {
        let cells = layout.cell_count();
        let mut marks = Self {
            size: usize::from(layout.size()),
            cages: vec![None; cells],
            backgrounds: vec![None; cells],
            labels: vec![String::new(); cells],
            signs: vec![Vec::new(); cells],
            right: vec![None; cells],
            below: vec![None; cells],
            corner: vec![None; cells],
            outside: Vec::new(),
            hidden: Vec::new(),
            rules: rules_of(layout),
        };
        for decoration in layout.decorations() {
            if !marks.add(&decoration, symbols, ascii) {
                marks.hidden.push(decoration);
            }
        }
        marks.color_cages();
        marks
    }

    /// Returns `true` if no rule has a mark.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.backgrounds.iter().all(Option::is_none)
            && self.signs.iter().all(Vec::is_empty)
            && self.right.iter().chain(&self.below).all(Option::is_none)
            && self.outside.is_empty()
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (row, column) = (usize::from(cell.row()), usize::from(cell.column()));
        (row < self.size && column < self.size).then_some(row * self.size + column)
    }

    pub(super) fn label(&self, cell: Cell) -> &str {
        self.index(cell).map_or("", |index| &self.labels[index])
    }

    pub(super) fn signs(&self, cell: Cell) -> &[Sign] {
        self.index(cell).map_or(&[], |index| &self.signs[index])
    }

    pub(super) fn background(&self, cell: Cell) -> Option<usize> {
        self.index(cell).and_then(|index| self.backgrounds[index])
    }

    pub(super) fn right(&self, cell: Cell) -> Option<Sign> {
        self.index(cell).and_then(|index| self.right[index])
    }

    pub(super) fn below(&self, cell: Cell) -> Option<Sign> {
        self.index(cell).and_then(|index| self.below[index])
    }

    pub(super) fn corner(&self, cell: Cell) -> Option<Sign> {
        self.index(cell).and_then(|index| self.corner[index])
    }

    /// Returns `true` if two cells belong to the same cage.
    pub(super) fn share_cage(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let cage = |(row, column): (usize, usize)| {
            let index = row * self.size + column;
            (row < self.size && column < self.size)
                .then(|| self.cages.get(index).copied().flatten())
                .flatten()
        };
        cage(a).is_some() && cage(a) == cage(b)
    }

    /// Returns the room that clues beside the grid need.
    pub(super) fn margins(&self) -> Margins {
        let mut margins = Margins::default();
        for clue in &self.outside {
            let width = clue.text.chars().count() as u16 + 1;
            let (room, needed) = match clue.side {
                Side::Left => (&mut margins.left, width * (clue.behind + 1)),
                Side::Right => (&mut margins.right, width * (clue.behind + 1)),
                Side::Top => (&mut margins.top, clue.behind + 1),
                Side::Bottom => (&mut margins.bottom, clue.behind + 1),
            };
            *room = needed.max(*room);
            // A clue at a corner reaches over the side.
            if matches!(clue.side, Side::Top | Side::Bottom) {
                if clue.line < 0 {
                    margins.left = margins.left.max(1 + (width - 1).saturating_sub(1) / 2);
                } else if clue.line as usize >= self.size {
                    margins.right = margins.right.max(1 + (width - 1) / 2);
                }
            }
        }
        margins
    }

    /// Returns the rules that a geometry does not show completely, as a person types them.
    pub(super) fn undrawn(&self, gaps: Gaps) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let kinds: Vec<OutsideClue> = self
            .rules
            .iter()
            .flat_map(|(_, pictures)| pictures)
            .filter_map(|picture| match picture {
                Decoration::Outside { clue, .. } => Some(*clue),
                _ => None,
            })
            .filter(|clue| *clue != OutsideClue::LittleKiller)
            .collect();
        let has_kinds = kinds.iter().any(|kind| *kind != kinds[0]);
        for (rule, pictures) in &self.rules {
            let is_drawn = |picture: &Decoration| match picture {
                Decoration::Shade { .. } => gaps.has_color,
                Decoration::Diagonal(_) | Decoration::Cells { .. } => true,
                Decoration::Line { label, .. } => label.is_empty() && gaps.across && gaps.down,
                Decoration::Pill(cells) => cells.len() == 1,
                Decoration::Cage { .. } => gaps.has_color || gaps.across && gaps.down,
                Decoration::Dot { label, between, .. } => {
                    label.is_empty() && can_show(*between, gaps)
                }
                Decoration::BorderText { between, .. } => can_show(*between, gaps),
                Decoration::Inequality { greater, less } => can_show([*greater, *less], gaps),
                Decoration::Outside { .. } => !has_kinds,
                _ => false,
            };
            let is_visible =
                |picture: &Decoration| is_drawn(picture) && !self.hidden.contains(picture);
            if !pictures.iter().all(is_visible) && !lines.contains(rule) {
                lines.push(rule.clone());
            }
        }
        lines
    }

    /// Adds the marks of a picture. Returns `false` if another rule leaves no place for one.
    fn add(&mut self, decoration: &Decoration, symbols: &Symbols, ascii: bool) -> bool {
        let rule = |unicode: char, plain: char| rule_sign(unicode, plain, ascii);
        match decoration {
            Decoration::Shade { cells, tone, .. } => {
                for index in cells
                    .iter()
                    .filter_map(|cell| self.index(*cell))
                    .collect::<Vec<_>>()
                {
                    self.backgrounds[index] = Some(usize::from(*tone));
                }
            }
            Decoration::Cage { cells, label } => return self.add_cage(cells, label),
            Decoration::Cells { shape, cells, .. } => {
                let sign = shape_sign(*shape, ascii);
                cells.iter().for_each(|cell| self.add_sign(*cell, sign));
            }
            Decoration::Line { style, cells, .. } => self.add_line(*style, cells, ascii),
            Decoration::Pill(cells) => {
                let sign = Sign {
                    character: if ascii { 'O' } else { '◯' },
                    kind: SignKind::Line(LineStyle::Arrow),
                };
                cells.iter().for_each(|cell| self.add_sign(*cell, sign));
            }
            Decoration::Dot {
                between, filled, ..
            } => {
                let sign = if *filled {
                    rule('●', '*')
                } else {
                    rule('○', 'o')
                };
                return self.add_between(*between, sign);
            }
            Decoration::BorderText { between, text } => {
                let character = text.chars().next().unwrap_or('?');
                return self.add_between(*between, rule(character, character));
            }
            Decoration::Inequality { greater, less } => {
                let sign = inequality_sign(*greater, *less, ascii);
                return self.add_between([*greater, *less], sign);
            }
            Decoration::Vertex { cell, .. } => {
                if let Some(index) = self.index(*cell) {
                    return set_sign(&mut self.corner[index], rule('◉', 'O'));
                }
            }
            Decoration::Outside {
                clue,
                cell,
                direction,
                value,
            } => self.add_outside(*clue, *cell, *direction, *value, symbols, ascii),
            _ => {}
        }
        true
    }

    fn add_sign(&mut self, cell: Cell, sign: Sign) {
        if let Some(index) = self.index(cell)
            && !self.signs[index].contains(&sign)
        {
            self.signs[index].push(sign);
        }
    }

    /// Adds a cage. Returns `false` if one of its cells is in another cage already.
    fn add_cage(&mut self, cells: &[Cell], label: &str) -> bool {
        let number = self.cages.iter().flatten().max().map_or(0, |most| most + 1);
        let mut is_free = true;
        for cell in cells {
            let Some(index) = self.index(*cell) else {
                continue;
            };
            is_free &= self.cages[index].is_none();
            self.cages[index].get_or_insert(number);
        }
        if let Some(index) = cells.iter().min().and_then(|cell| self.index(*cell))
            && self.labels[index].is_empty()
        {
            label.clone_into(&mut self.labels[index]);
        }
        is_free
    }

    /// Gives each cage the first tone that no adjacent cage has.
    fn color_cages(&mut self) {
        let count = self.cages.iter().flatten().max().map_or(0, |most| most + 1);
        let mut tones: Vec<Option<usize>> = vec![None; count];
        for cage in 0..count {
            let cells = (0..self.cages.len()).filter(|index| self.cages[*index] == Some(cage));
            let mut taken = Vec::new();
            for index in cells {
                let (row, column) = (index / self.size, index % self.size);
                let around = [
                    (row.wrapping_sub(1), column),
                    (row + 1, column),
                    (row, column.wrapping_sub(1)),
                    (row, column + 1),
                ];
                for (row, column) in around {
                    if row < self.size
                        && column < self.size
                        && let Some(other) = self.cages[row * self.size + column]
                        && let Some(tone) = tones[other]
                    {
                        taken.push(tone);
                    }
                }
            }
            tones[cage] = (0..).find(|tone| !taken.contains(tone));
        }
        for (background, cage) in self.backgrounds.iter_mut().zip(&self.cages) {
            if let Some(cage) = cage {
                *background = tones[*cage];
            }
        }
    }

    /// Marks the cells of a line, and the gaps between them.
    fn add_line(&mut self, style: LineStyle, cells: &[Cell], ascii: bool) {
        let sign = |unicode: char, plain: char| Sign {
            character: if ascii { plain } else { unicode },
            kind: SignKind::Line(style),
        };
        let has_bulb = matches!(style, LineStyle::Thermo | LineStyle::SlowThermo);
        for (number, cell) in cells.iter().enumerate() {
            let is_last = number + 1 == cells.len();
            let mark = match style {
                _ if number == 0 && has_bulb => sign('◉', 'O'),
                LineStyle::Arrow if number == 0 => continue,
                LineStyle::Arrow if is_last => {
                    let before = cells[number - 1];
                    let step = |to: u8, from: u8| i16::from(to) - i16::from(from);
                    let arrow = arrow(
                        step(cell.row(), before.row()),
                        step(cell.column(), before.column()),
                    );
                    sign(arrow, ascii_arrow(arrow))
                }
                LineStyle::Between | LineStyle::Lockout | LineStyle::DoubleArrow
                    if number == 0 || is_last =>
                {
                    sign('◯', 'O')
                }
                _ => sign('•', '.'),
            };
            self.add_sign(*cell, mark);
        }
        for pair in cells.windows(2) {
            let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            let rows = b.row().abs_diff(a.row());
            let columns = b.column().abs_diff(a.column());
            match (rows, columns) {
                (0, 1) => {
                    self.add_between([a, b], sign('═', '='));
                }
                (1, 0) => {
                    self.add_between([a, b], sign('║', '|'));
                }
                (1, 1) => {
                    // The joint at the lower right of the cell above and left of it.
                    let left = a.column().min(b.column());
                    let is_falling = a.column() < b.column();
                    let mark = if is_falling {
                        sign('╲', '\\')
                    } else {
                        sign('╱', '/')
                    };
                    if let Some(index) = self.index(Cell::new(a.row(), left)) {
                        set_sign(&mut self.corner[index], mark);
                    }
                }
                _ => {}
            }
        }
    }

    /// Puts a sign between two cells that touch; see [`set_sign`].
    fn add_between(&mut self, [a, b]: [Cell; 2], sign: Sign) -> bool {
        let (first, second) = (a.min(b), a.max(b));
        let Some(index) = self.index(first) else {
            return true;
        };
        let place = if first.row() == second.row() {
            &mut self.right[index]
        } else {
            &mut self.below[index]
        };
        set_sign(place, sign)
    }

    fn add_outside(
        &mut self,
        clue: OutsideClue,
        cell: Cell,
        [rows, columns]: [i8; 2],
        value: u32,
        symbols: &Symbols,
        ascii: bool,
    ) {
        let number = match (clue, u8::try_from(value).ok().and_then(Digit::new)) {
            (OutsideClue::NumberedRoom, Some(digit)) => symbols.symbol(digit).to_owned(),
            _ => value.to_string(),
        };
        let text = if clue == OutsideClue::LittleKiller {
            let arrow = arrow(i16::from(rows), i16::from(columns));
            let arrow = if ascii { ascii_arrow(arrow) } else { arrow };
            format!("{number}{arrow}")
        } else {
            number
        };
        let row = i16::from(cell.row()) - i16::from(rows);
        let column = i16::from(cell.column()) - i16::from(columns);
        let size = self.size as i16;
        let (side, line) = if row < 0 {
            (Side::Top, column)
        } else if row >= size {
            (Side::Bottom, column)
        } else if column < 0 {
            (Side::Left, row)
        } else {
            (Side::Right, row)
        };
        let same = self
            .outside
            .iter()
            .filter(|other| other.side == side && other.line == line);
        let behind = same.count() as u16;
        self.outside.push(OutsideText {
            side,
            line,
            text,
            behind,
        });
    }
}

/// Puts a sign into a place. A line yields to the sign of another rule, since the rest of the line
/// is visible. Returns `false` if the place has the sign of another rule.
fn set_sign(place: &mut Option<Sign>, sign: Sign) -> bool {
    let is_line = |sign: &Sign| matches!(sign.kind, SignKind::Line(_));
    if place.as_ref().is_none_or(is_line) {
        *place = Some(sign);
    }
    *place == Some(sign) || is_line(&sign)
}

/// Returns the sign of a rule, in Unicode or in ASCII.
fn rule_sign(unicode: char, plain: char, ascii: bool) -> Sign {
    Sign {
        character: if ascii { plain } else { unicode },
        kind: SignKind::Rule,
    }
}

/// Returns the sign of a cell with a shape.
fn shape_sign(shape: CellShape, ascii: bool) -> Sign {
    let (unicode, plain) = match shape {
        CellShape::Odd => ('○', 'o'),
        CellShape::Even => ('□', 'e'),
        CellShape::Minimum => ('▽', 'v'),
        CellShape::Maximum => ('△', '^'),
        CellShape::CountingCircle => ('◯', 'O'),
        CellShape::Clone => ('≡', '='),
        CellShape::RowIndexer => ('↔', 'R'),
        CellShape::ColumnIndexer => ('↕', 'C'),
        CellShape::BoxIndexer => ('⊞', 'B'),
    };
    rule_sign(unicode, plain, ascii)
}

/// Returns the sign between a greater digit and a smaller one.
fn inequality_sign(greater: Cell, less: Cell, ascii: bool) -> Sign {
    let (unicode, plain) = match (greater.row() == less.row(), greater < less) {
        (true, true) => ('>', '>'),
        (true, false) => ('<', '<'),
        (false, true) => ('∨', 'v'),
        (false, false) => ('∧', '^'),
    };
    rule_sign(unicode, plain, ascii)
}

/// Returns `true` if there is a place for a sign between two cells.
fn can_show([a, b]: [Cell; 2], gaps: Gaps) -> bool {
    if a.row() == b.row() {
        gaps.across
    } else {
        gaps.down || gaps.height > 1
    }
}

/// Returns an arrow for a step of rows and columns.
fn arrow(rows: i16, columns: i16) -> char {
    match (rows.signum(), columns.signum()) {
        (0, 1) => '→',
        (0, -1) => '←',
        (1, 0) => '↓',
        (-1, 0) => '↑',
        (1, 1) => '↘',
        (1, -1) => '↙',
        (-1, 1) => '↗',
        _ => '↖',
    }
}

fn ascii_arrow(arrow: char) -> char {
    match arrow {
        '→' => '>',
        '←' => '<',
        '↓' => 'v',
        '↑' => '^',
        '↘' | '↖' => '\\',
        _ => '/',
    }
}

/// Returns each rule with its pictures. Extra houses have no constraint, and need no list.
fn rules_of(layout: &Layout) -> Vec<(String, Vec<Decoration>)> {
    layout
        .constraints()
        .iter()
        .map(|constraint| {
            let argument = Some(constraint.argument().to_owned());
            let argument = argument.filter(|argument| !argument.is_empty());
            let id = constraint.id();
            (
                RuleRef { id, argument }.notation(),
                constraint.decorations(),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(rules: &[&str]) -> Layout {
        let mut builder = Layout::builder(4).boxes(2, 2);
        for rule in rules {
            builder = builder.rule(rule);
        }
        builder.build().unwrap()
    }

    fn marks(rules: &[&str]) -> RuleMarks {
        RuleMarks::new(&layout(rules), &Symbols::numbers(4), false)
    }

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    const WIDE: Gaps = Gaps {
        across: true,
        down: true,
        height: 3,
        has_color: true,
    };

    #[test]
    fn adjacent_cages_have_different_tones_and_the_first_cell_has_the_sum() {
        let marks = marks(&[
            "killer=5: r1c1 r1c2",
            "killer=6: r2c1 r2c2",
            "killer=4: r3c1",
        ]);
        assert_eq!(marks.label(cell("r1c1")), "5");
        assert_eq!(marks.label(cell("r1c2")), "");
        let background = |name| marks.background(cell(name));
        assert_eq!(background("r1c1"), background("r1c2"));
        assert!(background("r1c1").is_some() && background("r1c1") != background("r2c1"));
        assert!(marks.share_cage((0, 0), (0, 1)) && !marks.share_cage((0, 0), (1, 0)));
        assert!(marks.undrawn(WIDE).is_empty());
        let plain = Gaps {
            has_color: false,
            down: false,
            ..WIDE
        };
        assert_eq!(marks.undrawn(plain).len(), 3);
    }

    #[test]
    fn a_rule_without_a_place_is_listed() {
        let undrawn = |rules: &[&str]| marks(rules).undrawn(WIDE).len();
        assert_eq!(undrawn(&["killer=5: r1c1 r1c2", "killer=6: r2c1 r2c2"]), 0);
        assert_eq!(undrawn(&["killer=5: r1c1 r1c2", "killer=6: r1c2 r2c2"]), 1);
        assert_eq!(
            undrawn(&["difference=1: r3c1 r4c1", "ratio=2: r3c1 r4c1"]),
            1
        );
        // A dot above a line hides only a part of the line, in either order.
        for rules in [
            ["thermo=r1c1 r1c2 r1c3", "difference=1: r1c1 r1c2"],
            ["difference=1: r1c1 r1c2", "thermo=r1c1 r1c2 r1c3"],
        ] {
            assert_eq!(undrawn(&rules), 0);
            let dot = marks(&rules).right(cell("r1c1")).unwrap();
            assert_eq!(dot.character, '○');
        }
    }

    #[test]
    fn lines_and_dots_lie_between_cells() {
        let marks = marks(&["thermo=r1c1 r1c2 r2c3", "difference=1: r3c1 r4c1"]);
        let character = |sign: Option<Sign>| sign.map(|sign| sign.character);
        assert_eq!(marks.signs(cell("r1c1"))[0].character, '◉');
        assert_eq!(marks.signs(cell("r2c3"))[0].character, '•');
        assert_eq!(character(marks.right(cell("r1c1"))), Some('═'));
        assert_eq!(character(marks.corner(cell("r1c2"))), Some('╲'));
        assert_eq!(character(marks.below(cell("r3c1"))), Some('○'));
        let narrow = Gaps {
            down: false,
            height: 1,
            ..WIDE
        };
        let undrawn = marks.undrawn(narrow);
        assert!(
            undrawn.iter().any(|rule| rule.starts_with("thermo")),
            "{undrawn:?}"
        );
    }

    #[test]
    fn clues_stand_beside_their_row_or_column() {
        let marks = marks(&["sandwich=3: row 2", "sandwich=5: column 3"]);
        assert_eq!(marks.outside.len(), 2);
        let margins = marks.margins();
        assert!(margins.left + margins.right > 0 && margins.top + margins.bottom > 0);
    }

    #[test]
    fn a_classic_grid_has_no_marks() {
        assert!(marks(&[]).is_empty() && marks(&[]).undrawn(WIDE).is_empty());
    }
}
