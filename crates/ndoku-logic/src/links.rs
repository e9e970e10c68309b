//! `Links`: the candidates of a board as nodes, with strong and weak links. Chains and forcing
//! chains follow these links.
//!
//! ```text
//! strong: at least one is true   the two candidates of a cell, two places of a digit in a house
//! weak:   at most one is true    candidates of one cell, a digit in two cells that see each other,
//!                                candidates that a constraint forbids to be true together
//! group:  one is true            the candidates of a digit in the cells that two houses share
//! . 4 4 | . . .      The 4s of r1c2 and r1c3 form one group node. It is strongly linked to r3c1 if
//! . . . | . . .      box 1 has no other 4, and weakly linked to every 4 in the rest of row 1.
//! 4 . . | . 4 .
//! ```
//!
//! Nodes are numbered: first the candidates by cell and digit, then the groups. Links are stored as
//! one row of bits for each node.

use std::collections::HashMap;

use ndoku_core::{Candidate, Digit};

use crate::position::Position;

/// The maximum number of candidates. Boards with more have no links, because the rows of bits would
/// take too much memory. An empty 16×16 grid has exactly this many.
const MAX_CANDIDATES: usize = 4096;

/// The number for a missing node.
const NONE: u32 = u32::MAX;

/// Candidates of which exactly one is true, as an item of the exact cover: those of a cell, or the
/// places of a digit in a house of N cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverItem {
    /// The origin of the candidates.
    pub kind: CoverItemKind,
    /// The nodes, ascending. Not empty, unless the board has a contradiction.
    pub members: Vec<usize>,
}

/// The origin of the candidates of an item.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CoverItemKind {
    /// The candidates of this cell.
    Cell(usize),
    /// The places of this digit in the house of this number.
    House(usize, Digit),
}

/// The nodes and links of a board.
#[derive(Clone, Debug)]
pub struct Links {
    candidates: Vec<(usize, Digit)>,
    /// The node of each candidate, indexed by `cell * N + digit`.
    numbers: Vec<u32>,
    size: usize,
    /// The members of each group.
    groups: Vec<Vec<usize>>,
    words: usize,
    weak: Vec<u64>,
    strong: Vec<u64>,
    items: Vec<CoverItem>,
    items_of: Vec<Vec<usize>>,
}

impl Links {
    /// Returns the links between candidates. The time grows with candidates × peers and is a few
    /// tens of microseconds for 9×9.
    #[must_use]
    pub(crate) fn new(position: &Position<'_>) -> Self {
        let size = position.size();
        let mut candidates: Vec<(usize, Digit)> = (0..position.cell_count())
            .flat_map(|cell| {
                position
                    .candidates(cell)
                    .iter()
                    .map(move |digit| (cell, digit))
            })
            .collect();
        if candidates.len() > MAX_CANDIDATES {
            candidates.clear();
        }
        let count = candidates.len();
        let mut numbers = vec![NONE; position.cell_count() * size];
        for (node, (cell, digit)) in candidates.iter().enumerate() {
            numbers[cell * size + digit.index()] = node as u32;
        }
        let words = count.div_ceil(64);
        let rows = vec![0; count * words];
        let mut links = Self {
            candidates,
            numbers,
            size,
            groups: Vec::new(),
            words,
            weak: rows.clone(),
            strong: rows,
            items: Vec::new(),
            items_of: vec![Vec::new(); count],
        };
        links.link_weakly(position);
        if count > 0 {
            links.add_items(position);
        }
        links
    }

    fn link_weakly(&mut self, position: &Position<'_>) {
        let layout = position.layout();
        for node in 0..self.candidates.len() {
            let (cell, digit) = self.candidates[node];
            let numbers = &self.numbers;
            let number =
                |cell: usize, digit: Digit| numbers[cell * self.size + digit.index()] as usize;
            let row = &mut self.weak[node * self.words..(node + 1) * self.words];
            (position
                .candidates(cell)
                .iter()
                .filter(|other| *other != digit))
            .for_each(|other| set_bit(row, number(cell, other)));
            (position.peers(cell) & position.places(digit))
                .iter()
                .for_each(|other| set_bit(row, number(other, digit)));
            let place = layout.cell(cell);
            let mut linked = Vec::new();
            for constraint in layout
                .constraints()
                .iter()
                .filter(|constraint| constraint.cells().contains(&place))
            {
                constraint.weak_links(Candidate::new(place, digit), layout.size(), &mut |other| {
                    linked.push(other);
                });
            }
            for other in linked {
                if let Some(other) = self
                    .node(position.index(other.cell), other.digit)
                    .filter(|other| *other != node)
                {
                    set_bit(&mut self.weak[node * self.words..], other);
                    set_bit(&mut self.weak[other * self.words..], node);
                }
            }
        }
    }

