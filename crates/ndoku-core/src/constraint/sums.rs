//! Rules about sums: killer cages, sums, arrows, little killers, region sum lines, zippers and sum
//! lines.
//!
//! ```text
//!   killer 8    ┌─────┐        arrow   (9)─2─3─→4       zipper   2 5 7 3 6     2+6 = 5+3 = 7+…
//!               │1 2 5│
//!               └─────┘
//! ```

use std::sync::Arc;

use super::argument::Argument;
use super::equal_sums::EqualSums;
use super::{Constraint, Rule, RuleContext, RuleEffect, notation};
use crate::decoration::is_connected;
use crate::layout::{Boxes, LayoutError};
use crate::propagator::{LayoutFacts, Propagator, PropagatorRule, SumLine};
use crate::{Cell, Decoration, Digit, LineStyle, OutsideClue};

type Effects = Result<Vec<RuleEffect>, LayoutError>;

pub(super) const KILLER: Rule = Rule {
    id: "killer",
    aliases: &["cage", "killer-cage"],
    summary: "The digits of the cells differ, and have a sum if one is given: a killer cage.",
    argument: Some("[SUM: ]CELLS"),
    apply: |context, argument| {
        let parsed = Argument::new("killer", context.size, argument);
        let cells = parsed.cells()?;
        let size = u32::from(context.size);
        let count = cells.len() as u32;
        if count > size {
            return Err(parsed.wrong(format!(
                "the cage has {count} cells, but only {size} digits can differ"
            )));
        }
        let mut killer = EqualSums::new("killer", context.size, argument);
        if parsed.value().is_some() {
            let sum = parsed.number()?;
            let least = count * (count + 1) / 2;
            let most = count * (2 * size - count + 1) / 2;
            let what = format!("{count} different digits have a sum");
            check_reach(
                &parsed,
                &what,
                [i64::from(least), i64::from(most)],
                sum.into(),
            )?;
            killer.add(&cells);
            killer.set_targets(vec![sum]);
        }
        killer.decorate(Decoration::Cage {
            cells: cells.as_slice().into(),
            label: parsed.value().unwrap_or_default().into(),
        });
        // The outlines of separate parts do not show that they belong together.
        if !is_connected(&cells.iter().copied().collect(), context.size) {
            killer.decorate(Decoration::Note(notation("killer", argument).into()));
        }
        let name = format!("cage {}", cells[0]);
        Ok(vec![
            RuleEffect::Cage { name, cells },
            RuleEffect::Constraint(Arc::new(killer)),
        ])
    },
};

pub(super) const SUM: Rule = Rule {
    id: "sum",
    aliases: &[],
    summary: "The digits of the cells have a sum. They may repeat.",
    argument: Some("SUM: CELLS (with factors: 10: r1c1 2*r1c2 -r1c3; several sums: 10|20)"),
    apply: sum,
};

pub(super) const ARROW: Rule = Rule {
    id: "arrow",
    aliases: &["pill-arrow", "pill"],
    summary: "The digit in the circle is the sum of the digits along the arrow.",
    argument: Some("CIRCLE; CELLS (several cells of a circle form a number)"),
    apply: |context, argument| {
        let parsed = Argument::new("arrow", context.size, argument);
        parsed.without_value()?;
        let [circle, shaft] = parsed.two_parts()?;
        if circle.len() > 4 {
            return Err(parsed.wrong("its circle has more than four cells"));
        }
        let mut arrow = EqualSums::new("arrow", context.size, argument);
        arrow.add_number(&circle);
        arrow.add(&shaft);
        let distance = |cell: &&Cell| {
            let columns = cell.column().abs_diff(shaft[0].column());
            u16::from(cell.row().abs_diff(shaft[0].row())) + u16::from(columns)
        };
        let start = circle.iter().min_by_key(distance).copied();
        arrow.decorate(Decoration::Line {
            style: LineStyle::Arrow,
            cells: start.into_iter().chain(shaft).collect(),
            label: "".into(),
        });
        arrow.decorate(Decoration::Pill(circle.into()));
        Ok(vec![RuleEffect::Constraint(Arc::new(arrow))])
    },
};

