//! Almost locked sets in pairs and chains: ALS-XZ, ALS-XY-Wing, ALS Chain. See [`als`](crate::als).
//!
//! ```text
//! A ──x── B            x is a restricted common: only one of A and B can hold it. The other one
//! z       z            lacks it and holds all its other digits. So z is in A or in B, and false in
//!                      every cell that sees all z of both.
//! A ══x y══ B          Two restricted commons: A lacks one, B lacks the other, and each holds all
//!                      its other digits.
//! A ─x─ B ─y─ C ─w─ D  If A lacks z, it holds x. B lacks x and holds y, C lacks y and holds w,
//!                      D lacks w and holds z. So z is in A or in D.
//! ```
//!
//! A breadth-first search from each set and each digit that it may lack finds the chains. It needs
//! to reach a set by at most two digits: a set that lacks one digit holds all others. So it follows
//! each link once or twice, and the first visit is by a shortest chain. Of chains with equal
//! eliminations it emits one of the shortest.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use ndoku_core::{Candidate, Digit, DigitSet, Highlight, HighlightRole};

use crate::als::{AlmostLockedSet, AlsDigit, RestrictedCommon};
use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};
use crate::text;

pub(super) const FAMILY: &str = "Almost locked sets";

/// The maximum number of sets in a chain.
const MAX_CHAIN_SETS: usize = 5;

technique! {
    ALS_XZ = "als-xz" {
        name: "ALS-XZ",
        aliases: &["almost locked sets xz", "als-xz rule"],
        family: FAMILY,
        summary: "Two almost locked sets have a restricted common, so one of them holds any \
            other digit that they share.",
        difficulty: Difficulty(58),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(5700, HodokuLevel::Unfair, 300)),
        needs_unique: false,
        find: find_als_xz,
    }
}

technique! {
    ALS_XY_WING = "als-xy-wing" {
        name: "ALS-XY-Wing",
        aliases: &["almost locked sets xy-wing"],
        family: FAMILY,
        summary: "An almost locked set has restricted commons with two others, so one of \
            these holds a digit that they share.",
        difficulty: Difficulty(65),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(5800, HodokuLevel::Unfair, 320)),
        needs_unique: false,
        find: |position, sink| find_chains(position, sink, 3, 3),
    }
}

technique! {
    ALS_CHAIN = "als-chain" {
        name: "ALS Chain",
        aliases: &["als-xy-chain", "almost locked set chain"],
        family: FAMILY,
        summary: "Four or five almost locked sets are linked by restricted commons, so one \
            of both ends holds a digit that they share.",
        difficulty: Difficulty(69),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(5900, HodokuLevel::Unfair, 340)),
        needs_unique: false,
        find: |position, sink| find_chains(position, sink, 4, MAX_CHAIN_SETS),
    }
}

fn find_als_xz(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    let all = position.almost_locked_sets();
    for (number, links) in all.restricted_commons().iter().enumerate() {
        sink.check_stop()?;
        for (other, restricted) in group_by_set(links).filter(|(other, _)| *other > number) {
            emit_pair(
                position,
                sink,
                [&all.sets()[number], &all.sets()[other]],
                restricted,
            )?;
        }
    }
    ControlFlow::Continue(())
}

/// Groups restricted commons by their set, with the digits of each.
pub(super) fn group_by_set(
    links: &[RestrictedCommon],
) -> impl Iterator<Item = (usize, DigitSet)> + '_ {
    links
        .chunk_by(|a, b| a.to == b.to)
        .map(|links| (links[0].to, links.iter().map(|link| link.digit).collect()))
}

