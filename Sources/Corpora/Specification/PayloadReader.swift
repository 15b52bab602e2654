/// Reads a symbol's `payload` as a generator, all of whose payloads fit the symbol.
enum PayloadReader {
  private static let keys = ["kind", "length", "literals"]

  static func read(
    _ node: SpecificationNode, fitting options: SymbolOptions
  ) throws(CorpusError) -> PayloadGenerator {
    let mapping = try node.mapping(known: keys)
    if let literals = mapping["literals"] {
      for key in ["kind", "length"] {
        try mapping.refuse(key, because: "\"literals\" says all there is to say about payloads")
      }
      return try self.literals(literals, fitting: options)
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
    try check(payload, fits: options, node: mapping["length"] ?? kindNode)
    return payload
  }

  private static func check(
    _ payload: PayloadGenerator, fits options: SymbolOptions, node: SpecificationNode
  ) throws(CorpusError) {
    guard case .drawn(let kind, let lengths) = payload.source else { return }
    // One encoder for all payloads, so that it learns the masks only once.
    var encoder = SymbolEncoder()
    let fit = PayloadFit(of: kind, in: payload.carrier) { payload -> SymbolError? in
      do throws(SymbolError) {
        _ = try encoder.encode(payload, options: options)
        return nil
      } catch {
        return error
      }
    }
    switch fit.objection(to: lengths) {
    case nil: return
    case .refused(let error):
      throw node.error("payloads of kind \(kind) cannot be drawn as \(options): \(error)")
    case .tooLong(let limit, let some):
      let what =
        "\(lengths.longest) bytes of kind \(kind) do not \(some ? "always " : "")fit \(options)"
      throw node.error(
        limit.map { "\(what): at most \($0) do" }
          ?? "\(what), and no others do: the shortest have \(fit.shortest)")
    }
  }
}
