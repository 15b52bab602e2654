import DecoderKit

/// An item of `symbols` → a recipe whose every payload is known to fit.
enum RecipeReader {
  private static let keys = ["name", "symbology", "version", "ecc", "mask", "size", "payload"]
  private static let supported: [Symbology] = [.qrCode, .dataMatrix]

  static func read(_ node: SpecificationNode) throws(CorpusError) -> Recipe {
    let mapping = try node.mapping(known: keys)
    let name = try mapping.required("name").name()
    let options = try options(mapping)
    let payload = try mapping.required("payload")
    return Recipe(
      name: name, options: options,
      payload: try PayloadReader.read(payload, fitting: options))
  }

  private static func options(
    _ mapping: SpecificationMapping
  ) throws(CorpusError) -> SymbolOptions {
    let node = try mapping.required("symbology")
    let spelling = try node.text()
    guard let symbology = Symbology(parsing: spelling) else {
      throw node.unknown("symbology", spelling, known: supported.map(\.rawValue))
    }
    switch symbology {
    case .qrCode:
      try mapping.refuse("size", because: "the size of a QR Code is its \"version\"")
      return .qrCode(
        version: try mapping.required("version").integer(in: 1...40),
        errorCorrection: try mapping.required("ecc")
          .choice("error correction level", of: QRErrorCorrection.self),
        mask: try mapping["mask"]?.integer(in: 0...7))
    case .dataMatrix:
      for key in ["version", "ecc", "mask"] {
        try mapping.refuse(key, because: "a Data Matrix has a \"size\" and nothing else to choose")
      }
      return .dataMatrix(try dataMatrixSize(mapping.required("size")))
    default:
      throw node.error(
        "symbols of \(symbology) cannot be drawn. "
          + "Known: \(supported.map(\.rawValue).joined(separator: ", ")).")
    }
  }

  private static func dataMatrixSize(
    _ node: SpecificationNode
  ) throws(CorpusError) -> DataMatrixSize {
    let text = try node.text()
    guard let size = DataMatrixSize(parsing: text) else {
      throw node.unknown(
        "size of a Data Matrix (rows x columns)", text,
        known: DataMatrixSize.all.map(\.description))
    }
    return size
  }
}
