import Base
import Corpora
import DecoderKit
import Drawing
import Images
import PluginHost
import Results
import Statistics
import Symbols

/// Draws all images of a corpus and keeps their digests.
package struct CorpusFreeze: Sendable {
  private let corpus: Corpus
  private let jobs: Int
  private let stop: StopSignal

  /// The end of drawing before the last image, because that was asked for.
  package struct Interruption: Error {}

  /// Makes a freeze.
  ///
  /// - Parameters:
  ///   - jobs: Threads that draw at the same time. The digests do not depend on it.
  ///   - stop: Ends drawing early.
  /// - Precondition: `jobs` is 1 or more.
  package init(_ corpus: Corpus, jobs: Int, stop: StopSignal = StopSignal()) {
    precondition(jobs >= 1, "somebody has to draw")
    (self.corpus, self.jobs, self.stop) = (corpus, jobs, stop)
  }

  /// All that the images are drawn from here.
  package var specification: ReleaseLock.Specification { .init(corpus) }

  /// Draws everything.
  ///
  /// - Parameter list: Called with the line of each image (see `ImageLine`), in the order of groups, levels
  ///   and trials; `nil` if nobody wants them.
  /// - Throws: Errors from drawing or reading an image, or from the closure; ``Interruption``.
  package func lock(
    release: ReleaseNumber, on day: CalendarDay, list: ((String) throws -> Void)? = nil
  ) throws -> ReleaseLock {
    let levels = corpus.sweep.levels
    let keepsLines = list != nil
    let results = try (0..<corpus.groups.count * levels.count).concurrentMap(
      threads: jobs, state: { SampleRenderer(corpus: corpus) }
    ) { [self] cell, renderer -> (sha256: String, lines: String?)? in
      let (group, level) = cell.quotientAndRemainder(dividingBy: levels.count)
      let lines = try lines(of: corpus.groups[group], at: levels[level], &renderer)
      return (ContentHash.sha256(of: Array(lines.utf8)), keepsLines ? lines : nil)
    }
    for lines in results.compactMap(\.lines) { try list?(lines) }
    let groups = corpus.groups.enumerated().map { index, group in
      ReleaseLock.Group(
        id: group.id, trials: group.trialCount,
        levels: levels.indices.map {
          LevelDigest(level: levels[$0], sha256: results[index * levels.count + $0].sha256)
        })
    }
    return ReleaseLock(
      release: release, frozenOn: day, specification: specification, groups: groups)
  }

  /// Draws the images of a group at a level and returns their lines.
  private func lines(
    of group: CorpusGroup, at level: Level, _ renderer: inout SampleRenderer
  ) throws -> String {
    var lines = ""
    for trial in 0..<group.trialCount {
      if stop.isRequested { throw Interruption() }
      let sample = try renderer.draw(group: group, level: level, trial: trial)
      lines += ImageLine.text(
        imageSHA256: sample.image.pgmSHA256, key: sample.key.description,
        symbols: sample.truth.expected.map { ($0.symbology?.rawValue ?? "any", $0.bytes) })
    }
    return lines
  }
}

extension ReleaseLock.Specification {
  /// All that a corpus's images are drawn from by this harness.
  package init(_ corpus: Corpus) {
    self.init(
      corpus: corpus.name, version: corpus.version, sha256: corpus.sha256, seed: corpus.seed,
      renderer: DrawingVersion.current, encoder: "zint \(SymbolEncoder.version)",
      jpeg: corpus.dependsOnJPEG ? JPEG.library : nil)
  }
}

extension GrayImage {
  /// SHA-256 of the image as a binary PGM, in hexadecimal.
  package var pgmSHA256: String {
    ContentHash.sha256(of: Array("P5\n\(width) \(height)\n255\n".utf8) + pixels)
  }
}
