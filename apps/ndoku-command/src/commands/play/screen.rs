//! Draws the whole screen: the largest grid that fits, the panel next to it, and the overlay.

mod boxes;

use ndoku::constraint::RuleRef;
use ndoku::hint::HintLevel;
use ndoku::rating::Level;
use ndoku::solution_path::PathEnd;
use ndoku::{Cell, Digit, Highlight, HighlightRole};
use ndoku_game::{GridView, Mode, PathProgress, Session, Switch};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use self::boxes::{draw_help, draw_menu, draw_waiting};
use super::app::{App, Overlay};
use super::board::{Geometry, GridDrawing};
use super::chain;
use super::rules::RuleMarks;
use super::text::wrap;
use super::theme::Theme;

/// Minimum and maximum width of a panel beside the grid.
const MIN_PANEL_WIDTH: u16 = 24;
const MAX_PANEL_WIDTH: u16 = 44;
/// Minimum height of a panel below the grid.
const MIN_PANEL_HEIGHT: u16 = 3;

/// Draws the screen.
pub(super) fn draw(frame: &mut Frame<'_>, app: &mut App) {
    let area = frame.area();
    if app.overlay == Overlay::Help {
        return draw_help(frame, app, area);
    }
    let Some(session) = app.session.take() else {
        return draw_waiting(frame, app, area);
    };
    let symbols = session.puzzle().symbols();
    let rules = RuleMarks::new(session.layout(), symbols, app.theme.ascii);
    match fit_layout(&session, &rules, area) {
        Ok((geometry, panel)) => draw_game(frame, app, &session, &rules, geometry, panel),
        Err(extent) => {
            app.geometry = None;
            draw_too_small(frame, app.theme, &session, extent);
        }
    }
    match app.overlay {
        Overlay::Options(selected) => draw_options(frame, app.theme, &session, selected),
        Overlay::Levels(selected) => draw_levels(frame, app.theme, selected),
        Overlay::None | Overlay::Help => {}
    }
    app.session = Some(session);
}

/// Draws the grid and its panel.
fn draw_game(
    frame: &mut Frame<'_>,
    app: &mut App,
    session: &Session,
    rules: &RuleMarks,
    geometry: Geometry,
    panel: Rect,
) {
    let highlights = match (&app.path, session.hint_progress()) {
        (Some(path), _) => path.highlights(),
        (None, Some(hint)) => hint.highlights(),
        (None, None) => Vec::new(),
    };
    let picture = app
        .path
        .as_ref()
        .map_or_else(|| session.view(), PathProgress::view);
    let drawing = GridDrawing {
        geometry: &geometry,
        layout: session.layout(),
        symbols: session.puzzle().symbols(),
        theme: app.theme,
        rules,
        highlights: &highlights,
    };
    drawing.draw(&picture, frame.buffer_mut());
    if picture.is_hidden {
        draw_paused(frame, app.theme, &geometry);
    }
    let undrawn = rules.undrawn(geometry.gaps(app.theme.has_color()));
    let is_below = draw_rules_below(frame, app.theme, &undrawn, &geometry, panel);
    let panel_text = Panel {
        app,
        session,
        picture: &picture,
        rules: if is_below { &[] } else { &undrawn },
        width: usize::from(panel.width),
    };
    let (scroll, lines) = panel_text.lines(usize::from(panel.height));
    app.scroll = scroll;
    frame.render_widget(Paragraph::new(lines), panel);
    app.geometry = Some(geometry);
}

/// Lists the rules that the grid cannot show, below it. Returns `false` if they do not fit there.
fn draw_rules_below(
    frame: &mut Frame<'_>,
    theme: Theme,
    rules: &[String],
    geometry: &Geometry,
    panel: Rect,
) -> bool {
    let area = frame.area();
    let (width, height) = geometry.extent();
    let is_beside = panel.y == area.y && panel.x > area.x;
    let place = Rect {
        y: area.y + height,
        height: area.height.saturating_sub(height),
        width,
        ..area
    };
    let lines = wrap(&rules.join(" · "), usize::from(width));
    if rules.is_empty() || !is_beside || lines.len() > usize::from(place.height) {
        return rules.is_empty();
    }
    let lines: Vec<Line<'_>> = lines
        .into_iter()
        .map(|line| {
            let line = if theme.ascii {
                line.replace('·', ";")
            } else {
                line
            };
            Line::from(line).style(theme.faint())
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), place);
    true
}

