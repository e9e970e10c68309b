//! Contradicting clues in a 9×9 line, without reading it as a puzzle.

/// A counter of four bits per digit; 0 for a blank.
const DIGIT_COUNTERS: [u64; 256] = {
    let mut counts = [0; 256];
    let mut digit = 0;
    while digit < 9 {
        counts[b'1' as usize + digit] = 1 << (4 * digit);
        digit += 1;
    }
    counts
};

/// Returns `true` if a house has a digit twice. The counters of nine cells do not overflow four
/// bits, and a counter plus 6 has its highest bit set from 2 on.
pub(crate) fn has_conflict(clues: &[u8; 81]) -> bool {
    const SIX: u64 = 0x6_6666_6666;
    const HIGH_BITS: u64 = 0x8_8888_8888;
    let mut wrong = 0;
    let mut columns = [0; 9];
    for band in clues.as_chunks::<27>().0 {
        let mut in_band = [0; 9];
        for row in band.as_chunks::<9>().0 {
            let mut in_row = 0;
            for (column, clue) in row.iter().enumerate() {
                let count = DIGIT_COUNTERS[usize::from(*clue)];
                in_row += count;
                in_band[column] += count;
            }
            wrong |= in_row + SIX;
        }
        for first in [0, 3, 6] {
            wrong |= in_band[first] + in_band[first + 1] + in_band[first + 2] + SIX;
        }
        for (column, in_band) in columns.iter_mut().zip(in_band) {
            *column += in_band;
        }
    }
    columns
        .iter()
        .fold(wrong, |wrong, column| wrong | (column + SIX))
        & HIGH_BITS
        != 0
}

#[cfg(test)]
mod tests {
    use super::has_conflict;

    #[test]
    fn a_digit_twice_in_a_house_is_a_contradiction() {
        let full =
            b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert!(!has_conflict(full) && !has_conflict(&[b'.'; 81]) && !has_conflict(&[b'0'; 81]));
        // Two equal digits are a contradiction if they share a house. A full grid has a
        // contradiction for any wrong digit.
        for one in 0..81 {
            for other in 0..81 {
                let mut clues = [b'.'; 81];
                (clues[one], clues[other]) = (b'9', b'9');
                let houses = |cell: usize| [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
                let shared =
                    one != other && houses(one).iter().zip(houses(other)).any(|(a, b)| *a == b);
                assert_eq!(has_conflict(&clues), shared, "{one} {other}");
            }
            let mut clues = *full;
            clues[one] = if clues[one] == b'9' {
                b'1'
            } else {
                clues[one] + 1
            };
            assert!(has_conflict(&clues), "{one}");
        }
    }
}
