//! `Scene`: the content of a drawing: digits, candidates, highlights and texts, without lengths and
//! colors.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ndoku_core::{
    Board, Candidate, Cell, Decoration, Digit, DigitSet, Highlight, HighlightRole, House,
    HouseKind, Layout, Puzzle, Symbols, constraint::RuleRef,
};
use ndoku_formats::Record;

use crate::words::{Words, capitalize};

/// The content of a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// An open cell.
    Empty,
    /// A clue.
    Clue(Digit),
    /// A digit that the player entered or the solver found.
    Entered(Digit),
    /// Candidates.
    Candidates(DigitSet),
}

impl Content {
    /// Returns the digit of the cell.
    #[must_use]
    pub const fn digit(self) -> Option<Digit> {
        match self {
            Self::Clue(digit) | Self::Entered(digit) => Some(digit),
            Self::Empty | Self::Candidates(_) => None,
        }
    }
}

/// The content of a drawing.
///
/// ```
/// use ndoku_core::Puzzle;
/// use ndoku_render::{Scene, svg, theme};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle: Puzzle = text.parse()?;
/// let text = svg::write(&Scene::from_puzzle(&puzzle).with_heading("No. 1"), &theme::LIGHT);
/// assert!(text.starts_with("<svg ") && text.contains("<title>No. 1</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    layout: Layout,
    symbols: Symbols,
    cells: Box<[Content]>,
    wrong: BTreeSet<Cell>,
    highlights: Vec<Highlight>,
    heading: Option<String>,
    caption: Option<String>,
    coordinates: bool,
    line_weight: f64,
    words: &'static Words,
}

impl Scene {
    /// Creates a scene of the clues of a puzzle, and of its pencilmarks.
    #[must_use]
    pub fn from_puzzle(puzzle: &Puzzle) -> Self {
        let layout = puzzle.layout();
        let has_pencilmarks = puzzle.pencilmarks().is_some();
        let content = |cell| match puzzle.clue(cell) {
            Some(digit) => Content::Clue(digit),
            None if has_pencilmarks => Content::Candidates(puzzle.candidates(cell)),
            None => Content::Empty,
        };
        Self {
            cells: layout.cells().map(content).collect(),
            wrong: puzzle
                .conflicts()
                .iter()
                .flat_map(|conflict| conflict.cells().to_vec())
                .collect(),
            layout: layout.clone(),
            symbols: puzzle.symbols().clone(),
            highlights: Vec::new(),
            heading: None,
            caption: None,
            coordinates: false,
            line_weight: 1.0,
            words: Words::of("en"),
        }
    }

    /// Creates a scene of a record with the entered digits. The title is the heading.
    #[must_use]
    pub fn from_record(record: &Record) -> Self {
        let mut scene = Self::from_puzzle(&record.puzzle);
        for (content, placed) in scene
            .cells
            .iter_mut()
            .zip(record.entries.as_deref().unwrap_or_default())
        {
            if let (Some(digit), None) = (placed, content.digit()) {
                *content = Content::Entered(*digit);
            }
        }
        scene.heading.clone_from(&record.metadata.title);
        scene
    }

    /// Creates a scene of a partly solved puzzle: its clues, found digits and remaining candidates.
    /// A board of another size is ignored.
    #[must_use]
    pub fn from_board(puzzle: &Puzzle, board: &Board) -> Self {
        let mut scene = Self::from_puzzle(puzzle);
        if board.layout().size() == puzzle.size() {
            for (cell, content) in board.layout().cells().zip(scene.cells.iter_mut()) {
                if content.digit().is_none() {
                    *content = board.digit(cell).map_or_else(
                        || Content::Candidates(board.candidates(cell)),
                        Content::Entered,
                    );
                }
            }
        }
        scene
    }

    /// Adds these digits, row by row, to the cells without a digit.
    #[must_use]
    pub fn with_digits(mut self, digits: &[Digit]) -> Self {
        let known = self
            .cells
            .iter_mut()
            .zip(digits)
            .filter(|(content, _)| content.digit().is_none());
        known.for_each(|(content, digit)| *content = Content::Entered(*digit));
        self
    }

