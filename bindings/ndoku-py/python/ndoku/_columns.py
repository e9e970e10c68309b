"""Columns whose libraries found no type for them, because they hold no values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ndoku import _ndoku
from ndoku._ndoku import Column

__all__ = ["call"]


def call(
    name: str, columns: Sequence[Any], options: Sequence[tuple[str, str]] | None = None
) -> Column:
    """Answer columns as `_ndoku.call` does, also those that hold only missing values."""
    return _ndoku.call(name, [_typed(column) for column in columns], options)


def _typed(column: Any) -> Any:
    """Return a column that may hold texts, with the same rows."""
    kind = type(column).__module__.partition(".")[0]
    if kind == "polars":
        import polars as pl

        is_untyped = isinstance(column, pl.Series) and column.dtype == pl.Null
        # Polars gives a column of nulls no buffers, and Arrow's readers do not expect that.
        return column.cast(pl.String) if is_untyped else column
    if kind == "pandas":
        import pandas as pd

        # pandas takes a column without values for one of numbers.
        if isinstance(column, pd.Series) and str(column.dtype) == "float64" and column.isna().all():
            return [None] * len(column)
    return column
