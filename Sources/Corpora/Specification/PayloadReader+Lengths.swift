extension PayloadReader {
  /// Reads a number, `[shortest, longest]` or `{list: [10, 20]}`, in bytes.
  static func lengths(
    _ node: SpecificationNode, of kind: PayloadKind, in options: SymbolOptions,
    _ rule: PayloadLengthRule
  ) throws(CorpusError) -> PayloadLengths {
    func length(_ node: SpecificationNode) throws(CorpusError) -> Int {
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
