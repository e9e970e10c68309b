//! Many puzzles from many sources on all cores: opened, read, worked on, and handed back in the order of the input.
//!
//! ```text
//! source ─▶ WorkItem ────────────▶ worker ──────────────────────▶ Parts ─▶ consume
//!           a puzzle             answers it                     one answer
//!           a block of a stream  reads it, answers all in it    many answers, one by one or in block_size
//! ```

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku::format::plain::{self, Piece};
use ndoku::format::{ReadError, ReadOptions, Record};
use ndoku::ordered::ordered_map;

use crate::args::Input;
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::input_summary::InputSummary;
use crate::progress::{Progress, ReadPosition, format_count};
use crate::resume::{EarlierAnswers, EarlierOutput};
use crate::sink;
use crate::source::{self, OpenError, OpenOptions, OpenedInput, Source, StreamPolicy};
use crate::stream::Block;

/// The size of blocks whose puzzles are answered one by one: small enough that a few hundred slow puzzles are shared by all threads.
const SMALL_BLOCK: usize = 1 << 14;

/// The size of blocks that are answered in block_size, once there are many. The first are smaller, so that a file of some MiB is shared by all threads.
/// tried, against these 256 KiB, on one thread: 64 KiB: 4 % slower with 17 clues; 128 KiB: 2 %; 1 MiB: 3 % slower on easy puzzles, 7 % with 17 clues, since
/// puzzles and solutions leave the caches before they are used again.
pub(crate) const LARGE_BLOCK: usize = 1 << 18;

/// The size of the first of them, and how many there are of a size before the next are twice as large.
const FIRST_BLOCK: usize = 1 << 16;
const BLOCKS_PER_SIZE: usize = 8;

/// A parcel of this weight is a batch.
const BLOCK_WEIGHT: usize = 4096;

/// What stands at one place of the input.
pub(crate) enum Item {
    /// A puzzle.
    Puzzle(Box<Record>),
    /// Something that cannot be read.
    Bad(Vec<ReadError>),
    /// A source that cannot be opened. It is reported in its place, but it is no puzzle: it has no number and gets no answer.
    Unopened(OpenError),
}

/// An item and where it stands.
pub(crate) struct Job {
    /// The number of the item, from 1, over all sources; 0 for a source that cannot be opened. Given when its turn has come to be consumed: a worker does not know it.
    pub number: usize,
    /// Its source; none if it could not be opened.
    pub source: Option<Arc<Source>>,
    /// The line where it begins.
    pub line: usize,
    /// What it is.
    pub item: Item,
}

impl Job {
    /// What was read at a place of a source.
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

    /// Where it stands, to begin a remark with: `puzzles.txt:14: `; nothing for the only argument.
    pub(crate) fn place(&self) -> String {
        match &self.source {
            Some(source) if source.name != "argument" => format!("{}:{}: ", source.name, self.line),
            Some(_) if self.number > 1 => format!("line {}: ", self.line),
            _ => String::new(),
        }
    }

    /// Makes a puzzle whose clues has_contradiction each other into one that cannot be read. `check` does not: there the conflicts are the answer.
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

/// The options for the readers. Also refuses to wait for a person who does not know that puzzles are waited for.
///
/// # Errors
/// The code to exit with; the error has been told.
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
        // Of these options only a file of regions has to be read.
        context.messages.error(&message, None);
        ExitCode::NoInput
    })
}

/// What goes to a worker.
enum WorkItem {
    /// An item of a source that is read as a whole, or the head of a block.
    Single(Job),
    /// Some lines of a stream.
    Block(Block),
    /// The last item that an earlier run has answered.
    LastAnswered(Job),
    /// An earlier run has answered more items than there are: so many.
    TooFewItems(usize),
    /// What an earlier run has written is not the answer to this item.
    Mismatch(Mismatch),
}

/// Hands parcels over, without those that an earlier run has answered.
struct Dispatcher<'a> {
    context: &'a Context,
    options: &'a ReadOptions,
    fail_fast: bool,
    /// Items still to be left out.
    skip: usize,
    survey: InputSummary,
    /// What an earlier run has written about them.
    answers: Option<EarlierAnswers>,
    emit: &'a mut dyn FnMut(WorkItem) -> ControlFlow<()>,
}

