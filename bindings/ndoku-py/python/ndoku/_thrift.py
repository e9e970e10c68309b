"""Reads and writes what Parquet files say about themselves, in the compact protocol of Thrift.

A structure is a dictionary from field numbers to pairs of type and value. Nothing else is known of
it, so that fields of later versions of Parquet are kept. `Struct` names the types.
"""

from __future__ import annotations

import struct
from typing import Any

TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)

Struct = dict[int, tuple[int, Any]]


class Reader:
    """Reads values one after the other. Bytes that are no values raise ValueError."""

    def __init__(self, data: bytes | memoryview, at: int = 0) -> None:
        self.data = data
        self.at = at

    def struct(self, packed: int = 0) -> Struct:
        """Read a structure. The structures in the list `packed` stay bytes."""
        fields: Struct = {}
        field = 0
        while header := self._byte():
            kind = header & 15
            field = field + (header >> 4) if header >> 4 else self._zigzag()
            if kind in (TRUE, FALSE):
                fields[field] = (kind, kind == TRUE)
            elif field == packed and kind == LIST:
                fields[field] = (kind, self._packed_structs())
            else:
                fields[field] = (kind, self._value(kind))
        return fields

    def _packed_structs(self) -> tuple[int, list[bytes]]:
        kind, length = self._list_header()
        items = []
        for _ in range(length):
            start = self.at
            self._skip(kind)
            items.append(bytes(self.data[start : self.at]))
        return kind, items

    def _list_header(self) -> tuple[int, int]:
        header = self._byte()
        return header & 15, header >> 4 if header >> 4 < 15 else self._varint()

    def _skip(self, kind: int) -> None:
        """Pass over a value without keeping it."""
        if kind == STRUCT:
            while header := self._byte():
                if not header >> 4:
                    self._varint()
                if header & 15 not in (TRUE, FALSE):
                    self._skip(header & 15)
        elif kind in (I16, I32, I64):
            self._varint()
        elif kind == BINARY:
            length = self._varint()
            self.at += length
        elif kind in (LIST, SET):
            item, length = self._list_header()
            for _ in range(length):
                self._skip(item)
        else:
            self._value(kind)

    def _byte(self) -> int:
        if self.at >= len(self.data):
            raise ValueError("a structure ends too early")
        self.at += 1
        return int(self.data[self.at - 1])

    def _varint(self) -> int:
        value = shift = 0
        while (byte := self._byte()) & 128:
            value |= (byte & 127) << shift
            shift += 7
        return value | byte << shift

    def _zigzag(self) -> int:
        value = self._varint()
        return value >> 1 ^ -(value & 1)

    def _bytes(self, length: int) -> bytes:
        found = bytes(self.data[self.at : self.at + length])
        if len(found) < length:
            raise ValueError("a structure ends too early")
        self.at += length
        return found

    def _value(self, kind: int) -> Any:
        if kind in (I16, I32, I64):
            return self._zigzag()
        if kind == BINARY:
            return self._bytes(self._varint())
        if kind == STRUCT:
            return self.struct()
        if kind in (LIST, SET):
            item, length = self._list_header()
            return item, [self._value(item) for _ in range(length)]
        if kind == MAP:
            length = self._varint()
            kinds = self._byte() if length else 0
            pairs = [(self._value(kinds >> 4), self._value(kinds & 15)) for _ in range(length)]
            return kinds, pairs
        if kind == DOUBLE:
            return struct.unpack("<d", self._bytes(8))[0]
        if kind in (TRUE, FALSE, BYTE):
            # In a list, these types have a byte each.
            return self._byte()
        raise ValueError(f"there is no type {kind}")


def write_struct(fields: Struct) -> bytes:
    """Write a structure."""
    out = bytearray()
    _write_struct(out, fields)
    return bytes(out)


def _write_struct(out: bytearray, fields: Struct) -> None:
    last = 0
    for field, (kind, value) in sorted(fields.items()):
        if kind in (TRUE, FALSE):
            kind = TRUE if value else FALSE
        if 0 < field - last < 16:
            out.append((field - last) << 4 | kind)
        else:
            out.append(kind)
            _write_varint(out, field << 1)
        last = field
        if kind not in (TRUE, FALSE):
            _write_value(out, kind, value)
    out.append(0)


def _write_varint(out: bytearray, value: int) -> None:
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _write_value(out: bytearray, kind: int, value: Any) -> None:
    if kind in (I16, I32, I64):
        _write_varint(out, value << 1 if value >= 0 else ~(value << 1))
    elif kind == BINARY:
        _write_varint(out, len(value))
        out += value
    elif kind == STRUCT and isinstance(value, bytes):
        # It is written already.
        out += value
    elif kind == STRUCT:
        _write_struct(out, value)
    elif kind in (LIST, SET):
        item_kind, items = value
        out.append(min(len(items), 15) << 4 | item_kind)
        if len(items) >= 15:
            _write_varint(out, len(items))
        for item in items:
            _write_value(out, item_kind, item)
    elif kind == MAP:
        kinds, pairs = value
        _write_varint(out, len(pairs))
        if pairs:
            out.append(kinds)
        for key, item in pairs:
            _write_value(out, kinds >> 4, key)
            _write_value(out, kinds & 15, item)
    elif kind == DOUBLE:
        out += struct.pack("<d", value)
    else:
        out.append(value)
