import DecoderKit
import Results
import Symbols

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
    guard expected.certainty == .writtenText else { return nil }
    for form in Form.forms(ofTruth: expected) {
      guard let text = Charset.utf8.text(form.bytes) else { continue }
      let isAnnounced = announcedText(reading)?.unicodeScalars.elementsEqual(text) ?? false
      if isAnnounced || Charset.allCases.contains(where: { $0.text(reading.bytes) == text }) {
        return form.rules.union([.writtenText])
      }
      if reading.text?.unicodeScalars.elementsEqual(text) ?? false {
        return form.rules.union([.decoderText])
      }
    }
    return nil
  }

  /// Returns the forms of both sides, for every symbology that each side may be.
  static func forms(
    _ expected: ExpectedSymbol, _ reading: Reading
  ) -> (truth: [Form], reading: [Form]) {
    let truthName = contentsName(of: expected, as: reading)
    let truthNames = expected.symbology == nil ? retailNames(truthName) : [truthName]
    let truth = Form.forms(ofTruth: expected).flatMap { given in
      truthNames.flatMap { name in
        name.map { Form.forms(of: given.bytes, as: $0) } ?? [Form(bytes: given.bytes)]
      }.map { Form(bytes: $0.bytes, rules: $0.rules.union(given.rules)) }
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

extension TruthMatching {
  /// Judges the readings of an image that holds one symbol, drawn by the harness.
  public static func judge(_ readings: [Reading], against expected: ExpectedSymbol) -> Judgement {
    judge(readings, against: Truth(expected: [expected]))
  }

  /// Judges the readings of an image.
  ///
  /// Every symbol takes one reading: exact matches come first, then those that need rules, then
  /// those that need lossy rules. A reading that is left over is a duplicate if it matches a symbol
  /// already found. Otherwise it is a misread of a symbol not found, if it is clear which one.
  /// Otherwise it is a wrong extra, or an unjudged one where the truth does not name all symbols.
  public static func judge(_ readings: [Reading], against truth: Truth) -> Judgement {
    guard truth.isKnown else {
      return Judgement(
        verdict: readings.isEmpty ? .undetected : .detected,
        extras: Extras(unjudged: readings.count))
    }
    guard !truth.expected.isEmpty else { return judgeWithoutSymbols(readings) }
    if truth.expected.count == 1, readings.count == 1,
      isStrictMatch(readings[0], truth.expected[0])
    {
      // This is the case for nearly all images.
      return Judgement(
        verdict: .read, symbols: [SymbolVerdict(verdict: .read, reading: 0)], isStrict: true)
    }
    var matching = SceneMatching(readings: readings, truth: truth)
    return matching.judge()
  }

  private static func judgeWithoutSymbols(_ readings: [Reading]) -> Judgement {
    guard let first = readings.first else { return Judgement(verdict: .clean) }
    return Judgement(
      verdict: .falsePositive, extras: Extras(wrong: readings.count - 1), misreading: first)
  }
}

extension TruthMatching {
  /// The result of comparing a reading's symbology with the expected one.
  enum Naming: Hashable {
    /// The exact symbology, as far as that is known.
    case right
    /// A different symbology that this rule allows.
    case allowed(TruthRule)
    case wrong
  }

  static func naming(_ reading: Reading, _ expected: ExpectedSymbol) -> Naming {
    guard let truth = expected.symbology else { return .right }
    guard let name = reading.symbology else { return .allowed(.unnamedSymbology) }
    if name == truth { return .right }
    if expected.certainty != .drawn, name.family == truth.family { return .right }
    switch (truth, name) {
    case (.itf14, .itf): return .allowed(.itf14Name)
    case (.itf, .itf14):
      let fits = reading.bytes.count == 14 && Digits.endInCheckDigit(reading.bytes)
      return fits ? .allowed(.itf14Name) : .wrong
    case (.ean13, .upcA), (.ean13, .upcE), (.upcA, .ean13), (.upcA, .upcE), (.upcE, .ean13),
      (.upcE, .upcA):
      return .allowed(.retailFamily)
    default:
      if name == truth.carrier { return .allowed(.gs1Carrier) }
      return name.unstacked == truth.unstacked ? .allowed(.stackedLayout) : .wrong
    }
  }
}

extension Symbology {
  /// The family name that people commonly use: without GS1, without the layout.
  var family: Symbology { carrier.unstacked }

  /// The DataBar symbology with all characters in one row; any other symbology as it is.
  fileprivate var unstacked: Symbology {
    switch self {
    case .dataBarStacked: .dataBar
    case .dataBarExpandedStacked: .dataBarExpanded
    default: self
    }
  }
}