    fn add_items(&mut self, position: &Position<'_>) {
        let node = |cell: usize, digit: Digit| self.node(cell, digit);
        let cells = (0..position.cell_count())
            .filter(|cell| position.is_open(*cell))
            .map(|cell| {
                let members = position
                    .candidates(cell)
                    .iter()
                    .filter_map(|digit| node(cell, digit))
                    .collect();
                CoverItem {
                    kind: CoverItemKind::Cell(cell),
                    members,
                }
            });
        let mut items: Vec<CoverItem> = cells.collect();
        for (house, _) in position
            .houses()
            .iter()
            .enumerate()
            .filter(|(_, house)| house.is_full)
        {
            items.extend(position.missing(house).iter().map(|digit| {
                let members = position
                    .places_in(house, digit)
                    .iter()
                    .filter_map(|cell| node(cell, digit))
                    .collect();
                CoverItem {
                    kind: CoverItemKind::House(house, digit),
                    members,
                }
            }));
        }
        self.items = items;
        for (number, item) in self.items.iter().enumerate() {
            item.members
                .iter()
                .for_each(|node| self.items_of[*node].push(number));
            if let [a, b] = *item.members {
                set_bit(&mut self.strong[a * self.words..], b);
                set_bit(&mut self.strong[b * self.words..], a);
            }
        }
    }

    /// Returns these links with groups as additional nodes. The numbers of the candidates do not
    /// change.
    #[must_use]
    pub(crate) fn with_groups(&self, position: &Position<'_>) -> Self {
        let count = self.candidates.len();
        let mut known: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut groups = Vec::new();
        for (a, b) in position
            .overlapping_houses()
            .iter()
            .filter(|(a, b)| a < b && count > 0)
        {
            let shared = &position.houses()[*a].set & &position.houses()[*b].set;
            for digit in position.missing(*a).iter() {
                let members: Vec<usize> = (&shared & position.places(digit))
                    .iter()
                    .filter_map(|cell| self.node(cell, digit))
                    .collect();
                if members.len() > 1 && !known.contains_key(&members) {
                    known.insert(members.clone(), count + groups.len());
                    groups.push(members);
                }
            }
        }
        let all = count + groups.len();
        let words = all.div_ceil(64);
        let widened = |rows: &[u64]| {
            let mut wide = vec![0; all * words];
            for (node, row) in rows.chunks(self.words.max(1)).enumerate() {
                wide[node * words..node * words + self.words].copy_from_slice(row);
            }
            wide
        };
        let (weak, strong) = (widened(&self.weak), widened(&self.strong));
        let mut links = Self {
            groups,
            words,
            weak,
            strong,
            ..self.clone()
        };
        links.link_groups();
        links
    }

    fn link_groups(&mut self) {
        let (count, words) = (self.candidates.len(), self.words);
        // A group rules out what all its members rule out.
        let mut rows = Vec::new();
        for members in &self.groups {
            let mut row = vec![u64::MAX; words];
            members.iter().for_each(|member| {
                row.iter_mut()
                    .zip(self.weak(*member))
                    .for_each(|(a, b)| *a &= b);
            });
            rows.push(row);
        }
        for (number, row) in rows.iter().enumerate() {
            let group = count + number;
            for other in iter_bits(row) {
                set_bit(&mut self.weak[group * words..], other);
                set_bit(&mut self.weak[other * words..], group);
            }
            for other in 0..self.groups.len() {
                if self.groups[other]
                    .iter()
                    .all(|member| has_bit(row, *member))
                {
                    set_bit(&mut self.weak[group * words..], count + other);
                }
            }
        }
        // Two nodes are strongly linked if together they are all places of a digit in a house.
        for item in self
            .items
            .iter()
            .filter(|item| item.members.len() > 2 && matches!(item.kind, CoverItemKind::House(..)))
        {
            let is_part = |group: &Vec<usize>| {
                group.len() < item.members.len()
                    && group.iter().all(|one| item.members.contains(one))
            };
            let parts: Vec<usize> = (0..self.groups.len())
                .filter(|group| is_part(&self.groups[*group]))
                .collect();
            for part in &parts {
                let rest: Vec<usize> = item
                    .members
                    .iter()
                    .copied()
                    .filter(|one| !self.groups[*part].contains(one))
                    .collect();
                let others = parts
                    .iter()
                    .filter(|other| rest.iter().all(|one| self.groups[**other].contains(one)));
                let others = others
                    .map(|other| count + other)
                    .chain(rest.first().copied().filter(|_| rest.len() == 1));
                for other in others {
                    set_bit(&mut self.strong[(count + part) * words..], other);
                    set_bit(&mut self.strong[other * words..], count + part);
                }
            }
        }
    }

