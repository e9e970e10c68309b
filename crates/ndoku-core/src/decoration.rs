//! The type [`Decoration`]: an element that a layout adds to its drawn grid, such as a diagonal, a
//! window, a cage, a dot, a line or a word.
//!
//! Layouts and constraints describe their decorations, renderers draw them. Neither depends on the
//! other. [`Layout::decorations`] lists the decorations in drawing order, bottom layer first.

use std::collections::BTreeSet;

use crate::{Cell, Diagonal, Digit, House, HouseKind, Layout};

/// The rule that a line belongs to. Renderers give each style its own color, width and ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum LineStyle {
    /// A line of no known rule.
    Plain,
    /// The digits rise from the bulb.
    Thermo,
    /// The digits never fall from the bulb.
    SlowThermo,
    /// The shaft of an arrow, from the last cell of its circle.
    Arrow,
    /// The ends add up to the sum of the cells between.
    DoubleArrow,
    /// Neighbors differ by half the size or more.
    Whisper,
    /// Neighbors differ by one less than on a whisper.
    DutchWhisper,
    /// The digits are consecutive, in any order.
    Renban,
    /// No two digits are consecutive.
    Nabner,
    /// The line reads the same from both ends.
    Palindrome,
    /// Three successive cells hold a low, a middle and a high digit.
    Entropic,
    /// Successive cells have different remainders.
    Modular,
    /// The inner digits lie between the ends.
    Between,
    /// The inner digits lie outside the ends.
    Lockout,
    /// The stretches in each box have the same sum.
    RegionSum,
    /// Cells at the same distance from the middle have the same sum.
    Zipper,
    /// The line can be cut into stretches with a sum.
    SumLine,
}

impl LineStyle {
    /// All styles.
    pub const ALL: [Self; 17] = [
        Self::Plain,
        Self::Thermo,
        Self::SlowThermo,
        Self::Arrow,
        Self::DoubleArrow,
        Self::Whisper,
        Self::DutchWhisper,
        Self::Renban,
        Self::Nabner,
        Self::Palindrome,
        Self::Entropic,
        Self::Modular,
        Self::Between,
        Self::Lockout,
        Self::RegionSum,
        Self::Zipper,
        Self::SumLine,
    ];

    /// Returns the name, in lower case with hyphens: `slow-thermo`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 17] = [
            "line",
            "thermo",
            "slow-thermo",
            "arrow",
            "double-arrow",
            "whisper",
            "dutch-whisper",
            "renban",
            "nabner",
            "palindrome",
            "entropic",
            "modular",
            "between",
            "lockout",
            "region-sum",
            "zipper",
            "sum-line",
        ];
        NAMES[self as usize]
    }
}

/// A sign that fills or surrounds single cells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CellShape {
    /// The digit is odd: a disc.
    Odd,
    /// The digit is even: a square.
    Even,
    /// The digit is smaller than its neighbors: wedges that point to the cell.
    Minimum,
    /// The digit is greater than its neighbors: wedges that point away.
    Maximum,
    /// The digit counts these cells: a circle.
    CountingCircle,
    /// The digits equal those of another group of cells: a shaded cell.
    Clone,
    /// The digit is the row of another digit.
    RowIndexer,
    /// The digit is the column of another digit.
    ColumnIndexer,
    /// The digit is the place of another digit in the box.
    BoxIndexer,
}

impl CellShape {
    /// All shapes.
    pub const ALL: [Self; 9] = [
        Self::Odd,
        Self::Even,
        Self::Minimum,
        Self::Maximum,
        Self::CountingCircle,
        Self::Clone,
        Self::RowIndexer,
        Self::ColumnIndexer,
        Self::BoxIndexer,
    ];

    /// Returns the name of the rule: `odd`, `counting-circles`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 9] = [
            "odd",
            "even",
            "minimum",
            "maximum",
            "counting-circles",
            "clone",
            "row-indexer",
            "column-indexer",
            "box-indexer",
        ];
        NAMES[self as usize]
    }
}

/// The rule of a clue beside the grid.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutsideClue {
    /// The sum of a diagonal, which an arrow shows.
    LittleKiller,
    /// The sum of the digits between the smallest and the largest one.
    Sandwich,
    /// The sum of the first X digits, where X is the first digit.
    XSum,
    /// The number of digits that are larger than all before them.
    Skyscraper,
    /// The digit at the place that the first digit names.
    NumberedRoom,
}

