//! [`read_photo`]: from a picture to the puzzle in it, with what is doubtful.

use std::fmt::{self, Write as _};

use ndoku_core::{Boxes, Layout, Puzzle, PuzzleError};
use ndoku_solver::Budget;

use crate::boxes;
use crate::classifier::{CLASSES, CellClassifier, OTHER};
use crate::find_grid::{FoundGrid, MIN_SIDE, find_grids_within};
use crate::geometry::Point;
use crate::handwriting;
use crate::lattice::Lattice;
use crate::patches::InkGrid;
use crate::photo::GrayPhoto;
use crate::photo_error::{PhotoError, check};
use crate::resolve::{ReadingVerdict, Resolved, digit_shares, resolve};
use crate::same_face;

/// Score from which a grid is read.
const MIN_SCORE: f32 = 0.45;

/// Minimum score of a reliable grid, even if its puzzle has not exactly one solution.
const CLEAR_GRID: f32 = 0.8;

/// Score that only the lines of a grid have. Noise may have a little less.
const SURE_GRID: f32 = 0.95;

/// Minimum mean probability of reliable digits.
const CLEAR_DIGITS: f32 = 0.8;

/// Score from which a grid that reaches outside the picture counts as cut off.
const MIN_PART_SCORE: f32 = 0.3;

/// Distance in cells by which a corner may be outside the picture.
const MAX_OUTSIDE: f32 = 0.4;

/// Mean brightness of a picture, from 0 to 255, below which it is too dark.
const MIN_BRIGHTNESS: f32 = 24.0;

/// Mean brightness below which the ground of the grid may be dark.
const MAX_DARK_GROUND: f32 = 110.0;

/// Smallest number of digits in a grid that is read.
const MIN_DIGITS: usize = 4;

/// Smallest share of cells with a printed digit in a puzzle without exactly one solution. The
/// smallest proper X-Sudokus have 12 clues.
const MIN_CLEAR_SHARE: f32 = 12.0 / 81.0;

/// Share of the digits up to which those that are too large for the grid count as misread.
const MAX_TOO_LARGE: f32 = 0.15;

/// Maximum number of grids that are read in one picture.
pub const MAX_GRIDS: usize = 6;

/// Maximum number of grids that are examined: more than are read, because a sheet of puzzles looks
/// like a grid, too.
const MAX_EXAMINED: usize = 2 * MAX_GRIDS;

/// Mean logarithm of the probability of the printed digits with which a grid is upright.
const UPRIGHT: f32 = -0.12;

/// Amount by which a rotation may have a smaller [`clarity`] than the clearest one, and still win
/// by the solutions of its puzzle.
const MAX_CLARITY_LOSS: f32 = 1.0;

/// Certainty from which a reading is reported as certain.
const CERTAIN: f32 = 0.98;

/// Factor of the certainty of a puzzle in whose cells handwriting was not considered, or whose face
/// is unusual. It is below [`CERTAIN`], so that somebody looks at it.
const UNSURE_FACTOR: f32 = 0.95;

/// Number of cells that may look written and still be printed, if the puzzle has one solution
/// without them.
const MAX_UNWRITTEN: usize = 3;

/// Probability of the best reading of a cell below which its alternatives are reported.
const DOUBTFUL: f32 = 0.9;

/// Probability from which a digit is reported as an alternative.
const MIN_ALTERNATIVE: f32 = 0.01;

/// The content of a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Nothing.
    Empty,
    /// A printed digit.
    Printed(u8),
    /// Handwriting or anything else.
    Other,
}

/// The reading of a cell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CellReading {
    /// The content. The puzzle as a whole decides, where cells are doubtful.
    pub kind: CellKind,
    /// The probability of this digit, or of no printed digit, from the image of the cell alone: 0
    /// to 1.
    pub probability: f32,
    /// The other digits that the cell may hold, and 0 for none, each with its probability; the
    /// likeliest first. Empty if the cell is not doubtful.
    pub alternatives: Vec<(u8, f32)>,
}

