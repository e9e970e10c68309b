//! Finds grids in a picture: quadrilaterals around dark components, judged by their lattice.

use ndoku_solver::Budget;

use crate::cell_sets;
use crate::components;
use crate::geometry::{Point, area, cross, is_convex};
use crate::lattice::Lattice;
use crate::photo::GrayPhoto;
use crate::photo_error::{PhotoError, check};
use crate::reflectance::Reflectance;

/// A grid in a picture.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct FoundGrid {
    /// Its lattice, in pixels of the picture. The rotation is not known yet: the first corner is
    /// the one nearest to the top left of the picture.
    pub lattice: Lattice,
    /// How clear the grid is: 1 is best. A bend lowers it, even below 0.
    pub score: f32,
    /// The lines may belong to a larger grid.
    pub(crate) is_part: bool,
}

/// Share of the area of a clear grid that another grid in the picture has.
const MIN_OTHER_AREA: f32 = 0.4;

impl FoundGrid {
    /// Returns `true` for a grid beside all of the others, with 9×9 cells and not much smaller.
    pub(crate) fn is_another(&self, others: &[Self]) -> bool {
        let size = area(&self.lattice.corners());
        self.lattice.size == 9
            && others.iter().all(|other| {
                let is_smaller = size < MIN_OTHER_AREA * area(&other.lattice.corners());
                !is_smaller && !self.overlaps(other) && !other.overlaps(self)
            })
    }

    /// Returns `true` if a place of the other grid lies in this one.
    fn overlaps(&self, other: &Self) -> bool {
        let corners = self.lattice.corners();
        let is_inside =
            |place: Point| (0..4).all(|at| cross(corners[at], corners[(at + 1) % 4], place) > 0.0);
        let step = other.lattice.size as f32 / 8.0;
        let mut places = (0..9).flat_map(|y| (0..9).map(move |x| (x as f32, y as f32)));
        places.any(|(x, y)| is_inside(other.lattice.map(Point::new(x * step, y * step))))
    }
}

/// Longest side in pixels of a reduced picture. It is divided by a whole number, so that it has
/// more than half of this.
const WORKING_SIDE: usize = 800;

/// Area in pixels of the reduced picture below which a grid cannot be read.
const MIN_AREA: f32 = 4_000.0;

/// Side in pixels of a reduced picture that can hold this area. The work for a narrow strip would
/// grow with its length.
pub(crate) const MIN_SIDE: usize = 63;

/// Maximum number of components examined in each mask: more than the grids that are read, since a
/// large picture or table may be beside them.
const MAX_COMPONENTS: usize = 8;

/// Maximum number of doubtful grids that are also tried one cell off.
const MAX_SHIFTED: usize = 6;

/// Score with which no further mask is tried.
const CLEAR_SCORE: f32 = 0.88;

/// Score with which a lattice is not off by a cell.
const SURE_SCORE: f32 = 0.95;

/// Distance in cells between corners that belong to the same grid.
const SAME_CORNER: f32 = 0.7;

/// Amount by which the score of a lattice falls for a bend of one cell.
const BEND_PENALTY: f32 = 0.2;

/// Score below which a lattice is dropped before it is fitted to bent paper.
const MIN_FLAT_SCORE: f32 = 0.3;

/// The other numbers of cells in a row that are tried. Each cell of a larger grid may hold two
/// digits, which the network does not know.
const SMALL_SIZES: [usize; 3] = [8, 6, 4];

/// The numbers of cells in a row of larger grids that are recognized, but not read.
const LARGER_SIZES: [usize; 7] = [10, 12, 14, 15, 16, 20, 25];

/// Number of the largest components that are tried with them.
const MAX_SMALL: usize = 3;

/// Score from which a grid with fewer than nine cells in a row is one. Noise and text have such
/// lattices, too.
const MIN_SMALL_SCORE: f32 = 0.9;

/// A way to tell dark pixels from paper.
#[derive(Copy, Clone, Debug)]
enum MaskKind {
    /// Pixels with a smaller reflectance.
    Dark(f32),
    /// Pixels that belong to something thin, darker by this amount than what is around it.
    Thin(f32),
}

/// The masks in the order in which they are tried.
const MASKS: [MaskKind; 6] = [
    MaskKind::Dark(0.82),
    MaskKind::Thin(0.1),
    MaskKind::Dark(0.9),
    MaskKind::Thin(0.05),
    MaskKind::Dark(0.7),
    MaskKind::Dark(0.94),
];

impl MaskKind {
    fn mask(self, picture: &Reflectance) -> Vec<bool> {
        match self {
            Self::Dark(threshold) => {
                let values = picture.values().iter();
                values.map(|value| *value < threshold).collect()
            }
            Self::Thin(depth) => {
                // Closing fills what is thinner than a sixth of a cell of a grid that fills the
                // picture. Lines are thinner.
                let radius = (picture.width().max(picture.height()) / 110).max(3);
                let closed = picture.closed(radius);
                let pairs = picture.values().iter().zip(closed);
                pairs
                    .map(|(value, closed)| closed - value > depth)
                    .collect()
            }
        }
    }
}

