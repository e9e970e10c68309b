//! The lattice of lines of a grid: fitted to a picture, and judged by how much of it is there.
//!
//! ```text
//!      u ─▶ 0   1   2                across each line of the lattice, the darkest place near is
//!    v  0   ┼───┼───┼                 searched (│ marks three of the places):
//!    │  1   ┼─│─┼─│─┼                     paper ▔▔▔╲  ╱▔▔▔ paper
//!    ▼  2   ┼─│─┼───┼                               ╲╱ line
//! ```
//!
//! Each place found gives a linear equation for the homography from the picture to the grid. Their
//! weighted least squares, repeated with a shrinking range of search, is the fit. Digits are dark,
//! too, but are no ridge beside a line; what they add is dropped as outliers.

use crate::bend::Bend;
use crate::geometry::{Homography, LinearSystem, Point};
use crate::observation::{LatticeLine, Observation};
use crate::reflectance::Reflectance;

/// A grid of `size` × `size` cells in a picture.
#[derive(Copy, Clone, Debug)]
pub struct Lattice {
    /// Number of cells in a row.
    pub(crate) size: usize,
    /// The map from the grid to the picture, if the paper is flat.
    pub(crate) flat: Homography,
    /// The displacement of the lines by the bending of the paper.
    pub(crate) bend: Bend,
}

/// How much of a lattice is in a picture.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct LatticeScore {
    /// Share of the edges between crossings that are there.
    pub edges: f32,
    /// Share of the edges on the line that has the fewest.
    pub weakest_line: f32,
}

impl LatticeScore {
    /// Returns the score as one number from 0 to 1.
    pub(crate) fn total(&self) -> f32 {
        0.6 * self.edges + 0.4 * self.weakest_line
    }
}

/// Number of steps of a profile on each side of a line.
const STEPS: usize = 14;

/// Distance in steps between a line and the paper beside it.
const SIDE: usize = 6;

/// Ranges of search in cells, one for each pass of a fit.
const RANGES: [f32; 6] = [0.42, 0.35, 0.3, 0.25, 0.2, 0.16];

/// Number of passes before the first look at the score.
const PASSES_BEFORE_LOOK: usize = 2;

/// Share of the edges that must be there at the first look. Most candidates are no grid.
const MIN_EARLY_EDGES: f32 = 0.25;

/// Share of the edges of a finer lattice that are there if the picture shows that one. A lattice
/// has half of the edges of one with twice as many lines.
const MIN_FINER_EDGES: f32 = 0.8;

/// Share of the edges of a line beside a lattice that are there if the grid goes on. Beside the
/// grid in the middle of a samurai Sudoku, two thirds are there.
const MIN_EDGES_BESIDE: f32 = 0.75;

/// Ranges of search in cells, one for each pass of a fit to bent paper.
const BEND_RANGES: [f32; 4] = [0.3, 0.25, 0.2, 0.16];

/// Places on each edge where its line is searched, as shares of a cell.
const PLACES: [f32; 4] = [0.2, 0.4, 0.6, 0.8];

impl Lattice {
    /// Fits a lattice to a picture, beginning with these corners. Returns `None` if hardly any line
    /// is found.
    pub(crate) fn fit(picture: &Reflectance, corners: &[Point; 4], size: usize) -> Option<Self> {
        let mut lattice = Self::from_corners(corners, size)?;
        for (pass, range) in RANGES.into_iter().enumerate() {
            lattice = lattice.refit(picture, range)?;
            if pass + 1 == PASSES_BEFORE_LOOK && lattice.score(picture).edges < MIN_EARLY_EDGES {
                return None;
            }
        }
        Some(lattice)
    }

    /// Creates the lattice of a flat grid with these corners, clockwise.
    pub(crate) fn from_corners(corners: &[Point; 4], size: usize) -> Option<Self> {
        Some(Self {
            size,
            flat: Homography::from_grid(size as f32, corners)?,
            bend: Bend::default(),
        })
    }

