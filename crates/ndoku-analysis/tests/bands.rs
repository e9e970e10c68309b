//! The 416 classes of bands: known numbers, and a test for samplers of grids. In uniform grids, the
//! sizes and completions of the classes determine their frequencies.

use ndoku_analysis::Grid81;
use ndoku_analysis::canonical::band;
use ndoku_core::{Layout, Puzzle, Rng};
use ndoku_count::ExactCount;
use ndoku_generate::grid_generator::GridGenerator;
use ndoku_generate::uniform::grids;
use ndoku_solver::Budget;
use ndoku_testkit::random::SplitMix64;

/// Number of all grids.
const GRIDS: u128 = 6_670_903_752_021_072_936_960;

/// Returns for each class the number of grids whose first band is in the class.
fn weights() -> Vec<u128> {
    let budget = Budget::default();
    let completions = |class: &band::BandClass| {
        let mut clues = vec![0; 81];
        clues[..27].copy_from_slice(class.least.as_flattened());
        let puzzle = Puzzle::from_array(&Layout::classic(), &clues).unwrap();
        ExactCount::new(&puzzle, None, &budget)
            .unwrap()
            .unwrap()
            .run(&budget)
            .unwrap()
    };
    band::all_classes()
        .iter()
        .map(|class| u128::from(class.bands) * completions(class))
        .collect()
}

/// Computes the chi-square of the classes of the first bands of these grids, and its degrees of
/// freedom. Rare classes are merged.
fn chi_square(weights: &[u128], grids: impl Iterator<Item = Grid81>) -> (f64, usize) {
    let (mut counts, mut total) = (vec![0_u32; weights.len()], 0_u32);
    for grid in grids {
        counts[usize::from(band::classes_of_grid(&grid).unwrap()[0])] += 1;
        total += 1;
    }
    let (mut sum, mut parts, mut rare) = (0.0, 0, (0.0, 0.0));
    let mut add = |expected: f64, count: f64| {
        sum += (count - expected).powi(2) / expected;
        parts += 1;
    };
    for (weight, count) in weights.iter().zip(counts) {
        let expected = *weight as f64 / GRIDS as f64 * f64::from(total);
        if expected < 10.0 {
            rare = (rare.0 + expected, rare.1 + f64::from(count));
        } else {
            add(expected, f64::from(count));
        }
    }
    if rare.0 > 0.0 {
        add(rare.0, rare.1);
    }
    (sum, parts - 1)
}

/// Returns `true` if a chi-square is within five standard deviations of its mean.
fn is_plausible((sum, freedom): (f64, usize)) -> bool {
    let (mean, deviation) = (freedom as f64, (2.0 * freedom as f64).sqrt());
    (sum - mean).abs() < 5.0 * deviation
}

#[test]
fn classes_have_known_sizes() {
    let all = band::all_classes();
    assert_eq!(
        (all.len(), all.iter().map(|class| class.bands).sum::<u64>()),
        (416, 948_109_639_680)
    );
    assert_eq!(
        all[0].least,
        [
            [1, 2, 3, 4, 5, 6, 7, 8, 9],
            [4, 5, 6, 7, 8, 9, 1, 2, 3],
            [7, 8, 9, 1, 2, 3, 4, 5, 6]
        ]
    );
    assert!(all.iter().map(|class| class.least).is_sorted());
}

#[test]
fn class_is_invariant_under_transformations() {
    let (mut names_rng, mut rng) = (SplitMix64::new(1), Rng::new(1));
    for _ in 0..200 {
        let grid = grids::sample(&mut rng);
        let classes = band::classes_of_grid(&grid).unwrap();
        let mut turned: Grid81 = std::array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
        assert_eq!(
            band::classes_of_grid(&turned).unwrap(),
            [
                classes[3], classes[4], classes[5], classes[0], classes[1], classes[2]
            ]
        );
        // Relabels digits, and exchanges two rows of the first band.
        let names = names_rng.permutation(9);
        turned = grid.map(|digit| names[usize::from(digit) - 1] as u8 + 1);
        (0..9).for_each(|column| turned.swap(column, 18 + column));
        assert_eq!(band::classes_of_grid(&turned).unwrap(), classes);
    }
    assert_eq!(band::classes_of_grid(&[0; 81]), None);
    assert_eq!(band::classes_of_grid(&[250; 81]), None);
}

#[test]
#[ignore = "half a minute; `cargo xtask test-long` runs it"]
fn first_bands_of_sampled_grids_match_class_sizes() {
    let weights = weights();
    // Each grid has one first band. Two independent methods, for classes and for completions, give
    // the number of all grids.
    assert_eq!(weights.iter().sum::<u128>(), GRIDS);
    let mut rng = Rng::new(416);
    let uniform = chi_square(&weights, (0..400_000).map(|_| grids::sample(&mut rng)));
    assert!(is_plausible(uniform), "{uniform:?}");
    // Grids of the generator are not quite uniform, which this number of grids shows: 537, four
    // standard deviations above the mean. The deviation per grid stays small.
    let fast = chi_square(
        &weights,
        (0..400_000).map(|_| GridGenerator::generate_classic(&mut rng)),
    );
    assert!(fast.0 - (fast.1 as f64) < 0.001 * 400_000.0, "{fast:?}");
    println!("uniform {uniform:?}, fast {fast:?}");
    // The test is fine enough: transformed copies of few grids fail.
    let some: Vec<Grid81> = (0..2_000).map(|_| grids::sample(&mut rng)).collect();
    let related = chi_square(
        &weights,
        (0..400_000).map(|number| some[number % some.len()]),
    );
    assert!(
        related.0 - related.1 as f64 > 0.01 * 400_000.0,
        "{related:?}"
    );
}
