//! The learning engine against the naive oracle. Longer: `cargo run --release -p ndoku-testkit --bin conformance -- --seconds 60`.

use ndoku_engine::Learning;
use ndoku_testkit::suite;

#[test]
fn small_layouts_of_every_kind() {
    let report = suite::conformance(&mut Learning::new(), 1, 1500, 6);
    assert!(report.compared > 1500 && report.unsolvable > 250 && report.unique > 250 && report.plentiful > 25, "{report:?}");
    assert_eq!(report.unsupported, 0);
}

#[test]
fn larger_layouts_of_every_kind() {
    let report = suite::conformance(&mut Learning::new(), 2, 150, 12);
    assert!(report.compared > 150 && report.unsolvable > 25 && report.unique > 25, "{report:?}");
}
