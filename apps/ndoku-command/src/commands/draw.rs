//! `ndoku draw`: draws puzzles, solutions and steps as pictures, pages and text.
//!
//! ```text
//! record ─▶ worker: solve, rate, find a step ─▶ Drawing ─┬─▶ text: written immediately
//!                                                        └─▶ other formats: written at the end
//! ```

mod files;

use std::ops::ControlFlow;

use ndoku::format::Record;
use ndoku::hint::{Game, SolveEnd};
use ndoku::logic::Position;
use ndoku::logic::position::Geometry;
use ndoku::logic::step::format_deduction;
use ndoku::rating::{Profile, Rater, RatingOutcome};
use ndoku::{Budget, Digit, Puzzle, Solver, StopReason, Verdict};
use ndoku_render::canvas::Canvas;
use ndoku_render::output::{Output, OutputKind, Size};
use ndoku_render::{Document, OUTPUTS, Scene, Style, output, terminal, theme};

use crate::args::draw::{Draw, Solutions};
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::features;
use crate::messages::use_color;
use crate::progress::Progress;
use crate::sink::Sink;

/// A drawn puzzle with its texts.
struct Drawing {
    scene: Scene,
    /// The solution, for the back of a booklet.
    solution: Option<Scene>,
    /// The name of the puzzle.
    title: Option<String>,
    /// Level and rating.
    remark: String,
    /// The reason for the step.
    text: String,
    /// Messages about missing parts, each with its exit code.
    missing: Vec<(String, ExitCode)>,
}

pub(crate) fn run(context: &Context, args: &Draw) -> ExitCode {
    let output = match select_output(context, args.to.as_deref(), args.output.path()) {
        Ok(output) => output.unwrap_or(&OUTPUTS[0]),
        Err(code) => return code,
    };
    if args.per_page.is_some() && matches!(output.kind, OutputKind::Flow(_)) {
        context.messages.error(
            &format!(
                "{} has no pages for --per-page; use pdf, svg or png",
                output.id
            ),
            None,
        );
        return ExitCode::Usage;
    }
    // Text is written drawing by drawing. Other formats are written when all drawings are ready.
    let mut sink = match Sink::open(
        context,
        args.output
            .path()
            .filter(|_| matches!(output.kind, OutputKind::Flow(_))),
    ) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let is_text = output.id == OUTPUTS[0].id;
    let is_picture = matches!(output.kind, OutputKind::Picture(_)) && args.per_page.is_none();
    if !matches!(output.kind, OutputKind::Flow(_))
        && output.id != "svg"
        && args.output.path().is_none()
        && sink.is_terminal()
    {
        context.messages.error(
            &format!("cannot write {} to a terminal", output.id),
            Some("use -o FILE"),
        );
        return ExitCode::Usage;
    }
    let style = render_style(context, args, output, sink.is_terminal());
    let mut progress = Progress::new(context, sink.is_terminal());
    let worker = || {
        let mut renderer = Renderer {
            args,
            solver: Solver::new(),
            raters: [None, None],
        };
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => Some(
                context.with_timeout(args.run.timeout, |budget| renderer.render(record, budget)),
            ),
            _ => None,
        }
    };
    let (mut code, mut drawings) = (ExitCode::Done, Vec::new());
    let mut count = 0;
    let input_code = batch::run(
        context,
        &args.input,
        args.run.threads(),
        &mut progress,
        |_| {},
        worker,
        |job, drawing: Option<Drawing>| {
            let Some(mut drawing) = drawing else {
                return ControlFlow::Continue(());
            };
            for (what, own) in std::mem::take(&mut drawing.missing) {
                context.info(&format!("{}{what}", job.place()));
                code = code.or_worse(own);
            }
            if is_picture && args.output.path().is_none() && !drawings.is_empty() {
                code = files::refuse_several(context);
                return ControlFlow::Break(());
            }
            if !is_text || args.solutions == Solutions::Back {
                drawings.push(drawing);
                return ControlFlow::Continue(());
            }
            let title = args.title.as_ref().filter(|_| count == 0);
            let mut document = Document::default();
            title
                .into_iter()
                .for_each(|title| document.add_heading(1, title));
            files::add_entry(&mut document, drawing, None);
            if count > 0 {
                sink.write("\n")?;
            }
            count += 1;
            sink.write(&terminal::document(&document, &style.terminal))
        },
    );
    let code = code.or_worse(input_code);
    if drawings.is_empty() || code == ExitCode::Usage {
        return code.or_worse(sink.close(context));
    }
    code.or_worse(files::write(context, args, output, &style, drawings, sink))
}

