"""Reads raw grey images by calling zxing-cpp as its plugin does, without the plugin; prints seconds.

    read.py PLUGIN-FOLDER IMAGES WIDTH HEIGHT
"""
import sys
import time

folder, images, width, height = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
sys.path.insert(0, folder)
import decoder  # noqa: E402 — the plugin, for its formats and settings alone

decoder.ZXingCpp.load()
defaults = {option.name: option.default for option in decoder.ZXingCpp.options}
settings = decoder.ZXingCpp(defaults)
read = decoder.zxingcpp.read_barcodes

with open(images, "rb") as file:
    pixels = file.read()
size = width * height
views = [memoryview(pixels)[start:start + size].cast("B", (height, width))
         for start in range(0, len(pixels), size)]
read(views[0], formats=settings.every, **settings.settings)
start = time.perf_counter()
for view in views:
    read(view, formats=settings.every, **settings.settings)
print(time.perf_counter() - start)
