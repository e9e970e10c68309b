//! The result of a producer: a placement or eliminations, with a rating.

use std::fmt;

use super::grid::CandidateGrid;
use super::tables::members;

/// A technique of the scale. Sukaku Explainer searches in this order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are the meaning")]
pub enum SeTechnique {
    HiddenSingle,
    DirectPointing,
    DirectClaiming,
    DirectHiddenPair,
    NakedSingle,
    DirectHiddenTriplet,
    Pointing,
    Claiming,
    NakedPair,
    XWing,
    HiddenPair,
    NakedTriplet,
    Swordfish,
    HiddenTriplet,
    TwoStrongLinks,
    XyWing,
    XyzWing,
    UniqueRectangle,
    UniqueLoop,
    NakedQuad,
    Jellyfish,
    HiddenQuad,
    ThreeStrongLinks,
    WxyzWing,
    Bug,
    FourStrongLinks,
    VwxyzWing,
    AlignedPairExclusion,
    UvwxyzWing,
    BidirectionalCycle,
    ForcingChain,
    TuvwxyzWing,
    AlignedTripletExclusion,
    NishioForcingChain,
    CellForcingChain,
    RegionForcingChain,
    DoubleForcingChain,
    ContradictionForcingChain,
}

impl SeTechnique {
    /// Returns the name that players use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HiddenSingle => "Hidden Single",
            Self::DirectPointing => "Direct Pointing",
            Self::DirectClaiming => "Direct Claiming",
            Self::DirectHiddenPair => "Direct Hidden Pair",
            Self::NakedSingle => "Naked Single",
            Self::DirectHiddenTriplet => "Direct Hidden Triplet",
            Self::Pointing => "Pointing",
            Self::Claiming => "Claiming",
            Self::NakedPair => "Naked Pair",
            Self::XWing => "X-Wing",
            Self::HiddenPair => "Hidden Pair",
            Self::NakedTriplet => "Naked Triplet",
            Self::Swordfish => "Swordfish",
            Self::HiddenTriplet => "Hidden Triplet",
            Self::TwoStrongLinks => "2 Strong Links",
            Self::XyWing => "XY-Wing",
            Self::XyzWing => "XYZ-Wing",
            Self::UniqueRectangle => "Unique Rectangle",
            Self::UniqueLoop => "Unique Loop",
            Self::NakedQuad => "Naked Quad",
            Self::Jellyfish => "Jellyfish",
            Self::HiddenQuad => "Hidden Quad",
            Self::ThreeStrongLinks => "3 Strong Links",
            Self::WxyzWing => "WXYZ-Wing",
            Self::Bug => "Bivalue Universal Grave",
            Self::FourStrongLinks => "4 Strong Links",
            Self::VwxyzWing => "VWXYZ-Wing",
            Self::AlignedPairExclusion => "Aligned Pair Exclusion",
            Self::UvwxyzWing => "UVWXYZ-Wing",
            Self::BidirectionalCycle => "Bidirectional Cycle",
            Self::ForcingChain => "Forcing Chain",
            Self::TuvwxyzWing => "TUVWXYZ-Wing",
            Self::AlignedTripletExclusion => "Aligned Triplet Exclusion",
            Self::NishioForcingChain => "Nishio Forcing Chain",
            Self::CellForcingChain => "Cell Forcing Chains",
            Self::RegionForcingChain => "Region Forcing Chains",
            Self::DoubleForcingChain => "Double Forcing Chain",
            Self::ContradictionForcingChain => "Contradiction Forcing Chain",
        }
    }
}

impl fmt::Display for SeTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Candidates to remove: cells in the order of discovery, with the digits of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Removals(pub Vec<(u8, u16)>);

impl Removals {
    /// Adds those of these candidates that the grid has.
    pub(super) fn add(&mut self, grid: &CandidateGrid, cell: usize, digits: u16) {
        let there = grid.cells[cell] & digits;
        if there == 0 {
            return;
        }
        match self
            .0
            .iter_mut()
            .find(|(known, _)| usize::from(*known) == cell)
        {
            Some((_, known)) => *known |= there,
            None => self.0.push((cell as u8, there)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of candidates.
    pub(super) fn len(&self) -> usize {
        self.0
            .iter()
            .map(|(_, digits)| digits.count_ones() as usize)
            .sum()
    }
}

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RatedHint {
    pub technique: SeTechnique,
    /// The rating, computed with the additions of Sukaku Explainer, because ties depend on the last
    /// bit.
    pub rating: f64,
    pub removals: Removals,
    /// The placement as cell and digit.
    pub place: Option<(u8, u8)>,
}

impl RatedHint {
    pub(super) fn placing(technique: SeTechnique, rating: f64, cell: usize, digit: usize) -> Self {
        Self {
            technique,
            rating,
            removals: Removals::default(),
            place: Some((cell as u8, digit as u8)),
        }
    }

    /// Returns a hint with removals, or `None` if there are none.
    pub(super) fn removing(
        technique: SeTechnique,
        rating: f64,
        removals: Removals,
    ) -> Option<Self> {
        (!removals.is_empty()).then_some(Self {
            technique,
            rating,
            removals,
            place: None,
        })
    }

    pub(super) fn apply(&self, grid: &mut CandidateGrid) {
        for (cell, digits) in &self.removals.0 {
            for digit in members(*digits) {
                grid.remove(usize::from(*cell), digit);
            }
        }
        if let Some((cell, digit)) = self.place {
            grid.place(usize::from(cell), usize::from(digit));
        }
    }
}
