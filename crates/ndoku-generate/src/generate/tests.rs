//! Generated puzzles meet their requests, and the same seed gives the same puzzles.

mod difficulty;
mod rule_kinds;

use ndoku_analysis::Symmetry;
use ndoku_core::{Boxes, Diagonal, Digit, Layout, LayoutBuilder};
use ndoku_logic::TECHNIQUES;
use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_rating::sudoku_explainer::{SeProfile, SudokuExplainerRater};
use ndoku_rating::{Level, Profile, path_rating};
use ndoku_solver::{Backtrack, BatchOutcome, Engine, Simd9, Verdict};
use ndoku_testkit::oracle;

use super::*;

fn generator(request: Request) -> Generator {
    Generator::new(request).unwrap()
}

fn make(request: Request, seed: u64, n: u64) -> GeneratedPuzzle {
    generator(request)
        .generate(seed, n, &Budget::default())
        .unwrap()
}

fn bytes(puzzle: &Puzzle) -> Vec<u8> {
    puzzle
        .clues()
        .iter()
        .map(|clue| clue.map_or(0, Digit::get))
        .collect()
}

fn nine(puzzle: &Puzzle) -> [u8; 81] {
    bytes(puzzle)[..].try_into().unwrap()
}

fn pattern(puzzle: &Puzzle) -> Vec<bool> {
    puzzle.clues().iter().map(Option::is_some).collect()
}

fn line(puzzle: &Puzzle) -> String {
    bytes(puzzle)
        .iter()
        .map(|digit| {
            if *digit == 0 {
                '.'
            } else {
                char::from(b'0' + digit)
            }
        })
        .collect()
}

/// Checks with another engine that the puzzle has exactly one solution, this one.
fn assert_unique(made: &GeneratedPuzzle) {
    let answer = Backtrack::new()
        .solve(&made.puzzle, &Budget::default())
        .unwrap();
    assert_eq!(
        answer.verdict,
        Verdict::Unique(made.solution.clone()),
        "{}",
        line(&made.puzzle)
    );
}

/// Returns the puzzles that lack one clue.
fn without_one(puzzle: &Puzzle) -> impl Iterator<Item = Puzzle> + '_ {
    puzzle
        .layout()
        .cells()
        .filter(|cell| puzzle.clue(*cell).is_some())
        .map(|cell| {
            let mut less = puzzle.clone();
            less.set_clue(cell, None).unwrap();
            less
        })
}

fn is_unique(puzzle: &Puzzle) -> bool {
    Backtrack::new()
        .solve(puzzle, &Budget::default())
        .unwrap()
        .verdict
        .is_unique()
}

#[test]
fn small_puzzles_are_unique_and_minimal() {
    let layouts = [
        Layout::for_size(4).unwrap(),
        Layout::builder(4).x().build().unwrap(),
        Layout::for_size(6).unwrap(),
        Layout::builder(6).diagonal(Diagonal::Anti).build().unwrap(),
        Layout::builder(5).no_boxes().build().unwrap(),
        Layout::builder(6).rule("anti-king").build().unwrap(),
    ];
    for layout in layouts {
        for n in 1..=4 {
            let made = make(Request::new(&layout), 1, n);
            let solutions = oracle::solutions(&made.puzzle, 2, 10_000_000).unwrap();
            assert_eq!(solutions, [made.solution.digits().to_vec()], "{layout}");
            for less in without_one(&made.puzzle) {
                assert_eq!(
                    oracle::solutions(&less, 2, 10_000_000).unwrap().len(),
                    2,
                    "{layout}"
                );
            }
        }
    }
    let one = make(Request::new(&Layout::for_size(1).unwrap()), 1, 1);
    assert_eq!(one.puzzle.clue_count(), 0);
}

#[test]
fn classic_puzzles_are_minimal_with_typical_clue_counts() {
    let mut generator = generator(Request::new(&Layout::classic()));
    let mut clues = 0;
    for n in 1..=60 {
        let made = generator.generate(5, n, &Budget::default()).unwrap();
        assert_unique(&made);
        assert!(without_one(&made.puzzle).all(|less| !is_unique(&less)));
        clues += made.puzzle.clue_count();
        assert_eq!((made.attempts, made.rating), (1, None));
    }
    // The mean of minimal puzzles that are reduced from full grids is 24.4.
    assert!((24.0..24.9).contains(&(clues as f64 / 60.0)), "{clues}");
}

