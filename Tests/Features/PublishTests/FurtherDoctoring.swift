import Base
import Foundation
import Results
import Testing

@testable import Publish

extension BundleDoctoring {
  // MARK: Kinds that are consistent in themselves

  static let further: [BundleDoctoring] = [
    BundleDoctoring("no decoders are left", "there is no verdict to check") {
      $0.submission.decoders = []
      $0.submission.outcome?.conduct = nil
      $0.lines = []
    },
    BundleDoctoring("a rival reads none of the symbologies", "symbologies of zxing") {
      $0.submission.decoders[1].symbologies = []
      $0.lines.removeAll { $0.decoder == "zxing" }
    },
    BundleDoctoring("a rival is there twice", "is of another run") {
      $0.submission.decoders.append($0.submission.decoders[1])
    },
    BundleDoctoring("a decoder is there under a second label, without misses", "contradicted") {
      bundle in
      bundle.copy("zbar", as: "zbar2")
      bundle.turn(of: "zbar2", into: .read)
    },
    BundleDoctoring("two groups' outcomes are exchanged", "contradicted") { bundle in
      let groups = ["v2/plain": "v2/noisy", "v2/noisy": "v2/plain"]
      bundle.lines = bundle.lines.map { line in
        var line = line
        line.group = groups[line.group] ?? line.group
        return line
      }
    },
    BundleDoctoring("a group is taken from the rival", "contradicted") { bundle in
      let theirs = bundle.lines.filter { $0.decoder == "zxing" && $0.group == "c128/noisy" }
      bundle.lines.removeAll { $0.decoder == "zbar" && $0.group == "c128/noisy" }
      bundle.lines += theirs.map {
        var line = $0
        line.decoder = "zbar"
        return line
      }
    },
    BundleDoctoring("two levels are exchanged in the corpus", "drawn differently") {
      $0.corpus.groups[0].cellHashes.swapAt(0, 3)
    },
    BundleDoctoring("the corpus asks another question", "corpus.question") {
      $0.corpus.question = "Is zbar the best?"
    },
    BundleDoctoring("a sixth trial, which is read", "not those of the corpus's samples") { bundle in
      for group in bundle.corpus.groups.indices { bundle.corpus.groups[group].trials = 6 }
      bundle.lines = bundle.lines.map { line in
        var line = line
        line.verdicts += " 1 read"
        line.wallNanoseconds.append(1000)
        return line
      }
    },
    BundleDoctoring("a rival's reads took a second try", "is not the log") { bundle in
      bundle.change("zxing") { _, old in
        var new = old
        new.wasRetried = true
        return new
      }
      bundle.log =
        bundle.log.map {
          var line = $0
          line.retried = nil
          return line
        } + [bundle.line(of: "zxing", .read)]
    },
    BundleDoctoring("a read has words in the log, with another verdict", "is not the log") {
      $0.log.append($0.line(of: "zxing", .misread))
    },
    BundleDoctoring("the log has a line twice", "is not the log") {
      let line = $0.line(of: "zxing", .read)
      $0.log += [line, line]
    },
    BundleDoctoring("a decoder's files are left out", "code of zbar") {
      $0.submission.decoders[0].files = []
    },
    BundleDoctoring("a decoder selects otherwise", "selection of zbar") {
      $0.submission.decoders[0].selection = "window"
    },
    BundleDoctoring("misreads are of a harmless class", "contradicted") { bundle in
      bundle.turn(of: "zxing", into: .misread, atMost: 1)
      bundle.change("zxing") { _, old in
        var new = old
        if old.verdict == .misread { new.finding.misreadClass = .wrongSymbology }
        return new
      }
    },
  ]

  // MARK: Statements that nothing else confirms

