import Base
import Symbols

/// Reads a symbol's `payload` as a generator, all of whose payloads fit the symbol.
enum PayloadReader {
  private static let keys = ["kind", "length", "literals"]

  static func read(
    _ node: YAMLNode, fitting options: SymbolOptions, _ interpretation: Interpretation? = nil
  ) throws(FileFault) -> PayloadGenerator {
    let mapping = try node.mapping(known: keys)
    if let literals = mapping["literals"] {
      for key in ["kind", "length"] {
        try mapping.refuse(key, because: "\"literals\" says all there is to say about payloads")
      }
      return try self.literals(literals, fitting: options, interpretation)
    }
    let kindNode = try mapping.required("kind")
    let kind = try kindNode.choice("payload kind", of: PayloadKind.self)
    let carrier = PayloadCarrier(options)
    if let reason = kind.objection(to: carrier) {
      throw kindNode.error(
        "\(carrier.symbology) does not carry payloads of kind \(kind): \(reason)")
    }
    let rule = kind.form(for: carrier).rule
    let lengths: PayloadLengths
    if mapping["length"] == nil, let usual = rule.usual {
      lengths = .range(usual)
    } else {
      lengths = try self.lengths(mapping.required("length"), of: kind, in: options, rule)
    }
    let payload = PayloadGenerator(.drawn(kind, lengths), for: carrier)
    try check(payload, fits: options, interpretation, node: mapping["length"] ?? kindNode)
    return payload
  }

  private static func check(
    _ payload: PayloadGenerator, fits options: SymbolOptions, _ interpretation: Interpretation?,
    node: YAMLNode
  ) throws(FileFault) {
    guard case .drawn(let kind, let lengths) = payload.source else { return }
    // One encoder for all payloads, so that it learns the masks only once.
    var encoder = SymbolEncoder()
    // The standards' tables are for symbols that announce nothing.
    let capacity =
      interpretation == nil ? SymbolCapacity(of: options).most(kind.characters) : nil
    let fit = PayloadFit(of: kind, in: payload.carrier, capacity: capacity) {
      payload -> SymbolError? in
      do throws(SymbolError) {
        _ = try encoder.encode(payload, options: options, interpretation: interpretation)
        return nil
      } catch {
        return error
      }
    }
    switch fit.objection(to: lengths) {
    case nil: return
    case .refused(let error):
      throw node.error("payloads of kind \(kind) cannot be drawn as \(options): \(error)")
    case .tooLong(let most, let some):
      let what =
        "\(lengths.longest) bytes of kind \(kind) do not \(some ? "always " : "")fit \(options)"
      guard let most else { throw node.error(what) }
      throw node.error(
        most < fit.shortest
          ? "\(what), and no others do: the shortest have \(fit.shortest)"
          : "\(what): at most \(most) do")
    }
  }
}

extension PayloadReader {
  /// Reads a number, `[shortest, longest]` or `{list: [10, 20]}`, in bytes.
  static func lengths(
    _ node: YAMLNode, of kind: PayloadKind, in options: SymbolOptions,
    _ rule: PayloadLengthRule
  ) throws(FileFault) -> PayloadLengths {
    func length(_ node: YAMLNode) throws(FileFault) -> Int {
      let length: Int = try node.integer(in: 1...PayloadLengthRule.most)
      if let objection = objection(to: length, of: kind, in: options, rule) {
        throw node.error("\(node.label) is \(length): \(objection)")
      }
      return length
    }
    if node.isMapping {
      let list = try node.mapping(known: ["list"]).required("list")
      var lengths: Set<Int> = []
      for item in try list.list(of: "lengths in bytes") {
        let next = try length(item)
        guard lengths.insert(next).inserted else {
          throw item.error("the length \(next) comes twice: lengths are listed once")
        }
      }
      return .list(lengths.sorted())
    }
    guard node.isList else {
      let only = try length(node)
      return .range(only...only)
    }
    let bounds = try node.list(of: "two numbers, the shortest and the longest")
    guard bounds.count == 2 else {
      throw node.error("\"length\" has \(bounds.count) numbers: give the shortest and the longest")
    }
    let shortest = try length(bounds[0])
    let longest = try length(bounds[1])
    guard shortest <= longest else {
      throw node.error(
        "\"length\" is reversed: write [\(longest), \(shortest)], the shortest first")
    }
    return rule.step == 1
      ? .range(shortest...longest)
      : .list(Array(stride(from: shortest, through: longest, by: rule.step)))
  }

  /// The reason a kind has no payloads of a length; `nil` if it has.
  private static func objection(
    to length: Int, of kind: PayloadKind, in options: SymbolOptions, _ rule: PayloadLengthRule
  ) -> String? {
    guard !rule.allows(length) else { return nil }
    if rule.shortest == rule.longest {
      return "payloads of kind \(kind) have \(rule.shortest) bytes in \(options.symbology), so "
        + "that \"length\" can be left out"
    }
    if length < rule.shortest {
      return "payloads of kind \(kind) have \(rule.shortest) bytes or more"
    }
    if length > rule.longest {
      return "payloads of kind \(kind) have \(rule.longest) bytes or fewer"
    }
    return "payloads of kind \(kind) have a multiple of \(rule.step) bytes"
  }
}

extension PayloadReader {
  /// Reads a list of payloads: text, taken as UTF-8 without changes, or `{hex: "00FF"}`.
  static func literals(
    _ node: YAMLNode, fitting options: SymbolOptions, _ interpretation: Interpretation? = nil
  ) throws(FileFault) -> PayloadGenerator {
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
        _ = try encoder.encode(literal, options: options, interpretation: interpretation)
      } catch {
        throw item.error("this payload cannot be drawn as \(options): \(error)")
      }
      lines[literal] = item.line
      literals.append(literal)
    }
    return PayloadGenerator(.literals(literals), for: PayloadCarrier(options))
  }

  private static func literal(_ node: YAMLNode) throws(FileFault) -> [UInt8] {
    let bytes: [UInt8]
    if node.isMapping {
      bytes = try hexadecimal(node.mapping(known: ["hex"]).required("hex"))
    } else {
      guard let scalar = node.scalarText else {
        throw node.error("a payload is a text or {hex: \"00FF\"}, and this is a list")
      }
      // White space is part of a payload like any other character.
      bytes = Array(scalar.utf8)
    }
    guard !bytes.isEmpty else { throw node.error("a payload is empty: it needs a byte at least") }
    return bytes
  }

  private static func hexadecimal(_ node: YAMLNode) throws(FileFault) -> [UInt8] {
    guard let bytes = Hexadecimal.bytes(try node.text().filter { $0 != " " }) else {
      throw node.error("\"hex\" is not made of bytes, two hexadecimal digits each")
    }
    return bytes
  }
}
