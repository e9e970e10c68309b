//! The search for fish of any shape: base houses, and as many cover houses, for one digit.
//!
//! ```text
//! without fins                              with fins, for every place x that might be eliminated
//! choose n covers, the last of them where   suppose that x is true: remove the peers of x and its
//! a base needs it ─▶ n bases inside them    covers; n − 1 other covers ─▶ n bases inside them,
//!                                           which is impossible
//! ```
//!
//! Let b be the number of base houses of a place, and c the number of its cover houses. The base
//! houses hold the digit exactly n times, the cover houses at most n times. So over all true places
//! the sum of b is at least the sum of c. A place with b > c is a *fin*: it lies outside the cover,
//! or in two base houses and only one cover house. If no fin is true, no place with c > b is true
//! either. Hence a fish eliminates the places of its cover outside its base that see all of its
//! fins. This holds for any houses, even if they overlap. The counting goes back to Obi-Wahn's
//! arithmetic of fish in the players' forum.
//!
//! Each cover house must hold a place of the base that is not a fin. Otherwise it is not part of
//! the pattern. A part of a fish, fewer base houses with as many of its cover houses, is a fish
//! itself. A fish with fins is dropped if its parts have all of its eliminations. A fish without
//! fins is dropped if its parts without fins have them.

use std::ops::ControlFlow;

use ndoku_core::{BitSet, Digit, HouseKind};
use smallvec::SmallVec;

use crate::cells::CellSet;
use crate::position::Position;
use crate::technique::StepSink;

/// The maximum size, that of a jellyfish. Larger fish in 9×9 always come with a smaller one in the
/// other direction.
const MAX_SIZE: usize = 4;

/// A set of sets of chosen covers, one bit for each of the 2^[`MAX_SIZE`] sets.
type CoverSets = u16;

/// The sets of covers with each number of members.
const WITH_MEMBERS: [CoverSets; MAX_SIZE + 1] = {
    let mut sets = [0; MAX_SIZE + 1];
    let mut set = 0_usize;
    while set < 1 << MAX_SIZE {
        sets[set.count_ones() as usize] |= 1 << set;
        set += 1;
    }
    sets
};

/// The kinds of houses of a fish.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::techniques) enum Shape {
    /// Rows covered by columns, or columns covered by rows.
    Basic,
    /// Rows and boxes covered by columns and boxes, or the reverse, with at least one box.
    Franken,
    /// Any other mix.
    Mutant,
}

impl Shape {
    /// Returns the houses that may be base and those that may be cover.
    fn sides(self, position: &Position<'_>) -> Vec<Side> {
        let of = |kinds: &[HouseKind]| -> Vec<usize> {
            let kinds =
                |house: &usize| kinds.is_empty() || kinds.contains(&position.houses()[*house].kind);
            (0..position.houses().len()).filter(kinds).collect()
        };
        let (rows, columns) = match self {
            Self::Basic => (of(&[HouseKind::Row]), of(&[HouseKind::Column])),
            Self::Franken => (
                of(&[HouseKind::Row, HouseKind::Box]),
                of(&[HouseKind::Column, HouseKind::Box]),
            ),
            Self::Mutant => {
                return vec![Side {
                    bases: of(&[]),
                    covers: of(&[]),
                }];
            }
        };
        vec![
            Side {
                bases: rows.clone(),
                covers: columns.clone(),
            },
            Side {
                bases: columns,
                covers: rows,
            },
        ]
    }

    /// Returns whether a fish of these houses, found on a side of this shape, has the shape.
    fn matches(self, position: &Position<'_>, bases: &[u16], covers: &[u16]) -> bool {
        let kind = |house: &u16| position.houses()[usize::from(*house)].kind;
        let (row, column) = (HouseKind::Row, HouseKind::Column);
        let lines = |houses: &[u16], line| {
            houses
                .iter()
                .all(|house| [line, HouseKind::Box].contains(&kind(house)))
        };
        match self {
            Self::Basic => true,
            Self::Franken => bases
                .iter()
                .chain(covers)
                .any(|house| kind(house) == HouseKind::Box),
            Self::Mutant => {
                !(lines(bases, row) && lines(covers, column)
                    || lines(bases, column) && lines(covers, row))
            }
        }
    }
}

