//! `Decoration`: what a layout adds to the lines of its grid when it is drawn: diagonals, windows, cages, dots, lines, or at least a word.
//!
//! Layouts and constraints say what they look like, renderers draw it; neither knows of the other. [`Layout::decorations`] lists the decorations of a layout in the order
//! in which they are drawn, what lies undermost first.

use std::collections::BTreeSet;

use crate::{Cell, Diagonal, House, HouseKind, Layout};

/// Something drawn besides cells and boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoration {
    /// Cells on a ground of their own: a window, a colour region.
    Shade {
        /// The cells.
        cells: Box<[Cell]>,
        /// Which of several grounds, from 0: what is not told apart by its place has another number.
        tone: u8,
        /// A short sign for each of the cells, where the ground alone does not tell which it is; else empty.
        label: Box<str>,
    },
    /// A long diagonal as a line.
    Diagonal(Diagonal),
    /// A dashed outline within the borders of some cells, with a label in the first: a cage.
    Cage {
        /// The cells, at least one.
        cells: Box<[Cell]>,
        /// What stands in the corner, such as a sum; may be empty.
        label: Box<str>,
    },
    /// A line through the middles of cells: a thermometer, an arrow, a whisper.
    Line {
        /// The cells in order, at least two.
        cells: Box<[Cell]>,
        /// Whether it begins with a bulb.
        bulb: bool,
        /// Whether it ends with an arrowhead.
        arrow: bool,
    },
    /// A dot on the border of two cells that touch.
    Dot {
        /// The two cells.
        between: [Cell; 2],
        /// Whether it is filled with ink.
        filled: bool,
        /// What stands in or on it, such as `X` or `V`; may be empty.
        label: Box<str>,
    },
    /// A word beside the grid, for what has no picture: `anti-knight`.
    Note(Box<str>),
}

impl Layout {
    /// What is drawn besides cells, boxes and regions: see [`Decoration`]. Made anew at each call, in time proportional to the cells of all houses.
    #[must_use]
    pub fn decorations(&self) -> Vec<Decoration> {
        let shades = self.shades();
        let diagonals = [Diagonal::Main, Diagonal::Anti]
            .into_iter()
            .filter(|diagonal| self.has_diagonal(*diagonal))
            .map(Decoration::Diagonal);
        let (mut pictures, mut notes) = (Vec::new(), Vec::new());
        for decoration in self
            .constraints()
            .iter()
            .flat_map(|constraint| constraint.decorations())
        {
            let list = if matches!(decoration, Decoration::Note(_)) {
                &mut notes
            } else {
                &mut pictures
            };
            if !list.contains(&decoration) {
                list.push(decoration);
            }
        }
        // Houses that fill the grid show nothing as a ground; their rule has to be named.
        if shades.is_empty()
            && self
                .houses()
                .iter()
                .any(|house| house.kind() == HouseKind::Extra)
        {
            let of_houses = |id: &str| {
                self.constraints()
                    .iter()
                    .all(|constraint| constraint.id() != id)
            };
            let mut named: Vec<Decoration> = self
                .rules()
                .iter()
                .map(|rule| rule.id)
                .filter(|id| of_houses(id))
                .map(|id| Decoration::Note(id.into()))
                .collect();
            named.dedup();
            notes.splice(0..0, named);
        }
        let mut decorations = shades;
        decorations.extend(diagonals);
        decorations.extend(pictures);
        decorations.extend(notes);
        decorations
    }

    /// The boxes or regions whose cells do not all hang together, so that lines around them do not tell which cells belong to which.
    #[must_use]
    pub fn scattered_regions(&self) -> Vec<&House> {
        let boxes = self
            .houses()
            .iter()
            .filter(|house| house.kind() == HouseKind::Box);
        boxes
            .filter(|house| !is_connected(&house.cells().iter().copied().collect(), self.size()))
            .collect()
    }

