"""Answers Parquet files on clusters of two workers, kills a worker, and compares the rows.

    python bench/cluster.py [--rows 200000] [--quiet] [ENGINE ...]

    puzzles ─▶ 16 files ─┬─▶ `ndoku.column.parquet`, in one process ─▶ the expected rows
                         └─▶ two workers of an engine ─▶ the same rows, none twice, none missing
                                   ▲ SIGKILL while they work

The engines are ray (`ndoku.ray.parquet`), ray-data (`ndoku.ray.answer`), dask and spark. Each runs
in a process of its own. With `--quiet`, a run without the kill comes first, for its time.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ASK = ["solve", "rate"]
FILES = 16
WORKERS = 2
ENGINES = {"ray": "ray", "ray-data": "ray", "dask": "distributed", "spark": "pyspark"}

# Seconds after which a run has failed.
TIME_LIMIT = 900


def write_puzzles(folder: Path, rows: int) -> None:
    """Write puzzles of all levels, with rows that are null or no puzzle among them."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from puzzles import SEVENTEEN, column, images, mixed

    texts = column(images(mixed(100) + SEVENTEEN, rows)).to_pylist()
    for row in range(0, rows, 997):
        texts[row] = None
    for row in range(5, rows, 991):
        texts[row] = "no puzzle"
    for row in range(7, rows, 983):
        texts[row] = "." * 81
    table = pa.table({"id": range(rows), "puzzle": texts})
    size = -(-rows // FILES)
    folder.mkdir(parents=True)
    for part in range(FILES):
        pq.write_table(table.slice(part * size, size), folder / f"part-{part:03}.parquet")


def read_rows(folder: Path) -> Any:
    """Read the rows of all files, sorted by their number."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    files = [file for file in sorted(folder.rglob("*.parquet")) if not file.name.startswith(".")]
    tables = [pq.read_table(file, partitioning=None).replace_schema_metadata() for file in files]
    return pa.concat_tables(tables, promote_options="permissive").sort_by("id")


def compare(found: Any, expected: Any) -> list[str]:
    """Return what differs."""
    import pyarrow.compute as pc

    problems = []
    distinct = pc.count_distinct(found["id"]).as_py()
    if distinct != found.num_rows:
        problems.append(f"{found.num_rows - distinct} rows are there twice")
    if distinct != expected.num_rows:
        problems.append(f"{expected.num_rows - distinct} rows are missing")
    if problems:
        return problems
    if set(found.column_names) != set(expected.column_names):
        return [f"the columns are {found.column_names}, not {expected.column_names}"]
    for name in expected.column_names:
        # Spark has other types for numbers.
        values = found[name].cast(expected[name].type)
        if values.combine_chunks() != expected[name].combine_chunks():
            problems.append(f"the column {name} differs")
    return problems


class Killer(threading.Thread):
    """Kills a worker when a quarter of the files is there, or after some seconds."""

    def __init__(self, target: Path, workers: Callable[[], list[int]], after: float | None) -> None:
        super().__init__(daemon=True)
        self.target = target
        self.workers = workers
        self.after = after
        self.killed: int | None = None
        self.when = ""
        self.is_over = False

    def run(self) -> None:
        begin = time.monotonic()
        while not self.is_over:
            seconds = time.monotonic() - begin
            # Files of a task that has not ended come and go.
            files = sum(1 for _ in self.target.rglob("*.parquet"))
            is_time = files >= FILES // 4 if self.after is None else seconds >= self.after
            if is_time and (workers := self.workers()):
                os.kill(workers[-1], signal.SIGKILL)
                self.killed = workers[-1]
                self.when = f"after {seconds:.1f} s, with {files} files"
                return
            time.sleep(0.02)


def descendants(is_worker: Callable[[list[str]], bool]) -> list[int]:
    """Return the processes below this one whose command line is that of a worker."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                status = (folder / "stat").read_text()
            except OSError:
                # It has ended.
                continue
            # The name in parentheses may hold anything.
            parents[int(folder.name)] = int(status.rpartition(")")[2].split()[1])
    found = []
    for process in parents:
        above = process
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid() and process != above:
            try:
                line = Path(f"/proc/{process}/cmdline").read_text().split("\0")
            except OSError:
                continue
            if is_worker(line):
                found.append(process)
    return sorted(found)


def run_ray(source: Path, target: Path, start: Callable[[Callable[[], list[int]]], None]) -> None:
    import ndoku.ray
    import ray

    # Ray gives its workers the niceness 15. Beside other work, they would starve.
    os.environ["RAY_worker_niceness"] = "0"
    ray.init(num_cpus=WORKERS, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    start(lambda: descendants(lambda line: line[0].startswith("ray::parquet")))
    ndoku.ray.parquet(source, target, ASK)
    ray.shutdown()


def run_ray_data(source: Path, target: Path, start: Callable[[Callable[[], list[int]]], None]) -> None:
    import ndoku.ray
    import ray

    os.environ["RAY_worker_niceness"] = "0"
    ray.init(num_cpus=WORKERS, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    dataset = ray.data.read_parquet(str(source), override_num_blocks=FILES)
    start(lambda: descendants(lambda line: line[0].startswith("ray::") and "Map" in line[0]))
    ndoku.ray.answer(dataset, ASK).write_parquet(str(target))
    ray.shutdown()


def run_dask(source: Path, target: Path, start: Callable[[Callable[[], list[int]]], None]) -> None:
    import ndoku.dask
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        pids = list(client.run(os.getpid).values())
        start(lambda: pids)
        ndoku.dask.parquet(client, source, target, ASK)


def run_spark(source: Path, target: Path, start: Callable[[Callable[[], list[int]]], None]) -> None:
    import ndoku.spark
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local-cluster[{WORKERS},1,1024]").appName("ndoku")
    settings = {
        "spark.ui.enabled": "false",
        "spark.log.level": "OFF",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": "1024m",
        # The cost of opening a file, by which each file is a task.
        "spark.sql.files.maxPartitionBytes": "4m",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    frame = spark.read.parquet(str(source))
    executor = "org.apache.spark.executor.CoarseGrainedExecutorBackend"
    start(lambda: descendants(lambda line: executor in line))
    ndoku.spark.answer(frame, ASK).write.parquet(str(target))
    spark.stop()


RUNS = {"ray": run_ray, "ray-data": run_ray_data, "dask": run_dask, "spark": run_spark}


def run_engine(engine: str, folder: Path, is_killing: bool, single: float) -> bool:
    """Run an engine in this process, and compare its rows. One process took `single` seconds."""
    target = folder / f"{engine}-{'killed' if is_killing else 'quiet'}"
    killer: Killer | None = None
    begin = 0.0

    def start(workers: Callable[[], list[int]]) -> None:
        nonlocal killer, begin
        begin = time.monotonic()
        if is_killing:
            # Ray Data writes most of its files at the end.
            killer = Killer(target, workers, single / 5 if engine == "ray-data" else None)
            killer.start()

    RUNS[engine](folder / "in", target, start)
    seconds = time.monotonic() - begin
    found = read_rows(target)
    problems = compare(found, read_rows(folder / "expected"))
    what = "without a kill"
    if killer is not None:
        killer.is_over = True
        killer.join()
        if killer.killed is None:
            problems.append("no worker was killed")
        what = f"process {killer.killed} killed {killer.when}"
    left = [file for file in target.rglob("*") if file.is_file() and "partial" in file.name]
    result = "; ".join(problems) or "every row once, all equal"
    print(f"{engine}: {what}: {found.num_rows:,} rows in {seconds:.1f} s: {result}", flush=True)
    if left:
        print(f"{engine}: {len(left)} unfinished files are left", flush=True)
    return not problems


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("engines", nargs="*", default=[], metavar="ENGINE")
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--quiet", action="store_true", help="also run without the kill")
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--kill", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--single", type=float, default=0.0, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    engines = arguments.engines or list(ENGINES)
    for engine in engines:
        if engine not in ENGINES:
            parser.error(f"there is no engine {engine}; there are {', '.join(ENGINES)}")
    if arguments.folder:
        return 0 if run_engine(
            engines[0], arguments.folder, arguments.kill, arguments.single
        ) else 1

    import ndoku.column as nc

    has_passed = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_puzzles(folder / "in", arguments.rows)
        begin = time.monotonic()
        rows = nc.parquet(folder / "in", folder / "expected", ASK, threads=1)
        seconds = time.monotonic() - begin
        print(f"one process, one thread: {rows:,} rows in {seconds:.1f} s", flush=True)
        for engine in engines:
            missing = importlib.util.find_spec(ENGINES[engine]) is None
            if missing or (engine == "spark" and shutil.which("java") is None):
                package = ENGINES[engine] if missing else "Java"
                print(f"{engine}: skipped, because {package} is not installed", flush=True)
                continue
            for kill in ([False] if arguments.quiet else []) + [True]:
                command = [sys.executable, __file__, engine, "--folder", name, f"--single={seconds}"]
                try:
                    done = subprocess.run(command + ["--kill"] * kill, timeout=TIME_LIMIT)
                    has_passed &= done.returncode == 0
                except subprocess.TimeoutExpired:
                    print(f"{engine}: not finished after {TIME_LIMIT} s", flush=True)
                    has_passed = False
    return 0 if has_passed else 1


if __name__ == "__main__":
    sys.exit(main())
