"""Decoder plugins over OpenCV's four barcode readers; the first argument says which one."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../SDK/python"))
import harness_decoder  # noqa: E402 — found through the line above
from harness_decoder import Failure, Reading, flag  # noqa: E402


class OpenCV(harness_decoder.Decoder):
    """The parts that the four decoders share."""

    library = "OpenCV"
    symbologies = ["qr-code"]
    install = "harness plugin install opencv (or: pip install opencv-contrib-python-headless)"
    several = flag("several", True, "Look for all symbols in the image; false looks for one.")

    @classmethod
    def load(cls):
        global cv2, numpy
        import cv2
        import numpy
        return cv2.__version__

    def __init__(self, options):
        # One core, as for every decoder; the time measured is then the time used.
        cv2.setNumThreads(1)
        self.several_wanted = options.get("several", True)
        self.detector = self.make(options)

    def decode(self, image, hints):
        image.require_pixels()
        try:
            found = self.find(numpy.ascontiguousarray(image.array()),
                              self.several_wanted and hints.maximum_count != 1)
        except cv2.error as failure:
            raise Failure(f"OpenCV: {failure.err}") from failure
        return found[:hints.maximum_count]

    def make(self, options):
        """Makes the library's detector."""
        raise NotImplementedError

    def find(self, pixels, several):
        """The readings in an array; all of them or the first."""
        raise NotImplementedError


class QRCodeDetector(OpenCV):
    """`cv2.QRCodeDetector`."""

    name = "opencv-qr"
    summary = "OpenCV's own QR Code reader, finding patterns by run lengths."
    options = [
        OpenCV.several,
        flag("alignment-markers", True, "Use alignment markers to straighten the symbol."),
    ]

    def make(self, options):
        detector = cv2.QRCodeDetector()
        detector.setUseAlignmentMarkers(options["alignment-markers"])
        return detector

    def find(self, pixels, several):
        if several:
            _, found, corners, _ = self.detector.detectAndDecodeBytesMulti(pixels)
        else:
            one, corners, _ = self.detector.detectAndDecodeBytes(pixels)
            found = [one]
        if corners is None:
            return []
        # Symbols that were found but not decoded are in the list too, with empty data.
        return [Reading(data, "qr-code", corners=middles(four))
                for data, four in zip(found, corners) if data]


class QRCodeDetectorAruco(QRCodeDetector):
    """`cv2.QRCodeDetectorAruco`."""

    name = "opencv-aruco"
    summary = "OpenCV's QR Code reader that finds its patterns as ArUco markers."
    options = [OpenCV.several]

    def make(self, options):
        return cv2.QRCodeDetectorAruco()


class WeChatQRCode(OpenCV):
    """`cv2.wechat_qrcode_WeChatQRCode`, without its neural networks."""

    name = "opencv-wechat"
    summary = "WeChat's QR Code reader in OpenCV's extra modules, without model files."

    def make(self, options):
        return cv2.wechat_qrcode_WeChatQRCode()

    def find(self, pixels, several):
        try:
            found, corners = self.detector.detectAndDecode(pixels)
        except UnicodeDecodeError as other:
            # The module cannot make a str of bytes that are not UTF-8; the exception has them.
            # If it found several symbols, the others are lost.
            return [Reading(other.object, "qr-code")]
        return [Reading(text, "qr-code", corners=four) for text, four in zip(found, corners)]


class BarcodeDetector(OpenCV):
    """`cv2.barcode.BarcodeDetector`."""

    name = "opencv-barcode"
    summary = "OpenCV's reader of EAN and UPC-A by gradients."
    symbologies = ["ean-13", "ean-8", "upc-a"]
    names = {"EAN_13": "ean-13", "EAN_8": "ean-8", "UPC_A": "upc-a", "UPC_E": "upc-e"}

    def make(self, options):
        return cv2.barcode.BarcodeDetector()

    def find(self, pixels, several):
        # No corners: the library's rectangle does not say where the symbol starts.
        _, found, kinds, _ = self.detector.detectAndDecodeWithType(pixels)
        return [Reading(text, self.names.get(kind)) for text, kind in zip(found, kinds) if text]


def middles(corners):
    """Turns corners given as pixel indices into the centres of those pixels."""
    return [(x + 0.5, y + 0.5) for x, y in corners]


DECODERS = {decoder.name: decoder for decoder in
            (QRCodeDetector, QRCodeDetectorAruco, WeChatQRCode, BarcodeDetector)}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in DECODERS:
        sys.exit(f"usage: {sys.argv[0]} {'|'.join(DECODERS)}")
    harness_decoder.main(DECODERS[sys.argv[1]])
