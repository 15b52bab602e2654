"""The decoder plugin of toyread: calls the library that `make` has built."""
import ctypes
import os

import harness_decoder
from harness_decoder import Reading, Unavailable

LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "libtoyread.so")


class Toyread(harness_decoder.Decoder):
    name = "toyread"
    library = "toyread"
    summary = "Reads EAN-13 along nine scan lines."
    symbologies = ["ean-13"]
    install = "make"

    @classmethod
    def load(cls):
        try:
            cls.toyread = ctypes.CDLL(LIBRARY)
        except OSError as fault:
            raise Unavailable(str(fault))
        cls.toyread.toyread_version.restype = ctypes.c_char_p
        cls.toyread.toyread_ean13.argtypes = [ctypes.c_void_p] + 3 * [ctypes.c_size_t] + [ctypes.c_char_p]
        return cls.toyread.toyread_version().decode()

    def decode(self, image, hints):
        if image.is_empty:
            return []
        digits = ctypes.create_string_buffer(14)
        pixels = (ctypes.c_ubyte * image.pixels.nbytes).from_buffer(image.pixels)
        if not self.toyread.toyread_ean13(pixels, image.width, image.height, image.row_stride, digits):
            return []
        return [Reading(digits.value, "ean-13")]


if __name__ == "__main__":
    harness_decoder.main(Toyread)
