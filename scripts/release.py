#!/usr/bin/env python3
"""Prepares a release, and says what to tag; keeps the owner's name the same everywhere.

    scripts/release.py VERSION        dates the changelog, puts the version everywhere, records the surface, prints the rest
    scripts/release.py owner [NAME]   checks that everything names the owner in packaging/owner; NAME: writes that one

Nothing is written unless all checks pass: no uncommitted change, a version above the present one and at least the one
that the surface asks for (docs/versioning.md), a changelog that says what is new. Exit codes: 0 done, 1 a check failed,
2 wrong usage.
"""
import argparse
import datetime
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION_SOURCE = "Sources/Console/Provenance+Current.swift"
OWNER = "packaging/owner"
# What comes before and after a version or an owner. Reports and baselines keep the version that they are from.
VERSION_PLACES = re.compile(
    r'(static let current = "|^version: |^barcode-harness \(|barcode-harness[_:-]|--build-arg VERSION=|tag: "|\.upToNextMinor\(from: ")'
    r"(?P<word>\d+\.\d+\.\d+)(?![\w.]*post)", re.M)
OWNER_PLACES = re.compile(
    r"((?:uses: |ghcr\.io/|https://github\.com/))(?P<word>[A-Za-z0-9-]+)(?=/barcode-harness\b)")
KEPT = ("CHANGELOG.md", "docs/which-decoder", "docs/api", "Tests/", "Package.resolved", "reports/")


class Refusal(Exception):
    """A reason for which nothing is written."""


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def places(pattern: re.Pattern[str]) -> dict[str, list[tuple[int, str]]]:
    """The words that a pattern finds, by file, with their lines."""
    found: dict[str, list[tuple[int, str]]] = {}
    for name in git("ls-files").splitlines():
        path = ROOT / name
        if name.startswith(KEPT) or not path.is_file():
            continue
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        words = [(text.count("\n", 0, m.start("word")) + 1, m["word"]) for m in pattern.finditer(text)]
        if words:
            found[name] = words
    return found


def differing(found: dict[str, list[tuple[int, str]]], wanted: str, what: str) -> list[str]:
    return [f'{name}:{line}: the {what} is "{word}"; it should be "{wanted}"'
            for name, words in found.items() for line, word in words if word != wanted]


def write(found: dict[str, list[tuple[int, str]]], pattern: re.Pattern[str], word: str) -> None:
    for name in found:
        path = ROOT / name
        path.write_text(pattern.sub(lambda m: m[1] + word, path.read_text()))


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def present() -> str:
    return re.search(r'static let current = "([^"]+)"', (ROOT / VERSION_SOURCE).read_text())[1]


def dated(changelog: str, version: str, day: datetime.date) -> str:
    """The changelog with what is unreleased under the version and its day."""
    if f"\n## {version} " in changelog:
        raise Refusal(f"CHANGELOG.md: {version} has a section already")
    head, mark, rest = changelog.partition("\n## Unreleased\n")
    if not mark or not rest.split("\n## ")[0].strip():
        raise Refusal("CHANGELOG.md: nothing stands under \"## Unreleased\": say what is new")
    return f"{head}{mark}\n## {version} — {day}\n{rest}"


def release(version: str, day: datetime.date) -> None:
    """Makes a commit's worth of changes of a release."""
    old = present()
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Refusal(f'"{version}" is no version; write it as 0.3.0')
    if git("status", "--porcelain").strip():
        raise Refusal("there are changes that are not committed: a release is made of a commit")
    if version in git("tag").split():
        raise Refusal(f"the tag {version} is there already")
    if numbers(version) < numbers(old):
        raise Refusal(f"{version} is below {old}, which the sources have")
    found = places(VERSION_PLACES)
    wrong = differing(found, old, "version")
    wrong += differing(places(OWNER_PLACES), (ROOT / OWNER).read_text().strip(), "owner")
    if wrong:
        raise Refusal("\n".join(wrong))
    text = dated((ROOT / "CHANGELOG.md").read_text(), version, day)
    surface = [sys.executable, str(ROOT / "scripts/surface.py")]
    for words in (["check", "--version", version], ["release", "--version", version]):
        done = subprocess.run(surface + words, capture_output=True, text=True)
        if done.returncode:
            raise Refusal(done.stdout + done.stderr)
    write(found, VERSION_PLACES, version)
    (ROOT / "CHANGELOG.md").write_text(text)
    citation = ROOT / "CITATION.cff"
    citation.write_text(re.sub(r"^(version: .*\n)(?:date-released: .*\n)?", rf"\1date-released: {day}\n", citation.read_text(), flags=re.M))
    owner = (ROOT / OWNER).read_text().strip()
    print(f"{old} -> {version}, {day}. Look at the changes, then:\n")
    print(f'    make test && git commit -am "Release {version}"')
    print(f"    git tag -a {version} -m 'barcode-harness {version}' && git push origin main {version}")
    print("    git tag -f v1 && git push -f origin v1        # if inputs and outputs of the action are those of v1")
    print(f"\nThe workflow of the tag builds, tries and publishes for {owner}.")


def owner(name: str | None) -> None:
    """Checks the owner's name everywhere, or writes another one."""
    found = places(OWNER_PLACES)
    if name is None:
        wrong = differing(found, (ROOT / OWNER).read_text().strip(), "owner")
        if wrong:
            raise Refusal("\n".join(wrong) + f"\nscripts/release.py owner NAME writes one everywhere")
        return
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})", name):
        raise Refusal(f'"{name}" is no account: letters, digits and hyphens, 39 at most')
    write(found, OWNER_PLACES, name)
    (ROOT / OWNER).write_text(name + "\n")
    print(f"{sum(map(len, found.values()))} places in {len(found)} files name {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="+", metavar="VERSION | owner [NAME]")
    parser.add_argument("--date", type=datetime.date.fromisoformat, default=datetime.date.today())
    options = parser.parse_args()
    try:
        match options.words:
            case ["owner"]: owner(None)
            case ["owner", name]: owner(name)
            case [version]: release(version, options.date)
            case _: parser.error("a version, or owner with a name")
    except Refusal as refusal:
        sys.exit(str(refusal))


if __name__ == "__main__":
    main()
