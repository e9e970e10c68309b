//! Automorphisms and canonical labellings of a colored graph, by individualization and refinement.
//!
//! ```text
//!   partition of the vertices ─ refine ─▶ equitable: vertices of a class have equally many neighbors in every class
//!   not all alone? ─▶ one vertex of the first least class is set apart, and refined again: a tree; its leaves are labellings
//!   two leaves that make the same graph differ by an automorphism ─▶ branches that it maps to each other need one visit only
//! ```
//!
//! The method is that of McKay, "Practical graph isomorphism" (1981), in its plain form: first path, best path, orbits of the automorphisms found. The group's order is the
//! product of the orbits along the first path. Labellings depend on the graph alone, so isomorphic graphs get equal ones.

use std::cmp::Ordering;
use std::collections::VecDeque;

use ndoku_solver::{Budget, StopReason};

/// Vertices and their neighbors.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    starts: Vec<usize>,
    list: Vec<u32>,
}

/// Why a search was given up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum GraphSearchError {
    /// As many nodes as it was allowed.
    TooManyNodes,
    /// Its budget ran out.
    Stopped(StopReason),
}

/// How far a search may go.
pub(super) struct SearchLimit<'a> {
    pub nodes: u64,
    /// Asked at every node: refining a graph takes microseconds at least.
    pub budget: &'a Budget<'a>,
}

impl SearchLimit<'_> {
    fn count_node(&mut self) -> Result<(), GraphSearchError> {
        self.nodes = self
            .nodes
            .checked_sub(1)
            .ok_or(GraphSearchError::TooManyNodes)?;
        self.budget
            .poll()
            .map_or(Ok(()), |reason| Err(GraphSearchError::Stopped(reason)))
    }
}

impl Graph {
    /// So many vertices, joined by these edges.
    pub(super) fn new(vertices: usize, edges: &[(usize, usize)]) -> Self {
        let mut neighbors = vec![Vec::new(); vertices];
        for (a, b) in edges {
            neighbors[*a].push(*b as u32);
            neighbors[*b].push(*a as u32);
        }
        let mut graph = Self {
            starts: vec![0],
            list: Vec::new(),
        };
        for list in neighbors {
            graph.list.extend(list);
            graph.starts.push(graph.list.len());
        }
        graph
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn neighbors(&self, vertex: u32) -> &[u32] {
        &self.list[self.starts[vertex as usize]..self.starts[vertex as usize + 1]]
    }

    /// The graph with vertices named by `labels`: for each name the sorted names of the neighbors, one behind the other.
    fn certificate(&self, order: &[u32], labels: &[u32]) -> Vec<u32> {
        let mut out = Vec::with_capacity(self.list.len() + self.len());
        for vertex in order {
            let from = out.len();
            out.extend(
                self.neighbors(*vertex)
                    .iter()
                    .map(|other| labels[*other as usize]),
            );
            out[from..].sort_unstable();
            // So that lists do not run into each other.
            out.push(u32::MAX);
        }
        out
    }
}

/// Vertices in classes, in an order.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// The vertices, class by class.
    pub order: Vec<u32>,
    /// Where each vertex stands.
    pub place: Vec<u32>,
    /// For each vertex where its class begins.
    class: Vec<u32>,
    /// How many vertices the class has that begins here.
    size: Vec<u32>,
    classes: usize,
}

/// What refinement needs besides, used again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    count: Vec<u32>,
    queued: Vec<bool>,
    queue: VecDeque<u32>,
}

impl Partition {
    /// Classes by color, ascending.
    pub(super) fn new(colors: &[u32]) -> Self {
        let count = colors.len();
        let mut order: Vec<u32> = (0..count as u32).collect();
        order.sort_by_key(|vertex| colors[*vertex as usize]);
        let mut partition = Self {
            place: vec![0; count],
            class: vec![0; count],
            size: vec![0; count],
            classes: 0,
            order,
        };
        let mut start = 0;
        for place in 0..count {
            let vertex = partition.order[place] as usize;
            if place == 0 || colors[vertex] != colors[partition.order[place - 1] as usize] {
                start = place;
                partition.classes += 1;
            }
            partition.place[vertex] = place as u32;
            partition.class[vertex] = start as u32;
            partition.size[start] += 1;
        }
        partition
    }

