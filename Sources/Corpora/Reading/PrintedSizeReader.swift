import Base
import DecoderKit
import Optics
import Symbols

/// Reads the printed size of a recipe: `width: 20mm` of its symbol, or `module: 0.33mm`.
enum PrintedSizeReader {
  /// The keys of a recipe of one symbol, beside those of its symbology.
  static let keys = ["width", "module"]

  /// Reads the side of a printed module in millimetres; `nil` if the recipe has no printed size.
  ///
  /// - Parameters:
  ///   - mapping: The recipe.
  ///   - symbol: Its symbol; `nil` for labels of several, which have a `module` alone.
  static func moduleMillimetres(
    _ mapping: YAMLMapping, symbol: SymbolRecipe?
  ) throws(FileFault) -> Double? {
    if let module = mapping["module"] {
      try mapping.refuse("width", because: "\"module\" gives the size already")
      return try module.quantity(
        .length, in: 0.005...1000, otherwise: ": printed modules are 0.005 mm to 1 m wide")
    }
    guard let width = mapping["width"], let symbol else { return nil }
    let millimetres = try width.quantity(
      .length, in: 0.1...10_000, otherwise: ": printed codes are 0.1 mm to 10 m wide")
    guard symbol.options.symbology.hasFixedWidth else {
      throw width.error(
        "the modules of \(symbol.options.symbology) are as many as its payload needs: write the size "
          + "of one, such as module: 0.33mm")
    }
    var random = SampleRandomness(
      seed: 0, recipe: "", condition: "", level: "", trial: 0
    ).generator(.payload)
    var encoder = SymbolEncoder()
    do {
      let payload = symbol.payload.draw(trial: 0, from: &random)
      return millimetres / (try encoder.encode(payload, options: symbol.options).width)
    } catch {
      throw width.error("the symbol has no width: \(error)")
    }
  }

  /// Refuses a printed size under a key that means modules.
  static func refuseLength(_ key: String, _ mapping: YAMLMapping) throws(FileFault) {
    guard let node = mapping[key], let text = node.scalarText,
      Quantity.length.value(parsing: text) != nil
    else { return }
    throw node.error(
      "\"\(key)\" counts modules, and a printed size is a \"width\": write width: \(text)")
  }

  /// Checks that recipes have a printed size if a condition has a camera, and none otherwise.
  static func check(
    _ recipes: [Recipe], _ nodes: [YAMLNode], seenUnder conditions: [Condition]
  ) throws(FileFault) {
    let camera = conditions.first { $0.camera != nil }
    for (recipe, node) in zip(recipes, nodes) {
      switch (camera, recipe.moduleMillimetres) {
      case (let condition?, nil):
        throw node.error(
          recipe.symbols.isEmpty
            ? "the texture \"\(recipe.name)\" has no printed size, and condition "
              + "\"\(condition.name)\" has a camera: make another corpus of it"
            : "recipe \"\(recipe.name)\" has no printed size, which the camera of condition "
              + "\"\(condition.name)\" needs: write width: 20mm, or module: 0.33mm")
      case (nil, _?):
        throw node.error(
          "the printed size of \"\(recipe.name)\" says nothing without a \"camera\" in a condition")
      default: break
      }
    }
  }
}

extension Symbology {
  /// True if all symbols with the same options have the same number of modules across.
  fileprivate var hasFixedWidth: Bool {
    switch self {
    case .qrCode, .gs1QRCode, .microQRCode, .rMQRCode, .dataMatrix, .gs1DataMatrix, .aztec,
      .aztecRune, .pdf417, .microPDF417, .maxiCode, .ean13, .ean8, .upcA, .upcE, .itf14, .dataBar,
      .dataBarLimited, .dataBarStacked, .codablockF, .code16K:
      true
    case .code128, .gs1_128, .code93, .code39, .codabar, .itf, .dataBarExpanded,
      .dataBarExpandedStacked, .dotCode, .telepen, .code11, .msi, .plessey, .pharmacode,
      .matrix2of5, .industrial2of5, .iata2of5, .dataLogic2of5, .postnet, .planet, .royalMail,
      .kix, .uspsIntelligentMail, .japanPost, .australiaPost:
      false
    }
  }
}
