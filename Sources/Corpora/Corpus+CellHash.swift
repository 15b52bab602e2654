extension Corpus {
  /// What the samples of a group at a level are made of: two cells with one hash hold the same images
  /// with the same truth, trial by trial, and decoders are told the same of them.
  ///
  /// It changes with anything that changes an image (parameters, payloads, names that randomness
  /// derives from, seed, versions of encoder and renderer) and with nothing else: a corpus may get
  /// another title, more levels or more trials and keep its cells.
  ///
  /// - Returns: SHA-256 in hexadecimal.
  /// - Precondition: The group is the corpus's.
  public func cellHash(group: CorpusGroup, level: Level) -> String {
    guard let recipe = recipes.first(where: { $0.name == group.recipe }),
      let condition = conditions.first(where: { $0.name == group.condition })
    else { preconditionFailure("the group is another corpus's") }
    return ContentHash.sha256(ofParts: [
      "renderer \(SymbolRasteriser.version)", "encoder zint \(SymbolEncoder.version)",
      "seed \(seed)", recipe.name, "\(recipe.options)", "\(recipe.payload)", condition.name,
      "\(condition.rotationDegrees)", sweep.axis.rawValue, level.text,
      "hints \(usesSymbologyHints)",
    ])
  }
}
