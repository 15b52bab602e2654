// What the program does around the library: which readings count, and when to stop.
#ifndef SCANNER_H
#define SCANNER_H

#include <stddef.h>

#include "image.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double x, y;
} Point;

// One symbol as the library read it.
typedef struct {
  const char *symbology;       // such as "ean-13"; NULL if the library tells none
  const unsigned char *bytes;  // the data
  size_t count;
  const Point *corners;        // four, around the symbol, in pixels; NULL if its place is not known
} Reading;

// Takes a reading of the image that is being decoded. Returns 0 when no more are wanted from it.
int scanner_take(const Reading *reading);

// Reads an image with the library and passes on each symbol to scanner_take, until that returns 0.
// Returns 0, or -1 with a message of at most `room` bytes. The decoder's file has it.
int decode(const Image *image, char *message, size_t room);

#ifdef __cplusplus
}
#endif

#endif
