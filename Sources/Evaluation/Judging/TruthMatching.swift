import Corpora
import DecoderKit

/// Holds readings against the truth, by the rules of ``TruthRule``.
///
/// Bytes are compared, never text: charsets are guesses. Text counts only where the truth itself is
/// text that a person wrote down.
public enum TruthMatching {
  /// Why a reading is the expected symbol.
  public struct Match: Hashable, Sendable {
    /// The rules that explain what is different, in the table's order.
    public var rules: [TruthRule] = []

    /// Whether nothing is different.
    public var isStrict: Bool { rules.isEmpty }
    /// Whether the reading lacks something; see ``TruthRule/isLossy``.
    public var isLossy: Bool { rules.contains(where: \.isLossy) }
  }

  /// Whether a reading is exactly what is expected: byte for byte, and under its very own name
  /// where that is known.
  public static func isStrictMatch(_ reading: Reading, _ expected: ExpectedSymbol) -> Bool {
    reading.bytes == expected.bytes && naming(reading, expected) == .right
  }

  /// Why a reading is the expected symbol; `nil` if it is not.
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

  /// Whether the data is right though the name is not.
  static func isRightDataElsewhere(_ reading: Reading, _ expected: ExpectedSymbol) -> Bool {
    naming(reading, expected) == .wrong && dataRules(reading, expected) != nil
  }
}

// MARK: - Data

extension TruthMatching {
  /// The rules by which the data is the same; `nil` if it is not.
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

  /// A rule that loses something explains a reading that lacks it, and not one that has more than a
  /// truth that we drew. A person who writes the truth down may leave it out too.
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

  /// The forms of both sides, each as what it is called or may be called.
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

  /// The symbology whose rules hold for the contents. A written-down truth says Data Matrix of GS1
  /// DataMatrix too, so that there the reading's finer name counts.
  private static func contentsName(
    of expected: ExpectedSymbol, as reading: Reading
  ) -> Symbology? {
    guard let name = expected.symbology else { return reading.symbology }
    guard expected.certainty != .drawn, let read = reading.symbology, read.family == name.family
    else { return name }
    return read
  }

  /// What a reading may be taken for. The name of a carrier says nothing of the contents, no name
  /// says nothing at all; only among EAN and UPC do names tell how to take the digits.
  private static func readingNames(_ reading: Reading, _ truthName: Symbology?) -> [Symbology?] {
    guard let truthName, Contents(of: truthName) == .retailNumber else { return [truthName] }
    if let name = reading.symbology, Contents(of: name) == .retailNumber { return [name] }
    return retailNames(truthName)
  }

  /// What digits may be that are in an EAN or UPC symbol of unknown kind.
  private static func retailNames(_ name: Symbology?) -> [Symbology?] {
    switch name {
    case .ean13, .upcA, .upcE: [.ean13, .upcE]
    default: [name]
    }
  }
}
