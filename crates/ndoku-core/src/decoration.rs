//! The type [`Decoration`]: an element that a layout adds to its drawn grid, such as a diagonal, a
//! window, a cage, a dot, a line or a word.
//!
//! Layouts and constraints describe their decorations, renderers draw them. Neither depends on the
//! other. [`Layout::decorations`] lists the decorations in drawing order, bottom layer first.

use std::collections::BTreeSet;

use crate::{Cell, Diagonal, House, HouseKind, Layout};

/// An element drawn in addition to cells and boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoration {
    /// Cells on a shaded background: a window, a color region.
    Shade {
        /// The cells.
        cells: Box<[Cell]>,
        /// The shade, from 0. Areas that touch or overlap have different shades.
        tone: u8,
        /// A short sign for each of the cells, if the shade alone does not identify the area.
        /// Otherwise empty.
        label: Box<str>,
    },
    /// A long diagonal as a line.
    Diagonal(Diagonal),
    /// A dashed outline within the borders of some cells, with a label in the first cell: a cage.
    Cage {
        /// The cells, at least one.
        cells: Box<[Cell]>,
        /// The text in the corner, such as a sum. May be empty.
        label: Box<str>,
    },
    /// A line through the centers of cells: a thermometer, an arrow, a whisper.
    Line {
        /// The cells in order, at least two.
        cells: Box<[Cell]>,
        /// `true` if the line begins with a bulb.
        bulb: bool,
        /// `true` if the line ends with an arrowhead.
        arrow: bool,
    },
    /// A dot on the border of two cells that touch.
    Dot {
        /// The two cells.
        between: [Cell; 2],
        /// `true` if the dot is filled.
        filled: bool,
        /// The text in the dot or on it, such as `X` or `V`. May be empty.
        label: Box<str>,
    },
    /// A word beside the grid, for rules without a picture: `anti-knight`.
    Note(Box<str>),
}

impl Layout {
    /// Returns the decorations of the layout: see [`Decoration`].
    ///
    /// The list is built at each call, in time proportional to the cells of all houses.
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
        // Houses that fill the grid are not shaded. Their rule is named instead.
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

    /// Returns the boxes or regions that are not connected. Lines around them do not show which
    /// cells belong together.
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

    /// Returns the shades of unconnected regions and of extra houses.
    ///
    /// Areas that are apart share one shade. Otherwise each has its own shade and label. Houses
    /// that overlap all over the grid get no shade.
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

/// Returns `true` if steps between neighboring cells lead from any cell to any other.
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

    fn decorations_of(rules: &[&str]) -> Vec<Decoration> {
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
        assert_eq!(kinds(&decorations_of(&[])), "");
        assert_eq!(kinds(&decorations_of(&["x"])), "Main Anti");
        assert_eq!(
            kinds(&decorations_of(&["diagonal-anti", "anti-knight"])),
            "Anti anti-knight"
        );
        assert_eq!(
            kinds(&decorations_of(&["windoku"])),
            "shade0 shade0 shade0 shade0"
        );
        assert_eq!(
            kinds(&decorations_of(&["girandola", "non-consecutive"])),
            "shade0 non-consecutive"
        );
        assert_eq!(
            kinds(&decorations_of(&["disjoint-groups"])),
            "disjoint-groups"
        );
        // Two houses that touch get different shades. Two in one cell of the first row do not
        // touch.
        assert_eq!(
            kinds(&decorations_of(&["house=r1c1,r1c2", "house=r1c3,r2c3"])),
            "shade0a shade1b"
        );
        assert_eq!(
            kinds(&decorations_of(&["house=r1c1,r1c2", "house=r1c4,r2c4"])),
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
