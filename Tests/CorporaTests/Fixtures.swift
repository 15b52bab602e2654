import Corpora
import Foundation
import Statistics
import Testing

/// Fixtures of several suites: the shipped corpora and a small corpus for tests.
enum Fixtures {
  /// The package's folder.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  static let shippedFolder = "\(root)/Corpora"
  static let shippedNames = [
    "aztec-small", "bands", "breadth", "calibration", "calibration-light", "calibration-scenes",
    "contrast", "damage",
    "datamatrix-small", "defocus", "demo", "dense", "documented-minima", "dpm", "field-of-view",
    "further-formats",
    "inverted",
    "jpeg",
    "linear-small", "meaning",
    "mlkit-formats", "motion", "multi", "negatives", "noise", "payloads", "pdf417-small", "qr-ecc",
    "qr-small", "qr-versions", "quiet-zone", "resolution", "rotation", "select-datamatrix",
    "select-side-by-side", "select-stacked", "select-turned", "select-vertical", "size-and-blur",
    "smoke", "stacked", "stream-approach", "stream-autofocus", "stream-conveyor",
    "stream-low-light",
    "stream-shake", "thermal-labels", "tilt", "walk-away",
  ]

  static func shipped(_ name: String) throws -> Corpus {
    try Corpus.load(path: "\(shippedFolder)/\(name).yaml")
  }

  /// A corpus without mistakes; suites replace one line to make a mistake.
  static let lines = [
    "format: 1",  // 1
    "name: tiny",  // 2
    "version: 3",  // 3
    "title: A tiny corpus",  // 4
    "question: Does it work?",  // 5
    "seed: 7",  // 6
    "symbols:",  // 7
    "  - name: qr",  // 8
    "    symbology: qr-code",  // 9
    "    version: 2",  // 10
    "    ecc: M",  // 11
    "    payload: {kind: alphanumeric, length: [10, 20]}",  // 12
    "  - name: dm",  // 13
    "    symbology: data-matrix",  // 14
    "    size: 8x32",  // 15
    "    payload: {kind: digits, length: 12}",  // 16
    "conditions:",  // 17
    "  - {name: upright, rotation: 0}",  // 18
    "  - {name: turned, rotation: {random: [0, 360]}}",  // 19
    "  - {name: quarters, rotation: [0, 90, 180, 270]}",  // 20
    "sweep:",  // 21
    "  axis: module-size",  // 22
    "  harder: smaller",  // 23
    "  levels: [{from: 1, to: 2, step: 0.1}, 1.37, 6]",  // 24
    "trials: 20",  // 25
  ]

  static func yaml(replacing edits: [Int: String] = [:]) -> String {
    lines.enumerated().map { edits[$0.offset + 1] ?? $0.element }.joined(separator: "\n") + "\n"
  }

  static func tiny(replacing edits: [Int: String] = [:]) throws -> Corpus {
    try Corpus(yaml: yaml(replacing: edits), file: "tiny.yaml")
  }

  /// The specification of a trial's sample in a group at a level.
  static func specification(
    _ renderer: SampleRenderer, _ group: CorpusGroup, _ level: Level, _ trial: Int
  ) throws -> SampleSpecification {
    let specification = try renderer.specification(
      of: SampleKey(
        corpus: renderer.corpus.name, recipe: group.recipe, condition: group.condition,
        level: level, trial: trial))
    return try #require(specification)
  }
}
