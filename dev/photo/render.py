"""Pictures of cells in which everything is drawn: borders, shades, digits, handwriting.

A cell is drawn with twice the resolution of a patch, and with 8 pixels (of a patch) around it, so
that training can shift, turn and scale it. Values are ink from 0 to 1.
"""

import cv2
import numpy as np

from fonts import family_of

# Side of a cell and of its surroundings, in pixels of a patch.
CELL, MARGIN = 28, 8
SIDE = CELL + 2 * MARGIN
# Everything is drawn at this multiple.
FINE = 2
EMPTY, OTHER, CLASSES = 0, 10, 11

# Center lines of written digits in a unit square, y down. One digit has several forms.
STROKES = {
    1: [[[(.5, 0), (.5, 1)]], [[(.25, .25), (.55, 0), (.52, 1)]], [[(.62, 0), (.4, 1)]],
        [[(.2, .3), (.55, 0), (.55, 1)], [(.2, 1), (.85, 1)]]],
    2: [[[(.1, .25), (.3, .02), (.7, .05), (.8, .3), (.5, .65), (.1, .97), (.5, .95), (.9, .97)]],
        [[(.1, .2), (.5, 0), (.8, .25), (.4, .8), (.15, .95), (.2, .75), (.45, .85), (.9, 1)]]],
    3: [[[(.1, .12), (.5, 0), (.8, .2), (.4, .45), (.85, .7), (.5, 1), (.1, .88)]],
        [[(.1, .03), (.85, .03)], [(.85, .03), (.4, .4), (.85, .65), (.55, 1), (.1, .9)]]],
    4: [[[(.4, 0), (.1, .6), (.9, .6)], [(.65, .3), (.62, 1)]],
        [[(.15, 0), (.12, .5), (.85, .5)], [(.8, 0), (.75, 1)]],
        [[(.7, 1), (.7, 0), (.05, .65), (.95, .65)]]],
    5: [[[(.8, 0), (.2, .03), (.15, .45), (.6, .4), (.85, .7), (.5, 1), (.1, .9)]],
        [[(.2, .02), (.15, .45), (.6, .4), (.85, .7), (.5, 1), (.1, .9)], [(.2, .02), (.9, 0)]]],
    6: [[[(.7, 0), (.3, .3), (.15, .75), (.5, 1), (.8, .75), (.5, .5), (.18, .7)]],
        [[(.55, 0), (.15, .6), (.35, 1), (.75, .85), (.65, .55), (.2, .65)]]],
    7: [[[(.1, .05), (.85, .03), (.4, 1)]],
        [[(.1, .05), (.85, .03), (.4, 1)], [(.3, .5), (.8, .48)]],
        [[(.1, .2), (.12, .03), (.85, .03), (.55, .5), (.45, 1)]]],
    8: [[[(.75, .12), (.45, 0), (.2, .2), (.5, .48), (.8, .78), (.5, 1), (.18, .78), (.5, .48),
          (.78, .22), (.7, .08)]],
        [[(.5, 0), (.22, .22), (.5, .46), (.76, .22), (.5, 0)],
         [(.5, .46), (.15, .74), (.5, 1), (.85, .74), (.5, .46)]]],
    9: [[[(.8, .2), (.45, 0), (.2, .28), (.5, .48), (.8, .2), (.75, .6), (.6, 1)]],
        [[(.78, .15), (.4, .02), (.2, .3), (.5, .45), (.78, .15), (.8, .7), (.5, 1), (.2, .9)]]],
}


def smooth_line(points, steps=8):
    """Returns a Catmull-Rom curve through points."""
    points = np.asarray(points, np.float32)
    if len(points) < 3:
        return points
    ends = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    at = np.linspace(0, 1, steps, dtype=np.float32)[:, None]
    pieces = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:]):
        pieces.append(0.5 * (2 * b + (c - a) * at + (2 * a - 5 * b + 4 * c - d) * at**2
                             + (3 * b - a - 3 * c + d) * at**3))
    return np.vstack(pieces)


