//! The documents with `rust` blocks. rustdoc runs each block as a doctest.
//!
//! The published crates cannot hold this list: a package includes no file from outside its folder.
//! A test of this crate fails if a document with a `rust` block is missing here.

/// Includes documents as the documentation of hidden modules, and lists their names.
macro_rules! tested {
    ($($module:ident $name:literal)*) => {
        /// The documents of the workspace whose `rust` blocks are doctests.
        pub const TESTED: &[&str] = &[$($name),*];
        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../../", $name))]
            mod $module {}
        )*
    };
}

tested! {
    readme "README.md"
    library "docs/guide/library.md"
    ndoku "crates/ndoku/README.md"
    ndoku_api "crates/ndoku-api/README.md"
    ndoku_core "crates/ndoku-core/README.md"
    ndoku_analysis "crates/ndoku-analysis/README.md"
    ndoku_count "crates/ndoku-count/README.md"
    ndoku_rating "crates/ndoku-rating/README.md"
    ndoku_formats "crates/ndoku-formats/README.md"
    ndoku_solver "crates/ndoku-solver/README.md"
    ndoku_generate "crates/ndoku-generate/README.md"
    ndoku_logic "crates/ndoku-logic/README.md"
    ndoku_game "crates/ndoku-game/README.md"
    ndoku_photo "crates/ndoku-photo/README.md"
    ndoku_render "crates/ndoku-render/README.md"
}