/// Houses that may be base, and houses that may be cover, ascending.
struct Side {
    bases: Vec<usize>,
    covers: Vec<usize>,
}

/// A fish.
pub(in crate::techniques) struct Fish {
    pub digit: Digit,
    /// The numbers of the base houses, ascending.
    pub bases: Vec<usize>,
    /// The numbers of the cover houses, ascending.
    pub covers: Vec<usize>,
    /// The fins.
    pub fins: CellSet,
    /// The endo-fins: fins in several base houses.
    pub shared: CellSet,
    /// The places in the base that are no fins.
    pub body: CellSet,
    /// The places that it eliminates.
    pub gone: CellSet,
    /// `true` if a base house has fewer than two places that are no fins.
    pub is_sashimi: bool,
}

/// Maximum number of places of a digit. The sets of its peers take 2 MB then.
const MAX_PLACES: usize = 4096;

/// Calls `found` with each fish of this size and shape that eliminates something. Leaves out digits
/// with more than [`MAX_PLACES`].
pub(in crate::techniques) fn for_each_fish(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    size: usize,
    shape: Shape,
    with_fins: bool,
    found: FishVisitor<'_>,
) -> ControlFlow<()> {
    let sides = shape.sides(position);
    for digit in position.layout().digits() {
        let search = FishSearch {
            position,
            digit,
            size,
            shape,
            with_fins,
        };
        let sides: Vec<Side> = sides
            .iter()
            .filter_map(|side| search.narrowed(side))
            .collect();
        match position.places(digit).len() {
            _ if sides.is_empty() => {}
            0..=64 => search.run::<1>(&sides, sink, found)?,
            65..=128 => search.run::<2>(&sides, sink, found)?,
            129..=512 => search.run::<8>(&sides, sink, found)?,
            513..=MAX_PLACES => search.run::<64>(&sides, sink, found)?,
            // Only nearly empty grids of more than 64 rows have so many.
            _ => {}
        }
    }
    ControlFlow::Continue(())
}

/// A function that receives a fish.
pub(in crate::techniques) type FishVisitor<'f> =
    &'f mut dyn FnMut(&mut StepSink<'_>, &Fish) -> ControlFlow<()>;

/// The search for one digit.
struct FishSearch<'s> {
    position: &'s Position<'s>,
    digit: Digit,
    size: usize,
    shape: Shape,
    with_fins: bool,
}

/// The numbers of the houses of a fish.
type Houses = SmallVec<[u16; MAX_SIZE]>;