pub(super) const DOUBLE_ARROW: Rule = Rule {
    id: "double-arrow",
    aliases: &[],
    summary: "The digits at both ends of the line add up to the sum of those between.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        let parsed = Argument::new("double-arrow", context.size, argument);
        parsed.without_value()?;
        let cells = parsed.cells()?;
        let [first, inner @ .., last] = &cells[..] else {
            return Err(parsed.wrong("it needs at least three cells"));
        };
        if inner.is_empty() {
            return Err(parsed.wrong("it needs at least three cells"));
        }
        let mut line = EqualSums::new("double-arrow", context.size, argument);
        line.add(&[*first, *last]);
        line.add(inner);
        decorate_line(&mut line, &cells, LineStyle::DoubleArrow);
        Ok(vec![RuleEffect::Constraint(Arc::new(line))])
    },
};

pub(super) const LITTLE_KILLER: Rule = Rule {
    id: "little-killer",
    aliases: &[],
    summary: "The digits on a diagonal have a sum. They may repeat.",
    argument: Some("SUM: CELL DIRECTION (the first cell, and down-left, up-right, …)"),
    apply: |context, argument| {
        let parsed = Argument::new("little-killer", context.size, argument);
        let sum = parsed.number()?;
        let words: Vec<&str> = parsed.only_part()?.split_whitespace().collect();
        let [cell, direction] = words[..] else {
            return Err(parsed.wrong("it takes a cell and a direction, such as `r1c4 down-left`"));
        };
        let (rows, columns) = match direction {
            "down-right" => (1, 1),
            "down-left" => (1, -1),
            "up-right" => (-1, 1),
            "up-left" => (-1, -1),
            _ => {
                return Err(parsed.wrong(format!(
                    "`{direction}` is not a direction: write down-right, down-left, up-right or \
                    up-left"
                )));
            }
        };
        let first = parsed.parse_cell(cell)?;
        let steps =
            std::iter::successors(Some(first), |cell| cell.offset(rows, columns, context.size));
        let cells: Vec<Cell> = steps.collect();
        let count = cells.len() as i64;
        let range = [count, count * i64::from(context.size)];
        let what = format!("{count} digits have a sum");
        check_reach(&parsed, &what, range, sum.into())?;
        let mut diagonal = EqualSums::new("little-killer", context.size, argument);
        diagonal.add(&cells);
        diagonal.set_targets(vec![sum]);
        // A clue is beside the grid if the diagonal starts at its border.
        if first.offset(-rows, -columns, context.size).is_none() {
            diagonal.decorate(Decoration::Outside {
                clue: OutsideClue::LittleKiller,
                cell: first,
                direction: [rows as i8, columns as i8],
                value: sum,
            });
        }
        Ok(vec![RuleEffect::Constraint(Arc::new(diagonal))])
    },
};

pub(super) const REGION_SUM: Rule = Rule {
    id: "region-sum",
    aliases: &["region-sum-line"],
    summary: "The stretches of the line within one box each have the same sum.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        let parsed = Argument::new("region-sum", context.size, argument);
        parsed.without_value()?;
        let cells = parsed.cells()?;
        let mut line = EqualSums::new("region-sum", context.size, argument);
        line.describe(&format!(" {:?}", context.boxes));
        let region = |cell: &Cell| context.boxes.number(*cell, context.size);
        for stretch in cells.chunk_by(|a, b| region(a) == region(b)) {
            if *context.boxes == Boxes::None {
                return Err(LayoutError::RuleDoesNotFit {
                    rule: "region-sum",
                    reason: "it needs boxes".to_owned(),
                });
            }
            line.add(stretch);
        }
        decorate_line(&mut line, &cells, LineStyle::RegionSum);
        Ok(vec![RuleEffect::Constraint(Arc::new(line))])
    },
};

