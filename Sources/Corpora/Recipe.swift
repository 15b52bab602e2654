import DecoderKit

/// The kind of image to draw: a symbol, several symbols on one label, or a texture without any.
public struct Recipe: Hashable, Sendable {
  /// The name in keys and reports.
  public let name: String
  /// The content of the image.
  package let subject: Subject

  /// The content of the images that a recipe draws.
  package enum Subject: Hashable, Sendable {
    /// Symbols on one label, in the layout's order; at least one.
    case symbols([SymbolRecipe], layout: SceneLayout)
    /// No symbol: a texture in an image of this size in pixels.
    case texture(Texture, width: Int, height: Int)
  }

  /// The symbologies, each once, in the recipe's order; empty for textures.
  public var symbologies: [Symbology] {
    symbols.reduce(into: []) { seen, symbol in
      if !seen.contains(symbol.options.symbology) { seen.append(symbol.options.symbology) }
    }
  }

  /// The symbols on the label, in the layout's order; empty for textures.
  public var symbols: [SymbolRecipe] {
    guard case .symbols(let symbols, _) = subject else { return [] }
    return symbols
  }

  /// The number of payloads that the trials use in turn: the least common multiple of all literal
  /// lists.
  ///
  /// `nil` if some symbol's payload is drawn anew for every trial, and if there are no symbols.
  public var payloadCount: Int? {
    guard !symbols.isEmpty else { return nil }
    var total = 1
    for symbol in symbols {
      guard case .literals(let literals) = symbol.payload.source else { return nil }
      total = Self.leastCommonMultiple(total, literals.count)
    }
    return total
  }

  private static func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    return a / x * b
  }

  /// The knowledge about the symbols in its images.
  public var content: CorpusGroup.Content { symbols.isEmpty ? .nothing : .symbols }
}

/// One symbol of a recipe: its fixed options and the generator of its payloads.
public struct SymbolRecipe: Hashable, Sendable {
  /// The options of the symbol, the same for all trials.
  public let options: SymbolOptions
  /// The generator of the payload of each trial.
  public let payload: PayloadGenerator
}
