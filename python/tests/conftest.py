"""A small comparison by the real harness, which the variable HARNESS names."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

CORPUS = """
format: 1
name: drawn
version: 1
title: Drawn
question: Which values were drawn?
seed: 9007199254740993
symbols:
  - {name: v1, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 10}}
conditions:
  - {name: turned, rotation: {random: [-30, 45]}, blur: [0, 0.5, 1]}
  - {name: plain, read-noise: {random: [0, 8]}}
sweep: {axis: module-size, harder: smaller, levels: [1, 1.5, 2, 3, 5]}
trials: 40
"""


def run(*arguments: str | Path) -> str:
    """The output of the harness."""
    harness = os.environ["HARNESS"]
    done = subprocess.run([harness, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report folder."""
    scratch = tmp_path_factory.mktemp("run")
    (scratch / "drawn.yaml").write_text(CORPUS)
    run(
        "compare", "--corpus", scratch / "drawn.yaml", "--decoder", "zbar", "--decoder", "zxing",
        "--keep-readings", "all", "--quiet", "--output", scratch / "r",
    )  # fmt: skip
    return scratch / "r"
