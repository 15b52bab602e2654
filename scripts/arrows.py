#!/usr/bin/env python3
"""Writes down which part may use which: Package.swift is the one statement, and everything else is made from it.

    scripts/arrows.py            writes the tables, the READMEs' lines and the picture
    scripts/arrows.py --check    says what is out of date, and ends with 1 if anything is

Made from the package's description: the table of docs/decisions/0005-layers.md, the table of CONTRIBUTING.md (each
part with the first sentence of its README), the lines of those READMEs that say what a part uses and what uses it, the
READMEs of Sources and Sources/Features, and docs/pictures/house.svg.
"""

import html
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = "docs/pictures/house.svg"
# Beneath nearly everything: left out of tables and pictures where something above names them.
GROUND = ["DecoderKit", "Base"]
COLUMN, ROW, BOX, LEFT = 132, 74, (116, 34), 16


def parts() -> dict[str, dict]:
    """The parts of the harness by name: their folder, and the parts that they use."""
    command = ["swift", "package", "--ignore-lock", "describe", "--type", "json"]
    # The whole package, whichever suites a build was limited to.
    environment = {name: value for name, value in os.environ.items() if name != "HARNESS_SUITES"}
    described = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    targets = json.loads(described.stdout[described.stdout.index("{"):])["targets"]
    own = [t for t in targets if t["path"].startswith("Sources/") and t.get("module_type") == "SwiftTarget"]
    names = {t["name"] for t in own}
    return {
        t["name"]: {
            "path": t["path"],
            "uses": sorted(names.intersection(t.get("target_dependencies", [])) - {t["name"]}),
        }
        for t in own
    }


def levels(parts: dict[str, dict]) -> dict[str, int]:
    """Each part's floor: one above the highest that it uses."""
    found: dict[str, int] = {}

    def level(name: str) -> int:
        if name not in found:
            found[name] = 1 + max((level(other) for other in parts[name]["uses"]), default=-1)
        return found[name]

    for name in parts:
        level(name)
    return found


def direct(parts: dict[str, dict], name: str) -> list[str]:
    """What a part uses and nothing else that it uses uses: the arrows that a picture needs."""
    def reach(start: str) -> set[str]:
        return set().union(*({other} | reach(other) for other in parts[start]["uses"])) if parts[start]["uses"] else set()

    uses = parts[name]["uses"]
    return [one for one in uses if not any(one in reach(other) for other in uses if other != one)]


def shown(uses: list[str]) -> str:
    """What a part uses, without what lies beneath everything."""
    above = [name for name in uses if name not in GROUND]
    return ", ".join(f"`{name}`" for name in above or uses) or "nothing"


def table_of_arrows(parts: dict[str, dict]) -> str:
    floor = levels(parts)
    rows = [f"| `{name}` | {shown(parts[name]['uses'])} |" for name in sorted(parts, key=lambda n: (floor[n], n))]
    return "\n".join(["| part | uses |", "|---|---|", *rows])


def sentence(path: str) -> str:
    """The sentence in a part's README that says what lives there."""
    return (ROOT / path / "README.md").read_text().split("\n")[2]


def table_of_parts(parts: dict[str, dict]) -> str:
    floor = levels(parts)
    rows = [
        f"| [`{parts[name]['path'].removeprefix('Sources/')}`]({parts[name]['path']}/README.md) "
        f"| {sentence(parts[name]['path'])} |"
        for name in sorted(parts, key=lambda n: (floor[n], n))
    ]
    return "\n".join(["| folder | content |", "|---|---|", *rows])


def between_marks(text: str, content: str, where: str) -> str:
    """A text with its part between the marks replaced."""
    made, count = re.subn(
        r"(<!-- made by scripts/arrows.py -->\n).*?(\n<!-- end -->)",
        lambda found: found[1] + content + found[2], text, count=1, flags=re.S)
    if count != 1:
        sys.exit(f"{where}: the marks of scripts/arrows.py are not there")
    return made


def readme(parts: dict[str, dict], name: str) -> str:
    """A part's README with its arrows, which are its last two lines."""
    text = (ROOT / parts[name]["path"] / "README.md").read_text()
    kept = [line for line in text.rstrip().split("\n") if not re.match(r"- (Uses|Used by) ", line)]
    users = [other for other in parts if name in parts[other]["uses"]]
    by = ", ".join(f"`{user}`" for user in users) if users else "nothing"
    return "\n".join([*kept, f"- Uses {shown(parts[name]['uses'])}.", f"- Used by {by}."]) + "\n"


