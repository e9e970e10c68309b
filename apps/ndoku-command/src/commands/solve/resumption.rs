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
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::output_file::{self, OutputFile};
use crate::output_format::OutputFormat;
use crate::progress::format_count;
use crate::resume::{EarlierOutput, LineFormat};
use crate::sink::Sink;
use crate::work_item::WorkItem;

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
/// Returns an error if that output cannot be read, or the options do not fit `--resume`.
pub(super) fn open(
    args: &Solve,
    form: Option<LineFormat>,
) -> Result<Option<(EarlierOutput, Sink)>, CliError> {
    if !args.resume {
        return Ok(None);
    }
    let Some(form) = form else {
        let message = "--resume needs an output with one line for each puzzle";
        let hint = "use --to ndjson, or --to line or pair without --all and --limit";
        return Err(CliError::usage(message).hint(hint));
    };
    let Some(path) = args.output.path() else {
        let message = "--resume needs a file, not standard output";
        return Err(CliError::usage(message).hint("name the file of the earlier run with -o"));
    };
    if let Some(input) = same_as_input(args, path) {
        let message = format!("{input} is the input and the output, and cannot be resumed");
        let hint = "name another file with -o, or leave --resume out";
        return Err(CliError::usage(message).hint(hint));
    }
    let (file, earlier) =
        OutputFile::resume(path).map_err(|error| CliError::cannot_open(path, &error))?;
    let earlier = match earlier {
        None => EarlierOutput::empty(form),
        Some((name, earlier)) => EarlierOutput::read(name, earlier, form)
            .map_err(|error| CliError::cannot_read(path, &error))?,
    };
    let is_listing = args.all || args.limit.is_some_and(|limit| limit != 1);
    let earlier = earlier.with_options(args.input.inputs.len() > 1, is_listing);
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
    pub(super) const fn new(earlier: &'a EarlierOutput) -> Self {
        Self {
            earlier,
            is_verified: earlier.lines == 0,
            has_continued: false,
            is_refused: false,
        }
    }

    /// Accepts the last line of the earlier run if it answers the last skipped item.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub(super) fn check_last(
        &mut self,
        item: &WorkItem,
        is_answer: impl Fn(&[u8]) -> bool,
    ) -> Result<(), CliError> {
        self.is_verified = is_answer(&self.earlier.last);
        if self.is_verified {
            Ok(())
        } else {
            Err(self.earlier.mismatch(item.number(), item.location()))
        }
    }

    /// Notes that the output of the earlier run does not match.
    pub(super) const fn refuse(&mut self) {
        self.is_refused = true;
    }

    /// Continues the earlier run before the first answer is written. `text` returns that answer; it
    /// is empty if there is none.
    ///
    /// # Errors
    /// Returns an error if the file does not end with the beginning of the answer.
    pub(super) fn continue_run(
        &mut self,
        context: &Context,
        sink: &mut Sink,
        text: impl FnOnce() -> Vec<u8>,
    ) -> Result<(), CliError> {
        if self.has_continued {
            return Ok(());
        }
        if !self.earlier.rest.is_empty() {
            let text = text();
            if text.is_empty() || !self.earlier.may_continue_with(&text) {
                return Err(self.earlier.other_rest(!text.is_empty()));
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
        Ok(())
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
            if let Err(error) = self.continue_run(context, &mut sink, Vec::new) {
                sink.discard();
                return context.report_error(&error);
            }
        }
        if self.is_refused {
            sink.discard();
            return ExitCode::Done;
        }
        sink.close(context)
    }
}
