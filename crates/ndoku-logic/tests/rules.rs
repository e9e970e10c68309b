//! Checks the techniques of rules against solutions, the words of all rules, and that the links of
//! rules feed chains.

use std::collections::BTreeSet;

use ndoku_core::constraint::RULES;
use ndoku_core::{Board, Highlight, Layout, Puzzle};
use ndoku_logic::handbook::{self, PuzzleState};
use ndoku_logic::hint::Hint;
use ndoku_logic::hint_level::HintLevel;
use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_logic::position::{Geometry, Position};
use ndoku_logic::rule_trial::{Cause, Clash, Event, RuleTrial};
use ndoku_logic::rules::mask_digits;
use ndoku_logic::{TECHNIQUES, Technique, techniques};
use ndoku_testkit::random::SplitMix64;
use ndoku_testkit::technique_checks::{self, Tallies};
use ndoku_testkit::{rule_subjects, variants};

/// Returns the techniques that need a rule of a variant.
fn of_rules() -> Vec<&'static Technique> {
    let needs_rule =
        |technique: &&&'static Technique| !rule_subjects::kinds(technique.id).is_empty();
    TECHNIQUES.iter().filter(needs_rule).copied().collect()
}

#[test]
fn steps_of_rules_are_sound_on_the_way_to_the_solution() {
    let own = of_rules();
    let mut rng = SplitMix64::new(3);
    let mut tallies = Tallies::new();
    let (mut puzzles, mut solved) = (0, 0);
    for technique in &own {
        for _ in 0..2 {
            let (puzzle, solution) =
                rule_subjects::create(&mut rng, rule_subjects::kinds(technique.id));
            let board = Board::with_clues_placed(&puzzle);
            let up_to = TECHNIQUES.partition_point(|one| one.difficulty.0 <= 50);
            let mut solver = LogicalSolver::new(&puzzle, board, &TECHNIQUES[..up_to])
                .with_solution_check(&solution);
            puzzles += 1;
            let end = loop {
                if rng.once_in(4) {
                    let position = solver.position();
                    technique_checks::check(
                        &position,
                        &own,
                        std::slice::from_ref(&solution),
                        &mut tallies,
                    )
                    .unwrap_or_else(|wrong| panic!("{}: {wrong}", technique.id));
                }
                match solver.apply_next_step() {
                    Ok(_) => {}
                    Err(end) => break end,
                }
            };
            assert!(
                matches!(end, SolveEnd::Solved | SolveEnd::Stuck),
                "{}: {end:?}",
                technique.id
            );
            solved += usize::from(end == SolveEnd::Solved);
        }
    }
    assert!(
        2 * solved > puzzles,
        "only {solved} of {puzzles} are solved"
    );
    for technique in &own {
        let found = tallies.get(technique.id).map_or(0, |tally| tally.instances);
        assert!(found > 0, "no step of {}", technique.id);
    }
}

#[test]
fn techniques_of_rules_find_nothing_without_rules() {
    for technique in TECHNIQUES {
        for case in handbook::parse_cases(technique.handbook).unwrap() {
            if !case.state.board.layout().constraints().is_empty() {
                continue;
            }
            let geometry = Geometry::for_layout(case.state.board.layout());
            let position = Position::new(&case.state.puzzle, &case.state.board, &geometry);
            for own in of_rules() {
                assert!(
                    own.first_step(&position).is_none(),
                    "{} in {}",
                    own.id,
                    technique.id
                );
            }
        }
    }
}

#[test]
fn no_profile_of_the_community_has_a_technique_of_rules() {
    for technique in of_rules() {
        assert!(technique.sudoku_explainer.is_none() && technique.hodoku.is_none());
        assert!(!technique.needs_unique);
    }
}

