"""Prints the figures of the package in one run, on one core, beside other solvers for Python.

    python bench/figures.py [--rows 1000000] [--puzzles FILE] [--rounds 5]

Times are seconds of processor time, the best of several rounds. The engine alone runs in turn with
the columns, on the same bytes: `crates/ndoku-arrow/examples/solve_all.rs`, built by Cargo. The
puzzles have 17 clues. FILE has others, one in each line.

Needs PyArrow and NumPy. Solvers that are not installed are named: `py-sudoku`, `dokusan`, `rustoku`.
"""

from __future__ import annotations

import argparse
import gzip
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ndoku
import ndoku.column as nc
import norvig
import pyarrow as pa
import pyarrow.parquet as pq
from puzzles import SEVENTEEN, column, images

ROOT = Path(__file__).resolve().parents[3]

# Seconds that each of the other solvers gets.
TURN = 2.0


def read_puzzles(path: Path) -> list[str]:
    """Read lines of 81 characters, of a text that may be compressed with gzip."""
    opener: Any = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt") as lines:
        texts = [line[:81] for line in lines if not line.startswith("#")]
    return [text for text in texts if len(text) == 81]


@contextmanager
def engine(cells: Any) -> Iterator[Callable[[], float] | None]:
    """Start the engine alone. Yield a function that solves all rows and returns its seconds."""
    build = ["cargo", "build", "--quiet", "--release", "-p", "ndoku-arrow", "--example", "solve_all"]
    try:
        subprocess.run(build, cwd=ROOT, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"the engine alone: skipped, because Cargo cannot build it ({error})")
        yield None
        return
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    program = target / "release" / "examples" / "solve_all"
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder, "rows")
        rows.write_bytes(cells.tobytes())
        with subprocess.Popen(
            [program, rows], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None and process.stdout is not None

            def solve() -> float:
                process.stdin.write("\n")  # type: ignore[union-attr]
                process.stdin.flush()  # type: ignore[union-attr]
                return float(process.stdout.readline())  # type: ignore[union-attr]

            yield solve
            process.stdin.close()


def timed(work: Callable[[], object], clock: Callable[[], float] = time.thread_time) -> float:
    """Return the seconds that a call takes."""
    start = clock()
    work()
    return clock() - start


def rate(rows: int, seconds: float) -> str:
    return f"{rows / seconds:>12,.0f}/s"


def show(name: str, figure: str, goal: str = "", is_met: bool | None = None) -> None:
    mark = "" if is_met is None else ("  met" if is_met else "  NOT MET")
    print(f"{name:<44} {figure:>16}  {goal}{mark}", flush=True)


def slices(column: Any) -> list[Any]:
    """Cut a column as engines do."""
    return [column.slice(start, 8192) for start in range(0, len(column), 8192)]


def columns(cells: Any, rounds: int) -> None:
    """Measure columns of each kind in turn with the engine alone."""
    flat = column(cells)
    views = flat.cast(pa.string_view())
    nulls = pa.array([*flat[:-1].to_pylist(), None])
    kinds: dict[str, tuple[list[Any], float | None]] = {
        "column, string": ([flat], 0.92),
        "column, string, 8192 rows a call": (slices(flat), 0.92),
        "column, large_string": ([flat.cast(pa.large_string())], None),
        "column, string_view": ([views], 0.80),
        "column, string_view, 8192 rows a call": (slices(views), 0.80),
        "column, string, last row null": ([nulls], None),
    }

    def solve(parts: list[Any]) -> None:
        for part in parts:
            nc.solve(part)

    assert set(nc.solve(flat)["status"].to_pylist()) == {"unique"}
    with engine(cells) as alone:
        best: dict[str, float] = {}
        best_alone = float("inf")
        for _ in range(rounds):
            for name, (parts, _) in kinds.items():
                if alone is not None:
                    best_alone = min(best_alone, alone())
                best[name] = min(best.get(name, 1e9), timed(lambda: solve(parts)))  # noqa: B023
    if alone is not None:
        show("the engine alone, Simd9::solve_all", rate(len(flat), best_alone))
    for name, (_, goal) in kinds.items():
        share = best_alone / best[name]
        text = f"{share:.0%} of the engine" if alone is not None else ""
        text += f", goal {goal:.0%}" if goal else ""
        is_met = share >= goal if goal and alone is not None else None
        show(name, rate(len(flat), best[name]), text, is_met)


def calls(cells: Any, rounds: int) -> None:
    """Measure calls of one puzzle and of one row."""
    texts = column(cells[:2000]).to_pylist()
    arrays = [pa.array([text]) for text in texts]

    def singles() -> None:
        for text in texts:
            ndoku.solve(text)

    def rows() -> None:
        for array in arrays:
            nc.solve(array)

    for name, work, goal in (("ndoku.solve(str)", singles, 5), ("a column of one row", rows, 10)):
        work()
        micros = min(timed(work) for _ in range(rounds)) / len(texts) * 1e6
        show(name, f"{micros:.2f} µs", f"goal below {goal} µs", micros < goal)


def questions(cells: Any) -> None:
    """Measure the other questions on fewer rows."""
    flat = column(cells)
    for name, count, goal in (
        ("canonical", 200_000, 300_000),
        ("minimal", 200_000, None),
        ("count", 200_000, None),
        ("rate", 20_000, None),
    ):
        part = flat.slice(0, count)
        work = getattr(nc, name)
        work(part.slice(0, 100))
        seconds = min(timed(lambda: work(part)) for _ in range(3))  # noqa: B023
        met = None if goal is None else len(part) / seconds >= goal
        text = "" if goal is None else f"goal {goal:,}/s"
        show(f"column, {name}", rate(len(part), seconds), text, met)


def files(cells: Any, rounds: int) -> None:
    """Measure Parquet files, with all threads of PyArrow counted."""
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.parquet"), Path(folder, "out.parquet")
        table = pa.table({"puzzle": column(cells)})
        pq.write_table(table, source, use_dictionary=False, compression="zstd", compression_level=1)

        def answer(compression: str) -> None:
            nc.parquet(source, target, ["solve"], threads=1, compression=compression)

        show("  bytes of a row in the source", f"{source.stat().st_size / len(cells):.1f}")
        for compression in ("zstd", "none"):
            best = float("inf")
            for _ in range(rounds):
                target.unlink(missing_ok=True)
                best = min(best, timed(lambda: answer(compression), time.process_time))  # noqa: B023
            name = f"nc.parquet, file to file, {compression}"
            speed = len(cells) / best
            show(name, rate(len(cells), best), "goal 1,500,000/s", speed >= 1.5e6)
            show("  bytes of a row in the target", f"{target.stat().st_size / len(cells):.1f}")


def imports() -> None:
    """Measure the import in new processes."""
    program = "import time; a = time.perf_counter(); import ndoku; print(time.perf_counter() - a)"
    command = [sys.executable, "-c", program]
    milliseconds = min(float(subprocess.check_output(command)) for _ in range(10)) * 1000
    show("import ndoku", f"{milliseconds:.1f} ms", "goal below 30 ms", milliseconds < 30)


class TurnOver(Exception):
    """The turn of a solver is over."""


def turn(solve: Callable[[str], str | None], puzzles: list[str]) -> tuple[int, float]:
    """Solve puzzles until the turn is over. Return how many were solved, and the seconds.

    A puzzle that takes the whole turn counts as solved at its end.
    """

    def stop(*_: object) -> None:
        raise TurnOver

    solutions = [ndoku.solve(puzzle).solution for puzzle in puzzles]
    previous = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, TURN)
    start = time.thread_time()
    solved, seconds = 0, 0.0
    try:
        for puzzle, solution in zip(puzzles, solutions, strict=True):
            found = solve(puzzle)
            if found != solution:
                raise AssertionError(f"{puzzle} was solved as {found}")
            solved += 1
            seconds = time.thread_time() - start
    except TurnOver:
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)
    return (solved, seconds) if solved else (1, time.thread_time() - start)


