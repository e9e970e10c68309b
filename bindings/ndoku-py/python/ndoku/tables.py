"""Tables and Parquet files of puzzles. `ndoku.column` has their short names."""

from __future__ import annotations

import contextlib
import functools
import glob
import json
import os
import sys
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ndoku._columns import call
from ndoku._ndoku import Column, NdokuError, functions
from ndoku._parquet import ExtendedFile, Packing, is_locked

__all__ = ["answer_columns", "parquet", "table"]

# Rows that are read, answered and written together.
BATCH_ROWS = 1 << 17

# How a written file may be packed.
CODECS = ("zstd", "snappy", "lz4", "gzip", "brotli", "none")

# Fields of answers whose texts hardly repeat.
DISTINCT_FIELDS = ("solution", "canonical", "count_text")

# The key in the metadata of a written file that names the questions it answers.
REQUEST_KEY = b"ndoku"

# Age in seconds of an unfinished file that no run writes any more, where files cannot be locked.
STALE_SECONDS = 600

# What folders of tables do not count as files, as in other libraries for tables.
HIDDEN_PREFIXES = (".", "_")


def __dir__() -> list[str]:
    """Return the names of the module, without those that it imports."""
    return __all__


@functools.cache
def _functions() -> dict[str, dict[str, Any]]:
    return {function["name"]: function for function in functions()}


def find_questions(ask: str | Sequence[str], options: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the functions that a call names, and check the options."""
    names = [ask] if isinstance(ask, str) else list(ask)
    if not names:
        raise ValueError("ask names no question")
    for name in names:
        if name not in _functions():
            known = ", ".join(_functions())
            raise ValueError(f"there is no question `{name}`; there are {known}")
    found = [_functions()[name] for name in names]
    known_options = {option[0] for function in found for option in function["options"]}
    for name in options:
        if name not in known_options:
            raise TypeError(f"{', '.join(names)} takes no option `{name}`")
    return found


def option_texts(function: dict[str, Any], options: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the options that a function knows, as texts."""
    known = {option[0] for option in function["options"]}
    texts = []
    for name, value in options.items():
        if name in known and (value is not None or name == "limit"):
            texts.append((name, "none" if value is None else str(value)))
    return texts


def answer_columns(
    puzzles: Any,
    solutions: Any,
    ask: str | Sequence[str],
    taken: Iterable[str],
    options: dict[str, Any],
) -> dict[str, Column]:
    """Answer questions to a column. Return the fields of all answers by name.

    A name that is taken gets the question in front, as in `rate_status`.
    """
    names = iter(field_names(ask, taken, options))
    columns: dict[str, Column] = {}
    for function in find_questions(ask, options):
        arguments = (puzzles,) if len(function["columns"]) == 1 else (puzzles, solutions)
        answers = call(function["name"], arguments, option_texts(function, options))
        for field, _, _ in function["fields"]:
            columns[next(names)[0]] = answers[field]
    return columns


def field_names(
    ask: str | Sequence[str], taken: Iterable[str], options: dict[str, Any]
) -> list[tuple[str, str]]:
    """Return the names and types of the fields of all answers, beside names that are taken."""
    used = set(taken)
    names = []
    for function in find_questions(ask, options):
        for field, kind, _ in function["fields"]:
            name = field if field not in used else f"{function['name']}_{field}"
            if name in used:
                raise ValueError(f"the table has the columns `{field}` and `{name}` already")
            used.add(name)
            names.append((name, kind))
    return names


def _needs_solutions(ask: str | Sequence[str], options: dict[str, Any]) -> bool:
    return any(len(function["columns"]) == 2 for function in find_questions(ask, options))


def table(
    table: Any,
    ask: str | Sequence[str] = ("solve",),
    *,
    column: str = "puzzle",
    solution: str = "solution",
    keep: bool = True,
    **options: Any,
) -> Any:
    """Answer a column of a table, and append the fields of the answers.

    `ask` names one question or several. The question `check` also takes the column `solution`.
    Without `keep`, the answers come alone. Options go to each question that knows them.
    """
    kind = type(table).__module__.partition(".")[0]
    names = _names(table, kind)
    needed = [column]
    if _needs_solutions(ask, options):
        needed.append(solution)
    for name in needed:
        if name not in names:
            have = ", ".join(map(str, names)) or "no columns"
            raise KeyError(f"the table has no column `{name}`; it has {have}")
    solutions = table[solution] if len(needed) == 2 else None
    answers = answer_columns(table[column], solutions, ask, names if keep else (), options)
    if isinstance(table, dict):
        lists = {name: answer.to_pylist() for name, answer in answers.items()}
        return {**(table if keep else {}), **lists}
    if kind == "pyarrow":
        return _extend_pyarrow(table, answers, keep)
    if kind == "polars":
        return _extend_polars(table, answers, keep)
    return _extend_pandas(table, answers, keep)


def _names(table: Any, kind: str) -> list[str]:
    """Return the names of the columns, if this is a table that can be answered."""
    if isinstance(table, dict):
        _check_lengths(table)
        return list(table)
    name = type(table).__name__
    if kind == "polars" and name == "LazyFrame":
        raise TypeError("a table is no LazyFrame; collect the LazyFrame first")
    if kind == "pyarrow" and name == "RecordBatchReader":
        raise TypeError("a table is no RecordBatchReader; read it into a table first")
    if kind == "pyarrow" and hasattr(table, "column_names"):
        return list(table.column_names)
    if kind == "pyarrow" and hasattr(table, "schema"):
        return list(table.schema.names)
    if kind in ("polars", "pandas") and hasattr(table, "columns"):
        return list(table.columns)
    raise TypeError(
        f"a table is one of PyArrow, Polars or pandas, or a dictionary of lists, not {name}"
    )


def _check_lengths(table: dict[str, Any]) -> None:
    """Refuse a dictionary whose values are not the columns of one table."""
    lengths = {}
    for name, values in table.items():
        try:
            lengths[name] = len(values)
        except TypeError:
            lengths[name] = -1
        if lengths[name] < 0 or isinstance(values, (str, bytes)):
            raise TypeError(f"the column `{name}` is no list, but {type(values).__name__}")
    if len(set(lengths.values())) > 1:
        have = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise ValueError(f"the columns of the table have different lengths: {have}")


def _extend_pyarrow(table: Any, answers: dict[str, Column], keep: bool) -> Any:
    import pyarrow as pa

    if isinstance(table, pa.RecordBatch):
        arrays = [pa.array(answer) for answer in answers.values()]
        names = list(answers)
        if keep:
            arrays = [*table.columns, *arrays]
            names = [*table.schema.names, *names]
        return pa.RecordBatch.from_arrays(arrays, names=names)
    chunked = {name: pa.chunked_array(answer) for name, answer in answers.items()}
    if not keep:
        return pa.table(chunked)
    for name, array in chunked.items():
        table = table.append_column(name, array)
    return table


def _extend_polars(table: Any, answers: dict[str, Column], keep: bool) -> Any:
    import polars as pl

    series = [pl.Series(name, answer) for name, answer in answers.items()]
    return table.with_columns(series) if keep else pl.DataFrame(series)


def _extend_pandas(table: Any, answers: dict[str, Column], keep: bool) -> Any:
    import pandas as pd

    kinds = {"UInt32": "UInt32", "UInt64": "UInt64", "Boolean": "boolean", "Float32": "float32"}
    series = {
        name: pd.Series(answer.to_pylist(), index=table.index, dtype=kinds.get(answer.type))
        for name, answer in answers.items()
    }
    return table.assign(**series) if keep else pd.DataFrame(series, index=table.index)


def progress_bar(show: bool | None, total: int) -> Any:
    """Return a progress bar for this number of rows, or None."""
    if show is None:
        # In a notebook.
        show = "ipykernel" in sys.modules
    if not show:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit=" puzzles", unit_scale=True)


