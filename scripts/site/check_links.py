#!/usr/bin/env python3
"""Links and anchors of the Markdown files, as a reader of the repository follows them.

    scripts/site/check_links.py                every internal link; needs no network
    scripts/site/check_links.py --list         lists the external links
    scripts/site/check_links.py --external     follows the external links, too

    --root FOLDER   the repository, instead of the one around this script

Each guide below docs must also be reached from README.md. Exit codes: 0 all is well, 1 a link is dead.
"""

from __future__ import annotations

import argparse
import collections
import difflib
import functools
import pathlib
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

import guide_text

# Placeholders in what readers copy, and addresses reserved for examples.
PLACEHOLDERS = re.compile(
    r"^https?://(?:[^/]*\.)?(?:example\.(?:org|com)|[a-z]+\.test|127\.0\.0\.1|localhost)\b|OWNER"
)


def is_external(target: str) -> bool:
    return re.match(r"[a-z][a-z0-9+.-]*:", target) is not None


class Repository:
    """The files that a clone of the repository has."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        listing = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
        # Without git, as in an unpacked release, what is there counts.
        self.listed = set(listing.stdout.split("\n")[:-1]) if listing.returncode == 0 else None

    def has(self, path: str) -> bool:
        if path in ("", "."):
            return True
        if self.listed is None:
            return (self.root / path).exists()
        return (path in self.listed or path in self.folders) and (self.root / path).exists()

    @functools.cached_property
    def folders(self) -> set[str]:
        return {
            parent.as_posix()
            for file in self.listed or ()
            for parent in pathlib.PurePosixPath(file).parents
        }

    def nearest(self, path: str) -> str:
        """A file that may be meant: of the same name, or of a similar path."""
        everything = sorted(self.listed or guide_text.pages(self.root))
        name = path.rsplit("/", 1)[-1]
        same = [file for file in everything if file.rsplit("/", 1)[-1] == name]
        close = same or difflib.get_close_matches(path, everything, 1, 0.6)
        return close[0] if close else ""


def resolve(page: str, target: str) -> tuple[str | None, str]:
    """A link's path below the root (none if it leaves the repository) and its anchor."""
    path, _, anchor = target.partition("#")
    parts = [] if path.startswith("/") else page.split("/")[:-1]
    if not path:
        return page, anchor
    for part in urllib.parse.unquote(path).strip("/").split("/"):
        if part == "..":
            if not parts:
                return None, anchor
            parts.pop()
        elif part not in (".", ""):
            parts.append(part)
    return "/".join(parts), anchor


def complaint(repository: Repository, page: str, target: str) -> str | None:
    """The sentence about a dead link, with what would be right; none if it leads somewhere."""
    path, anchor = resolve(page, target)
    if path is None:
        return "it leaves the repository"
    if not repository.has(path):
        near = repository.nearest(path)
        here = "/".join(["..", *[".."] * (page.count("/") - 1), near] if "/" in page else [near])
        if near and near.rsplit("/", 1)[0] == page.rsplit("/", 1)[0]:
            here = near.rsplit("/", 1)[-1]
        return f"there is no {path}" + (f"; did you mean {here}?" if near else "")
    if anchor and path.endswith(".md"):
        guide = guide_text.read(path, repository.root)
        if anchor not in guide.anchors:
            close = difflib.get_close_matches(anchor, sorted(guide.anchors), 1, 0.4)
            return f"{path} has no heading #{anchor}" + (f"; did you mean #{close[0]}?" if close else "")
    line = re.fullmatch(r"L(\d+)(?:-L\d+)?", anchor)
    if anchor and not path.endswith(".md") and not line:
        return f"{path} has no headings; only #L12, a line, can follow its name"
    return None


def dead_links(root: pathlib.Path) -> list[str]:
    repository = Repository(root)
    found = []
    for page in guide_text.pages(root):
        for link in guide_text.read(page, root).links:
            if not is_external(link.target):
                reason = complaint(repository, page, link.target)
                if reason:
                    found.append(f'{page}:{link.line}: the link "{link.target}" is dead: {reason}')
    return found


def unreached(root: pathlib.Path) -> list[str]:
    """Guides to which no link leads, however many pages one follows from README.md."""
    seen, waiting = {"README.md"}, ["README.md"]
    everything = set(guide_text.pages(root))
    while waiting:
        page = waiting.pop()
        for link in guide_text.read(page, root).links:
            path = None if is_external(link.target) else resolve(page, link.target)[0]
            below = {path} if path in everything else {
                each for each in everything if path is not None and each.rpartition("/")[0] == path
            }
            waiting += below - seen
            seen |= below
    return [
        f"{page}:1: no page leads here; link it from README.md or from a guide"
        for page in sorted(everything - seen)
        if page.startswith("docs/")
    ]


def external_links(root: pathlib.Path) -> dict[str, list[str]]:
    """External addresses, each with the places that name it."""
    places = collections.defaultdict(list)
    for page in guide_text.pages(root):
        for link in guide_text.read(page, root).links:
            if is_external(link.target) and not PLACEHOLDERS.search(link.target):
                places[link.target.partition("#")[0]].append(f"{page}:{link.line}")
    return dict(sorted(places.items()))


def follow(address: str) -> str | None:
    """The reason for which an address does not answer; none if it does."""
    request = urllib.request.Request(address, headers={"User-Agent": "barcode-harness link check"})
    try:
        with urllib.request.urlopen(request, timeout=20):
            return None
    except urllib.error.HTTPError as fault:
        # Some sites let no program in; the page is there all the same.
        return None if fault.code in (401, 403, 429) else f"HTTP status {fault.code}"
    except (OSError, ValueError) as fault:
        return str(fault)


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=guide_text.ROOT)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--external", action="store_true")
    options = parser.parse_args()
    outside = external_links(options.root)
    if options.list:
        print("\n".join(f"{address}  ({places[0]})" for address, places in outside.items()))
        return 0
    found = dead_links(options.root) + unreached(options.root)
    if options.external:
        for address, places in outside.items():
            reason = follow(address)
            if reason:
                found += [f"{place}: {address} does not answer: {reason}" for place in places]
    print("\n".join(found), file=sys.stderr) if found else None
    pages = guide_text.pages(options.root)
    links = sum(len(guide_text.read(page, options.root).links) for page in pages)
    told = "followed" if options.external else "not followed: --external does that"
    print(
        f"{len(pages)} pages with {links} links: {len(found) or 'none'} dead; {len(outside)} external addresses {told}"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
