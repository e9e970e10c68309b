//! `Session`: a function with its options and engines, ready to answer columns.
//!
//! ```text
//!   column ─▶ blocks of 8192 rows ─┬─▶ worker ─┬─▶ answers in the order of the rows
//!                                  └─▶ worker ─┘
//! ```

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use arrow_array::{Array, StructArray, cast::AsArray};
use arrow_schema::{DataType, Fields};

use crate::block::{BLOCK_SIZE, Block, BlockBuffers};
use crate::error::{CallError, OptionError};
use crate::functions::Function;
use crate::gather;
use crate::interrupts::{Check, Interrupts};
use crate::options::Options;
use crate::output::Output;
use crate::rows::Rows;
use crate::worker::Worker;

/// Length of a column of strings at which a chunk of answers ends.
const MAX_TEXT: usize = 3 << 29;

/// Maximum length of the strings of a block. A chunk has room for one block more.
const MAX_BLOCK_TEXT: usize = 1 << 29;

/// Minimum number of rows of a block, if several threads share few rows.
const MIN_BLOCK_SIZE: usize = 16;

/// The time between two looks at the other threads, when the calling thread has no rows left.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A worker with the buffers of its blocks.
struct Station {
    worker: Box<dyn Worker>,
    buffers: BlockBuffers,
}

impl Station {
    fn new(function: &Function, options: &Options) -> Self {
        Self {
            worker: (function.worker)(options),
            buffers: BlockBuffers::default(),
        }
    }
}

/// A function with its options. Keep it for many columns, one in each thread: it keeps the engines
/// and buffers of the calling thread.
pub struct Session {
    function: &'static Function,
    options: Options,
    fields: Fields,
    station: Station,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("function", &self.function.name)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Creates a session for a function with these options.
    ///
    /// # Errors
    /// Returns [`CallError::Option`] if the boxes and rules do not fit together.
    pub fn new(function: &'static Function, options: &Options) -> Result<Self, CallError> {
        if options.has_layout() {
            options
                .read_options()
                .layout(None)
                .map_err(OptionError::layout)?;
        }
        Ok(Self {
            function,
            options: options.clone(),
            fields: function.arrow_fields(),
            station: Station::new(function, options),
        })
    }

    /// Returns the function.
    #[must_use]
    pub fn function(&self) -> &'static Function {
        self.function
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Answers the rows of a column, or of several columns of the same length. The answers are in
    /// one array, or in several if their texts are longer than an array of strings can hold.
    ///
    /// `check` runs on this thread, ten times per second while the call works. If it returns
    /// `true`, the call ends. With more than one thread, the call starts the others itself.
    ///
    /// # Errors
    /// [`CallError`] for columns that the function does not take, and if the call is canceled.
    pub fn call(
        &mut self,
        columns: &[&dyn Array],
        check: Option<Check<'_>>,
    ) -> Result<Vec<StructArray>, CallError> {
        let fields = self.fields.clone();
        self.call_with(columns, &fields, check)
    }

    /// Answers columns like [`call`](Self::call). Texts are `binary` in place of `string`: the same
    /// bytes, which are not checked once more to be UTF-8. This is a twentieth faster for `solve`.
    ///
    /// # Errors
    /// See [`call`](Self::call).
    pub fn call_binary(
        &mut self,
        columns: &[&dyn Array],
        check: Option<Check<'_>>,
    ) -> Result<Vec<StructArray>, CallError> {
        let fields = self.fields.iter().map(|field| match field.data_type() {
            DataType::Utf8 => Arc::new(field.as_ref().clone().with_data_type(DataType::Binary)),
            _ => Arc::clone(field),
        });
        self.call_with(columns, &fields.collect(), check)
    }

    fn call_with(
        &mut self,
        columns: &[&dyn Array],
        fields: &Fields,
        check: Option<Check<'_>>,
    ) -> Result<Vec<StructArray>, CallError> {
        let function = self.function;
        if columns.len() != function.columns.len() {
            return Err(CallError::Columns {
                function: function.name,
                expected: function.columns.len(),
                names: function.columns.join(", "),
                found: columns.len(),
            });
        }
        if let [column] = columns
            && let Some((rows, keys)) = Rows::distinct(*column)?
        {
            let answers = self.answer(&rows, None, fields, check)?;
            if let [answers] = &answers[..] {
                return take_all(answers, &keys);
            }
        }
        let rows = Rows::new(columns[0])?;
        let second = columns
            .get(1)
            .map(|column| Rows::new(*column))
            .transpose()?;
        if let Some(second) = &second
            && second.len() != rows.len()
        {
            return Err(CallError::Lengths(rows.len(), second.len()));
        }
        self.answer(&rows, second.as_ref(), fields, check)
    }

