//! A booklet: pages of puzzles with titles and remarks, followed by smaller solutions.
//!
//! ```text
//! ┌──────────────┐ ┌──────────────┐ ┌──────────────┐
//! │              │ │ Book         │ │    Solutions │   running heads
//! │  Book        │ │ 1       easy │ │ 1   2   3    │
//! │  12 puzzles  │ │ ┌──┐    ┌──┐ │ │ ▒   ▒   ▒    │
//! │              │ │ └──┘    └──┘ │ │ 4   5   6    │
//! │              │ │ ┌──┐    ┌──┐ │ │ ▒   ▒   ▒    │
//! │              │ │ └──┘    └──┘ │ │              │
//! │              │ │ 2            │ │            3 │   numbers at the outer edge
//! └──────────────┘ └──────────────┘ └──────────────┘
//! ```
//!
//! All puzzles have the same size, as large as the page allows. Pages have about the same number
//! of puzzles, so that the last one is not nearly empty. Solutions are dense, and grow until they
//! fill their pages.

use crate::canvas::{Anchor, Canvas, Path, Stroke, Tag, Text};
use crate::font::Weight;
use crate::page::Paper;
use crate::picture::draw_on_page;
use crate::{RenderError, Scene, Theme};

/// A puzzle of a booklet.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The puzzle. The booklet shows [`title`](Self::title) instead of its heading.
    pub puzzle: Scene,
    /// The solution, for the back.
    pub solution: Option<Scene>,
    /// The title: a number or a name.
    pub title: String,
    /// The text next to the title, such as level and rating. May be empty.
    pub remark: String,
}

/// The properties of a booklet.
#[derive(Clone, Debug)]
pub struct Booklet {
    /// The paper.
    pub paper: Paper,
    /// Additional margin at the binding in points: left on odd pages, right on even pages.
    pub binding: f64,
    /// Maximum number of puzzles per page, at least 1. The puzzles are as large as the page allows.
    pub per_page: usize,
    /// Maximum width of a puzzle in points, or `None` for no limit.
    pub max_width: Option<f64>,
    /// The title above the puzzles of the first page, and of the file.
    pub title: Option<String>,
    /// The title above the solutions.
    pub solutions_title: String,
    /// The lines of the cover below its title, or `None` for no cover.
    pub cover: Option<Vec<String>>,
    /// Repeat the title at the upper edge of all pages.
    pub running_heads: bool,
}

impl Default for Booklet {
    /// Returns a booklet of A4 pages with one puzzle each, without cover and running heads.
    fn default() -> Self {
        Self {
            paper: Paper::default(),
            binding: 0.0,
            per_page: 1,
            max_width: Some(MAX_PICTURE_WIDTH),
            title: None,
            solutions_title: "Solutions".to_owned(),
            cover: None,
            running_heads: false,
        }
    }
}

/// The gap between two puzzles, and between two solutions, in points.
const GAP: f64 = 16.0;
const SOLUTION_GAP: f64 = 9.0;

/// The font size of titles and the height of their line, in points.
const TITLE_SIZE: f64 = 11.0;
const TITLE_HEIGHT: f64 = 16.0;

/// The font size of the titles of solutions, and the height of their line.
const SOLUTION_TITLE_SIZE: f64 = 7.5;
const SOLUTION_TITLE_HEIGHT: f64 = 10.5;

/// The height of the title above the puzzles of the first page, and above solutions.
const HEADING_HEIGHT: f64 = 30.0;

/// The height of running heads.
const RUNNING_HEIGHT: f64 = 18.0;

/// The default maximum width of a puzzle in points: larger ones are not practical to write in.
const MAX_PICTURE_WIDTH: f64 = 460.0;

/// The least and the largest width of a cell of a solution in points.
const SOLUTION_CELL: f64 = 8.2;
const MAX_SOLUTION_CELL: f64 = 13.0;

/// The margin of a picture outside the border of its grid, in units of the picture.
const PICTURE_MARGIN: f64 = 8.0;

