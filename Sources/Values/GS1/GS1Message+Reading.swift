extension GS1Message {
  /// The separator that FNC1 is transmitted as (ASCII GS).
  private static let separator: UInt8 = 0x1D
  /// The symbology identifiers of symbols with FNC1 in the first position (ISO/IEC 15424).
  private static let carriers = [
    "]C1", "]e0", "]e1", "]e2", "]d2", "]d5", "]Q3", "]Q4", "]J1", "]J4", "]z1", "]z4",
  ]

  /// True if a payload says itself that element strings follow.
  static func isMarked(_ payload: Bytes) -> Bool {
    payload.first == separator || carriers.contains { payload.starts(with: $0.utf8) }
  }

  /// Reads element strings with separators; `nil` if not even the first identifier is known.
  init?(elementStrings payload: Bytes, year: Int) {
    var rest = payload
    for carrier in Self.carriers where payload.starts(with: carrier.utf8) {
      rest = payload.dropFirst(carrier.utf8.count)
    }
    var elements: [GS1Element] = []
    while true {
      while rest.first == Self.separator { rest.removeFirst() }
      guard let entry = GS1Dictionary.entry(atStartOf: rest) else { break }
      rest = rest.dropFirst(entry.identifier.utf8.count)
      var data = rest.prefix { $0 != Self.separator }
      if entry.isPredefinedLength { data = data.prefix(entry.predefinedLength) }
      rest = rest.dropFirst(data.count)
      elements.append(GS1Element(entry, data: data, year: year))
    }
    guard !elements.isEmpty else { return nil }
    self.init(elements: elements, rest: rest.string)
  }

  /// Reads the human-readable form; `nil` if it does not begin with a known identifier in brackets.
  ///
  /// A bracket inside data may have a backslash before it.
  init?(bracketed text: Bytes, year: Int) {
    guard var entry = Self.bracketedEntry(text) else { return nil }
    var rest = text.dropFirst(entry.identifier.utf8.count + 2)
    var elements: [GS1Element] = []
    while true {
      var data: [UInt8] = []
      var next: GS1Entry?
      while let byte = rest.first {
        if byte == UInt8(ascii: "("), let found = Self.bracketedEntry(rest) {
          next = found
          break
        }
        rest.removeFirst()
        let isEscape =
          byte == UInt8(ascii: "\\")
          && (rest.first == UInt8(ascii: "(") || rest.first == UInt8(ascii: ")"))
        data.append(isEscape ? rest.removeFirst() : byte)
      }
      elements.append(GS1Element(entry, data: data[...], year: year))
      guard let next else { break }
      entry = next
      rest = rest.dropFirst(entry.identifier.utf8.count + 2)
    }
    self.init(elements: elements)
  }

  private static func bracketedEntry(_ text: Bytes) -> GS1Entry? {
    guard text.first == UInt8(ascii: "("),
      let entry = GS1Dictionary.entry(atStartOf: text.dropFirst())
    else { return nil }
    let close = text.dropFirst(entry.identifier.utf8.count + 1).first
    return close == UInt8(ascii: ")") ? entry : nil
  }

  /// Reads an uncompressed GS1 Digital Link URI; `nil` for other addresses.
  ///
  /// The path ends in a primary key with its qualifiers in order, and their checks pass; attributes
  /// follow in the query (GS1 Digital Link Standard: URI Syntax). The check digit of the key may be wrong
  /// where the host, a qualifier or an attribute says besides what the path is.
  init?(host: String?, path: Bytes, query: Bytes?, year: Int) {
    let segments = path.split(separator: UInt8(ascii: "/"))
    let attributes = Self.attributes(query ?? [], year: year)
    let isOfGS1 = host.map { $0 == "gs1.org" || $0.hasSuffix(".gs1.org") } ?? false
    for start in segments.indices.suffix(8) where (segments.count - start).isMultiple(of: 2) {
      guard let elements = Self.keyed(segments[start...], year: year),
        elements[0].problems.isEmpty || elements.count > 1 || !attributes.isEmpty || isOfGS1
      else { continue }
      self.init(elements: elements + attributes)
      return
    }
    return nil
  }

  private static func keyed(_ segments: ArraySlice<Bytes>, year: Int) -> [GS1Element]? {
    guard let key = segments.first, key.isDigits,
      let qualifiers = GS1Dictionary.entries[key.string]?.qualifiers
    else { return nil }
    var elements: [GS1Element] = []
    var identifiers: [String] = []
    var rest = segments
    while let identifier = rest.popFirst()?.string, let data = rest.popFirst() {
      guard let entry = GS1Dictionary.entries[identifier] else { return nil }
      let element = GS1Element(entry, data: padded(data, for: identifier), year: year)
      let isKey = elements.isEmpty
      guard element.problems.allSatisfy({ isKey && $0.code == .failedCheck(.csum) }) else {
        return nil
      }
      elements.append(element)
      identifiers.append(identifier)
    }
    let used = identifiers.dropFirst()
    let isInOrder = used.isEmpty || qualifiers.contains { isSubsequence(used, of: $0) }
    return isInOrder ? elements : nil
  }

  private static func attributes(_ query: Bytes, year: Int) -> [GS1Element] {
    query.split { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }.compactMap { pair in
      let (name, data) = pair.cut(at: UInt8(ascii: "="))
      guard let data, name.isDigits, let entry = GS1Dictionary.entries[name.string],
        entry.isLinkAttribute
      else { return nil }
      return GS1Element(entry, data: padded(data, for: entry.identifier), year: year)
    }
  }

  /// Data without percent-encoding; GTINs of 8, 12 and 13 digits get their leading zeros.
  private static func padded(_ data: Bytes, for identifier: String) -> Bytes {
    let decoded = data.percentDecoded
    let isShort = identifier == "01" && [8, 12, 13].contains(decoded.count)
    return (isShort ? [UInt8](repeating: 0x30, count: 14 - decoded.count) : [])[...] + decoded
  }

  private static func isSubsequence(_ used: some Collection<String>, of order: [String]) -> Bool {
    var rest = order[...]
    return used.allSatisfy { wanted in
      guard let place = rest.firstIndex(of: wanted) else { return false }
      rest = rest[place...].dropFirst()
      return true
    }
  }
}
