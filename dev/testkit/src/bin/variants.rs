//! Solves puzzles of variants with step logic alone, and checks every step.
//!
//! `variants FILE [--each N] [--limit SECONDS] [--name TEXT] [--verbose]`
//!
//! FILE has one JSON object a line: `name`, `puzzle` in a format that ndoku reads, and `solution`.
//! Each step is compared with the solution. In one of N positions all instances of all techniques
//! of rules are compared, too. The program prints the share of solved puzzles, the position where
//! the others are stuck, and the slowest hints. Times are processor times where the system tells
//! them, so other programs do not disturb them.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ndoku_core::{Board, Digit, Puzzle, Solution};
use ndoku_formats::ReadOptions;
use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_logic::{TECHNIQUES, Technique};
use ndoku_testkit::random::SplitMix64;
use ndoku_testkit::technique_checks::{Tallies, check};

/// The families whose instances are checked.
const FAMILIES: [&str; 6] = [
    "Cages",
    "Pairs of cells",
    "Sums",
    "Counts and ends",
    "Outside clues",
    "Chains through rules",
];

/// The time of a hint that the project aims at.
const GOAL: Duration = Duration::from_millis(100);

/// A puzzle of the file.
struct Subject {
    name: String,
    puzzle: Puzzle,
    solution: Solution,
}

/// The result of one puzzle.
struct Outcome {
    name: String,
    is_solved: bool,
    steps: usize,
    open: usize,
    slowest: Duration,
    hardest: String,
    rules: Vec<&'static str>,
    total: Duration,
}

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let place = arguments.iter().position(|word| word == name)?;
        let value = arguments.get(place + 1).cloned();
        arguments.drain(place..(place + 2).min(arguments.len()));
        value
    };
    let each: usize = option("--each")
        .and_then(|value| value.parse().ok())
        .unwrap_or(0);
    let limit: u64 = option("--limit")
        .and_then(|value| value.parse().ok())
        .unwrap_or(20);
    let name = option("--name").unwrap_or_default();
    let is_verbose = arguments.iter().any(|word| word == "--verbose");
    let Some(path) = arguments.iter().find(|word| !word.starts_with("--")) else {
        eprintln!("usage: variants FILE [--each N] [--limit SECONDS] [--name TEXT] [--verbose]");
        return ExitCode::FAILURE;
    };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let (mut unread, mut subjects) = (0, Vec::new());
    for line in text.lines() {
        match read(line) {
            Ok(Some(subject)) if subject.name.contains(&name) => subjects.push(subject),
            Ok(_) => {}
            Err(problem) => {
                unread += 1;
                if is_verbose {
                    println!("not read: {problem}");
                }
            }
        }
    }
    let mut tallies = Tallies::new();
    let mut uses: BTreeMap<&'static str, (usize, Duration)> = BTreeMap::new();
    let mut outcomes = Vec::new();
    for (number, subject) in subjects.iter().enumerate() {
        let limit = Duration::from_secs(limit);
        match solve(
            subject,
            each,
            number as u64,
            limit,
            is_verbose,
            &mut tallies,
            &mut uses,
        ) {
            Ok(outcome) => {
                println!(
                    "{:6} {:>4} steps {:>3} open {:>8.1} ms slowest {:>8.1} ms in all  {:24} {} [{}]",
                    if outcome.is_solved { "solved" } else { "stuck" },
                    outcome.steps,
                    outcome.open,
                    outcome.slowest.as_secs_f64() * 1e3,
                    outcome.total.as_secs_f64() * 1e3,
                    outcome.hardest,
                    outcome.name,
                    outcome.rules.join(" ")
                );
                outcomes.push(outcome);
            }
            Err(wrong) => {
                println!("not sound: {}: {wrong}", subject.name);
                return ExitCode::FAILURE;
            }
        }
    }
    report(&outcomes, &tallies, &uses, unread);
    ExitCode::SUCCESS
}

/// Reads a line. Returns `None` for a puzzle without a single solution, or without rules.
fn read(line: &str) -> Result<Option<Subject>, String> {
    let value: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let field = |name: &str| value.get(name).and_then(serde_json::Value::as_str);
    let (Some(name), Some(puzzle)) = (field("name"), field("puzzle")) else {
        return Err("a line has no name or no puzzle".to_owned());
    };
    let Some(solution) = field("solution") else {
        return Ok(None);
    };
    let record = ndoku_formats::read_one(puzzle, &ReadOptions::default())
        .map_err(|error| format!("{name}: {error}"))?;
    let puzzle = record.puzzle;
    if puzzle.layout().is_plain() {
        return Ok(None);
    }
    let digits: Option<Vec<Digit>> = if solution.contains(',') {
        solution
            .split(',')
            .map(|word| word.trim().parse().ok().and_then(Digit::new))
            .collect()
    } else {
        solution
            .bytes()
            .map(|byte| Digit::new(byte.wrapping_sub(b'0')))
            .collect()
    };
    let solution = digits
        .and_then(|digits| Solution::new(puzzle.layout(), &digits).ok())
        .ok_or_else(|| format!("{name}: the solution does not fit"))?;
    Ok(Some(Subject {
        name: name.to_owned(),
        puzzle,
        solution,
    }))
}

