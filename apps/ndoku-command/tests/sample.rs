//! Tests of `sample`: seeds, weights, layouts without an exact method.

mod common;

use common::{file, folder, ndoku};

const GRIDS: [&str; 2] = [
    "593172846614985372827346591135728964276459138948631725769814253451293687382567419",
    "269413857831725496754986213185674932376892541492531678623159784917248365548367129",
];

#[test]
fn grids_do_not_depend_on_the_number_of_threads() {
    let run = ndoku(&["sample", "grids", "600", "--seed", "1", "-j", "1"]);
    assert_eq!(
        (run.code, &run.lines()[..2], run.lines().len()),
        (0, &GRIDS[..], 600),
        "{}",
        run.err
    );
    assert!(
        run.err
            .contains("sampled: 600 of 6,670,903,752,021,072,936,960"),
        "{}",
        run.err
    );
    assert_eq!(
        ndoku(&["sample", "grids", "600", "--seed", "1", "-j", "3"]).out,
        run.out
    );
    let other = ndoku(&["sample", "grids"]);
    assert!(
        other.code == 0 && other.lines().len() == 1 && other.err.contains("made with --seed "),
        "{}",
        other.err
    );
}

#[test]
fn other_layouts_are_sampled_or_refused() {
    let run = ndoku(&["sample", "grids", "3", "--box", "2x2", "--seed", "1"]);
    assert!(
        run.code == 0 && run.lines().len() == 3 && run.err.contains("sampled: 3 of 288"),
        "{} {}",
        run.out,
        run.err
    );
    let run = ndoku(&[
        "sample", "grids", "5", "--size", "5", "--box", "none", "-X", "--seed", "1",
    ]);
    assert!(
        run.code == 0 && run.lines().iter().all(|line| line.len() == 25),
        "{} {}",
        run.out,
        run.err
    );
    let run = ndoku(&[
        "sample", "grids", "--size", "3", "--box", "none", "-X", "--seed", "1",
    ]);
    assert!(
        run.code == 1 && run.out.is_empty() && run.err.contains("no grid"),
        "{}",
        run.err
    );
    let run = ndoku(&["sample", "grids", "-X", "--seed", "1"]);
    assert!(
        run.code == 4 && run.out.is_empty() && run.err.contains("too many grids"),
        "{}",
        run.err
    );
    assert_eq!(ndoku(&["sample", "grids", "--box", "200x200"]).code, 2);
}

#[test]
fn minimal_puzzles_have_weights() {
    let folder = folder();
    let path = file(&folder, "puzzles.csv", "");
    let run = ndoku(&[
        "sample", "minimal", "1500", "--seed", "7", "--to", "csv", "-o", &path, "-j", "2",
    ]);
    assert!(run.code == 0 && run.out.is_empty(), "{}", run.err);
    let text = std::fs::read_to_string(&path).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["puzzle", "clues", "weight", "start"]);
    assert!(rows.len() > 500, "{}", rows.len());
    let lines = ndoku(&["sample", "minimal", "1500", "--seed", "7", "-j", "1"]);
    let mut last = 0;
    for (row, line) in rows[1..].iter().zip(lines.lines()) {
        assert_eq!(format!("{} {}", row[0], row[2]), line);
        let start: u64 = row[3].parse().unwrap();
        let clues = row[0].bytes().filter(|byte| *byte != b'.').count();
        assert!(
            row[1] == clues.to_string()
                && start >= last
                && start < 1_500
                && row[2].parse::<f64>().unwrap() > 0.0,
            "{row:?}"
        );
        last = start;
    }
    assert!(
        lines.err.contains("from 1,500 starts") && lines.err.contains("by starts"),
        "{}",
        lines.err
    );
    let checked = ndoku(&["check", "--unique", rows[1][0]]);
    assert_eq!(checked.code, 0, "{}", checked.err);
    // The estimates are sums of the weights over starts.
    let run = ndoku(&[
        "sample",
        "minimal",
        "1500",
        "--seed",
        "7",
        "--to",
        "estimates",
    ]);
    let all: Vec<f64> = run
        .lines()
        .last()
        .unwrap()
        .split(',')
        .skip(1)
        .map(|figure| figure.parse().unwrap())
        .collect();
    let sum: f64 = rows[1..]
        .iter()
        .map(|row| row[2].parse::<f64>().unwrap())
        .sum();
    assert!(
        (all[1] / (sum / 1_500.0) - 1.0).abs() < 1e-9 && all[0] as usize == rows.len() - 1,
        "{}",
        run.out
    );
    let run = ndoku(&["sample", "minimal", "100", "--seed", "7", "--json"]);
    let record: serde_json::Value = serde_json::from_str(run.lines()[0]).unwrap();
    assert_eq!(record["puzzle"], rows[1][0]);
}

#[test]
fn a_clue_range_keeps_the_weights() {
    let lines = |more: &[&str]| {
        let run = ndoku(
            &[
                &["sample", "minimal", "600", "--seed", "7", "--to", "csv"],
                more,
            ]
            .concat(),
        );
        assert_eq!(run.code, 0, "{}", run.err);
        run.out.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let clues = |line: &String| {
        line.split(',')
            .nth(1)
            .and_then(|clues| clues.parse::<usize>().ok())
    };
    let all = lines(&[]);
    let some: Vec<String> = all
        .iter()
        .filter(|line| clues(line).is_none_or(|clues| (25..=26).contains(&clues)))
        .cloned()
        .collect();
    assert!(
        some.len() > 50 && some.len() < all.len(),
        "{} of {}",
        some.len(),
        all.len()
    );
    assert_eq!(lines(&["--clues", "25..26"]), some);
    let run = ndoku(&[
        "sample",
        "minimal",
        "600",
        "--seed",
        "7",
        "--clues",
        "25..26",
        "--to",
        "estimates",
    ]);
    let last: Vec<&str> = run.lines().last().unwrap().split(',').collect();
    assert_eq!(
        (last[0], last[1]),
        ("all", (some.len() - 1).to_string().as_str()),
        "{}",
        run.out
    );
    assert_eq!(ndoku(&["sample", "minimal", "--clues", "26..25"]).code, 2);
    let few = ndoku(&["sample", "minimal", "--clues", "..16"]);
    assert!(
        few.code == 2
            && few
                .err
                .contains("the number of clues must be from 17 to 81"),
        "{}",
        few.err
    );
}

#[test]
fn a_timeout_leaves_complete_output() {
    let grids = ndoku(&[
        "sample",
        "grids",
        "1_000_000_000",
        "--seed",
        "1",
        "--timeout",
        "200ms",
        "-j",
        "1",
    ]);
    assert!(grids.code == 4 && grids.lines().len() > 2, "{}", grids.err);
    assert_eq!(grids.lines()[..2], GRIDS);
    let run = ndoku(&[
        "sample",
        "minimal",
        "1_000_000_000",
        "--seed",
        "7",
        "--timeout",
        "1ms",
        "-j",
        "1",
    ]);
    assert!(
        run.code == 4 && run.err.contains("of 1,000,000,000"),
        "{} {}",
        run.code,
        run.err
    );
}
