//! Breadth-first search for chains of alternating strong and weak links.
//!
//! ```text
//! layer   0          1          1          2          2
//!         start off ═ on ─────── off ══════ on ─────── off ═ …
//! ```
//!
//! A node is in the layer that reaches it first. So a node of layer k ends a chain of k strong
//! links, and no shorter chain leads to it. Both kinds of links are symmetric, so a chain reads the
//! same from both ends, and the search considers each pair of ends once.
//!
//! Source: the chains are those that players call AIC. The search is plain breadth-first search
//! with rows of bits for layers. It takes a few tenths of a millisecond for 9×9.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::explain;
use crate::links::{Links, intersection, iter_bits, set_bit};
use crate::position::Position;
use crate::step::Deduction;
use crate::technique::StepSink;

/// The maximum number of shortest rings through a link that are emitted one by one. For links with
/// more rings, only the eliminations of the link itself are emitted.
const MAX_RINGS_PER_LINK: usize = 24;

/// The links that a kind of chain may use.
pub(super) struct ChainGraph<'l> {
    pub(super) links: &'l Links,
    weak: Vec<u64>,
    strong: Vec<u64>,
}

impl<'l> ChainGraph<'l> {
    /// Returns the graph of all links.
    pub(super) fn all(links: &'l Links) -> Self {
        Self::with_filters(links, |_, _| true, |_, _| true)
    }

    /// Returns the graph of links between candidates of one digit.
    pub(super) fn one_digit(links: &'l Links) -> Self {
        let same = |a: usize, b: usize| links.digit(a) == links.digit(b);
        Self::with_filters(links, same, same)
    }

    /// Returns the graph with strong links only in bivalue cells.
    pub(super) fn bivalue(links: &'l Links) -> Self {
        Self::with_filters(links, |_, _| true, |a, b| links.cell(a) == links.cell(b))
    }

    /// Returns the graph with the weak and strong links that pass a filter.
    fn with_filters(
        links: &'l Links,
        weak: impl Fn(usize, usize) -> bool,
        strong: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let words = links.words();
        let mut graph = Self {
            links,
            weak: vec![0; links.len() * words],
            strong: vec![0; links.len() * words],
        };
        for node in 0..links.len() {
            iter_bits(links.weak(node))
                .filter(|other| weak(node, *other))
                .for_each(|other| set_bit(&mut graph.weak[node * words..], other));
            iter_bits(links.strong(node))
                .filter(|other| strong(node, *other))
                .for_each(|other| set_bit(&mut graph.strong[node * words..], other));
        }
        graph
    }

    fn weak(&self, node: usize) -> &[u64] {
        let words = self.links.words();
        &self.weak[node * words..(node + 1) * words]
    }

    fn strong(&self, node: usize) -> &[u64] {
        let words = self.links.words();
        &self.strong[node * words..(node + 1) * words]
    }
}

/// The conditions for emitted chains.
pub(super) struct ChainFilter<'g> {
    /// The minimum number of strong links.
    pub(super) min_links: usize,
    /// `true` to skip chains whose ends rule each other out.
    pub(super) exclude_rings: bool,
    /// If set, only chains that are shorter than those of this graph between the same ends.
    pub(super) shorter_than: Option<&'g ChainGraph<'g>>,
}

/// The layers from one start.
pub(super) struct LayeredSearch<'g> {
    graph: &'g ChainGraph<'g>,
    /// Rows of bits, alternating off and on. The first row has only the start, which is off.
    layers: Vec<u64>,
    on: Vec<u64>,
    off: Vec<u64>,
}

impl<'g> LayeredSearch<'g> {
    fn new(graph: &'g ChainGraph<'g>) -> Self {
        let words = graph.links.words();
        Self {
            graph,
            layers: Vec::new(),
            on: vec![0; words],
            off: vec![0; words],
        }
    }

    fn start_at(&mut self, start: usize) {
        self.on.fill(0);
        self.off.fill(0);
        set_bit(&mut self.off, start);
        self.layers.clear();
        self.layers.extend_from_slice(&self.off);
    }

