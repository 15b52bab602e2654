import DecoderKit
import DmtxDecoder
import ZBarDecoder
import ZXingDecoder

/// The decoders whose reads are measured, each called in this process.
enum Reader: String, CaseIterable, Sendable {
  case zbar, zxing, dmtx
  /// A reader that is told the value: it reads every image, and gives no corners.
  case told

  /// The readers that read.
  static let decoders: [Reader] = [.zbar, .zxing, .dmtx]

  /// The reading of the right value in an image.
  func reading(of symbol: DrawnSymbol, in image: GrayImage) throws -> Reading? {
    if self == .told { return Reading(symbology: symbol.symbology, bytes: symbol.payload) }
    return try readings(in: image, wanted: symbol.symbology)
      .first { $0.bytes == symbol.payload && $0.symbology == symbol.symbology }
  }

  /// The readings in an image.
  ///
  /// Asserts of ZXing end the process unless it stops after the first symbol.
  func readings(in image: GrayImage, wanted: Symbology?) throws -> [Reading] {
    let hints = DecodeHints(symbologies: wanted.map { [$0] })
    switch self {
    case .zbar:
      return try ZBarAdapter(options: .init(resolving: [:], for: ZBarAdapter.identity))
        .decode(image, hints: hints)
    case .zxing:
      return try ZXingAdapter(
        options: .init(resolving: ["max-symbols": "1"], for: ZXingAdapter.identity)
      ).decode(image, hints: hints)
    case .dmtx:
      return try DmtxAdapter(
        options: .init(resolving: ["timeout-ms": "300"], for: DmtxAdapter.identity)
      ).decode(image, hints: hints)
    case .told: return []
    }
  }

  /// True if the decoder knows the symbology.
  func supports(_ symbology: Symbology) -> Bool {
    switch self {
    case .zbar: ZBarAdapter.identity.supports(symbology)
    case .zxing: ZXingAdapter.identity.supports(symbology)
    case .dmtx: DmtxAdapter.identity.supports(symbology)
    case .told: true
    }
  }
}
