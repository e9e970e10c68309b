"""Tables of puzzles on a cluster with Dask.

    from dask.distributed import Client
    import ndoku.dask

    ndoku.dask.parquet(Client(), "puzzles/", "rated/", ["solve", "rate"])

Each file is a task. Needs `dask[distributed]` and `pyarrow`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ndoku import tables
from ndoku._engines import require

__all__ = ["parquet"]


def __dir__() -> list[str]:
    """Return the names of the module, without those that it imports."""
    return __all__


def parquet(
    client: Any,
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    ask: str | Sequence[str] = ("solve",),
    *,
    column: str = "puzzle",
    solution: str = "solution",
    threads: int = 1,
    retries: int = 3,
    **options: Any,
) -> int:
    """Answer each Parquet file of a folder in a task of its own, and return the number of rows.

    All workers must see both folders under the same names. Names, columns and the order of the rows
    are kept. A file gets its name when it is complete, and a second call answers only the files
    that are missing.
    """
    distributed = require("distributed", "dask[distributed]")
    require("pyarrow")
    tables.check_threads(threads)
    jobs = tables.plan_files(source, target, ask, column, solution, options)
    missing = [job for job in jobs if not job.is_complete]
    tasks = client.map(
        tables.parquet,
        [str(job.source.absolute()) for job in missing],
        [str(job.target.absolute()) for job in missing],
        ask=ask,
        column=column,
        solution=solution,
        threads=threads,
        progress=False,
        # The file is the result: a task of an earlier call says nothing about it.
        pure=False,
        retries=retries,
        **options,
    )
    for task in distributed.as_completed(tasks):
        task.result()
    tables.remove_partial_files(missing)
    return sum(job.rows for job in jobs)