    /// Returns the number of cells in a row.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns the place in the picture of a point of the grid.
    #[must_use]
    pub fn map(&self, point: Point) -> Point {
        let bent = self.bend.apply(point, self.size as f32);
        self.flat.map(bent)
    }

    /// Returns the point of the grid at a place in the picture, if there is one. The bend is taken
    /// back by iteration, since it is small.
    #[must_use]
    pub fn unmap(&self, place: Point) -> Option<Point> {
        let flat = self.flat.inverse()?.map(place);
        let mut point = flat;
        for _ in 0..4 {
            let bent = self.bend.apply(point, self.size as f32);
            point = Point::new(point.x + flat.x - bent.x, point.y + flat.y - bent.y);
        }
        (point.x.is_finite() && point.y.is_finite()).then_some(point)
    }

    /// Returns the lattice that follows the paper where it is bent.
    pub(crate) fn bent(mut self, picture: &Reflectance) -> Self {
        for range in BEND_RANGES {
            let observations = self.observe(picture, range);
            self.bend = self.bend.refit(&observations, self.size as f32);
        }
        self
    }

    /// Returns `true` if the picture shows a larger grid: with twice or three times as many lines
    /// on the same area, or with one more line beside this lattice.
    pub(crate) fn is_part_of_larger(&self, picture: &Reflectance) -> bool {
        let needed = needed_contrast(&self.contrasts(picture));
        let is_finer = |factor: usize| {
            let finer = Self::from_corners(&self.corners(), factor * self.size);
            let contrasts = finer.map(|finer| finer.contrasts(picture));
            contrasts.is_some_and(|edges| mean_evidence(&edges, needed) >= MIN_FINER_EDGES)
        };
        is_finer(2) || is_finer(3) || self.has_line_beside(picture)
    }

    /// Returns `true` if a further line runs beside the lattice, and the lines across reach it.
    pub(crate) fn has_line_beside(&self, picture: &Reflectance) -> bool {
        let needed = needed_contrast(&self.contrasts(picture));
        let share = |edges: &mut dyn Iterator<Item = (LatticeLine, isize)>| {
            let contrasts = edges.map(|(line, edge)| self.edge_contrast(picture, line, edge));
            mean_evidence(&contrasts.collect::<Vec<_>>(), needed)
        };
        let size = self.size as isize;
        [true, false].into_iter().any(|is_row| {
            [(-1, -1), (size + 1, size)]
                .into_iter()
                .any(|(index, outer)| {
                    let line = LatticeLine {
                        is_row,
                        index: index as f32,
                    };
                    let beside = share(&mut (0..size).map(|edge| (line, edge)));
                    let across = LatticeLine::all(self.size).filter(|line| line.is_row != is_row);
                    let reaching = share(&mut across.map(|line| (line, outer)));
                    beside.min(reaching) >= MIN_EDGES_BESIDE
                })
        })
    }

    /// Returns the largest displacement of a crossing by the bend, in cells.
    pub(crate) fn largest_bend(&self) -> f32 {
        let size = self.size;
        let crossings = (0..=size).flat_map(|y| (0..=size).map(move |x| (x as f32, y as f32)));
        crossings
            .map(|(x, y)| {
                let point = Point::new(x, y);
                self.bend.apply(point, size as f32).distance(point)
            })
            .fold(0.0, f32::max)
    }

    /// Returns the mean side of a cell in pixels of the picture.
    pub(crate) fn cell_side(&self) -> f32 {
        let corners = self.corners();
        let around: f32 = (0..4)
            .map(|at| corners[at].distance(corners[(at + 1) % 4]))
            .sum();
        around / 4.0 / self.size as f32
    }

    /// Returns the lattice moved to the right and down by this number of pixels.
    pub(crate) fn moved(&self, distance: f32) -> Self {
        Self {
            flat: self.flat.then_scale(1.0, distance),
            ..*self
        }
    }

