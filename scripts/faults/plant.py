#!/usr/bin/env python3
"""Plants one fault in each of many clean images, for a test of `harness explain`.

    plant.py HARNESS OUT --seed 1 --count 70 [--photos FOLDER ...] [--kinds glare,damage]
    plant.py HARNESS OUT --seed 1 --halves 50 | --empty 100 [--photos FOLDER ...]

Images are photos that have one upright code (their folder is given with --photos; about half of the images),
and drawn symbols on a grey scene. The decoders of the test read each of them without the fault. A fault is made
stronger, step by step, until none of them reads the image any more; every other image gets one step more.
Scenes that they read with any strength are left out. OUT/KIND/NAME.png are the images; score.py asks `harness explain`
about them. With --halves, half of each symbol is cut off; with --empty, images have no code: photos in which nothing
is read, parts of photos far from their codes, textures and writing.
Needs numpy, opencv-python-headless and zxing-cpp, as .venv-plugins has them.
"""

import argparse
import json
import math
import pathlib
import subprocess
import tempfile

import cv2
import numpy as np
import zxingcpp

SYMBOLS = [  # Format, what to encode.
    ("QRCode", lambda r: "https://example.org/" + letters(r, 8)),
    ("DataMatrix", lambda r: letters(r, 16)), ("Code128", lambda r: letters(r, 9)),
    ("EAN13", lambda r: digits(r, 12)), ("ITF", lambda r: digits(r, 12)),
    ("Aztec", lambda r: letters(r, 18)), ("PDF417", lambda r: letters(r, 30)),
    ("Code39", lambda r: letters(r, 7).upper()),
]


def letters(random, count):
    return "".join(random.choice(list("abcdefghijkmnpqrstuvwxyz23456789"), count))


def digits(random, count):
    return "".join(random.choice(list("0123456789"), count))


