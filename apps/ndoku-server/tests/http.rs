//! Tests of the server through HTTP: responses, problems, limits, batches, disconnects and
//! shutdown. This has over 800 lines because all tests share one kind of server.

mod client;

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use client::{Client, Reply};
use ndoku_api::METHODS;
use ndoku_server::{AllowedOrigins, Limits, Options, Server};
use serde_json::{Value, json};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A time in which the server starts a request, also on a busy machine.
const START_TIME: Duration = Duration::from_secs(1);

/// A server on a free port that stops with the test.
struct RunningServer {
    port: u16,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl RunningServer {
    fn new(options: impl Into<Options>) -> Self {
        let server = Server::bind(([127, 0, 0, 1], 0).into(), options).unwrap();
        let port = server.address().unwrap().port();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || server.run(&flag));
        Self {
            port,
            stop,
            thread: Some(thread),
        }
    }

    fn with_defaults() -> Self {
        Self::new(Limits::default())
    }

    fn client(&self) -> Client {
        Client::new(self.port)
    }

    /// Stops the server and waits until it has stopped.
    fn end(mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn parse_json(reply: &Reply) -> Value {
    serde_json::from_slice(&reply.body).unwrap_or_else(|error| panic!("{error}: {}", reply.text()))
}

#[test]
fn every_method_answers_its_example() {
    let server = RunningServer::with_defaults();
    let mut client = server.client();
    for method in METHODS {
        let reply = client.post(
            &format!("/v1/{}", method.name),
            "application/json",
            method.example,
        );
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (200, Some("application/json")),
            "{}: {}",
            method.name,
            reply.text()
        );
        assert!(parse_json(&reply).is_object());
    }
    let listed = parse_json(&client.get("/v1"));
    // `render` returns files, and `photo` takes them. Neither is in the registry.
    assert_eq!(listed.as_array().unwrap().len(), METHODS.len() + 2);
    assert_eq!(parse_json(&client.get("/healthz"))["status"], "ok");
    server.end();
}

/// Returns `true` if this build can draw in a format.
fn is_built(format: &str) -> bool {
    let lacks = |name: &str, built: bool| format == name && !built;
    !lacks("png", cfg!(feature = "png")) && !lacks("pdf", cfg!(feature = "pdf"))
}

#[test]
fn pictures_have_the_requested_format() {
    let server = RunningServer::with_defaults();
    let draw = |request: Value| {
        server
            .client()
            .post("/v1/render", "application/json", &request.to_string())
    };
    let kinds: [(&str, &str, &[u8]); 7] = [
        ("svg", "image/svg+xml", b"<svg"),
        ("png", "image/png", b"\x89PNG"),
        ("pdf", "application/pdf", b"%PDF"),
        ("html", "text/html; charset=utf-8", b"<!"),
        ("markdown", "text/markdown; charset=utf-8", b""),
        ("latex", "application/x-latex", b""),
        ("text", "text/plain; charset=utf-8", b""),
    ];
    for (to, media, begins) in kinds {
        if !is_built(to) {
            let response = draw(json!({ "puzzle": EASY, "to": to }));
            assert!(
                response.status == 400
                    && response
                        .text()
                        .contains("this build of ndoku does not include"),
                "{}",
                response.text()
            );
            continue;
        }
        for show in ["puzzle", "candidates", "solution", "hint"] {
            let reply = draw(json!({ "puzzle": EASY, "to": to, "show": show }));
            assert_eq!(
                (reply.status, reply.header("content-type")),
                (200, Some(media)),
                "{to} {show}: {}",
                reply.text()
            );
            assert!(
                reply.body.starts_with(begins) && reply.body.len() > 200,
                "{to} {show}"
            );
        }
    }
    let differ = |show: &str| draw(json!({ "puzzle": EASY, "show": show })).body;
    assert!(differ("puzzle") != differ("solution") && differ("solution") != differ("hint"));
    assert_eq!(draw(json!({ "puzzle": EASY, "to": "gif" })).status, 400);
    assert_eq!(
        draw(json!({ "puzzle": "1...............", "show": "solution" })).status,
        422
    );
    assert_eq!(
        draw(json!({ "puzzle": "11..............", "show": "hint" })).status,
        422
    );
    assert_eq!(
        draw(json!({ "puzzle": "11.............." })).status,
        200,
        "a contradictory puzzle can be drawn"
    );
    let odd = json!({ "size": 4, "givens": "1.......4......2", "meta": { "title": "\u{6570}" } })
        .to_string();
    for (to, status) in [("png", 422), ("pdf", 422), ("svg", 200)] {
        if !is_built(to) {
            continue;
        }
        let reply = draw(json!({ "puzzle": odd, "to": to }));
        assert_eq!(
            (
                reply.status,
                reply.text().contains("the font lacks \u{6570}")
            ),
            (status, status == 422),
            "{to}: {}",
            reply.text()
        );
    }
    server.end();
}

/// A photograph of a puzzle in a newspaper.
const NEWSPAPER: &[u8] = include_bytes!("../../ndoku-command/tests/photos/newspaper.jpg");

#[test]
fn the_puzzle_of_a_photograph_is_read() {
    let server = RunningServer::with_defaults();
    let reply = server
        .client()
        .request("POST", "/v1/photo", "image/jpeg", NEWSPAPER);
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (200, Some("application/json")),
        "{}",
        reply.text()
    );
    let photo = parse_json(&reply);
    assert_eq!(photo["status"], "unique");
    let puzzle =
        "...7...8..9...31....68.5.7..2.6...49...2...5...8.4...7...9...3.37......61.5..4...";
    assert_eq!(photo["puzzle"], puzzle);
    assert_eq!(photo["corners"].as_array().unwrap().len(), 4);
    server.end();
}

