import ArgumentParser
import Base
import Corpora

/// The corpus that a command is about.
package struct CorpusArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A corpus by name or file.", valueName: "corpus"),
    completion: Completions.corpora)
  package var name: String

  package init() {}

  package func load() throws -> Corpus { try Installation.corpora.load(nameOrPath: name) }
}

/// The options that change a corpus.
package protocol CorpusChanges: ParsableArguments {
  /// Trials at each level; `nil` for the corpus's own number.
  var trials: Int? { get }
  var drawing: DrawingOptionGroup { get }
}

extension CorpusChanges {
  package var seed: UInt64? { drawing.seed }
  package var rotations: String? { drawing.rotations }

  /// True if nothing is overridden.
  package var isEmpty: Bool { trials == nil && seed == nil && rotations == nil }

  /// Loads the corpus and applies the overrides.
  package func load(_ nameOrPath: String) throws -> Corpus {
    try Installation.corpora.load(nameOrPath: nameOrPath, rotationsDegrees: drawing.angles())
      .overriding(trials: trials, seed: seed)
  }
}

/// The options that change a corpus, the same for every command that draws a number of trials.
package struct CorpusOverrides: CorpusChanges {
  @Option(
    name: .shortAndLong, help: "Trials at each level. Default: the corpus's own number.")
  package var trials: Int?

  @OptionGroup package var drawing: DrawingOptionGroup

  package init() {}

  package func validate() throws {
    if let trials, !NumberBounds.trials.contains(Double(trials)) {
      throw ValidationError("--trials is \(NumberBounds.trials.rule)")
    }
  }
}

/// The same options for commands that choose trials themselves: `--trials` is refused with the reason.
package struct UncountedOverrides: CorpusChanges {
  @Option(name: .shortAndLong, help: .hidden)
  package var trials: Int?

  @OptionGroup package var drawing: DrawingOptionGroup

  package init() {}
}

/// The options of what is drawn, whatever the number of trials.
package struct DrawingOptionGroup: ParsableArguments {
  @Option(help: "The seed of all random numbers. Default: the corpus's own.")
  package var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "The angles by which photos of a folder are rotated: 0,90,180,270.", valueName: "degrees"))
  package var rotations: String?

  package init() {}

  package func validate() throws { _ = try angles() }

  fileprivate func angles() throws -> [Int]? {
    guard let rotations else { return nil }
    return try rotations.split(separator: ",", omittingEmptySubsequences: false).map { word in
      guard let angle = Int(word), [0, 90, 180, 270].contains(angle) else {
        throw ValidationError("--rotations is a list of angles, each 0, 90, 180 or 270")
      }
      return angle
    }
  }
}
