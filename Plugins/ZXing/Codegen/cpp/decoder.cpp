// ZXing-C++ 1.4: the library's settings, and its results as readings.

// The library's texts are UTF-8, as they are in later versions; the program does not use them.
#define ZX_USE_UTF8
#include <ZXing/ReadBarcode.h>

#include <cstdio>
#include <exception>

#include "scanner.h"

using namespace ZXing;

namespace {

DecodeHints hints() {
  DecodeHints hints;
{{#narrowed}}
  // The formats to look for: the fewer, the faster.
  BarcodeFormats formats;
{{#formats}}
  formats |= BarcodeFormat::{{code}};
{{/formats}}
  hints.setFormats(formats);
{{/narrowed}}
{{^narrowed}}
  // No format is named: the library looks for all of them.
{{/narrowed}}
  // Look at every row and use the slower detectors.
  hints.setTryHarder({{option.try-harder}});
  // Look for linear codes turned by 90 degrees too.
  hints.setTryRotate({{option.try-rotate}});
  // Look again in copies that are this many times smaller, while the shorter side is longer than so many
  // pixels.
  hints.setTryDownscale({{option.try-downscale}});
  hints.setDownscaleThreshold({{option.downscale-threshold}});
  hints.setDownscaleFactor({{option.downscale-factor}});
  // How grey becomes black and white.
  hints.setBinarizer(Binarizer::{{option.binarizer}});
  // Rows that must agree before a linear code is believed.
  hints.setMinLineCount({{option.min-lines}});
  hints.setMaxNumberOfSymbols({{option.max-symbols}});
  hints.setTryCode39ExtendedMode({{option.try-code39-extended}});
  // Take only symbols whose last character is a right check character.
  hints.setValidateCode39CheckSum({{option.validate-code39-check}});
  hints.setValidateITFCheckSum({{option.validate-itf-check}});
  hints.setReturnCodabarStartEnd({{option.codabar-start-stop}});
  // The 2 or 5 digits beside an EAN or UPC symbol.
  hints.setEanAddOnSymbol(EanAddOnSymbol::{{option.ean-add-on}});
  return hints;
}

const char *symbology(const Result &result) {
  const std::string identifier = result.symbologyIdentifier();
  if (identifier == "]C1") return "gs1-128";
  if (identifier == "]d2") return "gs1-data-matrix";
  if (identifier == "]Q3") return "gs1-qr-code";
  switch (result.format()) {
  case BarcodeFormat::Aztec: return "aztec";
  case BarcodeFormat::Codabar: return "codabar";
  case BarcodeFormat::Code39: return "code-39";
  case BarcodeFormat::Code93: return "code-93";
  case BarcodeFormat::Code128: return "code-128";
  case BarcodeFormat::DataBar: return "databar";
  case BarcodeFormat::DataBarExpanded: return "databar-expanded";
  case BarcodeFormat::DataMatrix: return "data-matrix";
  case BarcodeFormat::EAN8: return "ean-8";
  case BarcodeFormat::EAN13: return "ean-13";
  case BarcodeFormat::ITF: return "itf";
  case BarcodeFormat::MaxiCode: return "maxicode";
  case BarcodeFormat::PDF417: return "pdf417";
  case BarcodeFormat::QRCode: return "qr-code";
  case BarcodeFormat::MicroQRCode: return "micro-qr-code";
  case BarcodeFormat::UPCA: return "upc-a";
  case BarcodeFormat::UPCE: return "upc-e";
  default: return nullptr;
  }
}

// Hands a result on. False when no more are wanted.
bool take(const Result &result) {
  // Of linear codes the library gives pixels of the rows that read them, hence their centres.
  bool is_linear = BarcodeFormats(BarcodeFormat::LinearCodes).testFlag(result.format());
  double shift = is_linear ? 0.5 : 0;
  Point corners[4];
  bool has_corners = false;
  for (int i = 0; i < 4; ++i) {
    PointI corner = result.position()[i];
    // Four zeros stand for a place that is not known.
    has_corners = has_corners || corner.x != 0 || corner.y != 0;
    corners[i] = {corner.x + shift, corner.y + shift};
  }
  Reading reading = {
      symbology(result), result.bytes().data(), result.bytes().size(),
      has_corners ? corners : nullptr};
  return scanner_take(&reading) != 0;
}

}  // namespace

int decode(const Image *image, char *message, size_t room) {
  try {
    ImageView view(image->pixels, image->width, image->height, ImageFormat::Lum);
    for (const Result &result : ReadBarcodes(view, hints()))
      if (result.isValid() && !take(result)) break;
  } catch (const std::exception &exception) {
    std::snprintf(message, room, "ZXing threw %s", exception.what());
    return -1;
  }
  return 0;
}