#[test]
fn the_time_limit_includes_the_reading_of_a_picture() {
    let server = RunningServer::new(Limits {
        response_timeout: Duration::from_millis(2),
        ..Limits::default()
    });
    let mut client = server.client();
    let reply = client.request("POST", "/v1/photo", "image/jpeg", NEWSPAPER);
    assert_eq!(reply.status, 422, "{}", reply.text());
    assert!(
        reply.text().contains("the time ran out"),
        "{}",
        reply.text()
    );
    server.end();
}

#[test]
fn pictures_that_cannot_be_read_are_problems() {
    let server = RunningServer::new(Limits {
        max_picture: NEWSPAPER.len(),
        ..Limits::default()
    });
    let too_long = [NEWSPAPER, b"x"].concat();
    let cases: [(&str, &[u8], u16, &str); 6] = [
        (
            "application/json",
            NEWSPAPER,
            415,
            "the content type is `application/json`",
        ),
        ("", NEWSPAPER, 415, "the content type is missing"),
        (
            "image/png",
            b"",
            415,
            "this is not a JPEG, PNG or WebP picture",
        ),
        (
            "image/jpeg",
            EASY.as_bytes(),
            415,
            "this is not a JPEG, PNG or WebP picture",
        ),
        (
            "image/jpeg",
            &NEWSPAPER[..300],
            422,
            "the picture is damaged",
        ),
        ("image/jpeg", &too_long, 413, "a request has at most"),
    ];
    for (media, body, status, detail) in cases {
        let reply = server.client().request("POST", "/v1/photo", media, body);
        let problem = parse_json(&reply);
        assert_eq!(reply.status, status, "{problem}");
        let found = problem["detail"].as_str().unwrap();
        assert!(found.contains(detail), "{found}");
    }
    server.end();
}

