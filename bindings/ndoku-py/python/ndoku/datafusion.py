"""Functions for the SQL of DataFusion.

    import datafusion, ndoku.datafusion

    ctx = datafusion.SessionContext()
    ndoku.datafusion.register(ctx)
    ctx.sql("SELECT ndoku_solution(puzzle) FROM puzzles")

Needs `datafusion`, which brings PyArrow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ndoku._engines import (
    EngineFunction,
    arrow_type,
    check_session,
    registered_functions,
    require,
)

__all__ = ["register"]


def __dir__() -> list[str]:
    """Return the names of the module, without those that it imports."""
    return __all__


def register(ctx: Any, **options: Any) -> list[str]:
    """Make all functions known to a session context, and return their names.

    Options such as `profile` or `limit` go to each function that knows them. A second call replaces
    the functions, for other options.
    """
    engine = require("datafusion")
    pa = require("pyarrow")
    check_session(ctx, "register_udf", "a session context of DataFusion")
    found = registered_functions(options)
    for function in found:
        # Columns of Parquet files are views here. Other strings are converted by the engine.
        columns = [pa.string_view()] * len(function.columns)
        answer = _answer(function)
        kind = arrow_type(function)
        udf = engine.udf(answer, columns, kind, "immutable", name=function.sql_name)
        ctx.register_udf(udf)
    return [function.sql_name for function in found]


def _answer(function: EngineFunction) -> Callable[..., Any]:
    pa = require("pyarrow")
    return lambda *columns: pa.array(function(*columns))
