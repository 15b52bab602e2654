#!/usr/bin/env python3
"""The page "Which barcode decoder?": measures, collects figures, writes the page and its reports.

    scripts/table make     measures, and writes the pages
    scripts/table write    writes the pages from docs/which-decoder/figures.json again
    scripts/table check    says which page is not the one that the figures give

Options of make:

    --harness FILE           the harness, instead of .build/release/harness
    --runs "qr-small dpm"    these runs, instead of all
    --trials N               at most so many trials at a level
    --decoders "zbar zxing"  these decoders, instead of all
    --photos FOLDER --photos-source TEXT  photos, and a sentence on where they come from
    --kept                   takes finished runs as they are
    --results FOLDER         where runs are kept, instead of reports/table

Options of all: --figures FOLDER, with figures.json and decoders.json, instead of docs/which-decoder;
--pages FOLDER, where which-decoder.md and the folder which-decoder go, instead of docs.

Exit codes: 0 fine, 1 a page differs, 2 something cannot be read or measured, 64 wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import measure
from facts import read as read_facts
from figures import FiguresError, Table, read_json, write
from page import FOLDER, page
from plan import DECODERS, FUZZ
from reports import fuzz_report, report
from runs import Figures

ROOT = Path(__file__).resolve().parents[2]


def pages(folder: Path) -> dict[str, str]:
    """Every page, by its path below docs."""
    figures = Figures(read_json(folder / "figures.json"))
    texts = {"which-decoder.md": page(figures, read_facts(folder / "decoders.json"))}
    for corpus, run in figures.runs.items():
        texts[f"{FOLDER}/{corpus}.md"] = report(run)
    if figures.fuzz:
        texts[f"{FOLDER}/{FUZZ}.md"] = fuzz_report(figures.fuzz)
    return texts


def make(options: argparse.Namespace) -> None:
    """Measures what is asked for, and puts it in the place of what the figures had of it."""
    file = Path(options.figures) / "figures.json"
    table: Table = {"schemaVersion": 1, "runs": {}, "fuzz": {}, "tuned": {}}
    if file.exists():
        table = read_json(file)
    plan = measure.Plan(
        harness=Path(options.harness),
        output=Path(options.results),
        decoders=tuple(options.decoders.split()) or DECODERS,
        trials=options.trials,
        photos=Path(options.photos) if options.photos else None,
        source=options.photos_source,
        kept=options.kept,
    )
    for section, name, figures in measure.measured(plan, options.runs.split()):
        table.setdefault(section, {})[name] = figures
        write(file, table)


def put(options: argparse.Namespace) -> None:
    """Writes the pages."""
    for name, text in pages(Path(options.figures)).items():
        path = Path(options.pages) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def check(options: argparse.Namespace) -> int:
    """Compares the pages that are there with those that the figures give."""
    texts = pages(Path(options.figures))
    there = {f"{FOLDER}/{path.name}" for path in (Path(options.pages) / FOLDER).glob("*.md")}
    wrong = sorted(there - texts.keys())
    for name, text in texts.items():
        path = Path(options.pages) / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(name)
    for name in wrong:
        print(
            f"{name} is not what figures.json gives; write it: python3 scripts/table write",
            file=sys.stderr,
        )
    return 1 if wrong else 0


def main() -> int:
    """Reads the command line and does what it says."""
    parser = argparse.ArgumentParser(
        prog="scripts/table",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("verb", choices=("make", "write", "check"))
    parser.add_argument("--harness", default=str(ROOT / ".build/release/harness"))
    parser.add_argument("--runs", default="")
    parser.add_argument("--trials", type=int)
    parser.add_argument("--decoders", default="")
    parser.add_argument("--photos", default="")
    parser.add_argument("--photos-source", default="")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--results", default=str(ROOT / "reports" / "table"))
    parser.add_argument("--figures", default=str(ROOT / "docs" / FOLDER))
    parser.add_argument("--pages", default=str(ROOT / "docs"))
    options = parser.parse_args()
    if bool(options.photos) != bool(options.photos_source):
        parser.exit(
            64, "--photos and --photos-source belong together: where the photos come from\n"
        )
    if options.trials is not None and options.trials < 1:
        parser.exit(64, "--trials is 1 or more\n")
    try:
        if options.verb == "check":
            return check(options)
        if options.verb == "make":
            make(options)
        put(options)
    except FiguresError as fault:
        print(f"scripts/table: {fault}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
