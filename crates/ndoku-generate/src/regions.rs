//! Random jigsaw maps: N connected regions of N cells each that admit a full grid.
//!
//! ```text
//!   1 1 1 2 2 2        1 1 1 2 2 2        two cells at a border exchange their regions,
//!   1 1 1 2 2 2   ─▶   1 1 2 2 2 2   ─▶   if both regions stay connected;
//!   3 3 3 4 4 4        1 3 1 4 4 4        this repeats until little is left of the boxes
//!   …                  …
//! ```
//!
//! Starts with the boxes of the size, or with rows if the size is prime. Makes 4 N² exchanges, each
//! of a random pair of cells. A search of [`GridGenerator`] then decides if the map has a grid. If
//! it finds none, the exchanges continue. Takes a few hundred microseconds for 9×9, plus the
//! search.

use ndoku_core::{Boxes, Layout, Rng};
use ndoku_solver::Budget;

use crate::grid_generator::{GridError, GridGenerator};

/// Maximum number of maps that are tested for a grid.
const MAX_ATTEMPTS: usize = 100;

/// Returns the layout with random regions in place of its boxes, and a full grid of it. Keeps
/// diagonals and rules.
///
/// # Errors
/// [`GridError::NotFound`] if no map with a grid was found, or if the flag or the clock of the
/// budget stopped the search. [`GridError::Layout`] for sizes that the search does not support.
pub fn random_layout(
    layout: &Layout,
    rng: &mut Rng,
    budget: &Budget<'_>,
) -> Result<(Layout, Vec<u8>), GridError> {
    let size = usize::from(layout.size());
    let mut map: Vec<u8> = match Boxes::for_size(layout.size()) {
        Boxes::Rectangles { width, height } => {
            let (width, height) = (usize::from(width), usize::from(height));
            (0..size * size)
                .map(|cell| (cell / size / height * (size / width) + cell % size / width) as u8)
                .collect()
        }
        _ => return Err(GridError::Layout),
    };
    for _ in 0..MAX_ATTEMPTS {
        for _ in 0..4 * size * size {
            exchange_cells(&mut map, size, rng);
        }
        if budget.poll().is_some() {
            return Err(GridError::NotFound);
        }
        // A rule that depends on the boxes may reject these regions.
        let Ok(jigsaw) = layout.to_builder().regions(&map).build() else {
            continue;
        };
        match GridGenerator::new(&jigsaw)?.generate(rng, budget) {
            Ok(grid) => return Ok((jigsaw, grid)),
            Err(GridError::Layout) => return Err(GridError::Layout),
            Err(GridError::None | GridError::NotFound) => {}
        }
    }
    Err(GridError::NotFound)
}

/// Exchanges two random cells of neighboring regions, if both regions stay connected.
fn exchange_cells(map: &mut [u8], size: usize, rng: &mut Rng) {
    // The first cell moves to the region of a neighboring cell. A random cell of that region moves
    // back.
    let gone = rng.below((size * size) as u64) as usize;
    let around = neighbors(gone, size);
    let beside = around[rng.below(around.len() as u64) as usize];
    let (own, other) = (map[gone], map[beside]);
    if own == other {
        return;
    }
    let back = rng.below(size as u64) as usize;
    let Some(back) = (0..map.len()).filter(|cell| map[*cell] == other).nth(back) else {
        return;
    };
    (map[gone], map[back]) = (other, own);
    if !is_connected(map, size, gone) || !is_connected(map, size, back) {
        (map[gone], map[back]) = (own, other);
    }
}

/// Returns the cells above, below, left and right of a cell.
fn neighbors(cell: usize, size: usize) -> Vec<usize> {
    let (row, column) = (cell / size, cell % size);
    let all = [
        (row > 0, cell.wrapping_sub(size)),
        (row + 1 < size, cell + size),
        (column > 0, cell.wrapping_sub(1)),
        (column + 1 < size, cell + 1),
    ];
    let inside = all
        .iter()
        .filter(|(inside, _)| *inside)
        .map(|(_, cell)| *cell)
        .collect::<Vec<_>>();
    // A grid of one cell has no neighbors.
    if inside.is_empty() {
        vec![cell]
    } else {
        inside
    }
}

/// Returns `true` if the region of a cell is connected.
fn is_connected(map: &[u8], size: usize, cell: usize) -> bool {
    let region = map[cell];
    let mut seen = vec![false; map.len()];
    let mut stack = vec![cell];
    seen[cell] = true;
    let mut count = 0;
    while let Some(cell) = stack.pop() {
        count += 1;
        for next in neighbors(cell, size) {
            if map[next] == region && !seen[next] {
                seen[next] = true;
                stack.push(next);
            }
        }
    }
    count == size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_connected_and_have_a_grid() {
        for size in [1_u8, 4, 5, 6, 7, 9, 10] {
            let layout = Layout::for_size(size).unwrap();
            let made = random_layout(&layout, &mut Rng::new(3), &Budget::default());
            let Ok((jigsaw, grid)) = made else {
                panic!("{size}: {made:?}")
            };
            let Boxes::Regions(map) = jigsaw.boxes() else {
                panic!("{jigsaw}")
            };
            let side = usize::from(size);
            assert!(
                (0..map.len()).all(|cell| is_connected(map, side, cell)),
                "{map:?}"
            );
            let digits: Vec<_> = grid
                .iter()
                .filter_map(|digit| ndoku_core::Digit::new(*digit))
                .collect();
            assert!(ndoku_core::Solution::new(&jigsaw, &digits).is_ok());
            // The regions are neither the boxes nor the rows at the start.
            assert!(
                size < 4
                    || (0..map.len()).any(|cell| map[cell] != map[cell / side * side]
                        && map[cell] != map[cell % side]),
                "{map:?}"
            );
        }
    }

    #[test]
    fn random_layout_keeps_rules() {
        let layout = Layout::builder(9).x().build().unwrap();
        let (jigsaw, _) = random_layout(&layout, &mut Rng::new(1), &Budget::default()).unwrap();
        assert!(
            jigsaw.to_string().contains("main diagonal") && jigsaw.to_string().contains("jigsaw")
        );
        let (again, _) = random_layout(&layout, &mut Rng::new(1), &Budget::default()).unwrap();
        assert_eq!(jigsaw, again);
    }
}