/// Returns the grids of a picture, the clearest first; of two clear ones, the larger first.
///
/// The search ends with the first mask that shows a clear 9×9 grid. Smaller grids, and those that
/// only another mask shows, may then be missing. A picture of 1600×1200 pixels takes about 0.1 s,
/// and one without a clear grid up to a second.
#[must_use]
pub fn find_grids(photo: &GrayPhoto) -> Vec<FoundGrid> {
    // Without limits, there is no error.
    find_grids_within(photo, &Budget::default()).unwrap_or_default()
}

/// Returns the grids of a picture like [`find_grids`], or an error once the budget is used up.
pub(crate) fn find_grids_within(
    photo: &GrayPhoto,
    budget: &Budget<'_>,
) -> Result<Vec<FoundGrid>, PhotoError> {
    find_with_side(photo, WORKING_SIDE, budget)
}

/// Returns the grids of a picture like [`find_grids_within`], in twice as many pixels a side if it
/// has them. Several small grids then have lines that can be told apart.
pub(crate) fn find_small_grids(
    photo: &GrayPhoto,
    budget: &Budget<'_>,
) -> Result<Vec<FoundGrid>, PhotoError> {
    find_with_side(photo, 2 * WORKING_SIDE, budget)
}

/// Returns the number of cells in a row of a grid that is larger than those that are read.
pub(crate) fn find_larger_size(
    photo: &GrayPhoto,
    budget: &Budget<'_>,
) -> Result<Option<usize>, PhotoError> {
    let Some((picture, _)) = reduced(photo, WORKING_SIDE) else {
        return Ok(None);
    };
    let mut best: Option<FoundGrid> = None;
    for corners in candidates(&picture, MASKS[0]).iter().take(MAX_SMALL) {
        for size in LARGER_SIZES {
            check(budget)?;
            let grid = fit(&picture, corners, size)
                .filter(|grid| grid.score >= best.map_or(SURE_SCORE, |best| best.score))
                .filter(|grid| !grid.lattice.has_line_beside(&picture));
            best = grid.or(best);
        }
    }
    Ok(best.map(|grid| grid.lattice.size))
}

/// Returns a picture in which no side has more than `side` pixels, and the factor by which it was
/// reduced; `None` if a side is too short.
fn reduced(photo: &GrayPhoto, side: usize) -> Option<(Reflectance, usize)> {
    let (width, height) = (photo.width(), photo.height());
    let longest = width.max(height);
    let factor = longest.div_ceil(side);
    if width.min(height) / factor < MIN_SIDE {
        return None;
    }
    let small = photo.shrink(factor);
    // Paper is estimated in squares of about three quarters of a cell of a grid that fills the
    // picture, which are wider than any line.
    Some((Reflectance::new(&small, longest / factor / 24), factor))
}

fn find_with_side(
    photo: &GrayPhoto,
    side: usize,
    budget: &Budget<'_>,
) -> Result<Vec<FoundGrid>, PhotoError> {
    check(budget)?;
    let Some((picture, factor)) = reduced(photo, side) else {
        return Ok(Vec::new());
    };
    let mut found: Vec<FoundGrid> = Vec::new();
    for kind in MASKS {
        check(budget)?;
        let candidates = candidates(&picture, kind);
        for corners in &candidates {
            check(budget)?;
            let has_nine = |grid: &FoundGrid| grid.lattice.size == 9 && is_same(grid, corners);
            if found.iter().any(has_nine) {
                continue;
            }
            if let Some(grid) = fit(&picture, corners, 9) {
                add(&mut found, grid);
            }
        }
        // Four or six lines may be a grid by chance. So the search goes on after a small one.
        let is_clear = |grid: &FoundGrid| grid.lattice.size == 9 && grid.score >= CLEAR_SCORE;
        if found.iter().any(is_clear) {
            let clear: Vec<FoundGrid> = found.iter().copied().filter(is_clear).collect();
            if found.iter().any(|grid| grid.is_another(&clear)) {
                continue;
            }
            break;
        }
        for corners in candidates.iter().take(MAX_SMALL) {
            check(budget)?;
            if found.iter().any(|grid| is_same(grid, corners)) {
                continue;
            }
            if let Some(grid) = fit_small(&picture, corners) {
                add(&mut found, grid);
            }
        }
    }
    sort(&mut found);
    let mut doubtful = found.clone();
    doubtful.retain(|grid| (MIN_FLAT_SCORE..SURE_SCORE).contains(&grid.score));
    for grid in doubtful.iter().take(MAX_SHIFTED) {
        check(budget)?;
        for corners in shifted_by_one_cell(&grid.lattice) {
            if let Some(better) = fit(&picture, &corners, grid.lattice.size) {
                add(&mut found, better);
            }
        }
    }
    sort(&mut found);
    for grid in &mut found {
        grid.is_part = grid.lattice.has_line_beside(&picture);
        grid.lattice = enlarge(&grid.lattice, factor as f32);
    }
    Ok(found)
}

