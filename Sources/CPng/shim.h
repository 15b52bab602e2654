#include <png.h>

/* The message of the last call; Swift sees the array as a tuple. */
static inline const char *png_image_message(const png_image *image) {
  return image->message;
}
