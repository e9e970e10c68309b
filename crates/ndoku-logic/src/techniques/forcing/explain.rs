//! Explanations and highlights of forcing chains. The text of a branch names only placements and
//! patterns.

use ndoku_core::{Highlight, HighlightRole};

use super::conclusions::ConclusionSource;
use super::nested::Refuted;
use crate::implications::{Failure, InferenceLevel, Literal, Propagator, Reason};
use crate::links::{CoverItemKind, Links};
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::techniques::chains::explain::{format_off, format_on, format_only};
use crate::text;

/// Explains a conclusion.
pub(super) fn explain_conclusion(
    position: &Position<'_>,
    inference: InferenceLevel,
    literal: Literal,
    source: ConclusionSource,
    deduction: &Deduction,
) -> Explanation {
    let links = position.links();
    let mut branches = Branches {
        position,
        links,
        propagator: Propagator::new(links, inference),
        highlights: Vec::new(),
    };
    let assumptions = match source {
        ConclusionSource::Contrary => vec![Literal {
            is_on: !literal.is_on,
            ..literal
        }],
        ConclusionSource::Item(item) => links.items()[item]
            .members
            .iter()
            .map(|node| Literal::on(*node))
            .collect(),
        ConclusionSource::Either(node) => vec![Literal::on(node), Literal::off(node)],
    };
    let target = (!matches!(source, ConclusionSource::Contrary)).then_some(literal);
    let cases: Vec<Phrase> = assumptions
        .iter()
        .map(|assumption| branches.format_branch(*assumption, target))
        .collect();
    let so = branches.format_literal(literal);
    let (before, after) = match source {
        ConclusionSource::Contrary => (
            Phrase::default(),
            phrase!("This cannot be, so the assumption is wrong."),
        ),
        ConclusionSource::Item(item) => {
            branches.highlight_item(item);
            (
                end_sentence(branches.format_left(item, 0)),
                phrase!("In each case {so}.", so),
            )
        }
        ConclusionSource::Either(_) => (Phrase::default(), phrase!("In both cases {so}.", so)),
    };
    let cases = end_sentence(Phrase::joined(cases, "; "));
    let conclusion = format_conclusion(position, deduction);
    Explanation {
        highlights: branches.highlights,
        text: Phrase::sentences([before, cases, after, conclusion]),
    }
}

/// The maximum number of refuted candidates that are named.
const MAX_NAMED: usize = 6;

/// Explains why a supposition fails, with the candidates that were refuted under it.
pub(super) fn explain_nested(
    position: &Position<'_>,
    supposed: Literal,
    refuted: &[Refuted],
    deduction: &Deduction,
) -> Explanation {
    let links = position.links();
    let mut branches = Branches {
        position,
        links,
        propagator: Propagator::new(links, InferenceLevel::Singles),
        highlights: Vec::new(),
    };
    let needed = branches.find_needed(supposed, refuted);
    let literals: Vec<Literal> = needed.iter().map(|one| one.literal).collect();
    // Only the refuted candidates of inner nets are highlighted. All their links would hide the
    // grid.
    branches.propagator.propagate_with(supposed, &literals);
    branches.highlight(supposed);
    literals
        .iter()
        .for_each(|literal| branches.highlight(*literal));
    let consequences = branches.format_consequences(supposed, None);
    let mut named: Vec<Phrase> = literals
        .iter()
        .take(MAX_NAMED)
        .map(|literal| branches.format_literal(*literal))
        .collect();
    match literals.len().saturating_sub(MAX_NAMED) {
        0 => {}
        1 => named.push(phrase!("one other candidate is false")),
        others => named.push(phrase!(
            "{count} other candidates are false",
            count = Phrase::number(others)
        )),
    }
    let (supposed, named) = (branches.format_literal(supposed), text::join_and(named));
    let inner = match (needed.len(), needed.last().map_or(1, |one| one.round)) {
        (1, _) => phrase!(
            "If {supposed}, a contradiction net that starts from there shows that {named}.",
            supposed,
            named
        ),
        (_, 1) => phrase!(
            "If {supposed}, contradiction nets that start from there show that {named}.",
            supposed,
            named
        ),
        _ => phrase!(
            "If {supposed}, contradiction nets that start from there show, later ones with the \
            help of earlier ones, that {named}.",
            supposed,
            named
        ),
    };
    let text = [
        inner,
        phrase!("Then {consequences}.", consequences),
        phrase!("This cannot be, so the assumption is wrong."),
        format_conclusion(position, deduction),
    ];
    Explanation {
        highlights: branches.highlights,
        text: Phrase::sentences(text),
    }
}

/// Returns a text as a sentence.
fn end_sentence(text: Phrase) -> Phrase {
    text.capitalized().sentence()
}

