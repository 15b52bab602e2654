"""The frame around every page: head, navigation by groups, the page's own contents, footer."""

from __future__ import annotations

import dataclasses
import html
import re
from collections.abc import Sequence

import sitemap
from navigation import Group

#: What stands before a table that readers sort and filter.
MATRIX = "<!-- matrix -->"


@dataclasses.dataclass(frozen=True)
class Place:
    """A page of the site that the navigation leads to."""

    title: str
    page: str
    purpose: str = ""


@dataclasses.dataclass(frozen=True)
class Frame:
    """What all pages of a site share."""

    name: str
    version: str
    groups: tuple[tuple[str, tuple[Place, ...]], ...]

    @classmethod
    def of(
        cls,
        name: str,
        version: str,
        groups: Sequence[Group],
        more: Sequence[tuple[str, Sequence[Place]]],
    ) -> Frame:
        read = [
            (group.title, tuple(Place(e.title, e.page, e.purpose) for e in group.entries))
            for group in groups
        ]
        return cls(name, version, (*read, *((title, tuple(places)) for title, places in more)))

    def page(self, here: str, title: str, body: str, source: str = "") -> str:
        """A whole page."""
        up = sitemap.between(here, "index.html").removesuffix("index.html")
        full = self.name if here == "index.html" else f"{title} · {self.name}"
        footer = f"{html.escape(self.name)} {html.escape(self.version)} · Apache-2.0"
        script = f'<script src="{up}matrix.js"></script>\n' if MATRIX in body else ""
        footer += f" · made from <code>{html.escape(source)}</code>" if source else ""
        return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(full)}</title>
<link rel="stylesheet" href="{up}style.css">
<link rel="icon" href="{up}icon.svg" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><a class="home" href="{up}index.html">{html.escape(self.name)}</a>
<details class="menu"><summary>Pages</summary><nav aria-label="Pages">{self.navigation(here)}</nav></details>
</header>
<div class="columns">
<nav class="side" aria-label="Pages">{self.navigation(here)}</nav>
<main id="content">
{with_contents(body)}
<footer>{footer}</footer>
</main>
</div>
{script}</body>
</html>
"""

    def navigation(self, here: str) -> str:
        """Groups with their pages; the one that is shown is marked."""
        parts = []
        for title, places in self.groups:
            rows = []
            for place in places:
                current = ' aria-current="page"' if place.page == here else ""
                hint = f' title="{html.escape(place.purpose)}"' if place.purpose else ""
                link = sitemap.between(here, place.page)
                rows.append(f'<li><a href="{link}"{current}{hint}>{html.escape(place.title)}</a></li>')
            parts.append(f"<h2>{html.escape(title)}</h2><ul>{''.join(rows)}</ul>")
        return "".join(parts)


def with_contents(body: str) -> str:
    """A long page with the list of its sections below its title."""
    found = re.findall(r'<h2 id="([^"]+)">(.*?) <a class="anchor"', body, re.S)
    if len(found) < 4:
        return body
    rows = "".join(
        f'<li><a href="#{name}">{re.sub(r"</?a[^>]*>", "", text)}</a></li>' for name, text in found
    )
    title, end, rest = body.partition("</h1>\n")
    box = f'<details class="contents"><summary>On this page</summary><ul>{rows}</ul></details>\n'
    return title + end + box + rest
