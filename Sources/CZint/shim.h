#include <string.h>
#include <zint.h>

/* zint keeps its modules in a two-dimensional array, which Swift sees as a tuple of tuples. */
static inline const unsigned char *zint_row(const struct zint_symbol *symbol, int row) {
  return symbol->encoded_data[row];
}

/* The message of the last call; empty when there was none. */
static inline const char *zint_message(const struct zint_symbol *symbol) {
  return symbol->errtxt;
}

/* The heights of rows are an array of 200, which Swift sees as a tuple; 0 leaves the choice. */
static inline float zint_row_height(const struct zint_symbol *symbol, int row) {
  return symbol->row_height[row];
}

/* What is printed below the bars; empty where nothing is. */
static inline const char *zint_text(const struct zint_symbol *symbol) {
  return (const char *)symbol->text;
}

/* MaxiCode's primary message; what is longer than zint has room for is cut. */
static inline void zint_set_primary(struct zint_symbol *symbol, const char *text) {
  strncpy(symbol->primary, text, sizeof symbol->primary - 1);
}