    /// Returns the number of nodes, groups included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.candidates.len() + self.groups.len()
    }

    /// Returns whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Returns the number of candidates. They are the first nodes.
    #[must_use]
    pub fn candidate_count(&self) -> usize {
        self.candidates.len()
    }

    /// Returns the number of words in a row of bits.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the node of a candidate, if the board has it.
    #[must_use]
    pub fn node(&self, cell: usize, digit: Digit) -> Option<usize> {
        let number = self.numbers[cell * self.size + digit.index()];
        (number != NONE).then_some(number as usize)
    }

    /// Returns the cells and the digit of a node.
    #[must_use]
    pub fn cells(&self, node: usize) -> (Vec<usize>, Digit) {
        let members = self.members(node);
        (
            members
                .iter()
                .map(|member| self.candidates[*member].0)
                .collect(),
            self.candidates[members[0]].1,
        )
    }

    /// Returns the digit of a node.
    #[must_use]
    pub fn digit(&self, node: usize) -> Digit {
        self.candidates[self.first(node)].1
    }

    /// Returns the cell of a node, or the first cell of a group.
    #[must_use]
    pub fn cell(&self, node: usize) -> usize {
        self.candidates[self.first(node)].0
    }

    /// Returns the node of a candidate, or the first member of a group.
    fn first(&self, node: usize) -> usize {
        self.groups
            .get(node.wrapping_sub(self.candidates.len()))
            .map_or(node, |members| members[0])
    }

    /// Returns the members of a group as nodes. The only member of a candidate is itself.
    #[must_use]
    pub fn members(&self, node: usize) -> Vec<usize> {
        self.groups
            .get(node.wrapping_sub(self.candidates.len()))
            .cloned()
            .unwrap_or_else(|| vec![node])
    }

    /// Returns the candidates of a node.
    #[must_use]
    pub fn candidates(&self, position: &Position<'_>, node: usize) -> Vec<Candidate> {
        self.members(node)
            .iter()
            .map(|member| self.candidate(position, *member))
            .collect()
    }

    /// Returns the candidate of a node, or the first candidate of a group.
    #[must_use]
    pub fn candidate(&self, position: &Position<'_>, node: usize) -> Candidate {
        position.candidate(self.cell(node), self.digit(node))
    }

    /// Returns a row of bits: the nodes that cannot be true if this one is.
    #[must_use]
    pub fn weak(&self, node: usize) -> &[u64] {
        &self.weak[node * self.words..(node + 1) * self.words]
    }

    /// Returns a row of bits: the nodes that must be true if this one is false.
    #[must_use]
    pub fn strong(&self, node: usize) -> &[u64] {
        &self.strong[node * self.words..(node + 1) * self.words]
    }

    /// Returns whether at most one of two nodes is true.
    #[must_use]
    pub fn are_weakly_linked(&self, a: usize, b: usize) -> bool {
        has_bit(self.weak(a), b)
    }

    /// Returns the candidates that both nodes rule out, as nodes.
    pub fn ruled_out(&self, a: usize, b: usize) -> impl Iterator<Item = usize> + '_ {
        let count = self.candidates.len();
        intersection(self.weak(a), self.weak(b)).take_while(move |node| *node < count)
    }

    /// Returns whether both nodes rule out some candidate.
    #[must_use]
    pub fn rule_out_any(&self, a: usize, b: usize) -> bool {
        self.ruled_out(a, b).next().is_some()
    }

    /// Returns the items: cells and houses that need one of their candidates.
    #[must_use]
    pub fn items(&self) -> &[CoverItem] {
        &self.items
    }

    /// Returns the indices of the items of a candidate.
    #[must_use]
    pub fn items_of(&self, node: usize) -> &[usize] {
        &self.items_of[node]
    }

    /// Returns the item of a strong link, if there is one.
    #[must_use]
    pub fn item_between(&self, a: usize, b: usize) -> Option<&CoverItem> {
        let (a, b) = (self.members(a), self.members(b));
        self.items_of[a[0]]
            .iter()
            .map(|item| &self.items[*item])
            .find(|item| {
                let within = |part: &[usize]| part.iter().all(|one| item.members.contains(one));
                within(&a)
                    && within(&b)
                    && item
                        .members
                        .iter()
                        .all(|one| a.contains(one) || b.contains(one))
            })
    }
}

/// Adds a number to a row of bits.
pub(crate) fn set_bit(row: &mut [u64], number: usize) {
    row[number / 64] |= 1 << (number % 64);
}

/// Returns whether a row of bits contains a number.
pub(crate) fn has_bit(row: &[u64], number: usize) -> bool {
    row[number / 64] >> (number % 64) & 1 == 1
}

/// Returns the numbers in a row of bits, ascending.
pub(crate) fn iter_bits(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    iter_word_bits(row.iter().copied())
}

/// Returns the numbers that are in both rows of bits, ascending.
pub(crate) fn intersection<'r>(a: &'r [u64], b: &'r [u64]) -> impl Iterator<Item = usize> + 'r {
    iter_word_bits(a.iter().zip(b).map(|(a, b)| a & b))
}

fn iter_word_bits(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(number, word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let place = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * number + place)
        })
    })
}
