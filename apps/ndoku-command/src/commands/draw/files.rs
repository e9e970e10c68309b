//! Writes drawings to one file, or to one file per picture.
//!
//! ```text
//! drawings ─▶ thread: rendered ─▶ contents of files ─▶ written
//!               └─ Ctrl-C ends the command without waiting for this thread
//! ```

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use ndoku_render::canvas::Canvas;
use ndoku_render::font::Family;
use ndoku_render::output::{Output, OutputKind};
use ndoku_render::page::Paper;
use ndoku_render::{Booklet, Document, Entry, RenderError, Style, draw_scene};

use super::{Drawing, missing_characters_warning};
use crate::args::draw::Draw;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::output_file;
use crate::progress::format_count;
use crate::sink::Sink;

/// Writes all drawings to the sink, or to numbered files if the format holds one picture per file.
///
/// # Errors
/// Returns an error if the drawings cannot be rendered or written.
pub(super) fn write(
    context: &Context,
    args: &Draw,
    output: &'static Output,
    style: &Style,
    drawings: Vec<Drawing>,
    mut sink: Sink,
) -> Result<ExitCode, CliError> {
    let rendered = render_on_thread(context, args, output, style, drawings);
    let Some(rendered) = rendered else {
        context
            .messages
            .print_line("interrupted before the first picture was written");
        sink.discard();
        return Ok(ExitCode::Interrupted);
    };
    let RenderedFiles { files, warning } = rendered.map_err(|error| {
        let message = error.to_string();
        match error_hint(&error) {
            Some(hint) => CliError::usage(message).hint(hint),
            None => CliError::output(message),
        }
    })?;
    if let Some(warning) = warning {
        context.info(&warning);
    }
    match args.output.path() {
        Some(path) if args.separate || !matches!(output.kind, OutputKind::Flow(_)) => {
            write_files(context, &files, path, args.separate)
        }
        None if files.len() > 1 => Err(several_pictures()),
        _ => {
            for file in &files {
                let _ = sink.write_bytes(file);
            }
            Ok(sink.close(context))
        }
    }
}

/// The rendered contents of files.
struct RenderedFiles {
    files: Vec<Vec<u8>>,
    /// A warning about missing characters.
    warning: Option<String>,
}

/// The options of documents and pages.
struct PageOptions {
    title: Option<String>,
    /// The code of the language of the texts.
    language: &'static str,
    per_page: Option<u32>,
    paper: Paper,
    /// Additional margin at the binding in points.
    binding: f64,
    is_booklet: bool,
    has_cover: bool,
    /// Write one file for each puzzle.
    is_separate: bool,
    family: Family,
}

/// Delay before a message says that rendering is still running.
const RENDER_NOTICE_DELAY: Duration = Duration::from_secs(2);

/// Interval between two looks at the flag for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Renders all drawings on another thread. Returns `None` after a Ctrl-C during this time, without
/// waiting for the thread. An earlier Ctrl-C has only stopped the input.
fn render_on_thread(
    context: &Context,
    args: &Draw,
    output: &'static Output,
    style: &Style,
    drawings: Vec<Drawing>,
) -> Option<Result<RenderedFiles, RenderError>> {
    let options = PageOptions {
        title: args.title.clone(),
        language: args.language.unwrap_or_default().code(),
        per_page: args.puzzles_per_page(),
        paper: args.sheet(),
        binding: args.binding_margin(),
        is_booklet: args.booklet,
        has_cover: args.booklet && !args.no_cover,
        is_separate: args.separate,
        family: args.font,
    };
    let was_interrupted = context.is_interrupted();
    let count = drawings.len();
    let style = style.clone();
    let (sender, receiver) = mpsc::channel();
    let render = move || {
        // After Ctrl-C, nobody receives the result.
        let _ = sender.send(render_files(&options, output, &style, drawings));
    };
    let thread = match std::thread::Builder::new().spawn(render) {
        Ok(thread) => thread,
        Err(error) => {
            return Some(Err(RenderError::Library {
                library: "no thread can be started",
                message: error.to_string(),
            }));
        }
    };
    let (mut waited, mut is_told) = (Duration::ZERO, false);
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(rendered) => return Some(rendered),
            Err(RecvTimeoutError::Timeout) if context.is_interrupted() && !was_interrupted => {
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Ok(()) => return None,
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
        waited += POLL_INTERVAL;
        if waited >= RENDER_NOTICE_DELAY && !is_told {
            is_told = true;
            let puzzles = format_count(count as u64, "puzzle");
            let them = if count == 1 { "it" } else { "them" };
            context.info(&format!(
                "writing {puzzles}; Ctrl-C ends without writing {them}"
            ));
        }
    }
}