    pub(super) fn is_discrete(&self) -> bool {
        self.classes == self.order.len()
    }

    /// Refines until it is equitable; the answer says what happened, alike for isomorphic graphs. `from`: the class that is new, or all.
    pub(super) fn refine(
        &mut self,
        graph: &Graph,
        from: Option<u32>,
        scratch: &mut Scratch,
    ) -> u64 {
        let Scratch {
            count,
            queued,
            queue,
        } = scratch;
        count.clear();
        count.resize(self.order.len(), 0);
        queued.clear();
        queued.resize(self.order.len(), false);
        queue.clear();
        match from {
            Some(class) => queue.push_back(class),
            None => queue.extend(
                (0..self.order.len() as u32).filter(|start| self.size[*start as usize] > 0),
            ),
        }
        queue
            .iter()
            .for_each(|class| queued[*class as usize] = true);
        let mut trace = Trace(0x9e37_79b9);
        let (mut splitter, mut touched) = (Vec::new(), Vec::new());
        while let Some(start) = queue.pop_front() {
            if self.is_discrete() {
                break;
            }
            queued[start as usize] = false;
            splitter.clear();
            splitter.extend_from_slice(
                &self.order[start as usize..(start + self.size[start as usize]) as usize],
            );
            touched.clear();
            for other in splitter.iter().flat_map(|vertex| graph.neighbors(*vertex)) {
                if count[*other as usize] == 0 {
                    touched.push(self.class[*other as usize]);
                }
                count[*other as usize] += 1;
            }
            touched.sort_unstable();
            touched.dedup();
            trace.add(start);
            for class in &touched {
                self.split(*class as usize, count, queued, queue, &mut trace);
            }
            for other in splitter.iter().flat_map(|vertex| graph.neighbors(*vertex)) {
                count[*other as usize] = 0;
            }
        }
        trace.add(self.classes as u32);
        trace.0
    }

    /// Splits a class by the counts of its vertices.
    fn split(
        &mut self,
        start: usize,
        count: &[u32],
        queued: &mut [bool],
        queue: &mut VecDeque<u32>,
        trace: &mut Trace,
    ) {
        let end = start + self.size[start] as usize;
        trace.add(start as u32);
        let members = &mut self.order[start..end];
        if members.len() > 1 {
            members.sort_unstable_by_key(|vertex| count[*vertex as usize]);
        }
        let of = |place: usize| count[self.order[place] as usize];
        if of(start) == of(end - 1) {
            trace.add(of(start));
            return;
        }
        // Of a class that is not waiting the largest part need not wait either.
        let was_queued = queued[start];
        let (mut largest, mut most) = (start, 0);
        let mut parts = Vec::new();
        let mut from = start;
        while from < end {
            let mut to = from + 1;
            while to < end && of(to) == of(from) {
                to += 1;
            }
            trace.add(of(from));
            trace.add((to - from) as u32);
            if to - from > most {
                (largest, most) = (from, to - from);
            }
            parts.push((from, to));
            from = to;
        }
        self.classes += parts.len() - 1;
        for (from, to) in parts {
            self.size[from] = (to - from) as u32;
            for place in from..to {
                let vertex = self.order[place] as usize;
                self.place[vertex] = place as u32;
                self.class[vertex] = from as u32;
            }
            if (was_queued || from != largest) && !queued[from] {
                queued[from] = true;
                queue.push_back(from as u32);
            }
        }
    }

    /// Sets a vertex apart, before the others of its class; the class that is new.
    pub(super) fn individualize(&mut self, vertex: u32) -> u32 {
        let start = self.class[vertex as usize];
        let (here, first) = (self.place[vertex as usize], self.order[start as usize]);
        self.order.swap(start as usize, here as usize);
        (self.place[vertex as usize], self.place[first as usize]) = (start, here);
        let rest = self.size[start as usize] - 1;
        self.size[start as usize] = 1;
        if rest > 0 {
            self.size[start as usize + 1] = rest;
            for place in start + 1..=start + rest {
                self.class[self.order[place as usize] as usize] = start + 1;
            }
            self.classes += 1;
        }
        start
    }

