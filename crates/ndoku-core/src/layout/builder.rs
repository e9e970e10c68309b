//! The type [`LayoutBuilder`]. It collects the properties of a layout in any order.
//! [`build`](LayoutBuilder::build) checks them and creates the houses.

use std::sync::{Arc, OnceLock};

use super::{Boxes, Inner, Layout, LayoutError};
use crate::constraint::{self, Constraint, Rule, RuleContext, RuleEffect, RuleRef};
use crate::{Cell, Diagonal, House, HouseKind};

/// A builder for layouts, created by [`Layout::builder`].
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `build`"]
pub struct LayoutBuilder {
    size: u8,
    boxes: Boxes,
    main: bool,
    anti: bool,
    rules: Vec<RuleRef>,
    constraints: Vec<Arc<dyn Constraint>>,
    /// The first error. `build` returns it.
    error: Option<LayoutError>,
}

impl LayoutBuilder {
    pub(super) fn new(size: u8) -> Self {
        let boxes = Boxes::for_size(size.max(1));
        Self {
            size,
            boxes,
            main: false,
            anti: false,
            rules: Vec::new(),
            constraints: Vec::new(),
            error: None,
        }
    }

    pub(super) fn from_layout(layout: &Layout) -> Self {
        Self {
            size: layout.size(),
            boxes: layout.boxes().clone(),
            main: layout.has_diagonal(Diagonal::Main),
            anti: layout.has_diagonal(Diagonal::Anti),
            rules: layout.rules().to_vec(),
            constraints: layout.custom_constraints().to_vec(),
            error: None,
        }
    }

    /// Sets rectangular boxes of this width and height. Their product must be the size.
    pub fn boxes(mut self, width: u8, height: u8) -> Self {
        self.boxes = Boxes::Rectangles { width, height };
        self
    }

    /// Removes the boxes: a Latin square.
    pub fn no_boxes(mut self) -> Self {
        self.boxes = Boxes::None;
        self
    }

    /// Sets boxes of any kind. Regions are checked and numbered in reading order.
    pub fn any_boxes(mut self, boxes: Boxes) -> Self {
        match boxes {
            Boxes::Regions(map) => self.regions(&map),
            boxes => {
                self.boxes = boxes;
                self
            }
        }
    }

    /// Sets jigsaw regions from one mark for every cell, row by row. See [`Boxes::from_map`].
    pub fn regions<T: PartialEq + ToString>(mut self, map: &[T]) -> Self {
        match Boxes::from_map(self.size, map) {
            Ok(boxes) => self.boxes = boxes,
            Err(error) => self.fail(error),
        }
        self
    }

    /// Adds a long diagonal as a house.
    pub fn diagonal(mut self, diagonal: Diagonal) -> Self {
        match diagonal {
            Diagonal::Main => self.main = true,
            Diagonal::Anti => self.anti = true,
        }
        self
    }

    /// Adds both long diagonals: X-Sudoku.
    pub fn x(self) -> Self {
        self.diagonal(Diagonal::Main).diagonal(Diagonal::Anti)
    }

    /// Adds an extra house of 1 to N cells. With N cells it holds every digit, with fewer it holds
    /// none twice.
    ///
    /// The name appears in messages. An empty name becomes `extra house` with a number.
    pub fn house(self, name: &str, cells: &[Cell]) -> Self {
        let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
        let name = if name.is_empty() {
            String::new()
        } else {
            format!("{name}:")
        };
        self.rule_ref(RuleRef {
            id: "house",
            argument: Some(format!("{name}{}", cells.join(","))),
        })
    }

    /// Adds a custom constraint on cells of the grid. Custom constraints cannot be written to a
    /// file. Constraints that can be written come from [`rule`](Self::rule).
    pub fn constraint(mut self, constraint: Arc<dyn Constraint>) -> Self {
        self.constraints.push(constraint);
        self
    }

