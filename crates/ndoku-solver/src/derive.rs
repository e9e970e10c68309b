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
//!
//! Derived sums are redundant, but they propagate much earlier. Without them, killers take about
//! ten times as many guesses. `docs/experiments/variants.md` has the measurements.

use std::collections::HashSet;

use ndoku_core::kernel::{
    DigitSets, Kernel, KernelRule, LayoutFacts, MAX_SIZE, Segment, Sums, Term,
};
use ndoku_core::{BitSet, HouseKind, Layout};

/// A set of cells of a grid of up to 16×16 cells.
type Cells = BitSet<4>;

/// Maximum number of cells of a derived sum.
const MAX_CELLS: usize = 6;
/// Maximum number of cells of a fixed sum whose digits may repeat.
const MAX_LOOSE_CELLS: usize = 3;
/// Maximum number of cells on the smaller side of an equation with innies and outies.
const MAX_SMALLER_SIDE: usize = 2;
/// Maximum number of derived sums, for each sum of the layout.
const MAX_PER_SUM: usize = 3;

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

/// Returns the kernels of sums that follow from the kernels of a layout and its houses.
pub(crate) fn derived_kernels(layout: &Layout) -> Vec<Kernel> {
    if layout.size() > MAX_SIZE {
        return Vec::new();
    }
    let fixed: Vec<FixedSum> = layout
        .kernels()
        .kernels
        .iter()
        .filter_map(|kernel| {
            let mut cells = Cells::EMPTY;
            let watched = kernel.watched();
            watched
                .iter()
                .for_each(|cell| cells.insert(usize::from(*cell)));
            (cells.len() == watched.len()).then_some(FixedSum {
                cells,
                sum: kernel.total()?,
            })
        })
        .collect();
    if fixed.is_empty() {
        return Vec::new();
    }
    let mut equations: Vec<Equation> = Vec::new();
    let mut seen: HashSet<([u64; 4], [u64; 4])> = HashSet::new();
    // An equation that repeats a cage adds nothing.
    for sum in &fixed {
        seen.insert((*sum.cells.words(), [0; 4]));
    }
    for (region, houses) in regions(layout) {
        for choice in [
            CageChoice::Inside,
            CageChoice::Mostly,
            CageChoice::Overlapping,
        ] {
            let equation = equation_of(layout, &region, houses, &fixed, choice);
            if is_useful(&equation)
                && seen.insert((*equation.innies.words(), *equation.outies.words()))
            {
                equations.push(equation);
            }
        }
    }
    // The sums of few cells are the strongest.
    equations.sort_by_key(|equation| equation.innies.len() + equation.outies.len());
    equations.truncate(MAX_PER_SUM * fixed.len());
    let facts = LayoutFacts::new(layout);
    equations
        .iter()
        .filter_map(|equation| kernel_of(&facts, equation))
        .collect()
}

/// Returns the unions of neighboring rows, columns and boxes, each with its number of houses.
fn regions(layout: &Layout) -> Vec<(Cells, u32)> {
    let size = usize::from(layout.size());
    let mut regions = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column, HouseKind::Box] {
        let houses: Vec<Cells> = layout
            .houses()
            .iter()
            .filter(|house| house.kind() == kind && house.cells().len() == size)
            .map(|house| {
                let mut cells = Cells::EMPTY;
                let members = house.cells().iter();
                members.for_each(|cell| cells.insert(layout.index(*cell)));
                cells
            })
            .collect();
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
    // Any other house of N cells, such as a diagonal.
    for house in layout.houses() {
        let is_other = !matches!(
            house.kind(),
            HouseKind::Row | HouseKind::Column | HouseKind::Box
        );
        if is_other && house.cells().len() == size {
            let mut cells = Cells::EMPTY;
            let members = house.cells().iter();
            members.for_each(|cell| cells.insert(layout.index(*cell)));
            regions.push((cells, 1));
        }
    }
    regions
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
}

/// Adds up the cages of a region. Of overlapping cages it takes the one that fits best.
fn equation_of(
    layout: &Layout,
    region: &Cells,
    houses: u32,
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
                CageChoice::Overlapping => inside > 0,
            };
            fits.then_some((outside, inside, sum))
        })
        .collect();
    chosen.sort_by_key(|(outside, inside, _)| (*outside, std::cmp::Reverse(*inside)));
    let size = u32::from(layout.size());
    let mut covered = Cells::EMPTY;
    let mut difference = i64::from(houses * size * (size + 1) / 2);
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
fn is_useful(equation: &Equation) -> bool {
    let (innies, outies) = (equation.innies.len(), equation.outies.len());
    if innies + outies == 0 {
        return equation.difference != 0;
    }
    innies + outies <= MAX_CELLS && innies.min(outies) <= MAX_SMALLER_SIDE
}

/// Returns the kernel of an equation, or `None` if it is too large for a kernel.
fn kernel_of(facts: &LayoutFacts<'_>, equation: &Equation) -> Option<Kernel> {
    let list = |cells: &Cells| -> Vec<u16> { cells.iter().map(|cell| cell as u16).collect() };
    let (innies, outies) = (list(&equation.innies), list(&equation.outies));
    let (cells, total) = match (innies.is_empty(), outies.is_empty()) {
        (true, true) => return Some(Kernel::new(vec![0], KernelRule::Never)),
        (false, true) => (innies, equation.difference),
        (true, false) => (outies, -equation.difference),
        _ => {
            let (inner, mut cells) = sum_side(facts, &innies, (-equation.difference).max(0) as u32);
            let (outer, others) = sum_side(facts, &outies, equation.difference.max(0) as u32);
            cells.extend(others);
            let sums = Sums::new(facts.size(), vec![inner, outer], None)?;
            return Some(Kernel::new(cells, KernelRule::Sums(sums)));
        }
    };
    let Ok(total) = u32::try_from(total) else {
        return Some(Kernel::new(cells, KernelRule::Never));
    };
    if facts.distinct_groups(&cells).len() == 1 {
        let targets = facts.common_peers(&cells);
        let sets = DigitSets::with_sum(facts.size(), cells.len(), total);
        let kernel = Kernel::new(cells, KernelRule::DigitSets(sets));
        return Some(kernel.with_targets(&targets).with_total(total));
    }
    if cells.len() > MAX_LOOSE_CELLS {
        return None;
    }
    let (only, cells) = sum_side(facts, &cells, 0);
    let sums = Sums::new(facts.size(), vec![only], Some(vec![total]))?;
    Some(Kernel::new(cells, KernelRule::Sums(sums)).with_total(total))
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
