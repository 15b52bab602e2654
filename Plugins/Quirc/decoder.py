"""Decoder plugin over pyquirc, the Python bindings of quirc."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../SDK/python"))
import harness_decoder  # noqa: E402 — found through the line above
from harness_decoder import Reading  # noqa: E402


class Quirc(harness_decoder.Decoder):
    name = "quirc"
    library = "quirc (pyquirc)"
    summary = "Small and quick QR Code reader."
    symbologies = ["qr-code"]
    install = "harness plugin install quirc (or: pip install pyquirc)"

    @classmethod
    def load(cls):
        global quirc
        import quirc
        from importlib.metadata import version
        return version("pyquirc")

    def decode(self, image, hints):
        image.require_pixels()
        decoder = quirc.Decoder(image.packed().cast("B", (image.height, image.width)))
        readings = []
        for index in range(len(decoder)):
            code = decoder.extract(index)
            try:
                data = decoder.decode(code)
            except RuntimeError:
                continue  # Found but not decodable: not read.
            corners = [(point.x, point.y) for point in code.corners]
            readings.append(Reading(data.payload, "qr-code", corners=corners))
        return readings[:hints.maximum_count]


if __name__ == "__main__":
    harness_decoder.main(Quirc)
