//! Lays out a document on pages with one or two columns.
//!
//! ```text
//! ┌───────────────────┐
//! │ Title             │   heading of level 1 and its paragraphs: both columns
//! │ 3. Naked Pair     │
//! │ ┌────┐   5. Claim │   blocks flow from column to column
//! │ └────┘   ┌────┐   │
//! │ text     └────┘   │   the columns of a last page have the same height
//! └───────────────────┘
//! ```
//!
//! A *block* is a heading with the parts up to the next heading. It consists of *pieces*: lines,
//! rows of tables and pictures. A heading moves to the next column if the piece after it does.

use super::{Paper, wrap_lines};
use crate::canvas::{Anchor, Canvas, Path, Stroke, Tag, Text};
use crate::document::{Document, DocumentPart, Table};
use crate::font::Weight;
use crate::picture::draw_on_page;
use crate::{RenderError, Theme};

/// The space between columns in points.
const COLUMN_GAP: f64 = 20.0;

/// Minimum width of a column in points. Narrower paper has one column.
const MIN_COLUMN_WIDTH: f64 = 200.0;

/// Font sizes in points.
const TITLE_SIZE: f64 = 17.0;
const HEADING_SIZE: f64 = 9.5;
const TEXT_SIZE: f64 = 8.5;

/// Points per unit of a picture. A cell with candidates is 19 points wide.
const PICTURE_SCALE: f64 = 0.285;

/// The space below headings, other parts and blocks in points.
const HEADING_SPACE: f64 = 2.5;
const PART_SPACE: f64 = 4.0;
const BLOCK_SPACE: f64 = 6.0;

/// The space between the columns of a table in points.
const CELL_GAP: f64 = 9.0;

/// A piece of a column that is never cut.
struct Piece {
    canvas: Canvas,
    height: f64,
    /// The space below. It is dropped at the end of a column.
    after: f64,
    /// The meaning, and the number of the part. Pieces of one part share a tag.
    tag: Tag,
    part: usize,
}

/// A heading with the parts up to the next heading.
#[derive(Default)]
struct Block {
    pieces: Vec<Piece>,
    /// Number of the first pieces that stay together.
    kept: usize,
}

impl Block {
    fn height(&self, pieces: usize) -> f64 {
        let pieces = &self.pieces[..pieces.min(self.pieces.len())];
        let all: f64 = pieces.iter().map(|piece| piece.height + piece.after).sum();
        all - pieces.last().map_or(0.0, |piece| piece.after)
    }
}

/// A heading of level 1 with everything up to the next one.
#[derive(Default)]
struct Article {
    title: String,
    /// The pieces over both columns.
    head: Vec<Piece>,
    blocks: Vec<Block>,
}

/// The place of a piece: the page of the article, the column, and the distance from the upper end.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Place {
    page: usize,
    column: usize,
    y: f64,
}

/// The measures of the page.
struct PageColumns {
    left: f64,
    top: f64,
    /// The width of both columns together.
    width: f64,
    height: f64,
    count: usize,
    column: f64,
}

impl PageColumns {
    fn new(paper: &Paper) -> Result<Self, RenderError> {
        let (left, top, width, height) = paper.content_area()?;
        let half = (width - COLUMN_GAP) / 2.0;
        let (count, column) = if half >= MIN_COLUMN_WIDTH {
            (2, half)
        } else {
            (1, width)
        };
        Ok(Self {
            left,
            top,
            width,
            height,
            count,
            column,
        })
    }
}

/// Lays out a document. See [`super::paginate`].
pub(super) fn paginate(
    document: &Document,
    paper: &Paper,
    theme: &Theme,
) -> Result<Vec<Canvas>, RenderError> {
    let columns = PageColumns::new(paper)?;
    let mut pages = Vec::new();
    for article in articles(document, &columns, theme) {
        draw_article(&article, document, &columns, paper, theme, &mut pages);
    }
    paper.number_pages(&mut pages, theme);
    Ok(pages)
}

