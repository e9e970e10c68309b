//! The minified JSON of SudokuPad.
//!
//! ```text
//! {cs:50,ce:[[{v:5},,{c:ff00aa}]],b:t}  ─▶  {"cs":50,"ce":[[{"v":5},{},{"c":"ff00aa"}]],"b":true}
//! ```
//!
//! Names and colors have no quotes, other texts have single quotes. `t` and `f` are booleans.
//! An omitted value between commas is an empty object. Short names stay, so readers look for both
//! names of a member.

/// Expands minified JSON to JSON. JSON stays unchanged. Other texts become invalid JSON.
pub(super) fn expand(text: &str) -> String {
    if serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
        return text.to_owned();
    }
    let quote = if text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + text.len() / 2);
    // The last character that is neither a blank nor part of a value.
    let mut before = ' ';
    let mut marks = text.chars().peekable();
    while let Some(mark) = marks.next() {
        match mark {
            ',' | ']' | '}' => {
                let is_left_out =
                    matches!(before, ',' | '[' | ':') && !(mark == '}' && before == ',');
                out.push_str(if is_left_out { "{}" } else { "" });
                out.push(mark);
                before = if mark == ',' { ',' } else { 'v' };
            }
            '{' | '[' | ':' => {
                out.push(mark);
                before = mark;
            }
            _ if mark.is_whitespace() => out.push(mark),
            _ if mark == quote => {
                out.push('"');
                while let Some(mark) = marks.next() {
                    match mark {
                        '\\' if marks.peek() == Some(&'\'') => out.extend(marks.next()),
                        '\\' => {
                            out.push('\\');
                            out.extend(marks.next());
                        }
                        _ if mark == quote => break,
                        '"' => out.push_str("\\\""),
                        _ => out.push(mark),
                    }
                }
                out.push('"');
                before = 'v';
            }
            _ => {
                let mut word = String::from(mark);
                while let Some(mark) = marks.next_if(|mark| {
                    !matches!(mark, ',' | ':' | ']' | '}' | '[' | '{') && !mark.is_whitespace()
                }) {
                    word.push(mark);
                }
                let is_name = marks.peek() == Some(&':') && matches!(before, '{' | ',');
                let is_value = serde_json::from_str::<serde::de::IgnoredAny>(&word).is_ok();
                match word.as_str() {
                    "t" if !is_name => out.push_str("true"),
                    "f" if !is_name => out.push_str("false"),
                    _ if is_value && !is_name => out.push_str(&word),
                    _ => out.push_str(&serde_json::Value::from(word).to_string()),
                }
                before = 'v';
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::expand;

    #[test]
    fn shortened_json_is_written_out() {
        for (short, long) in [
            (
                "{cs:50,ce:[[{v:5},,{c:ff00aa}]],b:t}",
                r#"{"cs":50,"ce":[[{"v":5},{},{"c":"ff00aa"}]],"b":true}"#,
            ),
            (
                "{a:,b:[],c:[,],d:#0,e:{}}",
                r##"{"a":{},"b":[{}],"c":[{},{}],"d":"#0","e":{}}"##,
            ),
            (
                r"{t:'it\'s, ok: {x}',f:f}",
                r#"{"t":"it's, ok: {x}","f":false}"#,
            ),
            (r#"{"a":[]}"#, r#"{"a":[]}"#),
            (r#"{a:"it's"}"#, r#"{"a":"it's"}"#),
        ] {
            assert_eq!(expand(short), long);
        }
    }
}
