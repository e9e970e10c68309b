//! Derived sums: sums that follow from cages and full houses together. The 45 rule of killer
//! Sudoku is their best known case.
//!
//! ```text
//!   box 1 (sum 45)                 cages inside the box: 15 + 12 + 10 = 37
//!   ┌───────┐
//!   │ a a b │                      hidden cage   x + y = 45 − 37 = 8, and x ≠ y
//!   │ a x b │                      innies        cells of a region that cages inside leave over
//!   │ c c y │                      outies        cells of cages that lie outside a region
//!   └───────┘
//! ```
//!
//! For regions made of disjoint full houses, cages that overlap the region give
//! `Σ innies − Σ outies = Σ region − Σ cages`. If one side is empty, the other has a fixed sum.
//! Full houses other than rows, columns and boxes are cages too.
//!
//! ```text
//!   little killers beside the diagonal and the diagonal itself cover boxes 1, 5 and 9
//!   ╲ ╲ ╲ │ · · · │ · · ·
//!   ╲ ╲ ╲ │ ○ · · │ · · ·         their sums − 3 · 45 = the sum of 12 cells outside: ○
//!   ╲ ╲ ╲ │ ○ ○ · │ · · ·         12 cells in four boxes have sums from 24 to 96
//! ```
//!
//! A sum of many cells says little, unless it is close to the least or the largest one.
//!
//! Derived sums are redundant, but they propagate much earlier. Without them, killers take about
//! ten times as many guesses. `docs/experiments/variants.md` has the measurements.

use std::cmp::Reverse;
use std::collections::HashSet;

use ndoku_core::propagator::{
    DigitSets, LayoutFacts, MAX_SIZE, Propagator, PropagatorRule, Segment, Sums, Term,
};
use ndoku_core::{BitSet, HouseKind, Layout};

/// A set of cells of a grid of up to 16×16 cells.
type Cells = BitSet<4>;

/// Maximum number of cells of a derived sum.
const MAX_CELLS: usize = 6;
/// Maximum number of cells of a fixed sum that is not tight and whose digits may repeat.
const MAX_LOOSE_CELLS: usize = 3;
/// Maximum number of cells on the smaller side of an equation with innies and outies.
const MAX_SMALLER_SIDE: usize = 2;
/// Maximum number of derived sums, for each sum of the layout.
const MAX_PER_SUM: usize = 3;
/// Maximum number of cells of a tight equation.
const MAX_TIGHT_CELLS: usize = 12;
/// An equation is tight if its difference is in the first or last part of its range. This is the
/// number of such parts.
const TIGHT_PARTS: i64 = 4;
/// Maximum number of boxes of which all unions are regions.
const MAX_COMBINED_BOXES: usize = 9;

/// Cells with a fixed sum.
struct FixedSum {
    cells: Cells,
    sum: u32,
}

/// An equation: the sum of the innies, minus that of the outies, is the difference.
#[derive(Clone)]
struct Equation {
    innies: Cells,
    outies: Cells,
    difference: i64,
}

/// Returns the propagators of sums that follow from the propagators of a layout and its houses.
pub(crate) fn derived_propagators(layout: &Layout) -> Vec<Propagator> {
    if layout.size() > MAX_SIZE {
        return Vec::new();
    }
    let mut fixed: Vec<FixedSum> = layout
        .propagators()
        .propagators
        .iter()
        .filter_map(|propagator| {
            let mut cells = Cells::EMPTY;
            let watched = propagator.watched();
            watched
                .iter()
                .for_each(|cell| cells.insert(usize::from(*cell)));
            (cells.len() == watched.len()).then_some(FixedSum {
                cells,
                sum: propagator.total()?,
            })
        })
        .collect();
    if fixed.is_empty() {
        return Vec::new();
    }
    let facts = LayoutFacts::new(layout);
    let given = fixed.len();
    let mut regions = neighbors(layout);
    if fixed
        .iter()
        .any(|sum| facts.distinct_groups(&list(&sum.cells)).len() > 1)
    {
        // A sum along a diagonal meets boxes that are no neighbors.
        regions.extend(unions_of_boxes(layout));
    }
    let house_sum = house_sum(layout);
    fixed.extend(other_houses(layout).map(|cells| FixedSum {
        cells,
        sum: house_sum,
    }));
    let (mut small, mut tight): (Vec<Equation>, Vec<(i64, Equation)>) = Default::default();
    let mut seen: HashSet<([u64; 4], [u64; 4])> = HashSet::new();
    // An equation that repeats a cage adds nothing.
    for sum in &fixed {
        seen.insert((*sum.cells.words(), [0; 4]));
    }
    for (region, houses) in regions {
        for choice in CageChoice::ALL {
            let equation = equation_of(&region, houses * house_sum, &fixed, choice);
            let is_small = is_small(&equation);
            let count = equation.innies.len() + equation.outies.len();
            if !(is_small || (1..=MAX_TIGHT_CELLS).contains(&count))
                || !seen.insert((*equation.innies.words(), *equation.outies.words()))
            {
                continue;
            }
            if is_small {
                small.push(equation);
            } else if let Some(slack) = tight_slack(&facts, &equation) {
                tight.push((slack, equation));
            }
        }
    }
    // The sums of few cells are the strongest, and those with the least slack.
    small.sort_by_key(|equation| equation.innies.len() + equation.outies.len());
    small.truncate(MAX_PER_SUM * given);
    tight.sort_by_key(|(slack, _)| *slack);
    tight.truncate(MAX_PER_SUM * given);
    let equations: Vec<Equation> = small
        .into_iter()
        .chain(tight.into_iter().map(|(_, equation)| equation))
        .collect();
    equations
        .iter()
        .filter_map(|equation| propagator_of(&facts, equation))
        .collect()
}

