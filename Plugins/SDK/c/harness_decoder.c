/* The plugin protocol, version 1.2, for plugins in C. See harness_decoder.h. */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* clocks, strdup and poll under -std=c11, and Darwin's own below */
#endif
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif
#include "harness_decoder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

enum { protocol_version = 1, maximum_depth = 64 };
static const uint32_t maximum_header = 1u << 20;
static const uint32_t maximum_payload = 1u << 28;

/* ---- Text that grows ---------------------------------------------------------------------- */

typedef struct text {
  char *bytes;
  size_t count, capacity;
} text;

static void *need(void *memory) {
  if (memory == NULL) {
    fputs("out of memory\n", stderr);
    exit(1);
  }
  return memory;
}

static void add_bytes(text *t, const void *bytes, size_t count) {
  if (count == 0) return;
  if (t->capacity - t->count < count) {
    size_t capacity = t->capacity * 2 > t->count + count ? t->capacity * 2 : t->count + count;
    t->bytes = need(realloc(t->bytes, capacity));
    t->capacity = capacity;
  }
  memcpy(t->bytes + t->count, bytes, count);
  t->count += count;
}

static void add(text *t, const char *literal) { add_bytes(t, literal, strlen(literal)); }

HARNESS_PRINTF(2, 3) static void add_format(text *t, const char *format, ...) {
  char piece[512];
  va_list arguments;
  va_start(arguments, format);
  int count = vsnprintf(piece, sizeof piece, format, arguments);
  va_end(arguments);
  if (count > 0) add_bytes(t, piece, (size_t)count < sizeof piece ? (size_t)count : sizeof piece - 1);
}

static void clear(text *t) {
  free(t->bytes);
  *t = (text){0};
}

/* The length in bytes of the UTF-8 character at `s`, at most `left`; 0 if there is none. */
static size_t utf8_length(const unsigned char *s, size_t left) {
  size_t length = s[0] < 0x80 ? 1 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3
                  : s[0] < 0xF5 ? 4 : 0;
  if (length > left) return 0;
  for (size_t i = 1; i < length; i++)
    if ((s[i] & 0xC0) != 0x80) return 0;
  /* Overlong forms, surrogates, and values beyond Unicode are refused. */
  if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ||
      (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
    return 0;
  return length;
}

static bool is_utf8(const char *string) {
  const unsigned char *s = (const unsigned char *)string;
  for (size_t left = strlen(string); left > 0;) {
    size_t length = utf8_length(s, left);
    if (length == 0) return false;
    s += length, left -= length;
  }
  return true;
}

/* Adds a JSON string; bytes that are not UTF-8 become question marks. */
static void add_string(text *t, const char *string) {
  const unsigned char *s = (const unsigned char *)(string ? string : "");
  add(t, "\"");
  for (size_t left = strlen((const char *)s); left > 0;) {
    size_t length = utf8_length(s, left);
    if (length == 0) {
      add(t, "?");
      length = 1;
    } else if (*s == '"' || *s == '\\') {
      add_format(t, "\\%c", *s);
    } else if (*s < 0x20) {
      add_format(t, "\\u%04x", *s);
    } else {
      add_bytes(t, s, length);
    }
    s += length, left -= length;
  }
  add(t, "\"");
}

/* RFC 4648, with padding. */
static void add_base64(text *t, const unsigned char *bytes, size_t count) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < count; i += 3) {
    size_t left = count - i;
    uint32_t group = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                     (left > 2 ? bytes[i + 2] : 0);
    char out[4] = {digits[group >> 18], digits[group >> 12 & 63],
                   left > 1 ? digits[group >> 6 & 63] : '=', left > 2 ? digits[group & 63] : '='};
    add_bytes(t, out, 4);
  }
}

/* Adds a number with all significant digits, with a decimal point in any locale. */
static void add_number(text *t, double number) {
  char digits[40];
  snprintf(digits, sizeof digits, "%.17g", number);
  for (char *c = digits; *c; c++)
    if (*c == ',') *c = '.';
  add(t, digits);
}

