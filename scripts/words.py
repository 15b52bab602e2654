#!/usr/bin/env python3
"""Finds phrases that readers had to read twice, in the guides and in the texts of the Swift sources.

    scripts/words.py                    all guides, and all string literals below Sources
    scripts/words.py docs/method.md     these files, or all in these folders
    scripts/words.py --list             the phrases, each with what to write

Markdown counts without code between backquotes, the changelog up to its first released version, Swift by its string
literals, joined where a + joins them; comments do not count. Ends with 1 if a phrase is found.
"""

import argparse
import bisect
import pathlib
import re
import sys

# What was found in texts of this project, and what is said instead. Words of the glossary are no phrases.
PHRASES = [
    (r"of one[’']s own", "of your own"),
    (r"(?:is|are|be) (?:not )?taken in(?= [a-z]+ with|[:;,.]|$)", "included"),
    (r"for the sake of", "for, only to"),
    (r"in the place of", "instead of"),
    (r"as it comes", "with default settings"),
    (r"beyond chance", "significantly"),
    (r"by chance alone this happens", "chance alone gives"),
    (r"(?:which|that) is (?:no )?luck|by luck", "by chance"),
    (r"not to be compared", "do not compare"),
    (r"fatal (?:images|errors)[^.;]{0,24} in a row", "consecutive crashes or timeouts"),
    (r"reads harder levels better", "misses more at … than at harder levels"),
    (r"shares too little work", "has too few symbologies in common"),
    (r"\bthe (?:first|second) (?:alone )?(?:takes|leaves|reads)\b|only by the (?:first|second)\b", "the decoder's name"),
    (r"\b(?:drawn|made) after\b(?! the run)", "modelled on"),
    (r"otherwise than", "differently than"),
    (r"\banew\b", "again"),
    (r"\bmend(?:s|ed|ing)?\b", "fix, repair, correct"),
    (r"is there already", "already exists"),
    (r"(?:can|could|cannot)(?: not)? be had\b", "available"),
    (r"in mid-run", "during the run"),
    (r"\ba row a decoder\b", "one row per decoder"),
    (r"\bas ever\b", "as usual, still"),
    (r"\bin vain\b", "without result"),
    (r"\bwins? (?:no )?rights\b", "gain rights"),
    (r"\bshall\b", "should"),
    (r"(?:does|do) not answer alike", "gives different answers"),
    (r"times that cannot be\b", "impossible times"),
    (r"nobody wrote down what", "is not known, have no truth"),
    (r"is what was committed to", "matches the commitment"),
    (r"(?:^|[.:] )(?:Recommended|Written|Altered|Shown|Given|Counted|Printed|Unknown) (?:are|is)\b",
     "the subject first"),
    (r"(?:^|[.:] )Who (?:is not|fears|wants|needs)\b", "If you …"),
    (r"which may not exist yet", "which must not exist yet"),
    (r"\bone (?:\w+ )?a line\b", "one per line"),
    (r"\ba (?:letter|line|row) each\b", "one letter, line, row per …"),
    (r"\bCPU (?:time|ms) a\b", "per"),
    (r"\babout one chance\b", "similar chances"),
    (r"\b(?:is|are|was) no (?:image|frame|date|text)\b", "is not an image, a frame …"),
    (r"\bby symbology(?: and decoder)?,? the\b", "for each symbology, the"),
    (r"(?:^|[.:;] )Of more than \d+\b", "With more than …"),
    (r"\barticle[’']s band\b", "the pixels themselves"),
    (r"\bfor ever\b", "forever"),
    (r"\bundecided whether\b", "not decided whether"),
    (r"\btoo few to bound\b", "too few to say"),
    (r"\bin this use\b|\bon its own, whenever\b", "what it is a share of, whenever you stop"),
    (r"(?:^|[.:] )(?:Nothing|None) was found: ", "the subject first"),
    (r"\bat the number of its\b|\bwith the number of its\b", "per added symbol"),
    (r"\bend(?:s)? otherwise\b|\bcome(?:s)? out otherwise\b", "have another verdict"),
]
LITERAL = re.compile(r'"""\n(.*?)"""|"((?:[^"\\\n]|\\\((?:[^()]|\([^()]*\))*\)|\\.)*)"', re.S)
JOINED = re.compile(r"\s*\+\s*")
ROOT = pathlib.Path(__file__).resolve().parent.parent
GUIDES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "docs/tutorials/*.md",
          "docs/examples/**/*.md", "Corpora/**/*.md", "Plugins/**/*.md", "python/*.md"]
