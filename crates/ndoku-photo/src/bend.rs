//! [`Bend`]: how far the lines of a grid lie from where flat paper would have them.
//!
//! Two polynomials over the grid hold the displacement along rows and along columns. They are
//! fitted to the places where lines were found, with outliers dropped step by step: Tukey's
//! biweight.

use crate::geometry::{LinearSystem, Point};
use crate::observation::Observation;

/// Highest total degree of the polynomials.
const DEGREE: usize = 5;

/// Number of their coefficients.
const TERMS: usize = (DEGREE + 1) * (DEGREE + 2) / 2;

/// Distance in cells from the fit at which a place counts no more.
const OUTLIER: f32 = 0.12;

/// The displacement of the lines of a grid by the bending of the paper.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Bend {
    /// The displacement to the right, in cells.
    right: [f32; TERMS],
    /// The displacement downwards, in cells.
    down: [f32; TERMS],
}

impl Bend {
    /// Returns the place of a point of the grid on flat paper. `size` is the number of cells in a
    /// row.
    pub(crate) fn apply(&self, point: Point, size: f32) -> Point {
        if *self == Self::default() {
            return point;
        }
        let terms = terms(point, size);
        Point::new(
            point.x + product(&self.right, &terms),
            point.y + product(&self.down, &terms),
        )
    }

    /// Returns the bend that fits places found near the lines of a lattice with this bend.
    pub(crate) fn refit(&self, observations: &[Observation], size: f32) -> Self {
        let fit = |is_row: bool, before: &[f32; TERMS]| {
            let places: Vec<Sample> = observations
                .iter()
                .filter(|observation| observation.line.is_row == is_row)
                .map(|observation| {
                    let terms = terms(observation.line.point(observation.along, 0.0), size);
                    Sample {
                        value: product(before, &terms) + observation.across,
                        terms,
                        weight: observation.weight,
                    }
                })
                .collect();
            fit(&places).unwrap_or(*before)
        };
        Self {
            right: fit(false, &self.right),
            down: fit(true, &self.down),
        }
    }
}

/// A displacement at a place of the grid.
struct Sample {
    terms: [f32; TERMS],
    value: f32,
    weight: f32,
}

/// Returns the coefficients that fit most samples.
fn fit(samples: &[Sample]) -> Option<[f32; TERMS]> {
    let mut coefficients: Option<[f32; TERMS]> = None;
    for width in [4.0, 2.0, 1.0, 1.0] {
        let mut system = LinearSystem::<TERMS>::default();
        for sample in samples {
            let off = coefficients.map_or(0.0, |coefficients| {
                (sample.value - product(&coefficients, &sample.terms)) / (OUTLIER * width)
            });
            if off.abs() < 1.0 {
                let weight = sample.weight * (1.0 - off * off).powi(2);
                let row = sample.terms.map(f64::from);
                system.add(row, f64::from(sample.value), f64::from(weight));
            }
        }
        // Higher terms cost more, so that nothing swings where no line was found.
        let total: f32 = samples.iter().map(|sample| sample.weight).sum();
        for (at, degree) in degrees().enumerate() {
            let mut row = [0.0; TERMS];
            row[at] = 1.0;
            let stiffness = 1e-4 * f64::from(total) * (1 + degree * degree) as f64;
            system.add(row, 0.0, stiffness);
        }
        coefficients = Some(system.solve()?.map(|value| value as f32));
    }
    coefficients.filter(|coefficients| coefficients.iter().all(|value| value.is_finite()))
}

/// Returns the total degree of each term.
fn degrees() -> impl Iterator<Item = usize> {
    (0..=DEGREE).flat_map(|degree| (0..=degree).map(move |_| degree))
}

/// Returns the products of Chebyshev polynomials at a place, by total degree. Far outside the grid
/// they keep the values that they have a cell away from it.
fn terms(point: Point, size: f32) -> [f32; TERMS] {
    let unit = |value: f32| (value / size * 2.0 - 1.0).clamp(-1.2, 1.2);
    let chebyshev = |x: f32| {
        let mut values = [1.0; DEGREE + 1];
        values[1] = x;
        for at in 2..=DEGREE {
            values[at] = 2.0 * x * values[at - 1] - values[at - 2];
        }
        values
    };
    let (across, down) = (chebyshev(unit(point.x)), chebyshev(unit(point.y)));
    let mut terms = [0.0; TERMS];
    let pairs = (0..=DEGREE).flat_map(|degree| (0..=degree).map(move |at| (at, degree - at)));
    for (term, (i, j)) in terms.iter_mut().zip(pairs) {
        *term = across[i] * down[j];
    }
    terms
}

fn product(coefficients: &[f32; TERMS], terms: &[f32; TERMS]) -> f32 {
    coefficients.iter().zip(terms).map(|(a, b)| a * b).sum()
}
