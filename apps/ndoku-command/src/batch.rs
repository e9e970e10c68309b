//! Runs a worker on every puzzle of the input on all threads, and returns the results in the order
//! of the input.
//!
//! ```text
//! source ─▶ WorkItem ────────────▶ worker ──────────────────────▶ ItemResult ─▶ consume
//!            a puzzle              answers it                     one answer
//!            a block of a stream   reads and answers the puzzles  many answers
//! ```

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku::format::line81::{self, Segment};
use ndoku::format::{ReadError, ReadOptions, Record};
use ndoku::parallel::map_in_order;

use crate::args::Input;
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::input_summary::InputSummary;
use crate::progress::{Progress, ReadPosition, format_count};
use crate::resume::{EarlierAnswers, EarlierOutput};
use crate::sink;
use crate::source::{self, OpenError, OpenOptions, OpenedInput, Source, StreamPolicy};
use crate::stream::Block;

/// Bytes of a block whose puzzles are answered one by one. It is small enough that all threads
/// share a few hundred slow puzzles.
const SMALL_BLOCK: usize = 1 << 14;

/// Bytes of a block that is answered in batches. The first blocks are smaller, so that all threads
/// share a file of a few MiB. `docs/experiments/command-batches.md` compares sizes.
pub(crate) const LARGE_BLOCK: usize = 1 << 18;

/// Bytes of the first blocks, and the number of blocks before the size doubles.
const FIRST_BLOCK: usize = 1 << 16;
const BLOCKS_PER_SIZE: usize = 8;

/// Weight of a block. A work item of this weight is scheduled alone.
const BLOCK_WEIGHT: usize = 4096;

/// An entry of the input.
pub(crate) enum Item {
    /// A puzzle.
    Puzzle(Box<Record>),
    /// Text that cannot be read as a puzzle.
    Bad(Vec<ReadError>),
    /// A source that cannot be opened. It is reported in its place, but has no number and no
    /// answer.
    Unopened(OpenError),
}

/// An item and its location.
pub(crate) struct Job {
    /// The number of the item over all sources, from 1; 0 for a source that cannot be opened. The
    /// consumer sets it: a worker does not know it.
    pub number: usize,
    /// The source; `None` if it could not be opened.
    pub source: Option<Arc<Source>>,
    /// The line where the item begins.
    pub line: usize,
    /// The item itself.
    pub item: Item,
}

impl Job {
    /// Creates the job for a record of a source.
    fn from_record(record: Result<Record, ReadError>, source: &Arc<Source>) -> Self {
        let (line, item) = match record {
            Ok(record) => (record.line, Item::Puzzle(Box::new(record))),
            Err(error) => (
                error
                    .span
                    .map_or_else(|| source.first_line(), |span| span.line),
                Item::Bad(vec![error]),
            ),
        };
        Self {
            number: 0,
            source: Some(Arc::clone(source)),
            line,
            item,
        }
    }

    /// Returns the location as the start of a message, such as `puzzles.txt:14: `. It is empty for
    /// a puzzle that is the only argument.
    pub(crate) fn place(&self) -> String {
        match &self.source {
            Some(source) if source.name != "argument" => format!("{}:{}: ", source.name, self.line),
            Some(_) if self.number > 1 => format!("line {}: ", self.line),
            _ => String::new(),
        }
    }

    /// Turns a puzzle with contradicting clues into an item that cannot be read. `check` does not
    /// call this: there the conflicts are the answer.
    pub(crate) fn refuse_conflicts(&mut self) {
        if let Item::Puzzle(record) = &self.item {
            let conflicts = record.conflicts();
            if !conflicts.is_empty() {
                let hint = "`ndoku check` lists every conflict";
                let with_hint = |error: ReadError| match error.hint.clone() {
                    Some(known) => error.hint(format!("{known}; {hint}")),
                    None => error.hint(hint),
                };
                self.item = Item::Bad(
                    conflicts
                        .into_iter()
                        .take(1)
                        .map(|(_, error)| with_hint(error))
                        .collect(),
                );
            }
        }
    }
}

/// Returns the options for the readers. Refuses to wait for input from a terminal.
///
/// # Errors
/// Returns the exit code. The error has been reported.
pub(crate) fn read_options(context: &Context, input: &Input) -> Result<ReadOptions, ExitCode> {
    if input.inputs.is_empty() && source::stdin_is_terminal() {
        let hint = "name a file, give a puzzle, or pipe one in";
        context
            .messages
            .error("no input: standard input is a terminal", Some(hint));
        context
            .messages
            .print_line(&format!("\n{}", context.short_help().trim_end()));
        return Err(ExitCode::Usage);
    }
    input.read_options().map_err(|message| {
        // Only the file of `--regions` is read here.
        context.messages.error(&message, None);
        ExitCode::NoInput
    })
}

