import Base
import Symbols

/// Checks with few encodings that all payloads of a kind fit a symbol.
///
/// Only encoding tells how much room a payload takes, and most encoders need more room for one
/// payload than for another of the same length. If much longer payloads fit, a few of them are
/// enough to know. Near the limit more are tried. If some payloads of a length fit and others do
/// not, the limit is lowered accordingly. The check is not perfect: of two million payloads as long
/// as the limit, of 18 kinds in symbols of ten symbologies, one was too long.
package struct PayloadFit {
  /// The reason payloads of the requested lengths are not accepted.
  package enum Misfit: Equatable {
    /// The encoder refuses payloads because of their content, not their length.
    case refused(SymbolError)
    /// Not all payloads fit: those up to a limit do, or none do.
    ///
    /// - some: True if all tried payloads of the longest length fit.
    case tooLong(limit: Int?, some: Bool)
  }

  private let form: any PayloadForm
  private let encode: ([UInt8]) -> SymbolError?

  /// The numbers of payloads drawn per length: `few` to tell whether it is far from the limit,
  /// `several` to tell on which side of the limit it is.
  private static let few = 6
  private static let several = 12
  private static let listedTried = 16

  /// - Parameter encode: Encodes a payload and returns the encoder's error, or `nil`.
  package init(
    of kind: PayloadKind, in carrier: PayloadCarrier, encode: @escaping ([UInt8]) -> SymbolError?
  ) {
    form = kind.form(for: carrier)
    self.encode = encode
  }

  /// The shortest payload of the kind, in bytes.
  package var shortest: Int { form.rule.shortest }

  /// Returns the reason payloads of some lengths are not accepted; `nil` if all of them fit.
  package func objection(to lengths: PayloadLengths) -> Misfit? {
    // Some lengths may be refused although they fit: symbols of digit pairs take no odd number.
    let tried = if case .range = lengths { 2 } else { Self.listedTried }
    for count in lengths.all.prefix(tried) + [lengths.longest] {
      if let error = errors(count, draws: 1).first(where: { $0?.isTooLong == false }) {
        return error.map(Misfit.refused)
      }
    }
    let longest = lengths.longest
    let fits = areAllFitting(longest, draws: Self.few)
    if fits {
      // The room that n independently drawn characters take varies with √n.
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

  /// The largest length at which all payloads fit, or less than the shortest if there is none.
  ///
  /// It does not depend on the lengths a corpus asks for, so that a corpus may ask for exactly the
  /// limit.
  private var limit: Int {
    let step = form.rule.step
    var fitting = largest { areAllFitting($0, draws: Self.several) }
    while fitting >= shortest, !areAllFitting(fitting, draws: many(fitting)) { fitting -= step }
    guard fitting >= shortest else { return fitting }
    let bound = largest { !form.hardest(count: $0).contains { encode($0)?.isTooLong == true } }
    if form.isHardestBound { return min(fitting, bound) }
    // If the length alone decides, no payload of the next length fits. Otherwise the limit is
    // lowered: by 1.5 times the distance to the longest length of which more than half fit, and by
    // one more step.
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

  /// Finds the largest length for which `holds` is true, by doubling and bisection.
  ///
  /// It must be true up to some length and false from there on.
  private func largest(where holds: (Int) -> Bool) -> Int {
    let step = form.rule.step
    let steps = (form.rule.longest - shortest) / step
    // Counted in steps from the shortest length.
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

  /// The share of the tried payloads of a length that fit; 0 beyond the longest.
  private func fittingShare(_ count: Int) -> Double {
    guard form.rule.allows(count) else { return 0 }
    let fitting = errors(count, draws: Self.several).count { $0?.isTooLong != true }
    return Double(fitting) / Double(Self.several)
  }

  /// Encodes some payloads of a length, always the same ones, one by one, and returns the errors.
  private func errors(_ count: Int, draws: Int) -> some Sequence<SymbolError?> {
    var generator = Xoshiro256(state: (1, 2, 3, UInt64(count)))
    return (0..<draws).lazy.map { _ in encode(form.draw(count: count, from: &generator)) }
  }

  /// The number of payloads to try near the limit: the longer they are, the less their room varies.
  ///
  /// Kinds with a longest payload cannot be tried beyond it, and their payloads are short.
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
