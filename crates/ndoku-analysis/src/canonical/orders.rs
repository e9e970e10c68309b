//! Orders of three lines (columns of a stack, rows of a band, or whole stacks), and sets of them in
//! six bits.
//!
//! ```text
//!   bit 0: 123   bit 1: 132   bit 2: 213   bit 3: 231   bit 4: 312   bit 5: 321
//!   for each place of the result, its place in the original
//! ```
//!
//! A search narrows such a set step by step instead of trying each order. Every step is a table
//! lookup.

/// The orders of three lines: for each place of the result, its place in the original.
pub(super) const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// For each order of stacks, the bit shifts of its stacks in the nine bits of a row. The last two
/// entries are unused.
pub(super) const SHIFTS: [[u8; 3]; 8] = {
    let mut table = [[0; 3]; 8];
    let mut order = 0;
    while order < 6 {
        let mut place = 0;
        while place < 3 {
            table[order][place] = 6 - 3 * ORDERS[order][place];
            place += 1;
        }
        order += 1;
    }
    table
};

/// The set of all six orders.
pub(super) const ANY: u8 = 0x3f;

/// For three bits (the first line is the highest bit) and a set of orders, indexed by `bits << 6 |
/// set`: the least bits in the upper byte, and the orders that give them in the lower byte.
static NARROWED: [u16; 512] = {
    let mut table = [0; 512];
    let mut place = 0;
    while place < 512 {
        let (bits, open) = (place >> 6, place & 63);
        let (mut least, mut orders) = (8, 0);
        let mut order = 0;
        while order < 6 {
            if open >> order & 1 == 1 {
                let [a, b, c] = ORDERS[order];
                let moved =
                    (bits >> (2 - a) & 1) << 2 | (bits >> (2 - b) & 1) << 1 | (bits >> (2 - c) & 1);
                if moved < least {
                    (least, orders) = (moved, 1 << order);
                } else if moved == least {
                    orders |= 1 << order;
                }
            }
            order += 1;
        }
        table[place] = (least << 8 | orders) as u16;
        place += 1;
    }
    table
};

/// Returns the least bits that three bits become under a set of orders, and the orders that give
/// them.
#[inline]
pub(super) fn narrow(bits: usize, open: u8) -> (u16, u8) {
    let entry = NARROWED[(bits & 7) << 6 | usize::from(open & ANY)];
    (entry >> 8, entry as u8)
}

/// For a line and a place, the orders that put the line there.
pub(super) const LINE_AT: [[u8; 3]; 3] = {
    let mut table = [[0; 3]; 3];
    let mut order = 0;
    while order < 6 {
        let mut place = 0;
        while place < 3 {
            table[ORDERS[order][place] as usize][place] |= 1 << order;
            place += 1;
        }
        order += 1;
    }
    table
};

/// For three bits (the first line is the highest bit) and a place, the orders that put a 0 there.
pub(super) const BLANK_AT: [[u8; 3]; 8] = {
    let mut table = [[0; 3]; 8];
    let mut bits = 0;
    while bits < 8 {
        let mut line = 0;
        while line < 3 {
            if bits >> (2 - line) & 1 == 0 {
                let mut place = 0;
                while place < 3 {
                    table[bits][place] |= LINE_AT[line][place];
                    place += 1;
                }
            }
            line += 1;
        }
        bits += 1;
    }
    table
};

/// For a line and a set of orders, the first possible place of the line, and the orders that put it
/// there. The last line is unused, so that two bits are always a valid index.
pub(super) static FIRST_PLACE: [[(u8, u8); 64]; 4] = {
    let mut table = [[(3, 0); 64]; 4];
    let mut line = 0;
    while line < 3 {
        let mut open = 0;
        while open < 64 {
            let mut place = 3;
            while place > 0 {
                place -= 1;
                let orders = open as u8 & LINE_AT[line][place];
                if orders != 0 {
                    table[line][open] = (place as u8, orders);
                }
            }
            open += 1;
        }
        line += 1;
    }
    table
};

