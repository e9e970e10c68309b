//! Compares the propagators of every rule with all tuples of digits: no digit of a tuple that the
//! rule allows is removed, and decided cells are judged exactly.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;
use crate::Digit;
use crate::constraint::{Constraint, RULES, RuleRef};

/// Rules with arguments for grids of size 4 or 6.
const SAMPLES: &[(u8, &str)] = &[
    (4, "killer=5: r1c1 r1c2"),
    (4, "killer=8: r1c1 r1c2 r2c1"),
    (6, "killer=14: r1c1 r1c2 r2c2 r3c2"),
    (4, "killer=r1c1 r3c3"),
    (4, "killer=10: r1c1-r1c4"),
    (4, "sum=7: r1c1 r2c2 r3c3"),
    (4, "sum=7|9: r1c1 2*r2c2 r3c3"),
    (4, "sum=1: r1c1 r2c2 -r3c3"),
    (4, "sum=-3: r1c1 -2*r2c2"),
    (6, "sum=20: r1c1-r1c3 r3c1-r3c2"),
    (4, "arrow=r1c1; r1c2 r1c3"),
    (4, "arrow=r1c1; r2c2 r3c3 r4c4"),
    (6, "arrow=r1c1 r1c2; r2c2-r5c2"),
    (4, "double-arrow=r1c1 r2c2 r2c3 r3c4"),
    (4, "little-killer=9: r1c1 down-right"),
    (6, "little-killer=13: r4c1 down-right"),
    (4, "region-sum=r1c2 r1c3 r2c3"),
    (4, "region-sum=r2c1 r2c2 r2c3 r3c3 r3c2"),
    (4, "zipper=r1c1 r1c2 r2c3 r3c4 r4c4"),
    (4, "zipper=r1c1 r1c2 r2c3 r3c4"),
    (4, "sum-line=5: r1c1 r1c2 r2c2 r3c3 r3c4"),
    (4, "sum-line=4: r1c1 r1c2 r2c2 r3c1 loop"),
    (4, "difference=r1c1 r1c2"),
    (4, "difference=2: r1c1 r1c2"),
    (4, "ratio=r1c1 r2c1"),
    (6, "ratio=3: r1c1 r2c1"),
    (4, "xv=V: r1c1 r1c2"),
    (6, "xv=X: r1c1 r1c2"),
    (4, "thermo=r1c1-r1c3"),
    (6, "thermo=r1c1 r2c2 r3c3 r4c4"),
    (4, "slow-thermo=r1c1 r2c2 r2c3"),
    (4, "whisper=r1c1 r2c2 r3c2"),
    (6, "whisper=2: r1c1 r2c2 r3c2"),
    (4, "renban=r1c1 r2c2 r3c2"),
    (6, "renban=r1c1 r2c2 r3c2 r4c2"),
    (4, "nabner=r1c1 r2c2"),
    (4, "palindrome=r1c1 r1c2 r2c3 r3c4 r4c4"),
    (4, "clone=r1c1 r1c2; r3c2 r3c3"),
    (6, "entropic=r1c1 r2c2 r3c3 r4c4"),
    (6, "modular=r1c1 r2c2 r3c3 r4c4"),
    (4, "modular=2: r1c1 r2c2 r3c3 r4c4"),
    (4, "between=r1c1 r1c2 r2c2 r3c3"),
    (6, "lockout=3: r1c1 r2c2 r3c2 r4c3"),
    (4, "greater=r1c1 r1c2"),
    (4, "minimum=r1c1 r1c2"),
    (4, "maximum=r2c2"),
    (4, "odd=r1c1 r2c2"),
    (4, "even=r1c1 r2c2"),
    (4, "pairs=0110100110010110: r1c1 r2c2 r3c3"),
    (4, "sandwich=3: row 2"),
    (6, "sandwich=5: column 2 from below"),
    (4, "x-sum=6: row 1 from right"),
    (6, "x-sum=10: row 1"),
    (4, "skyscraper=2: column 3"),
    (6, "skyscraper=3: row 4 from right"),
    (4, "numbered-room=3: row 2"),
    (4, "numbered-room=1: column 2 from below"),
    (4, "row-indexer=r1c1 r2c3"),
    (4, "column-indexer=r1c1 r3c2"),
    (4, "box-indexer=r1c1 r2c3"),
    (4, "quadruple=1 2: r1c1"),
    (4, "quadruple=1 2 2 3: r2c2"),
    (4, "counting-circles=r1c1 r2c2 r3c3 r4c4 r1c3"),
    (4, "difference-negative"),
    (4, "anti-knight"),
    (4, "anti-king"),
    (4, "non-consecutive"),
    (6, "global-entropy"),
    (6, "global-mod"),
];