/// Returns the sum of the digits of a full house.
fn house_sum(layout: &Layout) -> u32 {
    let size = u32::from(layout.size());
    size * (size + 1) / 2
}

/// Returns the full houses of the kinds that `is_wanted` accepts, as sets of cells.
fn full_houses(
    layout: &Layout,
    is_wanted: impl Fn(HouseKind) -> bool,
) -> impl Iterator<Item = Cells> {
    let size = usize::from(layout.size());
    let houses = layout.houses().iter();
    houses
        .filter(move |house| is_wanted(house.kind()) && house.cells().len() == size)
        .map(|house| {
            let mut cells = Cells::EMPTY;
            let members = house.cells().iter();
            members.for_each(|cell| cells.insert(layout.index(*cell)));
            cells
        })
}

/// Returns the full houses that are no rows, columns or boxes, such as diagonals.
fn other_houses(layout: &Layout) -> impl Iterator<Item = Cells> {
    full_houses(layout, |kind| {
        !matches!(kind, HouseKind::Row | HouseKind::Column | HouseKind::Box)
    })
}

/// Returns the unions of neighboring rows, columns and boxes, each with its number of houses.
/// Other full houses stand alone.
fn neighbors(layout: &Layout) -> Vec<(Cells, u32)> {
    let mut regions = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column, HouseKind::Box] {
        let houses: Vec<Cells> = full_houses(layout, |other| other == kind).collect();
        for first in 0..houses.len() {
            let mut region = Cells::EMPTY;
            for (count, house) in (1..).zip(&houses[first..]) {
                region.union_with(house);
                // A region of all houses says nothing that its parts do not say.
                if (count as usize) < houses.len() || houses.len() == 1 {
                    regions.push((region, count));
                }
            }
        }
    }
    regions.extend(other_houses(layout).map(|cells| (cells, 1)));
    regions
}

/// Returns the unions of boxes, each with its number of boxes, but not the union of all.
fn unions_of_boxes(layout: &Layout) -> Vec<(Cells, u32)> {
    let boxes: Vec<Cells> = full_houses(layout, |kind| kind == HouseKind::Box).collect();
    if boxes.is_empty() || boxes.len() > MAX_COMBINED_BOXES {
        return Vec::new();
    }
    (1_u32..(1 << boxes.len()) - 1)
        .map(|chosen| {
            let mut region = Cells::EMPTY;
            let members = boxes.iter().enumerate();
            members
                .filter(|(number, _)| chosen >> number & 1 != 0)
                .for_each(|(_, cells)| region.union_with(cells));
            (region, chosen.count_ones())
        })
        .collect()
}

/// The cages that an equation of a region uses.
#[derive(Copy, Clone, PartialEq, Eq)]
enum CageChoice {
    /// Those inside the region.
    Inside,
    /// Those with most of their cells inside the region.
    Mostly,
    /// All that overlap the region.
    Overlapping,
    /// All that overlap the region. Those with the most cells inside come first.
    Largest,
}

impl CageChoice {
    const ALL: [Self; 4] = [Self::Inside, Self::Mostly, Self::Overlapping, Self::Largest];
}

