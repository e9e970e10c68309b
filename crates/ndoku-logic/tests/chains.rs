//! Compares chains, forcing chains and templates with plain definitions, and with solutions of
//! other layouts.

use std::collections::BTreeSet;

use ndoku_core::{Board, Candidate, Digit, Layout, Puzzle};
use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_logic::position::{Geometry, Position};
use ndoku_logic::techniques::{chains, forcing, singles, templates};
use ndoku_logic::{TECHNIQUES, Technique};
use ndoku_solver::{Backtrack, Budget, Engine};
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::{minimal, technique_checks};

static OURS: &[&Technique] = &[
    &chains::X_CHAIN,
    &chains::XY_CHAIN,
    &chains::GROUPED_X_CHAIN,
    &chains::CONTINUOUS_NICE_LOOP,
    &chains::AIC,
    &chains::GROUPED_AIC,
    &chains::GROUPED_CONTINUOUS_NICE_LOOP,
    &forcing::NISHIO,
    &forcing::CELL_FORCING_CHAIN,
    &forcing::REGION_FORCING_CHAIN,
    &forcing::CONTRADICTION_CHAIN,
    &forcing::DOUBLE_FORCING_CHAIN,
    &forcing::CONTRADICTION_NET,
    &forcing::CELL_FORCING_NET,
    &forcing::REGION_FORCING_NET,
    &forcing::DOUBLE_FORCING_NET,
    &forcing::PATTERN_FORCING_NET,
    &templates::TEMPLATE_SET,
    &templates::TEMPLATE_DELETE,
];

static SINGLES: &[&Technique] = &[
    &singles::FULL_HOUSE,
    &singles::HIDDEN_SINGLE_BOX,
    &singles::HIDDEN_SINGLE,
    &singles::NAKED_SINGLE,
];

/// Returns the candidates that a technique eliminates in a position, and those that it places.
fn found(
    technique: &'static Technique,
    position: &Position<'_>,
) -> (BTreeSet<Candidate>, BTreeSet<Candidate>) {
    let steps = technique.all_steps(position, false);
    let gone = steps
        .iter()
        .flat_map(|step| step.deduction.eliminations.clone())
        .collect();
    (
        gone,
        steps
            .iter()
            .flat_map(|step| step.deduction.placements.clone())
            .collect(),
    )
}