  static let statements: [BundleDoctoring] = [
    BundleDoctoring("conduct of a decoder that is not there", "outcome.conduct[1] is not of") {
      $0.submission.outcome?.conduct?[1].label = "nobody"
    },
    BundleDoctoring("conduct of one decoder twice", "outcome.conduct[1] is not of") {
      $0.submission.outcome?.conduct?[1].label = "zbar"
    },
    BundleDoctoring("a rival read more empty images than it got", "more answers than questions") {
      $0.submission.outcome?.conduct?[1].readBlanks = 1_000_000
    },
    BundleDoctoring("empty images below zero", "outcome.conduct[1].blanks is below 0") {
      $0.submission.outcome?.conduct?[1].blanks = -5
      $0.submission.outcome?.conduct?[1].readBlanks = -7
    },
    BundleDoctoring("a run of less than no time", "outcome.wallSeconds is below 0") {
      $0.submission.outcome?.wallSeconds = -1
    },
    BundleDoctoring("a cost below zero", "outcome.cost.decodes is below 0") {
      $0.submission.outcome?.cost.decodes = -1
    },
    BundleDoctoring("given up without taking part", "outcome.givenUp has") {
      $0.submission.outcome?.givenUp = ["nobody"]
    },
    BundleDoctoring("a rival is said to be absent, in red", "absent[0].reason has control") {
      $0.submission.absent = [UnavailableDecoder(label: "quirc", reason: "\u{1B}[31mcrashed")]
    },
    BundleDoctoring("a line of its own for a processor", "provenance.processor has control") {
      $0.submission.provenance.processor = "a\n::error::b"
    },
    BundleDoctoring("a system written backwards", "provenance.system has control") {
      $0.submission.provenance.system = "a\u{202E}b"
    },
    BundleDoctoring("a run of the future", "provenance.startedAt is no time") {
      $0.submission.provenance.startedAt = "2999-01-01T00:00:00Z"
    },
    BundleDoctoring("a run of the past", "provenance.startedAt is no time") {
      $0.submission.provenance.startedAt = "1999-01-01T00:00:00Z"
    },
    BundleDoctoring("a run of no day", "provenance.startedAt is no time") {
      $0.submission.provenance.startedAt = "+275760-99-99T99:99:99Z"
    },
    BundleDoctoring("a decoder's file climbs", "has files of zbar with a folder") {
      $0.submission.decoders[0].files[0].path = "../../etc/passwd"
    },
  ]

  // MARK: Kinds that only a file shows

  /// Changes of a bundle's files that were signed again, with the words that say what is wrong.
  static let files: [(name: String, words: String, forge: @Sendable (String) throws -> Void)] = [
    (
      "a rank is there twice", "the name is there twice",
      { try BundleForge.edit($0, "scores.json", "\"rank\" : 1,", "\"rank\" : 1, \"rank\" : 2,") }
    ),
    (
      "a label is there twice, once with an escape", "the name is there twice",
      {
        try BundleForge.edit(
          $0, "submission.json", "\"label\" : \"zbar\",",
          "\"label\" : \"zbar\", \"l\\u0061bel\" : \"zxing\",")
      }
    ),
    (
      "a score that no harness gives", "decoders[0].award",
      { try BundleForge.edit($0, "scores.json", "\"rank\" : 1,", "\"award\" : 1, \"rank\" : 1,") }
    ),
    (
      "an outcome that no harness gives", "outcomes.jsonl, entry 13 has award",
      {
        try BundleForge.edit(
          $0, "outcomes.jsonl", "\"group\":\"c128\\/noisy\"",
          "\"award\":1,\"group\":\"c128\\/noisy\"")
      }
    ),
    ("a file that climbs is listed", "files are not", { try list("../../etc/passwd", in: $0) }),
    ("a file is listed twice", "files are not", { try list("log.jsonl", in: $0) }),
    (
      "outcomes are a link", "is a link",
      { try replace($0, "outcomes.jsonl") { symlink("/dev/zero", $0) } }
    ),
    (
      "the log is a pipe", "a device or a pipe",
      { try replace($0, "log.jsonl") { mkfifo($0, 0o600) } }
    ),
    (
      "verdicts are a folder", "is a folder",
      { try replace($0, "verdicts.json") { mkdir($0, 0o700) } }
    ),
  ]

  private static func list(_ name: String, in folder: String) throws {
    let file = URL(filePath: folder + "/submission.json")
    var submission = try JSONDecoder().decode(Submission.self, from: Data(contentsOf: file))
    submission.files.append(.init(name: name, sha256: String(repeating: "0", count: 64)))
    try VersionedJSON.text(submission, version: 1).write(
      to: file, atomically: true, encoding: .utf8)
  }

  private static func replace(
    _ folder: String, _ file: String, _ make: (String) -> Int32
  ) throws {
    try FileManager.default.removeItem(atPath: folder + "/" + file)
    try #require(make(folder + "/" + file) == 0)
  }
}

extension BundleForge {
  /// Gives a decoder's outcomes to a second label.
  fileprivate mutating func copy(_ label: String, as other: String) {
    guard var decoder = submission.decoders.first(where: { $0.label == label }) else { return }
    (decoder.label, decoder.reference) = (other, label)
    decoder.argument = "\(other)=\(decoder.argument)"
    submission.decoders.append(decoder)
    lines += lines.filter { $0.decoder == label }.map {
      var line = $0
      line.decoder = other
      return line
    }
  }

  /// A line of the log for a decoder's first read.
  fileprivate func line(of decoder: String, _ verdict: Verdict) -> SubmissionLogLine {
    let place = SamplePlace(group: 0, level: 3, trial: 0)
    var observation = Observation(
      decoder: 0, place: place, finding: Finding(verdict), wallNanoseconds: 1)
    observation.finding.detail = "words"
    return SubmissionLogLine(decoder: decoder, sample: corpus.key(of: place), observation)
  }
}
