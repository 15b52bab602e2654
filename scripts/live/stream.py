"""Streams for a browser's fake camera, whose truth is known: drawn labels on a grey ground, as Y4M."""

import json
import math
import pathlib
import subprocess

import numpy
from PIL import Image

CORPUS = """\
format: 1
name: live-stream
version: 1
title: A code that a hand moves, for the check of harness live
question: Does harness live measure what was drawn?
seed: {seed}
symbols:
  - {{name: qr, symbology: qr-code, version: 2, ecc: M, width: 2cm, payload: {{kind: alphanumeric, length: 24}}}}
conditions:
  - name: hand
    camera: iphone-11
    mode: 1920x1080
    focus: camera
    distance: {{random: {distances}}}
    nearest: 0.25
    approach: {approach}
    rotation: 8
    shake: 0.3
    exposure: 8
    light: 300
sweep:
  axis: time
  duration: {duration}s
trials: {trials}
"""

BIT = 16
BITS = 10


def module_pixels(transform):
    """The module size at the symbol's middle, the smaller of its two axes, by the map from modules to pixels."""
    a, b, c, d, e, f, g, h, i = transform
    u = v = 12.5
    x, y, w = a * u + b * v + c, d * u + e * v + f, g * u + h * v + i
    across = math.hypot((a * w - x * g) / w**2, (d * w - y * g) / w**2)
    down = math.hypot((b * w - x * h) / w**2, (e * w - y * h) / w**2)
    return min(across, down)


def draw(harness, folder, *, approach, duration, trials, seed, distances=(0.95, 1.05)):
    """Draws the frames of labels that come from some distance, in metres, at `approach` metres a second.

    Returns a list of (time, trial, file, module size in pixels).
    """
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    corpus = folder / "live-stream.yaml"
    corpus.write_text(CORPUS.format(
        approach=approach, duration=duration, trials=trials, seed=seed, distances=list(distances)))
    subprocess.run([harness, "corpus", "render", corpus, "-o", folder / "frames"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    frames = []
    for line in (folder / "frames" / "manifest.jsonl").read_text().splitlines():
        record = json.loads(line)
        time, trial = record["sample"].rsplit("/", 2)[1:]
        frames.append((float(time), int(trial), folder / "frames" / record["file"],
                       module_pixels(record["symbols"][0]["transform"])))
    return sorted(frames, key=lambda frame: (frame[1], frame[0]))


def compose(file, index, width, height):
    """A frame with the label in its middle and the frame's number as squares in its corner."""
    label = numpy.asarray(Image.open(file).convert("L"))
    border = numpy.concatenate([label[0], label[-1], label[:, 0], label[:, -1]])
    frame = numpy.full((height, width), int(numpy.median(border)), dtype=numpy.uint8)
    top, left = (height - label.shape[0]) // 2, (width - label.shape[1]) // 2
    frame[top:top + label.shape[0], left:left + label.shape[1]] = label
    for bit in range(BITS):
        frame[:BIT, bit * BIT:(bit + 1) * BIT] = 235 if index >> bit & 1 else 20
    return frame


def write_y4m(path, frames, width, height, rate):
    """Writes frames with the range of video: a browser stretches it to 0 ... 255 again."""
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420jpeg\n".encode())
        colour = bytes([128]) * (width * height // 2)
        for frame in frames:
            luma = numpy.rint(16 + frame.astype(float) * 219 / 255).astype(numpy.uint8)
            file.write(b"FRAME\n" + luma.tobytes() + colour)


def crossing(sizes, reads):
    """The size from which half of independent frames are read: the middle of a logistic curve."""
    best = (-math.inf, 0.0)
    x, y = numpy.log(numpy.array(sizes)), numpy.array(reads, dtype=float)
    for middle in numpy.arange(x.min() - 0.2, x.max() + 0.2, 0.005):
        for width in 0.01 * 1.4 ** numpy.arange(12):
            rate = numpy.clip(1 / (1 + numpy.exp(-(x - middle) / width)), 1e-6, 1 - 1e-6)
            best = max(best, (float(numpy.sum(y * numpy.log(rate) + (1 - y) * numpy.log(1 - rate))), middle))
    return math.exp(best[1])
