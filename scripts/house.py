#!/usr/bin/env python3
"""Measures the shape of the sources: sizes, how far each feature is spread, what crosses modules, what is written twice.

    scripts/house.py                    the figures of this tree
    scripts/house.py --at COMMIT        those of a commit, beside today's
    scripts/house.py --json             for programs

A feature's targets are those with a file or a folder whose name begins with its words: `Gate` and `GateText`, not
`PageGate` and `Gateway`. A memberwise initialiser is a public one or one of the package whose body does nothing but
give each property a parameter: it is written because its type crosses modules. Duplicates are runs of six or more
lines that occur twice or more, blank lines, braces and imports aside; each further copy counts.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# The words with which names of files and folders begin, feature by feature.
FEATURES = {
    "camera": "Calibrat(?:e|ion)", "compare": "Compar(?:e|ison)", "gate": "Gate|Baseline", "scan": "Scan(?!Profile)",
    "explain": "Expla(?:in|nation|ined)", "stream": "Streams?", "select": "Selection",
    "distance": "Distance", "configure": "Configur(?:e|ation)", "grade": "Grad(?:e|es|ing)", "realism": "Realism",
    "versions": r"Versions?(?!\.swift)", "fuzz": "Fuzz", "hunt": "Hunt", "judge": "Judge", "live": "Live(?!Process|Streams|Worker)",
    "misreads": "Misreads?", "history": "(?:Run|Stored)?History", "diff": "(?:Run)?Diff(?:erence)?",
    "publish": "Submission|Split(?!Mix)|Audit", "plan": "Plan", "plugin check": "Conformance|CheckDisplay",
    "screen": "Screen", "soak": "Soak", "tune": "Tun(?:e|ing)",
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


IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+[\w. ]+$", re.M)
INITIALISER = re.compile(r"^\s*(?:public|package) init[?!]?\(", re.M)


def imports(text: str) -> int:
    """The number of import lines; those in the texts of generated programs are none."""
    return len(IMPORT.findall(re.sub(r'"""\n.*?"""', "", text, flags=re.S)))


def closing(text: str, start: int) -> int:
    """The place behind the bracket that closes the one at a place."""
    pairs = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
    depth = 0
    for index in range(start, len(text)):
        depth += pairs.get(text[index], 0)
        if depth == 0:
            return index + 1
    return len(text)


def memberwise(text: str) -> int:
    """The number of initialisers beyond a module that only give each property a parameter."""
    text = re.sub(r"//.*|\"(?:[^\"\\\n]|\\.)*\"", "", text)
    count = 0
    for found in INITIALISER.finditer(text):
        end = closing(text, found.end() - 1)
        body = re.match(r"\s*(?:throws(?:\(\w+\))?\s*)?\{", text[end:])
        if not body:
            continue
        parameters = set(re.findall(r"(\w+):", text[found.end():end]))
        inner = text[end + body.end():closing(text, end + body.end() - 1) - 1].strip()
        parts = [re.sub(r"[()\s]|self\.", "", part) for part in re.split(r"\n(?=\s*(?:self\.|\(|\w+ = ))|;", inner)]
        pairs = [part.split("=") for part in parts if part]
        count += bool(pairs) and all(
            len(pair) == 2 and set(pair[1].split(",")) <= parameters and re.fullmatch(r"[\w,]+", pair[0]) for pair in pairs)
    return count


def telling(text: str) -> list[str]:
    """A file's lines that say something: no blank ones, lone brackets, imports or comments."""
    lines = (line.strip() for line in text.splitlines())
    return [l for l in lines if re.search(r"\w", l) and not IMPORT.match(l) and not l.startswith("//")]


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


def holders(words: str, places: list[str]) -> set[str]:
    """The targets with a file or a folder whose name begins with one of some words."""
    return {target(place) for place in places if re.search(rf"/(?:{words})(?=[A-Z+./])", place)}


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
        "import lines": sum(map(imports, texts)),
        "memberwise initialisers beyond a module": sum(map(memberwise, texts)),
        "lines in further copies": duplicates(texts),
        "files above 350 lines": sum(text.count("\n") > 350 for text in texts),
    }
    for feature, pattern in FEATURES.items():
        result[f"targets that hold {feature}"] = len(holders(pattern, places))
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
