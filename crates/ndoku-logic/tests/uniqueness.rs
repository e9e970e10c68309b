//! Checks techniques that assume a unique solution, in random positions that need not lie on a
//! solution path: any placed digits and candidates that fit the solution. Compares rectangles with
//! plain loops over rows, columns and digits.

use std::collections::BTreeSet;

use ndoku_core::{Board, Boxes, Candidate, Digit, Layout, Puzzle, Solution};
use ndoku_logic::position::{Geometry, Position};
use ndoku_logic::techniques::find;
use ndoku_logic::{TECHNIQUES, Technique};
use ndoku_solver::{Backtrack, Budget, Engine, Simd9, Verdict};
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::technique_checks::{self, Tallies};

/// Returns a board with some digits of the solution placed and some other candidates removed.
fn scattered(rng: &mut SplitMix64, puzzle: &Puzzle, solution: &Solution) -> Board {
    let mut board = Board::with_clues_placed(puzzle);
    let (placed, gone) = (rng.below(70), 50 + rng.below(50));
    for cell in puzzle.layout().cells() {
        let digit = solution.digit(cell);
        if board.digit(cell).is_none() && rng.below(100) < placed {
            board.place(Candidate::new(cell, digit));
        }
    }
    // Few digits stay often besides the true ones, so that patterns of two or three digits appear.
    let few: Vec<usize> = rng
        .permutation(usize::from(puzzle.layout().size()))
        .into_iter()
        .take(3)
        .collect();
    for cell in puzzle
        .layout()
        .cells()
        .filter(|cell| board.digit(*cell).is_none())
        .collect::<Vec<_>>()
    {
        for digit in board.candidates(cell).iter() {
            let often = if few.contains(&digit.index()) {
                gone / 4
            } else {
                gone
            };
            if digit != solution.digit(cell) && rng.below(100) < often {
                board.remove(Candidate::new(cell, digit));
            }
        }
    }
    board
}

/// Returns the techniques and eliminations that plain loops find.
fn naive(position: &Position<'_>) -> BTreeSet<(&'static str, String)> {
    let mut found = BTreeSet::new();
    let at = |row: usize, column: usize| row * 9 + column;
    let home = |cell: usize| (cell / 9 / 3, cell % 9 / 3);
    let has = |cell: usize, digit: Digit| position.candidates(cell).contains(digit);
    let houses: Vec<Vec<usize>> = (0..27)
        .map(|house| {
            (0..81)
                .filter(|cell| {
                    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3].contains(&house)
                })
                .collect()
        })
        .collect();
    let sees = |a: usize, b: usize| {
        a != b
            && houses
                .iter()
                .any(|house| house.contains(&a) && house.contains(&b))
    };
    // Returns whether a house of both cells has no other place for the digit.
    let locked = |digit: Digit, a: usize, b: usize| {
        houses.iter().any(|house| {
            house.contains(&a)
                && house.contains(&b)
                && house
                    .iter()
                    .all(|cell| [a, b].contains(cell) || !has(*cell, digit))
        })
    };
    let mut add = |id: &'static str, gone: Vec<(usize, Digit)>| {
        let mut gone: Vec<Candidate> = gone
            .into_iter()
            .filter(|(cell, digit)| has(*cell, *digit))
            .map(|(c, d)| position.candidate(c, d))
            .collect();
        gone.sort_unstable();
        gone.dedup();
        if !gone.is_empty() {
            found.insert((
                id,
                gone.iter()
                    .map(|gone| gone.elimination())
                    .collect::<Vec<_>>()
                    .join(" "),
            ));
        }
    };
    for top in 0..9 {
        for bottom in top + 1..9 {
            for left in 0..9 {
                for right in left + 1..9 {
                    let corners = [
                        at(top, left),
                        at(top, right),
                        at(bottom, right),
                        at(bottom, left),
                    ];
                    if corners.map(home).iter().collect::<BTreeSet<_>>().len() != 2 {
                        continue;
                    }
                    for a in position.layout().digits() {
                        for b in position.layout().digits().filter(|b| *b != a) {
                            one_rectangle(position, corners, [a, b], &sees, &locked, &mut add);
                        }
                    }
                }
            }
        }
    }
    found
}