pub(super) const ZIPPER: Rule = Rule {
    id: "zipper",
    aliases: &["zipper-line"],
    summary: "Cells at the same distance from the middle have the same sum. A middle cell equals that sum.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        let parsed = Argument::new("zipper", context.size, argument);
        parsed.without_value()?;
        let cells = parsed.cells()?;
        let mut line = EqualSums::new("zipper", context.size, argument);
        let last = cells.len() - 1;
        for place in 0..cells.len() / 2 {
            line.add(&[cells[place], cells[last - place]]);
        }
        if cells.len() % 2 == 1 {
            line.add(&[cells[last / 2]]);
        }
        decorate_line(&mut line, &cells, LineStyle::Zipper);
        Ok(vec![RuleEffect::Constraint(Arc::new(line))])
    },
};

pub(super) const SUM_LINE: Rule = Rule {
    id: "sum-line",
    aliases: &["ten-line"],
    summary: "The line can be cut into stretches with this sum.",
    argument: Some("SUM: CELLS (SUM from 1 to 63; `loop` at the end closes the line)"),
    apply: |context, argument| {
        let stripped = argument.map(str::trim_end);
        let open = stripped.and_then(|text| text.strip_suffix("loop"));
        let parsed = Argument::new("sum-line", context.size, open.or(stripped));
        let sum = parsed.number()?;
        if !(1..64).contains(&sum) {
            return Err(parsed.wrong("the sum must be from 1 to 63"));
        }
        let cells = parsed.cells()?;
        let mut distinct = cells.clone();
        distinct.sort_unstable();
        distinct.dedup();
        Ok(vec![RuleEffect::Constraint(Arc::new(SumLineConstraint {
            text: argument.unwrap_or_default().to_owned(),
            sum,
            is_loop: open.is_some(),
            cells: distinct,
            line: cells,
        }))])
    },
};

/// Returns an error if the sum is not in the range of the sums of `what`.
fn check_reach(
    parsed: &Argument<'_>,
    what: &str,
    [least, most]: [i64; 2],
    sum: i64,
) -> Result<(), LayoutError> {
    if (least..=most).contains(&sum) {
        return Ok(());
    }
    Err(parsed.wrong(format!("{what} from {least} to {most}, not {sum}")))
}

fn decorate_line(line: &mut EqualSums, cells: &[Cell], style: LineStyle) {
    if cells.len() > 1 {
        line.decorate(Decoration::Line {
            style,
            cells: cells.into(),
            label: "".into(),
        });
    }
}

