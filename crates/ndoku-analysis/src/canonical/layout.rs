//! Symmetries of any layout, derived from its houses, and canonical forms of its puzzles.
//!
//! ```text
//!   cells ── houses       a symmetry maps houses to houses; digits can be relabeled too
//!
//!   X-Sudoku 9×9 has 96 symmetries of its cells;            ─▶ tries each one: the least form
//!   windoku and jigsaws have a few
//!   16×16 with 4×4 boxes has 126,806,761,930,752,           ─▶ labels cells, houses, digits of the
//!   25×25 more than 10²⁵                                       puzzle canonically as a graph, and
//!                                                              places the result in the layout
//! ```
//!
//! Rules that forbid equal digits in two cells (anti-knight, anti-king) are houses of two cells.
//! Rules about values of digits have symmetries that houses do not show, so that such layouts are
//! rejected. A house within another house adds nothing and is left out.
//!
//! With at most [`MAX_LISTED_SYMMETRIES`] symmetries, the forms are those of the classic layout:
//! least pattern first, or least string. With more symmetries, the form [`CanonicalForm::Pattern`]
//! is unique but not the least one: the labeling of the graph determines it.
//! [`LayoutCanonicalizer::is_least`] tells which case applies.

use std::collections::HashSet;
use std::fmt;

use ndoku_core::{Candidate, Digit, Layout, Puzzle};
use ndoku_solver::Budget;

use super::graph_canon::{
    CanonicalLabeling, Graph, GraphSearchError, SearchLimit, canonical_labeling, isomorphism,
};
use super::{CanonicalForm, CanonicalFormError};

/// Maximum number of symmetries of the cells that are tried one by one.
pub const MAX_LISTED_SYMMETRIES: usize = 5_000;

/// Maximum number of nodes in the search for the symmetries of a layout. It suffices for layouts
/// with up to a few dozen symmetries.
const MAX_LISTING_NODES: u64 = 1_000;

/// Maximum number of nodes in the search for the labeling of a puzzle.
const MAX_NODES: u64 = 200_000;

/// A symmetry of a layout with a relabeling of the digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LayoutTransformation {
    /// For each cell of the result, by number, its cell in the original.
    pub cells: Vec<u32>,
    /// For each digit, its new name. Index 0 stands for open cells and is 0.
    pub digits: Vec<u8>,
}

impl LayoutTransformation {
    /// Returns the identity.
    #[must_use]
    pub fn identity(layout: &Layout) -> Self {
        Self {
            cells: (0..layout.cell_count() as u32).collect(),
            digits: (0..=layout.size()).collect(),
        }
    }

    /// Transforms a grid or puzzle, where 0 is an open cell. Cells and digits outside the layout
    /// become blank.
    #[must_use]
    pub fn apply(&self, grid: &[u8]) -> Vec<u8> {
        let name = |digit: u8| self.digits.get(usize::from(digit)).copied().unwrap_or(0);
        self.cells
            .iter()
            .map(|from| grid.get(*from as usize).map_or(0, |digit| name(*digit)))
            .collect()
    }

    /// Returns the inverse transformation.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut back = Self {
            cells: vec![0; self.cells.len()],
            digits: vec![0; self.digits.len()],
        };
        for (place, from) in self.cells.iter().enumerate() {
            if let Some(cell) = back.cells.get_mut(*from as usize) {
                *cell = place as u32;
            }
        }
        for (digit, name) in self.digits.iter().enumerate() {
            if let Some(place) = back.digits.get_mut(usize::from(*name)) {
                *place = digit as u8;
            }
        }
        back
    }

    /// Returns the composition: first this transformation, then `next` of the same layout.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let cells = next
            .cells
            .iter()
            .map(|place| self.cells.get(*place as usize).copied().unwrap_or(0))
            .collect();
        Self {
            cells,
            digits: next.rename(&self.digits),
        }
    }

    fn rename(&self, digits: &[u8]) -> Vec<u8> {
        digits
            .iter()
            .map(|digit| self.digits.get(usize::from(*digit)).copied().unwrap_or(0))
            .collect()
    }
}

