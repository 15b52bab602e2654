import DecoderKit
import Foundation
import Images
import Values

/// The settings of a ``FrameScanner``.
public struct ScannerOptions: Sendable {
  /// The symbologies that are looked for; `nil` for all that the decoder knows.
  public var symbologies: Set<Symbology>?
  /// The part of frames that is scanned, the selection in it, and the view that shows them.
  public var aim: ScanAim
  /// The frames that are decoded.
  public var policy: FramePolicy
  /// The rules by which readings become codes.
  public var rules: CodeRules
  /// True to measure where symbols lie if that decides about them; false to trust the decoder.
  public var findsPlaces: Bool

  /// Makes options; without arguments whole frames are scanned, one every 100 ms.
  public init(
    symbologies: Set<Symbology>? = nil, aim: ScanAim = ScanAim(region: ScanRegion()),
    policy: FramePolicy = .latest(every: .milliseconds(100)), rules: CodeRules = CodeRules(),
    findsPlaces: Bool = true
  ) {
    self.symbologies = symbologies
    self.aim = aim
    self.policy = policy
    self.rules = rules
    self.findsPlaces = findsPlaces
  }
}

/// Something that happened in a scan of frames.
public enum ScannerEvent: Sendable {
  /// Codes were seen that are new.
  case codes([ScannedCode])
  /// The decoder failed on a frame; scanning goes on.
  case failure(message: String, frame: Int)
  /// The scan is over; nothing follows.
  case ended(Ending, FrameCounts)

  /// The reasons for the end of a scan.
  public enum Ending: Hashable, Sendable {
    /// ``FrameScanner/stop()`` was called.
    case stopped
    /// There are no more frames.
    case sourceEnded
    /// As many codes were seen, or as much time has passed, as the rules say.
    case rulesMet
    /// The source failed.
    case sourceFailed(String)
  }
}

/// A code that is reported.
public struct ScannedCode: Hashable, Sendable {
  /// The reading; its corners are pixels of the upright frame.
  public let reading: Reading
  /// The frame's number.
  public let frame: Int
  /// The frame's time.
  public let time: Duration

  public init(reading: Reading, frame: Int, time: Duration) {
    self.reading = reading
    self.frame = frame
    self.time = time
  }

  /// The meaning of its bytes: type, fields and a text to show.
  public var value: BarcodeValue { BarcodeValue(reading) }
}

/// The numbers of frames in a scan.
public struct FrameCounts: Hashable, Sendable {
  /// Frames that the source delivered.
  public internal(set) var arrived = 0
  /// Frames that the policy left out.
  public internal(set) var dropped = 0
  /// Frames that were given to the decoder.
  public internal(set) var judged = 0
  /// Frames on which it failed.
  public internal(set) var failed = 0

  public init() {}
}

/// A frame as a picture: for codes that cannot be read, or to report a wrong one.
public struct Snapshot: Hashable, Sendable {
  /// The frame's number.
  public let index: Int
  /// The frame's time.
  public let time: Duration
  /// The frame, upright: byte for byte the image that was judged.
  public let image: GrayImage

  /// Takes the picture of a frame.
  public init(_ frame: Frame) {
    index = frame.index
    time = frame.time
    image = frame.orientation.upright(frame.image)
  }

  /// The picture as a PNG file.
  ///
  /// - Throws: `ImageError` if it has no pixels.
  public func png() throws -> [UInt8] { try PNG.encode(image) }

  /// The PNG file in Base64 (RFC 4648), as servers take it.
  ///
  /// - Throws: As ``png()``.
  public func base64() throws -> String { Data(try png()).base64EncodedString() }
}

/// The reason that a scan cannot start, or the end of one in a sequence of codes.
public enum FrameScannerError: Error, Hashable, Sendable {
  /// It has been started and not stopped.
  case alreadyRunning
  /// The source failed, for this reason.
  case sourceFailed(String)
}
