//! [`RULE_KINDS`]: the kinds of constraints that the generator adds.
//!
//! ```text
//!   full grid  ─▶ shape: where a constraint can be  ─▶ state: what the grid satisfies ─▶ RuleRef
//!                cages, lines, pairs, outside …      sum 9, rising, X, 12 …            killer=9: …
//! ```
//!
//! A kind is a shape and a function. The shape says in which places constraints stand, see
//! [`shapes`]. The function returns the constraint that the grid satisfies at a place, or `None` if
//! there is none, see [`constraints`]. To add a kind, add its function and a line here. A test
//! checks that every constraint holds by the rules of `ndoku-core`.

mod constraints;
pub(super) mod shapes;

use ndoku_core::constraint::RuleRef;
use ndoku_core::unknown_name;
use ndoku_core::{Boxes, Layout, Rng};

use self::constraints as of;

/// A kind of constraints that the generator adds.
pub struct RuleKind {
    /// The name to write.
    pub id: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// A description of the constraints, in a few words.
    pub summary: &'static str,
    /// The smallest size with such constraints.
    pub least_size: u8,
    pub(super) shape: Shape,
}

/// The largest size of layouts with constraints: that of propagators.
pub(super) const MAX_SIZE: u8 = ndoku_core::propagator::MAX_SIZE;

