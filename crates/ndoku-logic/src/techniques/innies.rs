//! Innies and outies: the 45 rule, which compares houses with the cages in them.
//!
//! ```text
//!   box 1       sum 45        cages 10 + 15 + 13 = 38, one cell left over
//!   innie       45 − 38 = 7
//! ```
//!
//! An equation can have several open cells. All their digits are tried.

use std::ops::ControlFlow;

use ndoku_core::{Highlight, HighlightRole};

use super::cages::{Cage, CageName, emit_required};
use super::rule_text::{MAX_LISTED, conclusion};
use crate::difficulty::Difficulty;
use crate::known_sums::SumEquation;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::rules::{RulePropagators, mask_digits, mask_range};
use crate::step::{Deduction, Explanation};
use crate::technique::{StepSink, technique};

/// The maximum number of open cells of an equation that is tried.
const MAX_OPEN: usize = 5;

/// The maximum number of ways to fill the open cells of an equation that is tried.
const MAX_WAYS: usize = 6000;

technique! {
    INNIES_OUTIES = "innies-outies" {
        name: "Innies and Outies",
        aliases: &["45 rule", "rule of 45", "innie", "outie"],
        family: "Cages",
        summary: "The sum of a house without the cages in it gives the sum of the cells that are \
            left over, or of those that stick out.",
        difficulty: Difficulty(26),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_innies,
    }
}

/// The open cells of an equation with their signs, and what they must add up to.
struct OpenCells {
    cells: Vec<(usize, i64)>,
    difference: i64,
}

impl OpenCells {
    fn new(position: &Position<'_>, equation: &SumEquation) -> Self {
        let mut difference = i64::from(equation.house_total) - i64::from(equation.cage_total);
        let mut cells = Vec::new();
        let innies = equation.innies.iter().map(|cell| (*cell, 1));
        for (cell, sign) in innies.chain(equation.outies.iter().map(|cell| (*cell, -1))) {
            match position.digit(cell) {
                Some(digit) => difference -= sign * i64::from(digit.get()),
                None => cells.push((cell, sign)),
            }
        }
        Self { cells, difference }
    }

    /// Returns the candidates with which the equation can hold.
    fn kept(&self, position: &Position<'_>) -> Vec<u16> {
        let masks: Vec<u16> = self
            .cells
            .iter()
            .map(|(cell, _)| position.masks().0[*cell])
            .collect();
        // ranges[k]: the least and the largest sum of the cells from k on.
        let mut ranges = vec![(0, 0); self.cells.len() + 1];
        for place in (0..self.cells.len()).rev() {
            let (low, high) = mask_range(masks[place]);
            let (low, high) = (i64::from(low), i64::from(high));
            let (least, most) = ranges[place + 1];
            ranges[place] = if self.cells[place].1 > 0 {
                (least + low, most + high)
            } else {
                (least - high, most - low)
            };
        }
        let mut kept = vec![0; masks.len()];
        let mut chosen = Vec::new();
        self.extend(
            position,
            &masks,
            &ranges,
            self.difference,
            &mut chosen,
            &mut kept,
        );
        kept
    }

    fn extend(
        &self,
        position: &Position<'_>,
        masks: &[u16],
        ranges: &[(i64, i64)],
        left: i64,
        chosen: &mut Vec<u16>,
        kept: &mut [u16],
    ) {
        let place = chosen.len();
        if left < ranges[place].0 || left > ranges[place].1 {
            return;
        }
        let Some((cell, sign)) = self.cells.get(place).copied() else {
            kept.iter_mut()
                .zip(&*chosen)
                .for_each(|(kept, bit)| *kept |= bit);
            return;
        };
        for digit in mask_digits(masks[place]) {
            let bit = 1 << digit.index();
            let clashes = |earlier: usize| {
                chosen[earlier] == bit && position.sees(self.cells[earlier].0, cell)
            };
            if (0..place).any(clashes) {
                continue;
            }
            chosen.push(bit);
            let rest = left - sign * i64::from(digit.get());
            self.extend(position, masks, ranges, rest, chosen, kept);
            chosen.pop();
        }
    }
}

fn find_innies(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for equation in &position.known_sums().equations {
        let open = OpenCells::new(position, equation);
        let digits = open
            .cells
            .iter()
            .map(|(cell, _)| position.candidates(*cell).len());
        if open.cells.is_empty()
            || open.cells.len() > MAX_OPEN
            || digits.product::<usize>() > MAX_WAYS
        {
            continue;
        }
        sink.check_stop()?;
        // Several houses and several cells are harder to survey.
        let harder = 3 * (equation.houses.len() - 1) as u16 + 5 * (open.cells.len() - 1) as u16;
        let kept = open.kept(position);
        if kept.contains(&0) {
            continue;
        }
        let deduction = match (&open.cells[..], &kept[..]) {
            ([(cell, _)], [bit]) => {
                let digit = mask_digits(*bit)
                    .next()
                    .map(|digit| position.candidate(*cell, digit));
                digit.map(Deduction::from_placement).unwrap_or_default()
            }
            _ => {
                let cells: Vec<u16> = open.cells.iter().map(|(cell, _)| *cell as u16).collect();
                Deduction::from_eliminations(position.masks().lost(position, &cells, &kept))
            }
        };
        sink.emit_harder(harder, deduction.clone(), || {
            explain_equation(position, equation, &open, &deduction)
        })?;
        find_hidden_cage(position, sink, equation, &open, harder + 2)?;
    }
    ControlFlow::Continue(())
}

