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

use ndoku::analysis::canonical::{
    CanonicalError, CanonicalFormError, Canonicalization, Canonicalizer,
};
use ndoku::format::{Feature, Format, Record, WriteOptions};
use ndoku::{Alphabet, Layout, Puzzle, StopReason, Symbols};
use serde::Serialize;
use sorted_groups::SortedGroups;
use worker::{CanonBatch, CanonBuffers, CanonWorker};

use crate::args::{Canon, GroupBy};
use crate::batch::{BatchAnswers, InputRun, LARGE_BLOCK, WorkResult};
use crate::context::Context;
use crate::dropped_features::DroppedFeatures;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::output_format::{self, OutputFormat, line_format};
use crate::progress::{Progress, format_count, group_thousands};
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

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
struct CanonOutcome {
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

pub(crate) fn run(context: &Context, args: &Canon) -> Result<ExitCode, CliError> {
    let target = args
        .output
        .format_for_many()?
        .unwrap_or_else(OutputFormat::lines);
    let has_columns = args.show_transformation || args.automorphisms || args.group.is_some();
    if has_columns && !target.is("line") && matches!(target, OutputFormat::Format(_)) {
        return Err(
            CliError::usage("only the format `line` can have additional columns")
                .hint("remove --to, or use --json"),
        );
    }
    let format = match target {
        OutputFormat::Format(format) => format,
        OutputFormat::Ndjson => line_format(),
    };
    let sink = Sink::open(args.output.path())?;
    let mut progress = Progress::new(context, sink.is_terminal());
    let options = &WriteOptions {
        ascii: args.output.ascii,
        ..WriteOptions::default()
    };
    let is_batch = target.is("line") && !has_columns && args.run.timeout.is_none();
    let worker = || CanonWorker {
        context,
        canonicalizer: Canonicalizer::new(),
        answer_one: |canonicalizer: &mut Canonicalizer, record: &Record| {
            context.with_timeout(args.run.timeout, |budget| {
                outcome(canonicalizer, args, record, format, options, budget)
            })
        },
        form: is_batch.then_some(args.form),
        hashes: args.dedupe,
        buffers: CanonBuffers::default(),
    };
    let batches = InputRun {
        context,
        input: &args.input,
        threads: args.run.threads(),
        prepare: WorkItem::reject_conflicts,
        earlier: None,
        block_size: is_batch.then_some(LARGE_BLOCK),
    };
    let mut run = CanonRun {
        context,
        args,
        target,
        sink,
        waiting: args.sort_groups.map(SortedGroups::new),
        tally: FormTally::default(),
        dropped: DroppedFeatures::default(),
        code: ExitCode::Done,
    };
    let input_code = batches.for_each_result(&mut progress, worker, |result| match result {
        WorkResult::Item(result) | WorkResult::LastEarlier(result) => run.write_outcome(&result),
        WorkResult::Batch(batch) => run.write_batch(batch),
        WorkResult::Refused(_) => ControlFlow::Break(()),
    });
    Ok(run.close(input_code))
}

/// The state of a run: what was written so far, and the exit code.
struct CanonRun<'a> {
    context: &'a Context,
    args: &'a Canon,
    target: OutputFormat,
    sink: Sink,
    /// The output, if it is sorted by group.
    waiting: Option<SortedGroups>,
    tally: FormTally,
    /// The features that the output format has dropped.
    dropped: DroppedFeatures,
    code: ExitCode,
}

