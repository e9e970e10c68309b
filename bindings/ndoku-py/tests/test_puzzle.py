"""Single puzzles: kinds of input and output, answers, errors, pickle, Ctrl-C."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading
import time
from typing import Any

import ndoku
import pytest
from conftest import EASY, HARD, SOLVED


def rows(text: str) -> list[list[int]]:
    digits = [int(character) for character in text.replace(".", "0")]
    return [digits[9 * row : 9 * row + 9] for row in range(9)]


def test_a_solution_has_the_kind_of_its_puzzle() -> None:
    assert ndoku.solve(EASY).solution == SOLVED
    assert ndoku.solve(EASY.encode()).solution == SOLVED
    assert ndoku.solve(rows(EASY)).solution == rows(SOLVED)
    flat = sum(rows(EASY), [])
    assert ndoku.solve(flat).solution == sum(rows(SOLVED), [])
    with_none = [[cell or None for cell in row] for row in rows(EASY)]
    assert ndoku.solve(with_none).solution == rows(SOLVED)
    assert ndoku.solve(tuple(map(tuple, rows(EASY)))).solution == rows(SOLVED)
    answer = ndoku.solve(ndoku.Puzzle(EASY)).solution
    assert isinstance(answer, ndoku.Puzzle) and str(answer) == SOLVED


def test_numpy_arrays_keep_shape_and_type() -> None:
    np = pytest.importorskip("numpy")
    for kind in ("uint8", "int64", "int32"):
        array = np.array(rows(EASY), dtype=kind)
        for puzzle in (array, array.reshape(81), np.asfortranarray(array)):
            solution = ndoku.solve(puzzle).solution
            assert solution.dtype == puzzle.dtype and solution.shape == puzzle.shape
            assert (solution.reshape(9, 9) == np.array(rows(SOLVED))).all()


def test_arrays_and_frames_that_are_no_grids() -> None:
    np = pytest.importorskip("numpy")
    grid = np.array(rows(EASY))
    assert ndoku.solve(np.where(grid == 0, np.nan, grid)).solution.tolist() == rows(SOLVED)
    masked = np.ma.masked_array(np.where(grid == 0, 7, grid), mask=grid == 0)
    assert ndoku.solve(masked).solution.tolist() == rows(SOLVED)
    assert ndoku.solve(np.zeros((144, 144), dtype="int8")).solution.max() == 144
    assert ndoku.solve(grid) == ndoku.solve(grid) != ndoku.solve(grid.T)
    assert ndoku.solve(grid) != ndoku.solve(grid.reshape(81))
    with pytest.raises(TypeError, match="bool"):
        ndoku.solve(np.zeros((9, 9), dtype=bool))
    pd = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match="data frame"):
        ndoku.solve(pd.DataFrame(grid))


def test_answers_say_how_many_solutions_there_are() -> None:
    unique, none = ndoku.solve(EASY), ndoku.solve("55" + EASY[2:])
    several = ndoku.solve("." * 81)
    assert [answer.status for answer in (unique, none, several)] == ["unique", "none", "multiple"]
    assert unique and not none and not several
    assert none.solution is None and none.second is None and unique.second is None
    assert several.solution != several.second
    for solution in (several.solution, several.second):
        assert ndoku.is_solution("." * 81, solution)
    assert not ndoku.is_solution(EASY, several.solution)
    assert not ndoku.is_solution(EASY, EASY)


def test_layouts_and_rules() -> None:
    assert ndoku.count("." * 16).number == 288
    assert ndoku.count([[0] * 4] * 4, rules="x").number == 48
    assert ndoku.count("." * 36, boxes="3x2").number == 28_200_960
    assert ndoku.count("." * 16, boxes="none").number == 576
    assert ndoku.count("." * 16, boxes="1122112233443344").number == 288
    puzzle = ndoku.Puzzle("." * 81, rules="x; anti-knight")
    assert "anti-knight" in puzzle.rules
    with pytest.raises(TypeError, match="a Puzzle has its boxes"):
        ndoku.solve(puzzle, rules="x")
    with pytest.raises(ndoku.LayoutError, match="did you mean"):
        ndoku.solve("." * 81, rules="anti-night")
    with pytest.raises(ndoku.LayoutError):
        ndoku.Puzzle([[0] * 9] * 9, boxes="4x4")


def test_counts_of_any_size() -> None:
    assert ndoku.count("." * 81) == ndoku.Count(6670903752021072936960, True)
    limited = ndoku.count("." * 81, limit=1000)
    assert (int(limited), limited.exact) == (1000, False)
    stopped = ndoku.count("." * 256, seconds=0.05)
    assert not stopped.exact


def test_ratings_and_forms() -> None:
    rating = ndoku.rate(EASY)
    assert (rating.er, rating.ep, rating.ed, rating.level) == (1.2, 1.2, 1.2, "beginner")
    scored = ndoku.rate(EASY, "hodoku")
    assert scored.score is not None and scored.er is None
    assert not ndoku.rate("." * 81) and ndoku.rate("." * 81).er is None
    form = ndoku.canonical(EASY)
    assert form == ndoku.canonical(EASY[::-1])
    assert ndoku.canonical(rows(EASY)) == rows(form)
    assert ndoku.is_minimal(HARD) and not ndoku.is_minimal(SOLVED)
    minimal = ndoku.minimize(SOLVED, seed=3)
    assert ndoku.is_minimal(minimal) and ndoku.solve(minimal).solution == SOLVED
    assert minimal == ndoku.minimize(SOLVED, seed=3) != ndoku.minimize(SOLVED, seed=4)
    with pytest.raises(ndoku.NdokuError, match="cannot be reduced"):
        ndoku.minimize("." * 81)
    with pytest.raises(ndoku.NdokuError, match="only classic"):
        ndoku.rate("." * 16)
    with pytest.raises(ValueError, match="profile"):
        ndoku.rate(EASY, "se112")


def test_hints_and_paths() -> None:
    hint = ndoku.hint(EASY)
    assert hint and hint.step is not None and hint.end is None
    assert hint.text("nudge") == "Hidden Single in a Box" or hint.text("nudge").endswith(".")
    assert "<svg" in str(hint._repr_html_())
    path = ndoku.path(EASY)
    assert path and len(path) == len(path.steps) == 51 and path[0].technique == path[-51].technique
    assert [step.deduction for step in path[:2]] == [step.deduction for step in path.steps[:2]]
    placed = {place for step in path for place in step.placements}
    assert all(SOLVED[9 * row + column - 10] == str(digit) for row, column, digit in placed)
    end = ndoku.hint("." * 81)
    assert not ndoku.hint(SOLVED) and ndoku.hint(SOLVED).end == "solved"
    assert not end and end.end in ("multiple", "stuck")
    hard = ndoku.steps(HARD)
    assert any(step.eliminations and not step.placements for step in hard)
    assert hard[0].svg(theme="dark") != hard[0].svg()
    with pytest.raises(ndoku.Stopped):
        ndoku.canonical("." * 400, rules="x", seconds=0.0)


def test_solutions_are_an_iterator() -> None:
    assert len(set(ndoku.solutions("." * 16))) == 288
    assert len(list(ndoku.solutions("." * 81, limit=700))) == 700
    endless = ndoku.solutions([[0] * 9] * 9)
    assert ndoku.is_solution("." * 81, next(endless))
    assert list(ndoku.solutions("55" + EASY[2:])) == []


def test_generation_is_a_function_of_the_seed() -> None:
    first = list(ndoku.generate(30, seed=5, symmetry="rotational"))
    assert first == list(ndoku.generate(30, seed=5, symmetry="rotational"))
    assert len(set(first)) == 30
    assert all(ndoku.solve(puzzle) for puzzle in first)
    easy = next(ndoku.generate(seed=1, level="easy"))
    assert ndoku.rate(easy).level == "easy"
    rated = next(ndoku.generate(seed=1, rating=(3.0, 4.0)))
    assert 3.0 <= (ndoku.rate(rated).er or 0) <= 4.0
    assert ndoku.Puzzle(next(ndoku.generate(seed=1, clues=(28, 30)))).clues in (28, 29, 30)
    jigsaw = next(ndoku.generate(seed=1, size=6, rules="x"))
    assert ndoku.solve(jigsaw)
    with pytest.raises(ValueError, match="did you mean `medium`"):
        ndoku.generate(seed=1, level="medum")
    # The scale of a level is the one that was asked for.
    own = next(ndoku.generate(seed=1, level="expert", profile="ndoku"))
    assert ndoku.rate(own, profile="ndoku").level == "expert"
    with pytest.raises(ValueError, match="hodoku"):
        ndoku.generate(seed=1, level="hard", profile="hodoku")
    with pytest.raises(ndoku.NdokuError, match="not found"):
        next(ndoku.generate(seed=1, rating=1.2, clues=20, max_attempts=2))


def test_pictures() -> None:
    puzzle = ndoku.Puzzle(EASY, rules="x")
    assert puzzle._repr_html_() == puzzle.svg() == ndoku.draw(EASY, rules="x")
    assert ndoku.draw(EASY, theme="dark") != ndoku.draw(EASY)
    with pytest.raises(ValueError, match="there is no theme `drak`"):
        ndoku.draw(EASY, theme="drak")


def test_equality_and_hash() -> None:
    assert ndoku.Puzzle(EASY) == ndoku.Puzzle(rows(EASY)) != ndoku.Puzzle(HARD)
    assert ndoku.Puzzle(EASY) != ndoku.Puzzle(EASY, rules="x")
    assert len({ndoku.Puzzle(EASY), ndoku.Puzzle(rows(EASY))}) == 1
    assert ndoku.Puzzle(EASY) != EASY
    assert ndoku.solve(EASY) == ndoku.solve(EASY) != ndoku.solve(HARD)
    assert eval(repr(ndoku.solve(EASY)), {"Answer": ndoku.Answer}) == ndoku.solve(EASY)
    for puzzle in (ndoku.Puzzle(EASY), ndoku.Puzzle("." * 36, boxes="2x3", rules="x")):
        assert eval(repr(puzzle), {"Puzzle": ndoku.Puzzle}) == puzzle
    assert ndoku.Puzzle("55" + EASY[2:]).conflicts()


@pytest.mark.parametrize(
    "value",
    [
        ndoku.Puzzle(EASY),
        ndoku.Puzzle("." * 81, rules="anti-knight; killer=5: r1c1 r1c2"),
        ndoku.solve(EASY),
        ndoku.solve(rows(HARD)),
        ndoku.count("." * 81),
        ndoku.rate(EASY),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_are_pickled(value: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert copy.deepcopy(value) == value


def test_steps_hints_paths_and_errors_are_pickled() -> None:
    path = ndoku.path(EASY)
    again = pickle.loads(pickle.dumps(path))
    assert repr(again) == repr(path) and len(again) == 51
    for step, other in zip(path, again, strict=True):
        assert (step.text, step.placements, step.svg()) == (other.text, other.placements, other.svg())
    hint = pickle.loads(pickle.dumps(ndoku.hint(EASY)))
    assert hint.text("where") == ndoku.hint(EASY).text("where") and hint.step is not None
    error = pickle.loads(pickle.dumps(read_error("12x")))
    assert isinstance(error, ndoku.ReadError) and error.line == 1


def read_error(puzzle: Any) -> ndoku.ReadError:
    with pytest.raises(ndoku.ReadError) as raised:
        ndoku.solve(puzzle)
    return raised.value


def test_wrong_grids_and_times_raise() -> None:
    ragged = [[0] * 8, [0] * 10] + [[0] * 9] * 7
    with pytest.raises(ndoku.ReadError, match="as there are rows, 9; row 1 has 8"):
        ndoku.solve(ragged)
    with pytest.raises(ndoku.ReadError, match="a whole number"):
        ndoku.solve([[0.5] * 9] * 9)
    assert ndoku.solve(bytearray(EASY.encode())).solution == SOLVED
    for text in (b"\xff", "\ud800"):
        with pytest.raises(ndoku.ReadError):
            ndoku.solve(text)
    for seconds in (-1.0, float("nan")):
        with pytest.raises(ValueError, match="seconds"):
            ndoku.solve(EASY, seconds=seconds)


def test_errors_name_the_place() -> None:
    error = read_error(EASY[:-1] + "ß")
    assert (error.line, error.column) == (1, 81)
    assert error.message.startswith("`ß` is not a cell")
    assert isinstance(error, ValueError)
    assert "as there are rows, 9; row 9 has 8" in str(read_error([[0] * 9] * 8 + [[0] * 8]))
    assert "7 cells make no square grid" in str(read_error([0] * 7))
    assert "a cell is a whole number" in str(read_error([["a"] * 9] * 9))
    assert "from 0 to 255" in str(read_error([[-1] * 9] * 9))
    assert str(read_error([[12] + [0] * 8] + [[0] * 9] * 8))
    for wrong in (7, None, 1.5, object()):
        with pytest.raises(TypeError, match="a puzzle is a text"):
            ndoku.solve(wrong)
    with pytest.raises(ValueError, match="seconds"):
        ndoku.solve([[0] * 9] * 9, seconds=-1)


def test_other_threads_go_on() -> None:
    turns, done = 0, threading.Event()

    def work() -> None:
        ndoku.count("." * 256, seconds=0.5)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 20


@pytest.mark.parametrize(
    "call",
    [
        "ndoku.count('.' * 256)",
        "list(ndoku.solutions('.' * 81))",
        "list(ndoku.generate(10**9, seed=1))",
        "nc.count(['.' * 81] * 10**5, limit=None)",
        "nc.rate(['.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....'] * 9999, threads=2)",
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_ends_a_call(call: str) -> None:
    program = (
        "import ndoku, ndoku.column as nc, os, signal, threading\n"
        "threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        f"try:\n    {call}\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
    )
    start = time.monotonic()
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60)
    assert ran.stdout.strip() == b"interrupted", ran.stderr
    assert time.monotonic() - start < 20
