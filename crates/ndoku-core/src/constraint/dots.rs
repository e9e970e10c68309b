//! Signs between two cells: white and black Kropki dots, X and V, and the rules that no other pair
//! has such a relation.
//!
//! ```text
//!   3 ○ 4      consecutive (or any other difference)
//!   2 ● 4      one is twice the other (or any other ratio)
//!   2 V 3      the sum is 5          4 X 6      the sum is 10
//! ```

use std::collections::BTreeSet;
use std::sync::Arc;

use super::argument::Argument;
use super::pairwise::Pairwise;
use super::{Rule, RuleContext, RuleEffect};
use crate::layout::LayoutError;
use crate::{Cell, Decoration};

pub(super) const XV: Rule = Rule {
    id: "xv",
    aliases: &["pair-sum"],
    summary: "Two cells have a sum: 10 for X, 5 for V.",
    argument: Some("SUM: CELL CELL (such as X: r1c1 r1c2)"),
    apply: |context, argument| {
        let argument = Argument::new("xv", context.size, argument);
        let sum = roman_or_number(&argument)?;
        let label = argument.value().unwrap_or_default().to_ascii_uppercase();
        let picture = |between| Decoration::BorderText {
            between,
            text: label.into(),
        };
        sign(context, ["xv", "sum"], &argument, picture, move |a, b| {
            a + b == sum
        })
    },
};

pub(super) const DIFFERENCE: Rule = Rule {
    id: "difference",
    aliases: &["white-dot", "dot", "consecutive-pair"],
    summary: "The digits of two cells have a difference, 1 by default: a white dot.",
    argument: Some("[DIFFERENCE: ]CELL CELL"),
    apply: |context, argument| {
        let argument = Argument::new("difference", context.size, argument);
        let difference = argument.number_or(1)?;
        let label = argument.value().filter(|_| difference != 1);
        let picture = |between| Decoration::Dot {
            between,
            filled: false,
            label: label.unwrap_or_default().into(),
        };
        sign(
            context,
            ["difference"; 2],
            &argument,
            picture,
            move |a, b| a.abs_diff(b) == difference,
        )
    },
};

pub(super) const RATIO: Rule = Rule {
    id: "ratio",
    aliases: &["black-dot"],
    summary: "One digit is twice the other, or RATIO times: a black dot.",
    argument: Some("[RATIO: ]CELL CELL"),
    apply: |context, argument| {
        let argument = Argument::new("ratio", context.size, argument);
        let ratio = argument.number_or(2)?;
        let label = argument.value().filter(|_| ratio != 2);
        let picture = |between| Decoration::Dot {
            between,
            filled: true,
            label: label.unwrap_or_default().into(),
        };
        sign(context, ["ratio"; 2], &argument, picture, move |a, b| {
            has_ratio(a, b, ratio)
        })
    },
};

pub(super) const DIFFERENCE_NEGATIVE: Rule = Rule {
    id: "difference-negative",
    aliases: &["no-other-white-dots"],
    summary: "Cells side by side without a dot have none of the differences of the white dots.",
    argument: None,
    apply: |context, _| {
        let values = values_of(context, "difference", 1)?;
        let marked = pairs_of(context, &["difference", "ratio"])?;
        negative(
            context,
            "difference-negative",
            &values,
            &marked,
            |a, b, value| a.abs_diff(b) == value,
        )
    },
};

pub(super) const RATIO_NEGATIVE: Rule = Rule {
    id: "ratio-negative",
    aliases: &["no-other-black-dots"],
    summary: "Cells side by side without a dot have none of the ratios of the black dots.",
    argument: None,
    apply: |context, _| {
        let values = values_of(context, "ratio", 2)?;
        let marked = pairs_of(context, &["difference", "ratio"])?;
        negative(context, "ratio-negative", &values, &marked, has_ratio)
    },
};

pub(super) const XV_NEGATIVE: Rule = Rule {
    id: "xv-negative",
    aliases: &["no-other-xv"],
    summary: "Cells side by side without X or V never have the sum 5 or 10.",
    argument: None,
    apply: |context, _| {
        let marked = pairs_of(context, &["xv"])?;
        negative(context, "xv-negative", &[5, 10], &marked, |a, b, sum| {
            a + b == sum
        })
    },
};