    /// Removes all candidates without a highlight.
    #[must_use]
    pub fn without_candidates(mut self) -> Self {
        for content in self
            .cells
            .iter_mut()
            .filter(|content| matches!(content, Content::Candidates(_)))
        {
            *content = Content::Empty;
        }
        self
    }

    /// Adds highlights. Highlights outside the layout are ignored.
    #[must_use]
    pub fn with_highlights(mut self, highlights: &[Highlight]) -> Self {
        let known: Vec<Highlight> = highlights
            .iter()
            .filter(|highlight| self.contains(highlight))
            .cloned()
            .collect();
        self.highlights.extend(known);
        self
    }

    /// Adds the highlights of a step, of its reason and its changes. For a step that eliminates
    /// nothing, candidates without a highlight are removed.
    #[must_use]
    pub fn with_step(self, highlights: &[Highlight]) -> Self {
        let eliminates = highlights.iter().any(|highlight| {
            matches!(
                highlight,
                Highlight::Candidate(_, HighlightRole::Eliminated)
            )
        });
        let scene = if eliminates {
            self
        } else {
            self.without_candidates()
        };
        scene.with_highlights(highlights)
    }

    /// Sets the line above the grid.
    #[must_use]
    pub fn with_heading(self, text: impl Into<String>) -> Self {
        Self {
            heading: Some(text.into()).filter(|text| !text.is_empty()),
            ..self
        }
    }

    /// Sets the line below the grid, before the names of rules without a picture.
    #[must_use]
    pub fn with_caption(self, text: impl Into<String>) -> Self {
        Self {
            caption: Some(text.into()).filter(|text| !text.is_empty()),
            ..self
        }
    }

    /// Shows or hides the numbers of rows and columns.
    #[must_use]
    pub fn with_coordinates(self, coordinates: bool) -> Self {
        Self {
            coordinates,
            ..self
        }
    }

    /// Sets the language of legend, notes, title and description, by its code: `en`, `de` or `es`.
    /// Other codes mean English. The other texts of a scene stay as they are.
    #[must_use]
    pub fn with_language(self, code: &str) -> Self {
        Self {
            words: Words::of(code),
            ..self
        }
    }

