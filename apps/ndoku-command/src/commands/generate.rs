//! `ndoku generate`: makes requested puzzles on all cores, and writes them in numerical order.
//!
//! ```text
//! 1, 2, … N ─▶ batches ─▶ worker: Generator::generate_batch(seed, batch)
//!                         ─▶ puzzles, or the reason why there is none ─▶ sink, in order
//! ```

use std::ffi::OsStr;
use std::ops::{ControlFlow, Range};
use std::time::Duration;

use ndoku::format::{Feature, Format, Record, WriteOptions};
use ndoku::generate::grid_generator::GridError;
use ndoku::generate::{
    DifficultyTarget, GenerateError, GeneratedPuzzle, Generator, Objective, Optimization, Request,
};
use ndoku::parallel::map_in_order;
use ndoku::rating::{Difficulty, Level, Profile};
use ndoku::{Boxes, Diagonal, Layout, Puzzle, StopReason, Symbols};
use serde::Serialize;

use crate::args::generate::{Generate, ObjectiveArg};
use crate::args::{Input, LayoutArgs, MAX_DECOMPRESSED_MIB, read_marks};
use crate::batch;
use crate::context::Context;
use crate::dropped_features::DroppedFeatures;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::output_format::{self, OutputFormat};
use crate::progress::{Progress, ReadPosition, format_count, group_thousands};
use crate::sink::Sink;

/// Maximum number of puzzles per batch. The first batches are small, so that the first puzzles
/// appear immediately.
const BATCH_SIZE: u64 = 256;
/// Maximum number of puzzles per batch with a difficulty, and for slow requests.
const FILTERED_BATCH_SIZE: u64 = 64;
const SLOW_BATCH_SIZE: u64 = 4;
/// Number of batches of a size per thread, before the size doubles.
const BATCHES_PER_SIZE: u64 = 4;
/// The weight of a batch, equal to that of a block in `batch.rs`.
const BATCH_WEIGHT: usize = 4096;

/// A line of `--json`.
#[derive(Serialize)]
struct GenerateRecord<'a> {
    n: u64,
    seed: u64,
    puzzle: String,
    clues: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    /// Width and height of boxes that are unusual for the size, or `"none"`. The format `json`
    /// reads this field and the two below.
    #[serde(skip_serializing_if = "Option::is_none", rename = "box")]
    boxes: Option<BoxField>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<String>,
    /// The diagonals and the rules with their arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    attempts: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    /// The level, for ratings in tenths.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
}

