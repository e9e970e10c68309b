//! Many puzzles from many sources on all cores: opened, read, worked on, and handed back in the order of the input.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku::format::{self, ReadError, ReadOptions, Record};
use ndoku::ordered::ordered_map;

use crate::args::Input;
use crate::context::{Code, Context};
use crate::progress::{Progress, counted};
use crate::source::{self, OpenError, Source};

/// What stands at one place of the input.
pub(crate) enum Item {
    /// A puzzle.
    Puzzle(Box<Record>),
    /// Something that cannot be read.
    Bad(Vec<ReadError>),
    /// A source that cannot be opened.
    Unopened(OpenError),
}

/// An item and where it stands.
pub(crate) struct Job {
    /// The number of the item, from 1, over all sources.
    pub number: usize,
    /// Its source; none if it could not be opened.
    pub source: Option<Arc<Source>>,
    /// The line where it begins.
    pub line: usize,
    /// What it is.
    pub item: Item,
}

impl Job {
    /// Where it stands, to begin a remark with: `puzzles.txt:14: `; nothing for the only argument.
    pub(crate) fn place(&self) -> String {
        match &self.source {
            Some(source) if source.name != "argument" => format!("{}:{}: ", source.name, self.line),
            Some(_) if self.number > 1 => format!("line {}: ", self.line),
            _ => String::new(),
        }
    }

    /// Makes a puzzle whose clues contradict each other into one that cannot be read. `check` does not: there the conflicts are the answer.
    pub(crate) fn refuse_conflicts(&mut self) {
        if let Item::Puzzle(record) = &self.item {
            let conflicts = record.conflicts();
            if !conflicts.is_empty() {
                let hint = "`ndoku check` lists every conflict";
                let told = |error: ReadError| match error.hint.clone() {
                    Some(known) => error.hint(format!("{known}; {hint}")),
                    None => error.hint(hint),
                };
                self.item = Item::Bad(conflicts.into_iter().take(1).map(|(_, error)| told(error)).collect());
            }
        }
    }
}

/// The options for the readers. Also refuses to wait for a person who does not know that puzzles are waited for.
///
/// # Errors
/// The code to exit with; the error has been told.
pub(crate) fn options(context: &Context, input: &Input) -> Result<ReadOptions, Code> {
    if input.inputs.is_empty() && source::stdin_is_terminal() {
        let hint = "name a file, give a puzzle, or pipe one in";
        context.messages.error("no input: standard input is a terminal", Some(hint));
        context.messages.say(&format!("\n{}", context.short_help().trim_end()));
        return Err(Code::Usage);
    }
    input.read_options().map_err(|message| {
        context.messages.error(&message, None);
        Code::Input
    })
}

/// Reads all sources in order, on the thread that calls it.
pub(crate) fn each_job(context: &Context, input: &Input, options: &ReadOptions, emit: &mut dyn FnMut(Job) -> ControlFlow<()>) {
    let mut number = 0;
    let arguments = if input.inputs.is_empty() { vec!["-".to_owned()] } else { input.inputs.clone() };
    for (place, argument) in arguments.iter().enumerate() {
        let literal = if arguments.len() > 1 { format!("argument {}", place + 1) } else { "argument".to_owned() };
        let source = match source::open(argument, &literal, options, input.max_unpacked.saturating_mul(1 << 20)) {
            Ok(source) => Arc::new(source),
            Err(error) => {
                number += 1;
                if emit(Job { number, source: None, line: 0, item: Item::Unopened(error) }).is_break() || input.fail_fast {
                    return;
                }
                continue;
            }
        };
        let options = ReadOptions { extension: source.extension.clone(), ..options.clone() };
        let mut stopped = false;
        let mut hand_over = |record: Result<Record, ReadError>| {
            number += 1;
            let (line, item) = match record {
                Ok(record) => (record.line, Item::Puzzle(Box::new(record))),
                Err(error) => (error.span.map_or(0, |span| span.line), Item::Bad(vec![error])),
            };
            let bad = matches!(item, Item::Bad(_));
            let ended = emit(Job { number, source: Some(Arc::clone(&source)), line, item });
            stopped = ended.is_break() || context.is_interrupted() || (bad && input.fail_fast);
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // The last error of a damaged source comes of the damage, which is told instead.
        let mut held = None;
        format::read(&source.text, &options, &mut |record| {
            if let Some(error) = held.take() {
                hand_over(Err(error))?;
            }
            match record {
                Err(error) if source.damage.is_some() => {
                    held = Some(error);
                    ControlFlow::Continue(())
                }
                record => hand_over(record),
            }
        });
        if let Some(damage) = &source.damage
            && !context.is_interrupted()
        {
            let _ = hand_over(Err(damage.clone()));
        }
        if stopped {
            return;
        }
    }
}

/// Works on every item of the input with `threads` workers, after `prepare` has looked at it, and gives the results to `consume` in order. Errors of the input are told on the way.
/// Returns the code for what went wrong with the input.
pub(crate) fn run<T: Send, W: FnMut(&Job) -> T>(
    context: &Context,
    input: &Input,
    threads: Option<NonZeroUsize>,
    progress: &mut Progress,
    prepare: impl Fn(&mut Job) + Sync,
    worker: impl Fn() -> W + Sync,
    mut consume: impl FnMut(Job, T) -> ControlFlow<()>,
) -> Code {
    let options = match options(context, input) {
        Ok(options) => options,
        Err(code) => return code,
    };
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let mut code = Code::Done;
    let mut consumed = 0_u64;
    let produce = |emit: &mut dyn FnMut(Job, usize) -> ControlFlow<()>| {
        each_job(context, input, &options, &mut |job| {
            let weight = if let Item::Puzzle(record) = &job.item { record.puzzle.clues().len() } else { 1 };
            emit(job, weight)
        });
    };
    let make = || {
        let mut work = worker();
        let prepare = &prepare;
        move |mut job: Job| {
            prepare(&mut job);
            let result = (!context.is_interrupted()).then(|| work(&job));
            // Ctrl-C cuts a search short; what was finished before it is still handed on.
            (job, result.filter(|_| !context.is_interrupted()))
        }
    };
    ordered_map(threads, produce, make, |(job, result)| {
        let Some(result) = result else { return ControlFlow::Break(()) };
        code = code.and(tell(context, &job));
        consumed += 1;
        if let Some(source) = &job.source {
            progress.advance(job.line as u64, source.line_count() as u64);
        }
        let bad = !matches!(job.item, Item::Puzzle(_));
        let ended = consume(job, result);
        if input.fail_fast && bad { ControlFlow::Break(()) } else { ended }
    });
    progress.end();
    if context.is_interrupted() {
        context.messages.say(&format!("interrupted after {}", counted(consumed, "puzzle")));
        code = code.and(Code::Interrupted);
    }
    code
}

/// Tells what is wrong with an item, if anything is.
pub(crate) fn tell(context: &Context, job: &Job) -> Code {
    match (&job.item, &job.source) {
        (Item::Bad(errors), Some(source)) => {
            errors.iter().for_each(|error| context.messages.read_error(source, error));
            Code::Input
        }
        (Item::Bad(_), None) => Code::Input,
        (Item::Unopened(error), _) => {
            context.messages.error_in(Some(&error.name), &error.message, error.hint.as_deref());
            Code::Input
        }
        (Item::Puzzle(_), _) => Code::Done,
    }
}
