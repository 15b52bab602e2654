/// Check digits and check characters of numbers that GS1 and the book trade give out.
enum CheckDigit {
  /// The last digit that GS1 numbers of any length need (General Specifications 7.9.1); `nil` for
  /// anything but digits.
  static func digit(for body: some Collection<UInt8>) -> UInt8? {
    var sum = 0
    var weight = body.count.isMultiple(of: 2) ? 1 : 3
    for byte in body {
      guard byte.isDigit else { return nil }
      sum = (sum + Int(byte & 0x0F) * weight) % 10
      weight = 4 - weight
    }
    return 0x30 + UInt8((10 - sum) % 10)
  }

  /// True if the last digit is the right one for those before it.
  static func isValid(_ digits: Bytes) -> Bool {
    digits.count > 1 && digits.last?.isDigit == true
      && digit(for: digits.dropLast()) == digits.last
  }

  /// The check character of ISBN-10 and ISSN: 11 modulo weights that fall to 2; X for ten.
  static func modulo11(for body: Bytes) -> UInt8? {
    var sum = 0
    for (place, byte) in body.enumerated() {
      guard byte.isDigit else { return nil }
      sum = (sum + Int(byte & 0x0F) * ((body.count + 1 - place) % 11)) % 11
    }
    let check = (11 - sum) % 11
    return check == 10 ? UInt8(ascii: "X") : 0x30 + UInt8(check)
  }

  /// The characters of check pairs, in the order of their values.
  private static let pairCharacters = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
  /// Character set 82, in the order of its values.
  private static let values82: [UInt8: Int] = {
    let order =
      "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
    return Dictionary(uniqueKeysWithValues: order.utf8.enumerated().map { ($1, $0) })
  }()
  /// The first prime numbers, as weights from right to left.
  private static let primes: [Int] = {
    var found: [Int] = []
    var number = 2
    while found.count < 97 {
      if found.allSatisfy({ number % $0 != 0 }) { found.append(number) }
      number += 1
    }
    return found
  }()

  /// True if the last two characters are the check pair of those before (General Specifications 7.9.5).
  static func hasValidPair(_ data: Bytes) -> Bool {
    guard data.count >= 2, data.count <= primes.count + 2 else { return false }
    var sum = 0
    for (byte, prime) in zip(data.dropLast(2).reversed(), primes) {
      guard let value = values82[byte] else { return false }
      sum += value * prime
    }
    sum %= 1021
    return data.suffix(2).elementsEqual([pairCharacters[sum >> 5], pairCharacters[sum & 31]])
  }
}
