"""Whole columns and tables of puzzles.

A column is an Arrow array or chunked array, a Polars or pandas series, a list of texts, or a NumPy
array of integers with the shape `(n, 81)` or `(n, 9, 9)`. The answer is a struct for each row, as
an Arrow array that every library of this kind takes. A row never raises: its `status` is unique,
multiple, none, invalid or stopped. A null stays null.

>>> import ndoku.column as nc
>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> answers = nc.solve([easy, "not a puzzle", None])
>>> answers["status"].to_pylist()
['unique', 'invalid', None]
>>> nc.rate([easy])[0]["er"] == nc.rate([easy], threads=2)[0]["er"]
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ndoku._columns import call
from ndoku._ndoku import Column, functions

__all__ = [
    "Column",
    "analyze",
    "canonical",
    "check",
    "count",
    "functions",
    "minimal",
    "parquet",
    "rate",
    "solve",
    "table",
]


def __dir__() -> list[str]:
    """Return the names of the module, without those that it imports."""
    return __all__


def _options(**values: object) -> list[tuple[str, str]]:
    """Return the options that are given, as texts."""
    return [(name, str(value)) for name, value in values.items() if value is not None]


def solve(
    column: Any,
    *,
    first: bool = False,
    seconds: float | None = None,
    boxes: str | None = None,
    rules: str | None = None,
    threads: int = 1,
) -> Column:
    """Solve puzzles: struct<status, solution>.

    With `first`, puzzles with several solutions get the first one found.
    """
    if not first and seconds is None and boxes is None and rules is None and threads == 1:
        return call("solve", (column,))
    options = _options(first=first, seconds=seconds, boxes=boxes, rules=rules, threads=threads)
    return call("solve", (column,), options)


def count(
    column: Any,
    *,
    limit: int | None = 2,
    seconds: float | None = None,
    boxes: str | None = None,
    rules: str | None = None,
    threads: int = 1,
) -> Column:
    """Count solutions: struct<status, count, exact, count_text>.

    It stops at 2 solutions, unlike `ndoku.count`. With `limit=None` the count is exact. `count` is
    null above 64 bits; `count_text` is not.

    >>> import ndoku.column as nc
    >>> nc.count(["." * 81], limit=None)["count_text"].to_pylist()
    ['6670903752021072936960']
    """
    options = _options(seconds=seconds, boxes=boxes, rules=rules, threads=threads)
    options.append(("limit", "none" if limit is None else str(limit)))
    return call("count", (column,), options)


def rate(
    column: Any,
    *,
    profile: str = "se121",
    seconds: float | None = None,
    boxes: str | None = None,
    rules: str | None = None,
    threads: int = 1,
) -> Column:
    """Rate puzzles with one solution: struct<status, er, ep, ed, level, technique, score>."""
    options = _options(
        profile=profile, seconds=seconds, boxes=boxes, rules=rules, threads=threads
    )
    return call("rate", (column,), options)


def canonical(
    column: Any,
    *,
    form: str = "pattern",
    seconds: float | None = None,
    boxes: str | None = None,
    rules: str | None = None,
    threads: int = 1,
) -> Column:
    """Find canonical forms: struct<status, canonical, automorphisms>."""
    options = _options(form=form, seconds=seconds, boxes=boxes, rules=rules, threads=threads)
    return call("canonical", (column,), options)


def minimal(
    column: Any,
    *,
    seconds: float | None = None,
    boxes: str | None = None,
    rules: str | None = None,
    threads: int = 1,
) -> Column:
    """Test for redundant clues: struct<status, minimal, clues>."""
    options = _options(seconds=seconds, boxes=boxes, rules=rules, threads=threads)
    return call("minimal", (column,), options)


def check(
    puzzles: Any,
    solutions: Any,
    *,
    seconds: float | None = None,
    boxes: str | None = None,
    rules: str | None = None,
    threads: int = 1,
) -> Column:
    """Check grids against puzzles: struct<status, ok>."""
    options = _options(seconds=seconds, boxes=boxes, rules=rules, threads=threads)
    return call("check", (puzzles, solutions), options)


def analyze(
    column: Any,
    *,
    seconds: float | None = None,
    boxes: str | None = None,
    rules: str | None = None,
    threads: int = 1,
) -> Column:
    """Describe puzzles: clues, symmetry, minimality, automorphisms and backdoors."""
    options = _options(seconds=seconds, boxes=boxes, rules=rules, threads=threads)
    return call("analyze", (column,), options)


def table(
    table: Any,
    ask: str | Sequence[str] = ("solve",),
    *,
    column: str = "puzzle",
    solution: str = "solution",
    keep: bool = True,
    **options: Any,
) -> Any:
    """Answer a column of a table, and append the fields of the answers.

    The table is one of PyArrow (table or record batch), Polars, pandas, or a dictionary of lists;
    the same kind comes back. See `ndoku.tables.table`.

    >>> import ndoku.column as nc
    >>> nc.table({"id": [7], "puzzle": ["." * 81]}, "count", limit=10)["count"]
    [10]
    """
    from ndoku.tables import table as answer

    return answer(table, ask, column=column, solution=solution, keep=keep, **options)


def parquet(
    source: Any,
    target: Any,
    ask: str | Sequence[str] = ("solve",),
    *,
    column: str = "puzzle",
    solution: str = "solution",
    threads: int | None = None,
    compression: str = "zstd",
    progress: bool | None = None,
    **options: Any,
) -> int:
    """Answer a Parquet file, or each file of a folder. Needs PyArrow. Return the number of rows.

    Memory does not grow with the file. A file appears under its name when it is complete, and
    complete files are not answered again. Any other regular file under the name of a target is
    replaced, also if ndoku did not write it. A device, pipe or socket is an error. See
    `ndoku.tables.parquet`.
    """
    from ndoku.tables import parquet as answer

    return answer(
        source,
        target,
        ask,
        column=column,
        solution=solution,
        threads=threads,
        compression=compression,
        progress=progress,
        **options,
    )