def other_solvers() -> dict[str, Callable[[str], str | None]]:
    """Return the solvers that are installed, and name the others."""
    found: dict[str, Callable[[str], str | None]] = {"Norvig's method": norvig.solve}
    try:
        from sudoku import Sudoku
    except ImportError:
        print("py-sudoku: not installed")
    else:

        def py_sudoku(puzzle: str) -> str:
            cells = [int(digit) or None for digit in puzzle]
            board = [cells[9 * row : 9 * row + 9] for row in range(9)]
            solution = Sudoku(3, 3, board=board).solve().board
            return "".join(str(cell) for row in solution for cell in row)

        found["py-sudoku"] = py_sudoku
    try:
        from dokusan import boards, solvers
    except ImportError:
        print("dokusan: not installed")
    else:

        def dokusan(puzzle: str) -> str:
            board = boards.Sudoku.from_string(puzzle, box_size=boards.BoxSize(3, 3))
            return str(solvers.backtrack(board))

        found["dokusan"] = dokusan
    try:
        import rustoku
    except ImportError:
        print("rustoku: not installed")
    else:
        # The search for all solutions proves that there is one, as ndoku does.
        found["rustoku"] = lambda puzzle: str(*rustoku.solve_all(puzzle))
    return found


def others(cells: Any) -> None:
    """Measure other solvers on puzzles that each can do."""
    solvers = other_solvers()
    easy = list(ndoku.generate(200, seed=7, clues=(34, 40), level="beginner"))
    easy = [puzzle.replace(".", "0") for puzzle in easy]
    for name, puzzles in (("34 to 40 clues", easy), ("17 clues", column(cells[:5000]).to_pylist())):
        print(f"\nothers, {name}, at most {TURN:g} s each")
        show("ndoku.solve(str)", rate(*turn(lambda puzzle: ndoku.solve(puzzle).solution, puzzles)))
        repeated = pa.array(puzzles * (100_000 // len(puzzles)))
        show("ndoku.column.solve", rate(len(repeated), timed(lambda: nc.solve(repeated))))  # noqa: B023
        for solver, solve in solvers.items():
            count, seconds = turn(solve, puzzles)
            show(solver, f"{count / seconds:>10,.2f}/s", f"{count} puzzles")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--puzzles", type=Path, help="puzzles of your own, one in each line")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    base = read_puzzles(arguments.puzzles) if arguments.puzzles else SEVENTEEN
    cells = images(base, arguments.rows)
    print(f"ndoku {ndoku.__version__}, Python {sys.version.split()[0]}, {len(base)} puzzles and their images")
    columns(cells, arguments.rounds)
    calls(cells, arguments.rounds)
    questions(cells)
    files(cells, arguments.rounds)
    imports()
    others(cells)


if __name__ == "__main__":
    main()
