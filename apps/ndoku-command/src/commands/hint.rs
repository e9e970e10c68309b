//! `ndoku hint`: finds the next step of a puzzle in any state.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use ndoku::Solver;
use ndoku::format::Record;
use ndoku::hint::{
    Hint, HintLevel, HintOutcome, Language, LogicalSolver, SolutionStatus, SolveEnd, SolvingState,
    stop_reason,
};
use ndoku::logic::TECHNIQUES;
use ndoku::logic::step::{Step, format_deduction};
use ndoku::solution_path::PathEnd;
use ndoku::{Budget, Highlight, Puzzle, StopReason, Symbols};
use serde::Serialize;

use crate::args::Hint as Args;
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::located_lines::LocatedLines;
use crate::progress::Progress;
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// Delay before a message says that the search is still running.
const SEARCH_NOTICE_DELAY: Duration = Duration::from_millis(1_500);

/// A step in JSON.
#[derive(Serialize)]
pub(super) struct StepReport {
    technique: &'static str,
    name: &'static str,
    rating: f64,
    placements: Vec<String>,
    eliminations: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    hint: String,
    text: String,
    marks: Vec<serde_json::Value>,
}

/// The JSON record of a puzzle.
#[derive(Serialize)]
struct HintReport {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    mistakes: Vec<String>,
    steps: Vec<StepReport>,
}

/// The answer to a puzzle.
struct HintAnswer {
    status: Status,
    code: ExitCode,
    stopped: Option<StopReason>,
    mistakes: Vec<String>,
    steps: Vec<StepReport>,
    /// The text to write.
    text: String,
}

/// Returns the status of a search that ended without a step.
pub(super) const fn end_status(end: &PathEnd) -> Status {
    match end {
        PathEnd::Solved => Status::Solved,
        PathEnd::Stuck => Status::Stuck,
        PathEnd::StuckWithMultiple => Status::Multiple,
        PathEnd::Unsolvable => Status::Unsolvable,
        PathEnd::Wrong(_) | PathEnd::DeadEnd => Status::Wrong,
        PathEnd::Unsound | PathEnd::Stopped => Status::Stopped,
    }
}

/// Returns the exit code of a search that ended without a step. `stopped` is the reason if it ended
/// early.
pub(super) fn end_code(end: &PathEnd, stopped: Option<StopReason>) -> ExitCode {
    match (end, stopped) {
        (_, Some(reason)) => ExitCode::from_stop_reason(reason),
        (PathEnd::Solved, None) => ExitCode::Done,
        _ => ExitCode::Negative,
    }
}

pub(crate) fn run(context: &Context, args: &Args) -> Result<ExitCode, CliError> {
    let mut sink = Sink::open(args.output.path())?;
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut lines = LocatedLines::new(args.input.inputs.len());
    let mut code = ExitCode::Done;
    let worker = || {
        let mut solver = Solver::new();
        move |item: &WorkItem, record: &Record| {
            let search = || {
                context.with_timeout(args.run.timeout, |budget| {
                    find_answer(args, record, &mut solver, budget)
                })
            };
            let prefix = item.prefix();
            let remark =
                move || format!("{prefix}still searching; --timeout or Ctrl-C ends the search");
            context.with_delayed_info(SEARCH_NOTICE_DELAY, remark, search)
        }
    };
    let input_code = batch::run(
        context,
        &args.input,
        args.run.threads(),
        &mut progress,
        WorkItem::reject_conflicts,
        worker,
        |ItemResult { item, answer }: ItemResult<HintAnswer>| {
            lines.write_first(&mut sink)?;
            let Some(answer) = answer else {
                let invalid = json::invalid(&item, &args.input);
                return sink.write_any(invalid.filter(|_| args.output.json));
            };
            code = code.or_worse(answer.code);
            if args.output.json {
                let report = HintReport::from(answer);
                return sink.write(&json::puzzle_record(&item, &args.input, report));
            }
            report_status(context, &item, &answer);
            let text = answer.text.split_inclusive('\n').map(str::to_owned);
            lines.write(&mut sink, &item, text.collect())
        },
    );
    // Closing the sink reports a closed pipe.
    let _ = lines.finish(&mut sink);
    Ok(code.or_worse(input_code).or_worse(sink.close(context)))
}

