//! The symbols of the digits in a puzzle: `1`–`9`, `1`–`16`, `A`–`P`, `0`–`F`, or the symbols of
//! the clues.
//!
//! They are kept, so that output uses the symbols of the input.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::Digit;

/// The written symbol of each digit. A clone shares the same table.
#[derive(Clone)]
pub struct Symbols(Arc<Inner>);

struct Inner {
    /// The symbols: `tokens[d - 1]` stands for digit `d`.
    tokens: Box<[Box<str>]>,
    digits: HashMap<Box<str>, Digit>,
    width: usize,
}

/// A well-known way to write digits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// `1`, `2`, …, `10`, `11`, … up to 255.
    Numbers,
    /// `1`–`9`, then `A` for 10 to `Z` for 35.
    Alnum,
    /// `A` for 1 to `Z` for 26.
    Letters,
    /// `0` for 1 to `9` for 10, `A` for 11 to `F` for 16. There are sixteen symbols only.
    Hex0,
}

impl Alphabet {
    /// The names accepted by `--symbols`.
    pub const NAMES: &'static [(&'static str, Self)] = &[
        ("dec", Self::Numbers),
        ("numbers", Self::Numbers),
        ("digit", Self::Numbers),
        ("alnum", Self::Alnum),
        ("hex1", Self::Alnum),
        ("alpha", Self::Letters),
        ("letters", Self::Letters),
        ("hex0", Self::Hex0),
    ];

    /// Returns the maximum number of digits of the alphabet.
    #[must_use]
    pub const fn capacity(self) -> u8 {
        match self {
            Self::Numbers => 255,
            Self::Alnum => 35,
            Self::Letters => 26,
            Self::Hex0 => 16,
        }
    }
}

/// The reason why symbols do not fit a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SymbolError {
    /// The clues have more different symbols than the puzzle has digits.
    #[error(
        "the clues have {found} different symbols, but a grid of size {size} has room for {size}"
    )]
    TooMany {
        /// The number of different symbols.
        found: usize,
        /// Size of the grid.
        size: u8,
    },
    /// The clues have too few different symbols to infer the rest. Two missing symbols could be
    /// exchanged.
    #[error("the clues have only {found} different symbols; a grid of size {size} needs at least \
        {}", size - 1)]
    TooFew {
        /// The number of different symbols.
        found: usize,
        /// Size of the grid.
        size: u8,
    },
    /// The requested alphabet has fewer symbols than the puzzle has digits.
    #[error("this alphabet has {capacity} symbols, too few for a grid of size {size}")]
    Capacity {
        /// The number of symbols of the alphabet.
        capacity: u8,
        /// Size of the grid.
        size: u8,
    },
}

impl Symbols {
    /// The inferred symbol if the clues use all letters from `A` to `Z`.
    pub const STAR: &str = "*";

    /// Creates the symbols of an alphabet for a grid of this size.
    ///
    /// # Errors
    /// Returns [`SymbolError::Capacity`] if the alphabet has fewer symbols.
    pub fn from_alphabet(alphabet: Alphabet, size: u8) -> Result<Self, SymbolError> {
        if size > alphabet.capacity() {
            return Err(SymbolError::Capacity {
                capacity: alphabet.capacity(),
                size,
            });
        }
        if alphabet == Alphabet::Numbers {
            return Ok(Self::numbers(size));
        }
        let letter = |index: u8| char::from(b'A' + index).to_string();
        let token = |number: u8| match alphabet {
            Alphabet::Numbers => number.to_string(),
            Alphabet::Alnum if number <= 9 => number.to_string(),
            Alphabet::Alnum => letter(number - 10),
            Alphabet::Letters => letter(number - 1),
            Alphabet::Hex0 if number <= 10 => (number - 1).to_string(),
            Alphabet::Hex0 => letter(number - 11),
        };
        Ok(Self::from_tokens((1..=size).map(token)))
    }

    /// Returns the numbers 1 to `size`, the default symbols. All calls share one table for each
    /// size, since every puzzle starts with it.
    #[must_use]
    pub fn numbers(size: u8) -> Self {
        static KNOWN: [OnceLock<Symbols>; 256] = [const { OnceLock::new() }; 256];
        KNOWN[usize::from(size)]
            .get_or_init(|| Self::from_tokens((1..=size).map(|number| number.to_string())))
            .clone()
    }

