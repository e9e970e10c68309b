//! Nested forcing nets: a candidate is supposed, and forcing nets that start from there refute
//! others, until nothing is left to refute or the supposition fails.
//!
//! ```text
//!   a ─▶ … singles …       b? ─▶ … fails, so not b ┐
//!                          c? ─▶ … fails, so not c ┴─▶ … singles …    d? ─▶ … fails, so not d ─▶ …  a cell without candidate, so not a
//!   supposition            first round                                second round
//! ```
//!
//! A round tries every candidate that is open with what is known at its beginning, and strikes out
//! all that fail. So the number of rounds until a supposition fails does not depend on the order in
//! which candidates are named, nor does the depth of the nets that the last round needs. It is
//! enough to suppose what is true: if a candidate's being false fails by singles, each other
//! candidate of its cell fails as well, since it makes that one false.
//!
//! Source: what Denis Berthier calls trial and error of depth two with singles ("Constraint
//! Resolution Theories", 2011), cut into rounds; in the theory of satisfiability it is failed
//! literal probing, one level down.
//!
//! Cost: supposition × candidate × unit propagation, which takes a microsecond or two since it
//! starts from what the supposition has decided already. What follows from a candidate that does
//! not fail cannot fail either, and is not tried: so most candidates of a supposition that holds
//! are never looked at.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::conclusions::{BestConclusions, ConclusionKind};
use super::explain;
use crate::implications::{InferenceLevel, Literal, Propagator};
use crate::links::{Links, has_bit, iter_bits, set_bit};
use crate::position::Position;
use crate::step::Deduction;
use crate::technique::StepSink;
use crate::techniques::chains::length_difficulty;

/// Boards with more candidates than this are left alone: the time grows with more than the square
/// of their number.
const MAX_CANDIDATES: usize = 1024;

/// The number of tenths a further round is harder.
const ROUND_DIFFICULTY: u16 = 5;

/// What is known under a supposition, closed under singles.
#[derive(Clone, Debug)]
struct PartialAssignment {
    /// Candidates that are true, and those that are false, as bits.
    on: Vec<u64>,
    off: Vec<u64>,
    /// The number of candidates of each unit are not false.
    left: Vec<u16>,
    /// Candidates that are true, but have not been followed.
    open: Vec<usize>,
}

/// A unit has no candidate left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Contradicted;

impl PartialAssignment {
    /// Returns the board as it stands, which has no singles.
    fn empty(links: &Links) -> Self {
        let row = vec![0; links.words()];
        let left = links
            .units()
            .iter()
            .map(|unit| unit.members.len() as u16)
            .collect();
        Self {
            on: row.clone(),
            off: row,
            left,
            open: Vec::new(),
        }
    }

    fn copy_from(&mut self, other: &Self) {
        self.on.copy_from_slice(&other.on);
        self.off.copy_from_slice(&other.off);
        self.left.copy_from_slice(&other.left);
        self.open.clear();
    }

    fn is_decided(&self, node: usize) -> bool {
        has_bit(&self.on, node) || has_bit(&self.off, node)
    }

    /// Returns a candidate is true, with all singles that follow.
    fn assume(&mut self, links: &Links, node: usize) -> Result<(), Contradicted> {
        self.turn_on(node);
        self.propagate(links)
    }

    /// Returns a candidate is false, with all singles that follow.
    fn refute(&mut self, links: &Links, node: usize) -> Result<(), Contradicted> {
        self.turn_off(links, node)?;
        self.propagate(links)
    }

    fn propagate(&mut self, links: &Links) -> Result<(), Contradicted> {
        while let Some(node) = self.open.pop() {
            for (word, weak) in links.weak(node).iter().enumerate() {
                let mut new = weak & !self.off[word];
                while new != 0 {
                    self.turn_off(links, 64 * word + new.trailing_zeros() as usize)?;
                    new &= new - 1;
                }
            }
        }
        Ok(())
    }

    fn turn_on(&mut self, node: usize) {
        if !has_bit(&self.on, node) {
            set_bit(&mut self.on, node);
            self.open.push(node);
        }
    }

