import Corpora
import DecoderKit
import Evaluation
import Foundation
import Measuring
import ZBarDecoder

/// The cost of measuring the symbols that were read, beside that of reading them.
///
/// It is the ratio of the processor's time for gauging zbar's readings to that for zbar's decode of the
/// same images.
struct GaugingBench {
  private static let kinds = [
    ("QR Code, 640 × 480 px", "qr-code, version: 2, ecc: M", 640, 480, 4),
    ("QR Code, 1632 × 1224 px", "qr-code, version: 2, ecc: M", 1632, 1224, 9),
    ("Code 128, 640 × 480 px", "code-128", 640, 480, 2),
    ("Code 128, 1632 × 1224 px", "code-128", 1632, 1224, 5),
  ]

  func measurements() throws -> [Measurement] {
    try Self.kinds.map { name, symbol, width, height, module in
      let reader = ZBarAdapter(options: try .init(resolving: [:], for: ZBarAdapter.identity))
      var (decoding, gauging, number, measured) = (0.0, 0.0, 0, 0)
      try CorpusWalk(corpus(symbol, module: module)).forEach { sample in
        let image = Photograph.of(sample.image, width: width, height: height, number: number)
        number += 1
        var readings: [Reading] = []
        let decodingCost = Self.leastCost {
          readings = (try? reader.decode(image, hints: .none)) ?? []
        }
        guard !readings.isEmpty else { return }
        var measurements: [SymbolMeasurement] = []
        gauging += Self.leastCost { measurements = SymbolGauge().measure(readings, in: image) }
        decoding += decodingCost
        measured += measurements.count { $0.source == .measured }
      }
      guard measured > 0 else { throw CocoaError(.coderValueNotFound) }
      return Measurement("gauging: \(name)", gauging / decoding, "of zbar's CPU", .atMost(1))
    }
  }

  /// Returns the least processor time of five rounds of some work, in nanoseconds. Other programs empty
  /// the caches in some.
  private static func leastCost(of work: () -> Void) -> Double {
    (0..<5).reduce(.infinity) { least, _ in
      let start = processorNanoseconds
      work()
      return min(least, processorNanoseconds - start)
    }
  }

  /// The processor's time of this thread.
  private static var processorNanoseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  private func corpus(_ symbol: String, module: Int) throws -> Corpus {
    try Corpus(
      yaml: """
        format: 1
        name: gauging
        version: 1
        title: Gauging
        question: What does it cost to measure what was read?
        seed: 1
        symbols: [{name: s, symbology: \(symbol), payload: {kind: digits, length: 12}}]
        conditions: [{name: upright}, {name: turned, rotation: {random: [0, 360]}}]
        sweep: {axis: module-size, levels: [\(module)]}
        trials: 12
        """, file: "gauging.yaml")
  }
}
