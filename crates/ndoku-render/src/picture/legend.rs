//! The lines below the grid: caption and notes, and a legend with a small picture of each rule and
//! of each sign of a step.
//!
//! ```text
//!   hard · 4.2 · anti-knight
//!   (##)==== thermo    ▒▒▒▒ whisper 5    12| sandwich
//!   (●) true    [□] false    [/] ruled out    ──▶ strong link    - -▶ weak link
//! ```

use std::collections::BTreeSet;

use ndoku_core::{Cell, Decoration, Digit, Highlight, HighlightRole, LineStyle, OutsideClue};

use super::GridGeometry;
use super::decorations::DecorationPainter;
use super::highlights::{arrow_head, draw_sign, draw_strike};
use super::outside::{OutsideClues, draw_number};
use crate::canvas::{Anchor, Canvas, Dash, Path, Point, Stroke, Text};
use crate::font::{CAP_HEIGHT, Weight};
use crate::theme::{Sign, Theme, outline_dash};
use crate::words::Words;

/// The height of the first line.
const FIRST_ROW: f64 = 32.0;
/// The height of each other line.
const ROW: f64 = 27.0;
/// The font sizes of caption and legend.
const CAPTION_SIZE: f64 = 19.0;
const LEGEND_SIZE: f64 = 16.0;
/// The width of a cell in a small picture.
const SAMPLE_CELL: f64 = 21.0;
/// The cells of a small picture. They have neighbors on all sides.
const SAMPLE_CELLS: [Cell; 2] = [Cell::new(1, 1), Cell::new(1, 2)];
/// The space between a picture and its text, and between entries.
const GAP: f64 = 6.0;
const ENTRY_GAP: f64 = 18.0;

/// The small picture of an entry.
enum Sample {
    Rule(Decoration),
    /// The sign of a candidate.
    Candidate(HighlightRole),
    /// The frame of a cell or a house.
    Frame(HighlightRole),
    /// A link, which is strong or weak.
    Link(bool),
}

/// An entry of the legend.
struct Entry {
    sample: Sample,
    text: String,
}

impl Entry {
    /// Returns the columns of the small picture.
    fn columns(&self) -> f64 {
        match self.sample {
            Sample::Rule(Decoration::Cells { .. } | Decoration::Vertex { .. })
            | Sample::Candidate(_)
            | Sample::Frame(_) => 1.0,
            _ => 2.0,
        }
    }

    fn width(&self) -> f64 {
        self.columns() * SAMPLE_CELL + GAP + Weight::Regular.width(&self.text) * LEGEND_SIZE
    }
}

/// The lines below the grid.
pub(super) struct Legend {
    captions: Vec<String>,
    rows: Vec<Vec<Entry>>,
    width: f64,
}

impl Legend {
    /// Breaks captions, the rules of decorations and the signs of highlights into lines of a width.
    pub(super) fn new(
        captions: Vec<String>,
        decorations: &[Decoration],
        highlights: &[Highlight],
        words: &Words,
        width: f64,
    ) -> Self {
        let mut rows: Vec<Vec<Entry>> = Vec::new();
        let mut used = 0.0;
        let signs = highlight_entries(highlights, words);
        for entry in entries(decorations, words).into_iter().chain(signs) {
            let needed = entry.width();
            match rows.last_mut() {
                Some(row) if used + ENTRY_GAP + needed <= width => {
                    used += ENTRY_GAP + needed;
                    row.push(entry);
                }
                _ => {
                    used = needed;
                    rows.push(vec![entry]);
                }
            }
        }
        Self {
            captions: join_captions(captions, width),
            rows,
            width,
        }
    }

    /// Returns the height of all lines.
    pub(super) fn height(&self) -> f64 {
        match self.captions.len() + self.rows.len() {
            0 => 0.0,
            lines => FIRST_ROW + (lines - 1) as f64 * ROW,
        }
    }

    /// Draws the lines below a point.
    pub(super) fn draw(
        &self,
        (left, top): Point,
        outside: &OutsideClues,
        theme: &Theme,
        symbol: &dyn Fn(Digit) -> String,
        canvas: &mut Canvas,
    ) {
        let mut baseline = top + 28.0;
        for caption in &self.captions {
            let fitting = self.width / Weight::Regular.width(caption).max(0.1);
            canvas.text(Text {
                text: caption.clone(),
                at: (left, baseline),
                anchor: Anchor::Start,
                size: f64::min(CAPTION_SIZE, fitting),
                weight: Weight::Regular,
                color: theme.candidate,
                halo: None,
            });
            baseline += ROW;
        }
        for row in &self.rows {
            let mut x = left;
            for entry in row {
                let middle = baseline - LEGEND_SIZE * CAP_HEIGHT / 2.0;
                let corner = (x, middle - SAMPLE_CELL / 2.0);
                match &entry.sample {
                    Sample::Rule(rule) => {
                        draw_sample(rule, corner, outside, theme, symbol, canvas);
                    }
                    sample => draw_sign_sample(sample, corner, theme, canvas),
                }
                canvas.text(Text {
                    text: entry.text.clone(),
                    at: (x + entry.columns() * SAMPLE_CELL + GAP, baseline),
                    anchor: Anchor::Start,
                    size: LEGEND_SIZE,
                    weight: Weight::Regular,
                    color: theme.candidate,
                    halo: None,
                });
                x += entry.width() + ENTRY_GAP;
            }
            baseline += ROW;
        }
    }
}

