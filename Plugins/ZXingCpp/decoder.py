"""Decoder plugin over zxing-cpp's Python module: the current ZXing-C++ with all its formats."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../SDK/python"))
import harness_decoder  # noqa: E402 — found through the line above
from harness_decoder import Reading, choice, flag  # noqa: E402

#: The protocol's name → the format that the library is told to look for. For Code 39 it is the
#: standard form, because the extended one changes the data. UPC-A is always returned as EAN-13.
FORMATS = {
    "qr-code": "QRCode", "micro-qr-code": "MicroQRCode", "rmqr-code": "RMQRCode",
    "data-matrix": "DataMatrix", "aztec": "AztecCode", "aztec-rune": "AztecRune",
    "pdf417": "PDF417", "micro-pdf417": "MicroPDF417", "maxicode": "MaxiCode",
    "code-128": "Code128", "code-39": "Code39Std", "code-93": "Code93", "codabar": "Codabar",
    "itf": "ITF", "ean-13": "EAN13", "ean-8": "EAN8", "upc-a": "UPCA", "upc-e": "UPCE",
    "databar": "DataBarOmni", "databar-stacked": "DataBarStk",
    "databar-limited": "DataBarLtd", "databar-expanded": "DataBarExp",
    "databar-expanded-stacked": "DataBarExpStk",
}

#: The library's finer formats → the symbology that carries them.
FINER = {
    "QRCodeModel1": "qr-code", "QRCodeModel2": "qr-code", "Aztec": "aztec",
    "CompactPDF417": "pdf417", "Code39": "code-39", "ITF14": "itf-14", "ISBN": "ean-13",
    "DataBar": "databar", "DataBarStkOmni": "databar-stacked",
}

CARRIERS = {"gs1-qr-code": "qr-code", "gs1-data-matrix": "data-matrix", "gs1-128": "code-128",
            "itf-14": "itf"}


class ZXingCpp(harness_decoder.Decoder):
    name = "zxing-cpp"
    library = "zxing-cpp"
    summary = "Reads all that the current ZXing-C++ reads."
    symbologies = list(FORMATS)
    install = "scripts/plugins.sh zxing-cpp (or: pip install zxing-cpp)"
    platforms = ["Linux", "macOS", "Windows", "Android", "iOS", "WebAssembly"]
    options = [
        flag("try-rotate", True, "Look for symbols turned by a quarter, too."),
        flag("try-downscale", True, "Look again in the image made smaller."),
        flag("try-invert", True, "Look for light symbols on dark ground, too."),
        choice("binarizer", "local-average",
               ["local-average", "global-histogram", "fixed-threshold", "bool-cast"],
               "How grey becomes black and white."),
    ]

    @classmethod
    def load(cls):
        global zxingcpp
        import zxingcpp
        from importlib.metadata import version
        return version("zxing-cpp")

    def __init__(self, options):
        known = zxingcpp.BarcodeFormat
        self.formats = {name: getattr(known, format) for name, format in FORMATS.items()}
        names = {**{format: name for name, format in FORMATS.items()}, **FINER}
        self.names = {getattr(known, format): name for format, name in names.items()}
        binarizer = options["binarizer"].title().replace("-", "")
        self.settings = {
            "try_rotate": options["try-rotate"], "try_downscale": options["try-downscale"],
            "try_invert": options["try-invert"],
            "binarizer": getattr(zxingcpp.Binarizer, binarizer),
            "text_mode": zxingcpp.TextMode.Plain,
        }
        self.every = zxingcpp.BarcodeFormats(list(self.formats.values()))

    def decode(self, image, hints):
        image.require_pixels()
        # The library's ImageView is not used: it does not keep the bytes of its image alive.
        rows = image.packed().cast("B", (image.height, image.width))
        found = zxingcpp.read_barcodes(rows, formats=self.wanted(hints), **self.settings)
        return [self.reading(one) for one in found[:hints.maximum_count]]

    def wanted(self, hints):
        if hints.symbologies is None:
            return self.every
        carriers = {CARRIERS.get(name, name) for name in hints.symbologies}
        chosen = [self.formats[name] for name in carriers if name in self.formats]
        return zxingcpp.BarcodeFormats(chosen) if chosen else self.every

    def reading(self, found):
        at = found.position
        corners = [(point.x, point.y) for point in
                   (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
        # The library calls runes Aztec; only the identifier of ISO/IEC 15424 distinguishes them.
        is_rune = found.symbology_identifier == "]zC"
        name = "aztec-rune" if is_rune else self.names.get(found.format)
        return Reading(found.bytes, name, found.text, corners)


if __name__ == "__main__":
    harness_decoder.main(ZXingCpp)
