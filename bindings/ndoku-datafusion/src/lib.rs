//! Sudoku functions for the SQL of DataFusion, made from the list of `ndoku-arrow`.
//!
//! ```text
//!   FUNCTIONS ─▶ ndoku_solve(puzzle)      struct<status, solution>
//!             └▶ ndoku_solution(puzzle)   the field `solution` of it
//! ```
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let context = SessionContext::new();
//! for function in ndoku_datafusion::functions([])? {
//!     context.register_udf(function);
//! }
//! let query = "SELECT ndoku_solutions(column1) FROM (VALUES ('1...............'))";
//! let batches = context.sql(query).await?.collect().await?;
//! assert_eq!(batches[0].column(0).len(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! A row never raises an error, and a null stays null. All functions are immutable: an answer
//! depends on its row and the options alone.
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use datafusion_common::{DataFusionError, Result, ScalarValue, exec_datafusion_err, plan_err};
use datafusion_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use ndoku_arrow::{FUNCTIONS, Function, OPTIONS, Options, Session};

/// The names and texts of options.
type OptionTexts = Vec<(String, String)>;

thread_local! {
    /// The last session of each function. It keeps engines and tables.
    static SESSIONS: RefCell<Vec<(OptionTexts, Session)>> = const { RefCell::new(Vec::new()) };
}

/// Returns all functions with these options, given as names and texts. Each option goes to the
/// functions that know it.
///
/// # Errors
/// Returns [`DataFusionError::Plan`] if no function knows an option, or for a wrong value.
pub fn functions<'a>(
    options: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Vec<ScalarUDF>> {
    let options: Vec<_> = options.into_iter().collect();
    for (name, _) in &options {
        if !OPTIONS.iter().any(|option| option.name == *name) {
            let names: Vec<_> = OPTIONS.iter().map(|option| option.name).collect();
            return plan_err!(
                "no function takes the option `{name}`; there are {}",
                names.join(", ")
            );
        }
    }
    let mut found = Vec::new();
    for function in FUNCTIONS {
        let known = options
            .iter()
            .filter(|(name, _)| function.options.contains(name));
        let texts: OptionTexts = known
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect();
        // Wrong values are refused here, and not in a query.
        new_session(function, &texts).map_err(|error| DataFusionError::Plan(error.to_string()))?;
        found.push(PuzzleFunction::new(function, function.name, None, &texts));
        for short in function.shorts {
            let index = function
                .fields
                .iter()
                .position(|field| field.name == short.field);
            found.push(PuzzleFunction::new(function, short.name, index, &texts));
        }
    }
    Ok(found.into_iter().map(ScalarUDF::from).collect())
}

/// A function of the list, or one field of its answers.
#[derive(Debug)]
struct PuzzleFunction {
    name: String,
    function: &'static Function,
    /// The number of the only field that is returned. `None` returns the struct.
    field: Option<usize>,
    options: OptionTexts,
    signature: Signature,
}

impl PuzzleFunction {
    fn new(
        function: &'static Function,
        name: &str,
        field: Option<usize>,
        options: &[(String, String)],
    ) -> Self {
        Self {
            name: format!("ndoku_{name}"),
            function,
            field,
            options: options.to_vec(),
            // What a column may be is decided by `coerce_types`.
            signature: Signature::user_defined(Volatility::Immutable),
        }
    }

    /// Answers columns of the same length.
    fn answer(&self, columns: &[ArrayRef]) -> Result<ArrayRef> {
        SESSIONS.with_borrow_mut(|sessions| {
            let name = self.function.name;
            let known = sessions.iter().position(|(options, session)| {
                session.function().name == name && *options == self.options
            });
            let index = match known {
                Some(index) => index,
                None => {
                    let session = new_session(self.function, &self.options)?;
                    sessions.retain(|(_, session)| session.function().name != name);
                    sessions.push((self.options.clone(), session));
                    sessions.len() - 1
                }
            };
            let columns: Vec<&dyn Array> = columns.iter().map(AsRef::as_ref).collect();
            let answers = sessions[index].1.call(&columns, None);
            let chunks = answers.map_err(|error| exec_datafusion_err!("{name}: {error}"))?;
            let chunks: Vec<ArrayRef> = chunks
                .into_iter()
                .map(|chunk| match self.field {
                    Some(index) => Arc::clone(chunk.column(index)),
                    None => Arc::new(chunk) as ArrayRef,
                })
                .collect();
            if let [whole] = &chunks[..] {
                return Ok(Arc::clone(whole));
            }
            let chunks: Vec<&dyn Array> = chunks.iter().map(AsRef::as_ref).collect();
            Ok(arrow_select::concat::concat(&chunks)?)
        })
    }
}

fn new_session(function: &'static Function, options: &[(String, String)]) -> Result<Session> {
    let texts = options
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()));
    let parsed: Options = function
        .parse_options(texts)
        .map_err(|error| exec_datafusion_err!("{error}"))?;
    Session::new(function, &parsed).map_err(|error| exec_datafusion_err!("{error}"))
}

impl PartialEq for PuzzleFunction {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.options == other.options
    }
}

impl Eq for PuzzleFunction {}

impl std::hash::Hash for PuzzleFunction {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&self.name, &self.options).hash(state);
    }
}

impl ScalarUDFImpl for PuzzleFunction {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Takes columns as they are, if they hold texts. So nothing is copied before the call.
    fn coerce_types(&self, found: &[DataType]) -> Result<Vec<DataType>> {
        let names = self.function.columns;
        if found.len() != names.len() {
            return plan_err!("{} takes {}", self.name, names.join(", "));
        }
        for kind in found {
            if !is_text(kind) {
                return plan_err!("{} takes text columns, not {kind}", self.name);
            }
        }
        Ok(found.to_vec())
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        let fields = self.function.arrow_fields();
        Ok(match self.field {
            Some(index) => fields[index].data_type().clone(),
            None => DataType::Struct(fields),
        })
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_scalar = arguments
            .args
            .iter()
            .all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let columns = ColumnarValue::values_to_arrays(&arguments.args)?;
        let answers = self.answer(&columns)?;
        if is_scalar {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(
                &answers, 0,
            )?));
        }
        Ok(ColumnarValue::Array(answers))
    }
}

/// Returns whether rows of this type may hold puzzles.
fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => is_text(values),
        DataType::Null
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => true,
        _ => false,
    }
}
