//! Options that have no effect in combination with the other arguments. The command-line definition
//! itself rejects pairs that never make sense; this file covers the rest.
//!
//! ```text
//! ndoku draw --width 300 FILE   warning: --width has no effect on text
//! ```

use std::io::IsTerminal;

use ndoku::hint::HintLevel;
use ndoku_render::font::Family;
use ndoku_render::output::{self, OutputKind};
use ndoku_render::{OUTPUTS, Output};

use super::analyze::AnalysisPart;
use super::draw::Draw;
use super::generate::Generate;
use super::{Analyze, Command, Hint, OrderArg, Solve};
use crate::output_format;

impl Command {
    /// Returns a sentence for each option that has no effect.
    pub(crate) fn ineffective_options(&self) -> Vec<String> {
        let found = match self {
            Self::Solve(args) => solve(args),
            Self::Generate(args) => generate(args),
            Self::Analyze(args) => analyze(args),
            Self::Hint(args) => hint(args),
            Self::Draw(args) => draw(args),
            _ => Vec::new(),
        };
        found
            .into_iter()
            .filter(|(is_ineffective, ..)| *is_ineffective)
            .map(|(_, option, reason)| format!("{option} has no effect {reason}"))
            .collect()
    }
}

/// An option: whether it has no effect, its name, and the reason.
type Check = (bool, &'static str, String);

fn solve(args: &Solve) -> Vec<Check> {
    let ignores_order = args.passes || args.path || args.proof.is_some();
    let written = match args.output.to.as_deref() {
        _ if args.output.json => Some("ndjson"),
        // Without a format, one puzzle is a grid on a terminal and a line elsewhere.
        None if args.output.path().is_none() && std::io::stdout().is_terminal() => None,
        to => Some(to.unwrap_or("line")),
    };
    let single_line = written.filter(|name| {
        output_format::find_output_format(name).is_ok_and(|format| !format.is_multiline())
    });
    vec![
        (
            ignores_order && args.search.order == OrderArg::Sorted,
            "--order",
            "with --passes, --path or --proof".to_owned(),
        ),
        (
            args.show_puzzle && single_line.is_some(),
            "--show-puzzle",
            format!(
                "in the {} format; --to grid shows both",
                single_line.unwrap_or_default()
            ),
        ),
    ]
}

fn generate(args: &Generate) -> Vec<Check> {
    let has_own = args.rating.is_some_and(|range| range.profile.is_some());
    vec![
        (
            args.profile.is_some() && args.level.is_none() && args.rating.is_none(),
            "--profile",
            "without --level or --rating".to_owned(),
        ),
        (
            args.profile.is_some() && has_own,
            "--profile",
            "because --rating names a profile".to_owned(),
        ),
    ]
}

fn analyze(args: &Analyze) -> Vec<Check> {
    let is_sampled = args.wants(AnalysisPart::SampledMinimals);
    vec![
        (
            args.samples.is_some() && !is_sampled,
            "--samples",
            "without the part sampled-minimals".to_owned(),
        ),
        (
            args.seed.is_some() && args.samples() == 0,
            "--seed",
            "without --samples or --deep".to_owned(),
        ),
    ]
}

fn hint(args: &Hint) -> Vec<Check> {
    let is_partial = args.level.is_some_and(|level| level != HintLevel::Full);
    vec![
        (
            args.level.is_some() && args.output.json,
            "--level",
            "with --json, which writes whole steps".to_owned(),
        ),
        (
            is_partial && args.all_steps && !args.output.json,
            "--level",
            "with --all-steps, except --level full".to_owned(),
        ),
    ]
}

fn draw(args: &Draw) -> Vec<Check> {
    let Some(output) = drawn_output(args) else {
        return Vec::new();
    };
    let is = |id: &str| output.id == id;
    let on_output = || format!("on {}", output.id);
    let has_pages = match output.kind {
        OutputKind::Pages(_) => true,
        OutputKind::Picture(_) => args.puzzles_per_page().is_some(),
        OutputKind::Flow(_) => output.write_pages.is_some() && args.puzzles_per_page().is_some(),
    };
    let without_pages = || match output.kind {
        OutputKind::Flow(_) if output.write_pages.is_none() => on_output(),
        _ => format!("on {} without --per-page or --booklet", output.id),
    };
    let has_own_fonts = matches!(output.kind, OutputKind::Flow(_)) && !has_pages;
    let is_picture = matches!(output.kind, OutputKind::Picture(_)) && !has_pages;
    vec![
        (args.width.is_some() && !is("png"), "--width", on_output()),
        (args.scale.is_some() && !is("png"), "--scale", on_output()),
        (
            args.theme.is_some() && (is("text") || is("markdown")),
            "--theme",
            on_output(),
        ),
        (args.ascii && !is("text"), "--ascii", on_output()),
        (
            args.paper.is_some() && !has_pages,
            "--paper",
            without_pages(),
        ),
        (
            args.margin.is_some() && !has_pages,
            "--margin",
            without_pages(),
        ),
        (
            args.binding.is_some() && !has_pages,
            "--binding",
            without_pages(),
        ),
        (
            args.font != Family::default() && has_own_fonts,
            "--font",
            without_pages(),
        ),
        (
            args.line_weight.is_some() && (is("text") || is("markdown")),
            "--line-weight",
            on_output(),
        ),
        (
            args.title.is_some() && is_picture,
            "--title",
            without_pages(),
        ),
    ]
}

/// Returns the output that the options select; `None` if there is no such output.
fn drawn_output(args: &Draw) -> Option<&'static Output> {
    match (&args.to, args.output.path()) {
        (Some(name), _) => output::find(name),
        (None, Some(path)) => output::for_extension(path.extension()?.to_str()?),
        (None, None) => OUTPUTS.first(),
    }
}
