//! The solvers of `nxn` that are linked into this program, and the calls to them.
//!
//! | name | license | input |
//! |---|---|---|
//! | `cdcl`, `backtrack` | ours | `Cdcl`, `Backtrack` |
//! | `ndoku` | ours | the facade's `Solver`, which selects an engine |
//! | `cadical` 3.0.1 | MIT | open candidates as clauses; incremental |
//! | `varisat` 0.2 | MIT, Apache-2.0 | the same clauses; incremental |
//! | `splr` 0.17 | MPL-2.0 | the same clauses; restarts for the second solution |
//! | `dlx` 0.8 | MIT, Apache-2.0 | dancing links (Knuth): candidates as options, houses as items |
//!
//! The incremental solvers search for the second solution with the clauses learned for the first.
//! The items of `dlx` are cells, and digits of houses.
//!
//! Solvers that work on clauses or items get the candidates that ndoku's propagation leaves. Its
//! time counts as theirs. Each solver starts without tables of an earlier puzzle.

use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::ValueEnum;
use ndoku::{Puzzle, Solver};
use ndoku_solver::{Backtrack, Budget, Cdcl, Engine, StopReason, ThreadBudget};

/// A solver that is linked into this program.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LinkedSolver {
    Cdcl,
    Backtrack,
    Ndoku,
    #[cfg(feature = "competitors")]
    Cadical,
    #[cfg(feature = "competitors")]
    Varisat,
    #[cfg(feature = "competitors")]
    Splr,
    #[cfg(feature = "competitors")]
    Dlx,
}

/// Solutions, row by row, up to the number wanted; `None` if the budget ran out.
pub(crate) type Solutions = Option<Vec<Vec<u8>>>;

impl LinkedSolver {
    /// Returns the name in the table.
    pub(crate) fn name(self) -> String {
        self.to_possible_value()
            .map(|value| value.get_name().to_owned())
            .unwrap_or_default()
    }

    /// Returns `true` if the solver checks the budget. Others must be stopped from outside.
    pub(crate) fn respects_budget(self) -> bool {
        match self {
            Self::Cdcl | Self::Backtrack | Self::Ndoku => true,
            #[cfg(feature = "competitors")]
            Self::Cadical => true,
            #[cfg(feature = "competitors")]
            Self::Varisat | Self::Splr | Self::Dlx => false,
        }
    }

    /// Searches for up to `wanted` solutions. Only `ndoku` uses more than one of the threads.
    ///
    /// # Errors
    /// Returns a failure other than an exhausted budget.
    pub(crate) fn solve(
        self,
        puzzle: &Puzzle,
        wanted: usize,
        budget: &Budget<'_>,
        threads: NonZeroUsize,
    ) -> Result<Solutions, String> {
        match self {
            Self::Cdcl => solve_with_engine(&mut Cdcl::new(), puzzle, wanted, budget),
            Self::Backtrack => solve_with_engine(&mut Backtrack::new(), puzzle, wanted, budget),
            Self::Ndoku => {
                let thread_budget = Arc::new(ThreadBudget::new(threads));
                // The thread of this call.
                let _permit = thread_budget.acquire();
                let mut solver = Solver::new();
                solver.share_threads((threads.get() > 1).then(|| Arc::clone(&thread_budget)));
                solve_with_engine(solver.engine(puzzle), puzzle, wanted, budget)
            }
            #[cfg(feature = "competitors")]
            Self::Cadical => {
                // All solvers get all clauses.
                let mut engine = ndoku_solver::Cadical::new().with_max_pairs(u64::MAX);
                solve_with_engine(&mut engine, puzzle, wanted, budget)
            }
            #[cfg(feature = "competitors")]
            Self::Varisat => external::varisat(puzzle, wanted),
            #[cfg(feature = "competitors")]
            Self::Splr => external::splr(puzzle, wanted),
            #[cfg(feature = "competitors")]
            Self::Dlx => external::dlx(puzzle, wanted),
        }
    }
}

