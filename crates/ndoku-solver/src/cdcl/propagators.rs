//! `KernelPropagator`: runs the kernels of the constraints, and explains what they found.
//!
//! ```text
//!   cage 9: r1c1 {1 2 8}, r1c2 {1 3 7}    ─ filter ─▶  r1c2 ≠ 3         reason: the kernel
//!
//!   why r1c2 ≠ 3?    with it the cage needs 6 in r1c1, so the reason is r1c1 ≠ 6
//! ```
//!
//! A removal by a kernel has the kernel as its reason. When conflict analysis asks for the reason,
//! it becomes an explanation: a list of false candidates. The propagator begins with all false
//! candidates of the cells, and drops those without which the kernel still removes the candidate.
//! This is the lazy explanation of constraint solvers with clause learning (Ohrimenko, Stuckey,
//! Codish: "Propagation via lazy clause generation", 2009), with one routine for all kernels.

use std::collections::VecDeque;
use std::sync::Arc;

use ndoku_core::kernel::{Kernel, KernelRule};

use super::assignment::{Assignment, PackedReason, Reason};
use super::cover_matrix::{CoverMatrix, CsrLists};

/// Maximum number of tests for one explanation. Candidates that are not tested stay in it.
const MAX_TESTS: usize = 48;
/// Number of words of explanations above which all are dropped, to be made again when needed.
const MAX_EXPLANATIONS: usize = 1 << 22;

/// The result of running kernels.
pub(super) enum KernelResult {
    /// The kernels find nothing more.
    Fixpoint,
    /// Some variables became false.
    Changed,
    /// The candidates contradict a kernel. The assignment holds the explanation.
    Conflict,
}

/// A false candidate that may be restored.
#[derive(Clone, Copy, Debug)]
struct Restorable {
    variable: u32,
    trail_index: u32,
    cell: u16,
    bit: u16,
}

/// The kernels of a puzzle, and the candidates of its cells as masks.
#[derive(Debug, Default)]
pub(super) struct KernelPropagator {
    kernels: Arc<[Kernel]>,
    /// The candidates of each cell that are not false.
    masks: Vec<u16>,
    /// The kernels that watch each cell.
    kernels_at: CsrLists,
    /// The kernels to run, by cost.
    queues: [VecDeque<u16>; 3],
    queued: Vec<bool>,
    /// Number of trail literals that `masks` takes into account.
    trail_head: usize,
    before: Vec<u16>,
    after: Vec<u16>,
    restorable: Vec<Restorable>,
}

impl KernelPropagator {
    /// Loads kernels for the variables of a matrix, at the fixpoint of the kernels.
    pub(super) fn load(&mut self, kernels: Arc<[Kernel]>, matrix: &CoverMatrix) {
        self.queues.iter_mut().for_each(VecDeque::clear);
        self.trail_head = 0;
        if kernels.is_empty() {
            // Large layouts, whose digits do not fit the masks, have none.
            self.kernels = kernels;
            return;
        }
        self.masks.clear();
        self.masks
            .extend(matrix.decided.iter().map(|digit| match digit {
                Some(digit) => 1 << digit,
                None => 0,
            }));
        // The auxiliary variables belong to no cell.
        self.masks.push(0);
        for (cell, digit) in &matrix.candidates {
            self.masks[usize::from(*cell)] |= 1 << digit;
        }
        let lists = kernels.iter().enumerate().map(|(number, kernel)| {
            let open = |cell: &&u16| matrix.decided[usize::from(**cell)].is_none();
            // Nothing wakes a kernel that items and clauses express.
            let watched = if matrix.is_encoded[number] {
                &[]
            } else {
                kernel.watched()
            };
            let cells = watched.iter().filter(open);
            cells.map(|cell| u32::from(*cell)).collect::<Vec<u32>>()
        });
        CsrLists::from_lists(lists).transpose_into(matrix.decided.len() + 1, &mut self.kernels_at);
        self.queued.clear();
        self.queued.resize(kernels.len(), false);
        self.kernels = kernels;
    }

    /// Removes all kernels.
    pub(super) fn clear(&mut self) {
        self.kernels = Arc::default();
    }

    /// Restores a candidate whose literal leaves the trail.
    #[inline]
    pub(super) fn restore(&mut self, matrix: &CoverMatrix, variable: u32) {
        if !self.kernels.is_empty() {
            let (cell, digit) = matrix.candidates[variable as usize];
            self.masks[usize::from(cell)] |= 1 << digit;
        }
    }

