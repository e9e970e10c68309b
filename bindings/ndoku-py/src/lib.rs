//! The module `ndoku._ndoku`: what the Python package `ndoku` is made of.
//!
//! ```text
//!   puzzle      one puzzle: text, rows or NumPy array in; answers in the same kind
//!   answers     the types of its answers
//!   logic       hints, steps and paths
//!   generate    puzzles to order
//!   photo       puzzles in photographs
//!   column      whole columns
//!   parquet     pages of Parquet files
//!   capsule     arrays from and to other libraries, by the Arrow PyCapsule interface
//!   error       exceptions;  interrupt: Ctrl-C while the GIL is released
//! ```
#![deny(unsafe_code)]

mod answers;
mod capsule;
mod column;
mod error;
mod generate;
mod interrupt;
mod logic;
mod parquet;
mod photo;
mod puzzle;
mod solutions;

use pyo3::prelude::*;

/// The functions and classes of the package `ndoku`.
#[pymodule(gil_used = false)]
mod _ndoku {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::answers::{Answer, Count, Rating};
    #[pymodule_export]
    use crate::column::{Column, call, functions};
    #[pymodule_export]
    use crate::error::{LayoutError, NdokuError, ReadError, Stopped};
    #[pymodule_export]
    use crate::generate::{Generated, generate};
    #[pymodule_export]
    use crate::logic::{Hint, Path, Step, hint, path, steps};
    #[pymodule_export]
    use crate::parquet::pack_without_matches;
    #[pymodule_export]
    use crate::photo::{Photo, read_photo, read_photos};
    #[pymodule_export]
    use crate::puzzle::{
        Puzzle, canonical, count, draw, is_minimal, is_solution, minimize, rate, solve,
    };
    #[pymodule_export]
    use crate::solutions::{Solutions, solutions};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Adds to the error of a wrong argument which argument it is.
pub(crate) fn argument_error(name: &str, message: impl std::fmt::Display) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(format!("{name}: {message}"))
}
