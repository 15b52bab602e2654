/* Gives the SDK's JSON parser headers with mutations, under the sanitizers: none may hurt it. */
#include "harness_decoder.c"

static const char *const seeds[] = {
    "{\"type\":\"hello\",\"protocol\":1,\"later\":{\"a\":[1,{\"b\":\"}]\\u00e9\\\\\"},null,-2.5e3,true]}}",
    "{\"type\":\"configure\",\"options\":{\"profile\":\"tuned\",\"passes\":\"\\ud83d\\ude00\"}}",
    "{ \"rowStride\" : 640, \"id\":9223372036854775807,\"symbologies\":[\"qr-code\",\"aztec\"],"
    "\"width\":640,\"height\":null,\"type\":\"decode\",\"maximumCount\":-9223372036854775808}",
    "{\"type\":\"decode\",\"id\":99999999999999999999,\"x\":[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}"};

static uint32_t state = 1;

static uint32_t below(uint32_t limit) {
  state = state * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)state * limit) >> 32);
}

int main(void) {
  static const char alphabet[] = "{}[]\":,\\u0123456789eE+-.tfn \t\xc3\xa9";
  unsigned understood = 0;
  for (int round = 0; round < 40000; round++) {
    const char *seed = seeds[below(4)];
    size_t count = strlen(seed);
    /* Memory of exactly that size, so that the sanitizer sees every step beyond it. */
    unsigned char *bytes = need(malloc(count));
    memcpy(bytes, seed, count);
    for (uint32_t changes = below(4); changes > 0; changes--)
      bytes[below((uint32_t)count)] =
          below(3) ? (unsigned char)alphabet[below(sizeof alphabet - 1)] : (unsigned char)below(256);
    size_t kept = below(4) ? count : below((uint32_t)count + 1);
    message m;
    understood += parse(bytes, kept, &m);
    free_message(&m);
    free(bytes);
  }
  printf("%u\n", understood);
  return understood > 5000 && understood < 35000 ? 0 : 2;
}
