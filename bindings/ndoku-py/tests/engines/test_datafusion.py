"""DataFusion gives the rows of `ndoku.column`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ndoku.datafusion
import pytest
from expected import FUNCTIONS, IDS, expected, name_of, parquet_files, table
from ndoku._engines import EngineFunction

pytestmark = pytest.mark.datafusion
datafusion = pytest.importorskip("datafusion", reason="datafusion is not installed")


@pytest.fixture
def ctx() -> Any:
    ctx = datafusion.SessionContext()
    ctx.from_arrow(table(), name="puzzles")
    return ctx


def select(ctx: Any, expression: str, source: str = "puzzles") -> list[tuple[Any, ...]]:
    query = f"SELECT id, {expression} AS answer FROM {source}"
    rows = ctx.sql(query).to_arrow_table().to_pydict()
    return sorted(zip(rows["id"], rows["answer"], strict=True), key=lambda row: row[0])


@pytest.mark.parametrize("function", FUNCTIONS, ids=name_of)
def test_sql_equals_columns(ctx: Any, function: EngineFunction) -> None:
    assert function.sql_name in ndoku.datafusion.register(ctx)
    rows = select(ctx, f"{function.sql_name}({', '.join(function.columns)})")
    assert rows == list(zip(IDS, expected(function), strict=True))


def test_files_and_options(ctx: Any, tmp_path: Path) -> None:
    parquet_files(tmp_path / "in", 3)
    ctx.register_parquet("files", str(tmp_path / "in"))
    (count,) = (function for function in FUNCTIONS if function.name == "count")
    for limit in (5, 2):
        ndoku.datafusion.register(ctx, limit=limit)
        rows = select(ctx, "ndoku_count(puzzle)", "files")
        assert rows == list(zip(IDS, expected(count, limit=limit), strict=True))
    with pytest.raises(TypeError, match="no function takes the option `limits`"):
        ndoku.datafusion.register(ctx, limits=5)
