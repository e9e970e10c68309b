//! Tables as outputs: the question that a command asks to a column of a Parquet or Arrow file.
//!
//! ```text
//! ndoku solve IN.parquet -o OUT.parquet       question solve
//! ndoku canon IN.arrow -o OUT.arrow           question canonical
//! ndoku generate -o OUT.parquet               refused: no input, so no column
//! ```

use std::path::Path;
use std::time::Duration;

use clap::Args;
use ndoku::EngineKind;
use ndoku::format::BoxChoice;

use super::{Analyze, Canon, Check, Command, Count, Input, OrderArg, Output, Rate, Solve};
use super::{RunOptions, SearchOptions};
use crate::error::CliError;
use crate::table_input;

/// The option `--resume` of commands that can be resumed only if they write a Parquet file.
#[derive(Debug, Args)]
pub(crate) struct TableOptions {
    /// Continue an interrupted run that writes a Parquet file
    ///
    /// Keeps the complete row groups of FILE.partial, and answers the rows after them.
    #[arg(long, hide_short_help = true)]
    pub resume: bool,
}

/// A question to a column of a table.
#[derive(Debug)]
// A build without the feature needs only the kind, for its error. One with it needs all the rest.
#[allow(dead_code)]
pub(crate) struct TableRequest<'a> {
    pub input: &'a Input,
    pub output: &'a Path,
    /// The kind of the output.
    pub kind: &'static str,
    /// The name of the function in `ndoku-arrow`.
    pub function: &'static str,
    /// Options of the function as names and texts, without layout, time and threads.
    pub options: Vec<(&'static str, String)>,
    /// The column of solutions.
    pub solution: Option<&'a str>,
    pub run: &'a RunOptions,
    pub resume: bool,
    /// Options that are given and cannot be used with a table.
    pub refused: Vec<&'static str>,
}

impl TableRequest<'_> {
    /// Returns the options of the layout and the time as names and texts.
    ///
    /// # Errors
    /// Returns an error if the options of the layout are wrong.
    #[cfg_attr(not(feature = "arrow"), allow(dead_code))]
    pub(crate) fn limits(&self) -> Result<Vec<(&'static str, String)>, CliError> {
        let layout = self.input.layout.read_options()?;
        let boxes = layout.boxes.map(|boxes| match boxes {
            BoxChoice::Rectangles { width, height } => format!("{width}x{height}"),
            BoxChoice::None => "none".to_owned(),
            BoxChoice::Regions(map) => map,
        });
        let rules: Vec<String> = layout.rules.iter().map(ToString::to_string).collect();
        let seconds = self.run.timeout.as_ref().map(Duration::as_secs_f64);
        Ok([
            ("boxes", boxes),
            ("rules", (!rules.is_empty()).then(|| rules.join("; "))),
            ("seconds", seconds.map(|seconds| seconds.to_string())),
        ]
        .into_iter()
        .filter_map(|(name, text)| Some((name, text?)))
        .collect())
    }
}

impl Command {
    /// Returns the question to a table, if the output file is one.
    ///
    /// # Errors
    /// Returns an error if the command does not write tables, and for `--resume` without one.
    pub(crate) fn table_request(&self) -> Result<Option<TableRequest<'_>>, CliError> {
        let output = self.output_path();
        let extension = output.and_then(|path| path.extension()?.to_str());
        let kind = extension.and_then(table_input::kind_of_extension);
        let (Some(output), Some(kind)) = (output, kind) else {
            return match self {
                Self::Check(Check { table, .. })
                | Self::Count(Count { table, .. })
                | Self::Rate(Rate { table, .. })
                | Self::Analyze(Analyze { table, .. })
                | Self::Canon(Canon { table, .. })
                    if table.resume =>
                {
                    let message = format!("`ndoku {}` resumes tables only", self.name());
                    let hint = "read a Parquet file, and write another one with -o FILE.parquet";
                    Err(CliError::usage(message).hint(hint))
                }
                _ => Ok(None),
            };
        };
        let table = TableOutput { path: output, kind };
        let request = match self {
            Self::Solve(args) => solve(args, table),
            Self::Count(args) => count(args, table),
            Self::Rate(args) => rate(args, table),
            Self::Canon(args) => canon(args, table),
            Self::Check(args) => check(args, table),
            Self::Analyze(args) => analyze(args, table),
            _ => {
                let message = format!("`ndoku {}` does not write {kind} files", self.name());
                let hint = "solve, count, rate, canon, check and analyze answer tables";
                return Err(CliError::usage(message).hint(hint));
            }
        };
        Ok(Some(request))
    }

    /// Returns the output file of a command that has one.
    fn output_path(&self) -> Option<&Path> {
        match self {
            Self::Solve(Solve { output, .. })
            | Self::Enumerate(super::Enumerate { output, .. })
            | Self::Minimize(super::Minimize { output, .. })
            | Self::Vicinity(super::Vicinity { output, .. })
            | Self::Canon(Canon { output, .. })
            | Self::Convert(super::Convert { output, .. }) => output.path(),
            Self::Generate(args) => args.output.path(),
            Self::Check(Check { output, .. })
            | Self::Count(Count { output, .. })
            | Self::Hint(super::Hint { output, .. })
            | Self::Analyze(Analyze { output, .. })
            | Self::Compare(super::Compare { output, .. }) => output.path(),
            Self::Rate(args) => args.output.path(),
            Self::Draw(args) => args.output.path(),
            Self::Sample(args) => args.common().output.path(),
            _ => None,
        }
    }
}

