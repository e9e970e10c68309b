//! JSON with source spans. The parts of a JSON text stay slices of that text until they are parsed,
//! so every error has a position.
//!
//! ```text
//! {"size":9,"givens":"53..7…"}  ─ object ─▶  ("size", "9"), ("givens", "\"53..7…\"")
//!                              ─ whole ─▶   9, or: line 1, column 9: `size` must be …
//! ```
//!
//! All JSON formats use it: json, ndjson, f-puzzles and SudokuPad. Each part is scanned once for
//! every level above it.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{Block, ReadError, Span};

/// The maximum number of elements of an array in a record: 16 for each cell of a 255×255 grid.
pub(super) const MAX_ELEMENTS: usize = 1 << 20;

/// The maximum number of members of an object.
const MAX_MEMBERS: usize = 1 << 17;

/// A JSON text and its position in the source.
#[derive(Debug)]
pub(super) struct Source<'a> {
    block: Block<'a>,
    /// The position of everything, if the JSON was packed in another text.
    packed: Option<Span>,
    /// The last requested position as offset, line and column. The next one is usually near.
    known: Cell<(usize, usize, usize)>,
}

/// The members of an object, in order.
pub(super) type Members<'a> = Vec<(Cow<'a, str>, &'a str)>;

impl<'a> Source<'a> {
    /// Creates the source of JSON in a block.
    pub(super) const fn new(block: Block<'a>) -> Self {
        Self {
            block,
            packed: None,
            known: Cell::new((0, block.line, 1)),
        }
    }

    /// Creates the source of JSON that was unpacked from the text at `span`.
    pub(super) const fn packed(text: &'a str, span: Span) -> Self {
        Self {
            block: Block {
                text,
                line: span.line,
            },
            packed: Some(span),
            known: Cell::new((0, span.line, 1)),
        }
    }

