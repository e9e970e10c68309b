//! Automorphisms and canonical labelings of a colored graph, by individualization and refinement.
//!
//! ```text
//!   partition of the vertices ─ refine ─▶ equitable: the vertices of a class have equally many
//!                                         neighbors in every class
//!   not discrete? ─▶ individualize a vertex of the first smallest class and refine again;
//!                    the leaves of this search tree are labelings
//!   two leaves with the same graph differ by an automorphism ─▶ of branches that it maps to each
//!                                                               other, one visit suffices
//! ```
//!
//! The method is that of McKay, "Practical graph isomorphism" (1981), in its basic form: first
//! path, best path, orbits of the automorphisms found. The order of the group is the product of the
//! orbits along the first path. Labelings depend only on the graph, so that isomorphic graphs get
//! equal ones.

use std::cmp::Ordering;
use std::collections::VecDeque;

use ndoku_solver::{Budget, StopReason};

/// A graph as adjacency lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    starts: Vec<usize>,
    list: Vec<u32>,
}

/// The reason why a search ended early.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum GraphSearchError {
    /// The search reached its limit of nodes.
    TooManyNodes,
    /// The budget ran out.
    Stopped(StopReason),
}

/// The limits of a search.
pub(super) struct SearchLimit<'a> {
    pub nodes: u64,
    /// Polled at every node, because refining a graph takes microseconds at least.
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
    /// Creates a graph with this number of vertices and these edges.
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

    /// Returns the graph under a labeling: for each label, the sorted labels of its neighbors.
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
            // Separates the lists of two vertices.
            out.push(u32::MAX);
        }
        out
    }
}

/// An ordered partition of the vertices.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// The vertices, class by class.
    pub order: Vec<u32>,
    /// For each vertex, its index in `order`.
    pub place: Vec<u32>,
    /// For each vertex, the start of its class.
    class: Vec<u32>,
    /// For each start of a class, the number of its vertices.
    size: Vec<u32>,
    classes: usize,
}

/// Reusable memory of the refinement.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    count: Vec<u32>,
    queued: Vec<bool>,
    queue: VecDeque<u32>,
}

impl Partition {
    /// Creates the partition by color, in ascending order.
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

    /// Refines the partition until it is equitable. `from` is the only new class; without it all
    /// classes are new. Returns a trace that is equal for isomorphic graphs.
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
        // If the class was not queued, its largest part need not be queued.
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

    /// Moves a vertex into a new class before the rest of its class. Returns the new class.
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

    /// Returns the vertices of the target cell, ascending: the first smallest class with more than
    /// one vertex. Classes from `blanks` to `end`, which are clues, come before all others. Classes
    /// before `blanks` come last.
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

/// A hash of the refinement steps.
struct Trace(u64);

impl Trace {
    fn add(&mut self, value: u32) {
        self.0 = (self.0 ^ u64::from(value))
            .wrapping_mul(0xff51_afd7_ed55_8ccd)
            .rotate_left(29);
    }
}

/// A labeling, with the path to it.
#[derive(Clone, Debug)]
struct Leaf {
    path: Vec<u32>,
    traces: Vec<u64>,
    order: Vec<u32>,
    certificate: Vec<u32>,
}

/// A canonical labeling with the automorphism group.
#[derive(Clone, Debug)]
pub(super) struct CanonicalLabeling {
    /// The vertices in the order of the canonical labeling.
    pub order: Vec<u32>,
    /// Generators of the automorphism group: for each vertex its image.
    pub generators: Vec<Vec<u32>>,
    /// Factors whose product is the number of automorphisms.
    pub factors: Vec<u64>,
}

struct LabelingSearch<'a> {
    graph: &'a Graph,
    scratch: Scratch,
    limit: SearchLimit<'a>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    generators: Vec<Vec<u32>>,
    factors: Vec<u64>,
    path: Vec<u32>,
    traces: Vec<u64>,
    /// The start and the end of the vertices of color 1.
    clues: (usize, usize),
}

/// Finds a canonical labeling and the automorphisms of a colored graph. Vertices of lower color get
/// lower labels.
///
/// The search individualizes vertices of color 1 first, because a clue fixes its houses and its
/// digit. Vertices of color 0 come last: then only blank lines remain, where all branches are
/// alike.
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
    let mut search = LabelingSearch {
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

impl LabelingSearch<'_> {
    /// Visits a node and its subtree. Returns the level at which the search continues.
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
            // Automorphisms that fix the path to this node map branches to each other.
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

    /// Returns `true` if a leaf below can equal the first leaf or improve the best one.
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

/// The orbits of a group of automorphisms, as a union-find structure.
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
            // The smallest vertex is the root, and paths stay short.
            self.0[a.max(b) as usize] = a.min(b);
            self.0[vertex] = a.min(b);
        }
    }
}

/// Finds an isomorphism from one graph to another: for each vertex its image. The search has a
/// fixed order, so that the result depends only on the two numbered graphs. Returns `None` if there
/// is none.
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
    use std::sync::atomic::AtomicBool;

    use super::*;

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

    /// Creates the Petersen graph: pairs of five items, joined if they are disjoint.
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
    fn automorphism_groups_have_known_orders() {
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
            GraphSearchError::Stopped(StopReason::Canceled)
        );
    }

    #[test]
    fn isomorphic_graphs_have_equal_certificates() {
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