    /// The vertices of the first of the least classes with more than one, ascending. Classes from `blanks` to `end`, which are clues, come before the others, and those
    /// before `blanks` last.
    pub(super) fn target_cell(&self, (blanks, end): (usize, usize)) -> Vec<u32> {
        let several = (0..self.order.len()).filter(|start| self.size[*start] > 1);
        let rank = |start: usize| {
            if start < blanks {
                2
            } else {
                u8::from(start >= end)
            }
        };
        let Some(start) = several.min_by_key(|start| (rank(*start), self.size[*start])) else {
            return Vec::new();
        };
        let mut members = self.order[start..start + self.size[start] as usize].to_vec();
        members.sort_unstable();
        members
    }
}

/// A number for what happened.
struct Trace(u64);

impl Trace {
    fn add(&mut self, value: u32) {
        self.0 = (self.0 ^ u64::from(value))
            .wrapping_mul(0xff51_afd7_ed55_8ccd)
            .rotate_left(29);
    }
}

/// A labelling, with the way to it.
#[derive(Clone, Debug)]
struct Leaf {
    path: Vec<u32>,
    traces: Vec<u64>,
    order: Vec<u32>,
    certificate: Vec<u32>,
}

/// What is known of a graph's symmetries.
#[derive(Clone, Debug)]
pub(super) struct CanonicalLabeling {
    /// The vertices in the order of the canonical labelling.
    pub order: Vec<u32>,
    /// Automorphisms that make all others: for each vertex its image.
    pub generators: Vec<Vec<u32>>,
    /// The number of automorphisms is the product of these.
    pub factors: Vec<u64>,
}

struct Search<'a> {
    graph: &'a Graph,
    scratch: Scratch,
    limit: SearchLimit<'a>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    generators: Vec<Vec<u32>>,
    factors: Vec<u64>,
    path: Vec<u32>,
    traces: Vec<u64>,
    /// Where the vertices of color 1 begin, and where they end.
    clues: (usize, usize),
}

/// The symmetries of a graph with colored vertices; a labelling names vertices of lesser color first. Visits at most so many nodes of the tree.
/// Vertices of color 1 are set apart first, since a clue fixes its houses and its digit, and those of color 0 last: then what is left of a grid is its blank lines, of
/// which each branch is like the others.
pub(super) fn canonical_labeling(
    graph: &Graph,
    colors: &[u32],
    limit: SearchLimit<'_>,
) -> Result<CanonicalLabeling, GraphSearchError> {
    let mut partition = Partition::new(colors);
    let mut scratch = Scratch::default();
    partition.refine(graph, None, &mut scratch);
    let (path, traces) = (Vec::new(), Vec::new());
    let of = |most: u32| colors.iter().filter(|color| **color <= most).count();
    let clues = (of(0), of(1));
    let mut search = Search {
        graph,
        scratch,
        limit,
        first: None,
        best: None,
        generators: Vec::new(),
        factors: Vec::new(),
        path,
        traces,
        clues,
    };
    search.visit(&partition)?;
    let order = search.best.map(|leaf| leaf.order).unwrap_or_default();
    Ok(CanonicalLabeling {
        order,
        generators: search.generators,
        factors: search.factors,
    })
}

