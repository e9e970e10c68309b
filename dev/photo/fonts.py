"""Masks of the digits of all installed fonts.

A face is used if it has nine different digits. Families are split by a hash of their name: one in
eight is held out with all its weights, and only measured.
"""

import glob
import hashlib
import os

import numpy as np
from PIL import Image, ImageDraw, ImageFont

HERE = os.path.dirname(os.path.abspath(__file__))
DIGITS = "123456789"
# Height and width of a mask. The digit fills it in one direction, and touches its top left corner.
MASK = 64
PATTERNS = ("**/*.ttf", "**/*.otf", "**/*.ttc", "**/*.pfb")


def read_list(name):
    """Returns the lines of a list beside this file, without comments."""
    with open(os.path.join(HERE, name), encoding="utf-8") as lines:
        return [line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()]


def draw_glyph(font, text):
    """Returns the cropped picture of a text, or None if it has no ink."""
    left, top, right, bottom = font.getbbox(text)
    if right <= left or bottom <= top or max(right - left, bottom - top) > 600:
        return None
    picture = Image.new("L", (right - left + 8, bottom - top + 8), 0)
    ImageDraw.Draw(picture).text((4 - left, 4 - top), text, fill=255, font=font)
    box = picture.getbbox()
    return picture.crop(box) if box else None


def fit_mask(picture, scale):
    """Returns a picture scaled into the top left corner of a mask, and its size."""
    width = max(1, min(MASK, round(picture.width * scale)))
    height = max(1, min(MASK, round(picture.height * scale)))
    mask = np.zeros((MASK, MASK), np.uint8)
    mask[:height, :width] = np.asarray(picture.resize((width, height), Image.LANCZOS))
    return mask, (height, width)


def face_masks(path):
    """Returns the family of a face, its nine masks and their sizes, or None if it lacks digits."""
    try:
        font = ImageFont.truetype(path, 96)
        family = " ".join(part or "" for part in font.getname())
        missing = draw_glyph(font, "\uffff")
        glyphs = [draw_glyph(font, digit) for digit in DIGITS]
    except (OSError, ValueError, UnicodeError):
        return None
    if any(glyph is None for glyph in glyphs):
        return None
    pictures = [glyph.tobytes() for glyph in glyphs]
    if len(set(pictures)) < 9 or (missing is not None and missing.tobytes() in pictures):
        return None
    height = max(glyph.height for glyph in glyphs)
    width = max(glyph.width for glyph in glyphs)
    if height < 20 or width > 2.0 * height:
        return None
    scale = MASK / max(height, width)
    masks, sizes = zip(*(fit_mask(glyph, scale) for glyph in glyphs))
    return family, np.stack(masks), np.array(sizes, np.int16)


# Words of a name that tell the weight, the width or the slant of a face, and not its family.
STYLE_WORDS = frozenset(
    "black bold book compressed condensed demi demibold extended extra extrabold extralight hairline "
    "heavy italic light medium narrow oblique regular roman semi semibold semicondensed slanted "
    "thin ultra ultralight wide bolditalic lightitalic".split())


def family_of(name):
    """Returns what faces of one family share: the first two words of the name without style."""
    words = name.split("|")[1].lower().replace("-", " ").split()
    return " ".join([word for word in words if word not in STYLE_WORDS][:2])


def is_in_held_out_family(name):
    """Returns a decision that depends on the family only, for one in eight."""
    return hashlib.md5(family_of(name).encode()).digest()[0] % 8 == 0


class FontBank:
    """The masks of all faces, with the names of the faces."""

    def __init__(self, names, masks, sizes):
        self.names, self.masks, self.sizes = names, masks, sizes
        hands = read_list("handwriting_fonts.txt")
        self.is_hand = np.array([any(part in name for part in hands) for name in names], bool)
        self.is_held_out = np.array([is_in_held_out_family(name) for name in names], bool)

    def select(self, held_out, hand):
        """Returns the indices of faces of one side of the split and one kind."""
        return np.flatnonzero((self.is_held_out == held_out) & (self.is_hand == hand))


def load_fonts(limit=None, folder="/usr/share/fonts"):
    """Returns the bank of the fonts in a folder, without those of `excluded_fonts.txt`."""
    excluded = read_list("excluded_fonts.txt")
    paths = sorted({path for pattern in PATTERNS
                    for path in glob.glob(os.path.join(folder, pattern), recursive=True)})
    names, masks, sizes, seen = [], [], [], set()
    for path in paths:
        face = face_masks(path)
        if face is None:
            continue
        name = os.path.basename(path) + "|" + face[0]
        key = face[1].tobytes()
        if key in seen or any(part in name for part in excluded):
            continue
        seen.add(key)
        names.append(name)
        masks.append(face[1])
        sizes.append(face[2])
        if limit and len(names) >= limit:
            break
    if not names:
        raise SystemExit("no fonts found; see README.md for the packages to install")
    return FontBank(names, np.stack(masks), np.stack(sizes))