/// Draws an article on new pages.
fn draw_article(
    article: &Article,
    document: &Document,
    columns: &PageColumns,
    paper: &Paper,
    theme: &Theme,
    pages: &mut Vec<Canvas>,
) {
    let first = pages.len();
    let head_height: f64 = article
        .head
        .iter()
        .map(|piece| piece.height + piece.after)
        .sum();
    let places = place_blocks(&article.blocks, head_height, columns);
    let count = places.last().map_or(0, |place| place.page) + 1;
    for number in 0..count {
        let mut page = paper.page(theme, document.title.clone());
        if number > 0 {
            draw_running_head(&article.title, columns, theme, &mut page);
        }
        pages.push(page);
    }
    let mut y = columns.top;
    let mut last = None;
    for piece in &article.head {
        let page = &mut pages[first];
        if last != Some(piece.part) {
            page.tag(piece.tag.clone());
        }
        page.paste(&piece.canvas, (columns.left, y), 1.0);
        (y, last) = (y + piece.height + piece.after, Some(piece.part));
    }
    let pieces = article.blocks.iter().flat_map(|block| &block.pieces);
    let mut last = None;
    for (piece, place) in pieces.zip(&places) {
        let page = &mut pages[first + place.page];
        let key = (place.page, piece.part);
        if last != Some(key) {
            page.tag(piece.tag.clone());
        }
        last = Some(key);
        let above = if place.page == 0 { head_height } else { 0.0 };
        let at = (
            columns.left + (columns.column + COLUMN_GAP) * place.column as f64,
            columns.top + above + place.y,
        );
        page.paste(&piece.canvas, at, 1.0);
    }
}

/// Draws the title of the article at the upper edge of a later page.
fn draw_running_head(title: &str, columns: &PageColumns, theme: &Theme, page: &mut Canvas) {
    let y = columns.top - 9.0;
    if y < 10.0 || title.is_empty() {
        return;
    }
    let size = f64::min(7.5, columns.width / Weight::Regular.width(title).max(0.1));
    page.tag(Tag::Artifact);
    page.text(Text {
        text: title.to_owned(),
        at: (columns.left, y),
        anchor: Anchor::Start,
        size,
        weight: Weight::Regular,
        color: theme.candidate,
        halo: None,
    });
}

/// Finds the place of each piece. The columns of the last page are as low as possible.
fn place_blocks(blocks: &[Block], head: f64, columns: &PageColumns) -> Vec<Place> {
    let full = columns.height;
    let places = fill_columns(blocks, head, columns, (usize::MAX, full));
    let Some(last) = places.last().map(|place| place.page) else {
        return places;
    };
    if columns.count == 1 {
        return places;
    }
    let (mut low, mut high) = (0.0, full);
    let mut best = places;
    for _ in 0..12 {
        let limit = f64::midpoint(low, high);
        let tried = fill_columns(blocks, head, columns, (last, limit));
        if tried.last().is_some_and(|place| place.page == last) {
            (best, high) = (tried, limit);
        } else {
            low = limit;
        }
    }
    best
}

/// Fills columns from top to bottom. From the page `limit.0` on, columns have the height `limit.1`.
fn fill_columns(
    blocks: &[Block],
    head: f64,
    columns: &PageColumns,
    limit: (usize, f64),
) -> Vec<Place> {
    let full = |page: usize| columns.height - if page == 0 { head } else { 0.0 };
    let room = |page: usize| {
        if page >= limit.0 {
            f64::min(full(page), limit.1)
        } else {
            full(page)
        }
    };
    let mut places = Vec::new();
    let (mut page, mut column, mut y) = (0, 0, 0.0);
    let mut next_column = |page: &mut usize, y: &mut f64| {
        column += 1;
        if column == columns.count {
            (column, *page) = (0, *page + 1);
        }
        *y = 0.0;
        column
    };
    let mut now = 0;
    for block in blocks {
        // A heading stays with its picture, or with the first lines of its text.
        let needed = block.height(block.kept);
        if y > 0.0 && y + needed > room(page) + 0.01 {
            now = next_column(&mut page, &mut y);
        }
        for (number, piece) in block.pieces.iter().enumerate() {
            // The limit never separates a heading from the pieces that it stays with.
            let room = if number < block.kept {
                full(page)
            } else {
                room(page)
            };
            if y > 0.0 && y + piece.height > room + 0.01 {
                now = next_column(&mut page, &mut y);
            }
            places.push(Place {
                page,
                column: now,
                y,
            });
            y += piece.height + piece.after;
        }
    }
    places
}

