//! `ndoku draw`: draws puzzles, solutions and steps as pictures, pages and text.
//!
//! ```text
//! record ─▶ worker: solve, rate, find a step ─▶ Drawing ─┬─▶ text: written immediately
//!                                                        └─▶ other formats: written at the end
//! ```

mod files;
mod overlay;

use std::ops::ControlFlow;

use ndoku::format::Record;
use ndoku::hint::{
    Hint, HintLevel, HintOutcome, Language, LogicalSolver, SolvingState, stop_reason,
};
use ndoku::logic::step::format_deduction;
use ndoku::rating::{AnyLevel, Level, Profile, Rater, RatingOutcome};
use ndoku::solution_path::PathEnd;
use ndoku::{Board, Budget, Digit, Puzzle, Solver, StopReason, Verdict};
use ndoku_render::canvas::Canvas;
use ndoku_render::output::{Output, OutputKind};
use ndoku_render::style::Size;
use ndoku_render::{Document, OUTPUTS, Scene, Style, output, terminal, theme};

use crate::args::draw::Draw;
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::features;
use crate::messages::use_color;
use crate::progress::{Progress, format_count};
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// A drawn puzzle with its texts.
struct Drawing {
    scene: Scene,
    /// The solution, for the back of a booklet.
    solution: Option<Scene>,
    /// The name of the puzzle.
    title: Option<String>,
    /// Level and rating.
    remark: String,
    level: Option<Level>,
    /// The reason for the step.
    text: String,
    /// Messages about missing parts, each with its exit code.
    missing: Vec<(String, ExitCode)>,
}

pub(crate) fn run(context: &Context, args: &Draw) -> Result<ExitCode, CliError> {
    if args.overlay {
        return overlay::run(context, args);
    }
    let output = select_output(args.to.as_deref(), args.output.path())?.unwrap_or(&OUTPUTS[0]);
    check_output(args, output)?;
    let is_flow = matches!(output.kind, OutputKind::Flow(_));
    // Text is written drawing by drawing. Other formats are written when all drawings are ready.
    let sink = Sink::open(args.output.path().filter(|_| is_flow && !args.separate))?;
    if !is_flow && output.id != "svg" && args.output.path().is_none() && sink.is_terminal() {
        let message = format!("cannot write {} to a terminal", output.id);
        return Err(CliError::usage(message).hint("use -o FILE"));
    }
    let mut progress = Progress::new(context, sink.is_terminal());
    let worker = || {
        let mut renderer = Renderer {
            args,
            solver: Solver::new(),
            raters: [None, None],
        };
        move |_: &WorkItem, record: &Record| {
            context.with_timeout(args.run.timeout, |budget| renderer.render(record, budget))
        }
    };
    let mut run = DrawRun {
        context,
        args,
        output,
        style: render_style(context, args, output, sink.is_terminal()),
        sink,
        drawings: Vec::new(),
        written: 0,
        code: ExitCode::Done,
    };
    let input_code = batch::run(
        context,
        &args.input,
        args.run.threads(),
        &mut progress,
        |_| {},
        worker,
        |result| run.add_drawing(result),
    );
    run.close(input_code)
}

/// Refuses options that do not fit the output format.
fn check_output(args: &Draw, output: &Output) -> Result<(), CliError> {
    let is_flow = matches!(output.kind, OutputKind::Flow(_));
    if args.puzzles_per_page().is_some() && is_flow && output.write_pages.is_none() {
        let option = if args.booklet {
            "--booklet"
        } else {
            "--per-page"
        };
        return Err(CliError::usage(format!(
            "{} has no pages for {option}; use pdf, html, svg or png",
            output.id
        )));
    }
    if args.separate && output.id == OUTPUTS[0].id && args.output.path().is_some() {
        let message = "--separate writes no text";
        return Err(CliError::usage(message).hint("use pdf, html, svg, png, markdown or latex"));
    }
    let is_picture = matches!(output.kind, OutputKind::Picture(_));
    if args.separate && is_picture && args.has_solutions_at_back() {
        let message = format!(
            "a file in the format {} has one picture, so --separate has no --solutions",
            output.id
        );
        return Err(CliError::usage(message).hint("use pdf or html"));
    }
    if args.separate && is_flow && args.output.path().is_none() {
        let message = "--separate writes several files, which need a name";
        return Err(CliError::usage(message).hint("name a file with -o, such as -o puzzle.pdf"));
    }
    Ok(())
}