def drawn(random):
    """A symbol on paper on a table, as BGR, with its corners clockwise."""
    name, contents = SYMBOLS[random.integers(len(SYMBOLS))]
    code = zxingcpp.create_barcode(contents(random), getattr(zxingcpp.BarcodeFormat, name))
    modules = np.array(code.to_image(scale=1, add_quiet_zones=False))
    if modules.ndim == 3:
        modules = modules[:, :, 0]
    size = random.uniform(3.5, 6)
    is_linear = name in ("Code128", "EAN13", "ITF", "Code39")
    if is_linear:
        modules = np.repeat(modules[:1], int(0.45 * modules.shape[1]), axis=0)
    # Each pixel is the mean over its square.
    fine = np.repeat(np.repeat(modules, 16, axis=0), 16, axis=1)
    symbol = cv2.resize(fine, None, fx=size / 16, fy=size / 16, interpolation=cv2.INTER_AREA)
    quiet = int(size * (11 if is_linear else 5))
    light, dark = random.uniform(190, 235), random.uniform(20, 55)
    paper = np.full((symbol.shape[0] + 2 * quiet, symbol.shape[1] + 2 * quiet), light)
    paper[quiet:-quiet, quiet:-quiet] = dark + (light - dark) * symbol / 255
    margin = int(max(paper.shape) * random.uniform(0.3, 0.6))
    # A table with a soft texture, and a few things on it.
    height, width = paper.shape[0] + 2 * margin, paper.shape[1] + 2 * margin
    scene = cv2.GaussianBlur(random.normal(0, 60, (height, width)), (0, 0), 9) * 4 + random.uniform(90, 170)
    for _ in range(4):
        spot = tuple(int(v) for v in random.uniform(0, 1, 2) * (width, height))
        cv2.circle(scene, spot, int(random.uniform(5, margin / 2)), random.uniform(60, 220), -1)
    scene = cv2.GaussianBlur(scene, (0, 0), 2)
    x, y = margin + random.integers(-margin // 3, margin // 3), margin + random.integers(-margin // 3, margin // 3)
    scene[y:y + paper.shape[0], x:x + paper.shape[1]] = paper
    scene = cv2.GaussianBlur(scene, (0, 0), 0.7) + random.normal(0, 1.5, scene.shape)
    left, top = x + quiet, y + quiet
    corners = np.float32([[left, top], [left + symbol.shape[1], top], [left + symbol.shape[1], top + symbol.shape[0]],
                          [left, top + symbol.shape[0]]])
    return np.repeat(clip(scene)[:, :, None], 3, axis=2), corners, size


def photographed(path):
    """A photo with one upright code that is read at once, with its corners; None for others."""
    image = cv2.imread(str(path))
    if image is None or min(image.shape[:2]) < 150:  # Not a photo, but the modules of a symbol, pixel by pixel.
        return None
    codes = read(image)
    if len(codes) != 1 or abs(codes[0].orientation) > 4:
        return None
    place = codes[0].position
    corners = np.float32([[p.x, p.y] for p in (place.top_left, place.top_right, place.bottom_right, place.bottom_left)])
    low, high = corners.min(0), corners.max(0)
    wide, high_ = high - low
    if min(wide, high_) < 12:  # Only a line: bars are about half as high as they are wide.
        low[1], high[1] = low[1] - wide / 6, high[1] + wide / 6
        corners = np.float32([low, [high[0], low[1]], high, [low[0], high[1]]])
    width = np.linalg.norm(corners[1] - corners[0])
    if width < 2 * modules_across(codes[0]):
        return None
    return image, corners, width / modules_across(codes[0])


def modules_across(code):
    """About how many modules a symbol has from side to side."""
    name, count = str(code.format).replace("-", ""), len(code.text)
    known = {"QR": 25, "EAN13": 95, "UPCA": 95, "UPCE": 51, "EAN8": 67, "PDF417": 120, "Code128": 35 + 8 * count,
             "ITF": 10 + 9 * count, "Code39": 32 + 16 * count, "Codabar": 12 * count}
    return next((v for k, v in known.items() if k.upper() in name.upper()), 20 if count < 20 else 30)


def read(image):
    return zxingcpp.read_barcodes(image)


def clip(image):
    return np.clip(np.rint(image), 0, 255).astype(np.uint8)


def symbol_mask(shape, corners, grow=0.0):
    middle = corners.mean(0)
    mask = np.zeros(shape[:2], np.float32)
    cv2.fillConvexPoly(mask, np.int32(middle + (corners - middle) * (1 + grow)), 1)
    return mask[:, :, None]


# Each fault takes the image, the symbol's corners, the module size, a strength from 0 to 1 and a generator.

def inverted(image, corners, size, strength, random):
    return 255 - image


def quiet_zone(image, corners, size, strength, random):
    mask = symbol_mask(image.shape, corners, 0.0)
    dark = float(np.percentile(image, 4))
    return clip(image * mask + dark * (1 - mask))


def low_contrast(image, corners, size, strength, random):
    share = 0.06 * (1 - strength) + 0.008
    return clip(random.uniform(90, 170) + (image - 128.0) * share + random.normal(0, 0.4, image.shape))


def too_small(image, corners, size, strength, random):
    factor = (1.6 * (1 - strength) + 0.75) / size
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return clip(small + random.normal(0, 1.5, small.shape))


def defocus(image, corners, size, strength, random):
    radius = size * (0.8 + 1.6 * strength)
    side = int(2 * math.ceil(radius) + 1)
    grid = np.mgrid[:side, :side] - side // 2
    disc = np.clip(radius + 0.5 - np.hypot(*grid), 0, 1).astype(np.float32)
    return clip(cv2.filter2D(image.astype(np.float32), -1, disc / disc.sum()) + random.normal(0, 1, image.shape))


def motion(image, corners, size, strength, random):
    length, angle = size * (2.0 + 4 * strength), random.uniform(-0.5, 0.5)
    side = int(2 * math.ceil(length / 2) + 3)
    kernel = np.zeros((side * 8, side * 8), np.float32)
    middle, way = side * 4, np.array([math.cos(angle), math.sin(angle)]) * length * 4
    cv2.line(kernel, tuple(np.int32(middle - way)), tuple(np.int32(middle + way)), 1, 8)
    kernel = cv2.resize(kernel, (side, side), interpolation=cv2.INTER_AREA)
    return clip(cv2.filter2D(image.astype(np.float32), -1, kernel / kernel.sum()) + random.normal(0, 1, image.shape))


def turned(image, corners, size, strength, random):
    angle = random.choice([-1, 1]) * (20 + 25 * strength)
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1)
    side = int(math.hypot(width, height))
    matrix[:, 2] += (side - width) / 2, (side - height) / 2
    return cv2.warpAffine(image, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE, flags=cv2.INTER_CUBIC)


def perspective(image, corners, size, strength, random):
    height, width = image.shape[:2]
    tilt = math.radians(50 + 30 * strength)
    spin = random.choice([0, math.pi / 2, math.pi / 4])
    focal, middle = 1.1 * max(width, height), corners.mean(0)
    axis = np.array([math.cos(spin), math.sin(spin), 0]) * tilt
    turn, _ = cv2.Rodrigues(axis)
    places = np.float32([[0, 0], [width, 0], [width, height], [0, height]]) - middle
    lifted = np.c_[places, np.zeros(4)] @ turn.T
    depth = focal + lifted[:, 2]
    if (depth < 0.15 * focal).any():
        lifted *= 0.6
        depth = np.maximum(focal + lifted[:, 2], 0.15 * focal)
    seen = np.float32(lifted[:, :2] * (focal / depth)[:, None] + middle)
    seen += np.float32([width / 2, height / 2]) - middle
    return cv2.warpPerspective(image, cv2.getPerspectiveTransform(np.float32(places + middle), seen), (width, height),
                               borderMode=cv2.BORDER_REPLICATE, flags=cv2.INTER_AREA)


