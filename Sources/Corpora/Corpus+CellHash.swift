extension Corpus {
  /// The hash of all that determines the samples of a group at a level.
  ///
  /// Two cells with the same hash hold the same images with the same truth, trial by trial, and
  /// decoders are given the same hints about them.
  ///
  /// It changes with anything that changes an image (parameters, payloads, names that randomness
  /// derives from, seed, versions of encoder and renderer) and with nothing else. A corpus may get
  /// another title, more levels or more trials, and its cells keep their hashes.
  ///
  /// - Returns: SHA-256 in hexadecimal.
  /// - Precondition: The group belongs to the corpus.
  public func cellHash(group: CorpusGroup, level: Level) -> String {
    switch source {
    case .drawn(let recipes, let conditions, _):
      guard let recipe = recipes.first(where: { $0.name == group.recipe }),
        let condition = conditions.first(where: { $0.name == group.condition })
      else { preconditionFailure("the group is another corpus's") }
      return ContentHash.sha256(
        ofParts: [
          "renderer \(SampleRenderer.version)", "camera \(Camera.version)",
          "encoder zint \(SymbolEncoder.version)", "seed \(seed)", sweep.axis.rawValue,
          level.text, "hints \(usesSymbologyHints)",
        ] + recipe.parts + condition.parts)
    case .photos(let folder):
      guard let photos = folder.groups.first(where: { $0.name == group.recipe })?.photos else {
        preconditionFailure("the group is another corpus's")
      }
      return ContentHash.sha256(
        ofParts: ["photos", level.text, "hints \(usesSymbologyHints)"]
          + photos.flatMap { [$0.fileSHA256, $0.truthHash] })
    }
  }
}

extension Recipe {
  /// All values that determine the recipe's symbols.
  fileprivate var parts: [String] {
    let arrangement =
      switch subject {
      case .symbols(_, let layout): "\(layout)"
      case .texture(let texture, let width, let height):
        "\(texture.rawValue) \(width) \(height)"
      }
    return [name, arrangement] + symbols.flatMap { ["\($0.options)", $0.payload.identity] }
  }
}

extension Condition {
  /// All values that determine the condition's images.
  fileprivate var parts: [String] {
    [name, backdrop.map { "\($0.texture.rawValue) \($0.scalePixels)" } ?? ""]
      + values.map { "\($0.key.rawValue) \($0.value)" }.sorted()
  }
}
