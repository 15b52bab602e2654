/* Does all that the C SDK can do, chosen by the image's first pixel. */
#include "harness_decoder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the sanitizers find ends the process with a code that the SDK never uses. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "exitcode=77"; }
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "halt_on_error=1:exitcode=77"; }

typedef struct settings {
  bool flag;
  long long number;
  const char *word;
} settings;

static bool set_up(void **state, const harness_options *options, harness_reason *reason) {
  settings *all = malloc(sizeof *all);
  if (all == NULL) return false;
  *all = (settings){harness_option_flag(options, "flag"), harness_option_integer(options, "number"),
                    harness_option_choice(options, "word")};
  if (all->number == 13) {
    harness_explain(reason, "%lld brings no luck", all->number);
    free(all);
    return false;
  }
  *state = all;
  return true;
}

static void add_text(harness_readings *readings, const char *text) {
  harness_add_reading(readings, NULL, text, strlen(text), text, NULL);
}

static void decode(void *state, const harness_image *image, const harness_hints *hints,
                   harness_readings *readings) {
  const settings *all = state;
  char line[200];
  uint8_t bytes[256];
  harness_point corners[4] = {{0.1, -2.5}, {1e-300, 3}, {1.0 / 3, 12345678.875}, {4, 5}};
  if (image->width == 0 || image->height == 0) return;
  switch (image->pixels[0]) {
    case 1:
      for (int i = 0; i < 256; i++) bytes[i] = (uint8_t)i;
      for (size_t count = 0; count <= 256; count += count < 5 ? 1 : 251)
        harness_add_reading(readings, "code-128", bytes, count, NULL, NULL);
      break;
    case 2: add_text(readings, "\"quoted\" \\ \x01\x1f\x7f tab\t\xc3\xa9\xe7\x82\xb9\xf0\x9f\x98\x80"); break;
    case 3: add_text(readings, "Latin-1: \xe9, half a character: \xe7\x82"); break;
    case 4: harness_fail(readings, "the \"library\" has %d\nfaults", 3); break;
    case 5:
      corners[2].x = nan("");
      harness_add_reading(readings, "qr-code", "x", 1, NULL, corners);
      break;
    case 6: harness_add_reading(readings, "qr-code", "x", 1, NULL, corners); break;
    case 7:
      printf("noise on standard output\n");
      fflush(stdout);
      break;
    case 8:
      for (const char *const *name = hints->symbologies; name && *name; name++)
        add_text(readings, *name);
      snprintf(line, sizeof line, "%lld", hints->maximum_count);
      add_text(readings, line);
      break;
    case 9:
      snprintf(line, sizeof line, "%d %lld %s", all->flag, all->number, all->word);
      add_text(readings, line);
      break;
    case 10:
      memset(image->pixels, 0, image->row_stride * (image->height - 1) + image->width);
      break;
    case 12: {
      const harness_eci eci[] = {{0, 9}, {2, 26}};
      add_text(readings, "unknown");
      add_text(readings, "all");
      harness_add_facts(readings, &(harness_facts){"]Q1", eci, 2,
                                                   HARNESS_LOST_CHARSET | HARNESS_LOST_DATA});
      add_text(readings, "none");
      harness_add_facts(readings, &(harness_facts){.symbology_identifier = "]d2", .eci = eci,
                                                   .lost = HARNESS_LOST_SEPARATORS});
      break;
    }
    case 13: harness_add_facts(readings, &(harness_facts){.lost = HARNESS_LOST_DATA}); break;
    case 11:
      for (int i = 0; i < 100000; i++) harness_add_reading(readings, NULL, bytes, 0, NULL, NULL);
      break;
    default: break;
  }
}

int main(int argc, char **argv) {
  static const char *const symbologies[] = {NULL};
  static const char *const words[] = {"one", "two", NULL};
  static const harness_option options[] = {
      {.name = "flag", .kind = HARNESS_FLAG, .default_value = "false", .summary = "A \"flag\"."},
      {.name = "number", .kind = HARNESS_INTEGER, .default_value = "2", .minimum = -5, .maximum = 20},
      {.name = "word", .kind = HARNESS_CHOICE, .default_value = "one", .choices = words},
      {0}};
  static const harness_setting tuned[] = {{"flag", "true"}, {"number", "8"}, {0}};
  static const harness_profile profiles[] = {{"tuned", "All of it.", tuned}, {0}};
  const harness_decoder decoder = {
      .name = "every", .summary = "Does everything.", .library = "none", .library_version = "1",
      .symbologies = symbologies, .options = options, .profiles = profiles, .opt_in = true,
      .open = set_up, .decode = decode, .close = free};
  return harness_decoder_main(argc, argv, &decoder);
}
