import Corpora
import Evaluation
import Foundation

/// The speed at which images are drawn, on one core, and its ratio to that of a script.
struct DrawingBench {
  /// One kind of image.
  private struct Kind {
    let name: String
    let condition: String
    let floor: Double
  }

  private static let kinds = [
    Kind(name: "upright", condition: "", floor: 100),
    Kind(name: "rotated", condition: ", rotation: {random: [0, 360]}", floor: 30),
    Kind(
      name: "rotated, defocus, noise, JPEG",
      condition: ", rotation: {random: [0, 360]}, defocus: 3, read-noise: 4, jpeg: 75", floor: 10),
  ]

  func measurements() throws -> [Measurement] {
    try Self.kinds.flatMap { kind in
      try [(4, 600), (20, 60)].map { level, trials in
        let corpus = try corpus(kind.condition, level: level, trials: trials)
        var pixels = 0
        var nanoseconds: UInt64 = 0
        try CorpusWalk(corpus).forEach { sample in
          pixels += sample.image.width * sample.image.height
          nanoseconds += sample.cost.renderNanoseconds
        }
        return Measurement(
          "drawing: \(kind.name), \(33 * level) px", Double(pixels) * 1000 / Double(nanoseconds),
          "Mpx/s per core", .atLeast(kind.floor))
      }
    } + againstAScript()
  }

  /// Compares with a script that draws the same images with NumPy and OpenCV.
  ///
  /// No measurement is made where Python lacks them.
  private func againstAScript() throws -> [Measurement] {
    guard let python = Program.output(of: "scripts/bench/prepare.sh", []) else {
      print(
        "drawing: NumPy and OpenCV are not available here, so there is nothing to compare with")
      return []
    }
    return try [Self.kinds[1], Self.kinds[2]].flatMap { kind -> [Measurement] in
      let corpus = try corpus(kind.condition, level: 12, trials: 60)
      let folder = FileManager.default.temporaryDirectory.path + "/draw-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      _ = try CorpusExport(corpus: corpus, folder: folder).write()
      var nanoseconds: UInt64 = 0
      try CorpusWalk(corpus).forEach { nanoseconds += $0.cost.renderNanoseconds }
      let isFull = kind.condition.contains("jpeg")
      let arguments = ["scripts/bench/draw.py", folder] + (isFull ? ["full"] : [])
      guard let text = Program.output(of: python, arguments),
        let result = try? JSONDecoder().decode(ScriptResult.self, from: Data(text.utf8))
      else { throw CocoaError(.executableLoad) }
      return [
        Measurement(
          "drawing: \(kind.name), script over harness", result.seconds * 1e9 / Double(nanoseconds),
          "CPU ratio", .atLeast(5)),
        Measurement(
          "drawing: \(kind.name), script's difference", result.difference, "grey levels"),
      ]
    }
  }

  private struct ScriptResult: Decodable {
    var seconds: Double
    var difference: Double
  }

  private func corpus(_ condition: String, level: Int, trials: Int) throws -> Corpus {
    try Corpus(
      yaml: """
        format: 1
        name: drawing
        version: 1
        title: Drawing
        question: How fast are images drawn?
        seed: 1
        symbols:
          - {name: v2, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 20}}
        conditions: [{name: c\(condition)}]
        sweep: {axis: module-size, levels: [\(level)]}
        trials: \(trials)
        """, file: "drawing.yaml")
  }
}
