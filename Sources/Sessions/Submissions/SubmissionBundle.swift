import Analysis
import Base
import Foundation
import ResultStore
import Results

/// A submitted run, read from its folder and found consistent.
public struct SubmissionBundle: Sendable {
  /// The bundle's first file.
  public let submission: Submission
  /// The outcome of every sample.
  public let verdicts: Baseline

  /// Reads a bundle: its files are those that the first one lists, they are of one run, and the scores are
  /// those of the verdicts.
  ///
  /// - Throws: `BundleFault`.
  public init(folder: String) throws(BundleFault) {
    let first = folder + "/" + Submission.fileName
    submission = try Self.reading(Submission.fileName) { () throws(FileError) in
      try VersionedFile.read(
        Submission.self, path: first, version: Submission.currentSchemaVersion)
    }
    var parts: [Submission.Part: [UInt8]] = [:]
    for part in Submission.Part.allCases {
      let name = part.rawValue
      let bytes = try Self.reading(name) { () throws(FileError) in
        try WholeFile.read(folder + "/" + name, maximumBytes: 1 << 30)
      }
      guard let listed = submission.files.first(where: { $0.name == name }),
        listed.sha256 == ContentHash.sha256(of: bytes)
      else { throw .digest(file: name) }
      parts[part] = bytes
    }
    verdicts = try Self.verdicts(parts[.verdicts] ?? [])
    try Self.check(verdicts, against: submission)
    let scores = Submission.Part.scores.rawValue
    let table = try Self.reading(scores) { () throws(FileError) in
      try VersionedFile.value(
        ScoreTable.self, in: parts[.scores] ?? [], path: scores,
        version: ScoreTable.currentSchemaVersion)
    }
    if table.corpus.seed != submission.seed || table.corpus.sha256 != submission.corpusSHA256
      || table.settings.release != submission.settings.release
    {
      throw .otherRun(file: scores)
    }
    if let fault = ScoreCheck.fault(table, verdicts) { throw fault }
  }

  private static func verdicts(_ bytes: [UInt8]) throws(BundleFault) -> Baseline {
    let name = Submission.Part.verdicts.rawValue
    do throws(BaselineFileError) {
      return try BaselineFile.read(String(decoding: bytes, as: UTF8.self), path: name)
    } catch {
      throw .unreadable(file: name, reason: error.message)
    }
  }

  /// Checks that the verdicts are of the run that the first file names.
  private static func check(
    _ verdicts: Baseline, against submission: Submission
  ) throws(BundleFault) {
    let corpus = verdicts.corpus
    guard corpus.name == submission.corpus, corpus.version == submission.corpusVersion,
      corpus.sha256 == submission.corpusSHA256, corpus.seed == submission.seed,
      verdicts.decoders.map(\.label) == submission.decoders.map(\.label)
    else { throw .otherRun(file: Submission.Part.verdicts.rawValue) }
  }

  private static func reading<Value>(
    _ file: String, _ body: () throws(FileError) -> Value
  ) throws(BundleFault) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .unreadable(file: file, reason: error.message)
    }
  }
}
