//! Runs a worker on every puzzle of the input on all threads, and returns the results in the order
//! of the input.
//!
//! ```text
//! source ─▶ WorkUnit ─────────────▶ worker ──────────────────────▶ WorkResult ─▶ consume
//!            a WorkItem             answers it                     an ItemResult
//!            a Block of a stream    reads and answers the puzzles  ItemResults and batches
//! ```

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku::format::line81::{self, LineGroup};
use ndoku::format::{ReadOptions, Record};
use ndoku::parallel::map_in_order;

use crate::args::Input;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::input_summary::InputSummary;
use crate::open_input::{self, OpenOptions, OpenedInput, StreamPolicy};
use crate::progress::{Progress, ReadPosition, format_count};
use crate::resume::{EarlierAnswers, EarlierOutput};
use crate::source::{Source, SourceName};
use crate::stream::{Block, Stream};
use crate::table_input;
#[cfg(feature = "arrow")]
use crate::table_rows::{TablePart, TableRows};
use crate::work_item::{ItemResult, WorkItem};

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

/// Returns the options for the readers. Refuses to wait for input from a terminal.
///
/// # Errors
/// Returns an error if standard input is a terminal, or a file of regions cannot be read.
pub(crate) fn read_options(context: &Context, input: &Input) -> Result<ReadOptions, CliError> {
    if input.inputs.is_empty() && open_input::stdin_is_terminal() {
        return Err(CliError::NoInput {
            help: context.short_help(),
        });
    }
    input.read_options()
}

/// A unit of work that a thread takes.
enum WorkUnit {
    /// An item of a source that is read as a whole.
    Item(WorkItem),
    /// The last item that the earlier run has answered.
    LastEarlier(WorkItem),
    /// Lines of a stream.
    Block(Block),
    /// The output of the earlier run does not answer the input.
    Refused(CliError),
}

/// Sends work units to the threads, and skips items that an earlier run has answered.
struct Dispatcher<'a> {
    context: &'a Context,
    options: &'a ReadOptions,
    fail_fast: bool,
    /// Number of items still to skip.
    skip: usize,
    summary: InputSummary,
    earlier: Option<&'a EarlierOutput>,
    /// The answers of the earlier run to these items.
    answers: Option<EarlierAnswers>,
    emit: &'a mut dyn FnMut(WorkUnit) -> ControlFlow<()>,
}

