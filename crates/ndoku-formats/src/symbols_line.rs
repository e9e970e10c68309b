//! Cells of one character each (`53..7….`, `A..G0…`): their symbols and meaning.
//!
//! | characters | grid | symbols |
//! |---|---|---|
//! | digits | up to 9×9 | `1`–`9` |
//! | letters | up to 9×9 | the letters of the clues |
//! | letters without a digit | above 9×9 | `A`–`Z` |
//! | `0`–`9`, `A`–`F`, and a blank that is not `0` | 16×16 | `0`–`F` |
//! | anything else | above 9×9 | `1`–`9`, `A`–`Z` |
//!
//! Blanks are `.` `0` `_` `-` `*` `?` `·`, and `X` among digits up to 9×9. Lower-case letters equal
//! capital letters.

use ndoku_core::{Alphabet, Digit, Symbols};

use super::{Reader, WriteError};

/// The digit of every cell, row by row.
pub(super) type Cells = Box<[Option<Digit>]>;

/// An error in such a text, with the index of the character from 0.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CompactError {
    pub(super) index: usize,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

impl CompactError {
    fn new(index: usize, message: impl Into<String>) -> Self {
        Self {
            index,
            message: message.into(),
            hint: None,
        }
    }
}

/// Returns the size of a grid with this many cells, if there is one.
pub(super) fn size_for(cells: usize) -> Option<u8> {
    u8::try_from(cells.isqrt())
        .ok()
        .filter(|size| *size > 0 && usize::from(*size).pow(2) == cells)
}

/// Returns `true` if a character means a blank cell unless it is a symbol.
pub(super) const fn is_blank(mark: char) -> bool {
    matches!(mark, '.' | '0' | '_' | '-' | '*' | '?' | '·')
}

/// Returns `true` if these symbols can be written without separators, with `.` for a blank, and
/// read back.
pub(super) fn is_writable(symbols: &Symbols) -> bool {
    let mut seen: Vec<&str> = symbols.iter().collect();
    let fit = symbols.is_compact()
        && seen.iter().all(|token| {
            token
                .chars()
                .all(|mark| mark != '.' && !mark.is_whitespace())
        });
    seen.sort_unstable();
    seen.dedup();
    // An empty symbol has no width.
    fit && seen.len() == usize::from(symbols.size()) && !seen.contains(&"")
}

/// Parses a grid of N² characters. Returns the clues and the symbols, which the options or the
/// table above determine.
///
/// # Errors
/// Returns a [`CompactError`] at the first character that is not a cell of such a grid.
pub(super) fn parse(
    text: &str,
    size: u8,
    reader: &mut Reader<'_>,
) -> Result<(Cells, Symbols), CompactError> {
    if let Some(alphabet) = reader.options().symbols {
        let symbols = reader
            .symbols(alphabet, size)
            .map_err(|error| CompactError::new(0, error.to_string()))?;
        return Ok((with_symbols(text, size, &symbols)?, symbols));
    }
    if let Some(cells) = digits_only(text, size) {
        return Ok((cells, Symbols::numbers(size)));
    }
    let symbols = select_symbols(text, size, reader)?;
    Ok((with_symbols(text, size, &symbols)?, symbols))
}

/// Parses a text of digits, `.` and `0` up to 9×9. This is the fast path for nearly every text.
fn digits_only(text: &str, size: u8) -> Option<Cells> {
    let digit = |byte: u8| match byte {
        b'.' | b'0' => Some(None),
        b'1'..=b'9' if byte - b'0' <= size => Some(Digit::new(byte - b'0')),
        _ => None,
    };
    let fits = size <= 9 && text.len() == usize::from(size).pow(2);
    if fits {
        text.bytes().map(digit).collect()
    } else {
        None
    }
}

fn select_symbols(text: &str, size: u8, reader: &mut Reader<'_>) -> Result<Symbols, CompactError> {
    let upper = |mark: char| mark.to_ascii_uppercase();
    let has_digit = text.contains(|mark| matches!(mark, '1'..='9'));
    let letters = || text.chars().map(upper).filter(char::is_ascii_uppercase);
    let mut standard = |alphabet| {
        reader.symbols(alphabet, size).map_err(|error| {
            CompactError::new(0, format!("one character a cell is not enough: {error}"))
        })
    };
    if size <= 9 {
        if letters().all(|mark| mark == 'X') || has_digit && letters().any(|mark| mark == 'O') {
            return standard(Alphabet::Numbers);
        }
        let tokens: Vec<String> = text
            .chars()
            .map(upper)
            .filter(|mark| !is_blank(*mark))
            .map(String::from)
            .collect();
        return Symbols::from_clues(tokens.iter().map(String::as_str), size)
            .map_err(|error| CompactError::new(0, error.to_string()));
    }
    if !has_digit && letters().next().is_some() && size <= Alphabet::Letters.capacity() {
        return standard(Alphabet::Letters);
    }
    let other_blank = text.contains(|mark| mark != '0' && is_blank(mark));
    if size == 16 && text.contains('0') && other_blank && letters().all(|mark| mark <= 'F') {
        return standard(Alphabet::Hex0);
    }
    standard(Alphabet::Alnum)
}

