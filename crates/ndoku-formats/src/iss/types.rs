//! The types of constraint strings: one row for each, for reading and writing.

/// The arguments of a type.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ArgumentList {
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
    /// Groups of cells with one sum, with `-` between them.
    EqualSums,
    /// The number of cells, and cells that are equal.
    SingleCells,
}

/// A type of constraint.
#[derive(Copy, Clone, Debug)]
pub(super) struct Type {
    /// The name in the string.
    pub(super) name: &'static str,
    /// The rules that it stands for.
    pub(super) rules: &'static [&'static str],
    /// Its arguments.
    pub(super) arguments: ArgumentList,
}

const fn row(name: &'static str, rules: &'static [&'static str], arguments: ArgumentList) -> Type {
    Type {
        name,
        rules,
        arguments,
    }
}

/// All types with rules.
pub(super) const TYPES: &[Type] = &[
    row("AntiKnight", &["anti-knight"], ArgumentList::Bare),
    row("AntiKing", &["anti-king"], ArgumentList::Bare),
    row("AntiConsecutive", &["non-consecutive"], ArgumentList::Bare),
    row("Windoku", &["windoku"], ArgumentList::Bare),
    row("DisjointSets", &["disjoint-groups"], ArgumentList::Bare),
    row(
        "StrictKropki",
        &["difference-negative", "ratio-negative"],
        ArgumentList::Bare,
    ),
    row("StrictXV", &["xv-negative"], ArgumentList::Bare),
    row("GlobalEntropy", &["global-entropy"], ArgumentList::Bare),
    row("GlobalMod", &["global-mod"], ArgumentList::Bare),
    row("Thermo", &["thermo"], ArgumentList::Cells),
    row("Renban", &["renban"], ArgumentList::Cells),
    row("Palindrome", &["palindrome"], ArgumentList::Cells),
    row("Entropic", &["entropic"], ArgumentList::Cells),
    row("Between", &["between"], ArgumentList::Cells),
    row("RegionSumLine", &["region-sum"], ArgumentList::Cells),
    row("Zipper", &["zipper"], ArgumentList::Cells),
    row("DoubleArrow", &["double-arrow"], ArgumentList::Cells),
    row(
        "CountingCircles",
        &["counting-circles"],
        ArgumentList::Cells,
    ),
    row("Whisper", &["whisper"], ArgumentList::Numbered(Some(5))),
    row("Modular", &["modular"], ArgumentList::Numbered(None)),
    row("Lockout", &["lockout"], ArgumentList::Numbered(None)),
    row("WhiteDot", &["difference"], ArgumentList::Adjacent(None)),
    row("BlackDot", &["ratio"], ArgumentList::Adjacent(None)),
    row("X", &["xv"], ArgumentList::Adjacent(Some("X"))),
    row("V", &["xv"], ArgumentList::Adjacent(Some("V"))),
    row("GreaterThan", &["greater"], ArgumentList::Adjacent(None)),
    row("Cage", &["killer"], ArgumentList::Cage),
    row("Sum", &["sum"], ArgumentList::Sum),
    row("Arrow", &["arrow"], ArgumentList::Arrow),
    row("PillArrow", &["arrow"], ArgumentList::Pill),
    row("LittleKiller", &["little-killer"], ArgumentList::Diagonal),
    row("XSum", &["x-sum"], ArgumentList::Ends),
    row("Skyscraper", &["skyscraper"], ArgumentList::Ends),
    row("NumberedRoom", &["numbered-room"], ArgumentList::Ends),
    row("Sandwich", &["sandwich"], ArgumentList::Line),
    row("Quad", &["quadruple"], ArgumentList::Quad),
    row(
        "Indexing",
        &["row-indexer", "column-indexer"],
        ArgumentList::Indexing,
    ),
    row("Pair", &["pairs"], ArgumentList::Pairs),
    row("PairX", &["pairs", "nabner"], ArgumentList::AllPairs),
    // The former names of the two. Their keys have `-` and `_` in each other's place.
    row("Binary", &["pairs"], ArgumentList::Pairs),
    row("BinaryX", &["pairs"], ArgumentList::AllPairs),
    row("AllDifferent", &["house"], ArgumentList::House),
    row("SumLine", &["sum-line"], ArgumentList::SumLine),
    row("EqualSum", &["sum"], ArgumentList::EqualSums),
    row("SameValues", &["clone"], ArgumentList::SingleCells),
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