    /// The grounds of regions that do not hang together, and of the extra houses: one tone where their places tell them apart, otherwise tones and labels. None for houses that overlap all over the grid.
    fn shades(&self) -> Vec<Decoration> {
        let scattered = self.scattered_regions();
        let first = scattered.len();
        let extra: Vec<&House> = scattered
            .into_iter()
            .chain(
                self.houses()
                    .iter()
                    .filter(|house| house.kind() == HouseKind::Extra),
            )
            .collect();
        let shade = |house: &House, tone: usize, label: String| Decoration::Shade {
            cells: house.cells().into(),
            tone: tone as u8,
            label: label.into(),
        };
        if let ([only], 0) = (&extra[..], first) {
            return vec![shade(only, 0, String::new())];
        }
        let sets: Vec<BTreeSet<Cell>> = extra
            .iter()
            .map(|house| house.cells().iter().copied().collect())
            .collect();
        let beside = |cell: Cell, set: &BTreeSet<Cell>| {
            [(-1, 0), (0, -1), (0, 1), (1, 0)]
                .iter()
                .any(|(rows, columns)| {
                    cell.offset(*rows, *columns, self.size())
                        .is_some_and(|next| set.contains(&next))
                })
        };
        let is_apart = |number: usize, set: &BTreeSet<Cell>| {
            is_connected(set, self.size())
                && sets[..number].iter().all(|other| {
                    !set.iter()
                        .any(|cell| other.contains(cell) || beside(*cell, other))
                })
        };
        if first == 0
            && sets
                .iter()
                .enumerate()
                .all(|(number, set)| is_apart(number, set))
        {
            return extra
                .iter()
                .map(|house| shade(house, 0, String::new()))
                .collect();
        }
        let disjoint_groups = self.rules().iter().any(|rule| rule.id == "disjoint-groups");
        if (disjoint_groups && first == 0) || extra.len() > 26 {
            return Vec::new();
        }
        let label = |number: usize| char::from(b'a' + number as u8).to_string();
        extra
            .iter()
            .enumerate()
            .map(|(number, house)| shade(house, number, label(number)))
            .collect()
    }
}

/// Whether one comes from any cell to any other by steps to a neighbour.
fn is_connected(cells: &BTreeSet<Cell>, size: u8) -> bool {
    let mut reached = BTreeSet::new();
    let mut open: Vec<Cell> = cells.first().copied().into_iter().collect();
    while let Some(cell) = open.pop() {
        if reached.insert(cell) {
            let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
                .into_iter()
                .filter_map(|(rows, columns)| cell.offset(rows, columns, size));
            open.extend(steps.filter(|next| cells.contains(next)));
        }
    }
    reached.len() == cells.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rules: &[&str]) -> Vec<Decoration> {
        let builder = rules
            .iter()
            .fold(Layout::builder(9), |builder, rule| builder.rule(rule));
        builder.build().unwrap().decorations()
    }

    fn kinds(decorations: &[Decoration]) -> String {
        let sign = |decoration: &Decoration| match decoration {
            Decoration::Shade { tone, label, .. } => format!("shade{tone}{label}"),
            Decoration::Diagonal(diagonal) => format!("{diagonal:?}"),
            Decoration::Note(text) => text.to_string(),
            other => format!("{other:?}"),
        };
        decorations.iter().map(sign).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn layouts_show_what_their_rules_add() {
        assert_eq!(kinds(&of(&[])), "");
        assert_eq!(kinds(&of(&["x"])), "Main Anti");
        assert_eq!(
            kinds(&of(&["diagonal-anti", "anti-knight"])),
            "Anti anti-knight"
        );
        assert_eq!(kinds(&of(&["windoku"])), "shade0 shade0 shade0 shade0");
        assert_eq!(
            kinds(&of(&["girandola", "non-consecutive"])),
            "shade0 non-consecutive"
        );
        assert_eq!(kinds(&of(&["disjoint-groups"])), "disjoint-groups");
        // Two houses that touch are told apart; in one cell of the first there are two.
        assert_eq!(
            kinds(&of(&["house=r1c1,r1c2", "house=r1c3,r2c3"])),
            "shade0a shade1b"
        );
        assert_eq!(
            kinds(&of(&["house=r1c1,r1c2", "house=r1c4,r2c4"])),
            "shade0 shade0"
        );
        let scattered = Layout::builder(4)
            .regions(b"AABBACBBACCDDDDC")
            .build()
            .unwrap();
        let names: Vec<&str> = scattered
            .scattered_regions()
            .iter()
            .map(|house| house.name())
            .collect();
        assert_eq!(
            (kinds(&scattered.decorations()), names),
            ("shade0a shade1b".to_owned(), vec!["region 3", "region 4"])
        );
    }
}
