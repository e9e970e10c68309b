//! `ndoku hint`: what to do next in a puzzle in any state.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use ndoku::Solver;
use ndoku::format::Record;
use ndoku::hint::{Game, HintLevel, Mistake, Walker, say};
use ndoku::logic::step::{Step, written};
use ndoku::logic::{Context as Position, TECHNIQUES};
use ndoku::{Budget, Mark, StopReason, Verdict};
use serde::Serialize;

use crate::args::Hint;
use crate::batch::{self, Item, Job};
use crate::context::{Code, Context};
use crate::json::{self, Status};
use crate::progress::Progress;
use crate::sink::Sink;

/// A search that takes longer says that it is one.
const PATIENCE: Duration = Duration::from_millis(1_500);

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

/// What a record of `--json` says of a puzzle.
#[derive(Serialize)]
struct Report {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    mistakes: Vec<String>,
    steps: Vec<StepReport>,
}

/// What came of a puzzle.
struct Outcome {
    advice: Advice,
    mistakes: Vec<String>,
    steps: Vec<StepReport>,
    /// What is written of it.
    text: String,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Advice {
    Hint,
    /// Several solutions; there may be a hint all the same.
    Several,
    Solved,
    /// The state contradicts the solution.
    Wrong,
    /// No technique finds anything.
    Stuck,
    None,
    Stopped(StopReason),
}

impl Advice {
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
            Self::Stopped(reason) => Some(json::reason(reason)),
            _ => None,
        }
    }

    const fn code(self) -> Code {
        match self {
            Self::Hint | Self::Solved => Code::Done,
            Self::Stopped(reason) => Code::of_stop(reason),
            _ => Code::Negative,
        }
    }
}

pub(crate) fn run(context: &Context, args: &Hint) -> Code {
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut code = Code::Done;
    let worker = || {
        let mut solver = Solver::new();
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => {
                let search = || {
                    context.with_timeout(args.pace.timeout, |budget| {
                        answer(args, record, &mut solver, budget)
                    })
                };
                let place = job.place();
                let remark =
                    move || format!("{place}still searching; --timeout ends it, Ctrl-C too");
                Some(context.saying_after(PATIENCE, remark, search))
            }
            _ => None,
        }
    };
    let input_code = batch::run(
        context,
        &args.input,
        args.pace.threads(),
        &mut progress,
        Job::refuse_conflicts,
        worker,
        |job, outcome: Option<Outcome>| {
            let Some(outcome) = outcome else {
                let bad = json::invalid(&job, &args.input).filter(|_| args.output.json);
                return bad.map_or(ControlFlow::Continue(()), |bad| sink.write(&bad));
            };
            code = code.and(outcome.advice.code());
            if args.output.json {
                let Outcome {
                    advice,
                    mistakes,
                    steps,
                    ..
                } = outcome;
                let report = Report {
                    status: advice.status(),
                    reason: advice.reason(),
                    mistakes,
                    steps,
                };
                return sink.write(&json::record(&job, &args.input, report));
            }
            let place = job.place();
            match outcome.advice {
                Advice::Several => {
                    context
                        .say(&format!("{place}the puzzle has more than one solution: techniques that rely on a single one are left out"));
                }
                Advice::Stopped(reason) => context.say(&format!("{place}no hint: {reason}")),
                _ => {}
            }
            if outcome.text.is_empty() {
                ControlFlow::Continue(())
            } else {
                sink.write(&outcome.text)
            }
        },
    );
    code.and(input_code).and(sink.close(context))
}

