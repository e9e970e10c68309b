//! Compares subsets, single-digit patterns and coloring with definitions written as plain loops
//! over 9×9, and with solutions of other layouts.

use std::collections::BTreeSet;

use ndoku_core::{Board, Digit, Puzzle};
use ndoku_logic::logical_solver::LogicalSolver;
use ndoku_logic::position::Geometry;
use ndoku_logic::techniques::{coloring, direct, single_digit, subsets};
use ndoku_logic::{Position, TECHNIQUES, Technique};
use ndoku_solver::Simd9;
use ndoku_testkit::random::SplitMix64;
use ndoku_testkit::technique_checks;

/// Eliminations as cells and digits, both counted from 0.
type Gone = BTreeSet<(usize, usize)>;

/// A position without the library: candidates of each cell as bits, none in decided cells.
type Grid = [u16; 81];

/// Calls `each` with every position on the solution paths of random puzzles.
fn positions(puzzles: usize, seed: u64, mut each: impl FnMut(&Position<'_>, &Grid)) {
    let mut rng = SplitMix64::new(seed);
    let mut classic = Simd9::new(None);
    for number in 0..puzzles {
        let puzzle: Puzzle =
            technique_checks::create_subject(&mut rng, &mut classic, number % 3 == 2).puzzle;
        let mut solver = LogicalSolver::new(&puzzle, Board::with_clues_placed(&puzzle), TECHNIQUES)
            .with_uniqueness(false);
        loop {
            let position = solver.position();
            let grid = std::array::from_fn(|cell| {
                position
                    .candidates(cell)
                    .iter()
                    .fold(0, |bits, digit| bits | 1 << digit.index())
            });
            each(&position, &grid);
            if solver.apply_next_step().is_err() {
                break;
            }
        }
    }
}

/// Returns the eliminations of each instance of a technique, without duplicates.
fn deductions(technique: &'static Technique, position: &Position<'_>) -> BTreeSet<Gone> {
    let steps = technique.all_steps(position, false).into_iter();
    steps
        .map(|step| {
            step.deduction
                .eliminations
                .iter()
                .map(|gone| (position.index(gone.cell), gone.digit.index()))
                .collect()
        })
        .collect()
}

fn houses() -> Vec<[usize; 9]> {
    let mut houses: Vec<[usize; 9]> = Vec::new();
    for number in 0..9 {
        houses.push(std::array::from_fn(|place| 9 * number + place));
        houses.push(std::array::from_fn(|place| 9 * place + number));
        houses.push(std::array::from_fn(|place| {
            27 * (number / 3) + 3 * (number % 3) + 9 * (place / 3) + place % 3
        }));
    }
    houses
}

fn sees(a: usize, b: usize) -> bool {
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
}

/// Returns the places of a digit in a house, as bits.
fn places(grid: &Grid, house: &[usize; 9], digit: usize) -> u16 {
    (0..9)
        .filter(|place| grid[house[*place]] >> digit & 1 == 1)
        .fold(0, |bits, place| bits | 1 << place)
}

/// Returns the choices of `size` sets with `size` members in all that contain no smaller choice.
/// Both results are bits: the sets and their members.
fn tuples(sets: [u16; 9], size: u32) -> Vec<(u16, u16)> {
    let union = |choice: u16| {
        (0..9)
            .filter(|set| choice >> set & 1 == 1)
            .fold(0, |union, set| union | sets[set])
    };
    let closed = |choice: &u16| union(*choice).count_ones() <= choice.count_ones();
    let all = (1_u16..512)
        .filter(|choice| choice.count_ones() == size && union(*choice).count_ones() == size);
    let least =
        all.filter(|choice| !(1..*choice).any(|some| some & choice == some && closed(&some)));
    least.map(|choice| (choice, union(choice))).collect()
}

#[test]
fn subsets_equal_plain_loops() {
    let naked = [
        &subsets::NAKED_PAIR,
        &subsets::NAKED_TRIPLE,
        &subsets::NAKED_QUAD,
    ];
    let hidden = [
        &subsets::HIDDEN_PAIR,
        &subsets::HIDDEN_TRIPLE,
        &subsets::HIDDEN_QUAD,
    ];
    let mut found = [0; 6];
    positions(30, 1, |position, grid| {
        for size in 2..=4_u32 {
            let (mut plain_naked, mut plain_hidden) = (BTreeSet::new(), BTreeSet::new());
            for house in houses() {
                for (cells, digits) in tuples(house.map(|cell| grid[cell]), size) {
                    let others = (0..9).filter(|place| cells >> place & 1 == 0);
                    plain_naked.insert(bits(
                        others.map(|place| (house[place], grid[house[place]] & digits)),
                    ));
                }
                for (digits, cells) in tuples(
                    std::array::from_fn(|digit| places(grid, &house, digit)),
                    size,
                ) {
                    let there = (0..9).filter(|place| cells >> place & 1 == 1);
                    plain_hidden.insert(bits(
                        there.map(|place| (house[place], grid[house[place]] & !digits)),
                    ));
                }
            }
            for (kind, plain, technique) in [
                (0, plain_naked, naked[size as usize - 2]),
                (1, plain_hidden, hidden[size as usize - 2]),
            ] {
                let plain: BTreeSet<Gone> = plain
                    .into_iter()
                    .filter(|gone: &Gone| !gone.is_empty())
                    .collect();
                assert_eq!(
                    deductions(technique, position),
                    plain,
                    "{technique:?} {:?}",
                    position.board()
                );
                found[3 * kind + size as usize - 2] += plain.len();
            }
        }
    });
    assert!(found.iter().all(|found| *found > 0), "{found:?}");
}

/// Returns cells with digits as bits, as eliminations.
fn bits(cells: impl Iterator<Item = (usize, u16)>) -> Gone {
    cells
        .flat_map(|(cell, digits)| {
            (0..9)
                .filter(move |digit| digits >> digit & 1 == 1)
                .map(move |digit| (cell, digit))
        })
        .collect()
}

/// Returns the pairs of cells that are the only places of a digit in a house, each in both orders.
fn pairs(grid: &Grid, digit: usize) -> BTreeSet<(usize, usize)> {
    let mut pairs = BTreeSet::new();
    for house in houses() {
        let cells: Vec<usize> = house
            .iter()
            .copied()
            .filter(|cell| grid[*cell] >> digit & 1 == 1)
            .collect();
        if let [a, b] = cells[..] {
            pairs.extend([(a, b), (b, a)]);
        }
    }
    pairs
}

#[test]
fn chains_of_two_links_equal_plain_loops() {
    let mut found = [0; 3];
    positions(12, 2, |position, grid| {
        let mut plain = BTreeSet::new();
        for digit in 0..9 {
            let pairs = pairs(grid, digit);
            for ((a, b), (c, d)) in pairs
                .iter()
                .flat_map(|one| pairs.iter().map(move |other| (*one, *other)))
            {
                // The places must come from lines, not from boxes.
                let rectangle = |line: fn(usize) -> usize, across: fn(usize) -> usize| {
                    let alone = |cell: usize| {
                        (0..81)
                            .filter(|other| {
                                line(*other) == line(cell) && grid[*other] >> digit & 1 == 1
                            })
                            .count()
                            == 2
                    };
                    line(a) == line(b)
                        && line(c) == line(d)
                        && across(b) == across(c)
                        && across(a) == across(d)
                        && alone(a)
                        && alone(c)
                };
                let is_x_wing = rectangle(|cell| cell / 9, |cell| cell % 9)
                    || rectangle(|cell| cell % 9, |cell| cell / 9);
                if BTreeSet::from([a, b, c, d]).len() < 4 || !sees(b, c) || is_x_wing {
                    continue;
                }
                let open = (0..81)
                    .filter(|cell| ![a, b, c, d].contains(cell) && grid[*cell] >> digit & 1 == 1);
                plain.insert(
                    open.filter(|cell| sees(*cell, a) && sees(*cell, d))
                        .map(|cell| (cell, digit))
                        .collect::<Gone>(),
                );
            }
        }
        plain.remove(&Gone::new());
        let by_form = [
            &single_digit::SKYSCRAPER,
            &single_digit::TWO_STRING_KITE,
            &single_digit::TURBOT_FISH,
        ]
        .map(|form| deductions(form, position));
        (0..3).for_each(|form| found[form] += by_form[form].len());
        assert_eq!(
            by_form.into_iter().flatten().collect::<BTreeSet<Gone>>(),
            plain,
            "{:?}",
            position.board()
        );
    });
    assert!(found.iter().all(|found| *found > 0), "{found:?}");
}

#[test]
fn empty_rectangles_equal_plain_loops() {
    let mut found = 0;
    positions(12, 3, |position, grid| {
        let mut plain = Gone::new();
        for digit in 0..9 {
            let has = |cell: usize| grid[cell] >> digit & 1 == 1;
            let pairs = pairs(grid, digit);
            // A box by its upper left cell, a row and a column of it, and the places in the arms
            // outside the crossing.
            for (corner, row, column) in (0..9).flat_map(|number| {
                let corner = 27 * (number / 3) + 3 * (number % 3);
                (0..9).map(move |crossing| {
                    (corner, corner / 9 + crossing / 3, corner % 9 + crossing % 3)
                })
            }) {
                let cells: Vec<usize> = (0..9)
                    .map(|place| corner + 9 * (place / 3) + place % 3)
                    .filter(|cell| has(*cell))
                    .collect();
                let in_row = cells
                    .iter()
                    .filter(|cell| **cell / 9 == row && **cell % 9 != column)
                    .count();
                let in_column = cells
                    .iter()
                    .filter(|cell| **cell / 9 != row && **cell % 9 == column)
                    .count();
                let in_both = usize::from(has(9 * row + column));
                if in_row == 0
                    || in_column == 0
                    || in_row + in_column + in_both != cells.len()
                    || cells.len() < 3
                {
                    continue;
                }
                let outside =
                    |cell: usize| cell / 27 != corner / 27 || cell % 9 / 3 != corner % 9 / 3;
                for (near, far) in pairs
                    .iter()
                    .copied()
                    .filter(|(near, far)| outside(*near) && outside(*far))
                {
                    let gone = (0..81).filter(|cell| {
                        has(*cell) && outside(*cell) && sees(*cell, far) && *cell != near
                    });
                    if near / 9 == row {
                        plain.extend(
                            gone.clone()
                                .filter(|cell| cell % 9 == column)
                                .map(|cell| (cell, digit)),
                        );
                    }
                    if near % 9 == column {
                        plain.extend(
                            gone.filter(|cell| cell / 9 == row)
                                .map(|cell| (cell, digit)),
                        );
                    }
                }
            }
        }
        let all: Gone = deductions(&single_digit::EMPTY_RECTANGLE, position)
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(all, plain, "{:?}", position.board());
        found += all.len();
    });
    assert!(found > 0);
}

/// Returns the false and the true cells if a cell is true and only the pairs of a digit are known.
fn propagate(
    pairs: &BTreeSet<(usize, usize)>,
    mut falses: BTreeSet<usize>,
    mut trues: BTreeSet<usize>,
) -> (BTreeSet<usize>, BTreeSet<usize>) {
    loop {
        let before = (falses.len(), trues.len());
        for (a, b) in pairs {
            if falses.contains(a) {
                trues.insert(*b);
            }
            if trues.contains(a) {
                falses.insert(*b);
            }
        }
        if before == (falses.len(), trues.len()) {
            return (falses, trues);
        }
    }
}

#[test]
fn coloring_removes_what_contradicts_a_cluster() {
    let mut found = 0;
    positions(25, 4, |position, grid| {
        let all: Gone = deductions(&coloring::SIMPLE_COLORING, position)
            .into_iter()
            .flatten()
            .collect();
        for digit in 0..9 {
            let pairs = pairs(grid, digit);
            for cell in (0..81).filter(|cell| grid[*cell] >> digit & 1 == 1) {
                // A trap: the ends of pairs that it sees are false, which is impossible.
                let ends = pairs
                    .iter()
                    .map(|(end, _)| *end)
                    .filter(|end| sees(*end, cell))
                    .collect();
                let (falses, trues) = propagate(&pairs, ends, BTreeSet::new());
                let is_caught = falses.intersection(&trues).next().is_some()
                    && !pairs.iter().any(|(end, _)| *end == cell);
                // A wrap: two of the cells that would be true see each other.
                let (_, trues) = propagate(&pairs, BTreeSet::new(), BTreeSet::from([cell]));
                let is_wrapped = trues.iter().any(|a| trues.iter().any(|b| sees(*a, *b)));
                let is_plain = pairs.iter().any(|(a, b)| sees(*a, cell) && sees(*b, cell));
                if is_wrapped || is_caught && !is_plain {
                    assert!(
                        all.contains(&(cell, digit)),
                        "{} {cell} {:?}",
                        digit + 1,
                        position.board()
                    );
                    found += 1;
                }
            }
        }
    });
    assert!(found > 0);
}

#[test]
fn a_locked_pair_is_two_naked_pairs() {
    let mut found = 0;
    positions(25, 5, |position, _| {
        let pairs = deductions(&subsets::NAKED_PAIR, position);
        for gone in deductions(&subsets::LOCKED_PAIR, position) {
            let parts: Vec<&Gone> = pairs
                .iter()
                .filter(|part| part.is_subset(&gone) && part.len() < gone.len())
                .collect();
            assert!(
                parts.len() >= 2 && parts.into_iter().flatten().copied().collect::<Gone>() == gone,
                "{:?}",
                position.board()
            );
            found += 1;
        }
    });
    assert!(found > 0);
}

#[test]
fn direct_placements_are_hidden_singles_one_step_later() {
    let mut found = [0; 4];
    let direct = [
        &direct::DIRECT_POINTING,
        &direct::DIRECT_CLAIMING,
        &direct::DIRECT_HIDDEN_PAIR,
        &direct::DIRECT_HIDDEN_TRIPLE,
    ];
    let indirect = [
        &ndoku_logic::techniques::locked::POINTING,
        &ndoku_logic::techniques::locked::CLAIMING,
        &subsets::HIDDEN_PAIR,
        &subsets::HIDDEN_TRIPLE,
    ];
    positions(10, 6, |position, _| {
        let geometry = Geometry::for_layout(position.layout());
        for (number, (direct, indirect)) in direct.into_iter().zip(indirect).enumerate() {
            let singles: BTreeSet<_> = indirect
                .all_steps(position, false)
                .into_iter()
                .flat_map(|step| {
                    let mut board = position.board().clone();
                    ndoku_logic::logical_solver::apply_deduction(&mut board, &step.deduction);
                    let next = Position::new(position.puzzle(), &board, &geometry);
                    let single = |house: usize, digit: Digit| {
                        next.places_in(house, digit)
                            .single()
                            .map(|cell| next.candidate(cell, digit))
                    };
                    let each = (0..27).flat_map(|house| {
                        next.missing(house)
                            .iter()
                            .filter_map(move |digit| single(house, digit))
                            .collect::<Vec<_>>()
                    });
                    each.collect::<Vec<_>>()
                })
                .collect();
            for step in direct.all_steps(position, false) {
                assert!(
                    singles.contains(&step.deduction.placements[0]),
                    "{step:?} {:?}",
                    position.board()
                );
                found[number] += 1;
            }
        }
    });
    assert!(found.iter().all(|found| *found > 0), "{found:?}");
}

#[test]
fn steps_are_sound_in_other_layouts() {
    let families = [
        direct::DIRECT_POINTING.family,
        subsets::NAKED_PAIR.family,
        single_digit::SKYSCRAPER.family,
        coloring::SIMPLE_COLORING.family,
    ];
    let ours: Vec<&'static Technique> = TECHNIQUES
        .iter()
        .copied()
        .filter(|technique| families.contains(&technique.family))
        .collect();
    let tallies = technique_checks::check_soundness_on_random_layouts(500, 7, &ours)
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    let missing: Vec<_> = ours
        .iter()
        .filter(|technique| {
            tallies
                .get(technique.id)
                .is_none_or(|tally| tally.instances == 0)
        })
        .collect();
    assert!(
        ours.len() == 19 && missing.is_empty(),
        "{} techniques, without an instance: {missing:?}",
        ours.len()
    );
}