#[test]
fn batched_reduction_equals_removal_one_by_one() {
    // Removal one by one gives the same result as removal in batches.
    let layout = Layout::classic();
    let mut rng = Rng::new(3);
    let mut classic = Simd9::new(None);
    let cells: Vec<Vec<usize>> = (0..81).map(|cell| vec![cell]).collect();
    for _ in 0..20 {
        let grid = GridGenerator::generate_classic(&mut rng);
        let order = crate::grid_generator::shuffled_indices(81, &mut rng);
        let mut expected = grid;
        for cell in &order {
            let clue = std::mem::take(&mut expected[*cell]);
            if classic.solve_one(&expected).0 != BatchOutcome::Unique {
                expected[*cell] = clue;
            }
        }
        let mut clues = grid.to_vec();
        UniquenessChecker::new(&layout)
            .reduce(&mut clues, (&cells, &order), 0, true, &Budget::default())
            .unwrap();
        assert_eq!(clues, expected);
    }
}

#[test]
fn symmetries_and_clue_counts_are_as_requested() {
    for symmetry in Symmetry::ALL {
        let made = make(
            Request::new(&Layout::classic()).symmetry(&[*symmetry]),
            1,
            1,
        );
        assert!(
            symmetry.is_symmetry_of(&pattern(&made.puzzle)),
            "{symmetry}"
        );
        assert_unique(&made);
        // No orbit is redundant.
        for orbit in symmetry
            .orbits(9)
            .iter()
            .filter(|orbit| made.puzzle.clues()[orbit[0]].is_some())
        {
            let mut less = made.puzzle.clone();
            orbit
                .iter()
                .for_each(|cell| less.set_clue(less.layout().cell(*cell), None).unwrap());
            assert!(!is_unique(&less), "{symmetry}");
        }
    }
    for (n, range) in [24..=24, 30..=30, 26..=28, 0..=22].into_iter().enumerate() {
        let made = make(
            Request::new(&Layout::classic()).clues(range.clone()),
            1,
            n as u64,
        );
        assert!(range.contains(&made.puzzle.clue_count()), "{range:?}");
        assert_unique(&made);
    }
    let request = Request::new(&Layout::classic())
        .symmetry(&[Symmetry::Rotational])
        .clues(26..=30)
        .minimal();
    let made = make(request, 1, 1);
    assert!(
        Symmetry::Rotational.is_symmetry_of(&pattern(&made.puzzle))
            && (26..=30).contains(&made.puzzle.clue_count())
    );
    assert!(without_one(&made.puzzle).all(|less| !is_unique(&less)));
}

#[test]
fn clues_stand_in_the_pattern() {
    let mask = "x..x..x...x..x..x.x....x..x.x..x...x...x...x...x...x..x.x..x....x.x..x..x...x..x.";
    let wanted: Vec<bool> = mask.chars().map(|c| c == 'x').collect();
    for n in 1..=2 {
        let made = make(Request::new(&Layout::classic()).pattern(&wanted), 1, n);
        assert_eq!(pattern(&made.puzzle), wanted);
        assert_unique(&made);
    }
    let six = Layout::for_size(6).unwrap();
    let wanted: Vec<bool> = (0..36).map(|cell| (cell / 6 + cell % 6) % 3 == 0).collect();
    let made = make(Request::new(&six).pattern(&wanted), 1, 1);
    assert_eq!(pattern(&made.puzzle), wanted);
    // Five clues in a row never make a 6×6 puzzle with one solution.
    let few: Vec<bool> = (0..36).map(|cell| cell < 5).collect();
    let none = generator(Request::new(&six).pattern(&few).max_attempts(30)).generate(
        1,
        1,
        &Budget::default(),
    );
    assert_eq!(none, Err(GenerateError::NotFound { attempts: 30 }));
}

#[test]
fn puzzles_of_any_layout_are_unique() {
    let mut layouts = vec![
        Layout::builder(9).x().build().unwrap(),
        Layout::builder(9).diagonal(Diagonal::Main).build().unwrap(),
        Layout::for_size(12).unwrap(),
        Layout::for_size(16).unwrap(),
        Layout::for_size(20).unwrap(),
    ];
    for rule in ndoku_core::constraint::RULES
        .iter()
        // Random filling hardly ever meets the rules of all 2×2 squares.
        .filter(|rule| rule.argument.is_none() && !rule.id.starts_with("global-"))
    {
        // Grids with these rules are so rare that a 9×9 one takes seconds.
        let is_rare = ["non-consecutive", "difference-negative"].contains(&rule.id);
        let size = if is_rare { 6 } else { 9 };
        layouts.push(Layout::builder(size).rule(rule.id).build().unwrap());
    }
    for layout in layouts {
        let made = make(Request::new(&layout), 1, 1);
        assert_eq!(*made.puzzle.layout(), layout);
        assert_unique(&made);
    }
}

