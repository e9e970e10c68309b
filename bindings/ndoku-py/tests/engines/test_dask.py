"""Dask gives the rows of `ndoku.column`, file by file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ndoku.dask
import pytest
from expected import answered, parquet_files

pytestmark = pytest.mark.dask
distributed = pytest.importorskip("distributed", reason="dask[distributed] is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

ASK = ["solve", "rate", "count"]


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_files_equal_columns(client: Any, tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    parquet_files(source, 4)
    for limit in (5, 2):
        expected = answered(ASK, limit=limit)
        assert ndoku.dask.parquet(client, source, target, ASK, limit=limit) == len(expected)
        files = sorted(target.iterdir())
        assert [row for file in files for row in pq.read_table(file).to_pylist()] == expected
    times = {file: file.stat().st_mtime_ns for file in files}
    assert ndoku.dask.parquet(client, source, target, ASK, limit=2, threads=2) == len(expected)
    assert times == {file: file.stat().st_mtime_ns for file in files}


def test_wrong_calls_raise(client: Any, tmp_path: Path) -> None:
    source = tmp_path / "in"
    parquet_files(source, 1)
    with pytest.raises(KeyError, match="has no column `grid`"):
        ndoku.dask.parquet(client, source, tmp_path / "out", column="grid")
    with pytest.raises(ValueError, match="profile"):
        ndoku.dask.parquet(client, source, tmp_path / "out", "rate", profile="se999")
