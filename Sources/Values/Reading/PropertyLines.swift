/// One property of a vCard or a calendar: `TEL;TYPE=work:+12015550123`.
struct Property {
  /// The name in upper case, without a group.
  let name: String
  /// The parameters by their names in upper case; bare ones of vCard 2.1 are types.
  let parameters: [(name: String, value: String)]
  /// The value in UTF-8, with its escapes.
  let value: Bytes
  /// True if the value came in quoted-printable, and so has the escapes of vCard 2.1.
  let isQuotedPrintable: Bool

  /// The value as one text.
  var text: String { unescaped(value.trimmed).string }

  /// The parts between semicolons.
  var parts: [String] {
    Escapes.parts(of: value, by: UInt8(ascii: ";")).map { unescaped($0.trimmed).string }
  }

  /// The parts between commas.
  var list: [String] {
    Escapes.parts(of: value, by: UInt8(ascii: ",")).map { unescaped($0.trimmed).string }
      .filter { !$0.isEmpty }
  }

  private func unescaped(_ part: Bytes) -> Bytes {
    isQuotedPrintable ? Escapes.semicolonsOnly(part) : Escapes.cardText(part)
  }

  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// The types in lower case, each once.
  var labels: [String] {
    var result: [String] = []
    for parameter in parameters where parameter.name == "TYPE" {
      for label in parameter.value.split(separator: ",").map({ $0.lowercased() })
      where !result.contains(label) && result.count < 32 {
        result.append(label)
      }
    }
    return result
  }
}

/// The properties of a vCard or a calendar.
///
/// Folded lines and soft line breaks of quoted-printable are joined as bytes, before charsets come into
/// it: a fold may lie inside a character. Each value is then read in the charset that it declares.
struct PropertyLines {
  let properties: [Property]

  /// Reads a payload; `charset` is that of values which do not declare one.
  init(_ payload: Bytes, charset: String?) {
    let lines = Self.lines(payload)
    let isOld = lines.contains { $0.trimmed.lowercasedString == "version:2.1" }
    properties = Self.joined(lines, keepsFoldBlank: isOld).compactMap {
      Self.property($0, charset: charset)
    }
  }

  /// The lines between CR, LF or both.
  private static func lines(_ payload: Bytes) -> [Bytes] {
    payload.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).flatMap { line in
      (line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        .split(separator: UInt8(ascii: "\r"), omittingEmptySubsequences: false)
    }
  }

  /// The logical lines. A fold takes its blank away, except in vCard 2.1, where it stays.
  private static func joined(_ lines: [Bytes], keepsFoldBlank: Bool) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var current: [UInt8] = []
    var isSoft = false
    var isQuoted = false
    for line in lines {
      if isSoft {
        current.removeLast()
        current += line
      } else if !current.isEmpty,
        line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t")
      {
        current += keepsFoldBlank ? line : line.dropFirst()
      } else {
        if !current.isEmpty { result.append(current) }
        current = Array(line)
        isQuoted = isQuotedPrintable(line)
      }
      isSoft = isQuoted && current.last == UInt8(ascii: "=")
    }
    if isSoft { current.removeLast() }
    return current.isEmpty ? result : result + [current]
  }

  private static func isQuotedPrintable(_ line: Bytes) -> Bool {
    let head = line.prefix { $0 != UInt8(ascii: ":") }
    return head.parts(by: UInt8(ascii: ";")).contains {
      let word = $0.trimmed
      return word.begins(with: "quoted-printable") || word.begins(with: "encoding=quoted-printable")
    }
  }

  private static func property(_ line: [UInt8], charset: String?) -> Property? {
    guard let colon = colon(in: line[...]) else { return nil }
    var words = quotedParts(line[..<colon], by: UInt8(ascii: ";"))
    let name =
      words.removeFirst().parts(by: UInt8(ascii: ".")).last?.trimmed.string.uppercased() ?? ""
    var parameters: [(name: String, value: String)] = []
    var encoding = ""
    for word in words {
      let (key, value) = word.cut(at: UInt8(ascii: "="))
      let text = (value ?? word).trimmed.filter { $0 != UInt8(ascii: "\"") }[...].string
      let isEncoding = ["QUOTED-PRINTABLE", "BASE64", "7BIT", "8BIT"].contains(text.uppercased())
      let parameter =
        value != nil ? key.trimmed.string.uppercased() : isEncoding ? "ENCODING" : "TYPE"
      if parameter == "ENCODING" { encoding = text.uppercased() }
      parameters.append((parameter, text))
    }
    let isQuoted = encoding == "QUOTED-PRINTABLE"
    let raw = line[colon...].dropFirst()
    // RFC 2045, 6.7.
    let bytes = isQuoted ? raw.unescaped(after: UInt8(ascii: "="))[...] : raw
    let own = parameters.first { $0.name == "CHARSET" }?.value
    let text = TextDecoding.text(of: bytes, declared: own ?? charset)
    return Property(
      name: name, parameters: parameters, value: Array(text.utf8)[...], isQuotedPrintable: isQuoted)
  }

  /// The colon before the value; parameters may have one in quotes.
  private static func colon(in line: Bytes) -> Int? {
    var isQuoted = false
    for (index, byte) in zip(line.indices, line) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":") && !isQuoted { return index }
    }
    return line.firstIndex(of: UInt8(ascii: ":"))
  }

  private static func quotedParts(_ text: Bytes, by separator: UInt8) -> [Bytes] {
    var isQuoted = false
    return text.split(omittingEmptySubsequences: false) { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == separator && !isQuoted
    }
  }
}