#[test]
fn only_a_few_pictures_are_received_at_the_same_time() {
    let server = RunningServer::new(Limits {
        request_timeout: Duration::from_secs(600),
        ..Limits::default()
    });
    let allowed = 16;
    let mut uploads: Vec<_> = (0..2 * allowed).map(|_| server.client()).collect();
    for upload in &mut uploads {
        upload.head("POST", "/v1/photo", "image/jpeg", Some(1_000));
    }
    let end = Instant::now() + Duration::from_secs(60);
    while uploads.iter().filter(|upload| upload.is_waiting()).count() > allowed {
        assert!(Instant::now() < end, "too many pictures are received");
        std::thread::sleep(Duration::from_millis(1));
    }
    let (waiting, mut answered): (Vec<_>, Vec<_>) =
        uploads.into_iter().partition(Client::is_waiting);
    assert_eq!(waiting.len(), allowed);
    for upload in &mut answered {
        let refused = upload.reply();
        assert_eq!(
            (refused.status, refused.header("retry-after")),
            (503, Some("1"))
        );
    }
    // Not a picture: it is refused at once, but only after there is a place for it.
    let status = || {
        let mut client = server.client();
        client
            .request("POST", "/v1/photo", "image/jpeg", b"x")
            .status
    };
    assert_eq!(status(), 503);
    assert!(waiting.iter().all(Client::is_waiting));
    drop(waiting);
    while status() == 503 {
        assert!(Instant::now() < end, "the places are not free again");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(status(), 415);
    server.end();
}

#[test]
fn openapi_describes_every_method_and_resolves_every_reference() {
    let server = RunningServer::with_defaults();
    let document = parse_json(&server.client().get("/openapi.json"));
    assert_eq!(document["openapi"], "3.1.0");
    for method in METHODS {
        let post = &document["paths"][format!("/v1/{}", method.name)]["post"];
        assert!(
            post["requestBody"]["content"]["application/json"]["schema"].is_object()
                && post["responses"]["422"].is_object(),
            "{}",
            method.name
        );
    }
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| match value {
                Value::String(text) if key == "$ref" => found.push(text.clone()),
                _ => references(value, found),
            }),
            Value::Array(list) => list.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 20);
    for reference in found {
        assert!(
            document
                .pointer(reference.trim_start_matches('#'))
                .is_some(),
            "{reference} leads nowhere"
        );
    }
    server.end();
}

#[test]
fn bad_requests_get_the_matching_problem() {
    let server = RunningServer::new(Limits {
        max_body: 4_096,
        ..Limits::default()
    });
    let json = "application/json";
    let long = format!("{{\"puzzle\":\"{}\"}}", ".".repeat(5_000));
    let cases: &[(&str, &str, &str, &str, u16)] = &[
        ("POST", "/v1/solve", json, "", 400),
        ("POST", "/v1/solve", json, "{", 400),
        ("POST", "/v1/solve", json, "[]", 400),
        ("POST", "/v1/solve", json, "{\"puzle\":\"1\"}", 400),
        ("POST", "/v1/solve", json, "{\"puzzle\":\"53..7\"}", 422),
        (
            "POST",
            "/v1/solve",
            json,
            "{\"puzzle\":\"11..............\"}",
            422,
        ),
        ("POST", "/v1/solve", json, &long, 413),
        ("POST", "/v1/solve", "text/plain", "{}", 415),
        (
            "POST",
            "/v1/solve",
            "application/x-www-form-urlencoded",
            "puzzle=1",
            415,
        ),
        ("POST", "/v1/slove", json, "{}", 404),
        (
            "POST",
            "/v1/rate",
            json,
            "{\"puzzle\":\"1...............\",\"profile\":\"se121\"}",
            422,
        ),
        ("GET", "/v1/solve", json, "", 405),
        ("DELETE", "/healthz", json, "", 405),
        ("GET", "/nothing", json, "", 404),
        ("GET", "/../Cargo.toml", json, "", 404),
        ("POST", "/", json, "{}", 405),
        ("POST", "/nothing", json, "{}", 405),
        ("POST", "/v1/%ff", json, "{}", 400),
    ];
    for (verb, path, media, body, status) in cases {
        // The server closes a connection if it did not read the whole request.
        let reply = server.client().request(verb, path, media, body.as_bytes());
        let problem = parse_json(&reply);
        assert_eq!(reply.status, *status, "{verb} {path} {body:.40}: {problem}");
        assert_eq!(
            reply.header("content-type"),
            Some("application/problem+json")
        );
        assert_eq!(problem["status"], *status);
        assert!(
            problem["type"].as_str().unwrap().starts_with("urn:ndoku:")
                && problem["detail"].is_string()
                && problem["title"].is_string()
        );
    }
    let binary = server
        .client()
        .request("POST", "/v1/solve", json, &[0xff, 0xfe, 0x00]);
    assert_eq!(binary.status, 400);
    // This is not HTTP.
    let mut raw = server.client();
    raw.stream.write_all(b"\x16\x03\x01 hello\r\n\r\n").unwrap();
    let mut answer = String::new();
    let _ = raw.stream.read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    server.end();
}

