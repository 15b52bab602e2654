#pragma once

#include <stddef.h>
#include <stdint.h>

// A C interface to ZXing-C++ 1.4: it throws no exceptions and returns only plain values.

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

// The library's bits for its formats; the shim asserts that they agree with the library's header.
enum {
  CZXingAztec = 1 << 0,
  CZXingCodabar = 1 << 1,
  CZXingCode39 = 1 << 2,
  CZXingCode93 = 1 << 3,
  CZXingCode128 = 1 << 4,
  CZXingDataBar = 1 << 5,
  CZXingDataBarExpanded = 1 << 6,
  CZXingDataMatrix = 1 << 7,
  CZXingEAN8 = 1 << 8,
  CZXingEAN13 = 1 << 9,
  CZXingITF = 1 << 10,
  CZXingMaxiCode = 1 << 11,
  CZXingPDF417 = 1 << 12,
  CZXingQRCode = 1 << 13,
  CZXingUPCA = 1 << 14,
  CZXingUPCE = 1 << 15,
  CZXingMicroQRCode = 1 << 16,
};

// The settings that the library calls hints, named after its setters. `binarizer` and `eanAddOn`
// count in the order of the library's enums; `formats` is a sum of the bits above, 0 for all.
typedef struct {
  uint32_t formats;
  int tryHarder, tryRotate, tryDownscale;
  int downscaleThreshold, downscaleFactor;
  int binarizer;
  int minimumLineCount, maximumSymbolCount;
  int tryCode39Extended, validateCode39CheckSum, validateITFCheckSum;
  int returnCodabarStartEnd;
  int eanAddOn;
} CZXingSettings;

typedef struct {
  int32_t x, y;
} CZXingPoint;

// An Extended Channel Interpretation that the symbol announces: the number of bytes before it, and its number.
typedef struct {
  int32_t offset, number;
} CZXingInterpretation;

// One symbol; its pointers live as long as the list that it came from.
typedef struct {
  uint32_t format;
  const char *symbologyIdentifier;
  const uint8_t *_Nullable bytes;
  size_t byteCount;
  const char *text;
  CZXingPoint corners[4];  // top left, top right, bottom right, bottom left
  const CZXingInterpretation *_Nullable interpretations;
  size_t interpretationCount;
} CZXingSymbol;

// The outcome of one call: symbols, or an error in words (NULL when there was none).
typedef struct CZXingOutcome CZXingOutcome;

// The version of the headers that the shim was compiled with; the library has no function for it.
const char *czxing_version(void);

// Reads 8-bit luminance; `width` and `height` must be at least 1. Never returns NULL.
CZXingOutcome *czxing_read(
    const uint8_t *_Nullable pixels, int width, int height, int rowStride, CZXingSettings settings);
const char *_Nullable czxing_error(const CZXingOutcome *outcome);
size_t czxing_count(const CZXingOutcome *outcome);
CZXingSymbol czxing_symbol(const CZXingOutcome *outcome, size_t index);
void czxing_free(CZXingOutcome *outcome);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