    /// Empties the queue after backtracking. Decisions happen at a fixpoint of the kernels only, so
    /// no kernel of the remaining trail is left to run.
    pub(super) fn backtrack(&mut self, assignment: &mut Assignment) {
        self.trail_head = self.trail_head.min(assignment.trail.len());
        for queue in &mut self.queues {
            queue
                .drain(..)
                .for_each(|number| self.queued[usize::from(number)] = false);
        }
        // Nobody asks for the reasons of level 0.
        if assignment.level() == 0 {
            assignment.explanations.clear();
        } else if assignment.explanations.len() > MAX_EXPLANATIONS {
            assignment.drop_explanations();
        }
    }

    /// Runs the kernels of changed cells until one makes a variable false.
    pub(super) fn propagate(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
    ) -> KernelResult {
        if self.kernels.is_empty() {
            return KernelResult::Fixpoint;
        }
        while let Some(literal) = assignment.trail.get(self.trail_head) {
            self.trail_head += 1;
            if literal & 1 == 0 {
                continue;
            }
            let (cell, digit) = matrix.candidates[*literal as usize / 2];
            self.masks[usize::from(cell)] &= !(1 << digit);
            for number in self.kernels_at.list(u32::from(cell)) {
                if !std::mem::replace(&mut self.queued[*number as usize], true) {
                    let cost = self.kernels[*number as usize].cost();
                    self.queues[cost].push_back(*number as u16);
                }
            }
        }
        while let Some(number) = self.queues.iter_mut().find_map(VecDeque::pop_front) {
            self.queued[usize::from(number)] = false;
            match self.run(matrix, assignment, number) {
                KernelResult::Fixpoint => {}
                result => return result,
            }
        }
        KernelResult::Fixpoint
    }

    /// Runs one kernel.
    fn run(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        number: u16,
    ) -> KernelResult {
        let kernels = Arc::clone(&self.kernels);
        let kernel = &kernels[usize::from(number)];
        let cells = kernel.cells();
        assignment.ticks += 8 + 2 * cells.len() as u64;
        self.before.clear();
        let masks = cells.iter().map(|cell| self.masks[usize::from(*cell)]);
        self.before.extend(masks);
        self.after.clone_from(&self.before);
        if !kernel.filter(&mut self.after) {
            self.explain_conflict(matrix, assignment, kernel);
            return KernelResult::Conflict;
        }
        let mut is_changed = false;
        for (place, cell) in cells.iter().enumerate() {
            let mut removed = self.before[place] & !self.after[place];
            while removed != 0 {
                let digit = removed.trailing_zeros() as u8;
                removed &= removed - 1;
                let Some(variable) = matrix.variable_of(*cell, digit) else {
                    continue;
                };
                match assignment.value(2 * variable) {
                    0 => {
                        is_changed = true;
                        assignment.assign(2 * variable + 1, PackedReason::kernel(number));
                    }
                    // The only candidate of its cell: the cell would be empty.
                    1 => {
                        self.explain_conflict(matrix, assignment, kernel);
                        return KernelResult::Conflict;
                    }
                    _ => {}
                }
            }
        }
        if is_changed {
            KernelResult::Changed
        } else {
            KernelResult::Fixpoint
        }
    }

    /// Replaces the reason of a variable by its explanation, if a kernel is the reason.
    pub(super) fn explain(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        variable: u32,
    ) -> PackedReason {
        let data = assignment.variable_data[variable as usize];
        let Reason::Kernel(number) = data.reason.unpack() else {
            return data.reason;
        };
        let kernels = Arc::clone(&self.kernels);
        let kernel = &kernels[number as usize];
        let (cell, digit) = matrix.candidates[variable as usize];
        self.collect_false_candidates(matrix, assignment, kernel, data.trail_index);
        if let (KernelRule::Pair(table), [first, _]) = (kernel.rule(), kernel.cells()) {
            // The partners of the digit in the other cell are false.
            let partners = table.partners(*first == cell, 1 << digit);
            self.restorable
                .retain(|one| one.cell != cell && one.bit & partners != 0);
        } else {
            let cells = kernel.cells();
            for (place, other) in cells.iter().enumerate() {
                if *other == cell {
                    self.before[place] = 1 << digit;
                }
            }
            self.restorable.retain(|one| one.cell != cell);
            self.minimize_explanation(kernel, |masks| !kernel.supports(masks, cell));
        }
        let explained = self.restorable.iter().map(|one| one.variable);
        let reason = assignment.add_explanation(number, explained);
        assignment.variable_data[variable as usize].reason = reason;
        reason
    }