/// A table that a command writes.
#[derive(Copy, Clone)]
struct TableOutput<'a> {
    path: &'a Path,
    kind: &'static str,
}

impl<'a> TableOutput<'a> {
    /// Returns a question without options of its own. `lists` has the options of the command that
    /// are refused.
    fn request(
        self,
        function: &'static str,
        input: &'a Input,
        run: &'a RunOptions,
        lists: &[&[Given]],
    ) -> TableRequest<'a> {
        let of_input = input_options(input);
        let given = lists.iter().copied().flatten().chain(&of_input);
        TableRequest {
            input,
            output: self.path,
            kind: self.kind,
            function,
            options: Vec::new(),
            solution: None,
            run,
            resume: false,
            refused: given
                .filter(|(_, is_given)| *is_given)
                .map(|(name, _)| *name)
                .collect(),
        }
    }
}

/// An option, and whether it is given.
type Given = (&'static str, bool);

fn input_options(input: &Input) -> [Given; 4] {
    [
        ("--format", input.format.is_some()),
        ("--symbols", input.symbols.is_some()),
        ("--ignore-unsupported", input.ignore_unsupported),
        ("--fail-fast", input.fail_fast),
    ]
}

fn output_options(output: &Output) -> [Given; 3] {
    [
        ("--to", output.to.is_some()),
        ("--json", output.json),
        ("--ascii", output.ascii),
    ]
}

/// Leaves out `--isa`, which changes no answer.
fn search_options(search: &SearchOptions) -> [Given; 1] {
    [("--max-guesses", search.max_guesses.is_some())]
}

fn solve<'a>(args: &'a Solve, output: TableOutput<'a>) -> TableRequest<'a> {
    let own = [
        ("--all", args.all),
        ("--limit", args.limit.is_some()),
        ("--show-puzzle", args.show_puzzle),
        ("--passes", args.passes),
        ("--path", args.path),
        ("--proof", args.proof.is_some()),
        ("--engine", args.engine != EngineKind::Auto),
        ("--order", args.search.order == OrderArg::Sorted),
    ];
    let lists = [
        &own[..],
        &output_options(&args.output),
        &search_options(&args.search),
    ];
    TableRequest {
        resume: args.resume,
        ..output.request("solve", &args.input, &args.search.run, &lists)
    }
}

fn count<'a>(args: &'a Count, output: TableOutput<'a>) -> TableRequest<'a> {
    let own = [
        ("--expect", args.expect.is_some()),
        ("--estimate", args.estimate),
        ("--seed", args.seed.is_some()),
        ("--samples", args.samples.is_some()),
        ("--json", args.output.json),
    ];
    let limit = args.limit.filter(|limit| *limit > 0);
    let limit = limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
    let lists = [&own[..], &search_options(&args.search)];
    TableRequest {
        options: vec![("limit", limit)],
        resume: args.table.resume,
        ..output.request("count", &args.input, &args.search.run, &lists)
    }
}

fn rate<'a>(args: &'a Rate, output: TableOutput<'a>) -> TableRequest<'a> {
    let own = [
        ("--template", args.template.is_some()),
        ("--to", args.to.is_some()),
        ("--json", args.json),
        ("--histogram", args.histogram),
    ];
    TableRequest {
        options: vec![("profile", args.profile.to_string())],
        resume: args.table.resume,
        ..output.request("rate", &args.input, &args.run, &[&own])
    }
}

fn canon<'a>(args: &'a Canon, output: TableOutput<'a>) -> TableRequest<'a> {
    let own = [
        ("--dedupe", args.dedupe),
        ("--show-transformation", args.show_transformation),
        ("--automorphisms", args.automorphisms),
        ("--group", args.group.is_some()),
    ];
    let lists = [&own[..], &output_options(&args.output)];
    TableRequest {
        options: vec![("form", args.form.to_string())],
        resume: args.table.resume,
        ..output.request("canonical", &args.input, &args.run, &lists)
    }
}

fn check<'a>(args: &'a Check, output: TableOutput<'a>) -> TableRequest<'a> {
    let own = [
        ("--unique", args.unique),
        ("--full", args.full),
        ("--minimal", args.minimal),
        ("--json", args.output.json),
    ];
    let lists = [&own[..], &search_options(&args.search)];
    TableRequest {
        solution: Some(&args.solution_column),
        resume: args.table.resume,
        ..output.request("check", &args.input, &args.search.run, &lists)
    }
}

fn analyze<'a>(args: &'a Analyze, output: TableOutput<'a>) -> TableRequest<'a> {
    let own = [
        ("--only", !args.only.is_empty()),
        ("--without", !args.without.is_empty()),
        ("--deep", args.deep),
        ("--samples", args.samples.is_some()),
        ("--seed", args.seed.is_some()),
        ("--json", args.output.json),
    ];
    TableRequest {
        resume: args.table.resume,
        ..output.request("analyze", &args.input, &args.run, &[&own])
    }
}
