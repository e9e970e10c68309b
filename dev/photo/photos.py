"""Cells of the training photographs, cut from the rectified grids.

Corners come from `outlines.csv`. The lattice is then fitted to the printed lines, as the crate
does, since paper is bent and corners are a few pixels off.
"""

import csv
import glob
import os

import cv2
import numpy as np

from render import CELL, MARGIN, SIDE

# Corners of photographs that have no row in `outlines.csv`, read off by eye.
EXTRA_OUTLINES = {"image103.jpg": ((38, 89), (466, 90), (466, 446), (39, 446))}
# Quarter turns counterclockwise that make a grid upright. Labels are those of the upright grid.
TURNS = {f"image{number}.jpg": 1 for number in (1031, 1036, 1038, 1039, 1040, 1043)}
TURNS["image1083.jpg"] = 2
GRID = 9
# Surroundings of the grid that the fit looks at, in pixels of a patch.
BORDER = 16


def read_outlines(folder):
    """Returns the corners of each photograph by file name."""
    outlines = dict(EXTRA_OUTLINES)
    with open(os.path.join(folder, "outlines.csv"), newline="", encoding="utf-8") as rows:
        for row in list(csv.reader(rows))[1:]:
            values = [float(value) for value in row[1:9]]
            outlines[row[0]] = tuple(zip(values[0::2], values[1::2]))
    return outlines


def read_labels(path):
    """Returns the nine rows of digits of a `.dat` file; 0 is empty."""
    with open(path, encoding="utf-8") as lines:
        rows = [line.split() for line in lines.read().splitlines()[2:] if line.strip()]
    return np.array(rows, np.int64)


def reflectance(gray, radius):
    """Returns the picture divided by its paper: the mean of the pixels brighter than the mean."""
    gray = gray.astype(np.float32)
    size = (2 * radius + 1, 2 * radius + 1)
    mean = cv2.boxFilter(gray, -1, size, borderType=cv2.BORDER_REPLICATE)
    bright = (gray >= mean).astype(np.float32)
    total = cv2.boxFilter(gray * bright, -1, size, borderType=cv2.BORDER_REPLICATE)
    count = cv2.boxFilter(bright, -1, size, borderType=cv2.BORDER_REPLICATE)
    paper = np.maximum(total / np.maximum(count, 1e-6), 12)
    return np.minimum(gray / paper, 1.5)


def lattice_terms(x, y):
    """Returns the terms of a polynomial of degree three; places are in cells."""
    x, y = (np.asarray(x) - 4.5) / 4.5, (np.asarray(y) - 4.5) / 4.5
    return np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], -1)


def line_offsets(ink, reach):
    """Returns places (x, y, in cells) of horizontal borders and how far each is off, in pixels."""
    places, offsets, weights = [], [], []
    for line in range(GRID + 1):
        for cell in range(GRID):
            row, left = BORDER + line * CELL, BORDER + cell * CELL + 5
            profile = ink[row - reach:row + reach + 1, left:left + CELL - 10].mean(1)
            best = int(profile.argmax())
            strength = profile[best] - np.median(profile)
            if strength > 0.05:
                around = slice(max(0, best - 1), best + 2)
                at = np.arange(len(profile))[around]
                offsets.append((at * profile[around]).sum() / profile[around].sum() - reach)
                places.append((cell + 0.5, line))
                weights.append(min(strength, 0.4))
    return np.array(places).reshape(-1, 2), np.array(offsets), np.array(weights)


def fit_offsets(places, offsets, weights):
    """Returns the coefficients of a polynomial through offsets, without far outliers."""
    if len(offsets) < 40:
        return np.zeros(10)
    terms = lattice_terms(places[:, 0], places[:, 1])
    base = weights
    for _ in range(8):
        normal = terms.T @ (terms * weights[:, None]) + 0.02 * np.eye(terms.shape[1])
        found = np.linalg.solve(normal, terms.T @ (weights * offsets))
        residual = np.abs(terms @ found - offsets)
        weights = base / (1 + (residual / 0.7) ** 2) ** 0.5
    return found