impl OutsideClue {
    /// All clues.
    pub const ALL: [Self; 5] = [
        Self::LittleKiller,
        Self::Sandwich,
        Self::XSum,
        Self::Skyscraper,
        Self::NumberedRoom,
    ];

    /// Returns the name of the rule: `x-sum`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 5] = [
            "little-killer",
            "sandwich",
            "x-sum",
            "skyscraper",
            "numbered-room",
        ];
        NAMES[self as usize]
    }
}

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
    /// Single cells with a shape.
    Cells {
        /// The shape.
        shape: CellShape,
        /// The cells.
        cells: Box<[Cell]>,
        /// A short sign for each of the cells, if the shape alone does not identify the group.
        /// Otherwise empty.
        label: Box<str>,
    },
    /// A line through the centers of cells: a thermometer, a whisper, the shaft of an arrow.
    Line {
        /// The style.
        style: LineStyle,
        /// The cells in order, at least two.
        cells: Box<[Cell]>,
        /// The number of the rule, such as the least difference on a whisper. May be empty.
        label: Box<str>,
    },
    /// The circle of an arrow around one cell, or around several cells that form a number.
    Pill(Box<[Cell]>),
    /// A dashed outline within the borders of some cells, with a label in the first cell: a cage.
    Cage {
        /// The cells, at least one.
        cells: Box<[Cell]>,
        /// The text in the corner, such as a sum. May be empty.
        label: Box<str>,
    },
    /// A dot on the border of two cells that touch.
    Dot {
        /// The two cells.
        between: [Cell; 2],
        /// `true` for the black dot of a ratio, `false` for the white dot of a difference.
        filled: bool,
        /// The text in the dot. May be empty.
        label: Box<str>,
    },
    /// A text on the border of two cells that touch, such as `X` or `V`.
    BorderText {
        /// The two cells.
        between: [Cell; 2],
        /// The text.
        text: Box<str>,
    },
    /// A sign on the border of two cells that touch. It is open toward the greater digit.
    Inequality {
        /// The cell with the greater digit.
        greater: Cell,
        /// The cell with the smaller digit.
        less: Cell,
    },
    /// Digits in a circle around the corner of four cells.
    Vertex {
        /// The upper left one of the four cells.
        cell: Cell,
        /// The digits.
        digits: Box<[Digit]>,
    },
    /// A number beside the grid.
    Outside {
        /// The rule.
        clue: OutsideClue,
        /// The cell next to the clue.
        cell: Cell,
        /// The change of row and column from the clue to the cell, and from there to the next
        /// cell.
        direction: [i8; 2],
        /// The number. It is a digit in a numbered room.
        value: u32,
    },
    /// A word beside the grid, for rules without a picture: `anti-knight`.
    Note(Box<str>),
}

impl Decoration {
    /// Returns the name of the rule that the picture stands for, for a legend. Diagonals, shades
    /// and notes have none.
    #[must_use]
    pub fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Self::Shade { .. } | Self::Diagonal(_) | Self::Note(_) => return None,
            Self::Cells { shape, .. } => shape.name(),
            Self::Line { style, .. } => style.name(),
            Self::Pill(_) => LineStyle::Arrow.name(),
            Self::Cage { .. } => "killer",
            Self::Dot { filled: false, .. } => "difference",
            Self::Dot { filled: true, .. } => "ratio",
            Self::BorderText { .. } => "xv",
            Self::Inequality { .. } => "greater",
            Self::Vertex { .. } => "quadruple",
            Self::Outside { clue, .. } => clue.name(),
        })
    }
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
        label_clones(&mut pictures);
        note_hidden_sums(&mut pictures, &mut notes);
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

/// Gives the groups of each clone rule a letter, if there are several rules.
fn label_clones(pictures: &mut [Decoration]) {
    let is_clone = |picture: &Decoration| picture.rule() == Some(CellShape::Clone.name());
    if pictures.iter().filter(|picture| is_clone(picture)).count() < 2 {
        return;
    }
    for (number, picture) in pictures.iter_mut().filter(|p| is_clone(p)).enumerate() {
        if let Decoration::Cells { label, .. } = picture {
            let letter = char::from(b'A' + (number % 26) as u8).to_string();
            *label = letter.repeat(number / 26 + 1).into();
        }
    }
}