/// Emits the deductions from two sets of which at most one can hold each of these digits.
pub(super) fn emit_pair(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    pair: [&AlmostLockedSet; 2],
    restricted: DigitSet,
) -> ControlFlow<()> {
    let [a, b] = pair;
    // Usually there is one restricted common and no other common digit. If all cells see each
    // other, they form a naked subset, which is another technique.
    let is_restricted_once = restricted.len() == 1;
    if is_restricted_once && (a.digits & b.digits).len() == 1
        || !is_restricted_once && position.see_each_other(&(&a.cells | &b.cells))
    {
        return ControlFlow::Continue(());
    }
    let mut gone = Vec::new();
    if is_restricted_once {
        for digit in ((a.digits & b.digits) - restricted).iter() {
            if let (Some(a), Some(b)) = (a.digit_cells_of(digit), b.digit_cells_of(digit))
                && a.seen.intersects(&b.seen)
            {
                gone.extend(position.candidates_of_digit(&(&a.seen & &b.seen), digit));
            }
        }
    } else {
        for digit in (a.digits | b.digits).iter() {
            let mut seen = position.no_cells();
            match (a.digit_cells_of(digit), b.digit_cells_of(digit)) {
                (Some(a), Some(b)) if restricted.contains(digit) => seen = &a.seen & &b.seen,
                both => [both.0, both.1]
                    .into_iter()
                    .flatten()
                    .for_each(|digit_cells| seen.union_with(&digit_cells.seen)),
            }
            gone.extend(position.candidates_of_digit(&seen, digit));
        }
    }
    let deduction = Deduction::from_eliminations(gone);
    sink.emit(deduction.clone(), || {
        explain_pair(position, pair, restricted, &deduction)
    })
}