/// A unit of work that a thread takes.
enum WorkItem {
    /// An item of a source that is read as a whole.
    Single(Job),
    /// Lines of a stream.
    Block(Block),
    /// The last item that the earlier run has answered.
    LastAnswered(Job),
    /// The earlier run has answered more items than the input has. Holds the number of items.
    TooFewItems(usize),
    /// The output of the earlier run does not answer this item.
    Mismatch(Mismatch),
}

/// Sends work items to the threads, and skips items that an earlier run has answered.
struct Dispatcher<'a> {
    context: &'a Context,
    options: &'a ReadOptions,
    fail_fast: bool,
    /// Number of items still to skip.
    skip: usize,
    summary: InputSummary,
    /// The answers of the earlier run to these items.
    answers: Option<EarlierAnswers>,
    emit: &'a mut dyn FnMut(WorkItem) -> ControlFlow<()>,
}

impl Dispatcher<'_> {
    fn send_item(&mut self, job: Job) -> ControlFlow<()> {
        if self.context.verbose {
            self.summary.count(&job);
        }
        if let Item::Unopened(_) = job.item {
            (self.emit)(WorkItem::Single(job))?;
            let ends = self.fail_fast || self.context.is_interrupted();
            return if ends {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            };
        }
        // A bad item that the earlier run has answered does not stop this run.
        let bad = self.skip == 0 && !matches!(job.item, Item::Puzzle(_));
        if self.skip > 0
            && !self
                .answers
                .as_mut()
                .is_none_or(|answers| answers.matches_item(&job))
        {
            let place = job
                .source
                .as_ref()
                .map(|source| format!("{}:{}", source.name, job.line));
            return self.report_mismatch(place);
        }
        match self.skip {
            0 => (self.emit)(WorkItem::Single(job))?,
            1 => (self.emit)(WorkItem::LastAnswered(job))?,
            _ => {}
        }
        self.skip = self.skip.saturating_sub(1);
        if self.context.is_interrupted() || (bad && self.fail_fast) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn send_source(&mut self, source: Source) -> ControlFlow<()> {
        for_each_job_in(source, self.options, &mut |job| self.send_item(job))
    }

    fn send_block(&mut self, block: Block) -> ControlFlow<()> {
        if self.context.is_interrupted() {
            return ControlFlow::Break(());
        }
        if self.skip == 0 {
            return (self.emit)(WorkItem::Block(block));
        }
        let mut items = 0;
        for segment in line81::segments(&block.bytes, block.line) {
            match segment {
                Segment::Line { .. } => items += 1,
                Segment::Other { text, line } => {
                    let _ = for_each_job_in(
                        block.source_of_lines(text, line),
                        self.options,
                        &mut |_| {
                            items += 1;
                            ControlFlow::Continue(())
                        },
                    );
                }
            }
        }
        if items < self.skip && block.damage.is_none() {
            return self.skip_block(&block);
        }
        self.send_source(block.to_source())
    }

    /// Compares the items of a block with the answers of the earlier run.
    fn skip_block(&mut self, block: &Block) -> ControlFlow<()> {
        for segment in line81::segments(&block.bytes, block.line) {
            match segment {
                Segment::Line { cells, line, .. } => {
                    if !self
                        .answers
                        .as_mut()
                        .is_none_or(|answers| answers.matches_line(cells))
                    {
                        return self.report_mismatch(Some(format!("{}:{line}", block.origin.name)));
                    }
                    self.skip -= 1;
                }
                Segment::Other { text, line } => {
                    self.send_source(block.source_of_lines(text, line))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Ends the run, because the earlier output does not answer this item.
    fn report_mismatch(&mut self, place: Option<String>) -> ControlFlow<()> {
        let number = self.answers.as_ref().map_or(0, EarlierAnswers::number);
        let _ = (self.emit)(WorkItem::Mismatch(Mismatch { number, place }));
        ControlFlow::Break(())
    }
}

/// Reads every item of a source.
fn for_each_job_in(
    source: Source,
    options: &ReadOptions,
    emit: &mut dyn FnMut(Job) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let options = ReadOptions {
        extension: source.extension.clone(),
        ..options.clone()
    };
    let source = Arc::new(source);
    let mut flow = ControlFlow::Continue(());
    source.read(&options, &mut |record| {
        flow = emit(Job::from_record(record, &source));
        flow
    });
    flow
}

/// Opens all sources in order and emits their contents. Streams come in blocks of `block` bytes.
/// Skips the items that an earlier run has answered.
fn for_each_work_item(
    context: &Context,
    input: &Input,
    options: &ReadOptions,
    (block, skip, answers): (usize, usize, Option<EarlierAnswers>),
    emit: &mut dyn FnMut(WorkItem) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let arguments = if input.inputs.is_empty() {
        vec!["-".into()]
    } else {
        input.inputs.clone()
    };
    let streams = match input.block {
        None => StreamPolicy::Long,
        Some(0) => StreamPolicy::None,
        Some(_) => StreamPolicy::All,
    };
    let opening = OpenOptions {
        options,
        max_unpacked: input.max_unpacked.saturating_mul(1 << 20),
        streams,
    };
    let mut dispatcher = Dispatcher {
        context,
        options,
        fail_fast: input.fail_fast,
        skip,
        summary: InputSummary::default(),
        answers,
        emit,
    };
    for (place, argument) in arguments.iter().enumerate() {
        let literal = if arguments.len() > 1 {
            format!("argument {}", place + 1)
        } else {
            "argument".to_owned()
        };
        match source::open(argument, &literal, &opening) {
            Err(error) => dispatcher.send_item(Job {
                number: 0,
                source: None,
                line: 0,
                item: Item::Unopened(error),
            })?,
            Ok(OpenedInput::Whole(source)) => {
                InputSummary::source(context, &source, options);
                dispatcher.send_source(source)?;
            }
            Ok(OpenedInput::Stream(mut stream)) => {
                dispatcher
                    .summary
                    .stream(context, &argument.to_string_lossy());
                let size = |number: usize| {
                    input
                        .block
                        .unwrap_or(block.min(FIRST_BLOCK << (number / BLOCKS_PER_SIZE).min(16)))
                };
                let mut number = 0;
                while let Some(block) = stream.next_block(size(number)) {
                    dispatcher.send_block(block)?;
                    number += 1;
                }
            }
        }
    }
    dispatcher.summary.finish(context);
    if dispatcher.skip > 0 {
        (dispatcher.emit)(WorkItem::TooFewItems(skip - dispatcher.skip))
    } else {
        ControlFlow::Continue(())
    }
}

/// Reads all sources in order on the calling thread.
pub(crate) fn for_each_job(
    context: &Context,
    input: &Input,
    options: &ReadOptions,
    emit: &mut dyn FnMut(Job) -> ControlFlow<()>,
) {
    let mut number = 0;
    let mut numbered = |mut job: Job| {
        if !matches!(job.item, Item::Unopened(_)) {
            number += 1;
            job.number = number;
        }
        let bad = !matches!(job.item, Item::Puzzle(_));
        emit(job)?;
        if bad && input.fail_fast {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let _ = for_each_work_item(
        context,
        input,
        options,
        (SMALL_BLOCK, 0, None),
        &mut |work_item| match work_item {
            WorkItem::Single(job) | WorkItem::LastAnswered(job) => numbered(job),
            WorkItem::Block(block) => for_each_job_in(block.to_source(), options, &mut numbered),
            WorkItem::TooFewItems(_) | WorkItem::Mismatch(_) => ControlFlow::Continue(()),
        },
    );
}

/// Answers puzzles on one thread.
pub(crate) trait Worker {
    /// The answer to one item.
    type Answer: Send;
    /// The answers to several consecutive puzzles.
    type Batch: BatchResult + Send;

    /// Answers one item.
    fn answer(&mut self, job: &Job) -> Self::Answer;

    /// Answers everything in a block of a stream, or returns `None` to have the items answered one
    /// by one. After Ctrl-C, returns the answers before the first unfinished one. `read` reads
    /// lines of the block.
    fn answer_block(
        &mut self,
        _block: &mut Block,
        _read: ReadLines<'_>,
    ) -> Option<Vec<ItemResult<Self::Answer, Self::Batch>>> {
        None
    }
}

/// Reads lines of a block.
pub(crate) type ReadLines<'a> = &'a dyn Fn(Source) -> Vec<Job>;

/// The answers to several consecutive puzzles.
pub(crate) trait BatchResult {
    /// Returns the number of puzzles.
    fn count(&self) -> usize;

    /// Sets the number of the first puzzle, which the worker does not know.
    fn set_first(&mut self, _number: usize) {}
}

impl BatchResult for Infallible {
    fn count(&self) -> usize {
        match *self {}
    }
}

impl<T: Send, F: FnMut(&Job) -> T> Worker for F {
    type Answer = T;
    type Batch = Infallible;

    fn answer(&mut self, job: &Job) -> T {
        self(job)
    }
}

/// An answer, or a reason to end the run.
pub(crate) enum ItemResult<A, B> {
    /// One item and its answer.
    Single(Job, A),
    /// The answers to several consecutive puzzles.
    Batch(B),
    /// The last item that the earlier run has answered.
    LastAnswered(Job, A),
    /// The earlier run has answered more items than the input has. Holds the number of items.
    TooFewItems(usize),
    /// The output of the earlier run does not answer this item.
    Mismatch(Mismatch),
}

/// An item whose line in the output of the earlier run does not answer it.
pub(crate) struct Mismatch {
    /// The number of the item.
    pub number: usize,
    /// The source and line of the item.
    pub place: Option<String>,
}

/// The results of a work item.
struct WorkResult<A, B> {
    parts: Vec<ItemResult<A, B>>,
    /// Ctrl-C stopped the work early.
    interrupted: bool,
    /// The position in the input after this work item.
    place: ReadPosition,
}

/// A run over the whole input.
pub(crate) struct BatchRun<'a> {
    pub context: &'a Context,
    pub input: &'a Input,
    pub threads: NonZeroUsize,
    /// Prepares every item before a worker sees it.
    pub prepare: fn(&mut Job),
    /// The output of the earlier run that this run continues.
    pub earlier: Option<&'a EarlierOutput>,
    /// Block size in bytes for workers that answer batches; `None` for workers that do not.
    pub block_size: Option<usize>,
}

impl BatchRun<'_> {
    /// Answers every item and passes the results to `consume` in the order of the input. Reports
    /// errors of the input on the way. Returns the code for errors of the input.
    pub(crate) fn for_each_result<W: Worker>(
        &self,
        progress: &mut Progress,
        worker: impl Fn() -> W + Sync,
        mut consume: impl FnMut(ItemResult<W::Answer, W::Batch>) -> ControlFlow<()>,
    ) -> ExitCode {
        let Self {
            context,
            input,
            earlier,
            ..
        } = *self;
        let skip = earlier.map_or(0, |earlier| earlier.lines);
        let options = match read_options(context, input) {
            Ok(options) => options,
            Err(code) => return code,
        };
        let read = |earlier: &EarlierOutput| {
            earlier
                .answers()
                .map_err(|error| sink::report_read_error(context, &earlier.path, &error))
        };
        let answers = match earlier.map_or(Ok(None), read) {
            Ok(answers) => answers,
            Err(code) => return code,
        };
        let mut code = ExitCode::Done;
        let mut consumed = 0;
        let produce = |emit: &mut dyn FnMut(WorkItem, usize) -> ControlFlow<()>| {
            let block = self.block_size.unwrap_or(SMALL_BLOCK);
            let _ = for_each_work_item(
                context,
                input,
                &options,
                (block, skip, answers),
                &mut |work_item| {
                    let weight = match &work_item {
                        WorkItem::Single(Job {
                            item: Item::Puzzle(record),
                            ..
                        }) => record.puzzle.clues().len(),
                        WorkItem::Block(_) => BLOCK_WEIGHT,
                        _ => 1,
                    };
                    emit(work_item, weight)
                },
            );
        };
        let make = || {
            let mut worker = worker();
            let options = &options;
            move |work_item| self.work(&mut worker, options, work_item)
        };
        map_in_order(
            self.threads,
            produce,
            make,
            |WorkResult {
                 parts,
                 interrupted,
                 place,
             }| {
                for mut part in parts {
                    match &mut part {
                        ItemResult::Single(job, _) if matches!(job.item, Item::Unopened(_)) => {
                            code = code.or_worse(report_errors(context, job));
                            if input.fail_fast {
                                return ControlFlow::Break(());
                            }
                            continue;
                        }
                        ItemResult::Single(job, _) => {
                            consumed += 1;
                            job.number = skip + consumed;
                            code = code.or_worse(report_errors(context, job));
                        }
                        ItemResult::LastAnswered(job, _) => job.number = skip,
                        ItemResult::Batch(many) => {
                            many.set_first(skip + consumed + 1);
                            consumed += many.count();
                        }
                        ItemResult::TooFewItems(_) | ItemResult::Mismatch(_) => {}
                    }
                    progress.advance(consumed as u64, place);
                    let bad = matches!(&part, ItemResult::Single(job, _) if !matches!(job.item, Item::Puzzle(_)));
                    consume(part)?;
                    if input.fail_fast && bad {
                        return ControlFlow::Break(());
                    }
                }
                if interrupted {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        progress.finish();
        if context.is_interrupted() {
            context.messages.print_line(&format!(
                "interrupted after {}",
                format_count(consumed as u64, "puzzle")
            ));
            code = code.or_worse(ExitCode::Interrupted);
        }
        code
    }

    /// Answers a work item.
    fn work<W: Worker>(
        &self,
        worker: &mut W,
        options: &ReadOptions,
        work_item: WorkItem,
    ) -> WorkResult<W::Answer, W::Batch> {
        let interrupted = || self.context.is_interrupted();
        let read = |source: Source| {
            let mut jobs = Vec::new();
            let _ = for_each_job_in(source, options, &mut |mut job| {
                (self.prepare)(&mut job);
                jobs.push(job);
                ControlFlow::Continue(())
            });
            jobs
        };
        let place = match &work_item {
            WorkItem::Single(job) | WorkItem::LastAnswered(job) => {
                let of = job.source.as_ref().map_or(0, |source| source.line_count());
                ReadPosition::Lines {
                    at: job.line as u64,
                    of: of as u64,
                }
            }
            WorkItem::Block(block) => ReadPosition::Bytes {
                at: block.position,
                of: block.origin.length,
            },
            WorkItem::TooFewItems(_) | WorkItem::Mismatch(_) => {
                ReadPosition::Lines { at: 0, of: 0 }
            }
        };
        // Ctrl-C cuts a search short. Results that were finished before are still passed on.
        let one = |worker: &mut W, job: Job| {
            let answer = (!interrupted())
                .then(|| worker.answer(&job))
                .filter(|_| !interrupted());
            answer.map(|answer| (job, answer))
        };
        let prepared = |mut job: Job| {
            (self.prepare)(&mut job);
            job
        };
        let mut parts = Vec::new();
        match work_item {
            WorkItem::Single(job) => parts.extend(
                one(worker, prepared(job)).map(|(job, answer)| ItemResult::Single(job, answer)),
            ),
            WorkItem::LastAnswered(job) => parts.extend(
                one(worker, prepared(job))
                    .map(|(job, answer)| ItemResult::LastAnswered(job, answer)),
            ),
            WorkItem::TooFewItems(items) => parts.push(ItemResult::TooFewItems(items)),
            WorkItem::Mismatch(item) => parts.push(ItemResult::Mismatch(item)),
            WorkItem::Block(mut block) => {
                let many = if self.block_size.is_some() && block.damage.is_none() {
                    worker.answer_block(&mut block, &read)
                } else {
                    None
                };
                match many {
                    Some(many) => parts = many,
                    None => parts.extend(
                        read(block.to_source())
                            .into_iter()
                            .filter_map(|job| one(worker, job))
                            .map(|(job, answer)| ItemResult::Single(job, answer)),
                    ),
                }
            }
        }
        WorkResult {
            parts,
            interrupted: interrupted(),
            place,
        }
    }
}

/// Answers every item of the input with `threads` workers, and passes the results to `consume` in
/// the order of the input. `prepare` sees each item first. Reports errors of the input on the way.
/// Returns the code for errors of the input.
pub(crate) fn run<T: Send, W: FnMut(&Job) -> T>(
    context: &Context,
    input: &Input,
    threads: NonZeroUsize,
    progress: &mut Progress,
    prepare: fn(&mut Job),
    worker: impl Fn() -> W + Sync,
    mut consume: impl FnMut(Job, T) -> ControlFlow<()>,
) -> ExitCode {
    BatchRun {
        context,
        input,
        threads,
        prepare,
        earlier: None,
        block_size: None,
    }
    .for_each_result(progress, worker, |part| match part {
        ItemResult::Single(job, answer) | ItemResult::LastAnswered(job, answer) => {
            consume(job, answer)
        }
        ItemResult::Batch(never) => match never {},
        ItemResult::TooFewItems(_) | ItemResult::Mismatch(_) => ControlFlow::Continue(()),
    })
}

/// Reports the errors of an item that cannot be read. Returns the exit code for them.
pub(crate) fn report_errors(context: &Context, job: &Job) -> ExitCode {
    match (&job.item, &job.source) {
        (Item::Bad(errors), Some(source)) => {
            errors
                .iter()
                .for_each(|error| context.messages.print_read_error(source, error));
            ExitCode::Input
        }
        (Item::Bad(_), None) => ExitCode::Input,
        (Item::Unopened(error), _) => {
            context.messages.error_in_file(
                Some(&error.name),
                &error.message,
                error.hint.as_deref(),
            );
            error.code
        }
        (Item::Puzzle(_), _) => ExitCode::Done,
    }
}
