//! Compares almost locked sets and their techniques with plain definitions, and with solutions of
//! other layouts.

use std::collections::BTreeSet;

use ndoku_core::{Board, Candidate, Digit, Puzzle};
use ndoku_logic::als::{AlmostLockedSet, RestrictedCommon};
use ndoku_logic::cells::CellSet;
use ndoku_logic::logical_solver::LogicalSolver;
use ndoku_logic::position::{Geometry, Position};
use ndoku_logic::step::Deduction;
use ndoku_logic::{TECHNIQUES, Technique, techniques};
use ndoku_solver::{Backtrack, Budget, Engine, Simd9, Verdict};
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::technique_checks;

const IDS: &[&str] = &[
    "xy-wing",
    "xyz-wing",
    "w-wing",
    "wxyz-wing",
    "vwxyz-wing",
    "uvwxyz-wing",
    "tuvwxyz-wing",
    "als-xz",
    "als-xy-wing",
    "als-chain",
    "death-blossom",
    "sue-de-coq",
    "triple-firework",
    "aligned-pair-exclusion",
    "aligned-triple-exclusion",
];

/// A candidate as the indices of its cell and its digit.
type Place = (usize, Digit);

fn technique(id: &str) -> &'static Technique {
    techniques::find(id).unwrap_or_else(|| panic!("{id}"))
}

/// Calls `look` with one of `each` positions on the solution paths of random puzzles.
fn each_position(puzzles: usize, seed: u64, each: usize, look: &mut dyn FnMut(&Position<'_>)) {
    let mut rng = SplitMix64::new(seed);
    let mut classic = Simd9::new(None);
    for _ in 0..puzzles {
        let subject = technique_checks::create_subject(&mut rng, &mut classic, false);
        let mut solver = LogicalSolver::new(
            &subject.puzzle,
            Board::with_clues_placed(&subject.puzzle),
            TECHNIQUES,
        );
        loop {
            if rng.once_in(each) {
                look(&solver.position());
            }
            if solver.apply_next_step().is_err() {
                break;
            }
        }
    }
}

/// Returns the candidates that any instance of a technique eliminates.
fn eliminated(
    position: &Position<'_>,
    id: &str,
    is_wanted: impl Fn(&ndoku_logic::Step) -> bool,
) -> BTreeSet<Candidate> {
    let steps = technique(id).all_steps(position, false);
    steps
        .into_iter()
        .filter(|step| is_wanted(step))
        .flat_map(|step| step.deduction.eliminations)
        .collect()
}

/// Returns all candidates.
fn candidates(position: &Position<'_>) -> Vec<Place> {
    (0..position.cell_count())
        .flat_map(|cell| {
            position
                .candidates(cell)
                .iter()
                .map(move |digit| (cell, digit))
        })
        .collect()
}

fn all_see(position: &Position<'_>, a: &CellSet, b: &CellSet) -> bool {
    a.iter().all(|a| b.iter().all(|b| position.sees(a, b)))
}

#[test]
fn sets_and_links_equal_the_definition() {
    let (mut sets, mut links) = (0, 0);
    each_position(4, 11, 5, &mut |position| {
        let found = position.almost_locked_sets();
        let mut cells: Vec<CellSet> = found.sets().iter().map(|set| set.cells.clone()).collect();
        cells.sort_unstable();
        assert_eq!(cells, plain_sets(position));
        sets += cells.len();
        for (number, set) in found.sets().iter().enumerate().step_by(7) {
            for (other, there) in found
                .sets()
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != number)
            {
                for digit in (set.digits & there.digits).iter() {
                    let [a, b] = [set, there].map(|set| &set.cells & position.places(digit));
                    let is_linked = all_see(position, &a, &b);
                    assert_eq!(
                        found.restricted_commons()[number]
                            .contains(&RestrictedCommon { to: other, digit }),
                        is_linked
                    );
                    links += usize::from(is_linked);
                }
            }
        }
    });
    assert!(sets > 1000 && links > 100, "{sets} {links}");
}

