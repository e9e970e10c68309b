//! Conflicts of a grid: houses that hold a digit twice, broken constraints, and cells without a
//! digit or a candidate.

use crate::{Cell, Digit, Layout, Symbols};

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// A digit stands more than once in a house.
    Repeated {
        /// The index of the house in [`Layout::houses`].
        house: usize,
        /// The digit.
        digit: Digit,
        /// The cells with the digit: two or more, in reading order.
        cells: Vec<Cell>,
    },
    /// A constraint is broken.
    Broken {
        /// The identifier of the rule.
        rule: &'static str,
        /// The cells of the breach. Empty if the rule cannot hold in any grid.
        cells: Vec<Cell>,
    },
    /// No digit is left for a cell.
    NoCandidate {
        /// The cell.
        cell: Cell,
    },
    /// Some cells have no digit although all should have one.
    Blank {
        /// The cells, at least one.
        cells: Vec<Cell>,
    },
}

impl Conflict {
    /// Returns the cells concerned, in reading order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::Repeated { cells, .. } | Self::Broken { cells, .. } | Self::Blank { cells } => {
                cells
            }
            Self::NoCandidate { cell } => std::slice::from_ref(cell),
        }
    }

    /// Returns the message without the cells: `value 7 repeated in box 2`.
    #[must_use]
    pub fn message(&self, layout: &Layout, symbols: &Symbols) -> String {
        match self {
            Self::Repeated { house, digit, .. } => {
                format!(
                    "value {} repeated in {}",
                    symbols.symbol(*digit),
                    layout.houses()[*house]
                )
            }
            Self::Broken { rule, cells } if cells.is_empty() => {
                format!("no digits satisfy the rule {rule}")
            }
            Self::Broken { rule, .. } => format!("rule {rule} broken"),
            Self::NoCandidate { .. } => "no digit is possible".to_owned(),
            Self::Blank { cells } if cells.len() == 1 => "1 cell is blank".to_owned(),
            Self::Blank { cells } => format!("{} cells are blank", cells.len()),
        }
    }

    /// Returns the message with its cells: `value 7 repeated in box 2 (r1c5, r3c4)`. It names at
    /// most eight cells.
    #[must_use]
    pub fn describe(&self, layout: &Layout, symbols: &Symbols) -> String {
        const NAMED: usize = 8;
        let mut cells: Vec<String> = self
            .cells()
            .iter()
            .take(NAMED)
            .map(Cell::to_string)
            .collect();
        if self.cells().len() > NAMED {
            cells.push("…".to_owned());
        }
        let message = self.message(layout, symbols);
        if cells.is_empty() {
            return message;
        }
        format!("{message} ({})", cells.join(", "))
    }
}

/// Returns every repeated digit, house by house in the order of the layout, then every broken
/// constraint.
///
/// Open cells are not reported; [`verify`] reports them. Digits above N and values beyond the grid
/// are ignored.
#[must_use]
pub fn conflicts(layout: &Layout, digits: &[Option<Digit>]) -> Vec<Conflict> {
    let mut found = Vec::new();
    let at = |cell: &Cell| digits.get(layout.index(*cell)).copied().flatten();
    let mut times = [0_u16; 255];
    for (number, house) in layout.houses().iter().enumerate() {
        let mut repeated = false;
        for digit in house.cells().iter().filter_map(at) {
            times[digit.index()] += 1;
            repeated |= times[digit.index()] > 1;
        }
        if repeated {
            for digit in layout.digits().filter(|digit| times[digit.index()] > 1) {
                let cells = house
                    .cells()
                    .iter()
                    .filter(|cell| at(cell) == Some(digit))
                    .copied()
                    .collect();
                found.push(Conflict::Repeated {
                    house: number,
                    digit,
                    cells,
                });
            }
        }
        times = [0; 255];
    }
    for constraint in layout.constraints() {
        let held: Vec<Option<Digit>> = constraint.cells().iter().map(at).collect();
        let breaches = constraint.breaches(&held).into_iter();
        found.extend(breaches.map(|cells| Conflict::Broken {
            rule: constraint.id(),
            cells,
        }));
    }
    found
}

/// Checks that a grid is full and correct.
///
/// # Errors
/// Returns all conflicts: open cells first, then those of [`conflicts`].
pub fn verify(layout: &Layout, digits: &[Option<Digit>]) -> Result<(), Vec<Conflict>> {
    let size = layout.size();
    let filled = |cell: &Cell| {
        digits
            .get(layout.index(*cell))
            .copied()
            .flatten()
            .is_some_and(|digit| digit.get() <= size)
    };
    let blank: Vec<Cell> = layout.cells().filter(|cell| !filled(cell)).collect();
    let mut found = if blank.is_empty() {
        Vec::new()
    } else {
        vec![Conflict::Blank { cells: blank }]
    };
    found.extend(conflicts(layout, digits));
    if found.is_empty() { Ok(()) } else { Err(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str) -> Vec<Option<Digit>> {
        text.bytes().map(|byte| Digit::new(byte - b'0')).collect()
    }

    #[test]
    fn every_repeated_digit_is_reported() {
        let layout = Layout::builder(4).x().build().unwrap();
        let symbols = Symbols::numbers(4);
        let named = |text: &str| -> Vec<String> {
            conflicts(&layout, &digits(text))
                .iter()
                .map(|c| c.describe(&layout, &symbols))
                .collect()
        };
        assert_eq!(
            named("1000000000000001"),
            ["value 1 repeated in main diagonal (r1c1, r4c4)"]
        );
        assert_eq!(
            named("1010000000000000"),
            ["value 1 repeated in row 1 (r1c1, r1c3)"]
        );
        assert_eq!(named("0010002000000000"), Vec::<String>::new());
        assert_eq!(
            named("1100000000000000"),
            [
                "value 1 repeated in row 1 (r1c1, r1c2)",
                "value 1 repeated in box 1 (r1c1, r1c2)"
            ]
        );
    }

    #[test]
    fn blanks_are_conflicts_only_of_full_grids() {
        let layout = Layout::for_size(4).unwrap();
        let grid = digits("1234341221434320");
        assert!(conflicts(&layout, &grid).is_empty());
        let wrong = verify(&layout, &grid).unwrap_err();
        assert_eq!(
            wrong,
            [Conflict::Blank {
                cells: vec![Cell::new(3, 3)]
            }]
        );
        assert_eq!(
            wrong[0].describe(&layout, &Symbols::numbers(4)),
            "1 cell is blank (r4c4)"
        );
        assert_eq!(verify(&layout, &digits("1234341221434321")), Ok(()));
        assert!(verify(&layout, &digits("12")).is_err());
    }

    #[test]
    fn constraints_are_checked_too() {
        let layout = Layout::builder(4)
            .no_boxes()
            .rule("anti-king")
            .build()
            .unwrap();
        let found = conflicts(&layout, &digits("1000010000000000"));
        assert_eq!(
            found,
            [Conflict::Broken {
                rule: "anti-king",
                cells: vec![Cell::new(0, 0), Cell::new(1, 1)]
            }]
        );
    }
}