/* ---- The conversation --------------------------------------------------------------------- */

typedef struct session {
  const harness_decoder *decoder;
  int input, output;
  harness_options *options;
  void *state;
  bool is_open;
} session;

static bool write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written, count -= (size_t)written;
  }
  return true;
}

static void put_length(unsigned char *at, size_t length) {
  for (int i = 0; i < 4; i++) at[i] = (unsigned char)(length >> (8 * i));
}

/* Sends a message and frees it. */
static bool send_message(const session *s, text *header) {
  unsigned char lengths[8] = {0};
  put_length(lengths, header->count);
  text frame = {0};
  add_bytes(&frame, lengths, sizeof lengths);
  add_bytes(&frame, header->bytes, header->count);
  bool sent = header->count <= maximum_header && write_all(s->output, frame.bytes, frame.count);
  clear(&frame);
  clear(header);
  return sent;
}

/* Says why the conversation cannot go on, to the host and on standard error, and ends the process. */
_Noreturn HARNESS_PRINTF(2, 3) static void give_up(const session *s, const char *format, ...) {
  char reason[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  text message = {0};
  add(&message, "{\"type\":\"error\",\"message\":");
  add_string(&message, reason);
  add(&message, "}");
  send_message(s, &message);
  fprintf(stderr, "%s: %s\n", s->decoder->name, reason);
  exit(1);
}

/* Reads `count` bytes; false at the end of the input. `started`: the frame has begun. */
static bool read_all(const session *s, void *bytes, size_t count, bool started) {
  unsigned char *at = bytes;
  while (count > 0) {
    ssize_t got = read(s->input, at, count);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) give_up(s, "reading from the host failed: %s", strerror(errno));
    if (got == 0) {
      if (started) give_up(s, "the host closed the connection inside a frame");
      return false;
    }
    started = true;
    at += got, count -= (size_t)got;
  }
  return true;
}

/* ---- JSON, as much of it as a host sends ---------------------------------------------------- */

typedef struct json {
  const unsigned char *at, *end;
  bool failed;
} json;

static void skip_space(json *j) {
  while (j->at < j->end && strchr(" \t\r\n", *j->at) && *j->at) j->at++;
}

static bool take(json *j, char c) {
  skip_space(j);
  if (j->failed || j->at == j->end || *j->at != (unsigned char)c) return false;
  j->at++;
  return true;
}

static void expect(json *j, char c) {
  if (!take(j, c)) j->failed = true;
}

static bool take_word(json *j, const char *word) {
  skip_space(j);
  size_t count = strlen(word);
  if (j->failed || (size_t)(j->end - j->at) < count || memcmp(j->at, word, count)) return false;
  j->at += count;
  return true;
}

/* Four hexadecimal digits. */
static uint32_t hexadecimal(json *j) {
  uint32_t value = 0;
  for (int i = 0; i < 4; i++) {
    int c = j->at < j->end ? *j->at++ : 0;
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) {
      j->failed = true;
      return 0;
    }
    value = value << 4 | (uint32_t)digit;
  }
  return value;
}

static void add_character(text *t, uint32_t c) {
  unsigned char out[4];
  size_t count = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = count - 1; i > 0; i--, c >>= 6) out[i] = (unsigned char)(0x80 | (c & 0x3F));
  out[0] = (unsigned char)(first[count] | c);
  add_bytes(t, out, count);
}

static void escape(json *j, text *t) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  int c = j->at < j->end ? *j->at++ : 0;
  const char *name = c ? strchr(names, c) : NULL;
  if (name) {
    add_bytes(t, &values[name - names], 1);
  } else if (c == 'u') {
    uint32_t unit = hexadecimal(j);
    if (unit >= 0xD800 && unit < 0xDC00 && j->end - j->at >= 6 && j->at[0] == '\\' &&
        j->at[1] == 'u') {
      j->at += 2;
      uint32_t low = hexadecimal(j);
      unit = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
                                           : 0xFFFD;
    } else if (unit >= 0xD800 && unit < 0xE000) {
      unit = 0xFFFD;
    }
    /* A 0 byte would end the string early in C. */
    add_character(t, unit ? unit : 0xFFFD);
  } else {
    j->failed = true;
  }
}

