import DecoderKit
import Images

/// A corpus: what the decoders are shown, level by level, and how often.
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
  /// Where the images come from.
  public let source: Source
  /// The axis along which it gets harder.
  public let sweep: Sweep
  /// Decoders are told which symbologies to look for. By default they are told nothing.
  public let usesSymbologyHints: Bool
  /// The SHA-256 of the file's bytes, as `sha256sum` prints it; of a folder, see ``ImageFolder/sha256``.
  public let sha256: String
  /// The file or folder, as the caller named it.
  public let file: String

  /// Where a corpus's images come from.
  public enum Source: Sendable {
    /// They are drawn: recipes and conditions, at least one of each, and trials at each level of each
    /// group.
    case drawn(recipes: [Recipe], conditions: [Condition], trials: Int)
    /// They are photos; the levels are the angles in which each is shown.
    case photos(ImageFolder)
  }

  /// The groups: recipe × condition, recipe by recipe in the file's order; or the folder's.
  public var groups: [CorpusGroup] {
    switch source {
    case .drawn(let recipes, let conditions, let trials):
      recipes.flatMap { recipe in
        conditions.map { condition in
          CorpusGroup(
            recipe: recipe.name, condition: condition.name, symbologies: recipe.symbologies,
            content: recipe.content, trialCount: trials, payloadCount: recipe.payloadCount)
        }
      }
    case .photos(let folder): folder.groups.map(CorpusGroup.init)
    }
  }

  /// The recipes; none for photos.
  public var recipes: [Recipe] {
    if case .drawn(let recipes, _, _) = source { recipes } else { [] }
  }

  /// The conditions; none for photos.
  public var conditions: [Condition] {
    if case .drawn(_, let conditions, _) = source { conditions } else { [] }
  }

  /// Trials at each level, of the group that has the most.
  public var trials: Int { groups.map(\.trialCount).max() ?? 0 }

  /// Reads a corpus from its YAML text.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: What errors call it.
  /// - Throws: ``CorpusError`` with the line, for anything that could not be run to the end.
  public init(yaml: String, file: String) throws {
    self = try CorpusReader.read(yaml, file: file)
  }

  /// Reads a corpus file, or lists a folder of photos.
  ///
  /// - Parameter rotationsDegrees: The angles in which photos are shown; for folders alone.
  /// - Throws: ``CorpusError`` when the file cannot be read or its contents are not a corpus,
  ///   ``FolderError`` for a folder.
  public static func load(path: String, rotationsDegrees: [Int]? = nil) throws -> Corpus {
    if CorpusFile.isFolder(path) {
      let turns = try ImageFolder.turns(degrees: rotationsDegrees ?? [0])
      return Corpus(photos: try ImageFolder.load(path: path, rotations: turns))
    }
    guard rotationsDegrees == nil else {
      throw CorpusError(
        file: path, line: nil,
        message:
          "this corpus is drawn, and only photos are turned: write \"rotation\" in a condition")
    }
    return try Corpus(yaml: CorpusFile.text(path), file: path)
  }

  /// The corpus that a folder of photos is.
  public init(photos folder: ImageFolder) {
    self.init(
      name: folder.name, version: 1, title: "Photos in \(folder.path)",
      question: "Which of these photos does each decoder read?", seed: 0, source: .photos(folder),
      sweep: Sweep(
        axis: .rotation, harder: .unordered, levels: folder.rotations.map(Level.init(turn:))),
      usesSymbologyHints: false, sha256: folder.sha256, file: folder.path)
  }

  /// The same corpus with another number of trials or another seed; photos have neither.
  ///
  /// - Precondition: `trials` is 1 or more.
  public func overriding(trials: Int?, seed: UInt64?) -> Corpus {
    precondition(trials ?? 1 >= 1, "a corpus has at least one trial")
    guard case .drawn(let recipes, let conditions, let own) = source else { return self }
    return Corpus(
      name: name, version: version, title: title, question: question, seed: seed ?? self.seed,
      source: .drawn(recipes: recipes, conditions: conditions, trials: trials ?? own),
      sweep: sweep, usesSymbologyHints: usesSymbologyHints, sha256: sha256, file: file)
  }

  init(
    name: String, version: Int, title: String, question: String, seed: UInt64, source: Source,
    sweep: Sweep, usesSymbologyHints: Bool, sha256: String, file: String
  ) {
    self.name = name
    self.version = version
    self.title = title
    self.question = question
    self.seed = seed
    self.source = source
    self.sweep = sweep
    self.usesSymbologyHints = usesSymbologyHints
    self.sha256 = sha256
    self.file = file
  }
}

extension Level {
  /// The angle of a quarter turn.
  fileprivate init(turn: QuarterTurn) {
    self.init(DecimalNumber(billionths: Int64(turn.rawValue) * 1_000_000_000))
  }
}

extension CorpusGroup {
  /// What stands in a photo's key where drawn samples name their condition.
  static let photoCondition = "photo"

  /// The group that a folder is.
  fileprivate init(_ folder: FolderGroup) {
    var symbologies: [Symbology] = []
    var isKnown = folder.expectsNothing
    for photo in folder.photos {
      guard case .known(let symbols, _) = photo.truth else { continue }
      isKnown = true
      for symbology in symbols.compactMap(\.symbology) where !symbologies.contains(symbology) {
        symbologies.append(symbology)
      }
    }
    self.init(
      recipe: folder.name, condition: Self.photoCondition,
      symbologies: folder.expectsNothing ? [] : symbologies,
      content: folder.expectsNothing ? .nothing : isKnown ? .symbols : .unknown,
      trialCount: folder.photos.count)
  }
}

extension Corpus {
  /// What is odd and stops nothing, in sentences.
  public var warnings: [String] {
    guard case .photos(let folder) = source else { return [] }
    return folder.warnings.map(\.description)
  }
}
