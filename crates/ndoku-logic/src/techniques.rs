//! The techniques, easiest first: [`TECHNIQUES`].
//!
//! To add one: a `technique!` in the file of its family, a page in `handbook/` that is called as its id (see `handbook/README.md`), and a line in
//! [`TECHNIQUES`]. The tests find it there, check its examples and near misses, and hold all its steps against solutions.

pub mod chains;
pub mod forcing;
pub mod locked;
pub mod singles;
pub mod templates;

use crate::technique::Technique;

/// All techniques, ascending by [`difficulty`](Technique::difficulty).
pub static TECHNIQUES: &[&Technique] = &[
    &singles::FULL_HOUSE,
    &singles::HIDDEN_SINGLE_BOX,
    &singles::HIDDEN_SINGLE,
    &singles::NAKED_SINGLE,
    &locked::POINTING,
    &locked::CLAIMING,
    &chains::X_CHAIN,
    &chains::XY_CHAIN,
    &chains::GROUPED_X_CHAIN,
    &chains::CONTINUOUS_NICE_LOOP,
    &chains::AIC,
    &chains::GROUPED_AIC,
    &chains::GROUPED_CONTINUOUS_LOOP,
    &forcing::NISHIO,
    &forcing::CELL_FORCING_CHAIN,
    &forcing::REGION_FORCING_CHAIN,
    &forcing::CONTRADICTION_CHAIN,
    &forcing::DOUBLE_FORCING_CHAIN,
    &forcing::CONTRADICTION_NET,
    &forcing::CELL_FORCING_NET,
    &forcing::REGION_FORCING_NET,
    &forcing::DOUBLE_NET,
    &forcing::PATTERN_NET,
    &templates::TEMPLATE_SET,
    &templates::TEMPLATE_DELETE,
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
