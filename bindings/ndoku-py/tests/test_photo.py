"""Puzzles in photographs: kinds of pictures, answers, errors, pickle."""

from __future__ import annotations

import pickle
from pathlib import Path

import ndoku
import pytest

PHOTO = Path(__file__).parents[3] / "apps/ndoku-command/tests/photos/newspaper.jpg"
PUZZLE = "...7...8..9...31....68.5.7..2.6...49...2...5...8.4...7...9...3.37......61.5..4..."

needs_photo = pytest.mark.skipif(not PHOTO.exists(), reason="the photograph is in the repository")


@needs_photo
def test_a_photograph_is_read_from_a_path_and_from_bytes() -> None:
    for picture in (PHOTO, str(PHOTO), PHOTO.read_bytes(), bytearray(PHOTO.read_bytes())):
        photo = ndoku.read_photo(picture)
        assert (photo.puzzle, photo.status) == (PUZZLE, "unique")
        assert ndoku.solve(photo.puzzle)
        assert len(photo.corners) == 4 and 0 < photo.certainty <= 1
    assert [photo.puzzle for photo in ndoku.read_photos(PHOTO)] == [PUZZLE]


@needs_photo
def test_readings_are_pickled() -> None:
    photo = ndoku.read_photo(PHOTO)
    copy = pickle.loads(pickle.dumps(photo))
    assert str(copy) == PUZZLE and repr(copy) == repr(photo)
    assert copy.corners == photo.corners and copy.doubtful == photo.doubtful


@needs_photo
def test_an_incomplete_file_is_cut_off() -> None:
    whole = PHOTO.read_bytes()
    assert not ndoku.read_photo(whole).is_cut_off
    photo = ndoku.read_photo(whole[: len(whole) * 99 // 100])
    assert photo.is_cut_off and pickle.loads(pickle.dumps(photo)).is_cut_off


@needs_photo
def test_reading_stops_after_a_time() -> None:
    for read in (ndoku.read_photo, ndoku.read_photos):
        with pytest.raises(ndoku.Stopped):
            read(PHOTO, seconds=0)
        assert read(PHOTO, seconds=600)


def test_pixels_are_arrays_of_bytes() -> None:
    np = pytest.importorskip("numpy")
    for shape in ((80, 90), (80, 90, 3), (80, 90, 4)):
        with pytest.raises(ndoku.ReadError, match="there is no Sudoku grid") as caught:
            ndoku.read_photo(np.full(shape, 255, dtype="uint8"))
        assert "photograph a printed grid" in (caught.value.hint or "")
    with pytest.raises(ndoku.ReadError, match=r"too small \(50x40 pixels\)"):
        ndoku.read_photo(np.full((40, 50), 255, dtype="uint8"))
    for wrong in ((40, 50, 2), (2, 2, 2, 2), (0, 5)):
        with pytest.raises(ValueError, match="an array has the shape"):
            ndoku.read_photo(np.zeros(wrong, dtype="uint8"))
    with pytest.raises(TypeError, match="a picture is a path"):
        ndoku.read_photo(np.zeros((9, 9)))


def test_a_missing_file_has_its_number_and_path() -> None:
    with pytest.raises(FileNotFoundError) as missing:
        ndoku.read_photo("no/such.jpg")
    assert (missing.value.errno, missing.value.filename) == (2, "no/such.jpg")


def test_what_is_no_picture_raises() -> None:
    with pytest.raises(ndoku.ReadError, match="this is not a JPEG"):
        ndoku.read_photo(b"")
    with pytest.raises(FileNotFoundError):
        ndoku.read_photo("no such file.jpg")
    with pytest.raises(TypeError, match="a picture is a path"):
        ndoku.read_photo(7)
