"""Polars gives the rows of `ndoku.column`, in memory and from file to file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ndoku.polars
import pytest
from expected import FUNCTIONS, answered, expected, name_of, parquet_files, table
from ndoku._engines import EngineFunction

pytestmark = pytest.mark.polars
pl = pytest.importorskip("polars", reason="polars is not installed")


@pytest.fixture(autouse=True)
def register() -> None:
    ndoku.polars.register()
    # A second call changes nothing.
    ndoku.polars.register()


def ask(function: EngineFunction, **options: Any) -> Any:
    more = [pl.col(name) for name in function.columns[1:]]
    return getattr(pl.col("puzzle").ndoku, function.name)(*more, **options)


@pytest.mark.parametrize("function", FUNCTIONS, ids=name_of)
def test_expressions_equal_columns(function: EngineFunction) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    frame = pl.from_arrow(table())
    assert frame.select(ask(function)).to_series().to_list() == expected(function)
    lazy = frame.lazy().select(ask(function))
    assert lazy.collect(engine="streaming").to_series().to_list() == expected(function)
    assert lazy.collect_schema() == lazy.collect().schema


def test_from_file_to_file(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet_files(tmp_path / "in", 3)
    scan = pl.scan_parquet(tmp_path / "in" / "*.parquet").drop("solution")
    answers = pl.col("puzzle").ndoku.solve().alias("answer")
    scan.with_columns(answers).unnest("answer").sink_parquet(tmp_path / "out.parquet")
    rows = pl.read_parquet(tmp_path / "out.parquet").sort("id").to_dicts()
    # A struct that is null becomes fields that are null.
    wanted = [{"id": row["id"], **row, "solution": row["solve_solution"]} for row in answered(["solve"])]
    assert rows == [{name: row[name] for name in rows[0]} for row in wanted]


def test_options() -> None:
    frame = pl.DataFrame({"puzzle": ["." * 81]})
    expr = pl.col("puzzle").ndoku
    assert frame.select(expr.solutions(limit=7)).item() == 7
    assert frame.select(expr.count(limit=None)).to_dicts()[0]["puzzle"]["count_text"] == (
        "6670903752021072936960"
    )
    assert frame.filter(expr.clues() == 0).height == 1
    with pytest.raises(TypeError, match="takes no option `profile`"):
        expr.solve(profile="se121")
    with pytest.raises(TypeError, match="takes the columns puzzle, solution"):
        expr.check()
    with pytest.raises(AttributeError, match="ndoku has no function `sole`; it has solve"):
        expr.sole()
    assert dir(expr) == sorted(function.name for function in FUNCTIONS)
    assert expr.er.__doc__ == "The rating of the hardest step."
