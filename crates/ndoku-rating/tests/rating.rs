//! Compares ratings and solution paths with `testdata/rating`. The command `cargo xtask test-long`
//! also checks random puzzles.

use std::cell::Cell;
use std::fmt::Write;

use ndoku_rating::Difficulty;
use ndoku_rating::sudoku_explainer::{
    InterruptedError, Rating, SeProfile, SeTechnique, SudokuExplainerRater,
};

const PUZZLES: &str = include_str!("../testdata/rating/puzzles.txt");
const STEPS: &str = include_str!("../testdata/rating/steps.txt");

fn clues(text: &str) -> [u8; 81] {
    let digits: Vec<u8> = text
        .bytes()
        .map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
        .collect();
    digits.try_into().expect("81 characters")
}

fn written(rating: &Rating) -> String {
    format!(
        "{}/{}/{}",
        rating.puzzle.rating, rating.pearl.rating, rating.diamond.rating
    )
}

/// Returns the hardest puzzle of the profile `se121`.
fn hard() -> [u8; 81] {
    clues(
        &PUZZLES
            .lines()
            .rfind(|line| !line.starts_with('#'))
            .expect("there are puzzles")[..81],
    )
}

#[test]
fn ratings_equal_the_known_ones() {
    let mut count = 0;
    for (profile, place) in [(SeProfile::Se121, 1), (SeProfile::Sukaku, 2)] {
        let mut explainer = SudokuExplainerRater::new(profile);
        for line in PUZZLES.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split(' ').collect();
            let rating = explainer.rate(&clues(words[0]), &|| false).unwrap();
            assert_eq!(written(&rating), words[place], "{profile} {}", words[0]);
            count += 1;
        }
    }
    assert!(count > 100);
}

#[test]
fn solution_paths_equal_the_known_ones() {
    let mut puzzles = 0;
    for part in STEPS.split("\n\n").skip(1) {
        let (head, wanted) = part.split_once('\n').expect("a head line");
        let (profile, puzzle) = head.split_once(' ').expect("profile and puzzle");
        let mut steps = String::new();
        let profile = SeProfile::from_name(profile).expect("a known profile");
        let mut explainer = SudokuExplainerRater::new(profile);
        let solved = explainer.steps(&clues(puzzle), &|| false, &mut |step| {
            writeln!(steps, "{step}").unwrap();
        });
        assert_eq!(
            (solved, steps.trim_end()),
            (Ok(true), wanted.trim_end()),
            "{head}"
        );
        puzzles += 1;
    }
    assert_eq!(puzzles, 13);
}

/// The caches of a rater must not change its results, neither on the path of a puzzle nor for later
/// puzzles.
#[test]
fn caches_do_not_change_the_solution_path() {
    for profile in SeProfile::ALL {
        let mut old = SudokuExplainerRater::new(profile);
        for line in PUZZLES.lines().rev().take(12) {
            let puzzle = clues(&line[..81]);
            let (mut used, mut fresh) = (Vec::new(), Vec::new());
            old.rate(&puzzle, &|| false).unwrap();
            old.steps(&puzzle, &|| false, &mut |step| used.push(step))
                .unwrap();
            SudokuExplainerRater::new(profile)
                .steps(&puzzle, &|| false, &mut |step| fresh.push(step))
                .unwrap();
            assert_eq!(used, fresh, "{profile} {line}");
        }
    }
}

#[test]
fn the_hardest_steps_have_techniques() {
    let rating = SudokuExplainerRater::new(SeProfile::Se121)
        .rate(&hard(), &|| false)
        .unwrap();
    let technique = rating.puzzle.technique.expect("there was a step");
    assert!(
        rating.puzzle.rating >= Difficulty(88) && technique >= SeTechnique::NishioForcingChain,
        "{technique}"
    );
    assert!(rating.pearl.technique.is_some() && rating.diamond.technique.is_some());
}

#[test]
fn unsolved_puzzles_are_beyond_the_scale_and_full_grids_have_no_steps() {
    // Two digits can be exchanged here, so no step exists.
    let two = "..4.7891.67..95348.98342567859761423426853791713924856961537284287419635345286179";
    let rating = SudokuExplainerRater::new(SeProfile::Se121)
        .rate(&clues(&two.replace(['1', '2'], ".")), &|| false)
        .unwrap();
    assert_eq!(rating.puzzle.rating, Difficulty::BEYOND);
    let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(
        SudokuExplainerRater::new(SeProfile::Sukaku).rate(&clues(full), &|| false),
        Ok(Rating::default())
    );
}

#[test]
fn a_stopped_rating_does_not_affect_the_next() {
    let mut explainer = SudokuExplainerRater::new(SeProfile::Se121);
    let whole = explainer.rate(&hard(), &|| false);
    for asked in [0, 10, 200] {
        let left = Cell::new(asked);
        let stop = || {
            left.set(left.get() - 1);
            left.get() < 0
        };
        assert_eq!(
            explainer.rate(&hard(), &stop),
            Err(InterruptedError),
            "after {asked} questions"
        );
        assert_eq!(explainer.rate(&hard(), &|| false), whole);
    }
}

#[test]
fn a_rating_ends_if_the_answer_is_stop_only_once() {
    let mut explainer = SudokuExplainerRater::new(SeProfile::Se121);
    let asked = Cell::new(0);
    let mut rate = |stop_at| {
        asked.set(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() == stop_at
        };
        explainer.rate(&hard(), &stop)
    };
    assert!(rate(0).is_ok());
    let questions = asked.get();
    for part in 0..40 {
        let stop_at = 1 + questions * part / 40;
        assert_eq!(rate(stop_at), Err(InterruptedError), "question {stop_at}");
    }
}

#[test]
fn a_bounded_rating_is_the_rating_or_none() {
    for profile in SeProfile::ALL {
        let mut explainer = SudokuExplainerRater::new(profile);
        for line in PUZZLES.lines().filter(|line| !line.starts_with('#')) {
            let puzzle = clues(&line[..81]);
            let rating = explainer.rate(&puzzle, &|| false).unwrap().puzzle;
            for most in [12, 25, 40, 56, 59, 60, 62, 65, 66, 69, 70, 75, 90, 200].map(Difficulty) {
                let wanted = (rating.rating <= most).then_some(rating);
                // With a high bound, the hardest puzzles take long.
                if rating.rating < Difficulty(100) || most < Difficulty(90) {
                    assert_eq!(
                        explainer.rate_at_most(&puzzle, most, &|| false),
                        Ok(wanted),
                        "{profile} {most} {line}"
                    );
                }
            }
            assert_eq!(
                explainer.rate_at_most(&puzzle, Difficulty(12), &|| true),
                Err(InterruptedError)
            );
        }
    }
}