/// Returns the rectangle of these corners, with `a` in the first and third corner for one of the
/// two fillings.
fn one_rectangle(
    position: &Position<'_>,
    corners: [usize; 4],
    [a, b]: [Digit; 2],
    sees: &dyn Fn(usize, usize) -> bool,
    locked: &dyn Fn(Digit, usize, usize) -> bool,
    add: &mut dyn FnMut(&'static str, Vec<(usize, Digit)>),
) {
    if corners.iter().any(|cell| {
        position.is_open(*cell)
            && !position.candidates(*cell).contains(a)
            && !position.candidates(*cell).contains(b)
    }) {
        return;
    }
    let seen = |cells: &[usize]| {
        (0..81)
            .filter(|cell| cells.iter().all(|other| sees(*cell, *other)))
            .collect::<Vec<_>>()
    };
    let others = |cell: usize| {
        position
            .candidates(cell)
            .iter()
            .filter(|digit| *digit != a && *digit != b)
            .collect::<Vec<_>>()
    };
    let may_fill = |even: Digit, odd: Digit| {
        corners.iter().enumerate().all(|(at, cell)| {
            position
                .candidates(*cell)
                .contains(if at % 2 == 0 { even } else { odd })
        })
    };
    let open: Vec<usize> = corners
        .into_iter()
        .filter(|cell| position.is_open(*cell))
        .collect();
    if open.len() < 4 {
        if corners.iter().any(|cell| position.is_clue(*cell)) {
            return;
        }
        let wanted = |at: usize| if at.is_multiple_of(2) { a } else { b };
        let fits = |at: usize| {
            position
                .digit(corners[at])
                .is_none_or(|digit| digit == wanted(at))
        };
        if !(0..4).all(fits) {
            return;
        }
        let wants: Vec<(usize, Digit)> = (0..4)
            .filter(|at| position.is_open(corners[*at]))
            .map(|at| (corners[at], wanted(at)))
            .collect();
        if let [(cell, digit)] = wants[..] {
            add("avoidable-rectangle-1", vec![(cell, digit)]);
        } else if wants.len() > 1 {
            for x in position.layout().digits() {
                let is_bivalue = |(cell, digit): &(usize, Digit)| {
                    x != *digit
                        && position.candidates(*cell).iter().collect::<BTreeSet<_>>()
                            == BTreeSet::from([x, *digit])
                };
                if wants.iter().all(is_bivalue) {
                    add(
                        "avoidable-rectangle-2",
                        seen(&open).into_iter().map(|cell| (cell, x)).collect(),
                    );
                }
            }
        }
        return;
    }
    let clean: Vec<usize> = (0..4)
        .filter(|at| {
            others(corners[*at]).is_empty() && position.candidates(corners[*at]).len() == 2
        })
        .collect();
    let rich: Vec<usize> = (0..4).filter(|at| !clean.contains(at)).collect();
    if clean.is_empty()
        || !may_fill(a, b) && !may_fill(b, a)
        || corners.iter().any(|cell| {
            others(*cell).len() == position.candidates(*cell).len()
                || position.candidates(*cell).len() < 2
        })
    {
        return;
    }
    let cells: Vec<usize> = rich.iter().map(|at| corners[*at]).collect();
    let extras: BTreeSet<Digit> = cells.iter().flat_map(|cell| others(*cell)).collect();
    let is_side = rich.len() == 2 && rich[0] % 2 != rich[1] % 2;
    if rich.len() == 1 {
        add("unique-rectangle-1", vec![(cells[0], a), (cells[0], b)]);
    } else if extras.len() == 1 && rich.len() > 1 {
        let id = if is_side {
            "unique-rectangle-2"
        } else {
            "unique-rectangle-5"
        };
        add(
            id,
            seen(&cells)
                .into_iter()
                .map(|cell| (cell, *extras.first().unwrap()))
                .collect(),
        );
    }
    if is_side && locked(a, cells[0], cells[1]) {
        add("unique-rectangle-4", vec![(cells[0], b), (cells[1], b)]);
    }
    if rich.len() == 2 && !is_side {
        let [p, q, r, s] = corners;
        if locked(a, p, q) && locked(a, r, s) || locked(a, q, r) && locked(a, s, p) {
            add("unique-rectangle-6", vec![(cells[0], a), (cells[1], a)]);
        }
    }
    if rich.len() == 3 || rich.len() == 2 && !is_side {
        for at in &clean {
            let [next, corner, last] = [1, 2, 3].map(|more| corners[(at + more) % 4]);
            if locked(a, next, corner) && locked(a, corner, last) {
                add("hidden-rectangle", vec![(corner, b)]);
            }
        }
    }
}

#[test]
fn rectangles_equal_plain_loops() {
    let ids = [
        "unique-rectangle-1",
        "unique-rectangle-2",
        "unique-rectangle-4",
        "unique-rectangle-5",
        "unique-rectangle-6",
        "hidden-rectangle",
        "avoidable-rectangle-1",
        "avoidable-rectangle-2",
    ];
    let mut rng = SplitMix64::new(11);
    let mut classic = Simd9::new(None);
    let geometry = Geometry::for_layout(&Layout::classic());
    let mut met = BTreeSet::new();
    for _ in 0..25 {
        let subject = technique_checks::create_subject(&mut rng, &mut classic, false);
        for _ in 0..12 {
            let board = scattered(&mut rng, &subject.puzzle, &subject.solutions[0]);
            let position = Position::new(&subject.puzzle, &board, &geometry);
            let mut found = BTreeSet::new();
            for id in ids {
                found.extend(
                    find(id)
                        .unwrap()
                        .all_steps(&position, false)
                        .into_iter()
                        .map(|step| (id, step.deduction.to_string())),
                );
            }
            met.extend(found.iter().map(|(id, _)| *id));
            assert_eq!(
                found,
                naive(&position),
                "{}",
                technique_checks::format_example(
                    &position,
                    &ndoku_logic::step::Deduction::default()
                )
            );
        }
    }
    assert_eq!(met, BTreeSet::from(ids));
}

/// Returns a random puzzle of this layout: removes clues in random order while the solution stays
/// unique.
fn dug(rng: &mut SplitMix64, layout: &Layout) -> Option<(Puzzle, Solution)> {
    let grid = random::grid(rng, layout)?;
    let mut puzzle = Puzzle::empty(layout);
    for (cell, digit) in layout.cells().zip(&grid) {
        puzzle.set_clue(cell, Some(*digit)).ok()?;
    }
    for cell in rng
        .permutation(layout.cell_count())
        .into_iter()
        .map(|cell| layout.cell(cell))
    {
        let clue = puzzle.clue(cell);
        puzzle.set_clue(cell, None).ok()?;
        let solved = Backtrack::new().solve(&puzzle, &Budget::default().max_guesses(200));
        if !solved.is_ok_and(|solved| matches!(solved.verdict, Verdict::Unique(_))) {
            puzzle.set_clue(cell, clue).ok()?;
        }
    }
    Some((puzzle, Solution::new(layout, &grid).ok()?))
}

#[test]
fn random_positions_in_other_layouts_are_sound() {
    let techniques: Vec<&Technique> = TECHNIQUES
        .iter()
        .copied()
        .filter(|technique| technique.needs_unique)
        .collect();
    let mut rng = SplitMix64::new(17);
    let mut tallies = [Tallies::new(), Tallies::new(), Tallies::new()];
    for round in 0..90 {
        let layout = loop {
            let layout = if round % 3 == 0 {
                Layout::for_size(6).unwrap()
            } else {
                random::layout(&mut rng, 6)
            };
            if layout.is_plain() && matches!(layout.boxes(), Boxes::Regions(_)) || round % 3 != 1 {
                break layout;
            }
        };
        let kind = if layout.is_plain() {
            usize::from(matches!(layout.boxes(), Boxes::Regions(_)))
        } else {
            2
        };
        let Some((puzzle, solution)) = dug(&mut rng, &layout) else {
            continue;
        };
        let geometry = Geometry::for_layout(&layout);
        for _ in 0..25 {
            let board = scattered(&mut rng, &puzzle, &solution);
            let position = Position::new(&puzzle, &board, &geometry);
            technique_checks::check(
                &position,
                &techniques,
                std::slice::from_ref(&solution),
                &mut tallies[kind],
            )
            .unwrap_or_else(|wrong| panic!("{layout}: {wrong}"));
        }
    }
    let [bricks, regions, others] =
        tallies.map(|tallies| move |id: &str| tallies.get(id).map_or(0, |tally| tally.instances));
    for technique in techniques
        .iter()
        .filter(|technique| technique.family == "Rectangles")
    {
        let id = technique.id;
        assert!(bricks(id) + regions(id) > 0, "no step of {id}");
        assert_eq!(
            others(id),
            0,
            "{id} with houses or constraints besides rows, columns and boxes"
        );
    }
    assert!(
        regions("unique-rectangle-1") > 0
            && regions("avoidable-rectangle-2") > 0
            && bricks("unique-loop-1") > 0
    );
}
