import DecoderKit
import Images
import Scanning
import Synchronization

/// Frames at 30 a second; the first pixels hold the frame's number.
struct FakeSource: FrameSource {
  var count: Int
  var failsAfter: Int?
  var orientation = ImageOrientation.upright
  var width = 8
  var height = 6
  var isLive = false

  struct Frames: AsyncSequence, Sendable {
    let source: FakeSource

    struct AsyncIterator: AsyncIteratorProtocol {
      let source: FakeSource
      var index = 0

      mutating func next() async throws -> Frame? {
        if index == source.failsAfter { throw DecoderError("the file is cut off") }
        guard index < source.count else { return nil }
        defer { index += 1 }
        var image = GrayImage(width: source.width, height: source.height, filledWith: 9)
        for byte in 0..<3 { image[byte, 0] = UInt8(truncatingIfNeeded: index >> (8 * byte)) }
        return Frame(
          index: index, time: .seconds(index) / 30, image: image, orientation: source.orientation)
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }
  }

  var frames: Frames { Frames(source: self) }
}

/// A reader that answers by the number of its call.
final class FakeReader: FrameReader {
  private struct Seen {
    var marks: [Int] = []
    var calls = 0
    var lastImage: GrayImage?
  }

  private let decodeTime: Duration
  private let answer: @Sendable (Int) async throws -> [Reading]
  private let seen = Mutex(Seen())

  init(
    decodeTime: Duration = .milliseconds(1),
    _ answer: @escaping @Sendable (Int) async throws -> [Reading]
  ) {
    self.decodeTime = decodeTime
    self.answer = answer
  }

  /// The numbers of the frames that it was given, while they were upright.
  var marks: [Int] { seen.withLock { $0.marks } }
  var lastImage: GrayImage? { seen.withLock { $0.lastImage } }

  func read(_ image: GrayImage, hints: DecodeHints) async -> FrameAnswer {
    let call = seen.withLock { seen -> Int in
      seen.lastImage = image
      if seen.marks.count < 1_000 {
        seen.marks.append((0..<3).reduce(0) { $0 + Int(image[$1, 0]) << (8 * $1) })
      }
      seen.calls += 1
      return seen.calls - 1
    }
    do {
      return FrameAnswer(.readings(try await answer(call)), decodeTime: decodeTime)
    } catch {
      return FrameAnswer(.failed("\(error)"), decodeTime: decodeTime)
    }
  }
}

/// A decoder that reads the frame's number, owns itself, and fails on frame 5.
struct CountingDecoder: ~Copyable, DecoderKit.Decoder {
  static let identity = DecoderIdentity(
    name: "counting", summary: "Counts.", library: "none", version: "1", symbologies: [.qrCode])

  init(options: DecoderOptions) {}

  mutating func decode(_ image: borrowing GrayImage, hints: DecodeHints) throws -> [Reading] {
    guard image[0, 0] != 5 else { throw DecoderError("five is too much") }
    return [Reading(symbology: .qrCode, bytes: [image[0, 0]])]
  }
}

/// Counts of what happened, from anywhere.
final class Tally: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  func count(_ event: String) { counts.withLock { $0[event, default: 0] += 1 } }

  subscript(event: String) -> Int { counts.withLock { $0[event, default: 0] } }
}

/// Everything that a scan told.
struct ScanEnd {
  var codes: [ScannedCode] = []
  var failures: [String] = []
  var ending = ScannerEvent.Ending.stopped
  var counts = FrameCounts()
}

extension FrameScanner {
  /// Scans until the end of the source, or until its rules end it.
  func runToEnd(_ source: FakeSource, keepsCodes: Bool = true) async throws -> ScanEnd {
    let (events, continuation) = AsyncStream.makeStream(of: ScannerEvent.self)
    try start(source: source) { (event: ScannerEvent) in
      if case .codes = event, !keepsCodes { return }
      continuation.yield(event)
      if case .ended = event { continuation.finish() }
    }
    var result = ScanEnd()
    for await event in events {
      switch event {
      case .codes(let codes): result.codes += codes
      case .failure(let message, let frame): result.failures.append("\(frame): \(message)")
      case .ended(let ending, let counts): (result.ending, result.counts) = (ending, counts)
      }
    }
    return result
  }
}