/// Calls `each` with all tuples within the masks of the cells, in which equal digits do not meet in
/// a house.
fn for_each_tuple(
    layout: &Layout,
    cells: &[Cell],
    masks: &[u16],
    digits: &mut Vec<Option<Digit>>,
    each: &mut dyn FnMut(&[Option<Digit>]),
) {
    let place = digits.len();
    let Some(cell) = cells.get(place) else {
        return each(digits);
    };
    for number in digits_of(masks[layout.index(*cell)]) {
        let digit = Digit::new(number as u8);
        let meets = |other: usize| digits[other] == digit && layout.sees(cells[other], *cell);
        if (0..place).any(meets) {
            continue;
        }
        digits.push(digit);
        for_each_tuple(layout, cells, masks, digits, each);
        digits.pop();
    }
}

/// Runs the propagators until nothing changes. Returns `false` for a contradiction.
fn propagate(propagators: &[Propagator], masks: &mut [u16]) -> bool {
    loop {
        let before = masks.to_vec();
        for propagator in propagators {
            let mut own: Vec<u16> = propagator
                .cells()
                .iter()
                .map(|cell| masks[usize::from(*cell)])
                .collect();
            let first = own.clone();
            if !propagator.filter(&mut own) {
                return false;
            }
            for ((cell, old), new) in propagator.cells().iter().zip(&first).zip(&own) {
                assert_eq!(new & !old, 0, "{propagator:?} adds a digit");
                masks[usize::from(*cell)] &= new;
            }
        }
        if masks.contains(&0) {
            return false;
        }
        if before == masks {
            return true;
        }
    }
}

/// Returns the digits of each cell of the layout that a valid tuple leaves possible.
fn supported(layout: &Layout, constraint: &dyn Constraint, masks: &[u16]) -> Vec<u16> {
    let cells = constraint.cells();
    let mut kept = vec![0_u16; masks.len()];
    for_each_tuple(layout, cells, masks, &mut Vec::new(), &mut |digits| {
        if !constraint.allows(digits) {
            return;
        }
        for (index, kept) in kept.iter_mut().enumerate() {
            let at = layout.cell(index);
            if let Some(place) = cells.iter().position(|cell| *cell == at) {
                *kept |= 1 << digits[place].map_or(0, Digit::index);
                continue;
            }
            let taken = cells
                .iter()
                .zip(digits)
                .filter(|(cell, _)| layout.sees(**cell, at))
                .fold(0_u16, |all, (_, digit)| {
                    all | 1 << digit.map_or(0, Digit::index)
                });
            *kept |= masks[index] & !taken;
        }
    });
    kept
}

