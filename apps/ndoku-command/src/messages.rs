//! Messages on standard error: one sentence, then the line with a caret below it, then a hint.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use ndoku::format::{ReadError, Span};

use crate::args::When;
use crate::error::CliError;
use crate::source::Source;

/// Maximum number of errors that show their line. Further errors take one line each.
const MAX_SNIPPETS: usize = 10;

/// Maximum number of errors that are shown without `--verbose`. Further errors are counted.
const MAX_ERRORS: usize = 100;

/// Maximum number of errors that are shown of a text which is no list of puzzles.
const MAX_PROSE_ERRORS: usize = 3;

/// Maximum number of characters of a source line in a message. Longer lines are cut around the
/// error.
const MAX_LINE_WIDTH: usize = 160;

/// Maximum distance in lines between the first and the last place that a message shows.
const MAX_LINE_SPAN: usize = 40;

pub(crate) struct Messages {
    renderer: Renderer,
    styled: bool,
    /// All errors are shown.
    verbose: bool,
    errors: AtomicUsize,
    has_errors: AtomicBool,
    /// The sources whose errors were only counted, and the number of these errors.
    omitted: Mutex<Vec<(String, u64)>>,
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
    pub(crate) fn new(color: When, verbose: bool) -> Self {
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
            verbose,
            errors: AtomicUsize::new(0),
            has_errors: AtomicBool::new(false),
            omitted: Mutex::default(),
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

    /// Prints an error. [`Context::report_error`](crate::context::Context::report_error) also
    /// returns its exit code.
    pub(crate) fn print_error(&self, error: &CliError) {
        self.note_error();
        match error {
            CliError::Plain {
                place,
                message,
                hint,
                ..
            } => self.print_sentence(place.as_deref(), message, hint.as_deref()),
            CliError::InText { text, error, .. } => self.print_read_error(text, error),
            CliError::NoInput { help } => {
                let hint = "name a file, give a puzzle, or pipe one in";
                self.print_sentence(None, &error.to_string(), Some(hint));
                self.print_line(&format!("\n{}", help.trim_end()));
            }
        }
    }

    /// Prints the sentence of an error, with its place and its hint.
    fn print_sentence(&self, place: Option<&str>, message: &str, hint: Option<&str>) {
        let (red, bold) = if self.styled {
            (
                AnsiColor::BrightRed.on_default().bold(),
                Style::new().bold(),
            )
        } else {
            Default::default()
        };
        let mut text = format!("{red}error{red:#}{bold}: {message}{bold:#}");
        if let Some(place) = place {
            text.push_str(&format!("\n --> {place}"));
        }
        if let Some(hint) = hint {
            text.push_str(&format!("\n  = {bold}help{bold:#}: {hint}"));
        }
        self.print_line(&text);
    }

    /// Prints an error in a source, with the line if there are not too many errors.
    fn print_read_error(&self, source: &Source, error: &ReadError) {
        // The error after which nothing more can be read is always shown.
        let is_last = source
            .damage
            .as_ref()
            .is_some_and(|damage| damage.message == error.message);
        if !is_last && !self.shows_error_of(source) {
            return;
        }
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
            None => self.print_sentence(
                Some(source.name.as_str()),
                &error.message,
                error.hint.as_deref(),
            ),
        }
    }

    /// Returns `true` if the next error of a source is shown. Otherwise counts it. The first error
    /// of a text that is no list of puzzles gets a sentence that says so.
    fn shows_error_of(&self, source: &Source) -> bool {
        let number = source.count_error();
        let kind = source.prose_kind();
        if let (0, Some(kind)) = (number, kind) {
            self.print_sentence(
                Some(source.name.as_str()),
                &format!("this is {kind}, not a list of puzzles"),
                Some("copy the puzzles into a file of their own"),
            );
        }
        let most_here = kind.map_or(usize::MAX, |_| MAX_PROSE_ERRORS);
        let is_shown =
            self.verbose || number < most_here && self.errors.load(Ordering::Relaxed) < MAX_ERRORS;
        if let (false, Ok(mut omitted)) = (is_shown, self.omitted.lock()) {
            match omitted
                .last_mut()
                .filter(|(name, _)| name == source.name.as_str())
            {
                Some((_, count)) => *count += 1,
                None => omitted.push((source.name.to_string(), 1)),
            }
        }
        is_shown
    }

    /// Returns the sources whose errors were only counted, and how many errors these are. Forgets
    /// them.
    pub(crate) fn take_omitted(&self) -> Vec<(String, u64)> {
        self.omitted
            .lock()
            .map(|mut omitted| std::mem::take(&mut *omitted))
            .unwrap_or_default()
    }

    fn print_snippet(&self, source: &Source, error: &ReadError, span: Span) {
        let excerpt = Excerpt::new(source, error, span);
        let mut snippet = Snippet::source(excerpt.text)
            .line_start(excerpt.first_line)
            .path(source.name.as_str())
            .fold(true);
        for annotation in excerpt.annotations {
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
            &place(excerpt.shown_column),
            &place(span.column),
            1,
        ));
    }
}

/// The lines of a source that an error affects, each cut to a readable width.
struct Excerpt<'a> {
    text: String,
    first_line: usize,
    annotations: Vec<Annotation<'a>>,
    /// The column of the error in the line as it is shown.
    shown_column: usize,
}

impl Excerpt<'_> {
    fn new(source: &Source, error: &ReadError, span: Span) -> Self {
        let places: Vec<(Span, &str)> = std::iter::once((span, error.label.as_str()))
            .chain(
                error
                    .also
                    .iter()
                    .map(|(span, label)| (*span, label.as_str())),
            )
            .collect();
        let lines = || places.iter().map(|(place, _)| place.line);
        let first_line = lines().min().unwrap_or(1);
        let last_line = lines().max().unwrap_or(1).min(first_line + MAX_LINE_SPAN);
        let mut excerpt = Self {
            text: String::new(),
            first_line,
            annotations: Vec::new(),
            shown_column: span.column,
        };
        for line in first_line..=last_line {
            let here = places.iter().filter(|(place, _)| place.line == line);
            excerpt.add_line(source.line(line), here.copied().collect(), span);
        }
        excerpt
    }

    /// Adds a line with the places in it. `span` is the place of the error itself.
    fn add_line(&mut self, line: &str, here: Vec<(Span, &str)>, span: Span) {
        let column = here.iter().map(|(place, _)| place.column).min();
        let (shown, cut) = window(line, column.unwrap_or(1));
        let before = self.text.len();
        let offset = |column: usize| before + byte_offset(&shown, column.saturating_sub(cut));
        for (place, label) in here {
            let kind = if place == span {
                self.shown_column = place.column.saturating_sub(cut);
                AnnotationKind::Primary
            } else {
                AnnotationKind::Context
            };
            let start = offset(place.column - 1);
            let end = offset(place.column - 1 + place.length.max(1)).max(start);
            self.annotations.push(
                kind.span(start..end)
                    .label((!label.is_empty()).then(|| label.to_owned())),
            );
        }
        self.text.push_str(&shown);
        self.text.push('\n');
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
