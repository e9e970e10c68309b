//! The exact number of grids with boxes two lines wide or high, by classes of column sets.
//!
//! The method counts 10×10 without clues; one or two clues leave a known fraction of it.
//!
//! ```text
//!   stack        0       1       2       3       4
//!   band 0    A0  A0' A1  A1' A2  A2' A3  A3' A4  A4'
//!   band 1    A0' A0  A1' A1  …
//!
//!   the half with A4                          the half with A4'
//!   digit a: column of A4 in row 0            digit f: column of A4' in row 0
//!   digit b:                  row 1           …
//!   …        the other stacks in the          rows left open by one half
//!            other rows, in 24 ways           are filled by the other
//! ```
//!
//! The *sides* of a digit tell for each stack whether it is in the left or the right column in band
//! 0. In band 1 it is in the other column. Five digits are left and five right in each stack, which
//! makes 252⁵ assignments.
//!
//! The number g of fillings of the rows of a band depends only on the multiset of sides, because
//! digits can be renamed. It does not change if stacks, or the columns of a stack, are swapped. So
//! there are 355 classes for 10×10, and
//!
//! ```text
//!   N = Σ over classes of the number of assignments of such sides · g²
//! ```
//!
//! **g** is computed by halves. The five digits that share a column of the last stack have
//! different rows there. It is enough to take them in ascending order and multiply by 5!. Each of
//! them passes the other stacks in one of 4! ways, and only the columns that each row has used
//! matter. That is five sets of columns, whose order does not matter to the other half, which uses
//! the rest. Some 170,000 ways for a half yield about 10,000 such quintuples.
//!
//! **Cost:** see `docs/benchmarks/counting.md`; a megabyte or two of memory per thread. Source: the
//! classes of column sets are by Pettersen; the number agrees with the published one.

use std::collections::BTreeMap;

use ndoku_solver::{Budget, StopReason};

use super::sum_map::SumMap;

/// Number of digits by sides: four bits for each of the 2^q sides v, in bits 4v to 4v + 3.
///
/// Bit s of v is set for a digit that is right in stack s.
type Sides = u128;

/// Number of digits by sides for the half of the digits that share a column of the last stack.
///
/// The last stack is left out: four bits are enough for each side, and ten for five digits.
type HalfSides = u64;

/// The columns that rows have used: row r in byte r, and in it column c of stack s in bit 2s + c.
type UsedColumns = u64;

/// A prepared count.
#[derive(Clone, Debug)]
pub(crate) struct ColumnClasses {
    /// Number of stacks, and of rows of a band: 2 to 5.
    stacks: usize,
    /// Sides and the number of their assignments, ascending by the half that all fillings are
    /// counted from.
    classes: Vec<(Sides, u64)>,
    /// The factor of each class.
    factor: u128,
    /// The divisor of the sum.
    pub(crate) divisor: u128,
}

impl ColumnClasses {
    /// Prepares the count of a fraction of all grids with `stacks` stacks of boxes two columns
    /// wide.
    ///
    /// There are 2 to 5 stacks, and the numerator is at most 100. Takes a tenth of a second for
    /// five stacks.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub(crate) fn new(
        stacks: usize,
        (factor, divisor): (u128, u128),
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        debug_assert!((2..=5).contains(&stacks));
        let digits = 2 * stacks as u8;
        // Without stacks, all digits are alike.
        let mut classes = BTreeMap::from([(Sides::from(digits), 1)]);
        for stack in 0..stacks {
            let orders = stack_permutations(stack + 1);
            let mut next = BTreeMap::new();
            for (sides, ways) in classes {
                if let Some(reason) = budget.poll() {
                    return Err(reason);
                }
                add_stack(
                    &digit_kinds(sides),
                    1 << stack,
                    digits / 2,
                    (0, ways),
                    &mut |sides, ways| {
                        *next.entry(canonical_sides(sides, &orders)).or_insert(0) += ways;
                    },
                );
            }
            classes = next;
        }
        let mut classes: Vec<(Sides, u64)> = classes.into_iter().collect();
        if factor == 0 {
            classes.clear();
        }
        Ok(Self {
            stacks,
            classes,
            factor,
            divisor,
        })
    }

    /// Returns the number of classes, each of which is a task of a few milliseconds.
    pub(crate) const fn task_count(&self) -> usize {
        self.classes.len()
    }

    /// Returns the summand of a class.
    ///
    /// `half` is the working memory of a thread. Taking the classes in their order reuses its
    /// table.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub(crate) fn run(
        &self,
        task: usize,
        half: &mut HalfTable,
        budget: &Budget<'_>,
    ) -> Result<u128, StopReason> {
        let Some((sides, ways)) = self.classes.get(task).copied() else {
            return Ok(0);
        };
        if let Some(reason) = budget.poll() {
            return Err(reason);
        }
        // At most 252⁵ assignments, and 5.2 · 10¹¹ fillings (see `count_fillings`): together below
        // 2¹¹⁸, and a hundred times that below 2¹²⁵.
        Ok(u128::from(ways)
            * u128::from(count_fillings(self.stacks, sides, half)).pow(2)
            * self.factor)
    }
}