/* A string, to be freed by the caller; NULL when there is none. */
static char *string(json *j) {
  expect(j, '"');
  text t = {0};
  while (!j->failed) {
    if (j->at == j->end || *j->at < 0x20) {
      j->failed = true;
    } else if (*j->at == '"') {
      j->at++;
      add_bytes(&t, "", 1);
      return t.bytes;
    } else if (*j->at == '\\') {
      j->at++;
      escape(j, &t);
    } else {
      size_t length = utf8_length(j->at, (size_t)(j->end - j->at));
      if (length == 0) j->failed = true;
      add_bytes(&t, j->at, length);
      j->at += length;
    }
  }
  clear(&t);
  return NULL;
}

/* A whole number of up to 64 bits. */
static long long integer(json *j) {
  skip_space(j);
  bool negative = take(j, '-');
  unsigned long long magnitude = 0;
  const unsigned char *start = j->at;
  while (j->at < j->end && *j->at >= '0' && *j->at <= '9') {
    unsigned digit = *j->at++ - '0';
    if (magnitude > ((unsigned long long)INT64_MAX + negative - digit) / 10) j->failed = true;
    magnitude = magnitude * 10 + digit;
  }
  if (j->at == start || (j->at < j->end && strchr(".eE", *j->at) && *j->at)) j->failed = true;
  if (j->failed) return 0;
  return negative ? (long long)(0 - magnitude) : (long long)magnitude;
}

static void skip_number(json *j) {
  const unsigned char *start = j->at;
  while (j->at < j->end && strchr("+-.0123456789eE", *j->at) && *j->at) j->at++;
  if (j->at == start) j->failed = true;
}

/* Skips any value: there may be fields that this version does not know. */
static void skip_value(json *j, int depth) {
  skip_space(j);
  if (depth > maximum_depth || j->at == j->end) j->failed = true;
  if (j->failed || take_word(j, "null") || take_word(j, "true") || take_word(j, "false")) return;
  if (*j->at == '"') {
    free(string(j));
  } else if (take(j, '[')) {
    if (take(j, ']')) return;
    do skip_value(j, depth + 1);
    while (take(j, ','));
    expect(j, ']');
  } else if (take(j, '{')) {
    if (take(j, '}')) return;
    do {
      free(string(j));
      expect(j, ':');
      skip_value(j, depth + 1);
    } while (take(j, ','));
    expect(j, '}');
  } else {
    skip_number(j);
  }
}

/* ---- Messages of the host ----------------------------------------------------------------- */

typedef struct list {
  char **items;
  size_t count;
} list;

/* Appends a string, or NULL for the end; the list owns it. */
static void append(list *l, char *item) {
  l->items = need(realloc(l->items, (l->count + 1) * sizeof *l->items));
  l->items[l->count++] = item;
}

static void free_list(list *l) {
  for (size_t i = 0; i < l->count; i++) free(l->items[i]);
  free(l->items);
  *l = (list){0};
}

typedef struct message {
  char *type;
  long long protocol, id, nonce, width, height, row_stride, maximum_count;
  bool has_symbologies;
  list symbologies;  /* Ends with NULL. */
  list option_names; /* As many as there are values. */
  list option_values;
} message;

static void free_message(message *m) {
  free(m->type);
  free_list(&m->symbologies);
  free_list(&m->option_names);
  free_list(&m->option_values);
}

static void strings(json *j, message *m) {
  m->has_symbologies = true;
  free_list(&m->symbologies);
  expect(j, '[');
  if (!take(j, ']')) {
    do {
      char *name = string(j);
      if (name) append(&m->symbologies, name);
    } while (take(j, ','));
    expect(j, ']');
  }
  append(&m->symbologies, NULL);
}

