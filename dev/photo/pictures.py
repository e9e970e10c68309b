"""Writes whole pictures of printed puzzles in fonts that training does not see.

The folder has the form of the photographs: `train/` with pictures and labels, and `outlines.csv`.
So the example `measure` of the crate reads it.

    page with a grid and text ─▶ perspective ─▶ light, blur, noise ─▶ JPEG
"""

import argparse
import os

import cv2
import numpy as np

from fonts import load_fonts
from render import print_faces, put_glyph, shifted_mask

# Side of a cell on the page, and of the page in cells.
CELL, PAGE_CELLS = 64, 13
# Where the grid begins on the page.
GRID_AT = 2 * CELL
WIDTH, HEIGHT = 1600, 1200
# A puzzle with one solution for each number of clues, from which the others are made.
SEEDS = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
)


def random_puzzle(rng):
    """Returns the 81 digits of a puzzle with one solution: a seed in another form."""
    grid = np.array([0 if clue == "." else int(clue) for clue in SEEDS[rng.integers(len(SEEDS))]])
    grid = np.concatenate([[0], rng.permutation(9) + 1])[grid].reshape(9, 9)
    for _ in range(2):
        order = [band * 3 + row for band in rng.permutation(3) for row in rng.permutation(3)]
        grid = grid[order].T
    return grid


