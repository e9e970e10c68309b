//! The sequence of Luby, Sinclair and Zuckerman: lengths of runs between restarts.

/// Returns member `index`, from 1, of Luby's sequence: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …
///
/// A search that restarts after these multiples of a unit is at most a logarithmic factor slower
/// than with the best lengths. Source: Luby, Sinclair and Zuckerman, *Optimal speedup of Las Vegas
/// algorithms*, 1993. Seeds of other crates rely on the sequence.
///
/// ```
/// # use ndoku_solver::luby;
/// assert_eq!((1..=7).map(luby).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 2, 4]);
/// ```
#[must_use]
pub const fn luby(mut index: u64) -> u64 {
    loop {
        let power = (index + 1).next_power_of_two();
        if power == index + 1 {
            return power / 2;
        }
        index -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn luby_starts_as_published() {
        let start: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