static void settings(json *j, message *m) {
  expect(j, '{');
  if (take(j, '}')) return;
  do {
    char *name = string(j);
    expect(j, ':');
    char *value = string(j);
    if (name && value) {
      append(&m->option_names, name);
      append(&m->option_values, value);
    } else {
      free(name);
      free(value);
    }
  } while (take(j, ','));
  expect(j, '}');
}

static void field(json *j, const char *name, message *m) {
  const struct {
    const char *name;
    long long *value;
  } integers[] = {{"protocol", &m->protocol},       {"id", &m->id},
                  {"width", &m->width},             {"height", &m->height},
                  {"rowStride", &m->row_stride},    {"maximumCount", &m->maximum_count},
                  {"nonce", &m->nonce}};
  if (take_word(j, "null")) return;
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
    if (strcmp(name, integers[i].name) != 0) continue;
    *integers[i].value = integer(j);
    return;
  }
  if (strcmp(name, "type") == 0) {
    free(m->type);
    m->type = string(j);
  } else if (strcmp(name, "symbologies") == 0) {
    strings(j, m);
  } else if (strcmp(name, "options") == 0) {
    settings(j, m);
  } else {
    skip_value(j, 0);
  }
}

/* Reads a header; false when it is none. */
static bool parse(const unsigned char *bytes, size_t count, message *m) {
  json j = {bytes, bytes + count, false};
  *m = (message){.protocol = -1, .id = -1, .nonce = -1, .width = -1, .height = -1, .row_stride = -1,
                 .maximum_count = -1};
  expect(&j, '{');
  if (!take(&j, '}')) {
    do {
      char *name = string(&j);
      expect(&j, ':');
      if (!j.failed) field(&j, name, m);
      free(name);
    } while (take(&j, ','));
    expect(&j, '}');
  }
  skip_space(&j);
  return !j.failed && j.at == j.end && m->type != NULL;
}

/* ---- Options ------------------------------------------------------------------------------ */

struct harness_options {
  const harness_option *declared;
  char **values; /* One for each that is declared. */
};

static size_t option_count(const harness_decoder *d) {
  size_t count = 0;
  while (d->options && d->options[count].name) count++;
  return count;
}

static bool is_one_of(const char *value, const char *const *words) {
  for (; words && *words; words++)
    if (strcmp(value, *words) == 0) return true;
  return false;
}

/* The same for words that people type; case does not count. */
static bool is_any_of(const char *value, const char *const *words) {
  for (; *words; words++)
    if (strcasecmp(value, *words) == 0) return true;
  return false;
}

/* The canonical value, to be freed; NULL if the option does not take it. */
static char *canonical(const harness_option *option, const char *typed) {
  static const char *const yes[] = {"true", "yes", "on", "1", NULL};
  static const char *const no[] = {"false", "no", "off", "0", NULL};
  char *end;
  long long number;
  switch (option->kind) {
    case HARNESS_FLAG:
      if (is_any_of(typed, yes)) return need(strdup("true"));
      return is_any_of(typed, no) ? need(strdup("false")) : NULL;
    case HARNESS_INTEGER:
      errno = 0;
      number = strtoll(typed, &end, 10);
      if (errno != 0 || end == typed || *end || !strchr("+-0123456789", *typed)) return NULL;
      return number >= option->minimum && number <= option->maximum ? need(strdup(typed)) : NULL;
    case HARNESS_CHOICE:
      return is_one_of(typed, option->choices) ? need(strdup(typed)) : NULL;
  }
  return NULL;
}

/* Adds the values that the option takes, in words. */
static void add_accepted(text *t, const harness_option *option) {
  if (option->kind == HARNESS_FLAG) {
    add(t, "true or false");
  } else if (option->kind == HARNESS_INTEGER) {
    add_format(t, "a whole number from %lld to %lld", option->minimum, option->maximum);
  } else {
    add(t, "one of ");
    for (const char *const *word = option->choices; word && *word; word++) {
      if (word != option->choices) add(t, ", ");
      add(t, *word);
    }
  }
}

