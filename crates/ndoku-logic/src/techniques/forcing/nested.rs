//! Nested forcing nets: a candidate is supposed, and forcing nets that start from there refute others, until nothing is left to refute or the supposition fails.
//!
//! ```text
//!   a ─▶ … singles …       b? ─▶ … fails, so not b ┐
//!                          c? ─▶ … fails, so not c ┴─▶ … singles …    d? ─▶ … fails, so not d ─▶ …  a cell without candidate, so not a
//!   supposition            first round                                second round
//! ```
//!
//! A round tries every candidate that is open with what is known at its beginning, and strikes out all that fail. So the number of rounds until a supposition fails does not
//! depend on the order in which candidates are named. It is enough to suppose what is true: if a candidate's being false fails by singles, each other candidate of its
//! cell fails as well, since it makes that one false.
//!
//! Source: what Denis Berthier calls trial and error of depth two with singles ("Constraint Resolution Theories", 2011), cut into rounds; in the theory of
//! satisfiability it is failed literal probing, one level down.
//!
//! Cost: supposition × candidate × unit propagation, which takes a microsecond or two since it starts from what the supposition has decided already. What
//! follows from a candidate that does not fail cannot fail either, and is not tried: so most candidates of a supposition that holds are never looked at.

use std::ops::ControlFlow;

use super::conclusions::{Best, Kind};
use super::say;
use crate::consequences::{Literal, Reach};
use crate::context::Context;
use crate::links::{Links, has, set};
use crate::step::Effect;
use crate::technique::Finder;

/// Boards with more candidates than this are left alone: the time grows with more than the square of their number.
const MOST: usize = 1024;

/// What is known under a supposition, closed under singles.
#[derive(Clone, Debug)]
struct Known {
    /// Candidates that are true, and those that are false, as bits.
    on: Vec<u64>,
    off: Vec<u64>,
    /// How many candidates of each unit are not false.
    left: Vec<u16>,
    /// Candidates that are true, but have not been followed.
    open: Vec<usize>,
}

/// A unit has no candidate left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Fails;

impl Known {
    /// The board as it stands.
    fn nothing(links: &Links) -> Self {
        let row = vec![0; links.words()];
        let left = links.units().iter().map(|unit| unit.members.len() as u16).collect();
        Self { on: row.clone(), off: row, left, open: Vec::new() }
    }

    fn copy(&mut self, other: &Self) {
        self.on.copy_from_slice(&other.on);
        self.off.copy_from_slice(&other.off);
        self.left.copy_from_slice(&other.left);
        self.open.clear();
    }

    fn is_decided(&self, node: usize) -> bool {
        has(&self.on, node) || has(&self.off, node)
    }

    /// A candidate is true, with all singles that follow.
    fn suppose(&mut self, links: &Links, node: usize) -> Result<(), Fails> {
        self.turn_on(node);
        self.settle(links)
    }

    /// A candidate is false, with all singles that follow.
    fn refute(&mut self, links: &Links, node: usize) -> Result<(), Fails> {
        self.turn_off(links, node)?;
        self.settle(links)
    }

    fn settle(&mut self, links: &Links) -> Result<(), Fails> {
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
        if !has(&self.on, node) {
            set(&mut self.on, node);
            self.open.push(node);
        }
    }

    fn turn_off(&mut self, links: &Links, node: usize) -> Result<(), Fails> {
        if has(&self.off, node) {
            return Ok(());
        }
        set(&mut self.off, node);
        for unit in links.units_of(node) {
            self.left[*unit] -= 1;
            match self.left[*unit] {
                0 => return Err(Fails),
                1 => {
                    let last = links.units()[*unit].members.iter().find(|member| !has(&self.off, **member));
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
    known: Known,
    /// What the rounds refuted, and in which, from 1.
    refuted: Vec<(usize, u16)>,
}

/// What a round comes to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Round {
    Fails,
    GoesOn,
    /// It refuted nothing, nor will another one.
    Ends,
}

impl Supposition {
    /// One round; breaks if the finder shall stop.
    fn round(&mut self, links: &Links, number: u16, trial: &mut Known, finder: &Finder<'_>) -> ControlFlow<(), Round> {
        let mut after = self.known.clone();
        // Candidates of which it is known that they do not fail.
        let mut fine = vec![0; links.words()];
        let before = self.refuted.len();
        for node in 0..links.candidate_count() {
            if has(&fine, node) || self.known.is_decided(node) {
                continue;
            }
            trial.copy(&self.known);
            if trial.suppose(links, node).is_ok() {
                fine.iter_mut().zip(&trial.on).for_each(|(fine, on)| *fine |= on);
                continue;
            }
            self.refuted.push((node, number));
            if after.refute(links, node).is_err() {
                return ControlFlow::Continue(Round::Fails);
            }
        }
        finder.go_on()?;
        self.known = after;
        ControlFlow::Continue(if self.refuted.len() > before { Round::GoesOn } else { Round::Ends })
    }
}

/// The suppositions that fail in the least number of rounds in which one does, and this number.
fn failing(links: &Links, finder: &Finder<'_>) -> ControlFlow<(), (u16, Vec<Supposition>)> {
    let mut trial = Known::nothing(links);
    let mut open: Vec<Supposition> = Vec::new();
    for node in 0..links.candidate_count() {
        let mut known = Known::nothing(links);
        // Without a round it is a contradiction net.
        if known.suppose(links, node).is_ok() {
            open.push(Supposition { node, known, refuted: Vec::new() });
        }
    }
    let mut number = 0;
    let mut failing = Vec::new();
    while failing.is_empty() && !open.is_empty() {
        number += 1;
        let mut next = Vec::new();
        for mut supposition in open {
            match supposition.round(links, number, &mut trial, finder)? {
                Round::Fails => failing.push(supposition),
                Round::GoesOn => next.push(supposition),
                Round::Ends => {}
            }
        }
        open = next;
    }
    ControlFlow::Continue((number, failing))
}

/// Offers what the fewest rounds refute, where no net does that is not nested.
pub(super) fn nested(context: &Context<'_>, finder: &mut Finder<'_>) -> ControlFlow<()> {
    let links = context.links();
    if links.candidate_count() > MOST {
        return ControlFlow::Continue(());
    }
    for reach in [Reach::Singles, Reach::Patterns] {
        if !Best::of(context, finder, reach, &[Kind::Contradictions, Kind::Cells, Kind::Houses, Kind::Doubles], 2)?.is_empty() {
            return ControlFlow::Continue(());
        }
    }
    let (rounds, failing) = failing(links, finder)?;
    for supposition in failing {
        let effect = Effect::eliminate(vec![links.candidate(context, supposition.node)]);
        finder.offer_harder(rounds - 1, effect.clone(), || {
            let refuted: Vec<(Literal, u16)> = supposition.refuted.iter().map(|(node, round)| (Literal::off(*node), *round)).collect();
            say::why_nested(context, Literal::on(supposition.node), &refuted, &effect)
        })?;
    }
    ControlFlow::Continue(())
}