/// Returns an example of each rule that adds a constraint.
fn examples() -> Vec<String> {
    // Digits that are both odd or both even.
    let table: String = (0..81)
        .map(|at| if (at / 9 + at % 9) % 2 == 0 { '1' } else { '0' })
        .collect();
    let others = [
        "anti-knight",
        "anti-king",
        "non-consecutive",
        "killer=9: r1c1 r1c2",
        "sum=12: r1c1 2*r5c5 r9c9",
        "arrow=r1c1; r2c2 r3c3",
        "double-arrow=r1c1 r2c2 r3c3 r4c4",
        "little-killer=20: r1c4 down-left",
        "region-sum=r1c1-r1c5",
        "zipper=r1c1-r1c5",
        "sum-line=10: r1c1-r1c5",
        "difference=r1c1 r1c2",
        "ratio=r1c1 r1c2",
        "xv=X: r1c1 r1c2",
        "difference-negative",
        "ratio-negative",
        "xv-negative",
        "thermo=r1c1-r1c5",
        "slow-thermo=r1c1-r5c5",
        "whisper=r1c1-r1c4",
        "renban=r1c1-r1c4",
        "nabner=r1c1-r1c4",
        "palindrome=r1c1-r4c4",
        "clone=r1c1 r1c2; r5c5 r5c6",
        "entropic=r1c1-r1c5",
        "modular=r1c1-r1c5",
        "between=r1c1-r1c5",
        "lockout=r1c1-r1c5",
        "greater=r1c1 r1c2",
        "minimum=r5c5",
        "maximum=r5c5",
        "odd=r1c1 r2c2",
        "even=r1c1 r2c2",
        "sandwich=12: row 3",
        "x-sum=20: row 3",
        "skyscraper=3: row 3",
        "numbered-room=5: row 3",
        "row-indexer=r1c1 r2c1",
        "column-indexer=r1c2 r2c2",
        "box-indexer=r1c2",
        "quadruple=1 2 3: r1c1",
        "global-entropy",
        "global-mod",
        "counting-circles=r1c1 r2c2 r3c3",
    ];
    let others = others.iter().map(|rule| (*rule).to_owned());
    others
        .chain([format!("pairs={table}: r1c1 r1c2")])
        .collect()
}

#[test]
fn links_of_every_rule_are_links_of_chains() {
    let mut with_links = BTreeSet::new();
    for rule in examples() {
        let state = PuzzleState::read_with_rules(&".".repeat(81), "", &[&rule]).unwrap();
        let layout = state.board.layout();
        let geometry = Geometry::for_layout(layout);
        let position = Position::new(&state.puzzle, &state.board, &geometry);
        let links = position.links();
        for constraint in layout.constraints() {
            for cell in constraint.cells() {
                for digit in layout.digits() {
                    let from = ndoku_core::Candidate::new(*cell, digit);
                    let node = links.node(layout.index(*cell), digit).unwrap();
                    constraint.weak_links(from, 9, &mut |to| {
                        let other = links.node(layout.index(to.cell), to.digit).unwrap();
                        assert!(
                            node == other || links.are_weakly_linked(node, other),
                            "{rule}"
                        );
                        with_links.insert(constraint.id());
                    });
                }
            }
        }
    }
    assert!(with_links.len() > 20, "{with_links:?}");
}

#[test]
fn every_rule_has_words_and_propagators() {
    let mut missing: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    for rule in examples() {
        let state = PuzzleState::read_with_rules(&".".repeat(81), "", &[&rule]).unwrap();
        let geometry = Geometry::for_layout(state.board.layout());
        let position = Position::new(&state.puzzle, &state.board, &geometry);
        for own in position.rules() {
            missing.remove(own.id);
            let text = format!("{} {}", own.name, own.demand);
            assert!(
                own.name.to_string().starts_with("the ") && !text.contains("additional rule"),
                "{rule}"
            );
            assert!(
                !text.contains(['{', '}']) && !text.contains("  "),
                "{rule}: {text}"
            );
            let plain = matches!(own.id, "anti-knight" | "anti-king");
            assert!(
                plain || !own.propagators.is_empty(),
                "{rule} has no propagator"
            );
        }
    }
    let rest: Vec<&&str> = missing
        .iter()
        .filter(|id| !variants::HOUSE_RULES.contains(id))
        .collect();
    assert!(rest.is_empty(), "{rest:?}");
}

