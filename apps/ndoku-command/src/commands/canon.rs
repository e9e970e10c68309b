//! `ndoku canon`: puzzles in canonical form, dropped if they are the same as earlier ones, and in groups.
//!
//! | file | |
//! |---|---|
//! | `worker` | plain lines, all of a block at once |
//! | `together` | the members of a group side by side |

mod together;
mod worker;

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use ndoku::canonical::{Canonical, CanonicalError, Canonizer};
use ndoku::format::{Format, Record, WriteOptions};
use ndoku::generate::canonical::FormError;
use ndoku::{Layout, Puzzle, StopReason};
use serde::Serialize;

use together::Waiting;
use worker::{Buffers, CanonBatch, CanonWorker};

use crate::args::{Canon, GroupBy};
use crate::batch::{BatchResult, BatchRun, Item, ItemResult, Job, LARGE_BLOCK};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Progress, format_count, group_thousands};
use crate::render::{self, OutputFormat};
use crate::sink::Sink;

/// With `--json` so many automorphisms are listed.
const LISTED: usize = 100;

/// So many puzzles without a form are named; the others are only counted.
const NAMED: u64 = 20;

/// What a record of `--json` says of a puzzle.
#[derive(Serialize)]
struct Report {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// Why there is no form.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    form: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transformation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inverse: Option<String>,
    /// Decimal digits: it may be beyond any machine word.
    #[serde(skip_serializing_if = "Option::is_none")]
    automorphisms: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automorphism_list: Option<Vec<String>>,
    /// The number of its group.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<usize>,
    /// How many members that has, and the number of the first among all puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    group_size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group_first: Option<usize>,
}

/// What is written of a puzzle, if that is a line: its text without the line end, or what a record says.
enum Row {
    Line(String),
    Json(Box<json::PuzzleRecord<'static, Report>>),
    /// The record of what could not be read.
    Invalid(String),
}

/// What came of a puzzle.
struct Outcome {
    found: Result<Found, CanonicalError>,
    /// A hash of what its group has in common, if that is asked for.
    group: Option<Result<u128, CanonicalError>>,
}

struct Found {
    canonical: Canonical,
    /// As it is written.
    text: Result<String, String>,
    hash: u128,
}

pub(crate) fn run(context: &Context, args: &Canon) -> ExitCode {
    let target = match OutputFormat::requested(context, &args.output) {
        Ok(target) => target.unwrap_or_else(OutputFormat::lines),
        Err(code) => return code,
    };
    let adds = args.show_transformation || args.automorphisms || args.group.is_some();
    if adds && !target.is("line") && matches!(target, OutputFormat::Format(_)) {
        context.messages.error(
            "columns can be added to lines only",
            Some("remove --to, or use --json"),
        );
        return ExitCode::Usage;
    }
    let format = match target {
        OutputFormat::Format(format) => format,
        OutputFormat::Ndjson => match OutputFormat::lines() {
            OutputFormat::Format(format) => format,
            OutputFormat::Ndjson => return ExitCode::Usage,
        },
    };
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let options = &WriteOptions {
        ascii: args.output.ascii,
        ..WriteOptions::default()
    };
    let many = target.is("line") && !adds && args.run.timeout.is_none();
    let worker = || CanonWorker {
        context,
        canonizer: Canonizer::new(),
        answer_one: |canonizer: &mut Canonizer, job: &Job| match &job.item {
            Item::Puzzle(record) => Some(context.with_timeout(args.run.timeout, |budget| {
                outcome(canonizer, args, record, format, options, budget)
            })),
            _ => None,
        },
        form: many.then_some(args.form),
        hashes: args.dedupe,
        buffers: Buffers::default(),
    };
    let run = BatchRun {
        context,
        input: &args.input,
        threads: args.run.threads(),
        prepare: Job::refuse_conflicts,
        earlier: None,
        block_size: many.then_some(LARGE_BLOCK),
    };
    let several = args.input.inputs.len() > 1;
    let mut waiting = args.sort_groups.map(Waiting::new);
    let mut tally = Tally::default();
    let mut code = ExitCode::Done;
    let input_code = run.for_each_result(&mut progress, worker, |part| match part {
        ItemResult::Single(job, outcome) | ItemResult::LastAnswered(job, outcome) => {
            let (own, group, is_new) = tally.add(context, args, &job, outcome.as_ref());
            code = code.or_worse(own);
            if !is_new {
                return ControlFlow::Continue(());
            }
            let found = outcome
                .as_ref()
                .and_then(|outcome| outcome.found.as_ref().ok());
            let row = match target {
                OutputFormat::Ndjson => match &outcome {
                    Some(outcome) => Row::Json(Box::new(json::PuzzleRecord::to_keep(
                        &job,
                        &args.input,
                        report(args, &job, outcome, group),
                    ))),
                    None => Row::Invalid(json::invalid(&job, &args.input).unwrap_or_default()),
                },
                OutputFormat::Format(_) if target.is("line") => Row::Line(line(args, found, group)),
                OutputFormat::Format(format) => {
                    let Some(Found { text: Ok(text), .. }) = found else {
                        return ControlFlow::Continue(());
                    };
                    let head = format.write.as_ref().map_or("", |writer| writer.head);
                    sink.write(if tally.written == 1 {
                        head
                    } else {
                        target.separator()
                    })?;
                    return sink.write(text);
                }
            };
            match (&mut waiting, row) {
                // Among others it says nothing that it stood here.
                (Some(_), Row::Line(_)) if found.is_none() => ControlFlow::Continue(()),
                (Some(waiting), row) => {
                    waiting.add(&job, several, group, row);
                    ControlFlow::Continue(())
                }
                (None, Row::Line(line)) => sink.write(&(line + "\n")),
                (None, Row::Json(record)) => sink.write(&json::to_line(&record)),
                (None, Row::Invalid(record)) => sink.write(&record),
            }
        }
        ItemResult::Batch(mut batch) => {
            code = code.or_worse(tally.add_all(context, args, &mut batch));
            let flow = sink.write_bytes(&batch.text);
            batch.origin.recycle(batch.text);
            flow
        }
        ItemResult::TooFewItems(_) | ItemResult::Mismatch(_) => ControlFlow::Continue(()),
    });
    if let Some(waiting) = waiting {
        let _ = waiting.write(&mut sink);
    }
    if let OutputFormat::Format(Format {
        write: Some(writer),
        ..
    }) = target
    {
        let _ = sink.write_frame(if tally.written == 0 { writer.head } else { "" });
        let _ = sink.write_frame(writer.tail);
    }
    tally.end(context, args);
    code.or_worse(input_code).or_worse(sink.close(context))
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
    let found = canonizer
        .canonical(args.form, &record.puzzle, budget)
        .map(|canonical| {
            let puzzle = Puzzle::from_array(layout, &canonical.form)
                .and_then(|puzzle| puzzle.with_symbols(record.puzzle.symbols().clone()));
            let text = puzzle
                .map_err(|error| error.to_string())
                .and_then(|puzzle| render::format_record(&Record::from(puzzle), format, options));
            Found {
                hash: hash(Some(layout), &canonical.form),
                canonical,
                text,
            }
        });
    let group = args.group.map(|by| match by {
        GroupBy::Form => found
            .as_ref()
            .map(|found| found.hash)
            .map_err(|error| *error),
        GroupBy::Solution => canonizer
            .class(&record.puzzle, budget)
            .map(|class| hash(Some(layout), &class)),
    });
    Outcome { found, group }
}

/// 128 bits for a form: with a million of them two that are equal by chance are as likely as 10⁻²⁶. Of the classic layout if none is told.
fn hash(layout: Option<&Layout>, form: &[u8]) -> u128 {
    let of = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, form).hash(&mut hasher);
        if let Some(layout) = layout.filter(|layout| !layout.is_classic()) {
            layout
                .houses()
                .iter()
                .for_each(|house| house.cells().hash(&mut hasher));
            layout
                .constraints()
                .iter()
                .for_each(|constraint| format!("{constraint:?}").hash(&mut hasher));
        }
        u128::from(hasher.finish())
    };
    of(0) << 64 | of(1)
}

