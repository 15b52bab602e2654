"""zxing-cpp: the library's settings, and its results as readings."""
import zxingcpp

FORMATS = zxingcpp.BarcodeFormats([
{{#formats}}
    zxingcpp.BarcodeFormat.{{code}},
{{/formats}}
])

SETTINGS = {
    # Look for symbols turned by a quarter, too.
    "try_rotate": {{option.try-rotate}},
    # Look again in the image made smaller.
    "try_downscale": {{option.try-downscale}},
    # Look for light symbols on dark ground, too.
    "try_invert": {{option.try-invert}},
    # How grey becomes black and white.
    "binarizer": zxingcpp.Binarizer.{{option.binarizer}},
    # The text is not used: the data are.
    "text_mode": zxingcpp.TextMode.Plain,
}

NAMES = {
    "QRCode": "qr-code", "QRCodeModel1": "qr-code", "QRCodeModel2": "qr-code",
    "MicroQRCode": "micro-qr-code", "RMQRCode": "rmqr-code", "DataMatrix": "data-matrix",
    "AztecCode": "aztec", "Aztec": "aztec", "AztecRune": "aztec-rune", "PDF417": "pdf417",
    "CompactPDF417": "pdf417", "MicroPDF417": "micro-pdf417", "MaxiCode": "maxicode",
    "TelepenAlpha": "telepen", "Telepen": "telepen",
    "Code128": "code-128", "Code39": "code-39", "Code39Std": "code-39", "Code93": "code-93",
    "Codabar": "codabar", "ITF": "itf", "ITF14": "itf-14", "EAN13": "ean-13", "ISBN": "ean-13",
    "EAN8": "ean-8", "UPCA": "upc-a", "UPCE": "upc-e", "DataBar": "databar",
    "DataBarOmni": "databar", "DataBarStk": "databar-stacked",
    "DataBarStkOmni": "databar-stacked", "DataBarLtd": "databar-limited",
    "DataBarExp": "databar-expanded", "DataBarExpStk": "databar-expanded-stacked",
}
SYMBOLOGIES = {
    getattr(zxingcpp.BarcodeFormat, format): name for format, name in NAMES.items()
}
# FNC1 in the first position makes a symbol GS1: the identifier of ISO/IEC 15424 says so.
GS1_NAMES = {
    ("]C1", "code-128"): "gs1-128", ("]d2", "data-matrix"): "gs1-data-matrix",
    ("]Q3", "qr-code"): "gs1-qr-code",
}


def decode(image):
    """The symbols in a grey image: symbology, data, and four corners in pixels."""
    pixels = memoryview(image.tobytes()).cast("B", (image.height, image.width))
    readings = []
    for found in zxingcpp.read_barcodes(pixels, formats=FORMATS, **SETTINGS):
        # The library calls runes Aztec; only the identifier of ISO/IEC 15424 distinguishes them.
        is_rune = found.symbology_identifier == "]zC"
        symbology = "aztec-rune" if is_rune else SYMBOLOGIES.get(found.format)
        symbology = GS1_NAMES.get((found.symbology_identifier, symbology), symbology)
        at = found.position
        corners = [(point.x, point.y) for point in
                   (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
        readings.append((symbology, bytes(found.bytes), corners))
    return readings
