import Corpora
import DecoderKit
import Foundation
import Images

/// A corpus as files: an image per sample and a manifest with the truth of each.
///
/// The manifest has one JSON object a line, so that it can be read while it is written and never
/// has to fit in memory.
public struct CorpusExport {
  private let corpus: Corpus
  private let folder: String

  /// Makes an export.
  public init(corpus: Corpus, folder: String) {
    self.corpus = corpus
    self.folder = folder
  }

  /// One line of the manifest.
  struct Entry: Codable {
    /// A symbol that the image shows.
    struct Symbol: Codable {
      var symbology: Symbology?
      var bytes: Data
      var corners: Corners?
      /// Rows of modules, 1 dark and 0 light.
      var matrix: [String]?
      /// Module coordinates (column, row, 1) → pixels, row by row.
      var transform: [Double]?
    }

    var schemaVersion = 1
    var file: String
    var sample: String
    var sampleHash: String
    var width: Int
    var height: Int
    var symbols: [Symbol]
  }

  /// Writes everything and says how many images there were.
  public func write() throws -> Int {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let manifestPath = folder + "/manifest.jsonl"
    let partial = manifestPath + ".partial"
    guard FileManager.default.createFile(atPath: partial, contents: nil),
      let manifest = FileHandle(forWritingAtPath: partial)
    else { throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: partial]) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var renderer = SampleRenderer(corpus: corpus)
    let schedule = SampleSchedule(of: corpus)
    for number in 0..<schedule.count {
      guard let place = schedule.place(of: number) else { continue }
      let sample = try renderer.draw(
        group: corpus.groups[place.group], level: corpus.sweep.levels[place.level],
        trial: place.trial)
      let entry = Entry(sample)
      try PNG.write(sample.image, path: folder + "/" + entry.file)
      try manifest.write(contentsOf: encoder.encode(entry) + Data("\n".utf8))
    }
    try manifest.close()
    guard rename(partial, manifestPath) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: manifestPath])
    }
    return schedule.sampleCount
  }
}

extension CorpusExport.Entry {
  init(_ sample: Sample) {
    let key = sample.key
    file = "\(key.recipe)_\(key.condition)_\(key.level.text)_\(key.trial).png"
    self.sample = key.description
    sampleHash = sample.hash
    width = sample.image.width
    height = sample.image.height
    symbols = sample.truth.expected.indices.map { index in
      let expected = sample.truth.expected[index]
      let drawn = sample.drawn.indices.contains(index) ? sample.drawn[index] : nil
      return Symbol(
        symbology: expected.symbology, bytes: Data(expected.bytes), corners: expected.corners,
        matrix: drawn?.symbol.matrix, transform: drawn?.transform.coefficients)
    }
  }
}

extension Symbol {
  /// Rows of modules, `1` dark and `0` light.
  fileprivate var matrix: [String] {
    (0..<rows).map { row in
      String((0..<columns).map { isDark(column: $0, row: row) ? Character("1") : Character("0") })
    }
  }
}
