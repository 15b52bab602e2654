#include "CJpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// In this order: which messages there are depends on how the library was configured.
#include <jpeglib.h>

#include <jerror.h>

// Progressive files come in scans, each of which costs a pass over the whole image. Encoders write
// about ten; a file made to waste time has thousands.
enum { most_scans = 200 };

// The longest block that a marker can hold.
enum { longest_marker = 0xffff };

static const uint8_t exif_prefix[] = {'E', 'x', 'i', 'f', 0, 0};

// libjpeg knows its caller's error manager by the first member.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  char message[CJPEG_MESSAGE_ROOM];
} guard;

_Static_assert(CJPEG_MESSAGE_ROOM >= JMSG_LENGTH_MAX, "libjpeg's messages need more room");

struct cjpeg_reader {
  struct jpeg_decompress_struct file;
  guard guard;
  struct jpeg_progress_mgr progress;
};

static void leave(j_common_ptr file) {
  guard *guard_of_file = (guard *)file->err;
  file->err->format_message(file, guard_of_file->message);
  longjmp(guard_of_file->escape, 1);
}

// Some warnings mean that pixels were made up; the others are of odd files that are whole.
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

static void count_scans(j_common_ptr file) {
  j_decompress_ptr input = (j_decompress_ptr)file;
  if (input->input_scan_number <= most_scans) return;
  guard *guard_of_file = (guard *)file->err;
  snprintf(
      guard_of_file->message, sizeof guard_of_file->message, "it has more than %d scans",
      most_scans);
  longjmp(guard_of_file->escape, 1);
}

static struct jpeg_error_mgr *prepare(guard *guard) {
  struct jpeg_error_mgr *manager = jpeg_std_error(&guard->manager);
  manager->error_exit = leave;
  manager->emit_message = judge_message;
  manager->output_message = stay_silent;
  guard->message[0] = 0;
  return manager;
}

cjpeg_reader *cjpeg_open(const uint8_t *bytes, size_t count) {
  cjpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->file.err = prepare(&reader->guard);
  if (setjmp(reader->guard.escape)) {
    cjpeg_close(reader);
    return NULL;
  }
  jpeg_create_decompress(&reader->file);
  reader->progress.progress_monitor = count_scans;
  reader->file.progress = &reader->progress;
  jpeg_save_markers(&reader->file, JPEG_APP0 + 1, longest_marker);
  // An empty file is an error of libjpeg's, which has to wait for a guard; see the header.
  if (count > 0) jpeg_mem_src(&reader->file, bytes, (unsigned long)count);
  return reader;
}

static int is_exif(jpeg_saved_marker_ptr marker) {
  return marker->marker == JPEG_APP0 + 1 && marker->data_length > sizeof exif_prefix
      && memcmp(marker->data, exif_prefix, sizeof exif_prefix) == 0;
}

int cjpeg_read_header(cjpeg_reader *reader, int wants_colour, cjpeg_header *header) {
  j_decompress_ptr file = &reader->file;
  if (setjmp(reader->guard.escape)) return -1;
  if (!file->src) ERREXIT(file, JERR_INPUT_EMPTY);
  jpeg_read_header(file, TRUE);
  int is_cmyk = file->jpeg_color_space == JCS_CMYK || file->jpeg_color_space == JCS_YCCK;
  int is_colour = wants_colour
      && (file->jpeg_color_space == JCS_YCbCr || file->jpeg_color_space == JCS_RGB);
  file->out_color_space = is_cmyk ? JCS_CMYK : is_colour ? JCS_RGB : JCS_GRAYSCALE;
  file->dct_method = JDCT_ISLOW;
  *header = (cjpeg_header){
      .width = file->image_width,
      .height = file->image_height,
      .channels = is_cmyk ? CJPEG_CMYK : is_colour ? CJPEG_RGB : CJPEG_LUMINANCE,
      .is_adobe = file->saw_Adobe_marker,
      .is_arithmetic = file->arith_code,
  };
  for (jpeg_saved_marker_ptr marker = file->marker_list; marker; marker = marker->next) {
    if (!is_exif(marker)) continue;
    header->exif = marker->data + sizeof exif_prefix;
    header->exif_count = marker->data_length - sizeof exif_prefix;
    break;
  }
  return 0;
}

