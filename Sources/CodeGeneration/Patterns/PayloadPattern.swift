/// A regular expression over the bytes of a payload, in the part that all languages agree on.
///
/// It matches a payload as a whole: `.*` stands for a rest of any length. It may hold characters, `.`
/// for any byte, classes such as `[A-Z0-9]` and `[^,]`, the escapes `\d \w \s` and their opposites,
/// `\xHH`, groups, `|` and the repetitions `* + ? {3} {3,} {3,5}`. Characters outside ASCII stand for
/// their UTF-8 and may not be in classes. `^` in front and `$` at the end change nothing.
///
/// The parts that it leaves out (places, references, look-around, lazy repetition) either mean different things
/// in different languages or change no answer.
package struct PayloadPattern: Hashable, Sendable {
  /// The most bytes and classes that a pattern may come to with its repetitions written out.
  static let largestSize = 2000

  /// The most times that `{…}` may ask for: what every POSIX system can do.
  static let mostRepetitions = 255

  /// The reason that a text is no pattern; places count the text's Unicode scalars from 0.
  package enum Problem: Error, Hashable, Sendable {
    /// There is nothing, or nothing on one side of `|`, or nothing in a group.
    case empty(at: Int)
    /// A character has no meaning there, or one that patterns here do not have.
    case unexpected(at: Int)
    /// A group, class or repetition that begins there has no end.
    case unclosed(at: Int)
    /// A class's range is reversed, or its class has a character outside ASCII.
    case badClass(at: Int)
    /// A repetition's counts are reversed or above 255, or it repeats an unlimited repetition.
    case badRepetition(at: Int)
    /// The pattern is too large.
    case tooLarge
  }

  /// One part of a pattern.
  indirect enum Node: Hashable, Sendable {
    case byte(ByteSet)
    case sequence([Node])
    case choice([Node])
    case repetition(Node, least: Int, most: Int?)
  }

  let root: Node

  /// Reads a pattern.
  ///
  /// - Throws: ``Problem`` for what is no pattern.
  package init(_ text: String) throws(Problem) {
    var parser = PatternParser(text)
    root = try parser.pattern()
    guard root.size <= Self.largestSize else { throw .tooLarge }
  }

  /// Returns true if the pattern matches all of a payload.
  ///
  /// It takes time in proportion to the pattern's size and the square of the payload's, at most.
  package func matches(_ payload: [UInt8]) -> Bool {
    root.ends(in: payload, from: [0]).contains(payload.count)
  }
}

/// A set of byte values.
struct ByteSet: Hashable, Sendable {
  private(set) var members: [Bool]

  init(_ ranges: ClosedRange<UInt8>...) {
    members = Array(repeating: false, count: 256)
    for range in ranges { insert(range) }
  }

  init(_ byte: UInt8) {
    self.init(byte...byte)
  }

  static let all = ByteSet(0...255)
  static let digits = ByteSet(0x30...0x39)
  static let wordCharacters = ByteSet(0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a)
  static let spaces = ByteSet(0x09...0x0d, 0x20...0x20)

  mutating func insert(_ range: ClosedRange<UInt8>) {
    for byte in range { members[Int(byte)] = true }
  }

  mutating func formUnion(_ other: ByteSet) {
    for index in members.indices where other.members[index] { members[index] = true }
  }

  var inverted: ByteSet {
    var result = self
    for index in members.indices { result.members[index].toggle() }
    return result
  }

  func contains(_ byte: UInt8) -> Bool { members[Int(byte)] }

  /// The set as ranges, in order.
  var ranges: [ClosedRange<UInt8>] {
    var ranges: [ClosedRange<UInt8>] = []
    for byte in UInt8.min...UInt8.max where contains(byte) {
      if let last = ranges.last, last.upperBound + 1 == byte {
        ranges[ranges.count - 1] = last.lowerBound...byte
      } else {
        ranges.append(byte...byte)
      }
    }
    return ranges
  }
}

extension PayloadPattern.Node {
  /// The number of sets with all repetitions written out; a large number for anything too large.
  var size: Int {
    switch self {
    case .byte: return 1
    case .sequence(let parts), .choice(let parts):
      return parts.reduce(0) { min($0 + $1.size, 1_000_000) }
    case .repetition(let part, let least, let most):
      return min(part.size * max(most ?? least + 1, 1), 1_000_000)
    }
  }

  /// True if it holds a repetition without a limit.
  var isUnlimited: Bool {
    switch self {
    case .byte: false
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.isUnlimited)
    case .repetition(let part, _, let most): most == nil || part.isUnlimited
    }
  }

  /// The places at which a match can end that begins at one of these.
  func ends(in payload: [UInt8], from starts: Set<Int>) -> Set<Int> {
    switch self {
    case .byte(let set):
      return Set(
        starts.lazy.filter { $0 < payload.count && set.contains(payload[$0]) }.map { $0 + 1 })
    case .sequence(let parts):
      return parts.reduce(starts) { $1.ends(in: payload, from: $0) }
    case .choice(let parts):
      return parts.reduce(into: []) { $0.formUnion($1.ends(in: payload, from: starts)) }
    case .repetition(let part, let least, let most):
      var current = starts
      for _ in 0..<least { current = part.ends(in: payload, from: current) }
      var all = current
      var count = least
      while !current.isEmpty, most.map({ count < $0 }) ?? true {
        current = part.ends(in: payload, from: current).subtracting(all)
        all.formUnion(current)
        count += 1
      }
      return all
    }
  }
}
