"""Tables of puzzles on a cluster with Ray.

    import ray, ndoku.ray

    ray.init()
    ndoku.ray.parquet("puzzles/", "rated/", ["solve", "rate"])

`parquet` answers a folder file by file: each file is a task, and Ray starts it again on another
worker if its worker is lost. `answer` is a step of a Ray Data pipeline. Needs `ray` and `pyarrow`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ndoku import tables
from ndoku._engines import require

__all__ = ["answer", "parquet"]


def __dir__() -> list[str]:
    """Return the names of the module, without those that it imports."""
    return __all__


def answer(
    dataset: Any,
    ask: str | Sequence[str] = ("solve",),
    *,
    column: str = "puzzle",
    solution: str = "solution",
    keep: bool = True,
    batch_size: int | None = None,
    ray_options: dict[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Answer a column of a dataset of Ray Data, and append the fields of the answers.

    `ray_options` go to `map_batches`, such as `{"num_cpus": 2}`. Ray Data does not keep the order
    of the rows: the table needs a column that names them.
    """
    require("ray.data", "ray[data]")
    tables.find_questions(ask, options)
    return dataset.map_batches(
        tables.table,
        fn_kwargs={"ask": ask, "column": column, "solution": solution, "keep": keep, **options},
        batch_format="pyarrow",
        batch_size=batch_size,
        **(ray_options or {}),
    )


def parquet(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    ask: str | Sequence[str] = ("solve",),
    *,
    column: str = "puzzle",
    solution: str = "solution",
    threads: int = 1,
    retries: int = 3,
    progress: bool | None = None,
    ray_options: dict[str, Any] | None = None,
    **options: Any,
) -> int:
    """Answer each Parquet file of a folder in a task of its own, and return the number of rows.

    All workers must see both folders under the same names. Names, columns and the order of the rows
    are kept. A file gets its name when it is complete, and a second call answers only the files
    that are missing. `threads` is the number of cores of a task. `retries` says how often a file is
    tried again after its worker was lost. `ray_options` go to the tasks, such as `resources`.
    """
    ray = require("ray")
    require("pyarrow", "pyarrow")
    tables.check_threads(threads)
    jobs = tables.plan_files(source, target, ask, column, solution, options)
    bar = tables.progress_bar(progress, sum(job.rows for job in jobs))
    settings = {"num_cpus": threads, "max_retries": retries, **(ray_options or {})}
    remote = ray.remote(**settings)(tables.parquet)
    running: dict[Any, tables.FileJob] = {}
    for job in jobs:
        if job.is_complete:
            tables.advance(bar, job.rows)
            continue
        task = remote.remote(
            job.source.absolute(),
            job.target.absolute(),
            ask,
            column=column,
            solution=solution,
            threads=threads,
            progress=False,
            **options,
        )
        running[task] = job
    try:
        while running:
            done, _ = ray.wait(list(running), num_returns=1)
            for task in done:
                ray.get(task)
                tables.advance(bar, running.pop(task).rows)
    finally:
        for task in running:
            ray.cancel(task)
        tables.advance(bar, None)
    tables.remove_partial_files(job for job in jobs if not job.is_complete)
    return sum(job.rows for job in jobs)