/// Reads `10|20: r1c1 2*r1c2 -r1c3`.
fn sum(context: &RuleContext<'_>, argument: Option<&str>) -> Effects {
    let parsed = Argument::new("sum", context.size, argument);
    let value = parsed.value().unwrap_or_default();
    let wrong_sum = || parsed.wrong(format!("`{value}` is not a sum, nor several such as 10|20"));
    let mut sums: Vec<i64> = value
        .split('|')
        .map(|sum| sum.trim().parse::<i16>().map(i64::from))
        .collect::<Result<_, _>>()
        .map_err(|_| wrong_sum())?;
    let (mut plus, mut minus) = (Vec::new(), Vec::new());
    for word in parsed
        .only_part()?
        .split([' ', ','])
        .filter(|word| !word.is_empty())
    {
        let (list, word) = match word.strip_prefix('-') {
            Some(rest) => (&mut minus, rest),
            None => (&mut plus, word),
        };
        let (weight, cells) = match word.split_once('*') {
            Some((weight, cell)) => {
                let weight = weight
                    .parse::<u8>()
                    .ok()
                    .filter(|weight| *weight > 0)
                    .ok_or_else(|| {
                        parsed.wrong(format!("`{weight}` is not a factor from 1 to 255"))
                    })?;
                (u32::from(weight), cell)
            }
            None => (1, word),
        };
        for cell in Argument::new("sum", context.size, Some(cells)).cells()? {
            list.push((cell, weight));
        }
    }
    if plus.is_empty() && minus.is_empty() {
        return Err(parsed.wrong("it names no cell"));
    }
    // Both ends of the range are reached by the smallest digits on one side, the largest on the
    // other.
    let total = |list: &[(Cell, u32)]| list.iter().map(|(_, weight)| i64::from(*weight)).sum();
    let (added, subtracted): (i64, i64) = (total(&plus), total(&minus));
    let size = i64::from(context.size);
    let range = [added - subtracted * size, added * size - subtracted];
    let check = |sum: &i64| check_reach(&parsed, "these digits have a sum", range, *sum);
    // One sum within the range is enough. The others change no solution.
    if !sums.iter().any(|sum| check(sum).is_ok()) {
        sums.iter().try_for_each(check)?;
    }
    sums.retain(|sum| check(sum).is_ok());
    // The negative cells go to the other side, with a constant that makes all sums positive.
    let least = sums.iter().copied().min().unwrap_or(0).min(0);
    let mut constraint = EqualSums::new("sum", context.size, argument);
    if minus.is_empty() && least == 0 {
        constraint.add_weighted(&plus, 0);
        constraint.set_targets(sums.iter().map(|sum| *sum as u32).collect());
        return Ok(vec![RuleEffect::Constraint(Arc::new(constraint))]);
    }
    let [only] = sums[..] else {
        return Err(parsed.wrong("several sums need positive factors"));
    };
    constraint.add_weighted(&plus, (-only).max(0) as u32);
    constraint.add_weighted(&minus, only.max(0) as u32);
    Ok(vec![RuleEffect::Constraint(Arc::new(constraint))])
}

/// A line that can be cut into stretches of one sum.
struct SumLineConstraint {
    text: String,
    sum: u32,
    is_loop: bool,
    /// The cells, each once.
    cells: Vec<Cell>,
    /// The cells in the order of the line.
    line: Vec<Cell>,
}

impl std::fmt::Debug for SumLineConstraint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "sum-line={}", self.text)
    }
}

impl SumLineConstraint {
    /// Returns `true` if a full line, begun at a cell, is cut into stretches of the sum.
    fn is_cut(&self, digits: &[u32], start: usize) -> bool {
        let mut sum = 0;
        for place in 0..digits.len() {
            sum += digits[(start + place) % digits.len()];
            match sum.cmp(&self.sum) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => sum = 0,
                std::cmp::Ordering::Greater => return false,
            }
        }
        sum == 0
    }
}

impl Constraint for SumLineConstraint {
    fn id(&self) -> &'static str {
        "sum-line"
    }

    fn argument(&self) -> &str {
        &self.text
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        let digit = |cell: &Cell| {
            let place = self.cells.binary_search(cell).unwrap_or(0);
            digits[place].map(|digit| u32::from(digit.get()))
        };
        let Some(digits) = self.line.iter().map(digit).collect::<Option<Vec<u32>>>() else {
            return true;
        };
        let starts = if self.is_loop { digits.len() } else { 1 };
        (0..starts).any(|start| self.is_cut(&digits, start))
    }

    fn propagators(&self, facts: &LayoutFacts<'_>) -> Option<Vec<Propagator>> {
        if self.is_loop {
            return None;
        }
        let cells = facts.indices(&self.line);
        let differs = |place: usize| place > 0 && facts.differ(cells[place - 1], cells[place]);
        let differs: Vec<bool> = (0..cells.len()).map(differs).collect();
        let rule = PropagatorRule::SumLine(SumLine::new(self.sum, facts.size(), &differs)?);
        Some(vec![Propagator::new(cells, rule)])
    }

    fn decorations(&self) -> Vec<Decoration> {
        // A loop ends where it begins.
        let closing = self.line.first().filter(|_| self.is_loop);
        vec![Decoration::Line {
            style: LineStyle::SumLine,
            cells: self.line.iter().chain(closing).copied().collect(),
            label: self.sum.to_string().into(),
        }]
    }
}
