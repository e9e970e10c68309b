//! Parsers for the values of options. Their errors name the allowed range or suggest a name.
//!
//! ```text
//! --size 0       must be from 1 to 255
//! --level esay   there is no level `esay`; did you mean `easy`?
//! ```

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use ndoku::analysis::Symmetry;
use ndoku::constraint::{self, Rule};
use ndoku::format::Format;
use ndoku::generate::{RuleKind, find_rule_kind};
use ndoku::hint::{HintLevel, Language, UnknownHintLevelError, UnknownLanguageError};
use ndoku::logic::{TECHNIQUES, Technique, techniques};
use ndoku::names::unknown_name;
use ndoku::rating::{Level, Profile, Template, TemplateError, UnknownProfileError};
use ndoku::{Alphabet, EngineKind, Isa};

use super::Expect;
use super::generate::SymmetryArg;
use crate::features;
use crate::output_format::unknown_format;

/// Stands for a symmetry drawn for each puzzle.
const RANDOM: &str = "random";

/// Reads a whole number. Its thousands may be separated by `_` or `,`.
fn parse_number(text: &str) -> Result<u128, String> {
    let plain: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let is_whole = !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_digit());
    if is_whole {
        Ok(plain.parse().unwrap_or(u128::MAX))
    } else {
        Err("write a whole number, such as 10".to_owned())
    }
}

/// Reads a whole number that fits into its type.
pub(crate) fn whole_number<T: TryFrom<u128>>(text: &str) -> Result<T, String> {
    T::try_from(parse_number(text)?).map_err(|_| "the number is too large".to_owned())
}

/// Makes a parser of whole numbers from `least` on.
pub(crate) fn whole_number_from<T>(
    least: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: TryFrom<u128> + PartialOrd + Display + Copy + Send + Sync,
{
    move |text| {
        let number = whole_number(text)?;
        if number >= least {
            Ok(number)
        } else {
            Err(format!("must be at least {least}"))
        }
    }
}

/// Makes a parser of whole numbers in a range.
pub(crate) fn whole_number_in<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: TryFrom<u128> + PartialOrd + Display + Copy + Send + Sync,
{
    move |text| {
        let number = T::try_from(parse_number(text)?)
            .ok()
            .filter(|number| range.contains(number));
        number.ok_or_else(|| format!("must be from {} to {}", range.start(), range.end()))
    }
}

/// Makes a parser of numbers in a range. The unit may follow the number.
pub(crate) fn decimal_in(
    range: RangeInclusive<f64>,
    unit: &'static str,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync {
    move |text| {
        let plain = text.strip_suffix(unit).unwrap_or(text).trim_end();
        let number: f64 = plain
            .parse()
            .map_err(|_| "write a number, such as 3 or 0.5".to_owned())?;
        if range.contains(&number) {
            Ok(number)
        } else {
            Err(format!("must be from {} to {}", range.start(), range.end()))
        }
    }
}

/// Reads a number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    whole_number_from(1)(text)
        .map(|threads| NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN))
}

/// Reads a character for blank cells. It must be neither the symbol of a digit nor the start of a
/// comment.
pub(crate) fn blank(text: &str) -> Result<char, String> {
    let character = text.parse().ok().filter(|c: &char| {
        let is_mark = c.is_ascii_punctuation() && !matches!(c, '#' | '%' | ';' | ',' | '"' | '|');
        is_mark || matches!(c, '0' | 'x' | 'X')
    });
    character.ok_or_else(|| {
        "write a character that is not a digit, a letter or a separator, such \
        as `.`, `0`, `_` or `*`"
            .to_owned()
    })
}

/// Reads the number of rows of a grid.
pub(crate) fn size(text: &str) -> Result<u8, String> {
    whole_number_in(1..=255)(text)
}

/// Reads a duration, such as `10s`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().map(Duration::try_from_secs_f64);
    let time = seconds.map_or_else(|| humantime::parse_duration(text).ok(), Result::ok);
    time.ok_or_else(|| "write a time like 10s, 500ms or 2min".to_owned())
}

