//! BUG, the bivalue universal grave: every open cell has two candidates, and every missing digit
//! has two places in each house. Such a position has no solution or several, because every cell
//! could hold its other candidate. So one of the candidates that keep a position from being a grave
//! is true.
//!
//! ```text
//! 12 | 23 | 13      All open cells have two candidates,
//! 13 | 12 | 23      but one has three. Of its digits, 3 has three
//! 23 |12 3| 12      places in row, column and box, so it holds 3.
//! ```
//!
//! The technique works in any layout of whole houses without other constraints. It considers all
//! ways to choose the extra candidates. Usually there is one.

use std::ops::ControlFlow;

use ndoku_core::{Candidate, DigitSet, Highlight, HighlightRole};

use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};
use crate::techniques::deadly::highlight_strong_link;
use crate::techniques::joint::find_subsets;
use crate::text;

const FAMILY: &str = "Bivalue universal graves";

technique! {
    BUG_1 = "bug-1" {
        name: "BUG Type 1",
        aliases: &["BUG+1", "bivalue universal grave"],
        family: FAMILY,
        summary: "Only one cell keeps the position from being a bivalue universal grave, so it \
            holds its extra candidate.",
        difficulty: Difficulty(56),
        sudoku_explainer: Some(Difficulty(56)),
        hodoku: Some(HodokuEntry::enabled(2900, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |position, sink| find_graves(position, sink, emit_type_1),
    }
}

technique! {
    BUG_2 = "bug-2" {
        name: "BUG Type 2",
        aliases: &["BUG+n with one digit"],
        family: FAMILY,
        summary: "Only one digit in several cells keeps the position from being a bivalue \
            universal grave, so no cell that sees them all holds it.",
        difficulty: Difficulty(57),
        sudoku_explainer: Some(Difficulty(57)),
        hodoku: None,
        needs_unique: true,
        find: |position, sink| find_graves(position, sink, emit_type_2),
    }
}

technique! {
    BUG_3 = "bug-3" {
        name: "BUG Type 3",
        aliases: &["BUG with a subset"],
        family: FAMILY,
        summary: "Only some cells of one house keep the position from being a bivalue universal \
            grave, and act as one cell of a naked or hidden subset.",
        difficulty: Difficulty(58),
        sudoku_explainer: Some(Difficulty(58)),
        hodoku: None,
        needs_unique: true,
        find: |position, sink| find_graves(position, sink, emit_type_3),
    }
}

technique! {
    BUG_4 = "bug-4" {
        name: "BUG Type 4",
        aliases: &["BUG with a conjugate pair"],
        family: FAMILY,
        summary: "Only two cells of one house keep the position from being a bivalue universal \
            grave; a digit is locked into them, so they hold that digit or an extra candidate.",
        difficulty: Difficulty(57),
        sudoku_explainer: Some(Difficulty(57)),
        hodoku: None,
        needs_unique: true,
        find: |position, sink| find_graves(position, sink, emit_type_4),
    }
}

/// The candidates that keep a position from being a grave: the extra candidates of the cells with
/// more than two. At least one of them is true.
struct Grave {
    cells: CellSet,
    extras: Vec<(usize, DigitSet)>,
    digits: DigitSet,
}

/// A function for one type: emits the deductions from a grave.
type EmitType = fn(&Position<'_>, &mut StepSink<'_>, &Grave) -> ControlFlow<()>;

/// Calls `emit` with every choice of extra candidates.
fn find_graves(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    emit: EmitType,
) -> ControlFlow<()> {
    let layout = position.layout();
    if !layout.constraints().is_empty() || !position.houses().iter().all(|house| house.is_full) {
        return ControlFlow::Continue(());
    }
    let open = position.cells((0..position.cell_count()).filter(|cell| position.is_open(*cell)));
    let cells = &open - position.bivalue();
    // Types with more than two cells need a cell that sees all of them.
    if cells.is_empty() || cells.len() > 2 && !position.common_peers(&cells).intersects(&open) {
        return ControlFlow::Continue(());
    }
    let mut kept = vec![DigitSet::default(); position.cell_count()];
    position
        .bivalue()
        .iter()
        .for_each(|cell| kept[cell] = position.candidates(cell));
    let cells: Vec<usize> = cells.iter().collect();
    let touched = position.cells(cells.iter().copied());
    let is_touched = |house: usize| position.houses()[house].set.intersects(&touched);
    // Houses with only bivalue cells are checked now, the others when their last cell is chosen.
    if (0..position.houses().len())
        .any(|house| !is_touched(house) && !is_grave(position, &kept, house))
    {
        return ControlFlow::Continue(());
    }
    choose_pairs(position, sink, &cells, 0, &mut kept, emit)
}

/// Returns whether each missing digit of a house has two places among the kept candidates.
fn is_grave(position: &Position<'_>, kept: &[DigitSet], house: usize) -> bool {
    let (once, twice, more) = count_places(position, kept, house);
    more.is_empty() && once == twice && twice == position.missing(house)
}

/// Returns the digits that are kept in at least one, two and three cells of a house.
fn count_places(
    position: &Position<'_>,
    kept: &[DigitSet],
    house: usize,
) -> (DigitSet, DigitSet, DigitSet) {
    let none = DigitSet::default();
    position.houses()[house]
        .cells
        .iter()
        .fold((none, none, none), |(once, twice, more), cell| {
            let digits = kept[*cell];
            (
                once | digits,
                twice | (once & digits),
                more | (twice & digits),
            )
        })
}

/// Chooses two candidates for each of the cells from index `at`, in every way.
fn choose_pairs(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    cells: &[usize],
    at: usize,
    kept: &mut Vec<DigitSet>,
    emit: EmitType,
) -> ControlFlow<()> {
    let Some(cell) = cells.get(at).copied() else {
        let extras: Vec<(usize, DigitSet)> = cells
            .iter()
            .map(|cell| (*cell, position.candidates(*cell) - kept[*cell]))
            .collect();
        let digits = extras
            .iter()
            .fold(DigitSet::default(), |all, (_, digits)| all | *digits);
        return emit(
            position,
            sink,
            &Grave {
                cells: position.cells(cells.iter().copied()),
                extras,
                digits,
            },
        );
    };
    sink.check_stop()?;
    let digits = position.candidates(cell);
    for a in digits.iter() {
        for b in digits.iter().filter(|b| a < *b) {
            kept[cell] = DigitSet::from_digit(a) | DigitSet::from_digit(b);
            let later = &cells[at + 1..];
            let fits = position.houses_of(cell).all(|house| {
                let set = &position.houses()[house].set;
                let is_last = !later.iter().any(|cell| set.contains(*cell));
                if is_last {
                    is_grave(position, kept, house)
                } else {
                    count_places(position, kept, house).2.is_empty()
                }
            });
            if fits {
                choose_pairs(position, sink, cells, at + 1, kept, emit)?;
            }
        }
    }
    kept[cell] = DigitSet::default();
    ControlFlow::Continue(())
}

/// Emits type 1: one cell, which holds an extra candidate.
fn emit_type_1(position: &Position<'_>, sink: &mut StepSink<'_>, grave: &Grave) -> ControlFlow<()> {
    let [(cell, extras)] = grave.extras[..] else {
        return ControlFlow::Continue(());
    };
    let deduction = match extras.single() {
        Some(digit) => Deduction::from_placement(position.candidate(cell, digit)),
        None => Deduction::from_eliminations(
            (position.candidates(cell) - extras)
                .iter()
                .map(|digit| position.candidate(cell, digit))
                .collect(),
        ),
    };
    sink.emit(deduction.clone(), || {
        grave.explain(position, Vec::new(), Phrase::default(), &deduction)
    })
}

/// Emits type 2: one extra digit. A cell that sees all its places cannot hold it.
fn emit_type_2(position: &Position<'_>, sink: &mut StepSink<'_>, grave: &Grave) -> ControlFlow<()> {
    let Some(digit) = grave.digits.single().filter(|_| grave.extras.len() > 1) else {
        return ControlFlow::Continue(());
    };
    let deduction = Deduction::from_eliminations(
        position.candidates_of_digit(&position.common_peers(&grave.cells), digit),
    );
    sink.emit(deduction.clone(), || {
        let text = phrase!(
            "Whichever it is, no cell that sees them all can hold {digit}.",
            digit = position.format_digit(digit)
        );
        grave.explain(position, Vec::new(), text, &deduction)
    })
}

/// Emits type 3: cells of one house, of which one holds an extra digit. They act as one cell of a
/// subset.
fn emit_type_3(position: &Position<'_>, sink: &mut StepSink<'_>, grave: &Grave) -> ControlFlow<()> {
    if grave.digits.len() < 2 || grave.extras.len() < 2 {
        return ControlFlow::Continue(());
    }
    for house in position.houses_with(&grave.cells) {
        for subset in find_subsets(position, house, &grave.cells, grave.digits) {
            let deduction = subset.deduction(position);
            sink.emit_harder(subset.extra_difficulty(), deduction.clone(), || {
                grave.explain(
                    position,
                    subset.highlights(position),
                    subset.text(position),
                    &deduction,
                )
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Emits type 4: two cells of one house lock a digit that is extra in neither. One holds it, the
/// other an extra candidate.
fn emit_type_4(position: &Position<'_>, sink: &mut StepSink<'_>, grave: &Grave) -> ControlFlow<()> {
    let [(first, one), (second, other)] = grave.extras[..] else {
        return ControlFlow::Continue(());
    };
    for house in position.houses_with(&grave.cells) {
        for digit in
            ((position.candidates(first) & position.candidates(second)) - (one | other)).iter()
        {
            if !position.places_in(house, digit).is_subset(&grave.cells) {
                continue;
            }
            let rest = |cell: usize, extras: DigitSet| {
                (position.candidates(cell) - extras - DigitSet::from_digit(digit))
                    .iter()
                    .map(move |digit| position.candidate(cell, digit))
            };
            let deduction =
                Deduction::from_eliminations(rest(first, one).chain(rest(second, other)).collect());
            sink.emit(deduction.clone(), || {
                let text = phrase!(
                    "In {house}, {digit} can only go into {cells}: one of them holds {digit}, and \
                    the other one of those candidates.",
                    house = position.house_name(house),
                    digit = position.format_digit(digit),
                    cells = position.format_cells(&grave.cells)
                );
                grave.explain(
                    position,
                    highlight_strong_link(position, house, digit, &grave.cells),
                    text,
                    &deduction,
                )
            })?;
        }
    }
    ControlFlow::Continue(())
}

impl Grave {
    /// Returns the explanation: why one of the extra candidates is true, then `text`, then the
    /// conclusion. Adds the highlights `more`.
    fn explain(
        &self,
        position: &Position<'_>,
        more: Vec<Highlight>,
        text: Phrase,
        deduction: &Deduction,
    ) -> Explanation {
        let candidates = |cell: usize, digits: DigitSet| {
            digits
                .iter()
                .map(move |digit| position.candidate(cell, digit))
        };
        let extras: Vec<Candidate> = self
            .extras
            .iter()
            .flat_map(|(cell, digits)| candidates(*cell, *digits))
            .collect();
        let mut highlights: Vec<Highlight> = self
            .cells
            .iter()
            .map(|cell| Highlight::Cell(position.layout().cell(cell), HighlightRole::Pattern))
            .collect();
        highlights.extend(
            extras
                .iter()
                .map(|candidate| Highlight::Candidate(*candidate, HighlightRole::Fin)),
        );
        highlights.extend(more);
        let names = self.extras.iter().map(|(cell, digits)| {
            phrase!(
                "{digits} in {cells}",
                digits = text::join_or(digits.iter().map(|digit| position.format_digit(digit))),
                cells = position.format_cell(*cell)
            )
        });
        let twin = phrase!(
            "Without {names}, every open cell would have two candidates, and every missing digit \
            two places in each house.",
            names = text::join_and(names)
        );
        let truth = if extras.len() == 1 {
            phrase!(
                "A solution of that would have a twin, in which every cell holds its other \
                candidate; as the puzzle has only one solution, it is true."
            )
        } else {
            phrase!(
                "A solution of that would have a twin, in which every cell holds its other \
                candidate; as the puzzle has only one solution, one of these is true."
            )
        };
        let conclusion = format_conclusion(position, deduction);
        Explanation {
            highlights,
            text: Phrase::sentences([twin, truth, text, conclusion]),
        }
    }
}