/// Parses a grid of N² characters in known symbols.
///
/// # Errors
/// Returns a [`CompactError`] at the first character that is neither a symbol nor a blank, or at
/// the end for a wrong number of cells.
pub(super) fn with_symbols(text: &str, size: u8, symbols: &Symbols) -> Result<Cells, CompactError> {
    if *symbols == Symbols::numbers(size)
        && let Some(cells) = digits_only(text, size)
    {
        return Ok(cells);
    }
    let wanted = usize::from(size).pow(2);
    let found = text.chars().count();
    if found != wanted {
        return Err(CompactError::new(
            found.min(wanted),
            format!("there are {found} cells, but a grid of size {size} has {wanted}"),
        ));
    }
    let mut buffer = [0; 4];
    let mut one = |(index, mark): (usize, char)| {
        let mut digit = |mark: char| symbols.digit(mark.encode_utf8(&mut buffer));
        if let Some(digit) = digit(mark).or_else(|| digit(mark.to_ascii_uppercase())) {
            return Ok(Some(digit));
        }
        if is_blank(mark) || size <= 9 && matches!(mark, 'x' | 'X') {
            return Ok(None);
        }
        let mut wrong = CompactError::new(
            index,
            format!("`{mark}` is not a digit of a grid of size {size}"),
        );
        if matches!(mark, 'o' | 'O') {
            wrong.hint = Some("this is the letter O; did you mean 0?".to_owned());
        }
        Err(wrong)
    };
    text.chars().enumerate().map(&mut one).collect()
}

/// Appends the cells as one character each, with `blank` for an empty cell. The symbols must be
/// [`is_writable`].
pub(super) fn write(
    cells: impl IntoIterator<Item = Option<Digit>>,
    symbols: &Symbols,
    blank: char,
    out: &mut String,
) {
    for cell in cells {
        match cell {
            Some(digit) => out.push_str(symbols.symbol(digit)),
            None => out.push(blank),
        }
    }
}

/// Returns the symbols in which to write a puzzle so that [`parse`] infers them: its own if they
/// are letters from `A`, else `1`–`9`, `A`–`Z`.
///
/// # Errors
/// Returns an error if N is above 35.
pub(super) fn writable_symbols(symbols: &Symbols) -> Result<Symbols, WriteError> {
    let size = symbols.size();
    let letters = Symbols::from_alphabet(Alphabet::Letters, size)
        .ok()
        .filter(|letters| letters == symbols);
    letters.map_or_else(|| Symbols::from_alphabet(Alphabet::Alnum, size), Ok).map_err(|_| {
        WriteError(format!(
            "a grid of size {size} has too many digits to write each as one character; `json` and \
            `spaced` have no such limit"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadOptions;

    fn read(text: &str, size: u8) -> Result<(String, Symbols), CompactError> {
        let options = ReadOptions::default();
        let mut sink = |_| std::ops::ControlFlow::Continue(());
        let (cells, symbols) = parse(text, size, &mut Reader::new(&options, &mut sink))?;
        let mut out = String::new();
        write(cells, &symbols, '.', &mut out);
        Ok((out, symbols))
    }

    #[test]
    fn symbols_are_inferred() {
        let of = |alphabet, size| Symbols::from_alphabet(alphabet, size).unwrap();
        assert_eq!(
            read("1..0_-*?x....234", 4).unwrap(),
            ("1............234".to_owned(), Symbols::numbers(4))
        );
        assert_eq!(
            read("a.b.............", 4).unwrap(),
            ("A.B.............".to_owned(), of(Alphabet::Letters, 4))
        );
        let grid = |begin: &str, fill: &str, size: usize| {
            format!("{begin}{}", fill.repeat(size * size - begin.len()))
        };
        assert_eq!(
            read(&grid("1G", "0", 16), 16).unwrap().1,
            of(Alphabet::Alnum, 16)
        );
        assert_eq!(
            read(&grid("1F0", ".", 16), 16).unwrap().1,
            of(Alphabet::Hex0, 16)
        );
        assert_eq!(
            read(&grid("1F0", "0", 16), 16).unwrap().1,
            of(Alphabet::Alnum, 16)
        );
        assert_eq!(
            read(&grid("YA", ".", 25), 25).unwrap().1,
            of(Alphabet::Letters, 25)
        );
        assert_eq!(
            read(&grid("1P", ".", 25), 25).unwrap().1,
            of(Alphabet::Alnum, 25)
        );
    }

    #[test]
    fn errors_have_their_positions() {
        assert_eq!(read("1...5...........", 4).unwrap_err().index, 4);
        assert_eq!(
            read("1..", 4).unwrap_err().message,
            "there are 3 cells, but a grid of size 4 has 16"
        );
        assert!(
            read("1..O............", 4)
                .unwrap_err()
                .hint
                .unwrap()
                .contains("did you mean 0")
        );
        assert!(
            read(&"1".repeat(36 * 36), 36)
                .unwrap_err()
                .message
                .contains("35 symbols")
        );
        assert_eq!(
            (
                size_for(81),
                size_for(80),
                size_for(0),
                size_for(255 * 255),
                size_for(256 * 256)
            ),
            (Some(9), None, None, Some(255), None)
        );
    }
}
