import Foundation
import Reporting
import Results
import TestSupport
import Testing

@testable import Versions

/// Reports of a toy decoder's releases.
@Suite(.waits) struct VersionReportTests {
  /// Releases with these mean thresholds; each that differs from the one before is a change.
  static func history(
    _ means: [Double?], groups: [String] = ["v1/upright"], isOrdered: Bool = true,
    unavailable: [UnavailableDecoder] = []
  ) -> VersionHistory {
    let numbers = means.indices.map { "1.\($0)" }
    func estimate(_ value: Double) -> Estimate {
      Estimate(value: value, lower: value - 0.01, upper: value + 0.01)
    }
    let rows = zip(numbers, means).map { number, mean in
      CorpusReleases.Row(
        label: "toy@\(number)", release: number, standing: mean == nil ? .unsupported : .ranked,
        meanThreshold: isOrdered ? mean.map(estimate) : nil,
        rate: mean.map { estimate($0 / 10) }, tried: 200, successes: 150, falseAnswers: 1,
        errors: 0, readMilliseconds: 0.5,
        groups: groups.map {
          CorpusReleases.Group(
            group: $0, meanThreshold: isOrdered ? mean.map(estimate) : nil,
            threshold: .none, tried: 100, successes: 75, falseAnswers: 1, errors: 0)
        })
    }
    let steps = zip(rows, rows.dropFirst()).flatMap { from, to in
      ([nil] + (groups.count > 1 ? groups : [])).map { group in
        let shift = (to.rate?.value ?? 0) - (from.rate?.value ?? 0)
        return VersionStep(
          from: from.release, to: to.release, group: group, pairs: 100,
          gained: shift < 0 ? 30 : 0, lost: shift > 0 ? 30 : 0, p: shift == 0 ? 1 : 1e-9,
          adjustedP: shift == 0 ? 1 : 2e-9, isSignificant: shift != 0,
          meanThresholdDifference: isOrdered ? estimate(shift * 10) : nil,
          rateDifference: estimate(-shift))
      }
    }
    let corpus = CorpusReleases(
      corpus: "tiny", version: 1, title: "Does it <add> up?",
      sha256: String(repeating: "a", count: 64), seed: 7, unit: isOrdered ? "px" : "",
      isLargerHarder: false, measure: isOrdered ? .meanThreshold : .decodeRate, trials: 100,
      images: 400, startedAt: "2026-01-01T00:00:00Z", wasStopped: false, rows: rows, steps: steps)
    return VersionHistory(
      decoder: "toy",
      releases: numbers.map { .init(label: "toy@\($0)", number: $0, version: "toylib \($0)") },
      unavailable: unavailable, corpora: [corpus], command: "harness versions toy --to latest")
  }

  private func text(_ history: VersionHistory, width: Int = 100) -> String {
    DocumentText(TerminalStyle(width: width)).render(history)
  }

