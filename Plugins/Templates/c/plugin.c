/* template-name: a decoder plugin for barcode-harness. */
#include "harness_decoder.h"

/* Reads an image. For each symbol found, call
 * harness_add_reading(readings, "qr-code", bytes, count, NULL, corners or NULL). */
static void decode(void *state, const harness_image *image, const harness_hints *hints,
                   harness_readings *readings) {
  (void)state, (void)hints, (void)readings;
  if (image->width == 0 || image->height == 0) return;
}

int main(int argc, char **argv) {
  /* The symbologies it reads, by the names in the harness's docs/plugin-protocol.md:
   * {"qr-code", NULL}. Others count as unsupported, which is no failure. */
  static const char *const symbologies[] = {NULL};
  const harness_decoder decoder = {
      .name = "template-name",
      .summary = "Reads nothing yet.",
      .library = "none", /* The library that reads; "none" until there is one. */
      .library_version = "0",
      .symbologies = symbologies,
      .decode = decode,
  };
  return harness_decoder_main(argc, argv, &decoder);
}
