//! `TableAnswers`: questions to a column of a table, and the columns that their answers become.

use std::collections::BTreeSet;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, FieldRef, Schema, SchemaRef};

use crate::file::FileError;
use crate::file::request::request_json;
use crate::{CallError, Check, Field, Function, Options, Session};

/// The name of the column of puzzles, if none is given.
const PUZZLE: &str = "puzzle";

/// The name of the column of solutions, if none is given.
const SOLUTION: &str = "solution";

/// A question with its options.
#[derive(Clone, Debug)]
pub struct Question {
    /// The function.
    pub function: &'static Function,
    /// The options, without the number of threads.
    pub options: Options,
    /// The options as names and texts, for the metadata of the file.
    pub option_texts: Vec<(&'static str, String)>,
}

/// The columns that the questions take.
#[derive(Clone, Debug, Default)]
pub struct TableColumns {
    /// The column of puzzles. Without a name, it is `puzzle` or else the only text column.
    pub puzzle: Option<String>,
    /// The column of solutions, which the question `check` takes. The default name is `solution`.
    pub solution: Option<String>,
}

/// Numbers of rows by their answers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatusCounts {
    /// Rows with one solution.
    pub unique: u64,
    /// Rows with several solutions.
    pub multiple: u64,
    /// Rows without a solution.
    pub none: u64,
    /// Rows that hold no puzzle.
    pub invalid: u64,
    /// Rows whose time ran out.
    pub stopped: u64,
    /// Rows that are null.
    pub null: u64,
    /// Rows with `false` in a column of the answers: a wrong solution, or a count that ends early.
    pub negative: u64,
}

impl StatusCounts {
    /// Returns the number of rows.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.unique + self.multiple + self.none + self.invalid + self.stopped + self.null
    }

    /// Adds the answers to one question.
    fn add(&mut self, function: &Function, answers: &StructArray) {
        let status = answers.column(0).as_string::<i32>();
        for status in status {
            let count = match status {
                None => &mut self.null,
                Some("unique") => &mut self.unique,
                Some("multiple") => &mut self.multiple,
                Some("none") => &mut self.none,
                Some("stopped") => &mut self.stopped,
                Some(_) => &mut self.invalid,
            };
            *count += 1;
        }
        for (field, column) in function.fields.iter().zip(answers.columns()) {
            if ["ok", "exact"].contains(&field.name)
                && let Some(flags) = column.as_boolean_opt()
            {
                self.negative += flags.false_count() as u64;
            }
        }
    }
}

/// A question that is ready to be answered.
#[derive(Debug)]
struct ReadyQuestion {
    session: Session,
    /// The columns that it takes, by number.
    columns: Vec<usize>,
}

/// Questions to the columns of a table.
#[derive(Debug)]
pub struct TableAnswers {
    questions: Vec<ReadyQuestion>,
    schema: SchemaRef,
    /// The names of columns whose texts hardly repeat.
    distinct: BTreeSet<String>,
    request: String,
    counts: StatusCounts,
}

impl TableAnswers {
    /// Prepares questions to a table with this schema. `threads` answer the rows of a batch.
    ///
    /// A field whose name is taken gets the name of the question in front, as in `rate_status`.
    ///
    /// # Errors
    /// Returns an error for columns that are missing or hold no texts, for options that do not fit
    /// together, and for names that are taken.
    pub fn new(
        schema: &Schema,
        questions: &[Question],
        columns: &TableColumns,
        threads: std::num::NonZeroUsize,
    ) -> Result<Self, FileError> {
        let puzzle = find_text_column(schema, columns.puzzle.as_deref())?;
        let mut distinct = BTreeSet::from([SOLUTION, "canonical", "count_text"].map(str::to_owned));
        distinct.insert(schema.field(puzzle).name().clone());
        let mut used: BTreeSet<String> = names(schema).map(str::to_owned).collect();
        let mut fields: Vec<FieldRef> = schema.fields().iter().cloned().collect();
        let mut ready = Vec::new();
        let solution_name = columns.solution.as_deref().unwrap_or(SOLUTION);
        for question in questions {
            let function = question.function;
            let mut numbers = vec![puzzle];
            if function.columns.len() > 1 {
                let solution = find_text_column(schema, Some(solution_name))?;
                distinct.insert(solution_name.to_owned());
                numbers.push(solution);
            }
            for (field, arrow) in function.fields.iter().zip(&function.arrow_fields()) {
                let name = free_name(&used, function, field)?;
                used.insert(name.clone());
                fields.push(arrow.as_ref().clone().with_name(name).into());
            }
            let mut options = question.options.clone();
            options.threads = threads;
            ready.push(ReadyQuestion {
                session: Session::new(function, &options)?,
                columns: numbers,
            });
        }
        let asked: Vec<&str> = questions.iter().map(|asked| asked.function.name).collect();
        let texts: Vec<_> = questions
            .iter()
            .flat_map(|question| question.option_texts.iter().cloned())
            .collect();
        let request = request_json(&asked, schema.field(puzzle).name(), solution_name, &texts);
        Ok(Self {
            questions: ready,
            schema: SchemaRef::new(Schema::new_with_metadata(fields, schema.metadata().clone())),
            distinct,
            request,
            counts: StatusCounts::default(),
        })
    }