#[test]
fn broken_and_announced_long_bodies_have_a_problem_of_their_own() {
    let server = RunningServer::with_defaults();
    let json = "application/json";
    // The client sends less than it has announced.
    let mut short = server.client();
    short.head("POST", "/v1/solve", json, Some(100));
    short.stream.write_all(b"{}").unwrap();
    short.stream.shutdown(std::net::Shutdown::Write).unwrap();
    assert_eq!(short.reply().status, 400);
    // The length of a chunk is no number.
    let mut malformed = server.client();
    malformed.head("POST", "/v1/solve", json, None);
    malformed.stream.write_all(b"ZZ\r\n{}\r\n").unwrap();
    assert_eq!(malformed.reply().status, 400);
    // Nothing of this body is sent, and the answer comes at once.
    let mut long = server.client();
    long.head("POST", "/v1/solve", json, Some(99_999_999_999_999));
    assert_eq!(long.reply().status, 413);
    server.end();
}

#[test]
fn batches_are_answered_line_by_line_in_order() {
    let server = RunningServer::with_defaults();
    let good = json!({ "puzzle": EASY }).to_string();
    let body = format!("{good}\n\n{{\n{{\"puzzle\":\"1...............\",\"limit\":1}}\n{good}");
    let reply = server
        .client()
        .post("/v1/solve", "application/x-ndjson", &body);
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (200, Some("application/x-ndjson"))
    );
    let lines: Vec<Value> = reply
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let statuses: Vec<&Value> = lines.iter().map(|line| &line["status"]).collect();
    assert_eq!(
        statuses,
        [
            &json!("unique"),
            &json!(400),
            &json!("solved"),
            &json!("unique")
        ]
    );
    // Many lines: all of them, in order.
    let many: String = (1..=3_000)
        .map(|n| json!({ "puzzle": "1...............", "limit": n % 7 + 1 }).to_string() + "\n")
        .collect();
    let reply = server
        .client()
        .post("/v1/solve", "application/x-ndjson", &many);
    let counts: Vec<usize> = reply
        .text()
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["solutions"]
                .as_array()
                .unwrap()
                .len()
        })
        .collect();
    assert_eq!(counts, (1..=3_000).map(|n| n % 7 + 1).collect::<Vec<_>>());
    server.end();
}

#[test]
fn responses_arrive_while_the_batch_is_being_sent() {
    let server = RunningServer::with_defaults();
    let mut client = server.client();
    let line = json!({ "puzzle": EASY }).to_string() + "\n";
    client.head("POST", "/v1/solve", "application/x-ndjson", None);
    for _ in 0..3 {
        client.chunk(line.as_bytes());
        let seen = client.until(b"unique");
        assert!(seen.ends_with("unique"), "{seen}");
    }
    client.chunk(b"");
    server.end();
}

#[test]
fn a_line_that_is_too_long_ends_the_batch_with_a_problem() {
    let server = RunningServer::new(Limits {
        max_body: 1_000,
        ..Limits::default()
    });
    let good = json!({ "puzzle": EASY }).to_string();
    let body = format!("{good}\n{}\n{good}\n", "x".repeat(5_000));
    let reply = server
        .client()
        .post("/v1/solve", "application/x-ndjson", &body);
    let lines: Vec<Value> = reply
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (lines.len(), &lines[0]["status"], &lines[1]["status"]),
        (2, &json!("unique"), &json!(413))
    );
    server.end();
}

/// Returns a request that uses all the time it gets.
fn endless() -> String {
    json!({ "puzzle": ".".repeat(625), "layout": { "box": "5x5" }, "limit": u64::MAX }).to_string()
}

#[test]
fn a_response_that_takes_too_long_has_partial_results() {
    let server = RunningServer::new(Limits {
        response_timeout: Duration::from_millis(200),
        ..Limits::default()
    });
    let begun = Instant::now();
    let reply = server
        .client()
        .post("/v1/count", "application/json", &endless());
    let answer = parse_json(&reply);
    assert_eq!(
        (reply.status, &answer["exact"], &answer["stopped"]),
        (200, &json!(false), &json!("timeout")),
        "{answer}"
    );
    assert!(begun.elapsed() < Duration::from_secs(30));
    server.end();
}

