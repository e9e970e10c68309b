//! Answers a column of a Parquet or Arrow file, and writes a file with the answers as columns.
//!
//! ```text
//! IN.parquet ─▶ TableReader ─▶ TableAnswers ─▶ TableWriter ─▶ OUT.parquet.partial ─▶ OUT.parquet
//!                                                  │
//!                                                  └─▶ OUT.parquet.partial.footer   (record.rs)
//! ```
//!
//! Several commands ask a question: `solve`, `count`, `rate`, `canon`, `check` and `analyze`. A bad
//! row gets a status. Rows are counted by status, for the exit code and a summary.

mod record;

use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use ndoku_arrow::file::{
    FileError, FileKind, Question, RunOptions, StatusCounts, TableAnswers, TableColumns,
    TableReader, TableWriter, answer_table,
};
use ndoku_arrow::{CallError, OPTIONS, find_function};
use record::GroupRecord;

use crate::args::table::TableRequest;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::io_error::io_error_text;
use crate::output_file::{self, OutputFile};
use crate::progress::{Progress, ReadPosition, format_count, group_thousands};
use crate::sink::keep_partial;
use crate::table_input::file_error;

/// Answers the question, and returns the exit code.
pub(crate) fn run(context: &Context, request: &TableRequest<'_>) -> Result<ExitCode, CliError> {
    refuse_options(request)?;
    let kind = request
        .output
        .extension()
        .and_then(|extension| FileKind::from_extension(extension.to_str()?))
        .unwrap_or(FileKind::Parquet);
    if request.resume && kind != FileKind::Parquet {
        let message = "--resume needs a Parquet file as output";
        return Err(CliError::usage(message).hint("name it with -o FILE.parquet"));
    }
    let input = input_path(request)?;
    let name = input.display().to_string();
    context.note_input(input.as_os_str());
    let reader = open_reader(&input, request)?;
    let answers = prepare(&reader, request).map_err(|error| file_error(&name, &error))?;
    if output_file::is_same_file(&input, request.output) {
        let message = format!("{name} is the input and the output");
        return Err(CliError::usage(message).hint("name another file with -o"));
    }
    let run = TableRun {
        context,
        request,
        kind,
        name,
        threads: request.run.threads(),
    };
    run.open_and_answer(reader, answers)
}

/// Refuses options that cannot be used with a table.
fn refuse_options(request: &TableRequest<'_>) -> Result<(), CliError> {
    let Some(option) = request.refused.first() else {
        return Ok(());
    };
    let message = format!("{option} cannot be used with a table as output");
    let hint = "leave it out, or write text, such as -o FILE.txt";
    Err(CliError::usage(message).hint(hint))
}

/// Returns the only input.
fn input_path(request: &TableRequest<'_>) -> Result<PathBuf, CliError> {
    match &request.input.inputs[..] {
        [input] if input != "-" => Ok(PathBuf::from(input)),
        [] | [_] => Err(CliError::usage("a table is not read from standard input")
            .hint("name a Parquet or Arrow file")),
        _ => Err(
            CliError::usage("a table is written from one input, and several are given")
                .hint("run the command once for each file"),
        ),
    }
}

/// Opens the input.
fn open_reader(path: &Path, request: &TableRequest<'_>) -> Result<TableReader, CliError> {
    let name = path.display().to_string();
    let no_table = |code: ExitCode, message: &str| {
        let hint = format!(
            "{} is a table, so the input must be a Parquet or Arrow file",
            request.output.display()
        );
        CliError::new(code, message).at(name.as_str()).hint(hint)
    };
    let metadata = fs::metadata(path).map_err(|error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            no_table(ExitCode::NoInput, "there is no such file")
        } else {
            no_table(ExitCode::NoInput, &io_error_text(&error))
        }
    })?;
    if !metadata.is_file() {
        return Err(no_table(ExitCode::NoInput, "this is not a regular file"));
    }
    let file = File::open(path).map_err(|error| file_error(&name, &FileError::Read(error)))?;
    TableReader::new(file).map_err(|error| match error {
        // The file may be a good one of another kind, such as CSV.
        FileError::Kind => no_table(
            ExitCode::Usage,
            "this is neither a Parquet nor an Arrow file",
        ),
        error => file_error(&name, &error),
    })
}

