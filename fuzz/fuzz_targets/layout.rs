//! Calls a layout builder as the input says. It must build a sound layout or return an error.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use ndoku::constraint::{RULES, RuleRef};
use ndoku::{Boxes, Cell, Diagonal, Layout, Puzzle};
use ndoku_fuzz::{Choices, check_layout};
use ndoku_testkit::random::LazyRise;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    // Small grids are fast and show most mistakes.
    let size = if choices.byte().is_multiple_of(8) {
        choices.byte()
    } else {
        choices.byte() % 17
    };
    let mut builder = Layout::builder(size);
    let mut calls = 0;
    while !choices.0.is_empty() && calls < 40 {
        calls += 1;
        builder = match choices.below(11) {
            0 => builder.boxes(choices.byte(), choices.byte()),
            1 => builder.no_boxes(),
            2 => builder.any_boxes(Boxes::for_size(choices.byte().max(1))),
            3 => builder.regions(choices.bytes(usize::from(size) * usize::from(size))),
            4 => {
                // A map that often fits: stripes that the input bends.
                let n = usize::from(size).max(1);
                let bend: Vec<usize> = (0..n).map(|_| choices.below(n)).collect();
                let map: Vec<usize> = (0..n * n)
                    .map(|index| (index + bend[index / n]) % n)
                    .collect();
                builder.regions(&map)
            }
            5 => builder.diagonal(if choices.below(2) == 0 {
                Diagonal::Main
            } else {
                Diagonal::Anti
            }),
            6 => {
                let name = choices.text();
                let cells: Vec<Cell> = (0..choices.below(20))
                    .map(|_| Cell::new(choices.byte() % 255, choices.byte() % 255))
                    .collect();
                builder.house(&name, &cells)
            }
            7 => builder.rule(RULES[choices.below(RULES.len())].id),
            8 => builder.rule(&choices.text()),
            9 => {
                let rule = &RULES[choices.below(RULES.len())];
                builder.rule_ref(RuleRef {
                    id: rule.id,
                    argument: Some(choices.text()),
                })
            }
            _ => {
                let mut cells: Vec<Cell> = (0..choices.below(5))
                    .map(|_| Cell::new(choices.byte() % 20, choices.byte() % 20))
                    .collect();
                cells.sort_unstable();
                cells.dedup();
                builder.constraint(Arc::new(LazyRise::new(cells)))
            }
        };
    }
    match builder.build() {
        Ok(layout) => {
            check_layout(&layout);
            let _ = layout.to_string();
            assert_eq!(layout.to_builder().build().as_ref(), Ok(&layout));
            let _ = Puzzle::empty(&layout).conflicts();
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let _ = error.hint();
        }
    }
});
