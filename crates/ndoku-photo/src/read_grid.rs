//! [`read_photo`]: from a picture to the puzzle in it, with what is doubtful.

use ndoku_core::Layout;
use ndoku_solver::Budget;

use crate::attempts::{ends_at_border, mean_brightness, outside, read_any};
use crate::boxes;
use crate::classifier::{CLASSES, CellClassifier, OTHER};
use crate::diagonals;
use crate::find_grid::{
    FoundGrid, MIN_SIDE, find_grids_within, find_larger_size, find_small_grids,
};
use crate::geometry::Point;
use crate::handwriting;
use crate::patches::InkGrid;
use crate::photo::GrayPhoto;
use crate::photo_error::{PhotoError, check};
use crate::photo_reading::{CERTAIN, CellKind, CellReading, PhotoReading, PhotoReadings};
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

/// Score from which a place beside a grid is reported as one that is not read.
const MIN_UNREAD_SCORE: f32 = 0.25;

/// Side in pixels below which the cells of a grid may be too small.
const TINY_CELL: f32 = 24.0;

/// Share of its side by which another cell of a page of puzzles is larger or smaller.
const MAX_TINY_DIFFERENCE: f32 = 0.05;

/// Number of equally small grids that are a page of puzzles. Text has a few by chance.
const MIN_TINY: usize = 3;

/// Distance in cells by which a corner may be outside the picture.
const MAX_OUTSIDE: f32 = 0.4;

/// Mean brightness of a picture, from 0 to 255, below which it is too dark.
const MIN_BRIGHTNESS: f32 = 24.0;

/// Smallest number of digits in a grid that is read.
const MIN_DIGITS: usize = 4;

/// Smallest share of cells with a printed digit in a puzzle without exactly one solution. The
/// smallest proper X-Sudokus have 12 clues.
const MIN_CLEAR_SHARE: f32 = 12.0 / 81.0;

/// Share of the digits up to which those that are too large for the grid count as misread.
const MAX_TOO_LARGE: f32 = 0.15;

/// Share of the cells of a table that hold a digit, and of these digits that are repeated.
const MIN_TABLE_SHARE: f32 = 0.6;
const MIN_REPEATED_SHARE: f32 = 0.5;

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

/// Factor of the certainty of a puzzle in whose cells handwriting was not considered, or whose face
/// is unusual. It is below [`CERTAIN`], so that somebody looks at it.
const UNSURE_FACTOR: f32 = 0.95;

/// Number of cells that may look written and still be printed, if the puzzle has one solution
/// without them.
const MAX_UNWRITTEN: usize = 3;

/// Probability of the best reading of a cell below which its alternatives are reported.
const DOUBTFUL: f32 = 0.9;

/// Probability by its look below which a cell is doubtful though the puzzle confirms it.
const CONFIRMED: f32 = 0.5;

/// Probability from which a digit is reported as an alternative.
const MIN_ALTERNATIVE: f32 = 0.01;

/// Reads a puzzle of a picture. In the order of [`find_grids`](crate::find_grids), it is the first
/// that is certain, or that has a clear grid and one solution. Without one, it is the best.
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
    let read = |photo: &GrayPhoto| {
        let reader = Reader {
            photo,
            classifier,
            budget,
        };
        read_best(&reader).map(|reading| PhotoReadings {
            readings: vec![reading],
            unread: 0,
        })
    };
    let mut all = read_any(photo, read)?;
    all.readings.pop().ok_or(PhotoError::NoGrid)
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
    best.ok_or_else(|| grids.reason(reader))
}

/// Reads the puzzles of a picture, from top to bottom, and those beside each other from left to
/// right. Of more than six, the first in the order of [`find_grids`](crate::find_grids) are read.
///
/// # Errors
/// Returns the reason why there is none.
pub fn read_photos(
    photo: &GrayPhoto,
    classifier: &dyn CellClassifier,
) -> Result<Vec<PhotoReading>, PhotoError> {
    read_photos_within(photo, classifier, &Budget::default()).map(|all| all.readings)
}

