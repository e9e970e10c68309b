//! Aligned exclusion: a digit of a cell that cannot be combined with any digit of another cell, or
//! with any digits of two others.
//!
//! ```text
//! 125 · · · 13        Two cells have these pairs of digits: 1-1 1-3 2-1 2-3 5-1 5-3.
//!  ·        ·         1-1: the cells see each other.
//! 12 · · · 23         2-1 and 2-3: a cell that sees both would have no candidate left.
//!                     No pair with 2 in the first cell remains, so that 2 is removed.
//! ```
//!
//! `ExcludedPairs` stores which two candidates exclude each other:
//!
//! - The same digit in cells that see each other.
//! - The two digits of a bivalue cell in cells that see it.
//! - Two digits of an almost locked set, in cells that see all places of their digit. This kind is
//!   harder.
//!
//! Three cells also use the three digits of a trivalue cell that sees all of them. The cells need
//! not see each other, nor lie in a line.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use ndoku_core::{Candidate, Digit, DigitSet, Highlight, HighlightRole};

use crate::als::AlmostLockedSet;
use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{StepSink, technique};

const FAMILY: &str = "Aligned exclusion";

/// The additional difficulty, in tenths, of pairs that need almost locked sets of several cells.
const SET_DIFFICULTY: u16 = 3;

technique! {
    ALIGNED_PAIR_EXCLUSION = "aligned-pair-exclusion" {
        name: "Aligned Pair Exclusion",
        aliases: &["ape", "subset exclusion"],
        family: FAMILY,
        summary: "No possible pair of digits in two cells contains this candidate.",
        difficulty: Difficulty(62),
        sudoku_explainer: Some(Difficulty(62)),
        hodoku: None,
        needs_unique: false,
        find: find_pairs,
    }
}

technique! {
    ALIGNED_TRIPLE_EXCLUSION = "aligned-triple-exclusion" {
        name: "Aligned Triple Exclusion",
        aliases: &["ate", "aligned triplet exclusion"],
        family: FAMILY,
        summary: "No possible combination of digits in three cells contains this candidate.",
        difficulty: Difficulty(75),
        sudoku_explainer: Some(Difficulty(75)),
        hodoku: None,
        needs_unique: false,
        find: find_triples,
    }
}

/// A candidate as the indices of its cell and its digit.
type Place = (usize, Digit);

/// For each candidate, the candidates of other cells that exclude it.
struct ExcludedPairs {
    /// All candidates, by cell.
    places: Vec<Place>,
    /// The index in `places` of the first candidate of each cell, and at the end the number of
    /// candidates.
    begin: Vec<usize>,
    /// The number of words in the row of a candidate. A row has one bit for each candidate.
    words: usize,
    rows: Vec<u64>,
}

impl ExcludedPairs {
    fn new(position: &Position<'_>, with_sets: bool) -> Self {
        let (mut places, mut begin) = (Vec::new(), Vec::new());
        for cell in 0..position.cell_count() {
            begin.push(places.len());
            places.extend(position.candidates(cell).iter().map(|digit| (cell, digit)));
        }
        begin.push(places.len());
        let words = places.len().div_ceil(64);
        let mut pairs = Self {
            rows: vec![0; places.len() * words],
            places,
            begin,
            words,
        };
        for number in 0..pairs.places.len() {
            let (cell, digit) = pairs.places[number];
            let same = position.places(digit) & position.peers(cell);
            same.iter()
                .for_each(|other| pairs.add(position, number, (other, digit)));
        }
        for set in position
            .almost_locked_sets()
            .sets()
            .iter()
            .filter(|set| with_sets || set.cells.len() == 1)
        {
            for a in &set.digit_cells {
                for cell in a.seen.iter() {
                    let number = pairs.number(position, (cell, a.digit));
                    for b in set.digit_cells.iter().filter(|b| b.digit != a.digit) {
                        b.seen
                            .iter()
                            .filter(|other| *other != cell)
                            .for_each(|other| pairs.add(position, number, (other, b.digit)));
                    }
                }
            }
        }
        pairs
    }

    /// Returns the index of a candidate in `places`.
    fn number(&self, position: &Position<'_>, (cell, digit): Place) -> usize {
        self.begin[cell]
            + position
                .candidates(cell)
                .iter()
                .take_while(|other| *other < digit)
                .count()
    }

    fn add(&mut self, position: &Position<'_>, number: usize, with: Place) {
        let with = self.number(position, with);
        self.rows[number * self.words + with / 64] |= 1 << (with % 64);
    }

    fn row(&self, number: usize) -> &[u64] {
        &self.rows[number * self.words..][..self.words]
    }

    /// Returns the indices of the candidates of a cell.
    fn cell(&self, cell: usize) -> std::ops::Range<usize> {
        self.begin[cell]..self.begin[cell + 1]
    }

    fn excludes(&self, one: usize, other: usize) -> bool {
        has_bit(self.row(one), other)
    }