impl Dispatcher<'_> {
    /// Opens all sources in order and sends their contents. Streams come in blocks of `block_size`
    /// bytes.
    fn send_all(&mut self, input: &Input, block_size: usize) -> ControlFlow<()> {
        let arguments = if input.inputs.is_empty() {
            vec!["-".into()]
        } else {
            input.inputs.clone()
        };
        let opening = OpenOptions {
            context: self.context,
            options: self.options,
            max_decompressed: input.max_decompressed.saturating_mul(1 << 20),
            column: input.column.as_deref(),
            streams: match input.block {
                None => StreamPolicy::Long,
                Some(0) => StreamPolicy::None,
                Some(_) => StreamPolicy::All,
            },
        };
        for (index, argument) in arguments.iter().enumerate() {
            let literal = if arguments.len() > 1 {
                SourceName::Named(format!("argument {}", index + 1))
            } else {
                SourceName::OnlyArgument
            };
            self.context.note_input(argument);
            if input.column.is_some() && !table_input::is_table(argument) {
                self.context
                    .info("warning: --column only has an effect on Parquet and Arrow files");
            }
            match open_input::open(argument, &literal, &opening) {
                // Ctrl-C also stops the reading of a photograph.
                Err(_) if self.context.is_interrupted() => return ControlFlow::Break(()),
                Err(error) => self.send_item(WorkItem::unopened(error))?,
                Ok(OpenedInput::Whole(source)) => {
                    self.report_doubts(&source);
                    InputSummary::print_source(self.context, &source, self.options);
                    self.send_source(source)?;
                }
                Ok(OpenedInput::Stream(stream)) => {
                    self.summary
                        .note_stream(self.context, &argument.to_string_lossy());
                    self.send_stream(stream, input.block, block_size)?;
                }
                #[cfg(feature = "arrow")]
                Ok(OpenedInput::Table(rows)) => {
                    self.summary
                        .note_table(self.context, &argument.to_string_lossy());
                    self.send_table(*rows, input.block, block_size)?;
                }
            }
        }
        self.summary.finish(self.context);
        match self.earlier {
            Some(earlier) if self.skip > 0 => {
                (self.emit)(WorkUnit::Refused(earlier.too_few_items(self.skip)))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Prints what is doubtful in the reading of a photograph.
    fn report_doubts(&self, source: &Source) {
        for doubt in source.photo.iter().flat_map(|photo| photo.doubts()) {
            let name = source.name.as_str();
            self.context.info(&format!("warning: {name}: {doubt}"));
        }
    }

    /// Sends the blocks of a stream. Their size is `fixed`, or grows up to `block_size`.
    fn send_stream(
        &mut self,
        mut stream: Stream,
        fixed: Option<usize>,
        block_size: usize,
    ) -> ControlFlow<()> {
        let mut sizes = block_sizes(fixed, block_size);
        while let Some(block) = stream.next_block(sizes.next().unwrap_or(block_size)) {
            self.send_block(block)?;
        }
        ControlFlow::Continue(())
    }

    /// Sends the rows of a table: blocks of plain 9×9 puzzles, and all others as items.
    #[cfg(feature = "arrow")]
    fn send_table(
        &mut self,
        mut rows: TableRows,
        fixed: Option<usize>,
        block_size: usize,
    ) -> ControlFlow<()> {
        let mut sizes = block_sizes(fixed, block_size);
        while let Some(part) = rows.next_part(sizes.next().unwrap_or(block_size), self.options) {
            match part {
                TablePart::Block(block) => self.send_block(block)?,
                TablePart::Item(item) => self.send_item(item)?,
            }
        }
        ControlFlow::Continue(())
    }

    fn send_item(&mut self, item: WorkItem) -> ControlFlow<()> {
        if self.context.verbose {
            self.summary.count_item(&item);
        }
        if item.is_unopened() {
            (self.emit)(WorkUnit::Item(item))?;
            return break_if(self.fail_fast || self.context.is_interrupted());
        }
        // A bad item that the earlier run has answered does not stop this run.
        let is_bad = self.skip == 0 && item.record.is_err();
        if self.skip > 0
            && let Some(answers) = &mut self.answers
            && !answers.matches_item(&item)
        {
            return self.refuse(item.location());
        }
        match self.skip {
            0 => (self.emit)(WorkUnit::Item(item))?,
            1 => (self.emit)(WorkUnit::LastEarlier(item))?,
            _ => {}
        }
        self.skip = self.skip.saturating_sub(1);
        break_if(self.context.is_interrupted() || (is_bad && self.fail_fast))
    }

    fn send_source(&mut self, source: Source) -> ControlFlow<()> {
        for_each_item_in(source, self.options, &mut |item| self.send_item(item))
    }

    fn send_block(&mut self, block: Block) -> ControlFlow<()> {
        if self.context.is_interrupted() {
            return ControlFlow::Break(());
        }
        if self.skip == 0 {
            return (self.emit)(WorkUnit::Block(block));
        }
        let mut items = 0;
        for group in line81::line_groups(&block.bytes, block.line) {
            match group {
                LineGroup::Line { .. } => items += 1,
                LineGroup::Other { text, line } => {
                    let _ = for_each_item_in(
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
        for group in line81::line_groups(&block.bytes, block.line) {
            match group {
                LineGroup::Line { cells, line, .. } => {
                    if let Some(answers) = &mut self.answers
                        && !answers.matches_line(cells, &block.origin.name)
                    {
                        return self.refuse(Some(format!("{}:{line}", block.origin.name)));
                    }
                    self.skip -= 1;
                }
                LineGroup::Other { text, line } => {
                    self.send_source(block.source_of_lines(text, line))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Ends the run, because the earlier output does not answer the item at this location.
    fn refuse(&mut self, location: Option<String>) -> ControlFlow<()> {
        let number = self.answers.as_ref().map_or(0, EarlierAnswers::number);
        if let Some(earlier) = self.earlier {
            let _ = (self.emit)(WorkUnit::Refused(earlier.mismatch(number, location)));
        }
        ControlFlow::Break(())
    }
}

/// Returns the sizes of consecutive blocks: always `fixed`, or growing up to `most`.
fn block_sizes(fixed: Option<usize>, most: usize) -> impl Iterator<Item = usize> {
    (0_usize..).map(move |number| {
        fixed.unwrap_or(most.min(FIRST_BLOCK << (number / BLOCKS_PER_SIZE).min(16)))
    })
}

/// Returns `Break` if the condition holds.
fn break_if(condition: bool) -> ControlFlow<()> {
    if condition {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Reads every item of a source.
fn for_each_item_in(
    source: Source,
    options: &ReadOptions,
    emit: &mut dyn FnMut(WorkItem) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let options = ReadOptions {
        extension: source.extension.clone(),
        ..options.clone()
    };
    let source = Arc::new(source);
    let mut flow = ControlFlow::Continue(());
    source.read(&options, &mut |record| {
        flow = emit(WorkItem::from_record(record, &source));
        flow
    });
    flow
}

/// Reads all sources in order on the calling thread. `emit` reports the errors.
pub(crate) fn for_each_item(
    context: &Context,
    input: &Input,
    options: &ReadOptions,
    emit: &mut dyn FnMut(WorkItem) -> ControlFlow<()>,
) {
    read_items(context, input, options, emit);
    report_omitted_errors(context);
}

/// Reads all sources like [`for_each_item`], where the errors are reported later. After that,
/// [`report_omitted_errors`] must be called.
pub(crate) fn read_items(
    context: &Context,
    input: &Input,
    options: &ReadOptions,
    emit: &mut dyn FnMut(WorkItem) -> ControlFlow<()>,
) {
    let mut number = 0;
    let mut numbered = |mut item: WorkItem| {
        if !item.is_unopened() {
            number += 1;
            item.number = NonZeroUsize::new(number);
        }
        let is_bad = item.record.is_err();
        emit(item)?;
        break_if(is_bad && input.fail_fast)
    };
    let mut dispatcher = Dispatcher {
        context,
        options,
        fail_fast: input.fail_fast,
        skip: 0,
        summary: InputSummary::default(),
        earlier: None,
        answers: None,
        emit: &mut |unit| match unit {
            WorkUnit::Item(item) | WorkUnit::LastEarlier(item) => numbered(item),
            WorkUnit::Block(block) => for_each_item_in(block.to_source(), options, &mut numbered),
            WorkUnit::Refused(_) => ControlFlow::Continue(()),
        },
    };
    let _ = dispatcher.send_all(input, SMALL_BLOCK);
}

/// Answers puzzles on one thread.
pub(crate) trait Worker {
    /// The answer to one puzzle.
    type Answer: Send;
    /// The answers to several consecutive puzzles.
    type Batch: BatchAnswers + Send;

    /// Answers one puzzle.
    fn answer(&mut self, item: &WorkItem, record: &Record) -> Self::Answer;

    /// Answers everything in a block of a stream, or returns `None` to have the items answered one
    /// by one. After Ctrl-C, returns the answers before the first unfinished one. `read` reads
    /// lines of the block.
    fn answer_block(
        &mut self,
        _block: &mut Block,
        _read: ReadLines<'_>,
    ) -> Option<Vec<WorkResult<Self::Answer, Self::Batch>>> {
        None
    }
}

/// Reads lines of a block.
pub(crate) type ReadLines<'a> = &'a dyn Fn(Source) -> Vec<WorkItem>;

/// The answers to several consecutive puzzles.
pub(crate) trait BatchAnswers {
    /// Returns the number of puzzles.
    fn len(&self) -> usize;

    /// Sets the number of the first puzzle, which the worker does not know.
    fn set_first(&mut self, _number: usize) {}
}

impl BatchAnswers for Infallible {
    fn len(&self) -> usize {
        match *self {}
    }
}

impl<T: Send, F: FnMut(&WorkItem, &Record) -> T> Worker for F {
    type Answer = T;
    type Batch = Infallible;

    fn answer(&mut self, item: &WorkItem, record: &Record) -> T {
        self(item, record)
    }
}

/// A result of a worker.
pub(crate) enum WorkResult<A, B> {
    /// One item and its answer.
    Item(ItemResult<A>),
    /// The last item that the earlier run has answered, and the answer of this run. It comes first.
    LastEarlier(ItemResult<A>),
    /// The answers to several consecutive puzzles.
    Batch(B),
    /// The output of the earlier run does not answer the input. Ends the run.
    Refused(CliError),
}

/// Answers an item; `None` after Ctrl-C, which cuts a search short.
pub(crate) fn answer_item<A>(
    context: &Context,
    item: WorkItem,
    answer: impl FnOnce(&WorkItem, &Record) -> A,
) -> Option<ItemResult<A>> {
    if context.is_interrupted() {
        return None;
    }
    let answer = match &item.record {
        Ok(record) => Some(answer(&item, record)),
        Err(_) => None,
    };
    (!context.is_interrupted()).then_some(ItemResult { item, answer })
}

/// The results of a work unit.
struct UnitResults<A, B> {
    results: Vec<WorkResult<A, B>>,
    /// Ctrl-C stopped the work early.
    interrupted: bool,
    /// The position in the input after this work unit.
    position: ReadPosition,
}

/// A run over the whole input.
pub(crate) struct InputRun<'a> {
    pub context: &'a Context,
    pub input: &'a Input,
    pub threads: NonZeroUsize,
    /// Prepares every item before a worker sees it.
    pub prepare: fn(&mut WorkItem),
    /// The output of the earlier run that this run continues.
    pub earlier: Option<&'a EarlierOutput>,
    /// Block size in bytes for workers that answer batches; `None` for workers that do not.
    pub block_size: Option<usize>,
}

impl InputRun<'_> {
    /// Answers every item and passes the results to `consume` in the order of the input. Also
    /// reports input errors, and returns their code.
    pub(crate) fn for_each_result<W: Worker>(
        &self,
        progress: &mut Progress,
        worker: impl Fn() -> W + Sync,
        mut consume: impl FnMut(WorkResult<W::Answer, W::Batch>) -> ControlFlow<()>,
    ) -> ExitCode {
        let context = self.context;
        let (options, answers) = match self.open() {
            Ok(opened) => opened,
            Err(error) => return context.report_error(&error),
        };
        let skip = self.earlier.map_or(0, |earlier| earlier.lines);
        let mut tally = ResultForwarder {
            run: self,
            skip,
            consumed: 0,
            code: ExitCode::Done,
        };
        let produce = |emit: &mut dyn FnMut(WorkUnit, usize) -> ControlFlow<()>| {
            let mut dispatcher = Dispatcher {
                context,
                options: &options,
                fail_fast: self.input.fail_fast,
                skip,
                summary: InputSummary::default(),
                earlier: self.earlier,
                answers,
                emit: &mut |unit| {
                    let weight = unit.weight();
                    emit(unit, weight)
                },
            };
            let _ = dispatcher.send_all(self.input, self.block_size.unwrap_or(SMALL_BLOCK));
        };
        let make = || {
            let mut worker = worker();
            let options = &options;
            move |unit| self.work(&mut worker, options, unit)
        };
        map_in_order(self.threads, produce, make, |unit: UnitResults<_, _>| {
            for result in unit.results {
                tally.pass_on(result, unit.position, progress, &mut consume)?;
            }
            break_if(unit.interrupted)
        });
        progress.finish();
        report_omitted_errors(context);
        tally
            .code
            .or_worse(report_interruption(context, tally.consumed))
    }

    /// Returns the options for the readers, and the answers of the earlier run.
    fn open(&self) -> Result<(ReadOptions, Option<EarlierAnswers>), CliError> {
        let options = read_options(self.context, self.input)?;
        let answers = match self.earlier {
            Some(earlier) => earlier
                .answers()
                .map_err(|error| CliError::cannot_read(&earlier.path, &error))?,
            None => None,
        };
        Ok((options, answers))
    }

    /// Does the work of a unit.
    fn work<W: Worker>(
        &self,
        worker: &mut W,
        options: &ReadOptions,
        unit: WorkUnit,
    ) -> UnitResults<W::Answer, W::Batch> {
        let position = unit.position();
        // Results that were finished before Ctrl-C are still passed on.
        let results = match unit {
            WorkUnit::Item(item) => {
                let result = self.work_on_item(worker, item);
                result.map(WorkResult::Item).into_iter().collect()
            }
            WorkUnit::LastEarlier(item) => {
                let result = self.work_on_item(worker, item);
                result.map(WorkResult::LastEarlier).into_iter().collect()
            }
            WorkUnit::Block(block) => self.work_on_block(worker, options, block),
            WorkUnit::Refused(error) => vec![WorkResult::Refused(error)],
        };
        UnitResults {
            results,
            interrupted: self.context.is_interrupted(),
            position,
        }
    }

    /// Answers one item; `None` after Ctrl-C.
    fn work_on_item<W: Worker>(
        &self,
        worker: &mut W,
        mut item: WorkItem,
    ) -> Option<ItemResult<W::Answer>> {
        (self.prepare)(&mut item);
        answer_item(self.context, item, |item, record| {
            worker.answer(item, record)
        })
    }

    /// Answers everything in a block, together if the worker can.
    fn work_on_block<W: Worker>(
        &self,
        worker: &mut W,
        options: &ReadOptions,
        mut block: Block,
    ) -> Vec<WorkResult<W::Answer, W::Batch>> {
        let read = |source: Source| {
            let mut items = Vec::new();
            let _ = for_each_item_in(source, options, &mut |mut item| {
                (self.prepare)(&mut item);
                items.push(item);
                ControlFlow::Continue(())
            });
            items
        };
        if self.block_size.is_some()
            && block.damage.is_none()
            && let Some(results) = worker.answer_block(&mut block, &read)
        {
            return results;
        }
        read(block.to_source())
            .into_iter()
            .filter_map(|item| {
                answer_item(self.context, item, |item, record| {
                    worker.answer(item, record)
                })
            })
            .map(WorkResult::Item)
            .collect()
    }
}

impl WorkUnit {
    /// Returns the weight of the unit for the distribution to threads.
    fn weight(&self) -> usize {
        match self {
            Self::Item(item) | Self::LastEarlier(item) => item
                .record
                .as_ref()
                .map_or(1, |record| record.puzzle.clues().len()),
            Self::Block(_) => BLOCK_WEIGHT,
            Self::Refused(_) => 1,
        }
    }

    /// Returns the position in the input after the unit.
    fn position(&self) -> ReadPosition {
        match self {
            Self::Item(item) | Self::LastEarlier(item) => ReadPosition::for_item(item),
            Self::Block(block) => ReadPosition::Bytes {
                at: block.position,
                of: block.origin.length,
            },
            Self::Refused(_) => ReadPosition::Lines { at: 0, of: 0 },
        }
    }
}

/// Passes the results of a run on in the order of the input, and counts them.
struct ResultForwarder<'a> {
    run: &'a InputRun<'a>,
    /// Number of items that the earlier run has answered.
    skip: usize,
    /// Number of items that this run has answered.
    consumed: usize,
    /// The code for errors of the input.
    code: ExitCode,
}

impl ResultForwarder<'_> {
    /// Numbers a result, reports the error of its item, and passes it on.
    fn pass_on<A, B: BatchAnswers>(
        &mut self,
        mut result: WorkResult<A, B>,
        position: ReadPosition,
        progress: &mut Progress,
        consume: &mut impl FnMut(WorkResult<A, B>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let InputRun { context, input, .. } = *self.run;
        let mut is_bad = false;
        match &mut result {
            WorkResult::Item(ItemResult { item, .. }) if item.is_unopened() => {
                self.code = self.code.or_worse(item.report_error(context));
                return break_if(input.fail_fast);
            }
            WorkResult::Item(ItemResult { item, .. }) => {
                self.consumed += 1;
                item.number = NonZeroUsize::new(self.skip + self.consumed);
                self.code = self.code.or_worse(item.report_error(context));
                is_bad = item.record.is_err();
            }
            WorkResult::Batch(batch) => {
                batch.set_first(self.skip + self.consumed + 1);
                self.consumed += batch.len();
            }
            WorkResult::LastEarlier(ItemResult { item, .. }) => {
                item.number = NonZeroUsize::new(self.skip);
            }
            WorkResult::Refused(_) => {}
        }
        progress.advance(self.consumed as u64, position);
        consume(result)?;
        break_if(input.fail_fast && is_bad)
    }
}

/// Reports how many input errors were not printed.
pub(crate) fn report_omitted_errors(context: &Context) {
    for (name, count) in context.messages.take_omitted() {
        let more = format_count(count, "more error");
        context
            .messages
            .print_line(&format!("… and {more} in {name}; --verbose shows all"));
    }
}

/// Reports after Ctrl-C how many puzzles were answered. Returns the exit code.
pub(crate) fn report_interruption(context: &Context, puzzles: usize) -> ExitCode {
    if !context.is_interrupted() {
        return ExitCode::Done;
    }
    context.messages.print_line(&format!(
        "interrupted after {}",
        format_count(puzzles as u64, "puzzle")
    ));
    ExitCode::Interrupted
}

/// Runs [`InputRun::for_each_result`] with a worker for each thread. `prepare` sees each item
/// first.
pub(crate) fn run<T: Send, W: FnMut(&WorkItem, &Record) -> T>(
    context: &Context,
    input: &Input,
    threads: NonZeroUsize,
    progress: &mut Progress,
    prepare: fn(&mut WorkItem),
    worker: impl Fn() -> W + Sync,
    mut consume: impl FnMut(ItemResult<T>) -> ControlFlow<()>,
) -> ExitCode {
    InputRun {
        context,
        input,
        threads,
        prepare,
        earlier: None,
        block_size: None,
    }
    .for_each_result(progress, worker, |result| match result {
        WorkResult::Item(result) | WorkResult::LastEarlier(result) => consume(result),
        WorkResult::Batch(never) => match never {},
        WorkResult::Refused(_) => ControlFlow::Break(()),
    })
}