/// Returns the question, ready to be answered.
fn prepare(reader: &TableReader, request: &TableRequest<'_>) -> Result<TableAnswers, FileError> {
    let internal = |what: &str| FileError::from(CallError::Internal(what.to_owned()));
    let function = find_function(request.function).ok_or_else(|| internal("no such function"))?;
    let mut texts = request.options.clone();
    let limits = request
        .limits()
        .map_err(|error| FileError::Unsupported(error.to_string()))?;
    texts.extend(limits);
    let values = texts.iter().map(|(name, text)| (*name, text.as_str()));
    let options = function.parse_options(values).map_err(CallError::from)?;
    // Python names only the options that differ from the default, too.
    texts.retain(|(name, text)| {
        let mut known = OPTIONS.iter();
        known.all(|option| option.name != *name || option.default != text)
    });
    let question = Question {
        function,
        options,
        option_texts: texts,
    };
    let columns = TableColumns {
        puzzle: request.input.column.clone(),
        solution: request.solution.map(str::to_owned),
    };
    TableAnswers::new(
        &reader.schema(),
        &[question],
        &columns,
        request.run.threads(),
    )
}

/// A run with its settings.
struct TableRun<'a> {
    context: &'a Context,
    request: &'a TableRequest<'a>,
    kind: FileKind,
    /// The name of the input.
    name: String,
    threads: NonZeroUsize,
}

impl TableRun<'_> {
    fn open_and_answer(
        &self,
        mut reader: TableReader,
        mut answers: TableAnswers,
    ) -> Result<ExitCode, CliError> {
        let path = self.request.output;
        let cannot_open = |error| CliError::cannot_open(path, &error);
        let (output, earlier) = if self.request.resume {
            OutputFile::resume(path).map_err(cannot_open)?
        } else if self.kind == FileKind::Parquet {
            (
                OutputFile::create_resumable(path).map_err(cannot_open)?,
                None,
            )
        } else {
            (OutputFile::create_locked(path).map_err(cannot_open)?, None)
        };
        let earlier_rows = match earlier {
            Some((found, _)) if output.path() != Some(found.as_path()) => {
                return self.check_complete(&reader, &answers, &found);
            }
            earlier => earlier.map(|(_, file)| file),
        };
        let mut record = GroupRecord::new(&output);
        let mut writer = TableWriter::new(self.kind, output, &reader, &answers)
            .map_err(|error| self.error(&error))?;
        let earlier_rows = match earlier_rows {
            Some(file) => self.resume(&mut writer, &mut record, &file)?,
            None => {
                record.remove();
                0
            }
        };
        reader.skip_rows(earlier_rows);
        if earlier_rows > 0 {
            let done = format_count(earlier_rows, "row");
            self.context.info(&format!("continuing after {done}"));
        }
        let answered = self.answer(&mut reader, &mut answers, &mut writer, &mut record);
        self.close(answered, writer, &record, answers.counts())
    }

    /// Takes over the row groups of an earlier run. Returns their number of rows.
    fn resume(
        &self,
        writer: &mut TableWriter<OutputFile>,
        record: &mut GroupRecord,
        file: &File,
    ) -> Result<u64, CliError> {
        let path = self.request.output;
        let cannot_read = |error| CliError::cannot_read(path, &error);
        let Some(footer) = record.read(file).map_err(cannot_read)? else {
            // The run was stopped before the first row group was complete.
            self.restart(writer, 0)?;
            return Ok(0);
        };
        let kept = writer.resume(file, &footer).map_err(|error| {
            let partial = record.partial().display().to_string();
            file_error(&partial, &error).hint("to start over, delete that file")
        })?;
        // The end of the partial file is cut off now, and its footer with it.
        record.write(&footer).map_err(|error| {
            CliError::cannot_write(&record.path().display().to_string(), &error)
        })?;
        self.restart(writer, kept)?;
        Ok(writer.written_rows())
    }

    /// Keeps the beginning of the partial file, and continues after it.
    fn restart(&self, writer: &mut TableWriter<OutputFile>, bytes: u64) -> Result<(), CliError> {
        let output = writer.output_mut();
        let Some(partial) = output.path().map(Path::to_owned) else {
            return Ok(());
        };
        output
            .continue_after(&partial, bytes)
            .map_err(|error| CliError::cannot_write(&partial.display().to_string(), &error))
    }

    /// Checks that a complete output answers this request, so that nothing is left to do.
    fn check_complete(
        &self,
        reader: &TableReader,
        answers: &TableAnswers,
        found: &Path,
    ) -> Result<ExitCode, CliError> {
        use ndoku_arrow::file::{REQUEST_KEY, SOURCE_KEY};

        let name = found.display().to_string();
        let is_complete = File::open(found)
            .map_err(FileError::Read)
            .and_then(TableReader::new)
            .is_ok_and(|complete| {
                let metadata = complete.metadata();
                let has =
                    |key: &str, value: &str| metadata.iter().any(|(k, v)| k == key && v == value);
                complete.num_rows() == reader.num_rows()
                    && has(REQUEST_KEY, answers.request())
                    && has(SOURCE_KEY, reader.source_text())
            });
        if is_complete {
            self.context.info(&format!("{name} is complete"));
            return Ok(ExitCode::Done);
        }
        let message = "this file answers other questions or another input";
        Err(CliError::usage(message)
            .at(name)
            .hint("leave --resume out to replace it"))
    }

    fn answer(
        &self,
        reader: &mut TableReader,
        answers: &mut TableAnswers,
        writer: &mut TableWriter<OutputFile>,
        record: &mut GroupRecord,
    ) -> Result<(), FileError> {
        let (before, total) = (writer.written_rows(), reader.num_rows());
        let progress = Mutex::new(Progress::new(self.context, false));
        let options = RunOptions {
            threads: self.threads,
            check: &|| self.context.is_interrupted(),
            progress: &|rows| {
                if let Ok(mut progress) = progress.lock() {
                    let position = ReadPosition::Lines {
                        at: before + rows,
                        of: total,
                    };
                    progress.advance(rows, position);
                }
            },
        };
        let mut checkpoint = |writer: &mut TableWriter<OutputFile>| record.update(writer);
        let answered = answer_table(reader, answers, writer, &mut checkpoint, &options);
        if let Ok(progress) = progress.lock() {
            progress.finish();
        }
        answered
    }

    /// Completes the output, or keeps what is complete of it after an error.
    fn close(
        &self,
        answered: Result<(), FileError>,
        mut writer: TableWriter<OutputFile>,
        record: &GroupRecord,
        counts: StatusCounts,
    ) -> Result<ExitCode, CliError> {
        let context = self.context;
        let error = match answered {
            Ok(()) => {
                let mut output = writer.finish().map_err(|error| self.error(&error))?;
                if let Err(error) = output.finish() {
                    keep_partial(context, output);
                    let name = self.request.output.display().to_string();
                    return Err(CliError::cannot_write(&name, &error));
                }
                record.remove();
                if counts.total() > 1 {
                    context.info(&summary(&counts));
                }
                return Ok(exit_code(self.request.function, &counts));
            }
            Err(error) => error,
        };
        let code = match &error {
            FileError::Call(CallError::Canceled) => ExitCode::Interrupted,
            FileError::Write(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                ExitCode::Done
            }
            error => context.report_error(&self.error(error)),
        };
        if writer.written_rows() == 0 {
            writer.output_mut().discard_on_drop();
            drop(writer);
            record.remove();
            return Ok(code);
        }
        let is_resumable = writer.output_mut().is_resumable();
        if let FileError::Write(_) = error {
            // The record tells which row groups are complete.
            if is_resumable && record.exists() {
                self.print_kept(record.partial(), true);
            } else {
                writer.output_mut().discard_on_drop();
            }
            return Ok(code);
        }
        // With its end, the partial file is a table that other programs read.
        let output = writer.finish().map_err(|error| self.error(&error))?;
        if let Some(kept) = output.keep() {
            record.remove();
            self.print_kept(&kept, is_resumable);
        }
        Ok(code)
    }

    fn print_kept(&self, partial: &Path, is_resumable: bool) {
        let hint = if is_resumable {
            "; --resume continues from there"
        } else {
            ""
        };
        let kept = partial.display();
        let text = format!("the results so far are in {kept}{hint}");
        self.context.messages.print_line(&text);
    }

    fn error(&self, error: &FileError) -> CliError {
        match error {
            FileError::Write(error) => {
                CliError::cannot_write(&self.request.output.display().to_string(), error)
            }
            error => file_error(&self.name, error),
        }
    }
}

