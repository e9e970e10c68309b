//! The boxes of a grid, by the thickness of its lines: those of its size, others, or jigsaw
//! regions.
//!
//! ```text
//!   ┏━━━┯━━━┳━━━┯━━━┓    Each border between two cells has an amount of ink. Boxes of a shape are
//!   ┃   │   ┃   │   ┃    there if the borders between them have clearly more than the others.
//!   ┠───┼───╂───┼───┨
//!   ┃   │   ┃   │   ┃    Without such a shape, the borders with more ink than a threshold cut the
//!   ┣━━━┿━━━╋━━━┿━━━┫    grid into regions. They count if each has as many cells as a row.
//! ```

use ndoku_core::{Boxes, Layout};

use crate::patches::{Border, InkGrid};

/// Separation of two kinds of borders, see [`separation`], from which boxes are clearly there.
/// Noise has less than half of it.
const CLEAR: f32 = 2.0;

/// Separation from which regions are clearly there. Their threshold already parts more from less
/// ink, so that noise has about 2.7.
const CLEAR_REGIONS: f32 = 3.5;

/// Factor by which regions must be clearer than every shape of boxes.
const REGIONS_FACTOR: f32 = 1.5;

/// Standard deviation of the ink of borders of one kind below which it does not count.
const MIN_DEVIATION: f32 = 0.1;

/// Number of thresholds that are tried: the widest gaps between amounts of ink.
const MAX_GAPS: usize = 12;

/// A border between two cells, by their indices row by row, and its ink.
#[derive(Copy, Clone, Debug)]
struct Measured {
    cells: [usize; 2],
    ink: f32,
}

/// Returns the layouts that a grid may have, the likeliest first: what the lines show, and the
/// boxes of its size. If the lines show nothing, boxes of other shapes follow.
pub(crate) fn layouts(ink: &InkGrid) -> Vec<Layout> {
    let size = ink.size();
    let borders = measure(ink);
    let mut shapes: Vec<(f32, Vec<usize>)> = (2..size)
        .filter(|width| size.is_multiple_of(*width))
        .map(|width| {
            let height = size / width;
            let map: Vec<usize> = (0..size * size)
                .map(|cell| cell / size / height * height + cell % size / width)
                .collect();
            (separation(&borders, &map), map)
        })
        .collect();
    shapes.sort_by(|a, b| b.0.total_cmp(&a.0));
    let shape_score = shapes.first().map_or(0.0, |(score, _)| *score);
    let regions = regions(&borders, size).filter(|map| {
        let score = separation(&borders, map);
        score >= CLEAR_REGIONS && score > REGIONS_FACTOR * shape_score
    });
    let is_clear = shape_score >= CLEAR;
    let (before, after) = shapes.split_at(usize::from(is_clear));
    let size = u8::try_from(size).unwrap_or(u8::MAX);
    let layout = |map: &Vec<usize>| {
        let boxes = Boxes::from_map(size, map).ok()?.simplified(size);
        Layout::builder(size).any_boxes(boxes).build().ok()
    };
    let mut layouts: Vec<Layout> = Vec::new();
    let shown = regions.iter().chain(before.iter().map(|(_, map)| map));
    let others = after.iter().map(|(_, map)| map).filter(|_| !is_clear);
    let all = shown
        .map(layout)
        .chain([Layout::for_size(size).ok()])
        .chain(others.map(layout));
    for layout in all.flatten() {
        if !layouts.iter().any(|other| other.boxes() == layout.boxes()) {
            layouts.push(layout);
        }
    }
    layouts
}

fn measure(ink: &InkGrid) -> Vec<Measured> {
    let size = ink.size();
    let mut borders = Vec::new();
    for cell in 0..size * size {
        let (row, column) = (cell / size, cell % size);
        for (is_below, has_next, next) in [
            (false, column + 1 < size, cell + 1),
            (true, row + 1 < size, cell + size),
        ] {
            if has_next {
                let border = Border {
                    row,
                    column,
                    is_below,
                };
                borders.push(Measured {
                    cells: [cell, next],
                    ink: ink.border_ink(border),
                });
            }
        }
    }
    borders
}

/// Returns how clearly the borders between regions differ from those within: the difference of
/// their mean ink, divided by the standard deviation of the two kinds. `map` has the region of each
/// cell. It is negative if there is more ink within.
fn separation(borders: &[Measured], map: &[usize]) -> f32 {
    let mut kinds = [const { Vec::new() }; 2];
    for Measured { cells: [a, b], ink } in borders {
        kinds[usize::from(map[*a] != map[*b])].push(*ink);
    }
    let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len().max(1) as f32;
    let means = [mean(&kinds[0]), mean(&kinds[1])];
    let squares = |kind: usize| -> f32 {
        let values: &Vec<f32> = &kinds[kind];
        values.iter().map(|ink| (ink - means[kind]).powi(2)).sum()
    };
    let variance = (squares(0) + squares(1)) / borders.len().max(1) as f32;
    (means[1] - means[0]) / variance.sqrt().max(MIN_DEVIATION)
}

/// Returns the regions that thick borders cut out, if each has as many cells as a row. Of several
/// thresholds, the one in the widest gap wins.
fn regions(borders: &[Measured], size: usize) -> Option<Vec<usize>> {
    let mut sorted: Vec<f32> = borders.iter().map(|border| border.ink).collect();
    sorted.sort_by(f32::total_cmp);
    let mut gaps: Vec<[f32; 2]> = sorted.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    gaps.sort_by(|a, b| (b[1] - b[0]).total_cmp(&(a[1] - a[0])));
    gaps.iter()
        .take(MAX_GAPS)
        .map(|[below, above]| cut(borders, size, f32::midpoint(*below, *above)))
        .find(|map| {
            (0..size * size)
                .all(|cell| map.iter().filter(|other| **other == map[cell]).count() == size)
        })
}

/// Returns the regions that the borders with more ink than this cut out: the smallest index of a
/// cell of its region for each cell.
fn cut(borders: &[Measured], size: usize, threshold: f32) -> Vec<usize> {
    let mut map: Vec<usize> = (0..size * size).collect();
    // Each pass carries smaller indices on, until none changes.
    loop {
        let mut has_changed = false;
        for Measured { cells: [a, b], .. } in borders.iter().filter(|one| one.ink <= threshold) {
            let least = map[*a].min(map[*b]);
            has_changed |= map[*a] != map[*b];
            (map[*a], map[*b]) = (least, least);
        }
        if !has_changed {
            return map;
        }
    }
}
