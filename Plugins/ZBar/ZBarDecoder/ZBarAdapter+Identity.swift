import CZBar
import DecoderKit

extension ZBarAdapter {
  /// zbar with its symbologies, options and profiles; the plugin's README explains each.
  public static let identity = DecoderIdentity(
    name: "zbar",
    summary: "zbar: QR Code and linear codes, scan line by scan line (LGPL-2.1).",
    library: "zbar",
    version: libraryVersion,
    symbologies: Set(symbols.keys).union([.upcA, .upcE, .dataBarStacked]),
    options: [
      .integer(
        "x-density", default: 1, in: 0...64,
        "Columns from one vertical scan line to the next; 0 scans none."
      ).with(worthTrying: [2]),
      .integer(
        "y-density", default: 1, in: 0...64,
        "Rows from one horizontal scan line to the next; 0 scans none."
      ).with(worthTrying: [2]),
      .flag(
        "test-inverted", default: false,
        "Look again in the inverted image when nothing was found."
      ).with(purpose: .inverted),
      .flag(
        "binary", default: true,
        "Return the bytes of QR Codes as they are instead of guessing a charset."
      ).with(purpose: .output),
      .flag(
        "position", default: true,
        "Collect points along linear codes; the adapter reports none, so false only saves time."),
      .flag(
        "upca", default: false,
        "Call EAN-13 symbols that start with 0 UPC-A, without that digit."
      ).with(purpose: .output),
      .flag("upce", default: false, "Return UPC-E as UPC-E instead of expanding it to EAN-13.")
        .with(purpose: .output),
      .integer(
        "i25-min-length", default: 6, in: 1...256, "The fewest digits in an ITF symbol."),
      .integer(
        "codabar-min-length", default: 4, in: 1...256,
        "The fewest characters in a Codabar symbol, start and stop counted."),
      .integer(
        "code39-min-length", default: 1, in: 1...256, "The fewest characters in Code 39."),
    ],
    profiles: [
      DecoderProfile(
        name: "default", summary: "The library's own settings, with bytes kept as they are.",
        settings: [:]),
      DecoderProfile(
        name: "tuned", summary: "Looks for inverted symbols too.",
        settings: ["test-inverted": "true"]),
    ],
    platforms: ["Linux", "macOS", "Windows", "Android", "iOS"])

  /// Symbology → zbar's type.
  ///
  /// Add-ons, ISBN and composites stay off: they relabel the symbols that are asked for.
  static let symbols: [Symbology: zbar_symbol_type_t] = [
    .ean13: ZBAR_EAN13,
    .ean8: ZBAR_EAN8,
    .itf: ZBAR_I25,
    .dataBar: ZBAR_DATABAR,
    .dataBarExpanded: ZBAR_DATABAR_EXP,
    .codabar: ZBAR_CODABAR,
    .code39: ZBAR_CODE39,
    .code93: ZBAR_CODE93,
    .code128: ZBAR_CODE128,
    .qrCode: ZBAR_QRCODE,
  ]

  private static let libraryVersion: String = {
    var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
    zbar_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }()

  /// The settings of a new scanner, in this order: all off, then one symbology after the other.
  static func configuration(
    _ options: DecoderOptions, wanted: Set<Symbology>?
  ) -> [(zbar_symbol_type_t, zbar_config_t, Int32)] {
    func flag(_ name: String) -> Int32 { options.flag(name) ? 1 : 0 }
    func number(_ name: String) -> Int32 { Int32(options.integer(name)) }
    return [(ZBAR_NONE, ZBAR_CFG_ENABLE, 0)]
      + types(wanted, options).map { ($0, ZBAR_CFG_ENABLE, 1) }
      + [
        (ZBAR_NONE, ZBAR_CFG_X_DENSITY, number("x-density")),
        (ZBAR_NONE, ZBAR_CFG_Y_DENSITY, number("y-density")),
        (ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, flag("test-inverted")),
        (ZBAR_NONE, ZBAR_CFG_POSITION, flag("position")),
        (ZBAR_QRCODE, ZBAR_CFG_BINARY, flag("binary")),
        (ZBAR_I25, ZBAR_CFG_MIN_LEN, number("i25-min-length")),
        (ZBAR_CODABAR, ZBAR_CFG_MIN_LEN, number("codabar-min-length")),
        (ZBAR_CODE39, ZBAR_CFG_MIN_LEN, number("code39-min-length")),
      ]
  }

  /// zbar's types for the wanted symbologies. UPC symbols need EAN-13 on, under whatever name.
  private static func types(
    _ wanted: Set<Symbology>?, _ options: DecoderOptions
  ) -> Set<zbar_symbol_type_t> {
    var types = Set(symbols.values)
    if let wanted {
      types = Set(wanted.compactMap { symbols[$0.zbarCarrier] })
    }
    guard types.contains(ZBAR_EAN13) else { return types }
    if options.flag("upca") { types.insert(ZBAR_UPCA) }
    if options.flag("upce") { types.insert(ZBAR_UPCE) }
    return types
  }
}

extension Symbology {
  /// The symbology that has to be switched on in zbar to read this one.
  fileprivate var zbarCarrier: Symbology {
    switch self {
    case .upcA, .upcE: .ean13
    case .dataBarStacked: .dataBar
    default: carrier
    }
  }

  /// The symbology of zbar's type; Code 128 and QR Code marked as GS1 get their GS1 names.
  init?(zbarType type: zbar_symbol_type_t, modifiers: UInt32) {
    let isGS1 = modifiers & (1 << ZBAR_MOD_GS1.rawValue) != 0
    switch type {
    case ZBAR_CODE128 where isGS1: self = .gs1_128
    case ZBAR_QRCODE where isGS1: self = .gs1QRCode
    case ZBAR_UPCA: self = .upcA
    case ZBAR_UPCE: self = .upcE
    default:
      guard let found = ZBarAdapter.symbols.first(where: { $0.value == type }) else { return nil }
      self = found.key
    }
  }
}

extension Corners {
  /// zbar's corners of a QR Code, which it gives from the top left counter-clockwise.
  ///
  /// `nil` without four points. Linear codes have one point for each scan line that read them,
  /// which is no outline, and are not asked for it.
  init?(zbar symbol: OpaquePointer) {
    guard zbar_symbol_get_loc_size(symbol) == 4 else { return nil }
    func point(_ index: UInt32) -> Point {
      Point(
        x: Double(zbar_symbol_get_loc_x(symbol, index)),
        y: Double(zbar_symbol_get_loc_y(symbol, index)))
    }
    self.init(
      topLeft: point(0), topRight: point(3), bottomRight: point(2), bottomLeft: point(1))
  }
}
