//! f-puzzles, the setting tool most variant puzzles of the web are made with: its JSON, and its links, which hold the JSON packed.
//!
//! ```text
//! {"size":9,"title":"…","author":"…","grid":[[{"value":5,"given":true},{},{"region":3},…],…],"diagonal-":true,"antiknight":true}
//! https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAW…       fpuzzlesN4IgzglgXgpiBcAW…
//! ```
//!
//! | key | here |
//! |---|---|
//! | `grid[r][c].value`, with `given` | a clue; without, the player's digit |
//! | `.region` | number of the region; null is none; absent is the usual box |
//! | `.givenPencilMarks` | pencilmarks of the puzzle |
//! | `.centerPencilMarks`, `.cornerPencilMarks` | the player's notes: kept as text in `extra` |
//! | `diagonal+`, `diagonal-` | from the **lower** left to the upper right; from the upper left to the lower right |
//! | `antiknight`, `antiking`, `disjointgroups`, `nonconsecutive` | the rules of that name |
//! | `extraregion`, and `killercage` without a sum | extra houses |
//! | `title`, `author`, `ruleset`, `solution` | title, author, comment, solution |
//!
//! Anything else that is not decoration is a rule that would be lost, so the puzzle is refused and the rule named.
//! Source: the keys as public importers of the format read them.

pub(super) mod read;
#[cfg(test)]
mod tests;
pub(super) mod write;

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::lz_string;
use super::spanned_json::{self, Source};
use super::{
    Block, Detection, Feature, Format, ReadError, Reader, Record, Scope, Span, Writer, splitter,
};

pub(super) const SUPPORTED: &[Feature] = &[
    Feature::AnySize,
    Feature::BoxShape,
    Feature::Regions,
    Feature::NoBoxes,
    Feature::Diagonals,
    Feature::Rules,
    Feature::Pencilmarks,
    Feature::Entries,
    Feature::Solution,
    Feature::Metadata,
];

/// The JSON itself.
pub(super) const FPUZZLES: Format = Format {
    id: "fpuzzles",
    aliases: &["f-puzzles"],
    extensions: &["fpuzzles", "fpuz"],
    summary: "The JSON of the setting tool f-puzzles",
    example: r#"{"size":4,"title":"Small","author":"A. N. Other","grid":[
[{"value":1,"given":true},{},{},{"value":4}],
[{},{},{},{}],
[{},{"givenPencilMarks":[1,2]},{},{}],
[{},{},{"value":2,"given":true},{}]],
"diagonal+":true,"antiknight":true}
"#,
    scope: Scope::Document,
    supports: SUPPORTED,
    detect: detect_json,
    read: Some(read),
    write: Some(Writer::sequence(write::json)),
};

/// Links.
pub(super) const FPUZZLES_URL: Format = Format {
    id: "fpuzzles-url",
    aliases: &["f-puzzles-url", "fpuzzles-link"],
    extensions: &[],
    summary: "Links to f-puzzles, which hold the whole puzzle",
    example: "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCALhNAbO8QGUBbAQyyxFWIFc0ALAewCcEQBBAOgAIA5LgeToxmqAOaMIAEwQBtaaABupKrgCMoiPJgA7BGkbKAvsmBGTxkIqzKEiAwF1kc08+P3HZ0CI3aACtoDGEFgAssSMANZgMmoATHYuJg5OruaW1vAx6po68HqGrnYOIBIQxCL0WqQA1Lr6MJRaGOFaECK0aLWGQA\n",
    scope: Scope::Unit,
    supports: SUPPORTED,
    detect: detect_link,
    read: Some(read),
    write: Some(Writer::sequence(write::link)),
};

fn detect_json(block: &Block<'_>) -> Detection {
    let text = block.text.trim_start();
    if !text.starts_with('{') {
        return Err("does not begin with `{`".into());
    }
    let names = spanned_json::names(text);
    if names.contains(&Cow::Borrowed("size")) && names.contains(&Cow::Borrowed("grid")) {
        Ok("is a JSON object with `size` and `grid`".into())
    } else {
        Err("is a JSON object, but has not both `size` and `grid`".into())
    }
}

