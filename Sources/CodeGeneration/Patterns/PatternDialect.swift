import Base

/// A family of languages that write a pattern in the same way.
package enum PatternDialect: String, CaseIterable, Hashable, Sendable {
  /// ECMAScript, Python, Swift and ICU: ASCII, with other bytes as `\xHH`.
  case escaped
  /// POSIX extended expressions, for matching bytes: they hold all bytes but 0 as they are.
  case posix
}

extension PayloadPattern {
  /// The pattern as a language writes it, as bytes; it is to match the payload as a whole.
  func text(in dialect: PatternDialect) -> [UInt8] {
    switch dialect {
    case .escaped: EscapedPattern.text(root, at: .top)
    // The only anchors that all systems treat alike are those around everything.
    case .posix: Array("^(".utf8) + POSIXPattern.text(root, at: .top) + Array(")$".utf8)
    }
  }
}

/// The place of a part in a pattern, which says whether it needs a group to hold together.
private enum PartPlace {
  case top
  case choice
  case sequence
  case repetition
}

extension PayloadPattern.Node {
  /// Writes everything but sets, which is the same in all dialects.
  ///
  /// - Parameters:
  ///   - place: The node's place.
  ///   - group: What opens a group.
  ///   - set: Writes a set.
  ///   - part: Writes a part at its place.
  fileprivate func text(
    at place: PartPlace, group: String, set: (ByteSet) -> [UInt8],
    part: (Self, PartPlace) -> [UInt8]
  ) -> [UInt8] {
    func grouped(_ bytes: [UInt8], if isNeeded: Bool) -> [UInt8] {
      isNeeded ? Array(group.utf8) + bytes + Array(")".utf8) : bytes
    }
    switch self {
    case .byte(let bytes): return set(bytes)
    case .sequence(let parts):
      return grouped(parts.flatMap { part($0, .sequence) }, if: place == .repetition)
    case .choice(let parts):
      let text = Array(parts.map { part($0, .choice) }.joined(separator: [0x7c]))
      return grouped(text, if: place == .sequence || place == .repetition)
    case .repetition(let inner, let least, let most):
      let text = part(inner, .repetition) + Array(Self.counts(least, most).utf8)
      return grouped(text, if: place == .repetition)
    }
  }

  private static func counts(_ least: Int, _ most: Int?) -> String {
    switch (least, most) {
    case (0, nil): "*"
    case (1, nil): "+"
    case (0, 1): "?"
    case (_, nil): "{\(least),}"
    case (_, let most?): least == most ? "{\(least)}" : "{\(least),\(most)}"
    }
  }
}

private enum EscapedPattern {
  static func text(_ node: PayloadPattern.Node, at place: PartPlace) -> [UInt8] {
    node.text(at: place, group: "(?:", set: set) { text($0, at: $1) }
  }

  private static func set(_ set: ByteSet) -> [UInt8] {
    if let single = set.single { return byte(single) }
    // Characters are signed in C++, where a range across their middle would be reversed.
    let ranges = set.ranges.flatMap { range in
      range.contains(0x7f) && range.contains(0x80)
        ? [range.lowerBound...0x7f, 0x80...range.upperBound] : [range]
    }
    return Array("[".utf8) + ranges.flatMap(members) + Array("]".utf8)
  }

  private static func members(_ range: ClosedRange<UInt8>) -> [UInt8] {
    range.count == 1
      ? byte(range.lowerBound) : byte(range.lowerBound) + [0x2d] + byte(range.upperBound)
  }

  /// Letters, digits and the blank are themselves everywhere, in classes and outside.
  private static func byte(_ byte: UInt8) -> [UInt8] {
    let isPlain = byte == 0x20 || ByteSet.wordCharacters.contains(byte)
    return isPlain ? [byte] : Array(("\\x" + Hexadecimal.text([byte])).utf8)
  }
}

private enum POSIXPattern {
  /// The bytes that mean something else in a class, by their place in it.
  private static let special = Set("]^-[\\".utf8)

  static func text(_ node: PayloadPattern.Node, at place: PartPlace) -> [UInt8] {
    node.text(at: place, group: "(", set: set) { text($0, at: $1) }
  }

  private static func set(_ set: ByteSet) -> [UInt8] {
    // A pattern cannot hold byte 0: a set that has it is the opposite of one that has not. A dot is
    // any byte but 0.
    if set == .all { return Array("(.|[^a])".utf8) }
    if set.contains(0) { return inverted(set.inverted) }
    var choices: [[UInt8]] = []
    var members: [UInt8] = []
    for range in set.ranges {
      let (alone, rest) = split(range)
      choices += alone.map(single)
      if let rest { members += text(rest) }
    }
    if !members.isEmpty {
      choices.append(Array("[".utf8) + members + Array("]".utf8))
    }
    if choices.count == 1 { return choices[0] }
    return Array("(".utf8) + choices.joined(separator: [0x7c]) + Array(")".utf8)
  }

  /// A class of all bytes but these, with those that are special where they are not.
  private static func inverted(_ set: ByteSet) -> [UInt8] {
    var alone: Set<UInt8> = []
    var members: [UInt8] = []
    for range in set.ranges {
      let (specials, rest) = split(range)
      alone.formUnion(specials)
      if let rest { members += text(rest) }
    }
    let first = Array("]".utf8).filter(alone.contains)
    let last = Array("\\[^-".utf8).filter(alone.contains)
    return Array("[^".utf8) + first + members + last + Array("]".utf8)
  }

  /// Takes the special bytes off a range's ends.
  private static func split(
    _ range: ClosedRange<UInt8>
  ) -> (alone: [UInt8], rest: ClosedRange<UInt8>?) {
    var bytes = Array(range)[...]
    var alone: [UInt8] = []
    while let first = bytes.first, special.contains(first) { alone.append(bytes.removeFirst()) }
    while let last = bytes.last, special.contains(last) { alone.append(bytes.removeLast()) }
    guard let first = bytes.first, let last = bytes.last else { return (alone, nil) }
    return (alone, first...last)
  }

  private static func text(_ range: ClosedRange<UInt8>) -> [UInt8] {
    range.count == 1 ? [range.lowerBound] : [range.lowerBound, 0x2d, range.upperBound]
  }

  private static func single(_ byte: UInt8) -> [UInt8] {
    Set("\\.[()*+?{|^$".utf8).contains(byte) ? [0x5c, byte] : [byte]
  }
}
