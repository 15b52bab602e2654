"""Decoder plugin over zxing-cpp's Python module: ZXing-C++ with all its formats, release 2.0 or later."""
import inspect
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
    "databar-expanded-stacked": "DataBarExpStk", "telepen": "TelepenAlpha",
}

#: The library's finer formats → the symbology that carries them.
FINER = {
    "QRCodeModel1": "qr-code", "QRCodeModel2": "qr-code", "Aztec": "aztec",
    "CompactPDF417": "pdf417", "Code39": "code-39", "ITF14": "itf-14", "ISBN": "ean-13",
    "DataBar": "databar", "DataBarStkOmni": "databar-stacked", "Telepen": "telepen",
}

#: What releases before 3.0 called a format, where the name was another one. A format then stood for
#: all kinds of it: readings of stacked DataBar are called DataBar, since the library does not tell.
EARLIER = {
    "micro-qr-code": ["MicroQRCode", "MircoQRCode"], "aztec": ["Aztec"], "aztec-rune": ["Aztec"],
    "code-39": ["Code39"], "databar": ["DataBar"], "databar-stacked": ["DataBar"],
    "databar-limited": ["DataBarLimited"], "databar-expanded": ["DataBarExpanded"],
    "databar-expanded-stacked": ["DataBarExpanded"],
}

#: The first release that reads a format which earlier ones know by name alone.
FIRST_READ = {"aztec-rune": (2, 3), "micro-pdf417": (3, 1)}

#: The symbology identifiers of FNC1 in the first position (ISO/IEC 15424) → the GS1 name, by carrier.
GS1_NAMES = {
    ("]C1", "code-128"): "gs1-128", ("]d2", "data-matrix"): "gs1-data-matrix",
    ("]Q3", "qr-code"): "gs1-qr-code",
}

#: The symbologies whose symbols can announce charsets (ECI).
ANNOUNCING = {"qr-code", "gs1-qr-code", "rmqr-code", "data-matrix", "gs1-data-matrix", "aztec",
              "pdf417", "micro-pdf417", "maxicode"}

CARRIERS = {"gs1-qr-code": "qr-code", "gs1-data-matrix": "data-matrix", "gs1-128": "code-128",
            "itf-14": "itf"}