/// The state of a run: what was drawn so far, and the exit code.
struct DrawRun<'a> {
    context: &'a Context,
    args: &'a Draw,
    output: &'static Output,
    style: Style,
    sink: Sink,
    /// The drawings that are written at the end.
    drawings: Vec<Drawing>,
    /// Number of drawings that were written as text.
    written: usize,
    code: ExitCode,
}

impl DrawRun<'_> {
    /// Writes a drawing as text, or keeps it for the end.
    fn add_drawing(&mut self, result: ItemResult<Drawing>) -> ControlFlow<()> {
        let ItemResult { item, answer } = result;
        let Some(mut drawing) = answer else {
            return ControlFlow::Continue(());
        };
        for (message, code) in std::mem::take(&mut drawing.missing) {
            self.context.info(&format!("{}{message}", item.prefix()));
            self.code = self.code.or_worse(code);
        }
        let is_picture = matches!(self.output.kind, OutputKind::Picture(_))
            && self.args.puzzles_per_page().is_none();
        if is_picture && self.args.output.path().is_none() && !self.drawings.is_empty() {
            self.code = self.context.report_error(&files::several_pictures());
            return ControlFlow::Break(());
        }
        let is_text = self.output.id == OUTPUTS[0].id;
        if !is_text || self.args.has_solutions_at_back() {
            self.drawings.push(drawing);
            return ControlFlow::Continue(());
        }
        self.write_text(drawing)
    }

    /// Writes a drawing as text.
    fn write_text(&mut self, drawing: Drawing) -> ControlFlow<()> {
        let mut document = Document::default();
        if let Some(title) = self.args.title.as_ref().filter(|_| self.written == 0) {
            document.add_heading(1, title);
        }
        files::add_entry(&mut document, drawing, None);
        if self.written > 0 {
            self.sink.write("\n")?;
        }
        self.written += 1;
        self.sink
            .write(&terminal::write_document(&document, &self.style.terminal))
    }

    /// Writes the kept drawings, and returns the exit code.
    fn close(self, input_code: ExitCode) -> Result<ExitCode, CliError> {
        let code = self.code.or_worse(input_code);
        if self.drawings.is_empty() || code == ExitCode::Usage {
            return Ok(code.or_worse(self.sink.close(self.context)));
        }
        let written = files::write(
            self.context,
            self.args,
            self.output,
            &self.style,
            self.drawings,
            self.sink,
        );
        Ok(code.or_worse(written.unwrap_or_else(|error| self.context.report_error(&error))))
    }
}

/// Returns the output format that the option `--to` or the extension of the file selects, if any.
///
/// # Errors
/// Returns an error for an unknown format.
pub(super) fn select_output(
    to: Option<&str>,
    path: Option<&std::path::Path>,
) -> Result<Option<&'static Output>, CliError> {
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
        return Err(features::missing_error(&feature.to_uppercase(), feature));
    }
    if let Some(name) = to {
        return output::find(name).map(Some).ok_or_else(|| {
            let message = match ndoku::names::suggest(name, OUTPUTS.iter().map(|output| output.id))
            {
                Some(nearest) => {
                    format!("there is no kind of picture `{name}`; did you mean `{nearest}`?")
                }
                None => format!("there is no kind of picture `{name}`"),
            };
            CliError::usage(message).hint(format!("there are {}", all()))
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
            CliError::usage(message).hint(format!("select one with --to: {}", all()))
        })
}