static void set_option(session *s, const char *name, const char *typed) {
  const harness_decoder *d = s->decoder;
  text words = {0};
  for (size_t i = 0; i < option_count(d); i++) {
    const harness_option *option = &d->options[i];
    add_format(&words, "%s%s", i ? ", " : "", option->name);
    if (strcmp(name, option->name) != 0) continue;
    clear(&words);
    char *value = canonical(option, typed);
    if (value == NULL) {
      add_accepted(&words, option);
      give_up(s, "decoder \"%s\": option \"%s\" cannot be \"%s\"; it takes %.*s.", d->name, name,
              typed, (int)words.count, words.bytes);
    }
    free(s->options->values[i]);
    s->options->values[i] = value;
    return;
  }
  give_up(s, "decoder \"%s\" has no option \"%s\". %s%.*s.", d->name, name,
          words.count ? "Its options: " : "It has no options", (int)words.count,
          words.count ? words.bytes : "");
}

static void apply_profile(session *s, const char *name) {
  text words = {0};
  add(&words, "default");
  for (const harness_profile *p = s->decoder->profiles; p && p->name; p++) {
    if (strcmp(p->name, "default") != 0) add_format(&words, ", %s", p->name);
    if (strcmp(p->name, name) != 0) continue;
    clear(&words);
    for (const harness_setting *setting = p->settings; setting && setting->name; setting++)
      set_option(s, setting->name, setting->value);
    return;
  }
  if (strcmp(name, "default") != 0)
    give_up(s, "decoder \"%s\" has no profile \"%s\". Its profiles: %.*s.", s->decoder->name, name,
            (int)words.count, words.bytes);
  clear(&words);
}

static void free_options(session *s) {
  if (s->options == NULL) return;
  for (size_t i = 0; i < option_count(s->decoder); i++) free(s->options->values[i]);
  free(s->options->values);
  free(s->options);
  s->options = NULL;
}

/* Sets every option: first the defaults, then the profile's values, then the requested ones. */
static void configure(session *s, const message *m) {
  const harness_decoder *d = s->decoder;
  if (s->is_open && d->close) d->close(s->state);
  s->is_open = false;
  free_options(s);
  s->options = need(malloc(sizeof *s->options));
  s->options->declared = d->options;
  s->options->values = need(calloc(option_count(d) + 1, sizeof *s->options->values));
  for (size_t i = 0; i < option_count(d); i++)
    set_option(s, d->options[i].name, d->options[i].default_value);
  for (size_t i = 0; i < m->option_names.count; i++)
    if (strcmp(m->option_names.items[i], "profile") == 0)
      apply_profile(s, m->option_values.items[i]);
  for (size_t i = 0; i < m->option_names.count; i++)
    if (strcmp(m->option_names.items[i], "profile") != 0)
      set_option(s, m->option_names.items[i], m->option_values.items[i]);

  harness_reason reason = {""};
  s->state = NULL;
  if (d->open && !d->open(&s->state, s->options, &reason))
    give_up(s, "unavailable: %s", reason.text[0] ? reason.text : "the library could not be set up");
  s->is_open = true;
}

static const char *option_value(const harness_options *options, const char *name,
                                harness_option_kind kind) {
  for (size_t i = 0; options->declared && options->declared[i].name; i++)
    if (options->declared[i].kind == kind && strcmp(options->declared[i].name, name) == 0)
      return options->values[i];
  fprintf(stderr, "the plugin asks for an option \"%s\" that it has not declared so\n", name);
  exit(1);
}

bool harness_option_flag(const harness_options *options, const char *name) {
  return strcmp(option_value(options, name, HARNESS_FLAG), "true") == 0;
}

