"""Expressions for Polars, in the namespace `ndoku`.

    import polars as pl, ndoku.polars

    ndoku.polars.register()
    frame.with_columns(pl.col("puzzle").ndoku.solve())
    frame.filter(pl.col("puzzle").ndoku.er() > 7)

Each function and each short name of SQL is a method. Needs `polars`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ndoku._engines import EngineFunction, engine_functions, require
from ndoku.tables import find_questions

__all__ = ["Namespace", "register"]

TYPES = {
    "string": "String",
    "bool": "Boolean",
    "uint32": "UInt32",
    "uint64": "UInt64",
    "float32": "Float32",
}


def __dir__() -> list[str]:
    """Return the names of the module, without those that it imports."""
    return __all__


def register() -> None:
    """Give all expressions of Polars the namespace `ndoku`."""
    engine = require("polars")
    if not hasattr(engine.Expr, "ndoku"):
        engine.api.register_expr_namespace("ndoku")(Namespace)


class Namespace:
    """The functions of ndoku as methods of an expression. `dir` lists them."""

    def __init__(self, expr: Any) -> None:
        self._expr = expr

    def __dir__(self) -> list[str]:
        return [function.name for function in engine_functions({})]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        known = {function.name: function for function in engine_functions({})}
        if name not in known:
            raise AttributeError(f"ndoku has no function `{name}`; it has {', '.join(known)}")
        expr = self._expr

        def method(*columns: Any, **options: Any) -> Any:
            return _expression(name, [expr, *columns], options)

        method.__name__ = name
        method.__doc__ = known[name].summary
        return method


def _expression(name: str, columns: list[Any], options: dict[str, Any]) -> Any:
    engine = require("polars")
    (function,) = (found for found in engine_functions(options) if found.name == name)
    find_questions(function.question, options)
    if len(columns) != len(function.columns):
        raise TypeError(f"{name} takes the columns {', '.join(function.columns)}")

    def answer(series: Any) -> Any:
        return engine.Series(series[0].name, function(*series))

    return engine.map_batches(columns, answer, _type(engine, function), is_elementwise=True)


def _type(engine: Any, function: EngineFunction) -> Any:
    if function.field is not None:
        return getattr(engine, TYPES[function.kind])
    return engine.Struct({name: getattr(engine, TYPES[kind]) for name, kind in function.fields})