def draw_lines(canvas, lines, width, level):
    """Draws lines with a pen, whose width may lie between two pixels."""
    layer = np.zeros(canvas.shape, np.uint8)
    for line in lines:
        points = np.round(np.asarray(line) * 16).astype(np.int32)
        cv2.polylines(layer, [points], False, 255, max(1, int(round(width))), cv2.LINE_AA, 4)
    np.maximum(canvas, layer.astype(np.float32) * (level / 255), out=canvas)


def draw_handwritten(canvas, rng, box, digit):
    """Writes a digit by hand into a box (left, top, width, height)."""
    form = STROKES[digit][rng.integers(len(STROKES[digit]))]
    slant, bend = rng.normal(0.08, 0.2), rng.normal(0, 0.2)
    left, top, width, height = box
    lines = []
    for stroke in form:
        points = np.array(stroke, np.float32)
        points += rng.normal(0, 0.06, points.shape).astype(np.float32)
        points[:, 0] += slant * (0.5 - points[:, 1]) + bend * (points[:, 1] - 0.5) ** 2
        line = smooth_line(points) if rng.random() < 0.9 else points
        lines.append(line * (width, height) + (left, top))
    draw_lines(canvas, lines, rng.uniform(1.2, 5.5), rng.uniform(0.45, 1.0))
    if rng.random() < 0.4:
        canvas *= 1 - 0.5 * cv2.resize(rng.random((22, 22), np.float32), canvas.shape[::-1])


def draw_scribble(canvas, rng):
    """Draws a cross, a tick, a hatching or a wild line."""
    low, high = MARGIN * FINE, (MARGIN + CELL) * FINE
    kind = rng.integers(4)
    if kind == 0:
        a, b = rng.uniform(low, high, (2, 2)), rng.uniform(low, high, (2, 2))
        lines = [[(low + 6, a[0, 1]), (high - 6, a[1, 1])],
                 [(b[0, 0], low + 6), (b[1, 0], high - 6)]]
    elif kind == 1:
        x, y = rng.uniform(low + 4, high - 20, 2)
        lines = [[(x, y), (x + rng.uniform(4, 10), y + rng.uniform(5, 15)),
                  (x + rng.uniform(14, 30), y - rng.uniform(5, 20))]]
    elif kind == 2:
        at = np.linspace(low + 4, high - 4, rng.integers(5, 14))
        ys = np.where(np.arange(len(at)) % 2, low + rng.uniform(4, 18), high - rng.uniform(4, 18))
        lines = [np.stack([at, ys + rng.normal(0, 3, len(at))], 1)]
    else:
        points = rng.uniform(low + 2, high - 2, (rng.integers(4, 10), 2))
        lines = [smooth_line(points)]
    draw_lines(canvas, lines, rng.uniform(1.2, 4.5), rng.uniform(0.45, 1.0))


def shifted_mask(mask, size, height, rng, stretch):
    """Returns a glyph scaled to a height, a little bolder or thinner, with a border of 2 pixels."""
    rows, columns = size
    scale = height / rows
    width = max(2, round(columns * scale * stretch))
    glyph = mask[:rows, :columns]
    weight = rng.random()
    if weight < 0.12:
        glyph = cv2.dilate(glyph, np.ones((3, 3), np.uint8))
    elif weight < 0.24 and columns > 12:
        glyph = cv2.erode(glyph, np.ones((2, 2), np.uint8))
    glyph = cv2.resize(glyph, (width, max(2, round(height))), interpolation=cv2.INTER_AREA)
    return glyph.astype(np.float32) / 255


def put_glyph(canvas, glyph, center, level):
    """Prints a glyph around a place; what lies outside is cut off."""
    height, width = glyph.shape
    top, left = round(center[1] - height / 2), round(center[0] - width / 2)
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(canvas.shape[0], top + height), min(canvas.shape[1], left + width)
    if y1 > y0 and x1 > x0:
        part = canvas[y0:y1, x0:x1]
        np.maximum(part, glyph[y0 - top:y1 - top, x0 - left:x1 - left] * level, out=part)


