//! Writes drawings to one file, or to one file per picture.

use std::path::{Path, PathBuf};

use ndoku_render::canvas::Canvas;
use ndoku_render::output::{Output, OutputKind};
use ndoku_render::{Booklet, Document, Entry, RenderError, Style, draw_scene};

use super::{Drawing, warn_missing_characters};
use crate::args::draw::Draw;
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::sink::Sink;

/// Writes all drawings to the sink, or to numbered files if the format holds one picture per file.
pub(super) fn write(
    context: &Context,
    args: &Draw,
    output: &Output,
    style: &Style,
    drawings: Vec<Drawing>,
    mut sink: Sink,
) -> ExitCode {
    let rendered = match output.kind {
        OutputKind::Flow(write) => {
            let _ = sink.write(&write(&build_document(args, drawings), style));
            return sink.close(context);
        }
        OutputKind::Pages(write) => {
            let written = draw_pages(args, style, drawings).and_then(|pages| {
                warn_missing_characters(context, output, &pages);
                write(&pages, args.title.as_deref().unwrap_or("Sudoku"))
            });
            written.map(|file| vec![file])
        }
        OutputKind::Picture(write) => {
            let canvases = match args.per_page {
                Some(_) => draw_pages(args, style, drawings),
                None => Ok(draw_pictures(style, drawings)),
            };
            canvases.and_then(|canvases| {
                warn_missing_characters(context, output, &canvases);
                canvases
                    .iter()
                    .map(|canvas| write(canvas, style))
                    .collect::<Result<Vec<_>, _>>()
            })
        }
    };
    let files = match rendered {
        Ok(files) => files,
        Err(error) => {
            context
                .messages
                .error(&error.to_string(), error_hint(&error));
            return ExitCode::Output;
        }
    };
    let Some(path) = args.output.path() else {
        if files.len() > 1 {
            return refuse_several(context);
        }
        for file in &files {
            let _ = sink.write_bytes(file);
        }
        return sink.close(context);
    };
    let several = files.len() > 1;
    let width = files.len().to_string().len();
    let mut code = ExitCode::Done;
    for (number, file) in files.iter().enumerate() {
        let path = if several {
            numbered_path(path, number + 1, width)
        } else {
            path.to_owned()
        };
        code = code.or_worse(match Sink::open(context, Some(&path)) {
            Ok(mut sink) => {
                let _ = sink.write_bytes(file);
                sink.close(context)
            }
            Err(code) => code,
        });
    }
    if several && code == ExitCode::Done {
        let name = |number| numbered_path(path, number, width).display().to_string();
        context.info(&format!(
            "{} files: {} to {}",
            files.len(),
            name(1),
            name(files.len())
        ));
    }
    code
}

/// Reports that standard output holds one picture only.
pub(super) fn refuse_several(context: &Context) -> ExitCode {
    let hint = "name a file with -o for one file per picture, or use pdf or html";
    context.messages.error(
        "cannot write several pictures to standard output",
        Some(hint),
    );
    ExitCode::Usage
}

/// Returns the options that avoid an error.
fn error_hint(error: &RenderError) -> Option<&'static str> {
    match error {
        RenderError::Page(_) => Some("--paper, --margin and --per-page set the available space"),
        RenderError::Size { .. } => Some("--scale or --width sets the size"),
        RenderError::Library { .. } => None,
    }
}

/// Returns the path of a numbered file: `book-07.png` for `book.png`.
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
fn draw_pictures(style: &Style, drawings: Vec<Drawing>) -> Vec<Canvas> {
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
}

/// Draws pages of puzzles, and then pages of solutions.
fn draw_pages(
    args: &Draw,
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
    let entries: Vec<Entry> = drawings.into_iter().enumerate().map(entry).collect();
    let per_page = args.per_page.map_or(1, |per_page| per_page as usize);
    Booklet {
        paper: args.sheet(),
        per_page,
        title: args.title.clone(),
        ..Booklet::default()
    }
    .pages(&entries, style.theme)
}

/// Builds a document of all drawings, with the solutions at the end.
fn build_document(args: &Draw, drawings: Vec<Drawing>) -> Document {
    let mut document = Document::new(args.title.clone().unwrap_or_else(|| "Sudoku".to_owned()));
    if let Some(title) = &args.title {
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