def readme_of_sources(parts: dict[str, dict]) -> str:
    """What lies in Sources, from the ground up."""
    floor = levels(parts)
    below = [n for n in parts if "/Features/" not in parts[n]["path"]]
    floors = [sorted(n for n in below if floor[n] == level) for level in sorted({floor[n] for n in below})]
    shelves = "; ".join(", ".join(f"[`{name}`]({name}/README.md)" for name in names) for names in floors)
    return (
        "# Sources\n\n"
        "The harness: a folder for each part, and in [`Features`](Features/README.md) one for each command.\n\n"
        "- Begin with [`harness`](harness/README.md), the program, and [`Console`](Console/README.md), what commands share.\n"
        f"- From the ground up, each using only what stands before it: {shelves}.\n"
        "- `CProcess`, `CPng` and their like hold C code, or name a library of the system.\n"
        "- `harness-guard` starts before each plugin and closes what the plugin may not touch.\n")


def readme_of_features(parts: dict[str, dict]) -> str:
    """What lies in Sources/Features."""
    features = sorted(n for n in parts if "/Features/" in parts[n]["path"])
    links = ", ".join(f"[`{name}`]({name}/README.md)" for name in features)
    return (
        "# Features\n\n"
        "A folder for each command, with all that belongs to it. None knows another.\n\n"
        "- Begin with [`Demo`](Demo/README.md), the smallest.\n"
        "- `Command` holds options, `Model` the work, `Document` what is written about it, `Page` the files of a page.\n"
        f"- The features: {links}.\n"
        "- Each README says what to remove to remove its feature.\n")


def picture(parts: dict[str, dict]) -> str:
    """The house: a floor for each level, what is used by most at the bottom; arrows go down.

    Features are its roof, side by side without arrows: they know what is shared and not one another.
    """
    floor = levels(parts)
    features = sorted(n for n in parts if "/Features/" in parts[n]["path"])
    top = min(floor[n] for n in features)
    floors = [sorted(n for n in parts if floor[n] == level and n not in features) for level in range(top)]
    wide = max(map(len, floors))
    roof = [features[start:start + wide] for start in range(0, len(features), wide)][::-1]
    rest = sorted(n for n in parts if floor[n] >= top and n not in features)
    rows = [*floors, *roof, rest]
    width, height = LEFT * 2 + wide * COLUMN, 30 + len(rows) * ROW
    place = {}
    for level, names in enumerate(rows):
        start = LEFT + (wide - len(names)) * COLUMN / 2
        for index, name in enumerate(names):
            place[name] = (start + index * COLUMN + COLUMN / 2, 30 + (len(rows) - 1 - level) * ROW)
    lines, boxes = [], []
    for name in sorted(parts):
        x, y = place[name]
        for other in direct(parts, name) if floor[name] < top else []:
            ox, oy = place[other]
            lines.append(
                f'<path d="M{x:g} {y + BOX[1]:g}C{x:g} {y + BOX[1] + 24:g} {ox:g} {oy - 24:g} {ox:g} {oy - 3:g}"/>')
        kind = "feature" if name in features else "part"
        boxes.append(
            f'<g class="{kind}"><rect x="{x - BOX[0] / 2:g}" y="{y:g}" width="{BOX[0]}" height="{BOX[1]}" rx="6"/>'
            f'<text x="{x:g}" y="{y + 22:g}">{html.escape(name)}</text></g>')
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" aria-labelledby="t d">',
        '<title id="t">The parts of the harness</title>',
        '<desc id="d">Each part stands above those that it uses; arrows that follow from others are left out. Features are '
        'filled: they use parts below, and no feature another.</desc>',
        "<style>rect{fill:#fff;stroke:#565c63}.feature rect{fill:#dcebf7;stroke:#0a62ad}"
        "text{font:13px system-ui,sans-serif;text-anchor:middle;fill:#1c2024}"
        "path{fill:none;stroke:#a8b0b8;stroke-width:1.2;marker-end:url(#a)}</style>",
        '<defs><marker id="a" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto">'
        '<path d="M0 0L6 3L0 6" style="marker-end:none"/></marker></defs>',
        f'<rect width="{width:g}" height="{height:g}" style="fill:#fcfbf8;stroke:none"/>',
        *lines, *boxes, "</svg>\n"])


def main() -> None:
    found = parts()
    made = {
        PICTURE: picture(found),
        "Sources/README.md": readme_of_sources(found),
        "Sources/Features/README.md": readme_of_features(found),
    }
    for name in found:
        made[found[name]["path"] + "/README.md"] = readme(found, name)
    tables = {"docs/decisions/0005-layers.md": table_of_arrows, "CONTRIBUTING.md": table_of_parts}
    for path, table in tables.items():
        made[path] = between_marks((ROOT / path).read_text(), table(found), path)
    stale = [p for p, text in made.items() if not (ROOT / p).exists() or (ROOT / p).read_text() != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path} does not follow Package.swift: run scripts/arrows.py")
        sys.exit(bool(stale))
    for path in stale:
        (ROOT / path).write_text(made[path])
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
