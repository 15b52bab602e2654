import DecoderKit
import Drawing
import Images
import Statistics

/// A corpus: the images that decoders are given, level by level, with the number of trials.
package struct Corpus: Sendable {
  /// The name in keys and reports: lower-case letters, digits and hyphens.
  package let name: String
  /// The version that its author gave it; results of different versions are not compared.
  package let version: Int
  /// A short description of the corpus, in a few words.
  package let title: String
  /// The question that the corpus answers.
  package let question: String
  /// The seed from which all randomness derives.
  package let seed: UInt64
  /// The source of the images.
  package let source: Source
  /// The axis along which decoding gets harder.
  package let sweep: Sweep
  /// True if decoders are told which symbologies to look for. By default they are told nothing.
  package let usesSymbologyHints: Bool
  /// The aim at one symbol of each image; `nil` if all symbols are to be found.
  package let selection: CorpusSelection?
  /// The documented minima that the corpus puts to the test.
  package let claims: [Claim]
  /// The bands that reports sum results by; `nil` for none.
  package let bands: BandScheme?
  /// The SHA-256 of the file's bytes, as `sha256sum` prints it; for a folder, see
  /// ``ImageFolder/sha256``.
  package let sha256: String
  /// The file or folder, as the caller named it.
  package let file: String

  /// The source of a corpus's images.
  package enum Source: Sendable {
    /// The images are drawn: recipes and conditions, at least one of each, and the number of trials
    /// at each level of each group.
    case drawn(recipes: [Recipe], conditions: [Condition], trials: Int)
    /// The images are photos; the levels are the angles at which each photo is shown.
    case photos(ImageFolder)
  }

  /// The groups: recipe × condition, recipe by recipe in the file's order; or the groups of the
  /// folder.
  package var groups: [CorpusGroup] {
    switch source {
    case .drawn(let recipes, let conditions, let trials):
      recipes.flatMap { recipe in
        conditions.map { condition in
          CorpusGroup(
            recipe: recipe.name, condition: condition.name, symbologies: recipe.symbologies,
            content: recipe.content, trialCount: trials, payloadCount: recipe.payloadCount,
            // An image of which one symbol is wanted counts as a whole.
            scenes: recipe.symbols.count > 1 && selection == nil
              ? [recipe.symbols.map(\.options.symbology)] : nil,
            turnDegrees: recipe.symbols.isEmpty ? nil : condition.turnDegrees)
        }
      }
    case .photos(let folder): CorpusGroup.groups(of: folder)
    }
  }

  /// The recipes; empty for photos.
  package var recipes: [Recipe] {
    if case .drawn(let recipes, _, _) = source { recipes } else { [] }
  }

  /// The conditions; empty for photos.
  package var conditions: [Condition] {
    if case .drawn(_, let conditions, _) = source { conditions } else { [] }
  }

  /// The number of trials at each level, in the group that has the most.
  package var trials: Int { groups.map(\.trialCount).max() ?? 0 }

  package init(photos folder: ImageFolder) {
    self.init(
      name: folder.name, version: 1, title: "Photos in \(folder.path)",
      question: "Which of these photos does each decoder read?", seed: 0, source: .photos(folder),
      sweep: Sweep(
        axis: .rotation, harder: .unordered, levels: folder.rotations.map(Level.init(turn:))),
      usesSymbologyHints: false, sha256: folder.sha256, file: folder.path)
  }

  /// Returns the same corpus with another number of trials or another seed; photos are returned
  /// unchanged.
  ///
  /// - Precondition: `trials` is 1 or more.
  package func overriding(trials: Int?, seed: UInt64?) -> Corpus {
    precondition(trials ?? 1 >= 1, "a corpus has at least one trial")
    guard case .drawn(let recipes, let conditions, let own) = source else { return self }
    return Corpus(
      name: name, version: version, title: title, question: question, seed: seed ?? self.seed,
      source: .drawn(recipes: recipes, conditions: conditions, trials: trials ?? own),
      sweep: sweep, usesSymbologyHints: usesSymbologyHints, selection: selection, claims: claims,
      bands: bands, sha256: sha256, file: file)
  }

  init(
    name: String, version: Int, title: String, question: String, seed: UInt64, source: Source,
    sweep: Sweep, usesSymbologyHints: Bool, selection: CorpusSelection? = nil,
    claims: [Claim] = [], bands: BandScheme? = nil, sha256: String, file: String
  ) {
    self.selection = selection
    self.claims = claims
    self.bands = bands
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
  /// The text in a photo's key that takes the place of the condition's name in a drawn sample's
  /// key.
  static let photoCondition = "photo"

  /// Makes the groups of a folder.
  fileprivate static func groups(of folder: ImageFolder) -> [CorpusGroup] {
    var numbers: [[[UInt8]]: Int] = [:]
    var next = 0
    return folder.groups.map { group in
      let payloads = group.photos.map { photo in
        let number = photo.truth.symbols.isEmpty ? nil : numbers[photo.truth.symbols.map(\.bytes)]
        if let number { return number }
        if !photo.truth.symbols.isEmpty { numbers[photo.truth.symbols.map(\.bytes)] = next }
        next += 1
        return next - 1
      }
      return CorpusGroup(group, payloads: payloads)
    }
  }

  /// Makes the group of a folder, with the numbers of its photos' payloads.
  private init(_ folder: FolderGroup, payloads: [Int]) {
    let scenes = folder.photos.map { $0.truth.symbols.map(\.symbology) }
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
      trialCount: folder.photos.count,
      scenes: scenes.allSatisfy { $0.count < 2 } && Set(scenes).count < 2 ? nil : scenes,
      photoPayloads: payloads, photoNames: folder.photos.map(\.name))
  }
}

extension PhotoTruth {
  /// The codes that are known to be in the photo.
  fileprivate var symbols: [PhotoSymbol] {
    if case .known(let symbols, _) = self { symbols } else { [] }
  }
}

extension Corpus {
  /// Oddities that do not prevent a run, one sentence each.
  package var warnings: [String] {
    guard case .photos(let folder) = source else { return [] }
    return folder.warnings.map(\.description)
  }
}

extension Corpus {
  /// The number of trials after which payloads and conditions that take turns repeat, group by
  /// group: 1 where every trial is drawn alike.
  ///
  /// Photos repeat after all photos of their group.
  package var periods: [Int] {
    switch source {
    case .drawn(let recipes, let conditions, _):
      recipes.flatMap { recipe in
        conditions.map { leastCommonMultiple(recipe.period, $0.period(sweeping: sweep.axis)) }
      }
    case .photos(let folder): folder.groups.map { max($0.photos.count, 1) }
    }
  }
}