/// A puzzle that was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PhotoReading {
    /// The cells, row by row.
    pub cells: Vec<CellReading>,
    /// The number of solutions.
    pub verdict: ReadingVerdict,
    /// The solution, row by row, if there is exactly one.
    pub solution: Option<Vec<u8>>,
    /// The share of the reading in the probability of all readings with one solution, from 0 to 1.
    /// Likelier readings that were rejected lower it. It is 0 without exactly one solution.
    pub certainty: f32,
    /// How clear the lines of the grid are: 1 is best.
    pub grid_score: f32,
    /// The clockwise quarter turns by which the grid is turned in the picture, from 0 to 3.
    pub quarter_turns: u8,
    lattice: Lattice,
    layout: Layout,
}

impl PhotoReading {
    /// Returns `true` if there is one solution, and no other reading is nearly as likely.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.verdict == ReadingVerdict::Unique && self.certainty >= CERTAIN
    }

    /// Returns the place in the picture of a point of the grid, in cells from its top left corner.
    #[must_use]
    pub fn place(&self, point: Point) -> Point {
        let size = self.size() as f32;
        let mut point = point;
        for _ in 0..self.quarter_turns % 4 {
            point = Point::new(size - point.y, point.x);
        }
        self.lattice.map(point)
    }

    /// Returns the point of the grid at a place in the picture, if there is one.
    #[must_use]
    pub fn grid_point(&self, place: Point) -> Option<Point> {
        let size = self.size() as f32;
        let mut point = self.lattice.unmap(place)?;
        for _ in 0..self.quarter_turns % 4 {
            point = Point::new(point.y, size - point.x);
        }
        Some(point)
    }

    /// Returns the number of cells in a row.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.lattice.size
    }

    /// Returns the corners of the grid in the picture, clockwise from its own top left corner.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        let size = self.size() as f32;
        [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)]
            .map(|(x, y)| self.place(Point::new(x, y)))
    }

    /// Returns the layout: its size, and the boxes or regions that the lines show.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the lattice of the grid as it lies in the picture.
    #[must_use]
    pub const fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Returns the printed digits, row by row; 0 is a cell without one.
    #[must_use]
    pub fn clues(&self) -> Vec<u8> {
        let clue = |cell: &CellReading| match cell.kind {
            CellKind::Printed(digit) => digit,
            CellKind::Empty | CellKind::Other => 0,
        };
        self.cells.iter().map(clue).collect()
    }

    /// Returns the puzzle.
    ///
    /// # Errors
    /// Returns an error if a clue is no digit, which the reader never reports.
    pub fn puzzle(&self) -> Result<Puzzle, PuzzleError> {
        Puzzle::from_array(&self.layout, &self.clues())
    }
}

impl fmt::Display for PhotoReading {
    /// Writes the puzzle as a line: a digit for each clue, and a point for each other cell. If the
    /// boxes are not those that the size implies, a letter for each cell follows, which is the same
    /// for all cells of a region.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clues().iter().try_for_each(|clue| match clue {
            0 => f.write_char('.'),
            clue => write!(f, "{clue}"),
        })?;
        if *self.layout.boxes() == Boxes::for_size(self.layout.size()) {
            return Ok(());
        }
        let regions = self.layout.cells().map(|cell| self.layout.box_number(cell));
        regions.flatten().try_for_each(|region| {
            let letter = u8::try_from(region).unwrap_or(u8::MAX);
            f.write_char(char::from(b'A'.saturating_add(letter)))
        })
    }
}

/// Reads a puzzle of a picture: in the order of [`find_grids`], the first that is certain or that
/// has a clear grid and one solution. Without one, the best.
///
/// A picture of 1600×1200 pixels takes about 0.12 s of one core, and one that is hard to read up to
/// a few seconds.
///
/// # Errors
/// Returns the reason why there is none.
pub fn read_photo(
    photo: &GrayPhoto,
    classifier: &dyn CellClassifier,
) -> Result<PhotoReading, PhotoError> {
    read_photo_within(photo, classifier, &Budget::default())
}

/// Reads a puzzle of a picture like [`read_photo`], but stops soon after the budget is used up.
///
/// # Errors
/// Returns [`PhotoError::Stopped`] then, or the reason why there is no puzzle.
pub fn read_photo_within(
    photo: &GrayPhoto,
    classifier: &dyn CellClassifier,
    budget: &Budget<'_>,
) -> Result<PhotoReading, PhotoError> {
    or_negative(photo, |photo| {
        read_best(&Reader {
            photo,
            classifier,
            budget,
        })
    })
}

