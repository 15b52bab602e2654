import Base
import DecoderKit
import Drawing
import Symbols

/// Reads an item of `symbols` as a recipe: one symbol, several on a label, or a texture without
/// any.
enum SubjectReader {
  private static let texture = ["name", "texture", "size"]
  private static let grid = ["name", "grid", "of", "judge", "module"]
  private static let stack = ["name", "stack", "of", "judge", "module"]
  /// More symbols than any scene needs; the limit catches typing errors.
  private static let maximumSymbols = 400

  /// The verdicts that a recipe can ask for beside the one on its data.
  enum Judging: String, CaseIterable {
    case data
    case meaning
  }

  static func read(_ node: YAMLNode) throws(FileFault) -> Recipe {
    if node.has("texture") { return try readTexture(node) }
    if node.has("grid") || node.has("stack") { return try readLabel(node) }
    let mapping = try node.mapping(
      known: ["name", "judge"] + PrintedSizeReader.keys + RecipeReader.keys)
    let symbol = try RecipeReader.symbol(mapping)
    return Recipe(
      name: try mapping.required("name").name(), subject: .symbols([symbol], layout: .single),
      judgesMeaning: try judgesMeaning(mapping),
      moduleMillimetres: try PrintedSizeReader.moduleMillimetres(mapping, symbol: symbol))
  }

  private static func judgesMeaning(_ mapping: YAMLMapping) throws(FileFault) -> Bool {
    try mapping["judge"]?.choice("verdict", of: Judging.self) == .meaning
  }

  private static func readTexture(_ node: YAMLNode) throws(FileFault) -> Recipe {
    let mapping = try node.mapping(known: texture)
    let sides = try mapping.required("size")
    let numbers = try sides.list(of: "two numbers, width and height in pixels")
    guard numbers.count == 2 else {
      throw sides.error("\"size\" has \(numbers.count) numbers: give width and height in pixels")
    }
    return Recipe(
      name: try mapping.required("name").name(),
      subject: .texture(
        try mapping.required("texture").choice("texture", of: Texture.self),
        width: try numbers[0].integer(in: 1...Placement.maximumSide),
        height: try numbers[1].integer(in: 1...Placement.maximumSide)))
  }

  private static func readLabel(_ node: YAMLNode) throws(FileFault) -> Recipe {
    let isGrid = node.has("grid")
    let mapping = try node.mapping(known: isGrid ? grid : stack)
    var members: [SymbolRecipe] = []
    for item in try mapping.required("of").list(of: "symbols") {
      members.append(try RecipeReader.symbol(item.mapping(known: RecipeReader.keys)))
    }
    let layout: SceneLayout
    let count: Int
    if isGrid {
      let cells = try mapping.required("grid").mapping(known: ["rows", "columns", "spacing"])
      let rows = try cells.required("rows").integer(in: 1...maximumSymbols)
      let columns = try cells.required("columns").integer(in: 1...maximumSymbols)
      count = rows * columns
      guard (members.count...maximumSymbols).contains(count) else {
        throw cells.whole.error(
          "\(rows) × \(columns) places for \(members.count) symbols: a grid has at least as many "
            + "places, and at most \(maximumSymbols)")
      }
      layout = .grid(rows: rows, columns: columns, spacingModules: try spacing(cells))
    } else {
      count = members.count
      layout = .stack(
        spacingModules: try spacing(
          mapping.required("stack").mapping(known: ["spacing"])))
    }
    return Recipe(
      name: try mapping.required("name").name(),
      subject: .symbols((0..<count).map { members[$0 % members.count] }, layout: layout),
      judgesMeaning: try judgesMeaning(mapping),
      moduleMillimetres: try PrintedSizeReader.moduleMillimetres(mapping, symbol: nil))
  }

  private static func spacing(_ mapping: YAMLMapping) throws(FileFault) -> Double {
    guard let node = mapping["spacing"] else { return 0 }
    let modules = try node.decimal()
    guard (0...1000).contains(modules.value) else {
      throw node.error("a spacing of \(modules.text) modules is not between 0 and 1000")
    }
    return modules.value
  }
}

/// Reads a symbol of a corpus file as fixed options, with payloads that are known to fit.
enum RecipeReader {
  /// The keys that a symbol may have.
  static let keys = commonKeys + optionKeys
  /// The keys that every symbol has.
  private static let commonKeys = ["symbology", "payload"]
  /// The further keys that some symbologies have.
  static let optionKeys = [
    "version", "ecc", "mask", "mode", "size", "columns", "rows", "row-height", "height", "form",
    "characters", "check", "bearers", "add-on", "postcode", "country", "service", "eci",
  ]

  static func symbol(_ mapping: YAMLMapping) throws(FileFault) -> SymbolRecipe {
    let options = try options(mapping)
    let payload = try mapping.required("payload")
    let interpretation = try mapping["eci"].map(interpretation)
    return SymbolRecipe(
      options: options,
      payload: try PayloadReader.read(payload, fitting: options, interpretation),
      interpretation: interpretation)
  }

