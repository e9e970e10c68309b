//! The registry of techniques, easiest first: [`TECHNIQUES`].
//!
//! To add a technique:
//!
//! 1. Add a `technique!` to the file of its family.
//! 2. Add a page to `handbook/`, named by its id. See `handbook/README.md`.
//! 3. Add a line to [`TECHNIQUES`].
//!
//! The tests check its examples and near misses, and compare all its steps with solutions.

pub mod als;
pub mod blossom;
pub mod bug;
pub mod cages;
pub mod chains;
pub mod coloring;
pub mod complex_fish;
mod deadly;
pub mod direct;
pub mod exclusion;
pub mod firework;
pub mod fish;
pub mod forcing;
pub mod innies;
mod joint;
pub mod locked;
pub mod loops;
pub mod outside;
pub mod pairs;
pub mod quotas;
pub mod rectangles;
pub mod rule_chains;
mod rule_text;
pub mod single_digit;
pub mod singles;
pub mod subsets;
pub mod sue_de_coq;
pub mod sums;
pub mod templates;
pub mod tridagon;
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
    &pairs::CELL_RULE,
    &cages::SINGLE_COMBINATION,
    &pairs::PAIR_RULE,
    &pairs::ORDER_BOUNDS,
    &singles::NAKED_SINGLE,
    &pairs::LINE_CLASS,
    &direct::DIRECT_HIDDEN_TRIPLE,
    &sums::SUM_BOUNDS,
    &locked::POINTING,
    &innies::INNIES_OUTIES,
    &quotas::LINE_ENDS,
    &quotas::QUOTA,
    &locked::CLAIMING,
    &cages::CAGE_COMBINATIONS,
    &subsets::LOCKED_PAIR,
    &cages::CAGE_DIGIT,
    &subsets::NAKED_PAIR,
    &cages::RENBAN_WINDOW,
    &pairs::INDEX,
    &subsets::LOCKED_TRIPLE,
    &fish::X_WING,
    &sums::SUM_COMBINATIONS,
    &subsets::HIDDEN_PAIR,
    &sums::EQUAL_SUMS,
    &outside::OUTSIDE_CLUE,
    &subsets::NAKED_TRIPLE,
    &fish::SWORDFISH,
    &subsets::HIDDEN_TRIPLE,
    &single_digit::SKYSCRAPER,
    &single_digit::TWO_STRING_KITE,
    &single_digit::TURBOT_FISH,
    &wings::XY_WING,
    &rule_chains::COMMON_PEERS,
    &single_digit::EMPTY_RECTANGLE,
    &fish::FINNED_X_WING,
    &coloring::REMOTE_PAIR,
    &fish::SASHIMI_X_WING,
    &wings::XYZ_WING,
    &wings::W_WING,
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
    &fish::FINNED_SWORDFISH,
    &fish::SASHIMI_SWORDFISH,
    &subsets::NAKED_QUAD,
    &rule_chains::RULE_CHAIN,
    &fish::JELLYFISH,
    &coloring::MULTI_COLORING,
    &subsets::HIDDEN_QUAD,
    &fish::FINNED_JELLYFISH,
    &wings::WXYZ_WING,
    &bug::BUG_1,
    &fish::SASHIMI_JELLYFISH,
    &bug::BUG_2,
    &bug::BUG_4,
    &complex_fish::FRANKEN_X_WING,
    &bug::BUG_3,
    &als::ALS_XZ,
    &complex_fish::FRANKEN_SWORDFISH,
    &sue_de_coq::SUE_DE_COQ,
    &complex_fish::MUTANT_X_WING,
    &chains::X_CHAIN,
    &firework::TRIPLE_FIREWORK,
    &complex_fish::FINNED_FRANKEN_X_WING,
    &chains::XY_CHAIN,
    &wings::VWXYZ_WING,
    &exclusion::ALIGNED_PAIR_EXCLUSION,
    &complex_fish::FINNED_FRANKEN_SWORDFISH,
    &chains::GROUPED_X_CHAIN,
    &complex_fish::FRANKEN_JELLYFISH,
    &complex_fish::FINNED_MUTANT_X_WING,
    &chains::CONTINUOUS_NICE_LOOP,
    &chains::AIC,
    &als::ALS_XY_WING,
    &complex_fish::MUTANT_SWORDFISH,
    &wings::UVWXYZ_WING,
    &complex_fish::FINNED_FRANKEN_JELLYFISH,
    &chains::GROUPED_AIC,
    &complex_fish::FINNED_MUTANT_SWORDFISH,
    &chains::GROUPED_CONTINUOUS_NICE_LOOP,
    &als::ALS_CHAIN,
    &complex_fish::MUTANT_JELLYFISH,
    &blossom::DEATH_BLOSSOM,
    &complex_fish::FINNED_MUTANT_JELLYFISH,
    &forcing::NISHIO,
    &wings::TUVWXYZ_WING,
    &exclusion::ALIGNED_TRIPLE_EXCLUSION,
    &tridagon::TRIDAGON,
    &forcing::CELL_FORCING_CHAIN,
    &forcing::REGION_FORCING_CHAIN,
    &forcing::CONTRADICTION_CHAIN,
    &forcing::DOUBLE_FORCING_CHAIN,
    &forcing::CONTRADICTION_NET,
    &forcing::CELL_FORCING_NET,
    &forcing::REGION_FORCING_NET,
    &forcing::DOUBLE_FORCING_NET,
    &forcing::PATTERN_FORCING_NET,
    &templates::TEMPLATE_SET,
    &templates::TEMPLATE_DELETE,
    &forcing::NESTED_FORCING_NET,
];

/// Returns the technique with this id, name or alias. Case, spaces, hyphens and underscores are
/// ignored.
#[must_use]
pub fn find(name: &str) -> Option<&'static Technique> {
    let plain = |name: &str| name.to_ascii_lowercase().replace([' ', '-', '_'], "");
    let wanted = plain(name);
    let named = |technique: &&&'static Technique| {
        [technique.id, technique.name]
            .iter()
            .chain(technique.aliases)
            .any(|name| plain(name) == wanted)
    };
    TECHNIQUES.iter().find(named).copied()
}
