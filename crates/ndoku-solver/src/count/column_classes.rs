//! The exact number of grids with boxes two lines wide or high by classes of what columns hold: 10×10 without clues, and what one or two leave of it.
//!
//! ```text
//!   stack        0       1       2       3       4         A digit's sides: for each stack, whether it is left or right in band 0. In band 1 it is in the
//!   band 0    A0  A0' A1  A1' A2  A2' A3  A3' A4  A4'      other column. Five digits are left and five right in each stack: 252⁵ ways.
//!   band 1    A0' A0  A1' A1  …
//!
//!   the half with A4                          the half with A4'
//!   digit a: column of A4 in row 0            digit f: column of A4' in row 0
//!   digit b:                  row 1           …
//!   …        the other stacks in the          rows left open by one half are filled by the other
//!            other rows, in 24 ways
//! ```
//!
//! The number of ways g to fill the rows of a band depends on the sides alone, as a multiset (digits can be renamed), and on it only up to exchanges of
//! stacks and of the columns of a stack: 355 classes for 10×10. So
//!
//! ```text
//!   N = Σ over classes of the ways to give digits such sides · g²
//! ```
//!
//! **g** by halves. The five digits that share a column of the last stack have different rows there; say ascending, and multiply by 5!. Each of them goes
//! through the other stacks in one of 4! ways, and only the columns count that each row has used: five sets of columns, of which the order does not matter to the
//! other half, which uses the rest. Some 170,000 ways for a half come to some 10,000 such fives.
//!
//! **Cost:** see `docs/COUNTING.md`; memory a megabyte or two for each thread. Source: classes of column sets are Pettersen's; the number agrees with the published one.

use std::collections::BTreeMap;

use super::sum_map::SumMap;
use crate::engine::{Budget, StopReason};

/// How many digits have which sides: four bits for each of the 2^q ways, the way v in bits 4v to 4v + 3. Bit s of v is set for a digit that is right in stack s.
type Sides = u128;

/// The same for half of the digits, those that share a column of the last stack, without this stack: ten bits are enough for five digits, four for each way.
type HalfSides = u64;

/// Columns that rows have used: row r in byte r, and in it column c of stack s in bit 2s + c.
type Used = u64;

/// A count that is prepared.
#[derive(Clone, Debug)]
pub(crate) struct ColumnClasses {
    /// Stacks, and rows of a band: 2 to 5.
    stacks: usize,
    /// Sides and the ways to give them to digits, ascending by the half that all of a class are counted from.
    classes: Vec<(Sides, u64)>,
    /// By what each class is multiplied.
    factor: u128,
    /// By what the sum of all is divided.
    pub(crate) divisor: u128,
}

impl ColumnClasses {
    /// Prepares the count of a share of all grids with so many stacks, 2 to 5, of boxes two columns wide: a fraction whose first number is at most 100. Takes a tenth of a
    /// second for five stacks.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so.
    pub(crate) fn new(
        stacks: usize,
        (factor, divisor): (u128, u128),
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        debug_assert!((2..=5).contains(&stacks));
        let digits = 2 * stacks as u8;
        // Without stacks all digits are alike.
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

    /// How many classes there are, each of which is a task of some milliseconds.
    pub(crate) const fn tasks(&self) -> usize {
        self.classes.len()
    }

    /// What a class adds; `half` is the memory of a thread, which saves time if classes are taken in their order.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so.
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
        // At most 252⁵ ways, and 5.2 · 10¹¹ fillings (see `count_fillings`): together below 2¹¹⁸, and a hundred times that below 2¹²⁵.
        Ok(u128::from(ways)
            * u128::from(count_fillings(self.stacks, sides, half)).pow(2)
            * self.factor)
    }
}

/// The kinds of digits that there are: their sides, and how many have them.
fn digit_kinds(sides: Sides) -> Vec<(usize, u8)> {
    (0..32)
        .map(|v| (v, (sides >> (4 * v)) as u8 & 15))
        .filter(|(_, count)| *count != 0)
        .collect()
}

/// Gives a new stack's sides to digits, so many of them right: all ways, for alike digits by their number. `done` are the sides of the kinds before, and ways.
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
    // The ways to choose `turned` of `count`.
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

/// All orders of so many things: for each its place.
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

/// All orders of so many stacks: for each the sides that come of sides.
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

/// The greatest number that exchanges of stacks, and of columns in them, make of sides: the same for all of a class. The most frequent
/// sides come to the top, so that only exchanges of columns which bring them there can do it.
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