/// A picture of dark lines and digits, and how it is read.
#[derive(Copy, Clone)]
struct Reader<'a> {
    photo: &'a GrayPhoto,
    classifier: &'a dyn CellClassifier,
    budget: &'a Budget<'a>,
}

/// Reads the best puzzle of a picture.
fn read_best(reader: &Reader<'_>) -> Result<PhotoReading, PhotoError> {
    let mut best: Option<PhotoReading> = None;
    let mut grids = UsableGrids::find(reader)?;
    for grid in &grids.whole {
        match read_convincing(reader, grid) {
            Ok(reading) if reading.is_certain() || is_clearly_unique(&reading) => {
                return Ok(reading);
            }
            Ok(reading) => {
                let is_better = |best: &PhotoReading| quality(&reading) > quality(best);
                if best.as_ref().is_none_or(is_better) {
                    best = Some(reading);
                }
            }
            Err(error @ PhotoError::Stopped(_)) => return Err(error),
            Err(error) => {
                keep_reason(&mut grids.reason, error);
            }
        }
    }
    best.ok_or_else(|| grids.reason(reader.photo))
}

/// Reads the puzzles of a picture, from top to bottom, and those beside each other from left to
/// right. Of more than six, the first in the order of [`find_grids`] are read.
///
/// # Errors
/// Returns the reason why there is none.
pub fn read_photos(
    photo: &GrayPhoto,
    classifier: &dyn CellClassifier,
) -> Result<Vec<PhotoReading>, PhotoError> {
    read_photos_within(photo, classifier, &Budget::default())
}

/// Reads the puzzles of a picture like [`read_photos`], but stops soon after the budget is used up.
///
/// # Errors
/// Returns [`PhotoError::Stopped`] then, or the reason why there is no puzzle.
pub fn read_photos_within(
    photo: &GrayPhoto,
    classifier: &dyn CellClassifier,
    budget: &Budget<'_>,
) -> Result<Vec<PhotoReading>, PhotoError> {
    or_negative(photo, |photo| {
        read_all(&Reader {
            photo,
            classifier,
            budget,
        })
    })
}

/// Reads all puzzles of a picture.
fn read_all(reader: &Reader<'_>) -> Result<Vec<PhotoReading>, PhotoError> {
    let mut grids = UsableGrids::find(reader)?;
    let mut readings = Vec::new();
    for grid in &grids.whole {
        match read_convincing(reader, grid) {
            Ok(reading) => {
                readings.push(reading);
                if readings.len() == MAX_GRIDS {
                    break;
                }
            }
            Err(error @ PhotoError::Stopped(_)) => return Err(error),
            Err(error) => {
                keep_reason(&mut grids.reason, error);
            }
        }
    }
    if readings.is_empty() {
        return Err(grids.reason(reader.photo));
    }
    sort_by_place(&mut readings);
    Ok(readings)
}

/// Sorts readings by the places of their grids: from top to bottom, and those beside each other
/// from left to right.
fn sort_by_place(readings: &mut [PhotoReading]) {
    let center = |reading: &PhotoReading| {
        let middle = reading.size() as f32 / 2.0;
        reading.lattice.map(Point::new(middle, middle))
    };
    readings.sort_by(|a, b| center(a).y.total_cmp(&center(b).y));
    let mut rest = readings;
    while let Some(first) = rest.first() {
        // The center of a grid beside the first one is above the lower border of that one.
        let lowest = center(first).y + first.lattice.cell_side() * first.size() as f32 / 2.0;
        let count = rest.partition_point(|reading| center(reading).y < lowest);
        let (row, below) = rest.split_at_mut(count.max(1));
        row.sort_by(|a, b| center(a).x.total_cmp(&center(b).x));
        rest = below;
    }
}

/// Reads a picture, and if nothing is found in a dark one, its negative: the lines and digits of a
/// screen may be light.
fn or_negative<R>(
    photo: &GrayPhoto,
    read: impl Fn(&GrayPhoto) -> Result<R, PhotoError>,
) -> Result<R, PhotoError> {
    let result = read(photo);
    let is_not_found = matches!(&result, Err(error) if !matches!(error, PhotoError::Stopped(_)));
    if is_not_found && mean_brightness(photo) < MAX_DARK_GROUND {
        return match read(&photo.inverted()) {
            Err(error) if !matches!(error, PhotoError::Stopped(_)) => result,
            other => other,
        };
    }
    result
}