/// The sizes of the titles of entries.
#[derive(Copy, Clone, Debug, PartialEq)]
struct TitleStyle {
    size: f64,
    height: f64,
}

const PUZZLE_TITLE: TitleStyle = TitleStyle {
    size: TITLE_SIZE,
    height: TITLE_HEIGHT,
};

const SOLUTION_TITLE: TitleStyle = TitleStyle {
    size: SOLUTION_TITLE_SIZE,
    height: SOLUTION_TITLE_HEIGHT,
};

/// The columns and rows of a page, and the size of each slot.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Slots {
    across: usize,
    down: usize,
    width: f64,
    height: f64,
}

impl Slots {
    /// Finds the numbers of columns and rows that give each picture of these proportions the most
    /// space.
    fn for_count(count: usize, (width, height): (f64, f64), (wide, high): (f64, f64)) -> Self {
        let slots = |across: usize| {
            let down = count.div_ceil(across);
            let side = |room: f64, parts: usize| (room - GAP * (parts - 1) as f64) / parts as f64;
            Self {
                across,
                down,
                width: side(width, across),
                height: side(height, down) - TITLE_HEIGHT,
            }
        };
        let scale = |slots: &Self| (slots.width / wide).min(slots.height / high);
        let all = (1..=count.clamp(1, 64)).map(slots);
        all.reduce(|best, next| {
            if scale(&next) > scale(&best) {
                next
            } else {
                best
            }
        })
        .unwrap_or(Self {
            across: 1,
            down: 1,
            width,
            height,
        })
    }
}

/// The area of a page for its content.
#[derive(Copy, Clone, Debug)]
struct Area {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Booklet {
    /// Draws the pages.
    ///
    /// # Errors
    /// Returns [`RenderError::Page`] if the puzzles do not fit on the paper, or the margins leave
    /// no space.
    pub fn pages(&self, entries: &[Entry], theme: &Theme) -> Result<Vec<Canvas>, RenderError> {
        let mut pages: Vec<Canvas> = Vec::new();
        if let Some(lines) = self.cover.as_ref().filter(|_| !entries.is_empty()) {
            pages.push(self.cover_page(lines, theme)?);
        }
        self.add_puzzles(entries, theme, &mut pages)?;
        self.add_solutions(entries, theme, &mut pages)?;
        self.finish_pages(&mut pages, theme);
        Ok(pages)
    }

    /// Returns the area of page `number`, from 0, without running heads.
    fn area(&self, number: usize) -> Result<Area, RenderError> {
        let (left, top, width, height) = self.paper.content_area()?;
        let head = if self.running_heads {
            RUNNING_HEIGHT
        } else {
            0.0
        };
        // Page 1 lies at the right, with the binding at its left edge.
        let shift = if number.is_multiple_of(2) {
            self.binding
        } else {
            0.0
        };
        // Written so that a binding that is no number fails too.
        let has_room = width - self.binding >= 36.0 && height - head >= 36.0 && self.binding >= 0.0;
        if !has_room {
            return Err(RenderError::Page(
                "the margins leave no room on the page".to_owned(),
            ));
        }
        Ok(Area {
            left: left + shift,
            top: top + head,
            width: width - self.binding,
            height: height - head,
        })
    }

    fn new_page(&self, theme: &Theme) -> Canvas {
        let title = self.title.clone().unwrap_or_else(|| "Sudoku".to_owned());
        self.paper.page(theme, title)
    }

