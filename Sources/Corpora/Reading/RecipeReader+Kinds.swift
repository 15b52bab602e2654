import Base
import DecoderKit
import Symbols

extension RecipeReader {
  static func linear(
    _ mapping: YAMLMapping, _ symbology: Symbology
  ) throws(FileFault) -> SymbolOptions {
    let kind = try linearKind(mapping, symbology)
    return .linear(kind, height: try height(mapping, kind))
  }

  private static func linearKind(
    _ mapping: YAMLMapping, _ symbology: Symbology
  ) throws(FileFault) -> LinearKind {
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
    case .telepen: return .telepen
    case .code11: return .code11
    case .msi: return .msi
    case .plessey: return .plessey
    case .pharmacode: return .pharmacode
    case .matrix2of5: return .matrix2of5
    case .industrial2of5: return .industrial2of5
    case .iata2of5: return .iata2of5
    case .dataLogic2of5: return .dataLogic2of5
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
    _ mapping: YAMLMapping, of symbology: Symbology, _ type: Check.Type
  ) throws(FileFault) -> Check? where Check.RawValue == String {
    try mapping["check"]?.choice("check character of \(symbology)", of: type)
  }

  private static func code39(_ mapping: YAMLMapping) throws(FileFault) -> LinearKind {
    let characters = try mapping["characters"]?
      .choice("set of characters", of: Code39Characters.self)
    let hasCheck = try check(mapping, of: .code39, Code39Check.self) == .modulo43
    if characters == .fullASCII, hasCheck {
      try mapping.refuse(
        "check", because: "readers would take it for half of a full ASCII character")
    }
    return .code39(isFullASCII: characters == .fullASCII, hasCheckCharacter: hasCheck)
  }

  private static func addOn(_ mapping: YAMLMapping) throws(FileFault) -> EANAddOn? {
    guard let node = mapping["add-on"] else { return nil }
    let digits = try node.integer(in: 2...5)
    guard let addOn = EANAddOn(rawValue: digits) else {
      throw node.error("\"add-on\" is \(digits): add-ons have 2 or 5 digits")
    }
    return addOn
  }

