//! `ndoku solve --path`: solves by techniques and writes every step, as lines, JSON or a worked
//! solution for printing.

mod worked;

use std::ops::ControlFlow;

use ndoku::format::Record;
use ndoku::hint::{Language, SolvingState};
use ndoku::rating::Difficulty;
use ndoku::solution_path::{SolutionPath, WorkedWord};
use ndoku::{Budget, Digit, Solver, StopReason};
use ndoku_render::output::{self, Output, OutputKind};
use ndoku_render::{Document, DocumentPart, OUTPUTS, Paper, RenderError, Style, page};
use serde::Serialize;

use crate::args::Solve;
use crate::batch;
use crate::commands::draw::{missing_characters_warning, select_output};
use crate::commands::hint::{StepReport, end_code, end_status, list_mistakes, step_report};
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::output_format;
use crate::progress::Progress;
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// The form in which a solution path is written.
#[derive(Copy, Clone)]
enum PathForm {
    Text,
    Ndjson,
    /// A worked solution.
    Worked(&'static Output),
}

/// The JSON record of a puzzle.
#[derive(Serialize)]
struct PathReport {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// `null` if there is no step.
    rating: Option<f64>,
    level: Option<&'static str>,
    mistakes: Vec<String>,
    steps: Vec<StepReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
}

/// A solution path, and the reason if the search for it ended early.
struct WorkedPath {
    path: SolutionPath,
    stopped: Option<StopReason>,
    /// The language of the steps.
    language: Language,
}

impl WorkedPath {
    fn new(
        record: &Record,
        language: Language,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let state = SolvingState::new(record, solver, budget).map_err(|stopped| stopped.reason)?;
        let (path, stopped) = state.find_path(budget);
        Ok(Self {
            path,
            stopped,
            language,
        })
    }

    /// Returns a sentence about the end of the path.
    fn summary(&self) -> String {
        let reason = self.stopped.map(|reason| reason.to_string());
        let summary = self.path.summary(reason.as_deref());
        summary.in_language(self.language)
    }

    /// Formats a line per step. `with_reasons` adds the reason below each step.
    fn text(&self, with_reasons: bool) -> String {
        let steps = self.path.steps();
        let width = steps
            .iter()
            .map(|one| one.step.technique.name_in(self.language).chars().count())
            .max()
            .unwrap_or(0);
        let mut out = String::new();
        for (number, one) in steps.iter().enumerate() {
            let (step, deduction) = (&one.step, self.path.format_deduction(one));
            out += &format!(
                "{:>4}  {:>4}  {:width$}  {deduction}\n",
                number + 1,
                step.difficulty.to_string(),
                step.technique.name_in(self.language)
            );
            if with_reasons {
                let text = step.explanation.text.in_language(self.language);
                out += &format!("            {text}\n");
            }
        }
        out + &self.summary() + "\n"
    }

