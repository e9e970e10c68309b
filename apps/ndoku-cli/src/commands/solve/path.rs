//! `ndoku solve --path`: the whole way by techniques, as lines, as JSON, or as a worked solution that one can read and print.

mod worked;

use std::ops::ControlFlow;

use ndoku::format::Record;
use ndoku::hint::{End, Game};
use ndoku::logic::step::{Step, written as changed};
use ndoku::rating::{Level, Tenths};
use ndoku::{Board, Budget, Digit, Solver, StopReason, Verdict};
use ndoku_render::output::{self, Kind, Output};
use ndoku_render::{Document, OUTPUTS, Paper, Part, RenderError, Style, page};
use serde::Serialize;

use crate::args::Solve;
use crate::batch::{self, Item, Job};
use crate::commands::draw::chosen;
use crate::commands::hint::{StepReport, mistakes, report};
use crate::context::{Code, Context};
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

/// A line of `--json`.
#[derive(Serialize)]
struct Report {
    n: usize,
    line: usize,
    status: &'static str,
    rating: f64,
    level: &'static str,
    mistakes: Vec<String>,
    steps: Vec<StepReport>,
    solution: Option<String>,
}

/// A way through a puzzle.
struct Way {
    game: Game,
    /// Each step, and the board before it.
    steps: Vec<(Board, Step)>,
    /// The board at the end.
    board: Board,
    end: Ended,
}

/// How it ended.
#[derive(Clone, PartialEq, Eq)]
enum Ended {
    Solved,
    Stuck,
    Unsolvable,
    /// The state contradicts the solution; in words.
    Wrong(Vec<String>),
    Stopped(StopReason),
}

impl Way {
    fn new(record: &Record, solver: &mut Solver, budget: &Budget<'_>) -> Result<Self, StopReason> {
        let game = Game::new(record, solver, budget).map_err(|stopped| stopped.reason)?;
        let mistakes = mistakes(&game);
        let (mut steps, mut board) = (Vec::new(), game.board().clone());
        let end = if matches!(game.verdict(), Verdict::Unsolvable) {
            Ended::Unsolvable
        } else if !mistakes.is_empty() {
            Ended::Wrong(mistakes)
        } else {
            let stop = || budget.poll().is_some();
            let mut walker = game.walker().stopping_if(&stop);
            let end = loop {
                let before = walker.board().clone();
                match walker.step() {
                    Ok(step) => steps.push((before, step)),
                    Err(end) => break end,
                }
            };
            board = walker.board().clone();
            match end {
                End::Solved => Ended::Solved,
                End::Stopped => Ended::Stopped(budget.poll().unwrap_or(StopReason::Flag)),
                End::Unsound => Ended::Stopped(StopReason::Fault),
                End::Stuck | End::Contradiction(_) => Ended::Stuck,
            }
        };
        Ok(Self { game, steps, board, end })
    }

    /// The hardest step: its difficulty and name.
    fn hardest(&self) -> (Tenths, &'static str) {
        let steps = self.steps.iter().map(|(_, step)| (step.difficulty, step.technique.name));
        steps.reduce(|best, step| if step.0 > best.0 { step } else { best }).unwrap_or((Tenths(0), "no step"))
    }

    /// The difficulty of the puzzle so far as it is known.
    fn rating(&self) -> Tenths {
        if self.end == Ended::Stuck { Tenths::BEYOND } else { self.hardest().0 }
    }

    /// How it ended, in a sentence.
    fn summary(&self) -> String {
        let steps = counted(self.steps.len() as u64, "step");
        let (rating, name) = self.hardest();
        let several = if matches!(self.game.verdict(), Verdict::Multiple(..)) { "The puzzle has more than one solution. " } else { "" };
        let hardest = format!("the hardest is {name}, {rating}");
        match &self.end {
            Ended::Solved if self.steps.is_empty() => "The puzzle is solved already.".to_owned(),
            Ended::Solved => format!("Solved in {steps}; {hardest} ({}).", Level::of(rating)),
            Ended::Stuck => {
                let open = counted(self.board.open_count() as u64, "open cell");
                format!("{several}No technique goes further: {steps} made, {open} left.")
            }
            Ended::Unsolvable => "The puzzle has no solution.".to_owned(),
            Ended::Wrong(mistakes) => mistakes.iter().map(|mistake| format!("Wrong: {mistake}.")).collect::<Vec<_>>().join(" "),
            Ended::Stopped(reason) => format!("{steps} made; then it was given up: {reason}."),
        }
    }

    fn code(&self) -> Code {
        match self.end {
            Ended::Solved | Ended::Stopped(StopReason::Flag) => Code::Done,
            Ended::Stopped(StopReason::Fault) => Code::Fault,
            Ended::Stopped(_) => Code::Limit,
            _ => Code::Negative,
        }
    }