/// Reads a grid, or returns the reason why it is no puzzle.
fn read_convincing(reader: &Reader<'_>, grid: &FoundGrid) -> Result<PhotoReading, PhotoError> {
    // Without digits, a weak lattice is no grid. Noise and text have small lattices, too.
    let is_grid = grid.score >= CLEAR_GRID && grid.lattice.size == 9 && !grid.is_part;
    let of_grid = |error| match error {
        PhotoError::Stopped(_) => error,
        _ if is_grid => error,
        _ => PhotoError::NoGrid,
    };
    let reading = read_grid(reader, grid).map_err(of_grid)?;
    let few_digits = || of_grid(few_digits(reading.size(), count_clear(&reading)));
    if reading.clues().iter().filter(|clue| **clue != 0).count() < MIN_DIGITS {
        Err(few_digits())
    } else if grid.is_part && reading.verdict != ReadingVerdict::Unique {
        Err(PhotoError::NoGrid)
    } else if is_convincing(&reading) {
        Ok(reading)
    } else if is_clear_small(&reading) {
        let size = reading.size();
        Err(PhotoError::NotUnique { size })
    } else if grid.score >= SURE_GRID {
        Err(few_digits())
    } else if grid.score < CLEAR_GRID && ends_at_border(reader.photo, &grid.lattice) {
        Err(PhotoError::CutOff)
    } else {
        Err(PhotoError::NoGrid)
    }
}

/// Returns the error of a grid in which too few digits are clear.
const fn few_digits(size: usize, count: usize) -> PhotoError {
    match count {
        0 => PhotoError::NoDigits,
        count => PhotoError::FewDigits { size, count },
    }
}

/// Returns the number of printed digits that are not doubtful.
fn count_clear(reading: &PhotoReading) -> usize {
    let is_clear = |cell: &&CellReading| {
        matches!(cell.kind, CellKind::Printed(_)) && cell.probability >= DOUBTFUL
    };
    reading.cells.iter().filter(is_clear).count()
}

/// Keeps the reason why a grid is rejected, unless there is one. A small grid that lacks only a
/// solution says more than a lattice that is no grid.
fn keep_reason(reason: &mut Option<PhotoError>, error: PhotoError) {
    let is_better = matches!(error, PhotoError::NotUnique { .. });
    match reason {
        None => *reason = Some(error),
        Some(PhotoError::NoGrid) if is_better => *reason = Some(error),
        Some(_) => {}
    }
}

/// Returns `true` for a small grid with clear lines, each digit of which is clear. Noise has small
/// lattices without such digits.
fn is_clear_small(reading: &PhotoReading) -> bool {
    let digits = reading.clues().iter().filter(|clue| **clue != 0).count();
    reading.size() < 9 && reading.grid_score >= CLEAR_GRID && count_clear(reading) == digits
}

/// Returns `true` if the lines of the grid and its digits are clear, or the digits make a puzzle
/// with one solution. Text has weak lattices, too, and noise has all lines but no clear digit.
fn is_convincing(reading: &PhotoReading) -> bool {
    let is_printed = |cell: &&CellReading| matches!(cell.kind, CellKind::Printed(_));
    let (mut sum, mut count) = (0.0, 0.0);
    for cell in reading.cells.iter().filter(is_printed) {
        sum += cell.probability;
        count += 1.0;
    }
    let needed = MIN_CLEAR_SHARE * reading.cells.len() as f32;
    let is_clear =
        reading.grid_score >= CLEAR_GRID && count >= needed && sum >= CLEAR_DIGITS * count;
    let is_unique = reading.verdict == ReadingVerdict::Unique;
    // A few digits anywhere make a small puzzle with one solution.
    if reading.size() < 9 {
        is_clear && is_unique
    } else {
        is_clear || is_unique
    }
}

/// Returns `true` if the grid is no mistake and its puzzle has one solution, though a cell may be
/// doubtful.
fn is_clearly_unique(reading: &PhotoReading) -> bool {
    reading.verdict == ReadingVerdict::Unique && reading.grid_score >= SURE_GRID
}