#[test]
fn propagators_agree_with_all_tuples() {
    let mut rng = SplitMix64::seed_from_u64(5);
    let mut contradictions = 0;
    for (size, text) in SAMPLES {
        let layout = Layout::builder(*size).rule(text).build().unwrap();
        let facts = LayoutFacts::new(&layout);
        for constraint in layout.constraints() {
            let Some(propagators) = constraint.propagators(&facts) else {
                assert!(text.ends_with("loop"), "{text} has no propagators");
                continue;
            };
            let cells = constraint.cells();
            let full = (1_u16 << size) - 1;
            for round in 0..60 {
                let mut masks = vec![full; layout.cell_count()];
                // All tuples must be few: most cells have few digits, and many are decided.
                for (place, cell) in cells.iter().enumerate() {
                    let sure = round % 3 == 0 || place >= 6 && cells.len() > 8;
                    let random = rng.next_u64() as u16 & full;
                    let digit = 1 << (rng.next_u64() % u64::from(*size));
                    masks[layout.index(*cell)] = if sure { digit } else { random | digit };
                }
                let kept = supported(&layout, &**constraint, &masks);
                contradictions += check_quick_answers(&layout, &propagators, &masks, &kept);
                let mut filtered = masks.clone();
                let holds = propagate(&propagators, &mut filtered);
                let is_possible = cells.iter().all(|cell| kept[layout.index(*cell)] != 0);
                assert!(holds || !is_possible, "{text}: {masks:?}");
                if holds {
                    for (index, (filtered, kept)) in filtered.iter().zip(&kept).enumerate() {
                        assert_eq!(
                            kept & !filtered,
                            0,
                            "{text} removes a digit of {}: {masks:?}",
                            layout.cell(index)
                        );
                    }
                }
                let is_decided = cells
                    .iter()
                    .all(|cell| masks[layout.index(*cell)].is_power_of_two());
                if is_decided && !constraint.is_pairwise() {
                    let digits: Vec<Option<Digit>> = cells
                        .iter()
                        .map(|cell| {
                            Digit::new(masks[layout.index(*cell)].trailing_zeros() as u8 + 1)
                        })
                        .collect();
                    assert!(
                        !holds
                            || constraint.allows(&digits)
                            || !is_possible && repeats(&layout, cells, &digits),
                        "{text} accepts {digits:?}"
                    );
                }
            }
        }
    }
    assert!(contradictions > 500, "{contradictions}");
}

/// Holds the quick answers of propagators against all tuples: a digit of a tuple is supported.
/// Returns the number of contradictions that the quick answers find.
fn check_quick_answers(
    layout: &Layout,
    propagators: &[Propagator],
    masks: &[u16],
    kept: &[u16],
) -> usize {
    let mut found = 0;
    for propagator in propagators {
        let cells = propagator.cells();
        let own: Vec<u16> = cells.iter().map(|cell| masks[usize::from(*cell)]).collect();
        found += usize::from(!propagator.is_feasible(&own));
        for cell in cells {
            let digits = kept[usize::from(*cell)];
            for digit in digits_of(digits) {
                let mut decided = own.clone();
                for (mask, other) in decided.iter_mut().zip(cells) {
                    if other == cell {
                        *mask = 1 << (digit - 1);
                    }
                }
                let name = layout.cell(usize::from(*cell));
                assert!(
                    propagator.is_feasible(&own) && propagator.supports(&decided, *cell),
                    "{propagator:?} rules out {digit} in {name}: {own:?}"
                );
            }
        }
    }
    found
}

/// Returns `true` if equal digits meet in a house.
fn repeats(layout: &Layout, cells: &[Cell], digits: &[Option<Digit>]) -> bool {
    (0..cells.len())
        .any(|a| (0..a).any(|b| digits[a] == digits[b] && layout.sees(cells[a], cells[b])))
}

#[test]
fn every_rule_with_an_argument_has_a_sample() {
    for rule in RULES.iter().filter(|rule| rule.argument.is_some()) {
        let is_house = ["colors", "house"].contains(&rule.id);
        let has_sample = SAMPLES
            .iter()
            .any(|(_, text)| text.parse::<RuleRef>().unwrap().id == rule.id);
        assert!(is_house || has_sample, "{}", rule.id);
    }
}

#[test]
fn large_layouts_have_no_propagators() {
    let layout = Layout::builder(25)
        .rule("killer=20: r1c1 r1c2")
        .build()
        .unwrap();
    assert!(layout.propagators().propagators.is_empty());
    assert_eq!(layout.propagators().others, [0]);
}