/// Joins captions to lines that fit a width, if possible.
fn join_captions(captions: Vec<String>, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for caption in captions {
        let joined = lines.last().map(|line| format!("{line} · {caption}"));
        match joined {
            Some(joined) if Weight::Regular.width(&joined) * CAPTION_SIZE <= width => {
                lines.pop();
                lines.push(joined);
            }
            _ => lines.push(caption),
        }
    }
    lines
}

/// Returns the entry of a line: its name, and its number if there is one.
pub(super) fn line_name(style: LineStyle, label: &str) -> String {
    if label.is_empty() {
        style.name().to_owned()
    } else {
        format!("{} {label}", style.name())
    }
}

/// Returns an entry for each rule, in the order of the decorations.
fn entries(decorations: &[Decoration], words: &Words) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for decoration in decorations {
        let Some(rule) = decoration.rule() else {
            continue;
        };
        let text = match decoration {
            // A line without a known rule needs no name.
            Decoration::Line {
                style: LineStyle::Plain,
                ..
            } => continue,
            Decoration::Line { style, label, .. } => line_name(*style, label),
            _ => rule.to_owned(),
        };
        let text = words.rule(&text);
        if entries.iter().all(|entry| entry.text != text) {
            entries.push(Entry {
                sample: Sample::Rule(sample_of(decoration)),
                text,
            });
        }
    }
    entries
}

/// Returns an entry for each sign of a step: candidates, then frames, then links.
fn highlight_entries(highlights: &[Highlight], words: &Words) -> Vec<Entry> {
    let (mut candidates, mut frames, mut links) = (BTreeSet::new(), BTreeSet::new(), [false; 2]);
    for highlight in highlights {
        match highlight {
            Highlight::Candidate(_, role) => drop(candidates.insert(*role)),
            Highlight::Cell(_, role) | Highlight::House(_, role) => drop(frames.insert(*role)),
            Highlight::Link { strong, .. } => links[usize::from(!*strong)] = true,
        }
    }
    // A frame in the color of a known sign needs no entry.
    frames.retain(|role| !candidates.contains(role));
    let link = |(number, name): (usize, &str)| {
        links[number].then(|| Entry {
            sample: Sample::Link(number == 0),
            text: name.to_owned(),
        })
    };
    let entry = |sample: fn(HighlightRole) -> Sample| {
        move |role: HighlightRole| Entry {
            sample: sample(role),
            text: words.role(role),
        }
    };
    candidates
        .into_iter()
        .map(entry(Sample::Candidate))
        .chain(frames.into_iter().map(entry(Sample::Frame)))
        .chain(
            [words.strong_link, words.weak_link]
                .into_iter()
                .enumerate()
                .filter_map(link),
        )
        .collect()
}

/// Draws the sign of a candidate, the frame of a cell or a link.
fn draw_sign_sample(sample: &Sample, (x, y): Point, theme: &Theme, canvas: &mut Canvas) {
    let middle = (x + SAMPLE_CELL / 2.0, y + SAMPLE_CELL / 2.0);
    match sample {
        Sample::Rule(_) => {}
        Sample::Candidate(role) => {
            let (sign, hue) = (Sign::for_role(*role), theme.hue(*role));
            draw_sign(sign, (middle, 8.5), hue, theme, canvas);
            if sign == Sign::Strike {
                draw_strike(middle, 7.0, 1.8, theme, canvas);
            }
        }
        Sample::Frame(role) => {
            let path = Path::rectangle(x + 2.0, y + 2.0, SAMPLE_CELL - 4.0, SAMPLE_CELL - 4.0);
            let hue = theme.hue(*role);
            let stroke = Stroke::dashed(hue.edge, 2.5, outline_dash(*role));
            canvas.path(path, Some(theme.cell_background(*role)), Some(stroke));
        }
        Sample::Link(strong) => {
            let (from, tip) = ((x + 2.0, middle.1), (x + 2.0 * SAMPLE_CELL - 3.0, middle.1));
            let neck = (tip.0 - 9.0, tip.1);
            let (width, dash) = if *strong {
                (2.8, Dash::Solid)
            } else {
                (2.4, Dash::Dashed)
            };
            let stroke = Stroke::dashed(theme.link, width, dash);
            canvas.stroke(Path::line(from, neck), stroke);
            canvas.fill(arrow_head(tip, (1.0, 0.0), 9.0), theme.link);
        }
    }
}

