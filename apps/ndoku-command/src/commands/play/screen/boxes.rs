//! Draws the boxes on the screen: the one before the first game, menus and the help.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::super::app::App;
use super::super::keys::{BINDINGS, FAMILIES, Group, LETTERS};
use super::super::text::wrap;
use super::super::theme::Theme;

/// Draws the box before the first game: what happens, and the keys.
pub(super) fn draw_waiting(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let theme = app.theme;
    let (what, keys) = match app.worker.task_description() {
        Some(what) => (
            format!("{what} ({}) …", app.puzzle_options.description()),
            "Esc stops, q quits",
        ),
        None => (app.message.clone(), "q quits"),
    };
    let what = if theme.ascii {
        what.replace('…', "...").replace('×', "x")
    } else {
        what
    };
    let width = area.width.min(44);
    let text = wrap(&what, usize::from(width.saturating_sub(4)));
    let later = "Then: ? shows the keys, h gives a hint.";
    let later = wrap(later, usize::from(width.saturating_sub(4)));
    let lines: Vec<Line<'_>> = text
        .into_iter()
        .map(|line| Line::from(line).style(theme.heading()))
        .chain([Line::default()])
        .chain(
            later
                .into_iter()
                .map(|line| Line::from(line).style(theme.faint())),
        )
        .map(|line| Line::from([vec![Span::raw(" ")], line.spans].concat()).style(line.style))
        .collect();
    let height = (lines.len() as u16 + 2).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let block = bordered_block(theme).title("ndoku").title_bottom(keys);
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

/// Draws a centered menu with one selected entry.
pub(super) fn draw_menu(
    frame: &mut Frame<'_>,
    theme: Theme,
    title: &str,
    entries: &[String],
    at: usize,
    foot: &str,
) {
    let area = frame.area();
    let inner = entries
        .iter()
        .map(|entry| entry.chars().count() + 3)
        .chain([title.len() + 4, foot.chars().count() + 2])
        .max()
        .unwrap_or(0);
    let (width, height) = (
        (inner as u16 + 2).min(area.width),
        (entries.len() as u16 + 2).min(area.height),
    );
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let line = |(number, entry): (usize, &String)| {
        let text = format!("{} {entry}", number + 1);
        if number == at {
            Line::from(format!("{text:<inner$}")).style(theme.chosen())
        } else {
            Line::from(text)
        }
    };
    let lines: Vec<Line<'_>> = entries.iter().enumerate().map(line).collect();
    frame.render_widget(Clear, place);
    frame.render_widget(
        Paragraph::new(lines).block(
            bordered_block(theme)
                .title(title.to_owned())
                .title_bottom(foot.to_owned()),
        ),
        place,
    );
}

fn bordered_block(theme: Theme) -> Block<'static> {
    let block = Block::bordered();
    if !theme.ascii {
        return block;
    }
    block.border_set(ratatui::symbols::border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    })
}

/// Draws the help with all keys, in as many columns as fit.
pub(super) fn draw_help(frame: &mut Frame<'_>, app: &mut App, area: Rect) {
    let block = bordered_block(app.theme)
        .title("Keys")
        .title_bottom("any key closes, arrows scroll");
    let inside = block.inner(area);
    let columns = (inside.width / 38).clamp(1, 3);
    let width = usize::from(inside.width / columns).max(1);
    let all = help_lines(app, width);
    let shown = usize::from(inside.height * columns);
    app.scroll = app.scroll.min(all.len().saturating_sub(shown) as u16);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    let visible = all[usize::from(app.scroll)..]
        .chunks(usize::from(inside.height).max(1))
        .take(usize::from(columns));
    for (column, lines) in visible.enumerate() {
        let place = Rect {
            x: inside.x + (column * width) as u16,
            width: width as u16,
            ..inside
        };
        frame.render_widget(Paragraph::new(lines.to_vec()), place);
    }
}

/// Returns the keys and their descriptions by group, wrapped at this width.
fn help_lines(app: &App, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for group in Group::ALL {
        lines.push(Line::from(group.title()).style(app.theme.coach()));
        for (keys, description) in help_entries(app, group) {
            let keys = if app.theme.ascii {
                ascii_help(&keys)
            } else {
                keys
            };
            let rows = wrap(description, width.saturating_sub(20));
            let heads = wrap(&keys, 18);
            for row in 0..rows.len().max(heads.len()) {
                let (head, text) = (
                    heads.get(row).map_or("", String::as_str),
                    rows.get(row).map_or("", String::as_str),
                );
                lines.push(Line::from(vec![
                    Span::styled(format!("{head:<19}"), app.theme.heading()),
                    Span::raw(text.to_owned()),
                ]));
            }
        }
    }
    lines
}

/// Replaces the signs in the help by those of a screen without Unicode.
fn ascii_help(keys: &str) -> String {
    keys.replace('…', "...")
        .replace('·', ".")
        .replace('✗', "x")
        .replace('−', "-")
        .replace('□', "/")
}

/// Returns the keys of a group, and the description of each.
fn help_entries(app: &App, group: Group) -> Vec<(String, &'static str)> {
    let letters = if app.has_letter_digits() {
        LETTERS
    } else {
        &[]
    };
    let named = FAMILIES
        .iter()
        .chain(letters)
        .filter(|(of, ..)| *of == group)
        .map(|(_, keys, description)| ((*keys).to_owned(), *description));
    let bound = BINDINGS
        .iter()
        .filter(|binding| binding.group == group && !binding.description.is_empty())
        .map(|binding| (binding.keys.replace(' ', ", "), binding.description));
    named.chain(bound).collect()
}