#[test]
fn a_disconnect_stops_the_request() {
    let one = std::num::NonZeroUsize::MIN;
    let server = RunningServer::new(Limits {
        workers: one,
        response_timeout: Duration::from_secs(600),
        ..Limits::default()
    });
    for _ in 0..3 {
        let mut client = server.client();
        client.send(
            "POST",
            "/v1/count",
            "application/json",
            endless().as_bytes(),
        );
        std::thread::sleep(Duration::from_millis(100));
        drop(client);
    }
    // The only worker is free again.
    let reply = server.client().post(
        "/v1/solve",
        "application/json",
        &json!({ "puzzle": EASY }).to_string(),
    );
    assert_eq!(parse_json(&reply)["status"], "unique");
    server.end();
}

#[test]
fn requests_are_refused_when_the_queue_is_full() {
    let one = std::num::NonZeroUsize::MIN;
    let server = RunningServer::new(Limits {
        workers: one,
        max_waiting: 1,
        response_timeout: Duration::from_secs(600),
        ..Limits::default()
    });
    let mut holding: Vec<Client> = Vec::new();
    for _ in 0..2 {
        let mut client = server.client();
        client.send(
            "POST",
            "/v1/count",
            "application/json",
            endless().as_bytes(),
        );
        std::thread::sleep(START_TIME);
        holding.push(client);
    }
    let refused = server
        .client()
        .post("/v1/count", "application/json", &endless());
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (503, Some("1")),
        "{}",
        refused.text()
    );
    let problem = parse_json(&refused);
    assert_eq!(problem["retry_after"], 1);
    assert_eq!(problem["hint"], "try again in 1 second");
    // Short work passes long work, and needs no place in the queue.
    let quick = server.client().post(
        "/v1/solve",
        "application/json",
        &json!({ "puzzle": EASY }).to_string(),
    );
    assert_eq!(quick.status, 200, "{}", quick.text());
    drop(holding);
    server.end();
}

#[test]
fn a_request_that_waits_too_long_is_refused() {
    let server = RunningServer::new(Limits {
        workers: std::num::NonZeroUsize::MIN,
        max_wait: Duration::from_millis(300),
        response_timeout: Duration::from_secs(600),
        ..Limits::default()
    });
    let mut holding = server.client();
    let body = endless();
    holding.send("POST", "/v1/count", "application/json", body.as_bytes());
    std::thread::sleep(START_TIME);
    let begun = Instant::now();
    let refused = server.client().post("/v1/count", "application/json", &body);
    assert_eq!(refused.status, 503, "{}", refused.text());
    assert!(refused.header("retry-after").is_some());
    assert!(begun.elapsed() >= Duration::from_millis(300));
    assert!(begun.elapsed() < Duration::from_secs(20));
    drop(holding);
    server.end();
}

#[test]
fn a_quick_client_does_not_wait_for_slow_ones() {
    let server = RunningServer::new(Options {
        limits: Limits {
            workers: std::num::NonZeroUsize::new(2).unwrap(),
            max_wait: Duration::from_secs(600),
            response_timeout: Duration::from_secs(600),
            ..Limits::default()
        },
        client_header: Some("x-client".to_owned()),
        ..Options::default()
    });
    let connect = |name: String| {
        let mut client = server.client();
        client.headers = format!("X-Client: {name}\r\n");
        client
    };
    // On a busy machine, a quick request may need longer than its trial, and wait for one of these.
    let body = json!({ "level": "extreme", "number": 200 }).to_string();
    let slow: Vec<Client> = (0..40)
        .map(|number| {
            let mut client = connect(format!("slow-{number}"));
            client.send("POST", "/v1/generate", "application/json", body.as_bytes());
            client
        })
        .collect();
    let mut quick = connect("quick".to_owned());
    let request = json!({ "puzzle": EASY }).to_string();
    for _ in 0..20 {
        let reply = quick.post("/v1/solve", "application/json", &request);
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    // In the order of arrival, all slow clients would have their answers by now.
    let waiting = slow.iter().filter(|client| client.is_waiting()).count();
    assert!(waiting > 30, "{waiting}");
    drop(slow);
    server.end();
}

#[test]
fn a_client_that_does_not_read_its_batch_takes_no_slot() {
    let server = RunningServer::new(Limits {
        workers: std::num::NonZeroUsize::MIN,
        max_wait: Duration::from_secs(10),
        ..Limits::default()
    });
    // Much more than the buffers of the system hold.
    let line = json!({ "puzzle": ".".repeat(81), "limit": 1_000 }).to_string() + "\n";
    let mut stalled = server.client();
    stalled.send(
        "POST",
        "/v1/solve",
        "application/x-ndjson",
        line.repeat(200).as_bytes(),
    );
    std::thread::sleep(3 * START_TIME);
    let request = json!({ "puzzle": EASY }).to_string();
    let reply = server
        .client()
        .post("/v1/solve", "application/json", &request);
    assert_eq!(reply.status, 200, "{}", reply.text());
    drop(stalled);
    server.end();
}

#[test]
fn a_batch_does_not_wait_too_long_for_its_own_lines() {
    let server = RunningServer::new(Limits {
        workers: std::num::NonZeroUsize::MIN,
        max_wait: Duration::from_secs(2),
        response_timeout: Duration::from_secs(1),
        ..Limits::default()
    });
    let lines = (endless() + "\n").repeat(5);
    let reply = server
        .client()
        .post("/v1/count", "application/x-ndjson", &lines);
    let stopped = reply.text().matches("\"stopped\":\"timeout\"").count();
    assert_eq!(stopped, 5, "{}", reply.text());
    server.end();
}

#[test]
fn options_that_cannot_be_headers_are_refused() {
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let listed = |origin: &str| Options {
        allowed_origins: AllowedOrigins::List(vec![origin.to_owned()]),
        ..Options::default()
    };
    let named = |header: &str| Options {
        client_header: Some(header.to_owned()),
        ..Options::default()
    };
    for options in [
        listed("*"),
        listed("https://a\nb"),
        named("x client"),
        named(""),
    ] {
        let shown = format!("{options:?}");
        let error = Server::bind(address, options).map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput, "{shown}");
    }
    for options in [listed("https://a.example"), named("X-Forwarded-For")] {
        Server::bind(address, options).unwrap();
    }
}

