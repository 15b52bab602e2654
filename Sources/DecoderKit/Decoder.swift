/// A barcode reader that can be measured: anything that turns a luminance image into readings.
///
/// A decoder is used by one thread at a time and may own a C handle, hence `~Copyable`.
///
/// - Important: The name shadows `Swift.Decoder` wherever DecoderKit is imported. Write `any
///   Swift.Decoder` in a hand-written `init(from:)`; the short spelling compiles there but is never
///   called, without a warning.
public protocol Decoder: ~Copyable {
  /// The decoder's identity: its name, its library's version, its symbologies and its options.
  static var identity: DecoderIdentity { get }

  /// Makes a decoder ready to decode.
  ///
  /// - Parameter options: Already checked against ``DecoderIdentity/options``: every option that
  ///   the identity declares has a valid value, and there are no others.
  /// - Throws: An error if the library cannot be set up. The decoder is then reported as
  ///   unavailable.
  init(options: DecoderOptions) throws

  /// Reads the symbols in an image.
  ///
  /// - Parameters:
  ///   - image: 8-bit luminance. May be empty (0 × 0): throw if the library cannot take it.
  ///   - hints: The caller's wishes. A decoder may ignore hints that it cannot use.
  /// - Returns: The symbols found, in any order. An empty array is a valid answer.
  /// - Throws: An error if the adapter or its library failed, not if nothing was found.
  mutating func decode(_ image: borrowing GrayImage, hints: DecodeHints) throws -> [Reading]
}

/// A decoder's failure in words, for adapters that need no error type of their own.
public struct DecoderError: Error, Hashable, CustomStringConvertible {
  /// The failure, as one sentence for the person who reads the report.
  public let message: String

  public init(_ message: String) {
    self.message = message
  }

  public var description: String { message }
}

/// Hints from a caller to a decoder about the image that it is about to read.
public struct DecodeHints: Hashable, Sendable, Codable {
  /// The symbologies wanted; `nil` means a general reader that looks for all it knows.
  public var symbologies: Set<Symbology>?

  /// The largest number of symbols to return; `nil` leaves it to the decoder's own default.
  public var maximumCount: Int?

  /// No hint at all: the harness's choice unless a corpus asks for hints.
  public static let none = DecodeHints()

  /// Makes hints; both parts may be left out.
  public init(symbologies: Set<Symbology>? = nil, maximumCount: Int? = nil) {
    self.symbologies = symbologies
    self.maximumCount = maximumCount
  }
}