/// Formats the transformation as `cells r1c1 r2c1 … digits 2 1 3 …`: for each cell of the result,
/// row by row, its place in the original, and for each digit its new name.
impl fmt::Display for LayoutTransformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.digits.len().saturating_sub(1).max(1);
        f.write_str("cells")?;
        for from in &self.cells {
            write!(
                f,
                " r{}c{}",
                *from as usize / size + 1,
                *from as usize % size + 1
            )?;
        }
        f.write_str(" digits")?;
        self.digits
            .iter()
            .skip(1)
            .try_for_each(|name| write!(f, " {name}"))
    }
}

/// The order of a group: a product that can exceed any machine word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupOrder(Vec<u64>);

impl GroupOrder {
    fn new(factors: impl IntoIterator<Item = u64>) -> Self {
        let mut factors: Vec<u64> = factors.into_iter().filter(|factor| *factor > 1).collect();
        factors.sort_unstable();
        Self(factors)
    }

    /// Returns the number if it fits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        self.0.iter().try_fold(1_u128, |product, factor| {
            product.checked_mul(u128::from(*factor))
        })
    }
}

impl fmt::Display for GroupOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nine decimal digits per word, the lowest word first.
        let mut words = vec![1_u64];
        for factor in &self.0 {
            let mut carry = 0_u128;
            for word in &mut words {
                let product = u128::from(*word) * u128::from(*factor) + carry;
                (*word, carry) = ((product % 1_000_000_000) as u64, product / 1_000_000_000);
            }
            while carry > 0 {
                words.push((carry % 1_000_000_000) as u64);
                carry /= 1_000_000_000;
            }
        }
        let mut words = words.iter().rev();
        words.next().map_or(Ok(()), |word| write!(f, "{word}"))?;
        words.try_for_each(|word| write!(f, "{word:09}"))
    }
}

/// A canonical form of a puzzle of any layout, with a transformation that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutCanonicalization {
    /// The form, row by row. An open cell is 0.
    pub form: Vec<u8>,
    /// A transformation from the puzzle to the form.
    pub transformation: LayoutTransformation,
    /// Number of automorphisms of the puzzle, including relabelings of unused digits.
    pub automorphisms: GroupOrder,
    /// Generators of the automorphism group, without relabelings of unused digits.
    pub generators: Vec<LayoutTransformation>,
}

impl LayoutCanonicalization {
    /// Lists at most `limit` automorphisms of the group of [`generators`](Self::generators), the
    /// identity first.
    #[must_use]
    pub fn automorphism_list(&self, limit: usize) -> Vec<LayoutTransformation> {
        let identity = self.transformation.then(&self.transformation.inverse());
        closure(
            identity,
            &self.generators,
            limit,
            LayoutTransformation::then,
        )
        .0
    }
}

/// Lists at most `limit` elements of the group of these generators, the identity first. The flag is
/// `true` if the list is complete.
fn closure<T: Clone + Eq + std::hash::Hash>(
    identity: T,
    generators: &[T],
    limit: usize,
    then: impl Fn(&T, &T) -> T,
) -> (Vec<T>, bool) {
    let mut seen = HashSet::from([identity.clone()]);
    let mut all = vec![identity];
    let mut next = 0;
    while next < all.len() {
        for generator in generators {
            let made = then(&all[next], generator);
            if !seen.contains(&made) {
                if all.len() >= limit {
                    return (all, false);
                }
                seen.insert(made.clone());
                all.push(made);
            }
        }
        next += 1;
    }
    all.truncate(limit);
    (all, true)
}

/// A canonicalizer for the puzzles of one layout. Reuse one for many puzzles.
///
/// ```
/// use ndoku_core::{Layout, Puzzle};
/// use ndoku_solver::Budget;
/// use ndoku_analysis::canonical::{CanonicalForm::Pattern, layout::LayoutCanonicalizer};
///
/// let layout = Layout::builder(4).x().build()?;
/// let one = Puzzle::from_array(&layout, &[1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])?;
/// let other = Puzzle::from_array(&layout, &[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3])?;
/// let budget = Budget::default();
/// let canonicalizer = LayoutCanonicalizer::new(&layout, &budget)?;
/// assert_eq!(canonicalizer.order(&budget)?.to_string(), "16");
/// let (one, other) = (
///     canonicalizer.canonicalize(Pattern, &one, &budget)?,
///     canonicalizer.canonicalize(Pattern, &other, &budget)?,
/// );
/// assert_eq!(one.form, other.form);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LayoutCanonicalizer {
    layout: Layout,
    /// Cells, then houses.
    graph: Graph,
    colors: Vec<u32>,
    edges: Vec<(usize, usize)>,
    /// All symmetries of the cells, if they are few: for each cell of the result its cell in the
    /// original.
    symmetries: Option<Vec<Vec<u32>>>,
}

