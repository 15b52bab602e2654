import CZint
import DecoderKit
import Testing

/// Decodes an image with a new decoder.
func read<D: Decoder & ~Copyable>(
  _ type: D.Type, _ image: GrayImage, _ options: [String: String] = [:],
  hints: DecodeHints = .none
) throws -> [Reading] {
  var decoder = try D(options: DecoderOptions(resolving: options, for: D.identity))
  return try decoder.decode(image, hints: hints)
}

extension Reading {
  /// The bytes as text, for payloads that are plain ASCII.
  var ascii: String { String(decoding: bytes, as: UTF8.self) }
}

extension Corners {
  /// The largest distance in x or y between a corner and where it should be.
  func error(from points: [(Int, Int)]) -> Double {
    zip(self.points, points)
      .map { max(abs($0.x - Double($1.0)), abs($0.y - Double($1.1))) }
      .max() ?? .infinity
  }
}

/// A symbol as zint draws it, with the reading that a decoder must give.
struct CleanSymbol: Sendable, CustomTestStringConvertible {
  var symbology: Symbology
  var zint: Int32
  var payload: String
  var mode = DATA_MODE
  var option1: Int32 = -1
  var option2: Int32 = 0
  /// The text of the expected reading; `nil` if it is the payload.
  var bytes: String?
  /// The symbology of the expected reading; `nil` if it is `symbology`.
  var reported: Symbology?
  var options: [String: String] = [:]

  var testDescription: String { "\(symbology) \"\(payload)\"" }

  /// Draws the symbol at 8 pixels per module. Linear codes are 30 modules high, which keeps them
  /// below the 500 pixels from which on ZXing scales images down and crashes.
  func draw() throws -> GrayImage {
    let isStacked = [
      Symbology.dataBarStacked, .dataBarExpandedStacked,
    ].contains(symbology)
    return try Drawing(
      zint, payload, mode: mode, option1: option1, option2: option2,
      height: isStacked || option1 == 4 ? 0 : 30
    ).image
  }

  static let gs1 = "[01]09501101530003[10]AB[21]X"
  static let gs1Bytes = "010950110153000310AB\u{1D}21X"
}