    fn add_puzzles(
        &self,
        entries: &[Entry],
        theme: &Theme,
        pages: &mut Vec<Canvas>,
    ) -> Result<(), RenderError> {
        let drawn: Vec<Canvas> = entries
            .iter()
            .map(|entry| draw_on_page(&entry.puzzle.clone().with_heading(""), theme))
            .collect();
        // With a cover, the title is not repeated above the puzzles.
        let title = self.title.as_ref().filter(|_| self.cover.is_none());
        let header = if title.is_some() { HEADING_HEIGHT } else { 0.0 };
        let area = self.area(0)?;
        let slots = Slots::for_count(
            self.per_page.max(1),
            (area.width, area.height - header),
            largest_size(&drawn),
        );
        let scale = |picture: &Canvas| {
            let (wide, high) = trimmed_size(picture);
            (slots.width / wide)
                .min(slots.height / high)
                .min(self.max_width.unwrap_or(f64::INFINITY) / picture.width)
        };
        if drawn
            .iter()
            .any(|picture| scale(picture) * picture.width < 24.0)
        {
            return Err(RenderError::Page(format!(
                "{} puzzles do not fit on a page",
                self.per_page
            )));
        }
        let mut from = 0;
        for count in even_parts(entries.len(), self.per_page.max(1)) {
            let mut page = self.new_page(theme);
            let mut area = self.area(pages.len())?;
            if let (0, Some(title)) = (from, title) {
                let left = grid_edge(&drawn[0], slots, scale(&drawn[0]));
                let at = (area.left + left, area.top);
                draw_heading(title, at, area.width - left, theme, &mut page);
            }
            area.top += header;
            area.height -= header;
            let range = from..from + count;
            let placed: Vec<Placed<'_>> = entries[range.clone()]
                .iter()
                .zip(&drawn[range])
                .map(|(entry, picture)| Placed {
                    entry,
                    picture,
                    scale: scale(picture),
                })
                .collect();
            let rows = count.div_ceil(slots.across);
            // The rows of a page with fewer puzzles spread over the same height.
            let used = |rows: usize| (slots.height + TITLE_HEIGHT) * rows as f64;
            let gap = if rows > 1 && entries.len() > count {
                (area.height - used(rows)) / (rows - 1) as f64
            } else {
                GAP
            };
            let gap = f64::min(gap, slots.height * 0.6).max(GAP.min(gap));
            place_entries(
                &placed,
                slots,
                (gap, GAP),
                area,
                PUZZLE_TITLE,
                theme,
                &mut page,
            );
            pages.push(page);
            from += count;
        }
        Ok(())
    }

    fn add_solutions(
        &self,
        entries: &[Entry],
        theme: &Theme,
        pages: &mut Vec<Canvas>,
    ) -> Result<(), RenderError> {
        // Solutions have no remark.
        let bare: Vec<Entry> = entries
            .iter()
            .filter(|entry| entry.solution.is_some())
            .map(|entry| Entry {
                remark: String::new(),
                ..entry.clone()
            })
            .collect();
        let drawn: Vec<Canvas> = bare
            .iter()
            .filter_map(|entry| entry.solution.clone())
            .map(|solution| draw_on_page(&solution.with_heading("").with_coordinates(false), theme))
            .collect();
        if drawn.is_empty() {
            return Ok(());
        }
        let area = self.area(0)?;
        let size = bare
            .iter()
            .map(|entry| f64::from(entry.puzzle.layout().size()))
            .fold(1.0, f64::max);
        let fit = |room: f64, side: f64| {
            (((room + SOLUTION_GAP) / (side + SOLUTION_GAP)).floor() as usize).max(1)
        };
        let room = (area.width, area.height - HEADING_HEIGHT);
        let capacity = |cell: f64| {
            let side = cell * size + 2.0;
            let across = fit(room.0, side);
            (across, fit(room.1, side + SOLUTION_TITLE_HEIGHT))
        };
        let needed = |cell: f64| {
            let (across, down) = capacity(cell);
            drawn.len().div_ceil(across * down)
        };
        // The cells grow as long as the number of pages stays the same.
        let least = needed(SOLUTION_CELL);
        let steps = ((MAX_SOLUTION_CELL - SOLUTION_CELL) * 10.0) as u32;
        let cell = (0..=steps)
            .map(|step| SOLUTION_CELL + f64::from(step) / 10.0)
            .filter(|cell| {
                let side = cell * size + 2.0;
                needed(*cell) == least && side <= room.0 && side + SOLUTION_TITLE_HEIGHT <= room.1
            })
            .fold(SOLUTION_CELL, f64::max);
        let (across, down) = capacity(cell);
        let slots = Slots {
            across,
            down,
            width: (room.0 - SOLUTION_GAP * (across - 1) as f64) / across as f64,
            // Large grids shrink to the page.
            height: (cell * size + 2.0).min(room.1 - SOLUTION_TITLE_HEIGHT),
        };
        let mut from = 0;
        for count in even_parts(drawn.len(), across * down) {
            let mut page = self.new_page(theme);
            let mut area = self.area(pages.len())?;
            let range = from..from + count;
            let placed: Vec<Placed<'_>> = bare[range.clone()]
                .iter()
                .zip(&drawn[range])
                .map(|(entry, picture)| {
                    let (wide, high) = trimmed_size(picture);
                    let scale = (slots.width / wide).min(slots.height / high);
                    Placed {
                        entry,
                        picture,
                        scale,
                    }
                })
                .collect();
            let left = placed
                .first()
                .map_or(0.0, |first| grid_edge(first.picture, slots, first.scale));
            let at = (area.left + left, area.top);
            let title = &self.solutions_title;
            draw_heading(title, at, area.width - left, theme, &mut page);
            area.top += HEADING_HEIGHT;
            let gaps = (SOLUTION_GAP, SOLUTION_GAP);
            place_entries(&placed, slots, gaps, area, SOLUTION_TITLE, theme, &mut page);
            page.title.clone_from(title);
            pages.push(page);
            from += count;
        }
        Ok(())
    }

