import Base
import Drawing
import Images
import Statistics
import Symbols

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
  package func cellHash(group: CorpusGroup, level: Level) -> String {
    cellHash(group: group, level: level, drawingVersion: DrawingVersion.current)
  }

  /// Computes the hash under a version of the drawing code.
  package func cellHash(group: CorpusGroup, level: Level, drawingVersion: Int) -> String {
    switch source {
    case .drawn(let recipes, let conditions, _):
      guard let recipe = recipes.first(where: { $0.name == group.recipe }),
        let condition = conditions.first(where: { $0.name == group.condition })
      else { preconditionFailure("the group is another corpus's") }
      // "camera 1" was a version of its own; it stays, so that stored results are found again.
      return ContentHash.sha256(
        ofParts: [
          "renderer \(drawingVersion)", "camera 1",
          "encoder zint \(SymbolEncoder.version)", "seed \(seed)", sweep.axis.rawValue,
          level.text, "hints \(usesSymbologyHints)",
        ] + recipe.identityTexts + condition.identityTexts
          + (usesJPEG(condition) ? ["jpeg \(JPEG.library)"] : []) + (selection?.identityTexts ?? [])
      )
    case .photos(let folder):
      guard let photos = folder.groups.first(where: { $0.name == group.recipe })?.photos else {
        preconditionFailure("the group is another corpus's")
      }
      return ContentHash.sha256(
        ofParts: ["photos", level.text, "hints \(usesSymbologyHints)"]
          + photos.flatMap { [$0.fileSHA256, $0.truthHash] + $0.decoderParts })
    }
  }

  /// True if images pass through the JPEG library, whose versions may differ in a pixel.
  ///
  /// Photos are read by the libraries of their formats, JPEG among them.
  package var dependsOnJPEG: Bool {
    switch source {
    case .drawn(_, let conditions, _): conditions.contains(where: usesJPEG)
    case .photos: true
    }
  }

  /// True if samples of a condition are compressed as JPEG, by a library whose versions differ.
  private func usesJPEG(_ condition: Condition) -> Bool {
    sweep.axis == .jpeg || condition.values[.jpeg] != nil
  }
}

extension Recipe {
  /// All values that determine the recipe's symbols.
  fileprivate var identityTexts: [String] {
    let arrangement =
      switch subject {
      case .symbols(_, let layout): layout.identityText
      case .texture(let texture, let width, let height):
        "\(texture.rawValue) \(width) \(height)"
      }
    // Values that few recipes have are left out of the others, so that stored results are found again.
    var identity = [name, arrangement]
    for symbol in symbols {
      identity += [symbol.options.identityText, symbol.payload.identityText]
      if let number = symbol.interpretation?.number { identity.append("eci \(number)") }
    }
    if judgesMeaning { identity.append("judge meaning") }
    if let moduleMillimetres { identity.append("module \(moduleMillimetres) mm") }
    return identity
  }
}

extension Condition {
  /// All values that determine the condition's images.
  fileprivate var identityTexts: [String] {
    [name, backdrop.map { "\($0.texture.rawValue) \($0.scalePixels)" } ?? ""]
      + values.map { "\($0.key.rawValue) \($0.value.identityText)" }.sorted()
      + (camera.map { [$0.identityText] } ?? [])
  }
}
