import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures
@testable import Versions

/// Releases of a toy decoder, end to end: one does not install, one is worse, a later one is mended.
@Suite(.waits) struct VersionsCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    // Images narrower than 75 pixels, a version 1 symbol of 2 px say, are not read by 1.2 and 1.9.
    for (release, width) in [("1.0", 0), ("1.1", 0), ("1.2", 75), ("1.9", 75), ("1.10", 0)] {
      let file = try scratch.doctoredPlugin("toy/of-\(release)", narrowerThan: width)
      try FileManager.default.moveItem(
        atPath: file, toPath: scratch.path + "/toy/of-\(release)/decoder")
    }
    try scratch.file(
      "toy/releases",
      """
      #!/bin/sh
      case $1 in
        list) [ -e offline ] && { echo "no route to host" >&2; exit 1; }
              printf '%s\\n' 1.10 1.0 1.2 1.1 1.3 1.9 ;;
        1.3) echo "no build for this machine" >&2; exit 1 ;;
        *) cp "of-$1/decoder" "$2/decoder" ;;
      esac
      """, isExecutable: true)
    try scratch.file(
      "toy/plugin.yaml",
      """
      format: 1
      name: doctored
      command: ["{venv}/decoder"]
      releases: {list: [./releases, list], install: [./releases, "{release}", "{venv}"]}
      """)
  }

  private func run(_ words: String...) throws -> HarnessRun {
    try HarnessRun.run(
      words + ["--plugin", scratch.path + "/toy", "--output", scratch.path + "/out"],
      in: scratch.path)
  }

  private func history() throws -> VersionHistory {
    let data = try Data(contentsOf: URL(filePath: scratch.path + "/out/releases.json"))
    return try JSONDecoder().decode(VersionHistory.self, from: data)
  }

  @Test func theReleasesThatChangedAThresholdAreNamedAndOneThatFailsIsListed() throws {
    let run = try run("versions", "doctored", "--trials", "6")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("doctored: 5 releases from 1.0 to 1.10"), "\(run.output)")
    #expect(
      run.output.contains("doctored@1.3: release 1.3 does not install: no build for this machine"))
    let history = try history()
    #expect(history.releases.map(\.number) == ["1.0", "1.1", "1.2", "1.9", "1.10"])
    let corpus = try #require(history.corpora.first)
    #expect(corpus.changes.filter { $0.group == nil }.map(\.to) == ["1.2", "1.10"])
    #expect(corpus.changes.allSatisfy { $0.isBetter == ($0.to == "1.10") })
    let same = corpus.steps.filter { ["1.1", "1.9"].contains($0.to) }
    #expect(same.allSatisfy { $0.gained == 0 && $0.lost == 0 })
    #expect(
      scratch.names(in: "out") == [
        "qr-small", "releases-qr-small.svg", "releases.html", "releases.json", "releases.md",
      ])
  }

  @Test func aSampleIsBisectedToItsReleasesWithTheOdds() throws {
    let key = "qr-small/v2-m/upright/2/0"
    let all = try run("bisect", key, "--decoder", "doctored", "--tries", "3", "--json")
    #expect(all.status == 0, "\(all.errors)")
    let found = try JSONDecoder().decode(SampleBisection.self, from: Data(all.output.utf8))
    #expect(
      found.changes.map(\.to) == ["1.2", "1.10"] && found.changes.map(\.from) == ["1.1", "1.9"])
    #expect(found.answers.map(\.verdict) == [.read, .read, .noRead, .noRead, .read])
    // Three against three: one of the 20 ways to choose them, on two sides.
    #expect(found.changes.allSatisfy { abs($0.p - 0.1) < 1e-12 && $0.isRepeatable })
    #expect(found.unavailable.map(\.label) == ["doctored@1.3"])

    let halved = try run(
      "bisect", key, "--decoder", "doctored", "--halve", "--to", "1.9", "--tries", "3")
    #expect(halved.output.contains("1.2 changed the answer: read in 1.1, no read from 1.2 on"))
    #expect(halved.output.contains("assumes that the answer changed once"), "\(halved.output)")
  }

  @Test func whatAHuntKeptIsBisectedAsSamplesAre() throws {
    let record = try scratch.kept("qr-small/v2-m/upright/2/0")
    func bisection() throws -> SampleBisection {
      let run = try run("bisect", record, "--decoder", "doctored", "--tries", "3", "--json")
      #expect(run.status == 0, "\(run.errors)")
      return try JSONDecoder().decode(SampleBisection.self, from: Data(run.output.utf8))
    }
    let found = try bisection()
    #expect(found.sample == record && found.changes.map(\.to) == ["1.2", "1.10"])
    #expect(found.answers.map(\.verdict) == [.read, .read, .noRead, .noRead, .read])
    let text = try String(contentsOfFile: record, encoding: .utf8)
    func verdicts(_ old: String, _ new: String) throws -> [Verdict?] {
      try scratch.file("kept.json", text.replacing(old, with: new))
      return try bisection().answers.map(\.verdict)
    }
    // Of an image at which a decoder died no codes are known, only whether anything is read.
    #expect(
      try verdicts("\"unread\"", "\"failure\": \"died\", \"codes\"")
        == [.detected, .detected, .undetected, .undetected, .detected])
    #expect(try verdicts("qr-code", "pharmacode") == [nil, nil, nil, nil, nil])
    let seeded = try self.run("bisect", record, "--decoder", "doctored", "--seed", "9")
    #expect(seeded.status == 64 && seeded.errors.contains("not for a file"), "\(seeded.errors)")
    let missing = try self.run("bisect", "gone.json", "--decoder", "doctored")
    #expect(missing.status == 2 && missing.errors.contains("gone.json"), "\(missing.errors)")
  }

  @Test func aCellIsTestedReleaseByRelease() throws {
    let run = try run(
      "bisect", "qr-small/v2-m/upright/2", "--decoder", "doctored", "--trials", "20")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("1.2 reads less than 1.1 overall"), "\(run.output)")
    #expect(run.output.contains("1.10 reads more than 1.9 overall"))
  }

  @Test func withoutAListTheInstalledReleasesAreNamed() throws {
    let installed = try run("versions", "doctored", "--to", "1.1", "--install")
    #expect(installed.status == 0 && installed.output == "doctored@1.0\ndoctored@1.1\n")
    try scratch.file("toy/offline", "")
    let offline = try run("versions", "doctored")
    #expect(offline.status == 2)
    #expect(offline.errors.contains("no route to host"))
    #expect(offline.errors.contains("--installed takes the 2 that are installed: 1.0, 1.1"))
    let compared = try run("versions", "doctored", "--installed", "--trials", "1")
    #expect(compared.status == 0, "\(compared.errors)")
    #expect(compared.output.contains("reads the same samples"))
    let one = try run(
      "compare", "--corpus", "qr-small", "--trials", "1", "--decoder", "doctored@1.0", "--quiet")
    #expect(one.status == 0 && one.output.contains("doctored@1.0"), "\(one.errors)")
    let missing = try run("compare", "--corpus", "qr-small", "--decoder", "doctored@1.9")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("harness versions doctored --from 1.9 --to 1.9 --install"))
  }

  @Test func whatCannotBeRangesIsRefused() throws {
    for (words, reason) in [
      (["--from", "1.9", "--to", "1.2"], "is later than"), (["--from", "new"], "such as 2.1.0"),
      (
        ["--from", "7"], "has no release from 7 to the latest; it has 1.0, 1.1, 1.2, 1.3, 1.9, 1.10"
      ),
    ] {
      let run = try HarnessRun.run(
        ["versions", "doctored", "--plugin", scratch.path + "/toy"] + words, in: scratch.path)
      #expect(run.status == 64 && run.errors.contains(reason), "\(run.errors)")
    }
  }
}

extension ScratchFolder {
  /// Keeps a sample as `hunt` does, as a code that was not read, and returns the record's path.
  func kept(_ key: String) throws -> String {
    let drawn = try HarnessRun.run([
      "reproduce", key, "--decoder", "null", "--image", path + "/kept.png",
    ])
    let size = try #require(drawn.output.firstMatch(of: /image +(\d+) × (\d+) px/))
    let text = try #require(drawn.output.firstMatch(of: /expected  QR Code: (.+)/)).1
    return try file(
      "kept.json",
      """
      {"schemaVersion": 1, "decoder": "doctored", "library": "none", "libraryVersion": "1", "options": {},
       "decodedPart": {"x": 0, "y": 0, "width": \(size.1), "height": \(size.2)}, "reproduce": "",
       "unread": [{"symbology": "qr-code", "bytes": "\(Data(text.utf8).base64EncodedString())"}]}
      """)
  }
}
