import CZXing
import DecoderKit

/// Reads barcodes with ZXing-C++ 1.4, as packaged by Debian.
///
/// It owns nothing between calls, so that no image can affect the readings of the next one.
public struct ZXingAdapter: Decoder {
  private let settings: CZXingSettings

  /// Makes a reader with the options of ``identity``, which the plugin's README explains.
  public init(options: DecoderOptions) {
    settings = CZXingSettings(options)
  }

  /// Reads the symbols in an image.
  ///
  /// - Throws: ``/DecoderKit/DecoderError`` for an image without pixels, which the library answers with
  ///   a segmentation fault, and for any exception that the library throws.
  public func decode(_ image: borrowing GrayImage, hints: DecodeHints) throws -> [Reading] {
    guard !image.isEmpty else {
      throw DecoderError("ZXing cannot take an image of \(image.width) × \(image.height) pixels")
    }
    guard let settings = settings.narrowed(by: hints) else { return [] }
    let (width, height, rowStride) = (image.width, image.height, image.rowStride)

    let handle = image.withUnsafeBytes { bytes in
      czxing_read(
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
        Int32(width), Int32(height), Int32(rowStride), settings)
    }
    return try Outcome(handle).readings()
  }
}

/// The outcome of one call of the library; freed when it goes out of scope.
private struct Outcome: ~Copyable {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { czxing_free(handle) }

  func readings() throws -> [Reading] {
    if let message = czxing_error(handle) {
      throw DecoderError("ZXing threw \(String(cString: message))")
    }
    return (0..<czxing_count(handle)).map { Reading(czxing_symbol(handle, $0)) }
  }
}

extension Reading {
  fileprivate init(_ symbol: CZXingSymbol) {
    let identifier = String(cString: symbol.symbologyIdentifier)
    let symbology = Symbology(zxingFormat: symbol.format, identifier: identifier)
    let bytes = [UInt8](UnsafeBufferPointer(start: symbol.bytes, count: symbol.byteCount))
    // In alphanumeric mode behind FNC1 two percent signs are one: there the library stops. Nothing tells
    // whether this sign was in that mode.
    let mayEndEarly = symbology == .gs1QRCode && bytes.contains(UInt8(ascii: "%"))
    self.init(
      symbology: symbology,
      bytes: bytes,
      text: String(cString: symbol.text),
      corners: Corners(
        zxing: symbol.corners, isLinear: symbol.format & ZXingAdapter.linearFormats != 0),
      facts: ReadingFacts(
        identifier: SymbologyIdentifier(identifier),
        interpretations: UnsafeBufferPointer(
          start: symbol.interpretations, count: symbol.interpretationCount
        ).map { AnnouncedInterpretation(offset: Int($0.offset), number: Int($0.number)) },
        losses: mayEndEarly ? [.data] : []))
  }
}
