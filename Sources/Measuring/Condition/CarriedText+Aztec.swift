extension CarriedText {
  private static let mixed: [UInt8] =
    [32] + (1...13).map { $0 } + (27...31).map { $0 } + Array("@\\^_`|~\u{7f}".utf8)
  private static let marks: [[UInt8]] =
    ["\r", "\r\n", ". ", ", ", ": "].map { Array($0.utf8) }
    + Array("!\"#$%&'()*+,-./:;<=>?[]{}".utf8).map { [$0] }

  private enum Set { case upper, lower, mixed, punctuation, digit }

  /// ISO/IEC 24778, 7.3: characters of five bits, digits of four, and bytes.
  static func aztec(_ data: [Int], bits length: Int) -> [UInt8]? {
    // A codeword whose first bits are equal has an opposite one stuffed in at its end.
    let all = data.flatMap { codeword -> [Bool] in
      let bits = Bits.of([codeword], length: length)
      let isStuffed = bits.dropLast().allSatisfy { $0 == bits[0] }
      return isStuffed ? Array(bits.dropLast()) : bits
    }
    var bits = Bits(all)
    var text: [UInt8] = []
    var (set, shifted): (Set, Set?) = (.upper, nil)
    while let value = bits.take((shifted ?? set) == .digit ? 4 : 5) {
      let (now, isShifted) = (shifted ?? set, shifted != nil)
      shifted = nil
      switch (now, value) {
      case (.upper, 2...27): text.append(UInt8(63 + value))
      case (.lower, 2...27): text.append(UInt8(95 + value))
      case (.digit, 2...11): text.append(UInt8(46 + value))
      case (.digit, 12...13): text.append([44, 46][value - 12])
      case (.mixed, 1...27): text.append(mixed[value - 1])
      case (.punctuation, 1...30): text += marks[value - 1]
      // A function character, or a change of the character set.
      case (.punctuation, 0): return nil
      case (.punctuation, _): set = .upper
      case (_, 0): shifted = .punctuation
      case (_, 1): text.append(32)
      case (.digit, 14): set = .upper
      case (.digit, _): shifted = .upper
      case (_, 31):
        // Programs differ in where they go on after bytes that follow a shift.
        if isShifted, bits.count > 11 { return nil }
        // Ones fill up the last codeword.
        guard let read = bytes(&bits) else { return text }
        text += read
      case (.upper, 28), (.mixed, 28): set = .lower
      case (.lower, 28): shifted = .upper
      case (.mixed, 29): set = .upper
      case (_, 29): set = .mixed
      case (.mixed, 30): set = .punctuation
      default: set = .digit
      }
    }
    return text
  }

  private static func bytes(_ bits: inout Bits) -> [UInt8]? {
    guard var count = bits.take(5) else { return nil }
    if count == 0 {
      guard let more = bits.take(11) else { return nil }
      count = more + 31
    }
    var bytes: [UInt8] = []
    for _ in 0..<count {
      guard let byte = bits.take(8) else { return nil }
      bytes.append(UInt8(byte))
    }
    return bytes
  }
}
