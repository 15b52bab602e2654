/// The form of payloads of one kind: the lengths that exist, and the way to draw one.
package protocol PayloadForm: Sendable {
  /// The lengths that exist.
  var rule: PayloadLengthRule { get }

  /// Draws a payload of one length.
  ///
  /// - Precondition: ``rule`` allows the length.
  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8]

  /// Returns bytes, not always a payload, that need as much room as any payload of the length.
  ///
  /// An empty array is a valid answer: then only drawing payloads tells how much room they need.
  func hardest(count: Int) -> [[UInt8]]

  /// True if no payload of a length needs more room than the hardest; otherwise a few rare ones
  /// may.
  var isHardestBound: Bool { get }
}

extension PayloadForm {
  package func hardest(count: Int) -> [[UInt8]] { [] }

  package var isHardestBound: Bool { false }
}

/// The lengths that payloads of a kind have, in bytes as a reader returns them.
package struct PayloadLengthRule: Hashable, Sendable {
  /// A length that exceeds the capacity of every symbol.
  package static let most = 8000

  /// The shortest one.
  package let shortest: Int
  /// The longest one.
  package let longest: Int
  /// The step from one length to the next: 2 for characters of two bytes.
  package let step: Int
  /// The lengths that are drawn if a corpus names none; `nil` if it must name them.
  package let usual: ClosedRange<Int>?

  init(
    shortest: Int = 1, longest: Int = Self.most, step: Int = 1, usual: ClosedRange<Int>? = nil
  ) {
    self.shortest = shortest
    self.longest = longest
    self.step = step
    self.usual = usual
  }

  /// A rule with one length only.
  init(only length: Int) {
    self.init(shortest: length, longest: length, usual: length...length)
  }

  /// Returns true if there are payloads of a length.
  package func allows(_ count: Int) -> Bool {
    count >= shortest && count <= longest && (count - shortest) % step == 0
  }
}
