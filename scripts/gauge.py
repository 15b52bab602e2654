#!/usr/bin/env python3
"""Measures the gauge on symbols that another program drew: sizes, blur, counts, and how often intervals cover.

    gauge.py HARNESS --seed 7 [--linear 400] [--matrices 400] [--decoder NAME]... [--keep FOLDER]

Symbols are encoded by zxing-cpp and drawn by numpy and OpenCV: the modules are sampled 8 × 8 times a pixel, blurred
by a Gaussian lens, averaged over pixels, and given light, noise and 8 bits. Linear symbols lean by 0 to 45 degrees
in both directions, matrices by any angle; half of all are seen at a tilt of up to 25 degrees. The truth is what
was drawn. Only symbols that a decoder read count: for Aztec, name zxing-cpp, too, as ZXing 1.4 reads it upright
only. Prints a row for each symbology, the totals, and the bars that they miss; exits 1 below a bar.
Needs numpy, opencv-python-headless and zxing-cpp, as .venv-plugins has them.
"""

import argparse
import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy as np
import zxingcpp

LETTERS, DIGITS = "ABCDEFGHJKLMNPQRSTUVWXYZ", "0123456789"
LINEAR = {  # Format of the writer: alphabet, shortest and longest payload.
    "Code128": (LETTERS + DIGITS, 4, 14), "Code39": (LETTERS + DIGITS, 4, 10), "Code93": (LETTERS + DIGITS, 4, 12),
    "ITF": (DIGITS, 6, 16), "Codabar": (DIGITS, 5, 12), "EAN13": (DIGITS, 12, 12), "EAN8": (DIGITS, 7, 7),
    "UPCA": (DIGITS, 11, 11),
}
MATRICES = {
    "QRCode": (LETTERS + DIGITS, 5, 90), "MicroQRCode": (DIGITS, 5, 12), "DataMatrix": (LETTERS + DIGITS, 5, 60),
    "Aztec": (LETTERS + DIGITS, 5, 60), "PDF417": (LETTERS + DIGITS, 8, 60),
}
FINE = 8  # Samples along each side of a pixel.
BAND = 8  # Rows of pixels that are sampled at once.


def encoded(name, random):
    """A symbol's modules, one element each, 1 for dark, and its contents; linear ones have one row."""
    alphabet, least, most = (LINEAR | MATRICES)[name]
    count = random.integers(least, most + 1)
    if name == "ITF":
        count -= count % 2
    text = "".join(random.choice(list(alphabet), count))
    if name == "Codabar":
        text = "A" + text + "B"
    code = zxingcpp.create_barcode(text, getattr(zxingcpp.BarcodeFormat, name))
    image = np.array(code.to_image(scale=1, add_quiet_zones=False))
    dark = (image[:, :, 0] if image.ndim == 3 else image) < 128
    if name in LINEAR:
        # A gap that follows the last bar is none of the symbol's.
        dark = dark[:1, :np.flatnonzero(dark[0])[-1] + 1]
    elif name == "PDF417":
        # Rows are several pixels high, and no row is like the next one.
        dark = dark[np.flatnonzero(np.append(True, (dark[1:] != dark[:-1]).any(axis=1)))]
    return dark.astype(np.float32), text


def transform(random, size, turn, tilt, centre):
    """The homography from modules around the symbol's middle to pixels around `centre`."""
    cosine, sine = math.cos(turn), math.sin(turn)
    rotation = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    lean, axis = math.radians(tilt), random.uniform(0, 2 * math.pi)
    about = np.array([[math.cos(axis), -math.sin(axis), 0], [math.sin(axis), math.cos(axis), 0], [0, 0, 1]])
    distance = random.uniform(300, 900)  # Modules from the lens.
    leant = np.array([[math.cos(lean), 0, 0], [0, 1, 0], [math.sin(lean) / distance, 0, 1]])
    to_place = np.array([[size, 0, centre[0]], [0, size, centre[1]], [0, 0, 1]])
    return to_place @ about @ leant @ np.linalg.inv(about) @ rotation


