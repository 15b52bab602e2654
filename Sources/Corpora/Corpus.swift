import DecoderKit

/// A corpus: what to draw, under which conditions, along which sweep, how often.
public struct Corpus: Sendable {
  /// The name in keys and reports: lower-case letters, digits and hyphens.
  public let name: String
  /// The version that its author gave it; results of different versions are not compared.
  public let version: Int
  /// What it is, in a few words.
  public let title: String
  /// The question that it answers.
  public let question: String
  /// What all randomness derives from.
  public let seed: UInt64
  /// What kinds of symbols are drawn; at least one.
  public let recipes: [Recipe]
  /// How they are photographed; at least one.
  public let conditions: [Condition]
  /// The axis along which it gets harder.
  public let sweep: Sweep
  /// Random draws at each level of each group.
  public let trials: Int
  /// Decoders are told which symbologies to look for. By default they are told nothing.
  public let usesSymbologyHints: Bool
  /// The SHA-256 of the file's bytes, as `sha256sum` prints it.
  public let sha256: String
  /// The file, as the caller named it.
  public let file: String

  /// Recipe × condition, recipe by recipe in the file's order.
  public var groups: [CorpusGroup] {
    recipes.flatMap { recipe in
      conditions.map { condition in
        CorpusGroup(
          recipe: recipe.name, condition: condition.name, symbologies: [recipe.symbology],
          trialCount: trials)
      }
    }
  }

  /// Reads a corpus from its YAML text.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: What errors call it.
  /// - Throws: ``CorpusError`` with the line, for anything that could not be run to the end.
  public init(yaml: String, file: String) throws {
    self = try CorpusReader.read(yaml, file: file)
  }

  /// Reads a corpus file.
  ///
  /// - Throws: ``CorpusError`` when the file cannot be read, or its contents are not a corpus.
  public static func load(path: String) throws -> Corpus {
    try Corpus(yaml: CorpusFile.text(path), file: path)
  }

  /// The same corpus with another number of trials or another seed.
  ///
  /// - Precondition: `trials` is 1 or more.
  public func overriding(trials: Int?, seed: UInt64?) -> Corpus {
    precondition(trials ?? 1 >= 1, "a corpus has at least one trial")
    return Corpus(
      name: name, version: version, title: title, question: question, seed: seed ?? self.seed,
      recipes: recipes, conditions: conditions, sweep: sweep, trials: trials ?? self.trials,
      usesSymbologyHints: usesSymbologyHints, sha256: sha256, file: file)
  }

  init(
    name: String, version: Int, title: String, question: String, seed: UInt64, recipes: [Recipe],
    conditions: [Condition], sweep: Sweep, trials: Int, usesSymbologyHints: Bool, sha256: String,
    file: String
  ) {
    self.name = name
    self.version = version
    self.title = title
    self.question = question
    self.seed = seed
    self.recipes = recipes
    self.conditions = conditions
    self.sweep = sweep
    self.trials = trials
    self.usesSymbologyHints = usesSymbologyHints
    self.sha256 = sha256
    self.file = file
  }

  /// Why symbols of some kind cannot be drawn at a module size; `nil` when they can.
  static func objection(toModuleSize size: Double, for options: SymbolOptions) -> String? {
    guard size > 0 else { return "a module size is above 0" }
    let side = Placement.largestSide(
      columns: options.columns, rows: options.rows, quietZone: options.quietZone,
      moduleSizePixels: size)
    guard side <= Double(Placement.maximumSide) else {
      return "\(options) would take more than the \(Placement.maximumSide) pixels a side allowed"
    }
    return nil
  }
}
