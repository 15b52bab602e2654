#include "scanner.h"

#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "settings.h"

// The image that is being read.
static struct {
  const char *path;
  int left, top;      // the scan area's place in it
  int width, height;  // the scan area's size
} current;

// The codes that were reported so far: symbology, 0, data.
static struct {
  char *bytes;
  size_t count;
} *codes;
static size_t code_count, code_room;

static int is_done;

// Places

static double distance_to_side(Point a, Point b, Point p) {
  double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  double share = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  return hypot(a.x + share * dx - p.x, a.y + share * dy - p.y);
}

static int holds(const Point *corners, Point p) {
  int inside = 0;
  for (int i = 0, j = 3; i < 4; j = i++)
    if ((corners[i].y > p.y) != (corners[j].y > p.y)
        && p.x < (corners[j].x - corners[i].x) * (p.y - corners[i].y)
                     / (corners[j].y - corners[i].y) + corners[i].x)
      inside = !inside;
  return inside;
}

static double side_of(Point a, Point b, Point p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static int meet(Point a, Point b, Point c, Point d) {
  return side_of(a, b, c) * side_of(a, b, d) <= 0 && side_of(c, d, a) * side_of(c, d, b) <= 0
      && fmin(a.x, b.x) <= fmax(c.x, d.x) && fmin(c.x, d.x) <= fmax(a.x, b.x)
      && fmin(a.y, b.y) <= fmax(c.y, d.y) && fmin(c.y, d.y) <= fmax(a.y, b.y);
}

// True if a symbol touches the selection around the point of interest.
static int is_selected(const Point *corners) {
  if (SELECTION == selection_none) return 1;
  // Nobody can tell where it is.
  if (!corners) return 0;
  double shorter = current.width < current.height ? current.width : current.height;
  Point centre = {SELECTION_X * current.width, SELECTION_Y * current.height};
  if (SELECTION == selection_circle) {
    if (holds(corners, centre)) return 1;
    for (int i = 0; i < 4; ++i)
      if (distance_to_side(corners[i], corners[(i + 1) % 4], centre) <= SELECTION_RADIUS * shorter)
        return 1;
    return 0;
  }
  double half_width = SELECTION_WIDTH * current.width / 2;
  double half_height = SELECTION_HEIGHT * current.height / 2;
  Point box[4] = {
      {centre.x - half_width, centre.y - half_height},
      {centre.x + half_width, centre.y - half_height},
      {centre.x + half_width, centre.y + half_height},
      {centre.x - half_width, centre.y + half_height},
  };
  if (holds(corners, box[0])) return 1;
  for (int i = 0; i < 4; ++i) {
    if (fabs(corners[i].x - centre.x) <= half_width && fabs(corners[i].y - centre.y) <= half_height)
      return 1;
    for (int j = 0; j < 4; ++j)
      if (meet(corners[i], corners[(i + 1) % 4], box[j], box[(j + 1) % 4])) return 1;
  }
  return 0;
}

// Contents

static regex_t *patterns;

// Prepares the patterns. Returns -1 if this system cannot use one.
static int prepare_patterns(void) {
  size_t count = 0;
  while (rejections[count].kind != REJECT_END) ++count;
  patterns = (regex_t *)calloc(count + 1, sizeof *patterns);
  if (!patterns) return -1;
  for (size_t i = 0; i < count; ++i)
    if (rejections[i].kind == REJECT_PATTERN
        && regcomp(&patterns[i], rejections[i].bytes, REG_EXTENDED | REG_NOSUB) != 0)
      return -1;
  return 0;
}

static int is_rejected(const Reading *reading) {
  for (size_t i = 0; rejections[i].kind != REJECT_END; ++i) {
    size_t count = rejections[i].count;
    // The bounds are given, because data may hold byte 0.
    regmatch_t all = {0, (regoff_t)reading->count};
    switch (rejections[i].kind) {
    case REJECT_EXACT:
      if (reading->count == count && memcmp(reading->bytes, rejections[i].bytes, count) == 0)
        return 1;
      break;
    case REJECT_PREFIX:
      if (reading->count >= count && memcmp(reading->bytes, rejections[i].bytes, count) == 0)
        return 1;
      break;
    case REJECT_PATTERN:
      if (regexec(&patterns[i], (const char *)reading->bytes, 1, &all, REG_STARTEND) == 0)
        return 1;
      break;
    case REJECT_END: break;
    }
  }
  return 0;
}

static int has_right_length(const Reading *reading) {
  if (!reading->symbology) return 1;
  for (size_t i = 0; lengths[i].symbology; ++i)
    if (strcmp(lengths[i].symbology, reading->symbology) == 0)
      return reading->count >= lengths[i].least && reading->count <= lengths[i].most;
  return 1;
}

// Output

static void print_text(const char *text) {
  putchar('"');
  for (const unsigned char *c = (const unsigned char *)text; *c; ++c)
    if (*c < 0x20 || *c == '"' || *c == '\\') printf("\\u%04x", *c);
    else putchar(*c);
  putchar('"');
}

static void print_reading(const Reading *reading) {
  fputs("{\"image\":", stdout);
  print_text(current.path);
  fputs(",\"symbology\":", stdout);
  if (reading->symbology) print_text(reading->symbology);
  else fputs("null", stdout);
  fputs(",\"hex\":\"", stdout);
  for (size_t i = 0; i < reading->count; ++i) printf("%02x", reading->bytes[i]);
  puts("\"}");
}

// Counts a code unless it was seen before. Returns -1 without memory.
static int remember(const Reading *reading) {
  const char *name = reading->symbology ? reading->symbology : "";
  size_t count = strlen(name) + 1 + reading->count;
  char *bytes = (char *)malloc(count);
  if (!bytes) return -1;
  strcpy(bytes, name);
  memcpy(bytes + strlen(name) + 1, reading->bytes, reading->count);
  for (size_t i = 0; i < code_count; ++i)
    if (codes[i].count == count && memcmp(codes[i].bytes, bytes, count) == 0) {
      free(bytes);
      return 0;
    }
  if (code_count == code_room) {
    void *larger = realloc(codes, (2 * code_room + 16) * sizeof *codes);
    if (!larger) {
      free(bytes);
      return -1;
    }
    codes = larger;
    code_room = 2 * code_room + 16;
  }
  codes[code_count].bytes = bytes;
  codes[code_count++].count = count;
  return 0;
}

int scanner_take(const Reading *given) {
  Reading copy = *given;
  const Reading *reading = &copy;
  if (!copy.bytes) copy.bytes = (const unsigned char *)"";
  if (!has_right_length(reading) || is_rejected(reading) || !is_selected(reading->corners))
    return 1;
  print_reading(reading);
  const size_t limit = STOP_AFTER_CODES;
  if (limit > 0) {
    if (remember(reading) != 0) return 0;
    is_done = code_count >= limit;
  }
  return SEVERAL_PER_IMAGE && !is_done;
}

// Images

// Reads the scan area of one image. Returns -1 with a message.
static int read_image(const char *path, char *message, size_t room) {
  Image image, part;
  if (image_read(path, &image, message, room) != 0) return -1;
  // Pixels that the area shows in part belong to it, up to a rounding error.
  current.path = path;
  current.left = (int)floor(AREA_LEFT * image.width + 1e-6);
  current.top = (int)floor(AREA_TOP * image.height + 1e-6);
  int right = (int)ceil((AREA_LEFT + AREA_WIDTH) * image.width - 1e-6);
  int bottom = (int)ceil((AREA_TOP + AREA_HEIGHT) * image.height - 1e-6);
  current.width = (right < image.width ? right : image.width) - current.left;
  current.height = (bottom < image.height ? bottom : image.height) - current.top;
  int outcome = image_crop(
      &image, current.left, current.top, current.width, current.height, &part);
  image_free(&image);
  if (outcome != 0) {
    snprintf(message, room, "the scan area has no pixels in it");
    return -1;
  }
  outcome = decode(&part, message, room);
  image_free(&part);
  return outcome;
}

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  int status = 0;
  double start = seconds();
  if (count < 2) {
    fprintf(stderr, "usage: %s IMAGE...\n", arguments[0]);
    return 64;
  }
  if (prepare_patterns() != 0) {
    fprintf(stderr, "%s: a pattern of settings.h cannot be used here\n", arguments[0]);
    return 2;
  }
  for (int i = 1; i < count && !is_done; ++i) {
    char message[256] = "";
    if (STOP_AFTER_SECONDS > 0 && seconds() - start >= STOP_AFTER_SECONDS) break;
    if (read_image(arguments[i], message, sizeof message) != 0) {
      fprintf(stderr, "%s: %s\n", arguments[i], message);
      status = 2;
    }
  }
  return status;
}
