//! `ndoku help ratings`: what ratings, profiles and levels mean.

use ndoku::rating::{Difficulty, Level, Profile};

use crate::commands::help::wrap;

/// Returns the text of `ndoku help ratings`.
pub(crate) fn help() -> String {
    let mut out =
        "A rating says how hard a puzzle is. Each technique has a rating, from 1.0, and\n\
        `ndoku techniques` lists them. The rating of a puzzle has three numbers:\n\n\
        \x20   ER    rating of the hardest step of the whole path\n\
        \x20   EP    rating of the hardest step up to the first placed digit\n\
        \x20   ED    rating of the first step\n\n\
        `ndoku rate` writes them after the name of the scale. Puzzle collections write\n\
        `ED=7.2/1.2/1.2` for ER 7.2, EP 1.2 and ED 1.2.\n\n\
        --profile selects the scale:\n"
            .to_owned();
    for profile in Profile::ALL {
        out += &wrap(&format!("    {:<9} ", profile.name()), 14, summary(profile));
    }
    out += "\nLevels of all profiles but hodoku, by ER:\n";
    out + &levels()
}

/// Returns a line for each level: its name and its range of ratings.
pub(crate) fn levels() -> String {
    let mut out = String::new();
    for level in Level::ALL {
        let most = (0..=Difficulty::BEYOND.0)
            .rev()
            .map(Difficulty)
            .find(|rating| Level::for_difficulty(*rating) == level)
            .filter(|most| *most < Difficulty::BEYOND);
        let range = most.map_or_else(|| "harder".to_owned(), |most| format!("up to {most}"));
        out.push_str(&format!("    {:<9} {range}\n", level.name()));
    }
    out
}

const fn summary(profile: Profile) -> &'static str {
    match profile {
        Profile::Se121 => {
            "Sudoku Explainer 1.2.1, which lists of hardest puzzles use (default). Classic 9x9 \
            only."
        }
        Profile::Sukaku => "Sukaku Explainer, which knows more techniques. Classic 9x9 only.",
        Profile::Ndoku => {
            "ndoku's own techniques, for every layout. A rotated or relabeled puzzle has the same \
            rating. 20.0 means that the techniques do not solve the puzzle."
        }
        Profile::Hodoku => {
            "HoDoKu's scores, for every layout: the sum over all steps. It has levels of its own: \
            easy, medium, hard, unfair and extreme."
        }
    }
}
