//! `KnownSums`: equations between the sums of cages and of houses, for the 45 rule.
//!
//! ```text
//!   rows 1 and 2      sum 90
//!   cages in them     12 + 7 + … = 80      innies: cells of the rows without a cage
//!                                          outies: cells of the cages outside the rows
//!   Σ innies − Σ outies = 90 − 80
//! ```

use ndoku_core::HouseKind;
use ndoku_core::propagator::PropagatorRule;

use crate::cells::CellSet;
use crate::position::Position;

/// The maximum number of innies and outies of an equation.
const MAX_CELLS: usize = 9;

/// The maximum number of houses of a region.
const MAX_HOUSES: usize = 4;

/// Cells with a known sum.
#[derive(Clone, Debug)]
pub struct KnownSum {
    /// The index of its rule in [`Position::rules`].
    pub rule: usize,
    /// The cells, all different.
    pub cells: CellSet,
    /// The sum.
    pub total: u32,
}

/// An equation: the sum of the innies minus that of the outies.
#[derive(Clone, Debug)]
pub struct SumEquation {
    /// The houses, none of which overlap.
    pub houses: Vec<usize>,
    /// The sum of the houses.
    pub house_total: u32,
    /// The cages, as indices into [`KnownSums::cages`]. None overlap.
    pub cages: Vec<usize>,
    /// The sum of the cages.
    pub cage_total: u32,
    /// The cells of the houses outside all cages, ascending.
    pub innies: Vec<usize>,
    /// The cells of the cages outside all houses, ascending.
    pub outies: Vec<usize>,
}

/// The sums and the equations of a layout.
#[derive(Clone, Debug, Default)]
pub struct KnownSums {
    /// The cages, diagonals and other groups with a sum.
    pub cages: Vec<KnownSum>,
    /// The equations, those with few houses first.
    pub equations: Vec<SumEquation>,
}

impl KnownSums {
    /// Collects the sums and equations of a layout.
    pub(crate) fn new(position: &Position<'_>) -> Self {
        let mut cages = Vec::new();
        let mut rough = Vec::new();
        for (rule, own) in position.rules().iter().enumerate() {
            for propagator in &own.propagators {
                let Some(total) = propagator.total() else {
                    continue;
                };
                let cells = position.cells(propagator.watched().iter().map(|c| usize::from(*c)));
                if cells.len() != propagator.watched().len() {
                    continue;
                }
                // Cages come first, because they rarely overlap.
                let is_cage = matches!(propagator.rule(), PropagatorRule::DigitSets(_));
                if is_cage { &mut cages } else { &mut rough }.push(KnownSum { rule, cells, total });
            }
        }
        cages.append(&mut rough);
        if cages.is_empty() {
            return Self::default();
        }
        let mut equations: Vec<SumEquation> = Vec::new();
        for houses in regions(position) {
            for choice in [
                CageChoice::Inside,
                CageChoice::Overlapping,
                CageChoice::Mostly,
            ] {
                if let Some(equation) = equation(position, &cages, &houses, choice)
                    && !equations.iter().any(|known| {
                        known.innies == equation.innies && known.outies == equation.outies
                    })
                {
                    equations.push(equation);
                }
            }
        }
        Self { cages, equations }
    }
}

/// The cages that an equation uses.
#[derive(Copy, Clone, PartialEq, Eq)]
enum CageChoice {
    /// Those inside the houses.
    Inside,
    /// All that overlap the houses.
    Overlapping,
    /// Those that lie mostly inside the houses.
    Mostly,
}

/// Returns the groups of houses to compare with cages, small groups first: single houses, and rows,
/// columns or boxes side by side.
fn regions(position: &Position<'_>) -> Vec<Vec<usize>> {
    let houses = position.houses();
    let of_kind = |kind: HouseKind| -> Vec<usize> {
        (0..houses.len())
            .filter(|house| houses[*house].kind == kind && houses[*house].is_full)
            .collect()
    };
    let mut regions: Vec<Vec<usize>> = (0..houses.len())
        .filter(|house| houses[*house].is_full)
        .map(|house| vec![house])
        .collect();
    for kind in [HouseKind::Row, HouseKind::Column] {
        let lines = of_kind(kind);
        for count in 2..=MAX_HOUSES.min(lines.len() / 2) {
            regions.extend(lines.windows(count).map(<[usize]>::to_vec));
        }
    }
    // Boxes that are adjacent: they have cells side by side.
    let boxes = of_kind(HouseKind::Box);
    let are_adjacent = |a: usize, b: usize| {
        let size = position.size();
        houses[a].cells.iter().any(|cell| {
            let right = (cell % size + 1 < size).then_some(cell + 1);
            let below = Some(cell + size).filter(|below| *below < position.cell_count());
            let left = (cell % size > 0).then(|| cell - 1);
            let above = cell.checked_sub(size);
            [right, below, left, above]
                .into_iter()
                .flatten()
                .any(|next| houses[b].set.contains(next))
        })
    };
    let mut groups: Vec<Vec<usize>> = boxes.iter().map(|house| vec![*house]).collect();
    for _ in 2..=MAX_HOUSES.min(3) {
        let mut larger: Vec<Vec<usize>> = Vec::new();
        for group in &groups {
            for next in &boxes {
                if !group.contains(next) && group.iter().any(|house| are_adjacent(*house, *next)) {
                    let mut more = group.clone();
                    more.push(*next);
                    more.sort_unstable();
                    if !larger.contains(&more) {
                        larger.push(more);
                    }
                }
            }
        }
        regions.extend(larger.iter().cloned());
        groups = larger;
    }
    regions.sort_by_key(Vec::len);
    regions
}

/// Returns the equation between houses and cages, if few cells are left over.
fn equation(
    position: &Position<'_>,
    cages: &[KnownSum],
    houses: &[usize],
    choice: CageChoice,
) -> Option<SumEquation> {
    let mut region = position.no_cells();
    houses
        .iter()
        .for_each(|house| region.union_with(&position.houses()[*house].set));
    let mut covered = position.no_cells();
    let (mut used, mut cage_total) = (Vec::new(), 0);
    // Cages inside the houses take precedence.
    for inside in [true, false] {
        for (number, cage) in cages.iter().enumerate() {
            let common = (&cage.cells & &region).len();
            let is_wanted = match choice {
                _ if inside => common == cage.cells.len(),
                CageChoice::Inside => false,
                CageChoice::Overlapping => common > 0 && common < cage.cells.len(),
                CageChoice::Mostly => 2 * common > cage.cells.len() && common < cage.cells.len(),
            };
            if is_wanted && !cage.cells.intersects(&covered) {
                covered.union_with(&cage.cells);
                used.push(number);
                cage_total += cage.total;
            }
        }
    }
    let innies: Vec<usize> = (&region - &covered).iter().collect();
    let outies: Vec<usize> = (&covered - &region).iter().collect();
    let size = position.size() as u32;
    let is_useful = !used.is_empty() && (1..=MAX_CELLS).contains(&(innies.len() + outies.len()));
    is_useful.then(|| SumEquation {
        houses: houses.to_vec(),
        house_total: houses.len() as u32 * size * (size + 1) / 2,
        cages: used,
        cage_total,
        innies,
        outies,
    })
}
