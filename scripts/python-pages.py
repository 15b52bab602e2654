#!/usr/bin/env python3
"""Runs the lines of python/README.md and the notebook against a report of qr-small, and compares the
table of the project's README with the report.

    scripts/python-pages.py ROOT REPORT
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError


def run_readme(root: Path) -> None:
    text = (root / "python/README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.S)
    assert code, "python/README.md has lost its lines"
    assert len(code[1].splitlines()) == 5, "the lines are five"
    subprocess.run([sys.executable, "-c", code[1]], check=True, stdout=subprocess.DEVNULL)
    assert Path("curves.png").stat().st_size > 1000


def run_notebook(root: Path, report: Path) -> None:
    notebook = nbformat.read(root / "python/notebooks/qr-small.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "it is kept without outputs"
    os.environ["REPORT"] = str(report.resolve())
    NotebookClient(notebook, timeout=600).execute()


def refuse_other_numbers(root: Path, report: Path) -> None:
    """The notebook must fail where scores.json says something else in the last digit."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "r"
        shutil.copytree(report, copy)
        table = json.loads((copy / "scores.json").read_text(encoding="utf-8"))
        mean = table["decoders"][0]["groups"][0]["meanThreshold"]
        mean["value"] += 2.0**-52
        (copy / "scores.json").write_text(json.dumps(table), encoding="utf-8")
        try:
            run_notebook(root, copy)
        except CellExecutionError:
            return
    raise AssertionError("the notebook takes another mean threshold for its own")


def compare_readme(root: Path, report: Path) -> None:
    """Ranks, thresholds, rates and misreads of the README are the report's; times are not compared."""
    import barcode_harness as bh

    text = (root / "README.md").read_text(encoding="utf-8")
    block = re.search(r"<!-- table: begin -->(.*?)<!-- table: end -->", text, re.S)
    assert block, "README.md has lost its table"
    row = re.compile(
        r"^\d+ +(\S+) +(\S+) +(\S+) ± (\S+) +(\S+) +(\d+) [(][^)]*[)] +(\d+) ", re.M
    )
    shown = [match.groups() for match in row.finditer(block[1])]
    scores = bh.open_report(report).scores()
    scores = scores[scores["rank"].notna()]
    own = []
    for decoder, groups in scores.groupby("decoder", sort=False):
        mean = groups["mean_threshold"].mean()
        half = (groups["mean_threshold_upper"] - groups["mean_threshold_lower"]) / 2
        own.append(
            (
                decoder,
                f"{groups['reliable_from'].max():g}",
                f"{mean:.3f}",
                f"{(half**2).sum() ** 0.5 / len(groups):.3f}",
                f"{100 * groups['read'].sum() / groups['tried'].sum():.1f}",
                str(groups["misread"].sum()),
                str((groups["crash"] + groups["timeout"] + groups["failed"]).sum()),
            )
        )
    assert shown == own, f"README.md says\n{shown}\nand the report\n{own}"
    print(f"README.md: {len(own)} rows are the report's")


def main() -> None:
    root, report = Path(sys.argv[1]), Path(sys.argv[2])
    run_readme(root)
    run_notebook(root, report)
    refuse_other_numbers(root, report)
    compare_readme(root, report)
    print("the README's lines and the notebook hold")


if __name__ == "__main__":
    main()
