//! `Phrase`: a text that is written in the language of the reader only when it is shown.
//!
//! ```text
//! phrase!("{cell} must be {digit}", cell, digit)
//!    │
//!    ├─▶ English   the template itself                       r4c4 must be 7
//!    ├─▶ German    languages/de.rs: "{cell} muss {digit} sein"   r4c4 muss 7 sein
//!    └─▶ Spanish   languages/es.rs: "{cell} debe ser {digit}"    r4c4 debe ser 7
//! ```
//!
//! A phrase is a tree: a template with phrases in its places, a list, a number as a word, or plain
//! text such as the name of a cell. Each language joins lists and writes numbers in its own way.
//!
//! A translation has marks that English does not need:
//!
//! | mark | meaning |
//! |---|---|
//! | `a \| b \| c` | the forms of the phrase: 0, 1, 2 … |
//! | `{x:1}` | form 1 of `x`, or its form 0 if it has no other |
//! | `{x:*}` | the form of `x` that is asked for of the phrase itself |
//! | `{x?one:many}` | `many` if `x` names several things, or else `one` |
//!
//! An *or* list counts as its last item. Each catalog says in its head which form is which. A
//! template without a translation is written in English.

use std::borrow::Cow;
use std::fmt;

use crate::languages::{Conjunction, Language};

/// A text that can be written in every [`Language`]. `Display` writes English.
///
/// Two phrases are equal if they have the same parts. So they may differ although their English
/// texts are the same. A comparison with a `str` compares the English text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase(Node);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    /// A text that is the same in all languages: cells, digits, numbers.
    Plain(String),
    /// A template with the phrases in its places.
    Template {
        template: Cow<'static, str>,
        arguments: Box<[(&'static str, Phrase)]>,
    },
    /// Phrases with a separator that is the same in all languages. Only the first one has the form
    /// that is asked for.
    Joined {
        items: Vec<Phrase>,
        separator: &'static str,
    },
    /// A list with commas and a conjunction before the last item. Of a list of clauses, only the
    /// first one has the form 1 if that is asked for.
    List {
        items: Vec<Phrase>,
        conjunction: Conjunction,
    },
    /// A number that is a word if it is small.
    Number(usize),
    /// A phrase at the beginning of a sentence.
    Capitalized(Box<Phrase>),
    /// A sentence after a colon.
    AfterColon(Box<Phrase>),
}

/// The names of houses and lines in layouts and rules. `{number}` is a number, a letter or a cell.
pub(crate) const HOUSES: &[&str] = &[
    "row {number}",
    "column {number}",
    "box {number}",
    "region {number}",
    "window {number}",
    "disjoint group {number}",
    "color {number}",
    "extra house {number}",
    "cage {number}",
    "main diagonal",
    "anti-diagonal",
    "center-dot",
    "asterisk",
    "girandola",
    "row {number} from right",
    "column {number} from below",
];

/// Makes a [`Phrase`] of a template and the phrases in its places: `phrase!("{cell} is {digit}",
/// cell, digit = position.format_digit(digit))`. A name alone stands for the variable of this name.
macro_rules! phrase {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::phrase::Phrase::from_template(
            $template,
            [$((stringify!($name), $crate::phrase::phrase!(@value $name $(= $value)?))),*],
        )
    };
    (@value $name:ident) => { $crate::phrase::Phrase::from(&$name) };
    (@value $name:ident = $value:expr) => { $crate::phrase::Phrase::from($value) };
}
pub(crate) use phrase;

