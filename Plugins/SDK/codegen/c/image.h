// Grey images from PNG, JPEG and PGM files.
#ifndef IMAGE_H
#define IMAGE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// 8-bit luminance, row by row without padding.
typedef struct {
  int width, height;
  unsigned char *pixels;
} Image;

// Reads a file. Returns 0, or -1 with a message of at most `room` bytes. Colours are weighted as by
// ITU-R BT.601, transparent pixels show white behind them, and JPEG files are turned upright as their
// Exif orientation says.
int image_read(const char *path, Image *image, char *message, size_t room);

// Copies a part, which lies inside the image, to an image of its own. Returns -1 without memory.
int image_crop(const Image *image, int left, int top, int width, int height, Image *part);

void image_free(Image *image);

#ifdef __cplusplus
}
#endif

#endif