/// Says that the grid needs a terminal of this width and height.
fn draw_too_small(
    frame: &mut Frame<'_>,
    theme: Theme,
    session: &Session,
    (width, height): (u16, u16),
) {
    let area = frame.area();
    let size = session.layout().size();
    let text = format!(
        "This terminal is too small: {}x{}. A {size}×{size} grid needs at least {width}x{height}.",
        area.width, area.height
    );
    let text = if theme.ascii {
        text.replace('×', "x")
    } else {
        text
    };
    let lines: Vec<Line<'_>> = wrap(&text, usize::from(area.width))
        .into_iter()
        .map(Line::from)
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
}

/// Draws the menu of the switches.
fn draw_options(frame: &mut Frame<'_>, theme: Theme, session: &Session, selected: usize) {
    let options = session.options();
    let entries = Switch::ALL.map(|switch| {
        let mark = if options.is_on(switch) { 'x' } else { ' ' };
        format!("[{mark}] {}", switch.description())
    });
    let hint = if theme.ascii {
        "arrows, Space switches, Esc closes"
    } else {
        "↑ ↓, Space switches, Esc closes"
    };
    draw_menu(frame, theme, "Options", &entries, selected, hint);
}

/// Draws the menu of the levels of a new puzzle.
fn draw_levels(frame: &mut Frame<'_>, theme: Theme, selected: usize) {
    let entries: Vec<String> = Level::ALL
        .iter()
        .map(|level| level.name())
        .chain(["any level"])
        .map(str::to_owned)
        .collect();
    let hint = if theme.ascii {
        "arrows or 1-7, Enter starts, Esc closes"
    } else {
        "↑ ↓ or 1-7, Enter starts, Esc closes"
    };
    draw_menu(frame, theme, "New puzzle", &entries, selected, hint);
}

/// Returns the largest grid that fits, and its panel. Otherwise returns the required size.
fn fit_layout(
    session: &Session,
    rules: &RuleMarks,
    area: Rect,
) -> Result<(Geometry, Rect), (u16, u16)> {
    let symbols = session.puzzle().symbols();
    let all = Geometry::for_layout(session.layout(), symbols, rules.margins());
    let mut least = (u16::MAX, u16::MAX);
    for mut geometry in all {
        let (width, height) = geometry.extent();
        geometry.move_to((area.x, area.y));
        if width + 1 + MIN_PANEL_WIDTH <= area.width && height <= area.height {
            let x = width + 1;
            let panel = Rect {
                x: area.x + x,
                width: (area.width - x).min(MAX_PANEL_WIDTH),
                ..area
            };
            return Ok((geometry, panel));
        }
        if width <= area.width && height + MIN_PANEL_HEIGHT <= area.height {
            return Ok((
                geometry,
                Rect {
                    y: area.y + height,
                    height: area.height - height,
                    ..area
                },
            ));
        }
        if (height + MIN_PANEL_HEIGHT, width) < (least.1, least.0) {
            least = (width, height + MIN_PANEL_HEIGHT);
        }
    }
    Err(least)
}

fn draw_paused(frame: &mut Frame<'_>, theme: Theme, geometry: &Geometry) {
    let (width, height) = geometry.extent();
    let text = " Paused: p continues ";
    let length = text.len() as u16;
    let x = geometry.origin.0 + width.saturating_sub(length) / 2;
    frame.buffer_mut().set_stringn(
        x,
        geometry.origin.1 + height / 2,
        text,
        usize::from(width),
        theme.chosen(),
    );
}

/// The panel next to the grid.
struct Panel<'a> {
    app: &'a App,
    session: &'a Session,
    picture: &'a GridView,
    /// The rules that are listed here, because the grid cannot show them.
    rules: &'a [String],
    width: usize,
}

