#!/usr/bin/env python3
"""Tries that features can be removed: without each of them in turn, the rest of a copy is built.

    scripts/rooms.py                    each feature that Package.swift lists, and then three of them together
    scripts/rooms.py Distance Fuzz      some of them, and then all of these together
    scripts/rooms.py --test FEATURE     runs the tests of a feature that is left, too, once all others are gone
    scripts/rooms.py --in FOLDER        the place of the copy, which is kept: the next run builds less

A feature is removed as a person would: `rm -r Sources/Features/X Tests/Features/XTests`, its entry in Package.swift,
and its places in Sources/harness/Harness.swift, the import and the names of its commands in their tree.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TREE = "Sources/harness/Harness.swift"
TOGETHER = ["Distance", "Fuzz", "Grade"]
SETTINGS = [
    "--scratch-path", ".build-quick", "-c", "release", "-Xswiftc", "-Onone", "-Xswiftc",
    "-enable-testing", "-debug-info-format", "none", "-Xswiftc", "-wmo", "-Xswiftc", "-num-threads", "-Xswiftc", "2",
    "-Xswiftc", "-no-emit-module-separately-wmo",
]


def features(root: pathlib.Path) -> list[str]:
    """The features that the package lists."""
    return re.findall(r'^  Feature\(\s*name: "(\w+)"', (root / "Package.swift").read_text(), re.M)


def copy(target: pathlib.Path) -> None:
    """Copies what git tracks; files of an earlier copy that are the same keep their dates."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        source, place = ROOT / name, target / name
        if not source.exists():
            continue
        if source.is_symlink():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.unlink(missing_ok=True)
            place.symlink_to(source.readlink())
        elif not place.exists() or place.read_bytes() != source.read_bytes():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, place)


def replaced(path: pathlib.Path, pattern: str) -> None:
    """Removes the one place in a file that a pattern matches."""
    text, count = re.subn(pattern, "", path.read_text(), flags=re.M | re.S)
    if count != 1:
        sys.exit(f"{path}: {count} places match {pattern}, and a feature has one")
    path.write_text(text)


def remove(feature: str, root: pathlib.Path) -> None:
    """Removes a feature from a copy."""
    source = root / "Sources/Features" / feature
    text = "".join(path.read_text() for path in source.rglob("*.swift"))
    commands = re.findall(r"^package struct (\w+): ParsableCommand", text, re.M)
    for folder in [source, root / f"Tests/Features/{feature}Tests"]:
        shutil.rmtree(folder)
    replaced(root / "Package.swift", rf'^  Feature\(\s*name: "{feature}",.*?\),\n(?=  Feature|\])')
    replaced(root / TREE, rf"^import {feature}\n")
    for command in commands:
        replaced(root / TREE, rf"\b{command}\.self,?\s*")


def run(root: pathlib.Path, *command: str, suites: str = "") -> subprocess.CompletedProcess:
    """Runs a command of SwiftPM in a copy, as `make test` does; only some suites if they are named."""
    environment = {**os.environ, "HARNESS_QUICK": "1"}
    environment.pop("HARNESS_SUITES", None)
    if suites:
        environment["HARNESS_SUITES"] = suites
    return subprocess.run([*command], cwd=root, env=environment, capture_output=True, text=True)


def works(ended: subprocess.CompletedProcess) -> bool:
    """True for a command that succeeded; shows the errors of others."""
    lines = (ended.stdout + ended.stderr).split("\n")
    if ended.returncode:
        print("\n".join([line for line in lines if "error:" in line or "✘" in line][:20] or lines[-20:]))
    return ended.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("features", nargs="*", metavar="FEATURE")
    parser.add_argument("--in", dest="folder", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("--test", metavar="FEATURE")
    options = parser.parse_args()
    known = features(ROOT)
    if strangers := set(options.features) - set(known):
        sys.exit(f"no feature: {', '.join(sorted(strangers))}; there are {', '.join(known)}")
    root = options.folder or pathlib.Path(tempfile.mkdtemp(prefix="rooms-"))
    failed = []
    removed = [[feature] for feature in options.features or known]
    together = options.features or TOGETHER
    for group in removed + [together] * (len(together) > 1):
        copy(root)
        for feature in group:
            remove(feature, root)
        start = time.monotonic()
        is_built = works(run(root, "swift", "build", *SETTINGS, "--product", "harness"))
        seconds = f"{time.monotonic() - start:.0f} s"
        print(f"without {', '.join(group)}: {'builds' if is_built else 'DOES NOT BUILD'} ({seconds})", flush=True)
        failed += [] if is_built else group
    if options.test:
        copy(root)
        for feature in known:
            if feature != options.test:
                remove(feature, root)
        suite = options.test + "Tests"
        passes = works(run(root, "swift", "build", *SETTINGS, "--build-tests", suites=suite))
        if passes:
            ended = run(root, "swift", "test", *SETTINGS, "--skip-build", "--filter", suite + r"\.", suites=suite)
            count = re.search(r"Test run with (\d+) tests", ended.stdout)
            passes = works(ended) and count is not None and count[1] != "0"
        print(f"{options.test} without all others: its {count[1] + ' ' if passes else ''}tests {'pass' if passes else 'FAIL'}")
        failed += [] if passes else [options.test]
    if not options.folder:
        shutil.rmtree(root)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
