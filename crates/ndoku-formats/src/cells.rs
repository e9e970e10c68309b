//! The meaning of written cells: blanks, digits and letters, and the alphabet of a puzzle.
//!
//! ```text
//! compact   53..7....   one character a cell     1–9, then A=10 … Z=35; A=1 … Z=26 without digits;
//!                                               0–F for 16×16 if `0` is a clue
//! tokens    10 _  3 A   separated cells          numbers and single letters, kept as written
//!                                               (see `Symbols::from_clues`)
//! ```

use ndoku_core::{Alphabet, Digit, Layout, Puzzle, Symbols};

use super::{DetectedLayout, ReadError, Reader, Record, SourceMap, Span};

/// The hint for a grid beyond 255×255.
pub(super) const GRID_TOO_LARGE: &str =
    "write each puzzle on its own line, or separate grids by blank lines";

/// The blanks that hints name.
pub(super) const BLANKS: &str = "`.`, `0`, `_`, `-`, `*` and `?`";

/// An error in the cells of a grid.
#[derive(Debug)]
pub(super) struct CellError {
    /// The index of the cell, or `None` if no single cell is at fault.
    pub(super) index: Option<usize>,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

impl CellError {
    pub(super) fn new(index: Option<usize>, message: String, hint: Option<String>) -> Self {
        Self {
            index,
            message,
            hint,
        }
    }

    /// Returns the error at the position of the cell, or else at `span`.
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

/// The clues of a grid and their symbols.
pub(super) struct Clues {
    pub(super) symbols: Notation,
    pub(super) digits: Box<[Option<Digit>]>,
}

/// The symbols of a grid.
pub(super) enum Notation {
    /// The symbols of a known alphabet.
    Alphabet(Alphabet),
    /// The symbols of the clues.
    Custom(Symbols),
}

/// Returns N if this many cells form an N×N grid with N from 1 to 255.
pub(super) fn side(cells: usize) -> Option<u8> {
    let root = cells.isqrt();
    (root * root == cells)
        .then(|| u8::try_from(root).ok())
        .flatten()
        .filter(|side| *side > 0)
}

/// Returns `true` for a character that always means a blank cell.
pub(super) const fn is_blank(c: char) -> bool {
    matches!(c, '.' | '_' | '*' | '?' | '·' | '•' | '□' | '◦')
}

/// Returns `true` if a character may be a cell of a compact grid.
pub(super) const fn is_cell(c: char) -> bool {
    c.is_ascii_alphanumeric() || is_blank(c) || c == '-'
}

/// Returns 0–9 for digits and 10–35 for letters in either case.
pub(super) fn value(c: char) -> Option<u8> {
    c.to_digit(36).map(|value| value as u8)
}

/// The properties of a grid that decide its alphabet.
#[derive(Default)]
struct Survey {
    blanks: usize,
    zeros: usize,
    digits: bool,
    /// Bit `i` stands for the i-th letter, with A = 0.
    letters: u32,
}

impl Survey {
    fn new(cells: impl Iterator<Item = char>) -> Self {
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

    /// Returns `true` if `X` marks blanks, as in some old 9×9 files: it is the only letter of a
    /// grid up to 9×9.
    fn x_is_blank(&self, size: u8) -> bool {
        size <= 9 && self.letters == 1 << 23
    }
}

/// Parses cells of one character. `cells` holds N² characters accepted by [`is_cell`].
pub(super) fn parse_compact(
    cells: &[char],
    size: u8,
    wanted: Option<Alphabet>,
) -> Result<Clues, CellError> {
    let survey = Survey::new(cells.iter().copied());
    if let Some(clues) = parse_with_star(cells, size, &survey).filter(|_| wanted.is_none()) {
        return Ok(clues);
    }
    let x_is_blank = survey.x_is_blank(size);
    let letters = if x_is_blank { 0 } else { survey.letters };
    let alphabet = match wanted {
        // Numbers above 9 do not fit one character, so the usual letters are used.
        Some(Alphabet::Numbers) if size > 9 => Alphabet::Alnum,
        Some(alphabet) => alphabet,
        // The letter O alone among blanks is a mistyped zero, not an alphabet.
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
            "a {size}×{size} grid cannot be written with one character a cell: this alphabet has \
            {capacity} symbols"
        );
        return Err(CellError::new(
            None,
            message,
            Some("write the cells as numbers separated by spaces".to_owned()),
        ));
    }
    let digit = |(index, c): (usize, &char)| {
        let blank = value(*c).is_none() || (x_is_blank && matches!(c, 'x' | 'X'));
        let number = match (alphabet, value(*c)) {
            _ if blank => 0,
            (Alphabet::Hex0, Some(value)) => value + 1,
            (Alphabet::Letters, Some(value @ 1..=9)) => {
                return Err(unknown_symbol(index, &value.to_string(), alphabet, size));
            }
            (Alphabet::Letters, Some(value)) => value.saturating_sub(9),
            (_, value) => value.unwrap_or(0),
        };
        if number > size {
            return Err(unknown_symbol(index, &c.to_string(), alphabet, size));
        }
        Ok(Digit::new(number))
    };
    let digits = cells
        .iter()
        .enumerate()
        .map(digit)
        .collect::<Result<_, _>>()?;
    Ok(Clues {
        symbols: Notation::Alphabet(alphabet),
        digits,
    })
}

/// Parses a grid with all letters from A to Z and one symbol fewer than it has digits. The missing
/// symbol is `*`.
fn parse_with_star(cells: &[char], size: u8, survey: &Survey) -> Option<Clues> {
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
        symbols: Notation::Custom(symbols),
    })
}

