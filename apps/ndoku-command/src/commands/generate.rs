//! `ndoku generate`: puzzles to order, on all cores, in order.
//!
//! ```text
//! 1, 2, … N ─▶ batches ─▶ worker: Generator::generate_batch(seed, batch)
//!                         ─▶ puzzles, or the reason why there is none ─▶ sink, in order
//! ```

use std::ffi::OsStr;
use std::ops::{ControlFlow, Range};
use std::time::Duration;

use ndoku::format::{Feature, Format, Record, WriteOptions};
use ndoku::generate::{
    DifficultyTarget, GenerateError, GeneratedPuzzle, Generator, Objective, Optimization, Request,
    Scale,
};
use ndoku::logic::rating::Difficulty;
use ndoku::parallel::map_in_order;
use ndoku::rating::{Level, Profile};
use ndoku::{Layout, Puzzle, StopReason, Symbols};
use serde::Serialize;

use crate::args::generate::{Generate, ObjectiveArg};
use crate::args::{Input, LayoutArgs, MAX_UNPACKED_MIB, read_marks};
use crate::batch::{self, Item};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::progress::{Progress, ReadPosition, format_count, group_thousands};
use crate::render::{self, DroppedFeatures, OutputFormat};
use crate::sink::Sink;

/// Maximum number of puzzles per batch. The first batches are small, so that the first puzzles
/// appear immediately.
const BATCH_SIZE: u64 = 256;
/// Maximum number of puzzles per batch with a difficulty, and for slow requests.
const FILTERED_BATCH_SIZE: u64 = 64;
const SLOW_BATCH_SIZE: u64 = 4;
/// Number of batches of a size per thread, before the size doubles.
const BATCHES_PER_SIZE: u64 = 4;
/// The weight of a batch, as many as a batch of solved puzzles.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    tries: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    /// The level, for ratings in tenths.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
}

/// The hint for puzzles that were not found.
const MORE_ATTEMPTS: &str = "; --max-attempts raises the limit";

