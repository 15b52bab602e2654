/// Codabar's contents, start and stop characters included.
struct CodabarForm: PayloadForm {
  let rule = PayloadLengthRule(shortest: 3)

  /// EN 798, table 1; the last four take more room than the others.
  private static let data = Array("0123456789-$:/.+".utf8)
  private static let ends = Array("ABCD".utf8)

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    (0..<count).map { position in
      let isEnd = position == 0 || position == count - 1
      let alphabet = isEnd ? Self.ends : Self.data
      return alphabet[generator.below(alphabet.count)]
    }
  }

  func hardest(count: Int) -> [[UInt8]] {
    [[Self.ends[0]] + [UInt8](repeating: UInt8(ascii: "+"), count: count - 2) + [Self.ends[0]]]
  }
}
