import DecoderKit

extension RecipeReader {
  static func qrCode(
    _ mapping: SpecificationMapping, _ symbology: Symbology
  ) throws(CorpusError) -> SymbolOptions {
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
    _ mapping: SpecificationMapping
  ) throws(CorpusError) -> SymbolOptions {
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
    _ node: SpecificationNode, of symbol: String, allowed: [QRErrorCorrection]
  ) throws(CorpusError) -> QRErrorCorrection {
    let text = try node.text()
    guard let level = allowed.first(where: { $0.rawValue == text }) else {
      throw node.unknown(
        "error correction level of \(symbol)", text, known: allowed.map(\.rawValue))
    }
    return level
  }

  private static func rMQRSize(_ node: SpecificationNode) throws(CorpusError) -> RMQRSize {
    let text = try node.text()
    guard let size = RMQRSize(parsing: text) else {
      throw node.unknown("size of an rMQR Code", text, known: RMQRSize.all.map(\.description))
    }
    return size
  }

  static func dataMatrixSize(_ node: SpecificationNode) throws(CorpusError) -> DataMatrixSize {
    let text = try node.text()
    guard let size = DataMatrixSize(parsing: text) else {
      throw node.unknown(
        "size of a Data Matrix (rows x columns)", text,
        known: DataMatrixSize.all.map(\.description))
    }
    return size
  }

  static func aztecSize(_ node: SpecificationNode) throws(CorpusError) -> AztecSize {
    let text = try node.text()
    guard let size = AztecSize(parsing: text) else {
      throw node.unknown(
        "size of an Aztec", text, known: AztecSize.all.map(\.description))
    }
    return size
  }

  /// Reads PDF417 and MicroPDF417.
  static func rowsOfCodewords(
    _ mapping: SpecificationMapping, _ symbology: Symbology
  ) throws(CorpusError) -> SymbolOptions {
    let columns = try mapping.required("columns")
    let rowHeight = try mapping["row-height"]?.integer(in: 1...20)
    guard symbology == .pdf417 else {
      return .microPDF417(columns: try columns.integer(in: 1...4), rowHeight: rowHeight ?? 2)
    }
    return .pdf417(
      columns: try columns.integer(in: 1...30), rows: try mapping["rows"]?.integer(in: 3...90),
      errorCorrection: try mapping.required("ecc").integer(in: 0...8), rowHeight: rowHeight ?? 3)
  }

  static func maxiCodeMode(_ mapping: SpecificationMapping) throws(CorpusError) -> MaxiCodeMode {
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

  static func form(_ mapping: SpecificationMapping) throws(CorpusError) -> StackedForm {
    try mapping["form"]?.choice("form of a DataBar Stacked", of: StackedForm.self) ?? .truncated
  }
}