impl Dispatcher<'_> {
    fn send_item(&mut self, job: Job) -> ControlFlow<()> {
        if self.context.verbose {
            self.survey.count(&job);
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
        // What an earlier run has answered does not stop this one.
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
        for piece in plain::pieces(&block.bytes, block.line) {
            match piece {
                Piece::Line { .. } => items += 1,
                Piece::Other { text, line } => {
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

    /// Compares what is in a block with what an earlier run has written about it.
    fn skip_block(&mut self, block: &Block) -> ControlFlow<()> {
        for piece in plain::pieces(&block.bytes, block.line) {
            match piece {
                Piece::Line { cells, line, .. } => {
                    if !self
                        .answers
                        .as_mut()
                        .is_none_or(|answers| answers.matches_line(cells))
                    {
                        return self.report_mismatch(Some(format!("{}:{line}", block.origin.name)));
                    }
                    self.skip -= 1;
                }
                Piece::Other { text, line } => {
                    self.send_source(block.source_of_lines(text, line))?
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Ends the run: an earlier one has not answered the next item.
    fn report_mismatch(&mut self, place: Option<String>) -> ControlFlow<()> {
        let number = self.answers.as_ref().map_or(0, EarlierAnswers::number);
        let _ = (self.emit)(WorkItem::Mismatch(Mismatch { number, place }));
        ControlFlow::Break(())
    }
}

/// Reads what is in a text.
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

/// Opens all sources in order and hands over what is in them, in blocks of this size where they are streams, without what an earlier run has answered.
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
        survey: InputSummary::default(),
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
                    .survey
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
    dispatcher.survey.finish(context);
    if dispatcher.skip > 0 {
        (dispatcher.emit)(WorkItem::TooFewItems(skip - dispatcher.skip))
    } else {
        ControlFlow::Continue(())
    }
}

/// Reads all sources in order, on the thread that calls it.
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
        &mut |parcel| match parcel {
            WorkItem::Single(job) | WorkItem::LastAnswered(job) => numbered(job),
            WorkItem::Block(block) => for_each_job_in(block.to_source(), options, &mut numbered),
            WorkItem::TooFewItems(_) | WorkItem::Mismatch(_) => ControlFlow::Continue(()),
        },
    );
}

/// Answers about puzzles: what a thread does.
pub(crate) trait Worker {
    /// About one item.
    type Answer: Send;
    /// About many puzzles at once.
    type Batch: BatchResult + Send;

    /// Answers about one item.
    fn answer(&mut self, job: &Job) -> Self::Answer;

    /// Answers about everything in a block of a stream, if it has a better way than one by one; after Ctrl-C about what was finished before the first
    /// that was not. `read` gives what is in some lines of it.
    fn answer_block(
        &mut self,
        _block: &mut Block,
        _read: ReadLines<'_>,
    ) -> Option<Vec<ItemResult<Self::Answer, Self::Batch>>> {
        None
    }
}

/// Reads some lines of a block, of which the first has this number.
pub(crate) type ReadLines<'a> = &'a dyn Fn(Source) -> Vec<Job>;

/// Answers about many puzzles.
pub(crate) trait BatchResult {
    /// How many.
    fn count(&self) -> usize;

    /// Takes the number of the first of them, which a worker does not know.
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

/// Something that was answered.
pub(crate) enum ItemResult<A, B> {
    /// An item.
    Single(Job, A),
    /// Many puzzles, one after the other.
    Batch(B),
    /// The last item that an earlier run has answered.
    LastAnswered(Job, A),
    /// An earlier run has answered more items than there are: so many.
    TooFewItems(usize),
    /// What an earlier run has written is not the answer to this item.
    Mismatch(Mismatch),
}

/// An item that an earlier run has not answered in its place.
pub(crate) struct Mismatch {
    /// Its number.
    pub number: usize,
    /// Its source and line.
    pub place: Option<String>,
}

/// What came of a parcel.
struct WorkResult<A, B> {
    parts: Vec<ItemResult<A, B>>,
    /// Ctrl-C cut it short.
    interrupted: bool,
    /// How far the input has been read.
    place: ReadPosition,
}

/// A run over all of an input.
pub(crate) struct BatchRun<'a> {
    pub context: &'a Context,
    pub input: &'a Input,
    pub threads: NonZeroUsize,
    /// Looks at every item before it is worked on.
    pub prepare: fn(&mut Job),
    /// What an earlier run has answered.
    pub earlier: Option<&'a EarlierOutput>,
    /// Workers answer about many puzzles at once, in blocks of this size.
    pub block_size: Option<usize>,
}

impl BatchRun<'_> {
    /// Works on every item and gives the answers to `consume` in the order of the input. Errors of the input are told on the way.
    /// Returns the code for what went wrong with the input.
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
                &mut |parcel| {
                    let weight = match &parcel {
                        WorkItem::Single(Job {
                            item: Item::Puzzle(record),
                            ..
                        }) => record.puzzle.clues().len(),
                        WorkItem::Block(_) => BLOCK_WEIGHT,
                        _ => 1,
                    };
                    emit(parcel, weight)
                },
            );
        };
        let make = || {
            let mut worker = worker();
            let options = &options;
            move |parcel| self.work(&mut worker, options, parcel)
        };
        ordered_map(
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

    /// What a worker makes of a parcel.
    fn work<W: Worker>(
        &self,
        worker: &mut W,
        options: &ReadOptions,
        parcel: WorkItem,
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
        let place = match &parcel {
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
        // Ctrl-C cuts a search short; what was finished before it is still handed on.
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
        match parcel {
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

/// Works on every item of the input with `threads` workers, after `prepare` has looked at it, and gives the results to `consume` in order. Errors of the
/// input are told on the way. Returns the code for what went wrong with the input.
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

/// Tells what is wrong with an item, if anything is.
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
