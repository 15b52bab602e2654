import DecoderKit
import Images

/// The knowledge about the codes in a photo.
public enum PhotoTruth: Hashable, Sendable {
  /// Nothing is known: detections are counted and not judged.
  case unknown
  /// These codes are in the photo; if there are none, every reading is wrong.
  ///
  /// `isComplete` says whether there are no others: a truth file names the code that the photo was
  /// taken for, and the photo may show more.
  case known([PhotoSymbol], isComplete: Bool)

  /// A photo in which there is no code.
  public static let nothing = PhotoTruth.known([], isComplete: true)

  /// The truth of the photo after it has been turned.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - width: The width of the photo before the turn, in pixels.
  ///   - height: The height of the photo before the turn, in pixels.
  public func turned(_ turn: QuarterTurn, width: Int, height: Int) -> PhotoTruth {
    guard case .known(let symbols, let isComplete) = self else { return self }
    let moved = symbols.map { symbol in
      var symbol = symbol
      symbol.corners = symbol.corners.map { turn.moved($0, width: width, height: height) }
      return symbol
    }
    return .known(moved, isComplete: isComplete)
  }

  /// The whole truth as text; different truths have different texts.
  var canonicalText: String {
    guard case .known(let symbols, let isComplete) = self else { return "unknown" }
    let lines = symbols.map { symbol in
      let corners = symbol.corners.map { corners in
        corners.points.map { "\($0.x.bitPattern),\($0.y.bitPattern)" }.joined(separator: ";")
      }
      return "\(symbol.symbology?.rawValue ?? "any") \(symbol.certainty) "
        + "\(SHA256Digest.hex(symbol.bytes)) "
        + (corners ?? "anywhere")
    }
    return (["known", isComplete ? "complete" : "open"] + lines).joined(separator: "\n")
  }
}

/// A code that is in a photo.
public struct PhotoSymbol: Hashable, Sendable {
  /// The symbology; `nil` if it is not known, and then any is right.
  public var symbology: Symbology?
  /// Its data.
  public var bytes: [UInt8]
  /// The corners in the photo; `nil` if they are not known.
  public var corners: Corners?
  /// The certainty of the symbology and the bytes.
  public var certainty: ExpectedSymbol.Certainty

  /// Makes a symbol.
  public init(
    symbology: Symbology?, bytes: [UInt8], corners: Corners? = nil,
    certainty: ExpectedSymbol.Certainty = .drawn
  ) {
    self.symbology = symbology
    self.bytes = bytes
    self.corners = corners
    self.certainty = certainty
  }
}
