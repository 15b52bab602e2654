/// How a recipe makes a fresh payload for each trial.
public struct PayloadGenerator: Hashable, Sendable {
  /// From which bytes a payload is drawn, each equally likely.
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    /// `0` to `9`.
    case digits
    /// `0` to `9` and `A` to `Z`.
    case alphanumeric
    /// The printable ASCII characters without the space, `!` to `~`.
    case printable
    /// Any byte, 0 to 255.
    case bytes

    /// The bytes, hardest to encode last: encoders never need more room than for a run of those.
    var alphabet: [UInt8] {
      switch self {
      case .digits: Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
      case .alphanumeric:
        Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
      case .printable: Array(UInt8(ascii: "!")...UInt8(ascii: "~"))
      case .bytes: Array(0...255)
      }
    }
  }

  /// From which bytes a payload is drawn.
  public let kind: Kind
  /// How many bytes it has, each count equally likely; 1 or more.
  public let lengths: ClosedRange<Int>

  /// Draws a payload.
  func draw(from generator: inout Xoshiro256) -> [UInt8] {
    let count = lengths.lowerBound + generator.below(lengths.count)
    return draw(count: count, from: &generator)
  }

  /// Draws a payload of one length.
  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    let alphabet = kind.alphabet
    return (0..<count).map { _ in alphabet[generator.below(alphabet.count)] }
  }
}
