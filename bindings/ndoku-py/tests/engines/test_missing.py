"""An engine that is not installed is named in one sentence, and modules import without it."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

ENGINES = {
    "duckdb": "register(None)",
    "polars": "register()",
    "datafusion": "register(None)",
    "spark": "register(None)",
    "ray": "parquet('in', 'out')",
    "dask": "parquet(None, 'in', 'out')",
}
PACKAGES = {"spark": "pyspark", "dask": "dask[distributed]"}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_missing_engine_is_named(engine: str) -> None:
    module = {"spark": "pyspark", "dask": "distributed"}.get(engine, engine)
    program = (
        f"import sys; sys.modules[{module!r}] = None; sys.modules['pyarrow'] = None\n"
        f"import ndoku.{engine}\n"
        f"try: ndoku.{engine}.{ENGINES[engine]}\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    package = PACKAGES.get(engine, engine)
    assert said.stdout.strip() == (
        f"{package} is not installed; install it with: pip install '{package}'"
    ), said.stderr


@pytest.mark.parametrize("engine", ENGINES)
def test_every_name_is_documented(engine: str) -> None:
    module = importlib.import_module(f"ndoku.{engine}")
    assert module.__doc__ and all(getattr(module, name).__doc__ for name in module.__all__)
