#include <dmtx.h>

/// Gives the place of a point of the symbol's unit square in libdmtx's image (y up, shrunk).
/// (0, 0) is the corner of the L, (1, 0) the end of its lower bar, (0, 1) the end of its left bar.
static inline DmtxVector2 cdmtx_point(DmtxRegion *region, double x, double y) {
  DmtxVector2 point = {x, y};
  dmtxMatrix3VMultiplyBy(&point, region->fit2raw);
  return point;
}
