"""What several tests use."""

from __future__ import annotations

from hypothesis import settings

# The same rows in every run, and no files beside the tests.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

# Rows of every kind: one solution, several, none, other sizes, no puzzle.
ROWS = [
    EASY,
    HARD,
    HARD.replace(".", "0"),
    "." + EASY[1:4] + "." + EASY[5:],
    "55" + EASY[2:],
    EASY[1:],
    EASY + "\n",
    "",
    "no puzzle",
    "é" * 81,
    "1...\n....\n4...\n...2",
    "1.......4......2",
    None,
]
