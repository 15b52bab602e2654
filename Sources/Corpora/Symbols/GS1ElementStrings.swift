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
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
