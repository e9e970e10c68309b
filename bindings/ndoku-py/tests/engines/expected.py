"""The rows that every engine answers, and the answers of `ndoku.column`."""

from __future__ import annotations

from typing import Any

import ndoku.column as nc
from conftest import EASY, ROWS, SOLVED
from ndoku._engines import EngineFunction, engine_functions

FUNCTIONS = engine_functions({})

# More rows than a vector of DuckDB, with every kind of row in each part.
PUZZLES = ROWS * 170
SOLUTIONS = [SOLVED if row == EASY else SOLVED[::-1] for row in PUZZLES]
IDS = range(len(PUZZLES))


def name_of(function: EngineFunction) -> str:
    """Return the name of a function as the name of a test."""
    return function.name


def expected(function: EngineFunction, **options: Any) -> list[Any]:
    """Return the answers of `ndoku.column`."""
    columns = (PUZZLES, SOLUTIONS)[: len(function.columns)]
    answers = getattr(nc, function.question)(*columns, **options)
    rows: list[Any] = (answers if function.field is None else answers[function.field]).to_pylist()
    return rows


def table() -> Any:
    """Return the rows as a table of PyArrow."""
    import pyarrow as pa

    columns = {"id": IDS, "puzzle": PUZZLES, "solution": SOLUTIONS}
    return pa.table(columns)


def parquet_files(folder: Any, files: int) -> None:
    """Write the rows in several Parquet files."""
    import pyarrow.parquet as pq

    folder.mkdir()
    rows = table()
    size = -(-len(PUZZLES) // files)
    for part in range(files):
        pq.write_table(rows.slice(part * size, size), folder / f"part-{part}.parquet")


def answered(ask: list[str], **options: Any) -> list[dict[str, Any]]:
    """Return the rows of `ndoku.column.table`."""
    rows: list[dict[str, Any]] = nc.table(table(), ask, **options).to_pylist()
    return rows