fn has_ratio(a: u32, b: u32, ratio: u32) -> bool {
    a.checked_mul(ratio) == Some(b) || b.checked_mul(ratio) == Some(a)
}

/// Reads a value that may be a Roman numeral.
fn roman_or_number(argument: &Argument<'_>) -> Result<u32, LayoutError> {
    let text = argument.value().unwrap_or_default();
    let digit = |letter: char| match letter.to_ascii_uppercase() {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        'L' => Some(50),
        'C' => Some(100),
        _ => None,
    };
    let values: Option<Vec<u32>> = text.chars().map(digit).collect();
    let Some(values) = values.filter(|values| !values.is_empty()) else {
        return argument.number();
    };
    let mut total = 0_u32;
    for (place, value) in values.iter().enumerate() {
        if values.get(place + 1).is_some_and(|next| next > value) {
            total = total.wrapping_sub(*value);
        } else {
            total = total.wrapping_add(*value);
        }
    }
    Ok(total)
}

/// Returns the constraint that two cells satisfy a relation. `names` are the rule and its value.
fn sign(
    context: &RuleContext<'_>,
    names: [&'static str; 2],
    argument: &Argument<'_>,
    picture: impl FnOnce([Cell; 2]) -> Decoration,
    allows: impl Fn(u32, u32) -> bool,
) -> Result<Vec<RuleEffect>, LayoutError> {
    let [a, b] = argument.two_cells()?;
    let [id, value] = names;
    let size = u32::from(context.size);
    if !(1..=size).any(|a| (1..=size).any(|b| allows(a, b))) {
        return Err(argument.wrong(format!("no two digits from 1 to {size} have this {value}")));
    }
    let mut pairwise = Pairwise::new(id, context.size, Some(argument.text()));
    let relation = pairwise.relation(allows);
    pairwise.pair(a, b, relation);
    if are_neighbors(a, b) {
        pairwise.decorate(picture([a, b]));
    }
    Ok(vec![RuleEffect::Constraint(Arc::new(pairwise))])
}

pub(super) fn are_neighbors(a: Cell, b: Cell) -> bool {
    a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) == 1
}

/// Returns the values of the rules with this identifier, or the default if there is no such rule.
fn values_of(
    context: &RuleContext<'_>,
    id: &'static str,
    default: u32,
) -> Result<Vec<u32>, LayoutError> {
    let mut values = BTreeSet::new();
    for rule in context.rules.iter().filter(|rule| rule.id == id) {
        let argument = Argument::new(id, context.size, rule.argument.as_deref());
        values.insert(argument.number_or(default)?);
    }
    if values.is_empty() {
        values.insert(default);
    }
    Ok(values.into_iter().collect())
}

/// Returns the pairs of cells that the rules with these identifiers name, the smaller cell first.
fn pairs_of(
    context: &RuleContext<'_>,
    ids: &[&'static str],
) -> Result<BTreeSet<[Cell; 2]>, LayoutError> {
    let mut pairs = BTreeSet::new();
    for rule in context.rules.iter().filter(|rule| ids.contains(&rule.id)) {
        let argument = Argument::new(rule.id, context.size, rule.argument.as_deref());
        let [a, b] = argument.two_cells()?;
        pairs.insert([a.min(b), a.max(b)]);
    }
    Ok(pairs)
}

fn negative(
    context: &RuleContext<'_>,
    id: &'static str,
    values: &[u32],
    marked: &BTreeSet<[Cell; 2]>,
    holds: impl Fn(u32, u32, u32) -> bool,
) -> Result<Vec<RuleEffect>, LayoutError> {
    let mut pairwise = Pairwise::new(id, context.size, None);
    pairwise.describe(&format!(" {values:?} but for {marked:?}"));
    let relation = pairwise.relation(|a, b| values.iter().all(|value| !holds(a, b, *value)));
    for index in 0..usize::from(context.size) * usize::from(context.size) {
        let cell = Cell::from_index(index, context.size);
        for (rows, columns) in [(0, 1), (1, 0)] {
            if let Some(next) = cell.offset(rows, columns, context.size)
                && !marked.contains(&[cell, next])
            {
                pairwise.pair(cell, next, relation);
            }
        }
    }
    pairwise.decorate(Decoration::Note(id.into()));
    Ok(vec![RuleEffect::Constraint(Arc::new(pairwise))])
}
