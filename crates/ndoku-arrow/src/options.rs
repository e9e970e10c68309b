//! The options of all functions, by name and text as SQL and Python pass them.

use std::num::NonZeroUsize;

use ndoku::analysis::canonical::CanonicalForm;
use ndoku::constraint::RuleRef;
use ndoku::format::{BoxChoice, ReadOptions};
use ndoku::rating::Profile;

use crate::error::OptionError;

/// An option that functions take.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name.
    pub name: &'static str,
    /// The default, as text. Empty if there is no value by default.
    pub default: &'static str,
    /// A sentence about its meaning.
    pub summary: &'static str,
}

/// All options. A function names those that it uses.
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "threads",
        default: "1",
        summary: "Number of threads that share the rows.",
    },
    OptionInfo {
        name: "seconds",
        default: "",
        summary: "Maximum time for one row in seconds; rows that batches answer do not use it.",
    },
    OptionInfo {
        name: "boxes",
        default: "",
        summary: "Shape of the boxes of all puzzles, such as 3x2, or none.",
    },
    OptionInfo {
        name: "rules",
        default: "",
        summary: "Rules for all puzzles, separated by semicolons, such as x; anti-knight.",
    },
    OptionInfo {
        name: "first",
        default: "false",
        summary: "Fill in the first solution found if there are several.",
    },
    OptionInfo {
        name: "limit",
        default: "2",
        summary: "Maximum number of solutions to count; none counts all of them exactly.",
    },
    OptionInfo {
        name: "profile",
        default: "se121",
        summary: "Scale of the ratings: se121, sukaku, ndoku or hodoku.",
    },
    OptionInfo {
        name: "form",
        default: "pattern",
        summary: "Canonical form: pattern, minlex or solution.",
    },
];

/// The options of a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// Number of threads that share the rows.
    pub threads: NonZeroUsize,
    /// Maximum time for one row. Rows that are answered in batches do not use it.
    pub seconds: Option<f64>,
    /// Shape of the boxes of all puzzles. `None` uses those of the rows.
    pub boxes: Option<BoxChoice>,
    /// Rules for all puzzles, in addition to those of the rows.
    pub rules: Vec<RuleRef>,
    /// `true` to fill in the first solution found if there are several.
    pub first: bool,
    /// Maximum number of solutions to count. `None` counts all of them exactly.
    pub limit: Option<u64>,
    /// The scale of the ratings.
    pub profile: Profile,
    /// The canonical form.
    pub form: CanonicalForm,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: NonZeroUsize::MIN,
            seconds: None,
            boxes: None,
            rules: Vec::new(),
            first: false,
            limit: Some(2),
            profile: Profile::Se121,
            form: CanonicalForm::Pattern,
        }
    }
}

impl Options {
    /// Sets an option by its name, from a text.
    ///
    /// ```
    /// let mut options = ndoku_arrow::Options::default();
    /// options.set("limit", "none")?;
    /// assert_eq!(options.limit, None);
    /// let error = options.set("treads", "2").unwrap_err().to_string();
    /// assert_eq!(error, "there is no option `treads`; did you mean `threads`?");
    /// # Ok::<(), ndoku_arrow::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a sentence if no option has this name, or if it does not take this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let refusal = |wanted: &str| format!("{name} is {wanted}, not `{value}`");
        let refuse = |wanted: &str| OptionError::Value(refusal(wanted));
        let is_none = value.is_empty() || value.eq_ignore_ascii_case("none");
        match name {
            "threads" => {
                self.threads = value.parse().map_err(|_| refuse("a number from 1"))?;
            }
            "seconds" if is_none => self.seconds = None,
            "seconds" => {
                let seconds = value.parse().ok().filter(|seconds| *seconds >= 0.0);
                self.seconds = Some(seconds.ok_or_else(|| refuse("a number of seconds"))?);
            }
            "boxes" if value.is_empty() => self.boxes = None,
            "boxes" => {
                let boxes = value.parse();
                let refuse = |_| OptionError::Layout(refusal("a shape such as 3x2, or none"));
                self.boxes = Some(boxes.map_err(refuse)?);
            }
            "rules" => self.rules = parse_rules(value)?,
            "first" => {
                self.first = match value.to_ascii_lowercase().as_str() {
                    "true" | "1" => true,
                    "false" | "0" => false,
                    _ => return Err(refuse("true or false")),
                }
            }
            "limit" if is_none => self.limit = None,
            "limit" => {
                let limit = value.parse().ok().filter(|limit| *limit > 0);
                self.limit = Some(limit.ok_or_else(|| refuse("a number from 1, or none"))?);
            }
            "profile" => {
                self.profile = value.parse().map_err(to_option_error)?;
            }
            "form" => self.form = value.parse().map_err(to_option_error)?,
            _ => {
                let names = OPTIONS.iter().map(|option| option.name);
                let sentence = ndoku::names::unknown_name("option", name, names, None);
                return Err(OptionError::Value(sentence));
            }
        }
        Ok(())
    }

    /// Returns the options for rows that are no plain lines.
    pub(crate) fn read_options(&self) -> ReadOptions {
        let mut options = ReadOptions::default();
        options.boxes.clone_from(&self.boxes);
        options.rules.clone_from(&self.rules);
        options
    }

    /// Returns `true` if all puzzles have another layout than the classic one of 9×9 rows.
    pub(crate) fn has_layout(&self) -> bool {
        self.boxes.is_some() || !self.rules.is_empty()
    }
}

#[allow(clippy::needless_pass_by_value)] // It is a function for `map_err`.
fn to_option_error(error: impl ToString) -> OptionError {
    OptionError::Value(error.to_string())
}

fn parse_rules(text: &str) -> Result<Vec<RuleRef>, OptionError> {
    text.split(';')
        .map(str::trim)
        .filter(|rule| !rule.is_empty())
        .map(|rule| rule.parse::<RuleRef>().map_err(OptionError::layout))
        .collect()
}
