//! What a written cell means: blanks, digits, letters, and which alphabet a puzzle is written in.
//!
//! ```text
//! compact   53..7....   one character a cell     1–9, then A=10 … Z=35; A=1 … Z=26 if no digit occurs; 0–F for 16×16 if `0` is a clue
//! tokens    10 _  3 A   cells stand apart        numbers and single letters, each kept as it is written (see `Symbols::from_clues`)
//! ```

use super::{DetectedLayout, ReadError, Reader, Record, SourceMap, Span};
use crate::{Alphabet, Digit, Puzzle, Symbols};

/// What is wrong with one cell.
#[derive(Debug)]
pub(super) struct Wrong {
    /// The number of the cell, or `None` if it is not one cell's fault.
    pub(super) index: Option<usize>,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

impl Wrong {
    pub(super) fn new(index: Option<usize>, message: String, hint: Option<String>) -> Self {
        Self {
            index,
            message,
            hint,
        }
    }

    /// Returns the error at the place of the cell, or else at `span`.
    pub(super) fn at(self, source_map: &SourceMap, span: Span) -> ReadError {
        let place = self
            .index
            .and_then(|index| source_map.span(index))
            .unwrap_or(span);
        ReadError {
            hint: self.hint,
            ..ReadError::at(place, self.message)
        }
    }
}

/// The clues of a grid and what they are written in.
pub(super) struct Clues {
    pub(super) symbols: Written,
    pub(super) digits: Box<[Option<Digit>]>,
}

/// How the digits of a grid are written.
pub(super) enum Written {
    /// In a known alphabet.
    In(Alphabet),
    /// As they came.
    Own(Symbols),
}

/// N, if this many cells are an N×N grid with N from 1 to 255.
pub(super) fn side(cells: usize) -> Option<u8> {
    let root = cells.isqrt();
    (root * root == cells)
        .then(|| u8::try_from(root).ok())
        .flatten()
        .filter(|side| *side > 0)
}

/// Returns a blank that never means anything else.
pub(super) const fn is_blank(c: char) -> bool {
    matches!(c, '.' | '_' | '*' | '?' | '·' | '•' | '□' | '◦')
}

/// Returns `true` if a character may be a cell of a compact grid.
pub(super) const fn is_cell(c: char) -> bool {
    c.is_ascii_alphanumeric() || is_blank(c) || c == '-'
}

/// 0–9 for digits, 10–35 for letters in either case.
fn value(c: char) -> Option<u8> {
    c.to_digit(36).map(|value| value as u8)
}

/// What occurs in a grid, as far as it matters for the choice of an alphabet.
#[derive(Default)]
struct Survey {
    blanks: usize,
    zeros: usize,
    digits: bool,
    /// Bit `i` for the i-th letter, A = 0.
    letters: u32,
}

impl Survey {
    fn of(cells: impl Iterator<Item = char>) -> Self {
        let mut survey = Self::default();
        for c in cells {
            match value(c) {
                Some(0) => survey.zeros += 1,
                Some(digit) if digit <= 9 => survey.digits = true,
                Some(letter) => survey.letters |= 1 << (letter - 10),
                None => survey.blanks += 1,
            }
        }
        survey
    }

