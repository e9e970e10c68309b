//! Pages of Parquet files, packed by ndoku's own codes. `ndoku/_parquet.py` writes the files.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Packs a page without repeated strings as a frame of zstd.
#[pyfunction]
pub(crate) fn pack_without_matches<'py>(py: Python<'py>, page: &[u8]) -> Bound<'py, PyBytes> {
    let packed = py.detach(|| ndoku_arrow::pack_without_matches(page));
    PyBytes::new(py, &packed)
}