/// Returns the almost locked sets among all subsets of all houses.
fn plain_sets(position: &Position<'_>) -> Vec<CellSet> {
    let mut found = BTreeSet::new();
    for house in 0..position.houses().len() {
        let open = position.open_cells(house);
        let of = |mask: u32| {
            position.cells(
                (0..open.len())
                    .filter(|at| mask >> at & 1 == 1)
                    .map(|at| open[at]),
            )
        };
        let excess: Vec<i64> = (0..1 << open.len())
            .map(|mask: u32| {
                position.candidates_of(&of(mask)).len() as i64 - i64::from(mask.count_ones())
            })
            .collect();
        for mask in 1..1 << open.len() {
            let mut parts = (1..mask).filter(|part| part & mask == *part);
            if excess[mask as usize] == 1 && parts.all(|part| excess[part as usize] > 0) {
                found.insert(of(mask));
            }
        }
    }
    found.into_iter().collect()
}

#[test]
fn small_wings_equal_the_definition() {
    let mut found = 0;
    each_position(30, 12, 3, &mut |position| {
        // A pincer must hold the digit if the pivot holds the other digit of the pincer.
        let is_pincer = |pivot: usize, pincer: usize, digit: Digit| {
            let (pivot_digits, digits) = (position.candidates(pivot), position.candidates(pincer));
            let others = digits
                .iter()
                .filter(|other| *other != digit && pivot_digits.contains(*other))
                .count();
            digits.len() == 2
                && digits.contains(digit)
                && others == 1
                && position.sees(pivot, pincer)
        };
        for (id, size) in [("xy-wing", 2), ("xyz-wing", 3)] {
            let mut plainly = BTreeSet::new();
            for pivot in (0..81).filter(|cell| position.candidates(*cell).len() == size) {
                for (gone, digit) in candidates(position) {
                    let own = position.candidates(pivot).contains(digit);
                    let pincers: Vec<usize> = (0..81)
                        .filter(|cell| is_pincer(pivot, *cell, digit) && position.sees(*cell, gone))
                        .collect();
                    let forced: BTreeSet<Digit> = pincers
                        .iter()
                        .flat_map(|pincer| {
                            position
                                .candidates(*pincer)
                                .iter()
                                .filter(|other| *other != digit)
                                .collect::<Vec<_>>()
                        })
                        .collect();
                    let is_wing = own == (size == 3)
                        && forced.len() == 2
                        && (!own || position.sees(pivot, gone));
                    if is_wing {
                        plainly.insert(position.candidate(gone, digit));
                    }
                }
            }
            found += plainly.len();
            assert_eq!(eliminated(position, id, |_| true), plainly, "{id}");
        }
        let mut plainly = BTreeSet::new();
        for (gone, digit) in candidates(position) {
            let ends: Vec<usize> = position
                .bivalue()
                .iter()
                .filter(|end| position.sees(*end, gone))
                .collect();
            let is_wing = |a: usize, b: usize| {
                let digits = position.candidates(a);
                let Some(other) = digits.iter().find(|other| *other != digit) else {
                    return false;
                };
                // If neither end held the digit, some house would have no place for the other one.
                let is_bare = |house: usize| {
                    let mut places = position.places_in(house, other);
                    position.missing(house).contains(other) && {
                        places.subtract(position.peers(a));
                        places.subtract(position.peers(b));
                        places.is_empty()
                    }
                };
                digits.contains(digit)
                    && position.candidates(b) == digits
                    && !position.sees(a, b)
                    && (0..27).any(is_bare)
            };
            if ends
                .iter()
                .any(|a| ends.iter().any(|b| a != b && is_wing(*a, *b)))
            {
                plainly.insert(position.candidate(gone, digit));
            }
        }
        found += plainly.len();
        assert_eq!(eliminated(position, "w-wing", |_| true), plainly);
    });
    assert!(found > 50, "{found}");
}

