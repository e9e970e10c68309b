//! Clues beside the grid: their places, the room they need, and their pictures.
//!
//! ```text
//!        12  7            a number stands beside its row or column, and an arrow points along
//!       ┌───┬───┐         the diagonal of a little killer. Clues at one place stand behind each
//!   10↘ │   │   │ 3       other.
//! ```

use ndoku_core::{Decoration, Digit, OutsideClue};

use super::decorations::{DecorationPainter, moved};
use super::{GridGeometry, centered_text};
use crate::canvas::{Canvas, Path, Point, Stroke};
use crate::font::Weight;

/// The distance between clues behind each other, in cells of 64 units.
const DEPTH: f64 = 46.0;

/// A clue with its place.
struct PlacedClue {
    clue: OutsideClue,
    /// Row and column of the clue: −1 to N.
    place: (i16, i16),
    /// The change of row and column.
    direction: [i8; 2],
    value: u32,
    /// Number of clues between this one and the grid.
    behind: usize,
}

/// All clues beside a grid.
pub(super) struct OutsideClues {
    clues: Vec<PlacedClue>,
    size: i16,
    /// Numbers alone do not show the rule.
    is_framed: bool,
}

/// The room that clues need beside the grid.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Margins {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl OutsideClues {
    /// Collects the clues. Those of little killers are next to the grid.
    pub(super) fn new(decorations: &[Decoration], size: u8) -> Self {
        let mut clues: Vec<PlacedClue> = Vec::new();
        for decoration in decorations {
            if let Decoration::Outside {
                clue,
                cell,
                direction,
                value,
            } = decoration
            {
                let place = |at: u8, step: i8| i16::from(at) - i16::from(step);
                clues.push(PlacedClue {
                    clue: *clue,
                    place: (
                        place(cell.row(), direction[0]),
                        place(cell.column(), direction[1]),
                    ),
                    direction: *direction,
                    value: *value,
                    behind: 0,
                });
            }
        }
        clues.sort_by_key(|clue| (clue.place, clue.clue, clue.value));
        for number in 1..clues.len() {
            if clues[number].place == clues[number - 1].place {
                clues[number].behind = clues[number - 1].behind + 1;
            }
        }
        let mut kinds: Vec<OutsideClue> = clues
            .iter()
            .map(|clue| clue.clue)
            .filter(|clue| *clue != OutsideClue::LittleKiller)
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        Self {
            clues,
            size: i16::from(size),
            is_framed: kinds.len() > 1,
        }
    }

    /// Returns `true` if numbers have a frame, because several rules have such numbers.
    pub(super) fn is_framed(&self) -> bool {
        self.is_framed
    }

    /// Returns the room that the clues need.
    pub(super) fn margins(&self) -> Margins {
        let mut margins = Margins::default();
        for clue in &self.clues {
            let room = DEPTH * (clue.behind + 1) as f64;
            let (row, column) = clue.place;
            for (is_there, side) in [
                (column < 0, &mut margins.left),
                (row < 0, &mut margins.top),
                (column >= self.size, &mut margins.right),
                (row >= self.size, &mut margins.bottom),
            ] {
                if is_there {
                    *side = f64::max(*side, room);
                }
            }
        }
        margins
    }

    pub(super) fn draw(&self, painter: &DecorationPainter<'_>, canvas: &mut Canvas) {
        for clue in &self.clues {
            let middle = self.middle(clue, painter.geometry);
            let [rows, columns] = clue.direction.map(f64::from);
            let text = match (
                clue.clue,
                u8::try_from(clue.value).ok().and_then(Digit::new),
            ) {
                (OutsideClue::NumberedRoom, Some(digit)) => (painter.symbol)(digit),
                _ => clue.value.to_string(),
            };
            if clue.clue == OutsideClue::LittleKiller {
                // The arrow ends at the corner where the diagonal enters the grid.
                let (left, top) = painter.geometry.origin;
                let edge = |place: i16, step: f64| {
                    painter.geometry.cell * f64::from(if step > 0.0 { place + 1 } else { place })
                };
                let corner = (
                    left + edge(clue.place.1, columns),
                    top + edge(clue.place.0, rows),
                );
                let along = (
                    columns * std::f64::consts::FRAC_1_SQRT_2,
                    rows * std::f64::consts::FRAC_1_SQRT_2,
                );
                let start = moved(corner, along, -20.0);
                painter.draw_arrow(start, along, 17.0, canvas);
                let away = moved(middle, (columns, rows), -4.0);
                draw_number(&text, away, None, painter, canvas);
            } else {
                let frame = self.is_framed.then_some(clue.clue);
                draw_number(&text, middle, frame, painter, canvas);
            }
        }
    }

    /// Returns the middle of a clue.
    fn middle(&self, clue: &PlacedClue, geometry: &GridGeometry) -> Point {
        let along = |place: i16, from: f64| {
            let away = DEPTH * (clue.behind as f64 + 0.5);
            if place < 0 {
                from - away
            } else if place >= self.size {
                from + geometry.side() + away
            } else {
                from + geometry.cell * (f64::from(place) + 0.5)
            }
        };
        let (row, column) = clue.place;
        (
            along(column, geometry.origin.0),
            along(row, geometry.origin.1),
        )
    }
}

/// Draws a number, optionally in the frame of its rule.
pub(super) fn draw_number(
    text: &str,
    middle: Point,
    frame: Option<OutsideClue>,
    painter: &DecorationPainter<'_>,
    canvas: &mut Canvas,
) {
    let largest = if frame.is_some() { 20.0 } else { 24.0 };
    let width = Weight::Regular.width(text).max(0.1);
    let size = f64::min(largest, (DEPTH - 12.0) / width);
    if let Some(clue) = frame {
        draw_frame(
            clue,
            middle,
            (size * width / 2.0).max(9.0) + 4.0,
            painter,
            canvas,
        );
    }
    canvas.text(centered_text(
        text,
        middle,
        size,
        Weight::Regular,
        painter.theme.ink,
    ));
}

/// Draws the frame of a rule: slices of bread, a circle, a tower or a door.
fn draw_frame(
    clue: OutsideClue,
    (x, y): Point,
    half: f64,
    painter: &DecorationPainter<'_>,
    canvas: &mut Canvas,
) {
    let stroke = Stroke::solid(painter.theme.line, 2.0);
    let high = 13.0;
    let path = match clue {
        OutsideClue::LittleKiller => return,
        OutsideClue::Sandwich => {
            let mut path = Path::line((x - half, y - high), (x + half, y - high));
            path.0
                .extend(Path::line((x - half, y + high), (x + half, y + high)).0);
            path
        }
        OutsideClue::XSum => Path::circle((x, y), half.max(high + 2.0)),
        OutsideClue::Skyscraper => Path::polygon(&[
            (x - half, y + high),
            (x - half, y - high + 2.0),
            (x, y - high - 6.0),
            (x + half, y - high + 2.0),
            (x + half, y + high),
        ]),
        OutsideClue::NumberedRoom => Path::rectangle(x - half, y - high, 2.0 * half, 2.0 * high),
    };
    canvas.stroke(path, stroke);
}
