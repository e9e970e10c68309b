//! Runs one long task at a time on a separate thread. Tasks can be canceled.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::Duration;

use ndoku::format::{self, ReadOptions, Record};
use ndoku::generate::GeneratedPuzzle;
use ndoku::hint::{HintOutcome, SolvingState};
use ndoku::rating::{Difficulty, Level};
use ndoku::solution_path::PathEnd;
use ndoku::{Budget, Deadline, Solver, StopReason};
use ndoku_game::{HintRequest, PathProgress, Session, save};

use super::puzzle_options::PuzzleOptions;

/// Maximum time to solve a puzzle before the game starts without the solution.
const SEARCH_TIME: Duration = Duration::from_secs(5);

/// Runs a search with a time limit.
pub(super) fn with_time_limit<T>(search: impl FnOnce(&mut Solver, &Budget<'_>) -> T) -> T {
    let deadline = Deadline::after(SEARCH_TIME);
    let expired = || deadline.has_passed();
    search(&mut Solver::new(), &Budget::default().stop_when(&expired))
}

/// A task.
#[derive(Clone, Debug)]
pub(super) enum Task {
    Hint(Box<HintRequest>),
    SolutionPath(Box<HintRequest>),
    Generate(Box<PuzzleOptions>),
    /// Open a text with a puzzle or a saved game.
    Open(String),
    /// Rate a puzzle on the scale of the solution path.
    Rate(Box<Record>),
}

impl Task {
    /// Returns the message during the task.
    pub(super) fn description(&self) -> &'static str {
        match self {
            Self::Hint(_) => "Looking for a hint",
            Self::SolutionPath(_) => "Looking for the solution path",
            Self::Generate(_) => "Making a puzzle",
            Self::Open(_) => "Opening the puzzle",
            Self::Rate(_) => "Rating the puzzle",
        }
    }
}

/// The result of a task.
#[derive(Debug)]
pub(super) enum TaskResult {
    Hint(Box<HintRequest>, Result<Box<HintOutcome>, StopReason>),
    SolutionPath(Result<Box<PathProgress>, StopReason>),
    Generated(Box<PuzzleOptions>, Result<Box<Session>, Option<String>>),
    /// The game, and `true` if the text has more puzzles, or an error message.
    Opened(Result<(Box<Session>, bool), String>),
    /// `None` if the techniques do not solve the puzzle in time.
    Rated(Option<(Level, Difficulty)>),
}

/// A running task.
struct RunningTask {
    description: &'static str,
    stop: Arc<AtomicBool>,
    answer: Receiver<TaskResult>,
}

/// A runner of one task at a time.
#[derive(Default)]
pub(super) struct TaskRunner {
    running: Option<RunningTask>,
}

impl TaskRunner {
    /// Starts a task, and cancels a running one.
    pub(super) fn start(&mut self, task: Task) {
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, answer) = mpsc::channel();
        let flag = Arc::clone(&stop);
        let description = task.description();
        std::thread::spawn(move || {
            let budget = Budget::default().stop_flag(&flag);
            // The receiver is gone after cancellation.
            let _ = sender.send(run_task(task, &budget));
        });
        self.running = Some(RunningTask {
            description,
            stop,
            answer,
        });
    }

    /// Returns the message of the running task.
    pub(super) fn task_description(&self) -> Option<&'static str> {
        self.running.as_ref().map(|running| running.description)
    }

    /// Cancels the running task. Returns `true` if there was one.
    pub(super) fn stop(&mut self) -> bool {
        let running = self.running.take();
        running
            .map(|running| running.stop.store(true, Ordering::Relaxed))
            .is_some()
    }

    /// Returns the result of the task once it is available. Returns `Err` if it ended without a
    /// result, which is a bug.
    pub(super) fn poll(&mut self) -> Option<Result<TaskResult, ()>> {
        let answer = match self.running.as_ref()?.answer.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(()),
            Ok(done) => Ok(done),
        };
        self.running = None;
        Some(answer)
    }

    /// Waits for the end of the task.
    #[cfg(test)]
    pub(super) fn wait(&mut self) -> Option<TaskResult> {
        self.running.take()?.answer.recv().ok()
    }
}

fn run_task(task: Task, budget: &Budget<'_>) -> TaskResult {
    let mut solver = Solver::new();
    match task {
        Task::Hint(request) => {
            let outcome = SolvingState::new(&request, &mut solver, budget)
                .map_err(|stopped| stopped.reason)
                .and_then(|state| state.find_hint(budget))
                .map(Box::new);
            TaskResult::Hint(request, outcome)
        }
        Task::SolutionPath(request) => TaskResult::SolutionPath(
            PathProgress::find(&request, &mut solver, budget).map(Box::new),
        ),
        Task::Generate(options) => {
            let generated = options
                .generate(budget)
                .map(|generated| Box::new(new_session(&options, generated)));
            TaskResult::Generated(options, generated)
        }
        Task::Open(text) => TaskResult::Opened(open_text(&text)),
        Task::Rate(record) => TaskResult::Rated(rate(&record, &mut solver, budget)),
    }
}

/// Rates a puzzle, within the time limit of a search.
fn rate(record: &Record, solver: &mut Solver, budget: &Budget<'_>) -> Option<(Level, Difficulty)> {
    let deadline = Deadline::after(SEARCH_TIME);
    let expired = || deadline.has_passed() || budget.poll().is_some();
    let limited = Budget::default().stop_when(&expired);
    let state = SolvingState::new(record, solver, &limited).ok()?;
    let (path, stopped) = state.find_path(&limited);
    let is_rated =
        stopped.is_none() && matches!(path.end(), PathEnd::Solved) && path.rating() > Difficulty(0);
    is_rated.then(|| (path.level(), path.rating()))
}

/// Opens a saved game, or the first puzzle of a text in any format.
fn open_text(text: &str) -> Result<(Box<Session>, bool), String> {
    if save::is_saved(text) {
        let session = with_time_limit(|solver, budget| save::read(text, solver, budget));
        return session
            .map(|session| (Box::new(session), false))
            .map_err(|error| error.to_string());
    }
    let (mut first, mut several) = (None, false);
    format::read(text, &ReadOptions::default(), &mut |record| {
        several = first.is_some();
        first.get_or_insert(record);
        if several {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let record = first
        .ok_or_else(|| "it has no puzzle".to_owned())?
        .map_err(|error| error.message)?;
    if let Some(conflict) = record.puzzle.conflicts().first() {
        return Err(conflict.describe(record.puzzle.layout(), record.puzzle.symbols()));
    }
    Ok((
        Box::new(with_time_limit(|solver, budget| {
            Session::new(&record, solver, budget)
        })),
        several,
    ))
}

/// Creates the game of a generated puzzle.
fn new_session(options: &PuzzleOptions, generated: GeneratedPuzzle) -> Session {
    let mut session =
        with_time_limit(|solver, budget| Session::new(&generated.puzzle.into(), solver, budget));
    let mut meta = session.metadata().clone();
    meta.level = options.level.map(|level| level.name().to_owned());
    meta.source = Some(format!("ndoku play --seed {}", options.seed));
    session.set_metadata(meta);
    session
}
