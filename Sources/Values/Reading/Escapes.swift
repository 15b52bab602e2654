/// Escapes with a backslash, as in MeCard, Wi-Fi and vCard payloads.
enum Escapes {
  private static let backslash = UInt8(ascii: "\\")

  /// The parts between separators that no backslash precedes; escapes are left as they are.
  static func parts(of text: Bytes, by separator: UInt8) -> [Bytes] {
    var result: [Bytes] = []
    var start = text.startIndex
    var isEscaped = false
    for (index, byte) in zip(text.indices, text) {
      if isEscaped {
        isEscaped = false
      } else if byte == backslash {
        isEscaped = true
      } else if byte == separator {
        result.append(text[start..<index])
        start = index + 1
      }
    }
    result.append(text[start...])
    return result
  }

  /// The text in which every character behind a backslash stands for itself (MeCard, Wi-Fi).
  static func plain(_ text: Bytes) -> Bytes {
    guard text.contains(backslash) else { return text }
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      result.append(byte == backslash ? rest.popFirst() ?? byte : byte)
    }
    return result[...]
  }

  /// The text of a vCard's or calendar's value (RFC 6350, 3.4; RFC 5545, 3.3.11).
  ///
  /// A backslash before any other character stays: such a text was not escaped.
  static func cardText(_ text: Bytes) -> Bytes {
    guard text.contains(backslash) else { return text }
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == backslash, let next = rest.first else {
        result.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "n"), UInt8(ascii: "N"): result.append(UInt8(ascii: "\n"))
      case backslash, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"): result.append(next)
      default: result += [byte, next]
      }
      rest.removeFirst()
    }
    return result[...]
  }

  /// The text of a quoted-printable value, in which vCard 2.1 knows one escape: `\;`.
  static func semicolonsOnly(_ text: Bytes) -> Bytes {
    guard text.contains(backslash) else { return text }
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == backslash, rest.first == UInt8(ascii: ";") { continue }
      result.append(byte)
    }
    return result[...]
  }
}

/// The fields of a payload such as `WIFI:S:name;P:password;;`: a prefix, then names with values.
struct TaggedFields {
  private let fields: [(name: String, value: Bytes)]

  /// Reads fields behind the payload's prefix; what has no name is left out.
  ///
  /// The last field counts without its semicolon, too.
  init(_ body: Bytes) {
    fields = Escapes.parts(of: body, by: UInt8(ascii: ";")).compactMap { part in
      let (name, value) = part.cut(at: UInt8(ascii: ":"))
      return value.map { (String(decoding: name.trimmed, as: UTF8.self).uppercased(), $0) }
    }
  }

  /// The value of the first field of a name that is not empty, with its escapes.
  func raw(_ name: String) -> Bytes? {
    fields.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The value of the first field of a name that is not empty.
  func text(_ name: String) -> String? {
    raw(name).map { Escapes.plain($0).string }
  }

  /// The values of all fields of one of some names, without blanks around them.
  func texts(_ names: String...) -> [String] {
    fields.filter { names.contains($0.name) }.map { Escapes.plain($0.value).trimmed.string }
      .filter { !$0.isEmpty }
  }
}