class ZXingCpp(harness_decoder.Decoder):
    name = "zxing-cpp"
    library = "zxing-cpp"
    summary = "Reads all that the current ZXing-C++ reads."
    symbologies = list(FORMATS)
    install = "harness plugin install zxing-cpp (or: pip install zxing-cpp)"
    platforms = ["Linux", "macOS", "Windows", "Android", "iOS", "WebAssembly"]
    options = [
        flag("try-rotate", True, "Look for symbols turned by a quarter, too.",
             purpose="turned"),
        flag("try-downscale", True, "Look again in the image made smaller."),
        flag("try-invert", True, "Look for light symbols on dark ground, too.",
             purpose="inverted"),
        choice("binarizer", "local-average",
               ["local-average", "global-histogram", "fixed-threshold", "bool-cast"],
               "How grey becomes black and white."),
    ]

    @classmethod
    def load(cls):
        global zxingcpp
        import zxingcpp
        from importlib.metadata import version
        number = version("zxing-cpp")
        cls.release = tuple(int(part) for part in number.split(".")[:2])
        cls.formats = cls.known_formats()
        cls.symbologies = list(cls.formats)
        # Releases before 3.0 look for inverted symbols or not, as they like.
        if "try_invert" not in (zxingcpp.read_barcodes.__doc__ or ""):
            cls.options = [option for option in cls.options if option.name != "try-invert"]
        return number

    @classmethod
    def known_formats(cls):
        """The protocol's name → the release's format, for those that it reads."""
        known = zxingcpp.BarcodeFormat
        is_current = hasattr(known, "Code39Std")
        formats = {}
        for name, current in FORMATS.items():
            names = [current] if is_current else EARLIER.get(name, [current])
            format = next((getattr(known, one) for one in names if hasattr(known, one)), None)
            if format is not None:
                formats[name] = format
        return {name: format for name, format in formats.items()
                if cls.release >= FIRST_READ.get(name, (0,))}

    def __init__(self, options):
        known = zxingcpp.BarcodeFormat
        # Of names that share a format the first one stands for it.
        self.names = {}
        for name, format in self.formats.items():
            self.names.setdefault(format, name)
        for finer, name in FINER.items():
            if hasattr(known, finer):
                self.names.setdefault(getattr(known, finer), name)
        binarizer = options["binarizer"].title().replace("-", "")
        self.settings = {
            "try_rotate": options["try-rotate"], "try_downscale": options["try-downscale"],
            "binarizer": getattr(zxingcpp.Binarizer, binarizer),
            "text_mode": zxingcpp.TextMode.Plain,
        }
        if "try-invert" in options:
            self.settings["try_invert"] = options["try-invert"]
        self.every = self.together(self.formats.values())

    @staticmethod
    def together(formats):
        """Several formats as the release takes them."""
        formats = list(formats)
        try:
            return zxingcpp.BarcodeFormats(formats)
        except TypeError:
            # Before 3.0 formats were flags.
            every = formats[0]
            for format in formats[1:]:
                every = every | format
            return every

    def decode(self, image, hints):
        image.require_pixels()
        # The library's ImageView is not used: it does not keep the bytes of its image alive.
        rows = image.packed().cast("B", (image.height, image.width))
        found = zxingcpp.read_barcodes(rows, formats=self.wanted(hints), **self.settings)
        return [self.reading(one, rows) for one in found[:hints.maximum_count]]

    def wanted(self, hints):
        if hints.symbologies is None:
            return self.every
        carriers = {CARRIERS.get(name, name) for name in hints.symbologies}
        chosen = [self.formats[name] for name in carriers if name in self.formats]
        return zxingcpp.BarcodeFormats(chosen) if chosen else self.every

    def reading(self, found, rows):
        at = found.position
        corners = [(point.x, point.y) for point in
                   (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
        # The library calls runes Aztec; only the identifier of ISO/IEC 15424 distinguishes them.
        identifier = found.symbology_identifier
        name = "aztec-rune" if identifier == "]zC" else self.names.get(found.format)
        name = GS1_NAMES.get((identifier, name), name)
        return Reading(found.bytes, name, found.text, corners, identifier,
                       self.announced(found, name, rows))

    def announced(self, found, name, rows):
        """The charsets that a symbol announces; None where they are not known.

        The library tells them in a text mode of their own: the image is read once more, for this
        format alone. That is spared where the text is what the bytes are as UTF-8, by whatever
        announcement.
        """
        if name not in ANNOUNCING or found.text.encode("utf-8", "replace") == found.bytes:
            return []
        if not hasattr(zxingcpp.TextMode, "HexECI"):
            return None
        settings = dict(self.settings, text_mode=zxingcpp.TextMode.HexECI)
        again = [one for one in zxingcpp.read_barcodes(rows, formats=found.format, **settings)
                 if one.bytes == found.bytes]
        if len(again) > 1:
            again = [one for one in again if str(one.position) == str(found.position)]
        if not again:
            return None
        told = bytes.fromhex(again[0].text)
        # With announcements the identifier is another one; without, backslashes are just data.
        is_announced = told[:3] != found.symbology_identifier.encode()
        return interpretations(told[3:]) if is_announced else []


def interpretations(told):
    """The (offset, number) pairs in data as readers with the ECI protocol send them.

    A backslash and six digits are an ECI, and two backslashes are one of the data.
    """
    pairs, offset, rest = [], 0, told
    while rest:
        if rest[:1] == b"\\" and rest[1:7].isdigit() and len(rest) > 6:
            # Of several for the same byte the last counts.
            pairs = [pair for pair in pairs if pair[0] < offset] + [(offset, int(rest[1:7]))]
            rest = rest[7:]
            continue
        offset += 1
        rest = rest[2:] if rest[:2] == b"\\\\" else rest[1:]
    return pairs


if __name__ == "__main__":
    harness_decoder.main(ZXingCpp)
