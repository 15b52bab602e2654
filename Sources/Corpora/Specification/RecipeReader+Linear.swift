import DecoderKit

extension RecipeReader {
  static func linear(
    _ mapping: SpecificationMapping, _ symbology: Symbology
  ) throws(CorpusError) -> SymbolOptions {
    let kind = try linearKind(mapping, symbology)
    return .linear(kind, height: try height(mapping, kind))
  }

  private static func linearKind(
    _ mapping: SpecificationMapping, _ symbology: Symbology
  ) throws(CorpusError) -> LinearKind {
    switch symbology {
    case .code128: return .code128
    case .gs1_128: return .gs1_128
    case .code39: return try code39(mapping)
    case .code93: return .code93
    case .codabar:
      return .codabar(
        hasCheckCharacter: try check(mapping, of: symbology, CodabarCheck.self) == .modulo16)
    case .itf:
      return .itf(hasCheckDigit: try check(mapping, of: symbology, ITFCheck.self) == .modulo10)
    case .itf14:
      return .itf14(
        bearers: try mapping["bearers"]?.choice("kind of bearer bars", of: BearerBars.self) ?? .box)
    case .ean13: return .ean13(addOn: try addOn(mapping))
    case .ean8: return .ean8
    case .upcA: return .upcA(addOn: try addOn(mapping))
    case .upcE: return .upcE(addOn: try addOn(mapping))
    case .dataBar: return .dataBar
    case .dataBarLimited: return .dataBarLimited
    case .dataBarExpanded: return .dataBarExpanded
    default: preconditionFailure("\(symbology) is not made of bars alone")
    }
  }

  private enum Code39Characters: String, CaseIterable {
    case standard
    case fullASCII = "full-ascii"
  }

  private enum Code39Check: String, CaseIterable {
    case none
    case modulo43 = "mod-43"
  }

  private enum CodabarCheck: String, CaseIterable {
    case none
    case modulo16 = "mod-16"
  }

  private enum ITFCheck: String, CaseIterable {
    case none
    case modulo10 = "mod-10"
  }

  private static func check<Check: RawRepresentable & CaseIterable>(
    _ mapping: SpecificationMapping, of symbology: Symbology, _ type: Check.Type
  ) throws(CorpusError) -> Check? where Check.RawValue == String {
    try mapping["check"]?.choice("check character of \(symbology)", of: type)
  }

  private static func code39(_ mapping: SpecificationMapping) throws(CorpusError) -> LinearKind {
    let characters = try mapping["characters"]?
      .choice("set of characters", of: Code39Characters.self)
    let hasCheck = try check(mapping, of: .code39, Code39Check.self) == .modulo43
    if characters == .fullASCII, hasCheck {
      try mapping.refuse(
        "check", because: "readers would take it for half of a full ASCII character")
    }
    return .code39(isFullASCII: characters == .fullASCII, hasCheckCharacter: hasCheck)
  }

  private static func addOn(_ mapping: SpecificationMapping) throws(CorpusError) -> EANAddOn? {
    guard let node = mapping["add-on"] else { return nil }
    let digits = try node.integer(in: 2...5)
    guard let addOn = EANAddOn(rawValue: digits) else {
      throw node.error("\"add-on\" is \(digits): add-ons have 2 or 5 digits")
    }
    return addOn
  }

  private static func height(
    _ mapping: SpecificationMapping, _ kind: LinearKind
  ) throws(CorpusError) -> Double? {
    guard let node = mapping["height"] else { return nil }
    let height = try node.decimal().value
    // An add-on begins lower than the main symbol and needs room for its bars below that.
    let least = kind.addOn == nil ? 1.0 : 16
    guard (least...1000).contains(height) else {
      throw node.error("\"height\" is \(height) modules: it is from \(Int(least)) to 1000")
    }
    return height
  }
}
