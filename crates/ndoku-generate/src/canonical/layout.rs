//! CanonicalLabeling of any layout, found from the layout itself, and canonical forms of its puzzles.
//!
//! ```text
//!   cells ── houses           a symmetry moves cells so that houses become houses; digits may be renamed besides
//!
//!   X-Sudoku 9×9 has 96 symmetries of its cells; windoku, jigsaws: a few         ─▶ each is tried: the least form
//!   bricks of 16×16 have 126,806,761,930,752, 25×25 more than 10²⁵              ─▶ cells, houses and digits of the puzzle as a graph, labeled canonically,
//!                                                                                    and laid back into the layout
//! ```
//!
//! Rules that forbid equal digits in two cells (anti-knight, anti-king) are houses of two cells. Rules about the digits' values have symmetries that houses do not tell: such
//! layouts are refused. A house within another says nothing and is left out.
//!
//! With at most [`MAX_LISTED_SYMMETRIES`] symmetries the forms are those of the classic layout: least pattern first, or least string. With more, the form [`CanonicalForm::Pattern`] is one that is
//! singled out but not least: blank cells and clues are as the labelling of the graph has them. [`LayoutCanonicalizer::is_least`] tells which.

use std::collections::HashSet;
use std::fmt;

use ndoku_core::{Candidate, Digit, Layout, Puzzle};
use ndoku_solver::Budget;

use super::graph_canon::{
    CanonicalLabeling, Graph, GraphSearchError, SearchLimit, canonical_labeling, isomorphism,
};
use super::{CanonicalForm, CanonicalFormError};

/// Up to so many symmetries of the cells are tried one by one.
pub const MAX_LISTED_SYMMETRIES: usize = 5_000;

/// Nodes of a search for the few symmetries of a layout. As many as that have no more than some dozens.
const MAX_LISTING_NODES: u64 = 1_000;

/// Nodes of a search in a puzzle.
const MAX_NODES: u64 = 200_000;

/// A symmetry of a layout: cells moved, digits renamed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LayoutTransformation {
    /// For each cell of the result, by its number, the cell that it comes from.
    pub cells: Vec<u32>,
    /// For each digit its new name; the first place belongs to blank cells and is 0.
    pub digits: Vec<u8>,
}

impl LayoutTransformation {
    /// What leaves everything as it is.
    #[must_use]
    pub fn identity(layout: &Layout) -> Self {
        Self {
            cells: (0..layout.cell_count() as u32).collect(),
            digits: (0..=layout.size()).collect(),
        }
    }

    /// The grid or puzzle, 0 for a blank cell, seen through it. What does not fit is blank.
    #[must_use]
    pub fn apply(&self, grid: &[u8]) -> Vec<u8> {
        let name = |digit: u8| self.digits.get(usize::from(digit)).copied().unwrap_or(0);
        self.cells
            .iter()
            .map(|from| grid.get(*from as usize).map_or(0, |digit| name(*digit)))
            .collect()
    }

    /// What takes back what this does.
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

    /// First this, then the other of the same layout.
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

/// `cells r1c1 r2c1 … digits 2 1 3 …`: for each cell of the result, row by row, where it comes from, and for each digit its new name.
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

/// How many elements a group has: a product that may be beyond any machine word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupOrder(Vec<u64>);

impl GroupOrder {
    fn new(factors: impl IntoIterator<Item = u64>) -> Self {
        let mut factors: Vec<u64> = factors.into_iter().filter(|factor| *factor > 1).collect();
        factors.sort_unstable();
        Self(factors)
    }

    /// The number, if it fits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        self.0.iter().try_fold(1_u128, |product, factor| {
            product.checked_mul(u128::from(*factor))
        })
    }
}

impl fmt::Display for GroupOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nine decimal digits a word, the lowest first.
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

/// A canonical form of a puzzle of any layout, and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutCanonicalization {
    /// The form, row by row, 0 for a blank cell.
    pub form: Vec<u8>,
    /// What makes it of the puzzle.
    pub transformation: LayoutTransformation,
    /// How many automorphisms the puzzle has, with those that only rename digits which do not occur.
    pub automorphisms: GroupOrder,
    /// Automorphisms that make all others, but for the renaming of digits that do not occur.
    pub generators: Vec<LayoutTransformation>,
}

impl LayoutCanonicalization {
    /// The automorphisms that [`generators`](Self::generators) make, the identity first: at most so many.
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

/// The elements of a group that generators make, the first of them the identity, and whether these are all; at most so many.
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

/// Finds canonical forms of puzzles of one layout. Keep one for many.
///
/// ```
/// use ndoku_core::{Layout, Puzzle};
/// use ndoku_solver::Budget;
/// use ndoku_generate::canonical::{CanonicalForm, layout::LayoutCanonicalizer};
///
/// let layout = Layout::builder(4).x().build()?;
/// let one = Puzzle::from_array(&layout, &[1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])?;
/// let other = Puzzle::from_array(&layout, &[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3])?;
/// let budget = Budget::default();
/// let forms = LayoutCanonicalizer::new(&layout, &budget)?;
/// assert_eq!(forms.order(&budget)?.to_string(), "16");
/// assert_eq!(forms.canonicalize(CanonicalForm::Pattern, &one, &budget)?.form, forms.canonicalize(CanonicalForm::Pattern, &other, &budget)?.form);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LayoutCanonicalizer {
    layout: Layout,
    /// Cells, then houses.
    graph: Graph,
    colors: Vec<u32>,
    edges: Vec<(usize, usize)>,
    /// All symmetries of the cells, if they are few: for each cell of the result where it comes from.
    symmetries: Option<Vec<Vec<u32>>>,
}

