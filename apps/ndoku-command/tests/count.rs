//! Tests of `count` and `enumerate --sample`: exact numbers, lower bounds, order, records and
//! samples.

mod common;

use std::collections::BTreeSet;

use common::{ndoku, ndoku_with};

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const NONE: &str =
    "12345678.........9...............................................................";
const EMPTY: &str = "6670903752021072936960";
/// The pattern that is known to take longest.
const WORST: &str =
    ".......8.....1...................6.....9..............4..................3.......";

fn empty(cells: usize) -> String {
    ".".repeat(cells)
}

fn record(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn counts_match_published_numbers() {
    let count = |arguments: &[&str], puzzle: &str| {
        let run = ndoku(&[&["count"], arguments, &[puzzle]].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
        run.out.trim_end().to_owned()
    };
    assert_eq!(count(&[], &empty(81)), EMPTY);
    assert_eq!(count(&["-j", "1"], &empty(81)), EMPTY);
    assert_eq!(count(&["--limit", "0"], &empty(81)), EMPTY);
    assert_eq!(count(&["--expect", EMPTY], &empty(81)), EMPTY);
    assert_eq!(
        count(&[], &format!("1{}", empty(80))),
        "741211528002341437440"
    );
    assert_eq!(count(&[], &empty(16)), "288");
    assert_eq!(count(&["--box", "3x2"], &empty(36)), "28200960");
    assert_eq!(count(&["--box", "2x3"], &empty(36)), "28200960");
    assert_eq!(count(&["--box", "none"], &empty(25)), "161280");
    // One candidate removed from the empty grid leaves eight ninths; nine characters for each cell.
    assert_eq!(
        count(&[], &format!("12345678.{}", "123456789".repeat(80))),
        "5929692224018731499520"
    );
    assert_eq!(count(&[], UNIQUE), "1");
    assert_eq!(count(&[], NONE), "0");
}

#[test]
#[ignore = "takes 3 s and more; `cargo xtask test-long` runs it"]
fn slow_counts_match_published_numbers() {
    assert_eq!(
        ndoku(&["count", "--x", &empty(81)]).out,
        "55613393399531520\n"
    );
    assert_eq!(
        ndoku(&["count", "--box", "4x2", &empty(64)]).out,
        "29136487207403520\n"
    );
    assert_eq!(
        ndoku(&["count", "--box", "none", &empty(49)]).out,
        "61479419904000\n"
    );
    assert_eq!(ndoku(&["count", WORST]).out, "11117009195458944\n");
    // A single 1 leaves a ninth.
    assert_eq!(
        ndoku(&["count", "--x", &format!("1{}", empty(80))]).out,
        "6179265933281280\n"
    );
}

#[test]
fn counts_keep_the_order_of_the_input_with_bad_lines() {
    let lines = [
        UNIQUE.to_owned(),
        empty(81),
        UNIQUE[1..].to_owned(),
        NONE.to_owned(),
        empty(81),
        UNIQUE.to_owned(),
    ];
    let text = lines.join("\n") + "\n";
    for threads in ["1", "2", "3"] {
        let run = ndoku_with(&["count", "-j", threads], text.as_bytes());
        assert_eq!(
            (run.code, run.lines()),
            (3, vec!["1", EMPTY, "invalid", "0", EMPTY, "1"]),
            "{}",
            run.err
        );
        assert!(run.err.contains("standard input:3"), "{}", run.err);
    }
}

#[test]
fn records_name_the_method() {
    let run = ndoku(&["count", "--json", "--verbose", &empty(81), UNIQUE]);
    let records: Vec<serde_json::Value> = run.lines().into_iter().map(record).collect();
    let of = |place: usize, key: &str| records[place][key].clone();
    assert_eq!(
        (of(0, "count"), of(0, "exact"), of(0, "method")),
        (EMPTY.into(), true.into(), "band-stack-sum".into())
    );
    assert_eq!(
        (of(1, "count"), of(1, "exact"), of(1, "method")),
        ("1".into(), true.into(), "search".into())
    );
    assert!(
        of(0, "seconds")
            .as_f64()
            .is_some_and(|seconds| seconds > 0.0)
    );
    // Without --verbose, a record depends on the puzzle alone.
    assert!(
        record(&ndoku(&["count", "--json", UNIQUE]).out)
            .get("seconds")
            .is_none()
    );
    assert!(
        records
            .iter()
            .all(|record| record.get("at_least").is_none() && record.get("reason").is_none())
    );
    // A limit clips the number with any method; JSON and standard error say so.
    for limit in ["5", "1000000"] {
        let run = ndoku(&["count", "--json", "--limit", limit, &empty(81)]);
        let record = record(&run.out);
        assert_eq!(
            (
                run.code,
                &record["count"],
                &record["exact"],
                &record["at_least"]
            ),
            (4, &limit.into(), &false.into(), &limit.into())
        );
        assert_eq!(record["reason"], "limit");
        assert!(
            run.err.starts_with("at least ") && run.err.contains("more than the limit"),
            "{}",
            run.err
        );
    }
    let run = ndoku(&["count", "--verbose", "--box", "3x2", &empty(36)]);
    assert!(
        run.err.contains("\n28,200,960: two-band-sum, 0."),
        "{}",
        run.err
    );
    let run = ndoku(&["count", "--progress", "json", &empty(81)]);
    assert!(
        run.err.ends_with("\"finished\":true}\n") && run.out.trim_end() == EMPTY,
        "{}",
        run.err
    );
}

#[test]
fn without_an_exact_method_the_count_is_a_lower_bound() {
    for (layout, puzzle) in [
        (&["--rule", "windoku"][..], empty(81)),
        (&["--rule", "anti-king"], empty(81)),
    ] {
        let run = ndoku(
            &[
                &["count", "--limit", "2500", "--json"],
                layout,
                &[puzzle.as_str()],
            ]
            .concat(),
        );
        let record = record(&run.out);
        assert_eq!(
            (run.code, &record["count"], &record["method"]),
            (4, &"2500".into(), &"search".into()),
            "{layout:?}: {}",
            run.err
        );
        assert!(
            run.err
                .contains("at least 2,500: more than the limit (--limit 0 for none)"),
            "{}",
            run.err
        );
    }
}

#[test]
fn a_stopped_count_prints_a_lower_bound() {
    let run = ndoku(&["count", "--json", "--timeout", "600ms", WORST, UNIQUE]);
    let records: Vec<serde_json::Value> = run.lines().into_iter().map(record).collect();
    assert_eq!(records[1]["count"], "1");
    // A fast machine can count all of it.
    if run.code == 0 {
        assert_eq!(records[0]["count"], "11117009195458944");
        return;
    }
    assert_eq!(
        (run.code, &records[0]["exact"], &records[0]["reason"]),
        (4, &false.into(), &"timeout".into())
    );
    let count: u128 = records[0]["count"]
        .as_str()
        .and_then(|text| text.parse().ok())
        .expect("a number");
    assert!((2_001..11_117_009_195_458_944).contains(&count), "{count}");
    assert!(run.err.contains("the time ran out"), "{}", run.err);
}

/// Parses a number with an exponent.
fn parse_estimate(text: &serde_json::Value) -> f64 {
    text.as_str()
        .and_then(|text| text.parse().ok())
        .unwrap_or(f64::NAN)
}

#[test]
fn estimates_have_intervals_and_are_reproducible() {
    let asked = [
        "count",
        "--estimate",
        "--seed",
        "7",
        "--samples",
        "4800",
        "--box",
        "3x2",
        &empty(36),
    ];
    let run = ndoku(&asked);
    let number: f64 = run
        .out
        .trim_end()
        .parse()
        .expect("a number with an exponent");
    assert!(
        run.code == 0 && run.out.contains('e') && (number / 28_200_960.0 - 1.0).abs() < 0.1,
        "{}",
        run.out
    );
    assert!(
        run.err.starts_with("about 2.") && run.err.contains("; 95% confidence interval from 2."),
        "{}",
        run.err
    );
    assert!(run.err.contains("(--seed 7 --samples 4800)"), "{}", run.err);
    // Threads and repetition make no difference; another seed does.
    assert_eq!(ndoku(&[&asked[..], &["-j", "3"]].concat()).out, run.out);
    let record = record(&ndoku(&[&asked[..], &["--json"]].concat()).out);
    assert_eq!(
        (&record["exact"], &record["method"], &record["count"]),
        (
            &false.into(),
            &"estimate".into(),
            &run.out.trim_end().into()
        )
    );
    assert!(
        parse_estimate(&record["low"]) < 28_200_960.0
            && 28_200_960.0 < parse_estimate(&record["high"]),
        "{record}"
    );
    assert_eq!(
        (&record["seed"], &record["samples"], &record["at_least"]),
        (&7.into(), &4800.into(), &"2000".into())
    );
    let other = [
        "count",
        "--estimate",
        "--seed",
        "8",
        "--samples",
        "4800",
        "--box",
        "3x2",
        "--json",
        &empty(36),
    ];
    assert_ne!(self::record(&ndoku(&other).out)["low"], record["low"]);
    // A second is enough, unless the machine is busy.
    let timed = ndoku(&[
        "count",
        "--estimate",
        "--timeout",
        "1s",
        "--box",
        "3x2",
        &empty(36),
    ]);
    let told = if timed.code == 0 {
        "about 2."
    } else {
        "the time ran out"
    };
    assert!(timed.err.contains(told), "{}", timed.err);
}

#[test]
fn countable_puzzles_are_not_estimated() {
    let run = ndoku(&["count", "--estimate", UNIQUE, NONE, &empty(16)]);
    assert_eq!(
        (run.code, run.lines(), run.err.as_str()),
        (0, vec!["1", "0", "288"], "")
    );
    assert_eq!(
        ndoku(&["count", "--estimate", "--limit", "3", UNIQUE]).code,
        2
    );
}

#[test]
fn large_numbers_without_an_exact_method_are_estimated() {
    // 8x8 with a diagonal has no method, and far more than a million solutions.
    let many = [
        "count",
        "--json",
        "--box",
        "4x2",
        "--diagonal",
        "main",
        "--seed",
        "1",
        "--samples",
        "2400",
        &empty(64),
    ];
    let run = ndoku(&many);
    let found = record(&run.out);
    assert_eq!(
        (run.code, &found["method"], &found["exact"]),
        (4, &"estimate".into(), &false.into()),
        "{}{}",
        run.out,
        run.err
    );
    assert!(parse_estimate(&found["low"]) > 1e12, "{found}");
    // 6x6 with both has few enough solutions to find.
    let few = ndoku(&[
        "count",
        "--json",
        "--box",
        "3x2",
        "--x",
        "--seed",
        "1",
        "--samples",
        "2400",
        &empty(36),
    ]);
    let found = record(&few.out);
    assert_eq!(
        (few.code, &found["method"], &found["exact"]),
        (0, &"search".into(), &true.into()),
        "{}{}",
        few.out,
        few.err
    );
    // A given limit is kept.
    let limited = ndoku(&[
        "count",
        "--limit",
        "3000",
        "--box",
        "4x2",
        "--diagonal",
        "main",
        &empty(64),
    ]);
    assert_eq!((limited.code, limited.out.as_str()), (4, "3000\n"));
}

#[test]
fn without_a_reliable_interval_there_is_no_estimate() {
    // Particles find none of few solutions.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let run = ndoku(&[
        "count",
        "--json",
        "--estimate",
        "--samples",
        "2400",
        "--seed",
        "1",
        "--box",
        "5x5",
        &empty(625),
    ]);
    let found = record(&run.out);
    assert_eq!(
        (run.code, &found["exact"], &found["reason"]),
        (4, &false.into(), &"no-interval".into()),
        "{}{}",
        run.out,
        run.err
    );
    assert!(
        found["estimate_error"].is_string()
            && found.get("low").is_none()
            && run.err.contains("no confidence interval"),
        "{}",
        run.err
    );
    // Rules that are not houses cannot be estimated.
    let run = ndoku(&[
        "count",
        "--json",
        "--estimate",
        "--rule",
        "anti-knight",
        &empty(81),
    ]);
    assert_eq!(
        (run.code, &record(&run.out)["reason"]),
        (4, &"unsupported".into()),
        "{}",
        run.err
    );
    assert!(run.err.contains("can be estimated"), "{}", run.err);
    assert_eq!(ndoku(&["count", "--estimate", hard]).out, "1\n");
}