/// Renders all drawings as the contents of files.
fn render_files(
    options: &PageOptions,
    output: &Output,
    style: &Style,
    drawings: Vec<Drawing>,
) -> Result<RenderedFiles, RenderError> {
    if !options.is_separate {
        return render_together(options, output, style, drawings);
    }
    let mut all = RenderedFiles {
        files: Vec::new(),
        warning: None,
    };
    for drawing in drawings {
        let one = render_together(options, output, style, vec![drawing])?;
        all.files.extend(one.files);
        all.warning = all.warning.or(one.warning);
    }
    Ok(all)
}

/// Renders drawings into one file if the format holds several pictures, otherwise into one file
/// each.
fn render_together(
    options: &PageOptions,
    output: &Output,
    style: &Style,
    drawings: Vec<Drawing>,
) -> Result<RenderedFiles, RenderError> {
    if let (Some(_), Some(write)) = (options.per_page, output.write_pages) {
        let pages = draw_pages(options, style, drawings)?;
        let title = options.title.as_deref().unwrap_or("Sudoku");
        return Ok(RenderedFiles {
            files: vec![write(&pages, title, style.theme).into_bytes()],
            warning: None,
        });
    }
    match output.kind {
        OutputKind::Flow(write) => {
            let mut document = build_document(options.title.as_deref(), drawings);
            document.language = options.language;
            let text = write(&document, style);
            Ok(RenderedFiles {
                files: vec![text.into_bytes()],
                warning: None,
            })
        }
        OutputKind::Pages(write) => {
            let pages = draw_pages(options, style, drawings)?;
            let title = options.title.as_deref().unwrap_or("Sudoku");
            Ok(RenderedFiles {
                files: vec![write(&pages, title, options.language)?],
                warning: missing_characters_warning(output, &pages),
            })
        }
        OutputKind::Picture(write) => {
            let canvases = match options.per_page {
                Some(_) => draw_pages(options, style, drawings)?,
                None => draw_pictures(options, style, drawings),
            };
            let files: Result<_, _> = canvases.iter().map(|canvas| write(canvas, style)).collect();
            Ok(RenderedFiles {
                files: files?,
                warning: missing_characters_warning(output, &canvases),
            })
        }
    }
}

/// Writes one file, or several numbered ones. With `is_separate`, a single regular file has a
/// number, too. Returns the exit code.
///
/// # Errors
/// Returns an error if several pictures cannot get a file each.
pub(super) fn write_files(
    context: &Context,
    files: &[Vec<u8>],
    path: &Path,
    is_separate: bool,
) -> Result<ExitCode, CliError> {
    let is_several = files.len() > 1;
    let is_special = output_file::is_special(path);
    let is_numbered = is_several || (is_separate && !is_special);
    if is_several && is_special {
        let message = format!(
            "cannot write {} pictures to {}, which is not a regular file",
            files.len(),
            path.display()
        );
        return Err(CliError::usage(message).hint(ONE_FILE_EACH_HINT));
    }
    let paths: Vec<PathBuf> = if is_numbered {
        numbered_paths(path, files.len()).collect()
    } else {
        vec![path.to_owned()]
    };
    let was_interrupted = context.is_interrupted();
    let mut code = ExitCode::Done;
    for (index, (file, path)) in files.iter().zip(&paths).enumerate() {
        if context.is_interrupted() && !was_interrupted {
            let written = format_count(index as u64, "file");
            context
                .messages
                .print_line(&format!("interrupted after {written}"));
            return Ok(ExitCode::Interrupted);
        }
        if is_numbered && context.is_input(path) {
            let message = format!("the picture would replace the input {}", path.display());
            let error = CliError::new(ExitCode::Output, message).hint("use another name with -o");
            code = code.or_worse(context.report_error(&error));
            continue;
        }
        code = code.or_worse(match Sink::open(Some(path)) {
            Ok(mut sink) => {
                let _ = sink.write_bytes(file);
                sink.close(context)
            }
            Err(error) => context.report_error(&error),
        });
    }
    if is_several && code == ExitCode::Done {
        context.info(&format!(
            "{} files: {} to {}",
            files.len(),
            paths[0].display(),
            paths[files.len() - 1].display()
        ));
    }
    Ok(code)
}

/// The hint for several pictures that need a file each.
const ONE_FILE_EACH_HINT: &str = "name a file with -o for one file per picture, or use pdf or html";

/// Returns the error for several pictures on standard output, which holds one only.
pub(super) fn several_pictures() -> CliError {
    CliError::usage("cannot write several pictures to standard output").hint(ONE_FILE_EACH_HINT)
}

/// Returns the options that avoid an error.
fn error_hint(error: &RenderError) -> Option<&'static str> {
    match error {
        RenderError::Page(_) => {
            Some("--paper, --margin, --binding and --per-page set the available space")
        }
        RenderError::Size { .. } => Some("--scale or --width sets the size"),
        _ => None,
    }
}

/// Returns the paths of several files: `book-07.png` for the seventh of `book.png`.
pub(super) fn numbered_paths(path: &Path, count: usize) -> impl Iterator<Item = PathBuf> {
    let width = count.to_string().len();
    (1..=count).map(move |number| numbered_path(path, number, width))
}

