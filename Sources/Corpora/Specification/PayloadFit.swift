/// Whether all payloads of a kind fit a symbol, found out with few encodings.
///
/// Nothing but encoding tells how much room a payload takes, and most encoders give one payload more
/// room than another of the same length. Where much longer payloads fit, a few of them are enough to
/// know. Near the limit more are tried; and where some payloads of a length fit and others do not, the
/// limit is put that much lower. Of two million payloads as long as the limit, of 18 kinds in symbols of
/// ten symbologies, one was too long all the same.
package struct PayloadFit {
  /// What stands against some lengths.
  package enum Objection: Equatable {
    /// The encoder refuses payloads for what they are.
    case refused(SymbolError)
    /// Not all payloads fit: those up to a limit do, or none do.
    ///
    /// - some: Whether some payloads of the longest length fit.
    case tooLong(limit: Int?, some: Bool)
  }

  private let form: any PayloadForm
  private let encode: ([UInt8]) -> SymbolError?

  /// Draws that tell whether a length is far from the limit, and those that tell on which side it is.
  private static let few = 6
  private static let several = 12
  private static let listedTried = 16

  /// - Parameter encode: Encodes a payload, and returns what the encoder has against it.
  package init(
    of kind: PayloadKind, in carrier: PayloadCarrier, encode: @escaping ([UInt8]) -> SymbolError?
  ) {
    form = kind.form(for: carrier)
    self.encode = encode
  }

  /// The shortest payload of the kind, in bytes.
  package var shortest: Int { form.rule.shortest }

  /// What stands against payloads of some lengths; `nil` when all of them fit.
  package func objection(to lengths: PayloadLengths) -> Objection? {
    // Some lengths may be refused though they fit: symbols of digits in pairs take no odd number.
    let tried = if case .range = lengths { 2 } else { Self.listedTried }
    for count in lengths.all.prefix(tried) + [lengths.longest] {
      if let error = errors(count, draws: 1).first(where: { $0?.isTooLong == false }) {
        return error.map(Objection.refused)
      }
    }
    let longest = lengths.longest
    let fits = areAllFitting(longest, draws: Self.few)
    if fits {
      // The room of n characters, each drawn by itself, varies with √n.
      let ampler = longest + evenUp(max(longest / 4, Int(4 * Double(longest).squareRoot())))
      let isOnlyLength = form.rule.shortest == form.rule.longest
      if isOnlyLength || form.rule.allows(ampler) && areAllFitting(ampler, draws: Self.few) {
        return nil
      }
    }
    let limit = self.limit
    return limit >= longest
      ? nil : .tooLong(limit: limit < shortest ? nil : limit, some: fits)
  }

  /// The largest length all of whose payloads fit, or less than the shortest when none do.
  ///
  /// It does not depend on which length a corpus asks for, so that one that asks for it gets it.
  private var limit: Int {
    let step = form.rule.step
    var fitting = largest { areAllFitting($0, draws: Self.several) }
    while fitting >= shortest, !areAllFitting(fitting, draws: many(fitting)) { fitting -= step }
    guard fitting >= shortest else { return fitting }
    let bound = largest { !form.hardest(count: $0).contains { encode($0)?.isTooLong == true } }
    if form.isHardestBound { return min(fitting, bound) }
    // Where length alone decides, none of the next length fit. Else the limit is half as far again below
    // this one as the length of which half do not fit is above it, and one further.
    var half = fitting + step
    var share = fittingShare(half)
    let reserve = share > 0 ? step : 0
    while half <= form.rule.longest, share > 0.5 {
      half += step
      share = fittingShare(half)
    }
    let steps = (half - fitting) / step - 1
    return min(fitting - (3 * steps + 1) / 2 * step - reserve, bound)
  }

  /// The largest length of which something holds that holds up to a limit, by doubling and bisection.
  private func largest(where holds: (Int) -> Bool) -> Int {
    let step = form.rule.step
    let steps = (form.rule.longest - shortest) / step
    // In steps from the shortest length.
    var good = -1
    var bad = 0
    while bad <= steps, holds(shortest + bad * step) {
      good = bad
      bad = 2 * bad + 1
    }
    bad = min(bad, steps + 1)
    while bad - good > 1 {
      let middle = (good + bad) / 2
      if holds(shortest + middle * step) { good = middle } else { bad = middle }
    }
    return shortest + good * step
  }

  private func areAllFitting(_ count: Int, draws: Int) -> Bool {
    !errors(count, draws: draws).contains { $0?.isTooLong == true }
  }

  /// The share of payloads of a length that fit; 0 beyond the longest.
  private func fittingShare(_ count: Int) -> Double {
    guard form.rule.allows(count) else { return 0 }
    let fitting = errors(count, draws: Self.several).count { $0?.isTooLong != true }
    return Double(fitting) / Double(Self.several)
  }

  /// What the encoder says to some payloads of a length, which are always the same; one by one.
  private func errors(_ count: Int, draws: Int) -> some Sequence<SymbolError?> {
    var generator = Xoshiro256(state: (1, 2, 3, UInt64(count)))
    return (0..<draws).lazy.map { _ in encode(form.draw(count: count, from: &generator)) }
  }

  /// How many payloads near the limit to try: the longer they are, the more alike is their room.
  ///
  /// Kinds that have a longest payload cannot be tried beyond it, and are short.
  private func many(_ count: Int) -> Int {
    form.rule.longest < PayloadLengthRule.most ? 1000 : min(100, max(12, 20_000 / count))
  }

  private func evenUp(_ count: Int) -> Int { count + count % 2 }
}

extension SymbolError {
  fileprivate var isTooLong: Bool {
    if case .tooLong = self { true } else { false }
  }
}
