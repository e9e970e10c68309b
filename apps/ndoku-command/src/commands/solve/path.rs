//! `ndoku solve --path`: the whole way by techniques, as lines, as JSON, or as a worked solution that one can read and print.

mod worked;

use std::ops::ControlFlow;

use ndoku::format::Record;
use ndoku::hint::Game;
use ndoku::rating::Tenths;
use ndoku::way::{Way, WayEnd};
use ndoku::{Budget, Digit, Solver, StopReason};
use ndoku_render::output::{self, Output, OutputKind};
use ndoku_render::{Document, OUTPUTS, Paper, Part, RenderError, Style, page};
use serde::Serialize;

use crate::args::Solve;
use crate::batch::{self, Item, Job};
use crate::commands::draw::{select_output, warn_missing_characters};
use crate::commands::hint::{StepReport, mistakes, report};
use crate::context::{Code, Context};
use crate::json::{self, Status};
use crate::progress::{Progress, counted};
use crate::render;
use crate::sink::Sink;

/// How the way is written.
#[derive(Copy, Clone)]
enum Form {
    Text,
    Ndjson,
    /// As a worked solution.
    Worked(&'static Output),
}

/// What a record of `--json` says of a puzzle.
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

/// A way through a puzzle, and what is to be said of it.
struct Walk {
    game: Game,
    way: Way,
}

impl Walk {
    fn new(record: &Record, solver: &mut Solver, budget: &Budget<'_>) -> Result<Self, StopReason> {
        let game = Game::new(record, solver, budget).map_err(|stopped| stopped.reason)?;
        let way = Way::of(&game, budget);
        Ok(Self { game, way })
    }

    /// How it ended, in a sentence.
    fn summary(&self) -> String {
        let way = &self.way;
        let steps = counted(way.steps().len() as u64, "step");
        match (way.end(), way.hardest()) {
            (WayEnd::Solved, None) => "The puzzle is solved already.".to_owned(),
            (WayEnd::Solved, Some(hardest)) => {
                format!(
                    "Solved in {steps}; the hardest is {}, {} ({}).",
                    hardest.technique.name,
                    hardest.difficulty,
                    way.level()
                )
            }
            (WayEnd::Stuck | WayEnd::Several, _) => {
                let several = if way.end() == WayEnd::Several {
                    "The puzzle has more than one solution. "
                } else {
                    ""
                };
                let open = counted(way.board().open_count() as u64, "open cell");
                format!("{several}No further technique applies: {steps} made, {open} left.")
            }
            (WayEnd::Unsolvable, _) => "The puzzle has no solution.".to_owned(),
            (WayEnd::Wrong, _) => mistakes(&self.game)
                .iter()
                .map(|mistake| format!("Wrong: {mistake}."))
                .collect::<Vec<_>>()
                .join(" "),
            (WayEnd::Stopped(reason), _) => format!("Stopped after {steps}: {reason}."),
        }
    }

    fn code(&self) -> Code {
        match self.way.end() {
            WayEnd::Solved => Code::Done,
            WayEnd::Stopped(reason) => Code::of_stop(reason),
            _ => Code::Negative,
        }
    }

    /// A line for each step; with their reasons below, if they are asked for.
    fn text(&self, with_reasons: bool) -> String {
        let steps = self.way.steps();
        let width = steps
            .iter()
            .map(|one| one.step.technique.name.chars().count())
            .max()
            .unwrap_or(0);
        let mut out = String::new();
        for (number, one) in steps.iter().enumerate() {
            let (step, effect) = (&one.step, self.way.effect(one));
            out += &format!(
                "{:>4}  {:>4}  {:width$}  {effect}\n",
                number + 1,
                step.difficulty.to_string(),
                step.technique.name
            );
            if with_reasons {
                out += &format!("            {}\n", step.why.text);
            }
        }
        out + &self.summary() + "\n"
    }