    /// Returns the words of the language.
    pub(crate) const fn words(&self) -> &'static Words {
        self.words
    }

    /// Sets the factor for the widths of the lines of the grid, from 0.25 to 4.
    #[must_use]
    pub fn with_line_weight(self, factor: f64) -> Self {
        Self {
            line_weight: if factor.is_nan() {
                1.0
            } else {
                factor.clamp(0.25, 4.0)
            },
            ..self
        }
    }

    pub(crate) fn line_weight(&self) -> f64 {
        self.line_weight
    }

    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the contents of the cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Content] {
        &self.cells
    }

    /// Returns the highlights in the order in which they were added.
    #[must_use]
    pub fn highlights(&self) -> &[Highlight] {
        &self.highlights
    }

    /// Returns the line above the grid.
    #[must_use]
    pub fn heading(&self) -> Option<&str> {
        self.heading.as_deref()
    }

    /// Returns `true` if rows and columns are numbered.
    #[must_use]
    pub fn has_coordinates(&self) -> bool {
        self.coordinates
    }

    /// Returns `true` if any candidates are shown, including highlighted ones.
    #[must_use]
    pub fn has_candidates(&self) -> bool {
        self.cells
            .iter()
            .any(|content| matches!(content, Content::Candidates(_)))
            || self.highlights.iter().any(|highlight| match highlight {
                Highlight::Candidate(candidate, role) => {
                    *role != HighlightRole::Placed && self.content(candidate.cell).digit().is_none()
                }
                Highlight::Link { .. } => true,
                _ => false,
            })
    }

    /// Returns `true` if any highlight is a link.
    pub(crate) fn has_links(&self) -> bool {
        let mut highlights = self.highlights.iter();
        highlights.any(|highlight| matches!(highlight, Highlight::Link { .. }))
    }

    /// Returns the line below the grid: the caption, and the names of rules without a picture.
    #[must_use]
    pub fn footer(&self) -> String {
        self.captions().join(" · ")
    }

    /// Returns the parts of the footer.
    pub(crate) fn captions(&self) -> Vec<String> {
        let notes = self
            .layout
            .decorations()
            .into_iter()
            .filter_map(|decoration| {
                if let Decoration::Note(text) = decoration {
                    Some(self.words.rule(&text))
                } else {
                    None
                }
            });
        self.caption.iter().cloned().chain(notes).collect()
    }

    /// Returns the lines below a grid of characters: the caption, and everything that grid lines
    /// cannot show. Rules with an argument follow, one on each line, as a person types them.
    #[must_use]
    pub fn text_footer(&self) -> String {
        let layout = &self.layout;
        let diagonals = layout
            .houses()
            .iter()
            .filter(|house| matches!(house.kind(), HouseKind::Diagonal(_)))
            .map(|house| house.name().to_owned());
        let listed = |house: &House| {
            format!(
                "{}: {}",
                house.name(),
                house
                    .cells()
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            )
        };
        let rules = layout
            .rules()
            .iter()
            .filter(|rule| rule.argument.is_none())
            .map(ToString::to_string);
        let constraints = layout
            .custom_constraints()
            .iter()
            .map(|constraint| constraint.id().to_owned());
        let regions = layout.scattered_regions().into_iter().map(listed);
        let first = self
            .caption
            .iter()
            .cloned()
            .chain(diagonals)
            .chain(rules)
            .chain(constraints)
            .chain(regions)
            .collect::<Vec<_>>()
            .join(" · ");
        let mut lines: Vec<String> = layout
            .rules()
            .iter()
            .filter(|rule| rule.argument.is_some())
            .map(RuleRef::notation)
            .collect();
        if !first.is_empty() {
            lines.insert(0, first);
        }
        lines.join("\n")
    }

    /// Returns the rules of single cells as a person types them: `killer 9: r1c1 r1c2`. Their names
    /// are in the language.
    fn rule_lines(&self) -> Vec<String> {
        let rules = self.layout.rules().iter();
        rules
            .filter(|rule| self.is_clue(rule))
            .map(|rule| self.words.rule(&rule.notation()))
            .collect()
    }

    /// Returns `true` for rules of single cells with a constraint. Houses are shaded instead.
    fn is_clue(&self, rule: &RuleRef) -> bool {
        let mut constraints = self.layout.constraints().iter();
        rule.argument.is_some() && constraints.any(|constraint| constraint.id() == rule.id)
    }

    /// Returns the content of a cell, or an empty one outside the grid.
    pub(crate) fn content(&self, cell: Cell) -> Content {
        if self.layout.contains(cell) {
            self.cells[self.layout.index(cell)]
        } else {
            Content::Empty
        }
    }

    pub(crate) fn symbol(&self, digit: Digit) -> &str {
        self.symbols.symbol(digit)
    }

    pub(crate) fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    pub(crate) fn is_wrong(&self, cell: Cell) -> bool {
        self.wrong.contains(&cell)
    }

    /// Returns the roles of a candidate, in order and without repetition.
    pub(crate) fn roles(&self, candidate: Candidate) -> Vec<HighlightRole> {
        let mut roles = Vec::new();
        for highlight in &self.highlights {
            if let Highlight::Candidate(highlighted, role) = highlight
                && *highlighted == candidate
                && !roles.contains(role)
            {
                roles.push(*role);
            }
        }
        roles
    }

    /// Returns the candidates that are shown in a cell, including highlighted ones.
    pub(crate) fn shown_candidates(&self, cell: Cell) -> Vec<Digit> {
        let content = self.content(cell);
        if content.digit().is_some() {
            return Vec::new();
        }
        let held = if let Content::Candidates(set) = content {
            set
        } else {
            DigitSet::EMPTY
        };
        let is_highlighted = |digit: Digit| {
            let candidate = Candidate::new(cell, digit);
            self.highlights.iter().any(|highlight| match highlight {
                Highlight::Candidate(highlighted, _) => *highlighted == candidate,
                Highlight::Link { from, to, .. } => {
                    from.contains(&candidate) || to.contains(&candidate)
                }
                _ => false,
            })
        };
        self.layout
            .digits()
            .filter(|digit| held.contains(*digit) || is_highlighted(*digit))
            .collect()
    }

    fn contains(&self, highlight: &Highlight) -> bool {
        let known = |candidate: &Candidate| {
            self.layout.contains(candidate.cell) && candidate.digit.get() <= self.layout.size()
        };
        match highlight {
            Highlight::Cell(cell, _) => self.layout.contains(*cell),
            Highlight::Candidate(candidate, _) => known(candidate),
            Highlight::House(house, _) => *house < self.layout.houses().len(),
            Highlight::Link { from, to, .. } => {
                !from.is_empty() && !to.is_empty() && from.iter().chain(to).all(known)
            }
        }
    }

    /// Returns a short title: the heading, or the layout.
    #[must_use]
    pub fn title(&self) -> String {
        self.heading
            .clone()
            .unwrap_or_else(|| format!("Sudoku, {}", self.words.layout(&self.layout)))
    }

    /// Describes the scene for people who cannot see it: the rows, with `.` for a cell without a
    /// digit, and the highlights.
    #[must_use]
    pub fn description(&self) -> String {
        let mut out = String::new();
        if self.heading.is_some() {
            let _ = write!(out, "Sudoku, {}. ", self.words.layout(&self.layout));
        }
        let size = usize::from(self.layout.size());
        for (number, row) in self.cells.chunks(size).enumerate() {
            let digits: Vec<&str> = row
                .iter()
                .map(|content| content.digit().map_or(".", |digit| self.symbol(digit)))
                .collect();
            let row = capitalize(self.words.row);
            let _ = write!(out, "{row} {}: {}. ", number + 1, digits.join(" "));
        }
        for (what, highlighted) in self.describe_highlights() {
            let _ = write!(out, "{what}: {}. ", highlighted.join(", "));
        }
        let rules = self.rule_lines();
        let mut captions = self.captions();
        captions.retain(|caption| !rules.contains(caption));
        if !captions.is_empty() {
            let _ = write!(out, "{}. ", captions.join(" · "));
        }
        if !rules.is_empty() {
            let heading = capitalize(self.words.rules);
            let _ = write!(out, "{heading}: {}.", rules.join("; "));
        }
        out.trim_end().to_owned()
    }

    /// Describes the highlights of each role, in the order of the first occurrence.
    pub(crate) fn describe_highlights(&self) -> Vec<(String, Vec<String>)> {
        let words = self.words;
        let mut all: Vec<(String, Vec<String>)> = Vec::new();
        let named = |candidate: &Candidate| {
            let digit = self.symbol(candidate.digit);
            format!("{digit} {} {}", words.within, candidate.cell)
        };
        for highlight in &self.highlights {
            let (role, text) = match highlight {
                Highlight::Cell(cell, role) => (words.role(*role), cell.to_string()),
                Highlight::Candidate(candidate, role) => (words.role(*role), named(candidate)),
                Highlight::House(house, role) => {
                    let name = self.layout.houses()[*house].name();
                    (words.role(*role), words.house(name))
                }
                Highlight::Link { from, to, strong } => {
                    let and = format!(" {} ", words.and);
                    let [from, to] =
                        [from, to].map(|end| end.iter().map(named).collect::<Vec<_>>().join(&and));
                    let links = if *strong {
                        words.strong_links
                    } else {
                        words.weak_links
                    };
                    (links.to_owned(), format!("{from} {} {to}", words.to))
                }
            };
            let what = capitalize(&role);
            match all.iter_mut().find(|(known, _)| *known == what) {
                Some((_, list)) => list.push(text),
                None => all.push((what, vec![text])),
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use ndoku_formats::Metadata;

    use super::*;

    fn puzzle() -> Puzzle {
        "1.......4......2".parse().unwrap()
    }

    fn candidate(row: u8, column: u8, digit: u8) -> Candidate {
        Candidate::new(Cell::new(row, column), Digit::new(digit).unwrap())
    }

    #[test]
    fn records_show_entered_digits() {
        let mut record = Record::from(puzzle());
        let mut placed = vec![None; 16];
        (placed[0], placed[1]) = (Digit::new(2), Digit::new(3));
        record.entries = Some(placed.into());
        record.metadata = Metadata {
            title: Some("Tiny".to_owned()),
            ..Metadata::default()
        };
        let scene = Scene::from_record(&record);
        assert_eq!(
            scene.cells()[..3],
            [
                Content::Clue(Digit::from_index(0)),
                Content::Entered(Digit::from_index(2)),
                Content::Empty
            ]
        );
        assert_eq!(
            (scene.heading(), scene.has_candidates()),
            (Some("Tiny"), false)
        );
        assert!(
            scene
                .description()
                .starts_with("Sudoku, 4×4, boxes 2×2. Row 1: 1 3 . ."),
            "{}",
            scene.description()
        );
    }

    #[test]
    fn title_and_description_name_layout_and_rules_in_the_language() {
        let layout = Layout::builder(4)
            .rule("anti-king")
            .rule("killer=5: r1c1 r1c2")
            .build()
            .unwrap();
        let scene = Scene::from_puzzle(&Puzzle::empty(&layout)).with_language("de");
        assert_eq!(scene.title(), "Sudoku, 4×4, Boxen 2×2, Anti-König, Killer");
        let description = scene.description();
        assert!(
            description.ends_with("Anti-König. Regeln: Killer 5: r1c1 r1c2."),
            "{description}"
        );
    }

    #[test]
    fn rules_without_a_picture_in_characters_are_listed_as_typed() {
        let layout = Layout::builder(4)
            .rule("killer=5: r1c1 r1c2")
            .rule("thermo=r3c1-r3c3")
            .rule("sum=9: r1c3 r2c4 r3c4")
            .rule("anti-king")
            .build()
            .unwrap();
        let scene = Scene::from_puzzle(&Puzzle::empty(&layout)).with_caption("easy");
        assert_eq!(
            scene.text_footer(),
            "easy · anti-king\nkiller 5: r1c1 r1c2\nthermo: r3c1-r3c3\nsum 9: r1c3 r2c4 r3c4"
        );
        assert_eq!(scene.footer(), "easy · sum 9: r1c3 r2c4 r3c4 · anti-king");
        assert!(
            scene.description().ends_with(
                "easy · anti-king. Rules: killer 5: r1c1 r1c2; thermo: r3c1-r3c3; sum 9: r1c3 \
                r2c4 r3c4."
            ),
            "{}",
            scene.description()
        );
    }

    #[test]
    fn highlights_outside_the_layout_are_ignored_and_others_are_described() {
        let inside = Highlight::Candidate(candidate(0, 1, 2), HighlightRole::Eliminated);
        let highlights = [
            inside.clone(),
            Highlight::Candidate(candidate(4, 0, 1), HighlightRole::On),
            Highlight::Candidate(candidate(0, 0, 5), HighlightRole::On),
            Highlight::House(12, HighlightRole::Base),
            Highlight::Cell(Cell::new(0, 4), HighlightRole::Base),
            Highlight::Link {
                from: Box::new([]),
                to: Box::new([candidate(0, 0, 1)]),
                strong: true,
            },
            Highlight::House(0, HighlightRole::Group(1)),
        ];
        let scene = Scene::from_board(&puzzle(), &Board::with_clues_placed(&puzzle()))
            .with_highlights(&highlights);
        assert_eq!(scene.highlights().len(), 2);
        assert!(
            scene
                .description()
                .ends_with("Ruled out: 2 in r1c2. Group 2: row 1."),
            "{}",
            scene.description()
        );
        assert_eq!(
            scene.shown_candidates(Cell::new(0, 1)).len(),
            3,
            "r1c2 sees 1"
        );
        assert_eq!(
            scene.without_candidates().shown_candidates(Cell::new(0, 1)),
            [Digit::new(2).unwrap()]
        );
    }
}