# Drawn from data, by generators that have their own tests.
GENERATED = {"docs/which-decoder.md", "docs/examples/comment.md"}


def literals(text: str) -> list[tuple[int, str]]:
    """The string literals of Swift code, each with its place; those that a + joins are one."""
    code = re.sub(r"^\s*//.*$", lambda found: " " * len(found[0]), text, flags=re.M)
    found: list[tuple[int, str]] = []
    end = -1
    for match in LITERAL.finditer(code):
        words = match[2] if match[1] is None else match[1].replace("\\\n", "\n")
        if found and JOINED.fullmatch(code[end:match.start()]):
            found[-1] = (found[-1][0], found[-1][1] + words)
        else:
            found.append((match.start(), words))
        end = match.end()
    return found


def guide(path: pathlib.Path, text: str) -> list[tuple[int, str]]:
    """The paragraphs of a guide, each with its place, without what is between backquotes."""
    if path.name == "CHANGELOG.md":
        text = "\n## ".join(text.split("\n## ")[:2])
    text = re.sub(r"`[^`\n]+`", lambda code: "`" + "_" * (len(code[0]) - 2) + "`", text)
    return [(found.start(), found[0]) for found in re.finditer(r"(?:.+\n?)+", text)]


def faults(path: pathlib.Path) -> list[tuple[int, str, str]]:
    """The phrases in a file: line, phrase, and what to write."""
    text = path.read_text(encoding="utf-8")
    starts = [found.start() for found in re.finditer(r"^", text, re.M)]
    parts = literals(text) if path.suffix == ".swift" else guide(path, text)
    found = []
    for place, part in parts:
        words = re.sub(r"\s+", " ", part)
        for phrase, better in PHRASES:
            for match in re.finditer(phrase, words, re.I):
                # The line of the phrase's first word, as near as white space lets it be told.
                before = len(re.findall(r"\S+", words[:match.start()]))
                inner = [word.start() for word in re.finditer(r"\S+", part)]
                offset = inner[min(before, len(inner) - 1)] if inner else 0
                line = bisect.bisect_right(starts, place + offset)
                found.append((line, match[0].strip(" .:"), better))
    return found


def files(names: list[str]) -> list[pathlib.Path]:
    """The files to look at: those named, or all of the tree."""
    if names:
        paths = [pathlib.Path(name) for name in names]
        return [file for path in paths for file in
                (sorted([*path.rglob("*.md"), *path.rglob("*.swift")]) if path.is_dir() else [path])]
    guides = {path for pattern in GUIDES for path in ROOT.glob(pattern)}
    kept = sorted(path for path in guides if str(path.relative_to(ROOT)) not in GENERATED)
    return kept + sorted((ROOT / "Sources").rglob("*.swift"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", help="files or folders; default: all of the tree")
    parser.add_argument("--list", action="store_true", help="the phrases, each with what to write")
    options = parser.parse_args()
    if options.list:
        for phrase, better in PHRASES:
            print(f"{phrase}\t{better}")
        return
    looked = files(options.paths)
    count = 0
    for path in looked:
        shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        for line, phrase, better in faults(path):
            print(f"{shown}:{line}: \"{phrase}\": write {better}")
            count += 1
    print(f"files: {len(looked)}, phrases: {count}")
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
