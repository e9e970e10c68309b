//! `Maker`: one puzzle, from its own chance: a grid, clues that go, and climbing towards what is asked for.
//!
//! Three ways lead from a grid to a puzzle. Each begins *at the bottom*: clues (orbits of clues, with a symmetry) go in random order as long as one solution remains.
//!
//! - *Climbed*: if the puzzle is not what is asked for, some of its clues are dropped, and it is made again with the others as the last to go: a neighbour, taken if it
//!   is no further from what is asked for. After [`PATIENCE`] neighbours that were no nearer it begins with another grid.
//! - *Drawn*, where a difficulty between singles and chains is asked for: one of ten puzzles at the bottom has it, and to make another one costs less than anything else.
//! - *Eased*, where singles shall do, or the grid is larger: clues come back in a random order. Where singles just begin to solve it, one clue less leaves a puzzle that is
//!   just beyond them, and there it is looked for. Of one puzzle many orders can be tried, and to ask singles costs little.
//!
//! Clues that a number demands beyond that are put back, if the difficulty stays.

use ndoku_core::{Digit, Puzzle};
use ndoku_solver::{Budget, StopReason};

use super::judge::{Class, Judge};
use super::proof::{Prover, clue_count, marked};
use super::request::Request;
use super::thin::{Thinning, thin, thin_by_halves};
use super::{NotMade, pattern, pool};
use crate::fill::{Filler, shuffled};
use crate::{Rng, Symmetry};

/// Neighbours that are no nearer before it begins anew.
const PATIENCE: u64 = 60;
/// Orders in which clues come back to a puzzle before it is given up.
const ORDERS: usize = 8;
/// Clues that come back to a puzzle that is too hard before it is given up.
const SOFTENED: usize = 12;
/// What a clue too many or too few, or one that is not needed though it should be, counts beside tenths of a rating.
const OFF: u32 = 3;

/// Where fewer clues than this are asked for, chance alone hardly ever leads there.
const USUAL: usize = 24;

/// A way to come to what is asked for.
enum Way {
    /// From neighbour to neighbour.
    Climbed,
    /// Clues come back.
    Eased,
    /// By chance: another grid each time.
    Drawn,
}

/// A puzzle on the way: clues, the solution, and how far it is from what is asked for.
pub(super) struct Draft {
    pub(super) clues: Vec<u8>,
    pub(super) grid: Vec<u8>,
    pub(super) distance: u32,
}

/// A puzzle that is begun: a full grid, and in which order its clues shall go.
pub(super) struct Begun {
    pub(super) grid: Vec<u8>,
    /// The sets of cells that go together, by number, in order.
    pub(super) order: Vec<usize>,
    /// The clues that shall be left where more than needed may be.
    target: usize,
    /// The clues that stay at least.
    pub(super) floor: usize,
}

/// What a maker is of itself, so that it can wait while others go on.
pub(super) struct Waiting {
    rng: Rng,
    tries: u64,
    pub(super) sets: Vec<Vec<usize>>,
    at: Option<(Draft, u64)>,
    pub(super) begun: Begun,
}

/// What became of a try.
pub(super) enum Tried<'a> {
    /// It is what was asked for.
    Done(Maker<'a>, Draft),
    /// The next one waits for its clues to go.
    Next(Waiting),
}