/// Returns `true` if a line is a solved 9×9 grid with these clues.
fn solves(clues: &str, line: &str) -> bool {
    let run = ndoku(&["check", "--full", line]);
    run.code == 0
        && line.len() == 81
        && clues
            .chars()
            .zip(line.chars())
            .all(|(clue, digit)| clue == '.' || clue == digit)
}

#[test]
fn solutions_are_sampled_reproducibly() {
    let nine = empty(81);
    let six = ".................2.......5......6.......1...............................6.......7";
    let sample = |arguments: &[&str]| ndoku(&[&["enumerate", "--sample", "4"], arguments].concat());
    let one = sample(&["--seed", "7", &nine, six, UNIQUE]);
    assert_eq!((one.code, one.lines().len()), (0, 12), "{}", one.err);
    let lines = one.lines();
    for (puzzle, sampled) in [nine.as_str(), six, UNIQUE].iter().zip(lines.chunks(4)) {
        assert!(
            sampled.iter().all(|line| solves(puzzle, line)),
            "{puzzle} {sampled:?}"
        );
    }
    assert_eq!(
        lines.iter().collect::<BTreeSet<_>>().len(),
        9,
        "the last puzzle has one solution"
    );
    assert!(
        one.err
            .contains("sampled: 4 of 6,670,903,752,021,072,936,960\n"),
        "{}",
        one.err
    );
    for threads in ["1", "5"] {
        assert_eq!(
            sample(&["--seed", "7", "-j", threads, &nine, six, UNIQUE]).out,
            one.out
        );
    }
    assert_eq!(
        sample(&["--seed", "7", "--isa", "portable", &nine]).lines(),
        lines[..4]
    );
    assert_ne!(sample(&["--seed", "8", &nine]).lines(), lines[..4]);
    // A smaller sample is the beginning of a larger one.
    assert_eq!(
        ndoku(&["enumerate", "--sample", "1", "--seed", "7", &nine]).lines(),
        lines[..1]
    );
    // Without a seed, one is chosen and printed, so that it can be given again.
    let four = empty(16);
    let other = sample(&[&four]);
    let seed = other
        .err
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("made with --seed "))
        .expect("the seed is said")
        .to_owned();
    assert_eq!(sample(&["--seed", &seed, &four]).out, other.out);
    let record = record(sample(&["--seed", "7", "--json", UNIQUE]).lines()[0]);
    assert_eq!(record["solution"], lines[8]);
}

