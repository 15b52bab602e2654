#include "image.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// After stdio.h, which it needs, and in this order: the library's configuration says which errors there are.
#include <jpeglib.h>

#include <jerror.h>

// The weights sum to 65536, so that grey stays grey.
static unsigned luma(unsigned red, unsigned green, unsigned blue) {
  return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16;
}

static unsigned char on_white(unsigned gray, unsigned alpha) {
  return (unsigned char)((gray * alpha + 255 * (255 - alpha) + 127) / 255);
}

// Makes room for an image's pixels, up to 2^28 of them.
static int allocate(Image *image, size_t width, size_t height) {
  if (width == 0 || height == 0 || width > ((size_t)1 << 28) / height) return -1;
  image->pixels = (unsigned char *)malloc(width * height);
  image->width = (int)width;
  image->height = (int)height;
  return image->pixels ? 0 : -1;
}

void image_free(Image *image) {
  free(image->pixels);
  image->pixels = NULL;
}

int image_crop(const Image *image, int left, int top, int width, int height, Image *part) {
  if (allocate(part, (size_t)width, (size_t)height) != 0) return -1;
  for (int y = 0; y < height; ++y)
    memcpy(
        part->pixels + (size_t)y * (size_t)width,
        image->pixels + (size_t)(top + y) * (size_t)image->width + left, (size_t)width);
  return 0;
}

// PNG: libpng's simplified interface, which takes care of bit depths, palettes and interlacing.

static int read_png(const char *path, Image *image, char *message, size_t room) {
  png_image file;
  memset(&file, 0, sizeof file);
  file.version = PNG_IMAGE_VERSION;
  int outcome = -1;
  unsigned char *samples = NULL;
  if (png_image_begin_read_from_file(&file, path)) {
    // Without a gamma chunk, libpng takes 16-bit samples for linear light unless told otherwise.
    file.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    int has_alpha = (file.format & PNG_FORMAT_FLAG_ALPHA) != 0;
    int has_colour = (file.format & PNG_FORMAT_FLAG_COLOR) != 0;
    size_t channels = (size_t)((has_colour ? 3 : 1) + (has_alpha ? 1 : 0));
    file.format = (png_uint_32)((has_alpha ? PNG_FORMAT_FLAG_ALPHA : 0)
        | (has_colour ? PNG_FORMAT_FLAG_COLOR : 0));
    if (allocate(image, file.width, file.height) == 0) {
      size_t count = (size_t)file.width * file.height;
      samples = (unsigned char *)malloc(count * channels);
      if (samples && png_image_finish_read(&file, NULL, samples, 0, NULL)) {
        for (size_t i = 0; i < count; ++i) {
          const unsigned char *pixel = samples + i * channels;
          unsigned gray = has_colour ? luma(pixel[0], pixel[1], pixel[2]) : pixel[0];
          image->pixels[i] =
              has_alpha ? on_white(gray, pixel[channels - 1]) : (unsigned char)gray;
        }
        outcome = 0;
      }
    }
  }
  if (outcome != 0) {
    snprintf(message, room, "%s", file.message[0] ? file.message : "too large");
    image_free(image);
  }
  free(samples);
  png_image_free(&file);
  return outcome;
}

// JPEG: libjpeg. Its luminance is the Y that the file stores.

typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
} JpegErrors;

static void leave(j_common_ptr file) { longjmp(((JpegErrors *)file->err)->escape, 1); }

// Some warnings mean that pixels were made up: such a file counts as damaged.
static void judge_message(j_common_ptr file, int level) {
  if (level >= 0) return;
  switch (file->err->msg_code) {
  case JWRN_ARITH_BAD_CODE:
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_JPEG_EOF:
  case JWRN_MUST_RESYNC:
    leave(file);
  }
}

static void stay_silent(j_common_ptr file) { (void)file; }

static unsigned number(const unsigned char *bytes, int count, int is_little) {
  unsigned value = 0;
  for (int i = 0; i < count; ++i) value = value << 8 | bytes[is_little ? count - 1 - i : i];
  return value;
}

