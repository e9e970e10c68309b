//! Reads the Markdown documents of the workspace, so that tests can check them.
//!
//! ```text
//! root ─▶ documents() ─▶ Document ─┬─▶ blocks()      fenced code with its language and its mark
//!                                  ├─▶ headings()    anchors, as GitHub names them
//!                                  ├─▶ links()       targets of links and pictures
//!                                  └─▶ paragraphs()  prose without code and tables ─▶ sentences()
//! ```
//!
//! | what is checked | where |
//! |---|---|
//! | relative links, line lengths, sentences | `tests/documents.rs` of this crate |
//! | `rust` blocks | [`samples`]: each document with such a block is a doctest here |
//! | `console` and `sh` blocks, pictures | `apps/ndoku-command/tests/documents.rs` |
//!
//! Supports only the Markdown that these documents use: ATX headings, fences of three backticks,
//! inline links.
#![forbid(unsafe_code)]

mod markdown;
pub mod samples;

pub use markdown::{Block, Document, documents, root, sentences};
