//! The general engine against the naive oracle. Longer: `cargo run --release -p ndoku-testkit --bin conformance -- --seconds 60`.

use ndoku_engine::General;
use ndoku_testkit::suite;

#[test]
fn small_layouts_of_every_kind() {
    let report = suite::conformance(&mut General::new(), 1, 2500, 6);
    assert!(report.compared > 3500 && report.unsolvable > 500 && report.unique > 500 && report.plentiful > 50, "{report:?}");
    assert_eq!(report.unsupported, 0);
}

#[test]
fn larger_layouts_of_every_kind() {
    let report = suite::conformance(&mut General::new(), 2, 300, 12);
    assert!(report.compared > 300 && report.unsolvable > 50 && report.unique > 50, "{report:?}");
}