def advance(bar: Any, rows: int | None) -> None:
    """Move a progress bar on, or close it. Without a bar, nothing happens."""
    if bar is not None:
        bar.close() if rows is None else bar.update(rows)


def check_threads(threads: Any) -> None:
    """Refuse a number of threads that a question would refuse, before any file is read."""
    if threads is not None:
        call("solve", ([],), [("threads", str(threads))])


def _cores() -> int:
    # os.process_cpu_count is newer than Python 3.11.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _pairs(source: Path, target: Path) -> list[tuple[Path, Path]]:
    """Return the files to read and to write."""
    if not source.is_dir():
        if target.is_dir():
            raise IsADirectoryError(f"{target} is a folder; name a file")
        return [(source, target)]
    if target.exists() and not target.is_dir():
        raise NotADirectoryError(f"{target} is no folder, but {source} is one")
    if target.resolve().is_relative_to(source.resolve()):
        raise ValueError(f"{target} is inside {source}, so its files would be answered, too")
    files = []
    for file in sorted(source.rglob("*.parquet")):
        parts = file.relative_to(source).parts
        if file.is_file() and not any(part.startswith(HIDDEN_PREFIXES) for part in parts):
            files.append(file)
    if not files:
        raise FileNotFoundError(f"there is no file *.parquet in {source} or its folders")
    return [(file, target / file.relative_to(source)) for file in files]


