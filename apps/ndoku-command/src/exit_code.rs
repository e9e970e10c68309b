//! The exit codes of all commands, in one table. `ndoku help exit-codes` prints it.

use ndoku::StopReason;

/// The way a run ended, as the number that the process returns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ExitCode {
    /// Every answer is complete and positive.
    Done = 0,
    /// Some answer is negative.
    Negative = 1,
    /// The command line is wrong.
    Usage = 2,
    /// Some puzzle could not be read.
    Input = 3,
    /// A limit was reached, so that an answer is not complete.
    Limit = 4,
    /// The output could not be written.
    Output = 5,
    /// An input could not be opened or read.
    NoInput = 66,
    /// A bug.
    Internal = 70,
    /// Ctrl-C.
    Interrupted = 130,
}

/// One row of the table.
pub(crate) struct Entry {
    pub code: ExitCode,
    pub name: &'static str,
    pub meaning: &'static str,
}

/// All exit codes, by number.
pub(crate) const TABLE: [Entry; 9] = [
    Entry {
        code: ExitCode::Done,
        name: "done",
        meaning: "Every answer is complete and positive. A count of 0 is a complete answer, \
            unless --expect demands more. A conversion that drops only a title or a comment is \
            complete.",
    },
    Entry {
        code: ExitCode::Negative,
        name: "negative",
        meaning: "Everything was answered, and some answer is negative: no solution, several \
            solutions, a conflict, a redundant clue, a difference, no hint, a wrong state, no \
            rating, nothing found, or a failed --expect. Also returned if a format cannot hold \
            a puzzle or drops a part that changes its solutions. `generate` returns 0 if its \
            options name that part.",
    },
    Entry {
        code: ExitCode::Usage,
        name: "usage",
        meaning: "The command line or the configuration is wrong. Nothing was answered.",
    },
    Entry {
        code: ExitCode::Input,
        name: "input",
        meaning: "Some puzzle could not be read. The others were answered, unless --fail-fast is \
            given.",
    },
    Entry {
        code: ExitCode::Limit,
        name: "limit",
        meaning: "A limit was reached, so that some answer is not complete: --timeout, \
            --max-guesses, --limit of `count`, or a limit of the method. A list that ends at its \
            --limit is complete.",
    },
    Entry {
        code: ExitCode::Output,
        name: "output",
        meaning: "The output could not be written. A closed pipe is not an error.",
    },
    Entry {
        code: ExitCode::NoInput,
        name: "no-input",
        meaning: "An input is missing, or could not be opened or read. The others were answered, \
            unless --fail-fast is given.",
    },
    Entry {
        code: ExitCode::Internal,
        name: "internal",
        meaning: "A bug in ndoku: please report it.",
    },
    Entry {
        code: ExitCode::Interrupted,
        name: "interrupted",
        meaning: "Ctrl-C. What was finished before is written.",
    },
];

/// All exit codes, the most severe first.
pub(crate) const BY_SEVERITY: [ExitCode; 9] = [
    ExitCode::Internal,
    ExitCode::Interrupted,
    ExitCode::Output,
    ExitCode::Usage,
    ExitCode::NoInput,
    ExitCode::Input,
    ExitCode::Limit,
    ExitCode::Negative,
    ExitCode::Done,
];

impl ExitCode {
    /// Returns the position in [`BY_SEVERITY`].
    fn rank(self) -> usize {
        BY_SEVERITY
            .iter()
            .position(|code| *code == self)
            .unwrap_or(0)
    }

    /// Returns the more severe of two codes.
    pub(crate) fn or_worse(self, other: Self) -> Self {
        if other.rank() < self.rank() {
            other
        } else {
            self
        }
    }

    /// Returns the code for a search that stopped early. Ctrl-C is reported once for the whole run.
    pub(crate) const fn from_stop_reason(reason: StopReason) -> Self {
        match reason {
            StopReason::Canceled => Self::Done,
            StopReason::Internal => Self::Internal,
            _ => Self::Limit,
        }
    }

    /// Returns `true` if `--exit-zero` turns this code into 0.
    pub(crate) const fn is_an_answer(self) -> bool {
        matches!(self, Self::Negative | Self::Limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_code_once_and_in_order() {
        let numbers: Vec<u8> = TABLE.iter().map(|entry| entry.code as u8).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 66, 70, 130]);
        assert!(
            TABLE
                .iter()
                .all(|entry| BY_SEVERITY.contains(&entry.code) && !entry.meaning.is_empty())
        );
    }

    #[test]
    fn the_more_severe_of_two_codes_is_kept() {
        for (a, b, both) in [
            (ExitCode::Done, ExitCode::Negative, ExitCode::Negative),
            (ExitCode::Limit, ExitCode::Negative, ExitCode::Limit),
            (ExitCode::Input, ExitCode::NoInput, ExitCode::NoInput),
            (
                ExitCode::Output,
                ExitCode::Interrupted,
                ExitCode::Interrupted,
            ),
            (ExitCode::Internal, ExitCode::Done, ExitCode::Internal),
        ] {
            assert_eq!((a.or_worse(b), b.or_worse(a)), (both, both));
        }
    }
}
