//! The signature of the 9×9 engine: its exact work for a fixed corpus, to the last guess. A change
//! that only makes the engine faster leaves the signature unchanged. A change of the propagation or
//! of the selection of guesses shows here by how much.

use std::fmt::Write as _;
use std::path::Path;

use ndoku_solver::{BatchOutcome, Isa, Simd9};

#[test]
fn the_work_for_the_corpus_is_unchanged() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/simd9");
    let mut found = String::new();
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        found.clear();
        for set in ["easy", "minimal", "low-clue", "hard", "several", "invalid"] {
            let text = std::fs::read_to_string(folder.join(set)).expect("the corpus exists");
            let clues: Vec<[u8; 81]> = text
                .lines()
                .filter_map(|line| line.as_bytes().try_into().ok())
                .collect();
            assert_eq!(clues.len(), 150, "{set}");
            let mut engine = Simd9::new(Some(isa));
            let (mut first, mut second) = (vec![[0; 81]; clues.len()], vec![[0; 81]; clues.len()]);
            let mut outcomes = vec![BatchOutcome::default(); clues.len()];
            engine.solve_all_with_second(&clues, &mut first, &mut second, &mut outcomes);
            let count = |wanted| {
                outcomes
                    .iter()
                    .filter(|outcome| **outcome == wanted)
                    .count()
            };
            // FNV-1a over both solutions of each puzzle.
            let bytes = first
                .iter()
                .zip(&second)
                .flat_map(|(a, b)| a.iter().chain(b));
            let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
            });
            let (unique, several, none) = (
                count(BatchOutcome::Unique),
                count(BatchOutcome::Multiple),
                count(BatchOutcome::Unsolvable),
            );
            let work = engine.batch_stats();
            let _ = writeln!(
                found,
                "{set}: {unique} unique, {several} several, {none} none; {} guesses, {} sweeps; \
                solutions {hash:016x}",
                work.guesses, work.sweeps
            );
        }
        let kept =
            std::fs::read_to_string(folder.join("signature.txt")).expect("the signature exists");
        let kept: String = kept
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(
            found, kept,
            "{isa}: for an intended change, copy the lines found to testdata/simd9/signature.txt"
        );
    }
}
