//! Progress on standard error: a bar on a terminal when the work takes longer than half a second, or a line of JSON each second.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args;
use crate::context::Context;

/// Work that takes no longer shows no bar.
const BAR_DELAY: Duration = Duration::from_millis(500);

/// How far the input has been read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReadPosition {
    /// At this line of so many.
    Lines { at: u64, of: u64 },
    /// At this byte of so many, if it is known how many there are. Of a compressed file these are the compressed bytes.
    Bytes { at: u64, of: Option<u64> },
}

pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    json: bool,
    start: Instant,
    last_report: Instant,
    done: u64,
    place: ReadPosition,
}

impl Progress {
    pub(crate) fn new(context: &Context, results_on_terminal: bool) -> Self {
        let now = Instant::now();
        let wanted = context.progress == args::Progress::Auto
            && !context.quiet
            && std::io::stderr().is_terminal();
        // A bar between results on the same screen would tear both.
        let bar = (wanted && !results_on_terminal)
            .then(|| ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden()));
        Self {
            bar,
            json: context.progress == args::Progress::Json,
            start: now,
            last_report: now,
            done: 0,
            place: ReadPosition::Lines { at: 0, of: 0 },
        }
    }

    /// So many puzzles are done, and the input was read up to this place.
    pub(crate) fn advance(&mut self, done: u64, place: ReadPosition) {
        self.done = done;
        if self.bar.is_none() && !self.json {
            return;
        }
        self.place = place;
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
            match place {
                ReadPosition::Lines { at, of } | ReadPosition::Bytes { at, of: Some(of) } => {
                    bar.set_style(style(
                        "{msg} {bar:30} {percent:>3}%  {elapsed} (left {eta})",
                    ));
                    bar.set_length(of);
                    bar.set_position(at);
                }
                // Without an end there is nothing to fill, and no time left to tell.
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

    /// One line of JSON.
    fn report(&self, finished: bool) {
        let place = match self.place {
            ReadPosition::Lines { at, of } => format!("\"line\":{at},\"lines\":{of}"),
            ReadPosition::Bytes { at, of: Some(of) } => format!("\"byte\":{at},\"bytes\":{of}"),
            ReadPosition::Bytes { at, of: None } => format!("\"byte\":{at}"),
        };
        let text = format!(
            "{{\"done\":{},\"rate\":{:.0},{place},\"finished\":{finished}}}",
            self.done,
            self.rate()
        );
        // Nobody may be listening any more.
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }

    /// For the tasks of a puzzle that takes long, last_report from other threads.
    pub(crate) fn task_progress(&self) -> TaskProgress {
        TaskProgress {
            bar: self.bar.clone(),
            json: self.json,
            start: self.start,
            last_report: Mutex::new(self.start),
        }
    }

    /// Takes the bar away; programs are last_report how it ended.
    pub(crate) fn finish(&self) {
        if self.json {
            self.report(true);
        }
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// How far single puzzles are, while the number of puzzles stands still.
pub(crate) struct TaskProgress {
    bar: Option<ProgressBar>,
    json: bool,
    start: Instant,
    last_report: Mutex<Instant>,
}

impl TaskProgress {
    /// So many tasks of a puzzle are done. Costs nothing if nobody looks.
    pub(crate) fn advance(&self, done: usize, all: usize) {
        if self.bar.is_none() && !self.json {
            return;
        }
        let now = Instant::now();
        // Another thread that is telling just now tells enough.
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
            // Nobody may be listening any more.
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

    /// Does what writes to the screen, with the bar out of the way.
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

/// A number of things: `1 puzzle`, `12,345 puzzles`.
pub(crate) fn format_count(number: impl Into<u128>, thing: &str) -> String {
    let number = number.into();
    format!(
        "{} {thing}{}",
        group_thousands(number),
        if number == 1 { "" } else { "s" }
    )
}

/// A number with its thousands set apart: 12,345.
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
    fn thousands_are_set_apart() {
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
