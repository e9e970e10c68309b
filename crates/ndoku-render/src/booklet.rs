//! A booklet: pages of puzzles with titles and remarks, followed by smaller solutions.
//!
//! ```text
//! ┌──────────────┐ ┌──────────────┐
//! │ Title        │ │ Solutions    │
//! │ 1       easy │ │ 1   2   3    │
//! │ ┌──┐    ┌──┐ │ │ ▒   ▒   ▒    │
//! │ └──┘    └──┘ │ │ 4   5   6    │
//! │ ┌──┐    ┌──┐ │ │ ▒   ▒   ▒    │
//! │ └──┘    └──┘ │ │              │
//! │      1       │ │      2       │
//! └──────────────┘ └──────────────┘
//! ```

use crate::canvas::{Anchor, Canvas, Text};
use crate::font::Weight;
use crate::page::Paper;
use crate::{RenderError, Scene, Theme, draw_scene};

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
    /// Number of puzzles per page, at least 1. The puzzles are as large as the page allows.
    pub per_page: usize,
    /// The title above the puzzles of the first page, and of the file.
    pub title: Option<String>,
    /// The title above the solutions.
    pub solutions_title: String,
}

impl Default for Booklet {
    /// Returns a booklet of A4 pages with one puzzle each.
    fn default() -> Self {
        Self {
            paper: Paper::default(),
            per_page: 1,
            title: None,
            solutions_title: "Solutions".to_owned(),
        }
    }
}

/// The gap between two puzzles, and between two solutions, in points.
const GAP: f64 = 18.0;
const SOLUTION_GAP: f64 = 10.0;

/// The font size of titles and the height of their line, in points.
const TITLE_SIZE: f64 = 11.0;
const TITLE_HEIGHT: f64 = 17.0;

/// Maximum width of a puzzle in points. Larger puzzles are not practical to write in.
const MAX_PICTURE_WIDTH: f64 = 460.0;

/// The width of a cell of a solution in points.
const SOLUTION_CELL: f64 = 9.6;

/// The columns and rows of a page, and the size of each slot.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Slots {
    across: usize,
    down: usize,
    width: f64,
    height: f64,
    gap: f64,
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
                gap: GAP,
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
            gap: GAP,
        })
    }
}

impl Booklet {
    /// Draws the pages.
    ///
    /// # Errors
    /// Returns [`RenderError::Page`] if the puzzles do not fit on the paper, or the margins leave
    /// no space.
    pub fn pages(&self, entries: &[Entry], theme: &Theme) -> Result<Vec<Canvas>, RenderError> {
        let (left, top, width, height) = self.paper.content_area()?;
        let header = if self.title.is_some() { 34.0 } else { 0.0 };
        let mut pages: Vec<Canvas> = Vec::new();
        let drawn: Vec<Canvas> = entries
            .iter()
            .map(|entry| draw_scene(&entry.puzzle.clone().with_heading(""), theme))
            .collect();
        let slots = Slots::for_count(
            self.per_page.max(1),
            (width, height - header),
            largest_size(&drawn),
        );
        for (number, chunk) in entries.chunks(self.per_page.max(1)).enumerate() {
            let mut page = self.paper.page(
                theme,
                self.title.clone().unwrap_or_else(|| "Sudoku".to_owned()),
            );
            // Puzzles have the same positions on all pages, with and without the title.
            if let (0, Some(title)) = (number, &self.title) {
                draw_heading(title, (left, top), width, theme, &mut page);
            }
            let pictures = &drawn[number * self.per_page.max(1)..];
            self.place_entries(
                chunk.iter().zip(pictures),
                slots,
                (left, top + header),
                theme,
                &mut page,
            )?;
            pages.push(page);
        }
        // Solutions have no remark.
        let bare: Vec<Entry> = entries
            .iter()
            .map(|entry| Entry {
                remark: String::new(),
                ..entry.clone()
            })
            .collect();
        let solved: Vec<(&Entry, Canvas)> = bare
            .iter()
            .filter_map(|entry| {
                Some((
                    entry,
                    draw_scene(
                        &entry
                            .solution
                            .clone()?
                            .with_heading("")
                            .with_coordinates(false),
                        theme,
                    ),
                ))
            })
            .collect();
        if !solved.is_empty() {
            let size = solved
                .iter()
                .map(|(entry, _)| f64::from(entry.puzzle.layout().size()))
                .fold(1.0, f64::max);
            let header = 34.0;
            let fit = |room: f64, more: f64| {
                (((room + SOLUTION_GAP) / (size * SOLUTION_CELL + 4.0 + more + SOLUTION_GAP))
                    .floor() as usize)
                    .max(1)
            };
            let (across, down) = (fit(width, 0.0), fit(height - header, TITLE_HEIGHT));
            let slots = Slots {
                across,
                down,
                width: (width - SOLUTION_GAP * (across - 1) as f64) / across as f64,
                height: (height - header - SOLUTION_GAP * (down - 1) as f64) / down as f64
                    - TITLE_HEIGHT,
                gap: SOLUTION_GAP,
            };
            for chunk in solved.chunks(across * down) {
                let mut page = self.paper.page(theme, self.solutions_title.clone());
                draw_heading(&self.solutions_title, (left, top), width, theme, &mut page);
                self.place_entries(
                    chunk.iter().map(|(entry, picture)| (*entry, picture)),
                    slots,
                    (left, top + header),
                    theme,
                    &mut page,
                )?;
                pages.push(page);
            }
        }
        self.paper.number_pages(&mut pages, theme);
        Ok(pages)
    }