  private static func interpretation(_ node: YAMLNode) throws(FileFault) -> Interpretation {
    let number: Int = try node.integer(in: 0...999_999)
    guard let interpretation = Interpretation(number: number) else {
      let known = Interpretation.numbers.map(String.init).joined(separator: ", ")
      throw node.error(
        "ECI \(number) is no charset's: 26 is UTF-8, 3 is ISO-8859-1, 20 is Shift_JIS; known are "
          + known)
    }
    return interpretation
  }

  private static func options(
    _ mapping: YAMLMapping
  ) throws(FileFault) -> SymbolOptions {
    let node = try mapping.required("symbology")
    let spelling = try node.text()
    guard let symbology = Symbology(parsing: spelling) else {
      throw node.unknown("symbology", spelling, known: Symbology.allCases.map(\.rawValue))
    }
    let known = keys(of: symbology)
    try PrintedSizeReader.refuseLength("size", mapping)
    for key in optionKeys where !known.contains(key) {
      try mapping.refuse(key, because: reason(against: key, symbology, known: known))
    }
    return switch symbology {
    case .qrCode, .gs1QRCode, .microQRCode, .rMQRCode: try qrCode(mapping, symbology)
    case .dataMatrix: .dataMatrix(try dataMatrixSize(mapping.required("size")))
    case .gs1DataMatrix: .gs1DataMatrix(try dataMatrixSize(mapping.required("size")))
    case .aztec: .aztec(try aztecSize(mapping.required("size")))
    case .aztecRune: .aztecRune
    case .pdf417, .microPDF417: try rowsOfCodewords(mapping, symbology)
    case .maxiCode: .maxiCode(try maxiCodeMode(mapping))
    case .dataBarStacked: .dataBarStacked(isOmnidirectional: try form(mapping) == .omnidirectional)
    case .dataBarExpandedStacked:
      .dataBarExpandedStacked(columns: try mapping["columns"]?.integer(in: 1...11) ?? 2)
    case .dotCode: .dotCode(columns: try mapping.required("columns").integer(in: 5...200))
    case .postnet, .planet, .royalMail, .kix, .uspsIntelligentMail, .japanPost, .australiaPost:
      .postal(PostalKind(symbology) ?? .postnet)
    case .codablockF:
      .codablockF(
        columns: try mapping.required("columns").integer(in: 4...62),
        rowHeight: try mapping["row-height"]?.integer(in: 8...100) ?? 10)
    case .code16K: .code16K(rowHeight: try mapping["row-height"]?.integer(in: 8...100) ?? 8)
    default: try linear(mapping, symbology)
    }
  }

  /// The keys that a symbology's recipes may have in addition to the common ones.
  private static func keys(of symbology: Symbology) -> [String] {
    switch symbology {
    case .qrCode: ["version", "ecc", "mask", "mode", "eci"]
    case .gs1QRCode, .microQRCode: ["version", "ecc", "mask"]
    case .rMQRCode: ["size", "ecc"]
    case .dataMatrix, .aztec: ["size", "eci"]
    case .gs1DataMatrix: ["size"]
    case .aztecRune: []
    case .pdf417: ["columns", "rows", "ecc", "row-height", "eci"]
    case .microPDF417, .codablockF: ["columns", "row-height"]
    case .code16K: ["row-height"]
    case .maxiCode: ["mode", "postcode", "country", "service"]
    case .dataBarStacked: ["form"]
    case .dataBarExpandedStacked, .dotCode: ["columns"]
    case .postnet, .planet, .royalMail, .kix, .uspsIntelligentMail, .japanPost, .australiaPost: []
    case .code39: ["height", "characters", "check"]
    case .codabar, .itf: ["height", "check"]
    case .itf14: ["height", "bearers"]
    case .ean13, .upcA, .upcE: ["height", "add-on"]
    case .code128, .gs1_128, .code93, .ean8, .dataBar, .dataBarLimited, .dataBarExpanded,
      .telepen, .code11, .msi, .plessey, .pharmacode, .matrix2of5, .industrial2of5, .iata2of5,
      .dataLogic2of5:
      ["height"]
    }
  }

  /// The reason a key is not allowed in a symbology's recipe, with the keys that are.
  private static func reason(
    against key: String, _ symbology: Symbology, known: [String]
  ) -> String {
    switch (symbology, key) {
    case (.qrCode, "size"), (.gs1QRCode, "size"), (.microQRCode, "size"):
      return "the size of a \(symbology) is its \"version\""
    case (.rMQRCode, "version"): return "the version of an rMQR Code is its \"size\""
    case (.dataMatrix, _): return "a Data Matrix has a \"size\" and may have an \"eci\""
    case (.gs1DataMatrix, _):
      return "a \(symbology) has a \"size\" and nothing else to choose"
    case (.aztec, _):
      return "an Aztec has a \"size\"; what the payload leaves free of it is error correction"
    case (.ean8, "add-on"): return "EAN-8 has no add-ons: EAN-13, UPC-A and UPC-E have"
    case (.microPDF417, "rows"), (.microPDF417, "ecc"):
      return "a MicroPDF417 has as many rows as its payload needs, and its error correction follows"
    default:
      guard !known.isEmpty else { return "\(symbology) has no options to choose" }
      let list = known.map { "\"\($0)\"" }.joined(separator: ", ")
      return "recipes of \(symbology) choose \(list)"
    }
  }
}
