/// The lengths of a recipe's payloads, in bytes as a reader returns them.
public enum PayloadLengths: Hashable, Sendable {
  /// Every length from the shortest to the longest, each equally likely.
  case range(ClosedRange<Int>)
  /// One of some lengths, each equally likely; in ascending order, without duplicates.
  case list([Int])

  /// The shortest length.
  public var shortest: Int {
    switch self {
    case .range(let range): range.lowerBound
    case .list(let lengths): lengths.first ?? 0
    }
  }

  /// The longest length.
  public var longest: Int {
    switch self {
    case .range(let range): range.upperBound
    case .list(let lengths): lengths.last ?? 0
    }
  }

  /// All lengths, in ascending order.
  var all: [Int] {
    switch self {
    case .range(let range): Array(range)
    case .list(let lengths): lengths
    }
  }

  /// Draws one of the lengths.
  func draw(from generator: inout Xoshiro256) -> Int {
    switch self {
    case .range(let range): range.lowerBound + generator.below(range.count)
    case .list(let lengths): lengths[generator.below(lengths.count)]
    }
  }
}

extension PayloadLengths: CustomStringConvertible {
  /// The lengths in words: `12 bytes`, `10–20 bytes`, `10, 20 or 40 bytes`, `2, 4 … 40 bytes`.
  public var description: String {
    switch self {
    case .range(let range) where range.count == 1:
      range.lowerBound == 1 ? "1 byte" : "\(range.lowerBound) bytes"
    case .range(let range): "\(range.lowerBound)–\(range.upperBound) bytes"
    case .list(let lengths) where lengths.count == 1:
      Self.range(shortest...longest).description
    case .list(let lengths) where lengths.count > 6:
      "\(lengths[0]), \(lengths[1]) … \(longest) bytes"
    case .list(let lengths):
      lengths.dropLast().map(String.init).joined(separator: ", ") + " or \(longest) bytes"
    }
  }
}