/// Returns a decoration of the same kind in one or two cells.
fn sample_of(decoration: &Decoration) -> Decoration {
    let [a, b] = SAMPLE_CELLS;
    match decoration.clone() {
        Decoration::Cells { shape, .. } => Decoration::Cells {
            shape,
            cells: [a].into(),
            label: "".into(),
        },
        Decoration::Pill(_) => Decoration::Line {
            style: LineStyle::Arrow,
            cells: [a, b].into(),
            label: "".into(),
        },
        Decoration::Line { style, .. } => Decoration::Line {
            style,
            cells: [a, b].into(),
            label: "".into(),
        },
        Decoration::Cage { .. } => Decoration::Cage {
            cells: [a, b].into(),
            label: "".into(),
        },
        Decoration::Dot { filled, .. } => Decoration::Dot {
            between: [a, b],
            filled,
            label: "".into(),
        },
        Decoration::BorderText { text, .. } => Decoration::BorderText {
            between: [a, b],
            text,
        },
        Decoration::Inequality { .. } => Decoration::Inequality {
            greater: a,
            less: b,
        },
        other => other,
    }
}

fn draw_sample(
    sample: &Decoration,
    corner: Point,
    outside: &OutsideClues,
    theme: &Theme,
    symbol: &dyn Fn(Digit) -> String,
    canvas: &mut Canvas,
) {
    let geometry = GridGeometry::for_sample(corner, SAMPLE_CELL);
    let painter = DecorationPainter {
        theme,
        geometry: &geometry,
        scale: 0.65,
        symbol,
    };
    let middle = (corner.0 + SAMPLE_CELL, corner.1 + SAMPLE_CELL / 2.0);
    // Signs of one cell, and those on a border, need the border to be seen.
    let columns = match sample {
        Decoration::Outside { clue, .. } => {
            draw_outside_sample(*clue, middle, outside, &painter, canvas);
            return;
        }
        Decoration::Vertex { .. } => {
            let center = (middle.0 - SAMPLE_CELL / 2.0, middle.1);
            canvas.path(
                Path::circle(center, 9.0),
                Some(theme.paper),
                Some(Stroke::solid(theme.ink, 1.4)),
            );
            return;
        }
        Decoration::Cells { .. } => 1,
        Decoration::Dot { .. } | Decoration::BorderText { .. } | Decoration::Inequality { .. } => 2,
        _ => 0,
    };
    let is_arrow = matches!(
        sample,
        Decoration::Line {
            style: LineStyle::Arrow,
            ..
        }
    );
    let circle = Decoration::Pill([SAMPLE_CELLS[0]].into());
    painter.draw_below_grid(std::slice::from_ref(sample), canvas);
    if is_arrow {
        painter.draw_below_grid(&[circle], canvas);
    }
    for cell in &SAMPLE_CELLS[..columns] {
        canvas.stroke(geometry.square(*cell), Stroke::solid(theme.line, 1.0));
    }
    painter.draw_above_grid(sample, canvas);
}

/// Draws the arrow of a little killer, or a number in the frame of its rule.
fn draw_outside_sample(
    clue: OutsideClue,
    (x, y): Point,
    outside: &OutsideClues,
    painter: &DecorationPainter<'_>,
    canvas: &mut Canvas,
) {
    if clue == OutsideClue::LittleKiller {
        let along = std::f64::consts::FRAC_1_SQRT_2;
        painter.draw_arrow((x - 7.0, y - 7.0), (along, along), 19.0, canvas);
        return;
    }
    let text = match clue {
        OutsideClue::Skyscraper | OutsideClue::NumberedRoom => "3",
        _ => "12",
    };
    let frame = outside.is_framed().then_some(clue);
    let mut picture = Canvas::default();
    draw_number(text, (0.0, 0.0), frame, painter, &mut picture);
    let scale = if frame.is_some() { 0.62 } else { 0.7 };
    canvas.paste(&picture, (x - 3.0, y), scale);
}

#[cfg(test)]
mod tests {
    use ndoku_core::Layout;

    use super::*;

    #[test]
    fn rules_have_names_in_each_language() {
        let layout = Layout::builder(9)
            .rule("thermo=r1c1-r1c3")
            .rule("whisper=4: r2c1-r2c3")
            .build()
            .unwrap();
        let texts = |code: &str| {
            entries(&layout.decorations(), Words::of(code))
                .into_iter()
                .map(|entry| entry.text)
                .collect::<Vec<_>>()
        };
        assert_eq!(texts("en"), ["thermo", "dutch-whisper 4"]);
        assert_eq!(texts("de"), ["Thermometer", "Dutch Whispers 4"]);
        assert_eq!(texts("es"), ["Termómetro", "Dutch whispers 4"]);
    }
}