impl FishSearch<'_> {
    /// Returns a side without the houses that cannot be base for this digit, or `None` if too few
    /// are left.
    fn narrowed(&self, side: &Side) -> Option<Side> {
        let may_be_base = |house: &usize| {
            // A house with a single place is a hidden single.
            let is_open = self.position.houses()[*house].is_full
                && self.position.missing(*house).contains(self.digit);
            let places = self.position.places_in(*house, self.digit).len();
            is_open && places > 1 && (self.with_fins || places <= self.most(self.size))
        };
        let bases: Vec<usize> = side.bases.iter().copied().filter(may_be_base).collect();
        (bases.len() >= self.size).then(|| Side {
            bases,
            covers: side.covers.clone(),
        })
    }

    /// Returns the maximum number of places of a base that this number of covers can hold. A row
    /// has one place in each column.
    fn most(&self, covers: usize) -> usize {
        if self.shape == Shape::Basic {
            covers
        } else {
            usize::MAX
        }
    }

    fn run<const W: usize>(
        &self,
        sides: &[Side],
        sink: &mut StepSink<'_>,
        found: FishVisitor<'_>,
    ) -> ControlFlow<()> {
        let digit_places = DigitPlaces::<W>::new(self.position, self.digit, self.with_fins);
        let one_side = if self.with_fins {
            Self::with_fins
        } else {
            Self::without_fins
        };
        sides
            .iter()
            .try_for_each(|side| one_side(self, &digit_places, side, sink, found))
    }

    fn without_fins<const W: usize>(
        &self,
        digit_places: &DigitPlaces<W>,
        side: &Side,
        sink: &mut StepSink<'_>,
        found: FishVisitor<'_>,
    ) -> ControlFlow<()> {
        let mut cover_search = CoverSearch::new(digit_places, self.size, self.size, false);
        let mut found_houses = Vec::new();
        cover_search.search(
            &digit_places.places,
            side.bases.iter().copied(),
            side.covers.iter().copied(),
            &mut |base_search| {
                let bases = base_search.bases();
                if self
                    .shape
                    .matches(self.position, &bases, &base_search.covers)
                    && !base_search.is_implied_by_parts()
                {
                    found_houses.push((bases, base_search.covers.clone()));
                }
            },
        );
        found_houses
            .iter()
            .filter_map(|(bases, covers)| self.fish(digit_places, bases, covers))
            .try_for_each(|fish| found(sink, &fish))
    }

    fn with_fins<const W: usize>(
        &self,
        digit_places: &DigitPlaces<W>,
        side: &Side,
        sink: &mut StepSink<'_>,
        found: FishVisitor<'_>,
    ) -> ControlFlow<()> {
        let mut cover_search = CoverSearch::new(digit_places, self.size, self.size - 1, true);
        let mut found_houses = Vec::new();
        let mut left = digit_places.places.clone();
        for (target, seen) in digit_places.peers.iter().enumerate() {
            sink.check_stop()?;
            left.iter_mut()
                .zip(&digit_places.places)
                .for_each(|(left, places)| *left = places.without(seen));
            // A base without a remaining place would eliminate the target alone.
            let is_open = |house: &usize| {
                !digit_places.places[*house].contains(target) && !left[*house].is_empty()
            };
            let is_fit =
                |house: &usize| is_open(house) && left[*house].len() <= self.most(self.size - 1);
            let (bases, covers) = (
                side.bases.iter().copied().filter(is_fit),
                side.covers.iter().copied().filter(is_open),
            );
            cover_search.search(&left, bases, covers, &mut |base_search| {
                let bases = base_search.bases();
                for cover in digit_places.houses[target]
                    .iter()
                    .filter(|house| side.covers.contains(&usize::from(**house)))
                {
                    let mut covers = base_search.covers.clone();
                    covers.push(*cover);
                    covers.sort_unstable();
                    if self.shape.matches(self.position, &bases, &covers) {
                        found_houses.push((bases.clone(), covers));
                    }
                }
            });
        }
        // Each target finds the fish once.
        found_houses.sort_unstable();
        found_houses.dedup();
        found_houses
            .iter()
            .filter_map(|(bases, covers)| self.fish(digit_places, bases, covers))
            .try_for_each(|fish| found(sink, &fish))
    }

    /// Returns the fish of these houses, or `None` if a cover holds nothing of it.
    fn fish<const W: usize>(
        &self,
        digit_places: &DigitPlaces<W>,
        bases: &[u16],
        covers: &[u16],
    ) -> Option<Fish> {
        let (based, covered) = (
            digit_places.in_houses(bases),
            digit_places.in_houses(covers),
        );
        let fins = based
            .iter()
            .zip(&covered)
            .fold(BitSet::EMPTY, |fins, (based, covered)| {
                fins.or(&based.without(covered))
            });
        let body = based[0].without(&fins);
        let body_in = |house: &u16| digit_places.places[usize::from(*house)].and(&body);
        if covers.iter().any(|cover| body_in(cover).is_empty()) || fins.is_empty() == self.with_fins
        {
            return None;
        }
        let seeing = fins.iter().fold(BitSet::ALL, |seeing, fin| {
            seeing.and(&digit_places.peers[fin])
        });
        let cells = |places: BitSet<W>| {
            self.position
                .cells(places.iter().map(|place| digit_places.cells[place]))
        };
        let numbers = |houses: &[u16]| houses.iter().copied().map(usize::from).collect();
        Some(Fish {
            digit: self.digit,
            fins: cells(fins),
            shared: cells(fins.and(&based[1])),
            body: cells(body),
            gone: cells(covered[0].without(&based[0]).and(&seeing)),
            is_sashimi: bases.iter().any(|house| body_in(house).len() < 2),
            bases: numbers(bases),
            covers: numbers(covers),
        })
    }
}

