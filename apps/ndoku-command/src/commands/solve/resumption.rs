//! `ndoku solve --resume`: compares the output of an earlier run with the puzzles, and continues
//! after it.
//!
//! ```text
//! FILE.partial, or else FILE ─▶ EarlierOutput ─┬─ all lines match ─────▶ cut the rest, continue
//!                                              └─ a line does not match ▶ change nothing
//! ```

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::SolveMode;
use crate::args::Solve;
use crate::batch::{Job, Mismatch};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::output_file::{self, OutputFile};
use crate::progress::{format_count, group_thousands};
use crate::render::OutputFormat;
use crate::resume::{EarlierOutput, LineFormat};
use crate::sink::{self, Sink};

const SAME_INPUT_HINT: &str =
    "--resume needs the same input and options as before; to start over, name another file";

/// Returns the content of an output line, if each puzzle has one line.
pub(super) fn line_form(mode: SolveMode, asked: Option<OutputFormat>) -> Option<LineFormat> {
    let is_listing = matches!(mode, SolveMode::List(_));
    match asked {
        Some(OutputFormat::Ndjson) => Some(LineFormat::Json),
        _ if is_listing => None,
        None => Some(LineFormat::Solution),
        Some(output_format) if output_format.is("line") => Some(LineFormat::Solution),
        Some(output_format) if output_format.is("pair") => Some(LineFormat::Pair),
        Some(_) => None,
    }
}

/// A run that continues an earlier one.
pub(super) struct Resumption<'a> {
    earlier: &'a EarlierOutput,
    name: String,
    /// The last complete line answers its item.
    is_verified: bool,
    /// The output of the earlier run was compared and is in the file.
    has_continued: bool,
    /// The output of the earlier run does not match.
    is_refused: bool,
}

/// Opens the output of an earlier run, if `--resume` is given.
///
/// # Errors
/// Returns the exit code. The error has been reported.
pub(super) fn open(
    context: &Context,
    args: &Solve,
    form: Option<LineFormat>,
) -> Result<Option<(EarlierOutput, Sink)>, ExitCode> {
    if !args.resume {
        return Ok(None);
    }
    let refuse = |message: &str, hint: &str| {
        context.messages.error(message, Some(hint));
        Err(ExitCode::Usage)
    };
    let Some(form) = form else {
        let hint = "use --to ndjson, or --to line or pair without --all and --limit";
        return refuse(
            "--resume needs an output with one line for each puzzle",
            hint,
        );
    };
    let Some(path) = args.output.path() else {
        return refuse(
            "--resume needs a file, not standard output",
            "name the file of the earlier run with -o",
        );
    };
    if let Some(input) = same_as_input(args, path) {
        let message = format!("{input} is the input and the output, and cannot be resumed");
        return refuse(&message, "name another file with -o, or leave --resume out");
    }
    let (file, earlier) =
        OutputFile::resume(path).map_err(|error| sink::report_open_error(context, path, &error))?;
    let earlier = match earlier {
        None => EarlierOutput::empty(form),
        Some((name, earlier)) => EarlierOutput::read(name, earlier, form)
            .map_err(|error| sink::report_read_error(context, path, &error))?,
    };
    Ok(Some((earlier, Sink::from_resumed(path, file))))
}

/// Returns the input that is the same file as the output or its partial file.
fn same_as_input(args: &Solve, output: &Path) -> Option<String> {
    let partial = output_file::existing_partial(output);
    let outputs: Vec<PathBuf> = std::iter::once(output.to_owned()).chain(partial).collect();
    let reads_standard_input =
        args.input.inputs.is_empty() || args.input.inputs.iter().any(|input| input == "-");
    if reads_standard_input
        && outputs
            .iter()
            .any(|output| output_file::is_standard_input(output))
    {
        return Some(output.display().to_string());
    }
    let is_output = |input: &&OsString| {
        outputs
            .iter()
            .any(|output| output_file::is_same_file(Path::new(input), output))
    };
    args.input
        .inputs
        .iter()
        .find(is_output)
        .map(|input| input.to_string_lossy().into_owned())
}