    /// Creates symbols for the digits 1, 2, …, at most 255. A symbol given twice is read as the
    /// first digit.
    pub fn from_tokens<T: Into<Box<str>>>(tokens: impl IntoIterator<Item = T>) -> Self {
        let tokens: Box<[Box<str>]> = tokens.into_iter().map(Into::into).take(255).collect();
        let mut digits = HashMap::with_capacity(tokens.len());
        for (index, token) in tokens.iter().enumerate() {
            digits
                .entry(token.clone())
                .or_insert_with(|| Digit::from_index(index));
        }
        let width = tokens
            .iter()
            .map(|token| token.chars().count())
            .max()
            .unwrap_or(1);
        Self(Arc::new(Inner {
            tokens,
            digits,
            width,
        }))
    }

    /// Infers the symbols of a puzzle from its clues. Tokens are numbers or single capital letters
    /// and stay as they are.
    ///
    /// With N different clues these are the symbols, numbers before letters. With N − 1 different
    /// clues the missing symbol is inferred:
    ///
    /// - If numbers occur, it is `1` if unused, else the first gap in the ordered numbers. Without
    ///   letters and without a gap it is N.
    /// - Otherwise it is `A` if unused, else the first gap in the ordered letters, else the letter
    ///   after the last, and `*` after `Z`.
    ///
    /// With fewer different clues, the symbols are the first that contain all clues: the numbers 1
    /// to N, `A`–`Z`, or `1`–`9A`–`Z`. A puzzle with fewer than N − 1 different clues cannot have
    /// exactly one solution, since two missing symbols can be exchanged.
    ///
    /// # Errors
    /// Returns [`SymbolError::TooMany`] for more than N, or [`SymbolError::TooFew`] if the other
    /// symbols cannot be inferred.
    pub fn from_clues<'a>(
        tokens: impl IntoIterator<Item = &'a str>,
        size: u8,
    ) -> Result<Self, SymbolError> {
        let mut numbers: BTreeSet<u32> = BTreeSet::new();
        let mut others: BTreeSet<&str> = BTreeSet::new();
        for token in tokens {
            match token.parse() {
                Ok(number) => drop(numbers.insert(number)),
                Err(_) => drop(others.insert(token)),
            }
        }
        let found = numbers.len() + others.len();
        if found > usize::from(size) {
            return Err(SymbolError::TooMany { found, size });
        }
        if others.is_empty()
            && numbers
                .iter()
                .all(|number| (1..=u32::from(size)).contains(number))
        {
            return Ok(Self::numbers(size));
        }
        if found + 1 < usize::from(size) {
            let used: Vec<String> = numbers
                .iter()
                .map(u32::to_string)
                .chain(others.iter().map(|token| (*token).to_owned()))
                .collect();
            let standard = [Alphabet::Letters, Alphabet::Alnum]
                .into_iter()
                .filter_map(|alphabet| Self::from_alphabet(alphabet, size).ok());
            let mut fitting =
                standard.filter(|symbols| used.iter().all(|token| symbols.digit(token).is_some()));
            return fitting.next().ok_or(SymbolError::TooFew { found, size });
        }
        let mut extra_number = None;
        let mut extra_letter = None;
        if found + 1 == usize::from(size) {
            let hole = (1..)
                .zip(&numbers)
                .find(|(expected, number)| expected != *number)
                .map(|(expected, _)| expected);
            if hole.is_some() && !numbers.is_empty() {
                extra_number = hole;
            } else if others.is_empty() {
                extra_number = Some(u32::from(size));
            } else {
                let letters: Vec<char> = others
                    .iter()
                    .filter_map(|token| token.chars().next())
                    .collect();
                let hole = ('A'..='Z')
                    .zip(&letters)
                    .find(|(expected, letter)| expected != *letter)
                    .map(|(expected, _)| expected);
                let next = || ('A'..='Z').nth(letters.len());
                extra_letter = Some(
                    hole.or_else(next)
                        .map_or_else(|| Self::STAR.to_owned(), |letter| letter.to_string()),
                );
            }
        }
        numbers.extend(extra_number);
        others.extend(extra_letter.as_deref());
        Ok(Self::from_tokens(
            numbers
                .iter()
                .map(u32::to_string)
                .chain(others.iter().map(|token| (*token).to_owned())),
        ))
    }

    /// Returns the number of symbols, the size of the puzzle.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.0.tokens.len() as u8
    }

    /// Returns the symbol of a digit, or `?` for a digit above N.
    #[must_use]
    pub fn symbol(&self, digit: Digit) -> &str {
        self.0.tokens.get(digit.index()).map_or("?", |token| token)
    }

    /// Returns the digit of a symbol, if there is one.
    #[must_use]
    pub fn digit(&self, token: &str) -> Option<Digit> {
        self.0.digits.get(token).copied()
    }

    /// Returns the width of the widest symbol in characters, at least 1.
    #[must_use]
    pub fn width(&self) -> usize {
        self.0.width
    }

    /// Returns `true` if every symbol is one character, so that a row needs no separators.
    #[must_use]
    pub fn is_compact(&self) -> bool {
        self.0.width == 1
    }

    /// Returns the symbols in the order of the digits.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.tokens.iter().map(|token| &**token)
    }
}

