import Base
import Corpora
import Evaluation
import Foundation
import Results
import Sessions

/// A corpus under a secret seed: committed to, scored, and revealed.
package struct HiddenSplit: Sendable {
  /// The secret.
  package let opening: SplitOpening

  /// Makes a new split with a random seed.
  ///
  /// - Throws: ``RequestError`` for photos, which no seed changes.
  package init(of corpus: Corpus, on day: CalendarDay) throws {
    if case .photos = corpus.source {
      throw RequestError(
        "\(corpus.file) is a folder of photos, which no seed changes: a hidden split of photos is a "
          + "second folder")
    }
    // The system's generator, from which nobody can tell earlier or later numbers.
    var generator = SystemRandomNumberGenerator()
    let nonce = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    opening = SplitOpening(
      samples: SplitSamples(of: corpus), committedOn: day, seed: generator.next(),
      nonce: Hexadecimal.text(nonce))
  }

  /// Reads a secret, or what was revealed.
  ///
  /// - Throws: `FileError`.
  package init(file path: String) throws(FileError) {
    opening = try VersionedFile.read(
      SplitOpening.self, path: path, version: SplitOpening.currentSchemaVersion,
      maximumBytes: 1 << 20)
  }

  /// Reads a commitment.
  ///
  /// - Throws: `FileError`.
  package static func commitment(file path: String) throws(FileError) -> SplitCommitment {
    try VersionedFile.read(
      SplitCommitment.self, path: path, version: SplitCommitment.currentSchemaVersion,
      maximumBytes: 1 << 20)
  }

  /// Returns the hidden samples of the corpus that was committed to.
  ///
  /// - Throws: `SplitFault` if the corpus or the drawing code has changed since.
  package func samples(of corpus: Corpus) throws -> Corpus {
    let current = SplitSamples(of: corpus)
    guard opening.samples == current else {
      throw SplitFault.changed(
        corpus: opening.samples.corpus, was: opening.samples, is: current)
    }
    return corpus.overriding(trials: nil, seed: opening.seed)
  }

  /// Writes the secret, for its owner alone to read, and the commitment.
  ///
  /// - Throws: ``RequestError`` if there is a secret or a commitment already, and errors of files.
  package func write(secret: String, commitment: String) throws {
    for path in [secret, commitment] where FileManager.default.fileExists(atPath: path) {
      throw RequestError(
        "\(path) already exists, and a commitment is never replaced; name another --output")
    }
    try Folder.make(Folder.parent(of: secret))
    try Folder.make(Folder.parent(of: commitment))
    try Self.writeForOwner(text(opening), to: secret)
    try Self.write(text(opening.commitment), to: commitment)
  }

  /// Writes the secret where everybody may read it.
  ///
  /// - Throws: Errors of files.
  package func reveal(to path: String) throws {
    try Folder.make(Folder.parent(of: path))
    try Self.write(text(opening), to: path)
  }

  private func text(_ value: some Encodable) throws -> String {
    try VersionedJSON.text(value, version: opening.schemaVersion)
  }

  private static func write(_ text: String, to path: String) throws(FileError) {
    try AtomicFile.write(Array(text.utf8), to: path, isDurable: true)
  }

  /// Writes a new file that nobody else can read at any moment.
  private static func writeForOwner(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw FileError(
        path: path, message: "cannot be written: \(FileError.words(for: errno))",
        systemCode: errno)
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try file.write(contentsOf: Data(text.utf8))
    try file.synchronize()
  }
}

extension SplitSamples {
  /// The samples of a corpus, whatever their seed.
  init(of corpus: Corpus) {
    let specification = CorpusFreeze(corpus, jobs: 1).specification
    self.init(
      corpus: corpus.name, version: corpus.version, sha256: corpus.sha256,
      renderer: specification.renderer)
  }
}