/// The shape of the boxes, as the format `json` has it.
#[derive(Serialize)]
#[serde(untagged)]
enum BoxField {
    Rectangles([u8; 2]),
    None(&'static str),
}

impl BoxField {
    /// Returns `None` for jigsaw regions and for the usual boxes of the size.
    fn of(layout: &Layout) -> Option<Self> {
        match layout.boxes() {
            boxes if *boxes == Boxes::for_size(layout.size()) => None,
            Boxes::Rectangles { width, height } => Some(Self::Rectangles([*width, *height])),
            Boxes::None => Some(Self::None("none")),
            Boxes::Regions(_) => None,
        }
    }
}

/// Returns the diagonals and rules of a layout, as `--rule` takes them.
fn rule_arguments(layout: &Layout) -> Vec<String> {
    let diagonals = [
        (Diagonal::Main, "diagonal-main"),
        (Diagonal::Anti, "diagonal-anti"),
    ];
    diagonals
        .iter()
        .filter(|(diagonal, _)| layout.has_diagonal(*diagonal))
        .map(|(_, name)| (*name).to_owned())
        .chain(layout.rules().iter().map(ToString::to_string))
        .collect()
}

/// The hint for puzzles that were not found.
const MORE_ATTEMPTS: &str = "; --max-attempts raises the limit";

pub(crate) fn run(context: &Context, args: &Generate) -> Result<ExitCode, CliError> {
    let target = args.output.format_for_many()?;
    let (request, symbols) = build_request(context, args)?;
    Generator::new(request.clone()).map_err(|error| CliError::usage(error.to_string()))?;
    let sink = Sink::open(args.output.path())?;
    let target = target.unwrap_or_else(|| default_target(args, sink.is_terminal()));
    let seed = context.seed(args.seed);
    let mut run = GenerateRun {
        context,
        args,
        progress: Progress::new(context, sink.is_terminal()),
        writer: GeneratedPuzzleWriter {
            context,
            args,
            target,
            symbols,
            seed,
            sink,
            written: 0,
            attempts: 0,
            dropped: DroppedFeatures::default(),
            has_hinted: false,
            code: ExitCode::Done,
        },
        seen: 0,
        missing: 0,
        not_found: false,
        code: ExitCode::Done,
    };
    let max_batch_size = max_batch_size(args, &request);
    let worker = || {
        let mut generator = Generator::new(request.clone());
        move |batch: Range<u64>| {
            let generated = match &mut generator {
                Ok(generator) => {
                    generate_batch(context, generator, args.run.timeout, seed, batch.clone())
                }
                Err(_) => vec![Err(GenerateError::Stopped(StopReason::Unsupported))],
            };
            batch.zip(generated).collect::<Vec<_>>()
        }
    };
    map_in_order(
        args.run.threads(),
        |emit| send_batches(context, args, max_batch_size, emit),
        worker,
        |batch| {
            batch
                .into_iter()
                .try_for_each(|(n, generated)| run.write_result(n, generated))
        },
    );
    Ok(run.close(&request))
}

/// Returns the maximum number of puzzles per batch.
fn max_batch_size(args: &Generate, request: &Request) -> u64 {
    let is_slow = args.optimize.is_some()
        || args.pattern.is_some()
        || !args.rule_kind.is_empty()
        || request.layout().size() > 9;
    if is_slow {
        SLOW_BATCH_SIZE
    } else if has_difficulty(args) {
        FILTERED_BATCH_SIZE
    } else {
        BATCH_SIZE
    }
}

/// Sends the numbers of the puzzles in batches. The first batches are small, so that the first
/// puzzles appear immediately.
fn send_batches(
    context: &Context,
    args: &Generate,
    max_batch_size: u64,
    emit: &mut dyn FnMut(Range<u64>, usize) -> ControlFlow<()>,
) {
    let batches_per_size = BATCHES_PER_SIZE * args.run.threads().get() as u64;
    let (mut next, mut batches) = (1, 0);
    while next <= args.number && !context.is_interrupted() {
        let size = max_batch_size.min(1 << (batches / batches_per_size).min(16));
        let end = args.number.min(next + size - 1) + 1;
        if emit(next..end, BATCH_WEIGHT).is_break() {
            return;
        }
        (next, batches) = (end, batches + 1);
    }
}

/// The state of a run: what was written so far, and the exit code.
struct GenerateRun<'a> {
    context: &'a Context,
    args: &'a Generate,
    progress: Progress,
    writer: GeneratedPuzzleWriter<'a>,
    /// Number of puzzles that were generated or not found.
    seen: u64,
    missing: u64,
    /// Some puzzle was not found within the attempts.
    not_found: bool,
    code: ExitCode,
}