#[test]
fn random_regions_differ_from_puzzle_to_puzzle() {
    let mut generator = generator(
        Request::new(&Layout::classic())
            .random_regions()
            .symmetry(&[Symmetry::Rotational]),
    );
    let made: Vec<GeneratedPuzzle> = (1..=3)
        .map(|n| generator.generate(1, n, &Budget::default()).unwrap())
        .collect();
    for one in &made {
        assert!(matches!(one.puzzle.layout().boxes(), Boxes::Regions(_)));
        assert!(Symmetry::Rotational.is_symmetry_of(&pattern(&one.puzzle)));
        assert_unique(one);
    }
    assert_ne!(made[0].puzzle.layout(), made[1].puzzle.layout());
}

#[test]
fn puzzles_keep_the_solution_of_their_start() {
    let start: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    let made = make(Request::new(&Layout::classic()).start_from(&start), 1, 1);
    let solution = Backtrack::new()
        .solve(&start, &Budget::default())
        .unwrap()
        .verdict
        .solution()
        .cloned();
    assert_eq!(Some(made.solution.clone()), solution);
    // All clues are clues of the start, which has redundant ones.
    assert!(
        bytes(&made.puzzle)
            .iter()
            .zip(bytes(&start))
            .all(|(clue, given)| *clue == 0 || *clue == given)
    );
    let full = Puzzle::from_array(&Layout::classic(), &made.solution.to_array()).unwrap();
    assert_eq!(
        make(Request::new(&Layout::classic()).start_from(&full), 1, 1).solution,
        made.solution
    );
    // One of several solutions is drawn, and it contains the clues.
    let mut open = Puzzle::empty(&Layout::classic());
    open.set_clue(ndoku_core::Cell::new(0, 0), Digit::new(7))
        .unwrap();
    let (one, other) = (
        make(Request::new(&Layout::classic()).start_from(&open), 1, 1),
        make(Request::new(&Layout::classic()).start_from(&open), 1, 2),
    );
    assert!(
        one.solution != other.solution
            && one.solution.to_array()[0] == 7
            && other.solution.to_array()[0] == 7
    );
    let none: Puzzle =
        "12345678.........9..............................................................."
            .parse()
            .unwrap();
    let failed = generator(Request::new(&Layout::classic()).start_from(&none)).generate(
        1,
        1,
        &Budget::default(),
    );
    assert_eq!(failed, Err(GenerateError::UnsolvableStart));
}

#[test]
fn optimization_improves_puzzles() {
    let evolve = |objective, generations| Optimization {
        objective,
        population: 6,
        generations,
    };
    let request = |optimization| Request::new(&Layout::classic()).optimize(optimization);
    let mean = |generations| {
        let made = (1..=5).map(|n| {
            make(request(evolve(Objective::FewClues, generations)), 1, n)
                .puzzle
                .clue_count()
        });
        made.sum::<usize>()
    };
    assert!(
        mean(150) < mean(0) && mean(150) < 5 * 23,
        "{} {}",
        mean(0),
        mean(150)
    );
    let hard = make(request(evolve(Objective::Hard, 30)), 1, 1);
    assert_unique(&hard);
    let rating = SudokuExplainerRater::new(SeProfile::Se121)
        .rate(&nine(&hard.puzzle), &|| false)
        .unwrap()
        .puzzle
        .rating;
    assert!(rating.0 > 65, "{rating}");
}

#[test]
fn pencilmark_puzzles_are_minimal() {
    for layout in [Layout::classic(), Layout::builder(4).x().build().unwrap()] {
        let made = make(Request::new(&layout).pencilmarks(), 1, 1);
        assert_eq!(made.puzzle.clue_count(), 0);
        assert_unique(&made);
        let pencilmarks = made.puzzle.pencilmarks().unwrap();
        for (place, set) in pencilmarks.iter().enumerate() {
            for digit in layout.digits().filter(|digit| !set.contains(*digit)) {
                let mut more = pencilmarks.to_vec();
                more[place].insert(digit);
                let mut puzzle = Puzzle::empty(&layout);
                puzzle.set_pencilmarks(&more).unwrap();
                let mut engine = Simd9::new(None);
                let verdict = if engine.supports(&layout) && layout.is_classic() {
                    engine.solve(&puzzle, &Budget::default())
                } else {
                    Backtrack::new().solve(&puzzle, &Budget::default())
                };
                assert!(
                    !verdict.unwrap().verdict.is_unique(),
                    "{layout}: {place} {digit:?}"
                );
            }
        }
    }
}

