//! The suite for as long as one likes: `conformance [--seconds 60] [--seed 1] [--largest 12]`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use ndoku_engine::General;
use ndoku_testkit::suite::{self, Report};

fn main() -> ExitCode {
    let (mut seconds, mut seed, mut largest) = (60_u64, 1_u64, 12_u64);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse().ok());
        match (name.as_str(), value) {
            ("--seconds", Some(value)) => seconds = value,
            ("--seed", Some(value)) => seed = value,
            ("--largest", Some(value @ 1..=255)) => largest = value,
            _ => {
                eprintln!("usage: conformance [--seconds N] [--seed N] [--largest 1..255]");
                return ExitCode::FAILURE;
            }
        }
    }
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut engine = General::new();
    let mut total = Report::default();
    while Instant::now() < end {
        let report = suite::conformance(&mut engine, seed, 50, largest as u8);
        total = total.and(&report);
        seed += 1;
    }
    println!("next seed {seed}: {total:?}");
    ExitCode::SUCCESS
}