/// The number of ways to fill the rows of a band whose digits have these sides. Not above the product over k of (k!)^(n/k), Brègman's bound on the perfect
/// matchings of the k-regular graph of columns and digits that is left for k rows: 5.2 · 10¹¹ for five.
fn count_fillings(stacks: usize, sides: Sides, half: &mut HalfTable) -> u64 {
    let ways = 1 << (stacks - 1);
    let right = (sides >> (4 * ways)) as HalfSides;
    let left = (sides & ((1 << (4 * ways)) - 1)) as HalfSides;
    half.fill(stacks, right);
    let all = Used::from_le_bytes(std::array::from_fn(|row| {
        if row < stacks {
            ((1_u16 << (2 * (stacks - 1))) - 1) as u8
        } else {
            0
        }
    }));
    let mut sum = 0;
    visit_fillings(stacks, left, |used| {
        sum += half.ways.get(sort_rows_descending(all & !used))
    });
    sum * (1..=stacks as u64).product::<u64>()
}

/// For one half of the digits the ways to fill their cells of a band, by the columns that rows have used: sorted. The last stack has its rows in the order of
/// digits.
#[derive(Debug, Default)]
pub(crate) struct HalfTable {
    key: (usize, HalfSides),
    ways: SumMap,
}

impl HalfTable {
    /// Makes the table for these sides, if it is not made. The ways are multiplied by the number of exchanges that leave rows as they are: so often the
    /// other half, whose rows are in the order of its own digits, can be laid to them.
    fn fill(&mut self, stacks: usize, sides: HalfSides) {
        if self.key == (stacks, sides) {
            return;
        }
        self.key = (stacks, sides);
        self.ways.clear();
        visit_fillings(stacks, sides, |used| {
            *self.ways.get_mut(sort_rows_descending(used)) += 1
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

/// Calls `found` with the columns that rows use, for each way to fill the cells of one half of the digits.
fn visit_fillings(stacks: usize, sides: HalfSides, mut visit: impl FnMut(Used)) {
    // For each digit, whose row in the last stack is its number, the ways through the other stacks.
    let mut digits = Vec::new();
    for (v, count) in digit_kinds(Sides::from(sides)) {
        for _ in 0..count {
            let row = digits.len();
            let others: Vec<usize> = (0..stacks).filter(|other| *other != row).collect();
            let through = |order: &Vec<usize>| {
                let used = |stack: usize| {
                    (1 << (2 * stack + (v >> stack & 1))) << (8 * others[order[stack]])
                };
                (0..stacks - 1).map(used).sum::<Used>()
            };
            digits.push(
                permutations(stacks - 1)
                    .iter()
                    .map(through)
                    .collect::<Vec<Used>>(),
            );
        }
    }
    place_digits(&digits, 0, &mut visit);
}

/// Takes each digit through the stacks in all ways in which it meets no other.
fn place_digits(digits: &[Vec<Used>], used: Used, visit: &mut impl FnMut(Used)) {
    let Some((ways, rest)) = digits.split_first() else {
        return visit(used);
    };
    for way in ways.iter().filter(|way| used & **way == 0) {
        place_digits(rest, used | way, visit);
    }
}

/// The first five rows in descending order, so that rows that there are not stay behind.
fn sort_rows_descending(used: Used) -> Used {
    let mut rows = used.to_le_bytes();
    // The shortest network for five.
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
    Used::from_le_bytes(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(stacks: usize) -> ColumnClasses {
        ColumnClasses::new(stacks, (1, 1), &Budget::default()).unwrap()
    }

    fn counted(stacks: usize) -> u128 {
        let (classes, mut half) = (all(stacks), HalfTable::default());
        (0..classes.tasks())
            .map(|task| classes.run(task, &mut half, &Budget::default()).unwrap())
            .sum()
    }

    #[test]
    fn grids_have_the_numbers_that_are_known() {
        assert_eq!(
            [2, 3, 4].map(counted),
            [288, 28_200_960, 29_136_487_207_403_520]
        );
    }

    /// All ways to give digits their sides are in a class, each once.
    #[test]
    fn classes_share_out_all_sides() {
        for (stacks, classes, lefts) in [(2, 2, 6_u64), (3, 4, 20), (4, 26, 70), (5, 355, 252)] {
            let all = all(stacks);
            assert_eq!(all.tasks(), classes);
            assert_eq!(
                all.classes.iter().map(|(_, ways)| ways).sum::<u64>(),
                lefts.pow(stacks as u32)
            );
        }
    }

    #[test]
    fn rows_are_sorted() {
        let rows = |rows: [u8; 8]| Used::from_le_bytes(rows);
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
    fn it_can_be_stopped() {
        let expired = || true;
        let budget = Budget::default().expired(&expired);
        assert_eq!(
            ColumnClasses::new(5, (1, 1), &budget).err(),
            Some(StopReason::Time)
        );
        assert_eq!(
            all(3).run(0, &mut HalfTable::default(), &budget),
            Err(StopReason::Time)
        );
        assert_eq!(all(3).run(5, &mut HalfTable::default(), &budget), Ok(0));
    }
}
