//! `ndoku draw --overlay`: the solution painted into the photograph, in perspective.
//!
//! ```text
//! photograph ─▶ reading ─▶ solution ─▶ sheet of digits ─▶ painted along the lattice ─▶ PNG
//! ```

/// Returns the error of a build that reads no photographs.
#[cfg(not(feature = "photo"))]
pub(super) fn run(
    _context: &crate::context::Context,
    _args: &crate::args::draw::Draw,
) -> Result<crate::exit_code::ExitCode, crate::error::CliError> {
    Err(crate::features::missing_error("photographs", "photo"))
}

#[cfg(feature = "photo")]
pub(super) use painter::run;

#[cfg(feature = "photo")]
mod painter {
    use std::ops::ControlFlow;

    use ndoku::format::Record;
    use ndoku::{Budget, Solver, Verdict};
    use ndoku_photo::{ColorPhoto, DecodeLimits, Photo, decode, encode_png, paint};
    use ndoku_render::canvas::{Anchor, Canvas, Color, Text, Weight};
    use ndoku_render::font::CAP_HEIGHT;
    use ndoku_render::png;
    use ndoku_render::style::Size;

    use super::super::{files, select_output, stopped_message};
    use crate::args::draw::Draw;
    use crate::batch;
    use crate::context::Context;
    use crate::error::CliError;
    use crate::exit_code::ExitCode;
    use crate::photo_input::PhotoSource;
    use crate::progress::Progress;
    use crate::sink::Sink;
    use crate::work_item::{ItemResult, WorkItem};

    /// Side of a cell of the sheet in pixels.
    const CELL: f64 = 64.0;

    /// Height of a digit as a share of its cell.
    const DIGIT_HEIGHT: f64 = 0.5;

    /// The color of the digits.
    const INK: [u8; 3] = [20, 90, 210];

    /// A painted picture, or the reason why there is none with its exit code.
    type Painted = Result<Vec<u8>, (String, ExitCode)>;

    /// Paints the solution into every photograph of the input.
    ///
    /// # Errors
    /// Returns an error if the output is no PNG file, or cannot be written.
    pub(in super::super) fn run(context: &Context, args: &Draw) -> Result<ExitCode, CliError> {
        let path = args.output.path();
        let mut sink = open_sink(args)?;
        let mut progress = Progress::new(context, sink.is_terminal());
        let mut pictures: Vec<Vec<u8>> = Vec::new();
        let mut code = ExitCode::Done;
        let worker = || {
            let mut solver = Solver::new();
            move |item: &WorkItem, record: &Record| {
                context.with_timeout(args.run.timeout, |budget| {
                    let photo = item
                        .source
                        .as_ref()
                        .and_then(|source| source.photo.as_ref());
                    paint_solution(photo.map(|photo| &**photo), record, &mut solver, budget)
                })
            }
        };
        let consume = |ItemResult { item, answer }: ItemResult<Painted>| {
            match answer {
                Some(Ok(picture)) => pictures.push(picture),
                Some(Err((message, problem))) => {
                    context.info(&format!("{}{message}", item.prefix()));
                    code = code.or_worse(problem);
                }
                None => {}
            }
            ControlFlow::Continue(())
        };
        let threads = args.run.threads();
        let input = &args.input;
        let input_code = batch::run(
            context,
            input,
            threads,
            &mut progress,
            |_| {},
            worker,
            consume,
        );
        let code = code.or_worse(input_code);
        if pictures.is_empty() {
            return Ok(code);
        }
        let written = match path {
            Some(path) => files::write_files(context, &pictures, path)?,
            None if pictures.len() > 1 => return Err(files::several_pictures()),
            None => {
                let _ = sink.write_bytes(&pictures[0]);
                sink.close(context)
            }
        };
        Ok(code.or_worse(written))
    }

    /// Returns standard output, if it takes the picture of these options.
    ///
    /// # Errors
    /// Returns an error for an output other than PNG, and for a terminal.
    fn open_sink(args: &Draw) -> Result<Sink, CliError> {
        let path = args.output.path();
        let output = select_output(args.to.as_deref(), path)?;
        if output.is_some_and(|output| output.id != "png") {
            let message = "--overlay writes PNG only";
            return Err(CliError::usage(message).hint("name a file with -o FILE.png"));
        }
        let sink = Sink::open(None)?;
        if path.is_none() && sink.is_terminal() {
            let message = "cannot write png to a terminal";
            return Err(CliError::usage(message).hint("use -o FILE"));
        }
        Ok(sink)
    }

    fn paint_solution(
        photo: Option<&PhotoSource>,
        record: &Record,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Painted {
        let Some(photo) = photo else {
            let message = "--overlay needs a photograph".to_owned();
            return Err((message, ExitCode::Usage));
        };
        let solution = match solver.solve_within(&record.puzzle, budget) {
            Ok(answer) => match answer.verdict {
                Verdict::Unique(solution) => solution.to_array(),
                Verdict::Multiple(..) => {
                    return Err(("not painted: not unique".to_owned(), ExitCode::Negative));
                }
                Verdict::Unsolvable => {
                    return Err(("not painted: no solution".to_owned(), ExitCode::Negative));
                }
            },
            Err(stopped) => return Err(stopped_message("painted", stopped.reason)),
        };
        let internal = |error: String| (error, ExitCode::Internal);
        let sheet = digit_sheet(&photo.reading.clues(), &solution).map_err(internal)?;
        let mut picture: ColorPhoto = photo.picture.clone();
        paint(&mut picture, &photo.reading, &sheet, INK);
        encode_png(&picture).map_err(|error| internal(error.to_string()))
    }

    /// Returns a picture of the grid with the digits of all cells that hold no clue.
    fn digit_sheet(clues: &[u8], solution: &[u8]) -> Result<Photo, String> {
        let mut canvas = Canvas {
            width: 9.0 * CELL,
            height: 9.0 * CELL,
            ..Canvas::default()
        };
        let size = CELL * DIGIT_HEIGHT / CAP_HEIGHT;
        for (cell, digit) in solution
            .iter()
            .enumerate()
            .filter(|(cell, _)| clues[*cell] == 0)
        {
            let (row, column) = ((cell / 9) as f64, (cell % 9) as f64);
            let base = (row + 0.5 + DIGIT_HEIGHT / 2.0) * CELL;
            canvas.text(Text {
                text: digit.to_string(),
                at: ((column + 0.5) * CELL, base),
                anchor: Anchor::Middle,
                size,
                weight: Weight::Bold,
                color: Color::from_hex(0),
                halo: None,
            });
        }
        let bytes = png::write(&canvas, Size::Scale(1.0)).map_err(|error| error.to_string())?;
        let sheet = decode(&bytes, &DecodeLimits::default()).map_err(|error| error.to_string())?;
        Ok(sheet.to_gray())
    }
}