  private func files(_ history: VersionHistory) throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try VersionFiles.texts(history).map { ($0.name, $0.text) })
  }

  @Test func changesAreNamedWithSizeAndOdds() throws {
    let text = text(Self.history([1.5, 1.5, 1.4, 1.6]))
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.hasPrefix(
        "On tiny toy 1.2 reads more than 1.1 (mean threshold 0.100 ± 0.010 px lower) and 1.3 reads less than 1.2 "
          + "(mean threshold 0.20 ± 0.01 px higher). toy: 4 releases from 1.0 to 1.3 "))
    #expect(
      words.contains(
        "1.2 reads more than 1.1 overall: mean threshold 0.100 ± 0.010 px lower; of 100 samples 30 are "
          + "read only by 1.2, 0 only by 1.1 (p < 0.0001)."), "\(words)")
    #expect(
      words.contains("1.3 reads less than 1.2 overall: mean threshold 0.20 ± 0.01 px higher"))
    #expect(text.contains("reads the same samples"))
    let page = try #require(try files(Self.history([1.5, 1.5, 1.4, 1.6]))["releases.html"])
    let opening = try #require(page.components(separatedBy: "</header>").first)
    #expect(opening.contains("On tiny toy 1.2 reads more than 1.1"), "\(opening)")
  }

  @Test func ofPhotosTheDecodeRateIsCompared() {
    let text = text(Self.history([9, 8], isOrdered: false))
    #expect(text.contains("rate, %") && !text.contains("mean threshold"))
    #expect(text.contains("decode rate 10.0 points higher"), "\(text)")
  }

  @Test func nothingToCompareIsSaid() {
    #expect(text(Self.history([1.5])).contains("One release alone"))
    #expect(text(Self.history([1.5, 1.5])).contains("No release is significantly different"))
    let none = Self.history([], unavailable: [.init(label: "toy@1.0", reason: "no wheel")])
    #expect(text(none).contains("toy@1.0: no wheel"))
  }

  @Test func thirtyReleasesFitOnEveryPage() throws {
    let history = Self.history(
      (0..<30).map { 1 + Double($0 % 7) / 10 }, groups: (0..<12).map { "v\($0)/upright" })
    #expect(text(history, width: 80).split(separator: "\n").allSatisfy { $0.count <= 80 })
    let files = try files(history)
    let markdown = try #require(files["releases.md"])
    #expect(markdown.split(separator: "\n").contains { $0.split(separator: "|").count == 31 })
    #expect(try #require(files["releases.html"]).contains("Group by group"))
  }

  @Test func thePictureIsAFileOfItsOwnAndSaysWhatItShows() throws {
    let picture = try #require(files(Self.history([1.5, 1.5, nil]))["releases-tiny.svg"])
    #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    let parser = XMLElements(picture)
    #expect(parser.isWellFormed, "\(picture)")
    #expect(picture.contains("mean threshold, px by release on tiny"))
    #expect(picture.components(separatedBy: "class=\"hollow").count == 1)
    let changed = try #require(files(Self.history([1.5, 1.5, 1.4]))["releases-tiny.svg"])
    #expect(changed.components(separatedBy: "class=\"hollow").count == 2)
  }

  @Test func textsAreNoMarkup() throws {
    let files = try files(
      Self.history([1, 2], unavailable: [.init(label: "toy@0", reason: "<b>*no*</b>")]))
    #expect(try #require(files["releases.html"]).contains("&lt;b&gt;*no*"))
    #expect(try #require(files["releases.md"]).contains("&lt;b&gt;\\*no\\*"))
  }

  @Test func aBisectionSaysWhatItAssumesAndHowSureItIs() {
    var found = Self.bisection()
    let text = DocumentText(TerminalStyle(width: 100)).render(found)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("1.1 changed the answer: no read in 1.0, misread: X from 1.1 on."))
    #expect(words.contains("such a split once in 126 times"), "\(text)")
    #expect(!text.contains("assumes"))
    found.way = .halving
    #expect(DocumentText(TerminalStyle(width: 100)).render(found).contains("assumes"))
    found.changes[0].toSame = 3
    let fickle = DocumentText(TerminalStyle(width: 100)).render(found)
    #expect(fickle.contains("The answer varies"), "\(fickle)")
  }

  @Test func aPhantomBesideARightReadIsAnotherAnswer() {
    var found = Self.bisection()
    found.answers[0] = .init(release: "1.0", verdict: .read, readings: [])
    found.answers[1] = .init(release: "1.1", verdict: .read, readings: ["A", "X"])
    #expect(found.answers[0].content != found.answers[1].content)
    found.repository = "/mine"
    found.changes[0].merged = .init(commits: 1, good: "0123456789", bad: "abcdef0123")
    let text = DocumentText(TerminalStyle(width: 100)).render(found)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "1.1 changed the answer: read in 1.0, read with a phantom: A, X from 1.1 on. It merges 1 commit: "
          + "--good 0123456789 --bad abcdef0123 searches among them."), "\(words)")
  }

  static func bisection() -> SampleBisection {
    SampleBisection(
      sample: "tiny/v1/upright/2/0", decoder: "toy", way: .all, candidates: 2,
      answers: [
        .init(release: "1.0", verdict: .noRead, readings: []),
        .init(release: "1.1", verdict: .misread, readings: ["X"]),
        .init(release: "1.2", verdict: nil, readings: []),
      ],
      changes: [
        .init(from: "1.0", to: "1.1", tries: 5, earlier: (from: 5, to: 0), same: (from: 5, to: 5))
      ], unavailable: [.init(label: "toy@0.9", reason: "no wheel")])
  }
}

/// A parser that only looks if XML is well formed.
private struct XMLElements {
  let isWellFormed: Bool

  init(_ text: String) {
    // Every element is closed in its order; the reports' own tests parse more.
    var open: [Substring] = []
    var isGood = true
    for match in text.matches(of: /<(\/?)([a-z]+)([^<>]*?)(\/?)>/) {
      if match.4 == "/" { continue }
      if match.1 == "/" {
        isGood = isGood && open.popLast() == match.2
      } else {
        open.append(match.2)
      }
    }
    isWellFormed = isGood && open.isEmpty
  }
}

/// What is said of releases that carry little, and the layouts of both files.
extension VersionReportTests {
  @Test func releasesKeepToThePublishedSchemas() throws {
    for history in [
      Self.history([1.5, nil, 1.4], groups: ["a/b", "c/d"]),
      Self.history(
        [5, 6], isOrdered: false, unavailable: [.init(label: "toy@0", reason: "no wheel")]),
    ] {
      #expect(
        try PublishedSchema.objections(VersionFiles.jsonText(history), schema: "releases") == [])
    }
    let found = Self.bisection()
    #expect(try PublishedSchema.objections(BisectionJSON.text(found), schema: "bisect") == [])
    let bisect = try PublishedSchema.text("bisect")
    for value in Verdict.allCases { #expect(bisect.contains("\"\(value.rawValue)\"")) }
  }

  @Test func releasesWithoutASharedSampleAreNotSaidToReadTheSame() throws {
    var corpus = Self.history([1.5, 1.5]).corpora[0]
    #expect(VersionWording(corpus).against(corpus.rows[1]) == "reads the same samples")
    for step in corpus.steps.indices { corpus.steps[step].pairs = 0 }
    let wording = VersionWording(corpus)
    #expect(wording.against(corpus.rows[1]) == "no sample in common")
    #expect(wording.noChange.hasPrefix("No release has a sample in common with the one before it"))
    corpus.rows = []
    #expect(VersionWording(corpus).noChange == "No release took part")
  }

  @Test func aRateThatChangedDidNotChangeByZeroPoints() throws {
    var corpus = Self.history([9, 8], isOrdered: false).corpora[0]
    corpus.steps[0].rateDifference = Estimate(value: 0.0003, lower: 0.0001, upper: 0.0005)
    let changes = VersionWording(corpus).changes
    #expect(changes.first?.contains("decode rate 0.03 points higher") == true, "\(changes)")
  }
}
