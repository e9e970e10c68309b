//! DIMACS CNF: a puzzle as clauses, for SAT solvers and for checkers of proofs. Write only, one puzzle to a file.
//!
//! ```text
//! c 4x4, boxes 2x2
//! c variable = cell * 4 + digit; cells count from 0 row by row, digits from 1
//! p cnf 64 385
//! 1 0                     r1c1=1, a clue
//! 1 2 3 4 0               r1c1 holds a digit
//! -1 -2 0                 and not both 1 and 2
//! ```
//!
//! Which clauses these are, and what they cost, [`Encoding`] says. A puzzle with a rule for which there are no clauses is refused. Source of the form: the rules of the
//! DIMACS challenge of 1993, as SAT competitions still use it.

use std::fmt::Write as _;

use super::{Block, Detection, Feature, Format, Record, Scope, WriteError, WriteOptions, Writer};
use crate::Encoding;

/// Bytes of text above which a puzzle is refused: they are held in memory.
const LARGEST: u64 = 2 << 30;

/// CNF of DIMACS.
pub(super) const DIMACS: Format = Format {
    id: "dimacs",
    aliases: &["cnf"],
    extensions: &["cnf"],
    summary: "Clauses for SAT solvers: CNF of DIMACS, one puzzle a file (write only)",
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
    // Two literals with their signs, the blanks, the 0 and the line end.
    let digits = u64::from(encoding.variables().ilog10()) + 1;
    let bytes = clauses * (2 * digits + 6);
    if bytes > LARGEST {
        let gigabytes = bytes >> 30;
        return Err(WriteError(format!(
            "{clauses} clauses would be some {gigabytes} GiB of text, which is more than is written"
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
    let _ = writeln!(out, "p cnf {} {clauses}", encoding.variables());
    encoding.for_each(&mut |clause| {
        for literal in clause {
            let _ = write!(out, "{literal} ");
        }
        out.push_str("0\n");
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Layout, Puzzle};

    fn written(puzzle: Puzzle) -> Result<String, WriteError> {
        let mut out = String::new();
        write(&Record::from(puzzle), &WriteOptions::default(), &mut out).map(|()| out)
    }

    #[test]
    fn the_head_says_what_follows() {
        let mut puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        puzzle
            .set_clue(crate::Cell::new(0, 1), crate::Digit::new(3))
            .unwrap();
        let text = written(puzzle).unwrap();
        let mut lines = text.lines().skip_while(|line| line.starts_with('c'));
        let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
        let clauses: Vec<Vec<i32>> = lines
            .map(|line| {
                line.split(' ')
                    .map(|literal| literal.parse().unwrap())
                    .collect()
            })
            .collect();
        assert_eq!(head[..2], ["p", "cnf"]);
        assert_eq!(head[2], "64");
        assert_eq!(head[3], clauses.len().to_string());
        assert!(clauses.iter().all(|clause| clause.last() == Some(&0)));
        assert_eq!(clauses[0], [7, 0], "cell 1, digit 3");
        let largest = clauses
            .iter()
            .flatten()
            .map(|literal| literal.unsigned_abs())
            .max();
        assert_eq!(largest, Some(64));
        // 1 clue; 16 cells of 1 + 6; 12 houses of 4 digits; 8 · 6 pairs in rows and columns and 4 · 2 more in boxes, 4 digits each.
        assert_eq!(clauses.len(), 1 + 16 * 7 + 12 * 4 + (8 * 6 + 4 * 2) * 4);
    }

    #[test]
    fn a_text_holds_one_puzzle() {
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
    fn what_would_fill_the_memory_is_refused() {
        let error = written(Puzzle::empty(&Layout::for_size(100).unwrap())).unwrap_err();
        assert!(error.to_string().contains("GiB"), "{error}");
    }
}
