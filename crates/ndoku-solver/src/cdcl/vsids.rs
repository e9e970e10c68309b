//! `ActivityHeap`: the variables by VSIDS activity, the greatest first.
//!
//! VSIDS (variable state independent decaying sum) is the decision heuristic of Chaff (Moskewicz
//! and others, 2001). This is the form of MiniSat: the increment grows instead of all activities
//! shrinking. Of variables with equal activity the lower number comes first.

/// The slot of a variable that is not in the heap.
const ABSENT: u32 = u32::MAX;
/// Above this activity, all activities are scaled down.
const RESCALE_LIMIT: f64 = 1e150;

/// A binary heap of variables in which an activity can be increased.
#[derive(Debug, Default)]
pub(super) struct ActivityHeap {
    /// For each variable its activity.
    activity: Vec<f64>,
    /// The variables in heap order.
    heap: Vec<u32>,
    /// For each variable its index in `heap`, or [`ABSENT`].
    slots: Vec<u32>,
    /// The amount that the next [`bump`](Self::bump) adds.
    increment: f64,
}

impl ActivityHeap {
    /// Fills the heap with all variables, with these activities.
    pub(super) fn reset(&mut self, activity: impl Iterator<Item = f64>) {
        self.activity.clear();
        self.activity.extend(activity);
        let count = self.activity.len() as u32;
        self.heap.clear();
        self.heap.extend(0..count);
        self.slots.clear();
        self.slots.extend(0..count);
        self.increment = 1.0;
        for slot in (0..self.heap.len() / 2).rev() {
            self.sift_down(slot);
        }
    }

    #[inline]
    fn is_before(&self, one: u32, other: u32) -> bool {
        let (a, b) = (self.activity[one as usize], self.activity[other as usize]);
        a > b || (a == b && one < other)
    }

    #[inline]
    fn set_slot(&mut self, slot: usize, variable: u32) {
        self.heap[slot] = variable;
        self.slots[variable as usize] = slot as u32;
    }

    fn sift_up(&mut self, mut slot: usize) {
        let variable = self.heap[slot];
        while slot > 0 {
            let parent_slot = (slot - 1) / 2;
            let parent = self.heap[parent_slot];
            if !self.is_before(variable, parent) {
                break;
            }
            self.set_slot(slot, parent);
            slot = parent_slot;
        }
        self.set_slot(slot, variable);
    }

    fn sift_down(&mut self, mut slot: usize) {
        let variable = self.heap[slot];
        loop {
            let mut child = 2 * slot + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.is_before(self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            if !self.is_before(self.heap[child], variable) {
                break;
            }
            self.set_slot(slot, self.heap[child]);
            slot = child;
        }
        self.set_slot(slot, variable);
    }

    /// Removes and returns the variable with the greatest activity.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.slots[first as usize] = ABSENT;
        if !self.heap.is_empty() {
            self.set_slot(0, last);
            self.sift_down(0);
        }
        Some(first)
    }

    /// Inserts a variable. Does nothing if the variable is in the heap.
    #[inline]
    pub(super) fn insert(&mut self, variable: u32) {
        if self.slots[variable as usize] == ABSENT {
            self.heap.push(variable);
            self.slots[variable as usize] = self.heap.len() as u32 - 1;
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Increases the activity of a variable by the current increment.
    #[inline]
    pub(super) fn bump(&mut self, variable: u32) {
        let activity = &mut self.activity[variable as usize];
        *activity += self.increment;
        if *activity > RESCALE_LIMIT {
            self.activity
                .iter_mut()
                .for_each(|activity| *activity /= RESCALE_LIMIT);
            self.increment /= RESCALE_LIMIT;
        }
        let slot = self.slots[variable as usize];
        if slot != ABSENT {
            self.sift_up(slot as usize);
        }
    }

    /// Decays all activities by a factor below 1, relative to later bumps.
    ///
    /// Takes constant time: divides the increment by the factor.
    pub(super) fn decay(&mut self, factor: f64) {
        self.increment /= factor;
    }
}

#[cfg(test)]
mod tests {
    use super::ActivityHeap;

    #[test]
    fn variables_are_popped_by_descending_activity() {
        let mut heap = ActivityHeap::default();
        heap.reset([0.0; 6].into_iter());
        for variable in [3, 5, 3, 1] {
            heap.bump(variable);
        }
        heap.decay(0.5);
        heap.bump(0);
        let order: Vec<u32> = std::iter::from_fn(|| heap.pop()).collect();
        assert_eq!(order, [0, 3, 1, 5, 2, 4]);
        heap.insert(2);
        heap.insert(5);
        heap.insert(5);
        assert_eq!(
            [heap.pop(), heap.pop(), heap.pop()],
            [Some(5), Some(2), None]
        );
    }
}
