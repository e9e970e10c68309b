//! The rules of f-puzzles: one row for each key, for reading and writing.

/// The form of the elements of a key.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Shape {
    /// `true` or `false`, without elements.
    Flag,
    /// `{"cells":[…],"value":…}`. An element is a rule.
    Cells,
    /// `{"lines":[[…],…],"value":…}`. A line is a rule.
    Lines,
    /// `{"cell":…}`. All elements together are one rule.
    Cell,
    /// `{"cells":[…],"lines":[[…],…]}`. A line and the cells of the circle are a rule.
    Arrow,
    /// `{"cells":[…],"cloneCells":[…]}`. An element is a rule.
    Clone,
    /// `{"cell":…,"direction":…,"value":…}`, with the cell outside the grid.
    Diagonal,
    /// `{"cell":…,"value":…}`, with the cell outside the grid.
    Outside,
    /// `{"cells":[…],"values":[…]}` with the four cells around a corner.
    Quadruple,
}

/// The value of an element.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// It has none.
    None,
    /// A number. Without it the default of the rule holds.
    Optional,
    /// A number that other programs assume, so it is not written.
    Fixed(&'static str),
    /// A number. An element without it is a drawing.
    Number,
    /// A number or a Roman numeral. An element without it is a drawing.
    Roman,
    /// The sum of a cage. A cage without it is a house.
    Sum,
}

/// The drawing that accompanies a key which f-puzzles itself does not know.
#[derive(Copy, Clone, Debug)]
pub(super) struct Drawing {
    /// The text of `fromConstraint`.
    pub(super) name: &'static str,
    /// The color.
    pub(super) color: &'static str,
    /// The kind of drawing.
    pub(super) kind: DrawingKind,
}

