import Base
import DecoderKit
import Evaluation
import Foundation
import PluginHost
import Scanning
import Sessions
import Synchronization

/// The memory of a scanner over 100 000 frames, beside that over 10 000, and its speed.
///
/// Frames are drawn one at a time, of 320 × 240 pixels: one that is kept in a thousand would be seen.
struct FramesBench {
  private static let (early, all) = (10_000, 100_000)

  private struct Kind {
    let name: String
    let rules: CodeRules
    let isUnique: Bool
  }

  private static let kinds = [
    Kind(name: "one code", rules: CodeRules(), isUnique: false),
    Kind(name: "each another code", rules: CodeRules(), isUnique: true),
    Kind(name: "codes never forgotten", rules: CodeRules(forgetAfter: nil), isUnique: true),
  ]

  func measurements() async throws -> [Measurement] {
    var measurements: [Measurement] = []
    for kind in Self.kinds {
      let scanner = FrameScanner(
        reader: try InProcessReader(NumberReader.self),
        options: ScannerOptions(policy: .all, rules: kind.rules))
      let source = NumberedFrames(count: Self.all, isUnique: kind.isUnique)
      var codes = 0
      for try await _ in scanner.codes(of: source) { codes += 1 }
      guard codes == (kind.isUnique ? Self.all : 1) else { throw CocoaError(.coderInvalidValue) }
      measurements += figures(kind.name, source.watch)
    }
    return try measurements + workers()
  }

  /// The same through a decoder in a process of its own.
  private func workers() throws -> [Measurement] {
    let choice = try DecoderChoice(
      [DecoderReference(name: "null")], search: Bench.search(given: []),
      limits: .init(decodeDeadlineNanoseconds: 5_000_000_000, memoryLimitBytes: nil))
    let source = NumberedFrames(count: Self.all, isUnique: true)
    try StreamSession(
      plan: StreamPlan(
        decoders: choice.decoders, options: ScannerOptions(policy: .all),
        deathsBeforeGivingUp: 10), stop: StopSignal()
    ).run(source) { _ in true }
    return figures("in a worker", source.watch)
  }

  private func figures(_ name: String, _ watch: Watch) -> [Measurement] {
    let start = "frames, \(name): "
    return [
      Measurement(start + "memory at 10 000", watch.bytes[0] / 1e6, "MB"),
      Measurement(start + "memory at 100 000", watch.bytes[1] / 1e6, "MB"),
      Measurement(
        start + "growth", (watch.bytes[1] - watch.bytes[0]) / 1e6, "MB", .atMost(4)),
      Measurement(start + "speed", watch.framesPerSecond, "frames/s"),
    ]
  }

  /// A decoder that reads the number in the first pixels.
  private struct NumberReader: ~Copyable, DecoderKit.Decoder {
    static let identity = DecoderIdentity(
      name: "numbers", summary: "Reads a frame's number.", library: "none", version: "1",
      symbologies: [.qrCode])

    init(options: DecoderOptions) {}

    func decode(_ image: borrowing GrayImage, hints: DecodeHints) -> [Reading] {
      [Reading(symbology: .qrCode, bytes: (0..<4).map { image[$0, 0] })]
    }
  }

  /// The resident memory of this process when some frames were asked for.
  private final class Watch: Sendable {
    private let noted = Mutex<[Double]>([])
    private let start = ContinuousClock.now

    var bytes: [Double] { noted.withLock { $0 } }
    var framesPerSecond: Double { Double(all) / ((ContinuousClock.now - start) / .seconds(1)) }

    func see(_ index: Int) {
      guard index == early || index == all - 1 else { return }
      noted.withLock { $0.append(Memory.residentBytes) }
    }
  }

  /// Frames at 30 a second with their number in the first four pixels, or the same one in all.
  private struct NumberedFrames: FrameSource {
    let count: Int
    let isUnique: Bool
    let watch = Watch()
    var isLive: Bool { false }

    var frames: AsyncThrowingStream<Frame, any Error> {
      let next = Mutex(0)
      let (count, isUnique, watch) = (count, isUnique, watch)
      return AsyncThrowingStream {
        let index = next.withLock { next in
          next += 1
          return next - 1
        }
        guard index < count else { return nil }
        watch.see(index)
        var image = GrayImage(width: 320, height: 240, filledWith: UInt8(truncatingIfNeeded: index))
        for byte in 0..<4 {
          image[byte, 0] = isUnique ? UInt8(truncatingIfNeeded: index >> (8 * byte)) : 0
        }
        return Frame(index: index, time: .seconds(index) / 30, image: image)
      }
    }
  }
}