impl Search<'_> {
    /// Visits a node and what is below. The answer is the level to go on at.
    fn visit(&mut self, partition: &Partition) -> Result<usize, GraphSearchError> {
        self.limit.count_node()?;
        let level = self.path.len();
        if partition.is_discrete() {
            return Ok(self.visit_leaf(partition));
        }
        let mut tried: Vec<u32> = Vec::new();
        let mut orbits = Orbits::new(self.graph.len());
        let mut known = 0;
        for vertex in partition.target_cell(self.clues) {
            // Automorphisms that keep the way to here map branches to each other.
            for generator in &self.generators[known..] {
                if self
                    .path
                    .iter()
                    .all(|kept| generator[*kept as usize] == *kept)
                {
                    orbits.merge(generator);
                }
            }
            known = self.generators.len();
            if tried
                .iter()
                .any(|other| orbits.root(*other) == orbits.root(vertex))
            {
                continue;
            }
            tried.push(vertex);
            let mut child = partition.clone();
            let class = child.individualize(vertex);
            let trace = child.refine(self.graph, Some(class), &mut self.scratch);
            self.path.push(vertex);
            self.traces.push(trace);
            let to = if self.may_improve() {
                self.visit(&child)?
            } else {
                level
            };
            self.path.pop();
            self.traces.pop();
            if to < level {
                return Ok(to);
            }
        }
        if let Some(first) = &self.first
            && first.path.starts_with(&self.path)
        {
            for generator in &self.generators[known..] {
                orbits.merge(generator);
            }
            let own = orbits.root(first.path[level]);
            let orbit = (0..self.graph.len() as u32)
                .filter(|vertex| orbits.root(*vertex) == own)
                .count();
            self.factors.push(orbit as u64);
        }
        Ok(level)
    }

    /// Whether a leaf below could be as the first, or as good as the best.
    fn may_improve(&self) -> bool {
        let (Some(first), Some(best)) = (&self.first, &self.best) else {
            return true;
        };
        first.traces.starts_with(&self.traces)
            || self.traces[..] <= best.traces[..self.traces.len().min(best.traces.len())]
    }

    fn visit_leaf(&mut self, partition: &Partition) -> usize {
        let certificate = self.graph.certificate(&partition.order, &partition.place);
        let leaf = Leaf {
            path: self.path.clone(),
            traces: self.traces.clone(),
            order: partition.order.clone(),
            certificate,
        };
        let (Some(first), Some(best)) = (&self.first, &self.best) else {
            self.best = Some(leaf.clone());
            self.first = Some(leaf);
            return self.path.len();
        };
        let shared = |other: &Leaf| {
            other
                .path
                .iter()
                .zip(&leaf.path)
                .take_while(|(a, b)| a == b)
                .count()
        };
        let onto = |other: &Leaf| {
            let mut image = vec![0; leaf.order.len()];
            other
                .order
                .iter()
                .zip(&leaf.order)
                .for_each(|(from, to)| image[*from as usize] = *to);
            image
        };
        if first.certificate == leaf.certificate {
            let (level, image) = (shared(first), onto(first));
            self.generators.push(image);
            return level;
        }
        match (&leaf.traces, &leaf.certificate).cmp(&(&best.traces, &best.certificate)) {
            Ordering::Less => self.best = Some(leaf),
            Ordering::Equal => {
                let (level, image) = (shared(best), onto(best));
                self.generators.push(image);
                return level;
            }
            Ordering::Greater => {}
        }
        self.path.len()
    }
}

/// Which vertices automorphisms map to each other.
struct Orbits(Vec<u32>);

impl Orbits {
    fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    fn root(&self, mut vertex: u32) -> u32 {
        while self.0[vertex as usize] != vertex {
            vertex = self.0[vertex as usize];
        }
        vertex
    }

    fn merge(&mut self, generator: &[u32]) {
        for (vertex, image) in generator.iter().enumerate() {
            let (a, b) = (self.root(vertex as u32), self.root(*image));
            // The least is the root, and ways stay short.
            self.0[a.max(b) as usize] = a.min(b);
            self.0[vertex] = a.min(b);
        }
    }
}

/// An isomorphism of one graph onto another, for each vertex its image: the first that a search in a fixed order finds, so that it depends on the two graphs as they are
/// numbered and on nothing else. `None` if there is none.
pub(super) fn isomorphism(
    from: &Graph,
    to: &Graph,
    colors: [&[u32]; 2],
    limit: &mut SearchLimit<'_>,
) -> Result<Option<Vec<u32>>, GraphSearchError> {
    let mut scratch = Scratch::default();
    let [mut a, mut b] = colors.map(Partition::new);
    if from.len() != to.len()
        || a.refine(from, None, &mut scratch) != b.refine(to, None, &mut scratch)
    {
        return Ok(None);
    }
    extend_isomorphism(from, to, &a, &b, &mut scratch, limit)
}

