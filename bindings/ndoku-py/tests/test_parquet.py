"""Parquet files: what is copied, how answers are packed, and which readers read them."""

from __future__ import annotations

import base64
import datetime
import decimal
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import ndoku
import ndoku.column as nc
import pytest
from conftest import EASY, ROWS, SOLVED
from hypothesis import given
from hypothesis import strategies as st
from ndoku import _thrift as thrift
from ndoku import tables
from ndoku._ndoku import NdokuError, pack_without_matches

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402
import pyarrow.parquet.encryption as pe  # noqa: E402

# Puzzles with one solution, several and none, other formats and sizes, and rows that are no puzzle.
PUZZLES = [*ROWS, "." * 256, "1234........2143"] * 40


def mixed_table(rows: int = len(PUZZLES)) -> Any:
    """Return a table with columns of many types, some of them nested."""
    puzzles = [PUZZLES[row % len(PUZZLES)] for row in range(rows)]
    day = datetime.date(2026, 1, 1)
    columns = {
        "id": pa.array(range(rows), pa.int64()),
        "date": pa.array([day + datetime.timedelta(row % 99) for row in range(rows)]),
        "price": pa.array([decimal.Decimal(row) for row in range(rows)], pa.decimal128(12, 2)),
        "setter": pa.array([f"setter {row % 7}" for row in range(rows)]).dictionary_encode(),
        "tags": pa.array([["x"] * (row % 3) if row % 5 else None for row in range(rows)]),
        "source": pa.array([{"book": row // 9, "page": {"number": row}} for row in range(rows)]),
        "puzzle": pa.array(puzzles),
        "blob": pa.array([bytes([row % 256]) * (row % 4) for row in range(rows)]),
        "nothing": pa.nulls(rows),
        "a.b": pa.array([row % 2 == 0 for row in range(rows)]),
    }
    return pa.table(columns).replace_schema_metadata({"made by": "a test"})


def chunk_bytes(path: Path, column: Any) -> bytes:
    start = column.data_page_offset
    if column.has_dictionary_page and column.dictionary_page_offset:
        start = min(start, column.dictionary_page_offset)
    return path.read_bytes()[start : start + column.total_compressed_size]


@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "brotli", "lz4", "zstd"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_columns_of_the_source_are_copied_as_they_are_packed(
    tmp_path: Path, codec: str, version: str
) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = mixed_table()
    pq.write_table(
        table,
        source,
        compression=codec,
        row_group_size=101,
        data_page_version=version,
        write_page_index=True,
        sorting_columns=[pq.SortingColumn(0)],
    )
    assert nc.parquet(source, target, ["solve", "count"], limit=3) == len(table)
    read = pq.read_table(target)
    assert read.select(table.column_names).equals(table)
    assert read.schema.metadata[b"made by"] == b"a test"
    expected = nc.table(table, ["solve", "count"], limit=3)
    assert read.to_pydict() == expected.to_pydict()
    assert read.schema.types == expected.schema.types
    old, new = pq.read_metadata(source), pq.read_metadata(target)
    assert (new.num_row_groups, new.num_rows) == (old.num_row_groups, old.num_rows)
    assert new.created_by == old.created_by
    for number in range(old.num_row_groups):
        before, after = old.row_group(number), new.row_group(number)
        assert after.sorting_columns == before.sorting_columns
        size = sum(after.column(leaf).total_uncompressed_size for leaf in range(after.num_columns))
        assert after.total_byte_size == size
        for leaf in range(before.num_columns):
            theirs, ours = before.column(leaf), after.column(leaf)
            assert chunk_bytes(target, ours) == chunk_bytes(source, theirs)
            assert ours.statistics == theirs.statistics
            assert not ours.has_offset_index and not ours.has_column_index


@pytest.mark.parametrize("codec", ["none", "zstd", "gzip"])
def test_row_groups_of_several_batches(
    tmp_path: Path, codec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ndoku.tables.BATCH_ROWS", 70)
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = mixed_table()
    pq.write_table(table, source, row_group_size=300)
    nc.parquet(source, target, ["solve", "canonical", "rate"], compression=codec)
    expected = nc.table(table, ["solve", "canonical", "rate"])
    assert pq.read_table(target).to_pydict() == expected.to_pydict()
    metadata = pq.read_metadata(target)
    assert metadata.num_row_groups == -(-len(table) // 300)
    names = [metadata.schema.column(leaf).path for leaf in range(metadata.num_columns)]
    group = metadata.row_group(0)
    solution, er = group.column(names.index("solution")), group.column(names.index("er"))
    assert solution.compression == ("UNCOMPRESSED" if codec == "none" else codec.upper())
    # Ratings have a dictionary, and their extremes, by which engines skip row groups.
    assert er.has_dictionary_page
    rated = [value for value in expected["er"].to_pylist()[:300] if value is not None]
    assert (er.statistics.min, er.statistics.max) == (min(rated), max(rated))
    assert er.statistics.null_count == 300 - len(rated)


def test_answers_to_answers_keep_the_schema(tmp_path: Path) -> None:
    first, second, third = (tmp_path / f"{number}.parquet" for number in range(3))
    pq.write_table(mixed_table(50), first)
    nc.parquet(first, second)
    nc.parquet(second, third, "check")
    table = pq.read_table(third)
    assert table.column_names[-4:] == ["status", "solution", "check_status", "ok"]
    assert table.to_pydict() == nc.table(pq.read_table(second), "check").to_pydict()
    stored = pq.read_metadata(third).metadata[b"ARROW:schema"]
    assert pa.ipc.read_schema(pa.py_buffer(base64.b64decode(stored))).names == table.column_names


def test_files_without_the_schema_of_arrow(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"puzzle": PUZZLES}), source, store_schema=False)
    nc.parquet(source, target)
    assert pq.read_table(target).to_pydict() == nc.table(pa.table({"puzzle": PUZZLES})).to_pydict()


def test_other_readers_agree(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = mixed_table().select(["id", "puzzle"])
    pq.write_table(table, source, row_group_size=200)
    nc.parquet(source, target, ["solve", "rate"])
    expected = nc.table(table, ["solve", "rate"]).to_pylist()
    pl = pytest.importorskip("polars")
    assert pl.read_parquet(target).to_dicts() == expected
    duckdb = pytest.importorskip("duckdb")
    rows = duckdb.sql(f"select * from '{target}' order by id").fetchall()
    assert rows == [tuple(row.values()) for row in expected]


class PlainKeys(pe.KmsClient):  # type: ignore[misc]
    """Keeps keys without a secret, for a test."""

    def __init__(self, _: Any) -> None:
        pe.KmsClient.__init__(self)

    def wrap_key(self, key: bytes, master: str) -> bytes:
        return base64.b64encode(master.encode() + b":" + key)

    def unwrap_key(self, key: bytes, master: str) -> bytes:
        return base64.b64decode(key).removeprefix(master.encode() + b":")


def test_encrypted_columns_are_refused(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    configuration = pe.EncryptionConfiguration(
        footer_key="footer", column_keys={"column": ["id"]}, plaintext_footer=True
    )
    factory = pe.CryptoFactory(PlainKeys)
    properties = factory.file_encryption_properties(pe.KmsConnectionConfig(), configuration)
    table = mixed_table(50).select(["id", "puzzle"])
    with pq.ParquetWriter(source, table.schema, encryption_properties=properties) as writer:
        writer.write_table(table)
    with pytest.raises(NdokuError, match=r"in\.parquet has encrypted columns"):
        nc.parquet(source, target)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.parquet"]


def test_solutions_are_packed_well(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"puzzle": [EASY] * 20_000}), source)
    nc.parquet(source, target)
    group = pq.read_metadata(target).row_group(0)
    # 81 digits of 3.2 bits, and a length of four bytes.
    assert 30 < group.column(2).total_compressed_size / 20_000 < 37


@pytest.mark.parametrize("size", [4, 9, 12, 16])
def test_solutions_of_every_size_are_packed(tmp_path: Path, size: int) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    puzzles = [str(puzzle) for puzzle in ndoku.generate(40, seed=1, size=size)]
    pq.write_table(pa.table({"puzzle": puzzles * 50}), source)
    nc.parquet(source, target)
    assert set(pq.read_table(target)["status"].to_pylist()) == {"unique"}
    solution = pq.read_metadata(target).row_group(0).column(2)
    assert solution.compression == "ZSTD"
    assert solution.total_compressed_size < 0.75 * solution.total_uncompressed_size


@given(st.binary(max_size=3000) | st.text("123456789", max_size=3000).map(str.encode))
def test_zstd_reads_packed_pages(page: bytes) -> None:
    packed = pack_without_matches(page)
    assert pa.Codec("zstd").decompress(packed, len(page), asbytes=True) == page


def test_sizes_of_several_batches_are_not_those_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ndoku.tables.BATCH_ROWS", 70)
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(mixed_table(), source)
    nc.parquet(source, target)
    data = target.read_bytes()
    footer = thrift.Reader(data[-8 - int.from_bytes(data[-8:-4], "little") :]).struct()
    solution = footer[4][1][1][0][1][1][1][-1][3][1]
    assert solution[3][1] == (thrift.BINARY, [b"solution"])
    assert solution[5][1] == len(PUZZLES) and 16 not in solution


def test_empty_row_groups_are_kept(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = mixed_table(30)
    with pq.ParquetWriter(source, table.schema) as writer:
        for rows in (0, 10, 0, 20, 0):
            writer.write_table(table.slice(0, rows))
    nc.parquet(source, target, ["solve", "rate"])
    metadata = pq.read_metadata(target)
    groups = [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
    assert groups == [0, 10, 0, 20, 0]
    whole = pa.concat_tables([table.slice(0, 10), table.slice(0, 20)])
    assert pq.read_table(target).to_pydict() == nc.table(whole, ["solve", "rate"]).to_pydict()


def test_an_unfinished_file_of_a_live_run_stays(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(mixed_table(20), source)
    live, left = tmp_path / ".out.parquet.1.partial", tmp_path / ".out.parquet.2.partial"
    for path in (live, left):
        path.touch()
        os.utime(path, (1, 1))
    with live.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        nc.parquet(source, target)
    assert live.exists() and not left.exists()


def test_a_full_disk_leaves_no_unfinished_file(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(mixed_table(), source, row_group_size=50, compression="none")
    for limit in (3, 5_000, 20_000, 50_000):
        program = (
            "import resource, signal, ndoku.column as nc\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
            f"nc.parquet({str(source)!r}, {str(target)!r}, threads=1)"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert done.returncode == 1 and "File too large" in done.stderr
        assert sorted(path.name for path in tmp_path.iterdir()) == ["in.parquet"], limit


def test_a_file_that_lost_its_answers_is_answered_again(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"puzzle": PUZZLES}), source, store_schema=False)
    nc.parquet(source, target)
    pq.write_table(pq.read_table(target).select(["puzzle"]), target)
    nc.parquet(source, target)
    assert pq.read_schema(target).names == ["puzzle", "status", "solution"]


def test_answers_and_copies_come_from_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    other = tmp_path / "other.parquet"
    table = pa.table({"puzzle": [EASY] * 20})
    pq.write_table(table, source)
    pq.write_table(pa.table({"puzzle": ["." * 81] * 20}), other)
    packing = tables._packing

    def replace_source(*arguments: Any) -> Any:
        other.replace(source)
        return packing(*arguments)

    monkeypatch.setattr(tables, "_packing", replace_source)
    nc.parquet(source, target)
    assert pq.read_table(target).to_pydict() == nc.table(table).to_pydict()


def test_folders_of_other_programs(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    for name in ("2024.parquet/part-0.parquet", ".hidden/a.parquet", "_temporary/b.parquet"):
        (folder / name).parent.mkdir(parents=True)
        pq.write_table(mixed_table(5), folder / name)
    assert nc.parquet(folder, tmp_path / "out") == 5
    assert [path.name for path in (tmp_path / "out").rglob("*.parquet") if path.is_file()] == [
        "part-0.parquet"
    ]
    with pytest.raises(ValueError, match="is inside"):
        nc.parquet(folder, folder / "out")
    with pytest.raises(IsADirectoryError, match="is a folder; name a file"):
        nc.parquet(folder / "2024.parquet" / "part-0.parquet", tmp_path)


def test_every_file_of_a_folder_is_checked_before_the_first_is_answered(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    pq.write_table(mixed_table(5), folder / "a.parquet")
    pq.write_table(pa.table({"puzzle": [1, 2]}), folder / "z.parquet")
    with pytest.raises(TypeError, match="holds no puzzles") as caught:
        nc.parquet(folder, tmp_path / "out")
    assert caught.value.__notes__ == [f"This happened in {folder / 'z.parquet'}."]
    assert not (tmp_path / "out").exists()
    twice = pa.Table.from_arrays([pa.array([EASY])] * 2, ["puzzle", "puzzle"])
    pq.write_table(twice, folder / "z.parquet")
    with pytest.raises(KeyError, match="has several columns `puzzle`"):
        nc.parquet(folder, tmp_path / "out")


def test_one_column_can_be_puzzle_and_solution(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"puzzle": [SOLVED, EASY]}), source)
    nc.parquet(source, target, ["check"], solution="puzzle")
    assert pq.read_table(target)["ok"].to_pylist() == [True, False]


def test_a_damaged_footer_is_an_error_of_its_own(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(mixed_table(20), source)
    good = source.read_bytes()
    length = int.from_bytes(good[-8:-4], "little")
    messages = set()
    for place in range(len(good) - 8 - length, len(good) - 8, 7):
        source.write_bytes(good[:place] + bytes([good[place] ^ 0x55]) + good[place + 1 :])
        try:
            nc.parquet(source, target)
            target.unlink()
        except (OSError, ValueError, KeyError, NotImplementedError) as error:
            messages.add(type(error).__name__)
        assert [path for path in tmp_path.iterdir() if path != source] == []
    assert "NdokuError" in messages


structs = st.recursive(
    st.sampled_from([(thrift.I32, -1), (thrift.I64, 1 << 62), (thrift.BINARY, b"text")])
    | st.integers(-(1 << 31), (1 << 31) - 1).map(lambda value: (thrift.I32, value))
    | st.binary(max_size=200).map(lambda value: (thrift.BINARY, value))
    | st.booleans().map(lambda value: (thrift.TRUE if value else thrift.FALSE, value))
    | st.floats(allow_nan=False).map(lambda value: (thrift.DOUBLE, value)),
    lambda values: (
        st.dictionaries(st.integers(1, 300), values, max_size=5).map(
            lambda fields: (thrift.STRUCT, fields)
        )
        | st.lists(st.integers(-9, 9), max_size=40).map(
            lambda items: (thrift.LIST, (thrift.I64, items))
        )
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.integers(1, 300), structs, max_size=8))
def test_structures_are_read_as_they_were_written(fields: thrift.Struct) -> None:
    data = thrift.write_struct(fields)
    assert thrift.Reader(data).struct() == fields
    assert thrift.write_struct(thrift.Reader(data).struct()) == data
    with pytest.raises(ValueError, match="ends too early"):
        thrift.Reader(data[:-1]).struct()


def test_footers_are_written_as_they_were_read(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(mixed_table(), path, row_group_size=50, write_page_index=True)
    data = path.read_bytes()
    length = int.from_bytes(data[-8:-4], "little")
    footer = data[-8 - length : -8]
    assert thrift.write_struct(thrift.Reader(footer).struct()) == footer


def test_only_regular_files_are_read_and_replaced(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("needs pipes with names")
    folder, source, pipe = tmp_path / "in", tmp_path / "in" / "a.parquet", tmp_path / "pipe"
    folder.mkdir()
    pq.write_table(mixed_table(5), source)
    pq.write_table(mixed_table(5), folder / "b.parquet")
    os.mkfifo(pipe)
    link = tmp_path / "link"
    link.symlink_to(pipe)
    for name in (pipe, link):
        with pytest.raises(NdokuError, match=f"{name.name} is no regular file"):
            nc.parquet(source, name)
        with pytest.raises(NdokuError, match=f"{name.name} is no regular file"):
            nc.parquet(name, tmp_path / "out.parquet")
    # A folder is refused as a whole.
    out = tmp_path / "out"
    out.mkdir()
    os.mkfifo(out / "b.parquet")
    with pytest.raises(NdokuError, match=r"b\.parquet is no regular file"):
        nc.parquet(folder, out)
    assert pipe.is_fifo() and link.is_symlink() and (out / "b.parquet").is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "link", "out", "pipe"]
    assert [path.name for path in out.iterdir()] == ["b.parquet"]
    with pytest.raises(NotADirectoryError, match="is no folder, but .* is one"):
        nc.parquet(folder, source)


def test_a_link_to_a_regular_file_is_replaced(tmp_path: Path) -> None:
    source, old, link = (tmp_path / name for name in ("in.parquet", "old", "link"))
    pq.write_table(mixed_table(5), source)
    old.write_text("old")
    link.symlink_to(old)
    assert nc.parquet(source, link) == 5
    assert old.read_text() == "old" and not link.is_symlink()


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    whole, folder = tmp_path / "whole.parquet", tmp_path / "in"
    pq.write_table(pa.table({"puzzle": PUZZLES}), whole, compression="none", use_dictionary=False)
    data = whole.read_bytes()
    damaged = {
        "empty": b"",
        "cut": data[:-20],
        "text": b"This is no table, but some text.\n" * 9,
        "page": data[:8] + b"\xff" * 60 + data[68:],
    }
    folder.mkdir()
    source = folder / "x.parquet"
    for name, found in damaged.items():
        source.write_bytes(found)
        for place, target in ((source, tmp_path / "one" / "out"), (folder, tmp_path / "all")):
            with pytest.raises(NdokuError, match=r"in.x\.parquet cannot be read: \w+") as caught:
                nc.parquet(place, target)
            assert "\n" not in str(caught.value), name
            assert not hasattr(caught.value, "__notes__"), name
            assert not list(tmp_path.glob("one/*")) and not list(tmp_path.glob("all/*")), name
    with pytest.raises(FileNotFoundError):
        nc.parquet(folder / "none.parquet", tmp_path / "out")
    source.unlink()
    source.touch(mode=0)
    # The user root can read every file.
    if not os.access(source, os.R_OK):
        with pytest.raises(PermissionError):
            nc.parquet(source, tmp_path / "out")


@pytest.mark.parametrize("threads", [0, -1, 1.5, True])
def test_wrong_numbers_of_threads_are_refused(tmp_path: Path, threads: Any) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(mixed_table(5), source)
    with pytest.raises(NdokuError, match=f"threads is a number from 1, not `{threads}`"):
        nc.parquet(source, target, threads=threads)
    assert not target.exists()
    nc.parquet(source, target)
    # Also if no file is left to answer.
    with pytest.raises(NdokuError, match="threads is a number from 1"):
        nc.parquet(source, target, threads=threads)


def test_empty_names_are_no_folders(tmp_path: Path) -> None:
    with pytest.raises(NdokuError, match="source is empty"):
        nc.parquet("", tmp_path / "out")
    with pytest.raises(NdokuError, match="target is empty"):
        nc.parquet(tmp_path, "")