/// Adds up the cages of a region with a sum. Of overlapping cages it takes the one that fits best.
fn equation_of(
    region: &Cells,
    region_sum: u32,
    fixed: &[FixedSum],
    choice: CageChoice,
) -> Equation {
    let mut chosen: Vec<(usize, usize, &FixedSum)> = fixed
        .iter()
        .filter_map(|sum| {
            let inside = sum.cells.and(region).len();
            let outside = sum.cells.len() - inside;
            let fits = match choice {
                CageChoice::Inside => outside == 0,
                CageChoice::Mostly => inside > outside,
                CageChoice::Overlapping | CageChoice::Largest => inside > 0,
            };
            fits.then_some((outside, inside, sum))
        })
        .collect();
    if choice == CageChoice::Largest {
        chosen.sort_by_key(|(outside, inside, _)| (Reverse(*inside), *outside));
    } else {
        chosen.sort_by_key(|(outside, inside, _)| (*outside, Reverse(*inside)));
    }
    let mut covered = Cells::EMPTY;
    let mut difference = i64::from(region_sum);
    for (_, _, sum) in chosen {
        if !sum.cells.intersects(&covered) {
            covered.union_with(&sum.cells);
            difference -= i64::from(sum.sum);
        }
    }
    Equation {
        innies: region.without(&covered),
        outies: covered.without(region),
        difference,
    }
}

/// Returns `true` if an equation has few enough cells to be worth its time, or is a contradiction.
fn is_small(equation: &Equation) -> bool {
    let (innies, outies) = (equation.innies.len(), equation.outies.len());
    if innies + outies == 0 {
        return equation.difference != 0;
    }
    innies + outies <= MAX_CELLS && innies.min(outies) <= MAX_SMALLER_SIDE
}

/// Returns the distance of a tight equation from its least or largest difference. Returns `None`
/// if the equation is not tight.
fn tight_slack(facts: &LayoutFacts<'_>, equation: &Equation) -> Option<i64> {
    let size = i64::from(facts.size());
    let bounds = |cells: &Cells| {
        let groups = facts.distinct_groups(&list(cells));
        let counts = groups.iter().map(|group| group.len() as i64);
        counts.fold((0, 0), |(least, most), count| {
            let lowest = count * (count + 1) / 2;
            (least + lowest, most + count * (size + 1) - lowest)
        })
    };
    let (innies, outies) = (bounds(&equation.innies), bounds(&equation.outies));
    let (low, high) = (innies.0 - outies.1, innies.1 - outies.0);
    let slack = (equation.difference - low).min(high - equation.difference);
    (TIGHT_PARTS * slack < high - low).then_some(slack)
}

/// Returns the cells of a set.
fn list(cells: &Cells) -> Vec<u16> {
    cells.iter().map(|cell| cell as u16).collect()
}

/// Returns the propagator of an equation, or `None` if it is too large for a propagator.
fn propagator_of(facts: &LayoutFacts<'_>, equation: &Equation) -> Option<Propagator> {
    let (innies, outies) = (list(&equation.innies), list(&equation.outies));
    let (cells, total) = match (innies.is_empty(), outies.is_empty()) {
        (true, true) => return Some(Propagator::new(vec![0], PropagatorRule::Never)),
        (false, true) => (innies, equation.difference),
        (true, false) => (outies, -equation.difference),
        _ => {
            let (inner, mut cells) = sum_side(facts, &innies, (-equation.difference).max(0) as u32);
            let (outer, others) = sum_side(facts, &outies, equation.difference.max(0) as u32);
            cells.extend(others);
            let sums = Sums::new(facts.size(), vec![inner, outer], None)?;
            return Some(Propagator::new(cells, PropagatorRule::Sums(sums)));
        }
    };
    let Ok(total) = u32::try_from(total) else {
        return Some(Propagator::new(cells, PropagatorRule::Never));
    };
    if facts.distinct_groups(&cells).len() == 1 {
        let targets = facts.common_peers(&cells);
        let sets = DigitSets::with_sum(facts.size(), cells.len(), total);
        let propagator = Propagator::new(cells, PropagatorRule::DigitSets(sets));
        return Some(propagator.with_targets(&targets).with_total(total));
    }
    if cells.len() > MAX_LOOSE_CELLS && tight_slack(facts, equation).is_none() {
        return None;
    }
    let (only, cells) = sum_side(facts, &cells, 0);
    let sums = Sums::new(facts.size(), vec![only], Some(vec![total]))?;
    Some(Propagator::new(cells, PropagatorRule::Sums(sums)).with_total(total))
}

/// Returns one side of a sum equation, and its cells grouped by term.
fn sum_side(facts: &LayoutFacts<'_>, cells: &[u16], offset: u32) -> (Segment, Vec<u16>) {
    let groups = facts.distinct_groups(cells);
    let terms = groups
        .iter()
        .map(|group| Term::Distinct {
            count: group.len(),
            weight: 1,
        })
        .collect();
    (Segment { offset, terms }, groups.concat())
}