    /// Adds a rule of [`RULES`](crate::constraint::RULES) by its text: `windoku`,
    /// `anti-knight`, `colors=MAP`.
    pub fn rule(mut self, text: &str) -> Self {
        match text.parse() {
            Ok(rule) => self.rule_ref(rule),
            Err(error) => {
                self.fail(error);
                self
            }
        }
    }

    /// Adds a rule that was parsed or taken from another layout. Adding a rule twice has no further
    /// effect.
    pub fn rule_ref(mut self, rule: RuleRef) -> Self {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
        self
    }

    fn fail(&mut self, error: LayoutError) {
        self.error.get_or_insert(error);
    }

    /// Checks everything and creates the houses.
    ///
    /// # Errors
    /// Returns the first error, see [`LayoutError`].
    pub fn build(self) -> Result<Layout, LayoutError> {
        let Self {
            size,
            boxes,
            main,
            anti,
            rules,
            constraints,
            error,
        } = self;
        if let Some(error) = error {
            return Err(error);
        }
        if size == 0 {
            return Err(LayoutError::Size { size: 0 });
        }
        if let Boxes::Rectangles { width, height } = boxes
            && u16::from(width) * u16::from(height) != u16::from(size)
        {
            return Err(LayoutError::BoxShape {
                width,
                height,
                size,
            });
        }
        let custom_count = constraints.len();
        let mut parts = LayoutParts {
            main,
            anti,
            constraints,
            ..LayoutParts::default()
        };
        for rule in &rules {
            parts.apply(rule, &RuleContext::new(size, &boxes, &rules))?;
        }
        for constraint in &parts.constraints {
            if let Some(cell) = cell_outside(constraint.cells(), size) {
                return Err(LayoutError::ConstraintCell {
                    constraint: constraint.id(),
                    cell,
                    size,
                });
            }
        }
        let mut houses = lines_and_boxes(size, &boxes);
        if parts.main {
            houses.push(diagonal_house(Diagonal::Main, size));
        }
        if parts.anti {
            houses.push(diagonal_house(Diagonal::Anti, size));
        }
        for (kind, name, cells) in parts.extra {
            houses.push(extra_house(kind, name, cells, size)?);
        }
        if houses.len() > usize::from(u16::MAX) {
            return Err(LayoutError::TooManyHouses {
                found: houses.len(),
            });
        }
        let houses_of = index_houses(size, &houses);
        Ok(Layout(Arc::new(Inner {
            size,
            boxes,
            houses: houses.into(),
            houses_of,
            constraints: parts.constraints.into(),
            custom_count,
            rules: parts.kept.into(),
            propagators: OnceLock::new(),
        })))
    }
}

/// The parts of a layout that rules add.
#[derive(Default)]
struct LayoutParts {
    main: bool,
    anti: bool,
    extra: Vec<(HouseKind, String, Vec<Cell>)>,
    constraints: Vec<Arc<dyn Constraint>>,
    /// The rules that the layout keeps. The diagonals are houses instead.
    kept: Vec<RuleRef>,
}

impl LayoutParts {
    /// Adds the effects of a rule.
    fn apply(&mut self, rule: &RuleRef, context: &RuleContext<'_>) -> Result<(), LayoutError> {
        let known: &Rule = constraint::find(rule.id)?;
        let mut diagonals_only = true;
        for effect in (known.apply)(context, rule.argument.as_deref())? {
            match effect {
                RuleEffect::Diagonal(Diagonal::Main) => self.main = true,
                RuleEffect::Diagonal(Diagonal::Anti) => self.anti = true,
                RuleEffect::House { name, cells } => {
                    diagonals_only = false;
                    let name = if name.is_empty() {
                        format!("extra house {}", self.extra.len() + 1)
                    } else {
                        name
                    };
                    self.extra.push((HouseKind::Extra, name, cells));
                }
                RuleEffect::Cage { name, cells } => {
                    self.extra.push((HouseKind::Cage, name, cells));
                }
                RuleEffect::Constraint(constraint) => {
                    diagonals_only = false;
                    self.constraints.push(constraint);
                }
            }
        }
        if !diagonals_only {
            self.kept.push(rule.clone());
        }
        Ok(())
    }
}

