//! Tests of engines on layouts with several rules of variants, against the oracle.

use ndoku_core::{Layout, Puzzle};
use ndoku_solver::{Backtrack, BacktrackLimits, Budget, Cdcl, Engine, HybridEngine, Verdict};
use ndoku_testkit::random::SplitMix64;
use ndoku_testkit::suite::{self, Report};
use ndoku_testkit::{random, variants};

fn check(engine: &mut dyn Engine, seed: u64) {
    let report: Report = suite::variants(engine, seed, 700);
    assert!(
        report.compared > 250 && report.unsolvable > 20 && report.unique > 80,
        "{report:?}"
    );
    assert_eq!(report.unsupported, 0);
}

#[test]
fn backtracking_agrees_with_the_oracle() {
    check(&mut Backtrack::new(), 1);
}

#[test]
fn cdcl_agrees_with_the_oracle() {
    check(&mut Cdcl::new(), 2);
}

/// The probe ends after a few conflicts, so that both engines take part.
#[test]
fn the_hybrid_agrees_with_the_oracle() {
    let limits = BacktrackLimits {
        max_conflicts: 2,
        restart_unit: 1,
    };
    check(&mut HybridEngine::default().with_probe_limits(limits), 3);
}

/// Wrong explanations of propagators would teach clauses that exclude solutions.
#[cfg(debug_assertions)]
#[test]
fn learned_clauses_keep_every_solution() {
    let mut cdcl = Cdcl::new();
    let mut checked = 0;
    for round in 0..300 {
        let mut rng = SplitMix64::new(round);
        let layout = variants::layout(&mut rng, 6);
        let puzzle = random::puzzle(&mut rng, &layout);
        let budget = Budget::default().max_guesses(2_000);
        let Ok(found) = Backtrack::new().find_solutions(&puzzle, 3, &budget) else {
            continue;
        };
        for solution in &found.solutions {
            cdcl.debug_check_against(solution);
            let count = cdcl.count_up_to(&puzzle, 50, &budget);
            checked += usize::from(count.is_ok_and(|count| count.number > 0));
        }
    }
    assert!(checked > 150, "{checked}");
}

/// Two cages with the sum 20 leave 5 for the last cell of the row. Each cage alone allows the wrong
/// clue 6.
#[test]
fn the_45_rule_needs_no_guess() {
    let cages = ["killer=20: r1c1-r1c4", "killer=20: r1c5-r1c8"];
    let build = |cages: &[&str]| {
        let builder = Layout::builder(9);
        let with_cages = cages
            .iter()
            .fold(builder, |builder, cage| builder.rule(cage));
        with_cages.build().unwrap()
    };
    let solve = |layout: &Layout, last: u8| {
        let mut clues = [0; 81];
        clues[8] = last;
        let puzzle = Puzzle::from_array(layout, &clues).unwrap();
        Backtrack::new().solve(&puzzle, &Budget::default()).unwrap()
    };
    let both = build(&cages);
    let report = solve(&both, 6);
    assert_eq!(report.verdict, Verdict::Unsolvable);
    assert_eq!(report.stats.guesses, 0);
    assert!(matches!(solve(&both, 5).verdict, Verdict::Multiple(..)));
    for cage in &cages {
        let one = build(&[*cage]);
        assert!(matches!(solve(&one, 6).verdict, Verdict::Multiple(..)));
    }
}

/// Sums that contradict a house are found before the search.
#[test]
fn contradicting_sums_need_no_guess() {
    let layout = Layout::builder(9)
        .rule("killer=20: r1c1-r1c4")
        .rule("killer=12: r1c5-r1c7")
        .rule("killer=14: r1c8 r1c9")
        .build()
        .unwrap();
    for engine in [&mut Backtrack::new() as &mut dyn Engine, &mut Cdcl::new()] {
        let report = engine
            .solve(&Puzzle::empty(&layout), &Budget::default())
            .unwrap();
        assert_eq!(report.verdict, Verdict::Unsolvable);
        assert_eq!(report.stats.guesses, 0, "20 + 12 + 14 is not 45");
    }
}

/// Sums along the diagonal and beside it leave too small a sum for cells in boxes 2, 4, 6 and 8. No
/// sum alone says so.
#[test]
fn a_tight_sum_of_many_cells_needs_no_guess() {
    // The sums of the lines r1c2 … r8c9 and r1c3 … r7c9, and of their mirror images. With the
    // diagonal they cover boxes 1, 5 and 9. The rest are 12 cells, three in each of four boxes.
    let solve = |sums: [u32; 4]| {
        let [first, second, third, fourth] = sums;
        let rules = [
            format!("little-killer={first}: r1c2 down-right"),
            format!("little-killer={second}: r1c3 down-right"),
            format!("little-killer={third}: r2c1 down-right"),
            format!("little-killer={fourth}: r3c1 down-right"),
        ];
        let builder = Layout::builder(9).rule("diagonal-main");
        let with_sums = rules
            .iter()
            .fold(builder, |builder, rule| builder.rule(rule));
        let puzzle = Puzzle::empty(&with_sums.build().unwrap());
        let limit = Budget::default().max_guesses(2_000);
        Backtrack::new().find_solutions(&puzzle, 1, &limit)
    };
    // 24 is the least sum of three cells in each of four boxes, and 45 the sum of the diagonal.
    let least = 3 * 45 + 24 - 45;
    let too_small = solve([28, 28, 28, least - 1 - 3 * 28]).unwrap();
    assert!(too_small.solutions.is_empty());
    assert_eq!(too_small.stats.guesses, 0);
    let others = solve([40, 35, 40, 35]);
    assert!(others.is_ok_and(|found| found.solutions.len() == 1));
}
