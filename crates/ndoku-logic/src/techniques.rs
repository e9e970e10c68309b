//! The techniques, easiest first: [`TECHNIQUES`].
//!
//! To add one: a `technique!` in the file of its family, a page in `handbook/` that is called as its id (see `handbook/README.md`), and a line in
//! [`TECHNIQUES`]. The tests find it there, check its examples and near misses, and hold all its steps against solutions.

pub mod bug;
pub mod coloring;
mod deadly;
pub mod direct;
mod joint;
pub mod locked;
pub mod loops;
pub mod rectangles;
pub mod single_digit;
pub mod singles;
pub mod subsets;
pub mod tridagon;

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
    &single_digit::EMPTY_RECTANGLE,
    &coloring::REMOTE_PAIR,
    &coloring::SIMPLE_COLORING,
    &rectangles::UNIQUE_RECTANGLE_1,
    &rectangles::UNIQUE_RECTANGLE_2,
    &rectangles::UNIQUE_RECTANGLE_4,
    &rectangles::AVOIDABLE_RECTANGLE_1,
    &loops::UNIQUE_LOOP_1,
    &loops::UNIQUE_LOOP_2,
    &rectangles::UNIQUE_RECTANGLE_3,
    &rectangles::UNIQUE_RECTANGLE_5,
    &rectangles::UNIQUE_RECTANGLE_6,
    &rectangles::AVOIDABLE_RECTANGLE_2,
    &loops::UNIQUE_LOOP_4,
    &rectangles::HIDDEN_RECTANGLE,
    &loops::UNIQUE_LOOP_3,
    &subsets::NAKED_QUAD,
    &coloring::MULTI_COLORING,
    &subsets::HIDDEN_QUAD,
    &bug::BUG_1,
    &bug::BUG_2,
    &bug::BUG_4,
    &bug::BUG_3,
    &tridagon::TRIDAGON,
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
