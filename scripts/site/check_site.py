#!/usr/bin/env python3
"""Links and anchors of a built site: every page, picture and section that they name is there.

    scripts/site/check_site.py FOLDER [--base /path]

Below libraries/ DocC has checked its own pages; they are only looked for. Links must be relative, so that the
site opens from a folder; those of DocC begin with the base. Exit codes: 0 all is well, 1 a link is dead.
"""

from __future__ import annotations

import argparse
import difflib
import html.parser
import pathlib
import posixpath
import sys
import urllib.parse

import check_links

# Pages that DocC makes, with scripts and addresses of their own.
DOCC = "libraries/"
# Pages that the harness makes: pictures in them repeat names.
RESULTS = "results/"


class Page(html.parser.HTMLParser):
    """Names and links of a page, each link with its line."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[tuple[int, str]] = []
        self.twice: list[tuple[int, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" and value:
                if value in self.names:
                    self.twice.append((self.getpos()[0], value))
                self.names.add(value)
            elif name in ("href", "src") and value is not None:
                self.links.append((self.getpos()[0], value))


def check(site: pathlib.Path, base: str) -> tuple[int, int, list[str]]:
    """The number of pages and of links, and the complaints."""
    files = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    pages = {
        name: Page((site / name).read_text(encoding="utf-8"))
        for name in sorted(files)
        if name.endswith(".html") and not name.startswith(DOCC)
    }
    found, count = [], 0
    for name, page in pages.items():
        doubled = [] if name.startswith(RESULTS) else page.twice
        found += [f'{name}:{line}: the name "{twice}" is given twice' for line, twice in doubled]
        for line, link in page.links:
            if check_links.is_external(link):
                continue
            count += 1
            reason = complaint(name, link, files, pages, base)
            if reason:
                found.append(f'{name}:{line}: the link "{link}" is dead: {reason}')
    return len(pages), count, found


def complaint(
    name: str, link: str, files: set[str], pages: dict[str, Page], base: str
) -> str | None:
    """The sentence about a link that leads nowhere, with what would be right."""
    path, _, anchor = link.partition("#")
    path = urllib.parse.unquote(path.partition("?")[0])
    if path.startswith("/"):
        return f"it is not relative; from here {sitemap_relative(name, path, base)} would be"
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    if target not in files:
        index = posixpath.join(target, "index.html")
        if index in files and target.startswith(DOCC) and path.endswith("/"):
            return None
        if index in files:
            return f"a folder does not open from a file system; {posixpath.join(path, 'index.html')} does"
        close = difflib.get_close_matches(target, sorted(files), 1, 0.6)
        return f"there is no {target}" + (f"; did you mean {close[0]}?" if close else "")
    if anchor and target in pages and anchor not in pages[target].names:
        close = difflib.get_close_matches(anchor, sorted(pages[target].names), 1, 0.4)
        return f"{target} has no #{anchor}" + (f"; did you mean #{close[0]}?" if close else "")
    return None


def sitemap_relative(name: str, path: str, base: str) -> str:
    return posixpath.relpath(path.removeprefix(base).strip("/") or ".", posixpath.dirname(name) or ".")


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--base", default="")
    options = parser.parse_args()
    pages, links, found = check(options.site, options.base)
    print("\n".join(found), file=sys.stderr) if found else None
    print(f"{options.site}: {pages} pages with {links} internal links: {len(found) or 'none'} dead")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