pub(crate) fn run(context: &Context, args: &Generate) -> ExitCode {
    let target = match OutputFormat::requested(context, &args.output) {
        Ok(target) => target,
        Err(code) => return code,
    };
    let (request, symbols) = match request(context, args) {
        Ok(request) => request,
        Err(code) => return code,
    };
    if let Err(error) = Generator::new(request.clone()) {
        context.messages.error(&error.to_string(), None);
        return ExitCode::Usage;
    }
    let sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let target = target.unwrap_or_else(|| default_target(args, sink.is_terminal()));
    let seed = args.seed.unwrap_or_else(|| {
        // Short enough to retype.
        let seed = fastrand::u64(..1_000_000_000);
        context.info(&format!("made with --seed {seed}"));
        seed
    });
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut writer = PuzzleWriter {
        context,
        args,
        target,
        symbols,
        seed,
        sink,
        written: 0,
        attempts: 0,
        lost: DroppedFeatures::default(),
    };
    let mut code = ExitCode::Done;
    let (mut seen, mut missing, mut not_found) = (0_u64, 0_u64, false);
    let most = match () {
        () if args.optimize.is_some() || args.pattern.is_some() || request.layout().size() > 9 => {
            SLOW_BATCH_SIZE
        }
        () if has_difficulty(args) => FILTERED_BATCH_SIZE,
        () => BATCH_SIZE,
    };
    let threads = args.run.threads();
    let produce = |emit: &mut dyn FnMut(Range<u64>, usize) -> ControlFlow<()>| {
        let (mut next, mut batches) = (1, 0);
        while next <= args.number && !context.is_interrupted() {
            let size = most.min(1 << (batches / (BATCHES_PER_SIZE * threads.get() as u64)).min(16));
            let end = args.number.min(next + size - 1) + 1;
            if emit(next..end, BATCH_WEIGHT).is_break() {
                return;
            }
            (next, batches) = (end, batches + 1);
        }
    };
    let worker = || {
        let mut generator = Generator::new(request.clone());
        move |batch: Range<u64>| {
            let made = match &mut generator {
                Ok(generator) => {
                    generate_batch(context, generator, args.run.timeout, seed, batch.clone())
                }
                Err(_) => vec![Err(GenerateError::Stopped(StopReason::Unsupported))],
            };
            batch.zip(made).collect::<Vec<_>>()
        }
    };
    let mut take = |(n, made)| {
        let flow = match made {
            Ok(made) => {
                let put = writer.write_puzzle(n, &made);
                code = code.or_worse(put.1);
                put.0
            }
            // Reported once, for the whole run.
            Err(GenerateError::Stopped(StopReason::Cancelled)) => return ControlFlow::Break(()),
            Err(reason) => {
                missing += 1;
                not_found |= matches!(reason, GenerateError::NotFound { .. });
                let of = if args.number > 1 {
                    format!("puzzle {}: ", group_thousands(n))
                } else {
                    String::new()
                };
                context.messages.note_error();
                let hint = if args.number == 1 && matches!(reason, GenerateError::NotFound { .. }) {
                    MORE_ATTEMPTS
                } else {
                    ""
                };
                context.messages.print_line(&format!("{of}{reason}{hint}"));
                code = code.or_worse(match reason {
                    GenerateError::Stopped(reason) => ExitCode::from_stop_reason(reason),
                    _ => ExitCode::Negative,
                });
                // The next attempt would fail as well.
                let is_hopeless = matches!(
                    reason,
                    GenerateError::UnsolvableStart
                        | GenerateError::Grid(ndoku::generate::grid_generator::GridError::None)
                );
                if is_hopeless {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            }
        };
        seen += 1;
        progress.advance(
            seen,
            ReadPosition::Lines {
                at: seen,
                of: args.number,
            },
        );
        flow
    };
    map_in_order(threads, produce, worker, |batch| {
        batch.into_iter().try_for_each(&mut take)
    });
    progress.finish();
    context.debug(&format!(
        "{} of the layout {}, {}",
        format_count(writer.written, "puzzle"),
        request.layout(),
        match writer.attempts {
            1 => "1 try".to_owned(),
            tries => format!("{} tries", group_thousands(tries)),
        }
    ));
    if context.is_interrupted() {
        context.messages.print_line(&format!(
            "interrupted after {}",
            format_count(writer.written, "puzzle")
        ));
        code = code.or_worse(ExitCode::Interrupted);
    } else if missing > 0 && args.number > 1 {
        let hint = if not_found { MORE_ATTEMPTS } else { "" };
        context.info(&format!(
            "{} of {} were not found{hint}",
            group_thousands(missing),
            format_count(args.number, "puzzle")
        ));
    }
    code.or_worse(writer.close())
}

/// Generates a batch. With a timeout, generates one puzzle after the other, because the timeout
/// holds for each puzzle.
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
    let of = |id| ndoku::format::find(id).map_or_else(OutputFormat::lines, OutputFormat::Format);
    match () {
        () if args.pencilmarks => of(if is_terminal && args.number == 1 {
            "pm"
        } else {
            "sukaku"
        }),
        () if has_random_regions(args) => of("jigsaw"),
        () if is_terminal && args.number == 1 => of("grid"),
        () => OutputFormat::lines(),
    }
}