#[test]
fn chains_use_links_between_different_digits() {
    let mut rng = SplitMix64::new(11);
    let own: BTreeSet<&str> = of_rules().iter().map(|technique| technique.id).collect();
    let others: Vec<&'static Technique> = TECHNIQUES
        .iter()
        .copied()
        .filter(|one| !own.contains(one.id) && one.difficulty.0 <= 82)
        .collect();
    let mut used = 0;
    for _ in 0..6 {
        let (puzzle, solution) =
            rule_subjects::create(&mut rng, &["difference", "ratio", "thermo"]);
        let board = Board::with_clues_placed(&puzzle);
        let end = LogicalSolver::new(&puzzle, board, &others)
            .with_explanations()
            .with_solution_check(&solution)
            .run(&mut |step| {
                let crosses = |highlight: &Highlight| match highlight {
                    Highlight::Link {
                        from,
                        to,
                        strong: false,
                    } => from[0].digit != to[0].digit && from[0].cell != to[0].cell,
                    _ => false,
                };
                used += usize::from(step.explanation.highlights.iter().any(crosses));
            });
        assert_ne!(end, SolveEnd::Unsound);
    }
    assert!(used > 0, "no chain uses a link of a rule");
}

#[test]
fn uniqueness_is_off_where_a_rule_breaks_the_symmetry_of_digits() {
    let mut tried = 0;
    for technique in TECHNIQUES.iter().filter(|technique| technique.needs_unique) {
        for case in handbook::parse_cases(technique.handbook).unwrap() {
            if case.is_near_miss {
                continue;
            }
            tried += 1;
            let (grid, gone) = case.state.write();
            for rule in ["odd=r1c1", "xv-negative", "killer=9: r5c5 r5c6"] {
                let state = PuzzleState::read_with_rules(&grid, &gone, &[rule]).unwrap();
                let geometry = Geometry::for_layout(state.board.layout());
                let position = Position::new(&state.puzzle, &state.board, &geometry);
                let found = technique.all_steps(&position, false);
                assert!(found.is_empty(), "{} with {rule}: {found:?}", technique.id);
            }
        }
    }
    assert!(tried > 15);
}

/// Replays the events that an explanation names, and checks that each follows from those before.
fn replay(
    position: &Position<'_>,
    trial: &RuleTrial,
    (cell, bit): (usize, u16),
    clash: Clash,
    events: &[Event],
) -> Result<(), String> {
    let initial = &position.masks().0;
    let mut masks = initial.clone();
    masks[cell] = bit;
    let propagator = |number: usize| {
        let (rule, propagator) = trial.propagator(number);
        &position.rules()[rule].propagators[propagator]
    };
    for event in events.iter().filter(|event| event.cause != Cause::Supposed) {
        let holds = match event.cause {
            Cause::Supposed => true,
            Cause::RuledOut(source) => {
                let links = position.links();
                let digit = mask_digits(masks[source]).next().ok_or("no digit")?;
                let node = links.node(source, digit).ok_or("no node")?;
                masks[source].is_power_of_two()
                    && mask_digits(event.removed).all(|removed| {
                        links
                            .node(event.cell, removed)
                            .is_some_and(|other| links.are_weakly_linked(node, other))
                    })
            }
            Cause::LastPlace(house) => position.houses()[house]
                .cells
                .iter()
                .all(|other| *other == event.cell || masks[*other] & event.left == 0),
            Cause::Propagator(number) => {
                let cells = propagator(number).cells();
                let mut own = position_masks(&masks, cells);
                let is_possible = propagator(number).filter(&mut own);
                !is_possible
                    || cells.iter().zip(&own).any(|(other, kept)| {
                        usize::from(*other) == event.cell && kept & event.removed == 0
                    })
            }
        };
        if !holds {
            return Err(format!("{event:?} does not follow"));
        }
        masks[event.cell] &= !event.removed;
    }
    let fails = match clash {
        Clash::Cell(cell) => masks[cell] == 0,
        Clash::House(house, bit) => position.houses()[house]
            .cells
            .iter()
            .all(|cell| masks[*cell] & bit == 0),
        Clash::Propagator(number) => {
            let mut own = position_masks(&masks, propagator(number).cells());
            !propagator(number).filter(&mut own)
        }
    };
    if fails {
        Ok(())
    } else {
        Err(format!("{clash:?} does not follow"))
    }
}

