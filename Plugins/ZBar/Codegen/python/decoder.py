"""zbar through pyzbar: the library's settings, and its symbols as readings."""
from ctypes import POINTER, c_uint, string_at

from pyzbar import wrapper as zbar
from pyzbar.wrapper import ZBarConfig, ZBarSymbol

# What pyzbar has no names for.
CFG_BINARY = 4
CFG_TEST_INVERTED = 0x81
MODIFIER_GS1 = 1 << 0
Y800 = int.from_bytes(b"Y800", "little")
zbar_symbol_get_modifiers = zbar.zbar_function(
    "zbar_symbol_get_modifiers", c_uint, POINTER(zbar.zbar_symbol))

#: The symbologies to look for. They are switched on one by one: all at once would turn EAN-13 into ISBN
#: and add-ons into composites.
TYPES = [
{{#formats}}
    ZBarSymbol.{{code}},
{{/formats}}
]

#: True to get UPC-A and UPC-E as such; otherwise they come as EAN-13.
NAMES_UPC_A = {{option.upca}}
NAMES_UPC_E = {{option.upce}}

SETTINGS = [
    # Columns and rows from one scan line to the next.
    (ZBarSymbol.NONE, ZBarConfig.CFG_X_DENSITY, {{option.x-density}}),
    (ZBarSymbol.NONE, ZBarConfig.CFG_Y_DENSITY, {{option.y-density}}),
    # Look again in the inverted image when nothing was found.
    (ZBarSymbol.NONE, CFG_TEST_INVERTED, {{option.test-inverted}}),
    # Collect points along linear codes.
    (ZBarSymbol.NONE, ZBarConfig.CFG_POSITION, {{option.position}}),
    # The bytes of QR Codes as they are, instead of a guess at their charset.
    (ZBarSymbol.QRCODE, CFG_BINARY, {{option.binary}}),
    # The shortest symbols.
    (ZBarSymbol.I25, ZBarConfig.CFG_MIN_LEN, {{option.i25-min-length}}),
    (ZBarSymbol.CODABAR, ZBarConfig.CFG_MIN_LEN, {{option.codabar-min-length}}),
    (ZBarSymbol.CODE39, ZBarConfig.CFG_MIN_LEN, {{option.code39-min-length}}),
]

NAMES = {
    ZBarSymbol.QRCODE: "qr-code", ZBarSymbol.CODE128: "code-128", ZBarSymbol.CODE39: "code-39",
    ZBarSymbol.CODE93: "code-93", ZBarSymbol.CODABAR: "codabar", ZBarSymbol.I25: "itf",
    ZBarSymbol.EAN13: "ean-13", ZBarSymbol.EAN8: "ean-8", ZBarSymbol.UPCA: "upc-a",
    ZBarSymbol.UPCE: "upc-e", ZBarSymbol.DATABAR: "databar",
    ZBarSymbol.DATABAR_EXP: "databar-expanded",
}
GS1_NAMES = {ZBarSymbol.QRCODE: "gs1-qr-code", ZBarSymbol.CODE128: "gs1-128"}


def configure(scanner):
    def set_up(symbol, config, value):
        zbar.zbar_image_scanner_set_config(scanner, symbol, config, int(value))

    set_up(ZBarSymbol.NONE, ZBarConfig.CFG_ENABLE, False)
    types = list(TYPES)
    if ZBarSymbol.EAN13 in types:
        types += [ZBarSymbol.UPCA] * NAMES_UPC_A + [ZBarSymbol.UPCE] * NAMES_UPC_E
    for symbol in types:
        set_up(symbol, ZBarConfig.CFG_ENABLE, True)
    for setting in SETTINGS:
        set_up(*setting)


def reading(symbol):
    kind = symbol.contents.type
    is_gs1 = zbar_symbol_get_modifiers(symbol) & MODIFIER_GS1
    name = (is_gs1 and GS1_NAMES.get(kind)) or NAMES.get(kind)
    data = string_at(
        zbar.zbar_symbol_get_data(symbol), zbar.zbar_symbol_get_data_length(symbol))
    corners = None
    # Of linear codes there is one point for each scan line, which is no outline.
    if kind == ZBarSymbol.QRCODE and zbar.zbar_symbol_get_loc_size(symbol) == 4:
        corners = [(zbar.zbar_symbol_get_loc_x(symbol, index),
                    zbar.zbar_symbol_get_loc_y(symbol, index)) for index in range(4)]
    return name, data, corners


def decode(image):
    """The symbols in a grey image: symbology, data, and four corners in pixels where they are known."""
    # zbar's scanner keeps half-read symbols from one image to the next, so each image gets a new one.
    scanner = zbar.zbar_image_scanner_create()
    view = zbar.zbar_image_create()
    # Kept until the end: the library looks at these bytes.
    pixels = image.tobytes()
    try:
        configure(scanner)
        zbar.zbar_image_set_format(view, Y800)
        zbar.zbar_image_set_size(view, image.width, image.height)
        zbar.zbar_image_set_data(view, pixels, len(pixels), None)
        if zbar.zbar_scan_image(scanner, view) < 0:
            raise RuntimeError("zbar could not scan the image")
        readings = []
        symbol = zbar.zbar_image_first_symbol(view)
        while symbol:
            readings.append(reading(symbol))
            symbol = zbar.zbar_symbol_next(symbol)
        return readings
    finally:
        zbar.zbar_image_destroy(view)
        zbar.zbar_image_scanner_destroy(scanner)
