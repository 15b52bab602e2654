"""The page that leads to the libraries' own pages, which DocC has made."""

from __future__ import annotations

import html
import json
import pathlib
import re

PAGE = "libraries.html"


def products(root: pathlib.Path) -> dict[str, str]:
    """The product of each module that others can use, by Package.swift."""
    package = (root / "Package.swift").read_text(encoding="utf-8")
    found = re.findall(r'\.library\(name: "(\w+)", targets: \["(\w+)"\]\)', package)
    return {module: product for product, module in found}


def body(root: pathlib.Path, libraries: pathlib.Path, base: str) -> str:
    """A row for each module: its product, and what it is."""
    named = products(root)
    rows = []
    for file in sorted((libraries / "data/documentation").glob("*.json")):
        page = json.loads(file.read_text(encoding="utf-8"))
        module = page["metadata"]["modules"][0]["name"]
        module = page["metadata"].get("externalID", module)
        text = "".join(part.get("text", part.get("code", "")) for part in page.get("abstract", []))
        product = f"<code>{named[module]}</code>" if module in named else "none: a part of the harness"
        rows.append(
            f'<tr><td><a href="libraries/documentation/{file.stem}/"><code>{html.escape(module)}</code></a></td>'
            f"<td>{product}</td><td>{html.escape(text)}</td></tr>"
        )
    place = base or "its root"
    return f"""<h1>Swift libraries</h1>
<p>Every public type and function, with examples that tests compile. A package takes a product, a source file imports its
module.</p>
<div class="table"><table><thead><tr><th>module</th><th>product</th><th>what it is</th></tr></thead>
<tbody>{"".join(rows)}</tbody></table></div>
<p class="note">These pages are programs that need a web server; they are made for one that has this site at
{html.escape(place)}. From a folder: <code>python3 -m http.server -d .build/site</code>.</p>
"""