impl LayoutCanonicalizer {
    /// For the puzzles of this layout. Milliseconds for usual sizes, seconds for 100×100.
    ///
    /// # Errors
    /// [`CanonicalFormError::Constraint`] if the layout has a rule whose symmetries cannot be told, [`CanonicalFormError::Stopped`] by the budget.
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

    /// The layout.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether forms are the least of all, as in the classic layout; otherwise the layout has too many symmetries for that.
    #[must_use]
    pub const fn is_least(&self) -> bool {
        self.symmetries.is_some()
    }

    /// How many symmetries the cells of the layout have; digits may be renamed besides.
    ///
    /// # Errors
    /// [`CanonicalFormError::Limit`] for layouts that are too large, [`CanonicalFormError::Stopped`] by the budget.
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

    /// A form of a puzzle with one that makes it and its automorphisms. The form [`CanonicalForm::Solution`] is had by [`canonicalize_by_solution`](Self::canonicalize_by_solution).
    ///
    /// Microseconds for a layout of few symmetries, a millisecond or some for large grids.
    ///
    /// # Errors
    /// [`CanonicalFormError`]: among others `Layout` if the puzzle has another layout, and `Many` for the least string in a layout of many symmetries.
    pub fn canonicalize(
        &self,
        form: CanonicalForm,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<LayoutCanonicalization, CanonicalFormError> {
        let clues = self.clues(puzzle)?;
        match (&self.symmetries, form) {
            (_, CanonicalForm::Solution) => Err(CanonicalFormError::Several),
            (Some(symmetries), _) => Ok(self.least_image(symmetries, &clues, |image| {
                let pattern = if form == CanonicalForm::Pattern {
                    image.iter().map(|digit| *digit != 0).collect()
                } else {
                    Vec::new()
                };
                (pattern, image.to_vec())
            })),
            (None, CanonicalForm::Pattern) => self.canonicalize_by_labeling(&clues, budget),
            (None, CanonicalForm::String) => Err(CanonicalFormError::Many),
        }
    }

    /// The form [`CanonicalForm::Solution`]: the puzzle as it lies in the canonical form of its solution, the least string if that has automorphisms.
    ///
    /// # Errors
    /// [`CanonicalFormError`]: `Unsolvable` if the solution is none of the puzzle's, `Limit` if it has too many automorphisms.
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
        let ways: Vec<LayoutTransformation> = all
            .0
            .iter()
            .map(|automorphism| automorphism.then(&of_solution.transformation))
            .collect();
        let form = ways
            .iter()
            .map(|way| way.apply(&clues))
            .min()
            .unwrap_or_default();
        let mut best = ways.into_iter().filter(|way| way.apply(&clues) == form);
        let Some(transformation) = best.next() else {
            return Err(CanonicalFormError::Unsolvable);
        };
        let back = transformation.inverse();
        let generators: Vec<LayoutTransformation> = best.map(|way| way.then(&back)).collect();
        Ok(LayoutCanonicalization {
            form,
            automorphisms: GroupOrder::new([generators.len() as u64 + 1]),
            transformation,
            generators,
        })
    }

    /// A symmetry that makes `b` of `a`, if they are in essence the same.
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

    /// Names for the digits in the order in which they come.
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

    /// The least form by what is compared, by trying each symmetry.
    fn least_image<T: Ord>(
        &self,
        symmetries: &[Vec<u32>],
        clues: &[u8],
        key: impl Fn(&[u8]) -> T,
    ) -> LayoutCanonicalization {
        let mut best: Option<(T, Vec<u8>)> = None;
        let mut ways: Vec<LayoutTransformation> = Vec::new();
        for cells in symmetries {
            let way = LayoutTransformation {
                digits: self.rename_digits(cells, clues),
                cells: cells.clone(),
            };
            let image = way.apply(clues);
            let own = key(&image);
            let order = best
                .as_ref()
                .map_or(std::cmp::Ordering::Less, |(least, _)| own.cmp(least));
            if order.is_lt() {
                best = Some((own, image));
                ways.clear();
            }
            if order.is_le() {
                ways.push(way);
            }
        }
        let transformation = ways
            .first()
            .cloned()
            .unwrap_or_else(|| LayoutTransformation::identity(&self.layout));
        let back = transformation.inverse();
        let automorphisms =
            GroupOrder::new(self.unused_digit_factors(clues).chain([ways.len() as u64]));
        let generators = ways.iter().skip(1).map(|way| way.then(&back)).collect();
        LayoutCanonicalization {
            form: best.map(|best| best.1).unwrap_or_default(),
            transformation,
            automorphisms,
            generators,
        }
    }

    /// The form by the canonical labelling of the puzzle as a graph.
    fn canonicalize_by_labeling(
        &self,
        clues: &[u8],
        budget: &Budget<'_>,
    ) -> Result<LayoutCanonicalization, CanonicalFormError> {
        let (cells, bare) = (clues.len(), self.graph.len());
        // Digits that occur, as vertices behind the houses.
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
        // Blank cells first, then clues, houses by size, digits.
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

    /// Where each labeled cell lies in the layout. The cells and houses as they are labeled are a layout like this one, but another numbering of it; how that is turned into this
    /// one depends on the labels alone.
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
        // Houses lie by size in both numberings of colors, but not by number.
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

    /// An automorphism of the graph as one of the puzzle: for each vertex its image.
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

/// The cells of all houses, and pairs that constraints keep apart, without what lies within another; sorted.
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
        // Houses of full size cannot lie within another.
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