    /// Writes the explanation of a conflict to the assignment.
    fn explain_conflict(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        kernel: &Kernel,
    ) {
        self.collect_false_candidates(matrix, assignment, kernel, u32::MAX);
        self.minimize_explanation(kernel, |masks| !kernel.is_feasible(masks));
        assignment.constraint_conflict.clear();
        let explained = self.restorable.iter().map(|one| one.variable);
        assignment.constraint_conflict.extend(explained);
    }

    /// Sets `before` to the masks of a kernel before the trail index `time`. Lists the candidates
    /// that were false then, the latest first.
    fn collect_false_candidates(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &Assignment,
        kernel: &Kernel,
        time: u32,
    ) {
        self.before.clear();
        self.restorable.clear();
        for (place, cell) in kernel.cells().iter().enumerate() {
            let variables = matrix.cell_variables(usize::from(*cell));
            if variables.is_empty() {
                self.before.push(self.masks[usize::from(*cell)]);
                continue;
            }
            let is_first = !kernel.cells()[..place].contains(cell);
            let mut mask = 0;
            for variable in variables {
                let bit = 1 << matrix.candidates[variable as usize].1;
                let data = assignment.variable_data[variable as usize];
                if assignment.value(2 * variable) >= 0 || data.trail_index >= time {
                    mask |= bit;
                } else if data.level > 0 && is_first {
                    self.restorable.push(Restorable {
                        variable,
                        trail_index: data.trail_index,
                        cell: *cell,
                        bit,
                    });
                }
            }
            self.before.push(mask);
        }
        self.restorable
            .sort_unstable_by_key(|one| std::cmp::Reverse(one.trail_index));
    }

    /// Minimizes an explanation. `fails` is a quick test of a contradiction, which may miss some.
    /// The filter of the kernel is the slow test.
    ///
    /// If neither test fails, no test of one candidate shows the removal. Then all false candidates
    /// of the kernel explain it.
    fn minimize_explanation(&mut self, kernel: &Kernel, fails: impl Fn(&[u16]) -> bool) {
        let filter_fails = |masks: &[u16], after: &mut Vec<u16>| {
            after.clear();
            after.extend_from_slice(masks);
            !kernel.filter(after)
        };
        if fails(&self.before) {
            self.drop_unneeded(kernel, |masks, _| fails(masks));
        } else if filter_fails(&self.before, &mut self.after) {
            self.drop_unneeded(kernel, filter_fails);
        }
    }

    /// Drops false candidates from the explanation as long as the kernel still fails without them.
    ///
    /// First it tries all candidates of a cell together, then one after the other.
    fn drop_unneeded(&mut self, kernel: &Kernel, fails: impl Fn(&[u16], &mut Vec<u16>) -> bool) {
        let Self {
            before,
            after,
            restorable,
            ..
        } = self;
        let mut tests = 0;
        let mut try_restoring = |cell: u16, bits: u16| {
            tests += 1;
            if tests > MAX_TESTS {
                return false;
            }
            let places = || {
                (0..)
                    .zip(kernel.cells())
                    .filter(|(_, other)| **other == cell)
            };
            places().for_each(|(place, _): (usize, _)| before[place] |= bits);
            let is_restored = fails(before, after);
            if !is_restored {
                places().for_each(|(place, _)| before[place] &= !bits);
            }
            is_restored
        };
        let mut at = 0;
        while at < restorable.len() {
            let cell = restorable[at].cell;
            let bits = |all: &[Restorable]| {
                let own = all.iter().filter(|one| one.cell == cell);
                own.fold(0, |bits, one| bits | one.bit)
            };
            // The latest candidate of a cell stands for all of them.
            let is_latest = restorable[..at].iter().all(|one| one.cell != cell);
            if is_latest && try_restoring(cell, bits(restorable)) {
                restorable.retain(|one| one.cell != cell);
            } else {
                at += 1;
            }
        }
        restorable.retain(|one| !try_restoring(one.cell, one.bit));
    }
}
