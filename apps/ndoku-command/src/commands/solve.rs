//! `ndoku solve`: the solution of each puzzle, and whether it is the only one.

mod bulk;
mod listing;
mod passes;
mod path;
mod proof;
mod resumption;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku::format::{self, Aspect, Format, Record, Scope, WriteOptions};
use ndoku::{Choice, Solution, Solver, Stats, StopReason, Stopped, Threads, Verdict};
use serde::Serialize;

use bulk::{Buffers, Bulk, Form, Solving};
use resumption::Resumption;

use super::enumerate;
use crate::args::{OrderArg, Solve};
use crate::batch::{Item, Job, LARGE_BLOCK, Lump, Part, Run};
use crate::context::{Code, Context};
use crate::json::{self, Status};
use crate::messages::colours;
use crate::progress::{Progress, counted, grouped};
use crate::render::{self, Target};
use crate::resume::solves;
use crate::sink::Sink;

/// How many solutions are listed when no limit is given.
const LISTED: usize = 10;

/// Maximum number of solutions of a puzzle that are kept until all are found; more are written as
/// they come. Of a 255×255 grid they have 65 MB.
const KEPT: usize = 1_000;

/// What stands in the place of a puzzle without a solution.
pub(crate) const NONE: &str = format::NO_SOLUTION;

/// So many puzzles with several solutions are named; the others are only counted.
const NAMED: usize = 20;

/// What stands in the place of a puzzle for which a limit was reached.
pub(crate) const GIVEN_UP: &str = format::GIVEN_UP;

/// What stands in the place of what cannot be read as a puzzle.
pub(crate) const INVALID: &str = format::INVALID;

/// What stands in the place of a solution that the format cannot hold.
pub(crate) const NOT_WRITABLE: &str = format::NOT_WRITABLE;

/// What to look for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Question {
    /// None, one or several: the first solution is shown.
    Unique,
    /// Any solution.
    First,
    /// Up to so many, all shown.
    List(usize),
}

/// What came of an item; nothing if it is no puzzle.
type Answered = Option<Outcome>;

/// What came of one puzzle.
struct Outcome {
    status: Status,
    solutions: Vec<Solution>,
    /// There are more than these.
    more: bool,
    stats: Stats,
    stopped: Option<StopReason>,
    /// The name of the engine that was asked; empty if none was.
    engine: &'static str,
}

/// What a record of `--json` says of a puzzle.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    status: Status,
    /// How many were found, in decimal digits; see `json.rs`.
    solutions: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<bool>,
    /// Only with --verbose: puzzles that are solved together share their guesses.
    #[serde(skip_serializing_if = "Option::is_none")]
    guesses: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// How many puzzles had which status.
#[derive(Default)]
struct Tally {
    unique: u64,
    multiple: u64,
    solved: u64,
    none: u64,
    invalid: u64,
    stopped: u64,
}

