/* A reader of EAN-13 in a hundred lines: scan lines, runs, digits, check digit. */
#include "toyread.h"

#include <math.h>

enum {
  SCAN_LINES = 9,    /* spread over the image's height */
  MOST_RUNS = 512,   /* of a scan line; what comes later is not looked at */
  SYMBOL_RUNS = 59,  /* 3 + 6 × 4 + 5 + 6 × 4 + 3 */
  SYMBOL_MODULES = 95
};

static const double LARGEST_ERROR = 2.0; /* modules by which the four runs of a digit may be off */

/* Widths of the runs of each digit in the left half with odd parity (L). Right digits (R) have the same
 * widths, and even parity (G) has them backwards. */
static const int WIDTHS[10][4] = {{3, 2, 1, 1}, {2, 2, 2, 1}, {2, 1, 2, 2}, {1, 4, 1, 1},
                                  {1, 1, 3, 2}, {1, 2, 3, 1}, {1, 1, 1, 4}, {1, 3, 1, 2},
                                  {1, 2, 1, 3}, {3, 1, 1, 2}};

/* The parities of the left half by the first digit: a bit for each digit, 1 is even. */
static const int PARITIES[10] = {0x00, 0x0B, 0x0D, 0x0E, 0x13, 0x19, 0x1C, 0x15, 0x16, 0x1A};

const char *toyread_version(void) { return "1.0.0"; }

/* Cuts a row at its middle grey, between pixels; returns the number of runs, the first of which is light. */
static size_t runs_of(const uint8_t *row, size_t width, double runs[MOST_RUNS]) {
  uint8_t low = 255, high = 0;
  for (size_t x = 0; x < width; x++) {
    if (row[x] < low) low = row[x];
    if (row[x] > high) high = row[x];
  }
  if (high - low < 32) return 0;
  double middle = (low + high) / 2.0, start = 0;
  size_t count = 0;
  int dark = 0;
  for (size_t x = 0; x < width && count < MOST_RUNS; x++) {
    if ((row[x] < middle) == dark) continue;
    double edge = x == 0 ? 0 : x - 0.5 + (middle - row[x - 1]) / (row[x] - row[x - 1]);
    runs[count++] = edge - start;
    start = edge;
    dark = !dark;
  }
  if (count < MOST_RUNS) runs[count++] = width - start;
  return count;
}

/* The digit whose widths are nearest, with 10 added for even parity; -1 if none is near. */
static int digit_of(const double *runs, int can_be_even) {
  double sum = runs[0] + runs[1] + runs[2] + runs[3], least = LARGEST_ERROR;
  int best = -1;
  for (int candidate = 0; candidate < (can_be_even ? 20 : 10); candidate++) {
    double error = 0;
    for (int i = 0; i < 4; i++) {
      int width = WIDTHS[candidate % 10][candidate < 10 ? i : 3 - i];
      error += fabs(runs[i] * 7 / sum - width);
    }
    if (error < least) {
      least = error;
      best = candidate;
    }
  }
  return best;
}

/* True if runs are bars and spaces of about one module, as in a guard. */
static int is_guard(const double *runs, int count, double module) {
  for (int i = 0; i < count; i++)
    if (runs[i] < 0.4 * module || runs[i] > 1.6 * module) return 0;
  return 1;
}

/* Reads a symbol whose first bar is the first of 59 runs. */
static int read_runs(const double *runs, char digits[14]) {
  double width = 0;
  for (int i = 0; i < SYMBOL_RUNS; i++) width += runs[i];
  double module = width / SYMBOL_MODULES;
  if (!is_guard(runs, 3, module) || !is_guard(runs + 27, 5, module) || !is_guard(runs + 56, 3, module))
    return 0;
  int values[13], parities = 0;
  for (int i = 0; i < 12; i++) {
    int value = digit_of(runs + (i < 6 ? 3 + 4 * i : 32 + 4 * (i - 6)), i < 6);
    if (value < 0) return 0;
    values[i + 1] = value % 10;
    if (i < 6) parities = parities * 2 + (value >= 10);
  }
  for (values[0] = 0; values[0] < 10 && PARITIES[values[0]] != parities; values[0]++) continue;
  if (values[0] == 10) return 0;
  int sum = 0;
  for (int i = 0; i < 13; i++) sum += values[i] * (i % 2 ? 3 : 1);
  if (sum % 10 != 0) return 0;
  for (int i = 0; i < 13; i++) digits[i] = (char)('0' + values[i]);
  digits[13] = '\0';
  return 1;
}

int toyread_ean13(const uint8_t *pixels, size_t width, size_t height, size_t stride, char digits[14]) {
  double runs[MOST_RUNS];
  for (size_t line = 0; line < SCAN_LINES && height > 0; line++) {
    const uint8_t *row = pixels + (2 * line + 1) * height / (2 * SCAN_LINES) * stride;
    size_t count = runs_of(row, width, runs);
    for (size_t first = 1; first + SYMBOL_RUNS <= count; first += 2)
      if (read_runs(runs + first, digits)) return 1;
  }
  return 0;
}