/// Sorts grids: the clearest first, and of two clear ones the larger first.
fn sort(grids: &mut [FoundGrid]) {
    grids.sort_by(|a, b| {
        let rank = |grid: &FoundGrid| (grid.score / CLEAR_SCORE).min(1.0);
        let size = |grid: &FoundGrid| area(&grid.lattice.corners());
        let order = rank(b).total_cmp(&rank(a));
        order.then(size(b).total_cmp(&size(a)))
    });
}

/// Returns the corners of a lattice moved by one cell in each direction. A line of print along a
/// border can look like a line of the grid.
fn shifted_by_one_cell(lattice: &Lattice) -> impl Iterator<Item = [Point; 4]> {
    let size = lattice.size as f32;
    let corners = [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)];
    [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
        .into_iter()
        .map(move |(dx, dy)| corners.map(|(x, y)| lattice.map(Point::new(x + dx, y + dy))))
}

/// Returns the clearest lattice with fewer than nine cells in a row, beginning with these corners.
fn fit_small(picture: &Reflectance, corners: &[Point; 4]) -> Option<FoundGrid> {
    let grids = SMALL_SIZES
        .iter()
        .filter_map(|size| fit(picture, corners, *size));
    grids.max_by(|a, b| a.score.total_cmp(&b.score))
}

/// Fits a lattice with `size` cells in a row to a picture, beginning with these corners.
fn fit(picture: &Reflectance, corners: &[Point; 4], size: usize) -> Option<FoundGrid> {
    let flat = Lattice::fit(picture, corners, size)?;
    let is_grid = |lattice: &Lattice| {
        let corners = lattice.corners();
        is_convex(&corners) && area(&corners) >= MIN_AREA
    };
    if !is_grid(&flat) || flat.score(picture).total() < MIN_FLAT_SCORE {
        return None;
    }
    let lattice = flat.bent(picture);
    let score = lattice.score(picture).total() - BEND_PENALTY * lattice.largest_bend();
    let is_wrong_size =
        || size < 9 && (score < MIN_SMALL_SCORE || lattice.is_part_of_larger(picture));
    (is_grid(&lattice) && !is_wrong_size()).then_some(FoundGrid {
        lattice,
        score,
        is_part: false,
    })
}

/// Returns `true` if a clear grid has these corners.
fn is_same(grid: &FoundGrid, corners: &[Point; 4]) -> bool {
    let known = grid.lattice.corners();
    let reach = area(&known).max(0.0).sqrt() / grid.lattice.size as f32 * SAME_CORNER;
    let distance = |at: usize| known[at].distance(corners[at]);
    grid.score >= CLEAR_SCORE && (0..4).all(|at| distance(at) < reach)
}

/// Adds a grid, or replaces one of the same size at the same place by a better one.
fn add(found: &mut Vec<FoundGrid>, grid: FoundGrid) {
    let center = |grid: &FoundGrid| {
        let middle = grid.lattice.size as f32 / 2.0;
        grid.lattice.map(Point::new(middle, middle))
    };
    let reach = area(&grid.lattice.corners()).sqrt() / 2.0;
    let same = found
        .iter_mut()
        .filter(|other| other.lattice.size == grid.lattice.size)
        .find(|other| center(other).distance(center(&grid)) < reach);
    match same {
        Some(other) if other.score >= grid.score => {}
        Some(other) => *other = grid,
        None => found.push(grid),
    }
}

/// Returns quadrilaterals that may be grids: the largest dark components first, then sets of light
/// cells.
fn candidates(picture: &Reflectance, kind: MaskKind) -> Vec<[Point; 4]> {
    let mask = kind.mask(picture);
    // A grid that is smaller than a sixth of the picture has too few pixels in a cell to be read.
    let shortest = picture.width().min(picture.height());
    let mut components = components::find_components(&mask, picture.width(), shortest / 6);
    let size = |component: &components::Component| {
        let (across, down) = component.extent();
        across * down
    };
    components.sort_by_key(|component| std::cmp::Reverse(size(component)));
    components.truncate(MAX_COMPONENTS);
    let quadrilaterals = components
        .iter()
        .filter_map(|component| components::largest_quadrilateral(&component.hull()));
    let light: Vec<bool> = mask.iter().map(|is_dark| !is_dark).collect();
    let cells = cell_sets::quadrilaterals(&light, picture.width());
    quadrilaterals.chain(cells).map(from_top_left).collect()
}

/// Turns the corners so that the first is the one nearest to the top left.
fn from_top_left(mut corners: [Point; 4]) -> [Point; 4] {
    let first = (0..4).min_by(|a, b| {
        let sum = |at: &usize| corners[*at].x + corners[*at].y;
        sum(a).total_cmp(&sum(b))
    });
    corners.rotate_left(first.unwrap_or(0));
    corners
}

/// Returns a lattice of a reduced picture in pixels of the full one.
fn enlarge(lattice: &Lattice, factor: f32) -> Lattice {
    Lattice {
        flat: lattice.flat.then_scale(factor, (factor - 1.0) / 2.0),
        ..*lattice
    }
}
