//! A table with open addressing from numbers to sums: [`std::collections::HashMap`] guards against keys that are chosen to collide, which takes more time than all the rest where some 10⁷ keys
//! are looked up.

/// For each key, which must not be 0, a number; 0 for those that are not there.
#[derive(Debug)]
pub(super) struct SumMap {
    /// A power of two of places, at most half of them taken: the key, 0 where there is none, and its number.
    slots: Vec<(u64, u64)>,
    occupied: usize,
}

impl Default for SumMap {
    fn default() -> Self {
        Self {
            slots: vec![(0, 0); 2],
            occupied: 0,
        }
    }
}

impl SumMap {
    /// How many keys there are.
    pub(super) const fn len(&self) -> usize {
        self.occupied
    }

    /// Forgets all keys, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.slots.fill((0, 0));
        self.occupied = 0;
    }

    /// The number of a key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> u64 {
        self.slots[self.find_slot(key)].1
    }

    /// The same, to be changed; the key is there from now on.
    #[inline]
    pub(super) fn get_mut(&mut self, key: u64) -> &mut u64 {
        debug_assert!(key != 0);
        if 2 * self.occupied >= self.slots.len() {
            self.grow();
        }
        let slot = self.find_slot(key);
        let (slot_key, value) = &mut self.slots[slot];
        self.occupied += usize::from(*slot_key == 0);
        *slot_key = key;
        value
    }

    /// All keys and their numbers, in no order that means anything.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.slots.iter().copied().filter(|(key, _)| *key != 0)
    }

    /// The same, numbers to be changed.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (u64, &mut u64)> {
        self.slots
            .iter_mut()
            .filter(|(key, _)| *key != 0)
            .map(|(key, value)| (*key, value))
    }

    /// The place of a key, or where it belongs.
    #[inline]
    fn find_slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        // The upper bits of the product depend on all of the key.
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.slots[slot].0 != key && self.slots[slot].0 != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let twice = vec![(0, 0); 2 * self.slots.len()];
        for (key, value) in std::mem::replace(&mut self.slots, twice)
            .into_iter()
            .filter(|(key, _)| *key != 0)
        {
            let slot = self.find_slot(key);
            self.slots[slot] = (key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use ndoku_testkit::random::SplitMix64;

    use super::*;

    #[test]
    fn it_is_a_map() {
        let mut rng = SplitMix64::new(5);
        let (mut sums, mut map) = (SumMap::default(), HashMap::new());
        for round in 0..20_000 {
            // Keys in which only some bits differ, and the greatest.
            let key = if round == 0 {
                u64::MAX
            } else {
                (1 + rng.below(3000) as u64) << (8 * (round % 4))
            };
            let add = rng.below(100) as u64;
            *sums.get_mut(key) += add;
            *map.entry(key).or_insert(0) += add;
        }
        assert!((1..12_000).all(|key| sums.get(key) == map.get(&key).copied().unwrap_or(0)));
        assert_eq!(
            (sums.len(), sums.get(u64::MAX)),
            (map.len(), map[&u64::MAX])
        );
        assert_eq!(sums.iter().collect::<HashMap<u64, u64>>(), map);
        sums.iter_mut().for_each(|(key, value)| *value = key);
        assert!(sums.iter().all(|(key, value)| key == value));
        sums.clear();
        assert!(sums.len() == 0 && sums.iter().next().is_none() && sums.get(1) == 0);
    }
}
