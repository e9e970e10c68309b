//! A worked solution as a page that one can print: no script, no image, all in one file.

use ndoku::logic::step::{Step, written as effect};
use ndoku::{Board, Candidate, Cell, Mark, Puzzle, Role};

use super::Way;

/// What stands before the first puzzle.
pub(super) const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Worked solutions</title>
<style>
body { font: 16px/1.45 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1f; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; break-after: avoid; }
.rating { color: #5a5a66; font-weight: normal; }
table { border-collapse: collapse; border: 2px solid #1b1b1f; margin: .6rem 0; break-inside: avoid; }
td { border: 1px solid #9a9aa6; width: 2.9rem; height: 2.9rem; text-align: center; vertical-align: middle; padding: 0; }
td.right { border-right: 2px solid #1b1b1f; } td.low { border-bottom: 2px solid #1b1b1f; }
td.house { background: #eef3fb; } td.pattern { background: #fdf3d0; }
b { font-size: 1.4rem; font-weight: 700; } i { font-size: 1.4rem; font-style: normal; color: #24509a; }
span { display: inline-block; min-width: .8rem; font-size: .72rem; line-height: .85rem; color: #6a6a76; }
span.on { color: #fff; background: #1f7a3d; border-radius: .4rem; } span.off { color: #1b1b1f; background: #f2c14e; border-radius: .4rem; }
span.gone { color: #b3261e; text-decoration: line-through; font-weight: 700; }
@media print { body { max-width: none; margin: 0; font-size: 11pt; } * { -webkit-print-color-adjust: exact; print-color-adjust: exact; } article { break-after: page; } }
</style>
</head>
<body>
"#;

/// What stands after the last.
pub(super) const TAIL: &str = "</body>\n</html>\n";

/// The puzzle, every step with its reason, and the solution. Before a step that is no single the candidates are drawn, with its marks.
pub(super) fn written(way: &Way, title: Option<&str>) -> String {
    let puzzle = way.game.puzzle();
    let mut out = format!("<article>\n<h1>{}</h1>\n<p>{}</p>\n", escaped(title.unwrap_or("A worked solution")), escaped(&way.summary()));
    out += &table(puzzle, &Board::of(puzzle), None, false);
    for (number, (board, step)) in way.steps.iter().enumerate() {
        let change = way.at(board, |position| effect(position, &step.effect));
        let rating = format!("<span class=\"rating\">{}</span>", step.difficulty);
        out += &format!("<h2>{}. {}: {} {rating}</h2>\n", number + 1, escaped(step.technique.name), escaped(&change));
        if step.effect.placements.is_empty() {
            out += &table(puzzle, board, Some(step), true);
        }
        out += &format!("<p>{}</p>\n", escaped(&step.why.text));
    }
    let end = if way.board.open_count() == 0 { "Solution" } else { "What stands at the end" };
    out += &format!("<h2>{end}</h2>\n{}</article>\n", table(puzzle, &way.board, None, way.board.open_count() > 0));
    out
}

fn table(puzzle: &Puzzle, board: &Board, step: Option<&Step>, with_candidates: bool) -> String {
    let layout = board.layout();
    let size = layout.size();
    let mut out = String::from("<table>\n");
    for cell in layout.cells() {
        if cell.column() == 0 {
            out += "<tr>";
        }
        // A thick line where the box ends.
        let ends = |rows, columns| cell.offset(rows, columns, size).is_some_and(|next| layout.box_number(next) != layout.box_number(cell));
        let mut classes: Vec<&str> = Vec::new();
        classes.extend(ends(0, 1).then_some("right"));
        classes.extend(ends(1, 0).then_some("low"));
        classes.extend(step.and_then(|step| shade(board, step, cell)));
        out += &format!("<td class=\"{}\">", classes.join(" "));
        match board.digit(cell) {
            Some(digit) => {
                let tag = if puzzle.clue(cell).is_some() { "b" } else { "i" };
                out += &format!("<{tag}>{}</{tag}>", escaped(puzzle.symbols().symbol(digit)));
            }
            None if with_candidates => {
                for digit in layout.digits() {
                    let shown =
                        if board.candidates(cell).contains(digit) { escaped(puzzle.symbols().symbol(digit)) } else { "&nbsp;".to_owned() };
                    let class = step.and_then(|step| colour(step, Candidate::new(cell, digit)));
                    out +=
                        &class.map_or_else(|| format!("<span>{shown}</span>"), |class| format!("<span class=\"{class}\">{shown}</span>"));
                }
            }
            None => {}
        }
        out += "</td>";
        if cell.column() + 1 == size {
            out += "</tr>\n";
        }
    }
    out + "</table>\n"
}

/// The ground of a cell.
fn shade(board: &Board, step: &Step, cell: Cell) -> Option<&'static str> {
    let marks = &step.why.marks;
    let own = marks.iter().any(|mark| matches!(mark, Mark::Cell(marked, _) if *marked == cell));
    let house = marks.iter().any(|mark| matches!(mark, Mark::House(house, _) if board.layout().houses()[*house].cells().contains(&cell)));
    own.then_some("pattern").or(house.then_some("house"))
}

/// The colour of a candidate.
fn colour(step: &Step, candidate: Candidate) -> Option<&'static str> {
    if step.effect.eliminations.contains(&candidate) {
        return Some("gone");
    }
    step.why.marks.iter().find_map(|mark| match mark {
        Mark::Candidate(marked, role) if *marked == candidate => Some(match role {
            Role::Off | Role::Fin | Role::Eliminated => "off",
            Role::Group(number) if number % 2 == 1 => "off",
            _ => "on",
        }),
        _ => None,
    })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