    fn turn_off(&mut self, links: &Links, node: usize) -> Result<(), Contradicted> {
        if has_bit(&self.off, node) {
            return Ok(());
        }
        set_bit(&mut self.off, node);
        for unit in links.units_of(node) {
            self.left[*unit] -= 1;
            match self.left[*unit] {
                0 => return Err(Contradicted),
                1 => {
                    let last = links.units()[*unit]
                        .members
                        .iter()
                        .find(|member| !has_bit(&self.off, **member));
                    last.into_iter().for_each(|node| self.turn_on(*node));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A supposition with what was found out about it.
struct Supposition {
    node: usize,
    known: PartialAssignment,
    refuted: Vec<Refuted>,
}

/// A candidate that fails under a supposition.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Refuted {
    /// That it is false.
    pub(super) literal: Literal,
    /// In which round, from 1.
    pub(super) round: u16,
}

/// What a round comes to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Round {
    Fails,
    Progress,
    /// It refuted nothing, nor will another one.
    NoProgress,
}

impl Supposition {
    /// One round, whole even if it fails; what is known stays as it was then.
    fn round(&mut self, links: &Links, round: u16, trial: &mut PartialAssignment) -> Round {
        let before = self.refuted.len();
        // Candidates of which it is known that they do not fail.
        let mut fine = vec![0; links.words()];
        for node in 0..links.candidate_count() {
            if has_bit(&fine, node) || self.known.is_decided(node) {
                continue;
            }
            trial.copy_from(&self.known);
            if trial.assume(links, node).is_ok() {
                fine.iter_mut()
                    .zip(&trial.on)
                    .for_each(|(fine, on)| *fine |= on);
            } else {
                self.refuted.push(Refuted {
                    literal: Literal::off(node),
                    round,
                });
            }
        }
        let mut after = self.known.clone();
        if self.refuted[before..]
            .iter()
            .any(|one| after.refute(links, one.literal.node).is_err())
        {
            return Round::Fails;
        }
        self.known = after;
        if self.refuted.len() > before {
            Round::Progress
        } else {
            Round::NoProgress
        }
    }

    /// How deep a net the last round takes at least, if it leaves out deeper ones; these are
    /// forgotten.
    fn depth(&mut self, links: &Links, round: u16, propagator: &mut Propagator<'_>) -> u8 {
        let known: Vec<Literal> = iter_bits(&self.known.on)
            .map(Literal::on)
            .chain(iter_bits(&self.known.off).map(Literal::off))
            .collect();
        let last = self.refuted.partition_point(|one| one.round < round);
        let of_last = self.refuted.split_off(last);
        let mut by_level = BTreeMap::<u8, Vec<Refuted>>::new();
        for one in of_last {
            propagator.propagate_with(Literal::on(one.literal.node), &known);
            by_level
                .entry(propagator.failure().map_or(u8::MAX, |(level, _)| level))
                .or_default()
                .push(one);
        }
        let mut after = self.known.clone();
        let mut depth = 0;
        for (level, refuted) in by_level {
            depth = level;
            self.refuted.extend(&refuted);
            if refuted
                .iter()
                .any(|one| after.refute(links, one.literal.node).is_err())
            {
                break;
            }
        }
        depth
    }
}

/// On a board without singles: the suppositions that fail in the least number of rounds in which
/// one does, and this number; `check_stop` is asked before each round of each.
fn find_failing(
    links: &Links,
    check_stop: &dyn Fn() -> ControlFlow<()>,
) -> ControlFlow<(), (u16, Vec<Supposition>)> {
    let nothing = PartialAssignment::empty(links);
    let mut trial = nothing.clone();
    let mut open: Vec<Supposition> = Vec::new();
    for node in 0..links.candidate_count() {
        let mut known = nothing.clone();
        // Without a round it is a contradiction net.
        if known.assume(links, node).is_ok() {
            open.push(Supposition {
                node,
                known,
                refuted: Vec::new(),
            });
        }
    }
    let mut round = 0;
    let mut failing = Vec::new();
    while failing.is_empty() && !open.is_empty() {
        round += 1;
        let mut next = Vec::new();
        for mut supposition in open {
            check_stop()?;
            match supposition.round(links, round, &mut trial) {
                Round::Fails => failing.push(supposition),
                Round::Progress => next.push(supposition),
                Round::NoProgress => {}
            }
        }
        open = next;
    }
    ControlFlow::Continue((round, failing))
}

/// Offers what the fewest rounds refute, where no net of singles does anything that is not nested.
pub(super) fn find_nested_nets(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
) -> ControlFlow<()> {
    let links = position.links();
    if links.candidate_count() > MAX_CANDIDATES {
        return ControlFlow::Continue(());
    }
    if !BestConclusions::find(
        position,
        sink,
        InferenceLevel::Singles,
        &[
            ConclusionKind::Contradictions,
            ConclusionKind::Cells,
            ConclusionKind::Houses,
            ConclusionKind::Doubles,
        ],
        2,
    )?
    .is_empty()
    {
        return ControlFlow::Continue(());
    }
    let (rounds, failing) = find_failing(links, &|| sink.check_stop())?;
    let mut propagator = Propagator::new(links, InferenceLevel::Singles);
    for mut supposition in failing {
        let depth = supposition.depth(links, rounds, &mut propagator);
        let deduction =
            Deduction::from_eliminations(vec![links.candidate(position, supposition.node)]);
        sink.emit_harder(
            ROUND_DIFFICULTY * (rounds - 1) + length_difficulty(usize::from(depth)),
            deduction.clone(),
            || {
                explain::explain_nested(
                    position,
                    Literal::on(supposition.node),
                    &supposition.refuted,
                    &deduction,
                )
            },
        )?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ndoku_core::{Board, Candidate};

    use super::*;
    use crate::handbook;
    use crate::position::Geometry;
    use crate::techniques::TECHNIQUES;

    /// Places all singles. Whether that fails.
    fn fails(board: &mut Board) -> bool {
        let layout = board.layout().clone();
        let mut again = true;
        while again {
            again = false;
            let cells: Vec<_> = layout
                .cells()
                .filter(|cell| board.digit(*cell).is_none())
                .collect();
            for cell in cells {
                if let Some(digit) = board.candidates(cell).single() {
                    board.place(Candidate::new(cell, digit));
                    again = true;
                }
            }
            for house in layout.houses() {
                for digit in layout.digits() {
                    let places: Vec<_> = house
                        .cells()
                        .iter()
                        .copied()
                        .filter(|cell| board.candidates(*cell).contains(digit))
                        .collect();
                    match *places {
                        [] => return true,
                        [cell] if board.digit(cell).is_none() => {
                            board.place(Candidate::new(cell, digit));
                            again = true;
                        }
                        _ => {}
                    }
                }
            }
        }
        board.is_contradicted()
    }

    fn open(board: &Board) -> Vec<Candidate> {
        let cells = board
            .layout()
            .cells()
            .filter(|cell| board.digit(*cell).is_none());
        cells
            .flat_map(|cell| {
                board
                    .candidates(cell)
                    .iter()
                    .map(move |digit| Candidate::new(cell, digit))
            })
            .collect()
    }

    /// After how many rounds a candidate that does not fail by singles does.
    fn rounds(board: &Board, supposed: Candidate) -> Option<u16> {
        let trial = |board: &Board, one: Candidate| {
            let mut board = board.clone();
            board.place(one);
            (fails(&mut board), board)
        };
        let (fails_at_once, mut board) = trial(board, supposed);
        if fails_at_once {
            return None;
        }
        for round in 1.. {
            let gone: Vec<_> = open(&board)
                .into_iter()
                .filter(|one| trial(&board, *one).0)
                .collect();
            if gone.is_empty() {
                return None;
            }
            gone.into_iter().for_each(|one| {
                board.remove(one);
            });
            if fails(&mut board) {
                return Some(round);
            }
        }
        None
    }

    #[test]
    fn what_fails_does_so_by_plain_trial_in_as_many_rounds() {
        let geometry = Geometry::for_layout(&ndoku_core::Layout::classic());
        let mut compared = [0; 4];
        for technique in TECHNIQUES {
            for case in handbook::parse_cases(technique.handbook).unwrap() {
                let mut board = case.state.board.clone();
                if fails(&mut board) || board.open_candidates() > 45 {
                    continue;
                }
                let position = Position::new(&case.state.puzzle, &board, &geometry);
                let naive: Vec<(Candidate, u16)> = open(&board)
                    .into_iter()
                    .filter_map(|one| Some((one, rounds(&board, one)?)))
                    .collect();
                let least = naive.iter().map(|(_, rounds)| *rounds).min();
                let naive: BTreeSet<Candidate> = naive
                    .into_iter()
                    .filter(|(_, rounds)| Some(*rounds) == least)
                    .map(|(one, _)| one)
                    .collect();
                let ControlFlow::Continue((rounds, found)) =
                    find_failing(position.links(), &|| ControlFlow::Continue(()))
                else {
                    panic!("it was not told to stop")
                };
                let ours: BTreeSet<Candidate> = found
                    .iter()
                    .map(|one| position.links().candidate(&position, one.node))
                    .collect();
                assert_eq!(
                    (Some(rounds).filter(|_| !ours.is_empty()), ours),
                    (least, naive),
                    "{}",
                    technique.id
                );
                compared[usize::from(least.unwrap_or(0)).min(3)] += 1;
            }
        }
        assert!(compared[0] > 0 && compared[1] > 0, "{compared:?}");
    }
}