/// Returns the path of a numbered file.
fn numbered_path(path: &Path, number: usize, width: usize) -> PathBuf {
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let end = path
        .extension()
        .map(|end| format!(".{}", end.to_string_lossy()))
        .unwrap_or_default();
    path.with_file_name(format!("{stem}-{number:0width$}{end}"))
}

/// Draws one picture per puzzle, with its remark as a caption, and then the solutions.
fn draw_pictures(options: &PageOptions, style: &Style, drawings: Vec<Drawing>) -> Vec<Canvas> {
    let (mut front, mut back) = (Vec::new(), Vec::new());
    for drawing in drawings {
        front.push(draw_scene(
            &drawing.scene.with_caption(drawing.remark),
            style.theme,
        ));
        back.extend(drawing.solution.map(|solution| {
            draw_scene(
                &solution.with_heading(drawing.title.unwrap_or_default()),
                style.theme,
            )
        }));
    }
    front.extend(back);
    front
        .into_iter()
        .map(|canvas| canvas.with_family(options.family))
        .collect()
}

/// Draws pages of puzzles, and then pages of solutions.
fn draw_pages(
    options: &PageOptions,
    style: &Style,
    drawings: Vec<Drawing>,
) -> Result<Vec<Canvas>, RenderError> {
    let single = drawings.len() == 1;
    let entry = |(number, drawing): (usize, Drawing)| {
        // The heading of a step is more specific than the name of the puzzle.
        let name = drawing.scene.heading().map(str::to_owned).or(drawing.title);
        let title = match name {
            Some(name) if single => name,
            Some(name) => format!("{}  {name}", number + 1),
            None if single => String::new(),
            None => (number + 1).to_string(),
        };
        Entry {
            puzzle: drawing.scene,
            solution: drawing.solution,
            title,
            remark: drawing.remark,
        }
    };
    let levels = format_levels(&drawings);
    let entries: Vec<Entry> = drawings.into_iter().enumerate().map(entry).collect();
    let per_page = options.per_page.map_or(1, |per_page| per_page as usize);
    let cover = options.has_cover.then(|| {
        let count = format_count(entries.len() as u64, "puzzle");
        std::iter::once(count).chain(levels).collect()
    });
    let usual = Booklet::default();
    let pages = Booklet {
        paper: options.paper,
        binding: options.binding,
        per_page,
        max_width: usual.max_width.filter(|_| !options.is_booklet),
        title: options.title.clone(),
        cover,
        running_heads: options.is_booklet,
        ..usual
    }
    .pages(&entries, style.theme)?;
    Ok(pages
        .into_iter()
        .map(|page| page.with_family(options.family))
        .collect())
}

/// Returns the line of a cover about the levels of the puzzles: `easy to hard`.
fn format_levels(drawings: &[Drawing]) -> Option<String> {
    let levels = drawings.iter().filter_map(|drawing| drawing.level);
    let (least, most) = (levels.clone().min()?, levels.max()?);
    Some(if least == most {
        least.name().to_owned()
    } else {
        format!("{} to {}", least.name(), most.name())
    })
}

/// Builds a document of all drawings, with the solutions at the end.
fn build_document(title: Option<&str>, drawings: Vec<Drawing>) -> Document {
    let mut document = Document::new(title.unwrap_or("Sudoku").to_owned());
    if let Some(title) = title {
        document.add_heading(1, title);
    }
    let mut solutions = Vec::new();
    let several = drawings.len() > 1;
    for (number, mut drawing) in drawings.into_iter().enumerate() {
        let name = || {
            if several {
                (number + 1).to_string()
            } else {
                String::new()
            }
        };
        solutions.extend(
            drawing
                .solution
                .take()
                .map(|solution| solution.with_heading(drawing.title.clone().unwrap_or_else(name))),
        );
        add_entry(&mut document, drawing, several.then_some(number + 1));
    }
    if !solutions.is_empty() {
        document.add_heading(1, "Solutions");
        solutions
            .into_iter()
            .for_each(|solution| document.add_picture(solution));
    }
    document
}

/// Adds a puzzle to a document. A puzzle without a name gets its number as heading.
pub(super) fn add_entry(document: &mut Document, drawing: Drawing, number: Option<usize>) {
    let mut scene = drawing.scene.with_caption(drawing.remark);
    if let (None, Some(number)) = (scene.heading(), number) {
        scene = scene.with_heading(number.to_string());
    }
    document.add_picture(scene);
    document.add_text(drawing.text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_numbers_precede_the_extension() {
        assert_eq!(
            numbered_path(Path::new("a/book.x.png"), 7, 2),
            Path::new("a/book.x-07.png")
        );
        assert_eq!(
            numbered_path(Path::new("book"), 12, 2),
            Path::new("book-12")
        );
    }
}
