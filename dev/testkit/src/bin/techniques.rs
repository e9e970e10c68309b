//! Tests of techniques. Named techniques are checked; the others are only used on the way.
//!
//! - `techniques sound [PUZZLES|FILE] [SEED] [ID…] [--each N]` checks the steps of the solution
//!   path of random puzzles, or those of a file, against the solutions. In one of N positions it
//!   checks every instance of every technique.
//! - `techniques invariant [PUZZLES] [SEED] [ID…]` compares the steps with those in another form of
//!   the position.
//! - `techniques rating [PUZZLES] [FORMS] [SEED]` compares ratings by the profile `ndoku` between
//!   forms.
//! - `techniques examples ID [PUZZLES] [SEED]` prints positions for the handbook.
//! - `techniques near-misses ID` prints variants of the examples in which the technique finds
//!   nothing.

use std::process::ExitCode;

use ndoku_logic::{TECHNIQUES, Technique, handbook, techniques};
use ndoku_testkit::technique_checks;

/// Number of positions for each one that is checked (default of `--each`).
const EACH: usize = 5;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let each = words
        .iter()
        .position(|word| *word == "--each")
        .map(|place| {
            words
                .drain(place..(place + 2).min(words.len()))
                .collect::<Vec<_>>()
        });
    let each = each
        .and_then(|option| option.get(1)?.parse().ok())
        .unwrap_or(EACH);
    let number = |place: usize, usual: u64| {
        words
            .get(place)
            .and_then(|word| word.parse().ok())
            .unwrap_or(usual)
    };
    let chosen = |from: usize| -> Option<Vec<&'static Technique>> {
        let named: &[&str] = words.get(from..).unwrap_or_default();
        if named.is_empty() {
            Some(TECHNIQUES.to_vec())
        } else {
            named.iter().map(|name| techniques::find(name)).collect()
        }
    };
    let right = match (words.first().copied(), chosen(3)) {
        (Some("sound"), Some(chosen)) => sound(
            words.get(1).copied().unwrap_or("200"),
            number(2, 1),
            &chosen,
            each,
        ),
        (Some("invariant"), Some(chosen)) => {
            invariant(number(1, 50) as usize, number(2, 1), &chosen, each)
        }
        (Some("rating"), _) => rating(number(1, 50) as usize, number(2, 10) as usize, number(3, 1)),
        (Some("examples"), _) => words
            .get(1)
            .and_then(|name| techniques::find(name))
            .is_some_and(|technique| {
                let found = technique_checks::find_examples(
                    technique,
                    number(2, 200) as usize,
                    number(3, 1),
                );
                found
                    .iter()
                    .take(5)
                    .for_each(|example| println!("{example}"));
                !found.is_empty()
            }),
        (Some("near-misses"), _) => words
            .get(1)
            .and_then(|name| techniques::find(name))
            .is_some_and(|technique| {
                let cases =
                    handbook::parse_cases(technique.handbook).expect("the page can be read");
                let examples = cases.iter().filter(|case| !case.is_near_miss);
                examples
                    .flat_map(|case| technique_checks::find_near_misses(technique, case))
                    .for_each(|found| println!("{found}"));
                true
            }),
        _ => {
            eprintln!(
                "usage: techniques sound [PUZZLES|FILE] [SEED] [ID…] [--each N] | invariant \
                [PUZZLES] [SEED] [ID…] [--each N] | rating [PUZZLES] [FORMS] [SEED] | examples ID \
                [PUZZLES] [SEED] | near-misses ID"
            );
            false
        }
    };
    if right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn sound(source: &str, seed: u64, chosen: &[&'static Technique], each: usize) -> bool {
    let outcome = match source.parse() {
        Ok(puzzles) => technique_checks::check_soundness(
            technique_checks::create_subjects(puzzles, seed),
            seed,
            chosen,
            each,
        ),
        Err(_) => std::fs::read_to_string(source)
            .map_err(|error| format!("{source}: {error}"))
            .and_then(|text| {
                technique_checks::check_soundness(
                    technique_checks::read_subjects(&text),
                    seed,
                    chosen,
                    each,
                )
            }),
    };
    match outcome {
        Ok((tallies, puzzles, solved)) => {
            println!(
                "{:26} {:>10} {:>10} {:>12}",
                "technique", "instances", "positions", "ms in all"
            );
            for technique in chosen {
                let tally = tallies.get(technique.id).cloned().unwrap_or_default();
                println!(
                    "{:26} {:>10} {:>10} {:>12.1}",
                    technique.id,
                    tally.instances,
                    tally.positions,
                    tally.time.as_secs_f64() * 1e3
                );
            }
            println!(
                "techniques: {puzzles} puzzles, all steps sound, {solved} solved; next seed {}",
                seed + 1
            );
            true
        }
        Err(wrong) => {
            println!("not sound: {wrong}");
            false
        }
    }
}

fn invariant(puzzles: usize, seed: u64, chosen: &[&'static Technique], each: usize) -> bool {
    let found = technique_checks::check_invariance(puzzles, seed, chosen, each);
    match &found {
        Ok(compared) => println!(
            "techniques: {puzzles} puzzles, {compared} instances, the same in another form; next \
            seed {}",
            seed + 1
        ),
        Err(wrong) => println!("not invariant: {wrong}"),
    }
    found.is_ok()
}

fn rating(puzzles: usize, forms: usize, seed: u64) -> bool {
    let levels = technique_checks::check_rating_invariance(puzzles, forms, seed);
    match &levels {
        Ok(levels) => println!(
            "rating: {puzzles} puzzles in {forms} other forms each, rated the same; {levels:?}; \
            next seed {}",
            seed + 1
        ),
        Err(wrong) => println!("not invariant: {wrong}"),
    }
    levels.is_ok()
}
