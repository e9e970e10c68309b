//! The reader of photographs as a WebAssembly module: functions around [`ndoku_photo`].
//!
//! ```text
//!   JavaScript                              module
//!   alloc(4 · width · height)  ───────────▶ reserves bytes of its memory, returns their address
//!   writes the pixels there: red, green, blue and opacity in turn
//!   find_grid(width, height)   ───────────▶ returns 1 for the outline of a grid, 0 for a problem
//!   read_photo(width, height)  ───────────▶ returns 1 for a puzzle, 0 for a problem
//!   reads answer_length() bytes of JSON at answer()
//!   reads the grid without its perspective: rectified_length() bytes at rectified()
//! ```
//!
//! `ndoku-wasm` explains why there is no `wasm-bindgen`. This module is apart from it, so that only
//! those who read a photograph load the network and the image code.
//!
//! The module needs no imports, no clock and no threads. To cancel a call, the page terminates the
//! worker.
#![deny(unsafe_code)]

mod abi;
mod photo_reader;
mod rectified;