def glare(image, corners, size, strength, random):
    middle = corners.mean(0) + (corners[random.integers(4)] - corners.mean(0)) * 0.35
    reach = np.linalg.norm(corners[0] - corners[2]) * (0.16 + 0.2 * strength)
    ys, xs = np.mgrid[:image.shape[0], :image.shape[1]]
    distance = np.hypot((xs - middle[0]) / 1.3, ys - middle[1]) / reach
    light = 400 * np.exp(-distance ** 2.5)
    return clip(image + light[:, :, None])


def jpeg(image, corners, size, strength, random):
    factor = min(1, 3.2 / size)
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    _, file = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(round(14 - 13 * strength))])
    return cv2.imdecode(file, cv2.IMREAD_COLOR)


def exposure(image, corners, size, strength, random):
    power = 2 + 14 * strength
    if random.random() < 0.5:
        power = 1 / power
    return clip(255 * (image / 255.0) ** power)


def uneven_light(image, corners, size, strength, random):
    ys, xs = np.mgrid[:image.shape[0], :image.shape[1]]
    angle = random.uniform(0, 2 * math.pi)
    along = (xs - corners[:, 0].mean()) * math.cos(angle) + (ys - corners[:, 1].mean()) * math.sin(angle)
    reach = np.linalg.norm(corners[0] - corners[2]) * (0.5 - 0.4 * strength)
    shade = 0.02 + 0.03 * (1 - strength) + 1 / (1 + np.exp(-4 * along / reach))
    return clip(image * shade[:, :, None] + random.normal(0, 1.5, image.shape))


def damage(image, corners, size, strength, random):
    result = image.astype(np.float32).copy()
    middle = corners.mean(0)
    wide, high = np.abs(corners[2] - corners[0])
    share = 0.3 + 0.4 * strength
    x, y = middle + random.uniform(-0.2, 0.2, 2) * (wide, high)
    shade = random.choice([30.0, 128.0, 210.0])
    half = np.array([wide * share / 2, high * (0.7 if high < 0.7 * wide else share / 2 + 0.1)])
    low, up = np.int32([x, y] - half), np.int32([x, y] + half)
    low = np.maximum(low, 0)
    result[low[1]:up[1], low[0]:up[0]] = shade
    result[low[1]:up[1], low[0]:up[0]] += random.normal(0, 2, result[low[1]:up[1], low[0]:up[0]].shape)
    return clip(result)


def colour(image, corners, size, strength, random):
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey = (grey - np.percentile(grey, 3)) / max(np.percentile(grey, 97) - np.percentile(grey, 3), 1)
    grey = np.clip(grey, 0, 1)[:, :, None]
    # A red and a green of nearly the same luminance.
    ink, paper = np.array([40, 40, 210.0]), np.array([40.0, 118 - 10 * (1 - strength), 40])
    return clip(ink * (1 - grey) + paper * grey)


KINDS = {
    "light-on-dark": inverted, "quiet-zone": quiet_zone, "low-contrast": low_contrast, "too-small": too_small,
    "blurred": defocus, "motion-blur": motion, "turned": turned, "perspective": perspective, "glare": glare,
    "jpeg": jpeg, "exposure": exposure, "uneven-light": uneven_light, "damage": damage, "colours": colour,
}


def scenes(random, photos, is_drawn):
    """Photos and, if asked for, drawn scenes in turn, without end."""
    while True:
        if photos:
            found = photographed(photos[random.integers(len(photos))])
            if found is not None:
                yield found
        if is_drawn:
            yield drawn(random)