pub(crate) fn run(context: &Context, args: &Solve) -> Code {
    if args.passes {
        return passes::run(context, args);
    }
    if args.path {
        return path::run(context, args);
    }
    if let Some(path) = &args.proof {
        return proof::run(context, args, path);
    }
    let question = match (args.limit, args.all) {
        (None, false) => Question::Unique,
        (None, true) => Question::List(LISTED),
        (Some(1), false) => Question::First,
        (Some(0), _) => Question::List(usize::MAX - 1),
        (Some(limit), _) => Question::List(limit),
    };
    let solver = || {
        Solver::new()
            .with_isa(args.work.isa)
            .with_engine(args.engine)
    };
    let asked = match Target::asked(context, &args.output) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    if let Question::List(limit) = question
        && limit > KEPT
    {
        if args.resume {
            let hint = format!("a run with --limit up to {KEPT} can be resumed");
            context.messages.error(
                "--resume does not support long lists of solutions",
                Some(&hint),
            );
            return Code::Usage;
        }
        if matches!(asked, Some(Target::Ndjson)) {
            return listing::run(context, args, limit as u64, solver());
        }
        let words = enumerate::Words {
            none: NONE,
            before: args.show_puzzle,
        };
        return enumerate::stream(
            context,
            &args.input,
            &args.output,
            &args.work,
            (limit as u64, solver()),
            Some(words),
        );
    }
    let form = resumption::line_form(question, asked);
    let path = args.output.path();
    let opened = resumption::open(context, args, form).and_then(|opened| match opened {
        Some((earlier, sink)) => Ok((Some(earlier), sink)),
        None if form.is_some() => Ok((None, Sink::open_resumable(context, path)?)),
        None => Ok((None, Sink::open(context, path)?)),
    });
    let (earlier, mut sink) = match opened {
        Ok(opened) => opened,
        Err(code) => return code,
    };
    let mut resumption = earlier.as_ref().map(Resumption::new);
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut writing = Writing::new(context, args, asked, sink.is_terminal());
    let mut tally = Tally::default();
    let mut code = Code::Done;
    let limited = args.work.pace.timeout.is_some()
        || args.work.max_guesses.is_some()
        || args.work.order == OrderArg::Sorted;
    let many =
        !context.verbose && !limited && matches!(question, Question::Unique | Question::First);
    let many = many && matches!(args.engine, Choice::Auto | Choice::Lanes);
    let form = writing
        .target
        .filter(|_| many)
        .and_then(|target| Form::of(target, &args.input));
    // While fewer puzzles than threads are in work, one that takes long may have several.
    let count = args.work.pace.threads();
    let threads = Arc::new(Threads::new(count));
    let shared = || {
        let mut solver = solver();
        solver.share_threads((count.get() > 1).then(|| Arc::clone(&threads)));
        solver
    };
    let worker = || Solving {
        context,
        solver: shared(),
        one: |solver: &mut Solver, job: &Job| match &job.item {
            Item::Puzzle(record) => {
                let _taken = threads.take();
                Some(context.with_budget(&args.work, |budget| {
                    answer(solver, record, question, budget)
                }))
            }
            _ => None,
        },
        question: form.map(|form| (question, form)),
        buffers: Buffers::default(),
    };
    let run = Run {
        context,
        input: &args.input,
        threads: count,
        prepare: Job::refuse_conflicts,
        earlier: earlier.as_ref(),
        lumps: form.map(|_| LARGE_BLOCK),
    };
    let listing = matches!(question, Question::List(_));
    let input_code = run.each(&mut progress, worker, |part| match part {
        Part::One(job, outcome) => {
            let outcome = outcome.unwrap_or_else(|| Outcome::of(Status::Invalid));
            if let Some(resumption) = resumption
                .as_mut()
                .filter(|_| !matches!(job.item, Item::Unopened(_)))
            {
                let text = || writing.text(context, &job, &outcome).into_bytes();
                refused(&mut code, resumption.continue_run(context, &mut sink, text))?;
            }
            code = code.and(tally.add(&outcome, listing));
            writing.put(context, &mut sink, job, outcome)
        }
        Part::Many(mut bulk) => {
            if let Some(resumption) = &mut resumption {
                refused(
                    &mut code,
                    resumption.continue_run(context, &mut sink, || first_line(bulk.text())),
                )?;
            }
            code = code.and(tally.add_all(&bulk));
            let flow = writing.put_all(context, &mut sink, &mut bulk);
            bulk.take_back();
            flow
        }
        Part::Last(job, outcome) => {
            let outcome = outcome.unwrap_or_else(|| Outcome::of(Status::Invalid));
            let Some(resumption) = &mut resumption else {
                return ControlFlow::Continue(());
            };
            let is_answer = |line: &[u8]| writing.has_written(context, line, &job, &outcome);
            refused(&mut code, resumption.take_last(context, &job, is_answer))
        }
        Part::Unlike(item) => resumption
            .as_mut()
            .map_or(ControlFlow::Break(()), |resumption| {
                refused(&mut code, resumption.refuse_line(context, item))
            }),
        Part::Short(items) => resumption
            .as_mut()
            .map_or(ControlFlow::Break(()), |resumption| {
                refused(&mut code, resumption.refuse_short(context, items))
            }),
    });
    writing.end(context, &mut sink, &tally);
    if writing.refused.get() {
        code = code.and(Code::Negative);
    }
    let closed = match resumption {
        Some(resumption) => resumption.close(context, sink),
        None => sink.close(context),
    };
    code.and(input_code).and(closed)
}

