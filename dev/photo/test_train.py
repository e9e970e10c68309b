"""Runs the training in its short form: `python3 -m unittest discover dev/photo`."""

import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
WEIGHTS = os.path.join(HERE, "..", "..", "crates", "ndoku-photo", "weights.bin")


def run_short(folder, seed):
    """Trains on tiny data, and returns the written weights."""
    command = [sys.executable, os.path.join(HERE, "train.py"), "--short", "--out", folder,
               "--seed", str(seed)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(folder, "weights.bin"), "rb") as file:
        return file.read()


class ShortTraining(unittest.TestCase):
    """The script runs, is reproducible, and writes files of the right form."""

    def test_writes_the_same_weights_for_the_same_seed(self):
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
            weights = run_short(first, 7)
            self.assertEqual(weights, run_short(second, 7))
            self.assertEqual(len(weights), os.path.getsize(WEIGHTS))
            references = os.path.join(first, "testdata", "digit_patches.txt")
            with open(references, encoding="utf-8") as file:
                lines = file.read().splitlines()
            size = os.path.getsize(os.path.join(first, "testdata", "digit_patches.bin"))
            self.assertEqual(size, len(lines) * 32 * 32)
            for line in lines:
                probabilities = [float(word) for word in line.split()[1:]]
                self.assertAlmostEqual(sum(probabilities), 1, places=4)


class Photographs(unittest.TestCase):
    """The lattice finds the lines of a drawn grid."""

    def test_lattice_follows_a_bent_grid(self):
        sys.path.insert(0, HERE)
        import cv2
        import photos
        side, cell = 400, 40
        gray = np.full((side, side), 200, np.uint8)
        for line in range(10):
            steps = np.arange(20, 381, 4)
            bent = 20 + line * cell + 4 * np.sin((steps - 20) / 360 * np.pi)
            points = np.stack([steps, bent], 1).round().astype(np.int32)
            cv2.polylines(gray, [points], False, 30, 2)
            cv2.line(gray, (20 + line * cell, 20), (20 + line * cell, 384), 30, 2)
        corners = np.array(((20, 20), (380, 20), (380, 380), (20, 380)), float)
        lattice = photos.Lattice(gray, corners)
        ink = lattice.sample(0)
        lines = ink.reshape(9, photos.CELL, 9, photos.CELL)
        rows = lines[1:, :2, :, 5:-5].mean()
        middles = lines[1:, 10:18, :, 5:-5].mean()
        self.assertGreater(rows, middles + 0.3)


if __name__ == "__main__":
    unittest.main()
