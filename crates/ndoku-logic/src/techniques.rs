//! The techniques, easiest first: [`TECHNIQUES`].
//!
//! To add one: a `technique!` in the file of its family, a page in `handbook/` that is called as its id (see `handbook/README.md`), and a line in
//! [`TECHNIQUES`]. The tests find it there, check its examples and near misses, and hold all its steps against solutions.

pub mod als;
pub mod blossom;
pub mod coloring;
pub mod direct;
pub mod exclusion;
pub mod firework;
pub mod locked;
pub mod single_digit;
pub mod singles;
pub mod subsets;
pub mod sue_de_coq;
pub mod wings;

use crate::technique::Technique;

/// All techniques, ascending by [`difficulty`](Technique::difficulty).
pub static TECHNIQUES: &[&Technique] = &[
    &singles::FULL_HOUSE,
    &singles::HIDDEN_SINGLE_BOX,
    &singles::HIDDEN_SINGLE,
    &direct::DIRECT_POINTING,
    &direct::DIRECT_CLAIMING,
    &direct::DIRECT_HIDDEN_PAIR,
    &singles::NAKED_SINGLE,
    &direct::DIRECT_HIDDEN_TRIPLE,
    &locked::POINTING,
    &locked::CLAIMING,
    &subsets::LOCKED_PAIR,
    &subsets::NAKED_PAIR,
    &subsets::LOCKED_TRIPLE,
    &subsets::HIDDEN_PAIR,
    &subsets::NAKED_TRIPLE,
    &subsets::HIDDEN_TRIPLE,
    &single_digit::SKYSCRAPER,
    &single_digit::TWO_STRING_KITE,
    &single_digit::TURBOT_FISH,
    &wings::XY_WING,
    &single_digit::EMPTY_RECTANGLE,
    &coloring::REMOTE_PAIR,
    &wings::XYZ_WING,
    &wings::W_WING,
    &coloring::SIMPLE_COLORING,
    &subsets::NAKED_QUAD,
    &coloring::MULTI_COLORING,
    &subsets::HIDDEN_QUAD,
    &wings::WXYZ_WING,
    &als::ALS_XZ,
    &sue_de_coq::SUE_DE_COQ,
    &firework::TRIPLE_FIREWORK,
    &wings::VWXYZ_WING,
    &exclusion::ALIGNED_PAIR_EXCLUSION,
    &als::ALS_XY_WING,
    &wings::UVWXYZ_WING,
    &als::ALS_CHAIN,
    &blossom::DEATH_BLOSSOM,
    &wings::TUVWXYZ_WING,
    &exclusion::ALIGNED_TRIPLE_EXCLUSION,
];

/// The technique of this id, name or alias; case, blanks, hyphens and underscores do not matter.
#[must_use]
pub fn find(name: &str) -> Option<&'static Technique> {
    let plain = |name: &str| name.to_lowercase().replace([' ', '-', '_'], "");
    let wanted = plain(name);
    let named =
        |technique: &&&'static Technique| [technique.id, technique.name].iter().chain(technique.aliases).any(|name| plain(name) == wanted);
    TECHNIQUES.iter().find(named).copied()
}