/// Returns the warning about characters that the output shows as empty boxes, if there are any.
pub(super) fn missing_characters_warning(output: &Output, canvases: &[Canvas]) -> Option<String> {
    let lacking: Vec<String> = output
        .missing_characters(canvases)
        .iter()
        .map(char::to_string)
        .collect();
    (!lacking.is_empty()).then(|| {
        let list = lacking.join(" ");
        format!(
            "the built-in font lacks {list}: {} shows empty boxes; svg and html \
            use the fonts of the viewer",
            output.id
        )
    })
}

/// Returns the colors and sizes that the options select.
fn render_style(context: &Context, args: &Draw, output: &Output, is_terminal: bool) -> Style {
    let usual = if args.booklet || ["pdf", "latex"].contains(&output.id) {
        &theme::PRINT
    } else {
        &theme::LIGHT
    };
    Style {
        theme: args.theme.unwrap_or(usual),
        size: args
            .width
            .map_or(Size::Scale(args.scale.unwrap_or(1.0)), Size::Width),
        terminal: terminal::Options {
            ascii: args.ascii,
            styled: use_color(context.color, is_terminal),
            palette: terminal_palette(
                std::env::var("COLORTERM").ok().as_deref(),
                std::env::var("COLORFGBG").ok().as_deref(),
            ),
            columns: if is_terminal {
                terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
            } else {
                None
            },
        },
    }
}

