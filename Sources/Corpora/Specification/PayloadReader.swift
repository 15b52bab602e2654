/// A symbol's `payload` → a generator, none of whose payloads is too long for the symbol.
enum PayloadReader {
  /// More than any symbol holds.
  private static let lengths = 1...8000

  static func read(
    _ node: SpecificationNode, fitting options: SymbolOptions
  ) throws(CorpusError) -> PayloadGenerator {
    let mapping = try node.mapping(known: ["kind", "length"])
    let length = try mapping.required("length")
    let payload = PayloadGenerator(
      kind: try mapping.required("kind").choice("payload kind", of: PayloadGenerator.Kind.self),
      lengths: try lengthRange(length))
    try check(payload, fits: options, node: length)
    return payload
  }

  private static func lengthRange(
    _ node: SpecificationNode
  ) throws(CorpusError) -> ClosedRange<Int> {
    guard node.isList else {
      let length = try node.integer(in: lengths)
      return length...length
    }
    let bounds = try node.list(of: "two numbers, the shortest and the longest")
    guard bounds.count == 2 else {
      throw node.error("\"length\" has \(bounds.count) numbers: give the shortest and the longest")
    }
    let shortest = try bounds[0].integer(in: lengths)
    let longest = try bounds[1].integer(in: lengths)
    guard shortest <= longest else {
      throw node.error(
        "\"length\" is reversed: write [\(longest), \(shortest)], the shortest first")
    }
    return shortest...longest
  }

  private static func check(
    _ payload: PayloadGenerator, fits options: SymbolOptions, node: SpecificationNode
  ) throws(CorpusError) {
    if let error = objection(to: payload, count: payload.lengths.upperBound, options) {
      guard case .tooLong = error else { throw node.error("\(options) cannot be drawn: \(error)") }
      let most = largestFitting(payload, options)
      throw node.error(
        "\(payload.lengths.upperBound) bytes of kind \(payload.kind.rawValue) do not fit "
          + "\(options): at most \(most) do")
    }
  }

  /// The largest length all of whose payloads fit, by bisection; 0 when none does.
  private static func largestFitting(_ payload: PayloadGenerator, _ options: SymbolOptions) -> Int {
    var fits = 0
    var tooLong = payload.lengths.upperBound
    while tooLong - fits > 1 {
      let middle = (fits + tooLong) / 2
      if objection(to: payload, count: middle, options) == nil {
        fits = middle
      } else {
        tooLong = middle
      }
    }
    return fits
  }

  /// Encodes payloads of one length: what is hardest to compress, and random ones.
  ///
  /// The random ones are there because encoders switch between modes by rules of thumb: mixed
  /// content can take more room than uniform content does.
  private static func objection(
    to payload: PayloadGenerator, count: Int, _ options: SymbolOptions
  ) -> SymbolError? {
    let alphabet = payload.kind.alphabet
    var encoder = SymbolEncoder()
    var generator = Xoshiro256(state: (1, 2, 3, 4))
    var candidates = [[UInt8](repeating: alphabet[alphabet.count - 1], count: count)]
    for _ in 0..<100 { candidates.append(payload.draw(count: count, from: &generator)) }
    for candidate in candidates {
      do {
        _ = try encoder.encode(candidate, options: options)
      } catch {
        return error
      }
    }
    return nil
  }
}
