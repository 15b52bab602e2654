import Reporting
import Scanning

/// An image with its explanation.
struct ExplainedImage: Sendable {
  let path: String
  let width: Int
  let height: Int
  let explanation: Explanation

  /// The name of its file, as a sentence has it.
  var name: String {
    path == "-"
      ? "the image"
      : DisplayText.printable(path.split(separator: "/").last.map(String.init) ?? path)
  }

  /// True if it is read neither as it is nor with a change, by anything that is backed.
  var isUnread: Bool { !explanation.isRead }

  /// The knowledge of an image; those that need help most come first.
  enum Standing: Int, Comparable {
    /// Nobody reads it.
    case unread
    /// None of the decoders supports its code; another decoder does.
    case unsupported
    /// It is read after a change.
    case changed
    /// It is read as it is, and nothing confirms the value.
    case unconfirmed
    /// Nobody reads it, and nothing in it looks more like a code than like a texture.
    case doubtful
    /// It is read as it is, but not by every decoder that supports the code, not all its codes, or not for certain.
    case partly
    /// It is read as it is.
    case read

    static func < (a: Standing, b: Standing) -> Bool { a.rawValue < b.rawValue }
  }

  /// The places of images in a list, those that need help most first, else in their own order.
  static func order(_ images: [ExplainedImage]) -> [Int] {
    let standings = images.map(\.standing)
    return images.indices.sorted { (standings[$0], $0) < (standings[$1], $1) }
  }

  var standing: Standing {
    if !explanation.unchanged.isEmpty {
      let isWhole = explanation.missing.isEmpty && explanation.missed.isEmpty
      return isWhole && explanation.unbackedUnchanged.isEmpty ? .read : .partly
    }
    if explanation.isRead { return .changed }
    if explanation.foreign != nil { return .unsupported }
    if !explanation.unbackedUnchanged.isEmpty { return .unconfirmed }
    guard explanation.testimonies.isEmpty else { return .unread }
    let isDoubtful =
      explanation.potential.first?.mayBeTexture(inWidth: width, height: height)
      ?? (explanation.findings.isEmpty && explanation.unbacked.isEmpty)
    return isDoubtful ? .doubtful : .unread
  }
}
