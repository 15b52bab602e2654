import Corpora
import DecoderKit
import Images
import Results
import Statistics

/// Iterates over a corpus's samples, without any decoder.
package struct CorpusWalk {
  private let corpus: Corpus

  package init(_ corpus: Corpus) {
    self.corpus = corpus
  }

  /// Calls a closure with every sample, in the order of a run.
  ///
  /// - Throws: Errors from drawing or from the closure.
  package func forEach(_ body: (Sample) throws -> Void) throws {
    try visit { place, renderer in
      try body(draw(place, &renderer))
    }
  }

  /// Draws every sample and keeps none.
  ///
  /// - Returns: The photos that cannot be read, sorted by file.
  /// - Throws: The first error of anything else.
  package func drawAll() throws -> [UnreadablePhoto] {
    var unreadable: [String: String] = [:]
    try visit { place, renderer in
      do {
        _ = try draw(place, &renderer)
      } catch let error as ImageError {
        guard let file = error.path else { throw error }
        unreadable[file] = error.message
      }
    }
    return UnreadablePhoto.sorted(unreadable)
  }

  private func visit(_ body: (SamplePlace, inout SampleRenderer) throws -> Void) throws {
    var renderer = SampleRenderer(corpus: corpus)
    let schedule = SampleNumbering(of: corpus)
    for number in 0..<schedule.count {
      if let place = schedule.place(of: number) { try body(place, &renderer) }
    }
  }

  private func draw(_ place: SamplePlace, _ renderer: inout SampleRenderer) throws -> Sample {
    try renderer.draw(
      group: corpus.groups[place.group], level: corpus.sweep.levels[place.level],
      trial: place.trial)
  }

  /// Draws a sheet with one trial of each group (rows) at as many levels (columns) as a page has
  /// room for; for photos, the first ones of each folder.
  package func contactSheet(trial: Int = 0) throws -> GrayImage {
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