impl Phrase {
    /// Returns a text that is the same in all languages.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self(Node::Plain(text.into()))
    }

    /// Returns a template with the phrases in its places. Each place has an argument.
    pub(crate) fn from_template<const N: usize>(
        template: impl Into<Cow<'static, str>>,
        arguments: [(&'static str, Self); N],
    ) -> Self {
        let template = template.into();
        debug_assert!(
            places(&template).all(|place| arguments.iter().any(|(name, _)| *name == place)),
            "the arguments of `{template}`"
        );
        Self(Node::Template {
            template,
            arguments: Box::new(arguments),
        })
    }

    /// Returns the name of a house or a line. Its number, the letter of a color or the cell of a
    /// cage is no part of the template: `row 3` is `row {number}` with 3. Names that a layout gives
    /// its own houses stay as they are.
    pub(crate) fn house(name: &str) -> Self {
        let is_number = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
                || word.chars().count() == 1
                || word.parse::<ndoku_core::Cell>().is_ok()
        };
        let known = HOUSES.iter().find_map(|template| {
            let Some((before, after)) = template.split_once("{number}") else {
                return (*template == name).then(|| Self::from_template(*template, []));
            };
            let number = name.strip_prefix(before)?.strip_suffix(after)?;
            let arguments = [("number", Self::plain(number))];
            is_number(number).then(|| Self::from_template(*template, arguments))
        });
        known.unwrap_or_else(|| Self::plain(name))
    }

    /// Returns the names of several houses of one kind: `rows 3 and 7`.
    pub(crate) fn houses(kind: &str, numbers: Self) -> Self {
        let plural = if kind == "box" { "es" } else { "s" };
        let is_known = |template: &&&str| {
            let (before, after) = template.split_once(" {number}").unwrap_or_default();
            before == kind && after.is_empty()
        };
        if HOUSES.iter().any(|template| is_known(&template)) {
            let template = format!("{kind}{plural} {{numbers}}");
            Self::from_template(template, [("numbers", numbers)])
        } else {
            Self::joined([Self::plain(format!("{kind}{plural}")), numbers], " ")
        }
    }

    /// Returns phrases with a separator that is the same in all languages, such as `; `.
    pub(crate) fn joined(
        items: impl IntoIterator<Item = impl Into<Self>>,
        separator: &'static str,
    ) -> Self {
        let items = items.into_iter().map(Into::into).collect();
        Self(Node::Joined { items, separator })
    }

    /// Returns sentences one after the other, without the empty ones.
    pub(crate) fn sentences(items: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        let items = items.into_iter().map(Into::into);
        Self::joined(items.filter(|item| !item.is_empty()), " ")
    }

    /// Returns a list with commas and a conjunction: `a, b and c`.
    pub(crate) fn list(
        items: impl IntoIterator<Item = impl Into<Self>>,
        conjunction: Conjunction,
    ) -> Self {
        let items = items.into_iter().map(Into::into).collect();
        Self(Node::List { items, conjunction })
    }

    /// Returns a phrase with a full stop.
    pub(crate) fn sentence(self) -> Self {
        Self::joined([self, Self::plain(".")], "")
    }

    /// Returns a number up to twelve as a word, and a larger one in digits. In German and Spanish
    /// the word fits feminine nouns only: houses, cells and digits.
    pub(crate) fn number(number: usize) -> Self {
        Self(Node::Number(number))
    }

    /// Capitalizes the first letter, unless the text begins with the name of a cell such as `r1c1`.
    pub(crate) fn capitalized(self) -> Self {
        Self(Node::Capitalized(Box::new(self)))
    }

    /// Returns a sentence as it is written after a colon: in English and in Spanish with a small
    /// letter.
    pub(crate) fn after_colon(self) -> Self {
        Self(Node::AfterColon(Box::new(self)))
    }

    /// Returns `true` if there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Node::Plain(text) => text.is_empty(),
            Node::Template { template, .. } => template.is_empty(),
            Node::Joined { items, .. } | Node::List { items, .. } => {
                items.iter().all(Self::is_empty)
            }
            Node::Number(_) => false,
            Node::Capitalized(phrase) | Node::AfterColon(phrase) => phrase.is_empty(),
        }
    }

    /// Returns the text in a language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> String {
        let mut text = String::new();
        self.write(language, 0, &mut text);
        language.finish(text)
    }

    /// Calls `each` with every template of the phrase.
    #[cfg(test)]
    pub(crate) fn for_each_template(&self, each: &mut dyn FnMut(&str)) {
        match &self.0 {
            Node::Template {
                template,
                arguments,
            } => {
                each(template);
                arguments
                    .iter()
                    .for_each(|(_, phrase)| phrase.for_each_template(each));
            }
            Node::Joined { items, .. } | Node::List { items, .. } => {
                items.iter().for_each(|item| item.for_each_template(each));
            }
            Node::Capitalized(phrase) | Node::AfterColon(phrase) => phrase.for_each_template(each),
            Node::Plain(_) | Node::Number(_) => {}
        }
    }

    fn write(&self, language: Language, form: usize, out: &mut String) {
        match &self.0 {
            Node::Plain(text) => out.push_str(text),
            Node::Template {
                template,
                arguments,
            } => write_template(language, form, template, arguments, out),
            Node::Joined { items, separator } => {
                for (number, item) in items.iter().enumerate() {
                    let form = if number == 0 { form } else { 0 };
                    if number > 0 {
                        out.push_str(separator);
                    }
                    item.write(language, form, out);
                }
            }
            Node::List { items, conjunction } => {
                write_list(language, form, items, *conjunction, out);
            }
            Node::Number(number) => match language.number_words().get(*number) {
                Some(word) => out.push_str(word),
                None => out.push_str(&number.to_string()),
            },
            Node::Capitalized(phrase) => {
                let begin = out.len();
                phrase.write(language, form, out);
                let text = capitalize(&out[begin..]);
                out.replace_range(begin.., &text);
            }
            Node::AfterColon(phrase) => {
                let begin = out.len();
                phrase.write(language, form, out);
                if !language.capitalizes_after_colon() {
                    let text = change_first(&out[begin..], |first| {
                        first.to_lowercase().collect::<String>()
                    });
                    out.replace_range(begin.., &text);
                }
            }
        }
    }

    /// Returns the number of things that the phrase names, for the agreement of verbs.
    fn count(&self) -> usize {
        match &self.0 {
            Node::List {
                items,
                conjunction: Conjunction::Or,
            } => items.last().map_or(0, Self::count),
            Node::List { items, .. } | Node::Joined { items, .. } => match &items[..] {
                [only] => only.count(),
                items => items.len(),
            },
            Node::Number(number) => *number,
            Node::Capitalized(phrase) | Node::AfterColon(phrase) => phrase.count(),
            Node::Template { arguments, .. } => {
                let counts = arguments.iter().map(|(_, phrase)| phrase.count());
                counts.max().unwrap_or(1)
            }
            Node::Plain(_) => 1,
        }
    }
}