/// Returns `true` if every row of a grid contains `0` once. Such a full grid is written with the
/// symbols 0 to F.
fn full_with_zeros(cells: &[char], size: usize) -> bool {
    cells
        .chunks(size)
        .all(|row| row.iter().filter(|c| **c == '0').count() == 1)
}

fn unknown_symbol(index: usize, symbol: &str, alphabet: Alphabet, size: u8) -> CellError {
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
            "the symbol{} of this grid {} {range}; {} are blanks",
            if size == 1 { "" } else { "s" },
            if size == 1 { "is" } else { "are" },
            if alphabet == Alphabet::Hex0 {
                "`.`, `_`, `-`, `*` and `?`"
            } else {
                BLANKS
            }
        )
    };
    CellError::new(
        Some(index),
        format!("`{symbol}` is not a symbol of a {size}×{size} grid"),
        Some(hint),
    )
}

/// A cell of a grid with separated cells.
#[derive(Copy, Clone)]
enum Token<'a> {
    Blank,
    Zero,
    Number(&'a str),
    Letter(&'static str),
}

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl<'a> Token<'a> {
    fn parse(text: &'a str) -> Option<Self> {
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
    Token::parse(text).is_some()
}

/// Returns a number of cells as text: `1 cell`, `2 cells`.
pub(super) fn count_cells(count: usize) -> String {
    format!("{count} cell{}", if count == 1 { "" } else { "s" })
}

/// Returns `true` if a separated cell with this symbol is read back unchanged: a number or a
/// capital letter.
pub(super) fn is_symbol(text: &str) -> bool {
    match Token::parse(text) {
        Some(Token::Zero) => text == "0",
        Some(Token::Number(read) | Token::Letter(read)) => read == text,
        Some(Token::Blank) | None => false,
    }
}

/// Returns `true` if `*` is the symbol that [`Symbols::from_clues`] infers from clues `A` to `Z`
/// and numbers from 1 on. Its cells are read back as blanks, and `*` is inferred again.
pub(super) fn has_star(symbols: &Symbols) -> bool {
    let rest = || symbols.iter().filter(|symbol| *symbol != Symbols::STAR);
    rest().count() + 1 == usize::from(symbols.size())
        && Symbols::from_clues(rest(), symbols.size())
            .is_ok_and(|found| found.digit(Symbols::STAR).is_some())
}

/// Returns `true` if `X` completes the symbols of a full grid: it is once in each row, and the
/// numbers are N - 1.
fn x_completes(cells: &[Token<'_>], size: u8) -> bool {
    let numbers = cells
        .iter()
        .filter_map(|token| match token {
            Token::Number(number) => number.parse::<u32>().ok(),
            _ => None,
        })
        .fold(0_u64, |numbers, number| numbers | 1 << number.min(63));
    numbers.count_ones() + 1 == u32::from(size)
        && cells.chunks(usize::from(size)).all(|row| {
            row.iter()
                .filter(|token| matches!(token, Token::Letter(_)))
                .count()
                == 1
        })
}

/// Parses separated cells: N² tokens.
pub(super) fn parse_tokens(
    cells: &[&str],
    size: u8,
    wanted: Option<Alphabet>,
) -> Result<Clues, CellError> {
    let tokens = SurveyedTokens::parse(cells, size, wanted)?;
    let alphabet = wanted.or_else(|| {
        let mut clues = tokens.clues();
        clues
            .all(|text| is_number_up_to(text, size))
            .then_some(Alphabet::Numbers)
    });
    if alphabet == Some(Alphabet::Numbers) {
        let digits = tokens.digits(|text| {
            let digit = || text.parse().ok().and_then(Digit::new);
            is_number_up_to(text, size).then(digit).flatten()
        });
        return Ok(Clues {
            symbols: Notation::Alphabet(Alphabet::Numbers),
            digits: digits
                .map_err(|(index, text)| unknown_symbol(index, text, Alphabet::Numbers, size))?,
        });
    }
    let (written, symbols) = tokens.symbols(size, alphabet)?;
    let digits = tokens.digits(|text| symbols.digit(text));
    Ok(Clues {
        digits: digits.map_err(|(index, text)| {
            unknown_symbol(index, text, alphabet.unwrap_or(Alphabet::Numbers), size)
        })?,
        symbols: written.map_or(Notation::Custom(symbols), Notation::Alphabet),
    })
}

/// Returns `true` if a text is a number from 1 to N.
fn is_number_up_to(text: &str, size: u8) -> bool {
    text.parse::<u32>()
        .is_ok_and(|number| (1..=u32::from(size)).contains(&number))
}

/// The tokens of a grid of separated cells.
struct SurveyedTokens<'a> {
    tokens: Vec<Token<'a>>,
    /// `true` if 0 is a symbol and not a blank.
    zero_is_clue: bool,
}

impl<'a> SurveyedTokens<'a> {
    /// Parses the cells, and finds out whether `X` and 0 are blanks.
    fn parse(cells: &[&'a str], size: u8, wanted: Option<Alphabet>) -> Result<Self, CellError> {
        let mut tokens = Vec::with_capacity(cells.len());
        for (index, text) in cells.iter().enumerate() {
            tokens.push(Token::parse(text).ok_or_else(|| {
                unknown_symbol(index, text, wanted.unwrap_or(Alphabet::Numbers), size)
            })?);
        }
        let survey = Survey::new(tokens.iter().map(|token| match token {
            Token::Blank => '.',
            Token::Zero => '0',
            Token::Number(_) => '1',
            Token::Letter(letter) => letter.chars().next().unwrap_or('.'),
        }));
        if survey.x_is_blank(size)
            && survey.blanks + survey.zeros == 0
            && !x_completes(&tokens, size)
        {
            tokens
                .iter_mut()
                .filter(|token| matches!(token, Token::Letter(_)))
                .for_each(|token| *token = Token::Blank);
        }
        // The letter O among digits is a zero that was misread.
        if size <= 9
            && wanted.is_none()
            && survey.digits
            && survey.letters == 1 << 14
            && let Some(index) = tokens
                .iter()
                .position(|token| matches!(token, Token::Letter("O")))
        {
            return Err(unknown_symbol(index, "O", Alphabet::Numbers, size));
        }
        let zero_is_clue = wanted == Some(Alphabet::Hex0)
            || (wanted.is_none()
                && size > 9
                && survey.zeros > 0
                && (survey.blanks > 0 || has_a_zero_in_each_row(&tokens, size))
                && tokens.iter().all(|token| is_below(*token, size)));
        Ok(Self {
            tokens,
            zero_is_clue,
        })
    }

    /// Returns the text of a cell with a clue.
    fn clue(&self, token: Token<'a>) -> Option<&'a str> {
        match token {
            Token::Blank => None,
            Token::Zero => self.zero_is_clue.then_some("0"),
            Token::Number(text) => Some(text),
            Token::Letter(text) => Some(text),
        }
    }

    fn clues(&self) -> impl Iterator<Item = &'a str> {
        self.tokens.iter().filter_map(|token| self.clue(*token))
    }

    /// Returns the digit of every cell, or the index and text of the first unknown symbol.
    fn digits(
        &self,
        digit: impl Fn(&str) -> Option<Digit>,
    ) -> Result<Box<[Option<Digit>]>, (usize, &'a str)> {
        let cells = self.tokens.iter().enumerate();
        cells
            .map(|(index, token)| match self.clue(*token) {
                None => Ok(None),
                Some(text) => digit(text).map(Some).ok_or((index, text)),
            })
            .collect()
    }

    /// Returns the symbols: those of an alphabet, or those that the clues have. An alphabet that is
    /// known comes with them.
    fn symbols(
        &self,
        size: u8,
        alphabet: Option<Alphabet>,
    ) -> Result<(Option<Alphabet>, Symbols), CellError> {
        if let Some(alphabet) = alphabet {
            let symbols = Symbols::from_alphabet(alphabet, size);
            return Ok((Some(alphabet), symbols.map_err(|error| no_symbols(&error))?));
        }
        if !self.zero_is_clue {
            let symbols = Symbols::from_clues(self.clues(), size);
            return Ok((None, symbols.map_err(|error| no_symbols(&error))?));
        }
        let hexadecimal = Symbols::from_alphabet(Alphabet::Hex0, size).ok();
        let knows_all = |symbols: &Symbols| self.clues().all(|text| symbols.digit(text).is_some());
        Ok(match hexadecimal.filter(knows_all) {
            Some(symbols) => (Some(Alphabet::Hex0), symbols),
            None => (
                None,
                Symbols::from_tokens((0..size).map(|number| number.to_string())),
            ),
        })
    }
}

/// Returns `false` for a number of at least N.
fn is_below(token: Token<'_>, size: u8) -> bool {
    !matches!(token, Token::Number(text)
        if text.parse::<u32>().is_ok_and(|number| number >= u32::from(size)))
}

fn has_a_zero_in_each_row(tokens: &[Token<'_>], size: u8) -> bool {
    let is_zero = |token: &&Token<'_>| matches!(token, Token::Zero);
    tokens
        .chunks(usize::from(size))
        .all(|row| row.iter().filter(is_zero).count() == 1)
}

/// Returns the error for clues whose symbols are not known.
fn no_symbols(error: &ndoku_core::SymbolError) -> CellError {
    let hint = match error {
        ndoku_core::SymbolError::TooFew { .. } => {
            "name the symbols with `--symbols`, or write the digits as 1 to N"
        }
        _ => "is there a typo among the clues, or a cell too few in a row?",
    };
    CellError::new(None, error.to_string(), Some(hint.to_owned()))
}

/// Creates a puzzle from what a reader found. The readers pass parts that fit, so this fails only
/// if a reader has a defect.
#[inline(never)]
pub(super) fn puzzle(
    layout: Layout,
    symbols: Symbols,
    clues: Box<[Option<Digit>]>,
    span: Span,
) -> Result<Puzzle, ReadError> {
    Puzzle::new(layout, symbols, clues)
        .map_err(|_| ReadError::at(span, "the cells do not fit the size of the grid"))
}

/// Creates the record of a puzzle with these clues.
pub(super) fn record(
    reader: &mut Reader<'_>,
    found: &DetectedLayout,
    clues: Clues,
    source_map: SourceMap,
    span: Span,
) -> Result<Record, ReadError> {
    let layout = reader.layout(found, span)?;
    let symbols = match clues.symbols {
        Notation::Alphabet(alphabet) => reader
            .symbols(alphabet, found.size)
            .map_err(|error| ReadError::at(span, error.to_string()))?,
        Notation::Custom(symbols) => symbols,
    };
    let puzzle = puzzle(layout, symbols, clues.digits, span)?;
    Ok(Record {
        line: span.line,
        source_map,
        ..Record::from(puzzle)
    })
}

/// Parses the digits of a second grid with the symbols of the first, such as a solution or the
/// player's digits.
pub(super) fn parse_like(
    cells: &[char],
    size: u8,
    written: &Notation,
) -> Option<Box<[Option<Digit>]>> {
    let Notation::Alphabet(alphabet) = written else {
        return None;
    };
    parse_compact(cells, size, Some(*alphabet))
        .ok()
        .map(|clues| clues.digits)
}
