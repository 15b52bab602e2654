// libjpeg without its error exit: that is a longjmp, which must not cross Swift.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// How a file's samples are handed out.
enum {
  /// One byte a pixel: luminance.
  CJPEG_LUMINANCE = 1,
  /// Three bytes a pixel: red, green, blue.
  CJPEG_RGB = 3,
  /// Four bytes a pixel: cyan, magenta, yellow, black, as stored.
  CJPEG_CMYK = 4,
};

/// The room that a message needs, its final 0 included.
enum { CJPEG_MESSAGE_ROOM = 256 };

/// What a file says of itself before its pixels are read.
typedef struct {
  uint32_t width;
  uint32_t height;
  /// `CJPEG_LUMINANCE`, `CJPEG_RGB` or `CJPEG_CMYK`: bytes a pixel.
  int channels;
  /// Whether an Adobe program wrote the file: its CMYK samples count 255 as no ink.
  int is_adobe;
  /// Whether the samples are arithmetic-coded, not Huffman-coded.
  int is_arithmetic;
  /// The Exif block from its TIFF header on, owned by the reader; NULL without one.
  const uint8_t *exif;
  size_t exif_count;
} cjpeg_header;

/// A file that is being read.
typedef struct cjpeg_reader cjpeg_reader;

/// Starts reading bytes, which must outlive the reader. NULL when there is no memory.
cjpeg_reader *cjpeg_open(const uint8_t *bytes, size_t count);

/// Reads up to the first pixels. Files in YCbCr or RGB are handed out as `CJPEG_RGB` if colours are
/// wanted. Returns 0, or -1 with a message.
int cjpeg_read_header(cjpeg_reader *reader, int wants_colour, cjpeg_header *header);

/// Reads all pixels, packed, after the header. Returns 0, or -1 with a message. Damaged data are an
/// error, unlike libjpeg's own habit of filling up with grey.
int cjpeg_read_pixels(cjpeg_reader *reader, uint8_t *pixels);

/// The reason of the last failure.
const char *cjpeg_message(const cjpeg_reader *reader);

/// Frees a reader.
void cjpeg_close(cjpeg_reader *reader);

/// Compresses luminance. Returns the file's bytes, to be freed with `cjpeg_free`, or NULL with a
/// message.
uint8_t *cjpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, size_t row_stride, int quality,
    size_t *count, char message[CJPEG_MESSAGE_ROOM]);

/// Frees what `cjpeg_encode` returned.
void cjpeg_free(uint8_t *bytes);

/// The library's name and version, such as "libjpeg-turbo 2.1.5".
const char *cjpeg_library(void);
