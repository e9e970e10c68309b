//! The clauses of a puzzle against its solutions: all models, counted by a plain search, are the solutions that the engine finds.

use std::ops::ControlFlow;

use ndoku_core::{Candidate, Encoding, Layout, Puzzle};
use ndoku_solver::{Backtrack, Budget, Engine};
use ndoku_testkit::random::{self, SplitMix64};

/// All models: the variables 1 to `variables` as true or false.
fn models(clauses: &[Vec<i32>], variables: usize) -> Vec<Vec<bool>> {
    let mut found = Vec::new();
    complete(clauses, vec![None; variables + 1], &mut found);
    found
}

/// Completes an assignment in every way: what clauses with one literal left say, then both values of the first open variable.
fn complete(clauses: &[Vec<i32>], mut values: Vec<Option<bool>>, found: &mut Vec<Vec<bool>>) {
    loop {
        let mut implied = None;
        for clause in clauses {
            let value = |literal: &i32| {
                values[literal.unsigned_abs() as usize].map(|value| value == (*literal > 0))
            };
            if clause.iter().any(|literal| value(literal) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|literal| value(literal).is_none());
            match (open.next(), open.next()) {
                (None, _) => return,
                (Some(literal), None) => implied = Some(*literal),
                _ => {}
            }
        }
        let Some(literal) = implied else { break };
        values[literal.unsigned_abs() as usize] = Some(literal > 0);
    }
    match (1..values.len()).find(|variable| values[*variable].is_none()) {
        None => found.push(values[1..].iter().map(|value| value.unwrap()).collect()),
        Some(variable) => {
            for value in [true, false] {
                values[variable] = Some(value);
                complete(clauses, values.clone(), found);
            }
        }
    }
}

/// The solutions as models, if there are no more than `limit`.
fn solutions(encoding: &Encoding<'_>, puzzle: &Puzzle, limit: usize) -> Option<Vec<Vec<bool>>> {
    let layout = puzzle.layout();
    let mut all = Vec::new();
    let searched = Backtrack::new().search(puzzle, &Budget::default(), &mut |digits| {
        let mut model = vec![false; encoding.variables() as usize];
        for (cell, digit) in layout.cells().zip(digits) {
            model[encoding.variable(Candidate::new(cell, *digit)) as usize - 1] = true;
        }
        all.push(model);
        if all.len() > limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    searched.unwrap().exhausted.then_some(all)
}

fn check(puzzle: &Puzzle, limit: usize) -> Option<usize> {
    let layout = puzzle.layout();
    let encoding = match Encoding::new(puzzle) {
        Ok(encoding) => encoding,
        Err(error) => {
            assert!(
                layout
                    .constraints()
                    .iter()
                    .any(|constraint| !constraint.is_pairwise()),
                "{layout}: {error}"
            );
            return None;
        }
    };
    assert!(
        layout
            .constraints()
            .iter()
            .all(|constraint| constraint.is_pairwise()),
        "{layout}: a rule is missing from the clauses"
    );
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    encoding.for_each(&mut |clause| clauses.push(clause.to_vec()));
    assert_eq!(encoding.clause_count(), clauses.len() as u64, "{layout}");
    let names = 1..=encoding.variables();
    assert!(
        clauses
            .iter()
            .flatten()
            .all(|literal| names.contains(&literal.unsigned_abs())),
        "{layout}"
    );
    let mut different = clauses.clone();
    different
        .iter_mut()
        .for_each(|clause| clause.sort_unstable());
    different.sort_unstable();
    different.dedup();
    // In a grid of one cell, a clause that says "one of these" is the clue.
    assert!(
        different.len() == clauses.len() || layout.size() == 1,
        "{layout}: a clause stands twice"
    );
    let mut expected = solutions(&encoding, puzzle, limit)?;
    let mut found = models(&clauses, encoding.variables() as usize);
    expected.sort_unstable();
    found.sort_unstable();
    assert!(
        expected == found,
        "{layout}, {:?}: {} solutions, {} models",
        puzzle.clues(),
        expected.len(),
        found.len()
    );
    Some(found.len())
}

#[test]
fn models_are_the_solutions() {
    let mut rng = SplitMix64::new(8);
    let (mut compared, mut several, mut none, mut refused) = (0, 0, 0, 0);
    for _ in 0..400 {
        let size = 1 + rng.below(5) as u8;
        let layout = random::layout(&mut rng, size);
        let puzzle = random::puzzle(&mut rng, &layout);
        match check(&puzzle, 40) {
            Some(count) => {
                compared += 1;
                several += usize::from(count > 1);
                none += usize::from(count == 0);
            }
            None => refused += 1,
        }
    }
    println!(
        "{compared} compared, {several} with several solutions, {none} without, {refused} refused or plentiful"
    );
    assert!(compared > 200 && several > 20 && none > 40 && refused > 20);
}

#[test]
fn empty_grids_have_as_many_models_as_solutions() {
    let four = || Layout::builder(4);
    assert_eq!(
        check(&Puzzle::empty(&four().build().unwrap()), 300),
        Some(288)
    );
    assert_eq!(
        check(&Puzzle::empty(&four().x().build().unwrap()), 300),
        Some(48)
    );
    assert_eq!(
        check(&Puzzle::empty(&four().no_boxes().build().unwrap()), 600),
        Some(576)
    );
    let corner =
        [(0, 0), (0, 3), (3, 0), (3, 3)].map(|(row, column)| ndoku_core::Cell::new(row, column));
    for builder in [
        four().regions(b"aaabacbbccbdcddd"),
        four().rule("anti-knight"),
        four().rule("anti-king"),
        four().rule("non-consecutive"),
        four().house("corners", &corner),
        four().house("three corners", &corner[..3]),
        four().house(
            "the first row again",
            &[(0, 0), (0, 1), (0, 2), (0, 3)]
                .map(|(row, column)| ndoku_core::Cell::new(row, column)),
        ),
    ] {
        assert!(check(&Puzzle::empty(&builder.build().unwrap()), 600).is_some());
    }
}
