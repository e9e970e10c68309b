//! The command `ndoku convert`: writes puzzles in another format, and warns about unsupported
//! features.

use std::ops::ControlFlow;

use ndoku::format::{self, Format, Record, WriteOptions};

use crate::args::Convert;
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json;
use crate::progress::Progress;
use crate::render::{self, DroppedFeatures, OutputFormat};
use crate::sink::Sink;
use crate::source::{self, OpenOptions, OpenedInput, StreamPolicy};

pub(crate) fn run(context: &Context, args: &Convert) -> ExitCode {
    if args.explain_format {
        return explain(context, args);
    }
    let ndjson = format::find("ndjson");
    let format = match OutputFormat::for_convert(context, &args.output) {
        Ok(Some(OutputFormat::Format(format))) => format,
        Ok(Some(OutputFormat::Ndjson)) => match ndjson {
            Some(format) => format,
            None => return ExitCode::Usage,
        },
        Ok(None) => match OutputFormat::lines() {
            OutputFormat::Format(format) => format,
            OutputFormat::Ndjson => return ExitCode::Usage,
        },
        Err(code) => return code,
    };
    let Some(writer) = &format.write else {
        return ExitCode::Usage;
    };
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let options = WriteOptions {
        blank: args.blank,
        ascii: args.output.ascii,
    };
    let target = OutputFormat::Format(format);
    let mut code = ExitCode::Done;
    let mut written = 0;
    let mut lost = DroppedFeatures::default();
    let worker = || {
        |job: &Job| match &job.item {
            Item::Puzzle(record) => Some((
                write_in_format(record, args.solution, format, &options),
                format.unsupported(record),
            )),
            _ => None,
        }
    };
    let input_code = batch::run(
        context,
        &args.input,
        crate::args::cores(),
        &mut progress,
        |_| {},
        worker,
        |job, result| {
            let Some((text, losses)) = result else {
                let bad = json::invalid(&job, &args.input).filter(|_| target.is("ndjson"));
                return bad.map_or(ControlFlow::Continue(()), |bad| sink.write(&bad));
            };
            if writer.single && written > 0 {
                let hint = "run ndoku once per puzzle, each with its own file";
                context.messages.error(
                    &format!("{}{}: {}", job.place(), format.id, format::ONE_RECORD_ONLY),
                    Some(hint),
                );
                code = code.or_worse(ExitCode::Negative);
                return ControlFlow::Break(());
            }
            let text = match text {
                Ok(text) => text,
                Err(problem) => {
                    let hint = if args.solution {
                        "`ndoku solve` finds solutions"
                    } else {
                        "`ndoku formats` shows what each format supports"
                    };
                    context
                        .messages
                        .error(&format!("{}{problem}", job.place()), Some(hint));
                    code = code.or_worse(ExitCode::Negative);
                    return ControlFlow::Continue(());
                }
            };
            if lost.report(context, &job.place(), format, &losses) {
                code = code.or_worse(ExitCode::Negative);
            }
            let before = if written == 0 {
                writer.header
            } else {
                target.separator()
            };
            written += 1;
            sink.write(before)?;
            sink.write(&text)
        },
    );
    if written == 0 {
        let _ = sink.write_frame(writer.header);
    }
    let _ = sink.write_frame(writer.footer);
    code.or_worse(input_code).or_worse(sink.close(context))
}

fn write_in_format(
    record: &Record,
    solution: bool,
    format: &Format,
    options: &WriteOptions,
) -> Result<String, String> {
    if !solution {
        return render::format_record(record, format, options);
    }
    match &record.solution {
        Some(digits) => render::format_record(
            &render::solution_record(record, digits, format),
            format,
            options,
        ),
        None => Err("the file gives no solution for this puzzle".to_owned()),
    }
}

/// Prints for each format whether the input matches it, and why.
fn explain(context: &Context, args: &Convert) -> ExitCode {
    let options = match batch::read_options(context, &args.input) {
        Ok(options) => options,
        Err(code) => return code,
    };
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let inputs = if args.input.inputs.is_empty() {
        vec!["-".into()]
    } else {
        args.input.inputs.clone()
    };
    let mut code = ExitCode::Done;
    for argument in &inputs {
        let opening = OpenOptions {
            options: &options,
            max_unpacked: args.input.max_unpacked.saturating_mul(1 << 20),
            streams: StreamPolicy::None,
        };
        let source = match source::open(argument, "argument", &opening) {
            Ok(OpenedInput::Whole(source)) => source,
            Ok(OpenedInput::Stream(_)) => continue,
            Err(error) => {
                context.messages.error_in_file(
                    Some(&error.name),
                    &error.message,
                    error.hint.as_deref(),
                );
                code = code.or_worse(error.code);
                continue;
            }
        };
        let options = format::ReadOptions {
            extension: source.extension.clone(),
            ..options.clone()
        };
        let explanation = format::explain(&source.text, &options);
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
    code.or_worse(sink.close(context))
}
