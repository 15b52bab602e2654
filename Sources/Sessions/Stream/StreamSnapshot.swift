import Base
import DecoderKit
import Evaluation
import Foundation
import Images
import Judging
import PluginHost
import Results
import Scanning
import Symbols

/// A frame of a stream, an input of `harness fuzz` or a symbol of `harness hunt` that was kept with what a
/// decoder told of it, so that it can be tried again.
///
/// It is two files: the image as PNG, upright and whole, and a JSON file of the same name.
package struct StreamSnapshot: Sendable {
  /// The event by which it was kept.
  package enum Told: Equatable, Sendable {
    /// These codes were new.
    case codes([Code])
    /// The decoder failed, in these words.
    case failure(String)
    /// These codes are in the image and were not read.
    case unread([Code])
  }

  /// A code that was told.
  package struct Code: Hashable, Sendable, Codable {
    /// The symbology; `nil` if the decoder named none.
    package let symbology: Symbology?
    /// The decoded bytes.
    package let bytes: Data

    package init(_ reading: Reading) {
      symbology = reading.symbology
      bytes = Data(reading.bytes)
    }

    /// The code as truth matching takes it.
    fileprivate var expected: ExpectedSymbol {
      ExpectedSymbol(symbology: symbology, bytes: Array(bytes), corners: nil)
    }
  }

  /// The decoder as `--decoder` takes it.
  package let decoder: String
  /// The frame's number in its stream; `nil` for what is no frame.
  package let frame: Int?
  /// The frame's time, in seconds since the first one; `nil` for what is no frame.
  package let timeSeconds: Double?
  /// The event.
  package let told: Told
  /// The frame, upright.
  package let image: GrayImage
  /// The part of it that the decoder was given.
  package let decodedPart: ImagePart

  /// The most bytes of a record: 1 024 readings of 4 KB.
  private static let mostBytes = 1 << 23

  /// Reads a snapshot.
  ///
  /// - Parameter path: One of its two files.
  /// - Throws: `ImageError` for files that are not there or hold something else.
  package init(path: String) throws {
    let stem = path.hasSuffix(".json") ? path.dropLast(5) : path.dropLast(4)
    let file = stem + ".json"
    let record: Record
    do {
      record = try BoundedJSON.decode(
        Record.self,
        from: Data(ForeignFolder.read(file: String(file), maximumBytes: Self.mostBytes)))
    } catch {
      throw ImageError(
        code: .file, path: String(file),
        message: "is no snapshot of harness scan --snapshots, harness fuzz or harness hunt")
    }
    image = try ImageFile.read(path: stem + ".png").withRowStride(record.rowStride)
    let part = record.decodedPart
    guard part.x >= 0, part.y >= 0, part.width > 0, part.height > 0,
      part.x <= image.width - part.width, part.y <= image.height - part.height
    else {
      throw ImageError(
        code: .file, path: String(file),
        message: "decodedPart does not lie in the frame of \(image.width) × \(image.height) px")
    }
    decodedPart = part
    (decoder, frame, timeSeconds) = (record.decoder, record.frame, record.timeSeconds)
    told =
      record.failure.map { .failure($0) } ?? record.unread.map { .unread($0) }
      ?? .codes(record.codes ?? [])
  }

  /// The layout of the JSON file.
  package struct Record: Codable {
    var schemaVersion = 1
    var decoder: String
    var library: String
    var libraryVersion: String
    var options: [String: String]
    /// Absent for what is no frame, as the next one.
    var frame: Int?
    var timeSeconds: Double?
    /// The bytes from one row to the next; absent where they are the image's width.
    var rowStride: Int?
    var decodedPart: ImagePart
    var codes: [Code]?
    /// The codes that should have been read; absent where that is not the point.
    var unread: [Code]?
    var failure: String?
    /// The end of what the decoder printed.
    var printed: String?
    var reproduce: String

    package init(
      _ configured: ConfiguredDecoder,
      frame: Int? = nil, timeSeconds: Double? = nil, rowStride: Int? = nil,
      decodedPart: ImagePart, codes: [Code]?, unread: [Code]? = nil, failure: String?,
      printed: String? = nil, reproduce: String
    ) {
      (decoder, library) = (configured.argument, configured.identity.library)
      (libraryVersion, options) = (configured.identity.version, configured.options.values)
      (self.frame, self.timeSeconds) = (frame, timeSeconds)
      (self.rowStride, self.decodedPart, self.codes) = (rowStride, decodedPart, codes)
      self.unread = unread
      (self.failure, self.printed, self.reproduce) = (failure, printed, reproduce)
    }
  }

  /// Writes an image and its record, which may hold more than a ``Record``, beside one another.
  ///
  /// - Parameter stem: Both paths without their endings.
  /// - Throws: `ImageError` and `FileError` for files that cannot be written.
  package static func write(
    _ image: GrayImage, _ record: some Encodable, at stem: String
  ) throws {
    try PNG.write(image, path: stem + ".png")
    try AtomicFile.write(
      Array(SortedJSON.data(record, isPretty: true)), to: stem + ".json", isDurable: false)
  }

  /// Gives the part of the frame to a decoder, as the stream did.
  ///
  /// - Returns: Its answer, with corners in the frame's pixels, and true if it is what was told of the
  ///   stream: the same failure, all the codes, or not all of those that should be read. `isOfImage` is false
  ///   if the decoder failed by itself: it does not start, or breaks the protocol.
  package func tried(
    by configured: ConfiguredDecoder
  ) -> (answer: FrameAnswer, isSame: Bool, isOfImage: Bool) {
    let attempt = attempt(by: configured)
    let isOfImage =
      switch attempt.outcome {
      case .readings, .crashed, .timedOut: true
      default: false
      }
    let answer = FrameAnswer(attempt)
    return (answer, isTold(answer), isOfImage)
  }

  /// Gives the part of the frame to a decoder, and judges it as if the codes that were told were a sample's.
  ///
  /// - Returns: Its verdict, `nil` if it reads none of their symbologies, and its readings. After a failure no codes
  ///   are known: the verdict tells whether anything is read.
  package func judged(
    by configured: ConfiguredDecoder
  ) -> (verdict: Verdict?, readings: [Reading]) {
    let codes: [Code] =
      switch told {
      case .codes(let codes), .unread(let codes): codes
      case .failure: []
      }
    let isSupported =
      codes.isEmpty
      || codes.contains { $0.symbology.map(configured.identity.supports) ?? true }
    guard isSupported else { return (nil, []) }
    switch attempt(by: configured).outcome {
    case .readings(let readings):
      let truth = Truth(
        expected: codes.map(\.expected), isComplete: false, isKnown: !codes.isEmpty)
      return (TruthMatching.judge(readings, against: truth).verdict, readings)
    case .crashed: return (.crash, [])
    case .timedOut: return (.timeout, [])
    case .failed, .givenUp, .lost, .stopped, .notStarted: return (.failed, [])
    }
  }

  private func attempt(by configured: ConfiguredDecoder) -> DecodeAttempt {
    let chain = DecoderChain(
      members: configured.members, health: DecoderHealth(givingUpAfter: 1), stop: StopSignal())
    defer { chain.close() }
    let isWhole = (decodedPart.width, decodedPart.height) == (image.width, image.height)
    return chain.decode(isWhole ? image : image.cropped(to: decodedPart))
  }

  /// True if an answer is what was told.
  private func isTold(_ answer: FrameAnswer) -> Bool {
    switch (told, answer.outcome) {
    case (.failure(let before), .failed(let now)): before == now
    case (.codes(let codes), .readings(let readings)):
      Set(codes).isSubset(of: readings.map { Code($0) })
    case (.unread(let codes), .readings(let readings)):
      !codes.allSatisfy { code in
        readings.contains { TruthMatching.match($0, code.expected) != nil }
      }
    default: false
    }
  }
}

extension GrayImage {
  /// The same image with longer rows; itself for `nil` and for what is no stride of it.
  fileprivate func withRowStride(_ stride: Int?) -> GrayImage {
    guard let stride, stride > width, stride <= width + 1 << 16 else { return self }
    let packed = packed()
    let rows = (0..<height).flatMap { y in
      packed.pixels[y * width..<(y + 1) * width] + repeatElement(0, count: stride - width)
    }
    return (try? GrayImage(width: width, height: height, rowStride: stride, pixels: rows)) ?? self
  }
}
