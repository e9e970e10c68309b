//! `TextMemory`: the growing bytes of a column of strings.
//!
//! ```text
//!   below 4 MB    a vector
//!   from 4 MB     on Linux: pages of the kernel, of 2 MB where it has them
//! ```
//!
//! The solutions of a million rows are 81 MB. In pages of 4 KB, the kernel needs a seventh of the
//! time of the solver to hand them out; see `docs/benchmarks/python.md`.

use arrow_buffer::Buffer;
#[cfg(target_os = "linux")]
use memmap2::{Advice, MmapMut, MmapOptions};

/// Number of bytes from which memory is asked of the kernel.
#[cfg(target_os = "linux")]
const MIN_MAPPED: usize = 4 << 20;

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
        if length >= MIN_MAPPED
            && let Ok(map) = MmapOptions::new().len(length).map_anon()
        {
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
                Buffer::from(bytes::Bytes::from_owner(map)).slice_with_length(0, self.len)
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
}
