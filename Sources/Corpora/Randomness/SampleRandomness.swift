/// All that is random in one sample, derived from its key and never from the order of drawing.
///
/// Each parameter draws from a stream of its own, so that a parameter added later leaves the others
/// as they were. A stream's generator starts from
/// SHA-256(SHA-256(corpus seed, recipe, condition, level, trial), name of the stream).
struct SampleRandomness {
  /// What is drawn at random.
  enum Stream: String {
    case payload
    case phase
    case rotation
  }

  private let root: SHA256Digest

  init(seed: UInt64, recipe: String, condition: String, level: String, trial: Int) {
    // None of the parts can hold a line feed, so that no two keys make the same text.
    let text = "barcode-harness sample\n\(seed)\n\(recipe)\n\(condition)\n\(level)\n\(trial)\n"
    root = SHA256Digest(of: Array(text.utf8))
  }

  /// The generator of one parameter.
  func generator(_ stream: Stream) -> Xoshiro256 {
    let digest = SHA256Digest(of: root.bytes + Array(stream.rawValue.utf8))
    return Xoshiro256(state: (digest.word(0), digest.word(1), digest.word(2), digest.word(3)))
  }
}
