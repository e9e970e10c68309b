//! Coloring: candidates in two colors, of which exactly one color is true.
//!
//! ```text
//! A ═════ b        ═ exactly one of the two is true: either all A are, or all b
//!         ║        trap: a candidate that sees an A and a b is false
//! b ═════ A        wrap: two A that see each other: all A are false
//! ```
//!
//! For one digit, the links are the houses with two places for it. For a remote pair, they join
//! cells with the same two candidates that see each other. A color then says which of the two
//! digits a cell holds. Directly or indirectly linked cells form a *cluster*. All clusters together
//! take time in proportion to links × cells.

use std::ops::ControlFlow;

use ndoku_core::{Candidate, Digit, DigitSet, Highlight, HighlightRole};

use super::single_digit::{highlight_link, strong_links};
use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};
use crate::text;

const FAMILY: &str = "Coloring";

technique! {
    REMOTE_PAIR = "remote-pair" {
        name: "Remote Pair",
        aliases: &["remote pairs", "complex remote pair"],
        family: FAMILY,
        summary: "A chain of cells with the same two candidates: both digits are removed from \
            cells that see two cells of opposite color.",
        difficulty: Difficulty(44),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(2800, HodokuLevel::Hard, 110)),
        needs_unique: false,
        find: find_remote_pairs,
    }
}

technique! {
    SIMPLE_COLORING = "simple-coloring" {
        name: "Simple Coloring",
        aliases: &["simple colors", "simple colouring", "single's chain"],
        family: FAMILY,
        summary: "Strong links give the candidates of a digit two colors, of which one is true, \
            so candidates that see both are false.",
        difficulty: Difficulty(45),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(5330, HodokuLevel::Hard, 150)),
        needs_unique: false,
        find: find_simple_coloring,
    }
}

technique! {
    MULTI_COLORING = "multi-coloring" {
        name: "Multi-Coloring",
        aliases: &["multi colors", "multi-colouring"],
        family: FAMILY,
        summary: "Two colored clusters of a digit see each other by one color of each, so \
            candidates that see both other colors are false.",
        difficulty: Difficulty(53),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(5360, HodokuLevel::Hard, 200)),
        needs_unique: false,
        find: find_multi_coloring,
    }
}

/// Linked cells in two colors. The ends of a link have different colors.
struct Cluster {
    colors: [CellSet; 2],
    links: Vec<[usize; 2]>,
}

impl Cluster {
    fn cells(&self) -> CellSet {
        &self.colors[0] | &self.colors[1]
    }

    /// Returns the cells of `from` that see both colors. Returns none if each of them sees both
    /// ends of one link, because that needs no colors.
    fn trapped(&self, position: &Position<'_>, from: &CellSet) -> CellSet {
        let mut trapped = from - &self.cells();
        self.colors
            .iter()
            .for_each(|color| trapped.intersect_with(&cells_seeing(position, color)));
        let is_plain = |cell: usize| {
            self.links
                .iter()
                .any(|link| link.iter().all(|end| position.sees(*end, cell)))
        };
        if trapped.iter().all(is_plain) {
            position.no_cells()
        } else {
            trapped
        }
    }
}

/// Returns the cells that see at least one of these.
fn cells_seeing(position: &Position<'_>, cells: &CellSet) -> CellSet {
    let mut seen = position.no_cells();
    cells
        .iter()
        .for_each(|cell| seen.union_with(position.peers(cell)));
    seen
}

/// Returns the clusters of these links. A cluster that cannot be colored is left out, because the
/// board then has no solution.
fn find_clusters(position: &Position<'_>, mut links: Vec<[usize; 2]>) -> Vec<Cluster> {
    let mut clusters = Vec::new();
    while let Some([first, _]) = links.first().copied() {
        let mut colors = [position.cells([first]), position.no_cells()];
        let (mut own, mut rest) = (Vec::new(), links);
        loop {
            let (joined, others): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|link: &[usize; 2]| {
                    let color = |end: usize| colors.iter().position(|color| color.contains(end));
                    match link.map(color) {
                        [Some(known), _] => colors[1 - known].insert(link[1]),
                        [None, Some(known)] => colors[1 - known].insert(link[0]),
                        [None, None] => return false,
                    }
                    true
                });
            rest = others;
            if joined.is_empty() {
                break;
            }
            own.extend(joined);
        }
        links = rest;
        if !colors[0].intersects(&colors[1]) {
            clusters.push(Cluster { colors, links: own });
        }
    }
    clusters
}

