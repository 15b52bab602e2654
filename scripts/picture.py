#!/usr/bin/env python3
"""Draws docs/pictures/shrinking.svg: one symbol at four sizes, and which decoders read it.

usage: scripts/picture.py HARNESS

It runs the corpus of `harness demo`, and draws the first QR Code of each size with the number of images read.
"""
import base64
import html
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIZES = ["3", "2", "1.6", "1.3"]
DECODERS = ["zxing", "zbar"]
SIDE, GAP, TOP, ROW = 150, 24, 44, 26
STYLE = """text { font: 14px system-ui, sans-serif; fill: #1f2328 } .size { font-weight: 600 }
.all { fill: #1a7f37 } .some { fill: #9a6700 } .none { fill: #cf222e } image { image-rendering: pixelated }
rect { fill: #ffffff } .paper { stroke: #d0d7de }"""


def main(harness):
    with tempfile.TemporaryDirectory() as folder:
        def run(*words):
            subprocess.run([harness, *words], check=True, cwd=ROOT, capture_output=True)
        run("corpus", "render", "demo", "--trials", "1", "--output", folder + "/images")
        run("compare", "--corpus", "demo", "--output", folder + "/run",
            *[word for name in DECODERS for word in ("--decoder", name)])
        scores = json.loads(pathlib.Path(folder, "run/scores.json").read_text(encoding="utf-8"))
        images = {size: pathlib.Path(folder, "images", f"qr-code_photographed_{size}_0.png").read_bytes()
                  for size in SIZES}
    out = ROOT / "docs/pictures/shrinking.svg"
    out.write_text(drawing(images, reads(scores)), encoding="utf-8")
    print(out.relative_to(ROOT))


def reads(scores):
    """The reads and trials of the QR Code by decoder and size."""
    found = {}
    for decoder in scores["decoders"]:
        for group in decoder["groups"]:
            if group["group"].startswith("qr-code/"):
                for level in group["levels"]:
                    counts = level["counts"]
                    found[decoder["label"], level["level"]] = (counts["read"], counts["tried"])
    return found


def drawing(images, counts):
    width = len(SIZES) * (SIDE + GAP) + GAP
    height = TOP + SIDE + GAP // 2 + ROW * len(DECODERS) + GAP // 2
    parts = []
    for place, size in enumerate(SIZES):
        left = GAP + place * (SIDE + GAP)
        columns, rows = struct.unpack(">II", images[size][16:24])
        parts.append(f'<text class="size" x="{left}" y="{TOP - 14}">{size} px a module</text>')
        parts.append(f'<rect class="paper" x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}"/>')
        data = base64.b64encode(images[size]).decode()
        parts.append(f'<image x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" '
                     f'href="data:image/png;base64,{data}"><title>{columns} × {rows} px</title></image>')
        for row, name in enumerate(DECODERS):
            read, tried = counts[name, size]
            kind, sign = (("all", "✓") if read == tried else ("none", "✗") if read == 0 else ("some", "◐"))
            parts.append(f'<text class="{kind}" x="{left}" y="{TOP + SIDE + GAP + row * ROW}">'
                         f'{sign} {html.escape(name)} {read} of {tried}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-label="A QR Code at four module sizes, and how many of 20 '
            f'images each decoder reads"><style>{STYLE}</style>'
            f'<rect width="{width}" height="{height}"/>{"".join(parts)}</svg>\n')


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    main(str(pathlib.Path(sys.argv[1]).resolve()))
