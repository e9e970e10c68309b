//! What `ndoku draw` takes.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ndoku_render::page::{MILLIMETRE, Paper};
use ndoku_render::{Theme, theme::THEMES};

use super::{Input, Pace};

/// Draw puzzles: on the terminal, or as SVG, PNG, PDF, HTML, Markdown or LaTeX.
///
/// What is written follows from --to, or from the end of the file's name; without either it is text. SVG and PNG hold one picture: several puzzles make several files,
/// `name-1.svg`, `name-2.svg` and so on. PDF has pages, one puzzle on each unless --per-page says otherwise; SVG and PNG have pages if --per-page is given.
///
/// Clues are bold, other digits are not; the marks of a step differ in shape, and no output needs colour to be understood.
///
/// Exit code 0: all is drawn. 1: of some puzzles there is no solution, step or rating to draw. 3: some could not be read.
#[derive(Debug, Args)]
pub(crate) struct Draw {
    #[command(flatten)]
    pub input: Input,
    /// Write this: text, svg, png, pdf, html, markdown, latex
    #[arg(short, long, value_name = "KIND", help_heading = "Output")]
    pub to: Option<String>,
    /// Write to this file, which appears when it is complete; `-` is standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Colours: light, dark, or print, which needs none; by default print for PDF and LaTeX, light for others
    #[arg(long, value_name = "NAME", value_parser = theme, help_heading = "Output")]
    pub theme: Option<&'static Theme>,
    /// Draw with ASCII characters only, where it is text
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,
    /// Pixels of a PNG for each unit; a cell has 64 units, and more where candidates are drawn
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = scale, conflicts_with = "width", help_heading = "Output")]
    pub scale: f64,
    /// Width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=50_000), help_heading = "Output")]
    pub width: Option<u32>,
    /// Fill in the solution
    #[arg(long, conflicts_with_all = ["hint", "step", "candidates"])]
    pub solution: bool,
    /// Draw the candidates too
    #[arg(long, visible_alias = "pencilmarks")]
    pub candidates: bool,
    /// Draw the next step, with its marks
    #[arg(long, conflicts_with = "step")]
    pub hint: bool,
    /// Draw this step of the way to the solution, with its marks; `ndoku solve --path` lists them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub step: Option<u32>,
    /// Number rows and columns
    #[arg(long)]
    pub coordinates: bool,
    /// Write level and rating beside each puzzle
    #[arg(long)]
    pub ratings: bool,
    /// A title for all of it
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Puzzles on a page
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=400), help_heading = "Pages")]
    pub per_page: Option<u32>,
    /// Where the solutions go: nowhere, or at the back
    #[arg(long, value_name = "WHERE", default_value = "none", conflicts_with = "solution", help_heading = "Pages")]
    pub solutions: Solutions,
    /// The paper: a3 to a6, letter, legal, each with -landscape, or WIDTHxHEIGHT in millimetres
    #[arg(long, value_name = "SIZE", default_value = "a4", value_parser = paper, help_heading = "Pages")]
    pub paper: Paper,
    /// What stays free around the page, in millimetres
    #[arg(long, value_name = "MM", default_value_t = 15.0, value_parser = millimetres, help_heading = "Pages")]
    pub margin: f64,
    #[command(flatten)]
    pub pace: Pace,
}

/// Where solutions are drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Solutions {
    /// Nowhere
    None,
    /// After all puzzles
    Back,
}

impl Draw {
    /// The paper with its margins.
    pub(crate) fn sheet(&self) -> Paper {
        Paper { margin: self.margin * MILLIMETRE, ..self.paper }
    }
}

fn theme(text: &str) -> Result<&'static Theme, String> {
    let names = || THEMES.iter().map(|theme| theme.name).collect::<Vec<_>>().join(", ");
    Theme::find(text).ok_or_else(|| format!("no theme is called `{text}`; there are {}", names()))
}

fn paper(text: &str) -> Result<Paper, String> {
    Paper::default().sized(text).ok_or_else(|| "write a4, letter, a5-landscape, or a size in millimetres such as 150x200".to_owned())
}

fn millimetres(text: &str) -> Result<f64, String> {
    let margin = text.trim_end_matches("mm").parse().ok().filter(|margin| (0.0..=500.0).contains(margin));
    margin.ok_or_else(|| "write a number of millimetres, such as 15".to_owned())
}

fn scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (0.01..=100.0).contains(scale));
    scale.ok_or_else(|| "write a number such as 2 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::args::Cli;

    #[test]
    fn help_names_all_that_can_be_written() {
        let mut all = Cli::command();
        let help = all.find_subcommand_mut("draw").map(|draw| draw.render_long_help().to_string()).unwrap_or_default();
        for output in ndoku_render::OUTPUTS {
            assert!(help.contains(output.id), "{}", output.id);
        }
    }
}