/// Returns the eliminations of two sets by trying all arrangements of digits in their cells.
fn from_pair(position: &Position<'_>, pair: [&AlmostLockedSet; 2]) -> BTreeSet<Candidate> {
    let cells: Vec<usize> = (&pair[0].cells | &pair[1].cells).iter().collect();
    let mut possible: Option<BTreeSet<Place>> = None;
    let mut chosen = Vec::new();
    arrange(position, &cells, &mut chosen, &mut |chosen| {
        let kept = candidates(position).into_iter().filter(|(cell, digit)| {
            !cells.contains(cell)
                && !chosen
                    .iter()
                    .any(|(other, held)| held == digit && position.sees(*other, *cell))
        });
        possible.get_or_insert_default().extend(kept);
    });
    let possible = possible.unwrap_or_default();
    let gone = candidates(position)
        .into_iter()
        .filter(|one| !cells.contains(&one.0) && !possible.contains(one));
    gone.map(|(cell, digit)| position.candidate(cell, digit))
        .collect()
}

/// Calls `each` with every way to fill these cells so that no two that see each other are equal.
fn arrange(
    position: &Position<'_>,
    cells: &[usize],
    chosen: &mut Vec<Place>,
    each: &mut dyn FnMut(&[Place]),
) {
    let Some((cell, rest)) = cells.split_first() else {
        return each(chosen);
    };
    for digit in position.candidates(*cell).iter() {
        if !chosen
            .iter()
            .any(|(other, held)| *held == digit && position.sees(*other, *cell))
        {
            chosen.push((*cell, digit));
            arrange(position, rest, chosen, each);
            chosen.pop();
        }
    }
}

/// Returns the eliminations of two sets by definition, with loops over cells.
fn plain_pair(
    position: &Position<'_>,
    a: &AlmostLockedSet,
    b: &AlmostLockedSet,
) -> BTreeSet<Candidate> {
    let of = |set: &AlmostLockedSet, digit: Digit| &set.cells & position.places(digit);
    let is_restricted = |digit: &Digit| all_see(position, &of(a, *digit), &of(b, *digit));
    let both = a.digits & b.digits;
    let restricted: ndoku_core::DigitSet = both.iter().filter(is_restricted).collect();
    let seen = |cells: &CellSet, digit: Digit| {
        position.candidates_of_digit(&position.common_peers(cells), digit)
    };
    let everywhere = |digit: Digit| seen(&(&of(a, digit) | &of(b, digit)), digit);
    match restricted.len() {
        0 => BTreeSet::new(),
        1 => (both - restricted).iter().flat_map(everywhere).collect(),
        // A naked subset is another technique.
        _ if position.see_each_other(&(&a.cells | &b.cells)) => BTreeSet::new(),
        _ => {
            let own = |set: &AlmostLockedSet| {
                (set.digits - restricted)
                    .iter()
                    .flat_map(|digit| seen(&of(set, digit), digit))
                    .collect()
            };
            let (a, b): (Vec<Candidate>, Vec<Candidate>) = (own(a), own(b));
            restricted
                .iter()
                .flat_map(everywhere)
                .chain(a)
                .chain(b)
                .collect()
        }
    }
}

/// The eliminations of two sets must hold in all arrangements of their digits.
#[test]
fn pairs_of_sets_equal_the_definition() {
    let mut found = 0;
    each_position(2, 13, 8, &mut |position| {
        let sets = position.almost_locked_sets().sets();
        let mut plainly = BTreeSet::new();
        for (number, a) in sets.iter().enumerate() {
            for b in &sets[number + 1..] {
                let gone = plain_pair(position, a, b);
                if !gone.is_empty() && (&a.cells | &b.cells).len() <= 5 {
                    let arranged = from_pair(position, [a, b]);
                    let cells = &a.cells | &b.cells;
                    let outside = gone
                        .iter()
                        .filter(|one| !cells.contains(position.index(one.cell)));
                    assert!(
                        outside.copied().all(|one| arranged.contains(&one)),
                        "{a:?} {b:?} {gone:?}"
                    );
                    found += gone.len();
                }
                plainly.extend(gone);
            }
        }
        assert_eq!(eliminated(position, "als-xz", |_| true), plainly);
    });
    assert!(found > 20, "{found}");
}

