import Base
import Corpora
import DecoderKit
import Evaluation
import Foundation
import PluginHost
import ZBarDecoder
import ZXingDecoder

/// The cost of running a decoder as a plugin.
///
/// It is the ratio of the time until a plugin's answer is there to the time of calling its library
/// in the caller's own process. Both read the same images of VGA size, in turn.
struct PluginBench {
  private static let (width, height) = (640, 480)
  private static let rounds = 7

  private let images: [GrayImage]

  init() throws {
    var images: [GrayImage] = []
    try CorpusWalk(Self.corpus).forEach {
      images.append(
        Photograph.of($0.image, width: Self.width, height: Self.height, number: images.count))
    }
    self.images = images
  }

  func measurements() throws -> [Measurement] {
    try [
      swift("zbar", ZBarAdapter(options: Self.options(of: ZBarAdapter.identity))),
      swift("zxing", ZXingAdapter(options: Self.options(of: ZXingAdapter.identity))),
    ] + python()
  }

  private func measurement(_ name: String, _ ratios: [Double], _ ceiling: Double) -> Measurement {
    Measurement(
      "plugin over direct calls, VGA: \(name)", ratios.sorted()[ratios.count / 2], "time ratio",
      .atMost(ceiling))
  }

  // MARK: Swift

  private func swift(
    _ name: String, _ adapter: consuming some Decoder & ~Copyable
  ) throws -> Measurement {
    let worker = try worker(DecoderReference(name: name))
    defer { worker.close() }
    var direct = images.map { _ in Int.max }
    var exchanged = direct
    for _ in 0..<Self.rounds {
      for (index, image) in images.enumerated() {
        let start = ContinuousClock.now
        _ = try adapter.decode(image, hints: .none)
        direct[index] = min(direct[index], Int((ContinuousClock.now - start) / .nanoseconds(1)))
        exchanged[index] = min(exchanged[index], worker.decode(image).exchangeNanoseconds)
      }
    }
    // The quickest of all rounds, image by image: a neighbour only ever adds time.
    return measurement(
      "\(name), in Swift", [Double(exchanged.reduce(0, +)) / Double(direct.reduce(0, +))], 1.10)
  }

  private static func options(of identity: DecoderIdentity) throws -> DecoderOptions {
    try DecoderOptions(resolving: [:], for: identity)
  }

  // MARK: Python

  /// Measures the Python plugin; no measurement is made where its library is not installed.
  private func python() throws -> [Measurement] {
    let python = ".venv-plugins/bin/python"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      print("plugin over direct calls: no zxing-cpp here (make plugins), so that it is left out")
      return []
    }
    let file = FileManager.default.temporaryDirectory.path + "/vga-\(UUID().uuidString)"
    try Data(images.flatMap(\.pixels)).write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let worker = try worker(DecoderReference(name: "zxing-cpp"), given: ["Plugins/ZXingCpp"])
    defer { worker.close() }
    var ratios: [Double] = []
    for _ in 0..<Self.rounds {
      guard
        let text = Program.output(
          of: python,
          ["scripts/bench/read.py", "Plugins/ZXingCpp", file, "\(Self.width)", "\(Self.height)"]),
        let seconds = Double(text)
      else { throw CocoaError(.executableLoad) }
      let exchanged = images.reduce(0) { $0 + worker.decode($1).exchangeNanoseconds }
      ratios.append(Double(exchanged) / 1e9 / seconds)
    }
    return [measurement("zxing-cpp, in Python", ratios, 1.25)]
  }

  /// Makes a worker that has started and has read an image.
  private func worker(
    _ reference: DecoderReference, given paths: [String] = []
  ) throws -> DecoderWorker {
    let choice = try DecoderChoice(
      [reference],
      search: Bench.search(given: paths),
      limits: .init(decodeDeadlineNanoseconds: 5_000_000_000, memoryLimitBytes: nil))
    guard let settings = choice.decoders.first?.members.first else {
      throw PluginError(
        .unavailable, choice.unavailable.first?.reason ?? "\(reference) cannot be used")
    }
    let worker = DecoderWorker(
      settings: settings, health: DecoderHealth(givingUpAfter: 10), stop: StopSignal())
    _ = worker.decode(images[0])
    return worker
  }

  // MARK: Images

  private static var corpus: Corpus {
    get throws {
      try Corpus(
        yaml: """
          format: 1
          name: vga
          version: 1
          title: VGA
          question: What does it cost that a decoder is a plugin?
          seed: 1
          symbols:
            - {name: v2, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 20}}
          conditions: [{name: upright}, {name: turned, rotation: {random: [0, 360]}}]
          sweep: {axis: module-size, levels: [3, 5, 8]}
          trials: 8
          """, file: "vga.yaml")
    }
  }
}