impl PartialEq for Symbols {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.tokens == other.0.tokens
    }
}

impl Eq for Symbols {}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Symbols({})", self.iter().collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(clues: &str, size: u8) -> Result<String, SymbolError> {
        Symbols::from_clues(clues.split_whitespace(), size)
            .map(|symbols| symbols.iter().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_missing_symbol_is_inferred() {
        let cases = [
            ("2 3 4", "1 2 3 4"),
            ("1 2 3", "1 2 3 4"),
            ("1 2 4 5 6", "1 2 3 4 5 6"),
            ("1 2 3 4 6", "1 2 3 4 5 6"),
            ("2 4 6", "1 2 4 6"),
            ("1 2 4 9", "1 2 3 4 9"),
            ("1 A B", "1 A B C"),
            ("2 A B", "1 2 A B"),
            ("1 3 A", "1 2 3 A"),
            ("1 B C", "1 A B C"),
            ("1 A C", "1 A B C"),
            ("B C D", "A B C D"),
            ("A B C D E G", "A B C D E F G"),
            ("A B C D E F", "A B C D E F G"),
            ("A C D", "A B C D"),
            (
                "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
                "* A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
            ),
        ];
        for (clues, expected) in cases {
            let size = clues.split_whitespace().count() as u8 + 1;
            assert_eq!(of(clues, size).as_deref(), Ok(expected), "{clues}");
        }
        assert_eq!(of("", 1).as_deref(), Ok("1"));
    }

    #[test]
    fn all_symbols_given_are_kept_numbers_first() {
        assert_eq!(of("B 10 2 A", 4).as_deref(), Ok("2 10 A B"));
        assert_eq!(of("4 3 2 1", 4).as_deref(), Ok("1 2 3 4"));
    }

    #[test]
    fn few_clues_take_a_standard_alphabet_if_one_fits() {
        assert_eq!(of("5", 6).as_deref(), Ok("1 2 3 4 5 6"));
        assert_eq!(of("", 4).as_deref(), Ok("1 2 3 4"));
        assert_eq!(of("B C", 6).as_deref(), Ok("A B C D E F"));
        assert_eq!(of("1 B", 12).as_deref(), Ok("1 2 3 4 5 6 7 8 9 A B C"));
        assert_eq!(of("7", 6), Err(SymbolError::TooFew { found: 1, size: 6 }));
        assert_eq!(
            of("1 2 3 4 5", 4),
            Err(SymbolError::TooMany { found: 5, size: 4 })
        );
    }

    #[test]
    fn alphabets_have_their_symbols() {
        let last = |alphabet, size| {
            Symbols::from_alphabet(alphabet, size)
                .map(|s| s.symbol(Digit::new(size).unwrap()).to_owned())
        };
        assert_eq!(last(Alphabet::Alnum, 16).as_deref(), Ok("G"));
        assert_eq!(last(Alphabet::Hex0, 16).as_deref(), Ok("F"));
        assert_eq!(last(Alphabet::Hex0, 10).as_deref(), Ok("9"));
        assert_eq!(last(Alphabet::Letters, 25).as_deref(), Ok("Y"));
        assert_eq!(
            last(Alphabet::Alnum, 36),
            Err(SymbolError::Capacity {
                capacity: 35,
                size: 36
            })
        );
        assert_eq!(Symbols::numbers(100).width(), 3);
        assert_eq!(Symbols::numbers(9).digit("7"), Digit::new(7));
        assert_eq!(Symbols::numbers(9).digit("10"), None);
    }
}
