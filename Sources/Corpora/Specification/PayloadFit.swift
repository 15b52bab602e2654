/// Whether all payloads of a kind fit a symbol, found out with few encodings.
///
/// Encoders switch between modes by rules of thumb, so that mixed contents can take more room than
/// uniform ones do, and nothing but encoding tells. Where payloads an eighth longer fit, a few of them
/// are enough; only payloads that nearly fill their symbol are tried by the dozen.
struct PayloadFit {
  private let form: any PayloadForm
  private let options: SymbolOptions
  // One for all: it learns about masks once.
  private var encoder = SymbolEncoder()
  private var generator = Xoshiro256(state: (1, 2, 3, 4))

  private static let few = 6
  private static let lengthsTried = 16

  init(of kind: PayloadKind, in options: SymbolOptions) {
    form = kind.form(for: PayloadCarrier(options))
    self.options = options
  }

  /// The shortest payload of the kind, in bytes.
  var shortest: Int { form.rule.shortest }

  /// What the encoder says against payloads of some lengths; `nil` when it takes them.
  mutating func objection(to lengths: PayloadLengths) -> SymbolError? {
    if let error = objection(toCount: lengths.longest, draws: Self.few) { return error }
    // Other lengths may be refused though they fit: symbols of digits in pairs take no odd number.
    for count in lengths.all.prefix(Self.lengthsTried) {
      if let error = objection(toCount: count, draws: 1) { return error }
    }
    let ampler = lengths.longest + max(2, (lengths.longest / 8 + 1) / 2 * 2)
    if form.rule.shortest == form.rule.longest
      || form.rule.allows(ampler) && objection(toCount: ampler, draws: Self.few) == nil
    {
      return nil
    }
    return objection(toCount: lengths.longest, draws: many(lengths.longest))
  }

  /// The largest length, below one that does not fit, all of whose payloads fit; by bisection.
  ///
  /// - Returns: `nil` when not even the shortest ones do.
  mutating func largestFitting(below count: Int) -> Int? {
    let step = form.rule.step
    // In steps from the shortest length.
    var fits = -1
    var tooLong = (count - shortest) / step
    while tooLong - fits > 1 {
      let middle = (fits + tooLong) / 2
      if objection(toCount: shortest + middle * step, draws: Self.few) == nil {
        fits = middle
      } else {
        tooLong = middle
      }
    }
    while fits >= 0 {
      let length = shortest + fits * step
      if objection(toCount: length, draws: many(length)) == nil { return length }
      fits -= 1
    }
    return nil
  }

  /// Encodes payloads of one length: what is hardest to compress, and random ones.
  private mutating func objection(toCount count: Int, draws: Int) -> SymbolError? {
    var candidates = form.hardest(count: count)
    for _ in 0..<draws { candidates.append(form.draw(count: count, from: &generator)) }
    for candidate in candidates {
      do {
        _ = try encoder.encode(candidate, options: options)
      } catch {
        return error
      }
    }
    return nil
  }

  /// How many payloads of one length to try: the longer they are, the more alike is their room.
  ///
  /// Those that nothing bounds are short, and tried by the hundred.
  private func many(_ count: Int) -> Int {
    form.hardest(count: count).isEmpty ? 1000 : min(100, max(12, 20_000 / count))
  }
}