/// For the equalities among three lines, the orders that keep equal lines in their order. Bit 0:
/// the first two lines are equal. Bit 1: the first and the last. Bit 2: the last two.
pub(super) const ASCENDING: [u8; 8] = {
    let mut table = [0; 8];
    let mut equal = 0;
    while equal < 8 {
        let mut order = 0;
        while order < 6 {
            let mut at = [0; 3];
            let mut place = 0;
            while place < 3 {
                at[ORDERS[order][place] as usize] = place;
                place += 1;
            }
            let wrong = (equal & 1 != 0 && at[0] > at[1])
                || (equal & 2 != 0 && at[0] > at[2])
                || (equal & 4 != 0 && at[1] > at[2]);
            if !wrong {
                table[equal] |= 1 << order;
            }
            order += 1;
        }
        equal += 1;
    }
    table
};

/// For nine bits in three groups (the first column is the highest bit): the least bits under orders
/// of groups and of columns within them, and the orders of groups that give them.
pub(super) static LEAST_ROW: [(u16, u8); 512] = {
    let mut table = [(0, 0); 512];
    let mut bits = 0;
    while bits < 512 {
        let groups = [bits >> 6 & 7, bits >> 3 & 7, bits & 7];
        let (mut least, mut orders) = (512, 0);
        let mut order = 0;
        while order < 6 {
            let mut moved = 0;
            let mut place = 0;
            while place < 3 {
                let group = groups[ORDERS[order][place] as usize];
                moved = moved << 3 | (NARROWED[group << 6 | ANY as usize] >> 8);
                place += 1;
            }
            if moved < least {
                (least, orders) = (moved, 1 << order);
            } else if moved == least {
                orders |= 1 << order;
            }
            order += 1;
        }
        table[bits] = (least, orders);
        bits += 1;
    }
    table
};

/// Returns the indices of the orders in a set.
pub(super) fn orders_in(set: u8) -> impl Iterator<Item = usize> {
    (0..6).filter(move |order| set >> order & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_agree_with_their_definitions() {
        for bits in 0..8_usize {
            let of = |line: u8| bits >> (2 - line) & 1;
            for open in 1..64_u8 {
                let moved = |order: usize| {
                    ORDERS[order]
                        .iter()
                        .fold(0, |moved, line| moved << 1 | of(*line))
                };
                let least = orders_in(open).map(moved).min().unwrap();
                let orders = orders_in(open)
                    .filter(|order| moved(*order) == least)
                    .fold(0, |set, order| set | 1 << order);
                assert_eq!(
                    usize::from(NARROWED[bits << 6 | usize::from(open)]),
                    least << 8 | orders
                );
            }
            for place in 0..3 {
                let blank: u8 = orders_in(ANY)
                    .filter(|order| of(ORDERS[*order][place]) == 0)
                    .fold(0, |set, order| set | 1 << order);
                assert_eq!(BLANK_AT[bits][place], blank);
            }
        }
        for (line, first_place) in FIRST_PLACE.iter().take(3).enumerate() {
            for open in 1..64_u8 {
                let (place, orders) = first_place[usize::from(open)];
                let at = |order: usize| {
                    ORDERS[order]
                        .iter()
                        .position(|from| usize::from(*from) == line)
                        .unwrap()
                };
                assert_eq!(orders_in(open).map(at).min(), Some(usize::from(place)));
                assert!(
                    orders_in(open).all(
                        |order| (at(order) == usize::from(place)) == (orders >> order & 1 == 1)
                    )
                );
            }
        }
        assert_eq!(
            (ASCENDING[0], ASCENDING[7], ASCENDING[1].count_ones()),
            (ANY, 1, 3)
        );
        assert_eq!(LEAST_ROW[0b100_000_010], (0b000_001_001, 0b011 << 2));
    }
}
