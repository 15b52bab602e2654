"""Groups of pages, as the table at the end of README.md has them."""

from __future__ import annotations

import dataclasses
import pathlib
import re

import check_links
import guide_text
import sitemap

SECTION = "Where to go next"


class NavigationError(Exception):
    """A reason for which the README's table gives no navigation."""


@dataclasses.dataclass(frozen=True)
class Entry:
    title: str
    page: str
    purpose: str


@dataclasses.dataclass(frozen=True)
class Group:
    title: str
    entries: tuple[Entry, ...]


def groups(root: pathlib.Path) -> list[Group]:
    """The rows of the table by their group: a row in bold with nothing beside it opens one."""
    guide = guide_text.read("README.md", root)
    lines = (root / "README.md").read_text(encoding="utf-8").split("\n")
    starts = [heading.line for heading in guide.headings if heading.text == SECTION]
    if not starts:
        raise NavigationError(f'README.md: a section "{SECTION}" is missing; the pages are grouped by it')
    found: list[tuple[str, list[Entry]]] = []
    seen: set[str] = set()
    for number, line in enumerate(lines[starts[0] :], starts[0] + 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 2 or set(line) <= set("|-: "):
            continue
        title = re.fullmatch(r"\*\*(.+)\*\*", cells[0])
        if title and not cells[1]:
            found.append((title[1], []))
            continue
        entries = row(root, cells[0], cells[1], seen)
        if entries and not found:
            raise NavigationError(
                f'README.md:{number}: the row "{cells[0]}" is in no group; a row such as "| **Reference** | |" opens one'
            )
        if entries:
            found[-1][1].extend(entries)
    return [Group(title, tuple(entries)) for title, entries in found]


def row(root: pathlib.Path, purpose: str, cell: str, seen: set[str]) -> list[Entry]:
    """The pages that a row links to and no earlier one did."""
    entries = []
    for link in guide_text.parse(cell, "README.md").links:
        path = check_links.resolve("README.md", link.target)[0] or ""
        if path in seen or check_links.is_external(link.target):
            continue
        if (root / path).is_dir():
            title, page = path.rsplit("/", 1)[-1].capitalize(), sitemap.folder_page(path)
        elif path.endswith(".md"):
            title, page = guide_text.read(path, root).title, sitemap.page_of(path)
        else:
            continue
        seen.add(path)
        entries.append(Entry(title, page, purpose))
    return entries
