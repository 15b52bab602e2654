import Base
import DecoderKit
import Evaluation
import Foundation
import Images
import PluginHost
import Results
import Scanning

/// A frame of a stream that was kept with what a decoder told of it, so that it can be tried again.
///
/// It is two files: the frame as PNG, upright and whole, and a JSON file of the same name.
public struct StreamSnapshot: Sendable {
  /// The event by which it was kept.
  public enum Told: Equatable, Sendable {
    /// These codes were new.
    case codes([Code])
    /// The decoder failed, in these words.
    case failure(String)
  }

  /// A code that was told.
  public struct Code: Hashable, Sendable, Codable {
    /// The symbology; `nil` if the decoder named none.
    public let symbology: Symbology?
    /// The decoded bytes.
    public let bytes: Data

    init(_ reading: Reading) {
      symbology = reading.symbology
      bytes = Data(reading.bytes)
    }
  }

  /// The decoder as `--decoder` takes it.
  public let decoder: String
  /// The frame's number in its stream.
  public let frame: Int
  /// The frame's time, in seconds since the first one.
  public let timeSeconds: Double
  /// The event.
  public let told: Told
  /// The frame, upright.
  public let image: GrayImage
  /// The part of it that the decoder was given.
  public let decodedPart: ScanWindow.PixelRectangle

  /// Reads a snapshot.
  ///
  /// - Parameter path: One of its two files.
  /// - Throws: `ImageError` for files that are not there or hold something else.
  public init(path: String) throws {
    let stem = path.hasSuffix(".json") ? path.dropLast(5) : path.dropLast(4)
    let file = stem + ".json"
    let record: Record
    do {
      record = try JSONDecoder().decode(
        Record.self, from: Data(contentsOf: URL(filePath: String(file))))
    } catch {
      throw ImageError(
        code: .file, path: String(file), message: "is no snapshot of harness scan --snapshots")
    }
    image = try ImageFile.read(path: stem + ".png")
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
    told = record.failure.map { .failure($0) } ?? .codes(record.codes ?? [])
  }

  /// The layout of the JSON file.
  struct Record: Codable {
    var schemaVersion = 1
    var decoder: String
    var library: String
    var libraryVersion: String
    var options: [String: String]
    var frame: Int
    var timeSeconds: Double
    var decodedPart: ScanWindow.PixelRectangle
    var codes: [Code]?
    var failure: String?
    var reproduce: String
  }

  /// Gives the part of the frame to a decoder, as the stream did.
  ///
  /// - Returns: Its answer, with corners in the frame's pixels, and true if it is what was told of the
  ///   stream: the same failure, or all the codes.
  public func tried(by configured: ConfiguredDecoder) -> (answer: FrameAnswer, isSame: Bool) {
    let chain = DecoderChain(
      members: configured.members, health: DecoderHealth(givingUpAfter: 1), stop: StopSignal())
    defer { chain.close() }
    let answer = FrameAnswer(chain.decode(image.cropped(to: decodedPart)))
    switch (told, answer.outcome) {
    case (.failure(let before), .failed(let now)): return (answer, before == now)
    case (.codes(let codes), .readings(let readings)):
      return (answer, Set(codes).isSubset(of: readings.map { Code($0) }))
    default: return (answer, false)
    }
  }
}
