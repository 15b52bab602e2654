#include <zint.h>

/* zint keeps its modules in a two-dimensional array, which Swift sees as a tuple of tuples. */
static inline const unsigned char *zint_row(const struct zint_symbol *symbol, int row) {
  return symbol->encoded_data[row];
}

/* The message of the last call; empty when there was none. */
static inline const char *zint_message(const struct zint_symbol *symbol) {
  return symbol->errtxt;
}
