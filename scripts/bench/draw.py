"""Draws a rendered corpus once more with NumPy and OpenCV, as a script that people write would.

    draw.py FOLDER [full]

FOLDER is what `harness corpus render` wrote. Each symbol is drawn 8 times too large, warped, and averaged
down; with `full`, it is then put out of focus, made noisy and compressed. Prints seconds for all images
(encoding excluded, files read before the clock starts) and the mean difference from the harness's images.
"""

import json
import sys
import time

import cv2
import numpy as np

OVERSAMPLING = 8


def draw(matrix, transform, width, height):
    """A pixel is the mean of 8 x 8 samples of the scene."""
    modules = np.where(matrix, 0, 255).astype(np.uint8)
    to_image = np.array(transform).reshape(3, 3)
    # OpenCV's pixels have their centres at whole numbers, the harness's at halves.
    centre = lambda shift: np.array([[1, 0, shift], [0, 1, shift], [0, 0, 1]])
    fine = centre(-0.5) @ np.diag([OVERSAMPLING, OVERSAMPLING, 1]) @ to_image @ centre(0.5)
    large = cv2.warpPerspective(
        modules, fine, (width * OVERSAMPLING, height * OVERSAMPLING),
        flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT, borderValue=255)
    return cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA)


def photograph(image, random):
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)).astype(np.float32)
    blurred = cv2.filter2D(image.astype(np.float32), -1, disc / disc.sum())
    noisy = np.clip(blurred + random.normal(0, 4, image.shape), 0, 255).astype(np.uint8)
    _, file = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 75])
    return cv2.imdecode(file, cv2.IMREAD_GRAYSCALE)


def main():
    folder = sys.argv[1]
    is_full = sys.argv[2:] == ["full"]
    cv2.setNumThreads(1)
    random = np.random.default_rng(1)
    with open(f"{folder}/manifest.jsonl") as lines:
        entries = [json.loads(line) for line in lines]
    work = []
    for entry in entries:
        symbol = entry["symbols"][0]
        matrix = np.array([[bit == "1" for bit in row] for row in symbol["matrix"]])
        work.append((matrix, symbol["transform"], entry["width"], entry["height"]))
    started = time.process_time()
    images = [draw(*item) for item in work]
    if is_full:
        images = [photograph(image, random) for image in images]
    seconds = time.process_time() - started
    differences = []
    for entry, image in zip(entries, images):
        truth = cv2.imread(f"{folder}/{entry['file']}", cv2.IMREAD_GRAYSCALE)
        differences.append(np.abs(image.astype(float) - truth).mean())
    print(json.dumps({"seconds": seconds, "difference": float(np.mean(differences))}))


main()