class Lattice:
    """Where the crossings of the grid are in the photograph."""

    def __init__(self, gray, corners):
        side = GRID * CELL
        grid = np.array(((0, 0), (side, 0), (side, side), (0, side)), np.float32)
        self.warp = cv2.getPerspectiveTransform(grid, np.array(corners, np.float32))
        self.x_fit, self.y_fit = np.zeros(10), np.zeros(10)
        lengths = np.linalg.norm(np.roll(corners, -1, 0) - np.array(corners), axis=1)
        self.cell_size = float(lengths.mean()) / GRID
        self.dark = 1 - reflectance(gray, max(4, round(self.cell_size)))
        if self.cell_size > CELL:
            self.dark = cv2.GaussianBlur(self.dark, (0, 0), 0.4 * self.cell_size / CELL)
        for reach in (7, 5, 4):
            self.refine(reach)

    def place(self, x, y):
        """Returns where a place of the grid (in pixels of patches) is in the photograph."""
        terms = lattice_terms(x / CELL, y / CELL)
        x, y = x + terms @ self.x_fit, y + terms @ self.y_fit
        w = self.warp
        depth = w[2, 0] * x + w[2, 1] * y + w[2, 2]
        return ((w[0, 0] * x + w[0, 1] * y + w[0, 2]) / depth,
                (w[1, 0] * x + w[1, 1] * y + w[1, 2]) / depth)

    def sample(self, margin):
        """Returns the rectified grid with a margin."""
        steps = np.arange(-margin, GRID * CELL + margin) + 0.5
        x, y = np.meshgrid(steps, steps)
        at_x, at_y = self.place(x, y)
        at_x, at_y = (at_x - 0.5).astype(np.float32), (at_y - 0.5).astype(np.float32)
        return cv2.remap(self.dark, at_x, at_y, cv2.INTER_LINEAR,
                         borderMode=cv2.BORDER_REPLICATE)

    def refine(self, reach):
        """Moves the lattice to the lines that are within reach."""
        ink = self.sample(BORDER)
        # A pixel's middle is half a pixel from the line between cells.
        self.y_fit = self.y_fit + fit_offsets(*shift(line_offsets(ink, reach)))
        places, offsets, weights = shift(line_offsets(ink.T, reach))
        self.x_fit = self.x_fit + fit_offsets(places[:, ::-1], offsets, weights)


def shift(found):
    """Returns offsets from the line instead of from the pixel after it."""
    places, offsets, weights = found
    return places, offsets + 0.5, weights


def cut_cells(path, corners):
    """Returns the 81 cells of a photograph as bytes like `render_cells`, and their classes."""
    gray = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
    labels = read_labels(path[:-4] + ".dat")
    grid = Lattice(gray, np.array(corners)).sample(MARGIN)
    contrast = max(0.05, float(np.quantile(grid[MARGIN:-MARGIN, MARGIN:-MARGIN], 0.97)))
    grid = np.rot90(grid, TURNS.get(os.path.basename(path), 0)) / contrast
    cells = np.stack([grid[r * CELL:r * CELL + SIDE, c * CELL:c * CELL + SIDE]
                      for r in range(GRID) for c in range(GRID)])
    return np.clip(cells * 200 + 28, 0, 255).astype(np.uint8), labels.reshape(-1)


def load_photos(folder):
    """Returns the names, the cells and the labels of all photographs that have corners."""
    outlines = read_outlines(folder)
    paths = sorted(glob.glob(os.path.join(folder, "train", "*.jpg")))
    paths = [path for path in paths if os.path.basename(path) in outlines]
    found = [cut_cells(path, outlines[os.path.basename(path)]) for path in paths]
    names = [os.path.basename(path) for path in paths]
    return names, np.stack([cells for cells, _ in found]), np.stack([label for _, label in found])
