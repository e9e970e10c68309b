//! Finds grids in a picture: quadrilaterals around dark components, judged by their lattice.

use crate::components;
use crate::geometry::{Point, area, is_convex};
use crate::lattice::{Lattice, LatticeScore};
use crate::photo::Photo;
use crate::reflectance::Reflectance;

/// A grid in a picture.
#[derive(Copy, Clone, Debug)]
pub struct FoundGrid {
    /// Its lattice, in pixels of the picture. The rotation is not known yet: the first corner is
    /// the one nearest to the top left of the picture.
    pub lattice: Lattice,
    /// The share of its lines that are there, from 0 to 1.
    pub score: f32,
}

/// Side in pixels to which pictures are reduced.
const WORKING_SIDE: usize = 800;

/// Values below which a pixel counts as dark, in the order in which they are tried.
const THRESHOLDS: [f32; 4] = [0.82, 0.9, 0.7, 0.94];

/// Maximum number of components examined for each threshold.
const MAX_COMPONENTS: usize = 5;

/// Score with which no further threshold is tried.
const CLEAR_SCORE: f32 = 0.93;

/// Returns the grids of a picture, best first.
#[must_use]
pub fn find_grids(photo: &Photo) -> Vec<FoundGrid> {
    let longest = photo.width().max(photo.height());
    let factor = longest.div_ceil(WORKING_SIDE);
    let small = photo.shrink(factor);
    let picture = Reflectance::new(&small, longest / factor / 24);
    let mut found: Vec<FoundGrid> = Vec::new();
    for threshold in THRESHOLDS {
        for corners in candidates(&picture, threshold) {
            let Some(lattice) = Lattice::fit(&picture, &corners, 9) else {
                continue;
            };
            let score = lattice.score(&picture);
            add(&mut found, lattice, score);
        }
        if found.iter().any(|grid| grid.score >= CLEAR_SCORE) {
            break;
        }
    }
    for grid in &mut found {
        grid.lattice = enlarge(&grid.lattice, factor as f32).unwrap_or(grid.lattice);
    }
    found
}

/// Adds a grid, or replaces one at the same place by a better one.
fn add(found: &mut Vec<FoundGrid>, lattice: Lattice, score: LatticeScore) {
    let corners = lattice.corners();
    if !is_convex(&corners) || area(&corners) < 900.0 {
        return;
    }
    let score = score.total();
    let center = |lattice: &Lattice| lattice.to_photo.map(Point::new(4.5, 4.5));
    let reach = area(&corners).sqrt() / 2.0;
    let same = found
        .iter_mut()
        .find(|other| center(&other.lattice).distance(center(&lattice)) < reach);
    match same {
        Some(other) if other.score >= score => {}
        Some(other) => *other = FoundGrid { lattice, score },
        None => found.push(FoundGrid { lattice, score }),
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
}

/// Returns quadrilaterals that may be grids, largest first.
fn candidates(picture: &Reflectance, threshold: f32) -> Vec<[Point; 4]> {
    let mask: Vec<bool> = picture.values().iter().map(|value| *value < threshold).collect();
    let shortest = picture.width().min(picture.height());
    let mut components = components::find(&mask, picture.width(), shortest / 6);
    let size = |component: &components::Component| {
        let (across, down) = component.extent();
        across * down
    };
    components.sort_by_key(|component| std::cmp::Reverse(size(component)));
    components.truncate(MAX_COMPONENTS);
    let quadrilaterals = components
        .iter()
        .filter_map(|component| components::largest_quadrilateral(&component.hull()));
    quadrilaterals.map(upright).collect()
}

/// Turns the corners so that the first is the one nearest to the top left.
fn upright(mut corners: [Point; 4]) -> [Point; 4] {
    let first = (0..4).min_by(|a, b| {
        let sum = |at: &usize| corners[*at].x + corners[*at].y;
        sum(a).total_cmp(&sum(b))
    });
    corners.rotate_left(first.unwrap_or(0));
    corners
}

/// Returns a lattice of a reduced picture in pixels of the full one.
fn enlarge(lattice: &Lattice, factor: f32) -> Option<Lattice> {
    let enlarged = |point: Point| {
        let middle = (factor - 1.0) / 2.0;
        Point::new(point.x * factor + middle, point.y * factor + middle)
    };
    let corners = lattice.corners().map(enlarged);
    let to_photo = crate::geometry::Homography::from_grid(lattice.size as f32, &corners)?;
    Some(Lattice {
        to_photo,
        ..*lattice
    })
}