    fn report(&self) -> Report {
        let way = &self.way;
        let steps = way
            .steps()
            .iter()
            .map(|one| report(&way.context(one), &one.step, String::new()));
        let is_rated = way.rating() > Tenths(0);
        let digits: Option<Vec<Digit>> = way.board().digits().iter().copied().collect();
        Report {
            status: match way.end() {
                WayEnd::Solved => Status::Solved,
                WayEnd::Stuck => Status::Stuck,
                WayEnd::Several => Status::Multiple,
                WayEnd::Unsolvable => Status::None,
                WayEnd::Wrong => Status::Wrong,
                WayEnd::Stopped(_) => Status::Stopped,
            },
            reason: match way.end() {
                WayEnd::Stopped(reason) => Some(json::reason(reason)),
                _ => None,
            },
            rating: is_rated.then(|| way.rating().to_f64()),
            level: is_rated.then(|| way.level().name()),
            mistakes: if way.end() == WayEnd::Wrong {
                mistakes(&self.game)
            } else {
                Vec::new()
            },
            steps: steps.collect(),
            solution: digits.map(|digits| render::line(way.puzzle(), &digits)),
        }
    }
}

fn form(context: &Context, args: &Solve) -> Result<Form, Code> {
    let path = args.output.path().filter(|path| {
        path.extension().is_some_and(|end| {
            let end = end.to_string_lossy();
            output::for_extension(&end).is_some() || output::missing_feature(&end).is_some()
        })
    });
    let selected = match args.output.to.as_deref() {
        _ if args.output.json => return Ok(Form::Ndjson),
        Some("ndjson" | "json") => return Ok(Form::Ndjson),
        to => select_output(context, to, path)?,
    };
    match selected {
        None => Ok(Form::Text),
        Some(output) if output.id == OUTPUTS[0].id => Ok(Form::Text),
        Some(output) if matches!(output.kind, OutputKind::Picture(_)) => {
            let hint = "a worked solution can be text, markdown, html, latex or pdf";
            context.messages.error(
                &format!(
                    "a solution path has several pictures, but {} holds one",
                    output.id
                ),
                Some(hint),
            );
            Err(Code::Usage)
        }
        Some(output) => Ok(Form::Worked(output)),
    }
}

/// What becomes of a way in a form.
fn written(
    form: Form,
    with_reasons: bool,
    record: &Record,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Written, StopReason> {
    let walk = Walk::new(record, solver, budget)?;
    let code = walk.code();
    let written = match form {
        Form::Text => Told::Text(walk.text(with_reasons)),
        Form::Ndjson => Told::Report(walk.report()),
        Form::Worked(_) => {
            let mut document = Document::default();
            worked::add(&walk, record.meta.title.as_deref(), &mut document);
            Told::Parts(document.parts)
        }
    };
    Ok((written, code))
}

/// What is written of a puzzle, and the code.
type Written = (Told, Code);

enum Told {
    Text(String),
    Report(Report),
    Parts(Vec<Part>),
}

/// All worked solutions in one file.
fn document(context: &Context, output: &Output, parts: Vec<Part>) -> Result<Vec<u8>, RenderError> {
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

pub(super) fn run(context: &Context, args: &Solve) -> Code {
    let form = match form(context, args) {
        Ok(form) => form,
        Err(code) => return code,
    };
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let (mut code, mut count, mut parts) = (Code::Done, 0, Vec::new());
    let worker = || {
        let mut solver = Solver::new();
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => Some(context.with_budget(&args.work, |budget| {
                written(form, context.verbose, record, &mut solver, budget)
            })),
            _ => None,
        }
    };
    let input_code = batch::run(
        context,
        &args.input,
        args.work.pace.threads(),
        &mut progress,
        Job::refuse_conflicts,
        worker,
        |job, result| {
            let (told, own) = match result {
                None => {
                    let bad =
                        json::invalid(&job, &args.input).filter(|_| matches!(form, Form::Ndjson));
                    return bad.map_or(ControlFlow::Continue(()), |bad| sink.write(&bad));
                }
                Some(Ok(result)) => result,
                Some(Err(reason)) => {
                    context.say(&format!("{}given up: {reason}", job.place()));
                    code = code.and(Code::of_stop(reason));
                    let is_json = matches!(form, Form::Ndjson);
                    return if is_json {
                        sink.write(&json::stopped(&job, &args.input, reason))
                    } else {
                        ControlFlow::Continue(())
                    };
                }
            };
            code = code.and(own);
            match told {
                Told::Report(report) => sink.write(&json::record(&job, &args.input, report)),
                Told::Text(text) => {
                    if count > 0 {
                        sink.write("\n")?;
                    }
                    count += 1;
                    sink.write(&text)
                }
                Told::Parts(more) => {
                    parts.extend(more);
                    ControlFlow::Continue(())
                }
            }
        },
    );
    if let (Form::Worked(output), false) = (form, parts.is_empty()) {
        match document(context, output, parts) {
            Ok(file) => drop(sink.write_bytes(&file)),
            Err(error) => {
                context.messages.error(&error.to_string(), None);
                code = code.and(Code::Output);
            }
        }
    }
    code.and(input_code).and(sink.close(context))
}