    /// Returns the columns of the table with the answers.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Returns the questions, columns and options as JSON.
    #[must_use]
    pub fn request(&self) -> &str {
        &self.request
    }

    /// Returns the numbers of rows by their answers to the first question.
    #[must_use]
    pub fn counts(&self) -> StatusCounts {
        self.counts
    }

    /// Returns the names of columns whose texts hardly repeat, so that a dictionary does not pay.
    pub(crate) fn distinct(&self) -> &BTreeSet<String> {
        &self.distinct
    }

    /// Answers the questions to some rows, and appends the answers as columns.
    ///
    /// # Errors
    /// Errors of [`Session::call`].
    pub fn answer(
        &mut self,
        rows: &RecordBatch,
        check: Option<Check<'_>>,
    ) -> Result<Vec<RecordBatch>, FileError> {
        let mut columns: Vec<ArrayRef> = rows.columns().to_vec();
        let mut counts = self.counts;
        for (number, question) in self.questions.iter_mut().enumerate() {
            let taken: Vec<&dyn Array> = question
                .columns
                .iter()
                .map(|column| rows.column(*column).as_ref())
                .collect();
            let answers = question.session.call(&taken, check)?;
            let [answers] = &answers[..] else {
                // The texts of the answers do not fit one array.
                return self.answer_halves(rows, check);
            };
            if number == 0 {
                counts.add(question.session.function(), answers);
            }
            columns.extend(answers.columns().iter().cloned());
        }
        self.counts = counts;
        let batch = RecordBatch::try_new(self.schema.clone(), columns)
            .map_err(|error| CallError::Internal(error.to_string()))?;
        Ok(vec![batch])
    }

    fn answer_halves(
        &mut self,
        rows: &RecordBatch,
        check: Option<Check<'_>>,
    ) -> Result<Vec<RecordBatch>, FileError> {
        let half = rows.num_rows() / 2;
        if half == 0 {
            return Err(CallError::TooLong.into());
        }
        let mut batches = self.answer(&rows.slice(0, half), check)?;
        batches.extend(self.answer(&rows.slice(half, rows.num_rows() - half), check)?);
        Ok(batches)
    }
}

/// Returns the name of a field of the answers.
fn free_name(
    used: &BTreeSet<String>,
    function: &Function,
    field: &Field,
) -> Result<String, FileError> {
    if !used.contains(field.name) {
        return Ok(field.name.to_owned());
    }
    let name = format!("{}_{}", function.name, field.name);
    if used.contains(&name) {
        return Err(FileError::Taken(field.name.to_owned(), name));
    }
    Ok(name)
}

fn names(schema: &Schema) -> impl Iterator<Item = &str> {
    schema.fields().iter().map(|field| field.name().as_str())
}

fn list_names(schema: &Schema) -> String {
    let names: Vec<String> = names(schema).map(|name| format!("`{name}`")).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

/// Returns the number of the column with this name. Without a name, it is `puzzle` or else the only
/// text column.
///
/// # Errors
/// Returns an error that lists the columns if there is no such column, or if it holds no texts.
pub fn find_text_column(schema: &Schema, name: Option<&str>) -> Result<usize, FileError> {
    let find = |name: &str| names(schema).position(|known| known == name);
    let number = match (name, find(PUZZLE)) {
        (Some(name), _) => find(name).ok_or_else(|| FileError::NoColumn {
            name: name.to_owned(),
            columns: list_names(schema),
        })?,
        (None, Some(number)) => number,
        (None, None) => {
            let fields = schema.fields().iter().enumerate();
            let texts: Vec<usize> = fields
                .filter(|(_, field)| is_string(field.data_type()))
                .map(|(number, _)| number)
                .collect();
            let [number] = texts[..] else {
                return Err(FileError::NoDefaultColumn {
                    wanted: PUZZLE,
                    found: if texts.is_empty() { "none" } else { "several" },
                    columns: list_names(schema),
                });
            };
            number
        }
    };
    let field = schema.field(number);
    if is_text(field.data_type()) {
        Ok(number)
    } else {
        Err(FileError::NoTexts {
            name: field.name().clone(),
            kind: field.data_type().to_string(),
            columns: list_names(schema),
        })
    }
}

fn is_string(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, kind) => is_string(kind),
        _ => false,
    }
}

fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_)
        | DataType::Null => true,
        DataType::Dictionary(_, kind) => is_text(kind),
        kind => is_string(kind),
    }
}