fn detect_link(block: &Block<'_>) -> Detection {
    let line = block.text.trim();
    if line.contains('\n') {
        return Err("has more than one line".into());
    }
    match find_data(line) {
        Some(Data::Packed(_)) => Ok("is a link to f-puzzles, or its data".into()),
        Some(Data::OnServer) => Ok("is a link to f-puzzles, but holds only a number".into()),
        None => Err("is no link to f-puzzles, and does not begin with `fpuzzles`".into()),
    }
}

/// What a link holds.
enum Data<'a> {
    /// The puzzle.
    Packed(&'a str),
    /// Only its number in somebody's collection.
    OnServer,
}

fn find_data(line: &str) -> Option<Data<'_>> {
    if line.starts_with("http") {
        let (host, rest) = line.split_once("f-puzzles.com")?;
        if !host
            .trim_start_matches("https://")
            .trim_start_matches("http://")
            .trim_end_matches("www.")
            .is_empty()
        {
            return None;
        }
        let load = rest
            .split_once("load=")
            .map(|(_, data)| data.split(['&', '#']).next().unwrap_or_default());
        return Some(load.map_or(Data::OnServer, Data::Packed));
    }
    let is_packed = |data: &str| {
        data.len() >= 16
            && data
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+/=-_%$ ".contains(&byte))
    };
    let data = line
        .strip_prefix("fpuzzles")
        .or_else(|| line.strip_prefix("fpuz"))
        .or_else(|| line.starts_with("N4Ig").then_some(line))?;
    is_packed(data).then_some(Data::Packed(data))
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    if block.text.trim_start().starts_with('{') {
        let source = Source::new(*block);
        let mut values = serde_json::Deserializer::from_str(block.text)
            .into_iter::<&serde_json::value::RawValue>();
        loop {
            let record = match values.next() {
                None => return ControlFlow::Continue(()),
                Some(Ok(part)) => read::puzzle(&source, part.get(), reader),
                Some(Err(error)) => return reader.emit(Err(source.syntax(block.text, &error))),
            };
            reader.emit(record)?;
        }
    }
    splitter::for_each_trimmed_line(block, reader, |text, span, reader| match find_data(text) {
        Some(Data::Packed(data)) => packed(data, span, reader),
        Some(Data::OnServer) => Err(on_server(span)),
        None => Err(ReadError::at(span, "this is no link to f-puzzles")
            .hint("such a link has `?load=` and the puzzle behind it")),
    })
}

/// What is said of a link that only names a puzzle.
pub(super) fn on_server(span: Span) -> ReadError {
    ReadError::at(
        span,
        "this link holds only the name of a puzzle, which is kept on a server",
    )
    .hint("open it in a browser, and export the puzzle as a link that holds it")
}

/// Reads a puzzle from the data of a link that stands at `span`.
///
/// # Errors
/// Returns an error if the data cannot be unpacked, or are no puzzle, or one with rules that would be lost.
pub(super) fn packed(data: &str, span: Span, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let data = percent_decode(data);
    let text = lz_string::unpack(&data)
        .map_err(|fault| ReadError::at(span, format!("the data of this link {fault}")))?;
    let source = Source::packed(&text, span);
    read::puzzle(&source, text.trim(), reader)
}

/// Returns the text without `%2B` and the like; what is no such code stays.
pub(super) fn percent_decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let hex = |index: usize| {
        bytes
            .get(index)
            .and_then(|byte| char::from(*byte).to_digit(16))
    };
    let mut out = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while let Some(byte) = bytes.get(index) {
        match (byte, hex(index + 1), hex(index + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((16 * high + low) as u8);
                index += 3;
            }
            _ => {
                out.push(*byte);
                index += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned().into()
}