/// Reads the puzzles of a picture like [`read_photos`], and counts the grids that are not read.
/// Stops soon after the budget is used up.
///
/// # Errors
/// Returns [`PhotoError::Stopped`] then, or the reason why there is no puzzle.
pub fn read_photos_within(
    photo: &GrayPhoto,
    classifier: &dyn CellClassifier,
    budget: &Budget<'_>,
) -> Result<PhotoReadings, PhotoError> {
    read_any(photo, |photo| {
        read_all(&Reader {
            photo,
            classifier,
            budget,
        })
    })
}

/// Reads all puzzles of a picture.
fn read_all(reader: &Reader<'_>) -> Result<PhotoReadings, PhotoError> {
    let mut grids = UsableGrids::find(reader)?;
    let mut readings = Vec::new();
    let (mut read, mut others) = (Vec::new(), grids.rest.clone());
    for grid in &grids.whole {
        if readings.len() == MAX_GRIDS {
            break;
        }
        match read_convincing(reader, grid) {
            Ok(reading) => {
                readings.push(reading);
                read.push(*grid);
            }
            Err(error @ PhotoError::Stopped(_)) => return Err(error),
            Err(error) => {
                others.push(*grid);
                keep_reason(&mut grids.reason, error);
            }
        }
    }
    if readings.is_empty() {
        return Err(grids.reason(reader));
    }
    sort_by_place(&mut readings);
    // Of more grids than are read, nothing is known.
    let unread = if readings.len() == MAX_GRIDS {
        0
    } else {
        count_unread(&others, &read)
    };
    Ok(PhotoReadings { readings, unread })
}

