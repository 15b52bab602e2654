// libdmtx: the library's settings, and its regions as readings.

#include <dmtx.h>
#include <stdio.h>

#include "scanner.h"

// Stop looking after this many milliseconds, and after this many positions of the search grid (0: all).
#define TIMEOUT_MILLISECONDS {{option.timeout-ms}}
#define MAXIMUM_POSITIONS {{option.max-positions}}
// Stop after this many symbols.
#define MAXIMUM_COUNT {{option.max-count}}
// Look at every n-th pixel of every n-th row.
#define SHRINK {{option.shrink}}
// The byte that stands for FNC1 between GS1 fields; -1 drops it.
#define FNC1 {{option.fnc1}}

static const struct {
  DmtxProperty property;
  int value;
} settings[] = {
    // The shortest and the longest side that a symbol may have, in pixels; -1 for any.
    {DmtxPropEdgeMin, {{option.edge-min}}},
    {DmtxPropEdgeMax, {{option.edge-max}}},
    // Pixels between the lines of the finest search grid.
    {DmtxPropScanGap, {{option.scan-gap}}},
    // Degrees by which a symbol's corners may differ from right angles.
    {DmtxPropSquareDevn, {{option.square-deviation}}},
    // The weakest edge worth following, in percent of full contrast.
    {DmtxPropEdgeThresh, {{option.edge-threshold}}},
    // The only shape or size to look for.
    {DmtxPropSymbolSize, {{option.symbol-size}}},
    {DmtxPropFnc1, FNC1},
};

typedef struct {
  DmtxTime deadline;
  int positions;
} Patience;

// The next region that looks like a symbol; NULL when the image is searched or a limit is reached.
static DmtxRegion *next_region(DmtxDecode *search, Patience *patience) {
  if (MAXIMUM_POSITIONS == 0) return dmtxRegionFindNext(search, &patience->deadline);
  while (patience->positions-- > 0 && !dmtxTimeExceeded(patience->deadline)) {
    if (search->grid.extent == 0 || search->grid.extent < search->grid.minExtent) return NULL;
    // The library checks the time after each position: with no time left, it searches one.
    DmtxTime past = {0, 0};
    DmtxRegion *region = dmtxRegionFindNext(search, &past);
    if (region) return region;
  }
  return NULL;
}

// A corner of the symbol's unit square. libdmtx counts pixels, y upwards, from their centres.
static Point corner(const Image *image, DmtxDecode *search, DmtxRegion *region, double x, double y) {
  DmtxVector2 raw = {x, y};
  dmtxMatrix3VMultiplyBy(&raw, region->fit2raw);
  Point point = {raw.X * search->scale + 0.5, image->height - raw.Y * search->scale - 0.5};
  return point;
}

// Hands a region on. 0 when no more are wanted.
static int take(
    const Image *image, DmtxDecode *search, DmtxRegion *region, const DmtxMessage *message) {
  Point corners[4] = {
      corner(image, search, region, 0, 1), corner(image, search, region, 1, 1),
      corner(image, search, region, 1, 0), corner(image, search, region, 0, 0)};
  // Code word 232 at the start is FNC1: it means GS1 and is no data.
  int is_gs1 = message->code[0] == 232;
  size_t skipped = is_gs1 && FNC1 >= 0 && message->outputIdx > 0;
  Reading reading = {
      is_gs1 ? "gs1-data-matrix" : "data-matrix", message->output + skipped,
      (size_t)message->outputIdx - skipped, corners};
  return scanner_take(&reading);
}

static int search_image(const Image *image, DmtxDecode *search, char *text, size_t room) {
  for (size_t i = 0; i < sizeof settings / sizeof *settings; ++i)
    if (dmtxDecodeSetProp(search, settings[i].property, settings[i].value) != DmtxPass) {
      snprintf(text, room, "libdmtx refuses a setting of decoder.c: number %zu", i + 1);
      return -1;
    }
  Patience patience = {dmtxTimeAdd(dmtxTimeNow(), TIMEOUT_MILLISECONDS), MAXIMUM_POSITIONS};
  DmtxRegion *region;
  for (int count = 0; count < MAXIMUM_COUNT; ) {
    region = next_region(search, &patience);
    if (!region) break;
    // A region that cannot be decoded was no symbol: the search goes on.
    DmtxMessage *message = dmtxDecodeMatrixRegion(search, region, DmtxUndefined);
    int goes_on = 1;
    if (message) {
      count += 1;
      goes_on = take(image, search, region, message);
      dmtxMessageDestroy(&message);
    }
    dmtxRegionDestroy(&region);
    if (!goes_on) break;
  }
  return 0;
}

int decode(const Image *image, char *message, size_t room) {
  DmtxImage *view = dmtxImageCreate(image->pixels, image->width, image->height, DmtxPack8bppK);
  DmtxDecode *search = view ? dmtxDecodeCreate(view, SHRINK) : NULL;
  int outcome = -1;
  if (search) outcome = search_image(image, search, message, room);
  else snprintf(message, room, "libdmtx could not take the image");
  if (search) dmtxDecodeDestroy(&search);
  if (view) dmtxImageDestroy(&view);
  return outcome;
}