    /// Returns the candidates of a cell that this candidate does not exclude.
    fn left(&self, number: usize, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.cell(cell)
            .filter(move |other| !self.excludes(number, *other))
    }
}

fn has_bit(row: &[u64], bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 == 1
}

/// Returns for each pair of cells the candidates of either that no candidate of the other allows.
fn excluded_by_pairs(
    position: &Position<'_>,
    pairs: &ExcludedPairs,
) -> BTreeMap<[usize; 2], Vec<usize>> {
    let mut found: BTreeMap<[usize; 2], Vec<usize>> = BTreeMap::new();
    let open: Vec<usize> = (0..position.cell_count())
        .filter(|cell| position.candidates(*cell).len() > 1)
        .collect();
    for (number, (cell, _)) in pairs.places.iter().enumerate() {
        for other in open.iter().filter(|other| *other != cell) {
            if pairs.left(number, *other).next().is_none() {
                found
                    .entry([*cell.min(other), *cell.max(other)])
                    .or_default()
                    .push(number);
            }
        }
    }
    found
}

fn find_pairs(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    let plain = ExcludedPairs::new(position, false);
    let easy = excluded_by_pairs(position, &plain);
    for (cells, gone) in &easy {
        emit(position, sink, &plain, (cells, gone), 0)?;
    }
    sink.check_stop()?;
    let with_sets = ExcludedPairs::new(position, true);
    for (cells, gone) in &excluded_by_pairs(position, &with_sets) {
        if easy.get(cells) != Some(gone) {
            emit(position, sink, &with_sets, (cells, gone), SET_DIFFICULTY)?;
        }
    }
    ControlFlow::Continue(())
}

fn find_triples(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    let pairs = ExcludedPairs::new(position, false);
    let open: Vec<usize> = (0..position.cell_count())
        .filter(|cell| position.candidates(*cell).len() > 1)
        .collect();
    let mut found: BTreeMap<[usize; 3], Vec<usize>> = BTreeMap::new();
    let mut common = vec![0; pairs.words];
    for (number, (cell, _)) in pairs
        .places
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, (cell, _))| open.contains(cell))
    {
        sink.check_stop()?;
        let rows = rows_beside(position, &pairs, number);
        let left: Vec<(usize, Vec<usize>)> = open
            .iter()
            .filter(|other| **other != cell)
            .map(|other| (*other, pairs.left(number, *other).collect::<Vec<_>>()))
            .collect();
        // If one cell has nothing left, two of the cells form an aligned pair.
        for (at, (one, first)) in left
            .iter()
            .enumerate()
            .filter(|(_, (_, first))| !first.is_empty())
        {
            common.fill(u64::MAX);
            for candidate in first {
                let row = &rows[candidate * pairs.words..][..pairs.words];
                common
                    .iter_mut()
                    .zip(row)
                    .for_each(|(all, word)| *all &= word);
            }
            if common.iter().all(|word| *word == 0) {
                continue;
            }
            for (other, second) in left[at + 1..]
                .iter()
                .filter(|(_, second)| !second.is_empty())
            {
                if second.iter().all(|candidate| has_bit(&common, *candidate)) {
                    let mut cells = [cell, *one, *other];
                    cells.sort_unstable();
                    found.entry(cells).or_default().push(number);
                }
            }
        }
    }
    for (cells, gone) in &found {
        emit(position, sink, &pairs, (cells, gone), 0)?;
    }
    ControlFlow::Continue(())
}

/// Returns the rows if this candidate is true. A trivalue cell that it sees then acts as a bivalue
/// cell.
fn rows_beside(position: &Position<'_>, pairs: &ExcludedPairs, number: usize) -> Vec<u64> {
    let (cell, digit) = pairs.places[number];
    let mut rows = pairs.rows.clone();
    for excluder in trivalue_peers(position, cell, digit).iter() {
        let others: Vec<Digit> = position
            .candidates(excluder)
            .iter()
            .filter(|other| *other != digit)
            .collect();
        let of = |digit: Digit| position.peers(excluder) & position.places(digit);
        for (a, b) in [(others[0], others[1]), (others[1], others[0])] {
            for one in of(a).iter() {
                let row = pairs.number(position, (one, a)) * pairs.words;
                of(b)
                    .iter()
                    .filter(|other| *other != one)
                    .for_each(|other| {
                        let bit = pairs.number(position, (other, b));
                        rows[row + bit / 64] |= 1 << (bit % 64);
                    });
            }
        }
    }
    rows
}

/// Returns the trivalue cells that see this cell and have this candidate.
fn trivalue_peers(position: &Position<'_>, cell: usize, digit: Digit) -> CellSet {
    let seen = position.peers(cell) & position.places(digit);
    position.cells(
        seen.iter()
            .filter(|other| position.candidates(*other).len() == 3),
    )
}

