//! ndoku as a WebAssembly module: four functions around [`ndoku_api::Api::call`].
//!
//! ```text
//!   JavaScript                             module
//!   alloc(n)             ────────────────▶ reserves n bytes of its memory, returns their address
//!   writes the name of the method and the request there, one after the other
//!   call(name, request)  ────────────────▶ returns 1 for a response, 0 for a problem
//!   reads answer_length() bytes of JSON at answer()
//! ```
//!
//! One method has no JSON: `lines` takes a puzzle a line and answers a line for each (`lines.rs`).
//!
//! The interface is our own, because glue from `wasm-bindgen` is larger than all of this code. The
//! `wasm-bindgen` command must also have exactly the version of its library.
//!
//! The module needs no imports, no clock and no threads. To cancel a call, the page terminates the
//! worker. A panic traps, and the page starts a new worker.
#![deny(unsafe_code)]

mod abi;
#[cfg(feature = "full")]
mod lines;
mod module;
