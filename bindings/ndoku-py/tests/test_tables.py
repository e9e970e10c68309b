"""Tables of several libraries, and Parquet files: kept columns, order, failures, memory."""

from __future__ import annotations

import importlib
import pydoc
import subprocess
import sys
from pathlib import Path
from typing import Any

import ndoku.column as nc
import pytest
from conftest import EASY, HARD, ROWS, SOLVED

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402

EXPECTED = nc.solve(ROWS).to_pylist()
STATUSES = [row and row["status"] for row in EXPECTED]


def puzzles(kind: Any = None) -> Any:
    return pa.table({"id": range(len(ROWS)), "puzzle": pa.array(ROWS, kind or pa.string())})


def test_every_kind_of_table_comes_back() -> None:
    table = puzzles()
    answers = nc.table(table)
    assert answers.column_names == ["id", "puzzle", "status", "solution"]
    assert answers["status"].to_pylist() == STATUSES and answers["id"] == table["id"]
    batch = table.to_batches()[0]
    assert nc.table(batch).to_pylist() == answers.to_pylist()
    assert nc.table(table, keep=False).column_names == ["status", "solution"]
    assert nc.table(batch, keep=False).schema.names == ["status", "solution"]
    assert nc.table(table.to_pydict()) == answers.to_pydict()
    pl = pytest.importorskip("polars")
    frame = nc.table(pl.from_arrow(table))
    assert isinstance(frame, pl.DataFrame) and frame.to_dicts() == answers.to_pylist()
    assert nc.table(pl.from_arrow(table), keep=False).columns == ["status", "solution"]
    pd = pytest.importorskip("pandas")
    pandas = nc.table(table.to_pandas().set_index("id"))
    assert isinstance(pandas, pd.DataFrame)
    assert [None if pd.isna(value) else value for value in pandas["status"]] == STATUSES
    rated = nc.table(table.to_pandas(), "rate", keep=False)
    assert rated["er"].dtype == "float32" and str(rated["score"].dtype) == "UInt32"


def test_several_questions_and_names_that_are_taken() -> None:
    table = nc.table(puzzles(), ["solve", "rate", "count"], limit=5, profile="se121")
    assert table.column_names[2:] == [
        *("status", "solution"),
        *("rate_status", "er", "ep", "ed", "level", "technique", "score"),
        *("count_status", "count", "exact", "count_text"),
    ]
    again = nc.table(nc.table(puzzles()), "solve")
    assert again.column_names[-2:] == ["solve_status", "solve_solution"]
    with pytest.raises(ValueError, match="already"):
        nc.table(again, "solve")
    checked = nc.table({"puzzle": [EASY, HARD], "solution": [SOLVED, SOLVED]}, "check")
    assert checked["ok"] == [True, False]


def test_wrong_calls_raise_before_any_work() -> None:
    with pytest.raises(KeyError, match="has no column `puzle`; it has id, puzzle"):
        nc.table(puzzles(), column="puzle")
    with pytest.raises(ValueError, match="there is no question `rates`"):
        nc.table(puzzles(), "rates")
    with pytest.raises(TypeError, match="takes no option `profile`"):
        nc.table(puzzles(), "solve", profile="se121")
    with pytest.raises(TypeError, match="a table is one of"):
        nc.table([EASY])