/// Collects the eliminations of all chains of sets, depth first and without pruning.
fn plain_chains(
    position: &Position<'_>,
    path: &mut Vec<Place>,
    longest: usize,
    found: &mut BTreeSet<(usize, Candidate)>,
) {
    let all = position.almost_locked_sets();
    let sets = all.sets();
    let ((first, gone), (last, by)) = (path[0], path[path.len() - 1]);
    if path.len() > 1
        && by != gone
        && let (Some(a), Some(b)) = (
            sets[first].digit_cells_of(gone),
            sets[last].digit_cells_of(gone),
        )
    {
        let there = position.candidates_of_digit(&(&a.seen & &b.seen), gone);
        // A path out and back is a pair with two restricted commons.
        if !(first == last && path[1].0 == path[path.len() - 2].0) {
            found.extend(there.into_iter().map(|one| (path.len(), one)));
        }
    }
    if path.len() < longest {
        for link in all.restricted_commons()[last]
            .iter()
            .filter(|link| link.digit != by)
        {
            path.push((link.to, link.digit));
            plain_chains(position, path, longest, found);
            path.pop();
        }
    }
}

#[test]
fn chains_equal_a_plain_search() {
    let mut compared = 0;
    each_position(60, 14, 10, &mut |position| {
        let sets = position.almost_locked_sets().sets();
        // Positions with many sets take too long.
        if sets.len() > 45 {
            return;
        }
        let mut plainly = BTreeSet::new();
        for (number, set) in sets.iter().enumerate() {
            for digit in set.digits.iter() {
                plain_chains(position, &mut vec![(number, digit)], 5, &mut plainly);
            }
        }
        let up_to = |sets: usize| {
            plainly
                .iter()
                .filter(|(count, _)| *count <= sets)
                .map(|(_, one)| *one)
                .collect::<BTreeSet<_>>()
        };
        // Another test covers pairs of sets.
        let mut here = up_to(2);
        for (id, tenths, sets) in [
            ("als-xy-wing", 65, 3),
            ("als-chain", 69, 4),
            ("als-chain", 71, 5),
        ] {
            here.extend(eliminated(position, id, |step| step.difficulty.0 == tenths));
            assert!(
                up_to(sets).is_subset(&here),
                "{id} {sets}: {:?}",
                up_to(sets).difference(&here).collect::<Vec<_>>()
            );
            compared += up_to(sets).len();
        }
    });
    assert!(compared > 20, "{compared}");
}

#[test]
fn death_blossoms_cover_every_choice_of_petals() {
    let mut found = 0;
    each_position(4, 15, 12, &mut |position| {
        let sets = position.almost_locked_sets().sets();
        let mut plainly = BTreeSet::new();
        for stem in (0..81).filter(|cell| position.candidates(*cell).len() == 2) {
            let digits: Vec<Digit> = position.candidates(stem).iter().collect();
            let petals = |digit: Digit| {
                sets.iter().filter(move |set| {
                    set.digit_cells_of(digit)
                        .is_some_and(|cells| cells.seen.contains(stem))
                })
            };
            for a in petals(digits[0]) {
                for b in petals(digits[1]).filter(|b| b.cells != a.cells) {
                    for gone in (a.digits & b.digits)
                        .iter()
                        .filter(|gone| !digits.contains(gone))
                    {
                        let places = &(&a.cells | &b.cells) & position.places(gone);
                        plainly.extend(
                            position.candidates_of_digit(&position.common_peers(&places), gone),
                        );
                    }
                }
            }
        }
        found += plainly.len();
        assert_eq!(
            eliminated(position, "death-blossom", |step| step.difficulty.0 == 70),
            plainly
        );
    });
    assert!(found > 20, "{found}");
}

