import Corpora
import DecoderKit

/// Compares readings with the truth, by the rules of ``TruthRule``.
///
/// Bytes are compared and not text, because charsets are guesses. Text counts only where the truth
/// itself is text that a person wrote down.
public enum TruthMatching {
  /// The rules by which a reading matches the expected symbol.
  public struct Match: Hashable, Sendable {
    /// The rules that explain the differences, in the table's order.
    public var rules: [TruthRule] = []

    /// True if there is no difference.
    public var isStrict: Bool { rules.isEmpty }
    /// True if the reading lacks something; see ``TruthRule/isLossy``.
    public var isLossy: Bool { rules.contains(where: \.isLossy) }
  }

  /// True if a reading is exactly as expected: byte for byte, and with its exact symbology where
  /// that is known.
  public static func isStrictMatch(_ reading: Reading, _ expected: ExpectedSymbol) -> Bool {
    reading.bytes == expected.bytes && naming(reading, expected) == .right
  }

  /// Matches a reading with the expected symbol; `nil` if it does not match.
  public static func match(_ reading: Reading, _ expected: ExpectedSymbol) -> Match? {
    if isStrictMatch(reading, expected) { return Match() }
    var rules: Set<TruthRule> = []
    switch naming(reading, expected) {
    case .right: break
    case .allowed(let rule): rules.insert(rule)
    case .wrong: return nil
    }
    guard let dataRules = dataRules(reading, expected) else { return nil }
    rules.formUnion(dataRules)
    return Match(rules: TruthRule.allCases.filter(rules.contains))
  }

  /// True if the data is right although the symbology is wrong.
  static func isRightDataElsewhere(_ reading: Reading, _ expected: ExpectedSymbol) -> Bool {
    naming(reading, expected) == .wrong && dataRules(reading, expected) != nil
  }
}

// MARK: - Data

extension TruthMatching {
  /// Returns the rules by which the data matches; `nil` if it does not.
  private static func dataRules(
    _ reading: Reading, _ expected: ExpectedSymbol
  ) -> Set<TruthRule>? {
    if reading.bytes == expected.bytes { return [] }
    let forms = forms(expected, reading)
    var best: Set<TruthRule>?
    for truth in forms.truth {
      for read in forms.reading where read.bytes == truth.bytes {
        guard !loseDifferentThings(truth, read, expected) else { continue }
        let rules = truth.rules.union(read.rules)
        if best.map({ cost($0) > cost(rules) }) ?? true { best = rules }
      }
    }
    return best ?? textRules(reading, expected)
  }

  /// True if lossy rules do not explain the difference. A lossy rule explains a reading that lacks
  /// something; it does not explain one that has more than a drawn truth. A person who writes the
  /// truth down may leave it out too.
  private static func loseDifferentThings(
    _ truth: Form, _ read: Form, _ expected: ExpectedSymbol
  ) -> Bool {
    let readLoses = read.rules.filter(\.isLossy)
    guard !readLoses.isEmpty else { return false }
    return expected.certainty == .drawn || !readLoses.isDisjoint(with: truth.rules)
  }

  private static func cost(_ rules: Set<TruthRule>) -> Int {
    rules.count + (rules.contains(where: \.isLossy) ? 100 : 0)
  }

  private static func textRules(
    _ reading: Reading, _ expected: ExpectedSymbol
  ) -> Set<TruthRule>? {
    guard expected.certainty == .writtenText, let text = Charset.utf8.text(expected.bytes) else {
      return nil
    }
    if Charset.allCases.contains(where: { $0.text(reading.bytes) == text }) {
      return [.writtenText]
    }
    let isDecodersText = reading.text?.unicodeScalars.elementsEqual(text) ?? false
    return isDecodersText ? [.decoderText] : nil
  }

  /// Returns the forms of both sides, for every symbology that each side may be.
  static func forms(
    _ expected: ExpectedSymbol, _ reading: Reading
  ) -> (truth: [Form], reading: [Form]) {
    let truthName = contentsName(of: expected, as: reading)
    let truthNames = expected.symbology == nil ? retailNames(truthName) : [truthName]
    let truth = truthNames.flatMap { name in
      name.map { Form.forms(of: expected.bytes, as: $0) } ?? [Form(bytes: expected.bytes)]
    }
    let read = readingNames(reading, truthName).flatMap { name in
      name.map { Form.forms(ofReading: reading.bytes, as: $0) } ?? [Form(bytes: reading.bytes)]
    }
    return (truth, read)
  }

  /// Returns the symbology whose rules hold for the contents. A written-down truth says Data Matrix
  /// for GS1 DataMatrix too, so there the reading's more specific symbology counts.
  private static func contentsName(
    of expected: ExpectedSymbol, as reading: Reading
  ) -> Symbology? {
    guard let name = expected.symbology else { return reading.symbology }
    guard expected.certainty != .drawn, let read = reading.symbology, read.family == name.family
    else { return name }
    return read
  }

  /// Returns the symbologies as which a reading may be parsed. A carrier's name says nothing about
  /// the contents, and a missing name says nothing at all; only among EAN and UPC do names tell how
  /// to parse the digits.
  private static func readingNames(_ reading: Reading, _ truthName: Symbology?) -> [Symbology?] {
    guard let truthName, Contents(of: truthName) == .retailNumber else { return [truthName] }
    if let name = reading.symbology, Contents(of: name) == .retailNumber { return [name] }
    return retailNames(truthName)
  }

  /// Returns the symbologies as which digits of an EAN or UPC symbol of unknown kind may be parsed.
  private static func retailNames(_ name: Symbology?) -> [Symbology?] {
    switch name {
    case .ean13, .upcA, .upcE: [.ean13, .upcE]
    default: [name]
    }
  }
}