impl LayoutCanonicalizer {
    /// Creates a canonicalizer for a layout. Takes milliseconds for usual sizes, and seconds for
    /// 100×100.
    ///
    /// # Errors
    /// [`CanonicalFormError::Constraint`] if the layout has a rule whose symmetries are not known.
    /// [`CanonicalFormError::Stopped`] if the budget ran out.
    pub fn new(layout: &Layout, budget: &Budget<'_>) -> Result<Self, CanonicalFormError> {
        let houses = houses(layout)?;
        let cells = layout.cell_count();
        let edges: Vec<(usize, usize)> = houses
            .iter()
            .enumerate()
            .flat_map(|(number, house)| house.iter().map(move |cell| (*cell, cells + number)))
            .collect();
        let graph = Graph::new(cells + houses.len(), &edges);
        let sizes = houses.iter().map(|house| house.len() as u32 + 1);
        let colors: Vec<u32> = std::iter::repeat_n(0, cells).chain(sizes).collect();
        let is_few = |found: &CanonicalLabeling| {
            GroupOrder::new(found.factors.iter().copied())
                .to_u128()
                .is_some_and(|order| order <= MAX_LISTED_SYMMETRIES as u128)
        };
        let symmetries = match canonical_labeling(
            &graph,
            &colors,
            SearchLimit {
                nodes: MAX_LISTING_NODES,
                budget,
            },
        ) {
            Ok(found) if is_few(&found) => {
                let generators: Vec<Vec<u32>> = found
                    .generators
                    .iter()
                    .map(|generator| generator[..cells].to_vec())
                    .collect();
                let then =
                    |a: &Vec<u32>, b: &Vec<u32>| b.iter().map(|place| a[*place as usize]).collect();
                Some(
                    closure(
                        (0..cells as u32).collect(),
                        &generators,
                        MAX_LISTED_SYMMETRIES,
                        then,
                    )
                    .0,
                )
            }
            Ok(_) | Err(GraphSearchError::TooManyNodes) => None,
            Err(GraphSearchError::Stopped(reason)) => {
                return Err(CanonicalFormError::Stopped(reason));
            }
        };
        Ok(Self {
            layout: layout.clone(),
            graph,
            colors,
            edges,
            symmetries,
        })
    }

    /// Returns the layout.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns `true` if forms are the least of all, as in the classic layout. Otherwise the layout
    /// has too many symmetries.
    #[must_use]
    pub const fn is_least(&self) -> bool {
        self.symmetries.is_some()
    }

    /// Returns the number of symmetries of the cells of the layout, without relabelings of digits.
    ///
    /// # Errors
    /// [`CanonicalFormError::Limit`] for layouts that are too large.
    /// [`CanonicalFormError::Stopped`] if the budget ran out.
    pub fn order(&self, budget: &Budget<'_>) -> Result<GroupOrder, CanonicalFormError> {
        if let Some(symmetries) = &self.symmetries {
            return Ok(GroupOrder::new([symmetries.len() as u64]));
        }
        let found = canonical_labeling(
            &self.graph,
            &self.colors,
            SearchLimit {
                nodes: MAX_NODES,
                budget,
            },
        )?;
        Ok(GroupOrder::new(found.factors))
    }

