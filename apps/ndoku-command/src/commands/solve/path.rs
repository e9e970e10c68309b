//! `ndoku solve --path`: solves by techniques and writes every step, as lines, JSON or a worked
//! solution for printing.

mod worked;

use std::ops::ControlFlow;

use ndoku::format::Record;
use ndoku::hint::Game;
use ndoku::rating::Difficulty;
use ndoku::solution_path::{PathEnd, SolutionPath};
use ndoku::{Budget, Digit, Solver, StopReason};
use ndoku_render::output::{self, Output, OutputKind};
use ndoku_render::{Document, OUTPUTS, Paper, Part, RenderError, Style, page};
use serde::Serialize;

use crate::args::Solve;
use crate::batch::{self, Item, Job};
use crate::commands::draw::{select_output, warn_missing_characters};
use crate::commands::hint::{StepReport, list_mistakes, step_report};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Progress, format_count};
use crate::render;
use crate::sink::Sink;

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
struct Report {
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

/// A game and its solution path.
struct WorkedPath {
    game: Game,
    way: SolutionPath,
}

impl WorkedPath {
    fn new(record: &Record, solver: &mut Solver, budget: &Budget<'_>) -> Result<Self, StopReason> {
        let game = Game::new(record, solver, budget).map_err(|stopped| stopped.reason)?;
        let way = SolutionPath::new(&game, budget);
        Ok(Self { game, way })
    }

    /// Returns a sentence about the end of the path.
    fn summary(&self) -> String {
        let way = &self.way;
        let steps = format_count(way.steps().len() as u64, "step");
        match (way.end(), way.hardest()) {
            (PathEnd::Solved, None) => "The puzzle is solved already.".to_owned(),
            (PathEnd::Solved, Some(hardest)) => {
                format!(
                    "Solved in {steps}; the hardest is {}, {} ({}).",
                    hardest.technique.name,
                    hardest.difficulty,
                    way.level()
                )
            }
            (PathEnd::Stuck | PathEnd::Several, _) => {
                let several = if way.end() == PathEnd::Several {
                    "The puzzle has more than one solution. "
                } else {
                    ""
                };
                let open = format_count(way.board().open_count() as u64, "open cell");
                format!("{several}No further technique applies: {steps} made, {open} left.")
            }
            (PathEnd::Unsolvable, _) => "The puzzle has no solution.".to_owned(),
            (PathEnd::Wrong, _) => list_mistakes(&self.game)
                .iter()
                .map(|mistake| format!("Wrong: {mistake}."))
                .collect::<Vec<_>>()
                .join(" "),
            (PathEnd::Stopped(reason), _) => format!("Stopped after {steps}: {reason}."),
        }
    }

    fn code(&self) -> ExitCode {
        match self.way.end() {
            PathEnd::Solved => ExitCode::Done,
            PathEnd::Stopped(reason) => ExitCode::from_stop_reason(reason),
            _ => ExitCode::Negative,
        }
    }

    /// Formats a line per step. `with_reasons` adds the reason below each step.
    fn text(&self, with_reasons: bool) -> String {
        let steps = self.way.steps();
        let width = steps
            .iter()
            .map(|one| one.step.technique.name.chars().count())
            .max()
            .unwrap_or(0);
        let mut out = String::new();
        for (number, one) in steps.iter().enumerate() {
            let (step, effect) = (&one.step, self.way.format_deduction(one));
            out += &format!(
                "{:>4}  {:>4}  {:width$}  {effect}\n",
                number + 1,
                step.difficulty.to_string(),
                step.technique.name
            );
            if with_reasons {
                out += &format!("            {}\n", step.explanation.text);
            }
        }
        out + &self.summary() + "\n"
    }

