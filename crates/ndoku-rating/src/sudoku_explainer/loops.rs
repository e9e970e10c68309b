//! Unique rectangles and loops, types 1 to 4: cells in a circle that two digits could fill
//! alternately, in two ways.
//!
//! ```text
//! ab ─── ab      Without the extra candidate x the four cells could be exchanged, which gives two
//! │      │       solutions. So x is true somewhere.
//! ab ─── abx
//! ```

use super::grid::CandidateGrid;
use super::hint::{RatedHint, Removals, SeTechnique};
use super::tables::{
    CELLS, PEERS, POSITIONS, REGION_BITS, REGION_SETS, REGIONS, combinations, members,
};
use ndoku_core::CellSet81;

/// A hint, with the criterion between equal ratings.
struct LoopHint {
    hint: RatedHint,
    class: LoopType,
    cells: CellSet81,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum LoopType {
    One,
    Two,
    ThreeNaked,
    ThreeHidden,
    Four,
}

impl LoopType {
    const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::ThreeNaked | Self::ThreeHidden => 3,
            Self::Four => 4,
        }
    }
}

/// Finds the hint with the lowest rating, 4.5 or more.
pub(super) fn unique_loop(grid: &CandidateGrid) -> Option<RatedHint> {
    let mut found = Vec::new();
    for start in (0..81).filter(|cell| grid.count(*cell) == 2) {
        let pair = grid.cells[start];
        let both = usable(grid, pair);
        if !both.contains(start) {
            continue;
        }
        let mut search = LoopSearch {
            grid,
            pair,
            both,
            path: Vec::with_capacity(16),
            inside: CellSet81::EMPTY,
            regions: [0; 2],
            loops: Vec::new(),
        };
        search.extend(start, 2, 0, 3);
        let loops = search.loops;
        loops
            .iter()
            .filter(|cells| is_deadly(cells))
            .for_each(|cells| add_hints(grid, cells, pair, &mut found));
    }
    // Take the first hint of the lowest rating.
    let mut best: Option<LoopHint> = None;
    for one in found {
        let lower = |other: &LoopHint| {
            (one.hint.rating, one.class.number()) < (other.hint.rating, other.class.number())
        };
        if best.as_ref().is_none_or(lower) {
            best = Some(one);
        }
    }
    best.map(|found| found.hint)
}

struct LoopSearch<'a> {
    grid: &'a CandidateGrid,
    pair: u16,
    /// The cells with both digits.
    both: CellSet81,
    path: Vec<u8>,
    inside: CellSet81,
    /// The regions of the cells at even and at odd places, as bit sets.
    regions: [u32; 2],
    loops: Vec<Vec<u8>>,
}

impl LoopSearch<'_> {
    /// Extends a loop by a cell that a region of kind `last` reaches, unless it shares a region
    /// with an earlier cell at places of the same parity. `allowed` more cells may have extra
    /// candidates of their own.
    fn extend(&mut self, cell: usize, allowed: i32, extra: u16, last: usize) {
        let (place, regions) = (self.path.len() % 2, REGION_BITS[cell]);
        if self.regions[place] & regions != 0 {
            return;
        }
        self.regions[place] |= regions;
        self.path.push(cell as u8);
        self.inside.insert(cell);
        let start = usize::from(self.path[0]);
        for kind in (0..3).filter(|kind| *kind != last) {
            let mut nexts = self.both.without(self.inside);
            if self.path.len() >= 4 {
                nexts.insert(start);
            }
            for next in nexts.and(REGION_SETS[usize::from(REGIONS[cell][kind])]) {
                if next == start {
                    self.loops.push(self.path.clone());
                    continue;
                }
                let extra = (extra | self.grid.cells[next]) & !self.pair;
                let count = self.grid.count(next);
                if count == 2 || extra.is_power_of_two() || allowed > 0 {
                    self.extend(next, allowed - i32::from(count > 2), extra, kind);
                }
            }
        }
        self.path.pop();
        self.inside = self.inside.without(CellSet81::from_cell(cell));
        self.regions[place] &= !regions;
    }
}

