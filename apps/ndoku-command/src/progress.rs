//! Progress on standard error: a bar on a terminal if the work takes longer than half a second, or
//! one line of JSON per second.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args;
use crate::context::Context;
use crate::work_item::WorkItem;

/// Delay before the bar appears.
const BAR_DELAY: Duration = Duration::from_millis(500);

/// The position in the input.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReadPosition {
    /// A line of a number of lines.
    Lines { at: u64, of: u64 },
    /// A byte of a number of bytes, if the size is known. In a compressed file these are compressed
    /// bytes.
    Bytes { at: u64, of: Option<u64> },
}

impl ReadPosition {
    /// Returns the position of an item in its source.
    pub(crate) fn for_item(item: &WorkItem) -> Self {
        Self::Lines {
            at: item.line as u64,
            of: item.line_count() as u64,
        }
    }
}

pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    json: bool,
    start: Instant,
    last_report: Instant,
    done: u64,
    position: ReadPosition,
}

impl Progress {
    pub(crate) fn new(context: &Context, results_on_terminal: bool) -> Self {
        let now = Instant::now();
        let wanted = context.progress == args::ProgressArg::Auto
            && !context.quiet
            && std::io::stderr().is_terminal();
        // A bar between results on the same screen would garble both.
        let bar = (wanted && !results_on_terminal)
            .then(|| ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden()));
        Self {
            bar,
            json: context.progress == args::ProgressArg::Json,
            start: now,
            last_report: now,
            done: 0,
            position: ReadPosition::Lines { at: 0, of: 0 },
        }
    }

    /// Reports that `done` puzzles are finished and that the input was read up to `position`.
    pub(crate) fn advance(&mut self, done: u64, position: ReadPosition) {
        self.done = done;
        if self.bar.is_none() && !self.json {
            return;
        }
        self.position = position;
        let now = Instant::now();
        if now - self.last_report < Duration::from_millis(if self.json { 1_000 } else { 100 }) {
            return;
        }
        self.last_report = now;
        let rate = self.rate();
        if self.json {
            self.report(false);
        } else if let Some(bar) = &self.bar
            && now - self.start > BAR_DELAY
        {
            if bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            match position {
                ReadPosition::Lines { at, of } | ReadPosition::Bytes { at, of: Some(of) } => {
                    bar.set_style(style(
                        "{msg} {bar:30} {percent:>3}%  {elapsed} (left {eta})",
                    ));
                    bar.set_length(of);
                    bar.set_position(at);
                }
                // Without a known size there is no percentage and no remaining time.
                ReadPosition::Bytes { of: None, .. } => bar.set_style(style("{msg}  {elapsed}")),
            }
            bar.set_message(format!(
                "{}, {}/s",
                format_count(self.done, "puzzle"),
                group_thousands(rate as u64)
            ));
        }
    }

    fn rate(&self) -> f64 {
        self.done as f64 / self.start.elapsed().as_secs_f64().max(1e-9)
    }

    /// Prints one line of JSON.
    fn report(&self, finished: bool) {
        let position = match self.position {
            ReadPosition::Lines { at, of } => format!("\"line\":{at},\"lines\":{of}"),
            ReadPosition::Bytes { at, of: Some(of) } => format!("\"byte\":{at},\"bytes\":{of}"),
            ReadPosition::Bytes { at, of: None } => format!("\"byte\":{at}"),
        };
        let text = format!(
            "{{\"done\":{},\"rate\":{:.0},{position},\"finished\":{finished}}}",
            self.done,
            self.rate()
        );
        // Standard error may be closed.
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }

    /// Returns the progress within single puzzles, which other threads report.
    pub(crate) fn task_progress(&self) -> TaskProgress {
        TaskProgress {
            bar: self.bar.clone(),
            json: self.json,
            start: self.start,
            last_report: Mutex::new(self.start),
        }
    }

    /// Removes the bar, or prints the last line of JSON.
    pub(crate) fn finish(&self) {
        if self.json {
            self.report(true);
        }
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The progress within long puzzles, while the number of puzzles does not change.
pub(crate) struct TaskProgress {
    bar: Option<ProgressBar>,
    json: bool,
    start: Instant,
    last_report: Mutex<Instant>,
}

impl TaskProgress {
    /// Reports that `done` of `all` tasks of a puzzle are finished. Costs nothing without a
    /// display.
    pub(crate) fn advance(&self, done: usize, all: usize) {
        if self.bar.is_none() && !self.json {
            return;
        }
        let now = Instant::now();
        // A report of another thread at this moment is enough.
        let Ok(mut last_report) = self.last_report.try_lock() else {
            return;
        };
        if now.saturating_duration_since(*last_report)
            < Duration::from_millis(if self.json { 1_000 } else { 100 })
        {
            return;
        }
        *last_report = now;
        if self.json {
            // Standard error may be closed.
            let _ = writeln!(
                std::io::stderr().lock(),
                "{{\"task\":{done},\"tasks\":{all}}}"
            );
        } else if let Some(bar) = &self.bar
            && now.saturating_duration_since(self.start) > BAR_DELAY
        {
            if bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.set_style(style("{msg} {bar:30} {percent:>3}%  {elapsed}"));
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            bar.set_message("counting");
        }
    }

    /// Runs code that writes to the screen, with the bar hidden.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if !bar.is_hidden() => bar.suspend(write),
            _ => write(),
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("━╸─")
}

/// Formats a number of things: `1 puzzle`, `12,345 puzzles`.
pub(crate) fn format_count(number: impl Into<u128>, thing: &str) -> String {
    let number = number.into();
    format!(
        "{} {thing}{}",
        group_thousands(number),
        if number == 1 { "" } else { "s" }
    )
}

/// Formats a number with commas between thousands: `12,345`.
pub(crate) fn group_thousands(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{format_count, group_thousands};

    #[test]
    fn thousands_are_separated() {
        let cases = [
            (0_u64, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345, "12,345"),
            (1_000_000, "1,000,000"),
        ];
        for (number, text) in cases {
            assert_eq!(group_thousands(number), text);
        }
        assert_eq!(
            [0_u64, 1, 2_000].map(|number| format_count(number, "puzzle")),
            ["0 puzzles", "1 puzzle", "2,000 puzzles"]
        );
    }
}