class PictureRenderer:
    """Draws random pictures with the faces of one side of the split."""

    def __init__(self, bank, held_out, seed):
        self.bank, self.rng = bank, np.random.default_rng(seed)
        self.faces, self.weights = print_faces(bank, held_out)

    def draw(self):
        """Returns a picture in color, its corners and its digits."""
        puzzle = random_puzzle(self.rng)
        face = int(self.rng.choice(self.faces, p=self.weights))
        page = np.zeros((PAGE_CELLS * CELL, PAGE_CELLS * CELL), np.float32)
        self.draw_grid(page)
        self.draw_digits(page, puzzle, face)
        self.draw_text(page)
        ink, corners = self.project(page)
        return self.photograph(ink), corners, puzzle, self.bank.names[face]

    def draw_grid(self, page):
        """Draws the lines, and sometimes gray boxes."""
        rng = self.rng
        thin = rng.uniform(1.2, 3.5)
        thick = thin + rng.uniform(1.0, 6.0)
        level = 1.0 if rng.random() < 0.6 else rng.uniform(0.5, 1.0)
        if rng.random() < 0.25:
            shade = rng.uniform(0.08, 0.3)
            for box in range(1, 9, 2):
                y, x = (GRID_AT + at * 3 * CELL for at in divmod(box, 3))
                page[y:y + 3 * CELL, x:x + 3 * CELL] = shade
        for line in range(10):
            width = thick if line % 3 == 0 else thin
            steps = np.arange(page.shape[0]) + 0.5
            at = GRID_AT + line * CELL
            profile = np.clip(width / 2 + 0.5 - np.abs(steps - at), 0, 1).astype(np.float32) * level
            reach = slice(GRID_AT - round(thick / 2), GRID_AT + 9 * CELL + round(thick / 2))
            np.maximum(page[reach], profile[None, :], out=page[reach])
            np.maximum(page[:, reach], profile[:, None], out=page[:, reach])

    def draw_digits(self, page, puzzle, face):
        """Prints the clues in one size."""
        rng, sizes = self.rng, self.bank.sizes[face]
        height = CELL * rng.uniform(0.42, 0.75)
        scale = min(height / sizes[:, 0].max(), 0.85 * CELL / sizes[:, 1].max())
        offset = rng.normal(0, 0.03 * CELL, 2)
        level = 1.0 if rng.random() < 0.7 else rng.uniform(0.6, 1.0)
        for row, column in zip(*np.nonzero(puzzle)):
            digit = puzzle[row, column] - 1
            size = sizes[digit]
            glyph = self.bank.masks[face, digit][:size[0], :size[1]]
            shape = (max(1, round(size[1] * scale)), max(1, round(size[0] * scale)))
            glyph = cv2.resize(glyph, shape, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
            center = GRID_AT + (np.array((column, row)) + 0.5) * CELL + offset
            put_glyph(page, glyph, center, level)

    def draw_text(self, page):
        """Prints lines of digits above and below the grid, as a newspaper has text there."""
        rng = self.rng
        for top in (0.4, 11.6):
            if rng.random() < 0.4:
                continue
            face, height = int(rng.choice(self.faces, p=self.weights)), CELL * rng.uniform(0.2, 0.5)
            x, right = GRID_AT + CELL * rng.uniform(0, 4), GRID_AT + 9 * CELL
            while x < right:
                digit = rng.integers(9)
                size = self.bank.sizes[face, digit]
                place = height * size[0] / self.bank.sizes[face, :, 0].max()
                mask = self.bank.masks[face, digit]
                glyph = shifted_mask(mask, size, place, rng, 1.0)
                put_glyph(page, glyph, (x, CELL * top + CELL / 2), 0.9)
                x += glyph.shape[1] * (1.2 if rng.random() < 0.8 else 2.5)

    def project(self, page):
        """Returns the page as a camera sees it, and the corners of the grid."""
        rng = self.rng
        side = 9 * CELL
        angle = np.radians(rng.uniform(-45, 45) if rng.random() < 0.3 else rng.normal(0, 6))
        reach = rng.uniform(0.5, 0.95) * HEIGHT / (abs(np.cos(angle)) + abs(np.sin(angle)))
        tilt, pan = np.radians(rng.normal(0, 12, 2).clip(-30, 30))
        cos, sin = np.cos(angle), np.sin(angle)
        # Places on the page, in widths of the grid around its center.
        around = (np.array((GRID_AT, GRID_AT)) + side / 2) / side
        plane = np.array(((1 / side, 0, -around[0]), (0, 1 / side, -around[1]), (0, 0, 1)))
        turn = np.array(((cos, -sin, 0), (sin, cos, 0), (0, 0, 1)))
        distance = 2.5
        lens = np.array(((np.cos(pan), 0, 0), (0, np.cos(tilt), 0),
                         (np.sin(pan) / distance, np.sin(tilt) / distance, 1)))
        place = np.array(((reach, 0, WIDTH / 2 + rng.normal(0, 20)),
                          (0, reach, HEIGHT / 2 + rng.normal(0, 20)), (0, 0, 1)))
        map_page = place @ lens @ turn @ plane
        ink = cv2.warpPerspective(page, map_page, (WIDTH, HEIGHT))
        ends = GRID_AT + np.array(((0, 0), (side, 0), (side, side), (0, side)), np.float32)
        return ink, cv2.perspectiveTransform(ends[None], map_page)[0]

    def photograph(self, ink):
        """Returns a picture of the ink under uneven light, with blur and noise."""
        rng = self.rng
        blur = rng.uniform(0.4, 2.0)
        ink = cv2.GaussianBlur(ink, (0, 0), blur)
        light = cv2.resize(rng.uniform(0.55, 1.0, (3, 4)).astype(np.float32), (WIDTH, HEIGHT),
                           interpolation=cv2.INTER_CUBIC)
        if rng.random() < 0.3:
            light *= self.shadow()
        contrast = rng.uniform(0.6, 0.95)
        gray = 235 * light * (1 - contrast * ink)
        gray += rng.normal(0, rng.uniform(0.5, 6), ink.shape)
        tint = rng.uniform(0.9, 1.0, 3)
        return np.clip(gray[:, :, None] * tint, 0, 255).astype(np.uint8)

    def shadow(self):
        """Returns a factor for each pixel: darker beyond a soft edge."""
        rng = self.rng
        angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3) * HEIGHT
        y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
        distance = (x - WIDTH / 2) * np.cos(angle) + (y - HEIGHT / 2) * np.sin(angle) - at
        steps = (distance / rng.uniform(5, 40)).clip(-30, 30)
        return 1 - rng.uniform(0.3, 0.6) / (1 + np.exp(-steps))


def main():
    """Writes the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="folder for the pictures")
    parser.add_argument("--fonts", default="/usr/share/fonts", help="folder of fonts")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    renderer = PictureRenderer(load_fonts(None, options.fonts), True, options.seed)
    os.makedirs(os.path.join(options.folder, "train"), exist_ok=True)
    rows = ["filepath,p1_x,p1_y,p2_x,p2_y,p3_x,p3_y,p4_x,p4_y"]
    faces = []
    for number in range(options.count):
        picture, corners, puzzle, face = renderer.draw()
        name = os.path.join(options.folder, "train", f"drawn{number:04d}")
        quality = int(renderer.rng.integers(60, 96))
        cv2.imwrite(name + ".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        with open(name + ".dat", "w", encoding="utf-8") as file:
            file.write("drawn\nin a held-out font\n")
            file.writelines(" ".join(map(str, row)) + "\n" for row in puzzle)
        rows.append(",".join([f"drawn{number:04d}.jpg", *(f"{value:.1f}" for value in
                                                          corners.flatten())]))
        faces.append(f"drawn{number:04d}.jpg {face}")
    for name, lines in (("outlines.csv", rows), ("faces.txt", faces)):
        with open(os.path.join(options.folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
