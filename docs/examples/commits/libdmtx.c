/* A decoder plugin of libdmtx as it stands in a checkout. */
#include "harness_decoder.h"

#include "dmtx.h"

/* Positions of the search grid that are tried, the same number on every machine. */
enum { POSITIONS = 2000 };

static void decode(void *state, const harness_image *image, const harness_hints *hints,
                   harness_readings *readings) {
  (void)state, (void)hints;
  if (image->width == 0 || image->height == 0) {
    harness_fail(readings, "libdmtx takes no image without pixels");
    return;
  }
  DmtxImage *view =
      dmtxImageCreate(image->pixels, (int)image->width, (int)image->height, DmtxPack8bppK);
  dmtxImageSetProp(view, DmtxPropRowPadBytes, (int)(image->row_stride - image->width));
  DmtxDecode *search = dmtxDecodeCreate(view, 1);
  DmtxMessage *message = NULL;
  for (int i = 0; i < POSITIONS && !message; ++i) {
    /* The library looks at the clock behind each position: with no time left, it searches one. */
    DmtxTime past = {0};
    if (search->grid.extent == 0 || search->grid.extent < search->grid.minExtent) break;
    DmtxRegion *region = dmtxRegionFindNext(search, &past);
    if (!region) continue;
    message = dmtxDecodeMatrixRegion(search, region, DmtxUndefined);
    dmtxRegionDestroy(&region);
  }
  if (message) {
    /* The code word 232 in the first place is FNC1. */
    const char *symbology = message->code[0] == 232 ? "gs1-data-matrix" : "data-matrix";
    harness_add_reading(readings, symbology, message->output, (size_t)message->outputIdx, NULL, NULL);
    dmtxMessageDestroy(&message);
  }
  dmtxDecodeDestroy(&search);
  dmtxImageDestroy(&view);
}

int main(int argc, char **argv) {
  static const char *const read[] = {"data-matrix", NULL};
  const harness_decoder plugin = {.name = "libdmtx-commit", .library = "libdmtx", .library_version = COMMIT,
                                  .symbologies = read, .decode = decode};
  return harness_decoder_main(argc, argv, &plugin);
}