    /// Returns a form of a puzzle with a transformation and the automorphisms. For
    /// [`CanonicalForm::Solution`] call
    /// [`canonicalize_by_solution`](Self::canonicalize_by_solution).
    ///
    /// Takes microseconds for a layout with few symmetries, and about a millisecond for large
    /// grids.
    ///
    /// # Errors
    /// [`CanonicalFormError`]: among others `Layout` if the puzzle has another layout, and `Many`
    /// for the least string in a layout with many symmetries.
    pub fn canonicalize(
        &self,
        form: CanonicalForm,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<LayoutCanonicalization, CanonicalFormError> {
        let clues = self.clues(puzzle)?;
        match (&self.symmetries, form) {
            (_, CanonicalForm::Solution) => Err(CanonicalFormError::Multiple),
            (Some(symmetries), _) => Ok(self.least_image(symmetries, &clues, |image| {
                let pattern = if form == CanonicalForm::Pattern {
                    image.iter().map(|digit| *digit != 0).collect()
                } else {
                    Vec::new()
                };
                (pattern, image.to_vec())
            })),
            (None, CanonicalForm::Pattern) => self.canonicalize_by_labeling(&clues, budget),
            (None, CanonicalForm::Minlex) => Err(CanonicalFormError::Many),
        }
    }

    /// Returns the form [`CanonicalForm::Solution`]: the puzzle within the canonical form of its
    /// solution. If the solution has automorphisms, this is the least string among these.
    ///
    /// # Errors
    /// [`CanonicalFormError`]: `Unsolvable` if the solution does not match the puzzle, `Limit` if
    /// it has too many automorphisms.
    pub fn canonicalize_by_solution(
        &self,
        puzzle: &Puzzle,
        solution: &[Digit],
        budget: &Budget<'_>,
    ) -> Result<LayoutCanonicalization, CanonicalFormError> {
        let clues = self.clues(puzzle)?;
        let solution: Vec<u8> = solution.iter().map(|digit| digit.get()).collect();
        if solution.len() != clues.len()
            || clues
                .iter()
                .zip(&solution)
                .any(|(clue, digit)| *clue != 0 && clue != digit)
        {
            return Err(CanonicalFormError::Unsolvable);
        }
        let of_solution = match &self.symmetries {
            Some(symmetries) => self.least_image(symmetries, &solution, <[u8]>::to_vec),
            None => self.canonicalize_by_labeling(&solution, budget)?,
        };
        let all = closure(
            LayoutTransformation::identity(&self.layout),
            &of_solution.generators,
            MAX_LISTED_SYMMETRIES,
            LayoutTransformation::then,
        );
        if !all.1 {
            return Err(CanonicalFormError::Limit);
        }
        let transformations: Vec<LayoutTransformation> = all
            .0
            .iter()
            .map(|automorphism| automorphism.then(&of_solution.transformation))
            .collect();
        let form = transformations
            .iter()
            .map(|symmetry| symmetry.apply(&clues))
            .min()
            .unwrap_or_default();
        let mut best = transformations
            .into_iter()
            .filter(|symmetry| symmetry.apply(&clues) == form);
        let Some(transformation) = best.next() else {
            return Err(CanonicalFormError::Unsolvable);
        };
        let back = transformation.inverse();
        let generators: Vec<LayoutTransformation> =
            best.map(|symmetry| symmetry.then(&back)).collect();
        Ok(LayoutCanonicalization {
            form,
            automorphisms: GroupOrder::new([generators.len() as u64 + 1]),
            transformation,
            generators,
        })
    }

    /// Returns a transformation from `a` to `b`, if they are essentially the same.
    ///
    /// # Errors
    /// [`CanonicalFormError`].
    pub fn find_transformation(
        &self,
        a: &Puzzle,
        b: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<Option<LayoutTransformation>, CanonicalFormError> {
        let (a, b) = (
            self.canonicalize(CanonicalForm::Pattern, a, budget)?,
            self.canonicalize(CanonicalForm::Pattern, b, budget)?,
        );
        Ok((a.form == b.form).then(|| a.transformation.then(&b.transformation.inverse())))
    }

    fn clues(&self, puzzle: &Puzzle) -> Result<Vec<u8>, CanonicalFormError> {
        if *puzzle.layout() != self.layout {
            return Err(CanonicalFormError::Layout);
        }
        if puzzle.pencilmarks().is_some() {
            return Err(CanonicalFormError::Pencilmarks);
        }
        if !puzzle.conflicts().is_empty() {
            return Err(CanonicalFormError::Conflict);
        }
        Ok(puzzle
            .clues()
            .iter()
            .map(|clue| clue.map_or(0, Digit::get))
            .collect())
    }

    /// Names the digits in the order of their first appearance.
    fn rename_digits(&self, cells: &[u32], clues: &[u8]) -> Vec<u8> {
        let mut names = vec![0; usize::from(self.layout.size()) + 1];
        let mut named = 0;
        let mut name = |digit: usize| {
            if digit != 0 && names[digit] == 0 {
                named += 1;
                names[digit] = named;
            }
        };
        cells
            .iter()
            .for_each(|from| name(usize::from(clues[*from as usize])));
        (1..=usize::from(self.layout.size())).for_each(name);
        names
    }

    fn unused_digit_factors(&self, clues: &[u8]) -> impl Iterator<Item = u64> {
        let used: HashSet<u8> = clues.iter().copied().filter(|clue| *clue != 0).collect();
        1..=u64::from(self.layout.size()) - used.len() as u64
    }

    /// Finds the least form under `key` by trying each symmetry.
    fn least_image<T: Ord>(
        &self,
        symmetries: &[Vec<u32>],
        clues: &[u8],
        key: impl Fn(&[u8]) -> T,
    ) -> LayoutCanonicalization {
        let mut best: Option<(T, Vec<u8>)> = None;
        let mut transformations: Vec<LayoutTransformation> = Vec::new();
        for cells in symmetries {
            let symmetry = LayoutTransformation {
                digits: self.rename_digits(cells, clues),
                cells: cells.clone(),
            };
            let image = symmetry.apply(clues);
            let own = key(&image);
            let order = best
                .as_ref()
                .map_or(std::cmp::Ordering::Less, |(least, _)| own.cmp(least));
            if order.is_lt() {
                best = Some((own, image));
                transformations.clear();
            }
            if order.is_le() {
                transformations.push(symmetry);
            }
        }
        let transformation = transformations
            .first()
            .cloned()
            .unwrap_or_else(|| LayoutTransformation::identity(&self.layout));
        let back = transformation.inverse();
        let automorphisms = GroupOrder::new(
            self.unused_digit_factors(clues)
                .chain([transformations.len() as u64]),
        );
        let generators = transformations
            .iter()
            .skip(1)
            .map(|symmetry| symmetry.then(&back))
            .collect();
        LayoutCanonicalization {
            form: best.map(|best| best.1).unwrap_or_default(),
            transformation,
            automorphisms,
            generators,
        }
    }

    /// Finds the form by the canonical labeling of the puzzle as a graph.
    fn canonicalize_by_labeling(
        &self,
        clues: &[u8],
        budget: &Budget<'_>,
    ) -> Result<LayoutCanonicalization, CanonicalFormError> {
        let (cells, bare) = (clues.len(), self.graph.len());
        // The vertices of the used digits come after those of the houses.
        let mut vertex = vec![0; usize::from(self.layout.size()) + 1];
        let mut used: Vec<u8> = clues.iter().copied().filter(|clue| *clue != 0).collect();
        used.sort_unstable();
        used.dedup();
        used.iter()
            .enumerate()
            .for_each(|(number, digit)| vertex[usize::from(*digit)] = bare + number);
        let placed = clues.iter().enumerate().filter(|(_, clue)| **clue != 0);
        let edges: Vec<(usize, usize)> = self
            .edges
            .iter()
            .copied()
            .chain(placed.map(|(cell, clue)| (cell, vertex[usize::from(*clue)])))
            .collect();
        // The colors order open cells, clues, houses by size, and digits.
        let color = |(vertex, color): (usize, &u32)| {
            if vertex < cells {
                u32::from(clues[vertex] != 0)
            } else {
                color + 2
            }
        };
        let colors: Vec<u32> = self
            .colors
            .iter()
            .enumerate()
            .map(color)
            .chain(std::iter::repeat_n(u32::MAX, used.len()))
            .collect();
        let found = canonical_labeling(
            &Graph::new(bare + used.len(), &edges),
            &colors,
            SearchLimit {
                nodes: MAX_NODES,
                budget,
            },
        )?;
        let from = self.place_in_layout(&found, budget)?;
        let mut image = vec![0; cells];
        found.order[..cells]
            .iter()
            .zip(&from)
            .for_each(|(cell, place)| image[*place as usize] = *cell);
        let transformation = LayoutTransformation {
            digits: self.rename_digits(&image, clues),
            cells: image,
        };
        let generators = found
            .generators
            .iter()
            .map(|generator| self.automorphism(generator, clues))
            .collect();
        let automorphisms = GroupOrder::new(
            self.unused_digit_factors(clues)
                .chain(found.factors.iter().copied()),
        );
        Ok(LayoutCanonicalization {
            form: transformation.apply(clues),
            transformation,
            automorphisms,
            generators,
        })
    }

    /// Returns for each labeled cell its place in the layout. The labeled cells and houses form a
    /// renumbered copy of the layout. Its isomorphism to the layout depends only on the labels.
    fn place_in_layout(
        &self,
        found: &CanonicalLabeling,
        budget: &Budget<'_>,
    ) -> Result<Vec<u32>, CanonicalFormError> {
        let bare = self.graph.len();
        let mut label = vec![0; found.order.len()];
        found
            .order
            .iter()
            .enumerate()
            .for_each(|(place, vertex)| label[*vertex as usize] = place);
        let mut edges: Vec<(usize, usize)> = self
            .edges
            .iter()
            .map(|(cell, house)| (label[*cell], label[*house]))
            .collect();
        edges.sort_unstable();
        let labeled = Graph::new(bare, &edges);
        // Both numberings order the houses by size, but not by number.
        let colors: Vec<u32> = found.order[..bare]
            .iter()
            .map(|vertex| self.colors[*vertex as usize])
            .collect();
        let image = isomorphism(
            &labeled,
            &self.graph,
            [&colors, &self.colors],
            &mut SearchLimit {
                nodes: MAX_NODES,
                budget,
            },
        )?;
        image
            .map(|image| image[..self.layout.cell_count()].to_vec())
            .ok_or(CanonicalFormError::Limit)
    }

    /// Converts an automorphism of the graph into one of the puzzle.
    fn automorphism(&self, generator: &[u32], clues: &[u8]) -> LayoutTransformation {
        let mut found = LayoutTransformation::identity(&self.layout);
        for (cell, clue) in clues.iter().enumerate() {
            let image = generator[cell] as usize;
            found.cells[image] = cell as u32;
            found.digits[usize::from(*clue)] = clues[image];
        }
        found
    }
}

impl From<GraphSearchError> for CanonicalFormError {
    fn from(given_up: GraphSearchError) -> Self {
        match given_up {
            GraphSearchError::TooManyNodes => Self::Limit,
            GraphSearchError::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

/// Returns the cells of all houses and the pairs of cells that constraints separate, sorted. Leaves
/// out houses within another house.
fn houses(layout: &Layout) -> Result<Vec<Vec<usize>>, CanonicalFormError> {
    let mut all: Vec<Vec<usize>> = layout
        .houses()
        .iter()
        .map(|house| {
            house
                .cells()
                .iter()
                .map(|cell| layout.index(*cell))
                .collect()
        })
        .collect();
    let mut pairs = HashSet::new();
    for constraint in layout.constraints() {
        let unknown = || CanonicalFormError::Constraint(constraint.id());
        if !constraint.is_pairwise() {
            return Err(unknown());
        }
        for cell in constraint.cells() {
            let mut linked: Option<HashSet<usize>> = None;
            for digit in layout.digits() {
                let (mut own, mut is_plain) = (HashSet::new(), true);
                constraint.weak_links(Candidate::new(*cell, digit), layout.size(), &mut |to| {
                    is_plain &= to.digit == digit && layout.contains(to.cell);
                    own.insert(layout.index(to.cell));
                });
                if !is_plain || linked.as_ref().is_some_and(|linked| *linked != own) {
                    return Err(unknown());
                }
                linked = Some(own);
            }
            let here = layout.index(*cell);
            let others = linked
                .into_iter()
                .flatten()
                .filter(|other| !layout.sees(*cell, layout.cell(*other)));
            pairs.extend(others.map(|other| (here.min(other), here.max(other))));
        }
    }
    all.iter_mut().for_each(|house| house.sort_unstable());
    all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    all.dedup();
    let mut kept: Vec<Vec<usize>> = Vec::new();
    for house in all {
        let is_within =
            |other: &Vec<usize>| house.iter().all(|cell| other.binary_search(cell).is_ok());
        // Houses of full size cannot lie within another house.
        if house.len() == usize::from(layout.size()) || !kept.iter().any(is_within) {
            kept.push(house);
        }
    }
    kept.extend(
        pairs
            .into_iter()
            .filter(|(a, b)| a != b)
            .map(|(a, b)| vec![a, b]),
    );
    kept.sort_unstable();
    kept.sort_by_key(Vec::len);
    Ok(kept)
}
