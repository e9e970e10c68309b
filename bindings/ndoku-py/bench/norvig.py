"""A solver in plain Python: constraint propagation and search, after Norvig's essay.

    a cell with one candidate    its peers lose that digit
    a house with one place       the cell gets that digit
    stuck                        guess in the cell with the fewest candidates

It stands for what people write in Python themselves. Source of the method: Peter Norvig, "Solving
Every Sudoku Puzzle". Candidates are bits here, and not characters.
"""

from __future__ import annotations

__all__ = ["solve"]

FULL = 0x1FF


def _houses() -> list[list[int]]:
    rows = [[9 * row + column for column in range(9)] for row in range(9)]
    columns = [[9 * row + column for row in range(9)] for column in range(9)]
    boxes = [
        [9 * (3 * band + row) + 3 * stack + column for row in range(3) for column in range(3)]
        for band in range(3)
        for stack in range(3)
    ]
    return rows + columns + boxes


HOUSES = _houses()
HOUSES_OF = [[house for house in HOUSES if cell in house] for cell in range(81)]
PEERS = [sorted({other for house in HOUSES_OF[cell] for other in house} - {cell}) for cell in range(81)]


def _assign(grid: list[int], cell: int, bit: int) -> bool:
    """Leave one candidate in a cell. Return whether the grid has no contradiction."""
    rest = grid[cell] & ~bit
    while rest:
        low = rest & -rest
        if not _eliminate(grid, cell, low):
            return False
        rest ^= low
    return True


def _eliminate(grid: list[int], cell: int, bit: int) -> bool:
    """Remove a candidate, and what follows. Return whether the grid has no contradiction."""
    if not grid[cell] & bit:
        return True
    grid[cell] &= ~bit
    left = grid[cell]
    if not left:
        return False
    if not left & (left - 1):
        for peer in PEERS[cell]:
            if not _eliminate(grid, peer, left):
                return False
    for house in HOUSES_OF[cell]:
        places = [other for other in house if grid[other] & bit]
        if not places:
            return False
        if len(places) == 1 and not _assign(grid, places[0], bit):
            return False
    return True


def _search(grid: list[int]) -> list[int] | None:
    """Guess until every cell has one candidate."""
    fewest, cell = min(
        ((grid[cell].bit_count(), cell) for cell in range(81) if grid[cell] & (grid[cell] - 1)),
        default=(0, -1),
    )
    if fewest == 0:
        return grid
    rest = grid[cell]
    while rest:
        low = rest & -rest
        copy = grid[:]
        if _assign(copy, cell, low) and (found := _search(copy)) is not None:
            return found
        rest ^= low
    return None


def solve(puzzle: str) -> str | None:
    """Return a solution of a 9×9 puzzle in one line, or None."""
    grid = [FULL] * 81
    for cell, character in enumerate(puzzle):
        if character in "123456789" and not _assign(grid, cell, 1 << (int(character) - 1)):
            return None
    found = _search(grid)
    return None if found is None else "".join(str(bits.bit_length()) for bits in found)