#[test]
fn contradictory_requests_are_rejected() {
    let classic = Layout::classic();
    let level = DifficultyTarget::for_level(Level::Hard, &classic);
    let refused = |request: Request| Generator::new(request).err();
    for clues in [0..=16, 82..=90] {
        assert_eq!(
            refused(Request::new(&classic).clues(clues)),
            Some(RequestError::Clues {
                least: 17,
                most: 81
            })
        );
    }
    assert_eq!(refused(Request::new(&classic).clues(16..=17)), None);
    assert_eq!(
        refused(Request::new(&classic).random_regions().clues(..=16)),
        None
    );
    let x = Layout::builder(9).x().build().unwrap();
    assert_eq!(
        (
            refused(Request::new(&x).clues(..=12)),
            refused(Request::new(&x).clues(..=7)).is_some()
        ),
        (None, true)
    );
    let few = refused(Request::new(&classic).pattern(&[false; 81]));
    assert_eq!(
        few,
        Some(RequestError::TooFewPatternClues {
            found: 0,
            least: 17
        })
    );
    let six = Layout::with_boxes(3, 2).unwrap();
    let odd = refused(
        Request::new(&six)
            .clues(13..=13)
            .symmetry(&[Symmetry::Rotational]),
    );
    assert_eq!(
        odd.map(|error| error.to_string()).as_deref(),
        Some(
            "no pattern with this symmetry has this number of clues; the nearest numbers are 12 \
            and 14"
        )
    );
    assert_eq!(
        refused(
            Request::new(&six)
                .clues(13..=13)
                .symmetry(&[Symmetry::Rotational, Symmetry::Diagonal])
        ),
        None
    );
    let target = |profile, min, max| {
        refused(Request::new(&classic).difficulty(DifficultyTarget { profile, min, max }))
    };
    assert_eq!(
        target(Profile::Se121, 201, 300),
        Some(RequestError::RatingOffScale)
    );
    assert_eq!(
        target(Profile::Ndoku, 0, 9),
        Some(RequestError::RatingOffScale)
    );
    assert_eq!(
        (
            target(Profile::Se121, 0, 12),
            target(Profile::Sukaku, 200, 200),
            target(Profile::Hodoku, 5_000, 9_000)
        ),
        (None, None, None)
    );
    assert_eq!(
        Generator::new(Request::new(&classic).pattern(&[true; 80])).err(),
        Some(RequestError::Pattern {
            found: 80,
            cells: 81
        })
    );
    let six = Layout::for_size(6).unwrap();
    assert_eq!(
        Generator::new(Request::new(&six).difficulty(level)).err(),
        Some(RequestError::Profile)
    );
    assert!(matches!(
        Generator::new(Request::new(&classic).pencilmarks().difficulty(level)).err(),
        Some(RequestError::Conflict(_))
    ));
    let reversed = Request::new(&classic)
        .require_technique(TECHNIQUES[30])
        .max_technique(TECHNIQUES[2]);
    assert_eq!(
        Generator::new(reversed).err(),
        Some(RequestError::TechniqueTooHard)
    );
    let fish = ndoku_logic::techniques::find("x-wing").unwrap();
    let easy = DifficultyTarget::for_level(Level::Easy, &classic);
    let with_fish = |target| {
        let request = Request::new(&classic).require_technique(fish);
        Generator::new(request.difficulty(target)).err()
    };
    assert!(matches!(
        with_fish(easy),
        Some(RequestError::TechniqueAboveRange { name: "X-Wing", .. })
    ));
    assert_eq!(with_fish(DifficultyTarget { max: 32, ..easy }), None);
    assert_eq!(
        Generator::new(Request::new(&Layout::builder(81).x().build().unwrap())).err(),
        Some(RequestError::Layout)
    );
}

