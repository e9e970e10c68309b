//! Singles, and hidden singles that pointing, claiming or a hidden set reveals.
//!
//! None of these removes other candidates than the placement does.

use super::grid::CandidateGrid;
use super::hint::{RatedHint, SeTechnique};
use super::sets::{self, locked};
use super::tables::{ALL_DIGITS, CELLS};

/// Finds a hidden single: 1.0 for the last cell of a region, 1.2 in a block, 1.5 in a line.
pub(super) fn hidden_single(grid: &CandidateGrid) -> Option<RatedHint> {
    // The order of Sukaku Explainer: blocks, columns, rows.
    const ORDER: [(usize, f64); 3] = [(0, 1.2), (18, 1.5), (9, 1.5)];
    let single = |region: usize| {
        (0..9)
            .find(|digit| grid.places[region][*digit].is_power_of_two())
            .map(|digit| (region, digit))
    };
    let at = |(region, digit): (usize, usize)| {
        (
            usize::from(CELLS[region][grid.places[region][digit].trailing_zeros() as usize]),
            digit,
        )
    };
    let mut last = ORDER
        .iter()
        .flat_map(|(first, _)| *first..*first + 9)
        .filter(|region| grid.open[*region] == 1);
    if let Some((cell, digit)) = last.find_map(single).map(at) {
        return Some(RatedHint::placing(
            SeTechnique::HiddenSingle,
            1.0,
            cell,
            digit,
        ));
    }
    ORDER.iter().find_map(|(first, rating)| {
        let (cell, digit) = (*first..*first + 9)
            .filter(|region| grid.open[*region] != 1)
            .find_map(single)
            .map(at)?;
        Some(RatedHint::placing(
            SeTechnique::HiddenSingle,
            *rating,
            cell,
            digit,
        ))
    })
}

/// Finds a naked single, rated 2.3.
pub(super) fn naked_single(grid: &CandidateGrid) -> Option<RatedHint> {
    let cell = grid
        .cells
        .iter()
        .position(|candidates| candidates.is_power_of_two())?;
    Some(RatedHint::placing(
        SeTechnique::NakedSingle,
        2.3,
        cell,
        grid.cells[cell].trailing_zeros() as usize,
    ))
}

/// Finds pointing (1.7) or claiming (1.9) that leaves one place in a region of the same kind.
pub(super) fn direct_locking(grid: &CandidateGrid) -> Option<RatedHint> {
    locked(grid, ALL_DIGITS, &mut |lock| {
        lock.parallels().find_map(|region| {
            let places = grid.places[region][lock.digit];
            let left = places & !lock.shared;
            (places.count_ones() > 1 && left.is_power_of_two()).then(|| {
                let cell = usize::from(CELLS[region][left.trailing_zeros() as usize]);
                let (technique, rating) = if lock.is_pointing() {
                    (SeTechnique::DirectPointing, 1.7)
                } else {
                    (SeTechnique::DirectClaiming, 1.9)
                };
                RatedHint::placing(technique, rating, cell, lock.digit)
            })
        })
    })
}

/// Finds a hidden pair (2.0) or triplet (2.5) that leaves one place for another digit.
pub(super) fn direct_hidden_set(grid: &CandidateGrid, size: usize) -> Option<RatedHint> {
    for region in sets::blocks_columns_rows() {
        if usize::from(grid.open[region]) <= size {
            continue;
        }
        let places = &grid.places[region];
        let hint = sets::tuples(places, size, &mut |digits, taken| {
            let digit = (0..9).find(|digit| {
                digits >> digit & 1 == 0
                    && places[*digit].count_ones() > 1
                    && (places[*digit] & !taken).is_power_of_two()
            })?;
            let cell =
                usize::from(CELLS[region][(places[digit] & !taken).trailing_zeros() as usize]);
            let (technique, rating) = if size == 2 {
                (SeTechnique::DirectHiddenPair, 2.0)
            } else {
                (SeTechnique::DirectHiddenTriplet, 2.5)
            };
            Some(RatedHint::placing(technique, rating, cell, digit))
        });
        if hint.is_some() {
            return hint;
        }
    }
    None
}