fn write_list(
    language: Language,
    form: usize,
    items: &[Phrase],
    conjunction: Conjunction,
    out: &mut String,
) {
    for (number, item) in items.iter().enumerate() {
        let begin = out.len();
        let is_inverted = conjunction == Conjunction::AndClause && form == 1;
        let form = if number > 0 && is_inverted { 0 } else { form };
        item.write(language, form, out);
        let separator = match number {
            0 => continue,
            _ if number + 1 == items.len() => language.conjunction(conjunction, &out[begin..]),
            _ => ", ",
        };
        out.insert_str(begin, separator);
    }
}

fn write_template(
    language: Language,
    form: usize,
    template: &str,
    arguments: &[(&'static str, Phrase)],
    out: &mut String,
) {
    let mut rest = match language.translation(template) {
        None => template,
        Some(forms) => {
            let first = forms.split(" | ").next();
            forms.split(" | ").nth(form).or(first).unwrap_or_default()
        }
    };
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (place, after) = after.split_once('}').unwrap_or((after, ""));
        rest = after;
        let name = place.split([':', '?']).next().unwrap_or_default();
        let Some((_, phrase)) = arguments.iter().find(|(other, _)| *other == name) else {
            continue;
        };
        let mark = &place[name.len()..];
        if let Some((one, many)) = mark.strip_prefix('?').and_then(|ways| ways.split_once(':')) {
            out.push_str(if phrase.count() > 1 { many } else { one });
        } else {
            let form = match mark.strip_prefix(':') {
                Some("*") => form,
                Some(number) => number.parse().unwrap_or(0),
                None => 0,
            };
            phrase.write(language, form, out);
        }
    }
    out.push_str(rest);
}

/// Returns the names of the places of a template, without their marks.
pub(crate) fn places(template: &str) -> impl Iterator<Item = &str> {
    let places = template.split('{').skip(1);
    places.map(|place| place.split(['}', ':', '?']).next().unwrap_or_default())
}

/// Capitalizes the first letter, unless the text begins with the name of a cell such as `r1c1`.
fn capitalize(text: &str) -> String {
    let mut letters = text.chars().skip(1);
    if letters.next().is_some_and(|second| second.is_ascii_digit()) {
        return text.to_owned();
    }
    change_first(text, |first| first.to_uppercase().collect())
}

fn change_first(text: &str, change: impl Fn(char) -> String) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(change).unwrap_or_default();
    first + letters.as_str()
}

impl Default for Phrase {
    fn default() -> Self {
        Self::plain("")
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.in_language(Language::English))
    }
}

/// Compares the English text.
impl PartialEq<str> for Phrase {
    fn eq(&self, text: &str) -> bool {
        self.in_language(Language::English) == text
    }
}

/// Compares the English text.
impl PartialEq<&str> for Phrase {
    fn eq(&self, text: &&str) -> bool {
        *self == **text
    }
}

impl From<&Self> for Phrase {
    fn from(phrase: &Self) -> Self {
        phrase.clone()
    }
}

impl From<&&Self> for Phrase {
    fn from(phrase: &&Self) -> Self {
        (*phrase).clone()
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Self {
        Self::plain(text)
    }
}

impl From<&String> for Phrase {
    fn from(text: &String) -> Self {
        Self::plain(text)
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        Self::plain(text)
    }
}

impl From<&&str> for Phrase {
    fn from(text: &&str) -> Self {
        Self::plain(*text)
    }
}

macro_rules! from_number {
    ($($number:ty)*) => {
        $(
            impl From<$number> for Phrase {
                fn from(number: $number) -> Self {
                    Self::plain(number.to_string())
                }
            }

            impl From<&$number> for Phrase {
                fn from(number: &$number) -> Self {
                    Self::plain(number.to_string())
                }
            }
        )*
    };
}
from_number!(u32 usize i64 ndoku_core::Cell);

#[cfg(test)]
mod tests;
