import DecoderKit
import Values

/// The needs of one symbology, as the samples show them.
struct SymbologyNeeds: Hashable, Sendable {
  let symbology: Symbology
  /// Symbols in all samples.
  let symbolCount: Int
  /// Samples with at least one.
  let imageCount: Int
  /// The shortest to the longest data, in bytes.
  let lengths: ClosedRange<Int>
  /// Symbols that are light on dark.
  let invertedCount: Int
  /// Symbols by the number of digits in their add-on; without those that have none.
  let addOns: [Int: Int]
  /// True if every symbol's data end in a right check digit that the symbology leaves to the user:
  /// Code 39 and ITF.
  let endsInCheckDigit: Bool
  /// Symbols by the type of their content.
  let valueTypes: [ValueType: Int]
  /// Module sizes, in pixels; `nil` if none could be measured.
  let moduleSizes: Spread?
  /// Symbols by the library that read them.
  let readers: [String: Int]

  init(_ symbology: Symbology, _ images: [SurveyedImage]) {
    self.symbology = symbology
    let byImage = images.map { $0.symbols.filter { $0.symbology == symbology } }
    let symbols = byImage.flatMap(\.self)
    symbolCount = symbols.count
    imageCount = byImage.count { !$0.isEmpty }
    let counts = symbols.map(\.bytes.count)
    lengths = (counts.min() ?? 0)...(counts.max() ?? 0)
    invertedCount = symbols.count(where: \.isInverted)
    addOns = symbols.compactMap(\.addOnDigits).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    endsInCheckDigit =
      CheckDigit.of(symbology).map { rule in symbols.allSatisfy { rule($0.bytes) } }
      ?? false
    valueTypes = symbols.reduce(into: [:]) { $0[$1.valueType, default: 0] += 1 }
    moduleSizes = Spread(symbols.compactMap(\.moduleSizePixels))
    readers = symbols.flatMap(\.readers).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

/// Check digits that a symbology allows and does not demand.
enum CheckDigit {
  /// The rule of a symbology; `nil` if it has none, or demands one.
  static func of(_ symbology: Symbology) -> (([UInt8]) -> Bool)? {
    switch symbology {
    case .code39: endsInModulo43
    case .itf: endsInModulo10
    default: nil
    }
  }

  private static let code39 = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

  /// ISO/IEC 16388, annex A: the sum of the characters' values, modulo 43.
  private static func endsInModulo43(_ bytes: [UInt8]) -> Bool {
    let values = bytes.compactMap { code39.firstIndex(of: $0) }
    guard values.count == bytes.count, let last = values.last, bytes.count > 1 else { return false }
    return values.dropLast().reduce(0, +) % 43 == last
  }

  /// ISO/IEC 16390, annex A: weights 3 and 1 from the right, modulo 10.
  private static func endsInModulo10(_ bytes: [UInt8]) -> Bool {
    let zero = UInt8(ascii: "0")
    guard bytes.count > 1, bytes.allSatisfy({ (zero...zero + 9).contains($0) }) else {
      return false
    }
    let sum = bytes.reversed().enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element - zero) * (digit.offset % 2 == 0 ? 1 : 3)
    }
    return sum % 10 == 0
  }
}