/// Returns a number by which readings are compared. One solution counts more than all else, and a
/// clear grid as much as half of the certainty.
fn quality(reading: &PhotoReading) -> f32 {
    let verdict = match reading.verdict {
        ReadingVerdict::Unique => 1.0,
        ReadingVerdict::Multiple => 0.2,
        ReadingVerdict::Unsolvable => 0.0,
    };
    verdict + reading.certainty + 0.5 * reading.grid_score
}

/// The grids of a picture that are whole.
struct UsableGrids {
    /// At most [`MAX_EXAMINED`], in the order of [`find_grids`].
    whole: Vec<FoundGrid>,
    /// The reason why the clearest rejected grid is not a puzzle.
    reason: Option<PhotoError>,
    /// A part of a grid is clearer than every whole one.
    is_cut_off: bool,
}

impl UsableGrids {
    fn find(reader: &Reader<'_>) -> Result<Self, PhotoError> {
        let photo = reader.photo;
        let found = find_grids_within(photo, reader.budget)?;
        let is_inside = |grid: &FoundGrid| outside(photo, &grid.lattice) <= MAX_OUTSIDE;
        let is_part = |grid: &FoundGrid| grid.score >= MIN_PART_SCORE && !is_inside(grid);
        let is_whole = |grid: &FoundGrid| grid.score >= MIN_SCORE && is_inside(grid);
        let clearest = |grids: &mut dyn Iterator<Item = &FoundGrid>| {
            grids.map(|grid| grid.score).fold(0.0, f32::max)
        };
        let part = clearest(&mut found.iter().filter(|grid| is_part(grid)));
        let whole = clearest(&mut found.iter().filter(|grid| is_whole(grid)));
        Ok(Self {
            is_cut_off: part > whole,
            whole: found
                .into_iter()
                .filter(is_whole)
                .take(MAX_EXAMINED)
                .collect(),
            reason: None,
        })
    }

    /// Returns why no grid is a puzzle.
    fn reason(self, photo: &GrayPhoto) -> PhotoError {
        let (width, height) = (photo.width(), photo.height());
        if width.min(height) < MIN_SIDE {
            return PhotoError::TooSmall { width, height };
        }
        if mean_brightness(photo) < MIN_BRIGHTNESS {
            return PhotoError::TooDark;
        }
        if self.is_cut_off {
            return PhotoError::CutOff;
        }
        self.reason.unwrap_or(PhotoError::NoGrid)
    }
}

/// Returns the mean of the pixels of a picture, from 0 to 255.
fn mean_brightness(photo: &GrayPhoto) -> f32 {
    let pixels = photo.pixels();
    let sum: u64 = pixels.iter().map(|pixel| u64::from(*pixel)).sum();
    sum as f32 / pixels.len().max(1) as f32
}

/// Returns how far a corner of a lattice is outside the picture, in cells.
fn outside(photo: &GrayPhoto, lattice: &Lattice) -> f32 {
    let beyond = |value: f32, size: usize| (-value).max(value - (size - 1) as f32);
    lattice
        .corners()
        .iter()
        .map(|corner| beyond(corner.x, photo.width()).max(beyond(corner.y, photo.height())))
        .fold(0.0, f32::max)
        / lattice.cell_side().max(1.0)
}

/// Returns `true` if a side of a lattice lies on the border of the picture. A lattice that lacks
/// lines there is the visible part of a larger grid.
fn ends_at_border(photo: &GrayPhoto, lattice: &Lattice) -> bool {
    let corners = lattice.corners();
    let half_cell = lattice.cell_side() / 2.0;
    let right = (photo.width() - 1) as f32 - half_cell;
    let bottom = (photo.height() - 1) as f32 - half_cell;
    let borders: [&dyn Fn(&Point) -> bool; 4] = [
        &|corner| corner.x < half_cell,
        &|corner| corner.y < half_cell,
        &|corner| corner.x > right,
        &|corner| corner.y > bottom,
    ];
    borders
        .iter()
        .any(|is_there| corners.iter().filter(|corner| is_there(corner)).count() >= 2)
}

/// Reads the cells of a grid, or returns why they hold no digits.
fn read_grid(reader: &Reader<'_>, grid: &FoundGrid) -> Result<PhotoReading, PhotoError> {
    let (turn, layout, resolved) = read_turns(reader, grid)?;
    let cells = turn
        .probabilities
        .iter()
        .enumerate()
        .map(|(cell, probabilities)| cell_reading(cell, probabilities, &resolved))
        .collect();
    Ok(PhotoReading {
        cells,
        verdict: resolved.verdict,
        solution: resolved.solution,
        certainty: resolved.certainty,
        grid_score: grid.score,
        quarter_turns: turn.quarter_turns,
        lattice: grid.lattice,
        layout,
    })
}

