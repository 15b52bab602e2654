// zbar: the library's settings, and its symbols as readings.

// Before other headers: some define words that it uses.
#include <zbar.h>

#include <cstdio>
#include <memory>

#include "scanner.h"

namespace {

// The symbologies to look for. They are switched on one by one: all at once would turn EAN-13 into ISBN
// and add-ons into composites.
const zbar::zbar_symbol_type_t types[] = {
{{#formats}}
    zbar::{{code}},
{{/formats}}
};

struct Setting {
  zbar::zbar_symbol_type_t type;
  zbar::zbar_config_t config;
  int value;
};

const Setting settings[] = {
    // Columns and rows from one scan line to the next.
    {zbar::ZBAR_NONE, zbar::ZBAR_CFG_X_DENSITY, {{option.x-density}}},
    {zbar::ZBAR_NONE, zbar::ZBAR_CFG_Y_DENSITY, {{option.y-density}}},
    // Look again in the inverted image when nothing was found.
    {zbar::ZBAR_NONE, zbar::ZBAR_CFG_TEST_INVERTED, {{option.test-inverted}}},
    // Collect points along linear codes.
    {zbar::ZBAR_NONE, zbar::ZBAR_CFG_POSITION, {{option.position}}},
    // The bytes of QR Codes as they are, instead of a guess at their charset.
    {zbar::ZBAR_QRCODE, zbar::ZBAR_CFG_BINARY, {{option.binary}}},
    // The shortest symbols.
    {zbar::ZBAR_I25, zbar::ZBAR_CFG_MIN_LEN, {{option.i25-min-length}}},
    {zbar::ZBAR_CODABAR, zbar::ZBAR_CFG_MIN_LEN, {{option.codabar-min-length}}},
    {zbar::ZBAR_CODE39, zbar::ZBAR_CFG_MIN_LEN, {{option.code39-min-length}}},
};

// True to get UPC-A and UPC-E as such; otherwise they come as EAN-13.
constexpr bool names_upc_a = {{option.upca}};
constexpr bool names_upc_e = {{option.upce}};

void configure(zbar::zbar_image_scanner_t *scanner) {
  using namespace zbar;
  zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
  for (zbar_symbol_type_t type : types) {
    zbar_image_scanner_set_config(scanner, type, ZBAR_CFG_ENABLE, 1);
    if (type != ZBAR_EAN13) continue;
    if (names_upc_a) zbar_image_scanner_set_config(scanner, ZBAR_UPCA, ZBAR_CFG_ENABLE, 1);
    if (names_upc_e) zbar_image_scanner_set_config(scanner, ZBAR_UPCE, ZBAR_CFG_ENABLE, 1);
  }
  for (const Setting &setting : settings)
    zbar_image_scanner_set_config(scanner, setting.type, setting.config, setting.value);
}

const char *symbology(const zbar::zbar_symbol_t *symbol) {
  bool is_gs1 = zbar::zbar_symbol_get_modifiers(symbol) & (1u << zbar::ZBAR_MOD_GS1);
  switch (zbar::zbar_symbol_get_type(symbol)) {
  case zbar::ZBAR_CODE128: return is_gs1 ? "gs1-128" : "code-128";
  case zbar::ZBAR_QRCODE: return is_gs1 ? "gs1-qr-code" : "qr-code";
  case zbar::ZBAR_EAN13: return "ean-13";
  case zbar::ZBAR_EAN8: return "ean-8";
  case zbar::ZBAR_UPCA: return "upc-a";
  case zbar::ZBAR_UPCE: return "upc-e";
  case zbar::ZBAR_I25: return "itf";
  case zbar::ZBAR_DATABAR: return "databar";
  case zbar::ZBAR_DATABAR_EXP: return "databar-expanded";
  case zbar::ZBAR_CODABAR: return "codabar";
  case zbar::ZBAR_CODE39: return "code-39";
  case zbar::ZBAR_CODE93: return "code-93";
  default: return nullptr;
  }
}

// Hands a symbol on. False when no more are wanted.
bool take(const zbar::zbar_symbol_t *symbol) {
  Point corners[4];
  // Of linear codes there is one point for each scan line, which is no outline.
  bool has_corners = zbar::zbar_symbol_get_type(symbol) == zbar::ZBAR_QRCODE
      && zbar::zbar_symbol_get_loc_size(symbol) == 4;
  for (unsigned i = 0; has_corners && i < 4; ++i)
    corners[i] = {
        static_cast<double>(zbar::zbar_symbol_get_loc_x(symbol, i)),
        static_cast<double>(zbar::zbar_symbol_get_loc_y(symbol, i))};
  Reading reading = {
      symbology(symbol), reinterpret_cast<const unsigned char *>(zbar::zbar_symbol_get_data(symbol)),
      zbar::zbar_symbol_get_data_length(symbol), has_corners ? corners : nullptr};
  return scanner_take(&reading) != 0;
}

}  // namespace

int decode(const Image *image, char *message, size_t room) {
  // zbar's scanner keeps half-read symbols from one image to the next, so each image gets a new one.
  std::unique_ptr<zbar::zbar_image_scanner_t, void (*)(zbar::zbar_image_scanner_t *)> scanner(
      zbar::zbar_image_scanner_create(), zbar::zbar_image_scanner_destroy);
  std::unique_ptr<zbar::zbar_image_t, void (*)(zbar::zbar_image_t *)> view(
      zbar::zbar_image_create(), zbar::zbar_image_destroy);
  if (!scanner || !view) {
    std::snprintf(message, room, "zbar has no memory");
    return -1;
  }
  configure(scanner.get());
  // The only format that zbar scans: one byte of luminance a pixel, rows without padding.
  zbar::zbar_image_set_format(view.get(), zbar_fourcc('Y', '8', '0', '0'));
  zbar::zbar_image_set_size(
      view.get(), static_cast<unsigned>(image->width), static_cast<unsigned>(image->height));
  zbar::zbar_image_set_data(
      view.get(), image->pixels,
      static_cast<unsigned long>(image->width) * static_cast<unsigned long>(image->height), nullptr);
  if (zbar::zbar_scan_image(scanner.get(), view.get()) < 0) {
    std::snprintf(message, room, "zbar could not scan the image");
    return -1;
  }
  const zbar::zbar_symbol_t *symbol = zbar::zbar_image_first_symbol(view.get());
  while (symbol && take(symbol)) symbol = zbar::zbar_symbol_next(symbol);
  return 0;
}