#[test]
fn ratings_of_techniques_are_within_the_margin() {
    let mut compared = 0;
    for technique in TECHNIQUES {
        if let Some(rating) = technique.sudoku_explainer {
            let most = rating.0 + request::community_margin(rating);
            assert!(technique.difficulty.0 <= most, "{}", technique.id);
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn impossible_requests_end_with_an_error() {
    let none = generator(
        Request::new(&Layout::classic())
            .clues(..=17)
            .max_attempts(40),
    )
    .generate(1, 1, &Budget::default());
    assert_eq!(none, Err(GenerateError::NotFound { attempts: 40 }));
    let expired = || true;
    let stopped = generator(Request::new(&Layout::classic())).generate(
        1,
        1,
        &Budget::default().stop_when(&expired),
    );
    assert_eq!(stopped, Err(GenerateError::Stopped(StopReason::Timeout)));
    let empty = Layout::builder(2).x().build().unwrap();
    assert_eq!(
        generator(Request::new(&empty)).generate(1, 1, &Budget::default()),
        Err(GenerateError::Grid(GridError::None))
    );
}

/// Seeds keep their puzzles: these lines must never change.
#[test]
fn seeds_keep_their_puzzles() {
    let (classic, six) = (Layout::classic(), Layout::for_size(6).unwrap());
    let x = Layout::builder(9).x().build().unwrap();
    let known = [
        (
            Request::new(&classic),
            1,
            1,
            "....5..........45...83.9...3....49..21....3....9..2.6..8...3......6..21554..7..9.",
        ),
        (
            Request::new(&classic),
            1,
            2,
            "79......5...3.67....3.9..2.35...4.6...4..1..98.........8.......9...2....5279.....",
        ),
        (
            Request::new(&classic).symmetry(&[Symmetry::Rotational]),
            42,
            1,
            "...7...5.........7...12496..37..2..5.6..1..9.9..5..81..82975...6.........1...8...",
        ),
        (
            Request::new(&classic).difficulty(DifficultyTarget::for_level(Level::Medium, &classic)),
            1,
            1,
            "..6.4..3....587.4..2....7........815...43......7......1...9..8.6.8.....7......394",
        ),
        (
            Request::new(&classic).clues(30..=30),
            5,
            1,
            ".67...8.....4..9...1.3.87.6....8....6....32.8..2...359.76..2.911...4...72...51...",
        ),
        (
            Request::new(&x),
            1,
            1,
            ".....7....5...8..31....6......2...8..263...9.....7....5......48..............2.3.",
        ),
        (
            Request::new(&six),
            1,
            1,
            "6......5.....2..633....21.52......4.",
        ),
        (
            Request::new(&classic).optimize(Optimization {
                objective: Objective::FewClues,
                population: 5,
                generations: 40,
            }),
            1,
            1,
            "2......3.1...489..........7.497....3..8...5.......2.......8.16.......32...4.5....",
        ),
    ];
    for (request, seed, n, expected) in known {
        assert_eq!(
            line(&make(request.clone(), seed, n).puzzle),
            expected,
            "{request:?}"
        );
    }
    let jigsaw = make(Request::new(&classic).random_regions(), 3, 1);
    let Boxes::Regions(map) = jigsaw.puzzle.layout().boxes() else {
        panic!("{}", jigsaw.puzzle.layout())
    };
    let map: String = map.iter().map(|region| char::from(b'1' + region)).collect();
    assert_eq!(
        map,
        "111122233111222334112223334555666334555666444555676844997776884997977888999977888"
    );
    assert_eq!(
        line(&jigsaw.puzzle),
        "3...8....7......4...26.5....1....9...4.3....5.....2............6...3..5....2.4..."
    );
}

/// Batches remove the same clues as single calls, for every kind of request.
#[test]
fn batches_equal_single_calls() {
    let layout = Layout::classic();
    let plain = || Request::new(&layout);
    let requests = [
        plain(),
        plain().symmetry(&[Symmetry::Rotational, Symmetry::Diagonal]),
        plain().clues(28..=30),
        plain().clues(..=23).max_attempts(40),
        plain().clues(30..).symmetry(&[Symmetry::Full]),
        plain().difficulty(DifficultyTarget::for_level(Level::Easy, &layout)),
        plain()
            .difficulty(DifficultyTarget::for_level(Level::Hard, &layout))
            .minimal()
            .max_attempts(20),
        Request::new(&Layout::with_boxes(2, 3).unwrap()),
    ];
    for request in requests {
        let mut generator = generator(request.clone());
        let single: Vec<_> = (3..12)
            .map(|n| generator.generate(8, n, &Budget::default()))
            .collect();
        assert_eq!(
            generator.generate_batch(8, 3..12, &Budget::default()),
            single,
            "{request:?}"
        );
    }
}
