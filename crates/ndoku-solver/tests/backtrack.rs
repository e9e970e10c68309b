//! Tests of the backtracking engine against the naive oracle. A longer run: `cargo run --release -p
//! ndoku-testkit --bin conformance -- --seconds 60`.

use ndoku_solver::Backtrack;
use ndoku_testkit::suite;

#[test]
fn small_layouts_agree_with_the_oracle() {
    let report = suite::conformance(&mut Backtrack::new(), 1, 1500, 6);
    assert!(
        report.compared > 1500
            && report.unsolvable > 250
            && report.unique > 250
            && report.plentiful > 25,
        "{report:?}"
    );
    assert_eq!(report.unsupported, 0);
}

#[test]
fn larger_layouts_agree_with_the_oracle() {
    let report = suite::conformance(&mut Backtrack::new(), 2, 150, 12);
    assert!(
        report.compared > 150 && report.unsolvable > 25 && report.unique > 25,
        "{report:?}"
    );
}

/// Restarts at nearly every conflict must not lose or repeat a solution.
#[test]
fn restarts_keep_the_set_of_solutions() {
    let report = suite::conformance(&mut Backtrack::new().with_restart_unit(1), 3, 500, 6);
    assert!(report.compared > 500, "{report:?}");
    let report = suite::conformance(&mut Backtrack::new().with_restart_unit(1), 4, 60, 12);
    assert!(report.compared > 60, "{report:?}");
}
