//! `Session`: a game in progress, and the effects of all actions.

mod edit;

use core::time::Duration;
use std::collections::BTreeMap;

use ndoku::format::{Metadata, Record};
use ndoku::hint::{HintLevel, HintOutcome, Mistake, SolutionStatus, find_puzzle};
use ndoku::logic::step::Deduction;
use ndoku::solution_path::PathEnd;
use ndoku::{Budget, Candidate, Cell, Digit, DigitSet, Layout, Puzzle, Solver, conflicts, verify};

use edit::Edit;

use crate::action::{Action, Mode, Response};
use crate::candidates;
use crate::clock::Clock;
use crate::digit_input::{self, DigitInput, LastInput};
use crate::grid::{CellColor, CellState, ColorSet, PlayerGrid};
use crate::hint_progress::{HelpCounts, HintProgress, HintRequest};
use crate::history::{Change, History};
use crate::issue::Issue;
use crate::options::{Options, Switch};
use crate::selection::Selection;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) puzzle: Puzzle,
    pub(crate) metadata: Metadata,
    pub(crate) start: PlayerGrid,
    pub(crate) grid: PlayerGrid,
    pub(crate) history: History,
    pub(crate) selection: Selection,
    pub(crate) mode: Mode,
    pub(crate) options: Options,
    pub(crate) clock: Clock,
    pub(crate) help_counts: HelpCounts,
    solution_status: SolutionStatus,
    filter: Option<Digit>,
    hint_progress: Option<HintProgress>,
    checked: bool,
    last_input: Option<LastInput>,
}

impl Session {
    /// Starts a game from a record. The clues are the puzzle, the digits are entries of the player,
    /// and the pencilmarks are center marks. Pencilmarks also belong to the puzzle if the clues
    /// alone have several solutions.
    ///
    /// Solves the puzzle within the budget. Otherwise the solution status stays unknown, and the
    /// pencilmarks belong to the puzzle.
    #[must_use]
    pub fn new(record: &Record, solver: &mut Solver, budget: &Budget<'_>) -> Self {
        let given = &record.puzzle;
        let layout = given.layout();
        let (puzzle, status) = find_puzzle(given, solver, budget)
            .unwrap_or_else(|_| (given.clone(), SolutionStatus::Unknown));
        let mut start = PlayerGrid::empty(layout.cell_count());
        for index in (0..layout.cell_count()).filter(|index| given.clues()[*index].is_none()) {
            let digit = record
                .entries
                .as_ref()
                .and_then(|placed| placed.get(index).copied().flatten());
            let center = given
                .pencilmarks()
                .map_or(DigitSet::EMPTY, |marks| marks[index]);
            start.set(
                index,
                CellState {
                    digit: digit.filter(|digit| digit.get() <= layout.size()),
                    center,
                    ..CellState::default()
                },
            );
        }
        Self::from_parts(puzzle, record.metadata.clone(), start, status)
    }

    /// Creates a session from its parts.
    pub(crate) fn from_parts(
        puzzle: Puzzle,
        metadata: Metadata,
        start: PlayerGrid,
        solution_status: SolutionStatus,
    ) -> Self {
        let size = puzzle.layout().size();
        Self {
            puzzle,
            metadata,
            grid: start.clone(),
            start,
            history: History::default(),
            selection: Selection::new(size),
            mode: Mode::default(),
            options: Options::default(),
            clock: Clock::default(),
            help_counts: HelpCounts::default(),
            solution_status,
            filter: None,
            hint_progress: None,
            checked: false,
            last_input: None,
        }
    }