impl Panel<'_> {
    /// Returns the lines of the panel, and the scroll position, limited to the text.
    fn lines(&self, height: usize) -> (u16, Vec<Line<'static>>) {
        let low = height < 12;
        let head = if low { self.short_head() } else { self.head() };
        let foot = if low { Vec::new() } else { self.foot() };
        let text = self.text();
        let room = height.saturating_sub(head.len() + foot.len());
        let scroll = usize::from(self.app.scroll).min(text.len().saturating_sub(room));
        let is_cut = text.len() > scroll + room;
        let mut lines = head;
        lines.extend(text.into_iter().skip(scroll).take(room));
        if is_cut && let Some(last) = lines.last_mut() {
            *last = Line::from("(PageDown: more)").style(self.app.theme.faint());
        }
        lines.resize(
            height.saturating_sub(foot.len()).max(lines.len()),
            Line::default(),
        );
        lines.extend(foot);
        (scroll as u16, lines)
    }

    fn ascii(&self, text: String) -> String {
        if self.app.theme.ascii {
            text.replace('×', "x")
                .replace('…', "...")
                .replace(" · ", "; ")
        } else {
            text
        }
    }

    fn paragraph(&self, text: &str, style: Style) -> Vec<Line<'static>> {
        wrap(text, self.width)
            .into_iter()
            .map(|line| Line::from(line).style(style))
            .collect()
    }

    /// Returns the name of the puzzle, its level with the rating, and its size.
    fn title(&self) -> String {
        let metadata = self.session.metadata();
        let size = self.session.layout().size();
        let parts = [
            metadata.title.clone(),
            self.app.rating_text().or_else(|| metadata.level.clone()),
            Some(format!("{size}×{size}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        self.ascii(parts.join(" · "))
    }

    fn clock(&self) -> String {
        if self.session.options().is_on(Switch::ShowClock) {
            self.session.clock().to_string()
        } else {
            String::new()
        }
    }

    /// Returns the complete head of a tall panel.
    fn head(&self) -> Vec<Line<'static>> {
        let theme = self.app.theme;
        let clock = self.clock();
        let title: String = self
            .title()
            .chars()
            .take(self.width.saturating_sub(clock.len() + 1))
            .collect();
        let gap = self
            .width
            .saturating_sub(title.chars().count() + clock.len());
        let mut lines = vec![Line::from(vec![
            Span::styled(title, theme.heading()),
            Span::raw(format!("{:gap$}{clock}", "")),
        ])];
        if self.app.path.is_some() {
            return lines;
        }
        lines.push(self.modes());
        lines.extend(self.digit_counts());
        lines.extend(self.paragraph(&self.cell_text(), Style::new()));
        lines.push(Line::default());
        lines
    }

    fn short_head(&self) -> Vec<Line<'static>> {
        let mode = if self.app.path.is_some() {
            "path"
        } else {
            self.app.mode().name()
        };
        let left = self.session.blank_count();
        let clock = self.clock();
        let text = [
            mode,
            &clock,
            &format!("{left} left"),
            &self.cell_text().replace('\n', " "),
        ]
        .map(str::to_owned);
        let text: String = text
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("  ")
            .chars()
            .take(self.width)
            .collect();
        vec![Line::from(text).style(self.app.theme.heading())]
    }

    fn modes(&self) -> Line<'static> {
        if self.width < 28 {
            let others = "(z x c v)";
            return Line::from(vec![
                Span::styled(
                    format!("[{}] ", self.app.mode().name()),
                    self.app.theme.heading(),
                ),
                Span::styled(others, self.app.theme.faint()),
            ]);
        }
        let mut spans = Vec::new();
        for mode in Mode::ALL {
            let text = mode.name();
            // Brackets mark the current mode, in addition to the style.
            let (text, style) = if mode == self.app.mode() {
                (format!("[{text}]"), self.app.theme.heading())
            } else {
                (text.to_owned(), self.app.theme.faint())
            };
            if !spans.is_empty() {
                spans.push(Span::raw(" "));
            }
            spans.push(Span::styled(text, style));
        }
        Line::from(spans)
    }

    /// Returns the digits, and below them the number of missing occurrences of each.
    fn digit_counts(&self) -> Vec<Line<'static>> {
        let symbols = self.session.puzzle().symbols();
        let counts = self.session.remaining_counts();
        let column = counts
            .iter()
            .map(|count| count.to_string().len())
            .chain(symbols.iter().map(|token| token.chars().count()))
            .max()
            .unwrap_or(1)
            + 1;
        let per_line = (self.width / column).max(1);
        let digits: Vec<Digit> = self.session.layout().digits().collect();
        let mut lines = Vec::new();
        for part in digits.chunks(per_line) {
            let of = |text: &dyn Fn(Digit) -> String| {
                part.iter()
                    .map(|digit| format!("{:<column$}", text(*digit)))
                    .collect::<String>()
            };
            let counts = of(&|digit| match counts[digit.index()] {
                0 => "-".to_owned(),
                count => count.to_string(),
            });
            lines.push(
                Line::from(of(&|digit| symbols.symbol(digit).to_owned()))
                    .style(self.app.theme.heading()),
            );
            lines.push(Line::from(counts));
        }
        lines
    }

    fn cell_name(&self) -> String {
        let cell = self.session.selection().cursor();
        let layout = self.session.layout();
        let number = layout
            .box_number(cell)
            .map(|number| format!(", box {}", number + 1))
            .unwrap_or_default();
        format!("{cell}{number}")
    }

    /// Describes the cell under the cursor, including marks that the grid has no space for.
    fn cell_text(&self) -> String {
        let cell = self.session.selection().cursor();
        let picture = &self.picture.cells[self.session.layout().index(cell)];
        let symbols = self.session.puzzle().symbols();
        let count = self.session.selection().len();
        let more = if count > 1 {
            format!(" ({count} cells)")
        } else {
            String::new()
        };
        let mut text = format!("{}{more}", self.cell_name());
        let list = |set: ndoku::DigitSet| {
            set.iter()
                .map(|digit| symbols.symbol(digit).to_owned())
                .collect::<Vec<_>>()
                .join(" ")
        };
        if let Some(digit) = picture.digit {
            text.push_str(&format!(
                ": {}{}",
                if picture.is_clue { "clue " } else { "" },
                symbols.symbol(digit)
            ));
        }
        if !picture.corner.is_empty() {
            text.push_str(&format!("\ncorner {}", list(picture.corner)));
        }
        if !picture.center.is_empty() {
            text.push_str(&format!("\ncenter {}", list(picture.center)));
        }
        if !picture.colors.is_empty() {
            let letters: Vec<String> = picture
                .colors
                .iter()
                .map(|color| format!("{}={}", color.letter(), color.number()))
                .collect();
            text.push_str(&format!("\ncolors {}", letters.join(" ")));
        }
        for rule in self.rules_at(cell) {
            text.push_str(&format!("\n{rule}"));
        }
        text
    }

    /// Returns the rules of a cell as a file has them: `killer 7: r1c6 r2c6`. A rule of the whole
    /// grid, such as `anti-knight`, has its name only.
    fn rules_at(&self, cell: Cell) -> Vec<String> {
        let constraints = self.session.layout().constraints().iter();
        let mut rules: Vec<String> = Vec::new();
        for constraint in constraints.filter(|constraint| constraint.cells().contains(&cell)) {
            let argument = Some(constraint.argument().to_owned());
            let argument = argument.filter(|argument| !argument.is_empty());
            let id = constraint.id();
            let rule = RuleRef { id, argument }.notation();
            // A rule can consist of several constraints.
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// Returns the hint, the solution path or the last message.
    fn text(&self) -> Vec<Line<'static>> {
        if let Some(what) = self.app.worker.task_description() {
            return self.paragraph(&self.ascii(format!("{what} … Esc stops")), Style::new());
        }
        let mut lines = Vec::new();
        if !self.app.message.is_empty() {
            lines.extend(self.paragraph(&self.ascii(self.app.message.clone()), Style::new()));
        }
        if let Some(path) = &self.app.path {
            lines.extend(self.path(path));
        } else if let Some(progress) = self.session.hint_progress() {
            let heading = format!("Hint {} of 4", progress.level as usize + 1);
            lines.extend(self.paragraph(&heading, self.app.theme.coach()));
            lines.extend(self.paragraph(&self.ascii(progress.text().to_string()), Style::new()));
            lines.extend(self.legend(&progress.highlights()));
            let next = match (progress.is_complete(), progress.outcome.proposes_change()) {
                (true, true) => "h applies it, Esc closes",
                (true, false) => "Esc closes",
                (false, _) => match progress.level {
                    HintLevel::Nudge => "h: where?",
                    HintLevel::Where => "h: what is it about?",
                    HintLevel::What | HintLevel::Full => "h: why, and what follows?",
                },
            };
            lines.extend(self.paragraph(next, self.app.theme.faint()));
        }
        if let (Some(digit), None) = (self.session.filter(), &self.app.path) {
            let symbol = self.session.puzzle().symbols().symbol(digit);
            lines.extend(self.paragraph(&format!("Where can {symbol} go? Marked ?"), Style::new()));
        }
        if self.session.is_solved() && self.app.path.is_none() {
            lines.extend(self.statistics());
        }
        if !self.rules.is_empty() && self.app.path.is_none() {
            lines.extend(self.paragraph("Rules", self.app.theme.coach()));
            for rule in self.rules {
                lines.extend(self.paragraph(rule, self.app.theme.faint()));
            }
        }
        lines
    }

    /// Returns the statistics at the end of a game.
    fn statistics(&self) -> Vec<Line<'static>> {
        let mut lines = vec![Line::default()];
        for (name, value) in self.app.statistics_rows() {
            lines.push(Line::from(vec![
                Span::styled(format!("{name:<14}"), self.app.theme.faint()),
                Span::raw(self.ascii(value)),
            ]));
        }
        lines.push(Line::default());
        lines.extend(self.paragraph("n new puzzle  l path", self.app.theme.faint()));
        lines
    }

    fn path(&self, progress: &PathProgress) -> Vec<Line<'static>> {
        let theme = self.app.theme;
        let path = progress.path();
        let mut lines = Vec::new();
        match progress.step() {
            Some(one) => {
                let step = &one.step;
                lines.extend(self.paragraph(
                    &format!("Step {} of {}", progress.position() + 1, path.steps().len()),
                    theme.faint(),
                ));
                // The result comes first.
                lines
                    .extend(self.paragraph(&self.ascii(path.format_deduction(one)), theme.coach()));
                lines.extend(self.paragraph(
                    &format!("{} ({})", step.technique.name, step.difficulty),
                    theme.heading(),
                ));
                lines.extend(
                    self.paragraph(&self.ascii(step.explanation.text.to_string()), Style::new()),
                );
                lines.extend(self.legend(&progress.highlights()));
            }
            None => {
                let end = match path.end() {
                    PathEnd::Solved => "Solved",
                    PathEnd::Stuck | PathEnd::StuckWithMultiple => "No technique applies",
                    _ => "There is no solution",
                };
                lines.extend(self.paragraph(
                    &format!("{end}, after {} steps.", path.steps().len()),
                    theme.heading(),
                ));
            }
        }
        lines.push(Line::default());
        // The next steps follow.
        for (number, one) in path
            .steps()
            .iter()
            .enumerate()
            .skip(progress.position() + 1)
            .take(6)
        {
            // A result that is too long continues on the next line.
            let name = one.step.technique.name;
            let text = self.ascii(format!("{}  {name}", path.format_deduction(one)));
            let wrapped = wrap(&text, self.width.saturating_sub(4));
            for (row, line) in wrapped.into_iter().enumerate() {
                let head = if row == 0 {
                    format!("{:>3} ", number + 1)
                } else {
                    " ".repeat(4)
                };
                lines.push(Line::from(head + &line).style(theme.faint()));
            }
        }
        lines
    }

    /// Returns a legend for the signs and links of a hint.
    fn legend(&self, highlights: &[Highlight]) -> Vec<Line<'static>> {
        let mut roles: Vec<HighlightRole> = highlights
            .iter()
            .filter_map(|highlight| {
                if let Highlight::Candidate(_, role) = highlight {
                    Some(*role)
                } else {
                    None
                }
            })
            .collect();
        roles.sort_unstable();
        roles.dedup();
        let entries: Vec<String> = roles
            .iter()
            .map(|role| format!("{} {}", self.app.theme.sign(*role), Theme::role_name(*role)))
            .collect();
        let mut lines = if entries.is_empty() {
            Vec::new()
        } else {
            self.paragraph(&entries.join("  "), self.app.theme.faint())
        };
        let chains = chain::format_chains(
            highlights,
            self.session.puzzle().symbols(),
            self.app.theme.ascii,
        );
        if !chains.is_empty() {
            chains
                .iter()
                .for_each(|chain| lines.extend(self.paragraph(chain, Style::new())));
            lines.extend(
                self.paragraph(chain::legend(self.app.theme.ascii), self.app.theme.faint()),
            );
        }
        lines
    }

    fn foot(&self) -> Vec<Line<'static>> {
        let keys = if self.app.path.is_some() {
            "arrows step, Esc closes"
        } else {
            "? keys  h hint  q quit"
        };
        self.paragraph(keys, self.app.theme.faint())
    }
}
