// A decoder plugin of ZXing-C++ as it stands in a checkout: releases 2.2 and later, and what comes after them.
#include "harness_decoder.h"

#include "ReadBarcode.h"

#include <algorithm>
#include <exception>
#include <map>
#include <string>

using namespace ZXing;

// What the library calls a format, without case, blanks and signs: releases write one name in several ways.
static const std::map<std::string, const char *> symbologies = {
    {"qrcode", "qr-code"}, {"qrcodemodel1", "qr-code"}, {"qrcodemodel2", "qr-code"},
    {"microqrcode", "micro-qr-code"}, {"rmqrcode", "rmqr-code"}, {"datamatrix", "data-matrix"},
    {"aztec", "aztec"}, {"azteccode", "aztec"}, {"aztecrune", "aztec-rune"}, {"pdf417", "pdf417"},
    {"compactpdf417", "pdf417"}, {"micropdf417", "micro-pdf417"}, {"maxicode", "maxicode"},
    {"code128", "code-128"}, {"code39", "code-39"}, {"code39standard", "code-39"}, {"code93", "code-93"},
    {"codabar", "codabar"}, {"itf", "itf"}, {"itf14", "itf-14"}, {"ean13", "ean-13"}, {"isbn", "ean-13"},
    {"ean8", "ean-8"}, {"upca", "upc-a"}, {"upce", "upc-e"}, {"databar", "databar"},
    {"databaromni", "databar"}, {"databarstacked", "databar-stacked"}, {"databarlimited", "databar-limited"},
    {"databarexpanded", "databar-expanded"}, {"databarexpandedstacked", "databar-expanded-stacked"}};

static const char *symbology(const Barcode &barcode) {
  const std::string identifier = barcode.symbologyIdentifier();
  if (identifier == "]C1") return "gs1-128";
  if (identifier == "]d2") return "gs1-data-matrix";
  if (identifier == "]Q3") return "gs1-qr-code";
  if (identifier == "]zC") return "aztec-rune";
  std::string name;
  for (char letter : std::string(ToString(barcode.format())))
    if (std::isalnum(static_cast<unsigned char>(letter))) name += std::tolower(letter);
  const auto found = symbologies.find(name);
  return found == symbologies.end() ? nullptr : found->second;
}

static void decode(void *, const harness_image *image, const harness_hints *hints, harness_readings *readings) {
  try {
    const ImageView view(image->pixels, int(image->width), int(image->height), ImageFormat::Lum,
                         int(image->row_stride));
    ReaderOptions options;
    options.setTextMode(TextMode::Plain);
    if (hints->maximum_count >= 0)
      options.setMaxNumberOfSymbols(uint8_t(std::min(hints->maximum_count, 255LL)));
    for (const auto &barcode : ReadBarcodes(view, options)) {
      if (!barcode.isValid()) continue;
      const auto &at = barcode.position();
      harness_point corners[4];
      for (int i = 0; i < 4; ++i) corners[i] = {double(at[i].x), double(at[i].y)};
      harness_add_reading(readings, symbology(barcode), barcode.bytes().data(), barcode.bytes().size(),
                          barcode.text().c_str(), corners);
      const std::string identifier = barcode.symbologyIdentifier();
      harness_facts facts = {};
      facts.symbology_identifier = identifier.c_str();
      harness_add_facts(readings, &facts);
    }
  } catch (const std::exception &fault) {
    harness_fail(readings, "%s", fault.what());
  }
}

int main(int argc, char **argv) {
  const char *const read[] = {
      "qr-code", "micro-qr-code", "rmqr-code", "data-matrix", "aztec", "aztec-rune", "pdf417", "maxicode",
      "code-128", "code-39", "code-93", "codabar", "itf", "ean-13", "ean-8", "upc-a", "upc-e", "databar",
      "databar-limited", "databar-expanded", nullptr};
  harness_decoder plugin = {};
  plugin.name = "zxing-cpp-commit";
  plugin.library = "ZXing-C++";
  plugin.library_version = COMMIT;
  plugin.symbologies = read;
  plugin.decode = decode;
  return harness_decoder_main(argc, argv, &plugin);
}