/// The places of a digit.
struct DigitPlaces<const W: usize> {
    /// The cell of each place.
    cells: Vec<usize>,
    /// The places in each house.
    places: Vec<BitSet<W>>,
    /// The houses of each place, ascending.
    houses: Vec<SmallVec<[u16; 4]>>,
    /// The places that each place excludes. Empty if not needed.
    peers: Vec<BitSet<W>>,
}

impl<const W: usize> DigitPlaces<W> {
    fn new(position: &Position<'_>, digit: Digit, with_peers: bool) -> Self {
        let cells: Vec<usize> = position.places(digit).iter().collect();
        let mut places = vec![BitSet::EMPTY; position.houses().len()];
        let mut houses = Vec::with_capacity(cells.len());
        for (place, cell) in cells.iter().enumerate() {
            let own: SmallVec<[u16; 4]> = position
                .houses_of(*cell)
                .map(|house| house as u16)
                .collect();
            own.iter()
                .for_each(|house| places[usize::from(*house)].insert(place));
            houses.push(own);
        }
        let mut peers = Vec::new();
        if with_peers {
            let mut place_of = vec![0; position.cell_count()];
            cells
                .iter()
                .enumerate()
                .for_each(|(place, cell)| place_of[*cell] = place);
            peers.extend(cells.iter().map(|cell| {
                let mut seen = BitSet::EMPTY;
                (position.peers(*cell) & position.places(digit))
                    .iter()
                    .for_each(|peer| seen.insert(place_of[peer]));
                seen
            }));
        }
        Self {
            cells,
            places,
            houses,
            peers,
        }
    }

    /// Returns the places that lie in at least one of these houses, in at least two, and so on.
    fn in_houses(&self, houses: &[u16]) -> [BitSet<W>; MAX_SIZE] {
        levels(houses.iter().map(|house| &self.places[usize::from(*house)]))
    }
}

/// Returns the places that lie in at least one of these houses, in at least two, and so on.
fn levels<'h, const W: usize>(
    houses: impl IntoIterator<Item = &'h BitSet<W>>,
) -> [BitSet<W>; MAX_SIZE] {
    houses
        .into_iter()
        .fold([BitSet::EMPTY; MAX_SIZE], |levels, house| {
            add(&levels, house)
        })
}

/// Returns the levels with one more house.
fn add<const W: usize>(levels: &[BitSet<W>; MAX_SIZE], house: &BitSet<W>) -> [BitSet<W>; MAX_SIZE] {
    let mut more = *levels;
    let mut carried = *house;
    for level in &mut more {
        let both = level.and(&carried);
        *level = level.or(&carried);
        carried = both;
        if carried.is_empty() {
            break;
        }
    }
    more
}

/// Returns whether each place lies in at least as many covers as bases.
fn is_covered<const W: usize>(
    bases: &[BitSet<W>; MAX_SIZE],
    covers: &[BitSet<W>; MAX_SIZE],
) -> bool {
    bases
        .iter()
        .zip(covers)
        .all(|(base, cover)| base.is_subset(cover))
}

/// The search for covers and for bases inside them.
struct CoverSearch<'w, const W: usize> {
    digit_places: &'w DigitPlaces<W>,
    /// The number of covers.
    width: usize,
    /// The places of each house that must be covered.
    left: Vec<BitSet<W>>,
    /// The possible cover houses, ascending.
    covers: Vec<u16>,
    /// The possible cover houses, by number.
    is_cover: Vec<bool>,
    /// For each number of chosen covers: the possible base houses and their uncovered places.
    bare: [Vec<(u16, BitSet<W>)>; MAX_SIZE],
    /// For each possible last cover: the bases that it would complete.
    waiting: Vec<Houses>,
    base_search: BaseSearch<W>,
}

impl<'w, const W: usize> CoverSearch<'w, W> {
    /// Returns a search for `size` bases in `width` covers. With `is_minimal`, no part of the bases
    /// may lie inside fewer covers than bases.
    fn new(digit_places: &'w DigitPlaces<W>, size: usize, width: usize, is_minimal: bool) -> Self {
        let houses = digit_places.places.len();
        Self {
            digit_places,
            width,
            left: Vec::new(),
            covers: Vec::new(),
            is_cover: vec![false; houses],
            bare: Default::default(),
            waiting: vec![Houses::new(); houses],
            base_search: BaseSearch {
                size,
                is_minimal,
                covers: Houses::new(),
                held: SmallVec::new(),
                cover_levels: [BitSet::EMPTY; MAX_SIZE],
                inside: Vec::new(),
                chosen: SmallVec::new(),
            },
        }
    }

