//! Points, quadrilaterals and [`Homography`]: the map of a plane seen in perspective.

/// A place in a picture, in pixels from the center of the first one; or in a grid, in cells from
/// its top left corner.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// Distance to the right.
    pub x: f32,
    /// Distance downwards.
    pub y: f32,
}

impl Point {
    /// Creates a point.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// Returns the distance to another point.
    #[must_use]
    pub fn distance(self, other: Self) -> f32 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// Returns the point at this share of the way to another.
    pub(crate) fn lerp(self, other: Self, share: f32) -> Self {
        Self {
            x: self.x + (other.x - self.x) * share,
            y: self.y + (other.y - self.y) * share,
        }
    }
}

/// Returns twice the signed area of a triangle: positive if it is clockwise on the screen.
pub(crate) fn cross(a: Point, b: Point, c: Point) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Returns the area of a quadrilateral whose corners are clockwise on the screen.
pub(crate) fn area(corners: &[Point; 4]) -> f32 {
    let [a, b, c, d] = *corners;
    (cross(a, b, c) + cross(a, c, d)) / 2.0
}

/// Returns `true` if the corners are clockwise on the screen and the quadrilateral is convex.
pub(crate) fn is_convex(corners: &[Point; 4]) -> bool {
    (0..4).all(|at| cross(corners[at], corners[(at + 1) % 4], corners[(at + 2) % 4]) > 0.0)
}

/// Returns the convex hull, clockwise on the screen: Andrew's monotone chain.
pub(crate) fn convex_hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut hull: Vec<Point> = Vec::new();
        for point in points {
            while let [.., before, last] = hull[..]
                && cross(before, last, point) <= 0.0
            {
                hull.pop();
            }
            hull.push(point);
        }
        hull.pop();
        hull
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    hull
}

/// A map from one plane to another in perspective.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Homography {
    /// The rows of the matrix.
    rows: [[f64; 3]; 3],
}

impl Homography {
    /// Returns the map that takes four points to four others. Returns `None` if three of them are
    /// on a line.
    #[must_use]
    pub fn from_corners(from: &[Point; 4], to: &[Point; 4]) -> Option<Self> {
        let to_unit = Self::from_unit_square(from)?.inverse()?;
        Some(to_unit.then(&Self::from_unit_square(to)?))
    }

    /// Returns the map from the square (0, 0), (1, 0), (1, 1), (0, 1) to four points: the closed
    /// form of Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989.
    fn from_unit_square(to: &[Point; 4]) -> Option<Self> {
        if (0..4).any(|at| cross(to[at], to[(at + 1) % 4], to[(at + 2) % 4]) == 0.0) {
            return None;
        }
        let [(x0, y0), (x1, y1), (x2, y2), (x3, y3)] =
            to.map(|point| (f64::from(point.x), f64::from(point.y)));
        let (dx1, dy1, dx2, dy2) = (x1 - x2, y1 - y2, x3 - x2, y3 - y2);
        let (dx, dy) = (x0 - x1 + x2 - x3, y0 - y1 + y2 - y3);
        let area = dx1 * dy2 - dx2 * dy1;
        let (g, h) = ((dx * dy2 - dx2 * dy) / area, (dx1 * dy - dx * dy1) / area);
        Self::from_parameters(&[
            x1 - x0 + g * x1,
            x3 - x0 + h * x3,
            x0,
            y1 - y0 + g * y1,
            y3 - y0 + h * y3,
            y0,
            g,
            h,
        ])
    }

    /// Returns the map from a grid of `size` × `size` to its corners in a picture, clockwise from
    /// the top left.
    #[must_use]
    pub fn from_grid(size: f32, corners: &[Point; 4]) -> Option<Self> {
        let square = [
            Point::new(0.0, 0.0),
            Point::new(size, 0.0),
            Point::new(size, size),
            Point::new(0.0, size),
        ];
        Self::from_corners(&square, corners)
    }