def unread(harness, images, decoders):
    """For each image: True if none of the decoders reads anything in it."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/{index:02d}.png" for index in range(len(images))]
        for path, image in zip(paths, images):
            cv2.imwrite(path, image)
        asked = [harness, "scan", *paths, "--format", "json"]
        for name in decoders:
            asked += ["--decoder", name]
        found = json.loads(subprocess.run(asked, capture_output=True, text=True).stdout)
    return [not any(attempt.get("readings") for attempt in image["attempts"]) for image in found["images"]]


# libdmtx takes a second for an image in which it finds nothing: it is asked about few.
FAST, SLOW = ("zbar", "zxing"), ("dmtx",)
STRENGTHS = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]


def planted(harness, kind, scene, random, extra):
    """The weakest image that is not read, and so many steps more; None if there is none."""
    image, corners, size = scene
    seed = int(random.integers(1 << 30))
    faulty = [KINDS[kind](image, corners, size, strength, np.random.default_rng(seed)) for strength in STRENGTHS]
    is_unread = unread(harness, [image] + faulty, FAST)
    if is_unread[0]:
        return None
    for index, is_left in enumerate(is_unread[1:]):
        if is_left and unread(harness, [faulty[index]], SLOW)[0]:
            index = min(index + extra, len(faulty) - 1)
            return faulty[index] if all(unread(harness, [faulty[index]], FAST + SLOW)) else None
    return None


def half(scene, random):
    """The image cut through the middle of its symbol."""
    image, corners, _ = scene
    x, y = np.int32(corners.mean(0) + (corners[2] - corners[0]) * random.uniform(-0.1, 0.1, 2))
    cuts = [image[:, :x], image[:, x:]]
    if abs(corners[2][1] - corners[0][1]) > 0.6 * abs(corners[2][0] - corners[0][0]):
        cuts += [image[:y], image[y:]]
    return cuts[random.integers(len(cuts))]


def empty(scene, random):
    """A part of a photo far from its code, or a texture with writing."""
    image, corners, _ = scene
    height, width = image.shape[:2]
    # Corners may be those of a scan line, or of one of two codes on a label.
    reach = 0.4 * np.linalg.norm(corners[0] - corners[2])
    low, high = corners.min(0) - reach, corners.max(0) + reach
    parts = [image[:max(int(low[1]), 0)], image[int(high[1]):], image[:, :max(int(low[0]), 0)], image[:, int(high[0]):]]
    parts = [part for part in parts if min(part.shape[:2]) > 80 and not is_any_code(part)]
    if parts:
        return parts[random.integers(len(parts))]
    noise = random.normal(0, 1, (height, width)).astype(np.float32)
    texture = cv2.GaussianBlur(noise, (0, 0), random.uniform(0.8, 6), sigmaY=random.uniform(0.8, 30))
    # Text is drawn into 8 bits alone.
    texture = clip(128 + 60 * texture / texture.std())
    for line in range(30, height, 40):
        cv2.putText(texture, letters(random, 40), (5, line), cv2.FONT_HERSHEY_SIMPLEX, 0.8, float(random.uniform(0, 60)), 2)
    return np.repeat(texture[:, :, None], 3, axis=2)


def is_any_code(image):
    """True if zxing-cpp reads the image as it is, larger, as a negative, or turned."""
    larger = cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    turned = cv2.warpAffine(larger, cv2.getRotationMatrix2D((larger.shape[1] / 2, larger.shape[0] / 2), 30, 1),
                            larger.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return any(len(read(view)) for view in (image, larger, 255 - image, turned))


def others(asked, scene, random):
    """Half of a symbol, or an image without any; None if zxing-cpp or a decoder of the test reads it."""
    image = half(scene, random) if asked.halves else empty(scene, random)
    return None if len(read(image)) or not unread(asked.harness, [image], FAST)[0] else image


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("harness")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=70)
    parser.add_argument("--halves", type=int)
    parser.add_argument("--empty", type=int)
    parser.add_argument("--photos", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--no-drawn", action="store_true", help="photos alone")
    parser.add_argument("--kinds", default=",".join(KINDS))
    asked = parser.parse_args()
    if asked.no_drawn and not asked.photos:
        parser.error("--no-drawn asks for photos: name their folders with --photos")
    random = np.random.default_rng(asked.seed)
    photos = sorted(p for folder in asked.photos for p in folder.rglob("*") if p.suffix in (".png", ".jpg", ".jpeg"))
    blank = [p for p in photos if "falsepositives" in str(p)] if asked.empty else []
    source = scenes(random, [p for p in photos if "falsepositives" not in str(p)], not asked.no_drawn)
    kinds = asked.kinds.split(",")
    for index in range(asked.halves or asked.empty or asked.count):
        kind = "halves" if asked.halves else "empty" if asked.empty else kinds[index % len(kinds)]
        image = cv2.imread(str(blank[index])) if index < len(blank) else None
        while image is None:
            scene = next(source)
            if max(scene[0].shape) > 2200:
                continue
            if asked.halves or asked.empty:
                image = others(asked, scene, random)
            else:
                image = planted(asked.harness, kind, scene, random, index // len(kinds) % 2)
        folder = asked.out / kind
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / f"{index:03d}.png"), image)


if __name__ == "__main__":
    main()
