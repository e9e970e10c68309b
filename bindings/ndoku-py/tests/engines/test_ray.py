"""Ray gives the rows of `ndoku.column`: file by file, and as a step of Ray Data."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import ndoku.ray
import pytest
from expected import answered, parquet_files

pytestmark = pytest.mark.ray
ray = pytest.importorskip("ray", reason="ray is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

ASK = ["solve", "rate", "count"]


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    os.environ["RAY_worker_niceness"] = "0"
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    yield
    ray.shutdown()


def test_files_equal_columns(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    parquet_files(source, 4)
    expected = answered(ASK)
    assert ndoku.ray.parquet(source, target, ASK) == len(expected)
    files = sorted(target.iterdir())
    assert [file.name for file in files] == [file.name for file in sorted(source.iterdir())]
    assert [row for file in files for row in pq.read_table(file).to_pylist()] == expected
    # A second call answers what is missing.
    times = {file: file.stat().st_mtime_ns for file in files[1:]}
    files[0].unlink()
    assert ndoku.ray.parquet(source, target, ASK, threads=2) == len(expected)
    assert files[0].exists() and times == {file: file.stat().st_mtime_ns for file in files[1:]}


def test_datasets_equal_columns(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    parquet_files(source, 4)
    dataset = ray.data.read_parquet(str(source))
    ndoku.ray.answer(dataset, ASK, limit=5, batch_size=500).write_parquet(str(target))
    rows = [row for file in target.rglob("*.parquet") for row in pq.read_table(file).to_pylist()]
    assert sorted(rows, key=lambda row: row["id"]) == answered(ASK, limit=5)


def test_wrong_calls_raise_before_any_work(tmp_path: Path) -> None:
    source = tmp_path / "in"
    parquet_files(source, 1)
    with pytest.raises(KeyError, match="has no column `grid`"):
        ndoku.ray.parquet(source, tmp_path / "out", column="grid")
    with pytest.raises(TypeError, match="takes no option `limits`"):
        ndoku.ray.answer(None, "count", limits=5)
    with pytest.raises(ValueError, match="profile"):
        ndoku.ray.parquet(source, tmp_path / "out", "rate", profile="se999")
    assert not list((tmp_path / "out").glob("*"))