/// Returns the cells that may be part of a loop of this pair: each has others in its block, row and
/// column.
///
/// At most two cells of a loop have extra candidates, unless all of them have the same one.
fn usable(grid: &CandidateGrid, pair: u16) -> CellSet81 {
    let having = members(pair).fold(CellSet81::ALL, |having, digit| {
        having.and(grid.having[digit])
    });
    if having.len() < 4 {
        return CellSet81::EMPTY;
    }
    let poor = having
        .iter()
        .filter(|cell| grid.cells[*cell] == pair)
        .fold(CellSet81::EMPTY, |poor, cell| {
            poor.or(CellSet81::from_cell(cell))
        });
    if poor.has_two() {
        return closing(having, |cell| {
            grid.count(cell) > 3 && poor.and(PEERS[cell]).is_empty()
        });
    }
    let mut all = CellSet81::EMPTY;
    for extra in (0..9).filter(|digit| pair >> digit & 1 == 0) {
        let one = having
            .iter()
            .filter(|cell| grid.cells[*cell] & !pair & !(1 << extra) == 0)
            .fold(CellSet81::EMPTY, |one, cell| {
                one.or(CellSet81::from_cell(cell))
            });
        if one.len() >= 4 {
            all = all.or(closing(one, |_| false));
        }
    }
    all
}

/// Returns the cells that have others of them in their block, row and column. Ignores cells that
/// are `useless`.
fn closing(cells: CellSet81, useless: impl Fn(usize) -> bool) -> CellSet81 {
    let mut cells = cells
        .iter()
        .filter(|cell| !useless(*cell))
        .fold(CellSet81::EMPTY, |kept, cell| {
            kept.or(CellSet81::from_cell(cell))
        });
    loop {
        let has_others = |cell: &usize| {
            REGIONS[*cell]
                .iter()
                .all(|region| cells.and(REGION_SETS[usize::from(*region)]).has_two())
        };
        let kept = cells
            .iter()
            .filter(has_others)
            .fold(CellSet81::EMPTY, |kept, cell| {
                kept.or(CellSet81::from_cell(cell))
            });
        if kept == cells {
            return cells;
        }
        cells = kept;
    }
}

/// Returns whether the cells at even places lie in the same regions as those at odd places. The
/// caller ensures that no two cells of one parity share a region.
fn is_deadly(path: &[u8]) -> bool {
    let mut regions = [0_u32; 2];
    for (place, cell) in path.iter().enumerate() {
        regions[place % 2] |= REGION_BITS[usize::from(*cell)];
    }
    regions[0] == regions[1]
}

fn base(size: usize) -> f64 {
    let mut rating = 4.5;
    if size >= 10 {
        rating += 0.3;
    }
    if size >= 8 {
        rating += 0.2;
    } else if size >= 6 {
        rating += 0.1;
    }
    rating
}

fn add_hints(grid: &CandidateGrid, path: &[u8], pair: u16, found: &mut Vec<LoopHint>) {
    let base = base(path.len());
    let technique = if path.len() == 4 {
        SeTechnique::UniqueRectangle
    } else {
        SeTechnique::UniqueLoop
    };
    let mut cells = CellSet81::EMPTY;
    path.iter()
        .for_each(|cell| cells.insert(usize::from(*cell)));
    let rich: Vec<usize> = path
        .iter()
        .map(|cell| usize::from(*cell))
        .filter(|cell| grid.count(*cell) > 2)
        .collect();
    let extra = rich.iter().fold(0, |extra, cell| extra | grid.cells[*cell]) & !pair;
    let mut keep = |class: LoopType, rating: f64, removals: Removals| {
        if found
            .iter()
            .any(|known| known.class == class && known.cells == cells)
        {
            return;
        }
        found.extend(
            RatedHint::removing(technique, rating, removals).map(|hint| LoopHint {
                hint,
                class,
                cells,
            }),
        );
    };
    match rich[..] {
        [] => {}
        [one] => {
            let mut removals = Removals::default();
            removals.add(grid, one, pair);
            keep(LoopType::One, base, removals);
        }
        [one, other] => {
            if extra.is_power_of_two() {
                keep(LoopType::Two, base, seen_by(grid, &rich, extra));
            } else {
                for size in 2..=7 {
                    for kind in (0..3).filter(|kind| REGIONS[one][*kind] == REGIONS[other][*kind]) {
                        let region = usize::from(REGIONS[one][kind]);
                        let positions = [one, other].map(|cell| usize::from(POSITIONS[cell][kind]));
                        let ends = Ends {
                            region,
                            positions,
                            extra,
                            pair,
                        };
                        ends.naked(grid, size, &mut |removals| {
                            keep(
                                LoopType::ThreeNaked,
                                base + (size - 1) as f64 * 0.1,
                                removals,
                            );
                        });
                        ends.hidden(grid, size, &mut |more, removals| {
                            keep(
                                LoopType::ThreeHidden,
                                base + (more as f64 - 1.0) * 0.1,
                                removals,
                            );
                        });
                    }
                }
            }
            if let Some(removals) = only_there(grid, one, other, pair) {
                keep(LoopType::Four, base, removals);
            }
        }
        _ => keep(LoopType::Two, base, seen_by(grid, &rich, extra)),
    }
}