  private static func height(
    _ mapping: YAMLMapping, _ kind: LinearKind
  ) throws(FileFault) -> Double? {
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

extension RecipeReader {
  static func qrCode(
    _ mapping: YAMLMapping, _ symbology: Symbology
  ) throws(FileFault) -> SymbolOptions {
    switch symbology {
    case .microQRCode: return try microQRCode(mapping)
    case .rMQRCode:
      return .rMQRCode(
        try rMQRSize(mapping.required("size")),
        errorCorrection: try errorCorrection(
          mapping.required("ecc"), of: "rMQR Code", allowed: [.medium, .high]))
    default: break
    }
    let version = try mapping.required("version").integer(in: 1...40)
    let errorCorrection = try mapping.required("ecc")
      .choice("error correction level", of: QRErrorCorrection.self)
    let mask = try mapping["mask"]?.integer(in: 0...7)
    guard symbology == .qrCode else {
      return .gs1QRCode(version: version, errorCorrection: errorCorrection, mask: mask)
    }
    return .qrCode(
      version: version, errorCorrection: errorCorrection, mask: mask,
      mode: try mapping["mode"]?.choice("QR Code mode", of: QRMode.self) ?? .automatic)
  }

  private static func microQRCode(
    _ mapping: YAMLMapping
  ) throws(FileFault) -> SymbolOptions {
    let node = try mapping.required("version")
    let versions = ["M1", "M2", "M3", "M4"]
    let text = try node.text()
    guard let index = versions.firstIndex(of: text) else {
      throw node.unknown("version of a Micro QR Code", text, known: versions)
    }
    let mask = try mapping["mask"]?.integer(in: 0...3)
    guard index > 0 else {
      try mapping.refuse("ecc", because: "version M1 only detects errors")
      return .microQRCode(version: 1, errorCorrection: nil, mask: mask)
    }
    let level = try errorCorrection(
      mapping.required("ecc"), of: text,
      allowed: index == 3 ? [.low, .medium, .quartile] : [.low, .medium])
    return .microQRCode(version: index + 1, errorCorrection: level, mask: mask)
  }

  private static func errorCorrection(
    _ node: YAMLNode, of symbol: String, allowed: [QRErrorCorrection]
  ) throws(FileFault) -> QRErrorCorrection {
    let text = try node.text()
    guard let level = allowed.first(where: { $0.rawValue == text }) else {
      throw node.unknown(
        "error correction level of \(symbol)", text, known: allowed.map(\.rawValue))
    }
    return level
  }

  private static func rMQRSize(_ node: YAMLNode) throws(FileFault) -> RMQRSize {
    let text = try node.text()
    guard let size = RMQRSize(parsing: text) else {
      throw node.unknown("size of an rMQR Code", text, known: RMQRSize.all.map(\.description))
    }
    return size
  }

  static func dataMatrixSize(_ node: YAMLNode) throws(FileFault) -> DataMatrixSize {
    let text = try node.text()
    guard let size = DataMatrixSize(parsing: text) else {
      throw node.unknown(
        "size of a Data Matrix (rows x columns)", text,
        known: DataMatrixSize.all.map(\.description))
    }
    return size
  }

  static func aztecSize(_ node: YAMLNode) throws(FileFault) -> AztecSize {
    let text = try node.text()
    guard let size = AztecSize(parsing: text) else {
      throw node.unknown(
        "size of an Aztec", text, known: AztecSize.all.map(\.description))
    }
    return size
  }

  /// Reads PDF417 and MicroPDF417.
  static func rowsOfCodewords(
    _ mapping: YAMLMapping, _ symbology: Symbology
  ) throws(FileFault) -> SymbolOptions {
    let columns = try mapping.required("columns")
    let rowHeight = try mapping["row-height"]?.integer(in: 1...20)
    guard symbology == .pdf417 else {
      return .microPDF417(columns: try columns.integer(in: 1...4), rowHeight: rowHeight ?? 2)
    }
    return .pdf417(
      columns: try columns.integer(in: 1...30), rows: try mapping["rows"]?.integer(in: 3...90),
      errorCorrection: try mapping.required("ecc").integer(in: 0...8), rowHeight: rowHeight ?? 3)
  }

  static func maxiCodeMode(_ mapping: YAMLMapping) throws(FileFault) -> MaxiCodeMode {
    let mode = try mapping["mode"]?.integer(in: 2...5) ?? 4
    guard mode <= 3 else {
      for key in ["postcode", "country", "service"] {
        try mapping.refuse(key, because: "modes 2 and 3 have it, and this is mode \(mode)")
      }
      return mode == 4 ? .standard : .fullCorrection
    }
    let node = try mapping.required("postcode")
    let postcode = try node.text()
    let isRight =
      mode == 2
      ? postcode.utf8.count == 9 && postcode.utf8.allSatisfy(\.isDigit)
      : postcode.utf8.count == 6
        && postcode.utf8.allSatisfy { $0.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= $0 }
    guard isRight else {
      let rule = mode == 2 ? "nine digits" : "six characters of A–Z and 0–9"
      throw node.error("\"\(postcode)\" is not a postcode of mode \(mode), which has \(rule)")
    }
    return .carrier(
      postcode: postcode, country: try mapping.required("country").integer(in: 0...999),
      service: try mapping.required("service").integer(in: 0...999))
  }

  /// The row height of a DataBar Stacked.
  enum StackedForm: String, CaseIterable {
    case truncated
    case omnidirectional
  }

  static func form(_ mapping: YAMLMapping) throws(FileFault) -> StackedForm {
    try mapping["form"]?.choice("form of a DataBar Stacked", of: StackedForm.self) ?? .truncated
  }
}