impl CanonRun<'_> {
    fn write_outcome(&mut self, result: &ItemResult<CanonOutcome>) -> ControlFlow<()> {
        let ItemResult { item, answer } = result;
        let (code, group, is_new) = self
            .tally
            .add(self.context, self.args, item, answer.as_ref());
        self.code = self.code.or_worse(code);
        if !is_new {
            return ControlFlow::Continue(());
        }
        let found = answer
            .as_ref()
            .and_then(|outcome| outcome.found.as_ref().ok());
        if let (OutputFormat::Format(format), Ok(record), Some(_)) =
            (self.target, &item.record, found)
        {
            // A form is the same in every symbol, and has neither a title nor a solution.
            let puzzle = Record::from(record.puzzle.clone());
            let mut dropped = format.unsupported(&puzzle);
            dropped.retain(|feature| *feature != Feature::Symbols);
            self.dropped
                .warn(self.context, &item.prefix(), format, &dropped);
        }
        let row = match self.target {
            OutputFormat::Ndjson => match answer {
                Some(outcome) => Row::Json(Box::new(json::PuzzleRecord::to_keep(
                    item,
                    &self.args.input,
                    report(self.args, item, outcome, group),
                ))),
                None => Row::Invalid(json::invalid(item, &self.args.input).unwrap_or_default()),
            },
            target if target.is("line") => Row::Line(line(self.args, found, group)),
            OutputFormat::Format(format) => return self.write_text(format, found),
        };
        match (&mut self.waiting, row) {
            // In other formats, a placeholder would have no meaning.
            (Some(_), Row::Line(_)) if found.is_none() => ControlFlow::Continue(()),
            (Some(waiting), row) => {
                waiting.add(item, self.args.input.inputs.len() > 1, group, row);
                ControlFlow::Continue(())
            }
            (None, Row::Line(line)) => self.sink.write(&(line + "\n")),
            (None, Row::Json(record)) => self.sink.write(&json::to_line(&record)),
            (None, Row::Invalid(record)) => self.sink.write(&record),
        }
    }

    /// Writes a form in a format other than lines, in which a missing form leaves no trace.
    fn write_text(&mut self, format: &Format, found: Option<&FoundForm>) -> ControlFlow<()> {
        let Some(FoundForm { text: Ok(text), .. }) = found else {
            return ControlFlow::Continue(());
        };
        let header = format.write.as_ref().map_or("", |writer| writer.header);
        self.sink.write(if self.tally.written == 1 {
            header
        } else {
            self.target.separator()
        })?;
        self.sink.write(text)
    }

    fn write_batch(&mut self, mut batch: CanonBatch) -> ControlFlow<()> {
        let code = self.tally.add_all(self.context, self.args, &mut batch);
        self.code = self.code.or_worse(code);
        let flow = self.sink.write_bytes(&batch.text);
        batch.origin.recycle(batch.text);
        flow
    }

    /// Writes the end of the output, and returns the exit code.
    fn close(mut self, input_code: ExitCode) -> ExitCode {
        if let Some(waiting) = self.waiting {
            let _ = waiting.write(&mut self.sink);
        }
        if let OutputFormat::Format(Format {
            write: Some(writer),
            ..
        }) = self.target
        {
            let _ = self.sink.write_frame(if self.tally.written == 0 {
                writer.header
            } else {
                ""
            });
            let _ = self.sink.write_frame(writer.footer);
        }
        self.tally.report_summary(self.context, self.args);
        self.code
            .or_worse(input_code)
            .or_worse(self.sink.close(self.context))
    }
}

