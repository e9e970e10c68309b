//! Highlights in a picture: backgrounds and outlines of cells and houses, signs of candidates, and
//! lines through eliminations.

use ndoku_core::{Candidate, Cell, Highlight, HighlightRole};

use super::{GridGeometry, centered_text};
use crate::canvas::{Canvas, Color, Dash, Path, Point, Stroke, Text};
use crate::font::Weight;
use crate::outline::outline;
use crate::scene::Scene;
use crate::theme::{Hue, Sign, Theme, outline_dash};

/// Draws the backgrounds of marked houses, and above them those of marked cells.
pub(super) fn draw_backgrounds(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    for highlight in scene.highlights() {
        if let Highlight::House(house, role) = highlight {
            for cell in scene.layout().houses()[*house].cells() {
                canvas.fill(geometry.square(*cell), theme.house_background(*role));
            }
        }
    }
    for highlight in scene.highlights() {
        if let Highlight::Cell(cell, role) = highlight {
            canvas.fill(geometry.square(*cell), theme.cell_background(*role));
        }
    }
}

/// Draws the outlines of marked houses and cells, inside their borders.
pub(super) fn draw_outlines(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    // Different insets keep the lines of crossing houses apart.
    let mut inset = 3.5;
    for highlight in scene.highlights() {
        if let Highlight::House(house, role) = highlight {
            let cells = scene.layout().houses()[*house].cells();
            let stroke = Stroke::dashed(theme.hue(*role).edge, 2.0, outline_dash(*role));
            canvas.stroke(
                outline(cells, geometry.origin, geometry.cell, inset),
                stroke,
            );
            inset = if inset > 6.0 { 3.5 } else { inset + 1.0 };
        }
    }
    for highlight in scene.highlights() {
        if let Highlight::Cell(cell, role) = highlight {
            let stroke = Stroke::dashed(theme.hue(*role).edge, 2.5, outline_dash(*role));
            canvas.stroke(
                outline(&[*cell], geometry.origin, geometry.cell, 4.0),
                stroke,
            );
            if *role == HighlightRole::Pivot {
                canvas.stroke(
                    outline(&[*cell], geometry.origin, geometry.cell, 8.0),
                    Stroke {
                        width: 1.5,
                        ..stroke
                    },
                );
            }
        }
    }
}

/// Returns the role whose sign a candidate shows. A placement comes first. An elimination comes
/// last, because its line is drawn above the sign.
fn shown_role(roles: &[HighlightRole]) -> Option<HighlightRole> {
    let of = |wanted: fn(&&HighlightRole) -> bool| roles.iter().find(wanted).copied();
    of(|role| **role == HighlightRole::Placed)
        .or_else(|| of(|role| **role != HighlightRole::Eliminated))
        .or_else(|| roles.first().copied())
}

/// Returns `true` if the sign of a candidate is filled with its dark color, so that the digit has
/// the color of paper.
pub(super) fn has_filled_sign(scene: &Scene, candidate: Candidate) -> bool {
    shown_role(&scene.roles(candidate)).is_some_and(|role| Sign::for_role(role) == Sign::FilledDisc)
}

/// Draws the signs behind marked candidates. A digit placed in a cell without candidates has a sign
/// around the cell.
pub(super) fn draw_signs(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    let mut done: Vec<Candidate> = Vec::new();
    for highlight in scene.highlights() {
        let Highlight::Candidate(candidate, _) = highlight else {
            continue;
        };
        if done.contains(candidate) {
            continue;
        }
        done.push(*candidate);
        let Some(role) = shown_role(&scene.roles(*candidate)) else {
            continue;
        };
        let large = is_drawn_large(scene, *candidate);
        let (middle, radius) = if large {
            (geometry.cell_center(candidate.cell), geometry.cell * 0.43)
        } else {
            (
                geometry.candidate_center(candidate.cell, candidate.digit),
                geometry.candidate_radius() * 0.98,
            )
        };
        draw_sign(
            Sign::for_role(role),
            (middle, radius),
            theme.hue(role),
            theme,
            canvas,
        );
    }
}

/// Returns `true` if a candidate is drawn as large as a digit: it is placed in a cell without other
/// candidates, or already in the cell.
fn is_drawn_large(scene: &Scene, candidate: Candidate) -> bool {
    scene.content(candidate.cell).digit() == Some(candidate.digit)
        || scene.shown_candidates(candidate.cell) == [candidate.digit]
            && !matches!(
                scene.content(candidate.cell),
                crate::scene::Content::Candidates(_)
            )
            && scene.roles(candidate).contains(&HighlightRole::Placed)
}

