//! `Language`: the languages of explanations and hints, each with a catalog.
//!
//! ```text
//! languages/de.rs   "{cell} must be {digit}" ─▶ "{cell} muss {digit} sein | …"
//! languages/es.rs   "{cell} must be {digit}" ─▶ "{cell} debe ser {digit}"
//! ```
//!
//! A catalog is a list of templates of [`Phrase`](crate::phrase::Phrase) with their translations.
//! It also has the names and summaries of the techniques, the houses, and the words of rules. The
//! tests compare it with all templates of the sources.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

mod de;
mod es;

/// A language of explanations and hints.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the meaning")]
pub enum Language {
    #[default]
    English,
    German,
    Spanish,
}

/// The word before the last item of a list.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Conjunction {
    And,
    Or,
    /// Between clauses, which have a comma before it in German and in Spanish.
    AndClause,
}

impl Language {
    /// All languages, the default first.
    pub const ALL: [Self; 3] = [Self::English, Self::German, Self::Spanish];

    /// Returns the code of ISO 639-1: `en`, `de`, `es`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Spanish => "es",
        }
    }

    /// Returns the templates with their translations. English has none.
    #[cfg(test)]
    pub(crate) const fn catalog(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::English => &[],
            Self::German => de::CATALOG,
            Self::Spanish => es::CATALOG,
        }
    }

    /// Returns the translation of a template, with all its forms. English has none.
    pub(crate) fn translation(self, template: &str) -> Option<&'static str> {
        type Table = HashMap<&'static str, &'static str>;
        static GERMAN: LazyLock<Table> = LazyLock::new(|| de::CATALOG.iter().copied().collect());
        static SPANISH: LazyLock<Table> = LazyLock::new(|| es::CATALOG.iter().copied().collect());
        let table = match self {
            Self::English => return None,
            Self::German => &GERMAN,
            Self::Spanish => &SPANISH,
        };
        table.get(template).copied()
    }

    /// Returns the translation of a name without places, or the name if there is none.
    pub(crate) fn translate(self, name: &'static str) -> &'static str {
        self.translation(name).unwrap_or(name)
    }

    /// Returns the numbers from 0 as words, in the feminine form.
    pub(crate) const fn number_words(self) -> &'static [&'static str] {
        match self {
            Self::English => &[
                "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
                "ten", "eleven", "twelve",
            ],
            Self::German => &[
                "keine", "eine", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun",
                "zehn", "elf", "zwölf",
            ],
            Self::Spanish => &[
                "ninguna", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho",
                "nueve", "diez", "once", "doce",
            ],
        }
    }

    /// Returns the conjunction before the last item of a list, with spaces. In Spanish it depends
    /// on the sound that follows.
    pub(crate) fn conjunction(self, conjunction: Conjunction, next: &str) -> &'static str {
        let begins = |sounds: &[&str]| sounds.iter().any(|sound| next.starts_with(sound));
        match (self, conjunction) {
            (Self::English, Conjunction::And | Conjunction::AndClause) => " and ",
            (Self::English, Conjunction::Or) => " or ",
            (Self::German, Conjunction::And) => " und ",
            (Self::German, Conjunction::Or) => " oder ",
            (Self::German, Conjunction::AndClause) => ", und ",
            (Self::Spanish, Conjunction::AndClause) if begins(&["i", "hi"]) => ", e ",
            (Self::Spanish, Conjunction::AndClause) => ", y ",
            (Self::Spanish, Conjunction::And) if begins(&["i", "hi"]) => " e ",
            (Self::Spanish, Conjunction::And) => " y ",
            (Self::Spanish, Conjunction::Or) if begins(&["o", "ho", "8", "11"]) => " u ",
            (Self::Spanish, Conjunction::Or) => " o ",
        }
    }

    /// Returns `true` if a sentence after a colon begins with a capital letter.
    pub(crate) const fn capitalizes_after_colon(self) -> bool {
        matches!(self, Self::German)
    }

    /// Contracts prepositions with articles, as Spanish demands and German prefers.
    pub(crate) fn finish(self, text: String) -> String {
        match self {
            Self::English => text,
            Self::German => contract_german(&text),
            Self::Spanish => text.replace(" de el ", " del ").replace(" a el ", " al "),
        }
    }
}

/// Contracts `in dem Stern` to `im Stern`. Before a small letter, `dem` is no article: `ein Stern,
/// in dem jede Zelle …`.
fn contract_german(text: &str) -> String {
    const CONTRACTIONS: [(&str, &str); 4] = [
        ("in dem ", "im "),
        ("In dem ", "Im "),
        ("von dem ", "vom "),
        ("Von dem ", "Vom "),
    ];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_start = !out.ends_with(char::is_alphanumeric);
        let found = CONTRACTIONS.iter().find_map(|(long, short)| {
            let after = rest.strip_prefix(long)?;
            (is_start && after.starts_with(char::is_uppercase)).then_some((*short, after))
        });
        if let Some((short, after)) = found {
            out.push_str(short);
            rest = after;
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// The error for an unknown language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", ndoku_core::unknown_name("language", .0, Language::ALL.iter().map(|language| language.code()), None))]
pub struct UnknownLanguageError(pub String);

impl FromStr for Language {
    type Err = UnknownLanguageError;

    fn from_str(code: &str) -> Result<Self, UnknownLanguageError> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
            .ok_or_else(|| UnknownLanguageError(code.to_owned()))
    }
}

#[cfg(test)]
mod tests;