/// Returns the numbers of rows by status in a sentence.
fn summary(counts: &StatusCounts) -> String {
    let parts = [
        (counts.unique, "unique", true),
        (counts.multiple, "multiple", true),
        (counts.none, "none", true),
        (counts.invalid, "invalid", false),
        (counts.stopped, "stopped", false),
        (counts.null, "null", false),
    ];
    let words: Vec<String> = parts
        .iter()
        .filter(|(count, _, always)| *always || *count > 0)
        .map(|(count, word, _)| format!("{} {word}", group_thousands(*count)))
        .collect();
    format!(
        "{}: {}",
        format_count(counts.total(), "row"),
        words.join(", ")
    )
}

/// Returns the exit code for the answers to a question.
fn exit_code(function: &str, counts: &StatusCounts) -> ExitCode {
    let when = |is_met: bool, code: ExitCode| if is_met { code } else { ExitCode::Done };
    let is_not_unique = counts.none + counts.multiple > 0;
    let own = match function {
        "solve" | "rate" => when(is_not_unique, ExitCode::Negative),
        "check" => when(counts.negative > 0, ExitCode::Negative),
        "count" => when(counts.negative > 0, ExitCode::Limit),
        _ => ExitCode::Done,
    };
    own.or_worse(when(counts.invalid > 0, ExitCode::Input))
        .or_worse(when(counts.stopped > 0, ExitCode::Limit))
}