    /// Calls `found` with each choice. `left` has the places of each house that must be covered.
    fn search(
        &mut self,
        left: &[BitSet<W>],
        bases: impl Iterator<Item = usize>,
        covers: impl Iterator<Item = usize>,
        found: &mut dyn FnMut(&BaseSearch<W>),
    ) {
        self.left.clear();
        self.left.extend_from_slice(left);
        self.covers.clear();
        self.covers.extend(covers.map(|house| house as u16));
        self.is_cover.fill(false);
        self.covers
            .iter()
            .for_each(|house| self.is_cover[usize::from(*house)] = true);
        self.bare[0].clear();
        self.bare[0].extend(bases.map(|house| (house as u16, left[house])));
        if self.bare[0].len() >= self.base_search.size {
            self.choose_covers(0, found);
        }
    }

    /// Chooses the covers from index `from`.
    fn choose_covers(&mut self, from: usize, found: &mut dyn FnMut(&BaseSearch<W>)) {
        let depth = self.base_search.covers.len();
        if depth + 1 == self.width {
            return self.choose_last_cover(found);
        }
        for at in from..self.covers.len() {
            let cover = self.covers[at];
            let places = self.left[usize::from(cover)];
            let (known, next) = self.bare.split_at_mut(depth + 1);
            next[0].clear();
            next[0].extend(
                known[depth]
                    .iter()
                    .filter(|(base, _)| *base != cover)
                    .map(|(base, bare)| (*base, bare.without(&places))),
            );
            self.base_search.covers.push(cover);
            self.choose_covers(at + 1, found);
            self.base_search.covers.pop();
        }
    }

    /// Chooses the last cover. It must hold all uncovered places of some base.
    fn choose_last_cover(&mut self, found: &mut dyn FnMut(&BaseSearch<W>)) {
        let digit_places = self.digit_places;
        let depth = self.base_search.covers.len();
        let last = self.base_search.covers.last().copied();
        let mut covered = 0;
        let mut tried = Houses::new();
        for (base, bare) in &self.bare[depth] {
            let Some(place) = bare.first() else {
                covered += 1;
                continue;
            };
            for cover in digit_places.houses[place].iter().copied() {
                let is_new = last.is_none_or(|last| cover > last)
                    && cover != *base
                    && self.is_cover[usize::from(cover)];
                if is_new && bare.is_subset(&self.left[usize::from(cover)]) {
                    let waiting = &mut self.waiting[usize::from(cover)];
                    if waiting.is_empty() {
                        tried.push(cover);
                    }
                    waiting.push(*base);
                }
            }
        }
        for cover in tried {
            let waiting = std::mem::take(&mut self.waiting[usize::from(cover)]);
            if waiting.len() + covered < self.base_search.size {
                continue;
            }
            let others = self.bare[depth]
                .iter()
                .filter(|(base, bare)| bare.is_empty() && *base != cover)
                .map(|(base, _)| *base);
            self.base_search.covers.push(cover);
            self.base_search
                .prepare(&self.left, waiting.iter().copied().chain(others));
            self.base_search
                .choose_bases(0, waiting.len(), &[BitSet::EMPTY; MAX_SIZE], found);
            self.base_search.covers.pop();
        }
    }
}

/// Covers, and the choice of bases inside them.
struct BaseSearch<const W: usize> {
    size: usize,
    is_minimal: bool,
    /// The covers, ascending.
    covers: Houses,
    /// The places to cover that each of them holds.
    held: SmallVec<[BitSet<W>; MAX_SIZE]>,
    /// The places in at least one cover, in at least two, and so on.
    cover_levels: [BitSet<W>; MAX_SIZE],
    /// The bases to choose from.
    inside: Vec<Inside<W>>,
    /// The indices in `inside` of the chosen bases, ascending.
    chosen: SmallVec<[usize; MAX_SIZE]>,
}

/// A base inside the cover.
struct Inside<const W: usize> {
    house: u16,
    /// Its places that must be covered.
    places: BitSet<W>,
    /// The sets of covers that hold it.
    within: CoverSets,
}

