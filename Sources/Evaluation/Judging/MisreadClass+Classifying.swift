import Corpora
import DecoderKit

extension MisreadClass {
  /// Classifies a reading that is not the expected symbol.
  ///
  /// The bytes as they are decide. Where they fit no class, their other forms are tried, so that a
  /// wrong digit in EAN-13 for UPC-E is a substitution.
  init(_ reading: Reading, insteadOf expected: ExpectedSymbol) {
    if TruthMatching.isRightDataElsewhere(reading, expected) {
      self = .wrongSymbology
      return
    }
    if Charset.isSameText(expected.bytes, reading.bytes) {
      self = .charsetOnly
      return
    }
    self = Self.shape(of: reading.bytes, insteadOf: expected.bytes)
    guard self == .other else { return }
    var shapes: Set<MisreadClass> = []
    let forms = TruthMatching.forms(expected, reading)
    for truth in forms.truth {
      shapes.formUnion(forms.reading.map { Self.shape(of: $0.bytes, insteadOf: truth.bytes) })
    }
    // The length of written-down text in UTF-8 bytes says nothing about the symbol, so text is
    // compared.
    if expected.certainty == .writtenText, let text = Charset.utf8.text(expected.bytes) {
      let readTexts = Charset.allCases.compactMap { $0.text(reading.bytes) }
      shapes.formUnion(readTexts.map { Self.shape(of: $0, insteadOf: text) })
    }
    self = Self.allCases.first(where: shapes.contains) ?? .other
  }

  private static func shape<Character: Equatable>(
    of reading: [Character], insteadOf truth: [Character]
  ) -> MisreadClass {
    if reading.count < truth.count { return truth.contains(reading) ? .truncation : .other }
    if reading.count > truth.count, !truth.isEmpty {
      return reading.contains(truth) ? .surplus : .other
    }
    return reading.count == truth.count ? .substitution : .other
  }
}
