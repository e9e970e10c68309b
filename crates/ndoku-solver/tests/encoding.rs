//! Tests of the encoding: its models must be exactly the solutions of the puzzle.
//!
//! A plain search enumerates the models. An engine enumerates the solutions.

use std::ops::ControlFlow;

use ndoku_core::{Candidate, Encoding, Layout, Puzzle};
use ndoku_solver::{Backtrack, Budget, Engine};
use ndoku_testkit::random::{self, SplitMix64};

/// Returns all models of the clauses, as the values of the variables from 1.
fn models(clauses: &[Vec<i32>], variables: usize) -> Vec<Vec<bool>> {
    let mut found = Vec::new();
    complete(clauses, vec![None; variables + 1], &mut found);
    found
}

/// Completes an assignment in every way, and appends the models to `found`.
///
/// Propagates unit clauses, and then tries both values of the first unassigned variable.
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

/// Returns the solutions as models, or `None` if there are more than `limit`.
fn solutions(encoding: &Encoding<'_>, puzzle: &Puzzle, limit: usize) -> Option<Vec<Vec<bool>>> {
    let layout = puzzle.layout();
    let mut all = Vec::new();
    let searched = Backtrack::new().search(puzzle, &Budget::default(), &mut |digits| {
        let mut model = vec![false; encoding.variable_count() as usize];
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

/// Compares the models with the solutions, and returns their number.
///
/// Returns `None` if the puzzle has no encoding or more than `limit` solutions.
fn count_models(puzzle: &Puzzle, limit: usize) -> Option<usize> {
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
        "{layout}: the encoding accepts a rule without clauses"
    );
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    encoding.for_each_clause(&mut |clause| clauses.push(clause.to_vec()));
    assert_eq!(encoding.clause_count(), clauses.len() as u64, "{layout}");
    let variables = 1..=encoding.variable_count();
    assert!(
        clauses
            .iter()
            .flatten()
            .all(|literal| variables.contains(&literal.unsigned_abs())),
        "{layout}"
    );
    let mut distinct = clauses.clone();
    distinct
        .iter_mut()
        .for_each(|clause| clause.sort_unstable());
    distinct.sort_unstable();
    distinct.dedup();
    // In a grid of one cell, the clause "at least one" equals the clue.
    assert!(
        distinct.len() == clauses.len() || layout.size() == 1,
        "{layout}: a clause occurs twice"
    );
    let mut expected = solutions(&encoding, puzzle, limit)?;
    let mut found = models(&clauses, encoding.variable_count() as usize);
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
fn models_are_exactly_the_solutions() {
    let mut rng = SplitMix64::new(8);
    let (mut compared, mut multiple, mut unsolvable, mut skipped) = (0, 0, 0, 0);
    for _ in 0..400 {
        let size = 1 + rng.below(5) as u8;
        let layout = random::layout(&mut rng, size);
        let puzzle = random::puzzle(&mut rng, &layout);
        match count_models(&puzzle, 40) {
            Some(count) => {
                compared += 1;
                multiple += usize::from(count > 1);
                unsolvable += usize::from(count == 0);
            }
            None => skipped += 1,
        }
    }
    println!(
        "{compared} compared, {multiple} with several solutions, {unsolvable} without, \
         {skipped} without encoding or with too many solutions"
    );
    assert!(compared > 200 && multiple > 20 && unsolvable > 40 && skipped > 20);
}

#[test]
fn encodings_of_empty_grids_have_the_known_number_of_models() {
    let four = || Layout::builder(4);
    assert_eq!(
        count_models(&Puzzle::empty(&four().build().unwrap()), 300),
        Some(288)
    );
    assert_eq!(
        count_models(&Puzzle::empty(&four().x().build().unwrap()), 300),
        Some(48)
    );
    assert_eq!(
        count_models(&Puzzle::empty(&four().no_boxes().build().unwrap()), 600),
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
        assert!(count_models(&Puzzle::empty(&builder.build().unwrap()), 600).is_some());
    }
}
