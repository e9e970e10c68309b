//! `TextMemory`: the growing bytes of a column of strings.
//!
//! ```text
//!   below 4 MB    a vector
//!   from 4 MB     on Linux: pages of the kernel, of 2 MB where it has them
//! ```
//!
//! The solutions of a million rows are 81 MB. In pages of 4 KB, the kernel needs a seventh of the
//! time of the solver to hand them out; see `docs/benchmarks/python.md`. Pages of 2 MB still cost
//! up to a tenth, because the kernel writes zeros to them. So the memory of dropped columns is kept
//! for the next ones, up to 128 MB.

#[cfg(target_os = "linux")]
use std::sync::Mutex;

use arrow_buffer::Buffer;
#[cfg(target_os = "linux")]
use memmap2::{Advice, MmapMut, MmapOptions};

/// Number of bytes from which memory is asked of the kernel.
#[cfg(target_os = "linux")]
const MIN_MAPPED: usize = 4 << 20;

/// Maximum number of bytes that are kept for the next columns.
#[cfg(target_os = "linux")]
const MAX_SPARE: usize = 128 << 20;

/// Memory of dropped columns, the oldest first. A lock that is taken is not waited for: a process
/// may fork while another thread has it.
#[cfg(target_os = "linux")]
static SPARE: Mutex<Vec<MmapMut>> = Mutex::new(Vec::new());

/// Takes kept memory of at least this length, and at most twice as much.
#[cfg(target_os = "linux")]
fn take_spare(length: usize) -> Option<MmapMut> {
    let mut spare = SPARE.try_lock().ok()?;
    let fits = |map: &MmapMut| map.len() >= length && map.len() / 2 <= length;
    let place = spare.iter().position(fits)?;
    Some(spare.remove(place))
}

/// Memory of a column, which is kept when the column is dropped.
#[cfg(target_os = "linux")]
struct Lent(Option<MmapMut>);

#[cfg(target_os = "linux")]
impl AsRef<[u8]> for Lent {
    fn as_ref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}

#[cfg(target_os = "linux")]
impl Drop for Lent {
    fn drop(&mut self) {
        let Some(map) = self.0.take().filter(|map| map.len() <= MAX_SPARE) else {
            return;
        };
        if let Ok(mut spare) = SPARE.try_lock() {
            spare.push(map);
            while spare.iter().map(|map| map.len()).sum::<usize>() > MAX_SPARE {
                spare.remove(0);
            }
        }
    }
}

/// Bytes that grow at their end.
#[derive(Debug)]
pub(crate) struct TextMemory {
    memory: Memory,
    /// Number of bytes in use. The others are initialized, and have any value.
    len: usize,
}

#[derive(Debug)]
enum Memory {
    Vector(Vec<u8>),
    #[cfg(target_os = "linux")]
    Mapped(MmapMut),
}

impl Memory {
    /// Takes memory for this number of bytes.
    fn with_length(length: usize) -> Self {
        #[cfg(target_os = "linux")]
        if length >= MIN_MAPPED {
            if let Some(map) = take_spare(length) {
                return Self::Mapped(map);
            }
            let Ok(map) = MmapOptions::new().len(length).map_anon() else {
                return Self::Vector(vec![0; length]);
            };
            // Without pages of 2 MB, the memory is slower and not wrong.
            let _ = map.advise(Advice::HugePage);
            return Self::Mapped(map);
        }
        Self::Vector(vec![0; length])
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Vector(bytes) => bytes,
            #[cfg(target_os = "linux")]
            Self::Mapped(bytes) => bytes,
        }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Vector(bytes) => bytes,
            #[cfg(target_os = "linux")]
            Self::Mapped(bytes) => bytes,
        }
    }
}

impl TextMemory {
    /// Creates a buffer without bytes.
    pub(crate) const fn new() -> Self {
        Self {
            memory: Memory::Vector(Vec::new()),
            len: 0,
        }
    }

