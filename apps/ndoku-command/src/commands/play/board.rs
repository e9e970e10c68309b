//! The grid on the screen: the positions of its lines and cells at several scales, and their
//! drawing.
//!
//! ```text
//! large 7×3     medium 5×2      small 3×1, without lines inside boxes
//! ┃12    a┃     ┃12  a│         ┃ 5  7! .┃
//! ┃ 4 5 7 ┃     ┃ 457 │
//! ┃      ╲┃
//! ```
//!
//! A single center mark stands between dots to distinguish it from a digit. The help explains it.
//!
//! `rules` gives the signs of variants, and `links` those of chains. Both lie in the gaps between
//! cells.

mod signs;

use ndoku::{
    Boxes, Cell, Diagonal, Digit, DigitSet, Highlight, HighlightRole, HouseKind, Layout, Symbols,
};
use ndoku_game::{CellView, GridView};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::rules::{Gaps, Margins, RuleMarks};
use super::theme::Theme;

/// The size of a cell, and the lines between cells of the same box.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Scale {
    width: u16,
    height: u16,
    across: bool,
    down: bool,
}

/// The positions of lines and cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    scale: Scale,
    /// The first column of each cell, relative to the grid, and then the width of the grid.
    columns: Vec<u16>,
    /// The first row of each cell, relative to the grid, and then the height of the grid.
    rows: Vec<u16>,
    /// `true` for each column with a line before it, and for a line after the last column.
    gaps_across: Vec<bool>,
    gaps_down: Vec<bool>,
    /// The room for clues beside the grid.
    margins: Margins,
    /// The upper left corner of the grid on the screen, without the room for clues.
    pub origin: (u16, u16),
}

impl Geometry {
    /// Returns all geometries for a layout, the largest first.
    pub(super) fn for_layout(layout: &Layout, symbols: &Symbols, margins: Margins) -> Vec<Self> {
        let token = symbols
            .iter()
            .map(|token| token.chars().count())
            .max()
            .unwrap_or(1) as u16;
        let medium = 5.max(2 * token + 1);
        let scales = [
            (7.max(3 * (token + 1)), 3, true, true),
            (medium, 2, true, true),
            (medium, 2, true, false),
            (medium, 1, true, true),
            (token + 2, 1, true, true),
            (token + 2, 1, false, false),
        ];
        let is_jigsaw = matches!(layout.boxes(), Boxes::Regions(_));
        let drawable = scales
            .into_iter()
            .filter(|(_, _, across, down)| !is_jigsaw || (*across && *down));
        drawable
            .map(|(width, height, across, down)| {
                let scale = Scale {
                    width,
                    height,
                    across,
                    down,
                };
                Self::new(layout, scale, margins)
            })
            .collect()
    }

    fn new(layout: &Layout, scale: Scale, margins: Margins) -> Self {
        let size = layout.size();
        let edge = |every: Option<u8>, all: bool, at: u8| {
            all || at == 0 || at == size || every.is_some_and(|every| at.is_multiple_of(every))
        };
        let (width, height) = match layout.boxes() {
            Boxes::Rectangles { width, height } => (Some(*width), Some(*height)),
            _ => (None, None),
        };
        let gaps_across: Vec<bool> = (0..=size).map(|at| edge(width, scale.across, at)).collect();
        let gaps_down: Vec<bool> = (0..=size).map(|at| edge(height, scale.down, at)).collect();
        let places = |gaps: &[bool], extent: u16| -> Vec<u16> {
            let mut at = 0;
            let place = |gap: &bool| {
                let here = at + u16::from(*gap);
                at = here + extent;
                here
            };
            gaps.iter().map(place).collect()
        };
        let (columns, rows) = (
            places(&gaps_across, scale.width),
            places(&gaps_down, scale.height),
        );
        Self {
            scale,
            columns,
            rows,
            gaps_across,
            gaps_down,
            margins,
            origin: (0, 0),
        }
    }

    /// Returns the width and height of the grid with the clues beside it.
    pub(super) fn extent(&self) -> (u16, u16) {
        let (width, height) = self.grid_extent();
        let Margins {
            left,
            top,
            right,
            bottom,
        } = self.margins;
        (width + left + right, height + top + bottom)
    }

    /// Returns the width and height of the grid.
    pub(super) fn grid_extent(&self) -> (u16, u16) {
        (
            self.columns.last().copied().unwrap_or(0),
            self.rows.last().copied().unwrap_or(0),
        )
    }