impl<'a> Resumption<'a> {
    pub(super) fn new(earlier: &'a EarlierOutput) -> Self {
        let name = earlier.path.display().to_string();
        Self {
            earlier,
            name,
            is_verified: earlier.lines == 0,
            has_continued: false,
            is_refused: false,
        }
    }

    /// Accepts the last line of the earlier run if it answers the last skipped item.
    pub(super) fn check_last(
        &mut self,
        context: &Context,
        job: &Job,
        is_answer: impl Fn(&[u8]) -> bool,
    ) -> ExitCode {
        self.is_verified = is_answer(&self.earlier.last);
        if self.is_verified {
            return ExitCode::Done;
        }
        let place = job
            .source
            .as_ref()
            .map(|source| format!("{}:{}", source.name, job.line));
        self.report_mismatch(
            context,
            Mismatch {
                number: job.number,
                place,
            },
        )
    }

    /// Reports that a line does not answer its item.
    pub(super) fn report_mismatch(
        &mut self,
        context: &Context,
        Mismatch { number, place }: Mismatch,
    ) -> ExitCode {
        let number = group_thousands(number as u64);
        let message = format!(
            "line {number} of {} is not the answer to puzzle {number}",
            self.name
        );
        self.refuse(context, place.as_deref(), &message)
    }

    /// Reports that the input has fewer items than the earlier run has answered.
    pub(super) fn report_too_few_items(&mut self, context: &Context, items: usize) -> ExitCode {
        let (lines, puzzles) = (
            format_count(self.earlier.lines as u64, "line"),
            format_count(items as u64, "puzzle"),
        );
        self.refuse(
            context,
            None,
            &format!(
                "{} has {lines}, but the input has only {puzzles}",
                self.name
            ),
        )
    }

    fn refuse(&mut self, context: &Context, place: Option<&str>, message: &str) -> ExitCode {
        self.is_refused = true;
        context
            .messages
            .error_in_file(place, message, Some(SAME_INPUT_HINT));
        ExitCode::Usage
    }

    /// Continues the earlier run before the first answer is written. `text` returns that answer; it
    /// is empty if there is none.
    ///
    /// Returns a code other than 0 if the file does not end with the beginning of the answer. The
    /// error has been reported.
    pub(super) fn continue_run(
        &mut self,
        context: &Context,
        sink: &mut Sink,
        text: impl FnOnce() -> Vec<u8>,
    ) -> ExitCode {
        if self.has_continued {
            return ExitCode::Done;
        }
        if !self.earlier.rest.is_empty() {
            let text = text();
            if text.is_empty() || !self.earlier.may_continue_with(&text) {
                let what = match text.is_empty() {
                    true => "an answer".to_owned(),
                    false => format!(
                        "the answer to puzzle {}",
                        group_thousands(self.earlier.lines as u64 + 1)
                    ),
                };
                return self.refuse(
                    context,
                    None,
                    &format!("{} ends with text that is not {what}", self.name),
                );
            }
        }
        self.has_continued = true;
        if self.earlier.lines > 0 {
            context.info(&format!(
                "resumed after {}",
                format_count(self.earlier.lines as u64, "puzzle")
            ));
        }
        // A failure is reported when the sink is closed.
        let _ = sink.continue_after(&self.earlier.path, self.earlier.bytes);
        ExitCode::Done
    }

    /// Ends the run. The file is complete, or is left unchanged.
    pub(super) fn close(mut self, context: &Context, mut sink: Sink) -> ExitCode {
        if !self.has_continued && !self.is_refused {
            // If the input ended too early for a comparison, the file stays. The reason has been
            // reported.
            let is_unknown = !self.is_verified || context.is_interrupted();
            let is_other_error = !self.earlier.rest.is_empty() && context.messages.has_errors();
            if is_unknown || is_other_error {
                sink.discard();
                return ExitCode::Done;
            }
            let code = self.continue_run(context, &mut sink, Vec::new);
            if code != ExitCode::Done {
                sink.discard();
                return code;
            }
        }
        if self.is_refused {
            sink.discard();
            return ExitCode::Done;
        }
        sink.close(context)
    }
}
