"""Functions for SQL and for distributed engines, made from the list of the extension module.

Each function of the list becomes `ndoku_NAME`, which returns a struct. Each of its short names
becomes a function that returns one field:

    ndoku_solve(puzzle)        struct<status, solution>
    ndoku_solution(puzzle)     the solution, or null
"""

from __future__ import annotations

import importlib
from typing import Any, NamedTuple

from ndoku._columns import call
from ndoku._ndoku import Column, functions
from ndoku.tables import option_texts

__all__ = [
    "EngineFunction",
    "arrow_type",
    "check_session",
    "engine_functions",
    "registered_functions",
    "require",
]


class EngineFunction(NamedTuple):
    """A question with its options, to be called with columns. It can be pickled."""

    name: str
    """The name in expressions, such as `solve` or `solution`."""
    question: str
    """The function of the list that answers."""
    columns: tuple[str, ...]
    """The names of the columns that it takes."""
    fields: tuple[tuple[str, str], ...]
    """The names and types of the fields of the answers."""
    field: str | None
    """The only field that is returned, or None for the struct of all fields."""
    options: tuple[tuple[str, str], ...]
    """Names and texts of the options."""
    summary: str
    """A sentence about the question."""

    @property
    def sql_name(self) -> str:
        """The name in SQL."""
        return f"ndoku_{self.name}"

    @property
    def kind(self) -> str:
        """The type of the only field, or `struct`."""
        return "struct" if self.field is None else dict(self.fields)[self.field]

    def __call__(self, *columns: Any) -> Column:
        """Answer columns of the same length."""
        answers = call(self.question, columns, list(self.options))
        return answers if self.field is None else answers[self.field]


def engine_functions(options: dict[str, Any]) -> list[EngineFunction]:
    """Return the functions with these options. Each option goes to the functions that know it."""
    known = {option[0] for function in functions() for option in function["options"]}
    for name in options:
        if name not in known:
            raise TypeError(
                f"no function takes the option `{name}`; there are {', '.join(sorted(known))}"
            )
    found: list[EngineFunction] = []
    for function in functions():
        fields = tuple((field[0], field[1]) for field in function["fields"])
        summaries = {field[0]: field[2] for field in function["fields"]}
        for name, field in [(function["name"], None), *function["shorts"]]:
            entry = EngineFunction(
                name=name,
                question=function["name"],
                columns=tuple(function["columns"]),
                fields=fields,
                field=field,
                options=tuple(option_texts(function, options)),
                summary=function["summary"] if field is None else summaries[field],
            )
            found.append(entry)
    return found


def registered_functions(options: dict[str, Any]) -> list[EngineFunction]:
    """Return the functions with these options, and check the values of the options.

    So a wrong value is an error of the registration, and not of a query.
    """
    found = engine_functions(options)
    for function in found:
        if function.field is None:
            function(*([[]] * len(function.columns)))
    return found


def require(module: str, package: str | None = None) -> Any:
    """Import the module of an engine, or raise a sentence that tells how to install it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        # A module that the engine itself misses is another matter.
        if error.name is None or not module.startswith(error.name):
            raise
        package = package or module
        raise ModuleNotFoundError(
            f"{package} is not installed; install it with: pip install '{package}'",
            name=error.name,
        ) from None


def check_session(session: Any, method: str, what: str) -> None:
    """Refuse what has no method to register functions."""
    if not hasattr(session, method):
        raise TypeError(f"register takes {what}, not {type(session).__name__}")


def arrow_type(function: EngineFunction) -> Any:
    """Return the Arrow type of the answers. Needs PyArrow."""
    pa = require("pyarrow")
    if function.field is not None:
        return pa.type_for_alias(function.kind)
    return pa.struct([(name, pa.type_for_alias(kind)) for name, kind in function.fields])