    fn report(&self) -> Report {
        let way = &self.way;
        let steps = way
            .steps()
            .iter()
            .map(|one| step_report(&way.position(one), &one.step, String::new()));
        let is_rated = way.rating() > Difficulty(0);
        let digits: Option<Vec<Digit>> = way.board().digits().iter().copied().collect();
        Report {
            status: match way.end() {
                PathEnd::Solved => Status::Solved,
                PathEnd::Stuck => Status::Stuck,
                PathEnd::Several => Status::Multiple,
                PathEnd::Unsolvable => Status::None,
                PathEnd::Wrong => Status::Wrong,
                PathEnd::Stopped(_) => Status::Stopped,
            },
            reason: match way.end() {
                PathEnd::Stopped(reason) => Some(json::stop_reason_name(reason)),
                _ => None,
            },
            rating: is_rated.then(|| way.rating().to_f64()),
            level: is_rated.then(|| way.level().name()),
            mistakes: if way.end() == PathEnd::Wrong {
                list_mistakes(&self.game)
            } else {
                Vec::new()
            },
            steps: steps.collect(),
            solution: digits.map(|digits| render::format_digits(way.puzzle(), &digits)),
        }
    }
}

fn path_form(context: &Context, args: &Solve) -> Result<PathForm, ExitCode> {
    let path = args.output.path().filter(|path| {
        path.extension().is_some_and(|end| {
            let end = end.to_string_lossy();
            output::for_extension(&end).is_some() || output::missing_feature(&end).is_some()
        })
    });
    let selected = match args.output.to.as_deref() {
        _ if args.output.json => return Ok(PathForm::Ndjson),
        Some("ndjson" | "json") => return Ok(PathForm::Ndjson),
        to => select_output(context, to, path)?,
    };
    match selected {
        None => Ok(PathForm::Text),
        Some(output) if output.id == OUTPUTS[0].id => Ok(PathForm::Text),
        Some(output) if matches!(output.kind, OutputKind::Picture(_)) => {
            let hint = "a worked solution can be text, markdown, html, latex or pdf";
            context.messages.error(
                &format!(
                    "a solution path has several pictures, but {} holds one",
                    output.id
                ),
                Some(hint),
            );
            Err(ExitCode::Usage)
        }
        Some(output) => Ok(PathForm::Worked(output)),
    }
}

/// Finds the solution path of a puzzle and formats it.
fn format_path(
    form: PathForm,
    with_reasons: bool,
    record: &Record,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<PathResult, StopReason> {
    let worked_path = WorkedPath::new(record, solver, budget)?;
    let code = worked_path.code();
    let written = match form {
        PathForm::Text => PathOutput::Text(worked_path.text(with_reasons)),
        PathForm::Ndjson => PathOutput::Report(worked_path.report()),
        PathForm::Worked(_) => {
            let mut document = Document::default();
            worked::add(
                &worked_path,
                record.metadata.title.as_deref(),
                &mut document,
            );
            PathOutput::Parts(document.parts)
        }
    };
    Ok((written, code))
}

/// The output for a puzzle, and its exit code.
type PathResult = (PathOutput, ExitCode);

enum PathOutput {
    Text(String),
    Report(Report),
    Parts(Vec<Part>),
}

/// Formats all worked solutions as one file.
fn write_document(
    context: &Context,
    output: &Output,
    parts: Vec<Part>,
) -> Result<Vec<u8>, RenderError> {
    let document = Document {
        title: "Worked solutions".to_owned(),
        parts,
    };
    let style = Style::default();
    match output.kind {
        OutputKind::Flow(write) => Ok(write(&document, &style).into_bytes()),
        OutputKind::Pages(write) => {
            let pages = page::paginate(&document, &Paper::default(), style.theme)?;
            warn_missing_characters(context, output, &pages);
            write(&pages, &document.title)
        }
        OutputKind::Picture(_) => Err(RenderError::Page(
            "a solution path has several pictures".to_owned(),
        )),
    }
}

pub(super) fn run(context: &Context, args: &Solve) -> ExitCode {
    let form = match path_form(context, args) {
        Ok(form) => form,
        Err(code) => return code,
    };
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let (mut code, mut count, mut parts) = (ExitCode::Done, 0, Vec::new());
    let worker = || {
        let mut solver = Solver::new();
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => Some(context.with_budget(&args.search, |budget| {
                format_path(form, context.verbose, record, &mut solver, budget)
            })),
            _ => None,
        }
    };
    let input_code = batch::run(
        context,
        &args.input,
        args.search.run.threads(),
        &mut progress,
        Job::refuse_conflicts,
        worker,
        |job, result| {
            let (output, own) = match result {
                None => {
                    let bad = json::invalid(&job, &args.input)
                        .filter(|_| matches!(form, PathForm::Ndjson));
                    return bad.map_or(ControlFlow::Continue(()), |bad| sink.write(&bad));
                }
                Some(Ok(result)) => result,
                Some(Err(reason)) => {
                    context.info(&format!("{}given up: {reason}", job.place()));
                    code = code.or_worse(ExitCode::from_stop_reason(reason));
                    let is_json = matches!(form, PathForm::Ndjson);
                    return if is_json {
                        sink.write(&json::stopped(&job, &args.input, reason))
                    } else {
                        ControlFlow::Continue(())
                    };
                }
            };
            code = code.or_worse(own);
            match output {
                PathOutput::Report(report) => {
                    sink.write(&json::puzzle_record(&job, &args.input, report))
                }
                PathOutput::Text(text) => {
                    if count > 0 {
                        sink.write("\n")?;
                    }
                    count += 1;
                    sink.write(&text)
                }
                PathOutput::Parts(more) => {
                    parts.extend(more);
                    ControlFlow::Continue(())
                }
            }
        },
    );
    if let (PathForm::Worked(output), false) = (form, parts.is_empty()) {
        match write_document(context, output, parts) {
            Ok(file) => drop(sink.write_bytes(&file)),
            Err(error) => {
                context.messages.error(&error.to_string(), None);
                code = code.or_worse(ExitCode::Output);
            }
        }
    }
    code.or_worse(input_code).or_worse(sink.close(context))
}
