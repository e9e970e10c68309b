//! `answer_table`: reads, answers and writes all rows of a file.
//!
//! ```text
//!   one thread         read ─▶ answer ─▶ write, batch by batch
//!
//!   several threads    reader ─▶ batches ─▶ this thread and its helpers ─▶ batches ─▶ writer
//! ```
//!
//! Batches pass in the order of the file, so the bytes do not depend on the number of threads.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use arrow_array::RecordBatch;

use crate::file::{FileError, TableAnswers, TableBatch, TableReader, TableWriter};
use crate::{CallError, Check};

/// Number of batches that wait between two threads.
const QUEUE: usize = 2;

/// A function that runs after each row group with the writer.
pub type Checkpoint<'a, W> =
    &'a mut (dyn FnMut(&mut TableWriter<W>) -> Result<(), FileError> + Send);

/// How a file is answered.
#[derive(Copy, Clone)]
pub struct RunOptions<'a> {
    /// Number of threads that answer. With more than one, a thread reads and another one writes.
    pub threads: NonZeroUsize,
    /// A function that returns `true` to cancel the run. It runs several times per second.
    pub check: Check<'a>,
    /// A function that takes the number of rows that this run has written.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl std::fmt::Debug for RunOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunOptions")
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// Answers all rows that `reader` has left. Complete row groups are in the output, also after an
/// error. The caller then finishes the writer.
///
/// # Errors
/// Errors of reading, answering and writing, and [`CallError::Canceled`].
pub fn answer_table<W: Write + Send>(
    reader: &mut TableReader,
    answers: &mut TableAnswers,
    writer: &mut TableWriter<W>,
    checkpoint: Checkpoint<'_, W>,
    options: &RunOptions<'_>,
) -> Result<(), FileError> {
    let rows = AtomicU64::new(0);
    let mut write = |batches: &[RecordBatch], ends_group: bool| -> Result<(), FileError> {
        for (number, batch) in (1..).zip(batches) {
            let ends_group = ends_group && number == batches.len();
            if writer.write(batch, ends_group)? {
                checkpoint(writer)?;
            }
            rows.fetch_add(batch.num_rows() as u64, Ordering::Relaxed);
        }
        Ok(())
    };
    if options.threads.get() == 1 {
        while let Some(TableBatch {
            rows: batch,
            ends_group,
        }) = reader.next_batch()?
        {
            if (options.check)() {
                return Err(CallError::Canceled.into());
            }
            write(&answers.answer(&batch, Some(options.check))?, ends_group)?;
            (options.progress)(rows.load(Ordering::Relaxed));
        }
    } else {
        let is_over = AtomicBool::new(false);
        let (send_read, read) = sync_channel::<Result<TableBatch, FileError>>(QUEUE);
        let (send_answered, answered) = sync_channel::<(Vec<RecordBatch>, bool)>(QUEUE);
        thread::scope(|scope| {
            scope.spawn(|| {
                // Owned, so that the channel ends with this thread.
                let send_read = send_read;
                while !is_over.load(Ordering::Relaxed)
                    && let Some(batch) = reader.next_batch().transpose()
                {
                    let is_last = batch.is_err();
                    if send_read.send(batch).is_err() || is_last {
                        break;
                    }
                }
            });
            let writing = scope.spawn(move || {
                answered
                    .into_iter()
                    .try_for_each(|(batches, ends_group)| write(&batches, ends_group))
            });
            let answer_all = || {
                for batch in read {
                    let TableBatch {
                        rows: batch,
                        ends_group,
                    } = batch?;
                    if (options.check)() {
                        return Err(CallError::Canceled.into());
                    }
                    let batches = answers.answer(&batch, Some(options.check))?;
                    (options.progress)(rows.load(Ordering::Relaxed));
                    if send_answered.send((batches, ends_group)).is_err() {
                        // The writer has failed, and returns why.
                        break;
                    }
                }
                Ok(())
            };
            let all = answer_all();
            is_over.store(true, Ordering::Relaxed);
            drop(send_answered);
            let written = writing.join().unwrap_or_else(|_| {
                Err(CallError::Internal("the writer has panicked".to_owned()).into())
            });
            all.and(written)
        })?;
    }
    writer.end_group()?;
    checkpoint(writer)?;
    (options.progress)(rows.load(Ordering::Relaxed));
    Ok(())
}
