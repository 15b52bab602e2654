import CZBar
import DecoderKit

/// Reads barcodes with zbar 0.23.
///
/// Every image gets a scanner of its own: zbar's keeps half-read DataBar and EAN symbols and the
/// state of its random numbers from one image to the next, and a new one costs microseconds.
public struct ZBarAdapter: Decoder {
  private let options: DecoderOptions

  /// Makes a reader with the options of ``identity``, which the plugin's README explains.
  public init(options: DecoderOptions) {
    self.options = options
  }

  /// Reads the symbols in an image.
  ///
  /// - Throws: ``/DecoderKit/DecoderError`` for an image without pixels and when zbar refuses the
  ///   image.
  public func decode(_ image: borrowing GrayImage, hints: DecodeHints) throws -> [Reading] {
    guard !image.isEmpty else {
      throw DecoderError("zbar cannot take an image of \(image.width) × \(image.height) pixels")
    }
    let scanner = try Scanner(options: options, wanted: hints.symbologies)
    let readings = try scanner.scan(image.packed())
    return hints.maximumCount.map { Array(readings.prefix(max($0, 0))) } ?? readings
  }
}

/// A zbar image scanner, set up for one image; frees it when it goes out of scope.
private struct Scanner: ~Copyable {
  private let handle: OpaquePointer
  private let isBinary: Bool

  init(options: DecoderOptions, wanted: Set<Symbology>?) throws {
    guard let handle = zbar_image_scanner_create() else {
      throw DecoderError("zbar could not make a scanner: out of memory")
    }
    self.handle = handle
    isBinary = options.flag("binary")
    for (symbol, setting, value) in ZBarAdapter.configuration(options, wanted: wanted) {
      zbar_image_scanner_set_config(handle, symbol, setting, value)
    }
  }

  deinit { zbar_image_scanner_destroy(handle) }

  /// - Parameter image: Packed, because zbar knows no row stride.
  func scan(_ image: GrayImage) throws -> [Reading] {
    guard let view = zbar_image_create() else {
      throw DecoderError("zbar could not make an image: out of memory")
    }
    defer { zbar_image_destroy(view) }

    return try image.withUnsafeBytes { bytes in
      zbar_image_set_format(view, czbar_y800())
      zbar_image_set_size(view, UInt32(image.width), UInt32(image.height))
      zbar_image_set_data(view, bytes.baseAddress, UInt(image.width * image.height), nil)
      guard zbar_scan_image(handle, view) >= 0 else {
        throw DecoderError("zbar could not scan the image")
      }
      return sequence(first: zbar_image_first_symbol(view), next: { zbar_symbol_next($0) })
        .prefix { $0 != nil }
        .compactMap { $0.map { Reading($0, isBinary: isBinary) } }
    }
  }
}

extension Reading {
  fileprivate init(_ symbol: OpaquePointer, isBinary: Bool) {
    let type = zbar_symbol_get_type(symbol)
    let data = UnsafeRawBufferPointer(
      start: zbar_symbol_get_data(symbol), count: Int(zbar_symbol_get_data_length(symbol)))
    let text = String(validating: data, as: UTF8.self)
    self.init(
      symbology: Symbology(zbarType: type, modifiers: zbar_symbol_get_modifiers(symbol)),
      bytes: [UInt8](data),
      text: isBinary && type == ZBAR_QRCODE ? nil : text,
      corners: type == ZBAR_QRCODE ? Corners(zbar: symbol) : nil,
      facts: ReadingFacts(losses: Self.mayBeChanged(type, data, text) ? [.data] : []))
  }

  /// True for data that zbar is known to change, as far as the data tell.
  private static func mayBeChanged(
    _ type: zbar_symbol_type_t, _ data: UnsafeRawBufferPointer, _ text: String?
  ) -> Bool {
    switch type {
    // Under an ECI of Shift_JIS zbar makes these of backslash and tilde, and it does not tell the ECI.
    case ZBAR_QRCODE: text?.unicodeScalars.contains { $0 == "¥" || $0 == "‾" } ?? false
    // Behind letters and signs it takes digits for others.
    case ZBAR_DATABAR_EXP:
      data.contains { $0 != 0x1D && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    default: false
    }
  }
}
