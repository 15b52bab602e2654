import Base
import Corpora
import Foundation
import ResultStore
import Results

/// A submitted run, read from its folder.
package struct SubmissionBundle: Sendable {
  /// The bundle's first file.
  package let submission: Submission
  /// The outcome of every sample, as the bundle states it.
  package let verdicts: Baseline
  /// The score table that the bundle states.
  private let table: ScoreTable
  private let lines: [OutcomeLine]
  private let log: [SubmissionLogLine]
  /// What no part of the bundle that this harness reads holds; `nil` if it reads everything.
  private let unread: BundleFault?

  /// Reads a bundle: its files are those that the first one lists, and they are of one run.
  ///
  /// - Throws: `BundleFault`.
  package init(folder: String) throws(BundleFault) {
    let name = Submission.fileName
    let files = try Self.reading(name) { () throws(FileError) in try ForeignFolder(folder) }
    let first = try Self.reading(name) { () throws(FileError) in
      try files.read(name, maximumBytes: Self.mostBytes(of: nil))
    }
    var parts: [Submission.Part: [UInt8]] = [:]
    let submission = try Self.submission(first)
    for part in Submission.Part.allCases {
      let name = part.rawValue
      let bytes = try Self.reading(name) { () throws(FileError) in
        try files.read(name, maximumBytes: Self.mostBytes(of: part))
      }
      guard let listed = submission.files.first(where: { $0.name == name }),
        listed.sha256 == ContentHash.sha256(of: bytes)
      else { throw .digest(file: name) }
      parts[part] = bytes
    }
    try self.init(submission, text: first, parts: parts)
  }

  /// Makes a bundle of its files' bytes, whose digests are as they should be.
  ///
  /// - Throws: `BundleFault`.
  package init(submission: [UInt8], parts: [Submission.Part: [UInt8]]) throws(BundleFault) {
    try self.init(Self.submission(submission), text: submission, parts: parts)
  }

  private init(
    _ submission: Submission, text: [UInt8], parts: [Submission.Part: [UInt8]]
  ) throws(BundleFault) {
    try submission.checkShape(text)
    self.submission = submission
    verdicts = try Self.verdicts(parts[.verdicts] ?? [])
    let scores = Submission.Part.scores.rawValue
    table = try Self.reading(scores) { () throws(FileError) in
      try VersionedFile.value(
        ScoreTable.self, in: parts[.scores] ?? [], path: scores,
        version: ScoreTable.currentSchemaVersion)
    }
    lines = try Self.lines(parts[.outcomes] ?? [], of: .outcomes)
    log = try Self.lines(parts[.log] ?? [], of: .log)
    unread =
      Self.unread(Submission.fileName, text, submission)
      ?? Self.unread(scores, parts[.scores] ?? [], table)
      ?? Self.unread(Submission.Part.verdicts.rawValue, parts[.verdicts] ?? [], verdicts)
      ?? Self.unread(.outcomes, parts, lines) ?? Self.unread(.log, parts, log)
    try Self.check(verdicts, against: submission)
  }

  /// The first thing in a file that is not in the value made of it, and that nothing would therefore be said of.
  private static func unread(
    _ file: String, _ text: [UInt8], _ value: some Encodable
  ) -> BundleFault? {
    do {
      return try JSONDifference.unread(in: text, as: value).map {
        .unread(file: file, place: $0.place)
      }
    } catch {
      return .unreadable(file: file, reason: "\(error)")
    }
  }

  private static func unread(
    _ part: Submission.Part, _ parts: [Submission.Part: [UInt8]], _ lines: [some Encodable]
  ) -> BundleFault? {
    let texts = (parts[part] ?? []).split(separator: UInt8(ascii: "\n")).filter { line in
      line.contains { !BoundedJSON.isBlank($0) }
    }
    for (number, (text, line)) in zip(texts, lines).enumerated() {
      let file = "\(part.rawValue), entry \(number + 1)"
      if let fault = unread(file, Array(text), line) { return fault }
    }
    return nil
  }

  /// The most bytes of a file: of a run of a million samples by ten decoders.
  private static func mostBytes(of part: Submission.Part?) -> Int {
    switch part {
    case nil: 1 << 24
    case .verdicts, .scores: 1 << 28
    case .outcomes, .log: 1 << 30
    }
  }

  /// The most lines of a file: one for each decoder, group and level, or for each complaint.
  private static let mostLines = 1 << 22

  private static func submission(_ bytes: [UInt8]) throws(BundleFault) -> Submission {
    let name = Submission.fileName
    let submission = try reading(name) { () throws(FileError) in
      try VersionedFile.value(
        Submission.self, in: bytes, path: name, version: Submission.currentSchemaVersion)
    }
    guard submission.outcome != nil else { throw .unfit(.olderHarness) }
    return submission
  }

  /// Holds the bundle against the corpus that is here: its samples, every one of them, and every figure.
  ///
  /// - Parameters:
  ///   - corpus: The corpus of the bundle's name.
  ///   - harness: This harness's version.
  /// - Returns: The run that the bundle is of.
  /// - Throws: `BundleFault`, and errors of scoring.
  package func run(of corpus: Corpus, harness: String) throws -> BundleRun {
    if let unread { throw unread }
    let ownSeed = corpus.seed
    let corpus = corpus.overriding(trials: nil, seed: submission.seed)
    try checkSamples(corpus)
    let run = try BundleRun(
      submission, corpus: CorpusRecord(corpus), ownSeed: ownSeed, lines: lines, log: log)
    for (stated, record) in zip(submission.decoders, run.run.decoders) {
      guard stated.argument == record.argument else {
        throw BundleFault.decoder(
          label: stated.label, fact: "argument", stated: stated.argument, found: record.argument)
      }
      guard stated.code == record.fingerprint.code else {
        throw BundleFault.decoder(
          label: stated.label, fact: "code", stated: stated.code ?? "none",
          found: record.fingerprint.code ?? "none")
      }
    }
    if let fault = try run.fault(in: table, verdicts, harness: harness) { throw fault }
    return run
  }

  /// Checks that the corpus's samples are those of the bundle, by the hashes of all that they are drawn from.
  private func checkSamples(_ corpus: Corpus) throws(BundleFault) {
    let theirs = verdicts.corpus
    let isOtherFile = corpus.sha256 != theirs.sha256
    for group in theirs.groups {
      let own = corpus.groups.first { $0.id == group.id }
      // A group or level that the file does not have was made up.
      guard own != nil || isOtherFile else {
        throw .outcomes(decoder: "", group: group.id, level: "")
      }
      for (level, hash) in zip(theirs.levels, group.cellHashes) {
        guard let own, corpus.sweep.levels.contains(level),
          corpus.cellHash(group: own, level: level) == hash
        else {
          throw .otherSamples(
            corpus: theirs.name, group: group.id, level: level.text, isOtherFile: isOtherFile)
        }
      }
    }
    guard !isOtherFile else {
      throw .otherSamples(corpus: theirs.name, group: "", level: "", isOtherFile: true)
    }
  }

  private static func verdicts(_ bytes: [UInt8]) throws(BundleFault) -> Baseline {
    let name = Submission.Part.verdicts.rawValue
    do throws(BaselineFileError) {
      return try BaselineFile.read(String(decoding: bytes, as: UTF8.self), path: name)
    } catch {
      throw .unreadable(file: name, reason: error.message)
    }
  }

  private static func lines<Line: Decodable>(
    _ bytes: [UInt8], of part: Submission.Part
  ) throws(BundleFault) -> [Line] {
    var lines: [Line] = []
    let isAll = try BoundedJSON.forEachLine(of: bytes, as: Line.self, atMost: mostLines) {
      number, line throws(BundleFault) in
      switch line {
      case .success(let line): lines.append(line)
      case .failure(let error):
        let reason = (error as? DecodingError).map(DecodingErrorText.sentence) ?? "\(error)"
        throw .unreadable(file: part.rawValue, reason: "line \(number): \(reason)")
      }
    }
    guard isAll else {
      throw .unreadable(file: part.rawValue, reason: "it has more than \(mostLines) lines")
    }
    return lines
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