/// Returns the names of symmetries for the parser, help and completion.
fn symmetry_names() -> Vec<PossibleValue> {
    Symmetry::ALL
        .iter()
        .map(|symmetry| PossibleValue::new(symmetry.name()).aliases(symmetry.aliases()))
        .collect()
}

/// Makes the parser of a symmetry.
pub(crate) fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    // The parser accepts known names only.
    PossibleValuesParser::new(symmetry_names()).map(|name| name.parse().unwrap_or_default())
}

/// Makes the parser of a symmetry. `random` stands for any symmetry but `none`.
pub(crate) fn symmetries() -> impl TypedValueParser<Value = SymmetryArg> {
    let names = symmetry_names()
        .into_iter()
        .chain([PossibleValue::new(RANDOM)]);
    PossibleValuesParser::new(names).map(|name| {
        let of_all = || {
            Symmetry::ALL
                .iter()
                .copied()
                .filter(|symmetry| *symmetry != Symmetry::None)
                .collect()
        };
        SymmetryArg(if name == RANDOM {
            of_all()
        } else {
            vec![name.parse().unwrap_or_default()]
        })
    })
}

pub(crate) fn profile(text: &str) -> Result<Profile, String> {
    text.parse()
        .map_err(|error: UnknownProfileError| error.to_string())
}

pub(crate) fn hint_level(text: &str) -> Result<HintLevel, String> {
    text.parse()
        .map_err(|error: UnknownHintLevelError| error.to_string())
}

pub(crate) fn language(text: &str) -> Result<Language, String> {
    text.parse()
        .map_err(|error: UnknownLanguageError| error.to_string())
}

pub(crate) fn rule_kind(text: &str) -> Result<&'static RuleKind, String> {
    find_rule_kind(text)
}

/// The maximum number of techniques that are suggested for a part of their names.
const MAX_SIMILAR: usize = 6;

pub(crate) fn technique(text: &str) -> Result<&'static Technique, String> {
    let names = TECHNIQUES
        .iter()
        .flat_map(|technique| [technique.id, technique.name]);
    techniques::find(text).ok_or_else(|| {
        let part = text.to_ascii_lowercase();
        let part = part.trim_end_matches('s');
        let has_part = |name: &&str| part.len() > 2 && name.to_ascii_lowercase().contains(part);
        let similar: Vec<&str> = TECHNIQUES
            .iter()
            .filter(|technique| {
                let own = [technique.id, technique.name, technique.family];
                own.iter().chain(technique.aliases).any(has_part)
            })
            .map(|technique| technique.id)
            .take(MAX_SIMILAR)
            .collect();
        if let [most @ .., last] = &similar[..]
            && !most.is_empty()
        {
            let most = most.join(", ");
            return format!("several techniques match `{text}`: {most} and {last}");
        }
        unknown_name(
            "technique",
            text,
            names,
            Some("`ndoku techniques` lists them"),
        )
    })
}

pub(crate) fn template(text: &str) -> Result<Template, String> {
    text.parse()
        .map_err(|error: TemplateError| error.to_string())
}

pub(crate) fn level(text: &str) -> Result<Level, String> {
    let known = Level::ALL
        .into_iter()
        .find(|level| level.name().eq_ignore_ascii_case(text));
    known.ok_or_else(|| {
        unknown_name(
            "level",
            text,
            Level::ALL.iter().map(|level| level.name()),
            None,
        )
    })
}

pub(crate) fn isa(text: &str) -> Result<Isa, String> {
    let isa = text.parse::<Isa>().map_err(|error| error.to_string())?;
    if isa.is_available() {
        Ok(isa)
    } else {
        Err(format!("this machine does not have {isa}"))
    }
}

pub(crate) fn engine(text: &str) -> Result<EngineKind, String> {
    EngineKind::from_name(text).ok_or_else(|| {
        let unknown = unknown_name(
            "engine",
            text,
            EngineKind::ALL.iter().map(|choice| choice.name()),
            None,
        );
        match text {
            "cadical" => format!(
                "this build does not include CaDiCaL: {}",
                features::hint("cadical")
            ),
            _ => unknown,
        }
    })
}

