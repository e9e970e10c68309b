//! `ndoku canon`: puzzles in canonical form, without duplicates, and in groups.
//!
//! | file | |
//! |---|---|
//! | `worker` | plain lines, a whole block at a time |
//! | `sorted_groups` | output sorted by group |

mod sorted_groups;
mod worker;

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use ndoku::canonical::{CanonicalError, Canonicalization, Canonicalizer};
use ndoku::format::{Format, Record, WriteOptions};
use ndoku::generate::canonical::CanonicalFormError;
use ndoku::{Layout, Puzzle, StopReason};
use serde::Serialize;

use sorted_groups::SortedGroups;
use worker::{Buffers, CanonBatch, CanonWorker};

use crate::args::{Canon, GroupBy};
use crate::batch::{BatchResult, BatchRun, Item, ItemResult, Job, LARGE_BLOCK};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Progress, format_count, group_thousands};
use crate::render::{self, OutputFormat};
use crate::sink::Sink;

/// Maximum number of automorphisms that `--json` lists.
const MAX_LISTED_AUTOMORPHISMS: usize = 100;

/// Maximum number of puzzles without a form that are named. Further ones are only counted.
const MAX_NAMED_FAILURES: u64 = 20;

/// The command's part of a `--json` record.
#[derive(Serialize)]
struct CanonRecord {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The reason why there is no form.
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
    /// Decimal digits, because the number can exceed any machine word.
    #[serde(skip_serializing_if = "Option::is_none")]
    automorphisms: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automorphism_list: Option<Vec<String>>,
    /// The number of the group.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<usize>,
    /// The size of the group, and the number of its first member among all puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    group_size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group_first: Option<usize>,
}