/// Returns the colors of text: those of the page, if the terminal has true color and says which
/// background it has.
fn terminal_palette(color_term: Option<&str>, background: Option<&str>) -> terminal::Palette {
    let has_true_color = matches!(color_term, Some("truecolor" | "24bit"));
    let number = background
        .and_then(|value| value.rsplit(';').next())
        .and_then(|number| number.parse::<u8>().ok());
    match number {
        Some(number) if has_true_color && (number < 7 || number == 8) => terminal::Palette::Dark,
        Some(_) if has_true_color => terminal::Palette::Light,
        _ => terminal::Palette::Sixteen,
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
        let scene = self.with_options(Scene::from_record(record));
        let title = scene.heading().map(str::to_owned);
        let mut drawing = Drawing {
            scene,
            solution: None,
            title,
            remark: String::new(),
            level: None,
            text: String::new(),
            missing: Vec::new(),
        };
        // A contradictory puzzle is drawn without changes; the scene marks its conflicts.
        if !record.puzzle.conflicts().is_empty() {
            if self.args.solution
                || self.args.hint
                || self.args.step.is_some()
                || self.args.ratings
                || self.args.has_solutions_at_back()
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
        if self.args.solution || self.args.has_solutions_at_back() {
            self.solve(&record.puzzle, budget, &mut drawing);
        }
        if self.args.ratings || self.args.booklet {
            self.rate(&record.puzzle, budget, &mut drawing);
        }
        drawing
    }

    /// Applies the options of the grid to a scene.
    fn with_options(&self, scene: Scene) -> Scene {
        scene
            .with_coordinates(self.args.coordinates)
            .with_line_weight(self.args.line_weight.unwrap_or(1.0))
            .with_language(self.args.language.unwrap_or_default().code())
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
            .with_digits(&digits);
        let solved = self.with_options(solved);
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
        let state = match SolvingState::new(record, &mut self.solver, budget) {
            Ok(state) => state,
            Err(stopped) => {
                return drawing
                    .missing
                    .push(stopped_message("solved", stopped.reason));
            }
        };
        if !self.args.hint && self.args.step.is_none() {
            drawing.scene = self.board_scene(&state, state.board(), drawing);
            return;
        }
        let stop = || budget.poll().is_some();
        let mut logical_solver = state.logical_solver().with_stop(&stop);
        match self.find_step(&state, &mut logical_solver, budget) {
            Ok(hint) => self.add_step(&state, logical_solver.board(), &hint, drawing),
            Err(message) => drawing.missing.push(message),
        }
    }

    /// Draws a state of solving.
    fn board_scene(&self, state: &SolvingState, board: &Board, drawing: &Drawing) -> Scene {
        let scene = Scene::from_board(state.puzzle(), board);
        self.with_options(scene)
            .with_heading(drawing.title.as_deref().unwrap_or_default())
    }

    /// Makes the steps before the requested one, and returns that one.
    ///
    /// # Errors
    /// Returns the reason why there is no step, and its exit code.
    fn find_step(
        &self,
        state: &SolvingState,
        logical_solver: &mut LogicalSolver<'_>,
        budget: &Budget<'_>,
    ) -> Result<Hint, (String, ExitCode)> {
        let requested = self.args.step.unwrap_or(1);
        let mut number = 1;
        loop {
            match HintOutcome::find(logical_solver, state.solution_status()) {
                HintOutcome::Step(hint) if number == requested => return Ok(hint),
                // Finding a step compares it with the solution, so this cannot fail.
                HintOutcome::Step(hint) => drop(logical_solver.apply(hint.deduction())),
                HintOutcome::End(end) => {
                    return Err(match stop_reason(&end, budget) {
                        Some(reason) => stopped_message("solved", reason),
                        None => (
                            format_missing_step(&end, state.puzzle(), number, requested),
                            ExitCode::Negative,
                        ),
                    });
                }
            }
            number += 1;
        }
    }

    /// Draws a step on the state before it.
    fn add_step(&self, state: &SolvingState, board: &Board, hint: &Hint, drawing: &mut Drawing) {
        let language = self.args.language.unwrap_or_default();
        let change = format_deduction(state.puzzle().symbols(), hint.deduction());
        let name = hint.step.technique.name_in(language);
        let scene = self.board_scene(state, board, drawing);
        let highlights = hint.highlights(HintLevel::Full);
        let scene = if self.args.candidates {
            scene.with_highlights(&highlights)
        } else {
            scene.with_step(&highlights)
        };
        drawing.scene = scene.with_heading(format!("{name}: {change}"));
        drawing.text = hint.step.explanation.text.in_language(language);
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
                Some(known) => {
                    drawing.remark = format!("{} · {known}", rating.level.name());
                    drawing.level = match rating.level {
                        AnyLevel::Ours(level) => Some(level),
                        AnyLevel::Hodoku(_) => None,
                    };
                }
                None => drawing.missing.push((
                    "not rated: there is nothing left to solve".to_owned(),
                    ExitCode::Done,
                )),
            },
            Ok(RatingOutcome::Multiple) => drawing.missing.push((
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

/// Returns the message if the path ends before step `number`, and step `requested` is asked for.
fn format_missing_step(end: &PathEnd, puzzle: &Puzzle, number: u32, requested: u32) -> String {
    match end {
        PathEnd::Unsolvable => "no step: the puzzle has no solution".to_owned(),
        PathEnd::Wrong(_) | PathEnd::DeadEnd => {
            let mistakes = super::hint::list_mistakes(end, puzzle.symbols(), Language::English);
            format!("no step: {}", mistakes.join("; "))
        }
        _ if number < requested => format!(
            "the solution path has only {}",
            format_count(u64::from(number) - 1, "step")
        ),
        PathEnd::Solved => "no step: the puzzle is solved".to_owned(),
        _ => "no step: no technique applies".to_owned(),
    }
}

/// Returns the message and the exit code for an interrupted search.
fn stopped_message(what: &str, reason: StopReason) -> (String, ExitCode) {
    (
        format!("not {what}: {reason}"),
        ExitCode::from_stop_reason(reason),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_color_needs_a_known_background() {
        let palette = terminal_palette;
        assert_eq!(
            palette(Some("truecolor"), Some("15;0")),
            terminal::Palette::Dark
        );
        assert_eq!(
            palette(Some("24bit"), Some("0;default;15")),
            terminal::Palette::Light
        );
        assert_eq!(palette(Some("truecolor"), None), terminal::Palette::Sixteen);
        assert_eq!(palette(None, Some("15;0")), terminal::Palette::Sixteen);
    }
}
