import Foundation

/// A code of known width at a known distance, from which a camera's focal length follows.
struct CameraFit: Decodable, Sendable {
  let codeMillimetres: Double
  let distanceMillimetres: Double

  /// The focal length, and the command that starts with it.
  struct Answer: Encodable, Sendable {
    let focalPixels: Double
    /// The command that starts with it.
    let line: String
    let width: Int
    let height: Int

    init(focalPixels: Double, codeMillimetres: Double, width: Int, height: Int) {
      (self.focalPixels, self.width, self.height) = (focalPixels, width, height)
      line = String(
        format: "harness live --open --focal-pixels %.1f --code-size %gmm", focalPixels,
        codeMillimetres)
    }
  }
}

/// The sizes of the one code in view over the last second: one that still moves is no measure of a distance.
struct CodeRest: Sendable {
  /// The time over which the size must not change, in seconds.
  private static let span = 1.0
  /// The part of that time from which frames must have been seen.
  private static let least = 0.4
  /// The largest size over the smallest one of a hand that holds still.
  private static let mostChange = 1.03

  private var seen: [(seconds: Double, size: Double)] = []
  /// True for a picture, which nobody moves.
  private var isPicture = false

  /// Takes the sizes of a frame's symbols, in pixels per module.
  mutating func add(_ sizes: [Double], at seconds: Double, isPicture: Bool) {
    self.isPicture = isPicture
    if sizes.count > 1 || isPicture { seen = [] }
    seen.removeAll { !(0...Self.span ~= seconds - $0.seconds) }
    if let size = sizes.first, sizes.count == 1 { seen.append((seconds, size)) }
  }

  /// The reason for which it is not at rest; `nil` if it is.
  var fault: String? {
    guard !isPicture else { return nil }
    let sizes = seen.map(\.size)
    guard let first = seen.first, let last = seen.last, let least = sizes.min(),
      let most = sizes.max(), last.seconds - first.seconds >= Self.least
    else { return "hold the code still for a second, then press again" }
    guard most > least * Self.mostChange else { return nil }
    return String(
      format: "the code's size still changes (%.2f to %.2f px per module within a second): "
        + "hold code and camera still, then press again", least, most)
  }
}
