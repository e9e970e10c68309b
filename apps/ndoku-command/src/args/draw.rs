//! The options of `ndoku draw`.

use clap::{Args, ValueEnum};
use ndoku::hint::Language;
use ndoku::names::unknown_name;
use ndoku_render::font::Family;
use ndoku_render::page::{PAPER_SIZES, POINTS_PER_MM, Paper};
use ndoku_render::{OUTPUTS, Theme, output, theme::THEMES};

use super::values::{decimal_in, whole_number_from, whole_number_in};
use super::{Input, OutputPath, RunOptions, language};
use crate::features;

/// Draw puzzles as pictures, pages or text
///
/// --to or the extension of the file selects the kind; the default is text. SVG and PNG hold one
/// picture: several puzzles make several files, `name-1.svg`, `name-2.svg` and so on. PDF has
/// pages, one puzzle on each unless --per-page is given. With --per-page, SVG and PNG have pages
/// too.
///
/// Clues are bold. The highlights of a step differ in shape, so that no output depends on color.
///
/// Exit code 0: all puzzles are drawn. 1: a puzzle has no solution, step or rating to draw. 3: a
/// puzzle cannot be read.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Draw a puzzle on the terminal, with its candidates"
        => "ndoku draw --candidates puzzles/everest.txt",
    "Draw the next step of a puzzle" => "ndoku draw --hint puzzles/everest.txt -o step.svg",
    "Paint the solution into a photograph" => "ndoku draw --overlay photo.jpg -o solved.png",
    "Make a page of four puzzles with the solutions at the back"
        => "ndoku draw --per-page 4 --solutions back puzzles/many.txt -o sheet.svg",
    "Make a booklet to print: cover, puzzles with level and rating, solutions"
        => "ndoku draw --booklet --title Evenings puzzles/many.txt -o book.html",
))]
pub(crate) struct Draw {
    #[command(flatten)]
    pub input: Input,
    #[arg(
        short,
        long,
        value_name = "KIND",
        help = kinds(),
        long_help = kinds_with_missing(),
        help_heading = "Output"
    )]
    pub to: Option<String>,
    #[command(flatten)]
    pub output: OutputPath,
    /// Colors: light, dark, print or black
    ///
    /// `print` needs no color, and `black` no gray. The default is print for PDF, LaTeX and
    /// booklets, and light otherwise.
    #[arg(long, value_name = "NAME", value_parser = theme, help_heading = "Output")]
    pub theme: Option<&'static Theme>,
    /// Draw text with ASCII characters only
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    pub ascii: bool,
    /// Scale of a PNG in pixels per unit [default: 1]
    ///
    /// A cell has 64 units, and more with candidates.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "X",
        value_parser = decimal_in(0.01..=100.0, ""),
        conflicts_with = "width",
        help_heading = "Output"
    )]
    pub scale: Option<f64>,
    /// Width of a PNG in pixels
    #[arg(
        long,
        hide_short_help = true,
        value_name = "PIXELS",
        value_parser = whole_number_in(1..=50_000_u32),
        help_heading = "Output"
    )]
    pub width: Option<u32>,
    /// Fill in the solution
    #[arg(long, conflicts_with_all = ["hint", "step", "candidates"])]
    pub solution: bool,
    /// Paint the solution into a photograph, in perspective
    ///
    /// The input is a photograph, and the output a PNG file. The digits are blue. If the
    /// reading is not certain, they are red, and doubtful cells have a frame.
    #[arg(
        long,
        hide_short_help = true,
        conflicts_with_all = [
            "solution", "hint", "step", "candidates", "ratings", "booklet", "per_page", "solutions",
            "separate", "scale", "width", "theme", "title"
        ]
    )]
    pub overlay: bool,
    /// Draw the candidates
    #[arg(long, alias = "pencilmarks")]
    pub candidates: bool,
    /// Draw the next step with its highlights
    #[arg(long, conflicts_with = "step", group = "one_step")]
    pub hint: bool,
    /// Draw step N of the solution path with its highlights
    ///
    /// `ndoku solve --path` lists the steps.
    #[arg(long, value_name = "N", value_parser = whole_number_from(1_u32), group = "one_step")]
    pub step: Option<u32>,
    /// Language of the step of --hint or --step: en, de or es [default: en]
    #[arg(
        long,
        hide_short_help = true,
        value_name = "CODE",
        value_parser = language,
        requires = "one_step"
    )]
    pub language: Option<Language>,
    /// Number rows and columns
    #[arg(long, hide_short_help = true)]
    pub coordinates: bool,
    /// Write level and rating beside each puzzle
    #[arg(long, hide_short_help = true)]
    pub ratings: bool,
    /// Title of the document
    #[arg(long, hide_short_help = true, value_name = "TEXT")]
    pub title: Option<String>,
    /// Set a booklet, with cover, ratings and solutions
    ///
    /// Has running heads, six puzzles on each page unless --per-page is given, and more margin at
    /// the binding. PDF, HTML, SVG and PNG can hold booklets.
    #[arg(long, conflicts_with = "solution", help_heading = "Pages")]
    pub booklet: bool,
    /// Additional margin at the binding in millimeters [default: 0, with --booklet 8]
    ///
    /// It is at the left on odd pages, and at the right on even pages.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "MM",
        value_parser = decimal_in(0.0..=100.0, "mm"),
        help_heading = "Pages"
    )]
    pub binding: Option<f64>,
    /// Skip the cover of a booklet
    #[arg(
        long,
        hide_short_help = true,
        requires = "booklet",
        help_heading = "Pages"
    )]
    pub no_cover: bool,
    /// Write one file for each puzzle: name-1.pdf, name-2.pdf and so on
    #[arg(
        long,
        hide_short_help = true,
        conflicts_with_all = ["booklet", "per_page"],
        help_heading = "Pages"
    )]
    pub separate: bool,
    /// Font: noto or figtree
    #[arg(
        long,
        hide_short_help = true,
        value_name = "NAME",
        value_parser = font,
        default_value = "noto",
        hide_default_value = true,
        help_heading = "Output"
    )]
    pub font: Family,
    /// Factor for the width of the lines of the grid [default: 1]
    #[arg(
        long,
        hide_short_help = true,
        value_name = "X",
        value_parser = decimal_in(0.25..=4.0, ""),
        help_heading = "Output"
    )]
    pub line_weight: Option<f64>,
    /// Number of puzzles per page
    #[arg(
        long,
        value_name = "N",
        value_parser = whole_number_in(1..=400_u32),
        help_heading = "Pages"
    )]
    pub per_page: Option<u32>,
    /// Place of the solutions: none or back
    #[arg(
        long,
        value_name = "WHERE",
        hide_possible_values = true,
        default_value = "none",
        conflicts_with = "solution",
        help_heading = "Pages"
    )]
    pub solutions: Solutions,
    /// Paper: a4, letter, or WxH in mm [default: a4]
    ///
    /// The names are a3, a4, a5, a6, letter and legal. The suffix -landscape turns the paper. WxH
    /// is width x height in millimeters, such as 150x200.
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = paper,
        help_heading = "Pages"
    )]
    pub paper: Option<Paper>,
    /// Margin of the page in millimeters [default: 15]
    #[arg(
        long,
        hide_short_help = true,
        value_name = "MM",
        value_parser = decimal_in(0.0..=500.0, "mm"),
        help_heading = "Pages"
    )]
    pub margin: Option<f64>,
    #[command(flatten)]
    pub run: RunOptions,
}

