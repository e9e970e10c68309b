//! `Heap`: variables by activity, the greatest first; of equal ones the lower number.

/// A place that holds no variable.
const ABSENT: u32 = u32::MAX;
/// Above this, all activities are scaled down.
const LIMIT: f64 = 1e150;

/// A binary heap in which variables can be found and raised.
#[derive(Debug, Default)]
pub(super) struct Heap {
    activity: Vec<f64>,
    list: Vec<u32>,
    places: Vec<u32>,
    /// What the next blame adds.
    step: f64,
}

impl Heap {
    /// All variables, with these activities.
    pub(super) fn reset(&mut self, activity: impl Iterator<Item = f64>) {
        self.activity.clear();
        self.activity.extend(activity);
        let count = self.activity.len() as u32;
        self.list.clear();
        self.list.extend(0..count);
        self.places.clear();
        self.places.extend(0..count);
        self.step = 1.0;
        for place in (0..self.list.len() / 2).rev() {
            self.sink(place);
        }
    }

    #[inline]
    fn is_before(&self, one: u32, other: u32) -> bool {
        let (a, b) = (self.activity[one as usize], self.activity[other as usize]);
        a > b || (a == b && one < other)
    }

    #[inline]
    fn put(&mut self, place: usize, var: u32) {
        self.list[place] = var;
        self.places[var as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let var = self.list[place];
        while place > 0 {
            let above = (place - 1) / 2;
            let parent = self.list[above];
            if !self.is_before(var, parent) {
                break;
            }
            self.put(place, parent);
            place = above;
        }
        self.put(place, var);
    }

    fn sink(&mut self, mut place: usize) {
        let var = self.list[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.list.len() {
                break;
            }
            if child + 1 < self.list.len() && self.is_before(self.list[child + 1], self.list[child])
            {
                child += 1;
            }
            if !self.is_before(self.list[child], var) {
                break;
            }
            self.put(place, self.list[child]);
            place = child;
        }
        self.put(place, var);
    }

    /// The first variable, taken out.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let first = *self.list.first()?;
        let last = self.list.pop()?;
        self.places[first as usize] = ABSENT;
        if !self.list.is_empty() {
            self.put(0, last);
            self.sink(0);
        }
        Some(first)
    }

    /// Puts a variable back; nothing happens if it is there.
    #[inline]
    pub(super) fn insert(&mut self, var: u32) {
        if self.places[var as usize] == ABSENT {
            self.list.push(var);
            self.places[var as usize] = self.list.len() as u32 - 1;
            self.rise(self.list.len() - 1);
        }
    }

    /// Raises a variable's activity.
    #[inline]
    pub(super) fn blame(&mut self, var: u32) {
        let activity = &mut self.activity[var as usize];
        *activity += self.step;
        if *activity > LIMIT {
            self.activity
                .iter_mut()
                .for_each(|activity| *activity /= LIMIT);
            self.step /= LIMIT;
        }
        let place = self.places[var as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    /// What was blamed before counts less from now on, by this factor below 1.
    pub(super) fn fade(&mut self, factor: f64) {
        self.step /= factor;
    }
}

#[cfg(test)]
mod tests {
    use super::Heap;

    #[test]
    fn the_most_blamed_come_first() {
        let mut heap = Heap::default();
        heap.reset([0.0; 6].into_iter());
        for var in [3, 5, 3, 1] {
            heap.blame(var);
        }
        heap.fade(0.5);
        heap.blame(0);
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
