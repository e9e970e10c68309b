//! DIMACS CNF: a puzzle as clauses, for SAT solvers and proof checkers.
//!
//! The format can only be written. A file holds one puzzle.
//!
//! ```text
//! c 4x4, boxes 2x2
//! c variable = cell * 4 + digit; cells count from 0 row by row, digits from 1
//! p cnf 64 385
//! 1 0                     a clue: r1c1=1
//! 1 2 3 4 0               r1c1 contains a digit
//! -1 -2 0                 r1c1 does not contain both 1 and 2
//! ```
//!
//! [`Encoding`] documents the clauses and their number. A puzzle with a rule that has no clauses is
//! refused. Source: the rules of the DIMACS challenge of 1993, which SAT competitions still use.

use std::fmt::Write as _;

use ndoku_core::Encoding;

use super::{Block, Detection, Feature, Format, Record, Scope, WriteError, WriteOptions, Writer};

/// Maximum size of the text in bytes. The whole text is in memory.
const MAX_BYTES: u64 = 2 << 30;

/// The format DIMACS CNF.
pub(super) const DIMACS: Format = Format {
    id: "dimacs",
    aliases: &["cnf"],
    extensions: &["cnf"],
    summary: "Clauses for SAT solvers: DIMACS CNF, one puzzle per file (write only)",
    example: "p cnf 1 2\n1 0\n1 0\n",
    scope: Scope::Document,
    supports: &[
        Feature::AnySize,
        Feature::BoxShape,
        Feature::Regions,
        Feature::NoBoxes,
        Feature::Diagonals,
        Feature::Rules,
        Feature::Pencilmarks,
    ],
    conditional: &[],
    detect,
    read: None,
    write: Some(Writer {
        header: "",
        separator: "",
        footer: "",
        single: true,
        write_record: write,
    }),
};

fn detect(block: &Block<'_>) -> Detection {
    let head = block.text.lines().find(|line| !line.starts_with('c'));
    if head.is_some_and(|line| line.starts_with("p cnf ")) {
        Ok("has a line `p cnf`".into())
    } else {
        Err("has no line `p cnf`".into())
    }
}

fn write(record: &Record, _: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let encoding = Encoding::new(&record.puzzle).map_err(|error| WriteError(error.to_string()))?;
    let clauses = encoding.clause_count();
    // Nearly all clauses are two literals with a sign, each followed by a blank, the 0 and the line
    // end.
    let digits = u64::from(encoding.variable_count().ilog10()) + 1;
    let bytes = clauses * (2 * digits + 6);
    if bytes > MAX_BYTES {
        let gigabytes = bytes >> 30;
        return Err(WriteError(format!(
            "{clauses} clauses need about {gigabytes} GiB of text; the limit is {} GiB",
            MAX_BYTES >> 30
        )));
    }
    out.reserve(bytes as usize);
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "c {}", layout.to_string().replace('×', "x"));
    let _ = writeln!(
        out,
        "c variable = cell * {} + digit; cells count from 0 row by row, digits from 1",
        layout.size()
    );
    let _ = writeln!(out, "p cnf {} {clauses}", encoding.variable_count());
    encoding.for_each_clause(&mut |clause| {
        for literal in clause {
            let _ = write!(out, "{literal} ");
        }
        out.push_str("0\n");
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Layout, Puzzle};

    use super::*;

    fn write_puzzle(puzzle: Puzzle) -> Result<String, WriteError> {
        let mut out = String::new();
        write(&Record::from(puzzle), &WriteOptions::default(), &mut out).map(|()| out)
    }

    #[test]
    fn the_header_states_the_numbers_of_variables_and_clauses() {
        let mut puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        puzzle
            .set_clue(ndoku_core::Cell::new(0, 1), ndoku_core::Digit::new(3))
            .unwrap();
        let text = write_puzzle(puzzle).unwrap();
        let mut lines = text.lines().skip_while(|line| line.starts_with('c'));
        let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
        let clauses: Vec<Vec<i32>> = lines
            .map(|line| {
                line.split(' ')
                    .map(|literal| literal.parse().unwrap())
                    .collect()
            })
            .collect();
        assert_eq!(header[..2], ["p", "cnf"]);
        assert_eq!(header[2], "64");
        assert_eq!(header[3], clauses.len().to_string());
        assert!(clauses.iter().all(|clause| clause.last() == Some(&0)));
        assert_eq!(clauses[0], [7, 0], "cell 1, digit 3");
        let largest = clauses
            .iter()
            .flatten()
            .map(|literal| literal.unsigned_abs())
            .max();
        assert_eq!(largest, Some(64));
        // 1 clue. 16 cells with 1 + 6 clauses. 12 houses with 4 digits. 8 · 6 pairs in rows and
        // columns and 4 · 2 more in boxes, with 4 digits each.
        assert_eq!(clauses.len(), 1 + 16 * 7 + 12 * 4 + (8 * 6 + 4 * 2) * 4);
    }

    #[test]
    fn a_file_holds_one_puzzle() {
        let record = Record::from(Puzzle::empty(&Layout::for_size(1).unwrap()));
        let writer = DIMACS.write.as_ref().unwrap();
        assert!(
            writer
                .write_all([&record], &WriteOptions::default())
                .unwrap()
                .is_ascii()
        );
        assert_eq!(
            writer.write_all([&record, &record], &WriteOptions::default()),
            Err(WriteError(super::super::ONE_RECORD_ONLY.to_owned()))
        );
    }

    #[test]
    fn puzzles_with_too_much_text_are_refused() {
        let error = write_puzzle(Puzzle::empty(&Layout::for_size(100).unwrap())).unwrap_err();
        assert!(error.to_string().contains("GiB"), "{error}");
    }
}