    /// Creates a map from the first eight numbers of its matrix. The last one is 1.
    pub(crate) fn from_parameters(parameters: &[f64; 8]) -> Option<Self> {
        let [a, b, c, d, e, f, g, h] = *parameters;
        let rows = [[a, b, c], [d, e, f], [g, h, 1.0]];
        parameters
            .iter()
            .all(|value| value.is_finite())
            .then_some(Self { rows })
    }

    /// Returns the image of a point.
    #[must_use]
    pub fn map(&self, point: Point) -> Point {
        let (x, y) = (f64::from(point.x), f64::from(point.y));
        let [u, v, w] = self.rows.map(|[a, b, c]| a * x + b * y + c);
        Point::new((u / w) as f32, (v / w) as f32)
    }

    /// Returns the map that multiplies the result by `factor` and then adds `offset` to both
    /// coordinates.
    pub(crate) fn then_scale(&self, factor: f32, offset: f32) -> Self {
        let (factor, offset) = (f64::from(factor), f64::from(offset));
        let scale = Self {
            rows: [
                [factor, 0.0, offset],
                [0.0, factor, offset],
                [0.0, 0.0, 1.0],
            ],
        };
        self.then(&scale)
    }

    /// Returns the inverse map, if there is one.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.rows;
        let rows = [
            [e * i - f * h, c * h - b * i, b * f - c * e],
            [f * g - d * i, a * i - c * g, c * d - a * f],
            [d * h - e * g, b * g - a * h, a * e - b * d],
        ];
        // Only the ratios of the entries matter.
        let scale = rows
            .iter()
            .flatten()
            .fold(0.0, |most: f64, value| most.max(value.abs()));
        let rows = rows.map(|row| row.map(|value| value / scale));
        rows.iter()
            .flatten()
            .all(|value| value.is_finite())
            .then_some(Self { rows })
    }

    /// Returns the map that applies this one first and then the other.
    #[must_use]
    pub fn then(&self, other: &Self) -> Self {
        let entry = |row: usize, column: usize| -> f64 {
            (0..3)
                .map(|at| other.rows[row][at] * self.rows[at][column])
                .sum()
        };
        Self {
            rows: std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column))),
        }
    }
}

/// Weighted linear equations in `N` unknowns, solved by least squares.
#[derive(Clone, Debug)]
pub(crate) struct LinearSystem<const N: usize> {
    matrix: [[f64; N]; N],
    right: [f64; N],
}

impl<const N: usize> Default for LinearSystem<N> {
    fn default() -> Self {
        Self {
            matrix: [[0.0; N]; N],
            right: [0.0; N],
        }
    }
}

impl<const N: usize> LinearSystem<N> {
    /// Adds the equation that the product of the unknowns with `row` is `value`.
    pub(crate) fn add(&mut self, row: [f64; N], value: f64, weight: f64) {
        for i in 0..N {
            let scaled = row[i] * weight;
            for (sum, factor) in self.matrix[i].iter_mut().zip(row) {
                *sum += scaled * factor;
            }
            self.right[i] += scaled * value;
        }
    }

    /// Returns the solution: Gaussian elimination with pivots. Returns `None` if the equations do
    /// not determine it.
    pub(crate) fn solve(mut self) -> Option<[f64; N]> {
        let largest = self
            .matrix
            .iter()
            .flatten()
            .fold(0.0_f64, |a, b| a.max(b.abs()));
        for column in 0..N {
            let size = |row: &usize| self.matrix[*row][column].abs();
            let pivot = (column..N).max_by(|a, b| size(a).total_cmp(&size(b)))?;
            if size(&pivot) <= largest * 1e-14 {
                return None;
            }
            self.matrix.swap(column, pivot);
            self.right.swap(column, pivot);
            for row in column + 1..N {
                let factor = self.matrix[row][column] / self.matrix[column][column];
                for at in column..N {
                    self.matrix[row][at] -= factor * self.matrix[column][at];
                }
                self.right[row] -= factor * self.right[column];
            }
        }
        let mut solution = [0.0; N];
        for row in (0..N).rev() {
            let known: f64 = (row + 1..N)
                .map(|at| self.matrix[row][at] * solution[at])
                .sum();
            solution[row] = (self.right[row] - known) / self.matrix[row][row];
        }
        Some(solution)
    }
}
