"""Appends columns to Parquet files, and copies the columns that are there without unpacking them.

    source   │ column a │ column b │    │ column a │ column b │    │ footer │
                  │ copied                  │ copied                   │ extended
    target   │ column a │ column b │ new │ column a │ column b │ new │ footer │
                row group 0                 row group 1

PyArrow writes the new columns into memory, and their pages are moved from there. So files have the
row groups of their source, with the same statistics. Indexes of pages and Bloom filters are left
out, because they name places in the source. What the footer says is copied, also what is not known
here, so damaged pages of other columns stay damaged.
"""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

try:
    import fcntl
except ImportError:  # On Windows, an open file cannot be removed anyway.
    fcntl = None  # type: ignore[assignment]

from ndoku._ndoku import NdokuError, pack_without_matches
from ndoku._thrift import BINARY, I32, I64, LIST, STRUCT, Reader, Struct, write_struct

MAGIC = b"PAR1"

# The key of Arrow's schema among the metadata of a file.
SCHEMA_KEY = b"ARROW:schema"

# Number of bytes that are copied at once.
COPY_BYTES = 1 << 20

# Codes alone are worth while if they make a page this much shorter.
WORTH = 0.75

# The number of the codec zstd.
ZSTD = 6

# Numbers of fields, by the structures of Parquet's `parquet.thrift`.
FILE_SCHEMA, FILE_GROUPS, FILE_METADATA, FILE_ORDERS = 2, 4, 5, 7
ELEMENT_CHILDREN = 5
KEY, VALUE = 1, 2
GROUP_COLUMNS, GROUP_SIZE, GROUP_ROWS, GROUP_OFFSET, GROUP_PACKED = 1, 2, 3, 5, 6
COLUMN_FILE, COLUMN_OFFSET, COLUMN_META = 1, 2, 3
COLUMN_INDEXES = (4, 5, 6, 7)
COLUMN_KEYS = (8, 9)
META_PATH, META_CODEC, META_VALUES, META_SIZE, META_PACKED = 3, 4, 5, 6, 7
META_DATA, META_INDEX, META_DICTIONARY = 9, 10, 11
# What is said about the encodings and sizes of all pages together.
META_PAGE_STATS = (13, 16)
META_BLOOM = (14, 15)
PAGE_PACKED = 3


class Packing(NamedTuple):
    """How new columns are packed."""

    codec: str
    """The name of the codec, for PyArrow."""
    texts: frozenset[str]
    """Columns whose texts hardly repeat. A dictionary of theirs would be built and thrown away."""
    solutions: frozenset[str]
    """Those of `texts` in which zstd finds no repeated strings."""


class _Chunk:
    """The pages of a column in a row group, and what the footer says about them."""

    def __init__(self, meta: Struct) -> None:
        self.meta = meta
        self.pages: list[bytes | memoryview] = []

    def join(self, other: _Chunk) -> None:
        """Append the pages of more rows. There must be no dictionary."""
        self.pages += other.pages
        for field in (META_VALUES, META_SIZE, META_PACKED):
            self.meta[field] = (I64, self.meta[field][1] + other.meta[field][1])
        for field in META_PAGE_STATS:
            self.meta.pop(field, None)

    def use_codes(self) -> None:
        """Pack pages that are not packed yet, without a search for repeated strings."""
        import pyarrow as pa

        packed: list[bytes | memoryview] = []
        size = 0
        for data in self.pages:
            at = 0
            while at < len(data):
                reader = Reader(data, at)
                header = reader.struct()
                at = reader.at + header[PAGE_PACKED][1]
                body = bytes(data[reader.at : at])
                page = pack_without_matches(body)
                if len(page) > WORTH * len(body):
                    # Texts of other lengths, whose lengths have no codes.
                    page = pa.Codec("zstd", 1).compress(body, asbytes=True)
                header[PAGE_PACKED] = (I32, len(page))
                head = write_struct(header)
                packed += [head, page]
                size += len(head) + len(body)
        self.pages = packed
        self.meta[META_SIZE] = (I64, size)
        self.meta[META_CODEC] = (I32, ZSTD)
        self.meta[META_PACKED] = (I64, sum(map(len, packed)))

    def move(self, shift: int) -> None:
        """Change the place of the pages in the file."""
        for field in (META_DATA, META_INDEX, META_DICTIONARY):
            # Some programs write 0 where there is no such page.
            if field in self.meta and self.meta[field][1] > 0:
                self.meta[field] = (I64, self.meta[field][1] + shift)

    def start(self) -> int:
        """Return the place of the first page in the file."""
        data = self.meta[META_DATA][1]
        dictionary = self.meta.get(META_DICTIONARY, (I64, 0))[1]
        return int(dictionary if 0 < dictionary < data else data)