#[test]
fn other_layouts_are_sampled_while_all_solutions_can_be_listed() {
    let run = ndoku(&["enumerate", "--sample", "4000", "--seed", "1", &empty(16)]);
    assert_eq!((run.code, run.lines().len()), (0, 4000), "{}", run.err);
    assert_eq!(
        run.lines().into_iter().collect::<BTreeSet<_>>().len(),
        288,
        "each solution is sampled"
    );
    let run = ndoku(&["enumerate", "--sample", "3", "--x", &empty(16)]);
    assert!(
        run.code == 0 && run.err.contains("sampled: 3 of 48\n"),
        "{}",
        run.err
    );
    let run = ndoku(&["enumerate", "--sample", "3", NONE, UNIQUE]);
    assert_eq!((run.code, run.lines().len()), (1, 3), "{}", run.err);
    let run = ndoku(&["enumerate", "--sample", "3", "--box", "3x2", &empty(36)]);
    assert_eq!((run.code, run.out.as_str()), (4, ""));
    assert!(
        run.err
            .contains("error: there are more than 2,000,000 solutions")
            && run.err.contains("help: "),
        "{}",
        run.err
    );
    for usage in [
        &["--sample", "3", "--limit", "3"][..],
        &["--seed", "3"],
        &["--sample", "many"],
        &["--sample", "1", "--order", "sorted"],
    ] {
        assert_eq!(
            ndoku(&[&["enumerate"], usage, &[UNIQUE]].concat()).code,
            2,
            "{usage:?}"
        );
    }
}

#[test]
#[ignore = "takes 30 s; `cargo xtask test-long` runs it"]
fn a_long_count_shows_progress_before_sampling() {
    let run = ndoku(&[
        "enumerate",
        "--sample",
        "1",
        "--seed",
        "1",
        "-j",
        "1",
        "--timeout",
        "30s",
        "--progress",
        "json",
        WORST,
    ]);
    let task = run
        .err
        .lines()
        .find(|line| line.starts_with("{\"task\":"))
        .and_then(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    assert!(
        task.is_some_and(|task| task["task"].as_u64() < task["tasks"].as_u64()),
        "{}",
        run.err
    );
}
