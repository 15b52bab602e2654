"""Decoder plugin over Dynamsoft Barcode Reader, a commercial library that needs a licence."""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../SDK/python"))
import harness_decoder  # noqa: E402 — found through the line above
from harness_decoder import Failure, Reading, Unavailable, choice  # noqa: E402

LICENCE_VARIABLE = "DYNAMSOFT_LICENSE"

#: The library's format → the protocol's name.
FORMATS = {
    "BF_QR_CODE": "qr-code", "BF_MICRO_QR": "micro-qr-code", "BF_DATAMATRIX": "data-matrix",
    "BF_AZTEC": "aztec", "BF_PDF417": "pdf417", "BF_MICRO_PDF417": "micro-pdf417",
    "BF_MAXICODE": "maxicode", "BF_CODE_128": "code-128", "BF_CODE_39": "code-39",
    "BF_CODE_93": "code-93", "BF_CODABAR": "codabar", "BF_ITF": "itf", "BF_EAN_13": "ean-13",
    "BF_EAN_8": "ean-8", "BF_UPC_A": "upc-a", "BF_UPC_E": "upc-e",
    "BF_GS1_DATABAR_OMNIDIRECTIONAL": "databar", "BF_GS1_DATABAR_TRUNCATED": "databar",
    "BF_GS1_DATABAR_STACKED": "databar-stacked",
    "BF_GS1_DATABAR_STACKED_OMNIDIRECTIONAL": "databar-stacked",
    "BF_GS1_DATABAR_LIMITED": "databar-limited", "BF_GS1_DATABAR_EXPANDED": "databar-expanded",
    "BF_GS1_DATABAR_EXPANDED_STACKED": "databar-expanded-stacked",
}

TEMPLATES = {"balanced": "PT_READ_BARCODES", "speed-first": "PT_READ_BARCODES_SPEED_FIRST",
             "read-rate-first": "PT_READ_BARCODES_READ_RATE_FIRST"}


class Dynamsoft(harness_decoder.Decoder):
    name = "dynamsoft"
    library = "Dynamsoft Barcode Reader"
    summary = "Commercial reader of most symbologies."
    symbologies = sorted(set(FORMATS.values()))
    install = "harness plugin install dynamsoft (or: pip install dynamsoft-barcode-reader-bundle)"
    options = [choice("template", "balanced", list(TEMPLATES), "Which of the library's settings.")]

    @classmethod
    def load(cls):
        global dynamsoft
        import dynamsoft_barcode_reader_bundle as dynamsoft
        licence = os.environ.get(LICENCE_VARIABLE)
        if not licence:
            raise Unavailable(f"it wants a licence in the environment variable {LICENCE_VARIABLE}")
        code, sentence = dynamsoft.LicenseManager.init_license(licence)
        fine = dynamsoft.EnumErrorCode
        if code not in (fine.EC_OK, fine.EC_LICENSE_WARNING, fine.EC_LICENSE_CACHE_USED):
            raise Unavailable(f"its licence is not accepted: {sentence} ({code})")
        return dynamsoft.BarcodeReaderModule.get_version()

    def __init__(self, options):
        self.router = dynamsoft.CaptureVisionRouter()
        self.template = getattr(dynamsoft.EnumPresetTemplate, TEMPLATES[options["template"]])
        known = dynamsoft.EnumBarcodeFormat
        self.names = {int(getattr(known, format)): name for format, name in FORMATS.items()}

    def cpu_clock(self):
        return time.process_time_ns()  # The library works with threads of its own.

    def decode(self, image, hints):
        image.require_pixels()
        pixels = dynamsoft.ImageData(bytes(image.packed()), image.width, image.height, image.width,
                                     dynamsoft.EnumImagePixelFormat.IPF_GRAYSCALED)
        result = self.router.capture(pixels, self.template)
        code = result.get_error_code()
        # Without a licence there are no readings either, which must not count as "nothing found".
        if code not in (dynamsoft.EnumErrorCode.EC_OK, dynamsoft.EnumErrorCode.EC_LICENSE_WARNING):
            raise Failure(f"{result.get_error_string()} ({code})")
        found = result.get_decoded_barcodes_result()
        items = found.get_items() if found else []
        return [self.reading(item) for item in items[:hints.maximum_count]]

    def reading(self, item):
        corners = [(point.x, point.y) for point in item.get_location().points]
        return Reading(item.get_bytes(), self.names.get(int(item.get_format())), item.get_text(),
                       corners)


if __name__ == "__main__":
    harness_decoder.main(Dynamsoft)