impl GenerateRun<'_> {
    /// Writes the puzzle with number `n`, or reports why there is none.
    fn write_result(
        &mut self,
        n: u64,
        generated: Result<GeneratedPuzzle, GenerateError>,
    ) -> ControlFlow<()> {
        let flow = match generated {
            Ok(generated) => self
                .writer
                .write_puzzle(n, &generated)
                .unwrap_or_else(|error| {
                    self.code = self.code.or_worse(self.context.report_error(&error));
                    ControlFlow::Break(())
                }),
            // Reported once, for the whole run.
            Err(GenerateError::Stopped(StopReason::Canceled)) => return ControlFlow::Break(()),
            Err(error) => self.report_missing(n, &error),
        };
        self.seen += 1;
        self.progress.advance(
            self.seen,
            ReadPosition::Lines {
                at: self.seen,
                of: self.args.number,
            },
        );
        flow
    }

    /// Reports why there is no puzzle with number `n`. Returns `Break` if the next attempt would
    /// fail as well.
    fn report_missing(&mut self, n: u64, error: &GenerateError) -> ControlFlow<()> {
        self.missing += 1;
        let is_not_found = matches!(error, GenerateError::NotFound { .. });
        self.not_found |= is_not_found;
        let (prefix, hint) = match self.args.number {
            1 if is_not_found => (String::new(), MORE_ATTEMPTS),
            1 => (String::new(), ""),
            _ => (format!("puzzle {}: ", group_thousands(n)), ""),
        };
        self.context.messages.note_error();
        self.context
            .messages
            .print_line(&format!("{prefix}{error}{hint}"));
        self.code = self.code.or_worse(match error {
            GenerateError::Stopped(reason) => ExitCode::from_stop_reason(*reason),
            _ => ExitCode::Negative,
        });
        if matches!(
            error,
            GenerateError::UnsolvableStart | GenerateError::Grid(GridError::None)
        ) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Reports the numbers of puzzles, closes the output, and returns the exit code.
    fn close(mut self, request: &Request) -> ExitCode {
        self.progress.finish();
        let (context, writer) = (self.context, &self.writer);
        context.debug(&format!(
            "{} of the layout {}, {}",
            format_count(writer.written, "puzzle"),
            request.layout(),
            match writer.attempts {
                1 => "1 attempt".to_owned(),
                attempts => format!("{} attempts", group_thousands(attempts)),
            }
        ));
        let interruption = batch::report_interruption(context, writer.written as usize);
        self.code = self.code.or_worse(interruption);
        if interruption == ExitCode::Done && self.missing > 0 && self.args.number > 1 {
            let hint = if self.not_found { MORE_ATTEMPTS } else { "" };
            context.info(&format!(
                "{} of {} were not found{hint}",
                group_thousands(self.missing),
                format_count(self.args.number, "puzzle")
            ));
        }
        self.code.or_worse(self.writer.close())
    }
}

/// Generates a batch. With a timeout, generates one puzzle after the other, because the timeout
/// applies to each puzzle.
fn generate_batch(
    context: &Context,
    generator: &mut Generator,
    timeout: Option<Duration>,
    seed: u64,
    batch: Range<u64>,
) -> Vec<Result<GeneratedPuzzle, GenerateError>> {
    if timeout.is_some() {
        return batch
            .map(|n| context.with_timeout(timeout, |budget| generator.generate(seed, n, budget)))
            .collect();
    }
    context.with_timeout(None, |budget| generator.generate_batch(seed, batch, budget))
}

/// Returns `true` if a difficulty is requested.
const fn has_difficulty(args: &Generate) -> bool {
    args.level.is_some()
        || args.rating.is_some()
        || args.require_technique.is_some()
        || args.max_technique.is_some()
}

/// Selects the default format: a grid for a single puzzle on a terminal, a line otherwise, and
/// other formats for candidates and regions, which a line cannot hold.
fn default_target(args: &Generate, is_terminal: bool) -> OutputFormat {
    let is_drawn = is_terminal && args.number == 1;
    let id = if args.pencilmarks {
        if is_drawn { "pm" } else { "sukaku" }
    } else if !args.rule_kind.is_empty() {
        "rules"
    } else if has_random_regions(args) {
        "jigsaw"
    } else if is_drawn {
        "grid"
    } else {
        "line"
    };
    ndoku::format::find(id).map_or_else(OutputFormat::lines, OutputFormat::Format)
}