    /// Returns the puzzle: layout, symbols and clues.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the layout: size, houses and constraints.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        self.puzzle.layout()
    }

    /// Returns the metadata, such as title and author.
    #[must_use]
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Sets the metadata, such as title and author.
    pub fn set_metadata(&mut self, metadata: Metadata) {
        self.metadata = metadata;
    }

    /// Returns the entries of the player.
    #[must_use]
    pub fn grid(&self) -> &PlayerGrid {
        &self.grid
    }

    /// Returns the grid before the first move.
    #[must_use]
    pub fn start(&self) -> &PlayerGrid {
        &self.start
    }

    /// Returns the history of moves.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns the selected cells and the cursor.
    #[must_use]
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Returns the mode of entries.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the switches.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Returns the clock.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Returns the help that the player used.
    #[must_use]
    pub fn help_counts(&self) -> HelpCounts {
        self.help_counts
    }

    /// Returns the digit of the filter.
    #[must_use]
    pub fn filter(&self) -> Option<Digit> {
        self.filter
    }

    /// Returns the current hint and its level.
    #[must_use]
    pub fn hint_progress(&self) -> Option<&HintProgress> {
        self.hint_progress.as_ref()
    }

    /// Returns `true` while mistakes are shown.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.checked
    }

    /// Returns the knowledge about the solution.
    #[must_use]
    pub fn solution_status(&self) -> &SolutionStatus {
        &self.solution_status
    }

    /// Sets the knowledge about the solution, if the caller found it in another way.
    pub fn set_solution_status(&mut self, solution_status: SolutionStatus) {
        self.solution_status = solution_status;
    }

    /// Returns the digit of a cell, or `None` for an open cell and outside the grid.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        if !self.layout().contains(cell) {
            return None;
        }
        self.puzzle
            .clue(cell)
            .or(self.grid.get(self.layout().index(cell)).digit)
    }

    /// Returns all digits, row by row.
    #[must_use]
    pub fn digits(&self) -> Vec<Option<Digit>> {
        candidates::digits(&self.puzzle, &self.grid)
    }

    /// Returns the remaining candidates of every open cell, row by row. Other cells have none.
    /// Takes time proportional to cells × peers.
    #[must_use]
    pub fn candidates(&self) -> Vec<DigitSet> {
        let marked = self.are_marks_candidates();
        let by_digits = candidates::from_digits(&self.puzzle, &self.grid);
        by_digits
            .into_iter()
            .enumerate()
            .map(|(index, set)| set - candidates::ruled_out(&self.grid, index, marked))
            .collect()
    }

    /// Returns `true` if center marks count as candidates: every open cell has some, and automatic
    /// candidates are off.
    #[must_use]
    pub fn are_marks_candidates(&self) -> bool {
        !self.options.is_on(Switch::AutoCandidates)
            && candidates::is_every_blank_cell_marked(&self.puzzle, &self.grid)
    }

    /// Returns the number of open cells.
    #[must_use]
    pub fn blank_count(&self) -> usize {
        self.digits().iter().filter(|digit| digit.is_none()).count()
    }

    /// Returns the number of missing occurrences of each digit from 1 to N, at least zero.
    #[must_use]
    pub fn remaining_counts(&self) -> Vec<usize> {
        let size = usize::from(self.layout().size());
        let mut counts = vec![size; size];
        for digit in self.digits().into_iter().flatten() {
            if let Some(count) = counts.get_mut(digit.index()) {
                *count = count.saturating_sub(1);
            }
        }
        counts
    }

    /// Returns `true` if every cell is filled correctly.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let digits = self.digits();
        let allowed = |(cell, digit): (Cell, &Option<Digit>)| {
            digit.is_some_and(|digit| self.puzzle.candidates(cell).contains(digit))
        };
        verify(self.layout(), &digits).is_ok() && self.layout().cells().zip(&digits).all(allowed)
    }

    /// Returns all issues: conflicts first, then contradictions to the solution.
    #[must_use]
    pub fn issues(&self) -> Vec<Issue> {
        let digits = self.digits();
        let mut issues: Vec<Issue> = conflicts(self.layout(), &digits)
            .into_iter()
            .map(Issue::Conflict)
            .collect();
        let Some(solution) = self.solution_status.solution() else {
            return issues;
        };
        let marked = self.are_marks_candidates();
        issues.extend(
            self.layout()
                .cells()
                .enumerate()
                .filter_map(|(index, cell)| {
                    let right = Candidate::new(cell, solution.digit(cell));
                    let ruled_out = candidates::ruled_out(&self.grid, index, marked);
                    let is_removed = ruled_out.contains(right.digit);
                    Mistake::find(right, digits[index], is_removed).map(Issue::Mistake)
                }),
        );
        issues
    }

    /// Adds elapsed time. The clock stops during a pause and once the puzzle is solved.
    pub fn tick(&mut self, time: Duration) {
        if !self.clock.is_paused() && !self.is_solved() {
            self.clock.advance(time);
        }
    }

    /// Returns the position to find a hint or a solution path for.
    #[must_use]
    pub fn hint_request(&self) -> HintRequest {
        let mut puzzle = self.puzzle.clone();
        let marked = self.are_marks_candidates();
        let blank = |index: &(usize, Cell)| {
            self.grid.get(index.0).digit.is_none() && self.puzzle.clue(index.1).is_none()
        };
        for (index, cell) in self.layout().cells().enumerate().filter(blank) {
            for digit in (candidates::ruled_out(&self.grid, index, marked)
                & DigitSet::full(self.layout().size()))
            .iter()
            {
                // The cell and the digit belong to the layout.
                let _ = puzzle.remove_candidate(Candidate::new(cell, digit));
            }
        }
        let placed = self.grid.cells().iter().map(|cell| cell.digit).collect();
        Record {
            entries: Some(placed),
            ..Record::from(puzzle)
        }
    }

    /// Shows a hint for a request, unless the position has changed since. Returns `true` if it is
    /// shown.
    pub fn show_hint(&mut self, request: &HintRequest, outcome: HintOutcome) -> bool {
        let fits = !self.clock.is_paused() && *request == self.hint_request();
        if fits {
            self.hint_progress = Some(HintProgress {
                request: request.clone(),
                outcome,
                level: HintLevel::Nudge,
            });
            self.help_counts.hints[0] += 1;
        }
        fits
    }

    /// Handles a key that may mean a digit, in the given mode or the current one. `now` is the time
    /// since any fixed moment, because two keys in quick succession make a number. Returns `None`
    /// if the key means no digit.
    pub fn type_key(&mut self, mode: Option<Mode>, key: char, now: Duration) -> Option<Response> {
        let mode = mode.unwrap_or(self.mode);
        let last = self
            .last_input
            .take()
            .filter(|last| last.moves == self.history.done());
        let input = digit_input::interpret_key(self.puzzle.symbols(), last, key, mode, now)?;
        if self.clock.is_paused() {
            return Some(Response::Nothing);
        }
        let (digit, is_longer) = match input {
            DigitInput::New(digit) => (digit, false),
            DigitInput::Extended(digit) => (digit, true),
        };
        if is_longer && last.is_some_and(|last| last.is_move) {
            self.history.retract(&mut self.grid);
        }
        let before = self.history.done();
        let response = self.act(Action::EnterAs(mode, digit));
        let moves = self.history.done();
        self.last_input = Some(LastInput {
            value: u16::from(digit.get()),
            at: now,
            mode,
            moves,
            is_move: moves != before,
        });
        Some(response)
    }

    /// Performs an action.
    pub fn act(&mut self, action: Action) -> Response {
        if self.clock.is_paused() && !matches!(action, Action::Pause | Action::Switch(_)) {
            return Response::Nothing;
        }
        match action {
            Action::Move(direction) => self
                .update_selection(|selection| selection.select_only(selection.neighbor(direction))),
            Action::Extend(direction) => {
                self.update_selection(|selection| selection.add(selection.neighbor(direction)))
            }
            Action::Select(cell) => self.update_selection(|selection| selection.select_only(cell)),
            Action::AddToSelection(cell) => self.update_selection(|selection| selection.add(cell)),
            Action::ToggleSelection(cell) => {
                self.update_selection(|selection| selection.toggle(cell))
            }
            Action::SelectEqual(cell) => self.select_equal(cell),
            Action::SelectAll => {
                self.update_selection(|selection| selection.select_where(|_| true))
            }
            Action::InvertSelection => self.update_selection(Selection::invert),
            Action::Dismiss => self.dismiss(),
            Action::SetMode(mode) => self.set_mode(mode),
            Action::NextMode => {
                self.set_mode(Mode::ALL[(self.mode as usize + 1) % Mode::ALL.len()])
            }
            Action::Enter(digit) => self.enter(self.mode, digit),
            Action::EnterAs(mode, digit) => self.enter(mode, digit),
            Action::Clear => self.clear(),
            Action::Undo => self.step_history(History::undo),
            Action::Redo => self.step_history(History::redo),
            Action::Restart => self.apply_move(self.start.cells().to_vec().into_iter().enumerate()),
            Action::MarkCandidates => self.fill_candidates(),
            Action::Filter(digit) => {
                let known = digit.get() <= self.layout().size();
                if !known {
                    return Response::Nothing;
                }
                self.filter = if self.filter == Some(digit) {
                    None
                } else {
                    Some(digit)
                };
                Response::ViewChanged
            }
            Action::Switch(switch) => {
                self.options.set(switch, !self.options.is_on(switch));
                self.drop_stale_hint();
                Response::ViewChanged
            }
            Action::Check => {
                self.checked = !self.checked;
                self.help_counts.checks += u32::from(self.checked);
                Response::ViewChanged
            }
            Action::Hint => self.advance_hint(),
            Action::Pause => {
                self.clock.set_paused(!self.clock.is_paused());
                Response::ViewChanged
            }
        }
    }

    fn update_selection(&mut self, change: impl FnOnce(&mut Selection)) -> Response {
        // The next key does not extend a number in another cell.
        self.last_input = None;
        let before = self.selection.clone();
        change(&mut self.selection);
        if self.selection == before {
            Response::Nothing
        } else {
            Response::ViewChanged
        }
    }

    fn set_mode(&mut self, mode: Mode) -> Response {
        let is_other = self.mode != mode;
        self.mode = mode;
        if is_other {
            Response::ViewChanged
        } else {
            Response::Nothing
        }
    }

    fn select_equal(&mut self, cell: Cell) -> Response {
        if !self.layout().contains(cell) {
            return Response::Nothing;
        }
        let digits = self.digits();
        let marks = self.shown_center();
        let own = self.layout().index(cell);
        let grid = self.grid.clone();
        let is_equal = move |index: usize| {
            let (state, other) = (grid.get(own), grid.get(index));
            match () {
                () if digits[own].is_some() => digits[index] == digits[own],
                () if !marks[own].is_empty() => {
                    digits[index].is_none() && marks[index] == marks[own]
                }
                () if !state.corner.is_empty() => {
                    digits[index].is_none() && other.corner == state.corner
                }
                () if !state.colors.is_empty() => other.colors == state.colors,
                () => index == own,
            }
        };
        self.update_selection(|selection| {
            selection.select_only(cell);
            selection.select_where(is_equal);
        })
    }

    /// Returns the visible center marks: those of the player, or all candidates.
    pub(crate) fn shown_center(&self) -> Vec<DigitSet> {
        if self.options.is_on(Switch::AutoCandidates) {
            return self.candidates();
        }
        self.grid.cells().iter().map(|cell| cell.center).collect()
    }

    fn dismiss(&mut self) -> Response {
        if self.hint_progress.take().is_some()
            || std::mem::take(&mut self.checked)
            || self.filter.take().is_some()
        {
            return Response::ViewChanged;
        }
        self.update_selection(|selection| selection.select_where(|_| false))
    }

    /// Returns the selected cells that have no clue.
    fn editable_cells(&self) -> Vec<usize> {
        self.selection
            .indices()
            .filter(|index| self.puzzle.clues()[*index].is_none())
            .collect()
    }

    fn enter(&mut self, mode: Mode, digit: Digit) -> Response {
        if digit.get() > self.layout().size() && mode != Mode::Color {
            return Response::Nothing;
        }
        match mode {
            Mode::Digit => self.enter_digit(digit),
            Mode::Corner => self.enter_mark(digit, |cell| &mut cell.corner),
            Mode::Center if self.options.is_on(Switch::AutoCandidates) => {
                self.toggle_candidate(digit)
            }
            Mode::Center => self.enter_mark(digit, |cell| &mut cell.center),
            Mode::Color => CellColor::new(digit.get())
                .map_or(Response::Nothing, |color| self.toggle_color(color)),
        }
    }

    fn enter_digit(&mut self, digit: Digit) -> Response {
        let targets = self.editable_cells();
        let all_have_it = targets
            .iter()
            .all(|index| self.grid.get(*index).digit == Some(digit));
        let mut edit = Edit::new(&self.grid);
        for index in targets {
            edit.cell_mut(index).digit = if all_have_it { None } else { Some(digit) };
            if !all_have_it && self.options.is_on(Switch::AutoRemoval) {
                edit.remove_marks(
                    &self.puzzle,
                    Candidate::new(self.layout().cell(index), digit),
                );
            }
        }
        let cells = edit.cells;
        self.apply_move(cells)
    }

    fn enter_mark(&mut self, digit: Digit, of: fn(&mut CellState) -> &mut DigitSet) -> Response {
        let targets: Vec<usize> = self
            .editable_cells()
            .into_iter()
            .filter(|index| self.grid.get(*index).digit.is_none())
            .collect();
        let all_have_it = targets
            .iter()
            .all(|index| of(&mut self.grid.get(*index)).contains(digit));
        let mut edit = Edit::new(&self.grid);
        for index in targets {
            let marks = of(edit.cell_mut(index));
            if all_have_it {
                marks.remove(digit);
            } else {
                marks.insert(digit);
            }
            // A candidate that is marked again is no longer removed.
            let cell = edit.cell_mut(index);
            if cell.center.contains(digit) {
                cell.removed.remove(digit);
            }
        }
        let cells = edit.cells;
        self.apply_move(cells)
    }

    /// Removes a candidate if any selected cell shows it. Otherwise restores it. Does not change
    /// cells where a digit rules it out, because no change would be visible there.
    fn toggle_candidate(&mut self, digit: Digit) -> Response {
        let by_digits = candidates::from_digits(&self.puzzle, &self.grid);
        let mut targets = self.editable_cells();
        targets.retain(|index| by_digits[*index].contains(digit));
        let is_shown = targets
            .iter()
            .any(|index| !self.grid.get(*index).removed.contains(digit));
        let mut edit = Edit::new(&self.grid);
        for index in targets {
            let removed = &mut edit.cell_mut(index).removed;
            if is_shown {
                removed.insert(digit);
            } else {
                removed.remove(digit);
            }
        }
        let cells = edit.cells;
        self.apply_move(cells)
    }

    fn toggle_color(&mut self, color: CellColor) -> Response {
        let selected: Vec<usize> = self.selection.indices().collect();
        let all_have_it = selected
            .iter()
            .all(|index| self.grid.get(*index).colors.contains(color));
        let mut edit = Edit::new(&self.grid);
        for index in selected {
            let colors = &mut edit.cell_mut(index).colors;
            if all_have_it {
                colors.remove(color);
            } else {
                colors.insert(color);
            }
        }
        let cells = edit.cells;
        self.apply_move(cells)
    }

    fn clear(&mut self) -> Response {
        let selected: Vec<usize> = self.selection.indices().collect();
        let auto = self.options.is_on(Switch::AutoCandidates);
        let center: fn(&mut CellState) -> &mut DigitSet = if auto {
            |cell| &mut cell.removed
        } else {
            |cell| &mut cell.center
        };
        // Each function clears one layer of a cell.
        let layers: [&dyn Fn(&mut CellState); 4] = [
            &|cell| cell.digit = None,
            &|cell| *center(cell) = DigitSet::EMPTY,
            &|cell| cell.corner = DigitSet::EMPTY,
            &|cell| {
                cell.colors = ColorSet::default();
            },
        ];
        for clear in layers {
            let mut edit = Edit::new(&self.grid);
            selected
                .iter()
                .for_each(|index| clear(edit.cell_mut(*index)));
            let cells = edit.cells;
            let response = self.apply_move(cells);
            if response != Response::Nothing {
                return response;
            }
        }
        Response::Nothing
    }

    fn fill_candidates(&mut self) -> Response {
        let by_digits = candidates::from_digits(&self.puzzle, &self.grid);
        let grid = self.grid.clone();
        let digits = self.digits();
        let filled = by_digits
            .into_iter()
            .enumerate()
            .filter(|(index, _)| digits[*index].is_none())
            .map(|(index, set)| {
                let cell = grid.get(index);
                (
                    index,
                    CellState {
                        center: set - cell.removed,
                        ..cell
                    },
                )
            });
        self.apply_move(filled)
    }

    /// Undoes or redoes one move.
    fn step_history(
        &mut self,
        step: for<'h> fn(&'h mut History, &mut PlayerGrid) -> Option<&'h [Change]>,
    ) -> Response {
        match step(&mut self.history, &mut self.grid) {
            Some(_) => self.after_change(),
            None => Response::Nothing,
        }
    }

    fn apply_move(&mut self, cells: impl IntoIterator<Item = (usize, CellState)>) -> Response {
        if self.history.apply(&mut self.grid, cells) {
            self.after_change()
        } else {
            Response::Nothing
        }
    }

    fn after_change(&mut self) -> Response {
        self.checked = false;
        self.drop_stale_hint();
        match () {
            () if self.blank_count() > 0 => Response::Changed,
            () if self.is_solved() => Response::Solved,
            () => Response::Full,
        }
    }

    /// Hides the hint if the position has changed. Colors and corner marks do not change the
    /// position.
    fn drop_stale_hint(&mut self) {
        if self
            .hint_progress
            .as_ref()
            .is_some_and(|progress| progress.request != self.hint_request())
        {
            self.hint_progress = None;
        }
    }

    fn advance_hint(&mut self) -> Response {
        let Some(progress) = &mut self.hint_progress else {
            return Response::HintNeeded;
        };
        if !progress.is_complete() {
            let next = progress.level as usize + 1;
            progress.level = HintLevel::ALL[next];
            self.help_counts.hints[next] += 1;
            return Response::ViewChanged;
        }
        let Some(progress) = self.hint_progress.take() else {
            return Response::Nothing;
        };
        let cells = match &progress.outcome {
            HintOutcome::Step(hint) => self.apply_deduction(hint.deduction()),
            HintOutcome::End(PathEnd::Wrong(mistakes)) => self.correct(mistakes),
            HintOutcome::End(_) => return Response::ViewChanged,
        };
        self.help_counts.applied += 1;
        self.apply_move(cells)
    }

    /// Returns the cells after the placements and eliminations of a step.
    fn apply_deduction(&self, deduction: &Deduction) -> BTreeMap<usize, CellState> {
        let mut edit = Edit::new(&self.grid);
        let index = |one: &Candidate| self.layout().index(one.cell);
        for placed in &deduction.placements {
            edit.cell_mut(index(placed)).digit = Some(placed.digit);
            if self.options.is_on(Switch::AutoRemoval) {
                edit.remove_marks(&self.puzzle, *placed);
            }
        }
        for gone in &deduction.eliminations {
            let cell = edit.cell_mut(index(gone));
            cell.removed.insert(gone.digit);
            cell.center.remove(gone.digit);
            cell.corner.remove(gone.digit);
        }
        edit.cells
    }

    /// Returns the cells after the correction of mistakes.
    fn correct(&self, mistakes: &[Mistake]) -> BTreeMap<usize, CellState> {
        let mut edit = Edit::new(&self.grid);
        let index = |one: &Candidate| self.layout().index(one.cell);
        let marked = self.are_marks_candidates();
        for mistake in mistakes {
            match mistake {
                Mistake::Digit(wrong) => edit.cell_mut(index(wrong)).digit = None,
                Mistake::Candidate(gone) => {
                    let cell = edit.cell_mut(index(gone));
                    cell.removed.remove(gone.digit);
                    if marked {
                        cell.center.insert(gone.digit);
                    }
                }
            }
        }
        edit.cells
    }
}

#[cfg(test)]
mod tests;
