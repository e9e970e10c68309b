"""Columns equal single answers, for every library, kind, slice and number of threads."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import sysconfig
import threading
from typing import Any

import ndoku
import ndoku.column as nc
import pytest
from conftest import EASY, HARD, ROWS, SOLVED
from hypothesis import given, settings
from hypothesis import strategies as st

pa = pytest.importorskip("pyarrow")

KINDS = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.dictionary(pa.int8(), pa.string()),
    pa.dictionary(pa.int32(), pa.large_string()),
]
QUESTIONS = [function["name"] for function in nc.functions()]


def ask(name: str, column: Any, **options: Any) -> nc.Column:
    function = getattr(nc, name)
    second = (column,) if name == "check" else ()
    answers = function(column, *second, **options)
    assert isinstance(answers, nc.Column)
    return answers


def single(row: str | None) -> dict[str, Any] | None:
    """Solve one row by the function for single puzzles."""
    if row is None:
        return None
    try:
        answer = ndoku.solve(row)
    except ndoku.ReadError:
        return {"status": "invalid", "solution": None}
    return {"status": answer.status, "solution": answer.solution if answer else None}


rows = st.lists(st.sampled_from(ROWS), max_size=30)


@given(rows=rows)
@settings(max_examples=60)
def test_columns_equal_single_answers(rows: list[str | None]) -> None:
    assert nc.solve(rows).to_pylist() == [single(row) for row in rows]


@given(
    rows=rows,
    kind=st.sampled_from(KINDS),
    name=st.sampled_from(QUESTIONS),
    cut=st.tuples(st.integers(0, 30), st.integers(0, 30)),
    threads=st.integers(1, 3),
)
@settings(max_examples=100)
def test_kinds_slices_chunks_and_threads(
    rows: list[str | None], kind: Any, name: str, cut: tuple[int, int], threads: int
) -> None:
    expected = ask(name, rows).to_pylist()
    array = pa.array(rows, pa.string()).cast(kind) if kind != pa.string_view() else pa.array(rows, kind)
    assert ask(name, array, threads=threads).to_pylist() == expected
    first, last = sorted(cut)
    part = array.slice(first, last - first)
    assert ask(name, part).to_pylist() == expected[first:last]
    chunks = [array.slice(0, first), array.slice(first, last - first), array.slice(last)]
    chunked = pa.chunked_array(chunks, type=array.type)
    answers = ask(name, chunked, threads=threads)
    assert answers.to_pylist() == expected
    assert pa.chunked_array(answers).num_chunks == 3
    assert pa.array(answers).to_pylist() == pa.chunked_array(answers).to_pylist()


def test_answers_are_arrow() -> None:
    answers = pa.array(nc.solve(pa.array(ROWS)))
    answers.validate(full=True)
    assert str(answers.type) == "struct<status: string, solution: string>"
    assert answers.field("solution").null_count == sum(
        row is None or not row["solution"] for row in answers.to_pylist()
    )
    for name in QUESTIONS:
        column = ask(name, pa.array(ROWS))
        array = pa.array(column)
        array.validate(full=True)
        assert array.null_count == column.null_count == 1
        assert column.to_pylist() == array.to_pylist()
        for field in column.fields:
            assert pa.array(column[field]).to_pylist() == [
                row and row[field] for row in array.to_pylist()
            ]
    assert nc.solve(nc.solve([EASY])["solution"]).to_pylist() == nc.solve([SOLVED]).to_pylist()


def test_long_columns() -> None:
    rows = [EASY, HARD] * 10_000
    rows[12_345] = "55" + EASY[2:]
    column = nc.solve(pa.array(rows))
    assert column[0]["solution"] == SOLVED and column[-2]["solution"] == SOLVED
    assert column[12_345] == {"status": "none", "solution": None}
    assert column.to_pylist() == nc.solve(pa.array(rows, pa.large_string()), threads=3).to_pylist()
    assert nc.solve(pa.array([], pa.string())).to_pylist() == []


def test_other_libraries() -> None:
    expected = nc.solve(ROWS).to_pylist()
    pl = pytest.importorskip("polars")
    assert nc.solve(pl.Series(ROWS)).to_pylist() == expected
    assert nc.solve(pl.Series(ROWS, dtype=pl.Categorical)).to_pylist() == expected
    assert pl.Series(nc.solve(ROWS)).to_list() == [
        row or {"status": None, "solution": None} for row in expected
    ] or pl.Series(nc.solve(ROWS)).to_list() == expected
    pd = pytest.importorskip("pandas")
    assert nc.solve(pd.Series(ROWS)).to_pylist() == expected
    assert nc.solve(pd.Series(ROWS, dtype=object)).to_pylist() == expected
    np = pytest.importorskip("numpy")
    array = np.frombuffer((EASY + HARD).encode(), dtype=np.uint8).reshape(2, 81)
    assert nc.solve(array).to_pylist() == nc.solve([EASY, HARD]).to_pylist()
    numbers = np.where(array == ord("."), 0, array - ord("0")).astype(np.uint8)
    assert nc.solve(numbers).to_pylist() == nc.solve([EASY, HARD]).to_pylist()
    assert nc.solve(numbers[::-1]).to_pylist() == nc.solve([HARD, EASY]).to_pylist()
    for kind in (np.int8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
        grids = numbers.astype(kind).reshape(2, 9, 9)
        assert nc.solve(grids).to_pylist() == nc.solve([EASY, HARD]).to_pylist(), kind
    grids[1, 4, 4] = 1000
    assert nc.solve(grids)["status"].to_pylist() == ["unique", "invalid"]
    swapped = numbers.astype(np.int64).astype(">i8").reshape(2, 9, 9)
    assert nc.solve(swapped).to_pylist() == nc.solve([EASY, HARD]).to_pylist()
    masked = np.ma.masked_array(np.full((2, 81), 7), mask=array == ord("."))
    masked[~masked.mask] = numbers[~masked.mask]
    masked.data[masked.mask] = 7
    assert nc.solve(masked).to_pylist() == nc.solve([EASY, HARD]).to_pylist()
    for refused in (np.zeros((2, 80), int), np.zeros((2, 81)), np.zeros((2, 9, 9), bool)):
        with pytest.raises(TypeError, match=r"integers of the shape \(n, 81\)"):
            nc.solve(refused)
    assert nc.solve(np.array([EASY, HARD])).to_pylist() == nc.solve([EASY, HARD]).to_pylist()


def test_options() -> None:
    several = "." * 81
    assert nc.solve([several])[0]["solution"] is None
    assert ndoku.is_solution(several, nc.solve([several], first=True)[0]["solution"])
    assert nc.count([several], limit=None)[0]["count_text"] == "6670903752021072936960"
    assert nc.count([several], limit=7)[0]["count"] == 7
    assert nc.count(["." * 16], limit=None, rules="x")[0]["count"] == 48
    scored = nc.rate([EASY], profile="hodoku")[0]
    assert (scored["er"], scored["score"]) == (None, ndoku.rate(EASY, "hodoku").score)
    assert nc.canonical([EASY])[0]["canonical"] == ndoku.canonical(EASY)
    assert nc.canonical([EASY], form="minlex")[0]["canonical"] == ndoku.canonical(EASY, "minlex")
    assert nc.minimal([HARD, EASY])["minimal"].to_pylist() == [True, ndoku.is_minimal(EASY)]
    assert nc.check([EASY, EASY], [SOLVED, EASY])["ok"].to_pylist() == [True, False]
    assert nc.check(pa.chunked_array([[EASY], [EASY]]), [SOLVED, EASY])["ok"][1] is False
    assert nc.count(["." * 256], limit=None, seconds=0.02)[0]["status"] == "stopped"


def test_wrong_calls_raise() -> None:
    with pytest.raises(TypeError, match="a column of Int64 holds no puzzles"):
        nc.solve(pa.array([1, 2]))
    with pytest.raises(TypeError, match="a column holds many puzzles"):
        nc.solve(EASY)
    with pytest.raises(TypeError, match="a row is a text or None, not 7"):
        nc.solve([EASY, 7])
    with pytest.raises(TypeError, match="a column is an Arrow array"):
        nc.solve(7)
    with pytest.raises(ValueError, match="there is no rating profile"):
        nc.rate([EASY], profile="se")
    with pytest.raises(ValueError, match="1 and 2 rows"):
        nc.check([EASY], [SOLVED, SOLVED])
    with pytest.raises(ValueError, match="threads"):
        nc.solve([EASY], threads=0)
    for boxes, rules in (("?", None), (None, "anti-night")):
        with pytest.raises(ndoku.LayoutError) as single:
            ndoku.solve(EASY, boxes=boxes, rules=rules)
        with pytest.raises(ndoku.LayoutError) as column:
            nc.solve([EASY], boxes=boxes, rules=rules)
        assert rules is None or str(single.value) == str(column.value)
    assert nc.solve(["half \ud800", EASY])["status"].to_pylist() == ["invalid", "unique"]
    assert list(nc.solve([EASY])) == nc.solve([EASY]).to_pylist()
    with pytest.raises(KeyError, match="there is no field `solutoin`"):
        nc.solve([EASY])["solutoin"]
    with pytest.raises(IndexError):
        nc.solve([EASY])[1]


def test_wrappers_match_the_list_of_functions() -> None:
    for function in nc.functions():
        signature = inspect.signature(getattr(nc, function["name"]))
        keywords = {
            name: parameter.default
            for name, parameter in signature.parameters.items()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }
        assert list(keywords) == [option[0] for option in function["options"]], function["name"]
        for name, default, _ in function["options"]:
            assert str(keywords[name] if keywords[name] is not None else "").lower() == default
        columns = len(signature.parameters) - len(keywords)
        assert columns == len(function["columns"])
        assert list(ask(function["name"], [EASY]).fields) == [field[0] for field in function["fields"]]


def test_other_threads_and_forks() -> None:
    results: list[Any] = []
    threads = [
        threading.Thread(target=lambda: results.append(nc.solve([EASY] * 3000).to_pylist()))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [nc.solve([EASY] * 3000).to_pylist()] * 4
    if hasattr(os, "fork"):
        child = os.fork()
        if child == 0:
            os._exit(0 if nc.solve([EASY] * 3000, threads=2).to_pylist() == results[0] else 1)
        assert os.waitpid(child, 0)[1] == 0


def test_threads_share_objects() -> None:
    """Threads without a GIL would find a lock that is missing."""
    rows = [EASY, HARD, "no puzzle"] * 500
    column, puzzle = nc.solve(rows), ndoku.Puzzle(HARD)
    expected = (column.to_pylist(), ndoku.solve(puzzle).solution, nc.rate(rows[:30]).to_pylist())
    results: list[Any] = []
    barrier = threading.Barrier(4)

    def work() -> None:
        barrier.wait()
        for _ in range(10):
            found = (column.to_pylist(), ndoku.solve(puzzle).solution, nc.rate(rows[:30]).to_pylist())
            results.append(found == expected and pa.array(column).to_pylist() == expected[0])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 40


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="Python has a GIL in this build"
)
def test_the_package_does_not_bring_the_gil_back() -> None:
    program = "import sys, ndoku.column; sys.exit(sys._is_gil_enabled())"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_objects_that_break_the_interface_raise() -> None:
    def producer(method: str, value: Any) -> Any:
        return type("Broken", (), {method: lambda _: value})()

    schema, array = pa.array([EASY]).__arrow_c_array__()
    assert nc.solve(producer("__arrow_c_array__", (schema, array)))["status"].to_pylist() == ["unique"]
    # The array was moved out of its capsule.
    with pytest.raises(ValueError, match="the array was read before"):
        nc.solve(producer("__arrow_c_array__", (schema, array)))
    with pytest.raises((ValueError, TypeError)):
        nc.solve(producer("__arrow_c_array__", (array, schema)))
    with pytest.raises((ValueError, TypeError)):
        nc.solve(producer("__arrow_c_array__", (schema,)))
    with pytest.raises((ValueError, TypeError)):
        nc.solve(producer("__arrow_c_stream__", 7))
    stream = pa.chunked_array([[EASY], [None, HARD]]).__arrow_c_stream__()
    answers = nc.solve(producer("__arrow_c_stream__", stream))
    assert answers["status"].to_pylist() == ["unique", None, "unique"]
    with pytest.raises(ValueError, match="the stream was read before"):
        nc.solve(producer("__arrow_c_stream__", stream))
    # Arrow's own reader moves a stream out, too.
    stream = pa.chunked_array([[EASY]]).__arrow_c_stream__()
    pa.ChunkedArray._import_from_c_capsule(stream)
    with pytest.raises(ValueError, match="the stream was read before"):
        nc.solve(producer("__arrow_c_stream__", stream))
    schema, array = pa.array([EASY]).__arrow_c_array__()
    pa.DataType._import_from_c_capsule(schema)
    with pytest.raises(ValueError, match="the schema was read before"):
        nc.solve(producer("__arrow_c_array__", (schema, array)))
    schema = pa.schema([("puzzle", pa.string())])
    failing = pa.RecordBatchReader.from_batches(schema, iter([1]))
    with pytest.raises(ValueError):
        nc.solve(failing)


def test_columns_without_rows_have_a_type() -> None:
    empty = pa.chunked_array([], pa.string())
    answers = nc.solve(empty)
    assert pa.array(answers).to_pylist() == pa.chunked_array(answers).to_pylist() == []
    with pytest.raises(TypeError):
        nc.solve(pa.chunked_array([], pa.int64()))
    parts = pa.chunked_array([[], []], pa.string())
    assert pa.array(nc.check(parts, pa.chunked_array([[]], pa.string()))).to_pylist() == []


def test_readers_may_ask_for_another_type() -> None:
    answers = nc.solve([EASY, None, "no puzzle"])
    solutions = answers["solution"]
    assert pa.array(solutions, pa.large_string()).to_pylist() == solutions.to_pylist()
    kind = pa.struct([("status", pa.string_view()), ("solution", pa.large_string())])
    assert pa.array(answers, kind).to_pylist() == answers.to_pylist()
    assert pa.array(answers, kind).type == kind
    pa.array(answers, kind).validate(full=True)
    parts = nc.solve(pa.chunked_array([[EASY], [None, "no puzzle"]]))
    assert pa.array(parts, kind).to_pylist() == answers.to_pylist()
    assert pa.chunked_array(parts, kind).to_pylist() == answers.to_pylist()
    assert pa.chunked_array(solutions, pa.large_string()).to_pylist() == solutions.to_pylist()
    # Readers may take a column twice. A table has no rows that are null as a whole.
    rows = nc.solve([EASY, "no puzzle"])
    assert pa.table(rows).to_pylist() == pa.table(rows).to_pylist() == rows.to_pylist()