    /// Returns the number of bytes.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Takes memory for this number of further bytes.
    pub(crate) fn reserve(&mut self, count: usize) {
        let needed = self.len.saturating_add(count);
        if needed > self.memory.bytes().len() {
            let mut memory = Memory::with_length(needed);
            memory.bytes_mut()[..self.len].copy_from_slice(self.bytes());
            self.memory = memory;
        }
    }

    /// Appends bytes of any value, for the caller to write.
    pub(crate) fn grow(&mut self, count: usize) -> &mut [u8] {
        let available = self.memory.bytes().len();
        if available - self.len < count {
            self.reserve(count.max(available));
        }
        let start = self.len;
        self.len += count;
        &mut self.memory.bytes_mut()[start..start + count]
    }

    /// Appends these bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.grow(bytes.len()).copy_from_slice(bytes);
    }

    /// Drops all bytes after the first ones.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Returns the bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.memory.bytes()[..self.len]
    }

    /// Returns the bytes from a place on, for changes.
    pub(crate) fn bytes_mut(&mut self, start: usize) -> &mut [u8] {
        &mut self.memory.bytes_mut()[start..self.len]
    }

    /// Returns the bytes as a buffer of Arrow, without a copy.
    pub(crate) fn into_buffer(self) -> Buffer {
        match self.memory {
            Memory::Vector(mut bytes) => {
                bytes.truncate(self.len);
                Buffer::from_vec(bytes)
            }
            #[cfg(target_os = "linux")]
            Memory::Mapped(map) => {
                let bytes = bytes::Bytes::from_owner(Lent(Some(map)));
                Buffer::from(bytes).slice_with_length(0, self.len)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_stay_while_the_memory_grows() {
        let mut memory = TextMemory::new();
        let mut expected = Vec::new();
        for part in 0..300_u32 {
            let bytes = vec![part as u8; 37 * part as usize];
            memory.push(&bytes);
            expected.extend(bytes);
            if part % 7 == 0 {
                memory.truncate(expected.len() - part as usize);
                expected.truncate(expected.len() - part as usize);
            }
            assert_eq!(memory.len(), expected.len());
        }
        memory.reserve(5 << 20);
        memory.grow(6 << 20).fill(7);
        expected.resize(expected.len() + (6 << 20), 7);
        let start = expected.len() - 9;
        memory.bytes_mut(start).copy_from_slice(b"the end !");
        expected[start..].copy_from_slice(b"the end !");
        assert_eq!(memory.bytes(), expected);
        let buffer = memory.into_buffer();
        assert_eq!(buffer.as_slice(), expected);
        assert!(TextMemory::new().into_buffer().is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_of_dropped_columns_is_used_again() {
        let fill = |value: u8, length: usize| {
            let mut memory = TextMemory::new();
            memory.reserve(length);
            memory.grow(length - 1).fill(value);
            memory.into_buffer()
        };
        let first = fill(1, 40 << 20);
        let second = fill(2, 41 << 20);
        let places = [first.as_ptr(), second.as_ptr()];
        // Both are in use, so that a third column has other memory.
        assert!(!places.contains(&fill(3, 40 << 20).as_ptr()));
        assert!(first.iter().all(|byte| *byte == 1) && second.iter().all(|byte| *byte == 2));
        drop((first, second));
        let again = fill(4, 39 << 20);
        assert_eq!(again.len(), (39 << 20) - 1);
        assert!(again.iter().all(|byte| *byte == 4));
        // Small columns do not take large memory, and little is kept.
        assert!(fill(5, 5 << 20).as_slice()[0] == 5);
        let columns: Vec<Buffer> = (0..6).map(|value| fill(value, 50 << 20)).collect();
        drop(columns);
        let kept: usize = SPARE.lock().unwrap().iter().map(|map| map.len()).sum();
        assert!(kept <= MAX_SPARE, "{kept}");
    }
}
