//! f-puzzles, the setting tool of most variant puzzles on the web: its JSON, and its links, which
//! contain compressed JSON.
//!
//! ```text
//! {"size":9,"title":"…","author":"…","grid":[[{"value":5,"given":true},{},{"region":3},…],…],
//! "diagonal-":true,"antiknight":true}
//! https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAW…       fpuzzlesN4IgzglgXgpiBcAW…
//! ```
//!
//! | key | meaning |
//! |---|---|
//! | `grid[r][c].value` | with `given` a clue, otherwise a digit of the player |
//! | `.region` | index of the region; null means none; if absent, the usual box |
//! | `.givenPencilMarks` | pencilmarks of the puzzle |
//! | `.centerPencilMarks`, `.cornerPencilMarks` | the player's notes, kept as text in `extra` |
//! | `diagonal+` | the diagonal from the **lower** left to the upper right |
//! | `diagonal-` | the diagonal from the upper left to the lower right |
//! | `title`, `author`, `ruleset`, `solution` | title, author, comment, solution |
//! | `cage`, `line`, `text`, `circle`, `rectangle`, … | drawings, kept as JSON in `extra` |
//!
//! The table in `fpuzzles/keys.rs` names the keys of all other rules. Any other key is a rule that
//! would be lost. Then the puzzle is rejected and the rule named.
//!
//! Some rules exist only in scripts that extend the tool. They are written with a drawing that
//! names the rule in `fromConstraint`, so that programs without the rule show it.
//!
//! Source: the keys that public importers of the format read.

mod elements;
mod kept;
pub(super) mod keys;
pub(super) mod read;
mod rules;
#[cfg(test)]
mod tests;
pub(super) mod write;

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::spanned_json::{self, Source};
use super::{
    Block, Detection, Feature, Format, ReadError, Reader, Record, Scope, Span, Writer, lines,
    lz_string::{self, DecodeError},
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

/// The format of the JSON itself.
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
    conditional: &[],
    detect: detect_json,
    read: Some(read),
    write: Some(Writer::sequence(write::json)),
};

/// The format of links.
pub(super) const FPUZZLES_URL: Format = Format {
    id: "fpuzzles-url",
    aliases: &["f-puzzles-url", "fpuzzles-link"],
    extensions: &[],
    summary: "Links to f-puzzles, which hold the whole puzzle",
    example: "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCALhNAbO8QGUBbAQyyxFWIFc0ALAewCcEQBBAOgAIA5LgeToxmqAOaMIAEwQBtaaABupKrgCMoiPJgA7BGkbKAvsmBGTxkIqzKEiAwF1kc08+P3HZ0CI3aACtoDGEFgAssSMANZgMmoATHYuJg5OruaW1vAx6po68HqGrnYOIBIQxCL0WqQA1Lr6MJRaGOFaECK0aLWGQA\n",
    scope: Scope::Unit,
    supports: SUPPORTED,
    conditional: &[],
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
        Err("is a JSON object, but does not have both `size` and `grid`".into())
    }
}

fn detect_link(block: &Block<'_>) -> Detection {
    let line = block.text.trim();
    if line.contains('\n') {
        return Err("has more than one line".into());
    }
    match find_data(line) {
        Some(Data::Packed(_)) => Ok("is a link to f-puzzles, or its data".into()),
        Some(Data::OnServer) => Ok("is a link to f-puzzles, but contains only an ID".into()),
        None => Err("is not a link to f-puzzles, and does not begin with `fpuzzles`".into()),
    }
}

/// The contents of a link.
enum Data<'a> {
    /// The compressed puzzle.
    Packed(&'a str),
    /// The ID of a puzzle on a server.
    OnServer,
}

/// Removes `https://` or `http://` from a link. Browsers copy links without it, too.
pub(super) fn without_scheme(link: &str) -> &str {
    link.strip_prefix("https://")
        .or_else(|| link.strip_prefix("http://"))
        .unwrap_or(link)
}