    /// Places pictures with their titles into the slots of a page, row by row.
    fn place_entries<'a>(
        &self,
        entries: impl Iterator<Item = (&'a Entry, &'a Canvas)>,
        slots: Slots,
        (left, top): (f64, f64),
        theme: &Theme,
        page: &mut Canvas,
    ) -> Result<(), RenderError> {
        for (number, (entry, picture)) in entries.enumerate() {
            let (column, row) = (number % slots.across, number / slots.across);
            let (x, y) = (
                left + (slots.width + slots.gap) * column as f64,
                top + (slots.height + TITLE_HEIGHT + slots.gap) * row as f64,
            );
            let scale = (slots.width / picture.width)
                .min(slots.height / picture.height)
                .min(MAX_PICTURE_WIDTH / picture.width);
            if scale <= 0.0 || scale * picture.width < 24.0 {
                return Err(RenderError::Page(format!(
                    "{} puzzles do not fit on a page",
                    self.per_page
                )));
            }
            let wide = picture.width * scale;
            let x = x + (slots.width - wide) / 2.0;
            // A picture has its own margin. The title is aligned with the grid.
            let (begin, end) = (x + 8.0 * scale, x + wide - 8.0 * scale);
            let remark = Text {
                text: entry.remark.clone(),
                at: (end, y + TITLE_SIZE),
                anchor: Anchor::End,
                size: TITLE_SIZE * 0.9,
                weight: Weight::Regular,
                color: theme.candidate,
            };
            let free = (end - remark.start().min(end)
                + if entry.remark.is_empty() { 0.0 } else { 8.0 })
            .min(end - begin);
            let size = TITLE_SIZE
                .min((end - begin - free).max(12.0) / Weight::Bold.width(&entry.title).max(0.1));
            page.text(Text {
                text: entry.title.clone(),
                at: (begin, y + TITLE_SIZE),
                anchor: Anchor::Start,
                size,
                weight: Weight::Bold,
                color: theme.ink,
            });
            page.text(remark);
            page.paste(picture, (x, y + TITLE_HEIGHT), scale);
        }
        Ok(())
    }
}

/// Draws the title of a page.
fn draw_heading(text: &str, (left, top): (f64, f64), width: f64, theme: &Theme, page: &mut Canvas) {
    let size = f64::min(18.0, width / Weight::Bold.width(text).max(0.1));
    page.text(Text {
        text: text.to_owned(),
        at: (left, top + 16.0),
        anchor: Anchor::Start,
        size,
        weight: Weight::Bold,
        color: theme.ink,
    });
}

/// Returns the largest width and the largest height of the pictures.
fn largest_size(pictures: &[Canvas]) -> (f64, f64) {
    let most = |of: fn(&Canvas) -> f64| pictures.iter().map(of).fold(1.0, f64::max);
    (
        most(|picture| picture.width),
        most(|picture| picture.height),
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

    #[test]
    fn pages_have_the_requested_puzzles_within_the_margins() {
        for (per_page, puzzles, pages) in
            [(1, 3, 4), (2, 3, 3), (6, 13, 4), (4, 1, 2), (12, 100, 13)]
        {
            let booklet = Booklet {
                per_page,
                title: Some("Book".to_owned()),
                ..Booklet::default()
            };
            let made = booklet.pages(&entries(puzzles), &PRINT).unwrap();
            assert_eq!(made.len(), pages, "{per_page} of {puzzles}");
            let margin = booklet.paper.margin;
            for page in &made {
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
        assert_eq!(Slots::for_count(6, (500.0, 700.0), (1.0, 1.0)).across, 2);
        assert_eq!(Slots::for_count(6, (700.0, 500.0), (1.0, 1.0)).across, 3);
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