fn solve_with_engine(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    wanted: usize,
    budget: &Budget<'_>,
) -> Result<Solutions, String> {
    let mut solutions = Vec::new();
    let ended = engine.search(puzzle, budget, &mut |digits| {
        solutions.push(digits.iter().map(|digit| digit.get()).collect());
        if solutions.len() < wanted {
            std::ops::ControlFlow::Continue(())
        } else {
            std::ops::ControlFlow::Break(())
        }
    });
    match ended {
        Ok(_) => Ok(Some(solutions)),
        Err(stopped) if matches!(stopped.reason, StopReason::Timeout | StopReason::Canceled) => {
            Ok(None)
        }
        Err(stopped) => Err(stopped.to_string()),
    }
}

#[cfg(feature = "competitors")]
mod external {
    use std::ops::ControlFlow;

    use ndoku::Puzzle;

    use super::Solutions;
    use crate::encoding::{
        Propagated, find_solutions, grid_from_literals, grid_from_variables, propagate,
        true_literals,
    };

    pub(super) fn varisat(puzzle: &Puzzle, wanted: usize) -> Result<Solutions, String> {
        use varisat::{ExtendFormula, Lit};

        let open = match propagate(puzzle)? {
            Propagated::Solved(solutions) => return Ok(Some(solutions)),
            Propagated::Open(open) => open,
        };
        let mut solver = varisat::Solver::new();
        let mut literals: Vec<Lit> = Vec::new();
        let mut add = |solver: &mut varisat::Solver<'_>, clause: &mut dyn Iterator<Item = i32>| {
            literals.clear();
            literals.extend(clause.map(|literal| Lit::from_dimacs(literal as isize)));
            solver.add_clause(&literals);
        };
        let _ = open.for_each_clause(&mut |clause| {
            add(&mut solver, &mut clause.iter().copied());
            ControlFlow::Continue(())
        });
        let mut solutions = Vec::new();
        while solutions.len() < wanted && solver.solve().map_err(|error| error.to_string())? {
            let model = solver.model().unwrap_or_default();
            let true_literals =
                true_literals(model.iter().map(|literal| literal.to_dimacs() as i32));
            solutions.push(grid_from_literals(&open, &true_literals));
            add(
                &mut solver,
                &mut true_literals.iter().map(|literal| -literal),
            );
        }
        Ok(Some(solutions))
    }

    pub(super) fn splr(puzzle: &Puzzle, wanted: usize) -> Result<Solutions, String> {
        use splr::{Certificate, Config, SolveIF, Solver, SolverError};

        let open = match propagate(puzzle)? {
            Propagated::Solved(solutions) => return Ok(Some(solutions)),
            Propagated::Open(open) => open,
        };
        find_solutions(&open, wanted, |clauses| {
            let config = Config {
                quiet_mode: true,
                ..Config::default()
            };
            // The solver may find the answer while it reads the clauses.
            let answer = match Solver::try_from((config, clauses)) {
                Ok(mut solver) => solver.solve(),
                Err(answer) => answer,
            };
            match answer {
                Ok(Certificate::SAT(model)) => Ok(Some(model)),
                Ok(Certificate::UNSAT)
                | Err(
                    SolverError::EmptyClause
                    | SolverError::Inconsistent
                    | SolverError::RootLevelConflict(_),
                ) => Ok(None),
                Err(error) => Err(error.to_string()),
            }
        })
        .map(Some)
    }

    pub(super) fn dlx(puzzle: &Puzzle, wanted: usize) -> Result<Solutions, String> {
        use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};

        let open = match propagate(puzzle)? {
            Propagated::Solved(solutions) => return Ok(Some(solutions)),
            Propagated::Open(open) => open,
        };
        let (exact, loose) = (
            open.exactly_one().count() as u64,
            open.at_most_one().count() as u64,
        );
        let mut options: Vec<Vec<u64>> = vec![Vec::new(); open.variable_count()];
        for (item, list) in (0..).zip(open.exactly_one().chain(open.at_most_one())) {
            list.iter()
                .for_each(|variable| options[*variable as usize].push(item));
        }
        let mut problem = dlx::x::make_problem(exact, loose, &options, dlx::OptOrder::Seq);
        let mut solver = dlx::Solver::new(&mut problem);
        let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
        let mut solutions = Vec::new();
        while solutions.len() < wanted && solver.next_solution(&mut chooser) {
            let true_literals: Vec<u32> = solver
                .fmt_solution()
                .iter()
                .map(|option| *option as u32)
                .collect();
            solutions.push(grid_from_variables(&open, true_literals.into_iter()));
        }
        Ok(Some(solutions))
    }
}
