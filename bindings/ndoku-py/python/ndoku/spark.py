"""Functions for the SQL of Spark, and tables of puzzles on its clusters.

    import ndoku.spark

    ndoku.spark.register(spark)
    spark.sql("SELECT id, ndoku_solution(puzzle) FROM puzzles")
    ndoku.spark.answer(spark.read.parquet("puzzles/"), ["rate"]).write.parquet("rated/")

Spark has no unsigned integers: 32 bits become `bigint`, and 64 bits `decimal(20,0)`. Needs
`pyspark` 4.1 or newer, and `pyarrow` on all workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ndoku import tables
from ndoku._engines import EngineFunction, check_session, registered_functions, require

__all__ = ["answer", "function", "register", "schema"]

TYPES = {
    "string": "string",
    "bool": "boolean",
    "uint32": "bigint",
    "uint64": "decimal(20,0)",
    "float32": "float",
}


def __dir__() -> list[str]:
    """Return the names of the module, without those that it imports."""
    return __all__


def register(spark: Any, **options: Any) -> list[str]:
    """Make all functions known to a session, and return their names.

    Options such as `profile` or `limit` go to each function that knows them. A second call replaces
    the functions, for other options.
    """
    functions = require("pyspark.sql.functions", "pyspark")
    require("pyarrow")
    check_session(spark, "udf", "a session of Spark")
    found = registered_functions(options)
    for entry in found:
        kind = _struct(entry.fields) if entry.field is None else TYPES[entry.kind]
        udf = functions.arrow_udf(_udf(entry), kind)
        spark.udf.register(entry.sql_name, udf)
    return [entry.sql_name for entry in found]


def _struct(fields: Iterable[tuple[str, str]]) -> str:
    return "struct<" + ",".join(f"{name}:{TYPES[kind]}" for name, kind in fields) + ">"


def _udf(entry: EngineFunction) -> Callable[..., Any]:
    """Return the function as Spark calls it. Spark looks at the types of the parameters."""
    pa = require("pyarrow")

    def one(puzzle: Any) -> Any:
        return _signed(pa.array(entry(puzzle)))

    def two(puzzle: Any, solution: Any) -> Any:
        return _signed(pa.array(entry(puzzle, solution)))

    for found in (one, two):
        found.__annotations__ = {name: pa.Array for name in found.__annotations__}
    return one if len(entry.columns) == 1 else two


def _signed(array: Any) -> Any:
    """Give an array the types that Spark has."""
    pa = require("pyarrow")
    kind = array.type
    if pa.types.is_struct(kind):
        fields = [_signed(array.field(index)) for index in range(kind.num_fields)]
        names = [kind.field(index).name for index in range(kind.num_fields)]
        return pa.StructArray.from_arrays(fields, names, mask=array.is_null())
    if pa.types.is_uint32(kind):
        return array.cast(pa.int64())
    if pa.types.is_uint64(kind):
        return array.cast(pa.decimal128(20, 0))
    return array


def answer(
    frame: Any,
    ask: str | Sequence[str] = ("solve",),
    *,
    column: str = "puzzle",
    solution: str = "solution",
    **options: Any,
) -> Any:
    """Answer a column of a data frame, and append the fields of the answers."""
    types = require("pyspark.sql.types", "pyspark")
    added = types.StructType.fromDDL(schema(ask, taken=frame.columns, **options))
    work = function(ask, column=column, solution=solution, **options)
    return frame.mapInArrow(work, types.StructType([*frame.schema.fields, *added.fields]))


def function(
    ask: str | Sequence[str] = ("solve",),
    *,
    column: str = "puzzle",
    solution: str = "solution",
    keep: bool = True,
    **options: Any,
) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """Return a function for `mapInArrow`. `schema` returns the fields that it appends."""
    tables.find_questions(ask, options)

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        pa = require("pyarrow")
        for batch in batches:
            answers = tables.table(
                batch, ask, column=column, solution=solution, keep=keep, **options
            )
            names = answers.schema.names
            # What the frame had before has types of Spark already.
            columns = [_signed(array) for array in answers.columns]
            yield pa.RecordBatch.from_arrays(columns, names=names)

    return work


def schema(
    ask: str | Sequence[str] = ("solve",), *, taken: Iterable[str] = (), **options: Any
) -> str:
    """Return the fields of the answers in the language of Spark's schemas.

    >>> import ndoku.spark
    >>> ndoku.spark.schema(["solve", "minimal"])
    'status string, solution string, minimal_status string, minimal boolean, clues bigint'
    """
    names = tables.field_names(ask, taken, options)
    return ", ".join(f"{name} {TYPES[kind]}" for name, kind in names)
