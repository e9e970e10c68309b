"""DuckDB gives the rows of `ndoku.column`."""

from __future__ import annotations

from typing import Any

import ndoku.duckdb
import pytest
from expected import FUNCTIONS, IDS, expected, name_of, table
from ndoku._engines import EngineFunction

pytestmark = pytest.mark.duckdb
duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
pytest.importorskip("pyarrow", reason="pyarrow is not installed")


@pytest.fixture
def con() -> Any:
    con = duckdb.connect()
    con.register("puzzles", table())
    return con


@pytest.mark.parametrize("function", FUNCTIONS, ids=name_of)
def test_sql_equals_columns(con: Any, function: EngineFunction) -> None:
    names = ndoku.duckdb.register(con)
    assert function.sql_name in names and len(set(names)) == len(FUNCTIONS)
    columns = ", ".join(function.columns)
    rows = con.sql(f"SELECT id, {function.sql_name}({columns}) FROM puzzles").fetchall()
    assert sorted(rows, key=lambda row: row[0]) == list(zip(IDS, expected(function), strict=True))


def test_options_and_clauses(con: Any) -> None:
    ndoku.duckdb.register(con, limit=5, profile="hodoku")
    (count,) = (function for function in FUNCTIONS if function.name == "count")
    rows = con.sql("SELECT ndoku_count(puzzle) FROM puzzles ORDER BY id").fetchall()
    assert [row[0] for row in rows] == expected(count, limit=5)
    ndoku.duckdb.register(con)
    few = con.sql("SELECT max(ndoku_solutions(puzzle)) FROM puzzles").fetchall()
    assert few == [(2,)]
    query = "SELECT count(*) FROM puzzles WHERE ndoku_status(puzzle) = 'unique'"
    (solve,) = (function for function in FUNCTIONS if function.name == "status")
    assert con.sql(query).fetchall() == [(expected(solve).count("unique"),)]


def test_wrong_options_are_refused_at_once(con: Any) -> None:
    with pytest.raises(TypeError, match="no function takes the option `limits`; there are boxes"):
        ndoku.duckdb.register(con, limits=5)
    with pytest.raises(ValueError, match="profile"):
        ndoku.duckdb.register(con, profile="se999")