/// Returns the layout and the puzzle of the cells. The first layout in which they have exactly one
/// solution wins, and without one, the first.
fn resolve_turn(
    turn: &Turn,
    layouts: &[Layout],
    budget: &Budget<'_>,
) -> Result<Option<(Layout, Resolved)>, PhotoError> {
    let mut first = None;
    for layout in layouts {
        let mut resolved = resolve_layout(&turn.probabilities, layout, budget)?;
        if turn.is_unusual {
            resolved.certainty *= UNSURE_FACTOR;
        }
        if resolved.verdict == ReadingVerdict::Unique {
            return Ok(Some((layout.clone(), resolved)));
        }
        first.get_or_insert_with(|| (layout.clone(), resolved));
    }
    Ok(first)
}

/// Returns the puzzle of the cells. If it is doubtful with handwriting, all cells count as printed:
/// an unusual face looks written in many cells at once.
fn resolve_layout(
    probabilities: &[[f32; CLASSES]],
    layout: &Layout,
    budget: &Budget<'_>,
) -> Result<Resolved, PhotoError> {
    let resolved = resolve(probabilities, layout, budget)?;
    if resolved.certainty >= CERTAIN {
        return Ok(resolved);
    }
    let mut printed = resolve(&handwriting::exclude(probabilities), layout, budget)?;
    printed.certainty *= UNSURE_FACTOR;
    // Answers that a player has written agree with the solution, however many they are.
    let pairs = printed.clues.iter().zip(&resolved.clues);
    let changed = pairs
        .filter(|(printed, resolved)| printed != resolved)
        .count();
    let is_solved_without = resolved.verdict == ReadingVerdict::Unique && changed > MAX_UNWRITTEN;
    let wins = printed.certainty > resolved.certainty && !is_solved_without;
    Ok(if wins { printed } else { resolved })
}

/// The cells of a grid as they look in one of its four rotations.
struct Turn {
    quarter_turns: u8,
    probabilities: Vec<[f32; CLASSES]>,
    /// The digits are printed in a face that the classifier does not know well.
    is_unusual: bool,
    /// Number of digits, and how many of them are too large for the grid.
    digits: [usize; 2],
    /// See [`clarity`].
    clarity: f32,
}

impl Turn {
    fn read(ink: &InkGrid, quarter_turns: u8, classifier: &dyn CellClassifier) -> Self {
        let size = ink.size();
        let patches: Vec<_> = (0..size * size)
            .map(|cell| ink.patch(cell / size, cell % size))
            .collect();
        let mut probabilities: Vec<_> = patches
            .iter()
            .map(|patch| classifier.classify(patch))
            .collect();
        let is_unusual = same_face::recognize(&patches, &mut probabilities);
        let digits = count_digits(&probabilities, size);
        for cell in &mut probabilities {
            let too_large = &mut cell[size + 1..OTHER];
            let sum: f32 = too_large.iter().sum();
            too_large.fill(0.0);
            cell[OTHER] += sum;
        }
        handwriting::adapt_to_share(&mut probabilities);
        Self {
            quarter_turns,
            is_unusual,
            digits,
            clarity: clarity(&probabilities),
            probabilities,
        }
    }

    /// Returns `true` if most cells are empty.
    fn is_mostly_empty(&self) -> bool {
        let is_empty = |cell: &&[f32; CLASSES]| cell[0] > 0.5;
        2 * self.probabilities.iter().filter(is_empty).count() > self.probabilities.len()
    }

    /// Returns the number of digits that are not doubtful.
    fn count_clear(&self) -> usize {
        let is_clear =
            |cell: &&[f32; CLASSES]| cell[1..OTHER].iter().any(|share| *share >= DOUBTFUL);
        self.probabilities.iter().filter(is_clear).count()
    }

    /// Returns `true` if there are enough digits for a reading, and hardly any that is too large
    /// for the grid.
    fn has_digits(&self) -> bool {
        let [count, too_large] = self.digits;
        count >= MIN_DIGITS && too_large as f32 <= MAX_TOO_LARGE * count as f32
    }
}

