//! The metadata of a file of answers: all that they depend on beside the rows.
//!
//! The key `ndoku` holds the questions, columns and options as JSON. The Python package writes the
//! same text. The key `ndoku.source` recognizes the file that was read, so that a run is not
//! resumed with another one.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// The key of the questions, columns and options.
pub const REQUEST_KEY: &str = "ndoku";

/// The key of the source.
pub const SOURCE_KEY: &str = "ndoku.source";

/// Number of bytes at the end of a file that recognize it. The footer is among them, with the
/// sizes of all parts.
const TAIL_BYTES: u64 = 1 << 16;

/// Returns the questions, columns and options as JSON, with sorted keys, as Python writes it.
pub(crate) fn request_json(
    questions: &[&str],
    column: &str,
    solution: &str,
    options: &[(&str, String)],
) -> String {
    let ask: Vec<String> = questions.iter().map(|name| json_text(name)).collect();
    let mut options: Vec<String> = options
        .iter()
        .map(|(name, value)| format!("{}: {}", json_text(name), json_text(value)))
        .collect();
    options.sort();
    options.dedup();
    format!(
        "{{\"ask\": [{}], \"column\": {}, \"options\": {{{}}}, \"solution\": {}}}",
        ask.join(", "),
        json_text(column),
        options.join(", "),
        json_text(solution)
    )
}

/// Returns a JSON string in ASCII.
fn json_text(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            ' '..='~' => json.push(c),
            c => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    json.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    json.push('"');
    json
}

/// Returns a text that recognizes a file: its length, and a hash of its end.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub(crate) fn source_text(file: &mut File) -> io::Result<String> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
    let mut tail = Vec::new();
    Read::by_ref(file).take(TAIL_BYTES).read_to_end(&mut tail)?;
    // FNV-1a: the hash guards against mistakes, not against forgery.
    let hash = tail.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Ok(format!("{length} bytes, {hash:016x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_request_is_what_python_writes() {
        // json.dumps(…, sort_keys=True)
        let options = [("limit", "none".to_owned()), ("boxes", "3x2".to_owned())];
        assert_eq!(
            request_json(&["solve", "count"], "rätsel\n\"", "solution", &options),
            r#"{"ask": ["solve", "count"], "column": "r\u00e4tsel\n\"", "options": {"boxes": "3x2", "limit": "none"}, "solution": "solution"}"#
        );
        assert_eq!(json_text("\u{1f600}\u{7f}"), r#""\ud83d\ude00\u007f""#);
    }
}