    /// Returns the corners in the picture, clockwise from the top left of the grid.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        let size = self.size as f32;
        [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)]
            .map(|(x, y)| self.map(Point::new(x, y)))
    }

    /// Fits the map to the lines that are found up to `range` cells away.
    fn refit(self, picture: &Reflectance, range: f32) -> Option<Self> {
        let observations = self.observe(picture, range);
        let (corners, size) = (self.corners(), self.size as f32);
        // In units of about one, the equations are well conditioned.
        let center = corners[0].lerp(corners[2], 0.5);
        let scale = corners[0].distance(corners[2]).max(1.0);
        let normalize = |point: Point| {
            let [x, y] = [(point.x - center.x) / scale, (point.y - center.y) / scale];
            Point::new(x, y)
        };
        let mut system = LinearSystem::<8>::default();
        for observation in &observations {
            let Point { x, y } = normalize(observation.place);
            let [x, y] = [x, y].map(f64::from);
            let value = f64::from(observation.line.index / size);
            let weight = f64::from(observation.weight);
            let row = if observation.line.is_row {
                [0.0, 0.0, 0.0, x, y, 1.0, -value * x, -value * y]
            } else {
                [x, y, 1.0, 0.0, 0.0, 0.0, -value * x, -value * y]
            };
            system.add(row, value, weight);
        }
        // The corners themselves count a little, so that a lattice with few lines does not run off.
        for (corner, (u, v)) in corners.iter().zip([(0., 0.), (1., 0.), (1., 1.), (0., 1.)]) {
            let Point { x, y } = normalize(*corner);
            let [x, y] = [x, y].map(f64::from);
            let weight = 0.002 * (observations.len() as f64 + 10.0) / 8.0;
            system.add([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y], u, weight);
            system.add([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y], v, weight);
        }
        let to_grid = Homography::from_parameters(&system.solve()?)?;
        let from_unit = to_grid.inverse()?;
        let unit = |corner: (f32, f32)| {
            let point = from_unit.map(Point::new(corner.0, corner.1));
            Point::new(point.x * scale + center.x, point.y * scale + center.y)
        };
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(unit);
        let is_finite = corners
            .iter()
            .all(|corner| corner.x.is_finite() && corner.y.is_finite());
        let fitted = Self::from_corners(&corners, self.size)?;
        is_finite.then_some(fitted)
    }

    /// Searches the lines of the lattice near where it is.
    pub(crate) fn observe(&self, picture: &Reflectance, range: f32) -> Vec<Observation> {
        let mut observations = Vec::new();
        for line in LatticeLine::all(self.size) {
            for edge in 0..self.size {
                for place in PLACES {
                    let along = edge as f32 + place;
                    let profile = self.profile(picture, line, along, range);
                    let Some((step, contrast)) = profile.and_then(|profile| ridge(&profile)) else {
                        continue;
                    };
                    let across = (step - STEPS as f32) * range / STEPS as f32;
                    let nearness = 1.0 - (across / range).powi(2) * 0.75;
                    observations.push(Observation {
                        line,
                        along,
                        across,
                        place: self.map(line.point(along, across)),
                        weight: contrast.min(0.3) * nearness,
                    });
                }
            }
        }
        observations
    }

    /// Returns the values across a line: `STEPS + SIDE` of them on each side. Each is the mean of
    /// several places along the line. Returns `None` outside the picture.
    fn profile(
        &self,
        picture: &Reflectance,
        line: LatticeLine,
        along: f32,
        range: f32,
    ) -> Option<[f32; 2 * (STEPS + SIDE) + 1]> {
        const TAPS: [f32; 3] = [-0.12, 0.0, 0.12];
        let step = range / STEPS as f32;
        if !picture.contains(self.map(line.point(along, 0.0)), 2.0) {
            return None;
        }
        let mut profile = [0.0; 2 * (STEPS + SIDE) + 1];
        let far = (STEPS + SIDE) as f32 * step;
        for tap in TAPS {
            // The map is straight enough over a part of a cell.
            let from = self.map(line.point(along + tap, -far));
            let to = self.map(line.point(along + tap, far));
            let last = (profile.len() - 1) as f32;
            for (at, value) in profile.iter_mut().enumerate() {
                *value += picture.sample(from.lerp(to, at as f32 / last)) / TAPS.len() as f32;
            }
        }
        Some(profile)
    }

    /// Returns how much of the lattice is in the picture.
    pub(crate) fn score(&self, picture: &Reflectance) -> LatticeScore {
        let contrasts = self.contrasts(picture);
        let needed = needed_contrast(&contrasts);
        let mean = |contrasts: &[f32]| mean_evidence(contrasts, needed);
        LatticeScore {
            edges: mean(&contrasts),
            weakest_line: contrasts
                .chunks_exact(self.size)
                .map(mean)
                .fold(1.0, f32::min),
        }
    }

    /// Returns the contrasts of the edges, line by line.
    fn contrasts(&self, picture: &Reflectance) -> Vec<f32> {
        LatticeLine::all(self.size)
            .flat_map(|line| (0..self.size as isize).map(move |edge| (line, edge)))
            .map(|(line, edge)| self.edge_contrast(picture, line, edge))
            .collect()
    }

    /// Returns the contrast between an edge and the paper on both sides; 0 if it is outside.
    fn edge_contrast(&self, picture: &Reflectance, line: LatticeLine, edge: isize) -> f32 {
        let mut mean = [0.0; 2 * (STEPS + SIDE) + 1];
        for place in PLACES {
            let along = edge as f32 + place;
            let profile = self.profile(picture, line, along, 0.14);
            let Some(profile) = profile else {
                return 0.0;
            };
            for (sum, value) in mean.iter_mut().zip(profile) {
                *sum += value / PLACES.len() as f32;
            }
        }
        ridge(&mean).map_or(0.0, |(_, contrast)| contrast)
    }
}

