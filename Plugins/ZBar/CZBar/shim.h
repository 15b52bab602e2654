#include <zbar.h>

/// The name of zbar's only input: one byte of luminance per pixel, rows without padding.
static inline unsigned long czbar_y800(void) { return zbar_fourcc('Y', '8', '0', '0'); }
