import Corpora
import DecoderKit
import Images
import Results
import Statistics

/// Iterates over a corpus's samples, without any decoder.
public struct CorpusWalk {
  private let corpus: Corpus

  /// Makes a walk.
  public init(_ corpus: Corpus) {
    self.corpus = corpus
  }

  /// Calls a closure with every sample, in the order of a run.
  ///
  /// - Throws: Errors from drawing or from the closure.
  public func forEach(_ body: (Sample) throws -> Void) throws {
    var renderer = SampleRenderer(corpus: corpus)
    let schedule = SampleNumbering(of: corpus)
    for number in 0..<schedule.count {
      guard let place = schedule.place(of: number) else { continue }
      try body(
        renderer.draw(
          group: corpus.groups[place.group], level: corpus.sweep.levels[place.level],
          trial: place.trial))
    }
  }

  /// Draws every sample and keeps none; throws at the first that cannot be drawn.
  public func drawAll() throws {
    try forEach { _ in }
  }

  /// Draws a sheet with one trial of each group (rows) at as many levels (columns) as a page has
  /// room for; for photos, the first ones of each folder.
  public func contactSheet(trial: Int = 0) throws -> GrayImage {
    var renderer = SampleRenderer(corpus: corpus)
    let groups = corpus.groups
    let columns = columns()
    var sheet = try ContactSheet(
      title: "\(corpus.name) version \(corpus.version): \(corpus.question)",
      columns: columns.map(\.label), rows: groups.map(\.id))
    for (row, group) in groups.enumerated() {
      for (column, entry) in columns.enumerated() {
        let trial = entry.trial ?? trial
        guard trial < group.trialCount else { continue }
        let sample = try renderer.draw(group: group, level: entry.level, trial: trial)
        sheet.place(sample.image, row: row, column: column)
      }
    }
    return sheet.image
  }

  private static let columns = 16

  private func columns() -> [(label: String, level: Level, trial: Int?)] {
    let levels = corpus.sweep.levels
    guard case .photos = corpus.source else {
      let shown = min(levels.count, Self.columns)
      return (0..<shown).map { column in
        // The first, the last, and evenly between.
        let level = levels[shown == 1 ? 0 : column * (levels.count - 1) / (shown - 1)]
        let unit = corpus.sweep.unit.isEmpty ? "" : " \(corpus.sweep.unit)"
        return ("\(level)\(unit)", level, nil)
      }
    }
    return (0..<min(corpus.trials, Self.columns)).map { ("photo \($0)", levels[0], $0) }
  }
}
