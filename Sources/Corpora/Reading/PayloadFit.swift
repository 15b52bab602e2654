import Base
import Symbols

/// Checks that all payloads of a kind fit a symbol.
///
/// The capacity in the standards' tables decides if they give one. Otherwise the longest payloads
/// are tried: the hardest to encode and a hundred others, always the same ones.
package struct PayloadFit {
  /// The reason payloads of the requested lengths are not accepted.
  package enum Misfit: Equatable {
    /// The encoder refuses payloads because of their content, not their length.
    case refused(SymbolError)
    /// Not all payloads of the longest length fit.
    ///
    /// - most: The largest length at which all do, less than the shortest if there is none; `nil`
    ///   if it is unknown.
    /// - some: True if some of the tried payloads fit.
    case tooLong(most: Int?, some: Bool)
  }

  private let form: any PayloadForm
  private let capacity: Int?
  private let encode: ([UInt8]) -> SymbolError?

  /// - Parameters:
  ///   - capacity: The most bytes for which the symbol always has room; `nil` if it is unknown.
  ///   - encode: Encodes a payload and returns the encoder's error, or `nil`.
  package init(
    of kind: PayloadKind, in carrier: PayloadCarrier, capacity: Int?,
    encode: @escaping ([UInt8]) -> SymbolError?
  ) {
    form = kind.form(for: carrier)
    self.capacity = capacity
    self.encode = encode
  }

  /// The shortest payload of the kind, in bytes.
  package var shortest: Int { form.rule.shortest }

  /// Returns the reason payloads of some lengths are not accepted; `nil` if all of them fit.
  package func objection(to lengths: PayloadLengths) -> Misfit? {
    // Some lengths may be refused although they fit: symbols of digit pairs take no odd number.
    let tried = if case .range = lengths { 2 } else { 16 }
    let longest = lengths.longest
    for count in lengths.all.prefix(tried) + [longest] {
      if let error = errors(count, draws: 1).first(where: { $0?.isTooLong == false }) {
        return error.map(Misfit.refused)
      }
    }
    if let capacity, longest <= capacity { return nil }
    let drawn = errors(longest, draws: capacity == nil ? 100 : 12)
    let hardest = capacity == nil ? form.hardest(count: longest).map(encode) : []
    guard capacity != nil || (drawn + hardest).contains(where: { $0?.isTooLong == true }) else {
      return nil
    }
    let step = form.rule.step
    return .tooLong(
      most: capacity.map { $0 < shortest ? $0 : $0 - ($0 - shortest) % step },
      some: drawn.contains { $0 == nil })
  }

  /// Encodes some payloads of a length, always the same ones, and returns the errors.
  private func errors(_ count: Int, draws: Int) -> [SymbolError?] {
    var generator = Xoshiro256(state: (1, 2, 3, UInt64(count)))
    return (0..<draws).map { _ in encode(form.draw(count: count, from: &generator)) }
  }
}

extension SymbolError {
  fileprivate var isTooLong: Bool {
    if case .tooLong = self { true } else { false }
  }
}
