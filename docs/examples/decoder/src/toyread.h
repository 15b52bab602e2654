#ifndef TOYREAD_H
#define TOYREAD_H

#include <stddef.h>
#include <stdint.h>

/* The library's version, such as "1.0.0". */
const char *toyread_version(void);

/* Reads the EAN-13 that crosses an 8-bit luminance image from left to right.
 *
 * Rows are `stride` bytes apart. Writes 13 digits and a zero byte and returns 1; returns 0 and writes
 * nothing if there is no symbol. */
int toyread_ean13(const uint8_t *pixels, size_t width, size_t height, size_t stride, char digits[14]);

#endif