/// Builds the request and the symbols of its puzzles from the options.
fn request(context: &Context, args: &Generate) -> Result<(Request, Option<Symbols>), ExitCode> {
    let refuse = |message: &str, code| {
        context.messages.error(message, None);
        code
    };
    let start = args
        .from
        .as_ref()
        .map(|from| read_start(context, args, from))
        .transpose()?;
    let layout = match &start {
        Some(start) => start.layout().clone(),
        None => fixed_layout(args).build_or_report(context, args.size)?,
    };
    let mut request = Request::new(&layout)
        .max_attempts(args.max_attempts)
        .symmetry(&args.symmetry.0);
    if let Some(start) = &start {
        request = request.start_from(start);
    }
    if has_random_regions(args) {
        request = request.random_regions();
    }
    if let Some(clues) = &args.clues {
        request = request.clues(clues.clone());
    }
    if let Some(mask) = &args.pattern {
        request = request
            .pattern(&mask_of(mask).map_err(|reason| {
                refuse(&format!("the pattern of {reason}"), ExitCode::NoInput)
            })?);
    }
    if args.minimal {
        request = request.minimal();
    }
    if args.pencilmarks {
        request = request.pencilmarks();
    }
    let scale = args.profile.map_or_else(|| scale_of(args, &layout), scale);
    if let Some(level) = args.level {
        if scale == Scale::Hodoku {
            return Err(refuse(
                "the profile hodoku has no levels; give a range of scores with --rating",
                ExitCode::Usage,
            ));
        }
        request = request.difficulty(DifficultyTarget {
            scale,
            ..DifficultyTarget::for_level(level, &layout)
        });
    }
    if let Some(range) = args.rating {
        let scale = range.profile.map_or(scale, self::scale);
        let unit = if scale == Scale::Hodoku { 1.0 } else { 10.0 };
        request = request.difficulty(DifficultyTarget {
            scale,
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
    if let Some(objective) = args.optimize {
        let objective = match objective {
            ObjectiveArg::Hard => Objective::Hard,
            ObjectiveArg::FewClues => Objective::FewClues,
        };
        request = request.optimize(Optimization {
            objective,
            population: args.population,
            generations: args.generations,
        });
    }
    let symbols = match (args.symbols, start) {
        (Some(alphabet), _) => Some(
            Symbols::from_alphabet(alphabet, layout.size())
                .map_err(|error| refuse(&error.to_string(), ExitCode::Usage))?,
        ),
        (None, Some(start)) => Some(start.symbols().clone()),
        (None, None) => None,
    };
    Ok((request, symbols))
}

/// Returns the scale of the profile, or the scale that defines the levels of the layout.
fn scale_of(args: &Generate, layout: &Layout) -> Scale {
    if has_random_regions(args) {
        Scale::Ndoku
    } else {
        Scale::for_layout(layout)
    }
}

const fn scale(profile: Profile) -> Scale {
    match profile {
        Profile::Se121 => Scale::Se121,
        Profile::Sukaku => Scale::Sukaku,
        Profile::Ndoku => Scale::Ndoku,
        Profile::Hodoku => Scale::Hodoku,
    }
}

/// Reads the puzzle to start from: the first puzzle of a file, or the argument itself.
fn read_start(context: &Context, args: &Generate, from: &OsStr) -> Result<Puzzle, ExitCode> {
    let input = Input {
        inputs: vec![from.to_owned()],
        format: None,
        layout: fixed_layout(args),
        symbols: args.symbols,
        ignore_unsupported: false,
        fail_fast: true,
        max_unpacked: MAX_UNPACKED_MIB,
        block: None,
    };
    let options = batch::read_options(context, &input)?;
    let mut found = None;
    let mut code = ExitCode::Input;
    batch::for_each_job(context, &input, &options, &mut |mut job| {
        job.refuse_conflicts();
        code = code.or_worse(batch::report_errors(context, &job));
        if let Item::Puzzle(record) = &job.item {
            found = Some(record.puzzle.clone());
        }
        ControlFlow::Break(())
    });
    found.ok_or(code)
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

fn mask_of(argument: &str) -> Result<Vec<bool>, String> {
    Ok(read_marks(argument, &['.', '-', '_'])?
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| !matches!(c, '.' | '0' | '-' | '_'))
        .collect())
}

/// A writer of generated puzzles.
struct PuzzleWriter<'a> {
    context: &'a Context,
    args: &'a Generate,
    target: OutputFormat,
    symbols: Option<Symbols>,
    seed: u64,
    sink: Sink,
    written: u64,
    attempts: u64,
    /// The features that the format has lost.
    lost: DroppedFeatures,
}

impl PuzzleWriter<'_> {
    fn write_puzzle(&mut self, n: u64, made: &GeneratedPuzzle) -> (ControlFlow<()>, ExitCode) {
        self.attempts += made.attempts;
        let puzzle = match &self.symbols {
            Some(symbols) => made
                .puzzle
                .clone()
                .with_symbols(symbols.clone())
                .unwrap_or_else(|_| made.puzzle.clone()),
            None => made.puzzle.clone(),
        };
        let mut record = Record::from(puzzle);
        let format = match self.target {
            OutputFormat::Ndjson => {
                self.written += 1;
                let report = self.report(n, made, &record);
                return (self.sink.write(&(report + "\n")), ExitCode::Done);
            }
            OutputFormat::Format(format) => format,
        };
        let has_place = format.supports.contains(&Feature::Solution);
        if self.args.with_solution && has_place {
            record.solution = Some(made.solution.digits().into());
        }
        if format.supports.contains(&Feature::Metadata) {
            let (_, rating, level) = self.difficulty(made);
            record.metadata.rating = rating.map(|rating| rating.to_string());
            record.metadata.level = level.map(str::to_owned);
        }
        let options = WriteOptions {
            blank: None,
            ascii: self.args.output.ascii,
        };
        let written = render::format_record(&record, format, &options).and_then(|text| {
            let solution = if self.args.with_solution && !has_place {
                Some(render::format_solution(
                    &record,
                    made.solution.digits(),
                    format,
                    &options,
                )?)
            } else {
                None
            };
            Ok((text, solution))
        });
        match written {
            Ok((text, solution)) => {
                self.lost
                    .report(self.context, "", format, &format.unsupported(&record));
                let flow = self.write_text(format, &text);
                let flow = if flow.is_continue() {
                    solution.map_or(flow, |solution| self.write_text(format, &solution))
                } else {
                    flow
                };
                self.written += 1;
                (flow, ExitCode::Done)
            }
            Err(problem) => {
                self.context.messages.error(
                    &problem,
                    Some("`ndoku formats` shows what each format supports"),
                );
                (ControlFlow::Break(()), ExitCode::Negative)
            }
        }
    }

    /// Writes a text after the part that precedes it in the format.
    fn write_text(&mut self, format: &Format, text: &str) -> ControlFlow<()> {
        let header = format.write.as_ref().map_or("", |writer| writer.header);
        self.sink.write(if self.written == 0 {
            header
        } else {
            self.target.separator()
        })?;
        self.sink.write(text)
    }

    fn report(&self, n: u64, made: &GeneratedPuzzle, record: &Record) -> String {
        let puzzle = &record.puzzle;
        let layout = puzzle.layout();
        let id = if puzzle.pencilmarks().is_some() {
            "sukaku"
        } else {
            "line"
        };
        let text = ndoku::format::find(id).and_then(|format| {
            render::format_record(record, format, &WriteOptions::default()).ok()
        });
        let (profile, rating, level) = self.difficulty(made);
        let report = GenerateRecord {
            n,
            seed: self.seed,
            puzzle: text.unwrap_or_default().trim_end().to_owned(),
            clues: puzzle.clue_count(),
            layout: (!layout.is_classic()).then(|| layout.to_string()),
            regions: layout.boxes().to_map(),
            solution: self
                .args
                .with_solution
                .then(|| render::format_digits(puzzle, made.solution.digits())),
            tries: made.attempts,
            profile: made.rating.map(|_| profile.name()),
            rating,
            level,
        };
        serde_json::to_string(&report).unwrap_or_default()
    }

    /// Returns the scale, the rating on it and the level of a puzzle. The rating is known if a
    /// difficulty was asked for.
    fn difficulty(&self, made: &GeneratedPuzzle) -> (Profile, Option<f64>, Option<&'static str>) {
        let profile = self
            .args
            .rating
            .and_then(|range| range.profile)
            .or(self.args.profile);
        let by_layout = if made.puzzle.layout().is_classic() {
            Profile::Se121
        } else {
            Profile::Ndoku
        };
        let profile = profile.unwrap_or(by_layout);
        let is_score = profile == Profile::Hodoku;
        let unit = if is_score { 1.0 } else { 10.0 };
        let rating = made.rating.map(|rating| f64::from(rating) / unit);
        let level = made
            .rating
            .filter(|_| !is_score)
            .map(|rating| Level::for_difficulty(Difficulty(rating.min(200) as u16)).name());
        (profile, rating, level)
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
        self.sink.close(self.context)
    }
}