/// Cuts a document into articles.
fn articles(document: &Document, columns: &PageColumns, theme: &Theme) -> Vec<Article> {
    let mut articles: Vec<Article> = Vec::new();
    let mut setter = Setter {
        columns,
        theme,
        parts: 0,
    };
    for part in &document.parts {
        let is_title = matches!(part, DocumentPart::Heading(1, _));
        if is_title || articles.is_empty() {
            articles.push(Article::default());
        }
        let Some(article) = articles.last_mut() else {
            continue;
        };
        if let DocumentPart::Heading(1, text) = part {
            article.title.clone_from(text);
        }
        let is_head = is_title
            || matches!(part, DocumentPart::Text(_))
                && article.blocks.is_empty()
                && !article.head.is_empty();
        if is_head {
            article.head.extend(setter.pieces(part, columns.width));
            continue;
        }
        let pieces = setter.pieces(part, columns.column);
        let is_heading = matches!(part, DocumentPart::Heading(..));
        match article.blocks.last_mut() {
            Some(block) if !is_heading => block.push(pieces),
            _ => article.blocks.push(Block {
                kept: pieces.len() + 2 * usize::from(is_heading),
                pieces,
            }),
        }
    }
    for block in articles.iter_mut().flat_map(|article| &mut article.blocks) {
        if let Some(last) = block.pieces.last_mut() {
            last.after = BLOCK_SPACE;
        }
    }
    articles
}

impl Block {
    fn push(&mut self, pieces: Vec<Piece>) {
        self.pieces.extend(pieces);
    }
}

/// Sets parts as pieces.
struct Setter<'a> {
    columns: &'a PageColumns,
    theme: &'a Theme,
    /// Number of parts so far.
    parts: usize,
}

impl Setter<'_> {
    /// Returns the pieces of a part at a width.
    fn pieces(&mut self, part: &DocumentPart, width: f64) -> Vec<Piece> {
        self.parts += 1;
        let (number, theme) = (self.parts, self.theme);
        let lines = |text: &str, size: f64, weight: Weight, tag: &Tag| {
            wrap_lines(text, size, weight, width)
                .into_iter()
                .map(|line| text_piece(line, (size, weight), (tag.clone(), number), theme))
                .collect::<Vec<Piece>>()
        };
        let (mut pieces, after) = match part {
            DocumentPart::Heading(1, text) => {
                let tag = Tag::Heading(1);
                (lines(text, TITLE_SIZE, Weight::Bold, &tag), HEADING_SPACE)
            }
            DocumentPart::Heading(_, text) => {
                let tag = Tag::Heading(2);
                (lines(text, HEADING_SIZE, Weight::Bold, &tag), HEADING_SPACE)
            }
            DocumentPart::Text(text) => {
                let tag = Tag::Paragraph;
                (lines(text, TEXT_SIZE, Weight::Regular, &tag), PART_SPACE)
            }
            DocumentPart::Picture(scene) => {
                let picture = draw_on_page(scene, theme);
                let scale = PICTURE_SCALE
                    .min(width / picture.width)
                    .min(self.columns.height / picture.height);
                let mut canvas = Canvas::default();
                // The grid begins at the left edge of the column, not the margin of the picture.
                canvas.paste(&picture, (-8.0 * scale, -6.0 * scale), scale);
                let piece = Piece {
                    canvas,
                    height: (picture.height - 10.0) * scale,
                    after: 0.0,
                    tag: Tag::Figure(picture.description),
                    part: number,
                };
                (vec![piece], PART_SPACE)
            }
            DocumentPart::Table(table) => (self.rows(table, width), PART_SPACE),
        };
        if let Some(last) = pieces.last_mut() {
            last.after = after;
        }
        pieces
    }

    /// Returns the rows of a table. The last column wraps its texts.
    fn rows(&self, table: &Table, width: f64) -> Vec<Piece> {
        let theme = self.theme;
        let widths = table.widths(|text| Weight::Bold.width(text) * TEXT_SIZE);
        let starts: Vec<f64> = widths
            .iter()
            .scan(0.0, |x, width| {
                let start = *x;
                *x += width + CELL_GAP;
                Some(start)
            })
            .collect();
        let high = TEXT_SIZE * 1.32;
        let row = |(number, cells): (usize, &Vec<String>)| {
            let weight = if number == 0 {
                Weight::Bold
            } else {
                Weight::Regular
            };
            let mut canvas = Canvas::default();
            let mut rows = 1;
            for (column, text) in cells.iter().enumerate() {
                let start = starts[column];
                let lines = if column + 1 == cells.len() {
                    wrap_lines(text, TEXT_SIZE, weight, (width - start).max(20.0))
                } else {
                    vec![text.clone()]
                };
                rows = rows.max(lines.len());
                for (line, text) in lines.into_iter().enumerate() {
                    canvas.text(Text {
                        text,
                        at: (start, TEXT_SIZE * 1.05 + high * line as f64),
                        anchor: Anchor::Start,
                        size: TEXT_SIZE,
                        weight,
                        color: theme.ink,
                        halo: None,
                    });
                }
            }
            let height = high * rows as f64;
            if number == 0 {
                let rule = Path::line((0.0, height + 1.0), (width, height + 1.0));
                canvas.stroke(rule, Stroke::solid(theme.line, 0.5));
            }
            Piece {
                canvas,
                height,
                after: if number == 0 { 3.0 } else { 0.0 },
                tag: Tag::Paragraph,
                // Each row is a paragraph of its own.
                part: self.parts * 10_000 + number + 1,
            }
        };
        table.lines().enumerate().map(row).collect()
    }
}

