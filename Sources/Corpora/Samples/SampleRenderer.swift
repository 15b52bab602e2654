import DecoderKit

/// Draws a corpus's samples, each from its key alone.
///
/// A renderer owns scratch memory and is used by one thread at a time. The same key gives the same
/// bytes, whatever was drawn before and by whichever renderer.
public struct SampleRenderer: Sendable {
  /// The corpus whose samples are drawn.
  public let corpus: Corpus

  private let recipes: [String: Recipe]
  private let conditions: [String: Condition]
  private var encoder = SymbolEncoder()
  private var rasteriser = SymbolRasteriser()

  /// Makes a renderer of a corpus's samples.
  public init(corpus: Corpus) {
    self.corpus = corpus
    recipes = Dictionary(uniqueKeysWithValues: corpus.recipes.map { ($0.name, $0) })
    conditions = Dictionary(uniqueKeysWithValues: corpus.conditions.map { ($0.name, $0) })
  }

  /// Settles all that determines a sample, without encoding or drawing.
  ///
  /// - Throws: ``SampleError`` when the group is not the corpus's or the level cannot be drawn.
  public func specification(
    group: CorpusGroup, level: Level, trial: Int
  ) throws(SampleError) -> SampleSpecification {
    guard let recipe = recipes[group.recipe], let condition = conditions[group.condition] else {
      throw .unknownGroup(group.id, corpus: corpus.name, known: corpus.groups.map(\.id))
    }
    if let reason = Corpus.objection(toModuleSize: level.value, for: recipe.options) {
      throw .badLevel(level, reason: reason)
    }
    let random = SampleRandomness(
      seed: corpus.seed, recipe: recipe.name, condition: condition.name, level: level.text,
      trial: trial)
    var payloadGenerator = random.generator(.payload)
    var phaseGenerator = random.generator(.phase)
    let phase = Point(x: phaseGenerator.unit(), y: phaseGenerator.unit())
    return SampleSpecification(
      key: SampleKey(
        corpus: corpus.name, recipe: recipe.name, condition: condition.name, level: level,
        trial: trial),
      options: recipe.options, payload: recipe.payload.draw(from: &payloadGenerator),
      moduleSizePixels: level.value,
      rotationDegrees: condition.rotationDegrees.value(trial: trial) {
        random.generator(.rotation)
      },
      phase: phase)
  }

  /// Draws a sample.
  ///
  /// - Precondition: `trial` is 0 or more.
  /// - Throws: ``SampleError`` when the group is not the corpus's, or its symbol cannot be encoded.
  public mutating func draw(
    group: CorpusGroup, level: Level, trial: Int
  ) throws -> Sample {
    try draw(specification(group: group, level: level, trial: trial))
  }

  /// Draws the sample that a key names. The level need not be one that the corpus lists.
  ///
  /// - Throws: ``SampleError`` when the key is not of this corpus.
  public mutating func draw(_ key: SampleKey) throws -> Sample {
    guard key.corpus == corpus.name else {
      throw SampleError.otherCorpus(key, corpus: corpus.name)
    }
    guard let group = corpus.groups.first(where: { $0.id == key.group }) else {
      throw SampleError.unknownGroup(
        key.group, corpus: corpus.name, known: corpus.groups.map(\.id))
    }
    return try draw(group: group, level: key.level, trial: key.trial)
  }

  /// Draws what a specification describes.
  ///
  /// - Throws: ``SampleError`` when the symbol cannot be encoded.
  public mutating func draw(_ specification: SampleSpecification) throws -> Sample {
    let started = ThreadClock.nanoseconds()
    let symbol: Symbol
    do {
      symbol = try encoder.encode(specification.payload, options: specification.options)
    } catch {
      throw SampleError.encoding(recipe: specification.key.recipe, error)
    }
    let encoded = ThreadClock.nanoseconds()
    let placement = Placement(
      columns: symbol.columns, rows: symbol.rows, quietZone: symbol.quietZone,
      moduleSizePixels: specification.moduleSizePixels,
      rotationDegrees: specification.rotationDegrees, phase: specification.phase)
    let image = try rasteriser.draw(symbol, placement)
    let drawn = ThreadClock.nanoseconds()

    let corners = placement.transform.corners(columns: symbol.columns, rows: symbol.rows)
    return Sample(
      key: specification.key, hash: specification.hash, image: image,
      truth: Truth(expected: [
        ExpectedSymbol(symbology: symbol.symbology, bytes: symbol.payload, corners: corners)
      ]),
      drawn: [DrawnSymbol(symbol: symbol, transform: placement.transform)],
      cost: DrawingCost(encodeNanoseconds: encoded - started, renderNanoseconds: drawn - encoded))
  }
}
