import Analysis
import Base
import DecoderKit
import Foundation
import Results
import Statistics
import TestSupport
import Testing

/// Bundles that were doctored, and made to fit again: none is confirmed, and the reason is named.
@Suite struct DoctoredBundleTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try """
    format: 1
    name: tiny
    version: 1
    title: Tiny
    question: Who survives?
    seed: 3
    symbols:
      - {name: v2, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 10}}
      - {name: c128, symbology: code-128, payload: {kind: digits, length: 10}}
    conditions:
      - {name: plain}
      - {name: noisy, read-noise: 8, rotation: 5}
    sweep: {axis: module-size, harder: smaller, levels: [1, 1.5, 2, 3]}
    trials: 5
    """.write(toFile: scratch.path + "/tiny.yaml", atomically: true, encoding: .utf8)
  }

  private func harness(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path)
  }

  private func submit(_ options: [String] = []) async throws {
    let run = try await harness(
      ["compare", "--corpus", "./tiny.yaml", "--quiet", "--output", "run"]
        + (options.isEmpty ? ["--decoder", "zbar", "--decoder", "zxing"] : options))
    #expect(run.status == 0, "\(run.errors)")
    let bundle = try await harness(["submit", "run", "--output", "honest"])
    #expect(bundle.status == 0, "\(bundle.errors)")
  }

  private func verify(_ bundle: String, _ more: [String] = []) async throws -> HarnessRun {
    try await harness(["verify", bundle, "--corpus", "./tiny.yaml", "--sample", "100%"] + more)
  }

  /// A way to doctor a bundle, and the words that say what is wrong.
  struct Doctoring: Sendable {
    let name: String
    let words: String
    let forge: @Sendable (inout BundleForge) -> Void

    init(_ name: String, _ words: String, _ forge: @escaping @Sendable (inout BundleForge) -> Void)
    {
      (self.name, self.words, self.forge) = (name, words, forge)
    }
  }

  // MARK: What the corpus asks for

  private static let shapes: [Doctoring] = [
    Doctoring("the noisy groups are deleted", "is missing") {
      $0.keep(group: { $0.hasSuffix("plain") })
    },
    Doctoring("all groups but one are deleted", "is missing") {
      $0.keep(group: { $0 == "v2/plain" })
    },
    Doctoring("the hardest level is deleted", "is missing") { $0.keep(level: { $0 != "1" }) },
    Doctoring("all levels but one are deleted", "is missing") { $0.keep(level: { $0 == "3" }) },
    Doctoring("one trial instead of five", "not those of the corpus's samples") { $0.cut(to: 1) },
    Doctoring("four trials instead of five", "not those of the corpus's samples") {
      $0.cut(to: 4)
    },
    Doctoring("a decoder's hard group is deleted", "is missing") { bundle in
      bundle.lines.removeAll { $0.decoder == "zbar" && $0.group == "v2/noisy" }
    },
    Doctoring("a decoder's symbology is disowned", "symbologies of zbar") { bundle in
      bundle.submission.decoders[0].symbologies = [.code128]
      bundle.lines.removeAll { $0.decoder == "zbar" && $0.group.hasPrefix("v2") }
    },
    Doctoring("a line is there twice", "is there twice") { $0.lines.append($0.lines[0]) },
    Doctoring("a line is of a group that is made up", "not those of the corpus's") { bundle in
      var line = bundle.lines[0]
      line.group = "v2/easy"
      bundle.lines.append(line)
    },
    Doctoring("misses are untried", "samples were not tried") {
      $0.turn(of: "zbar", into: nil)
    },
    Doctoring("one miss is untried", "1 samples were not tried") {
      $0.turn(of: "zbar", into: nil, atMost: 1)
    },
    Doctoring("misses are untried, as if given up", "fatal images in a row") { bundle in
      bundle.turn(of: "zbar", into: nil)
      bundle.submission.outcome?.givenUp = ["zbar"]
    },
    Doctoring("misses are untried, and reads deaths that let it be given up", "contradicted") {
      bundle in
      bundle.submission.settings.deathsBeforeGivingUp = 2
      bundle.turn(.read, of: "zbar", into: .crash, atMost: 2)
      bundle.turn(of: "zbar", into: nil)
      bundle.submission.outcome?.givenUp = ["zbar"]
    },
  ]

  // MARK: Verdicts

  private static let verdicts: [Doctoring] = [
    Doctoring("a miss is read", "contradicted") { $0.turn(of: "zbar", into: .read, atMost: 1) },
    Doctoring("all misses are read", "contradicted") { $0.turn(of: "zxing", into: .read) },
    Doctoring("a rival's read is missed", "contradicted") {
      $0.turn(.read, of: "zxing", into: .noRead, atMost: 1)
    },
    Doctoring("a rival's miss is a misread", "contradicted") {
      $0.turn(of: "zxing", into: .misread, atMost: 1)
    },
    Doctoring("a miss is a timeout", "cannot be judged") {
      $0.turn(of: "zbar", into: .timeout, atMost: 1)
    },
    Doctoring("two misses are timeouts", "2 timeouts of the bundle end here") {
      $0.turn(of: "zbar", into: .timeout, atMost: 2)
    },
    Doctoring("a rival's reads are timeouts", "timeouts of the bundle end here") {
      $0.turn(.read, of: "zxing", into: .timeout)
    },
    Doctoring("a miss is a failure", "1 failures of the bundle do not happen") {
      $0.turn(of: "zbar", into: .failed, atMost: 1)
    },
    Doctoring("a rival's read is a crash", "contradicted") {
      $0.turn(.read, of: "zxing", into: .crash, atMost: 1)
    },
    Doctoring("a read is one of an image without a symbol", "not those of the corpus's") {
      $0.turn(of: "zbar", into: .clean, atMost: 1)
    },
    Doctoring("a miss is one of an image of unknown truth", "not those of the corpus's") {
      $0.turn(of: "zbar", into: .detected, atMost: 1)
    },
    Doctoring("reads are not strict", "contradicted") { bundle in
      bundle.change("zxing") { _, old in
        var new = old
        new.finding.isStrict = false
        return new
      }
    },
    Doctoring("a rival has wrong extras", "contradicted") { bundle in
      bundle.change("zxing") { _, old in
        var new = old
        if old.place.trial == 0 { new.finding.extras.wrong = 1 }
        return new
      }
    },
    Doctoring("corners fit better", "contradicted") { bundle in
      bundle.change("zxing") { _, old in
        var new = old
        if old.finding.outlines != nil {
          new.finding.outlines = SymbolOutlines(
            OutlineFit(errorModules: 0.01, overlap: 1, isInOrder: true))
        }
        return new
      }
    },
    Doctoring("each level's outcomes are in another order", "contradicted") { bundle in
      bundle.change("zbar") { group, old in
        var new = old
        new.place = SamplePlace(
          group: old.place.group, level: old.place.level, trial: group.trials - 1 - old.place.trial)
        return new
      }
    },
    Doctoring("two decoders' outcomes are exchanged", "contradicted") { bundle in
      bundle.lines = bundle.lines.map { line in
        var line = line
        line.decoder = line.decoder == "zbar" ? "zxing" : "zbar"
        return line
      }
    },
    Doctoring("two levels' outcomes are exchanged", "contradicted") { bundle in
      let levels = ["1": "3", "3": "1"]
      bundle.lines = bundle.lines.map { line in
        var line = line
        line.level = Level(parsing: levels[line.level.text] ?? line.level.text) ?? line.level
        return line
      }
    },
  ]

  // MARK: Who decoded

  private static let decoders: [Doctoring] = [
    Doctoring("a row carries another's argument", "argument of zbar") {
      $0.submission.decoders[0].argument = "zxing"
    },
    Doctoring("a row carries another's argument, as its reference", "is the name of a decoder") {
      $0.submission.decoders[0].argument = "zbar=zxing"
      $0.submission.decoders[0].reference = "zxing"
    },
    Doctoring("the library's name is false", "library of zbar") {
      $0.submission.decoders[0].library = "ZBarPlus"
    },
    Doctoring("the decoder's name is false", "name of zbar") {
      $0.submission.decoders[0].name = "zxing"
    },
    Doctoring("the library's version is false", "install that one") {
      $0.submission.decoders[0].version = "99.1"
    },
    Doctoring("an option is false", "options of zbar") {
      $0.submission.decoders[0].options["try-harder"] = "always"
    },
    Doctoring("the code's digest is false", "code of zbar") {
      $0.submission.decoders[0].code = String(repeating: "0", count: 64)
    },
    Doctoring("a file's digest is false", "code of zbar") {
      $0.submission.decoders[0].files[0].sha256 = String(repeating: "0", count: 64)
    },
    Doctoring("a decoder has another's hint", "hint of zbar") {
      $0.submission.decoders[0].hints = "symbologies"
    },
    Doctoring("a decoder is not here", "not checked") {
      for place in [\Submission.Decoder.label, \.argument, \.name] {
        $0.submission.decoders[0][keyPath: place] = "nobody"
      }
      $0.lines = $0.lines.map {
        var line = $0
        if line.decoder == "zbar" { line.decoder = "nobody" }
        return line
      }
    },
  ]

  // MARK: Runs

  private static let runs: [Doctoring] = [
    Doctoring("another seed", "drawn otherwise") {
      $0.submission.seed = 4
      $0.corpus.seed = 4
    },
    Doctoring("another corpus file", "the corpus file is another one") {
      $0.submission.corpusSHA256 = String(repeating: "0", count: 64)
      $0.corpus.sha256 = $0.submission.corpusSHA256
    },
    Doctoring("another version of the corpus", "does not follow") {
      $0.submission.corpusVersion = 2
      $0.corpus.version = 2
    },
    Doctoring("a release that there is not", "no release 2026.9") {
      $0.submission.settings.release = ReleaseNumber(parsing: "2026.9").map {
        ReleaseRecord(release: $0, root: String(repeating: "0", count: 64))
      }
    },
    Doctoring("it was stopped", "it was stopped") { $0.submission.outcome?.wasStopped = true },
    Doctoring("it chose its own trials", "chose its own trials") {
      $0.submission.settings.aim = AdaptiveAim(budget: 100)
    },
    Doctoring("a decoder was lost", "was lost in mid-run") {
      $0.submission.outcome?.lost = [UnavailableDecoder(label: "zbar", reason: "gone")]
    },
    Doctoring("photos could not be read", "photos could not be read") {
      $0.submission.outcome?.unreadable = [UnreadablePhoto(file: "a.png", reason: "gone")]
    },
    Doctoring("streams on the real clock", "on the real clock") {
      $0.submission.outcome?.streams = []
    },
    Doctoring("no outcome", "holds no outcomes") { $0.submission.outcome = nil },
    Doctoring("a misread is not in the log", "is not the log") {
      $0.turn(of: "zxing", into: .misread, atMost: 1)
      $0.log = []
    },
    Doctoring("the log has an error that was none", "is not the log") {
      let sample = $0.corpus.key(of: SamplePlace(group: 0, level: 3, trial: 0))
      $0.turn(of: "zxing", into: .crash, atMost: 1)
      $0.log[0].sample = sample
    },
  ]

  // MARK: Figures

  /// Figures that are changed after everything was made to fit.
  private static let figures: [Doctoring] = [
    Doctoring("ranks", "decoders[0].rank") {
      $0.table.decoders[0].rank = 2
      $0.table.decoders[1].rank = 1
    },
    Doctoring("order", "does not follow") { $0.table.decoders.swapAt(0, 1) },
    Doctoring("totals", "total.read") { $0.table.decoders[1].total.read += 5 },
    Doctoring("counts of a level", "counts.noRead") {
      $0.table.decoders[1].groups[0].levels[0].counts.noRead -= 1
    },
    Doctoring("strict reads", "strictRead") { $0.table.decoders[0].total.strictRead -= 1 },
    Doctoring("the bound on misreads", "misreadUpperBound") {
      $0.table.decoders[1].total.misreadUpperBound = 0
    },
    Doctoring("a mean threshold", "meanThreshold") {
      $0.table.decoders[1].meanThreshold?.value -= 0.1
    },
    Doctoring("a mean threshold that is left out", "meanThreshold") {
      $0.table.decoders[1].groups[0].meanThreshold = nil
    },
    Doctoring("an interval", "lower") {
      $0.table.decoders[0].groups[0].levels[0].readRateInterval.lower += 0.01
    },
    Doctoring("a standing", "standing") { $0.table.decoders[1].standing = .apart },
    Doctoring("a median time", "latency") {
      $0.table.decoders[0].groups[0].latency.readMedian = 0.001
    },
    Doctoring("a p-value", "comparisons") { $0.table.comparisons[0].p = 1e-9 },
    Doctoring("who is better", "comparisons") { $0.table.comparisons[0].better = "zbar" },
    Doctoring("the groups of the ranks", "rankedGroups") { $0.table.rankedGroups.removeLast() },
    Doctoring("the processor", "provenance.processor") { $0.table.provenance.processor = "Faster" },
    Doctoring("decoders that could not take part", "unavailable") {
      $0.table.unavailable = [UnavailableDecoder(label: "rival", reason: "crashed")]
    },
    Doctoring("a threshold in the verdicts", "verdicts.json") {
      $0.verdicts.decoders[0].groups[0].meanThreshold?.value -= 0.1
    },
    Doctoring("given up in the verdicts", "isGivenUp") { $0.verdicts.decoders[0].isGivenUp = true },
    Doctoring("an excuse in the verdicts", "acknowledged") {
      $0.verdicts.acknowledged = [
        Acknowledgement(
          cell: CellName(decoder: "zbar", group: "v2/plain"), classes: [.misreads], reason: "none",
          expires: CalendarDay(parsing: "2030-01-01") ?? $0.verdicts.acknowledged[0].expires)
      ]
    },
    Doctoring("scores of another harness", "verify it with that one") {
      $0.submission.provenance.harnessVersion = "0.0.1"
      $0.table.provenance.harnessVersion = "0.0.1"
      $0.verdicts.provenance.harnessVersion = "0.0.1"
      $0.table.decoders[0].rank = 2
    },
  ]

  @Test func noDoctoredBundleIsConfirmed() async throws {
    try await submit()
    let consistent = Self.shapes + Self.verdicts + Self.decoders + Self.runs
    for (number, doctoring) in (consistent + Self.figures).enumerated() {
      var bundle = try BundleForge(scratch.path + "/honest")
      doctoring.forge(&bundle)
      // What makes no run at all cannot be made to fit.
      if number < consistent.count { try? bundle.rescore() }
      try bundle.write(to: scratch.path + "/forged\(number)")
      let run = try await verify("forged\(number)")
      #expect([1, 3, 64].contains(run.status), "\(doctoring.name): \(run.output)\(run.errors)")
      let text = (run.output + run.errors).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(text.contains(doctoring.words), "\(doctoring.name): \(text)")
    }
  }

  /// A bundle that nobody changed goes the forger's way unharmed, so that it is the doctoring that is caught.
  @Test func whatTheForgerLeavesAloneIsConfirmed() async throws {
    try await submit()
    var bundle = try BundleForge(scratch.path + "/honest")
    bundle.change { $1 }
    try bundle.rescore()
    try bundle.write(to: scratch.path + "/same")
    let run = try await verify("same")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  /// Numbers that no run has: each of them ended the harness before, or was taken.
  @Test(
    arguments: [
      ("timeoutSeconds", "5", ["1e10", "1e300", "-1", "0"]),
      ("deathsBeforeGivingUp", "10", ["0", "-1", "1e9"]), ("jobs", "2", ["0", "-3", "1e12"]),
      ("memoryLimitBytes", "2147483648", ["-1", "0", "1e30"]),
    ] as [(String, String, [String])])
  func numbersOutOfBoundsAreNamed(_ key: String, _ usual: String, _ others: [String]) async throws {
    try await submit(["--decoder", "zbar", "--jobs", "2"])
    for other in others {
      let folder = scratch.path + "/forged"
      try BundleForge(scratch.path + "/honest").write(to: folder)
      try BundleForge.edit(
        folder, "submission.json", "\"\(key)\" : \(usual)", "\"\(key)\" : \(other)")
      let run = try await verify("forged")
      #expect(run.status == 2, "\(key) \(other): \(run.output)\(run.errors)")
      #expect(run.errors.contains("settings.\(key)"), "\(run.errors)")
      #expect(run.errors.contains("\(other) is out of bounds: write a "), "\(run.errors)")
    }
  }

  // MARK: Honest ones

  @Test(arguments: [["--jobs", "1"], ["--jobs", "3", "--timeout", "1s"], ["--seed", "9"]])
  func honestBundlesAreConfirmed(_ options: [String]) async throws {
    try await submit(["--decoder", "zbar", "--decoder", "quick=zxing:try-harder=false"] + options)
    for more in [["--jobs", "1"], ["--sample", "20%", "--seed", "5"]] {
      let run = try await verify("honest", more)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
    }
  }

  @Test func aDecoderThatDiesAndIsGivenUpIsConfirmed() async throws {
    for plugin in ["aborts", "dies-every-third"] {
      let path = HarnessRun.root + "/Tests/PluginHostTests/Plugins/" + plugin
      try await submit(["--plugin", path, "--decoder", "zbar", "--decoder", "hostile", "--fresh"])
      let run = try await verify("honest", ["--plugin", path])
      #expect(run.status == 0, "\(plugin): \(run.output)\(run.errors)")
    }
  }

  @Test func slicesThatWereMergedAreConfirmed() async throws {
    for slice in ["1", "2"] {
      let run = try await harness([
        "compare", "--corpus", "./tiny.yaml", "--decoder", "zbar", "--quiet", "--shard",
        "\(slice)/2", "--output", "slice\(slice)",
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    let merged = try await harness(["merge", "slice1", "slice2", "--output", "run"])
    #expect(merged.status == 0, "\(merged.errors)")
    let bundle = try await harness(["submit", "run", "--output", "honest"])
    #expect(bundle.status == 0, "\(bundle.errors)")
    let run = try await verify("honest")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