pub(crate) fn format(text: &str) -> Result<&'static Format, String> {
    let format = ndoku::format::find(text).ok_or_else(|| unknown_format(text))?;
    if format.read.is_none() {
        return Err(format!(
            "the format {} can only be written; `ndoku formats` shows what can be read",
            format.id
        ));
    }
    Ok(format)
}

/// Finds a format that is read or written.
pub(super) fn listed_format(text: &str) -> Result<&'static Format, String> {
    ndoku::format::find(text).ok_or_else(|| unknown_format(text))
}

/// Finds a rule, without its argument.
pub(super) fn rule_name(text: &str) -> Result<&'static Rule, String> {
    constraint::find(text).map_err(|error| match (find_rule_kind(text), error.hint()) {
        (Ok(kind), _) => format!(
            "`{}` is no rule, but a kind for `ndoku generate --rule-kind`: {}",
            kind.id, kind.summary
        ),
        (_, Some(hint)) => format!("{error}; {hint}"),
        (_, None) => error.to_string(),
    })
}

pub(crate) fn alphabet(text: &str) -> Result<Alphabet, String> {
    let known = Alphabet::NAMES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(text));
    let names = Alphabet::NAMES.iter().map(|(name, _)| *name);
    known
        .map(|(_, alphabet)| *alphabet)
        .ok_or_else(|| unknown_name("alphabet", text, names, None))
}

pub(crate) fn expectation(text: &str) -> Result<Expect, String> {
    match text {
        "unique" => Ok(Expect::Exactly(1)),
        "solvable" => Ok(Expect::Solvable),
        number if number.starts_with(|c: char| c.is_ascii_digit()) => {
            whole_number(number).map(Expect::Exactly)
        }
        other => Err(unknown_name(
            "expectation",
            other,
            ["unique", "solvable"].into_iter(),
            Some("write unique, solvable or a number"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_allowed_range() {
        assert_eq!(
            whole_number_in(1_u8..=255)("256"),
            Err("must be from 1 to 255".to_owned())
        );
        assert_eq!(
            whole_number_in(1_u8..=255)("99999999999999999999999999999999999999999"),
            Err("must be from 1 to 255".to_owned())
        );
        assert_eq!(
            whole_number_from(1_u64)("0"),
            Err("must be at least 1".to_owned())
        );
        assert_eq!(whole_number_from(1_u64)("1_000,000"), Ok(1_000_000));
        assert_eq!(
            whole_number::<u64>("18446744073709551616"),
            Err("the number is too large".to_owned())
        );
        for text in ["", "-1", "+1", "1.5", "ten", "_"] {
            assert!(
                whole_number::<u64>(text)
                    .is_err_and(|message| message.starts_with("write a whole number")),
                "{text}"
            );
        }
        assert_eq!(decimal_in(0.5..=2.0, "mm")("1.5 mm"), Ok(1.5));
        assert_eq!(
            decimal_in(0.5..=2.0, "mm")("nan"),
            Err("must be from 0.5 to 2".to_owned())
        );
        assert_eq!(threads("3"), Ok(NonZeroUsize::new(3).unwrap()));
        assert_eq!(threads("0"), Err("must be at least 1".to_owned()));
    }

    #[test]
    fn misspelled_names_get_a_suggestion() {
        let results = [
            engine("sidm").map(|_| ()),
            alphabet("alnun").map(|_| ()),
            expectation("uniqe").map(|_| ()),
            level("esay").map(|_| ()),
            profile("se112").map(|_| ()),
            isa("portabel").map(|_| ()),
            hint_level("nugde").map(|_| ()),
            format("gird").map(|_| ()),
            technique("x-wign").map(|_| ()),
        ];
        let nearest = [
            "simd", "alnum", "unique", "easy", "se121", "portable", "nudge", "grid", "x-wing",
        ];
        for (result, nearest) in results.into_iter().zip(nearest) {
            let message = result.unwrap_err();
            assert!(
                message.ends_with(&format!("; did you mean `{nearest}`?")),
                "{message}"
            );
        }
    }
}
