"""A Markdown file as its links, headings and code blocks, each with its line.

Nothing but Python's own library is needed, so that the tests can use it everywhere.
"""

from __future__ import annotations

import dataclasses
import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Folders whose Markdown is a template or a test's own.
ASIDE = ("Plugins/Templates/", "Plugins/SDK/codegen/", "Tests/", "Sources/", "python/dist/")
ASIDE_PARTS = {"Codegen", "node_modules", "site-packages", "dist", "build"}


@dataclasses.dataclass(frozen=True)
class Heading:
    line: int
    level: int
    text: str
    anchor: str


@dataclasses.dataclass(frozen=True)
class Link:
    line: int
    target: str


@dataclasses.dataclass(frozen=True)
class CodeBlock:
    """A fenced or an indented block: the line of its first text, what stands behind the fence, its lines."""

    line: int
    info: str
    lines: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Guide:
    path: str
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    blocks: tuple[CodeBlock, ...]
    spans: tuple[tuple[int, str], ...]

    @property
    def title(self) -> str:
        return self.headings[0].text if self.headings else self.path

    @property
    def anchors(self) -> set[str]:
        return {heading.anchor for heading in self.headings}

    def section(self, line: int) -> Heading | None:
        """The heading under which a line stands."""
        above = [heading for heading in self.headings if heading.line <= line]
        return above[-1] if above else None


def plain_text(markdown: str) -> str:
    """A heading's text without its marks."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return re.sub(r"(`+)(.+?)\1", r"\2", text).replace("**", "").strip()


def anchors(texts: list[str]) -> list[str]:
    """The anchors that GitHub gives to headings: a second one of the same name gets a number."""
    taken: dict[str, int] = {}
    result = []
    for text in texts:
        slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        number = taken.get(slug, 0)
        taken[slug] = number + 1
        result.append(f"{slug}-{number}" if number else slug)
    return result


class _Lines:
    """Sorts lines into text, headings and code."""

    def __init__(self, text: str) -> None:
        self.text: list[str] = []
        self.headings: list[tuple[int, int, str]] = []
        self.blocks: list[CodeBlock] = []
        self.open: tuple[str, str, int, list[str]] | None = None
        self.indented: list[str] = []
        self.list_offset = 0
        lines = text.split("\n")
        for number, line in enumerate(lines, 1):
            self.take(number, line)
        self.end_indented(len(lines) + 1)

    def take(self, number: int, line: str) -> None:
        fence = re.match(r"\s*(```+|~~~+)\s*(.*?)\s*$", line)
        if self.open:
            mark, info, start, held = self.open
            if fence and fence[1].startswith(mark) and not fence[2]:
                self.blocks.append(CodeBlock(start, info, tuple(held)))
                self.open = None
            else:
                held.append(line)
            self.text.append("")
        elif self.is_indented_code(line):
            self.indented.append(line[4 + self.list_offset :])
            self.text.append("")
        else:
            self.end_indented(number)
            self.take_text(number, line, fence)

    def take_text(self, number: int, line: str, fence: re.Match[str] | None) -> None:
        if fence:
            self.open = (fence[1], fence[2], number + 1, [])
            self.text.append("")
            return
        item = re.match(r"(\s*(?:[-*+]|\d+[.)])\s+)", line)
        if item:
            self.list_offset = len(item[1])
        elif line.strip() and len(line) - len(line.lstrip()) < self.list_offset:
            self.list_offset = 0
        heading = re.match(r"(#{1,6})\s+(.*?)\s*#*$", line)
        if heading:
            self.headings.append((number, len(heading[1]), plain_text(heading[2])))
        self.text.append(line)

    def is_indented_code(self, line: str) -> bool:
        if self.indented:
            return not line.strip() or line.startswith(" " * (4 + self.list_offset))
        above = self.text[-1].strip() if self.text else ""
        return (
            not above and bool(line.strip()) and line.startswith(" " * (4 + self.list_offset))
        )

    def end_indented(self, number: int) -> None:
        if self.indented:
            held = list(self.indented)
            start = number - len(held)
            while held and not held[-1].strip():
                held.pop()
            self.blocks.append(CodeBlock(start, "", tuple(held)))
            self.indented = []


def parse(text: str, path: str) -> Guide:
    """The parts of a Markdown text."""
    lines = _Lines(text)
    body = "\n".join(lines.text)
    spans: list[tuple[int, str]] = []

    def hide(match: re.Match[str]) -> str:
        spans.append((body.count("\n", 0, match.start()) + 1, " ".join(match[2].split())))
        return re.sub(r"[^\n]", "x", match[0])

    # A span ends with its paragraph.
    shown = re.sub(r"(?<!`)(`+)(?!`)((?:(?!\n\s*\n).)+?)(?<!`)\1(?!`)", hide, body, flags=re.S)
    shown = re.sub(r"<!--.*?-->", lambda match: re.sub(r"[^\n]", " ", match[0]), shown, flags=re.S)
    links = [
        Link(shown.count("\n", 0, match.start()) + 1, match[1])
        for pattern in (
            r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)",
            r"(?m)^\s{0,3}\[[^\]^]+\]:\s+<?([^\s>]+)>?",
            r"(?:href|src)=\"([^\"]+)\"",
            r"<(https?://[^>\s]+)>",
        )
        for match in re.finditer(pattern, shown)
    ]
    named = anchors([text for _, _, text in lines.headings])
    headings = [
        Heading(line, level, text, anchor)
        for (line, level, text), anchor in zip(lines.headings, named, strict=True)
    ]
    return Guide(
        path,
        tuple(headings),
        tuple(sorted(links, key=lambda link: link.line)),
        tuple(lines.blocks),
        tuple(spans),
    )


@functools.cache
def read(path: str, root: pathlib.Path = ROOT) -> Guide:
    """The parts of a Markdown file, named by its path below the root."""
    return parse((root / path).read_text(encoding="utf-8"), path)


@functools.cache
def pages(root: pathlib.Path = ROOT) -> tuple[str, ...]:
    """Every Markdown file that readers see, by its path below the root."""
    found = []
    for file in root.rglob("*.md"):
        path = file.relative_to(root).as_posix()
        parts = path.split("/")
        hidden = any(part.startswith(".") or part in ASIDE_PARTS for part in parts[:-1])
        if not hidden and not path.startswith(ASIDE) and parts[0] not in {"submissions", "hidden"}:
            if parts[0] != "reports" or parts[1] in {"README.md", "baselines"}:
                found.append(path)
    return tuple(sorted(found))