/// Uses innies that see each other as a cage.
fn find_hidden_cage(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    equation: &SumEquation,
    open: &OpenCells,
    harder: u16,
) -> ControlFlow<()> {
    let cells: Vec<usize> = open.cells.iter().map(|(cell, _)| *cell).collect();
    let set = position.cells(cells.iter().copied());
    let Ok(total) = u32::try_from(open.difference) else {
        return ControlFlow::Continue(());
    };
    if cells.len() < 2
        || open.cells.iter().any(|(_, sign)| *sign < 0)
        || !position.see_each_other(&set)
    {
        return ControlFlow::Continue(());
    }
    let all = (1_u32 << position.size()) - 1;
    let sets: Vec<u16> = (0..=all)
        .filter(|set| set.count_ones() as usize == cells.len())
        .map(|set| set as u16)
        .filter(|set| {
            mask_digits(*set)
                .map(|digit| u32::from(digit.get()))
                .sum::<u32>()
                == total
        })
        .collect();
    let name = CageName::LeftOver(&equation.houses);
    emit_required(
        position,
        sink,
        &Cage::new(position, name, cells, Some(total), &sets),
        harder,
    )
}

fn explain_equation(
    position: &Position<'_>,
    equation: &SumEquation,
    open: &OpenCells,
    deduction: &Deduction,
) -> Explanation {
    let sums = position.known_sums();
    let cages = format_cages(position, equation);
    let mut left = String::new();
    let signed = [(1, &equation.innies), (-1, &equation.outies)];
    for (sign, cell) in signed
        .iter()
        .flat_map(|(sign, cells)| cells.iter().map(|cell| (*sign, *cell)))
    {
        let sign = match (left.is_empty(), sign > 0) {
            (true, true) => "",
            (true, false) => "−",
            (false, true) => " + ",
            (false, false) => " − ",
        };
        left += sign;
        left += &position.format_cell(cell).to_string();
    }
    let difference = i64::from(equation.house_total) - i64::from(equation.cage_total);
    // Outies alone are easier to read without signs.
    let (left, difference) = if equation.innies.is_empty() {
        (left.replace(" − ", " + ").replace('−', ""), -difference)
    } else {
        (left, difference)
    };
    let mut highlights: Vec<Highlight> = equation
        .houses
        .iter()
        .map(|house| Highlight::House(*house, HighlightRole::Base))
        .collect();
    let cell = |cell: usize, role| Highlight::Cell(position.layout().cell(cell), role);
    let mut covered = position.no_cells();
    equation
        .cages
        .iter()
        .for_each(|cage| covered.union_with(&sums.cages[*cage].cells));
    equation
        .outies
        .iter()
        .for_each(|cell| covered.remove(*cell));
    highlights.extend(covered.iter().map(|one| cell(one, HighlightRole::Cover)));
    highlights.extend(
        equation
            .innies
            .iter()
            .map(|one| cell(*one, HighlightRole::Pattern)),
    );
    highlights.extend(
        equation
            .outies
            .iter()
            .map(|one| cell(*one, HighlightRole::Fin)),
    );
    let houses = position.format_houses(&equation.houses).capitalized();
    let total = equation.house_total;
    let sum = if equation.houses.len() == 1 {
        phrase!("{houses} adds up to {total}", houses, total)
    } else {
        phrase!("{houses} add up to {total}", houses, total)
    };
    let mut sentences = vec![
        phrase!("{sum}, and {cages}.", sum, cages),
        phrase!("The rest is {left} = {difference}.", left, difference),
    ];
    if open.cells.len() > 1 {
        sentences.push(phrase!("The candidates in question cannot satisfy that."));
    }
    sentences.push(conclusion(position, deduction));
    Explanation {
        highlights,
        text: Phrase::sentences(sentences),
    }
}

/// Returns the cages of an equation with their sum: `the cages at r1c1 and r2c2 have the sum 20`.
fn format_cages(position: &Position<'_>, equation: &SumEquation) -> Phrase {
    let sums = position.known_sums();
    let rules: Vec<&RulePropagators> = equation
        .cages
        .iter()
        .map(|cage| &position.rules()[sums.cages[*cage].rule])
        .collect();
    let total = equation.cage_total;
    let names = match &rules[..] {
        [only] => {
            let name = &only.name;
            return phrase!("{name} has the sum {total}", name, total);
        }
        rules if rules.len() > MAX_LISTED => {
            let count = Phrase::number(rules.len());
            phrase!("the {count} cages that fit", count)
        }
        rules => RulePropagators::format_names(rules),
    };
    phrase!("{names} have the sum {total}", names, total)
}