def parquet(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    ask: str | Sequence[str] = ("solve",),
    *,
    column: str = "puzzle",
    solution: str = "solution",
    threads: int | None = None,
    compression: str = "zstd",
    progress: bool | None = None,
    **options: Any,
) -> int:
    """Answer a Parquet file, or each file *.parquet of a folder and its folders.

    Return the number of rows. The answers are appended as columns. The columns of the source are
    copied without unpacking them, and the row groups are kept. Files and folders whose names begin
    with a dot or `_` are left out.

    `column` and `solution` name the columns of puzzles and of solutions, which `check` needs.
    `threads` is the number of cores by default. `compression` packs the answers: zstd, snappy, lz4,
    gzip, brotli or none. `progress` shows a bar if tqdm is installed. Notebooks show one by
    default.

    A target with the rows of its source and answers to the same questions with the same options is
    complete, and is not written again. Any other regular file under its name is replaced, also
    if ndoku did not write it. A device, pipe or socket is an error.
    """
    if compression not in CODECS:
        raise ValueError(f"compression is one of {', '.join(CODECS)}, not `{compression}`")
    check_threads(threads)
    ask = [ask] if isinstance(ask, str) else list(ask)
    jobs = plan_files(source, target, ask, column, solution, options)
    request = _request(ask, column, solution, options)
    options["threads"] = _cores() if threads is None else threads
    needed = _needed(ask, column, solution, options)
    rows = sum(job.rows for job in jobs)
    bar = progress_bar(progress, rows)
    for job in jobs:
        if job.is_complete:
            advance(bar, job.rows)
            continue
        try:
            _answer_file(job.source, job.target, ask, needed, options, request, compression, bar)
        except Exception as error:
            _name_file(error, job.source)
            raise
    advance(bar, None)
    return rows


def _needed(
    ask: str | Sequence[str], column: str, solution: str, options: dict[str, Any]
) -> list[str]:
    """Return the names of the columns that questions take."""
    return [column, solution] if _needs_solutions(ask, options) else [column]


class FileJob(NamedTuple):
    """A file to answer."""

    source: Path
    target: Path
    rows: int
    is_complete: bool
    """Whether the target answers the same questions to all rows already."""


def plan_files(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    ask: str | Sequence[str],
    column: str,
    solution: str,
    options: dict[str, Any],
) -> list[FileJob]:
    """Return the files that a call of `parquet` answers, and check the call."""
    pq = _pyarrow_parquet()
    request = _request(ask, column, solution, options)
    needed = _needed(ask, column, solution, options)
    jobs = []
    for name, path in (("source", source), ("target", target)):
        if not os.fspath(path):
            # Otherwise it would be the present folder.
            raise NdokuError(f"{name} is empty; name a file or a folder")
    for file, to in _pairs(Path(source), Path(target)):
        try:
            _check_regular(file)
            _check_regular(to)
            with _unreadable_named(file):
                found = pq.read_metadata(file)
                schema = found.schema.to_arrow_schema()
            for name in needed:
                if name not in schema.names:
                    have = ", ".join(schema.names)
                    raise KeyError(f"{file} has no column `{name}`; it has {have}")
                if schema.names.count(name) > 1:
                    raise KeyError(f"{file} has several columns `{name}`")
            # Without rows: the types of the columns, and the names of the answers.
            columns = [schema.empty_table()[name] for name in needed]
            new = answer_columns(columns[0], columns[-1], ask, schema.names, options)
        except Exception as error:
            _name_file(error, file)
            raise
        is_complete = _is_complete(file, to, found.num_rows, request, [*schema.names, *new])
        jobs.append(FileJob(file, to, found.num_rows, is_complete))
    return jobs


def _check_regular(path: Path) -> None:
    """Refuse devices, pipes and sockets: they are not read in any order, and not replaced."""
    if path.exists() and not path.is_file():
        raise NdokuError(f"{path} is no regular file")


@contextlib.contextmanager
def _unreadable_named(path: Path) -> Iterator[None]:
    """Turn what PyArrow says about a file that it cannot read into an error with its name."""
    import pyarrow as pa

    try:
        yield
    except (OSError, ValueError, pa.ArrowException) as error:
        # Errors of the system say more by their class, such as FileNotFoundError.
        if isinstance(error, MemoryError) or getattr(error, "errno", None) is not None:
            raise
        reason = " ".join(str(error).split())
        raise NdokuError(f"{path} cannot be read: {reason}") from error


def _name_file(error: Exception, path: Path) -> None:
    """Add the name of a file to an error that does not tell it."""
    if str(path) not in str(error):
        error.add_note(f"This happened in {path}.")


def _pyarrow_parquet() -> Any:
    try:
        import pyarrow.parquet as pq
    except ImportError as error:
        message = "Parquet files need PyArrow; install it with: pip install pyarrow"
        raise ImportError(message) from error
    return pq