long long harness_option_integer(const harness_options *options, const char *name) {
  return strtoll(option_value(options, name, HARNESS_INTEGER), NULL, 10);
}

const char *harness_option_choice(const harness_options *options, const char *name) {
  return option_value(options, name, HARNESS_CHOICE);
}

void harness_explain(harness_reason *reason, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason->text, sizeof reason->text, format, arguments);
  va_end(arguments);
}

/* ---- Answers ------------------------------------------------------------------------------ */

static void add_strings(text *t, const char *const *strings) {
  add(t, "[");
  for (const char *const *item = strings; item && *item; item++) {
    if (item != strings) add(t, ",");
    add_string(t, *item);
  }
  add(t, "]");
}

static void add_option(text *t, const harness_option *option) {
  static const char *const kinds[] = {"flag", "integer", "choice"};
  add(t, "{\"name\":");
  add_string(t, option->name);
  add_format(t, ",\"kind\":\"%s\",\"default\":", kinds[option->kind]);
  add_string(t, option->default_value);
  add(t, ",\"summary\":");
  add_string(t, option->summary);
  if (option->kind == HARNESS_INTEGER)
    add_format(t, ",\"minimum\":%lld,\"maximum\":%lld", option->minimum, option->maximum);
  if (option->kind == HARNESS_CHOICE) {
    add(t, ",\"choices\":");
    add_strings(t, option->choices);
  }
  if (option->purpose) {
    add(t, ",\"purpose\":");
    add_string(t, option->purpose);
  }
  for (size_t i = 0; i < option->worth_trying_count; i++)
    add_format(t, "%s%lld", i ? "," : ",\"worthTrying\":[", option->worth_trying[i]);
  if (option->worth_trying_count) add(t, "]");
  add(t, "}");
}

static void add_profile(text *t, const harness_profile *profile) {
  add(t, "{\"name\":");
  add_string(t, profile->name);
  add(t, ",\"summary\":");
  add_string(t, profile->summary);
  add(t, ",\"settings\":{");
  for (const harness_setting *s = profile->settings; s && s->name; s++) {
    if (s != profile->settings) add(t, ",");
    add_string(t, s->name);
    add(t, ":");
    add_string(t, s->value);
  }
  add(t, "}}");
}

static bool send_hello(const session *s) {
  const harness_decoder *d = s->decoder;
  text t = {0};
  add_format(&t, "{\"type\":\"hello\",\"protocol\":%d,\"name\":", protocol_version);
  add_string(&t, d->name);
  add(&t, ",\"summary\":");
  add_string(&t, d->summary);
  add(&t, ",\"library\":");
  add_string(&t, d->library);
  add(&t, ",\"libraryVersion\":");
  add_string(&t, d->library_version);
  add(&t, ",\"symbologies\":");
  add_strings(&t, d->symbologies);
  add(&t, ",\"options\":[");
  for (const harness_option *o = d->options; o && o->name; o++) {
    if (o != d->options) add(&t, ",");
    add_option(&t, o);
  }
  add(&t, "],\"profiles\":[");
  for (const harness_profile *p = d->profiles; p && p->name; p++) {
    if (p != d->profiles) add(&t, ",");
    add_profile(&t, p);
  }
  /* Requests are read one after the other: any number of them may wait. */
  add_format(&t, "],\"optIn\":%s,\"requestsAhead\":64,\"nonces\":true}", d->opt_in ? "true" : "false");
  return send_message(s, &t);
}

struct harness_readings {
  text json;
  size_t count;
  bool failed;
  char failure[512];
};

void harness_fail(harness_readings *readings, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(readings->failure, sizeof readings->failure, format, arguments);
  va_end(arguments);
  readings->failed = true;
}

