//! The places of constraints: cages, lines, pairs and others, at random and with symmetry.
//!
//! ```text
//!   cages            lines             mirrored lines     outside
//!   1 1 2 2          a─a  . c          . d─d              ▸ . . .
//!   3 1 2 4            a  c  .         D . .              . . . .
//!   3 3 4 4          b─b─b  .          D d─.              . . . .
//! ```
//!
//! With a symmetry, a constraint comes with those on the images of its cells. All of them hold, and
//! they are kept or removed together.

use ndoku_analysis::Symmetry;
use ndoku_core::Rng;
use ndoku_core::constraint::RuleRef;

use super::{CanBeginLine, MakeConstraint, RuleKind, Shape, SolvedGrid};

/// A constraint that the grid satisfies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct GeneratedConstraint {
    /// The index of its kind in the request.
    pub(in super::super) kind: usize,
    /// Its cells. Constraints are written in the order of their first cells.
    pub(in super::super) cells: Vec<usize>,
    /// Its rule, or several that belong together.
    pub(in super::super) rules: Vec<RuleRef>,
}

/// Constraints that are kept or removed together.
pub(in super::super) type Group = Vec<GeneratedConstraint>;

/// Makes constraints of some kinds that a full grid satisfies.
pub(in super::super) fn make_constraints(
    kinds: &[&'static RuleKind],
    solved: &SolvedGrid<'_>,
    symmetry: Symmetry,
    rng: &mut Rng,
) -> Vec<Group> {
    let mut builder = ConstraintBuilder {
        solved,
        symmetry,
        rng,
        groups: Vec::new(),
    };
    for (number, kind) in kinds.iter().enumerate() {
        match kind.shape {
            Shape::Cages(state) => builder.cages(number, state),
            Shape::Pairs(state) => builder.everywhere(number, pairs(solved), false, state),
            Shape::Squares(state) => builder.everywhere(number, squares(solved.size), false, state),
            Shape::Cells(state) => {
                let cells = (0..solved.size * solved.size).map(|cell| vec![cell]);
                builder.everywhere(number, cells.collect(), false, state);
            }
            Shape::Outside { both_ends, state } => {
                builder.everywhere(number, outside(solved.size, both_ends), both_ends, state);
            }
            Shape::Diagonals(state) => {
                let diagonals = diagonals(solved.size, builder.rng);
                builder.everywhere(number, diagonals, false, state);
            }
            Shape::Whole(rules) => {
                let rules = rules(solved, builder.rng);
                builder.groups.push(vec![GeneratedConstraint {
                    kind: number,
                    cells: Vec::new(),
                    rules,
                }]);
            }
            Shape::Lines { .. } | Shape::Mirrored { .. } => {}
        }
    }
    builder.lines(kinds);
    builder.groups
}

/// Returns the pairs of cells side by side.
pub(super) fn pairs(solved: &SolvedGrid<'_>) -> Vec<Vec<usize>> {
    let cells = 0..solved.size * solved.size;
    cells
        .flat_map(|cell| {
            let later = solved.orthogonal(cell).into_iter();
            later
                .filter(move |other| *other > cell)
                .map(move |other| vec![cell, other])
        })
        .collect()
}

/// Returns the squares of 2×2 cells.
fn squares(size: usize) -> Vec<Vec<usize>> {
    let corners = (0..size * size).filter(|cell| cell / size + 1 < size && cell % size + 1 < size);
    corners
        .map(|cell| vec![cell, cell + 1, cell + size, cell + size + 1])
        .collect()
}

/// Returns the rows and columns, from one end or from each of both.
fn outside(size: usize, both_ends: bool) -> Vec<Vec<usize>> {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for line in 0..size {
        lines.push((0..size).map(|place| line * size + place).collect());
        lines.push((0..size).map(|place| place * size + line).collect());
    }
    if both_ends {
        let reversed = |line: &Vec<usize>| line.iter().rev().copied().collect();
        let backward: Vec<Vec<usize>> = lines.iter().map(reversed).collect();
        lines.extend(backward);
    }
    lines
}

/// Returns the diagonals of at least three cells, each from a random end.
fn diagonals(size: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut diagonals: Vec<Vec<usize>> = Vec::new();
    // The difference or the sum of row and column is constant.
    for number in 0..2 * size - 1 {
        for is_main in [true, false] {
            let on_diagonal = |cell: &usize| {
                let (row, column) = (cell / size, cell % size);
                let column = if is_main { size - 1 - column } else { column };
                row + column == number
            };
            let mut cells: Vec<usize> = (0..size * size).filter(on_diagonal).collect();
            if cells.len() < 3 {
                continue;
            }
            if rng.below(2) == 0 {
                cells.reverse();
            }
            diagonals.push(cells);
        }
    }
    diagonals
}

/// Divides a cage into two connected cages of at least two cells each, in every possible way.
pub(in super::super) fn divisions(solved: &SolvedGrid<'_>, cage: &[usize]) -> Vec<[Vec<usize>; 2]> {
    let is_connected = |cells: &[usize]| {
        let mut reached = vec![cells[0]];
        let mut next = 0;
        while next < reached.len() {
            let beside = solved.orthogonal(reached[next]).into_iter();
            for cell in beside.filter(|cell| cells.contains(cell)) {
                if !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
            next += 1;
        }
        reached.len() == cells.len()
    };
    // The part with the first cell has an odd number.
    (1..1_usize << cage.len())
        .step_by(2)
        .map(|part| {
            let side = |wanted: usize| {
                let cells = cage.iter().enumerate();
                cells
                    .filter(|(place, _)| part >> place & 1 == wanted)
                    .map(|(_, cell)| *cell)
                    .collect::<Vec<usize>>()
            };
            [side(1), side(0)]
        })
        .filter(|sides| {
            sides
                .iter()
                .all(|side| side.len() > 1 && is_connected(side))
        })
        .collect()
}

/// Returns the constraint of a cage.
pub(in super::super) fn cage(
    solved: &SolvedGrid<'_>,
    kind: usize,
    cells: Vec<usize>,
) -> GeneratedConstraint {
    let rule = super::constraints::killer_rule(solved, &cells);
    GeneratedConstraint {
        kind,
        cells,
        rules: vec![rule],
    }
}

/// The constraints made so far, and what they are made from.
struct ConstraintBuilder<'a> {
    solved: &'a SolvedGrid<'a>,
    symmetry: Symmetry,
    rng: &'a mut Rng,
    groups: Vec<Group>,
}

/// Returns the cells in ascending order.
fn sorted(cells: &[usize]) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

impl ConstraintBuilder<'_> {
    /// Returns the images of a place under the symmetry, each once, the place itself first.
    fn images(&self, cells: &[usize], is_directed: bool) -> Vec<Vec<usize>> {
        let mut images: Vec<Vec<usize>> = Vec::new();
        for image in self.symmetry.images(cells, self.solved.size) {
            let is_same = |known: &Vec<usize>| {
                *known == image || !is_directed && sorted(known) == sorted(&image)
            };
            if !images.iter().any(is_same) {
                images.push(image);
            }
        }
        images
    }

    /// Makes the constraints of a place and its images, if all hold.
    fn group(
        &mut self,
        kind: usize,
        images: &[Vec<usize>],
        state: MakeConstraint,
    ) -> Option<Group> {
        images
            .iter()
            .map(|cells| {
                let rule = state(self.solved, cells, self.rng)?;
                Some(GeneratedConstraint {
                    kind,
                    cells: cells.clone(),
                    rules: vec![rule],
                })
            })
            .collect()
    }

    /// Makes every constraint that holds at some places. The same cells in another order are
    /// another place if places are directed.
    fn everywhere(
        &mut self,
        kind: usize,
        places: Vec<Vec<usize>>,
        is_directed: bool,
        state: MakeConstraint,
    ) {
        let mut done: Vec<Vec<usize>> = Vec::new();
        for place in places {
            let images = self.images(&place, is_directed);
            let key = |cells: &[usize]| {
                if is_directed {
                    cells.to_vec()
                } else {
                    sorted(cells)
                }
            };
            if done.contains(&key(&place)) {
                continue;
            }
            done.extend(images.iter().map(|image| key(image)));
            if let Some(group) = self.group(kind, &images, state) {
                self.groups.push(group);
            }
        }
    }

    /// Places lines of several kinds at random, until there is hardly any room left.
    fn lines(&mut self, kinds: &[&'static RuleKind]) {
        let cells = self.solved.size * self.solved.size;
        let lines: Vec<(usize, Shape)> = kinds
            .iter()
            .map(|kind| kind.shape)
            .enumerate()
            .filter(|(_, shape)| matches!(shape, Shape::Lines { .. } | Shape::Mirrored { .. }))
            .collect();
        if lines.is_empty() {
            return;
        }
        let mut taken = vec![false; cells];
        for _ in 0..TRIES_PER_CELL * cells {
            let (kind, shape) = lines[self.rng.below(lines.len() as u64) as usize];
            let start = self.rng.below(cells as u64) as usize;
            if taken[start] {
                continue;
            }
            let (path, state) = match shape {
                Shape::Lines {
                    lengths,
                    grows,
                    state,
                } => (self.walk(start, lengths, grows, state, &taken), state),
                Shape::Mirrored {
                    lengths,
                    grows,
                    state,
                } => (self.mirrored(start, lengths, grows, &taken), state),
                _ => continue,
            };
            let Some(path) = path else {
                continue;
            };
            let images = self.images(&path, false);
            let mut all: Vec<usize> = images.concat();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            if all.len() < count || all.iter().any(|cell| taken[*cell]) {
                continue;
            }
            if let Some(group) = self.group(kind, &images, state) {
                all.iter().for_each(|cell| taken[*cell] = true);
                self.groups.push(group);
            }
        }
    }

    /// Walks from a cell to free cells beside it, and returns the longest part for which a
    /// constraint holds.
    fn walk(
        &mut self,
        start: usize,
        [least, most]: [usize; 2],
        grows: CanBeginLine,
        state: MakeConstraint,
        taken: &[bool],
    ) -> Option<Vec<usize>> {
        let most = most.min(self.solved.size).max(least);
        let length = least + self.rng.below((most - least) as u64 + 1) as usize;
        let mut path = vec![start];
        if !grows(self.solved, &path, length) {
            return None;
        }
        while path.len() < length {
            let last = path[path.len() - 1];
            let next: Vec<usize> = self
                .solved
                .adjacent(last)
                .into_iter()
                .filter(|cell| !taken[*cell] && !path.contains(cell))
                .filter(|cell| grows(self.solved, &[&path[..], &[*cell]].concat(), length))
                .collect();
            if next.is_empty() {
                break;
            }
            path.push(next[self.rng.below(next.len() as u64) as usize]);
        }
        while path.len() >= least {
            if state(self.solved, &path, self.rng).is_some() {
                return Some(path);
            }
            path.pop();
        }
        None
    }

    /// Starts a line from its middle, by a cell at each end.
    fn mirrored(
        &mut self,
        middle: usize,
        [least, most]: [usize; 2],
        grows: CanBeginLine,
        taken: &[bool],
    ) -> Option<Vec<usize>> {
        let steps = (least / 2..=most / 2).count() as u64;
        let length = 2 * (least / 2 + self.rng.below(steps) as usize) + 1;
        let mut path = vec![middle];
        while path.len() < length {
            let mut longer: Vec<Vec<usize>> = Vec::new();
            let free = |cell: usize| {
                let around = self.solved.adjacent(cell).into_iter();
                around.filter(|next| !taken[*next] && !path.contains(next))
            };
            for front in free(path[0]) {
                for back in free(path[path.len() - 1]).filter(|back| *back != front) {
                    let line = [&[front], &path[..], &[back]].concat();
                    if grows(self.solved, &line, length) {
                        longer.push(line);
                    }
                }
            }
            if longer.is_empty() {
                break;
            }
            path = longer.swap_remove(self.rng.below(longer.len() as u64) as usize);
        }
        (path.len() >= least).then_some(path)
    }

    /// Divides the grid into cages, and takes the division that leaves the fewest cells outside.
    fn cages(&mut self, kind: usize, state: MakeConstraint) {
        let mut best: Option<(usize, Vec<Group>)> = None;
        for _ in 0..MAX_PARTITIONS {
            let (missing, cages) = self.partition();
            if best.as_ref().is_none_or(|(least, _)| missing < *least) {
                let groups = cages
                    .iter()
                    .filter_map(|images| self.group(kind, images, state))
                    .collect();
                best = Some((missing, groups));
            }
            if missing == 0 {
                break;
            }
        }
        self.groups
            .extend(best.into_iter().flat_map(|(_, groups)| groups));
    }

    /// Makes cages from random cells. Returns the number of cells outside, and the cages with
    /// their images.
    fn partition(&mut self) -> (usize, Vec<Vec<Vec<usize>>>) {
        let (size, cells) = (self.solved.size, self.solved.size * self.solved.size);
        let sizes: &[usize] = if size < 6 {
            &[2, 2, 3]
        } else {
            &[2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5]
        };
        let mut order = crate::grid_generator::shuffled_indices(cells, self.rng);
        // Cells that a symmetry does not move can only be in cages that are their own images.
        order.sort_by_key(|cell| self.symmetry.orbit(*cell, size).len());
        let mut taken = vec![false; cells];
        let mut cages: Vec<Vec<Vec<usize>>> = Vec::new();
        for start in order {
            if taken[start] {
                continue;
            }
            let length = sizes[self.rng.below(sizes.len() as u64) as usize];
            let Some(mut images) = self.cage_images(&[start], &taken) else {
                continue;
            };
            while images[0].len() < length {
                let Some(grown) = self.grow(&images[0], length, &taken) else {
                    break;
                };
                images = grown;
            }
            if images[0].len() > 1 {
                images.concat().iter().for_each(|cell| taken[*cell] = true);
                cages.push(images);
            }
        }
        // Cells that are left over join a cage beside them.
        for cell in 0..cells {
            if taken[cell] {
                continue;
            }
            let joined = (0..cages.len()).find_map(|number| {
                let cage = &cages[number][0];
                let is_beside = self
                    .solved
                    .orthogonal(cell)
                    .iter()
                    .any(|one| cage.contains(one));
                if !is_beside || cage.len() >= MAX_CAGE.min(size) {
                    return None;
                }
                let own = cages[number].concat();
                let mut others = taken.clone();
                own.iter().for_each(|cell| others[*cell] = false);
                let images = self.cage_images(&[&cage[..], &[cell]].concat(), &others)?;
                Some((number, images))
            });
            if let Some((number, images)) = joined {
                images.concat().iter().for_each(|cell| taken[*cell] = true);
                cages[number] = images;
            }
        }
        let missing = taken.iter().filter(|taken| !**taken).count();
        (missing, cages)
    }

    /// Adds a free cell, or all of its images, to a cage.
    fn grow(&mut self, cage: &[usize], length: usize, taken: &[bool]) -> Option<Vec<Vec<usize>>> {
        let mut beside: Vec<usize> = cage
            .iter()
            .flat_map(|cell| self.solved.orthogonal(*cell))
            .filter(|cell| !taken[*cell] && !cage.contains(cell))
            .collect();
        beside.sort_unstable();
        beside.dedup();
        self.rng.shuffle(&mut beside);
        beside.into_iter().find_map(|cell| {
            let orbit = self.symmetry.orbit(cell, self.solved.size);
            let own = |cells: &[usize]| self.cage_images(&[cage, cells].concat(), taken);
            own(&[cell]).or_else(|| (cage.len() + orbit.len() <= length).then(|| own(&orbit))?)
        })
    }

    /// Returns the images of a cage, if their cells are free, no two of them meet, and the digits
    /// of each differ.
    fn cage_images(&self, cage: &[usize], taken: &[bool]) -> Option<Vec<Vec<usize>>> {
        let images = self.images(cage, false);
        let differ = |image: &Vec<usize>| {
            let mut digits: Vec<u32> = image.iter().map(|cell| self.solved.digit(*cell)).collect();
            digits.sort_unstable();
            digits.windows(2).all(|pair| pair[0] != pair[1])
        };
        let cells = sorted(&images.concat());
        let is_free = cells.windows(2).all(|pair| pair[0] != pair[1])
            && cells.iter().all(|cell| !taken[*cell]);
        (is_free && images.iter().all(differ)).then_some(images)
    }
}

/// Number of places at which a line is tried, for each cell.
const TRIES_PER_CELL: usize = 12;
/// Number of divisions into cages that are tried.
const MAX_PARTITIONS: usize = 20;
/// The most cells of a cage.
const MAX_CAGE: usize = 6;