/// Builds the request and the symbols of its puzzles from the options.
fn build_request(
    context: &Context,
    args: &Generate,
) -> Result<(Request, Option<Symbols>), CliError> {
    let start = args
        .from
        .as_ref()
        .map(|from| read_start(context, args, from))
        .transpose()?;
    let layout = match &start {
        Some(start) => start.layout().clone(),
        None => fixed_layout(args).build(args.size)?,
    };
    let mut request = Request::new(&layout)
        .max_attempts(args.max_attempts)
        .symmetry(&args.symmetry.0)
        .rule_kinds(&args.rule_kind);
    if let Some(start) = &start {
        request = request.start_from(start);
    }
    if has_random_regions(args) {
        request = request.random_regions();
    }
    request = with_difficulty(with_clues(request, args)?, args, &layout)?;
    if let Some(objective) = args.optimize {
        request = request.optimize(Optimization {
            objective: match objective {
                ObjectiveArg::Hard => Objective::Hard,
                ObjectiveArg::FewClues => Objective::FewClues,
            },
            population: args.population,
            generations: args.generations,
        });
    }
    let symbols = match (args.symbols, start) {
        (Some(alphabet), _) => Some(
            Symbols::from_alphabet(alphabet, layout.size())
                .map_err(|error| CliError::usage(error.to_string()))?,
        ),
        (None, Some(start)) => Some(start.symbols().clone()),
        (None, None) => None,
    };
    Ok((request, symbols))
}

/// Adds the options about clues and pencilmarks to a request.
fn with_clues(mut request: Request, args: &Generate) -> Result<Request, CliError> {
    if let Some(clues) = &args.clues {
        request = request.clues(clues.clone());
    }
    if let Some(mask) = &args.pattern {
        let mask = read_mask(mask).map_err(|reason| {
            CliError::new(ExitCode::NoInput, format!("the pattern of {reason}"))
        })?;
        request = request.pattern(&mask);
    }
    if args.minimal {
        request = request.minimal();
    }
    if args.pencilmarks {
        request = request.pencilmarks();
    }
    Ok(request)
}

/// Adds the options about difficulty to a request.
fn with_difficulty(
    mut request: Request,
    args: &Generate,
    layout: &Layout,
) -> Result<Request, CliError> {
    let profile = args
        .profile
        .unwrap_or_else(|| default_profile(args, layout));
    if let Some(level) = args.level {
        if profile == Profile::Hodoku {
            return Err(CliError::usage(
                "--level does not support the profile hodoku; give a range of scores with --rating",
            ));
        }
        request = request.difficulty(DifficultyTarget {
            profile,
            ..DifficultyTarget::for_level(level, layout)
        });
    }
    if let Some(range) = args.rating {
        let profile = range.profile.unwrap_or(profile);
        let unit = if profile == Profile::Hodoku {
            1.0
        } else {
            10.0
        };
        request = request.difficulty(DifficultyTarget {
            profile,
            min: (range.least * unit).round() as u32,
            max: (range.most * unit).round() as u32,
        });
    }
    if let Some(technique) = args.require_technique {
        request = request.require_technique(technique);
    }
    if let Some(technique) = args.max_technique {
        request = request.max_technique(technique);
    }
    Ok(request)
}

/// Returns the profile that defines the levels of the layout.
fn default_profile(args: &Generate, layout: &Layout) -> Profile {
    if has_random_regions(args) || !args.rule_kind.is_empty() {
        Profile::Ndoku
    } else {
        Profile::for_layout(layout)
    }
}

/// Reads the puzzle to start from: the first puzzle of a file, or the argument itself.
fn read_start(context: &Context, args: &Generate, from: &OsStr) -> Result<Puzzle, CliError> {
    let input = Input {
        inputs: vec![from.to_owned()],
        format: None,
        layout: fixed_layout(args),
        symbols: args.symbols,
        column: None,
        ignore_unsupported: false,
        fail_fast: true,
        max_decompressed: MAX_DECOMPRESSED_MIB,
        block: None,
    };
    let options = batch::read_options(context, &input)?;
    let mut first = None;
    batch::for_each_item(context, &input, &options, &mut |mut item| {
        if first.is_some() {
            context.info("warning: --from has several puzzles; the first is the start");
            return ControlFlow::Break(());
        }
        item.reject_conflicts();
        first = Some(item.record);
        ControlFlow::Continue(())
    });
    // A text without a puzzle yields one item, which holds the error.
    let record = first.unwrap_or_else(|| Err(CliError::new(ExitCode::Input, "no puzzle found")));
    record.map(|record| record.puzzle)
}

