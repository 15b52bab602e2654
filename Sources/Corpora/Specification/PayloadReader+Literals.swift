extension PayloadReader {
  /// Reads a list of payloads: text, taken as UTF-8 without changes, or `{hex: "00FF"}`.
  static func literals(
    _ node: SpecificationNode, fitting options: SymbolOptions
  ) throws(CorpusError) -> PayloadGenerator {
    var literals: [[UInt8]] = []
    var lines: [[UInt8]: Int?] = [:]
    var encoder = SymbolEncoder()
    for item in try node.list(of: "payloads, each a text or {hex: \"00FF\"}") {
      let literal = try self.literal(item)
      if let first = lines[literal] {
        throw item.error(
          "this payload comes twice" + (first.map { ", first on line \($0)" } ?? "")
            + ": payloads are listed once")
      }
      do {
        _ = try encoder.encode(literal, options: options)
      } catch {
        throw item.error("this payload cannot be drawn as \(options): \(error)")
      }
      lines[literal] = item.line
      literals.append(literal)
    }
    return PayloadGenerator(.literals(literals), for: PayloadCarrier(options))
  }

  private static func literal(_ node: SpecificationNode) throws(CorpusError) -> [UInt8] {
    let bytes: [UInt8]
    if node.isMapping {
      bytes = try hexadecimal(node.mapping(known: ["hex"]).required("hex"))
    } else {
      guard case .scalar(let scalar) = node.node else {
        throw node.error("a payload is a text or {hex: \"00FF\"}, and this is a list")
      }
      // White space is part of a payload like any other character.
      bytes = Array(scalar.string.utf8)
    }
    guard !bytes.isEmpty else { throw node.error("a payload is empty: it needs a byte at least") }
    return bytes
  }

  private static func hexadecimal(_ node: SpecificationNode) throws(CorpusError) -> [UInt8] {
    let digits = Array(try node.text().filter { $0 != " " })
    guard digits.count % 2 == 0, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      throw node.error("\"hex\" is not made of bytes, two hexadecimal digits each")
    }
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }
}
