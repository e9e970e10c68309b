//! The techniques, easiest first: [`TECHNIQUES`].
//!
//! To add one: a `technique!` in the file of its family, a page in `handbook/` that is called as its id (see `handbook/README.md`), and a line in
//! [`TECHNIQUES`]. The tests find it there, check its examples and near misses, and hold all its steps against solutions.

pub mod complex_fish;
pub mod fish;
pub mod locked;
pub mod singles;

use crate::technique::Technique;

/// All techniques, ascending by [`difficulty`](Technique::difficulty).
pub static TECHNIQUES: &[&Technique] = &[
    &singles::FULL_HOUSE,
    &singles::HIDDEN_SINGLE_BOX,
    &singles::HIDDEN_SINGLE,
    &singles::NAKED_SINGLE,
    &locked::POINTING,
    &locked::CLAIMING,
    &fish::X_WING,
    &fish::SWORDFISH,
    &fish::FINNED_X_WING,
    &fish::SASHIMI_X_WING,
    &fish::FINNED_SWORDFISH,
    &fish::SASHIMI_SWORDFISH,
    &fish::JELLYFISH,
    &fish::FINNED_JELLYFISH,
    &fish::SASHIMI_JELLYFISH,
    &complex_fish::FRANKEN_X_WING,
    &complex_fish::FRANKEN_SWORDFISH,
    &complex_fish::MUTANT_X_WING,
    &complex_fish::FINNED_FRANKEN_X_WING,
    &complex_fish::FINNED_FRANKEN_SWORDFISH,
    &complex_fish::FRANKEN_JELLYFISH,
    &complex_fish::FINNED_MUTANT_X_WING,
    &complex_fish::MUTANT_SWORDFISH,
    &complex_fish::FINNED_FRANKEN_JELLYFISH,
    &complex_fish::FINNED_MUTANT_SWORDFISH,
    &complex_fish::MUTANT_JELLYFISH,
    &complex_fish::FINNED_MUTANT_JELLYFISH,
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