fn explain_pair(
    position: &Position<'_>,
    [a, b]: [&AlmostLockedSet; 2],
    restricted: DigitSet,
    deduction: &Deduction,
) -> Explanation {
    let mut highlights = Vec::new();
    highlight_set(position, &mut highlights, a, 0);
    highlight_set(position, &mut highlights, b, 1);
    restricted
        .iter()
        .for_each(|digit| highlight_link(position, &mut highlights, a, b, digit));
    let [one, other] = [a, b].map(|set| {
        let cells = position.format_cells(&set.cells);
        match set.cells.len() {
            1 => cells,
            _ => phrase!("one of {cells}", cells),
        }
    });
    let mut digits: Vec<Digit> = deduction
        .eliminations
        .iter()
        .map(|gone| gone.digit)
        .collect();
    digits.sort_unstable();
    digits.dedup();
    let gone = text::join_and(digits.iter().map(|digit| position.format_digit(*digit)));
    let text = if restricted.len() == 1 {
        phrase!(
            "{first} and {second}. So each of the two sets lacks at most one of its digits. Every \
            {digit} of one sees every {digit} of the other, so only one of them can hold {digit}. \
            The other holds all its other digits, so {gone} must be in {one} or in {other}.",
            first = format_set(position, a).capitalized(),
            second = format_set(position, b),
            digit = position.format_digits(restricted),
            gone,
            one,
            other
        )
    } else {
        let mut digits = restricted.iter().map(|digit| position.format_digit(digit));
        let (x, y) = (
            digits.next().unwrap_or_default(),
            digits.next().unwrap_or_default(),
        );
        phrase!(
            "{first} and {second}, so each of the two sets lacks at most one of its digits. Every \
            {x} of one sees every {x} of the other, and likewise for {y}, so one set lacks {x} and \
            the other {y}. All their other digits are removed from the cells that see all places \
            of the digit in a set. {x} and {y} are removed from the cells that see all their \
            places in both.",
            first = format_set(position, a).capitalized(),
            second = format_set(position, b),
            x,
            y
        )
    };
    Explanation {
        highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}

/// Returns a set as text: `r1c1 and r1c5 have the candidates 1, 2 and 7`, `r4c4 is 2 or 7`.
pub(super) fn format_set(position: &Position<'_>, set: &AlmostLockedSet) -> Phrase {
    let digits = set.digits.iter().map(|digit| position.format_digit(digit));
    match set.cells.single() {
        Some(cell) => phrase!(
            "{cell} is {digits}",
            cell = position.format_cell(cell),
            digits = text::join_or(digits)
        ),
        None => phrase!(
            "the {count} cells {cells} have the candidates {digits}",
            count = Phrase::number(set.cells.len()),
            cells = position.format_cells(&set.cells),
            digits = text::join_and(digits)
        ),
    }
}

/// Highlights the candidates of a set as a group.
pub(super) fn highlight_set(
    position: &Position<'_>,
    highlights: &mut Vec<Highlight>,
    set: &AlmostLockedSet,
    group: u8,
) {
    for cell in set.cells.iter() {
        let digits = position.candidates(cell);
        highlights.extend(digits.iter().map(|digit| {
            Highlight::Candidate(position.candidate(cell, digit), HighlightRole::Group(group))
        }));
    }
}

/// Highlights a weak link between the candidates of a digit in two sets.
fn highlight_link(
    position: &Position<'_>,
    highlights: &mut Vec<Highlight>,
    a: &AlmostLockedSet,
    b: &AlmostLockedSet,
    digit: Digit,
) {
    let of = |set: &AlmostLockedSet| -> Box<[Candidate]> {
        position.candidates_of_digit(&set.cells, digit).into()
    };
    highlights.push(Highlight::Link {
        from: of(a),
        to: of(b),
        strong: false,
    });
}

/// A chain: its sets, each with the digit that it lacks if the first set lacks the eliminated
/// digit.
type AlsPath = Vec<(usize, Digit)>;

/// A shortest chain for each digit and set of cells that lose it.
type ChainsByDeduction = BTreeMap<(Digit, CellSet), AlsPath>;

/// Finds chains with a number of sets in this range.
fn find_chains(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    shortest: usize,
    longest: usize,
) -> ControlFlow<()> {
    let all = position.almost_locked_sets();
    let sets = all.sets();
    let mut search = ChainSearch {
        sets,
        links: all.restricted_commons(),
        lengths: (shortest, longest),
        seen: vec![Visits::default(); sets.len()],
        queue: Vec::new(),
    };
    let mut found = ChainsByDeduction::new();
    for (number, set) in sets.iter().enumerate() {
        sink.check_stop()?;
        for digit_cells in set
            .digit_cells
            .iter()
            .filter(|digit_cells| !digit_cells.seen.is_empty())
        {
            search.search_from(number, digit_cells, &mut found);
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(_, path)| path.len());
    for ((digit, cells), path) in found {
        let deduction = Deduction::from_eliminations(position.candidates_of_digit(&cells, digit));
        let tenths = 2 * (path.len() - shortest) as u16;
        sink.emit_harder(tenths, deduction.clone(), || {
            explain_chain(position, &path, &deduction)
        })?;
    }
    ControlFlow::Continue(())
}

/// A visit of a set. The set lacks the digit `by`.
#[derive(Copy, Clone)]
struct Arrival {
    set: usize,
    by: Digit,
    /// The index in the queue of the previous visit, or its own index for the first one.
    from: usize,
    /// The number of sets up to here.
    length: usize,
}

/// The visits of a set so far.
#[derive(Copy, Clone, Default)]
struct Visits {
    first: Option<Digit>,
    is_done: bool,
    has_ended: bool,
}

struct ChainSearch<'s> {
    sets: &'s [AlmostLockedSet],
    links: &'s [Vec<RestrictedCommon>],
    /// The minimum and maximum number of sets.
    lengths: (usize, usize),
    seen: Vec<Visits>,
    queue: Vec<Arrival>,
}

impl ChainSearch<'_> {
    /// Visits all sets that can be reached if this set lacks a digit.
    fn search_from(&mut self, start: usize, digit_cells: &AlsDigit, found: &mut ChainsByDeduction) {
        self.seen.fill(Visits::default());
        self.queue.clear();
        self.seen[start] = Visits {
            first: Some(digit_cells.digit),
            ..Visits::default()
        };
        self.queue.push(Arrival {
            set: start,
            by: digit_cells.digit,
            from: 0,
            length: 1,
        });
        let mut at = 0;
        while at < self.queue.len() {
            let Arrival {
                set, by, length, ..
            } = self.queue[at];
            let first = self.seen[set].first;
            for link in &self.links[set] {
                // A second visit uses only the digit that the first one could not use.
                if link.digit != by && (first == Some(by) || first == Some(link.digit)) {
                    self.visit(
                        Arrival {
                            set: link.to,
                            by: link.digit,
                            from: at,
                            length: length + 1,
                        },
                        start,
                        digit_cells,
                        found,
                    );
                }
            }
            at += 1;
        }
    }

    fn visit(
        &mut self,
        arrival: Arrival,
        start: usize,
        digit_cells: &AlsDigit,
        found: &mut ChainsByDeduction,
    ) {
        let seen = &mut self.seen[arrival.set];
        if seen.is_done || seen.first == Some(arrival.by) {
            return;
        }
        seen.is_done = seen.first.is_some();
        seen.first.get_or_insert(arrival.by);
        // The search from its other end finds the same chain.
        let is_end = !seen.has_ended && arrival.by != digit_cells.digit && arrival.set >= start;
        seen.has_ended |= is_end;
        // A chain out and back over one other set is a pair with two restricted commons. Longer
        // ways back give no more deductions.
        let is_pair = arrival.set == start && arrival.length == 3;
        if is_end && !is_pair && arrival.length >= self.lengths.0 {
            self.record_chain(arrival, digit_cells, found);
        }
        if arrival.length < self.lengths.1 {
            self.queue.push(arrival);
        }
    }

    /// Records a chain: the first set or this one holds the digit. If they are equal, that set
    /// does.
    fn record_chain(
        &self,
        arrival: Arrival,
        digit_cells: &AlsDigit,
        found: &mut ChainsByDeduction,
    ) {
        let Some(last) = self.sets[arrival.set]
            .digit_cells_of(digit_cells.digit)
            .filter(|last| last.seen.intersects(&digit_cells.seen))
        else {
            return;
        };
        let key = (digit_cells.digit, &last.seen & &digit_cells.seen);
        if found
            .get(&key)
            .is_some_and(|path| path.len() <= arrival.length)
        {
            return;
        }
        let mut path = vec![(arrival.set, arrival.by)];
        let mut at = arrival.from;
        loop {
            let Arrival { set, by, from, .. } = self.queue[at];
            path.push((set, by));
            if at == 0 {
                break;
            }
            at = from;
        }
        path.reverse();
        found.insert(key, path);
    }
}