    /// Returns the whole text.
    pub(super) const fn text(&self) -> &'a str {
        self.block.text
    }

    /// Returns `true` if positions in the text are positions in the user's source.
    pub(super) const fn has_places(&self) -> bool {
        self.packed.is_none()
    }

    /// Returns the span of a part.
    pub(super) fn span(&self, part: &str) -> Span {
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text().as_ptr() as usize);
        let length = part.lines().next().map_or(0, |line| line.chars().count());
        self.span_at(
            if offset <= self.text().len() {
                offset
            } else {
                0
            },
            length,
        )
    }

    fn span_at(&self, offset: usize, length: usize) -> Span {
        if let Some(span) = self.packed {
            return span;
        }
        let text = self.text();
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let (known, mut line, mut column) = self.known.get();
        let between = &text[known.min(offset)..known.max(offset)];
        let breaks = between.matches('\n').count();
        line = if offset < known {
            line - breaks
        } else {
            line + breaks
        };
        column = match between.rsplit('\n').next() {
            _ if breaks > 0 && offset < known => {
                1 + text[text[..offset].rfind('\n').map_or(0, |last| last + 1)..offset]
                    .chars()
                    .count()
            }
            Some(rest) if breaks > 0 => 1 + rest.chars().count(),
            _ if offset < known => column - between.chars().count(),
            _ => column + between.chars().count(),
        };
        self.known.set((offset, line, column));
        Span::new(line, column, length)
    }

    /// Creates an error at a part.
    pub(super) fn error(&self, part: &str, message: impl Into<String>) -> ReadError {
        ReadError::at(self.span(part), message)
    }

    /// Creates an error from the parser's error inside a part.
    pub(super) fn syntax(&self, part: &str, error: &serde_json::Error) -> ReadError {
        let start = (part.as_ptr() as usize).wrapping_sub(self.text().as_ptr() as usize);
        let lines_before: usize = part
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        let offset =
            (start + lines_before + error.column().saturating_sub(1)).min(self.text().len());
        let words = error.to_string();
        let words = words
            .rsplit_once(" at line ")
            .map_or(words.as_str(), |(words, _)| words);
        let (words, hint) = if error.is_eof() {
            (
                words.replace("EOF while parsing", "the text ends within"),
                "the file seems to be cut off; the copy or download may be incomplete",
            )
        } else {
            (
                words.to_owned(),
                "a comma, a quote or a bracket is missing or too many, here or shortly before",
            )
        };
        ReadError::at(
            self.span_at(offset, 1),
            format!("this is not valid JSON: {words}"),
        )
        .hint(hint)
    }

    fn parse<T: Deserialize<'a>>(&self, part: &'a str) -> Result<T, ReadError> {
        serde_json::from_str(part).map_err(|error| self.syntax(part, &error))
    }

    fn expect(&self, part: &str, what: &str, wanted: &str, fits: bool) -> Result<(), ReadError> {
        if fits {
            Ok(())
        } else {
            Err(self.error(
                part,
                format!("`{what}` must be {wanted}, but it is {}", kind(part)),
            ))
        }
    }

    /// Parses the members of an object. `what` is its name in messages.
    pub(super) fn object(&self, part: &'a str, what: &str) -> Result<Members<'a>, ReadError> {
        self.expect(part, what, "an object", part.starts_with('{'))?;
        let members = self.parse::<Object<'a>>(part)?.0;
        Ok(members)
    }

    /// Parses the elements of an array.
    pub(super) fn list(&self, part: &'a str, what: &str) -> Result<Vec<&'a str>, ReadError> {
        self.list_up_to(part, what, MAX_ELEMENTS)
    }

    /// Parses the elements of an array with at most `most` elements.
    pub(super) fn list_up_to(
        &self,
        part: &'a str,
        what: &str,
        most: usize,
    ) -> Result<Vec<&'a str>, ReadError> {
        self.expect(part, what, "an array", part.starts_with('['))?;
        let (mut all, mut ended) = (Vec::new(), ControlFlow::Continue(()));
        let each = &mut |element| {
            all.push(element);
            if all.len() > most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let read = serde_json::Deserializer::from_str(part).deserialize_seq(Elements {
            each,
            ended: &mut ended,
            text: PhantomData,
        });
        match read {
            _ if ended.is_break() => {
                Err(self.error(part, format!("`{what}` has more than {most} elements")))
            }
            Ok(()) => Ok(all),
            Err(error) => Err(self.syntax(part, &error)),
        }
    }

    /// Parses a string.
    pub(super) fn string(&self, part: &'a str, what: &str) -> Result<Cow<'a, str>, ReadError> {
        self.expect(part, what, "a string", part.starts_with('"'))?;
        Ok(self.parse::<Text<'a>>(part)?.0)
    }

    /// Parses a whole number, up to `most`.
    pub(super) fn whole(&self, part: &'a str, what: &str, most: u64) -> Result<u64, ReadError> {
        let number = part.parse::<u64>().ok().filter(|number| *number <= most);
        number.ok_or_else(|| {
            self.error(
                part,
                format!(
                    "`{what}` must be a whole number from 0 to {most}, but it is {}",
                    shown(part)
                ),
            )
        })
    }

    /// Parses `true` or `false`.
    pub(super) fn flag(&self, part: &str, what: &str) -> Result<bool, ReadError> {
        self.expect(
            part,
            what,
            "true or false",
            matches!(part, "true" | "false"),
        )?;
        Ok(part == "true")
    }

    /// Returns the text of a string, number or boolean, and the JSON of any other part.
    pub(super) fn loose(&self, part: &'a str) -> String {
        if part.starts_with('"') {
            self.string(part, "text")
                .map_or_else(|_| part.to_owned(), Cow::into_owned)
        } else {
            part.to_owned()
        }
    }

    /// Calls `each` with every element of an array, which is the whole text, while parsing it.
    ///
    /// # Errors
    /// Returns an error at the first invalid JSON.
    pub(super) fn each_element(
        &self,
        each: &mut dyn FnMut(&'a str) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, ReadError> {
        let mut ended = ControlFlow::Continue(());
        let mut parser = serde_json::Deserializer::from_str(self.text());
        let read = parser.deserialize_seq(Elements {
            each,
            ended: &mut ended,
            text: PhantomData,
        });
        match read.and_then(|()| parser.end()) {
            Err(error) if ended.is_continue() => Err(self.syntax(self.text(), &error)),
            _ => Ok(ended),
        }
    }
}

/// Returns the kind of a JSON part for messages.
fn kind(part: &str) -> Cow<'static, str> {
    match part.as_bytes().first() {
        Some(b'{') => "an object".into(),
        Some(b'[') => "an array".into(),
        Some(b'"') => "a string".into(),
        Some(b't' | b'f') => "a boolean".into(),
        Some(b'n') => "null".into(),
        _ => "a number".into(),
    }
}

/// Returns a short part unchanged, and the kind of a long one.
pub(super) fn shown(part: &str) -> Cow<'static, str> {
    if part.len() <= 20 && !part.starts_with(['{', '[']) {
        format!("`{part}`").into()
    } else {
        kind(part)
    }
}

/// Returns `true` if a part is null.
pub(super) fn is_null(part: &str) -> bool {
    part == "null"
}

/// Returns the member with this name.
pub(super) fn member<'a>(members: &Members<'a>, name: &str) -> Option<&'a str> {
    members
        .iter()
        .find(|(key, _)| key == name)
        .map(|(_, value)| *value)
}