fn find_data(line: &str) -> Option<Data<'_>> {
    let address = without_scheme(line);
    let host = address.strip_prefix("www.").unwrap_or(address);
    if let Some(rest) = host
        .strip_prefix("f-puzzles.com")
        .filter(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
    {
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
        return read_json(block, reader);
    }
    lines::for_each_trimmed_line(block, reader, |text, span, reader| match find_data(text) {
        Some(Data::Packed(data)) => read_compressed(data, span, reader),
        Some(Data::OnServer) => Err(on_server(span)),
        None => Err(ReadError::at(span, "this is not a link to f-puzzles")
            .hint("such a link contains `?load=` followed by the puzzle")),
    })
}

/// Reads JSON objects that follow each other. After an error, continues with the next line that
/// begins with an object.
fn read_json(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let source = Source::new(*block);
    let mut rest = block.text;
    loop {
        let mut values =
            serde_json::Deserializer::from_str(rest).into_iter::<&serde_json::value::RawValue>();
        let (error, offset) = loop {
            match values.next() {
                None => return ControlFlow::Continue(()),
                Some(Ok(part)) => {
                    let record = read::puzzle(&source, part.get(), reader);
                    reader.emit(record)?;
                }
                Some(Err(error)) => break (error, values.byte_offset()),
            }
        };
        reader.emit(Err(source.syntax(rest, &error)))?;
        let Some(start) = rest[offset..].find("\n{") else {
            return ControlFlow::Continue(());
        };
        rest = &rest[offset + start + 1..];
    }
}

/// Returns the error for a link that contains only an ID.
pub(super) fn on_server(span: Span) -> ReadError {
    ReadError::at(
        span,
        "this link contains only the ID of a puzzle, which is kept on a server",
    )
    .hint("open it in a browser, and export the puzzle as a link that contains it")
}

/// Reads a puzzle from the data of a link at `span`.
///
/// # Errors
/// Returns an error if the data cannot be decompressed, are not a puzzle, or contain rules that
/// would be lost.
pub(super) fn read_compressed(
    data: &str,
    span: Span,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let data = percent_decode(data);
    let text = decompress(&data)
        .map_err(|error| ReadError::at(span, format!("the data of this link {error}")))?;
    let source = Source::packed(&text, span);
    read::puzzle(&source, text.trim(), reader)
}

/// Decompresses the data of a link. Where a program made one slash of two, puts the other back.
fn decompress(data: &str) -> Result<String, DecodeError> {
    /// The maximum number of bytes to decompress in search of lost slashes.
    const MAX_RETRY_BYTES: usize = 32 << 20;
    /// The maximum number of units that they may give, together. Few bytes can give very many.
    const MAX_RETRY_UNITS: usize = 32 << 20;
    let decompressed = lz_string::decompress(data);
    let is_json = |text: &str| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    let is_whole = match &decompressed {
        Ok(text) => is_json(text.trim()),
        Err(error) => !matches!(error, DecodeError::CutOff | DecodeError::Damaged),
    };
    if is_whole {
        return decompressed;
    }
    let slashes: Vec<usize> = data.match_indices('/').map(|(place, _)| place).collect();
    let one = slashes.iter().map(|place| vec![*place]);
    let two = slashes.iter().enumerate().flat_map(|(index, first)| {
        slashes[index..]
            .iter()
            .map(move |second| vec![*first, *second])
    });
    let most = MAX_RETRY_BYTES / data.len().max(1);
    let mut units = MAX_RETRY_UNITS;
    one.chain(two)
        .take(most)
        .find_map(|places| {
            let mut whole = data.to_owned();
            for place in places.iter().rev() {
                whole.insert(*place, '/');
            }
            lz_string::decompress_within(&whole, &mut units)
                .ok()
                .filter(|text| is_json(text.trim()))
        })
        .map_or(decompressed, Ok)
}

/// Decodes percent escapes such as `%2B`. Invalid escapes stay.
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
