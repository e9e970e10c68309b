//! `ndoku canon`: puzzles in canonical form.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use ndoku::canonical::{Canonical, CanonicalError, Canonizer};
use ndoku::format::{Format, Record, WriteOptions};
use ndoku::{Layout, Puzzle, StopReason};
use serde::Serialize;

use crate::args::Canon;
use crate::batch::{self, Item, Job};
use crate::context::{Code, Context};
use crate::progress::{Progress, counted, grouped};
use crate::render::{self, Target};
use crate::sink::Sink;

/// With `--json` so many automorphisms are listed.
const LISTED: usize = 100;

/// A line of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    n: usize,
    line: usize,
    form: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transformation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inverse: Option<String>,
    /// Decimal digits: it may be beyond any machine word.
    #[serde(skip_serializing_if = "Option::is_none")]
    automorphisms: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automorphism_list: Option<Vec<String>>,
    /// The number of the class of its solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<usize>,
}

/// What came of a puzzle.
struct Outcome {
    found: Result<Found, CanonicalError>,
    /// Of the class of its solution, if that is asked for and there is one.
    class: Option<u128>,
}

struct Found {
    canonical: Canonical,
    /// As it is written.
    text: Result<String, String>,
    hash: u128,
}

pub(crate) fn run(context: &Context, args: &Canon) -> Code {
    let target = match Target::asked(context, &args.output) {
        Ok(target) => target.unwrap_or_else(Target::lines),
        Err(code) => return code,
    };
    let adds = args.show_transformation || args.automorphisms || args.group;
    if adds && !target.is("line") && matches!(target, Target::Format(_)) {
        context.messages.error("columns can be added to lines only", Some("leave --to out, or use --json"));
        return Code::Usage;
    }
    let format = match target {
        Target::Format(format) => format,
        Target::Ndjson => match Target::lines() {
            Target::Format(format) => format,
            Target::Ndjson => return Code::Usage,
        },
    };
    let mut sink = match Sink::open(context, args.output.output.as_deref()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let options = &WriteOptions { ascii: args.output.ascii, ..WriteOptions::default() };
    let worker = || {
        let mut canonizer = Canonizer::new();
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => {
                Some(context.with_timeout(args.pace.timeout, |budget| outcome(&mut canonizer, args, record, format, options, budget)))
            }
            _ => None,
        }
    };
    let mut tally = Tally::default();
    let mut code = Code::Done;
    let consume = |job: Job, outcome: Option<Outcome>| {
        let (own, group, is_new) = tally.add(context, args, &job, outcome.as_ref());
        code = code.and(own);
        if !is_new {
            return ControlFlow::Continue(());
        }
        match target {
            Target::Ndjson => sink.write(&(as_json(args, &job, outcome.as_ref(), group) + "\n")),
            Target::Format(_) if target.is("line") => sink.write(&(as_line(args, outcome.as_ref(), group) + "\n")),
            Target::Format(_) => match outcome.as_ref().and_then(|outcome| outcome.found.as_ref().ok()) {
                Some(Found { text: Ok(text), .. }) => {
                    let between = if tally.written == 1 { "" } else { target.between() };
                    sink.write(between)?;
                    sink.write(text)
                }
                _ => ControlFlow::Continue(()),
            },
        }
    };
    let input_code = batch::run(context, &args.input, args.pace.threads, &mut progress, Job::refuse_conflicts, worker, consume);
    tally.end(context, args);
    code.and(input_code).and(sink.close(context))
}

fn outcome(
    canonizer: &mut Canonizer,
    args: &Canon,
    record: &Record,
    format: &Format,
    options: &WriteOptions,
    budget: &ndoku::Budget<'_>,
) -> Outcome {
    let layout = record.puzzle.layout();
    let found = canonizer.canonical(args.form, &record.puzzle, budget).map(|canonical| {
        let puzzle = Puzzle::from_array(layout, &canonical.form).and_then(|puzzle| puzzle.with_symbols(record.puzzle.symbols().clone()));
        let text = puzzle.map_err(|error| error.to_string()).and_then(|puzzle| render::write(&Record::from(puzzle), format, options));
        Found { hash: hash(layout, &canonical.form), canonical, text }
    });
    let class = args.group.then(|| canonizer.class(&record.puzzle, budget).ok().map(|class| hash(layout, &class))).flatten();
    Outcome { found, class }
}

/// 128 bits for a form: with a million of them two that are equal by chance are as likely as 10⁻²⁶.
fn hash(layout: &Layout, form: &[u8]) -> u128 {
    let of = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, form).hash(&mut hasher);
        if !layout.is_classic() {
            layout.houses().iter().for_each(|house| house.cells().hash(&mut hasher));
            layout.constraints().iter().for_each(|constraint| format!("{constraint:?}").hash(&mut hasher));
        }
        u128::from(hasher.finish())
    };
    of(0) << 64 | of(1)
}