    /// Moves the grid and its clues to a place on the screen.
    pub(super) fn move_to(&mut self, (x, y): (u16, u16)) {
        self.origin = (x + self.margins.left, y + self.margins.top);
    }

    /// Returns what can be shown between cells.
    pub(super) fn gaps(&self, has_color: bool) -> Gaps {
        Gaps {
            across: self.scale.across,
            down: self.scale.down,
            height: self.scale.height,
            has_color,
        }
    }

    /// Returns the column of the gap before a column of cells, if there is one.
    pub(super) fn gap_before_column(&self, column: u8) -> Option<u16> {
        let column = usize::from(column);
        (*self.gaps_across.get(column)?).then(|| self.origin.0 + self.columns[column] - 1)
    }

    /// Returns the row of the gap above a row of cells, if there is one.
    pub(super) fn gap_above_row(&self, row: u8) -> Option<u16> {
        let row = usize::from(row);
        (*self.gaps_down.get(row)?).then(|| self.origin.1 + self.rows[row] - 1)
    }

    /// Returns the middle of a cell on the screen.
    pub(super) fn middle(&self, cell: Cell) -> (u16, u16) {
        let rect = self.rect(cell);
        (rect.x + rect.width / 2, rect.y + rect.height / 2)
    }

    /// Returns the cell at a position on the screen.
    pub(super) fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let find = |places: &[u16], extent: u16, at: u16| {
            let cells = places.len().checked_sub(1)?;
            places[..cells]
                .iter()
                .position(|start| (*start..start + extent).contains(&at))
                .and_then(|index| u8::try_from(index).ok())
        };
        let column = find(
            &self.columns,
            self.scale.width,
            x.checked_sub(self.origin.0)?,
        )?;
        Some(Cell::new(
            find(&self.rows, self.scale.height, y.checked_sub(self.origin.1)?)?,
            column,
        ))
    }

    /// Returns the rectangle of a cell on the screen.
    fn rect(&self, cell: Cell) -> Rect {
        let (x, y) = (
            self.columns[usize::from(cell.column())],
            self.rows[usize::from(cell.row())],
        );
        Rect::new(
            self.origin.0 + x,
            self.origin.1 + y,
            self.scale.width,
            self.scale.height,
        )
    }
}

/// The data to draw a grid.
pub(super) struct GridDrawing<'a> {
    pub geometry: &'a Geometry,
    pub layout: &'a Layout,
    pub symbols: &'a Symbols,
    pub theme: Theme,
    pub rules: &'a RuleMarks,
    /// The highlights of a hint or a step, for its links.
    pub highlights: &'a [Highlight],
}

