/// How a recipe makes the payload of each trial: drawn afresh, or one of a list.
public struct PayloadGenerator: Hashable, Sendable {
  /// Where payloads come from.
  public enum Source: Hashable, Sendable {
    /// A payload of a kind, of one of some lengths, new at each trial.
    case drawn(PayloadKind, PayloadLengths)
    /// The payloads themselves, in turn; at least one, none of them twice.
    case literals([[UInt8]])
  }

  /// Where payloads come from.
  public let source: Source
  /// What carries them; a `gtin` takes its form from it.
  public let carrier: PayloadCarrier

  /// Makes a generator.
  ///
  /// - Precondition: The carrier takes the kind, the kind has every one of the lengths, and there
  ///   is at least one literal: ``PayloadReader`` refuses the rest.
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
      // There is at least one, so that the two sorts of "none" never show.
      (literals.map(\.count).min() ?? 0)...(literals.map(\.count).max() ?? 0)
    }
  }

  /// The payload of a trial: trial t gets literal t mod their count, or what is drawn.
  ///
  /// Payloads of the GS1 kinds are in bracket notation, `[01]09521234543213[10]ABC`, which encoders
  /// take; all others are what a reader returns, but for the check digit that EAN, UPC, ITF-14 and
  /// DataBar symbols add. An add-on's digits follow those of the number.
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

  /// Which of the literals a trial gets: trials that share one are no independent draws.
  ///
  /// - Returns: `nil` where payloads are drawn afresh.
  public func cluster(trial: Int) -> Int? {
    guard case .literals(let literals) = source else { return nil }
    return trial % literals.count
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

extension PayloadGenerator {
  /// All that makes its payloads what they are, in which no two generators look the same.
  var identity: String {
    switch source {
    case .drawn(let kind, let lengths): "\(kind.rawValue) \(lengths) for \(carrier)"
    case .literals(let literals):
      "literals " + literals.map { SHA256Digest.hex($0) }.joined(separator: " ")
    }
  }
}
