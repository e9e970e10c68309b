//! The types of constraint strings: one row for each, for reading and writing.

/// The arguments of a type.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// None. The rules hold in the whole grid.
    Bare,
    /// Cells, which are one rule.
    Cells,
    /// A number and cells, which are one rule. The number may be missing if there is a default.
    Numbered(Option<u32>),
    /// Cells. Every two of them that are side by side are a rule, with this value.
    Adjacent(Option<&'static str>),
    /// The sum of a cage, and cells that differ. The sum 0 means any.
    Cage,
    /// A sum, perhaps with factors, and cells that may repeat.
    Sum,
    /// The cell of a circle and those of a shaft.
    Arrow,
    /// The number of cells of a pill, the pill and the shaft.
    Pill,
    /// A sum and the first cell of a diagonal.
    Diagonal,
    /// A line and the clues at its two ends.
    Ends,
    /// A clue and a line.
    Line,
    /// The upper left cell of a square and digits.
    Quad,
    /// `R` or `C` and cells.
    Indexing,
    /// The key of a relation, and groups of cells that are in it one after another.
    Pairs,
    /// The key of a relation, and groups of cells of which every two are in it.
    AllPairs,
    /// Cells that differ.
    House,
    /// A sum and cells, perhaps with `LOOP` at the end.
    SumLine,
}

/// A type of constraint.
#[derive(Copy, Clone, Debug)]
pub(super) struct Type {
    /// The name in the string.
    pub(super) name: &'static str,
    /// The rules that it stands for.
    pub(super) rules: &'static [&'static str],
    /// Its arguments.
    pub(super) shape: Shape,
}

const fn row(name: &'static str, rules: &'static [&'static str], shape: Shape) -> Type {
    Type { name, rules, shape }
}

/// All types with rules.
pub(super) const TYPES: &[Type] = &[
    row("AntiKnight", &["anti-knight"], Shape::Bare),
    row("AntiKing", &["anti-king"], Shape::Bare),
    row("AntiConsecutive", &["non-consecutive"], Shape::Bare),
    row("Windoku", &["windoku"], Shape::Bare),
    row("DisjointSets", &["disjoint-groups"], Shape::Bare),
    row(
        "StrictKropki",
        &["difference-negative", "ratio-negative"],
        Shape::Bare,
    ),
    row("StrictXV", &["xv-negative"], Shape::Bare),
    row("GlobalEntropy", &["global-entropy"], Shape::Bare),
    row("GlobalMod", &["global-mod"], Shape::Bare),
    row("Thermo", &["thermo"], Shape::Cells),
    row("Renban", &["renban"], Shape::Cells),
    row("Palindrome", &["palindrome"], Shape::Cells),
    row("Entropic", &["entropic"], Shape::Cells),
    row("Between", &["between"], Shape::Cells),
    row("RegionSumLine", &["region-sum"], Shape::Cells),
    row("Zipper", &["zipper"], Shape::Cells),
    row("DoubleArrow", &["double-arrow"], Shape::Cells),
    row("CountingCircles", &["counting-circles"], Shape::Cells),
    row("Whisper", &["whisper"], Shape::Numbered(Some(5))),
    row("Modular", &["modular"], Shape::Numbered(None)),
    row("Lockout", &["lockout"], Shape::Numbered(None)),
    row("WhiteDot", &["difference"], Shape::Adjacent(None)),
    row("BlackDot", &["ratio"], Shape::Adjacent(None)),
    row("X", &["xv"], Shape::Adjacent(Some("X"))),
    row("V", &["xv"], Shape::Adjacent(Some("V"))),
    row("GreaterThan", &["greater"], Shape::Adjacent(None)),
    row("Cage", &["killer"], Shape::Cage),
    row("Sum", &["sum"], Shape::Sum),
    row("Arrow", &["arrow"], Shape::Arrow),
    row("PillArrow", &["arrow"], Shape::Pill),
    row("LittleKiller", &["little-killer"], Shape::Diagonal),
    row("XSum", &["x-sum"], Shape::Ends),
    row("Skyscraper", &["skyscraper"], Shape::Ends),
    row("NumberedRoom", &["numbered-room"], Shape::Ends),
    row("Sandwich", &["sandwich"], Shape::Line),
    row("Quad", &["quadruple"], Shape::Quad),
    row(
        "Indexing",
        &["row-indexer", "column-indexer"],
        Shape::Indexing,
    ),
    row("Pair", &["pairs"], Shape::Pairs),
    row("PairX", &["pairs", "nabner"], Shape::AllPairs),
    // The former names of the two. Their keys have `-` and `_` in each other's place.
    row("Binary", &["pairs"], Shape::Pairs),
    row("BinaryX", &["pairs"], Shape::AllPairs),
    row("AllDifferent", &["house"], Shape::House),
    row("SumLine", &["sum-line"], Shape::SumLine),
];

/// The types that contain others, up to `End`.
pub(super) const COMPOSITES: &[&str] = &["Or", "And", "Replicate"];

/// The difference of two cells that may stand on one line of the rule `nabner`.
pub(super) fn is_nabner(a: u8, b: u8) -> bool {
    a.abs_diff(b) >= 2
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns the table of a relation: `0` or `1` for each pair of digits, the first digit first. A
/// key holds six pairs in a character, the lowest bit first, without zeros at its end.
pub(super) fn decode_key(key: &str, size: u8) -> Option<String> {
    let wanted = usize::from(size) * usize::from(size);
    let mut table = String::with_capacity(wanted + 5);
    for byte in key.bytes() {
        let bits = BASE64.iter().position(|known| *known == byte)?;
        table.extend((0..6).map(|bit| if bits >> bit & 1 == 1 { '1' } else { '0' }));
        if table.len() >= wanted + 6 {
            return None;
        }
    }
    let missing = wanted.saturating_sub(table.len());
    table.push_str(&"0".repeat(missing));
    table.truncate(wanted);
    Some(table)
}

/// Returns a key with `-` and `_` exchanged, as the types `Binary` and `BinaryX` write them.
pub(super) fn swap_last_signs(key: &str) -> String {
    let swap = |sign| match sign {
        '-' => '_',
        '_' => '-',
        other => other,
    };
    key.chars().map(swap).collect()
}

/// Returns the key of a table.
pub(super) fn encode_key(table: &str) -> String {
    let marks: Vec<u8> = table.bytes().collect();
    let key: String = marks
        .chunks(6)
        .map(|marks| {
            let bits = marks
                .iter()
                .rev()
                .fold(0, |bits, mark| 2 * bits + usize::from(*mark == b'1'));
            char::from(BASE64[bits])
        })
        .collect();
    key.trim_end_matches('A').to_owned()
}

/// Returns the table of a relation between digits from 1.
pub(super) fn table(size: u8, holds: impl Fn(u8, u8) -> bool) -> String {
    let digits = || 1..=size;
    digits()
        .flat_map(|a| digits().map(move |b| (a, b)))
        .map(|(a, b)| if holds(a, b) { '1' } else { '0' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_hold_relations() {
        let nabner = table(9, is_nabner);
        assert_eq!(encode_key(&nabner), "8H_xf8H_xf8H_B");
        assert_eq!(decode_key("8H_xf8H_xf8H_B", 9), Some(nabner));
        assert_eq!(decode_key("", 2).as_deref(), Some("0000"));
        assert_eq!(encode_key("0000"), "");
        assert_eq!(encode_key("1000"), "B");
        assert!(decode_key("*", 2).is_none() && decode_key("AAA", 2).is_none());
    }
}