/// The kind of a drawing.
#[derive(Copy, Clone, Debug)]
pub(super) enum DrawingKind {
    /// A line of this width. 1 is the side of a cell.
    Line(f64),
    /// A line of this width with a circle of this diameter at its first cell.
    Bulb(f64, f64),
    /// A line of this width with a circle at both ends.
    Circles(f64),
    /// The outline of all cells.
    Cage,
    /// A symbol and the value outside the grid.
    Symbol(&'static str),
}

/// A key of the JSON.
#[derive(Copy, Clone, Debug)]
pub(in super::super) struct Key {
    /// The name of the member.
    pub(super) key: &'static str,
    /// The identifier of the rule.
    pub(super) rule: &'static str,
    /// The form of its elements.
    pub(super) shape: Shape,
    /// The value of its elements.
    pub(super) value: Value,
    /// The drawing to write in addition.
    pub(super) drawing: Option<Drawing>,
}

const fn key(key: &'static str, rule: &'static str, shape: Shape, value: Value) -> Key {
    Key {
        key,
        rule,
        shape,
        value,
        drawing: None,
    }
}

const fn drawn(row: Key, name: &'static str, color: &'static str, kind: DrawingKind) -> Key {
    Key {
        drawing: Some(Drawing { name, color, kind }),
        ..row
    }
}

/// All keys with rules.
pub(super) const KEYS: &[Key] = &[
    key("antiknight", "anti-knight", Shape::Flag, Value::None),
    key("antiking", "anti-king", Shape::Flag, Value::None),
    key(
        "disjointgroups",
        "disjoint-groups",
        Shape::Flag,
        Value::None,
    ),
    key(
        "nonconsecutive",
        "non-consecutive",
        Shape::Flag,
        Value::None,
    ),
    key("extraregion", "house", Shape::Cells, Value::None),
    key("killercage", "killer", Shape::Cells, Value::Sum),
    key(
        "littlekillersum",
        "little-killer",
        Shape::Diagonal,
        Value::Number,
    ),
    key("arrow", "arrow", Shape::Arrow, Value::None),
    key("xv", "xv", Shape::Cells, Value::Roman),
    key("difference", "difference", Shape::Cells, Value::Optional),
    key("ratio", "ratio", Shape::Cells, Value::Optional),
    key("thermometer", "thermo", Shape::Lines, Value::None),
    key("palindrome", "palindrome", Shape::Lines, Value::None),
    key("betweenline", "between", Shape::Lines, Value::None),
    key("lockout", "lockout", Shape::Lines, Value::Fixed("4")),
    key("clone", "clone", Shape::Clone, Value::None),
    key("quadruple", "quadruple", Shape::Quadruple, Value::None),
    key("odd", "odd", Shape::Cell, Value::None),
    key("even", "even", Shape::Cell, Value::None),
    key("minimum", "minimum", Shape::Cell, Value::None),
    key("maximum", "maximum", Shape::Cell, Value::None),
    key("sandwichsum", "sandwich", Shape::Outside, Value::Number),
    drawn(
        key("xsum", "x-sum", Shape::Outside, Value::Number),
        "X Sum",
        "#000000",
        DrawingKind::Symbol("\u{25ef}"),
    ),
    drawn(
        key("skyscraper", "skyscraper", Shape::Outside, Value::Number),
        "Skyscraper",
        "#000000",
        DrawingKind::Symbol("\u{25af}"),
    ),
    drawn(
        key("whispers", "whisper", Shape::Lines, Value::Optional),
        "German Whispers",
        "#67F067",
        DrawingKind::Line(0.1875),
    ),
    drawn(
        key("renban", "renban", Shape::Lines, Value::None),
        "Renban",
        "#F067F0",
        DrawingKind::Line(0.25),
    ),
    drawn(
        key("nabner", "nabner", Shape::Lines, Value::None),
        "Nabner",
        "#C9C883",
        DrawingKind::Line(0.25),
    ),
    drawn(
        key("entropicline", "entropic", Shape::Lines, Value::None),
        "Entropic Line",
        "#FFCCAA",
        DrawingKind::Line(0.25),
    ),
    drawn(
        key("modularline", "modular", Shape::Lines, Value::Fixed("3")),
        "Modular Line",
        "#33BBBB",
        DrawingKind::Line(0.156_25),
    ),
    drawn(
        key("regionsumline", "region-sum", Shape::Lines, Value::None),
        "Region Sum Line",
        "#2ECBFF",
        DrawingKind::Line(0.25),
    ),
    drawn(
        key("zipperline", "zipper", Shape::Lines, Value::None),
        "Zipper Line",
        "#cdb1ec",
        DrawingKind::Line(0.156_25),
    ),
    drawn(
        key("doublearrow", "double-arrow", Shape::Lines, Value::None),
        "Double Arrow",
        "#C54B8B",
        DrawingKind::Circles(0.15),
    ),
    drawn(
        key("slowthermometer", "slow-thermo", Shape::Lines, Value::None),
        "Slow Thermometer",
        "#6495ED",
        DrawingKind::Bulb(0.3, 0.8),
    ),
    drawn(
        key("rowindexer", "row-indexer", Shape::Cells, Value::None),
        "Row Indexer",
        "#7CC77C",
        DrawingKind::Cage,
    ),
    drawn(
        key("columnindexer", "column-indexer", Shape::Cells, Value::None),
        "Column Indexer",
        "#C77C7C",
        DrawingKind::Cage,
    ),
    drawn(
        key("boxindexer", "box-indexer", Shape::Cells, Value::None),
        "Box Indexer",
        "#7C7CC7",
        DrawingKind::Cage,
    ),
];

/// The drawing of whispers with a difference that is one lower than usual.
pub(super) const DUTCH_WHISPERS: Drawing = Drawing {
    name: "Dutch Whispers",
    color: "#FF9A00",
    kind: DrawingKind::Line(0.1875),
};

/// The names in the list `negative`, with their rules.
pub(super) const NEGATIVES: &[(&str, &str)] = &[("ratio", "ratio-negative"), ("xv", "xv-negative")];

/// Keys that do not restrict a solution: texts, drawings and settings of the tool. Those with
/// `true` are kept as they are.
pub(super) const HARMLESS: &[(&str, bool)] = &[
    ("size", false),
    ("title", false),
    ("author", false),
    ("ruleset", false),
    ("grid", false),
    ("solution", false),
    ("ndoku", false),
    ("history", false),
    ("cage", true),
    ("text", true),
    ("circle", true),
    ("rectangle", true),
    ("line", true),
    ("highlightConflicts", true),
    ("disabledlogic", true),
    ("truecandidatesoptions", true),
    ("foglight", true),
    ("fogofwar", true),
    ("fogLight", true),
    ("triggereffect", true),
    ("successMessage", true),
    ("msgcorrect", true),
    ("metadata", true),
    ("video", true),
    ("customcolors", true),
];

/// The members of a cell that are kept as they are: its colors.
pub(super) const CELL_COLORS: &[&str] = &["c", "cArray", "highlight"];

/// The name in [`Metadata::extra`](super::super::Metadata::extra) of the colors of the cells.
pub(super) const KEPT_CELLS: &str = "f-puzzles cells";

/// The beginning of the names in [`Metadata::extra`](super::super::Metadata::extra) under which
/// keys are kept. Their texts are JSON.
pub(super) const KEPT: &str = "f-puzzles ";

/// Returns the row of a key.
pub(super) fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|row| row.key == name)
}

/// Returns the rule of a key that is a flag.
pub(in super::super) fn flag(name: &str) -> Option<&'static str> {
    find(name)
        .filter(|row| row.shape == Shape::Flag)
        .map(|row| row.rule)
}

/// Returns all names of keys with rules, for suggestions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter()
        .map(|row| row.key)
        .chain(["diagonal+", "diagonal-", "negative"])
}

/// Returns the key that a drawing belongs to, from its `fromConstraint`.
pub(super) fn origin(from: &str) -> Option<&'static str> {
    let plain = |text: &str| text.replace([' ', '-'], "").to_ascii_lowercase();
    let from = plain(from);
    let exact = KEYS
        .iter()
        .find(|row| row.key == from || row.drawing.is_some_and(|d| plain(d.name) == from));
    match exact {
        Some(row) => Some(row.key),
        None => from.ends_with("whispers").then_some("whispers"),
    }
}