def averaged(fine, sigma):
    """Along each row: blurred by a Gaussian of this width in pixels, and averaged over pixels."""
    if sigma == 0:
        return fine.reshape(len(fine), -1, FINE).mean(axis=2)
    reach = math.ceil(4 * sigma) + 1
    # How much a pixel takes from each sample of the pixels around it.
    places = (np.arange(-reach * FINE, (reach + 1) * FINE) + 0.5) / FINE
    inside = (np.arange(FINE) + 0.5) / FINE
    weights = np.exp(-0.5 * ((places[:, np.newaxis] - inside) / sigma) ** 2).sum(axis=1)
    weights = (weights / weights.sum()).reshape(-1, FINE).astype(np.float32)
    wide = np.pad(fine, ((0, 0), (reach * FINE, reach * FINE)), mode="edge")
    parts = wide.reshape(len(fine), -1, FINE) @ weights.T
    count = fine.shape[1] // FINE
    return sum(parts[:, step:step + count, step] for step in range(len(weights)))


def sampled(modules, to_modules, side, aspect, sigma):
    """The share of ink in each pixel of a square picture.

    First along the rows, some rows at a time, then along the columns: all samples at once would take gigabytes.
    """
    rows, columns = modules.shape
    padded = np.pad(modules, 1)
    x = (np.arange(side * FINE) + 0.5) / FINE
    bands = []
    for top in range(0, side, BAND):
        y = ((np.arange(top * FINE, min(top + BAND, side) * FINE) + 0.5) / FINE)[:, np.newaxis]
        across, down, w = ((a * x) + (b * y + c) for a, b, c in to_modules)
        column = np.clip(across / w + (columns / 2 + 1), 0, columns + 1).astype(np.int32)
        row = np.clip(down * (rows / aspect) / w + (rows / 2 + 1), 0, rows + 1).astype(np.int32)
        bands.append(averaged(padded[row, column], sigma))
    # Of the columns' samples there are eight times as many as of their pixels, and no more.
    return averaged(np.ascontiguousarray(np.concatenate(bands).T), sigma).T


def drawn(name, random):
    """A picture in grey levels, and the truth about it."""
    modules, text = encoded(name, random)
    is_linear = name in LINEAR
    rows, columns = modules.shape
    aspect = random.uniform(0.25, 0.5) * columns if is_linear else rows * (3 if name == "PDF417" else 1)
    size = math.exp(random.uniform(math.log(1.6), math.log(9)))
    turn = math.radians(random.uniform(-45, 45) if is_linear else random.uniform(0, 360))
    tilt = random.uniform(0, 25) if random.random() < 0.5 else 0
    reach = 1.15 * size * math.hypot(columns + 24, aspect + 24)
    side = int(reach) + 8
    centre = side / 2 + random.uniform(-0.5, 0.5, 2)
    to_pixels = transform(random, size, turn, tilt, centre)
    sigma = min(random.uniform(0, 0.45) * size, 3.0) if random.random() < 0.85 else 0
    share = sampled(modules, np.linalg.inv(to_pixels), side, aspect, sigma)
    light, ink = random.uniform(150, 240), random.uniform(10, 70)
    noise = random.uniform(0.5, 5)
    grey = light + (ink - light) * share + random.normal(0, noise, share.shape)
    a = to_pixels / to_pixels[2, 2]
    at = a[:2, 2]
    across = a[:2, 0] - at * a[2, 0]
    down = (a[:2, 1] - at * a[2, 1]) * (aspect / rows)
    truth = {"name": name, "text": text, "columns": columns, "rows": rows, "across": float(np.hypot(*across)),
             "down": float(np.hypot(*down)), "sigma": sigma, "size": size, "turn": math.degrees(turn), "tilt": tilt,
             "linear": is_linear}
    return np.clip(np.round(grey), 0, 255).astype(np.uint8), truth


def scanned(harness, folder, decoders):
    """By file, the detections of a scan."""
    run = subprocess.run([harness, "scan", str(folder), "--format", "json", "--decoder", ",".join(decoders)],
                         capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"gauge.py: harness scan: {run.stderr.strip()}")
    return {pathlib.Path(image["path"]).name: image["detections"] for image in json.loads(run.stdout)["images"]}


