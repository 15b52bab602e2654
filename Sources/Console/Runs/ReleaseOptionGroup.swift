import ArgumentParser
import Base
import Corpora
import PluginHost
import Results
import Sessions

/// The option that holds samples to a release, the same for every command that draws them.
package struct ReleaseOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("release"),
    help: ArgumentHelp(
      "Draws all images and refuses to go on unless they are those of a frozen release: 2026.1.",
      discussion:
        "Exit code 3 if the corpus file, the drawing code or an image differs, or if the store holds "
        + "results that are not of the release.",
      valueName: "release"))
  package var number: String?

  package init() {}

  package func validate() throws { _ = try parsed() }

  /// True if a release was named.
  package var isGiven: Bool { number != nil }

  /// The part of a report folder's path that keeps releases apart, with a slash behind it.
  package var folder: String { number.map { $0 + "/" } ?? "" }

  /// The check of a corpus against the release; `nil` if none was named.
  package func check(of corpus: Corpus) throws -> ReleaseCheck? {
    try parsed().map {
      ReleaseCheck(try Installation.releases.lock(of: $0, corpus: corpus.name))
    }
  }

  /// Holds a run to the release.
  ///
  /// - Returns: The release as the run records it; `nil` if none was named.
  package func held(
    _ corpus: Corpus, folder: String, jobs: Int, stop: StopSignal, say: (String) -> Void
  ) throws -> ReleaseRecord? {
    guard let check = try check(of: corpus) else { return nil }
    try check.check(storeIn: folder)
    say(
      "drawing all images of \(corpus.name), to compare them with release \(check.record.release)")
    try check.check(corpus, jobs: jobs, stop: stop)
    return check.record
  }

  private func parsed() throws -> ReleaseNumber? { try number.map(ReleaseNumber.init(option:)) }
}

extension ReleaseNumber {
  /// Reads a release as typed.
  package init(option text: String) throws {
    guard let number = ReleaseNumber(parsing: text) else {
      throw ValidationError(
        "--release: \"\(text)\" is no release: write the year and a number in it, 2026.1")
    }
    self = number
  }
}
