//! The command `ndoku convert`: writes puzzles in another format, and warns about unsupported
//! features.

use std::ops::ControlFlow;

use ndoku::format::{self, Feature, Format, Record, WriteOptions, Writer};

use crate::args::Convert;
use crate::batch;
use crate::context::Context;
use crate::dropped_features::DroppedFeatures;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json;
use crate::open_input::{self, OpenOptions, OpenedInput, StreamPolicy};
use crate::output_format::{self, OutputFormat, line_format};
use crate::progress::{Progress, format_count};
use crate::sink::Sink;
use crate::source::SourceName;
use crate::work_item::{ItemResult, WorkItem};

pub(crate) fn run(context: &Context, args: &Convert) -> Result<ExitCode, CliError> {
    if args.explain_format {
        return explain(context, args);
    }
    let chosen = args.output.format()?;
    let format = match chosen {
        Some(OutputFormat::Format(format)) => format,
        Some(OutputFormat::Ndjson) => format::find("ndjson").unwrap_or(line_format()),
        None => line_format(),
    };
    let Some(writer) = &format.write else {
        return Ok(ExitCode::Usage);
    };
    let sink = Sink::open(args.output.path())?;
    let mut progress = Progress::new(context, sink.is_terminal());
    let options = WriteOptions {
        blank: args.blank,
        ascii: args.output.ascii,
    };
    let mut run = ConvertRun {
        context,
        args,
        format,
        writer,
        sink,
        written: 0,
        dropped: DroppedFeatures::default(),
        tests_blank: args.blank.is_some(),
        code: ExitCode::Done,
    };
    let worker = || {
        |item: &WorkItem, record: &Record| {
            let format = match chosen {
                None if item.is_from_photo() => photo_format(record),
                _ => format,
            };
            let mut dropped = format.unsupported(record);
            if args.solution {
                dropped.retain(|feature| *feature != Feature::Solution);
            }
            Converted {
                format,
                text: write_in_format(record, args.solution, format, &options),
                dropped,
            }
        }
    };
    let input_code = batch::run(
        context,
        &args.input,
        crate::args::cores(),
        &mut progress,
        WorkItem::check_solution,
        worker,
        |result| run.write_puzzle(&result),
    );
    Ok(run.close(input_code))
}

/// A puzzle in another format.
struct Converted {
    /// The format of this puzzle.
    format: &'static Format,
    /// The text, or the reason why the format cannot hold the puzzle.
    text: Result<String, String>,
    /// The features that the format drops.
    dropped: Vec<Feature>,
}

/// The state of a run: what was written so far, and the exit code.
struct ConvertRun<'a> {
    context: &'a Context,
    args: &'a Convert,
    format: &'static Format,
    writer: &'static Writer,
    sink: Sink,
    written: u64,
    dropped: DroppedFeatures,
    /// The effect of `--blank` was not tested yet.
    tests_blank: bool,
    code: ExitCode,
}

impl ConvertRun<'_> {
    fn write_puzzle(&mut self, result: &ItemResult<Converted>) -> ControlFlow<()> {
        let (context, format) = (self.context, self.format);
        let ItemResult { item, answer } = result;
        let Some(converted) = answer else {
            let invalid = json::invalid(item, &self.args.input);
            return self
                .sink
                .write_any(invalid.filter(|_| format.id == "ndjson"));
        };
        let prefix = item.prefix();
        if self.writer.single && self.written > 0 {
            let message = format!("{prefix}{}: {}", format.id, format::ONE_RECORD_ONLY);
            let error = CliError::new(ExitCode::Negative, message)
                .hint("run ndoku once per puzzle, each with its own file");
            self.code = self.code.or_worse(context.report_error(&error));
            return ControlFlow::Break(());
        }
        let text = match &converted.text {
            Ok(text) => text,
            Err(problem) => {
                let mut error = output_format::cannot_hold(&prefix, problem);
                if self.args.solution {
                    error = error.hint("`ndoku solve` finds solutions");
                }
                self.code = self.code.or_worse(context.report_error(&error));
                return ControlFlow::Continue(());
            }
        };
        self.test_blank(item);
        if self
            .dropped
            .warn(context, &prefix, converted.format, &converted.dropped)
        {
            self.code = self.code.or_worse(ExitCode::Negative);
        }
        let before = if self.written == 0 {
            self.writer.header
        } else {
            OutputFormat::Format(format).separator()
        };
        self.written += 1;
        self.sink.write(before)?;
        self.sink.write(text)
    }

    /// Warns if `--blank` has no effect on the first puzzle that has blank cells.
    fn test_blank(&mut self, item: &WorkItem) {
        if let (true, Ok(record)) = (self.tests_blank, &item.record)
            && record.puzzle.clues().contains(&None)
        {
            self.tests_blank = false;
            if !has_blanks(record, self.args.solution, self.format) {
                self.context.info(&format!(
                    "warning: --blank has no effect in the {} format",
                    self.format.id
                ));
            }
        }
    }

    /// Writes the end of the output, and returns the exit code.
    fn close(mut self, input_code: ExitCode) -> ExitCode {
        if self.written == 0 {
            let _ = self.sink.write_frame(self.writer.header);
        }
        let _ = self.sink.write_frame(self.writer.footer);
        self.code
            .or_worse(input_code)
            .or_worse(self.sink.close(self.context))
    }
}