/// Returns the member names of the object at the start of a text, up to the first error. They
/// suffice to detect formats.
pub(super) fn names(text: &str) -> Vec<Cow<'_, str>> {
    let mut found = Vec::new();
    let mut parser = serde_json::Deserializer::from_str(text);
    // The names before an error serve as well as those of a valid object.
    let _ = parser.deserialize_map(Names(&mut found));
    found
}

struct Names<'f, 'a>(&'f mut Vec<Cow<'a, str>>);

impl<'a> Visitor<'a> for Names<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(Text(name)) = map.next_key()? {
            self.0.push(name);
            map.next_value::<de::IgnoredAny>()?;
        }
        Ok(())
    }
}

struct Elements<'f, 'a> {
    each: &'f mut dyn FnMut(&'a str) -> ControlFlow<()>,
    ended: &'f mut ControlFlow<()>,
    text: PhantomData<&'a str>,
}

impl<'a> Visitor<'a> for Elements<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(part) = seq.next_element_seed(Part)? {
            *self.ended = (self.each)(part);
            if self.ended.is_break() {
                return Err(de::Error::custom("nothing more is wanted"));
            }
        }
        Ok(())
    }
}

struct Part;

impl<'a> DeserializeSeed<'a> for Part {
    type Value = &'a str;

    fn deserialize<D: Deserializer<'a>>(self, parser: D) -> Result<&'a str, D::Error> {
        <&'a RawValue>::deserialize(parser).map(RawValue::get)
    }
}

struct Object<'a>(Members<'a>);

impl<'a> Deserialize<'a> for Object<'a> {
    fn deserialize<D: Deserializer<'a>>(parser: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'a> Visitor<'a> for InOrder {
            type Value = Object<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Object<'a>, A::Error> {
                let mut members = Members::new();
                while let Some((Text(name), value)) = map.next_entry::<Text<'a>, &'a RawValue>()? {
                    // Objects of puzzles are small. In a large object from elsewhere repetitions
                    // are harmless.
                    if members.len() < 64 && member(&members, &name).is_some() {
                        return Err(de::Error::custom(format!(
                            "the field `{name}` occurs twice"
                        )));
                    }
                    if members.len() == MAX_MEMBERS {
                        return Err(de::Error::custom(format!(
                            "an object has more than {MAX_MEMBERS} fields"
                        )));
                    }
                    members.push((name, value.get()));
                }
                Ok(Object(members))
            }
        }
        parser.deserialize_map(InOrder)
    }
}

/// A string, borrowed if it has no escapes.
struct Text<'a>(Cow<'a, str>);

impl<'a> Deserialize<'a> for Text<'a> {
    fn deserialize<D: Deserializer<'a>>(parser: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'a> Visitor<'a> for Either {
            type Value = Text<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'a str) -> Result<Text<'a>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'a>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        parser.deserialize_str(Either)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_spans() {
        let source = Source::new(Block {
            text: "{\"é\": 7,\n \"b\": [1, \"x\"]}",
            line: 5,
        });
        let members = source.object(source.text(), "it").unwrap();
        assert_eq!(source.span(members[0].1), Span::new(5, 7, 1));
        let list = source.list(members[1].1, "b").unwrap();
        assert_eq!(source.span(list[1]), Span::new(6, 11, 3));
        assert_eq!(source.span(list[0]), Span::new(6, 8, 1));
        assert_eq!(source.span(members[0].1), Span::new(5, 7, 1));
        let error = source.whole(list[1], "b", 9).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 6, column 11: `b` must be a whole number from 0 to 9, but it is `\"x\"`"
        );
    }

    #[test]
    fn errors_have_lines_relative_to_the_source() {
        let source = Source::new(Block {
            text: "{\"a\": 1,\n\"b\" 2}",
            line: 10,
        });
        let error = source.object(source.text(), "it").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 11, column 5: this is not valid JSON: expected `:` (a comma, a quote or a \
            bracket is missing or too many, here or shortly before)"
        );
        assert!(
            source
                .object("{\"a\":1,\"a\":2}", "it")
                .unwrap_err()
                .message
                .contains("occurs twice")
        );
    }

    #[test]
    fn names_before_an_error_are_found() {
        assert_eq!(names("{\"size\":9,\"grid\":[[1,"), ["size", "grid"]);
        assert!(names("[1]").is_empty());
    }
}