fn extend_isomorphism(
    from: &Graph,
    to: &Graph,
    a: &Partition,
    b: &Partition,
    scratch: &mut Scratch,
    limit: &mut SearchLimit<'_>,
) -> Result<Option<Vec<u32>>, GraphSearchError> {
    limit.count_node()?;
    if a.is_discrete() {
        let same = from.certificate(&a.order, &a.place) == to.certificate(&b.order, &b.place);
        return Ok(same.then(|| {
            (0..from.len())
                .map(|vertex| b.order[a.place[vertex] as usize])
                .collect()
        }));
    }
    let mut other = b.clone();
    let Some(chosen) = b.target_cell((0, 0)).first().copied() else {
        return Ok(None);
    };
    let class = other.individualize(chosen);
    let trace = other.refine(to, Some(class), scratch);
    for vertex in a.target_cell((0, 0)) {
        let mut own = a.clone();
        let class = own.individualize(vertex);
        if own.refine(from, Some(class), scratch) == trace
            && let Some(found) = extend_isomorphism(from, to, &own, &other, scratch, limit)?
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    macro_rules! limit {
        ($nodes:expr) => {
            SearchLimit {
                nodes: $nodes,
                budget: &Budget::default(),
            }
        };
    }

    fn order(graph: &Graph) -> u64 {
        canonical_labeling(graph, &vec![0; graph.len()], limit!(100_000))
            .unwrap()
            .factors
            .iter()
            .product()
    }

    /// The Petersen graph: pairs of five, joined if they have nothing in common.
    fn petersen() -> Graph {
        let pairs: Vec<(usize, usize)> = (0..5)
            .flat_map(|a| (a + 1..5).map(move |b| (a, b)))
            .collect();
        let apart =
            |(a, b): (usize, usize), (c, d): (usize, usize)| a != c && a != d && b != c && b != d;
        let edges: Vec<(usize, usize)> = (0..10)
            .flat_map(|a| (a + 1..10).map(move |b| (a, b)))
            .filter(|(a, b)| apart(pairs[*a], pairs[*b]))
            .collect();
        Graph::new(10, &edges)
    }

    #[test]
    fn groups_are_those_that_are_known() {
        let cycle: Vec<(usize, usize)> = (0..12).map(|a| (a, (a + 1) % 12)).collect();
        assert_eq!(order(&Graph::new(12, &cycle)), 24);
        assert_eq!(order(&petersen()), 120);
        assert_eq!(order(&Graph::new(6, &[])), 720);
        let cube: Vec<(usize, usize)> = (0..8)
            .flat_map(|a| [1, 2, 4].map(|bit| (a, a ^ bit)))
            .filter(|(a, b)| a < b)
            .collect();
        assert_eq!(order(&Graph::new(8, &cube)), 48);
        assert_eq!(
            canonical_labeling(&petersen(), &[0; 10], limit!(3)).unwrap_err(),
            GraphSearchError::TooManyNodes
        );
        let flag = AtomicBool::new(true);
        let budget = Budget::default().stop_flag(&flag);
        assert_eq!(
            canonical_labeling(
                &petersen(),
                &[0; 10],
                SearchLimit {
                    nodes: 1_000,
                    budget: &budget
                }
            )
            .unwrap_err(),
            GraphSearchError::Stopped(StopReason::Flag)
        );
    }

    #[test]
    fn isomorphic_graphs_have_the_same_labelling() {
        let graph = petersen();
        let of = |graph: &Graph| {
            let found = canonical_labeling(graph, &[0; 10], limit!(1_000)).unwrap();
            let mut labels = vec![0; 10];
            found
                .order
                .iter()
                .enumerate()
                .for_each(|(label, vertex)| labels[*vertex as usize] = label as u32);
            graph.certificate(&found.order, &labels)
        };
        let wanted = of(&graph);
        for shift in 1..10 {
            let moved = |vertex: usize| (vertex * 3 + shift) % 10;
            let edges: Vec<(usize, usize)> = (0..10_usize)
                .flat_map(|a| {
                    graph
                        .neighbors(a as u32)
                        .iter()
                        .map(move |b| (moved(a), moved(*b as usize)))
                })
                .filter(|(a, b)| a < b)
                .collect();
            let other = Graph::new(10, &edges);
            assert_eq!(of(&other), wanted);
            let image = isomorphism(&graph, &other, [&[0; 10]; 2], &mut limit!(1_000))
                .unwrap()
                .unwrap();
            for (a, b) in (0..10_usize).flat_map(|a| {
                graph
                    .neighbors(a as u32)
                    .iter()
                    .map(move |b| (a, *b as usize))
            }) {
                assert!(other.neighbors(image[a]).contains(&image[b]));
            }
        }
    }
}
