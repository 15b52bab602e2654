"""Decoder plugins over small Python modules; the first argument says which one."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../SDK/python"))
import harness_decoder  # noqa: E402 — found through the line above
from harness_decoder import Failure, Reading, choice, flag, integer  # noqa: E402


class Module(harness_decoder.Decoder):
    """The parts that the decoders share."""

    #: The package's name on PyPI, whose version is reported.
    package = None

    @classmethod
    def load(cls):
        from importlib.metadata import version
        cls.bring()
        return version(cls.package)

    @classmethod
    def bring(cls):
        """Imports what the decoder uses."""
        raise NotImplementedError

    def __init__(self, options):
        self.options_wanted = options

    def decode(self, image, hints):
        image.require_pixels()
        return self.find(image, hints)[:hints.maximum_count]

    def find(self, image, hints):
        """The readings in an image that has pixels."""
        raise NotImplementedError


class Deqr(Module):
    """`deqr.QRdecDecoder` and `deqr.QuircDecoder`."""

    name = package = "deqr"
    library = "deqr (QRdec of zbar, and quirc)"
    summary = "The QR Code readers of zbar and quirc behind one binarizer."
    symbologies = ["qr-code"]
    install = "harness plugin install deqr (or: pip install deqr)"
    options = [choice("engine", "qrdec", ["qrdec", "quirc"], "Which of the two readers is used.")]

    @classmethod
    def bring(cls):
        global deqr
        import deqr

    def __init__(self, options):
        self.decoder = deqr.QRdecDecoder() if options["engine"] == "qrdec" else deqr.QuircDecoder()

    def find(self, image, hints):
        found = self.decoder.decode((bytes(image.packed()), (image.width, image.height)), convert_data=False)
        return [Reading(b"".join(part.data for part in code.data_entries), "qr-code",
                        corners=code.corners) for code in found]


class QRCodeAIScanner(Module):
    """`qrcode_ai_scanner.scan_frame`."""

    name = package = "qrcode-ai-scanner"
    library = "qrcode-ai-scanner (rxing and rqrr)"
    summary = "Two QR Code readers in Rust with retries, made for artistic symbols."
    symbologies = ["qr-code"]
    install = "harness plugin install qrcode-ai-scanner (or: pip install qrcode-ai-scanner numpy)"
    options = [integer("budget", 0, 0, 60000, "Milliseconds for an image; 0 leaves the library's own.")]

    @classmethod
    def bring(cls):
        global base64, numpy, qrcode_ai_scanner
        import base64
        import numpy
        import qrcode_ai_scanner

    def cpu_clock(self):
        # Its tries run side by side, in threads of its own.
        import time
        return time.process_time_ns()

    def find(self, image, hints):
        if min(image.width, image.height) < 21:
            # No QR Code is as small; the library searches 1 × 40 pixels without end, whatever its budget.
            raise Failure(f"an image of {image.width} × {image.height} pixels is too thin for the library")
        colours = numpy.full((image.height, image.width, 4), 255, numpy.uint8)
        colours[:, :, :3] = image.array()[:, :, None]
        report = qrcode_ai_scanner.scan_frame(
            colours.tobytes(), image.width, image.height, budget_ms=self.options_wanted["budget"] or None)
        return [self.reading(found) for found in report["detections"]]

    @staticmethod
    def reading(found):
        content, corners = found["content"], found["corners"]
        return Reading(
            base64.b64decode(content["raw"]), "qr-code" if found["symbology"] == "qr_code" else None,
            text=content["text"],
            corners=[(corner["x"], corner["y"]) for corner in corners] if corners else None)


class RXing(Module):
    """`rxing.decode`."""

    name = package = "rxing"
    library = "rxing (Python module)"
    summary = "ZXing rewritten in Rust; one symbol for each image."
    install = "harness plugin install rxing (or: pip install rxing)"
    #: The library's word for each symbology.
    names = {
        "qrcode": "qr-code", "mqr": "micro-qr-code", "rmqr": "rmqr-code", "datamatrix": "data-matrix",
        "aztec": "aztec", "pdf 417": "pdf417", "maxicode": "maxicode", "code 128": "code-128",
        "code 39": "code-39", "code 93": "code-93", "codabar": "codabar", "itf": "itf", "ean 13": "ean-13",
        "ean 8": "ean-8", "upc a": "upc-a", "upc e": "upc-e", "rss 14": "databar",
        "rss expanded": "databar-expanded"}
    # MaxiCode is read from images that it fills alone: too seldom to claim it.
    symbologies = [name for name in names.values() if name != "maxicode"]
    options = [flag("try-harder", False, "Look longer, and at images turned by a quarter.")]

    @classmethod
    def bring(cls):
        global numpy, rxing
        import numpy
        import rxing

    def find(self, image, hints):
        try:
            found = rxing.decode(numpy.ascontiguousarray(image.array()),
                                 {"TRY_HARDER": True} if self.options_wanted["try-harder"] else {})
        except ValueError as failure:
            # Nothing found, or found with damage that it could not repair: not read.
            if any(word in str(failure) for word in ("NotFound", "Checksum", "Format")):
                return []
            raise Failure(str(failure)) from failure
        return [Reading(self.data(bytes(found.raw_bytes), found.text),
                        self.names.get(found.barcode_format), text=found.text)]

    @staticmethod
    def data(raw, text):
        """`raw_bytes` where they are the symbol's data; one of its two QR Code readers has codewords there."""
        for charset in ("utf-8", "latin-1", "shift_jis"):
            try:
                if raw.decode(charset) == text:
                    return raw
            except UnicodeDecodeError:
                pass
        return text