/// Returns a line of a text.
fn text_piece(
    line: String,
    (size, weight): (f64, Weight),
    (tag, part): (Tag, usize),
    theme: &Theme,
) -> Piece {
    let mut canvas = Canvas::default();
    canvas.text(Text {
        text: line,
        at: (0.0, size * 1.02),
        anchor: Anchor::Start,
        size,
        weight,
        color: theme.ink,
        halo: None,
    });
    Piece {
        canvas,
        height: size * 1.32,
        after: 0.0,
        tag,
        part,
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::Puzzle;

    use super::*;
    use crate::Scene;
    use crate::canvas::Shape;
    use crate::page::POINTS_PER_MM;
    use crate::theme::PRINT;

    fn texts(page: &Canvas) -> Vec<&Text> {
        page.texts().collect()
    }

    #[test]
    fn headings_stay_with_the_next_part_and_columns_keep_the_margins() {
        let mut document = Document::new("Long");
        document.add_heading(1, "Long");
        for number in 0..200 {
            document.add_heading(2, format!("Step {number}"));
            document.add_text("Words. ".repeat(30));
        }
        let paper = Paper::default();
        let pages = paginate(&document, &paper, &PRINT).unwrap();
        assert!((3..30).contains(&pages.len()), "{}", pages.len());
        for page in &pages {
            let all = texts(page);
            for (text, next) in all.iter().zip(&all[1..]) {
                let right = text.start() + text.weight.width(&text.text) * text.size;
                assert!(right <= page.width - paper.margin + 0.5, "{text:?}");
                if text.text.starts_with("Step") {
                    assert!(
                        next.text.starts_with("Words") && next.at.1 > text.at.1,
                        "{next:?}"
                    );
                    assert!((next.at.0 - text.at.0).abs() < 0.01, "{next:?}");
                }
            }
            assert!(all[0].at.1 > 10.0 * POINTS_PER_MM / 2.0);
        }
    }

    #[test]
    fn the_columns_of_the_last_page_are_balanced() {
        let mut document = Document::new("Short");
        document.add_heading(1, "Short");
        for number in 0..8 {
            document.add_heading(2, format!("Step {number}"));
            document.add_text("Words. ".repeat(60));
        }
        let pages = paginate(&document, &Paper::default(), &PRINT).unwrap();
        assert_eq!(pages.len(), 1);
        let lowest = |is_left: bool| {
            texts(&pages[0])
                .iter()
                .filter(|text| (text.at.0 < pages[0].width / 2.0) == is_left)
                .map(|text| text.at.1)
                .fold(0.0, f64::max)
        };
        assert!((lowest(true) - lowest(false)).abs() < 80.0);
    }

    #[test]
    fn tables_have_aligned_columns_and_pictures_have_a_description() {
        let mut document = Document::new("Table");
        document.add_heading(1, "Table");
        document.add_table(Table {
            header: vec!["No.".to_owned(), "Step".to_owned()],
            rows: (1..40)
                .map(|number| vec![number.to_string(), "Naked Single: r1c1+5".to_owned()])
                .collect(),
        });
        let puzzle: Puzzle = "1.......4......2".parse().unwrap();
        document.add_picture(Scene::from_puzzle(&puzzle));
        let pages = paginate(&document, &Paper::default(), &PRINT).unwrap();
        let second: Vec<f64> = texts(&pages[0])
            .iter()
            .filter(|text| text.text.starts_with("Naked"))
            .map(|text| text.at.0)
            .collect();
        assert_eq!(second.len(), 39);
        assert!(
            second.iter().all(|x| (x - second[0]).abs() < 0.01),
            "{second:?}"
        );
        let has_figure = pages[0]
            .shapes
            .iter()
            .any(|shape| matches!(shape, Shape::Tag(Tag::Figure(text)) if text.contains("Row 1: 1 . . .")));
        assert!(has_figure);
    }
}