// The orientation of an Exif block from its TIFF header on, 1 to 8; 1 where there is none.
static int exif_orientation(const unsigned char *tiff, size_t count) {
  if (count < 8) return 1;
  int is_little = tiff[0] == 'I' && tiff[1] == 'I';
  if (!is_little && (tiff[0] != 'M' || tiff[1] != 'M')) return 1;
  if (number(tiff + 2, 2, is_little) != 42) return 1;
  size_t directory = number(tiff + 4, 4, is_little);
  if (directory > count || count - directory < 2) return 1;
  unsigned entries = number(tiff + directory, 2, is_little);
  for (unsigned i = 0; i < entries; ++i) {
    size_t start = directory + 2 + 12 * (size_t)i;
    if (start + 12 > count) return 1;
    const unsigned char *entry = tiff + start;
    if (number(entry, 2, is_little) != 0x0112) continue;
    // One value of type SHORT.
    if (number(entry + 2, 2, is_little) != 3 || number(entry + 4, 4, is_little) != 1) return 1;
    unsigned value = number(entry + 8, 2, is_little);
    return value >= 1 && value <= 8 ? (int)value : 1;
  }
  return 1;
}

static int orientation_of(const struct jpeg_decompress_struct *file) {
  for (jpeg_saved_marker_ptr marker = file->marker_list; marker; marker = marker->next)
    if (marker->marker == JPEG_APP0 + 1 && marker->data_length > 6
        && memcmp(marker->data, "Exif\0\0", 6) == 0)
      return exif_orientation(marker->data + 6, marker->data_length - 6);
  return 1;
}

// Turns an image upright, whatever way the camera was held.
static int turn_upright(Image *image, int orientation) {
  if (orientation == 1) return 0;
  int width = image->width, height = image->height, swaps = orientation >= 5;
  Image upright;
  if (allocate(&upright, (size_t)(swaps ? height : width), (size_t)(swaps ? width : height)) != 0)
    return -1;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      int right = width - 1 - x, bottom = height - 1 - y, to_x = x, to_y = y;
      switch (orientation) {
      case 2: to_x = right; break;
      case 3: to_x = right; to_y = bottom; break;
      case 4: to_y = bottom; break;
      case 5: to_x = y; to_y = x; break;
      case 6: to_x = bottom; to_y = x; break;
      case 7: to_x = bottom; to_y = right; break;
      case 8: to_x = y; to_y = right; break;
      }
      upright.pixels[(size_t)to_y * (size_t)upright.width + (size_t)to_x] =
          image->pixels[(size_t)y * (size_t)width + (size_t)x];
    }
  image_free(image);
  *image = upright;
  return 0;
}

// Ink on white paper, by the simple model: each ink takes its colour away.
static unsigned char printed(const unsigned char *inks, unsigned flip) {
  unsigned black = inks[3] ^ flip, light[3];
  for (int i = 0; i < 3; ++i) light[i] = ((inks[i] ^ flip) * black + 127) / 255;
  return (unsigned char)luma(light[0], light[1], light[2]);
}

// Everything that lives across the escape is in here: locals would be lost in it.
typedef struct {
  struct jpeg_decompress_struct file;
  JpegErrors errors;
  unsigned char *row;
  int orientation;
} JpegReader;

static int read_jpeg_pixels(JpegReader *reader, FILE *input, Image *image) {
  struct jpeg_decompress_struct *file = &reader->file;
  if (setjmp(reader->errors.escape)) return -1;
  jpeg_create_decompress(file);
  jpeg_save_markers(file, JPEG_APP0 + 1, 0xffff);
  jpeg_stdio_src(file, input);
  jpeg_read_header(file, TRUE);
  int is_cmyk = file->jpeg_color_space == JCS_CMYK || file->jpeg_color_space == JCS_YCCK;
  file->out_color_space = is_cmyk ? JCS_CMYK : JCS_GRAYSCALE;
  file->dct_method = JDCT_ISLOW;
  // Now, for the library forgets the markers when it has finished.
  reader->orientation = orientation_of(file);
  if (allocate(image, file->image_width, file->image_height) != 0) return -1;
  jpeg_start_decompress(file);
  size_t width = (size_t)image->width;
  reader->row = (unsigned char *)malloc(width * 4);
  if (!reader->row) return -1;
  // Files by Adobe's programs store 255 where there is no ink.
  unsigned flip = file->saw_Adobe_marker ? 0 : 255;
  while (file->output_scanline < file->output_height) {
    unsigned char *line = image->pixels + (size_t)file->output_scanline * width;
    JSAMPROW target = is_cmyk ? reader->row : line;
    jpeg_read_scanlines(file, &target, 1);
    for (size_t x = 0; is_cmyk && x < width; ++x) line[x] = printed(reader->row + 4 * x, flip);
  }
  // It looks for the end of the image, without which the file is cut short.
  jpeg_finish_decompress(file);
  return turn_upright(image, reader->orientation);
}