#[test]
fn exclusion_equals_the_definition() {
    let mut found = 0;
    each_position(8, 16, 12, &mut |position| {
        let excluded = |one: Place, other: Place| {
            let both: ndoku_core::DigitSet = [one.1, other.1].into_iter().collect();
            let robbed = |cell: usize| {
                position.candidates(cell) == both
                    && position.sees(cell, one.0)
                    && position.sees(cell, other.0)
            };
            one.1 == other.1 && position.sees(one.0, other.0)
                || both.len() == 2 && (0..81).any(robbed)
        };
        let open = || (0..81).filter(|cell| position.candidates(*cell).len() > 1);
        let of = |cell: usize| {
            position
                .candidates(cell)
                .iter()
                .map(move |digit| (cell, digit))
                .collect::<Vec<_>>()
        };
        let mut plainly = BTreeSet::new();
        for one in candidates(position) {
            if open().any(|other| {
                other != one.0 && of(other).into_iter().all(|other| excluded(one, other))
            }) {
                plainly.insert(position.candidate(one.0, one.1));
            }
        }
        found += plainly.len();
        assert_eq!(
            eliminated(position, "aligned-pair-exclusion", |step| step.difficulty.0
                == 62),
            plainly
        );

        let three = |a: Place, b: Place, c: Place| {
            let digits: ndoku_core::DigitSet = [a.1, b.1, c.1].into_iter().collect();
            let robbed = |cell: usize| {
                position.candidates(cell) == digits
                    && [a, b, c].iter().all(|one| position.sees(cell, one.0))
            };
            excluded(a, b)
                || excluded(a, c)
                || excluded(b, c)
                || digits.len() == 3 && (0..81).any(robbed)
        };
        let here = eliminated(position, "aligned-triple-exclusion", |_| true);
        // One candidate in nine, because this takes time.
        for one in candidates(position).into_iter().step_by(9) {
            let is_left = |other: usize| of(other).into_iter().any(|other| !excluded(one, other));
            let others: Vec<usize> = open()
                .filter(|other| *other != one.0 && is_left(*other))
                .collect();
            let is_gone = |b: usize, c: usize| {
                of(b)
                    .into_iter()
                    .all(|b| of(c).into_iter().all(|c| three(one, b, c)))
            };
            let gone = others
                .iter()
                .any(|b| others.iter().any(|c| b < c && is_gone(*b, *c)));
            assert_eq!(
                here.contains(&position.candidate(one.0, one.1)),
                gone,
                "{one:?}"
            );
            found += usize::from(gone);
        }
    });
    assert!(found > 20, "{found}");
}

/// The deductions of Sue de Coq must hold in all arrangements of its cells. All basic patterns with
/// up to two cells outside the crossing must be found.
#[test]
fn sue_de_coq_equals_the_definition() {
    let (mut sound, mut found) = (0, 0);
    each_position(60, 17, 6, &mut |position| {
        let steps = technique("sue-de-coq").all_steps(position, true);
        for step in &steps {
            let cells: Vec<usize> = step
                .explanation
                .highlights
                .iter()
                .filter_map(|highlight| cell_of(position, highlight))
                .collect();
            arrange(position, &cells, &mut Vec::new(), &mut |chosen| {
                for gone in &step.deduction.eliminations {
                    let cell = position.index(gone.cell);
                    let is_robbed = |(other, held): &Place| match *other == cell {
                        true => *held != gone.digit,
                        false => *held == gone.digit && position.sees(*other, cell),
                    };
                    assert!(chosen.iter().any(is_robbed), "{step:?} {chosen:?}");
                }
            });
            sound += 1;
        }
        let here = eliminated(position, "sue-de-coq", |_| true);
        let plainly = plain_sue_de_coq(position);
        found += plainly.len();
        assert!(
            plainly.is_subset(&here),
            "{:?}",
            plainly.difference(&here).collect::<Vec<_>>()
        );
    });
    assert!(sound > 5 && found > 5, "{sound} {found}");
}