/// Returns the first cell that is not in a grid of this size.
fn cell_outside(cells: &[Cell], size: u8) -> Option<Cell> {
    let mut cells = cells.iter().copied();
    cells.find(|cell| cell.row() >= size || cell.column() >= size)
}

/// Creates the house of a long diagonal.
fn diagonal_house(diagonal: Diagonal, size: u8) -> House {
    let name = match diagonal {
        Diagonal::Main => "main diagonal",
        Diagonal::Anti => "anti-diagonal",
    };
    let column = |row: u8| match diagonal {
        Diagonal::Main => row,
        Diagonal::Anti => size - 1 - row,
    };
    let cells = (0..size).map(|row| Cell::new(row, column(row))).collect();
    House::new(HouseKind::Diagonal(diagonal), name.to_owned(), cells)
}

/// Creates an extra house or the house of a cage.
///
/// # Errors
/// Returns an error if a cell is outside the grid or occurs twice, or the number of cells is not 1
/// to `size`.
fn extra_house(
    kind: HouseKind,
    name: String,
    mut cells: Vec<Cell>,
    size: u8,
) -> Result<House, LayoutError> {
    if let Some(cell) = cell_outside(&cells, size) {
        return Err(LayoutError::HouseCell {
            house: name,
            cell,
            size,
        });
    }
    if cells.is_empty() || cells.len() > usize::from(size) {
        return Err(LayoutError::HouseSize {
            house: name,
            found: cells.len(),
            size,
        });
    }
    cells.sort_unstable();
    if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(LayoutError::HouseRepeats {
            house: name,
            cell: pair[0],
        });
    }
    Ok(House::new(kind, name, cells))
}

fn lines_and_boxes(size: u8, boxes: &Boxes) -> Vec<House> {
    let mut houses = Vec::with_capacity(3 * usize::from(size));
    for row in 0..size {
        let cells = (0..size).map(|column| Cell::new(row, column)).collect();
        houses.push(House::new(
            HouseKind::Row,
            format!("row {}", u16::from(row) + 1),
            cells,
        ));
    }
    for column in 0..size {
        let cells = (0..size).map(|row| Cell::new(row, column)).collect();
        houses.push(House::new(
            HouseKind::Column,
            format!("column {}", u16::from(column) + 1),
            cells,
        ));
    }
    let word = match boxes {
        // A box one cell high or wide repeats a row or a column.
        Boxes::None | Boxes::Rectangles { width: 1, .. } | Boxes::Rectangles { height: 1, .. } => {
            return houses;
        }
        Boxes::Rectangles { .. } => "box",
        Boxes::Regions(_) => "region",
    };
    let mut members = vec![Vec::with_capacity(usize::from(size)); usize::from(size)];
    for cell in
        (0..usize::from(size) * usize::from(size)).map(|index| Cell::from_index(index, size))
    {
        if let Some(number) = boxes.number(cell, size) {
            members[number].push(cell);
        }
    }
    houses.extend(members.into_iter().enumerate().map(|(number, cells)| {
        House::new(HouseKind::Box, format!("{word} {}", number + 1), cells)
    }));
    houses
}

/// Returns the houses of each cell as `(starts, list)`. Cell `i` has `list[starts[i]..starts[i +
/// 1]]`.
fn index_houses(size: u8, houses: &[House]) -> (Box<[u32]>, Box<[u16]>) {
    let mut starts = vec![0_u32; usize::from(size) * usize::from(size) + 1];
    for cell in houses.iter().flat_map(House::cells) {
        starts[cell.index(size) + 1] += 1;
    }
    for index in 1..starts.len() {
        starts[index] += starts[index - 1];
    }
    let mut next = starts.clone();
    let mut list = vec![0; *starts.last().unwrap_or(&0) as usize];
    for (number, house) in houses.iter().enumerate() {
        for cell in house.cells() {
            let place = &mut next[cell.index(size)];
            list[*place as usize] = number as u16;
            *place += 1;
        }
    }
    (starts.into(), list.into())
}