    /// Draws the cover: nine boxes, the title, and the lines below it.
    fn cover_page(&self, lines: &[String], theme: &Theme) -> Result<Canvas, RenderError> {
        let mut page = self.new_page(theme);
        let area = self.area(0)?;
        let title = self.title.as_deref().unwrap_or("Sudoku");
        let box_width = f64::min(area.width * 0.42, area.height * 0.3) / 3.0;
        let (left, top) = (area.left, area.top + area.height * 0.16);
        page.tag(Tag::Artifact);
        for number in 0..9_u8 {
            let (x, y) = (f64::from(number % 3), f64::from(number / 3));
            let (x, y) = (left + x * box_width, top + y * box_width);
            // The open cell of the motif is the one to fill.
            let inner = Path::rectangle(x + 2.0, y + 2.0, box_width - 4.0, box_width - 4.0);
            if number == 4 {
                let stroke = Stroke::solid(theme.border, 3.0);
                page.path(inner, Some(theme.paper), Some(stroke));
            } else {
                page.fill(inner, theme.border);
            }
        }
        let y = top + 3.0 * box_width + 54.0;
        let size = f64::min(40.0, area.width / Weight::Bold.width(title).max(0.1));
        page.tag(Tag::Heading(1));
        page.text(line_text(title, (left, y), size, Weight::Bold, theme));
        for (number, line) in lines.iter().enumerate() {
            let size = f64::min(14.0, area.width / Weight::Regular.width(line).max(0.1));
            let at = (left, y + 28.0 + 20.0 * number as f64);
            page.tag(Tag::Paragraph);
            page.text(line_text(line, at, size, Weight::Regular, theme));
        }
        Ok(page)
    }

