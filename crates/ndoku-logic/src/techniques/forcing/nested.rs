//! Nested forcing nets: forcing nets that start from a supposition refute other candidates, until
//! the supposition fails or nothing is left to refute.
//!
//! ```text
//! a ─▶ … singles …   b? ─▶ … fails, so not b ┐
//!                    c? ─▶ … fails, so not c ┴─▶ … singles …  d? ─▶ … fails, so not d ─▶ …
//! supposition        first round                              second round
//!                                               … until a cell has no candidate: so not a
//! ```
//!
//! A round tries every open candidate with the knowledge at its beginning, and removes all that
//! fail. So the number of rounds until a supposition fails does not depend on the order of the
//! candidates. The depth of the nets in the last round does not either. It is enough to suppose
//! that candidates are true: if a candidate being false fails by singles, each other candidate of
//! its cell fails as well, because it makes that one false.
//!
//! Source: Denis Berthier calls this trial and error of depth two with singles ("Constraint
//! Resolution Theories", 2011). Here it is cut into rounds. In SAT terms it is failed literal
//! probing, one level down.
//!
//! Cost: suppositions × candidates × unit propagation. A propagation takes one or two microseconds,
//! because it starts from the decisions of the supposition. Implications of a candidate that does
//! not fail cannot fail either and are not tried. So most candidates of a true supposition are
//! skipped.

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

/// The maximum number of candidates of a board. The time grows with more than the square of this
/// number.
const MAX_CANDIDATES: usize = 1024;

/// The additional difficulty of a further round, in tenths.
const ROUND_DIFFICULTY: u16 = 5;

/// The knowledge under a supposition, closed under singles.
#[derive(Clone, Debug)]
struct PartialAssignment {
    /// The true and the false candidates, as bits.
    on: Vec<u64>,
    off: Vec<u64>,
    /// The number of candidates of each item that are not false.
    left: Vec<u16>,
    /// The true candidates that have not been propagated.
    open: Vec<usize>,
}

/// An item has no candidate left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Contradicted;

impl PartialAssignment {
    /// Returns the knowledge of the current board, which has no singles.
    fn empty(links: &Links) -> Self {
        let row = vec![0; links.words()];
        let left = links
            .items()
            .iter()
            .map(|item| item.members.len() as u16)
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

    /// Makes a candidate true and propagates singles.
    fn assume(&mut self, links: &Links, node: usize) -> Result<(), Contradicted> {
        self.turn_on(node);
        self.propagate(links)
    }

    /// Makes a candidate false and propagates singles.
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
        for item in links.items_of(node) {
            self.left[*item] -= 1;
            match self.left[*item] {
                0 => return Err(Contradicted),
                1 => {
                    let last = links.items()[*item]
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

/// A supposition with its knowledge.
struct Supposition {
    node: usize,
    known: PartialAssignment,
    refuted: Vec<Refuted>,
}

/// A candidate that fails under a supposition.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Refuted {
    /// The literal that it is false.
    pub(super) literal: Literal,
    /// The number of the round, from 1.
    pub(super) round: u16,
}

/// The result of a round.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Round {
    Fails,
    Progress,
    /// It refuted nothing, and further rounds will not either.
    NoProgress,
}

impl Supposition {
    /// Runs one complete round, even if it fails. A failure leaves `known` unchanged.
    fn round(&mut self, links: &Links, round: u16, trial: &mut PartialAssignment) -> Round {
        let before = self.refuted.len();
        // Candidates that are known not to fail.
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

    /// Returns the smallest depth of nets that the last round needs, and forgets refutations that
    /// need deeper nets.
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

/// Returns the smallest number of rounds in which a supposition fails, and all suppositions that
/// fail in it. The board must have no singles. Calls `check_stop` before each round of each
/// supposition.
fn find_failing(
    links: &Links,
    check_stop: &dyn Fn() -> ControlFlow<()>,
) -> ControlFlow<(), (u16, Vec<Supposition>)> {
    let nothing = PartialAssignment::empty(links);
    let mut trial = nothing.clone();
    let mut open: Vec<Supposition> = Vec::new();
    for node in 0..links.candidate_count() {
        let mut known = nothing.clone();
        // A supposition that fails without a round is a contradiction net.
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

/// Emits the suppositions that fail in the fewest rounds, if no forcing net of singles has a
/// conclusion.
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

    /// Places all singles. Returns whether the board then has a contradiction.
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

    /// Returns the number of rounds after which a candidate fails. Candidates that fail by singles
    /// have none.
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
    fn failing_suppositions_equal_plain_trial() {
        let geometry = Geometry::for_layout(&ndoku_core::Layout::classic());
        let mut compared = [0; 4];
        for technique in TECHNIQUES {
            for case in handbook::parse_cases(technique.handbook).unwrap() {
                let mut board = case.state.board.clone();
                if !board.layout().is_classic() || fails(&mut board) || board.open_candidates() > 45
                {
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
