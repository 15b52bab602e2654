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

/// The options that change a corpus, the same for every command that draws.
package struct CorpusOverrides: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "Trials at each level. Default: the corpus's own number.")
  package var trials: Int?

  @Option(help: "The seed of all random numbers. Default: the corpus's own.")
  package var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "The angles by which photos of a folder are rotated: 0,90,180,270.", valueName: "degrees"))
  package var rotations: String?

  package init() {}

  package func validate() throws {
    if let trials, !NumberBounds.trials.contains(Double(trials)) {
      throw ValidationError("--trials is \(NumberBounds.trials.rule)")
    }
    _ = try angles()
  }

  /// True if nothing is overridden.
  package var isEmpty: Bool { trials == nil && seed == nil && rotations == nil }

  /// Loads the corpus and applies the overrides.
  package func load(_ nameOrPath: String) throws -> Corpus {
    try Installation.corpora.load(nameOrPath: nameOrPath, rotationsDegrees: angles())
      .overriding(trials: trials, seed: seed)
  }

  private func angles() throws -> [Int]? {
    guard let rotations else { return nil }
    return try rotations.split(separator: ",", omittingEmptySubsequences: false).map { word in
      guard let angle = Int(word), [0, 90, 180, 270].contains(angle) else {
        throw ValidationError("--rotations is a list of angles, each 0, 90, 180 or 270")
      }
      return angle
    }
  }
}