/// Returns the options of the layout without random regions.
fn fixed_layout(args: &Generate) -> LayoutArgs {
    LayoutArgs {
        regions: args
            .layout
            .regions
            .clone()
            .filter(|_| !has_random_regions(args)),
        ..args.layout.clone()
    }
}

fn has_random_regions(args: &Generate) -> bool {
    args.layout.regions.as_deref() == Some("random")
}

/// Reads the pattern of clues in an argument: a mask itself, or a file with one.
fn read_mask(argument: &str) -> Result<Vec<bool>, String> {
    Ok(read_marks(argument, &['.', '-', '_'])?
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| !matches!(c, '.' | '0' | '-' | '_'))
        .collect())
}

/// Returns the rating of a puzzle and its level, if a difficulty was requested. A score has no
/// level.
fn rating_and_level(made: &GeneratedPuzzle) -> (Option<f64>, Option<&'static str>) {
    let is_score = made.profile == Some(Profile::Hodoku);
    let unit = if is_score { 1.0 } else { 10.0 };
    let rating = made.rating.map(|rating| f64::from(rating) / unit);
    let level = made
        .rating
        .filter(|_| !is_score)
        .map(|rating| Level::for_difficulty(Difficulty(rating.min(200) as u16)).name());
    (rating, level)
}

/// A writer of generated puzzles.
struct GeneratedPuzzleWriter<'a> {
    context: &'a Context,
    args: &'a Generate,
    target: OutputFormat,
    symbols: Option<Symbols>,
    seed: u64,
    sink: Sink,
    written: u64,
    attempts: u64,
    /// The features that the format has dropped.
    dropped: DroppedFeatures,
    /// `true` after the hint how to read puzzles without these features.
    has_hinted: bool,
    /// [`ExitCode::Negative`] if the format has dropped a part that the options do not determine,
    /// see [`is_unrecoverable`](Self::is_unrecoverable).
    code: ExitCode,
}

