//! Explanations and highlights of chains.

use ndoku_core::{Candidate, Highlight, HighlightRole};

use crate::links::{CoverItem, CoverItemKind, Links};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::text;

/// Returns `r1c2 is 5` or `5 is in r1c2 or r1c3`.
pub(crate) fn format_on(position: &Position<'_>, links: &Links, node: usize) -> String {
    let (cells, digit) = links.cells(node);
    let digit = position.format_digit(digit);
    match *cells {
        [cell] => format!("{} is {digit}", position.format_cell(cell)),
        _ => format!(
            "{digit} is in {}",
            text::join_or(cells.iter().map(|cell| position.format_cell(*cell)))
        ),
    }
}

/// Returns `r1c2 is not 5` or `5 is not in r1c2 or r1c3`.
pub(crate) fn format_off(position: &Position<'_>, links: &Links, node: usize) -> String {
    format_on(position, links, node).replacen(" is ", " is not ", 1)
}

/// Returns why an item has one candidate left: `the only place left in row 3`, `its only candidate
/// left`.
pub(crate) fn format_only(position: &Position<'_>, item: &CoverItem) -> String {
    match item.kind {
        CoverItemKind::Cell(_) => "its only candidate left".to_owned(),
        CoverItemKind::House(house, _) => {
            format!("the only place left in {}", position.house_name(house))
        }
    }
}

/// Returns the text of a chain whose first node is false: `If r1c2 is not 5, then r1c9 is 5 (the
/// only place left in row 1), so …`.
fn format_chain(position: &Position<'_>, links: &Links, path: &[usize]) -> String {
    let mut text = format!("If {}", format_off(position, links, path[0]));
    for (at, pair) in path.chunks_exact(2).enumerate() {
        if at > 0 {
            text += &format!(", so {}", format_off(position, links, pair[0]));
        }
        text += &format!(
            "{}{}",
            if at > 0 { " and " } else { ", then " },
            format_on(position, links, pair[1])
        );
        if let Some(item) = links.item_between(pair[0], pair[1]) {
            let reason = format_only(position, item);
            let is_group = links.members(pair[1]).len() > 1;
            text += &format!(
                " ({})",
                if is_group {
                    reason.replace("place ", "places ")
                } else {
                    reason
                }
            );
        }
    }
    text
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
        "The assumption leads to its contrary, so it is wrong.".to_owned()
    } else {
        format!(
            "So {}, or {}, or both; a candidate that each of the two rules out is wrong.",
            format_on(position, links, start),
            format_on(position, links, end)
        )
    };
    let text = format!(
        "{}. {therefore} {}",
        format_chain(position, links, path),
        format_conclusion(position, deduction)
    );
    Explanation {
        highlights: highlight_chain(position, links, path, false),
        text,
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
    let text = format!(
        "{}, and from that it follows again that {back}. Each of these holds if and only if all \
        the others do, so of two neighbors in the ring one is always true. A candidate that two \
        neighbors both rule out is wrong. {}",
        format_chain(position, links, path),
        format_conclusion(position, deduction)
    );
    Explanation {
        highlights: highlight_chain(position, links, path, true),
        text,
    }
}
