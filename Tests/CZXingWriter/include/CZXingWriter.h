#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The modules of a symbol that ZXing's own encoder drew, row after row: 1 is dark.
typedef struct {
  int columns;
  int rows;
  /// Memory to be freed with `czxing_writer_free`; NULL if the encoder refused.
  unsigned char *modules;
} CZXingDrawing;

/// Draws Latin-1 text without margin, one pixel for each module.
///
/// - `format`: ZXing's name, such as `Code128`.
/// - `ecc`: 0 to 8, or -1 for its default.
CZXingDrawing czxing_write(
    const char *format, const unsigned char *text, size_t count, int ecc);

void czxing_writer_free(CZXingDrawing drawing);

#ifdef __cplusplus
}
#endif
