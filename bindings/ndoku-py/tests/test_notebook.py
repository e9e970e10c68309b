"""The notebook runs from top to bottom and prints what stands in it.

`python tests/test_notebook.py` writes the outputs into the notebook.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[3] / "docs" / "guide" / "python.ipynb"


def execute() -> tuple[Any, Any]:
    """Return the notebook as it is stored, and as it is after a run."""
    import nbformat
    from nbclient import NotebookClient

    stored = nbformat.read(NOTEBOOK, as_version=4)
    fresh = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(fresh, timeout=120, kernel_name="python3").execute()
    return stored, fresh


def outputs(notebook: Any) -> list[list[tuple[list[str], str | None]]]:
    """Return what each cell prints: texts, and the kinds of pictures and tables."""
    found: list[list[tuple[list[str], str | None]]] = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            shown: list[tuple[list[str], str | None]] = []
            for output in cell.outputs:
                if output.output_type == "stream":
                    shown.append(([output.name], output.text))
                else:
                    kinds = sorted(output.data)
                    shown.append((kinds, None if "text/html" in kinds else output.data["text/plain"]))
            found.append(shown)
    return found


def test_the_notebook_prints_what_stands_in_it() -> None:
    if not NOTEBOOK.exists():
        pytest.skip("the notebook is not beside the tests")
    for package in ("nbclient", "nbformat", "ipykernel", "pandas", "polars", "duckdb", "pyarrow"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    stored, fresh = execute()
    assert outputs(fresh) == outputs(stored)
    assert any("text/html" in kinds for cell in outputs(fresh) for kinds, _ in cell)


if __name__ == "__main__":
    import nbformat

    _, notebook = execute()
    for cell in notebook.cells:
        # Times of the run would change the file every time.
        cell.metadata.pop("execution", None)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    nbformat.write(notebook, NOTEBOOK)
