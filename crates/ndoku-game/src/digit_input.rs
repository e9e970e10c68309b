//! Interprets keys as digits. Grids above 9×9 have more digits than there are digit keys.
//!
//! ```text
//! symbols 1–9A–G   7 ▶ 7    b ▶ B (11)    the symbols of the puzzle come first
//! symbols 1–16     7 ▶ 7    b ▶ 11        letters continue from 10
//!                  1, and 2 within 700 ms ▶ 12: the 1 is retracted
//! ```

use core::time::Duration;

use ndoku::{Digit, Symbols};

use crate::action::Mode;

/// Maximum time between the two keys of a number.
const SECOND_KEY_TIMEOUT: Duration = Duration::from_millis(700);

/// The last digit input.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct LastInput {
    /// The value of the number so far.
    pub value: u16,
    /// The time of the input.
    pub at: Duration,
    /// The mode of the input.
    pub mode: Mode,
    /// The number of moves after the input.
    pub moves: usize,
    /// `true` if the input was a move.
    pub is_move: bool,
}

/// The meaning of a key.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum DigitInput {
    /// A new digit.
    New(Digit),
    /// The continuation of the last number, which now means this digit.
    Extended(Digit),
}

/// Returns the meaning of a key, or `None` if it means no digit.
pub(crate) fn interpret_key(
    symbols: &Symbols,
    last: Option<LastInput>,
    key: char,
    mode: Mode,
    now: Duration,
) -> Option<DigitInput> {
    let size = symbols.size();
    let digit = |value: u16| {
        u8::try_from(value)
            .ok()
            .filter(|value| *value <= size)
            .and_then(Digit::new)
    };
    if let (Some(last), Some(next)) = (last, key.to_digit(10)) {
        let longer = digit(last.value.saturating_mul(10).saturating_add(next as u16));
        let fits = |digit: &Digit| digit.get() > 9 && symbols.symbol(*digit) == digit.to_string();
        if let Some(longer) = longer.filter(fits)
            && last.mode == mode
            && mode != Mode::Color
            && now.saturating_sub(last.at) <= SECOND_KEY_TIMEOUT
        {
            return Some(DigitInput::Extended(longer));
        }
    }
    let own = |key: char| symbols.digit(key.encode_utf8(&mut [0; 4]));
    let capital = key.to_uppercase().next().unwrap_or(key);
    let by_value = || match key {
        '1'..='9' => digit(key.to_digit(10)? as u16),
        'a'..='z' | 'A'..='Z' if size > 9 => {
            digit(u16::from(key.to_ascii_lowercase() as u8 - b'a') + 10)
        }
        _ => None,
    };
    own(key)
        .or_else(|| own(capital))
        .or_else(by_value)
        .map(DigitInput::New)
}

#[cfg(test)]
mod tests {
    use ndoku::Alphabet;

    use super::*;

    fn key_value(symbols: &Symbols, key: char) -> Option<u8> {
        interpret_key(symbols, None, key, Mode::Digit, Duration::ZERO).map(|typed| match typed {
            DigitInput::New(digit) | DigitInput::Extended(digit) => digit.get(),
        })
    }

    #[test]
    fn letters_continue_from_ten_unless_the_symbols_differ() {
        let nine = Symbols::numbers(9);
        assert_eq!(
            ['1', '9', '0', 'a', 'é'].map(|key| key_value(&nine, key)),
            [Some(1), Some(9), None, None, None]
        );
        for symbols in [
            Symbols::numbers(16),
            Symbols::from_alphabet(Alphabet::Alnum, 16).unwrap(),
        ] {
            assert_eq!(
                ['9', 'a', 'G', 'h', '0'].map(|key| key_value(&symbols, key)),
                [Some(9), Some(10), Some(16), None, None]
            );
        }
        let letters = Symbols::from_alphabet(Alphabet::Letters, 16).unwrap();
        assert_eq!(
            ['a', 'P', 'q', '2'].map(|key| key_value(&letters, key)),
            [Some(1), Some(16), None, Some(2)]
        );
        let hex = Symbols::from_alphabet(Alphabet::Hex0, 16).unwrap();
        assert_eq!(
            ['0', '9', 'f'].map(|key| key_value(&hex, key)),
            [Some(1), Some(10), Some(16)]
        );
    }

    #[test]
    fn a_second_key_in_time_extends_the_number() {
        let (numbers, alnum) = (
            Symbols::numbers(16),
            Symbols::from_alphabet(Alphabet::Alnum, 16).unwrap(),
        );
        let last = |value| {
            Some(LastInput {
                value,
                at: Duration::from_secs(5),
                mode: Mode::Center,
                moves: 1,
                is_move: true,
            })
        };
        let input = |symbols, value, key, mode, ms| {
            interpret_key(
                symbols,
                last(value),
                key,
                mode,
                Duration::from_secs(5) + Duration::from_millis(ms),
            )
        };
        let (digit, longer) = (
            |value| Digit::new(value).map(DigitInput::New),
            |value| Digit::new(value).map(DigitInput::Extended),
        );
        assert_eq!(input(&numbers, 1, '2', Mode::Center, 700), longer(12));
        assert_eq!(input(&numbers, 1, '0', Mode::Center, 0), longer(10));
        assert_eq!(input(&numbers, 1, '2', Mode::Center, 701), digit(2));
        assert_eq!(input(&numbers, 1, '2', Mode::Corner, 10), digit(2));
        assert_eq!(input(&numbers, 1, '7', Mode::Center, 10), digit(7));
        assert_eq!(input(&numbers, 2, '0', Mode::Center, 10), None);
        assert_eq!(input(&alnum, 1, '2', Mode::Center, 10), digit(2));
        assert_eq!(
            input(&Symbols::numbers(120), 11, '9', Mode::Center, 10),
            longer(119)
        );
    }
}
