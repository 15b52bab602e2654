extension CarriedText {
  private static let mixed = Array("0123456789&\r\t,:#-.$/+%*=^".utf8)
  private static let punctuation = Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8)

  private enum Set { case upper, lower, mixed, punctuation }

  /// ISO/IEC 15438, 5.4: text, two characters in a codeword, and numbers.
  static func pdf417(_ data: [Int]) -> [UInt8]? {
    guard let length = data.first, 1...data.count ~= length else { return nil }
    var text: [UInt8] = []
    var part: [Int] = []
    var isText = true
    for codeword in data[1..<length] + [900] {
      guard codeword >= 900 else {
        part.append(codeword)
        continue
      }
      guard let read = isText ? characters(part) : digits(part) else { return nil }
      text += read
      part = []
      switch codeword {
      case 900: isText = true
      case 902: isText = false
      // Bytes, other character sets, parts of larger files.
      default: return nil
      }
    }
    return text
  }

  private static func characters(_ codewords: [Int]) -> [UInt8]? {
    var text: [UInt8] = []
    var (set, shifted): (Set, Set?) = (.upper, nil)
    for value in codewords.flatMap({ [$0 / 30, $0 % 30] }) {
      let now = shifted ?? set
      shifted = nil
      switch (now, value) {
      case (.upper, 0...25): text.append(UInt8(65 + value))
      case (.lower, 0...25): text.append(UInt8(97 + value))
      case (.mixed, 0...24): text.append(mixed[value])
      case (.punctuation, 0...28): text.append(punctuation[value])
      case (.punctuation, _): set = .upper
      case (.mixed, 25): set = .punctuation
      case (_, 26): text.append(32)
      case (.lower, 27): shifted = .upper
      case (_, 27): set = .lower
      case (.mixed, 28): set = .upper
      case (_, 28): set = .mixed
      default: shifted = .punctuation
      }
    }
    return text
  }

  /// Groups of up to 15 codewords, each a number of base 900 that begins with a 1.
  private static func digits(_ codewords: [Int]) -> [UInt8]? {
    var text: [UInt8] = []
    for start in stride(from: 0, to: codewords.count, by: 15) {
      // Decimal digits, the last first.
      var number = [0]
      for codeword in codewords[start..<min(start + 15, codewords.count)] {
        var carry = codeword
        for index in number.indices {
          let value = number[index] * 900 + carry
          (number[index], carry) = (value % 10, value / 10)
        }
        while carry > 0 {
          number.append(carry % 10)
          carry /= 10
        }
      }
      guard number.last == 1 else { return nil }
      text += number.dropLast().reversed().map { UInt8(48 + $0) }
    }
    return text
  }
}