struct Branches<'c> {
    position: &'c Position<'c>,
    links: &'c Links,
    propagator: Propagator<'c>,
    highlights: Vec<Highlight>,
}

impl Branches<'_> {
    /// Returns `r1c2 is 5` or `r1c2 is not 5`.
    fn format_literal(&self, literal: Literal) -> Phrase {
        if literal.is_on {
            format_on(self.position, self.links, literal.node)
        } else {
            format_off(self.position, self.links, literal.node)
        }
    }

    /// Returns a literal as text, with its reason unless that is another candidate, which the text
    /// names before.
    fn format_with_reason(&self, literal: Literal) -> Phrase {
        let (fact, level) = (self.format_literal(literal), self.propagator.level(literal));
        let reason = match self.propagator.reason(literal) {
            Reason::None | Reason::RuledOut(_) => return fact,
            Reason::LastCandidate(item) => format_only(self.position, &self.links.items()[item]),
            Reason::Locked(item) => {
                let left = self.format_left(item, level);
                phrase!("ruled out by each candidate left: {left}", left)
            }
            Reason::Ring(a, b) => phrase!(
                "since {one}, and {other}",
                one = self.format_left(a, level),
                other = self.format_left(b, level)
            ),
        };
        phrase!("{fact} ({reason})", fact, reason)
    }

    /// Returns the candidates of an item that are left before this level: `cell r1c1 is 2 or 5`,
    /// `in row 3, 5 is in r3c1 or r3c2`.
    fn format_left(&self, item: usize, level: u8) -> Phrase {
        let item = &self.links.items()[item];
        let left: Vec<usize> = item
            .members
            .iter()
            .copied()
            .filter(|node| self.propagator.level(Literal::off(*node)) >= level)
            .collect();
        match item.kind {
            CoverItemKind::Cell(cell) => {
                let digits = left
                    .iter()
                    .map(|node| self.position.format_digit(self.links.digit(*node)));
                phrase!(
                    "cell {cell} is {digits}",
                    cell = self.position.format_cell(cell),
                    digits = text::join_or(digits)
                )
            }
            CoverItemKind::House(house, digit) => {
                let cells = left
                    .iter()
                    .map(|node| self.position.format_cell(self.links.cell(*node)));
                phrase!(
                    "in {house}, {digit} is in {cells}",
                    house = self.position.house_name(house),
                    digit = self.position.format_digit(digit),
                    cells = text::join_or(cells)
                )
            }
        }
    }

    /// Returns the refuted candidates that the contradiction needs, directly or through one
    /// another, in order. None of those that it needs directly can be left out.
    fn find_needed(&mut self, supposed: Literal, refuted: &[Refuted]) -> Vec<Refuted> {
        let mut needed = refuted.to_vec();
        for at in (0..refuted.len()).rev() {
            let fewer: Vec<Literal> = needed
                .iter()
                .filter(|one| **one != refuted[at])
                .map(|one| one.literal)
                .collect();
            self.propagator.propagate_with(supposed, &fewer);
            if self.propagator.failure().is_some() {
                needed.retain(|one| *one != refuted[at]);
            }
        }
        // Each of them depends only on refutations of earlier rounds.
        let mut next = 0;
        while let Some(one) = needed.get(next).copied() {
            next += 1;
            let earlier: Vec<Refuted> = refuted
                .iter()
                .filter(|other| other.round < one.round)
                .copied()
                .collect();
            let known: Vec<Literal> = earlier
                .iter()
                .map(|other| other.literal)
                .chain([supposed])
                .collect();
            self.propagator
                .propagate_with(Literal::on(one.literal.node), &known);
            let derivation = self.derivation(&self.propagator.causes_of_failure());
            let taken = earlier.iter().filter(|other| {
                self.propagator.reason(other.literal) == Reason::None
                    && derivation.contains(&other.literal)
            });
            for other in taken {
                if !needed.contains(other) {
                    needed.push(*other);
                }
            }
        }
        needed.sort_by_key(|one| (one.round, one.literal));
        needed
    }

    /// Propagates an assumption to a literal or to its contradiction, and returns the text: `if
    /// r1c2 is 5, then r3c4 is 7 (its only candidate left), so r3c9 is not 7`.
    fn format_branch(&mut self, assumption: Literal, target: Option<Literal>) -> Phrase {
        self.propagator.propagate(assumption);
        let supposed = self.format_literal(assumption);
        if target == Some(assumption) {
            return phrase!("if {supposed}, that is so at once", supposed);
        }
        let consequences = self.format_consequences(assumption, target);
        phrase!("if {supposed}, then {consequences}", supposed, consequences)
    }

    /// Returns the implications of a propagated assumption: `r3c4 is 7 (its only candidate left),
    /// so r3c9 is not 7`.
    fn format_consequences(&mut self, assumption: Literal, target: Option<Literal>) -> Phrase {
        let ends = target.map_or_else(
            || self.propagator.causes_of_failure(),
            |target| vec![target],
        );
        let derivation = self.derivation(&ends);
        derivation
            .iter()
            .for_each(|literal| self.highlight(*literal));
        let is_mentioned = |literal: &&Literal| {
            let is_pattern = matches!(
                self.propagator.reason(**literal),
                Reason::Locked(_) | Reason::Ring(..)
            );
            (literal.is_on || is_pattern) && **literal != assumption && Some(**literal) != target
        };
        let links: Vec<Phrase> = derivation
            .iter()
            .filter(is_mentioned)
            .map(|literal| self.format_with_reason(*literal))
            .collect();
        let end = self.format_end(target);
        if links.is_empty() {
            return end;
        }
        phrase!(
            "{links}, so {end}",
            links = Phrase::joined(links, ", "),
            end
        )
    }

    /// Returns the target with its reason, or else the contradiction.
    fn format_end(&self, target: Option<Literal>) -> Phrase {
        match (target, self.propagator.failure()) {
            (Some(target), _) => self.format_with_reason(target),
            (None, Some((_, Failure::Both(node)))) => {
                let by = self
                    .propagator
                    .causes(Literal::off(node))
                    .first()
                    .map(|cause| self.format_literal(*cause));
                let off = format_off(self.position, self.links, node);
                match by {
                    Some(by) => phrase!("{off} as well, since {by}", off, by),
                    None => phrase!("{off} as well", off),
                }
            }
            (None, Some((_, Failure::Nothing(item)))) => match self.links.items()[item].kind {
                CoverItemKind::Cell(cell) => {
                    let cell = self.position.format_cell(cell);
                    phrase!("{cell} has no candidate left", cell)
                }
                CoverItemKind::House(house, digit) => {
                    let digit = self.position.format_digit(digit);
                    let house = self.position.house_name(house);
                    phrase!("{digit} has no place left in {house}", digit, house)
                }
            },
            (None, None) => Phrase::default(),
        }
    }

    /// Returns these literals and all their causes, by level.
    fn derivation(&self, ends: &[Literal]) -> Vec<Literal> {
        let mut derivation: Vec<Literal> = Vec::new();
        let mut open = ends.to_vec();
        while let Some(literal) = open.pop() {
            if !derivation.contains(&literal) {
                derivation.push(literal);
                open.extend(self.propagator.causes(literal));
            }
        }
        derivation.sort_by_key(|literal| (self.propagator.level(*literal), *literal));
        derivation
    }

    fn highlight(&mut self, literal: Literal) {
        let candidate = |node: usize| self.links.candidate(self.position, node);
        let to = candidate(literal.node);
        let mut highlights = vec![Highlight::Candidate(
            to,
            if literal.is_on {
                HighlightRole::On
            } else {
                HighlightRole::Off
            },
        )];
        match self.propagator.reason(literal) {
            Reason::None => {}
            Reason::RuledOut(from) => highlights.push(Highlight::Link {
                from: [candidate(from)].into(),
                to: [to].into(),
                strong: false,
            }),
            Reason::LastCandidate(item) => match self.links.items()[item].kind {
                CoverItemKind::Cell(cell) if self.links.items()[item].members.len() > 2 => {
                    highlights.push(Highlight::Cell(
                        self.position.layout().cell(cell),
                        HighlightRole::Pattern,
                    ));
                }
                _ => {
                    let from = self
                        .propagator
                        .causes(literal)
                        .iter()
                        .map(|cause| candidate(cause.node))
                        .collect();
                    highlights.push(Highlight::Link {
                        from,
                        to: [to].into(),
                        strong: true,
                    });
                }
            },
            Reason::Locked(item) => highlights.push(self.item_highlight(item)),
            Reason::Ring(a, b) => {
                highlights.extend([self.item_highlight(a), self.item_highlight(b)]);
            }
        }
        highlights
            .into_iter()
            .for_each(|highlight| self.add(highlight));
    }

    fn item_highlight(&self, item: usize) -> Highlight {
        match self.links.items()[item].kind {
            CoverItemKind::Cell(cell) => {
                Highlight::Cell(self.position.layout().cell(cell), HighlightRole::Pattern)
            }
            CoverItemKind::House(house, _) => Highlight::House(house, HighlightRole::Pattern),
        }
    }

    /// Highlights the item whose candidates are the branches.
    fn highlight_item(&mut self, item: usize) {
        let highlight = match self.item_highlight(item) {
            Highlight::Cell(cell, _) => Highlight::Cell(cell, HighlightRole::Pivot),
            Highlight::House(house, _) => Highlight::House(house, HighlightRole::Base),
            other => other,
        };
        self.add(highlight);
    }

    fn add(&mut self, highlight: Highlight) {
        if !self.highlights.contains(&highlight) {
            self.highlights.push(highlight);
        }
    }
}
