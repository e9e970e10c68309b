//! A load test with many connections. This command prints the results:
//!
//! ```text
//! cargo test --release -p ndoku-server --test load -- --ignored --nocapture
//! ```

mod client;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use client::Client;
use ndoku_server::{Limits, Server};
use serde_json::{Value, json};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns methods with a request and the expected HTTP status.
fn work() -> Vec<(&'static str, String, u16)> {
    vec![
        ("solve", json!({ "puzzle": EASY }).to_string(), 200),
        (
            "count",
            json!({ "puzzle": "1..............." }).to_string(),
            200,
        ),
        ("hint", json!({ "puzzle": EASY }).to_string(), 200),
        ("rate", json!({ "puzzle": EASY }).to_string(), 200),
        ("candidates", json!({ "puzzle": EASY }).to_string(), 200),
        (
            "generate",
            json!({ "level": "easy", "seed": 3 }).to_string(),
            200,
        ),
        ("read", json!({ "text": EASY }).to_string(), 200),
        (
            "convert",
            json!({ "puzzle": EASY, "to": "grid" }).to_string(),
            200,
        ),
        ("path", json!({ "puzzle": EASY }).to_string(), 200),
        ("solve", json!({ "puzzle": "53..7" }).to_string(), 422),
        ("solve", "{".to_owned(), 400),
    ]
}

/// Returns the resident memory of the process in kilobytes.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?
        .split_whitespace()
        .next()?
        .parse()
        .ok()
}

#[test]
#[ignore = "takes half a minute"]
fn the_server_handles_two_hundred_connections_of_mixed_work() {
    const CONNECTIONS: usize = 200;
    let time = Duration::from_secs(30);
    let workers = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let server = Server::bind(
        ([127, 0, 0, 1], 0).into(),
        Limits {
            workers,
            ..Limits::default()
        },
    )
    .unwrap();
    let port = server.address().unwrap().port();
    let stop = Arc::new(AtomicBool::new(false));
    let running = std::thread::spawn({
        let stop = Arc::clone(&stop);
        move || server.run(&stop)
    });
    let (answers, slowest) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = work();
    let start = Instant::now();
    let mut early = None;
    std::thread::scope(|scope| {
        for number in 0..CONNECTIONS {
            let (answers, slowest, work) = (&answers, &slowest, &work);
            scope.spawn(move || {
                let mut client = Client::new(port);
                let mut next = number;
                while start.elapsed() < time {
                    let (method, request, status) = &work[next % work.len()];
                    let sent = Instant::now();
                    let reply = client.post(&format!("/v1/{method}"), "application/json", request);
                    assert_eq!(reply.status, *status, "{method}: {}", reply.text());
                    let answer: Value = serde_json::from_slice(&reply.body).unwrap();
                    assert_ne!(answer["status"], "stopped", "{method}");
                    slowest.fetch_max(sent.elapsed().as_millis() as u64, Ordering::Relaxed);
                    answers.fetch_add(1, Ordering::Relaxed);
                    next += 1;
                    // Every 50th request, the client disconnects in the middle of a request and
                    // reconnects.
                    if next % 50 == 0 {
                        client.head("POST", "/v1/solve", "application/json", Some(100));
                        client = Client::new(port);
                    }
                }
            });
        }
        std::thread::sleep(time / 3);
        early = memory();
    });
    let late = memory();
    stop.store(true, Ordering::Relaxed);
    running.join().unwrap();
    let answers = answers.into_inner();
    println!(
        "{answers} answers in {:.1} s on {CONNECTIONS} connections, the slowest after {} ms; \
        memory {} kB after a third of the time, {} kB at the end",
        start.elapsed().as_secs_f64(),
        slowest.into_inner(),
        early.unwrap_or(0),
        late.unwrap_or(0)
    );
    assert!(answers > 10 * CONNECTIONS as u64);
    if let (Some(early), Some(late)) = (early, late) {
        assert!(
            late < early + early / 4 + 20_000,
            "memory grew from {early} kB to {late} kB"
        );
    }
}
