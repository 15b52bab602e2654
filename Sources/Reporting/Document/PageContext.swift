import Results

/// The data that all sections of a page share: the wording, the decoders' appearance, the evidence.
package struct PageContext {
  /// One decoder in one group.
  typealias Row = (series: Series, score: GroupScore)

  /// The wording of what is shown: of very many decoders, some; see ``ScoreTable/shown``.
  let wording: ScoreWording
  /// The wording of all decoders.
  let whole: ScoreWording
  let evidence: RunEvidence?
  private let looks: [String: Series]
  private let names: ShortNames
  /// The addresses that parts of the page have.
  let anchors = Anchors()

  init(_ table: ScoreTable, evidence: RunEvidence?) {
    whole = ScoreWording(table)
    wording = table.decoders.count > ScoreTable.mostShown ? ScoreWording(table.shown) : whole
    self.evidence = evidence
    looks = Dictionary(
      Series.all(table).map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
    names = ShortNames(table)
  }

  /// The addresses of a page: the first part that claims one has it.
  final class Anchors {
    private var taken: Set<String> = []

    /// Returns the address; `nil` if a part before has it.
    func claim(_ address: String) -> String? { taken.insert(address).inserted ? address : nil }
  }

  private var table: ScoreTable { wording.table }

  /// The longest headline that is set large, in characters.
  static let longestClaim = 60

  /// The wording of the headline: if it names many decoders by their options, with short names, which
  /// the chart beside it explains.
  var headlineWording: ScoreWording {
    Conclusion(whole).claim.count > Self.longestClaim
      ? ScoreWording(names.shortening(whole.table)) : whole
  }

  /// True if any decoder has a rank.
  var hasRanks: Bool { table.hasRanks }

  /// Returns a sentence with short names for decoders, as plots and tables have them.
  func shortened(_ sentence: String) -> String { names.shortening(sentence) }

  /// Returns the appearance of a decoder.
  func series(_ label: String) -> Series {
    looks[label] ?? Series(label: label)
  }

  /// Returns a decoder's mark and short name.
  func name(_ label: String) -> HTML { series(label).title }

  /// The decoders that were tried, in the table's order.
  var tried: [Series] { wording.tried.map { series($0.label) } }

  /// The most decoders of which a page shows everything at once; of more, side matters are collapsed.
  static let mostUnfolded = 8

  /// The most decoders whose bands may lie over one another in a plot and still be told apart.
  static let mostBands = 4

  /// True if a plot's bands would hide one another, so that they are shown one at a time.
  var isCrowded: Bool { tried.count > Self.mostBands }

  /// The decoders of a group that were tried on it, in the table's order.
  func rows(of group: String) -> [Row] {
    wording.rows(of: group).map { (series($0.decoder.label), $0.group) }
  }

  /// Decoders without a row, with the reason.
  var notTried: [String] {
    table.decoders.filter(\.groups.isEmpty).map { "\($0.label), which supports no group" }
      + table.unavailable.map { "\($0.label), unavailable" }
  }

  /// The groups over which speed is summarised, in words.
  var speedBasis: String {
    hasRanks ? "the groups that ranks are based on" : "all groups that each decoder supports"
  }
}