/// Number of edges of the lattice with 9×9 cells.
const NINE_EDGES: usize = 180;

/// Returns the contrast with which an edge is fully there, by the contrasts of all edges. Up to
/// three fifths of the lines of a small grid are thick, so that their median is not a thin one.
fn needed_contrast(contrasts: &[f32]) -> f32 {
    let mut sorted = contrasts.to_vec();
    sorted.sort_by(f32::total_cmp);
    let place = if sorted.len() < NINE_EDGES {
        sorted.len() / 3
    } else {
        sorted.len() / 2
    };
    let typical = sorted.get(place).copied().unwrap_or(0.0);
    (typical * 0.4).max(0.03)
}

/// Returns how much of these edges is there, from 0 to 1.
fn mean_evidence(contrasts: &[f32], needed: f32) -> f32 {
    let evidence = contrasts.iter().map(|one| (one / needed).clamp(0.0, 1.0));
    evidence.sum::<f32>() / contrasts.len().max(1) as f32
}

/// Returns the position and the contrast of the clearest dark ridge in a profile. The position
/// counts steps, and lies between them.
fn ridge(profile: &[f32; 2 * (STEPS + SIDE) + 1]) -> Option<(f32, f32)> {
    let contrast = |at: usize| {
        // Both sides must be brighter: the edge of a shade or of a digit is no line.
        profile[at].min(profile[at + 2 * SIDE]) - profile[at + SIDE]
    };
    let height = |at: usize| {
        let off = (at as f32 - STEPS as f32) / STEPS as f32;
        contrast(at) * (1.0 - 0.4 * off * off)
    };
    let best = (0..=2 * STEPS).max_by(|a, b| height(*a).total_cmp(&height(*b)))?;
    if contrast(best) <= 0.01 {
        return None;
    }
    let (mut sum, mut moment) = (0.0, 0.0);
    for at in best.saturating_sub(3)..=(best + 3).min(2 * STEPS) {
        let weight = contrast(at).max(0.0);
        sum += weight;
        moment += weight * at as f32;
    }
    Some((moment / sum, contrast(best)))
}
