#!/usr/bin/env python3
"""Measures the shape of the sources: sizes, how far each feature is spread, what crosses modules, what is written twice.

    scripts/house.py                    the figures of this tree
    scripts/house.py --at COMMIT        those of a commit, beside today's
    scripts/house.py --json             for programs

A feature's targets are those with a file or a folder that bears its name; each room in Features is one. A memberwise initialiser is a public one
whose body does nothing but assign each parameter to a property. Duplicates are runs of six or more lines that occur
twice or more, blank lines, braces and imports aside; each further copy counts.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FEATURES = {
    "compare": "Comparison|CompareCommand|/Compare", "gate": "Gate|Baseline", "scan": "/Scan|ImageScan|ScanRecord",
    "explain": "Expla", "stream": "Stream", "select": "Selection", "distance": "Distance", "configure": "Configur",
    "grade": "Grade|Grading", "realism": "Calibrat|Realism", "versions": "Version(?!.*Wire)", "fuzz": "Fuzz",
    "misreads": "Misread", "history": "History", "diff": "Difference|/Diff", "publish": "Submission|Split|Audit",
    "plan": "/Plan|PlanText|PlanCommand", "plugin check": "Conformance|CheckDisplay",
}
DUPLICATE_LINES = 6
WIDTH = 44


def sources(root: pathlib.Path) -> list[pathlib.Path]:
    """All Swift files of the sources, in order."""
    return sorted((root / "Sources").rglob("*.swift"))


def target(place: str) -> str:
    """The target that a place belongs to, such as /Analysis/Grades/GradeTable.swift or /Features/Grade/Grades.swift."""
    folders = place.split("/")
    return "/".join(folders[1:3] if folders[1] == "Features" else folders[1:2])


def memberwise(text: str) -> int:
    """The number of public initialisers that only assign their parameters."""
    count = 0
    for found in re.finditer(r"public init\((.*?)\)\s*\{(.*?)\n  \}", text, re.S):
        body = [line.strip() for line in found[2].strip().splitlines() if line.strip()]
        count += bool(body) and all(re.fullmatch(r"self\.(\w+) = \1", line) for line in body)
    return count


def telling(text: str) -> list[str]:
    """A file's lines that say something: no blank ones, lone brackets, imports or comments."""
    lines = (line.strip() for line in text.splitlines())
    return [l for l in lines if re.search(r"\w", l) and not l.startswith(("import ", "//"))]


def duplicates(texts: list[str]) -> int:
    """The number of lines in further copies of runs of at least ``DUPLICATE_LINES`` lines."""
    seen: set[tuple[str, ...]] = set()
    copied = 0
    for lines in map(telling, texts):
        marked: set[int] = set()
        for start in range(len(lines) - DUPLICATE_LINES + 1):
            run = tuple(lines[start:start + DUPLICATE_LINES])
            if run in seen:
                marked.update(range(start, start + DUPLICATE_LINES))
            seen.add(run)
        copied += len(marked)
    return copied


def figures(root: pathlib.Path) -> dict[str, int]:
    """All figures of the tree in a folder, by name."""
    files = sources(root)
    if not files:
        sys.exit(f"{root}: no Swift files below Sources")
    texts = [path.read_text() for path in files]
    places = ["/" + str(path.relative_to(root / "Sources")) for path in files]
    targets = collections.Counter(map(target, places))
    result = {
        "lines": sum(text.count("\n") for text in texts), "files": len(files), "targets": len(targets),
        "lines of tests": sum(p.read_text().count("\n") for p in (root / "Tests").rglob("*.swift")),
        "import lines": sum(len(re.findall(r"^(?:\w+ )?import ", text, re.M)) for text in texts),
        "public memberwise initialisers": sum(map(memberwise, texts)),
        "lines in further copies": duplicates(texts),
        "files above 350 lines": sum(text.count("\n") > 350 for text in texts),
    }
    for feature, pattern in FEATURES.items():
        held = {target(place) for place in places if re.search(pattern, place)}
        result[f"targets that hold {feature}"] = len(held)
    return result


def figures_at(commit: str) -> dict[str, int]:
    """The figures of a commit of the repository in the current folder."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit, "Sources", "Tests"], stdout=subprocess.PIPE)
        if archive.returncode:
            sys.exit(f"{commit}: not a commit of this repository")
        subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
        return figures(pathlib.Path(folder))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--at", metavar="COMMIT", help="a commit whose figures stand beside today's")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    columns = {options.at: figures_at(options.at)} if options.at else {}
    columns["now"] = figures(pathlib.Path(__file__).resolve().parent.parent)
    if options.json:
        print(json.dumps(columns, indent=2))
        return
    print(" " * WIDTH + "".join(f"{name[:12]:>14}" for name in columns))
    for name in columns["now"]:
        print(f"{name:<{WIDTH}}" + "".join(f"{column[name]:>14,}" for column in columns.values()))


if __name__ == "__main__":
    main()