/// Returns the format for a puzzle of a photograph: a line, with the regions that were read if
/// there are some.
fn photo_format(record: &Record) -> &'static Format {
    let dropped = |format: &Format| format.unsupported(record).len();
    format::find("jigsaw")
        .filter(|jigsaw| dropped(jigsaw) < dropped(line_format()))
        .unwrap_or(line_format())
}

fn write_in_format(
    record: &Record,
    solution: bool,
    format: &Format,
    options: &WriteOptions,
) -> Result<String, String> {
    if !solution {
        return output_format::format_record(record, format, options);
    }
    match &record.solution {
        Some(digits) => output_format::format_record(
            &output_format::solution_record(record, digits, format),
            format,
            options,
        ),
        None => Err("the file gives no solution for this puzzle".to_owned()),
    }
}

/// Returns `true` if the format writes blank cells with a character that can be selected.
fn has_blanks(record: &Record, solution: bool, format: &Format) -> bool {
    let written = |blank| {
        let options = WriteOptions {
            blank: Some(blank),
            ..WriteOptions::default()
        };
        write_in_format(record, solution, format, &options)
    };
    written('_') != written('*')
}

/// Prints for each format whether the input matches it, and why.
fn explain(context: &Context, args: &Convert) -> Result<ExitCode, CliError> {
    let options = batch::read_options(context, &args.input)?;
    let mut sink = Sink::open(args.output.path())?;
    let inputs = if args.input.inputs.is_empty() {
        vec!["-".into()]
    } else {
        args.input.inputs.clone()
    };
    let mut code = ExitCode::Done;
    for argument in &inputs {
        let opening = OpenOptions {
            context,
            options: &options,
            max_decompressed: args.input.max_decompressed.saturating_mul(1 << 20),
            column: args.input.column.as_deref(),
            streams: StreamPolicy::None,
        };
        context.note_input(argument);
        let source = match open_input::open(argument, &SourceName::OnlyArgument, &opening) {
            Ok(OpenedInput::Whole(source)) => source,
            Ok(OpenedInput::Stream(_)) => continue,
            #[cfg(feature = "arrow")]
            Ok(OpenedInput::Table(_)) => {
                let error = CliError::usage("--explain-format does not read tables")
                    .at(argument.to_string_lossy());
                code = code.or_worse(context.report_error(&error));
                continue;
            }
            Err(error) => {
                code = code.or_worse(context.report_error(&error));
                continue;
            }
        };
        if let Some(photo) = &source.photo {
            let puzzles = format_count(photo.puzzle_count() as u64, "puzzle");
            let line = format!("{}: a photograph with {puzzles}\n", source.name);
            if sink.write(&line).is_break() {
                break;
            }
            continue;
        }
        let options = format::ReadOptions {
            extension: source.extension.clone(),
            ..options.clone()
        };
        let explanation = format::explain_detection(&source.text, &options);
        if explanation.chosen.is_none() {
            code = code.or_worse(ExitCode::Input);
        }
        if sink
            .write(&format!("{}: {explanation}\n", source.name))
            .is_break()
        {
            break;
        }
    }
    Ok(code.or_worse(sink.close(context)))
}