/// Returns the eliminations with one cell or more in the line and in the box.
fn plain_sue_de_coq(position: &Position<'_>) -> BTreeSet<Candidate> {
    let mut gone = BTreeSet::new();
    let houses = position.houses();
    let few = |cells: &CellSet| -> Vec<CellSet> {
        let cells: Vec<usize> = cells
            .iter()
            .filter(|cell| position.candidates(*cell).len() > 1)
            .collect();
        let pairs = cells.iter().flat_map(|a| {
            cells
                .iter()
                .filter(move |b| a <= b)
                .map(move |b| position.cells([*a, *b]))
        });
        pairs
            .filter(|some| position.candidates_of(some).len() > some.len())
            .collect()
    };
    for (line, block) in (0..18).flat_map(|line| (18..27).map(move |block| (line, block))) {
        let crossing = &houses[line].set & &houses[block].set;
        let open = position.cells(crossing.iter().filter(|cell| position.is_open(*cell)));
        let mut middles = few(&crossing);
        middles.push(open);
        let is_loose = |cells: &CellSet| position.candidates_of(cells).len() > cells.len();
        let has_no_pair = |cells: &CellSet| {
            cells
                .iter()
                .all(|a| cells.iter().all(|b| is_loose(&position.cells([a, b]))))
        };
        middles.retain(|cells| {
            cells.len() > 1
                && position.candidates_of(cells).len() >= cells.len() + 2
                && has_no_pair(cells)
        });
        for middle in &middles {
            for a in few(&(&houses[line].set - &crossing)) {
                for b in few(&(&houses[block].set - &crossing)) {
                    let cells = &(middle | &a) | &b;
                    let digits = position.candidates_of(&cells);
                    let is_apart =
                        (position.candidates_of(&a) & position.candidates_of(&b)).is_empty();
                    // Otherwise a house has a naked subset there.
                    let needs_both = is_loose(&(middle | &a)) && is_loose(&(middle | &b));
                    if is_apart && needs_both && digits.len() == cells.len() {
                        for digit in digits.iter() {
                            gone.extend(position.candidates_of_digit(
                                &position.common_peers(&(&cells & position.places(digit))),
                                digit,
                            ));
                        }
                    }
                }
            }
        }
    }
    gone
}

fn cell_of(position: &Position<'_>, highlight: &ndoku_core::Highlight) -> Option<usize> {
    match highlight {
        ndoku_core::Highlight::Cell(cell, _) => Some(position.index(*cell)),
        _ => None,
    }
}

/// All steps must hold in the only solution of random layouts of size 6.
#[test]
fn steps_are_sound_in_other_layouts() {
    let mut rng = SplitMix64::new(18);
    let mut counts = vec![0; IDS.len()];
    for _ in 0..400 {
        let layout = random::layout(&mut rng, 6);
        let Some(grid) = random::grid(&mut rng, &layout) else {
            continue;
        };
        let mut puzzle = Puzzle::empty(&layout);
        let share = 4 + rng.below(6);
        for (cell, digit) in layout.cells().zip(&grid) {
            if rng.below(20) < share {
                puzzle.set_clue(cell, Some(*digit)).unwrap();
            }
        }
        let Ok(outcome) = Backtrack::new().solve(&puzzle, &Budget::default().max_guesses(1000))
        else {
            continue;
        };
        let Verdict::Unique(solution) = outcome.verdict else {
            continue;
        };
        let mut solver = LogicalSolver::new(&puzzle, Board::with_clues_placed(&puzzle), TECHNIQUES)
            .with_solution_check(&solution);
        let geometry = Geometry::for_layout(&layout);
        loop {
            for (count, id) in counts.iter_mut().zip(IDS) {
                let board = solver.board().clone();
                for step in
                    technique(id).all_steps(&Position::new(&puzzle, &board, &geometry), true)
                {
                    assert_eq!(
                        Deduction::find_error(&step.deduction, &solution),
                        None,
                        "{layout} {step:?} {}",
                        step.explanation.text
                    );
                    assert!(
                        step.explanation.text.to_string().ends_with('.')
                            && !step.explanation.highlights.is_empty()
                    );
                    *count += 1;
                }
            }
            if solver.apply_next_step().is_err() {
                break;
            }
        }
    }
    let rare = ["uvwxyz-wing", "tuvwxyz-wing"];
    for (id, count) in IDS.iter().zip(counts) {
        assert!(count > 0 || rare.contains(id), "no step of {id}");
    }
}
