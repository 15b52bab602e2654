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

  /// Returns the index of the literal that a trial gets; trials that share one are not independent.
  ///
  /// - Returns: `nil` if payloads are drawn anew.
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
  /// A text of all that determines its payloads; different generators have different texts.
  var identity: String {
    switch source {
    case .drawn(let kind, let lengths): "\(kind.rawValue) \(lengths) for \(carrier)"
    case .literals(let literals):
      "literals " + literals.map { SHA256Digest.hex($0) }.joined(separator: " ")
    }
  }
}