/// Returns the removals of a digit from the cells that see all of these.
fn seen_by(grid: &CandidateGrid, cells: &[usize], digit: u16) -> Removals {
    let mut removals = Removals::default();
    let seen = cells
        .iter()
        .fold(CellSet81::ALL, |seen, cell| seen.and(PEERS[*cell]));
    seen.iter().for_each(|cell| removals.add(grid, cell, digit));
    removals
}

/// Returns the removals of type 4: a region of both cells has no other place for one digit, so the
/// other digit is removed.
fn only_there(grid: &CandidateGrid, one: usize, other: usize, pair: u16) -> Option<Removals> {
    let shared = || (0..3).filter(|kind| REGIONS[one][*kind] == REGIONS[other][*kind]);
    for digit in members(pair) {
        let only = shared().any(|kind| {
            let places = grid.places[usize::from(REGIONS[one][kind])][digit];
            places == 1 << POSITIONS[one][kind] | 1 << POSITIONS[other][kind]
        });
        if only {
            let mut removals = Removals::default();
            removals.add(grid, one, pair & !(1 << digit));
            removals.add(grid, other, pair & !(1 << digit));
            return Some(removals);
        }
    }
    None
}

/// Type 3: two cells of a region hold an extra digit. They act as one cell of a set.
struct Ends {
    region: usize,
    positions: [usize; 2],
    extra: u16,
    pair: u16,
}

impl Ends {
    fn naked(&self, grid: &CandidateGrid, size: usize, found: &mut dyn FnMut(Removals)) {
        let Self {
            region,
            positions: [one, other],
            extra,
            ..
        } = *self;
        if 2 * size > usize::from(grid.open[region]) || size < extra.count_ones() as usize {
            return;
        }
        let cells = CELLS[region].map(|cell| grid.cells[usize::from(cell)]);
        let common = extra & cells[one] & cells[other];
        for positions in
            combinations(size, 9).filter(|set| set >> one & 1 == 1 && set >> other & 1 == 0)
        {
            let others = positions & !(1 << one);
            let mut union = extra;
            let mut shared = common;
            let mut each = true;
            for position in members(others) {
                each &= cells[position].count_ones() >= 2;
                union |= cells[position];
                shared |= cells[position];
            }
            if !each || union.count_ones() as usize != size || shared.count_ones() as usize != size
            {
                continue;
            }
            let mut removals = Removals::default();
            for position in members(0x1ff & !(others | 1 << one | 1 << other)) {
                removals.add(grid, usize::from(CELLS[region][position]), union);
            }
            found(removals);
        }
    }

    fn hidden(&self, grid: &CandidateGrid, size: usize, found: &mut dyn FnMut(usize, Removals)) {
        let Self {
            region,
            positions: [one, other],
            extra,
            pair,
        } = *self;
        if 2 * size >= usize::from(grid.open[region]) {
            return;
        }
        let more: Vec<usize> = members(0x1ff & !pair & !extra).collect();
        if more.is_empty() || size - 2 > more.len() {
            return;
        }
        for chosen in combinations(size - 2, more.len()) {
            let digits = members(chosen).fold(pair, |digits, place| digits | 1 << more[place]);
            let mut union = 0;
            let mut each = true;
            for digit in members(digits) {
                let places = grid.places[region][digit] & !(1 << other);
                each &= places != 0;
                union |= places;
            }
            if !each || union.count_ones() as usize != size {
                continue;
            }
            let mut removals = Removals::default();
            let rest = union & !(1 << one);
            for position in members(rest) {
                removals.add(grid, usize::from(CELLS[region][position]), !digits);
            }
            found(rest.count_ones() as usize, removals);
        }
    }
}
