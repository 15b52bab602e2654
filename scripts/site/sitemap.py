"""Places of the repository's files on the site, and links between them."""

from __future__ import annotations

import posixpath

PICTURES = (".png", ".svg", ".jpg", ".html")


def visible(path: str) -> str:
    """A path without hidden folders, which some hosts leave out: .github becomes dot-github."""
    return "/".join("dot-" + part[1:] if part.startswith(".") else part for part in path.split("/"))


def page_of(path: str) -> str:
    """The page on which a file of the repository is shown, below the site's root."""
    if path in ("", "."):
        return "index.html"
    folder, name = posixpath.split(visible(path))
    if name == "README.md":
        return posixpath.join(folder, "index.html")
    if name.endswith(".md"):
        return posixpath.join(folder, name[:-3] + ".html")
    if name.endswith(PICTURES):
        return posixpath.join(folder, name)
    return posixpath.join(folder, name + ".html")


def folder_page(path: str) -> str:
    """The page that lists a folder without a README."""
    return posixpath.join(visible(path), "index.html")


def between(here: str, there: str) -> str:
    """The relative link from one page of the site to another."""
    return posixpath.relpath(there, posixpath.dirname(here) or ".")