/// Returns the processor time of this thread, which other programs on the machine do not change, or
/// the time of day where it is unknown.
fn cpu_time() -> Duration {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = spent
        .as_deref()
        .and_then(|text| text.split(' ').next()?.parse().ok());
    spent.map_or_else(
        || BEGAN.get_or_init(Instant::now).elapsed(),
        Duration::from_nanos,
    )
}

fn of_rules() -> Vec<&'static Technique> {
    let of_rules = |technique: &&&'static Technique| FAMILIES.contains(&technique.family);
    TECHNIQUES.iter().filter(of_rules).copied().collect()
}

fn solve(
    subject: &Subject,
    each: usize,
    seed: u64,
    limit: Duration,
    is_verbose: bool,
    tallies: &mut Tallies,
    uses: &mut BTreeMap<&'static str, (usize, Duration)>,
) -> Result<Outcome, String> {
    let began = cpu_time();
    let stop = || cpu_time().saturating_sub(began) > limit;
    let mut rng = SplitMix64::new(seed);
    let board = Board::with_clues_placed(&subject.puzzle);
    let mut solver = LogicalSolver::new(&subject.puzzle, board, TECHNIQUES)
        .with_explanations()
        .with_solution_check(&subject.solution)
        .with_stop(&stop);
    let mut rules: Vec<&'static str> = subject
        .puzzle
        .layout()
        .constraints()
        .iter()
        .map(|constraint| constraint.id())
        .collect();
    rules.sort_unstable();
    rules.dedup();
    let mut outcome = Outcome {
        name: subject.name.clone(),
        is_solved: false,
        steps: 0,
        open: 0,
        slowest: Duration::ZERO,
        hardest: String::new(),
        rules,
        total: Duration::ZERO,
    };
    let mut difficulty = ndoku_logic::Difficulty(0);
    loop {
        if each > 0 && rng.once_in(each) {
            let solutions = std::slice::from_ref(&subject.solution);
            check(&solver.position(), &of_rules(), solutions, tallies)?;
        }
        let started = cpu_time();
        let step = solver.apply_next_step();
        let time = cpu_time().saturating_sub(started);
        match step {
            Ok(step) => {
                outcome.slowest = outcome.slowest.max(time);
                outcome.steps += 1;
                let entry = uses.entry(step.technique.id).or_default();
                entry.0 += 1;
                entry.1 = entry.1.max(time);
                if step.difficulty > difficulty {
                    difficulty = step.difficulty;
                    outcome.hardest = format!("{difficulty} {}", step.technique.id);
                }
                if is_verbose {
                    println!(
                        "  {:>7.1} ms  {} {}  {}",
                        time.as_secs_f64() * 1e3,
                        step.difficulty,
                        step.technique.name,
                        step.explanation.text
                    );
                }
            }
            Err(SolveEnd::Unsound) => {
                return Err(format!("{:?}", solver.next_step()));
            }
            Err(end) => {
                outcome.is_solved = end == SolveEnd::Solved;
                if let SolveEnd::Contradiction(what) = end {
                    return Err(format!("{what:?}"));
                }
                break;
            }
        }
    }
    outcome.open = solver.board().open_count();
    outcome.total = cpu_time().saturating_sub(began);
    Ok(outcome)
}

fn report(
    outcomes: &[Outcome],
    tallies: &Tallies,
    uses: &BTreeMap<&'static str, (usize, Duration)>,
    unread: usize,
) {
    println!(
        "\n{:26} {:>8} {:>12} {:>12} {:>12}",
        "technique", "steps", "slowest ms", "instances", "ms each"
    );
    for technique in TECHNIQUES {
        let (steps, slowest) = uses.get(technique.id).copied().unwrap_or_default();
        let tally = tallies.get(technique.id).cloned().unwrap_or_default();
        if steps > 0 || tally.instances > 0 {
            println!(
                "{:26} {steps:>8} {:>12.1} {:>12} {:>12.2}",
                technique.id,
                slowest.as_secs_f64() * 1e3,
                tally.instances,
                tally.time.as_secs_f64() * 1e3 / tally.positions.max(1) as f64
            );
        }
    }
    let mut by_rule: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for outcome in outcomes {
        for rule in &outcome.rules {
            let entry = by_rule.entry(rule).or_default();
            entry.0 += usize::from(outcome.is_solved);
            entry.1 += 1;
        }
    }
    println!("\n{:26} {:>8} {:>8}", "rule", "solved", "puzzles");
    for (rule, (solved, puzzles)) in by_rule {
        println!("{rule:26} {solved:>8} {puzzles:>8}");
    }
    let solved: Vec<&Outcome> = outcomes
        .iter()
        .filter(|outcome| outcome.is_solved)
        .collect();
    let in_time = solved
        .iter()
        .filter(|outcome| outcome.slowest <= GOAL)
        .count();
    let slowest = solved
        .iter()
        .map(|outcome| outcome.slowest)
        .max()
        .unwrap_or_default();
    println!(
        "\nvariants: {} puzzles, {} solved by steps ({:.1}%); of these {in_time} with every hint \
        within {} ms, the slowest hint {:.1} ms; {unread} puzzles not read; all steps sound",
        outcomes.len(),
        solved.len(),
        100.0 * solved.len() as f64 / outcomes.len().max(1) as f64,
        GOAL.as_millis(),
        slowest.as_secs_f64() * 1e3
    );
}
