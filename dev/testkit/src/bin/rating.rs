//! Tests of ratings.
//!
//! - `rating compare PROFILE FILE…` compares ratings with files of rated puzzles (a puzzle, ER, EP
//!   and ED on each line). It prints the speed for each part of the scale.
//! - `rating sound [PUZZLES] [SEED]` checks every step of the solution path of random minimal
//!   puzzles against the solution, and the difficulty of the path against the rating.
//! - `rating steps PROFILE PUZZLE…` prints solution paths.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ndoku_core::Digit;
use ndoku_rating::sudoku_explainer::{SeProfile, Step, SudokuExplainerRater};
use ndoku_solver::Simd9;
use ndoku_testkit::minimal;
use ndoku_testkit::random::SplitMix64;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let right = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["compare", profile, ref files @ ..] if !files.is_empty() => SeProfile::from_name(profile)
            .is_some_and(|profile| {
                files.iter().filter(|file| !compare(profile, file)).count() == 0
            }),
        ["sound"] => sound(2_000, 1),
        ["sound", puzzles] => sound(puzzles.parse().unwrap_or(2_000), 1),
        ["sound", puzzles, seed] => {
            sound(puzzles.parse().unwrap_or(2_000), seed.parse().unwrap_or(1))
        }
        ["steps", profile, ref puzzles @ ..] => {
            SeProfile::from_name(profile).is_some_and(|profile| {
                puzzles
                    .iter()
                    .for_each(|puzzle| print(profile, &clues(puzzle)));
                true
            })
        }
        _ => {
            eprintln!(
                "usage: rating compare se121|sukaku FILE… | sound [PUZZLES] [SEED] | steps \
                se121|sukaku PUZZLE…"
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

/// Reads the digits of 81 characters; anything but a digit is blank.
fn clues(text: &str) -> [u8; 81] {
    let mut clues = [0; 81];
    for (clue, character) in clues.iter_mut().zip(text.bytes()) {
        *clue = if character.is_ascii_digit() {
            character - b'0'
        } else {
            0
        };
    }
    clues
}

/// The number of puzzles in a part of the scale, and their time.
#[derive(Default)]
struct Part {
    puzzles: u32,
    time: Duration,
}

/// Returns `true` if all ratings of a file are right.
fn compare(profile: SeProfile, file: &str) -> bool {
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let mut explainer = SudokuExplainerRater::new(profile);
    let mut parts: BTreeMap<u16, Part> = BTreeMap::new();
    let (mut all, mut wrong) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let Some(puzzle) = words.next() else { continue };
        let tenths = |word: &str| {
            word.parse::<f64>()
                .map_or(0, |rating| (rating * 10.0).round() as u16)
        };
        let wanted: Vec<u16> = words.take(3).map(tenths).collect();
        let begin = Instant::now();
        let rating = explainer
            .rate(&clues(puzzle), &|| false)
            .expect("nobody says stop");
        let part = parts.entry(rating.puzzle.rating.0 / 10).or_default();
        part.puzzles += 1;
        part.time += begin.elapsed();
        let found = [rating.puzzle, rating.pearl, rating.diamond].map(|hardest| hardest.rating);
        all += 1;
        if found
            .iter()
            .map(|rating| rating.0)
            .ne(wanted.iter().copied())
        {
            wrong += 1;
            println!("{line}: rated {}/{}/{}", found[0], found[1], found[2]);
        }
    }
    for (rating, Part { puzzles, time }) in &parts {
        println!(
            "{profile} {rating:2}.x {puzzles:6} puzzles {:10.1}/s",
            f64::from(*puzzles) / time.as_secs_f64().max(1e-9)
        );
    }
    println!("{file}: {} of {all} as they should be", all - wrong);
    wrong == 0
}

/// Returns `true` if the step removes no digit of the solution, places no other digit, and has an
/// effect.
fn is_sound(step: &Step, solution: &[u8; 81]) -> bool {
    let digit_of = |cell: ndoku_core::Cell| {
        Digit::new(solution[9 * usize::from(cell.row()) + usize::from(cell.column())])
    };
    let placed = step
        .placement
        .is_none_or(|placed| Some(placed.digit) == digit_of(placed.cell));
    let removed = step
        .eliminations
        .iter()
        .all(|gone| Some(gone.digit) != digit_of(gone.cell));
    placed && removed && (step.placement.is_some() || !step.eliminations.is_empty())
}

fn sound(puzzles: usize, seed: u64) -> bool {
    let mut rng = SplitMix64::new(seed);
    let mut classic = Simd9::new(None);
    let mut steps = 0;
    for _ in 0..puzzles {
        let (clues, solution) = minimal::puzzle(&mut rng, &mut classic);
        for profile in SeProfile::ALL {
            let mut explainer = SudokuExplainerRater::new(profile);
            let (mut hardest, mut wrong) = (ndoku_rating::Difficulty::default(), None);
            let solved = explainer.steps(&clues, &|| false, &mut |step| {
                steps += 1;
                hardest = hardest.max(step.rating);
                if !is_sound(&step, &solution) && wrong.is_none() {
                    wrong = Some(step);
                }
            });
            let rating = explainer.rate(&clues, &|| false).expect("nobody says stop");
            if let Some(step) = wrong {
                println!("{clues:?} by {profile}: not sound: {step:?}");
                return false;
            }
            if solved == Ok(true) && rating.puzzle.rating != hardest {
                println!(
                    "{clues:?} by {profile}: {} on the way, rated {}",
                    hardest, rating.puzzle.rating
                );
                return false;
            }
        }
    }
    println!(
        "ratings: {puzzles} puzzles, {steps} steps, all sound; next seed {}",
        seed + 1
    );
    true
}

fn print(profile: SeProfile, clues: &[u8; 81]) {
    let mut number = 0;
    let solved = SudokuExplainerRater::new(profile).steps(clues, &|| false, &mut |step| {
        number += 1;
        println!("{number:3} {step}");
    });
    if solved == Ok(false) {
        println!("    the scale ends here");
    }
}