static int read_jpeg(const char *path, Image *image, char *message, size_t room) {
  FILE *input = fopen(path, "rb");
  JpegReader *reader = (JpegReader *)calloc(1, sizeof *reader);
  int outcome = -1;
  snprintf(message, room, "there is no memory to read it");
  if (input && reader) {
    reader->file.err = jpeg_std_error(&reader->errors.manager);
    reader->errors.manager.error_exit = leave;
    reader->errors.manager.emit_message = judge_message;
    reader->errors.manager.output_message = stay_silent;
    outcome = read_jpeg_pixels(reader, input, image);
    if (outcome != 0) {
      if (reader->errors.manager.msg_code != 0) {
        char text[JMSG_LENGTH_MAX];
        reader->errors.manager.format_message((j_common_ptr)&reader->file, text);
        snprintf(message, room, "%s", text);
      }
      image_free(image);
    }
    jpeg_destroy_decompress(&reader->file);
    free(reader->row);
  }
  free(reader);
  if (input) fclose(input);
  return outcome;
}

// PGM: the binary kind, P5, with 8 or 16 bits a sample.

static int pgm_number(FILE *input) {
  int c = getc(input);
  while (c == '#' || c == ' ' || (c >= '\t' && c <= '\r')) {
    if (c == '#')
      while (c != '\n' && c != '\r' && c != EOF) c = getc(input);
    c = getc(input);
  }
  if (c < '0' || c > '9') return -1;
  int value = 0;
  for (; c >= '0' && c <= '9'; c = getc(input)) {
    value = 10 * value + (c - '0');
    if (value > 1 << 28) return -1;
  }
  // The byte after the number is the one that ends the header.
  return value;
}

static int read_pgm(const char *path, Image *image, char *message, size_t room) {
  snprintf(message, room, "not a whole binary PGM file");
  FILE *input = fopen(path, "rb");
  if (!input) return -1;
  int outcome = -1;
  fseek(input, 2, SEEK_SET);
  int width = pgm_number(input), height = pgm_number(input), largest = pgm_number(input);
  if (width > 0 && height > 0 && largest > 0 && largest < 65536
      && allocate(image, (size_t)width, (size_t)height) == 0) {
    size_t count = (size_t)width * (size_t)height;
    outcome = 0;
    for (size_t i = 0; i < count && outcome == 0; ++i) {
      int sample = getc(input);
      if (largest > 255 && sample != EOF) {
        int low = getc(input);
        sample = low == EOF ? EOF : sample << 8 | low;
      }
      if (sample == EOF || sample > largest) outcome = -1;
      else image->pixels[i] = (unsigned char)((sample * 255 + largest / 2) / largest);
    }
    if (outcome != 0) image_free(image);
  }
  fclose(input);
  return outcome;
}

int image_read(const char *path, Image *image, char *message, size_t room) {
  unsigned char start[8] = {0};
  image->pixels = NULL;
  FILE *input = fopen(path, "rb");
  if (!input) {
    snprintf(message, room, "cannot be opened");
    return -1;
  }
  size_t count = fread(start, 1, sizeof start, input);
  fclose(input);
  if (count == 8 && png_sig_cmp(start, 0, 8) == 0) return read_png(path, image, message, room);
  if (start[0] == 0xff && start[1] == 0xd8) return read_jpeg(path, image, message, room);
  if (start[0] == 'P' && start[1] == '5') return read_pgm(path, image, message, room);
  snprintf(message, room, "not a PNG, JPEG or binary PGM file");
  return -1;
}