impl<const W: usize> BaseSearch<W> {
    /// Collects the places of the covers and the bases inside them.
    fn prepare(&mut self, left: &[BitSet<W>], bases: impl Iterator<Item = u16>) {
        self.held = self
            .covers
            .iter()
            .map(|cover| left[usize::from(*cover)])
            .collect();
        self.cover_levels = levels(&self.held);
        let mut unions = [BitSet::EMPTY; 1 << MAX_SIZE];
        for (at, held) in self.held.iter().enumerate() {
            (0..1 << at).for_each(|set| unions[1 << at | set] = unions[set].or(held));
        }
        let unions = &unions[..1 << self.held.len()];
        self.inside.clear();
        self.inside.extend(bases.map(|house| {
            let places = left[usize::from(house)];
            let holding = unions
                .iter()
                .enumerate()
                .filter(|(_, union)| places.is_subset(union));
            Inside {
                house,
                places,
                within: holding.fold(0, |within, (set, _)| within | 1 << set),
            }
        }));
    }

    /// Chooses the bases from index `from` of `inside`. One of the first `must` bases is required.
    fn choose_bases(
        &mut self,
        from: usize,
        must: usize,
        known: &[BitSet<W>; MAX_SIZE],
        found: &mut dyn FnMut(&Self),
    ) {
        let end = if self.chosen.is_empty() {
            must
        } else {
            self.inside.len()
        };
        for at in from..end {
            let based = add(known, &self.inside[at].places);
            if !is_covered(&based, &self.cover_levels) {
                continue;
            }
            self.chosen.push(at);
            if !(self.is_minimal && self.has_small_part()) {
                if self.chosen.len() == self.size {
                    found(self);
                } else {
                    self.choose_bases(at + 1, must, &based, found);
                }
            }
            self.chosen.pop();
        }
    }

    /// Returns whether the last chosen base with some of the others, but not all, lies inside fewer
    /// covers than bases.
    fn has_small_part(&self) -> bool {
        let last = 1 << (self.chosen.len() - 1);
        let parts = (1..last)
            .map(|others| others | last)
            .map(|part| (part, members(part).count()));
        parts
            .filter(|(_, count)| *count < self.size)
            .any(|(part, count)| self.sets_holding(part, count - 1).next().is_some())
    }

    /// Returns whether the parts of this fish without fins have all of its eliminations.
    fn is_implied_by_parts(&self) -> bool {
        let all = (1 << self.size) - 1;
        let gone = |part: usize, set: usize| {
            self.levels_of_covers(set)[0].without(&self.levels_of_bases(part)[0])
        };
        let parts = (1..all).flat_map(|part| {
            self.sets_holding(part, members(part).count())
                .map(move |set| (part, set))
        });
        parts
            .fold(gone(all, all), |left, (part, set)| {
                left.without(&gone(part, set))
            })
            .is_empty()
    }

    /// Returns the sets of `count` covers that hold a part of the chosen bases. Parts and sets have
    /// one bit for each member.
    fn sets_holding(&self, part: usize, count: usize) -> impl Iterator<Item = usize> + '_ {
        let within = members(part).fold(WITH_MEMBERS[count], |within, at| {
            within & self.inside[self.chosen[at]].within
        });
        members(usize::from(within)).filter(move |set| {
            let based = self.levels_of_bases(part);
            // If no place lies in two bases, each is covered often enough.
            based[1].is_empty() || is_covered(&based, &self.levels_of_covers(*set))
        })
    }

    fn levels_of_bases(&self, part: usize) -> [BitSet<W>; MAX_SIZE] {
        levels(members(part).map(|at| &self.inside[self.chosen[at]].places))
    }

    fn levels_of_covers(&self, set: usize) -> [BitSet<W>; MAX_SIZE] {
        levels(members(set).map(|at| &self.held[at]))
    }

    /// Returns the numbers of the bases chosen, ascending.
    fn bases(&self) -> Houses {
        let mut bases: Houses = self
            .chosen
            .iter()
            .map(|at| self.inside[*at].house)
            .collect();
        bases.sort_unstable();
        bases
    }
}

/// Returns the positions of the one bits.
fn members(mut bits: usize) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let member = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(member)
    })
}
