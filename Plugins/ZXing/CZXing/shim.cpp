#include "CZXing.h"

#include <ZXing/ReadBarcode.h>
#include <ZXing/ZXVersion.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

using namespace ZXing;

static_assert(CZXingAztec == static_cast<int>(BarcodeFormat::Aztec));
static_assert(CZXingDataBar == static_cast<int>(BarcodeFormat::DataBar));
static_assert(CZXingDataMatrix == static_cast<int>(BarcodeFormat::DataMatrix));
static_assert(CZXingITF == static_cast<int>(BarcodeFormat::ITF));
static_assert(CZXingQRCode == static_cast<int>(BarcodeFormat::QRCode));
static_assert(CZXingMicroQRCode == static_cast<int>(BarcodeFormat::MicroQRCode));

namespace {

struct OwnedSymbol {
  BarcodeFormat format;
  std::string identifier;
  ByteArray bytes;
  std::string text;
  Position position;
  std::vector<CZXingInterpretation> interpretations;

  explicit OwnedSymbol(const Result &result)
      : format(result.format()), identifier(result.symbologyIdentifier()), bytes(result.bytes()),
        text(result.text()), position(result.position()) {
    if (result.hasECI()) findInterpretations(result.bytesECI());
  }

private:
  // The library tells the ECIs only among the data: behind an identifier of three bytes, an ECI is a
  // backslash and six digits, and a backslash of the data is two of them.
  void findInterpretations(const ByteArray &announced) {
    int32_t offset = 0;
    for (size_t i = 3; i < announced.size(); ++i) {
      const bool isEscape = announced[i] == '\\' && i + 1 < announced.size();
      if (!isEscape || announced[i + 1] == '\\' || i + 6 >= announced.size()) {
        ++offset;
        if (isEscape && announced[i + 1] == '\\') ++i;
        continue;
      }
      const std::string digits(announced.begin() + i + 1, announced.begin() + i + 7);
      // The number of a part without one is -1; of several for the same byte the last counts.
      const int number = std::atoi(digits.c_str());
      if (!interpretations.empty() && interpretations.back().offset == offset)
        interpretations.pop_back();
      if (number >= 0) interpretations.push_back({offset, number});
      i += 6;
    }
  }
};

DecodeHints hintsFrom(const CZXingSettings &s) {
  BarcodeFormats formats;
  for (uint32_t bit = 1; bit <= CZXingMicroQRCode; bit <<= 1)
    if (s.formats & bit) formats |= static_cast<BarcodeFormat>(bit);

  DecodeHints hints;
  hints.setFormats(formats);
  hints.setTryHarder(s.tryHarder);
  hints.setTryRotate(s.tryRotate);
  hints.setTryDownscale(s.tryDownscale);
  hints.setDownscaleThreshold(static_cast<uint16_t>(s.downscaleThreshold));
  hints.setDownscaleFactor(static_cast<uint8_t>(s.downscaleFactor));
  hints.setBinarizer(static_cast<Binarizer>(s.binarizer));
  hints.setMinLineCount(static_cast<uint8_t>(s.minimumLineCount));
  hints.setMaxNumberOfSymbols(static_cast<uint8_t>(s.maximumSymbolCount));
  hints.setTryCode39ExtendedMode(s.tryCode39Extended);
  hints.setValidateCode39CheckSum(s.validateCode39CheckSum);
  hints.setValidateITFCheckSum(s.validateITFCheckSum);
  hints.setReturnCodabarStartEnd(s.returnCodabarStartEnd);
  hints.setEanAddOnSymbol(static_cast<EanAddOnSymbol>(s.eanAddOn));
  return hints;
}

}  // namespace

struct CZXingOutcome {
  std::vector<OwnedSymbol> symbols;
  std::string error;
  bool failed = false;
};

#define CZXING_TEXT(x) #x
#define CZXING_DOTTED(a, b, c) CZXING_TEXT(a) "." CZXING_TEXT(b) "." CZXING_TEXT(c)

const char *czxing_version(void) {
  return CZXING_DOTTED(ZXING_VERSION_MAJOR, ZXING_VERSION_MINOR, ZXING_VERSION_PATCH);
}

CZXingOutcome *czxing_read(
    const uint8_t *_Nullable pixels, int width, int height, int rowStride, CZXingSettings settings) {
  auto *outcome = new CZXingOutcome;
  try {
    ImageView view(pixels, width, height, ImageFormat::Lum, rowStride);
    for (auto &result : ReadBarcodes(view, hintsFrom(settings)))
      if (result.isValid())
        outcome->symbols.emplace_back(result);
  } catch (const std::exception &exception) {
    outcome->failed = true;
    outcome->error = exception.what();
  } catch (...) {
    outcome->failed = true;
    outcome->error = "something that is no std::exception";
  }
  return outcome;
}

const char *_Nullable czxing_error(const CZXingOutcome *outcome) {
  return outcome->failed ? outcome->error.c_str() : nullptr;
}

size_t czxing_count(const CZXingOutcome *outcome) { return outcome->symbols.size(); }

CZXingSymbol czxing_symbol(const CZXingOutcome *outcome, size_t index) {
  const OwnedSymbol &symbol = outcome->symbols.at(index);
  CZXingSymbol view = {
      static_cast<uint32_t>(symbol.format), symbol.identifier.c_str(), symbol.bytes.data(),
      symbol.bytes.size(), symbol.text.c_str(), {}, symbol.interpretations.data(),
      symbol.interpretations.size()};
  for (int i = 0; i < 4; ++i) view.corners[i] = {symbol.position[i].x, symbol.position[i].y};
  return view;
}

void czxing_free(CZXingOutcome *outcome) { delete outcome; }