/// Calls `each` with random positions without singles.
fn positions(count: usize, seed: u64, mut each: impl FnMut(&Position<'_>)) {
    let mut rng = SplitMix64::new(seed);
    let mut classic = ndoku_solver::Simd9::new(None);
    let mut left = count;
    while left > 0 {
        let (clues, _) = minimal::puzzle(&mut rng, &mut classic);
        let puzzle = Puzzle::from_array(&Layout::classic(), &clues).unwrap();
        let mut solver = LogicalSolver::new(&puzzle, Board::with_clues_placed(&puzzle), SINGLES);
        if solver.run(&mut |_| {}) == SolveEnd::Stuck {
            each(&solver.position());
            left -= 1;
        }
    }
}

/// Returns all candidates of a board.
fn candidates(board: &Board) -> Vec<Candidate> {
    let open = board
        .layout()
        .cells()
        .filter(|cell| board.digit(*cell).is_none());
    open.flat_map(|cell| {
        board
            .candidates(cell)
            .iter()
            .map(move |digit| Candidate::new(cell, digit))
    })
    .collect()
}

/// Returns whether two different candidates cannot both be true in a classic grid.
fn clash(a: Candidate, b: Candidate) -> bool {
    let (one, other) = (a.cell, b.cell);
    let in_box = one.row() / 3 == other.row() / 3 && one.column() / 3 == other.column() / 3;
    let see = one.row() == other.row() || one.column() == other.column() || in_box;
    a != b && (one == other || a.digit == b.digit && see)
}

/// Returns whether two candidates are the last two of their cell, or of a digit in a row, column or
/// box.
fn conjugate(all: &[Candidate], a: Candidate, b: Candidate) -> bool {
    let alone = |same: &dyn Fn(Candidate) -> bool| {
        same(a) && same(b) && all.iter().filter(|one| same(**one)).count() == 2
    };
    let boxed = |one: Candidate| (one.cell.row() / 3, one.cell.column() / 3);
    a != b
        && (alone(&|one| one.cell == a.cell)
            || alone(&|one| one.digit == a.digit && one.cell.row() == a.cell.row())
            || alone(&|one| one.digit == a.digit && one.cell.column() == a.cell.column())
            || alone(&|one| one.digit == a.digit && boxed(one) == boxed(a)))
}

#[test]
fn chains_find_all_that_links_imply() {
    positions(4, 11, |position| {
        let all = candidates(position.board());
        let count = all.len();
        // From a being false to z being true: alternating links of any number, closed by squaring.
        let table = |holds: &dyn Fn(Candidate, Candidate) -> bool| -> Vec<Vec<bool>> {
            all.iter()
                .map(|a| all.iter().map(|b| holds(*a, *b)).collect())
                .collect()
        };
        let (strong, weak) = (table(&|a, b| conjugate(&all, a, b)), table(&clash));
        let mut reached = strong.clone();
        loop {
            let mut more = reached.clone();
            for a in 0..count {
                for b in (0..count).filter(|b| reached[a][*b]) {
                    for c in (0..count).filter(|c| weak[b][*c]) {
                        (0..count)
                            .filter(|d| strong[c][*d])
                            .for_each(|d| more[a][d] = true);
                    }
                }
            }
            if more == reached {
                break;
            }
            reached = more;
        }
        let mut gone = BTreeSet::new();
        let mut placed = BTreeSet::new();
        for a in 0..count {
            for z in (0..count).filter(|z| reached[a][*z]) {
                if a == z {
                    placed.insert(all[a]);
                } else {
                    gone.extend(
                        (0..count)
                            .filter(|x| weak[a][*x] && weak[z][*x])
                            .map(|x| all[x]),
                    );
                }
            }
        }
        let (mut ours, ours_placed) = found(&chains::AIC, position);
        for more in [&chains::CONTINUOUS_NICE_LOOP, &chains::XY_CHAIN] {
            let (eliminated, _) = found(more, position);
            assert!(eliminated.is_subset(&gone), "{more:?}");
            ours.extend(eliminated);
        }
        assert!(ours.is_subset(&gone));
        assert_eq!(ours_placed, placed);
        // Locked candidates, pairs and X-Wings cover chains of one strong link and rings of two.
        let simple = |x: &Candidate| {
            let x = all.iter().position(|one| one == x).unwrap();
            let ends = |a: usize, z: usize| weak[a][x] && weak[z][x];
            (0..count).any(|a| {
                (0..count).any(|z| {
                    ends(a, z) && (strong[a][z] || weak[a][z] && two_links(&strong, &weak, a, z))
                })
            })
        };
        assert!(
            gone.difference(&ours).all(simple),
            "{:?}",
            gone.difference(&ours).collect::<Vec<_>>()
        );
        assert!(!ours.is_empty());
    });
}

fn two_links(strong: &[Vec<bool>], weak: &[Vec<bool>], a: usize, z: usize) -> bool {
    let count = strong.len();
    (0..count).any(|b| strong[a][b] && (0..count).any(|c| weak[b][c] && strong[c][z]))
}

/// Places a digit and then all singles, or only those of the digit. Returns whether that fails.
fn fails(position: &Position<'_>, assumed: Candidate, only: bool) -> bool {
    let layout = position.layout();
    let mut board = position.board().clone();
    let mut open = vec![assumed];
    let mut placed = BTreeSet::new();
    let watched: Vec<Digit> = layout
        .digits()
        .filter(|digit| !only || *digit == assumed.digit)
        .collect();
    while let Some(next) = open.pop() {
        if !board.candidates(next.cell).contains(next.digit) {
            return true;
        }
        if !placed.insert(next) {
            continue;
        }
        board.place(next);
        for cell in layout
            .cells()
            .filter(|cell| !only && board.digit(*cell).is_none())
        {
            match board.candidates(cell).len() {
                0 => return true,
                1 => open.extend(
                    board
                        .candidates(cell)
                        .single()
                        .map(|digit| Candidate::new(cell, digit)),
                ),
                _ => {}
            }
        }
        for house in layout.houses() {
            for digit in &watched {
                let places: Vec<_> = house
                    .cells()
                    .iter()
                    .filter(|cell| board.candidates(**cell).contains(*digit))
                    .collect();
                match *places {
                    [] => return true,
                    [cell] if board.digit(*cell).is_none() => {
                        open.push(Candidate::new(*cell, *digit));
                    }
                    _ => {}
                }
            }
        }
    }
    false
}

#[test]
fn contradiction_nets_fail_like_singles() {
    let mut failing = [0, 0];
    let mut nets = 0;
    positions(6, 12, |position| {
        for (number, (technique, only)) in [
            (&forcing::CONTRADICTION_NET, false),
            (&forcing::NISHIO, true),
        ]
        .into_iter()
        .enumerate()
        {
            let naive: BTreeSet<Candidate> = candidates(position.board())
                .into_iter()
                .filter(|assumed| fails(position, *assumed, only))
                .collect();
            failing[number] += naive.len();
            let mut ours = found(technique, position).0;
            if !only {
                // A net is emitted only if no chain fails.
                let chains = found(&forcing::CONTRADICTION_CHAIN, position).0;
                assert!(ours.is_disjoint(&chains));
                nets += ours.len();
                ours.extend(chains);
            }
            assert_eq!(ours, naive, "{technique:?}");
        }
    });
    assert!(
        failing.iter().all(|count| *count > 0) && nets > 0,
        "{failing:?}, {nets} nets"
    );
}

#[test]
fn templates_equal_the_definition() {
    positions(3, 13, |position| {
        let (deleted, set) = (
            found(&templates::TEMPLATE_DELETE, position).0,
            found(&templates::TEMPLATE_SET, position).1,
        );
        for digit in position.layout().digits() {
            let rows: Vec<Vec<Candidate>> = (0..9)
                .map(|row| {
                    candidates(position.board())
                        .into_iter()
                        .filter(|one| one.digit == digit && one.cell.row() == row)
                        .collect()
                })
                .filter(|row: &Vec<Candidate>| !row.is_empty())
                .collect();
            let mut all: Vec<Vec<Candidate>> = vec![Vec::new()];
            for row in rows {
                let longer = |template: &Vec<Candidate>| {
                    let fits = row
                        .iter()
                        .filter(|one| template.iter().all(|other| !clash(**one, *other)));
                    fits.map(|one| [template.as_slice(), &[*one]].concat())
                        .collect::<Vec<_>>()
                };
                all = all.iter().flat_map(longer).collect();
            }
            for one in candidates(position.board())
                .into_iter()
                .filter(|one| one.digit == digit)
            {
                let used = all
                    .iter()
                    .filter(|template| template.contains(&one))
                    .count();
                assert_eq!(
                    (deleted.contains(&one), set.contains(&one)),
                    (used == 0, used == all.len()),
                    "{one}"
                );
            }
        }
    });
}

#[test]
fn steps_are_sound_in_other_layouts() {
    let mut rng = SplitMix64::new(14);
    let mut tallies = technique_checks::Tallies::new();
    let mut looked = 0;
    while looked < 60 {
        let size = [4, 6, 6, 6, 8, 9][rng.below(6)];
        let layout = random::layout(&mut rng, size);
        let Some(grid) = random::grid(&mut rng, &layout) else {
            continue;
        };
        let mut puzzle = Puzzle::empty(&layout);
        let kept = 15 + rng.below(40);
        for (cell, digit) in layout.cells().zip(grid) {
            if rng.below(100) < kept {
                puzzle.set_clue(cell, Some(digit)).unwrap();
            }
        }
        let Ok(found) =
            Backtrack::new().find_solutions(&puzzle, 500, &Budget::default().max_guesses(20_000))
        else {
            continue;
        };
        if found.has_more {
            continue;
        }
        looked += 1;
        let mut solver = LogicalSolver::new(&puzzle, Board::with_clues_placed(&puzzle), SINGLES)
            .with_uniqueness(false);
        solver.run(&mut |_| {});
        technique_checks::check(&solver.position(), OURS, &found.solutions, &mut tallies)
            .unwrap_or_else(|wrong| panic!("{layout}: {wrong}"));
    }
    let missing: Vec<_> = OURS
        .iter()
        .filter(|one| tallies[one.id].instances == 0)
        .collect();
    assert!(missing.is_empty(), "nothing found by {missing:?}");
}

#[test]
fn a_search_can_be_stopped() {
    positions(1, 15, |position| {
        for technique in OURS {
            let mut steps = 0;
            let _ = technique.for_each_step(position, false, &|| true, &mut |_| {
                steps += 1;
                std::ops::ControlFlow::Continue(())
            });
            assert_eq!(steps, 0, "{technique:?} did not stop");
        }
    });
    let geometry = Geometry::for_layout(&Layout::classic());
    let puzzle = Puzzle::empty(&Layout::classic());
    let board = Board::with_clues_placed(&puzzle);
    let position = Position::new(&puzzle, &board, &geometry);
    assert!(
        OURS.iter()
            .all(|technique| technique.first_step(&position).is_none()),
        "a blank grid says nothing"
    );
    assert!(
        TECHNIQUES.iter().filter(|one| OURS.contains(one)).count() == OURS.len(),
        "all are in the registry"
    );
}
