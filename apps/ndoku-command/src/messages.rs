//! Messages on standard error: one sentence, then the line with a caret below it, then a hint.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use ndoku::format::{ReadError, Span};

use crate::args::When;
use crate::source::Source;

/// Maximum number of errors that show their line. Further errors take one line each.
const MAX_SNIPPETS: usize = 10;

/// Maximum number of characters of a source line in a message. Longer lines are cut around the
/// error.
const MAX_LINE_WIDTH: usize = 160;

pub(crate) struct Messages {
    renderer: Renderer,
    styled: bool,
    errors: AtomicUsize,
    has_errors: AtomicBool,
}

/// Returns `true` if output to a stream is colored, by the option and the environment.
pub(crate) fn use_color(when: When, is_terminal: bool) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto if set("NO_COLOR") => false,
        When::Auto if set("CLICOLOR_FORCE") => true,
        When::Auto => is_terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    }
}

impl Messages {
    pub(crate) fn new(color: When) -> Self {
        let styled = use_color(color, std::io::stderr().is_terminal());
        let renderer = if styled {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let unicode = std::io::stderr().is_terminal();
        let decor = if unicode {
            DecorStyle::Unicode
        } else {
            DecorStyle::Ascii
        };
        Self {
            renderer: renderer.decor_style(decor).term_width(terminal_width()),
            styled,
            errors: AtomicUsize::new(0),
            has_errors: AtomicBool::new(false),
        }
    }

    /// Returns `true` if an error was reported.
    pub(crate) fn has_errors(&self) -> bool {
        self.has_errors.load(Ordering::Relaxed)
    }

    /// Records an error that the caller reports as a plain line.
    pub(crate) fn note_error(&self) {
        self.has_errors.store(true, Ordering::Relaxed);
    }

    /// Prints a line, even with `--quiet`.
    pub(crate) fn print_line(&self, text: &str) {
        // If standard error is closed, there is nowhere to report that.
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }

    /// Prints an error without a location.
    pub(crate) fn error(&self, message: &str, hint: Option<&str>) {
        self.error_in_file(None, message, hint);
    }

    /// Prints an error that concerns a whole file. Without a name, it has no location.
    pub(crate) fn error_in_file(&self, name: Option<&str>, message: &str, hint: Option<&str>) {
        self.has_errors.store(true, Ordering::Relaxed);
        let (red, bold) = if self.styled {
            (
                AnsiColor::BrightRed.on_default().bold(),
                Style::new().bold(),
            )
        } else {
            Default::default()
        };
        let mut text = format!("{red}error{red:#}{bold}: {message}{bold:#}");
        if let Some(name) = name {
            text.push_str(&format!("\n --> {name}"));
        }
        if let Some(hint) = hint {
            text.push_str(&format!("\n  = {bold}help{bold:#}: {hint}"));
        }
        self.print_line(&text);
    }

    /// Prints an error in a source, with the line if there are not too many errors.
    pub(crate) fn print_read_error(&self, source: &Source, error: &ReadError) {
        self.has_errors.store(true, Ordering::Relaxed);
        let number = self.errors.fetch_add(1, Ordering::Relaxed);
        match error.span {
            Some(span) if number < MAX_SNIPPETS => self.print_snippet(source, error, span),
            Some(Span { line, column, .. }) => {
                if number == MAX_SNIPPETS {
                    self.print_line("(more errors, one line each)");
                }
                let hint = error
                    .hint
                    .as_ref()
                    .map(|hint| format!(" ({hint})"))
                    .unwrap_or_default();
                self.print_line(&format!(
                    "error: {}:{line}:{column}: {}{hint}",
                    source.name, error.message
                ));
            }
            None => self.error_in_file(Some(&source.name), &error.message, error.hint.as_deref()),
        }
    }

    fn print_snippet(&self, source: &Source, error: &ReadError, span: Span) {
        let places: Vec<(Span, &str)> = std::iter::once((span, error.label.as_str()))
            .chain(
                error
                    .also
                    .iter()
                    .map(|(span, label)| (*span, label.as_str())),
            )
            .collect();
        // The affected lines as one text, each cut to a readable width.
        let mut text = String::new();
        let (first, last) = (
            places.iter().map(|(s, _)| s.line).min().unwrap_or(1),
            places.iter().map(|(s, _)| s.line).max().unwrap_or(1),
        );
        let last = last.min(first + 40);
        let mut annotations = Vec::new();
        let mut shown_column = span.column;
        for line in first..=last {
            let here: Vec<&(Span, &str)> = places
                .iter()
                .filter(|(place, _)| place.line == line)
                .collect();
            let (shown, cut) = window(
                source.line(line),
                here.iter()
                    .map(|(place, _)| place.column)
                    .min()
                    .unwrap_or(1),
            );
            for (place, label) in here {
                if *place == span {
                    shown_column = place.column.saturating_sub(cut);
                }
                let start =
                    text.len() + byte_offset(&shown, (place.column - 1).saturating_sub(cut));
                let end = text.len()
                    + byte_offset(
                        &shown,
                        (place.column - 1 + place.length.max(1)).saturating_sub(cut),
                    );
                let kind = if *place == span {
                    AnnotationKind::Primary
                } else {
                    AnnotationKind::Context
                };
                let end = end.max(start);
                annotations.push(
                    kind.span(start..end)
                        .label((!label.is_empty()).then(|| (*label).to_owned())),
                );
            }
            text.push_str(&shown);
            text.push('\n');
        }
        let mut snippet = Snippet::source(text)
            .line_start(first)
            .path(source.name.as_str())
            .fold(true);
        for annotation in annotations {
            snippet = snippet.annotation(annotation);
        }
        let mut group =
            Group::with_title(Level::ERROR.primary_title(error.message.as_str())).element(snippet);
        if let Some(hint) = &error.hint {
            group = group.element(Level::HELP.message(hint.as_str()));
        }
        // The renderer counts columns in the line as it is shown.
        let place = |column: usize| format!("{}:{}:{column}", source.name, span.line);
        self.print_line(&self.renderer.render(&[group]).replacen(
            &place(shown_column),
            &place(span.column),
            1,
        ));
    }
}

/// Cuts a long line around a column, with `…` in place of the removed parts. Also returns by how
/// many characters columns move to the left.
fn window(line: &str, column: usize) -> (Cow<'_, str>, usize) {
    let length = line.chars().count();
    if length <= MAX_LINE_WIDTH {
        return (Cow::Borrowed(line), 0);
    }
    let cut = (column - 1)
        .saturating_sub(MAX_LINE_WIDTH / 2)
        .min(length - MAX_LINE_WIDTH);
    let mut shown: String = if cut > 0 {
        "…".to_owned()
    } else {
        String::new()
    };
    shown.extend(line.chars().skip(cut).take(MAX_LINE_WIDTH));
    if cut + MAX_LINE_WIDTH < length {
        shown.push('…');
    }
    (Cow::Owned(shown), cut.saturating_sub(1))
}

fn byte_offset(text: &str, character: usize) -> usize {
    text.char_indices()
        .nth(character)
        .map_or(text.len(), |(byte, _)| byte)
}

fn terminal_width() -> usize {
    // This is wide enough for the window of a line. Narrower terminals wrap it.
    MAX_LINE_WIDTH + 40
}