/// Returns the sides that occur, and the number of digits with each.
fn digit_kinds(sides: Sides) -> Vec<(usize, u8)> {
    (0..32)
        .map(|v| (v, (sides >> (4 * v)) as u8 & 15))
        .filter(|(_, count)| *count != 0)
        .collect()
}

/// Assigns the sides of a new stack to digits, `right` of them to the right, in all ways.
///
/// Digits with the same sides are counted together. `done` holds the sides of the kinds before, and
/// the number of their assignments.
fn add_stack(
    kinds: &[(usize, u8)],
    stack: usize,
    right: u8,
    done: (Sides, u64),
    visit: &mut impl FnMut(Sides, u64),
) {
    let (sides, ways) = done;
    let Some(((v, count), rest)) = kinds.split_first() else {
        if right == 0 {
            visit(sides, ways);
        }
        return;
    };
    // The number of ways to choose `right_count` of `count`.
    let mut choices = 1;
    for right_count in 0..=(*count).min(right) {
        let with = sides
            | Sides::from(count - right_count) << (4 * v)
            | Sides::from(right_count) << (4 * (v | stack));
        add_stack(
            rest,
            stack,
            right - right_count,
            (with, ways * choices),
            visit,
        );
        choices = choices * u64::from(count - right_count) / u64::from(right_count + 1);
    }
}

/// Returns all permutations of `things` items as lists of positions.
pub(super) fn permutations(things: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for thing in 0..things {
        let insert = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=thing).map(move |place| {
                let mut order = order.clone();
                order.insert(place, thing);
                order
            })
        };
        orders = orders.iter().flat_map(insert).collect();
    }
    orders
}

/// Returns the maps of sides for all permutations of `stacks` stacks.
fn stack_permutations(stacks: usize) -> Vec<[u8; 32]> {
    let image = |order: &Vec<usize>, v: usize| {
        (0..stacks)
            .filter(|stack| v >> stack & 1 != 0)
            .map(|stack| 1_u8 << order[stack])
            .sum()
    };
    permutations(stacks)
        .iter()
        .map(|order| std::array::from_fn(|v| image(order, v)))
        .collect()
}

/// Returns the greatest image of sides under swaps of stacks and of columns in them, which is the
/// same for all of a class.
///
/// The most frequent sides come to the top, so only swaps of columns that move them there are
/// tried.
fn canonical_sides(sides: Sides, orders: &[[u8; 32]]) -> Sides {
    let kinds = digit_kinds(sides);
    let top = orders[0].iter().copied().max().map_or(0, usize::from);
    let most = kinds.iter().map(|(_, count)| *count).max();
    let mut greatest = 0;
    for (first, _) in kinds.iter().filter(|(_, count)| Some(*count) == most) {
        for order in orders {
            let image =
                |(v, count): &(usize, u8)| Sides::from(*count) << (4 * order[v ^ first ^ top]);
            greatest = greatest.max(kinds.iter().map(image).sum());
        }
    }
    greatest
}

/// Counts the fillings of the rows of a band whose digits have these sides.
///
/// The number is at most the product over k of (k!)^(n/k), which is 5.2 · 10¹¹ for five. This is
/// Brègman's bound on the perfect matchings of the k-regular graph of columns and digits that is
/// left for k rows.
fn count_fillings(stacks: usize, sides: Sides, half: &mut HalfTable) -> u64 {
    let ways = 1 << (stacks - 1);
    let right = (sides >> (4 * ways)) as HalfSides;
    let left = (sides & ((1 << (4 * ways)) - 1)) as HalfSides;
    half.fill(stacks, right);
    let all = UsedColumns::from_le_bytes(std::array::from_fn(|row| {
        if row < stacks {
            ((1_u16 << (2 * (stacks - 1))) - 1) as u8
        } else {
            0
        }
    }));
    let mut sum = 0;
    visit_fillings(stacks, left, |used| {
        sum += half.ways.get(sort_rows_descending(all & !used));
    });
    sum * (1..=stacks as u64).product::<u64>()
}

/// The fillings of one half of the digits in a band, by the sorted columns that rows have used.
///
/// In the last stack, row r holds digit r.
#[derive(Debug, Default)]
pub(crate) struct HalfTable {
    key: (usize, HalfSides),
    ways: SumMap,
}