fn emit(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    pairs: &ExcludedPairs,
    (cells, gone): (&[usize], &[usize]),
    tenths: u16,
) -> ControlFlow<()> {
    let gone: Vec<Place> = gone.iter().map(|number| pairs.places[*number]).collect();
    let deduction = Deduction::from_eliminations(
        gone.iter()
            .map(|(cell, digit)| position.candidate(*cell, *digit))
            .collect(),
    );
    sink.emit_harder(tenths, deduction.clone(), || {
        explain(position, pairs, cells, &gone, &deduction)
    })
}

fn explain(
    position: &Position<'_>,
    pairs: &ExcludedPairs,
    cells: &[usize],
    gone: &[Place],
    deduction: &Deduction,
) -> Explanation {
    let mut reasons = ReasonWriter {
        position,
        highlights: Vec::new(),
    };
    reasons.highlights.extend(
        cells
            .iter()
            .map(|cell| Highlight::Cell(position.layout().cell(*cell), HighlightRole::Pattern)),
    );
    let mut parts = Vec::new();
    for place in gone {
        let number = pairs.number(position, *place);
        let others: Vec<usize> = cells
            .iter()
            .copied()
            .filter(|cell| *cell != place.0)
            .collect();
        let mut out = Vec::new();
        for other in &others {
            for with in pairs
                .cell(*other)
                .filter(|with| pairs.excludes(number, *with))
            {
                let with = pairs.places[with];
                out.push(phrase!(
                    "not with {candidate} ({reason})",
                    candidate = reasons.format_candidate(with),
                    reason = reasons.explain_pair(*place, with)
                ));
            }
        }
        if let [one, other] = others[..] {
            for first in pairs.left(number, one) {
                for second in pairs.left(number, other) {
                    let excludes = pairs.excludes(first, second);
                    let (first, second) = (pairs.places[first], pairs.places[second]);
                    let reason = if excludes {
                        reasons.explain_pair(first, second)
                    } else {
                        reasons.explain_triple(*place, first, second)
                    };
                    out.push(phrase!(
                        "not with {first} and {second} ({reason})",
                        first = reasons.format_candidate(first),
                        second = reasons.format_candidate(second),
                        reason
                    ));
                }
            }
        }
        parts.push(phrase!(
            "{candidate} is in no possible combination: {reasons}",
            candidate = reasons.format_candidate(*place),
            reasons = Phrase::joined(out, ", ")
        ));
    }
    let cells = position.format_cells(&position.cells(cells.iter().copied()));
    let parts = Phrase::joined(parts, "; ");
    let text = phrase!(
        "Look at the digits that {cells} can hold together. {parts}.",
        cells,
        parts
    );
    Explanation {
        highlights: reasons.highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}

/// Explains why candidates exclude each other, and highlights the cells of the reasons.
struct ReasonWriter<'c, 'b> {
    position: &'c Position<'b>,
    highlights: Vec<Highlight>,
}

impl ReasonWriter<'_, '_> {
    fn format_candidate(&self, (cell, digit): Place) -> Phrase {
        phrase!(
            "{digits} in {cells}",
            digits = self.position.format_digit(digit),
            cells = self.position.format_cell(cell)
        )
    }

    fn explain_pair(&mut self, (one, first): Place, (other, second): Place) -> Phrase {
        let position = self.position;
        if first == second {
            return phrase!("the two cells see each other");
        }
        let is_robbed = |digit: Digit, cell: usize, set: &AlmostLockedSet| {
            set.digit_cells_of(digit)
                .is_some_and(|digit_cells| digit_cells.seen.contains(cell))
        };
        let sets = position.almost_locked_sets().sets().iter();
        let robbed = sets.filter(|set| is_robbed(first, one, set) && is_robbed(second, other, set));
        match robbed.min_by_key(|set| set.cells.len()) {
            Some(set) => self.left(&set.cells),
            None => Phrase::default(),
        }
    }

    fn explain_triple(&mut self, one: Place, second: Place, third: Place) -> Phrase {
        let position = self.position;
        let digits: DigitSet = [one.1, second.1, third.1].into_iter().collect();
        let is_robbed = |cell: &usize| {
            position.candidates(*cell) == digits
                && position.sees(*cell, second.0)
                && position.sees(*cell, third.0)
        };
        match trivalue_peers(position, one.0, one.1)
            .iter()
            .find(is_robbed)
        {
            Some(cell) => self.left(&position.cells([cell])),
            None => Phrase::default(),
        }
    }

    /// Explains that these cells would lose too many candidates.
    fn left(&mut self, cells: &CellSet) -> Phrase {
        self.highlight(cells);
        let names = self.position.format_cells(cells);
        if cells.single().is_some() {
            phrase!("that leaves no digit for {names}", names)
        } else {
            phrase!("that leaves too few digits for {names}", names)
        }
    }

    fn highlight(&mut self, cells: &CellSet) {
        for cell in cells.iter() {
            for digit in self.position.candidates(cell).iter() {
                let highlight = Highlight::Candidate(
                    Candidate::new(self.position.layout().cell(cell), digit),
                    HighlightRole::Group(0),
                );
                if !self.highlights.contains(&highlight) {
                    self.highlights.push(highlight);
                }
            }
        }
    }
}