    fn report(&self) -> PathReport {
        let path = &self.path;
        let puzzle = path.puzzle();
        let steps = path
            .steps()
            .iter()
            .map(|one| step_report(puzzle, &one.step, String::new(), self.language));
        let is_rated = path.rating() > Difficulty(0);
        let digits: Option<Vec<Digit>> = path.board().digits().iter().copied().collect();
        PathReport {
            status: end_status(path.end()),
            reason: self.stopped.map(StopReason::name),
            rating: is_rated.then(|| path.rating().to_f64()),
            level: is_rated.then(|| path.level().name()),
            mistakes: list_mistakes(path.end(), puzzle.symbols(), self.language),
            steps: steps.collect(),
            solution: digits.map(|digits| output_format::format_digits(puzzle, &digits)),
        }
    }
}

/// The outputs that can hold a solution path.
const PATH_OUTPUTS: &str = "a solution path can be text, markdown, html, latex, pdf or ndjson";

fn path_form(args: &Solve) -> Result<PathForm, CliError> {
    let path = args.output.path().filter(|path| {
        path.extension().is_some_and(|end| {
            let end = end.to_string_lossy();
            output::for_extension(&end).is_some() || output::missing_feature(&end).is_some()
        })
    });
    let selected = match args.output.to.as_deref() {
        _ if args.output.json => return Ok(PathForm::Ndjson),
        Some("ndjson" | "json") => return Ok(PathForm::Ndjson),
        // Other names are those of pictures, or of nothing.
        Some(name) if output::find(name).is_none() && output::missing_feature(name).is_none() => {
            let message = format!("a solution path cannot be written as `{name}`");
            return Err(CliError::usage(message).hint(PATH_OUTPUTS));
        }
        to => select_output(to, path)?,
    };
    match selected {
        None => Ok(PathForm::Text),
        Some(output) if output.id == OUTPUTS[0].id => Ok(PathForm::Text),
        Some(output) if matches!(output.kind, OutputKind::Picture(_)) => {
            let message = format!(
                "a solution path has several pictures, but {} holds one",
                output.id
            );
            Err(CliError::usage(message).hint(PATH_OUTPUTS))
        }
        Some(output) => Ok(PathForm::Worked(output)),
    }
}

/// The solution path of a puzzle in the requested form, and its exit code.
struct PathOutcome {
    content: PathContent,
    code: ExitCode,
}

enum PathContent {
    Text(String),
    Report(PathReport),
    Parts(Vec<DocumentPart>),
}

/// Finds the solution path of a puzzle and formats it.
fn format_path(
    form: PathForm,
    with_reasons: bool,
    language: Language,
    record: &Record,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<PathOutcome, StopReason> {
    let worked_path = WorkedPath::new(record, language, solver, budget)?;
    let content = match form {
        PathForm::Text => PathContent::Text(worked_path.text(with_reasons)),
        PathForm::Ndjson => PathContent::Report(worked_path.report()),
        PathForm::Worked(output) => {
            let title = record.metadata.title.as_deref();
            let is_paged = matches!(output.kind, OutputKind::Pages(_));
            // Paper without room gives an error when the pages are written.
            let fitted = is_paged
                .then(|| worked::parts_for_paper(&worked_path, title, &Paper::default()).ok());
            let full = || worked::parts(&worked_path, title, worked::Detail::FULL);
            PathContent::Parts(fitted.flatten().unwrap_or_else(full))
        }
    };
    Ok(PathOutcome {
        content,
        code: end_code(worked_path.path.end(), worked_path.stopped),
    })
}

/// Formats all worked solutions as one file.
fn write_document(
    context: &Context,
    output: &Output,
    parts: Vec<DocumentPart>,
    language: Language,
) -> Result<Vec<u8>, RenderError> {
    let document = Document {
        title: WorkedWord::FileTitle.text().in_language(language),
        parts,
        language: language.code(),
    };
    let style = Style::default();
    match output.kind {
        OutputKind::Flow(write) => Ok(write(&document, &style).into_bytes()),
        OutputKind::Pages(write) => {
            let pages = page::paginate(&document, &Paper::default(), style.theme)?;
            if let Some(warning) = missing_characters_warning(output, &pages) {
                context.info(&warning);
            }
            write(&pages, &document.title, document.language)
        }
        OutputKind::Picture(_) => Err(RenderError::Page(
            "a solution path has several pictures".to_owned(),
        )),
    }
}

pub(super) fn run(context: &Context, args: &Solve) -> Result<ExitCode, CliError> {
    let form = path_form(args)?;
    let language = args.language.unwrap_or_default();
    let sink = Sink::open(args.output.path())?;
    let mut progress = Progress::new(context, sink.is_terminal());
    let worker = || {
        let mut solver = Solver::new();
        move |_: &WorkItem, record: &Record| {
            context.with_budget(&args.search, |budget| {
                format_path(form, context.verbose, language, record, &mut solver, budget)
            })
        }
    };
    let mut run = PathRun {
        context,
        args,
        form,
        sink,
        written: 0,
        parts: Vec::new(),
        code: ExitCode::Done,
    };
    let input_code = batch::run(
        context,
        &args.input,
        args.search.run.threads(),
        &mut progress,
        WorkItem::reject_conflicts,
        worker,
        |result| run.write_path(result),
    );
    Ok(run.close(input_code))
}

/// The state of a run: what was written so far, and the exit code.
struct PathRun<'a> {
    context: &'a Context,
    args: &'a Solve,
    form: PathForm,
    sink: Sink,
    /// Number of paths that were written as text.
    written: usize,
    /// The worked solutions, which are written at the end.
    parts: Vec<DocumentPart>,
    code: ExitCode,
}

impl PathRun<'_> {
    fn write_path(
        &mut self,
        result: ItemResult<Result<PathOutcome, StopReason>>,
    ) -> ControlFlow<()> {
        let ItemResult { item, answer } = result;
        let input = &self.args.input;
        let is_json = matches!(self.form, PathForm::Ndjson);
        let outcome = match answer {
            None => {
                return self
                    .sink
                    .write_any(json::invalid(&item, input).filter(|_| is_json));
            }
            Some(Ok(outcome)) => outcome,
            Some(Err(reason)) => {
                let prefix = item.prefix();
                self.context.info(&format!("{prefix}given up: {reason}"));
                self.code = self.code.or_worse(ExitCode::from_stop_reason(reason));
                let record = is_json.then(|| json::stopped(&item, input, reason));
                return self.sink.write_any(record);
            }
        };
        self.code = self.code.or_worse(outcome.code);
        match outcome.content {
            PathContent::Report(report) => {
                self.sink.write(&json::puzzle_record(&item, input, report))
            }
            PathContent::Text(text) => {
                if self.written > 0 {
                    self.sink.write("\n")?;
                }
                self.written += 1;
                self.sink.write(&text)
            }
            PathContent::Parts(parts) => {
                self.parts.extend(parts);
                ControlFlow::Continue(())
            }
        }
    }

    /// Writes the worked solutions, closes the output, and returns the exit code.
    fn close(mut self, input_code: ExitCode) -> ExitCode {
        let language = self.args.language.unwrap_or_default();
        if let (PathForm::Worked(output), false) = (self.form, self.parts.is_empty()) {
            match write_document(self.context, output, self.parts, language) {
                Ok(file) => drop(self.sink.write_bytes(&file)),
                Err(error) => {
                    let error = CliError::output(error.to_string());
                    self.code = self.code.or_worse(self.context.report_error(&error));
                }
            }
        }
        self.code
            .or_worse(input_code)
            .or_worse(self.sink.close(self.context))
    }
}

#[cfg(test)]
mod tests {
    use ndoku::logic::path_text::STOP_REASONS;

    use super::*;

    #[test]
    fn all_reasons_to_stop_are_translated() {
        for reason in [
            StopReason::GuessLimit,
            StopReason::Canceled,
            StopReason::Timeout,
        ] {
            assert!(STOP_REASONS.contains(&&*reason.to_string()), "{reason}");
        }
    }
}