/// Returns the output format that the option `--to` or the extension of the file selects, if any.
///
/// # Errors
/// Reports an unknown format, and returns the exit code.
pub(super) fn select_output(
    context: &Context,
    to: Option<&str>,
    path: Option<&std::path::Path>,
) -> Result<Option<&'static Output>, ExitCode> {
    let all = || {
        OUTPUTS
            .iter()
            .map(|output| output.id)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let extension = path
        .and_then(|path| path.extension())
        .map(|extension| extension.to_string_lossy().into_owned());
    if let Some(feature) = to
        .or(extension.as_deref())
        .and_then(output::missing_feature)
    {
        return Err(features::report_missing(
            context,
            &feature.to_uppercase(),
            feature,
        ));
    }
    if let Some(name) = to {
        return output::find(name).map(Some).ok_or_else(|| {
            let message = match ndoku::suggest(name, OUTPUTS.iter().map(|output| output.id)) {
                Some(nearest) => {
                    format!("there is no kind of picture `{name}`; did you mean `{nearest}`?")
                }
                None => format!("there is no kind of picture `{name}`"),
            };
            context
                .messages
                .error(&message, Some(&format!("there are {}", all())));
            ExitCode::Usage
        });
    }
    let Some(path) = path else { return Ok(None) };
    output::for_extension(extension.as_deref().unwrap_or_default())
        .map(Some)
        .ok_or_else(|| {
            let message = format!(
                "the extension of {} selects no kind of picture",
                path.display()
            );
            context
                .messages
                .error(&message, Some(&format!("select one with --to: {}", all())));
            ExitCode::Usage
        })
}

/// Warns about characters that the output shows as empty boxes.
pub(super) fn warn_missing_characters(context: &Context, output: &Output, canvases: &[Canvas]) {
    let lacking: Vec<String> = output
        .missing_characters(canvases)
        .iter()
        .map(char::to_string)
        .collect();
    if !lacking.is_empty() {
        let list = lacking.join(" ");
        context.info(&format!(
            "the built-in font lacks {list}: {} shows empty boxes; svg and html \
            use the fonts of the viewer",
            output.id
        ));
    }
}

/// Returns the colors and sizes that the options select.
fn render_style(context: &Context, args: &Draw, output: &Output, is_terminal: bool) -> Style {
    let usual = if ["pdf", "latex"].contains(&output.id) {
        &theme::PRINT
    } else {
        &theme::LIGHT
    };
    Style {
        theme: args.theme.unwrap_or(usual),
        size: args.width.map_or(Size::Scale(args.scale), Size::Width),
        terminal: terminal::Options {
            ascii: args.ascii,
            styled: use_color(context.color, is_terminal),
            columns: if is_terminal {
                terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
            } else {
                None
            },
        },
    }
}

/// Draws puzzles one after the other, with one solver.
struct Renderer<'a> {
    args: &'a Draw,
    solver: Solver,
    /// The raters for other puzzles and for classic ones, in this order.
    raters: [Option<Rater>; 2],
}