fn as_line(args: &Canon, outcome: Option<&Outcome>, group: Option<usize>) -> String {
    let Some(Outcome { found: Ok(found), .. }) = outcome else { return String::new() };
    let mut line = found.text.as_deref().unwrap_or_default().trim_end().to_owned();
    if args.show_transformation {
        let transformation = found.canonical.transformation();
        line += &format!("\t{transformation}\t{}", transformation.inverse());
    }
    if args.automorphisms {
        line += &format!("\t{}", found.canonical.automorphisms());
    }
    if args.group {
        line += &group.map_or_else(|| "\t-".to_owned(), |group| format!("\t{group}"));
    }
    line
}

fn as_json(args: &Canon, job: &Job, outcome: Option<&Outcome>, group: Option<usize>) -> String {
    let puzzle = match &job.item {
        Item::Puzzle(record) => match Target::lines() {
            Target::Format(format) => render::write(record, format, &WriteOptions::default()).ok(),
            Target::Ndjson => None,
        },
        _ => None,
    };
    let found = outcome.and_then(|outcome| outcome.found.as_ref().ok());
    let reason = outcome.and_then(|outcome| outcome.found.as_ref().err());
    let transformation = found.filter(|_| args.show_transformation).map(|found| found.canonical.transformation());
    let counted = found.filter(|_| args.automorphisms);
    let report = Report {
        n: job.number,
        line: job.line,
        form: args.form.name(),
        status: match (outcome, reason) {
            (None, _) => "invalid",
            (_, Some(CanonicalError::Stopped(StopReason::Time))) => "timeout",
            (_, Some(_)) => "none",
            _ => "found",
        },
        puzzle: puzzle.as_deref().map(str::trim_end),
        canonical: found.and_then(|found| found.text.as_deref().ok()).map(str::trim_end),
        reason: reason.map(ToString::to_string),
        inverse: transformation.as_ref().map(|transformation| transformation.inverse().to_string()),
        transformation: transformation.map(|transformation| transformation.to_string()),
        automorphisms: counted.map(|found| found.canonical.automorphisms()),
        automorphism_list: counted.map(|found| found.canonical.list(LISTED).iter().map(ToString::to_string).collect()),
        group,
    };
    serde_json::to_string(&report).unwrap_or_default()
}

/// What came of all.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    written: u64,
    dropped: u64,
    without: u64,
    seen: HashSet<u128>,
    groups: HashMap<u128, usize>,
}

impl Tally {
    /// Counts an outcome: its code, the number of its group, and whether it is to be written.
    fn add(&mut self, context: &Context, args: &Canon, job: &Job, outcome: Option<&Outcome>) -> (Code, Option<usize>, bool) {
        self.puzzles += 1;
        let Some(outcome) = outcome else { return (Code::Done, None, !args.dedupe) };
        let next = self.groups.len() + 1;
        let group = outcome.class.map(|class| *self.groups.entry(class).or_insert(next));
        let place = job.place();
        match &outcome.found {
            Ok(Found { text: Err(problem), .. }) => {
                context.messages.error(&format!("{place}{problem}"), Some("`ndoku formats` shows what each format keeps"));
                (Code::Negative, group, !args.dedupe)
            }
            Ok(found) => {
                let is_new = !args.dedupe || self.seen.insert(found.hash);
                self.written += u64::from(is_new);
                self.dropped += u64::from(!is_new);
                (Code::Done, group, is_new)
            }
            Err(CanonicalError::Stopped(StopReason::Flag)) => (Code::Done, None, false),
            Err(error) => {
                self.without += 1;
                context.say(&format!("{place}no form: {error}"));
                let code = match error {
                    CanonicalError::Stopped(StopReason::Fault) => Code::Fault,
                    CanonicalError::Stopped(_) => Code::Limit,
                    CanonicalError::Form(_) => Code::Negative,
                };
                (code, group, !args.dedupe)
            }
        }
    }

    /// What is said at the end.
    fn end(&self, context: &Context, args: &Canon) {
        let mut out = counted(self.puzzles, "puzzle");
        if args.dedupe {
            out += &format!(": {} kept, {} dropped as the same as earlier ones", grouped(self.written), grouped(self.dropped));
        }
        if args.group {
            out += &format!("; classes of solutions: {}", grouped(self.groups.len() as u64));
        }
        if self.without > 0 {
            out += &format!("; {} without the form {}", grouped(self.without), args.form);
        }
        if args.dedupe || args.group || (self.without > 0 && self.puzzles > 1) {
            context.say(&out);
        }
    }
}
