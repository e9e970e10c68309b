//! Solves a file of 81-byte rows with the SIMD engine alone, once for each line of standard input.
//!
//! ```text
//! solve_all FILE      ⏎ ─▶ "0.312" (seconds of processor time), ⏎ ─▶ "0.309", …
//! ```
//!
//! `bindings/ndoku-py/bench/figures.py` starts it, so that a column and the engine beneath it are
//! measured in turn, on the same bytes.
#![forbid(unsafe_code)]

use std::io::{BufRead, Error, Result, Write};
use std::time::Instant;

use ndoku::{BatchOutcome, Simd9};

fn main() -> Result<()> {
    let path = std::env::args_os()
        .nth(1)
        .ok_or_else(|| Error::other("usage: solve_all FILE"))?;
    let bytes = std::fs::read(path)?;
    let (rows, rest) = bytes.as_chunks::<81>();
    if !rest.is_empty() {
        return Err(Error::other("the file has no rows of 81 bytes"));
    }
    let mut engine = Simd9::default();
    let mut grids = vec![[0_u8; 81]; rows.len()];
    let mut outcomes = vec![BatchOutcome::default(); rows.len()];
    let mut out = std::io::stdout().lock();
    for _ in std::io::stdin().lock().lines() {
        let start = Clock::now();
        engine.solve_all(rows, &mut grids, &mut outcomes);
        let seconds = start.elapsed();
        if outcomes.iter().any(|found| *found != BatchOutcome::Unique) {
            return Err(Error::other("a row has not exactly one solution"));
        }
        writeln!(out, "{seconds}")?;
        out.flush()?;
    }
    Ok(())
}

/// Processor time of this thread, where Linux tells it, else time on the clock.
struct Clock(Option<f64>, Instant);

impl Clock {
    fn now() -> Self {
        Self(processor_seconds(), Instant::now())
    }

    fn elapsed(&self) -> f64 {
        match (self.0, processor_seconds()) {
            (Some(start), Some(end)) => end - start,
            _ => self.1.elapsed().as_secs_f64(),
        }
    }
}

fn processor_seconds() -> Option<f64> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = times.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