void harness_add_reading(harness_readings *readings, const char *symbology, const void *bytes,
                         size_t count, const char *words, const harness_point *corners) {
  text *t = &readings->json;
  if (readings->count++ > 0) add(t, ",");
  add(t, "{");
  if (symbology) {
    add(t, "\"symbology\":");
    add_string(t, symbology);
    add(t, ",");
  }
  add(t, "\"bytes\":\"");
  add_base64(t, bytes, count);
  add(t, "\"");
  if (words && is_utf8(words)) {
    add(t, ",\"text\":");
    add_string(t, words);
  }
  if (corners) {
    add(t, ",\"corners\":[");
    for (int i = 0; i < 4; i++) {
      if (!isfinite(corners[i].x) || !isfinite(corners[i].y))
        harness_fail(readings, "the adapter gave corners that are not numbers");
      add(t, i ? ",[" : "[");
      add_number(t, corners[i].x);
      add(t, ",");
      add_number(t, corners[i].y);
      add(t, "]");
    }
    add(t, "]");
  }
  add(t, "}");
}

void harness_add_facts(harness_readings *readings, const harness_facts *facts) {
  static const char *const losses[] = {"separators", "charset", "data"};
  text *t = &readings->json;
  if (readings->count == 0) {
    harness_fail(readings, "the adapter gave facts before any reading");
    return;
  }
  t->count--; /* The brace that ends the reading. */
  if (facts->symbology_identifier) {
    add(t, ",\"symbologyIdentifier\":");
    add_string(t, facts->symbology_identifier);
  }
  if (facts->eci) {
    add(t, ",\"eci\":[");
    for (size_t i = 0; i < facts->eci_count; i++)
      add_format(t, "%s[%zu,%ld]", i ? "," : "", facts->eci[i].offset, facts->eci[i].number);
    add(t, "]");
  }
  if (facts->lost) {
    const char *comma = "";
    add(t, ",\"lost\":[");
    for (int i = 0; i < 3; i++)
      if (facts->lost >> i & 1) {
        add_format(t, "%s\"%s\"", comma, losses[i]);
        comma = ",";
      }
    add(t, "]");
  }
  add(t, "}");
}

