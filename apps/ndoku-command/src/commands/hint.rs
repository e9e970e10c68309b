//! `ndoku hint`: finds the next step of a puzzle in any state.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use ndoku::Solver;
use ndoku::format::Record;
use ndoku::hint::{Game, HintLevel, LogicalSolver, Mistake, explain};
use ndoku::logic::step::{Step, format_deduction};
use ndoku::logic::{Position, TECHNIQUES};
use ndoku::{Budget, Highlight, StopReason, Verdict};
use serde::Serialize;

use crate::args::Hint;
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::Progress;
use crate::sink::Sink;

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
struct Report {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    mistakes: Vec<String>,
    steps: Vec<StepReport>,
}

/// The outcome of a puzzle.
struct Outcome {
    status: HintStatus,
    mistakes: Vec<String>,
    steps: Vec<StepReport>,
    /// The text to write.
    text: String,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum HintStatus {
    Hint,
    /// There are several solutions. There may still be a hint.
    Several,
    Solved,
    /// The state contradicts the solution.
    Wrong,
    /// No technique applies.
    Stuck,
    None,
    Stopped(StopReason),
}

impl HintStatus {
    const fn status(self) -> Status {
        match self {
            Self::Hint => Status::Ok,
            Self::Several => Status::Multiple,
            Self::Solved => Status::Solved,
            Self::Wrong => Status::Wrong,
            Self::Stuck => Status::Stuck,
            Self::None => Status::None,
            Self::Stopped(_) => Status::Stopped,
        }
    }

    const fn reason(self) -> Option<&'static str> {
        match self {
            Self::Stopped(reason) => Some(json::stop_reason_name(reason)),
            _ => None,
        }
    }

    const fn code(self) -> ExitCode {
        match self {
            Self::Hint | Self::Solved => ExitCode::Done,
            Self::Stopped(reason) => ExitCode::from_stop_reason(reason),
            _ => ExitCode::Negative,
        }
    }
}

pub(crate) fn run(context: &Context, args: &Hint) -> ExitCode {
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut code = ExitCode::Done;
    let worker = || {
        let mut solver = Solver::new();
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => {
                let search = || {
                    context.with_timeout(args.run.timeout, |budget| {
                        find_hint(args, record, &mut solver, budget)
                    })
                };
                let place = job.place();
                let remark =
                    move || format!("{place}still searching; --timeout or Ctrl-C ends the search");
                Some(context.with_delayed_info(SEARCH_NOTICE_DELAY, remark, search))
            }
            _ => None,
        }
    };
    let input_code = batch::run(
        context,
        &args.input,
        args.run.threads(),
        &mut progress,
        Job::refuse_conflicts,
        worker,
        |job, outcome: Option<Outcome>| {
            let Some(outcome) = outcome else {
                let bad = json::invalid(&job, &args.input).filter(|_| args.output.json);
                return bad.map_or(ControlFlow::Continue(()), |bad| sink.write(&bad));
            };
            code = code.or_worse(outcome.status.code());
            if args.output.json {
                let Outcome {
                    status,
                    mistakes,
                    steps,
                    ..
                } = outcome;
                let report = Report {
                    status: status.status(),
                    reason: status.reason(),
                    mistakes,
                    steps,
                };
                return sink.write(&json::puzzle_record(&job, &args.input, report));
            }
            let place = job.place();
            match outcome.status {
                HintStatus::Several => {
                    context.info(&format!(
                        "{place}the puzzle has more than one solution; techniques \
                            that assume a unique solution are skipped"
                    ));
                }
                HintStatus::Stopped(reason) => context.info(&format!("{place}no hint: {reason}")),
                _ => {}
            }
            if outcome.text.is_empty() {
                ControlFlow::Continue(())
            } else {
                sink.write(&outcome.text)
            }
        },
    );
    code.or_worse(input_code).or_worse(sink.close(context))
}

