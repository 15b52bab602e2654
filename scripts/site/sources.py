"""Pages for files that guides link to (schemas, workflows, corpora), and lists of folders."""

from __future__ import annotations

import html
import pathlib
import posixpath
import shutil

import guide_text
import render
import sitemap


def file_body(root: pathlib.Path, path: str, site: pathlib.Path) -> str:
    """The page of a text file; the file itself lies beside it."""
    raw = sitemap.visible(path)
    copy(root, path, site)
    text = (root / path).read_text(encoding="utf-8")
    link = sitemap.between(sitemap.page_of(path), raw)
    return (
        f'<h1><code>{html.escape(path)}</code></h1>\n<p><a href="{link}">The file itself</a></p>\n'
        + render.code_html(text, "yaml" if path.endswith((".yaml", ".yml", ".sh", ".sbatch")) else "plain")
    )


def copy(root: pathlib.Path, path: str, site: pathlib.Path) -> None:
    target = site / sitemap.visible(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(root / path, target)


def folder_body(root: pathlib.Path, path: str) -> str:
    """The list of a folder's guides."""
    here = sitemap.folder_page(path)
    rows = [
        f'<li><a href="{sitemap.between(here, sitemap.page_of(page))}">'
        f"{html.escape(guide_text.read(page, root).title)}</a></li>"
        for page in guide_text.pages(root)
        if posixpath.dirname(page) == path
    ]
    title = posixpath.basename(path).capitalize()
    return f"<h1>{html.escape(title)}</h1>\n<ul>{''.join(rows)}</ul>\n"
