"""Reads barcodes in image files: {{summary}}.

    python3 scanner.py IMAGE...

Prints one line of JSON for each code. Exits with 0, with 2 if an image could not be read, with 64 if
there is none, and with 69 if a module that it needs is missing.
"""
import json
import math
import re
import sys
import time

try:
    from PIL import Image, ImageOps

    import decoder
except ImportError as error:
    print(f"{error.name or error} is missing: pip install -r requirements.txt", file=sys.stderr)
    sys.exit(69)
import settings

PATTERNS = [re.compile(pattern, re.DOTALL) for pattern in settings.REJECTED_PATTERNS]


def read_gray(path):
    """Reads an image as 8-bit luminance, with white behind transparent pixels."""
    with Image.open(path, formats=["PNG", "JPEG", "PPM"]) as image:
        if image.format == "JPEG":
            # The luminance that the file stores, and upright as its Exif orientation says.
            image.draft("L", None)
            return ImageOps.exif_transpose(image).convert("L")
        if image.mode.startswith("I"):
            # 16 bits a sample, rounded to 8.
            return image.convert("I").point(lambda value: value * (1 / 257) + 0.5).convert("L")
        if image.has_transparency_data:
            # Pillow leaves transparency out when it makes colours grey, so it is put back.
            coloured = image.convert("RGBA")
            gray = coloured.convert("RGB").convert("L")
            return Image.composite(gray, Image.new("L", gray.size, 255), coloured.getchannel("A"))
        return image.convert("L")


def scan_area(image):
    """The part of an image that is looked at; pixels that lie in it in part belong to it."""
    left, top, width, height = settings.AREA
    box = (
        math.floor(left * image.width + 1e-6), math.floor(top * image.height + 1e-6),
        min(math.ceil((left + width) * image.width - 1e-6), image.width),
        min(math.ceil((top + height) * image.height - 1e-6), image.height))
    return image.crop(box)


# Places

def distance_to_side(a, b, point):
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square if square else 0
    share = min(max(share, 0), 1)
    return math.hypot(a[0] + share * dx - point[0], a[1] + share * dy - point[1])


def holds(sides, point):
    inside = False
    for a, b in sides:
        if (a[1] > point[1]) != (b[1] > point[1]):
            if point[0] < (b[0] - a[0]) * (point[1] - a[1]) / (b[1] - a[1]) + a[0]:
                inside = not inside
    return inside


def meet(one, other):
    def side(line, point):
        (ax, ay), (bx, by) = line
        return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)

    def overlap(axis):
        return (min(one[0][axis], one[1][axis]) <= max(other[0][axis], other[1][axis])
                and min(other[0][axis], other[1][axis]) <= max(one[0][axis], one[1][axis]))

    return (side(one, other[0]) * side(one, other[1]) <= 0
            and side(other, one[0]) * side(other, one[1]) <= 0 and overlap(0) and overlap(1))


def sides_of(corners):
    return list(zip(corners, corners[1:] + corners[:1]))


def is_selected(corners, size):
    """True if a symbol touches the selection around the point of interest."""
    if settings.SELECTION == "none":
        return True
    if corners is None:
        # Nobody can tell where it is.
        return False
    sides = sides_of(corners)
    x, y = settings.SELECTION_POINT[0] * size[0], settings.SELECTION_POINT[1] * size[1]
    if settings.SELECTION == "circle":
        radius = settings.SELECTION_RADIUS * min(size)
        return holds(sides, (x, y)) or any(
            distance_to_side(a, b, (x, y)) <= radius for a, b in sides)
    half_width = settings.SELECTION_SIZE[0] * size[0] / 2
    half_height = settings.SELECTION_SIZE[1] * size[1] / 2
    box = [(x - half_width, y - half_height), (x + half_width, y - half_height),
           (x + half_width, y + half_height), (x - half_width, y + half_height)]
    return (holds(sides, box[0])
            or any(abs(px - x) <= half_width and abs(py - y) <= half_height for px, py in corners)
            or any(meet(side, edge) for side in sides for edge in sides_of(box)))


# Contents

def is_accepted(symbology, data):
    """True if a payload counts: by its length, and since it is not rejected."""
    shortest, longest = settings.LENGTHS.get(symbology, (0, len(data)))
    return (shortest <= len(data) <= longest
            and data not in settings.REJECTED
            and not data.startswith(settings.REJECTED_PREFIXES)
            and not any(pattern.fullmatch(data) for pattern in PATTERNS))


def main(paths):
    if not paths:
        print("usage: scanner.py IMAGE...", file=sys.stderr)
        return 64
    status = 0
    start = time.monotonic()
    codes = set()
    for path in paths:
        if 0 < settings.STOP_AFTER_SECONDS <= time.monotonic() - start:
            break
        try:
            image = scan_area(read_gray(path))
            readings = decoder.decode(image)
        except Exception as error:
            # Libraries raise errors of many kinds; none may keep the other images from being read.
            print(f"{path}: {error}", file=sys.stderr)
            status = 2
            continue
        for symbology, data, corners in readings:
            if not is_accepted(symbology, data) or not is_selected(corners, image.size):
                continue
            row = {"image": path, "symbology": symbology, "hex": data.hex()}
            print(json.dumps(row, ensure_ascii=False, separators=(",", ":")), flush=True)
            codes.add((symbology, data))
            if 0 < settings.STOP_AFTER_CODES <= len(codes):
                return status
            if not settings.SEVERAL_PER_IMAGE:
                break
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