/// Returns the number of digits, and how many of them are too large for a grid of this size.
fn count_digits(probabilities: &[[f32; CLASSES]], size: usize) -> [usize; 2] {
    let count = |from: usize| {
        let is_digit = |cell: &&[f32; CLASSES]| cell[from..OTHER].iter().sum::<f32>() > 0.5;
        probabilities.iter().filter(is_digit).count()
    };
    [count(1), count(size + 1)]
}

/// Classifies the cells in all rotations, up to the first one in which they are clear and their
/// puzzle has one solution. Without one, solutions count more than how clear the digits are.
fn read_turns(
    reader: &Reader<'_>,
    grid: &FoundGrid,
) -> Result<(Turn, Layout, Resolved), PhotoError> {
    check(reader.budget)?;
    let mut ink = InkGrid::new(reader.photo, &grid.lattice);
    let mut turns = Vec::new();
    // Noise fills all cells, and a grid without digits has empty ones. Of few digits, most are
    // clear in the rotation in which they are upright.
    let mut most = None;
    for quarter_turns in 0..4 {
        check(reader.budget)?;
        let turn = Turn::read(&ink, quarter_turns, reader.classifier);
        if turn.has_digits() {
            let layouts = boxes::layouts(&ink);
            if let Some((layout, resolved)) = resolve_turn(&turn, &layouts, reader.budget)? {
                if turn.clarity >= UPRIGHT && resolved.verdict == ReadingVerdict::Unique {
                    return Ok((turn, layout, resolved));
                }
                turns.push((turn, layout, resolved));
            }
        } else if turn.is_mostly_empty() {
            most = most.max(Some(turn.count_clear()));
        }
        ink = ink.turned();
    }
    let clearest = turns
        .iter()
        .map(|(turn, ..)| turn.clarity)
        .fold(f32::MIN, f32::max);
    turns.retain(|(turn, ..)| turn.clarity >= clearest - MAX_CLARITY_LOSS);
    let rank = |verdict| match verdict {
        ReadingVerdict::Unique => 2,
        ReadingVerdict::Multiple => 1,
        ReadingVerdict::Unsolvable => 0,
    };
    let best = turns.into_iter().max_by(|(a, _, by_a), (b, _, by_b)| {
        let by_rank = rank(by_a.verdict).cmp(&rank(by_b.verdict));
        by_rank.then(a.clarity.total_cmp(&b.clarity))
    });
    best.ok_or_else(|| {
        most.map_or(PhotoError::NoGrid, |count| {
            few_digits(grid.lattice.size, count)
        })
    })
}

/// Returns the mean logarithm of the probability of the likeliest digit, over the cells that are
/// not empty. Turned digits look like handwriting or like several digits.
fn clarity(probabilities: &[[f32; CLASSES]]) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    for probabilities in probabilities {
        let filled = 1.0 - probabilities[0];
        let likeliest = probabilities[1..OTHER].iter().copied().fold(0.0, f32::max);
        sum += filled * likeliest.max(1e-4).ln();
        count += filled;
    }
    if count < 1.0 { f32::MIN } else { sum / count }
}

fn cell_reading(cell: usize, probabilities: &[f32; CLASSES], resolved: &Resolved) -> CellReading {
    let digit = resolved.clues[cell];
    let kind = match digit {
        0 if probabilities[OTHER] > probabilities[0] => CellKind::Other,
        0 => CellKind::Empty,
        digit => CellKind::Printed(digit),
    };
    let by_look = digit_shares(probabilities);
    let by_puzzle = &resolved.shares[cell];
    let is_doubtful =
        by_look[usize::from(digit)] < DOUBTFUL || by_puzzle[usize::from(digit)] < DOUBTFUL;
    let mut alternatives: Vec<(u8, f32)> = (0..10_u8)
        .filter(|other| *other != digit && is_doubtful)
        .map(|other| {
            let other_at = usize::from(other);
            (other, by_look[other_at].max(by_puzzle[other_at]))
        })
        .filter(|(_, share)| *share >= MIN_ALTERNATIVE)
        .collect();
    alternatives.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    CellReading {
        kind,
        probability: by_look[usize::from(digit)],
        alternatives,
    }
}