/// The place of the solutions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Solutions {
    /// Nowhere
    None,
    /// After all puzzles
    Back,
}

impl Draw {
    /// Returns the maximum number of puzzles on a page, if there are pages.
    pub(crate) fn puzzles_per_page(&self) -> Option<u32> {
        self.per_page.or(self.booklet.then_some(6))
    }

    /// Returns `true` if the solutions follow the puzzles.
    pub(crate) fn has_solutions_at_back(&self) -> bool {
        self.booklet || self.solutions == Solutions::Back
    }

    /// Returns the additional margin at the binding, in points.
    pub(crate) fn binding_margin(&self) -> f64 {
        let default = if self.booklet { 8.0 } else { 0.0 };
        self.binding.unwrap_or(default) * POINTS_PER_MM
    }

    /// Returns the paper with the margin of `--margin`.
    pub(crate) fn sheet(&self) -> Paper {
        Paper {
            margin: self.margin.unwrap_or(15.0) * POINTS_PER_MM,
            ..self.paper.unwrap_or_default()
        }
    }
}

/// Returns the help of `--to`: the kinds that this build can draw.
fn kinds() -> String {
    let ids: Vec<&str> = OUTPUTS.iter().map(|output| output.id).collect();
    let (last, others) = ids.split_last().unwrap_or((&"", &[]));
    format!("Kind: {} or {last}", others.join(", "))
}

/// Returns the long help of `--to`, which also says how to get the other kinds.
fn kinds_with_missing() -> String {
    let missing: Vec<&str> = ["png", "pdf"]
        .into_iter()
        .filter(|id| output::missing_feature(id).is_some())
        .collect();
    if missing.is_empty() {
        return kinds();
    }
    let (install, missing) = (features::INSTALL, missing.join(" and "));
    format!(
        "{}\n\nThis build lacks {missing}. `{install}` adds them.",
        kinds()
    )
}

fn theme(text: &str) -> Result<&'static Theme, String> {
    Theme::from_name(text)
        .ok_or_else(|| unknown_name("theme", text, THEMES.iter().map(|theme| theme.name), None))
}

fn font(text: &str) -> Result<Family, String> {
    let names = Family::ALL.iter().map(|family| family.name());
    Family::from_name(text).ok_or_else(|| unknown_name("font", text, names, None))
}

fn paper(text: &str) -> Result<Paper, String> {
    let names = PAPER_SIZES.iter().map(|(name, ..)| *name);
    let instead = "write a4, letter, a5-landscape, or a size in millimeters such as 150x200, from \
        20 to 5000";
    Paper::default()
        .with_size(text)
        .ok_or_else(|| unknown_name("paper", text, names, Some(instead)))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn help_names_all_output_formats() {
        let mut all = Cli::command();
        let help = all
            .find_subcommand_mut("draw")
            .map(|draw| draw.render_long_help().to_string())
            .unwrap_or_default();
        for output in OUTPUTS {
            assert!(help.contains(output.id), "{}", output.id);
        }
        let kinds = help.split("Kind: ").nth(1).unwrap_or_default();
        let kinds = kinds.split_once('\n').unwrap_or_default().0;
        for feature in ["png", "pdf"] {
            let is_missing = output::missing_feature(feature).is_some();
            assert_eq!(kinds.contains(feature), !is_missing, "{kinds}");
        }
        let lacks_any = kinds_with_missing().contains(features::INSTALL);
        assert_eq!(help.contains("This build lacks"), lacks_any);
    }
}
