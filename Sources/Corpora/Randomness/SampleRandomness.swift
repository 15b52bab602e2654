/// All random streams of one sample, derived from its key and never from the order of drawing.
///
/// Each parameter draws from its own stream, so that a parameter added later leaves the others
/// unchanged. A stream's generator starts from
/// SHA-256(SHA-256(corpus seed, recipe, condition, level, trial), name of the stream).
struct SampleRandomness: Hashable, Sendable {
  /// The streams besides those of the camera's parameters.
  enum Stream: String {
    case payload
    case phase
    /// Spots on the print.
    case damage = "spots"
    case texture
    case noise
  }

  private let root: SHA256Digest

  init(seed: UInt64, recipe: String, condition: String, level: String, trial: Int) {
    // No part can contain a line feed, so that different keys always give different texts.
    let text = "barcode-harness sample\n\(seed)\n\(recipe)\n\(condition)\n\(level)\n\(trial)\n"
    root = SHA256Digest(of: Array(text.utf8))
  }

  /// The digest from which all streams derive, in hexadecimal.
  var identity: String { root.hex }

  /// The generator of one stream.
  func generator(_ stream: Stream) -> Xoshiro256 { generator(named: stream.rawValue) }

  /// The generator of one of the camera's parameters.
  func generator(of parameter: CameraParameter) -> Xoshiro256 {
    generator(named: parameter.rawValue)
  }

  private func generator(named name: String) -> Xoshiro256 {
    let digest = SHA256Digest(of: root.bytes + Array(name.utf8))
    return Xoshiro256(state: (digest.word(0), digest.word(1), digest.word(2), digest.word(3)))
  }
}