/// Writes the sum of a cage as a note, if another cage has its sum in the same cell.
fn note_hidden_sums(pictures: &mut [Decoration], notes: &mut Vec<Decoration>) {
    let mut taken = BTreeSet::new();
    for picture in pictures {
        let Decoration::Cage { cells, label } = picture else {
            continue;
        };
        let is_hidden = !label.is_empty() && cells.iter().min().is_some_and(|c| !taken.insert(*c));
        if is_hidden {
            let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
            let note = Decoration::Note(format!("killer {label}: {}", names.join(" ")).into());
            if !notes.contains(&note) {
                notes.push(note);
            }
            *label = "".into();
        }
    }
}

/// Returns `true` if steps between neighboring cells lead from any cell to any other.
pub(crate) fn is_connected(cells: &BTreeSet<Cell>, size: u8) -> bool {
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
    fn rules_with_cells_have_pictures() {
        let all = decorations_of(&[
            "clone=r1c1 r1c2; r3c1 r3c2",
            "clone=r5c5; r6c6",
            "arrow=r1c5 r1c6; r2c7 r3c8",
            "arrow=r1c5 r1c6; r2c4",
            "whisper=4: r8c1-r8c4",
            "little-killer=12: r1c4 down-left",
            "little-killer=12: r5c5 down-left",
            "skyscraper=3: column 2 from below",
            "killer=10: r9c1 r9c9",
            "sum-line=10: r4c1-r4c3 loop",
            "greater=r7c1 r7c3",
        ]);
        let cell = |text: &str| text.parse::<Cell>().unwrap();
        let labels: Vec<&str> = all
            .iter()
            .filter_map(|decoration| match decoration {
                Decoration::Cells { label, .. } => Some(&**label),
                _ => None,
            })
            .collect();
        assert_eq!(labels, ["A", "B"]);
        // Both arrows share a circle. Each begins at the nearest of its cells.
        let pills = all.iter().filter(|d| matches!(d, Decoration::Pill(_)));
        assert_eq!(pills.count(), 1);
        let line = |style, cells: &[&str], label: &str| Decoration::Line {
            style,
            cells: cells.iter().map(|text| cell(text)).collect(),
            label: label.into(),
        };
        for wanted in [
            line(LineStyle::Arrow, &["r1c6", "r2c7", "r3c8"], ""),
            line(LineStyle::Arrow, &["r1c5", "r2c4"], ""),
            line(
                LineStyle::DutchWhisper,
                &["r8c1", "r8c2", "r8c3", "r8c4"],
                "4",
            ),
            line(LineStyle::SumLine, &["r4c1", "r4c2", "r4c3", "r4c1"], "10"),
            Decoration::Outside {
                clue: OutsideClue::LittleKiller,
                cell: cell("r1c4"),
                direction: [1, -1],
                value: 12,
            },
            Decoration::Outside {
                clue: OutsideClue::Skyscraper,
                cell: cell("r9c2"),
                direction: [-1, 0],
                value: 3,
            },
            // These cannot be drawn, or not unmistakably.
            Decoration::Note("little-killer 12: r5c5 down-left".into()),
            Decoration::Note("killer 10: r9c1 r9c9".into()),
            Decoration::Note("greater: r7c1 r7c3".into()),
        ] {
            assert!(all.contains(&wanted), "{wanted:?} is not in {all:?}");
        }
        let names: Vec<&str> = all.iter().filter_map(Decoration::rule).collect();
        for name in names {
            assert!(
                name == "dutch-whisper" || crate::constraint::find(name).is_ok(),
                "{name}"
            );
        }
    }

    #[test]
    fn a_sum_below_another_one_is_a_note() {
        let all = decorations_of(&[
            "killer=3: r1c1 r1c2",
            "killer=6: r1c1 r2c1 r3c1",
            "killer=9: r5c1 r5c2",
        ]);
        let labels: Vec<&str> = all
            .iter()
            .filter_map(|decoration| match decoration {
                Decoration::Cage { label, .. } => Some(&**label),
                _ => None,
            })
            .collect();
        assert_eq!(labels, ["3", "", "9"]);
        let note = Decoration::Note("killer 6: r1c1 r2c1 r3c1".into());
        assert_eq!(all.iter().filter(|d| **d == note).count(), 1);
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