    /// Adds one strong and one weak link. Returns `false` if no new node is true.
    fn advance(&mut self) -> bool {
        let Self {
            graph,
            layers,
            on,
            off,
        } = self;
        add_layer(layers, on, |node| graph.strong(node)) && {
            add_layer(layers, off, |node| graph.weak(node));
            true
        }
    }

    fn layer(&self, number: usize) -> &[u64] {
        let words = self.on.len();
        &self.layers[number * words..(number + 1) * words]
    }

    /// Returns the nodes that are true after this number of strong links and not after fewer. The
    /// number is at least 1.
    fn on(&self, links: usize) -> &[u64] {
        self.layer(2 * links - 1)
    }

    /// Returns the nodes that are false after this number of strong links.
    fn off(&self, links: usize) -> &[u64] {
        self.layer(2 * links)
    }

    /// Computes the number of strong links after which each node is true, or 0 for never.
    fn distances(&mut self, start: usize, into: &mut [usize]) {
        into.fill(0);
        self.start_at(start);
        let mut links = 0;
        while self.advance() {
            links += 1;
            iter_bits(self.on(links)).for_each(|node| into[node] = links);
        }
    }

    /// Returns the nodes of a chain from the start to this node.
    fn path(&self, end: usize, links: usize) -> Vec<usize> {
        let mut paths = Vec::new();
        self.paths(&mut vec![end], links, 1, &mut paths);
        paths.pop().unwrap_or_default()
    }

    /// Collects the chains with this number of strong links from the start to the last node of
    /// `back`, at most `most` of them.
    fn paths(&self, back: &mut Vec<usize>, links: usize, most: usize, paths: &mut Vec<Vec<usize>>) {
        let Some(node) = back.last().copied() else {
            return;
        };
        for before in intersection(self.off(links - 1), self.graph.strong(node)) {
            back.push(before);
            if links == 1 {
                paths.push(back.iter().rev().copied().collect());
            } else {
                for on in intersection(self.on(links - 1), self.graph.weak(before)) {
                    back.push(on);
                    self.paths(back, links - 1, most, paths);
                    back.pop();
                    if paths.len() >= most {
                        break;
                    }
                }
            }
            back.pop();
            if paths.len() >= most {
                return;
            }
        }
    }
}

/// Adds the next layer: the nodes in the rows of the last layer that are not known yet. Returns
/// whether there are any.
fn add_layer<'r>(
    layers: &mut Vec<u64>,
    known: &mut [u64],
    row: impl Fn(usize) -> &'r [u64],
) -> bool {
    let words = known.len();
    let end = layers.len();
    layers.resize(end + words, 0);
    let (before, next) = layers.split_at_mut(end);
    for node in iter_bits(&before[end - words..]) {
        next.iter_mut()
            .zip(row(node))
            .for_each(|(next, row)| *next |= row);
    }
    let mut any = 0;
    for (next, known) in next.iter_mut().zip(known) {
        *next &= !*known;
        *known |= *next;
        any |= *next;
    }
    any != 0
}

/// Returns the difference in difficulty for a length, in tenths. It follows Sukaku Explainer: one
/// tenth above each of the lengths 4, 6, 8, 12, 16, 24 and so on.
pub(crate) fn length_difficulty(length: usize) -> u16 {
    let (mut tenths, mut passed, mut by_half) = (0, 4, true);
    while length > passed {
        tenths += 1;
        passed = if by_half {
            passed * 3 / 2
        } else {
            passed * 4 / 3
        };
        by_half = !by_half;
    }
    tenths
}

