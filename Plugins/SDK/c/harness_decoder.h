/* Turns a barcode reader in C into a decoder plugin for barcode-harness.
 *
 * Two files without dependencies, C11 and POSIX threads; copy them beside your plugin. A whole plugin:
 *
 *     #include "harness_decoder.h"
 *     #include "toy.h"
 *
 *     static void decode(void *state, const harness_image *image, const harness_hints *hints,
 *                        harness_readings *readings) {
 *       (void)state, (void)hints;
 *       struct toy_symbol found;
 *       if (toy_scan(image->pixels, image->width, image->height, image->row_stride, &found))
 *         harness_add_reading(readings, "qr-code", found.data, found.length, NULL, NULL);
 *     }
 *
 *     int main(int argc, char **argv) {
 *       const char *const symbologies[] = {"qr-code", NULL};
 *       harness_decoder toy = {.name = "toy", .library = "Toy", .library_version = toy_version(),
 *                              .symbologies = symbologies, .decode = decode};
 *       return harness_decoder_main(argc, argv, &toy);
 *     }
 *
 * Build it with: cc -O2 -pthread plugin.c harness_decoder.c -o harness-decoder-toy
 *
 * The messages are described in the harness's docs/plugin-protocol.md; these files speak version 1.2.
 */
#ifndef HARNESS_DECODER_H
#define HARNESS_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HARNESS_PRINTF(words, values) __attribute__((format(printf, words, values)))
#else
#define HARNESS_PRINTF(words, values)
#endif

/* An 8-bit luminance image: 0 is black, 255 is white, rows run from the top down.
 *
 * The bytes are this image's own: a library may overwrite them. */
typedef struct harness_image {
  size_t width;      /* Columns, in pixels; 0 or more. */
  size_t height;     /* Rows, in pixels; 0 or more. */
  size_t row_stride; /* Bytes from the start of one row to the start of the next; width or more. */
  uint8_t *pixels;   /* Row y starts at y * row_stride; the last row may end after width bytes. */
} harness_image;

/* The caller's hints. A decoder may ignore hints that it cannot use. */
typedef struct harness_hints {
  const char *const *symbologies; /* Ends with NULL; NULL itself means all that the decoder knows. */
  long long maximum_count;        /* The largest number of readings wanted; -1: your own default. */
} harness_hints;

/* A point in pixels: x to the right, y down, (0, 0) the top left corner of the first pixel. */
typedef struct harness_point {
  double x, y;
} harness_point;

/* The readings of one image; made and freed by harness_decoder_main. */
typedef struct harness_readings harness_readings;

/* Adds a reading.
 *
 * symbology: a name of the protocol's list, or NULL when the library does not say.
 * bytes, count: the symbol's data before any guess at a charset; may be empty.
 * text: the data as the library's own text in UTF-8, or NULL. Left out where it is not UTF-8.
 * corners: four, the symbol's own top left, top right, bottom right, bottom left; or NULL. */
void harness_add_reading(harness_readings *readings, const char *symbology, const void *bytes,
                         size_t count, const char *text, const harness_point *corners);

/* What a symbol holds and the bytes of its reading lack, to be joined with |. */
typedef enum harness_loss {
  HARNESS_LOST_SEPARATORS = 1, /* The separators between GS1 element strings. */
  HARNESS_LOST_CHARSET = 2,    /* The announcement of a charset: missing, or among the bytes. */
  HARNESS_LOST_DATA = 4        /* A part of the data, in symbols of which the library drops some. */
} harness_loss;

/* A charset that a symbol announces (ECI). */
typedef struct harness_eci {
  size_t offset; /* The number of bytes before it; rising. */
  long number;   /* Its number in AIM's register: 26 is UTF-8. */
} harness_eci;

