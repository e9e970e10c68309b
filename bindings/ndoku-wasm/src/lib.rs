//! ndoku as a WebAssembly module: four functions around [`ndoku_api::Api::call`].
//!
//! ```text
//!   JavaScript                                 module
//!   room(n)            ──────────────────────▶ n bytes of its memory are set aside; their address comes back
//!   writes the name of the method and the request there, one behind the other
//!   call(name, request) ─────────────────────▶ 1: an answer, 0: a problem
//!   reads answer_length() bytes of JSON at answer()
//! ```
//!
//! The interface is our own, since glue made by `wasm-bindgen` is larger than all of this, and its command has to have the very version of its library. The module asks
//! for nothing: no imports, no clock, no threads. To cancel a call, its worker is ended. A panic traps; the worker is then started anew.
#![deny(unsafe_code)]

mod abi;
mod module;