impl GeneratedPuzzleWriter<'_> {
    /// Returns `true` for a part of a generated puzzle that the options do not determine.
    fn is_unrecoverable(&self, feature: Feature) -> bool {
        feature == Feature::Pencilmarks
            || (feature == Feature::Regions && has_random_regions(self.args))
            || (feature == Feature::Rules && !self.args.rule_kind.is_empty())
    }

    /// Writes the puzzle with number `n`.
    ///
    /// # Errors
    /// Returns an error if the format cannot hold the puzzle.
    fn write_puzzle(
        &mut self,
        n: u64,
        made: &GeneratedPuzzle,
    ) -> Result<ControlFlow<()>, CliError> {
        self.attempts += made.attempts;
        let puzzle = match &self.symbols {
            Some(symbols) => made
                .puzzle
                .clone()
                .with_symbols(symbols.clone())
                .unwrap_or_else(|_| made.puzzle.clone()),
            None => made.puzzle.clone(),
        };
        let record = Record::from(puzzle);
        match self.target {
            OutputFormat::Ndjson => {
                self.written += 1;
                let record = self.json_record(n, made, &record);
                Ok(self.sink.write(&(record + "\n")))
            }
            OutputFormat::Format(format) => self.write_in_format(made, record, format),
        }
    }

    fn write_in_format(
        &mut self,
        made: &GeneratedPuzzle,
        mut record: Record,
        format: &Format,
    ) -> Result<ControlFlow<()>, CliError> {
        let has_field = format.supports.contains(&Feature::Solution);
        if self.args.with_solution && has_field {
            record.solution = Some(made.solution.digits().into());
        }
        if format.supports.contains(&Feature::Metadata) {
            let (rating, level) = rating_and_level(made);
            record.metadata.rating = rating.map(|rating| rating.to_string());
            record.metadata.level = level.map(str::to_owned);
        }
        let options = WriteOptions {
            blank: None,
            ascii: self.args.output.ascii,
        };
        let text = output_format::format_record(&record, format, &options)
            .map_err(|problem| output_format::cannot_hold("", &problem))?;
        let mut texts = vec![text];
        if self.args.with_solution && !has_field {
            if self.written == 0 && self.args.output.path().is_some() {
                self.context.info(&format!(
                    "warning: the format {} has no place for solutions, so they follow as \
                     separate puzzles; --to pair keeps both together",
                    format.id
                ));
            }
            let digits = made.solution.digits();
            texts.push(
                output_format::format_solution(&record, digits, format, &options)
                    .map_err(|problem| output_format::cannot_hold("", &problem))?,
            );
        }
        let dropped = format.unsupported(&record);
        let changes_solutions = self.dropped.warn(self.context, "", format, &dropped);
        // The options do not determine these, so they cannot be added again.
        let is_lost = dropped
            .iter()
            .any(|feature| self.is_unrecoverable(*feature));
        if is_lost {
            self.code = ExitCode::Negative;
        }
        if changes_solutions && !std::mem::replace(&mut self.has_hinted, true) {
            self.hint_how_to_read(&record, is_lost);
        }
        let is_first = self.written == 0;
        let flow = texts
            .iter()
            .enumerate()
            .try_for_each(|(at, text)| self.write_text(format, text, is_first && at == 0));
        self.written += 1;
        Ok(flow)
    }

    /// Says how the puzzles can be read with what the format drops. Options do not determine a part
    /// that is lost.
    fn hint_how_to_read(&self, record: &Record, is_lost: bool) {
        let keeps_all =
            ndoku::format::find("rules").is_some_and(|rules| rules.unsupported(record).is_empty());
        let hint = match (is_lost, keeps_all) {
            (false, true) => {
                "read the puzzles with the same options, or write them with --to rules"
            }
            (false, false) => "read the puzzles with the same options",
            (true, true) => "--to rules keeps everything",
            (true, false) => return,
        };
        self.context.info(&format!("hint: {hint}"));
    }

    /// Writes the header of the format before the first text, or else the separator, and then the
    /// text.
    fn write_text(&mut self, format: &Format, text: &str, is_first: bool) -> ControlFlow<()> {
        let header = format.write.as_ref().map_or("", |writer| writer.header);
        self.sink.write(if is_first {
            header
        } else {
            self.target.separator()
        })?;
        self.sink.write(text)
    }

    /// Returns the line of `--json`.
    fn json_record(&self, n: u64, made: &GeneratedPuzzle, record: &Record) -> String {
        let puzzle = &record.puzzle;
        let layout = puzzle.layout();
        let id = if puzzle.pencilmarks().is_some() {
            "sukaku"
        } else {
            "line"
        };
        let text = ndoku::format::find(id).and_then(|format| {
            output_format::format_record(record, format, &WriteOptions::default()).ok()
        });
        let (rating, level) = rating_and_level(made);
        let report = GenerateRecord {
            n,
            seed: self.seed,
            puzzle: text.unwrap_or_default().trim_end().to_owned(),
            clues: puzzle.clue_count(),
            layout: (!layout.is_classic()).then(|| layout.to_string()),
            boxes: BoxField::of(layout),
            regions: layout.boxes().to_map(),
            rules: rule_arguments(layout),
            solution: self
                .args
                .with_solution
                .then(|| output_format::format_digits(puzzle, made.solution.digits())),
            attempts: made.attempts,
            profile: made.profile.map(Profile::name),
            rating,
            level,
        };
        serde_json::to_string(&report).unwrap_or_default()
    }

    fn close(mut self) -> ExitCode {
        if let OutputFormat::Format(Format {
            write: Some(writer),
            ..
        }) = self.target
        {
            if self.written == 0 {
                let _ = self.sink.write_frame(writer.header);
            }
            let _ = self.sink.write_frame(writer.footer);
        }
        self.code.or_worse(self.sink.close(self.context))
    }
}