/// Prints on standard error what the text of a hint does not say.
fn report_status(context: &Context, item: &WorkItem, answer: &HintAnswer) {
    let prefix = item.prefix();
    if answer.status == Status::Multiple {
        context.info(&format!(
            "{prefix}the puzzle has more than one solution; techniques \
                that assume a unique solution are skipped"
        ));
    }
    if let Some(reason) = answer.stopped {
        context.info(&format!("{prefix}no hint: {reason}"));
    }
    let entries = item
        .record
        .as_ref()
        .ok()
        .and_then(|record| record.entries.as_ref());
    if answer.status == Status::Unsolvable && entries.is_none() {
        context.info(&format!(
            "{prefix}hint: all digits of this grid count as clues; the format sdk tells entries from \
                clues by [State], and so do saved games"
        ));
    }
}

impl HintAnswer {
    /// Creates an answer that has only a status and an exit code.
    fn with_status(status: Status, code: ExitCode) -> Self {
        Self {
            status,
            code,
            stopped: None,
            mistakes: Vec::new(),
            steps: Vec::new(),
            text: String::new(),
        }
    }

    /// Creates the answer of a search that ended early.
    fn stopped(reason: StopReason) -> Self {
        Self {
            stopped: Some(reason),
            ..Self::with_status(Status::Stopped, ExitCode::from_stop_reason(reason))
        }
    }

    /// Creates the answer for steps.
    fn from_hints(args: &Args, state: &SolvingState, hints: &[Hint]) -> Self {
        let puzzle = state.puzzle();
        let report = |hint: &Hint| {
            let text = hint.text(args.level.unwrap_or_default());
            let text = text.in_language(args.language);
            step_report(puzzle, &hint.step, text, args.language)
        };
        let (status, code) = if state.solution_status().has_multiple_solutions() {
            (Status::Multiple, ExitCode::Negative)
        } else {
            (Status::Ok, ExitCode::Done)
        };
        Self {
            steps: hints.iter().map(report).collect(),
            text: hints
                .iter()
                .map(|hint| format_hint(args, puzzle.symbols(), hint) + "\n")
                .collect(),
            ..Self::with_status(status, code)
        }
    }
}

impl From<HintAnswer> for HintReport {
    fn from(answer: HintAnswer) -> Self {
        Self {
            status: answer.status,
            reason: answer.stopped.map(StopReason::name),
            mistakes: answer.mistakes,
            steps: answer.steps,
        }
    }
}