/// Calls `each` for all chain ends from every start, with the number of strong links.
fn for_each_end(
    sink: &mut StepSink<'_>,
    graph: &ChainGraph<'_>,
    filter: &ChainFilter<'_>,
    mut each: impl FnMut(&mut StepSink<'_>, &LayeredSearch<'_>, usize, usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut search = LayeredSearch::new(graph);
    let mut shorter_than = filter
        .shorter_than
        .map(|other| (LayeredSearch::new(other), vec![0; other.links.len()]));
    for start in 0..graph.links.len() {
        sink.check_stop()?;
        if graph.strong(start).iter().all(|word| *word == 0) {
            continue;
        }
        if let Some((other, distances)) = shorter_than
            .as_mut()
            .filter(|(_, distances)| start < distances.len())
        {
            other.distances(start, distances);
        }
        search.start_at(start);
        let mut links = 0;
        while search.advance() {
            links += 1;
            if links < filter.min_links {
                continue;
            }
            for end in iter_bits(search.on(links)).filter(|end| *end >= start) {
                let known = shorter_than.as_ref().and_then(|(_, distances)| {
                    distances.get(end).filter(|_| start < distances.len())
                });
                if known.is_none_or(|known| *known == 0 || links < *known) {
                    each(sink, &search, start, end, links)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Emits the eliminations that both ends of each shortest chain cause, and placements of nodes
/// whose negation leads back to them.
pub(super) fn find_chains(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    graph: &ChainGraph<'_>,
    filter: &ChainFilter<'_>,
) -> ControlFlow<()> {
    let links = graph.links;
    let shortest = length_difficulty(2 * filter.min_links);
    for_each_end(sink, graph, filter, |sink, search, start, end, length| {
        let are_weakly_linked = links.are_weakly_linked(start, end);
        if filter.exclude_rings && are_weakly_linked || !links.rule_out_any(start, end) {
            return ControlFlow::Continue(());
        }
        let deduction = if start == end && start < links.candidate_count() {
            Deduction::from_placement(links.candidate(position, start))
        } else {
            Deduction::from_eliminations(
                links
                    .ruled_out(start, end)
                    .map(|node| links.candidate(position, node))
                    .collect(),
            )
        };
        sink.emit_harder(
            length_difficulty(2 * length) - shortest,
            deduction.clone(),
            || explain::explain_chain(position, links, &search.path(end, length), &deduction),
        )
    })
}

/// Emits the eliminations of the links of each shortest ring.
pub(super) fn find_rings(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    graph: &ChainGraph<'_>,
    filter: &ChainFilter<'_>,
) -> ControlFlow<()> {
    let links = graph.links;
    let shortest = length_difficulty(2 * filter.min_links - 2);
    let mut known = BTreeSet::new();
    for_each_end(sink, graph, filter, |sink, search, start, end, length| {
        // Each weak link of a ring closes it, so each of its links finds the ring. A link that
        // rules nothing out is skipped.
        if !links.are_weakly_linked(start, end) || !links.rule_out_any(start, end) {
            return ControlFlow::Continue(());
        }
        let mut paths = Vec::new();
        search.paths(&mut vec![end], length, MAX_RINGS_PER_LINK + 1, &mut paths);
        let only_this = paths.len() > MAX_RINGS_PER_LINK;
        if only_this {
            paths.truncate(1);
        }
        for path in paths {
            let mut gone = vec![0; links.words()];
            let weak = path[1..path.len() - 1]
                .chunks_exact(2)
                .map(|pair| (pair[0], pair[1]))
                .filter(|_| !only_this);
            for (a, b) in weak.chain([(start, end)]) {
                links
                    .ruled_out(a, b)
                    .for_each(|node| set_bit(&mut gone, node));
            }
            let deduction = Deduction::from_eliminations(
                iter_bits(&gone)
                    .map(|node| links.candidate(position, node))
                    .collect(),
            );
            if known.insert((length, gone)) {
                sink.emit_harder(
                    length_difficulty(2 * length - 2) - shortest,
                    deduction.clone(),
                    || explain::explain_ring(position, links, &path, &deduction),
                )?;
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn long_chains_are_harder() {
        let lengths = [0, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 25, 32, 33, 48, 49];
        assert_eq!(
            lengths.map(super::length_difficulty),
            [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]
        );
    }
}
