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
    use std::sync::Arc;
    use std::time::Duration;

    use ndoku::format::Record;
    use ndoku::{Budget, Solver, Verdict};
    use ndoku_photo::{
        CellKind, CellReading, ColorPhoto, DecodeLimits, EncodeError, GrayPhoto, PhotoReading,
        decode, encode_png_within, paint_overlay_within,
    };
    use ndoku_render::canvas::{Anchor, Canvas, Color, Path, Stroke, Text, Weight};
    use ndoku_render::font::CAP_HEIGHT;
    use ndoku_render::png;
    use ndoku_render::style::Size;

    use super::super::{files, select_output, stopped_message};
    use crate::args::draw::Draw;
    use crate::batch;
    use crate::context::Context;
    use crate::error::CliError;
    use crate::exit_code::ExitCode;
    use crate::output_file;
    use crate::progress::Progress;
    use crate::sink::Sink;
    use crate::source::Source;
    use crate::work_item::{ItemResult, WorkItem};

    /// Side of a cell of the sheet in pixels.
    const CELL: f64 = 64.0;

    /// Height of a digit as a share of its cell.
    const DIGIT_HEIGHT: f64 = 0.5;

    /// The color of the digits.
    const INK: [u8; 3] = [20, 90, 210];

    /// The color of the digits, and of the frames of doubtful cells, if the reading is not certain.
    const UNSURE_INK: [u8; 3] = [210, 40, 20];

    /// The reason for that color.
    const UNSURE: &str = "the reading is not certain, so compare the clues with the picture";

    /// Width of the frame of a doubtful cell, and its distance from the border.
    const FRAME: f64 = 4.0;
    const FRAME_MARGIN: f64 = 6.0;

    /// The digits to paint, or the reason why there are none with its exit code.
    type Sheet = Result<GrayPhoto, (String, ExitCode)>;

    /// Paints the solutions into every photograph of the input.
    ///
    /// # Errors
    /// Returns an error if the output is no PNG file, or cannot be written.
    pub(in super::super) fn run(context: &Context, args: &Draw) -> Result<ExitCode, CliError> {
        let path = args.output.path();
        let mut sink = open_sink(args)?;
        let mut progress = Progress::new(context, sink.is_terminal());
        let mut pictures = Pictures::new(context, args.run.timeout);
        let worker = || {
            let mut solver = Solver::new();
            move |item: &WorkItem, record: &Record| {
                context.with_timeout(args.run.timeout, |budget| {
                    digits(reading(item), record, &mut solver, budget)
                })
            }
        };
        let consume = |ItemResult { item, answer }: ItemResult<Sheet>| {
            let painted = match answer {
                Some(Ok(sheet)) => {
                    if reading(&item).is_some_and(|reading| !reading.is_certain()) {
                        let prefix = item.prefix();
                        context.info(&format!("warning: {prefix}painted in red: {UNSURE}"));
                    }
                    pictures.paint(&item, &sheet)
                }
                Some(Err(problem)) => Err(problem),
                None => Ok(()),
            };
            if let Err(problem) = painted {
                pictures.report(&item.prefix(), problem);
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
        pictures.close();
        let Pictures {
            names,
            finished: pictures,
            code,
            ..
        } = pictures;
        let code = code.or_worse(input_code);
        if context.is_interrupted() {
            if input_code != ExitCode::Interrupted {
                context.info("interrupted before the picture was written");
            }
            return Ok(code.or_worse(ExitCode::Interrupted));
        }
        if pictures.is_empty() {
            return Ok(code);
        }
        let written = match path {
            Some(path) => {
                let written = files::write_files(context, &pictures, path, false)?;
                if pictures.len() > 1 && written == ExitCode::Done {
                    for (file, name) in files::numbered_paths(path, names.len()).zip(&names) {
                        context.info(&format!("{name}: painted into {}", file.display()));
                    }
                }
                written
            }
            None if pictures.len() > 1 => return Err(files::several_pictures()),
            None => {
                let _ = sink.write_bytes(&pictures[0]);
                sink.close(context)
            }
        };
        Ok(code.or_worse(written))
    }

    /// Painted pictures. The puzzles of one photograph follow each other, and share its picture.
    struct Pictures<'a> {
        context: &'a Context,
        /// Time limit for painting a puzzle, and for encoding a picture.
        timeout: Option<Duration>,
        /// The photograph that is painted. Its picture is missing once it was given up.
        open: Option<(Arc<Source>, Option<ColorPhoto>)>,
        /// The names of the photographs.
        names: Vec<String>,
        /// The painted pictures as PNG files.
        finished: Vec<Vec<u8>>,
        /// The worst that was reported.
        code: ExitCode,
    }

    impl<'a> Pictures<'a> {
        fn new(context: &'a Context, timeout: Option<Duration>) -> Self {
            Self {
                context,
                timeout,
                open: None,
                names: Vec::new(),
                finished: Vec::new(),
                code: ExitCode::Done,
            }
        }

        /// Paints the solution of a puzzle. If the time runs out, the picture is given up.
        fn paint(&mut self, item: &WorkItem, sheet: &GrayPhoto) -> Result<(), (String, ExitCode)> {
            let (Some(source), Some(reading)) = (&item.source, reading(item)) else {
                return Ok(());
            };
            let is_open = |open: &(Arc<Source>, _)| Arc::ptr_eq(&open.0, source);
            if !self.open.as_ref().is_some_and(is_open) {
                self.close();
                let picture = source.photo.as_ref().map(|photo| photo.picture.clone());
                self.open = Some((Arc::clone(source), picture));
            }
            let Some((_, picture)) = &mut self.open else {
                return Ok(());
            };
            let color = if reading.is_certain() {
                INK
            } else {
                UNSURE_INK
            };
            let painted = self.context.with_timeout(self.timeout, |budget| {
                picture.as_mut().map_or(Ok(()), |picture| {
                    paint_overlay_within(picture, reading, sheet, color, budget)
                })
            });
            painted.map_err(|reason| {
                *picture = None;
                stopped_message("painted", reason)
            })
        }

        /// Encodes the open picture.
        fn close(&mut self) {
            let Some((source, Some(picture))) = self.open.take() else {
                return;
            };
            let encoded = self.context.with_timeout(self.timeout, |budget| {
                encode_png_within(&picture, budget).map_err(|error| match error {
                    EncodeError::Stopped(reason) => stopped_message("written", reason),
                    error => internal(&error),
                })
            });
            match encoded {
                Ok(encoded) => {
                    self.names.push(source.name.to_string());
                    self.finished.push(encoded);
                }
                Err(problem) => self.report(&format!("{}: ", source.name), problem),
            }
        }

        /// Reports why a puzzle or a picture is missing. Ctrl-C is reported for the whole run.
        fn report(&mut self, prefix: &str, (message, code): (String, ExitCode)) {
            let message = format!("{prefix}{message}");
            if matches!(code, ExitCode::Usage | ExitCode::Internal) {
                self.context.report_error(&CliError::new(code, message));
            } else if !self.context.is_interrupted() {
                self.context.info(&message);
            }
            self.code = self.code.or_worse(code);
        }
    }

    /// Returns the reading of the photograph from which a puzzle comes.
    fn reading(item: &WorkItem) -> Option<&PhotoReading> {
        item.source.as_ref()?.photo.as_ref()?.reading(item.line)
    }

    fn internal(error: &impl ToString) -> (String, ExitCode) {
        (error.to_string(), ExitCode::Internal)
    }

    /// Returns standard output, if it takes the picture of these options.
    ///
    /// # Errors
    /// Returns an error for an output other than PNG, and for a terminal.
    fn open_sink(args: &Draw) -> Result<Sink, CliError> {
        let path = args.output.path();
        let png_only =
            || CliError::usage("--overlay writes PNG only").hint("name a file with -o FILE.png");
        let output = match select_output(args.to.as_deref(), path) {
            Err(_) if args.to.is_none() => return Err(png_only()),
            output => output?,
        };
        if output.is_some_and(|output| output.id != "png") {
            return Err(png_only());
        }
        // A photograph that is painted over cannot be restored.
        let is_photo = |path: &std::path::Path| {
            let mut inputs = args.input.inputs.iter().map(std::path::Path::new);
            inputs.any(|input| output_file::is_same_file(input, path))
        };
        if let Some(path) = path.filter(|path| is_photo(path)) {
            let message = format!("{} is the photograph itself", path.display());
            return Err(CliError::usage(message).hint("name another file with -o"));
        }
        let sink = Sink::open(None)?;
        if path.is_none() && sink.is_terminal() {
            let message = "cannot write png to a terminal";
            return Err(CliError::usage(message).hint("use -o FILE"));
        }
        Ok(sink)
    }

    /// Returns the digits to paint for a puzzle.
    fn digits(
        reading: Option<&PhotoReading>,
        record: &Record,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Sheet {
        let refused = |message: &str, code: ExitCode| Err((message.to_owned(), code));
        let Some(reading) = reading else {
            return refused("--overlay needs a photograph", ExitCode::Usage);
        };
        match solver.solve_within(&record.puzzle, budget) {
            Ok(answer) => match answer.verdict {
                Verdict::Unique(solution) => {
                    digit_sheet(reading, &solution.to_array()).map_err(|error| internal(&error))
                }
                Verdict::Multiple(..) => refused("not painted: not unique", ExitCode::Negative),
                Verdict::Unsolvable => refused("not painted: no solution", ExitCode::Negative),
            },
            Err(stopped) => Err(stopped_message("painted", stopped.reason)),
        }
    }

    /// Returns a picture of the grid with the digits of all cells that hold no clue, or look as if
    /// they held none, and frames in doubtful cells.
    fn digit_sheet(reading: &PhotoReading, solution: &[u8]) -> Result<GrayPhoto, String> {
        let cells_in_row = reading.size();
        let side = cells_in_row as f64 * CELL;
        let mut canvas = Canvas {
            width: side,
            height: side,
            ..Canvas::default()
        };
        let size = CELL * DIGIT_HEIGHT / CAP_HEIGHT;
        let is_open = |cell: &CellReading| {
            !matches!(cell.kind, CellKind::Printed(_)) || cell.likelier() == Some(0)
        };
        let digits = solution.iter().zip(&reading.cells).enumerate();
        for (cell, (digit, _)) in digits.filter(|(_, (_, cell))| is_open(cell)) {
            let (row, column) = (cell / cells_in_row, cell % cells_in_row);
            let (row, column) = (row as f64, column as f64);
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
        for cell in reading.doubtful_cells() {
            frame(&mut canvas, cell / cells_in_row, cell % cells_in_row);
        }
        let bytes = png::write(&canvas, Size::Scale(1.0)).map_err(|error| error.to_string())?;
        let sheet = decode(&bytes, &DecodeLimits::default()).map_err(|error| error.to_string())?;
        Ok(sheet.to_gray())
    }

    /// Draws a frame in a cell.
    fn frame(canvas: &mut Canvas, row: usize, column: usize) {
        let (x, y) = (column as f64 * CELL, row as f64 * CELL);
        let side = CELL - 2.0 * FRAME_MARGIN;
        let path = Path::rectangle(x + FRAME_MARGIN, y + FRAME_MARGIN, side, side);
        canvas.stroke(path, Stroke::solid(Color::from_hex(0), FRAME));
    }

    #[cfg(test)]
    mod tests {
        use ndoku_photo::{DigitNet, read_photo};

        use super::*;

        #[test]
        fn a_clue_that_looks_empty_is_painted() {
            let bytes = include_bytes!("../../../tests/photos/newspaper.jpg");
            let picture = decode(bytes, &DecodeLimits::default()).unwrap();
            let mut reading = read_photo(&picture.to_gray(), DigitNet::shared()).unwrap();
            let solution = reading.solution.clone().unwrap();
            // Dark pixels inside the frame of the cell.
            let ink = |reading: &PhotoReading, cell: usize| {
                let sheet = digit_sheet(reading, &solution).unwrap();
                let side = CELL as usize;
                let (left, top) = (cell % 9 * side, cell / 9 * side);
                let inside = |at: usize| (top + 12 + at / 40) * sheet.width() + left + 12 + at % 40;
                let dark = (0..1600).filter(|at| sheet.pixels()[inside(*at)] < 128);
                dark.count()
            };
            let clue = reading.clues().iter().position(|clue| *clue != 0).unwrap();
            assert_eq!(ink(&reading, clue), 0);
            reading.cells[clue].probability = 0.1;
            reading.cells[clue].alternatives = vec![(0, 0.8)];
            assert!(ink(&reading, clue) > 100);
            // A printed digit stays visible.
            reading.cells[clue].alternatives = vec![(4, 0.8)];
            assert_eq!(ink(&reading, clue), 0);
        }
    }
}
