import Base
import DecoderKit

/// A decoder's reading as a store keeps it: its data up to a limit, its place to seven digits.
public struct KeptReading: Hashable, Sendable {
  /// The most bytes that are kept of one reading.
  public static let mostBytes = 4096
  /// The most readings that are kept of one image.
  public static let mostReadings = 64

  /// The symbology that the decoder reported; `nil` when it reported none.
  public var symbology: Symbology?
  /// The data, or its first ``mostBytes`` bytes.
  public var bytes: [UInt8]
  /// The rest of the data that was not kept; `nil` where ``bytes`` is all.
  public var cut: Cut?
  /// The symbol's corners in the image, in pixels, rounded to 32-bit floating point; `nil` if the
  /// decoder gave none.
  public var corners: Corners?

  /// The facts about data of which only a beginning is kept.
  public struct Cut: Hashable, Sendable {
    /// The number of bytes of the whole data.
    public var byteCount: Int
    /// The SHA-256 of the whole data, in lower-case hexadecimal.
    public var sha256: String

    package init(byteCount: Int, sha256: String) {
      (self.byteCount, self.sha256) = (byteCount, sha256)
    }
  }

  package init(symbology: Symbology?, bytes: [UInt8], cut: Cut? = nil, corners: Corners? = nil) {
    (self.symbology, self.bytes, self.cut, self.corners) = (symbology, bytes, cut, corners)
  }

  /// Makes the kept form of a decoder's reading.
  public init(_ reading: Reading) {
    let isCut = reading.bytes.count > Self.mostBytes
    self.init(
      symbology: reading.symbology, bytes: Array(reading.bytes.prefix(Self.mostBytes)),
      cut: isCut
        ? Cut(
          byteCount: reading.bytes.count, sha256: ContentHash.sha256(of: reading.bytes)) : nil,
      corners: reading.corners.map { Corners(rounding: $0) })
  }
}

extension Corners {
  /// Rounds corners to 32-bit floating point: seven digits, a thousandth of a pixel in any image.
  fileprivate init(rounding corners: Corners) {
    func rounded(_ point: Point) -> Point {
      Point(x: Double(Float(point.x)), y: Double(Float(point.y)))
    }
    self.init(
      topLeft: rounded(corners.topLeft), topRight: rounded(corners.topRight),
      bottomRight: rounded(corners.bottomRight), bottomLeft: rounded(corners.bottomLeft))
  }
}

/// The observations whose readings a run keeps in the store, beside their verdicts.
public enum ReadingRetention: String, CaseIterable, Hashable, Sendable {
  /// Those of none.
  case none
  /// Those of observations that are not plainly right; see ``Finding/isDoubtful``.
  case doubtful
  /// Those of every observation.
  case all

  /// True if an observation's readings are kept.
  public func keeps(_ finding: borrowing Finding) -> Bool {
    switch self {
    case .none: false
    case .doubtful: finding.isDoubtful
    case .all: true
    }
  }
}

extension Finding {
  /// True if the decoder returned something that is not plainly right: a misread, a false positive, a
  /// reading beside those of the truth, one that is right only by a ``TruthRule``, or one in an image
  /// whose truth nobody wrote down.
  public var isDoubtful: Bool {
    switch verdict {
    case .misread, .wrongCode, .several, .cannotSelect, .falsePositive, .detected: true
    case .read: !isStrict || extras != Extras()
    case .noRead: extras != Extras()
    case .crash, .timeout, .failed, .clean, .undetected: false
    }
  }
}
