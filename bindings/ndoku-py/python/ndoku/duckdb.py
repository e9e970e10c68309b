"""Functions for the SQL of DuckDB.

    import duckdb, ndoku.duckdb

    con = duckdb.connect()
    ndoku.duckdb.register(con)
    con.sql("SELECT id, ndoku_solution(puzzle) FROM 'puzzles.parquet'")

Needs `duckdb` and `pyarrow`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ndoku._engines import EngineFunction, check_session, registered_functions, require

__all__ = ["register"]

TYPES = {
    "string": "VARCHAR",
    "bool": "BOOLEAN",
    "uint32": "UINTEGER",
    "uint64": "UBIGINT",
    "float32": "FLOAT",
}


def __dir__() -> list[str]:
    """Return the names of the module, without those that it imports."""
    return __all__


def register(con: Any, **options: Any) -> list[str]:
    """Make all functions known to a connection, and return their names.

    Options such as `profile` or `limit` go to each function that knows them. A second call replaces
    the functions, for other options.
    """
    engine = require("duckdb")
    require("pyarrow")
    check_session(con, "create_function", "a connection of DuckDB")
    found = registered_functions(options)
    for function in found:
        try:
            con.remove_function(function.sql_name)
        except engine.InvalidInputException:
            # It was not known.
            pass
        con.create_function(
            function.sql_name,
            _answer(function),
            ["VARCHAR"] * len(function.columns),
            _type(engine, function),
            type="arrow",
            # A null row is ours to answer, and an answer depends on its row alone.
            null_handling="special",
            side_effects=False,
        )
    return [function.sql_name for function in found]


def _type(engine: Any, function: EngineFunction) -> Any:
    if function.field is not None:
        return TYPES[function.kind]
    return engine.struct_type({name: TYPES[kind] for name, kind in function.fields})


def _answer(function: EngineFunction) -> Callable[..., Any]:
    """Return the function as DuckDB calls it. DuckDB looks at the parameters."""
    pa = require("pyarrow")
    if len(function.columns) == 1:
        return lambda puzzle: pa.array(function(puzzle))
    return lambda puzzle, solution: pa.array(function(puzzle, solution))