/// Its line of the output; empty for what has no form.
fn line(args: &Canon, found: Option<&Found>, group: Option<usize>) -> String {
    let Some(found) = found else {
        return String::new();
    };
    let mut line = found
        .text
        .as_deref()
        .unwrap_or_default()
        .trim_end()
        .to_owned();
    if args.show_transformation {
        let transformation = found.canonical.transformation();
        line += &format!("\t{transformation}\t{}", transformation.inverse());
    }
    if args.automorphisms {
        line += &format!("\t{}", found.canonical.automorphisms());
    }
    if args.group.is_some() {
        line += &group.map_or_else(|| "\t-".to_owned(), |group| format!("\t{group}"));
    }
    line
}

fn report(args: &Canon, job: &Job, outcome: &Outcome, group: Option<usize>) -> Report {
    let trimmed = |text: &str| text.trim_end().to_owned();
    let puzzle = match (&job.item, OutputFormat::lines()) {
        (Item::Puzzle(record), OutputFormat::Format(format)) => {
            render::format_record(record, format, &WriteOptions::default()).ok()
        }
        _ => None,
    };
    let found = outcome.found.as_ref().ok();
    let error = outcome.found.as_ref().err();
    let transformation = found
        .filter(|_| args.show_transformation)
        .map(|found| found.canonical.transformation());
    let counted = found.filter(|_| args.automorphisms);
    Report {
        status: match error {
            None => Status::Ok,
            Some(CanonicalError::Stopped(_)) => Status::Stopped,
            Some(CanonicalError::Form(FormError::Unsolvable)) => Status::None,
            Some(CanonicalError::Form(FormError::Several)) => Status::Multiple,
            Some(CanonicalError::Form(_)) => Status::Unsupported,
        },
        reason: match error {
            Some(CanonicalError::Stopped(reason)) => Some(json::stop_reason_name(*reason)),
            _ => None,
        },
        message: match error {
            Some(CanonicalError::Form(error)) => Some(error.to_string()),
            _ => None,
        },
        form: args.form.name(),
        puzzle: puzzle.as_deref().map(trimmed),
        canonical: found
            .and_then(|found| found.text.as_deref().ok())
            .map(trimmed),
        inverse: transformation
            .as_ref()
            .map(|transformation| transformation.inverse().to_string()),
        transformation: transformation.map(|transformation| transformation.to_string()),
        automorphisms: counted.map(|found| found.canonical.automorphisms()),
        automorphism_list: counted.map(|found| {
            found
                .canonical
                .list(LISTED)
                .iter()
                .map(ToString::to_string)
                .collect()
        }),
        group,
        group_size: None,
        group_first: None,
    }
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
    fn add(
        &mut self,
        context: &Context,
        args: &Canon,
        job: &Job,
        outcome: Option<&Outcome>,
    ) -> (ExitCode, Option<usize>, bool) {
        self.puzzles += 1;
        let Some(outcome) = outcome else {
            return (ExitCode::Done, None, !args.dedupe);
        };
        let place = job.place();
        let stopped = |error: &CanonicalError| matches!(error, CanonicalError::Stopped(_));
        let (mut code, mut group) = (ExitCode::Done, None);
        match outcome.group {
            Some(Ok(hash)) => {
                let next = self.groups.len() + 1;
                group = Some(*self.groups.entry(hash).or_insert(next));
            }
            // What has no form has been given up, and it is told once.
            Some(Err(error)) if stopped(&error) && outcome.found.is_ok() => {
                context.info(&format!("{place}no group: {error}"));
                code = code_of(&error);
            }
            _ => {}
        }
        match &outcome.found {
            Ok(Found {
                text: Err(problem), ..
            }) => {
                context.messages.error(
                    &format!("{place}{problem}"),
                    Some("`ndoku formats` shows what each format keeps"),
                );
                (code.or_worse(ExitCode::Negative), group, !args.dedupe)
            }
            Ok(found) => {
                let is_new = !args.dedupe || self.seen.insert(found.hash);
                self.written += u64::from(is_new);
                self.dropped += u64::from(!is_new);
                (code, group, is_new)
            }
            Err(CanonicalError::Stopped(StopReason::Flag)) => (code, None, false),
            Err(error) => {
                self.has_none(context, &place, error);
                (code.or_worse(code_of(error)), group, !args.dedupe)
            }
        }
    }

    /// The same for plain lines; the text keeps what is to be written.
    fn add_all(&mut self, context: &Context, args: &Canon, batch: &mut CanonBatch) -> ExitCode {
        let (count, without) = (batch.count(), batch.without.len());
        self.puzzles += count as u64;
        for (_, line, error) in &batch.without {
            self.has_none(
                context,
                &format!("{}:{line}: ", batch.origin.name),
                &CanonicalError::Form(*error),
            );
        }
        let kept = if args.dedupe {
            batch.keep(|hash| self.seen.insert(hash))
        } else {
            count - without
        };
        self.written += kept as u64;
        self.dropped += (count - without - kept) as u64;
        if without > 0 {
            ExitCode::Negative
        } else {
            ExitCode::Done
        }
    }

    /// Says that a puzzle has no form, as long as there are not too many of the kind.
    fn has_none(&mut self, context: &Context, place: &str, error: &CanonicalError) {
        if self.without < NAMED {
            context.info(&format!("{place}no form: {error}"));
        } else if self.without == NAMED {
            context.info("(further puzzles without a form are only counted)");
        }
        self.without += 1;
    }

    /// What is said at the end.
    fn end(&self, context: &Context, args: &Canon) {
        let mut out = format_count(self.puzzles, "puzzle");
        if args.dedupe {
            out += &format!(
                ": {} kept, {} dropped as duplicates",
                group_thousands(self.written),
                group_thousands(self.dropped)
            );
        }
        if let Some(by) = args.group {
            let by = match by {
                GroupBy::Solution => "solution",
                GroupBy::Form => "form",
            };
            out += &format!(
                "; {} by {by}",
                format_count(self.groups.len() as u64, "group")
            );
        }
        if self.without > 0 {
            out += &format!(
                "; {} without the form {}",
                group_thousands(self.without),
                args.form
            );
        }
        if args.dedupe || args.group.is_some() || (self.without > 0 && self.puzzles > 1) {
            context.info(&out);
        }
    }
}

/// The code for a puzzle without a form or a group.
const fn code_of(error: &CanonicalError) -> ExitCode {
    match error {
        CanonicalError::Stopped(reason) => ExitCode::from_stop_reason(*reason),
        CanonicalError::Form(_) => ExitCode::Negative,
    }
}
