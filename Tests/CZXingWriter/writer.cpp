#include "CZXingWriter.h"

#include <ZXing/BarcodeFormat.h>
#include <ZXing/BitMatrix.h>
#include <ZXing/CharacterSet.h>
#include <ZXing/MultiFormatWriter.h>

#include <cstdlib>
#include <exception>
#include <string>

CZXingDrawing czxing_write(
    const char *format, const unsigned char *text, size_t count, int ecc) {
  CZXingDrawing drawing = {0, 0, nullptr};
  try {
    // Bytes become the first 256 characters of Unicode, which ISO 8859-1 turns back into bytes.
    std::wstring characters(text, text + count);
    ZXing::MultiFormatWriter writer(ZXing::BarcodeFormatFromString(format));
    writer.setMargin(0).setEccLevel(ecc).setEncoding(ZXing::CharacterSet::ISO8859_1);
    ZXing::BitMatrix matrix = writer.encode(characters, 0, 0);
    unsigned char *modules =
        static_cast<unsigned char *>(malloc(size_t(matrix.width()) * matrix.height()));
    if (!modules) return drawing;
    for (int y = 0; y < matrix.height(); ++y)
      for (int x = 0; x < matrix.width(); ++x)
        modules[size_t(y) * matrix.width() + x] = matrix.get(x, y) ? 1 : 0;
    drawing = {matrix.width(), matrix.height(), modules};
  } catch (const std::exception &) {
    // A text that the encoder refuses has no modules.
  }
  return drawing;
}

void czxing_writer_free(CZXingDrawing drawing) { free(drawing.modules); }
