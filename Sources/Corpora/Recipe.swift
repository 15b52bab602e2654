import DecoderKit

/// What is in front of the camera: a symbol, several on one label, or a texture without any.
public struct Recipe: Hashable, Sendable {
  /// The name in keys and reports.
  public let name: String
  /// What there is to see.
  package let subject: Subject

  /// What a recipe draws.
  package enum Subject: Hashable, Sendable {
    /// Symbols on one label, in the layout's order; at least one.
    case symbols([SymbolRecipe], layout: SceneLayout)
    /// No symbol at all: a texture in an image of so many pixels.
    case texture(Texture, width: Int, height: Int)
  }

  /// The kinds of symbols, each once, in the recipe's order; empty for textures.
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

  /// How many payloads the trials take turns with: the least common multiple of all literal lists.
  ///
  /// `nil` where some symbol's payload is drawn afresh at every trial, and where there are no symbols.
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

  /// What is known of its images.
  public var content: CorpusGroup.Content { symbols.isEmpty ? .nothing : .symbols }
}

/// One symbol of a recipe: what is fixed about it, and what is drawn afresh for each trial.
public struct SymbolRecipe: Hashable, Sendable {
  /// What is fixed about the symbol.
  public let options: SymbolOptions
  /// What is drawn afresh for each trial.
  public let payload: PayloadGenerator
}
