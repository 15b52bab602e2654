import Analysis
import Base
import Foundation
import ResultStore
import Results

@testable import Publish

/// A bundle in the hands of a forger, who changes what it says and makes everything fit again.
struct BundleForge {
  var submission: Submission
  var corpus: CorpusRecord
  var table: ScoreTable
  var verdicts: Baseline
  var lines: [OutcomeLine]
  var log: [SubmissionLogLine]

  init(_ folder: String) throws {
    func data(_ file: String) throws -> Data {
      try Data(contentsOf: URL(filePath: folder + "/" + file))
    }
    func lines<Line: Decodable>(_ file: String) throws -> [Line] {
      try data(file).split(separator: 10).map {
        try JSONDecoder().decode(Line.self, from: Data($0))
      }
    }
    submission = try JSONDecoder().decode(Submission.self, from: data("submission.json"))
    table = try JSONDecoder().decode(ScoreTable.self, from: data("scores.json"))
    verdicts = try JSONDecoder().decode(Baseline.self, from: data("verdicts.json"))
    self.lines = try lines("outcomes.jsonl")
    log = try lines("log.jsonl")
    corpus = table.corpus
  }

  /// Changes outcomes, and the log with them; `nil` for samples that shall not have been tried.
  mutating func change(
    _ decoder: String? = nil, _ body: (CorpusRecord.Group, Observation) -> Observation?
  ) {
    log = []
    lines = lines.map { line in
      guard let group = corpus.groups.firstIndex(where: { $0.id == line.group }),
        let level = corpus.levels.firstIndex(of: line.level),
        let old = line.observations(
          decoder: 0, group: group, level: level, trials: corpus.groups[group].trials)
      else { return line }
      let isWanted = decoder ?? line.decoder == line.decoder
      let new = old.compactMap { isWanted ? body(corpus.groups[group], $0) : $0 }
      log += new.filter { SubmissionLogLine.isAsked(of: $0.finding) }.map {
        SubmissionLogLine(decoder: line.decoder, sample: corpus.key(of: $0.place), $0)
      }
      return OutcomeLine(
        decoder: line.decoder, group: line.group, level: line.level,
        trials: corpus.groups[group].trials, hasCPUTimes: line.cpuNanoseconds != nil,
        new.sorted { $0.place.trial < $1.place.trial })
    }
  }

  /// Gives a decoder's misses other verdicts, at most so many.
  mutating func turn(
    _ old: Verdict = .noRead, of decoder: String, into new: Verdict?, atMost: Int = .max
  ) {
    var left = atMost
    change(decoder) { _, observation in
      guard observation.verdict == old, left > 0 else { return observation }
      left -= 1
      guard let new else { return nil }
      var changed = observation
      changed.finding = Finding(new, isStrict: new.isSuccess)
      if new == .misread { changed.finding.misreadClass = .other }
      return changed
    }
  }

  /// Turns so many verdicts at random: reads into misses, and misses into reads.
  mutating func turn(_ count: Int, using random: inout some RandomNumberGenerator) {
    let places = lines.reduce(0) { $0 + $1.wallNanoseconds.count }
    let turned = Set((0..<places).shuffled(using: &random).prefix(count))
    var place = 0
    change { _, observation in
      defer { place += 1 }
      guard turned.contains(place) else { return observation }
      var changed = observation
      changed.finding =
        observation.verdict == .read ? Finding(.noRead) : Finding(.read, isStrict: true)
      return changed
    }
  }

  /// Takes groups and levels out of the corpus and of all that is about it.
  mutating func keep(
    group: (String) -> Bool = { _ in true }, level: (String) -> Bool = { _ in true }
  ) {
    let levels = corpus.levels.indices.filter { level(corpus.levels[$0].text) }
    corpus.groups = corpus.groups.filter { group($0.id) }.map {
      var kept = $0
      kept.cellHashes = levels.map { kept.cellHashes[$0] }
      return kept
    }
    corpus.levels = levels.map { corpus.levels[$0] }
    lines = lines.filter { group($0.group) && level($0.level.text) }
  }

  /// Cuts the trials of every level.
  mutating func cut(to trials: Int) {
    change { _, observation in observation.place.trial < trials ? observation : nil }
    lines = lines.map { line in
      var cut = line
      cut.verdicts = line.verdicts.replacing(#/ [0-9]+ -$/#, with: "")
      return cut
    }
    for group in corpus.groups.indices { corpus.groups[group].trials = trials }
  }

  /// Computes verdicts and scores anew, as the harness does.
  mutating func rescore() throws {
    let run = try BundleRun(
      submission, corpus: corpus, ownSeed: submission.seed, lines: lines, log: log)
    verdicts = try Baseline(ofRun: 1, in: run)
    table = try Scorer.scores(ofRun: 1, in: run)
  }

  /// Writes the bundle with the digests of its files.
  func write(to folder: String) throws {
    func text(_ lines: [some Encodable]) throws -> String {
      try lines.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }
        .joined()
    }
    let texts = [
      ("verdicts.json", try BaselineFile.text(verdicts)),
      ("scores.json", try VersionedJSON.text(table, version: 1)),
      ("outcomes.jsonl", try text(lines)), ("log.jsonl", try text(log)),
    ]
    var submission = submission
    submission.files = texts.map {
      Submission.File(name: $0.0, sha256: ContentHash.sha256(of: Array($0.1.utf8)))
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in texts + [
      ("submission.json", try VersionedJSON.text(submission, version: 1))
    ] {
      try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }
  }

  /// Replaces text in one of a written bundle's files, and signs it again.
  static func edit(_ folder: String, _ file: String, _ old: String, _ new: String) throws {
    func path(_ name: String) -> String { folder + "/" + name }
    let text = try String(contentsOfFile: path(file), encoding: .utf8)
    let changed = text.replacing(old, with: new)
    precondition(changed != text, "\(file) has no \(old)")
    try changed.write(toFile: path(file), atomically: true, encoding: .utf8)
    guard file != "submission.json" else { return }
    let first = try String(contentsOfFile: path("submission.json"), encoding: .utf8)
    try first.replacing(
      ContentHash.sha256(of: Array(text.utf8)), with: ContentHash.sha256(of: Array(changed.utf8))
    ).write(toFile: path("submission.json"), atomically: true, encoding: .utf8)
  }
}