def print_faces(bank, held_out):
    """Returns the printed faces of one side of the split, and how often each is taken.

    A family with many faces is taken less than proportionally more often than one with a few.
    """
    faces = bank.select(held_out, False)
    family = [family_of(bank.names[face]) for face in faces]
    counts = {name: family.count(name) for name in set(family)}
    weights = np.array([1 / counts[name] ** 0.5 for name in family])
    return faces, weights / weights.sum()


class CellRenderer:
    """Draws random cells with the faces of one side of the split."""

    def __init__(self, bank, held_out, seed):
        self.bank, self.rng = bank, np.random.default_rng(seed)
        self.print_faces, self.face_weights = print_faces(bank, held_out)
        hands = bank.select(held_out, True)
        self.hand_faces = hands if len(hands) else self.print_faces[:1]

    def draw(self):
        """Returns one cell as `SIDE`×`SIDE` bytes of ink, and its class."""
        rng = self.rng
        side = SIDE * FINE
        canvas = np.zeros((side, side), np.float32)
        kind = rng.random()
        label = EMPTY
        if kind < 0.62:
            label = int(rng.integers(1, 10))
            self.draw_printed(canvas, label)
        elif kind < 0.81:
            label = OTHER
            self.draw_other(canvas)
        elif rng.random() < 0.15:
            self.draw_stain(canvas)
        self.draw_borders(canvas)
        canvas = self.draw_shade(canvas)
        return self.photograph(canvas), label

    def random_face(self):
        """Returns the index of a printed face."""
        return self.print_faces[self.rng.choice(len(self.print_faces), p=self.face_weights)]

    def draw_printed(self, canvas, digit):
        """Prints a digit, and sometimes the neighbors and a pencil mark."""
        rng, face = self.rng, self.random_face()
        sizes = self.bank.sizes[face]
        cell = CELL * FINE
        height = cell * float(np.clip(rng.normal(0.58, 0.11), 0.3, 0.86))
        scale = height / sizes[:, 0].max()
        # Extended and condensed faces are rare among the fonts, and not in print.
        stretch = rng.uniform(0.7, 1.5) if rng.random() < 0.2 else rng.normal(1.0, 0.06)
        scale = min(scale, 0.9 * cell / (sizes[digit - 1, 1] * stretch))
        center = MARGIN * FINE + cell / 2 + rng.normal(0, 0.05 * cell, 2)
        level = 1.0 if rng.random() < 0.5 else rng.uniform(0.4, 1.0)

        def put(which, at):
            mask, size = self.bank.masks[face, which - 1], sizes[which - 1]
            glyph = shifted_mask(mask, size, size[0] * scale, rng, stretch)
            put_glyph(canvas, glyph, at, level)

        put(digit, center)
        if rng.random() < 0.3:
            for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                if rng.random() < 0.5:
                    put(int(rng.integers(1, 10)), center + np.array((dx, dy)) * cell)
        if rng.random() < 0.03:
            self.draw_marks(canvas, int(rng.integers(1, 3)), corners=True)

    def draw_other(self, canvas):
        """Draws handwriting, candidates or a scribble."""
        rng = self.rng
        cell, low = CELL * FINE, MARGIN * FINE
        kind = rng.random()
        if kind < 0.55:
            height = cell * rng.uniform(0.5, 1.0)
            width = height * rng.uniform(0.4, 0.9)
            left, top = low + (cell - width) / 2, low + (cell - height) / 2
            left, top = np.array((left, top)) + rng.normal(0, 0.09 * cell, 2)
            draw_handwritten(canvas, rng, (left, top, width, height), int(rng.integers(1, 10)))
        elif kind < 0.68:
            face, digit = rng.choice(self.hand_faces), int(rng.integers(9))
            size = self.bank.sizes[face, digit]
            height = min(cell * rng.uniform(0.45, 0.95), 0.95 * cell * size[0] / size[1])
            glyph = shifted_mask(self.bank.masks[face, digit], size, height, rng, 1.0)
            center = low + cell / 2 + rng.normal(0, 0.09 * cell, 2)
            put_glyph(canvas, glyph, center, rng.uniform(0.45, 1.0))
        elif kind < 0.88:
            self.draw_marks(canvas, int(rng.integers(2, 8)), corners=rng.random() < 0.3)
        else:
            draw_scribble(canvas, rng)

    def draw_marks(self, canvas, count, corners):
        """Draws small candidates in a raster of 3×3, or in the corners."""
        rng = self.rng
        cell, low = CELL * FINE, MARGIN * FINE
        face, level = self.random_face(), rng.uniform(0.45, 1.0)
        written, height = rng.random() < 0.5, cell * rng.uniform(0.16, 0.3)
        places = [(x, y) for y in range(3) for x in range(3) if not corners or (x != 1 and y != 1)]
        for at in rng.permutation(len(places))[:count]:
            x, y = places[at]
            center = low + cell * (0.18 + 0.32 * np.array((x, y))) + rng.normal(0, 1, 2)
            digit = y * 3 + x
            if written:
                box = (center[0] - height * 0.3, center[1] - height / 2, height * 0.6, height)
                layer = np.zeros_like(canvas)
                draw_handwritten(layer, rng, box, digit + 1)
                np.maximum(canvas, layer, out=canvas)
            else:
                size = self.bank.sizes[face, digit]
                glyph = shifted_mask(self.bank.masks[face, digit], size, height, rng, 1.0)
                put_glyph(canvas, glyph, center, level)

    def draw_stain(self, canvas):
        """Draws a spot, a fold or a speck of dirt into an empty cell."""
        rng = self.rng
        low, high = MARGIN * FINE, (MARGIN + CELL) * FINE
        if rng.random() < 0.6:
            at = tuple(int(value) for value in rng.integers(low, high, 2))
            axes = tuple(int(value) for value in rng.integers(1, 6, 2))
            layer = np.zeros(canvas.shape, np.float32)
            cv2.ellipse(layer, at, axes, 0, 0, 360, float(rng.uniform(0.2, 0.8)), -1)
            np.maximum(canvas, cv2.GaussianBlur(layer, (0, 0), rng.uniform(0.5, 2)), out=canvas)
        else:
            layer = np.zeros(canvas.shape, np.float32)
            start, end = (int(value) for value in rng.integers(low, high, 2))
            level, width = float(rng.uniform(0.1, 0.3)), int(rng.integers(4, 14))
            cv2.line(layer, (0, start), (canvas.shape[1], end), level, width)
            layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(2, 4))
            np.maximum(canvas, layer if rng.random() < 0.5 else layer.T, out=canvas)

    def draw_borders(self, canvas):
        """Draws the four borders of the cell, thin or thick, through the whole picture."""
        rng = self.rng
        thin = rng.uniform(0.6, 3.0)
        thick = thin + rng.uniform(0.5, 5.0)
        level = 1.0 if rng.random() < 0.6 else rng.uniform(0.3, 1.0)
        for vertical in (False, True):
            for at in (MARGIN * FINE, (MARGIN + CELL) * FINE):
                width = thick if rng.random() < 0.35 else thin
                weak = rng.uniform(0.2, 1.0) if rng.random() < 0.15 else 1.0
                steps = np.arange(canvas.shape[0]) + 0.5
                profile = np.clip(width / 2 + 0.5 - np.abs(steps - at), 0, 1) * level * weak
                profile = profile.astype(np.float32)
                np.maximum(canvas, profile[None, :] if vertical else profile[:, None], out=canvas)

    def draw_shade(self, canvas):
        """Returns the picture with a gray, dotted or uneven background."""
        rng = self.rng
        kind = rng.random()
        side = canvas.shape[0]
        if kind < 0.12:
            shade = np.full(canvas.shape, rng.uniform(0.08, 0.4), np.float32)
        elif kind < 0.24:
            pitch, angle = rng.uniform(2.5, 7), rng.uniform(0, np.pi)
            y, x = np.mgrid[0:side, 0:side].astype(np.float32)
            u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
            dots = np.cos(2 * np.pi * u / pitch) + np.cos(2 * np.pi * v / pitch)
            shade = np.clip(dots - rng.uniform(-0.2, 1.0), 0, 1) * rng.uniform(0.2, 0.7)
        elif kind < 0.45:
            corners = rng.normal(0, 0.06, (3, 3)).astype(np.float32)
            shade = cv2.resize(corners, (side, side), interpolation=cv2.INTER_CUBIC)
        elif kind < 0.6:
            shade = self.shadow_edge(side)
        else:
            return canvas
        if kind < 0.24 and rng.random() < 0.4:
            edge = (MARGIN + (CELL if rng.random() < 0.5 else 0)) * FINE
            shade = shade.copy()
            shade[:, edge:] = 0
            shade = shade if rng.random() < 0.5 else shade[:, ::-1]
            shade = shade if rng.random() < 0.5 else shade.T
        return canvas + shade * (1 - np.clip(canvas, 0, 1))

    def shadow_edge(self, side):
        """Returns what remains of the edge of a shadow after division by local paper."""
        rng = self.rng
        angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.4) * side
        y, x = np.mgrid[0:side, 0:side].astype(np.float32) - side / 2
        distance = (x * np.cos(angle) + y * np.sin(angle) - at) / rng.uniform(4, 40)
        reach = rng.uniform(1, 4)
        dark = np.clip(1 - np.abs(distance) / reach, 0, 1) * (distance > 0)
        return cv2.GaussianBlur(dark * rng.uniform(0.1, 0.5), (0, 0), rng.uniform(1, 5))

    def photograph(self, canvas):
        """Returns bytes of ink after warp, blur, loss of resolution, noise and JPEG."""
        rng, side = self.rng, canvas.shape[0]
        corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
        moved = corners + rng.normal(0, 1.6, (4, 2)).astype(np.float32)
        warp = cv2.getPerspectiveTransform(corners, moved)
        canvas = cv2.warpPerspective(canvas, warp, (side, side), borderMode=cv2.BORDER_REPLICATE)
        # One thing may be bad at a time; what nobody could read teaches nothing.
        bad = rng.integers(4)
        if rng.random() < 0.85:
            blur = abs(rng.normal(0, 2.0 if bad == 0 else 1.2)) + 0.3
            ratio = rng.uniform(0.6, 1.6) if rng.random() < 0.3 else 1.0
            canvas = cv2.GaussianBlur(canvas, (0, 0), min(blur, 4), sigmaY=max(0.2, blur * ratio))
        photo_cell = rng.uniform(13, 20) if bad == 1 else rng.uniform(18, 50)
        small = max(18, round(photo_cell * SIDE / CELL))
        canvas = cv2.resize(canvas, (small, small), interpolation=cv2.INTER_AREA)
        paper, contrast = rng.uniform(90, 230), rng.uniform(0.25 if bad == 2 else 0.4, 0.95)
        light = paper * (1 - contrast * np.clip(canvas, -0.2, 1.2))
        noise = rng.random() ** 2 * (0.1 if bad == 3 else 0.05)
        light += rng.normal(0, 1, canvas.shape) * (noise * paper * contrast)
        if rng.random() < 0.3:
            light = cv2.GaussianBlur(light, (0, 0), 0.7)
        light = np.clip(light, 0, 255).astype(np.uint8)
        if rng.random() < 0.6:
            quality = int(rng.integers(35 if contrast > 0.5 else 60, 95))
            code = cv2.imencode(".jpg", light, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
            light = cv2.imdecode(code, cv2.IMREAD_GRAYSCALE)
        ink = (1 - light.astype(np.float32) / paper) / contrast
        ink = cv2.resize(ink, (SIDE, SIDE),
                         interpolation=cv2.INTER_AREA if small > SIDE else cv2.INTER_LINEAR)
        return np.clip(ink * 200 + 28, 0, 255).astype(np.uint8)


def render_cells(bank, held_out, count, seed):
    """Returns `count` random cells as bytes (28 is paper, 228 is ink) and their classes."""
    renderer = CellRenderer(bank, held_out, seed)
    cells = np.empty((count, SIDE, SIDE), np.uint8)
    labels = np.empty(count, np.int64)
    for at in range(count):
        cells[at], labels[at] = renderer.draw()
    return cells, labels
