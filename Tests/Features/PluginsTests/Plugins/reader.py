"""A plugin that keeps every promise, for others to break one each; Python 3 and libzbar.

It stands on its own feet, without the SDK, so that a fault here cannot hide one there.
"""
import base64
import ctypes
import json
import os
import struct
import sys
import time
from ctypes.util import find_library

NAMES = {13: "ean-13", 64: "qr-code", 128: "code-128"}


class Scanner:
    """libzbar, for three symbologies."""

    def __init__(self):
        try:
            self.zbar = ctypes.CDLL("libzbar.so.0")
        except OSError:
            self.zbar = ctypes.CDLL(find_library("zbar"))
        for name in ["image_scanner_create", "image_create", "image_first_symbol", "symbol_next"]:
            getattr(self.zbar, "zbar_" + name).restype = ctypes.c_void_p
        self.zbar.zbar_symbol_get_data.restype = ctypes.c_void_p
        self.scanner = ctypes.c_void_p(self.zbar.zbar_image_scanner_create())
        self.set(0, 0, 0)
        for kind in NAMES:
            self.set(kind, 0, 1)

    def set(self, kind, setting, value):
        self.zbar.zbar_image_scanner_set_config(self.scanner, kind, setting, value)

    def read(self, pixels, width, height):
        zbar, image = self.zbar, ctypes.c_void_p(self.zbar.zbar_image_create())
        zbar.zbar_image_set_format(image, ctypes.c_ulong(0x30303859))  # Y800
        zbar.zbar_image_set_size(image, width, height)
        zbar.zbar_image_set_data(image, pixels, ctypes.c_ulong(len(pixels)), None)
        zbar.zbar_scan_image(self.scanner, image)
        readings = []
        symbol = ctypes.c_void_p(zbar.zbar_image_first_symbol(image))
        while symbol.value:
            readings.append(self.reading(symbol))
            symbol = ctypes.c_void_p(zbar.zbar_symbol_next(symbol))
        zbar.zbar_image_destroy(image)
        return readings

    def reading(self, symbol):
        zbar = self.zbar
        data = ctypes.string_at(zbar.zbar_symbol_get_data(symbol),
                                zbar.zbar_symbol_get_data_length(symbol))
        reading = {"symbology": NAMES[zbar.zbar_symbol_get_type(symbol)],
                   "bytes": base64.b64encode(data).decode()}
        if zbar.zbar_symbol_get_loc_size(symbol) == 4:
            points = [[zbar.zbar_symbol_get_loc_x(symbol, i), zbar.zbar_symbol_get_loc_y(symbol, i)]
                      for i in (0, 3, 2, 1)]
            reading["corners"] = points
        return reading


class Plugin:
    """Every step is a method of its own."""

    def __init__(self):
        self.input, self.output = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        self.scanner = Scanner()

    def identity(self):
        return {"type": "hello", "protocol": 1, "name": "broken", "library": "zbar",
                "libraryVersion": "1", "symbologies": list(NAMES.values()),
                "options": [{"name": "passes", "kind": "integer", "minimum": 1, "maximum": 8,
                             "default": "2"},
                            {"name": "try-harder", "kind": "flag", "default": "false"}],
                "profiles": [{"name": "tuned", "summary": "", "settings": {"passes": "8"}}],
                "nonces": True}

    # Frames

    def frame(self, message):
        header = json.dumps(message).encode()
        return struct.pack("<II", len(header), 0) + header

    def send(self, message):
        self.output.write(self.frame(message))
        self.output.flush()

    def give_up(self, reason):
        self.send({"type": "error", "message": reason})
        sys.exit(1)

    def receive(self):
        """Header and payload; None at the end of the input."""
        prelude = self.input.read(8)
        if len(prelude) < 8:
            return None
        header, payload = struct.unpack("<II", prelude)
        self.check_lengths(header, payload)
        return self.parse(self.input.read(header)), self.input.read(payload)

    def check_lengths(self, header, payload):
        if not 1 <= header <= 1 << 20 or payload > 1 << 28:
            self.give_up("lengths past the limits")

    def parse(self, header):
        try:
            return json.loads(header)
        except ValueError:
            self.give_up("a header that is no JSON")

    # Turns

    def run(self):
        while (received := self.receive()) is not None:
            message, payload = received
            getattr(self, "on_" + message["type"])(message, payload)
        self.end()

    def end(self):
        sys.exit(0)

    def on_hello(self, message, _):
        if message["protocol"] != 1:
            self.give_up("this plugin speaks version 1")
        self.send(self.identity())

    def on_configure(self, message, _):
        for name, value in message["options"].items():
            good = {"profile": value in ("default", "tuned"),
                    "passes": value.isdigit() and 1 <= int(value) <= 8,
                    "try-harder": value in ("true", "false")}
            if not good.get(name, False):
                self.refuse(name, value)
        self.send({"type": "ready"})

    def refuse(self, name, value):
        self.give_up(f"{name} cannot be {value}")

    def on_decode(self, request, pixels):
        start = time.monotonic_ns()
        readings = self.read(request, self.rows(request, pixels))
        self.send(self.answer(request, readings, time.monotonic_ns() - start))

    def answer(self, request, readings, nanoseconds):
        return {"type": "result", "id": request["id"], "readings": readings,
                "nonce": request.get("nonce"),
                "wallNanoseconds": nanoseconds, "cpuNanoseconds": nanoseconds}

    def rows(self, request, pixels):
        """The pixels without padding."""
        width, height, stride = request["width"], request["height"], request["rowStride"]
        return pixels if stride == width else b"".join(
            pixels[y * stride:y * stride + width] for y in range(height))

    def read(self, request, rows):
        if not rows:
            return []
        return [self.changed(request, reading)
                for reading in self.scanner.read(rows, request["width"], request["height"])]

    def changed(self, request, reading):
        return reading


def is_empty(request):
    return request["width"] == 0 or request["height"] == 0
