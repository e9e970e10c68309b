//! Load tests with many connections. This command prints the results:
//!
//! ```text
//! cargo test --release -p ndoku-server --test load -- --ignored --nocapture
//! ```

mod client;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use client::Client;
use ndoku_server::{Limits, Options, Server};
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

/// Starts a server on a free port. Returns the port, the flag that ends it, and its thread.
fn start_server(options: impl Into<Options>) -> (u16, Arc<AtomicBool>, JoinHandle<()>) {
    let server = Server::bind(([127, 0, 0, 1], 0).into(), options).unwrap();
    let port = server.address().unwrap().port();
    let stop = Arc::new(AtomicBool::new(false));
    let running = std::thread::spawn({
        let stop = Arc::clone(&stop);
        move || server.run(&stop)
    });
    (port, stop, running)
}

#[test]
#[ignore = "takes half a minute"]
fn the_server_handles_two_hundred_connections_of_mixed_work() {
    const CONNECTIONS: usize = 200;
    let time = Duration::from_secs(30);
    let workers = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    // A busy machine may keep requests waiting. What is refused then has tests of its own.
    let (port, stop, running) = start_server(Limits {
        workers,
        max_wait: 10 * time,
        ..Limits::default()
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

/// Requests that need seconds each.
fn slow_work() -> Vec<(&'static str, String)> {
    let empty = ".".repeat(625);
    vec![
        (
            "count",
            json!({ "puzzle": empty, "layout": { "box": "5x5" }, "limit": u64::MAX }).to_string(),
        ),
        (
            "generate",
            json!({ "level": "extreme", "number": 1000 }).to_string(),
        ),
        (
            "generate",
            json!({ "level": "expert", "number": 1000, "symmetry": "full" }).to_string(),
        ),
        (
            "candidates",
            json!({ "puzzle": empty, "layout": { "box": "5x5" } }).to_string(),
        ),
    ]
}

#[test]
#[ignore = "takes half a minute"]
fn a_quick_client_beside_two_hundred_slow_ones() {
    const SLOW: usize = 200;
    let time = Duration::from_secs(30);
    let (port, stop, running) = start_server(Options {
        client_header: Some("x-client".to_owned()),
        ..Options::default()
    });
    let connect = |name: String| {
        let mut client = Client::new(port);
        client.headers = format!("X-Client: {name}\r\n");
        client
    };
    let work = slow_work();
    let (served, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    let start = Instant::now();
    let mut times: Vec<Duration> = Vec::new();
    std::thread::scope(|scope| {
        for number in 0..SLOW {
            let (served, refused, work) = (&served, &refused, &work);
            scope.spawn(move || {
                let mut client = connect(format!("slow-{number}"));
                while start.elapsed() < time {
                    let (method, body) = &work[number % work.len()];
                    let path = format!("/v1/{method}");
                    client.send("POST", &path, "application/json", body.as_bytes());
                    // The server closes the connection at the end of the test.
                    let Some(reply) = client.try_reply() else {
                        break;
                    };
                    let counter = if reply.status == 503 { refused } else { served };
                    counter.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let mut quick = connect("quick".to_owned());
        let request = json!({ "puzzle": EASY }).to_string();
        while start.elapsed() < time {
            let sent = Instant::now();
            let reply = quick.post("/v1/solve", "application/json", &request);
            assert_eq!(reply.status, 200, "{}", reply.text());
            times.push(sent.elapsed());
            std::thread::sleep(Duration::from_millis(10));
        }
        // The slow clients would wait for their answers otherwise.
        stop.store(true, Ordering::Relaxed);
    });
    running.join().unwrap();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{} quick answers beside {SLOW} slow clients: median {:.1} ms, p99 {:.1} ms, slowest \
        {:.1} ms; {} slow answers, {} refused",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        served.into_inner(),
        refused.into_inner(),
    );
    // The times are figures, because other programs use the machine too. Without a fair queue, the
    // slow clients leave no thread to the quick one for minutes.
    assert!(times.len() >= 20, "{} quick answers", times.len());
}