fn find_hint(args: &Hint, record: &Record, solver: &mut Solver, budget: &Budget<'_>) -> Outcome {
    let only_text = |status, text: &str| Outcome {
        status,
        mistakes: Vec::new(),
        steps: Vec::new(),
        text: format!("{text}\n"),
    };
    let stopped = |reason| Outcome {
        status: HintStatus::Stopped(reason),
        mistakes: Vec::new(),
        steps: Vec::new(),
        text: String::new(),
    };
    let game = match Game::new(record, solver, budget) {
        Ok(game) => game,
        Err(error) => return stopped(error.reason),
    };
    if matches!(game.verdict(), Verdict::Unsolvable) {
        return only_text(HintStatus::None, "The puzzle has no solution.");
    }
    let mistakes = list_mistakes(&game);
    if !mistakes.is_empty() {
        let text = mistakes
            .iter()
            .map(|mistake| format!("Wrong: {mistake}.\n"))
            .collect();
        return Outcome {
            status: HintStatus::Wrong,
            mistakes,
            steps: Vec::new(),
            text,
        };
    }
    if game.board().open_count() == 0 {
        return only_text(HintStatus::Solved, "The puzzle is solved.");
    }
    let stop = || budget.poll().is_some();
    let mut logical_solver = game.logical_solver().with_stop(&stop);
    if args.no_uniqueness {
        logical_solver = logical_solver.with_uniqueness(false);
    }
    let steps = find_steps(args, &logical_solver, &stop);
    if let Some(reason) = budget.poll() {
        return stopped(reason);
    }
    let position = logical_solver.position();
    let is_unique = game.solution().is_some();
    let status = if !is_unique {
        HintStatus::Several
    } else if steps.is_empty() {
        HintStatus::Stuck
    } else {
        HintStatus::Hint
    };
    let mut text: String = steps
        .iter()
        .map(|step| format_step(args, &position, step) + "\n")
        .collect();
    if steps.is_empty() {
        let which = if args.technique.is_empty() {
            "No technique"
        } else {
            "None of the selected techniques"
        };
        text = format!("{which} finds anything here.\n");
    }
    let hint = |step: &Step| explain(&position, step, args.level);
    let steps = steps
        .iter()
        .map(|step| step_report(&position, step, hint(step)))
        .collect();
    Outcome {
        status,
        mistakes: Vec::new(),
        steps,
        text,
    }
}

/// Lists what contradicts the solution.
pub(super) fn list_mistakes(game: &Game) -> Vec<String> {
    let symbols = game.puzzle().symbols();
    let describe = |mistake: &Mistake| match mistake {
        Mistake::Digit(digit) => format!(
            "{} does not belong in {}",
            symbols.symbol(digit.digit),
            digit.cell
        ),
        Mistake::Candidate(gone) => format!(
            "{} was removed from {}, and belongs there",
            symbols.symbol(gone.digit),
            gone.cell
        ),
    };
    let dead_end = game
        .is_dead_end()
        .then(|| "no solution of the puzzle has all these digits and candidates".to_owned());
    game.mistakes()
        .iter()
        .map(describe)
        .chain(dead_end)
        .collect()
}

/// Returns the requested steps.
fn find_steps(
    args: &Hint,
    logical_solver: &LogicalSolver<'_>,
    stop: &dyn Fn() -> bool,
) -> Vec<Step> {
    if !args.all_steps && args.technique.is_empty() {
        return logical_solver.next_step().into_iter().collect();
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
    steps.sort_by_key(|step: &Step| step.difficulty);
    if !args.all_steps {
        steps.truncate(1);
    }
    steps
}

/// Formats a step as text.
fn format_step(args: &Hint, position: &Position<'_>, step: &Step) -> String {
    if !args.all_steps {
        return explain(position, step, args.level);
    }
    let brief = format!(
        "{:>4}  {}: {}",
        step.difficulty.to_string(),
        step.technique.name,
        format_deduction(position, &step.deduction)
    );
    if args.level == HintLevel::Full {
        format!("{brief}\n      {}", step.explanation.text)
    } else {
        brief
    }
}

/// Returns a step as JSON, in the symbols of the puzzle.
pub(super) fn step_report(position: &Position<'_>, step: &Step, hint: String) -> StepReport {
    let symbol = |candidate: &ndoku::Candidate| position.format_digit(candidate.digit);
    StepReport {
        technique: step.technique.id,
        name: step.technique.name,
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
        text: step.explanation.text.clone(),
        marks: step
            .explanation
            .marks
            .iter()
            .map(|mark| mark_report(position, mark))
            .collect(),
    }
}

fn mark_report(position: &Position<'_>, mark: &Highlight) -> serde_json::Value {
    let named = |candidate: &ndoku::Candidate| {
        format!(
            "{}={}",
            candidate.cell,
            position.format_digit(candidate.digit)
        )
    };
    match mark {
        Highlight::Cell(cell, role) => {
            serde_json::json!({ "cell": cell.to_string(), "role": role.name() })
        }
        Highlight::Candidate(candidate, role) => {
            serde_json::json!({ "candidate": named(candidate), "role": role.name() })
        }
        Highlight::House(house, role) => {
            serde_json::json!({ "house": position.house_name(*house), "role": role.name() })
        }
        Highlight::Link { from, to, strong } => {
            let all = |ends: &[ndoku::Candidate]| ends.iter().map(named).collect::<Vec<_>>();
            serde_json::json!({ "from": all(from), "to": all(to), "link": if *strong { "strong" } else { "weak" } })
        }
    }
}