/* What the bytes of a reading do not say. Fields that are left out mean: the library does not say. */
typedef struct harness_facts {
  const char *symbology_identifier; /* Of ISO/IEC 15424: "]Q3". */
  const harness_eci *eci;           /* eci_count of them; not NULL and 0: the symbol announces none. */
  size_t eci_count;
  int lost; /* Of harness_loss; 0: nothing, as far as is known. */
} harness_facts;

/* Tells the facts of the reading that was added last; once for each reading. */
void harness_add_facts(harness_readings *readings, const harness_facts *facts);

/* Says that the library failed on this image, in one sentence. Readings are then ignored.
 *
 * Do not call it if nothing was found: that is no reading and no failure. */
void harness_fail(harness_readings *readings, const char *format, ...) HARNESS_PRINTF(2, 3);

/* The kinds of values that an option takes. */
typedef enum harness_option_kind {
  HARNESS_FLAG,    /* "true" or "false". */
  HARNESS_INTEGER, /* A whole number from minimum to maximum. */
  HARNESS_CHOICE   /* One of choices. */
} harness_option_kind;

/* One option that a decoder knows. */
typedef struct harness_option {
  const char *name; /* As typed: "try-harder". */
  harness_option_kind kind;
  const char *default_value; /* As typed: "false", "2". */
  const char *summary;       /* One sentence; may be NULL. */
  long long minimum, maximum;
  const char *const *choices; /* Ends with NULL. */
  /* What it is for: "inverted", "turned", "check-digit" (flags), "symbol-count" (a number), "add-ons"
   * (a choice), "output"; NULL if only measuring can judge it. */
  const char *purpose;
  const long long *worth_trying; /* Values of a number to try in a search for good settings. */
  size_t worth_trying_count;
} harness_option;

/* An option's value in a profile. */
typedef struct harness_setting {
  const char *name, *value;
} harness_setting;

/* A named set of option values. */
typedef struct harness_profile {
  const char *name;
  const char *summary;
  const harness_setting *settings; /* Ends with a name that is NULL. */
} harness_profile;

/* The options, each with its explicit value, else the profile's, else the default. */
typedef struct harness_options harness_options;

/* A declared option's value. Asking for one that is not declared ends the process. */
bool harness_option_flag(const harness_options *options, const char *name);
long long harness_option_integer(const harness_options *options, const char *name);
const char *harness_option_choice(const harness_options *options, const char *name);

/* The reason something cannot be used, for the person who reads the report. */
typedef struct harness_reason {
  char text[256];
} harness_reason;

/* A barcode reader. Fields that are left out (0, NULL) mean: none. */
typedef struct harness_decoder {
  const char *name;            /* On the command line: lower-case letters, digits, hyphens. */
  const char *summary;         /* One sentence for `harness list decoders`. */
  const char *library;         /* The library that does the reading. */
  const char *library_version; /* As the library reports it, where it does. */
  const char *const *symbologies;    /* The symbologies it reads; ends with NULL. */
  const harness_option *options;     /* Ends with a name that is NULL. */
  const harness_profile *profiles;   /* Ends with a name that is NULL. */
  bool opt_in;                       /* Takes part only when asked for by name. */
  bool uses_threads;                 /* CPU time is that of the process, not of one thread. */

  /* Sets the library up; this time is not measured. NULL if there is nothing to do.
   * Returns false, with a reason, when the library cannot be used. */
  bool (*open)(void **state, const harness_options *options, harness_reason *reason);

  /* Reads an image. */
  void (*decode)(void *state, const harness_image *image, const harness_hints *hints,
                 harness_readings *readings);

  /* Frees what open has made; NULL if there is nothing to do. */
  void (*close)(void *state);
} harness_decoder;

/* Writes a reason, as printf does; one that is too long is cut. */
void harness_explain(harness_reason *reason, const char *format, ...) HARNESS_PRINTF(2, 3);

/* Serves the host until it hangs up. Returns the process's exit code. */
int harness_decoder_main(int argc, char **argv, const harness_decoder *decoder);

#ifdef __cplusplus
}
#endif

#endif