impl GridDrawing<'_> {
    pub(super) fn draw(&self, picture: &GridView, buffer: &mut Buffer) {
        self.draw_lines(buffer);
        self.draw_outside(buffer);
        if picture.is_hidden {
            return;
        }
        for cell in &picture.cells {
            self.draw_cell(cell, picture.focus, buffer);
        }
        self.draw_between(buffer);
        super::links::draw(self.geometry, self.theme, self.highlights, buffer);
    }

    /// Returns the weight of the line above a cell, or below the last row. 0 means no line.
    fn line_above(&self, row: usize, column: usize) -> u8 {
        if column >= self.count() || !self.geometry.gaps_down[row] {
            0
        } else {
            self.line_weight(
                row.checked_sub(1).map(|above| (above, column)),
                (row, column),
            )
        }
    }

    fn line_left(&self, row: usize, column: usize) -> u8 {
        if row >= self.count() || !self.geometry.gaps_across[column] {
            0
        } else {
            self.line_weight(column.checked_sub(1).map(|left| (row, left)), (row, column))
        }
    }

    fn count(&self) -> usize {
        usize::from(self.layout.size())
    }

    /// Returns the weight of a line: heavy between boxes and around the grid, light inside a box.
    fn line_weight(&self, before: Option<(usize, usize)>, after: (usize, usize)) -> u8 {
        let number = |(row, column): (usize, usize)| {
            let inside = row < self.count() && column < self.count();
            inside.then(|| self.layout.box_number(Cell::new(row as u8, column as u8)))
        };
        let is_in_cage = before.is_some_and(|before| self.rules.share_cage(before, after));
        if before.and_then(number) == number(after) {
            u8::from(!is_in_cage)
        } else {
            2
        }
    }

    fn draw_lines(&self, buffer: &mut Buffer) {
        let Geometry {
            columns,
            rows,
            gaps_across,
            gaps_down,
            origin,
            scale,
            ..
        } = self.geometry;
        let mut draw_joint = |x: u16, y: u16, arms: [u8; 4]| {
            let faint = arms.iter().all(|arm| *arm < 2);
            let style = if faint {
                self.theme.cell_line()
            } else {
                self.theme.border()
            };
            if let Some(at) = buffer.cell_mut((origin.0 + x, origin.1 + y)) {
                at.set_char(self.theme.joint(arms)).set_style(style);
            }
        };
        for (row, y) in rows.iter().enumerate() {
            for (column, x) in columns.iter().enumerate() {
                let (above, left) = (self.line_above(row, column), self.line_left(row, column));
                if gaps_across[column] && row < self.count() {
                    (0..scale.height)
                        .for_each(|line| draw_joint(x - 1, y + line, [left, 0, left, 0]));
                }
                if gaps_down[row] && column < self.count() {
                    (0..scale.width)
                        .for_each(|place| draw_joint(x + place, y - 1, [0, above, 0, above]));
                }
                if gaps_down[row] && gaps_across[column] {
                    let up = row
                        .checked_sub(1)
                        .map_or(0, |up| self.line_left(up, column));
                    let back = column
                        .checked_sub(1)
                        .map_or(0, |back| self.line_above(row, back));
                    draw_joint(x - 1, y - 1, [up, above, left, back]);
                }
            }
        }
    }

    /// Returns the background of a cell. The most important highlight wins.
    fn background(&self, cell: &CellView) -> Style {
        let theme = self.theme;
        match cell.role {
            _ if cell.is_selected => theme.selected(),
            Some(role) => theme.cell_role(role),
            None if !cell.candidates.is_empty() => theme.cell_role(HighlightRole::Pattern),
            None if !cell.colors.is_empty() => Style::new(),
            None if cell.has_focus_digit => theme.focus_digit(),
            None if cell.is_open_to_filter => theme.open_to_filter(),
            None if cell.is_peer => theme.peer(),
            None => self.rule_background(cell.cell),
        }
    }

    /// Returns the background of the cage or the extra house of a cell.
    fn rule_background(&self, cell: Cell) -> Style {
        let tone = self.rules.background(cell);
        tone.map_or(Style::new(), |tone| self.theme.rule_background(tone))
    }

    fn draw_cell(&self, cell: &CellView, focus: Option<Digit>, buffer: &mut Buffer) {
        let rect = self.geometry.rect(cell.cell);
        let background = self.background(cell);
        buffer.set_style(rect, background);
        if background == Style::new() || background == self.rule_background(cell.cell) {
            let colors: Vec<_> = cell.colors.iter().collect();
            for place in 0..rect.width {
                let share = usize::from(place) * colors.len() / usize::from(rect.width.max(1));
                if let Some(color) = colors.get(share) {
                    buffer.set_style(
                        Rect {
                            x: rect.x + place,
                            width: 1,
                            ..rect
                        },
                        self.theme.cell_color(*color),
                    );
                }
            }
        }
        match cell.digit {
            Some(digit) => self.draw_digit(cell, digit, rect, buffer),
            None if !cell.candidates.is_empty() => self.draw_candidates(cell, rect, buffer),
            None => self.draw_all_marks(cell, focus, rect, buffer),
        }
        self.draw_signs(cell, rect, buffer);
    }

    fn draw_digit(&self, cell: &CellView, digit: Digit, rect: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        // On a colored background, an entered digit keeps the foreground of the background style.
        let background = self.background(cell);
        let has_rule = background == self.rule_background(cell.cell);
        let plain = (background == Style::new() || has_rule) && cell.colors.is_empty();
        let mut style = match () {
            () if cell.is_clue => theme.clue(),
            () if plain => theme.entered(),
            () => Style::new(),
        };
        if cell.has_focus_digit && !cell.is_selected {
            style = style.patch(theme.focus());
        }
        let is_bad = cell.is_repeated || cell.is_wrong;
        if is_bad {
            style = style.patch(theme.wrong());
        }
        let token = self.symbols.symbol(digit);
        let text = match () {
            () if cell.is_wrong && !cell.is_repeated => {
                format!("{token}{}", if theme.ascii { 'x' } else { '✗' })
            }
            () if is_bad => format!("{token}!"),
            () => token.to_owned(),
        };
        // The sign does not shift the digit.
        let width = token.chars().count() as u16;
        let x = rect.x + rect.width.saturating_sub(width) / 2;
        buffer.set_stringn(
            x,
            rect.y + rect.height / 2,
            text,
            usize::from(rect.right().saturating_sub(x)),
            style,
        );
    }

    /// Draws the candidates of a hint, each after the sign of its role.
    fn draw_candidates(&self, cell: &CellView, rect: Rect, buffer: &mut Buffer) {
        let mut shown = cell.candidates.clone();
        let token = |digit: Digit| self.symbols.symbol(digit).chars().count() as u16;
        let wide = 1 + shown
            .iter()
            .map(|(digit, _)| token(*digit))
            .max()
            .unwrap_or(1);
        let across = (rect.width / wide).max(1);
        let room = usize::from(across * rect.height);
        let left_out = shown.len() > room;
        if left_out {
            // Placements and eliminations are the most important candidates.
            shown.sort_by_key(|(_, role)| {
                !matches!(role, HighlightRole::Placed | HighlightRole::Eliminated)
            });
            shown.truncate(room);
        }
        // The lines are balanced and vertically centered.
        let lines = (shown.len() as u16).div_ceil(across);
        let top = rect.y + (rect.height - lines.min(rect.height)) / 2;
        let per_line = shown.len().div_ceil(usize::from(lines.max(1))).max(1);
        for (y, part) in (top..).zip(shown.chunks(per_line)) {
            self.draw_candidate_line(cell, part, Rect { y, ..rect }, buffer);
        }
        let below = top + lines;
        let others: DigitSet = cell
            .center
            .iter()
            .filter(|digit| cell.role_of(*digit).is_none())
            .collect();
        // A cell that gets a digit shows nothing else.
        let is_placed = shown.iter().any(|(_, role)| *role == HighlightRole::Placed);
        if below < rect.bottom() && !others.is_empty() && !is_placed {
            self.draw_marks(
                others,
                None,
                Rect {
                    y: below,
                    height: rect.bottom() - below,
                    ..rect
                },
                (true, false),
                buffer,
            );
        }
        if left_out {
            self.set_char(
                rect.right() - 1,
                rect.bottom() - 1,
                self.theme.ellipsis(),
                Style::new(),
                buffer,
            );
        }
    }

    /// Draws candidates with their signs, centered in the first line of a rectangle.
    fn draw_candidate_line(
        &self,
        cell: &CellView,
        candidates: &[(Digit, HighlightRole)],
        rect: Rect,
        buffer: &mut Buffer,
    ) {
        let width = |digit: Digit| 1 + self.symbols.symbol(digit).chars().count() as u16;
        let taken: u16 = candidates.iter().map(|(digit, _)| width(*digit)).sum();
        let mut x = rect.x + rect.width.saturating_sub(taken) / 2;
        for (digit, role) in candidates {
            let text = format!("{}{}", self.theme.sign(*role), self.symbols.symbol(*digit));
            let style = self.theme.candidate_role(*role);
            // If the cell has a background, its foreground applies too.
            let style = if cell.is_selected || cell.role.is_some() {
                Style { fg: None, ..style }
            } else {
                Style { bg: None, ..style }
            };
            let room = usize::from(rect.right().saturating_sub(x));
            buffer.set_stringn(x, rect.y, text, room, style);
            x += width(*digit);
        }
    }

    /// Draws the corner marks and the center marks of a cell.
    fn draw_all_marks(
        &self,
        cell: &CellView,
        focus: Option<Digit>,
        rect: Rect,
        buffer: &mut Buffer,
    ) {
        let has_center = !cell.center.is_empty();
        if cell.corner.is_empty() {
            if has_center {
                self.draw_center_marks(cell, focus, rect, buffer);
            }
            return;
        }
        let (corner, center) = if rect.height == 1 {
            self.set_char(rect.x, rect.y, '\'', Style::new(), buffer);
            let half = if has_center {
                rect.width / 2
            } else {
                rect.width
            };
            let corner = Rect {
                x: rect.x + 1,
                width: half.saturating_sub(1),
                ..rect
            };
            let center = Rect {
                x: rect.x + half + 1,
                width: rect.width.saturating_sub(half + 1),
                ..rect
            };
            (corner, center)
        } else {
            // The sum of a cage stands before the marks.
            let label = self.rules.label(cell.cell).chars().count() as u16;
            let shift = if label > 0 { label + 1 } else { 0 }.min(rect.width - 1);
            let corner = Rect {
                x: rect.x + shift,
                height: 1,
                width: rect.width - 1 - shift,
                ..rect
            };
            let center = Rect {
                y: rect.y + 1,
                height: rect.height - 1,
                ..rect
            };
            (corner, center)
        };
        self.draw_marks(cell.corner, focus, corner, (false, false), buffer);
        if has_center {
            let is_centered = rect.height > 1;
            self.draw_marks(cell.center, focus, center, (is_centered, false), buffer);
        }
    }

    /// Draws the center marks of a cell without corner marks.
    fn draw_center_marks(
        &self,
        cell: &CellView,
        focus: Option<Digit>,
        rect: Rect,
        buffer: &mut Buffer,
    ) {
        let room = rect.width - u16::from(self.has_sign(cell));
        // A tall cell uses its last lines, and all lines only if necessary.
        let per_line = self.count_fitting(cell.center, room).max(1);
        let lines = (cell.center.len().div_ceil(per_line) as u16).clamp(1, rect.height);
        let y = rect.y
            + if lines == 1 {
                rect.height / 2
            } else {
                (rect.height - lines) / 2
            };
        let is_short = y == rect.y && room < rect.width;
        let lines = Rect {
            y,
            height: lines,
            ..rect
        };
        self.draw_marks(cell.center, focus, lines, (true, is_short), buffer);
    }

    /// Returns `true` if a sign stands in the upper right corner of an open cell.
    fn has_sign(&self, cell: &CellView) -> bool {
        !cell.colors.is_empty() || cell.is_open_to_filter
    }

    /// Returns the width of the separator between marks. Marks of one character have none.
    fn separator_width(&self) -> u16 {
        u16::from(!self.symbols.is_compact())
    }

    /// Returns the number of leading marks that fit into a line.
    fn count_fitting(&self, set: DigitSet, width: u16) -> usize {
        let mut taken = 0;
        let fits = |digit: &Digit| {
            taken += self.symbols.symbol(*digit).chars().count() as u16
                + if taken > 0 { self.separator_width() } else { 0 };
            taken <= width
        };
        set.iter().take_while(fits).count()
    }

    /// Draws marks into the lines of a rectangle, evenly distributed. An ellipsis replaces marks
    /// that do not fit. The marks are centered or left-aligned. The end of the first line may have
    /// to stay free.
    fn draw_marks(
        &self,
        set: DigitSet,
        focus: Option<Digit>,
        rect: Rect,
        (centered, is_short): (bool, bool),
        buffer: &mut Buffer,
    ) {
        if let Some(digit) = set.single().filter(|_| centered) {
            return self.draw_single_mark(digit, focus, rect, buffer);
        }
        let digits: Vec<Digit> = set.iter().collect();
        let most = usize::from(rect.width);
        let per_line = if rect.height > 1 {
            digits.len().div_ceil(usize::from(rect.height))
        } else {
            most
        }
        .clamp(1, most.max(1));
        let mut rest = &digits[..];
        for line in 0..rect.height {
            let here: DigitSet = rest.iter().copied().take(per_line).collect();
            let room = rect.width - u16::from(is_short && line == 0);
            let mut count = self.count_fitting(here, room).min(per_line);
            let is_cut = line + 1 == rect.height && count < rest.len();
            if is_cut {
                // The ellipsis needs space too.
                count = self
                    .count_fitting(here, room.saturating_sub(1 + self.separator_width()))
                    .min(count);
            }
            let (part, after) = rest.split_at(count.min(rest.len()));
            rest = after;
            let shift = if centered {
                room.saturating_sub(self.marks_width(part) + u16::from(is_cut)) / 2
            } else {
                0
            };
            let (x, y) = (rect.x + shift, rect.y + line);
            let end = self.draw_mark_line(part, focus, (x, y), rect.right(), buffer);
            if is_cut && end < rect.right() {
                self.set_char(end, y, self.theme.ellipsis(), Style::new(), buffer);
            }
        }
    }

    /// Returns the width of marks with their separators.
    fn marks_width(&self, marks: &[Digit]) -> u16 {
        let tokens: u16 = marks
            .iter()
            .map(|digit| self.symbols.symbol(*digit).chars().count() as u16)
            .sum();
        tokens + self.separator_width() * marks.len().saturating_sub(1) as u16
    }

    /// Draws marks from a position on. Returns the column after the last one.
    fn draw_mark_line(
        &self,
        marks: &[Digit],
        focus: Option<Digit>,
        (mut x, y): (u16, u16),
        right: u16,
        buffer: &mut Buffer,
    ) -> u16 {
        for (number, digit) in marks.iter().enumerate() {
            x += if number > 0 {
                self.separator_width()
            } else {
                0
            };
            let style = if Some(*digit) == focus {
                self.theme.focus()
            } else {
                Style::new()
            };
            let token = self.symbols.symbol(*digit);
            buffer.set_stringn(x, y, token, usize::from(right.saturating_sub(x)), style);
            x += token.chars().count() as u16;
        }
        x
    }

    /// Draws a single center mark between dots.
    fn draw_single_mark(
        &self,
        digit: Digit,
        focus: Option<Digit>,
        rect: Rect,
        buffer: &mut Buffer,
    ) {
        let token = self.symbols.symbol(digit);
        let dot = if self.theme.ascii { '.' } else { '·' };
        let style = if Some(digit) == focus {
            self.theme.focus()
        } else {
            Style::new()
        };
        let x = rect.x + rect.width.saturating_sub(token.chars().count() as u16 + 2) / 2;
        self.set_char(x, rect.y, dot, Style::new(), buffer);
        let (end, _) = buffer.set_stringn(
            x + 1,
            rect.y,
            token,
            usize::from(rect.width.saturating_sub(1)),
            style,
        );
        if end < rect.right() {
            self.set_char(end, rect.y, dot, Style::new(), buffer);
        }
    }

    /// Draws the letters of colors, the filter, diagonals and the cursor.
    fn draw_signs(&self, cell: &CellView, rect: Rect, buffer: &mut Buffer) {
        let last = rect.right() - 1;
        let is_free = |x: u16, y: u16, buffer: &Buffer| {
            buffer.cell((x, y)).is_some_and(|at| at.symbol() == " ")
        };
        let letters: Vec<char> = cell
            .colors
            .iter()
            .map(ndoku_game::CellColor::letter)
            .collect();
        let sign = match letters[..] {
            [] if cell.is_open_to_filter => Some('?'),
            [] => None,
            [one] => Some(one),
            [..] => Some(self.theme.ellipsis()),
        };
        if let Some(sign) = sign {
            let behind = letters.len().saturating_sub(1) as u16;
            // Several letters stand side by side if the space is free.
            let fits = rect.height > 1
                && (0..=behind)
                    .all(|back| last >= rect.x + back && is_free(last - back, rect.y, buffer));
            if letters.len() > 1 && fits {
                letters.iter().rev().enumerate().for_each(|(back, letter)| {
                    self.set_char(last - back as u16, rect.y, *letter, Style::new(), buffer);
                });
            } else if is_free(last, rect.y, buffer) || rect.height > 1 {
                self.set_char(last, rect.y, sign, Style::new(), buffer);
            }
        }
        self.draw_rule_signs(cell.cell, rect, buffer);
        if cell.is_cursor {
            // The brackets use the lowest free line and do not overwrite marks.
            for (x, bracket) in [(rect.x, '['), (last, ']')] {
                if let Some(y) = (rect.y..rect.bottom())
                    .rev()
                    .find(|y| is_free(x, *y, buffer))
                {
                    self.set_char(x, y, bracket, self.theme.heading(), buffer);
                }
            }
        }
        if let Some(sign) = self.diagonal_sign(cell.cell)
            && is_free(last, rect.bottom() - 1, buffer)
        {
            self.set_char(last, rect.bottom() - 1, sign, self.theme.faint(), buffer);
        }
    }

    /// Returns the sign of the long diagonals of a cell, if they are houses.
    fn diagonal_sign(&self, cell: Cell) -> Option<char> {
        let houses = self
            .layout
            .houses_of(cell)
            .iter()
            .filter_map(|house| self.layout.houses().get(usize::from(*house)));
        let on = |diagonal: Diagonal| {
            houses
                .clone()
                .any(|house| house.kind() == HouseKind::Diagonal(diagonal))
        };
        let [unicode, ascii] = match (on(Diagonal::Main), on(Diagonal::Anti)) {
            (true, true) => ['╳', 'X'],
            (true, false) => ['╲', '\\'],
            (false, true) => ['╱', '/'],
            (false, false) => return None,
        };
        Some(if self.theme.ascii { ascii } else { unicode })
    }

    fn set_char(&self, x: u16, y: u16, sign: char, style: Style, buffer: &mut Buffer) {
        if let Some(at) = buffer.cell_mut((x, y)) {
            at.set_char(sign).set_style(style);
        }
    }
}