impl HalfTable {
    /// Computes the table for these sides, unless it is current.
    ///
    /// The fillings are multiplied by the number of permutations that leave the rows unchanged.
    /// This is the number of ways to combine them with the other half, whose rows are in the order
    /// of its own digits.
    fn fill(&mut self, stacks: usize, sides: HalfSides) {
        if self.key == (stacks, sides) {
            return;
        }
        self.key = (stacks, sides);
        self.ways.clear();
        visit_fillings(stacks, sides, |used| {
            *self.ways.get_mut(sort_rows_descending(used)) += 1;
        });
        for (used, ways) in self.ways.iter_mut() {
            let rows = &used.to_le_bytes()[..stacks];
            *ways *= rows
                .chunk_by(|a, b| a == b)
                .map(|same| (1..=same.len() as u64).product::<u64>())
                .product::<u64>();
        }
    }
}

/// Calls `visit` with the columns that rows use, for each filling of one half of the digits.
fn visit_fillings(stacks: usize, sides: HalfSides, mut visit: impl FnMut(UsedColumns)) {
    // The ways through the other stacks for each digit, whose row in the last stack is its number.
    let mut digits = Vec::new();
    for (v, count) in digit_kinds(Sides::from(sides)) {
        for _ in 0..count {
            let row = digits.len();
            let others: Vec<usize> = (0..stacks).filter(|other| *other != row).collect();
            let through = |order: &Vec<usize>| {
                let used = |stack: usize| {
                    (1 << (2 * stack + (v >> stack & 1))) << (8 * others[order[stack]])
                };
                (0..stacks - 1).map(used).sum::<UsedColumns>()
            };
            digits.push(
                permutations(stacks - 1)
                    .iter()
                    .map(through)
                    .collect::<Vec<UsedColumns>>(),
            );
        }
    }
    place_digits(&digits, 0, &mut visit);
}

/// Places each digit in the stacks in all ways without a collision.
fn place_digits(
    digits: &[Vec<UsedColumns>],
    used: UsedColumns,
    visit: &mut impl FnMut(UsedColumns),
) {
    let Some((ways, rest)) = digits.split_first() else {
        return visit(used);
    };
    for way in ways.iter().filter(|way| used & **way == 0) {
        place_digits(rest, used | way, visit);
    }
}

/// Sorts the first five rows in descending order, so that missing rows stay last.
fn sort_rows_descending(used: UsedColumns) -> UsedColumns {
    let mut rows = used.to_le_bytes();
    // The shortest sorting network for five.
    for (a, b) in [
        (0, 3),
        (1, 4),
        (0, 2),
        (1, 3),
        (0, 1),
        (2, 4),
        (1, 2),
        (3, 4),
        (2, 3),
    ] {
        (rows[a], rows[b]) = (rows[a].max(rows[b]), rows[a].min(rows[b]));
    }
    UsedColumns::from_le_bytes(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(stacks: usize) -> ColumnClasses {
        ColumnClasses::new(stacks, (1, 1), &Budget::default()).unwrap()
    }

    fn counted(stacks: usize) -> u128 {
        let (classes, mut half) = (all(stacks), HalfTable::default());
        (0..classes.task_count())
            .map(|task| classes.run(task, &mut half, &Budget::default()).unwrap())
            .sum()
    }

    #[test]
    fn grids_have_the_published_numbers() {
        assert_eq!(
            [2, 3, 4].map(counted),
            [288, 28_200_960, 29_136_487_207_403_520]
        );
    }

    /// Every assignment of sides is in exactly one class.
    #[test]
    fn classes_partition_all_sides() {
        for (stacks, classes, lefts) in [(2, 2, 6_u64), (3, 4, 20), (4, 26, 70), (5, 355, 252)] {
            let all = all(stacks);
            assert_eq!(all.task_count(), classes);
            assert_eq!(
                all.classes.iter().map(|(_, ways)| ways).sum::<u64>(),
                lefts.pow(stacks as u32)
            );
        }
    }

    #[test]
    fn rows_are_sorted_descending() {
        let rows = |rows: [u8; 8]| UsedColumns::from_le_bytes(rows);
        let mut orders = 0;
        for number in 0..5_usize.pow(5) {
            let order: [usize; 5] =
                std::array::from_fn(|place| number / 5_usize.pow(place as u32) % 5);
            if (0..5).all(|row| order.contains(&row)) {
                let mut mixed = [0; 8];
                order
                    .iter()
                    .zip([9, 7, 7, 4, 1])
                    .for_each(|(place, row)| mixed[*place] = row);
                assert_eq!(
                    sort_rows_descending(rows(mixed)),
                    rows([9, 7, 7, 4, 1, 0, 0, 0])
                );
                orders += 1;
            }
        }
        assert_eq!(orders, 120);
    }

    #[test]
    fn the_budget_stops_it() {
        let expired = || true;
        let budget = Budget::default().stop_when(&expired);
        assert_eq!(
            ColumnClasses::new(5, (1, 1), &budget).err(),
            Some(StopReason::Timeout)
        );
        assert_eq!(
            all(3).run(0, &mut HalfTable::default(), &budget),
            Err(StopReason::Timeout)
        );
        assert_eq!(all(3).run(5, &mut HalfTable::default(), &budget), Ok(0));
    }
}
