//! Bivalue universal grave: without some extra candidates, every cell would have two candidates and
//! every digit two places in each region. Such a grid has no solution or several.

use super::grid::CandidateGrid;
use super::hint::{RatedHint, Removals, SeTechnique};
use super::tables::{CELLS, PEERS, POSITIONS, REGIONS, combinations, members};
use ndoku_core::CellSet81;

/// The extra candidates, as they are collected.
struct Grave {
    /// The grid without them.
    rest: CandidateGrid,
    /// The cells with extra candidates, in the order of discovery.
    cells: Vec<usize>,
    /// Their extra digits.
    extra: [u16; 81],
    /// All extra digits that were alone in their region.
    digits: u16,
    /// The cells that see all of the cells.
    common: Option<CellSet81>,
}

impl Grave {
    /// Removes a candidate from the rest. Returns whether a grave is still possible.
    fn remove_extra(&mut self, cell: usize, digit: usize) -> bool {
        if !self.cells.contains(&cell) {
            self.cells.push(cell);
        }
        self.extra[cell] |= 1 << digit;
        self.rest.remove(cell, digit);
        let mut common = self
            .common
            .map_or(PEERS[cell], |common| common.and(PEERS[cell]));
        self.cells
            .iter()
            .for_each(|cell| common = common.without(CellSet81::from_cell(*cell)));
        self.common = Some(common);
        !(self.cells.len() > 1 && self.digits.count_ones() > 1 && common.is_empty())
    }
}

/// Finds a grave, rated 5.6 to 6.1.
pub(super) fn grave(grid: &CandidateGrid) -> Option<RatedHint> {
    let mut grave = Grave {
        rest: grid.clone(),
        cells: Vec::new(),
        extra: [0; 81],
        digits: 0,
        common: None,
    };
    // If all extra candidates have one digit: the digit and their cells.
    let mut one_digit = true;
    let mut all: Option<(CellSet81, usize)> = None;
    for region in (0..9).chain(9..18).chain(18..27) {
        for digit in 0..9 {
            let places = grid.places[region][digit];
            if matches!(places.count_ones(), 0 | 2) {
                continue;
            }
            let mut rich = CellSet81::EMPTY;
            for position in members(places) {
                let cell = usize::from(CELLS[region][position]);
                if grid.count(cell) >= 3 {
                    rich.insert(cell);
                }
            }
            match &mut all {
                None => all = Some((rich, digit)),
                Some((cells, known)) if one_digit => {
                    if *known == digit {
                        *cells = cells.or(rich);
                    } else {
                        one_digit = false;
                    }
                }
                Some(_) => {}
            }
            match (rich.len(), rich.first()) {
                (1, Some(cell)) => {
                    grave.digits |= 1 << digit;
                    if !grave.remove_extra(cell, digit) {
                        return None;
                    }
                }
                (0, _) => return None,
                _ => {}
            }
        }
    }
    if let (true, Some((cells, digit))) = (one_digit, all) {
        let known = grave.cells.clone();
        for cell in cells.iter().filter(|cell| !known.contains(cell)) {
            if !grave.remove_extra(cell, digit) {
                return None;
            }
        }
    }
    let even = (0..81).all(|cell| grave.rest.digits[cell] < 9 || grave.rest.count(cell) == 2)
        && grave
            .rest
            .places
            .as_flattened()
            .iter()
            .all(|places| matches!(places.count_ones(), 0 | 2));
    if !even {
        return None;
    }
    let common = grave.common?;
    match (&grave.cells[..], grave.digits.count_ones()) {
        ([cell], _) => {
            let mut removals = Removals::default();
            removals.add(grid, *cell, !grave.digits);
            RatedHint::removing(SeTechnique::Bug, 5.6, removals)
        }
        (cells, 1) => {
            let mut removals = Removals::default();
            common
                .iter()
                .for_each(|cell| removals.add(grid, cell, grave.digits));
            RatedHint::removing(SeTechnique::Bug, 5.7, removals).or_else(|| {
                if cells.len() == 2 {
                    find_type_4(grid, &grave)
                } else {
                    None
                }
            })
        }
        (cells, _) if !common.is_empty() => {
            let four = if cells.len() == 2 {
                find_type_4(grid, &grave)
            } else {
                None
            };
            four.or_else(|| find_type_3(grid, &grave, common))
        }
        _ => None,
    }
}

/// Finds type 4: two cells share another digit. One of them holds it, so nothing else remains but
/// that digit and the extra ones.
fn find_type_4(grid: &CandidateGrid, grave: &Grave) -> Option<RatedHint> {
    let [one, other] = grave.cells[..] else {
        return None;
    };
    let shared = grid.cells[one] & grid.cells[other] & !grave.digits;
    if !shared.is_power_of_two() || !PEERS[one].contains(other) {
        return None;
    }
    let mut removals = Removals::default();
    removals.add(grid, one, !(grave.extra[one] | shared));
    removals.add(grid, other, !(grave.extra[other] | shared));
    RatedHint::removing(SeTechnique::Bug, 5.7, removals)
}

/// Finds type 3: the cells act as one cell of a naked set.
fn find_type_3(grid: &CandidateGrid, grave: &Grave, common: CellSet81) -> Option<RatedHint> {
    for size in 2..=6 {
        for kind in 0..3 {
            let region = REGIONS[grave.cells[0]][kind];
            if !grave
                .cells
                .iter()
                .all(|cell| REGIONS[*cell][kind] == region)
            {
                continue;
            }
            let region = usize::from(region);
            let mut list = [0; 9];
            let mut count = 0;
            let mut inside: Vec<usize> = common
                .iter()
                .filter(|cell| REGIONS[*cell][kind] == region as u8)
                .collect();
            inside.sort_unstable_by_key(|cell| POSITIONS[*cell][kind]);
            for cell in inside {
                list[count] = cell;
                count += 1;
            }
            let list = &list[..count];
            if list.len() < size {
                continue;
            }
            for chosen in combinations(size - 1, list.len()) {
                let digits = |place: usize| grid.cells[list[place]];
                let union = members(chosen).fold(0, |union, place| union | digits(place));
                let each = members(chosen).all(|place| digits(place).count_ones() >= 2)
                    && grave.digits.count_ones() >= 2;
                if !each
                    || union.count_ones() as usize != size
                    || (union | grave.digits).count_ones() as usize != size
                {
                    continue;
                }
                let mut removals = Removals::default();
                for (place, cell) in list.iter().enumerate() {
                    if chosen >> place & 1 == 0 {
                        removals.add(grid, *cell, union | grave.digits);
                    }
                }
                if let Some(hint) =
                    RatedHint::removing(SeTechnique::Bug, 5.7 + (size - 1) as f64 * 0.1, removals)
                {
                    return Some(hint);
                }
            }
        }
    }
    None
}
