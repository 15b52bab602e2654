import Base
import Corpora
import DecoderKit
import Drawing
import Images
import PluginHost
import Results
import Statistics
import Symbols
import Synchronization

/// Draws all images of a corpus and keeps their digests.
public struct CorpusFreeze: Sendable {
  private let corpus: Corpus
  private let jobs: Int
  private let stop: StopSignal

  /// The end of drawing before the last image, because that was asked for.
  public struct Interruption: Error {}

  /// Makes a freeze.
  ///
  /// - Parameters:
  ///   - jobs: Threads that draw at the same time. The digests do not depend on it.
  ///   - stop: Ends drawing early.
  /// - Precondition: `jobs` is 1 or more.
  public init(_ corpus: Corpus, jobs: Int, stop: StopSignal = StopSignal()) {
    precondition(jobs >= 1, "somebody has to draw")
    (self.corpus, self.jobs, self.stop) = (corpus, jobs, stop)
  }

  /// All that the images are drawn from here.
  public var specification: ReleaseLock.Specification { .init(corpus) }

  /// Draws everything.
  ///
  /// - Parameter list: Called with the line of each image (see `ImageLine`), in the order of groups, levels
  ///   and trials; `nil` if nobody wants them.
  /// - Throws: Errors from drawing or reading an image, or from the closure; ``Interruption``.
  public func lock(
    release: ReleaseNumber, on day: CalendarDay, list: ((String) throws -> Void)? = nil
  ) throws -> ReleaseLock {
    let levels = corpus.sweep.levels
    let cells = corpus.groups.flatMap { group in levels.map { Cell(group: group, level: $0) } }
    let queue = CellQueue(cells, keepsLines: list != nil)
    let lanes = try ThreadTeam(max(min(jobs, cells.count), 1)) { [corpus, stop] _ in
      var renderer = SampleRenderer(corpus: corpus)
      while let index = queue.next() {
        queue.finish(index, Result { try cells[index].lines(&renderer, stop) })
      }
    }
    lanes.wait()
    let results = try queue.results()
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
}

extension ReleaseLock.Specification {
  /// All that a corpus's images are drawn from by this harness.
  public init(_ corpus: Corpus) {
    self.init(
      corpus: corpus.name, version: corpus.version, sha256: corpus.sha256, seed: corpus.seed,
      renderer: DrawingVersion.current, encoder: "zint \(SymbolEncoder.version)",
      jpeg: corpus.dependsOnJPEG ? JPEG.library : nil)
  }
}

/// One group at one level.
private struct Cell: Sendable {
  let group: CorpusGroup
  let level: Level

  /// Draws the images and returns their lines.
  func lines(_ renderer: inout SampleRenderer, _ stop: StopSignal) throws -> String {
    var lines = ""
    for trial in 0..<group.trialCount {
      if stop.isRequested { throw CorpusFreeze.Interruption() }
      let sample = try renderer.draw(group: group, level: level, trial: trial)
      lines += ImageLine.text(
        imageSHA256: sample.image.pgmSHA256, key: sample.key.description,
        symbols: sample.truth.expected.map { ($0.symbology?.rawValue ?? "any", $0.bytes) })
    }
    return lines
  }
}

extension GrayImage {
  /// SHA-256 of the image as a binary PGM, in hexadecimal.
  package var pgmSHA256: String {
    ContentHash.sha256(of: Array("P5\n\(width) \(height)\n255\n".utf8) + pixels)
  }
}

/// The cells that are left, and the digests of those that are done.
private final class CellQueue: Sendable {
  struct Digest {
    let sha256: String
    let lines: String?
  }

  private struct State {
    var next = 0
    var digests: [Digest?]
    var failure: (any Error)?
  }

  private let state: Mutex<State>
  private let keepsLines: Bool

  init(_ cells: [Cell], keepsLines: Bool) {
    state = Mutex(State(digests: Array(repeating: nil, count: cells.count)))
    self.keepsLines = keepsLines
  }

  func next() -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.next < state.digests.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func finish(_ index: Int, _ result: Result<String, any Error>) {
    let digest = result.map { lines in
      Digest(
        sha256: ContentHash.sha256(of: Array(lines.utf8)), lines: keepsLines ? lines : nil)
    }
    state.withLock { state in
      switch digest {
      case .success(let digest): state.digests[index] = digest
      case .failure(let error): state.failure = state.failure ?? error
      }
    }
  }

  func results() throws -> [Digest] {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.digests.compactMap(\.self)
    }
  }
}