/// Returns the number of places beside the grids that were read that look like another grid.
fn count_unread(others: &[FoundGrid], read: &[FoundGrid]) -> usize {
    let mut known = read.to_vec();
    for grid in others {
        if grid.score >= MIN_UNREAD_SCORE && grid.is_another(&known) {
            known.push(*grid);
        }
    }
    known.len() - read.len()
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
    } else if is_table(&reading) {
        let size = reading.size();
        Err(of_grid(PhotoError::NoPuzzle { size }))
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

/// Returns `true` for a grid that is no Sudoku: most cells are filled, and most of them have the
/// digit of another one in a house.
fn is_table(reading: &PhotoReading) -> bool {
    let (clues, layout) = (reading.clues(), reading.layout());
    let mut is_repeated = vec![false; clues.len()];
    for house in layout.houses() {
        let cells = house.cells().iter().map(|cell| layout.index(*cell));
        let cells: Vec<usize> = cells.filter(|at| clues[*at] != 0).collect();
        for at in &cells {
            is_repeated[*at] |= cells.iter().any(|b| b != at && clues[*b] == clues[*at]);
        }
    }
    let digits = clues.iter().filter(|clue| **clue != 0).count() as f32;
    let repeated = is_repeated.iter().filter(|is_repeated| **is_repeated);
    digits >= MIN_TABLE_SHARE * clues.len() as f32
        && repeated.count() as f32 >= MIN_REPEATED_SHARE * digits
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
    /// At most [`MAX_EXAMINED`], in the order of [`find_grids`](crate::find_grids).
    whole: Vec<FoundGrid>,
    /// The others.
    rest: Vec<FoundGrid>,
    /// The reason why the clearest rejected grid is not a puzzle.
    reason: Option<PhotoError>,
    /// A part of a grid is clearer than every whole one.
    is_cut_off: bool,
}

impl UsableGrids {
    fn find(reader: &Reader<'_>) -> Result<Self, PhotoError> {
        let photo = reader.photo;
        let mut found = find_grids_within(photo, reader.budget)?;
        let is_weak = |grid: &FoundGrid| grid.score < MIN_SCORE;
        if found.iter().all(is_weak) && count_tiny(&found) >= MIN_TINY {
            found = find_small_grids(photo, reader.budget)?;
        }
        let is_inside = |grid: &FoundGrid| outside(photo, &grid.lattice) <= MAX_OUTSIDE;
        let is_part = |grid: &&FoundGrid| grid.score >= MIN_PART_SCORE && !is_inside(grid);
        let is_whole = |grid: &FoundGrid| grid.score >= MIN_SCORE && is_inside(grid);
        let clearest = |grids: &mut dyn Iterator<Item = &FoundGrid>| {
            grids.map(|grid| grid.score).fold(0.0, f32::max)
        };
        let part = clearest(&mut found.iter().filter(is_part));
        // The lines of a part of a grid may be a small one by chance.
        let is_rival = |grid: &&FoundGrid| grid.lattice.size == 9 || part < MIN_SCORE;
        let whole = found.iter().filter(|grid| is_whole(grid));
        let is_cut_off = part > clearest(&mut whole.filter(is_rival));
        let (mut whole, mut rest): (Vec<_>, Vec<_>) = found.into_iter().partition(is_whole);
        rest.extend(whole.split_off(whole.len().min(MAX_EXAMINED)));
        Ok(Self {
            is_cut_off,
            whole,
            rest,
            reason: None,
        })
    }

    /// Returns why no grid is a puzzle.
    fn reason(self, reader: &Reader<'_>) -> PhotoError {
        let photo = reader.photo;
        let (width, height) = (photo.width(), photo.height());
        if width.min(height) < MIN_SIDE {
            return PhotoError::TooSmall { width, height };
        }
        if mean_brightness(photo) < MIN_BRIGHTNESS {
            return PhotoError::TooDark;
        }
        match self.reason {
            Some(reason @ PhotoError::NotUnique { .. }) => reason,
            _ if self.is_cut_off => PhotoError::CutOff,
            Some(reason) if reason != PhotoError::NoGrid => reason,
            _ => self.unread(reader).unwrap_or(PhotoError::NoGrid),
        }
    }

    /// Returns why the lines that were found are not read; `None` if they are no grid.
    fn unread(&self, reader: &Reader<'_>) -> Option<PhotoError> {
        match find_larger_size(reader.photo, reader.budget) {
            Ok(None) => {}
            Ok(size) => return Some(PhotoError::TooManyCells { size }),
            Err(stopped) => return Some(stopped),
        }
        let is_sure = |grid: &&FoundGrid| grid.score >= SURE_GRID;
        if let Some(grid) = self.whole.iter().find(is_sure) {
            let size = grid.lattice.size;
            return Some(if grid.is_part {
                PhotoError::TooManyCells { size: None }
            } else {
                PhotoError::NoPuzzle { size }
            });
        }
        let count = count_tiny(&[&self.whole[..], &self.rest].concat());
        (count >= MIN_TINY).then_some(PhotoError::GridsTooSmall { count })
    }
}

/// Returns the number of grids that seem to have 9×9 cells of few pixels and of the same size.
fn count_tiny(grids: &[FoundGrid]) -> usize {
    let is_there = |grid: &&FoundGrid| grid.score >= MIN_PART_SCORE && grid.lattice.size == 9;
    let sides = grids
        .iter()
        .filter(is_there)
        .map(|grid| grid.lattice.cell_side());
    let sides: Vec<f32> = sides.filter(|side| *side < TINY_CELL).collect();
    let is_same = |a: f32, b: f32| (a - b).abs() < MAX_TINY_DIFFERENCE * a;
    let counts = sides.iter().map(|side| {
        let same = sides.iter().filter(|other| is_same(*side, **other));
        same.count()
    });
    counts.max().unwrap_or(0)
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
    let may_be_invented = |reading| diagonals::has_doubtful_clue(reading, probabilities);
    if (may_be_invented(&resolved) || may_be_invented(&printed))
        && let Some(reading) = diagonals::resolve(probabilities, layout, budget)?
    {
        return Ok(reading);
    }
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
    // A puzzle with one solution and no rival confirms its digits, unless one looks like another.
    let is_confirmed = resolved.certainty >= CERTAIN;
    let min_look = if is_confirmed { CONFIRMED } else { DOUBTFUL };
    let is_doubtful =
        by_look[usize::from(digit)] < min_look || by_puzzle[usize::from(digit)] < DOUBTFUL;
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