def test_a_parquet_file_keeps_columns_and_order(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "new" / "out.parquet"
    rows = (ROWS * 20_000)[:250_000]
    ids = list(range(len(rows)))[::-1]
    table = pa.table({"puzzle": pa.array(rows), "id": ids, "note": pa.array(rows).dictionary_encode()})
    table = table.replace_schema_metadata({"origin": "test"})
    pq.write_table(table, source, row_group_size=60_000)
    assert nc.parquet(source, target, ["solve"]) == len(rows)
    out = pq.read_table(target)
    assert out.column_names == ["puzzle", "id", "note", "status", "solution"]
    assert out["id"].to_pylist() == ids and out["puzzle"] == table["puzzle"]
    assert out.schema.metadata[b"origin"] == b"test"
    assert out["status"].to_pylist() == (STATUSES * 20_000)[: len(rows)]
    expected = pa.chunked_array(nc.solve(table["puzzle"])["solution"])
    assert out["solution"].combine_chunks() == expected.combine_chunks()
    assert list(target.parent.iterdir()) == [target]
    plain = tmp_path / "plain.parquet"
    nc.parquet(source, plain, compression="none")
    assert pq.read_table(plain) == out
    assert pq.read_metadata(plain).row_group(0).column(4).compression == "UNCOMPRESSED"
    with pytest.raises(ValueError, match="compression is one of zstd, .*, not `zip`"):
        nc.parquet(source, tmp_path / "zip.parquet", compression="zip")
    assert not list(tmp_path.glob("*zip*"))
    # A complete file is not written again.
    before = target.stat().st_mtime_ns
    assert nc.parquet(source, target, threads=2) == len(rows)
    assert target.stat().st_mtime_ns == before


def test_other_questions_and_options_are_answered_again(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(puzzles(), source)
    nc.parquet(source, target)
    for limit in (2, 1):
        nc.parquet(source, target, "count", limit=limit)
        assert max(filter(None, pq.read_table(target)["count"].to_pylist())) == limit


def test_folders_are_resumed_file_by_file(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    for part in range(4):
        folder = source / f"day={part % 2}"
        folder.mkdir(parents=True, exist_ok=True)
        pq.write_table(puzzles(), folder / f"{part}.parquet")
    assert nc.parquet(source, target, "rate") == 4 * len(ROWS)
    files = sorted(target.rglob("*.parquet"))
    assert [str(file.relative_to(target)) for file in files] == [
        *("day=0/0.parquet", "day=0/2.parquet", "day=1/1.parquet", "day=1/3.parquet")
    ]
    complete = {file: file.read_bytes() for file in files}
    files[1].unlink()
    files[2].write_bytes(b"PAR1 cut off")
    times = {file: file.stat().st_mtime_ns for file in (files[0], files[3])}
    assert nc.parquet(source, target, "rate") == 4 * len(ROWS)
    assert {file: file.read_bytes() for file in files} == complete
    assert {file: file.stat().st_mtime_ns for file in times} == times


def test_failures_write_nothing(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"puzzle": [1, 2]}), source)
    with pytest.raises(TypeError, match="a column of Int64 holds no puzzles"):
        nc.parquet(source, target)
    with pytest.raises(KeyError, match=r"in.parquet has no column `grid`; it has puzzle"):
        nc.parquet(source, target, column="grid")
    with pytest.raises(ValueError, match="there is no question"):
        nc.parquet(source, target, "sole")
    pq.write_table(puzzles(), source)
    with pytest.raises(ValueError, match="both the source and the target"):
        nc.parquet(source, source)
    with pytest.raises(FileNotFoundError):
        nc.parquet(tmp_path / "none.parquet", target)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.parquet"]


def test_empty_files(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(puzzles().slice(0, 0), source)
    assert nc.parquet(source, target, ["solve", "count"]) == 0
    assert pq.read_table(target).column_names[2:4] == ["status", "solution"]


def test_a_killed_run_leaves_no_file_under_the_name(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    pq.write_table(pa.table({"puzzle": [hard] * 300_000}), source)
    program = f"import ndoku.column as nc; nc.parquet({str(source)!r}, {str(target)!r}, 'rate')"
    process = subprocess.Popen([sys.executable, "-c", program])
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1.5)
    process.kill()
    process.wait()
    assert not target.exists()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    peaks = []
    for rows in (400_000, 1_600_000):
        source, target = tmp_path / f"{rows}.parquet", tmp_path / f"{rows}.out.parquet"
        table = pa.table({"puzzle": pa.array([EASY] * rows)})
        pq.write_table(table, source, row_group_size=100_000, use_dictionary=False)
        program = (
            "import re, ndoku.column as nc\n"
            f"nc.parquet({str(source)!r}, {str(target)!r}, threads=1)\n"
            "print(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])"
        )
        peaks.append(int(subprocess.check_output([sys.executable, "-c", program])))
    assert peaks[1] < 1.25 * peaks[0], peaks


def tables_without_values() -> dict[str, tuple[Any, int]]:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    nan = float("nan")
    return {
        "an empty frame of pandas": (pd.DataFrame({"puzzle": []}), 0),
        "an empty series of numbers": (pd.DataFrame({"puzzle": pd.Series([], dtype=float)}), 0),
        "numbers of pandas": (pd.DataFrame({"puzzle": [nan, nan]}), 2),
        "objects of pandas": (pd.DataFrame({"puzzle": pd.Series([nan, None], dtype=object)}), 2),
        "an empty frame of Polars": (pl.DataFrame({"puzzle": []}), 0),
        "nulls of Polars": (pl.DataFrame({"puzzle": [None, None]}), 2),
        "nulls of Arrow": (pa.table({"puzzle": pa.nulls(2)}), 2),
    }


def test_columns_without_values_have_no_type() -> None:
    for name, (table, rows) in tables_without_values().items():
        for ask in ("solve", "check"):
            answers = nc.table(table, ask, solution="puzzle", keep=False)
            statuses = pa.table(answers).column(0)
            assert statuses.null_count == len(statuses) == rows, name
        assert nc.rate(table["puzzle"]).to_pylist() == [None] * rows, name
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for numbers in (pd.Series([1.0, float("nan")]), pl.Series([1.0, None]), pa.array([1.0])):
        with pytest.raises(TypeError, match="a column of Float64 holds no puzzles"):
            nc.solve(numbers)


def test_what_is_no_table_is_named() -> None:
    with pytest.raises(KeyError, match="has no column `puzzle`; it has no columns"):
        nc.table({})
    with pytest.raises(ValueError, match="have different lengths: puzzle 1, id 2"):
        nc.table({"puzzle": [EASY], "id": [1, 2]})
    with pytest.raises(ValueError, match="have different lengths"):
        nc.table({"puzzle": [EASY], "id": []}, keep=False)
    with pytest.raises(TypeError, match="the column `puzzle` is no list, but str"):
        nc.table({"puzzle": EASY})
    with pytest.raises(TypeError, match="the column `id` is no list, but int"):
        nc.table({"puzzle": [EASY], "id": 1})
    reader = pa.RecordBatchReader.from_batches(puzzles().schema, puzzles().to_batches())
    with pytest.raises(TypeError, match="read it into a table first"):
        nc.table(reader)
    pl = pytest.importorskip("polars")
    with pytest.raises(TypeError, match="collect the LazyFrame first"):
        nc.table(pl.LazyFrame({"puzzle": [EASY]}))


@pytest.mark.parametrize("engine", ["duckdb", "datafusion"])
def test_what_is_no_connection_is_named(engine: str) -> None:
    pytest.importorskip(engine)
    register = importlib.import_module(f"ndoku.{engine}").register
    for wrong in (None, "file.db"):
        with pytest.raises(TypeError, match=f"register takes a .*, not {type(wrong).__name__}$"):
            register(wrong)


def test_modules_list_their_own_names() -> None:
    for name in ("column", "tables", "duckdb", "datafusion", "polars", "spark", "ray", "dask"):
        module = importlib.import_module(f"ndoku.{name}")
        assert dir(module) == sorted(module.__all__), name
        # What help shows is the same.
        text = pydoc.plain(pydoc.render_doc(module))
        assert all(public in text for public in module.__all__), name
    assert "call" not in dir(nc) and "Any" not in dir(nc)