    fn answer(
        &mut self,
        rows: &Rows,
        second: Option<&Rows>,
        fields: &Fields,
        check: Option<Check<'_>>,
    ) -> Result<Vec<StructArray>, CallError> {
        let canceled = AtomicBool::new(false);
        let threads = self
            .options
            .threads
            .get()
            .min(rows.len().div_ceil(MIN_BLOCK_SIZE));
        let mut chunks = Chunks::new(self.function, fields, rows.len());
        let only_other = self.options.has_layout();
        let seconds = self.options.seconds;
        let (function, options) = (self.function, &self.options);
        let work = |station: &mut Station,
                    range: Range<usize>,
                    interrupts: &Interrupts<'_>,
                    out: &mut Output| {
            let Station { worker, buffers } = station;
            if !only_other
                && let Some(flat) = rows.flat(Range::clone(&range))
                && worker.answer_flat(flat, out)
            {
                return;
            }
            let block = Block::new(rows, second, range, only_other, buffers);
            worker.answer(&block, interrupts, out);
        };
        if threads <= 1 {
            let interrupts = Interrupts::new(&canceled, check, seconds);
            for range in blocks(rows.len(), BLOCK_SIZE) {
                work(&mut self.station, range, &interrupts, &mut chunks.last);
                if interrupts.is_canceled() {
                    return Err(CallError::Canceled);
                }
                chunks.split()?;
            }
            return chunks.finish();
        }
        // Several blocks for each thread, so that slow rows do not keep one thread alone.
        let size = (rows.len() / (8 * threads)).clamp(MIN_BLOCK_SIZE, BLOCK_SIZE);
        let ranges: Vec<Range<usize>> = blocks(rows.len(), size).collect();
        let next = AtomicUsize::new(0);
        let (send, receive) = channel();
        let run = |station: &mut Station, interrupts: &Interrupts<'_>| {
            while let Some((number, range)) = {
                let number = next.fetch_add(1, Ordering::Relaxed);
                ranges.get(number).map(|range| (number, range.clone()))
            } {
                let mut out = Output::new(function.fields);
                work(station, range, interrupts, &mut out);
                if interrupts.is_canceled() || send.send((number, out)).is_err() {
                    break;
                }
            }
        };
        let station = &mut self.station;
        std::thread::scope(|scope| {
            let handles: Vec<_> = (1..threads)
                .map(|_| {
                    // Workers do not move between threads.
                    let work = || {
                        let mut station = Station::new(function, options);
                        run(&mut station, &Interrupts::new(&canceled, None, seconds));
                    };
                    scope.spawn(work)
                })
                .collect();
            let interrupts = Interrupts::new(&canceled, check, seconds);
            run(station, &interrupts);
            // The others may have slow rows left.
            while check.is_some()
                && !interrupts.is_canceled()
                && !handles.iter().all(ScopedJoinHandle::is_finished)
            {
                std::thread::sleep(POLL_INTERVAL);
            }
        });
        if canceled.load(Ordering::Relaxed) {
            return Err(CallError::Canceled);
        }
        drop(send);
        let parts: BTreeMap<usize, Output> = receive.into_iter().collect();
        for part in parts.into_values() {
            chunks.last.append(part);
            chunks.split()?;
        }
        chunks.finish()
    }
}

/// Splits rows into blocks of this size.
fn blocks(rows: usize, size: usize) -> impl Iterator<Item = Range<usize>> {
    (0..rows)
        .step_by(size)
        .map(move |start| start..rows.min(start + size))
}

/// The arrays of a call.
struct Chunks<'a> {
    function: &'static Function,
    fields: &'a Fields,
    rows: usize,
    done: Vec<StructArray>,
    last: Output,
}

impl<'a> Chunks<'a> {
    fn new(function: &'static Function, fields: &'a Fields, rows: usize) -> Self {
        let mut last = Output::new(function.fields);
        last.reserve(rows.min(MAX_TEXT / 81));
        Self {
            function,
            fields,
            rows,
            done: Vec::new(),
            last,
        }
    }

    /// Ends the array after a block if it is long.
    fn split(&mut self) -> Result<(), CallError> {
        let length = self.last.text_length();
        if length > MAX_TEXT + MAX_BLOCK_TEXT {
            return Err(CallError::TooLong);
        }
        if length > MAX_TEXT {
            let next = Output::new(self.function.fields);
            let last = std::mem::replace(&mut self.last, next);
            self.done.push(last.finish(self.fields)?);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<StructArray>, CallError> {
        let done: usize = self.done.iter().map(Array::len).sum();
        if done < self.rows || self.done.is_empty() {
            self.done.push(self.last.finish(self.fields)?);
        }
        Ok(self.done)
    }
}

/// Returns the answer for each key, in chunks that are not too long.
fn take_all(answers: &StructArray, keys: &[Option<u32>]) -> Result<Vec<StructArray>, CallError> {
    let longest = answers.columns().iter().filter_map(|column| {
        let offsets = match column.data_type() {
            DataType::Utf8 => column.as_string::<i32>().value_offsets(),
            DataType::Binary => column.as_binary::<i32>().value_offsets(),
            _ => return None,
        };
        offsets.windows(2).map(|pair| pair[1] - pair[0]).max()
    });
    let longest = usize::try_from(longest.max().unwrap_or_default()).unwrap_or_default();
    let rows = (MAX_TEXT / longest.max(1)).max(1);
    let taken = keys.chunks(rows).chain(keys.is_empty().then_some(keys));
    taken.map(|keys| gather::take(answers, keys)).collect()
}
