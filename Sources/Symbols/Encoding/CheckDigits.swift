/// Check digits of numbers that carry one.
public enum CheckDigits {
  /// The check digit of a GTIN, an SSCC or a GLN (GS1 General Specifications, 7.9.1).
  ///
  /// The digits have the weights 3 and 1 in turn, the last of them 3. The check digit completes the
  /// sum to a multiple of 10.
  ///
  /// - Parameter digits: The digits before the check digit, as ASCII.
  /// - Returns: The check digit as ASCII.
  /// - Precondition: There is at least one digit and nothing but digits.
  public static func modulo10(of digits: some BidirectionalCollection<UInt8>) -> UInt8 {
    var sum = 0
    var weight = 3
    for digit in digits.reversed() {
      precondition(isDigit(digit), "only digits have a check digit")
      sum += weight * Int(digit - UInt8(ascii: "0"))
      weight = 4 - weight
    }
    return UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)
  }

  /// The UPC-A number, without check digit, that a UPC-E number stands for (GS1 General
  /// Specifications, 5.2.2.4.2).
  ///
  /// Both numbers have the same check digit.
  ///
  /// - Parameter digits: The number system and six digits, as ASCII.
  /// - Returns: Eleven digits; `nil` if there are not seven digits, if the number system is neither
  ///   0 nor 1, or if the number would be shortened in another way.
  public static func upcA(expandingUPCE digits: [UInt8]) -> [UInt8]? {
    let zero = UInt8(ascii: "0")
    guard digits.count == 7, digits.allSatisfy(isDigit), digits[0] <= zero + 1 else { return nil }
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: zero, count: count) }
    let last = digits[6]
    switch last - zero {
    case 0...2: return digits[0...2] + [last] + zeros(4) + digits[3...5]
    case 3: return digits[3] > zero + 2 ? digits[0...3] + zeros(5) + digits[4...5] : nil
    case 4: return digits[4] > zero ? digits[0...4] + zeros(5) + digits[5...5] : nil
    default: return digits[5] > zero ? digits[0...5] + zeros(4) + [last] : nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}

/// GS1 element strings: the content of a payload in brackets, and the bytes readers return for it.
struct GS1ElementStrings {
  /// The bytes that a reader returns: application identifiers and data.
  ///
  /// Brackets and the leading FNC1 are left out. A group separator (0x1D) follows each element
  /// whose length is not predefined, except the last element (GS1 General Specifications, 7.8).
  let transmitted: [UInt8]
  /// The text printed for people: `(01)09501101530003(10)AB`.
  let humanReadable: [UInt8]

  /// Reads `[01]09501101530003[10]AB`.
  ///
  /// - Throws: ``SymbolError`` if the payload does not have that form. Whether identifiers exist
  ///   and data suits them is left to the encoder.
  init(parsing payload: [UInt8]) throws(SymbolError) {
    var elements: [(identifier: [UInt8], data: [UInt8])] = []
    var rest = payload[...]
    while rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { break }
      let identifier = Array(rest[(rest.startIndex + 1)..<end])
      let behind = rest[(end + 1)...]
      let next = behind.firstIndex(of: UInt8(ascii: "[")) ?? rest.endIndex
      let data = Array(behind[..<next])
      guard (2...4).contains(identifier.count), identifier.allSatisfy(\.isDigit), !data.isEmpty
      else { break }
      elements.append((identifier, data))
      rest = rest[next...]
    }
    guard rest.isEmpty, !elements.isEmpty else {
      throw .refused(
        "GS1 element strings are written with their identifiers in brackets, such as "
          + "[01]09501101530003[10]AB")
    }
    var transmitted: [UInt8] = []
    var humanReadable: [UInt8] = []
    for (position, element) in elements.enumerated() {
      transmitted += element.identifier + element.data
      if position < elements.count - 1, !Self.isPredefined(element.identifier) {
        transmitted.append(0x1d)
      }
      humanReadable += [UInt8(ascii: "(")] + element.identifier + [UInt8(ascii: ")")] + element.data
    }
    self.transmitted = transmitted
    self.humanReadable = humanReadable
  }

  /// Returns true if no separator follows an element (GS1 General Specifications, figure 7.8.5-2).
  private static func isPredefined(_ identifier: [UInt8]) -> Bool {
    let zero = UInt8(ascii: "0")
    return switch Int(identifier[0] - zero) * 10 + Int(identifier[1] - zero) {
    case 0...4, 11...20, 31...36, 41: true
    default: false
    }
  }
}

extension UInt8 {
  /// True if the byte is `0` to `9` in ASCII.
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