fn outcome(
    canonicalizer: &mut Canonicalizer,
    args: &Canon,
    record: &Record,
    format: &Format,
    options: &WriteOptions,
    budget: &ndoku::Budget<'_>,
) -> CanonOutcome {
    let layout = record.puzzle.layout();
    let found = canonicalizer
        .canonicalize(args.form, &record.puzzle, budget)
        .map(|canonical| {
            // Equivalent puzzles with other symbols have the same text, unless the user chose them.
            let symbols = match args.input.symbols {
                Some(_) => record.puzzle.symbols().clone(),
                None => Symbols::from_alphabet(Alphabet::Alnum, layout.size())
                    .unwrap_or_else(|_| Symbols::numbers(layout.size())),
            };
            let puzzle = Puzzle::from_array(layout, &canonical.form)
                .and_then(|puzzle| puzzle.with_symbols(symbols));
            let text = puzzle
                .map_err(|error| error.to_string())
                .and_then(|puzzle| {
                    let mut form = Record::from(puzzle);
                    form.metadata.id.clone_from(&record.metadata.id);
                    output_format::format_record(&form, format, options)
                });
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
    CanonOutcome { found, group }
}

/// Returns a 128-bit hash of a form. With a million forms, a collision has a probability of about
/// 10⁻²⁷. Without a layout, the form belongs to the classic one.
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

fn report(
    args: &Canon,
    item: &WorkItem,
    outcome: &CanonOutcome,
    group: Option<usize>,
) -> CanonRecord {
    let trimmed = |text: &str| text.trim_end().to_owned();
    let puzzle = item.record.as_ref().ok().and_then(|record| {
        output_format::format_record(record, line_format(), &WriteOptions::default()).ok()
    });
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
            Some(CanonicalError::NoForm(CanonicalFormError::Unsolvable)) => Status::Unsolvable,
            Some(CanonicalError::NoForm(CanonicalFormError::Multiple)) => Status::Multiple,
            Some(CanonicalError::NoForm(_)) => Status::Unsupported,
        },
        reason: match error {
            Some(CanonicalError::Stopped(reason)) => Some(reason.name()),
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

/// Numbers of puzzles and forms so far.
#[derive(Default)]
struct FormTally {
    puzzles: u64,
    written: u64,
    dropped: u64,
    without: u64,
    seen: HashSet<u128>,
    groups: HashMap<u128, usize>,
}

impl FormTally {
    /// Adds the result of a puzzle. Returns its exit code, the number of its group, and whether to
    /// write it.
    fn add(
        &mut self,
        context: &Context,
        args: &Canon,
        item: &WorkItem,
        outcome: Option<&CanonOutcome>,
    ) -> (ExitCode, Option<usize>, bool) {
        self.puzzles += 1;
        let Some(outcome) = outcome else {
            return (ExitCode::Done, None, !args.dedupe);
        };
        let prefix = item.prefix();
        let stopped = |error: &CanonicalError| matches!(error, CanonicalError::Stopped(_));
        let (mut code, mut group) = (ExitCode::Done, None);
        match outcome.group {
            Some(Ok(hash)) => {
                let next = self.groups.len() + 1;
                group = Some(*self.groups.entry(hash).or_insert(next));
            }
            // A puzzle without a form is reported below, once.
            Some(Err(error)) if stopped(&error) && outcome.found.is_ok() => {
                context.info(&format!("{prefix}no group: {error}"));
                code = exit_code(&error);
            }
            _ => {}
        }
        match &outcome.found {
            Ok(FoundForm {
                text: Err(problem), ..
            }) => {
                let own = context.report_error(&output_format::cannot_hold(&prefix, problem));
                (code.or_worse(own), group, !args.dedupe)
            }
            Ok(found) => {
                let is_new = !args.dedupe || self.seen.insert(found.hash);
                self.written += u64::from(is_new);
                self.dropped += u64::from(!is_new);
                (code, group, is_new)
            }
            Err(CanonicalError::Stopped(StopReason::Canceled)) => (code, None, false),
            Err(error) => {
                self.report_missing_form(context, &prefix, error);
                (code.or_worse(exit_code(error)), group, !args.dedupe)
            }
        }
    }

    /// Adds the results of plain lines. The text keeps the lines to write.
    fn add_all(&mut self, context: &Context, args: &Canon, batch: &mut CanonBatch) -> ExitCode {
        let (count, without) = (batch.len(), batch.without.len());
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
    fn report_missing_form(&mut self, context: &Context, prefix: &str, error: &CanonicalError) {
        if self.without < MAX_NAMED_FAILURES {
            context.info(&format!("{prefix}no form: {error}"));
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