    /// Adds running heads and page numbers. They stand at the outer edge if there is a binding.
    fn finish_pages(&self, pages: &mut [Canvas], theme: &Theme) {
        let count = pages.len();
        let has_cover = self.cover.is_some();
        for (number, page) in pages.iter_mut().enumerate() {
            if count == 1 || has_cover && number == 0 {
                continue;
            }
            let Ok(area) = self.area(number) else {
                continue;
            };
            let is_right = number.is_multiple_of(2);
            let (outer, anchor) = if is_right {
                (area.left + area.width, Anchor::End)
            } else {
                (area.left, Anchor::Start)
            };
            page.tag(Tag::Artifact);
            let y = self.paper.height - self.paper.margin - 2.0;
            let (x, number_anchor) = if self.binding > 0.0 {
                (outer, anchor)
            } else {
                (area.left + area.width / 2.0, Anchor::Middle)
            };
            page.text(Text {
                anchor: number_anchor,
                ..line_text(
                    &(number + 1).to_string(),
                    (x, y),
                    9.5,
                    Weight::Regular,
                    theme,
                )
            });
            if self.running_heads {
                // Right pages of solutions name their part. All other pages name the book.
                let book = self.title.as_deref().unwrap_or("Sudoku");
                let text = if is_right && page.title == self.solutions_title {
                    self.solutions_title.clone()
                } else {
                    book.to_owned()
                };
                let y = self.paper.margin + 7.0;
                let size = f64::min(8.0, area.width / Weight::Regular.width(&text).max(0.1));
                page.text(Text {
                    anchor,
                    ..line_text(&text, (outer, y), size, Weight::Regular, theme)
                });
                let rule = Path::line((area.left, y + 4.0), (area.left + area.width, y + 4.0));
                page.stroke(rule, Stroke::solid(theme.line, 0.5));
            }
        }
    }
}

/// An entry with its picture.
struct Placed<'a> {
    entry: &'a Entry,
    picture: &'a Canvas,
    scale: f64,
}

/// Distributes a number over as few parts as possible with at most `most` each, evenly.
fn even_parts(count: usize, most: usize) -> Vec<usize> {
    let parts = count.div_ceil(most);
    (0..parts)
        .map(|part| count / parts + usize::from(part < count % parts))
        .collect()
}

/// Returns the size of a picture without its margin.
fn trimmed_size(picture: &Canvas) -> (f64, f64) {
    (
        picture.width - 2.0 * PICTURE_MARGIN,
        picture.height - 2.0 * PICTURE_MARGIN,
    )
}

/// Returns the distance from the left edge of a slot to the grid.
fn grid_edge(picture: &Canvas, slots: Slots, scale: f64) -> f64 {
    (slots.width - trimmed_size(picture).0 * scale) / 2.0
}