class Tally:
    """What is counted of one symbology."""

    def __init__(self):
        self.counts = collections.Counter()
        self.errors = []

    def add(self, truth, detection):
        self.counts["read"] += 1
        if detection["source"] != "measured":
            return
        self.counts["sized"] += 1
        right = detection["columns"] == truth["columns"] and (truth["linear"] or detection["rows"] == truth["rows"])
        self.counts["counted"] += right
        size = detection["moduleSize"]
        pairs = [(size["across"], truth["across"])]
        if "down" in size and not truth["linear"]:
            pairs.append((size["down"], truth["down"]))
        for seen, true in pairs:
            self.errors.append(abs(seen["value"] / true - 1))
            self.counts["intervals"] += 1
            self.counts["covered"] += seen["lower"] <= true <= seen["upper"]
        sigma = detection["condition"]["blurSigmaPixels"]["value"]
        self.counts["sharp"] += abs(sigma - truth["sigma"]) <= max(0.2 * truth["sigma"], 0.15)

    def __iadd__(self, other):
        self.counts += other.counts
        self.errors += other.errors
        return self

    def share(self, part, whole):
        return 100 * self.counts[part] / max(self.counts[whole], 1)

    def row(self, name):
        errors = sorted(self.errors) or [0]
        middle, high = (100 * errors[min(int(len(errors) * q), len(errors) - 1)] for q in (0.5, 0.95))
        print(f"{name:12} {self.counts['read']:5} read  {self.share('sized', 'read'):6.1f} % sized  "
              f"{self.share('counted', 'sized'):6.1f} % counted right  size {middle:.3f} / {high:.3f} %  "
              f"blur {self.share('sharp', 'sized'):5.1f} %  cover {self.share('covered', 'intervals'):5.1f} % "
              f"of {self.counts['intervals']}", flush=True)
        return middle, high


def matching(detections, truth):
    """The detection of what was drawn; None if nobody read it. Readings have check digits, and UPC-A may lack zeros."""
    contents = truth["text"].lstrip("0")
    return next((d for d in detections if contents in d["value"]), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("harness")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--linear", type=int, default=400)
    parser.add_argument("--matrices", type=int, default=400)
    parser.add_argument("--decoder", action="append", help="zbar, zxing and dmtx if none is named")
    parser.add_argument("--keep", type=pathlib.Path, help="keep the pictures and truth.json here")
    asked = parser.parse_args()
    random = np.random.default_rng(asked.seed)
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        for kinds, count in ((LINEAR, asked.linear), (MATRICES, asked.matrices)):
            if count == 0:
                continue
            folder = (asked.keep or pathlib.Path(scratch)) / ("linear" if kinds is LINEAR else "matrices")
            folder.mkdir(parents=True)
            truths = {}
            for index in range(count):
                image, truth = drawn(list(kinds)[index % len(kinds)], random)
                truths[f"{index}.png"] = truth
                cv2.imwrite(str(folder / f"{index}.png"), image)
            (folder / "truth.json").write_text(json.dumps(truths, indent=1))
            found = scanned(asked.harness, folder, asked.decoder or ["zbar", "zxing", "dmtx"])
            tallies = collections.defaultdict(Tally)
            for name, truth in truths.items():
                detection = matching(found.get(name, []), truth)
                if detection:
                    tallies[truth["name"]].add(truth, detection)
            total = Tally()
            for name in sorted(tallies):
                tallies[name].row(name)
                total += tallies[name]
            middle, high = total.row(folder.name)
            bars = {
                "sized": total.share("sized", "read") >= 99, "counted": total.counts["counted"] == total.counts["sized"],
                "size": middle <= 0.1 and high <= 1, "blur": total.share("sharp", "sized") >= 97,
                "cover": 93 <= total.share("covered", "intervals") <= 97,
            }
            missed = [name for name, holds in bars.items() if not holds]
            failed |= bool(missed)
            print(f"{folder.name}: " + ("every bar holds" if not missed else "below the bar: " + ", ".join(missed)))
    sys.exit(failed)


if __name__ == "__main__":
    main()