int cjpeg_read_pixels(cjpeg_reader *reader, uint8_t *pixels) {
  j_decompress_ptr file = &reader->file;
  if (setjmp(reader->guard.escape)) return -1;
  jpeg_start_decompress(file);
  size_t row_stride = (size_t)file->output_width * (size_t)file->output_components;
  while (file->output_scanline < file->output_height) {
    // libjpeg takes as many rows as one of its rows of blocks has, at most 4 × 8.
    JSAMPROW rows[32];
    JDIMENSION wanted = 0;
    while (wanted < 32 && file->output_scanline + wanted < file->output_height) {
      rows[wanted] = pixels + (file->output_scanline + wanted) * row_stride;
      wanted += 1;
    }
    jpeg_read_scanlines(file, rows, wanted);
  }
  // It looks for the end of the image, without which the file is cut short.
  jpeg_finish_decompress(file);
  return 0;
}

const char *cjpeg_message(const cjpeg_reader *reader) { return reader->guard.message; }

void cjpeg_close(cjpeg_reader *reader) {
  jpeg_destroy_decompress(&reader->file);
  free(reader);
}

// Everything that lives across the escape is in here: locals would be lost in it.
typedef struct {
  struct jpeg_compress_struct file;
  guard guard;
  struct jpeg_destination_mgr destination;
  uint8_t *bytes;
  size_t room;
} writer;

static void start_bytes(j_compress_ptr file) {
  writer *writer = file->client_data;
  writer->destination.next_output_byte = writer->bytes;
  writer->destination.free_in_buffer = writer->room;
}

// libjpeg calls it when all room is used up, whatever it has left in its counters.
static boolean make_room(j_compress_ptr file) {
  writer *writer = file->client_data;
  uint8_t *larger = realloc(writer->bytes, 2 * writer->room);
  if (!larger) ERREXIT1(file, JERR_OUT_OF_MEMORY, 0);
  writer->destination.next_output_byte = larger + writer->room;
  writer->destination.free_in_buffer = writer->room;
  writer->bytes = larger;
  writer->room *= 2;
  return TRUE;
}

static void end_bytes(j_compress_ptr file) { (void)file; }

static void write_to_memory(writer *writer) {
  // Half a byte a pixel is what high qualities take.
  size_t pixels = (size_t)writer->file.image_width * writer->file.image_height;
  writer->room = pixels / 2 + 2048;
  writer->bytes = malloc(writer->room);
  if (!writer->bytes) ERREXIT1(&writer->file, JERR_OUT_OF_MEMORY, 0);
  writer->destination.init_destination = start_bytes;
  writer->destination.empty_output_buffer = make_room;
  writer->destination.term_destination = end_bytes;
  writer->file.client_data = writer;
  writer->file.dest = &writer->destination;
}

static void compress(writer *writer, const uint8_t *pixels, size_t row_stride, int quality) {
  j_compress_ptr file = &writer->file;
  file->input_components = 1;
  file->in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(file);
  jpeg_set_quality(file, quality, TRUE);
  file->dct_method = JDCT_ISLOW;
  jpeg_start_compress(file, TRUE);
  while (file->next_scanline < file->image_height) {
    JSAMPROW rows[32];
    JDIMENSION given = 0;
    while (given < 32 && file->next_scanline + given < file->image_height) {
      // libjpeg reads the rows only; its type has no const.
      rows[given] = (JSAMPROW)(pixels + (file->next_scanline + given) * row_stride);
      given += 1;
    }
    jpeg_write_scanlines(file, rows, given);
  }
  jpeg_finish_compress(file);
}

uint8_t *cjpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, size_t row_stride, int quality,
    size_t *count, char message[CJPEG_MESSAGE_ROOM]) {
  writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    strcpy(message, "there is no memory");
    return NULL;
  }
  writer->file.err = prepare(&writer->guard);
  uint8_t *bytes = NULL;
  if (setjmp(writer->guard.escape)) {
    memcpy(message, writer->guard.message, CJPEG_MESSAGE_ROOM);
    free(writer->bytes);
  } else {
    jpeg_create_compress(&writer->file);
    writer->file.image_width = width;
    writer->file.image_height = height;
    write_to_memory(writer);
    compress(writer, pixels, row_stride, quality);
    *count = writer->room - writer->destination.free_in_buffer;
    bytes = writer->bytes;
  }
  jpeg_destroy_compress(&writer->file);
  free(writer);
  return bytes;
}

void cjpeg_free(uint8_t *bytes) { free(bytes); }

#define WORDS_OF(macro) #macro
#define WORDS(macro) WORDS_OF(macro)

const char *cjpeg_library(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return "libjpeg-turbo " WORDS(LIBJPEG_TURBO_VERSION);
#else
  return "libjpeg " WORDS(JPEG_LIB_VERSION);
#endif
}