fn answer(args: &Hint, record: &Record, solver: &mut Solver, budget: &Budget<'_>) -> Outcome {
    let told = |advice, text: &str| Outcome {
        advice,
        mistakes: Vec::new(),
        steps: Vec::new(),
        text: format!("{text}\n"),
    };
    let stopped = |reason| Outcome {
        advice: Advice::Stopped(reason),
        mistakes: Vec::new(),
        steps: Vec::new(),
        text: String::new(),
    };
    let game = match Game::new(record, solver, budget) {
        Ok(game) => game,
        Err(error) => return stopped(error.reason),
    };
    if matches!(game.verdict(), Verdict::Unsolvable) {
        return told(Advice::None, "The puzzle has no solution.");
    }
    let mistakes = mistakes(&game);
    if !mistakes.is_empty() {
        let text = mistakes
            .iter()
            .map(|mistake| format!("Wrong: {mistake}.\n"))
            .collect();
        return Outcome {
            advice: Advice::Wrong,
            mistakes,
            steps: Vec::new(),
            text,
        };
    }
    if game.board().open_count() == 0 {
        return told(Advice::Solved, "The puzzle is solved.");
    }
    let stop = || budget.poll().is_some();
    let mut walker = game.walker().stopping_if(&stop);
    if args.no_uniqueness {
        walker = walker.assuming_unique(false);
    }
    let steps = steps(args, &walker, &stop);
    if let Some(reason) = budget.poll() {
        return stopped(reason);
    }
    let position = walker.context();
    let is_unique = game.solution().is_some();
    let advice = if !is_unique {
        Advice::Several
    } else if steps.is_empty() {
        Advice::Stuck
    } else {
        Advice::Hint
    };
    let mut text: String = steps
        .iter()
        .map(|step| line(args, &position, step) + "\n")
        .collect();
    if steps.is_empty() {
        let which = if args.technique.is_empty() {
            "No technique"
        } else {
            "None of the techniques asked for"
        };
        text = format!("{which} finds anything here.\n");
    }
    let hint = |step: &Step| say(&position, step, args.level);
    let steps = steps
        .iter()
        .map(|step| report(&position, step, hint(step)))
        .collect();
    Outcome {
        advice,
        mistakes: Vec::new(),
        steps,
        text,
    }
}

/// What contradicts the solution, in words.
pub(super) fn mistakes(game: &Game) -> Vec<String> {
    let symbols = game.puzzle().symbols();
    let said = |mistake: &Mistake| match mistake {
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
    game.mistakes().iter().map(said).chain(dead_end).collect()
}

/// The steps that are asked for.
fn steps(args: &Hint, walker: &Walker<'_>, stop: &dyn Fn() -> bool) -> Vec<Step> {
    if !args.all_steps && args.technique.is_empty() {
        return walker.look().into_iter().collect();
    }
    let position = walker.context();
    let named = if args.technique.is_empty() {
        TECHNIQUES
    } else {
        &args.technique
    };
    let (mut steps, mut seen) = (Vec::new(), HashSet::new());
    for technique in named {
        let _ = technique.each(&position, true, stop, &mut |step| {
            if seen.insert((technique.id, step.effect.clone())) {
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

/// A step for people.
fn line(args: &Hint, position: &Position<'_>, step: &Step) -> String {
    if !args.all_steps {
        return say(position, step, args.level);
    }
    let brief = format!(
        "{:>4}  {}: {}",
        step.difficulty.to_string(),
        step.technique.name,
        written(position, &step.effect)
    );
    if args.level == HintLevel::Full {
        format!("{brief}\n      {}", step.why.text)
    } else {
        brief
    }
}

/// A step for programs, in the symbols of the puzzle.
pub(super) fn report(position: &Position<'_>, step: &Step, hint: String) -> StepReport {
    let symbol = |candidate: &ndoku::Candidate| position.say_digit(candidate.digit);
    StepReport {
        technique: step.technique.id,
        name: step.technique.name,
        rating: step.difficulty.to_f64(),
        placements: step
            .effect
            .placements
            .iter()
            .map(|one| format!("{}={}", one.cell, symbol(one)))
            .collect(),
        eliminations: step
            .effect
            .eliminations
            .iter()
            .map(|one| format!("{}-{}", one.cell, symbol(one)))
            .collect(),
        hint,
        text: step.why.text.clone(),
        marks: step
            .why
            .marks
            .iter()
            .map(|mark| mark_report(position, mark))
            .collect(),
    }
}

fn mark_report(position: &Position<'_>, mark: &Mark) -> serde_json::Value {
    let named = |candidate: &ndoku::Candidate| {
        format!("{}={}", candidate.cell, position.say_digit(candidate.digit))
    };
    match mark {
        Mark::Cell(cell, role) => {
            serde_json::json!({ "cell": cell.to_string(), "role": role.name() })
        }
        Mark::Candidate(candidate, role) => {
            serde_json::json!({ "candidate": named(candidate), "role": role.name() })
        }
        Mark::House(house, role) => {
            serde_json::json!({ "house": position.say_house(*house), "role": role.name() })
        }
        Mark::Link { from, to, strong } => {
            let all = |ends: &[ndoku::Candidate]| ends.iter().map(named).collect::<Vec<_>>();
            serde_json::json!({ "from": all(from), "to": all(to), "link": if *strong { "strong" } else { "weak" } })
        }
    }
}
