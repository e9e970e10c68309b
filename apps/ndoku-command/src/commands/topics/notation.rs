//! `ndoku help notation`: how cells, digits, candidates and steps are written.

/// Returns the text of `ndoku help notation`.
pub(crate) fn help() -> String {
    "Rows are numbered from the top and columns from the left, both from 1. Boxes are\n\
     numbered row by row: in a 9x9 grid, box 3 is at the upper right.\n\n\
     \x20   r3c7                the cell in row 3 and column 7\n\
     \x20   r3c7=5              the digit of r3c7 is 5\n\
     \x20   r3c7-5              5 is removed from the candidates of r3c7\n\
     \x20   r4c1-2 r5c1-2       all results of one step\n\n\
     `ndoku solve --path` writes number, rating, technique and results of each step:\n\n\
     \x20   12   2.6  Pointing                r4c1-2 r5c1-2 r6c1-2\n\n\
     Arguments of rules and options use the same names. A minus sign between two\n\
     cells makes a line:\n\n\
     \x20   r1c1 r1c2 r2c1      three cells; commas may separate them\n\
     \x20   r1c1-r1c5           the cells from r1c1 to r1c5 in a straight line\n\n\
     In a grid of candidates, 5 is a clue, and {5} is the only candidate of a cell\n\
     that has no clue.\n\n\
     The main diagonal begins at the upper left, the anti-diagonal at the upper\n\
     right.\n"
        .to_owned()
}
