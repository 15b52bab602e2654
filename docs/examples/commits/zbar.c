/* A decoder plugin of zbar as it stands in a checkout. */
#include "harness_decoder.h"

#include <string.h>
#include <zbar.h>

static const char *symbology(const zbar_symbol_t *symbol) {
  const bool is_gs1 = zbar_symbol_get_modifiers(symbol) & (1 << ZBAR_MOD_GS1);
  switch (zbar_symbol_get_type(symbol)) {
  case ZBAR_QRCODE: return is_gs1 ? "gs1-qr-code" : "qr-code";
  case ZBAR_CODE128: return is_gs1 ? "gs1-128" : "code-128";
  case ZBAR_CODE39: return "code-39";
  case ZBAR_CODE93: return "code-93";
  case ZBAR_CODABAR: return "codabar";
  case ZBAR_EAN13: return "ean-13";
  case ZBAR_EAN8: return "ean-8";
  case ZBAR_I25: return "itf";
  case ZBAR_DATABAR: return "databar";
  case ZBAR_DATABAR_EXP: return "databar-expanded";
  default: return NULL;
  }
}

static void decode(void *state, const harness_image *image, const harness_hints *hints,
                   harness_readings *readings) {
  (void)state, (void)hints;
  if (image->width == 0 || image->height == 0) {
    harness_fail(readings, "zbar takes no image without pixels");
    return;
  }
  /* A scanner remembers half-read symbols: each image gets one of its own. */
  zbar_image_scanner_t *scanner = zbar_image_scanner_create();
  static const zbar_symbol_type_t types[] = {
      ZBAR_QRCODE, ZBAR_CODE128, ZBAR_CODE39, ZBAR_CODE93, ZBAR_CODABAR,
      ZBAR_EAN13, ZBAR_EAN8, ZBAR_I25, ZBAR_DATABAR, ZBAR_DATABAR_EXP};
  zbar_image_scanner_set_config(scanner, 0, ZBAR_CFG_ENABLE, 0);
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
    zbar_image_scanner_set_config(scanner, types[i], ZBAR_CFG_ENABLE, 1);
#ifdef HAS_BINARY
  zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
#endif
  /* zbar knows no row stride. */
  for (size_t y = 1; y < image->height && image->row_stride != image->width; ++y)
    memmove(image->pixels + y * image->width, image->pixels + y * image->row_stride, image->width);
  zbar_image_t *view = zbar_image_create();
  zbar_image_set_format(view, zbar_fourcc('Y', '8', '0', '0'));
  zbar_image_set_size(view, image->width, image->height);
  zbar_image_set_data(view, image->pixels, image->width * image->height, NULL);
  if (zbar_scan_image(scanner, view) < 0) harness_fail(readings, "zbar cannot scan the image");
  for (const zbar_symbol_t *one = zbar_image_first_symbol(view); one; one = zbar_symbol_next(one))
    harness_add_reading(readings, symbology(one), zbar_symbol_get_data(one),
                        zbar_symbol_get_data_length(one), NULL, NULL);
  zbar_image_destroy(view);
  zbar_image_scanner_destroy(scanner);
}

int main(int argc, char **argv) {
  static const char *const read[] = {"qr-code", "code-128", "code-39", "code-93", "codabar", "ean-13", "ean-8",
                                     "itf", "databar", "databar-expanded", NULL};
  const harness_decoder plugin = {.name = "zbar-commit", .library = "zbar", .library_version = COMMIT,
                                  .symbologies = read, .decode = decode};
  return harness_decoder_main(argc, argv, &plugin);
}