    /// `X` marks blanks in some old files for 9×9.
    fn x_is_blank(&self, size: u8) -> bool {
        size == 9 && self.letters == 1 << 23
    }
}

/// Returns the meaning of one-character cells. `cells` holds N² characters for which [`is_cell`] holds.
pub(super) fn compact(cells: &[char], size: u8, wanted: Option<Alphabet>) -> Result<Clues, Wrong> {
    let survey = Survey::of(cells.iter().copied());
    if let Some(clues) = starred(cells, size, &survey).filter(|_| wanted.is_none()) {
        return Ok(clues);
    }
    let x_is_blank = survey.x_is_blank(size);
    let letters = if x_is_blank { 0 } else { survey.letters };
    let alphabet = match wanted {
        // Numbers above 9 cannot stand in one character: the usual letters are meant.
        Some(Alphabet::Numbers) if size > 9 => Alphabet::Alnum,
        Some(alphabet) => alphabet,
        // One letter O among blanks is a mistyped zero, not an alphabet.
        None if letters != 0
            && !survey.digits
            && size <= 26
            && !(size <= 9 && letters == 1 << 14) =>
        {
            Alphabet::Letters
        }
        None if size == 16
            && letters < 1 << 6
            && survey.zeros > 0
            && (survey.blanks > 0 || full_with_zeros(cells, 16)) =>
        {
            Alphabet::Hex0
        }
        None if size <= 9 => Alphabet::Numbers,
        None => Alphabet::Alnum,
    };
    if size > alphabet.capacity() {
        let capacity = alphabet.capacity();
        let message = format!(
            "a {size}×{size} grid cannot be written with one character a cell: this alphabet has {capacity} symbols"
        );
        return Err(Wrong::new(
            None,
            message,
            Some("write the cells as numbers set apart by blanks".to_owned()),
        ));
    }
    let digit = |(index, c): (usize, &char)| {
        let blank = value(*c).is_none() || (x_is_blank && matches!(c, 'x' | 'X'));
        let number = match (alphabet, value(*c)) {
            _ if blank => 0,
            (Alphabet::Hex0, Some(value)) => value + 1,
            (Alphabet::Letters, Some(value @ 1..=9)) => {
                return Err(unknown(index, &value.to_string(), alphabet, size));
            }
            (Alphabet::Letters, Some(value)) => value.saturating_sub(9),
            (_, value) => value.unwrap_or(0),
        };
        if number > size {
            return Err(unknown(index, &c.to_string(), alphabet, size));
        }
        Ok(Digit::new(number))
    };
    let digits = cells
        .iter()
        .enumerate()
        .map(digit)
        .collect::<Result<_, _>>()?;
    Ok(Clues {
        symbols: Written::In(alphabet),
        digits,
    })
}

/// Returns the clues of a grid in which all letters from A to Z occur, and one symbol fewer than it has
/// digits: the missing one is `*`.
fn starred(cells: &[char], size: u8, survey: &Survey) -> Option<Clues> {
    const ALL_LETTERS: u32 = (1 << 26) - 1;
    if survey.letters != ALL_LETTERS || survey.zeros > 0 {
        return None;
    }
    let texts: Vec<String> = cells
        .iter()
        .filter(|c| value(**c).is_some())
        .map(|c| c.to_ascii_uppercase().to_string())
        .collect();
    let symbols = Symbols::from_clues(texts.iter().map(String::as_str), size)
        .ok()
        .filter(has_star)?;
    let digits = cells.iter().map(|c| {
        value(*c).and_then(|_| symbols.digit(c.to_ascii_uppercase().encode_utf8(&mut [0; 4])))
    });
    Some(Clues {
        digits: digits.collect(),
        symbols: Written::Own(symbols),
    })
}

/// Returns a full grid in which `0` stands once in every row is written with the symbols 0 to F.
fn full_with_zeros(cells: &[char], size: usize) -> bool {
    cells
        .chunks(size)
        .all(|row| row.iter().filter(|c| **c == '0').count() == 1)
}

fn unknown(index: usize, symbol: &str, alphabet: Alphabet, size: u8) -> Wrong {
    let last = Symbols::from_alphabet(alphabet, size)
        .ok()
        .and_then(|symbols| symbols.iter().last().map(str::to_owned))
        .unwrap_or_default();
    let range = match alphabet {
        _ if size == 1 => last,
        Alphabet::Letters => format!("A to {last}"),
        Alphabet::Hex0 if size > 10 => format!("0 to 9 and A to {last}"),
        Alphabet::Hex0 => format!("0 to {last}"),
        Alphabet::Alnum if size == 10 => "1 to 9 and A".to_owned(),
        Alphabet::Alnum if size > 10 => format!("1 to 9 and A to {last}"),
        _ => format!("1 to {last}"),
    };
    let hint = if matches!(symbol, "o" | "O") && size <= 9 {
        "this is the letter O; did you mean the digit 0?".to_owned()
    } else {
        format!(
            "the symbol{} of this grid {} {range}; `.`, `0` and `_` are blanks",
            if size == 1 { "" } else { "s" },
            if size == 1 { "is" } else { "are" }
        )
    };
    Wrong::new(
        Some(index),
        format!("`{symbol}` is no symbol of a {size}×{size} grid"),
        Some(hint),
    )
}

/// A cell of a grid whose cells stand apart.
#[derive(Copy, Clone)]
enum Token<'a> {
    Blank,
    Zero,
    Number(&'a str),
    Letter(&'static str),
}

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl<'a> Token<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let first = text.chars().next()?;
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = text.trim_start_matches('0');
            return match number.len() {
                0 => Some(Self::Zero),
                1..=9 => Some(Self::Number(number)),
                _ => None,
            };
        }
        if (is_blank(first) || first == '-') && text.chars().all(|c| c == first) {
            return Some(Self::Blank);
        }
        let index = usize::from(value(first).filter(|_| text.len() == 1)?) - 10;
        Some(Self::Letter(&LETTERS[index..=index]))
    }
}

