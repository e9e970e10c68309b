//! Tests of the hybrid engine: conformance with the naive oracle for probes of several lengths.

use ndoku_solver::{BacktrackLimits, HybridEngine};
use ndoku_testkit::suite;

#[test]
fn the_engine_passes_the_conformance_suite() {
    for max_conflicts in [0, 1, 5, 40] {
        let limits = BacktrackLimits {
            max_conflicts,
            restart_unit: 7,
        };
        let mut engine = HybridEngine::default().with_probe_limits(limits);
        let report = suite::conformance(&mut engine, 3 + max_conflicts, 300, 6);
        assert!(
            report.compared > 300 && report.unique > 50 && report.plentiful > 5,
            "{report:?}"
        );
    }
}