/// A line of output: its text without the line end, or a record.
enum Row {
    Line(String),
    Json(Box<json::PuzzleRecord<'static, CanonRecord>>),
    /// The record of an unreadable puzzle.
    Invalid(String),
}

/// The result of a puzzle.
struct Outcome {
    found: Result<FoundForm, CanonicalError>,
    /// A hash of the property that the group shares, if groups are requested.
    group: Option<Result<u128, CanonicalError>>,
}

struct FoundForm {
    canonical: Canonicalization,
    /// The form in the output format.
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
        canonicalizer: Canonicalizer::new(),
        answer_one: |canonicalizer: &mut Canonicalizer, job: &Job| match &job.item {
            Item::Puzzle(record) => Some(context.with_timeout(args.run.timeout, |budget| {
                outcome(canonicalizer, args, record, format, options, budget)
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
    let mut waiting = args.sort_groups.map(SortedGroups::new);
    let mut canon_run = CanonRun::default();
    let mut code = ExitCode::Done;
    let input_code = run.for_each_result(&mut progress, worker, |part| match part {
        ItemResult::Single(job, outcome) | ItemResult::LastAnswered(job, outcome) => {
            let (own, group, is_new) = canon_run.add(context, args, &job, outcome.as_ref());
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
                    let Some(FoundForm { text: Ok(text), .. }) = found else {
                        return ControlFlow::Continue(());
                    };
                    let header = format.write.as_ref().map_or("", |writer| writer.header);
                    sink.write(if canon_run.written == 1 {
                        header
                    } else {
                        target.separator()
                    })?;
                    return sink.write(text);
                }
            };
            match (&mut waiting, row) {
                // In other formats, a place holder would have no meaning.
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
            code = code.or_worse(canon_run.add_all(context, args, &mut batch));
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
        let _ = sink.write_frame(if canon_run.written == 0 {
            writer.header
        } else {
            ""
        });
        let _ = sink.write_frame(writer.footer);
    }
    canon_run.report_summary(context, args);
    code.or_worse(input_code).or_worse(sink.close(context))
}

fn outcome(
    canonicalizer: &mut Canonicalizer,
    args: &Canon,
    record: &Record,
    format: &Format,
    options: &WriteOptions,
    budget: &ndoku::Budget<'_>,
) -> Outcome {
    let layout = record.puzzle.layout();
    let found = canonicalizer
        .canonicalize(args.form, &record.puzzle, budget)
        .map(|canonical| {
            let puzzle = Puzzle::from_array(layout, &canonical.form)
                .and_then(|puzzle| puzzle.with_symbols(record.puzzle.symbols().clone()));
            let text = puzzle
                .map_err(|error| error.to_string())
                .and_then(|puzzle| render::format_record(&Record::from(puzzle), format, options));
            FoundForm {
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
        GroupBy::Solution => canonicalizer
            .canonical_solution(&record.puzzle, budget)
            .map(|class| hash(Some(layout), &class)),
    });
    Outcome { found, group }
}

/// Returns a 128-bit hash of a form. With a million forms, a collision has a probability of 10⁻²⁶.
/// Without a layout, the form belongs to the classic one.
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

/// Returns the line of output, which is empty for a puzzle without a form.
fn line(args: &Canon, found: Option<&FoundForm>, group: Option<usize>) -> String {
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

fn report(args: &Canon, job: &Job, outcome: &Outcome, group: Option<usize>) -> CanonRecord {
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
    CanonRecord {
        status: match error {
            None => Status::Ok,
            Some(CanonicalError::Stopped(_)) => Status::Stopped,
            Some(CanonicalError::NoForm(CanonicalFormError::Unsolvable)) => Status::None,
            Some(CanonicalError::NoForm(CanonicalFormError::Several)) => Status::Multiple,
            Some(CanonicalError::NoForm(_)) => Status::Unsupported,
        },
        reason: match error {
            Some(CanonicalError::Stopped(reason)) => Some(json::stop_reason_name(*reason)),
            _ => None,
        },
        message: match error {
            Some(CanonicalError::NoForm(error)) => Some(error.to_string()),
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
                .automorphism_list(MAX_LISTED_AUTOMORPHISMS)
                .iter()
                .map(ToString::to_string)
                .collect()
        }),
        group,
        group_size: None,
        group_first: None,
    }
}

/// The state of the whole run.
#[derive(Default)]
struct CanonRun {
    puzzles: u64,
    written: u64,
    dropped: u64,
    without: u64,
    seen: HashSet<u128>,
    groups: HashMap<u128, usize>,
}

impl CanonRun {
    /// Adds the result of a puzzle. Returns its exit code, the number of its group, and whether to
    /// write it.
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
            // A puzzle without a form is reported below, once.
            Some(Err(error)) if stopped(&error) && outcome.found.is_ok() => {
                context.info(&format!("{place}no group: {error}"));
                code = exit_code(&error);
            }
            _ => {}
        }
        match &outcome.found {
            Ok(FoundForm {
                text: Err(problem), ..
            }) => {
                context.messages.error(
                    &format!("{place}{problem}"),
                    Some("`ndoku formats` shows what each format supports"),
                );
                (code.or_worse(ExitCode::Negative), group, !args.dedupe)
            }
            Ok(found) => {
                let is_new = !args.dedupe || self.seen.insert(found.hash);
                self.written += u64::from(is_new);
                self.dropped += u64::from(!is_new);
                (code, group, is_new)
            }
            Err(CanonicalError::Stopped(StopReason::Cancelled)) => (code, None, false),
            Err(error) => {
                self.report_missing_form(context, &place, error);
                (code.or_worse(exit_code(error)), group, !args.dedupe)
            }
        }
    }

    /// Adds the results of plain lines. The text keeps the lines to write.
    fn add_all(&mut self, context: &Context, args: &Canon, batch: &mut CanonBatch) -> ExitCode {
        let (count, without) = (batch.count(), batch.without.len());
        self.puzzles += count as u64;
        for (_, line, error) in &batch.without {
            self.report_missing_form(
                context,
                &format!("{}:{line}: ", batch.origin.name),
                &CanonicalError::NoForm(*error),
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

    /// Reports that a puzzle has no form, unless there are too many of them.
    fn report_missing_form(&mut self, context: &Context, place: &str, error: &CanonicalError) {
        if self.without < MAX_NAMED_FAILURES {
            context.info(&format!("{place}no form: {error}"));
        } else if self.without == MAX_NAMED_FAILURES {
            context.info("(further puzzles without a form are only counted)");
        }
        self.without += 1;
    }

    /// Reports the summary at the end.
    fn report_summary(&self, context: &Context, args: &Canon) {
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

/// Returns the exit code for a puzzle without a form or a group.
const fn exit_code(error: &CanonicalError) -> ExitCode {
    match error {
        CanonicalError::Stopped(reason) => ExitCode::from_stop_reason(*reason),
        CanonicalError::NoForm(_) => ExitCode::Negative,
    }
}
