//! The options of `ndoku hint` and `ndoku explain`.

use clap::Args;
use ndoku::hint::{HintLevel, Language};
use ndoku::logic::Technique;

use super::{Input, JsonOutput, RunOptions, hint_level, language, technique};

/// Give a hint: the next logical step of a puzzle
///
/// The puzzle can be in any state. The state includes placed digits and removed candidates, if the
/// format has them. If digits or candidates contradict the solution, `hint` names them all at any
/// --level. It reports a puzzle that has no solution or several. If there are several, it skips
/// techniques that assume a unique solution.
///
/// Exit code 0: each puzzle has one solution, and a hint or no open cell. 1: there is no hint, the
/// state is wrong, or the puzzle has no solution or several. In the last case, a hint is printed if
/// there is one. 3: a puzzle cannot be read. 4: a limit was reached.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Get a nudge" => "ndoku hint puzzles/everest.txt",
    "Show the whole step with its reason" => "ndoku hint --level full puzzles/everest.txt",
    "List all steps of one technique"
        => "ndoku hint --all-steps --technique pointing puzzles/everest.txt",
))]
pub(crate) struct Hint {
    #[command(flatten)]
    pub input: Input,
    /// Level of detail: nudge, where, what or full [default: nudge]
    ///
    /// `nudge` names the technique, `where` its place, `what` its cells and digits, and `full` its
    /// reason and consequences.
    #[arg(short, long, value_name = "LEVEL", value_parser = hint_level)]
    pub level: Option<HintLevel>,
    /// Language of the hint: en, de or es
    #[arg(long, value_name = "CODE", value_parser = language, default_value = "en")]
    pub language: Language,
    /// List all steps of all techniques, easiest first
    #[arg(long)]
    pub all_steps: bool,
    /// Use only these techniques (see `ndoku techniques`)
    #[arg(long, value_name = "NAME", value_parser = technique, value_delimiter = ',')]
    pub technique: Vec<&'static Technique>,
    /// Skip techniques that assume a unique solution
    #[arg(long)]
    pub no_uniqueness: bool,
    #[command(flatten)]
    pub output: JsonOutput,
    #[command(flatten)]
    pub run: RunOptions,
}

/// Explain a solving technique, with an example
#[derive(Debug, Args)]
#[command(args = super::unused_globals(), after_long_help = examples!(
    "Explain one technique" => "ndoku explain x-wing",
    "Explain a technique by its full name" => "ndoku explain 'naked pair'",
    "Explain an advanced technique" => "ndoku explain xy-chain",
))]
pub(crate) struct Explain {
    /// Name of the technique (see `ndoku techniques`)
    #[arg(value_name = "TECHNIQUE", value_parser = technique)]
    pub technique: &'static Technique,
}
