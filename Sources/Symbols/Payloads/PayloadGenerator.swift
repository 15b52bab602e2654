import Base

/// The source of the payload of each trial: drawn anew, or taken from a list.
public struct PayloadGenerator: Hashable, Sendable {
  /// The source of payloads.
  public enum Source: Hashable, Sendable {
    /// A payload of a kind, with one of some lengths, drawn anew for each trial.
    case drawn(PayloadKind, PayloadLengths)
    /// The payloads themselves, used in turn; at least one, and no duplicates.
    case literals([[UInt8]])
  }

  /// The source of the payloads.
  public let source: Source
  /// The symbol that carries the payloads; the form of a `gtin` depends on it.
  public let carrier: PayloadCarrier

  /// Makes a generator.
  ///
  /// - Precondition: The carrier accepts the kind, every one of the lengths exists for the kind,
  ///   and there is at least one literal: ``PayloadReader`` refuses everything else.
  package init(_ source: Source, for carrier: PayloadCarrier) {
    switch source {
    case .drawn(let kind, let lengths):
      let rule = kind.form(for: carrier).rule
      precondition(kind.objection(to: carrier) == nil, "\(carrier.symbology) takes no \(kind)")
      precondition(lengths.all.allSatisfy(rule.allows), "\(kind) has no such length: \(lengths)")
    case .literals(let literals):
      precondition(!literals.isEmpty, "a list of payloads has at least one")
    }
    self.source = source
    self.carrier = carrier
  }

  /// The shortest and the longest payload, in bytes as a reader returns them.
  public var lengths: ClosedRange<Int> {
    switch source {
    case .drawn(_, let lengths): lengths.shortest...lengths.longest
    case .literals(let literals):
      // There is at least one literal, so that the zeros for an empty list are never used.
      (literals.map(\.count).min() ?? 0)...(literals.map(\.count).max() ?? 0)
    }
  }

  /// Returns the payload of a trial: literal t mod their count for trial t, or a drawn one.
  ///
  /// Payloads of the GS1 kinds are in bracket notation, `[01]09521234543213[10]ABC`, which encoders
  /// accept. All others are the bytes that a reader returns, without the check digit that EAN, UPC,
  /// ITF-14 and DataBar symbols add. An add-on's digits follow those of the number.
  ///
  /// - Precondition: `trial` is 0 or more.
  package func draw(trial: Int, from generator: inout Xoshiro256) -> [UInt8] {
    precondition(trial >= 0, "trials are counted from 0")
    switch source {
    case .literals(let literals): return literals[trial % literals.count]
    case .drawn(let kind, let lengths):
      let count = lengths.draw(from: &generator)
      return kind.form(for: carrier).draw(count: count, from: &generator)
    }
  }
}

extension PayloadGenerator: CustomStringConvertible {
  /// The generator in words: `url, 20–40 bytes`, `3 literal payloads, 4–12 bytes`.
  public var description: String {
    switch source {
    case .drawn(let kind, let lengths): "\(kind), \(lengths)"
    case .literals(let literals):
      (literals.count == 1 ? "1 literal payload, " : "\(literals.count) literal payloads, ")
        + PayloadLengths.range(lengths).description
    }
  }
}

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
}

extension PayloadForm {
  package func hardest(count: Int) -> [[UInt8]] { [] }
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
  package var all: [Int] {
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