fn position_masks(masks: &[u16], cells: &[u16]) -> Vec<u16> {
    cells.iter().map(|cell| masks[usize::from(*cell)]).collect()
}

#[test]
fn explanations_of_trials_name_all_causes() {
    let mut rng = SplitMix64::new(5);
    let mut checked = 0;
    let kinds: [&[&str]; 4] = [
        &["killer", "arrow"],
        &["thermo", "difference", "renban"],
        &["little-killer", "zipper", "between"],
        &["sandwich", "x-sum", "quadruple"],
    ];
    for kinds in kinds {
        let (puzzle, solution) = rule_subjects::create(&mut rng, kinds);
        let board = Board::with_clues_placed(&puzzle);
        let geometry = Geometry::for_layout(puzzle.layout());
        let position = Position::new(&puzzle, &board, &geometry);
        let mut trial = RuleTrial::new(&position);
        for cell in (0..81).filter(|cell| position.is_open(*cell)) {
            let right = solution.digit(puzzle.layout().cell(cell));
            for digit in position.candidates(cell).iter() {
                let supposed = (cell, 1 << digit.index());
                for levels in 0..6 {
                    let Some((clash, events)) = trial.suppose(&position, supposed, levels) else {
                        continue;
                    };
                    assert_ne!(digit, right, "{supposed:?} is right");
                    replay(&position, &trial, supposed, clash, &events).unwrap_or_else(|wrong| {
                        panic!("{kinds:?} {supposed:?}: {wrong} {events:?}")
                    });
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn layouts_without_propagators_have_no_steps_of_rules() {
    let layout = Layout::builder(25).rule("odd=r1c1").build().unwrap();
    let puzzle = Puzzle::empty(&layout);
    let board = Board::with_clues_placed(&puzzle);
    let geometry = Geometry::for_layout(&layout);
    let position = Position::new(&puzzle, &board, &geometry);
    assert!(position.rules().is_empty());
    for technique in of_rules() {
        assert!(
            technique.first_step(&position).is_none(),
            "{}",
            technique.id
        );
    }
    assert!(techniques::find("45 rule").is_some());
}

#[test]
fn hints_name_the_rule_and_its_cells() {
    for technique in of_rules() {
        let cases = handbook::parse_cases(technique.handbook).unwrap();
        let case = cases.iter().find(|case| !case.is_near_miss).unwrap();
        let geometry = Geometry::for_layout(case.state.board.layout());
        let position = Position::new(&case.state.puzzle, &case.state.board, &geometry);
        let step = technique
            .all_steps(&position, true)
            .into_iter()
            .find(|step| step.deduction.to_string() == case.deduction.to_string())
            .unwrap();
        let hint = Hint::new(&position, step.clone(), false);
        let [nudge, place, what, full] = HintLevel::ALL.map(|level| hint.text(level).to_string());
        assert!(
            nudge.starts_with(&format!("Try {}: ", technique.name)),
            "{nudge}"
        );
        assert!(place.starts_with("Look at ") && what.starts_with(place.trim_end_matches('.')));
        assert!(full.starts_with(&format!("{}: ", technique.name)), "{full}");
        // Every eliminated or placed candidate has its cell in the text.
        let changes = step
            .deduction
            .eliminations
            .iter()
            .chain(&step.deduction.placements);
        for change in changes {
            assert!(full.contains(&change.cell.to_string()), "{full}");
        }
        assert!(!hint.highlights(HintLevel::Where).is_empty());
        let rules = position.rules();
        let lower = full.to_lowercase();
        let named = rules.iter().any(|rule| {
            let name = rule.name.to_string();
            let noun = name.split(" at ").next().unwrap_or_default();
            lower.contains(&noun.to_lowercase())
        });
        assert!(named, "{full}");
    }
}