static int64_t nanoseconds(clockid_t clock) {
  struct timespec time = {0};
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* True if measures and bytes make an image; if not, reports a failure in the readings. */
static bool is_image(const message *m, size_t available, harness_readings *readings) {
  const long long most = maximum_payload;
  if (m->width < 0 || m->height < 0 || m->row_stride < m->width) {
    harness_fail(readings, "an image cannot be %lld x %lld pixels with rows of %lld bytes", m->width,
                 m->height, m->row_stride);
    return false;
  }
  if (m->width == 0 || m->height == 0) return true;
  bool fits = m->row_stride <= most && (m->height - 1) <= most / m->row_stride;
  if (!fits || (uint64_t)(m->row_stride * (m->height - 1) + m->width) > available) {
    harness_fail(readings, "an image of %lld x %lld pixels with rows of %lld bytes has more than %zu",
                 m->width, m->height, m->row_stride, available);
    return false;
  }
  return true;
}

static bool decode(session *s, const message *m, uint8_t *pixels, size_t count) {
  if (!s->is_open) configure(s, &(message){0});
  harness_readings readings = {0};
  int64_t wall = 0, cpu = 0;
  if (is_image(m, count, &readings)) {
    const harness_image image = {(size_t)m->width, (size_t)m->height, (size_t)m->row_stride,
                                 pixels};
    const harness_hints hints = {
        m->has_symbologies ? (const char *const *)m->symbologies.items : NULL, m->maximum_count};
    const clockid_t clock =
        s->decoder->uses_threads ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID;
    cpu = nanoseconds(clock), wall = nanoseconds(CLOCK_MONOTONIC);
    s->decoder->decode(s->state, &image, &hints, &readings);
    wall = nanoseconds(CLOCK_MONOTONIC) - wall, cpu = nanoseconds(clock) - cpu;
  }
  text t = {0};
  add_format(&t, "{\"type\":\"result\",\"id\":%lld,", m->id);
  if (m->nonce >= 0) add_format(&t, "\"nonce\":%lld,", m->nonce);
  if (readings.failed) {
    add(&t, "\"error\":");
    add_string(&t, readings.failure);
  } else {
    add(&t, "\"readings\":[");
    add_bytes(&t, readings.json.bytes, readings.json.count);
    add(&t, "]");
  }
  add_format(&t, ",\"wallNanoseconds\":%" PRId64 ",\"cpuNanoseconds\":%" PRId64 "}", wall, cpu);
  clear(&readings.json);
  if (t.count > maximum_header) give_up(s, "an answer of %zu bytes does not fit a frame", t.count);
  return send_message(s, &t);
}

/* ---- The loop ----------------------------------------------------------------------------- */

/* Answers one frame; false when the host has hung up. */
static bool serve_one(session *s) {
  unsigned char lengths[8];
  if (!read_all(s, lengths, sizeof lengths, false)) return false;
  uint32_t size[2];
  for (int i = 0; i < 2; i++) {
    const unsigned char *at = lengths + 4 * i;
    size[i] = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
  }
  if (size[0] == 0 || size[0] > maximum_header || size[1] > maximum_payload)
    give_up(s, "the host sent a frame with a header of %u bytes and a payload of %u; the limits are "
            "1 to %u and %u", size[0], size[1], maximum_header, maximum_payload);
  unsigned char *header = need(malloc(size[0]));
  uint8_t *payload = need(malloc(size[1] ? size[1] : 1));
  read_all(s, header, size[0], true);
  read_all(s, payload, size[1], true);

  message m;
  if (!parse(header, size[0], &m)) give_up(s, "the host sent a header that cannot be understood");
  bool goes_on = true;
  if (strcmp(m.type, "hello") == 0) {
    if (m.protocol != protocol_version)
      give_up(s, "the host speaks version %lld of the plugin protocol; this plugin speaks version %d",
              m.protocol, protocol_version);
    goes_on = send_hello(s);
  } else if (strcmp(m.type, "configure") == 0) {
    configure(s, &m);
    text ready = {0};
    add(&ready, "{\"type\":\"ready\"}");
    goes_on = send_message(s, &ready);
  } else if (strcmp(m.type, "decode") == 0) {
    goes_on = decode(s, &m, payload, size[1]);
  } else {
    give_up(s, "the host sent a message of the unknown type \"%s\"", m.type);
  }
  free_message(&m);
  free(payload);
  free(header);
  return goes_on;
}

typedef struct watch {
  int input;
  pid_t parent;
} watch;

/* Ends the process when its host is gone, even in the middle of a decode. It waits for the
 * connection to hang up and then for the parent to change, so that requests piped in from a file,
 * whose writer has finished, are all still answered. */
static void *watch_host(void *argument) {
  watch w = *(watch *)argument;
  free(argument);
  struct pollfd input = {.fd = w.input, .events = 0};
  while (poll(&input, 1, -1) < 0 && errno == EINTR) {
  }
  while (getppid() == w.parent) usleep(200000);
  _exit(0);
}

static void start_watch(int input) {
  watch *w = need(malloc(sizeof *w));
  *w = (watch){input, getppid()};
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch_host, w) == 0)
    pthread_detach(thread);
  else
    free(w);
}

int harness_decoder_main(int argc, char **argv, const harness_decoder *decoder) {
  (void)argv;
  if (argc > 1 || isatty(STDIN_FILENO)) {
    printf("%s: a decoder plugin for the barcode harness (%s %s).\n"
           "It reads requests on standard input; let the harness start it:\n\n"
           "  harness compare --corpus qr-small --decoder %s\n",
           decoder->name, decoder->library, decoder->library_version, decoder->name);
    return 0;
  }
  /* From here on a library that reads or prints cannot touch a frame. */
  session s = {.decoder = decoder, .input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3),
               .output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)};
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  close(nothing);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  start_watch(s.input);

  while (serve_one(&s)) {
  }
  if (s.is_open && decoder->close) decoder->close(s.state);
  free_options(&s);
  return 0;
}