#[test]
fn other_origins_may_call_only_if_they_are_allowed() {
    let reply = |options: Options, verb: &str, origin: &str| {
        let server = RunningServer::new(options);
        let mut client = server.client();
        client.headers = format!(
            "Origin: {origin}\r\nAccess-Control-Request-Method: POST\r\n\
            Access-Control-Request-Headers: content-type\r\n"
        );
        let body = json!({ "puzzle": EASY }).to_string();
        let reply = client.request(verb, "/v1/solve", "application/json", body.as_bytes());
        server.end();
        reply
    };
    let listed = || Options {
        allowed_origins: AllowedOrigins::List(vec!["https://a.example".to_owned()]),
        ..Options::default()
    };
    let any = || Options {
        allowed_origins: AllowedOrigins::Any,
        ..Options::default()
    };
    let header = "access-control-allow-origin";
    let closed = reply(Options::default(), "POST", "https://a.example");
    assert_eq!((closed.status, closed.header(header)), (200, None));
    let open = reply(listed(), "POST", "https://a.example");
    assert_eq!(open.header(header), Some("https://a.example"));
    // A cache must not give this response to pages of other origins.
    let mut headers = open.headers.iter();
    assert!(headers.any(|(name, value)| name == "vary" && value.contains("origin")));
    assert_eq!(open.header("access-control-allow-credentials"), None);
    assert_eq!(
        reply(listed(), "POST", "https://b.example").header(header),
        None
    );
    assert_eq!(
        reply(any(), "POST", "https://b.example").header(header),
        Some("*")
    );
    let preflight = reply(listed(), "OPTIONS", "https://a.example");
    assert_eq!(preflight.status, 200, "{}", preflight.text());
    let methods = preflight.header("access-control-allow-methods");
    assert!(methods.is_some_and(|methods| methods.contains("POST")));
    assert_eq!(
        preflight.header("access-control-allow-headers"),
        Some("content-type")
    );
}

#[test]
fn seeds_are_random_and_returned() {
    let server = RunningServer::with_defaults();
    let mut client = server.client();
    let mut generate = |body: Value| {
        let reply = client.post("/v1/generate", "application/json", &body.to_string());
        parse_json(&reply)
    };
    let small = json!({ "layout": { "box": "2x2" } });
    let (first, second) = (generate(small.clone()), generate(small));
    assert_ne!(first["seed"], second["seed"]);
    let seed = first["seed"].as_u64().unwrap();
    assert!(seed < 1 << 53, "JavaScript reads it exactly: {seed}");
    let again = generate(json!({ "layout": { "box": "2x2" }, "seed": seed }));
    assert_eq!(again["puzzles"], first["puzzles"]);
}