    fn status(&self) -> &'static str {
        match self.end {
            Ended::Solved => "solved",
            Ended::Stuck if matches!(self.game.verdict(), Verdict::Multiple(..)) => "several",
            Ended::Stuck => "stuck",
            Ended::Unsolvable => "none",
            Ended::Wrong(_) => "wrong",
            Ended::Stopped(_) => "stopped",
        }
    }

    /// A line for each step; with their reasons below, if they are asked for.
    fn text(&self, with_reasons: bool) -> String {
        let width = self.steps.iter().map(|(_, step)| step.technique.name.chars().count()).max().unwrap_or(0);
        let mut out = String::new();
        for (number, (board, step)) in self.steps.iter().enumerate() {
            let effect = self.at(board, |position| changed(position, &step.effect));
            out += &format!("{:>4}  {:>4}  {:width$}  {effect}\n", number + 1, step.difficulty.to_string(), step.technique.name);
            if with_reasons {
                out += &format!("            {}\n", step.why.text);
            }
        }
        out + &self.summary() + "\n"
    }

    /// Looks at a board of this way.
    fn at<T>(&self, board: &Board, look: impl FnOnce(&ndoku::logic::Context<'_>) -> T) -> T {
        let geometry = ndoku::logic::context::Geometry::of(board.layout());
        look(&ndoku::logic::Context::new(self.game.puzzle(), board, &geometry))
    }

    fn report(&self) -> Report {
        let steps = self.steps.iter().map(|(board, step)| self.at(board, |position| report(position, step, String::new())));
        let digits: Option<Vec<Digit>> = self.board.digits().iter().copied().collect();
        Report {
            n: 0,
            line: 0,
            status: self.status(),
            rating: self.rating().to_f64(),
            level: Level::of(self.rating()).name(),
            mistakes: if let Ended::Wrong(mistakes) = &self.end { mistakes.clone() } else { Vec::new() },
            steps: steps.collect(),
            solution: digits.map(|digits| render::line(self.game.puzzle(), &digits)),
        }
    }
}

fn form(context: &Context, args: &Solve) -> Result<Form, Code> {
    let path = args
        .output
        .output
        .as_deref()
        .filter(|path| path.extension().is_some_and(|end| output::for_extension(&end.to_string_lossy()).is_some()));
    let chosen = match args.output.to.as_deref() {
        _ if args.output.json => return Ok(Form::Ndjson),
        Some("ndjson" | "json") => return Ok(Form::Ndjson),
        to => chosen(context, to, path)?,
    };
    match chosen {
        None => Ok(Form::Text),
        Some(output) if output.id == OUTPUTS[0].id => Ok(Form::Text),
        Some(output) if matches!(output.kind, Kind::Picture(_)) => {
            let hint = "a worked solution is written as text, markdown, html, latex or pdf";
            context.messages.error(&format!("a way has many pictures, and {} holds one", output.id), Some(hint));
            Err(Code::Usage)
        }
        Some(output) => Ok(Form::Worked(output)),
    }
}

/// What becomes of a way in a form.
fn written(form: Form, with_reasons: bool, record: &Record, solver: &mut Solver, budget: &Budget<'_>) -> Result<Written, StopReason> {
    let way = Way::new(record, solver, budget)?;
    let code = way.code();
    let written = match form {
        Form::Text => Told::Text(way.text(with_reasons)),
        Form::Ndjson => Told::Report(way.report()),
        Form::Worked(_) => {
            let mut document = Document::default();
            worked::add(&way, record.meta.title.as_deref(), &mut document);
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
fn document(output: &Output, parts: Vec<Part>) -> Result<Vec<u8>, RenderError> {
    let document = Document { title: "Worked solutions".to_owned(), parts };
    let style = Style::default();
    match output.kind {
        Kind::Flow(write) => Ok(write(&document, &style).into_bytes()),
        Kind::Pages(write) => write(&page::flow(&document, &Paper::default(), style.theme)?, &document.title),
        Kind::Picture(_) => Err(RenderError::Page("a way has many pictures".to_owned())),
    }
}

pub(super) fn run(context: &Context, args: &Solve) -> Code {
    let form = match form(context, args) {
        Ok(form) => form,
        Err(code) => return code,
    };
    let mut sink = match Sink::open(context, args.output.output.as_deref()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let (mut code, mut count, mut parts) = (Code::Done, 0, Vec::new());
    let worker = || {
        let mut solver = Solver::new();
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => {
                Some(context.with_budget(&args.work, |budget| written(form, context.verbose, record, &mut solver, budget)))
            }
            _ => None,
        }
    };
    let input_code =
        batch::run(context, &args.input, args.work.pace.threads, &mut progress, Job::refuse_conflicts, worker, |job, result| {
            let (told, own) = match result {
                None => return ControlFlow::Continue(()),
                Some(Ok(result)) => result,
                Some(Err(reason)) => {
                    context.say(&format!("{}given up: {reason}", job.place()));
                    code = code.and(if reason == StopReason::Fault { Code::Fault } else { Code::Limit });
                    return ControlFlow::Continue(());
                }
            };
            code = code.and(own);
            match told {
                Told::Report(report) => {
                    let report = Report { n: job.number, line: job.line, ..report };
                    sink.write(&(serde_json::to_string(&report).unwrap_or_default() + "\n"))
                }
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
        });
    if let (Form::Worked(output), false) = (form, parts.is_empty()) {
        match document(output, parts) {
            Ok(file) => drop(sink.write_bytes(&file)),
            Err(error) => {
                context.messages.error(&error.to_string(), None);
                code = code.and(Code::Output);
            }
        }
    }
    code.and(input_code).and(sink.close(context))
}