/// Draws the sign of a role around a point, within a radius.
pub(super) fn draw_sign(
    sign: Sign,
    (middle, radius): (Point, f64),
    hue: Hue,
    theme: &Theme,
    canvas: &mut Canvas,
) {
    let (x, y) = middle;
    let width = (radius * 0.14).clamp(1.2, 2.8);
    let dash = if sign.is_dashed() {
        Dash::Dashed
    } else {
        Dash::Solid
    };
    let fill = match sign {
        Sign::FilledDisc => hue.edge,
        // The square of an eliminated candidate has no fill on paper without colors.
        _ if theme.has_color || sign != Sign::Strike => hue.fill,
        _ => theme.paper,
    };
    let stroke = Stroke::dashed(hue.edge, width, dash);
    let polygon = |corners: usize, turn: f64, reach: f64| {
        let corner = |number: usize| {
            let angle = (number as f64 + turn) * std::f64::consts::TAU / corners as f64;
            (
                x + reach * radius * angle.sin(),
                y - reach * radius * angle.cos(),
            )
        };
        Path::polygon(&(0..corners).map(corner).collect::<Vec<_>>())
    };
    let path = match sign {
        Sign::Disc | Sign::FilledDisc | Sign::DashedDisc => Path::circle(middle, radius * 0.92),
        Sign::Square | Sign::DashedSquare | Sign::Strike => {
            let half = radius * 0.84;
            Path::rectangle(x - half, y - half, 2.0 * half, 2.0 * half)
        }
        Sign::Diamond => polygon(4, 0.0, 1.12),
        Sign::Hexagon => polygon(6, 0.0, 1.02),
        Sign::Triangle => polygon(3, 0.0, 1.2),
        Sign::TurnedTriangle => polygon(3, 0.5, 1.2),
    };
    canvas.path(path, Some(fill), Some(stroke));
}

/// Returns the color of the background of a cell: that of its last highlight, or paper.
fn background(scene: &Scene, theme: &Theme, cell: Cell) -> Color {
    let highlights = || scene.highlights().iter().rev();
    let of_cell = highlights().find_map(|highlight| match highlight {
        Highlight::Cell(highlighted, role) if *highlighted == cell => {
            Some(theme.cell_background(*role))
        }
        _ => None,
    });
    let of_house = || {
        highlights().find_map(|highlight| match highlight {
            Highlight::House(house, role) => scene.layout().houses()[*house]
                .cells()
                .contains(&cell)
                .then(|| theme.house_background(*role)),
            _ => None,
        })
    };
    of_cell.or_else(of_house).unwrap_or(theme.paper)
}

/// Draws the candidates of a cell, with marked ones in bold.
pub(super) fn draw_candidates(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    cell: Cell,
    canvas: &mut Canvas,
) {
    for digit in scene.shown_candidates(cell) {
        let candidate = Candidate::new(cell, digit);
        let roles = scene.roles(candidate);
        let (weight, color) = match shown_role(&roles) {
            None => (Weight::Regular, theme.candidate),
            Some(_) if has_filled_sign(scene, candidate) => (Weight::Bold, theme.paper),
            Some(role) => (Weight::Bold, theme.hue(role).edge),
        };
        let (middle, size) = if is_drawn_large(scene, candidate) {
            (geometry.cell_center(cell), geometry.digit)
        } else {
            (geometry.candidate_center(cell, digit), geometry.candidate)
        };
        // A link passes below the digits, and a halo keeps them readable.
        let halo = (scene.has_links() && roles.is_empty()).then(|| background(scene, theme, cell));
        canvas.text(Text {
            halo,
            ..centered_text(scene.symbol(digit), middle, size, weight, color)
        });
    }
}

/// Draws a line through every eliminated candidate.
pub(super) fn draw_strikes(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    for highlight in scene.highlights() {
        let Highlight::Candidate(candidate, HighlightRole::Eliminated) = highlight else {
            continue;
        };
        let ((x, y), reach) = if scene.content(candidate.cell).digit().is_some() {
            (geometry.cell_center(candidate.cell), geometry.cell * 0.35)
        } else {
            (
                geometry.candidate_center(candidate.cell, candidate.digit),
                geometry.candidate_radius() * 0.8,
            )
        };
        let width = (geometry.candidate * 0.12).max(1.8);
        draw_strike((x, y), reach, width, theme, canvas);
    }
}

/// Draws the line through an eliminated candidate.
pub(super) fn draw_strike(
    (x, y): Point,
    reach: f64,
    width: f64,
    theme: &Theme,
    canvas: &mut Canvas,
) {
    canvas.stroke(
        Path::line((x - reach, y + reach), (x + reach, y - reach)),
        Stroke::rounded(theme.wrong, width),
    );
}

/// Returns the head of an arrow that ends at a point, with a direction of length 1.
pub(super) fn arrow_head((x, y): Point, (dx, dy): Point, size: f64) -> Path {
    let back = (x - dx * size, y - dy * size);
    let half = size * 0.42;
    Path::polygon(&[
        (x, y),
        (back.0 - dy * half, back.1 + dx * half),
        (back.0 + dy * half, back.1 - dx * half),
    ])
}
