"""Sudoku of any size and layout: solve, count, rate, explain, generate and draw.

A puzzle is a text in any format that ndoku reads, a list of rows with 0 or None for an open cell,
a NumPy array of numbers, or a `Puzzle`. A grid comes back in the kind of the puzzle.

>>> import ndoku
>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> answer = ndoku.solve(easy)
>>> answer.status, answer.solution[:9]
('unique', '534678912')
>>> ndoku.count("." * 81).number
6670903752021072936960
>>> ndoku.solve("." * 81, rules="x; anti-knight").status
'multiple'

`ndoku.column` answers whole columns and tables.
"""

from ndoku._ndoku import (
    Answer,
    Count,
    Generated,
    Hint,
    LayoutError,
    NdokuError,
    Path,
    Photo,
    Puzzle,
    Rating,
    ReadError,
    Solutions,
    Step,
    Stopped,
    __version__,
    canonical,
    count,
    draw,
    generate,
    hint,
    is_minimal,
    is_solution,
    minimize,
    path,
    rate,
    read_photo,
    read_photos,
    solutions,
    solve,
    steps,
)

__all__ = [
    "Answer",
    "Count",
    "Generated",
    "Hint",
    "LayoutError",
    "NdokuError",
    "Path",
    "Photo",
    "Puzzle",
    "Rating",
    "ReadError",
    "Solutions",
    "Step",
    "Stopped",
    "__version__",
    "canonical",
    "count",
    "draw",
    "generate",
    "hint",
    "is_minimal",
    "is_solution",
    "minimize",
    "path",
    "rate",
    "read_photo",
    "read_photos",
    "solutions",
    "solve",
    "steps",
]
