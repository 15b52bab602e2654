import DecoderKit

/// A recipe under a condition, or a folder of photos, with one curve, one threshold and one row per
/// decoder.
package struct CorpusGroup: Hashable, Sendable {
  /// The knowledge about the symbols in a group's images.
  package enum Content: Hashable, Sendable {
    /// The symbols that the images hold are known.
    case symbols
    /// The images hold no symbols: every reading is wrong.
    case nothing
    /// Nothing is known: readings are counted and not judged.
    case unknown
  }

  /// The recipe's name.
  package let recipe: String
  /// The condition's name.
  package let condition: String
  /// The symbologies in the images, each once; empty for images without symbols, and for photos
  /// whose symbologies are not known.
  package let symbologies: [Symbology]
  /// The knowledge about the symbols in the images.
  package let content: Content
  /// The number of trials at each level.
  package let trialCount: Int
  /// The number of payloads that the trials use in turn, the same at every level; `nil` if every
  /// trial has its own.
  package let payloadCount: Int?
  /// The symbologies of the symbols in each image, in the order of its truth: one list for every
  /// trial alike, or a list for each trial, with `nil` for a symbology that is not known.
  ///
  /// `nil` where every image has one symbol of the group's one symbology, or none.
  package let scenes: [[Symbology?]]?
  /// By trial: a number that photos with the same payload share, in all groups; `nil` for drawn
  /// images.
  package let photoPayloads: [Int]?
  /// By trial: the photo's file name in its folder; `nil` for drawn images.
  package let photoNames: [String]?
  /// The largest angle by which the condition turns symbols, 0 to 180 degrees; `nil` for photos.
  package let turnDegrees: Double?

  package init(
    recipe: String, condition: String, symbologies: [Symbology], content: Content = .symbols,
    trialCount: Int, payloadCount: Int? = nil, scenes: [[Symbology?]]? = nil,
    photoPayloads: [Int]? = nil, photoNames: [String]? = nil, turnDegrees: Double? = nil
  ) {
    self.scenes = scenes
    self.photoPayloads = photoPayloads
    self.photoNames = photoNames
    self.turnDegrees = turnDegrees
    self.recipe = recipe
    self.condition = condition
    self.symbologies = symbologies
    self.content = content
    self.trialCount = trialCount
    self.payloadCount = payloadCount
  }

  /// The group's name in reports and on the command line: `v2-m/upright`.
  package var id: String { "\(recipe)/\(condition)" }
}

extension Corpus {
  /// The size of a module in all images of a group, in pixels; `nil` if it varies or follows from
  /// something else, and for a group that the corpus does not have.
  package func moduleSizePixels(ofGroup id: String) -> Double? {
    guard let group = groups.first(where: { $0.id == id }),
      let condition = conditions.first(where: { $0.name == group.condition }),
      case .fixed(let size) = condition.values[.moduleSize]
    else { return nil }
    // A resolution scales every length in pixels.
    let isScaled = sweep.axis == .resolution || condition.values[.resolution] != nil
    return isScaled ? nil : size
  }
}
