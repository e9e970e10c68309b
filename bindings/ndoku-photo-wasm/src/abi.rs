//! The functions that JavaScript calls; see the head of the crate.
//!
//! `no_mangle` counts as unsafe, because two exports with the same name are undefined behavior.
//! Nothing else here is unsafe: the module returns addresses of its own memory, and reads the bytes
//! that were written there as a vector.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::photo_reader::PhotoReader;

thread_local! {
    /// The module has one thread, so one instance is enough.
    static READER: RefCell<PhotoReader> = RefCell::default();
}

/// Reserves `length` bytes for the pixels of the next picture, and returns their address.
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> usize {
    READER.with_borrow_mut(|reader| reader.alloc(length).as_mut_ptr().expose_provenance())
}

/// Finds the clearest grid of the picture. Returns 1 for its outline and 0 for a problem.
#[unsafe(no_mangle)]
extern "C" fn find_grid(width: usize, height: usize) -> u32 {
    READER.with_borrow_mut(|reader| u32::from(reader.find_grid(width, height)))
}

/// Reads the puzzle of the picture. Returns 1 for a puzzle and 0 for a problem.
#[unsafe(no_mangle)]
extern "C" fn read_photo(width: usize, height: usize) -> u32 {
    READER.with_borrow_mut(|reader| u32::from(reader.read_photo(width, height)))
}

/// Returns the address of the last answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    READER.with_borrow(|reader| reader.answer().as_ptr().expose_provenance())
}

/// Returns the length of the last answer in bytes.
#[unsafe(no_mangle)]
extern "C" fn answer_length() -> usize {
    READER.with_borrow(|reader| reader.answer().len())
}

/// Returns the address of the pixels of the grid that was read last.
#[unsafe(no_mangle)]
extern "C" fn rectified() -> usize {
    READER.with_borrow(|reader| reader.rectified().as_ptr().expose_provenance())
}

/// Returns the length of these pixels in bytes; 0 after a problem.
#[unsafe(no_mangle)]
extern "C" fn rectified_length() -> usize {
    READER.with_borrow(|reader| reader.rectified().len())
}
