"""Decoder plugin over tapirscan's Python module."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../SDK/python"))
import harness_decoder  # noqa: E402 — found through the line above
from harness_decoder import Failure, Reading, choice  # noqa: E402

#: The protocol's name → the format that the library is told to look for.
FORMATS = {
    "qr-code": "QRCode", "micro-qr-code": "MicroQRCode", "data-matrix": "DataMatrix",
    "aztec": "Aztec", "aztec-rune": "Aztec", "pdf417": "PDF417", "maxicode": "MaxiCode",
    "code-128": "Code128", "code-39": "Code39", "code-93": "Code93", "codabar": "Codabar",
    "itf": "ITF", "ean-13": "EAN13", "ean-8": "EAN8", "upc-a": "UPCA", "upc-e": "UPCE",
    "databar": "DataBar", "databar-stacked": "DataBar", "databar-limited": "DataBarLimited",
    "databar-expanded": "DataBarExpanded", "databar-expanded-stacked": "DataBarExpanded",
}

#: The library's format → the protocol's name; if several names share a format, the plain one.
SYMBOLOGIES = {format: name for name, format in reversed(list(FORMATS.items()))}

#: Formats whose corners the library gives in the symbol's own order. Corners of other formats are
#: sorted by their position in the image, and nothing says how the symbol is turned.
OWN_CORNERS = {"QRCode", "MicroQRCode", "DataMatrix", "MaxiCode"}

CARRIERS = {"gs1-qr-code": "qr-code", "gs1-data-matrix": "data-matrix", "gs1-128": "code-128",
            "itf-14": "itf"}


class Tapirscan(harness_decoder.Decoder):
    name = "tapirscan"
    library = "tapirscan"
    summary = "Rust reader of many symbologies: slow, and good with small ones."
    symbologies = list(FORMATS)
    install = "harness plugin install tapirscan (or: pip install tapirscan, with Python 3.10 or later)"
    options = [choice("mode", "medium", ["low", "medium", "high", "very-high"],
                      "How hard it tries.")]

    @classmethod
    def load(cls):
        global tapirscan
        import tapirscan
        from importlib.metadata import version
        return version("tapirscan")

    def __init__(self, options):
        # One core, as for every decoder.
        self.scanner = tapirscan.Scanner(options["mode"], formats="all", parallel=False)

    def decode(self, image, hints):
        if image.width < 3 or image.height < 3:
            raise Failure(f"the library takes no image of {image.width} × {image.height} pixels: "
                          "a side has 3 at least")
        pixels = tapirscan.PixelImage(image.packed(), width=image.width, height=image.height)
        found = self.scanner.scan(pixels, formats=self.wanted(hints)).barcodes
        return [self.reading(one) for one in found[:hints.maximum_count]]

    def wanted(self, hints):
        if hints.symbologies is None:
            return None
        carriers = (CARRIERS.get(name, name) for name in hints.symbologies)
        return sorted({FORMATS[name] for name in carriers if name in FORMATS}) or None

    def reading(self, found):
        data = found.payload_bytes
        if data is None:
            data = found.text.encode()
        if found.codabar_start_stop:
            ends = found.codabar_start_stop.encode()
            data = ends[:1] + data + ends[-1:]
        name = SYMBOLOGIES.get(found.format)
        # A rune is three digits, but the library does not report if a symbol is a rune.
        if name == "aztec" and re.fullmatch(b"[0-9]{3}", data):
            name = None
        corners = None
        if found.format in OWN_CORNERS:
            corners = [(point.x, point.y) for point in found.polygon]
        return Reading(data, name, found.text, corners)


if __name__ == "__main__":
    harness_decoder.main(Tapirscan)