def _request(
    ask: str | Sequence[str], column: str, solution: str, options: dict[str, Any]
) -> bytes:
    """Return what the answers of a file depend on, beside its rows."""
    names = [function["name"] for function in find_questions(ask, options)]
    texts = {name: "none" if value is None else str(value) for name, value in options.items()}
    request = {"ask": names, "column": column, "solution": solution, "options": texts}
    return json.dumps(request, sort_keys=True).encode()


def _is_complete(
    source: Path, target: Path, rows: int, request: bytes, names: list[str]
) -> bool:
    import pyarrow.parquet as pq

    if target.exists() and os.path.samefile(source, target):
        raise ValueError(f"{target} is both the source and the target")
    try:
        found = pq.read_metadata(target)
    except (OSError, ValueError):
        return False
    if (found.metadata or {}).get(REQUEST_KEY) != request:
        return False
    return bool(found.num_rows == rows and found.schema.to_arrow_schema().names == names)


def remove_partial_files(jobs: Iterable[FileJob]) -> None:
    """Remove what killed workers have left beside complete files."""
    for job in jobs:
        _remove_stale(job.target, 0)


def _remove_stale(target: Path, seconds: float) -> None:
    """Remove unfinished files of a target that no run has locked, from an age on."""
    for stale in target.parent.glob(f".{glob.escape(target.name)}.*.partial"):
        # What cannot be removed stays, and hinders nothing.
        with contextlib.suppress(OSError):
            if time.time() - stale.stat().st_mtime >= seconds and not is_locked(stale):
                stale.unlink()


def _answer_file(
    source: Path,
    target: Path,
    ask: str | Sequence[str],
    needed: list[str],
    options: dict[str, Any],
    request: bytes,
    compression: str,
    bar: Any,
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    target.parent.mkdir(parents=True, exist_ok=True)
    _remove_stale(target, STALE_SECONDS)
    # Two runs on the same target write two files, and the last one to finish names its own.
    # Machines of a cluster may use the same numbers for their processes.
    partial = target.with_name(f".{target.name}.{uuid.uuid4().hex}.partial")

    def answer(rows: Any) -> Any:
        columns = [rows.column(name) for name in needed]
        answers = answer_columns(columns[0], columns[-1], ask, names, options)
        return pa.table({name: pa.chunked_array(column) for name, column in answers.items()})

    file = None
    try:
        # Answers and copies come from one file, although another one may get its name meanwhile.
        with pa.OSFile(os.fspath(source)) as opened:
            with _unreadable_named(source):
                reader = pq.ParquetFile(opened, pre_buffer=False)
            names = list(reader.schema_arrow.names)
            empty = pa.schema([reader.schema_arrow.field(name) for name in dict.fromkeys(needed)])
            none = answer(empty.empty_table())
            packing = _packing(ask, names, options, compression)
            file = ExtendedFile(opened, source, partial, none, packing, {REQUEST_KEY: request})
            for group in range(reader.metadata.num_row_groups):
                for rows in _batches(reader, group, list(empty.names), source):
                    file.append(answer(rows))
                    advance(bar, rows.num_rows)
                if reader.metadata.row_group(group).num_rows == 0:
                    file.append(none)
                file.end_group(group)
            file.finish()
            is_renamed = _rename(partial, target)
            if not is_renamed and not _is_complete(
                source, target, reader.metadata.num_rows, request, [*names, *none.schema.names]
            ):
                raise NdokuError(f"the unfinished file of {target} was removed by another program")
    finally:
        if file is not None:
            file.close()
        partial.unlink(missing_ok=True)


def _batches(reader: Any, group: int, names: list[str], source: Path) -> Iterator[Any]:
    """Read some columns of a row group, part by part."""
    # One group at a time: a reader of all groups keeps more with each.
    batches = reader.iter_batches(BATCH_ROWS, [group], columns=names)
    while True:
        with _unreadable_named(source):
            rows = next(batches, None)
        if rows is None:
            return
        yield rows


def _rename(partial: Path, target: Path) -> bool:
    """Give a file its name. Return False if another run has taken it for one that was left."""
    try:
        os.replace(partial, target)
    except FileNotFoundError:
        return False
    return True


def _packing(
    ask: str | Sequence[str], taken: Iterable[str], options: dict[str, Any], codec: str
) -> Packing:
    """Return how the answers are packed."""
    named = zip(
        [field for function in find_questions(ask, options) for field, _, _ in function["fields"]],
        [name for name, _ in field_names(ask, taken, options)],
        strict=True,
    )
    texts = {name: field for field, name in named if field in DISTINCT_FIELDS}
    solutions = frozenset(name for name, field in texts.items() if field == "solution")
    return Packing(codec, frozenset(texts), solutions)
