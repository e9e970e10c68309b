//! Passes any bytes as clues to the 9×9 engine. Every instruction set must give the answers of the
//! readers and the general engine.
#![no_main]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use ndoku::{Backtrack, BatchOutcome, Budget, Engine, Isa, Layout, Puzzle, Simd9};

fuzz_target!(|bytes: &[u8]| {
    let clues: Vec<[u8; 81]> = bytes
        .chunks_exact(81)
        .filter_map(|chunk| chunk.try_into().ok())
        .take(40)
        .collect();
    // Puzzles with few clues are slow and reveal little.
    let is_clue = |byte: &&u8| (1..=9).contains(*byte) || (b'1'..=b'9').contains(*byte);
    let clues: Vec<[u8; 81]> = clues
        .into_iter()
        .filter(|clues| clues.iter().filter(is_clue).count() >= 12)
        .collect();
    let mut reference: Option<(Vec<[u8; 81]>, Vec<BatchOutcome>)> = None;
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let mut engine = Simd9::new(Some(isa));
        let (mut grids, mut outcomes) = (
            vec![[0; 81]; clues.len()],
            vec![BatchOutcome::Solvable; clues.len()],
        );
        engine.solve_all(&clues, &mut grids, &mut outcomes);
        for (i, clues) in clues.iter().enumerate() {
            assert_eq!(engine.solve_one(clues), (outcomes[i], grids[i]));
        }
        let all = (grids, outcomes);
        assert_eq!(*reference.get_or_insert_with(|| all.clone()), all, "{isa}");
    }
    let Some((_, outcomes)) = reference else {
        return;
    };
    let mut general = Backtrack::new();
    for (clues, outcome) in clues.iter().zip(outcomes) {
        let numbers = clues
            .map(|byte| {
                if (b'1'..=b'9').contains(&byte) {
                    byte - b'0'
                } else {
                    byte
                }
            })
            .map(|n| if n <= 9 { n } else { 0 });
        let Ok(puzzle) = Puzzle::from_array(&Layout::classic(), &numbers) else {
            panic!("these are digits")
        };
        let (begin, over) = (Instant::now(), AtomicBool::new(false));
        let expired = || {
            over.fetch_or(
                begin.elapsed() > Duration::from_millis(100),
                Ordering::Relaxed,
            );
            over.load(Ordering::Relaxed)
        };
        let Ok(tally) = general.count(&puzzle, 2, &Budget::default().stop_when(&expired)) else {
            continue;
        };
        let expected = [
            BatchOutcome::Unsolvable,
            BatchOutcome::Unique,
            BatchOutcome::Multiple,
        ][tally.count.min(2) as usize];
        assert_eq!(outcome, expected, "{puzzle:?}");
    }
});