/// Returns `true` if a token is a blank, a number or a letter.
pub(super) fn is_token(text: &str) -> bool {
    Token::of(text).is_some()
}

/// Returns `true` if a symbol is read again as it is written in a cell that stands apart: a number, or a capital letter.
pub(super) fn is_symbol(text: &str) -> bool {
    match Token::of(text) {
        Some(Token::Zero) => text == "0",
        Some(Token::Number(read) | Token::Letter(read)) => read == text,
        Some(Token::Blank) | None => false,
    }
}

/// Returns `true` if `*` is the symbol that [`Symbols::from_clues`] finds where all clues are numbers
/// from 1 on and the letters `A` to `Z`. Read again, its cells are blanks, and `*` is found again.
pub(super) fn has_star(symbols: &Symbols) -> bool {
    let rest = || symbols.iter().filter(|symbol| *symbol != Symbols::STAR);
    rest().count() + 1 == usize::from(symbols.size())
        && Symbols::from_clues(rest(), symbols.size())
            .is_ok_and(|found| found.digit(Symbols::STAR).is_some())
}

/// Returns the meaning of cells that stand apart: N² tokens.
pub(super) fn tokens<'a>(
    cells: &[&'a str],
    size: u8,
    wanted: Option<Alphabet>,
) -> Result<Clues, Wrong> {
    let mut parsed = Vec::with_capacity(cells.len());
    for (index, text) in cells.iter().enumerate() {
        parsed.push(
            Token::of(text)
                .ok_or_else(|| unknown(index, text, wanted.unwrap_or(Alphabet::Numbers), size))?,
        );
    }
    let survey = Survey::of(parsed.iter().map(|token| match token {
        Token::Blank => '.',
        Token::Zero => '0',
        Token::Number(_) => '1',
        Token::Letter(letter) => letter.chars().next().unwrap_or('.'),
    }));
    if survey.x_is_blank(size) && survey.blanks + survey.zeros == 0 {
        parsed
            .iter_mut()
            .filter(|token| matches!(token, Token::Letter(_)))
            .for_each(|token| *token = Token::Blank);
    }
    let too_big = |token: &Token<'_>| matches!(token, Token::Number(text) if text.parse::<u32>().is_ok_and(|number| number >= u32::from(size)));
    let zero_is_clue = wanted == Some(Alphabet::Hex0)
        || (wanted.is_none()
            && size > 9
            && survey.zeros > 0
            && survey.blanks > 0
            && !parsed.iter().any(too_big));
    let text = |token: Token<'a>| -> Option<&'a str> {
        match token {
            Token::Blank => None,
            Token::Zero => zero_is_clue.then_some("0"),
            Token::Number(text) => Some(text),
            Token::Letter(text) => Some(text),
        }
    };
    let clues = || parsed.iter().filter_map(|token| text(*token));
    if size <= 9
        && wanted.is_none()
        && survey.digits
        && survey.letters == 1 << 14
        && let Some(index) = parsed
            .iter()
            .position(|token| matches!(token, Token::Letter("O")))
    {
        return Err(unknown(index, "O", Alphabet::Numbers, size));
    }
    let small = |text: &str| {
        text.parse::<u32>()
            .is_ok_and(|number| (1..=u32::from(size)).contains(&number))
    };
    let failed = |error: &crate::SymbolError| {
        let hint = match error {
            crate::SymbolError::TooFew { .. } => {
                "name the symbols with `--symbols`, or write the digits as 1 to N"
            }
            _ => "is there a typo among the clues, or a cell too few in a row?",
        };
        Wrong::new(None, error.to_string(), Some(hint.to_owned()))
    };
    let alphabet = wanted.or_else(|| clues().all(small).then_some(Alphabet::Numbers));
    let (written, symbols) = match alphabet {
        Some(Alphabet::Numbers) => {
            let digit = |(index, token): (usize, &Token<'a>)| match text(*token) {
                None => Ok(None),
                Some(text) if small(text) => Ok(text.parse().ok().and_then(Digit::new)),
                Some(text) => Err(unknown(index, text, Alphabet::Numbers, size)),
            };
            let digits = parsed
                .iter()
                .enumerate()
                .map(digit)
                .collect::<Result<_, _>>()?;
            return Ok(Clues {
                symbols: Written::In(Alphabet::Numbers),
                digits,
            });
        }
        Some(alphabet) => (
            Some(alphabet),
            Symbols::from_alphabet(alphabet, size).map_err(|error| failed(&error))?,
        ),
        None if zero_is_clue => {
            match Symbols::from_alphabet(Alphabet::Hex0, size)
                .ok()
                .filter(|symbols| clues().all(|text| symbols.digit(text).is_some()))
            {
                Some(symbols) => (Some(Alphabet::Hex0), symbols),
                None => (
                    None,
                    Symbols::from_tokens((0..size).map(|number| number.to_string())),
                ),
            }
        }
        None => (
            None,
            Symbols::from_clues(clues(), size).map_err(|error| failed(&error))?,
        ),
    };
    let digit = |(index, token): (usize, &Token<'a>)| match text(*token) {
        None => Ok(None),
        Some(text) => symbols
            .digit(text)
            .map(Some)
            .ok_or_else(|| unknown(index, text, alphabet.unwrap_or(Alphabet::Numbers), size)),
    };
    let digits = parsed
        .iter()
        .enumerate()
        .map(digit)
        .collect::<Result<_, _>>()?;
    Ok(Clues {
        symbols: written.map_or(Written::Own(symbols), Written::In),
        digits,
    })
}

/// Returns a puzzle of these clues as a record.
pub(super) fn record(
    reader: &mut Reader<'_>,
    found: &DetectedLayout,
    clues: Clues,
    source_map: SourceMap,
    span: Span,
) -> Result<Record, ReadError> {
    let layout = reader.layout(found, span)?;
    let symbols = match clues.symbols {
        Written::In(alphabet) => reader
            .symbols(alphabet, found.size)
            .map_err(|error| ReadError::at(span, error.to_string()))?,
        Written::Own(symbols) => symbols,
    };
    let puzzle = Puzzle::from_parts(layout, symbols, clues.digits);
    Ok(Record {
        line: span.line,
        source_map,
        ..Record::from(puzzle)
    })
}

/// Digits of a second grid beside the first (a solution, placed digits), written in the same way.
pub(super) fn same_writing(
    cells: &[char],
    size: u8,
    written: &Written,
) -> Option<Box<[Option<Digit>]>> {
    let Written::In(alphabet) = written else {
        return None;
    };
    compact(cells, size, Some(*alphabet))
        .ok()
        .map(|clues| clues.digits)
}
