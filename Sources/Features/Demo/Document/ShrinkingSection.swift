import Reporting
import Results

/// The end of reading: how many of a code's images each decoder reads at each size, largest first.
struct ShrinkingSection {
  private let table: ScoreTable
  private let wording: ScoreWording

  init(_ table: ScoreTable) {
    self.table = table
    wording = ScoreWording(table)
  }

  /// One code of the label at all its sizes.
  private typealias Code = (name: String, scores: [(decoder: String, levels: [LevelScore])])

  /// Decoders that were tried on each code; levels from the largest to the smallest.
  private var codes: [Code] {
    table.corpus.groups.map { group in
      let name = group.symbologies.map(\.description).joined(separator: " and ")
      return (
        name,
        wording.rows(of: group.id).map { ($0.decoder.label, Array($0.group.levels.reversed())) }
      )
    }
  }

  /// The sentence that answers the demonstration's question; `nil` where nothing is read.
  var answer: String? {
    var named: Set<String> = []
    // A decoder's version stands where it is named first.
    func name(_ label: String) -> String {
      guard let decoder = table.decoder(label), named.insert(label).inserted else { return label }
      return VersionedName.text(label, library: decoder.library, version: decoder.version)
    }
    let parts = codes.compactMap { code -> String? in
      let ends = code.scores.compactMap { score in
        Self.last(of: score.levels).map { (score.decoder, $0) }
      }
      guard let least = ends.compactMap({ Double($0.1.level) }).min() else { return nil }
      let best = ends.filter { Double($0.1.level) == least }.map(\.0)
      return "\(code.name) \(Numerals.level(least)) px by \(Words.list(best.map(name)))"
    }
    guard !parts.isEmpty else { return nil }
    return "The smallest module that is read every time: " + parts.joined(separator: "; ")
  }

  /// The easiest levels' last one at which all images are read.
  private static func last(of levels: [LevelScore]) -> LevelScore? {
    levels.prefix { $0.counts.tried > 0 && $0.counts.successes == $0.counts.tried }.last
  }

  /// The table of reads by code, decoder and size.
  var section: Section {
    let levels = codes.first?.scores.first?.levels ?? []
    var grid = DataTable(
      "Reads at each size", keys: [.init("code"), .init("decoder")], grouped: true,
      levels.map { .init("\($0.level) px", isNumber: true) })
    for code in codes {
      for score in code.scores {
        grid.add(
          [.init(code.name), .decoder(score.decoder)] + score.levels.map(Self.cell),
          decoder: score.decoder)
      }
    }
    return Section(
      "shrinking",
      "Of \(Numerals.counted(table.corpus.trials, "image", "images")) at each size of a module, read:",
      [.table(grid)])
  }

  private static func cell(_ level: LevelScore) -> DataTable.Cell {
    let counts = level.counts
    return .init(
      Numerals.count(counts.successes),
      counts.successes == counts.tried ? .strong : counts.successes == 0 ? .faint : .caution,
      value: level.readRate)
  }
}