/// Returns the constraint on some cells that the grid satisfies.
pub(super) type MakeConstraint = fn(&SolvedGrid<'_>, &[usize], &mut Rng) -> Option<RuleRef>;
/// Returns `true` if a line can begin with these cells. The last argument is the wanted length.
pub(super) type CanBeginLine = fn(&SolvedGrid<'_>, &[usize], usize) -> bool;

/// The places of the constraints of a kind.
#[derive(Copy, Clone)]
pub(super) enum Shape {
    /// Connected cages that cover the grid.
    Cages(MakeConstraint),
    /// Lines of some lengths that do not meet.
    Lines {
        lengths: [usize; 2],
        grows: CanBeginLine,
        state: MakeConstraint,
    },
    /// Lines that grow from their middle at both ends.
    Mirrored {
        lengths: [usize; 2],
        grows: CanBeginLine,
        state: MakeConstraint,
    },
    /// Two cells side by side.
    Pairs(MakeConstraint),
    /// The four cells around a corner.
    Squares(MakeConstraint),
    /// Single cells.
    Cells(MakeConstraint),
    /// Rows and columns, from one end or from each of both.
    Outside {
        both_ends: bool,
        state: MakeConstraint,
    },
    /// Diagonals that begin at the edge.
    Diagonals(MakeConstraint),
    /// All rules of the kind together, none of which can be left out.
    Whole(fn(&SolvedGrid<'_>, &mut Rng) -> Vec<RuleRef>),
}

/// A full grid that satisfies the constraints.
#[derive(Copy, Clone)]
pub(super) struct SolvedGrid<'a> {
    pub(super) layout: &'a Layout,
    pub(super) grid: &'a [u8],
    pub(super) size: usize,
}

impl RuleKind {
    /// Returns `true` if the constraints of the kind cover the grid. They are kept unless each
    /// constraint must be needed.
    pub(super) const fn covers(&self) -> bool {
        matches!(self.shape, Shape::Cages(_))
    }

    /// Returns `true` if no constraint can be left out alone.
    pub(super) const fn is_whole(&self) -> bool {
        matches!(self.shape, Shape::Whole(_))
    }

    /// Returns `true` if the constraints compare boxes.
    pub(super) fn needs_boxes(&self) -> bool {
        self.id == "region-sum"
    }
}

impl std::fmt::Debug for RuleKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RuleKind")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl PartialEq for RuleKind {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for RuleKind {}

/// Returns `true` if the layout has boxes that are no rows or columns.
pub(super) fn has_boxes(layout: &Layout) -> bool {
    !matches!(
        layout.boxes(),
        Boxes::None | Boxes::Rectangles { width: 1, .. } | Boxes::Rectangles { height: 1, .. }
    )
}

/// Returns the kind with this name or alias. Case does not matter, and `_` equals `-`.
///
/// # Errors
/// Returns a message with the closest name.
pub fn find_rule_kind(name: &str) -> Result<&'static RuleKind, String> {
    let plain = name.trim().to_ascii_lowercase().replace(['_', ' '], "-");
    let names =
        |kind: &'static RuleKind| std::iter::once(kind.id).chain(kind.aliases.iter().copied());
    RULE_KINDS
        .iter()
        .find(|kind| names(kind).any(|known| known == plain))
        .ok_or_else(|| {
            unknown_name(
                "rule kind",
                name.trim(),
                RULE_KINDS.iter().flat_map(names),
                None,
            )
        })
}

/// Creates a kind.
const fn kind(
    id: &'static str,
    aliases: &'static [&'static str],
    least_size: u8,
    summary: &'static str,
    shape: Shape,
) -> RuleKind {
    RuleKind {
        id,
        aliases,
        summary,
        least_size,
        shape,
    }
}

const fn lines(lengths: [usize; 2], grows: CanBeginLine, state: MakeConstraint) -> Shape {
    Shape::Lines {
        lengths,
        grows,
        state,
    }
}

/// All kinds, in the order of the help text.
#[rustfmt::skip]
pub const RULE_KINDS: &[RuleKind] = &[
    kind("killer", &["cage", "cages"], 2, "cages with sums that cover the grid",
        Shape::Cages(of::killer)),
    kind("arrow", &["arrows"], 4, "a circle is the sum of its arrow",
        lines([3, 5], of::grows_arrow, of::arrow)),
    kind("thermo", &["thermometer", "thermos"], 3, "digits rise from the bulb",
        lines([3, 6], of::grows_thermo, of::thermo)),
    kind("slow-thermo", &["slow-thermometer"], 3, "digits never fall from the bulb",
        lines([3, 7], of::grows_slow_thermo, of::slow_thermo)),
    kind("kropki", &["dots", "dot"], 3, "white dots: consecutive; black dots: double",
        Shape::Pairs(of::kropki)),
    kind("strict-kropki", &[], 3, "all dots are given (negative constraint)",
        Shape::Whole(of::strict_kropki)),
    kind("consecutive", &["white-dots"], 3, "white dots: consecutive digits",
        Shape::Pairs(of::consecutive)),
    kind("xv", &[], 3, "X: sum 10; V: sum 5",
        Shape::Pairs(of::xv)),
    kind("strict-xv", &[], 3, "all X and V are given (negative constraint)",
        Shape::Whole(of::strict_xv)),
    kind("inequality", &["greater", "greater-than"], 3, "signs between cells of a box",
        Shape::Pairs(of::inequality)),
    kind("whisper", &["whispers", "german-whisper"], 4, "neighbors differ by half the size or more",
        lines([3, 7], of::grows_whisper, of::whisper)),
    kind("renban", &[], 3, "consecutive digits in any order",
        lines([3, 5], of::grows_renban, of::renban)),
    kind("nabner", &[], 5, "no two digits are equal or consecutive",
        lines([3, 4], of::grows_nabner, of::nabner)),
    kind("palindrome", &["palindromes"], 3, "the line reads the same from both ends",
        Shape::Mirrored { lengths: [3, 7], grows: of::grows_palindrome, state: of::palindrome }),
    kind("zipper", &["zipper-line"], 4, "pairs of ends add up to the middle",
        Shape::Mirrored { lengths: [3, 7], grows: of::grows_zipper, state: of::zipper }),
    kind("between", &["between-line"], 4, "inner digits lie between the ends",
        lines([3, 6], of::grows_between, of::between)),
    kind("lockout", &["lockout-line"], 6, "inner digits lie outside the ends",
        lines([3, 6], of::grows_lockout, of::lockout)),
    kind("entropic", &["entropic-line"], 3, "a low, a middle and a high digit in turn",
        lines([3, 7], of::grows_entropic, of::entropic)),
    kind("modular", &["modular-line"], 3, "three remainders modulo 3 in turn",
        lines([3, 7], of::grows_modular, of::modular)),
    kind("region-sum", &["region-sum-line"], 4, "equal sums in each box of the line",
        lines([3, 7], of::grows_region_sum, of::region_sum)),
    kind("double-arrow", &[], 4, "both ends add up to the inner digits",
        lines([3, 6], of::grows_double_arrow, of::double_arrow)),
    kind("sum-line", &["ten-line"], 4, "stretches with the sum of smallest and largest digit",
        lines([3, 7], of::grows_sum_line, of::sum_line)),
    kind("little-killer", &[], 3, "sums of diagonals",
        Shape::Diagonals(of::little_killer)),
    kind("sandwich", &["sandwich-sum"], 4, "sums between smallest and largest digit of a line",
        Shape::Outside { both_ends: false, state: of::sandwich }),
    kind("x-sum", &["xsum"], 3, "sums of as many digits as the first one says",
        Shape::Outside { both_ends: true, state: of::x_sum }),
    kind("skyscraper", &["skyscrapers"], 3, "counts of digits that exceed all before",
        Shape::Outside { both_ends: true, state: of::skyscraper }),
    kind("numbered-room", &["numbered-rooms"], 3, "the digit at the place that the first one names",
        Shape::Outside { both_ends: true, state: of::numbered_room }),
    kind("quadruple", &["quad", "quadruples"], 3, "digits around a corner",
        Shape::Squares(of::quadruple)),
    kind("odd-even", &["parity"], 3, "odd and even cells",
        Shape::Cells(of::odd_even)),
    kind("min-max", &["extremes"], 3, "cells below or above all their neighbors",
        Shape::Cells(of::min_max)),
];

#[cfg(test)]
mod tests;
