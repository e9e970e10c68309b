//! The errors of wrong calls. A bad row is a status and no error.

use arrow_schema::DataType;

/// The reason why a column was not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The column holds no texts.
    #[error(
        "a column of {0} holds no puzzles; use string, large_string, string_view, binary, or a \
        dictionary of these"
    )]
    Kind(DataType),
    /// The number of columns is wrong.
    #[error("`{function}` takes {expected} columns ({names}), not {found}")]
    Columns {
        /// The name of the function.
        function: &'static str,
        /// The number of columns that the function takes.
        expected: usize,
        /// The names of these columns.
        names: String,
        /// The number of columns in the call.
        found: usize,
    },
    /// The columns have different lengths.
    #[error("the columns have {0} and {1} rows; they need the same number")]
    Lengths(usize, usize),
    /// The answers of a block of rows do not fit an Arrow column of strings.
    #[error("the answers of 8192 rows have more than 512 MiB; use fewer or smaller puzzles")]
    TooLong,
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The caller stopped the call.
    #[error("the call was canceled")]
    Canceled,
    /// An internal check failed: a defect of this crate.
    #[error("an internal check failed: {0}")]
    Internal(String),
}

/// The reason why an option was refused, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// No option has this name, or it does not take this value.
    #[error("{0}")]
    Value(String),
    /// The boxes or rules make no layout.
    #[error("{0}")]
    Layout(String),
}

impl OptionError {
    /// Takes the reason and the hint of a layout that was refused.
    #[allow(clippy::needless_pass_by_value)] // It is a function for `map_err`.
    pub(crate) fn layout(error: ndoku::LayoutError) -> Self {
        let hint = error.hint().map(|hint| format!(" ({hint})"));
        Self::Layout(format!("{error}{}", hint.unwrap_or_default()))
    }
}
