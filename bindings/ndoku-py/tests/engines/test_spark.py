"""Spark gives the rows of `ndoku.column`: in SQL, and as a step over batches of Arrow."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import ndoku.spark
import pytest
from expected import FUNCTIONS, IDS, answered, expected, parquet_files

pytestmark = pytest.mark.spark
sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
if shutil.which("java") is None:
    pytest.skip("Java is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    # Workers have to find this package.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master("local[2]").appName("ndoku")
    settings = {
        "spark.ui.enabled": "false",
        "spark.log.level": "ERROR",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        # The workers need the packages of this environment.
        "spark.pyspark.python": sys.executable,
        "spark.sql.execution.arrow.maxRecordsPerBatch": "700",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def source(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("spark") / "in"
    parquet_files(folder, 3)
    spark.read.parquet(str(folder)).createOrReplaceTempView("puzzles")
    return folder


def plain(value: Any) -> Any:
    """Return a value as `ndoku.column` has it."""
    if isinstance(value, Decimal):
        return int(value)
    if isinstance(value, sql.Row):
        return {name: plain(field) for name, field in value.asDict().items()}
    return value


def test_sql_equals_columns(spark: Any, source: Path) -> None:
    names = ndoku.spark.register(spark)
    assert names == [function.sql_name for function in FUNCTIONS]
    calls = [f"{function.sql_name}({', '.join(function.columns)})" for function in FUNCTIONS]
    rows = spark.sql(f"SELECT id, {', '.join(calls)} FROM puzzles ORDER BY id").collect()
    assert [row[0] for row in rows] == list(IDS)
    for column, function in enumerate(FUNCTIONS, start=1):
        assert [plain(row[column]) for row in rows] == expected(function), function.name


def test_batches_equal_columns(spark: Any, source: Path, tmp_path: Path) -> None:
    ask = ["solve", "rate", "count"]
    frame = ndoku.spark.answer(spark.read.parquet(str(source)), ask, limit=5)
    frame.write.parquet(str(tmp_path / "out"))
    rows = [row for file in (tmp_path / "out").glob("*.parquet") for row in pq.read_table(file).to_pylist()]
    rows = [{name: plain(value) for name, value in row.items()} for row in rows]
    assert sorted(rows, key=lambda row: row["id"]) == answered(ask, limit=5)


def test_wrong_options_are_refused_at_once(spark: Any) -> None:
    with pytest.raises(TypeError, match="no function takes the option `limits`"):
        ndoku.spark.register(spark, limits=5)
    with pytest.raises(TypeError, match="takes no option `profile`"):
        ndoku.spark.function("solve", profile="se121")
