import Results

/// Short names of a report's decoders, given by rule, for plots, legends and narrow columns.
///
/// If no name is longer than ``longest``, all stand as they are. Otherwise decoders with options get
/// letters, in alphabetical order: `zxing:binarizer=fixed-threshold` is `zxing A`, or `A` alone if
/// all decoders of the report have one name, as in a tuning. Whatever the rank, a letter is the same.
package struct ShortNames: Sendable {
  /// A decoder's short name and what it leaves out.
  package struct Name: Hashable, Sendable {
    /// The short name, unlike all others of the report.
    package var short: String
    /// The options, or for a label of one's own the decoder behind it; `nil` if nothing is left out.
    package var details: String?
  }

  /// The longest name, in columns, that is short enough for a plot.
  static let longest = 18

  private var names: [String: Name] = [:]

  /// Names the decoders of a score table.
  package init(_ table: ScoreTable) {
    self.init(table.decoders.map { ($0.label, $0.reference) })
  }

  /// Names decoders by their labels; a reference says what a label of one's own stands for.
  package init(_ decoders: [(label: String, reference: String?)]) {
    let labels = decoders.map(\.label)
    let isLong = labels.contains { $0.contains(":") && DisplayText.width($0) > Self.longest }
    let bases = Set(labels.map(Self.base))
    var letter = 0
    var taken: Set<String> = []
    for decoder in decoders.sorted(by: { $0.label < $1.label }) {
      let label = decoder.label
      guard isLong, let colon = label.firstIndex(of: ":") else {
        var short = DisplayText.shortened(label, to: 24, ellipsis: "…")
        while !taken.insert(short).inserted { short += "′" }
        names[label] = Name(short: short, details: decoder.reference)
        continue
      }
      let sign = Self.letters(letter)
      letter += 1
      names[label] = Name(
        short: bases.count == 1 ? sign : "\(Self.base(label)) \(sign)",
        details: String(label[label.index(after: colon)...]))
    }
  }

  /// Returns a decoder's name; one that the report does not have stands as it is.
  package func name(_ label: String) -> Name { names[label] ?? Name(short: label) }

  /// Returns a sentence with the short names of those that it names by their options.
  ///
  /// A sentence with a command stays as it is: only the whole name works there.
  package func shortening(_ sentence: String) -> String {
    guard !sentence.contains("--decoder") else { return sentence }
    // The longest first: one label may be the beginning of another.
    return names.filter { $0.key.contains(":") && $0.key != $0.value.short }
      .sorted { ($1.key.count, $0.key) < ($0.key.count, $1.key) }
      .reduce(sentence) { $0.replacing($1.key, with: $1.value.short) }
  }

  /// Returns a table whose decoders have their short names.
  func shortening(_ table: ScoreTable) -> ScoreTable {
    var table = table
    for index in table.decoders.indices {
      let label = table.decoders[index].label
      table.decoders[index].label = name(label).short
      table.decoders[index].reference = table.decoders[index].reference ?? label
    }
    for index in table.comparisons.indices {
      table.comparisons[index].better = name(table.comparisons[index].better).short
      table.comparisons[index].worse = name(table.comparisons[index].worse).short
    }
    return table
  }

  private static func base(_ label: String) -> String {
    DisplayText.shortened(String(label.prefix { $0 != ":" }), to: 20, ellipsis: "…")
  }

  /// The letters of a number, counted from 0: A to Z, then AA, AB.
  static func letters(_ number: Int) -> String {
    let (rest, last) = number.quotientAndRemainder(dividingBy: 26)
    let letter = String(UnicodeScalar(UInt8(65 + last)))
    return rest == 0 ? letter : letters(rest - 1) + letter
  }
}