/// Makes one puzzle.
pub(super) struct Maker<'a> {
    pub(super) request: &'a Request,
    pub(super) prover: &'a mut Prover,
    pub(super) judge: &'a mut Judge,
    pub(super) budget: &'a Budget<'a>,
    pub(super) rng: Rng,
    pub(super) tries: u64,
    filler: &'a Filler,
    /// The cells that have clues together or not at all.
    sets: Vec<Vec<usize>>,
    /// The puzzle from which it climbs, and how many neighbours were no nearer.
    at: Option<(Draft, u64)>,
    /// A grid that is there already, for the first try.
    first: Option<Vec<u8>>,
    /// The clues to begin with, and whether they are a full grid.
    start: Option<(Vec<u8>, bool)>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(
        request: &'a Request,
        filler: &'a Filler,
        prover: &'a mut Prover,
        judge: &'a mut Judge,
        mut rng: Rng,
        budget: &'a Budget<'a>,
        first: Option<Vec<u8>>,
    ) -> Result<Self, NotMade> {
        let symmetry = match request.symmetries[..] {
            [symmetry] => symmetry,
            ref several => several[rng.below(several.len() as u64) as usize],
        };
        let size = usize::from(prover.layout.size());
        let sets = if symmetry == Symmetry::None {
            (0..size * size).map(|cell| vec![cell]).collect()
        } else {
            symmetry.orbits(size)
        };
        let start = match &request.from {
            None => None,
            Some(from) => {
                let clues: Vec<u8> = from
                    .clues()
                    .iter()
                    .map(|clue| clue.map_or(0, Digit::get))
                    .collect();
                let is_full = clue_count(&clues) == clues.len();
                let solution = prover.solution(from, budget)?;
                if solution.is_none() && (is_full || prover.count(&clues, 1, budget)? == 0) {
                    return Err(NotMade::Start);
                }
                // With one solution that is the grid of all puzzles; else each try completes the clues.
                Some((clues, is_full))
            }
        };
        Ok(Self {
            request,
            prover,
            judge,
            budget,
            rng,
            tries: 0,
            filler,
            sets,
            at: None,
            first,
            start,
        })
    }

    /// The puzzle and its solution.
    pub(super) fn make(&mut self) -> Result<(Puzzle, Vec<u8>), NotMade> {
        if self.request.has_pencilmarks {
            return self.marks();
        }
        let draft = if let Some(pattern) = &self.request.pattern {
            pattern::find(self, pattern)?
        } else if let Some(pool) = self.request.pool {
            pool::evolve(self, pool)?
        } else {
            self.climb()?
        };
        Ok((self.prover.puzzle(&draft.clues), draft.grid))
    }

    /// Makes one up to where clues go, which is done for many at once; not for patterns, pools, pencilmarks and starts.
    pub(super) fn wait(mut self) -> Result<Waiting, NotMade> {
        let begun = self.next()?;
        let Self {
            rng,
            tries,
            sets,
            at,
            ..
        } = self;
        Ok(Waiting {
            rng,
            tries,
            sets,
            at,
            begun,
        })
    }

    /// Goes on from there, with what is left of the clues.
    pub(super) fn go_on(
        request: &'a Request,
        filler: &'a Filler,
        prover: &'a mut Prover,
        judge: &'a mut Judge,
        budget: &'a Budget<'a>,
        waiting: Waiting,
        clues: Vec<u8>,
    ) -> Result<Tried<'a>, NotMade> {
        let Waiting {
            rng,
            tries,
            sets,
            at,
            begun,
        } = waiting;
        let mut maker = Self {
            request,
            prover,
            judge,
            budget,
            rng,
            tries,
            filler,
            sets,
            at,
            first: None,
            start: None,
        };
        match maker.take(begun, clues)? {
            Some(draft) => Ok(Tried::Done(maker, draft)),
            None => maker.wait().map(Tried::Next),
        }
    }

    /// Counts a try.
    pub(super) fn try_again(&mut self) -> Result<(), NotMade> {
        if self.tries >= self.request.tries {
            return Err(NotMade::NotFound { tries: self.tries });
        }
        if let Some(reason) = self.budget.poll() {
            return Err(NotMade::Stopped(reason));
        }
        self.tries += 1;
        Ok(())
    }

    fn climb(&mut self) -> Result<Draft, NotMade> {
        loop {
            let begun = self.next()?;
            let clues = self.thinned(&begun)?;
            if let Some(draft) = self.take(begun, clues)? {
                return Ok(draft);
            }
        }
    }

    /// What to try next: another grid, or a neighbour.
    fn next(&mut self) -> Result<Begun, NotMade> {
        self.try_again()?;
        match self.at.take() {
            None => self.begin(),
            Some(at) => {
                let begun = self.beside(&at.0);
                self.at = Some(at);
                Ok(begun)
            }
        }
    }

    /// Takes what was tried, with what is left of its clues: it is what is asked for, or the next one is to be tried.
    fn take(&mut self, begun: Begun, clues: Vec<u8>) -> Result<Option<Draft>, NotMade> {
        let draft = match self.way() {
            Way::Eased => self.eased(clues, begun)?,
            Way::Drawn => match self
                .judge
                .class(self.prover, &clues, &begun.grid, self.budget)?
            {
                Class::Within => Some(self.filled(clues, begun.grid, begun.target)?),
                Class::Harder if self.judge.is_above_candidates() && !self.request.is_minimal => {
                    self.softened(clues, begun)?
                }
                _ => None,
            },
            Way::Climbed => {
                let draft = self.finish(clues, begun.grid, begun.target)?;
                if draft.distance == 0 {
                    return Ok(Some(draft));
                }
                self.at = match self.at.take() {
                    None => Some((draft, 0)),
                    Some((at, idle)) => {
                        let idle = if draft.distance < at.distance {
                            0
                        } else {
                            idle + 1
                        };
                        let better = if draft.distance <= at.distance {
                            draft
                        } else {
                            at
                        };
                        (idle < PATIENCE).then_some((better, idle))
                    }
                };
                None
            }
        };
        Ok(draft.filter(|draft| draft.distance == 0))
    }

    /// How to come to what is asked for.
    fn way(&self) -> Way {
        let is_small = self.prover.layout.size() <= 9;
        match () {
            // Where few clues are asked for, only climbing leads there.
            () if !self.judge.bounds()
                || *self.request.clues.end() < USUAL.min(self.prover.layout.cell_count()) =>
            {
                Way::Climbed
            }
            () if !self.judge.is_by_singles() && is_small => Way::Drawn,
            () if self.request.is_minimal => Way::Climbed,
            () => Way::Eased,
        }
    }

    /// A full grid to take clues from.
    pub(super) fn grid(&mut self) -> Result<Vec<u8>, NotMade> {
        if let Some(grid) = self.first.take() {
            return Ok(grid);
        }
        match &self.start {
            None => Ok(self.filler.fill(&mut self.rng, self.budget)?),
            Some((clues, true)) => Ok(clues.clone()),
            Some((clues, false)) => Ok(self.filler.complete(clues, &mut self.rng, self.budget)?),
        }
    }

    /// The sets in random order; those with clues of the start, if it is a puzzle, last.
    fn order(&mut self) -> Vec<usize> {
        let order = shuffled(self.sets.len(), &mut self.rng);
        match &self.start {
            Some((clues, false)) => {
                let has_clue = |set: &usize| self.sets[*set].iter().any(|cell| clues[*cell] > 0);
                let (last, first): (Vec<usize>, Vec<usize>) = order.into_iter().partition(has_clue);
                [first, last].concat()
            }
            _ => order,
        }
    }

    /// How many clues shall be left, where more than needed may be.
    fn target(&mut self) -> usize {
        let (least, most) = (*self.request.clues.start(), *self.request.clues.end());
        match () {
            () if self.request.is_minimal || least == 0 => 0,
            // No more than it says where it does not say how many.
            () if most == self.prover.layout.cell_count() => least,
            () => least + self.rng.below((most - least) as u64 + 1) as usize,
        }
    }

    /// A puzzle that is made to the bottom, or to the number of clues that is wanted.
    pub(super) fn fresh(&mut self) -> Result<Draft, NotMade> {
        let begun = self.begin()?;
        self.draft(begun)
    }

    /// One beside it.
    pub(super) fn neighbour(&mut self, draft: &Draft) -> Result<Draft, NotMade> {
        let begun = self.beside(draft);
        self.draft(begun)
    }

    fn draft(&mut self, begun: Begun) -> Result<Draft, NotMade> {
        let clues = self.thinned(&begun)?;
        self.finish(clues, begun.grid, begun.target)
    }

    fn begin(&mut self) -> Result<Begun, NotMade> {
        let grid = self.grid()?;
        let order = self.order();
        Ok(self.begun(grid, order))
    }

    fn begun(&mut self, grid: Vec<u8>, order: Vec<usize>) -> Begun {
        let target = self.target();
        // A difficulty is reached with few clues; those that a number demands are put back.
        let floor = if self.judge.is_idle() { target } else { 0 };
        Begun {
            grid,
            order,
            target,
            floor,
        }
    }

    fn thinned(&mut self, begun: &Begun) -> Result<Vec<u8>, NotMade> {
        let mut clues = begun.grid.clone();
        self.prover.thin(
            &mut clues,
            (&self.sets, &begun.order),
            begun.floor,
            self.request.is_minimal,
            self.budget,
        )?;
        Ok(clues)
    }

    /// A neighbour: some of its clues go first, its other clues last.
    fn beside(&mut self, draft: &Draft) -> Begun {
        let mut order = shuffled(self.sets.len(), &mut self.rng);
        let has_clue = |set: &usize| self.sets[*set].iter().any(|cell| draft.clues[*cell] > 0);
        let (clues, others): (Vec<usize>, Vec<usize>) = order.drain(..).partition(has_clue);
        let dropped = (1 + self.rng.below(3) as usize).min(clues.len());
        let order = [&clues[..dropped], &others, &clues[dropped..]].concat();
        self.begun(draft.grid.clone(), order)
    }

    /// Puts clues back up to a number, and says how far the puzzle is from what is asked for.
    fn finish(&mut self, clues: Vec<u8>, grid: Vec<u8>, target: usize) -> Result<Draft, NotMade> {
        let distance = self.judged(&clues, &grid)?;
        if distance == 0 {
            return self.filled(clues, grid, target);
        }
        let distance = distance + self.off(&clues)?;
        Ok(Draft {
            clues,
            grid,
            distance,
        })
    }

    /// A puzzle of the difficulty that is asked for gets clues back up to a number, as long as it stays one.
    fn filled(
        &mut self,
        mut clues: Vec<u8>,
        grid: Vec<u8>,
        target: usize,
    ) -> Result<Draft, NotMade> {
        if clue_count(&clues) < target {
            for set in shuffled(self.sets.len(), &mut self.rng) {
                let missing = self.sets[set]
                    .iter()
                    .filter(|cell| clues[**cell] == 0)
                    .count();
                if missing == 0 || clue_count(&clues) + missing > target {
                    continue;
                }
                let mut with = clues.clone();
                self.sets[set]
                    .iter()
                    .for_each(|cell| with[*cell] = grid[*cell]);
                if self.judge.is_idle()
                    || self.judge.class(self.prover, &with, &grid, self.budget)? == Class::Within
                {
                    clues = with;
                }
                if clue_count(&clues) == target {
                    break;
                }
            }
        }
        let distance = self.off(&clues)?;
        Ok(Draft {
            clues,
            grid,
            distance,
        })
    }

    fn judged(&mut self, clues: &[u8], grid: &[u8]) -> Result<u32, NotMade> {
        if self.judge.is_idle() {
            Ok(0)
        } else {
            self.judge.distance(self.prover, clues, grid, self.budget)
        }
    }

    /// How far the number of clues is from what is asked for, and how many are not needed though they should be.
    pub(super) fn off(&mut self, clues: &[u8]) -> Result<u32, NotMade> {
        let (count, range) = (clue_count(clues), &self.request.clues);
        let off = range.start().saturating_sub(count) + count.saturating_sub(*range.end());
        // Without a symmetry, thinning has seen to it, unless clues had to stay in a pattern.
        let spare = if self.request.is_minimal
            && (self.sets.len() < clues.len() || self.request.pattern.is_some())
        {
            self.spare(clues)?
        } else {
            0
        };
        Ok(OFF * (off + spare) as u32)
    }

    /// How many clues could go alone.
    fn spare(&mut self, clues: &[u8]) -> Result<usize, NotMade> {
        let without: Vec<Vec<u8>> = (0..clues.len())
            .filter(|cell| clues[*cell] > 0)
            .map(|cell| {
                clues
                    .iter()
                    .enumerate()
                    .map(|(at, digit)| if at == cell { 0 } else { *digit })
                    .collect()
            })
            .collect();
        Ok(self
            .prover
            .unique(&without, self.budget)?
            .iter()
            .filter(|unique| **unique)
            .count())
    }

    /// A puzzle made to the bottom gets, if it is too hard, more clues until it is not; none if that does not lead to what is asked for.
    fn eased(&mut self, mut clues: Vec<u8>, begun: Begun) -> Result<Option<Draft>, NotMade> {
        let Begun { grid, target, .. } = begun;
        match self.judge.class(self.prover, &clues, &grid, self.budget)? {
            Class::Within => {}
            Class::Easier => return Ok(None),
            Class::Harder => {
                let mut blanks: Vec<usize> = (0..self.sets.len())
                    .filter(|set| self.sets[*set].iter().any(|cell| clues[*cell] == 0))
                    .collect();
                let mut found = None;
                for _ in 0..ORDERS {
                    self.rng.shuffle(&mut blanks);
                    found = self.border(&clues, &grid, &blanks)?;
                    if found.is_some() {
                        break;
                    }
                }
                let Some(with) = found else { return Ok(None) };
                clues = with;
            }
        }
        self.filled(clues, grid, target).map(Some)
    }

    /// A puzzle that was too hard gets clues back one by one, without those that make it too easy; none if that does not soon lead to what is asked for.
    fn softened(&mut self, mut clues: Vec<u8>, begun: Begun) -> Result<Option<Draft>, NotMade> {
        let Begun { grid, target, .. } = begun;
        let mut open = self.judge.open_cells().copied();
        let mut left = SOFTENED;
        for set in shuffled(self.sets.len(), &mut self.rng) {
            let may_help =
                |cell: &usize| clues[*cell] == 0 && open.as_ref().is_none_or(|open| open[*cell]);
            if left == 0 || !self.sets[set].iter().any(may_help) {
                continue;
            }
            let mut with = clues.clone();
            self.sets[set]
                .iter()
                .for_each(|cell| with[*cell] = grid[*cell]);
            if clue_count(&with) > *self.request.clues.end() {
                continue;
            }
            left -= 1;
            match self.judge.class(self.prover, &with, &grid, self.budget)? {
                Class::Within => return self.filled(with, grid, target).map(Some),
                Class::Harder => {
                    clues = with;
                    open = self.judge.open_cells().copied();
                }
                Class::Easier => {}
            }
        }
        Ok(None)
    }

    /// The puzzle with the first of these clues, as many as it takes to be what is asked for; none if it is too hard with some and too easy with one more.
    fn border(
        &mut self,
        clues: &[u8],
        grid: &[u8],
        blanks: &[usize],
    ) -> Result<Option<Vec<u8>>, NotMade> {
        let with = |sets: &[Vec<usize>], number: usize| {
            let mut with = clues.to_vec();
            blanks[..number]
                .iter()
                .flat_map(|set| &sets[*set])
                .for_each(|cell| with[*cell] = grid[*cell]);
            with
        };
        // With so many it is too hard, with so many it is easy: singles solve it.
        let (mut hard, mut easy) = (0, blanks.len());
        let reach = self.judge.beginning();
        while easy - hard > 1 {
            let middle = hard.midpoint(easy);
            if self.prover.by_singles(&with(&self.sets, middle), reach) {
                easy = middle;
            } else {
                hard = middle;
            }
        }
        // What singles just solve may be what is asked for, or what they just do not solve, or something harder than that.
        hard = 0;
        let mut next = easy;
        let mut is_first = true;
        loop {
            let more = with(&self.sets, next);
            match self.judge.class(self.prover, &more, grid, self.budget)? {
                Class::Within if clue_count(&more) <= *self.request.clues.end() => {
                    return Ok(Some(more));
                }
                Class::Within | Class::Easier => easy = next,
                Class::Harder => hard = next,
            }
            if easy <= hard + 1 {
                return Ok(None);
            }
            // One less is where it is most often.
            next = if is_first {
                easy - 1
            } else {
                hard.midpoint(easy)
            };
            is_first = false;
        }
    }

    /// A puzzle of pencilmarks: candidates come back in random order as long as one solution remains.
    fn marks(&mut self) -> Result<(Puzzle, Vec<u8>), NotMade> {
        self.try_again()?;
        let grid = self.grid()?;
        let size = usize::from(self.prover.layout.size());
        let mut state: Vec<u64> = grid.iter().map(|digit| 1 << (digit - 1)).collect();
        let mut order: Vec<usize> = (0..size * grid.len())
            .filter(|mark| usize::from(grid[mark / size]) != mark % size + 1)
            .collect();
        self.rng.shuffle(&mut order);
        let is_classic = self.prover.layout.is_classic();
        let mut marks = Marks {
            prover: self.prover,
            size,
            budget: self.budget,
        };
        if is_classic {
            thin(&mut marks, &mut state, &order)?;
        } else {
            thin_by_halves(&mut marks, &mut state, &order)?;
        }
        let puzzle = marked(&self.prover.layout, &state);
        if puzzle.pencilmarks().is_none() && size > 1 {
            return Err(NotMade::Stopped(StopReason::Fault));
        }
        Ok((puzzle, grid))
    }
}

/// Pencilmarks: what is taken away is that a candidate is missing.
struct Marks<'a> {
    prover: &'a mut Prover,
    size: usize,
    budget: &'a Budget<'a>,
}

impl Thinning for Marks<'_> {
    type State = Vec<u64>;

    fn take(&self, state: &mut Vec<u64>, item: usize) {
        state[item / self.size] |= 1 << (item % self.size);
    }

    fn may_go(&self, _: &Vec<u64>, _: usize) -> bool {
        true
    }

    fn pass(&mut self, states: &[Vec<u64>]) -> Result<Vec<bool>, NotMade> {
        self.prover.unique_marks(states, self.budget)
    }
}
