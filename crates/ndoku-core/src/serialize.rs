//! Serialization of the model with serde (feature `serde`).
//!
//! | type | form |
//! |---|---|
//! | [`Digit`] | a number from 1 to 255 |
//! | [`Cell`] | a string such as `r3c7` |
//! | [`Layout`] | `{size, boxes, diagonals, rules}`, with rules as `NAME` or `NAME=ARGUMENT` |
//! | [`Puzzle`] | `{layout, symbols, clues, pencilmarks}`, with 0 for an open cell |
//! | [`Solution`] | `{layout, digits}` |
//!
//! Deserialization checks everything that the constructors check. So a [`Solution`] is valid. A
//! layout with constraints other than rules cannot be serialized.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Boxes, Cell, Diagonal, Digit, DigitSet, Layout, Puzzle, Solution, Symbols};

impl Serialize for Digit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}

impl<'de> Deserialize<'de> for Digit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::new(number).ok_or_else(|| D::Error::custom("a digit is a number from 1 to 255"))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BoxesForm {
    None,
    Rectangles { width: u8, height: u8 },
    Regions(Vec<u8>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DiagonalForm {
    Main,
    Anti,
}

#[derive(Serialize, Deserialize)]
struct LayoutForm {
    size: u8,
    boxes: BoxesForm,
    #[serde(default)]
    diagonals: Vec<DiagonalForm>,
    #[serde(default)]
    rules: Vec<String>,
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(constraint) = self.custom_constraints().first() {
            return Err(S::Error::custom(format!(
                "the constraint {} is not a rule and cannot be serialized",
                constraint.id()
            )));
        }
        let boxes = match self.boxes() {
            Boxes::None => BoxesForm::None,
            Boxes::Rectangles { width, height } => BoxesForm::Rectangles {
                width: *width,
                height: *height,
            },
            Boxes::Regions(regions) => BoxesForm::Regions(regions.to_vec()),
        };
        let mut diagonals = Vec::new();
        if self.has_diagonal(Diagonal::Main) {
            diagonals.push(DiagonalForm::Main);
        }
        if self.has_diagonal(Diagonal::Anti) {
            diagonals.push(DiagonalForm::Anti);
        }
        LayoutForm {
            size: self.size(),
            boxes,
            diagonals,
            rules: self.rules().iter().map(ToString::to_string).collect(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Layout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = LayoutForm::deserialize(deserializer)?;
        let builder = Self::builder(form.size);
        let mut builder = match form.boxes {
            BoxesForm::None => builder.no_boxes(),
            BoxesForm::Rectangles { width, height } => builder.boxes(width, height),
            BoxesForm::Regions(regions) => builder.regions(&regions),
        };
        for diagonal in form.diagonals {
            builder = builder.diagonal(match diagonal {
                DiagonalForm::Main => Diagonal::Main,
                DiagonalForm::Anti => Diagonal::Anti,
            });
        }
        for rule in &form.rules {
            builder = builder.rule(rule);
        }
        builder.build().map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
struct PuzzleForm {
    layout: Layout,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    symbols: Option<Vec<String>>,
    clues: Vec<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pencilmarks: Option<Vec<Vec<Digit>>>,
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has_own_symbols = *self.symbols() != Symbols::numbers(self.size());
        let number = |clue: &Option<Digit>| clue.map_or(0, Digit::get);
        PuzzleForm {
            layout: self.layout().clone(),
            symbols: has_own_symbols
                .then(|| self.symbols().iter().map(ToOwned::to_owned).collect()),
            clues: self.clues().iter().map(number).collect(),
            pencilmarks: self
                .pencilmarks()
                .map(|marks| marks.iter().map(|set| set.iter().collect()).collect()),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = PuzzleForm::deserialize(deserializer)?;
        let mut puzzle = Self::from_array(&form.layout, &form.clues).map_err(D::Error::custom)?;
        if let Some(symbols) = form.symbols {
            let symbols = Symbols::from_tokens(symbols);
            puzzle = puzzle.with_symbols(symbols).map_err(D::Error::custom)?;
        }
        if let Some(marks) = form.pencilmarks {
            let marks: Vec<DigitSet> = marks
                .into_iter()
                .map(|digits| digits.into_iter().collect())
                .collect();
            puzzle.set_pencilmarks(&marks).map_err(D::Error::custom)?;
        }
        Ok(puzzle)
    }
}

#[derive(Serialize, Deserialize)]
struct SolutionForm {
    layout: Layout,
    digits: Vec<Digit>,
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SolutionForm {
            layout: self.layout().clone(),
            digits: self.digits().to_vec(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = SolutionForm::deserialize(deserializer)?;
        Self::new(&form.layout, &form.digits)
            .map_err(|_| D::Error::custom("the digits break the rules of the layout"))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;

    fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
        let text = serde_json::to_string(value).unwrap();
        assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
        text
    }

    #[test]
    fn values_are_read_back() {
        assert_eq!(round_trip(&Digit::new(255).unwrap()), "255");
        assert_eq!(round_trip(&Cell::new(2, 6)), r#""r3c7""#);
        let layouts = [
            Layout::classic(),
            Layout::builder(6).boxes(2, 3).x().build().unwrap(),
            Layout::builder(5).no_boxes().build().unwrap(),
            Layout::builder(4)
                .regions(&[1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 4, 2, 3, 4, 4, 4])
                .build()
                .unwrap(),
            Layout::builder(9)
                .rule("anti-knight")
                .rule("house=r1c1,r5c5,r9c9")
                .build()
                .unwrap(),
        ];
        for layout in &layouts {
            round_trip(layout);
        }
        let cells = "G".to_owned() + &".".repeat(255);
        let mut puzzle: Puzzle = cells.parse().unwrap();
        puzzle.set_pencilmarks(&[DigitSet::full(3); 256]).unwrap();
        round_trip(&puzzle);
        assert_eq!(
            round_trip(&"1...............".parse::<Puzzle>().unwrap()),
            r#"{"layout":{"size":4,"boxes":{"rectangles":{"width":2,"height":2}},"diagonals":[],"rules":[]},"clues":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}"#
        );
        let digits = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let digits = digits.map(|number| Digit::new(number).unwrap());
        let small = Layout::for_size(4).unwrap();
        round_trip(&Solution::new(&small, &digits).unwrap());
    }

    #[test]
    fn invalid_values_are_refused() {
        let layout = r#"{"size":4,"boxes":{"rectangles":{"width":2,"height":2}}}"#;
        let wrong = format!(r#"{{"layout":{layout},"digits":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}}"#);
        assert!(serde_json::from_str::<Solution>(&wrong).is_err());
        let short = format!(r#"{{"layout":{layout},"clues":[1]}}"#);
        assert!(serde_json::from_str::<Puzzle>(&short).is_err());
        assert!(serde_json::from_str::<Digit>("0").is_err());
        assert!(serde_json::from_str::<Cell>("\"c1\"").is_err());
        assert!(serde_json::from_str::<Layout>(r#"{"size":4,"boxes":{"regions":[1]}}"#).is_err());
    }
}