class ExtendedFile:
    """A Parquet file with the columns of another one, and new columns behind them."""

    def __init__(
        self,
        source: Any,
        name: Path,
        target: Path,
        new: Any,
        packing: Packing,
        metadata: dict[bytes, bytes],
    ) -> None:
        """Begin a file with the new columns of a table without rows.

        `source` is a file of PyArrow that stays open, and `name` its name for messages.
        """
        self._source = source
        self._name = name
        self._packing = packing
        self._new = new.schema
        self._texts: dict[str, _Chunk] = {}
        self._others: list[Any] = []
        # Groups are read and written one at a time: with many columns, each is large.
        self._groups: list[bytes] = []
        with _damage_named(name):
            self._footer = _read_footer(source, name)
            self._extend_footer(metadata)
        self._target = target.open("xb")
        _lock(self._target)
        self._target.write(MAGIC)

    def close(self) -> None:
        """Close the new file, finished or not. An unfinished one is of no use."""
        with contextlib.suppress(OSError):
            self._target.close()

    def append(self, rows: Any) -> None:
        """Take the new columns of some rows of the present row group, as a table."""
        texts = [name for name in rows.schema.names if name in self._packing.texts]
        _, chunks = self._pack(rows.select(texts))
        for name, chunk in zip(texts, chunks, strict=True):
            if name in self._texts:
                self._texts[name].join(chunk)
            else:
                self._texts[name] = chunk
        self._others.append(rows.drop_columns(texts))

    def end_group(self, number: int) -> None:
        """Write a row group of the source with the new columns."""
        import pyarrow as pa

        start = self._target.tell()
        with _damage_named(self._name):
            group = _read_group(self._footer[FILE_GROUPS][1][1][number], self._name)
            columns = [self._copy(column) for column in group[GROUP_COLUMNS][1][1]]
        chunks = self._texts
        others = pa.concat_tables(self._others)
        for name, chunk in zip(others.schema.names, self._pack(others)[1], strict=True):
            chunks[name] = chunk
        for name in self._new.names:
            chunk = chunks[name]
            chunk.move(self._target.tell() - chunk.start())
            columns.append({COLUMN_OFFSET: (I64, 0), COLUMN_META: (STRUCT, chunk.meta)})
            self._target.writelines(chunk.pages)
        metas = [column[COLUMN_META][1] for column in columns]
        group[GROUP_COLUMNS] = (LIST, (STRUCT, columns))
        group[GROUP_SIZE] = (I64, sum(meta[META_SIZE][1] for meta in metas))
        group[GROUP_PACKED] = (I64, sum(meta[META_PACKED][1] for meta in metas))
        group[GROUP_OFFSET] = (I64, start)
        self._groups.append(write_struct(group))
        self._texts = {}
        self._others = []

    def finish(self) -> None:
        """Write the footer."""
        footer = {**self._footer, FILE_GROUPS: (LIST, (STRUCT, self._groups))}
        data = write_struct(footer)
        self._target.writelines([data, len(data).to_bytes(4, "little"), MAGIC])
        self._target.close()

    def _pack(self, rows: Any) -> tuple[Struct, list[_Chunk]]:
        """Return the footer and the packed columns of a file with these rows as one group."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        names = rows.schema.names
        if not names:
            return {}, []
        codes = self._packing.solutions if self._packing.codec == "zstd" else frozenset()
        codecs = {name: "none" if name in codes else self._packing.codec for name in names}
        zstd = [name for name, codec in codecs.items() if codec == "zstd"]
        sink = pa.BufferOutputStream()
        pq.write_table(
            rows,
            sink,
            row_group_size=max(rows.num_rows, 1),
            compression=codecs,
            compression_level=dict.fromkeys(zstd, 1) or None,
            use_dictionary=[name for name in names if name not in self._packing.texts],
            write_statistics=[name for name in names if name not in self._packing.texts],
            store_schema=False,
        )
        data = memoryview(sink.getvalue()).cast("B")
        footer = Reader(data, len(data) - 8 - int.from_bytes(data[-8:-4], "little")).struct()
        chunks = []
        for group in footer[FILE_GROUPS][1][1]:
            for name, column in zip(names, group[GROUP_COLUMNS][1][1], strict=True):
                chunk = _Chunk(column[COLUMN_META][1])
                start = chunk.start()
                chunk.pages = [data[start : start + chunk.meta[META_PACKED][1]]]
                if name in codes:
                    chunk.use_codes()
                chunks.append(chunk)
        return footer, chunks

    def _copy(self, column: Struct) -> Struct:
        """Copy a column of a row group. Return what the footer says about the copy."""
        chunk = _Chunk(dict(column[COLUMN_META][1]))
        for field in META_BLOOM:
            chunk.meta.pop(field, None)
        start, left = chunk.start(), int(chunk.meta[META_PACKED][1])
        chunk.move(self._target.tell() - start)
        self._source.seek(start)
        while left > 0:
            data = self._source.read(min(left, COPY_BYTES))
            if not data:
                path = b".".join(chunk.meta[META_PATH][1][1]).decode(errors="replace")
                raise NdokuError(
                    f"{self._name} is damaged: the column {path} reaches beyond its end"
                )
            self._target.write(data)
            left -= len(data)
        left_out = (COLUMN_FILE, *COLUMN_INDEXES)
        copy = {field: value for field, value in column.items() if field not in left_out}
        return {**copy, COLUMN_OFFSET: (I64, 0), COLUMN_META: (STRUCT, chunk.meta)}

    def _extend_footer(self, metadata: dict[bytes, bytes]) -> None:
        """Add the new columns to the schemas of Parquet and Arrow, and texts to the metadata."""
        footer = self._footer
        new = self._new.empty_table()
        added, _ = self._pack(new)
        kind, elements = footer[FILE_SCHEMA][1]
        root = dict(elements[0])
        root[ELEMENT_CHILDREN] = (I32, root.get(ELEMENT_CHILDREN, (I32, 0))[1] + len(new.schema))
        footer[FILE_SCHEMA] = (LIST, (kind, [root, *elements[1:], *added[FILE_SCHEMA][1][1][1:]]))
        if FILE_ORDERS in footer and FILE_ORDERS in added:
            kind, orders = footer[FILE_ORDERS][1]
            footer[FILE_ORDERS] = (LIST, (kind, [*orders, *added[FILE_ORDERS][1][1]]))
        _, pairs = footer.get(FILE_METADATA, (LIST, (STRUCT, [])))[1]
        texts = {pair[KEY][1]: pair.get(VALUE, (BINARY, b""))[1] for pair in pairs} | metadata
        if SCHEMA_KEY in texts:
            texts[SCHEMA_KEY] = _extend_schema(texts[SCHEMA_KEY], self._new)
        pairs = [{KEY: (BINARY, key), VALUE: (BINARY, value)} for key, value in texts.items()]
        footer[FILE_METADATA] = (LIST, (STRUCT, pairs))


@contextlib.contextmanager
def _damage_named(name: Path) -> Iterator[None]:
    """Turn the errors of a footer that says nonsense into one that names the file."""
    try:
        yield
    except NdokuError:
        raise
    except (IndexError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise NdokuError(f"{name} is damaged: its footer cannot be read") from error


def _read_footer(source: Any, name: Path) -> Struct:
    """Return the footer. Its row groups stay bytes."""
    end = source.size()
    source.seek(max(end - 8, 0))
    trailer = source.read(8)
    length = int.from_bytes(trailer[:4], "little")
    if trailer[4:] != MAGIC or length + 12 > end:
        raise NdokuError(f"{name} is encrypted or damaged: its last bytes are not {MAGIC.decode()}")
    source.seek(end - 8 - length)
    footer = Reader(source.read(length)).struct(packed=FILE_GROUPS)
    for group in footer[FILE_GROUPS][1][1][:1]:
        _read_group(group, name)
    return footer


def _read_group(data: bytes, name: Path) -> Struct:
    group = Reader(data).struct()
    for column in group[GROUP_COLUMNS][1][1]:
        if column.keys() & set(COLUMN_KEYS) or COLUMN_META not in column:
            raise NdokuError(f"{name} has encrypted columns")
        if column.get(COLUMN_FILE):
            raise NdokuError(f"{name} names columns in other files")
    return group


def _lock(file: Any) -> None:
    """Lock a file until it is closed, where files can be locked."""
    if fcntl is not None:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_locked(path: Path) -> bool:
    """Return whether a process still writes an unfinished file."""
    if fcntl is None:
        return False
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _extend_schema(text: bytes, new: Any) -> bytes:
    """Append fields to a schema as Arrow keeps it in Parquet files."""
    import pyarrow as pa

    schema = pa.ipc.read_schema(pa.py_buffer(base64.b64decode(text)))
    for field in new:
        schema = schema.append(field)
    return base64.b64encode(schema.serialize())