#[test]
fn the_list_of_methods_agrees_with_the_document() {
    let server = RunningServer::with_defaults();
    let mut client = server.client();
    let list = parse_json(&client.get("/v1"));
    let mut listed: Vec<String> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["path"].as_str().unwrap().to_owned())
        .collect();
    let document = parse_json(&client.get("/openapi.json"));
    let paths = document["paths"].as_object().unwrap();
    let mut described: Vec<String> = paths.keys().cloned().collect();
    listed.sort();
    described.sort();
    assert_eq!(listed, described);
    for (path, item) in paths {
        let answers = &item["post"]["responses"]["200"]["content"];
        for (media, content) in answers.as_object().unwrap() {
            let has_example = !content["example"].is_null() || path == "/v1/render";
            assert!(has_example, "{path} {media}");
        }
    }
}

#[test]
fn messages_name_no_internal_types() {
    let server = RunningServer::with_defaults();
    let mut client = server.client();
    for (method, body, wanted) in [
        (
            "solve",
            json!({ "puzzle": 5 }),
            "a puzzle is a text, or an object with `clues` and perhaps `candidates`",
        ),
        (
            "solve",
            json!({ "puzzle": EASY, "layout": 5 }),
            "found the number `5` instead of an object",
        ),
        (
            "solve",
            json!([EASY]),
            "found an array instead of an object",
        ),
        (
            "generate",
            json!({ "seed": "x" }),
            "found the text \"x\" instead of a whole number, not negative",
        ),
        (
            "generate",
            json!({ "seed": -1 }),
            "found the number `-1` instead of a whole number, not negative",
        ),
        (
            "generate",
            json!({ "rule_kinds": "killer" }),
            "found the text \"killer\" instead of an array",
        ),
        (
            "check",
            json!({ "puzzle": { "clues": [300] } }),
            "a puzzle is a text, or an object with `clues` and perhaps `candidates`",
        ),
    ] {
        let path = format!("/v1/{method}");
        let reply = client.post(&path, "application/json", &body.to_string());
        let problem = parse_json(&reply);
        assert_eq!(
            (reply.status, &problem["detail"]),
            (400, &json!(wanted)),
            "{body}"
        );
    }
}

#[test]
fn a_slow_request_times_out() {
    let server = RunningServer::new(Limits {
        request_timeout: Duration::from_millis(300),
        ..Limits::default()
    });
    let mut client = server.client();
    client.head("POST", "/v1/solve", "application/json", Some(1_000));
    client.stream.write_all(b"{\"puzzle\":").unwrap();
    assert_eq!(client.reply().status, 408);
    // The server closes a connection whose head does not end.
    let mut slow = server.client();
    slow.stream
        .write_all(b"POST /v1/solve HTTP/1.1\r\nHost: x\r\n")
        .unwrap();
    let mut rest = Vec::new();
    let _ = slow.stream.read_to_end(&mut rest);
    assert!(
        rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"),
        "{}",
        String::from_utf8_lossy(&rest)
    );
    server.end();
}

#[test]
fn shutdown_waits_for_running_requests() {
    let limits = Limits {
        response_timeout: Duration::from_secs(600),
        shutdown_grace: Duration::from_secs(1),
        ..Limits::default()
    };
    let server = RunningServer::new(limits);
    let mut busy = server.client();
    busy.send(
        "POST",
        "/v1/count",
        "application/json",
        endless().as_bytes(),
    );
    std::thread::sleep(START_TIME);
    let port = server.port;
    server.end();
    let answer = parse_json(&busy.reply());
    assert_eq!(
        answer["stopped"], "timeout",
        "the request was interrupted after the grace time, and still answered: {answer}"
    );
    assert!(
        std::net::TcpStream::connect(("127.0.0.1", port)).is_err(),
        "the server does not listen any more"
    );
}

#[test]
fn the_root_is_the_page_or_explains_how_to_build_it() {
    let server = RunningServer::with_defaults();
    let reply = server.client().get("/");
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (200, Some("text/html; charset=utf-8"))
    );
    assert!(
        reply
            .header("content-security-policy")
            .unwrap()
            .contains("default-src 'self'")
    );
    assert_eq!(
        Server::has_page(),
        !reply.text().contains("built without the page")
    );
    server.end();
}
