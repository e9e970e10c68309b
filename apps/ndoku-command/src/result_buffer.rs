//! The text that a worker writes about consecutive puzzles: lines, or JSON records whose numbers
//! are added later.
//!
//! ```text
//! worker      ,"line":7,"status": … }⏎ ,"line":8,"status": … }⏎    and each record's end
//! consumer    {"n":7,"line":7, … }⏎ {"n":8,"line":8, … }⏎          with the first number
//! ```

use crate::stream::Origin;

/// The text about consecutive puzzles.
#[derive(Default)]
pub(crate) struct ResultBuffer {
    /// The text. In records, the part after the number.
    pub bytes: Vec<u8>,
    /// The text between the number of a record and its line.
    before_line: Vec<u8>,
    /// The ends of the records in the text; empty for text without records.
    ends: Vec<usize>,
    /// The number of the first puzzle.
    first: usize,
    /// The records with their numbers.
    numbered: Vec<u8>,
}

impl ResultBuffer {
    /// Creates an empty text that uses `memory`.
    pub(crate) fn new(mut memory: Vec<u8>) -> Self {
        memory.clear();
        Self {
            bytes: memory,
            ..Self::default()
        }
    }

    /// Creates an empty text of JSON records that uses `memory`. `with_file` adds the name of the
    /// file to each record.
    pub(crate) fn for_records(memory: Vec<u8>, origin: &Origin, with_file: bool) -> Self {
        let mut text = Self::new(memory);
        if with_file {
            text.before_line.extend_from_slice(b",\"file\":");
            // Writing to memory does not fail.
            let _ = serde_json::to_writer(&mut text.before_line, &origin.name);
        }
        text.before_line.extend_from_slice(b",\"line\":");
        text
    }

    /// Reserves memory for records whose bodies have `body` bytes.
    pub(crate) fn reserve_records(&mut self, records: usize, body: usize) {
        self.bytes
            .reserve(records * (self.before_line.len() + 12 + body));
        self.ends.reserve(records);
    }

    /// Appends the record of a puzzle. `body` appends the fields after the line number, each with a
    /// comma before it.
    pub(crate) fn record(&mut self, line: usize, body: impl FnOnce(&mut Vec<u8>)) {
        self.bytes.extend_from_slice(&self.before_line);
        push_number(&mut self.bytes, line);
        body(&mut self.bytes);
        self.bytes.extend_from_slice(b"}\n");
        self.ends.push(self.bytes.len());
    }

    /// Sets the number of the first puzzle.
    pub(crate) fn set_first(&mut self, number: usize) {
        self.first = number;
        self.numbered.clear();
    }

    /// Returns the complete text, with numbers. Later calls return the same text.
    pub(crate) fn finish(&mut self) -> &[u8] {
        if self.ends.is_empty() {
            return &self.bytes;
        }
        if !self.numbered.is_empty() {
            return &self.numbered;
        }
        self.numbered
            .reserve(self.bytes.len() + 20 * self.ends.len());
        let mut start = 0;
        for (number, end) in (self.first..).zip(&self.ends) {
            self.numbered.extend_from_slice(b"{\"n\":");
            push_number(&mut self.numbered, number);
            self.numbered.extend_from_slice(&self.bytes[start..*end]);
            start = *end;
        }
        &self.numbered
    }
}

/// Appends a number in decimal digits.
fn push_number(text: &mut Vec<u8>, mut number: usize) {
    let mut digits = [0; 20];
    let mut begin = digits.len();
    loop {
        begin -= 1;
        digits[begin] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[begin..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_get_their_numbers_at_the_end() {
        let origin = Origin::new("a \"b\".txt", None, None);
        let mut text = ResultBuffer::for_records(b"old".to_vec(), &origin, true);
        for line in [8, 10] {
            text.record(line, |body| body.extend_from_slice(b",\"status\":\"ok\""));
        }
        text.set_first(99);
        let expected = "{\"n\":99,\"file\":\"a \\\"b\\\".txt\",\"line\":8,\"status\":\"ok\"}\n{\"n\":100,\"file\":\"a \\\"b\\\".txt\",\"line\":10,\"status\":\"ok\"}\n";
        for _ in 0..2 {
            assert_eq!(String::from_utf8_lossy(text.finish()), expected);
        }
        let mut lines = ResultBuffer::new(b"old".to_vec());
        lines.bytes.extend_from_slice(b"one\n");
        assert_eq!(lines.finish(), b"one\n");
    }

    #[test]
    fn numbers_are_decimal() {
        for number in [0, 7, 10, 99, 100, usize::MAX] {
            let mut text = Vec::new();
            push_number(&mut text, number);
            assert_eq!(String::from_utf8(text).unwrap(), number.to_string());
        }
    }
}
