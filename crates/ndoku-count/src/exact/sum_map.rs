//! A hash table with open addressing from numbers to sums.
//!
//! [`std::collections::HashMap`] guards against keys that are chosen to collide. With about 10⁷
//! lookups, that guard takes more time than everything else.

/// A map from keys, which must not be 0, to numbers; missing keys have the number 0.
#[derive(Debug)]
pub(super) struct SumMap {
    /// Pairs of a key and its number; the key is 0 in a free slot.
    ///
    /// The length is a power of two, and at most half of the slots are occupied.
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
    /// Returns the number of keys.
    pub(super) const fn len(&self) -> usize {
        self.occupied
    }

    /// Removes all keys and keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        self.slots.fill((0, 0));
        self.occupied = 0;
    }

    /// Returns the number of a key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> u64 {
        self.slots[self.find_slot(key)].1
    }

    /// Returns the number of a key for writing, and inserts the key if it is missing.
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

    /// Iterates over all keys and their numbers in an unspecified order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.slots.iter().copied().filter(|(key, _)| *key != 0)
    }

    /// Iterates over all keys and their numbers, which can be changed.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (u64, &mut u64)> {
        self.slots
            .iter_mut()
            .filter(|(key, _)| *key != 0)
            .map(|(key, value)| (*key, value))
    }

    /// Returns the slot of a key, or the free slot where it belongs.
    #[inline]
    fn find_slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        // The upper bits of the product depend on all bits of the key.
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
    fn it_agrees_with_a_hash_map() {
        let mut rng = SplitMix64::new(5);
        let (mut sums, mut map) = (SumMap::default(), HashMap::new());
        for round in 0..20_000 {
            // Keys that differ in a few bits only, and the greatest key.
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
