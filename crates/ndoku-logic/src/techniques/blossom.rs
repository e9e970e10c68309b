//! Death Blossom: a cell, and for each of its candidates an almost locked set that would lose that
//! digit.
//!
//! ```text
//!     petal x z …       stem: one cell with candidates x y
//!       ╲
//!        stem xy        Whichever digit the stem takes, the petal of that digit loses it and holds
//!       ╱               all its other digits. So z is in one of the petals, and false in every
//!     petal y z …       cell that sees all z of all petals.
//! ```
//!
//! For each stem and digit z, the search chooses a petal for one candidate of the stem after the
//! other. Of choices that leave the same cells it keeps one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use ndoku_core::{Digit, Highlight, HighlightRole};

use super::als::{FAMILY, format_set, highlight_set};
use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};
use crate::text;

/// The maximum number of candidates of a stem, and so of petals.
const MAX_PETALS: usize = 4;

technique! {
    DEATH_BLOSSOM = "death-blossom" {
        name: "Death Blossom",
        aliases: &["als blossom"],
        family: FAMILY,
        summary: "Each candidate of the stem cell takes a digit from its petal, an almost locked \
            set, so one petal holds a digit that all share.",
        difficulty: Difficulty(70),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(6000, HodokuLevel::Unfair, 360)),
        needs_unique: false,
        find: find_death_blossoms,
    }
}

/// Choices of petals, by the cells that lose the digit. The second part of the key is the petal if
/// all candidates so far have the same one. A choice with only one petal is no blossom: that set
/// holds the digit anyway. The value has the petals of the first such choice.
type PetalChoices = BTreeMap<(CellSet, Option<usize>), Vec<usize>>;

fn find_death_blossoms(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    let sets = position.almost_locked_sets().sets();
    let size = position.size();
    // The sets that would lack the digit of each candidate if it were true.
    let mut petals: Vec<Vec<usize>> = vec![Vec::new(); position.cell_count() * size];
    for (number, set) in sets.iter().enumerate() {
        for digit_cells in &set.digit_cells {
            digit_cells
                .seen
                .iter()
                .for_each(|cell| petals[cell * size + digit_cells.digit.index()].push(number));
        }
    }
    for stem in (0..position.cell_count())
        .filter(|cell| (2..=MAX_PETALS).contains(&position.candidates(*cell).len()))
    {
        sink.check_stop()?;
        let digits: Vec<Digit> = position.candidates(stem).iter().collect();
        if digits
            .iter()
            .any(|digit| petals[stem * size + digit.index()].is_empty())
        {
            continue;
        }
        for gone in position
            .layout()
            .digits()
            .filter(|digit| !digits.contains(digit))
        {
            // The cells that lose the digit if one of the petals chosen so far must hold it.
            let mut chosen =
                PetalChoices::from([((position.places(gone).clone(), None), Vec::new())]);
            for digit in &digits {
                let mut more = PetalChoices::new();
                for petal in &petals[stem * size + digit.index()] {
                    let Some(digit_cells) = sets[*petal].digit_cells_of(gone) else {
                        continue;
                    };
                    for ((cells, only), before) in chosen
                        .iter()
                        .filter(|((cells, _), _)| cells.intersects(&digit_cells.seen))
                    {
                        let only =
                            Some(*petal).filter(|petal| before.is_empty() || *only == Some(*petal));
                        more.entry((cells & &digit_cells.seen, only))
                            .or_insert_with(|| [before, &[*petal][..]].concat());
                    }
                }
                chosen = more;
            }
            for ((cells, _), chosen) in chosen.into_iter().filter(|((_, only), _)| only.is_none()) {
                let deduction =
                    Deduction::from_eliminations(position.candidates_of_digit(&cells, gone));
                sink.emit_harder(digits.len() as u16 - 2, deduction.clone(), || {
                    explain(position, stem, &chosen, gone, &deduction)
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Explains a blossom. The petals are in the order of the stem's candidates.
fn explain(
    position: &Position<'_>,
    stem: usize,
    petals: &[usize],
    gone: Digit,
    deduction: &Deduction,
) -> Explanation {
    let sets = position.almost_locked_sets().sets();
    let mut highlights = vec![Highlight::Cell(
        position.layout().cell(stem),
        HighlightRole::Pivot,
    )];
    let (mut there, mut cases) = (Vec::new(), Vec::new());
    for (number, (digit, petal)) in position.candidates(stem).iter().zip(petals).enumerate() {
        let set = &sets[*petal];
        // One set can be the petal of two digits.
        if !petals[..number].contains(petal) {
            highlight_set(
                position,
                &mut highlights,
                set,
                u8::try_from(number).unwrap_or(u8::MAX),
            );
            there.push(format_set(position, set));
        }
        let from = Box::new([position.candidate(stem, digit)]);
        highlights.push(Highlight::Link {
            from,
            to: position.candidates_of_digit(&set.cells, digit).into(),
            strong: false,
        });
        let digit = position.format_digit(digit);
        cases.push(phrase!(
            "if it is {digit}, {digit} is removed from {cells}",
            digit,
            cells = position.format_cells(&set.cells)
        ));
    }
    let gone = position.format_digit(gone);
    let text = phrase!(
        "{sets}: each set has one candidate more than cells, so it holds all its digits but one. \
        Now look at {stem}: {cases}. The set that loses its digit holds all its others, {gone} \
        among them. So {gone} is in one of the sets, and no cell can hold it that sees all {gone} \
        of all of them.",
        sets = text::join_clauses(there).capitalized(),
        stem = position.format_cell(stem),
        cases = Phrase::joined(cases, "; "),
        gone
    );
    Explanation {
        highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}