/// Places pictures with their titles into the slots of a page, row by row. A last row of
/// puzzles that is not full is centered.
fn place_entries(
    placed: &[Placed<'_>],
    slots: Slots,
    (row_gap, column_gap): (f64, f64),
    area: Area,
    style: TitleStyle,
    theme: &Theme,
    page: &mut Canvas,
) {
    let is_puzzle = style == PUZZLE_TITLE;
    for (
        number,
        Placed {
            entry,
            picture,
            scale,
        },
    ) in placed.iter().enumerate()
    {
        let (column, row) = (number % slots.across, number / slots.across);
        let in_row = (placed.len() - row * slots.across).min(slots.across);
        let step = slots.width + column_gap;
        let indent = if is_puzzle {
            step * (slots.across - in_row) as f64 / 2.0
        } else {
            0.0
        };
        let (x, y) = (
            area.left + indent + step * column as f64,
            area.top + (slots.height + style.height + row_gap) * row as f64,
        );
        let wide = trimmed_size(picture).0 * scale;
        let begin = x + grid_edge(picture, slots, *scale);
        let end = begin + wide;
        let remark = Text {
            anchor: Anchor::End,
            color: theme.candidate,
            ..line_text(
                &entry.remark,
                (end, y + style.size),
                style.size * 0.88,
                Weight::Regular,
                theme,
            )
        };
        let free = (end - remark.start().min(end)
            + if entry.remark.is_empty() { 0.0 } else { 8.0 })
        .min(end - begin);
        let size = style
            .size
            .min((end - begin - free).max(12.0) / Weight::Bold.width(&entry.title).max(0.1));
        if !entry.title.is_empty() {
            page.tag(Tag::Heading(2));
            page.text(line_text(
                &entry.title,
                (begin, y + style.size),
                size,
                Weight::Bold,
                theme,
            ));
        }
        if !entry.remark.is_empty() {
            page.tag(Tag::Paragraph);
            page.text(remark);
        }
        page.tag(Tag::Figure(picture.description.clone()));
        let inner = PICTURE_MARGIN * scale;
        page.paste(picture, (begin - inner, y + style.height - inner), *scale);
        if !page.description.is_empty() {
            page.description.push_str("\n\n");
        }
        page.description.push_str(&entry.title);
        page.description.push('\n');
        page.description.push_str(&picture.description);
    }
}

/// Creates a text that starts at a point.
fn line_text(text: &str, at: (f64, f64), size: f64, weight: Weight, theme: &Theme) -> Text {
    Text {
        text: text.to_owned(),
        at,
        anchor: Anchor::Start,
        size,
        weight,
        color: theme.ink,
        halo: None,
    }
}

/// Draws the title of a page.
fn draw_heading(text: &str, (left, top): (f64, f64), width: f64, theme: &Theme, page: &mut Canvas) {
    let size = f64::min(18.0, width / Weight::Bold.width(text).max(0.1));
    page.tag(Tag::Heading(1));
    page.text(line_text(
        text,
        (left, top + 16.0),
        size,
        Weight::Bold,
        theme,
    ));
}

/// Returns the largest width and the largest height of the pictures, without their margins.
fn largest_size(pictures: &[Canvas]) -> (f64, f64) {
    let most = |of: fn(&Canvas) -> f64| pictures.iter().map(of).fold(1.0, f64::max);
    (
        most(|picture| trimmed_size(picture).0),
        most(|picture| trimmed_size(picture).1),
    )
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Layout, Puzzle};

    use super::*;
    use crate::canvas::{Segment, Shape};
    use crate::theme::PRINT;

    fn entries(count: usize) -> Vec<Entry> {
        let scene = Scene::from_puzzle(&Puzzle::empty(&Layout::classic()));
        let entry = |number: usize| Entry {
            puzzle: scene.clone(),
            solution: Some(scene.clone()),
            title: (number + 1).to_string(),
            remark: "easy · 1.5".to_owned(),
        };
        (0..count).map(entry).collect()
    }

    fn assert_within_margins(pages: &[Canvas], margin: f64) {
        for page in pages {
            for shape in &page.shapes {
                let Shape::Path { path, .. } = shape else {
                    continue;
                };
                for segment in &path.0 {
                    let (Segment::Move(point) | Segment::Line(point)) = segment else {
                        continue;
                    };
                    assert!(
                        point.0 >= margin - 0.01 && point.0 <= page.width - margin + 0.01,
                        "{point:?}"
                    );
                    assert!(
                        point.1 >= margin - 0.01 && point.1 <= page.height - margin + 0.01,
                        "{point:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn solutions_of_large_grids_stay_on_the_page() {
        for (size, width, height) in [(16, 148.0, 105.0), (64, 297.0, 210.0), (100, 105.0, 148.0)] {
            let scene = Scene::from_puzzle(&Puzzle::empty(&Layout::for_size(size).unwrap()));
            let entry = Entry {
                puzzle: scene.clone(),
                solution: Some(scene),
                title: "1".to_owned(),
                remark: String::new(),
            };
            let booklet = Booklet {
                paper: Paper {
                    width: width * crate::page::POINTS_PER_MM,
                    height: height * crate::page::POINTS_PER_MM,
                    ..Paper::default()
                },
                ..Booklet::default()
            };
            let made = booklet.pages(&[entry], &PRINT).unwrap();
            assert_eq!(made.len(), 2);
            assert_within_margins(&made, booklet.paper.margin);
        }
    }

    #[test]
    fn pages_have_the_requested_puzzles_within_the_margins() {
        for (per_page, puzzles, pages) in
            [(1, 3, 4), (2, 3, 3), (6, 13, 4), (4, 1, 2), (12, 100, 12)]
        {
            let booklet = Booklet {
                per_page,
                title: Some("Book".to_owned()),
                ..Booklet::default()
            };
            let made = booklet.pages(&entries(puzzles), &PRINT).unwrap();
            assert_eq!(made.len(), pages, "{per_page} of {puzzles}");
            let margin = booklet.paper.margin;
            assert_within_margins(&made, margin);
        }
        assert_eq!(Slots::for_count(6, (500.0, 700.0), (1.0, 1.0)).across, 2);
        assert_eq!(Slots::for_count(6, (700.0, 500.0), (1.0, 1.0)).across, 3);
    }

    #[test]
    fn booklets_have_a_cover_running_heads_and_a_margin_at_the_binding() {
        let booklet = Booklet {
            per_page: 6,
            binding: 24.0,
            title: Some("Book".to_owned()),
            cover: Some(vec!["13 puzzles".to_owned()]),
            running_heads: true,
            max_width: None,
            ..Booklet::default()
        };
        let made = booklet.pages(&entries(13), &PRINT).unwrap();
        // The cover, three pages of puzzles and one of solutions.
        assert_eq!(made.len(), 5);
        let texts =
            |page: &Canvas| -> Vec<String> { page.texts().map(|text| text.text.clone()).collect() };
        assert_eq!(texts(&made[0]), ["Book", "13 puzzles"]);
        let counts: Vec<usize> = made[1..4]
            .iter()
            .map(|page| {
                let is_remark = |text: &&Text| text.text.starts_with("easy");
                page.texts().filter(is_remark).count()
            })
            .collect();
        assert_eq!(counts, [5, 4, 4], "the last page is not nearly empty");
        assert!(texts(&made[2]).ends_with(&["3".to_owned(), "Book".to_owned()]));
        assert!(texts(&made[4]).ends_with(&["5".to_owned(), "Solutions".to_owned()]));
        let edges = |page: &Canvas| {
            let starts = page.texts().map(Text::start);
            starts.fold(f64::INFINITY, f64::min)
        };
        let margin = booklet.paper.margin;
        assert!(
            (edges(&made[1]) - margin).abs() < 1.0,
            "even pages are bound at the right"
        );
        assert!(
            edges(&made[2]) >= margin + 24.0 - 0.01,
            "odd pages at the left"
        );
    }

    #[test]
    fn titles_stand_above_the_left_edge_of_their_grids_and_solutions_fill_their_page() {
        let booklet = Booklet {
            title: Some("Book".to_owned()),
            per_page: 4,
            ..Booklet::default()
        };
        let made = booklet.pages(&entries(12), &PRINT).unwrap();
        let start = |page: &Canvas, wanted: &str| {
            let mut texts = page.texts();
            texts.find(|text| text.text == wanted).map(Text::start)
        };
        let close = |a: Option<f64>, b: Option<f64>| (a.unwrap() - b.unwrap()).abs() < 0.01;
        assert!(close(start(&made[0], "Book"), start(&made[0], "1")));
        assert!(close(start(&made[3], "Solutions"), start(&made[3], "1")));
        let second = start(&made[3], "2").unwrap() - start(&made[3], "1").unwrap();
        assert!(
            second > 9.0 * SOLUTION_CELL,
            "few solutions are larger: {second}"
        );
        assert_eq!(even_parts(13, 6), [5, 4, 4]);
        assert_eq!(even_parts(0, 6), Vec::<usize>::new());
    }

    #[test]
    fn puzzles_that_do_not_fit_are_refused() {
        let paper = Paper::default();
        let many = Booklet {
            per_page: 5000,
            ..Booklet::default()
        };
        assert!(matches!(
            many.pages(&entries(1), &PRINT),
            Err(RenderError::Page(_))
        ));
        let narrow = Booklet {
            paper: Paper {
                margin: 300.0,
                ..paper
            },
            ..Booklet::default()
        };
        assert!(matches!(
            narrow.pages(&entries(1), &PRINT),
            Err(RenderError::Page(_))
        ));
        let none = Booklet::default().pages(&[], &PRINT).unwrap();
        assert!(none.is_empty());
    }
}
