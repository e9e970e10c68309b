//! The functions that JavaScript calls; see the head of the crate.
//!
//! `no_mangle` counts as unsafe, because two exports with the same name are undefined behavior.
//! Nothing else here is unsafe: the module returns addresses of its own memory, and reads the bytes
//! that were written there as a vector.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::module::Module;

thread_local! {
    /// The module has one thread, so one instance is enough.
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Reserves `length` bytes for the next request, and returns their address.
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> usize {
    MODULE.with_borrow_mut(|module| module.alloc(length).as_mut_ptr().expose_provenance())
}

/// Handles the request in the reserved bytes. Returns 1 for a response and 0 for a problem.
#[unsafe(no_mangle)]
extern "C" fn call(name: usize, request: usize) -> u32 {
    MODULE.with_borrow_mut(|module| u32::from(module.call(name, request)))
}

/// Returns the address of the last answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    MODULE.with_borrow(|module| module.answer().as_ptr().expose_provenance())
}

/// Returns the length of the last answer in bytes.
#[unsafe(no_mangle)]
extern "C" fn answer_length() -> usize {
    MODULE.with_borrow(|module| module.answer().len())
}