/// Returns the text up to its first line end.
fn first_line(text: &[u8]) -> Vec<u8> {
    text.split_inclusive(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default()
        .to_vec()
}

/// Ends the run if an earlier one wrote something else.
fn refused(code: &mut Code, own: Code) -> ControlFlow<()> {
    *code = code.and(own);
    if own == Code::Done {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

fn answer(
    solver: &mut Solver,
    record: &Record,
    question: Question,
    budget: &ndoku::Budget<'_>,
) -> Outcome {
    let puzzle = &record.puzzle;
    let engine = solver.engine(puzzle);
    let listed = |solutions: Vec<Solution>, more: bool, stats: Stats| {
        let status = match solutions.len() + usize::from(more) {
            0 => Status::None,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        Outcome {
            solutions,
            more,
            stats,
            ..Outcome::of(status)
        }
    };
    let outcome = match question {
        Question::Unique => engine
            .solve(puzzle, budget)
            .map(|answer| match answer.verdict {
                Verdict::Unsolvable => listed(Vec::new(), false, answer.stats),
                Verdict::Unique(solution) => listed(vec![solution], false, answer.stats),
                // The second is a witness; only the first is shown.
                Verdict::Multiple(first, second) => {
                    listed(vec![first, second], false, answer.stats)
                }
            }),
        Question::First => {
            let mut first = None;
            let searched = engine.search(puzzle, budget, &mut |digits| {
                first = Solution::new(puzzle.layout(), digits).ok();
                ControlFlow::Break(())
            });
            searched.map(|stats| {
                let status = if first.is_some() {
                    Status::Solved
                } else {
                    Status::None
                };
                Outcome {
                    solutions: first.into_iter().collect(),
                    stats,
                    ..Outcome::of(status)
                }
            })
        }
        Question::List(limit) => engine
            .first(puzzle, limit, budget)
            .map(|found| listed(found.solutions, found.more, found.stats)),
    };
    let outcome = outcome.unwrap_or_else(
        |Stopped {
             reason,
             stats,
             solutions,
         }| Outcome {
            solutions,
            stats,
            stopped: Some(reason),
            ..Outcome::of(Status::Stopped)
        },
    );
    // Only after the search it is known what it went through.
    Outcome {
        engine: engine.name(),
        ..outcome
    }
}

/// `1 guess`, `2 guesses`.
fn guesses(number: u64) -> String {
    if number == 1 {
        "1 guess".to_owned()
    } else {
        format!("{} guesses", grouped(number))
    }
}

impl Outcome {
    /// With nothing but a status.
    fn of(status: Status) -> Self {
        Self {
            status,
            solutions: Vec::new(),
            more: false,
            stats: Stats::default(),
            stopped: None,
            engine: "",
        }
    }
}

impl Tally {
    /// Counts an outcome. Of a puzzle whose solutions are listed, several are no bad news.
    fn add(&mut self, outcome: &Outcome, listing: bool) -> Code {
        let (count, code) = match outcome.status {
            Status::Unique => (&mut self.unique, Code::Done),
            Status::Solved => (&mut self.solved, Code::Done),
            Status::Multiple => (
                &mut self.multiple,
                if listing { Code::Done } else { Code::Negative },
            ),
            Status::None => (&mut self.none, Code::Negative),
            // The code for bad input comes with the input.
            Status::Invalid => (&mut self.invalid, Code::Done),
            _ => (
                &mut self.stopped,
                outcome.stopped.map_or(Code::Limit, Code::of_stop),
            ),
        };
        *count += 1;
        code
    }

    /// Counts the outcomes of many puzzles.
    fn add_all(&mut self, bulk: &Bulk) -> Code {
        self.unique += bulk.unique;
        self.solved += bulk.solved;
        self.none += bulk.none;
        self.multiple += bulk.multiple.len() as u64;
        if bulk.none > 0 || !bulk.multiple.is_empty() {
            Code::Negative
        } else {
            Code::Done
        }
    }

    fn total(&self) -> u64 {
        self.unique + self.multiple + self.solved + self.none + self.invalid + self.stopped
    }

    fn summary(&self) -> String {
        let parts = [
            (self.unique, "unique", true),
            (self.multiple, "multiple", true),
            (self.solved, "solved", false),
            (self.none, "none", true),
            (self.invalid, "invalid", false),
            (self.stopped, "stopped", false),
        ];
        let shown = parts
            .iter()
            .filter(|(count, _, always)| *count > 0 || (*always && self.solved == 0));
        let words: Vec<String> = shown
            .map(|(count, word, _)| format!("{} {word}", grouped(*count)))
            .collect();
        format!("{} puzzles: {}", grouped(self.total()), words.join(", "))
    }
}

/// Writes the outcomes. What to write may have to wait for the second puzzle: one alone on a terminal is drawn as a grid, several are lines.
struct Writing<'a> {
    args: &'a Solve,
    target: Option<Target>,
    terminal: bool,
    held: Option<(Job, Outcome)>,
    written: usize,
    verbose: bool,
    options: WriteOptions,
    /// Whether the grids may have colour and weight.
    colour: bool,
    head_done: bool,
    /// A solution could not be written in the format.
    refused: Cell<bool>,
    /// Puzzles with several solutions that were met so far.
    several: Cell<usize>,
}

impl<'a> Writing<'a> {
    fn new(context: &Context, args: &'a Solve, target: Option<Target>, terminal: bool) -> Self {
        let options = WriteOptions {
            blank: None,
            ascii: args.output.ascii,
        };
        let target = target.or_else(|| (!terminal).then(Target::lines));
        Self {
            args,
            target,
            terminal,
            held: None,
            written: 0,
            verbose: context.verbose,
            options,
            colour: colours(context.colour, terminal),
            head_done: false,
            refused: Cell::new(false),
            several: Cell::new(0),
        }
    }

    fn put(
        &mut self,
        context: &Context,
        sink: &mut Sink,
        job: Job,
        outcome: Outcome,
    ) -> ControlFlow<()> {
        match (self.target, self.held.take()) {
            (Some(target), _) => self.write(context, sink, target, &job, &outcome),
            (None, None) => {
                self.held = Some((job, outcome));
                ControlFlow::Continue(())
            }
            (None, Some((first, first_outcome))) => {
                let target = Target::lines();
                self.target = Some(target);
                self.write(context, sink, target, &first, &first_outcome)?;
                self.write(context, sink, target, &job, &outcome)
            }
        }
    }

    /// Writes the outcomes of many puzzles.
    fn put_all(&mut self, context: &Context, sink: &mut Sink, bulk: &mut Bulk) -> ControlFlow<()> {
        self.written += bulk.count();
        for line in bulk.multiple.iter().take(NAMED + 1) {
            self.not_unique(context, &format!("{}:{line}: ", bulk.origin.name));
        }
        sink.write_bytes(bulk.text())
    }

    /// Says that a puzzle has several solutions, as long as there are not too many of the kind.
    fn not_unique(&self, context: &Context, place: &str) {
        let number = self.several.get();
        self.several.set(number + 1);
        if number < NAMED {
            context.say(&format!(
                "{place}not unique: the first of several solutions is shown"
            ));
        } else if number == NAMED {
            context.say("(further puzzles with several solutions are only counted)");
        }
    }

    /// Returns what is written of an item.
    fn text(&self, context: &Context, job: &Job, outcome: &Outcome) -> String {
        match self.target {
            Some(Target::Ndjson) => self.report(job, outcome),
            Some(target @ Target::Format(format)) => {
                self.in_format(context, format, target, job, outcome)
            }
            None => String::new(),
        }
    }

    /// Whether an earlier run may have written this line for an item.
    fn has_written(&self, context: &Context, line: &[u8], job: &Job, outcome: &Outcome) -> bool {
        let text = self.text(context, job, outcome);
        if text.trim_end_matches('\n').as_bytes() == line {
            return true;
        }
        // Time may have run out then and not now, and another engine may have met another solution first, after other guesses.
        let line = String::from_utf8_lossy(line);
        let Item::Puzzle(record) = &job.item else {
            return false;
        };
        if let Some(Target::Ndjson) = self.target {
            let Ok(earlier) = serde_json::from_str::<serde_json::Value>(&line) else {
                return false;
            };
            let same_status = earlier["status"] == outcome.status.name();
            return earlier["n"] == job.number
                && (earlier["status"] == "stopped"
                    || same_status
                        && earlier["solution"]
                            .as_str()
                            .is_none_or(|line| solves(record, line)));
        }
        // Of a pair every line was compared with its puzzle before; the puzzle stands on both sides.
        let solution = if self.target.is_some_and(|target| target.is("pair")) {
            line.split(',').nth(1).unwrap_or(&line)
        } else {
            &line
        };
        line == GIVEN_UP || solves(record, solution)
    }

    fn end(&mut self, context: &Context, sink: &mut Sink, tally: &Tally) {
        if let Some((job, outcome)) = self.held.take() {
            let target = match &job.item {
                Item::Puzzle(record) => Target::drawing(record),
                _ => Target::lines(),
            };
            let _ = self.write(context, sink, target, &job, &outcome);
        }
        if let Some(Target::Format(Format {
            write: Some(writer),
            ..
        })) = self.target
        {
            if !self.head_done {
                let _ = sink.write_frame(writer.head);
            }
            let _ = sink.write_frame(writer.tail);
        }
        if tally.total() > 1 {
            context.say(&tally.summary());
        }
    }

    fn write(
        &mut self,
        context: &Context,
        sink: &mut Sink,
        target: Target,
        job: &Job,
        outcome: &Outcome,
    ) -> ControlFlow<()> {
        self.written += 1;
        self.remark(context, job, outcome);
        match target {
            Target::Ndjson => sink.write(&self.report(job, outcome)),
            Target::Format(format) => {
                let text = self.in_format(context, format, target, job, outcome);
                if text.is_empty() {
                    if outcome.solutions.is_empty() && outcome.status != Status::Invalid {
                        context.say(&format!(
                            "{}no solution; skipped, because the format {} cannot hold that",
                            job.place(),
                            format.id
                        ));
                    }
                    return ControlFlow::Continue(());
                }
                let head = format.write.as_ref().map_or("", |writer| writer.head);
                let before = if self.head_done {
                    target.between()
                } else {
                    head
                };
                self.head_done = true;
                sink.write(before)?;
                sink.write(&text)
            }
        }
    }

    /// What is said of an outcome on standard error.
    fn remark(&self, context: &Context, job: &Job, outcome: &Outcome) {
        let place = job.place();
        let listing = self.args.all || self.args.limit.is_some_and(|limit| limit != 1);
        match outcome.status {
            Status::Unique if self.terminal && self.target.is_none() => {
                if let Item::Puzzle(record) = &job.item {
                    context.say(&format!(
                        "exactly one solution; {}",
                        counted(record.puzzle.clue_count() as u64, "clue")
                    ));
                }
            }
            Status::Multiple if !listing => self.not_unique(context, &place),
            Status::Multiple | Status::Unique if listing => {
                let more = if outcome.more {
                    ", and there are more (--limit 0 shows all)"
                } else {
                    ""
                };
                context.say(&format!(
                    "{place}solutions: {}{more}",
                    grouped(outcome.solutions.len() as u64)
                ));
            }
            Status::None => context.detail(&format!("{place}no solution")),
            Status::Stopped => {
                let reason = outcome
                    .stopped
                    .map(|reason| reason.to_string())
                    .unwrap_or_default();
                context.messages.say(&format!(
                    "{place}given up: {reason}, after {}",
                    guesses(outcome.stats.guesses)
                ));
            }
            _ => {}
        }
        if let Item::Puzzle(record) = &job.item {
            let engine = outcome.engine;
            let Stats {
                guesses,
                contradictions,
                ..
            } = outcome.stats;
            let clues = record.puzzle.clue_count();
            context.detail(&format!(
                "{place}{}; {}; engine {engine}: {}, {}",
                record.puzzle.layout(),
                counted(clues as u64, "clue"),
                self::guesses(guesses),
                counted(contradictions, "contradiction")
            ));
        }
    }

    fn report(&self, job: &Job, outcome: &Outcome) -> String {
        let Item::Puzzle(record) = &job.item else {
            return json::invalid(job, &self.args.input).unwrap_or_default();
        };
        let line = |solution: &Solution| render::line(&record.puzzle, solution.digits());
        let listing = self.args.all || self.args.limit.is_some_and(|limit| limit != 1);
        let report = Report {
            id: record.meta.id.as_deref(),
            status: outcome.status,
            solutions: outcome.solutions.len().to_string(),
            solution: outcome.solutions.first().map(line),
            list: listing.then(|| outcome.solutions.iter().map(line).collect()),
            more: listing.then_some(outcome.more),
            guesses: self.verbose.then_some(outcome.stats.guesses),
            reason: outcome.stopped.map(json::reason),
        };
        json::record(job, &self.args.input, report)
    }

    /// What is written of an outcome in a format; nothing where the format has no way to say that there is no solution.
    fn in_format(
        &self,
        context: &Context,
        format: &'static Format,
        target: Target,
        job: &Job,
        outcome: &Outcome,
    ) -> String {
        // Where the format is text for people, words keep the place of what has no solution.
        let words = |words: &str| {
            if format.scope == Scope::Unit {
                format!("{words}\n")
            } else {
                String::new()
            }
        };
        let Item::Puzzle(record) = &job.item else {
            return words(INVALID);
        };
        let told = |written: Result<String, String>| {
            let colour = self.colour && ["grid", "s0", "spaced"].contains(&format.id);
            match written {
                Ok(text) if colour => ndoku_render::terminal::emphasize(&text, &record.puzzle),
                Ok(text) => text,
                Err(problem) => {
                    self.refused.set(true);
                    let hint = "`--to line` and `--to ndjson` write every solution";
                    context
                        .messages
                        .error(&format!("{}{problem}", job.place()), Some(hint));
                    words(NOT_WRITABLE)
                }
            }
        };
        let mut out = String::new();
        // The BEFORE and SOLVED of a spaced display belong together.
        if (self.args.show_puzzle || format.id == "spaced") && target.is_tall() {
            out.push_str(&format!(
                "BEFORE\n{}\nSOLVED\n",
                told(render::write(record, format, &self.options))
            ));
        }
        if outcome.solutions.is_empty() {
            if format.scope == Scope::Document && format.keeps.contains(&Aspect::Solution) {
                let without = Record {
                    solution: None,
                    ..(**record).clone()
                };
                return told(render::write(&without, format, &self.options));
            }
            return out
                + &words(if outcome.status == Status::Stopped {
                    GIVEN_UP
                } else {
                    NONE
                });
        }
        let listing = self.args.all || self.args.limit.is_some_and(|limit| limit != 1);
        let shown = if listing { outcome.solutions.len() } else { 1 };
        for (number, solution) in outcome.solutions.iter().take(shown).enumerate() {
            if number > 0 {
                out.push_str(target.between());
            }
            out.push_str(&told(render::solution(
                record,
                solution.digits(),
                format,
                &self.options,
            )));
        }
        out
    }
}