impl Renderer<'_> {
    fn render(&mut self, record: &Record, budget: &Budget<'_>) -> Drawing {
        let scene = Scene::from_record(record).with_coordinates(self.args.coordinates);
        let title = scene.heading().map(str::to_owned);
        let mut drawing = Drawing {
            scene,
            solution: None,
            title,
            remark: String::new(),
            text: String::new(),
            missing: Vec::new(),
        };
        // A contradictory puzzle is drawn without changes; the scene marks its conflicts.
        if !record.puzzle.conflicts().is_empty() {
            if self.args.solution
                || self.args.hint
                || self.args.step.is_some()
                || self.args.ratings
                || self.args.solutions == Solutions::Back
            {
                drawing.missing.push((
                    "the clues contradict each other; only the clues are drawn".to_owned(),
                    ExitCode::Negative,
                ));
            }
            return drawing;
        }
        if self.args.hint || self.args.step.is_some() || self.args.candidates {
            self.step(record, budget, &mut drawing);
        }
        if self.args.solution || self.args.solutions == Solutions::Back {
            self.solve(&record.puzzle, budget, &mut drawing);
        }
        if self.args.ratings {
            self.rate(&record.puzzle, budget, &mut drawing);
        }
        drawing
    }

    /// Adds the solution, in the picture or for the back.
    fn solve(&mut self, puzzle: &Puzzle, budget: &Budget<'_>, drawing: &mut Drawing) {
        let digits: Vec<Digit> = match self
            .solver
            .solve_within(puzzle, budget)
            .map(|answer| answer.verdict)
        {
            Ok(Verdict::Unique(solution)) => solution.digits().to_vec(),
            Ok(Verdict::Multiple(solution, _)) => {
                drawing.missing.push((
                    "not unique: the first of several solutions is drawn".to_owned(),
                    ExitCode::Negative,
                ));
                solution.digits().to_vec()
            }
            Ok(Verdict::Unsolvable) => {
                return drawing
                    .missing
                    .push(("no solution".to_owned(), ExitCode::Negative));
            }
            Err(stopped) => {
                return drawing
                    .missing
                    .push(stopped_message("solved", stopped.reason));
            }
        };
        let solved = Scene::from_puzzle(puzzle)
            .without_candidates()
            .with_digits(&digits)
            .with_coordinates(self.args.coordinates);
        if self.args.solution {
            drawing.scene = match &drawing.title {
                Some(title) => solved.with_heading(title),
                None => solved,
            };
        } else {
            drawing.solution = Some(solved);
        }
    }

    /// Adds the next step, the step with the given number, or only the candidates.
    fn step(&mut self, record: &Record, budget: &Budget<'_>, drawing: &mut Drawing) {
        let game = match Game::new(record, &mut self.solver, budget) {
            Ok(game) => game,
            Err(stopped) => {
                return drawing
                    .missing
                    .push(stopped_message("solved", stopped.reason));
            }
        };
        let heading = drawing.title.clone().unwrap_or_default();
        let board_of = |board| {
            Scene::from_board(game.puzzle(), board)
                .with_heading(heading.as_str())
                .with_coordinates(self.args.coordinates)
        };
        if !self.args.hint && self.args.step.is_none() {
            drawing.scene = board_of(game.board());
            return;
        }
        let mut refused = |what: String| drawing.missing.push((what, ExitCode::Negative));
        if matches!(game.verdict(), Verdict::Unsolvable) {
            return refused("no step: the puzzle has no solution".to_owned());
        }
        if !super::hint::list_mistakes(&game).is_empty() {
            return refused(format!(
                "no step: {}",
                super::hint::list_mistakes(&game).join("; ")
            ));
        }
        let stop = || budget.poll().is_some();
        let mut logical_solver = game.logical_solver().with_stop(&stop);
        for made in 1..self.args.step.unwrap_or(1) {
            if let Err(end) = logical_solver.apply_next_step() {
                return match (end, budget.poll()) {
                    (SolveEnd::Stopped, Some(reason)) => {
                        drawing.missing.push(stopped_message("solved", reason));
                    }
                    _ => refused(format!(
                        "the solution path has only {}",
                        crate::progress::format_count(u64::from(made) - 1, "step")
                    )),
                };
            }
        }
        let Some(step) = logical_solver.next_step() else {
            drawing.missing.push(match budget.poll() {
                Some(reason) => stopped_message("solved", reason),
                None if logical_solver.board().open_count() == 0 => (
                    "no step: the puzzle is solved".to_owned(),
                    ExitCode::Negative,
                ),
                None => (
                    "no step: no technique applies".to_owned(),
                    ExitCode::Negative,
                ),
            });
            return;
        };
        let geometry = Geometry::for_layout(logical_solver.board().layout());
        let position = Position::new(game.puzzle(), logical_solver.board(), &geometry);
        let change = format_deduction(&position, &step.deduction);
        let (scene, why, effect) = (
            board_of(logical_solver.board()),
            &step.explanation.marks,
            &step.deduction,
        );
        let scene = match self.args.candidates {
            true => scene
                .with_marks(why)
                .with_effect(&effect.placements, &effect.eliminations),
            false => scene.with_step(why, &effect.placements, &effect.eliminations),
        };
        drawing.scene = scene.with_heading(format!("{}: {change}", step.technique.name));
        drawing.text = step.explanation.text;
    }

    /// Adds level and rating.
    fn rate(&mut self, puzzle: &Puzzle, budget: &Budget<'_>, drawing: &mut Drawing) {
        // The profile se121 rates classic puzzles only. The scale of the profile ndoku is similar.
        let is_classic = puzzle.layout().is_classic() && puzzle.pencilmarks().is_none();
        let profile = if is_classic {
            Profile::Se121
        } else {
            Profile::Ndoku
        };
        let rater = self.raters[usize::from(is_classic)].get_or_insert_with(|| Rater::new(profile));
        match rater.rate(puzzle, budget) {
            Ok(RatingOutcome::Unique(rating)) => match rating.puzzle.known() {
                Some(known) => drawing.remark = format!("{} · {known}", rating.level.name()),
                None => drawing.missing.push((
                    "not rated: there is nothing left to solve".to_owned(),
                    ExitCode::Done,
                )),
            },
            Ok(RatingOutcome::Several) => drawing.missing.push((
                "not rated: more than one solution".to_owned(),
                ExitCode::Negative,
            )),
            Ok(RatingOutcome::Unsolvable) => drawing
                .missing
                .push(("not rated: no solution".to_owned(), ExitCode::Negative)),
            Err(ndoku::rating::RateError::Stopped(reason)) => {
                drawing.missing.push(stopped_message("rated", reason));
            }
            Err(error) => drawing
                .missing
                .push((format!("not rated: {error}"), ExitCode::Negative)),
        }
    }
}

/// Returns the message and the exit code for an interrupted search.
fn stopped_message(what: &str, reason: StopReason) -> (String, ExitCode) {
    (
        format!("not {what}: {reason}"),
        ExitCode::from_stop_reason(reason),
    )
}
