/// The form that payloads of a kind have: which lengths exist, and how one is drawn.
package protocol PayloadForm: Sendable {
  /// Which lengths exist.
  var rule: PayloadLengthRule { get }

  /// Draws a payload of one length.
  ///
  /// - Precondition: ``rule`` allows the length.
  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8]

  /// Bytes, not always a payload, that take an encoder as much room as any payload of a length does.
  ///
  /// An empty array is a valid answer: then nothing but drawing tells.
  func hardest(count: Int) -> [[UInt8]]

  /// Whether no payload of a length takes more room than the hardest; else it may, seldom.
  var isHardestBound: Bool { get }
}

extension PayloadForm {
  package func hardest(count: Int) -> [[UInt8]] { [] }

  package var isHardestBound: Bool { false }
}

/// Which lengths the payloads of a kind have, in bytes as a reader returns them.
package struct PayloadLengthRule: Hashable, Sendable {
  /// More than any symbol holds.
  package static let most = 8000

  /// The shortest one.
  package let shortest: Int
  /// The longest one.
  package let longest: Int
  /// From one length to the next: 2 for characters of two bytes.
  package let step: Int
  /// What is drawn where a corpus says nothing; `nil` when it has to say something.
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

  /// Whether there are payloads of a length.
  package func allows(_ count: Int) -> Bool {
    count >= shortest && count <= longest && (count - shortest) % step == 0
  }
}
