//! Explanations and highlights of chains.

use ndoku_core::{Candidate, Highlight, HighlightRole};

use crate::links::{CoverItem, CoverItemKind, Links};
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::text;

/// Returns `r1c2 is 5` or `5 is in r1c2 or r1c3`.
pub(crate) fn format_on(position: &Position<'_>, links: &Links, node: usize) -> Phrase {
    let (cells, digit) = format_node(position, links, node);
    if links.cells(node).0.len() == 1 {
        phrase!("{cells} is {digit}", cells, digit)
    } else {
        phrase!("{digit} is in {cells}", cells, digit)
    }
}

fn format_node(position: &Position<'_>, links: &Links, node: usize) -> (Phrase, Phrase) {
    let (cells, digit) = links.cells(node);
    let cells = text::join_or(cells.iter().map(|cell| position.format_cell(*cell)));
    (cells, position.format_digit(digit))
}

/// Returns `r1c2 is not 5` or `5 is not in r1c2 or r1c3`.
pub(crate) fn format_off(position: &Position<'_>, links: &Links, node: usize) -> Phrase {
    let (cells, digit) = format_node(position, links, node);
    if links.cells(node).0.len() == 1 {
        phrase!("{cells} is not {digit}", cells, digit)
    } else {
        phrase!("{digit} is not in {cells}", cells, digit)
    }
}

/// Returns why an item has one candidate left: `the only place left in row 3`, `its only candidate
/// left`.
pub(crate) fn format_only(position: &Position<'_>, item: &CoverItem) -> Phrase {
    match item.kind {
        CoverItemKind::Cell(_) => phrase!("its only candidate left"),
        CoverItemKind::House(house, _) => {
            let house = position.house_name(house);
            phrase!("the only place left in {house}", house)
        }
    }
}

/// Returns the text of a chain whose first node is false: `If r1c2 is not 5, then r1c9 is 5 (the
/// only place left in row 1), so …`.
fn format_chain(position: &Position<'_>, links: &Links, path: &[usize]) -> Phrase {
    let pairs = path.chunks_exact(2).enumerate().map(|(at, pair)| {
        let off = format_off(position, links, pair[0]);
        let on = format_on(position, links, pair[1]);
        let link = if at == 0 {
            phrase!("If {off}, then {on}", off, on)
        } else {
            phrase!("so {off} and {on}", off, on)
        };
        let Some(item) = links.item_between(pair[0], pair[1]) else {
            return link;
        };
        let reason = match item.kind {
            CoverItemKind::House(house, _) if links.members(pair[1]).len() > 1 => {
                let house = position.house_name(house);
                phrase!("the only places left in {house}", house)
            }
            _ => format_only(position, item),
        };
        phrase!("{fact} ({reason})", fact = link, reason)
    });
    Phrase::joined(pairs, ", ")
}

fn highlight_chain(
    position: &Position<'_>,
    links: &Links,
    path: &[usize],
    is_ring: bool,
) -> Vec<Highlight> {
    let candidates =
        |node: &usize| -> Box<[Candidate]> { links.candidates(position, *node).into() };
    let mut highlights = Vec::new();
    for (at, node) in path.iter().enumerate() {
        let role = if at % 2 == 0 {
            HighlightRole::Off
        } else {
            HighlightRole::On
        };
        highlights.extend(
            candidates(node)
                .iter()
                .map(|candidate| Highlight::Candidate(*candidate, role)),
        );
    }
    let link = |from: &usize, to: &usize, strong: bool| Highlight::Link {
        from: candidates(from),
        to: candidates(to),
        strong,
    };
    highlights.extend(
        path.windows(2)
            .enumerate()
            .map(|(at, pair)| link(&pair[0], &pair[1], at % 2 == 0)),
    );
    if let ([first, .., last], true) = (path, is_ring) {
        highlights.push(link(last, first, false));
    }
    highlights
}

/// Explains a chain with two ends, or one that leads back to its start.
pub(super) fn explain_chain(
    position: &Position<'_>,
    links: &Links,
    path: &[usize],
    deduction: &Deduction,
) -> Explanation {
    let (start, end) = (path[0], path[path.len() - 1]);
    let therefore = if start == end {
        phrase!("The assumption leads to its contrary, so it is wrong.")
    } else {
        phrase!(
            "So {one}, or {other}, or both; a candidate that each of the two rules out is wrong.",
            one = format_on(position, links, start),
            other = format_on(position, links, end)
        )
    };
    let chain = format_chain(position, links, path).sentence();
    Explanation {
        highlights: highlight_chain(position, links, path, false),
        text: Phrase::sentences([chain, therefore, format_conclusion(position, deduction)]),
    }
}

/// Explains a ring.
pub(super) fn explain_ring(
    position: &Position<'_>,
    links: &Links,
    path: &[usize],
    deduction: &Deduction,
) -> Explanation {
    let back = format_off(position, links, path[0]);
    let text = phrase!(
        "{chain}, and from that it follows again that {back}. Each of these holds if and only if \
        all the others do, so of two neighbors in the ring one is always true. A candidate that \
        two neighbors both rule out is wrong.",
        chain = format_chain(position, links, path),
        back
    );
    Explanation {
        highlights: highlight_chain(position, links, path, true),
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}