fn find_answer(
    args: &Args,
    record: &Record,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> HintAnswer {
    let state = match SolvingState::new(record, solver, budget) {
        Ok(state) => state,
        Err(error) => return HintAnswer::stopped(error.reason),
    };
    let stop = || budget.poll().is_some();
    let mut logical_solver = state.logical_solver().with_stop(&stop);
    if args.no_uniqueness {
        logical_solver = logical_solver.with_uniqueness(false);
    }
    let symbols = state.puzzle().symbols();
    match find_hints(args, &logical_solver, state.solution_status(), &stop) {
        Ok(hints) => HintAnswer::from_hints(args, &state, &hints),
        Err(end) => match stop_reason(&end, budget) {
            Some(reason) => HintAnswer::stopped(reason),
            None => HintAnswer {
                mistakes: list_mistakes(&end, symbols, args.language),
                text: format_end(args, symbols, &end),
                ..HintAnswer::with_status(end_status(&end), end_code(&end, None))
            },
        },
    }
}

/// Formats the reason why there is no step.
fn format_end(args: &Args, symbols: &Symbols, end: &PathEnd) -> String {
    let lines = match end {
        PathEnd::Wrong(_) | PathEnd::DeadEnd => end.wrong_sentences(symbols),
        PathEnd::Stuck | PathEnd::StuckWithMultiple => {
            vec![PathEnd::nothing_found(!args.technique.is_empty())]
        }
        _ => vec![end.text(args.level.unwrap_or_default(), symbols)],
    };
    let lines = lines.iter().map(|line| line.in_language(args.language));
    lines.map(|line| line + "\n").collect()
}

/// Lists what contradicts the solution.
pub(super) fn list_mistakes(end: &PathEnd, symbols: &Symbols, language: Language) -> Vec<String> {
    let all = end.contradictions(symbols);
    all.iter().map(|one| one.in_language(language)).collect()
}

/// Finds the requested steps, at least one.
fn find_hints(
    args: &Args,
    logical_solver: &LogicalSolver<'_>,
    status: &SolutionStatus,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Hint>, PathEnd> {
    if !args.all_steps && args.technique.is_empty() {
        return match HintOutcome::find(logical_solver, status) {
            HintOutcome::Step(hint) => Ok(vec![hint]),
            HintOutcome::End(end) => Err(end),
        };
    }
    if let Some(end) = PathEnd::for_state(logical_solver, status) {
        return Err(end);
    }
    let position = logical_solver.position();
    let named = if args.technique.is_empty() {
        TECHNIQUES
    } else {
        &args.technique
    };
    let (mut steps, mut seen) = (Vec::new(), HashSet::new());
    for technique in named {
        let _ = technique.for_each_step(&position, true, stop, &mut |step| {
            if seen.insert((technique.id, step.deduction.clone())) {
                steps.push(step);
            }
            if args.all_steps {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    }
    if stop() {
        return Err(PathEnd::Stopped);
    }
    if steps.is_empty() {
        return Err(PathEnd::new(SolveEnd::Stuck, status));
    }
    steps.sort_by_key(|step: &Step| step.difficulty);
    if !args.all_steps {
        steps.truncate(1);
    }
    let hint = |step| Hint::new(&position, step, status.has_multiple_solutions());
    Ok(steps.into_iter().map(hint).collect())
}

/// Formats a step as text.
fn format_hint(args: &Args, symbols: &Symbols, hint: &Hint) -> String {
    if !args.all_steps {
        let text = hint.text(args.level.unwrap_or_default());
        return text.in_language(args.language);
    }
    let step = &hint.step;
    let brief = format!(
        "{:>4}  {}: {}",
        step.difficulty.to_string(),
        step.technique.name_in(args.language),
        format_deduction(symbols, &step.deduction)
    );
    if args.level == Some(HintLevel::Full) {
        let text = step.explanation.text.in_language(args.language);
        format!("{brief}\n      {text}")
    } else {
        brief
    }
}

/// Returns a step as JSON, in the symbols of the puzzle.
pub(super) fn step_report(
    puzzle: &Puzzle,
    step: &Step,
    hint: String,
    language: Language,
) -> StepReport {
    let symbol = |candidate: &ndoku::Candidate| puzzle.symbols().symbol(candidate.digit);
    StepReport {
        technique: step.technique.id,
        name: step.technique.name_in(language),
        rating: step.difficulty.to_f64(),
        placements: step
            .deduction
            .placements
            .iter()
            .map(|one| format!("{}={}", one.cell, symbol(one)))
            .collect(),
        eliminations: step
            .deduction
            .eliminations
            .iter()
            .map(|one| format!("{}-{}", one.cell, symbol(one)))
            .collect(),
        hint,
        text: step.explanation.text.in_language(language),
        marks: step
            .explanation
            .highlights
            .iter()
            .map(|highlight| highlight_report(puzzle, highlight))
            .collect(),
    }
}

fn highlight_report(puzzle: &Puzzle, highlight: &Highlight) -> serde_json::Value {
    let named = |candidate: &ndoku::Candidate| {
        let symbol = puzzle.symbols().symbol(candidate.digit);
        format!("{}={symbol}", candidate.cell)
    };
    match highlight {
        Highlight::Cell(cell, role) => {
            serde_json::json!({ "cell": cell.to_string(), "role": role.name() })
        }
        Highlight::Candidate(candidate, role) => {
            serde_json::json!({ "candidate": named(candidate), "role": role.name() })
        }
        Highlight::House(house, role) => {
            let house = puzzle.layout().houses()[*house].name();
            serde_json::json!({ "house": house, "role": role.name() })
        }
        Highlight::Link { from, to, strong } => {
            let all = |ends: &[ndoku::Candidate]| ends.iter().map(named).collect::<Vec<_>>();
            serde_json::json!({ "from": all(from), "to": all(to), "link": if *strong { "strong" } else { "weak" } })
        }
    }
}
