"""Puzzles for measurements: random images of a few puzzles, the same in every run.

Rows, columns and digits are exchanged, so the images of a puzzle are as hard for a solver that
does not know their order, and no engine can keep an answer.
"""

from __future__ import annotations

from typing import Any

import ndoku

# Puzzles with 17 clues, which no generator finds in useful time.
SEVENTEEN = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
    "000000012008030000000000040120500000000004700060000000507000300000620000000100000",
    "000000012040050000000009000070600400000100000000000050000087500601000300200000000",
    "000000012050400000000000030700600400001000000000080000920000800000510700000003000",
    "000000012300000060000040000900000500000001070020000000000350400001400800060000000",
    "000000012400090000000000050070200000600000400000108000018000000000030700502000000",
    "000000012500008000000700000600120000700000450000030000030000800000500700020000000",
]


def mixed(count: int) -> list[str]:
    """Return puzzles as generators make them: minimal, of all levels."""
    return list(ndoku.generate(count, seed=2024, minimal=True))


def images(puzzles: list[str], count: int, seed: int = 1) -> Any:
    """Return random images of puzzles, as an array with 81 bytes in each row."""
    import numpy as np

    random = np.random.default_rng(seed)
    base = np.array([list(puzzle.replace(".", "0").encode()) for puzzle in puzzles], np.uint8) - 48
    grids = base[random.integers(0, len(base), count)].reshape(count, 9, 9)
    for axis in (1, 2):
        # Bands, and the lines in each band.
        bands = random.permuted(np.tile(np.arange(3), (count, 1)), axis=1)
        lines = random.permuted(np.tile(np.arange(3), (count, 3, 1)), axis=2)
        order = (bands[:, :, None] * 3 + lines).reshape(count, 9)
        picked = order[:, :, None] if axis == 1 else order[:, None, :]
        grids = np.take_along_axis(grids, picked, axis=axis)
    digits = random.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (count, 1)), axis=1)
    digits = np.concatenate([np.zeros((count, 1), np.uint8), digits], axis=1)
    cells = np.take_along_axis(digits, grids.reshape(count, 81).astype(np.intp), axis=1)
    return cells + np.uint8(48)


def column(cells: Any) -> Any:
    """Return rows of 81 bytes as a column of strings of PyArrow."""
    import numpy as np
    import pyarrow as pa

    offsets = np.arange(len(cells) + 1, dtype=np.int32) * 81
    return pa.StringArray.from_buffers(len(cells), pa.py_buffer(offsets), pa.py_buffer(cells.tobytes()))