fn explain_chain(position: &Position<'_>, path: &AlsPath, deduction: &Deduction) -> Explanation {
    let sets = position.almost_locked_sets().sets();
    let cells = |at: usize| position.format_cells(&sets[path[at].0].cells);
    let plural = |at: usize| sets[path[at].0].cells.len() > 1;
    let digit = |at: usize| position.format_digit(path[at].1);
    let (last, gone) = (path.len() - 1, digit(0));
    let mut highlights = Vec::new();
    for (at, (set, by)) in path.iter().enumerate() {
        let is_again = at > 0 && *set == path[0].0;
        if !is_again {
            highlight_set(
                position,
                &mut highlights,
                &sets[*set],
                u8::try_from(at).unwrap_or(u8::MAX),
            );
        }
        if at > 0 {
            highlight_link(
                position,
                &mut highlights,
                &sets[path[at - 1].0],
                &sets[*set],
                *by,
            );
        }
    }
    let mut links = Vec::new();
    for at in 1..=last {
        let (cells, lacked) = (cells(at), digit(at));
        let held = if at == last { &gone } else { &digit(at + 1) };
        let is_back = at == last && path[at].0 == path[0].0;
        links.push(match (is_back, plural(at)) {
            (true, false) => phrase!("so {cells} lacks {lacked} too", cells, lacked),
            (true, true) => phrase!("so {cells} lack {lacked} too", cells, lacked),
            (false, false) => phrase!(
                "so {cells} lacks {lacked} and holds {held}",
                cells,
                lacked,
                held
            ),
            (false, true) => phrase!(
                "so {cells} lack {lacked} and hold {held}",
                cells,
                lacked,
                held
            ),
        });
    }
    let place = |at: usize| {
        let cells = cells(at);
        if plural(at) {
            phrase!("one of {cells}", cells)
        } else {
            cells
        }
    };
    let end = if path[0].0 == path[last].0 {
        phrase!(
            "But only one of its digits can be missing, so {gone} is in {place}.",
            gone,
            place = place(0)
        )
    } else {
        phrase!(
            "So {gone} is in {one} or in {other}.",
            gone,
            one = place(0),
            other = place(last)
        )
    };
    let (cells, held) = (cells(0), digit(1));
    let begin = if plural(0) {
        phrase!(
            "If {cells} hold no {gone}, they hold {held}",
            cells,
            gone,
            held
        )
    } else {
        phrase!(
            "If {cells} holds no {gone}, it holds {held}",
            cells,
            gone,
            held
        )
    };
    let links = Phrase::joined(links, "; ");
    let text = [
        phrase!(
            "Each of these sets has one candidate more than it has cells, so a set that lacks one \
            of its digits holds all others. A digit links each set to the next: its places in one \
            see those in the other, so only one of the two can hold it."
        ),
        phrase!("{begin}: {links}.", begin, links),
        end,
        format_conclusion(position, deduction),
    ];
    Explanation {
        highlights,
        text: Phrase::sentences(text),
    }
}