/// Returns the clusters of a digit.
fn clusters_of_digit(position: &Position<'_>, digit: Digit) -> Vec<Cluster> {
    find_clusters(
        position,
        strong_links(position, digit)
            .iter()
            .map(|link| link.ends)
            .collect(),
    )
}

fn find_remote_pairs(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    let mut left = position.bivalue().clone();
    while let Some(first) = left.first() {
        let digits = position.candidates(first);
        let cells = position.cells(
            left.iter()
                .filter(|cell| position.candidates(*cell) == digits),
        );
        left.subtract(&cells);
        if cells.len() < 4 {
            continue;
        }
        sink.check_stop()?;
        let links = cells.iter().flat_map(|a| {
            (&cells & position.peers(a))
                .iter()
                .filter(|b| a < *b)
                .map(|b| [a, b])
                .collect::<Vec<_>>()
        });
        let places = digits.iter().fold(position.no_cells(), |places, digit| {
            &places | position.places(digit)
        });
        for cluster in find_clusters(position, links.collect()) {
            let gone = cluster.trapped(position, &places);
            let deduction = Deduction::from_eliminations(
                digits
                    .iter()
                    .flat_map(|digit| position.candidates_of_digit(&gone, digit))
                    .collect(),
            );
            sink.emit(deduction.clone(), || {
                explain_remote(position, &cluster, digits, &gone, &deduction)
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn explain_remote(
    position: &Position<'_>,
    cluster: &Cluster,
    digits: DigitSet,
    gone: &CellSet,
    deduction: &Deduction,
) -> Explanation {
    let highlights = digits
        .iter()
        .flat_map(|digit| highlight_cluster(position, cluster, digit, 0))
        .collect();
    let names: Vec<Phrase> = digits
        .iter()
        .map(|digit| position.format_digit(digit))
        .collect();
    let (a, b) = (&names[0], &names[1]);
    let [one, other] = [0, 1].map(|number| {
        let color = &cluster.colors[number];
        let (cells, digit) = (position.format_cells(color), &names[number]);
        if color.single().is_some() {
            phrase!("{cells} holds {digit}", cells, digit)
        } else {
            phrase!("{cells} hold {digit}", cells, digit)
        }
    });
    let text = [
        phrase!(
            "{cells} have no candidates but {a} and {b}, and those that see each other differ.",
            cells = position.format_cells(&cluster.cells()),
            a,
            b
        ),
        phrase!("So either {one} and {other}, or vice versa.", one, other),
        phrase!(
            "{trap}, so in neither case is {a} or {b} left there.",
            trap = explain_trap(position, cluster, gone),
            a,
            b
        ),
        format_conclusion(position, deduction),
    ];
    Explanation {
        highlights,
        text: Phrase::sentences(text),
    }
}

fn find_simple_coloring(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for digit in position.layout().digits() {
        sink.check_stop()?;
        for cluster in clusters_of_digit(position, digit)
            .iter()
            .filter(|cluster| cluster.links.len() > 1)
        {
            let gone = cluster.trapped(position, position.places(digit));
            let deduction =
                Deduction::from_eliminations(position.candidates_of_digit(&gone, digit));
            sink.emit(deduction.clone(), || {
                let text = [
                    explain_cluster(position, cluster, digit),
                    phrase!(
                        "{trap}, so in neither case can {digit} be there.",
                        trap = explain_trap(position, cluster, &gone),
                        digit = position.format_digit(digit)
                    ),
                    format_conclusion(position, &deduction),
                ];
                Explanation {
                    highlights: highlight_cluster(position, cluster, digit, 0),
                    text: Phrase::sentences(text),
                }
            })?;
            for (number, color) in cluster.colors.iter().enumerate() {
                let Some((a, b)) = find_seeing_pair(position, color, color) else {
                    continue;
                };
                let deduction =
                    Deduction::from_eliminations(position.candidates_of_digit(color, digit));
                sink.emit(deduction.clone(), || {
                    let mut highlights = highlight_cluster(position, cluster, digit, 0);
                    highlights.push(highlight_link(position, a, b, digit, false));
                    let text = [
                        explain_cluster(position, cluster, digit),
                        explain_equal_colors(position, number, [a, b], digit),
                        format_conclusion(position, &deduction),
                    ];
                    Explanation {
                        highlights,
                        text: Phrase::sentences(text),
                    }
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn find_multi_coloring(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for digit in position.layout().digits() {
        let clusters = clusters_of_digit(position, digit);
        let seen: Vec<[CellSet; 2]> = clusters
            .iter()
            .map(|cluster| [0, 1].map(|color| cells_seeing(position, &cluster.colors[color])))
            .collect();
        for (number, one) in clusters.iter().enumerate() {
            sink.check_stop()?;
            for (place, other) in clusters
                .iter()
                .enumerate()
                .filter(|(place, _)| *place != number)
            {
                for (mine, color) in one.colors.iter().enumerate() {
                    let sees = [0, 1].map(|theirs| color.intersects(&seen[place][theirs]));
                    if sees == [true; 2] {
                        let deduction = Deduction::from_eliminations(
                            position.candidates_of_digit(color, digit),
                        );
                        sink.emit(deduction.clone(), || {
                            explain_false_color(position, [one, other], mine, digit, &deduction)
                        })?;
                    }
                    // Each pair of clusters comes twice, and seeing each other is symmetric. Two
                    // clusters of one link each are a turbot fish.
                    let is_bridge = place < number && one.links.len() + other.links.len() > 2;
                    for theirs in [0, 1]
                        .into_iter()
                        .filter(|theirs| is_bridge && sees[*theirs])
                    {
                        let mut gone = position.places(digit) & &seen[number][1 - mine];
                        gone.intersect_with(&seen[place][1 - theirs]);
                        gone.subtract(&one.cells());
                        gone.subtract(&other.cells());
                        let deduction = Deduction::from_eliminations(
                            position.candidates_of_digit(&gone, digit),
                        );
                        sink.emit(deduction.clone(), || {
                            explain_bridge(
                                position,
                                [one, other],
                                [mine, theirs],
                                digit,
                                &deduction,
                            )
                        })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns a cell of each set that see each other.
fn find_seeing_pair(position: &Position<'_>, a: &CellSet, b: &CellSet) -> Option<(usize, usize)> {
    a.iter()
        .find_map(|one| (b & position.peers(one)).first().map(|other| (one, other)))
}

/// Explains type 2: a color sees both colors of another cluster.
fn explain_false_color(
    position: &Position<'_>,
    [one, other]: [&Cluster; 2],
    mine: usize,
    digit: Digit,
    deduction: &Deduction,
) -> Explanation {
    let mut highlights = highlight_both(position, [one, other], digit);
    let color = &one.colors[mine];
    let seen = other
        .colors
        .each_ref()
        .map(|theirs| find_seeing_pair(position, color, theirs));
    highlights.extend(
        seen.iter()
            .flatten()
            .map(|(a, b)| highlight_link(position, *a, *b, digit, false)),
    );
    let name = position.format_digit(digit);
    let sees = seen.iter().flatten().map(|(a, b)| {
        let (cell, others) = (position.format_cell(*a), position.format_cell(*b));
        phrase!("{cell} sees {others}", cell, others)
    });
    let sees = text::join_and(sees);
    let (together, contradiction) = match color.single() {
        Some(_) => (
            Phrase::default(),
            phrase!(
                "But {sees}, so that if it were {name}, neither of the two colors could be.",
                sees,
                name
            ),
        ),
        None => (
            phrase!(
                "In the same way {cells} are linked: all of them must be {name}, or none.",
                cells = position.format_cells(color),
                name
            ),
            phrase!(
                "But {sees}, so that if they were {name}, neither of the two colors could be.",
                sees,
                name
            ),
        ),
    };
    let text = [
        explain_cluster(position, other, digit),
        together,
        contradiction,
        format_conclusion(position, deduction),
    ];
    Explanation {
        highlights,
        text: Phrase::sentences(text),
    }
}

/// Explains type 1: one color of each cluster sees the other, so one of the two other colors is
/// true.
fn explain_bridge(
    position: &Position<'_>,
    clusters: [&Cluster; 2],
    [mine, theirs]: [usize; 2],
    digit: Digit,
    deduction: &Deduction,
) -> Explanation {
    let mut highlights = highlight_both(position, clusters, digit);
    let bridge = find_seeing_pair(
        position,
        &clusters[0].colors[mine],
        &clusters[1].colors[theirs],
    );
    highlights.extend(bridge.map(|(a, b)| highlight_link(position, a, b, digit, false)));
    let name = position.format_digit(digit);
    // Commas set apart lists of cells.
    let either = |one: &CellSet, other: &CellSet| {
        let (a, b) = (position.format_cells(one), position.format_cells(other));
        if one.single().and(other.single()).is_some() {
            text::join_or([a, b])
        } else {
            phrase!("{a}, or {b},", a, b)
        }
    };
    let [one, other] = clusters.map(|cluster| &cluster.colors);
    let [a, b] = bridge.map_or([Phrase::default(), Phrase::default()], |(a, b)| {
        [a, b].map(|cell| position.format_cell(cell))
    });
    let text = phrase!(
        "Strong links join the candidates of {name} in two clusters: either {one} must be {name}, \
        and either {other} must be. {a} and {b} see each other, so at most one is {name}. So \
        {ends} must be {name}. A cell that sees cells of both groups cannot be {name}.",
        one = either(&one[mine], &one[1 - mine]),
        other = either(&other[theirs], &other[1 - theirs]),
        ends = either(&one[1 - mine], &other[1 - theirs]),
        a,
        b,
        name
    );
    Explanation {
        highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}

/// Returns the reason why cells are trapped: `r2c2 sees r2c7 and r5c2: cells of both
/// colors`.
fn explain_trap(position: &Position<'_>, cluster: &Cluster, cells: &CellSet) -> Phrase {
    let ends = |within: &CellSet| {
        let ends = cluster.colors.each_ref().map(|color| {
            (color & within)
                .first()
                .map(|end| position.format_cell(end))
        });
        text::join_and(ends.into_iter().flatten())
    };
    let all = position.format_cells(cells);
    let common = position.common_peers(cells);
    if cluster.colors.iter().all(|color| color.intersects(&common)) {
        let seen = ends(&common);
        if cells.single().is_some() {
            phrase!("{all} sees {seen}: cells of both colors", all, seen)
        } else {
            phrase!("Each of {all} sees {seen}: cells of both colors", all, seen)
        }
    } else if cells.len() <= 3 {
        let sees = cells.iter().map(|cell| {
            let others = ends(position.peers(cell));
            let cell = position.format_cell(cell);
            phrase!("{cell} sees {others}", cell, others)
        });
        phrase!("{sees}: cells of both colors", sees = text::join_and(sees))
    } else {
        phrase!("Each of {all} sees cells of both colors", all)
    }
}

/// Explains that two cells with the color of this number see each other.
fn explain_equal_colors(
    position: &Position<'_>,
    number: usize,
    [a, b]: [usize; 2],
    digit: Digit,
) -> Phrase {
    let (a, b) = (position.format_cell(a), position.format_cell(b));
    let digit = position.format_digit(digit);
    if number == 0 {
        phrase!(
            "But {a} and {b} have the first color and see each other, so they cannot both be \
            {digit}: that color is false.",
            a,
            b,
            digit
        )
    } else {
        phrase!(
            "But {a} and {b} have the second color and see each other, so they cannot both be \
            {digit}: that color is false.",
            a,
            b,
            digit
        )
    }
}

/// Returns the two cases of a cluster: `Strong links give the candidates of 4 two colors. Either
/// r1c1 and r5c5 must all be 4, or r1c7 must be.`
fn explain_cluster(position: &Position<'_>, cluster: &Cluster, digit: Digit) -> Phrase {
    let digit = position.format_digit(digit);
    let [one, other] = &cluster.colors;
    let first = {
        let (cells, digit) = (position.format_cells(one), &digit);
        if one.len() > 1 {
            phrase!("{cells} must all be {digit}", cells, digit)
        } else {
            phrase!("{cells} must be {digit}", cells, digit)
        }
    };
    let cells = position.format_cells(other);
    let second = if other.len() > 1 {
        phrase!("{cells} must all be", cells)
    } else {
        phrase!("{cells} must be", cells)
    };
    phrase!(
        "Strong links give the candidates of {digit} two colors. Either {first}, or {second}.",
        digit,
        first,
        second
    )
}

/// Highlights the candidates of a digit in a cluster, in colors from `first`, and their links.
fn highlight_cluster(
    position: &Position<'_>,
    cluster: &Cluster,
    digit: Digit,
    first: u8,
) -> Vec<Highlight> {
    let in_color = |cells: &CellSet, color: u8| -> Vec<Highlight> {
        let candidates: Vec<Candidate> = position.candidates_of_digit(cells, digit);
        candidates
            .into_iter()
            .map(|candidate| Highlight::Candidate(candidate, HighlightRole::Group(color)))
            .collect()
    };
    let mut highlights = in_color(&cluster.colors[0], first);
    highlights.extend(in_color(&cluster.colors[1], first + 1));
    highlights.extend(
        cluster
            .links
            .iter()
            .map(|[a, b]| highlight_link(position, *a, *b, digit, true)),
    );
    highlights
}

fn highlight_both(
    position: &Position<'_>,
    clusters: [&Cluster; 2],
    digit: Digit,
) -> Vec<Highlight> {
    let mut both = highlight_cluster(position, clusters[0], digit, 0);
    both.extend(highlight_cluster(position, clusters[1], digit, 2));
    both
}