class ArbezDmtx(Module):
    """`arbez_dmtx.decode`."""

    name = package = "arbez-dmtx"
    library = "libdmtx"
    summary = "libdmtx 0.7.8 with its own build, newer than Debian's."
    symbologies = ["data-matrix"]
    install = "harness plugin install arbez-dmtx (or: pip install arbez-dmtx pillow)"
    options = [integer("timeout", 1000, 0, 60000, "Milliseconds for an image; 0 sets no end.")]

    @classmethod
    def bring(cls):
        global arbez_dmtx
        import arbez_dmtx

    @classmethod
    def load(cls):
        package = super().load()
        return f"{arbez_dmtx.libdmtx_version()} (arbez-dmtx {package})"

    def find(self, image, hints):
        found = arbez_dmtx.decode((bytes(image.packed()), image.width, image.height),
                                  timeout=self.options_wanted["timeout"] or None,
                                  max_count=hints.maximum_count)
        return [Reading(one.data, "data-matrix") for one in found]


class PharmacodeToolkit(Module):
    """`pharmacode.decode_image`."""

    name = package = "pharmacode-toolkit"
    library = "pharmacode-toolkit"
    summary = "Reader of one-track Pharmacode, in NumPy and OpenCV."
    symbologies = ["pharmacode"]
    install = "harness plugin install pharmacode-toolkit (or: pip install pharmacode-toolkit)"
    options = [choice("polarity", "dark", ["dark", "light", "auto"], "Dark bars, light ones, or both in turn.",
                      purpose="inverted")]

    @classmethod
    def bring(cls):
        global cv2, numpy, pharmacode
        import cv2
        import numpy
        import pharmacode

    def __init__(self, options):
        cv2.setNumThreads(1)
        self.configuration = pharmacode.DecoderConfig(polarity=options["polarity"])

    def find(self, image, hints):
        try:
            result = pharmacode.decode_image(numpy.ascontiguousarray(image.array()), self.configuration)
        except cv2.error as failure:
            raise Failure(f"OpenCV: {failure.err}") from failure
        return [Reading(str(code.value), "pharmacode") for code in result.detections]


class AztecTool(Module):
    """`aztec_tool.MultiAztecDecoder`."""

    name = "aztec-tool"
    package = "aztec_tool"
    library = "aztec_tool"
    summary = "Reader of Aztec in Python, for upright symbols on clean ground."
    symbologies = ["aztec"]
    install = "harness plugin install aztec-tool (or: pip install aztec_tool)"

    @classmethod
    def bring(cls):
        global aztec_tool, cv2, tempfile
        import aztec_tool
        import cv2
        import tempfile

    def __init__(self, options):
        cv2.setNumThreads(1)
        # It takes files alone, and leaves what it cuts out in the current folder.
        folder = tempfile.mkdtemp()
        os.chdir(folder)
        self.file = os.path.join(folder, "image.pgm")

    def find(self, image, hints):
        with open(self.file, "wb") as file:
            file.write(image.pgm())
        try:
            return [Reading(text, "aztec") for text in aztec_tool.MultiAztecDecoder(self.file).messages]
        except (aztec_tool.AztecDecoderError, ValueError, IndexError, ZeroDivisionError):
            return []  # How it says that it finds nothing.
        except cv2.error as failure:
            raise Failure(f"OpenCV: {failure.err}") from failure


class PDF417Decoder(Module):
    """`pdf417decoder.PDF417Decoder`."""

    name = package = "pdf417decoder"
    library = "pdf417decoder"
    summary = "Reader of PDF417 in Python."
    symbologies = ["pdf417"]
    install = "harness plugin install pdf417decoder (or: pip install pdf417decoder pillow)"

    @classmethod
    def bring(cls):
        global cv2, numpy, PIL, pdf417decoder
        import cv2
        import numpy
        import pdf417decoder
        import PIL.Image

    def __init__(self, options):
        cv2.setNumThreads(1)

    def find(self, image, hints):
        picture = PIL.Image.fromarray(numpy.ascontiguousarray(image.array())).convert("RGB")
        decoder = pdf417decoder.PDF417Decoder(picture)
        try:
            count = decoder.decode()
        except cv2.error as failure:
            raise Failure(f"OpenCV: {failure.err}") from failure
        return [Reading(bytes(decoder.barcodes_info[index].barcode_data), "pdf417") for index in range(count)]


DECODERS = {decoder.name: decoder for decoder in
            (Deqr, QRCodeAIScanner, RXing, ArbezDmtx, PharmacodeToolkit, AztecTool, PDF417Decoder)}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in DECODERS:
        sys.exit(f"usage: {sys.argv[0]} {'|'.join(DECODERS)}")
    harness_decoder.main(DECODERS[sys.argv[1]])
