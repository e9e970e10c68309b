"""Examples in docstrings, the README and the guide; import time; the files of the package."""

from __future__ import annotations

import doctest
import importlib.metadata
import subprocess
import sys
from pathlib import Path

import ndoku
import ndoku.column
import ndoku.spark
import ndoku.tables
import pytest
from ndoku import _ndoku

PACKAGE = Path(__file__).parents[1]
GUIDE = PACKAGE.parents[1] / "docs" / "guide"
PAGES = [PACKAGE / "README.md", GUIDE / "python.md", GUIDE / "tables.md"]


def run(text: str, name: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    output: list[str] = []
    found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append)
    assert found.failed == 0, "".join(output)


DOCSTRINGS = {
    **{name: getattr(_ndoku, name).__doc__ for name in dir(_ndoku) if not name.startswith("__")},
    "ndoku": ndoku.__doc__,
    "ndoku.column": ndoku.column.__doc__,
    **{f"column.{name}": getattr(ndoku.column, name).__doc__ for name in ndoku.column.__all__},
    **{f"tables.{name}": getattr(ndoku.tables, name).__doc__ for name in ndoku.tables.__all__},
    "spark.schema": ndoku.spark.schema.__doc__,
}


@pytest.mark.parametrize("name", DOCSTRINGS)
def test_docstrings(name: str) -> None:
    text = DOCSTRINGS[name]
    assert text, f"{name} has no docstring"
    run(text, name)


def test_public_names_have_examples() -> None:
    for name in ndoku.__all__:
        value = getattr(ndoku, name)
        if callable(value) and not isinstance(value, type):
            assert ">>> " in (value.__doc__ or ""), name
    assert sorted(ndoku.__all__) == ndoku.__all__


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_documents(path: Path) -> None:
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the tests")
    for package in ("pyarrow", "duckdb", "polars") if path.name == "tables.md" else ("pyarrow",):
        pytest.importorskip(package)
    run(path.read_text(encoding="utf-8"), path.name)


def test_import_takes_less_than_a_blink() -> None:
    program = "import time; a = time.perf_counter(); import ndoku, ndoku.column; print(time.perf_counter() - a)"
    times = [float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(5)]
    # The goal is 30 ms on a quiet machine; the bench script measures it.
    assert min(times) < 0.3
    needless = "import sys, ndoku.column; print({'numpy', 'pyarrow', 'polars'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", needless]).strip() == b"set()"


def test_the_package_needs_no_other() -> None:
    needed = importlib.metadata.requires("ndoku") or []
    assert all("extra ==" in line for line in needed)
    assert importlib.metadata.version("ndoku") == ndoku.__version__
    assert (Path(ndoku.__file__).parent / "py.typed").exists()
